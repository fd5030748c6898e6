const t = setTimeout(() => {}, 1);
t.mine = 1;
console.log(t.mine, 'mine' in t, Object.keys(t).includes('mine'), delete t.mine, 'mine' in t);
let cyclic = false;
try { JSON.stringify(setTimeout(() => {}, 1)); } catch (e) { cyclic = e instanceof TypeError; }
console.log(cyclic);
