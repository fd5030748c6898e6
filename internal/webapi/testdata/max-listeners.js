// One warning per target, at eleven; none for signals.
const e = new EventTarget();
for (let i = 0; i < 12; i++) e.addEventListener('m', () => {});
for (let i = 0; i < 12; i++) e.addEventListener('n', () => {});
const { signal } = new AbortController();
for (let i = 0; i < 12; i++) signal.addEventListener('abort', () => {});
class Mine extends EventTarget {}
const m = new Mine();
for (let i = 0; i < 12; i++) m.addEventListener('m', () => {});
m.addEventListener('x', null);
m.addEventListener('x', undefined);
