// DOMException and QuotaExceededError.
//
// Invariant: an instance is a true error object (it has a stack and Error.isError
// holds) that carries its name, message and code in a private record.
(function (host, { show }) {
  const {
    construct, defineProperty, setPrototypeOf, coded, Error,
  } = host;
  const { TypeError, RangeError } = globalThis;

  // Stamp puts a private field on an object made elsewhere: the class fields
  // are added to what its parent constructor returns.
  class Stamp extends function (object) { return object; } {
    #record;
    constructor(object, record) {
      super(object);
      this.#record = record;
    }
    static of(value) {
      return value !== null && typeof value === 'object' && #record in value ? value.#record : undefined;
    }
  }
  const recordOf = Stamp.of;

  const legacy = { __proto__: null };
  const constants = [
    ['INDEX_SIZE_ERR', 'IndexSizeError'],
    ['DOMSTRING_SIZE_ERR', null],
    ['HIERARCHY_REQUEST_ERR', 'HierarchyRequestError'],
    ['WRONG_DOCUMENT_ERR', 'WrongDocumentError'],
    ['INVALID_CHARACTER_ERR', 'InvalidCharacterError'],
    ['NO_DATA_ALLOWED_ERR', null],
    ['NO_MODIFICATION_ALLOWED_ERR', 'NoModificationAllowedError'],
    ['NOT_FOUND_ERR', 'NotFoundError'],
    ['NOT_SUPPORTED_ERR', 'NotSupportedError'],
    ['INUSE_ATTRIBUTE_ERR', 'InUseAttributeError'],
    ['INVALID_STATE_ERR', 'InvalidStateError'],
    ['SYNTAX_ERR', 'SyntaxError'],
    ['INVALID_MODIFICATION_ERR', 'InvalidModificationError'],
    ['NAMESPACE_ERR', 'NamespaceError'],
    ['INVALID_ACCESS_ERR', 'InvalidAccessError'],
    ['VALIDATION_ERR', null],
    ['TYPE_MISMATCH_ERR', 'TypeMismatchError'],
    ['SECURITY_ERR', 'SecurityError'],
    ['NETWORK_ERR', 'NetworkError'],
    ['ABORT_ERR', 'AbortError'],
    ['URL_MISMATCH_ERR', 'URLMismatchError'],
    ['QUOTA_EXCEEDED_ERR', 'QuotaExceededError'],
    ['TIMEOUT_ERR', 'TimeoutError'],
    ['INVALID_NODE_TYPE_ERR', 'InvalidNodeTypeError'],
    ['DATA_CLONE_ERR', 'DataCloneError'],
  ];

  // Of DOMException the message does not say "of type".
  function wrongThis(name) {
    return coded('TypeError', 'ERR_INVALID_THIS', 'Value of "this" must be of ' + name);
  }

  class DOMException {
    constructor(message = '', options = 'Error') {
      const self = construct(Error, [], new.target);
      let name = options;
      if (options !== null && typeof options === 'object') {
        name = options.name;
        if ('cause' in options) {
          defineProperty(self, 'cause', {
            __proto__: null, value: options.cause, writable: true, configurable: true,
          });
        }
      }
      new Stamp(self, { name: `${name}`, message: `${message}`, code: legacy[name] ?? 0 });
      return self;
    }

    get name() {
      const record = recordOf(this);
      if (record === undefined) throw wrongThis('DOMException');
      return record.name;
    }

    get message() {
      const record = recordOf(this);
      if (record === undefined) throw wrongThis('DOMException');
      return record.message;
    }

    get code() {
      const record = recordOf(this);
      if (record === undefined) throw wrongThis('DOMException');
      return record.code;
    }
  }

  setPrototypeOf(DOMException.prototype, Error.prototype);
  show(DOMException.prototype, ['name', 'message', 'code'], 'DOMException');
  for (let i = 0; i < constants.length; i++) {
    const descriptor = { __proto__: null, value: i + 1, enumerable: true };
    defineProperty(DOMException, constants[i][0], descriptor);
    defineProperty(DOMException.prototype, constants[i][0], descriptor);
    if (constants[i][1] !== null) legacy[constants[i][1]] = i + 1;
  }
  function amount(options, key) {
    if (!(key in options)) return null;
    const value = +options[key];
    if (value !== value || value === Infinity || value === -Infinity) {
      throw new TypeError(`Cannot convert options.${key} to a double: the value is ${value}`);
    }
    if (value < 0) throw new RangeError(`options.${key} must not be negative`);
    return value;
  }

  let wrong;

  class QuotaExceededError extends DOMException {
    #quota; #requested;

    constructor(message = '', options = {}) {
      super(message, 'QuotaExceededError');
      this.#quota = amount(options, 'quota');
      this.#requested = amount(options, 'requested');
      if (this.#quota !== null && this.#requested !== null && this.#requested < this.#quota) {
        throw new RangeError('options.requested must not be less than options.quota');
      }
    }

    static {
      wrong = (value) => value === null || typeof value !== 'object' || !(#quota in value);
    }

    get quota() {
      if (wrong(this)) throw wrongThis('QuotaExceededError');
      return this.#quota;
    }

    get requested() {
      if (wrong(this)) throw wrongThis('QuotaExceededError');
      return this.#requested;
    }
  }
  show(QuotaExceededError.prototype, ['quota', 'requested'], 'QuotaExceededError');

  return { DOMException, QuotaExceededError, recordOf };
})
