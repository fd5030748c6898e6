// The exports, the prototype and the fields of an emitter.
const E = events;
const dump = (v) => v === undefined ? 'undefined' : v === null || typeof v !== 'object' && typeof v !== 'function' ? typeof v === 'string' ? JSON.stringify(v) : typeof v === 'symbol' ? v.toString() : String(v) :
  Array.isArray(v) ? '[' + Array.from(v, dump).join(', ') + ']' : typeof v === 'function' ? '[Function ' + v.name + ']' : v instanceof Error ? '<' + v.name + ': ' + v.message + '>' :
  '{' + Reflect.ownKeys(v).map((k) => String(k) + ':' + dump(v[k])).join(', ') + '}';
const t = (name, f) => {
  try {
    print(name, '=>', dump(f()));
  } catch (e) {
    print(name, '!!', e && e.name, e && e.code, e && e.message);
  }
};
const flags = (d) => (d.writable ? 'w' : '-') + (d.enumerable ? 'e' : '-') + (d.configurable ? 'c' : '-') + (d.get ? ' get' : '') + (d.set ? ' set' : '');
const own = (o, skip) => {
  const lines = [];
  for (const k of Reflect.ownKeys(o)) {
    if (skip.includes(String(k))) continue;
    const d = Object.getOwnPropertyDescriptor(o, k);
    const v = d.value;
    lines.push(String(k) + ' ' + flags(d) + ' ' + (typeof v === 'function' ? v.name + '/' + v.length : typeof v === 'object' ? 'object' : String(v)));
  }
  print(lines.sort().join('\n'));
};
own(E, ['EventEmitterAsyncResource', 'kMaxEventTargetListeners', 'kMaxEventTargetListenersWarned']);
own(E.prototype, []);
own(new E(), []);
print(Object.getPrototypeOf(new E()._events), E === E.EventEmitter, E.prototype.on === E.prototype.addListener, E.prototype.off === E.prototype.removeListener);
function Old() { E.call(this); }
Old.prototype = Object.create(E.prototype);
const old = new Old();
old.on('x', () => print('old'));
old.emit('x');
const mixed = Object.assign({}, E.prototype);
mixed.on('y', () => print('mixed'));
mixed.emit('y');
print(Object.keys(mixed).join());
const bare = Object.create(E.prototype);
print(bare.listenerCount('a'), bare.eventNames().length, bare.emit('a'), bare.rawListeners('a').length);
bare.off('a', () => {});
bare.removeAllListeners();
bare.on('a', () => print('bare'));
bare.emit('a');
print(Object.keys(bare));
t('shared prototype', () => { function F() { E.call(this); } F.prototype = new E(); const a = new F(), b = new F(); a.on('x', () => {}); return b.listenerCount('x'); });
t('options number', () => Object.keys(new E(5)));
t('options bad', () => new E({ captureRejections: 5 }));
t('captureRejections', () => { E.captureRejections = 5; });
t('default of captureRejections', () => { E.captureRejections = true; const r = show(new E()); E.captureRejections = false; return r; });
class Mine extends E { constructor() { super(); this.a = 1; } }
print(show(new Mine()));
print(show(new E()));
print(show(Object.assign(new E(), { _events: null })));
