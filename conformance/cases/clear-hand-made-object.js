const o = { _onTimeout: () => {}, _idleNext: null, _idlePrev: null };
clearTimeout(o);
console.log(o._onTimeout, o._destroyed, o._idleTimeout);
