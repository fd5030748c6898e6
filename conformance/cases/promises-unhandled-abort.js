process.on('uncaughtException', (e, o) => console.log(e.name, e.code, o));
require('timers/promises').setTimeout(1000, 0, { signal: AbortSignal.abort() });
