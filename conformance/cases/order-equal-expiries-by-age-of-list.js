// Of two lists that expire in the same millisecond the older one is first, though its duration is the longer.
function pair(long, short) {
  // The younger list begins in exactly the millisecond that makes the two expire together.
  const log = [];
  for (;;) {
    const a = setTimeout(() => log.push(long), long);
    const want = a._idleStart + long - short;
    let b;
    do {
      if (b) clearTimeout(b);
      b = setTimeout(() => log.push(short), short);
    } while (b._idleStart < want);
    if (b._idleStart === want) return log;
    clearTimeout(a); clearTimeout(b);
  }
}
const logs = [pair(60, 50), pair(41, 40), pair(33, 3)];
setTimeout(() => { for (const log of logs) console.log(log.join()); }, 200);
