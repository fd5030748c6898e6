// Handled, it ends the emission, and microtasks of the listener do not run.
process.on('uncaughtException', (e) => console.log('handled', e.message));
process.on('exit', () => { queueMicrotask(() => console.log('no')); throw new Error('in exit'); });
process.on('exit', () => console.log('no'));
