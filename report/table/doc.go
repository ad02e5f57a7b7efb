// Package table writes rows of typed columns as CSV and as Parquet, and reads
// them back from CSV. The same rows give the same bytes.
//
// Times and GPU time are whole milliseconds. As CSV they are seconds to the last
// digit, as Parquet the nearest double; either way a reader gets the milliseconds
// back. What has no value is an empty cell, or null. Of Parquet the file's
// metadata has the unit of each column under "unit.<column>".
package table
