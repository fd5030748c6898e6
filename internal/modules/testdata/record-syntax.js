// Records how Node reports files with syntax errors: node record-syntax.js > syntax-errors.txt
// Each line: the ending of the file's name, its text as JSON, and line, column, length and message as JSON.
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'syntax-'));
const cases = {
  cjs: ['let a = ;', 'foo(', 'foo(1, 2', 'console.log("a" "b")', 'foo(a b, c)', 'a.b(c\nd)', 'foo({a: 1}', 'foo(function() { return 1 }\nbar()', 'foo((a, b) c)', 'if (foo(a b)) {}', 'function f(a b) {}',
    'var x = {', 'if (x {', '}', 'function f( { }', 'let a; let a;', 'const a;', 'return 1; }', 'a b', "'abc", '/abc', 'for (;;', 'x = 1 +', 'await 1;', "import x from 'y'; ", 'export const a = 1',
    'class A { constructor(){} constructor(){} }', 'let let = 1', "'use strict'; with (a) {}", "'use strict'; 010", 'break;', 'continue;', '1 = 2', "var a = 'x' 'y'", 'obj = {a: 1, b: 2,, c}', 'enum A {}', 'import.meta',
    'let x = 5; x y', 'if (1) else 2', 'switch (1) { foo }', 'a => { } b', 'var x = 10n n', '\n\n  foo bar\n', 'const {a, b} = ;', "'use strict'; delete x", 'label: label: 1', '[a, b', 'a ?? b || c', 'for (const x of a, b) {}',
    'é é', 'json: 1, 2: 3', '\u0001', 'class A extends { }', 'async () => { await }', 'export default 1', "import('x'", '"use strict"; implements = 1', "'use strict'; function f(a, a) {}", '// ok\n\n\tlet 😀 = 1', 'const s = "é😀" +;', 'x = "a\nb"', 'y = `${1 +}`',
    'function* g() { yield = 1 }', '({ a: 1 b: 2 })', '[1 2]', 'if (x) { foo() ', 'while (1 { }', 'super()', 'do x while (1) y', 'var 1', 'throw', 'case 1:', 'async function f() { for await (x y) {} }', 'let [a, b = ] = 1'],
  mjs: ["import { a from 'x'", 'export { a }', "import a from 'x'; let a", 'with (a) {}', 'return 1', 'export const a = 1; export { a }', "import * from 'x'", 'await', 'const a = 1; a = ', 'yield = 1', 'export { a as b } from', 'let await = 1', 'foo(\n', 'let a = 1;\nlet a = 2;', "import 'x' with { type: json }", 'const x = await;', 'export default', 'import x'],
};
for (const [ending, texts] of Object.entries(cases)) {
  for (const text of texts) {
    const file = path.join(dir, 't.' + ending);
    fs.writeFileSync(file, text);
    const lines = spawnSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8' }).stderr.split('\n');
    const at = lines.findIndex((l) => l.startsWith('SyntaxError'));
    const head = lines.slice(0, at).filter((l) => l.trim() !== '');
    const mark = head.length > 1 && head[head.length - 1].includes('^') ? head[head.length - 1] : '';
    const out = { line: Number(head[0].split(':').pop()), column: mark.length - mark.trimStart().length + 1, length: mark.split('^').length - 1, message: lines[at].slice('SyntaxError: '.length) };
    console.log(ending + ' ' + JSON.stringify(text) + ' ' + JSON.stringify(out));
  }
}
