// A token bucket, and throttle and debounce for functions.
import { RateLimiter, TokenBucket } from 'limiter'
import { throttle, debounce } from 'throttle-debounce'

const limiter = new RateLimiter({ tokensPerInterval: 2, interval: 80, fireImmediately: true })
console.log(Math.round(await limiter.removeTokens(1)), Math.round(await limiter.removeTokens(1)), (await limiter.removeTokens(1)) < 0)
const bucket = new TokenBucket({ bucketSize: 2, tokensPerInterval: 1, interval: 20 })
bucket.content = 0
const started = performance.now()
await bucket.removeTokens(2)
console.log(performance.now() - started >= 38)
const throttled = throttle(60, (x) => console.log('throttled', x))
throttled(1)
throttled(2)
const debounced = debounce(30, (x) => console.log('debounced', x), { atBegin: true })
debounced(1)
debounced(2)
