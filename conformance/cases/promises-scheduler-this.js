const { scheduler } = require('timers/promises');
const attempt = (f) => { try { return typeof f(); } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
const { wait } = scheduler;
console.log(attempt(() => wait(1)).split(' ')[0], attempt(() => wait.call({}, 1)), attempt(() => scheduler.yield.call(Object.create(scheduler))));
console.log(attempt(() => new scheduler.constructor()), scheduler.constructor.name, Object.keys(scheduler));
scheduler.wait(1).then((v) => console.log(v));
