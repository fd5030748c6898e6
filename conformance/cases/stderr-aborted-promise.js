// An abort that nobody handles prints the AbortError with its code and cause.
const ac = new AbortController();
require('timers/promises').setTimeout(1e6, 0, { signal: ac.signal });
ac.abort('because');
