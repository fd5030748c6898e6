// A list whose timers are all gone is gone itself: the next timer of that duration begins a new one.
const a = setTimeout(() => {}, 700), b = setTimeout(() => {}, 700);
const list = a._idleNext;
console.log(b._idlePrev === list);
clearTimeout(a);
const c = setTimeout(() => {}, 700);
console.log('one was left', c._idlePrev === list);
clearTimeout(b); clearTimeout(c);
const d = setTimeout(() => {}, 700);
console.log('none was left', d._idlePrev === list, d._idlePrev === d._idleNext, d._idlePrev.msecs);
clearTimeout(d);
