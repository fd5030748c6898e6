const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const { setTimeout: st, clearTimeout: ct } = require('timers');
setTimeout.call({}, () => console.log('call'), 1);
setTimeout.apply(null, [(x) => console.log('apply', x), 1, 'arg']);
ct(st(() => console.log('BAD'), 1));
setImmediate.call(7, function () { console.log(this.constructor.name); });
busy(20);
