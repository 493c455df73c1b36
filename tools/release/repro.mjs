import { build } from 'esbuild';
import { Miniflare } from '../../packages/testing/node_modules/miniflare/dist/src/index.js';
import { createSandbox } from '@x/sandbox';
const root='/work/wt-t-edge/';
const { outputFiles:[{text}] } = await build({ entryPoints:[root+'tools/release/src/runtimes/workers/worker.ts'], bundle:true, format:'esm', write:false, conditions:['@x/source','workerd','worker'], external:['cloudflare:*'], logLevel:'warning',
  plugins:[{name:'t',setup(b){b.onResolve({filter:/^#transport$/},()=>({path:root+'packages/core/src/transport/web.ts'}))}}] });
const sandbox = await createSandbox({ music: { refreshRotation: 'always' } });
const mf = new Miniflare({ modules: true, script: text, compatibilityDate: process.argv[2] ?? '2026-01-01', bindings: { options: JSON.parse(JSON.stringify(sandbox.options)) } });
const get = async (path, init) => { const c=new AbortController(); const t=setTimeout(()=>c.abort(),8000); try { const r= await mf.dispatchFetch('http://x'+path, {...init, signal:c.signal}); return r.status+' '+(await r.text()).slice(0,process.argv[3]?2000:150);} catch(e){return String(e).slice(0,200)} finally{clearTimeout(t)} };
const count = (list)=>{const m={}; for(const x of list)m[x]=(m[x]??0)+1; return m};
try {
console.log(count(await Promise.all(Array.from({length:30},()=>get('/cold?store=memory')))));
const {users}=sandbox.controls.music; const userId=users()[0].id;
const { accessToken, refreshToken } = sandbox.controls.music.issueUserToken({ userId, scopes: ['user-read-private'] });
console.log(await get('/grant?store=memory',{method:'POST',body:JSON.stringify({accessToken,refreshToken,expiresAt:Date.now()-1000,obtainedAt:Date.now()-3600000})}));
console.log(count(await Promise.all(Array.from({length:30},()=>get('/mine?store=memory')))));
console.log(sandbox.requests.list?.().filter(r=>/token/.test(r.path)).length);
} finally { await mf.dispose(); await sandbox.close(); }
