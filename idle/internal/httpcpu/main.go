//go:build unix

// Command httpcpu measures what limits on connections cost an http.Server: processor time per request, under wrk, with
// keep-alive, against the same server without. It runs pairs of both in alternating order, each in a new process, and
// prints the median of the ratios and their quartiles.
//
//	go run ./idle/internal/httpcpu -pairs 30 -seconds 2 -connections 256 -a none -b idle
//
// Servers:
//
//	none    an http.Server without limits
//	idle    idle.HTTP with Idle, which ReadStall and WriteStall follow
//	bare    idle.HTTP with Idle, and without ReadStall and WriteStall
//	server  http.Server's own IdleTimeout, ReadTimeout and WriteTimeout
//
// It needs wrk, which Debian has a package of.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nodetimers/nodetimers/idle"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("nodetimers: ")
	pairs := flag.Int("pairs", 30, "how many pairs")
	seconds := flag.Int("seconds", 2, "how long wrk runs, for each half of a pair")
	connections := flag.Int("connections", 256, "how many connections wrk keeps")
	a := flag.String("a", "none", "the server that is compared with")
	b := flag.String("b", "idle", "the server that is measured")
	child := flag.String("serve", "", "be a server of that kind (this program starts itself so)")
	flag.Parse()
	var err error
	if *child != "" {
		err = serve(*child)
	} else {
		err = measure(*pairs, *seconds, *connections, *a, *b)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// serve prints the server's address and serves until standard input ends.
func serve(kind string) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello, world") })
	mux.HandleFunc("/cpu", func(w http.ResponseWriter, r *http.Request) {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprint(w, u.Utime.Nano()+u.Stime.Nano())
	})
	server := &http.Server{Handler: mux}
	switch kind {
	case "none":
	case "idle":
		l = idle.HTTP(server, l, idle.Config{Idle: time.Minute})
	case "bare":
		l = idle.HTTP(server, l, idle.Config{Idle: time.Minute, ReadStall: -1, WriteStall: -1})
	case "server":
		server.IdleTimeout, server.ReadTimeout, server.WriteTimeout = time.Minute, 10*time.Second, 10*time.Second
	default:
		return fmt.Errorf("there is no server %q: none, idle, bare or server", kind)
	}
	fmt.Println(l.Addr())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	return server.Serve(l)
}

// result is what one run of wrk gave.
type result struct {
	cpu  float64 // microseconds of processor time per request
	rate float64 // requests a second
}

var wrkCount = regexp.MustCompile(`(\d+) requests in ([\d.]+)s`)

// run starts a server and has wrk ask it.
func run(kind string, seconds, connections int) (r result, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	server := exec.Command(self, "-serve", kind)
	server.Stderr = os.Stderr
	stdin, err := server.StdinPipe()
	if err != nil {
		return r, err
	}
	stdout, err := server.StdoutPipe()
	if err != nil {
		return r, err
	}
	if err := server.Start(); err != nil {
		return r, err
	}
	defer server.Wait()
	defer stdin.Close()
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return r, fmt.Errorf("the server %q did not start: %w", kind, err)
	}
	url := "http://" + strings.TrimSpace(address)

	// The connections are opened, and the server is warm, before the time that counts.
	if _, err := wrk(url, 1, connections); err != nil {
		return r, err
	}
	before, err := cpu(url)
	if err != nil {
		return r, err
	}
	text, err := wrk(url, seconds, connections)
	if err != nil {
		return r, err
	}
	after, err := cpu(url)
	if err != nil {
		return r, err
	}
	m := wrkCount.FindStringSubmatch(text)
	if m == nil || strings.Contains(text, "Socket errors") || strings.Contains(text, "Non-2xx") {
		return r, fmt.Errorf("wrk says:\n%s", text)
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		return r, err
	}
	return result{(after - before) / n / 1000, n / float64(seconds)}, nil
}

func wrk(url string, seconds, connections int) (string, error) {
	out, err := exec.Command("wrk", "-t", "1", "-c", strconv.Itoa(connections), "-d", strconv.Itoa(seconds)+"s", url+"/").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("wrk: %w\n%s", err, out)
	}
	return string(out), nil
}

// cpu asks the server what processor time it has used, in nanoseconds.
func cpu(url string) (float64, error) {
	resp, err := http.Get(url + "/cpu")
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(string(text), 64)
}

func measure(pairs, seconds, connections int, a, b string) error {
	var ratios, cpuA, cpuB, rateA, rateB []float64
	for i := range pairs {
		first, second := a, b
		if i%2 == 1 {
			first, second = b, a
		}
		x, err := run(first, seconds, connections)
		if err != nil {
			return err
		}
		y, err := run(second, seconds, connections)
		if err != nil {
			return err
		}
		if i%2 == 1 {
			x, y = y, x
		}
		ratios = append(ratios, y.cpu/x.cpu)
		cpuA, cpuB = append(cpuA, x.cpu), append(cpuB, y.cpu)
		rateA, rateB = append(rateA, x.rate), append(rateB, y.rate)
		fmt.Fprintf(os.Stderr, "pair %d of %d: %.2f and %.2f us a request, ratio %.3f\n", i+1, pairs, x.cpu, y.cpu, y.cpu/x.cpu)
	}
	fmt.Printf("%s: %.2f us of processor time a request, %.0f requests a second\n", a, quantile(cpuA, 0.5), quantile(rateA, 0.5))
	fmt.Printf("%s: %.2f us of processor time a request, %.0f requests a second\n", b, quantile(cpuB, 0.5), quantile(rateB, 0.5))
	fmt.Printf("ratio of processor time, %s to %s, of %d pairs: median %.3f, quartiles %.3f and %.3f\n",
		b, a, pairs, quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75))
	return nil
}

// quantile is the value below which that part of xs is, between two neighbours in proportion.
func quantile(xs []float64, q float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	xs = slices.Sorted(slices.Values(xs))
	at := q * float64(len(xs)-1)
	i := int(at)
	if i+1 == len(xs) {
		return xs[i]
	}
	return xs[i] + (at-float64(i))*(xs[i+1]-xs[i])
}
