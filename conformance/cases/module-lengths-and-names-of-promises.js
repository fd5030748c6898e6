// The promise versions have lengths and names of their own.
const tp = require('timers/promises');
for (const k of ['setTimeout', 'setImmediate', 'setInterval']) console.log(k, tp[k].length, tp[k].name);
