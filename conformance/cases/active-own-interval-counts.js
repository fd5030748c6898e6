// In its own callback a timeout or interval counts, an immediate does not; cleared it does not.
const count = (what) => process.getActiveResourcesInfo().filter((r) => r === what).length;
setImmediate(() => {
  console.log(count('Immediate'));
  const iv = setInterval(() => { console.log(count('Timeout')); clearInterval(iv); console.log(count('Timeout')); }, 1);
});
