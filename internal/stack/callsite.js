// The frames handed to Error.prepareStackTrace. What the engine does not record is answered as V8
// answers for a strict function: no `this`, no function object.
(function () {
  'use strict'
  class CallSite {
    #text; #file; #line; #column; #name; #type; #eval; #toplevel
    constructor(text, file, line, column, name, type, isEval, toplevel) {
      this.#text = text
      this.#file = file
      this.#line = line
      this.#column = column
      this.#name = name
      this.#type = type
      this.#eval = isEval
      this.#toplevel = toplevel
    }
    getColumnNumber() { return this.#column }
    getEnclosingColumnNumber() { return this.#column }
    getEnclosingLineNumber() { return this.#line }
    getEvalOrigin() { return this.#eval ? 'eval at <anonymous>' : undefined }
    getFileName() { return this.#file }
    getFunction() { return undefined }
    getFunctionName() { return this.#name }
    getLineNumber() { return this.#line }
    getMethodName() { return this.#type === null ? null : this.#name }
    getPosition() { return 0 }
    getPromiseIndex() { return null }
    getScriptNameOrSourceURL() { return this.#file }
    getScriptHash() { return '' }
    getThis() { return undefined }
    getTypeName() { return this.#type }
    isAsync() { return false }
    isConstructor() { return false }
    isEval() { return this.#eval }
    isNative() { return false }
    isPromiseAll() { return false }
    isToplevel() { return this.#toplevel }
    toString() { return this.#text }
  }
  return (text, file, line, column, name, type, isEval, toplevel) =>
    new CallSite(text, file, line, column, name, type, isEval, toplevel)
})()
