// What can be cloned, how it arrives, and what is said of the rest.
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
t('no argument', () => { try { structuredClone(); } catch (e) { return e.code; } });
t('undefined', () => structuredClone(undefined));
t('options null', () => structuredClone(1, null));
t('options 5', () => structuredClone(1, 5));
t('options function', () => structuredClone(1, () => {}));
t('transfer null', () => structuredClone(1, { transfer: null }));
t('transfer 5', () => structuredClone(1, { transfer: 5 }));
t('transfer [1]', () => structuredClone(1, { transfer: [1] }));
t('transfer [{}]', () => structuredClone(1, { transfer: [{}] }));
t('transfer view', () => { const b = new Uint8Array(4); return structuredClone(b, { transfer: [b] }); });
t('transfer set', () => { const b = new ArrayBuffer(4); const c = structuredClone(b, { transfer: new Set([b]) }); return [b.byteLength, b.detached, c.byteLength]; });
t('transfer twice', () => { const b = new ArrayBuffer(4); return structuredClone(b, { transfer: [b, b] }); });
t('clone detached', () => { const b = new ArrayBuffer(4); structuredClone(b, { transfer: [b] }); return structuredClone(b); });
t('transfer detached', () => { const b = new ArrayBuffer(4); structuredClone(b, { transfer: [b] }); return structuredClone(1, { transfer: [b] }); });
t('view of transferred', () => {
  const b = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  const c = structuredClone({ b }, { transfer: [b.buffer] });
  return [b.length, c.b, c.b.byteOffset, c.b.buffer.byteLength];
});
t('failed clone keeps the buffer', () => { const b = new ArrayBuffer(4); try { structuredClone([b, () => 1], { transfer: [b] }); } catch { return b.byteLength; } });
t('function', () => structuredClone(function foo(a) { return a; }));
t('arrow', () => structuredClone({ a: () => 1 }));
t('class', () => structuredClone(class A {}));
t('symbol', () => structuredClone(Symbol('q')));
t('boxed symbol', () => structuredClone(Object(Symbol('q'))));
t('promise', () => structuredClone(Promise.resolve()));
t('WeakMap', () => structuredClone(new WeakMap()));
t('WeakSet', () => structuredClone([new WeakSet()]));
t('proxy', () => structuredClone(new Proxy({}, {})));
t('proxy of array', () => structuredClone(new Proxy([], {})));
t('generator', () => structuredClone((function* () {})()));
t('array iterator', () => structuredClone([][Symbol.iterator]()));
t('map iterator', () => structuredClone(new Map().keys()));
t('arguments', () => structuredClone((function () { return arguments; })(1, 2)));
t('instance', () => { class A { x = 1; #y = 2; get z() { return this.#y; } } return structuredClone(new A()); });
t('getter', () => structuredClone({ get a() { return 5; } }));
t('getter throws', () => structuredClone({ get a() { throw new RangeError('mine'); } }));
t('no prototype', () => { const r = structuredClone(Object.assign(Object.create(null), { a: 1 })); return [r, Object.getPrototypeOf(r) === Object.prototype]; });
t('key __proto__', () => { const r = structuredClone(JSON.parse('{"__proto__":{"a":1}}')); return [Object.keys(r), Object.getPrototypeOf(r) === Object.prototype]; });
t('holes', () => { const a = [1, , 3]; a.x = 'p'; a.length = 5; const r = structuredClone(a); return [r.length, 1 in r, 3 in r, r.x]; });
t('sparse', () => { const a = []; a[1000000] = 1; const r = structuredClone(a); return [r.length, Object.keys(r)]; });
t('symbol keys', () => structuredClone({ [Symbol('a')]: 1, b: 2 }));
t('not enumerable', () => structuredClone(Object.defineProperty({}, 'x', { value: 1 })));
t('Date', () => { const d = new Date(5); d.x = 1; const r = structuredClone(d); return [r.getTime(), r.x, r instanceof Date]; });
t('invalid Date', () => structuredClone(new Date(NaN)).getTime());
t('RegExp', () => { const r = /a/gi; r.lastIndex = 3; const c = structuredClone(r); return [c.source, c.flags, c.lastIndex]; });
t('boxed', () => [1, 's', true, 1n].map((v) => { const r = structuredClone(Object(v)); return typeof r + typeof r.valueOf() + r; }));
t('minus zero', () => structuredClone(-0));
t('Map and Set', () => { const m = new Map([[{ a: 1 }, new Set([1])]]); m.x = 1; const r = structuredClone(m); return [r, r.x]; });
t('cycle', () => { const o = { m: new Map(), s: new Set(), a: [] }; o.self = o; o.m.set(o, o); o.s.add(o); o.a.push(o); const r = structuredClone(o); return [r.self === r, r.m.get(r) === r, r.s.has(r), r.a[0] === r, r !== o]; });
t('one object twice', () => { const x = {}; const r = structuredClone([x, x]); return r[0] === r[1]; });
for (const E of [Error, TypeError, RangeError, SyntaxError, EvalError, ReferenceError, URIError]) {
  t(E.name, () => { const r = structuredClone(new E('m')); return [r instanceof E, r.name, r.message, Object.keys(r), typeof r.stack]; });
}
t('cause', () => { const r = structuredClone(new Error('m', { cause: { a: 1 } })); return [r.cause, Object.getOwnPropertyDescriptor(r, 'cause').enumerable]; });
t('AggregateError', () => { const r = structuredClone(new AggregateError([1], 'm')); return [r.name, r.constructor.name, r.errors]; });
t('own name', () => { const e = new Error('m'); e.name = 'Mine'; e.extra = 1; const r = structuredClone(e); return [r.name, r.constructor.name, r.extra]; });
t('name of another class', () => { const e = new Error('m'); e.name = 'TypeError'; const r = structuredClone(e); return [r.name, r instanceof TypeError]; });
t('message of another type', () => { const e = new Error(); e.message = { toString() { return 'x'; } }; return structuredClone(e).message; });
t('message accessor', () => { const e = new Error(); Object.defineProperty(e, 'message', { get() { return 'x'; } }); return structuredClone(e).message; });
t('subclass', () => { class My extends TypeError { constructor() { super('q'); this.z = 1; } } const r = structuredClone(new My()); return [r.constructor.name, r.z, r.name]; });
t('own stack', () => { const e = new Error('m'); e.stack = 'custom'; return structuredClone(e).stack; });
t('DOMException', () => { const r = structuredClone(new DOMException('a', 'AbortError')); return [r.name, r.code, r.message, r instanceof DOMException, typeof r.stack]; });
t('QuotaExceededError', () => { const r = structuredClone(new QuotaExceededError('a', { quota: 4 })); return [r.name, r.quota, r.requested, r instanceof QuotaExceededError]; });
t('views of one buffer', () => {
  const b = new ArrayBuffer(16);
  const r = structuredClone([b, new Uint8Array(b, 2, 4), new Float64Array(b), new DataView(b, 1, 3), new BigInt64Array(b, 8), new Uint8ClampedArray(b, 1, 1)]);
  return [r[1].buffer === r[0], r[1].byteOffset, r[1].length, r[2].length, r[3].byteOffset, r[3].byteLength, r[4].length, r[5].constructor.name, r[0] !== b];
});
t('order', () => { const log = []; const m = new Map([[{ get a() { log.push('key'); return 1; } }, { get b() { log.push('value'); return 2; } }]]); structuredClone({ m, get z() { log.push('z'); } }); return log; });
t('map changed meanwhile', () => { const m = new Map(); m.set('x', { get a() { m.set('y', 1); return 1; } }); return structuredClone(m).size; });
t('object changed meanwhile', () => { const o = { get a() { delete o.b; o.c = 3; return 1; }, b: 2 }; return structuredClone(o); });
t('tagged', () => structuredClone({ [Symbol.toStringTag]: 'X', a: 1 }));
t('Math', () => structuredClone(Math));
