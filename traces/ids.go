package traces

// ids finds ids that are used twice. While they are numbers that go up, as in most
// logs, the last one is enough to know; from the first that is not on, a map of all
// is kept.
type ids struct {
	last   int64
	lineOf map[string]int
}

// first returns the line of the job that has the id already, or 0. The id counts
// as used from then on; the jobs are those kept so far.
func (s *ids) first(id string, line int, jobs *jobList) int {
	if s.lineOf == nil {
		if n, ok := ascending(id, s.last); ok {
			s.last = n
			return 0
		}
		s.lineOf = make(map[string]int)
		jobs.each(func(j *Job) { s.lineOf[j.ID] = j.Line })
	}
	if first := s.lineOf[id]; first > 0 {
		return first
	}
	s.lineOf[id] = line
	return 0
}

// ascending reads an id as a number over the last one, written as numbers are.
func ascending(id string, last int64) (int64, bool) {
	const most = 18 // digits that fit in 64 bits
	if len(id) > most || !digits(id) || id[0] == '0' {
		return 0, false
	}
	n := int64(0)
	for i := range len(id) {
		n = 10*n + int64(id[i]-'0')
	}
	return n, n > last
}
