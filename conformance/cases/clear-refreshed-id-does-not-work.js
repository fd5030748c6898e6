const t = setTimeout(() => console.log('fired'), 1);
const id = +t;
setTimeout(() => {
  t.refresh();
  console.log(+t !== id);
  clearTimeout(id);
  clearTimeout(+t);
}, 20);
