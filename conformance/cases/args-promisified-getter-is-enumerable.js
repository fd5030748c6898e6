// setTimeout and setImmediate own one enumerable accessor, setInterval none.
const custom = require('util').promisify.custom;
for (const f of [setTimeout, setImmediate, setInterval, clearTimeout]) {
  const d = Object.getOwnPropertyDescriptor(f, custom);
  console.log(f.name, d && [typeof d.get, d.set, d.enumerable, d.configurable, d.get.name].join());
}
console.log(setTimeout[custom] === require('timers/promises').setTimeout);
