const util = require('util')
const show = (f) => { try { console.log(f()) } catch (e) { console.log(e.name, e.code, e.message) } }
function A() {}
function B() {}
B.prototype.hi = () => 'hi'
util.inherits(A, B)
console.log(new A() instanceof B, new A().hi(), A.super_ === B, Object.keys(A))
console.log(Object.getOwnPropertyDescriptor(A, 'super_'))
show(() => util.inherits())
show(() => util.inherits(A))
show(() => util.inherits(A, () => {}))
function MyError(message) {
  Error.captureStackTrace(this, MyError)
  this.message = message
}
util.inherits(MyError, Error)
MyError.prototype.name = 'MyError'
const e = new MyError('m')
console.log(String(e), e instanceof Error, e.stack.split('\n')[0], util.types.isNativeError(e))
