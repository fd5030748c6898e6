// Reactive streams: intervals, buffers, debouncing, timeouts, schedulers. One
// stream after the other, so that their timers do not race.
const { interval, timer, of, from, NEVER, Subject, asapScheduler, asyncScheduler, queueScheduler, scheduled, lastValueFrom } = require('rxjs')
const { take, map, bufferCount, debounceTime, delay, concatMap, toArray, timeout, catchError, observeOn, tap } = require('rxjs/operators')

async function main() {
  await lastValueFrom(interval(3).pipe(take(6), map((x) => x * x), bufferCount(2), tap((v) => console.log('buffer', v))))
  console.log('in order', await lastValueFrom(from([1, 2, 3]).pipe(concatMap((x) => of(x).pipe(delay(4))), toArray())))
  console.log('timeout', await lastValueFrom(NEVER.pipe(timeout(10), catchError((err) => of(err.name)))))
  const typed = new Subject()
  const last = lastValueFrom(typed.pipe(debounceTime(20)))
  for (const key of 'abc') typed.next(key)
  setTimeout(() => typed.complete(), 60)
  console.log('debounced', await last)
  const seen = []
  scheduled([1, 2], asapScheduler).subscribe((v) => seen.push('asap ' + v))
  scheduled([1], asyncScheduler).subscribe(() => seen.push('async'))
  of('now').pipe(observeOn(queueScheduler)).subscribe((v) => seen.push(v))
  seen.push('synchronous code is over')
  await lastValueFrom(timer(30))
  console.log(seen.join(', '))
}
main()
