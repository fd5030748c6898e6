package main

import (
	"context"
	"io"
)

func mutate(ctx context.Context, o *options, p *pair, w io.Writer) error { return nil }
func record(ctx context.Context, o *options, p *pair, w io.Writer) error { return nil }
