// Event, CustomEvent and EventTarget.
//
// Invariant: a listener list is a doubly linked chain of records behind a head, which is a record
// too; a record that was taken out keeps its `next`, so a dispatch that stands on it goes on where
// it would have gone. Adding costs a walk of the list (duplicates are refused), a dispatch one step
// per listener.
//
// State lives in private fields: they are the brand, they cannot be forged, they do not show among
// the keys, and the engine keeps them in an array where properties need a map. Functions that tell
// a missing argument from an undefined one take rest parameters, a fifth of the price of an
// `arguments` object; their length is put right afterwards.
(function (host, { inspectCustom, wrongThis, missing, show, lengthOf, inner }) {
  const {
    apply, getOwnPropertyDescriptor, defineProperty, resistStop, coded, invalidArgType, now, warn,
    reportError, weak, deref, kindOf,
  } = host;
  const trusted = {}; // handed to the Event constructor by us alone

  // An options dictionary: null is accepted and empty, as for Web IDL.
  function dictionary(options) {
    if (options === null) return {};
    if (typeof options !== 'object' || host.isArray(options)) {
      throw invalidArgType('options', 'of type object', options);
    }
    return options;
  }

  let begin, end, stop, isDispatching, setPassive, isEvent;

  class Event {
    #type; #bubbles = false; #cancelable = false; #composed = false;
    #prevented = false; #propagationStopped = false; #stopped = false;
    #stamp; #target = null; #dispatching = false; #passive = false; #trusted;

    constructor(...args) {
      if (args.length === 0) throw missing('type');
      const type = args[0];
      let options = args[1];
      if (options !== undefined) {
        options = dictionary(options);
        this.#bubbles = !!options.bubbles;
        this.#cancelable = !!options.cancelable;
        this.#composed = !!options.composed;
      }
      this.#type = typeof type === 'string' ? type : `${type}`;
      this.#trusted = args[2] === trusted;
      this.#stamp = now();
    }

    static {
      begin = (event, target) => { event.#target = target; event.#dispatching = true; };
      end = (event) => { event.#dispatching = false; };
      stop = (event) => event.#stopped;
      isDispatching = (event) => event.#dispatching;
      setPassive = (event, on) => { event.#passive = on; };
      isEvent = (value) => value !== null && typeof value === 'object' && #type in value;
    }

    initEvent(...args) {
      if (args.length === 0) throw missing('type');
      if (!isEvent(this)) throw wrongThis('Event');
      if (this.#dispatching) return;
      this.#type = `${args[0]}`;
      this.#bubbles = !!args[1];
      this.#cancelable = !!args[2];
    }

    stopImmediatePropagation() {
      if (!isEvent(this)) throw wrongThis('Event');
      this.#propagationStopped = true;
      this.#stopped = true;
    }

    preventDefault() {
      if (!isEvent(this)) throw wrongThis('Event');
      if (this.#cancelable && !this.#passive) this.#prevented = true;
    }

    get target() { if (!isEvent(this)) throw wrongThis('Event'); return this.#target; }
    get currentTarget() {
      if (!isEvent(this)) throw wrongThis('Event');
      return this.#dispatching ? this.#target : null;
    }
    get srcElement() { if (!isEvent(this)) throw wrongThis('Event'); return this.#target; }
    get type() { if (!isEvent(this)) throw wrongThis('Event'); return this.#type; }
    get cancelable() { if (!isEvent(this)) throw wrongThis('Event'); return this.#cancelable; }
    get defaultPrevented() {
      if (!isEvent(this)) throw wrongThis('Event');
      return this.#cancelable && this.#prevented;
    }
    get timeStamp() { if (!isEvent(this)) throw wrongThis('Event'); return this.#stamp; }

    composedPath() {
      if (!isEvent(this)) throw wrongThis('Event');
      return this.#dispatching ? [this.#target] : [];
    }

    get returnValue() {
      if (!isEvent(this)) throw wrongThis('Event');
      return !(this.#cancelable && this.#prevented);
    }
    set returnValue(value) {
      if (!isEvent(this)) throw wrongThis('Event');
      if (!value && this.#cancelable && !this.#passive) this.#prevented = true;
    }

    get bubbles() { if (!isEvent(this)) throw wrongThis('Event'); return this.#bubbles; }
    get composed() { if (!isEvent(this)) throw wrongThis('Event'); return this.#composed; }
    get eventPhase() {
      if (!isEvent(this)) throw wrongThis('Event');
      return this.#dispatching ? 2 : 0;
    }
    get cancelBubble() {
      if (!isEvent(this)) throw wrongThis('Event');
      return this.#propagationStopped;
    }
    set cancelBubble(value) {
      if (!isEvent(this)) throw wrongThis('Event');
      if (value) this.#propagationStopped = true;
    }
    stopPropagation() {
      if (!isEvent(this)) throw wrongThis('Event');
      this.#propagationStopped = true;
    }
    get isTrusted() { if (!isEvent(this)) throw wrongThis('Event'); return this.#trusted; }

    [inspectCustom](depth, options) {
      if (!isEvent(this)) throw wrongThis('Event');
      const name = this.constructor.name;
      if (depth < 0) return name;
      return `${name} ${arguments[2]({
        type: this.#type,
        defaultPrevented: this.#cancelable && this.#prevented,
        cancelable: this.#cancelable,
        timeStamp: this.#stamp,
      }, inner(options))}`;
    }
  }

  show(Event.prototype, [
    'initEvent', 'stopImmediatePropagation', 'preventDefault', 'target', 'currentTarget',
    'srcElement', 'type', 'cancelable', 'defaultPrevented', 'timeStamp', 'composedPath',
    'returnValue', 'bubbles', 'composed', 'eventPhase', 'cancelBubble', 'stopPropagation',
    'isTrusted',
  ], 'Event');
  defineProperty(Event.prototype, 'isTrusted', { __proto__: null, configurable: false });
  lengthOf(Event, 1);
  lengthOf(Event.prototype.initEvent, 1);
  const phases = ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'];
  for (let i = 0; i < phases.length; i++) {
    defineProperty(Event, phases[i], { __proto__: null, value: i, enumerable: true });
  }

  class CustomEvent extends Event {
    #detail;

    constructor(...args) {
      if (args.length === 0) throw missing('type');
      super(args[0], args[1]);
      this.#detail = args[1]?.detail ?? null;
    }

    get detail() {
      if (!isEvent(this) || !(#detail in this)) throw wrongThis('CustomEvent');
      return this.#detail;
    }
  }
  lengthOf(CustomEvent, 1);
  show(CustomEvent.prototype, ['detail'], 'CustomEvent');

  // A value a listener returned: a promise that rejects is an uncaught error too. A promise of the
  // engine is awaited, which asks no method that a program may have replaced.
  function watch(result) {
    if (kindOf(result) === 'Promise') {
      reportRejection(result);
      return;
    }
    const then = result.then;
    if (typeof then === 'function') apply(then, result, [undefined, reportError]);
  }

  async function reportRejection(promise) {
    try {
      await promise;
    } catch (error) {
      reportError(error);
    }
  }

  async function callHandler(object, event) {
    const method = object.handleEvent;
    if (method) apply(method, object, [event]);
  }

  // Options of removeEventListener and the flags of addEventListener.
  function captureOf(options) {
    return options !== null && typeof options === 'object' ? !!options.capture : !!options;
  }

  // The parts of a record that the class EventTarget works with; see Listener.
  let newList, add, find, unlink, nextOf, sizeOf, resists, isRemoved, isOnce, isPassive,
    callbackOf, captures, isPlain;

  class Listener {
    #next = undefined; #previous; #callback; #capture; #once; #passive; #resist; #removed = false;
    #plain; #size = 0;

    constructor(callback, capture, once, passive, resist) {
      this.#callback = callback;
      this.#capture = capture;
      this.#once = once;
      this.#passive = passive;
      this.#resist = resist;
      this.#plain = typeof callback === 'function';
    }

    static {
      // Of the head, #previous is the last record, #size the number of records, and #resist says
      // whether one of them ever resisted stopImmediatePropagation.
      newList = () => {
        const list = new Listener(undefined, false, false, false, false);
        list.#previous = list;
        return list;
      };
      add = (list, record) => {
        record.#previous = list.#previous;
        list.#previous.#next = record;
        list.#previous = record;
        list.#size++;
        if (record.#resist) list.#resist = true;
      };
      find = (list, callback, capture) => {
        let r = list.#next;
        while (r !== undefined && (r.#callback !== callback || r.#capture !== capture)) r = r.#next;
        return r;
      };
      unlink = (list, record) => {
        record.#previous.#next = record.#next;
        if (record.#next !== undefined) record.#next.#previous = record.#previous;
        else list.#previous = record.#previous;
        record.#removed = true;
        list.#size--;
      };
      nextOf = (record) => record.#next;
      sizeOf = (list) => list.#size;
      resists = (record) => record.#resist;
      isRemoved = (record) => record.#removed;
      isOnce = (record) => record.#once;
      isPassive = (record) => record.#passive;
      callbackOf = (record) => record.#callback;
      captures = (record) => record.#capture;
      isPlain = (record) => record.#plain;
    }
  }

  let isEventTarget, listsOf, setHook, setMaxListeners, getMaxListeners;
  let defaultMaxListeners = 10;

  class EventTarget {
    #lists = { __proto__: null };
    #max = defaultMaxListeners;
    #warned = false;
    #hook = undefined;

    static {
      isEventTarget = (v) => v !== null && typeof v === 'object' && #lists in v;
      listsOf = (target) => target.#lists;
      setHook = (target, hook) => { target.#hook = hook; };
      getMaxListeners = (target) => target.#max;
      setMaxListeners = (target, n) => { target.#max = n; target.#warned = false; };
    }

    addEventListener(...args) {
      if (!isEventTarget(this)) throw wrongThis('EventTarget');
      if (args.length < 2) throw missing('type', 'listener');
      let type = args[0];
      const listener = args[1], options = args[2];
      let once = false, capture = false, passive = false, resist = false, signal;
      if (typeof options === 'boolean') {
        capture = options;
      } else if (options !== undefined && options !== null) {
        if (typeof options !== 'object' && typeof options !== 'function') {
          throw invalidArgType('options', 'of type object', options);
        }
        once = !!options.once;
        capture = !!options.capture;
        passive = !!options.passive;
        signal = options.signal;
        resist = !!options[resistStop];
        if (signal !== undefined && !host.isAbortSignal(signal)) {
          throw invalidArgType('options.signal', 'an instance of AbortSignal', signal);
        }
      }
      if (!callable(listener)) {
        warn('AddEventListenerArgumentTypeWarning',
          `addEventListener called with ${listener} which has no effect.`,
          ['target', this, 'type', type]);
        return;
      }
      type = webidlString(type);
      if (signal !== undefined && signal.aborted) return;
      let list = this.#lists[type];
      if (list === undefined) {
        list = this.#lists[type] = newList();
      } else if (find(list, listener, capture) !== undefined) {
        return;
      }
      const record = new Listener(listener, capture, once, passive, resist);
      add(list, record);
      if (signal !== undefined) removeOnAbort(this, signal, type, record);
      this.#listenersChanged(type, sizeOf(list), true);
    }

    removeEventListener(...args) {
      if (!isEventTarget(this)) throw wrongThis('EventTarget');
      if (args.length < 2) throw missing('type', 'listener');
      const listener = args[1];
      if (!callable(listener)) return;
      const type = webidlString(args[0]);
      const list = this.#lists[type];
      if (list === undefined) return;
      const record = find(list, listener, captureOf(args[2]));
      if (record === undefined) return;
      unlink(list, record);
      this.#listenersChanged(type, sizeOf(list), false);
    }

    dispatchEvent(...args) {
      if (!isEventTarget(this)) throw wrongThis('EventTarget');
      if (args.length < 1) throw missing('event');
      const event = args[0];
      if (!isEvent(event)) throw invalidArgType('event', 'an instance of Event', event);
      if (isDispatching(event)) {
        throw coded('Error', 'ERR_EVENT_RECURSION',
          `The event "${event.type}" is already being dispatched`);
      }
      this.#dispatch(event.type, event);
      return !event.defaultPrevented;
    }

    // An event counts as being dispatched until its first listener returned:
    // later listeners of the same dispatch see no currentTarget, as in Node.
    #dispatch(type, event) {
      begin(event, this);
      const list = this.#lists[type];
      let record = list === undefined ? undefined : nextOf(list);
      while (record !== undefined) {
        const next = nextOf(record);
        if (stop(event) && !resists(record)) {
          if (!resists(list)) break;
        } else if (!isRemoved(record)) {
          if (isOnce(record)) {
            unlink(list, record);
            this.#listenersChanged(type, sizeOf(list), false);
          }
          const passive = isPassive(record);
          if (passive) setPassive(event, true);
          try {
            const callback = callbackOf(record);
            const result = isPlain(record) ? apply(callback, this, [event]) :
              callHandler(callback, event);
            end(event);
            if (result !== undefined && result !== null) watch(result);
          } catch (error) {
            reportError(error);
          }
          if (passive) setPassive(event, false);
        }
        record = next;
      }
      end(event);
    }

    #listenersChanged(type, size, added) {
      if (this.#hook !== undefined) this.#hook(type, size);
      if (!added || this.#max === 0 || size <= this.#max || this.#warned) return;
      this.#warned = true;
      warn('MaxListenersExceededWarning',
        `Possible EventTarget memory leak detected. ${size} ${type} listeners added to ` +
        `${this.constructor.name}. MaxListeners is ${this.#max}. ` +
        'Use events.setMaxListeners() to increase limit',
        ['target', this, 'type', type, 'count', size]);
    }

    [inspectCustom](depth, options) {
      if (!isEventTarget(this)) throw wrongThis('EventTarget');
      const name = this.constructor.name;
      if (depth < 0) return name;
      return `${name} ${arguments[2]({}, inner(options))}`;
    }
  }
  EventTarget[host.eventTargetSymbol] = true; // how packages tell one of another realm
  lengthOf(EventTarget.prototype.addEventListener, 2);
  lengthOf(EventTarget.prototype.removeEventListener, 2);
  lengthOf(EventTarget.prototype.dispatchEvent, 1);
  show(EventTarget.prototype, ['addEventListener', 'removeEventListener', 'dispatchEvent'],
    'EventTarget');

  // Is listener something to call? null and undefined are not, others throw.
  function callable(listener) {
    if (typeof listener === 'function') return true;
    if (typeof listener === 'object' && listener !== null) return true;
    if (listener === undefined || listener === null) return false;
    throw invalidArgType('listener', 'an instance of EventListener', listener);
  }

  function webidlString(value) {
    if (typeof value === 'symbol') {
      throw coded('TypeError', 'ERR_INVALID_ARG_TYPE',
        'Value is a Symbol and cannot be converted to a string.');
    }
    return typeof value === 'string' ? value : `${value}`;
  }

  // The signal outlives most targets: it holds the record weakly, so that a
  // dropped target is not kept alive by a long-lived signal.
  function removeOnAbort(target, signal, type, record) {
    signal.addEventListener('abort', remover(weak(target), weak(record), type),
      { __proto__: null, once: true, [resistStop]: true });
  }

  // A function of its own: the engine keeps all arguments of a function of which a closure uses one.
  function remover(weakTarget, weakRecord, type) {
    return () => {
      const target = deref(weakTarget), record = deref(weakRecord);
      if (target !== undefined && record !== undefined && !isRemoved(record)) {
        target.removeEventListener(type, callbackOf(record), captures(record));
      }
    };
  }

  // Handler attributes (onabort): the listener keeps its place when replaced.
  function defineHandler(prototype, name, isOwner, ownerName, store) {
    const property = 'on' + name;
    const accessors = {
      get [property]() {
        if (!isOwner(this)) throw wrongThis(ownerName);
        return store(this)?.handler ?? null;
      },
      set [property](value) {
        if (!isOwner(this)) throw wrongThis(ownerName);
        const usable = typeof value === 'function' || (typeof value === 'object' && value !== null);
        let wrapped = store(this);
        if (wrapped !== undefined && !usable) {
          this.removeEventListener(name, wrapped);
          store(this, undefined);
        } else if (wrapped !== undefined) {
          wrapped.handler = value;
        } else if (usable) {
          wrapped = function (event) {
            if (typeof wrapped.handler === 'function') return apply(wrapped.handler, this, [event]);
          };
          wrapped.handler = value;
          store(this, wrapped);
          this.addEventListener(name, wrapped);
        }
      },
    };
    const descriptor = getOwnPropertyDescriptor(accessors, property);
    defineProperty(prototype, property, {
      __proto__: null, get: descriptor.get, set: descriptor.set, enumerable: true, configurable: true,
    });
  }

  function getEventListeners(target, type) {
    const found = [];
    const list = listsOf(target)[type];
    let record = list === undefined ? undefined : nextOf(list);
    for (; record !== undefined; record = nextOf(record)) found[found.length] = callbackOf(record);
    return found;
  }

  return {
    Event, CustomEvent, EventTarget,
    resistStop, trusted, isEventTarget, setHook, defineHandler, getEventListeners,
    setMaxListeners, getMaxListeners,
    setDefaultMaxListeners: (n) => { defaultMaxListeners = n; },
  };
})
