const a = setImmediate(() => {});
const b = setImmediate(() => {}, 1);
console.log(a._idleNext === b, b._idlePrev === a, a._idlePrev, b._idleNext, b._argv);
clearImmediate(a);
console.log(a._destroyed, a._onImmediate, b._idlePrev);
