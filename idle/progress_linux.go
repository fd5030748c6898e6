//go:build linux && (amd64 || arm64 || arm || riscv64 || loong64 || ppc64le || ppc64 || mips64le || mips64 || mipsle || mips)

package idle

import (
	"net"
	"syscall"
	"unsafe"
)

// This file asks a TCP socket how much has moved, with the option TCP_INFO. It is asked only while a write or a transfer
// is in progress, a few times per limit.

// counter reads a socket. It keeps what it needs for that.
type counter struct{ raw syscall.RawConn }

// counts says whether progress can be read from that connection.
func counts(c net.Conn) bool {
	_, ok := c.(*net.TCPConn)
	return ok
}

// tcpInfo is the head of struct tcp_info in linux/tcp.h, whose fields never move.
type tcpInfo struct {
	_             [24]byte
	unacked       uint32 // segments
	_             [92]byte
	bytesAcked    uint64
	bytesReceived uint64
	_             [8]byte
	notsentBytes  uint32
	_             uint32
}

func (x *counter) read(c net.Conn) (p progress, ok bool) {
	if x.raw == nil {
		t, isTCP := c.(*net.TCPConn)
		if !isTCP {
			return p, false
		}
		raw, err := t.SyscallConn()
		if err != nil {
			return p, false
		}
		x.raw = raw
	}
	var info tcpInfo
	size := uint32(unsafe.Sizeof(info))
	var errno syscall.Errno
	err := x.raw.Control(func(fd uintptr) {
		_, _, errno = syscall.Syscall6(syscall.SYS_GETSOCKOPT, fd, syscall.IPPROTO_TCP, syscall.TCP_INFO,
			uintptr(unsafe.Pointer(&info)), uintptr(unsafe.Pointer(&size)), 0)
	})
	if err != nil || errno != 0 || uintptr(size) < unsafe.Offsetof(info.notsentBytes)+4 {
		return p, false // closed, not TCP after all, or Linux before 4.6
	}
	return progress{
		acked:    info.bytesAcked,
		received: info.bytesReceived,
		pending:  info.unacked > 0 || info.notsentBytes > 0,
	}, true
}
