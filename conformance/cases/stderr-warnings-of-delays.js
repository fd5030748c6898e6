// Delays that become 1 are warned of on standard error.
for (const d of [-5, NaN, 2 ** 31, -6, 'abc', 1e10]) clearTimeout(setTimeout(() => {}, d));
