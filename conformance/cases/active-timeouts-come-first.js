// getActiveResourcesInfo lists the timeouts before the immediates, one entry for each.
setImmediate(() => {});
setTimeout(() => {}, 1);
setImmediate(() => {});
const i = setInterval(() => clearInterval(i), 5);
setTimeout(() => {}, 1).unref();
setImmediate(() => {}).unref();
const all = process.getActiveResourcesInfo();
console.log(Array.isArray(all), all.filter((r) => r === 'Timeout' || r === 'Immediate').join());
