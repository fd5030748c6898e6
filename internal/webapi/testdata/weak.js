// WeakRef and FinalizationRegistry, but for what the collector does.
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
t('WeakRef 1', () => new WeakRef(1));
t('WeakRef none', () => new WeakRef());
t('registered symbol', () => new WeakRef(Symbol.for('x')));
t('symbol', () => typeof new WeakRef(Symbol('x')).deref());
t('function', () => { const f = () => 1; return new WeakRef(f).deref() === f; });
t('object', () => { const o = { a: 1 }; const w = new WeakRef(o); return [w.deref() === o, String(w), Object.getOwnPropertyNames(w).length]; });
t('call', () => { try { WeakRef({}); } catch (e) { return e.constructor.name; } });
t('deref this', () => WeakRef.prototype.deref.call({}));
t('subclass', () => { class W extends WeakRef { constructor(o) { super(o); this.x = 1; } } const o = {}; return new W(o).deref() === o; });
t('no callback', () => new FinalizationRegistry());
t('callback {}', () => new FinalizationRegistry({}));
const r = new FinalizationRegistry(() => {});
t('register 1', () => r.register(1));
t('register same', () => { const o = {}; r.register(o, o); });
t('token 1', () => r.register({}, 1, 1));
t('token undefined', () => r.register({}, 1, undefined));
t('unregister', () => r.unregister({}));
t('unregister 1', () => r.unregister(1));
const token = {};
t('unregister found', () => { r.register(token, 1, token); return [r.unregister(token), r.unregister(token)]; });
t('register this', () => FinalizationRegistry.prototype.register.call({}, {}));
t('tag', () => String(r));
