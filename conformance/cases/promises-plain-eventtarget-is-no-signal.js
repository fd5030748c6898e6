// An EventTarget without the property aborted is not taken for a signal.
const tp = require('timers/promises');
(async () => {
  for (const p of [tp.setTimeout(1, 0, { signal: new EventTarget() }), tp.setImmediate(0, { signal: new EventTarget() }), tp.setInterval(1, 0, { signal: new EventTarget() }).next()])
    await p.catch((e) => console.log(e.name, e.code, e.message));
})();
