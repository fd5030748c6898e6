// Refreshing more than once in its own callback gives one more run.
let n = 0, m = 0;
const t = setTimeout(() => { if (++n === 1) { t.refresh(); t.refresh(); t.refresh(); } }, 3);
const i = setInterval(() => {
  m++; i.refresh();
  if (m === 3) { clearInterval(i); setTimeout(() => console.log(n, m, t._destroyed), 50); }
}, 3);
