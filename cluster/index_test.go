package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// twins are two clusters to which the same happens: one is placed in through
// the index, of the other every node is looked at.
type twins struct{ indexed, scanned *Cluster }

// drawTwins draws pools and a seed.
func drawTwins(t *rapid.T) twins {
	var pools []Pool
	for range rapid.IntRange(1, 2).Draw(t, "pools") {
		pools = append(pools, Pool{
			Name: "p", Nodes: rapid.IntRange(1, 9).Draw(t, "nodes"),
			GPUsPerNode:  rapid.IntRange(1, 8).Draw(t, "GPUs a node"),
			NodesPerRack: rapid.IntRange(0, 4).Draw(t, "nodes a rack"),
		})
	}
	seed := rapid.Uint64().Draw(t, "seed")
	return twins{New(pools, nil, seed), New(pools, nil, seed)}
}

func (w twins) both(f func(c *Cluster)) {
	f(w.indexed)
	f(w.scanned)
}

// scan is Place by looking at every node.
func (c *Cluster) scan(o Owner, pool, n, r int, rule Placement) ([]Piece, bool) {
	if n > c.pools[pool].free {
		return nil, false
	}
	if rule == Count {
		return c.Take(o, pool, n, nil), true
	}
	s := newScanner(c, pool, r)
	if !s.choose(n, rule) {
		return nil, false
	}
	for _, p := range s.picks {
		c.takeOn(o, p)
	}
	return s.picks, true
}

// takeOn gives a job GPUs of a node of the test's choice.
func (c *Cluster) takeOn(o Owner, p Piece) {
	c.update(p.Node, func(n *node) {
		n.used += p.GPUs
		n.hold(o, p.GPUs)
	})
}

// TestIndexChoosesAsAScanDoes: through a random life of jobs, losses, external
// tenants and notices, every rule chooses the nodes that looking at all of them
// would, Fits says what Place does, and nothing is taken that is not free.
func TestIndexChoosesAsAScanDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawTwins(t)
		held := map[Owner][]Piece{}
		for o := Owner(1); o <= 30; o++ {
			pool := rapid.IntRange(0, len(w.indexed.pools)-1).Draw(t, "pool")
			switch rapid.IntRange(0, 7).Draw(t, "what") {
			case 0:
				w.capacity(t, pool, held)
			case 1:
				if old := Owner(rapid.IntRange(1, 30).Draw(t, "owner")); held[old] != nil {
					w.both(func(c *Cluster) { c.Give(old, held[old]) })
					delete(held, old)
				}
			default:
				if p := w.place(t, o, pool); len(p) > 0 {
					held[o] = p
				}
			}
			require.NoError(t, w.indexed.Audit())
		}
	})
}

// place places a job in both and returns its pieces.
func (w twins) place(t *rapid.T, o Owner, pool int) []Piece {
	rule := rapid.SampledFrom(Placements()).Draw(t, "rule")
	r := rapid.IntRange(1, 4).Draw(t, "replica")
	n := r * rapid.IntRange(1, 12).Draw(t, "replicas")
	c := w.indexed
	free := make([]int, len(c.nodes))
	for i := range c.nodes {
		free[i] = c.nodes[i].free()
	}
	fits := c.Fits(pool, n, r, rule)
	got, ok := c.Place(o, pool, n, r, rule, nil)
	want, wantOK := w.scanned.scan(o, pool, n, r, rule)
	require.Equal(t, wantOK, ok)
	require.Equal(t, ok, fits)
	require.Equal(t, want, got)
	sum := 0
	for _, p := range got {
		sum += p.GPUs
		require.LessOrEqual(t, p.GPUs, free[p.Node], "only free GPUs: none held, doomed, lost or external")
		require.Equal(t, pool, c.nodes[p.Node].pool)
		require.True(t, rule == Count || p.GPUs%r == 0, "replicas are whole")
	}
	if ok {
		require.Equal(t, n, sum)
	}
	return got
}

// capacity changes what is there, in both alike.
func (w twins) capacity(t *rapid.T, pool int, held map[Owner][]Piece) {
	ch := Change{
		Pool: pool, Node: ByCount, Delta: -rapid.IntRange(1, 9).Draw(t, "GPUs"),
		Cause: rapid.SampledFrom([]Cause{Lost, External}).Draw(t, "cause"),
	}
	back := rapid.Bool().Draw(t, "back")
	notice := rapid.Bool().Draw(t, "notice")
	w.both(func(c *Cluster) {
		lost, external := c.Missing(pool)
		switch {
		case back && (ch.Cause == Lost && lost > 0 || ch.Cause == External && external > 0):
			c.Return(c.PickGain(Change{Pool: pool, Node: ByCount, Delta: 1, Cause: ch.Cause}), ch.Cause)
		case notice:
			c.Doom(c.PickLoss(ch))
		default:
			shares := c.Withdraw(c.PickLoss(ch), ch.Cause)
			if c == w.indexed {
				forget(held, shares)
			}
		}
	})
}

// forget takes the shares of withdrawn GPUs off their owners.
func forget(held map[Owner][]Piece, shares []Share) {
	for _, s := range shares {
		for i := range held[s.Owner] {
			if p := &held[s.Owner][i]; p.Node == s.Node {
				p.GPUs -= s.GPUs
			}
		}
	}
}

func TestIndexAllocatesNothing(t *testing.T) {
	for _, rule := range Placements() {
		c := New([]Pool{{Name: "a", Nodes: 64, GPUsPerNode: 8, NodesPerRack: 8}}, nil, 1)
		c.Take(1, 0, 203, nil)
		var pieces []Piece
		c.Fits(0, 60, 1, rule)
		require.Zero(t, testing.AllocsPerRun(100, func() {
			pieces, _ = c.Place(2, 0, 12, 1, rule, pieces[:0])
			c.Give(2, pieces)
			c.Fits(0, 300, 4, rule)
		}), rule)
	}
}

func TestFreeSetNext(t *testing.T) {
	s := newFreeSet(200)
	require.Equal(t, -1, s.next(0))
	for _, n := range []int{3, 64, 130} {
		s.add(n)
	}
	for from, want := range map[int]int{0: 3, 3: 3, 4: 64, 64: 64, 65: 130, 130: 130, 131: -1, 199: -1} {
		require.Equal(t, want, s.next(from), from)
	}
}
