let n = 0;
const iv = setInterval(() => { console.log(++n); if (n === 2) iv._repeat = null; }, 1);
