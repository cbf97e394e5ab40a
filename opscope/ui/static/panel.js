// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Qe=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,Lt=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:Qe(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:Qe(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:Qe(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:Qe(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],ve=Lt.
flat(),Ns=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],ao=["StepBack","ReverseContinue","Goto"];function Ee(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...Ns,
...ao,...o])}return new Set(e.over&&e.recorded?[...t,...ao]:t)}function io(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return ve.find(o=>o.key===e.key)?.kind}
function co({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var He=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),Nt={EditsChanged:[{
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
lo=256,po=.9;var ho="−";function W(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",ho)}function Se(e){return e.length?e.join("×"):"scalar"}var uo=9,
fo=16;function mo(e){if(e.length<=fo)return[e,""];let t=e.replace(/^[^ ]*\.(?=\d+\.)/,"…");return t.length<=fo?[t,""]:
[t.slice(0,-uo),t.slice(-uo)]}function go(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,t=>({uint:"u",bfloat:"\
bf"})[t]??t[0])}function et(e){return`${(100*e).toFixed(1)}%`}function bo(e){let t=100*e;return`${t<9.95?t.toFixed(1):Math.
round(t)} %`}function wo(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ae(e){return String(e).replace(
/\B(?=(\d{3})+$)/g," ")}function Tt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.floor(Math.
log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function le(e){return e.nan?
"nan":e.inf?"inf":e.zeros>=po?"zeros":"ok"}var Le={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function be(e){return e.named||
!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function tt(e){let t=[...e].map(n=>[n.name,be(n)[0]]),o=new Map;
for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:s]))}function ot(e){
return e.grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function xo(e,t,o){
if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[
...n,o]}function $e(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[
10,5,2,1]){let a=s*r,i=Math.ceil(e/a-1e-9),l=Math.floor(t/a+1e-9);if(l-i+1>=o-1||r===1)return Array.from({length:l-i+1},
(p,u)=>(i+u)*a)}return[]}function Ne(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(
".0e","e").replace("e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",ho)}var Ts="http://www.w3.org/2000/svg";function c(e,t={},...o){let n=document.createElement(e);return yo(n,t),n.append(...o),
n}function G(e,t={},...o){let n=document.createElementNS(Ts,e);return yo(n,t),n.append(...o),n}function nt(e){let t=c("s\
pan",{class:"opscope-name"});return Ge(t,e),t}function Ge(e,t){if(e.title===t)return;e.title=t;let[o,n]=mo(t);e.replaceChildren(
c("span",{},o),...n?[c("span",{class:"opscope-name-end"},n)]:[])}function yo(e,t){for(let[o,n]of Object.entries(t))b(e,o,
n)}function b(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function N(e,t){e.textContent!==t&&(e.textContent=t)}function Te(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function pe(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var ko="no kernel answers",vo="No kernel answers, and the elements of this value were not kept.",As={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function _s(e){return As[e]}
function $o(){let e=c("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){N(e,_s(t)),b(e,"hidde\
n",t==="live")}}}function Eo(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function So(e){
let t=Eo(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var Mo=["step","min","max","mean","std","zeros",
"nan","inf"];function Cs(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=So(t[e.numbers]),s=n.length/(1+Mo.length);return Array.from({length:s},(r,a)=>{let i={
...o[n[a]]};return Mo.forEach((l,p)=>{let u=n[(p+1)*s+a];i[l]=Number.isNaN(u)?null:u}),i})}function At(e,t,o=[]){let n=e.
events.map(a=>{let i=a.pixels?.buffer;return typeof i=="number"?{...a,pixels:Eo(t[i])}:a}),s=n.findIndex(a=>a.kind!=="Ru\
nStarted"&&a.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...Is(e,t),...Cs(e,t,o),...n.slice(r)]}function Is(e,t){
if(!e.trails?.length)return[];let o=So(t[e.block]),n=0;return e.trails.map(([s,r,a])=>{let i=(p,u)=>{let h=o[n+p*a+u];return Number.
isFinite(h)?h:null},l=Array.from({length:a},(p,u)=>({step:o[n+u],mean:i(1,u),min:i(2,u),max:i(3,u),rms:i(4,u),bad:o[n+5*
a+u]}));return n+=6*a,{kind:"Trail",slot:s,name:r,points:l}})}function Lo(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function Ao(e){let t=new Blob([No(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(No)}}function No(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var To="\
application/vnd.jupyter.widget-state+json",Bs=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function _t(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[To]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),a=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),i=Object.fromEntries(Bs.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));a[t]={model_module:i._model_module,
model_module_version:i._model_module_version,model_name:i._model_name,state:i},o.setMetadata("widgets",{[To]:{version_major:2,
version_minor:0,state:a}})}var Io={points:[],stride:1};function Bo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(_o(n,s,t);n.length>lo;){t*=2;let r=[];for(let a of n)_o(r,a,t);n=r}return{points:n,stride:t}}function _o(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=Rs(n,t):e.push(t)}function Rs(e,t){return{
step:t.step,mean:t.mean,min:Co(Math.min,e.min,t.min),max:Co(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function Co(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function st(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function rt(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function at(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function Ro(e,t){let o=new Ct(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
Nt,n.kind))for(let s of Nt[n.kind])Os(o,s,n);return o.slots}var Ct=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=He[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,Bo(s.get(o)??Io,n))}};function Os(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(a=>o[a]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let a of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(a)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[rt(o)]);else for(let[n,s]of at(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(He).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var Ps=Object.freeze([]),Fs=new Set,it=Object.freeze({...Oo(He),runs:0,reached:0,seconds:null});function It(e,t){return{...Oo(Ro(e.fold,t),e),...t.reduce(Ds,e)}}function Ds({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function Oo(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):Fs,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:zs(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
Ws(e.breakpoints),exceptions:e.breakpoints?.exceptions??Ps,step:[...e.steps.values()].at(-1)?.step??0,scalars:js(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((a,i)=>[a,r.called?.[i]??""]))),graph:e.graph,values:e.
values,present:s?t.present:Hs(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function zs(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function js(e){let t=new Map([...e.steps.values()].flatMap(n=>at(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function Ws(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function Hs(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function Po(e){return e.stopped?.step||_e(e)}function Ae(e,t){return e.present.has(t.name)?
"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function Fo(e,t){return e.over&&!e.stopped&&t.step<
_e(e)?`step ${t.step}`:""}function Do(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&
e.present.get(n);if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&t?t.names.indexOf(n):-1,a=e.scalarHistory.get(n)?.
points??[],i=o?.past?st(a,o.step):a.at(-1),l=r>=0?t?.scalars[r]??null:o?.past?i?.mean??null:e.scalars[n],p=r>=0?t?.step:
i?.step,u=o&&o.op<0&&!o.depth,h=p===o?.step?u?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?h:
""}]}))}function Ue(e,t){let o=e.values.get(t);return o?be(o)[0]:t}function _e(e){return Math.max(e.step,e.reached,e.recorded?.
last??0)}function ct(e,t=""){let o=t.trim().toLowerCase(),n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.
values.values())`${s.name} ${s.called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&n[ot(s)].push(s);for(let s of Object.
values(n))s.sort((r,a)=>r.op-a.op||(r.name<a.name?-1:1));return n}function Bt(e){return[...e.values.values()].filter(t=>t.
grad_of&&t.parameter).sort((t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var zo=250,Gs=2.5,Us=["dead","terminating","restarting","autorestarting"],lt=2500,qs=400,Ks=6e4;function Vs(e,t){return t.
kind==="batch"&&t.n!==e+1}function Xs(e,t,o,n){return t?n.n>e:o>lt}function jo({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),r=Math.floor(Math.random()*2**20)*2**20,a=it,i=0,l=!1,p=!1,u=!1,h=!1,d=0,f="",k=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,g="live",m=Date.now(),x=0,$=lt,v=lt,w=[],E="",M=!1,A=y=>{try{e.send(y)}catch{
m=0}},C=()=>{d=0,f=k();try{n(a,g)}finally{h&&A({kind:"ack",n:i,view:s}),h=!1}},I=()=>{!d&&p&&!o.aborted&&(d=requestAnimationFrame(
C))},L=()=>{l=!1,x=Date.now(),A({kind:"attach",view:s,tab:E})},O=()=>{let y=p&&!document.hidden;y!==u&&(u=y,m=Date.now(),
u?L():A({kind:"detach",view:s}),I())},B=async()=>{let y=e.get?.("frame");if(!y||i||M)return;M=!0;let{message:R,buffers:q}=await Ao(
y);i||(a=It(it,At(R,q)),I())},j=()=>{if(p&&k()!==f&&I(),!u||!v)return;let y=Date.now()-m;!i&&y>qs&&B();let R=e.widget_manager?.
kernel,q=!!R&&(R?.isDisposed||Us.includes(R?.status??""));if(y<(q?zo:v))return;!q&&Date.now()-x>$&&($=Math.min(2*$,Ks),L());
let H=i?"lost":M?"saved":"nothing";H!==g&&(g=H,I())},K="",z=y=>{K=y,_t(e,y)},T=()=>K&&_t(e,K),V=(y,R)=>{if(m=Date.now(),
g!=="live"&&(g="live",y.kind!=="snapshot"))return L();if($=lt,y.kind==="beat"){u&&Xs(i,l,m-x,y)&&L();return}if(y.beat&&(v=
Gs*1e3*y.beat),y.id&&z(y.id),!(y.kind==="batch"&&!l)){if(Vs(i,y))return L();a=It(y.kind==="snapshot"?it:a,At(y,R,w)),i=y.
n,l=!0,h||=!!y.ack,I()}},Y=new IntersectionObserver(y=>{p=y[y.length-1].isIntersecting,O()},{rootMargin:"100px"}),Q=new ResizeObserver(
I);e.on("msg:custom",V),e.get&&e.on("change:frame",T),Y.observe(t),Q.observe(t),document.addEventListener("visibilitycha\
nge",O,{signal:o}),e.get||(v=0),A({kind:"render",view:s});let ee=setInterval(j,zo);return o.addEventListener("abort",()=>{
e.off("msg:custom",V),e.get&&e.off("change:frame",T),Y.disconnect(),Q.disconnect(),cancelAnimationFrame(d),clearInterval(
ee),u&&A({kind:"detach",view:s})}),{refresh:I,show(y){y!==E&&(E=y,u&&A({kind:"show",view:s,tab:E}))},command(y,R={}){return A(
{kind:y,request:++r,...R}),r}}}var Ys=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Js=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Zs=new RegExp(Js.map(e=>e.source).join("|"),"giu");function Rt(e){let t=[],o=0;for(let n of e.
matchAll(Zs)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Qs(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Qs(e,t){return Ys.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function er(e){return e.split(/[/\\]/).at(
-1)||e}function Wo(){let e=c("span",{class:"opscope-line-number"}),t=c("code",{}),o=c("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){b(o,"hidden",!n),b(o,"title",`${n}:${s}
${r}`),N(e,`${er(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...Rt(r).map(([a,i])=>a==="plain"?i:c("span",{"data-tok\
en":a},i)))}}}function Go(e,t=e.name){let o=`${e.op_type}${t?` → ${t}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`,\
 in ${o}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${o}`}function Uo({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function qo(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function tr(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${_e(e)}, in the past`:"in the past":""}function Ho(e){let t=e.
stopped;return t?[Go(t),Uo(t),qo(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function or(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&pt(e))return pt(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function pt({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function nr({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function Ko(e){
let t=c("span",{class:"opscope-op"}),o=c("span",{class:"opscope-reason"}),n=c("span",{class:"opscope-at"}),s=c("span",{class:"\
opscope-said"}),r=c("div",{class:"opscope-where"},t,o,n,s),a=c("span",{class:"opscope-past"}),i=Wo(),l=c("div",{class:"o\
pscope-place-bar"},a,r,i.el);return{el:l,update(p,u){let h=p.stopped,d=Ho({...p,stopped:null});N(t,h?Go(h,Ue(p,h.name)):
""),N(o,h?Uo(h):""),N(n,h?qo(h.past?{...h,step:null}:h):"");let f=nr(p);N(s,u||f||(h?"":d||or(p))),b(r,"data-bad",!!u||!h&&
!!d);let k=!u&&!h&&p.phase==="running"&&!!pt(p);b(r,"data-slow",k),b(r,"title",u||(k?pt(p):Ho(p))),b(o,"data-reason",h?.
reason),N(a,tr(p)),b(a,"hidden",!h?.past),b(l,"data-past",h?.past),b(l,"hidden",e&&!h&&!d),i.update(h?.path??"",h?.line??
0,h?.source??""),b(l,"data-source",!!h?.path)}}}var sr=64,rr=2**-23;function ar(e,t,o){let n=Math.max(1,Math.ceil(e.length/sr)),s=e.filter((g,m)=>(e.length-1-m)%n===0),
r=s.flatMap(g=>g.mean===null?[]:[g.mean]),a=Math.min(...r),i=Math.max(...s.flatMap(g=>[g.min??0,g.max??0,g.mean??0].map(
Math.abs))),l=Math.max(...r)-a,p=l>rr*i?l:0,u=s[0]?.step??0,h=(s.at(-1)?.step??0)-u||1,d="",f="",k="M";for(let g of s){let m=(1+
(g.step-u)/h*(t-2)).toFixed(1);if(g.bad&&(f+=`M${m},${o-3}V${o}`),g.mean===null){k="M";continue}let x=p>0?o-4-(g.mean-a)/
p*(o-6):o/2;d+=`${k}${m},${x.toFixed(1)}`,k="L"}return{line:d,bad:f}}function dt(e,t){let o=G("path",{class:"opscope-spa\
rk-line"}),n=G("path",{class:"opscope-spark-bad"}),s=G("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(a){if(a===r)return;r=a;let i=ar(a?.points??[],
e,t);b(o,"d",i.line),b(n,"d",i.bad)}}}var ir=[64e6,256e6,1e9,4e9],cr={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function lr(e){return[...new Set([...ir,e])].sort((t,o)=>t-o)}function pr({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${bo(t.recording)}`}function Vo({
ask:e,signal:t}){let o=c("span",{class:"opscope-label"}),n=c("i",{class:"opscope-switch"}),s=c("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=c("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),a=c("span",{class:"opscope-bytes"}),i=c("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=c("span",{class:"opscope-limit"},"of ",i),p=c("span",{class:"opscope-memory"},a,
l),u=!1,h=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),i.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(i.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(d){u=!!d.recording?.on;let f=!!d.
recording&&!d.over;N(o,f?"Recording":"Recorded"),s.disabled=!f,b(s,"aria-checked",u&&f?"true":"false"),b(s,"title",f?cr[u?
"off":"on"]:void 0);for(let k of[n,r,l])b(k,"hidden",!f);N(r,pr(d)),N(a,Tt(d.recorded?.bytes??0)),d.recording&&d.recording.
budget!==h&&(h=d.recording.budget,i.replaceChildren(...lr(h).map(k=>c("option",{value:k,selected:k===h},Tt(k)))))}}}var dr=1e4;function Xo(e,t=Date.now){let o=null,n=null,s=-1,r=null,a=null,i=!1,l=0,p=()=>a!==null&&t()-a<dr,u=(d,f)=>{let k=++l;
a=t(),i=d==="Pause",e(d,f,g=>{k===l&&(g||(o=n=null),(!g||!i)&&(a=null))})},h=d=>{i&&d.phase!=="running"&&(i=!1,a=null),!(n===
null||d.phase==="running"||d.stopped===r)&&(a!==null&&d.stopped?.step!==n||(n=a=null))};return{get target(){return o??n},
goTo(d,f=-1){o=d,s=f},follow(d){if(h(d),!(o===null||p())){if(d.phase==="running")return u("Pause",{});n=o,o=null,r=d.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function Ot(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:_e(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function ur(e,t,o){
let n=[],s=e;for(let r=0;r<o.length;r+=2)o[r]>s&&n.push(`${s} to ${o[r]-1}`),s=Math.max(s,o[r+1]+1);return s<=t&&n.push(
`${s} to ${t}`),[n.slice(0,-1).join(", "),n.at(-1)].filter(Boolean).join(" and ")}function Yo({ask:e,seek:t,refresh:o,signal:n}){
let s=c("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recorded steps"}),r=c("span",{class:"op\
scope-gaps","aria-hidden":"true"}),a=c("span",{class:"opscope-track-box"},s,r),i=c("output",{class:"opscope-number"}),l=Vo(
{ask:e,signal:n}),p=c("div",{class:"opscope-timeline","data-asks":!0},l.toggle,a,i,l.cost,l.memory);s.addEventListener("\
input",()=>(t.goTo(Number(s.value)),o()),{signal:n});function u(d,f,k){let g=x=>Math.max(0,Math.min(1,(x-d)/Math.max(1,f-
d))),m=`${d} ${f} ${k}`;m!==h&&(h=m,r.replaceChildren(...k.flatMap((x,$)=>$%2||x>f?[]:[c("i",{style:`left: ${(100*g(x)).
toFixed(2)}%; right: ${(100*(1-g(k[$+1]))).toFixed(2)}%`})])))}let h="";return{el:p,update(d){let f=Ot(d);b(p,"hidden",!f&&
!d.recording),l.update(d),t.follow(d);let k=f?Math.min(f.last,Math.max(f.first,t.target??f.at)):0,[g,m]=f?[f.first,f.last]:
[0,0];b(s,"min",g),b(s,"max",m),s.disabled=g===m||d.phase==="waiting",Number(s.value)!==k&&(s.value=String(k)),s.style.setProperty(
"--at",`${100*(k-g)/Math.max(1,m-g)}%`),b(p,"data-past",!!d.stopped?.past),b(p,"data-phase",d.recording?.on===!1?"off":d.
phase),b(s,"aria-valuetext",f?`step ${k} of ${m}`:"no step yet"),N(i,f?`step ${k} / ${m}`:"no step yet"),b(a,"title",f?`\
steps ${ur(g,m,d.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),u(g,m,d.recorded?.gaps??[])}}}var fr=new Set,hr=new Set(["Pause","Continue","Terminate"]);function Jo({send:e,signal:t}){let o=new Map,n=Lt.map(i=>c("\
div",{class:"opscope-group"},...i.map(r))),s=c("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(i){
let l=G("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});i.line&&l.append(G("path",{d:i.line,class:"\
opscope-stroke"})),i.fill&&l.append(G("path",{d:i.fill}));let p=c("button",{class:`opscope-button opscope-${i.name}`,type:"\
button",title:co(i),"aria-label":i.label,"aria-keyshortcuts":i.key});return p.append(l),hr.has(i.kind)&&p.append(c("span",
{},i.label)),p.addEventListener("click",()=>e(i.kind),{signal:t}),o.set(i.kind,p),p}function a(i,l){let p=i.matches(":fo\
cus");l();let u=s.closest(".opscope-panel");p&&!i.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(i,l){let p=l?Ee(i):fr,u=i.phase==="running"||i.phase==="waiting";for(let[h,d]of o)a(d,()=>{d.disabled=!p.has(
h),(h==="Pause"||h==="Continue")&&b(d,"hidden",u!==(h==="Pause"))})}}}var mr=4,Zo="NaN/Inf";function gr(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function br(e){return e===null?Zo:W(e)}
function wr(e){return e.seconds?W(1/e.seconds):"–"}function Qo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let a=c(
"span",{class:"opscope-title"}),i=c("span",{class:"opscope-place"}),l=c("span",{class:"opscope-state",role:"status"}),p=Ko(
s),u=Yo({ask:t,seek:o,refresh:n,signal:r}),h=Jo({send:e,signal:r}),d=Pt("step","opscope-step"),f=Pt("steps / s","opscope\
-rate"),k=c("div",{class:"opscope-metrics"},d.el,f.el),g=c("div",{class:"opscope-headline"},c("div",{class:"opscope-name\
s"},a,i),l),m=c("header",{class:"opscope-header"},g,p.el);s||(g.append(h.el),m.append(u.el)),m.append(k);let x=new Map;return{
el:m,update($,v,w){N(a,$.title||"run"),N(i,$.place),b(l,"data-past",$.stopped?.past);let E=!v&&($.phase==="running"||$.phase===
"waiting");b(l,"data-phase",E?"gone":$.phase),N(l,E?"no kernel":gr($)),p.update($,w),s||(u.update($),h.update($,v)),d.update(
String(Po($))),f.update(wr($));let M=[...Do($)].slice(0,mr);for(let[A,{value:C,when:I}]of M){let L=x.get(A)??Pt(A,"opsco\
pe-scalar",!0);x.set(A,L),L.update(br(C),$.scalarHistory.get(A),I,$.scalarNames.get(A))}Te(k,[d.el,f.el,...M.map(([A])=>x.
get(A).el)])}}}function Pt(e,t,o=!1){let n=c("span",{class:`opscope-number ${t}`}),s=dt(96,30),r=c("span",{class:"opscop\
e-label",title:e},e),a=c("span",{class:"opscope-when"}),i=c("div",{class:"opscope-metric"},c("div",{},r,n,...o?[a]:[]));
return o&&i.append(s.el),{el:i,update(l,p,u="",h=""){N(r,h||e),b(r,"title",h?`${h}, ${e}`:e),N(n,l),N(a,u),b(i,"data-els\
ewhere",!!u),b(n,"data-bad",l===Zo),o&&s.update(p)}}}var xr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["List of values","↑ ↓ Home End","select a value"],["Tabs","← → Home End","show anoth\
er tab"],["Slider","← → Home End","go to another step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑\
 ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace",
"open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set \
an element (or double click it)"],["Code","↑ ↓ Home End","to another line"],["Code","Enter","set or remove a breakpo\
int on the line"],["Code","Space","the operators of the line"],["Evaluation line","↑ ↓","what was typed before"],["M\
enus, this page","Esc","close"]];function yr(e){let t=new Map,o=e?[]:ve.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}\
: ${n.about}`]);for(let[n,s,r]of[...o,...xr])t.set(n,[...t.get(n)??[],[s,r]]);return t}function en({root:e,offline:t,signal:o}){
let n=c("button",{class:"opscope-button",type:"button"},"Close"),s=[...yr(t)].map(([p,u])=>c("section",{},c("h4",{},p),c(
"dl",{},...u.flatMap(([h,d])=>[c("dt",{},...h.split(" ").map(f=>c("kbd",{},f))),c("dd",{},d)])))),r=c("div",{class:"opsc\
ope-keys",role:"dialog","aria-label":"keys",hidden:!0},c("div",{class:"opscope-keys-head"},c("b",{},"Keys"),n),c("div",{
class:"opscope-keys-groups"},...s)),a=c("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","ar\
ia-label":"keys","aria-keyshortcuts":"?"},"?"),i=null,l=p=>{p!==!r.hidden&&(p&&(i=e.ownerDocument.activeElement),b(r,"hi\
dden",!p),p?n.focus({preventScroll:!0}):(i&&e.contains(i)?i:e).focus({preventScroll:!0}))};return a.addEventListener("cl\
ick",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener("keydown",p=>{let u=p.target.
matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!=="?"||u)||(p.preventDefault(),
p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:a}}var tn="later",kr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function on({select:e,
refresh:t,signal:o}){let n=c("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"fil\
ter values"}),s=c("span",{class:"opscope-found"}),r=c("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),
a=c("aside",{class:"opscope-list"},c("div",{class:"opscope-search"},n,s),r),i=new Map,l=[],p="",u=Object.fromEntries(Object.
entries(kr).map(([d,f])=>[d,vr(f)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",d=>{let f=d.target.closest("[data-name]");f&&e(f.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",d=>{let f=pe(d,l.indexOf(p),l.length);f!==null&&(d.preventDefault(),e(l[f]),i.get(l[f])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:a,update(d,f){p=f;let k=ct(d,n.value);l=[];let g=[];for(let[$,v]of Object.
entries(k)){if(!v.length)continue;let w=u[$];N(w.count,String(v.length)),g.push(w.el);for(let E of v){let M=i.get(E.name)??
Mr(E.name);i.set(E.name,M),l.push(E.name),g.push(M.el)}}Te(r,g),b(r,"aria-activedescendant",i.get(f)?.el.id);let m=d.values.
size,x=d.cost?.hz&&!d.over?` · ${wo(d.cost.hz)}`:"";N(s,`${l.length===m?m:`${l.length} of ${m}`}${x}`),b(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),b(r,"data-empty",m?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),h(d,f)}};function h(d,f){let{clientHeight:k,
scrollTop:g}=r,m=l.map(w=>i.get(w)),x=m[0]?.el.offsetHeight||44,$=tt(d.values.values()),v=m.map(w=>w.el.offsetTop-g);m.forEach(
(w,E)=>{let M=l[E],A=v[E]>-2*x&&v[E]<k+2*x;b(w.el,"aria-selected",M===f?"true":"false");let C=d.values.get(M);A&&C&&w.update(
C,$.get(M)??M,d.history.get(M),Ae(d,C),Fo(d,C))})}}function vr(e){let t=c("span");return{el:c("div",{class:"opscope-head\
ing",role:"presentation"},e,t),count:t}}var $r=0;function Mr(e){let t=c("span",{class:"opscope-pill"}),o=nt(e),n=c("span",
{class:"opscope-spec"}),s=c("span",{class:"opscope-mean"}),r=c("span",{class:"opscope-std"}),a=dt(52,26),i=c("div",{class:"\
opscope-row",role:"option","data-name":e,id:`opscope-value-${++$r}`},t,o,n,s,r,a.el),l,p="";return{el:i,update(u,h,d,f,k){
a.update(d);let[g,m]=[f.startsWith(tn)?tn:f||k,`${f}, ${k}, ${h}`];if(u===l&&m===p)return;l=u,p=m,b(i,"data-elsewhere",!!f);
let x=le(u);b(i,"data-health",x);let[$,v]=be(u);Ge(o,h),N(t,Le[x]),N(n,`${g?`${g}  `:""}${Se(u.shape)}  ${go(u.dtype)}${v&&
h===$?`  ${v}`:""}`),N(s,W(u.mean)),N(r,u.std===null||!u.shape.length?"":`± ${W(u.std)}`)}}}var Er="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function de(e,t,o,n="text"){return c("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function nn({ask:e,showProblem:t,signal:o}){
let n=de("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=de("condition-field","only i\
f … (optional)","condition"),r=de("hits-field","1","stop from this hit on","number"),a=c("input",{class:"opscope-log-f\
ield",type:"checkbox"}),i=de("message-field","message, as: loss is {loss}","log message; values stand in braces"),l=c("b\
utton",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=c("button",{class:"opscope-button opscope-cancel",type:"\
button",hidden:!0},"Cancel"),u=c("span",{class:"opscope-logging"},c("label",{title:"write a note at each hit, and go on"},
a," only log"),i),h=c("summary",{},"Hits, log …"),d=c("details",{class:"opscope-breakpoint-more"},h,c("div",{},c("labe\
l",{},"stop from hit ",r),u)),f=c("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,d);b(r,"min",1),b(i,"h\
idden",!0);let k=null,g=v=>{t(v),b(n,"aria-invalid",v?"true":void 0)},m=()=>Math.max(1,Math.round(Number(r.value)||1));function x(v){
k=v,n.value=v?.spec??"",n.readOnly=!!v,s.value=v?.condition??"",r.value=v&&v.wanted>1?String(v.wanted):"",a.checked=!1,i.
value="",b(i,"hidden",!0),b(u,"hidden",!!v),N(l,v?`Change ${v.number}`:"Add"),b(p,"hidden",!v),v&&(d.open=v.wanted>1||d.
open),g("")}function $(){let v={spec:n.value.trim(),condition:s.value.trim(),hits:m()};if(!v.spec)return g(Er);g("");let w=(E,M)=>{
let A=n.value.trim()===v.spec&&s.value.trim()===v.condition;return E&&A&&x(null),(!E||M)&&g(M),!0};k?e("ChangeBreakpoint",
{number:k.number,enabled:k.enabled,condition:v.condition,hits:v.hits},w):e("SetBreakpoint",{spec:v.spec,condition:v.condition,
...v.hits>1&&{hits:v.hits},...a.checked&&{log:!0,message:i.value.trim()}},w)}f.addEventListener("submit",v=>(v.preventDefault(),
$()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),a.addEventListener("change",()=>b(i,"hidden",!a.checked),
{signal:o});for(let v of[n,s,r,i])v.addEventListener("input",()=>g(""),{signal:o}),v.addEventListener("keydown",w=>{w.key===
"Escape"&&k&&x(null),!(w.key!=="Enter"||w.isComposing)&&(w.preventDefault(),f.requestSubmit())},{signal:o});return{el:f,
problem:g,change(v){x(v),s.focus()},compose(v){x(null),n.value=v,s.focus()}}}var Sr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Lr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Ft(e){return`${ae(e)} ${e===
1?"hit":"hits"}`}function Nr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Tr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var sn={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Ar,count:e=>e.breakpoints.length};function Ar({ask:e,open:t,offline:o,signal:n}){
let s=c("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),a=nn({ask:e,showProblem:m=>{N(s,m),b(s,"hidden",
!m)},signal:n}),i=c("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=c("div",{class:"opscope-breakpoint-rows"}),p=c("div",
{class:"opscope-breakpoints"}),u=Sr.map(([m,x])=>({name:m,box:c("input",{type:"checkbox","data-filter":m}),title:x})),h=c(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
h.append(...u.map(({name:m,box:x,title:$})=>c("label",{title:$},x,` ${m}`))),o||p.append(a.el,h,s),p.append(i,l);let d,f=[],
k=(m,x)=>(a.problem(m?"":x),!0);h.addEventListener("change",()=>{let m=u.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:m},k)},{signal:n}),l.addEventListener("click",m=>{let x=m.target,$=x.closest("[data-num\
ber]"),v=f.find(({number:w})=>w===Number($?.dataset.number));v&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:v.
number},k):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:v.number,enabled:!v.enabled,condition:v.condition,
hits:v.wanted},k):x.closest(".opscope-breakpoint-condition")?a.change(v):x.closest(".opscope-breakpoint-ops")&&t("graph",
v.ops[0]))},{signal:n});function g(m,x){let $={"data-conditional":!!m.condition,"data-off":!m.enabled,"data-hollow":!m.verified,
"data-log":!!m.log},v=Tr(m),w=Nr(m),E=c("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":m.
enabled?"true":"false","aria-label":v,title:v,disabled:o,...$}),M=c("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!m.ops.length},Lr(m)),A=c("button",{class:"opscope-breakpoint-condition",type:"\
button",title:w?`${w}; click to change`:"set a condition","aria-label":`condition of breakpoint ${m.number}: ${w||"alway\
s"}`,disabled:o},w),C=c("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${m.number}`});return C.append(G("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},G("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),c("div",{class:"opscope-breakpoint","data-number":m.
number,"data-op":m.ops[0],"data-here":x,"data-off":!m.enabled},E,c("span",{class:"opscope-breakpoint-number"},String(m.number)),
c("code",{class:"opscope-breakpoint-spec",title:m.spec},m.spec),A,M,c("span",{class:"opscope-breakpoint-hits"},Ft(m.hits)),
...o?[]:[C],...m.problem?[c("div",{class:"opscope-breakpoint-problem"},m.problem)]:[])}return{el:p,open:m=>a.compose(String(
m)),update(m){b(i,"hidden",m.breakpoints.length>0);for(let{name:E,box:M}of u)M!==document.activeElement&&(M.checked=m.exceptions.
includes(E));let x=m.stopped?.reason.endsWith("breakpoint")?m.stopped.op:-1,$=JSON.stringify([m.breakpoints,x]);if($===d)
return;d=$,f=m.breakpoints;let v=document.activeElement?.closest?.("[data-number]"),w=l.contains(v)?document.activeElement.
className:"";l.replaceChildren(...f.map(E=>g(E,E.ops.includes(x)))),w&&l.querySelector(`[data-number="${v?.dataset.number}\
"] .${w}`)?.focus({preventScroll:!0})}}}function rn(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function an(e){return e.functions.
map((t,o)=>o).reverse()}function cn({ask:e,show:t,refresh:o,signal:n}){let s=c("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=c("div",{class:"opscope-empty"}),a=c("div",{},r,s),i=c("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=c("div",{class:"opscope-empty"}),p=c("\
div",{},l,i),u="",h=-1,d="",f,k,g=null;function m(w){g&&(h=w,f=void 0,e("FetchVariables",{frame:w},x),g.paths[w]&&t(g.paths[w],
g.lines[w]),o())}let x=(w,E)=>(d=w?"":E,k=void 0,!0);s.addEventListener("click",w=>{let E=w.target.closest("[data-frame]");
E&&m(Number(E.dataset.frame))},{signal:n}),s.addEventListener("keydown",w=>{if(!g)return;let E=an(g),M=pe(w,E.indexOf(h),
E.length);M!==null&&(w.preventDefault(),w.stopPropagation(),m(E[M]),$(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function $(){let w=g,E=w&&JSON.stringify([w,h]);if(E===f)return;f=E;let M=s.contains(document.
activeElement);s.replaceChildren(...(w?an(w):[]).map(A=>{let C=w?.paths[A]?`${w.paths[A].split(/[/\\]/).at(-1)}:${w.lines[A]}`:
"",I=A===h;return c("div",{class:"opscope-frame",role:"option","aria-selected":I?"true":"false",tabindex:I?0:-1,"data-fr\
ame":A,"data-kind":w?.kinds[A],"data-now":w?.now[A],title:`${w?.texts[A]}${w?.now[A]?`
where the program is now; the run shows its past`:""}`},c("b",{},w?.functions[A]??""),c("code",{},w?.texts[A]??""),c("sp\
an",{},w?.now[A]?`${C} now`:C))})),M&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function v(w){let E=w.
fold.variables,M=rn(w,E)&&(E?.frame===h||E?.frame===h-(g?.functions.length??0))?E:null;if(M===k&&M)return;k=M;let A=w.phase===
"running"?"":d||(M&&!M.names.length?"No variables.":"");N(l,A),b(l,"hidden",!A),i.replaceChildren(...(M?.names??[]).map(
(C,I)=>{let L=M?.called?.[I]??"";return c("div",{},c("dt",{title:L?`${L}, ${C}`:C},L||C),c("dd",{title:`${M?.texts[I]}${M?.
now[I]?`
of now: the recording does not have it`:""}`,"data-now":M?.now[I]},M?.texts[I]??""))}),...M&&M.total>M.names.length?[c("\
div",{},c("dt",{},"…"),c("dd",{},`${M.total-M.names.length} more`))]:[])}return{el:a,variables:p,get frame(){return h},
update(w){let E=w.stopped,M=w.phase==="running"||w.phase==="waiting"?"":`${E?.run} ${E?.tick} ${E?.reason}`;M!==u&&(u=M,
h=-1,d="",M&&(e("FetchStack",{},(C,I)=>C?void 0:x(C,I)),e("FetchVariables",{frame:-1},x))),g=M&&rn(w,w.fold.stack)?w.fold.
stack:null,g&&h<0&&g.functions.length&&(h=g.functions.length-1);let A=M?g&&!g.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";N(r,A),b(r,"hidden",!A),$(),v(w)}}}var _r=30;function ln({ask:e,frame:t,signal:o}){let n=de("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=c("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=c("form",{class:"opscope-evaluation","data-asks":!0},s,c("div",{class:"opscope-evaluation\
-line"},c("span",{"aria-hidden":"true"},"›"),n)),a=[],i=0;function l(){let p=n.value.trim();if(!p)return;n.value="",a.
push(p),i=a.length;let u=c("pre",{},"…");for(s.append(c("div",{class:"opscope-answer"},c("code",{},p),u));s.children.length>
_r;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(h,d)=>(u.textContent=d,b(u,
"data-failed",!h),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let u=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(u&&a.length)i=Math.max(0,Math.min(
a.length,i+u)),n.value=a[i]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let u=p.phase==="running"||p.phase==="waiting";n.disabled=u,b(n,"title",u?"pause the run fir\
st":void 0)}}}function pn({ask:e,signal:t}){let o=c("div",{class:"opscope-attributes-title"}),n=c("dl",{class:"opscope-variables"}),s=c(
"div",{class:"opscope-empty",role:"status"}),r=c("div",{"data-asks":!0},o,n,s),a=-1,i="",l="",p=-1,u;function h(d,f,k){e(
"SetAttribute",{op:d,name:f,value:k},(g,m)=>(N(s,m),b(s,"data-failed",!g),l="",!0))}return n.addEventListener("keydown",
d=>{let f=d.target.closest("input");d.key==="Escape"&&f&&(f.value=f.dataset.was??""),!(d.key!=="Enter"||!f||d.isComposing)&&
(d.preventDefault(),h(Number(f.dataset.op),f.name,f.value))},{signal:t}),{el:r,choose(d){a=d,l=""},update(d,f){let k=d.stopped,
g=`${k?.run} ${k?.tick}`;g!==i&&k?.text!=="edited"&&(a=i?-1:a),i=g;let m=a>=0?a:k?.op??-1;f&&m>=0&&d.phase!=="running"&&
l!==`${m} ${g}`&&(l=`${m} ${g}`,e("FetchOperator",{op:m},(w,E)=>(w||N(s,E),!0)));let x=d.fold.shown_operator?.op===m?d.fold.
shown_operator:null,$=d.phase==="paused"&&!d.over&&!x?.fixed;m!==p&&N(s,""),p=m;let v=JSON.stringify([x,$,m]);v!==u&&(u=
v,N(o,x?`${x.op_type} ${x.op}${x.name?` → ${x.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
b(o,"title",x?.site),n.replaceChildren(...(x?.names??[]).flatMap((w,E)=>{let M=de("attribute-field","",`${w} of ${x?.op_type}\
 ${x?.op}; Enter sets it for this run`);return M.name=w,M.value=M.dataset.was=x?.texts[E]??"",M.dataset.op=String(x?.op),
M.readOnly=!$,b(M,"title",$?"Enter sets it for this run":x?.fixed?`cannot be changed: ${x.fixed}`:"pause the run to chan\
ge it"),[c("dt",{title:w},w),c("dd",{},M)]}),...x&&!x.names.length?[c("dt",{},"no attributes"),c("dd",{})]:[]))}}}var we={time:{label:"time",about:"of a replay of the step, operator by operator",text:Cr},memory:{label:"memory",about:"\
bytes that the operator writes",text:Ir},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:W,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:et,log:!0}};
function Cr(e){return e>=1?`${W(e)} s`:e>=.001?`${W(e*1e3)} ms`:`${W(e*1e6)} µs`}function Ir(e){return e>=2**20?`${W(e/
2**20)} MiB`:e>=1024?`${W(e/1024)} KiB`:`${e} bytes`}function dn(e,t){let o=we[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let a=t.get(`op-${s}`)??`op-${s}`,i=n.get(a);n.set(a,i===void 0?e.numbers[r]:o?Math.max(i,e.numbers[r]):i+e.numbers[r])}),
n}function un(e,t){let o=[...t].filter(a=>a>0),n=Math.max(...o,0);if(!we[e]?.log)return{at:a=>n?Math.sqrt(a/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:a=>a<=0?0:r?Math.log(a/s)/r:1,low:s,high:n}}var fn=["nan","inf","zeros","ok"];function Br(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function Rr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&Br(t,o[1])?Number(o[2]):0}function qe(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function mn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function hn(e,t){let o=new Map,n=(r,a)=>o.set(r,[...o.get(r)??[],a]),s=qe(
e);for(let r of t){let a=Rr(r,e.path);if(a)n(a,r);else for(let[i,l]of s)r.ops.some(p=>l.includes(p))&&n(i,r)}return o}function Or(e,t){
let o=new Map([...qe(e)].flatMap(([r,a])=>a.map(i=>[i,r]))),n=mn(e),s=new Map;for(let r of t.values()){let a=o.get(r.op);
if(a===void 0||n.get(r.op)!==r.op_type)continue;let i=le(r),l=s.get(a);(!l||fn.indexOf(i)<fn.indexOf(l))&&s.set(a,i)}return s}
function Pr(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function gn({ask:e,open:t,refresh:o,
signal:n}){let s=c("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=c("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),a=c("span",{class:"opscope-source-note",role:"status"}),i=c("div",{class:"opscope-source-bar","data-asks":!0},
s,a,r),l=c("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),p=c("div",{class:"opscope-source-view"},i,l),u=new Map,h=null,d,f={path:"",
line:0},k="",g="",m=0,x=0,$=!1;function v(L,O){f={path:L,line:O};let B=h?.first??1;if(h?.path===L&&O>=B&&O<B+h.lines.length)
return w(O);e("FetchSource",{path:L,line:O},(j,K)=>(N(a,j?"":K),!0))}function w(L){let O=u.get(L);if(!O)return;E(L,!1);let B=O.
offsetTop-l.offsetTop;(B<l.scrollTop+20||B>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=B-l.clientHeight/2)}function E(L,O){
for(let[B,j]of[[u.get(m),!1],[u.get(L),!0]])B&&(b(B,"tabindex",j?0:-1),b(B,"aria-selected",j?"true":"false"));m=L,O&&u.get(
L)?.focus()}function M(L){if(!h||!d)return;let O=hn(h,d.breakpoints).get(L)??[];for(let{number:B}of O)e("ClearBreakpoint",
{number:B});O.length||e("SetBreakpoint",{spec:Pr(h,L)},(B,j)=>(N(a,B?"":j),!0))}function A(L){l.querySelector(".opscope-\
line-ops-list")?.remove(),x=x===L?0:L;let O=h?qe(h).get(x):void 0,B=u.get(x);if(!O||!B)return;let j=h?mn(h):new Map,K=z=>`${j.
get(z)||"op"} ${z}`;B.after(c("div",{class:"opscope-line-ops-list"},...O.map(z=>c("button",{type:"button",class:"opscope\
-operator","data-op":z,title:"show it in the graph"},K(z)))))}l.addEventListener("click",L=>{let O=L.target,B=O.closest(
"[data-op]"),j=O.closest("[data-line]");if(B)return t("graph",Number(B.dataset.op));if(!j)return;let K=Number(j.dataset.
line);E(K,!1),O.closest(".opscope-line-stop")?M(K):O.closest(".opscope-line-ops")&&A(K)},{signal:n}),l.addEventListener(
"keydown",L=>{if(L.target.matches("button")||!h)return;let O=h.first,B=pe(L,m-O,h.lines.length);if(B!==null&&L.key!=="Ar\
rowLeft"&&L.key!=="ArrowRight")E(O+B,!0);else if(L.key==="Enter")M(m);else if(L.key===" ")A(m);else return;L.preventDefault(),
L.stopPropagation()},{signal:n}),s.addEventListener("change",()=>v(s.value,0),{signal:n}),r.addEventListener("click",()=>{
$=!$,b(r,"aria-pressed",$?"true":"false"),$&&e("MeasureOperators",{by:"time",step:d?.stopped?.step||0},(L,O)=>(N(a,L?"":
O),!0)),o()},{signal:n});function C(L){h=L,x=0,N(a,"");let O=qe(L),B=new Set([...L.code_lines,...L.op_lines]);u=new Map(
L.lines.map((j,K)=>{let z=L.first+K,T=O.get(z)?.length??0,V=Rt(j).map(([Q,ee])=>Q==="plain"?ee:c("span",{"data-token":Q},
ee)),Y=c("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":z},c("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!B.has(z),title:B.has(z)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${z}`},c("i",{})),c("span",{class:"opscope-line-at"},String(z)),c("span",{class:"opscope-line-time"}),
c("code",{},...j?V:[" "]),...T?[c("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${z}`},T===1?"1 op":`${T} ops`)]:[]);return[z,Y]})),l.replaceChildren(...u.values()),
s.replaceChildren(...L.paths.map(j=>c("option",{value:j,selected:j===L.path},j))),E(f.line>=L.first&&f.line<L.first+L.lines.
length?f.line:L.first,!1),w(m)}function I(L,O){let B=hn(O,L.breakpoints),j=Or(O,L.present),K=$&&L.fold.measured?.by==="t\
ime"?L.fold.measured:null,z=new Map(K?.ops.map((Q,ee)=>[Q,K.numbers[ee]])??[]),T=new Map([...qe(O)].map(([Q,ee])=>[Q,ee.
reduce((y,R)=>y+(z.get(R)??0),0)])),V=Math.max(...T.values(),0);K&&!V&&N(a,"No times: eager code is not run again.");let Y=L.
stopped?.path===O.path?L.stopped.line:0;for(let[Q,ee]of u){let y=B.get(Q)??[];b(ee,"data-stops",y.length>0),b(ee,"data-o\
ff",y.length>0&&y.every(ne=>!ne.enabled)),b(ee,"data-hollow",y.length>0&&y.every(ne=>!ne.verified)),b(ee,"data-health",j.
get(Q)),b(ee,"data-here",Q===Y);let R=ee.firstElementChild;y.length&&b(R,"title",`${y.map(ne=>`breakpoint ${ne.number}: ${ne.
spec}${ne.problem?`, ${ne.problem}`:""}`).join(`
`)}
click to remove`),b(R,"aria-pressed",y.length?"true":"false");let q=ee.children[2],H=K?T.get(Q)??0:0;N(q,H?we.time.text(
H):""),q.style.setProperty("--share",`${V?(100*H/V).toFixed(0):0}%`)}b(l,"data-timed",$)}return{el:p,show:v,update(L){d=
L;let O=`${L.graph?.program} ${L.runs}`,B=L.stopped?.path??"",j=`${L.stopped?.run} ${L.stopped?.tick} ${B}:${L.stopped?.
line}`,K=L.phase==="paused"||L.over;K&&(j!==g||O!==k)&&(O!==k&&(h=null),[g,k]=[j,O],(B||!h)&&v(B,L.stopped?.line??0),$&&
e("MeasureOperators",{by:"time",step:L.stopped?.step||0},()=>!0));let z=L.fold.source;z&&z!==h&&(!f.path||z.path===f.path)&&
C(z),h?I(L,h):N(a,K?a.textContent??"":"Pause the run to see its code."),b(s,"hidden",!h),b(r,"hidden",!h||!L.recorded)}}}var Fr=50;function bn({ask:e,signal:t}){let o=de("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=c("form",{class:"opscope-watch-form","data-asks":!0},o,c("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=c("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=c("div",{},s,n),a=[],i,l=p=>e("WatchExpressions",{expressions:p.slice(-Fr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let u=o.value.trim();u&&(o.value="",l([...a.filter(h=>h!==u),u]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let u=p.target.closest("[data-expression]");u&&l(a.filter(h=>h!==u.dataset.expression))},{signal:t}),{el:r,update(p){
let u=p.fold.watched,h=p.phase==="running",d=JSON.stringify([u,h]);d!==i&&(i=d,a=u?.expressions??[],b(s,"data-old",h),s.
replaceChildren(...a.map((f,k)=>c("div",{},c("dt",{title:f},f),c("dd",{title:u?.texts[k],"data-failed":u?.failed[k]},c("\
span",{},u?.texts[k]??""),c("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":f,title:"wa\
tch it no longer","aria-label":`watch ${f} no longer`},"×"))))))}}}var wn={id:"code",label:"Code",create:Dr};function ut(e,t,o=!0){return c("details",{class:"opscope-section",open:o},c("s\
ummary",{},e),t)}function Dr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=gn({ask:e,open:t,refresh:o,signal:s}),a=cn(
{ask:e,show:r.show,refresh:o,signal:s}),i=bn({ask:e,signal:s}),l=pn({ask:e,signal:s}),p=ln({ask:e,frame:()=>a.frame,signal:s}),
u=ut("Operator",l.el,!1);u.addEventListener("toggle",o,{signal:s});let h=c("div",{class:"opscope-code-side"},ut("Call st\
ack",a.el),ut("Variables",a.variables),ut("Watch",i.el),u),d=c("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),f=c("div",{class:"opscope-code-body",hidden:n},r.el,h),k=c("div",{class:"opscope-\
code-tab"},d,f,p.el);return b(p.el,"hidden",n),{el:k,open(g){u.open=!0,l.choose(Number(g))},update(g){n||(r.update(g),a.
update(g),i.update(g),l.update(g,u.open),p.update(g))}}}var zr=1e5,jr=1.2,Wr={to:e=>e,marks:$e,isLog:!1},Hr={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<jr)return $e(10**e,10**t,
o).filter(r=>r>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let r=Math.ceil(e);r<=t;r+=n)s.push(10**r);return s}};function Ke(e,t){
let o=e.flatMap(({min:a,max:i,mean:l})=>[a,i,l]).filter(a=>a!==null),n=o.flatMap(a=>a?[Math.abs(a)]:[]).sort((a,i)=>a-i),
s=n[n.length>>1]??1,r=(n.at(-1)??0)>zr*s;return!(t??r)||!n.length?Wr:t&&n.length===o.length&&o.every(a=>a>0)?Hr:Gr(t?n[Math.
floor(n.length/20)]:s)}function Gr(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let r=Math.ceil(Math.log10(e)),a=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),i=[0];for(let l=r+a-1;l<=308&&t(
10**l)<=Math.max(n,-o);l+=a)i.push(10**l,-(10**l));return i.filter(l=>t(l)>=o&&t(l)<=n)}}}var Ce=150,Ie=58,zt=10,jt=8,ft=22,Dt="history of mean, min and max";function Wt(e){let t=e.flatMap(i=>[i.min,i.max,i.mean]).
filter(i=>i!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,a=e.at(-1)?.step??1;return{x:[r,a>r?a:r+1],y:[o-s,n+s]}}function ht(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function yn({goTo:e,signal:t}){
let o=G("g",{class:"opscope-grid"}),n=G("path",{class:"opscope-band"}),s=G("path",{class:"opscope-line"}),r=G("path",{class:"\
opscope-bad"}),a=G("path",{class:"opscope-cross"}),i=G("path",{class:"opscope-cursor"}),l=G("svg",{class:"opscope-chart",
height:Ce,role:"img","aria-label":Dt});l.append(o,n,s,r,a,i);let p=c("span"),u=c("button",{type:"button",class:"opscope-\
log","aria-pressed":"false",title:"logarithmic axis"},"log"),h=c("section",{class:"opscope-card opscope-wide"},c("h4",{},
"History",p),u,l),d=[],f="",k=null,g,m=xn([],1,g);u.addEventListener("click",()=>{let M=!m.vertical.isLog;g=Ke(d).isLog===
M?void 0:M,w()},{signal:t});let x=()=>{let M=k===null?void 0:st(d,m.step(k));N(p,M?`step ${M.step}  mean ${W(M.mean)}  ${W(
M.min)} … ${W(M.max)}`:$?"mean, min … max; click to go there":"mean, min … max"),b(a,"d",M?`M${m.x(M.step)},${jt}V${Ce-
ft}`:"")},$=null,v=M=>{let{x:A}=m.extent;b(i,"d",M===null||!d.length||M<A[0]||M>A[1]?"":`M${m.x(M)},7l-4,-6h8zV${Ce-ft}`)};
l.addEventListener("click",M=>{if(!$||!d.length)return;let A=Math.round(m.step(M.clientX-l.getBoundingClientRect().left));
e(Math.max($[0],Math.min($[1],A)))},{signal:t}),l.addEventListener("pointermove",M=>(k=M.clientX-l.getBoundingClientRect().
left,x()),{signal:t}),l.addEventListener("pointerleave",()=>(k=null,x()),{signal:t});let w=()=>{},E=new ResizeObserver(()=>w());
return E.observe(l),t.addEventListener("abort",()=>E.disconnect()),{el:h,update(M,A,C){w=()=>this.update(M,A,C);let I=M?.
points??[];$=C,b(l,"data-goes",!!C),b(l,"aria-label",A===null?Dt:`${Dt}; the cursor is at step ${A}`),v(A);let L=Math.max(
200,l.clientWidth||h.clientWidth),O=`${L} ${g}`;if(I===d&&f===O)return x();d=I,f=O,m=xn(d,L,g),b(u,"aria-pressed",m.vertical.
isLog?"true":"false"),qr(o,n,s,r,d,m,L),v(A),x()}}}function Ur(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)}\
,${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function xn(e,t,o){let n=Ke(e,o),s=p=>p===null?
null:n.to(p),{x:r,y:a}=Wt(e.map(p=>({...p,min:s(p.min),max:s(p.max),mean:s(p.mean)}))),i=t-Ie-zt,l=Ce-jt-ft;return{extent:{
x:r,y:a},vertical:n,x:p=>+(Ie+(p-r[0])/(r[1]-r[0])*i).toFixed(1),y:p=>+(jt+(1-(n.to(p)-a[0])/(a[1]-a[0]))*l).toFixed(1),
step:p=>r[0]+(p-Ie)/i*(r[1]-r[0])}}function qr(e,t,o,n,s,r,a){let i=Ce-ft,l=r.vertical.marks(...r.extent.y,4).flatMap(f=>[
G("path",{d:`M${Ie},${r.y(f)}H${a-zt}`}),G("text",{x:Ie-6,y:r.y(f)+3.5,"text-anchor":"end"},Ne(f))]),p=$e(...r.extent.x,
Math.max(3,a/110)).filter(Number.isInteger).map(f=>G("text",{x:r.x(f),y:Ce-6,"text-anchor":"middle"},Ne(f)));e.replaceChildren(
...s.length?[...l,...p]:[],G("path",{class:"opscope-floor",d:`M${Ie},${i}H${a-zt}`}));let u=ht(s,f=>f.min!==null&&f.max!==
null).map(f=>{let k=f.map(m=>`${r.x(m.step)},${r.y(m.max)}`),g=[...f].reverse().map(m=>`${r.x(m.step)},${r.y(m.min)}`);return`\
M${[...k,...g].join("L")}Z`});b(t,"d",u.join(""));let h=ht(s,f=>f.mean!==null).map(f=>{let k=f.map(g=>`${r.x(g.step)},${r.
y(g.mean)}`);return k.length>1?`M${k.join("L")}`:Ur(f[0],r)});b(o,"d",h.join(""));let d=s.filter(f=>f.bad).map(f=>`M${r.
x(f.step)},${i-5}V${i}`);b(n,"d",d.join(""))}function kn({ask:e,signal:t}){let o=c("code",{}),n=c("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=c("span",{role:"status"}),r=c("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(a,i)=>(N(s,a?"":i),!0)),{signal:t}),{el:r,
update(a){let i=a.fold.edits?.texts??[];b(r,"hidden",!i.length||a.phase!=="paused"),N(o,i.join("; ")),b(o,"title",i.join(
`
`))}}}function mt({goTo:e,open:t,signal:o}){let n=c("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",a=>{let i=a.target.closest("button");i?.dataset.step?e(Number(
i.dataset.step),Number(i.dataset.op)):i?.dataset.op&&t("graph",Number(i.dataset.op))},{signal:o});function r(a,i){let[l,
p,u]=[a.ops[i],a.steps[i],i===a.cause],h=l<0?c("span",{class:"opscope-maker"},a.makers[i]):c("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${a.makers[i]} ${l} in the graph`},`${a.makers[i]} ${l}`),d=p?[c("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${a.makers[i]} in step ${p}`},`step ${p}`)]:
[],f=a.gaps[i]?[c("div",{class:"opscope-gap"},`${ae(a.gaps[i])} more`)]:[],k=[a.notes[i],u&&a.reads[i]].filter(Boolean).
join(": ");return c("li",{"data-cause":u},...f,c("div",{class:"opscope-link"},...u?[c("b",{class:"opscope-cause-mark"},"\
cause")]:[],c("code",{},a.values[i]),...a.called[i]?[c("code",{class:"opscope-called"},a.called[i])]:[],h,...d),...k?[c(
"div",{class:"opscope-note-text"},k)]:[],...u?a.growth.map(g=>c("div",{class:"opscope-note-text"},g)):[],...a.sites[i]?[
c("code",{class:"opscope-line"},a.sites[i]+(a.sources[i]?`: ${a.sources[i]}`:""))]:[])}return{el:n,update(a){a!==s&&(s=a,
b(n,"hidden",!a),n.replaceChildren(...(a?.values??[]).map((i,l)=>r(a,l))))}}}function Kr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function vn({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=c("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),a=c("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),i=c("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=mt({goTo:t,open:o,signal:n}),p=c("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
c("div",{},r,a),i,l.el),u="",h="",d=null;function f(g){k("Searching …"),e("Explain",{name:g},(m,x)=>(k(Kr(x)),d=m?g:null,
!0))}function k(g){N(i,g),b(i,"hidden",!g),d=null}return r.addEventListener("click",()=>f(u),{signal:n}),a.addEventListener(
"click",()=>f(""),{signal:n}),k(""),{el:p,update(g,m){let{stopped:x,explained:$}=m,v=`${g} ${x?.run} ${x?.tick}`;v!==h&&
k(""),u=g,h=v;let w=$&&!$.at&&$.asked===d?$:null;l.update(w),b(i,"hidden",!!w||!i.textContent)}}}var Be=168;function Vr(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function $n(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function Xr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function Yr(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${W(e.low+t*o)} … ${W(e.low+(t+1)*o)}: ${ae(e.counts[t])}`:Ht(e)}function Mn(e){let t=c("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Be}px`}),o=c("span"),n=c("span",{class:"opscope-\
zero"},"0"),s=c("span"),r=c("div",{class:"opscope-readout"}),a=c("span"),i=c("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=c("div",{class:"opscope-axis"},o,n,
s),p=c("section",{class:"opscope-card"},c("h4",{},"Distribution",a),i,t,l,r),u,h=null,d="",f=!1,k=()=>{};i.addEventListener(
"click",()=>{f=!f,b(i,"aria-pressed",f?"true":"false"),k()},{signal:e});let g=()=>{let m=u&&h!==null&&h<u.counts.length;
b(t,"aria-label",u?`histogram of step ${u.step}, from ${W(u.low)} to ${W(u.high)}: ${Ht(u)}`:"histogram"),N(r,u?m?Yr(u,h):
Ht(u):"")};return t.addEventListener("pointermove",m=>{if(!u)return;let x=t.getBoundingClientRect();h=Math.max(0,Math.min(
u.counts.length-1,Math.floor((m.clientX-x.left)/x.width*u.counts.length))),g()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(h=null,g()),{signal:e}),{el:p,update(m){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(m===u&&x===d)return;u=m,d=x,N(a,m?`step ${m.step}`:"");let $=m?.counts.some(Boolean);N(o,m&&$?W(m.low):""),N(s,m&&$?W(
m.high):"");let v=m&&m.low<0&&m.high>0?-m.low/(m.high-m.low):null;b(n,"style",v===null||v<.15||v>.85?"visibility: hidden":
`left: ${(100*v).toFixed(2)}%`),g();let w=m&&m.high>m.low?[.05,.5,.95].map(E=>W($n(m,E))):[];b(t,"title",w.length?`5 %, \
median and 95 % of the elements: about ${w.join(", ")}`:void 0),k=()=>Jr(t,m,v,f),k()}}}function Ht(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ae(t)} finite elements, all equal`:`${ae(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function Jr(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round(Be*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let a=getComputedStyle(e);if(s.fillStyle=a.borderBottomColor,s.fillRect(0,Be-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,Be),s.fillStyle=a.color;let i=r/t.counts.length;Vr(Xr(t),n).forEach((l,p)=>{let u=l*(Be-18);
s.fillRect(p*i+.5,Be-1-u,Math.max(1,i-1),u)}),t.high>t.low&&Zr(s,t,r,a.borderTopColor)}function Zr(e,t,o,n){let[s,r,a]=[
.05,.5,.95].map(i=>(($n(t,i)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,a-s,1);for(let[i,l]of[[s,7],[
r,11],[a,7]])e.fillRect(i-.75,5.5-l/2,1.5,l)}function Qr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function En({
ask:e,signal:t}){let o=c("code",{class:"opscope-cell-name"}),n=de("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=de("cell-value","0.5, nan, h.mean()","new value"),r=c("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),a=c("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),i=de("cell-st\
eps","100","how many steps to replay","number"),l=c("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=c("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),u=c(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},c("span",{},o," [ ",n," ] = ",s),c("span",{},r,a,c("label",{
title:"how many steps to replay"},i," steps"),l)),h=c("div",{class:"opscope-cell-editor"},u,p),d="",f="",k="",g=null,m=()=>n.
value.trim()?`${d}[${n.value.trim()}]`:d,x=(w,E)=>(N(p,E),b(p,"data-failed",!w),E&&p.scrollIntoView({block:"nearest"}),!0);
function $(){b(u,"hidden",!0),g?.focus({preventScroll:!0}),g=null}function v(w){if(!s.value.trim())return void x(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");x(!0,w?"replaying …":"");let E={target:m(),value:s.
value.trim()},M=(A,C)=>(x(A,C),A&&$(),!0);w?e("TryValue",{...E,steps:Math.max(1,Math.round(Number(i.value)||100))},M):e(
"SetValue",E,M)}return u.addEventListener("submit",w=>(w.preventDefault(),v(!!f)),{signal:t}),a.addEventListener("click",
()=>v(!0),{signal:t}),l.addEventListener("click",$,{signal:t}),u.addEventListener("keydown",w=>{if(w.key==="Escape")$();else if(w.
key==="Enter"&&!w.isComposing&&w.target.matches("input"))v(!!f);else return;w.preventDefault(),w.stopPropagation()},{signal:t}),
{el:h,open(w,E,M,A,C){[d,g]=[w,C],N(o,E),b(o,"title",w),n.value=M,s.value=A,x(!0,""),b(u,"hidden",!1),s.focus(),s.select()},
update(w,E){d&&E!==d&&!u.hidden&&b(u,"hidden",!0);let M=`${E} ${w.stopped?.run} ${w.stopped?.tick}`;M!==k&&x(!0,""),k=M,
f=Qr(w),r.disabled=!!f,b(r,"title",f||"in this run; what follows is computed again"),a.disabled=!w.recorded||w.phase==="\
running"}}}var ue={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},ea=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Re(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=ea.reduceRight((r,a)=>r*t+a[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var xe=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,il=Array.from({length:256},(e,t)=>t===0?ue.nan:t===1?ue.minusInf:t===255?ue.plusInf:
Re((t-2)/252));function Ve(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function gt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>xe(Re(t/16))).join(", ")})`}var Sn=26,ta=14,oa=4;function Ln(e,t,o,n){let s=Math.min(Sn,o/t,n/e),r=(a,i)=>Math.max(ta,s*a,s<Sn?Math.min(i/2,oa*s*a):
0);return[r(t,o),r(e,n)]}function Nn(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,a=Ve(e.pixels[o*e.cols+n],e.low,e.high),
i=Number.isNaN(a)?"NaN":a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${W(a)}`;return`${t.length>2?`[${xo(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${i}`}function Tn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function _n(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let a=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));a>s&&([n,s]=[r,a])}return n}function bt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function Xe(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[a,i]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return a<e.cols&&i<e.rows&&l<e.facets&&s<t?{facet:l,row:i,col:a}:null}function Kt(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Cn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return ue.nan;if(s===
1)return ue.minusInf;if(s===255)return ue.plusInf;let r=Ve(s,e.low,e.high);return t?Kt(r/o):Re(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function wt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replaceAll("-","−");let a=Ve(e.pixels[s],e.low,e.high);return Number.isNaN(a)?"NaN":
a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${W(a)}`}var na=[128,128,128,48],sa=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function In(e,t,o,n){let[s,r]=bt(t,o),a=e.getContext("2d");if(!a||s<=0||r<=0)return;e.width!==s&&(e.width=s),e.height!==
r&&(e.height=r);let i=a.createImageData(s,r),l=Cn(t,n);for(let p=0;p<s*r;p++)sa(t,p%s,Math.floor(p/s))&&i.data.set(na,4*
p);for(let p=0;p<t.facets;p++){let[u,h]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let d=0;d<t.rows;d++)for(let f=0;f<
t.cols;f++){let k=4*((h+d)*s+u+f),[g,m,x]=l[t.pixels[(p*t.rows+d)*t.cols+f]];i.data[k]=g,i.data[k+1]=m,i.data[k+2]=x,i.data[k+
3]=255}}a.putImageData(i,0,0)}var An=7;function ra(e){let t=String(Math.round(e)),o=r=>{let a=String(Number(e.toPrecision(
r))),i=e.toExponential(r-1).replace("e+","e");return i.length<a.length?i:a};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=An?t:[3,2].map(o).find(r=>r.length<=An)??o(1)).replaceAll("-","−")}function Bn(e,t,o,n,s){let r=e.getContext(
"2d");if(!r)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,
devicePixelRatio);let a=Cn(t,s),[i,l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,i/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let u=0;u<
t.cols;u++){let h=p*t.cols+u,[d,f,k]=a[t.pixels[h]];r.fillStyle=`rgb(${d}, ${f}, ${k})`,r.fillRect(u*i,p*l,i-1,l-1),r.fillStyle=
.299*d+.587*f+.114*k>140?"#111111":"#ffffff";let g=Number(t.numbers[h]),m=Number.isFinite(g)?ra(g):wt(t,{facet:0,row:p,col:u});
r.fillText(m,(u+.5)*i,(p+.5)*l)}}var Vt=168,Xt=300,aa=600,Yt=[34,18],xt=4,ia=16,yt=8,Jt="keep these elements, to compare others with them",Rn={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function ca(e,t,o,n){let[s,r]=[ye(e,0),ye(e,1)],a=Math.min(
s,Math.max(yt,Math.round(e.height/n))),i=Math.min(r,Math.max(yt,Math.round(e.width/n))),l=(p,u,h)=>Math.max(0,Math.min(h-
u,Math.round(p-u/2)));return{top:l(t,a,s),left:l(o,i,r),height:a,width:i}}function la(e,t){let[o,n]=e.axes,s=On(e,{facet:t,
row:0,col:0}).map((r,a)=>a===o||a===n?0:r);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function ye(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function me(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function On(e,t){
let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((a,i)=>r.get(i)??e.index[i])}function pa(e,t){let[o,n,s]=e.axes,[r,a]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],i=(p,u,h)=>u>1?`${p}–${Math.min(h,p+u)-1}`:`${p}`;return`[${e.shape.map((p,u)=>u===o?i(r,e.row_stride,e.top+
e.height):u===n?i(a,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${wt(me(
e),t)}`}function Pn({ask:e,signal:t,offline:o}){let n=c("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=c("div",
{class:"opscope-heatmap-box"},n),r=c("span"),a=c("span"),i=c("i"),l=[Zt("NaN",ue.nan,0),Zt("−Inf",ue.minusInf,1),Zt("+\
Inf",ue.plusInf,255)],p=c("div",{class:"opscope-readout"}),u=c("span"),h={rows:R("rows"),cols:R("columns"),facets:R("fac\
ets")},d=c("span",{class:"opscope-positions"}),f=c("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},c("option",{value:"auto"},"auto"),c("option",{value:"sequential"},"low to high"),c("option",{value:"signed"},"signe\
d")),k=y("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>ne(xt)),g=y("−","zoom out (-)","zoom-out",()=>ne(
1/xt)),m=y("Pin",Jt,"pin",()=>e("PinValue",{name:D()?"":E})),x=y("Difference","show the difference to the pinned value",
"difference",()=>H({...C,difference:!C.difference})),$=c("div",{class:"opscope-slice-bar",hidden:!0},h.rows.el,h.cols.el,
h.facets.el,d,c("label",{},"colors",f),c("span",{class:"opscope-slice-tools"},g,k,m,x)),v=En({ask:e,signal:t}),w=c("sect\
ion",{class:"opscope-card opscope-elements"},c("h4",{},"Elements",u),$,s,v.el,c("div",{class:"opscope-legend"},c("div",{
class:"opscope-scale"},r,i,a),...l.map(_=>_.el)),p),E="",M="",A=null,C=Rn,I="",L=null,O="",B=!1,j=0,K="",z,T,V=[],Y=null,
Q=null,ee=-1;function y(_,F,U,Z){let oe=c("button",{type:"button",class:`opscope-slice-tool opscope-${U}`,title:F,"aria-\
label":F},_);return oe.addEventListener("click",Z,{signal:t}),oe}function R(_){let F=c("select",{class:`opscope-axis-${_}`,
"aria-label":`axis of the ${_}`});return F.addEventListener("change",()=>q(_==="columns"?"cols":_,Number(F.value)),{signal:t}),
{el:c("label",{},_,F),field:F}}function q(_,F){if(!T)return;let[U,Z,oe]=T.axes,X={rows:U,cols:Z,facets:oe},ce=Object.keys(
X).find(re=>F>=0&&X[re]===F);ce&&(X[ce]=X[_]),X[_]=F,H({...C,...X,top:0,left:0,height:0,width:0})}function H(_){_.facets>=
0&&(ee=-1),C=_,O="";let F=++j;e("FetchSlice",{name:E,...C},(U,Z)=>(F!==j||(B=U,U||([O,C]=[Z,{...C,difference:!1}]),ie()),
!0))}function ne(_,F){if(!T)return;let[U,Z]=F??[T.top+T.height/2,T.left+T.width/2],oe=ca(T,U,Z,_),X=oe.height===T.height&&
oe.width===T.width;X&&_>1&&T.facets>1?S(T,Y&&Xe(me(T),se(me(T)),...Y)?.facet||0):X&&_<1&&ee>=0?H({...C,...oe,facets:ee}):
H({...C,...oe})}function S(_,F){H({...C,...la(_,F)}),ee=_.axes[2]}let P=()=>(T??z)?.step,D=()=>A?.name===E&&A?.step===P(),
J=()=>T?me(T):z?{...z,facets:1,numbers:[]}:null,se=_=>_n(_,s.clientWidth||400,_.facets>1?Xt:Vt),te=()=>f.value==="signed"||
f.value==="auto"&&!!T?.difference;function ie(){let _=T&&Y&&Xe(me(T),se(me(T)),...Y),F=z&&Y&&Y[1]<z.rows&&Y[0]<z.cols,U=T?
_&&pa(T,_):F&&z&&Y?Nn(z,V,Y[1],Y[0]):"";N(p,O||U||(T?da(T):z?Tn(z):""))}function ge(_){let F=J();if(!F)return null;let U=n.
getBoundingClientRect(),[Z,oe]=bt(F,se(F)),X=(ce,re)=>Math.max(0,Math.min(re-1,Math.floor(ce*re)));return[X((_.clientX-U.
left)/U.width,Z),X((_.clientY-U.top)/U.height,oe)]}n.addEventListener("pointermove",_=>(Y=ge(_),ie()),{signal:t}),n.addEventListener(
"pointerleave",()=>(Y=null,ie()),{signal:t});function Ze(_,F){if(!_||o)return;let U=me(_),Z=(F&&Xe(U,se(U),...F))??{facet:0,
row:0,col:0};v.open(E,M,On(_,Z).join(", "),_.numbers.length?wt(U,Z).replaceAll("−","-"):"",n)}n.addEventListener("dblc\
lick",()=>Ze(Q?.slice,Q?.at??null),{signal:t}),n.addEventListener("click",_=>{if(_.detail>1)return;Q={slice:T,at:ge(_)};
let F=T&&Xe(me(T),se(me(T)),...ge(_)??[0,0]);T&&F&&T.facets>1?S(T,F.facet):T&&F&&!je()&&ne(ia,[T.top+F.row*T.row_stride,
T.left+F.col*T.col_stride])},{signal:t}),n.addEventListener("keydown",_=>{let F={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[
0,-1],ArrowRight:[0,1]}[_.key];if(_.key==="+"||_.key==="=")ne(xt);else if(_.key==="-")ne(1/xt);else if(_.key==="Enter")Ze(
T,Y);else if(F&&T)ne(1,[T.top+T.height*(.5+F[0]/2),T.left+T.width*(.5+F[1]/2)]);else return;_.preventDefault(),_.stopPropagation()},
{signal:t}),f.addEventListener("change",()=>(K="",fe()),{signal:t}),d.addEventListener("change",()=>{let _=V.map((F,U)=>d.
querySelector(`[data-axis="${U}"]`)?.value??"0");H({...C,index:_.map(F=>String(Math.max(0,Math.round(Number(F)||0)))).join(
",")})},{signal:t}),d.addEventListener("keydown",_=>_.stopPropagation(),{signal:t});function Et(_){let F=_.shape.map((oe,X)=>[
String(X),`${X} (${oe})`]);for(let[oe,{field:X}]of[h.rows,h.cols,h.facets].entries()){let ce=[["-1","none"],...F],re=ce.
join();X.dataset.key!==re&&X.replaceChildren(...ce.map(([ke,he])=>c("option",{value:ke},he))),X.dataset.key=re,X.value=String(
_.axes[oe])}b(h.rows.el,"hidden",_.shape.length<2),b(h.cols.el,"hidden",_.shape.length<2),b(h.facets.el,"hidden",_.shape.
length<3);let U=_.shape.flatMap((oe,X)=>_.axes.includes(X)||oe<2?[]:[[X,oe,_.index[X]]]),Z=JSON.stringify(U);d.dataset.key!==
Z&&(d.dataset.key=Z,d.replaceChildren(...U.map(([oe,X,ce])=>c("label",{},`axis ${oe}`,c("input",{type:"number",min:0,max:X-
1,value:ce,"data-axis":oe,title:`position on axis ${oe}, 0 to ${X-1}`})))))}function je(){if(!T)return!1;let{facets:_,rows:F,
cols:U,numbers:Z}=me(T);return _===1&&Z.length>0&&s.clientWidth/U>=Yt[0]&&F*Yt[1]<=aa}function fe(){let _=J(),F=_?_.rows*
_.cols*_.facets:0;if(b(n,"hidden",!F),!_||!F)return;let U=se(_),[Z,oe]=bt(_,U),X=s.clientWidth,ce=je(),re=ce?[Math.min(X,
_.cols*64),_.rows*Yt[1]]:_.facets>1?[Math.min(X,Z*Xt/oe),Math.min(Xt,oe*X/Z)]:Ln(_.rows,_.cols,X,Vt),ke=`${re} ${devicePixelRatio}\
 ${te()} ${ce}`;if(ke===K)return;K=ke,b(s,"style",`height: ${Math.max(ce||_.facets>1?0:Vt,Math.ceil(re[1]))}px`),b(n,"st\
yle",`width: ${re[0].toFixed(1)}px; height: ${re[1].toFixed(1)}px`),ce?Bn(n,_,re[0],re[1],te()):In(n,_,U,te());let he=Math.
max(Math.abs(_.low),Math.abs(_.high));N(r,W(te()?-he:_.low)),N(a,W(te()?he:_.high)),b(i,"style",`background: ${te()?`lin\
ear-gradient(to right, ${[-1,-.5,0,.5,1].map(We=>xe(Kt(We))).join(", ")})`:gt()}`)}return{el:w,update(_,F,U,Z){V=F,Z!==E&&
([E,C,O,ee]=[Z,Rn,"",-1]);let oe=`${Z} ${F} ${U.stopped?.run} ${U.stopped?.tick} ${U.phase}`;oe!==I&&(B=!1),!o&&U.phase!==
"running"&&(oe!==I||U.stopped!==L)&&H(C),[I,L]=[oe,U.stopped],v.update(U,Z);let X=U.fold.slices.get(Z),re=X&&String(X.shape)===
String(F)&&(B||X.step===_?.step||X.difference)&&!o?X:void 0;if(re!==T||_!==z){[T,z,K]=[re,_,""];for(let St of l)St.update(
(re??_)?.pixels);ie()}b($,"hidden",!T),T&&Et(T),A=U.fold.pinned;let ke=(St,Ls)=>`${Ue(U,St)} of step ${Ls}`;M=Ue(U,Z);let he=A?.
name?ke(A.name,A.step):"",We=P();return N(u,T?.difference?`${ke(Z,T.step)} − ${T.difference===`${A?.name} of step ${A?.
step}`?he:T.difference}`:We===void 0?"":`step ${We}`),b(x,"hidden",!he||String(A?.shape)!==String(F)),b(x,"aria-pressed",
C.difference?"true":"false"),b(x,"title",`show the difference to ${he}`),b(m,"aria-pressed",D()?"true":"false"),b(m,"tit\
le",D()?"forget the elements that are kept":he?`${Jt}, instead of ${he}`:Jt),b(g,"disabled",!T||ee<0&&T.height===ye(T,0)&&
T.width===ye(T,1)),b(k,"disabled",!T||T.facets===1&&T.height<=yt&&T.width<=yt),fe(),We}}}function da(e){let t=Se([ye(e,0),
ye(e,1)]),o=e.height<ye(e,0)||e.width<ye(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-
1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.
facets} facets of `:"",r=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?`, ${e.nonfinite}\
 not finite`:""}`}function Zt(e,t,o){let n=c("span",{class:"opscope-mark","data-absent":!0},c("i",{style:`background: ${xe(
t)}`}),e);return{el:n,update:s=>b(n,"data-absent",!s?.includes(o))}}var Qt=12;function Fn({ask:e,open:t,signal:o,offline:n}){let s=c("div",{class:"opscope-provenance"}),r="",a=(i,l)=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${i} ${l} in the graph`},`${i} ${l}`);return s.addEventListener(
"click",i=>{let l=i.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(i,l){let p=n?void 0:i.fold.slices.get(l.name),u=(p?.
readers??[]).map((m,x)=>[p?.reader_types[x]??"",m]),h=i.recorded&&l.step>=i.recorded.first&&l.step<=i.recorded.last,d=!!(p?.
writers.length&&!p.writers.includes(l.op)),f=!n&&i.phase!=="running"&&h&&l.op>=0&&!d,k=JSON.stringify([l.op,l.op_type,u,
f&&l.step,d]);if(k===r)return;r=k;let g=u.length>Qt?[`and ${u.length-Qt} more`]:[];s.replaceChildren(...l.op<0?[]:d?[`ma\
de by ${l.op_type} of another program`]:["made by",a(l.op_type,l.op)],...u.length?["read by",...u.slice(0,Qt).map(([m,x])=>a(
m,x)),...g]:p?["read by nothing"]:[],...f?[c("button",{type:"button",class:"opscope-why opscope-to-write","data-step":l.
step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to the write")]:[]),b(s,"h\
idden",!s.childNodes.length)}}}var[Ye,Oe,eo,to,oo]=[150,58,10,8,22];function Dn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function no(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":W(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function zn(e){let t=c("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=c("code",{}),n=c("spa\
n"),s=G("g",{class:"opscope-grid"}),r=G("path",{class:"opscope-line"}),a=G("path",{class:"opscope-line opscope-branch-li\
ne"}),i=G("path",{class:"opscope-cross"}),l=G("svg",{class:"opscope-chart",height:Ye,role:"img"},s,r,a,i),p=c("div",{class:"\
opscope-branch-key"},c("span",{},c("i",{}),"recorded"),c("span",{},c("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=c("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},c("h4",{},"What if",t,n),l,p),h,d="",
f={x:x=>0,step:x=>0},k=new Map;t.addEventListener("change",()=>(h=k.get(t.value),m()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!h)return;let $=f.step(x.clientX-l.getBoundingClientRect().left),v=h.steps.reduce((w,E,M)=>Math.abs(E-
$)<Math.abs(h.steps[w]-$)?M:w,0);N(n,`step ${h.steps[v]}   ${W(h.recorded[v])}   would be ${W(h.changed[v])}`),b(i,"d",`\
M${f.x(h.steps[v])},${to}V${Ye-oo}`)},{signal:e}),l.addEventListener("pointerleave",()=>(b(i,"d",""),N(n,h?no(h):"")),{signal:e});
let g=new ResizeObserver(()=>m());g.observe(l),e.addEventListener("abort",()=>g.disconnect());function m(){let x=h;if(!x)
return;let $=Math.max(200,l.clientWidth||u.clientWidth),v=`${x.name} ${x.change} ${$} ${x.changed.length} ${x.changed.at(
-1)}`;if(v===d)return;d=v;let w=[Dn(x,x.recorded),Dn(x,x.changed)],E=[...w[0],...w[1]].sort((T,V)=>T.step-V.step),M=Ke(E),
A=T=>T===null?null:M.to(T),{x:C,y:I}=Wt(E.map(T=>({...T,min:A(T.min),max:A(T.max),mean:A(T.mean)}))),L=$-Oe-eo,O=T=>+(Oe+
(T-C[0])/(C[1]-C[0])*L).toFixed(1),B=T=>+(to+(1-(M.to(T)-I[0])/(I[1]-I[0]))*(Ye-to-oo)).toFixed(1);f={x:O,step:T=>C[0]+(T-
Oe)/L*(C[1]-C[0])};let j=M.marks(...I,4).flatMap(T=>[G("path",{d:`M${Oe},${B(T)}H${$-eo}`}),G("text",{x:Oe-6,y:B(T)+3.5,
"text-anchor":"end"},Ne(T))]),K=$e(...C,Math.max(3,$/110)).filter(Number.isInteger).map(T=>G("text",{x:O(T),y:Ye-6,"text\
-anchor":"middle"},Ne(T)));s.replaceChildren(...j,...K,G("path",{class:"opscope-floor",d:`M${Oe},${Ye-oo}H${$-eo}`}));let z=T=>ht(
T,V=>V.mean!==null).map(V=>V.length>1?`M${V.map(Y=>`${O(Y.step)},${B(Y.mean)}`).join("L")}`:`M${O(V[0].step)-4},${B(V[0].
mean)}h8`).join("");b(r,"d",z(w[0])),b(a,"d",z(w[1])),b(l,"aria-label",`${x.name}: ${no(x)}, if ${x.change}`),N(n,no(x)),
N(o,x.change)}return{el:u,update(x){let{branches:$}=x.fold;if(b(u,"hidden",!$.size),$===k)return m();k=$;let v=[...k.values()].
at(-1),w=[...k.values()].filter(E=>E.change===v?.change).map(({name:E})=>E);t.replaceChildren(...w.map(E=>c("option",{value:E},
x.scalarNames.get(E)||E))),h=k.get(w.includes(h?.name??"")?h?.name??"":w[0]??""),h&&(t.value=h.name),m()}}}var ua=[["mean",e=>W(e.mean)],["std",e=>W(e.std)],["min",e=>W(e.min)],["max",e=>W(e.max)],["shape",e=>Se(e.shape)],["zer\
os",e=>et(e.zeros),e=>le(e)==="zeros"],["NaN",e=>ae(e.nan),e=>e.nan>0],["Inf",e=>ae(e.inf),e=>e.inf>0],["elements",e=>ae(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function fa(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function ha(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function ma(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:ot(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var jn={id:"tensor",label:"Tensor",create:ga};function ga({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let a=c("span",{class:"opscope-pill"}),i=c("span",{class:"opscope-detail-name"}),l=c("div",
{class:"opscope-origin"}),p=c("code",{class:"opscope-site"}),u=ua.map(([I,L,O])=>{let B=c("span",{class:"opscope-number"});
return{label:I,value:L,warn:O,shown:B,el:c("div",{class:"opscope-fact"},c("span",{class:"opscope-label"},I),B)}}),h=yn({
goTo:o,signal:s}),d=Mn(s),f=Pn({ask:e,signal:s,offline:r}),k=Fn({ask:e,open:t,signal:s,offline:r}),g=c("div",{class:"ops\
cope-detail-head"},c("div",{},a,i),c("div",{},l,p)),m=zn(s),x=kn({ask:e,signal:s}),$=c("div",{class:"opscope-charts"},h.
el,d.el,f.el,m.el),v=c("div",{class:"opscope-hint"}),w=c("div",{class:"opscope-about"}),E=vn({ask:e,goTo:o,open:t,signal:s,
offline:r}),M=[g,x.el,k.el,E.el,c("div",{class:"opscope-facts"},...u.map(I=>I.el)),w,$],A=c("div",{class:"opscope-detail\
-body"},...M),C=c("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return f.
el.append(v),{el:c("div",{class:"opscope-detail"},C,A),update(I,{selected:L,refusal:O}){let B=I.values.get(L);if(b(C,"hi\
dden",!!B),b(A,"hidden",!B),!B)return;let j=le(B);b(g,"data-health",j),N(a,Le[j]);let[K,z]=be(B);N(i,K),b(i,"title",B.called?
`${B.name}, ${B.called}`:B.name),N(l,[K!==B.name?z:z&&`called ${z}`,ma(B)].filter(Boolean).join(" · ")),N(p,B.site),E.update(
L,I);for(let y of u)N(y.shown,y.value(B)),b(y.shown,"title",y.value(B)),b(y.el,"data-bad",y.warn?.(B)?y.label==="NaN"?"n\
an":y.label==="Inf"?"inf":"zeros":void 0);let T=Ae(I,B),V=[ha(T),fa(B)].filter(Boolean).join(" ");b(A,"data-elsewhere",!!T),
N(w,V),b(w,"hidden",!V);let Y=I.details.get(L),Q=f.update(Y,B.shape,I,L);h.update(I.history.get(L),I.stopped?.step||null,
n(I));for(let[y,R]of[[d,Y?.step],[f,Q]])b(y.el,"data-elsewhere",!!T||!!(I.stopped&&R!==void 0&&R!==B.step));d.update(Y),
k.update(I,B),m.update(I),x.update(I),N(v,Q===void 0?r?"Elements were not recorded for this value.":O||"Waiting for the \
elements of this value …":""),b(v,"hidden",Q!==void 0)}}}var ba=["error","warning","hint"];function Wn(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>ba.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function wa(e){let t=e.
times>1?`, ${ae(e.times)} times`:"";return e.step?`step ${ae(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function xa(e,t){let o=[...e.values.values()].filter(s=>s.nan||s.inf).length,n='rules=True looks while \
a run goes on; watch("nan") stops where a NaN or Inf is made.';return!o&&t?`No finding. "Check the recorded steps" looks\
 for known mistakes now; ${n}`:!o||!t?`No finding: ${n}`:`${o===1?"1 value has":`${ae(o)} values have`} NaN or Inf, and \
no rule has looked: "Check the recorded steps" finds the first one.`}var Hn={id:"findings",label:"Findings",create:ya,count:e=>Wn(
e.findings).length};function ya({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=c("button",{type:"button",class:"opscope\
-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},"Check the recorded steps"),a=c("span",
{class:"opscope-look-answer",role:"status"}),i=c("div",{class:"opscope-findings-bar","data-asks":!0,hidden:s},r,a),l=c("\
div",{class:"opscope-nothing"}),p=c("ul",{class:"opscope-findings-rows"}),u=mt({goTo:o,open:t,signal:n}),h=c("pre",{class:"\
opscope-cause",role:"status",hidden:!0}),d=null,f,k=!1,g=s;r.addEventListener("click",()=>{N(a,"Looking …"),e("FindFau\
lts",{},(w,E)=>(g||=w,N(a,w?`${E}. Rules can be wrong: judge by the evidence.`:E),!0))},{signal:n}),p.addEventListener("\
click",w=>{let E=w.target.closest("button"),M=Number(E?.dataset.number),A=M?m.get(M):void 0;!A||!E||(E.classList.contains(
"opscope-there")?x(A):$(A,E))},{signal:n});let m=new Map;function x(w){w.step?o(w.step,w.op):t("graph",w.op)}function $(w,E){
let M=d?.number===w.number;d=M?null:{number:w.number,name:w.value,step:w.step,ok:!1};for(let A of p.querySelectorAll(".o\
pscope-ask-why"))b(A,"aria-expanded",A===E&&!M?"true":"false");u.update(null),N(h,d?"Searching …":""),b(h,"hidden",!d),
d&&(E.closest(".opscope-finding")?.append(h,u.el),e("Explain",{name:w.value,step:w.step},(A,C)=>(d?.number!==w.number||(d.
ok=A,N(h,A?"":C),b(h,"hidden",A)),!0)))}function v(w,...E){let M=c("button",{type:"button",class:"opscope-why opscope-th\
ere","data-number":w.number,title:w.step?`go to step ${w.step}`:"show it in the graph"},w.step?"Go there":"Show in graph"),
A=c("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":w.number,"aria-expanded":"false",title:`wh\
y ${w.value} is what it is in step ${w.step}`},"Why"),C=[...w.step||w.op>=0?[M]:[],...!s&&w.value&&w.step?[A]:[]];return c(
"div",{class:"opscope-finding","data-severity":w.severity},c("div",{class:"opscope-finding-head"},c("span",{class:"opsco\
pe-severity"},w.severity),c("b",{},w.rule),...w.value?[c("code",{},w.called||w.value)]:[],...w.called?[c("span",{class:"\
opscope-called"},c("code",{},w.value))]:[],c("span",{class:"opscope-when"},wa(w))),c("div",{class:"opscope-evidence"},w.
evidence),...w.site?[c("code",{class:"opscope-line"},w.site+(w.code?`: ${w.code}`:""))]:[],...w.operator?[c("code",{class:"\
opscope-line opscope-operator-text"},w.operator)]:[],...w.suggestion?[c("div",{class:"opscope-try"},`Try: ${w.suggestion}`)]:
[],...E,c("div",{class:"opscope-finding-buttons","data-asks":!0},...C))}return{el:c("div",{class:"opscope-findings"},i,l,
p),update(w){k=!!w.recorded||s,b(r,"disabled",!w.recorded),b(p,"data-fixed",!k);let E=d?.ok&&w.explained?.asked===d.name&&
w.explained.at===d.step?w.explained:null;if(E&&u.update(E),N(l,xa(w,!!w.recorded&&!g)),w.findings===f)return;f=w.findings,
m=new Map([...w.findings.values()].map(I=>[I.number,I]));let M=Wn(w.findings),A=new Set([...p.querySelectorAll("details[\
open]")].map(I=>I.dataset.number));b(l,"hidden",M.length>0),p.replaceChildren(...M.map(({finding:I,consequences:L})=>{let O=c(
"details",{class:"opscope-consequences","data-number":I.number,open:A.has(String(I.number))},c("summary",{},`may explain\
 ${L.length} more`),...L.map(B=>v(B)));return c("li",{},v(I),...L.length?[O]:[])}));let C=d&&p.querySelector(`.opscope-a\
sk-why[data-number="${d.number}"]`);C&&(b(C,"aria-expanded","true"),C.closest(".opscope-finding")?.append(h,u.el))}}}var Pe=128,Gn=36,ka=Object.freeze([]),va=3,$a=12;function Ma(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-$a,Math.min(o-va,Math.floor(Math.log10(e)))),o]}var Un=new WeakMap;function Ea(e){let t=Un.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],Un.set(
e,t)}return t}function Kn(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var qn=Array.from({length:129},
(e,t)=>xe(Re(t/128)));function Sa(e,t){return e.bad?xe(ue.nan):e.rms?qn[Math.round(Kn(e.rms,t)*(qn.length-1))]:null}var Vn={
id:"flow",label:"Gradient flow",short:"Flow",create:La,count:e=>Bt(e).length};function La({select:e,refresh:t,signal:o}){
let n=c("div",{class:"opscope-decades"}),s=c("div",{class:"opscope-flow-row opscope-flow-head"},c("span",{},"parameter"),
n,c("span",{},"RMS"),c("span",{},"over steps")),r=c("div",{class:"opscope-flow-body"}),a=c("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),i=c("span"),l=c("span"),p=c("d\
iv",{class:"opscope-legend opscope-flow-legend"},c("span",{},"RMS gradient of each parameter"),c("div",{class:"opscope-s\
cale"},i,c("i",{style:`background: ${gt()}`}),l),c("span",{class:"opscope-mark"},c("i",{style:`background: ${xe(ue.nan)}`}),
"NaN or Inf")),u=new Map;r.addEventListener("click",f=>{let k=f.target.closest("[data-name]");k&&e(k.dataset.name??"")},
{signal:o});let h=c("div",{class:"opscope-flow"},a,c("div",{class:"opscope-flow-table"},s,r,p));h.addEventListener("scro\
ll",t,{signal:o,passive:!0});let d=(f,k)=>f.history.get(k.name)?.points??ka;return{el:h,update(f,{selected:k}){let g=Bt(
f);b(a,"hidden",g.length>0),b(s,"hidden",!g.length);let[m,x]=[1/0,0];for(let C of g){let[I,L]=Ea(d(f,C));[m,x]=[Math.min(
m,I),Math.max(x,L)]}let $=Ma(m,x);Na(n,$),N(i,W(10**$[0])),N(l,W(10**$[1])),b(p,"hidden",!g.length);for(let C of g)u.has(
C.name)||u.set(C.name,Ta(C.name));let v=g.map(C=>u.get(C.name));Te(r,v.map(C=>C.el));let w=f.stopped?.step||null,E=tt(g),
M=Math.floor((h.scrollTop-(r.offsetTop-h.offsetTop))/Gn)-2,A=M+Math.ceil(h.clientHeight/Gn)+4;g.forEach((C,I)=>{if(I<M||
I>A)return v[I].choose(C.name===k);v[I].update(C,E.get(C.name)??C.name,d(f,C),$,Ae(f,C),w),v[I].choose(C.name===k)})}}}function Na(e,t){
let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.
range=r;let a=Math.ceil((n-o)/s),i=[];for(let l=n;l>=o;l-=a){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;i.push(c("sp\
an",{style:p},"10",c("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...i)}function Ta(e){let t=nt(e),o=c("i"),
n=c("span",{class:"opscope-track"},o),s=c("span",{class:"opscope-number"}),r=c("canvas",{class:"opscope-strip",width:Pe,
height:1,role:"img","aria-label":"RMS gradient over the steps"}),a=c("button",{class:"opscope-flow-row",type:"button","d\
ata-name":e},t,n,s,r),i="",l;return{el:a,choose:p=>b(a,"aria-pressed",p?"true":"false"),update(p,u,h,d,f,k){let g=`${d} ${f}\
 ${k} ${u}`;if(l===p&&i===g)return;l=p,i=g,b(a,"data-elsewhere",!!f),b(a,"title",f?`not computed yet: its value ${f}`:void 0);
let{rms:m}=rt(p),x=le(p);Ge(t,u.replaceAll("@GRAD","")),b(a,"data-health",x),b(o,"data-nothing",m===null),b(n,"style",`-\
-decade: ${(100/(d[1]-d[0])).toFixed(3)}%`),b(o,"style",`width: ${(100*(m===null?1:Kn(m,d))).toFixed(2)}%`),N(s,p.nan?"N\
aN":p.inf?"Inf":W(m)),Aa(r,h,d,k)}}}function Aa(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Pe,1);let r=t[0]?.
step??0,a=(t.at(-1)?.step??0)-r+1;t.forEach((i,l)=>{let p=t[l+1]?.step??i.step+1,u=Math.floor((i.step-r)/a*Pe);if(!i.bad&&
l+1<t.length&&Math.floor((p-r)/a*Pe)===u)return;let h=Sa(i,o);h&&(s.fillStyle=h,s.fillRect(u,0,Math.ceil((p-r)/a*Pe)-u,1))}),
!(n===null||n<r||n>=r+a)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/a*Pe),0,2,1))}var _a=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function kt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Xn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Ft(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Me(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Yn(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(_a)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=G("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),a=G("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),i=G("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=G("g",{class:"opscope-gutter"},G("title"),r,a,i);return e.
append(l),l}function Jn(e,t){b(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),b(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),b(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&N(Yn(e).firstChild,Xn(t))}function Zn(e){let t=Yn(e).firstChild;t.textContent||N(t,Xn([]))}function Qn(e){let t=[];for(let o of e){let n=o.querySelector(":scope > .opscope-fold-fold")?18:0,s=Number(o.querySelector(
"rect")?.getAttribute("width")??0)-6-n;if(!(s<=0))for(let r of o.querySelectorAll("text"))r.getComputedTextLength()>s&&t.
push([r,s])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var Fe=["nan","inf","zeros","ok"],Ca=2e5;function vt(e,t){return e.program===t||!(e.program>=0)}function es(e,t){let o=new Map,
n=new Map,s=[...e.values()].filter(r=>vt(r,t));for(let r of e.values())o.set(`var-${r.name}`,le(r));for(let r of s)n.set(
r.op,Math.max(n.get(r.op)??0,r.step));for(let r of s){let a=le(r),i=o.get(`op-${r.op}`);r.step===n.get(r.op)&&(!i||Fe.indexOf(
a)<Fe.indexOf(i))&&o.set(`op-${r.op}`,a)}return o}function ts(e,t){let o=new Map;for(let[n,s]of e){let r=t.get(n);if(r===
void 0)continue;let a=o.get(r);(!a||Fe.indexOf(s)<Fe.indexOf(a))&&o.set(r,s)}return o}function os(e){let t=[];try{let o=JSON.
parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.exec(n);if(!s)
t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<Ca;r++)t.push(`op-${r}`)}}catch{return[]}return t}function ns(e,t,o,n=[]){
if(o.startsWith("var-"))return e.get(o.slice(4))?.name;let s=new Set([o,...n]);return[...e.values()].filter(a=>vt(a,t)&&
s.has(`op-${a.op}`)||s.has(`var-${a.name}`)).sort((a,i)=>Fe.indexOf(le(a))-Fe.indexOf(le(i)))[0]?.name}var Ia=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),ss=/^(xmlns(:xlink)?|xml:space)$/,Ba=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),Ra=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function Oa(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!Ba.has(e)&&!Ra.test(e)&&!ss.test(e)?!1:ss.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function rs(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(as(n),document.importNode(n,!0))}function as(e){for(let{
name:t,value:o}of[...e.attributes])Oa(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Ia.
has(t.localName)&&t.namespaceURI===e.namespaceURI?as(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function is(e,t){let o=rs(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[],labels:new Map};for(let s of["width","height"])o.removeAttribute(s);b(o,"role","group");for(let s of o.querySelectorAll(
"g")){let r=s.getAttribute("data-src"),a=s.getAttribute("data-dst"),i=s.getAttribute("data-scope"),l=os(s.getAttribute("\
data-hides"));r!==null&&a!==null?n.links.push({src:r,dst:a}):l.length||/^(op|var)-/.test(s.id)?Pa(n,s,l,t&&i!==null):i!==
null&&(n.frames.set(i,s),t&&cs(s,"fold"))}return n}function Pa(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,
o);for(let s of o)e.hiddenIn.set(s,t.id);b(t,"data-node",t.id),b(t,"tabindex",-1),b(t,"role","button"),e.labels.set(t.id,
t.querySelector("title")?.textContent??t.id),b(t,"aria-label",e.labels.get(t.id)),n&&cs(t,"open")}function cs(e,t){let o=e.
querySelectorAll(":scope > rect, :scope > a > rect"),n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("widt\
h")-(t==="open"?0:11),a=s("y")+(t==="open"?0:11),i=t==="open"?`M${r-3},${a}h6M${r},${a-3}v6`:`M${r-3},${a}h6`,l=G("title");
l.textContent=t==="open"?"open (Enter)":"fold (Backspace)",e.append(G("g",{class:`opscope-fold opscope-fold-${t}`},l,G("\
circle",{cx:r,cy:a,r:6}),G("path",{d:i})))}function ls(e,t,o){let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;
let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):
[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:0,a=p=>(p.left+p.right)/2,i=null,l=1/0;for(let p of s){let u=e.
nodes.get(p)?.getBoundingClientRect();if(!u||p===t)continue;let h=a(u)-a(n),d=Math.abs(u.top-n.top);if(r&&h*r<=1)continue;
let f=Math.abs(h)+(r?3:.2)*d;f<l&&([i,l]=[p,f])}return i}var Fa=150,ps="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function ds({search:e,choose:t,signal:o}){
let n=c("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:ps,"aria-label":`\
search the graph: ${ps}`}),s=c("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),r=c("div",{class:"opscope-graph-find"},n,s),a=0,i="",l=null,p=()=>b(s,"hidden",!0),u=()=>{i=n.value.trim(),i?
e(i):p()};n.addEventListener("input",()=>{clearTimeout(a),a=window.setTimeout(u,Fa)},{signal:o}),n.addEventListener("foc\
us",()=>b(s,"hidden",!i||!l||l.text!==i),{signal:o}),r.addEventListener("keydown",d=>{d.stopPropagation();let f=[...s.querySelectorAll(
"button")],k=f.findIndex(g=>g.matches(":focus"));if(d.key==="Escape")p(),n.focus();else if(d.key==="Enter"&&k<0)l?.text===
n.value.trim()?f[0]?.click():u();else if(d.key==="ArrowUp"&&k===0)n.focus();else if(d.key.startsWith("Arrow")&&d.key!=="\
ArrowLeft"&&d.key!=="ArrowRight")f[pe(d,k,f.length)??0]?.focus();else return;d.preventDefault()},{signal:o}),s.addEventListener(
"click",d=>{let f=d.target.closest("[data-found]");f&&(p(),t(f.getAttribute("data-found")??""))},{signal:o}),r.addEventListener(
"focusout",({relatedTarget:d})=>{r.contains(d)||p()},{signal:o}),document.addEventListener("pointerdown",d=>d.composedPath().
includes(r)||p(),{signal:o,capture:!0});function h(d){let f=d.ids.map((m,x)=>{let $=c("button",{class:"opscope-match",type:"\
button",role:"option",tabindex:-1,"data-found":m},c("b",{},d.labels[x]),c("span",{},d.details[x]));return b($,"title",`${d.
labels[x]}
${d.details[x]}`),$}),k=d.total>f.length?` · the first ${f.length} are shown`:"",g=d.total===1?"1 node":`${d.total.toLocaleString(
"en")} nodes${k}`;s.replaceChildren(c("div",{class:"opscope-matches-head"},d.total?g:`Nothing matches "${d.text}".`),...f),
b(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(d){d!==l&&(l=d,d&&d.text===i&&n.value.trim()===i&&r.contains(document.
activeElement)&&h(d))},enable:d=>b(r,"hidden",!d),clear:()=>N(s,"")}}var Da={together:"in one",apart:"side by side",forward:"forward only"};function us({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:a}){let i=c("span",{class:"opscope-graph-info"}),l=c("span",{class:"opscope-graph-number"}),p=(y,R,q)=>{let H=c(
"button",{type:"button",class:"opscope-tool",title:R,"aria-label":R},y);return H.addEventListener("click",q,{signal:a}),
H},u=(y,R,q)=>c("select",{class:`opscope-graph-choice opscope-graph-${y}`,title:R,"aria-label":R},...Object.entries(q).map(
([H,ne])=>c("option",{value:H},ne))),h=ds({search:n,choose:s,signal:a}),d=u("arrangement","forward and backward: each la\
yer with its gradients, side by side, or forward only",Da),f=Object.fromEntries(Object.entries(we).map(([y,{label:R}])=>[
y,R])),k=u("colors","color the operators by",{health:"health",...f}),g=c("input",{class:"opscope-graph-since",type:"numb\
er",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),
m=p("Whole graph","back to the whole graph",()=>t({center:""})),x=p("Fold all","fold the scopes that were opened",()=>t(
{first:!0,center:""})),$=u("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),v=c("div",{class:"\
opscope-key"},...["ok","zeros","Inf","NaN"].map(y=>c("span",{"data-health":y.toLowerCase()},c("i"),y))),w=c("span"),E=c(
"span"),M=c("span",{class:"opscope-graph-when"}),A=c("div",{class:"opscope-key opscope-ramp",hidden:!0},M,w,c("i"),E,l),
C=c("div",{class:"opscope-tools"},p("+","zoom in",()=>e.zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the who\
le graph",e.fit),$),I=c("div",{class:"opscope-graph-bar",hidden:!0},h.el,d,c("label",{class:"opscope-graph-by"},"color",
k),g,x,m);for(let y of I.children)b(y,"data-asks",!0);let L=c("div",{class:"opscope-graph-keys",title:"drag to move, Ctr\
l + wheel to zoom, arrows to walk along the edges"},v,A,i),O=c("div",{class:"opscope-graph-foot"},L,C),B=new Map,j="",K="",
z="",T=!1,V={by:"health",selected:"",against:0},Y=()=>{V.by=k.value,K="",b(g,"hidden",V.by!=="change"),V.against=Math.max(
0,Math.round(Number(g.value)||0)),o()};k.addEventListener("change",Y,{signal:a}),g.addEventListener("change",Y,{signal:a}),
g.addEventListener("keydown",y=>y.stopPropagation(),{signal:a}),d.addEventListener("change",()=>t({arrangement:d.value,first:!0,
center:""}),{signal:a}),$.addEventListener("change",()=>{$.value&&r($.value),$.value=""},{signal:a});function Q(){N(i,K||
(T?"drawing …":z)),b(L,"data-refused",!!K)}function ee(){let y=B.get(j);N(l,y===void 0?"":we[V.by]?.text(y)??"")}return Object.
assign(V,{el:I,foot:O,focusSearch:h.focus,wait(y){T=y,Q()},measured(y,R){return K=y?"":R,Q(),!y},read(y){j=y,ee()},drawn(y,R,q){
b(I,"hidden",!y.arrangement||q),y.arrangement&&(d.value=y.arrangement),b(m,"hidden",!y.center),b(x,"hidden",!!y.center);
let H=y.hidden?`, ${y.hidden.toLocaleString("en")} nodes folded`:"";z=R?`${y.ops.toLocaleString("en")} operators${H}`:"",
Q()},update(y,R,q){V.selected=R,h.update(y.fold.found);for(let H of k.options)H.disabled=H.value!=="health"&&(q||!y.recorded)},
legend(y,R,q){if(B=R,b(v,"hidden",V.by!=="health"),b(A,"hidden",!y),y){let H=we[y.by];N(w,H.text(q.low)),N(E,H.text(q.high));
let ne=y.against?`steps ${y.against} and ${y.step}`:`step ${y.step}`;N(M,ne),b(A,"title",`${H.label}, ${ne}: ${H.about}`)}
ee()}})}function fs(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...za(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function za(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=a=>({name:"goto",label:`Go to here in st\
ep ${a}`,kind:"Goto",fields:{step:a,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function hs({choose:e,
frame:t,signal:o}){let n=c("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=null,a=(l=!1)=>{n.hidden||
(b(n,"hidden",!0),l&&(r?.isConnected?r:t).focus({preventScroll:!0}))};n.addEventListener("click",l=>{let p=[...n.querySelectorAll(
"button")].findIndex(u=>u.contains(l.target));p<0||(a(!0),e(s[p]))},{signal:o}),n.addEventListener("keydown",l=>{let p=[
...n.querySelectorAll("button")],u=pe(l,p.findIndex(h=>h.matches(":focus")),p.length);if(u!==null)p[u].focus();else if(l.
key==="Escape")a(!0);else return;l.preventDefault(),l.stopPropagation()},{signal:o});let i=l=>{l.composedPath().includes(
n)||a()};return document.addEventListener("pointerdown",i,{signal:o,capture:!0}),t.addEventListener("wheel",()=>a(),{signal:o,
passive:!0}),t.addEventListener("keydown",l=>l.key==="Escape"&&a(!0),{signal:o}),{el:n,close:a,show(l,p,u,h){if(!l.length)
return a();s=l,r=h;let d=c("div",{class:"opscope-menu-head"},c("b",{},p),` ${u}`);n.replaceChildren(d,...s.map($=>c("but\
ton",{class:`opscope-menu-item opscope-menu-${$.name}`,type:"button",role:"menuitem"},$.label))),b(n,"hidden",!1);let f=t.
getBoundingClientRect(),k=h.getBoundingClientRect(),m=k.right+8+n.offsetWidth<=f.right?k.right+8-f.left:Math.max(4,k.left-
16-n.offsetWidth-f.left),x=Math.max(4,Math.min(f.height-n.offsetHeight-4,(k.top+k.bottom)/2-f.top-16));n.style.left=`${m}\
px`,n.style.top=`${x}px`},focus:()=>n.querySelector("button")?.focus()}}var De=132,Je=96;function so(e){let t=Math.min(De/e.w,Je/e.h);return{scale:t,x:(De-e.w*t)/2,y:(Je-e.h*t)/2}}function ms(e,t){
let o=c("canvas",{width:De*2,height:Je*2}),n=c("div",{class:"opscope-sight"}),s=c("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},a=i=>{let l=o.getBoundingClientRect(),
[p,u]=[so(r),l.width/De||1];e(r.x+((i.clientX-l.left)/u-p.x)/p.scale,r.y+((i.clientY-l.top)/u-p.y)/p.scale)};return s.addEventListener(
"pointerdown",i=>{i.preventDefault(),i.stopPropagation(),s.setPointerCapture(i.pointerId),a(i)},{signal:t}),s.addEventListener(
"pointermove",i=>i.buttons&1&&a(i),{signal:t}),{el:s,draw(i,l){r=i;let p=o.getContext("2d");if(!p)return;let{scale:u,x:h,
y:d}=so(i);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,De,Je);for(let{box:f,color:k}of l){p.fillStyle=k;let[g,m]=[Math.max(
1.5,f.w*u),Math.max(1.5,f.h*u)];p.fillRect(h+(f.x-i.x)*u,d+(f.y-i.y)*u,g,m)}},update(i,l){r=l;let{scale:p,x:u,y:h}=so(l),
d=i.x<=l.x+1&&i.y<=l.y+1&&i.x+i.w>=l.x+l.w-1&&i.y+i.h>=l.y+l.h-1;if(b(s,"hidden",d),d)return;let f=Math.max(0,u+(i.x-l.x)*
p),k=Math.max(0,h+(i.y-l.y)*p),g=Math.min(De,u+(i.x+i.w-l.x)*p),m=Math.min(Je,h+(i.y+i.h-l.y)*p);n.style.cssText=`left:${f}\
px;top:${k}px;width:${Math.max(4,g-f)}px;height:${Math.max(4,m-k)}px`}}}function $t(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function ja(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:$t(e,1/o)}function Wa(e,t){let o=(n,s,r,a)=>s>=a?r+(a-s)/2:Math.max(
r,Math.min(r+a-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function gs(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,a=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:a<e.h?e.
y:e.y+(e.h-a)/2,w:r,h:a}}function Ha(e,t){let o=e.reduce((a,i)=>Math.min(a,i.y),1/0),n=a=>Math.abs(a.x+a.w/2-t.x-t.w/2),
s=e.filter(a=>a.y<o+a.h),r=s.reduce((a,i)=>n(i)<n(a)?i:a,s[0]);return r&&r.x+r.w/2}function bs(e,t,o=()=>{}){let n=null,
s={x:0,y:0,w:1,h:1},r=s,a=null,i=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x}\
 ${r.y} ${r.w} ${r.h}`),o(r,s)},u=(g,m)=>{r=g,e.style.setProperty("transform",`translate(${(l.x-r.x)/m}px, ${(l.y-r.y)/m}\
px)`),o(r,s)},h=g=>(r=ja(g,s),p()),d=()=>r!==l&&p(),f=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener(
"wheel",g=>{if(!n||!(g.ctrlKey||g.metaKey))return;g.preventDefault(),d();let m=e.getBoundingClientRect();h($t(r,Math.exp(
-g.deltaY*.002),(g.clientX-m.left)/m.width,(g.clientY-m.top)/m.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",g=>{g.button||!n||(a={x:g.clientX,y:g.clientY,box:r,unit:f()},i=!1)},{signal:t}),e.addEventListener("pointermov\
e",g=>{if(!a)return;let m=g.clientX-a.x,x=g.clientY-a.y;if(!i&&Math.hypot(m,x)<4)return;i||e.setPointerCapture(g.pointerId),
i=!0;let $={...a.box,x:a.box.x-m*a.unit,y:a.box.y-x*a.unit};$.w===l.w&&$.h===l.h?u($,a.unit):h($)},{signal:t});let k=()=>{
a=null,d()};for(let g of["pointerup","pointercancel"])e.addEventListener(g,k,{signal:t});return e.addEventListener("clic\
k",g=>{i&&g.stopPropagation(),i=!1},{signal:t,capture:!0}),e.addEventListener("keydown",g=>{let m={"+":1.25,"=":1.25,"-":.8}[g.
key],x=g.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[g.key];if(m)h($t(r,m));else if(x)h(
{...r,x:r.x+x[0]*40*f(),y:r.y+x[1]*40*f()});else if(g.key==="0")h(s);else return;g.preventDefault()},{signal:t}),{attach(g,m=!1){
n=g;let x=n?.viewBox.baseVal;s=x&&x.width?{x:x.x,y:x.y,w:x.width,h:x.height}:{x:0,y:0,w:100,h:100},m||(r=s),p()},hold(g,m){
let x=g.getBoundingClientRect();h({...r,x:r.x+(x.left-m.left)*f(),y:r.y+(x.top-m.top)*f()})},center:(g,m)=>h({...r,x:g-r.
w/2,y:m-r.h/2}),zoom:g=>h($t(r,g>0?1.25:1/1.25)),fit:()=>h(s),whole:()=>s,start(g){let[m,x]=[e.clientWidth,e.clientHeight],
$=gs(s,m,x);h($.w<s.w?gs(s,m,x,Ha(g(),$)):$)},reveal(g){d();let m=e.getBoundingClientRect(),x=g.getBoundingClientRect();
if(x.left>=m.left&&x.right<=m.right&&x.top>=m.top&&x.bottom<=m.bottom)return;let $=(x.left+x.right-m.left-m.right)/2,v=(x.
top+x.bottom-m.top-m.bottom)/2;h(Wa({...r,x:r.x+$*f(),y:r.y+v*f()},s))}}}var Ga=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function Ua(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let a=getComputedStyle(o[r]);s.setAttribute("style",Ga.map(i=>`${i}:${a.getPropertyValue(i)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=qa(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function qa(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function ro(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function ws(e,t,o,n){if(t==="dot")return ro(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=Ua(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return ro(r,"graph.svg");let a=new Image,i=URL.createObjectURL(r);a.src=i,await a.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(a.width,a.height));l.width=Math.round(a.width*p),l.height=Math.round(a.height*p);let u=l.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,l.width,l.height),u.drawImage(a,0,0,l.width,l.height)),URL.revokeObjectURL(
i),l.toBlob(h=>h&&ro(h,"graph.png"),"image/png")}var ys={id:"graph",label:"Graph",create:Ka};function Ka({select:e,ask:t,open:o,offline:n,signal:s}){let r=c("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),a=ms((S,P)=>i.center(S,P),s),i=bs(r,s,a.update),l=us({view:i,draw:S=>L(
S.center===""&&f?.center?{...S,reveal:f.center}:S),measure:B,search:S=>t("SearchGraph",{text:S}),found:S=>L({reveal:S}),
save:j,signal:s}),p=hs({choose:K,frame:r,signal:s}),u=c("div",{class:"opscope-nothing"}),h=c("div",{class:"opscope-graph\
-tab"},l.el,c("div",{class:"opscope-graph-box"},r,p.el,u,a.el),l.foot),d=null,f=null,k=!0,g=!1,m="",x="",$="",v=null,w,E,
M="",A=0,C=S=>d?.nodes.get(S)??d?.nodes.get(d.hiddenIn.get(S)??""),I=S=>S?.getAttribute("data-node")??"";function L(S){f?.
arrangement&&(l.wait(!0),t("DrawGraph",{open:f.open,arrangement:f.arrangement,...S},()=>l.wait(!1)))}function O(S,P,D){if(!f)
return;let J=D.getBoundingClientRect();v={scope:S,left:J.left,top:J.top};let se=te=>te===S||te.startsWith(`${S}/`);L({open:P?
[...f.open,S]:f.open.filter(te=>!se(te)),center:P?f.center:""})}function B(){A=w?.stopped?.step||0;let{by:S,against:P}=l;
S!=="health"&&t("MeasureOperators",{by:S,step:A,against:P},(D,J)=>l.measured(D,J)),w&&q(w)}function j(S){let P=getComputedStyle(
h).getPropertyValue("--o-ground")||"#ffffff";d&&f&&ws(d.svg,S,f.dot,P)}function K({kind:S,fields:P}){let{id:D,spec:J,op:se}=P,
te=D===void 0?void 0:d?.nodes.get(D);S==="compose"?o("breakpoints",J):S==="attributes"?o("code",se):S==="open"&&te?O(D,!0,
te):S==="center"?L({center:D,reveal:D}):S!=="open"&&t(S,P)}function z(S,P){let D=I(S),J=d?.folded.get(D),se=ns(P.values,
f?.program??-1,D,J);se&&e(se,!1),$=D;let te=[];f?.arrangement&&!n&&(S.hasAttribute("data-scope")&&te.push({name:"open",label:"\
Open",kind:"open",fields:{id:D}}),te.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:D}}));
let ie=n?-1:Me(D),ge=S.querySelector("text")?.textContent??"";p.show([...ie>=0?fs(P,ie):[],...te],ge,ie>=0?`op ${ie}`:J?
`${J.length} inside`:"",S)}r.addEventListener("click",S=>{let P=S.target,J=P.closest(".opscope-fold")?.closest("[data-sc\
ope]");if(J)return O(J.getAttribute("data-scope")??"",J.hasAttribute("data-node"),J);let se=P.closest("[data-node]");if(!se||
!w)return;let te=I(se);if(!n&&(P.closest(".opscope-gutter")||Me(te)>=0&&S.altKey))return Y(te);z(se,w)},{signal:s}),r.addEventListener(
"dblclick",S=>{let P=S.target.closest("[data-node][data-scope]");!P||n||!f?.arrangement||(p.close(),O(I(P),!0,P))},{signal:s}),
r.addEventListener("pointerover",S=>{let P=S.target.closest("[data-node]");P&&Me(I(P))>=0&&!n&&Zn(P),l.read(P?I(P):"")},
{signal:s}),r.addEventListener("focusin",({target:S})=>$=I(S)||$,{signal:s}),r.addEventListener("keydown",S=>T(S)&&(S.preventDefault(),
S.stopPropagation()),{signal:s});function T(S){if(!d||!w||S.altKey||S.ctrlKey||S.metaKey||S.shiftKey)return!1;let P=d.nodes.
get($);if(S.key==="/"&&f?.arrangement)return l.focusSearch(),!0;if(S.key.startsWith("Arrow")){let D=P?ls(d,$,S.key):I(C(
m)??[...d.nodes.values()][0]??null);return D&&V(D),!0}if(!P)return!1;if(S.key==="Enter"||S.key===" ")return P.hasAttribute(
"data-scope")&&f?.arrangement&&!n?O($,!0,P):(z(P,w),p.focus()),!0;if(S.key==="Backspace"){let D=[...d.frames].filter(([,
J])=>xs(J,P)).at(-1);return D&&f?.arrangement&&O(D[0],!1,D[1]),!0}return!1}function V(S){let P=d?.nodes.get(S);P&&($=S,i.
reveal(P),P.focus({preventScroll:!0}),l.read(S))}function Y(S){let P=Q(kt(w?.breakpoints??[]),S);for(let{number:D}of P)t(
"ClearBreakpoint",{number:D});!P.length&&Me(S)>=0&&t("SetBreakpoint",{spec:`id:${Me(S)}`})}function Q(S,P){return[...new Set(
(d?.folded.get(P)??[P]).flatMap(D=>S.get(Me(D))??[]))]}function ee(S){if(S===E||!r.clientWidth||!d)return;E=S;let P=kt(S);
for(let[D,J]of d.nodes)D.startsWith("var-")||Jn(J,Q(P,D))}function y(S){let P=!!(d&&f?.arrangement&&f.program===S.program);
d=is(S.svg,!!S.arrangement&&!n),E=void 0,m=M="",p.close(),r.replaceChildren(),i.attach(null,P),d&&(r.append(d.svg),i.attach(
d.svg,P),k=!P,g=!0,P&&R(S)),N(u,d?"":"The graph could not be read."),b(u,"hidden",!!d),l.drawn(S,!!d,n)}function R(S){let P=v&&
(d?.nodes.get(v.scope)??d?.frames.get(v.scope));v&&P?i.hold(P,v):i.start(H);let D=v&&d?.frames.get(v.scope);v&&d?.nodes.
has(v.scope)?$=v.scope:D&&($=[...d?.nodes??[]].find(([,J])=>xs(D,J))?.[0]??$),v=null,S.reveal&&([x,$]=[S.reveal,S.reveal]),
(r.contains(document.activeElement)||document.activeElement===document.body||S.reveal)&&d?.nodes.get($)?.focus({preventScroll:!0})}
function q(S){if(!d||!f)return;let P=es(S.present,f.program),D=ts(P,d.hiddenIn),J=S.values.get(l.selected),se=J&&(C(`var\
-${l.selected}`)??(vt(J,f.program)?C(`op-${J.op}`):null)),te=l.by!=="health"&&S.fold.measured?.by===l.by?S.fold.measured:
null,ie=te?dn(te,d.hiddenIn):new Map,ge=un(l.by,ie.values()),Ze=kt(S.breakpoints),Et=C(S.stopped?`op-${S.stopped.op}`:"");
for(let[fe,_]of d.nodes){let F=d.folded.has(fe)?D.get(fe):P.get(fe),U=[F&&F!=="ok"?Le[F]:"",_===Et?"the run is here":"",
!fe.startsWith("var-")&&Q(Ze,fe).length?"breakpoint":""];b(_,"aria-label",[d.labels.get(fe),...U].filter(Boolean).join("\
, ")),b(_,"data-health",l.by!=="health"?void 0:F),b(_,"data-selected",_===se);let Z=ie.get(fe);b(_,"data-heat",Z===void 0?
l.by==="health"?void 0:"none":(ge.at(Z)*100).toFixed(0)),_.style.setProperty("--heat",Z===void 0?"0%":`${(8+84*ge.at(Z)).
toFixed(0)}%`)}l.legend(te,ie,ge);let je=`${l.by} ${te?.step} ${[...P.values()].join()}`;je!==M&&r.clientWidth&&(M=je,ne())}
function H(){let S=d?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;return[...d?.nodes.values()??[]].map(
P=>{let D=P.getBBox();return{x:D.x+(S?.e??0),y:D.y+(S?.f??0),w:D.width,h:D.height}})}function ne(){let S=[...d?.nodes.values()??
[]].map(P=>{let D=P.querySelector(":scope > rect, :scope > a > rect, :scope > polygon");return D?getComputedStyle(D).stroke:
"#888888"});a.draw(i.whole(),H().map((P,D)=>({box:P,color:S[D]})))}return{el:h,open(S){x=`op-${S}`,d&&!d.nodes.has(x)&&d.
hiddenIn.has(x)&&L({reveal:x})},update(S,{selected:P}){S.graph&&S.graph!==f&&(S.graph.svg!==f?.svg||S.graph.reveal)?y(S.
graph):!S.graph&&!w&&N(u,"No graph yet. A program is drawn when it first runs, eager code at each stop and step."),f=S.graph,
k&&r.clientWidth&&(k=!1,i.start(H)),g&&d&&r.clientWidth&&(g=!1,Qn([...d.nodes.values(),...d.frames.values()])),w=S,l.by!==
"health"&&S.stopped&&S.stopped.step!==A&&!n&&B(),l.update(S,P,n),q(S),ee(S.breakpoints);let D=S.stopped?`op-${S.stopped.
op}`:"",J=C(D);if(D!==m){let te=C(m);for(let ie of["data-current","data-past"])te&&b(te,ie,!1);J&&b(J,"data-current",!0),
x||=D,m=D}J&&b(J,"data-past",S.stopped?.past);let se=C(x);se&&r.clientWidth&&i.reveal(se),x=""}}}function xs(e,t){let[o,
n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&o.right>=n.right&&o.top<=n.top&&o.bottom>=
n.bottom}var ks={id:"notes",label:"Notes",create:Va,count:Ya};function Va({select:e,signal:t}){let o=c("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=c("pre",{class:"opscope-error"}),s=c("div",{class:"opscope-notes-rows"}),r,a=0;return s.addEventListener(
"click",i=>{let l=i.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:c("div",{class:"opscope-note\
s"},o,n,s),update(i){if(N(n,i.error),b(n,"hidden",!i.error),b(o,"hidden",!!i.error||i.warnings.size>0),i.warnings===r&&i.
values.size===a)return;r=i.warnings,a=i.values.size;let l=[...i.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>Xa(p,i.values.has(p.subject))))}}}function Xa({subject:e,text:t},o){let n=[c("code",{},e),c("span",{},t)];return o?c(
"button",{class:"opscope-note",type:"button","data-name":e},...n):c("div",{class:"opscope-note"},...n)}function Ya(e){return e.
warnings.size+(e.error?1:0)}var ze=[jn,Vn,ys,wn,Hn,ks,sn];var vs=50,Ja=0;function $s(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),r=n?Ee(e):new Set,a=h=>s.every(d=>h.
toLowerCase().includes(d)),[i,l]=[s.filter(h=>/^\d+$/.test(h)),s.filter(h=>!/^\d+$/.test(h))],p=i.length===1&&l.every(h=>[
"go","to","step","goto"].includes(h))?Number(i[0]):NaN,u=o&&p>=o[0]&&p<=o[1]?[{label:`Go to step ${p}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:p}}]:[];for(let{kind:h,label:d,about:f,key:k}of ve)r.has(h)&&a(`${d} ${f}`)&&u.push({label:d,about:f,
key:k,deed:{send:h}});for(let{id:h,label:d}of ze)a(`show ${d} tab`)&&u.push({label:`Show ${d}`,about:"tab",deed:{tab:h}});
a("keys shortcuts help")&&u.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let h of e.values.
values()){if(u.length>=vs)break;if(!a(`value ${h.name} ${h.called} ${h.op_type}`))continue;let[d,f]=be(h);u.push({label:d,
about:["value",f,h.op_type].filter(Boolean).join(" · "),deed:{value:h.name}})}return u.slice(0,vs)}function Ms({root:e,
find:t,act:o,signal:n}){let s=c("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),r=c("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),a=c("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,r),i=`opscope-palette-${++Ja}`,l=[],p=0,u=null;function h(){
[...r.children].forEach((m,x)=>b(m,"aria-selected",x===p?"true":"false"));let g=r.children[p];g?.scrollIntoView({block:"\
nearest"}),b(s,"aria-activedescendant",g?.id)}function d(){l=t(s.value),p=0;let g=l.map(({label:m,about:x,key:$},v)=>c("\
div",{class:"opscope-choice",role:"option",id:`${i}-${v}`,"data-at":v},c("b",{},m),c("span",{},x),...$?[c("kbd",{},$)]:[]));
r.replaceChildren(...g.length?g:[c("div",{class:"opscope-empty"},"Nothing has all these words.")]),h()}function f(g){if(g!==
!a.hidden){if(g&&(u=e.ownerDocument.activeElement),b(a,"hidden",!g),!g)return(u&&e.contains(u)?u:e).focus({preventScroll:!0});
s.value="",d(),s.focus({preventScroll:!0})}}function k(g){let m=l[g];m&&(f(!1),o(m.deed))}return s.addEventListener("inp\
ut",d,{signal:n}),s.addEventListener("blur",g=>{a.contains(g.relatedTarget)||b(a,"hidden",!0)},{signal:n}),r.addEventListener(
"pointerdown",g=>g.preventDefault(),{signal:n}),r.addEventListener("click",g=>{let m=g.target.closest("[data-at]");m&&k(
Number(m.dataset.at))},{signal:n}),e.addEventListener("keydown",g=>{if((g.ctrlKey||g.metaKey)&&!g.altKey&&!g.shiftKey&&g.
key.toLowerCase()==="k")f(!!a.hidden);else{if(a.hidden||g.target!==s)return;if(g.key==="Escape")f(!1);else if(g.key==="E\
nter")k(p);else{let m=["ArrowUp","ArrowDown"].includes(g.key)&&l.length?pe(g,p,l.length):null;if(m===null)return void g.
stopPropagation();p=m,h()}}g.preventDefault(),g.stopPropagation()},{signal:n,capture:!0}),{el:a,open:()=>f(!0)}}var Za=0;function Es(e,t,o){let n=new Map(e.map(l=>[l.id,c("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),u=l.short?[c("span",{class:"opscope-long"},l.label),c("span",{class:"opscope-short"},l.short)]:[l.label];return c("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...u,p)}),r=c("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++Za}`,b(l.el,"role","tabpanel"),b(l.el,"aria-labelledby",s[p].
id)});let a=0;function i(l){a=l,e.forEach((p,u)=>{b(s[u],"aria-selected",u===a?"true":"false"),b(s[u],"tabindex",u===a?0:
-1),b(p.el,"hidden",u!==a)})}return r.addEventListener("click",l=>{let p=s.findIndex(u=>u.contains(l.target));p<0||(i(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=pe(l,a,e.length);p!==null&&(l.preventDefault(),i(p),s[p].focus(),
t())},{signal:o}),i(0),{el:c("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[a].id},show:l=>i(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let u=n.get(l);u&&N(u,p?String(p):"")}}}var Qa=1e4,ei=new Set(ve.map(e=>e.kind)),Ss=new Set(["FetchDetail","WatchDetail"]);function ti(e){let{forward:t,parameters:o,
gradients:n}=ct(e),s=[...t,...o,...n],r=a=>e.details.get(a)?.step??-1;return s.reduce((a,{name:i})=>r(i)>r(a)?i:a,s[0]?.
name??"")}function Mt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,a=s.selected??e.get?.("selected")??"",i=!0,l,
p=new Map,u={},h=null,d=!0,f=y=>[...p.values()].some(({kind:R,since:q})=>y(R)&&Date.now()-q<Qa),k=c("div",{class:"opscop\
e-panel",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"t\
rue"});k.addEventListener("focusin",({target:y})=>b(y,"data-lm-suppress-shortcuts","true"),{signal:o});let g=(y,R={},q=void 0)=>{
if(delete u[y],!i)return q?.(!1,ko);p.set(V.command(y,R),{kind:y,done:q,since:Date.now()})},m=(y,R=!0)=>{l?.values.has(y)&&
(y!==a&&(d=!1),a=s.selected=y,x(y),R&&j.show("tensor"),V.refresh())};function x(y){!e.get||e.get("selected")===y||(e.set?.(
"selected",y),e.save_changes?.())}let $=()=>m(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",$),o.addEventListener(
"abort",()=>e.off("change:selected",$)));function v(y){d=!0,i&&g("WatchDetail",{name:y})}let w=()=>V.refresh(),E=(y,R)=>{
j.show(y),B.get(y)?.open?.(R),w()},M=y=>g(y),A=Xo(g),C=(y,R=-1)=>{if(n)return n.goTo(y);A.goTo(y,R),w()},I=y=>{if(n)return n.
steps;let R=Ot(y);return i&&R&&R.last>R.first?[R.first,R.last]:null},L=Qo({send:M,ask:g,seek:A,refresh:w,offline:r,signal:o}),
O=on({select:y=>m(y,j.open!=="graph"),refresh:w,signal:o}),B=new Map(ze.map(y=>[y.id,y.create({select:m,ask:g,open:E,refresh:w,
goTo:C,reach:I,offline:r,signal:o})])),j=Es(ze.map(({id:y,label:R,short:q})=>({id:y,label:R,short:q,el:B.get(y).el})),w,
o);k.addEventListener("keydown",y=>{let R=io(y);!R||!l||!i||!Ee(l).has(R)||r||(y.preventDefault(),(!y.repeat||!f(q=>ei.has(
q)))&&M(R))},{signal:o}),s.tab&&j.show(s.tab);let K=$o(),z=en({root:k,offline:r,signal:o}),T=Ms({root:k,find:y=>l?$s(l,y,
I(l),i&&!r):[],act:y=>{"send"in y?M(y.send):"step"in y?C(y.step):"value"in y?m(y.value):"keys"in y?z.button.click():j.show(
y.tab),w()},signal:o});L.el.querySelector(".opscope-headline")?.append(z.button),k.append(K.el,L.el,c("div",{class:"opsc\
ope-body"},O.el,j.el),z.el,T.el),t.append(k);let V=jo({model:e,el:k,signal:o,paint:Y});function Y(y,R){i=R==="live";let q=j.
open==="tensor"&&(s.tab??"tensor")!=="tensor";V.show(j.open),s.tab=j.open,K.update(R),b(k,"data-lost",!i);for(let H of k.
querySelectorAll("[data-asks]"))b(H,"inert",!i);i||p.clear(),y!==l&&ee(y),l=y,y.values.has(a)||(a=ti(y),a&&(s.selected=a),
a&&i&&!e.get?.("selected")&&x(a),d=!a),q&&a&&i&&!r&&(d=!1),d||(u={}),b(k,"data-past",y.stopped?.past),L.update(y,i,Object.
entries(u).find(([H])=>!Ss.has(H))?.[1]??""),O.update(y,a);for(let H of ze)j.count(H.id,H.count?.(y)??0);B.get(j.open)?.
update(y,{selected:a,refusal:i?u.FetchDetail??u.WatchDetail??"":vo}),Q(y)}function Q(y){let R=y.stopped!==h&&j.open==="t\
ensor"&&!r&&i&&!f(q=>Ss.has(q));d?R&&y.stopped&&a&&g("FetchDetail",{name:a}):v(a),R&&(h=y.stopped)}function ee(y){l&&(y.
phase!==l.phase||y.stopped!==l.stopped)&&(u={}),l&&y.runs>l.runs&&y.values.has(a)&&(d=!1);for(let R of y.responses){let q=p.
get(R.request);if(!q)continue;p.delete(R.request);let H=R.ok?R.text:R.text||`${q.kind} was refused`;!R.ok&&!q.done?.(!1,
H)&&(u[q.kind]=H),R.ok&&q.done?.(!0,H)}}return k}function oi(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function ni(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let a of t)a(r,[])};return{on:(r,a)=>{t.add(
a)},off:(r,a)=>{t.delete(a)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function si(e,t){let o=t.split(
`
`).filter(d=>d.trim()).map(Lo),n=ni(o),{steps:s,ends:r}=oi(o),a=new AbortController().signal,i=()=>{},l=Mt({model:n,el:e,
signal:a,page:{goTo:d=>i(d),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=c("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=c("output",{class:"opscope-number"},`step ${s[s.length-1]}`),h=0;i=d=>{
p.value=String(Math.max(0,s.filter(f=>f<=d).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
N(u,`step ${s[Number(p.value)]}`),h||=requestAnimationFrame(()=>{h=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(c("label",{class:"opscope-scrub"},p,u))}var hd=()=>{let e={};return{render({model:t,el:o,signal:n}){Mt({model:t,el:o,signal:n,memory:e})}}};export{hd as default,si as replay};
