// Emitting, and the event 'error'.
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
const e = new E();
t('nobody', () => e.emit('zz'));
t('error', () => e.emit('error', new RangeError('r')));
t('string', () => e.emit('error', 'str'));
t('object', () => e.emit('error', { a: 1 }));
t('nothing', () => e.emit('error'));
t('null', () => e.emit('error', null));
t('bare error', () => Object.create(E.prototype).emit('error', new Error('bare')));
t('context', () => { try { e.emit('error', { a: 1 }); } catch (x) { return [x.context, Object.keys(x), x.name, String(x)]; } });
e.on('x', function(...a) { print('this', this === e, dump(a)); });
print(e.emit('x'), e.emit('x', 1, 2, 3, 4, 5), e.emit('x', undefined));
{ const c = new E(), l = [], b = () => l.push('b'); c.on('x', () => { l.push('a'); c.on('x', () => l.push('added')); c.off('x', b); }); c.on('x', b); c.emit('x'); print(l.join()); c.emit('x'); print(l.join()); }
{ const c = new E(); c.on('x', () => { throw new Error('stops'); }); c.on('x', () => print('never')); t('throws', () => c.emit('x')); }
{ const c = new E(), l = []; c.once('x', () => { l.push('once'); c.emit('x'); }); c.on('x', () => l.push('on')); c.emit('x'); print(l.join()); }
{ const c = new E(); c.on(E.errorMonitor, (x) => print('monitor', x)); t('monitored', () => c.emit('error', 'boom')); c.on('error', (x) => print('handled', x)); print(c.emit('error', 'boom2')); }
{ const c = new E(); c.once('error', (x) => print('once', x)); c.emit('error', 1); t('second', () => c.emit('error', new Error('second'))); }
{ const c = new E({ captureRejections: true }); c.on('x', async () => { throw new Error('captured'); }); c.on('error', (x) => print('error', x.message)); c.emit('x'); }
{ const c = new E({ captureRejections: true }); c[E.captureRejectionSymbol] = (error, type, ...a) => print('symbol', error.message, type, a); c.on('x', async () => { throw new Error('rejects'); }); c.emit('x', 1, 2); }
{ const c = new E({ captureRejections: true }); c.on('error', (x) => print('then throws', x.message)); c.on('x', () => ({ get then() { throw new Error('getter'); } })); c.emit('x'); }
{ const c = new E({ captureRejections: true }); c.on('x', async () => { throw new Error('nobody listens'); }); c.emit('x'); }
{ const c = new E(); c.emit = function(...a) { print('own emit', a[0]); return E.prototype.emit.apply(this, a); }; c.on('newListener', () => print('told')); c.on('x', () => {}); c.emit('x'); }
