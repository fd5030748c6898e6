//go:build !race

package eventloop_test

const slow = 1
