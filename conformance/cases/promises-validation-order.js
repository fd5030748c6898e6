// delay, options, signal, ref; all of them reject.
const tp = require('timers/promises');
const say = (name, p) => p.then((v) => console.log(name, 'ok', v), (e) => console.log(name, e.code, e.message));
(async () => {
  await say('delay first', tp.setTimeout('x', 0, null));
  await say('then options', tp.setTimeout(1, 0, null));
  await say('then signal', tp.setTimeout(1, 0, { signal: 5, ref: 5 }));
  await say('then ref', tp.setTimeout(1, 0, { ref: 5, signal: AbortSignal.abort() }));
  await say('before abort', tp.setTimeout('x', 0, { signal: AbortSignal.abort() }));
  await say('immediate', tp.setImmediate(0, { signal: {}, ref: 1 }));
  await say('interval', tp.setInterval(1, 0, { ref: 'x' }).next());
  await say('wait', tp.scheduler.wait('x'));
  await say('getter', tp.setTimeout(1, 0, { get signal() { throw Object.assign(new Error('from getter'), { code: 'G' }); } }));
})();
