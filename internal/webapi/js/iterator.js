// Iterator, its helpers, and the objects they return.
//
// Invariant: a helper closes its source once when it ends early, by return or by an exception of a
// callback, and not when the source itself ended or threw. A helper is an object stamped with its
// state; `advance` gives the next value or END. Builtins are taken when a program first uses one.
(function (host) {
  const {
    apply, defineProperty, getPrototypeOf, iterator, toStringTag, iteratorPrototype,
  } = host;
  const { TypeError, RangeError } = globalThis;
  const END = {};

  function isObject(value) {
    return value !== null && (typeof value === 'object' || typeof value === 'function');
  }

  function describe(value) {
    if (isObject(value)) return typeof value === 'function' ? 'function' : '#<Object>';
    if (value === undefined || value === null) return `${value}`;
    return typeof value === 'symbol' ? 'Symbol()' : `${typeof value} ${value}`;
  }

  function direct(source, name) {
    if (!isObject(source)) throw new TypeError(`Iterator.prototype.${name} called on non-object`);
    return { source, next: undefined };
  }

  function begin(record) {
    record.next = record.source.next;
    return record;
  }

  function step(record) {
    const result = apply(record.next, record.source, []);
    if (!isObject(result)) throw new TypeError(`Iterator result ${describe(result)} is not an object`);
    return result;
  }

  function close(record) {
    const method = record.source.return;
    if (method === undefined || method === null) return;
    const result = apply(method, record.source, []);
    if (!isObject(result)) throw new TypeError(`${describe(result)} is not an object`);
  }

  // closeAfter closes the source for an exception, which outlasts what closing throws.
  function closeAfter(record, error) {
    try {
      close(record);
    } catch {
      // the first exception counts
    }
    return error;
  }

  // during runs code of the program; when it throws, the source is closed.
  function during(record, f, a, b) {
    try {
      return f(a, b);
    } catch (error) {
      throw closeAfter(record, error);
    }
  }

  function callable(record, f) {
    if (typeof f !== 'function') throw closeAfter(record, new TypeError(`${describe(f)} is not a function`));
    return f;
  }

  class Stamp extends function (object) { return object; } {
    #state;
    constructor(object, state) {
      super(object);
      this.#state = state;
    }
    static of(value, method) {
      if (!isObject(value) || !(#state in value)) {
        throw new TypeError(`Method ${method} called on incompatible receiver ${describe(value)}`);
      }
      return value.#state;
    }
  }

  const helperPrototype = { __proto__: iteratorPrototype };
  method(helperPrototype, {
    next() {
      const state = Stamp.of(this, 'Iterator Helper.prototype.next');
      if (state.running) throw new TypeError('Generator is already running');
      if (state.done) return { value: undefined, done: true };
      state.running = true;
      let value;
      try {
        value = state.advance(state);
      } catch (error) {
        state.done = true;
        throw error;
      } finally {
        state.running = false;
      }
      if (value !== END) return { value, done: false };
      state.done = true;
      return { value: undefined, done: true };
    },
    return() {
      const state = Stamp.of(this, 'Iterator Helper.prototype.return');
      if (state.running) throw new TypeError('Generator is already running');
      if (!state.done) {
        state.done = true;
        if (state.inner !== undefined) during(state.record, close, state.inner);
        if (state.record !== undefined) close(state.record);
      }
      return { value: undefined, done: true };
    },
  });
  defineProperty(helperPrototype, toStringTag, {
    __proto__: null, value: 'Iterator Helper', configurable: true,
  });

  const wrapPrototype = { __proto__: iteratorPrototype };
  method(wrapPrototype, {
    next() {
      const record = Stamp.of(this, 'Wrap for Iterator.prototype.next');
      return apply(record.next, record.source, []);
    },
    return() {
      const { source } = Stamp.of(this, 'Wrap for Iterator.prototype.return');
      const method = source.return;
      if (method === undefined || method === null) return { value: undefined, done: true };
      return apply(method, source, []);
    },
  });

  // method puts functions on a prototype as methods are: not enumerable.
  function method(prototype, functions) {
    const names = host.ownKeys(functions);
    for (let i = 0; i < names.length; i++) {
      defineProperty(prototype, names[i], {
        __proto__: null, value: functions[names[i]], writable: true, configurable: true,
      });
    }
  }

  function helper(record, advance) {
    const object = { __proto__: helperPrototype };
    new Stamp(object, { record, advance, done: false, running: false, inner: undefined });
    return object;
  }

  function map(f) {
    const record = begin(direct2(this, 'map', f));
    let i = 0;
    return helper(record, () => {
      const result = step(record);
      return result.done ? END : during(record, f, result.value, i++);
    });
  }

  // direct2 is direct with a check of the callback.
  function direct2(source, name, f) {
    const record = direct(source, name);
    callable(record, f);
    return record;
  }

  function filter(f) {
    const record = begin(direct2(this, 'filter', f));
    let i = 0;
    return helper(record, () => {
      for (;;) {
        const result = step(record);
        if (result.done) return END;
        const value = result.value;
        if (during(record, f, value, i++)) return value;
      }
    });
  }

  function amount(record, limit) {
    const n = during(record, (v) => +v, limit);
    if (n !== n || n <= -1) throw closeAfter(record, new RangeError(`${limit} must be positive`));
    return n === Infinity ? n : n - n % 1;
  }

  function take(limit) {
    const record = direct(this, 'take');
    let left = amount(record, limit);
    begin(record);
    return helper(record, () => {
      if (left <= 0) {
        close(record);
        return END;
      }
      left--;
      const result = step(record);
      return result.done ? END : result.value;
    });
  }

  function drop(limit) {
    const record = direct(this, 'drop');
    let left = amount(record, limit);
    begin(record);
    return helper(record, () => {
      for (; left > 0; left--) {
        if (step(record).done) return END;
      }
      const result = step(record);
      return result.done ? END : result.value;
    });
  }

  // The iterator of what a flatMap callback or Iterator.from was given.
  function flattenable(value, strings, name) {
    if (!isObject(value) && !(strings && typeof value === 'string')) {
      throw new TypeError(`${name} called on non-object`);
    }
    const open = value[iterator];
    const source = open === undefined || open === null ? value : apply(open, value, []);
    if (!isObject(source)) throw new TypeError(`${describe(source)} is not an object`);
    return begin({ source, next: undefined });
  }

  function flatMap(f) {
    const record = begin(direct2(this, 'flatMap', f));
    let i = 0;
    return helper(record, (state) => {
      for (;;) {
        if (state.inner === undefined) {
          const result = step(record);
          if (result.done) return END;
          state.inner = during(record, (v, n) => flattenable(f(v, n), false, 'Iterator.prototype.flatMap'),
            result.value, i++);
        }
        const value = during(record, nextOf, state.inner);
        if (value !== END) return value;
        state.inner = undefined;
      }
    });
  }

  function nextOf(record) {
    const result = step(record);
    return result.done ? END : result.value;
  }

  function reduce(f) {
    const record = begin(direct2(this, 'reduce', f));
    let i = 0, total;
    if (arguments.length > 1) {
      total = arguments[1];
    } else {
      total = nextOf(record);
      if (total === END) throw new TypeError('Reduce of a done iterator with no initial value');
      i = 1;
    }
    for (let value = nextOf(record); value !== END; value = nextOf(record)) {
      total = during(record, () => f(total, value, i++));
    }
    return total;
  }

  function toArray() {
    const record = begin(direct(this, 'toArray'));
    const list = [];
    for (let value = nextOf(record); value !== END; value = nextOf(record)) list[list.length] = value;
    return list;
  }

  // search runs f for each value until `until` says that the result decides.
  function search(source, name, f, until, decided, otherwise) {
    const record = begin(direct2(source, name, f));
    let i = 0;
    for (let value = nextOf(record); value !== END; value = nextOf(record)) {
      if (until(during(record, f, value, i++))) {
        close(record);
        return decided(value);
      }
    }
    return otherwise;
  }

  function forEach(f) {
    return search(this, 'forEach', f, () => false, undefined, undefined);
  }

  function some(f) {
    return search(this, 'some', f, (r) => r, () => true, false);
  }

  function every(f) {
    return search(this, 'every', f, (r) => !r, () => false, true);
  }

  function find(f) {
    return search(this, 'find', f, (r) => r, (value) => value, undefined);
  }

  function from(value) {
    const record = flattenable(value, true, 'Iterator.from');
    for (let p = getPrototypeOf(record.source); p !== null; p = getPrototypeOf(p)) {
      if (p === iteratorPrototype) return record.source;
    }
    const object = { __proto__: wrapPrototype };
    new Stamp(object, record);
    return object;
  }

  function concat(...items) {
    const sources = [];
    for (let i = 0; i < items.length; i++) {
      if (!isObject(items[i])) throw new TypeError('Iterator.concat called on non-object');
      const open = items[i][iterator];
      if (typeof open !== 'function') throw new TypeError(`${describe(open)} is not a function`);
      sources[i] = { item: items[i], open };
    }
    let at = 0;
    return helper(undefined, (state) => {
      for (;;) {
        if (state.record === undefined) {
          if (at === sources.length) return END;
          const { item, open } = sources[at++];
          state.record = flattenable({ __proto__: null, [iterator]: () => apply(open, item, []) }, false, '');
        }
        const value = nextOf(state.record);
        if (value !== END) return value;
        state.record = undefined;
      }
    });
  }

  function disposeIterator() {
    const method = this.return;
    if (method !== undefined && method !== null) apply(method, this, []);
  }

  return {
    __proto__: null,
    'Iterator.from': from,
    'Iterator.concat': concat,
    map, filter, take, drop, flatMap, reduce, toArray, forEach, some, every, find,
    dispose: disposeIterator,
  };
})
