// DOMException: an error with a name of its own and the legacy codes.
const d = new DOMException();
print(d.name, d.code, '[' + d.message + ']', String(d), Error.isError(d), d instanceof Error, typeof d.stack);
const e = new DOMException('text', 'AbortError');
print(e.name, e.code, e.message, String(e), Object.prototype.toString.call(e), e.stack.split('\n')[0]);
const o = new DOMException('m', { name: 'DataCloneError', cause: 3 });
print(o.name, o.code, o.cause, Object.keys(o).length, Object.getOwnPropertyDescriptor(o, 'cause').enumerable);
print('cause' in new DOMException('m', {}), new DOMException('m', {}).name, new DOMException('m', null).name);
print(new DOMException(undefined, undefined).name, new DOMException(5, 6).message, new DOMException('', 'Own').code);
const names = ['IndexSizeError', 'DOMStringSizeError', 'HierarchyRequestError', 'WrongDocumentError',
  'InvalidCharacterError', 'NoDataAllowedError', 'NoModificationAllowedError', 'NotFoundError',
  'NotSupportedError', 'InUseAttributeError', 'InvalidStateError', 'SyntaxError',
  'InvalidModificationError', 'NamespaceError', 'InvalidAccessError', 'ValidationError',
  'TypeMismatchError', 'SecurityError', 'NetworkError', 'AbortError', 'URLMismatchError',
  'QuotaExceededError', 'TimeoutError', 'InvalidNodeTypeError', 'DataCloneError', 'EncodingError'];
print(names.map((n) => n + ':' + new DOMException('', n).code).join(' '));
class Mine extends DOMException { constructor() { super('a', 'TimeoutError'); this.own = 1; } }
print(new Mine().code, new Mine() instanceof Mine, new Mine().own, new Mine().name);
print(Object.getPrototypeOf(DOMException) === Function.prototype,
  Object.getPrototypeOf(DOMException.prototype) === Error.prototype);
const q = new QuotaExceededError('m', { quota: 5, requested: 7 });
print(q.name, q.code, q.message, q.quota, q.requested, q instanceof DOMException, String(q));
const q0 = new QuotaExceededError();
print(q0.name, q0.code, q0.message, q0.quota, q0.requested);
try { DOMException('m'); } catch (x) { print(x.constructor.name); }
