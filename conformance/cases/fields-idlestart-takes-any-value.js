const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// _idleStart is read as a number when the list is processed; none means long ago.
const kinds = { string: String, half: (n) => n + 0.5, nan: () => NaN, null: () => null, undefined: () => undefined, minus: () => -Infinity, object: (n) => ({ valueOf: () => n }) };
let length = 5;
for (const [name, f] of Object.entries(kinds)) {
  const t = setTimeout(() => console.log(name, 'fired'), length++);
  const v = f(t._idleStart);
  t._idleStart = v;
  console.log(name, Object.is(t._idleStart, v));
}
const never = setTimeout(() => console.log('no'), 3);
never._idleStart = Infinity;
setTimeout(() => { console.log(never._destroyed); clearTimeout(never); }, 60);
busy(20);
