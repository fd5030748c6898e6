for (const o of [{ _onTimeout() {}, _idleNext: null, _idlePrev: null }, { _onTimeout() {}, _idleNext: null, _idlePrev: null, _destroyed: true }, { _onTimeout: 0 }]) {
  clearTimeout(o);
  console.log(o);
}
console.log(process.getActiveResourcesInfo().includes('Timeout'));
