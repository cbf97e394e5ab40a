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
n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let i=s*r,c=Math.ceil(e/i-1e-9),l=Math.floor(
t/i+1e-9);if(l-c+1>=o-1||r===1)return Array.from({length:l-c+1},(p,d)=>(c+d)*i)}return[]}function ge(e){if(e===0)return"\
0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace("e+","e"):String(Number(e.toPrecision(
6)))).replaceAll("-",qt)}var os="http://www.w3.org/2000/svg";function a(e,t={},...o){let n=document.createElement(e);return Qt(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(os,e);return Qt(n,t),n.append(...o),n}function We(e){let t=a("s\
pan",{class:"opscope-name"});return Te(t,e),t}function Te(e,t){if(e.title===t)return;e.title=t;let[o,n]=Vt(t);e.replaceChildren(
a("span",{},o),...n?[a("span",{class:"opscope-name-end"},n)]:[])}function Qt(e,t){for(let[o,n]of Object.entries(t))g(e,o,
n)}function g(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function N(e,t){e.textContent!==t&&(e.textContent=t)}function be(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var eo="no kernel answers",to="No kernel answers, and the elements of this value were not kept.",ns={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function ss(e){return ns[e]}
function oo(){let e=a("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){N(e,ss(t)),g(e,"hidde\
n",t==="live")}}}function so(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function ro(e){
let t=so(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var no=["step","min","max","mean","std","zeros",
"nan","inf"];function rs(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=ro(t[e.numbers]),s=n.length/(1+no.length);return Array.from({length:s},(r,i)=>{let c={
...o[n[i]]};return no.forEach((l,p)=>{let d=n[(p+1)*s+i];c[l]=Number.isNaN(d)?null:d}),c})}function ht(e,t,o=[]){let n=e.
events.map(i=>{let c=i.pixels?.buffer;return typeof c=="number"?{...i,pixels:so(t[c])}:i}),s=n.findIndex(i=>i.kind!=="Ru\
nStarted"&&i.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...as(e,t),...rs(e,t,o),...n.slice(r)]}function as(e,t){
if(!e.trails?.length)return[];let o=ro(t[e.block]),n=0;return e.trails.map(([s,r,i])=>{let c=(p,d)=>{let h=o[n+p*i+d];return Number.
isFinite(h)?h:null},l=Array.from({length:i},(p,d)=>({step:o[n+d],mean:c(1,d),min:c(2,d),max:c(3,d),rms:c(4,d),bad:o[n+5*
i+d]}));return n+=6*i,{kind:"Trail",slot:s,name:r,points:l}})}function ao(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function lo(e){let t=new Blob([io(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(io)}}function io(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var co="\
application/vnd.jupyter.widget-state+json",is=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function ft(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[co]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),i=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),c=Object.fromEntries(is.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));i[t]={model_module:c._model_module,
model_module_version:c._model_module_version,model_name:c._model_name,state:c},o.setMetadata("widgets",{[co]:{version_major:2,
version_minor:0,state:i}})}var ho={points:[],stride:1};function fo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(po(n,s,t);n.length>Wt;){t*=2;let r=[];for(let i of n)po(r,i,t);n=r}return{points:n,stride:t}}function po(e,t,o){
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
latestByKey":{let n=e.table(t.slot),s=t.key.map(i=>o[i]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let i of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(i)}break}case"\
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
get(n)?.points??[],i=o?.past?Ge(r,o.step):r.at(-1),c=s>=0?t?.scalars[s]??null:o?.past?i?.mean??null:e.scalars[n],l=s>=0?
t?.step:i?.step,p=o&&o.op<0&&!o.depth,d=l===o?.step?p?"":`later in step ${l}`:`step ${l}`;return[n,{value:c,when:o&&l!==
void 0?d:""}]}))}function Ae(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function Ke(e,t=""){let o=t.trim().
toLowerCase(),n={forward:[],parameters:[],gradients:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[He(s)].push(s);for(let s of Object.values(n))s.sort((r,i)=>r.op-i.op||(r.name<
i.name?-1:1));return n}function bt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var xo=250,bs=2.5,ws=["dead","terminating","restarting","autorestarting"],xs=2500,ys=400;function ks(e,t){return t.kind===
"batch"&&t.n!==e+1}function yo({model:e,el:t,signal:o,paint:n}){let s=Math.random().toString(36).slice(2),r=Math.floor(Math.
random()*2**20)*2**20,i=Ve,c=0,l=!1,p=!1,d=!1,h=!1,u=0,f="live",y=Date.now(),w=xs,b=[],x="",$=!1,m=z=>{try{e.send(z)}catch{
y=0}},k=()=>{u=0;try{n(i,f)}finally{h&&m({kind:"ack",n:c,view:s}),h=!1}},v=()=>{!u&&p&&!o.aborted&&(u=requestAnimationFrame(
k))},L=()=>{l=!1,m({kind:"attach",view:s,tab:x})},C=()=>{let z=p&&!document.hidden;z!==d&&(d=z,y=Date.now(),d?L():m({kind:"\
detach",view:s}),v())},B=async()=>{let z=e.get?.("frame");if(!z||c||$)return;$=!0;let{message:A,buffers:T}=await lo(z);c||
(i=gt(Ve,ht(A,T)),v())},O=()=>{if(!d||!w)return;let z=Date.now()-y;!c&&z>ys&&B();let A=e.widget_manager?.kernel,T=!!A&&(A?.
isDisposed||ws.includes(A?.status??""));if(z<(T?xo:w))return;let D=c?"lost":$?"saved":"nothing";D!==f&&(f=D,v())},_="",R=z=>{
_=z,ft(e,z)},M=()=>_&&ft(e,_),P=(z,A)=>{if(y=Date.now(),f!=="live"&&(f="live",z.kind!=="snapshot"))return L();if(z.beat&&
(w=bs*1e3*z.beat),z.id&&R(z.id),!(z.kind!=="snapshot"&&!(z.kind==="batch"&&l))){if(ks(c,z))return L();i=gt(z.kind==="sna\
pshot"?Ve:i,ht(z,A,b)),c=z.n,l=!0,h||=!!z.ack,v()}},j=new IntersectionObserver(z=>{p=z[z.length-1].isIntersecting,C()},{
rootMargin:"100px"}),W=new ResizeObserver(v);e.on("msg:custom",P),e.get&&e.on("change:frame",M),j.observe(t),W.observe(t),
document.addEventListener("visibilitychange",C,{signal:o}),e.get||(w=0),m({kind:"render",view:s});let Y=setInterval(O,xo);
return o.addEventListener("abort",()=>{e.off("msg:custom",P),e.get&&e.off("change:frame",M),j.disconnect(),W.disconnect(),
cancelAnimationFrame(u),clearInterval(Y),d&&m({kind:"detach",view:s})}),{refresh:v,show(z){z!==x&&(x=z,d&&m({kind:"show",
view:s,tab:x}))},command(z,A={}){return m({kind:z,request:++r,...A}),r}}}var vs=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),$s=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Ms=new RegExp($s.map(e=>e.source).join("|"),"giu");function wt(e){let t=[],o=0;for(let n of e.
matchAll(Ms)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Ss(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Ss(e,t){return vs.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Es(e){return e.split(/[/\\]/).at(
-1)||e}function ko(){let e=a("span",{class:"opscope-line-number"}),t=a("code",{}),o=a("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){g(o,"hidden",!n),g(o,"title",`${n}:${s}
${r}`),N(e,`${Es(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...wt(r).map(([i,c])=>i==="plain"?c:a("span",{"data-tok\
en":i},c)))}}}function $o(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
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
t"}),s=a("span",{class:"opscope-said"}),r=a("div",{class:"opscope-where"},t,o,n,s),i=a("span",{class:"opscope-past"}),c=ko(),
l=a("div",{class:"opscope-place-bar"},i,r,c.el);return{el:l,update(p,d){let h=p.stopped,u=vo({...p,stopped:null});N(t,h?
$o(h):""),N(o,h?Mo(h):""),N(n,h?So(h.past?{...h,step:null}:h):"");let f=Ts(p);N(s,d||f||(h?"":u||Ns(p))),g(r,"data-bad",
!!d||!h&&!!u);let y=!d&&!h&&p.phase==="running"&&!!Xe(p);g(r,"data-slow",y),g(r,"title",d||(y?Xe(p):vo(p))),g(o,"data-re\
ason",h?.reason),N(i,Ls(p)),g(i,"hidden",!h?.past),g(l,"data-past",h?.past),g(l,"hidden",e&&!h&&!u),c.update(h?.path??"",
h?.line??0,h?.source??""),g(l,"data-source",!!h?.path)}}}var As=64;function _s(e,t,o){let n=Math.max(1,Math.ceil(e.length/As)),s=e.filter((f,y)=>(e.length-1-y)%n===0),r=s.flatMap(
f=>f.mean===null?[]:[f.mean]),i=Math.min(...r),c=Math.max(...r)-i,l=s[0]?.step??0,p=(s.at(-1)?.step??0)-l||1,d="",h="",u="\
M";for(let f of s){let y=(1+(f.step-l)/p*(t-2)).toFixed(1);if(f.bad&&(h+=`M${y},${o-3}V${o}`),f.mean===null){u="M";continue}
let w=c>0?o-4-(f.mean-i)/c*(o-6):o/2;d+=`${u}${y},${w.toFixed(1)}`,u="L"}return{line:d,bad:h}}function Ye(e,t){let o=U("\
path",{class:"opscope-spark-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("svg",{class:"opscope-spark",width:e,height:t,
viewBox:`0 0 ${e} ${t}`,preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(i){if(i===r)return;r=
i;let c=_s(i?.points??[],e,t);g(o,"d",c.line),g(n,"d",c.bad)}}}var Cs=[64e6,256e6,1e9,4e9],Is={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Rs(e){return[...new Set([...Cs,e])].sort((t,o)=>t-o)}function Bs({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Xt(t.recording)}`}function Lo({
ask:e,signal:t}){let o=a("span",{class:"opscope-label"}),n=a("i",{class:"opscope-switch"}),s=a("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=a("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),i=a("span",{class:"opscope-bytes"}),c=a("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=a("span",{class:"opscope-limit"},"of ",c),p=a("span",{class:"opscope-memory"},i,
l),d=!1,h=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),c.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(c.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(u){d=!!u.recording?.on;let f=!!u.
recording&&!u.over;N(o,f?"Recording":"Recorded"),s.disabled=!f,g(s,"aria-checked",d&&f?"true":"false"),g(s,"title",f?Is[d?
"off":"on"]:void 0);for(let y of[n,r,l])g(y,"hidden",!f);N(r,Bs(u)),N(i,ut(u.recorded?.bytes??0)),u.recording&&u.recording.
budget!==h&&(h=u.recording.budget,c.replaceChildren(...Rs(h).map(y=>a("option",{value:y,selected:y===h},ut(y)))))}}}var Os=1e4;function No(e,t=Date.now){let o=null,n=null,s=-1,r=null,i=null,c=!1,l=0,p=()=>i!==null&&t()-i<Os,d=(u,f)=>{let y=++l;
i=t(),c=u==="Pause",e(u,f,w=>{y===l&&(w||(o=n=null),(!w||!c)&&(i=null))})},h=u=>{c&&u.phase!=="running"&&(c=!1,i=null),!(n===
null||u.phase==="running"||u.stopped===r)&&(i!==null&&u.stopped?.step!==n||(n=i=null))};return{get target(){return o??n},
goTo(u,f=-1){o=u,s=f},follow(u){if(h(u),!(o===null||p())){if(u.phase==="running")return d("Pause",{});n=o,o=null,r=u.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function xt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Ae(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function To({
ask:e,seek:t,refresh:o,signal:n}){let s=a("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=a("span",{class:"opscope-track-box"},s),i=a("output",{class:"opscope-number"}),c=Lo({ask:e,signal:n}),l=a(
"div",{class:"opscope-timeline","data-asks":!0},c.toggle,r,i,c.cost,c.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let d=xt(p);g(l,"hidden",!d&&!p.recording),c.update(p),t.follow(p);let h=d?
Math.min(d.last,Math.max(d.first,t.target??d.at)):0,[u,f]=d?[d.first,d.last]:[0,0];g(s,"min",u),g(s,"max",f),s.disabled=
u===f||p.phase==="waiting",Number(s.value)!==h&&(s.value=String(h)),s.style.setProperty("--at",`${100*(h-u)/Math.max(1,f-
u)}%`),g(l,"data-past",!!p.stopped?.past),g(l,"data-phase",p.recording?.on===!1?"off":p.phase),g(s,"aria-valuetext",d?`s\
tep ${h} of ${f}`:"no step yet"),N(i,d?`step ${h} / ${f}`:"no step yet"),g(r,"title",d?`steps ${u} to ${f} are recorded`:
"no step is recorded yet")}}}var Ps=new Set,Fs=new Set(["Pause","Continue","Terminate"]);function Ao({send:e,signal:t}){let o=new Map,n=pt.map(c=>a("\
div",{class:"opscope-group"},...c.map(r))),s=a("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(c){
let l=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});c.line&&l.append(U("path",{d:c.line,class:"\
opscope-stroke"})),c.fill&&l.append(U("path",{d:c.fill}));let p=a("button",{class:`opscope-button opscope-${c.name}`,type:"\
button",title:Ht(c),"aria-label":c.label,"aria-keyshortcuts":c.key});return p.append(l),Fs.has(c.kind)&&p.append(a("span",
{},c.label)),p.addEventListener("click",()=>e(c.kind),{signal:t}),o.set(c.kind,p),p}function i(c,l){let p=c.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!c.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(c,l){let p=l?De(c):Ps,d=c.phase==="running"||c.phase==="waiting";for(let[h,u]of o)i(u,()=>{u.disabled=!p.has(
h),(h==="Pause"||h==="Continue")&&g(u,"hidden",d!==(h==="Pause"))})}}}var Ds=4,_o="NaN/Inf";function zs(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function js(e){return e===null?_o:G(e)}
function Hs(e){return e.seconds?G(1/e.seconds):"–"}function Co({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let i=a(
"span",{class:"opscope-title"}),c=a("span",{class:"opscope-place"}),l=a("span",{class:"opscope-state",role:"status"}),p=Eo(
s),d=To({ask:t,seek:o,refresh:n,signal:r}),h=Ao({send:e,signal:r}),u=yt("step","opscope-step"),f=yt("steps / s","opscope\
-rate"),y=a("div",{class:"opscope-metrics"},u.el,f.el),w=a("div",{class:"opscope-headline"},a("div",{class:"opscope-name\
s"},i,c),l),b=a("header",{class:"opscope-header"},w,p.el);s||(w.append(h.el),b.append(d.el)),b.append(y);let x=new Map;return{
el:b,update($,m,k){N(i,$.title||"run"),N(c,$.place),g(l,"data-past",$.stopped?.past);let v=!m&&($.phase==="running"||$.phase===
"waiting");g(l,"data-phase",v?"gone":$.phase),N(l,v?"no kernel":zs($)),p.update($,k),s||(d.update($),h.update($,m)),u.update(
String(bo($))),f.update(Hs($));let L=[...wo($)].slice(0,Ds);for(let[C,{value:B,when:O}]of L){let _=x.get(C)??yt(C,"opsco\
pe-scalar",!0);x.set(C,_),_.update(js(B),$.scalarHistory.get(C),O)}be(y,[u.el,f.el,...L.map(([C])=>x.get(C).el)])}}}function yt(e,t,o=!1){
let n=a("span",{class:`opscope-number ${t}`}),s=Ye(96,30),r=a("span",{class:"opscope-label",title:e},e),i=a("span",{class:"\
opscope-when"}),c=a("div",{class:"opscope-metric"},a("div",{},r,n,...o?[i]:[]));return o&&c.append(s.el),{el:c,update(l,p,d=""){
N(n,l),N(i,d),g(c,"data-elsewhere",!!d),g(n,"data-bad",l===_o),o&&s.update(p)}}}var Ws=[["Anywhere","?","this page"],["Anywhere","Tab","to the next part of the panel"],["List of values","↑ ↓ Home End",
"select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to another step"],["Gr\
aph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← \
→","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← \
→","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ Home End","to another lin\
e"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of the line"],["Evaluation \
line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Gs(e){let t=new Map,o=e?[]:Le.filter(
n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,r]of[...o,...Ws])t.set(n,[...t.get(n)??[],[s,r]]);
return t}function Io({root:e,offline:t,signal:o}){let n=a("button",{class:"opscope-button",type:"button"},"Close"),s=[...Gs(
t)].map(([p,d])=>a("section",{},a("h4",{},p),a("dl",{},...d.flatMap(([h,u])=>[a("dt",{},...h.split(" ").map(f=>a("kbd",{},
f))),a("dd",{},u)])))),r=a("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},a("div",{class:"opsc\
ope-keys-head"},a("b",{},"Keys"),n),a("div",{class:"opscope-keys-groups"},...s)),i=a("button",{class:"opscope-button ops\
cope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),c=null,l=p=>{p!==!r.hidden&&
(p&&(c=e.ownerDocument.activeElement),g(r,"hidden",!p),p?n.focus({preventScroll:!0}):(c&&e.contains(c)?c:e).focus({preventScroll:!0}))};
return i.addEventListener("click",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener(
"keydown",p=>{let d=p.target.matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!==
"?"||d)||(p.preventDefault(),p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:i}}var Us={forward:"Forward",parameters:"Parameters",gradients:"Gradients"};function Ro({select:e,refresh:t,signal:o}){let n=a(
"input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),s=a("span",{class:"\
opscope-found"}),r=a("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),i=a("aside",{class:"o\
pscope-list"},a("div",{class:"opscope-search"},n,s),r),c=new Map,l=[],p="",d=Object.fromEntries(Object.entries(Us).map(([
u,f])=>[u,qs(f)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,passive:!0}),
r.addEventListener("click",u=>{let f=u.target.closest("[data-name]");f&&e(f.dataset.name??"")},{signal:o}),r.addEventListener(
"keydown",u=>{let f=ce(u,l.indexOf(p),l.length);f!==null&&(u.preventDefault(),e(l[f]),c.get(l[f])?.el.scrollIntoView({block:"\
nearest"}))},{signal:o}),{el:i,update(u,f){p=f;let y=Ke(u,n.value);l=[];let w=[];for(let[$,m]of Object.entries(y)){if(!m.
length)continue;let k=d[$];N(k.count,String(m.length)),w.push(k.el);for(let v of m){let L=c.get(v.name)??Ks(v.name);c.set(
v.name,L),l.push(v.name),w.push(L.el)}}be(r,w),g(r,"aria-activedescendant",c.get(f)?.el.id);let b=u.values.size,x=u.cost?.
hz&&!u.over?` · ${Yt(u.cost.hz)}`:"";N(s,`${l.length===b?b:`${l.length} of ${b}`}${x}`),g(s,"title",x?"each value is su\
mmarized so often: more would take over a twentieth of the time":void 0),g(r,"data-empty",b?l.length?void 0:"No value ma\
tches the filter.":"Values appear here as soon as the run sends them."),h(u,f)}};function h(u,f){let{clientHeight:y,scrollTop:w}=r,
b=l.map(m=>c.get(m)),x=b[0]?.el.offsetHeight||44,$=b.map(m=>m.el.offsetTop-w);b.forEach((m,k)=>{let v=l[k],L=$[k]>-2*x&&
$[k]<y+2*x;g(m.el,"aria-selected",v===f?"true":"false");let C=u.values.get(v);L&&C&&m.update(C,u.history.get(v),we(u,C))})}}
function qs(e){let t=a("span");return{el:a("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}var Vs=0;function Ks(e){
let t=a("span",{class:"opscope-pill"}),o=We(e),n=a("span",{class:"opscope-spec"}),s=a("span",{class:"opscope-mean"}),r=a(
"span",{class:"opscope-std"}),i=Ye(52,26),c=a("div",{class:"opscope-row",role:"option","data-name":e,id:`opscope-value-${++Vs}`},
t,o,n,s,r,i.el),l,p="";return{el:c,update(d,h,u){if(i.update(h),d===l&&u===p)return;l=d,p=u,g(c,"data-elsewhere",!!u);let f=ie(
d);g(c,"data-health",f);let[y,w]=Jt(d);Te(o,y),N(t,je[f]),N(n,`${u?`${u}  `:""}${me(d.shape)}  ${Kt(d.dtype)}${w?`  ${w}`:
""}`),N(s,G(d.mean)),N(r,d.std===null||!d.shape.length?"":`± ${G(d.std)}`)}}}var Xs="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function se(e,t,o,n="text"){return a("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function Bo({ask:e,showProblem:t,signal:o}){
let n=se("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=se("condition-field","only i\
f … (optional)","condition"),r=se("hits-field","1","stop from this hit on","number"),i=a("input",{class:"opscope-log-f\
ield",type:"checkbox"}),c=se("message-field","message, as: loss is {loss}","log message of a line of Python"),l=a("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=a("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),d=a("span",{class:"opscope-logging"},a("label",{title:"write a note at each hit, and go on"},
i," only log"),c),h=a("summary",{},"Hits, log …"),u=a("details",{class:"opscope-breakpoint-more"},h,a("div",{},a("labe\
l",{},"stop from hit ",r),d)),f=a("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,u);g(r,"min",1),g(c,"h\
idden",!0);let y=null,w=m=>{t(m),g(n,"aria-invalid",m?"true":void 0)},b=()=>Math.max(1,Math.round(Number(r.value)||1));function x(m){
y=m,n.value=m?.spec??"",n.readOnly=!!m,s.value=m?.condition??"",r.value=m&&m.wanted>1?String(m.wanted):"",i.checked=!1,c.
value="",g(c,"hidden",!0),g(d,"hidden",!!m),N(l,m?`Change ${m.number}`:"Add"),g(p,"hidden",!m),m&&(u.open=m.wanted>1||u.
open),w("")}function $(){let m={spec:n.value.trim(),condition:s.value.trim(),hits:b()};if(!m.spec)return w(Xs);w("");let k=(v,L)=>{
let C=n.value.trim()===m.spec&&s.value.trim()===m.condition;return v&&C&&x(null),(!v||L)&&w(L),!0};y?e("ChangeBreakpoint",
{number:y.number,enabled:y.enabled,condition:m.condition,hits:m.hits},k):e("SetBreakpoint",{spec:m.spec,condition:m.condition,
...m.hits>1&&{hits:m.hits},...i.checked&&{log:!0,message:c.value.trim()}},k)}f.addEventListener("submit",m=>(m.preventDefault(),
$()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),i.addEventListener("change",()=>g(c,"hidden",!i.checked),
{signal:o});for(let m of[n,s,r,c])m.addEventListener("input",()=>w(""),{signal:o}),m.addEventListener("keydown",k=>{k.key===
"Escape"&&y&&x(null),!(k.key!=="Enter"||k.isComposing)&&(k.preventDefault(),f.requestSubmit())},{signal:o});return{el:f,
problem:w,change(m){x(m),s.focus()},compose(m){x(null),n.value=m,s.focus()}}}var Ys=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Js({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function kt(e){return`${ne(e)} ${e===
1?"hit":"hits"}`}function Zs({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Qs({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var Oo={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:er,count:e=>e.breakpoints.length};function er({ask:e,open:t,offline:o,signal:n}){
let s=a("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),i=Bo({ask:e,showProblem:b=>{N(s,b),g(s,"hidden",
!b)},signal:n}),c=a("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=a("div",{class:"opscope-breakpoint-rows"}),p=a("div",
{class:"opscope-breakpoints"}),d=Ys.map(([b,x])=>({name:b,box:a("input",{type:"checkbox","data-filter":b}),title:x})),h=a(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
h.append(...d.map(({name:b,box:x,title:$})=>a("label",{title:$},x,` ${b}`))),o||p.append(i.el,h,s),p.append(c,l);let u,f=[],
y=(b,x)=>(i.problem(b?"":x),!0);h.addEventListener("change",()=>{let b=d.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:b},y)},{signal:n}),l.addEventListener("click",b=>{let x=b.target,$=x.closest("[data-num\
ber]"),m=f.find(({number:k})=>k===Number($?.dataset.number));m&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:m.
number},y):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:m.number,enabled:!m.enabled,condition:m.condition,
hits:m.wanted},y):x.closest(".opscope-breakpoint-condition")?i.change(m):x.closest(".opscope-breakpoint-ops")&&t("graph",
m.ops[0]))},{signal:n});function w(b,x){let $={"data-conditional":!!b.condition,"data-off":!b.enabled,"data-hollow":!b.verified,
"data-log":!!b.log},m=Qs(b),k=Zs(b),v=a("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":b.
enabled?"true":"false","aria-label":m,title:m,disabled:o,...$}),L=a("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!b.ops.length},Js(b)),C=a("button",{class:"opscope-breakpoint-condition",type:"\
button",title:k?`${k}; click to change`:"set a condition","aria-label":`condition of breakpoint ${b.number}: ${k||"alway\
s"}`,disabled:o},k),B=a("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${b.number}`});return B.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),a("div",{class:"opscope-breakpoint","data-number":b.
number,"data-op":b.ops[0],"data-here":x,"data-off":!b.enabled},v,a("span",{class:"opscope-breakpoint-number"},String(b.number)),
a("code",{class:"opscope-breakpoint-spec",title:b.spec},b.spec),C,L,a("span",{class:"opscope-breakpoint-hits"},kt(b.hits)),
...o?[]:[B],...b.problem?[a("div",{class:"opscope-breakpoint-problem"},b.problem)]:[])}return{el:p,open:b=>i.compose(String(
b)),update(b){g(c,"hidden",b.breakpoints.length>0);for(let{name:v,box:L}of d)L!==document.activeElement&&(L.checked=b.exceptions.
includes(v));let x=b.stopped?.reason.endsWith("breakpoint")?b.stopped.op:-1,$=JSON.stringify([b.breakpoints,x]);if($===u)
return;u=$,f=b.breakpoints;let m=document.activeElement?.closest?.("[data-number]"),k=l.contains(m)?document.activeElement.
className:"";l.replaceChildren(...f.map(v=>w(v,v.ops.includes(x)))),k&&l.querySelector(`[data-number="${m?.dataset.number}\
"] .${k}`)?.focus({preventScroll:!0})}}}function Po(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function Fo(e){return e.functions.
map((t,o)=>o).reverse()}function Do({ask:e,show:t,refresh:o,signal:n}){let s=a("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=a("div",{class:"opscope-empty"}),i=a("div",{},r,s),c=a("dl",{class:"o\
pscope-variables","aria-label":"variables of the chosen frame"}),l=a("div",{class:"opscope-empty"}),p=a("div",{},l,c),d="",
h=-1,u="",f,y,w=null;function b(k){w&&(h=k,f=void 0,e("FetchVariables",{frame:k},x),w.paths[k]&&t(w.paths[k],w.lines[k]),
o())}let x=(k,v)=>(u=k?"":v,y=void 0,!0);s.addEventListener("click",k=>{let v=k.target.closest("[data-frame]");v&&b(Number(
v.dataset.frame))},{signal:n}),s.addEventListener("keydown",k=>{if(!w)return;let v=Fo(w),L=ce(k,v.indexOf(h),v.length);L!==
null&&(k.preventDefault(),k.stopPropagation(),b(v[L]),$(),s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0}))},
{signal:n});function $(){let k=w,v=k&&JSON.stringify([k,h]);if(v===f)return;f=v;let L=s.contains(document.activeElement);
s.replaceChildren(...(k?Fo(k):[]).map(C=>{let B=k?.paths[C]?`${k.paths[C].split(/[/\\]/).at(-1)}:${k.lines[C]}`:"",O=C===
h;return a("div",{class:"opscope-frame",role:"option","aria-selected":O?"true":"false",tabindex:O?0:-1,"data-frame":C,"d\
ata-kind":k?.kinds[C],"data-now":k?.now[C],title:`${k?.texts[C]}${k?.now[C]?`
where the program is now; the run shows its past`:""}`},a("b",{},k?.functions[C]??""),a("code",{},k?.texts[C]??""),a("sp\
an",{},k?.now[C]?`${B} now`:B))})),L&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function m(k){let v=k.
fold.variables,L=Po(k,v)&&(v?.frame===h||v?.frame===h-(w?.functions.length??0))?v:null;if(L===y&&L)return;y=L;let C=k.phase===
"running"?"":u||(L&&!L.names.length?"No variables.":"");N(l,C),g(l,"hidden",!C),c.replaceChildren(...(L?.names??[]).flatMap(
(B,O)=>[a("dt",{title:B},B),a("dd",{title:`${L?.texts[O]}${L?.now[O]?`
of now: the recording does not have it`:""}`,"data-now":L?.now[O]},L?.texts[O]??"")]),...L&&L.total>L.names.length?[a("d\
t",{},"…"),a("dd",{},`${L.total-L.names.length} more`)]:[])}return{el:i,variables:p,get frame(){return h},update(k){let v=k.
stopped,L=k.phase==="running"||k.phase==="waiting"?"":`${v?.run} ${v?.tick} ${v?.reason}`;L!==d&&(d=L,h=-1,u="",L&&(e("F\
etchStack",{},(B,O)=>B?void 0:x(B,O)),e("FetchVariables",{frame:-1},x))),w=L&&Po(k,k.fold.stack)?k.fold.stack:null,w&&h<
0&&w.functions.length&&(h=w.functions.length-1);let C=L?w&&!w.functions.length?"No frame: the program has ended.":"":"Pa\
use the run to see where it is.";N(r,C),g(r,"hidden",!C),$(),m(k)}}}var tr=30;function zo({ask:e,frame:t,signal:o}){let n=se("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=a("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=a("form",{class:"opscope-evaluation","data-asks":!0},s,a("div",{class:"opscope-evaluation\
-line"},a("span",{"aria-hidden":"true"},"›"),n)),i=[],c=0;function l(){let p=n.value.trim();if(!p)return;n.value="",i.
push(p),c=i.length;let d=a("pre",{},"…");for(s.append(a("div",{class:"opscope-answer"},a("code",{},p),d));s.children.length>
tr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(h,u)=>(d.textContent=u,g(d,
"data-failed",!h),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&i.length)c=Math.max(0,Math.min(
i.length,c+d)),n.value=i[c]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,g(n,"title",d?"pause the run fir\
st":void 0)}}}function jo({ask:e,signal:t}){let o=a("div",{class:"opscope-attributes-title"}),n=a("dl",{class:"opscope-variables"}),s=a(
"div",{class:"opscope-empty",role:"status"}),r=a("div",{"data-asks":!0},o,n,s),i=-1,c="",l="",p;function d(h,u,f){e("Set\
Attribute",{op:h,name:u,value:f},(y,w)=>(N(s,w),g(s,"data-failed",!y),l="",!0))}return n.addEventListener("keydown",h=>{
let u=h.target.closest("input");h.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(h.key!=="Enter"||!u||h.isComposing)&&
(h.preventDefault(),d(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:r,choose(h){i=h,l=""},update(h,u){let f=h.stopped,
y=`${f?.run} ${f?.tick}`;y!==c&&f?.text!=="edited"&&(i=c?-1:i),c=y;let w=i>=0?i:f?.op??-1;u&&w>=0&&h.phase!=="running"&&
l!==`${w} ${y}`&&(l=`${w} ${y}`,e("FetchOperator",{op:w},(m,k)=>(m||N(s,k),!0)));let b=h.fold.shown_operator?.op===w?h.fold.
shown_operator:null,x=h.phase==="paused"&&!h.over&&!b?.fixed,$=JSON.stringify([b,x,w]);$!==p&&(p=$,N(s,""),N(o,b?`${b.op_type}\
 ${b.op}${b.name?` → ${b.name}`:""}`:"No operator: pause before one, or choose one in the graph."),g(o,"title",b?.site),
n.replaceChildren(...(b?.names??[]).flatMap((m,k)=>{let v=se("attribute-field","",`${m} of ${b?.op_type} ${b?.op}; Enter\
 sets it for this run`);return v.name=m,v.value=v.dataset.was=b?.texts[k]??"",v.dataset.op=String(b?.op),v.readOnly=!x,g(
v,"title",x?"Enter sets it for this run":b?.fixed?`cannot be changed: ${b.fixed}`:"pause the run to change it"),[a("dt",
{title:m},m),a("dd",{},v)]}),...b&&!b.names.length?[a("dt",{},"no attributes"),a("dd",{})]:[]))}}}var le={time:{label:"time",about:"of a replay of the step, operator by operator",text:or},memory:{label:"memory",about:"\
bytes that the operator writes",text:nr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:G,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:ze,log:!0}};
function or(e){return e>=1?`${G(e)} s`:e>=.001?`${G(e*1e3)} ms`:`${G(e*1e6)} µs`}function nr(e){return e>=2**20?`${G(e/
2**20)} MiB`:e>=1024?`${G(e/1024)} KiB`:`${e} bytes`}function Ho(e,t){let o=le[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let i=t.get(`op-${s}`)??`op-${s}`,c=n.get(i);n.set(i,c===void 0?e.numbers[r]:o?Math.max(c,e.numbers[r]):c+e.numbers[r])}),
n}function Wo(e,t){let o=[...t].filter(i=>i>0),n=Math.max(...o,0);if(!le[e]?.log)return{at:i=>n?Math.sqrt(i/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:i=>i<=0?0:r?Math.log(i/s)/r:1,low:s,high:n}}var Go=["nan","inf","zeros","ok"];function sr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function rr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&sr(t,o[1])?Number(o[2]):0}function _e(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Uo(e,t){let o=new Map,n=(r,i)=>o.set(r,[...o.get(r)??[],i]),s=_e(
e);for(let r of t){let i=rr(r,e.path);if(i)n(i,r);else for(let[c,l]of s)r.ops.some(p=>l.includes(p))&&n(c,r)}return o}function ar(e,t){
let o=new Map([..._e(e)].flatMap(([s,r])=>r.map(i=>[i,s]))),n=new Map;for(let s of t.values()){let r=o.get(s.op);if(r===
void 0)continue;let i=ie(s),c=n.get(r);(!c||Go.indexOf(i)<Go.indexOf(c))&&n.set(r,i)}return n}function ir(e,t){return`${e.
static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function qo({ask:e,open:t,refresh:o,signal:n}){let s=a("select",
{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=a("button",{type:"button",class:"opscope-slice-tool o\
pscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the step"},"Time"),i=a("span",{class:"\
opscope-source-note",role:"status"}),c=a("div",{class:"opscope-source-bar","data-asks":!0},s,i,r),l=a("div",{class:"opsc\
ope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakpoint, Space shows the operato\
rs of a line"}),p=a("div",{class:"opscope-source-view"},c,l),d=new Map,h=null,u,f={path:"",line:0},y="",w="",b=0,x=0,$=!1;
function m(_,R){f={path:_,line:R};let M=h?.first??1;if(h?.path===_&&R>=M&&R<M+h.lines.length)return k(R);e("FetchSource",
{path:_,line:R},(P,j)=>(N(i,P?"":j),!0))}function k(_){let R=d.get(_);if(!R)return;v(_,!1);let M=R.offsetTop-l.offsetTop;
(M<l.scrollTop+20||M>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=M-l.clientHeight/2)}function v(_,R){for(let[M,P]of[[d.
get(b),!1],[d.get(_),!0]])M&&(g(M,"tabindex",P?0:-1),g(M,"aria-selected",P?"true":"false"));b=_,R&&d.get(_)?.focus()}function L(_){
if(!h||!u)return;let R=Uo(h,u.breakpoints).get(_)??[];for(let{number:M}of R)e("ClearBreakpoint",{number:M});R.length||e(
"SetBreakpoint",{spec:ir(h,_)},(M,P)=>(N(i,M?"":P),!0))}function C(_){l.querySelector(".opscope-line-ops-list")?.remove(),
x=x===_?0:_;let R=h?_e(h).get(x):void 0,M=d.get(x);if(!R||!M)return;let P=[...u?.values.values()??[]],j=W=>{let Y=P.find(
z=>z.op===W);return Y?`${Y.op_type} ${W}`:`op ${W}`};M.after(a("div",{class:"opscope-line-ops-list"},...R.map(W=>a("butt\
on",{type:"button",class:"opscope-operator","data-op":W,title:"show it in the graph"},j(W)))))}l.addEventListener("click",
_=>{let R=_.target,M=R.closest("[data-op]"),P=R.closest("[data-line]");if(M)return t("graph",Number(M.dataset.op));if(!P)
return;let j=Number(P.dataset.line);v(j,!1),R.closest(".opscope-line-stop")?L(j):R.closest(".opscope-line-ops")&&C(j)},{
signal:n}),l.addEventListener("keydown",_=>{if(_.target.matches("button")||!h)return;let R=h.first,M=ce(_,b-R,h.lines.length);
if(M!==null&&_.key!=="ArrowLeft"&&_.key!=="ArrowRight")v(R+M,!0);else if(_.key==="Enter")L(b);else if(_.key===" ")C(b);else
return;_.preventDefault(),_.stopPropagation()},{signal:n}),s.addEventListener("change",()=>m(s.value,0),{signal:n}),r.addEventListener(
"click",()=>{$=!$,g(r,"aria-pressed",$?"true":"false"),$&&e("MeasureOperators",{by:"time",step:u?.stopped?.step||0},(_,R)=>(N(
i,_?"":R),!0)),o()},{signal:n});function B(_){h=_,x=0,N(i,"");let R=_e(_),M=new Set([..._.code_lines,..._.op_lines]);d=new Map(
_.lines.map((P,j)=>{let W=_.first+j,Y=R.get(W)?.length??0,z=wt(P).map(([T,D])=>T==="plain"?D:a("span",{"data-token":T},D)),
A=a("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":W},a("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!M.has(W),title:M.has(W)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${W}`},a("i",{})),a("span",{class:"opscope-line-at"},String(W)),a("span",{class:"opscope-line-time"}),
a("code",{},...P?z:[" "]),...Y?[a("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${W}`},Y===1?"1 op":`${Y} ops`)]:[]);return[W,A]})),l.replaceChildren(...d.values()),
s.replaceChildren(..._.paths.map(P=>a("option",{value:P,selected:P===_.path},P))),v(f.line>=_.first&&f.line<_.first+_.lines.
length?f.line:_.first,!1),k(b)}function O(_,R){let M=Uo(R,_.breakpoints),P=ar(R,_.present),j=$&&_.fold.measured?.by==="t\
ime"?_.fold.measured:null,W=new Map(j?.ops.map((T,D)=>[T,j.numbers[D]])??[]),Y=new Map([..._e(R)].map(([T,D])=>[T,D.reduce(
(q,J)=>q+(W.get(J)??0),0)])),z=Math.max(...Y.values(),0);j&&!z&&N(i,"No times: eager code is not run again.");let A=_.stopped?.
path===R.path?_.stopped.line:0;for(let[T,D]of d){let q=M.get(T)??[];g(D,"data-stops",q.length>0),g(D,"data-off",q.length>
0&&q.every(H=>!H.enabled)),g(D,"data-hollow",q.length>0&&q.every(H=>!H.verified)),g(D,"data-health",P.get(T)),g(D,"data-\
here",T===A);let J=D.firstElementChild;q.length&&g(J,"title",`${q.map(H=>`breakpoint ${H.number}: ${H.spec}${H.problem?`\
, ${H.problem}`:""}`).join(`
`)}
click to remove`),g(J,"aria-pressed",q.length?"true":"false");let S=D.children[2],I=j?Y.get(T)??0:0;N(S,I?le.time.text(I):
""),S.style.setProperty("--share",`${z?(100*I/z).toFixed(0):0}%`)}g(l,"data-timed",$)}return{el:p,show:m,update(_){u=_;let R=`${_.
graph?.program} ${_.runs}`,M=_.stopped?.path??"",P=`${_.stopped?.run} ${_.stopped?.tick} ${M}:${_.stopped?.line}`,j=_.phase===
"paused"||_.over;j&&(P!==w||R!==y)&&(R!==y&&(h=null),[w,y]=[P,R],(M||!h)&&m(M,_.stopped?.line??0),$&&e("MeasureOperators",
{by:"time",step:_.stopped?.step||0},()=>!0));let W=_.fold.source;W&&W!==h&&(!f.path||W.path===f.path)&&B(W),h?O(_,h):N(i,
j?i.textContent??"":"Pause the run to see its code."),g(s,"hidden",!h),g(r,"hidden",!h||!_.recorded)}}}var cr=50;function Vo({ask:e,signal:t}){let o=se("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=a("form",{class:"opscope-watch-form","data-asks":!0},o,a("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=a("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=a("div",{},s,n),i=[],c,l=p=>e("WatchExpressions",{expressions:p.slice(-cr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...i.filter(h=>h!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(i.filter(h=>h!==d.dataset.expression))},{signal:t}),{el:r,update(p){
let d=p.fold.watched,h=p.phase==="running",u=JSON.stringify([d,h]);u!==c&&(c=u,i=d?.expressions??[],g(s,"data-old",h),s.
replaceChildren(...i.flatMap((f,y)=>[a("dt",{title:f},f),a("dd",{title:d?.texts[y],"data-failed":d?.failed[y]},a("span",
{},d?.texts[y]??""),a("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":f,title:"watch it\
 no longer","aria-label":`watch ${f} no longer`},"×"))])))}}}var Ko={id:"code",label:"Code",create:lr};function Je(e,t,o=!0){return a("details",{class:"opscope-section",open:o},a("s\
ummary",{},e),t)}function lr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=qo({ask:e,open:t,refresh:o,signal:s}),i=Do(
{ask:e,show:r.show,refresh:o,signal:s}),c=Vo({ask:e,signal:s}),l=jo({ask:e,signal:s}),p=zo({ask:e,frame:()=>i.frame,signal:s}),
d=Je("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let h=a("div",{class:"opscope-code-side"},Je("Call st\
ack",i.el),Je("Variables",i.variables),Je("Watch",c.el),d),u=a("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),f=a("div",{class:"opscope-code-body",hidden:n},r.el,h),y=a("div",{class:"opscope-\
code-tab"},u,f,p.el);return g(p.el,"hidden",n),{el:y,open(w){d.open=!0,l.choose(Number(w))},update(w){n||(r.update(w),i.
update(w),c.update(w),l.update(w,d.open),p.update(w))}}}var pr=1e5,dr={to:e=>e,marks:de,isLog:!1};function Xo(e){let t=e.flatMap(({min:s,max:r,mean:i})=>[s,r,i]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>pr*o))return dr;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,i){let c=Math.ceil(Math.log10(o)),l=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/i)),p=[0];for(let d=c+l-1;d<=308&&n(10**d)<=Math.max(r,-s);d+=l)p.push(10**d,-(10**d));return p.filter(d=>n(
d)>=s&&n(d)<=r)}}}var xe=150,ye=58,$t=10,Mt=8,Ze=22,vt="history of mean, min and max";function St(e){let t=e.flatMap(c=>[c.min,c.max,c.mean]).
filter(c=>c!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,i=e.at(-1)?.step??1;return{x:[r,i>r?i:r+1],y:[o-s,n+s]}}function Qe(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Jo({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),r=U("path",{class:"\
opscope-bad"}),i=U("path",{class:"opscope-cross"}),c=U("path",{class:"opscope-cursor"}),l=U("svg",{class:"opscope-chart",
height:xe,role:"img","aria-label":vt});l.append(o,n,s,r,i,c);let p=a("span"),d=a("section",{class:"opscope-card opscope-\
wide"},a("h4",{},"History",p),l),h=[],u="",f=null,y=Yo([],1),w=()=>{let k=f===null?void 0:Ge(h,y.step(f));N(p,k?`step ${k.
step}   mean ${G(k.mean)}   min ${G(k.min)}   max ${G(k.max)}`:b?"mean, min … max; click to go there":"mean, min … max"),
g(i,"d",k?`M${y.x(k.step)},${Mt}V${xe-Ze}`:"")},b=null,x=k=>{let{x:v}=y.extent;g(c,"d",k===null||!h.length||k<v[0]||k>v[1]?
"":`M${y.x(k)},7l-4,-6h8zV${xe-Ze}`)};l.addEventListener("click",k=>{if(!b||!h.length)return;let v=Math.round(y.step(k.clientX-
l.getBoundingClientRect().left));e(Math.max(b[0],Math.min(b[1],v)))},{signal:t}),l.addEventListener("pointermove",k=>(f=
k.clientX-l.getBoundingClientRect().left,w()),{signal:t}),l.addEventListener("pointerleave",()=>(f=null,w()),{signal:t});
let $=()=>{},m=new ResizeObserver(()=>$());return m.observe(l),t.addEventListener("abort",()=>m.disconnect()),{el:d,update(k,v,L){
$=()=>this.update(k,v,L);let C=k?.points??[];b=L,g(l,"data-goes",!!L),g(l,"aria-label",v===null?vt:`${vt}; the cursor is\
 at step ${v}`),x(v);let B=Math.max(200,l.clientWidth||d.clientWidth);C===h&&u===String(B)||(h=C,u=String(B),y=Yo(h,B),hr(
o,n,s,r,h,y,B),x(v),w())}}}function ur(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}V${t.y(e.max)}`;
return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function Yo(e,t){let o=Xo(e),n=l=>l===null?null:o.to(l),{x:s,y:r}=St(e.map(
l=>({...l,min:n(l.min),max:n(l.max),mean:n(l.mean)}))),i=t-ye-$t,c=xe-Mt-Ze;return{extent:{x:s,y:r},vertical:o,x:l=>+(ye+
(l-s[0])/(s[1]-s[0])*i).toFixed(1),y:l=>+(Mt+(1-(o.to(l)-r[0])/(r[1]-r[0]))*c).toFixed(1),step:l=>s[0]+(l-ye)/i*(s[1]-s[0])}}
function hr(e,t,o,n,s,r,i){let c=xe-Ze,l=r.vertical.marks(...r.extent.y,4).flatMap(f=>[U("path",{d:`M${ye},${r.y(f)}H${i-
$t}`}),U("text",{x:ye-6,y:r.y(f)+3.5,"text-anchor":"end"},ge(f))]),p=de(...r.extent.x,Math.max(3,i/110)).filter(Number.isInteger).
map(f=>U("text",{x:r.x(f),y:xe-6,"text-anchor":"middle"},ge(f)));e.replaceChildren(...s.length?[...l,...p]:[],U("path",{
class:"opscope-floor",d:`M${ye},${c}H${i-$t}`}));let d=Qe(s,f=>f.min!==null&&f.max!==null).map(f=>{let y=f.map(b=>`${r.x(
b.step)},${r.y(b.max)}`),w=[...f].reverse().map(b=>`${r.x(b.step)},${r.y(b.min)}`);return`M${[...y,...w].join("L")}Z`});
g(t,"d",d.join(""));let h=Qe(s,f=>f.mean!==null).map(f=>{let y=f.map(w=>`${r.x(w.step)},${r.y(w.mean)}`);return y.length>
1?`M${y.join("L")}`:ur(f[0],r)});g(o,"d",h.join(""));let u=s.filter(f=>f.bad).map(f=>`M${r.x(f.step)},${c-5}V${c}`);g(n,
"d",u.join(""))}function Zo({ask:e,signal:t}){let o=a("code",{}),n=a("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=a("span",{role:"status"}),r=a("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(i,c)=>(N(s,i?"":c),!0)),{signal:t}),{el:r,
update(i){let c=i.fold.edits?.texts??[];g(r,"hidden",!c.length||i.phase!=="paused"),N(o,c.join("; ")),g(o,"title",c.join(
`
`))}}}function et({goTo:e,open:t,signal:o}){let n=a("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",i=>{let c=i.target.closest("button");c?.dataset.step?e(Number(
c.dataset.step),Number(c.dataset.op)):c?.dataset.op&&t("graph",Number(c.dataset.op))},{signal:o});function r(i,c){let[l,
p,d]=[i.ops[c],i.steps[c],c===i.cause],h=l<0?a("span",{class:"opscope-maker"},i.makers[c]):a("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${i.makers[c]} ${l} in the graph`},`${i.makers[c]} ${l}`),u=p?[a("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${i.makers[c]} in step ${p}`},`step ${p}`)]:
[],f=i.gaps[c]?[a("div",{class:"opscope-gap"},`${ne(i.gaps[c])} more`)]:[],y=[i.notes[c],d&&i.reads[c]].filter(Boolean).
join(": ");return a("li",{"data-cause":d},...f,a("div",{class:"opscope-link"},...d?[a("b",{class:"opscope-cause-mark"},"\
cause")]:[],a("code",{},i.values[c]),...i.called[c]?[a("code",{class:"opscope-called"},i.called[c])]:[],h,...u),...y?[a(
"div",{class:"opscope-note-text"},y)]:[],...d?i.growth.map(w=>a("div",{class:"opscope-note-text"},w)):[],...i.sites[c]?[
a("code",{class:"opscope-line"},i.sites[c]+(i.sources[c]?`: ${i.sources[c]}`:""))]:[])}return{el:n,update(i){i!==s&&(s=i,
g(n,"hidden",!i),n.replaceChildren(...(i?.values??[]).map((c,l)=>r(i,l))))}}}function fr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Qo({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=a("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),i=a("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),c=a("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=et({goTo:t,open:o,signal:n}),p=a("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
a("div",{},r,i),c,l.el),d="",h="",u=null;function f(w){y("Searching …"),e("Explain",{name:w},(b,x)=>(y(fr(x)),u=b?w:null,
!0))}function y(w){N(c,w),g(c,"hidden",!w),u=null}return r.addEventListener("click",()=>f(d),{signal:n}),i.addEventListener(
"click",()=>f(""),{signal:n}),y(""),{el:p,update(w,b){let{stopped:x,explained:$}=b,m=`${w} ${x?.run} ${x?.tick}`;m!==h&&
y(""),d=w,h=m,l.update($&&!$.at&&$.asked===u?$:null)}}}var ke=168;function mr(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function en(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function gr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function br(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${G(e.low+t*o)} … ${G(e.low+(t+1)*o)}: ${ne(e.counts[t])}`:Et(e)}function tn(e){let t=a("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${ke}px`}),o=a("span"),n=a("span",{class:"opscope-\
zero"},"0"),s=a("span"),r=a("div",{class:"opscope-readout"}),i=a("span"),c=a("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=a("div",{class:"opscope-axis"},o,n,
s),p=a("section",{class:"opscope-card"},a("h4",{},"Distribution",i),c,t,l,r),d,h=null,u="",f=!1,y=()=>{};c.addEventListener(
"click",()=>{f=!f,g(c,"aria-pressed",f?"true":"false"),y()},{signal:e});let w=()=>{let b=d&&h!==null&&h<d.counts.length;
g(t,"aria-label",d?`histogram of step ${d.step}, from ${G(d.low)} to ${G(d.high)}: ${Et(d)}`:"histogram"),N(r,d?b?br(d,h):
Et(d):"")};return t.addEventListener("pointermove",b=>{if(!d)return;let x=t.getBoundingClientRect();h=Math.max(0,Math.min(
d.counts.length-1,Math.floor((b.clientX-x.left)/x.width*d.counts.length))),w()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(h=null,w()),{signal:e}),{el:p,update(b){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(b===d&&x===u)return;d=b,u=x,N(i,b?`step ${b.step}`:""),N(o,b?G(b.low):""),N(s,b?G(b.high):"");let $=b&&b.low<0&&b.high>
0?-b.low/(b.high-b.low):null;g(n,"style",$===null||$<.15||$>.85?"visibility: hidden":`left: ${(100*$).toFixed(2)}%`),w();
let m=b&&b.high>b.low?[.05,.5,.95].map(k=>G(en(b,k))):[];g(t,"title",m.length?`5 %, median and 95 % of the elements: abo\
ut ${m.join(", ")}`:void 0),y=()=>wr(t,b,$,f),y()}}}function Et(e){let t=e.counts.reduce((o,n)=>o+n,0);return t?e.low===
e.high?t===1?"1 finite element":`${ne(t)} finite elements, all equal`:`${ne(t)} finite element${t===1?"":"s"} in ${e.counts.
length} bins`:"no finite elements"}function wr(e,t,o,n){let s=e.getContext("2d"),r=e.clientWidth;if(!s||!r)return;e.width=
Math.round(r*devicePixelRatio),e.height=Math.round(ke*devicePixelRatio),s.scale(devicePixelRatio,devicePixelRatio);let i=getComputedStyle(
e);if(s.fillStyle=i.borderBottomColor,s.fillRect(0,ke-1,r,1),!t)return;o!==null&&s.fillRect(Math.round(o*r),0,1,ke),s.fillStyle=
i.color;let c=r/t.counts.length;mr(gr(t),n).forEach((l,p)=>{let d=l*(ke-18);s.fillRect(p*c+.5,ke-1-d,Math.max(1,c-1),d)}),
t.high>t.low&&xr(s,t,r,i.borderTopColor)}function xr(e,t,o,n){let[s,r,i]=[.05,.5,.95].map(c=>((en(t,c)??t.low)-t.low)/(t.
high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,i-s,1);for(let[c,l]of[[s,7],[r,11],[i,7]])e.fillRect(c-.75,5.5-l/2,1.5,l)}function yr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function on({
ask:e,signal:t}){let o=a("code",{class:"opscope-cell-name"}),n=se("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=se("cell-value","0.5, nan, h.mean()","new value"),r=a("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),i=a("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),c=se("cell-st\
eps","100","how many steps to replay","number"),l=a("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=a("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=a(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},a("span",{},o," [ ",n," ] = ",s),a("span",{},r,i,a("label",{
title:"how many steps to replay"},c," steps"),l)),h=a("div",{class:"opscope-cell-editor"},d,p),u="",f="",y=null,w=()=>n.
value.trim()?`${u}[${n.value.trim()}]`:u,b=(m,k)=>(N(p,k),g(p,"data-failed",!m),!0);function x(){g(d,"hidden",!0),y?.focus(
{preventScroll:!0}),y=null}function $(m){if(!s.value.trim())return void b(!1,"Give the new value: a number, nan, or an e\
xpression such as h.mean().");b(!0,m?"replaying …":"");let k={target:w(),value:s.value.trim()},v=(L,C)=>(b(L,C),L&&x(),
!0);m?e("TryValue",{...k,steps:Math.max(1,Math.round(Number(c.value)||100))},v):e("SetValue",k,v)}return d.addEventListener(
"submit",m=>(m.preventDefault(),$(!!f)),{signal:t}),i.addEventListener("click",()=>$(!0),{signal:t}),l.addEventListener(
"click",x,{signal:t}),d.addEventListener("keydown",m=>{if(m.key==="Escape")x();else if(m.key==="Enter"&&!m.isComposing&&
m.target.matches("input"))$(!!f);else return;m.preventDefault(),m.stopPropagation()},{signal:t}),{el:h,open(m,k,v,L){[u,
y]=[m,L],N(o,m),g(o,"title",m),n.value=k,s.value=v,b(!0,""),g(d,"hidden",!1),s.focus(),s.select()},update(m,k){u&&k!==u&&
!d.hidden&&g(d,"hidden",!0),f=yr(m),r.disabled=!!f,g(r,"title",f||"in this run; what follows is computed again"),i.disabled=
!m.recorded||m.phase==="running"}}}var re={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},kr=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function ve(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=kr.reduceRight((r,i)=>r*t+i[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var pe=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,vc=Array.from({length:256},(e,t)=>t===0?re.nan:t===1?re.minusInf:t===255?re.plusInf:
ve((t-2)/252));function Ce(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function tt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>pe(ve(t/16))).join(", ")})`}var nn=26,vr=14,$r=4;function sn(e,t,o,n){let s=Math.min(nn,o/t,n/e),r=(i,c)=>Math.max(vr,s*i,s<nn?Math.min(c/2,$r*s*i):
0);return[r(t,o),r(e,n)]}function rn(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,i=Ce(e.pixels[o*e.cols+n],e.low,e.high),
c=Number.isNaN(i)?"NaN":i===1/0?"+Inf":i===-1/0?"−Inf":`≈ ${G(i)}`;return`${t.length>2?`[${Zt(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${c}`}function an(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function cn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let i=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));i>s&&([n,s]=[r,i])}return n}function ot(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function nt(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[i,c]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return i<e.cols&&c<e.rows&&l<e.facets&&s<t?{facet:l,row:c,col:i}:null}function At(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function ln(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return re.nan;if(s===
1)return re.minusInf;if(s===255)return re.plusInf;let r=Ce(s,e.low,e.high);return t?At(r/o):ve(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function st(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replace("-","−");let i=Ce(e.pixels[s],e.low,e.high);return Number.isNaN(i)?"NaN":i===
1/0?"+Inf":i===-1/0?"−Inf":`≈ ${G(i)}`}function pn(e,t,o,n){let[s,r]=ot(t,o),i=e.getContext("2d");if(!i||s<=0||r<=0)
return;e.width!==s&&(e.width=s),e.height!==r&&(e.height=r);let c=i.createImageData(s,r),l=ln(t,n);for(let p=0;p<t.facets;p++){
let[d,h]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let u=0;u<t.rows;u++)for(let f=0;f<t.cols;f++){let y=4*((h+u)*s+
d+f),[w,b,x]=l[t.pixels[(p*t.rows+u)*t.cols+f]];c.data[y]=w,c.data[y+1]=b,c.data[y+2]=x,c.data[y+3]=255}}i.putImageData(
c,0,0)}function Mr(e){let t=Math.abs(e);return(e===0||t>=.01&&t<1e4?String(Number(e.toPrecision(3))):e.toExponential(0)).
replaceAll("-","−").replace("e+","e")}function dn(e,t,o,n,s){let r=e.getContext("2d");if(!r)return;e.width=Math.round(
o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,devicePixelRatio);let i=ln(t,s),[c,
l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,c/4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", mon\
ospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<t.cols;d++){let h=p*t.cols+d,
[u,f,y]=i[t.pixels[h]];r.fillStyle=`rgb(${u}, ${f}, ${y})`,r.fillRect(d*c,p*l,c-1,l-1),r.fillStyle=.299*u+.587*f+.114*y>
140?"#111111":"#ffffff";let w=Number(t.numbers[h]),b=Number.isFinite(w)?Mr(w):st(t,{facet:0,row:p,col:d});r.fillText(b,(d+
.5)*c,(p+.5)*l)}}var rt=168,Ie=300,un=[34,18],at=4,Sr=16,hn=8,fn={rows:-1,cols:-1,facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};
function Er(e,t,o,n){let[s,r]=[$e(e,0),$e(e,1)],i=Math.min(s,Math.max(hn,Math.round(e.height/n))),c=Math.min(r,Math.max(
hn,Math.round(e.width/n))),l=(p,d,h)=>Math.max(0,Math.min(h-d,Math.round(p-d/2)));return{top:l(t,i,s),left:l(o,c,r),height:i,
width:c}}function $e(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function ue(e){return{facets:e.facets,rows:Math.ceil(e.
height/e.row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function Lr(e,t){
let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((i,c)=>r.get(c)??e.index[c])}function Nr(e,t){let[o,n,s]=e.axes,[r,i]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],c=(p,d,h)=>d>1?`${p}–${Math.min(h,p+d)-1}`:`${p}`;return`[${e.shape.map((p,d)=>d===o?c(r,e.row_stride,e.top+
e.height):d===n?c(i,e.col_stride,e.left+e.width):String(d===s?t.facet*e.facet_stride:e.index[d])).join(", ")}]  ${st(ue(
e),t)}`}function mn({ask:e,signal:t,offline:o}){let n=a("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=a("div",
{class:"opscope-heatmap-box"},n),r=a("span"),i=a("span"),c=a("i"),l=[_t("NaN",re.nan,0),_t("−Inf",re.minusInf,1),_t("+\
Inf",re.plusInf,255)],p=a("div",{class:"opscope-readout"}),d=a("span"),h={rows:Y("rows"),cols:Y("columns"),facets:Y("fac\
ets")},u=a("span",{class:"opscope-positions"}),f=a("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},a("option",{value:"auto"},"auto"),a("option",{value:"sequential"},"low to high"),a("option",{value:"signed"},"signe\
d")),y=W("+","zoom in (click a cell, or +)","zoom-in",()=>T(at)),w=W("−","zoom out (-)","zoom-out",()=>T(1/at)),b=W("P\
in","keep these elements, to compare others with them","pin",()=>e("PinValue",{name:v})),x=W("Difference","show the diff\
erence to the pinned value","difference",()=>A({...L,difference:!L.difference})),$=a("div",{class:"opscope-slice-bar",hidden:!0},
h.rows.el,h.cols.el,h.facets.el,u,a("label",{},"colors",f),a("span",{class:"opscope-slice-tools"},w,y,b,x)),m=on({ask:e,
signal:t}),k=a("section",{class:"opscope-card opscope-elements"},a("h4",{},"Elements",d),$,s,m.el,a("div",{class:"opscop\
e-legend"},a("div",{class:"opscope-scale"},r,c,i),...l.map(E=>E.el)),p),v="",L=fn,C="",B=null,O="",_="",R,M,P=[],j=null;
function W(E,F,K,Q){let Z=a("button",{type:"button",class:`opscope-slice-tool opscope-${K}`,title:F,"aria-label":F},E);return Z.
addEventListener("click",Q,{signal:t}),Z}function Y(E){let F=a("select",{class:`opscope-axis-${E}`,"aria-label":`axis of\
 the ${E}`});return F.addEventListener("change",()=>z(E==="columns"?"cols":E,Number(F.value)),{signal:t}),{el:a("label",
{},E,F),field:F}}function z(E,F){if(!M)return;let[K,Q,Z]=M.axes,V={rows:K,cols:Q,facets:Z},te=Object.keys(V).find(ae=>F>=
0&&V[ae]===F);te&&(V[te]=V[E]),V[E]=F,A({...L,...V,top:0,left:0,height:0,width:0})}function A(E){L=E,O="",e("FetchSlice",
{name:v,...L},(F,K)=>(F||([O,L]=[K,{...L,difference:!1}]),S(),!0))}function T(E,F){if(!M)return;let[K,Q]=F??[M.top+M.height/
2,M.left+M.width/2];A({...L,...Er(M,K,Q,E)})}let D=()=>M?ue(M):R?{...R,facets:1,numbers:[]}:null,q=E=>cn(E,s.clientWidth||
400,E.facets>1?Ie:rt),J=()=>f.value==="signed"||f.value==="auto"&&!!M?.difference;function S(){let E=M&&j&&nt(ue(M),q(ue(
M)),...j),F=R&&j&&j[1]<R.rows&&j[0]<R.cols,K=M?E&&Nr(M,E):F&&R&&j?rn(R,P,j[1],j[0]):"";N(p,O||K||(M?Tr(M):R?an(R):""))}function I(E){
let F=D();if(!F)return null;let K=n.getBoundingClientRect(),[Q,Z]=ot(F,q(F)),V=(te,ae)=>Math.max(0,Math.min(ae-1,Math.floor(
te*ae)));return[V((E.clientX-K.left)/K.width,Q),V((E.clientY-K.top)/K.height,Z)]}n.addEventListener("pointermove",E=>(j=
I(E),S()),{signal:t}),n.addEventListener("pointerleave",()=>(j=null,S()),{signal:t});function H(E){if(!M||o)return;let F=ue(
M),K=(E&&nt(F,q(F),...E))??{facet:0,row:0,col:0},Q=st(F,K);m.open(v,Lr(M,K).join(", "),M.numbers.length?Q.replace("−",
"-"):"",n)}n.addEventListener("dblclick",E=>H(I(E)),{signal:t}),n.addEventListener("click",E=>{if(E.detail>1)return;let F=M&&
nt(ue(M),q(ue(M)),...I(E)??[0,0]);M&&F&&!M.numbers.length&&T(Sr,[M.top+F.row*M.row_stride,M.left+F.col*M.col_stride])},{
signal:t}),n.addEventListener("keydown",E=>{let F={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[E.key];
if(E.key==="+"||E.key==="=")T(at);else if(E.key==="-")T(1/at);else if(E.key==="Enter")H(j);else if(F&&M)T(1,[M.top+M.height*
(.5+F[0]/2),M.left+M.width*(.5+F[1]/2)]);else return;E.preventDefault(),E.stopPropagation()},{signal:t}),f.addEventListener(
"change",()=>(_="",ee()),{signal:t}),u.addEventListener("change",()=>{let E=P.map((F,K)=>u.querySelector(`[data-axis="${K}\
"]`)?.value??"0");A({...L,index:E.map(F=>String(Math.max(0,Math.round(Number(F)||0)))).join(",")})},{signal:t}),u.addEventListener(
"keydown",E=>E.stopPropagation(),{signal:t});function X(E){let F=E.shape.map((Z,V)=>[String(V),`${V} (${Z})`]);for(let[Z,
{field:V}]of[h.rows,h.cols,h.facets].entries()){let te=[["-1","none"],...F],ae=te.join();V.dataset.key!==ae&&V.replaceChildren(
...te.map(([oe,fe])=>a("option",{value:oe},fe))),V.dataset.key=ae,V.value=String(E.axes[Z])}g(h.rows.el,"hidden",E.shape.
length<2),g(h.cols.el,"hidden",E.shape.length<2),g(h.facets.el,"hidden",E.shape.length<3);let K=E.shape.flatMap((Z,V)=>E.
axes.includes(V)||Z<2?[]:[[V,Z,E.index[V]]]),Q=JSON.stringify(K);u.dataset.key!==Q&&(u.dataset.key=Q,u.replaceChildren(...K.
map(([Z,V,te])=>a("label",{},`axis ${Z}`,a("input",{type:"number",min:0,max:V-1,value:te,"data-axis":Z,title:`position o\
n axis ${Z}, 0 to ${V-1}`})))))}function ee(){let E=D(),F=E?E.rows*E.cols*E.facets:0;if(g(n,"hidden",!F),!E||!F)return;let K=q(
E),[Q,Z]=ot(E,K),V=s.clientWidth,te=!!M&&E.facets===1&&E.numbers.length>0&&V/E.cols>=un[0],ae=te?Math.min(Ie,E.rows*un[1]):
E.facets>1?Ie:rt,oe=te?[Math.min(V,E.cols*64),ae]:E.facets>1?[Math.min(V,Q*Ie/Z),Math.min(Ie,Z*V/Q)]:sn(E.rows,E.cols,V,
rt),fe=`${oe} ${devicePixelRatio} ${J()} ${te}`;if(fe===_)return;_=fe,g(s,"style",`height: ${Math.max(te||E.facets>1?0:rt,
Math.ceil(oe[1]))}px`),g(n,"style",`width: ${oe[0].toFixed(1)}px; height: ${oe[1].toFixed(1)}px`),te?dn(n,E,oe[0],oe[1],
J()):pn(n,E,K,J());let Pe=Math.max(Math.abs(E.low),Math.abs(E.high));N(r,G(J()?-Pe:E.low)),N(i,G(J()?Pe:E.high)),g(c,"st\
yle",`background: ${J()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].map(Qn=>pe(At(Qn))).join(", ")})`:tt()}`)}return{el:k,
update(E,F,K,Q){P=F,Q!==v&&([v,L,O]=[Q,fn,""]);let Z=`${Q} ${F} ${K.stopped?.run} ${K.stopped?.tick} ${E?.step} ${K.phase}`;
!o&&K.phase!=="running"&&(Z!==C||K.stopped!==B)&&E&&A(L),[C,B]=[Z,K.stopped],m.update(K,Q);let V=K.fold.slices.get(Q),ae=V&&
String(V.shape)===String(F)&&(V.step===E?.step||V.difference)&&!o?V:void 0;if(ae!==M||E!==R){[M,R,_]=[ae,E,""];for(let Pe of l)
Pe.update((ae??E)?.pixels);S()}g($,"hidden",!M),M&&X(M),N(d,M?.difference?`step ${M.step} − ${M.difference}`:E?`step ${E.
step}`:"");let oe=K.fold.pinned,fe=!!oe?.name&&String(oe?.shape)===String(F);g(x,"hidden",!fe),g(x,"aria-pressed",L.difference?
"true":"false"),g(x,"title",oe?.name?`show the difference to ${oe.name} of step ${oe.step}`:""),g(b,"aria-pressed",oe?.name===
Q&&oe?.step===E?.step?"true":"false"),ee()}}}function Tr(e){let t=me([$e(e,0),$e(e,1)]),o=e.height<$e(e,0)||e.width<$e(e,
1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>
1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>
1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?`, ${e.nonfinite} not finite`:""}`}function _t(e,t,o){
let n=a("span",{class:"opscope-mark","data-absent":!0},a("i",{style:`background: ${pe(t)}`}),e);return{el:n,update:s=>g(
n,"data-absent",!s?.includes(o))}}var Ct=12;function gn({ask:e,open:t,signal:o,offline:n}){let s=a("div",{class:"opscope-provenance"}),r="",i=(c,l)=>a("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${c} ${l} in the graph`},`${c} ${l}`);return s.addEventListener(
"click",c=>{let l=c.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(c,l){let p=n?void 0:c.fold.slices.get(l.name),d=(p?.
readers??[]).map((w,b)=>[p?.reader_types[b]??"",w]),h=c.recorded&&l.step>=c.recorded.first&&l.step<=c.recorded.last,u=!n&&
c.phase!=="running"&&h&&l.op>=0,f=JSON.stringify([l.op,l.op_type,d,u&&l.step]);if(f===r)return;r=f;let y=d.length>Ct?[`a\
nd ${d.length-Ct} more`]:[];s.replaceChildren(...l.op>=0?["made by",i(l.op_type,l.op)]:[],...d.length?["read by",...d.slice(
0,Ct).map(([w,b])=>i(w,b)),...y]:p?["read by nothing"]:[],...u?[a("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to th\
e write")]:[]),g(s,"hidden",!s.childNodes.length)}}}var[Re,Me,It,Rt,Bt]=[150,58,10,8,22];function bn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Ot(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":G(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function wn(e){let t=a("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=a("code",{}),n=a("spa\
n"),s=U("g",{class:"opscope-grid"}),r=U("path",{class:"opscope-line"}),i=U("path",{class:"opscope-line opscope-branch-li\
ne"}),c=U("path",{class:"opscope-cross"}),l=U("svg",{class:"opscope-chart",height:Re,role:"img"},s,r,i,c),p=a("div",{class:"\
opscope-branch-key"},a("span",{},a("i",{}),"recorded"),a("span",{},a("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=a("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},a("h4",{},"What if",t,n),l,p),h,u="",
f={x:x=>0,step:x=>0},y=new Map;t.addEventListener("change",()=>(h=y.get(t.value),b()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!h)return;let $=f.step(x.clientX-l.getBoundingClientRect().left),m=h.steps.reduce((k,v,L)=>Math.abs(v-
$)<Math.abs(h.steps[k]-$)?L:k,0);N(n,`step ${h.steps[m]}   ${G(h.recorded[m])}   would be ${G(h.changed[m])}`),g(c,"d",`\
M${f.x(h.steps[m])},${Rt}V${Re-Bt}`)},{signal:e}),l.addEventListener("pointerleave",()=>(g(c,"d",""),N(n,h?Ot(h):"")),{signal:e});
let w=new ResizeObserver(()=>b());w.observe(l),e.addEventListener("abort",()=>w.disconnect());function b(){let x=h;if(!x)
return;let $=Math.max(200,l.clientWidth||d.clientWidth),m=`${x.name} ${x.change} ${$} ${x.changed.length} ${x.changed.at(
-1)}`;if(m===u)return;u=m;let k=[bn(x,x.recorded),bn(x,x.changed)],{x:v,y:L}=St([...k[0],...k[1]].sort((P,j)=>P.step-j.step)),
C=$-Me-It,B=P=>+(Me+(P-v[0])/(v[1]-v[0])*C).toFixed(1),O=P=>+(Rt+(1-(P-L[0])/(L[1]-L[0]))*(Re-Rt-Bt)).toFixed(1);f={x:B,
step:P=>v[0]+(P-Me)/C*(v[1]-v[0])};let _=de(...L,4).flatMap(P=>[U("path",{d:`M${Me},${O(P)}H${$-It}`}),U("text",{x:Me-6,
y:O(P)+3.5,"text-anchor":"end"},ge(P))]),R=de(...v,Math.max(3,$/110)).filter(Number.isInteger).map(P=>U("text",{x:B(P),y:Re-
6,"text-anchor":"middle"},ge(P)));s.replaceChildren(..._,...R,U("path",{class:"opscope-floor",d:`M${Me},${Re-Bt}H${$-It}`}));
let M=P=>Qe(P,j=>j.mean!==null).map(j=>j.length>1?`M${j.map(W=>`${B(W.step)},${O(W.mean)}`).join("L")}`:`M${B(j[0].step)-
4},${O(j[0].mean)}h8`).join("");g(r,"d",M(k[0])),g(i,"d",M(k[1])),g(l,"aria-label",`${x.name}: ${Ot(x)}, if ${x.change}`),
N(n,Ot(x)),N(o,x.change)}return{el:d,update(x){let{branches:$}=x.fold;if(g(d,"hidden",!$.size),$===y)return b();y=$;let m=[
...y.values()].at(-1),k=[...y.values()].filter(v=>v.change===m?.change).map(({name:v})=>v);t.replaceChildren(...k.map(v=>a(
"option",{value:v},v))),h=y.get(k.includes(h?.name??"")?h?.name??"":k[0]??""),h&&(t.value=h.name),b()}}}var Ar=[["mean",e=>G(e.mean)],["std",e=>G(e.std)],["min",e=>G(e.min)],["max",e=>G(e.max)],["shape",e=>me(e.shape)],["zer\
os",e=>ze(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>ne(e.nan),e=>e.nan>0],["Inf",e=>ne(e.inf),e=>e.inf>0],["elements",e=>ne(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function _r(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Cr(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function xn(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:He(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var yn={id:"tensor",label:"Tensor",create:Ir};function Ir({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let i=a("span",{class:"opscope-pill"}),c=a("span",{class:"opscope-detail-name"}),l=a("div",
{class:"opscope-origin"}),p=a("code",{class:"opscope-site"}),d=Ar.map(([O,_,R])=>{let M=a("span",{class:"opscope-number"});
return{label:O,value:_,warn:R,shown:M,el:a("div",{class:"opscope-fact"},a("span",{class:"opscope-label"},O),M)}}),h=Jo({
goTo:o,signal:s}),u=tn(s),f=mn({ask:e,signal:s,offline:r}),y=gn({ask:e,open:t,signal:s,offline:r}),w=a("div",{class:"ops\
cope-detail-head"},a("div",{},i,c),a("div",{},l,p)),b=wn(s),x=Zo({ask:e,signal:s}),$=a("div",{class:"opscope-charts"},h.
el,u.el,f.el,b.el),m=a("div",{class:"opscope-hint"}),k=a("div",{class:"opscope-about"}),v=Qo({ask:e,goTo:o,open:t,signal:s,
offline:r}),L=[w,x.el,y.el,v.el,a("div",{class:"opscope-facts"},...d.map(O=>O.el)),k,$],C=a("div",{class:"opscope-detail\
-body"},...L),B=a("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return f.
el.append(m),{el:a("div",{class:"opscope-detail"},B,C),update(O,{selected:_,refusal:R}){let M=O.values.get(_);if(g(B,"hi\
dden",!!M),g(C,"hidden",!M),!M)return;let P=ie(M);g(w,"data-health",P),N(i,je[P]),N(c,M.name),N(l,M.called?`called ${M.called}\
 · ${xn(M)}`:xn(M)),N(p,M.site),v.update(_,O);for(let A of d)N(A.shown,A.value(M)),g(A.shown,"title",A.value(M)),g(A.el,
"data-bad",A.warn?.(M)?A.label==="NaN"?"nan":A.label==="Inf"?"inf":"zeros":void 0);let j=we(O,M),W=[Cr(j),_r(M)].filter(
Boolean).join(" ");g(C,"data-elsewhere",!!j),N(k,W),g(k,"hidden",!W);let Y=O.details.get(_);f.update(Y,M.shape,O,_),h.update(
O.history.get(_),O.stopped?.step||null,n(O));for(let A of[u,f])g(A.el,"data-elsewhere",!!j||!!(O.stopped&&Y&&Y.step!==M.
step));u.update(Y),y.update(O,M),b.update(O),x.update(O),N(m,Y?"":r?"Elements were not recorded for this value.":R||"Wai\
ting for the elements of this value …"),g(m,"hidden",!!Y)}}}var Rr=["error","warning","hint"];function kn(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>Rr.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function Br(e){let t=e.
times>1?`, ${ne(e.times)} times`:"";return e.step?`step ${ne(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}var vn={id:"findings",label:"Findings",create:Or,count:e=>kn(e.findings).length};function Or({ask:e,open:t,
goTo:o,signal:n,offline:s}){let r=a("button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of dia\
gnosis look at the recorded steps"},"Check the recorded steps"),i=a("span",{class:"opscope-look-answer",role:"status"}),
c=a("div",{class:"opscope-findings-bar","data-asks":!0,hidden:s},r,i),l=a("div",{class:"opscope-nothing"},'Nothing was f\
ound. A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.'),p=a("ul",{class:"opscope\
-findings-rows"}),d=et({goTo:o,open:t,signal:n}),h=a("pre",{class:"opscope-cause",role:"status",hidden:!0}),u=null,f,y=!1;
r.addEventListener("click",()=>{N(i,"Looking …"),e("FindFaults",{},(m,k)=>(N(i,m?`${k}. Rules can be wrong: judge by t\
he evidence.`:k),!0))},{signal:n}),p.addEventListener("click",m=>{let k=m.target.closest("button"),v=Number(k?.dataset.number),
L=v?w.get(v):void 0;!L||!k||(k.classList.contains("opscope-there")?b(L):x(L,k))},{signal:n});let w=new Map;function b(m){
m.step?o(m.step,m.op):t("graph",m.op)}function x(m,k){let v=u?.number===m.number;u=v?null:{number:m.number,name:m.value,
step:m.step,ok:!1};for(let L of p.querySelectorAll(".opscope-ask-why"))g(L,"aria-expanded",L===k&&!v?"true":"false");d.update(
null),N(h,u?"Searching …":""),g(h,"hidden",!u),u&&(k.closest(".opscope-finding")?.append(h,d.el),e("Explain",{name:m.value,
step:m.step},(L,C)=>(u?.number!==m.number||(u.ok=L,N(h,L?"":C),g(h,"hidden",L)),!0)))}function $(m,...k){let v=a("button",
{type:"button",class:"opscope-why opscope-there","data-number":m.number,title:m.step?`go to step ${m.step}`:"show it in \
the graph"},m.step?"Go there":"Show in graph"),L=a("button",{type:"button",class:"opscope-why opscope-ask-why","data-num\
ber":m.number,"aria-expanded":"false",title:`why ${m.value} is what it is in step ${m.step}`},"Why"),C=[...m.step||m.op>=
0?[v]:[],...!s&&m.value&&m.step?[L]:[]];return a("div",{class:"opscope-finding","data-severity":m.severity},a("div",{class:"\
opscope-finding-head"},a("span",{class:"opscope-severity"},m.severity),a("b",{},m.rule),...m.value?[a("code",{},m.value)]:
[],...m.called?[a("code",{class:"opscope-called"},m.called)]:[],a("span",{class:"opscope-when"},Br(m))),a("div",{class:"\
opscope-evidence"},m.evidence),...m.site?[a("code",{class:"opscope-line"},m.site+(m.code?`: ${m.code}`:""))]:[],...m.operator?
[a("code",{class:"opscope-line opscope-operator-text"},m.operator)]:[],...m.suggestion?[a("div",{class:"opscope-try"},`T\
ry: ${m.suggestion}`)]:[],...k,a("div",{class:"opscope-finding-buttons","data-asks":!0},...C))}return{el:a("div",{class:"\
opscope-findings"},c,l,p),update(m){y=!!m.recorded||s,g(r,"disabled",!m.recorded),g(p,"data-fixed",!y);let k=u?.ok&&m.explained?.
asked===u.name&&m.explained.at===u.step?m.explained:null;if(k&&d.update(k),m.findings===f)return;f=m.findings,w=new Map(
[...m.findings.values()].map(B=>[B.number,B]));let v=kn(m.findings),L=new Set([...p.querySelectorAll("details[open]")].map(
B=>B.dataset.number));g(l,"hidden",v.length>0),p.replaceChildren(...v.map(({finding:B,consequences:O})=>{let _=a("detail\
s",{class:"opscope-consequences","data-number":B.number,open:L.has(String(B.number))},a("summary",{},`may explain ${O.length}\
 more`),...O.map(R=>$(R)));return a("li",{},$(B),...O.length?[_]:[])}));let C=u&&p.querySelector(`.opscope-ask-why[data-\
number="${u.number}"]`);C&&(g(C,"aria-expanded","true"),C.closest(".opscope-finding")?.append(h,d.el))}}}var Se=128,$n=36,Pr=Object.freeze([]),Fr=3,Dr=12;function zr(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Dr,Math.min(o-Fr,Math.floor(Math.log10(e)))),o]}var Mn=new WeakMap;function jr(e){let t=Mn.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],Mn.set(
e,t)}return t}function En(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Sn=Array.from({length:129},
(e,t)=>pe(ve(t/128)));function Hr(e,t){return e.bad?pe(re.nan):e.rms?Sn[Math.round(En(e.rms,t)*(Sn.length-1))]:null}var Ln={
id:"flow",label:"Gradient flow",short:"Flow",create:Wr,count:e=>bt(e).length};function Wr({select:e,refresh:t,signal:o}){
let n=a("div",{class:"opscope-decades"}),s=a("div",{class:"opscope-flow-row opscope-flow-head"},a("span",{},"parameter"),
n,a("span",{},"RMS"),a("span",{},"over steps")),r=a("div",{class:"opscope-flow-body"}),i=a("div",{class:"opscope-nothing"},
"No gradient of a parameter has been seen. Tap the gradients to see how they flow."),c=a("span"),l=a("span"),p=a("div",{
class:"opscope-legend opscope-flow-legend"},a("span",{},"RMS gradient of each parameter"),a("div",{class:"opscope-scale"},
c,a("i",{style:`background: ${tt()}`}),l),a("span",{class:"opscope-mark"},a("i",{style:`background: ${pe(re.nan)}`}),"Na\
N or Inf")),d=new Map;r.addEventListener("click",f=>{let y=f.target.closest("[data-name]");y&&e(y.dataset.name??"")},{signal:o});
let h=a("div",{class:"opscope-flow"},i,a("div",{class:"opscope-flow-table"},s,r,p));h.addEventListener("scroll",t,{signal:o,
passive:!0});let u=(f,y)=>f.history.get(y.name)?.points??Pr;return{el:h,update(f,{selected:y}){let w=bt(f);g(i,"hidden",
w.length>0),g(s,"hidden",!w.length);let[b,x]=[1/0,0];for(let C of w){let[B,O]=jr(u(f,C));[b,x]=[Math.min(b,B),Math.max(x,
O)]}let $=zr(b,x);Gr(n,$),N(c,G(10**$[0])),N(l,G(10**$[1])),g(p,"hidden",!w.length);for(let C of w)d.has(C.name)||d.set(
C.name,Ur(C.name));let m=w.map(C=>d.get(C.name));be(r,m.map(C=>C.el));let k=f.stopped?.step||null,v=Math.floor((h.scrollTop-
r.offsetTop)/$n)-2,L=v+Math.ceil(h.clientHeight/$n)+4;w.forEach((C,B)=>{if(B<v||B>L)return m[B].choose(C.name===y);m[B].
update(C,u(f,C),$,we(f,C),k),m[B].choose(C.name===y)})}}}function Gr(e,t){let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(
e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let i=Math.ceil((n-o)/s),c=[];for(let l=n;l>=
o;l-=i){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;c.push(a("span",{style:p},"10",a("sup",{},String(l).replace("-","\
−"))))}e.replaceChildren(...c)}function Ur(e){let t=We(e),o=a("i"),n=a("span",{class:"opscope-track"},o),s=a("span",{class:"\
opscope-number"}),r=a("canvas",{class:"opscope-strip",width:Se,height:1,role:"img","aria-label":"RMS gradient over the s\
teps"}),i=a("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),c="",l;return{el:i,choose:p=>g(i,"a\
ria-pressed",p?"true":"false"),update(p,d,h,u,f){let y=`${h} ${u} ${f}`;if(l===p&&c===y)return;l=p,c=y,g(i,"data-elsewhe\
re",!!u),g(i,"title",u?`not computed yet: its value ${u}`:void 0);let{rms:w}=Ue(p),b=ie(p);Te(t,p.grad_of),g(i,"data-hea\
lth",b),g(o,"data-nothing",w===null),g(n,"style",`--decade: ${(100/(h[1]-h[0])).toFixed(3)}%`),g(o,"style",`width: ${(100*
(w===null?1:En(w,h))).toFixed(2)}%`),N(s,p.nan?"NaN":p.inf?"Inf":G(w)),qr(r,d,h,f)}}}function qr(e,t,o,n){let s=e.getContext(
"2d");if(!s)return;s.clearRect(0,0,Se,1);let r=t[0]?.step??0,i=(t.at(-1)?.step??0)-r+1;t.forEach((c,l)=>{let p=t[l+1]?.step??
c.step+1,d=Math.floor((c.step-r)/i*Se);if(!c.bad&&l+1<t.length&&Math.floor((p-r)/i*Se)===d)return;let h=Hr(c,o);h&&(s.fillStyle=
h,s.fillRect(d,0,Math.ceil((p-r)/i*Se)-d,1))}),!(n===null||n<r||n>=r+i)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(
Math.floor((n-r)/i*Se),0,2,1))}var Vr=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function Pt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Nn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${kt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function he(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Tn(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Vr)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),i=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),c=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=U("g",{class:"opscope-gutter"},U("title"),r,i,c);return e.
append(l),l}function An(e,t){g(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),g(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),g(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&N(Tn(e).firstChild,Nn(t))}function _n(e){let t=Tn(e).firstChild;t.textContent||N(t,Nn([]))}var Ee=["nan","inf","zeros","ok"],Kr=2e5;function Cn(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=ie(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||Ee.indexOf(s)<Ee.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function In(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let i=o.get(r);(!i||Ee.indexOf(s)<Ee.indexOf(i))&&o.set(r,s)}return o}function Rn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<Kr;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Bn(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,i)=>Ee.indexOf(ie(r))-Ee.indexOf(ie(i)))[0]?.name}var Xr=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
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
links:[]};for(let s of["width","height"])o.removeAttribute(s);g(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),i=s.getAttribute("data-dst"),c=s.getAttribute("data-scope"),l=Rn(s.getAttribute("data-h\
ides"));r!==null&&i!==null?n.links.push({src:r,dst:i}):l.length||/^(op|var)-/.test(s.id)?Qr(n,s,l,t&&c!==null):c!==null&&
(n.frames.set(c,s),t&&zn(s,"fold"))}return n}function Qr(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);g(t,"data-node",t.id),g(t,"tabindex",-1),g(t,"role","button"),g(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&zn(t,"open")}function zn(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),i=s("y")+(t==="open"?0:11),c=t===
"open"?`M${r-3},${i}h6M${r},${i-3}v6`:`M${r-3},${i}h6`,l=U("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},l,U("circle",{cx:r,cy:i,r:6}),U("path",{d:c})))}function jn(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,i=p=>(p.left+p.right)/2,c=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();if(!d||p===t)continue;
let h=i(d)-i(n),u=Math.abs(d.top-n.top);if(r&&h*r<=1)continue;let f=Math.abs(h)+(r?3:.2)*u;f<l&&([c,l]=[p,f])}return c}var ea=150,Hn="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function Wn({search:e,choose:t,signal:o}){
let n=a("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Hn,"aria-label":`\
search the graph: ${Hn}`}),s=a("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=a("div",{class:"opscope-graph\
-find"},n,s),i=0,c="",l=null,p=()=>g(s,"hidden",!0),d=()=>{c=n.value.trim(),c?e(c):p()};n.addEventListener("input",()=>{
clearTimeout(i),i=window.setTimeout(d,ea)},{signal:o}),n.addEventListener("focus",()=>g(s,"hidden",!c||!l||l.text!==c),{
signal:o}),r.addEventListener("keydown",u=>{u.stopPropagation();let f=[...s.querySelectorAll("button")],y=f.findIndex(w=>w.
matches(":focus"));if(u.key==="Escape")p(),n.focus();else if(u.key==="Enter"&&y<0)l?.text===n.value.trim()?f[0]?.click():
d();else if(u.key==="ArrowUp"&&y===0)n.focus();else if(u.key.startsWith("Arrow")&&u.key!=="ArrowLeft"&&u.key!=="ArrowRig\
ht")f[ce(u,y,f.length)??0]?.focus();else return;u.preventDefault()},{signal:o}),s.addEventListener("click",u=>{let f=u.target.
closest("[data-found]");f&&(p(),t(f.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
u=>u.composedPath().includes(r)||p(),{signal:o,capture:!0});function h(u){let f=u.ids.map((b,x)=>{let $=a("button",{class:"\
opscope-match",type:"button",role:"option","data-found":b},a("b",{},u.labels[x]),a("span",{},u.details[x]));return g($,"\
title",`${u.labels[x]}
${u.details[x]}`),$}),y=u.total>f.length?` · the first ${f.length} are shown`:"",w=u.total===1?"1 node":`${u.total.toLocaleString(
"en")} nodes${y}`;s.replaceChildren(a("div",{class:"opscope-matches-head"},u.total?w:`Nothing matches "${u.text}".`),...f),
g(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(u){u!==l&&(l=u,u&&u.text===c&&n.value.trim()===c&&h(u))},enable:u=>g(
r,"hidden",!u),clear:()=>N(s,"")}}var ta={together:"in one",apart:"side by side",forward:"forward only"};function Gn({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:i}){let c=a("span",{class:"opscope-graph-info"}),l=a("span",{class:"opscope-graph-number"}),p=(T,D,q)=>{let J=a(
"button",{type:"button",class:"opscope-tool",title:D,"aria-label":D},T);return J.addEventListener("click",q,{signal:i}),
J},d=(T,D,q)=>a("select",{class:`opscope-graph-choice opscope-graph-${T}`,title:D,"aria-label":D},...Object.entries(q).map(
([J,S])=>a("option",{value:J},S))),h=Wn({search:n,choose:s,signal:i}),u=d("arrangement","forward and backward: each laye\
r with its gradients, side by side, or forward only",ta),f=Object.fromEntries(Object.entries(le).map(([T,{label:D}])=>[T,
D])),y=d("colors","color the operators by",{health:"health",...f}),w=a("input",{class:"opscope-graph-since",type:"number",
min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),b=p(
"Whole graph","back to the whole graph",()=>t({center:""})),x=p("Fold all","fold the scopes that were opened",()=>t({first:!0,
center:""})),$=d("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),m=a("div",{class:"opscope-k\
ey"},...["ok","zeros","Inf","NaN"].map(T=>a("span",{"data-health":T.toLowerCase()},a("i"),T))),k=a("span"),v=a("span"),L=a(
"div",{class:"opscope-key opscope-ramp",hidden:!0},k,a("i"),v,l),C=a("div",{class:"opscope-tools"},p("+","zoom in",()=>e.
zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),$),B=a("div",{class:"opscope-graph-bar",
hidden:!0},h.el,u,a("label",{class:"opscope-graph-by"},"color",y),w,x,b),O=a("div",{class:"opscope-graph-foot"},a("div",
{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},m,L,c),C),_=new Map,
R="",M="",P="",j=!1,W={by:"health",selected:""},Y=()=>{W.by=y.value,M="",g(w,"hidden",W.by!=="change"),o(W.by,Math.max(0,
Math.round(Number(w.value)||0)))};y.addEventListener("change",Y,{signal:i}),w.addEventListener("change",Y,{signal:i}),w.
addEventListener("keydown",T=>T.stopPropagation(),{signal:i}),u.addEventListener("change",()=>t({arrangement:u.value,first:!0,
center:""}),{signal:i}),$.addEventListener("change",()=>{$.value&&r($.value),$.value=""},{signal:i});let z=()=>N(c,M||(j?
"drawing …":P));function A(){let T=_.get(R);N(l,T===void 0?"":le[W.by]?.text(T)??"")}return Object.assign(W,{el:B,foot:O,
focusSearch:h.focus,wait(T){j=T,z()},measured(T,D){return M=T?"":D,z(),!T},read(T){R=T,A()},drawn(T,D,q){g(B,"hidden",!T.
arrangement||q),T.arrangement&&(u.value=T.arrangement),g(b,"hidden",!T.center),g(x,"hidden",!!T.center);let J=T.hidden?`\
, ${T.hidden.toLocaleString("en")} nodes folded`:"";P=D?`${T.ops.toLocaleString("en")} operators${J}`:"",z()},update(T,D,q){
W.selected=D,h.update(T.fold.found);for(let J of y.options)J.disabled=J.value!=="health"&&(q||!T.recorded)},legend(T,D,q){
if(_=D,g(m,"hidden",W.by!=="health"),g(L,"hidden",!T),T){let J=le[T.by];N(k,J.text(q.low)),N(v,J.text(q.high));let S=T.against?
`steps ${T.against} and ${T.step}`:`step ${T.step}`;g(L,"title",`${J.label}, ${S}: ${J.about}`)}A()}})}function Un(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...oa(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function oa(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=i=>({name:"goto",label:`Go to here in st\
ep ${i}`,kind:"Goto",fields:{step:i,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function qn({choose:e,
frame:t,signal:o}){let n=a("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(c=!1)=>{n.hidden||
(g(n,"hidden",!0),c&&t.focus({preventScroll:!0}))};n.addEventListener("click",c=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(c.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",c=>{let l=[...n.querySelectorAll(
"button")],p=ce(c,l.findIndex(d=>d.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(c.key==="Escape")r(!0);else
return;c.preventDefault(),c.stopPropagation()},{signal:o});let i=c=>{c.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",i,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",c=>c.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(c,l,p,d){if(!c.length)return r();s=c;let h=a("div",{
class:"opscope-menu-head"},a("b",{},l),` ${p}`);n.replaceChildren(h,...s.map(x=>a("button",{class:`opscope-menu-item ops\
cope-menu-${x.name}`,type:"button",role:"menuitem"},x.label))),g(n,"hidden",!1);let u=t.getBoundingClientRect(),f=d.getBoundingClientRect(),
w=f.right+8+n.offsetWidth<=u.right?f.right+8-u.left:Math.max(4,f.left-16-n.offsetWidth-u.left),b=Math.max(4,Math.min(u.height-
n.offsetHeight-4,(f.top+f.bottom)/2-u.top-16));n.style.left=`${w}px`,n.style.top=`${b}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var Be=132,Oe=96;function Ft(e){let t=Math.min(Be/e.w,Oe/e.h);return{scale:t,x:(Be-e.w*t)/2,y:(Oe-e.h*t)/2}}function Vn(e,t){
let o=a("canvas",{width:Be*2,height:Oe*2}),n=a("div",{class:"opscope-sight"}),s=a("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},i=c=>{let l=o.getBoundingClientRect(),
p=Ft(r);e(r.x+(c.clientX-l.left-p.x)/p.scale,r.y+(c.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
c=>{c.preventDefault(),c.stopPropagation(),s.setPointerCapture(c.pointerId),i(c)},{signal:t}),s.addEventListener("pointe\
rmove",c=>c.buttons&1&&i(c),{signal:t}),{el:s,draw(c,l){r=c;let p=o.getContext("2d");if(!p)return;let{scale:d,x:h,y:u}=Ft(
c);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,Be,Oe);for(let{box:f,color:y}of l){p.fillStyle=y;let[w,b]=[Math.max(1.5,f.
w*d),Math.max(1.5,f.h*d)];p.fillRect(h+(f.x-c.x)*d,u+(f.y-c.y)*d,w,b)}},update(c,l){r=l;let{scale:p,x:d,y:h}=Ft(l),u=c.x<=
l.x+1&&c.y<=l.y+1&&c.x+c.w>=l.x+l.w-1&&c.y+c.h>=l.y+l.h-1;if(g(s,"hidden",u),u)return;let f=Math.max(0,d+(c.x-l.x)*p),y=Math.
max(0,h+(c.y-l.y)*p),w=Math.min(Be,d+(c.x+c.w-l.x)*p),b=Math.min(Oe,h+(c.y+c.h-l.y)*p);n.style.cssText=`left:${f}px;top:${y}\
px;width:${Math.max(4,w-f)}px;height:${Math.max(4,b-y)}px`}}}function it(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function na(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:it(e,1/o)}function sa(e,t,o){let n=Math.max(.85,Math.min(1,t/e.w,o/
e.h)),s=t/n,r=o/n;return{x:e.x+(e.w-s)/2,y:r<e.h?e.y:e.y+(e.h-r)/2,w:s,h:r}}function Kn(e,t,o=()=>{}){let n=null,s={x:0,
y:0,w:1,h:1},r=s,i=null,c=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x} ${r.y}\
 ${r.w} ${r.h}`),o(r,s)},d=(w,b)=>{r=w,e.style.setProperty("transform",`translate(${(l.x-r.x)/b}px, ${(l.y-r.y)/b}px)`),
o(r,s)},h=w=>(r=na(w,s),p()),u=()=>r!==l&&p(),f=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener("w\
heel",w=>{if(!n||!(w.ctrlKey||w.metaKey))return;w.preventDefault(),u();let b=e.getBoundingClientRect();h(it(r,Math.exp(-w.
deltaY*.002),(w.clientX-b.left)/b.width,(w.clientY-b.top)/b.height))},{signal:t,passive:!1}),e.addEventListener("pointer\
down",w=>{w.button||!n||(i={x:w.clientX,y:w.clientY,box:r,unit:f()},c=!1)},{signal:t}),e.addEventListener("pointermove",
w=>{if(!i)return;let b=w.clientX-i.x,x=w.clientY-i.y;if(!c&&Math.hypot(b,x)<4)return;c||e.setPointerCapture(w.pointerId),
c=!0;let $={...i.box,x:i.box.x-b*i.unit,y:i.box.y-x*i.unit};$.w===l.w&&$.h===l.h?d($,i.unit):h($)},{signal:t});let y=()=>{
i=null,u()};for(let w of["pointerup","pointercancel"])e.addEventListener(w,y,{signal:t});return e.addEventListener("clic\
k",w=>{c&&w.stopPropagation(),c=!1},{signal:t,capture:!0}),e.addEventListener("keydown",w=>{let b={"+":1.25,"=":1.25,"-":.8}[w.
key],x=w.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[w.key];if(b)h(it(r,b));else if(x)h(
{...r,x:r.x+x[0]*40*f(),y:r.y+x[1]*40*f()});else if(w.key==="0")h(s);else return;w.preventDefault()},{signal:t}),{attach(w,b=!1){
n=w;let x=n?.viewBox.baseVal;s=x&&x.width?{x:x.x,y:x.y,w:x.width,h:x.height}:{x:0,y:0,w:100,h:100},b||(r=s),p()},hold(w,b){
let x=w.getBoundingClientRect();h({...r,x:r.x+(x.left-b.left)*f(),y:r.y+(x.top-b.top)*f()})},center:(w,b)=>h({...r,x:w-r.
w/2,y:b-r.h/2}),zoom:w=>h(it(r,w>0?1.25:1/1.25)),fit:()=>h(s),whole:()=>s,start:()=>h(sa(s,e.clientWidth,e.clientHeight)),
reveal(w){u();let b=e.getBoundingClientRect(),x=w.getBoundingClientRect();if(x.left>=b.left&&x.right<=b.right&&x.top>=b.
top&&x.bottom<=b.bottom)return;let $=(x.left+x.right-b.left-b.right)/2,m=(x.top+x.bottom-b.top-b.bottom)/2;h({...r,x:r.x+
$*f(),y:r.y+m*f()})}}}var ra=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function aa(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let i=getComputedStyle(o[r]);s.setAttribute("style",ra.map(c=>`${c}:${i.getPropertyValue(c)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=ia(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function ia(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function Dt(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Xn(e,t,o,n){if(t==="dot")return Dt(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=aa(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return Dt(r,"graph.svg");let i=new Image,c=URL.createObjectURL(r);i.src=c,await i.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(i.width,i.height));l.width=Math.round(i.width*p),l.height=Math.round(i.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(i,0,0,l.width,l.height)),URL.revokeObjectURL(
c),l.toBlob(h=>h&&Dt(h,"graph.png"),"image/png")}var Yn={id:"graph",label:"Graph",create:ca};function ca({select:e,ask:t,open:o,offline:n,signal:s}){let r=a("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),i=Vn((S,I)=>c.center(S,I),s),c=Kn(r,s,i.update),l=Gn({view:c,draw:S=>B(
S),measure:_,search:S=>t("SearchGraph",{text:S}),found:S=>B({reveal:S}),save:R,signal:s}),p=qn({choose:M,frame:r,signal:s}),
d=a("div",{class:"opscope-nothing"}),h=a("div",{class:"opscope-graph-tab"},l.el,a("div",{class:"opscope-graph-box"},r,p.
el,d,i.el),l.foot),u=null,f=null,y=!0,w="",b="",x="",$=null,m,k,v="",L=S=>u?.nodes.get(S)??u?.nodes.get(u.hiddenIn.get(S)??
""),C=S=>S?.getAttribute("data-node")??"";function B(S){f?.arrangement&&(l.wait(!0),t("DrawGraph",{open:f.open,arrangement:f.
arrangement,...S},()=>l.wait(!1)))}function O(S,I,H){if(!f)return;let X=H.getBoundingClientRect();$={scope:S,left:X.left,
top:X.top};let ee=E=>E===S||E.startsWith(`${S}/`);B({open:I?[...f.open,S]:f.open.filter(E=>!ee(E)),center:I?f.center:""})}
function _(S,I){S!=="health"&&t("MeasureOperators",{by:S,step:m?.stopped?.step||0,against:I},(H,X)=>l.measured(H,X)),m&&
q(m)}function R(S){let I=getComputedStyle(h).getPropertyValue("--o-ground")||"#ffffff";u&&f&&Xn(u.svg,S,f.dot,I)}function M({
kind:S,fields:I}){let{id:H,spec:X,op:ee}=I,E=H===void 0?void 0:u?.nodes.get(H);S==="compose"?o("breakpoints",X):S==="att\
ributes"?o("code",ee):S==="open"&&E?O(H,!0,E):S==="center"?B({center:H,reveal:H}):S!=="open"&&t(S,I)}function P(S,I){let H=C(
S),X=u?.folded.get(H),ee=Bn(I.values,H,X);ee&&e(ee,!1),x=H;let E=[];f?.arrangement&&!n&&(S.hasAttribute("data-scope")&&E.
push({name:"open",label:"Open",kind:"open",fields:{id:H}}),E.push({name:"center",label:"Show the neighborhood only",kind:"\
center",fields:{id:H}}));let F=n?-1:he(H),K=S.querySelector("text")?.textContent??"";p.show([...F>=0?Un(I,F):[],...E],K,
F>=0?`op ${F}`:X?`${X.length} inside`:"",S)}r.addEventListener("click",S=>{let I=S.target,X=I.closest(".opscope-fold")?.
closest("[data-scope]");if(X)return O(X.getAttribute("data-scope")??"",X.hasAttribute("data-node"),X);let ee=I.closest("\
[data-node]");if(!ee||!m)return;let E=C(ee);if(!n&&(I.closest(".opscope-gutter")||he(E)>=0&&S.altKey))return Y(E);P(ee,m)},
{signal:s}),r.addEventListener("dblclick",S=>{let I=S.target.closest("[data-node][data-scope]");!I||n||!f?.arrangement||
(p.close(),O(C(I),!0,I))},{signal:s}),r.addEventListener("pointerover",S=>{let I=S.target.closest("[data-node]");I&&he(C(
I))>=0&&!n&&_n(I),l.read(I?C(I):"")},{signal:s}),r.addEventListener("focusin",({target:S})=>x=C(S)||x,{signal:s}),r.addEventListener(
"keydown",S=>j(S)&&(S.preventDefault(),S.stopPropagation()),{signal:s});function j(S){if(!u||!m||S.altKey||S.ctrlKey||S.
metaKey||S.shiftKey)return!1;let I=u.nodes.get(x);if(S.key==="/"&&f?.arrangement)return l.focusSearch(),!0;if(S.key.startsWith(
"Arrow")){let H=I?jn(u,x,S.key):C(L(w)??[...u.nodes.values()][0]??null);return H&&W(H),!0}if(!I)return!1;if(S.key==="Ent\
er"||S.key===" ")return I.hasAttribute("data-scope")&&f?.arrangement&&!n?O(x,!0,I):(P(I,m),p.focus()),!0;if(S.key==="Bac\
kspace"){let H=[...u.frames].filter(([,X])=>la(X,I)).at(-1);return H&&f?.arrangement&&O(H[0],!1,H[1]),!0}return!1}function W(S){
let I=u?.nodes.get(S);I&&(x=S,c.reveal(I),I.focus({preventScroll:!0}),l.read(S))}function Y(S){let I=z(Pt(m?.breakpoints??
[]),S);for(let{number:H}of I)t("ClearBreakpoint",{number:H});!I.length&&he(S)>=0&&t("SetBreakpoint",{spec:`id:${he(S)}`})}
function z(S,I){return[...new Set((u?.folded.get(I)??[I]).flatMap(H=>S.get(he(H))??[]))]}function A(S){if(S===k||!r.clientWidth||
!u)return;k=S;let I=Pt(S);for(let[H,X]of u.nodes)H.startsWith("var-")||An(X,z(I,H))}function T(S){let I=!!(u&&f?.arrangement&&
f.program===S.program);u=Dn(S.svg,!!S.arrangement&&!n),k=void 0,w=v="",p.close(),r.replaceChildren(),c.attach(null,I),u&&
(r.append(u.svg),c.attach(u.svg,I),y=!I,I&&D(S)),N(d,u?"":"The graph could not be read."),g(d,"hidden",!!u),l.drawn(S,!!u,
n)}function D(S){let I=$&&(u?.nodes.get($.scope)??u?.frames.get($.scope));$&&I?c.hold(I,$):c.start(),$&&u?.nodes.has($.scope)&&
(x=$.scope),$=null,S.reveal&&([b,x]=[S.reveal,S.reveal]),(r.contains(document.activeElement)||document.activeElement===document.
body||S.reveal)&&u?.nodes.get(x)?.focus({preventScroll:!0})}function q(S){if(!u)return;let I=Cn(S.present),H=In(I,u.hiddenIn),
X=S.values.get(l.selected),ee=X&&(L(`var-${l.selected}`)??L(`op-${X.op}`)),E=l.by!=="health"&&S.fold.measured?.by===l.by?
S.fold.measured:null,F=E?Ho(E,u.hiddenIn):new Map,K=Wo(l.by,F.values());for(let[Z,V]of u.nodes){g(V,"data-health",l.by!==
"health"?void 0:u.folded.has(Z)?H.get(Z):I.get(Z)),g(V,"data-selected",V===ee);let te=F.get(Z);g(V,"data-heat",te===void 0?
l.by==="health"?void 0:"none":(K.at(te)*100).toFixed(0)),V.style.setProperty("--heat",te===void 0?"0%":`${(8+84*K.at(te)).
toFixed(0)}%`)}l.legend(E,F,K);let Q=`${l.by} ${E?.step} ${[...I.values()].join()}`;Q!==v&&r.clientWidth&&(v=Q,J())}function J(){
let S=u?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix,I=[...u?.nodes.values()??[]].map(H=>{let X=H.getBBox(),
ee=H.querySelector(":scope > rect, :scope > a > rect, :scope > polygon"),E=ee?getComputedStyle(ee).stroke:"#888888";return{
box:{x:X.x+(S?.e??0),y:X.y+(S?.f??0),w:X.width,h:X.height},color:E}});i.draw(c.whole(),I)}return{el:h,open(S){b=`op-${S}`,
u&&!u.nodes.has(b)&&u.hiddenIn.has(b)&&B({reveal:b})},update(S,{selected:I}){S.graph&&S.graph!==f&&(S.graph.svg!==f?.svg||
S.graph.reveal)?T(S.graph):!S.graph&&!m&&N(d,"No graph yet. A program is drawn when it first runs, eager code at each st\
op and step."),f=S.graph,y&&r.clientWidth&&(y=!1,c.start()),m=S,l.update(S,I,n),q(S),A(S.breakpoints);let H=S.stopped?`o\
p-${S.stopped.op}`:"",X=L(H);if(H!==w){let E=L(w);for(let F of["data-current","data-past"])E&&g(E,F,!1);X&&g(X,"data-cur\
rent",!0),b||=H,w=H}X&&g(X,"data-past",S.stopped?.past);let ee=L(b);ee&&r.clientWidth&&c.reveal(ee),b=""}}}function la(e,t){
let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&o.right>=n.right&&o.top<=n.top&&o.
bottom>=n.bottom}var Jn={id:"notes",label:"Notes",create:pa,count:da};function pa({select:e,signal:t}){let o=a("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=a("pre",{class:"opscope-error"}),s=a("div",{class:"opscope-notes-rows"}),r;return s.addEventListener(
"click",i=>{let c=i.target.closest("[data-name]");c&&e(c.dataset.name??"")},{signal:t}),{el:a("div",{class:"opscope-note\
s"},o,n,s),update(i){if(N(n,i.error),g(n,"hidden",!i.error),g(o,"hidden",!!i.error||i.warnings.size>0),i.warnings===r)return;
r=i.warnings;let c=[...i.warnings.values()].reverse();s.replaceChildren(...c.map(l=>a("button",{class:"opscope-note",type:"\
button","data-name":l.subject},a("code",{},l.subject),a("span",{},l.text))))}}}function da(e){return e.warnings.size+(e.
error?1:0)}var ct=[yn,Ln,Yn,Ko,vn,Jn,Oo];var ua=0;function Zn(e,t,o){let n=new Map(e.map(l=>[l.id,a("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[a("span",{class:"opscope-long"},l.label),a("span",{class:"opscope-short"},l.short)]:[l.label];return a("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),r=a("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++ua}`,g(l.el,"role","tabpanel"),g(l.el,"aria-labelledby",s[p].
id)});let i=0;function c(l){i=l,e.forEach((p,d)=>{g(s[d],"aria-selected",d===i?"true":"false"),g(s[d],"tabindex",d===i?0:
-1),g(p.el,"hidden",d!==i)})}return r.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(c(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=ce(l,i,e.length);p!==null&&(l.preventDefault(),c(p),s[p].focus(),
t())},{signal:o}),c(0),{el:a("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[i].id},show:l=>c(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&N(d,p?String(p):"")}}}var ha=1e4,fa=new Set(Le.map(e=>e.kind)),ma=new Set(["FetchDetail","WatchDetail"]);function ga(e){let{forward:t,parameters:o,
gradients:n}=Ke(e),s=[...t,...o,...n],r=i=>e.details.get(i)?.step??-1;return s.reduce((i,{name:c})=>r(c)>r(i)?c:i,s[0]?.
name??"")}function lt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,i=s.selected??e.get?.("selected")??"",c=!0,l,
p=new Map,d={},h=null,u=A=>[...p.values()].some(({kind:T,since:D})=>A(T)&&Date.now()-D<ha),f=a("div",{class:"opscope-pan\
el",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"true"});
f.addEventListener("focusin",({target:A})=>g(A,"data-lm-suppress-shortcuts","true"),{signal:o});let y=(A,T={},D=void 0)=>{
if(delete d[A],!c)return D?.(!1,eo);p.set(W.command(A,T),{kind:A,done:D,since:Date.now()})},w=(A,T=!0)=>{l?.values.has(A)&&
(A!==i&&$(A),i=s.selected=A,b(A),T&&M.show("tensor"),W.refresh())};function b(A){!e.get||e.get("selected")===A||(e.set?.(
"selected",A),e.save_changes?.())}let x=()=>w(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",x),o.addEventListener(
"abort",()=>e.off("change:selected",x)));function $(A){if(d={},!c)return;y("WatchDetail",{name:A}),l&&l.details.get(A)?.
step!==l.values.get(A)?.step&&l?.phase!=="running"&&y("FetchDetail",{name:A})}let m=()=>W.refresh(),k=(A,T)=>{M.show(A),
R.get(A)?.open?.(T),m()},v=A=>y(A),L=No(y),C=(A,T=-1)=>{if(n)return n.goTo(A);L.goTo(A,T),m()},B=A=>{if(n)return n.steps;
let T=xt(A);return c&&T&&T.last>T.first?[T.first,T.last]:null},O=Co({send:v,ask:y,seek:L,refresh:m,offline:r,signal:o}),
_=Ro({select:A=>w(A,M.open!=="graph"),refresh:m,signal:o}),R=new Map(ct.map(A=>[A.id,A.create({select:w,ask:y,open:k,refresh:m,
goTo:C,reach:B,offline:r,signal:o})])),M=Zn(ct.map(({id:A,label:T,short:D})=>({id:A,label:T,short:D,el:R.get(A).el})),m,
o);f.addEventListener("keydown",A=>{let T=jt(A);!T||!l||!c||!De(l).has(T)||r||(A.preventDefault(),(!A.repeat||!u(D=>fa.has(
D)))&&v(T))},{signal:o}),s.tab&&M.show(s.tab);let P=oo(),j=Io({root:f,offline:r,signal:o});O.el.querySelector(".opscope-\
headline")?.append(j.button),f.append(P.el,O.el,a("div",{class:"opscope-body"},_.el,M.el),j.el),t.append(f);let W=yo({model:e,
el:f,signal:o,paint:Y});function Y(A,T){c=T==="live";let D=M.open==="tensor"&&(s.tab??"tensor")!=="tensor";W.show(M.open),
s.tab=M.open,P.update(T),g(f,"data-lost",!c);for(let q of f.querySelectorAll("[data-asks]"))g(q,"inert",!c);c||p.clear(),
A!==l&&z(A),l=A,A.values.has(i)||(i=ga(A),i&&(s.selected=i),i&&c&&!e.get?.("selected")&&b(i),i&&$(i)),D&&i&&c&&!r&&$(i),
A.stopped!==h&&M.open==="tensor"&&i&&!r&&c&&!u(q=>q==="FetchDetail")&&(h=A.stopped,h&&y("FetchDetail",{name:i})),g(f,"da\
ta-past",A.stopped?.past),O.update(A,c,Object.entries(d).find(([q])=>!ma.has(q))?.[1]??""),_.update(A,i);for(let q of ct)
M.count(q.id,q.count?.(A)??0);R.get(M.open)?.update(A,{selected:i,refusal:c?d.FetchDetail??d.WatchDetail??"":to})}function z(A){
l&&(A.phase!==l.phase||A.stopped!==l.stopped)&&(d={}),l&&A.runs>l.runs&&A.values.has(i)&&$(i);for(let T of A.responses){
let D=p.get(T.request);if(!D)continue;p.delete(T.request);let q=T.ok?T.text:T.text||`${D.kind} was refused`;!T.ok&&!D.done?.(
!1,q)&&(d[D.kind]=q),T.ok&&D.done?.(!0,q)}}return f}function ba(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function wa(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let i of t)i(r,[])};return{on:(r,i)=>{t.add(
i)},off:(r,i)=>{t.delete(i)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function xa(e,t){let o=t.split(
`
`).filter(u=>u.trim()).map(ao),n=wa(o),{steps:s,ends:r}=ba(o),i=new AbortController().signal,c=()=>{},l=lt({model:n,el:e,
signal:i,page:{goTo:u=>c(u),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=a("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=a("output",{class:"opscope-number"},`step ${s[s.length-1]}`),h=0;c=u=>{
p.value=String(Math.max(0,s.filter(f=>f<=u).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
N(d,`step ${s[Number(p.value)]}`),h||=requestAnimationFrame(()=>{h=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(a("label",{class:"opscope-scrub"},p,d))}var wp=()=>{let e={};return{render({model:t,el:o,signal:n}){lt({model:t,el:o,signal:n,memory:e})}}};export{wp as default,xa as replay};
