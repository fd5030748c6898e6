// Adding, removing and counting listeners.
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
const section = (name) => print('--', name);
const e0 = new E();
t('on 5', () => e0.on('x', 5));
t('once nothing', () => e0.once('x'));
t('off null', () => e0.off('x', null));
t('prepend object', () => e0.prependListener('x', {}));
t('prependOnce object', () => e0.prependOnceListener('x', {}));
t('chain', () => [e0.on('x', print) === e0, e0.off('x', print) === e0, e0.once('x', print) === e0, e0.removeAllListeners() === e0, e0.setMaxListeners(3) === e0]);
{ const g = () => {}, e = new E(), l = [];
  e.on('newListener', (n, f) => l.push('new ' + String(n) + ' ' + typeof f + ' ' + (f === g)));
  e.on('removeListener', (n, f) => l.push('rm ' + String(n) + ' ' + (f === g)));
  e.on('x', g); e.once('x', g); e.off('x', g); e.off('x', g); e.off('x', g);
  print(l.join('; '), e.eventNames()); }
{ const e = new E(), l = []; e.on('newListener', () => l.push(e.listenerCount('x'))); e.on('x', () => {}); e.prependListener('x', () => {}); print(l); }
{ const e = new E(), l = []; e.once('newListener', (n) => { if (n === 'x') e.on('x', () => l.push('B')); }); e.on('x', () => l.push('A')); e.emit('x'); print(l.join()); }
{ const e = new E(), l = []; e.on('x', () => l.push(1)); e.prependListener('x', () => l.push(0)); e.prependOnceListener('x', () => l.push(-1)); e.once('x', () => l.push(2)); e.emit('x'); e.emit('x'); print(l.join()); }
{ const e = new E(), f = () => {}, g = () => {}; e.once('x', f); e.on('x', g);
  print(e.listeners('x').map((x) => x === f || x === g), e.rawListeners('x').map((x) => [x === f, x.listener === f, x.name, x.length].join('/')));
  print(e.listenerCount('x'), e.listenerCount('x', f), e.listenerCount('x', g), e.listenerCount('y'), e.listenerCount('x', null), e.listenerCount('x', 5));
  const raw = e.rawListeners('x')[0]; raw(); print(e.listenerCount('x')); raw(); print(e.listenerCount('x')); }
{ const e = new E(); const s = Symbol('s'); e.on('x', () => {}); e.on(s, () => {}); e.on('__proto__', () => print('proto')); print(e.emit('__proto__'), e.emit('constructor')); e.on(5, () => print('five')); e.emit('5');
  print(e.eventNames().map(String), e._eventsCount); e.removeAllListeners('x'); print(e._eventsCount, Object.keys(e._events)); e.removeAllListeners('none'); print(e._eventsCount); e.removeAllListeners(); print(e._eventsCount, e.eventNames().length); }
{ const e = new E(), l = [], f = (n) => { const h = () => {}; h.n = n; return h; }; e.on('removeListener', (type, h) => l.push(String(type) + h.n)); e.on('a', f(1)); e.on('a', f(2)); e.on('b', f(3)); e.on(Symbol('c'), f(4)); e.removeAllListeners('a'); print(l.join()); e.removeAllListeners(); print(l.join(), e.eventNames().length, e._eventsCount); }
{ const e = new E(), f = () => {}; e.on('x', f); e.on('x', f); e.on('x', () => {}); e.off('x', f); print(e.listenerCount('x')); e.off('x', f); e.off('x', f); print(e.listenerCount('x'), typeof e._events.x, e._eventsCount); }
{ const e = new E(); e.on('x', () => {}); e._events.x = undefined; print(e.emit('x')); }
{ const e = new E(), l = []; e.on('x', () => l.push(1)); e._events.x = [() => l.push('first'), e._events.x]; e.emit('x'); print(l.join(), e.listenerCount('x')); }
t('setMax -1', () => e0.setMaxListeners(-1));
t('setMax NaN', () => e0.setMaxListeners(NaN));
t('setMax string', () => e0.setMaxListeners('1'));
t('setMax nothing', () => e0.setMaxListeners());
t('getMax', () => [e0.getMaxListeners(), new E().getMaxListeners()]);
t('default -1', () => { E.defaultMaxListeners = -1; });
t('default string', () => { E.defaultMaxListeners = 'x'; });
t('default', () => { E.defaultMaxListeners = 5; const r = [new E().getMaxListeners(), E.getMaxListeners(new EventTarget())]; E.defaultMaxListeners = 10; return r; });
t('listenerCount', () => [E.listenerCount(e0, 'x'), E.getEventListeners(e0, 'x').length]);
t('getEventListeners {}', () => E.getEventListeners({}, 'x'));
t('listenerCount {}', () => E.listenerCount({}, 'x'));
{ const target = new EventTarget(), f = () => {}; target.addEventListener('x', f); target.addEventListener('x', { handleEvent() {} });
  print(E.getEventListeners(target, 'x').map((x) => typeof x), E.getEventListeners(target, 'y').length, E.listenerCount(target, 'x'), E.getMaxListeners(target)); E.setMaxListeners(3, target, e0); print(E.getMaxListeners(target), e0.getMaxListeners()); }
t('setMaxListeners {}', () => E.setMaxListeners(3, {}));
t('setMaxListeners -3', () => E.setMaxListeners(-3));
t('getMaxListeners {}', () => E.getMaxListeners({}));
t('getMaxListeners signal', () => E.getMaxListeners(new AbortController().signal));
const leaky = new E();
for (let i = 0; i < 12; i++) leaky.on('leak', () => {});
print(leaky._events.leak.warned);
const two = new E();
two.setMaxListeners(1);
two.on(Symbol('z'), () => {});
const many = new E();
many.setMaxListeners(0);
for (let i = 0; i < 20; i++) many.on('q', () => {});
class Mine extends E {}
const mine = new Mine();
mine.setMaxListeners(1);
for (let i = 0; i < 3; i++) mine.prependListener(Symbol.iterator, () => {});
