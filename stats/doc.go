// Package stats compares two policies by what they did with the same seeds. Seed
// by seed both saw the same arrivals, sizes and failures (common random numbers),
// so what counts is the difference within each pair.
//
// [Compare] gives the means, the mean and median difference and the percent
// change, each change with a 95 % confidence interval, and two tests of "no
// difference": the sign test and Wilcoxon's signed-rank test. [Holm] corrects the
// p-values of several comparisons.
//
// # The interval
//
// It is the symmetric studentised bootstrap (Hall, The Bootstrap and Edgeworth
// Expansion, 1992, section 3.6): pairs are drawn again with replacement, how far the
// mean of each resample is from the mean of all is divided by the standard error of
// the resample, and the 95 % quantile of the sizes of these ratios takes the place
// of Student's. The interval of the percent change is found for the logarithm of the
// ratio of the means, whose standard error is that of the differences
// b/mean(b) − a/mean(a), and taken back. Among the intervals tried it is the one
// that keeps to 95 % for normal, skewed and heavy-tailed differences from 8 pairs
// on: the equal-tailed studentised bootstrap covers 93 % of the truth in some cases,
// Student's interval of the logarithm 93.6 %. TestCoverage measures it.
package stats
