package eventloop_test

import (
	"sync"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Benchmarks of what other goroutines do to a loop that runs, and the same with
// channels. With several producers the time is that of one operation, of which
// each producer does its share.

// produce lets goroutines share b.N calls of f.
func produce(b *testing.B, producers int, f func()) {
	var wg sync.WaitGroup
	for p := range producers {
		wg.Go(func() {
			for i := p; i < b.N; i += producers {
				f()
			}
		})
	}
	wg.Wait()
}

// busyLoop starts a loop that has been through a burst, so that its queues have
// room, and gives a function that waits until all that was posted has run, and
// ends it.
func busyLoop(b *testing.B) (l *eventloop.Loop, finish func()) {
	l = eventloop.New(eventloop.Options{})
	hold := l.Hold()
	end := start(l)
	for range 2 {
		full, ran := make(chan bool), make(chan bool)
		l.Post(func() { <-full })
		for range benchTimers {
			l.Post(func() {})
		}
		close(full)
		l.Post(func() { close(ran) })
		<-ran
	}
	b.ReportAllocs()
	b.ResetTimer()
	return l, func() {
		hold.Release()
		if err := <-end; err != nil {
			b.Error(err)
		}
	}
}

func BenchmarkPost(b *testing.B) {
	n := 0
	f := func() { n++ }
	for _, producers := range []int{1, 2} {
		name := "/producers=" + string(rune('0'+producers))
		b.Run("op=post"+name, func(b *testing.B) {
			l, finish := busyLoop(b)
			produce(b, producers, func() { l.Post(f) })
			finish()
		})
		b.Run("op=channel"+name, func(b *testing.B) {
			ch, done := make(chan func(), 1024), make(chan bool)
			go func() {
				for f := range ch {
					f()
				}
				close(done)
			}()
			b.ResetTimer()
			produce(b, producers, func() { ch <- f })
			close(ch)
			<-done
		})
		b.Run("op=postAfterFunc"+name, func(b *testing.B) {
			l, finish := busyLoop(b)
			produce(b, producers, func() { l.PostAfterFunc(time.Microsecond, f) })
			finish()
		})
		b.Run("op=postAfterFunc+cancel"+name, func(b *testing.B) {
			l, finish := busyLoop(b)
			produce(b, producers, func() { l.PostAfterFunc(time.Hour, f).Cancel() })
			finish()
		})
		b.Run("op=hold+release"+name, func(b *testing.B) {
			l, finish := busyLoop(b)
			produce(b, producers, func() { l.Hold().Release() })
			finish()
		})
	}
	b.Run("op=post/loop=stopped", func(b *testing.B) { // nobody takes anything meanwhile
		l := eventloop.New(eventloop.Options{})
		bench(b, func(int) { _ = l.Run(background) }, func(n int) {
			for range n {
				l.Post(f)
			}
		})
	})
}

// A wake-up is from the post to the callback, on a loop that sleeps.
func BenchmarkWakeUp(b *testing.B) {
	b.Run("of=loop", func(b *testing.B) {
		l := eventloop.New(eventloop.Options{})
		asleep, ran := make(chan bool, 1), make(chan time.Duration)
		l.AddHooks(eventloop.Hooks{Wait: func(time.Duration) {
			select {
			case asleep <- true:
			default:
			}
		}})
		hold := l.Hold()
		end := start(l)
		var total time.Duration
		b.ResetTimer()
		for range b.N {
			<-asleep
			from := time.Now()
			l.Post(func() { ran <- time.Since(from) })
			total += <-ran
		}
		b.ReportMetric(float64(total.Nanoseconds())/float64(b.N), "ns/wakeup")
		hold.Release()
		<-end
	})
	b.Run("of=goroutine", func(b *testing.B) {
		ch, ran := make(chan time.Time), make(chan time.Duration)
		go func() {
			for from := range ch {
				ran <- time.Since(from)
			}
		}()
		var total time.Duration
		b.ResetTimer()
		for range b.N {
			ch <- time.Now()
			total += <-ran
		}
		b.ReportMetric(float64(total.Nanoseconds())/float64(b.N), "ns/wakeup")
		close(ch)
	})
}
