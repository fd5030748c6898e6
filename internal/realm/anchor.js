// A private field can be put on any object by a class that extends "return what you were given".
(function (target, realm) {
  class Anchor extends function (o) { return o } {
    #realm
    constructor(o, realm) {
      super(o)
      this.#realm = realm
    }
  }
  new Anchor(target, realm)
})
