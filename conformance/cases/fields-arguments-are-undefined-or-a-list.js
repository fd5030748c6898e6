// Without extra arguments _timerArgs and _argv are undefined, otherwise arrays.
const f = () => {};
for (const t of [setTimeout(f, 1), setTimeout(f), setTimeout(f, 1, undefined), setTimeout(f, 1, 1, [2]), setInterval(f, 1), setInterval(f, 1, null)]) {
  console.log(t._timerArgs, Array.isArray(t._timerArgs));
  clearTimeout(t);
}
for (const i of [setImmediate(f), setImmediate(f, undefined), setImmediate(f, 1, [2])]) {
  console.log(i._argv, Array.isArray(i._argv));
  clearImmediate(i);
}
