package idle

import (
	"context"
	"net"
	"sync"
)

// Dialer dials connections with limits. The zero value dials without any; it must not be copied after first use.
//
// For a client of HTTP:
//
//	dialer := &idle.Dialer{Config: idle.Config{Idle: time.Minute, WriteStall: 10 * time.Second}}
//	transport := &http.Transport{DialContext: dialer.DialContext, ForceAttemptHTTP2: true}
//
// A client cannot see whether its server is thinking. So Idle is the longest silence that it accepts in an exchange as
// well as between two, where http.Transport.IdleConnTimeout may be shorter. ReadStall adds nothing to it for HTTP, whose
// transport always has a Read that waits.
type Dialer struct {
	Config Config

	// Dial makes the connection; nil is that of a zero net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	once  sync.Once
	group *Group
}

// DialContext dials. It returns a *Conn.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	dial := d.Dial
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	c, err := dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	cfg := d.Config
	cfg.Group = d.Group()
	return newConn(c, &cfg, nil), nil
}

// Group keeps the limits of its connections.
func (d *Dialer) Group() *Group {
	d.once.Do(func() {
		if d.group = d.Config.Group; d.group == nil {
			d.group = NewGroup(Options{})
		}
	})
	return d.group
}
