'use strict'
// Stand-in: tells when an object was collected.
const registry = new FinalizationRegistry((listener) => listener.ongc())
module.exports = { onGC: (object, listener) => registry.register(object, listener) }
