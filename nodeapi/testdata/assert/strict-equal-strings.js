const assert = require('assert')
let n = 0
function show(f) {
  n++
  try {
    f()
    console.log(n, 'passes')
  } catch (e) {
    console.log(n, e.name, e.code, e.generatedMessage, e.operator)
    console.log(e.message)
  }
}

show(() => assert.strictEqual('a', 'b'))
show(() => assert.strictEqual('', ' '))
show(() => assert.strictEqual('abcdef', 'abcdeg'))
show(() => assert.strictEqual('abcdefg', 'abcdefh'))
show(() => assert.strictEqual('hello world', 'hello there'))
show(() => assert.strictEqual('Hello world, this is a test', 'Hello world, this is a text'))
show(() => assert.strictEqual('xHello world, this is a test', 'Hello world, this is a text'))
show(() => assert.strictEqual('ab', 'abcdefghijklmnop'))
show(() => assert.strictEqual('abcdefghijklmnop', 'ab'))
show(() => assert.strictEqual('abcdefghijklmnop', ''))
show(() => assert.strictEqual("it's", 'it"s not'))
show(() => assert.strictEqual("it's `both` \"quotes\"", "it's"))
show(() => assert.strictEqual('a\nb\nc', 'a\nb\nd'))
show(() => assert.strictEqual('a\nb\nc\n', 'a\nb\nc'))
show(() => assert.strictEqual('one line', 'two\nlines of text'))
show(() => assert.strictEqual('tab\t', 'tab\\t'))
show(() => assert.strictEqual('\u0000\u001b[31m', '\u0000'))
show(() => assert.strictEqual('é', 'e\u0301'))
show(() => assert.strictEqual('grüße aus köln', 'grüsse aus köln'))
show(() => assert.strictEqual('𝒳𝒴𝒵 mathematics', '𝒳𝒴𝒲 mathematics'))
show(() => assert.strictEqual('x'.repeat(35) + 'a', 'x'.repeat(35) + 'b'))
show(() => assert.strictEqual('x'.repeat(38) + 'a', 'x'.repeat(38) + 'b'))
show(() => assert.strictEqual('x'.repeat(40) + 'a', 'x'.repeat(40) + 'b'))
show(() => assert.strictEqual('x'.repeat(200), 'x'.repeat(201)))
show(() => assert.strictEqual('line\n'.repeat(30), 'line\n'.repeat(29) + 'last'))
show(() => assert.strictEqual(Array.from({ length: 60 }, (_, i) => 'line ' + i).join('\n'), Array.from({ length: 60 }, (_, i) => 'line ' + (i === 30 ? 'x' : i)).join('\n')))
show(() => assert.strictEqual('a'.repeat(10) + '\n' + 'b'.repeat(300), 'a'.repeat(10) + '\n' + 'c'.repeat(300)))
show(() => assert.strictEqual('123', 123))
show(() => assert.strictEqual('12345678901', 12345678901))
show(() => assert.strictEqual('a long string indeed', Symbol('a long symbol')))
