const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// _timerArgs is read when the timer fires: undefined, a list, or an error.
process.on('uncaughtException', (e) => console.log(e.name, e.message.split(' ')[0]));
const set = (v) => { const t = setTimeout((...a) => console.log(a), 2, 'given'); t._timerArgs = v; return t; };
set(undefined); set([1, 2]); set({ length: 2, 0: 'a', 1: 'b' }); set(null); set(5); set('ab');
const pushed = setTimeout((...a) => console.log(a), 2, 'x'); pushed._timerArgs.push('y');
busy(5);
