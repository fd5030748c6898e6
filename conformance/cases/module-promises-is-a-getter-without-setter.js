// timers.promises is an enumerable, configurable getter and has no setter.
const timers = require('timers');
const d = Object.getOwnPropertyDescriptor(timers, 'promises');
console.log(typeof d.get, d.set, d.enumerable, d.configurable, 'value' in d);
console.log(timers.promises === require('timers/promises'), timers.promises === timers.promises, Object.keys(timers.promises).join());
