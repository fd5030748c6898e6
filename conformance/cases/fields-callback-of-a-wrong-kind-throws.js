const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// A truthy _onTimeout or _onImmediate that is no function throws when it is due; the rest goes on.
process.on('uncaughtException', (e) => console.log(e.name));
const a = setTimeout(() => console.log('no'), 2);
a._onTimeout = 5;
setTimeout(() => console.log('next timer', a._destroyed), 2);
busy(5);
setImmediate(() => {
  const im = setImmediate(() => console.log('no'));
  im._onImmediate = {};
  setImmediate(() => console.log('next immediate', im._destroyed));
});
