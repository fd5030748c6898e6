// Timeouts and immediates have no tag; their constructors want new.
const t = setTimeout(() => {}, 1), i = setImmediate(() => {});
for (const h of [t, i]) {
  console.log(Object.prototype.toString.call(h), h.constructor.name, Symbol.toStringTag in h);
  try { h.constructor(() => {}); } catch (e) { console.log(e.name, e.message); }
}
