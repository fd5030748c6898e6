package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tampering is what a script may do to builtins before it uses timers. The table
// of docs/differences.md says what Node.js makes of each.
var tampering = []struct{ name, code string }{
	{"nothing", ""},
	{`Array.prototype[Symbol.iterator]`, `const s=Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator]=function(){log('USED'); throw 1}; undo=()=>{Array.prototype[Symbol.iterator]=s};`},
	{`Array.prototype push, shift, slice, splice`, `const k=['push','shift','slice','splice']; const s=k.map(x=>Array.prototype[x]); for(const x of k) Array.prototype[x]=function(){log('USED');throw 1}; undo=()=>{for(let i=0;i<k.length;i++)Array.prototype[k[i]]=s[i]};`},
	{`Array.prototype.pop`, `const s=Array.prototype.pop; Array.prototype.pop=function(){log('USED');throw 1}; undo=()=>{Array.prototype.pop=s};`},
	{`Function.prototype call, apply, bind`, `const k=['call','apply','bind']; const s=k.map(x=>Function.prototype[x]); for(const x of k) Function.prototype[x]=function(){log('USED');throw 1}; undo=()=>{for(let i=0;i<k.length;i++)Function.prototype[k[i]]=s[i]};`},
	{`Reflect.apply`, `const s=Reflect.apply; Reflect.apply=()=>{log('USED');throw 1}; undo=()=>{Reflect.apply=s};`},
	{`Promise.prototype.then`, `const s=Promise.prototype.then; Promise.prototype.then=()=>{log('USED');throw 1}; undo=()=>{Promise.prototype.then=s};`},
	{`Promise.resolve, Promise.reject`, `const s=Promise.resolve; Promise.resolve=Promise.reject=()=>{log('USED');throw 1}; undo=()=>{Promise.resolve=s};`},
	{`setters of Object.prototype: _idleNext, _idlePrev, _onTimeout, _onImmediate, _destroyed, _argv, _repeat`, `for(const k of ['_idleNext','_idlePrev','_idleStart','_onTimeout','_onImmediate','_destroyed','_argv','_repeat','_timerArgs','_idleTimeout']) defineProperty(Object.prototype,k,{configurable:true,set(){log('USED')},get(){return undefined}});`},
	{`setters of Object.prototype: expiry, id, msecs`, `for(const k of ['expiry','id','msecs','priorityQueuePosition']) defineProperty(Object.prototype,k,{configurable:true,set(){log('USED')},get(){return undefined}});`},
	{`Object.prototype.then`, `defineProperty(Object.prototype,'then',{configurable:true,get(){return undefined}});`},
	{`globalThis.process = {}`, `const p=globalThis.process; globalThis.process={}; undo=()=>{globalThis.process=p};`},
	{`globalThis Map, Set, WeakMap`, `const s=[Map,Set,WeakMap]; globalThis.Map=globalThis.Set=globalThis.WeakMap=undefined; undo=()=>{globalThis.Map=s[0];globalThis.Set=s[1];globalThis.WeakMap=s[2]};`},
	{`Map.prototype get, set, delete`, `const k=['get','set','delete']; const s=k.map(x=>Map.prototype[x]); for(const x of k) Map.prototype[x]=function(){log('USED');throw 1}; undo=()=>{for(let i=0;i<k.length;i++)Map.prototype[k[i]]=s[i]};`},
	{`globalThis Symbol, Error, Promise, Reflect, Math, Number`, `const k=['Symbol','Error','Promise','Reflect','Math','Number']; const s=k.map(x=>globalThis[x]); for(const x of k) globalThis[x]=undefined; undo=()=>{for(let i=0;i<k.length;i++)globalThis[k[i]]=s[i]};`},
	{`Date.now, performance.now`, `const s=[Date.now,performance.now]; Date.now=performance.now=()=>{log('USED');throw 1}; undo=()=>{Date.now=s[0]};`},
	{`process.nextTick, globalThis.queueMicrotask, setTimeout ... clearImmediate`, `process.nextTick=globalThis.queueMicrotask=globalThis.setTimeout=globalThis.clearTimeout=globalThis.setImmediate=globalThis.clearImmediate=globalThis.setInterval=globalThis.clearInterval=()=>{log('USED');throw 1};`},
	{`Math.trunc, Math.max, Number.isNaN, Object.create, keys, assign, defineProperty`, `const s=[Math.trunc,Math.max,Number.isNaN,Object.create,Object.keys,Object.assign,Object.defineProperty]; Math.trunc=Math.max=Number.isNaN=Object.create=Object.keys=Object.assign=Object.defineProperty=()=>{log('USED');throw 1}; undo=()=>{[Math.trunc,Math.max,Number.isNaN,Object.create,Object.keys,Object.assign,Object.defineProperty]=s};`},
}

// untampered is what the program prints when nothing is broken: the order does
// not matter to it, and a replacement that was called would print USED.
const untampered = "immediate12 intervalq intervalq microtask p1 p2 refreshed tick15 timeout12\n"

const tampered = `
const out=[]; const log=(s)=>{out[out.length]=s};
const print=console.log; const timers=require('timers'); const tp=require('timers/promises'); const nt=process.nextTick; const qm=queueMicrotask; const exit=process.on.bind(process,'exit');
const defineProperty=Object.defineProperty;
let fin=()=>{ undo(); print(out.sort().join(' ')) };
exit(fin);
let undo=()=>{};
/* TAMPER */
timers.setTimeout((a,b)=>log('timeout'+a+b),1,1,2);
let n=0; const iv=timers.setInterval((a)=>{log('interval'+a); if(++n===2) timers.clearInterval(iv)},1,'q');
timers.setImmediate((a,b)=>log('immediate'+a+b),1,2);
nt((a,b,c,d,e)=>log('tick'+a+e),1,2,3,4,5);
qm(()=>log('microtask'));
timers.clearTimeout(timers.setTimeout(()=>log('BAD'),1));
timers.setTimeout(()=>log('refreshed'),2).refresh();
(async()=>{ log(await tp.setTimeout(1,'p1')); log(await tp.setImmediate('p2')) })();
`

// TestTampering checks that nothing a script overwrites reaches the machinery of
// timers, immediates, ticks, microtasks and timers/promises, also where Node.js
// itself breaks.
func TestTampering(t *testing.T) {
	command := build(t)
	for i, c := range tampering {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "tamper.js")
			code := strings.Replace(tampered, "/* TAMPER */", c.code, 1)
			if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
				t.Fatal(err)
			}
			out, stderr, exit, err := run(command, file)
			if err != nil || exit != 0 || string(out) != untampered {
				t.Errorf("%d: exit code %d, %v, printed %q\n%s", i, exit, err, out, stderr)
			}
		})
	}
}
