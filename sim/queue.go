package sim

import "rubato/simtime"

// class orders the events of one instant; see the package comment.
type class uint8

const (
	jobEnds class = iota
	phaseEnds
	segmentEnds
	graceEnds
	copyEnds
	limitEnds
	deadlineEnds
	capacityComes
	capacityGoes
	incidentHits
	noticeGiven
	scenarioEnds
	jobArrives
	jobCancelled
	timerFires
	segmentEndsLate // after the round of the instant
)

// event is an entry of the queue. What subject means depends on the class: the
// index of a job or of a capacity event.
type event struct {
	at      simtime.Time
	order   uint64 // class, then sequence
	subject int32
	handle  handle
}

func (e *event) class() class { return class(e.order >> 56) }

func (e *event) before(o *event) bool {
	return e.at < o.at || e.at == o.at && e.order < o.order
}

// handle names a scheduled event until it is popped or cancelled. The zero
// handle names none.
type handle int32

// eventQueue is a 4-ary heap of values with a stable total order: time, class,
// then the order of scheduling. Events can be cancelled and moved. In steady
// state it does not allocate.
type eventQueue struct {
	heap   []event
	places []int32  // of a handle: index in heap
	unused []handle // handles that name no event
	seq    uint64
}

func newEventQueue() *eventQueue { return &eventQueue{places: make([]int32, 1)} }

func (q *eventQueue) len() int { return len(q.heap) }

// next returns the first event without taking it; the queue must not be empty.
func (q *eventQueue) next() *event { return &q.heap[0] }

// schedule adds an event.
func (q *eventQueue) schedule(at simtime.Time, c class, subject int32) handle {
	var h handle
	if n := len(q.unused); n > 0 {
		h, q.unused = q.unused[n-1], q.unused[:n-1]
	} else {
		h = handle(len(q.places))
		q.places = append(q.places, 0)
	}
	q.seq++
	q.heap = append(q.heap, event{at: at, order: uint64(c)<<56 | q.seq, subject: subject, handle: h})
	q.up(len(q.heap) - 1)
	return h
}

// pop takes the first event; the queue must not be empty.
func (q *eventQueue) pop() event {
	e := q.heap[0]
	q.remove(0)
	return e
}

// cancel takes an event out and clears its handle; the zero handle is ignored.
func (q *eventQueue) cancel(h *handle) {
	if *h != 0 {
		q.remove(int(q.places[*h]))
		*h = 0
	}
}

// move changes the time of an event; among the events of its new instant and
// class it keeps its place in the order of scheduling.
func (q *eventQueue) move(h handle, at simtime.Time) {
	i := int(q.places[h])
	q.heap[i].at = at
	q.down(q.up(i))
}

func (q *eventQueue) remove(i int) {
	q.unused = append(q.unused, q.heap[i].handle)
	n := len(q.heap) - 1
	last := q.heap[n]
	q.heap = q.heap[:n]
	if i < n {
		q.put(i, last)
		q.down(q.up(i))
	}
}

func (q *eventQueue) put(i int, e event) {
	q.heap[i] = e
	q.places[e.handle] = int32(i)
}

// up moves the event at i towards the root and returns where it ends.
func (q *eventQueue) up(i int) int {
	e := q.heap[i]
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(&q.heap[parent]) {
			break
		}
		q.put(i, q.heap[parent])
		i = parent
	}
	q.put(i, e)
	return i
}

// down moves the event at i towards the leaves.
func (q *eventQueue) down(i int) {
	e := q.heap[i]
	for {
		first := 4*i + 1
		if first >= len(q.heap) {
			break
		}
		least := first
		for c := first + 1; c < min(first+4, len(q.heap)); c++ {
			if q.heap[c].before(&q.heap[least]) {
				least = c
			}
		}
		if !q.heap[least].before(&e) {
			break
		}
		q.put(i, q.heap[least])
		i = least
	}
	q.put(i, e)
}
