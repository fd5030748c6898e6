for (const v of ['7', 3, null, undefined]) { process.exitCode = v; console.log(process.exitCode); }
for (const v of [1.5, NaN, 'x', {}, true]) {
  try { process.exitCode = v; } catch (e) { console.log(e.name, e.code, e.message); }
}
process.exitCode = undefined;
