package idle

import (
	"context"
	"net"
)

// This file is a connection's context. There is none until it is asked for, which HTTP does for each connection.

// canceler is a context's cancel function.
type canceler struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
}

// Context is a context that is cancelled when the connection ends, with a *TimeoutError or net.ErrClosed for its cause.
func (c *Conn) Context() context.Context {
	if x := c.cancel.Load(); x != nil {
		return x.ctx
	}
	return c.withContext(context.Background())
}

func (c *Conn) withContext(parent context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(context.WithValue(parent, contextKey{}, c))
	if !c.cancel.CompareAndSwap(nil, &canceler{ctx, cancel}) {
		cancel(context.Canceled)
		return c.cancel.Load().ctx
	}
	switch t := c.end.Load(); t {
	case nil:
	case closed:
		cancel(net.ErrClosed)
	default:
		cancel(t)
	}
	return ctx
}

func (c *Conn) cancelContext(cause error) {
	if x := c.cancel.Load(); x != nil {
		x.cancel(cause)
	}
}

type contextKey struct{}

// FromContext is the connection whose context, [Conn.Context] or that of a request, ctx comes from; nil if there is none.
func FromContext(ctx context.Context) *Conn {
	c, _ := ctx.Value(contextKey{}).(*Conn)
	return c
}
