// What an event says before, while and after it is dispatched.
const e = new EventTarget();
const event = new Event('x', { cancelable: true, bubbles: true, composed: true });
print('before', event.target, event.currentTarget, event.eventPhase, event.composedPath().length);
e.addEventListener('x', (v) => print('first', v.target === e, v.currentTarget === e,
  v.srcElement === e, v.eventPhase, v.composedPath().length, v === event));
e.addEventListener('x', (v) => print('second', v.target === e, v.currentTarget === e, v.eventPhase,
  v.composedPath().length));
e.addEventListener('x', function(v) { print('this', this === e); });
e.dispatchEvent(event);
print('after', event.target === e, event.currentTarget, event.eventPhase, event.composedPath().length,
  event.bubbles, event.composed, event.cancelable);

const v = new Event('x', { cancelable: true });
v.returnValue = false;
print(v.defaultPrevented, v.returnValue);
v.returnValue = true;
print(v.defaultPrevented, v.returnValue);
v.cancelBubble = true;
print(v.cancelBubble);
v.cancelBubble = false;
print(v.cancelBubble);
v.initEvent('y', true, false);
print(v.type, v.bubbles, v.cancelable, v.defaultPrevented, v.isTrusted, typeof v.timeStamp);

const plain = new Event('p');
plain.preventDefault();
print(plain.defaultPrevented, plain.bubbles, plain.cancelable, plain.composed);
print(Event.NONE, Event.CAPTURING_PHASE, Event.AT_TARGET, Event.BUBBLING_PHASE, plain.NONE);
print(Object.getOwnPropertyNames(plain).length, Object.prototype.toString.call(plain), String(e));
print(new CustomEvent('x').detail, new CustomEvent('x', {}).detail, new CustomEvent('x', { detail: 3 }).detail);
print(new Event({ toString() { return 'made'; } }).type, new Event(5).type === '5');

class Mine extends Event {
  #secret = 4;
  constructor() { super('mine', { cancelable: true }); this.extra = 1; }
  get secret() { return this.#secret; }
}
const mine = new Mine();
print(mine.type, mine.cancelable, mine.secret, mine.extra, mine instanceof Event, mine.constructor.name);
class Target extends EventTarget {
  constructor() { super(); this.z = 1; }
  fire() { return this.dispatchEvent(new CustomEvent('q', { detail: { z: this.z } })); }
}
const target = new Target();
target.addEventListener('q', (event) => print(event.detail.z, event instanceof Event, event.target === target));
print(target.fire(), Object.keys(target).join());
