// events.on.
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
const { on, getEventListeners } = E;
(async () => {
  await run('values', async () => { const e = new E(); const it = on(e, 'x'); nextTick(() => { e.emit('x', 1); e.emit('x', 2, 3); }); const r = [await it.next(), await it.next(), e.listenerCount('x'), e.listenerCount('error')]; await it.return(); return [r, e.listenerCount('x'), e.listenerCount('error')]; });
  await run('error', async () => { const e = new E(); const it = on(e, 'x'); nextTick(() => { e.emit('x', 1); e.emit('error', new Error('bad')); }); const r = [await it.next()]; try { await it.next(); } catch (x) { r.push(x.message); } return [r, await it.next(), e.listenerCount('x')]; });
  await run('throw', async () => { const it = on(new E(), 'x'); const p = it.next(); print(it.throw(new Error('T'))); return p; });
  await run('throw first', async () => { const it = on(new E(), 'x'); it.throw(new Error('T')); return it.next(); });
  await run('throw nothing', async () => on(new E(), 'x').throw());
  await run('throw string', async () => on(new E(), 'x').throw('s'));
  await run('return', async () => { const e = new E(); const it = on(e, 'x'); const p = it.next(); const r = await it.return(); return [r, await p, e.listenerCount('x'), await it.next()]; });
  await run('emitter {}', async () => on({}, 'x'));
  await run('options 5', async () => on(new E(), 'x', 5));
  await run('signal 1', async () => on(new E(), 'x', { signal: 1 }));
  t('at once', () => on({}, 'x'));
  t('aborted', () => on(new E(), 'x', { signal: AbortSignal.abort('pre') }));
  await run('abort', async () => { const e = new E(), ac = new AbortController(); const it = on(e, 'x', { signal: ac.signal }); e.emit('x', 1); ac.abort('A'); const a = await it.next(); try { await it.next(); } catch (x) { return [a, x.name, x.cause, await it.next(), e.listenerCount('x'), getEventListeners(ac.signal, 'abort').length]; } });
  await run('abort pending', async () => { const ac = new AbortController(); const it = on(new E(), 'x', { signal: ac.signal }); const p = it.next(), q = it.next(); ac.abort(); const r = await Promise.allSettled([p, q]); return r.map((x) => x.status + (x.reason ? x.reason.name : dump(x.value))); });
  await run('close', async () => { const e = new E(); const it = on(e, 'x', { close: ['end', 'fin'] }); e.emit('x', 1); e.emit('end'); return [await it.next(), await it.next(), e.eventNames()]; });
  await run('close pending', async () => { const e = new E(); const it = on(e, 'x', { close: ['end'] }); const p = it.next(); e.emit('end'); return p; });
  await run('water marks', async () => { const e = new E(), l = []; e.pause = () => l.push('pause'); e.resume = () => l.push('resume'); const it = on(e, 'x', { highWaterMark: 2, lowWaterMark: 1 }); for (let i = 0; i < 4; i++) e.emit('x', i); for (let i = 0; i < 4; i++) l.push((await it.next()).value[0]); return l; });
  await run('highWaterMark 0', async () => on(new E(), 'x', { highWaterMark: 0 }));
  await run('lowWaterMark string', async () => on(new E(), 'x', { lowWaterMark: 'a' }));
  await run('lowWaterMark 1.5', async () => on(new E(), 'x', { lowWaterMark: 1.5 }));
  await run('target', async () => { const e = new EventTarget(); const it = on(e, 'x'); e.dispatchEvent(new Event('x')); const r = await it.next(); it.return(); return [r.value.length, r.value[0].type, getEventListeners(e, 'x').length]; });
  const it = on(new E(), 'x');
  print(it[Symbol.asyncIterator]() === it, String(it), ['next', 'return', 'throw', Symbol.asyncIterator].map((k) => it[k].name + '/' + it[k].length));
  print(Reflect.ownKeys(Object.getPrototypeOf(it)).map(String));
  print(await it[Symbol.asyncDispose](), dump(await it.next()));
})();
