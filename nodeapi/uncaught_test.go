package nodeapi

import "testing"

const footer = "\nnodetimers VERSION (as Node.js " + NodeVersion + ")\n"

// What is written to standard error, text for text.
func TestUncaughtIsPrinted(t *testing.T) {
	const hint = "(Use `nodetimers run --trace-uncaught ...` to show where the exception was thrown)\n"
	for _, c := range []struct {
		name, source, want string
	}{
		{"an Error", "const x = 1\n  throw new Error('boom')", "/main.js:2\n  throw new Error('boom')\n        ^\n\nError: boom\n    at /main.js:2:9\n"},
		{"in a timer", "setTimeout(function f() {\n\tnull.x\n}, 1)", "/main.js:2\n\tnull.x\n\t     ^\n\nTypeError: Cannot read properties of undefined (reading 'x')\n    at f (/main.js:2:7)\n"},
		{"with properties", "throw Object.assign(new TypeError('t'), { code: 'C', extra: { deep: 1 } })",
			"/main.js:1\nthrow Object.assign(new TypeError('t'), { code: 'C', extra: { deep: 1 } })\n                    ^\n\nTypeError: t\n    at /main.js:1:21 {\n  code: 'C',\n  extra: { deep: 1 }\n}\n"},
		{"with a cause", "throw new Error('outer', { cause: 'inner' })",
			"/main.js:1\nthrow new Error('outer', { cause: 'inner' })\n      ^\n\nError: outer\n    at /main.js:1:7 {\n  [cause]: 'inner'\n}\n"},
		{"a string", "throw 'text'", "\n/main.js:1\nthrow 'text'\n^\ntext\n" + hint},
		{"a number", "throw 42", "\n/main.js:1\nthrow 42\n^\n42\n" + hint},
		{"undefined", "throw undefined", "\n/main.js:1\nthrow undefined\n^\nundefined\n" + hint},
		{"null", "throw null", "\n/main.js:1\nthrow null\n^\nnull\n" + hint},
		{"an object", "setImmediate(() => { throw { a: 1, b: [2] } })", "\n/main.js:1\nsetImmediate(() => { throw { a: 1, b: [2] } })\n                     ^\n{ a: 1, b: [ 2 ] }\n"},
		{"a rejection with an Error", "Promise.reject(new Error('rej'))", "/main.js:1\nPromise.reject(new Error('rej'))\n               ^\n\nError: rej\n    at /main.js:1:16\n"},
		{"a rejection with a value", "Promise.reject(5)",
			"UnhandledPromiseRejection: This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason \"5\". {\n  code: 'ERR_UNHANDLED_REJECTION'\n}\n"},
		{"a stack overflow", "function f() { f() }\nf()", "/main.js:1\nfunction f() { f() }\n                ^\n\nRangeError: Maximum call stack size exceeded\n    at f (/main.js:1:17)\n    at f (/main.js:1:17)\n    at f (/main.js:1:17)\n    at f (/main.js:1:17)\n    at f (/main.js:1:17)\n    at f (/main.js:1:17)\n    at f (/main.js:1:17)\n    at f (/main.js:1:17)\n    at f (/main.js:1:17)\n    at f (/main.js:1:17)\n"},
		{"a wrong call", "setTimeout('code')",
			"/main.js:1\nsetTimeout('code')\n          ^\n\nTypeError [ERR_INVALID_ARG_TYPE]: The \"callback\" argument must be of type function. Received type string ('code')\n    at /main.js:1:11 {\n  code: 'ERR_INVALID_ARG_TYPE'\n}\n"},
		{"a failure in a failure", "process.on('uncaughtException', () => {\nthrow new Error('second') }); throw new Error('first')",
			"/main.js:2\nthrow new Error('second') }); throw new Error('first')\n      ^\n\nError: second\n    at /main.js:2:7\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProgram(t)
			code, want := p.onDisk(c.source), 1
			if c.name == "a failure in a failure" {
				want = 7
			}
			if code != want {
				t.Errorf("code %d", code)
			}
			p.printed("", c.want+footer)
		})
	}
}

// With TraceUncaught the place of the throw is told, which values have no stack
// for, and the place where the timer was set.
func TestTraceUncaught(t *testing.T) {
	p := newProgram(t, func(o *Options) { o.TraceUncaught = true })
	p.onDisk("function f() { throw 5 }\nsetTimeout(function g() { f() }, 1)")
	p.printed("", "\n/main.js:1\nfunction f() { throw 5 }\n               ^\n5\nThrown at:\n    at f (/main.js:1:16)\n    at g (/main.js:2:28)\n\nSet at:\n    at /main.js:2:11\n\n"+footer)
	p = newProgram(t, func(o *Options) { o.TraceUncaught = true })
	p.onDisk("throw 5")
	p.printed("", "\n/main.js:1\nthrow 5\n^\n5\nThrown at:\n    at /main.js:1:1\n\n"+footer)
}

// When the engine tracks origins the place is told without it too.
func TestOriginOfUncaught(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"function f() { process.nextTick(() => { throw new Error('x') }) }\nf()", "Error: x\n    at main.js:1:47\nSet at:\n    at f (main.js:1:32)\n\n"},
		{"setImmediate(async () => { throw new Error('x') })", "Error: x\n    at main.js:1:34\nSet at:\n    at main.js:1:13\n\n"},
		{"setImmediate(async () => { await 1; throw new Error('x') })", "Error: x\n    at main.js:1:43\n"},
	} {
		p := newProgram(t)
		p.Engine().TrackOrigins(true)
		p.run(c.source)
		p.printed("", c.want+footer)
	}
}

// A source that is in no file can be given, or is left out.
func TestSourceOfUncaught(t *testing.T) {
	p := newProgram(t)
	p.run("throw new Error('x')")
	p.printed("", "Error: x\n    at main.js:1:7\n"+footer)
	p = newProgram(t)
	p.Source = func(file string) []byte { return []byte("text of " + file) }
	p.run("throw new Error('x')")
	p.printed("", "main.js:1\ntext of main.js\n      ^\n\nError: x\n    at main.js:1:7\n"+footer)
}

// Who handles exceptions and rejections, in which order, and with what code it
// ends.
func TestUncaughtEvents(t *testing.T) {
	for _, c := range []struct {
		name, source string
		code         int
		out          string
	}{
		{"the code is 1, and an exit listener sees it", `process.on('exit', (c) => console.log(c, process.exitCode)); throw 1`, 1, "1 1\n"},
		{"an exit listener changes it", `process.on('exit', () => { process.exitCode = 0 }); throw 1`, 0, ""},
		{"monitor, then the listener", `
			process.on('uncaughtException', (e, o) => console.log('listener', e, o)); process.on('uncaughtExceptionMonitor', (e, o) => console.log('monitor', e, o))
			setTimeout(() => { throw 'a' }, 1); setTimeout(() => console.log('on'), 2)`, 0, "monitor a uncaughtException\nlistener a uncaughtException\non\n"},
		{"a monitor alone does not help", `process.on('uncaughtExceptionMonitor', () => console.log('monitor')); throw 1`, 1, "monitor\n"},
		{"the capture callback goes first", `
			process.setUncaughtExceptionCaptureCallback((e) => console.log('captured', e)); process.on('uncaughtException', () => console.log('no'))
			setTimeout(() => { throw 'a' }, 1)`, 0, "captured a\n"},
		{"a listener that throws", `process.on('exit', () => console.log('no')); process.on('uncaughtException', () => { throw 1 }); throw 2`, 7, ""},
		{"a listener that exits", `process.on('uncaughtException', () => process.exit(9)); throw 1`, 9, ""},
		{"a rejection listener", `process.on('unhandledRejection', (r, p) => console.log(r, p instanceof Promise)); Promise.reject('r')`, 0, "r true\n"},
		{"a rejection handled late", `
			process.on('unhandledRejection', () => console.log('unhandled')); process.on('rejectionHandled', (q) => console.log('handled', q === p))
			const p = Promise.reject(1); setTimeout(() => p.catch(() => {}), 1)`, 0, "unhandled\nhandled true\n"},
		{"a rejection as an exception", `process.on('uncaughtException', (e, o) => console.log(e.code, o)); Promise.reject(1)`, 0, "ERR_UNHANDLED_REJECTION unhandledRejection\n"},
		{"a rejection ends it", `process.on('exit', (c) => console.log(c)); setImmediate(() => console.log('no')); Promise.reject(new Error('x'))`, 1, "1\n"},
		{"an exception in an exit listener", `process.on('exit', () => { throw 1 }); process.on('exit', () => console.log('no'))`, 1, ""},
		{"a rejection in an exit listener", `process.on('exit', () => { Promise.reject(1) }); process.on('exit', () => console.log('second'))`, 1, "second\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProgram(t)
			if code := p.run(c.source); code != c.code {
				t.Errorf("code %d, want %d", code, c.code)
			}
			p.errout.Reset()
			p.printed(c.out, "")
		})
	}
}

// Warnings, text for text.
func TestWarningsArePrinted(t *testing.T) {
	const source = `
		process.emitWarning('one'); process.emitWarning('two', 'Custom', 'CODE')
		process.emitWarning('three', { detail: 'the detail', code: 'C' }); process.emitWarning(new TypeError('four'))
		process.emitWarning(''); process.emitWarning('multi\nline'); process.emitWarning('dep', 'DeprecationWarning', 'DEP0')
		process.emit('warning', 'not an Error'); process.on('warning', (w) => console.log(w.name))`
	const names = "Warning\nCustom\nWarning\nTypeError\nWarning\nWarning\nDeprecationWarning\n"
	p := newProgram(t)
	p.run(source)
	p.printed(names, "(node:PID) Warning: one\n(Use `nodetimers run --trace-warnings ...` to show where the warning was created)\n"+`(node:PID) [CODE] Custom: two
(node:PID) [C] Warning: three
the detail
(node:PID) TypeError: four
(node:PID) Warning
(node:PID) Warning: multi
line
(node:PID) [DEP0] DeprecationWarning: dep
`)
	p = newProgram(t, func(o *Options) { o.NoWarnings = true })
	p.run(source)
	p.printed(names, "")
	p = newProgram(t, func(o *Options) { o.TraceWarnings = true })
	p.run(`process.emitWarning('one', 'T')`)
	p.printed("", "(node:PID) T: one\n    at main.js:1:20\n")
}
