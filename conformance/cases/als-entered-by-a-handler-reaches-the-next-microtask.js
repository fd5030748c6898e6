// The stores that a handler of uncaught exceptions enters stay for the next microtask that has none of its own.
const {AsyncLocalStorage}=require('async_hooks'); const als=new AsyncLocalStorage();
process.on('uncaughtException',()=>{als.enterWith('h'); console.log('handler')});
process.on('unhandledRejection',()=>{console.log('unhandled', als.getStore())});
let n=0;
process.on('beforeExit',()=>{console.log('beforeExit', als.getStore()); if(n++==0) setImmediate(()=>{
 queueMicrotask(()=>{throw 1}); process.nextTick(()=>{console.log('tick',als.getStore()); queueMicrotask(()=>console.log('m', als.getStore()))});
});  });
queueMicrotask(()=>{throw 1});
queueMicrotask(()=>{Promise.reject(1);process.nextTick(()=>{console.log('tick', als.getStore()); queueMicrotask(()=>console.log('m', als.getStore()))}); throw 1});
process.on('exit',()=>{console.log('exit', als.getStore())});
setTimeout(() => {
  queueMicrotask(() => { throw 1; });
  Promise.resolve().then(() => console.log('reaction', als.getStore()));
  Promise.resolve().then(() => console.log('the one behind it', als.getStore()));
}, 5);
