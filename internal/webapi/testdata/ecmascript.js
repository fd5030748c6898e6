// Functions of ECMAScript 2024 to 2026.
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
t('withResolvers', () => Object.keys(Promise.withResolvers()));
t('withResolvers this', () => Promise.withResolvers.call(1));
t('try this', () => Promise.try.call(5, () => 1));
t('groupBy null', () => Object.groupBy(null, () => 1));
t('groupBy 5', () => Object.groupBy([1], 5));
t('groupBy', () => { const g = Object.groupBy([1, 2, 3], (x, i) => x % 2 ? 'odd' : i); return [g, Object.getPrototypeOf(g)]; });
t('groupBy symbol', () => Reflect.ownKeys(Object.groupBy('ab', () => Symbol.iterator)).length);
t('Map.groupBy', () => Map.groupBy([1, -0, 0], (x) => -x));
t('well formed', () => ['a\ud800b'.isWellFormed(), 'a😀'.isWellFormed(), '\udc00\ud800'.toWellFormed() === '\ufffd\ufffd', 'a\ud800'.toWellFormed() === 'a\ufffd', '😀x'.toWellFormed(), String.prototype.isWellFormed.call(5)]);
t('well formed null', () => String.prototype.isWellFormed.call(null));
t('escape', () => ['1abc', '-', '_a', 'abc', 'Z', '\n\t \u2028é', '(){}[]|^$*+?./\\', ',-=<>#&!%:;@~\'`"', '\ud800x', '\xa0\ufeff', '', '😀'].map((s) => RegExp.escape(s)));
t('escape 5', () => RegExp.escape(5));
t('getOrInsert', () => { const m = new Map(); return [m.getOrInsert('a', 1), m.getOrInsert('a', 2), m.getOrInsertComputed('b', (k) => k + '!'), m.getOrInsertComputed('b', () => { throw 1; }), m]; });
t('getOrInsertComputed bad', () => new Map().getOrInsertComputed(1, 2));
t('getOrInsertComputed -0', () => { let seen; new Map().getOrInsertComputed(-0, (k) => { seen = Object.is(k, -0); }); return seen; });
t('WeakMap', () => { const k = {}, m = new WeakMap(); return [m.getOrInsert(k, 1), m.getOrInsert(k, 2), m.get(k), m.getOrInsertComputed({}, () => 3)]; });
t('transfer', () => { const b = new Uint8Array([1, 2, 3]).buffer; const c = b.transfer(5); return [b.detached, b.byteLength, c.byteLength, new Uint8Array(c), c.detached]; });
t('transfer shorter', () => { const c = new Uint8Array([1, 2, 3]).buffer.transferToFixedLength(2); return new Uint8Array(c); });
t('transfer twice', () => { const b = new ArrayBuffer(1); b.transfer(); b.transfer(); });
t('transfer this', () => ArrayBuffer.prototype.transfer.call({}));
t('transfer length', () => new ArrayBuffer(1).transfer(-1));
(async () => {
  const u = async (name, f) => {
    try { print(name, '=>', dump(await f())); } catch (e) { print(name, '!!', e && e.name, e && e.message); }
  };
  await u('resolvers', () => { const { promise, resolve } = Promise.withResolvers(); resolve(4); return promise; });
  await u('try value', () => Promise.try((a, b) => a + b, 1, 2));
  await u('try throws', () => Promise.try(() => { throw new RangeError('r'); }));
  await u('try promise', () => Promise.try(async () => 'p'));
  await u('try 5', () => Promise.try(5).catch((e) => e.constructor.name));
  class P extends Promise {}
  await u('subclass', async () => [Promise.try.call(P, () => 1) instanceof P, P.withResolvers().promise instanceof P]);
  await u('fromAsync array', () => Array.fromAsync([1, Promise.resolve(2)]));
  await u('fromAsync array-like', () => Array.fromAsync({ length: 2, 0: 'a', 1: Promise.resolve('b') }));
  await u('fromAsync mapped', () => Array.fromAsync([1, 2], async (x) => x * 2));
  await u('fromAsync set', () => Array.fromAsync(new Set([Promise.resolve(7)])));
  await u('fromAsync async', () => {
    let i = 0;
    return Array.fromAsync({ [Symbol.asyncIterator]() { return { async next() { return { done: i === 2, value: i++ }; } }; } });
  });
  await u('fromAsync 5', () => Array.fromAsync([1], 5));
  await u('fromAsync this', () => Array.fromAsync([1], function(x, i) { return [this.z, x, i].join(); }, { z: 9 }));
  class A extends Array {}
  await u('fromAsync class', async () => [await A.fromAsync([1]) instanceof A, await Array.fromAsync.call(5, [1])]);
  const closed = [];
  await u('fromAsync mapping throws', () => Array.fromAsync({ [Symbol.iterator]() {
    return { next() { return { value: 1, done: false }; }, return() { closed.push('closed'); return {}; } };
  } }, () => { throw new Error('mapper'); }));
  print(closed.length > 0);
})();
