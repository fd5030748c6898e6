// A monitor hears of an uncaught exception and prevents nothing.
process.on('uncaughtExceptionMonitor', (e, origin) => console.log('monitor', e.message, origin));
process.on('exit', (c) => console.log('exit', c));
setTimeout(() => { throw new Error('uncaught'); }, 1);
setTimeout(() => console.log('no'), 50);
