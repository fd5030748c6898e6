// Functions of ECMAScript 2024 to 2026 that goja lacks, apart from iterators.
//
// Each export is called by a native function of the same name (see ecmascript.go), so this file is
// loaded when a program first calls one of them; builtins are taken then.
(function (host) {
  const {
    apply, construct, defineProperty, iterator, asyncIterator, transferred, detach, isDetached,
    kindOf,
  } = host;
  const { Map, WeakMap, String, Number, Array, Object, TypeError, RangeError } = globalThis;
  const { has: mapHas, get: mapGet, set: mapSet } = Map.prototype;
  const { has: weakHas, get: weakGet, set: weakSet } = WeakMap.prototype;
  const { charCodeAt, codePointAt } = String.prototype;
  const { toString: numberText } = Number.prototype;

  function callable(f) {
    if (typeof f !== 'function') throw new TypeError(`${describe(f)} is not a function`);
    return f;
  }

  function describe(value) {
    return typeof value === 'symbol' ? 'Symbol()' : typeof value === 'object' && value !== null ?
      '#<Object>' : `${value}`;
  }

  function object(value, name) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
      throw new TypeError(`${name} called on non-object`);
    }
    return value;
  }

  function put(target, key, value) {
    defineProperty(target, key, {
      __proto__: null, value, writable: true, enumerable: true, configurable: true,
    });
  }

  // The parts of a promise of class C.
  function capability(C, name) {
    object(C, name);
    let resolve, reject;
    const promise = new C((a, b) => {
      if (resolve !== undefined || reject !== undefined) {
        throw new TypeError('Promise executor has already been invoked with non-undefined arguments');
      }
      resolve = a;
      reject = b;
    });
    callable(resolve);
    callable(reject);
    return { promise, resolve, reject };
  }

  function withResolvers() {
    return capability(this, 'Promise.withResolvers');
  }

  function promiseTry(f, ...args) {
    const { promise, resolve, reject } = capability(this, 'Promise.try');
    try {
      resolve(apply(callable(f), undefined, args));
    } catch (error) {
      reject(error);
    }
    return promise;
  }

  function group(items, f, name, add) {
    if (items === undefined || items === null) {
      throw new TypeError(`${name} called on null or undefined`);
    }
    callable(f);
    let index = 0;
    for (const item of items) add(f(item, index++), item);
  }

  function objectGroupBy(items, f) {
    const groups = { __proto__: null };
    group(items, f, 'Object.groupBy', (key, item) => {
      if (typeof key !== 'symbol') key = `${key}`;
      const list = groups[key];
      if (list === undefined) groups[key] = [item];
      else list[list.length] = item;
    });
    return groups;
  }

  function mapGroupBy(items, f) {
    const groups = new Map();
    group(items, f, 'Map.groupBy', (key, item) => {
      const list = apply(mapGet, groups, [key]);
      if (list === undefined) apply(mapSet, groups, [key, [item]]);
      else list[list.length] = item;
    });
    return groups;
  }

  function constructor(C) {
    try {
      construct(Object, [], C);
      return true;
    } catch {
      return false;
    }
  }

  // Array.fromAsync: values of the source are awaited, then what the mapping returns.
  async function fromAsync(items, mapping = undefined, thisArg = undefined) {
    const made = constructor(this);
    if (mapping !== undefined) callable(mapping);
    const asyncMethod = items[asyncIterator];
    const method = asyncMethod === undefined || asyncMethod === null ? items[iterator] : asyncMethod;
    if (method === undefined || method === null) {
      const length = lengthOf(items);
      const list = made ? new this(length) : new Array(length);
      for (let i = 0; i < length; i++) {
        let value = await items[i];
        if (mapping !== undefined) value = await apply(mapping, thisArg, [value, i]);
        put(list, i, value);
      }
      list.length = length;
      return list;
    }
    const list = made ? new this() : [];
    const source = apply(method, items, []);
    const next = source.next;
    let step = 0;
    for (;; step++) {
      const result = asyncMethod === method ? await apply(next, source, []) : apply(next, source, []);
      object(result, 'Iterator result');
      if (result.done) break;
      let value = result.value;
      try {
        if (asyncMethod !== method) value = await value;
        if (mapping !== undefined) value = await apply(mapping, thisArg, [value, step]);
        put(list, step, value);
      } catch (error) {
        try {
          const done = source.return;
          if (done !== undefined && done !== null) await apply(done, source, []);
        } catch {
          // the first error counts
        }
        throw error;
      }
    }
    list.length = step;
    return list;
  }

  function lengthOf(items) {
    const n = +items.length;
    return !(n > 0) ? 0 : n > 9007199254740991 ? 9007199254740991 : n - n % 1;
  }

  function text(value, name) {
    if (value === undefined || value === null) {
      throw new TypeError(`String.prototype.${name} called on null or undefined`);
    }
    return `${value}`;
  }

  // The index of the first surrogate from `from` on that has no partner, or -1.
  function lone(s, from) {
    for (let i = from; i < s.length; i++) {
      const c = apply(charCodeAt, s, [i]);
      if (c < 0xd800 || c > 0xdfff) continue;
      if (c > 0xdbff || i + 1 === s.length) return i;
      const d = apply(charCodeAt, s, [i + 1]);
      if (d < 0xdc00 || d > 0xdfff) return i;
      i++;
    }
    return -1;
  }

  function isWellFormed() {
    return lone(text(this, 'isWellFormed'), 0) < 0;
  }

  function toWellFormed() {
    const s = text(this, 'toWellFormed');
    let out = '', from = 0;
    for (let at = lone(s, 0); at >= 0; at = lone(s, from)) {
      for (; from < at; from++) out += s[from];
      out += '\ufffd';
      from = at + 1;
    }
    for (; from < s.length; from++) out += s[from];
    return out;
  }

  const controls = { __proto__: null, '\t': '\\t', '\n': '\\n', '\v': '\\v', '\f': '\\f', '\r': '\\r' };
  const syntax = characters('^$\\.*+?()[]{}|/');
  const punctuators = characters(',-=<>#&!%:;@~\'`" \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff' +
    '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a');

  function characters(list) {
    const set = { __proto__: null };
    for (let i = 0; i < list.length; i++) set[list[i]] = true;
    return set;
  }

  function hex(code) {
    let digits = apply(numberText, code, [16]);
    const width = code < 256 ? 2 : 4;
    while (digits.length < width) digits = '0' + digits;
    return (width === 2 ? '\\x' : '\\u') + digits;
  }

  function escape(s) {
    if (typeof s !== 'string') throw new TypeError('input argument must be a string');
    let out = '';
    for (let i = 0; i < s.length; i++) {
      const c = s[i], code = apply(codePointAt, s, [i]);
      if (i === 0 && ((code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122))) {
        out += hex(code);
      } else if (syntax[c]) {
        out += '\\' + c;
      } else if (controls[c]) {
        out += controls[c];
      } else if (punctuators[c] || (code >= 0xd800 && code <= 0xdfff)) {
        out += hex(code);
      } else {
        out += code > 0xffff ? c + s[++i] : c;
      }
    }
    return out;
  }

  function insert(has, get, set) {
    return function getOrInsert(key, value) {
      if (apply(has, this, [key])) return apply(get, this, [key]);
      apply(set, this, [key, value]);
      return value;
    };
  }

  function insertComputed(has, get, set, name) {
    return function getOrInsertComputed(key, f) {
      const present = apply(has, this, [key]);
      if (typeof f !== 'function') {
        throw new TypeError(`${name}.prototype.getOrInsertComputed is not a function`);
      }
      if (present) return apply(get, this, [key]);
      if (key === 0) key = 0; // -0 is stored, and shown, as 0
      const value = f(key);
      apply(set, this, [key, value]);
      return value;
    };
  }

  function checkBuffer(buffer, name) {
    if (buffer === null || typeof buffer !== 'object' || kindOf(buffer) !== 'ArrayBuffer') {
      throw new TypeError(`Method ArrayBuffer.prototype.${name} called on incompatible receiver ` +
        describe(buffer));
    }
  }

  function bufferLength(n) {
    if (n !== n) return 0;
    if (n <= -1 || n > 4294967296) throw new RangeError('Invalid array buffer length');
    return n - n % 1;
  }

  function transferNamed(name) {
    return function (length) {
      checkBuffer(this, name);
      const size = length === undefined ? undefined : bufferLength(+length);
      if (isDetached(this)) {
        throw new TypeError(`Cannot perform ArrayBuffer.prototype.${name} on a detached ArrayBuffer`);
      }
      const made = transferred(this, false, size);
      detach(this);
      return made;
    };
  }

  function detached() {
    checkBuffer(this, 'detached');
    return isDetached(this);
  }

  return {
    __proto__: null,
    'Promise.withResolvers': withResolvers,
    'Promise.try': promiseTry,
    'Object.groupBy': objectGroupBy,
    'Map.groupBy': mapGroupBy,
    'Array.fromAsync': fromAsync,
    'String.prototype.isWellFormed': isWellFormed,
    'String.prototype.toWellFormed': toWellFormed,
    'RegExp.escape': escape,
    'Map.prototype.getOrInsert': insert(mapHas, mapGet, mapSet),
    'Map.prototype.getOrInsertComputed': insertComputed(mapHas, mapGet, mapSet, 'Map'),
    'WeakMap.prototype.getOrInsert': insert(weakHas, weakGet, weakSet),
    'WeakMap.prototype.getOrInsertComputed': insertComputed(weakHas, weakGet, weakSet, 'WeakMap'),
    'ArrayBuffer.prototype.transfer': transferNamed('transfer'),
    'ArrayBuffer.prototype.transferToFixedLength': transferNamed('transferToFixedLength'),
    'get ArrayBuffer.prototype.detached': detached,
  };
})
