const a = setTimeout(() => {}, 50);
const b = setTimeout(() => {}, 50);
const c = setTimeout(() => {}, 50);
console.log(b._idleNext === a, b._idlePrev === c, a._idleNext === c._idlePrev, a._idleNext.msecs);
[a, b, c].forEach(clearTimeout);
console.log(b._idleNext, b._idlePrev);
