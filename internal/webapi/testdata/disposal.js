// DisposableStack, AsyncDisposableStack and SuppressedError.
const dump = (v) => v === undefined ? 'undefined' : v === null || typeof v !== 'object' && typeof v !== 'function' ? typeof v === 'string' ? JSON.stringify(v) : typeof v === 'symbol' ? v.toString() : Object.is(v, -0) ? '-0' : String(v) + (typeof v === 'bigint' ? 'n' : '') :
  Array.isArray(v) ? '[' + Array.from(v, dump).join(', ') + ']' : typeof v === 'function' ? '[Function ' + v.name + ']' : v instanceof Error ? '<' + v.name + ': ' + v.message + '>' :
  ArrayBuffer.isView(v) ? v.constructor.name + '[' + Array.from(v.length === undefined ? [] : v, String).join() + ']' : v instanceof Map ? 'Map{' + Array.from(v, ([a, b]) => dump(a) + '=>' + dump(b)).join() + '}' : v instanceof Set ? 'Set{' + Array.from(v, dump).join() + '}' :
  '{' + Reflect.ownKeys(v).map((k) => String(k) + ':' + dump(v[k])).join(', ') + '}';
const t = (name, f) => {
  try {
    print(name, '=>', dump(f()));
  } catch (e) {
    print(name, '!!', e && e.constructor && e.constructor.name, e && e.name, e && e.code, e && e.message);
  }
};
t('call', () => { try { DisposableStack(); } catch (e) { return e.constructor.name; } });
t('all', () => {
  const l = [], s = new DisposableStack(), r = { [Symbol.dispose]() { l.push('r'); } };
  l.push(s.use(r) === r, s.use(null), s.adopt(5, (x) => l.push('adopt' + x)), s.defer(() => l.push('defer')), s.disposed);
  s.dispose();
  l.push(s.disposed, s.dispose());
  return l;
});
t('by symbol', () => { const l = [], s = new DisposableStack(); s.defer(() => l.push('d')); s[Symbol.dispose](); return [l, DisposableStack.prototype[Symbol.dispose] === DisposableStack.prototype.dispose]; });
t('use {}', () => new DisposableStack().use({}));
t('use 5', () => new DisposableStack().use(5));
t('use no function', () => new DisposableStack().use({ [Symbol.dispose]: 5 }));
t('adopt 2', () => new DisposableStack().adopt(1, 2));
t('defer 2', () => new DisposableStack().defer(2));
t('use after', () => { const s = new DisposableStack(); s.dispose(); s.use(null); });
t('move', () => { const s = new DisposableStack(); let n = 0; s.defer(() => n++); const m = s.move(); const before = n; m.dispose(); return [s.disposed, m.disposed, before, n]; });
t('move after', () => { const s = new DisposableStack(); s.dispose(); s.move(); });
t('errors', () => {
  const s = new DisposableStack();
  for (const n of [1, 2, 3]) s.defer(() => { throw n; });
  try { s.dispose(); } catch (e) { return [e.name, e.message, e.error, e.suppressed.error, e.suppressed.suppressed, e instanceof SuppressedError]; }
});
t('one error', () => { const s = new DisposableStack(); s.defer(() => { throw new RangeError('r'); }); s.dispose(); });
t('this', () => DisposableStack.prototype.dispose.call({}));
t('disposed this', () => Object.getOwnPropertyDescriptor(DisposableStack.prototype, 'disposed').get.call({}));
t('SuppressedError', () => { const e = SuppressedError(1, 2, 'm'); return [e.error, e.suppressed, e.message, e instanceof Error, e instanceof SuppressedError, Object.keys(e)]; });
t('empty', () => { const e = new SuppressedError(); return [Object.hasOwn(e, 'message'), String(e)]; });
t('subclass', () => { class S extends SuppressedError {} return [new S(1, 2) instanceof S, new S(1, 2).error]; });
(async () => {
  const l = [], s = new AsyncDisposableStack();
  s.use({ [Symbol.asyncDispose]: async () => { l.push('async'); } });
  s.use({ [Symbol.dispose]: () => { l.push('sync'); } });
  s.use(null);
  s.defer(async () => { l.push('defer'); });
  s.adopt(4, async (x) => l.push(x));
  const p = s.disposeAsync();
  l.push('after');
  print(s.disposed, p instanceof Promise, await p, l.join());
  const s2 = new AsyncDisposableStack();
  s2.defer(() => { throw 1; });
  s2.defer(async () => { throw 2; });
  await s2.disposeAsync().catch((e) => print(e.name, e.error, e.suppressed));
  print(await s2.disposeAsync());
  await AsyncDisposableStack.prototype.disposeAsync.call({}).catch((e) => print('rejects', e.message));
  t('async use after', () => s.use({}));
  t('async use {}', () => new AsyncDisposableStack().use({}));
  t('async move', () => { const a = new AsyncDisposableStack(); return [a.move().disposed, a.disposed]; });
})();
