package idle_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/nodetimers/nodetimers/idle"
)

// Sessions that end when nobody has used them for a while.
func Example() {
	group := idle.NewGroup(idle.Options{Tick: time.Millisecond})
	over := make(chan bool)
	session := group.AfterIdle(50*time.Millisecond, func() { over <- true })
	fmt.Println("in use:", session.Touch())
	<-over
	fmt.Println("in use:", session.Touch())
	// Output:
	// in use: true
	// in use: false
}

type lease struct {
	idle.Entry
	name string
	done chan string
}

func (l *lease) Expire(*idle.Entry) { l.done <- l.name }

// An entry in a struct of the program's own, which is told itself and allocates nothing.
func ExampleGroup_Add() {
	group := idle.NewGroup(idle.Options{Tick: time.Millisecond})
	l := &lease{name: "printer", done: make(chan string)}
	group.Add(&l.Entry, l, 20*time.Millisecond)
	fmt.Println("expired:", <-l.done)
	// Output: expired: printer
}

func ExampleEntry_Hold() {
	group := idle.NewGroup(idle.Options{Tick: time.Millisecond})
	entry := group.AfterIdle(10*time.Millisecond, func() {})
	entry.Hold()
	time.Sleep(100 * time.Millisecond)
	fmt.Println("after ten times the limit, held:", entry.Live())
	entry.Release()
	entry.Stop()
	// Output: after ten times the limit, held: true
}

func ExampleNewConn() {
	a, b := net.Pipe()
	defer b.Close()
	c := idle.NewConn(a, idle.Config{Idle: 50 * time.Millisecond})
	_, err := c.Read(make([]byte, 1))
	var timeout net.Error
	fmt.Println(err, errors.Is(err, idle.ErrTimeout), errors.As(err, &timeout) && timeout.Timeout())
	// Output: idle: idle for 50ms true true
}

func ExampleNewListener() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	done := make(chan bool)
	limited := idle.NewListener(l, idle.Config{
		Idle:     50 * time.Millisecond,
		OnExpire: func(_ *idle.Conn, reason *idle.TimeoutError) { fmt.Println("closed:", reason); close(done) },
	})
	defer limited.Close()
	go func() {
		c, err := limited.Accept()
		if err == nil {
			io.Copy(c, c)
		}
	}()
	c, err := net.Dial("tcp", limited.Addr().String())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	io.WriteString(c, "hello")
	text, err := io.ReadAll(c)
	fmt.Println(string(text), err)
	<-done
	// Unordered output:
	// closed: idle: idle for 50ms
	// hello <nil>
}

// The two lines for an http.Server.
func ExampleHTTP() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	server := &http.Server{Handler: http.FileServer(http.Dir("."))}

	limited := idle.HTTP(server, listener, idle.Config{Idle: time.Minute, ReadStall: 10 * time.Second})
	go server.Serve(limited)

	resp, err := http.Get("http://" + limited.Addr().String() + "/doc.go")
	fmt.Println(resp.Status, err, limited.Group().Stats().Live)
	resp.Body.Close()
	server.Shutdown(context.Background())
	// Output: 200 OK <nil> 1
}

func ExampleDialer() {
	dialer := &idle.Dialer{Config: idle.Config{Idle: time.Minute, WriteStall: 10 * time.Second}}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
	_, err := client.Get("http://127.0.0.1:0/") // nobody is there
	fmt.Println(err != nil, dialer.Group().Stats().Live)
	// Output: true 0
}

func ExampleFromContext() {
	handler := func(w http.ResponseWriter, r *http.Request) {
		// This request may be quiet for longer than others.
		idle.FromContext(r.Context()).SetReadStall(time.Hour)
		io.Copy(os.Stdout, r.Body)
	}
	_ = handler
}
