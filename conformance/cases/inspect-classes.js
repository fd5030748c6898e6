// Constructors, prototypes and the kinds of their keys.
const T = setTimeout(() => {}, 1).constructor, I = setImmediate(() => {}).constructor;
for (const C of [T, I]) {
  console.log(C.name, C.length, Object.getPrototypeOf(C.prototype) === Object.prototype);
  for (const k of Reflect.ownKeys(C.prototype)) {
    const d = Object.getOwnPropertyDescriptor(C.prototype, k);
    console.log(String(k), d.enumerable, d.writable, d.configurable, d.value.length, JSON.stringify(d.value.name));
  }
}
