const t = setTimeout(() => console.log('fired'), 1);
const id = +t;
setTimeout(() => { clearTimeout(id); clearTimeout(String(id)); console.log('harmless'); }, 20);
