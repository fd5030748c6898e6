// The attributes of every property of the classes and of the globals. Symbols that Node keeps for
// itself are left out, and what belongs to its process or to resources it loads.
const skip = new Set(['nodeTiming', 'eventLoopUtilization', 'clearResourceTimings', 'markResourceTiming',
  'setResourceTimingBufferSize', 'onresourcetimingbufferfull']);
const flags = (d) => (d.writable ? 'w' : '-') + (d.enumerable ? 'e' : '-') + (d.configurable ? 'c' : '-');
const value = (d) => {
  if (d.get || d.set) {
    return (d.get ? d.get.name + '/' + d.get.length : '') + ' ' + (d.set ? d.set.name + '/' + d.set.length : '');
  }
  return typeof d.value === 'function' ? d.value.name + '/' + d.value.length :
    typeof d.value === 'object' ? 'object' : String(d.value);
};
const names = ['Event', 'CustomEvent', 'EventTarget', 'AbortController', 'AbortSignal', 'DOMException',
  'QuotaExceededError', 'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure',
  'TextEncoder', 'TextDecoder', 'WeakRef', 'FinalizationRegistry', 'DisposableStack', 'AsyncDisposableStack',
  'SuppressedError', 'Iterator'];
for (const name of names) {
  const C = globalThis[name];
  const d = Object.getOwnPropertyDescriptor(globalThis, name);
  print(name, flags(d), value(d), 'extends', Object.getPrototypeOf(C).name || 'Function.prototype');
  for (const o of [C, C.prototype]) {
    const lines = [];
    for (const k of Reflect.ownKeys(o)) {
      const known = typeof k === 'string' || k === Symbol.toStringTag ||
        k === Symbol.dispose || k === Symbol.asyncDispose || k === Symbol.for('nodejs.util.inspect.custom');
      if (!known || skip.has(k)) continue;
      const p = Object.getOwnPropertyDescriptor(o, k);
      lines.push('  ' + String(k) + ' ' + flags(p) + ' ' + value(p));
    }
    print(o === C ? ' static' : ' prototype');
    print(lines.sort().join('\n'));
  }
}
for (const name of ['performance', 'structuredClone', 'atob', 'btoa', 'global', 'WeakRef', 'FinalizationRegistry', 'Iterator',
  'DisposableStack', 'AsyncDisposableStack', 'SuppressedError']) {
  void globalThis[name]; // classes are accessors until they are first looked at
  const d = Object.getOwnPropertyDescriptor(globalThis, name);
  print(name, flags(d), value(d));
}
for (const name of ['asyncIterator', 'dispose', 'asyncDispose']) {
  const d = Object.getOwnPropertyDescriptor(Symbol, name);
  print(name, flags(d), d.value.description, Symbol.keyFor(d.value));
}
for (const [path, o] of Object.entries({ Promise, Object, Map, Array, RegExp, 'String.prototype': String.prototype,
  'Map.prototype': Map.prototype, 'WeakMap.prototype': WeakMap.prototype, 'ArrayBuffer.prototype': ArrayBuffer.prototype })) {
  for (const k of ['withResolvers', 'try', 'groupBy', 'fromAsync', 'escape', 'isWellFormed', 'toWellFormed', 'getOrInsert',
    'getOrInsertComputed', 'transfer', 'transferToFixedLength', 'detached']) {
    const d = Object.getOwnPropertyDescriptor(o, k);
    if (d) print(path, k, flags(d), value(d));
  }
}
