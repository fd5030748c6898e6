// An object is converted with valueOf before toString, and what its conversion throws is not changed.
const mine = { not: 'an error' };
for (const o of [{ valueOf: () => 4, toString: () => '5' }, { valueOf: () => ({}), toString: () => '6' }, { [Symbol.toPrimitive]: () => 7 }]) {
  const t = setTimeout(() => {}, o);
  console.log(t._idleTimeout);
  clearTimeout(t);
}
for (const o of [{ [Symbol.toPrimitive]() { throw mine; } }, { toString() { throw mine; } }]) {
  try { setTimeout(() => console.log('no'), o); } catch (e) { console.log(e === mine); }
}
