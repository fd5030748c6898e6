package eventloop_test

import "context"

// noContext is a nil context: what a program must not pass.
var noContext context.Context
