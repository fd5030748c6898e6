// util.inspect of the classes.
const stable = (s) => s.replace(/timeStamp: [\d.]+/, 'timeStamp: N').replace(/(startTime|duration): [\d.]+/g, '$1: N');
const p = (...a) => print(stable(show(...a)));
p(new EventTarget());
p(new Event('foo'));
p(new CustomEvent('foo', { detail: { a: 1 } }));
p(new AbortController());
p(new AbortController().signal);
p(AbortSignal.abort(3));
p(performance.mark('x', { detail: { a: 1 } }));
p(performance.measure('m', 'x'));
p(new Event('x'), { depth: -1 });
p(new EventTarget(), { depth: -1 });
p(new AbortController(), { depth: 0 });
p([[[new AbortController()]]]);
p([[[[new AbortController()]]]]);
p({ a: new AbortController().signal, e: [new EventTarget()] });
p(new AbortController().signal, { depth: -1 });
p(performance.mark('x'), { depth: -1 });
class Sub extends AbortController {}
p(new Sub());
class Own extends Event { constructor() { super('own'); } }
p(new Own());
class Target extends EventTarget { constructor() { super(); this.z = 1; } }
p(new Target());
print(show(new DOMException('m', 'N')).split('\n')[0]);
print(show(new DOMException('m', 'AbortError')).split('\n')[0]);
print(show(AbortSignal.abort().reason).split('\n')[0]);
print(show(new QuotaExceededError('full', { quota: 1 })).split('\n')[0]);
p(new TextEncoder());
p(new TextDecoder('utf-16le', { fatal: true }));
p(new TextDecoder(), { depth: -1 });
p(new WeakRef({ a: 1 }));
p(new FinalizationRegistry(() => {}));
p([1].values().map((x) => x));
p(new DisposableStack());
p(structuredClone({ a: new Map([[1, { b: 2 }]]), c: [1, , 2] }));
p([Event, EventTarget, AbortSignal, DOMException, Iterator, TextDecoder, atob, structuredClone]);
