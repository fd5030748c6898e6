// Reactive streams: intervals, buffers, debouncing, timeouts, schedulers.
const { interval, timer, of, from, merge, asapScheduler, asyncScheduler, queueScheduler, scheduled } = require('rxjs')
const { take, map, bufferCount, debounceTime, delay, concatMap, toArray, timeout, catchError, observeOn } = require('rxjs/operators')

interval(5).pipe(take(6), map((x) => x * x), bufferCount(2)).subscribe({ next: (v) => console.log('buffer', v), complete: () => console.log('complete') })
merge(of('a'), of('b').pipe(delay(120)), of('c').pipe(delay(130))).pipe(debounceTime(60)).subscribe((v) => console.log('debounced', v))
timer(1000).pipe(timeout(300), catchError((err) => of(err.name))).subscribe((v) => console.log('timeout', v))
from([1, 2, 3]).pipe(concatMap((x) => of(x).pipe(delay(150))), toArray()).subscribe((v) => console.log('in order', v))
scheduled([1, 2], asapScheduler).subscribe((v) => console.log('asap', v))
scheduled([1], asyncScheduler).subscribe(() => console.log('async'))
of('now').pipe(observeOn(queueScheduler)).subscribe(console.log)
console.log('main is over')
