// Prints what Node's path does for many arguments: node record.js > paths.txt
// Each line: style, function, arguments as JSON, result as JSON.
'use strict';
const path = require('path');
process.chdir('/tmp');
const posix = ['', '.', '..', '/', '//', '///', 'a', '/a', '//a', '///a//', 'a/', 'a//', 'a/b', '/a/b', '/a/b/', 'a/./b', 'a/../b', '../a', '../../a/..',
  './a', '/..', '/../a', 'a/b/../../..', '/a/../../b', '.a', '.a.b', 'a.', 'a.b', 'a.b.c', '..a', '...', 'a..', '/a/.b', '/a/.b.c/', 'a/..', 'a b/c d.txt',
  'a\\b', 'C:\\a', './/', '././', 'file.', 'file.ext/', 'ä/ö.ü', '/.', '/./', 'x.y/z', '//a//b//', 'a:b'];
const win = ['', '.', '..', '\\', '/', '\\\\', '//', '\\\\\\', 'a', '\\a', '\\\\a', '\\\\a\\', '\\\\a\\b', '\\\\a\\b\\', '\\\\a\\b\\c', '\\\\a\\b\\c\\..\\..', '//a/b/c', '//a//b',
  '\\\\a\\\\b', '\\\\.\\COM1', '\\\\?\\C:\\a', '\\\\?\\UNC\\a\\b', '\\\\.\\pipe\\x', 'C:', 'C:\\', 'C:/', 'C:a', 'C:.', 'C:..', 'C:\\a', 'C:\\a\\', 'c:\\A\\b', 'C:\\..', 'C:..\\a', 'C:a\\..\\..',
  'a\\b', 'a/b\\c', '..\\a', '..\\..\\a\\..', '.\\a', 'a\\.', 'a.b', '.a', 'C:a.b', 'C:.b', 'C:\\a.b\\', 'D:\\x', 'D:x', 'C:\\a b\\c', 'a:b', '.\\C:a', '..\\C:a', 'x\\..\\C:\\a', 'ab:c', 'CON', 'CON:a', 'COM1:x', '1:a', 'C:\\\\a\\\\b', '\\a\\..\\..', 'file.ext\\',
  '//?/C:/a', '\\\\a', '\\/a\\/b'];
const globs = [['a', 'a'], ['a', '*'], ['', '*'], ['.a', '*'], ['.a', '.*'], ['a/b', '*'], ['a/b', '*/*'], ['a/b', '**'], ['a', '**'], ['', '**'], ['.a', '**'], ['a/.b', '**'], ['a/b/c', 'a/**'], ['a', 'a/**'], ['a/', 'a/**'],
  ['a/b/c', '**/c'], ['c', '**/c'], ['a/b/c', 'a/**/c'], ['a/c', 'a/**/c'], ['abc', 'a?c'], ['ac', 'a?c'], ['abc', 'a*'], ['abc', '*c'], ['abc', 'a[a-c]c'], ['abc', 'a[!a-c]c'], ['axc', 'a[!a-c]c'], ['axc', 'a[^a-c]c'],
  ['a', '{a,b}'], ['b', '{a,b}'], ['c', '{a,b}'], ['a2', 'a{1..3}'], ['a4', 'a{1..3}'], ['a02', 'a{01..03}'], ['foo.js', '*.{js,ts}'], ['foo.ts', '*.{js,ts}'], ['foo.cs', '*.{js,ts}'], ['ab', '@(a|b)'], ['a', '@(a|b)'], ['aab', '+(a|b)'], ['', '*(a)'], ['aaa', '*(a)'],
  ['a.js', '!(*.js)'], ['a.ts', '!(*.js)'], ['a.ts', '*.!(js)'], ['a.js', '*.!(js)'], ['ab', 'a?(b)'], ['a', 'a?(b)'], ['a/b', 'a\\b'], ['a\\b', 'a/b'], ['a/b', 'A/B'], ['[a]', '[[]a]'], ['a5', 'a[[:digit:]]'], ['ab', 'a[[:digit:]]'], ['a', '[a'], ['[a', '[a'],
  ['a/b/', 'a/b'], ['a/b', 'a/b/'], ['./a', 'a'], ['a', './a'], ['./a', './a'], ['a/../b', 'b'], ['b', 'a/../b'], ['/a', '/*'], ['/a/b', '/**'], ['/a/b', '/a/*'], ['//a', '/a'], ['a//b', 'a/b'], ['a/b', 'a//b'], ['x{a}', 'x{a}'], ['a,b', '{a,b}'], ['{}', '{}'],
  ['a-b', 'a{-,_}b'], ['foo/bar/baz', 'foo/{bar,qux}/*'], ['foo/bar/baz.js', '**/*.js'], ['.foo/bar', '**/bar'], ['foo', 'f*o*'], ['foooo', 'f*o'], ['a.b.c', '*.*.*'], ['x', '?'], ['.', '?'], ['..', '**'], ['a', '!a'], ['!a', '!a'], ['#a', '#a'], ['a/b/c/d', '**/b/**/d'], ['a', '*{,b}'], ['ab', 'a{b,c{d,e}}'], ['acd', 'a{b,c{d,e}}'], ['acf', 'a{b,c{d,e}}']];
const line = (style, name, args) => {
  let out;
  try { out = path[style][name](...args); } catch (e) { out = `!${e.message}`; }
  console.log(`${style} ${name} ${JSON.stringify(args)} ${JSON.stringify(out)}`);
};
for (const [style, list] of [['posix', posix], ['win32', win]]) {
  for (const name of ['normalize', 'isAbsolute', 'dirname', 'basename', 'extname', 'parse', 'toNamespacedPath', 'resolve']) for (const p of list) line(style, name, [p]);
  for (const p of list) for (const suffix of ['b', '.b', 'a', 'ab', '/', p]) line(style, 'basename', [p, suffix]);
  for (let i = 0; i < list.length; i++) for (let j = i % 3; j < list.length; j += 3) for (const name of ['join', 'resolve', 'relative']) line(style, name, [list[i], list[j]]);
  for (const a of ['', 'a', '/', '..', '\\', 'C:']) for (const b of ['', 'b', '/b', '..']) for (const c of ['', 'c', '/', '../..']) line(style, 'join', [a, b, c]), line(style, 'resolve', [a, b, c]);
  for (const o of [{}, { base: 'b' }, { dir: '/a', base: 'b' }, { root: '/', base: 'b' }, { root: '/', dir: '/', name: 'n', ext: '.e' }, { name: 'n', ext: 'e' }, { dir: 'd', name: 'n' }, { ext: '.x' }, { root: 'C:\\', dir: 'C:\\a', base: 'b' }, { root: '/', name: 'f', ext: 'txt' }]) line(style, 'format', [o]);
  for (const g of globs) line(style, 'matchesGlob', g);
}
