// After it fired a handle can be spread, copied and put into JSON.
const t = setTimeout(() => {}, 1, 'arg'), im = setImmediate(() => {});
setTimeout(() => {
  const copy = { ...t };
  console.log(Object.keys(copy), copy._timerArgs, copy._destroyed);
  console.log(Object.keys(JSON.parse(JSON.stringify(t))), JSON.stringify(im));
  console.log(Object.keys(Object.assign({}, im)), Object.entries(im).length);
}, 30);
try { JSON.stringify(setTimeout(() => {}, 1)); } catch (e) { console.log(e.name); }
