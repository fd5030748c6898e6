// A global may be overwritten, before or after its first use, and performance too.
EventTarget = class Mine {};
print(EventTarget.name, new AbortController().signal instanceof EventTarget);
performance = 5;
print(performance, typeof Object.getOwnPropertyDescriptor(globalThis, 'performance').get);
var CustomEvent = 'mine';
print(CustomEvent, Object.getOwnPropertyDescriptor(globalThis, 'CustomEvent').enumerable);
print(delete globalThis.DOMException, typeof DOMException, AbortSignal.abort().reason.name);
(function() { 'use strict'; Event = 3; })();
print(Event, new AbortController().signal.aborted);
function AbortSignal2() {}
print(typeof AbortSignal2);
