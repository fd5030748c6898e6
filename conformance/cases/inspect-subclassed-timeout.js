const Timeout = setTimeout(() => {}, 1).close().constructor;
class Sub extends Timeout {
  constructor(callback, ms) { super(callback, ms, undefined, false, true); this.extra = 1; }
  refresh() { console.log('refresh of Sub'); return super.refresh(); }
}
const s = new Sub(function () { console.log('fired', this === s, this instanceof Sub, this instanceof Timeout, this.extra); }, 3);
console.log(s.constructor.name, Object.keys(s).at(-1), s.refresh() === s);
