// The links of timers lead to their neighbours and to the list.
const a = setTimeout(() => {}, 5), b = setTimeout(() => {}, 5), c = setTimeout(() => {}, 5);
const list = a._idleNext;
console.log(list.constructor.name, list.msecs, a._idlePrev === b, b._idleNext === a, b._idlePrev === c, c._idlePrev === list, list._idlePrev === a);
clearTimeout(b);
console.log(a._idlePrev === c, c._idleNext === a, b._idleNext, b._idlePrev);
