// events.once.
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
const run = async (name, f) => {
  try { print(name, '=>', dump(await f())); } catch (e) { print(name, '!!', e && e.name, e && e.code, e && e.message, String(e && e.cause)); }
};
const { once, getEventListeners } = E;
(async () => {
  await run('values', () => { const e = new E(); nextTick(() => e.emit('x', 1, 2)); return once(e, 'x'); });
  await run('error', () => { const e = new E(); nextTick(() => e.emit('error', new Error('q'))); return once(e, 'x'); });
  await run('for error', () => { const e = new E(); nextTick(() => e.emit('error', 'q')); return once(e, 'error'); });
  await run('removes', async () => { const e = new E(); const p = once(e, 'x'); const c = [e.listenerCount('x'), e.listenerCount('error')]; e.emit('x'); await p; return [c, e.listenerCount('x'), e.listenerCount('error')]; });
  await run('emitter {}', () => once({}, 'x'));
  await run('options 5', () => once(new E(), 'x', 5));
  await run('options null', () => once(new E(), 'x', null));
  await run('signal 5', () => once(new E(), 'x', { signal: 5 }));
  await run('aborted', () => once(new E(), 'x', { signal: AbortSignal.abort('why') }));
  await run('abort', async () => {
    const e = new E(), ac = new AbortController();
    const p = once(e, 'x', { signal: ac.signal });
    const before = getEventListeners(ac.signal, 'abort').length;
    ac.abort('z');
    try { await p; } catch (x) { return [before, x.name, x.code, x.cause, x.message, e.listenerCount('x'), e.listenerCount('error'), getEventListeners(ac.signal, 'abort').length, Object.keys(x)]; }
  });
  await run('signal removed', async () => { const e = new E(), ac = new AbortController(); const p = once(e, 'x', { signal: ac.signal }); e.emit('x'); await p; return getEventListeners(ac.signal, 'abort').length; });
  await run('target', async () => { const e = new EventTarget(); nextTick(() => e.dispatchEvent(new Event('x'))); const r = await once(e, 'x'); return [r.length, r[0].type, getEventListeners(e, 'x').length]; });
  await run('target abort', async () => { const e = new EventTarget(), ac = new AbortController(); const p = once(e, 'x', { signal: ac.signal }); ac.abort(); try { await p; } catch (x) { return [x.name, getEventListeners(e, 'x').length]; } });
  await run('rejects only', async () => { const p = once({}, 'x'); p.catch(() => {}); return p instanceof Promise; });
  await run('duck', async () => { const l = []; const d = { on(n) { l.push('on ' + n); }, removeListener(n) { l.push('rm ' + n); }, once(n, f) { l.push('once ' + n); f(9); } }; const r = await once(d, 'x'); return [r, l]; });
  await run('captured', () => { const e = new E({ captureRejections: true }); e.on('x', async () => { throw new Error('K'); }); nextTick(() => e.emit('x')); return once(e, 'y'); });
})();
