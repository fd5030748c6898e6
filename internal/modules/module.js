// The class Module and the functions named require, as user code sees them: require('module'), module.constructor.
//
// Programs patch this class: Module._load, Module._resolveFilename, Module._extensions, Module.prototype.require and
// _compile. So every step goes through the property that they would replace, and the steps themselves are natives of the
// loader. What the language provides is taken once, here, before any user code can change it.
(function (native) {
  'use strict';
  const { apply } = Reflect;
  const { create, keys, defineProperty } = Object;
  const parents = new WeakMap(), notes = new WeakMap();
  const { get: getWeak, set: setWeak } = WeakMap.prototype;

  function Module(id = '', parent) {
    this.id = id;
    this.path = native.dirname(id);
    this.exports = {};
    apply(setWeak, parents, [this, parent]);
    native.adopt(parent, this);
    this.filename = null;
    this.loaded = false;
    this.children = [];
  }

  Module._cache = create(null);
  Module._pathCache = create(null);
  Module._extensions = create(null);
  Module.globalPaths = [];
  Module.builtinModules = native.builtinModules;
  Module.isBuiltin = function isBuiltin(moduleName) { return native.isBuiltin(moduleName); };
  Module.Module = Module;

  Module.wrapper = [
    '(function (exports, require, module, __filename, __dirname) { ',
    '\n});',
  ];
  Module.wrap = function wrap(script) { return Module.wrapper[0] + script + Module.wrapper[1]; };

  Module._extensions['.js'] = function (module, filename) { native.loadScript(module, filename); };
  Module._extensions['.json'] = function (module, filename) { native.loadJSON(module, filename); };

  Module._nodeModulePaths = function (from) { return native.nodeModulePaths(from); };
  Module._resolveLookupPaths = function (request, parent) { return native.lookupPaths(request, parent); };
  Module._findPath = function (request, paths, isMain) { return native.findPath(request, paths); };
  Module._resolveFilename = function (request, parent, isMain, options) {
    return native.resolveFilename(request, parent, options);
  };
  Module._load = function (request, parent, isMain) { return native.load(request, parent, isMain); };
  Module._initPaths = function () {};
  Module._preloadModules = function () {};
  Module.syncBuiltinESMExports = function syncBuiltinESMExports() { native.syncBuiltinESMExports(); };
  Module.findPackageJSON = function findPackageJSON(specifier, base) { return native.findPackageJSON(specifier, base); };
  Module.createRequire = function createRequire(filename) { return native.createRequire(filename); };

  Module.prototype.load = function (filename) { native.loadFile(this, filename); };
  Module.prototype.require = function (id) {
    native.checkId(id);
    return Module._load(id, this, false);
  };
  Module.prototype._compile = function (content, filename, format) { return native.compile(this, content, filename, format); };
  // An accessor, as in Node: util.inspect then prints a module without the name of its class.
  defineProperty(Module.prototype, 'constructor', { __proto__: null, configurable: true, get() { return Module; } });
  defineProperty(Module.prototype, 'isPreloading', { __proto__: null, configurable: true, get() { return false; } });
  defineProperty(Module.prototype, 'parent', {
    __proto__: null,
    configurable: true,
    get() { return apply(getWeak, parents, [this]); },
    set(value) { apply(setWeak, parents, [this, value]); },
  });

  // The function given to a module. It calls what module.require is at that moment.
  function makeRequire(mod) {
    function require(path) { return mod.require(path); }
    require.resolve = function resolve(request, options) {
      native.checkRequest(request);
      return Module._resolveFilename(request, mod, false, options);
    };
    require.resolve.paths = function paths(request) {
      native.checkRequest(request);
      return Module._resolveLookupPaths(request, mod);
    };
    require.main = native.main();
    require.extensions = Module._extensions;
    require.cache = Module._cache;
    return require;
  }

  return {
    Module,
    makeRequire,
    extensionNames() { return keys(Module._extensions); },
    load: Module._load,
    resolveFilename: Module._resolveFilename,
    compile: Module.prototype._compile,
    parentOf(mod) { return apply(getWeak, parents, [mod]); },
    // What the loader knows of an error beyond what scripts see.
    note(error, data) { apply(setWeak, notes, [error, data]); },
    noteOf(error) { return apply(getWeak, notes, [error]); },
  };
});
