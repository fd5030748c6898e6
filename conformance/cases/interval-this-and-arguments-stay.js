// this and the arguments are the same at every call.
const o = {};
let n = 0;
const i = setInterval(function (...args) {
  console.log(this === i, args[0] === o, args.length, args[1]);
  args[1] = 'changed';
  if (++n === 3) clearInterval(this);
}, 1, o, 'second');
