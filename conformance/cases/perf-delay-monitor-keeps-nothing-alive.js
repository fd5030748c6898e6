// A monitor of the loop's delay that is enabled does not keep the program from ending.
const { monitorEventLoopDelay } = require('perf_hooks');
const h = monitorEventLoopDelay({ resolution: 10 });
console.log(h.enable());
process.on('exit', (c) => console.log('exit', c));
