// events.once, events.on and events.addAbortListener: events as promises.
//
// Invariant of `on`: of the two queues, events not yet asked for and promises not yet fulfilled, at
// least one is empty; after the end no listener is left on the emitter or on the signal.
(function (host) {
  const {
    invalidArgType, outOfRange, deferred, isAbortSignal, newAbortError, isAborted, reasonOf,
    resistStop, asyncIterator, asyncDispose, dispose, Error, defineProperty,
  } = host;

  function checkOptions(options) {
    if (options === null || typeof options !== 'object' || host.isArray(options)) {
      throw invalidArgType('options', 'of type object', options);
    }
    const signal = options.signal;
    if (signal !== undefined && !isAbortSignal(signal)) {
      throw invalidArgType('options.signal', 'an instance of AbortSignal', signal);
    }
    return signal;
  }

  function aborted(signal) {
    return newAbortError(true, reasonOf(signal));
  }

  // on and off for emitters and event targets alike.
  function listen(emitter, name, listener, once) {
    if (typeof emitter.on === 'function') {
      if (once) emitter.once(name, listener);
      else emitter.on(name, listener);
    } else if (typeof emitter.addEventListener === 'function') {
      emitter.addEventListener(name, listener, once ? { once: true } : undefined);
    } else {
      throw invalidArgType('emitter', 'an instance of EventEmitter', emitter);
    }
  }

  function unlisten(emitter, name, listener) {
    if (typeof emitter.removeListener === 'function') emitter.removeListener(name, listener);
    else if (typeof emitter.removeEventListener === 'function') emitter.removeEventListener(name, listener);
    else throw invalidArgType('emitter', 'an instance of EventEmitter', emitter);
  }

  function onAbort(signal, listener) {
    signal.addEventListener('abort', listener, { __proto__: null, once: true, [resistStop]: true });
  }

  async function once(emitter, name, options = {}) {
    const signal = checkOptions(options);
    if (signal !== undefined && isAborted(signal)) throw aborted(signal);
    const { promise, resolve, reject } = deferred();
    const stopWaiting = () => {
      if (signal !== undefined) signal.removeEventListener('abort', abort);
    };
    const fail = (error) => {
      unlisten(emitter, name, happened);
      stopWaiting();
      reject(error);
    };
    const happened = (...args) => {
      if (typeof emitter.removeListener === 'function') emitter.removeListener('error', fail);
      stopWaiting();
      resolve(args);
    };
    const abort = () => {
      unlisten(emitter, name, happened);
      if (typeof emitter.removeListener === 'function') emitter.removeListener('error', fail);
      reject(aborted(signal));
    };
    listen(emitter, name, happened, true);
    if (name !== 'error' && typeof emitter.once === 'function') emitter.once('error', fail);
    if (signal !== undefined) onAbort(signal, abort);
    return promise;
  }

  // A queue that is cheap at both ends: a slot is freed when it is taken.
  class Queue {
    #items = { __proto__: null };
    #first = 0;
    #end = 0;

    get size() { return this.#end - this.#first; }
    push(item) { this.#items[this.#end++] = item; }
    shift() {
      const item = this.#items[this.#first];
      delete this.#items[this.#first++];
      return item;
    }
  }

  function mark(options, name, fallback) {
    const value = options[name];
    if (value === undefined) return fallback;
    if (typeof value !== 'number') throw invalidArgType(`options.${name}`, 'of type number', value);
    if (value % 1 !== 0) throw outOfRange(`options.${name}`, 'an integer', value);
    if (value < 1 || value > 9007199254740991) {
      throw outOfRange(`options.${name}`, '>= 1 && <= 9007199254740991', value);
    }
    return value;
  }

  function result(value, done) {
    return { done, value };
  }

  const asyncIteratorPrototype = {
    [asyncIterator]() { return this; },
    async [asyncDispose]() { await this.return(); },
  };
  defineProperty(asyncIteratorPrototype, asyncIterator, { __proto__: null, enumerable: false });
  defineProperty(asyncIteratorPrototype, asyncDispose, { __proto__: null, enumerable: false });

  function on(emitter, name, options = {}) {
    const signal = checkOptions(options);
    if (signal !== undefined && isAborted(signal)) throw aborted(signal);
    const high = mark(options, 'highWaterMark', 9007199254740991);
    const low = mark(options, 'lowWaterMark', 1);
    const events = new Queue(), waiting = new Queue();
    const added = [];
    let paused = false, finished = false, failed = false, failure;

    const add = (type, listener) => {
      listen(emitter, type, listener, false);
      added[added.length] = () => unlisten(emitter, type, listener);
    };
    const happened = (...args) => {
      if (waiting.size > 0) {
        waiting.shift().resolve(result(args, false));
        return;
      }
      events.push(args);
      if (!paused && events.size > high && typeof emitter.pause === 'function') {
        paused = true;
        emitter.pause();
      }
    };
    const close = () => {
      if (!finished) {
        finished = true;
        for (let i = 0; i < added.length; i++) added[i]();
        if (signal !== undefined) signal.removeEventListener('abort', abort);
        while (waiting.size > 0) waiting.shift().resolve(result(undefined, true));
      }
      return settled(result(undefined, true));
    };
    const fail = (error) => {
      if (waiting.size > 0) {
        waiting.shift().reject(error);
      } else {
        failed = true;
        failure = error;
      }
      close();
    };
    const abort = () => fail(aborted(signal));

    const iterator = {
      __proto__: asyncIteratorPrototype,
      next() {
        if (events.size > 0) {
          const value = events.shift();
          if (paused && events.size < low && typeof emitter.resume === 'function') {
            paused = false;
            emitter.resume();
          }
          return settled(result(value, false));
        }
        const promise = deferred();
        if (failed) {
          failed = false;
          promise.reject(failure);
        } else if (finished) {
          promise.resolve(result(undefined, true));
        } else {
          waiting.push(promise);
        }
        return promise.promise;
      },
      return() {
        return close();
      },
      throw(error) {
        if (!(error instanceof Error)) {
          throw invalidArgType('EventEmitter.AsyncIterator', 'an instance of Error', error);
        }
        fail(error);
      },
      [asyncIterator]() {
        return this;
      },
    };

    add(name, happened);
    if (name !== 'error' && typeof emitter.on === 'function') add('error', fail);
    const closing = options.close;
    for (let i = 0; closing !== undefined && i < closing.length; i++) add(closing[i], close);
    if (signal !== undefined) onAbort(signal, abort);
    return iterator;
  }

  function settled(value) {
    const d = deferred();
    d.resolve(value);
    return d.promise;
  }

  async function promiseJob(f) {
    await undefined;
    f();
  }
  const queueMicrotask = host.queueMicrotask ?? promiseJob;

  function addAbortListener(signal, listener) {
    if (!isAbortSignal(signal)) throw invalidArgType('signal', 'an instance of AbortSignal', signal);
    if (typeof listener !== 'function') throw invalidArgType('listener', 'of type function', listener);
    const pending = !isAborted(signal);
    if (pending) onAbort(signal, listener);
    else queueMicrotask(() => listener());
    return {
      __proto__: null,
      [dispose]() {
        if (pending) signal.removeEventListener('abort', listener);
      },
    };
  }

  return { once, on, addAbortListener };
})
