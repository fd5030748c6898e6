// performance, its classes and the user timeline.
//
// Invariant: marks and measures are kept in two arrays in the order they were
// made, until cleared; `latest` maps a mark's name to its newest start time.
// Costs: a mark is one object and two stores, reading entries sorts a copy.
(function (host, { EventTarget }, { inspectCustom, show, inner, tooDeep, wrongThis, missing }) {
  const {
    apply, construct, defineProperties, ceil,
    coded, invalidArgType, newDOMException, now, timeOrigin, structuredClone,
  } = host;
  const make = {}; // opens the constructors of this file

  function illegal() {
    return coded('TypeError', 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
  }

  function cloned(detail) {
    return detail === undefined || detail === null ? null : structuredClone(detail);
  }

  function checkTime(time) {
    if (time < 0) {
      throw coded('TypeError', 'ERR_PERFORMANCE_INVALID_TIMESTAMP',
        `${time} is not a valid timestamp`);
    }
    return time;
  }

  class PerformanceEntry {
    #name; #type; #start; #duration;

    constructor(key = undefined, name, type, start, duration) {
      if (key !== make) throw illegal();
      this.#name = name;
      this.#type = type;
      this.#start = start;
      this.#duration = duration;
    }

    static is(value) {
      return value !== null && typeof value === 'object' && #name in value;
    }

    get name() { if (!is(this)) throw wrongThis('PerformanceEntry'); return this.#name; }
    get entryType() { if (!is(this)) throw wrongThis('PerformanceEntry'); return this.#type; }
    get startTime() { if (!is(this)) throw wrongThis('PerformanceEntry'); return this.#start; }
    get duration() { if (!is(this)) throw wrongThis('PerformanceEntry'); return this.#duration; }

    [inspectCustom](depth, options) {
      if (depth < 0) return tooDeep(this);
      return `${this.constructor.name} ${arguments[2](this.toJSON(), inner(options))}`;
    }

    toJSON() {
      if (!is(this)) throw wrongThis('PerformanceEntry');
      return {
        name: this.#name, entryType: this.#type, startTime: this.#start, duration: this.#duration,
      };
    }
  }
  const is = PerformanceEntry.is;
  delete PerformanceEntry.is;
  show(PerformanceEntry.prototype, ['name', 'entryType', 'startTime', 'duration', 'toJSON']);

  class PerformanceMark extends PerformanceEntry {
    #detail;

    constructor(name, options = undefined) {
      if (arguments.length === 0) throw missing('name');
      name = `${name}`;
      if (isMilestone(name)) {
        throw coded('TypeError', 'ERR_INVALID_ARG_VALUE',
          `The argument 'name' is invalid. Received '${name}'`);
      }
      if (options !== undefined && options !== null && typeof options !== 'object') {
        throw invalidArgType('options', 'of type object', options);
      }
      const start = options?.startTime ?? now();
      if (typeof start !== 'number') throw invalidArgType('startTime', 'of type number', start);
      super(make, name, 'mark', checkTime(start), 0);
      this.#detail = cloned(options?.detail);
      latest[name] = start; // also of a mark made by hand, which is on no list
    }

    get detail() { return this.#detail; }
    toJSON() { return withDetail(this, this.#detail); }
  }
  show(PerformanceMark.prototype, ['detail'], 'PerformanceMark');

  class PerformanceMeasure extends PerformanceEntry {
    #detail;

    constructor(key = undefined, name, start, duration, detail) {
      if (key !== make) throw illegal();
      super(make, name, 'measure', start, duration);
      this.#detail = detail;
    }

    get detail() { return this.#detail; }
    toJSON() { return withDetail(this, this.#detail); }
  }
  show(PerformanceMeasure.prototype, ['detail'], 'PerformanceMeasure');

  function withDetail(entry, detail) {
    return {
      name: entry.name, entryType: entry.entryType, startTime: entry.startTime,
      duration: entry.duration, detail,
    };
  }

  let marks = [], measures = [];
  let latest = { __proto__: null };

  // Milestones of the process (nodeStart, ...) exist where nodeTiming was added.
  const notMilestones = { __proto__: null, name: 1, entryType: 1, startTime: 1, duration: 1 };
  function isMilestone(name) {
    const timing = Performance.prototype.nodeTiming;
    return typeof timing === 'object' && timing !== null && !(name in notMilestones) &&
      typeof timing[name] === 'number';
  }

  function timeOf(mark) {
    if (mark === undefined) return undefined;
    if (typeof mark === 'number') return checkTime(mark);
    const name = `${mark}`;
    if (isMilestone(name)) return Performance.prototype.nodeTiming[name];
    const time = latest[name];
    if (time === undefined) {
      throw newDOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
    }
    return time;
  }

  function span(options, endMark) {
    let start, end;
    if (options !== null && typeof options === 'object') {
      if (endMark !== undefined) throw badMeasure('endMark must not be specified');
      const duration = options.duration;
      if (options.start !== undefined && options.end !== undefined && duration !== undefined) {
        throw badMeasure('Must not have options.start, options.end, and options.duration specified');
      }
      end = timeOf(options.end);
      if (end === undefined) {
        end = options.start !== undefined && duration !== undefined ?
          timeOf(options.start) + timeOf(duration) : now();
      }
      start = timeOf(options.start);
      if (start === undefined) {
        start = options.end !== undefined && duration !== undefined ? end - timeOf(duration) : 0;
      }
    } else {
      end = endMark !== undefined ? timeOf(endMark) : now();
      start = typeof options === 'string' ? timeOf(options) : 0;
    }
    return { start, end };
  }

  function badMeasure(text) {
    return coded('TypeError', 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS', text);
  }

  // sorted: entries that match, by start time; the sort is stable.
  function sorted(type, name) {
    const found = [];
    const lists = [type === undefined || type === 'mark' ? marks : [],
      type === undefined || type === 'measure' ? measures : []];
    for (let l = 0; l < 2; l++) {
      for (let i = 0; i < lists[l].length; i++) {
        if (name === undefined || lists[l][i].name === name) found[found.length] = lists[l][i];
      }
    }
    return inOrder(found, 0, found.length);
  }

  // A stable merge sort of list[from] to list[to - 1] by start time.
  function inOrder(list, from, to) {
    if (to - from < 2) return from === to ? [] : [list[from]];
    const middle = (from + to) >>> 1;
    const a = inOrder(list, from, middle), b = inOrder(list, middle, to);
    const merged = [];
    for (let i = 0, j = 0; i < a.length || j < b.length;) {
      const second = i === a.length || (j < b.length && b[j].startTime < a[i].startTime);
      merged[merged.length] = second ? b[j++] : a[i++];
    }
    return merged;
  }

  function without(list, name) {
    const kept = [];
    for (let i = 0; name !== undefined && i < list.length; i++) {
      if (list[i].name !== name) kept[kept.length] = list[i];
    }
    return kept;
  }

  let check;

  class Performance extends EventTarget {
    #brand;

    constructor(key = undefined) {
      if (key !== make) throw illegal();
      super();
    }

    static {
      check = (value) => {
        if (value === null || typeof value !== 'object' || !(#brand in value)) {
          throw wrongThis('Performance');
        }
      };
    }

    clearMarks(name = undefined) {
      check(this);
      if (name === undefined) {
        latest = { __proto__: null };
      } else {
        name = `${name}`;
        delete latest[name];
      }
      marks = without(marks, name);
    }

    clearMeasures(name = undefined) {
      check(this);
      measures = without(measures, name === undefined ? name : `${name}`);
    }

    getEntries() {
      check(this);
      return sorted();
    }

    getEntriesByName(name, type = undefined) {
      check(this);
      if (arguments.length === 0) throw missing('name');
      return sorted(type, `${name}`);
    }

    getEntriesByType(type) {
      check(this);
      if (arguments.length === 0) throw missing('type');
      return sorted(`${type}`);
    }

    mark(name, options = undefined) {
      check(this);
      if (arguments.length === 0) throw missing('name');
      const entry = new PerformanceMark(name, options);
      marks[marks.length] = entry;
      return entry;
    }

    measure(name, startOrOptions = undefined, endMark = undefined) {
      check(this);
      if (arguments.length === 0) throw missing('name');
      if (typeof name !== 'string') throw invalidArgType('name', 'of type string', name);
      const { start, end } = span(startOrOptions, endMark);
      const entry = new PerformanceMeasure(make, name, start, end - start,
        cloned(startOrOptions?.detail));
      measures[measures.length] = entry;
      return entry;
    }

    now() {
      check(this);
      return now();
    }

    get timeOrigin() {
      check(this);
      return timeOrigin();
    }

    toJSON() {
      check(this);
      const result = {};
      if (this.nodeTiming !== undefined) result.nodeTiming = this.nodeTiming;
      result.timeOrigin = timeOrigin();
      if (typeof this.eventLoopUtilization === 'function') {
        result.eventLoopUtilization = this.eventLoopUtilization();
      }
      return result;
    }

    // The wrapper measures nothing by itself: it hands the duration to
    // options.histogram, the only reader where there are no observers.
    timerify(fn, options = {}) {
      check(this);
      if (typeof fn !== 'function') throw invalidArgType('fn', 'of type function', fn);
      if (options === null || typeof options !== 'object') {
        throw invalidArgType('options', 'of type object', options);
      }
      const histogram = options.histogram;
      if (histogram !== undefined && typeof histogram?.record !== 'function') {
        throw invalidArgType('options.histogram', 'an instance of RecordableHistogram', histogram);
      }
      const done = (start) => {
        if (histogram !== undefined) {
          histogram.record(ceil((now() - start) * 1e6) || 1);
        }
      };
      function timerified(...args) {
        const start = now();
        const result = new.target ? construct(fn, args, fn) : apply(fn, this, args);
        if (!new.target && typeof result?.finally === 'function') {
          return result.finally(() => done(start));
        }
        done(start);
        return result;
      }
      defineProperties(timerified, {
        __proto__: null,
        length: { __proto__: null, configurable: false, enumerable: true, value: fn.length },
        name: {
          __proto__: null, configurable: false, enumerable: true, value: `timerified ${fn.name}`,
        },
      });
      return timerified;
    }

    [inspectCustom](depth, options) {
      if (depth < 0) return tooDeep(this);
      check(this);
      const shown = this.nodeTiming === undefined ? {} : { nodeTiming: this.nodeTiming };
      shown.timeOrigin = timeOrigin();
      return `Performance ${arguments[2](shown, inner(options))}`;
    }
  }
  show(Performance.prototype, ['clearMarks', 'clearMeasures', 'getEntries', 'getEntriesByName',
    'getEntriesByType', 'mark', 'measure', 'now', 'timeOrigin', 'toJSON'], 'Performance');

  return {
    Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure,
    performance: new Performance(make),
  };
})
