// refresh of a pending or a running timer makes no new id; refresh of a finished one emits init with one.
const { createHook } = require('async_hooks');
let made = [];
const hook = createHook({ init(id, type) { if (type === 'Timeout') made.push(id); } }).enable();
let runs = 0;
const t = setTimeout(() => { if (++runs === 1) { t.refresh(); made.push('running'); } else setImmediate(finished); }, 2);
const first = +t;
t.refresh();
function finished() {
  console.log(made.map((m) => (m === first ? 'first' : m)), +t === first);
  made = [];
  t.refresh();
  console.log(made.length, made[0] === +t, +t > first);
  hook.disable();
  clearTimeout(t);
}
