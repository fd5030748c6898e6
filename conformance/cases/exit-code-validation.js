const attempt = (f) => { try { return f(); } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
for (const v of [0, 7, -1, 256, '7', ' 7', '0x10', '1e2', '-3', null, undefined, '', 'abc', '7.5', 1.5, NaN, Infinity, true, {}, [], 7n, 2 ** 40, 2 ** 53])
  console.log(attempt(() => { process.exitCode = v; return [process.exitCode]; }));
process.exitCode = undefined;
for (const v of ['abc', 1.5, true, {}]) console.log(attempt(() => process.exit(v)));
console.log(process._exiting, process.exitCode);
