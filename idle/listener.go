package idle

import "net"

// Listener is a net.Listener whose connections have limits.
type Listener struct {
	inner net.Listener
	cfg   Config
	http  bool
}

// NewListener puts limits on the connections that l accepts. TLS goes on top: tls.NewListener(idle.NewListener(l, cfg),
// tlsConfig); then [Of] finds a connection's Conn.
func NewListener(l net.Listener, cfg Config) *Listener {
	if cfg.Group == nil {
		cfg.Group = NewGroup(Options{})
	}
	return &Listener{inner: l, cfg: cfg}
}

// Accept waits for the next connection. It is a *Conn.
func (l *Listener) Accept() (net.Conn, error) {
	c, err := l.inner.Accept()
	if err != nil {
		return nil, err
	}
	return newConn(c, &l.cfg, l), nil
}

// Close closes the listener under it. Connections stay, with their limits.
func (l *Listener) Close() error { return l.inner.Close() }

// Addr is that of the listener under it.
func (l *Listener) Addr() net.Addr { return l.inner.Addr() }

// NetListener is the listener under it.
func (l *Listener) NetListener() net.Listener { return l.inner }

// Group keeps the limits of its connections.
func (l *Listener) Group() *Group { return l.cfg.Group }
