// The globals, queueMicrotask and process.nextTick are writable, enumerable and configurable data properties.
const show = (o, k) => {
  const d = Object.getOwnPropertyDescriptor(o, k);
  console.log(k, typeof d.value, d.writable, d.enumerable, d.configurable);
};
for (const k of ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'queueMicrotask']) show(globalThis, k);
show(process, 'nextTick');
