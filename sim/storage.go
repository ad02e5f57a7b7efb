package sim

import (
	"math/bits"
	"slices"

	"rubato/cluster"
	"rubato/simtime"
	"rubato/workload"
)

// storage shares the bandwidth of the checkpoint storage between the transfers of
// an instant: max-min fair, no transfer being faster than its job's nodes. Rates
// are whole bytes a second, so that they and what is left, in thousandths of a
// byte, are exact.
type storage struct {
	cluster.Storage
	*engine
	active []*transfer
	unused []*transfer
	// asked is the sum of the greatest rates, if each has one.
	asked int64
	// squeezed says that the transfers share less than they could use.
	squeezed bool
}

// transfer is some bytes on their way.
type transfer struct {
	job    *job
	handle *handle // of its end
	left   int64   // in thousandths of a byte
	rate   int64   // in bytes a second
	most   int64   // that rate at most
	since  simtime.Time
}

// most returns the greatest rate of a transfer by a job on some nodes; 0 is none.
func (s *storage) most(nodes int) int64 {
	if s.PerNode == 0 {
		return s.Bandwidth
	}
	hi, most := bits.Mul64(uint64(s.PerNode), uint64(nodes))
	if hi > 0 || most > workload.MaxBytes {
		most = workload.MaxBytes
	}
	if s.Bandwidth > 0 {
		most = min(most, uint64(s.Bandwidth))
	}
	return int64(most)
}

// limited reports whether transfers take any time.
func (s *storage) limited() bool { return s.most(1) > 0 }

// alone returns how long a transfer takes that shares the storage with no other.
func (s *storage) alone(bytes int64, nodes int) simtime.Duration {
	most := s.most(nodes)
	if most == 0 {
		return 0
	}
	return millis(bytes*1000, most)
}

// millis is the least whole number of milliseconds for so many thousandths of a
// byte.
func millis(left, rate int64) simtime.Duration {
	return simtime.Duration(min((left+rate-1)/rate, int64(simtime.Longest)))
}

// begin starts a transfer whose end is an event of a class, and reports whether it
// takes any time.
func (s *storage) begin(j *job, bytes int64, h *handle, c class) bool {
	most := s.most(s.nodesOf(j))
	if most == 0 || bytes == 0 {
		return false
	}
	t := s.fresh()
	*t = transfer{job: j, handle: h, left: bytes * 1000, rate: most, most: most, since: s.now}
	j.transfer = t
	*h = s.queue.schedule(s.now.Add(millis(t.left, t.rate)), c, j.Index)
	s.active = append(s.active, t)
	s.asked += most
	s.share()
	return true
}

func (s *storage) fresh() *transfer {
	if n := len(s.unused); n > 0 {
		t := s.unused[n-1]
		s.unused = s.unused[:n-1]
		return t
	}
	return new(transfer)
}

// end ends the transfer of a job, complete or not, if it has one.
func (s *storage) end(j *job) {
	t := j.transfer
	if t == nil {
		return
	}
	j.transfer = nil
	i := slices.Index(s.active, t)
	s.active = slices.Delete(s.active, i, i+1)
	s.asked -= t.most
	s.unused = append(s.unused, t)
	s.share()
}

// arrived ends the transfer of a job of which an event is the end.
func (s *storage) arrived(j *job, h *handle) {
	*h = 0
	if j.transfer != nil && j.transfer.handle == h {
		s.end(j)
	}
}

// share gives every transfer its rate.
func (s *storage) share() {
	enough := s.Bandwidth == 0 || s.asked <= s.Bandwidth
	if enough && !s.squeezed {
		return
	}
	s.squeezed = !enough
	rest, n := s.Bandwidth, int64(len(s.active))
	if enough {
		rest = s.asked
	}
	for _, t := range s.byMost() {
		rate := min(t.most, max(1, rest/n))
		rest, n = rest-rate, n-1
		s.setRate(t, rate)
	}
}

// byMost returns the transfers by their greatest rates, the least first.
func (s *storage) byMost() []*transfer {
	order := slices.Clone(s.active)
	slices.SortStableFunc(order, func(a, b *transfer) int {
		switch {
		case a.most < b.most:
			return -1
		case a.most > b.most:
			return 1
		}
		return 0
	})
	return order
}

func (s *storage) setRate(t *transfer, rate int64) {
	if rate == t.rate {
		return
	}
	t.left = max(0, t.left-t.rate*int64(s.now.Sub(t.since)))
	t.since, t.rate = s.now, rate
	s.queue.move(*t.handle, s.now.Add(millis(t.left, rate)))
}
