// A list that became empty has lost its age: begun anew, it is behind a list that was made in between and expires in the same millisecond.
const log = [];
for (;;) {
  const old = setTimeout(() => {}, 40);       // makes the list of 40
  const other = setTimeout(() => log.push(50), 50);
  clearTimeout(old);                          // and it is gone
  let again;
  do {
    if (again) clearTimeout(again);
    again = setTimeout(() => log.push(40), 40);
  } while (again._idleStart < other._idleStart + 10);
  if (again._idleStart === other._idleStart + 10) break;
  clearTimeout(other); clearTimeout(again);
}
setTimeout(() => console.log(log.join()), 120);
