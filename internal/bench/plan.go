package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is what is to be measured and in which order: the Plan, which is all
// that a run depends on.
//
// The order is file by file; in a file round by round; in a round combination by
// combination; and for a combination one process of each runtime. So what is
// compared is measured seconds apart. Who goes first alternates from round to
// round: with two runtimes A B, B A; with more each is first in turn, and after
// all have been, the order is reversed. Which is first in round 0 is drawn from
// the seed for each row.

// Plan is what Run measures. Rows of one program must stand together.
type Plan struct {
	Runtimes []Runtime
	Rows     []Row
	// Runs is how many samples each runtime takes of a row. 0 means 1.
	Runs int
	// AA is how many rounds more there are in which the first runtime alone is
	// measured, on both sides, to see what no difference looks like. They are
	// spread among the others.
	AA int
	// Seed is what the order is drawn from.
	Seed uint64
	// Shuffle draws the order of a file's combinations too, anew in each round.
	Shuffle bool
}

// Processes is the number of child processes at most.
func (p *Plan) Processes() int { return len(p.Rows) * (p.runs()*len(p.Runtimes) + 2*p.AA) }

func (p *Plan) runs() int { return max(p.Runs, 1) }

// Order says in words how processes take turns.
func (p *Plan) Order() string {
	text := "by file, round, combination, runtime; who goes first alternates, its start drawn from the seed"
	if p.Shuffle {
		text += "; combinations shuffled in each round"
	}
	if p.AA > 0 {
		text += fmt.Sprintf("; %d rounds of %s against itself among the others", p.AA, p.Runtimes[0].Name)
	}
	return text
}

// files splits the rows into those of one program.
func (p *Plan) files() [][]int {
	var out [][]int
	for i, r := range p.Rows {
		if i == 0 || p.Rows[i-1].Program.ID != r.Program.ID {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], i)
	}
	return out
}

// round is one round of a file: an ordinary one, or one of the first runtime
// against itself.
type round struct {
	number int
	aa     bool
}

// rounds spreads the A/A rounds evenly among the ordinary ones.
func (p *Plan) rounds() []round {
	var out []round
	aa := 0
	for i := range p.runs() {
		for ; aa*p.runs() < i*p.AA; aa++ {
			out = append(out, round{aa, true})
		}
		out = append(out, round{i, false})
	}
	for ; aa < p.AA; aa++ {
		out = append(out, round{aa, true})
	}
	return out
}

// turn is one process to come: the runtime, and in an A/A round the side.
type turn struct {
	runtime int
	side    string
}

// turns is the order of the processes for one row in one round.
func (p *Plan) turns(row int, r round) []turn {
	k := len(p.Runtimes)
	list := make([]turn, 0, k)
	if r.aa {
		list = append(list, turn{0, "a"}, turn{0, "b"})
		k = 2
	} else {
		for i := range k {
			list = append(list, turn{runtime: i})
		}
	}
	if k == 0 {
		return nil
	}
	first := int(rand.New(rand.NewPCG(p.Seed, uint64(row))).IntN(k)) // the same in all rounds
	at := (first + r.number) % k
	list = append(slices.Clone(list[at:]), list[:at]...)
	if k > 2 && r.number/k%2 == 1 {
		slices.Reverse(list[1:])
	}
	return list
}

// combinations is the order of a file's rows in one round.
func (p *Plan) combinations(rows []int, r round) []int {
	if !p.Shuffle {
		return rows
	}
	key := uint64(rows[0])<<32 | uint64(r.number)<<1
	if r.aa {
		key |= 1
	}
	out := slices.Clone(rows)
	rand.New(rand.NewPCG(p.Seed, key)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// check finds what would make a mess of the results.
func (p *Plan) check() error {
	names := map[string]bool{}
	for _, r := range p.Runtimes {
		if names[r.Name] {
			return fmt.Errorf("two runtimes are named %s", r.Name)
		}
		names[r.Name] = true
	}
	seen := map[string]int{}
	for i, r := range p.Rows {
		if last, ok := seen[r.Program.ID]; ok && last != i-1 {
			return fmt.Errorf("bench: the rows of %s do not stand together", r.Program.ID)
		}
		seen[r.Program.ID] = i
	}
	return nil
}

// failure and missing are the two ways in which a process yields no samples.
func (r Row) failure(binary string, n int, reason string) samples.Failure {
	return samples.Failure{Binary: binary, Filename: r.Program.ID, Configuration: r.Conf.Inspect(), Round: n, Reason: reason}
}

func (r Row) missing(binary, reason string) samples.Missing {
	return samples.Missing{Binary: binary, Filename: r.Program.ID, Configuration: r.Conf.Inspect(), Reason: reason}
}
