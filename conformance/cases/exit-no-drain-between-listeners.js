// Microtasks of an 'exit' listener wait until all listeners have run.
process.on('exit', () => { console.log('first'); queueMicrotask(() => console.log('microtask of first')); });
process.on('exit', () => { console.log('second'); Promise.resolve().then(() => console.log('promise of second')); });
process.on('exit', () => console.log('third'));
