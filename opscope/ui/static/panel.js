// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Le=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,Ze=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
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
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],ye=Ze.
flat(),Mn=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],St=["StepBack","ReverseContinue","Goto"];function Ae(e){
let t=["SetBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")return new Set([...t,
"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...Mn,...St,...o])}return new Set(
e.over&&e.recorded?[...t,...St]:t)}function Et(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||e.target.matches("\
input:not([type=range]), textarea, select, [contenteditable]")))return ye.find(o=>o.key===e.key)?.kind}function Nt({label:e,
key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var ke=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,search:null,warnings:new Map,findings:new Map,
explained:null,terminated:null,continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),
Qe={RunStarted:[{rule:"restart",slot:"started",keeps:["graph","breakpoints","responses"]}],GraphDrawn:[{rule:"latest",slot:"\
graph",clears:[],where:null}],GraphSearched:[{rule:"latest",slot:"found",clears:[],where:null}],OperatorsMeasured:[{rule:"\
latest",slot:"measured",clears:[],where:null}],StepFinished:[{rule:"latestByKey",slot:"steps",key:["names"],limit:16},{rule:"\
addPoints",slot:"scalars",points:"scalars"}],ValueSeen:[{rule:"latestByKey",slot:"values",key:["name"],limit:null},{rule:"\
addPoints",slot:"history",points:"statistics"}],DetailSeen:[{rule:"latestByKey",slot:"details",key:["name"],limit:32}],SliceSeen:[
{rule:"latestByKey",slot:"slices",key:["name"],limit:8}],PinChanged:[{rule:"latest",slot:"pinned",clears:[],where:null}],
Stopped:[{rule:"latest",slot:"stopped",clears:["past_stop","continued","place"],where:["past",!1]},{rule:"latest",slot:"\
past_stop",clears:["place"],where:["past",!0]}],FindingSeen:[{rule:"latestByKey",slot:"findings",key:["number"],limit:200}],
ValueExplained:[{rule:"latest",slot:"explained",clears:[],where:null}],PlaceSeen:[{rule:"latest",slot:"place",clears:[],
where:null}],Continued:[{rule:"latest",slot:"continued",clears:["stopped","past_stop","place"],where:null}],BreakpointsChanged:[
{rule:"latest",slot:"breakpoints",clears:[],where:null}],RecordedRangeChanged:[{rule:"latest",slot:"recorded",clears:[],
where:null}],RecordingChanged:[{rule:"latest",slot:"recording",clears:[],where:null}],CostMeasured:[{rule:"latest",slot:"\
cost",clears:[],where:null}],SlowRunsChanged:[{rule:"latest",slot:"slow",clears:[],where:null}],SearchProgressed:[{rule:"\
latest",slot:"search",clears:[],where:null}],Warned:[{rule:"latestByKey",slot:"warnings",key:["subject","text"],limit:50}],
Terminated:[{rule:"latest",slot:"terminated",clears:["continued","stopped","past_stop","place"],where:null}],Response:[{
rule:"newest",slot:"responses",limit:64}]},Tt=256,Lt=.9;var _t="−";function z(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",_t)}function ce(e){return e.length?e.join("×"):"scalar"}var At=9,
Sn=16;function It(e){return e.length<=Sn?[e,""]:[e.slice(0,-At),e.slice(-At)]}function Rt(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function _e(e){return`${(100*e).toFixed(1)}%`}function Ct(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function Bt(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function te(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function et(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function se(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Lt?"zeros":"ok"}var Ie={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function Re(e){return e.
grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":"forward"}function Ot(e,t,o){if(e.length<2)return e.length?
[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function Ce(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let i=s*
r,a=Math.ceil(e/i-1e-9),c=Math.floor(t/i+1e-9);if(c-a+1>=o-1||r===1)return Array.from({length:c-a+1},(d,u)=>(a+u)*i)}return[]}
function tt(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",_t)}var En="http://www.w3.org/2000/svg";function l(e,t={},...o){let n=document.createElement(e);return Pt(n,t),n.append(...o),
n}function G(e,t={},...o){let n=document.createElementNS(En,e);return Pt(n,t),n.append(...o),n}function Be(e){let t=l("s\
pan",{class:"opscope-name"});return ve(t,e),t}function ve(e,t){if(e.title===t)return;e.title=t;let[o,n]=It(t);e.replaceChildren(
l("span",{},o),...n?[l("span",{class:"opscope-name-end"},n)]:[])}function Pt(e,t){for(let[o,n]of Object.entries(t))m(e,o,
n)}function m(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function E(e,t){e.textContent!==t&&(e.textContent=t)}function le(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function re(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var Ft="no kernel answers",Dt="No kernel answers, and the elements of this value were not kept.",Nn={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Tn(e){return Nn[e]}
function zt(){let e=l("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){E(e,Tn(t)),m(e,"hidde\
n",t==="live")}}}function Ht(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function Wt(e){
let t=Ht(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var jt=["step","min","max","mean","std","zeros",
"nan","inf"];function Ln(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=Wt(t[e.numbers]),s=n.length/(1+jt.length);return Array.from({length:s},(r,i)=>{let a={
...o[n[i]]};return jt.forEach((c,d)=>{let u=n[(d+1)*s+i];a[c]=Number.isNaN(u)?null:u}),a})}function ot(e,t,o=[]){let n=e.
events.map(i=>{let a=i.pixels?.buffer;return typeof a=="number"?{...i,pixels:Ht(t[a])}:i}),s=n.findIndex(i=>i.kind!=="Ru\
nStarted"&&i.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...An(e,t),...Ln(e,t,o),...n.slice(r)]}function An(e,t){
if(!e.trails?.length)return[];let o=Wt(t[e.block]),n=0;return e.trails.map(([s,r,i])=>{let a=(d,u)=>{let f=o[n+d*i+u];return Number.
isFinite(f)?f:null},c=Array.from({length:i},(d,u)=>({step:o[n+u],mean:a(1,u),min:a(2,u),max:a(3,u),rms:a(4,u),bad:o[n+5*
i+u]}));return n+=6*i,{kind:"Trail",slot:s,name:r,points:c}})}function Gt(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function Kt(e){let t=new Blob([Ut(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Ut)}}function Ut(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var qt="\
application/vnd.jupyter.widget-state+json",_n=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function nt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[qt]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),i=Object.fromEntries(Object.entries(s).filter(([c,{state:d}])=>!d?.
frame||r.includes(c))),a=Object.fromEntries(_n.map(c=>[c,e.get?.(c)]).filter(([,c])=>c!==void 0));i[t]={model_module:a._model_module,
model_module_version:a._model_module_version,model_name:a._model_name,state:a},o.setMetadata("widgets",{[qt]:{version_major:2,
version_minor:0,state:i}})}var Yt={points:[],stride:1};function Jt({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(Vt(n,s,t);n.length>Tt;){t*=2;let r=[];for(let i of n)Vt(r,i,t);n=r}return{points:n,stride:t}}function Vt(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=In(n,t):e.push(t)}function In(e,t){return{
step:t.step,mean:t.mean,min:Xt(Math.min,e.min,t.min),max:Xt(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function Xt(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function Oe(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function Pe(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function Fe(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function Zt(e,t){let o=new st(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
Qe,n.kind))for(let s of Qe[n.kind])Rn(o,s,n);return o.slots}var st=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=ke[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,Jt(s.get(o)??Yt,n))}};function Rn(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(i=>o[i]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let i of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(i)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[Pe(o)]);else for(let[n,s]of Fe(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(ke).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var Cn=Object.freeze([]),Bn=new Set,De=Object.freeze({...Qt(ke),runs:0,reached:0,seconds:null});function rt(e,t){return{...Qt(Zt(e.fold,t),e),...t.reduce(On,e)}}function On({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function Qt(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):Bn,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:Pn(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
Dn(e.breakpoints),exceptions:e.breakpoints?.exceptions??Cn,step:[...e.steps.values()].at(-1)?.step??0,scalars:Fn(e),scalarHistory:e.
scalars,graph:e.graph,values:e.values,present:s?t.present:zn(e.values,o,n),absent:n,history:e.history,details:e.details,
warnings:e.warnings,findings:e.findings,explained:e.explained,responses:e.responses}}function Pn(e){if(e.past_stop||e.stopped)
return"paused";if(e.continued)return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.
terminated;return t==="failed"||t==="stopped"?t:"finished"}function Fn(e){let t=new Map([...e.steps.values()].flatMap(n=>Fe(
n).map(([s,r])=>[s,r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}
function Dn(e){return(e?.numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[];return{number:t,spec:e?.
specs[o]??"",condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n}})}function zn(e,t,o){return t?new Map([...e].filter(
([n,s])=>s.step===t.step&&!o.has(n))):e}function eo(e){return e.stopped?.step||$e(e)}function pe(e,t){return e.present.has(
t.name)?"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function to(e){let{place:t}=e.fold,o=e.stopped;
return new Map(Object.keys(e.scalars).map(n=>{let s=o?.past&&t?t.names.indexOf(n):-1,r=e.scalarHistory.get(n)?.points??[],
i=o?.past?Oe(r,o.step):r.at(-1),a=s>=0?t?.scalars[s]??null:o?.past?i?.mean??null:e.scalars[n],c=s>=0?t?.step:i?.step,d=o&&
o.op<0&&!o.depth,u=c===o?.step?d?"":`later in step ${c}`:`step ${c}`;return[n,{value:a,when:o&&c!==void 0?u:""}]}))}function $e(e){
return Math.max(e.step,e.reached,e.recorded?.last??0)}function ze(e,t=""){let o=t.trim().toLowerCase(),n={forward:[],parameters:[],
gradients:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&
n[Re(s)].push(s);for(let s of Object.values(n))s.sort((r,i)=>r.op-i.op||(r.name<i.name?-1:1));return n}function at(e){return[
...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var oo=250,jn=2.5,Hn=["dead","terminating","restarting","autorestarting"],Wn=2500,Gn=400;function Un(e,t){return t.kind===
"batch"&&t.n!==e+1}function no({model:e,el:t,signal:o,paint:n}){let s=Math.random().toString(36).slice(2),r=Math.floor(Math.
random()*2**20)*2**20,i=De,a=0,c=!1,d=!1,u=!1,f=!1,p=0,h="live",x=Date.now(),v=Wn,k=[],_="",w=!1,g=C=>{try{e.send(C)}catch{
x=0}},M=()=>{p=0;try{n(i,h)}finally{f&&g({kind:"ack",n:a,view:s}),f=!1}},S=()=>{!p&&d&&!o.aborted&&(p=requestAnimationFrame(
M))},R=()=>{c=!1,g({kind:"attach",view:s,tab:_})},A=()=>{let C=d&&!document.hidden;C!==u&&(u=C,x=Date.now(),u?R():g({kind:"\
detach",view:s}),S())},B=async()=>{let C=e.get?.("frame");if(!C||a||w)return;w=!0;let{message:T,buffers:$}=await Kt(C);a||
(i=rt(De,ot(T,$)),S())},j=()=>{if(!u||!v)return;let C=Date.now()-x;!a&&C>Gn&&B();let T=e.widget_manager?.kernel,$=!!T&&(T?.
isDisposed||Hn.includes(T?.status??""));if(C<($?oo:v))return;let P=a?"lost":w?"saved":"nothing";P!==h&&(h=P,S())},N="",Y=C=>{
N=C,nt(e,C)},H=()=>N&&nt(e,N),J=(C,T)=>{if(x=Date.now(),h!=="live"&&(h="live",C.kind!=="snapshot"))return R();if(C.beat&&
(v=jn*1e3*C.beat),C.id&&Y(C.id),!(C.kind!=="snapshot"&&!(C.kind==="batch"&&c))){if(Un(a,C))return R();i=rt(C.kind==="sna\
pshot"?De:i,ot(C,T,k)),a=C.n,c=!0,f||=!!C.ack,S()}},V=new IntersectionObserver(C=>{d=C[C.length-1].isIntersecting,A()},{
rootMargin:"100px"}),X=new ResizeObserver(S);e.on("msg:custom",J),e.get&&e.on("change:frame",H),V.observe(t),X.observe(t),
document.addEventListener("visibilitychange",A,{signal:o}),e.get||(v=0),g({kind:"render",view:s});let q=setInterval(j,oo);
return o.addEventListener("abort",()=>{e.off("msg:custom",J),e.get&&e.off("change:frame",H),V.disconnect(),X.disconnect(),
cancelAnimationFrame(p),clearInterval(q),u&&g({kind:"detach",view:s})}),{refresh:S,show(C){C!==_&&(_=C,u&&g({kind:"show",
view:s,tab:_}))},command(C,T={}){return g({kind:C,request:++r,...T}),r}}}var qn=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Kn=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Vn=new RegExp(Kn.map(e=>e.source).join("|"),"giu");function Xn(e){let t=[],o=0;for(let n of e.
matchAll(Vn)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Yn(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Yn(e,t){return qn.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Jn(e){return e.split(/[/\\]/).at(
-1)||e}function so(){let e=l("span",{class:"opscope-line-number"}),t=l("code",{}),o=l("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){m(o,"hidden",!n),m(o,"title",`${n}:${s}
${r}`),E(e,`${Jn(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...Xn(r).map(([i,a])=>i==="plain"?a:l("span",{"data-tok\
en":i},a)))}}}function ao(e){return e.at_line?`line ${e.line} of Python`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?
"behind ":""}${e.op_type}${e.name?` → ${e.name}`:""}`}function io({reason:e,text:t}){return e.endsWith("breakpoint")&&
t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function co(e){let t=e.step===null?"":e.step?`step ${e.step}`:"outside of \
the steps",o=e.thread?`thread ${e.thread} ${e.thread_name}`:"";return[e.role,t,o,e.depth?`block ${e.block}, ${e.depth} d\
eep`:""].filter(Boolean).join(" · ")}function Zn(e){let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${$e(e)}, \
in the past`:"in the past":""}function ro(e){let t=e.stopped;return t?[ao(t),io(t),co(t),t.path?`${t.path}:${t.line}`:t.
site].filter(Boolean).join(" · "):e.error.trim().split(`
`).at(-1)??""}function Qn(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.
phase==="running"&&je(e))return je(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints\
 in the graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The ru\
n ${e.phase==="failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function je({slow:e}){let t=e?.
reasons??[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join(
"; ")}`:""}function es({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:
""}function lo(e){let t=l("span",{class:"opscope-op"}),o=l("span",{class:"opscope-reason"}),n=l("span",{class:"opscope-a\
t"}),s=l("span",{class:"opscope-said"}),r=l("div",{class:"opscope-where"},t,o,n,s),i=l("span",{class:"opscope-past"}),a=so(),
c=l("div",{class:"opscope-place-bar"},i,r,a.el);return{el:c,update(d,u){let f=d.stopped,p=ro({...d,stopped:null});E(t,f?
ao(f):""),E(o,f?io(f):""),E(n,f?co(f.past?{...f,step:null}:f):"");let h=es(d);E(s,u||h||(f?"":p||Qn(d))),m(r,"data-bad",
!!u||!f&&!!p);let x=!u&&!f&&d.phase==="running"&&!!je(d);m(r,"data-slow",x),m(r,"title",u||(x?je(d):ro(d))),m(o,"data-re\
ason",f?.reason),E(i,Zn(d)),m(i,"hidden",!f?.past),m(c,"data-past",f?.past),m(c,"hidden",e&&!f&&!p),a.update(f?.path??"",
f?.line??0,f?.source??""),m(c,"data-source",!!f?.path)}}}var ts=64;function os(e,t,o){let n=Math.max(1,Math.ceil(e.length/ts)),s=e.filter((h,x)=>(e.length-1-x)%n===0),r=s.flatMap(
h=>h.mean===null?[]:[h.mean]),i=Math.min(...r),a=Math.max(...r)-i,c=s[0]?.step??0,d=(s.at(-1)?.step??0)-c||1,u="",f="",p="\
M";for(let h of s){let x=(1+(h.step-c)/d*(t-2)).toFixed(1);if(h.bad&&(f+=`M${x},${o-3}V${o}`),h.mean===null){p="M";continue}
let v=a>0?o-4-(h.mean-i)/a*(o-6):o/2;u+=`${p}${x},${v.toFixed(1)}`,p="L"}return{line:u,bad:f}}function He(e,t){let o=G("\
path",{class:"opscope-spark-line"}),n=G("path",{class:"opscope-spark-bad"}),s=G("svg",{class:"opscope-spark",width:e,height:t,
viewBox:`0 0 ${e} ${t}`,preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(i){if(i===r)return;r=
i;let a=os(i?.points??[],e,t);m(o,"d",a.line),m(n,"d",a.bad)}}}var ns=[64e6,256e6,1e9,4e9],ss={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function rs(e){return[...new Set([...ns,e])].sort((t,o)=>t-o)}function as({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Ct(t.recording)}`}function po({
ask:e,signal:t}){let o=l("span",{class:"opscope-label"}),n=l("i",{class:"opscope-switch"}),s=l("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=l("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),i=l("span",{class:"opscope-bytes"}),a=l("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),c=l("span",{class:"opscope-limit"},"of ",a),d=l("span",{class:"opscope-memory"},i,
c),u=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),a.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(a.value)}),{signal:t}),{toggle:s,cost:r,memory:d,update(p){u=!!p.recording?.on;let h=!!p.
recording&&!p.over;E(o,h?"Recording":"Recorded"),s.disabled=!h,m(s,"aria-checked",u&&h?"true":"false"),m(s,"title",h?ss[u?
"off":"on"]:void 0);for(let x of[n,r,c])m(x,"hidden",!h);E(r,as(p)),E(i,et(p.recorded?.bytes??0)),p.recording&&p.recording.
budget!==f&&(f=p.recording.budget,a.replaceChildren(...rs(f).map(x=>l("option",{value:x,selected:x===f},et(x)))))}}}var is=1e4;function uo(e,t=Date.now){let o=null,n=null,s=-1,r=null,i=null,a=!1,c=0,d=()=>i!==null&&t()-i<is,u=(p,h)=>{let x=++c;
i=t(),a=p==="Pause",e(p,h,v=>{x===c&&(v||(o=n=null),(!v||!a)&&(i=null))})},f=p=>{a&&p.phase!=="running"&&(a=!1,i=null),!(n===
null||p.phase==="running"||p.stopped===r)&&(i!==null&&p.stopped?.step!==n||(n=i=null))};return{get target(){return o??n},
goTo(p,h=-1){o=p,s=h},follow(p){if(f(p),!(o===null||d())){if(p.phase==="running")return u("Pause",{});n=o,o=null,r=p.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function it(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:$e(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function ho({
ask:e,seek:t,refresh:o,signal:n}){let s=l("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=l("span",{class:"opscope-track-box"},s),i=l("output",{class:"opscope-number"}),a=po({ask:e,signal:n}),c=l(
"div",{class:"opscope-timeline","data-asks":!0},a.toggle,r,i,a.cost,a.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:c,update(d){let u=it(d);m(c,"hidden",!u&&!d.recording),a.update(d),t.follow(d);let f=u?
Math.min(u.last,Math.max(u.first,t.target??u.at)):0,[p,h]=u?[u.first,u.last]:[0,0];m(s,"min",p),m(s,"max",h),s.disabled=
p===h||d.phase==="waiting",Number(s.value)!==f&&(s.value=String(f)),s.style.setProperty("--at",`${100*(f-p)/Math.max(1,h-
p)}%`),m(c,"data-past",!!d.stopped?.past),m(c,"data-phase",d.recording?.on===!1?"off":d.phase),m(s,"aria-valuetext",u?`s\
tep ${f} of ${h}`:"no step yet"),E(i,u?`step ${f} / ${h}`:"no step yet"),m(r,"title",u?`steps ${p} to ${h} are recorded`:
"no step is recorded yet")}}}var cs=new Set,ls=new Set(["Pause","Continue","Terminate"]);function fo({send:e,signal:t}){let o=new Map,n=Ze.map(a=>l("\
div",{class:"opscope-group"},...a.map(r))),s=l("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(a){
let c=G("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});a.line&&c.append(G("path",{d:a.line,class:"\
opscope-stroke"})),a.fill&&c.append(G("path",{d:a.fill}));let d=l("button",{class:`opscope-button opscope-${a.name}`,type:"\
button",title:Nt(a),"aria-label":a.label,"aria-keyshortcuts":a.key});return d.append(c),ls.has(a.kind)&&d.append(l("span",
{},a.label)),d.addEventListener("click",()=>e(a.kind),{signal:t}),o.set(a.kind,d),d}function i(a,c){let d=a.matches(":fo\
cus");c();let u=s.closest(".opscope-panel");d&&!a.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(a,c){let d=c?Ae(a):cs,u=a.phase==="running"||a.phase==="waiting";for(let[f,p]of o)i(p,()=>{p.disabled=!d.has(
f),(f==="Pause"||f==="Continue")&&m(p,"hidden",u!==(f==="Pause"))})}}}var ps=4,mo="NaN/Inf";function ds(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function us(e){return e===null?mo:z(e)}
function hs(e){return e.seconds?z(1/e.seconds):"–"}function go({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let i=l(
"span",{class:"opscope-title"}),a=l("span",{class:"opscope-place"}),c=l("span",{class:"opscope-state",role:"status"}),d=lo(
s),u=ho({ask:t,seek:o,refresh:n,signal:r}),f=fo({send:e,signal:r}),p=ct("step","opscope-step"),h=ct("steps / s","opscope\
-rate"),x=l("div",{class:"opscope-metrics"},p.el,h.el),v=l("div",{class:"opscope-headline"},l("div",{class:"opscope-name\
s"},i,a),c),k=l("header",{class:"opscope-header"},v,d.el);s||(v.append(f.el),k.append(u.el)),k.append(x);let _=new Map;return{
el:k,update(w,g,M){E(i,w.title||"run"),E(a,w.place),m(c,"data-past",w.stopped?.past);let S=!g&&(w.phase==="running"||w.phase===
"waiting");m(c,"data-phase",S?"gone":w.phase),E(c,S?"no kernel":ds(w)),d.update(w,M),s||(u.update(w),f.update(w,g)),p.update(
String(eo(w))),h.update(hs(w));let R=[...to(w)].slice(0,ps);for(let[A,{value:B,when:j}]of R){let N=_.get(A)??ct(A,"opsco\
pe-scalar",!0);_.set(A,N),N.update(us(B),w.scalarHistory.get(A),j)}le(x,[p.el,h.el,...R.map(([A])=>_.get(A).el)])}}}function ct(e,t,o=!1){
let n=l("span",{class:`opscope-number ${t}`}),s=He(96,30),r=l("span",{class:"opscope-label",title:e},e),i=l("span",{class:"\
opscope-when"}),a=l("div",{class:"opscope-metric"},l("div",{},r,n,...o?[i]:[]));return o&&a.append(s.el),{el:a,update(c,d,u=""){
E(n,c),E(i,u),m(a,"data-elsewhere",!!u),m(n,"data-bad",c===mo),o&&s.update(d)}}}var fs=[["Anywhere","?","this page"],["Anywhere","Tab","to the next part of the panel"],["List of values","↑ ↓ Home End",
"select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to another step"],["Gr\
aph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← \
→","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["Menus, this page","Es\
c","close"]];function ms(e){let t=new Map,o=e?[]:ye.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);
for(let[n,s,r]of[...o,...fs])t.set(n,[...t.get(n)??[],[s,r]]);return t}function bo({root:e,offline:t,signal:o}){let n=l(
"button",{class:"opscope-button",type:"button"},"Close"),s=[...ms(t)].map(([d,u])=>l("section",{},l("h4",{},d),l("dl",{},
...u.flatMap(([f,p])=>[l("dt",{},...f.split(" ").map(h=>l("kbd",{},h))),l("dd",{},p)])))),r=l("div",{class:"opscope-keys",
role:"dialog","aria-label":"keys",hidden:!0},l("div",{class:"opscope-keys-head"},l("b",{},"Keys"),n),l("div",{class:"ops\
cope-keys-groups"},...s)),i=l("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","aria-label":"\
keys","aria-keyshortcuts":"?"},"?"),a=null,c=d=>{d!==!r.hidden&&(d&&(a=e.ownerDocument.activeElement),m(r,"hidden",!d),d?
n.focus({preventScroll:!0}):(a&&e.contains(a)?a:e).focus({preventScroll:!0}))};return i.addEventListener("click",()=>c(!0),
{signal:o}),n.addEventListener("click",()=>c(!1),{signal:o}),e.addEventListener("keydown",d=>{let u=d.target.matches("in\
put:not([type=range]), textarea, select");!(!r.hidden&&d.key==="Escape")&&(d.key!=="?"||u)||(d.preventDefault(),d.stopPropagation(),
c(!!r.hidden))},{signal:o}),{el:r,button:i}}var gs={forward:"Forward",parameters:"Parameters",gradients:"Gradients"};function wo({select:e,refresh:t,signal:o}){let n=l(
"input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),s=l("span",{class:"\
opscope-found"}),r=l("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),i=l("aside",{class:"o\
pscope-list"},l("div",{class:"opscope-search"},n,s),r),a=new Map,c=[],d="",u=Object.fromEntries(Object.entries(gs).map(([
p,h])=>[p,bs(h)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,passive:!0}),
r.addEventListener("click",p=>{let h=p.target.closest("[data-name]");h&&e(h.dataset.name??"")},{signal:o}),r.addEventListener(
"keydown",p=>{let h=re(p,c.indexOf(d),c.length);h!==null&&(p.preventDefault(),e(c[h]),a.get(c[h])?.el.scrollIntoView({block:"\
nearest"}))},{signal:o}),{el:i,update(p,h){d=h;let x=ze(p,n.value);c=[];let v=[];for(let[w,g]of Object.entries(x)){if(!g.
length)continue;let M=u[w];E(M.count,String(g.length)),v.push(M.el);for(let S of g){let R=a.get(S.name)??xs(S.name);a.set(
S.name,R),c.push(S.name),v.push(R.el)}}le(r,v),m(r,"aria-activedescendant",a.get(h)?.el.id);let k=p.values.size,_=p.cost?.
hz&&!p.over?` · ${Bt(p.cost.hz)}`:"";E(s,`${c.length===k?k:`${c.length} of ${k}`}${_}`),m(s,"title",_?"each value is su\
mmarized so often: more would take over a twentieth of the time":void 0),m(r,"data-empty",k?c.length?void 0:"No value ma\
tches the filter.":"Values appear here as soon as the run sends them."),f(p,h)}};function f(p,h){let{clientHeight:x,scrollTop:v}=r,
k=c.map(g=>a.get(g)),_=k[0]?.el.offsetHeight||44,w=k.map(g=>g.el.offsetTop-v);k.forEach((g,M)=>{let S=c[M],R=w[M]>-2*_&&
w[M]<x+2*_;m(g.el,"aria-selected",S===h?"true":"false");let A=p.values.get(S);R&&A&&g.update(A,p.history.get(S),pe(p,A))})}}
function bs(e){let t=l("span");return{el:l("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}var ws=0;function xs(e){
let t=l("span",{class:"opscope-pill"}),o=Be(e),n=l("span",{class:"opscope-spec"}),s=l("span",{class:"opscope-mean"}),r=l(
"span",{class:"opscope-std"}),i=He(52,26),a=l("div",{class:"opscope-row",role:"option","data-name":e,id:`opscope-value-${++ws}`},
t,o,n,s,r,i.el),c,d="";return{el:a,update(u,f,p){if(i.update(f),u===c&&p===d)return;c=u,d=p,m(a,"data-elsewhere",!!p);let h=se(
u);m(a,"data-health",h),ve(o,u.called||u.name),E(t,Ie[h]),E(n,`${p?`${p}  `:""}${ce(u.shape)}  ${Rt(u.dtype)}${u.called?
`  ${u.name}`:""}`),E(s,z(u.mean)),E(r,u.std===null||!u.shape.length?"":`± ${z(u.std)}`)}}}var ys=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function ks({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function lt(e){return`${te(e)} ${e===
1?"hit":"hits"}`}var xo={id:"breakpoints",label:"Breakpoints",short:"Breaks",create:vs,count:e=>e.breakpoints.length};function vs({
ask:e,open:t,offline:o,signal:n}){let s=(w,g,M)=>l("input",{class:`opscope-field opscope-${w}`,type:"text",placeholder:g,
"aria-label":M,spellcheck:"false",autocomplete:"off"}),r=s("spec-field","op:relu, id:17, h, train.py:20, function:forwar\
d","where to stop"),i=s("condition-field","only if … (optional)","condition"),a=l("button",{class:"opscope-button opsc\
ope-add",type:"submit"},"Add"),c=l("form",{class:"opscope-breakpoint-form","data-asks":!0},r,i,a),d=l("div",{class:"opsc\
ope-breakpoint-error",role:"alert",hidden:!0}),u=l("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No b\
reakpoints. Add one above, or click left of an operator in the graph."),f=l("div",{class:"opscope-breakpoint-rows"}),p=l(
"div",{class:"opscope-breakpoints"}),h=ys.map(([w,g])=>({name:w,box:l("input",{type:"checkbox","data-filter":w}),title:g})),
x=l("div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exception\
s");x.append(...h.map(({name:w,box:g,title:M})=>l("label",{title:M},g,` ${w}`))),o||p.append(c,x,d),p.append(u,f);let v,
k=w=>{E(d,w),m(d,"hidden",!w),m(r,"aria-invalid",w?"true":void 0)};c.addEventListener("submit",w=>{w.preventDefault();let g={
spec:r.value.trim(),condition:i.value.trim()};if(!g.spec)return k("Say where to stop: an operator type (op:relu), an ope\
rator (id:17), the operators of a line (at:train.py:20), a line of Python (train.py:20) or a value (h).");k(""),e("SetBr\
eakpoint",g,(M,S)=>{let R=r.value.trim()===g.spec&&i.value.trim()===g.condition;return(!M||S)&&k(S),M&&R&&(r.value=i.value=
""),!0})},{signal:n});for(let w of[r,i])w.addEventListener("input",()=>k(""),{signal:n}),w.addEventListener("keydown",g=>{
g.key!=="Enter"||g.isComposing||(g.preventDefault(),c.requestSubmit())},{signal:n});x.addEventListener("change",()=>{let w=h.
filter(({box:g})=>g.checked).map(({name:g})=>g);e("SetExceptionFilters",{filters:w},(g,M)=>(k(g?"":M),!0))},{signal:n}),
f.addEventListener("click",w=>{let g=w.target,M=g.closest("[data-number]");M&&(g.closest(".opscope-remove")?e("ClearBrea\
kpoint",{number:Number(M.dataset.number)},(S,R)=>(k(S?"":R),!0)):g.closest(".opscope-breakpoint-ops")&&t("graph",Number(
M.dataset.op)))},{signal:n});function _(w,g){let M=l("i",{class:"opscope-dot-mark","data-conditional":!!w.condition}),S=l(
"button",{class:"opscope-breakpoint-ops",type:"button",title:"show it in the graph",disabled:!w.ops.length},ks(w)),R=l("\
button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remove breakpoint ${w.number}`});
return R.append(G("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},G("path",{class:"opscope-stroke",d:"\
M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),l("div",{class:"opscope-breakpoint","data-number":w.number,"data-op":w.ops[0],
"data-here":g},M,l("span",{class:"opscope-breakpoint-number"},String(w.number)),l("code",{class:"opscope-breakpoint-spec",
title:w.spec},w.spec),l("code",{class:"opscope-breakpoint-condition",title:w.condition},w.condition?`if ${w.condition}`:
""),S,l("span",{class:"opscope-breakpoint-hits"},lt(w.hits)),...o?[]:[R])}return{el:p,open(w){r.value=String(w),k(""),i.
focus()},update(w){m(u,"hidden",w.breakpoints.length>0);for(let{name:S,box:R}of h)R!==document.activeElement&&(R.checked=
w.exceptions.includes(S));let g=w.stopped?.reason.endsWith("breakpoint")?w.stopped.op:-1,M=JSON.stringify([w.breakpoints,
g]);M!==v&&(v=M,f.replaceChildren(...w.breakpoints.map(S=>_(S,S.ops.includes(g)))))}}}var $s=1e5,Ms={to:e=>e,marks:Ce,isLog:!1};function yo(e){let t=e.flatMap(({min:s,max:r,mean:i})=>[s,r,i]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>$s*o))return Ms;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,i){let a=Math.ceil(Math.log10(o)),c=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/i)),d=[0];for(let u=a+c-1;u<=308&&n(10**u)<=Math.max(r,-s);u+=c)d.push(10**u,-(10**u));return d.filter(u=>n(
u)>=s&&n(u)<=r)}}}var de=150,ue=58,dt=10,ut=8,We=22,pt="history of mean, min and max";function Ss(e){let t=e.flatMap(a=>[a.min,a.max,a.mean]).
filter(a=>a!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,i=e.at(-1)?.step??1;return{x:[r,i>r?i:r+1],y:[o-s,n+s]}}function ko(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function $o({goTo:e,signal:t}){
let o=G("g",{class:"opscope-grid"}),n=G("path",{class:"opscope-band"}),s=G("path",{class:"opscope-line"}),r=G("path",{class:"\
opscope-bad"}),i=G("path",{class:"opscope-cross"}),a=G("path",{class:"opscope-cursor"}),c=G("svg",{class:"opscope-chart",
height:de,role:"img","aria-label":pt});c.append(o,n,s,r,i,a);let d=l("span"),u=l("section",{class:"opscope-card opscope-\
wide"},l("h4",{},"History",d),c),f=[],p="",h=null,x=vo([],1),v=()=>{let M=h===null?void 0:Oe(f,x.step(h));E(d,M?`step ${M.
step}   mean ${z(M.mean)}   min ${z(M.min)}   max ${z(M.max)}`:k?"mean, min … max; click to go there":"mean, min … max"),
m(i,"d",M?`M${x.x(M.step)},${ut}V${de-We}`:"")},k=null,_=M=>{let{x:S}=x.extent;m(a,"d",M===null||!f.length||M<S[0]||M>S[1]?
"":`M${x.x(M)},7l-4,-6h8zV${de-We}`)};c.addEventListener("click",M=>{if(!k||!f.length)return;let S=Math.round(x.step(M.clientX-
c.getBoundingClientRect().left));e(Math.max(k[0],Math.min(k[1],S)))},{signal:t}),c.addEventListener("pointermove",M=>(h=
M.clientX-c.getBoundingClientRect().left,v()),{signal:t}),c.addEventListener("pointerleave",()=>(h=null,v()),{signal:t});
let w=()=>{},g=new ResizeObserver(()=>w());return g.observe(c),t.addEventListener("abort",()=>g.disconnect()),{el:u,update(M,S,R){
w=()=>this.update(M,S,R);let A=M?.points??[];k=R,m(c,"data-goes",!!R),m(c,"aria-label",S===null?pt:`${pt}; the cursor is\
 at step ${S}`),_(S);let B=Math.max(200,c.clientWidth||u.clientWidth);A===f&&p===String(B)||(f=A,p=String(B),x=vo(f,B),Ns(
o,n,s,r,f,x,B),_(S),v())}}}function Es(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}V${t.y(e.max)}`;
return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function vo(e,t){let o=yo(e),n=c=>c===null?null:o.to(c),{x:s,y:r}=Ss(e.map(
c=>({...c,min:n(c.min),max:n(c.max),mean:n(c.mean)}))),i=t-ue-dt,a=de-ut-We;return{extent:{x:s,y:r},vertical:o,x:c=>+(ue+
(c-s[0])/(s[1]-s[0])*i).toFixed(1),y:c=>+(ut+(1-(o.to(c)-r[0])/(r[1]-r[0]))*a).toFixed(1),step:c=>s[0]+(c-ue)/i*(s[1]-s[0])}}
function Ns(e,t,o,n,s,r,i){let a=de-We,c=r.vertical.marks(...r.extent.y,4).flatMap(h=>[G("path",{d:`M${ue},${r.y(h)}H${i-
dt}`}),G("text",{x:ue-6,y:r.y(h)+3.5,"text-anchor":"end"},tt(h))]),d=Ce(...r.extent.x,Math.max(3,i/110)).filter(Number.isInteger).
map(h=>G("text",{x:r.x(h),y:de-6,"text-anchor":"middle"},tt(h)));e.replaceChildren(...s.length?[...c,...d]:[],G("path",{
class:"opscope-floor",d:`M${ue},${a}H${i-dt}`}));let u=ko(s,h=>h.min!==null&&h.max!==null).map(h=>{let x=h.map(k=>`${r.x(
k.step)},${r.y(k.max)}`),v=[...h].reverse().map(k=>`${r.x(k.step)},${r.y(k.min)}`);return`M${[...x,...v].join("L")}Z`});
m(t,"d",u.join(""));let f=ko(s,h=>h.mean!==null).map(h=>{let x=h.map(v=>`${r.x(v.step)},${r.y(v.mean)}`);return x.length>
1?`M${x.join("L")}`:Es(h[0],r)});m(o,"d",f.join(""));let p=s.filter(h=>h.bad).map(h=>`M${r.x(h.step)},${a-5}V${a}`);m(n,
"d",p.join(""))}function Ge({goTo:e,open:t,signal:o}){let n=l("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",i=>{let a=i.target.closest("button");a?.dataset.step?e(Number(
a.dataset.step),Number(a.dataset.op)):a?.dataset.op&&t("graph",Number(a.dataset.op))},{signal:o});function r(i,a){let[c,
d,u]=[i.ops[a],i.steps[a],a===i.cause],f=c<0?l("span",{class:"opscope-maker"},i.makers[a]):l("button",{type:"button",class:"\
opscope-operator","data-op":c,title:`show ${i.makers[a]} ${c} in the graph`},`${i.makers[a]} ${c}`),p=d?[l("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":d,"data-op":c,title:`go to ${i.makers[a]} in step ${d}`},`step ${d}`)]:
[],h=i.gaps[a]?[l("div",{class:"opscope-gap"},`${te(i.gaps[a])} more`)]:[],x=[i.notes[a],u&&i.reads[a]].filter(Boolean).
join(": ");return l("li",{"data-cause":u},...h,l("div",{class:"opscope-link"},...u?[l("b",{class:"opscope-cause-mark"},"\
cause")]:[],l("code",{},i.values[a]),f,...p),...x?[l("div",{class:"opscope-note-text"},x)]:[],...u?i.growth.map(v=>l("di\
v",{class:"opscope-note-text"},v)):[],...i.sites[a]?[l("code",{class:"opscope-line"},i.sites[a]+(i.sources[a]?`: ${i.sources[a]}`:
""))]:[])}return{el:n,update(i){i!==s&&(s=i,m(n,"hidden",!i),n.replaceChildren(...(i?.values??[]).map((a,c)=>r(i,c))))}}}function Ts(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Mo({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=l("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),i=l("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),a=l("pre",{class:"opscope-ca\
use","aria-live":"polite"}),c=Ge({goTo:t,open:o,signal:n}),d=l("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
l("div",{},r,i),a,c.el),u="",f="",p=null;function h(v){x("Searching …"),e("Explain",{name:v},(k,_)=>(x(Ts(_)),p=k?v:null,
!0))}function x(v){E(a,v),m(a,"hidden",!v),p=null}return r.addEventListener("click",()=>h(u),{signal:n}),i.addEventListener(
"click",()=>h(""),{signal:n}),x(""),{el:d,update(v,k){let{stopped:_,explained:w}=k,g=`${v} ${_?.run} ${_?.tick}`;g!==f&&
x(""),u=v,f=g,c.update(w&&!w.at&&w.asked===p?w:null)}}}var he=168;function Ls(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function So(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function As(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function _s(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${z(e.low+t*o)} … ${z(e.low+(t+1)*o)}: ${te(e.counts[t])}`:ht(e)}function Eo(e){let t=l("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${he}px`}),o=l("span"),n=l("span",{class:"opscope-\
zero"},"0"),s=l("span"),r=l("div",{class:"opscope-readout"}),i=l("span"),a=l("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),c=l("div",{class:"opscope-axis"},o,n,
s),d=l("section",{class:"opscope-card"},l("h4",{},"Distribution",i),a,t,c,r),u,f=null,p="",h=!1,x=()=>{};a.addEventListener(
"click",()=>{h=!h,m(a,"aria-pressed",h?"true":"false"),x()},{signal:e});let v=()=>{let k=u&&f!==null&&f<u.counts.length;
m(t,"aria-label",u?`histogram of step ${u.step}, from ${z(u.low)} to ${z(u.high)}: ${ht(u)}`:"histogram"),E(r,u?k?_s(u,f):
ht(u):"")};return t.addEventListener("pointermove",k=>{if(!u)return;let _=t.getBoundingClientRect();f=Math.max(0,Math.min(
u.counts.length-1,Math.floor((k.clientX-_.left)/_.width*u.counts.length))),v()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,v()),{signal:e}),{el:d,update(k){let _=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(k===u&&_===p)return;u=k,p=_,E(i,k?`step ${k.step}`:""),E(o,k?z(k.low):""),E(s,k?z(k.high):"");let w=k&&k.low<0&&k.high>
0?-k.low/(k.high-k.low):null;m(n,"style",w===null||w<.15||w>.85?"visibility: hidden":`left: ${(100*w).toFixed(2)}%`),v();
let g=k&&k.high>k.low?[.05,.5,.95].map(M=>z(So(k,M))):[];m(t,"title",g.length?`5 %, median and 95 % of the elements: abo\
ut ${g.join(", ")}`:void 0),x=()=>Is(t,k,w,h),x()}}}function ht(e){let t=e.counts.reduce((o,n)=>o+n,0);return t?e.low===
e.high?t===1?"1 finite element":`${te(t)} finite elements, all equal`:`${te(t)} finite element${t===1?"":"s"} in ${e.counts.
length} bins`:"no finite elements"}function Is(e,t,o,n){let s=e.getContext("2d"),r=e.clientWidth;if(!s||!r)return;e.width=
Math.round(r*devicePixelRatio),e.height=Math.round(he*devicePixelRatio),s.scale(devicePixelRatio,devicePixelRatio);let i=getComputedStyle(
e);if(s.fillStyle=i.borderBottomColor,s.fillRect(0,he-1,r,1),!t)return;o!==null&&s.fillRect(Math.round(o*r),0,1,he),s.fillStyle=
i.color;let a=r/t.counts.length;Ls(As(t),n).forEach((c,d)=>{let u=c*(he-18);s.fillRect(d*a+.5,he-1-u,Math.max(1,a-1),u)}),
t.high>t.low&&Rs(s,t,r,i.borderTopColor)}function Rs(e,t,o,n){let[s,r,i]=[.05,.5,.95].map(a=>((So(t,a)??t.low)-t.low)/(t.
high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,i-s,1);for(let[a,c]of[[s,7],[r,11],[i,7]])e.fillRect(a-.75,5.5-c/2,1.5,c)}var oe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},Cs=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function fe(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=Cs.reduceRight((r,i)=>r*t+i[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var ae=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,ni=Array.from({length:256},(e,t)=>t===0?oe.nan:t===1?oe.minusInf:t===255?oe.plusInf:
fe((t-2)/252));function Me(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function Ue(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>ae(fe(t/16))).join(", ")})`}var No=26,Bs=14,Os=4;function To(e,t,o,n){let s=Math.min(No,o/t,n/e),r=(i,a)=>Math.max(Bs,s*i,s<No?Math.min(a/2,Os*s*i):
0);return[r(t,o),r(e,n)]}function Lo(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,i=Me(e.pixels[o*e.cols+n],e.low,e.high),
a=Number.isNaN(i)?"NaN":i===1/0?"+Inf":i===-1/0?"−Inf":`≈ ${z(i)}`;return`${t.length>2?`[${Ot(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${a}`}function Ao(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function _o(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let i=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));i>s&&([n,s]=[r,i])}return n}function qe(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function bt(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[i,a]=[o-s*(e.cols+1),n-r*(e.
rows+1)],c=r*t+s;return i<e.cols&&a<e.rows&&c<e.facets&&s<t?{facet:c,row:a,col:i}:null}function wt(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Io(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return oe.nan;if(s===
1)return oe.minusInf;if(s===255)return oe.plusInf;let r=Me(s,e.low,e.high);return t?wt(r/o):fe(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function xt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replace("-","−");let i=Me(e.pixels[s],e.low,e.high);return Number.isNaN(i)?"NaN":i===
1/0?"+Inf":i===-1/0?"−Inf":`≈ ${z(i)}`}function Ro(e,t,o,n){let[s,r]=qe(t,o),i=e.getContext("2d");if(!i||s<=0||r<=0)
return;e.width!==s&&(e.width=s),e.height!==r&&(e.height=r);let a=i.createImageData(s,r),c=Io(t,n);for(let d=0;d<t.facets;d++){
let[u,f]=[d%o*(t.cols+1),Math.floor(d/o)*(t.rows+1)];for(let p=0;p<t.rows;p++)for(let h=0;h<t.cols;h++){let x=4*((f+p)*s+
u+h),[v,k,_]=c[t.pixels[(d*t.rows+p)*t.cols+h]];a.data[x]=v,a.data[x+1]=k,a.data[x+2]=_,a.data[x+3]=255}}i.putImageData(
a,0,0)}function Ps(e){let t=Math.abs(e);return(e===0||t>=.01&&t<1e4?String(Number(e.toPrecision(3))):e.toExponential(0)).
replaceAll("-","−").replace("e+","e")}function Co(e,t,o,n,s){let r=e.getContext("2d");if(!r)return;e.width=Math.round(
o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,devicePixelRatio);let i=Io(t,s),[a,
c]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,a/4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", mon\
ospace`,r.textAlign="center",r.textBaseline="middle";for(let d=0;d<t.rows;d++)for(let u=0;u<t.cols;u++){let f=d*t.cols+u,
[p,h,x]=i[t.pixels[f]];r.fillStyle=`rgb(${p}, ${h}, ${x})`,r.fillRect(u*a,d*c,a-1,c-1),r.fillStyle=.299*p+.587*h+.114*x>
140?"#111111":"#ffffff";let v=Number(t.numbers[f]),k=Number.isFinite(v)?Ps(v):xt(t,{facet:0,row:d,col:u});r.fillText(k,(u+
.5)*a,(d+.5)*c)}}var Ke=168,Se=300,Bo=[34,18],Ve=4,Fs=16,Oo=8,Po={rows:-1,cols:-1,facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};
function Ds(e,t,o,n){let[s,r]=[ge(e,0),ge(e,1)],i=Math.min(s,Math.max(Oo,Math.round(e.height/n))),a=Math.min(r,Math.max(
Oo,Math.round(e.width/n))),c=(d,u,f)=>Math.max(0,Math.min(f-u,Math.round(d-u/2)));return{top:c(t,i,s),left:c(o,a,r),height:i,
width:a}}function ge(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function me(e){return{facets:e.facets,rows:Math.ceil(e.
height/e.row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function zs(e,t){
let[o,n,s]=e.axes,[r,i]=[e.top+t.row*e.row_stride,e.left+t.col*e.col_stride],a=(d,u,f)=>u>1?`${d}–${Math.min(f,d+u)-1}`:
`${d}`;return`[${e.shape.map((d,u)=>u===o?a(r,e.row_stride,e.top+e.height):u===n?a(i,e.col_stride,e.left+e.width):String(
u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${xt(me(e),t)}`}function Fo({ask:e,signal:t,offline:o}){let n=l(
"canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,"aria-label":"elements as colours; plus and minus zoom,\
 arrows move"}),s=l("div",{class:"opscope-heatmap-box"},n),r=l("span"),i=l("span"),a=l("i"),c=[yt("NaN",oe.nan,0),yt("−I\
nf",oe.minusInf,1),yt("+Inf",oe.plusInf,255)],d=l("div",{class:"opscope-readout"}),u=l("span"),f={rows:V("rows"),cols:V(
"columns"),facets:V("facets")},p=l("span",{class:"opscope-positions"}),h=l("select",{class:"opscope-slice-map",title:"co\
lors","aria-label":"colors"},l("option",{value:"auto"},"auto"),l("option",{value:"sequential"},"low to high"),l("option",
{value:"signed"},"signed")),x=J("+","zoom in (click a cell, or +)","zoom-in",()=>C(Ve)),v=J("−","zoom out (-)","zoom-o\
ut",()=>C(1/Ve)),k=J("Pin","keep these elements, to compare others with them","pin",()=>e("PinValue",{name:M})),_=J("Dif\
ference","show the difference to the pinned value","difference",()=>q({...S,difference:!S.difference})),w=l("div",{class:"\
opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,f.facets.el,p,l("label",{},"colors",h),l("span",{class:"opscope-slice-\
tools"},v,x,k,_)),g=l("section",{class:"opscope-card opscope-elements"},l("h4",{},"Elements",u),w,s,l("div",{class:"opsc\
ope-legend"},l("div",{class:"opscope-scale"},r,a,i),...c.map(b=>b.el)),d),M="",S=Po,R="",A="",B="",j,N,Y=[],H=null;function J(b,L,O,D){
let W=l("button",{type:"button",class:`opscope-slice-tool opscope-${O}`,title:L,"aria-label":L},b);return W.addEventListener(
"click",D,{signal:t}),W}function V(b){let L=l("select",{class:`opscope-axis-${b}`,"aria-label":`axis of the ${b}`});return L.
addEventListener("change",()=>X(b==="columns"?"cols":b,Number(L.value)),{signal:t}),{el:l("label",{},b,L),field:L}}function X(b,L){
if(!N)return;let[O,D,W]=N.axes,F={rows:O,cols:D,facets:W},Q=Object.keys(F).find(ee=>L>=0&&F[ee]===L);Q&&(F[Q]=F[b]),F[b]=
L,q({...S,...F,top:0,left:0,height:0,width:0})}function q(b){S=b,A="",e("FetchSlice",{name:M,...S},(L,O)=>(L||([A,S]=[O,
{...S,difference:!1}]),U(),!0))}function C(b,L){if(!N)return;let[O,D]=L??[N.top+N.height/2,N.left+N.width/2];q({...S,...Ds(
N,O,D,b)})}let T=()=>N?me(N):j?{...j,facets:1,numbers:[]}:null,$=b=>_o(b,s.clientWidth||400,b.facets>1?Se:Ke),P=()=>h.value===
"signed"||h.value==="auto"&&!!N?.difference;function U(){let b=N&&H&&bt(me(N),$(me(N)),...H),L=j&&H&&H[1]<j.rows&&H[0]<j.
cols,O=N?b&&zs(N,b):L&&j&&H?Lo(j,Y,H[1],H[0]):"";E(d,A||O||(N?js(N):j?Ao(j):""))}function Z(b){let L=T();if(!L)return null;
let O=n.getBoundingClientRect(),[D,W]=qe(L,$(L)),F=(Q,ee)=>Math.max(0,Math.min(ee-1,Math.floor(Q*ee)));return[F((b.clientX-
O.left)/O.width,D),F((b.clientY-O.top)/O.height,W)]}n.addEventListener("pointermove",b=>(H=Z(b),U()),{signal:t}),n.addEventListener(
"pointerleave",()=>(H=null,U()),{signal:t}),n.addEventListener("click",b=>{let L=N&&bt(me(N),$(me(N)),...Z(b)??[0,0]);N&&
L&&!N.numbers.length&&C(Fs,[N.top+L.row*N.row_stride,N.left+L.col*N.col_stride])},{signal:t}),n.addEventListener("keydow\
n",b=>{let L={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[b.key];if(b.key==="+"||b.key==="=")C(Ve);else if(b.
key==="-")C(1/Ve);else if(L&&N)C(1,[N.top+N.height*(.5+L[0]/2),N.left+N.width*(.5+L[1]/2)]);else return;b.preventDefault(),
b.stopPropagation()},{signal:t}),h.addEventListener("change",()=>(B="",I()),{signal:t}),p.addEventListener("change",()=>{
let b=Y.map((L,O)=>p.querySelector(`[data-axis="${O}"]`)?.value??"0");q({...S,index:b.map(L=>String(Math.max(0,Math.round(
Number(L)||0)))).join(",")})},{signal:t}),p.addEventListener("keydown",b=>b.stopPropagation(),{signal:t});function y(b){
let L=b.shape.map((W,F)=>[String(F),`${F} (${W})`]);for(let[W,{field:F}]of[f.rows,f.cols,f.facets].entries()){let Q=[["-\
1","none"],...L],ee=Q.join();F.dataset.key!==ee&&F.replaceChildren(...Q.map(([K,ne])=>l("option",{value:K},ne))),F.dataset.
key=ee,F.value=String(b.axes[W])}m(f.rows.el,"hidden",b.shape.length<2),m(f.cols.el,"hidden",b.shape.length<2),m(f.facets.
el,"hidden",b.shape.length<3);let O=b.shape.flatMap((W,F)=>b.axes.includes(F)||W<2?[]:[[F,W,b.index[F]]]),D=JSON.stringify(
O);p.dataset.key!==D&&(p.dataset.key=D,p.replaceChildren(...O.map(([W,F,Q])=>l("label",{},`axis ${W}`,l("input",{type:"n\
umber",min:0,max:F-1,value:Q,"data-axis":W,title:`position on axis ${W}, 0 to ${F-1}`})))))}function I(){let b=T(),L=b?b.
rows*b.cols*b.facets:0;if(m(n,"hidden",!L),!b||!L)return;let O=$(b),[D,W]=qe(b,O),F=s.clientWidth,Q=!!N&&b.facets===1&&b.
numbers.length>0&&F/b.cols>=Bo[0],ee=Q?Math.min(Se,b.rows*Bo[1]):b.facets>1?Se:Ke,K=Q?[Math.min(F,b.cols*64),ee]:b.facets>
1?[Math.min(F,D*Se/W),Math.min(Se,W*F/D)]:To(b.rows,b.cols,F,Ke),ne=`${K} ${devicePixelRatio} ${P()} ${Q}`;if(ne===B)return;
B=ne,m(s,"style",`height: ${Math.max(Q||b.facets>1?0:Ke,Math.ceil(K[1]))}px`),m(n,"style",`width: ${K[0].toFixed(1)}px; \
height: ${K[1].toFixed(1)}px`),Q?Co(n,b,K[0],K[1],P()):Ro(n,b,O,P());let Te=Math.max(Math.abs(b.low),Math.abs(b.high));E(
r,z(P()?-Te:b.low)),E(i,z(P()?Te:b.high)),m(a,"style",`background: ${P()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].map(
$n=>ae(wt($n))).join(", ")})`:Ue()}`)}return{el:g,update(b,L,O,D){Y=L,D!==M&&([M,S,A]=[D,Po,""]);let W=`${D} ${L} ${O.stopped?.
run} ${O.stopped?.tick} ${b?.step} ${O.phase}`;!o&&O.phase!=="running"&&W!==R&&b&&q(S),R=W;let F=O.fold.slices.get(D),ee=F&&
String(F.shape)===String(L)&&(F.step===b?.step||F.difference)&&!o?F:void 0;if(ee!==N||b!==j){[N,j,B]=[ee,b,""];for(let Te of c)
Te.update((ee??b)?.pixels);U()}m(w,"hidden",!N),N&&y(N),E(u,N?.difference?`step ${N.step} − ${N.difference}`:b?`step ${b.
step}`:"");let K=O.fold.pinned,ne=!!K?.name&&String(K?.shape)===String(L);m(_,"hidden",!ne),m(_,"aria-pressed",S.difference?
"true":"false"),m(_,"title",K?.name?`show the difference to ${K.name} of step ${K.step}`:""),m(k,"aria-pressed",K?.name===
D&&K?.step===b?.step?"true":"false"),I()}}}function js(e){let t=ce([ge(e,0),ge(e,1)]),o=e.height<ge(e,0)||e.width<ge(e,1)?
`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`\
, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?
`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?`, ${e.nonfinite} not finite`:""}`}function yt(e,t,o){
let n=l("span",{class:"opscope-mark","data-absent":!0},l("i",{style:`background: ${ae(t)}`}),e);return{el:n,update:s=>m(
n,"data-absent",!s?.includes(o))}}var kt=12;function Do({ask:e,open:t,signal:o,offline:n}){let s=l("div",{class:"opscope-provenance"}),r="",i=(a,c)=>l("bu\
tton",{type:"button",class:"opscope-operator","data-op":c,title:`show ${a} ${c} in the graph`},`${a} ${c}`);return s.addEventListener(
"click",a=>{let c=a.target.closest("button");c?.dataset.op?t("graph",Number(c.dataset.op)):c?.dataset.step&&e("Goto",{step:Number(
c.dataset.step),op:Number(c.dataset.writer)})},{signal:o}),{el:s,update(a,c){let d=n?void 0:a.fold.slices.get(c.name),u=(d?.
readers??[]).map((v,k)=>[d?.reader_types[k]??"",v]),f=a.recorded&&c.step>=a.recorded.first&&c.step<=a.recorded.last,p=!n&&
a.phase!=="running"&&f&&c.op>=0,h=JSON.stringify([c.op,c.op_type,u,p&&c.step]);if(h===r)return;r=h;let x=u.length>kt?[`a\
nd ${u.length-kt} more`]:[];s.replaceChildren(...c.op>=0?["made by",i(c.op_type,c.op)]:[],...u.length?["read by",...u.slice(
0,kt).map(([v,k])=>i(v,k)),...x]:d?["read by nothing"]:[],...p?[l("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":c.step,"data-writer":c.op,title:`go to ${c.op_type} in step ${c.step}, before it writes`},"Back to th\
e write")]:[]),m(s,"hidden",!s.childNodes.length)}}}var Hs=[["mean",e=>z(e.mean)],["std",e=>z(e.std)],["min",e=>z(e.min)],["max",e=>z(e.max)],["shape",e=>ce(e.shape)],["zer\
os",e=>_e(e.zeros),e=>se(e)==="zeros"],["NaN",e=>te(e.nan),e=>e.nan>0],["Inf",e=>te(e.inf),e=>e.inf>0],["elements",e=>te(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Ws(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Gs(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function zo(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:Re(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var jo={id:"tensor",label:"Tensor",create:Us};function Us({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let i=l("span",{class:"opscope-pill"}),a=l("span",{class:"opscope-detail-name"}),c=l("div",
{class:"opscope-origin"}),d=l("code",{class:"opscope-site"}),u=Hs.map(([A,B,j])=>{let N=l("span",{class:"opscope-number"});
return{label:A,value:B,warn:j,shown:N,el:l("div",{class:"opscope-fact"},l("span",{class:"opscope-label"},A),N)}}),f=$o({
goTo:o,signal:s}),p=Eo(s),h=Fo({ask:e,signal:s,offline:r}),x=Do({ask:e,open:t,signal:s,offline:r}),v=l("div",{class:"ops\
cope-detail-head"},l("div",{},i,a),l("div",{},c,d)),k=l("div",{class:"opscope-charts"},f.el,p.el,h.el),_=l("div",{class:"\
opscope-hint"}),w=l("div",{class:"opscope-about"}),g=Mo({ask:e,goTo:o,open:t,signal:s,offline:r}),M=[v,x.el,g.el,l("div",
{class:"opscope-facts"},...u.map(A=>A.el)),w,k],S=l("div",{class:"opscope-detail-body"},...M),R=l("div",{class:"opscope-\
nothing"},"Select a value to see its statistics, history and elements.");return h.el.append(_),{el:l("div",{class:"opsco\
pe-detail"},R,S),update(A,{selected:B,refusal:j}){let N=A.values.get(B);if(m(R,"hidden",!!N),m(S,"hidden",!N),!N)return;
let Y=se(N);m(v,"data-health",Y),E(i,Ie[Y]),E(a,N.name),E(c,N.called?`called ${N.called} · ${zo(N)}`:zo(N)),E(d,N.site),
g.update(B,A);for(let q of u)E(q.shown,q.value(N)),m(q.shown,"title",q.value(N)),m(q.el,"data-bad",q.warn?.(N)?q.label===
"NaN"?"nan":q.label==="Inf"?"inf":"zeros":void 0);let H=pe(A,N),J=[Gs(H),Ws(N)].filter(Boolean).join(" ");m(S,"data-else\
where",!!H),E(w,J),m(w,"hidden",!J);let V=A.details.get(B);h.update(V,N.shape,A,B),f.update(A.history.get(B),A.stopped?.
step||null,n(A));for(let q of[p,h])m(q.el,"data-elsewhere",!!H||!!(A.stopped&&V&&V.step!==N.step));p.update(V),x.update(
A,N),E(_,V?"":r?"Elements were not recorded for this value.":j||"Waiting for the elements of this value …"),m(_,"hidde\
n",!!V)}}}var qs=["error","warning","hint"];function Ho(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>qs.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function Ks(e){let t=e.
times>1?`, ${te(e.times)} times`:"";return e.step?`step ${te(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}var Wo={id:"findings",label:"Findings",create:Vs,count:e=>Ho(e.findings).length};function Vs({ask:e,open:t,
goTo:o,signal:n,offline:s}){let r=l("button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of dia\
gnosis look at the recorded steps"},"Check the recorded steps"),i=l("span",{class:"opscope-look-answer",role:"status"}),
a=l("div",{class:"opscope-findings-bar","data-asks":!0,hidden:s},r,i),c=l("div",{class:"opscope-nothing"},'Nothing was f\
ound. A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.'),d=l("ul",{class:"opscope\
-findings-rows"}),u=Ge({goTo:o,open:t,signal:n}),f=l("pre",{class:"opscope-cause",role:"status",hidden:!0}),p=null,h,x=!1;
r.addEventListener("click",()=>{E(i,"Looking …"),e("FindFaults",{},(g,M)=>(E(i,g?`${M}. Rules can be wrong: judge by t\
he evidence.`:M),!0))},{signal:n}),d.addEventListener("click",g=>{let M=g.target.closest("button"),S=Number(M?.dataset.number),
R=S?v.get(S):void 0;!R||!M||(M.classList.contains("opscope-there")?k(R):_(R,M))},{signal:n});let v=new Map;function k(g){
g.step?o(g.step,g.op):t("graph",g.op)}function _(g,M){let S=p?.number===g.number;p=S?null:{number:g.number,name:g.value,
step:g.step,ok:!1};for(let R of d.querySelectorAll(".opscope-ask-why"))m(R,"aria-expanded",R===M&&!S?"true":"false");u.update(
null),E(f,p?"Searching …":""),m(f,"hidden",!p),p&&(M.closest(".opscope-finding")?.append(f,u.el),e("Explain",{name:g.value,
step:g.step},(R,A)=>(p?.number!==g.number||(p.ok=R,E(f,R?"":A),m(f,"hidden",R)),!0)))}function w(g,...M){let S=l("button",
{type:"button",class:"opscope-why opscope-there","data-number":g.number,title:g.step?`go to step ${g.step}`:"show it in \
the graph"},g.step?"Go there":"Show in graph"),R=l("button",{type:"button",class:"opscope-why opscope-ask-why","data-num\
ber":g.number,"aria-expanded":"false",title:`why ${g.value} is what it is in step ${g.step}`},"Why"),A=[...g.step||g.op>=
0?[S]:[],...!s&&g.value&&g.step?[R]:[]];return l("div",{class:"opscope-finding","data-severity":g.severity},l("div",{class:"\
opscope-finding-head"},l("span",{class:"opscope-severity"},g.severity),l("b",{},g.rule),...g.value?[l("code",{},g.value)]:
[],l("span",{class:"opscope-when"},Ks(g))),l("div",{class:"opscope-evidence"},g.evidence),...g.site?[l("code",{class:"op\
scope-line"},g.site+(g.code?`: ${g.code}`:""))]:[],...g.operator?[l("code",{class:"opscope-line opscope-operator-text"},
g.operator)]:[],...g.suggestion?[l("div",{class:"opscope-try"},`Try: ${g.suggestion}`)]:[],...M,l("div",{class:"opscope-\
finding-buttons","data-asks":!0},...A))}return{el:l("div",{class:"opscope-findings"},a,c,d),update(g){x=!!g.recorded||s,
m(r,"disabled",!g.recorded),m(d,"data-fixed",!x);let M=p?.ok&&g.explained?.asked===p.name&&g.explained.at===p.step?g.explained:
null;if(M&&u.update(M),g.findings===h)return;h=g.findings,v=new Map([...g.findings.values()].map(B=>[B.number,B]));let S=Ho(
g.findings),R=new Set([...d.querySelectorAll("details[open]")].map(B=>B.dataset.number));m(c,"hidden",S.length>0),d.replaceChildren(
...S.map(({finding:B,consequences:j})=>{let N=l("details",{class:"opscope-consequences","data-number":B.number,open:R.has(
String(B.number))},l("summary",{},`may explain ${j.length} more`),...j.map(Y=>w(Y)));return l("li",{},w(B),...j.length?[
N]:[])}));let A=p&&d.querySelector(`.opscope-ask-why[data-number="${p.number}"]`);A&&(m(A,"aria-expanded","true"),A.closest(
".opscope-finding")?.append(f,u.el))}}}var be=128,Go=36,Xs=Object.freeze([]),Ys=3,Js=12;function Zs(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Js,Math.min(o-Ys,Math.floor(Math.log10(e)))),o]}var Uo=new WeakMap;function Qs(e){let t=Uo.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],Uo.set(
e,t)}return t}function Ko(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var qo=Array.from({length:129},
(e,t)=>ae(fe(t/128)));function er(e,t){return e.bad?ae(oe.nan):e.rms?qo[Math.round(Ko(e.rms,t)*(qo.length-1))]:null}var Vo={
id:"flow",label:"Gradient flow",short:"Flow",create:tr,count:e=>at(e).length};function tr({select:e,refresh:t,signal:o}){
let n=l("div",{class:"opscope-decades"}),s=l("div",{class:"opscope-flow-row opscope-flow-head"},l("span",{},"parameter"),
n,l("span",{},"RMS"),l("span",{},"over steps")),r=l("div",{class:"opscope-flow-body"}),i=l("div",{class:"opscope-nothing"},
"No gradient of a parameter has been seen. Tap the gradients to see how they flow."),a=l("span"),c=l("span"),d=l("div",{
class:"opscope-legend opscope-flow-legend"},l("span",{},"RMS gradient of each parameter"),l("div",{class:"opscope-scale"},
a,l("i",{style:`background: ${Ue()}`}),c),l("span",{class:"opscope-mark"},l("i",{style:`background: ${ae(oe.nan)}`}),"Na\
N or Inf")),u=new Map;r.addEventListener("click",h=>{let x=h.target.closest("[data-name]");x&&e(x.dataset.name??"")},{signal:o});
let f=l("div",{class:"opscope-flow"},i,l("div",{class:"opscope-flow-table"},s,r,d));f.addEventListener("scroll",t,{signal:o,
passive:!0});let p=(h,x)=>h.history.get(x.name)?.points??Xs;return{el:f,update(h,{selected:x}){let v=at(h);m(i,"hidden",
v.length>0),m(s,"hidden",!v.length);let[k,_]=[1/0,0];for(let A of v){let[B,j]=Qs(p(h,A));[k,_]=[Math.min(k,B),Math.max(_,
j)]}let w=Zs(k,_);or(n,w),E(a,z(10**w[0])),E(c,z(10**w[1])),m(d,"hidden",!v.length);for(let A of v)u.has(A.name)||u.set(
A.name,nr(A.name));let g=v.map(A=>u.get(A.name));le(r,g.map(A=>A.el));let M=h.stopped?.step||null,S=Math.floor((f.scrollTop-
r.offsetTop)/Go)-2,R=S+Math.ceil(f.clientHeight/Go)+4;v.forEach((A,B)=>{if(B<S||B>R)return g[B].choose(A.name===x);g[B].
update(A,p(h,A),w,pe(h,A),M),g[B].choose(A.name===x)})}}}function or(e,t){let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(
e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let i=Math.ceil((n-o)/s),a=[];for(let c=n;c>=
o;c-=i){let d=`left: ${(100*(c-o)/(n-o)).toFixed(2)}%`;a.push(l("span",{style:d},"10",l("sup",{},String(c).replace("-","\
−"))))}e.replaceChildren(...a)}function nr(e){let t=Be(e),o=l("i"),n=l("span",{class:"opscope-track"},o),s=l("span",{class:"\
opscope-number"}),r=l("canvas",{class:"opscope-strip",width:be,height:1,role:"img","aria-label":"RMS gradient over the s\
teps"}),i=l("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),a="",c;return{el:i,choose:d=>m(i,"a\
ria-pressed",d?"true":"false"),update(d,u,f,p,h){let x=`${f} ${p} ${h}`;if(c===d&&a===x)return;c=d,a=x,m(i,"data-elsewhe\
re",!!p),m(i,"title",p?`not computed yet: its value ${p}`:void 0);let{rms:v}=Pe(d),k=se(d);ve(t,d.grad_of),m(i,"data-hea\
lth",k),m(o,"data-nothing",v===null),m(n,"style",`--decade: ${(100/(f[1]-f[0])).toFixed(3)}%`),m(o,"style",`width: ${(100*
(v===null?1:Ko(v,f))).toFixed(2)}%`),E(s,d.nan?"NaN":d.inf?"Inf":z(v)),sr(r,u,f,h)}}}function sr(e,t,o,n){let s=e.getContext(
"2d");if(!s)return;s.clearRect(0,0,be,1);let r=t[0]?.step??0,i=(t.at(-1)?.step??0)-r+1;t.forEach((a,c)=>{let d=t[c+1]?.step??
a.step+1,u=Math.floor((a.step-r)/i*be);if(!a.bad&&c+1<t.length&&Math.floor((d-r)/i*be)===u)return;let f=er(a,o);f&&(s.fillStyle=
f,s.fillRect(u,0,Math.ceil((d-r)/i*be)-u,1))}),!(n===null||n<r||n>=r+i)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(
Math.floor((n-r)/i*be),0,2,1))}var rr=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function vt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Xo(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${lt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function ie(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Yo(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(rr)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=G("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),i=G("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),a=G("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),c=G("g",{class:"opscope-gutter"},G("title"),r,i,a);return e.
append(c),c}function Jo(e,t){m(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),m(e,"data-conditional",
t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":scope > .opscope-gutter"))&&E(Yo(e).firstChild,Xo(t))}
function Zo(e){let t=Yo(e).firstChild;t.textContent||E(t,Xo([]))}var we=["nan","inf","zeros","ok"],ar=2e5;function Qo(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=se(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||we.indexOf(s)<we.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function en(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let i=o.get(r);(!i||we.indexOf(s)<we.indexOf(i))&&o.set(r,s)}return o}function tn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<ar;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function on(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,i)=>we.indexOf(se(r))-we.indexOf(se(i)))[0]?.name}var ir=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),nn=/^(xmlns(:xlink)?|xml:space)$/,cr=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),lr=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function pr(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!cr.has(e)&&!lr.test(e)&&!nn.test(e)?!1:nn.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function sn(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(rn(n),document.importNode(n,!0))}function rn(e){for(let{
name:t,value:o}of[...e.attributes])pr(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&ir.
has(t.localName)&&t.namespaceURI===e.namespaceURI?rn(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function an(e,t){let o=sn(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);m(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),i=s.getAttribute("data-dst"),a=s.getAttribute("data-scope"),c=tn(s.getAttribute("data-h\
ides"));r!==null&&i!==null?n.links.push({src:r,dst:i}):c.length||/^(op|var)-/.test(s.id)?dr(n,s,c,t&&a!==null):a!==null&&
(n.frames.set(a,s),t&&cn(s,"fold"))}return n}function dr(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);m(t,"data-node",t.id),m(t,"tabindex",-1),m(t,"role","button"),m(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&cn(t,"open")}function cn(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=d=>Number(n?.getAttribute(d)??0),r=s("x")+s("width")-(t==="open"?0:11),i=s("y")+(t==="open"?0:11),a=t===
"open"?`M${r-3},${i}h6M${r},${i-3}v6`:`M${r-3},${i}h6`,c=G("title");c.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(G("g",{class:`opscope-fold opscope-fold-${t}`},c,G("circle",{cx:r,cy:i,r:6}),G("path",{d:a})))}function ln(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(d=>d.src===t).map(d=>d.
dst):o==="ArrowUp"?e.links.filter(d=>d.dst===t).map(d=>d.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,i=d=>(d.left+d.right)/2,a=null,c=1/0;for(let d of s){let u=e.nodes.get(d)?.getBoundingClientRect();if(!u||d===t)continue;
let f=i(u)-i(n),p=Math.abs(u.top-n.top);if(r&&f*r<=1)continue;let h=Math.abs(f)+(r?3:.2)*p;h<c&&([a,c]=[d,h])}return a}var xe={time:{label:"time",about:"of a replay of the step, operator by operator",text:ur},memory:{label:"memory",about:"\
bytes that the operator writes",text:hr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:z,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:_e,log:!0}};
function ur(e){return e>=1?`${z(e)} s`:e>=.001?`${z(e*1e3)} ms`:`${z(e*1e6)} µs`}function hr(e){return e>=2**20?`${z(e/
2**20)} MiB`:e>=1024?`${z(e/1024)} KiB`:`${e} bytes`}function pn(e,t){let o=xe[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let i=t.get(`op-${s}`)??`op-${s}`,a=n.get(i);n.set(i,a===void 0?e.numbers[r]:o?Math.max(a,e.numbers[r]):a+e.numbers[r])}),
n}function dn(e,t){let o=[...t].filter(i=>i>0),n=Math.max(...o,0);if(!xe[e]?.log)return{at:i=>n?Math.sqrt(i/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:i=>i<=0?0:r?Math.log(i/s)/r:1,low:s,high:n}}var fr=150,un="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function hn({search:e,choose:t,signal:o}){
let n=l("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:un,"aria-label":`\
search the graph: ${un}`}),s=l("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=l("div",{class:"opscope-graph\
-find"},n,s),i=0,a="",c=null,d=()=>m(s,"hidden",!0),u=()=>{a=n.value.trim(),a?e(a):d()};n.addEventListener("input",()=>{
clearTimeout(i),i=window.setTimeout(u,fr)},{signal:o}),n.addEventListener("focus",()=>m(s,"hidden",!a||!c||c.text!==a),{
signal:o}),r.addEventListener("keydown",p=>{p.stopPropagation();let h=[...s.querySelectorAll("button")],x=h.findIndex(v=>v.
matches(":focus"));if(p.key==="Escape")d(),n.focus();else if(p.key==="Enter"&&x<0)c?.text===n.value.trim()?h[0]?.click():
u();else if(p.key==="ArrowUp"&&x===0)n.focus();else if(p.key.startsWith("Arrow")&&p.key!=="ArrowLeft"&&p.key!=="ArrowRig\
ht")h[re(p,x,h.length)??0]?.focus();else return;p.preventDefault()},{signal:o}),s.addEventListener("click",p=>{let h=p.target.
closest("[data-found]");h&&(d(),t(h.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
p=>p.composedPath().includes(r)||d(),{signal:o,capture:!0});function f(p){let h=p.ids.map((k,_)=>{let w=l("button",{class:"\
opscope-match",type:"button",role:"option","data-found":k},l("b",{},p.labels[_]),l("span",{},p.details[_]));return m(w,"\
title",`${p.labels[_]}
${p.details[_]}`),w}),x=p.total>h.length?` · the first ${h.length} are shown`:"",v=p.total===1?"1 node":`${p.total.toLocaleString(
"en")} nodes${x}`;s.replaceChildren(l("div",{class:"opscope-matches-head"},p.total?v:`Nothing matches "${p.text}".`),...h),
m(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(p){p!==c&&(c=p,p&&p.text===a&&n.value.trim()===a&&f(p))},enable:p=>m(
r,"hidden",!p),clear:()=>E(s,"")}}var mr={together:"in one",apart:"side by side",forward:"forward only"};function fn({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:i}){let a=l("span",{class:"opscope-graph-info"}),c=l("span",{class:"opscope-graph-number"}),d=($,P,U)=>{let Z=l(
"button",{type:"button",class:"opscope-tool",title:P,"aria-label":P},$);return Z.addEventListener("click",U,{signal:i}),
Z},u=($,P,U)=>l("select",{class:`opscope-graph-choice opscope-graph-${$}`,title:P,"aria-label":P},...Object.entries(U).map(
([Z,y])=>l("option",{value:Z},y))),f=hn({search:n,choose:s,signal:i}),p=u("arrangement","forward and backward: each laye\
r with its gradients, side by side, or forward only",mr),h=Object.fromEntries(Object.entries(xe).map(([$,{label:P}])=>[$,
P])),x=u("colors","color the operators by",{health:"health",...h}),v=l("input",{class:"opscope-graph-since",type:"number",
min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),k=d(
"Whole graph","back to the whole graph",()=>t({center:""})),_=d("Fold all","fold the scopes that were opened",()=>t({first:!0,
center:""})),w=u("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),g=l("div",{class:"opscope-k\
ey"},...["ok","zeros","Inf","NaN"].map($=>l("span",{"data-health":$.toLowerCase()},l("i"),$))),M=l("span"),S=l("span"),R=l(
"div",{class:"opscope-key opscope-ramp",hidden:!0},M,l("i"),S,c),A=l("div",{class:"opscope-tools"},d("+","zoom in",()=>e.
zoom(1)),d("−","zoom out",()=>e.zoom(-1)),d("fit","fit the whole graph",e.fit),w),B=l("div",{class:"opscope-graph-bar",
hidden:!0},f.el,p,l("label",{class:"opscope-graph-by"},"color",x),v,_,k),j=l("div",{class:"opscope-graph-foot"},l("div",
{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},g,R,a),A),N=new Map,
Y="",H="",J="",V=!1,X={by:"health",selected:""},q=()=>{X.by=x.value,H="",m(v,"hidden",X.by!=="change"),o(X.by,Math.max(0,
Math.round(Number(v.value)||0)))};x.addEventListener("change",q,{signal:i}),v.addEventListener("change",q,{signal:i}),v.
addEventListener("keydown",$=>$.stopPropagation(),{signal:i}),p.addEventListener("change",()=>t({arrangement:p.value,first:!0,
center:""}),{signal:i}),w.addEventListener("change",()=>{w.value&&r(w.value),w.value=""},{signal:i});let C=()=>E(a,H||(V?
"drawing …":J));function T(){let $=N.get(Y);E(c,$===void 0?"":xe[X.by]?.text($)??"")}return Object.assign(X,{el:B,foot:j,
focusSearch:f.focus,wait($){V=$,C()},measured($,P){return H=$?"":P,C(),!$},read($){Y=$,T()},drawn($,P,U){m(B,"hidden",!$.
arrangement||U),$.arrangement&&(p.value=$.arrangement),m(k,"hidden",!$.center),m(_,"hidden",!!$.center);let Z=$.hidden?`\
, ${$.hidden.toLocaleString("en")} nodes folded`:"";J=P?`${$.ops.toLocaleString("en")} operators${Z}`:"",C()},update($,P,U){
X.selected=P,f.update($.fold.found);for(let Z of x.options)Z.disabled=Z.value!=="health"&&(U||!$.recorded)},legend($,P,U){
if(N=P,m(g,"hidden",X.by!=="health"),m(R,"hidden",!$),$){let Z=xe[$.by];E(M,Z.text(U.low)),E(S,Z.text(U.high));let y=$.against?
`steps ${$.against} and ${$.step}`:`step ${$.step}`;m(R,"title",`${Z.label}, ${y}: ${Z.about}`)}T()}})}function mn(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...gr(e,t)]}function gr(e,t){let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{
op:t}},s=i=>({name:"goto",label:`Go to here in step ${i}`,kind:"Goto",fields:{step:i,op:t}});if(!o)return e.over&&e.recorded?
[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&
t!==o.op?[s(o.step),r]:[r]}function gn({choose:e,frame:t,signal:o}){let n=l("div",{class:"opscope-menu","data-asks":!0,role:"\
menu",hidden:!0}),s=[],r=(a=!1)=>{n.hidden||(m(n,"hidden",!0),a&&t.focus({preventScroll:!0}))};n.addEventListener("click",
a=>{let c=[...n.querySelectorAll("button")].findIndex(d=>d.contains(a.target));c<0||(r(!0),e(s[c]))},{signal:o}),n.addEventListener(
"keydown",a=>{let c=[...n.querySelectorAll("button")],d=re(a,c.findIndex(u=>u.matches(":focus")),c.length);if(d!==null)c[d].
focus();else if(a.key==="Escape")r(!0);else return;a.preventDefault(),a.stopPropagation()},{signal:o});let i=a=>{a.composedPath().
includes(n)||r()};return document.addEventListener("pointerdown",i,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),
{signal:o,passive:!0}),t.addEventListener("keydown",a=>a.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(a,c,d,u){if(!a.
length)return r();s=a;let f=l("div",{class:"opscope-menu-head"},l("b",{},c),` ${d}`);n.replaceChildren(f,...s.map(_=>l("\
button",{class:`opscope-menu-item opscope-menu-${_.name}`,type:"button",role:"menuitem"},_.label))),m(n,"hidden",!1);let p=t.
getBoundingClientRect(),h=u.getBoundingClientRect(),v=h.right+8+n.offsetWidth<=p.right?h.right+8-p.left:Math.max(4,h.left-
16-n.offsetWidth-p.left),k=Math.max(4,Math.min(p.height-n.offsetHeight-4,(h.top+h.bottom)/2-p.top-16));n.style.left=`${v}\
px`,n.style.top=`${k}px`},focus:()=>n.querySelector("button")?.focus()}}var Ee=132,Ne=96;function $t(e){let t=Math.min(Ee/e.w,Ne/e.h);return{scale:t,x:(Ee-e.w*t)/2,y:(Ne-e.h*t)/2}}function bn(e,t){
let o=l("canvas",{width:Ee*2,height:Ne*2}),n=l("div",{class:"opscope-sight"}),s=l("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},i=a=>{let c=o.getBoundingClientRect(),
d=$t(r);e(r.x+(a.clientX-c.left-d.x)/d.scale,r.y+(a.clientY-c.top-d.y)/d.scale)};return s.addEventListener("pointerdown",
a=>{a.preventDefault(),a.stopPropagation(),s.setPointerCapture(a.pointerId),i(a)},{signal:t}),s.addEventListener("pointe\
rmove",a=>a.buttons&1&&i(a),{signal:t}),{el:s,draw(a,c){r=a;let d=o.getContext("2d");if(!d)return;let{scale:u,x:f,y:p}=$t(
a);d.setTransform(2,0,0,2,0,0),d.clearRect(0,0,Ee,Ne);for(let{box:h,color:x}of c){d.fillStyle=x;let[v,k]=[Math.max(1.5,h.
w*u),Math.max(1.5,h.h*u)];d.fillRect(f+(h.x-a.x)*u,p+(h.y-a.y)*u,v,k)}},update(a,c){r=c;let{scale:d,x:u,y:f}=$t(c),p=a.x<=
c.x+1&&a.y<=c.y+1&&a.x+a.w>=c.x+c.w-1&&a.y+a.h>=c.y+c.h-1;if(m(s,"hidden",p),p)return;let h=Math.max(0,u+(a.x-c.x)*d),x=Math.
max(0,f+(a.y-c.y)*d),v=Math.min(Ee,u+(a.x+a.w-c.x)*d),k=Math.min(Ne,f+(a.y+a.h-c.y)*d);n.style.cssText=`left:${h}px;top:${x}\
px;width:${Math.max(4,v-h)}px;height:${Math.max(4,k-x)}px`}}}function Xe(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function br(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:Xe(e,1/o)}function wr(e,t,o){let n=Math.max(.85,Math.min(1,t/e.w,o/
e.h)),s=t/n,r=o/n;return{x:e.x+(e.w-s)/2,y:r<e.h?e.y:e.y+(e.h-r)/2,w:s,h:r}}function wn(e,t,o=()=>{}){let n=null,s={x:0,
y:0,w:1,h:1},r=s,i=null,a=!1,c=()=>{n?.setAttribute("viewBox",`${r.x} ${r.y} ${r.w} ${r.h}`),o(r,s)},d=f=>(r=br(f,s),c()),
u=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener("wheel",f=>{if(!n||!(f.ctrlKey||f.metaKey))return;
f.preventDefault();let p=e.getBoundingClientRect();d(Xe(r,Math.exp(-f.deltaY*.002),(f.clientX-p.left)/p.width,(f.clientY-
p.top)/p.height))},{signal:t,passive:!1}),e.addEventListener("pointerdown",f=>{f.button||!n||(i={x:f.clientX,y:f.clientY,
box:r},a=!1)},{signal:t}),e.addEventListener("pointermove",f=>{if(!i)return;let p=f.clientX-i.x,h=f.clientY-i.y;!a&&Math.
hypot(p,h)<4||(a||e.setPointerCapture(f.pointerId),a=!0,d({...i.box,x:i.box.x-p*u(),y:i.box.y-h*u()}))},{signal:t});for(let f of[
"pointerup","pointercancel"])e.addEventListener(f,()=>i=null,{signal:t});return e.addEventListener("click",f=>{a&&f.stopPropagation(),
a=!1},{signal:t,capture:!0}),e.addEventListener("keydown",f=>{let p={"+":1.25,"=":1.25,"-":.8}[f.key],h=f.shiftKey&&{ArrowLeft:[
-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[f.key];if(p)d(Xe(r,p));else if(h)d({...r,x:r.x+h[0]*40*u(),y:r.y+
h[1]*40*u()});else if(f.key==="0")d(s);else return;f.preventDefault()},{signal:t}),{attach(f,p=!1){n=f;let h=n?.viewBox.
baseVal;s=h&&h.width?{x:h.x,y:h.y,w:h.width,h:h.height}:{x:0,y:0,w:100,h:100},p||(r=s),c()},hold(f,p){let h=f.getBoundingClientRect();
d({...r,x:r.x+(h.left-p.left)*u(),y:r.y+(h.top-p.top)*u()})},center:(f,p)=>d({...r,x:f-r.w/2,y:p-r.h/2}),zoom:f=>d(Xe(r,
f>0?1.25:1/1.25)),fit:()=>d(s),whole:()=>s,start:()=>d(wr(s,e.clientWidth,e.clientHeight)),reveal(f){let p=e.getBoundingClientRect(),
h=f.getBoundingClientRect();if(h.left>=p.left&&h.right<=p.right&&h.top>=p.top&&h.bottom<=p.bottom)return;let x=(h.left+h.
right-p.left-p.right)/2,v=(h.top+h.bottom-p.top-p.bottom)/2;d({...r,x:r.x+x*u(),y:r.y+v*u()})}}}var xr=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function yr(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let i=getComputedStyle(o[r]);s.setAttribute("style",xr.map(a=>`${a}:${i.getPropertyValue(a)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=kr(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function kr(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function Mt(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function xn(e,t,o,n){if(t==="dot")return Mt(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=yr(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return Mt(r,"graph.svg");let i=new Image,a=URL.createObjectURL(r);i.src=a,await i.decode();let c=document.createElement(
"canvas"),d=Math.min(2,8e3/Math.max(i.width,i.height));c.width=Math.round(i.width*d),c.height=Math.round(i.height*d);let u=c.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,c.width,c.height),u.drawImage(i,0,0,c.width,c.height)),URL.revokeObjectURL(
a),c.toBlob(f=>f&&Mt(f,"graph.png"),"image/png")}var yn={id:"graph",label:"Graph",create:vr};function vr({select:e,ask:t,open:o,offline:n,signal:s}){let r=l("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),i=bn((y,I)=>a.center(y,I),s),a=wn(r,s,i.update),c=fn({view:a,draw:y=>B(
y),measure:N,search:y=>t("SearchGraph",{text:y}),found:y=>B({reveal:y}),save:Y,signal:s}),d=gn({choose:H,frame:r,signal:s}),
u=l("div",{class:"opscope-nothing"}),f=l("div",{class:"opscope-graph-tab"},c.el,l("div",{class:"opscope-graph-box"},r,d.
el,u,i.el),c.foot),p=null,h=null,x=!0,v="",k="",_="",w=null,g,M,S="",R=y=>p?.nodes.get(y)??p?.nodes.get(p.hiddenIn.get(y)??
""),A=y=>y?.getAttribute("data-node")??"";function B(y){h?.arrangement&&(c.wait(!0),t("DrawGraph",{open:h.open,arrangement:h.
arrangement,...y},()=>c.wait(!1)))}function j(y,I,b){if(!h)return;let L=b.getBoundingClientRect();w={scope:y,left:L.left,
top:L.top};let O=D=>D===y||D.startsWith(`${y}/`);B({open:I?[...h.open,y]:h.open.filter(D=>!O(D)),center:I?h.center:""})}
function N(y,I){y!=="health"&&t("MeasureOperators",{by:y,step:g?.stopped?.step||0,against:I},(b,L)=>c.measured(b,L)),g&&
U(g)}function Y(y){let I=getComputedStyle(f).getPropertyValue("--o-ground")||"#ffffff";p&&h&&xn(p.svg,y,h.dot,I)}function H({
kind:y,fields:I}){let{id:b,spec:L}=I,O=b===void 0?void 0:p?.nodes.get(b);y==="compose"?o("breakpoints",L):y==="open"&&O?
j(b,!0,O):y==="center"?B({center:b,reveal:b}):y!=="open"&&t(y,I)}function J(y,I){let b=A(y),L=p?.folded.get(b),O=on(I.values,
b,L);O&&e(O,!1),_=b;let D=[];h?.arrangement&&!n&&(y.hasAttribute("data-scope")&&D.push({name:"open",label:"Open",kind:"o\
pen",fields:{id:b}}),D.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:b}}));let W=n?-1:
ie(b),F=y.querySelector("text")?.textContent??"";d.show([...W>=0?mn(I,W):[],...D],F,W>=0?`op ${W}`:L?`${L.length} inside`:
"",y)}r.addEventListener("click",y=>{let I=y.target,L=I.closest(".opscope-fold")?.closest("[data-scope]");if(L)return j(
L.getAttribute("data-scope")??"",L.hasAttribute("data-node"),L);let O=I.closest("[data-node]");if(!O||!g)return;let D=A(
O);if(!n&&(I.closest(".opscope-gutter")||ie(D)>=0&&y.altKey))return q(D);J(O,g)},{signal:s}),r.addEventListener("dblclic\
k",y=>{let I=y.target.closest("[data-node][data-scope]");!I||n||!h?.arrangement||(d.close(),j(A(I),!0,I))},{signal:s}),r.
addEventListener("pointerover",y=>{let I=y.target.closest("[data-node]");I&&ie(A(I))>=0&&!n&&Zo(I),c.read(I?A(I):"")},{signal:s}),
r.addEventListener("focusin",({target:y})=>_=A(y)||_,{signal:s}),r.addEventListener("keydown",y=>V(y)&&(y.preventDefault(),
y.stopPropagation()),{signal:s});function V(y){if(!p||!g||y.altKey||y.ctrlKey||y.metaKey||y.shiftKey)return!1;let I=p.nodes.
get(_);if(y.key==="/"&&h?.arrangement)return c.focusSearch(),!0;if(y.key.startsWith("Arrow")){let b=I?ln(p,_,y.key):A(R(
v)??[...p.nodes.values()][0]??null);return b&&X(b),!0}if(!I)return!1;if(y.key==="Enter"||y.key===" ")return I.hasAttribute(
"data-scope")&&h?.arrangement&&!n?j(_,!0,I):(J(I,g),d.focus()),!0;if(y.key==="Backspace"){let b=[...p.frames].filter(([,
L])=>$r(L,I)).at(-1);return b&&h?.arrangement&&j(b[0],!1,b[1]),!0}return!1}function X(y){let I=p?.nodes.get(y);I&&(_=y,a.
reveal(I),I.focus({preventScroll:!0}),c.read(y))}function q(y){let I=C(vt(g?.breakpoints??[]),y);for(let{number:b}of I)t(
"ClearBreakpoint",{number:b});!I.length&&ie(y)>=0&&t("SetBreakpoint",{spec:`id:${ie(y)}`})}function C(y,I){return[...new Set(
(p?.folded.get(I)??[I]).flatMap(b=>y.get(ie(b))??[]))]}function T(y){if(y===M||!r.clientWidth||!p)return;M=y;let I=vt(y);
for(let[b,L]of p.nodes)b.startsWith("var-")||Jo(L,C(I,b))}function $(y){let I=!!(p&&h?.arrangement&&h.program===y.program);
p=an(y.svg,!!y.arrangement&&!n),M=void 0,v=S="",d.close(),r.replaceChildren(),a.attach(null,I),p&&(r.append(p.svg),a.attach(
p.svg,I),x=!I,I&&P(y)),E(u,p?"":"The graph could not be read."),m(u,"hidden",!!p),c.drawn(y,!!p,n)}function P(y){let I=w&&
(p?.nodes.get(w.scope)??p?.frames.get(w.scope));w&&I?a.hold(I,w):a.start(),w&&p?.nodes.has(w.scope)&&(_=w.scope),w=null,
y.reveal&&([k,_]=[y.reveal,y.reveal]),(r.contains(document.activeElement)||document.activeElement===document.body||y.reveal)&&
p?.nodes.get(_)?.focus({preventScroll:!0})}function U(y){if(!p)return;let I=Qo(y.present),b=en(I,p.hiddenIn),L=y.values.
get(c.selected),O=L&&(R(`var-${c.selected}`)??R(`op-${L.op}`)),D=c.by!=="health"&&y.fold.measured?.by===c.by?y.fold.measured:
null,W=D?pn(D,p.hiddenIn):new Map,F=dn(c.by,W.values());for(let[ee,K]of p.nodes){m(K,"data-health",c.by!=="health"?void 0:
p.folded.has(ee)?b.get(ee):I.get(ee)),m(K,"data-selected",K===O);let ne=W.get(ee);m(K,"data-heat",ne===void 0?c.by==="he\
alth"?void 0:"none":(F.at(ne)*100).toFixed(0)),K.style.setProperty("--heat",ne===void 0?"0%":`${(8+84*F.at(ne)).toFixed(
0)}%`)}c.legend(D,W,F);let Q=`${c.by} ${D?.step} ${[...I.values()].join()}`;Q!==S&&r.clientWidth&&(S=Q,Z())}function Z(){
let y=p?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix,I=[...p?.nodes.values()??[]].map(b=>{let L=b.getBBox(),
O=b.querySelector(":scope > rect, :scope > a > rect, :scope > polygon"),D=O?getComputedStyle(O).stroke:"#888888";return{
box:{x:L.x+(y?.e??0),y:L.y+(y?.f??0),w:L.width,h:L.height},color:D}});i.draw(a.whole(),I)}return{el:f,open(y){k=`op-${y}`,
p&&!p.nodes.has(k)&&p.hiddenIn.has(k)&&B({reveal:k})},update(y,{selected:I}){y.graph&&y.graph!==h&&(y.graph.svg!==h?.svg||
y.graph.reveal)?$(y.graph):!y.graph&&!g&&E(u,"No graph yet. A program is drawn when it first runs, eager code at each st\
op and step."),h=y.graph,x&&r.clientWidth&&(x=!1,a.start()),g=y,c.update(y,I,n),U(y),T(y.breakpoints);let b=y.stopped?`o\
p-${y.stopped.op}`:"",L=R(b);if(b!==v){let D=R(v);for(let W of["data-current","data-past"])D&&m(D,W,!1);L&&m(L,"data-cur\
rent",!0),k||=b,v=b}L&&m(L,"data-past",y.stopped?.past);let O=R(k);O&&r.clientWidth&&a.reveal(O),k=""}}}function $r(e,t){
let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&o.right>=n.right&&o.top<=n.top&&o.
bottom>=n.bottom}var kn={id:"notes",label:"Notes",create:Mr,count:Sr};function Mr({select:e,signal:t}){let o=l("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=l("pre",{class:"opscope-error"}),s=l("div",{class:"opscope-notes-rows"}),r;return s.addEventListener(
"click",i=>{let a=i.target.closest("[data-name]");a&&e(a.dataset.name??"")},{signal:t}),{el:l("div",{class:"opscope-note\
s"},o,n,s),update(i){if(E(n,i.error),m(n,"hidden",!i.error),m(o,"hidden",!!i.error||i.warnings.size>0),i.warnings===r)return;
r=i.warnings;let a=[...i.warnings.values()].reverse();s.replaceChildren(...a.map(c=>l("button",{class:"opscope-note",type:"\
button","data-name":c.subject},l("code",{},c.subject),l("span",{},c.text))))}}}function Sr(e){return e.warnings.size+(e.
error?1:0)}var Ye=[jo,Vo,yn,Wo,kn,xo];var Er=0;function vn(e,t,o){let n=new Map(e.map(c=>[c.id,l("span",{class:"opscope-count"})])),s=e.map(c=>{let d=n.get(c.
id),u=c.short?[l("span",{class:"opscope-long"},c.label),l("span",{class:"opscope-short"},c.short)]:[c.label];return l("b\
utton",{class:`opscope-tab opscope-tab-${c.id}`,type:"button",role:"tab"},...u,d)}),r=l("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((c,d)=>{s[d].id=`opscope-tab-${++Er}`,m(c.el,"role","tabpanel"),m(c.el,"aria-labelledby",s[d].
id)});let i=0;function a(c){i=c,e.forEach((d,u)=>{m(s[u],"aria-selected",u===i?"true":"false"),m(s[u],"tabindex",u===i?0:
-1),m(d.el,"hidden",u!==i)})}return r.addEventListener("click",c=>{let d=s.findIndex(u=>u.contains(c.target));d<0||(a(d),
t())},{signal:o}),r.addEventListener("keydown",c=>{let d=re(c,i,e.length);d!==null&&(c.preventDefault(),a(d),s[d].focus(),
t())},{signal:o}),a(0),{el:l("main",{class:"opscope-main"},r,...e.map(c=>c.el)),get open(){return e[i].id},show:c=>a(Math.
max(0,e.findIndex(d=>d.id===c))),count(c,d){let u=n.get(c);u&&E(u,d?String(d):"")}}}var Nr=1e4,Tr=new Set(ye.map(e=>e.kind)),Lr=new Set(["FetchDetail","WatchDetail"]);function Ar(e){let{forward:t,parameters:o,
gradients:n}=ze(e),s=[...t,...o,...n],r=i=>e.details.get(i)?.step??-1;return s.reduce((i,{name:a})=>r(a)>r(i)?a:i,s[0]?.
name??"")}function Je({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,i=s.selected??e.get?.("selected")??"",a=!0,c,
d=new Map,u={},f=null,p=T=>[...d.values()].some(({kind:$,since:P})=>T($)&&Date.now()-P<Nr),h=l("div",{class:"opscope-pan\
el",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"true"});
h.addEventListener("focusin",({target:T})=>m(T,"data-lm-suppress-shortcuts","true"),{signal:o});let x=(T,$={},P=void 0)=>{
if(delete u[T],!a)return P?.(!1,Ft);d.set(X.command(T,$),{kind:T,done:P,since:Date.now()})},v=(T,$=!0)=>{c?.values.has(T)&&
(T!==i&&w(T),i=s.selected=T,k(T),$&&H.show("tensor"),X.refresh())};function k(T){!e.get||e.get("selected")===T||(e.set?.(
"selected",T),e.save_changes?.())}let _=()=>v(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",_),o.addEventListener(
"abort",()=>e.off("change:selected",_)));function w(T){if(u={},!a)return;x("WatchDetail",{name:T}),c&&c.details.get(T)?.
step!==c.values.get(T)?.step&&c?.phase!=="running"&&x("FetchDetail",{name:T})}let g=()=>X.refresh(),M=(T,$)=>{H.show(T),
Y.get(T)?.open?.($),g()},S=T=>x(T),R=uo(x),A=(T,$=-1)=>{if(n)return n.goTo(T);R.goTo(T,$),g()},B=T=>{if(n)return n.steps;
let $=it(T);return a&&$&&$.last>$.first?[$.first,$.last]:null},j=go({send:S,ask:x,seek:R,refresh:g,offline:r,signal:o}),
N=wo({select:T=>v(T,H.open!=="graph"),refresh:g,signal:o}),Y=new Map(Ye.map(T=>[T.id,T.create({select:v,ask:x,open:M,refresh:g,
goTo:A,reach:B,offline:r,signal:o})])),H=vn(Ye.map(({id:T,label:$,short:P})=>({id:T,label:$,short:P,el:Y.get(T).el})),g,
o);h.addEventListener("keydown",T=>{let $=Et(T);!$||!c||!a||!Ae(c).has($)||r||(T.preventDefault(),(!T.repeat||!p(P=>Tr.has(
P)))&&S($))},{signal:o}),s.tab&&H.show(s.tab);let J=zt(),V=bo({root:h,offline:r,signal:o});j.el.querySelector(".opscope-\
headline")?.append(V.button),h.append(J.el,j.el,l("div",{class:"opscope-body"},N.el,H.el),V.el),t.append(h);let X=no({model:e,
el:h,signal:o,paint:q});function q(T,$){a=$==="live";let P=H.open==="tensor"&&(s.tab??"tensor")!=="tensor";X.show(H.open),
s.tab=H.open,J.update($),m(h,"data-lost",!a);for(let U of h.querySelectorAll("[data-asks]"))m(U,"inert",!a);a||d.clear(),
T!==c&&C(T),c=T,T.values.has(i)||(i=Ar(T),i&&(s.selected=i),i&&a&&!e.get?.("selected")&&k(i),i&&w(i)),P&&i&&a&&!r&&w(i),
T.stopped!==f&&H.open==="tensor"&&i&&!r&&a&&!p(U=>U==="FetchDetail")&&(f=T.stopped,f&&x("FetchDetail",{name:i})),m(h,"da\
ta-past",T.stopped?.past),j.update(T,a,Object.entries(u).find(([U])=>!Lr.has(U))?.[1]??""),N.update(T,i);for(let U of Ye)
H.count(U.id,U.count?.(T)??0);Y.get(H.open)?.update(T,{selected:i,refusal:a?u.FetchDetail??u.WatchDetail??"":Dt})}function C(T){
c&&(T.phase!==c.phase||T.stopped!==c.stopped)&&(u={}),c&&T.runs>c.runs&&T.values.has(i)&&w(i);for(let $ of T.responses){
let P=d.get($.request);if(!P)continue;d.delete($.request);let U=$.ok?$.text:$.text||`${P.kind} was refused`;!$.ok&&!P.done?.(
!1,U)&&(u[P.kind]=U),$.ok&&P.done?.(!0,U)}}return h}function _r(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Ir(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let i of t)i(r,[])};return{on:(r,i)=>{t.add(
i)},off:(r,i)=>{t.delete(i)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function Rr(e,t){let o=t.split(
`
`).filter(p=>p.trim()).map(Gt),n=Ir(o),{steps:s,ends:r}=_r(o),i=new AbortController().signal,a=()=>{},c=Je({model:n,el:e,
signal:i,page:{goTo:p=>a(p),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let d=l("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=l("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;a=p=>{
d.value=String(Math.max(0,s.filter(h=>h<=p).length-1)),d.dispatchEvent(new Event("input"))},d.addEventListener("input",()=>{
E(u,`step ${s[Number(d.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(r[Number(d.value)])})}),c.querySelector(".op\
scope-headline")?.append(l("label",{class:"opscope-scrub"},d,u))}var Kc=()=>{let e={};return{render({model:t,el:o,signal:n}){Je({model:t,el:o,signal:n,memory:e})}}};export{Kc as default,Rr as replay};
