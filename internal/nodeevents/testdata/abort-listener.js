// events.addAbortListener.
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
const { addAbortListener } = E;
{ const ac = new AbortController(); let n = 0; const d = addAbortListener(ac.signal, (e) => { n++; print(e.type); }); print(Reflect.ownKeys(d).map(String), d[Symbol.dispose].name, Object.getPrototypeOf(d)); ac.abort(); print(n); d[Symbol.dispose](); }
{ const ac = new AbortController(); ac.abort(); const d = addAbortListener(ac.signal, (...a) => print('already', a.length)); d[Symbol.dispose](); print('later'); }
t('signal {}', () => addAbortListener({}, () => {}));
t('signal undefined', () => addAbortListener(undefined, () => {}));
t('listener 5', () => addAbortListener(new AbortController().signal, 5));
{ const ac = new AbortController(); ac.signal.addEventListener('abort', (e) => e.stopImmediatePropagation()); ac.signal.addEventListener('abort', () => print('stopped')); addAbortListener(ac.signal, () => print('resists')); ac.signal.addEventListener('abort', () => print('stopped too')); ac.abort(); }
{ const ac = new AbortController(); const d = addAbortListener(ac.signal, () => print('never')); d[Symbol.dispose](); ac.abort(); }
{ const ac = new AbortController(), l = []; ac.signal.addEventListener = function(...a) { l.push('add ' + a.length + ' ' + a[0] + ' ' + a[2].once); return EventTarget.prototype.addEventListener.apply(this, a); }; ac.signal.removeEventListener = function(...a) { l.push('remove ' + a[0]); return EventTarget.prototype.removeEventListener.apply(this, a); };
  addAbortListener(ac.signal, () => {})[Symbol.dispose](); print(l.join('; ')); }
