package nodeapi_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/nodeapi"
)

// TestTestCases runs each testdata/test/NAME.js as a main module and compares
// what it prints with NAME.out, which Node printed: times are taken out, the
// current folder, and stacks, which name functions of Node's.
func TestTestCases(t *testing.T) {
	checkCases(t, "testdata/test", 37, withoutTimes)
}

var (
	milliseconds = regexp.MustCompile(` (\x1b\[90m)?\(\d+(\.\d+)?ms\)(\x1b\[39m)?`)
	total        = regexp.MustCompile(`duration_ms \d+(\.\d+)?`)
	frame        = regexp.MustCompile(`^ +(?:\x1b\[90m +)?(?:at .*?|\.\.\. \d+ lines matching cause stack trace \.\.\.)( \{)?$`)
)

func withoutTimes(text string) string {
	text = milliseconds.ReplaceAllString(text, "")
	text = total.ReplaceAllString(text, "duration_ms")
	if cwd, err := os.Getwd(); err == nil {
		text = strings.ReplaceAll(text, cwd+"/", "")
	}
	var out []string
	for _, line := range strings.Split(text, "\n") {
		m := frame.FindStringSubmatch(line)
		if m == nil {
			out = append(out, line)
		} else {
			out[len(out)-1] += m[1]
		}
	}
	return strings.Join(out, "\n")
}

// Node waits for ever for a test that nothing can end; here the run ends with a
// failure when no timer is left, also one that is not ref'd.
func TestTestNeverEnds(t *testing.T) {
	t.Parallel()
	got := withoutTimes(runCode(t, `const test = require('node:test')
test('unref', () => new Promise((r) => { setTimeout(r, 1000).unref() }))
test('never', () => new Promise(() => {}))
test('next', () => {})
process.on('exit', (code) => console.log('exit', code))
`))
	want := `✔ unref
✖ never
✖ next
ℹ tests 3
ℹ suites 0
ℹ pass 1
ℹ fail 0
ℹ cancelled 2
ℹ skipped 0
ℹ todo 0
ℹ duration_ms

✖ failing tests:

test at [eval]:3:1
✖ never
  'Promise resolution is still pending but the event loop has already resolved'

test at [eval]:4:1
✖ next
  'Promise resolution is still pending but the event loop has already resolved'
exit 1
exit code 1
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What a script does to builtins after the module was loaded changes nothing.
func TestTestTampered(t *testing.T) {
	t.Parallel()
	source := func(tamper string) string {
		return `const { test, describe, it, mock, before, afterEach } = require('node:test')
const { log } = console
const AC = AbortController
before(() => log('before'))
const fn = mock.fn(() => 1)
mock.timers.enable({ apis: ['setTimeout'] })
mock.timers.reset()
test('loads assertions', (t) => { t.plan(2); t.assert.ok(1); t.assert.strictEqual(1, 1) })
` + tamper + `
test('passes', (t) => { log(t.name, fn(), fn.mock.callCount()) })
test('fails', () => { throw 'text' })
test('subtests', async (t) => { await t.test('a', () => {}); await t.test('b', (t, done) => { setTimeout(done, 5) }) })
test('concurrent', { concurrency: 2, timeout: 100 }, async (t) => { t.test('c', async () => { await 1 }); t.test('d', () => {}) })
test('late', { timeout: 5 }, () => new Promise(() => {}))
test('timers', (t) => {
  t.mock.timers.enable({ now: 5 })
  const seen = []
  let n = 0
  setTimeout(() => { seen[n++] = 'timeout' }, 3)
  setInterval(() => { seen[n++] = 'interval' }, 2)
  setImmediate(() => { seen[n++] = 'immediate' })
  t.mock.timers.tick(5)
  log(seen[0], seen[1], seen[2], seen[3], Date.now())
})
test('method', (t) => { const o = { m() { return 1 } }; t.mock.method(o, 'm', () => 2); log(o.m()) })
test('mock counts', (t) => { t.plan(1); t.assert.deepEqual(1, 1) })
describe('suite', () => { afterEach(() => log('afterEach')); it('x', () => {}); it('y', { skip: 'why' }, () => {}) })
`
	}
	want := withoutTimes(runCode(t, source(strings.Repeat("\n", 11))))
	got := withoutTimes(runCode(t, source(`
const broken = () => { throw new Error('tampered') }
const list = [Array, Function, String, Map, Set, WeakSet, Promise, Number, Symbol]
const { getOwnPropertyNames: names, getOwnPropertyDescriptor: describeOwn } = Object
const own = (o) => { const all = names(o); for (let i = 0; i < all.length; i++) if (all[i] !== 'constructor' && typeof describeOwn(o, all[i]).value === 'function') o[all[i]] = broken }
for (let i = 0; i < list.length; i++) { own(list[i].prototype); if (list[i] !== Promise) own(list[i]) }
Array.prototype[Symbol.iterator] = Map.prototype[Symbol.iterator] = broken
Object.keys = Object.assign = Object.defineProperty = Object.entries = Reflect.apply = Reflect.construct = broken
Promise.all = Promise.race = Promise.resolve = Promise.withResolvers = broken
process.nextTick = globalThis.AbortController = globalThis.Proxy = globalThis.EventTarget = globalThis.queueMicrotask = broken

`)))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(want, "ℹ pass 12\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1") {
		t.Errorf("got %s", want)
	}
}

// What a test costs beside its function.
func BenchmarkTestModule(b *testing.B) {
	b.Run("do=load", func(b *testing.B) {
		for b.Loop() {
			n := nodeapi.Enable(gojaloop.New(goja.New(), gojaloop.Options{NoRequire: true, NoConsole: true}), nodeapi.Options{})
			n.Builtins()["test"](n.Engine().Runtime())
		}
	})
}
