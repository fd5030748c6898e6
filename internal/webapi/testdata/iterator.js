// Iterator and its helpers.
const dump = (v) => v === undefined ? 'undefined' : v === null || typeof v !== 'object' && typeof v !== 'function' ? typeof v === 'string' ? JSON.stringify(v) : typeof v === 'symbol' ? v.toString() : Object.is(v, -0) ? '-0' : String(v) + (typeof v === 'bigint' ? 'n' : '') :
  Array.isArray(v) ? '[' + Array.from(v, dump).join(', ') + ']' : typeof v === 'function' ? '[Function ' + v.name + ']' : v instanceof Error ? '<' + v.name + ': ' + v.message + '>' :
  ArrayBuffer.isView(v) ? v.constructor.name + '[' + Array.from(v.length === undefined ? [] : v, String).join() + ']' : v instanceof Map ? 'Map{' + Array.from(v, ([a, b]) => dump(a) + '=>' + dump(b)).join() + '}' : v instanceof Set ? 'Set{' + Array.from(v, dump).join() + '}' :
  '{' + Reflect.ownKeys(v).map((k) => String(k) + ':' + dump(v[k])).join(', ') + '}';
const t = (name, f) => {
  try {
    print(name, '=>', dump(f()));
  } catch (e) {
    print(name, '!!', e && e.constructor && e.constructor.name, e && e.name, e && e.code, e && e.message);
  }
};
const source = (log, n = 5) => {
  let i = 0;
  return { __proto__: Iterator.prototype, next(...a) { log.push('next' + a.length); return i < n ? { done: false, value: i++ } : { done: true, value: 'end' }; }, return() { log.push('return'); return {}; } };
};
t('new', () => new Iterator());
t('call', () => { try { Iterator(); } catch (e) { return e.constructor.name; } });
t('class', () => { class X extends Iterator {} return [typeof new X().map, new X() instanceof Iterator]; });
t('instance', () => [[].values() instanceof Iterator, (function* () {})() instanceof Iterator, new Map().keys() instanceof Iterator, {} instanceof Iterator]);
t('map', () => [1, 2].values().map((x, i) => x * 10 + i).toArray());
t('filter', () => [1, 2, 3].values().filter((x) => x % 2).toArray());
t('take drop', () => [[1, 2, 3].values().take(2).toArray(), [1, 2, 3].values().drop(2).toArray(), [1, 2, 3].values().drop(5).toArray(), [1].values().take(Infinity).toArray()]);
t('flatMap', () => [1, 2].values().flatMap((x) => [x, [x]]).toArray());
t('flatMap string', () => ['ab'].values().flatMap((x) => x).toArray());
t('reduce', () => [[1, 2, 3].values().reduce((a, b) => a + b), [1].values().reduce((a, b, i) => [a, b, i], 'z'), [1, 2].values().reduce((a, b, i) => [a, b, i])]);
t('reduce empty', () => [].values().reduce((a, b) => a));
t('search', () => [[1, 2].values().some((x) => x > 1), [1, 2].values().every((x) => x > 1), [1, 2].values().find((x) => x > 1), [].values().some(() => true), [].values().every(() => false), [1].values().find(() => false)]);
t('forEach', () => { const l = []; const r = ['a'].values().forEach((x, i) => l.push(x, i)); return [l, r]; });
t('map 5', () => [].values().map(5));
t('take -1', () => [].values().take(-1));
t('take NaN', () => [].values().take(NaN));
t('take -0.5', () => [1].values().take(-0.5).toArray());
t('this', () => Iterator.prototype.map.call(5, () => 1));
t('next this', () => { const h = [].values().map((x) => x); return Object.getPrototypeOf(h).next.call({}); });
t('lazy', () => { const log = []; const h = source(log).map((x) => x); log.push('made'); h.next(7); return log; });
t('return before next', () => { const log = []; const h = source(log).map((x) => x); return [h.return(), log, h.next(), h.return(), log]; });
t('return after next', () => { const log = []; const h = source(log).filter(() => true); h.next(); return [h.return(), log, h.next()]; });
t('callback throws', () => { const log = []; const h = source(log).map(() => { throw new Error('cb'); }); try { h.next(); } catch (e) { log.push(e.message); } return [log, h.next()]; });
t('source throws', () => { const log = []; const h = Iterator.prototype.map.call({ next() { throw new Error('src'); }, return() { log.push('return'); } }, (x) => x); try { h.next(); } catch (e) { log.push(e.message); } return [log, h.next()]; });
t('take closes', () => { const log = []; const h = source(log).take(1); return [h.next(), h.next(), log]; });
t('take 0', () => { const log = []; return [source(log).take(0).next(), log]; });
t('some closes', () => { const log = []; return [source(log).some((x) => x === 1), log]; });
t('some throws', () => { const log = []; try { source(log).some(() => { throw new Error('q'); }); } catch (e) { log.push(e.message); } return log; });
t('flatMap return', () => { const log = [], inner = []; const h = source(log).flatMap(() => source(inner)); h.next(); return [h.return(), log, inner]; });
t('bad callback closes', () => { const log = []; try { source(log).map(5); } catch (e) { log.push(e.constructor.name); } return log; });
t('bad limit closes', () => { const log = []; try { source(log).take(-1); } catch (e) { log.push(e.constructor.name); } return log; });
t('running', () => { const h = [1, 2].values().map(() => h.next()); return h.next(); });
t('from', () => [Iterator.from('ab').toArray(), Iterator.from([1]).toArray(), Iterator.from({ next() { return { done: true }; } }).toArray()]);
t('from 5', () => Iterator.from(5));
t('from same', () => { const i = [].values(); return Iterator.from(i) === i; });
t('wrapped', () => { const w = Iterator.from({ next() { return { done: false, value: 3 }; } }); return [w instanceof Iterator, w.next().value, w.return(), w.take(1).toArray()]; });
t('concat', () => [Iterator.concat([1], new Set([2]), [3].values()).toArray(), Iterator.concat().next()]);
t('concat 5', () => Iterator.concat(5));
t('concat string', () => Iterator.concat('ab'));
t('concat return', () => { const log = []; const h = Iterator.concat(source(log), [1]); h.next(); return [h.return(), log, h.next()]; });
t('tag', () => [String(Iterator.prototype), String([1].values().map((x) => x)), String(new (class extends Iterator {})())]);
t('own constructor', () => { const i = { __proto__: Iterator.prototype }; i.constructor = 5; i[Symbol.toStringTag] = 'T'; return [Object.getOwnPropertyDescriptor(i, 'constructor').enumerable, String(i)]; });
t('constructor of the prototype', () => { 'use strict'; try { Iterator.prototype.constructor = 5; } catch (e) { return e.constructor.name; } });
t('dispose', () => { const log = []; source(log)[Symbol.dispose](); [].values()[Symbol.dispose](); return log; });
t('generators', () => (function* () { yield 1; yield 2; })().map((x) => x + 1).toArray());
t('in a loop', () => { const l = []; for (const x of [1, 2, 3].values().filter((x) => x > 1)) l.push(x); return l; });
