process.on('exit', () => {
  try { process.nextTick('x'); } catch (e) { console.log(e.code); }
  console.log(process.nextTick(() => console.log('BAD')), process._exiting);
});
