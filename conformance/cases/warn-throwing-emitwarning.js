// What a replaced emitWarning throws goes to the caller, and no timer is made.
process.emitWarning = function (...args) { console.log(args, this === process); throw new Error('from emitWarning'); };
const attempt = (f) => { try { return typeof f(); } catch (e) { return e.message; } };
console.log(attempt(() => setTimeout(() => console.log('no'), 2 ** 31)));
console.log(attempt(() => setInterval(() => console.log('no'), -1)));
console.log(attempt(() => require('timers/promises').setTimeout(2 ** 31)));
console.log(process.getActiveResourcesInfo().includes('Timeout'));
process.emitWarning = 5;
console.log(attempt(() => setTimeout(() => console.log('no'), 2 ** 31)));
