// TextEncoder, TextDecoder, atob and btoa: the classes; the work is done in Go (encoding.go).
(function (host, { missing, wrongThis, inspectCustom, show, inner, tooDeep }) {
  const {
    apply, getOwnPropertyDescriptor, getPrototypeOf, toStringTag, coded, invalidArgType, kindOf,
    isDetached, newDOMException, encodeUTF8, encodeInto, canonicalEncoding, newDecoder, decode, encodeBase64,
    decodeBase64,
  } = host;
  const { Uint8Array, DataView, TypeError } = globalThis;
  const { isView } = ArrayBuffer;
  const typedArray = getPrototypeOf(Uint8Array.prototype);
  const typeTag = getOwnPropertyDescriptor(typedArray, toStringTag).get;
  const typedBuffer = getOwnPropertyDescriptor(typedArray, 'buffer').get;
  const dataViewBuffer = getOwnPropertyDescriptor(DataView.prototype, 'buffer').get;

  // What there is to read of a buffer or view; undefined for nothing, null for something else.
  function readable(input) {
    if (input === undefined) return undefined;
    if (kindOf(input) === 'ArrayBuffer') return input;
    if (!isView(input)) return null;
    const buffer = apply(apply(typeTag, input, []) === undefined ? dataViewBuffer : typedBuffer, input, []);
    return isDetached(buffer) ? undefined : input;
  }

  let isEncoder, check;

  class TextEncoder {
    #encoding = 'utf-8';

    static { isEncoder = (v) => v !== null && typeof v === 'object' && #encoding in v; }

    get encoding() {
      return this.#encoding;
    }

    encode(input = '') {
      if (!isEncoder(this)) throw new TypeError('Receiver must be an instance of class TextEncoder');
      return new Uint8Array(encodeUTF8(`${input}`));
    }

    encodeInto(src, dest) {
      if (!isEncoder(this)) throw new TypeError('Receiver must be an instance of class TextEncoder');
      if (typeof src !== 'string') throw invalidArgType('src', 'of type string', src);
      if (!isView(dest) || apply(typeTag, dest, []) !== 'Uint8Array') {
        throw invalidArgType('dest', 'an instance of Uint8Array', dest);
      }
      return encodeInto(src, readable(dest));
    }

    [inspectCustom](depth, options) {
      if (!isEncoder(this)) throw new TypeError('Receiver must be an instance of class TextEncoder');
      if (depth < 0) return this;
      return arguments[2]({ encoding: this.#encoding }, options);
    }
  }

  class TextDecoder {
    #encoding; #fatal; #ignoreBOM; #state;

    constructor(encoding = 'utf-8', options = undefined) {
      encoding = `${encoding}`;
      if (options !== undefined && options !== null && typeof options !== 'object' &&
        typeof options !== 'function') {
        throw invalidArgType('options', 'of type object', options);
      }
      this.#encoding = canonicalEncoding(encoding);
      if (this.#encoding === undefined) {
        throw coded('RangeError', 'ERR_ENCODING_NOT_SUPPORTED',
          `The "${encoding}" encoding is not supported`);
      }
      this.#fatal = !!options?.fatal;
      this.#ignoreBOM = !!options?.ignoreBOM;
      this.#state = newDecoder(this.#encoding, this.#fatal, this.#ignoreBOM);
    }

    static {
      check = (v) => {
        if (v === null || typeof v !== 'object' || !(#state in v)) throw wrongThis('TextDecoder');
      };
    }

    decode(input = undefined, options = undefined) {
      check(this);
      if (options !== undefined && options !== null && typeof options !== 'object') {
        throw invalidArgType('options', 'of type object', options);
      }
      const data = readable(input);
      if (data === null) {
        throw coded('TypeError', 'ERR_INVALID_ARG_TYPE', 'The "list" argument must be an instance of ' +
          'SharedArrayBuffer, ArrayBuffer or ArrayBufferView.');
      }
      const out = decode(this.#state, data, !!options?.stream);
      if (out === undefined) {
        throw coded('TypeError', 'ERR_ENCODING_INVALID_ENCODED_DATA',
          `The encoded data was not valid for encoding ${this.#encoding}`);
      }
      return out;
    }

    get encoding() { check(this); return this.#encoding; }
    get fatal() { check(this); return this.#fatal; }
    get ignoreBOM() { check(this); return this.#ignoreBOM; }

    [inspectCustom](depth, options) {
      check(this);
      if (depth < 0) return tooDeep(this);
      const shown = { encoding: this.#encoding, fatal: this.#fatal, ignoreBOM: this.#ignoreBOM };
      return `${this.constructor.name} ${arguments[2](shown, inner(options))}`;
    }
  }

  show(TextEncoder.prototype, ['encoding', 'encode', 'encodeInto'], 'TextEncoder');
  show(TextDecoder.prototype, ['decode', 'encoding', 'fatal', 'ignoreBOM'], 'TextDecoder');

  function btoa(input) {
    if (arguments.length === 0) throw missing('input');
    const out = encodeBase64(`${input}`);
    if (out === undefined) throw newDOMException('Invalid character', 'InvalidCharacterError');
    return out;
  }

  function atob(input) {
    if (arguments.length === 0) throw missing('input');
    const out = decodeBase64(`${input}`);
    if (out === undefined) throw newDOMException('Invalid character', 'InvalidCharacterError');
    if (out === null) {
      throw newDOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
    }
    return out;
  }

  return { TextEncoder, TextDecoder, atob, btoa };
})
