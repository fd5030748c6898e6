for (const v of ['x'.repeat(28), 'x'.repeat(29), "it's", 'a"b', '', -0, 1.5, [1], new (class Foo {})(), Object.create(null), () => 0 === 1 ]) {
  if (typeof v === 'function') continue;
  try { setImmediate(v); } catch (e) { console.log(e.message); }
}
