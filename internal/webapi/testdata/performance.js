// The user timeline.
const t = (name, f) => {
  try {
    const r = f();
    print(name, '=>', typeof r === 'object' ? JSON.stringify(r) : String(r));
  } catch (e) {
    print(name, '!!', e.name, e.code, e.message);
  }
};
t('now this', () => performance.now.call({}));
t('detached', () => (0, performance.now)());
t('new Performance', () => new Performance());
t('new PerformanceEntry', () => new PerformanceEntry());
t('new PerformanceMeasure', () => new PerformanceMeasure());
t('new PerformanceMark', () => new PerformanceMark());
t('mark object', () => new PerformanceMark('x', { startTime: 3 }));
t('mark options null', () => new PerformanceMark('x', null).detail);
t('mark negative', () => new PerformanceMark('x', { startTime: -5 }));
t('mark 0', () => performance.mark());
t('mark bad start', () => performance.mark('x', { startTime: 'a' }));
t('mark options', () => performance.mark('x', 1));
t('name this', () => Object.getOwnPropertyDescriptor(PerformanceEntry.prototype, 'name').get.call({}));
t('measure 0', () => performance.measure());
t('measure unknown', () => performance.measure('m', 'nope'));
t('measure empty', () => performance.measure('m', ''));
t('measure number', () => performance.measure(5));
t('measure options', () => performance.measure('m', { start: 1, end: 5, detail: { a: 1 } }));
t('measure duration', () => performance.measure('m', { start: 1, duration: 5 }));
t('measure duration end', () => performance.measure('m', { end: 9, duration: 5 }));
t('measure all', () => performance.measure('m', { start: 1, end: 9, duration: 5 }));
t('measure options and end', () => performance.measure('m', { start: 1 }, 'x'));
t('measure {}', () => performance.measure('m', {}).startTime);
t('measure detail', () => performance.measure('m', { detail: 1 }).detail);
t('measure numbers', () => performance.measure('m', 3, 7));
t('measure negative', () => performance.measure('m', { start: -1 }));
t('measure null', () => performance.measure('m', null).startTime);
t('measure bad start', () => performance.measure('m', { start: null }));
t('measure bad duration', () => performance.measure('m', { start: 1, duration: 'unset' }));
t('mark made by hand', () => { new PerformanceMark('hand', { startTime: 2 }); return performance.measure('m', { start: 1, duration: 'hand' }).duration; });
t('measure end', () => performance.measure('m', { end: 5 }));
t('measure true', () => performance.measure('m', true).startTime);
t('count', () => performance.getEntries().length);
performance.clearMeasures();
performance.clearMarks();
performance.mark('a', { startTime: 3 });
performance.mark('a', { startTime: 4 });
performance.mark('b', { startTime: 10 });
t('newest mark', () => performance.measure('m', 'a', 'b'));
t('undefined start', () => performance.measure('n', undefined, 'b'));
t('marks by name', () => performance.measure('o', { start: 'a', end: 'b' }).duration);
t('backwards', () => performance.measure('p', 'b', 'a').duration);
t('entries', () => performance.getEntries().map((e) => e.name + e.startTime).join());
t('by type', () => performance.getEntriesByType('mark').map((e) => e.name).join());
t('by other type', () => performance.getEntriesByType('other').length);
t('by name', () => performance.getEntriesByName('a').length + ' ' + performance.getEntriesByName('a', 'measure').length);
t('by name 0', () => performance.getEntriesByName());
t('by type 0', () => performance.getEntriesByType());
performance.clearMarks('a');
t('cleared', () => performance.getEntriesByType('mark').length);
t('mark is gone', () => performance.measure('m', 'a'));
performance.clearMarks();
t('all marks cleared', () => performance.getEntriesByType('mark').length + ' ' + performance.getEntries().length);
const detail = { a: [1] };
const mark = performance.mark('z', { detail });
print(mark.detail === detail, JSON.stringify(mark.detail), performance.mark('z', { detail: null }).detail,
  performance.mark('z').detail, performance.mark('z', { detail: false }).detail);
t('detail of a function', () => performance.mark('z', { detail() {} }).name);
print(mark instanceof PerformanceEntry, Object.prototype.toString.call(mark), String(performance));
print(performance instanceof EventTarget, typeof performance.timeOrigin, typeof performance.now(), performance.now() >= 0);
print(Object.keys(performance.toJSON()).includes('timeOrigin'), Object.keys(mark).length);
const f = performance.timerify(function foo(x) { return [x + 1, this.v, new.target === undefined]; });
print(f.name, f.length, f.call({ v: 3 }, 2));
class A { constructor(x) { this.x = x; } }
print(new (performance.timerify(A))(3).x, new (performance.timerify(A))(3) instanceof A);
t('timerify', () => performance.timerify(1));
t('timerify options', () => performance.timerify(() => {}, 5));
t('timerify histogram', () => performance.timerify(() => {}, { histogram: 5 }));
t('timerify throws', () => performance.timerify(() => { throw new RangeError('q'); })());
