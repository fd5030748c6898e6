package core

import (
	"sync"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file has what other goroutines do to a loop that runs, and the same with a
// channel. The time is from the first post to the last callback's end, for one
// operation, of which each producer does its share.

// produce lets goroutines share the calls of f.
func produce(producers int, f func()) {
	if producers == 1 {
		for range batch {
			f()
		}
		return
	}
	var wg sync.WaitGroup
	for p := range producers {
		wg.Go(func() {
			for i := p; i < batch; i += producers {
				f()
			}
		})
	}
	wg.Wait()
}

func post(producers int) func() probe {
	return func() probe {
		l := eventloop.New(eventloop.Options{})
		hold := l.Hold()
		end := make(chan error, 1)
		go func() { end <- l.Run(background) }()
		n := 0
		f := func() { n++ }
		ran := make(chan bool)
		last := func() { ran <- true }
		one := func() { l.Post(f) }
		burst := func() {
			produce(producers, one)
			l.Post(last)
			<-ran
		}
		// A loop that had nothing to do for a second has given back the room of its
		// queue, so each sample begins with a burst that is queued whole.
		full := make(chan bool)
		room := func() {
			l.Post(func() { <-full })
			produce(1, one)
			full <- true
			l.Post(last)
			<-ran
		}
		p := batches(nil, burst)
		timed := p.sample
		p.sample = func(w *watch) {
			room()
			room()
			timed(w)
		}
		p.close = func() {
			hold.Release()
			if err := <-end; err != nil {
				panic(err)
			}
		}
		return p
	}
}

func channelSend(producers int) func() probe {
	return func() probe {
		n := 0
		f := func() { n++ }
		ran := make(chan bool)
		ch := make(chan func(), 1024)
		go func() {
			for f := range ch {
				f()
			}
		}()
		p := batches(nil, func() {
			produce(producers, func() { ch <- f })
			ch <- func() { ran <- true }
			<-ran
		})
		p.close = func() { close(ch) }
		return p
	}
}
