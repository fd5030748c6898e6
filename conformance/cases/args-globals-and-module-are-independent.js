// Replacing a global leaves the module alone, and the reverse.
const timers = require('timers');
const original = setTimeout;
console.log(timers.setTimeout === setTimeout, require('node:timers') === timers);
globalThis.setTimeout = () => 'global';
console.log(timers.setTimeout === original, setTimeout());
globalThis.setTimeout = original;
timers.setTimeout = () => 'module';
console.log(setTimeout === original, timers.setTimeout(), timers.promises === require('timers/promises'));
require('timers/promises').setTimeout(1).then(() => console.log('promises use neither'));
timers.promises = 1;
console.log(typeof timers.promises);
