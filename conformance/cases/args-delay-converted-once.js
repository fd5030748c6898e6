// valueOf of a delay is called exactly once, at call time.
let n = 0;
const t = setTimeout(() => console.log('fired', n), { valueOf() { n++; return 2; } });
console.log(n, t._idleTimeout);
