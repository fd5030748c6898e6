// What the cases refer to.
class Foo { constructor() { this.foo = 'f' } }
class Bar extends Foo { constructor(n) { super(); this.n = n } }
// An error with one frame, so that nothing is shared with its cause.
function one(f) {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  try { return util.inspect(f()) } finally { Error.stackTraceLimit = limit }
}
function withStack(message, lines, options) {
  const e = new Error(message, options)
  e.stack = ['Error: ' + message, ...lines].join('\n')
  return e
}
// An error and its cause with so many frames in common, and own ones above.
function shared(common, own) {
  const frames = (name, n) => Array.from({ length: n }, (_, i) => '    at ' + name + i + ' (s.js)')
  const cause = withStack('cause', [...frames('c', own), ...frames('x', common)])
  return withStack('outer', [...frames('o', own), ...frames('x', common)], { cause })
}
// A frame for each letter.
function repeated(letters) {
  return withStack('loop', [...letters].map((l) => '    at ' + l + ' (s.js)'))
}
