let n = 0;
const id = +setInterval(() => { console.log(++n); if (n === 3) clearTimeout(String(id)); }, 1);
