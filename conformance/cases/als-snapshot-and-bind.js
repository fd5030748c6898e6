const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const snapshot = als.run('snapshot', () => AsyncLocalStorage.snapshot());
const bound = als.run('bound', () => AsyncLocalStorage.bind((x) => [als.getStore(), x]));
const resource = als.run('resource', () => new AsyncResource('MINE'));
console.log(snapshot((x) => [als.getStore(), x], 1), bound(2), bound.length);
console.log(resource.runInAsyncScope(function (x) { return [als.getStore(), this, x]; }, 'this', 3).map(String), resource.bind((x) => [als.getStore(), x])(4));
console.log(als.run('rb', () => AsyncResource.bind(() => als.getStore()))(), als.getStore());
