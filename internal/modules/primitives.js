// What the loader takes from the language before user code can change it, as plain functions.
(function () {
  'use strict';
  const { apply, ownKeys } = Reflect;
  const { then } = Promise.prototype;
  const { create, defineProperty, keys, preventExtensions, getOwnPropertyDescriptor } = Object;
  const { next, throw: throwInto } = Object.getPrototypeOf(function* () {}).prototype;
  const P = Promise, resolve = Promise.resolve, settled = Promise.resolve();
  const { parse } = JSON;
  const has = Object.prototype.hasOwnProperty;
  return {
    jsonParse: (text) => parse(text),
    // Calls ok or fail when the value, or the promise it is, settles: what await does. The functions are native, and a
    // call from a native function without a JavaScript one around it has the engine run all promise jobs before it
    // returns; hence the arrows.
    settle(value, ok, fail) {
      apply(then, apply(resolve, P, [value]), [(v) => { ok(v); }, fail && ((e) => { fail(e); })]);
    },
    // Calls f in the count-th promise job from here.
    later(count, f) {
      const step = () => {
        if (--count > 0) apply(then, settled, [step]);
        else f();
      };
      apply(then, settled, [step]);
    },
    next: (generator, value) => apply(next, generator, [value]),
    throwInto: (generator, error) => apply(throwInto, generator, [error]),
    copy(from, to, name) {
      const d = getOwnPropertyDescriptor(from, name);
      d.configurable = true;
      defineProperty(to, name, d);
    },
    remove(ns, name) { delete ns[name]; },
    seal(ns) {
      const names = ownKeys(ns);
      for (let i = 0; i < names.length; i++) defineProperty(ns, names[i], { __proto__: null, configurable: false });
      preventExtensions(ns);
    },
    close(ns) { preventExtensions(ns); },
    // The names that a CommonJS module or a builtin exports: what can be read of its exports object by name.
    names(exports) {
      if (exports === null || typeof exports !== 'object' && typeof exports !== 'function') return [];
      const names = keys(exports);
      if (apply(has, exports, ['__esModule'])) {
        const d = getOwnPropertyDescriptor(exports, '__esModule');
        if (!d.enumerable) names[names.length] = '__esModule';
      }
      return names;
    },
    read(exports, name) { try { return exports[name]; } catch { return undefined; } },
    meta: () => create(null),
  };
});
