// What stands at the ends of a list tells its duration as long as the list lives, whichever timer it was reached from.
const a = setTimeout(() => {}, 5000), b = setTimeout(() => {}, 5000), c = setTimeout(() => {}, 5000);
const list = a._idleNext;
console.log(list.msecs, list._idlePrev === a, list._idleNext === c);
clearTimeout(a);
console.log(list.msecs, b._idleNext === list, b._idleNext.msecs, list._idlePrev === b, list._idleNext === c);
clearTimeout(c);
console.log(list.msecs, list._idlePrev === b, list._idleNext === b);
clearTimeout(b);
console.log(list.msecs, list._idlePrev === list, list._idleNext === list);
