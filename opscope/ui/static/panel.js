// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Le=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,Je=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:Le(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:Le(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:Le(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:Le(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],ye=Je.
flat(),kn=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],Mt=["StepBack","ReverseContinue","Goto"];function Ae(e){
let t=["SetBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")return new Set([...t,
"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...kn,...Mt,...o])}return new Set(
e.over&&e.recorded?[...t,...Mt]:t)}function St(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||e.target.matches("\
input:not([type=range]), textarea, select, [contenteditable]")))return ye.find(o=>o.key===e.key)?.kind}function Et({label:e,
key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var ke=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,search:null,warnings:new Map,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),Ze={RunStarted:[{rule:"\
restart",slot:"started",keeps:["graph","breakpoints","responses"]}],GraphDrawn:[{rule:"latest",slot:"graph",clears:[],where:null}],
GraphSearched:[{rule:"latest",slot:"found",clears:[],where:null}],OperatorsMeasured:[{rule:"latest",slot:"measured",clears:[],
where:null}],StepFinished:[{rule:"latestByKey",slot:"steps",key:["names"],limit:16},{rule:"addPoints",slot:"scalars",points:"\
scalars"}],ValueSeen:[{rule:"latestByKey",slot:"values",key:["name"],limit:null},{rule:"addPoints",slot:"history",points:"\
statistics"}],DetailSeen:[{rule:"latestByKey",slot:"details",key:["name"],limit:32}],SliceSeen:[{rule:"latestByKey",slot:"\
slices",key:["name"],limit:8}],PinChanged:[{rule:"latest",slot:"pinned",clears:[],where:null}],Stopped:[{rule:"latest",slot:"\
stopped",clears:["past_stop","continued","place"],where:["past",!1]},{rule:"latest",slot:"past_stop",clears:["place"],where:[
"past",!0]}],PlaceSeen:[{rule:"latest",slot:"place",clears:[],where:null}],Continued:[{rule:"latest",slot:"continued",clears:[
"stopped","past_stop","place"],where:null}],BreakpointsChanged:[{rule:"latest",slot:"breakpoints",clears:[],where:null}],
RecordedRangeChanged:[{rule:"latest",slot:"recorded",clears:[],where:null}],RecordingChanged:[{rule:"latest",slot:"recor\
ding",clears:[],where:null}],CostMeasured:[{rule:"latest",slot:"cost",clears:[],where:null}],SlowRunsChanged:[{rule:"lat\
est",slot:"slow",clears:[],where:null}],SearchProgressed:[{rule:"latest",slot:"search",clears:[],where:null}],Warned:[{rule:"\
latestByKey",slot:"warnings",key:["subject","text"],limit:50}],Terminated:[{rule:"latest",slot:"terminated",clears:["con\
tinued","stopped","past_stop","place"],where:null}],Response:[{rule:"newest",slot:"responses",limit:64}]},Nt=256,Tt=.9;var At="−";function F(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",At)}function ce(e){return e.length?e.join("×"):"scalar"}var Lt=9,
$n=16;function _t(e){return e.length<=$n?[e,""]:[e.slice(0,-Lt),e.slice(-Lt)]}function It(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function _e(e){return`${(100*e).toFixed(1)}%`}function Rt(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function Ct(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function se(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function Qe(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ne(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Tt?"zeros":"ok"}var Ie={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function Re(e){return e.
grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":"forward"}function Bt(e,t,o){if(e.length<2)return e.length?
[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function Ce(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let c=s*
r,a=Math.ceil(e/c-1e-9),i=Math.floor(t/c+1e-9);if(i-a+1>=o-1||r===1)return Array.from({length:i-a+1},(p,u)=>(a+u)*c)}return[]}
function et(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",At)}var vn="http://www.w3.org/2000/svg";function l(e,t={},...o){let n=document.createElement(e);return Ot(n,t),n.append(...o),
n}function W(e,t={},...o){let n=document.createElementNS(vn,e);return Ot(n,t),n.append(...o),n}function Be(e){let t=l("s\
pan",{class:"opscope-name"});return $e(t,e),t}function $e(e,t){if(e.title===t)return;e.title=t;let[o,n]=_t(t);e.replaceChildren(
l("span",{},o),...n?[l("span",{class:"opscope-name-end"},n)]:[])}function Ot(e,t){for(let[o,n]of Object.entries(t))m(e,o,
n)}function m(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function E(e,t){e.textContent!==t&&(e.textContent=t)}function le(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function re(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var Pt="no kernel answers",Dt="No kernel answers, and the elements of this value were not kept.",Mn={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Sn(e){return Mn[e]}
function Ft(){let e=l("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){E(e,Sn(t)),m(e,"hidde\
n",t==="live")}}}function jt(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function Ht(e){
let t=jt(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var zt=["step","min","max","mean","std","zeros",
"nan","inf"];function En(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=Ht(t[e.numbers]),s=n.length/(1+zt.length);return Array.from({length:s},(r,c)=>{let a={
...o[n[c]]};return zt.forEach((i,p)=>{let u=n[(p+1)*s+c];a[i]=Number.isNaN(u)?null:u}),a})}function tt(e,t,o=[]){let n=e.
events.map(c=>{let a=c.pixels?.buffer;return typeof a=="number"?{...c,pixels:jt(t[a])}:c}),s=n.findIndex(c=>c.kind!=="Ru\
nStarted"&&c.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...Nn(e,t),...En(e,t,o),...n.slice(r)]}function Nn(e,t){
if(!e.trails?.length)return[];let o=Ht(t[e.block]),n=0;return e.trails.map(([s,r,c])=>{let a=(p,u)=>{let h=o[n+p*c+u];return Number.
isFinite(h)?h:null},i=Array.from({length:c},(p,u)=>({step:o[n+u],mean:a(1,u),min:a(2,u),max:a(3,u),rms:a(4,u),bad:o[n+5*
c+u]}));return n+=6*c,{kind:"Trail",slot:s,name:r,points:i}})}function Wt(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function qt(e){let t=new Blob([Gt(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Gt)}}function Gt(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var Ut="\
application/vnd.jupyter.widget-state+json",Tn=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function ot(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[Ut]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),c=Object.fromEntries(Object.entries(s).filter(([i,{state:p}])=>!p?.
frame||r.includes(i))),a=Object.fromEntries(Tn.map(i=>[i,e.get?.(i)]).filter(([,i])=>i!==void 0));c[t]={model_module:a._model_module,
model_module_version:a._model_module_version,model_name:a._model_name,state:a},o.setMetadata("widgets",{[Ut]:{version_major:2,
version_minor:0,state:c}})}var Xt={points:[],stride:1};function Yt({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(Kt(n,s,t);n.length>Nt;){t*=2;let r=[];for(let c of n)Kt(r,c,t);n=r}return{points:n,stride:t}}function Kt(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=Ln(n,t):e.push(t)}function Ln(e,t){return{
step:t.step,mean:t.mean,min:Vt(Math.min,e.min,t.min),max:Vt(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function Vt(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function Oe(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function Pe(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function De(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function Jt(e,t){let o=new nt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
Ze,n.kind))for(let s of Ze[n.kind])An(o,s,n);return o.slots}var nt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=ke[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,Yt(s.get(o)??Xt,n))}};function An(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(c=>o[c]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let c of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(c)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[Pe(o)]);else for(let[n,s]of De(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(ke).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var _n=Object.freeze([]),In=new Set,Fe=Object.freeze({...Zt(ke),runs:0,reached:0,seconds:null});function st(e,t){return{...Zt(Jt(e.fold,t),e),...t.reduce(Rn,e)}}function Rn({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function Zt(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):In,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:Cn(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
On(e.breakpoints),exceptions:e.breakpoints?.exceptions??_n,step:[...e.steps.values()].at(-1)?.step??0,scalars:Bn(e),scalarHistory:e.
scalars,graph:e.graph,values:e.values,present:s?t.present:Pn(e.values,o,n),absent:n,history:e.history,details:e.details,
warnings:e.warnings,responses:e.responses}}function Cn(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)return"\
running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t==="fail\
ed"||t==="stopped"?t:"finished"}function Bn(e){let t=new Map([...e.steps.values()].flatMap(n=>De(n).map(([s,r])=>[s,r.mean]))),
o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function On(e){return(e?.numbers??
[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[];return{number:t,spec:e?.specs[o]??"",condition:e?.conditions[o]??
"",hits:e?.hits[o]??0,ops:n}})}function Pn(e,t,o){return t?new Map([...e].filter(([n,s])=>s.step===t.step&&!o.has(n))):e}
function Qt(e){return e.stopped?.step||ve(e)}function pe(e,t){return e.present.has(t.name)?"":t.step===e.stopped?.step?`\
later in step ${t.step}`:`step ${t.step}`}function eo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).
map(n=>{let s=o?.past&&t?t.names.indexOf(n):-1,r=e.scalarHistory.get(n)?.points??[],c=o?.past?Oe(r,o.step):r.at(-1),a=s>=
0?t?.scalars[s]??null:o?.past?c?.mean??null:e.scalars[n],i=s>=0?t?.step:c?.step,p=o&&o.op<0&&!o.depth,u=i===o?.step?p?"":
`later in step ${i}`:`step ${i}`;return[n,{value:a,when:o&&i!==void 0?u:""}]}))}function ve(e){return Math.max(e.step,e.
reached,e.recorded?.last??0)}function ze(e,t=""){let o=t.trim().toLowerCase(),n={forward:[],parameters:[],gradients:[]};
for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&n[Re(s)].push(
s);for(let s of Object.values(n))s.sort((r,c)=>r.op-c.op||(r.name<c.name?-1:1));return n}function rt(e){return[...e.values.
values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var to=250,Dn=2.5,Fn=["dead","terminating","restarting","autorestarting"],zn=2500,jn=400;function Hn(e,t){return t.kind===
"batch"&&t.n!==e+1}function oo({model:e,el:t,signal:o,paint:n}){let s=Math.random().toString(36).slice(2),r=Math.floor(Math.
random()*2**20)*2**20,c=Fe,a=0,i=!1,p=!1,u=!1,h=!1,d=0,f="live",x=Date.now(),$=zn,y=[],_="",w=!1,k=R=>{try{e.send(R)}catch{
x=0}},L=()=>{d=0;try{n(c,f)}finally{h&&k({kind:"ack",n:a,view:s}),h=!1}},T=()=>{!d&&p&&!o.aborted&&(d=requestAnimationFrame(
L))},B=()=>{i=!1,k({kind:"attach",view:s,tab:_})},I=()=>{let R=p&&!document.hidden;R!==u&&(u=R,x=Date.now(),u?B():k({kind:"\
detach",view:s}),T())},z=async()=>{let R=e.get?.("frame");if(!R||a||w)return;w=!0;let{message:M,buffers:v}=await qt(R);a||
(c=st(Fe,tt(M,v)),T())},G=()=>{if(!u||!$)return;let R=Date.now()-x;!a&&R>jn&&z();let M=e.widget_manager?.kernel,v=!!M&&(M?.
isDisposed||Fn.includes(M?.status??""));if(R<(v?to:$))return;let O=a?"lost":w?"saved":"nothing";O!==f&&(f=O,T())},S="",ee=R=>{
S=R,ot(e,R)},j=()=>S&&ot(e,S),Y=(R,M)=>{if(x=Date.now(),f!=="live"&&(f="live",R.kind!=="snapshot"))return B();if(R.beat&&
($=Dn*1e3*R.beat),R.id&&ee(R.id),!(R.kind!=="snapshot"&&!(R.kind==="batch"&&i))){if(Hn(a,R))return B();c=st(R.kind==="sn\
apshot"?Fe:c,tt(R,M,y)),a=R.n,i=!0,h||=!!R.ack,T()}},V=new IntersectionObserver(R=>{p=R[R.length-1].isIntersecting,I()},
{rootMargin:"100px"}),X=new ResizeObserver(T);e.on("msg:custom",Y),e.get&&e.on("change:frame",j),V.observe(t),X.observe(
t),document.addEventListener("visibilitychange",I,{signal:o}),e.get||($=0),k({kind:"render",view:s});let q=setInterval(G,
to);return o.addEventListener("abort",()=>{e.off("msg:custom",Y),e.get&&e.off("change:frame",j),V.disconnect(),X.disconnect(),
cancelAnimationFrame(d),clearInterval(q),u&&k({kind:"detach",view:s})}),{refresh:T,show(R){R!==_&&(_=R,u&&k({kind:"show",
view:s,tab:_}))},command(R,M={}){return k({kind:R,request:++r,...M}),r}}}var Wn=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Gn=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Un=new RegExp(Gn.map(e=>e.source).join("|"),"giu");function qn(e){let t=[],o=0;for(let n of e.
matchAll(Un)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Kn(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Kn(e,t){return Wn.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Vn(e){return e.split(/[/\\]/).at(
-1)||e}function no(){let e=l("span",{class:"opscope-line-number"}),t=l("code",{}),o=l("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){m(o,"hidden",!n),m(o,"title",`${n}:${s}
${r}`),E(e,`${Vn(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...qn(r).map(([c,a])=>c==="plain"?a:l("span",{"data-tok\
en":c},a)))}}}function ro(e){return e.at_line?`line ${e.line} of Python`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?
"behind ":""}${e.op_type}${e.name?` → ${e.name}`:""}`}function ao({reason:e,text:t}){return e.endsWith("breakpoint")&&
t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function io(e){let t=e.step===null?"":e.step?`step ${e.step}`:"outside of \
the steps",o=e.thread?`thread ${e.thread} ${e.thread_name}`:"";return[e.role,t,o,e.depth?`block ${e.block}, ${e.depth} d\
eep`:""].filter(Boolean).join(" · ")}function Xn(e){let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${ve(e)}, \
in the past`:"in the past":""}function so(e){let t=e.stopped;return t?[ro(t),ao(t),io(t),t.path?`${t.path}:${t.line}`:t.
site].filter(Boolean).join(" · "):e.error.trim().split(`
`).at(-1)??""}function Yn(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.
phase==="running"&&je(e))return je(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints\
 in the graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The ru\
n ${e.phase==="failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function je({slow:e}){let t=e?.
reasons??[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join(
"; ")}`:""}function Jn({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:
""}function co(e){let t=l("span",{class:"opscope-op"}),o=l("span",{class:"opscope-reason"}),n=l("span",{class:"opscope-a\
t"}),s=l("span",{class:"opscope-said"}),r=l("div",{class:"opscope-where"},t,o,n,s),c=l("span",{class:"opscope-past"}),a=no(),
i=l("div",{class:"opscope-place-bar"},c,r,a.el);return{el:i,update(p,u){let h=p.stopped,d=so({...p,stopped:null});E(t,h?
ro(h):""),E(o,h?ao(h):""),E(n,h?io(h.past?{...h,step:null}:h):"");let f=Jn(p);E(s,u||f||(h?"":d||Yn(p))),m(r,"data-bad",
!!u||!h&&!!d);let x=!u&&!h&&p.phase==="running"&&!!je(p);m(r,"data-slow",x),m(r,"title",u||(x?je(p):so(p))),m(o,"data-re\
ason",h?.reason),E(c,Xn(p)),m(c,"hidden",!h?.past),m(i,"data-past",h?.past),m(i,"hidden",e&&!h&&!d),a.update(h?.path??"",
h?.line??0,h?.source??""),m(i,"data-source",!!h?.path)}}}var Zn=64;function Qn(e,t,o){let n=Math.max(1,Math.ceil(e.length/Zn)),s=e.filter((f,x)=>(e.length-1-x)%n===0),r=s.flatMap(
f=>f.mean===null?[]:[f.mean]),c=Math.min(...r),a=Math.max(...r)-c,i=s[0]?.step??0,p=(s.at(-1)?.step??0)-i||1,u="",h="",d="\
M";for(let f of s){let x=(1+(f.step-i)/p*(t-2)).toFixed(1);if(f.bad&&(h+=`M${x},${o-3}V${o}`),f.mean===null){d="M";continue}
let $=a>0?o-4-(f.mean-c)/a*(o-6):o/2;u+=`${d}${x},${$.toFixed(1)}`,d="L"}return{line:u,bad:h}}function He(e,t){let o=W("\
path",{class:"opscope-spark-line"}),n=W("path",{class:"opscope-spark-bad"}),s=W("svg",{class:"opscope-spark",width:e,height:t,
viewBox:`0 0 ${e} ${t}`,preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(c){if(c===r)return;r=
c;let a=Qn(c?.points??[],e,t);m(o,"d",a.line),m(n,"d",a.bad)}}}var es=[64e6,256e6,1e9,4e9],ts={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function os(e){return[...new Set([...es,e])].sort((t,o)=>t-o)}function ns({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Rt(t.recording)}`}function lo({
ask:e,signal:t}){let o=l("span",{class:"opscope-label"}),n=l("i",{class:"opscope-switch"}),s=l("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=l("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),c=l("span",{class:"opscope-bytes"}),a=l("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),i=l("span",{class:"opscope-limit"},"of ",a),p=l("span",{class:"opscope-memory"},c,
i),u=!1,h=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),a.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(a.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(d){u=!!d.recording?.on;let f=!!d.
recording&&!d.over;E(o,f?"Recording":"Recorded"),s.disabled=!f,m(s,"aria-checked",u&&f?"true":"false"),m(s,"title",f?ts[u?
"off":"on"]:void 0);for(let x of[n,r,i])m(x,"hidden",!f);E(r,ns(d)),E(c,Qe(d.recorded?.bytes??0)),d.recording&&d.recording.
budget!==h&&(h=d.recording.budget,a.replaceChildren(...os(h).map(x=>l("option",{value:x,selected:x===h},Qe(x)))))}}}var ss=1e4;function po(e,t=Date.now){let o=null,n=null,s=null,r=null,c=!1,a=0,i=()=>r!==null&&t()-r<ss,p=(h,d)=>{let f=++a;
r=t(),c=h==="Pause",e(h,d,x=>{f===a&&(x||(o=n=null),(!x||!c)&&(r=null))})},u=h=>{c&&h.phase!=="running"&&(c=!1,r=null),!(n===
null||h.phase==="running"||h.stopped===s)&&(r!==null&&h.stopped?.step!==n||(n=r=null))};return{get target(){return o??n},
goTo(h){o=h},follow(h){if(u(h),!(o===null||i())){if(h.phase==="running")return p("Pause",{});n=o,o=null,s=h.stopped,p("G\
oto",{step:n})}}}}function at(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.recording?.on===!1?e.recorded.
last:ve(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function uo({ask:e,seek:t,refresh:o,
signal:n}){let s=l("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recorded steps"}),r=l("span",
{class:"opscope-track-box"},s),c=l("output",{class:"opscope-number"}),a=lo({ask:e,signal:n}),i=l("div",{class:"opscope-t\
imeline","data-asks":!0},a.toggle,r,c,a.cost,a.memory);return s.addEventListener("input",()=>(t.goTo(Number(s.value)),o()),
{signal:n}),{el:i,update(p){let u=at(p);m(i,"hidden",!u&&!p.recording),a.update(p),t.follow(p);let h=u?Math.min(u.last,Math.
max(u.first,t.target??u.at)):0,[d,f]=u?[u.first,u.last]:[0,0];m(s,"min",d),m(s,"max",f),s.disabled=d===f||p.phase==="wai\
ting",Number(s.value)!==h&&(s.value=String(h)),s.style.setProperty("--at",`${100*(h-d)/Math.max(1,f-d)}%`),m(i,"data-pas\
t",!!p.stopped?.past),m(i,"data-phase",p.recording?.on===!1?"off":p.phase),m(s,"aria-valuetext",u?`step ${h} of ${f}`:"n\
o step yet"),E(c,u?`step ${h} / ${f}`:"no step yet"),m(r,"title",u?`steps ${d} to ${f} are recorded`:"no step is recorde\
d yet")}}}var rs=new Set,as=new Set(["Pause","Continue","Terminate"]);function fo({send:e,signal:t}){let o=new Map,n=Je.map(a=>l("\
div",{class:"opscope-group"},...a.map(r))),s=l("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(a){
let i=W("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});a.line&&i.append(W("path",{d:a.line,class:"\
opscope-stroke"})),a.fill&&i.append(W("path",{d:a.fill}));let p=l("button",{class:`opscope-button opscope-${a.name}`,type:"\
button",title:Et(a),"aria-label":a.label,"aria-keyshortcuts":a.key});return p.append(i),as.has(a.kind)&&p.append(l("span",
{},a.label)),p.addEventListener("click",()=>e(a.kind),{signal:t}),o.set(a.kind,p),p}function c(a,i){let p=a.matches(":fo\
cus");i();let u=s.closest(".opscope-panel");p&&!a.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(a,i){let p=i?Ae(a):rs,u=a.phase==="running"||a.phase==="waiting";for(let[h,d]of o)c(d,()=>{d.disabled=!p.has(
h),(h==="Pause"||h==="Continue")&&m(d,"hidden",u!==(h==="Pause"))})}}}var is=4,ho="NaN/Inf";function cs(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function ls(e){return e===null?ho:F(e)}
function ps(e){return e.seconds?F(1/e.seconds):"–"}function mo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let c=l(
"span",{class:"opscope-title"}),a=l("span",{class:"opscope-place"}),i=l("span",{class:"opscope-state",role:"status"}),p=co(
s),u=uo({ask:t,seek:o,refresh:n,signal:r}),h=fo({send:e,signal:r}),d=it("step","opscope-step"),f=it("steps / s","opscope\
-rate"),x=l("div",{class:"opscope-metrics"},d.el,f.el),$=l("div",{class:"opscope-headline"},l("div",{class:"opscope-name\
s"},c,a),i),y=l("header",{class:"opscope-header"},$,p.el);s||($.append(h.el),y.append(u.el)),y.append(x);let _=new Map;return{
el:y,update(w,k,L){E(c,w.title||"run"),E(a,w.place),m(i,"data-past",w.stopped?.past);let T=!k&&(w.phase==="running"||w.phase===
"waiting");m(i,"data-phase",T?"gone":w.phase),E(i,T?"no kernel":cs(w)),p.update(w,L),s||(u.update(w),h.update(w,k)),d.update(
String(Qt(w))),f.update(ps(w));let B=[...eo(w)].slice(0,is);for(let[I,{value:z,when:G}]of B){let S=_.get(I)??it(I,"opsco\
pe-scalar",!0);_.set(I,S),S.update(ls(z),w.scalarHistory.get(I),G)}le(x,[d.el,f.el,...B.map(([I])=>_.get(I).el)])}}}function it(e,t,o=!1){
let n=l("span",{class:`opscope-number ${t}`}),s=He(96,30),r=l("span",{class:"opscope-label",title:e},e),c=l("span",{class:"\
opscope-when"}),a=l("div",{class:"opscope-metric"},l("div",{},r,n,...o?[c]:[]));return o&&a.append(s.el),{el:a,update(i,p,u=""){
E(n,i),E(c,u),m(a,"data-elsewhere",!!u),m(n,"data-bad",i===ho),o&&s.update(p)}}}var ds=[["Anywhere","?","this page"],["Anywhere","Tab","to the next part of the panel"],["List of values","↑ ↓ Home End",
"select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to another step"],["Gr\
aph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← \
→","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["Menus, this page","Es\
c","close"]];function us(e){let t=new Map,o=e?[]:ye.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);
for(let[n,s,r]of[...o,...ds])t.set(n,[...t.get(n)??[],[s,r]]);return t}function go({root:e,offline:t,signal:o}){let n=l(
"button",{class:"opscope-button",type:"button"},"Close"),s=[...us(t)].map(([p,u])=>l("section",{},l("h4",{},p),l("dl",{},
...u.flatMap(([h,d])=>[l("dt",{},...h.split(" ").map(f=>l("kbd",{},f))),l("dd",{},d)])))),r=l("div",{class:"opscope-keys",
role:"dialog","aria-label":"keys",hidden:!0},l("div",{class:"opscope-keys-head"},l("b",{},"Keys"),n),l("div",{class:"ops\
cope-keys-groups"},...s)),c=l("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","aria-label":"\
keys","aria-keyshortcuts":"?"},"?"),a=null,i=p=>{p!==!r.hidden&&(p&&(a=e.ownerDocument.activeElement),m(r,"hidden",!p),p?
n.focus({preventScroll:!0}):(a&&e.contains(a)?a:e).focus({preventScroll:!0}))};return c.addEventListener("click",()=>i(!0),
{signal:o}),n.addEventListener("click",()=>i(!1),{signal:o}),e.addEventListener("keydown",p=>{let u=p.target.matches("in\
put:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!=="?"||u)||(p.preventDefault(),p.stopPropagation(),
i(!!r.hidden))},{signal:o}),{el:r,button:c}}var fs={forward:"Forward",parameters:"Parameters",gradients:"Gradients"};function bo({select:e,refresh:t,signal:o}){let n=l(
"input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),s=l("span",{class:"\
opscope-found"}),r=l("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),c=l("aside",{class:"o\
pscope-list"},l("div",{class:"opscope-search"},n,s),r),a=new Map,i=[],p="",u=Object.fromEntries(Object.entries(fs).map(([
d,f])=>[d,hs(f)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,passive:!0}),
r.addEventListener("click",d=>{let f=d.target.closest("[data-name]");f&&e(f.dataset.name??"")},{signal:o}),r.addEventListener(
"keydown",d=>{let f=re(d,i.indexOf(p),i.length);f!==null&&(d.preventDefault(),e(i[f]),a.get(i[f])?.el.scrollIntoView({block:"\
nearest"}))},{signal:o}),{el:c,update(d,f){p=f;let x=ze(d,n.value);i=[];let $=[];for(let[w,k]of Object.entries(x)){if(!k.
length)continue;let L=u[w];E(L.count,String(k.length)),$.push(L.el);for(let T of k){let B=a.get(T.name)??gs(T.name);a.set(
T.name,B),i.push(T.name),$.push(B.el)}}le(r,$),m(r,"aria-activedescendant",a.get(f)?.el.id);let y=d.values.size,_=d.cost?.
hz&&!d.over?` · ${Ct(d.cost.hz)}`:"";E(s,`${i.length===y?y:`${i.length} of ${y}`}${_}`),m(s,"title",_?"each value is su\
mmarized so often: more would take over a twentieth of the time":void 0),m(r,"data-empty",y?i.length?void 0:"No value ma\
tches the filter.":"Values appear here as soon as the run sends them."),h(d,f)}};function h(d,f){let{clientHeight:x,scrollTop:$}=r,
y=i.map(k=>a.get(k)),_=y[0]?.el.offsetHeight||44,w=y.map(k=>k.el.offsetTop-$);y.forEach((k,L)=>{let T=i[L],B=w[L]>-2*_&&
w[L]<x+2*_;m(k.el,"aria-selected",T===f?"true":"false");let I=d.values.get(T);B&&I&&k.update(I,d.history.get(T),pe(d,I))})}}
function hs(e){let t=l("span");return{el:l("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}var ms=0;function gs(e){
let t=l("span",{class:"opscope-pill"}),o=Be(e),n=l("span",{class:"opscope-spec"}),s=l("span",{class:"opscope-mean"}),r=l(
"span",{class:"opscope-std"}),c=He(52,26),a=l("div",{class:"opscope-row",role:"option","data-name":e,id:`opscope-value-${++ms}`},
t,o,n,s,r,c.el),i,p="";return{el:a,update(u,h,d){if(c.update(h),u===i&&d===p)return;i=u,p=d,m(a,"data-elsewhere",!!d);let f=ne(
u);m(a,"data-health",f),$e(o,u.called||u.name),E(t,Ie[f]),E(n,`${d?`${d}  `:""}${ce(u.shape)}  ${It(u.dtype)}${u.called?
`  ${u.name}`:""}`),E(s,F(u.mean)),E(r,u.std===null||!u.shape.length?"":`± ${F(u.std)}`)}}}var bs=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function xs({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function ct(e){return`${se(e)} ${e===
1?"hit":"hits"}`}var xo={id:"breakpoints",label:"Breakpoints",create:ws,count:e=>e.breakpoints.length};function ws({ask:e,
open:t,offline:o,signal:n}){let s=(w,k,L)=>l("input",{class:`opscope-field opscope-${w}`,type:"text",placeholder:k,"aria\
-label":L,spellcheck:"false",autocomplete:"off"}),r=s("spec-field","op:relu, id:17, h, train.py:20, function:forward","w\
here to stop"),c=s("condition-field","only if … (optional)","condition"),a=l("button",{class:"opscope-button opscope-a\
dd",type:"submit"},"Add"),i=l("form",{class:"opscope-breakpoint-form","data-asks":!0},r,c,a),p=l("div",{class:"opscope-b\
reakpoint-error",role:"alert",hidden:!0}),u=l("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakp\
oints. Add one above, or click left of an operator in the graph."),h=l("div",{class:"opscope-breakpoint-rows"}),d=l("div",
{class:"opscope-breakpoints"}),f=bs.map(([w,k])=>({name:w,box:l("input",{type:"checkbox","data-filter":w}),title:k})),x=l(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
x.append(...f.map(({name:w,box:k,title:L})=>l("label",{title:L},k,` ${w}`))),o||d.append(i,x,p),d.append(u,h);let $,y=w=>{
E(p,w),m(p,"hidden",!w),m(r,"aria-invalid",w?"true":void 0)};i.addEventListener("submit",w=>{w.preventDefault();let k={spec:r.
value.trim(),condition:c.value.trim()};if(!k.spec)return y("Say where to stop: an operator type (op:relu), an operator (\
id:17), the operators of a line (at:train.py:20), a line of Python (train.py:20) or a value (h).");y(""),e("SetBreakpoin\
t",k,(L,T)=>{let B=r.value.trim()===k.spec&&c.value.trim()===k.condition;return(!L||T)&&y(T),L&&B&&(r.value=c.value=""),
!0})},{signal:n});for(let w of[r,c])w.addEventListener("input",()=>y(""),{signal:n}),w.addEventListener("keydown",k=>{k.
key!=="Enter"||k.isComposing||(k.preventDefault(),i.requestSubmit())},{signal:n});x.addEventListener("change",()=>{let w=f.
filter(({box:k})=>k.checked).map(({name:k})=>k);e("SetExceptionFilters",{filters:w},(k,L)=>(y(k?"":L),!0))},{signal:n}),
h.addEventListener("click",w=>{let k=w.target,L=k.closest("[data-number]");L&&(k.closest(".opscope-remove")?e("ClearBrea\
kpoint",{number:Number(L.dataset.number)},(T,B)=>(y(T?"":B),!0)):k.closest(".opscope-breakpoint-ops")&&t("graph",Number(
L.dataset.op)))},{signal:n});function _(w,k){let L=l("i",{class:"opscope-dot-mark","data-conditional":!!w.condition}),T=l(
"button",{class:"opscope-breakpoint-ops",type:"button",title:"show it in the graph",disabled:!w.ops.length},xs(w)),B=l("\
button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remove breakpoint ${w.number}`});
return B.append(W("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},W("path",{class:"opscope-stroke",d:"\
M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),l("div",{class:"opscope-breakpoint","data-number":w.number,"data-op":w.ops[0],
"data-here":k},L,l("span",{class:"opscope-breakpoint-number"},String(w.number)),l("code",{class:"opscope-breakpoint-spec",
title:w.spec},w.spec),l("code",{class:"opscope-breakpoint-condition",title:w.condition},w.condition?`if ${w.condition}`:
""),T,l("span",{class:"opscope-breakpoint-hits"},ct(w.hits)),...o?[]:[B])}return{el:d,open(w){r.value=String(w),y(""),c.
focus()},update(w){m(u,"hidden",w.breakpoints.length>0);for(let{name:T,box:B}of f)B!==document.activeElement&&(B.checked=
w.exceptions.includes(T));let k=w.stopped?.reason.endsWith("breakpoint")?w.stopped.op:-1,L=JSON.stringify([w.breakpoints,
k]);L!==$&&($=L,h.replaceChildren(...w.breakpoints.map(T=>_(T,T.ops.includes(k)))))}}}var ys=1e5,ks={to:e=>e,marks:Ce,isLog:!1};function wo(e){let t=e.flatMap(({min:s,max:r,mean:c})=>[s,r,c]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>ys*o))return ks;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,c){let a=Math.ceil(Math.log10(o)),i=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/c)),p=[0];for(let u=a+i-1;u<=308&&n(10**u)<=Math.max(r,-s);u+=i)p.push(10**u,-(10**u));return p.filter(u=>n(
u)>=s&&n(u)<=r)}}}var de=150,ue=58,pt=10,dt=8,We=22,lt="history of mean, min and max";function $s(e){let t=e.flatMap(a=>[a.min,a.max,a.mean]).
filter(a=>a!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,c=e.at(-1)?.step??1;return{x:[r,c>r?c:r+1],y:[o-s,n+s]}}function yo(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function $o({goTo:e,signal:t}){
let o=W("g",{class:"opscope-grid"}),n=W("path",{class:"opscope-band"}),s=W("path",{class:"opscope-line"}),r=W("path",{class:"\
opscope-bad"}),c=W("path",{class:"opscope-cross"}),a=W("path",{class:"opscope-cursor"}),i=W("svg",{class:"opscope-chart",
height:de,role:"img","aria-label":lt});i.append(o,n,s,r,c,a);let p=l("span"),u=l("section",{class:"opscope-card opscope-\
wide"},l("h4",{},"History",p),i),h=[],d="",f=null,x=ko([],1),$=()=>{let L=f===null?void 0:Oe(h,x.step(f));E(p,L?`step ${L.
step}   mean ${F(L.mean)}   min ${F(L.min)}   max ${F(L.max)}`:y?"mean, min … max; click to go there":"mean, min … max"),
m(c,"d",L?`M${x.x(L.step)},${dt}V${de-We}`:"")},y=null,_=L=>{let{x:T}=x.extent;m(a,"d",L===null||!h.length||L<T[0]||L>T[1]?
"":`M${x.x(L)},7l-4,-6h8zV${de-We}`)};i.addEventListener("click",L=>{if(!y||!h.length)return;let T=Math.round(x.step(L.clientX-
i.getBoundingClientRect().left));e(Math.max(y[0],Math.min(y[1],T)))},{signal:t}),i.addEventListener("pointermove",L=>(f=
L.clientX-i.getBoundingClientRect().left,$()),{signal:t}),i.addEventListener("pointerleave",()=>(f=null,$()),{signal:t});
let w=()=>{},k=new ResizeObserver(()=>w());return k.observe(i),t.addEventListener("abort",()=>k.disconnect()),{el:u,update(L,T,B){
w=()=>this.update(L,T,B);let I=L?.points??[];y=B,m(i,"data-goes",!!B),m(i,"aria-label",T===null?lt:`${lt}; the cursor is\
 at step ${T}`),_(T);let z=Math.max(200,i.clientWidth||u.clientWidth);I===h&&d===String(z)||(h=I,d=String(z),x=ko(h,z),Ms(
o,n,s,r,h,x,z),_(T),$())}}}function vs(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}V${t.y(e.max)}`;
return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function ko(e,t){let o=wo(e),n=i=>i===null?null:o.to(i),{x:s,y:r}=$s(e.map(
i=>({...i,min:n(i.min),max:n(i.max),mean:n(i.mean)}))),c=t-ue-pt,a=de-dt-We;return{extent:{x:s,y:r},vertical:o,x:i=>+(ue+
(i-s[0])/(s[1]-s[0])*c).toFixed(1),y:i=>+(dt+(1-(o.to(i)-r[0])/(r[1]-r[0]))*a).toFixed(1),step:i=>s[0]+(i-ue)/c*(s[1]-s[0])}}
function Ms(e,t,o,n,s,r,c){let a=de-We,i=r.vertical.marks(...r.extent.y,4).flatMap(f=>[W("path",{d:`M${ue},${r.y(f)}H${c-
pt}`}),W("text",{x:ue-6,y:r.y(f)+3.5,"text-anchor":"end"},et(f))]),p=Ce(...r.extent.x,Math.max(3,c/110)).filter(Number.isInteger).
map(f=>W("text",{x:r.x(f),y:de-6,"text-anchor":"middle"},et(f)));e.replaceChildren(...s.length?[...i,...p]:[],W("path",{
class:"opscope-floor",d:`M${ue},${a}H${c-pt}`}));let u=yo(s,f=>f.min!==null&&f.max!==null).map(f=>{let x=f.map(y=>`${r.x(
y.step)},${r.y(y.max)}`),$=[...f].reverse().map(y=>`${r.x(y.step)},${r.y(y.min)}`);return`M${[...x,...$].join("L")}Z`});
m(t,"d",u.join(""));let h=yo(s,f=>f.mean!==null).map(f=>{let x=f.map($=>`${r.x($.step)},${r.y($.mean)}`);return x.length>
1?`M${x.join("L")}`:vs(f[0],r)});m(o,"d",h.join(""));let d=s.filter(f=>f.bad).map(f=>`M${r.x(f.step)},${a-5}V${a}`);m(n,
"d",d.join(""))}function Ss(e){let t=e.indexOf(`
chain`);return t<0?[e,""]:[e.slice(0,t),e.slice(t+1)]}function vo({ask:e,signal:t,offline:o}){let n=l("button",{class:"o\
pscope-why",title:"from its first cause through the operators to this value"},"Why this value?"),s=l("button",{class:"op\
scope-why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),r=l("pre",{class:"opsc\
ope-cause","aria-live":"polite"}),c=l("pre",{class:"opscope-chain"}),a=l("div",{class:"opscope-explanation",hidden:o,"da\
ta-asks":!0},l("div",{},n,s),r,c),i="",p="";function u(d){h("Searching …"),e("Explain",{name:d},(f,x)=>(h(x),!0))}function h(d){
let[f,x]=Ss(d);E(r,f),E(c,x),m(r,"hidden",!f),m(c,"hidden",!x)}return n.addEventListener("click",()=>u(i),{signal:t}),s.
addEventListener("click",()=>u(""),{signal:t}),h(""),{el:a,update(d,f){let x=`${d} ${f?.run} ${f?.tick}`;x!==p&&h(""),i=
d,p=x}}}var fe=168;function Es(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function Mo(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function Ns(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function Ts(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${F(e.low+t*o)} … ${F(e.low+(t+1)*o)}: ${se(e.counts[t])}`:ut(e)}function So(e){let t=l("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${fe}px`}),o=l("span"),n=l("span",{class:"opscope-\
zero"},"0"),s=l("span"),r=l("div",{class:"opscope-readout"}),c=l("span"),a=l("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),i=l("div",{class:"opscope-axis"},o,n,
s),p=l("section",{class:"opscope-card"},l("h4",{},"Distribution",c),a,t,i,r),u,h=null,d="",f=!1,x=()=>{};a.addEventListener(
"click",()=>{f=!f,m(a,"aria-pressed",f?"true":"false"),x()},{signal:e});let $=()=>{let y=u&&h!==null&&h<u.counts.length;
m(t,"aria-label",u?`histogram of step ${u.step}, from ${F(u.low)} to ${F(u.high)}: ${ut(u)}`:"histogram"),E(r,u?y?Ts(u,h):
ut(u):"")};return t.addEventListener("pointermove",y=>{if(!u)return;let _=t.getBoundingClientRect();h=Math.max(0,Math.min(
u.counts.length-1,Math.floor((y.clientX-_.left)/_.width*u.counts.length))),$()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(h=null,$()),{signal:e}),{el:p,update(y){let _=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(y===u&&_===d)return;u=y,d=_,E(c,y?`step ${y.step}`:""),E(o,y?F(y.low):""),E(s,y?F(y.high):"");let w=y&&y.low<0&&y.high>
0?-y.low/(y.high-y.low):null;m(n,"style",w===null||w<.15||w>.85?"visibility: hidden":`left: ${(100*w).toFixed(2)}%`),$();
let k=y&&y.high>y.low?[.05,.5,.95].map(L=>F(Mo(y,L))):[];m(t,"title",k.length?`5 %, median and 95 % of the elements: abo\
ut ${k.join(", ")}`:void 0),x=()=>Ls(t,y,w,f),x()}}}function ut(e){let t=e.counts.reduce((o,n)=>o+n,0);return t?e.low===
e.high?t===1?"1 finite element":`${se(t)} finite elements, all equal`:`${se(t)} finite element${t===1?"":"s"} in ${e.counts.
length} bins`:"no finite elements"}function Ls(e,t,o,n){let s=e.getContext("2d"),r=e.clientWidth;if(!s||!r)return;e.width=
Math.round(r*devicePixelRatio),e.height=Math.round(fe*devicePixelRatio),s.scale(devicePixelRatio,devicePixelRatio);let c=getComputedStyle(
e);if(s.fillStyle=c.borderBottomColor,s.fillRect(0,fe-1,r,1),!t)return;o!==null&&s.fillRect(Math.round(o*r),0,1,fe),s.fillStyle=
c.color;let a=r/t.counts.length;Es(Ns(t),n).forEach((i,p)=>{let u=i*(fe-18);s.fillRect(p*a+.5,fe-1-u,Math.max(1,a-1),u)}),
t.high>t.low&&As(s,t,r,c.borderTopColor)}function As(e,t,o,n){let[s,r,c]=[.05,.5,.95].map(a=>((Mo(t,a)??t.low)-t.low)/(t.
high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,c-s,1);for(let[a,i]of[[s,7],[r,11],[c,7]])e.fillRect(a-.75,5.5-i/2,1.5,i)}var te={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},_s=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function he(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=_s.reduceRight((r,c)=>r*t+c[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var ae=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Ka=Array.from({length:256},(e,t)=>t===0?te.nan:t===1?te.minusInf:t===255?te.plusInf:
he((t-2)/252));function Me(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function Ge(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>ae(he(t/16))).join(", ")})`}var Eo=26,Is=14,Rs=4;function No(e,t,o,n){let s=Math.min(Eo,o/t,n/e),r=(c,a)=>Math.max(Is,s*c,s<Eo?Math.min(a/2,Rs*s*c):
0);return[r(t,o),r(e,n)]}function To(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,c=Me(e.pixels[o*e.cols+n],e.low,e.high),
a=Number.isNaN(c)?"NaN":c===1/0?"+Inf":c===-1/0?"−Inf":`≈ ${F(c)}`;return`${t.length>2?`[${Bt(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${a}`}function Lo(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Ao(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let c=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));c>s&&([n,s]=[r,c])}return n}function Ue(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function gt(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[c,a]=[o-s*(e.cols+1),n-r*(e.
rows+1)],i=r*t+s;return c<e.cols&&a<e.rows&&i<e.facets&&s<t?{facet:i,row:a,col:c}:null}function bt(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function _o(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return te.nan;if(s===
1)return te.minusInf;if(s===255)return te.plusInf;let r=Me(s,e.low,e.high);return t?bt(r/o):he(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function xt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replace("-","−");let c=Me(e.pixels[s],e.low,e.high);return Number.isNaN(c)?"NaN":c===
1/0?"+Inf":c===-1/0?"−Inf":`≈ ${F(c)}`}function Io(e,t,o,n){let[s,r]=Ue(t,o),c=e.getContext("2d");if(!c||s<=0||r<=0)
return;e.width!==s&&(e.width=s),e.height!==r&&(e.height=r);let a=c.createImageData(s,r),i=_o(t,n);for(let p=0;p<t.facets;p++){
let[u,h]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let d=0;d<t.rows;d++)for(let f=0;f<t.cols;f++){let x=4*((h+d)*s+
u+f),[$,y,_]=i[t.pixels[(p*t.rows+d)*t.cols+f]];a.data[x]=$,a.data[x+1]=y,a.data[x+2]=_,a.data[x+3]=255}}c.putImageData(
a,0,0)}function Cs(e){let t=Math.abs(e);return(e===0||t>=.01&&t<1e4?String(Number(e.toPrecision(3))):e.toExponential(0)).
replaceAll("-","−").replace("e+","e")}function Ro(e,t,o,n,s){let r=e.getContext("2d");if(!r)return;e.width=Math.round(
o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,devicePixelRatio);let c=_o(t,s),[a,
i]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,a/4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", mon\
ospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let u=0;u<t.cols;u++){let h=p*t.cols+u,
[d,f,x]=c[t.pixels[h]];r.fillStyle=`rgb(${d}, ${f}, ${x})`,r.fillRect(u*a,p*i,a-1,i-1),r.fillStyle=.299*d+.587*f+.114*x>
140?"#111111":"#ffffff";let $=Number(t.numbers[h]),y=Number.isFinite($)?Cs($):xt(t,{facet:0,row:p,col:u});r.fillText(y,(u+
.5)*a,(p+.5)*i)}}var qe=168,Se=300,Co=[34,18],Ke=4,Bs=16,Bo=8,Oo={rows:-1,cols:-1,facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};
function Os(e,t,o,n){let[s,r]=[ge(e,0),ge(e,1)],c=Math.min(s,Math.max(Bo,Math.round(e.height/n))),a=Math.min(r,Math.max(
Bo,Math.round(e.width/n))),i=(p,u,h)=>Math.max(0,Math.min(h-u,Math.round(p-u/2)));return{top:i(t,c,s),left:i(o,a,r),height:c,
width:a}}function ge(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function me(e){return{facets:e.facets,rows:Math.ceil(e.
height/e.row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function Ps(e,t){
let[o,n,s]=e.axes,[r,c]=[e.top+t.row*e.row_stride,e.left+t.col*e.col_stride],a=(p,u,h)=>u>1?`${p}–${Math.min(h,p+u)-1}`:
`${p}`;return`[${e.shape.map((p,u)=>u===o?a(r,e.row_stride,e.top+e.height):u===n?a(c,e.col_stride,e.left+e.width):String(
u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${xt(me(e),t)}`}function Po({ask:e,signal:t,offline:o}){let n=l(
"canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,"aria-label":"elements as colours; plus and minus zoom,\
 arrows move"}),s=l("div",{class:"opscope-heatmap-box"},n),r=l("span"),c=l("span"),a=l("i"),i=[wt("NaN",te.nan,0),wt("−I\
nf",te.minusInf,1),wt("+Inf",te.plusInf,255)],p=l("div",{class:"opscope-readout"}),u=l("span"),h={rows:V("rows"),cols:V(
"columns"),facets:V("facets")},d=l("span",{class:"opscope-positions"}),f=l("select",{class:"opscope-slice-map",title:"co\
lors","aria-label":"colors"},l("option",{value:"auto"},"auto"),l("option",{value:"sequential"},"low to high"),l("option",
{value:"signed"},"signed")),x=Y("+","zoom in (click a cell, or +)","zoom-in",()=>R(Ke)),$=Y("−","zoom out (-)","zoom-o\
ut",()=>R(1/Ke)),y=Y("Pin","keep these elements, to compare others with them","pin",()=>e("PinValue",{name:L})),_=Y("Dif\
ference","show the difference to the pinned value","difference",()=>q({...T,difference:!T.difference})),w=l("div",{class:"\
opscope-slice-bar",hidden:!0},h.rows.el,h.cols.el,h.facets.el,d,l("label",{},"colors",f),l("span",{class:"opscope-slice-\
tools"},$,x,y,_)),k=l("section",{class:"opscope-card opscope-elements"},l("h4",{},"Elements",u),w,s,l("div",{class:"opsc\
ope-legend"},l("div",{class:"opscope-scale"},r,a,c),...i.map(g=>g.el)),p),L="",T=Oo,B="",I="",z="",G,S,ee=[],j=null;function Y(g,N,C,D){
let H=l("button",{type:"button",class:`opscope-slice-tool opscope-${C}`,title:N,"aria-label":N},g);return H.addEventListener(
"click",D,{signal:t}),H}function V(g){let N=l("select",{class:`opscope-axis-${g}`,"aria-label":`axis of the ${g}`});return N.
addEventListener("change",()=>X(g==="columns"?"cols":g,Number(N.value)),{signal:t}),{el:l("label",{},g,N),field:N}}function X(g,N){
if(!S)return;let[C,D,H]=S.axes,P={rows:C,cols:D,facets:H},Z=Object.keys(P).find(Q=>N>=0&&P[Q]===N);Z&&(P[Z]=P[g]),P[g]=N,
q({...T,...P,top:0,left:0,height:0,width:0})}function q(g){T=g,I="",e("FetchSlice",{name:L,...T},(N,C)=>(N||([I,T]=[C,{...T,
difference:!1}]),U(),!0))}function R(g,N){if(!S)return;let[C,D]=N??[S.top+S.height/2,S.left+S.width/2];q({...T,...Os(S,C,
D,g)})}let M=()=>S?me(S):G?{...G,facets:1,numbers:[]}:null,v=g=>Ao(g,s.clientWidth||400,g.facets>1?Se:qe),O=()=>f.value===
"signed"||f.value==="auto"&&!!S?.difference;function U(){let g=S&&j&&gt(me(S),v(me(S)),...j),N=G&&j&&j[1]<G.rows&&j[0]<G.
cols,C=S?g&&Ps(S,g):N&&G&&j?To(G,ee,j[1],j[0]):"";E(p,I||C||(S?Ds(S):G?Lo(G):""))}function J(g){let N=M();if(!N)return null;
let C=n.getBoundingClientRect(),[D,H]=Ue(N,v(N)),P=(Z,Q)=>Math.max(0,Math.min(Q-1,Math.floor(Z*Q)));return[P((g.clientX-
C.left)/C.width,D),P((g.clientY-C.top)/C.height,H)]}n.addEventListener("pointermove",g=>(j=J(g),U()),{signal:t}),n.addEventListener(
"pointerleave",()=>(j=null,U()),{signal:t}),n.addEventListener("click",g=>{let N=S&&gt(me(S),v(me(S)),...J(g)??[0,0]);S&&
N&&!S.numbers.length&&R(Bs,[S.top+N.row*S.row_stride,S.left+N.col*S.col_stride])},{signal:t}),n.addEventListener("keydow\
n",g=>{let N={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[g.key];if(g.key==="+"||g.key==="=")R(Ke);else if(g.
key==="-")R(1/Ke);else if(N&&S)R(1,[S.top+S.height*(.5+N[0]/2),S.left+S.width*(.5+N[1]/2)]);else return;g.preventDefault(),
g.stopPropagation()},{signal:t}),f.addEventListener("change",()=>(z="",A()),{signal:t}),d.addEventListener("change",()=>{
let g=ee.map((N,C)=>d.querySelector(`[data-axis="${C}"]`)?.value??"0");q({...T,index:g.map(N=>String(Math.max(0,Math.round(
Number(N)||0)))).join(",")})},{signal:t}),d.addEventListener("keydown",g=>g.stopPropagation(),{signal:t});function b(g){
let N=g.shape.map((H,P)=>[String(P),`${P} (${H})`]);for(let[H,{field:P}]of[h.rows,h.cols,h.facets].entries()){let Z=[["-\
1","none"],...N],Q=Z.join();P.dataset.key!==Q&&P.replaceChildren(...Z.map(([K,oe])=>l("option",{value:K},oe))),P.dataset.
key=Q,P.value=String(g.axes[H])}m(h.rows.el,"hidden",g.shape.length<2),m(h.cols.el,"hidden",g.shape.length<2),m(h.facets.
el,"hidden",g.shape.length<3);let C=g.shape.flatMap((H,P)=>g.axes.includes(P)||H<2?[]:[[P,H,g.index[P]]]),D=JSON.stringify(
C);d.dataset.key!==D&&(d.dataset.key=D,d.replaceChildren(...C.map(([H,P,Z])=>l("label",{},`axis ${H}`,l("input",{type:"n\
umber",min:0,max:P-1,value:Z,"data-axis":H,title:`position on axis ${H}, 0 to ${P-1}`})))))}function A(){let g=M(),N=g?g.
rows*g.cols*g.facets:0;if(m(n,"hidden",!N),!g||!N)return;let C=v(g),[D,H]=Ue(g,C),P=s.clientWidth,Z=!!S&&g.facets===1&&g.
numbers.length>0&&P/g.cols>=Co[0],Q=Z?Math.min(Se,g.rows*Co[1]):g.facets>1?Se:qe,K=Z?[Math.min(P,g.cols*64),Q]:g.facets>
1?[Math.min(P,D*Se/H),Math.min(Se,H*P/D)]:No(g.rows,g.cols,P,qe),oe=`${K} ${devicePixelRatio} ${O()} ${Z}`;if(oe===z)return;
z=oe,m(s,"style",`height: ${Math.max(Z||g.facets>1?0:qe,Math.ceil(K[1]))}px`),m(n,"style",`width: ${K[0].toFixed(1)}px; \
height: ${K[1].toFixed(1)}px`),Z?Ro(n,g,K[0],K[1],O()):Io(n,g,C,O());let Te=Math.max(Math.abs(g.low),Math.abs(g.high));E(
r,F(O()?-Te:g.low)),E(c,F(O()?Te:g.high)),m(a,"style",`background: ${O()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].map(
yn=>ae(bt(yn))).join(", ")})`:Ge()}`)}return{el:k,update(g,N,C,D){ee=N,D!==L&&([L,T,I]=[D,Oo,""]);let H=`${D} ${N} ${C.stopped?.
run} ${C.stopped?.tick} ${g?.step} ${C.phase}`;!o&&C.phase!=="running"&&H!==B&&g&&q(T),B=H;let P=C.fold.slices.get(D),Q=P&&
String(P.shape)===String(N)&&(P.step===g?.step||P.difference)&&!o?P:void 0;if(Q!==S||g!==G){[S,G,z]=[Q,g,""];for(let Te of i)
Te.update((Q??g)?.pixels);U()}m(w,"hidden",!S),S&&b(S),E(u,S?.difference?`step ${S.step} − ${S.difference}`:g?`step ${g.
step}`:"");let K=C.fold.pinned,oe=!!K?.name&&String(K?.shape)===String(N);m(_,"hidden",!oe),m(_,"aria-pressed",T.difference?
"true":"false"),m(_,"title",K?.name?`show the difference to ${K.name} of step ${K.step}`:""),m(y,"aria-pressed",K?.name===
D&&K?.step===g?.step?"true":"false"),A()}}}function Ds(e){let t=ce([ge(e,0),ge(e,1)]),o=e.height<ge(e,0)||e.width<ge(e,1)?
`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`\
, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?
`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?`, ${e.nonfinite} not finite`:""}`}function wt(e,t,o){
let n=l("span",{class:"opscope-mark","data-absent":!0},l("i",{style:`background: ${ae(t)}`}),e);return{el:n,update:s=>m(
n,"data-absent",!s?.includes(o))}}var yt=12;function Do({ask:e,open:t,signal:o,offline:n}){let s=l("div",{class:"opscope-provenance"}),r="",c=(a,i)=>l("bu\
tton",{type:"button",class:"opscope-operator","data-op":i,title:`show ${a} ${i} in the graph`},`${a} ${i}`);return s.addEventListener(
"click",a=>{let i=a.target.closest("button");i?.dataset.op?t("graph",Number(i.dataset.op)):i?.dataset.step&&e("Goto",{step:Number(
i.dataset.step),op:Number(i.dataset.writer)})},{signal:o}),{el:s,update(a,i){let p=n?void 0:a.fold.slices.get(i.name),u=(p?.
readers??[]).map(($,y)=>[p?.reader_types[y]??"",$]),h=a.recorded&&i.step>=a.recorded.first&&i.step<=a.recorded.last,d=!n&&
a.phase!=="running"&&h&&i.op>=0,f=JSON.stringify([i.op,i.op_type,u,d&&i.step]);if(f===r)return;r=f;let x=u.length>yt?[`a\
nd ${u.length-yt} more`]:[];s.replaceChildren(...i.op>=0?["made by",c(i.op_type,i.op)]:[],...u.length?["read by",...u.slice(
0,yt).map(([$,y])=>c($,y)),...x]:p?["read by nothing"]:[],...d?[l("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":i.step,"data-writer":i.op,title:`go to ${i.op_type} in step ${i.step}, before it writes`},"Back to th\
e write")]:[]),m(s,"hidden",!s.childNodes.length)}}}var Fs=[["mean",e=>F(e.mean)],["std",e=>F(e.std)],["min",e=>F(e.min)],["max",e=>F(e.max)],["shape",e=>ce(e.shape)],["zer\
os",e=>_e(e.zeros),e=>ne(e)==="zeros"],["NaN",e=>se(e.nan),e=>e.nan>0],["Inf",e=>se(e.inf),e=>e.inf>0],["elements",e=>se(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function zs(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function js(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function Fo(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:Re(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var zo={id:"tensor",label:"Tensor",create:Hs};function Hs({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let c=l("span",{class:"opscope-pill"}),a=l("span",{class:"opscope-detail-name"}),i=l("div",
{class:"opscope-origin"}),p=l("code",{class:"opscope-site"}),u=Fs.map(([I,z,G])=>{let S=l("span",{class:"opscope-number"});
return{label:I,value:z,warn:G,shown:S,el:l("div",{class:"opscope-fact"},l("span",{class:"opscope-label"},I),S)}}),h=$o({
goTo:o,signal:s}),d=So(s),f=Po({ask:e,signal:s,offline:r}),x=Do({ask:e,open:t,signal:s,offline:r}),$=l("div",{class:"ops\
cope-detail-head"},l("div",{},c,a),l("div",{},i,p)),y=l("div",{class:"opscope-charts"},h.el,d.el,f.el),_=l("div",{class:"\
opscope-hint"}),w=l("div",{class:"opscope-about"}),k=vo({ask:e,signal:s,offline:r}),L=[$,x.el,k.el,l("div",{class:"opsco\
pe-facts"},...u.map(I=>I.el)),w,y],T=l("div",{class:"opscope-detail-body"},...L),B=l("div",{class:"opscope-nothing"},"Se\
lect a value to see its statistics, history and elements.");return f.el.append(_),{el:l("div",{class:"opscope-detail"},B,
T),update(I,{selected:z,refusal:G}){let S=I.values.get(z);if(m(B,"hidden",!!S),m(T,"hidden",!S),!S)return;let ee=ne(S);m(
$,"data-health",ee),E(c,Ie[ee]),E(a,S.name),E(i,S.called?`called ${S.called} · ${Fo(S)}`:Fo(S)),E(p,S.site),k.update(z,
I.stopped);for(let q of u)E(q.shown,q.value(S)),m(q.shown,"title",q.value(S)),m(q.el,"data-bad",q.warn?.(S)?q.label==="N\
aN"?"nan":q.label==="Inf"?"inf":"zeros":void 0);let j=pe(I,S),Y=[js(j),zs(S)].filter(Boolean).join(" ");m(T,"data-elsewh\
ere",!!j),E(w,Y),m(w,"hidden",!Y);let V=I.details.get(z);f.update(V,S.shape,I,z),h.update(I.history.get(z),I.stopped?.step||
null,n(I));for(let q of[d,f])m(q.el,"data-elsewhere",!!j||!!(I.stopped&&V&&V.step!==S.step));d.update(V),x.update(I,S),E(
_,V?"":r?"Elements were not recorded for this value.":G||"Waiting for the elements of this value …"),m(_,"hidden",!!V)}}}var be=128,jo=36,Ws=Object.freeze([]),Gs=3,Us=12;function qs(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Us,Math.min(o-Gs,Math.floor(Math.log10(e)))),o]}var Ho=new WeakMap;function Ks(e){let t=Ho.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],Ho.set(
e,t)}return t}function Go(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Wo=Array.from({length:129},
(e,t)=>ae(he(t/128)));function Vs(e,t){return e.bad?ae(te.nan):e.rms?Wo[Math.round(Go(e.rms,t)*(Wo.length-1))]:null}var Uo={
id:"flow",label:"Gradient flow",short:"Flow",create:Xs,count:e=>rt(e).length};function Xs({select:e,refresh:t,signal:o}){
let n=l("div",{class:"opscope-decades"}),s=l("div",{class:"opscope-flow-row opscope-flow-head"},l("span",{},"parameter"),
n,l("span",{},"RMS"),l("span",{},"over steps")),r=l("div",{class:"opscope-flow-body"}),c=l("div",{class:"opscope-nothing"},
"No gradient of a parameter has been seen. Tap the gradients to see how they flow."),a=l("span"),i=l("span"),p=l("div",{
class:"opscope-legend opscope-flow-legend"},l("span",{},"RMS gradient of each parameter"),l("div",{class:"opscope-scale"},
a,l("i",{style:`background: ${Ge()}`}),i),l("span",{class:"opscope-mark"},l("i",{style:`background: ${ae(te.nan)}`}),"Na\
N or Inf")),u=new Map;r.addEventListener("click",f=>{let x=f.target.closest("[data-name]");x&&e(x.dataset.name??"")},{signal:o});
let h=l("div",{class:"opscope-flow"},c,l("div",{class:"opscope-flow-table"},s,r,p));h.addEventListener("scroll",t,{signal:o,
passive:!0});let d=(f,x)=>f.history.get(x.name)?.points??Ws;return{el:h,update(f,{selected:x}){let $=rt(f);m(c,"hidden",
$.length>0),m(s,"hidden",!$.length);let[y,_]=[1/0,0];for(let I of $){let[z,G]=Ks(d(f,I));[y,_]=[Math.min(y,z),Math.max(_,
G)]}let w=qs(y,_);Ys(n,w),E(a,F(10**w[0])),E(i,F(10**w[1])),m(p,"hidden",!$.length);for(let I of $)u.has(I.name)||u.set(
I.name,Js(I.name));let k=$.map(I=>u.get(I.name));le(r,k.map(I=>I.el));let L=f.stopped?.step||null,T=Math.floor((h.scrollTop-
r.offsetTop)/jo)-2,B=T+Math.ceil(h.clientHeight/jo)+4;$.forEach((I,z)=>{if(z<T||z>B)return k[z].choose(I.name===x);k[z].
update(I,d(f,I),w,pe(f,I),L),k[z].choose(I.name===x)})}}}function Ys(e,t){let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(
e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let c=Math.ceil((n-o)/s),a=[];for(let i=n;i>=
o;i-=c){let p=`left: ${(100*(i-o)/(n-o)).toFixed(2)}%`;a.push(l("span",{style:p},"10",l("sup",{},String(i).replace("-","\
−"))))}e.replaceChildren(...a)}function Js(e){let t=Be(e),o=l("i"),n=l("span",{class:"opscope-track"},o),s=l("span",{class:"\
opscope-number"}),r=l("canvas",{class:"opscope-strip",width:be,height:1,role:"img","aria-label":"RMS gradient over the s\
teps"}),c=l("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),a="",i;return{el:c,choose:p=>m(c,"a\
ria-pressed",p?"true":"false"),update(p,u,h,d,f){let x=`${h} ${d} ${f}`;if(i===p&&a===x)return;i=p,a=x,m(c,"data-elsewhe\
re",!!d),m(c,"title",d?`not computed yet: its value ${d}`:void 0);let{rms:$}=Pe(p),y=ne(p);$e(t,p.grad_of),m(c,"data-hea\
lth",y),m(o,"data-nothing",$===null),m(n,"style",`--decade: ${(100/(h[1]-h[0])).toFixed(3)}%`),m(o,"style",`width: ${(100*
($===null?1:Go($,h))).toFixed(2)}%`),E(s,p.nan?"NaN":p.inf?"Inf":F($)),Zs(r,u,h,f)}}}function Zs(e,t,o,n){let s=e.getContext(
"2d");if(!s)return;s.clearRect(0,0,be,1);let r=t[0]?.step??0,c=(t.at(-1)?.step??0)-r+1;t.forEach((a,i)=>{let p=t[i+1]?.step??
a.step+1,u=Math.floor((a.step-r)/c*be);if(!a.bad&&i+1<t.length&&Math.floor((p-r)/c*be)===u)return;let h=Vs(a,o);h&&(s.fillStyle=
h,s.fillRect(u,0,Math.ceil((p-r)/c*be)-u,1))}),!(n===null||n<r||n>=r+c)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(
Math.floor((n-r)/c*be),0,2,1))}var Qs=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function kt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function qo(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${ct(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function ie(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Ko(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Qs)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=W("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),c=W("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),a=W("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),i=W("g",{class:"opscope-gutter"},W("title"),r,c,a);return e.
append(i),i}function Vo(e,t){m(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),m(e,"data-conditional",
t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":scope > .opscope-gutter"))&&E(Ko(e).firstChild,qo(t))}
function Xo(e){let t=Ko(e).firstChild;t.textContent||E(t,qo([]))}var xe=["nan","inf","zeros","ok"],er=2e5;function Yo(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=ne(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||xe.indexOf(s)<xe.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function Jo(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let c=o.get(r);(!c||xe.indexOf(s)<xe.indexOf(c))&&o.set(r,s)}return o}function Zo(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<er;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Qo(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,c)=>xe.indexOf(ne(r))-xe.indexOf(ne(c)))[0]?.name}var tr=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),en=/^(xmlns(:xlink)?|xml:space)$/,or=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),nr=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function sr(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!or.has(e)&&!nr.test(e)&&!en.test(e)?!1:en.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function tn(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(on(n),document.importNode(n,!0))}function on(e){for(let{
name:t,value:o}of[...e.attributes])sr(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&tr.
has(t.localName)&&t.namespaceURI===e.namespaceURI?on(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function nn(e,t){let o=tn(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);m(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),c=s.getAttribute("data-dst"),a=s.getAttribute("data-scope"),i=Zo(s.getAttribute("data-h\
ides"));r!==null&&c!==null?n.links.push({src:r,dst:c}):i.length||/^(op|var)-/.test(s.id)?rr(n,s,i,t&&a!==null):a!==null&&
(n.frames.set(a,s),t&&sn(s,"fold"))}return n}function rr(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);m(t,"data-node",t.id),m(t,"tabindex",-1),m(t,"role","button"),m(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&sn(t,"open")}function sn(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),c=s("y")+(t==="open"?0:11),a=t===
"open"?`M${r-3},${c}h6M${r},${c-3}v6`:`M${r-3},${c}h6`,i=W("title");i.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(W("g",{class:`opscope-fold opscope-fold-${t}`},i,W("circle",{cx:r,cy:c,r:6}),W("path",{d:a})))}function rn(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,c=p=>(p.left+p.right)/2,a=null,i=1/0;for(let p of s){let u=e.nodes.get(p)?.getBoundingClientRect();if(!u||p===t)continue;
let h=c(u)-c(n),d=Math.abs(u.top-n.top);if(r&&h*r<=1)continue;let f=Math.abs(h)+(r?3:.2)*d;f<i&&([a,i]=[p,f])}return a}var we={time:{label:"time",about:"of a replay of the step, operator by operator",text:ar},memory:{label:"memory",about:"\
bytes that the operator writes",text:ir},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:F,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:_e,log:!0}};
function ar(e){return e>=1?`${F(e)} s`:e>=.001?`${F(e*1e3)} ms`:`${F(e*1e6)} µs`}function ir(e){return e>=2**20?`${F(e/
2**20)} MiB`:e>=1024?`${F(e/1024)} KiB`:`${e} bytes`}function an(e,t){let o=we[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let c=t.get(`op-${s}`)??`op-${s}`,a=n.get(c);n.set(c,a===void 0?e.numbers[r]:o?Math.max(a,e.numbers[r]):a+e.numbers[r])}),
n}function cn(e,t){let o=[...t].filter(c=>c>0),n=Math.max(...o,0);if(!we[e]?.log)return{at:c=>n?Math.sqrt(c/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:c=>c<=0?0:r?Math.log(c/s)/r:1,low:s,high:n}}var cr=150,ln="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function pn({search:e,choose:t,signal:o}){
let n=l("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:ln,"aria-label":`\
search the graph: ${ln}`}),s=l("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=l("div",{class:"opscope-graph\
-find"},n,s),c=0,a="",i=null,p=()=>m(s,"hidden",!0),u=()=>{a=n.value.trim(),a?e(a):p()};n.addEventListener("input",()=>{
clearTimeout(c),c=window.setTimeout(u,cr)},{signal:o}),n.addEventListener("focus",()=>m(s,"hidden",!a||!i||i.text!==a),{
signal:o}),r.addEventListener("keydown",d=>{d.stopPropagation();let f=[...s.querySelectorAll("button")],x=f.findIndex($=>$.
matches(":focus"));if(d.key==="Escape")p(),n.focus();else if(d.key==="Enter"&&x<0)i?.text===n.value.trim()?f[0]?.click():
u();else if(d.key==="ArrowUp"&&x===0)n.focus();else if(d.key.startsWith("Arrow")&&d.key!=="ArrowLeft"&&d.key!=="ArrowRig\
ht")f[re(d,x,f.length)??0]?.focus();else return;d.preventDefault()},{signal:o}),s.addEventListener("click",d=>{let f=d.target.
closest("[data-found]");f&&(p(),t(f.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
d=>d.composedPath().includes(r)||p(),{signal:o,capture:!0});function h(d){let f=d.ids.map((y,_)=>{let w=l("button",{class:"\
opscope-match",type:"button",role:"option","data-found":y},l("b",{},d.labels[_]),l("span",{},d.details[_]));return m(w,"\
title",`${d.labels[_]}
${d.details[_]}`),w}),x=d.total>f.length?` · the first ${f.length} are shown`:"",$=d.total===1?"1 node":`${d.total.toLocaleString(
"en")} nodes${x}`;s.replaceChildren(l("div",{class:"opscope-matches-head"},d.total?$:`Nothing matches "${d.text}".`),...f),
m(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(d){d!==i&&(i=d,d&&d.text===a&&n.value.trim()===a&&h(d))},enable:d=>m(
r,"hidden",!d),clear:()=>E(s,"")}}var lr={together:"in one",apart:"side by side",forward:"forward only"};function dn({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:c}){let a=l("span",{class:"opscope-graph-info"}),i=l("span",{class:"opscope-graph-number"}),p=(v,O,U)=>{let J=l(
"button",{type:"button",class:"opscope-tool",title:O,"aria-label":O},v);return J.addEventListener("click",U,{signal:c}),
J},u=(v,O,U)=>l("select",{class:`opscope-graph-choice opscope-graph-${v}`,title:O,"aria-label":O},...Object.entries(U).map(
([J,b])=>l("option",{value:J},b))),h=pn({search:n,choose:s,signal:c}),d=u("arrangement","forward and backward: each laye\
r with its gradients, side by side, or forward only",lr),f=Object.fromEntries(Object.entries(we).map(([v,{label:O}])=>[v,
O])),x=u("colors","color the operators by",{health:"health",...f}),$=l("input",{class:"opscope-graph-since",type:"number",
min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),y=p(
"Whole graph","back to the whole graph",()=>t({center:""})),_=p("Fold all","fold the scopes that were opened",()=>t({first:!0,
center:""})),w=u("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),k=l("div",{class:"opscope-k\
ey"},...["ok","zeros","Inf","NaN"].map(v=>l("span",{"data-health":v.toLowerCase()},l("i"),v))),L=l("span"),T=l("span"),B=l(
"div",{class:"opscope-key opscope-ramp",hidden:!0},L,l("i"),T,i),I=l("div",{class:"opscope-tools"},p("+","zoom in",()=>e.
zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),w),z=l("div",{class:"opscope-graph-bar",
hidden:!0},h.el,d,l("label",{class:"opscope-graph-by"},"color",x),$,_,y),G=l("div",{class:"opscope-graph-foot"},l("div",
{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},k,B,a),I),S=new Map,
ee="",j="",Y="",V=!1,X={by:"health",selected:""},q=()=>{X.by=x.value,j="",m($,"hidden",X.by!=="change"),o(X.by,Math.max(
0,Math.round(Number($.value)||0)))};x.addEventListener("change",q,{signal:c}),$.addEventListener("change",q,{signal:c}),
$.addEventListener("keydown",v=>v.stopPropagation(),{signal:c}),d.addEventListener("change",()=>t({arrangement:d.value,first:!0,
center:""}),{signal:c}),w.addEventListener("change",()=>{w.value&&r(w.value),w.value=""},{signal:c});let R=()=>E(a,j||(V?
"drawing …":Y));function M(){let v=S.get(ee);E(i,v===void 0?"":we[X.by]?.text(v)??"")}return Object.assign(X,{el:z,foot:G,
focusSearch:h.focus,wait(v){V=v,R()},measured(v,O){return j=v?"":O,R(),!v},read(v){ee=v,M()},drawn(v,O,U){m(z,"hidden",!v.
arrangement||U),v.arrangement&&(d.value=v.arrangement),m(y,"hidden",!v.center),m(_,"hidden",!!v.center);let J=v.hidden?`\
, ${v.hidden.toLocaleString("en")} nodes folded`:"";Y=O?`${v.ops.toLocaleString("en")} operators${J}`:"",R()},update(v,O,U){
X.selected=O,h.update(v.fold.found);for(let J of x.options)J.disabled=J.value!=="health"&&(U||!v.recorded)},legend(v,O,U){
if(S=O,m(k,"hidden",X.by!=="health"),m(B,"hidden",!v),v){let J=we[v.by];E(L,J.text(U.low)),E(T,J.text(U.high));let b=v.against?
`steps ${v.against} and ${v.step}`:`step ${v.step}`;m(B,"title",`${J.label}, ${b}: ${J.about}`)}M()}})}function un(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...pr(e,t)]}function pr(e,t){let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{
op:t}},s=c=>({name:"goto",label:`Go to here in step ${c}`,kind:"Goto",fields:{step:c,op:t}});if(!o)return e.over&&e.recorded?
[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&
t!==o.op?[s(o.step),r]:[r]}function fn({choose:e,frame:t,signal:o}){let n=l("div",{class:"opscope-menu","data-asks":!0,role:"\
menu",hidden:!0}),s=[],r=(a=!1)=>{n.hidden||(m(n,"hidden",!0),a&&t.focus({preventScroll:!0}))};n.addEventListener("click",
a=>{let i=[...n.querySelectorAll("button")].findIndex(p=>p.contains(a.target));i<0||(r(!0),e(s[i]))},{signal:o}),n.addEventListener(
"keydown",a=>{let i=[...n.querySelectorAll("button")],p=re(a,i.findIndex(u=>u.matches(":focus")),i.length);if(p!==null)i[p].
focus();else if(a.key==="Escape")r(!0);else return;a.preventDefault(),a.stopPropagation()},{signal:o});let c=a=>{a.composedPath().
includes(n)||r()};return document.addEventListener("pointerdown",c,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),
{signal:o,passive:!0}),t.addEventListener("keydown",a=>a.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(a,i,p,u){if(!a.
length)return r();s=a;let h=l("div",{class:"opscope-menu-head"},l("b",{},i),` ${p}`);n.replaceChildren(h,...s.map(_=>l("\
button",{class:`opscope-menu-item opscope-menu-${_.name}`,type:"button",role:"menuitem"},_.label))),m(n,"hidden",!1);let d=t.
getBoundingClientRect(),f=u.getBoundingClientRect(),$=f.right+8+n.offsetWidth<=d.right?f.right+8-d.left:Math.max(4,f.left-
16-n.offsetWidth-d.left),y=Math.max(4,Math.min(d.height-n.offsetHeight-4,(f.top+f.bottom)/2-d.top-16));n.style.left=`${$}\
px`,n.style.top=`${y}px`},focus:()=>n.querySelector("button")?.focus()}}var Ee=132,Ne=96;function $t(e){let t=Math.min(Ee/e.w,Ne/e.h);return{scale:t,x:(Ee-e.w*t)/2,y:(Ne-e.h*t)/2}}function hn(e,t){
let o=l("canvas",{width:Ee*2,height:Ne*2}),n=l("div",{class:"opscope-sight"}),s=l("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},c=a=>{let i=o.getBoundingClientRect(),
p=$t(r);e(r.x+(a.clientX-i.left-p.x)/p.scale,r.y+(a.clientY-i.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
a=>{a.preventDefault(),a.stopPropagation(),s.setPointerCapture(a.pointerId),c(a)},{signal:t}),s.addEventListener("pointe\
rmove",a=>a.buttons&1&&c(a),{signal:t}),{el:s,draw(a,i){r=a;let p=o.getContext("2d");if(!p)return;let{scale:u,x:h,y:d}=$t(
a);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,Ee,Ne);for(let{box:f,color:x}of i){p.fillStyle=x;let[$,y]=[Math.max(1.5,f.
w*u),Math.max(1.5,f.h*u)];p.fillRect(h+(f.x-a.x)*u,d+(f.y-a.y)*u,$,y)}},update(a,i){r=i;let{scale:p,x:u,y:h}=$t(i),d=a.x<=
i.x+1&&a.y<=i.y+1&&a.x+a.w>=i.x+i.w-1&&a.y+a.h>=i.y+i.h-1;if(m(s,"hidden",d),d)return;let f=Math.max(0,u+(a.x-i.x)*p),x=Math.
max(0,h+(a.y-i.y)*p),$=Math.min(Ee,u+(a.x+a.w-i.x)*p),y=Math.min(Ne,h+(a.y+a.h-i.y)*p);n.style.cssText=`left:${f}px;top:${x}\
px;width:${Math.max(4,$-f)}px;height:${Math.max(4,y-x)}px`}}}function Ve(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function dr(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:Ve(e,1/o)}function ur(e,t,o){let n=Math.max(.85,Math.min(1,t/e.w,o/
e.h)),s=t/n,r=o/n;return{x:e.x+(e.w-s)/2,y:r<e.h?e.y:e.y+(e.h-r)/2,w:s,h:r}}function mn(e,t,o=()=>{}){let n=null,s={x:0,
y:0,w:1,h:1},r=s,c=null,a=!1,i=()=>{n?.setAttribute("viewBox",`${r.x} ${r.y} ${r.w} ${r.h}`),o(r,s)},p=h=>(r=dr(h,s),i()),
u=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener("wheel",h=>{if(!n||!(h.ctrlKey||h.metaKey))return;
h.preventDefault();let d=e.getBoundingClientRect();p(Ve(r,Math.exp(-h.deltaY*.002),(h.clientX-d.left)/d.width,(h.clientY-
d.top)/d.height))},{signal:t,passive:!1}),e.addEventListener("pointerdown",h=>{h.button||!n||(c={x:h.clientX,y:h.clientY,
box:r},a=!1)},{signal:t}),e.addEventListener("pointermove",h=>{if(!c)return;let d=h.clientX-c.x,f=h.clientY-c.y;!a&&Math.
hypot(d,f)<4||(a||e.setPointerCapture(h.pointerId),a=!0,p({...c.box,x:c.box.x-d*u(),y:c.box.y-f*u()}))},{signal:t});for(let h of[
"pointerup","pointercancel"])e.addEventListener(h,()=>c=null,{signal:t});return e.addEventListener("click",h=>{a&&h.stopPropagation(),
a=!1},{signal:t,capture:!0}),e.addEventListener("keydown",h=>{let d={"+":1.25,"=":1.25,"-":.8}[h.key],f=h.shiftKey&&{ArrowLeft:[
-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[h.key];if(d)p(Ve(r,d));else if(f)p({...r,x:r.x+f[0]*40*u(),y:r.y+
f[1]*40*u()});else if(h.key==="0")p(s);else return;h.preventDefault()},{signal:t}),{attach(h,d=!1){n=h;let f=n?.viewBox.
baseVal;s=f&&f.width?{x:f.x,y:f.y,w:f.width,h:f.height}:{x:0,y:0,w:100,h:100},d||(r=s),i()},hold(h,d){let f=h.getBoundingClientRect();
p({...r,x:r.x+(f.left-d.left)*u(),y:r.y+(f.top-d.top)*u()})},center:(h,d)=>p({...r,x:h-r.w/2,y:d-r.h/2}),zoom:h=>p(Ve(r,
h>0?1.25:1/1.25)),fit:()=>p(s),whole:()=>s,start:()=>p(ur(s,e.clientWidth,e.clientHeight)),reveal(h){let d=e.getBoundingClientRect(),
f=h.getBoundingClientRect();if(f.left>=d.left&&f.right<=d.right&&f.top>=d.top&&f.bottom<=d.bottom)return;let x=(f.left+f.
right-d.left-d.right)/2,$=(f.top+f.bottom-d.top-d.bottom)/2;p({...r,x:r.x+x*u(),y:r.y+$*u()})}}}var fr=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function hr(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let c=getComputedStyle(o[r]);s.setAttribute("style",fr.map(a=>`${a}:${c.getPropertyValue(a)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=mr(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function mr(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function vt(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function gn(e,t,o,n){if(t==="dot")return vt(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=hr(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return vt(r,"graph.svg");let c=new Image,a=URL.createObjectURL(r);c.src=a,await c.decode();let i=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(c.width,c.height));i.width=Math.round(c.width*p),i.height=Math.round(c.height*p);let u=i.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,i.width,i.height),u.drawImage(c,0,0,i.width,i.height)),URL.revokeObjectURL(
a),i.toBlob(h=>h&&vt(h,"graph.png"),"image/png")}var bn={id:"graph",label:"Graph",create:gr};function gr({select:e,ask:t,open:o,offline:n,signal:s}){let r=l("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),c=hn((b,A)=>a.center(b,A),s),a=mn(r,s,c.update),i=dn({view:a,draw:b=>z(
b),measure:S,search:b=>t("SearchGraph",{text:b}),found:b=>z({reveal:b}),save:ee,signal:s}),p=fn({choose:j,frame:r,signal:s}),
u=l("div",{class:"opscope-nothing"}),h=l("div",{class:"opscope-graph-tab"},i.el,l("div",{class:"opscope-graph-box"},r,p.
el,u,c.el),i.foot),d=null,f=null,x=!0,$="",y="",_="",w=null,k,L,T="",B=b=>d?.nodes.get(b)??d?.nodes.get(d.hiddenIn.get(b)??
""),I=b=>b?.getAttribute("data-node")??"";function z(b){f?.arrangement&&(i.wait(!0),t("DrawGraph",{open:f.open,arrangement:f.
arrangement,...b},()=>i.wait(!1)))}function G(b,A,g){if(!f)return;let N=g.getBoundingClientRect();w={scope:b,left:N.left,
top:N.top};let C=D=>D===b||D.startsWith(`${b}/`);z({open:A?[...f.open,b]:f.open.filter(D=>!C(D)),center:A?f.center:""})}
function S(b,A){b!=="health"&&t("MeasureOperators",{by:b,step:k?.stopped?.step||0,against:A},(g,N)=>i.measured(g,N)),k&&
U(k)}function ee(b){let A=getComputedStyle(h).getPropertyValue("--o-ground")||"#ffffff";d&&f&&gn(d.svg,b,f.dot,A)}function j({
kind:b,fields:A}){let{id:g,spec:N}=A,C=g===void 0?void 0:d?.nodes.get(g);b==="compose"?o("breakpoints",N):b==="open"&&C?
G(g,!0,C):b==="center"?z({center:g,reveal:g}):b!=="open"&&t(b,A)}function Y(b,A){let g=I(b),N=d?.folded.get(g),C=Qo(A.values,
g,N);C&&e(C,!1),_=g;let D=[];f?.arrangement&&!n&&(b.hasAttribute("data-scope")&&D.push({name:"open",label:"Open",kind:"o\
pen",fields:{id:g}}),D.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:g}}));let H=n?-1:
ie(g),P=b.querySelector("text")?.textContent??"";p.show([...H>=0?un(A,H):[],...D],P,H>=0?`op ${H}`:N?`${N.length} inside`:
"",b)}r.addEventListener("click",b=>{let A=b.target,N=A.closest(".opscope-fold")?.closest("[data-scope]");if(N)return G(
N.getAttribute("data-scope")??"",N.hasAttribute("data-node"),N);let C=A.closest("[data-node]");if(!C||!k)return;let D=I(
C);if(!n&&(A.closest(".opscope-gutter")||ie(D)>=0&&b.altKey))return q(D);Y(C,k)},{signal:s}),r.addEventListener("dblclic\
k",b=>{let A=b.target.closest("[data-node][data-scope]");!A||n||!f?.arrangement||(p.close(),G(I(A),!0,A))},{signal:s}),r.
addEventListener("pointerover",b=>{let A=b.target.closest("[data-node]");A&&ie(I(A))>=0&&!n&&Xo(A),i.read(A?I(A):"")},{signal:s}),
r.addEventListener("focusin",({target:b})=>_=I(b)||_,{signal:s}),r.addEventListener("keydown",b=>V(b)&&(b.preventDefault(),
b.stopPropagation()),{signal:s});function V(b){if(!d||!k||b.altKey||b.ctrlKey||b.metaKey||b.shiftKey)return!1;let A=d.nodes.
get(_);if(b.key==="/"&&f?.arrangement)return i.focusSearch(),!0;if(b.key.startsWith("Arrow")){let g=A?rn(d,_,b.key):I(B(
$)??[...d.nodes.values()][0]??null);return g&&X(g),!0}if(!A)return!1;if(b.key==="Enter"||b.key===" ")return A.hasAttribute(
"data-scope")&&f?.arrangement&&!n?G(_,!0,A):(Y(A,k),p.focus()),!0;if(b.key==="Backspace"){let g=[...d.frames].filter(([,
N])=>br(N,A)).at(-1);return g&&f?.arrangement&&G(g[0],!1,g[1]),!0}return!1}function X(b){let A=d?.nodes.get(b);A&&(_=b,a.
reveal(A),A.focus({preventScroll:!0}),i.read(b))}function q(b){let A=R(kt(k?.breakpoints??[]),b);for(let{number:g}of A)t(
"ClearBreakpoint",{number:g});!A.length&&ie(b)>=0&&t("SetBreakpoint",{spec:`id:${ie(b)}`})}function R(b,A){return[...new Set(
(d?.folded.get(A)??[A]).flatMap(g=>b.get(ie(g))??[]))]}function M(b){if(b===L||!r.clientWidth||!d)return;L=b;let A=kt(b);
for(let[g,N]of d.nodes)g.startsWith("var-")||Vo(N,R(A,g))}function v(b){let A=!!(d&&f?.arrangement&&f.program===b.program);
d=nn(b.svg,!!b.arrangement&&!n),L=void 0,$=T="",p.close(),r.replaceChildren(),a.attach(null,A),d&&(r.append(d.svg),a.attach(
d.svg,A),x=!A,A&&O(b)),E(u,d?"":"The graph could not be read."),m(u,"hidden",!!d),i.drawn(b,!!d,n)}function O(b){let A=w&&
(d?.nodes.get(w.scope)??d?.frames.get(w.scope));w&&A?a.hold(A,w):a.start(),w&&d?.nodes.has(w.scope)&&(_=w.scope),w=null,
b.reveal&&([y,_]=[b.reveal,b.reveal]),(r.contains(document.activeElement)||document.activeElement===document.body||b.reveal)&&
d?.nodes.get(_)?.focus({preventScroll:!0})}function U(b){if(!d)return;let A=Yo(b.present),g=Jo(A,d.hiddenIn),N=b.values.
get(i.selected),C=N&&(B(`var-${i.selected}`)??B(`op-${N.op}`)),D=i.by!=="health"&&b.fold.measured?.by===i.by?b.fold.measured:
null,H=D?an(D,d.hiddenIn):new Map,P=cn(i.by,H.values());for(let[Q,K]of d.nodes){m(K,"data-health",i.by!=="health"?void 0:
d.folded.has(Q)?g.get(Q):A.get(Q)),m(K,"data-selected",K===C);let oe=H.get(Q);m(K,"data-heat",oe===void 0?i.by==="health"?
void 0:"none":(P.at(oe)*100).toFixed(0)),K.style.setProperty("--heat",oe===void 0?"0%":`${(8+84*P.at(oe)).toFixed(0)}%`)}
i.legend(D,H,P);let Z=`${i.by} ${D?.step} ${[...A.values()].join()}`;Z!==T&&r.clientWidth&&(T=Z,J())}function J(){let b=d?.
svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix,A=[...d?.nodes.values()??[]].map(g=>{let N=g.getBBox(),C=g.
querySelector(":scope > rect, :scope > a > rect, :scope > polygon"),D=C?getComputedStyle(C).stroke:"#888888";return{box:{
x:N.x+(b?.e??0),y:N.y+(b?.f??0),w:N.width,h:N.height},color:D}});c.draw(a.whole(),A)}return{el:h,open(b){y=`op-${b}`,d&&
!d.nodes.has(y)&&d.hiddenIn.has(y)&&z({reveal:y})},update(b,{selected:A}){b.graph&&b.graph!==f&&(b.graph.svg!==f?.svg||b.
graph.reveal)?v(b.graph):!b.graph&&!k&&E(u,"No graph yet. A program is drawn when it first runs, eager code at each stop\
 and step."),f=b.graph,x&&r.clientWidth&&(x=!1,a.start()),k=b,i.update(b,A,n),U(b),M(b.breakpoints);let g=b.stopped?`op-${b.
stopped.op}`:"",N=B(g);if(g!==$){let D=B($);for(let H of["data-current","data-past"])D&&m(D,H,!1);N&&m(N,"data-current",
!0),y||=g,$=g}N&&m(N,"data-past",b.stopped?.past);let C=B(y);C&&r.clientWidth&&a.reveal(C),y=""}}}function br(e,t){let[o,
n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&o.right>=n.right&&o.top<=n.top&&o.bottom>=
n.bottom}var xn={id:"notes",label:"Notes",create:xr,count:wr};function xr({select:e,signal:t}){let o=l("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=l("pre",{class:"opscope-error"}),s=l("div",{class:"opscope-notes-rows"}),r;return s.addEventListener(
"click",c=>{let a=c.target.closest("[data-name]");a&&e(a.dataset.name??"")},{signal:t}),{el:l("div",{class:"opscope-note\
s"},o,n,s),update(c){if(E(n,c.error),m(n,"hidden",!c.error),m(o,"hidden",!!c.error||c.warnings.size>0),c.warnings===r)return;
r=c.warnings;let a=[...c.warnings.values()].reverse();s.replaceChildren(...a.map(i=>l("button",{class:"opscope-note",type:"\
button","data-name":i.subject},l("code",{},i.subject),l("span",{},i.text))))}}}function wr(e){return e.warnings.size+(e.
error?1:0)}var Xe=[zo,Uo,bn,xn,xo];var yr=0;function wn(e,t,o){let n=new Map(e.map(i=>[i.id,l("span",{class:"opscope-count"})])),s=e.map(i=>{let p=n.get(i.
id),u=i.short?[l("span",{class:"opscope-long"},i.label),l("span",{class:"opscope-short"},i.short)]:[i.label];return l("b\
utton",{class:`opscope-tab opscope-tab-${i.id}`,type:"button",role:"tab"},...u,p)}),r=l("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((i,p)=>{s[p].id=`opscope-tab-${++yr}`,m(i.el,"role","tabpanel"),m(i.el,"aria-labelledby",s[p].
id)});let c=0;function a(i){c=i,e.forEach((p,u)=>{m(s[u],"aria-selected",u===c?"true":"false"),m(s[u],"tabindex",u===c?0:
-1),m(p.el,"hidden",u!==c)})}return r.addEventListener("click",i=>{let p=s.findIndex(u=>u.contains(i.target));p<0||(a(p),
t())},{signal:o}),r.addEventListener("keydown",i=>{let p=re(i,c,e.length);p!==null&&(i.preventDefault(),a(p),s[p].focus(),
t())},{signal:o}),a(0),{el:l("main",{class:"opscope-main"},r,...e.map(i=>i.el)),get open(){return e[c].id},show:i=>a(Math.
max(0,e.findIndex(p=>p.id===i))),count(i,p){let u=n.get(i);u&&E(u,p?String(p):"")}}}var kr=1e4,$r=new Set(ye.map(e=>e.kind)),vr=new Set(["FetchDetail","WatchDetail"]);function Mr(e){let{forward:t,parameters:o,
gradients:n}=ze(e),s=[...t,...o,...n],r=c=>e.details.get(c)?.step??-1;return s.reduce((c,{name:a})=>r(a)>r(c)?a:c,s[0]?.
name??"")}function Ye({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,c=s.selected??e.get?.("selected")??"",a=!0,i,
p=new Map,u={},h=null,d=M=>[...p.values()].some(({kind:v,since:O})=>M(v)&&Date.now()-O<kr),f=l("div",{class:"opscope-pan\
el",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"true"});
f.addEventListener("focusin",({target:M})=>m(M,"data-lm-suppress-shortcuts","true"),{signal:o});let x=(M,v={},O=void 0)=>{
if(delete u[M],!a)return O?.(!1,Pt);p.set(X.command(M,v),{kind:M,done:O,since:Date.now()})},$=(M,v=!0)=>{i?.values.has(M)&&
(M!==c&&w(M),c=s.selected=M,y(M),v&&j.show("tensor"),X.refresh())};function y(M){!e.get||e.get("selected")===M||(e.set?.(
"selected",M),e.save_changes?.())}let _=()=>$(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",_),o.addEventListener(
"abort",()=>e.off("change:selected",_)));function w(M){if(u={},!a)return;x("WatchDetail",{name:M}),i&&i.details.get(M)?.
step!==i.values.get(M)?.step&&i?.phase!=="running"&&x("FetchDetail",{name:M})}let k=()=>X.refresh(),L=(M,v)=>{j.show(M),
ee.get(M)?.open?.(v),k()},T=M=>x(M),B=po(x),I=M=>{if(n)return n.goTo(M);B.goTo(M),k()},z=M=>{if(n)return n.steps;let v=at(
M);return a&&v&&v.last>v.first?[v.first,v.last]:null},G=mo({send:T,ask:x,seek:B,refresh:k,offline:r,signal:o}),S=bo({select:M=>$(
M,j.open!=="graph"),refresh:k,signal:o}),ee=new Map(Xe.map(M=>[M.id,M.create({select:$,ask:x,open:L,refresh:k,goTo:I,reach:z,
offline:r,signal:o})])),j=wn(Xe.map(({id:M,label:v,short:O})=>({id:M,label:v,short:O,el:ee.get(M).el})),k,o);f.addEventListener(
"keydown",M=>{let v=St(M);!v||!i||!a||!Ae(i).has(v)||r||(M.preventDefault(),(!M.repeat||!d(O=>$r.has(O)))&&T(v))},{signal:o}),
s.tab&&j.show(s.tab);let Y=Ft(),V=go({root:f,offline:r,signal:o});G.el.querySelector(".opscope-headline")?.append(V.button),
f.append(Y.el,G.el,l("div",{class:"opscope-body"},S.el,j.el),V.el),t.append(f);let X=oo({model:e,el:f,signal:o,paint:q});
function q(M,v){a=v==="live";let O=j.open==="tensor"&&(s.tab??"tensor")!=="tensor";X.show(j.open),s.tab=j.open,Y.update(
v),m(f,"data-lost",!a);for(let U of f.querySelectorAll("[data-asks]"))m(U,"inert",!a);a||p.clear(),M!==i&&R(M),i=M,M.values.
has(c)||(c=Mr(M),c&&(s.selected=c),c&&a&&!e.get?.("selected")&&y(c),c&&w(c)),O&&c&&a&&!r&&w(c),M.stopped!==h&&j.open==="\
tensor"&&c&&!r&&a&&!d(U=>U==="FetchDetail")&&(h=M.stopped,h&&x("FetchDetail",{name:c})),m(f,"data-past",M.stopped?.past),
G.update(M,a,Object.entries(u).find(([U])=>!vr.has(U))?.[1]??""),S.update(M,c);for(let U of Xe)j.count(U.id,U.count?.(M)??
0);ee.get(j.open)?.update(M,{selected:c,refusal:a?u.FetchDetail??u.WatchDetail??"":Dt})}function R(M){i&&(M.phase!==i.phase||
M.stopped!==i.stopped)&&(u={}),i&&M.runs>i.runs&&M.values.has(c)&&w(c);for(let v of M.responses){let O=p.get(v.request);
if(!O)continue;p.delete(v.request);let U=v.ok?v.text:v.text||`${O.kind} was refused`;!v.ok&&!O.done?.(!1,U)&&(u[O.kind]=
U),v.ok&&O.done?.(!0,U)}}return f}function Sr(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Er(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let c of t)c(r,[])};return{on:(r,c)=>{t.add(
c)},off:(r,c)=>{t.delete(c)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function Nr(e,t){let o=t.split(
`
`).filter(d=>d.trim()).map(Wt),n=Er(o),{steps:s,ends:r}=Sr(o),c=new AbortController().signal,a=()=>{},i=Ye({model:n,el:e,
signal:c,page:{goTo:d=>a(d),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=l("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=l("output",{class:"opscope-number"},`step ${s[s.length-1]}`),h=0;a=d=>{
p.value=String(Math.max(0,s.filter(f=>f<=d).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
E(u,`step ${s[Number(p.value)]}`),h||=requestAnimationFrame(()=>{h=0,n.upTo(r[Number(p.value)])})}),i.querySelector(".op\
scope-headline")?.append(l("label",{class:"opscope-scrub"},p,u))}var Ic=()=>{let e={};return{render({model:t,el:o,signal:n}){Ye({model:t,el:o,signal:n,memory:e})}}};export{Ic as default,Nr as replay};
