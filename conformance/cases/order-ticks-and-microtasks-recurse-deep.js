// Recursion depth does not matter.
const ticks = (n) => (n ? process.nextTick(ticks, n - 1) : console.log('ticks'));
const micros = (n) => (n ? queueMicrotask(() => micros(n - 1)) : console.log('microtasks'));
ticks(30000);
micros(30000);
(async () => { for (let i = 0; i < 5000; i++) await null; console.log('awaits'); })();
