// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Fe=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,pt=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:Fe(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:Fe(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:Fe(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:Fe(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],Le=pt.
flat(),es=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],zt=["StepBack","ReverseContinue","Goto"];function De(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...es,
...zt,...o])}return new Set(e.over&&e.recorded?[...t,...zt]:t)}function jt(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Le.find(o=>o.key===e.key)?.kind}
function Ht({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Ne=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),dt={EditsChanged:[{
rule:"latest",slot:"edits",clears:[],where:null}],BranchSeen:[{rule:"latestByKey",slot:"branches",key:["name"],limit:8}],
OperatorSeen:[{rule:"latest",slot:"shown_operator",clears:[],where:null}],StackSeen:[{rule:"latest",slot:"stack",clears:[],
where:null}],VariablesSeen:[{rule:"latest",slot:"variables",clears:[],where:null}],ExpressionsEvaluated:[{rule:"latest",
slot:"watched",clears:[],where:null}],SourceSeen:[{rule:"latest",slot:"source",clears:[],where:null}],RunStarted:[{rule:"\
restart",slot:"started",keeps:["graph","breakpoints","responses"]}],GraphDrawn:[{rule:"latest",slot:"graph",clears:[],where:null}],
GraphSearched:[{rule:"latest",slot:"found",clears:[],where:null}],OperatorsMeasured:[{rule:"latest",slot:"measured",clears:[],
where:null}],StepFinished:[{rule:"latestByKey",slot:"steps",key:["names"],limit:16},{rule:"addPoints",slot:"scalars",points:"\
scalars"}],ValueSeen:[{rule:"latestByKey",slot:"values",key:["name"],limit:null},{rule:"addPoints",slot:"history",points:"\
statistics"}],DetailSeen:[{rule:"latestByKey",slot:"details",key:["name"],limit:32}],SliceSeen:[{rule:"latestByKey",slot:"\
slices",key:["name"],limit:8}],PinChanged:[{rule:"latest",slot:"pinned",clears:[],where:null}],Stopped:[{rule:"latest",slot:"\
stopped",clears:["past_stop","continued","place"],where:["past",!1]},{rule:"latest",slot:"past_stop",clears:["place"],where:[
"past",!0]}],FindingSeen:[{rule:"latestByKey",slot:"findings",key:["number"],limit:200}],ValueExplained:[{rule:"latest",
slot:"explained",clears:[],where:null}],PlaceSeen:[{rule:"latest",slot:"place",clears:[],where:null}],Continued:[{rule:"\
latest",slot:"continued",clears:["stopped","past_stop","place"],where:null}],BreakpointsChanged:[{rule:"latest",slot:"br\
eakpoints",clears:[],where:null}],RecordedRangeChanged:[{rule:"latest",slot:"recorded",clears:[],where:null}],RecordingChanged:[
{rule:"latest",slot:"recording",clears:[],where:null}],CostMeasured:[{rule:"latest",slot:"cost",clears:[],where:null}],SlowRunsChanged:[
{rule:"latest",slot:"slow",clears:[],where:null}],SearchProgressed:[{rule:"latest",slot:"search",clears:[],where:null}],
Warned:[{rule:"latestByKey",slot:"warnings",key:["subject","text"],limit:50}],Terminated:[{rule:"latest",slot:"terminate\
d",clears:["continued","stopped","past_stop","place"],where:null}],Response:[{rule:"newest",slot:"responses",limit:64}]},
Wt=256,Gt=.9;var qt="−";function G(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",qt)}function me(e){return e.length?e.join("×"):"scalar"}var Ut=9,
ts=16;function Vt(e){return e.length<=ts?[e,""]:[e.slice(0,-Ut),e.slice(-Ut)]}function Kt(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function ze(e){return`${(100*e).toFixed(1)}%`}function Xt(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function Yt(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ne(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function ut(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ie(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Gt?"zeros":"ok"}var je={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function Jt(e){return e.
named||!e.called?[e.name,e.called]:[e.called,e.name]}function He(e){return e.grad_of||e.role==="backward"?"gradients":e.
parameter?"parameters":"forward"}function Zt(e,t,o){if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=
0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function de(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(
n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let c=s*r,i=Math.ceil(e/c-1e-9),l=Math.floor(
t/c+1e-9);if(l-i+1>=o-1||r===1)return Array.from({length:l-i+1},(p,u)=>(i+u)*c)}return[]}function ge(e){if(e===0)return"\
0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace("e+","e"):String(Number(e.toPrecision(
6)))).replaceAll("-",qt)}var os="http://www.w3.org/2000/svg";function a(e,t={},...o){let n=document.createElement(e);return Qt(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(os,e);return Qt(n,t),n.append(...o),n}function We(e){let t=a("s\
pan",{class:"opscope-name"});return Te(t,e),t}function Te(e,t){if(e.title===t)return;e.title=t;let[o,n]=Vt(t);e.replaceChildren(
a("span",{},o),...n?[a("span",{class:"opscope-name-end"},n)]:[])}function Qt(e,t){for(let[o,n]of Object.entries(t))m(e,o,
n)}function m(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function N(e,t){e.textContent!==t&&(e.textContent=t)}function be(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var eo="no kernel answers",to="No kernel answers, and the elements of this value were not kept.",ns={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function ss(e){return ns[e]}
function oo(){let e=a("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){N(e,ss(t)),m(e,"hidde\
n",t==="live")}}}function so(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function ro(e){
let t=so(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var no=["step","min","max","mean","std","zeros",
"nan","inf"];function rs(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=ro(t[e.numbers]),s=n.length/(1+no.length);return Array.from({length:s},(r,c)=>{let i={
...o[n[c]]};return no.forEach((l,p)=>{let u=n[(p+1)*s+c];i[l]=Number.isNaN(u)?null:u}),i})}function ht(e,t,o=[]){let n=e.
events.map(c=>{let i=c.pixels?.buffer;return typeof i=="number"?{...c,pixels:so(t[i])}:c}),s=n.findIndex(c=>c.kind!=="Ru\
nStarted"&&c.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...as(e,t),...rs(e,t,o),...n.slice(r)]}function as(e,t){
if(!e.trails?.length)return[];let o=ro(t[e.block]),n=0;return e.trails.map(([s,r,c])=>{let i=(p,u)=>{let h=o[n+p*c+u];return Number.
isFinite(h)?h:null},l=Array.from({length:c},(p,u)=>({step:o[n+u],mean:i(1,u),min:i(2,u),max:i(3,u),rms:i(4,u),bad:o[n+5*
c+u]}));return n+=6*c,{kind:"Trail",slot:s,name:r,points:l}})}function ao(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function lo(e){let t=new Blob([io(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(io)}}function io(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var co="\
application/vnd.jupyter.widget-state+json",is=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function ft(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[co]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),c=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),i=Object.fromEntries(is.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));c[t]={model_module:i._model_module,
model_module_version:i._model_module_version,model_name:i._model_name,state:i},o.setMetadata("widgets",{[co]:{version_major:2,
version_minor:0,state:c}})}var ho={points:[],stride:1};function fo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(po(n,s,t);n.length>Wt;){t*=2;let r=[];for(let c of n)po(r,c,t);n=r}return{points:n,stride:t}}function po(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=cs(n,t):e.push(t)}function cs(e,t){return{
step:t.step,mean:t.mean,min:uo(Math.min,e.min,t.min),max:uo(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function uo(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function Ge(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function Ue(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function qe(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function mo(e,t){let o=new mt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
dt,n.kind))for(let s of dt[n.kind])ls(o,s,n);return o.slots}var mt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Ne[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,fo(s.get(o)??ho,n))}};function ls(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(c=>o[c]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let c of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(c)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[Ue(o)]);else for(let[n,s]of qe(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Ne).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var ps=Object.freeze([]),ds=new Set,Ve=Object.freeze({...go(Ne),runs:0,reached:0,seconds:null});function gt(e,t){return{...go(mo(e.fold,t),e),...t.reduce(us,e)}}function us({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function go(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):ds,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:hs(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
ms(e.breakpoints),exceptions:e.breakpoints?.exceptions??ps,step:[...e.steps.values()].at(-1)?.step??0,scalars:fs(e),scalarHistory:e.
scalars,graph:e.graph,values:e.values,present:s?t.present:gs(e.values,o,n),absent:n,history:e.history,details:e.details,
warnings:e.warnings,findings:e.findings,explained:e.explained,responses:e.responses}}function hs(e){if(e.past_stop||e.stopped)
return"paused";if(e.continued)return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.
terminated;return t==="failed"||t==="stopped"?t:"finished"}function fs(e){let t=new Map([...e.steps.values()].flatMap(n=>qe(
n).map(([s,r])=>[s,r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}
function ms(e){return(e?.numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??
!0,wanted:e?.wanted?.[o]??1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,
spec:e?.specs[o]??"",condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function gs(e,t,o){return t?new Map(
[...e].filter(([n,s])=>s.step===t.step&&!o.has(n))):e}function bo(e){return e.stopped?.step||Ae(e)}function we(e,t){return e.
present.has(t.name)?"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function wo(e){let{place:t}=e.
fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o?.past&&t?t.names.indexOf(n):-1,r=e.scalarHistory.
get(n)?.points??[],c=o?.past?Ge(r,o.step):r.at(-1),i=s>=0?t?.scalars[s]??null:o?.past?c?.mean??null:e.scalars[n],l=s>=0?
t?.step:c?.step,p=o&&o.op<0&&!o.depth,u=l===o?.step?p?"":`later in step ${l}`:`step ${l}`;return[n,{value:i,when:o&&l!==
void 0?u:""}]}))}function Ae(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function Ke(e,t=""){let o=t.trim().
toLowerCase(),n={forward:[],parameters:[],gradients:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[He(s)].push(s);for(let s of Object.values(n))s.sort((r,c)=>r.op-c.op||(r.name<
c.name?-1:1));return n}function bt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var xo=250,bs=2.5,ws=["dead","terminating","restarting","autorestarting"],xs=2500,ys=400;function ks(e,t){return t.kind===
"batch"&&t.n!==e+1}function yo({model:e,el:t,signal:o,paint:n}){let s=Math.random().toString(36).slice(2),r=Math.floor(Math.
random()*2**20)*2**20,c=Ve,i=0,l=!1,p=!1,u=!1,h=!1,d=0,f="live",w=Date.now(),x=xs,b=[],k="",S=!1,g=z=>{try{e.send(z)}catch{
w=0}},y=()=>{d=0;try{n(c,f)}finally{h&&g({kind:"ack",n:i,view:s}),h=!1}},v=()=>{!d&&p&&!o.aborted&&(d=requestAnimationFrame(
y))},L=()=>{l=!1,g({kind:"attach",view:s,tab:k})},C=()=>{let z=p&&!document.hidden;z!==u&&(u=z,w=Date.now(),u?L():g({kind:"\
detach",view:s}),v())},B=async()=>{let z=e.get?.("frame");if(!z||i||S)return;S=!0;let{message:A,buffers:T}=await lo(z);i||
(c=gt(Ve,ht(A,T)),v())},O=()=>{if(!u||!x)return;let z=Date.now()-w;!i&&z>ys&&B();let A=e.widget_manager?.kernel,T=!!A&&(A?.
isDisposed||ws.includes(A?.status??""));if(z<(T?xo:x))return;let D=i?"lost":S?"saved":"nothing";D!==f&&(f=D,v())},_="",R=z=>{
_=z,ft(e,z)},$=()=>_&&ft(e,_),P=(z,A)=>{if(w=Date.now(),f!=="live"&&(f="live",z.kind!=="snapshot"))return L();if(z.beat&&
(x=bs*1e3*z.beat),z.id&&R(z.id),!(z.kind!=="snapshot"&&!(z.kind==="batch"&&l))){if(ks(i,z))return L();c=gt(z.kind==="sna\
pshot"?Ve:c,ht(z,A,b)),i=z.n,l=!0,h||=!!z.ack,v()}},j=new IntersectionObserver(z=>{p=z[z.length-1].isIntersecting,C()},{
rootMargin:"100px"}),W=new ResizeObserver(v);e.on("msg:custom",P),e.get&&e.on("change:frame",$),j.observe(t),W.observe(t),
document.addEventListener("visibilitychange",C,{signal:o}),e.get||(x=0),g({kind:"render",view:s});let Y=setInterval(O,xo);
return o.addEventListener("abort",()=>{e.off("msg:custom",P),e.get&&e.off("change:frame",$),j.disconnect(),W.disconnect(),
cancelAnimationFrame(d),clearInterval(Y),u&&g({kind:"detach",view:s})}),{refresh:v,show(z){z!==k&&(k=z,u&&g({kind:"show",
view:s,tab:k}))},command(z,A={}){return g({kind:z,request:++r,...A}),r}}}var vs=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),$s=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Ms=new RegExp($s.map(e=>e.source).join("|"),"giu");function wt(e){let t=[],o=0;for(let n of e.
matchAll(Ms)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Ss(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Ss(e,t){return vs.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Es(e){return e.split(/[/\\]/).at(
-1)||e}function ko(){let e=a("span",{class:"opscope-line-number"}),t=a("code",{}),o=a("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){m(o,"hidden",!n),m(o,"title",`${n}:${s}
${r}`),N(e,`${Es(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...wt(r).map(([c,i])=>c==="plain"?i:a("span",{"data-tok\
en":c},i)))}}}function $o(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
, in ${t}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${t}`}function Mo({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function So(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function Ls(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Ae(e)}, in the past`:"in the past":""}function vo(e){let t=e.
stopped;return t?[$o(t),Mo(t),So(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`).at(-1)??""}function Ns(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.
phase==="running"&&Xe(e))return Xe(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints\
 in the graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The ru\
n ${e.phase==="failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function Xe({slow:e}){let t=e?.
reasons??[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join(
"; ")}`:""}function Ts({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:
""}function Eo(e){let t=a("span",{class:"opscope-op"}),o=a("span",{class:"opscope-reason"}),n=a("span",{class:"opscope-a\
t"}),s=a("span",{class:"opscope-said"}),r=a("div",{class:"opscope-where"},t,o,n,s),c=a("span",{class:"opscope-past"}),i=ko(),
l=a("div",{class:"opscope-place-bar"},c,r,i.el);return{el:l,update(p,u){let h=p.stopped,d=vo({...p,stopped:null});N(t,h?
$o(h):""),N(o,h?Mo(h):""),N(n,h?So(h.past?{...h,step:null}:h):"");let f=Ts(p);N(s,u||f||(h?"":d||Ns(p))),m(r,"data-bad",
!!u||!h&&!!d);let w=!u&&!h&&p.phase==="running"&&!!Xe(p);m(r,"data-slow",w),m(r,"title",u||(w?Xe(p):vo(p))),m(o,"data-re\
ason",h?.reason),N(c,Ls(p)),m(c,"hidden",!h?.past),m(l,"data-past",h?.past),m(l,"hidden",e&&!h&&!d),i.update(h?.path??"",
h?.line??0,h?.source??""),m(l,"data-source",!!h?.path)}}}var As=64;function _s(e,t,o){let n=Math.max(1,Math.ceil(e.length/As)),s=e.filter((f,w)=>(e.length-1-w)%n===0),r=s.flatMap(
f=>f.mean===null?[]:[f.mean]),c=Math.min(...r),i=Math.max(...r)-c,l=s[0]?.step??0,p=(s.at(-1)?.step??0)-l||1,u="",h="",d="\
M";for(let f of s){let w=(1+(f.step-l)/p*(t-2)).toFixed(1);if(f.bad&&(h+=`M${w},${o-3}V${o}`),f.mean===null){d="M";continue}
let x=i>0?o-4-(f.mean-c)/i*(o-6):o/2;u+=`${d}${w},${x.toFixed(1)}`,d="L"}return{line:u,bad:h}}function Ye(e,t){let o=U("\
path",{class:"opscope-spark-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("svg",{class:"opscope-spark",width:e,height:t,
viewBox:`0 0 ${e} ${t}`,preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(c){if(c===r)return;r=
c;let i=_s(c?.points??[],e,t);m(o,"d",i.line),m(n,"d",i.bad)}}}var Cs=[64e6,256e6,1e9,4e9],Is={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Rs(e){return[...new Set([...Cs,e])].sort((t,o)=>t-o)}function Bs({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Xt(t.recording)}`}function Lo({
ask:e,signal:t}){let o=a("span",{class:"opscope-label"}),n=a("i",{class:"opscope-switch"}),s=a("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=a("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),c=a("span",{class:"opscope-bytes"}),i=a("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=a("span",{class:"opscope-limit"},"of ",i),p=a("span",{class:"opscope-memory"},c,
l),u=!1,h=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),i.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(i.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(d){u=!!d.recording?.on;let f=!!d.
recording&&!d.over;N(o,f?"Recording":"Recorded"),s.disabled=!f,m(s,"aria-checked",u&&f?"true":"false"),m(s,"title",f?Is[u?
"off":"on"]:void 0);for(let w of[n,r,l])m(w,"hidden",!f);N(r,Bs(d)),N(c,ut(d.recorded?.bytes??0)),d.recording&&d.recording.
budget!==h&&(h=d.recording.budget,i.replaceChildren(...Rs(h).map(w=>a("option",{value:w,selected:w===h},ut(w)))))}}}var Os=1e4;function No(e,t=Date.now){let o=null,n=null,s=-1,r=null,c=null,i=!1,l=0,p=()=>c!==null&&t()-c<Os,u=(d,f)=>{let w=++l;
c=t(),i=d==="Pause",e(d,f,x=>{w===l&&(x||(o=n=null),(!x||!i)&&(c=null))})},h=d=>{i&&d.phase!=="running"&&(i=!1,c=null),!(n===
null||d.phase==="running"||d.stopped===r)&&(c!==null&&d.stopped?.step!==n||(n=c=null))};return{get target(){return o??n},
goTo(d,f=-1){o=d,s=f},follow(d){if(h(d),!(o===null||p())){if(d.phase==="running")return u("Pause",{});n=o,o=null,r=d.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function xt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Ae(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function To({
ask:e,seek:t,refresh:o,signal:n}){let s=a("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=a("span",{class:"opscope-track-box"},s),c=a("output",{class:"opscope-number"}),i=Lo({ask:e,signal:n}),l=a(
"div",{class:"opscope-timeline","data-asks":!0},i.toggle,r,c,i.cost,i.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let u=xt(p);m(l,"hidden",!u&&!p.recording),i.update(p),t.follow(p);let h=u?
Math.min(u.last,Math.max(u.first,t.target??u.at)):0,[d,f]=u?[u.first,u.last]:[0,0];m(s,"min",d),m(s,"max",f),s.disabled=
d===f||p.phase==="waiting",Number(s.value)!==h&&(s.value=String(h)),s.style.setProperty("--at",`${100*(h-d)/Math.max(1,f-
d)}%`),m(l,"data-past",!!p.stopped?.past),m(l,"data-phase",p.recording?.on===!1?"off":p.phase),m(s,"aria-valuetext",u?`s\
tep ${h} of ${f}`:"no step yet"),N(c,u?`step ${h} / ${f}`:"no step yet"),m(r,"title",u?`steps ${d} to ${f} are recorded`:
"no step is recorded yet")}}}var Ps=new Set,Fs=new Set(["Pause","Continue","Terminate"]);function Ao({send:e,signal:t}){let o=new Map,n=pt.map(i=>a("\
div",{class:"opscope-group"},...i.map(r))),s=a("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(i){
let l=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});i.line&&l.append(U("path",{d:i.line,class:"\
opscope-stroke"})),i.fill&&l.append(U("path",{d:i.fill}));let p=a("button",{class:`opscope-button opscope-${i.name}`,type:"\
button",title:Ht(i),"aria-label":i.label,"aria-keyshortcuts":i.key});return p.append(l),Fs.has(i.kind)&&p.append(a("span",
{},i.label)),p.addEventListener("click",()=>e(i.kind),{signal:t}),o.set(i.kind,p),p}function c(i,l){let p=i.matches(":fo\
cus");l();let u=s.closest(".opscope-panel");p&&!i.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(i,l){let p=l?De(i):Ps,u=i.phase==="running"||i.phase==="waiting";for(let[h,d]of o)c(d,()=>{d.disabled=!p.has(
h),(h==="Pause"||h==="Continue")&&m(d,"hidden",u!==(h==="Pause"))})}}}var Ds=4,_o="NaN/Inf";function zs(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function js(e){return e===null?_o:G(e)}
function Hs(e){return e.seconds?G(1/e.seconds):"–"}function Co({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let c=a(
"span",{class:"opscope-title"}),i=a("span",{class:"opscope-place"}),l=a("span",{class:"opscope-state",role:"status"}),p=Eo(
s),u=To({ask:t,seek:o,refresh:n,signal:r}),h=Ao({send:e,signal:r}),d=yt("step","opscope-step"),f=yt("steps / s","opscope\
-rate"),w=a("div",{class:"opscope-metrics"},d.el,f.el),x=a("div",{class:"opscope-headline"},a("div",{class:"opscope-name\
s"},c,i),l),b=a("header",{class:"opscope-header"},x,p.el);s||(x.append(h.el),b.append(u.el)),b.append(w);let k=new Map;return{
el:b,update(S,g,y){N(c,S.title||"run"),N(i,S.place),m(l,"data-past",S.stopped?.past);let v=!g&&(S.phase==="running"||S.phase===
"waiting");m(l,"data-phase",v?"gone":S.phase),N(l,v?"no kernel":zs(S)),p.update(S,y),s||(u.update(S),h.update(S,g)),d.update(
String(bo(S))),f.update(Hs(S));let L=[...wo(S)].slice(0,Ds);for(let[C,{value:B,when:O}]of L){let _=k.get(C)??yt(C,"opsco\
pe-scalar",!0);k.set(C,_),_.update(js(B),S.scalarHistory.get(C),O)}be(w,[d.el,f.el,...L.map(([C])=>k.get(C).el)])}}}function yt(e,t,o=!1){
let n=a("span",{class:`opscope-number ${t}`}),s=Ye(96,30),r=a("span",{class:"opscope-label",title:e},e),c=a("span",{class:"\
opscope-when"}),i=a("div",{class:"opscope-metric"},a("div",{},r,n,...o?[c]:[]));return o&&i.append(s.el),{el:i,update(l,p,u=""){
N(n,l),N(c,u),m(i,"data-elsewhere",!!u),m(n,"data-bad",l===_o),o&&s.update(p)}}}var Ws=[["Anywhere","?","this page"],["Anywhere","Tab","to the next part of the panel"],["List of values","↑ ↓ Home End",
"select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to another step"],["Gr\
aph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← \
→","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← \
→","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ Home End","to another lin\
e"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of the line"],["Evaluation \
line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Gs(e){let t=new Map,o=e?[]:Le.filter(
n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,r]of[...o,...Ws])t.set(n,[...t.get(n)??[],[s,r]]);
return t}function Io({root:e,offline:t,signal:o}){let n=a("button",{class:"opscope-button",type:"button"},"Close"),s=[...Gs(
t)].map(([p,u])=>a("section",{},a("h4",{},p),a("dl",{},...u.flatMap(([h,d])=>[a("dt",{},...h.split(" ").map(f=>a("kbd",{},
f))),a("dd",{},d)])))),r=a("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},a("div",{class:"opsc\
ope-keys-head"},a("b",{},"Keys"),n),a("div",{class:"opscope-keys-groups"},...s)),c=a("button",{class:"opscope-button ops\
cope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),i=null,l=p=>{p!==!r.hidden&&
(p&&(i=e.ownerDocument.activeElement),m(r,"hidden",!p),p?n.focus({preventScroll:!0}):(i&&e.contains(i)?i:e).focus({preventScroll:!0}))};
return c.addEventListener("click",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener(
"keydown",p=>{let u=p.target.matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!==
"?"||u)||(p.preventDefault(),p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:c}}var Us={forward:"Forward",parameters:"Parameters",gradients:"Gradients"};function Ro({select:e,refresh:t,signal:o}){let n=a(
"input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),s=a("span",{class:"\
opscope-found"}),r=a("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),c=a("aside",{class:"o\
pscope-list"},a("div",{class:"opscope-search"},n,s),r),i=new Map,l=[],p="",u=Object.fromEntries(Object.entries(Us).map(([
d,f])=>[d,qs(f)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,passive:!0}),
r.addEventListener("click",d=>{let f=d.target.closest("[data-name]");f&&e(f.dataset.name??"")},{signal:o}),r.addEventListener(
"keydown",d=>{let f=ce(d,l.indexOf(p),l.length);f!==null&&(d.preventDefault(),e(l[f]),i.get(l[f])?.el.scrollIntoView({block:"\
nearest"}))},{signal:o}),{el:c,update(d,f){p=f;let w=Ke(d,n.value);l=[];let x=[];for(let[S,g]of Object.entries(w)){if(!g.
length)continue;let y=u[S];N(y.count,String(g.length)),x.push(y.el);for(let v of g){let L=i.get(v.name)??Ks(v.name);i.set(
v.name,L),l.push(v.name),x.push(L.el)}}be(r,x),m(r,"aria-activedescendant",i.get(f)?.el.id);let b=d.values.size,k=d.cost?.
hz&&!d.over?` · ${Yt(d.cost.hz)}`:"";N(s,`${l.length===b?b:`${l.length} of ${b}`}${k}`),m(s,"title",k?"each value is su\
mmarized so often: more would take over a twentieth of the time":void 0),m(r,"data-empty",b?l.length?void 0:"No value ma\
tches the filter.":"Values appear here as soon as the run sends them."),h(d,f)}};function h(d,f){let{clientHeight:w,scrollTop:x}=r,
b=l.map(g=>i.get(g)),k=b[0]?.el.offsetHeight||44,S=b.map(g=>g.el.offsetTop-x);b.forEach((g,y)=>{let v=l[y],L=S[y]>-2*k&&
S[y]<w+2*k;m(g.el,"aria-selected",v===f?"true":"false");let C=d.values.get(v);L&&C&&g.update(C,d.history.get(v),we(d,C))})}}
function qs(e){let t=a("span");return{el:a("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}var Vs=0;function Ks(e){
let t=a("span",{class:"opscope-pill"}),o=We(e),n=a("span",{class:"opscope-spec"}),s=a("span",{class:"opscope-mean"}),r=a(
"span",{class:"opscope-std"}),c=Ye(52,26),i=a("div",{class:"opscope-row",role:"option","data-name":e,id:`opscope-value-${++Vs}`},
t,o,n,s,r,c.el),l,p="";return{el:i,update(u,h,d){if(c.update(h),u===l&&d===p)return;l=u,p=d,m(i,"data-elsewhere",!!d);let f=ie(
u);m(i,"data-health",f);let[w,x]=Jt(u);Te(o,w),N(t,je[f]),N(n,`${d?`${d}  `:""}${me(u.shape)}  ${Kt(u.dtype)}${x?`  ${x}`:
""}`),N(s,G(u.mean)),N(r,u.std===null||!u.shape.length?"":`± ${G(u.std)}`)}}}var Xs="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function se(e,t,o,n="text"){return a("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function Bo({ask:e,showProblem:t,signal:o}){
let n=se("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=se("condition-field","only i\
f … (optional)","condition"),r=se("hits-field","1","stop from this hit on","number"),c=a("input",{class:"opscope-log-f\
ield",type:"checkbox"}),i=se("message-field","message, as: loss is {loss}","log message of a line of Python"),l=a("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=a("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),u=a("span",{class:"opscope-logging"},a("label",{title:"write a note at each hit, and go on"},
c," only log"),i),h=a("summary",{},"Hits, log …"),d=a("details",{class:"opscope-breakpoint-more"},h,a("div",{},a("labe\
l",{},"stop from hit ",r),u)),f=a("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,d);m(r,"min",1),m(i,"h\
idden",!0);let w=null,x=g=>{t(g),m(n,"aria-invalid",g?"true":void 0)},b=()=>Math.max(1,Math.round(Number(r.value)||1));function k(g){
w=g,n.value=g?.spec??"",n.readOnly=!!g,s.value=g?.condition??"",r.value=g&&g.wanted>1?String(g.wanted):"",c.checked=!1,i.
value="",m(i,"hidden",!0),m(u,"hidden",!!g),N(l,g?`Change ${g.number}`:"Add"),m(p,"hidden",!g),g&&(d.open=g.wanted>1||d.
open),x("")}function S(){let g={spec:n.value.trim(),condition:s.value.trim(),hits:b()};if(!g.spec)return x(Xs);x("");let y=(v,L)=>{
let C=n.value.trim()===g.spec&&s.value.trim()===g.condition;return v&&C&&k(null),(!v||L)&&x(L),!0};w?e("ChangeBreakpoint",
{number:w.number,enabled:w.enabled,condition:g.condition,hits:g.hits},y):e("SetBreakpoint",{spec:g.spec,condition:g.condition,
...g.hits>1&&{hits:g.hits},...c.checked&&{log:!0,message:i.value.trim()}},y)}f.addEventListener("submit",g=>(g.preventDefault(),
S()),{signal:o}),p.addEventListener("click",()=>k(null),{signal:o}),c.addEventListener("change",()=>m(i,"hidden",!c.checked),
{signal:o});for(let g of[n,s,r,i])g.addEventListener("input",()=>x(""),{signal:o}),g.addEventListener("keydown",y=>{y.key===
"Escape"&&w&&k(null),!(y.key!=="Enter"||y.isComposing)&&(y.preventDefault(),f.requestSubmit())},{signal:o});return{el:f,
problem:x,change(g){k(g),s.focus()},compose(g){k(null),n.value=g,s.focus()}}}var Ys=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Js({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function kt(e){return`${ne(e)} ${e===
1?"hit":"hits"}`}function Zs({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Qs({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var Oo={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:er,count:e=>e.breakpoints.length};function er({ask:e,open:t,offline:o,signal:n}){
let s=a("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),c=Bo({ask:e,showProblem:b=>{N(s,b),m(s,"hidden",
!b)},signal:n}),i=a("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=a("div",{class:"opscope-breakpoint-rows"}),p=a("div",
{class:"opscope-breakpoints"}),u=Ys.map(([b,k])=>({name:b,box:a("input",{type:"checkbox","data-filter":b}),title:k})),h=a(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
h.append(...u.map(({name:b,box:k,title:S})=>a("label",{title:S},k,` ${b}`))),o||p.append(c.el,h,s),p.append(i,l);let d,f=[],
w=(b,k)=>(c.problem(b?"":k),!0);h.addEventListener("change",()=>{let b=u.filter(({box:k})=>k.checked).map(({name:k})=>k);
e("SetExceptionFilters",{filters:b},w)},{signal:n}),l.addEventListener("click",b=>{let k=b.target,S=k.closest("[data-num\
ber]"),g=f.find(({number:y})=>y===Number(S?.dataset.number));g&&(k.closest(".opscope-remove")?e("ClearBreakpoint",{number:g.
number},w):k.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:g.number,enabled:!g.enabled,condition:g.condition,
hits:g.wanted},w):k.closest(".opscope-breakpoint-condition")?c.change(g):k.closest(".opscope-breakpoint-ops")&&t("graph",
g.ops[0]))},{signal:n});function x(b,k){let S={"data-conditional":!!b.condition,"data-off":!b.enabled,"data-hollow":!b.verified,
"data-log":!!b.log},g=Qs(b),y=Zs(b),v=a("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":b.
enabled?"true":"false","aria-label":g,title:g,disabled:o,...S}),L=a("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!b.ops.length},Js(b)),C=a("button",{class:"opscope-breakpoint-condition",type:"\
button",title:y?`${y}; click to change`:"set a condition","aria-label":`condition of breakpoint ${b.number}: ${y||"alway\
s"}`,disabled:o},y),B=a("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${b.number}`});return B.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),a("div",{class:"opscope-breakpoint","data-number":b.
number,"data-op":b.ops[0],"data-here":k,"data-off":!b.enabled},v,a("span",{class:"opscope-breakpoint-number"},String(b.number)),
a("code",{class:"opscope-breakpoint-spec",title:b.spec},b.spec),C,L,a("span",{class:"opscope-breakpoint-hits"},kt(b.hits)),
...o?[]:[B],...b.problem?[a("div",{class:"opscope-breakpoint-problem"},b.problem)]:[])}return{el:p,open:b=>c.compose(String(
b)),update(b){m(i,"hidden",b.breakpoints.length>0);for(let{name:v,box:L}of u)L!==document.activeElement&&(L.checked=b.exceptions.
includes(v));let k=b.stopped?.reason.endsWith("breakpoint")?b.stopped.op:-1,S=JSON.stringify([b.breakpoints,k]);if(S===d)
return;d=S,f=b.breakpoints;let g=document.activeElement?.closest?.("[data-number]"),y=l.contains(g)?document.activeElement.
className:"";l.replaceChildren(...f.map(v=>x(v,v.ops.includes(k)))),y&&l.querySelector(`[data-number="${g?.dataset.number}\
"] .${y}`)?.focus({preventScroll:!0})}}}function Po(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function Fo(e){return e.functions.
map((t,o)=>o).reverse()}function Do({ask:e,show:t,refresh:o,signal:n}){let s=a("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=a("div",{class:"opscope-empty"}),c=a("div",{},r,s),i=a("dl",{class:"o\
pscope-variables","aria-label":"variables of the chosen frame"}),l=a("div",{class:"opscope-empty"}),p=a("div",{},l,i),u="",
h=-1,d="",f,w,x=null;function b(y){x&&(h=y,f=void 0,e("FetchVariables",{frame:y},k),x.paths[y]&&t(x.paths[y],x.lines[y]),
o())}let k=(y,v)=>(d=y?"":v,w=void 0,!0);s.addEventListener("click",y=>{let v=y.target.closest("[data-frame]");v&&b(Number(
v.dataset.frame))},{signal:n}),s.addEventListener("keydown",y=>{if(!x)return;let v=Fo(x),L=ce(y,v.indexOf(h),v.length);L!==
null&&(y.preventDefault(),y.stopPropagation(),b(v[L]),S(),s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0}))},
{signal:n});function S(){let y=x,v=y&&JSON.stringify([y,h]);if(v===f)return;f=v;let L=s.contains(document.activeElement);
s.replaceChildren(...(y?Fo(y):[]).map(C=>{let B=y?.paths[C]?`${y.paths[C].split(/[/\\]/).at(-1)}:${y.lines[C]}`:"",O=C===
h;return a("div",{class:"opscope-frame",role:"option","aria-selected":O?"true":"false",tabindex:O?0:-1,"data-frame":C,"d\
ata-kind":y?.kinds[C],"data-now":y?.now[C],title:`${y?.texts[C]}${y?.now[C]?`
where the program is now; the run shows its past`:""}`},a("b",{},y?.functions[C]??""),a("code",{},y?.texts[C]??""),a("sp\
an",{},y?.now[C]?`${B} now`:B))})),L&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function g(y){let v=y.
fold.variables,L=Po(y,v)&&(v?.frame===h||v?.frame===h-(x?.functions.length??0))?v:null;if(L===w&&L)return;w=L;let C=y.phase===
"running"?"":d||(L&&!L.names.length?"No variables.":"");N(l,C),m(l,"hidden",!C),i.replaceChildren(...(L?.names??[]).flatMap(
(B,O)=>[a("dt",{title:B},B),a("dd",{title:`${L?.texts[O]}${L?.now[O]?`
of now: the recording does not have it`:""}`,"data-now":L?.now[O]},L?.texts[O]??"")]),...L&&L.total>L.names.length?[a("d\
t",{},"…"),a("dd",{},`${L.total-L.names.length} more`)]:[])}return{el:c,variables:p,get frame(){return h},update(y){let v=y.
stopped,L=y.phase==="running"||y.phase==="waiting"?"":`${v?.run} ${v?.tick} ${v?.reason}`;L!==u&&(u=L,h=-1,d="",L&&(e("F\
etchStack",{},(B,O)=>B?void 0:k(B,O)),e("FetchVariables",{frame:-1},k))),x=L&&Po(y,y.fold.stack)?y.fold.stack:null,x&&h<
0&&x.functions.length&&(h=x.functions.length-1);let C=L?x&&!x.functions.length?"No frame: the program has ended.":"":"Pa\
use the run to see where it is.";N(r,C),m(r,"hidden",!C),S(),g(y)}}}var tr=30;function zo({ask:e,frame:t,signal:o}){let n=se("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=a("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=a("form",{class:"opscope-evaluation","data-asks":!0},s,a("div",{class:"opscope-evaluation\
-line"},a("span",{"aria-hidden":"true"},"›"),n)),c=[],i=0;function l(){let p=n.value.trim();if(!p)return;n.value="",c.
push(p),i=c.length;let u=a("pre",{},"…");for(s.append(a("div",{class:"opscope-answer"},a("code",{},p),u));s.children.length>
tr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(h,d)=>(u.textContent=d,m(u,
"data-failed",!h),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let u=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(u&&c.length)i=Math.max(0,Math.min(
c.length,i+u)),n.value=c[i]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let u=p.phase==="running"||p.phase==="waiting";n.disabled=u,m(n,"title",u?"pause the run fir\
st":void 0)}}}function jo({ask:e,signal:t}){let o=a("div",{class:"opscope-attributes-title"}),n=a("dl",{class:"opscope-variables"}),s=a(
"div",{class:"opscope-empty",role:"status"}),r=a("div",{"data-asks":!0},o,n,s),c=-1,i="",l="",p;function u(h,d,f){e("Set\
Attribute",{op:h,name:d,value:f},(w,x)=>(N(s,x),m(s,"data-failed",!w),l="",!0))}return n.addEventListener("keydown",h=>{
let d=h.target.closest("input");h.key==="Escape"&&d&&(d.value=d.dataset.was??""),!(h.key!=="Enter"||!d||h.isComposing)&&
(h.preventDefault(),u(Number(d.dataset.op),d.name,d.value))},{signal:t}),{el:r,choose(h){c=h,l=""},update(h,d){let f=h.stopped,
w=`${f?.run} ${f?.tick}`;w!==i&&f?.text!=="edited"&&(c=i?-1:c),i=w;let x=c>=0?c:f?.op??-1;d&&x>=0&&h.phase!=="running"&&
l!==`${x} ${w}`&&(l=`${x} ${w}`,e("FetchOperator",{op:x},(g,y)=>(g||N(s,y),!0)));let b=h.fold.shown_operator?.op===x?h.fold.
shown_operator:null,k=h.phase==="paused"&&!h.over&&!b?.fixed,S=JSON.stringify([b,k,x]);S!==p&&(p=S,N(s,""),N(o,b?`${b.op_type}\
 ${b.op}${b.name?` → ${b.name}`:""}`:"No operator: pause before one, or choose one in the graph."),m(o,"title",b?.site),
n.replaceChildren(...(b?.names??[]).flatMap((g,y)=>{let v=se("attribute-field","",`${g} of ${b?.op_type} ${b?.op}; Enter\
 sets it for this run`);return v.name=g,v.value=v.dataset.was=b?.texts[y]??"",v.dataset.op=String(b?.op),v.readOnly=!k,m(
v,"title",k?"Enter sets it for this run":b?.fixed?`cannot be changed: ${b.fixed}`:"pause the run to change it"),[a("dt",
{title:g},g),a("dd",{},v)]}),...b&&!b.names.length?[a("dt",{},"no attributes"),a("dd",{})]:[]))}}}var le={time:{label:"time",about:"of a replay of the step, operator by operator",text:or},memory:{label:"memory",about:"\
bytes that the operator writes",text:nr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:G,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:ze,log:!0}};
function or(e){return e>=1?`${G(e)} s`:e>=.001?`${G(e*1e3)} ms`:`${G(e*1e6)} µs`}function nr(e){return e>=2**20?`${G(e/
2**20)} MiB`:e>=1024?`${G(e/1024)} KiB`:`${e} bytes`}function Ho(e,t){let o=le[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let c=t.get(`op-${s}`)??`op-${s}`,i=n.get(c);n.set(c,i===void 0?e.numbers[r]:o?Math.max(i,e.numbers[r]):i+e.numbers[r])}),
n}function Wo(e,t){let o=[...t].filter(c=>c>0),n=Math.max(...o,0);if(!le[e]?.log)return{at:c=>n?Math.sqrt(c/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:c=>c<=0?0:r?Math.log(c/s)/r:1,low:s,high:n}}var Go=["nan","inf","zeros","ok"];function sr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function rr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&sr(t,o[1])?Number(o[2]):0}function _e(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Uo(e,t){let o=new Map,n=(r,c)=>o.set(r,[...o.get(r)??[],c]),s=_e(
e);for(let r of t){let c=rr(r,e.path);if(c)n(c,r);else for(let[i,l]of s)r.ops.some(p=>l.includes(p))&&n(i,r)}return o}function ar(e,t){
let o=new Map([..._e(e)].flatMap(([s,r])=>r.map(c=>[c,s]))),n=new Map;for(let s of t.values()){let r=o.get(s.op);if(r===
void 0)continue;let c=ie(s),i=n.get(r);(!i||Go.indexOf(c)<Go.indexOf(i))&&n.set(r,c)}return n}function ir(e,t){return`${e.
static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function qo({ask:e,open:t,refresh:o,signal:n}){let s=a("select",
{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=a("button",{type:"button",class:"opscope-slice-tool o\
pscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the step"},"Time"),c=a("span",{class:"\
opscope-source-note",role:"status"}),i=a("div",{class:"opscope-source-bar","data-asks":!0},s,c,r),l=a("div",{class:"opsc\
ope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakpoint, Space shows the operato\
rs of a line"}),p=a("div",{class:"opscope-source-view"},i,l),u=new Map,h=null,d,f={path:"",line:0},w="",x="",b=0,k=0,S=!1;
function g(_,R){f={path:_,line:R};let $=h?.first??1;if(h?.path===_&&R>=$&&R<$+h.lines.length)return y(R);e("FetchSource",
{path:_,line:R},(P,j)=>(N(c,P?"":j),!0))}function y(_){let R=u.get(_);if(!R)return;v(_,!1);let $=R.offsetTop-l.offsetTop;
($<l.scrollTop+20||$>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=$-l.clientHeight/2)}function v(_,R){for(let[$,P]of[[u.
get(b),!1],[u.get(_),!0]])$&&(m($,"tabindex",P?0:-1),m($,"aria-selected",P?"true":"false"));b=_,R&&u.get(_)?.focus()}function L(_){
if(!h||!d)return;let R=Uo(h,d.breakpoints).get(_)??[];for(let{number:$}of R)e("ClearBreakpoint",{number:$});R.length||e(
"SetBreakpoint",{spec:ir(h,_)},($,P)=>(N(c,$?"":P),!0))}function C(_){l.querySelector(".opscope-line-ops-list")?.remove(),
k=k===_?0:_;let R=h?_e(h).get(k):void 0,$=u.get(k);if(!R||!$)return;let P=[...d?.values.values()??[]],j=W=>{let Y=P.find(
z=>z.op===W);return Y?`${Y.op_type} ${W}`:`op ${W}`};$.after(a("div",{class:"opscope-line-ops-list"},...R.map(W=>a("butt\
on",{type:"button",class:"opscope-operator","data-op":W,title:"show it in the graph"},j(W)))))}l.addEventListener("click",
_=>{let R=_.target,$=R.closest("[data-op]"),P=R.closest("[data-line]");if($)return t("graph",Number($.dataset.op));if(!P)
return;let j=Number(P.dataset.line);v(j,!1),R.closest(".opscope-line-stop")?L(j):R.closest(".opscope-line-ops")&&C(j)},{
signal:n}),l.addEventListener("keydown",_=>{if(_.target.matches("button")||!h)return;let R=h.first,$=ce(_,b-R,h.lines.length);
if($!==null&&_.key!=="ArrowLeft"&&_.key!=="ArrowRight")v(R+$,!0);else if(_.key==="Enter")L(b);else if(_.key===" ")C(b);else
return;_.preventDefault(),_.stopPropagation()},{signal:n}),s.addEventListener("change",()=>g(s.value,0),{signal:n}),r.addEventListener(
"click",()=>{S=!S,m(r,"aria-pressed",S?"true":"false"),S&&e("MeasureOperators",{by:"time",step:d?.stopped?.step||0},(_,R)=>(N(
c,_?"":R),!0)),o()},{signal:n});function B(_){h=_,k=0,N(c,"");let R=_e(_),$=new Set([..._.code_lines,..._.op_lines]);u=new Map(
_.lines.map((P,j)=>{let W=_.first+j,Y=R.get(W)?.length??0,z=wt(P).map(([T,D])=>T==="plain"?D:a("span",{"data-token":T},D)),
A=a("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":W},a("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!$.has(W),title:$.has(W)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${W}`},a("i",{})),a("span",{class:"opscope-line-at"},String(W)),a("span",{class:"opscope-line-time"}),
a("code",{},...P?z:[" "]),...Y?[a("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${W}`},Y===1?"1 op":`${Y} ops`)]:[]);return[W,A]})),l.replaceChildren(...u.values()),
s.replaceChildren(..._.paths.map(P=>a("option",{value:P,selected:P===_.path},P))),v(f.line>=_.first&&f.line<_.first+_.lines.
length?f.line:_.first,!1),y(b)}function O(_,R){let $=Uo(R,_.breakpoints),P=ar(R,_.present),j=S&&_.fold.measured?.by==="t\
ime"?_.fold.measured:null,W=new Map(j?.ops.map((T,D)=>[T,j.numbers[D]])??[]),Y=new Map([..._e(R)].map(([T,D])=>[T,D.reduce(
(q,J)=>q+(W.get(J)??0),0)])),z=Math.max(...Y.values(),0);j&&!z&&N(c,"No times: eager code is not run again.");let A=_.stopped?.
path===R.path?_.stopped.line:0;for(let[T,D]of u){let q=$.get(T)??[];m(D,"data-stops",q.length>0),m(D,"data-off",q.length>
0&&q.every(H=>!H.enabled)),m(D,"data-hollow",q.length>0&&q.every(H=>!H.verified)),m(D,"data-health",P.get(T)),m(D,"data-\
here",T===A);let J=D.firstElementChild;q.length&&m(J,"title",`${q.map(H=>`breakpoint ${H.number}: ${H.spec}${H.problem?`\
, ${H.problem}`:""}`).join(`
`)}
click to remove`),m(J,"aria-pressed",q.length?"true":"false");let M=D.children[2],I=j?Y.get(T)??0:0;N(M,I?le.time.text(I):
""),M.style.setProperty("--share",`${z?(100*I/z).toFixed(0):0}%`)}m(l,"data-timed",S)}return{el:p,show:g,update(_){d=_;let R=`${_.
graph?.program} ${_.runs}`,$=_.stopped?.path??"",P=`${_.stopped?.run} ${_.stopped?.tick} ${$}:${_.stopped?.line}`,j=_.phase===
"paused"||_.over;j&&(P!==x||R!==w)&&(R!==w&&(h=null),[x,w]=[P,R],($||!h)&&g($,_.stopped?.line??0),S&&e("MeasureOperators",
{by:"time",step:_.stopped?.step||0},()=>!0));let W=_.fold.source;W&&W!==h&&(!f.path||W.path===f.path)&&B(W),h?O(_,h):N(c,
j?c.textContent??"":"Pause the run to see its code."),m(s,"hidden",!h),m(r,"hidden",!h||!_.recorded)}}}var cr=50;function Vo({ask:e,signal:t}){let o=se("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=a("form",{class:"opscope-watch-form","data-asks":!0},o,a("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=a("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=a("div",{},s,n),c=[],i,l=p=>e("WatchExpressions",{expressions:p.slice(-cr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let u=o.value.trim();u&&(o.value="",l([...c.filter(h=>h!==u),u]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let u=p.target.closest("[data-expression]");u&&l(c.filter(h=>h!==u.dataset.expression))},{signal:t}),{el:r,update(p){
let u=p.fold.watched,h=p.phase==="running",d=JSON.stringify([u,h]);d!==i&&(i=d,c=u?.expressions??[],m(s,"data-old",h),s.
replaceChildren(...c.flatMap((f,w)=>[a("dt",{title:f},f),a("dd",{title:u?.texts[w],"data-failed":u?.failed[w]},a("span",
{},u?.texts[w]??""),a("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":f,title:"watch it\
 no longer","aria-label":`watch ${f} no longer`},"×"))])))}}}var Ko={id:"code",label:"Code",create:lr};function Je(e,t,o=!0){return a("details",{class:"opscope-section",open:o},a("s\
ummary",{},e),t)}function lr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=qo({ask:e,open:t,refresh:o,signal:s}),c=Do(
{ask:e,show:r.show,refresh:o,signal:s}),i=Vo({ask:e,signal:s}),l=jo({ask:e,signal:s}),p=zo({ask:e,frame:()=>c.frame,signal:s}),
u=Je("Operator",l.el,!1);u.addEventListener("toggle",o,{signal:s});let h=a("div",{class:"opscope-code-side"},Je("Call st\
ack",c.el),Je("Variables",c.variables),Je("Watch",i.el),u),d=a("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),f=a("div",{class:"opscope-code-body",hidden:n},r.el,h),w=a("div",{class:"opscope-\
code-tab"},d,f,p.el);return m(p.el,"hidden",n),{el:w,open(x){u.open=!0,l.choose(Number(x))},update(x){n||(r.update(x),c.
update(x),i.update(x),l.update(x,u.open),p.update(x))}}}var pr=1e5,dr={to:e=>e,marks:de,isLog:!1};function Xo(e){let t=e.flatMap(({min:s,max:r,mean:c})=>[s,r,c]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>pr*o))return dr;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,c){let i=Math.ceil(Math.log10(o)),l=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/c)),p=[0];for(let u=i+l-1;u<=308&&n(10**u)<=Math.max(r,-s);u+=l)p.push(10**u,-(10**u));return p.filter(u=>n(
u)>=s&&n(u)<=r)}}}var xe=150,ye=58,$t=10,Mt=8,Ze=22,vt="history of mean, min and max";function St(e){let t=e.flatMap(i=>[i.min,i.max,i.mean]).
filter(i=>i!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,c=e.at(-1)?.step??1;return{x:[r,c>r?c:r+1],y:[o-s,n+s]}}function Qe(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Jo({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),r=U("path",{class:"\
opscope-bad"}),c=U("path",{class:"opscope-cross"}),i=U("path",{class:"opscope-cursor"}),l=U("svg",{class:"opscope-chart",
height:xe,role:"img","aria-label":vt});l.append(o,n,s,r,c,i);let p=a("span"),u=a("section",{class:"opscope-card opscope-\
wide"},a("h4",{},"History",p),l),h=[],d="",f=null,w=Yo([],1),x=()=>{let y=f===null?void 0:Ge(h,w.step(f));N(p,y?`step ${y.
step}   mean ${G(y.mean)}   min ${G(y.min)}   max ${G(y.max)}`:b?"mean, min … max; click to go there":"mean, min … max"),
m(c,"d",y?`M${w.x(y.step)},${Mt}V${xe-Ze}`:"")},b=null,k=y=>{let{x:v}=w.extent;m(i,"d",y===null||!h.length||y<v[0]||y>v[1]?
"":`M${w.x(y)},7l-4,-6h8zV${xe-Ze}`)};l.addEventListener("click",y=>{if(!b||!h.length)return;let v=Math.round(w.step(y.clientX-
l.getBoundingClientRect().left));e(Math.max(b[0],Math.min(b[1],v)))},{signal:t}),l.addEventListener("pointermove",y=>(f=
y.clientX-l.getBoundingClientRect().left,x()),{signal:t}),l.addEventListener("pointerleave",()=>(f=null,x()),{signal:t});
let S=()=>{},g=new ResizeObserver(()=>S());return g.observe(l),t.addEventListener("abort",()=>g.disconnect()),{el:u,update(y,v,L){
S=()=>this.update(y,v,L);let C=y?.points??[];b=L,m(l,"data-goes",!!L),m(l,"aria-label",v===null?vt:`${vt}; the cursor is\
 at step ${v}`),k(v);let B=Math.max(200,l.clientWidth||u.clientWidth);C===h&&d===String(B)||(h=C,d=String(B),w=Yo(h,B),hr(
o,n,s,r,h,w,B),k(v),x())}}}function ur(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}V${t.y(e.max)}`;
return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function Yo(e,t){let o=Xo(e),n=l=>l===null?null:o.to(l),{x:s,y:r}=St(e.map(
l=>({...l,min:n(l.min),max:n(l.max),mean:n(l.mean)}))),c=t-ye-$t,i=xe-Mt-Ze;return{extent:{x:s,y:r},vertical:o,x:l=>+(ye+
(l-s[0])/(s[1]-s[0])*c).toFixed(1),y:l=>+(Mt+(1-(o.to(l)-r[0])/(r[1]-r[0]))*i).toFixed(1),step:l=>s[0]+(l-ye)/c*(s[1]-s[0])}}
function hr(e,t,o,n,s,r,c){let i=xe-Ze,l=r.vertical.marks(...r.extent.y,4).flatMap(f=>[U("path",{d:`M${ye},${r.y(f)}H${c-
$t}`}),U("text",{x:ye-6,y:r.y(f)+3.5,"text-anchor":"end"},ge(f))]),p=de(...r.extent.x,Math.max(3,c/110)).filter(Number.isInteger).
map(f=>U("text",{x:r.x(f),y:xe-6,"text-anchor":"middle"},ge(f)));e.replaceChildren(...s.length?[...l,...p]:[],U("path",{
class:"opscope-floor",d:`M${ye},${i}H${c-$t}`}));let u=Qe(s,f=>f.min!==null&&f.max!==null).map(f=>{let w=f.map(b=>`${r.x(
b.step)},${r.y(b.max)}`),x=[...f].reverse().map(b=>`${r.x(b.step)},${r.y(b.min)}`);return`M${[...w,...x].join("L")}Z`});
m(t,"d",u.join(""));let h=Qe(s,f=>f.mean!==null).map(f=>{let w=f.map(x=>`${r.x(x.step)},${r.y(x.mean)}`);return w.length>
1?`M${w.join("L")}`:ur(f[0],r)});m(o,"d",h.join(""));let d=s.filter(f=>f.bad).map(f=>`M${r.x(f.step)},${i-5}V${i}`);m(n,
"d",d.join(""))}function Zo({ask:e,signal:t}){let o=a("code",{}),n=a("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=a("span",{role:"status"}),r=a("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(c,i)=>(N(s,c?"":i),!0)),{signal:t}),{el:r,
update(c){let i=c.fold.edits?.texts??[];m(r,"hidden",!i.length||c.phase!=="paused"),N(o,i.join("; ")),m(o,"title",i.join(
`
`))}}}function et({goTo:e,open:t,signal:o}){let n=a("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",c=>{let i=c.target.closest("button");i?.dataset.step?e(Number(
i.dataset.step),Number(i.dataset.op)):i?.dataset.op&&t("graph",Number(i.dataset.op))},{signal:o});function r(c,i){let[l,
p,u]=[c.ops[i],c.steps[i],i===c.cause],h=l<0?a("span",{class:"opscope-maker"},c.makers[i]):a("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${c.makers[i]} ${l} in the graph`},`${c.makers[i]} ${l}`),d=p?[a("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${c.makers[i]} in step ${p}`},`step ${p}`)]:
[],f=c.gaps[i]?[a("div",{class:"opscope-gap"},`${ne(c.gaps[i])} more`)]:[],w=[c.notes[i],u&&c.reads[i]].filter(Boolean).
join(": ");return a("li",{"data-cause":u},...f,a("div",{class:"opscope-link"},...u?[a("b",{class:"opscope-cause-mark"},"\
cause")]:[],a("code",{},c.values[i]),h,...d),...w?[a("div",{class:"opscope-note-text"},w)]:[],...u?c.growth.map(x=>a("di\
v",{class:"opscope-note-text"},x)):[],...c.sites[i]?[a("code",{class:"opscope-line"},c.sites[i]+(c.sources[i]?`: ${c.sources[i]}`:
""))]:[])}return{el:n,update(c){c!==s&&(s=c,m(n,"hidden",!c),n.replaceChildren(...(c?.values??[]).map((i,l)=>r(c,l))))}}}function fr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Qo({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=a("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),c=a("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),i=a("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=et({goTo:t,open:o,signal:n}),p=a("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
a("div",{},r,c),i,l.el),u="",h="",d=null;function f(x){w("Searching …"),e("Explain",{name:x},(b,k)=>(w(fr(k)),d=b?x:null,
!0))}function w(x){N(i,x),m(i,"hidden",!x),d=null}return r.addEventListener("click",()=>f(u),{signal:n}),c.addEventListener(
"click",()=>f(""),{signal:n}),w(""),{el:p,update(x,b){let{stopped:k,explained:S}=b,g=`${x} ${k?.run} ${k?.tick}`;g!==h&&
w(""),u=x,h=g,l.update(S&&!S.at&&S.asked===d?S:null)}}}var ke=168;function mr(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function en(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function gr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function br(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${G(e.low+t*o)} … ${G(e.low+(t+1)*o)}: ${ne(e.counts[t])}`:Et(e)}function tn(e){let t=a("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${ke}px`}),o=a("span"),n=a("span",{class:"opscope-\
zero"},"0"),s=a("span"),r=a("div",{class:"opscope-readout"}),c=a("span"),i=a("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=a("div",{class:"opscope-axis"},o,n,
s),p=a("section",{class:"opscope-card"},a("h4",{},"Distribution",c),i,t,l,r),u,h=null,d="",f=!1,w=()=>{};i.addEventListener(
"click",()=>{f=!f,m(i,"aria-pressed",f?"true":"false"),w()},{signal:e});let x=()=>{let b=u&&h!==null&&h<u.counts.length;
m(t,"aria-label",u?`histogram of step ${u.step}, from ${G(u.low)} to ${G(u.high)}: ${Et(u)}`:"histogram"),N(r,u?b?br(u,h):
Et(u):"")};return t.addEventListener("pointermove",b=>{if(!u)return;let k=t.getBoundingClientRect();h=Math.max(0,Math.min(
u.counts.length-1,Math.floor((b.clientX-k.left)/k.width*u.counts.length))),x()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(h=null,x()),{signal:e}),{el:p,update(b){let k=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(b===u&&k===d)return;u=b,d=k,N(c,b?`step ${b.step}`:""),N(o,b?G(b.low):""),N(s,b?G(b.high):"");let S=b&&b.low<0&&b.high>
0?-b.low/(b.high-b.low):null;m(n,"style",S===null||S<.15||S>.85?"visibility: hidden":`left: ${(100*S).toFixed(2)}%`),x();
let g=b&&b.high>b.low?[.05,.5,.95].map(y=>G(en(b,y))):[];m(t,"title",g.length?`5 %, median and 95 % of the elements: abo\
ut ${g.join(", ")}`:void 0),w=()=>wr(t,b,S,f),w()}}}function Et(e){let t=e.counts.reduce((o,n)=>o+n,0);return t?e.low===
e.high?t===1?"1 finite element":`${ne(t)} finite elements, all equal`:`${ne(t)} finite element${t===1?"":"s"} in ${e.counts.
length} bins`:"no finite elements"}function wr(e,t,o,n){let s=e.getContext("2d"),r=e.clientWidth;if(!s||!r)return;e.width=
Math.round(r*devicePixelRatio),e.height=Math.round(ke*devicePixelRatio),s.scale(devicePixelRatio,devicePixelRatio);let c=getComputedStyle(
e);if(s.fillStyle=c.borderBottomColor,s.fillRect(0,ke-1,r,1),!t)return;o!==null&&s.fillRect(Math.round(o*r),0,1,ke),s.fillStyle=
c.color;let i=r/t.counts.length;mr(gr(t),n).forEach((l,p)=>{let u=l*(ke-18);s.fillRect(p*i+.5,ke-1-u,Math.max(1,i-1),u)}),
t.high>t.low&&xr(s,t,r,c.borderTopColor)}function xr(e,t,o,n){let[s,r,c]=[.05,.5,.95].map(i=>((en(t,i)??t.low)-t.low)/(t.
high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,c-s,1);for(let[i,l]of[[s,7],[r,11],[c,7]])e.fillRect(i-.75,5.5-l/2,1.5,l)}function yr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function on({
ask:e,signal:t}){let o=a("code",{class:"opscope-cell-name"}),n=se("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=se("cell-value","0.5, nan, h.mean()","new value"),r=a("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),c=a("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),i=se("cell-st\
eps","100","how many steps to replay","number"),l=a("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=a("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),u=a(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},a("span",{},o," [ ",n," ] = ",s),a("span",{},r,c,a("label",{
title:"how many steps to replay"},i," steps"),l)),h=a("div",{class:"opscope-cell-editor"},u,p),d="",f="",w=null,x=()=>n.
value.trim()?`${d}[${n.value.trim()}]`:d,b=(g,y)=>(N(p,y),m(p,"data-failed",!g),!0);function k(){m(u,"hidden",!0),w?.focus(
{preventScroll:!0}),w=null}function S(g){if(!s.value.trim())return void b(!1,"Give the new value: a number, nan, or an e\
xpression such as h.mean().");b(!0,g?"replaying …":"");let y={target:x(),value:s.value.trim()},v=(L,C)=>(b(L,C),L&&k(),
!0);g?e("TryValue",{...y,steps:Math.max(1,Math.round(Number(i.value)||100))},v):e("SetValue",y,v)}return u.addEventListener(
"submit",g=>(g.preventDefault(),S(!!f)),{signal:t}),c.addEventListener("click",()=>S(!0),{signal:t}),l.addEventListener(
"click",k,{signal:t}),u.addEventListener("keydown",g=>{if(g.key==="Escape")k();else if(g.key==="Enter"&&!g.isComposing&&
g.target.matches("input"))S(!!f);else return;g.preventDefault(),g.stopPropagation()},{signal:t}),{el:h,open(g,y,v,L){[d,
w]=[g,L],N(o,g),m(o,"title",g),n.value=y,s.value=v,b(!0,""),m(u,"hidden",!1),s.focus(),s.select()},update(g,y){d&&y!==d&&
!u.hidden&&m(u,"hidden",!0),f=yr(g),r.disabled=!!f,m(r,"title",f||"in this run; what follows is computed again"),c.disabled=
!g.recorded||g.phase==="running"}}}var re={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},kr=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function ve(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=kr.reduceRight((r,c)=>r*t+c[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var pe=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,vc=Array.from({length:256},(e,t)=>t===0?re.nan:t===1?re.minusInf:t===255?re.plusInf:
ve((t-2)/252));function Ce(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function tt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>pe(ve(t/16))).join(", ")})`}var nn=26,vr=14,$r=4;function sn(e,t,o,n){let s=Math.min(nn,o/t,n/e),r=(c,i)=>Math.max(vr,s*c,s<nn?Math.min(i/2,$r*s*c):
0);return[r(t,o),r(e,n)]}function rn(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,c=Ce(e.pixels[o*e.cols+n],e.low,e.high),
i=Number.isNaN(c)?"NaN":c===1/0?"+Inf":c===-1/0?"−Inf":`≈ ${G(c)}`;return`${t.length>2?`[${Zt(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${i}`}function an(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function cn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let c=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));c>s&&([n,s]=[r,c])}return n}function ot(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function nt(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[c,i]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return c<e.cols&&i<e.rows&&l<e.facets&&s<t?{facet:l,row:i,col:c}:null}function At(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function ln(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return re.nan;if(s===
1)return re.minusInf;if(s===255)return re.plusInf;let r=Ce(s,e.low,e.high);return t?At(r/o):ve(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function st(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replace("-","−");let c=Ce(e.pixels[s],e.low,e.high);return Number.isNaN(c)?"NaN":c===
1/0?"+Inf":c===-1/0?"−Inf":`≈ ${G(c)}`}function pn(e,t,o,n){let[s,r]=ot(t,o),c=e.getContext("2d");if(!c||s<=0||r<=0)
return;e.width!==s&&(e.width=s),e.height!==r&&(e.height=r);let i=c.createImageData(s,r),l=ln(t,n);for(let p=0;p<t.facets;p++){
let[u,h]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let d=0;d<t.rows;d++)for(let f=0;f<t.cols;f++){let w=4*((h+d)*s+
u+f),[x,b,k]=l[t.pixels[(p*t.rows+d)*t.cols+f]];i.data[w]=x,i.data[w+1]=b,i.data[w+2]=k,i.data[w+3]=255}}c.putImageData(
i,0,0)}function Mr(e){let t=Math.abs(e);return(e===0||t>=.01&&t<1e4?String(Number(e.toPrecision(3))):e.toExponential(0)).
replaceAll("-","−").replace("e+","e")}function dn(e,t,o,n,s){let r=e.getContext("2d");if(!r)return;e.width=Math.round(
o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,devicePixelRatio);let c=ln(t,s),[i,
l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,i/4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", mon\
ospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let u=0;u<t.cols;u++){let h=p*t.cols+u,
[d,f,w]=c[t.pixels[h]];r.fillStyle=`rgb(${d}, ${f}, ${w})`,r.fillRect(u*i,p*l,i-1,l-1),r.fillStyle=.299*d+.587*f+.114*w>
140?"#111111":"#ffffff";let x=Number(t.numbers[h]),b=Number.isFinite(x)?Mr(x):st(t,{facet:0,row:p,col:u});r.fillText(b,(u+
.5)*i,(p+.5)*l)}}var rt=168,Ie=300,un=[34,18],at=4,Sr=16,hn=8,fn={rows:-1,cols:-1,facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};
function Er(e,t,o,n){let[s,r]=[$e(e,0),$e(e,1)],c=Math.min(s,Math.max(hn,Math.round(e.height/n))),i=Math.min(r,Math.max(
hn,Math.round(e.width/n))),l=(p,u,h)=>Math.max(0,Math.min(h-u,Math.round(p-u/2)));return{top:l(t,c,s),left:l(o,i,r),height:c,
width:i}}function $e(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function ue(e){return{facets:e.facets,rows:Math.ceil(e.
height/e.row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function Lr(e,t){
let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((c,i)=>r.get(i)??e.index[i])}function Nr(e,t){let[o,n,s]=e.axes,[r,c]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],i=(p,u,h)=>u>1?`${p}–${Math.min(h,p+u)-1}`:`${p}`;return`[${e.shape.map((p,u)=>u===o?i(r,e.row_stride,e.top+
e.height):u===n?i(c,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${st(ue(
e),t)}`}function mn({ask:e,signal:t,offline:o}){let n=a("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=a("div",
{class:"opscope-heatmap-box"},n),r=a("span"),c=a("span"),i=a("i"),l=[_t("NaN",re.nan,0),_t("−Inf",re.minusInf,1),_t("+\
Inf",re.plusInf,255)],p=a("div",{class:"opscope-readout"}),u=a("span"),h={rows:Y("rows"),cols:Y("columns"),facets:Y("fac\
ets")},d=a("span",{class:"opscope-positions"}),f=a("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},a("option",{value:"auto"},"auto"),a("option",{value:"sequential"},"low to high"),a("option",{value:"signed"},"signe\
d")),w=W("+","zoom in (click a cell, or +)","zoom-in",()=>T(at)),x=W("−","zoom out (-)","zoom-out",()=>T(1/at)),b=W("P\
in","keep these elements, to compare others with them","pin",()=>e("PinValue",{name:v})),k=W("Difference","show the diff\
erence to the pinned value","difference",()=>A({...L,difference:!L.difference})),S=a("div",{class:"opscope-slice-bar",hidden:!0},
h.rows.el,h.cols.el,h.facets.el,d,a("label",{},"colors",f),a("span",{class:"opscope-slice-tools"},x,w,b,k)),g=on({ask:e,
signal:t}),y=a("section",{class:"opscope-card opscope-elements"},a("h4",{},"Elements",u),S,s,g.el,a("div",{class:"opscop\
e-legend"},a("div",{class:"opscope-scale"},r,i,c),...l.map(E=>E.el)),p),v="",L=fn,C="",B=null,O="",_="",R,$,P=[],j=null;
function W(E,F,K,Q){let Z=a("button",{type:"button",class:`opscope-slice-tool opscope-${K}`,title:F,"aria-label":F},E);return Z.
addEventListener("click",Q,{signal:t}),Z}function Y(E){let F=a("select",{class:`opscope-axis-${E}`,"aria-label":`axis of\
 the ${E}`});return F.addEventListener("change",()=>z(E==="columns"?"cols":E,Number(F.value)),{signal:t}),{el:a("label",
{},E,F),field:F}}function z(E,F){if(!$)return;let[K,Q,Z]=$.axes,V={rows:K,cols:Q,facets:Z},te=Object.keys(V).find(ae=>F>=
0&&V[ae]===F);te&&(V[te]=V[E]),V[E]=F,A({...L,...V,top:0,left:0,height:0,width:0})}function A(E){L=E,O="",e("FetchSlice",
{name:v,...L},(F,K)=>(F||([O,L]=[K,{...L,difference:!1}]),M(),!0))}function T(E,F){if(!$)return;let[K,Q]=F??[$.top+$.height/
2,$.left+$.width/2];A({...L,...Er($,K,Q,E)})}let D=()=>$?ue($):R?{...R,facets:1,numbers:[]}:null,q=E=>cn(E,s.clientWidth||
400,E.facets>1?Ie:rt),J=()=>f.value==="signed"||f.value==="auto"&&!!$?.difference;function M(){let E=$&&j&&nt(ue($),q(ue(
$)),...j),F=R&&j&&j[1]<R.rows&&j[0]<R.cols,K=$?E&&Nr($,E):F&&R&&j?rn(R,P,j[1],j[0]):"";N(p,O||K||($?Tr($):R?an(R):""))}function I(E){
let F=D();if(!F)return null;let K=n.getBoundingClientRect(),[Q,Z]=ot(F,q(F)),V=(te,ae)=>Math.max(0,Math.min(ae-1,Math.floor(
te*ae)));return[V((E.clientX-K.left)/K.width,Q),V((E.clientY-K.top)/K.height,Z)]}n.addEventListener("pointermove",E=>(j=
I(E),M()),{signal:t}),n.addEventListener("pointerleave",()=>(j=null,M()),{signal:t});function H(E){if(!$||o)return;let F=ue(
$),K=(E&&nt(F,q(F),...E))??{facet:0,row:0,col:0},Q=st(F,K);g.open(v,Lr($,K).join(", "),$.numbers.length?Q.replace("−",
"-"):"",n)}n.addEventListener("dblclick",E=>H(I(E)),{signal:t}),n.addEventListener("click",E=>{if(E.detail>1)return;let F=$&&
nt(ue($),q(ue($)),...I(E)??[0,0]);$&&F&&!$.numbers.length&&T(Sr,[$.top+F.row*$.row_stride,$.left+F.col*$.col_stride])},{
signal:t}),n.addEventListener("keydown",E=>{let F={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[E.key];
if(E.key==="+"||E.key==="=")T(at);else if(E.key==="-")T(1/at);else if(E.key==="Enter")H(j);else if(F&&$)T(1,[$.top+$.height*
(.5+F[0]/2),$.left+$.width*(.5+F[1]/2)]);else return;E.preventDefault(),E.stopPropagation()},{signal:t}),f.addEventListener(
"change",()=>(_="",ee()),{signal:t}),d.addEventListener("change",()=>{let E=P.map((F,K)=>d.querySelector(`[data-axis="${K}\
"]`)?.value??"0");A({...L,index:E.map(F=>String(Math.max(0,Math.round(Number(F)||0)))).join(",")})},{signal:t}),d.addEventListener(
"keydown",E=>E.stopPropagation(),{signal:t});function X(E){let F=E.shape.map((Z,V)=>[String(V),`${V} (${Z})`]);for(let[Z,
{field:V}]of[h.rows,h.cols,h.facets].entries()){let te=[["-1","none"],...F],ae=te.join();V.dataset.key!==ae&&V.replaceChildren(
...te.map(([oe,fe])=>a("option",{value:oe},fe))),V.dataset.key=ae,V.value=String(E.axes[Z])}m(h.rows.el,"hidden",E.shape.
length<2),m(h.cols.el,"hidden",E.shape.length<2),m(h.facets.el,"hidden",E.shape.length<3);let K=E.shape.flatMap((Z,V)=>E.
axes.includes(V)||Z<2?[]:[[V,Z,E.index[V]]]),Q=JSON.stringify(K);d.dataset.key!==Q&&(d.dataset.key=Q,d.replaceChildren(...K.
map(([Z,V,te])=>a("label",{},`axis ${Z}`,a("input",{type:"number",min:0,max:V-1,value:te,"data-axis":Z,title:`position o\
n axis ${Z}, 0 to ${V-1}`})))))}function ee(){let E=D(),F=E?E.rows*E.cols*E.facets:0;if(m(n,"hidden",!F),!E||!F)return;let K=q(
E),[Q,Z]=ot(E,K),V=s.clientWidth,te=!!$&&E.facets===1&&E.numbers.length>0&&V/E.cols>=un[0],ae=te?Math.min(Ie,E.rows*un[1]):
E.facets>1?Ie:rt,oe=te?[Math.min(V,E.cols*64),ae]:E.facets>1?[Math.min(V,Q*Ie/Z),Math.min(Ie,Z*V/Q)]:sn(E.rows,E.cols,V,
rt),fe=`${oe} ${devicePixelRatio} ${J()} ${te}`;if(fe===_)return;_=fe,m(s,"style",`height: ${Math.max(te||E.facets>1?0:rt,
Math.ceil(oe[1]))}px`),m(n,"style",`width: ${oe[0].toFixed(1)}px; height: ${oe[1].toFixed(1)}px`),te?dn(n,E,oe[0],oe[1],
J()):pn(n,E,K,J());let Pe=Math.max(Math.abs(E.low),Math.abs(E.high));N(r,G(J()?-Pe:E.low)),N(c,G(J()?Pe:E.high)),m(i,"st\
yle",`background: ${J()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].map(Qn=>pe(At(Qn))).join(", ")})`:tt()}`)}return{el:y,
update(E,F,K,Q){P=F,Q!==v&&([v,L,O]=[Q,fn,""]);let Z=`${Q} ${F} ${K.stopped?.run} ${K.stopped?.tick} ${E?.step} ${K.phase}`;
!o&&K.phase!=="running"&&(Z!==C||K.stopped!==B)&&E&&A(L),[C,B]=[Z,K.stopped],g.update(K,Q);let V=K.fold.slices.get(Q),ae=V&&
String(V.shape)===String(F)&&(V.step===E?.step||V.difference)&&!o?V:void 0;if(ae!==$||E!==R){[$,R,_]=[ae,E,""];for(let Pe of l)
Pe.update((ae??E)?.pixels);M()}m(S,"hidden",!$),$&&X($),N(u,$?.difference?`step ${$.step} − ${$.difference}`:E?`step ${E.
step}`:"");let oe=K.fold.pinned,fe=!!oe?.name&&String(oe?.shape)===String(F);m(k,"hidden",!fe),m(k,"aria-pressed",L.difference?
"true":"false"),m(k,"title",oe?.name?`show the difference to ${oe.name} of step ${oe.step}`:""),m(b,"aria-pressed",oe?.name===
Q&&oe?.step===E?.step?"true":"false"),ee()}}}function Tr(e){let t=me([$e(e,0),$e(e,1)]),o=e.height<$e(e,0)||e.width<$e(e,
1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>
1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>
1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?`, ${e.nonfinite} not finite`:""}`}function _t(e,t,o){
let n=a("span",{class:"opscope-mark","data-absent":!0},a("i",{style:`background: ${pe(t)}`}),e);return{el:n,update:s=>m(
n,"data-absent",!s?.includes(o))}}var Ct=12;function gn({ask:e,open:t,signal:o,offline:n}){let s=a("div",{class:"opscope-provenance"}),r="",c=(i,l)=>a("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${i} ${l} in the graph`},`${i} ${l}`);return s.addEventListener(
"click",i=>{let l=i.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(i,l){let p=n?void 0:i.fold.slices.get(l.name),u=(p?.
readers??[]).map((x,b)=>[p?.reader_types[b]??"",x]),h=i.recorded&&l.step>=i.recorded.first&&l.step<=i.recorded.last,d=!n&&
i.phase!=="running"&&h&&l.op>=0,f=JSON.stringify([l.op,l.op_type,u,d&&l.step]);if(f===r)return;r=f;let w=u.length>Ct?[`a\
nd ${u.length-Ct} more`]:[];s.replaceChildren(...l.op>=0?["made by",c(l.op_type,l.op)]:[],...u.length?["read by",...u.slice(
0,Ct).map(([x,b])=>c(x,b)),...w]:p?["read by nothing"]:[],...d?[a("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to th\
e write")]:[]),m(s,"hidden",!s.childNodes.length)}}}var[Re,Me,It,Rt,Bt]=[150,58,10,8,22];function bn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Ot(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":G(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function wn(e){let t=a("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=a("code",{}),n=a("spa\
n"),s=U("g",{class:"opscope-grid"}),r=U("path",{class:"opscope-line"}),c=U("path",{class:"opscope-line opscope-branch-li\
ne"}),i=U("path",{class:"opscope-cross"}),l=U("svg",{class:"opscope-chart",height:Re,role:"img"},s,r,c,i),p=a("div",{class:"\
opscope-branch-key"},a("span",{},a("i",{}),"recorded"),a("span",{},a("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=a("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},a("h4",{},"What if",t,n),l,p),h,d="",
f={x:k=>0,step:k=>0},w=new Map;t.addEventListener("change",()=>(h=w.get(t.value),b()),{signal:e}),l.addEventListener("po\
intermove",k=>{if(!h)return;let S=f.step(k.clientX-l.getBoundingClientRect().left),g=h.steps.reduce((y,v,L)=>Math.abs(v-
S)<Math.abs(h.steps[y]-S)?L:y,0);N(n,`step ${h.steps[g]}   ${G(h.recorded[g])}   would be ${G(h.changed[g])}`),m(i,"d",`\
M${f.x(h.steps[g])},${Rt}V${Re-Bt}`)},{signal:e}),l.addEventListener("pointerleave",()=>(m(i,"d",""),N(n,h?Ot(h):"")),{signal:e});
let x=new ResizeObserver(()=>b());x.observe(l),e.addEventListener("abort",()=>x.disconnect());function b(){let k=h;if(!k)
return;let S=Math.max(200,l.clientWidth||u.clientWidth),g=`${k.name} ${k.change} ${S} ${k.changed.length} ${k.changed.at(
-1)}`;if(g===d)return;d=g;let y=[bn(k,k.recorded),bn(k,k.changed)],{x:v,y:L}=St([...y[0],...y[1]].sort((P,j)=>P.step-j.step)),
C=S-Me-It,B=P=>+(Me+(P-v[0])/(v[1]-v[0])*C).toFixed(1),O=P=>+(Rt+(1-(P-L[0])/(L[1]-L[0]))*(Re-Rt-Bt)).toFixed(1);f={x:B,
step:P=>v[0]+(P-Me)/C*(v[1]-v[0])};let _=de(...L,4).flatMap(P=>[U("path",{d:`M${Me},${O(P)}H${S-It}`}),U("text",{x:Me-6,
y:O(P)+3.5,"text-anchor":"end"},ge(P))]),R=de(...v,Math.max(3,S/110)).filter(Number.isInteger).map(P=>U("text",{x:B(P),y:Re-
6,"text-anchor":"middle"},ge(P)));s.replaceChildren(..._,...R,U("path",{class:"opscope-floor",d:`M${Me},${Re-Bt}H${S-It}`}));
let $=P=>Qe(P,j=>j.mean!==null).map(j=>j.length>1?`M${j.map(W=>`${B(W.step)},${O(W.mean)}`).join("L")}`:`M${B(j[0].step)-
4},${O(j[0].mean)}h8`).join("");m(r,"d",$(y[0])),m(c,"d",$(y[1])),m(l,"aria-label",`${k.name}: ${Ot(k)}, if ${k.change}`),
N(n,Ot(k)),N(o,k.change)}return{el:u,update(k){let{branches:S}=k.fold;if(m(u,"hidden",!S.size),S===w)return b();w=S;let g=[
...w.values()].at(-1),y=[...w.values()].filter(v=>v.change===g?.change).map(({name:v})=>v);t.replaceChildren(...y.map(v=>a(
"option",{value:v},v))),h=w.get(y.includes(h?.name??"")?h?.name??"":y[0]??""),h&&(t.value=h.name),b()}}}var Ar=[["mean",e=>G(e.mean)],["std",e=>G(e.std)],["min",e=>G(e.min)],["max",e=>G(e.max)],["shape",e=>me(e.shape)],["zer\
os",e=>ze(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>ne(e.nan),e=>e.nan>0],["Inf",e=>ne(e.inf),e=>e.inf>0],["elements",e=>ne(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function _r(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Cr(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function xn(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:He(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var yn={id:"tensor",label:"Tensor",create:Ir};function Ir({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let c=a("span",{class:"opscope-pill"}),i=a("span",{class:"opscope-detail-name"}),l=a("div",
{class:"opscope-origin"}),p=a("code",{class:"opscope-site"}),u=Ar.map(([O,_,R])=>{let $=a("span",{class:"opscope-number"});
return{label:O,value:_,warn:R,shown:$,el:a("div",{class:"opscope-fact"},a("span",{class:"opscope-label"},O),$)}}),h=Jo({
goTo:o,signal:s}),d=tn(s),f=mn({ask:e,signal:s,offline:r}),w=gn({ask:e,open:t,signal:s,offline:r}),x=a("div",{class:"ops\
cope-detail-head"},a("div",{},c,i),a("div",{},l,p)),b=wn(s),k=Zo({ask:e,signal:s}),S=a("div",{class:"opscope-charts"},h.
el,d.el,f.el,b.el),g=a("div",{class:"opscope-hint"}),y=a("div",{class:"opscope-about"}),v=Qo({ask:e,goTo:o,open:t,signal:s,
offline:r}),L=[x,k.el,w.el,v.el,a("div",{class:"opscope-facts"},...u.map(O=>O.el)),y,S],C=a("div",{class:"opscope-detail\
-body"},...L),B=a("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return f.
el.append(g),{el:a("div",{class:"opscope-detail"},B,C),update(O,{selected:_,refusal:R}){let $=O.values.get(_);if(m(B,"hi\
dden",!!$),m(C,"hidden",!$),!$)return;let P=ie($);m(x,"data-health",P),N(c,je[P]),N(i,$.name),N(l,$.called?`called ${$.called}\
 · ${xn($)}`:xn($)),N(p,$.site),v.update(_,O);for(let A of u)N(A.shown,A.value($)),m(A.shown,"title",A.value($)),m(A.el,
"data-bad",A.warn?.($)?A.label==="NaN"?"nan":A.label==="Inf"?"inf":"zeros":void 0);let j=we(O,$),W=[Cr(j),_r($)].filter(
Boolean).join(" ");m(C,"data-elsewhere",!!j),N(y,W),m(y,"hidden",!W);let Y=O.details.get(_);f.update(Y,$.shape,O,_),h.update(
O.history.get(_),O.stopped?.step||null,n(O));for(let A of[d,f])m(A.el,"data-elsewhere",!!j||!!(O.stopped&&Y&&Y.step!==$.
step));d.update(Y),w.update(O,$),b.update(O),k.update(O),N(g,Y?"":r?"Elements were not recorded for this value.":R||"Wai\
ting for the elements of this value …"),m(g,"hidden",!!Y)}}}var Rr=["error","warning","hint"];function kn(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>Rr.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function Br(e){let t=e.
times>1?`, ${ne(e.times)} times`:"";return e.step?`step ${ne(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}var vn={id:"findings",label:"Findings",create:Or,count:e=>kn(e.findings).length};function Or({ask:e,open:t,
goTo:o,signal:n,offline:s}){let r=a("button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of dia\
gnosis look at the recorded steps"},"Check the recorded steps"),c=a("span",{class:"opscope-look-answer",role:"status"}),
i=a("div",{class:"opscope-findings-bar","data-asks":!0,hidden:s},r,c),l=a("div",{class:"opscope-nothing"},'Nothing was f\
ound. A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.'),p=a("ul",{class:"opscope\
-findings-rows"}),u=et({goTo:o,open:t,signal:n}),h=a("pre",{class:"opscope-cause",role:"status",hidden:!0}),d=null,f,w=!1;
r.addEventListener("click",()=>{N(c,"Looking …"),e("FindFaults",{},(g,y)=>(N(c,g?`${y}. Rules can be wrong: judge by t\
he evidence.`:y),!0))},{signal:n}),p.addEventListener("click",g=>{let y=g.target.closest("button"),v=Number(y?.dataset.number),
L=v?x.get(v):void 0;!L||!y||(y.classList.contains("opscope-there")?b(L):k(L,y))},{signal:n});let x=new Map;function b(g){
g.step?o(g.step,g.op):t("graph",g.op)}function k(g,y){let v=d?.number===g.number;d=v?null:{number:g.number,name:g.value,
step:g.step,ok:!1};for(let L of p.querySelectorAll(".opscope-ask-why"))m(L,"aria-expanded",L===y&&!v?"true":"false");u.update(
null),N(h,d?"Searching …":""),m(h,"hidden",!d),d&&(y.closest(".opscope-finding")?.append(h,u.el),e("Explain",{name:g.value,
step:g.step},(L,C)=>(d?.number!==g.number||(d.ok=L,N(h,L?"":C),m(h,"hidden",L)),!0)))}function S(g,...y){let v=a("button",
{type:"button",class:"opscope-why opscope-there","data-number":g.number,title:g.step?`go to step ${g.step}`:"show it in \
the graph"},g.step?"Go there":"Show in graph"),L=a("button",{type:"button",class:"opscope-why opscope-ask-why","data-num\
ber":g.number,"aria-expanded":"false",title:`why ${g.value} is what it is in step ${g.step}`},"Why"),C=[...g.step||g.op>=
0?[v]:[],...!s&&g.value&&g.step?[L]:[]];return a("div",{class:"opscope-finding","data-severity":g.severity},a("div",{class:"\
opscope-finding-head"},a("span",{class:"opscope-severity"},g.severity),a("b",{},g.rule),...g.value?[a("code",{},g.value)]:
[],a("span",{class:"opscope-when"},Br(g))),a("div",{class:"opscope-evidence"},g.evidence),...g.site?[a("code",{class:"op\
scope-line"},g.site+(g.code?`: ${g.code}`:""))]:[],...g.operator?[a("code",{class:"opscope-line opscope-operator-text"},
g.operator)]:[],...g.suggestion?[a("div",{class:"opscope-try"},`Try: ${g.suggestion}`)]:[],...y,a("div",{class:"opscope-\
finding-buttons","data-asks":!0},...C))}return{el:a("div",{class:"opscope-findings"},i,l,p),update(g){w=!!g.recorded||s,
m(r,"disabled",!g.recorded),m(p,"data-fixed",!w);let y=d?.ok&&g.explained?.asked===d.name&&g.explained.at===d.step?g.explained:
null;if(y&&u.update(y),g.findings===f)return;f=g.findings,x=new Map([...g.findings.values()].map(B=>[B.number,B]));let v=kn(
g.findings),L=new Set([...p.querySelectorAll("details[open]")].map(B=>B.dataset.number));m(l,"hidden",v.length>0),p.replaceChildren(
...v.map(({finding:B,consequences:O})=>{let _=a("details",{class:"opscope-consequences","data-number":B.number,open:L.has(
String(B.number))},a("summary",{},`may explain ${O.length} more`),...O.map(R=>S(R)));return a("li",{},S(B),...O.length?[
_]:[])}));let C=d&&p.querySelector(`.opscope-ask-why[data-number="${d.number}"]`);C&&(m(C,"aria-expanded","true"),C.closest(
".opscope-finding")?.append(h,u.el))}}}var Se=128,$n=36,Pr=Object.freeze([]),Fr=3,Dr=12;function zr(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Dr,Math.min(o-Fr,Math.floor(Math.log10(e)))),o]}var Mn=new WeakMap;function jr(e){let t=Mn.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],Mn.set(
e,t)}return t}function En(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Sn=Array.from({length:129},
(e,t)=>pe(ve(t/128)));function Hr(e,t){return e.bad?pe(re.nan):e.rms?Sn[Math.round(En(e.rms,t)*(Sn.length-1))]:null}var Ln={
id:"flow",label:"Gradient flow",short:"Flow",create:Wr,count:e=>bt(e).length};function Wr({select:e,refresh:t,signal:o}){
let n=a("div",{class:"opscope-decades"}),s=a("div",{class:"opscope-flow-row opscope-flow-head"},a("span",{},"parameter"),
n,a("span",{},"RMS"),a("span",{},"over steps")),r=a("div",{class:"opscope-flow-body"}),c=a("div",{class:"opscope-nothing"},
"No gradient of a parameter has been seen. Tap the gradients to see how they flow."),i=a("span"),l=a("span"),p=a("div",{
class:"opscope-legend opscope-flow-legend"},a("span",{},"RMS gradient of each parameter"),a("div",{class:"opscope-scale"},
i,a("i",{style:`background: ${tt()}`}),l),a("span",{class:"opscope-mark"},a("i",{style:`background: ${pe(re.nan)}`}),"Na\
N or Inf")),u=new Map;r.addEventListener("click",f=>{let w=f.target.closest("[data-name]");w&&e(w.dataset.name??"")},{signal:o});
let h=a("div",{class:"opscope-flow"},c,a("div",{class:"opscope-flow-table"},s,r,p));h.addEventListener("scroll",t,{signal:o,
passive:!0});let d=(f,w)=>f.history.get(w.name)?.points??Pr;return{el:h,update(f,{selected:w}){let x=bt(f);m(c,"hidden",
x.length>0),m(s,"hidden",!x.length);let[b,k]=[1/0,0];for(let C of x){let[B,O]=jr(d(f,C));[b,k]=[Math.min(b,B),Math.max(k,
O)]}let S=zr(b,k);Gr(n,S),N(i,G(10**S[0])),N(l,G(10**S[1])),m(p,"hidden",!x.length);for(let C of x)u.has(C.name)||u.set(
C.name,Ur(C.name));let g=x.map(C=>u.get(C.name));be(r,g.map(C=>C.el));let y=f.stopped?.step||null,v=Math.floor((h.scrollTop-
r.offsetTop)/$n)-2,L=v+Math.ceil(h.clientHeight/$n)+4;x.forEach((C,B)=>{if(B<v||B>L)return g[B].choose(C.name===w);g[B].
update(C,d(f,C),S,we(f,C),y),g[B].choose(C.name===w)})}}}function Gr(e,t){let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(
e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let c=Math.ceil((n-o)/s),i=[];for(let l=n;l>=
o;l-=c){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;i.push(a("span",{style:p},"10",a("sup",{},String(l).replace("-","\
−"))))}e.replaceChildren(...i)}function Ur(e){let t=We(e),o=a("i"),n=a("span",{class:"opscope-track"},o),s=a("span",{class:"\
opscope-number"}),r=a("canvas",{class:"opscope-strip",width:Se,height:1,role:"img","aria-label":"RMS gradient over the s\
teps"}),c=a("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),i="",l;return{el:c,choose:p=>m(c,"a\
ria-pressed",p?"true":"false"),update(p,u,h,d,f){let w=`${h} ${d} ${f}`;if(l===p&&i===w)return;l=p,i=w,m(c,"data-elsewhe\
re",!!d),m(c,"title",d?`not computed yet: its value ${d}`:void 0);let{rms:x}=Ue(p),b=ie(p);Te(t,p.grad_of),m(c,"data-hea\
lth",b),m(o,"data-nothing",x===null),m(n,"style",`--decade: ${(100/(h[1]-h[0])).toFixed(3)}%`),m(o,"style",`width: ${(100*
(x===null?1:En(x,h))).toFixed(2)}%`),N(s,p.nan?"NaN":p.inf?"Inf":G(x)),qr(r,u,h,f)}}}function qr(e,t,o,n){let s=e.getContext(
"2d");if(!s)return;s.clearRect(0,0,Se,1);let r=t[0]?.step??0,c=(t.at(-1)?.step??0)-r+1;t.forEach((i,l)=>{let p=t[l+1]?.step??
i.step+1,u=Math.floor((i.step-r)/c*Se);if(!i.bad&&l+1<t.length&&Math.floor((p-r)/c*Se)===u)return;let h=Hr(i,o);h&&(s.fillStyle=
h,s.fillRect(u,0,Math.ceil((p-r)/c*Se)-u,1))}),!(n===null||n<r||n>=r+c)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(
Math.floor((n-r)/c*Se),0,2,1))}var Vr=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function Pt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Nn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${kt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function he(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Tn(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Vr)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),c=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),i=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=U("g",{class:"opscope-gutter"},U("title"),r,c,i);return e.
append(l),l}function An(e,t){m(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),m(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),m(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&N(Tn(e).firstChild,Nn(t))}function _n(e){let t=Tn(e).firstChild;t.textContent||N(t,Nn([]))}var Ee=["nan","inf","zeros","ok"],Kr=2e5;function Cn(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=ie(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||Ee.indexOf(s)<Ee.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function In(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let c=o.get(r);(!c||Ee.indexOf(s)<Ee.indexOf(c))&&o.set(r,s)}return o}function Rn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<Kr;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Bn(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,c)=>Ee.indexOf(ie(r))-Ee.indexOf(ie(c)))[0]?.name}var Xr=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),On=/^(xmlns(:xlink)?|xml:space)$/,Yr=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),Jr=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function Zr(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!Yr.has(e)&&!Jr.test(e)&&!On.test(e)?!1:On.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function Pn(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(Fn(n),document.importNode(n,!0))}function Fn(e){for(let{
name:t,value:o}of[...e.attributes])Zr(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Xr.
has(t.localName)&&t.namespaceURI===e.namespaceURI?Fn(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function Dn(e,t){let o=Pn(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);m(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),c=s.getAttribute("data-dst"),i=s.getAttribute("data-scope"),l=Rn(s.getAttribute("data-h\
ides"));r!==null&&c!==null?n.links.push({src:r,dst:c}):l.length||/^(op|var)-/.test(s.id)?Qr(n,s,l,t&&i!==null):i!==null&&
(n.frames.set(i,s),t&&zn(s,"fold"))}return n}function Qr(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);m(t,"data-node",t.id),m(t,"tabindex",-1),m(t,"role","button"),m(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&zn(t,"open")}function zn(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),c=s("y")+(t==="open"?0:11),i=t===
"open"?`M${r-3},${c}h6M${r},${c-3}v6`:`M${r-3},${c}h6`,l=U("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},l,U("circle",{cx:r,cy:c,r:6}),U("path",{d:i})))}function jn(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,c=p=>(p.left+p.right)/2,i=null,l=1/0;for(let p of s){let u=e.nodes.get(p)?.getBoundingClientRect();if(!u||p===t)continue;
let h=c(u)-c(n),d=Math.abs(u.top-n.top);if(r&&h*r<=1)continue;let f=Math.abs(h)+(r?3:.2)*d;f<l&&([i,l]=[p,f])}return i}var ea=150,Hn="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function Wn({search:e,choose:t,signal:o}){
let n=a("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Hn,"aria-label":`\
search the graph: ${Hn}`}),s=a("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=a("div",{class:"opscope-graph\
-find"},n,s),c=0,i="",l=null,p=()=>m(s,"hidden",!0),u=()=>{i=n.value.trim(),i?e(i):p()};n.addEventListener("input",()=>{
clearTimeout(c),c=window.setTimeout(u,ea)},{signal:o}),n.addEventListener("focus",()=>m(s,"hidden",!i||!l||l.text!==i),{
signal:o}),r.addEventListener("keydown",d=>{d.stopPropagation();let f=[...s.querySelectorAll("button")],w=f.findIndex(x=>x.
matches(":focus"));if(d.key==="Escape")p(),n.focus();else if(d.key==="Enter"&&w<0)l?.text===n.value.trim()?f[0]?.click():
u();else if(d.key==="ArrowUp"&&w===0)n.focus();else if(d.key.startsWith("Arrow")&&d.key!=="ArrowLeft"&&d.key!=="ArrowRig\
ht")f[ce(d,w,f.length)??0]?.focus();else return;d.preventDefault()},{signal:o}),s.addEventListener("click",d=>{let f=d.target.
closest("[data-found]");f&&(p(),t(f.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
d=>d.composedPath().includes(r)||p(),{signal:o,capture:!0});function h(d){let f=d.ids.map((b,k)=>{let S=a("button",{class:"\
opscope-match",type:"button",role:"option","data-found":b},a("b",{},d.labels[k]),a("span",{},d.details[k]));return m(S,"\
title",`${d.labels[k]}
${d.details[k]}`),S}),w=d.total>f.length?` · the first ${f.length} are shown`:"",x=d.total===1?"1 node":`${d.total.toLocaleString(
"en")} nodes${w}`;s.replaceChildren(a("div",{class:"opscope-matches-head"},d.total?x:`Nothing matches "${d.text}".`),...f),
m(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(d){d!==l&&(l=d,d&&d.text===i&&n.value.trim()===i&&h(d))},enable:d=>m(
r,"hidden",!d),clear:()=>N(s,"")}}var ta={together:"in one",apart:"side by side",forward:"forward only"};function Gn({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:c}){let i=a("span",{class:"opscope-graph-info"}),l=a("span",{class:"opscope-graph-number"}),p=(T,D,q)=>{let J=a(
"button",{type:"button",class:"opscope-tool",title:D,"aria-label":D},T);return J.addEventListener("click",q,{signal:c}),
J},u=(T,D,q)=>a("select",{class:`opscope-graph-choice opscope-graph-${T}`,title:D,"aria-label":D},...Object.entries(q).map(
([J,M])=>a("option",{value:J},M))),h=Wn({search:n,choose:s,signal:c}),d=u("arrangement","forward and backward: each laye\
r with its gradients, side by side, or forward only",ta),f=Object.fromEntries(Object.entries(le).map(([T,{label:D}])=>[T,
D])),w=u("colors","color the operators by",{health:"health",...f}),x=a("input",{class:"opscope-graph-since",type:"number",
min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),b=p(
"Whole graph","back to the whole graph",()=>t({center:""})),k=p("Fold all","fold the scopes that were opened",()=>t({first:!0,
center:""})),S=u("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),g=a("div",{class:"opscope-k\
ey"},...["ok","zeros","Inf","NaN"].map(T=>a("span",{"data-health":T.toLowerCase()},a("i"),T))),y=a("span"),v=a("span"),L=a(
"div",{class:"opscope-key opscope-ramp",hidden:!0},y,a("i"),v,l),C=a("div",{class:"opscope-tools"},p("+","zoom in",()=>e.
zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),S),B=a("div",{class:"opscope-graph-bar",
hidden:!0},h.el,d,a("label",{class:"opscope-graph-by"},"color",w),x,k,b),O=a("div",{class:"opscope-graph-foot"},a("div",
{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},g,L,i),C),_=new Map,
R="",$="",P="",j=!1,W={by:"health",selected:""},Y=()=>{W.by=w.value,$="",m(x,"hidden",W.by!=="change"),o(W.by,Math.max(0,
Math.round(Number(x.value)||0)))};w.addEventListener("change",Y,{signal:c}),x.addEventListener("change",Y,{signal:c}),x.
addEventListener("keydown",T=>T.stopPropagation(),{signal:c}),d.addEventListener("change",()=>t({arrangement:d.value,first:!0,
center:""}),{signal:c}),S.addEventListener("change",()=>{S.value&&r(S.value),S.value=""},{signal:c});let z=()=>N(i,$||(j?
"drawing …":P));function A(){let T=_.get(R);N(l,T===void 0?"":le[W.by]?.text(T)??"")}return Object.assign(W,{el:B,foot:O,
focusSearch:h.focus,wait(T){j=T,z()},measured(T,D){return $=T?"":D,z(),!T},read(T){R=T,A()},drawn(T,D,q){m(B,"hidden",!T.
arrangement||q),T.arrangement&&(d.value=T.arrangement),m(b,"hidden",!T.center),m(k,"hidden",!!T.center);let J=T.hidden?`\
, ${T.hidden.toLocaleString("en")} nodes folded`:"";P=D?`${T.ops.toLocaleString("en")} operators${J}`:"",z()},update(T,D,q){
W.selected=D,h.update(T.fold.found);for(let J of w.options)J.disabled=J.value!=="health"&&(q||!T.recorded)},legend(T,D,q){
if(_=D,m(g,"hidden",W.by!=="health"),m(L,"hidden",!T),T){let J=le[T.by];N(y,J.text(q.low)),N(v,J.text(q.high));let M=T.against?
`steps ${T.against} and ${T.step}`:`step ${T.step}`;m(L,"title",`${J.label}, ${M}: ${J.about}`)}A()}})}function Un(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...oa(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function oa(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=c=>({name:"goto",label:`Go to here in st\
ep ${c}`,kind:"Goto",fields:{step:c,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function qn({choose:e,
frame:t,signal:o}){let n=a("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(i=!1)=>{n.hidden||
(m(n,"hidden",!0),i&&t.focus({preventScroll:!0}))};n.addEventListener("click",i=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(i.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",i=>{let l=[...n.querySelectorAll(
"button")],p=ce(i,l.findIndex(u=>u.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(i.key==="Escape")r(!0);else
return;i.preventDefault(),i.stopPropagation()},{signal:o});let c=i=>{i.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",c,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",i=>i.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(i,l,p,u){if(!i.length)return r();s=i;let h=a("div",{
class:"opscope-menu-head"},a("b",{},l),` ${p}`);n.replaceChildren(h,...s.map(k=>a("button",{class:`opscope-menu-item ops\
cope-menu-${k.name}`,type:"button",role:"menuitem"},k.label))),m(n,"hidden",!1);let d=t.getBoundingClientRect(),f=u.getBoundingClientRect(),
x=f.right+8+n.offsetWidth<=d.right?f.right+8-d.left:Math.max(4,f.left-16-n.offsetWidth-d.left),b=Math.max(4,Math.min(d.height-
n.offsetHeight-4,(f.top+f.bottom)/2-d.top-16));n.style.left=`${x}px`,n.style.top=`${b}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var Be=132,Oe=96;function Ft(e){let t=Math.min(Be/e.w,Oe/e.h);return{scale:t,x:(Be-e.w*t)/2,y:(Oe-e.h*t)/2}}function Vn(e,t){
let o=a("canvas",{width:Be*2,height:Oe*2}),n=a("div",{class:"opscope-sight"}),s=a("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},c=i=>{let l=o.getBoundingClientRect(),
p=Ft(r);e(r.x+(i.clientX-l.left-p.x)/p.scale,r.y+(i.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
i=>{i.preventDefault(),i.stopPropagation(),s.setPointerCapture(i.pointerId),c(i)},{signal:t}),s.addEventListener("pointe\
rmove",i=>i.buttons&1&&c(i),{signal:t}),{el:s,draw(i,l){r=i;let p=o.getContext("2d");if(!p)return;let{scale:u,x:h,y:d}=Ft(
i);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,Be,Oe);for(let{box:f,color:w}of l){p.fillStyle=w;let[x,b]=[Math.max(1.5,f.
w*u),Math.max(1.5,f.h*u)];p.fillRect(h+(f.x-i.x)*u,d+(f.y-i.y)*u,x,b)}},update(i,l){r=l;let{scale:p,x:u,y:h}=Ft(l),d=i.x<=
l.x+1&&i.y<=l.y+1&&i.x+i.w>=l.x+l.w-1&&i.y+i.h>=l.y+l.h-1;if(m(s,"hidden",d),d)return;let f=Math.max(0,u+(i.x-l.x)*p),w=Math.
max(0,h+(i.y-l.y)*p),x=Math.min(Be,u+(i.x+i.w-l.x)*p),b=Math.min(Oe,h+(i.y+i.h-l.y)*p);n.style.cssText=`left:${f}px;top:${w}\
px;width:${Math.max(4,x-f)}px;height:${Math.max(4,b-w)}px`}}}function it(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function na(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:it(e,1/o)}function sa(e,t,o){let n=Math.max(.85,Math.min(1,t/e.w,o/
e.h)),s=t/n,r=o/n;return{x:e.x+(e.w-s)/2,y:r<e.h?e.y:e.y+(e.h-r)/2,w:s,h:r}}function Kn(e,t,o=()=>{}){let n=null,s={x:0,
y:0,w:1,h:1},r=s,c=null,i=!1,l=()=>{n?.setAttribute("viewBox",`${r.x} ${r.y} ${r.w} ${r.h}`),o(r,s)},p=h=>(r=na(h,s),l()),
u=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener("wheel",h=>{if(!n||!(h.ctrlKey||h.metaKey))return;
h.preventDefault();let d=e.getBoundingClientRect();p(it(r,Math.exp(-h.deltaY*.002),(h.clientX-d.left)/d.width,(h.clientY-
d.top)/d.height))},{signal:t,passive:!1}),e.addEventListener("pointerdown",h=>{h.button||!n||(c={x:h.clientX,y:h.clientY,
box:r},i=!1)},{signal:t}),e.addEventListener("pointermove",h=>{if(!c)return;let d=h.clientX-c.x,f=h.clientY-c.y;!i&&Math.
hypot(d,f)<4||(i||e.setPointerCapture(h.pointerId),i=!0,p({...c.box,x:c.box.x-d*u(),y:c.box.y-f*u()}))},{signal:t});for(let h of[
"pointerup","pointercancel"])e.addEventListener(h,()=>c=null,{signal:t});return e.addEventListener("click",h=>{i&&h.stopPropagation(),
i=!1},{signal:t,capture:!0}),e.addEventListener("keydown",h=>{let d={"+":1.25,"=":1.25,"-":.8}[h.key],f=h.shiftKey&&{ArrowLeft:[
-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[h.key];if(d)p(it(r,d));else if(f)p({...r,x:r.x+f[0]*40*u(),y:r.y+
f[1]*40*u()});else if(h.key==="0")p(s);else return;h.preventDefault()},{signal:t}),{attach(h,d=!1){n=h;let f=n?.viewBox.
baseVal;s=f&&f.width?{x:f.x,y:f.y,w:f.width,h:f.height}:{x:0,y:0,w:100,h:100},d||(r=s),l()},hold(h,d){let f=h.getBoundingClientRect();
p({...r,x:r.x+(f.left-d.left)*u(),y:r.y+(f.top-d.top)*u()})},center:(h,d)=>p({...r,x:h-r.w/2,y:d-r.h/2}),zoom:h=>p(it(r,
h>0?1.25:1/1.25)),fit:()=>p(s),whole:()=>s,start:()=>p(sa(s,e.clientWidth,e.clientHeight)),reveal(h){let d=e.getBoundingClientRect(),
f=h.getBoundingClientRect();if(f.left>=d.left&&f.right<=d.right&&f.top>=d.top&&f.bottom<=d.bottom)return;let w=(f.left+f.
right-d.left-d.right)/2,x=(f.top+f.bottom-d.top-d.bottom)/2;p({...r,x:r.x+w*u(),y:r.y+x*u()})}}}var ra=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function aa(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let c=getComputedStyle(o[r]);s.setAttribute("style",ra.map(i=>`${i}:${c.getPropertyValue(i)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=ia(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function ia(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function Dt(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Xn(e,t,o,n){if(t==="dot")return Dt(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=aa(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return Dt(r,"graph.svg");let c=new Image,i=URL.createObjectURL(r);c.src=i,await c.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(c.width,c.height));l.width=Math.round(c.width*p),l.height=Math.round(c.height*p);let u=l.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,l.width,l.height),u.drawImage(c,0,0,l.width,l.height)),URL.revokeObjectURL(
i),l.toBlob(h=>h&&Dt(h,"graph.png"),"image/png")}var Yn={id:"graph",label:"Graph",create:ca};function ca({select:e,ask:t,open:o,offline:n,signal:s}){let r=a("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),c=Vn((M,I)=>i.center(M,I),s),i=Kn(r,s,c.update),l=Gn({view:i,draw:M=>B(
M),measure:_,search:M=>t("SearchGraph",{text:M}),found:M=>B({reveal:M}),save:R,signal:s}),p=qn({choose:$,frame:r,signal:s}),
u=a("div",{class:"opscope-nothing"}),h=a("div",{class:"opscope-graph-tab"},l.el,a("div",{class:"opscope-graph-box"},r,p.
el,u,c.el),l.foot),d=null,f=null,w=!0,x="",b="",k="",S=null,g,y,v="",L=M=>d?.nodes.get(M)??d?.nodes.get(d.hiddenIn.get(M)??
""),C=M=>M?.getAttribute("data-node")??"";function B(M){f?.arrangement&&(l.wait(!0),t("DrawGraph",{open:f.open,arrangement:f.
arrangement,...M},()=>l.wait(!1)))}function O(M,I,H){if(!f)return;let X=H.getBoundingClientRect();S={scope:M,left:X.left,
top:X.top};let ee=E=>E===M||E.startsWith(`${M}/`);B({open:I?[...f.open,M]:f.open.filter(E=>!ee(E)),center:I?f.center:""})}
function _(M,I){M!=="health"&&t("MeasureOperators",{by:M,step:g?.stopped?.step||0,against:I},(H,X)=>l.measured(H,X)),g&&
q(g)}function R(M){let I=getComputedStyle(h).getPropertyValue("--o-ground")||"#ffffff";d&&f&&Xn(d.svg,M,f.dot,I)}function $({
kind:M,fields:I}){let{id:H,spec:X,op:ee}=I,E=H===void 0?void 0:d?.nodes.get(H);M==="compose"?o("breakpoints",X):M==="att\
ributes"?o("code",ee):M==="open"&&E?O(H,!0,E):M==="center"?B({center:H,reveal:H}):M!=="open"&&t(M,I)}function P(M,I){let H=C(
M),X=d?.folded.get(H),ee=Bn(I.values,H,X);ee&&e(ee,!1),k=H;let E=[];f?.arrangement&&!n&&(M.hasAttribute("data-scope")&&E.
push({name:"open",label:"Open",kind:"open",fields:{id:H}}),E.push({name:"center",label:"Show the neighborhood only",kind:"\
center",fields:{id:H}}));let F=n?-1:he(H),K=M.querySelector("text")?.textContent??"";p.show([...F>=0?Un(I,F):[],...E],K,
F>=0?`op ${F}`:X?`${X.length} inside`:"",M)}r.addEventListener("click",M=>{let I=M.target,X=I.closest(".opscope-fold")?.
closest("[data-scope]");if(X)return O(X.getAttribute("data-scope")??"",X.hasAttribute("data-node"),X);let ee=I.closest("\
[data-node]");if(!ee||!g)return;let E=C(ee);if(!n&&(I.closest(".opscope-gutter")||he(E)>=0&&M.altKey))return Y(E);P(ee,g)},
{signal:s}),r.addEventListener("dblclick",M=>{let I=M.target.closest("[data-node][data-scope]");!I||n||!f?.arrangement||
(p.close(),O(C(I),!0,I))},{signal:s}),r.addEventListener("pointerover",M=>{let I=M.target.closest("[data-node]");I&&he(C(
I))>=0&&!n&&_n(I),l.read(I?C(I):"")},{signal:s}),r.addEventListener("focusin",({target:M})=>k=C(M)||k,{signal:s}),r.addEventListener(
"keydown",M=>j(M)&&(M.preventDefault(),M.stopPropagation()),{signal:s});function j(M){if(!d||!g||M.altKey||M.ctrlKey||M.
metaKey||M.shiftKey)return!1;let I=d.nodes.get(k);if(M.key==="/"&&f?.arrangement)return l.focusSearch(),!0;if(M.key.startsWith(
"Arrow")){let H=I?jn(d,k,M.key):C(L(x)??[...d.nodes.values()][0]??null);return H&&W(H),!0}if(!I)return!1;if(M.key==="Ent\
er"||M.key===" ")return I.hasAttribute("data-scope")&&f?.arrangement&&!n?O(k,!0,I):(P(I,g),p.focus()),!0;if(M.key==="Bac\
kspace"){let H=[...d.frames].filter(([,X])=>la(X,I)).at(-1);return H&&f?.arrangement&&O(H[0],!1,H[1]),!0}return!1}function W(M){
let I=d?.nodes.get(M);I&&(k=M,i.reveal(I),I.focus({preventScroll:!0}),l.read(M))}function Y(M){let I=z(Pt(g?.breakpoints??
[]),M);for(let{number:H}of I)t("ClearBreakpoint",{number:H});!I.length&&he(M)>=0&&t("SetBreakpoint",{spec:`id:${he(M)}`})}
function z(M,I){return[...new Set((d?.folded.get(I)??[I]).flatMap(H=>M.get(he(H))??[]))]}function A(M){if(M===y||!r.clientWidth||
!d)return;y=M;let I=Pt(M);for(let[H,X]of d.nodes)H.startsWith("var-")||An(X,z(I,H))}function T(M){let I=!!(d&&f?.arrangement&&
f.program===M.program);d=Dn(M.svg,!!M.arrangement&&!n),y=void 0,x=v="",p.close(),r.replaceChildren(),i.attach(null,I),d&&
(r.append(d.svg),i.attach(d.svg,I),w=!I,I&&D(M)),N(u,d?"":"The graph could not be read."),m(u,"hidden",!!d),l.drawn(M,!!d,
n)}function D(M){let I=S&&(d?.nodes.get(S.scope)??d?.frames.get(S.scope));S&&I?i.hold(I,S):i.start(),S&&d?.nodes.has(S.scope)&&
(k=S.scope),S=null,M.reveal&&([b,k]=[M.reveal,M.reveal]),(r.contains(document.activeElement)||document.activeElement===document.
body||M.reveal)&&d?.nodes.get(k)?.focus({preventScroll:!0})}function q(M){if(!d)return;let I=Cn(M.present),H=In(I,d.hiddenIn),
X=M.values.get(l.selected),ee=X&&(L(`var-${l.selected}`)??L(`op-${X.op}`)),E=l.by!=="health"&&M.fold.measured?.by===l.by?
M.fold.measured:null,F=E?Ho(E,d.hiddenIn):new Map,K=Wo(l.by,F.values());for(let[Z,V]of d.nodes){m(V,"data-health",l.by!==
"health"?void 0:d.folded.has(Z)?H.get(Z):I.get(Z)),m(V,"data-selected",V===ee);let te=F.get(Z);m(V,"data-heat",te===void 0?
l.by==="health"?void 0:"none":(K.at(te)*100).toFixed(0)),V.style.setProperty("--heat",te===void 0?"0%":`${(8+84*K.at(te)).
toFixed(0)}%`)}l.legend(E,F,K);let Q=`${l.by} ${E?.step} ${[...I.values()].join()}`;Q!==v&&r.clientWidth&&(v=Q,J())}function J(){
let M=d?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix,I=[...d?.nodes.values()??[]].map(H=>{let X=H.getBBox(),
ee=H.querySelector(":scope > rect, :scope > a > rect, :scope > polygon"),E=ee?getComputedStyle(ee).stroke:"#888888";return{
box:{x:X.x+(M?.e??0),y:X.y+(M?.f??0),w:X.width,h:X.height},color:E}});c.draw(i.whole(),I)}return{el:h,open(M){b=`op-${M}`,
d&&!d.nodes.has(b)&&d.hiddenIn.has(b)&&B({reveal:b})},update(M,{selected:I}){M.graph&&M.graph!==f&&(M.graph.svg!==f?.svg||
M.graph.reveal)?T(M.graph):!M.graph&&!g&&N(u,"No graph yet. A program is drawn when it first runs, eager code at each st\
op and step."),f=M.graph,w&&r.clientWidth&&(w=!1,i.start()),g=M,l.update(M,I,n),q(M),A(M.breakpoints);let H=M.stopped?`o\
p-${M.stopped.op}`:"",X=L(H);if(H!==x){let E=L(x);for(let F of["data-current","data-past"])E&&m(E,F,!1);X&&m(X,"data-cur\
rent",!0),b||=H,x=H}X&&m(X,"data-past",M.stopped?.past);let ee=L(b);ee&&r.clientWidth&&i.reveal(ee),b=""}}}function la(e,t){
let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&o.right>=n.right&&o.top<=n.top&&o.
bottom>=n.bottom}var Jn={id:"notes",label:"Notes",create:pa,count:da};function pa({select:e,signal:t}){let o=a("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=a("pre",{class:"opscope-error"}),s=a("div",{class:"opscope-notes-rows"}),r;return s.addEventListener(
"click",c=>{let i=c.target.closest("[data-name]");i&&e(i.dataset.name??"")},{signal:t}),{el:a("div",{class:"opscope-note\
s"},o,n,s),update(c){if(N(n,c.error),m(n,"hidden",!c.error),m(o,"hidden",!!c.error||c.warnings.size>0),c.warnings===r)return;
r=c.warnings;let i=[...c.warnings.values()].reverse();s.replaceChildren(...i.map(l=>a("button",{class:"opscope-note",type:"\
button","data-name":l.subject},a("code",{},l.subject),a("span",{},l.text))))}}}function da(e){return e.warnings.size+(e.
error?1:0)}var ct=[yn,Ln,Yn,Ko,vn,Jn,Oo];var ua=0;function Zn(e,t,o){let n=new Map(e.map(l=>[l.id,a("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),u=l.short?[a("span",{class:"opscope-long"},l.label),a("span",{class:"opscope-short"},l.short)]:[l.label];return a("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...u,p)}),r=a("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++ua}`,m(l.el,"role","tabpanel"),m(l.el,"aria-labelledby",s[p].
id)});let c=0;function i(l){c=l,e.forEach((p,u)=>{m(s[u],"aria-selected",u===c?"true":"false"),m(s[u],"tabindex",u===c?0:
-1),m(p.el,"hidden",u!==c)})}return r.addEventListener("click",l=>{let p=s.findIndex(u=>u.contains(l.target));p<0||(i(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=ce(l,c,e.length);p!==null&&(l.preventDefault(),i(p),s[p].focus(),
t())},{signal:o}),i(0),{el:a("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[c].id},show:l=>i(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let u=n.get(l);u&&N(u,p?String(p):"")}}}var ha=1e4,fa=new Set(Le.map(e=>e.kind)),ma=new Set(["FetchDetail","WatchDetail"]);function ga(e){let{forward:t,parameters:o,
gradients:n}=Ke(e),s=[...t,...o,...n],r=c=>e.details.get(c)?.step??-1;return s.reduce((c,{name:i})=>r(i)>r(c)?i:c,s[0]?.
name??"")}function lt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,c=s.selected??e.get?.("selected")??"",i=!0,l,
p=new Map,u={},h=null,d=A=>[...p.values()].some(({kind:T,since:D})=>A(T)&&Date.now()-D<ha),f=a("div",{class:"opscope-pan\
el",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"true"});
f.addEventListener("focusin",({target:A})=>m(A,"data-lm-suppress-shortcuts","true"),{signal:o});let w=(A,T={},D=void 0)=>{
if(delete u[A],!i)return D?.(!1,eo);p.set(W.command(A,T),{kind:A,done:D,since:Date.now()})},x=(A,T=!0)=>{l?.values.has(A)&&
(A!==c&&S(A),c=s.selected=A,b(A),T&&$.show("tensor"),W.refresh())};function b(A){!e.get||e.get("selected")===A||(e.set?.(
"selected",A),e.save_changes?.())}let k=()=>x(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",k),o.addEventListener(
"abort",()=>e.off("change:selected",k)));function S(A){if(u={},!i)return;w("WatchDetail",{name:A}),l&&l.details.get(A)?.
step!==l.values.get(A)?.step&&l?.phase!=="running"&&w("FetchDetail",{name:A})}let g=()=>W.refresh(),y=(A,T)=>{$.show(A),
R.get(A)?.open?.(T),g()},v=A=>w(A),L=No(w),C=(A,T=-1)=>{if(n)return n.goTo(A);L.goTo(A,T),g()},B=A=>{if(n)return n.steps;
let T=xt(A);return i&&T&&T.last>T.first?[T.first,T.last]:null},O=Co({send:v,ask:w,seek:L,refresh:g,offline:r,signal:o}),
_=Ro({select:A=>x(A,$.open!=="graph"),refresh:g,signal:o}),R=new Map(ct.map(A=>[A.id,A.create({select:x,ask:w,open:y,refresh:g,
goTo:C,reach:B,offline:r,signal:o})])),$=Zn(ct.map(({id:A,label:T,short:D})=>({id:A,label:T,short:D,el:R.get(A).el})),g,
o);f.addEventListener("keydown",A=>{let T=jt(A);!T||!l||!i||!De(l).has(T)||r||(A.preventDefault(),(!A.repeat||!d(D=>fa.has(
D)))&&v(T))},{signal:o}),s.tab&&$.show(s.tab);let P=oo(),j=Io({root:f,offline:r,signal:o});O.el.querySelector(".opscope-\
headline")?.append(j.button),f.append(P.el,O.el,a("div",{class:"opscope-body"},_.el,$.el),j.el),t.append(f);let W=yo({model:e,
el:f,signal:o,paint:Y});function Y(A,T){i=T==="live";let D=$.open==="tensor"&&(s.tab??"tensor")!=="tensor";W.show($.open),
s.tab=$.open,P.update(T),m(f,"data-lost",!i);for(let q of f.querySelectorAll("[data-asks]"))m(q,"inert",!i);i||p.clear(),
A!==l&&z(A),l=A,A.values.has(c)||(c=ga(A),c&&(s.selected=c),c&&i&&!e.get?.("selected")&&b(c),c&&S(c)),D&&c&&i&&!r&&S(c),
A.stopped!==h&&$.open==="tensor"&&c&&!r&&i&&!d(q=>q==="FetchDetail")&&(h=A.stopped,h&&w("FetchDetail",{name:c})),m(f,"da\
ta-past",A.stopped?.past),O.update(A,i,Object.entries(u).find(([q])=>!ma.has(q))?.[1]??""),_.update(A,c);for(let q of ct)
$.count(q.id,q.count?.(A)??0);R.get($.open)?.update(A,{selected:c,refusal:i?u.FetchDetail??u.WatchDetail??"":to})}function z(A){
l&&(A.phase!==l.phase||A.stopped!==l.stopped)&&(u={}),l&&A.runs>l.runs&&A.values.has(c)&&S(c);for(let T of A.responses){
let D=p.get(T.request);if(!D)continue;p.delete(T.request);let q=T.ok?T.text:T.text||`${D.kind} was refused`;!T.ok&&!D.done?.(
!1,q)&&(u[D.kind]=q),T.ok&&D.done?.(!0,q)}}return f}function ba(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function wa(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let c of t)c(r,[])};return{on:(r,c)=>{t.add(
c)},off:(r,c)=>{t.delete(c)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function xa(e,t){let o=t.split(
`
`).filter(d=>d.trim()).map(ao),n=wa(o),{steps:s,ends:r}=ba(o),c=new AbortController().signal,i=()=>{},l=lt({model:n,el:e,
signal:c,page:{goTo:d=>i(d),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=a("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=a("output",{class:"opscope-number"},`step ${s[s.length-1]}`),h=0;i=d=>{
p.value=String(Math.max(0,s.filter(f=>f<=d).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
N(u,`step ${s[Number(p.value)]}`),h||=requestAnimationFrame(()=>{h=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(a("label",{class:"opscope-scrub"},p,u))}var wp=()=>{let e={};return{render({model:t,el:o,signal:n}){lt({model:t,el:o,signal:n,memory:e})}}};export{wp as default,xa as replay};
