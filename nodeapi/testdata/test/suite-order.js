const {test,describe,it,before,after,beforeEach,afterEach}=require('node:test')
describe('s',()=>{ 
 for (let i=0;i<6;i++) it('a'+i,()=>{ console.log('in a'+i)})
 beforeEach(()=>console.log('be'))
 afterEach(()=>console.log('ae'))
})
