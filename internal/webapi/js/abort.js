// AbortController and AbortSignal.
//
// Invariant: a signal that is aborted stays so with one reason, and all that
// follow it (AbortSignal.any) are aborted before the first listener of any of
// them runs. A source holds its followers weakly until one has an 'abort'
// listener: `any` on a long-lived signal costs nothing once the result is
// dropped.
(function (host, events, { inspectCustom, show, inner, tooDeep, wrongThis }) {
  const { EventTarget, Event, resistStop, trusted } = events;
  const { iterator, coded, weak, deref, newDOMException, Error } = host;
  const make = {}; // opens the constructor of AbortSignal

  // Followers of a signal; dead ones are dropped when the array has doubled.
  class Followers {
    entries = [];
    limit = 16;

    add(signal) {
      if (this.entries.length >= this.limit) this.compact();
      const entry = { weak: weak(signal), strong: undefined };
      this.entries[this.entries.length] = entry;
      return entry;
    }

    compact() {
      const live = [];
      for (let i = 0; i < this.entries.length; i++) {
        if (deref(this.entries[i].weak) !== undefined) live[live.length] = this.entries[i];
      }
      this.entries = live;
      this.limit = live.length < 8 ? 16 : live.length * 2;
    }
  }

  let isAbortSignal, isAborted, reasonOf, abortSignal, follow, slot;

  class AbortSignal extends EventTarget {
    #aborted = false;
    #reason = undefined;
    #handler = undefined;
    #followers = undefined;
    #sources = undefined; // of a composite: the signals it follows, none a composite

    constructor(key = undefined) {
      if (key !== make) {
        throw coded('TypeError', 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
      }
      super();
    }

    static {
      isAbortSignal = (v) => v !== null && typeof v === 'object' && #aborted in v;
      isAborted = (signal) => signal.#aborted;
      reasonOf = (signal) => signal.#reason;
      slot = function (signal, handler) {
        if (!(#handler in signal)) return undefined;
        if (arguments.length > 1) signal.#handler = handler;
        return signal.#handler;
      };

      abortSignal = (signal, reason) => {
        if (signal.#aborted) return;
        signal.#aborted = true;
        signal.#reason = reason;
        const told = [signal];
        const entries = signal.#followers?.entries;
        for (let i = 0; entries !== undefined && i < entries.length; i++) {
          const follower = deref(entries[i].weak);
          if (follower === undefined || follower.#aborted) continue;
          follower.#aborted = true;
          follower.#reason = reason;
          told[told.length] = follower;
        }
        signal.#followers = undefined;
        for (let i = 0; i < told.length; i++) {
          told[i].dispatchEvent(new Event('abort', undefined, trusted));
        }
      };

      follow = (composite, sources) => {
        composite.#sources = sources;
        const entries = [];
        for (let i = 0; i < sources.length; i++) {
          sources[i].#followers ??= new Followers();
          entries[i] = sources[i].#followers.add(composite);
        }
        events.setHook(composite, (type, size) => {
          if (type !== 'abort') return;
          for (let i = 0; i < entries.length; i++) {
            entries[i].strong = size > 0 ? composite : undefined;
          }
        });
      };
    }

    get aborted() {
      if (!isAbortSignal(this)) throw wrongThis('AbortSignal');
      return this.#aborted;
    }

    get reason() {
      if (!isAbortSignal(this)) throw wrongThis('AbortSignal');
      return this.#reason;
    }

    throwIfAborted() {
      if (!isAbortSignal(this)) throw wrongThis('AbortSignal');
      if (this.#aborted) throw this.#reason;
    }

    static abort(reason = newDOMException('This operation was aborted', 'AbortError')) {
      const signal = create();
      signal.#aborted = true;
      signal.#reason = reason;
      return signal;
    }

    static timeout(delay) {
      const failure = host.checkUint32('delay', delay);
      if (failure !== undefined) throw failure;
      const signal = create();
      host.setTimeout(delay, () => abortSignal(signal,
        newDOMException('The operation was aborted due to timeout', 'TimeoutError')));
      return signal;
    }

    static any(signals) {
      if (signals === null || typeof signals !== 'object' || typeof signals[iterator] !== 'function') {
        throw coded('TypeError', 'ERR_INVALID_ARG_TYPE',
          'signals cannot be converted to sequence.');
      }
      const given = [];
      for (const signal of signals) {
        if (!isAbortSignal(signal)) {
          throw coded('TypeError', 'ERR_INVALID_ARG_TYPE',
            `signals[${given.length}] is not of type AbortSignal.`);
        }
        given[given.length] = signal;
      }
      const result = create();
      const sources = [];
      for (let i = 0; i < given.length; i++) {
        if (given[i].#aborted) {
          result.#aborted = true;
          result.#reason = given[i].#reason;
          return result;
        }
        const roots = given[i].#sources ?? [given[i]];
        for (let j = 0; j < roots.length; j++) addOnce(sources, roots[j]);
      }
      follow(result, sources);
      return result;
    }

    [inspectCustom](depth, options) {
      if (depth < 0) return tooDeep(this);
      return describe(this, { aborted: this.aborted }, options, arguments[2]);
    }
  }

  function create() {
    const signal = new AbortSignal(make);
    events.setMaxListeners(signal, 0); // many listeners on one signal are no leak
    return signal;
  }

  function addOnce(list, value) {
    for (let i = 0; i < list.length; i++) if (list[i] === value) return;
    list[list.length] = value;
  }

  function describe(self, shown, options, inspect) {
    return `${self.constructor.name} ${inspect(shown, inner(options))}`;
  }

  events.defineHandler(AbortSignal.prototype, 'abort', events.isEventTarget, 'EventTarget', slot);
  show(AbortSignal.prototype, ['aborted'], 'AbortSignal');

  class AbortController {
    #signal;

    get signal() {
      return this.#signal ??= create();
    }

    abort(reason = newDOMException('This operation was aborted', 'AbortError')) {
      abortSignal(this.#signal ??= create(), reason);
    }

    [inspectCustom](depth, options) {
      if (depth < 0) return this; // no keys, so it is printed as empty
      return describe(this, { signal: this.signal }, options, arguments[2]);
    }
  }
  show(AbortController.prototype, ['signal', 'abort'], 'AbortController');

  class AbortError extends Error {
    constructor(message = 'The operation was aborted', options = undefined) {
      super(message, options);
      this.code = 'ABORT_ERR';
      this.name = 'AbortError';
    }
  }

  // listen adds one listener that other listeners cannot stop, by the methods
  // the signal has now: a program that watches or replaces them sees one call.
  function listen(signal, listener) {
    signal.addEventListener('abort', listener, { __proto__: null, [resistStop]: true });
    return () => { signal.removeEventListener('abort', listener); };
  }

  function newAbortError(hasCause, cause) {
    return new AbortError(undefined, hasCause ? { cause } : undefined);
  }

  host.isAbortSignal = isAbortSignal;
  return {
    AbortController, AbortSignal, AbortError,
    isAbortSignal, isAborted, reasonOf, abortSignal, listen, newAbortError,
  };
})
