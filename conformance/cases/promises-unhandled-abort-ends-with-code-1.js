// An abort that nobody handles is an unhandled rejection.
process.on('exit', (c) => console.log('exit', c));
const ac = new AbortController();
require('timers/promises').setTimeout(1e6, 0, { signal: ac.signal });
setImmediate(() => ac.abort());
