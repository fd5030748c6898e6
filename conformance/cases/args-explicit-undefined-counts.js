setImmediate(function () {
  console.log(arguments.length);
  setTimeout(function () { console.log(arguments.length, arguments[0]); }, 1, undefined);
  setTimeout(function () { console.log(arguments.length); }, 1);
}, undefined, undefined);
const t = setTimeout(() => {}, 1, undefined);
console.log(t._timerArgs);
clearTimeout(t);
