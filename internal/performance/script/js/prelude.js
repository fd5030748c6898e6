let began;
function begin() {
  began = process.hrtime();
}
function end() {
  const d = process.hrtime(began);
  console.log((d[0] * 1e9 + d[1]) / n);
}
