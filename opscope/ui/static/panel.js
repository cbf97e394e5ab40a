// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var et=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,Lt=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:et(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:et(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:et(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:et(
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
lo=256,po=.9;var ho="−";function G(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",ho)}function Se(e){return e.length?e.join("×"):"scalar"}var uo=9,
fo=16;function mo(e){if(e.length<=fo)return[e,""];let t=e.replace(/^[^ ]*\.(?=\d+\.)/,"…");return t.length<=fo?[t,""]:
[t.slice(0,-uo),t.slice(-uo)]}function go(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,t=>({uint:"u",bfloat:"\
bf"})[t]??t[0])}function tt(e){return`${(100*e).toFixed(1)}%`}function bo(e){let t=100*e;return`${t<9.95?t.toFixed(1):Math.
round(t)} %`}function wo(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ae(e){return String(e).replace(
/\B(?=(\d{3})+$)/g," ")}function Tt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.floor(Math.
log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function le(e){return e.nan?
"nan":e.inf?"inf":e.zeros>=po?"zeros":"ok"}var Le={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function ge(e){return e.named||
!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function ot(e){let t=[...e].map(n=>[n.name,ge(n)[0]]),o=new Map;
for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:s]))}function nt(e){
return e.grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function xo(e,t,o){
if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[
...n,o]}function $e(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[
10,5,2,1]){let a=s*r,i=Math.ceil(e/a-1e-9),l=Math.floor(t/a+1e-9);if(l-i+1>=o-1||r===1)return Array.from({length:l-i+1},
(p,u)=>(i+u)*a)}return[]}function Ne(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(
".0e","e").replace("e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",ho)}var Ts="http://www.w3.org/2000/svg";function c(e,t={},...o){let n=document.createElement(e);return yo(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(Ts,e);return yo(n,t),n.append(...o),n}function st(e){let t=c("s\
pan",{class:"opscope-name"});return Ge(t,e),t}function Ge(e,t){if(e.title===t)return;e.title=t;let[o,n]=mo(t);e.replaceChildren(
c("span",{},o),...n?[c("span",{class:"opscope-name-end"},n)]:[])}function yo(e,t){for(let[o,n]of Object.entries(t))g(e,o,
n)}function g(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function N(e,t){e.textContent!==t&&(e.textContent=t)}function Te(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function pe(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var ko="no kernel answers",vo="No kernel answers, and the elements of this value were not kept.",As={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Cs(e){return As[e]}
function $o(){let e=c("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){N(e,Cs(t)),g(e,"hidde\
n",t==="live")}}}function Eo(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function So(e){
let t=Eo(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var Mo=["step","min","max","mean","std","zeros",
"nan","inf"];function _s(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=So(t[e.numbers]),s=n.length/(1+Mo.length);return Array.from({length:s},(r,a)=>{let i={
...o[n[a]]};return Mo.forEach((l,p)=>{let u=n[(p+1)*s+a];i[l]=Number.isNaN(u)?null:u}),i})}function At(e,t,o=[]){let n=e.
events.map(a=>{let i=a.pixels?.buffer;return typeof i=="number"?{...a,pixels:Eo(t[i])}:a}),s=n.findIndex(a=>a.kind!=="Ru\
nStarted"&&a.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...Is(e,t),..._s(e,t,o),...n.slice(r)]}function Is(e,t){
if(!e.trails?.length)return[];let o=So(t[e.block]),n=0;return e.trails.map(([s,r,a])=>{let i=(p,u)=>{let m=o[n+p*a+u];return Number.
isFinite(m)?m:null},l=Array.from({length:a},(p,u)=>({step:o[n+u],mean:i(1,u),min:i(2,u),max:i(3,u),rms:i(4,u),bad:o[n+5*
a+u]}));return n+=6*a,{kind:"Trail",slot:s,name:r,points:l}})}function Lo(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function Ao(e){let t=new Blob([No(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(No)}}function No(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var To="\
application/vnd.jupyter.widget-state+json",Bs=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function Ct(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[To]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),a=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),i=Object.fromEntries(Bs.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));a[t]={model_module:i._model_module,
model_module_version:i._model_module_version,model_name:i._model_name,state:i},o.setMetadata("widgets",{[To]:{version_major:2,
version_minor:0,state:a}})}var Io={points:[],stride:1};function Bo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(Co(n,s,t);n.length>lo;){t*=2;let r=[];for(let a of n)Co(r,a,t);n=r}return{points:n,stride:t}}function Co(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=Rs(n,t):e.push(t)}function Rs(e,t){return{
step:t.step,mean:t.mean,min:_o(Math.min,e.min,t.min),max:_o(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function _o(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function rt(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function at(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function it(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function Ro(e,t){let o=new _t(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
Nt,n.kind))for(let s of Nt[n.kind])Os(o,s,n);return o.slots}var _t=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=He[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,Bo(s.get(o)??Io,n))}};function Os(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(a=>o[a]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let a of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(a)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[at(o)]);else for(let[n,s]of it(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(He).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var Ps=Object.freeze([]),Fs=new Set,ct=Object.freeze({...Oo(He),runs:0,reached:0,seconds:null});function It(e,t){return{...Oo(Ro(e.fold,t),e),...t.reduce(Ds,e)}}function Ds({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
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
"failed"||t==="stopped"?t:"finished"}function js(e){let t=new Map([...e.steps.values()].flatMap(n=>it(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function Ws(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function Hs(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function Po(e){return e.stopped?.past?e.stopped.step:e.stopped?.step||Ce(e)}function Ae(e,t){
return e.present.has(t.name)?"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function Fo(e,t){return e.
over&&!e.stopped&&t.step<Ce(e)?`step ${t.step}`:""}function Do(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.
keys(e.scalars).map(n=>{let s=o&&(e.present.get(n)??Gs(e.present,n));if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&
t?t.names.indexOf(n):-1,a=e.scalarHistory.get(n)?.points??[],i=o?.past?rt(a,o.step):a.at(-1),l=r>=0?t?.scalars[r]??null:
o?.past?i?.mean??null:e.scalars[n],p=r>=0?t?.step:i?.step,u=o&&o.op<0&&!o.depth,m=p===o?.step?u?"":`later in step ${p}`:
`step ${p}`;return[n,{value:l,when:o&&p!==void 0?m:""}]}))}function Gs(e,t){let o=[...e.values()].filter(n=>(n.called??"").
split(", ").includes(t));return o.length===1?o[0]:void 0}function Ue(e,t){let o=e.values.get(t);return o?ge(o)[0]:t}function Ce(e){
return Math.max(e.step,e.reached,e.recorded?.last??0)}function lt(e,t=""){let o=t.trim().toLowerCase(),n={forward:[],parameters:[],
gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type} ${s.grad_of}`.toLowerCase().
includes(o)&&n[nt(s)].push(s);for(let s of Object.values(n))s.sort((r,a)=>r.op-a.op||(r.name<a.name?-1:1));return n}function Bt(e){
return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var zo=250,Us=2.5,qs=["dead","terminating","restarting","autorestarting"],pt=2500,Ks=400,Vs=6e4;function Xs(e,t){return t.
kind==="batch"&&t.n!==e+1}function Ys(e,t,o,n){return t?n.n>e:o>pt}function jo({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),r=Math.floor(Math.random()*2**20)*2**20,a=ct,i=0,l=!1,p=!1,u=!1,m=!1,d=0,f="",y=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,w="live",h=Date.now(),x=0,k=pt,v=pt,b=[],S="",M=!1,A=$=>{try{e.send($)}catch{
h=0}},_=()=>{d=0,f=y();try{n(a,w)}finally{m&&A({kind:"ack",n:i,view:s}),m=!1}},B=()=>{!d&&p&&!o.aborted&&(d=requestAnimationFrame(
_))},L=()=>{l=!1,x=Date.now(),A({kind:"attach",view:s,tab:S})},P=()=>{let $=p&&!document.hidden;$!==u&&(u=$,h=Date.now(),
u?L():A({kind:"detach",view:s}),B())},R=async()=>{let $=e.get?.("frame");if(!$||i||M)return;M=!0;let{message:C,buffers:W}=await Ao(
$);i||(a=It(ct,At(C,W)),B())},j=()=>{if(p&&y()!==f&&B(),!u||!v)return;let $=Date.now()-h;!i&&$>Ks&&R();let C=e.widget_manager?.
kernel,W=!!C&&(C?.isDisposed||qs.includes(C?.status??""));if($<(W?zo:v))return;!W&&Date.now()-x>k&&(k=Math.min(2*k,Vs),L());
let V=i?"lost":M?"saved":"nothing";V!==w&&(w=V,B())},q="",D=$=>{q=$,Ct(e,$)},T=()=>q&&Ct(e,q),J=($,C)=>{if(h=Date.now(),
w!=="live"&&(w="live",$.kind!=="snapshot"))return L();if(k=pt,$.kind==="beat"){u&&Ys(i,l,h-x,$)&&L();return}if($.beat&&(v=
Us*1e3*$.beat),$.id&&D($.id),!($.kind==="batch"&&!l)){if(Xs(i,$))return L();a=It($.kind==="snapshot"?ct:a,At($,C,b)),i=$.
n,l=!0,m||=!!$.ack,B()}},K=new IntersectionObserver($=>{p=$[$.length-1].isIntersecting,P()},{rootMargin:"100px"}),te=new ResizeObserver(
B);e.on("msg:custom",J),e.get&&e.on("change:frame",T),K.observe(t),te.observe(t),document.addEventListener("visibilitych\
ange",P,{signal:o}),e.get||(v=0),A({kind:"render",view:s});let Z=setInterval(j,zo);return o.addEventListener("abort",()=>{
e.off("msg:custom",J),e.get&&e.off("change:frame",T),K.disconnect(),te.disconnect(),cancelAnimationFrame(d),clearInterval(
Z),u&&A({kind:"detach",view:s})}),{refresh:B,show($){$!==S&&(S=$,u&&A({kind:"show",view:s,tab:S}))},command($,C={}){return A(
{kind:$,request:++r,...C}),r}}}var Js=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Zs=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Qs=new RegExp(Zs.map(e=>e.source).join("|"),"giu");function Rt(e){let t=[],o=0;for(let n of e.
matchAll(Qs)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?er(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function er(e,t){return Js.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function tr(e){return e.split(/[/\\]/).at(
-1)||e}function Wo(){let e=c("span",{class:"opscope-line-number"}),t=c("code",{}),o=c("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){g(o,"hidden",!n),g(o,"title",`${n}:${s}
${r}`),N(e,`${tr(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...Rt(r).map(([a,i])=>a==="plain"?i:c("span",{"data-tok\
en":a},i)))}}}function Go(e,t=e.name){let o=`${e.op_type}${t?` → ${t}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`,\
 in ${o}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${o}`}function Uo({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function qo(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function or(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Ce(e)}, in the past`:"in the past":""}function Ho(e){let t=e.
stopped;return t?[Go(t),Uo(t),qo(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function nr(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&dt(e))return dt(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function dt({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function sr({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function Ko(e){
let t=c("span",{class:"opscope-op"}),o=c("span",{class:"opscope-reason"}),n=c("span",{class:"opscope-at"}),s=c("span",{class:"\
opscope-said"}),r=c("div",{class:"opscope-where"},t,o,n,s),a=c("span",{class:"opscope-past"}),i=Wo(),l=c("div",{class:"o\
pscope-place-bar"},a,r,i.el);return{el:l,update(p,u){let m=p.stopped,d=Ho({...p,stopped:null});N(t,m?Go(m,Ue(p,m.name)):
""),N(o,m?Uo(m):""),N(n,m?qo(m.past?{...m,step:null}:m):"");let f=sr(p);N(s,u||f||(m?"":d||nr(p))),g(r,"data-bad",!!u||!m&&
!!d);let y=!u&&!m&&p.phase==="running"&&!!dt(p);g(r,"data-slow",y),g(r,"title",u||(y?dt(p):Ho(p))),g(o,"data-reason",m?.
reason),N(a,or(p)),g(a,"hidden",!m?.past),g(l,"data-past",m?.past),g(l,"hidden",e&&!m&&!d),i.update(m?.path??"",m?.line??
0,m?.source??""),g(l,"data-source",!!m?.path)}}}var rr=64,ar=2**-23;function ir(e,t,o){let n=Math.max(1,Math.ceil(e.length/rr)),s=e.filter((w,h)=>(e.length-1-h)%n===0),
r=s.flatMap(w=>w.mean===null?[]:[w.mean]),a=Math.min(...r),i=Math.max(...s.flatMap(w=>[w.min??0,w.max??0,w.mean??0].map(
Math.abs))),l=Math.max(...r)-a,p=l>ar*i?l:0,u=s[0]?.step??0,m=(s.at(-1)?.step??0)-u||1,d="",f="",y="M";for(let w of s){let h=(1+
(w.step-u)/m*(t-2)).toFixed(1);if(w.bad&&(f+=`M${h},${o-3}V${o}`),w.mean===null){y="M";continue}let x=p>0?o-4-(w.mean-a)/
p*(o-6):o/2;d+=`${y}${h},${x.toFixed(1)}`,y="L"}return{line:d,bad:f}}function ut(e,t){let o=U("path",{class:"opscope-spa\
rk-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(a){if(a===r)return;r=a;let i=ir(a?.points??[],
e,t);g(o,"d",i.line),g(n,"d",i.bad)}}}var cr=[64e6,256e6,1e9,4e9],lr={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function pr(e){return[...new Set([...cr,e])].sort((t,o)=>t-o)}function dr({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${bo(t.recording)}`}function Vo({
ask:e,signal:t}){let o=c("span",{class:"opscope-label"}),n=c("i",{class:"opscope-switch"}),s=c("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=c("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),a=c("span",{class:"opscope-bytes"}),i=c("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=c("span",{class:"opscope-limit"},"of ",i),p=c("span",{class:"opscope-memory"},a,
l),u=!1,m=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),i.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(i.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(d){u=!!d.recording?.on;let f=!!d.
recording&&!d.over;N(o,f?"Recording":"Recorded"),s.disabled=!f,g(s,"aria-checked",u&&f?"true":"false"),g(s,"title",f?lr[u?
"off":"on"]:void 0);for(let y of[n,r,l])g(y,"hidden",!f);N(r,dr(d)),N(a,Tt(d.recorded?.bytes??0)),d.recording&&d.recording.
budget!==m&&(m=d.recording.budget,i.replaceChildren(...pr(m).map(y=>c("option",{value:y,selected:y===m},Tt(y)))))}}}var ur=1e4;function Xo(e,t=Date.now){let o=null,n=null,s=-1,r=null,a=null,i=!1,l=0,p=()=>a!==null&&t()-a<ur,u=(d,f)=>{let y=++l;
a=t(),i=d==="Pause",e(d,f,w=>{y===l&&(w||(o=n=null),(!w||!i)&&(a=null))})},m=d=>{i&&d.phase!=="running"&&(i=!1,a=null),!(n===
null||d.phase==="running"||d.stopped===r)&&(a!==null&&d.stopped?.step!==n||(n=a=null))};return{get target(){return o??n},
goTo(d,f=-1){o=d,s=f},follow(d){if(m(d),!(o===null||p())){if(d.phase==="running")return u("Pause",{});n=o,o=null,r=d.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function Ot(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Ce(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function fr(e,t,o){
let n=[],s=e;for(let r=0;r<o.length;r+=2)o[r]>s&&n.push(`${s} to ${o[r]-1}`),s=Math.max(s,o[r+1]+1);return s<=t&&n.push(
`${s} to ${t}`),[n.slice(0,-1).join(", "),n.at(-1)].filter(Boolean).join(" and ")}function Yo({ask:e,seek:t,refresh:o,signal:n}){
let s=c("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recorded steps"}),r=c("span",{class:"op\
scope-gaps","aria-hidden":"true"}),a=c("span",{class:"opscope-track-box"},s,r),i=c("output",{class:"opscope-number"}),l=Vo(
{ask:e,signal:n}),p=c("div",{class:"opscope-timeline","data-asks":!0},l.toggle,a,i,l.cost,l.memory);s.addEventListener("\
input",()=>(t.goTo(Number(s.value)),o()),{signal:n});function u(d,f,y){let w=x=>Math.max(0,Math.min(1,(x-d)/Math.max(1,f-
d))),h=`${d} ${f} ${y}`;h!==m&&(m=h,r.replaceChildren(...y.flatMap((x,k)=>k%2||x>f?[]:[c("i",{style:`left: ${(100*w(x)).
toFixed(2)}%; right: ${(100*(1-w(y[k+1]))).toFixed(2)}%`})])))}let m="";return{el:p,update(d){let f=Ot(d);g(p,"hidden",!f&&
!d.recording),l.update(d),t.follow(d);let y=f?Math.min(f.last,Math.max(f.first,t.target??f.at)):0,[w,h]=f?[f.first,f.last]:
[0,0];g(s,"min",w),g(s,"max",h),s.disabled=w===h||d.phase==="waiting",Number(s.value)!==y&&(s.value=String(y)),s.style.setProperty(
"--at",`${100*(y-w)/Math.max(1,h-w)}%`),g(p,"data-past",!!d.stopped?.past),g(p,"data-phase",d.recording?.on===!1?"off":d.
phase),g(s,"aria-valuetext",f?`step ${y} of ${h}`:"no step yet"),N(i,f?`step ${y} / ${h}`:"no step yet"),g(a,"title",f?`\
steps ${fr(w,h,d.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),u(w,h,d.recorded?.gaps??[])}}}var hr=new Set,mr=new Set(["Pause","Continue","Terminate"]);function Jo({send:e,signal:t}){let o=new Map,n=Lt.map(i=>c("\
div",{class:"opscope-group"},...i.map(r))),s=c("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(i){
let l=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});i.line&&l.append(U("path",{d:i.line,class:"\
opscope-stroke"})),i.fill&&l.append(U("path",{d:i.fill}));let p=c("button",{class:`opscope-button opscope-${i.name}`,type:"\
button",title:co(i),"aria-label":i.label,"aria-keyshortcuts":i.key});return p.append(l),mr.has(i.kind)&&p.append(c("span",
{},i.label)),p.addEventListener("click",()=>e(i.kind),{signal:t}),o.set(i.kind,p),p}function a(i,l){let p=i.matches(":fo\
cus");l();let u=s.closest(".opscope-panel");p&&!i.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(i,l){let p=l?Ee(i):hr,u=i.phase==="running"||i.phase==="waiting";for(let[m,d]of o)a(d,()=>{d.disabled=!p.has(
m),(m==="Pause"||m==="Continue")&&g(d,"hidden",u!==(m==="Pause"))})}}}var gr=4,Zo="NaN/Inf";function br(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function wr(e){return e===null?Zo:G(e)}
function xr(e){return e.seconds?G(1/e.seconds):"–"}function Qo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let a=c(
"span",{class:"opscope-title"}),i=c("span",{class:"opscope-place"}),l=c("span",{class:"opscope-state",role:"status"}),p=Ko(
s),u=Yo({ask:t,seek:o,refresh:n,signal:r}),m=Jo({send:e,signal:r}),d=Pt("step","opscope-step"),f=Pt("steps / s","opscope\
-rate"),y=c("div",{class:"opscope-metrics"},d.el,f.el),w=c("div",{class:"opscope-headline"},c("div",{class:"opscope-name\
s"},a,i),l),h=c("header",{class:"opscope-header"},w,p.el);s||(w.append(m.el),h.append(u.el)),h.append(y);let x=new Map;return{
el:h,update(k,v,b){N(a,k.title||"run"),N(i,k.place),g(l,"data-past",k.stopped?.past);let S=!v&&(k.phase==="running"||k.phase===
"waiting");g(l,"data-phase",S?"gone":k.phase),N(l,S?"no kernel":br(k)),p.update(k,b),s||(u.update(k),m.update(k,v)),d.update(
String(Po(k))),f.update(xr(k));let M=[...Do(k)].slice(0,gr);for(let[A,{value:_,when:B}]of M){let L=x.get(A)??Pt(A,"opsco\
pe-scalar",!0);x.set(A,L),L.update(wr(_),k.scalarHistory.get(A),B,k.scalarNames.get(A))}Te(y,[d.el,f.el,...M.map(([A])=>x.
get(A).el)])}}}function Pt(e,t,o=!1){let n=c("span",{class:`opscope-number ${t}`}),s=ut(96,30),r=c("span",{class:"opscop\
e-label",title:e},e),a=c("span",{class:"opscope-when"}),i=c("div",{class:"opscope-metric"},c("div",{},r,n,...o?[a]:[]));
return o&&i.append(s.el),{el:i,update(l,p,u="",m=""){N(r,m||e),g(r,"title",m?`${m}, ${e}`:e),N(n,l),N(a,u),g(i,"data-els\
ewhere",!!u),g(n,"data-bad",l===Zo),o&&s.update(p)}}}var yr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["List of values","↑ ↓ Home End","select a value"],["Tabs","← → Home End","show anoth\
er tab"],["Slider","← → Home End","go to another step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑\
 ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace",
"open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set \
an element (or double click it)"],["Code","↑ ↓ Home End","to another line"],["Code","Enter","set or remove a breakpo\
int on the line"],["Code","Space","the operators of the line"],["Evaluation line","↑ ↓","what was typed before"],["M\
enus, this page","Esc","close"]];function kr(e){let t=new Map,o=e?[]:ve.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}\
: ${n.about}`]);for(let[n,s,r]of[...o,...yr])t.set(n,[...t.get(n)??[],[s,r]]);return t}function en({root:e,offline:t,signal:o}){
let n=c("button",{class:"opscope-button",type:"button"},"Close"),s=[...kr(t)].map(([p,u])=>c("section",{},c("h4",{},p),c(
"dl",{},...u.flatMap(([m,d])=>[c("dt",{},...m.split(" ").map(f=>c("kbd",{},f))),c("dd",{},d)])))),r=c("div",{class:"opsc\
ope-keys",role:"dialog","aria-label":"keys",hidden:!0},c("div",{class:"opscope-keys-head"},c("b",{},"Keys"),n),c("div",{
class:"opscope-keys-groups"},...s)),a=c("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","ar\
ia-label":"keys","aria-keyshortcuts":"?"},"?"),i=null,l=p=>{p!==!r.hidden&&(p&&(i=e.ownerDocument.activeElement),g(r,"hi\
dden",!p),p?n.focus({preventScroll:!0}):(i&&e.contains(i)?i:e).focus({preventScroll:!0}))};return a.addEventListener("cl\
ick",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener("keydown",p=>{let u=p.target.
matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!=="?"||u)||(p.preventDefault(),
p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:a}}var tn="later",vr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function on({select:e,
refresh:t,signal:o}){let n=c("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"fil\
ter values"}),s=c("span",{class:"opscope-found"}),r=c("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),
a=c("aside",{class:"opscope-list"},c("div",{class:"opscope-search"},n,s),r),i=new Map,l=[],p="",u=Object.fromEntries(Object.
entries(vr).map(([d,f])=>[d,$r(f)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",d=>{let f=d.target.closest("[data-name]");f&&e(f.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",d=>{let f=pe(d,l.indexOf(p),l.length);f!==null&&(d.preventDefault(),e(l[f]),i.get(l[f])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:a,update(d,f){p=f;let y=lt(d,n.value);l=[];let w=[];for(let[k,v]of Object.
entries(y)){if(!v.length)continue;let b=u[k];N(b.count,String(v.length)),w.push(b.el);for(let S of v){let M=i.get(S.name)??
Er(S.name);i.set(S.name,M),l.push(S.name),w.push(M.el)}}Te(r,w),g(r,"aria-activedescendant",i.get(f)?.el.id);let h=d.values.
size,x=d.cost?.hz&&!d.over?` · ${wo(d.cost.hz)}`:"";N(s,`${l.length===h?h:`${l.length} of ${h}`}${x}`),g(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),g(r,"data-empty",h?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),m(d,f)}};function m(d,f){let{clientHeight:y,
scrollTop:w}=r,h=l.map(b=>i.get(b)),x=h[0]?.el.offsetHeight||44,k=ot(d.values.values()),v=h.map(b=>b.el.offsetTop-w);h.forEach(
(b,S)=>{let M=l[S],A=v[S]>-2*x&&v[S]<y+2*x;g(b.el,"aria-selected",M===f?"true":"false");let _=d.values.get(M);A&&_&&b.update(
_,k.get(M)??M,d.history.get(M),Ae(d,_),Fo(d,_))})}}function $r(e){let t=c("span");return{el:c("div",{class:"opscope-head\
ing",role:"presentation"},e,t),count:t}}var Mr=0;function Er(e){let t=c("span",{class:"opscope-pill"}),o=st(e),n=c("span",
{class:"opscope-spec"}),s=c("span",{class:"opscope-mean"}),r=c("span",{class:"opscope-std"}),a=ut(52,26),i=c("div",{class:"\
opscope-row",role:"option","data-name":e,id:`opscope-value-${++Mr}`},t,o,n,s,r,a.el),l,p="";return{el:i,update(u,m,d,f,y){
a.update(d);let[w,h]=[f.startsWith(tn)?tn:f||y,`${f}, ${y}, ${m}`];if(u===l&&h===p)return;l=u,p=h,g(i,"data-elsewhere",!!f);
let x=le(u);g(i,"data-health",x);let[k,v]=ge(u);Ge(o,m),N(t,Le[x]),N(n,`${w?`${w}  `:""}${Se(u.shape)}  ${go(u.dtype)}${v&&
m===k?`  ${v}`:""}`),N(s,G(u.mean)),N(r,u.std===null||!u.shape.length?"":`± ${G(u.std)}`)}}}var Sr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function de(e,t,o,n="text"){return c("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function nn({ask:e,showProblem:t,signal:o}){
let n=de("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=de("condition-field","only i\
f … (optional)","condition"),r=de("hits-field","1","stop from this hit on","number"),a=c("input",{class:"opscope-log-f\
ield",type:"checkbox"}),i=de("message-field","message, as: loss is {loss}","log message; values stand in braces"),l=c("b\
utton",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=c("button",{class:"opscope-button opscope-cancel",type:"\
button",hidden:!0},"Cancel"),u=c("span",{class:"opscope-logging"},c("label",{title:"write a note at each hit, and go on"},
a," only log"),i),m=c("summary",{},"Hits, log …"),d=c("details",{class:"opscope-breakpoint-more"},m,c("div",{},c("labe\
l",{},"stop from hit ",r),u)),f=c("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,d);g(r,"min",1),g(i,"h\
idden",!0);let y=null,w=v=>{t(v),g(n,"aria-invalid",v?"true":void 0)},h=()=>Math.max(1,Math.round(Number(r.value)||1));function x(v){
y=v,n.value=v?.spec??"",n.readOnly=!!v,s.value=v?.condition??"",r.value=v&&v.wanted>1?String(v.wanted):"",a.checked=!1,i.
value="",g(i,"hidden",!0),g(u,"hidden",!!v),N(l,v?`Change ${v.number}`:"Add"),g(p,"hidden",!v),v&&(d.open=v.wanted>1||d.
open),w("")}function k(){let v={spec:n.value.trim(),condition:s.value.trim(),hits:h()};if(!v.spec)return w(Sr);w("");let b=(S,M)=>{
let A=n.value.trim()===v.spec&&s.value.trim()===v.condition;return S&&A&&x(null),(!S||M)&&w(M),!0};y?e("ChangeBreakpoint",
{number:y.number,enabled:y.enabled,condition:v.condition,hits:v.hits},b):e("SetBreakpoint",{spec:v.spec,condition:v.condition,
...v.hits>1&&{hits:v.hits},...a.checked&&{log:!0,message:i.value.trim()}},b)}f.addEventListener("submit",v=>(v.preventDefault(),
k()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),a.addEventListener("change",()=>g(i,"hidden",!a.checked),
{signal:o});for(let v of[n,s,r,i])v.addEventListener("input",()=>w(""),{signal:o}),v.addEventListener("keydown",b=>{b.key===
"Escape"&&y&&x(null),!(b.key!=="Enter"||b.isComposing)&&(b.preventDefault(),f.requestSubmit())},{signal:o});return{el:f,
problem:w,change(v){x(v),s.focus()},compose(v){x(null),n.value=v,s.focus()}}}var Lr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Nr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Ft(e){return`${ae(e)} ${e===
1?"hit":"hits"}`}function Tr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Ar({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var sn={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Cr,count:e=>e.breakpoints.length};function Cr({ask:e,open:t,offline:o,signal:n}){
let s=c("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),a=nn({ask:e,showProblem:h=>{N(s,h),g(s,"hidden",
!h)},signal:n}),i=c("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=c("div",{class:"opscope-breakpoint-rows"}),p=c("div",
{class:"opscope-breakpoints"}),u=Lr.map(([h,x])=>({name:h,box:c("input",{type:"checkbox","data-filter":h}),title:x})),m=c(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
m.append(...u.map(({name:h,box:x,title:k})=>c("label",{title:k},x,` ${h}`))),o||p.append(a.el,m,s),p.append(i,l);let d,f=[],
y=(h,x)=>(a.problem(h?"":x),!0);m.addEventListener("change",()=>{let h=u.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:h},y)},{signal:n}),l.addEventListener("click",h=>{let x=h.target,k=x.closest("[data-num\
ber]"),v=f.find(({number:b})=>b===Number(k?.dataset.number));v&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:v.
number},y):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:v.number,enabled:!v.enabled,condition:v.condition,
hits:v.wanted},y):x.closest(".opscope-breakpoint-condition")?a.change(v):x.closest(".opscope-breakpoint-ops")&&t("graph",
v.ops[0]))},{signal:n});function w(h,x){let k={"data-conditional":!!h.condition,"data-off":!h.enabled,"data-hollow":!h.verified,
"data-log":!!h.log},v=Ar(h),b=Tr(h),S=c("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":h.
enabled?"true":"false","aria-label":v,title:v,disabled:o,...k}),M=c("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!h.ops.length},Nr(h)),A=c("button",{class:"opscope-breakpoint-condition",type:"\
button",title:b?`${b}; click to change`:"set a condition","aria-label":`condition of breakpoint ${h.number}: ${b||"alway\
s"}`,disabled:o},b),_=c("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${h.number}`});return _.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),c("div",{class:"opscope-breakpoint","data-number":h.
number,"data-op":h.ops[0],"data-here":x,"data-off":!h.enabled},S,c("span",{class:"opscope-breakpoint-number"},String(h.number)),
c("code",{class:"opscope-breakpoint-spec",title:h.spec},h.spec),A,M,c("span",{class:"opscope-breakpoint-hits"},Ft(h.hits)),
...o?[]:[_],...h.problem?[c("div",{class:"opscope-breakpoint-problem"},h.problem)]:[])}return{el:p,open:h=>a.compose(String(
h)),update(h){g(i,"hidden",h.breakpoints.length>0);for(let{name:S,box:M}of u)M!==document.activeElement&&(M.checked=h.exceptions.
includes(S));let x=h.stopped?.reason.endsWith("breakpoint")?h.stopped.op:-1,k=JSON.stringify([h.breakpoints,x]);if(k===d)
return;d=k,f=h.breakpoints;let v=document.activeElement?.closest?.("[data-number]"),b=l.contains(v)?document.activeElement.
className:"";l.replaceChildren(...f.map(S=>w(S,S.ops.includes(x)))),b&&l.querySelector(`[data-number="${v?.dataset.number}\
"] .${b}`)?.focus({preventScroll:!0})}}}function rn(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function an(e){return e.functions.
map((t,o)=>o).reverse()}function cn({ask:e,show:t,refresh:o,signal:n}){let s=c("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=c("div",{class:"opscope-empty"}),a=c("div",{},r,s),i=c("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=c("div",{class:"opscope-empty"}),p=c("\
div",{},l,i),u="",m=-1,d="",f,y,w=null;function h(b){w&&(m=b,f=void 0,e("FetchVariables",{frame:b},x),w.paths[b]&&t(w.paths[b],
w.lines[b]),o())}let x=(b,S)=>(d=b?"":S,y=void 0,!0);s.addEventListener("click",b=>{let S=b.target.closest("[data-frame]");
S&&h(Number(S.dataset.frame))},{signal:n}),s.addEventListener("keydown",b=>{if(!w)return;let S=an(w),M=pe(b,S.indexOf(m),
S.length);M!==null&&(b.preventDefault(),b.stopPropagation(),h(S[M]),k(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function k(){let b=w,S=b&&JSON.stringify([b,m]);if(S===f)return;f=S;let M=s.contains(document.
activeElement);s.replaceChildren(...(b?an(b):[]).map(A=>{let _=b?.paths[A]?`${b.paths[A].split(/[/\\]/).at(-1)}:${b.lines[A]}`:
"",B=A===m;return c("div",{class:"opscope-frame",role:"option","aria-selected":B?"true":"false",tabindex:B?0:-1,"data-fr\
ame":A,"data-kind":b?.kinds[A],"data-now":b?.now[A],title:`${b?.texts[A]}${b?.now[A]?`
where the program is now; the run shows its past`:""}`},c("b",{},b?.functions[A]??""),c("code",{},b?.texts[A]??""),c("sp\
an",{},b?.now[A]?`${_} now`:_))})),M&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function v(b){let S=b.
fold.variables,M=rn(b,S)&&(S?.frame===m||S?.frame===m-(w?.functions.length??0))?S:null;if(M===y&&M)return;y=M;let A=b.phase===
"running"?"":d||(M&&!M.names.length?"No variables.":"");N(l,A),g(l,"hidden",!A),i.replaceChildren(...(M?.names??[]).map(
(_,B)=>{let L=M?.called?.[B]??"";return c("div",{},c("dt",{title:L?`${L}, ${_}`:_},L||_),c("dd",{title:`${M?.texts[B]}${M?.
now[B]?`
of now: the recording does not have it`:""}`,"data-now":M?.now[B]},M?.texts[B]??""))}),...M&&M.total>M.names.length?[c("\
div",{},c("dt",{},"…"),c("dd",{},`${M.total-M.names.length} more`))]:[])}return{el:a,variables:p,get frame(){return m},
update(b){let S=b.stopped,M=b.phase==="running"||b.phase==="waiting"?"":`${S?.run} ${S?.tick} ${S?.reason}`;M!==u&&(u=M,
m=-1,d="",M&&(e("FetchStack",{},(_,B)=>_?void 0:x(_,B)),e("FetchVariables",{frame:-1},x))),w=M&&rn(b,b.fold.stack)?b.fold.
stack:null,w&&m<0&&w.functions.length&&(m=w.functions.length-1);let A=M?w&&!w.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";N(r,A),g(r,"hidden",!A),k(),v(b)}}}var _r=30;function ln({ask:e,frame:t,signal:o}){let n=de("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=c("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=c("form",{class:"opscope-evaluation","data-asks":!0},s,c("div",{class:"opscope-evaluation\
-line"},c("span",{"aria-hidden":"true"},"›"),n)),a=[],i=0;function l(){let p=n.value.trim();if(!p)return;n.value="",a.
push(p),i=a.length;let u=c("pre",{},"…");for(s.append(c("div",{class:"opscope-answer"},c("code",{},p),u));s.children.length>
_r;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(m,d)=>(u.textContent=d,g(u,
"data-failed",!m),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let u=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(u&&a.length)i=Math.max(0,Math.min(
a.length,i+u)),n.value=a[i]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let u=p.phase==="running"||p.phase==="waiting";n.disabled=u,g(n,"title",u?"pause the run fir\
st":void 0)}}}function pn({ask:e,signal:t}){let o=c("div",{class:"opscope-attributes-title"}),n=c("dl",{class:"opscope-variables"}),s=c(
"div",{class:"opscope-empty",role:"status"}),r=c("div",{"data-asks":!0},o,n,s),a=-1,i="",l="",p=-1,u;function m(d,f,y){e(
"SetAttribute",{op:d,name:f,value:y},(w,h)=>(N(s,h),g(s,"data-failed",!w),l="",!0))}return n.addEventListener("keydown",
d=>{let f=d.target.closest("input");d.key==="Escape"&&f&&(f.value=f.dataset.was??""),!(d.key!=="Enter"||!f||d.isComposing)&&
(d.preventDefault(),m(Number(f.dataset.op),f.name,f.value))},{signal:t}),{el:r,choose(d){a=d,l=""},update(d,f){let y=d.stopped,
w=`${y?.run} ${y?.tick}`;w!==i&&y?.text!=="edited"&&(a=i?-1:a),i=w;let h=a>=0?a:y?.op??-1;f&&h>=0&&d.phase!=="running"&&
l!==`${h} ${w}`&&(l=`${h} ${w}`,e("FetchOperator",{op:h},(b,S)=>(b||N(s,S),!0)));let x=d.fold.shown_operator?.op===h?d.fold.
shown_operator:null,k=d.phase==="paused"&&!d.over&&!x?.fixed;h!==p&&N(s,""),p=h;let v=JSON.stringify([x,k,h]);v!==u&&(u=
v,N(o,x?`${x.op_type} ${x.op}${x.name?` → ${x.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
g(o,"title",x?.site),n.replaceChildren(...(x?.names??[]).flatMap((b,S)=>{let M=de("attribute-field","",`${b} of ${x?.op_type}\
 ${x?.op}; Enter sets it for this run`);return M.name=b,M.value=M.dataset.was=x?.texts[S]??"",M.dataset.op=String(x?.op),
M.readOnly=!k,g(M,"title",k?"Enter sets it for this run":x?.fixed?`cannot be changed: ${x.fixed}`:"pause the run to chan\
ge it"),[c("dt",{title:b},b),c("dd",{},M)]}),...x&&!x.names.length?[c("dt",{},"no attributes"),c("dd",{})]:[]))}}}var we={time:{label:"time",about:"of a replay of the step, operator by operator",text:Ir},memory:{label:"memory",about:"\
bytes that the operator writes",text:Br},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:G,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:tt,log:!0}};
function Ir(e){return e>=1?`${G(e)} s`:e>=.001?`${G(e*1e3)} ms`:`${G(e*1e6)} µs`}function Br(e){return e>=2**20?`${G(e/
2**20)} MiB`:e>=1024?`${G(e/1024)} KiB`:`${e} bytes`}function dn(e,t){let o=we[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let a=t.get(`op-${s}`)??`op-${s}`,i=n.get(a);n.set(a,i===void 0?e.numbers[r]:o?Math.max(i,e.numbers[r]):i+e.numbers[r])}),
n}function un(e,t){let o=[...t].filter(a=>a>0),n=Math.max(...o,0);if(!we[e]?.log)return{at:a=>n?Math.sqrt(a/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:a=>a<=0?0:r?Math.log(a/s)/r:1,low:s,high:n}}var fn=["nan","inf","zeros","ok"];function Rr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function Or({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&Rr(t,o[1])?Number(o[2]):0}function qe(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function mn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function hn(e,t){let o=new Map,n=(r,a)=>o.set(r,[...o.get(r)??[],a]),s=qe(
e);for(let r of t){let a=Or(r,e.path);if(a)n(a,r);else for(let[i,l]of s)r.ops.some(p=>l.includes(p))&&n(i,r)}return o}function Pr(e,t){
let o=new Map([...qe(e)].flatMap(([r,a])=>a.map(i=>[i,r]))),n=mn(e),s=new Map;for(let r of t.values()){let a=o.get(r.op);
if(a===void 0||n.get(r.op)!==r.op_type)continue;let i=le(r),l=s.get(a);(!l||fn.indexOf(i)<fn.indexOf(l))&&s.set(a,i)}return s}
function Fr(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function gn({ask:e,open:t,refresh:o,
signal:n}){let s=c("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=c("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),a=c("span",{class:"opscope-source-note",role:"status"}),i=c("div",{class:"opscope-source-bar","data-asks":!0},
s,a,r),l=c("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),p=c("div",{class:"opscope-source-view"},i,l),u=new Map,m=null,d,f={path:"",
line:0},y="",w="",h=0,x=0,k=!1;function v(L,P){f={path:L,line:P};let R=m?.first??1;if(m?.path===L&&P>=R&&P<R+m.lines.length)
return b(P);e("FetchSource",{path:L,line:P},(j,q)=>(N(a,j?"":q),!0))}function b(L){let P=u.get(L);if(!P)return;S(L,!1);let R=P.
offsetTop-l.offsetTop;(R<l.scrollTop+20||R>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=R-l.clientHeight/2)}function S(L,P){
for(let[R,j]of[[u.get(h),!1],[u.get(L),!0]])R&&(g(R,"tabindex",j?0:-1),g(R,"aria-selected",j?"true":"false"));h=L,P&&u.get(
L)?.focus()}function M(L){if(!m||!d)return;let P=hn(m,d.breakpoints).get(L)??[];for(let{number:R}of P)e("ClearBreakpoint",
{number:R});P.length||e("SetBreakpoint",{spec:Fr(m,L)},(R,j)=>(N(a,R?"":j),!0))}function A(L){l.querySelector(".opscope-\
line-ops-list")?.remove(),x=x===L?0:L;let P=m?qe(m).get(x):void 0,R=u.get(x);if(!P||!R)return;let j=m?mn(m):new Map,q=D=>`${j.
get(D)||"op"} ${D}`;R.after(c("div",{class:"opscope-line-ops-list"},...P.map(D=>c("button",{type:"button",class:"opscope\
-operator","data-op":D,title:"show it in the graph"},q(D)))))}l.addEventListener("click",L=>{let P=L.target,R=P.closest(
"[data-op]"),j=P.closest("[data-line]");if(R)return t("graph",Number(R.dataset.op));if(!j)return;let q=Number(j.dataset.
line);S(q,!1),P.closest(".opscope-line-stop")?M(q):P.closest(".opscope-line-ops")&&A(q)},{signal:n}),l.addEventListener(
"keydown",L=>{if(L.target.matches("button")||!m)return;let P=m.first,R=pe(L,h-P,m.lines.length);if(R!==null&&L.key!=="Ar\
rowLeft"&&L.key!=="ArrowRight")S(P+R,!0);else if(L.key==="Enter")M(h);else if(L.key===" ")A(h);else return;L.preventDefault(),
L.stopPropagation()},{signal:n}),s.addEventListener("change",()=>v(s.value,0),{signal:n}),r.addEventListener("click",()=>{
k=!k,g(r,"aria-pressed",k?"true":"false"),k&&e("MeasureOperators",{by:"time",step:d?.stopped?.step||0},(L,P)=>(N(a,L?"":
P),!0)),o()},{signal:n});function _(L){m=L,x=0,N(a,"");let P=qe(L),R=new Set([...L.code_lines,...L.op_lines]);u=new Map(
L.lines.map((j,q)=>{let D=L.first+q,T=P.get(D)?.length??0,J=Rt(j).map(([te,Z])=>te==="plain"?Z:c("span",{"data-token":te},
Z)),K=c("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":D},c("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!R.has(D),title:R.has(D)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${D}`},c("i",{})),c("span",{class:"opscope-line-at"},String(D)),c("span",{class:"opscope-line-time"}),
c("code",{},...j?J:[" "]),...T?[c("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${D}`},T===1?"1 op":`${T} ops`)]:[]);return[D,K]})),l.replaceChildren(...u.values()),
s.replaceChildren(...L.paths.map(j=>c("option",{value:j,selected:j===L.path},j))),S(f.line>=L.first&&f.line<L.first+L.lines.
length?f.line:L.first,!1),b(h)}function B(L,P){let R=hn(P,L.breakpoints),j=Pr(P,L.present),q=k&&L.fold.measured?.by==="t\
ime"?L.fold.measured:null,D=new Map(q?.ops.map((te,Z)=>[te,q.numbers[Z]])??[]),T=new Map([...qe(P)].map(([te,Z])=>[te,Z.
reduce(($,C)=>$+(D.get(C)??0),0)])),J=Math.max(...T.values(),0);q&&!J&&N(a,"No times: eager code is not run again.");let K=L.
stopped?.path===P.path?L.stopped.line:0;for(let[te,Z]of u){let $=R.get(te)??[];g(Z,"data-stops",$.length>0),g(Z,"data-of\
f",$.length>0&&$.every(Q=>!Q.enabled)),g(Z,"data-hollow",$.length>0&&$.every(Q=>!Q.verified)),g(Z,"data-health",j.get(te)),
g(Z,"data-here",te===K);let C=Z.firstElementChild;$.length&&g(C,"title",`${$.map(Q=>`breakpoint ${Q.number}: ${Q.spec}${Q.
problem?`, ${Q.problem}`:""}`).join(`
`)}
click to remove`),g(C,"aria-pressed",$.length?"true":"false");let W=Z.children[2],V=q?T.get(te)??0:0;N(W,V?we.time.text(
V):""),W.style.setProperty("--share",`${J?(100*V/J).toFixed(0):0}%`)}g(l,"data-timed",k)}return{el:p,show:v,update(L){d=
L;let P=`${L.graph?.program} ${L.runs}`,R=L.stopped?.path??"",j=`${L.stopped?.run} ${L.stopped?.tick} ${R}:${L.stopped?.
line}`,q=L.phase==="paused"||L.over;q&&(j!==w||P!==y)&&(P!==y&&(m=null),[w,y]=[j,P],(R||!m)&&v(R,L.stopped?.line??0),k&&
e("MeasureOperators",{by:"time",step:L.stopped?.step||0},()=>!0));let D=L.fold.source;D&&D!==m&&(!f.path||D.path===f.path)&&
_(D),m?B(L,m):N(a,q?a.textContent??"":"Pause the run to see its code."),g(s,"hidden",!m),g(r,"hidden",!m||!L.recorded)}}}var Dr=50;function bn({ask:e,signal:t}){let o=de("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=c("form",{class:"opscope-watch-form","data-asks":!0},o,c("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=c("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=c("div",{},s,n),a=[],i,l=p=>e("WatchExpressions",{expressions:p.slice(-Dr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let u=o.value.trim();u&&(o.value="",l([...a.filter(m=>m!==u),u]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let u=p.target.closest("[data-expression]");u&&l(a.filter(m=>m!==u.dataset.expression))},{signal:t}),{el:r,update(p){
let u=p.fold.watched,m=p.phase==="running",d=JSON.stringify([u,m]);d!==i&&(i=d,a=u?.expressions??[],g(s,"data-old",m),s.
replaceChildren(...a.map((f,y)=>c("div",{},c("dt",{title:f},f),c("dd",{title:u?.texts[y],"data-failed":u?.failed[y]},c("\
span",{},u?.texts[y]??""),c("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":f,title:"wa\
tch it no longer","aria-label":`watch ${f} no longer`},"×"))))))}}}var wn={id:"code",label:"Code",create:zr};function ft(e,t,o=!0){return c("details",{class:"opscope-section",open:o},c("s\
ummary",{},e),t)}function zr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=gn({ask:e,open:t,refresh:o,signal:s}),a=cn(
{ask:e,show:r.show,refresh:o,signal:s}),i=bn({ask:e,signal:s}),l=pn({ask:e,signal:s}),p=ln({ask:e,frame:()=>a.frame,signal:s}),
u=ft("Operator",l.el,!1);u.addEventListener("toggle",o,{signal:s});let m=c("div",{class:"opscope-code-side"},ft("Call st\
ack",a.el),ft("Variables",a.variables),ft("Watch",i.el),u),d=c("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),f=c("div",{class:"opscope-code-body",hidden:n},r.el,m),y=c("div",{class:"opscope-\
code-tab"},d,f,p.el);return g(p.el,"hidden",n),{el:y,open(w){u.open=!0,l.choose(Number(w))},update(w){n||(r.update(w),a.
update(w),i.update(w),l.update(w,u.open),p.update(w))}}}var jr=1e5,Wr=1.2,Hr={to:e=>e,marks:$e,isLog:!1},Gr={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<Wr)return $e(10**e,10**t,
o).filter(r=>r>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let r=Math.ceil(e);r<=t;r+=n)s.push(10**r);return s}};function Ke(e,t){
let o=e.flatMap(({min:a,max:i,mean:l})=>[a,i,l]).filter(a=>a!==null),n=o.flatMap(a=>a?[Math.abs(a)]:[]).sort((a,i)=>a-i),
s=n[n.length>>1]??1,r=(n.at(-1)??0)>jr*s;return!(t??r)||!n.length?Hr:t&&n.length===o.length&&o.every(a=>a>0)?Gr:Ur(t?n[Math.
floor(n.length/20)]:s)}function Ur(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let r=Math.ceil(Math.log10(e)),a=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),i=[0];for(let l=r+a-1;l<=308&&t(
10**l)<=Math.max(n,-o);l+=a)i.push(10**l,-(10**l));return i.filter(l=>t(l)>=o&&t(l)<=n)}}}var _e=150,Ie=58,zt=10,jt=8,ht=22,Dt="history of mean, min and max";function Wt(e){let t=e.flatMap(i=>[i.min,i.max,i.mean]).
filter(i=>i!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,a=e.at(-1)?.step??1;return{x:[r,a>r?a:r+1],y:[o-s,n+s]}}function mt(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function yn({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),r=U("path",{class:"\
opscope-bad"}),a=U("path",{class:"opscope-cross"}),i=U("path",{class:"opscope-cursor"}),l=U("svg",{class:"opscope-chart",
height:_e,role:"img","aria-label":Dt});l.append(o,n,s,r,a,i);let p=c("span"),u=c("button",{type:"button",class:"opscope-\
log","aria-pressed":"false",title:"logarithmic axis"},"log"),m=c("section",{class:"opscope-card opscope-wide"},c("h4",{},
"History",p),u,l),d=[],f="",y=null,w,h=xn([],1,w);u.addEventListener("click",()=>{let M=!h.vertical.isLog;w=Ke(d).isLog===
M?void 0:M,b()},{signal:t});let x=()=>{let M=y===null?void 0:rt(d,h.step(y));N(p,M?`step ${M.step}  mean ${G(M.mean)}  ${G(
M.min)} … ${G(M.max)}`:k?"mean, min … max; click to go there":"mean, min … max"),g(a,"d",M?`M${h.x(M.step)},${jt}V${_e-
ht}`:"")},k=null,v=M=>{let{x:A}=h.extent;g(i,"d",M===null||!d.length||M<A[0]||M>A[1]?"":`M${h.x(M)},7l-4,-6h8zV${_e-ht}`)};
l.addEventListener("click",M=>{if(!k||!d.length)return;let A=Math.round(h.step(M.clientX-l.getBoundingClientRect().left));
e(Math.max(k[0],Math.min(k[1],A)))},{signal:t}),l.addEventListener("pointermove",M=>(y=M.clientX-l.getBoundingClientRect().
left,x()),{signal:t}),l.addEventListener("pointerleave",()=>(y=null,x()),{signal:t});let b=()=>{},S=new ResizeObserver(()=>b());
return S.observe(l),t.addEventListener("abort",()=>S.disconnect()),{el:m,update(M,A,_){b=()=>this.update(M,A,_);let B=M?.
points??[];k=_,g(l,"data-goes",!!_),g(l,"aria-label",A===null?Dt:`${Dt}; the cursor is at step ${A}`),v(A);let L=Math.max(
200,l.clientWidth||m.clientWidth),P=`${L} ${w}`;if(B===d&&f===P)return x();d=B,f=P,h=xn(d,L,w),g(u,"aria-pressed",h.vertical.
isLog?"true":"false"),Kr(o,n,s,r,d,h,L),v(A),x()}}}function qr(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)}\
,${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function xn(e,t,o){let n=Ke(e,o),s=p=>p===null?
null:n.to(p),{x:r,y:a}=Wt(e.map(p=>({...p,min:s(p.min),max:s(p.max),mean:s(p.mean)}))),i=t-Ie-zt,l=_e-jt-ht;return{extent:{
x:r,y:a},vertical:n,x:p=>+(Ie+(p-r[0])/(r[1]-r[0])*i).toFixed(1),y:p=>+(jt+(1-(n.to(p)-a[0])/(a[1]-a[0]))*l).toFixed(1),
step:p=>r[0]+(p-Ie)/i*(r[1]-r[0])}}function Kr(e,t,o,n,s,r,a){let i=_e-ht,l=r.vertical.marks(...r.extent.y,4).flatMap(f=>[
U("path",{d:`M${Ie},${r.y(f)}H${a-zt}`}),U("text",{x:Ie-6,y:r.y(f)+3.5,"text-anchor":"end"},Ne(f))]),p=$e(...r.extent.x,
Math.max(3,a/110)).filter(Number.isInteger).map(f=>U("text",{x:r.x(f),y:_e-6,"text-anchor":"middle"},Ne(f)));e.replaceChildren(
...s.length?[...l,...p]:[],U("path",{class:"opscope-floor",d:`M${Ie},${i}H${a-zt}`}));let u=mt(s,f=>f.min!==null&&f.max!==
null).map(f=>{let y=f.map(h=>`${r.x(h.step)},${r.y(h.max)}`),w=[...f].reverse().map(h=>`${r.x(h.step)},${r.y(h.min)}`);return`\
M${[...y,...w].join("L")}Z`});g(t,"d",u.join(""));let m=mt(s,f=>f.mean!==null).map(f=>{let y=f.map(w=>`${r.x(w.step)},${r.
y(w.mean)}`);return y.length>1?`M${y.join("L")}`:qr(f[0],r)});g(o,"d",m.join(""));let d=s.filter(f=>f.bad).map(f=>`M${r.
x(f.step)},${i-5}V${i}`);g(n,"d",d.join(""))}function kn({ask:e,signal:t}){let o=c("code",{}),n=c("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=c("span",{role:"status"}),r=c("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(a,i)=>(N(s,a?"":i),!0)),{signal:t}),{el:r,
update(a){let i=a.fold.edits?.texts??[];g(r,"hidden",!i.length||a.phase!=="paused"),N(o,i.join("; ")),g(o,"title",i.join(
`
`))}}}function gt({goTo:e,open:t,signal:o}){let n=c("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",a=>{let i=a.target.closest("button");i?.dataset.step?e(Number(
i.dataset.step),Number(i.dataset.op)):i?.dataset.op&&t("graph",Number(i.dataset.op))},{signal:o});function r(a,i){let[l,
p,u]=[a.ops[i],a.steps[i],i===a.cause],m=l<0?c("span",{class:"opscope-maker"},a.makers[i]):c("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${a.makers[i]} ${l} in the graph`},`${a.makers[i]} ${l}`),d=p?[c("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${a.makers[i]} in step ${p}`},`step ${p}`)]:
[],f=a.gaps[i]?[c("div",{class:"opscope-gap"},`${ae(a.gaps[i])} more`)]:[],y=[a.notes[i],u&&a.reads[i]].filter(Boolean).
join(": ");return c("li",{"data-cause":u},...f,c("div",{class:"opscope-link"},...u?[c("b",{class:"opscope-cause-mark"},"\
cause")]:[],c("code",{},a.values[i]),...a.called[i]?[c("code",{class:"opscope-called"},a.called[i])]:[],m,...d),...y?[c(
"div",{class:"opscope-note-text"},y)]:[],...u?a.growth.map(w=>c("div",{class:"opscope-note-text"},w)):[],...a.sites[i]?[
c("code",{class:"opscope-line"},a.sites[i]+(a.sources[i]?`: ${a.sources[i]}`:""))]:[])}return{el:n,update(a){a!==s&&(s=a,
g(n,"hidden",!a),n.replaceChildren(...(a?.values??[]).map((i,l)=>r(a,l))))}}}function Vr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function vn({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=c("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),a=c("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),i=c("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=gt({goTo:t,open:o,signal:n}),p=c("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
c("div",{},r,a),i,l.el),u="",m="",d=null;function f(w){y("Searching …"),e("Explain",{name:w},(h,x)=>(y(Vr(x)),d=h?w:null,
!0))}function y(w){N(i,w),g(i,"hidden",!w),d=null}return r.addEventListener("click",()=>f(u),{signal:n}),a.addEventListener(
"click",()=>f(""),{signal:n}),y(""),{el:p,update(w,h){let{stopped:x,explained:k}=h,v=`${w} ${x?.run} ${x?.tick}`;v!==m&&
y(""),u=w,m=v;let b=k&&!k.at&&k.asked===d?k:null;l.update(b),g(i,"hidden",!!b||!i.textContent)}}}var Be=168;function Xr(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function $n(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function Yr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function Jr(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${G(e.low+t*o)} … ${G(e.low+(t+1)*o)}: ${ae(e.counts[t])}`:Ht(e)}function Mn(e){let t=c("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Be}px`}),o=c("span"),n=c("span",{class:"opscope-\
zero"},"0"),s=c("span"),r=c("div",{class:"opscope-readout"}),a=c("span"),i=c("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=c("div",{class:"opscope-axis"},o,n,
s),p=c("section",{class:"opscope-card"},c("h4",{},"Distribution",a),i,t,l,r),u,m=null,d="",f=!1,y=()=>{};i.addEventListener(
"click",()=>{f=!f,g(i,"aria-pressed",f?"true":"false"),y()},{signal:e});let w=()=>{let h=u&&m!==null&&m<u.counts.length;
g(t,"aria-label",u?`histogram of step ${u.step}, from ${G(u.low)} to ${G(u.high)}: ${Ht(u)}`:"histogram"),N(r,u?h?Jr(u,m):
Ht(u):"")};return t.addEventListener("pointermove",h=>{if(!u)return;let x=t.getBoundingClientRect();m=Math.max(0,Math.min(
u.counts.length-1,Math.floor((h.clientX-x.left)/x.width*u.counts.length))),w()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(m=null,w()),{signal:e}),{el:p,update(h){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(h===u&&x===d)return;u=h,d=x,N(a,h?`step ${h.step}`:"");let k=h?.counts.some(Boolean);N(o,h&&k?G(h.low):""),N(s,h&&k?G(
h.high):"");let v=h&&h.low<0&&h.high>0?-h.low/(h.high-h.low):null;g(n,"style",v===null||v<.15||v>.85?"visibility: hidden":
`left: ${(100*v).toFixed(2)}%`),w();let b=h&&h.high>h.low?[.05,.5,.95].map(S=>G($n(h,S))):[];g(t,"title",b.length?`5 %, \
median and 95 % of the elements: about ${b.join(", ")}`:void 0),y=()=>Zr(t,h,v,f),y()}}}function Ht(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ae(t)} finite elements, all equal`:`${ae(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function Zr(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round(Be*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let a=getComputedStyle(e);if(s.fillStyle=a.borderBottomColor,s.fillRect(0,Be-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,Be),s.fillStyle=a.color;let i=r/t.counts.length;Xr(Yr(t),n).forEach((l,p)=>{let u=l*(Be-18);
s.fillRect(p*i+.5,Be-1-u,Math.max(1,i-1),u)}),t.high>t.low&&Qr(s,t,r,a.borderTopColor)}function Qr(e,t,o,n){let[s,r,a]=[
.05,.5,.95].map(i=>(($n(t,i)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,a-s,1);for(let[i,l]of[[s,7],[
r,11],[a,7]])e.fillRect(i-.75,5.5-l/2,1.5,l)}function ea(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function En({
ask:e,signal:t}){let o=c("code",{class:"opscope-cell-name"}),n=de("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=de("cell-value","0.5, nan, h.mean()","new value"),r=c("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),a=c("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),i=de("cell-st\
eps","100","how many steps to replay","number"),l=c("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=c("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),u=c(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},c("span",{},o," [ ",n," ] = ",s),c("span",{},r,a,c("label",{
title:"how many steps to replay"},i," steps"),l)),m=c("div",{class:"opscope-cell-editor"},u,p),d="",f="",y="",w=null,h=()=>n.
value.trim()?`${d}[${n.value.trim()}]`:d,x=(b,S)=>(N(p,S),g(p,"data-failed",!b),S&&p.scrollIntoView({block:"nearest"}),!0);
function k(){g(u,"hidden",!0),w?.focus({preventScroll:!0}),w=null}function v(b){if(!s.value.trim())return void x(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");x(!0,b?"replaying …":"");let S={target:h(),value:s.
value.trim()},M=(A,_)=>(x(A,_),A&&k(),!0);b?e("TryValue",{...S,steps:Math.max(1,Math.round(Number(i.value)||100))},M):e(
"SetValue",S,M)}return u.addEventListener("submit",b=>(b.preventDefault(),v(!!f)),{signal:t}),a.addEventListener("click",
()=>v(!0),{signal:t}),l.addEventListener("click",k,{signal:t}),u.addEventListener("keydown",b=>{if(b.key==="Escape")k();else if(b.
key==="Enter"&&!b.isComposing&&b.target.matches("input"))v(!!f);else return;b.preventDefault(),b.stopPropagation()},{signal:t}),
{el:m,open(b,S,M,A,_){[d,w]=[b,_],N(o,S),g(o,"title",b),n.value=M,s.value=A,x(!0,""),g(u,"hidden",!1),s.focus(),s.select()},
update(b,S){d&&S!==d&&!u.hidden&&g(u,"hidden",!0);let M=`${S} ${b.stopped?.run} ${b.stopped?.tick}`;M!==y&&x(!0,""),y=M,
f=ea(b),r.disabled=!!f,g(r,"title",f||"in this run; what follows is computed again"),a.disabled=!b.recorded||b.phase==="\
running"}}}var ue={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},ta=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Re(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=ta.reduceRight((r,a)=>r*t+a[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var xe=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,pl=Array.from({length:256},(e,t)=>t===0?ue.nan:t===1?ue.minusInf:t===255?ue.plusInf:
Re((t-2)/252));function Ve(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function bt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>xe(Re(t/16))).join(", ")})`}var Sn=26,oa=14,na=4;function Ln(e,t,o,n){let s=Math.min(Sn,o/t,n/e),r=(a,i)=>Math.max(oa,s*a,s<Sn?Math.min(i/2,na*s*a):
0);return[r(t,o),r(e,n)]}function Nn(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,a=Ve(e.pixels[o*e.cols+n],e.low,e.high),
i=Number.isNaN(a)?"NaN":a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${G(a)}`;return`${t.length>2?`[${xo(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${i}`}function Tn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Cn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let a=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));a>s&&([n,s]=[r,a])}return n}function wt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function Xe(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[a,i]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return a<e.cols&&i<e.rows&&l<e.facets&&s<t?{facet:l,row:i,col:a}:null}function Kt(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function _n(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return ue.nan;if(s===
1)return ue.minusInf;if(s===255)return ue.plusInf;let r=Ve(s,e.low,e.high);return t?Kt(r/o):Re(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function xt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replaceAll("-","−");let a=Ve(e.pixels[s],e.low,e.high);return Number.isNaN(a)?"NaN":
a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${G(a)}`}var sa=[128,128,128,48],ra=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function In(e,t,o,n){let[s,r]=wt(t,o),a=e.getContext("2d");if(!a||s<=0||r<=0)return;e.width!==s&&(e.width=s),e.height!==
r&&(e.height=r);let i=a.createImageData(s,r),l=_n(t,n);for(let p=0;p<s*r;p++)ra(t,p%s,Math.floor(p/s))&&i.data.set(sa,4*
p);for(let p=0;p<t.facets;p++){let[u,m]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let d=0;d<t.rows;d++)for(let f=0;f<
t.cols;f++){let y=4*((m+d)*s+u+f),[w,h,x]=l[t.pixels[(p*t.rows+d)*t.cols+f]];i.data[y]=w,i.data[y+1]=h,i.data[y+2]=x,i.data[y+
3]=255}}a.putImageData(i,0,0)}var An=7;function aa(e){let t=String(Math.round(e)),o=r=>{let a=String(Number(e.toPrecision(
r))),i=e.toExponential(r-1).replace("e+","e");return i.length<a.length?i:a};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=An?t:[3,2].map(o).find(r=>r.length<=An)??o(1)).replaceAll("-","−")}function Bn(e,t,o,n,s){let r=e.getContext(
"2d");if(!r)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,
devicePixelRatio);let a=_n(t,s),[i,l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,i/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let u=0;u<
t.cols;u++){let m=p*t.cols+u,[d,f,y]=a[t.pixels[m]];r.fillStyle=`rgb(${d}, ${f}, ${y})`,r.fillRect(u*i,p*l,i-1,l-1),r.fillStyle=
.299*d+.587*f+.114*y>140?"#111111":"#ffffff";let w=Number(t.numbers[m]),h=Number.isFinite(w)?aa(w):xt(t,{facet:0,row:p,col:u});
r.fillText(h,(u+.5)*i,(p+.5)*l)}}var Vt=168,Xt=300,ia=600,Yt=[34,18],yt=4,ca=16,kt=8,Jt="keep these elements, to compare others with them",Rn={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function la(e,t,o,n){let[s,r]=[ye(e,0),ye(e,1)],a=Math.min(
s,Math.max(kt,Math.round(e.height/n))),i=Math.min(r,Math.max(kt,Math.round(e.width/n))),l=(p,u,m)=>Math.max(0,Math.min(m-
u,Math.round(p-u/2)));return{top:l(t,a,s),left:l(o,i,r),height:a,width:i}}function pa(e,t){let[o,n]=e.axes,s=On(e,{facet:t,
row:0,col:0}).map((r,a)=>a===o||a===n?0:r);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function ye(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function me(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function On(e,t){
let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((a,i)=>r.get(i)??e.index[i])}function da(e,t){let[o,n,s]=e.axes,[r,a]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],i=(p,u,m)=>u>1?`${p}–${Math.min(m,p+u)-1}`:`${p}`;return`[${e.shape.map((p,u)=>u===o?i(r,e.row_stride,e.top+
e.height):u===n?i(a,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${xt(me(
e),t)}`}function Pn({ask:e,signal:t,offline:o}){let n=c("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=c("div",
{class:"opscope-heatmap-box"},n),r=c("span"),a=c("span"),i=c("i"),l=[Zt("NaN",ue.nan,0),Zt("−Inf",ue.minusInf,1),Zt("+\
Inf",ue.plusInf,255)],p=c("div",{class:"opscope-readout"}),u=c("span"),m={rows:C("rows"),cols:C("columns"),facets:C("fac\
ets")},d=c("span",{class:"opscope-positions"}),f=c("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},c("option",{value:"auto"},"auto"),c("option",{value:"sequential"},"low to high"),c("option",{value:"signed"},"signe\
d")),y=$("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>Q(yt)),w=$("−","zoom out (-)","zoom-out",()=>Q(1/
yt)),h=$("Pin",Jt,"pin",()=>e("PinValue",{name:O()?"":S})),x=$("Difference","show the difference to the pinned value","d\
ifference",()=>V({..._,difference:!_.difference})),k=c("div",{class:"opscope-slice-bar",hidden:!0},m.rows.el,m.cols.el,m.
facets.el,d,c("label",{},"colors",f),c("span",{class:"opscope-slice-tools"},w,y,h,x)),v=En({ask:e,signal:t}),b=c("sectio\
n",{class:"opscope-card opscope-elements"},c("h4",{},"Elements",u),k,s,v.el,c("div",{class:"opscope-legend"},c("div",{class:"\
opscope-scale"},r,i,a),...l.map(I=>I.el)),p),S="",M="",A=null,_=Rn,B="",L=null,P="",R=!1,j=0,q="",D,T,J=[],K=null,te=null,
Z=-1;function $(I,F,H,oe){let ee=c("button",{type:"button",class:`opscope-slice-tool opscope-${H}`,title:F,"aria-label":F},
I);return ee.addEventListener("click",oe,{signal:t}),ee}function C(I){let F=c("select",{class:`opscope-axis-${I}`,"aria-\
label":`axis of the ${I}`});return F.addEventListener("change",()=>W(I==="columns"?"cols":I,Number(F.value)),{signal:t}),
{el:c("label",{},I,F),field:F}}function W(I,F){if(!T)return;let[H,oe,ee]=T.axes,X={rows:H,cols:oe,facets:ee},ie=Object.keys(
X).find(re=>F>=0&&X[re]===F);ie&&(X[ie]=X[I]),X[I]=F,V({..._,...X,top:0,left:0,height:0,width:0})}function V(I){I.facets>=
0&&(Z=-1),_=I,P="";let F=++j;e("FetchSlice",{name:S,..._},(H,oe)=>(F!==j||(R=H,H||([P,_]=[oe,{..._,difference:!1}]),ne()),
!0))}function Q(I,F){if(!T)return;let[H,oe]=F??[T.top+T.height/2,T.left+T.width/2],ee=la(T,H,oe,I),X=ee.height===T.height&&
ee.width===T.width;X&&I>1&&T.facets>1?fe(T,K&&Xe(me(T),Y(me(T)),...K)?.facet||0):X&&I<1&&Z>=0?V({..._,...ee,facets:Z}):V(
{..._,...ee})}function fe(I,F){V({..._,...pa(I,F)}),Z=I.axes[2]}let E=()=>(T??D)?.step,O=()=>A?.name===S&&A?.step===E(),
z=()=>T?me(T):D?{...D,facets:1,numbers:[]}:null,Y=I=>Cn(I,s.clientWidth||400,I.facets>1?Xt:Vt),se=()=>f.value==="signed"||
f.value==="auto"&&!!T?.difference;function ne(){let I=T&&K&&Xe(me(T),Y(me(T)),...K),F=D&&K&&K[1]<D.rows&&K[0]<D.cols,H=T?
I&&da(T,I):F&&D&&K?Nn(D,J,K[1],K[0]):"";N(p,P||H||(T?ua(T):D?Tn(D):""))}function ce(I){let F=z();if(!F)return null;let H=n.
getBoundingClientRect(),[oe,ee]=wt(F,Y(F)),X=(ie,re)=>Math.max(0,Math.min(re-1,Math.floor(ie*re)));return[X((I.clientX-H.
left)/H.width,oe),X((I.clientY-H.top)/H.height,ee)]}n.addEventListener("pointermove",I=>(K=ce(I),ne()),{signal:t}),n.addEventListener(
"pointerleave",()=>(K=null,ne()),{signal:t});function be(I,F){if(!I||o)return;let H=me(I),oe=(F&&Xe(H,Y(H),...F))??{facet:0,
row:0,col:0};v.open(S,M,On(I,oe).join(", "),I.numbers.length?xt(H,oe).replaceAll("−","-"):"",n)}n.addEventListener("db\
lclick",()=>be(te?.slice,te?.at??null),{signal:t}),n.addEventListener("click",I=>{if(I.detail>1)return;te={slice:T,at:ce(
I)};let F=T&&Xe(me(T),Y(me(T)),...ce(I)??[0,0]);T&&F&&T.facets>1?fe(T,F.facet):T&&F&&!Qe()&&Q(ca,[T.top+F.row*T.row_stride,
T.left+F.col*T.col_stride])},{signal:t}),n.addEventListener("keydown",I=>{let F={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[
0,-1],ArrowRight:[0,1]}[I.key];if(I.key==="+"||I.key==="=")Q(yt);else if(I.key==="-")Q(1/yt);else if(I.key==="Enter")be(
T,K);else if(F&&T)Q(1,[T.top+T.height*(.5+F[0]/2),T.left+T.width*(.5+F[1]/2)]);else return;I.preventDefault(),I.stopPropagation()},
{signal:t}),f.addEventListener("change",()=>(q="",je()),{signal:t}),d.addEventListener("change",()=>{let I=J.map((F,H)=>d.
querySelector(`[data-axis="${H}"]`)?.value??"0");V({..._,index:I.map(F=>String(Math.max(0,Math.round(Number(F)||0)))).join(
",")})},{signal:t}),d.addEventListener("keydown",I=>I.stopPropagation(),{signal:t});function Et(I){let F=I.shape.map((ee,X)=>[
String(X),`${X} (${ee})`]);for(let[ee,{field:X}]of[m.rows,m.cols,m.facets].entries()){let ie=[["-1","none"],...F],re=ie.
join();X.dataset.key!==re&&X.replaceChildren(...ie.map(([ke,he])=>c("option",{value:ke},he))),X.dataset.key=re,X.value=String(
I.axes[ee])}g(m.rows.el,"hidden",I.shape.length<2),g(m.cols.el,"hidden",I.shape.length<2),g(m.facets.el,"hidden",I.shape.
length<3);let H=I.shape.flatMap((ee,X)=>I.axes.includes(X)||ee<2?[]:[[X,ee,I.index[X]]]),oe=JSON.stringify(H);d.dataset.
key!==oe&&(d.dataset.key=oe,d.replaceChildren(...H.map(([ee,X,ie])=>c("label",{},`axis ${ee}`,c("input",{type:"number",min:0,
max:X-1,value:ie,"data-axis":ee,title:`position on axis ${ee}, 0 to ${X-1}`})))))}function Qe(){if(!T)return!1;let{facets:I,
rows:F,cols:H,numbers:oe}=me(T);return I===1&&oe.length>0&&s.clientWidth/H>=Yt[0]&&F*Yt[1]<=ia}function je(){let I=z(),F=I?
I.rows*I.cols*I.facets:0;if(g(n,"hidden",!F),!I||!F)return;let H=Y(I),[oe,ee]=wt(I,H),X=s.clientWidth,ie=Qe(),re=ie?[Math.
min(X,I.cols*64),I.rows*Yt[1]]:I.facets>1?[Math.min(X,oe*Xt/ee),Math.min(Xt,ee*X/oe)]:Ln(I.rows,I.cols,X,Vt),ke=`${re} ${devicePixelRatio}\
 ${se()} ${ie}`;if(ke===q)return;q=ke,g(s,"style",`height: ${Math.max(ie||I.facets>1?0:Vt,Math.ceil(re[1]))}px`),g(n,"st\
yle",`width: ${re[0].toFixed(1)}px; height: ${re[1].toFixed(1)}px`),ie?Bn(n,I,re[0],re[1],se()):In(n,I,H,se());let he=Math.
max(Math.abs(I.low),Math.abs(I.high));N(r,G(se()?-he:I.low)),N(a,G(se()?he:I.high)),g(i,"style",`background: ${se()?`lin\
ear-gradient(to right, ${[-1,-.5,0,.5,1].map(We=>xe(Kt(We))).join(", ")})`:bt()}`)}return{el:b,update(I,F,H,oe){J=F,oe!==
S&&([S,_,P,Z]=[oe,Rn,"",-1]);let ee=`${oe} ${F} ${H.stopped?.run} ${H.stopped?.tick} ${H.phase}`;ee!==B&&(R=!1),!o&&H.phase!==
"running"&&(ee!==B||H.stopped!==L)&&V(_),[B,L]=[ee,H.stopped],v.update(H,oe);let X=H.fold.slices.get(oe),re=X&&String(X.
shape)===String(F)&&(R||X.step===I?.step||X.difference)&&!o?X:void 0;if(re!==T||I!==D){[T,D,q]=[re,I,""];for(let St of l)
St.update((re??I)?.pixels);ne()}g(k,"hidden",!T),T&&Et(T),A=H.fold.pinned;let ke=(St,Ls)=>`${Ue(H,St)} of step ${Ls}`;M=
Ue(H,oe);let he=A?.name?ke(A.name,A.step):"",We=E();return N(u,T?.difference?`${ke(oe,T.step)} − ${T.difference===`${A?.
name} of step ${A?.step}`?he:T.difference}`:We===void 0?"":`step ${We}`),g(x,"hidden",!he||String(A?.shape)!==String(F)),
g(x,"aria-pressed",_.difference?"true":"false"),g(x,"title",`show the difference to ${he}`),g(h,"aria-pressed",O()?"true":
"false"),g(h,"title",O()?"forget the elements that are kept":he?`${Jt}, instead of ${he}`:Jt),g(w,"disabled",!T||Z<0&&T.
height===ye(T,0)&&T.width===ye(T,1)),g(y,"disabled",!T||T.facets===1&&T.height<=kt&&T.width<=kt),je(),We}}}function ua(e){
let t=Se([ye(e,0),ye(e,1)]),o=e.height<ye(e,0)||e.width<ye(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.
left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.
facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?
`, ${e.nonfinite} not finite`:""}`}function Zt(e,t,o){let n=c("span",{class:"opscope-mark","data-absent":!0},c("i",{style:`\
background: ${xe(t)}`}),e);return{el:n,update:s=>g(n,"data-absent",!s?.includes(o))}}var Qt=12;function Fn({ask:e,open:t,signal:o,offline:n}){let s=c("div",{class:"opscope-provenance"}),r="",a=(i,l)=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${i} ${l} in the graph`},`${i} ${l}`);return s.addEventListener(
"click",i=>{let l=i.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(i,l){let p=n?void 0:i.fold.slices.get(l.name),u=(p?.
readers??[]).map((h,x)=>[p?.reader_types[x]??"",h]),m=i.recorded&&l.step>=i.recorded.first&&l.step<=i.recorded.last,d=!!(p?.
writers.length&&!p.writers.includes(l.op)),f=!n&&i.phase!=="running"&&m&&l.op>=0&&!d,y=JSON.stringify([l.op,l.op_type,u,
f&&l.step,d]);if(y===r)return;r=y;let w=u.length>Qt?[`and ${u.length-Qt} more`]:[];s.replaceChildren(...l.op<0?[]:d?[`ma\
de by ${l.op_type} of another program`]:["made by",a(l.op_type,l.op)],...u.length?["read by",...u.slice(0,Qt).map(([h,x])=>a(
h,x)),...w]:p?["read by nothing"]:[],...f?[c("button",{type:"button",class:"opscope-why opscope-to-write","data-step":l.
step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to the write")]:[]),g(s,"h\
idden",!s.childNodes.length)}}}var[Ye,Oe,eo,to,oo]=[150,58,10,8,22];function Dn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function no(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":G(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function zn(e){let t=c("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=c("code",{}),n=c("spa\
n"),s=U("g",{class:"opscope-grid"}),r=U("path",{class:"opscope-line"}),a=U("path",{class:"opscope-line opscope-branch-li\
ne"}),i=U("path",{class:"opscope-cross"}),l=U("svg",{class:"opscope-chart",height:Ye,role:"img"},s,r,a,i),p=c("div",{class:"\
opscope-branch-key"},c("span",{},c("i",{}),"recorded"),c("span",{},c("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=c("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},c("h4",{},"What if",t,n),l,p),m,d="",
f={x:x=>0,step:x=>0},y=new Map;t.addEventListener("change",()=>(m=y.get(t.value),h()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!m)return;let k=f.step(x.clientX-l.getBoundingClientRect().left),v=m.steps.reduce((b,S,M)=>Math.abs(S-
k)<Math.abs(m.steps[b]-k)?M:b,0);N(n,`step ${m.steps[v]}   ${G(m.recorded[v])}   would be ${G(m.changed[v])}`),g(i,"d",`\
M${f.x(m.steps[v])},${to}V${Ye-oo}`)},{signal:e}),l.addEventListener("pointerleave",()=>(g(i,"d",""),N(n,m?no(m):"")),{signal:e});
let w=new ResizeObserver(()=>h());w.observe(l),e.addEventListener("abort",()=>w.disconnect());function h(){let x=m;if(!x)
return;let k=Math.max(200,l.clientWidth||u.clientWidth),v=`${x.name} ${x.change} ${k} ${x.changed.length} ${x.changed.at(
-1)}`;if(v===d)return;d=v;let b=[Dn(x,x.recorded),Dn(x,x.changed)],S=[...b[0],...b[1]].sort((T,J)=>T.step-J.step),M=Ke(S),
A=T=>T===null?null:M.to(T),{x:_,y:B}=Wt(S.map(T=>({...T,min:A(T.min),max:A(T.max),mean:A(T.mean)}))),L=k-Oe-eo,P=T=>+(Oe+
(T-_[0])/(_[1]-_[0])*L).toFixed(1),R=T=>+(to+(1-(M.to(T)-B[0])/(B[1]-B[0]))*(Ye-to-oo)).toFixed(1);f={x:P,step:T=>_[0]+(T-
Oe)/L*(_[1]-_[0])};let j=M.marks(...B,4).flatMap(T=>[U("path",{d:`M${Oe},${R(T)}H${k-eo}`}),U("text",{x:Oe-6,y:R(T)+3.5,
"text-anchor":"end"},Ne(T))]),q=$e(..._,Math.max(3,k/110)).filter(Number.isInteger).map(T=>U("text",{x:P(T),y:Ye-6,"text\
-anchor":"middle"},Ne(T)));s.replaceChildren(...j,...q,U("path",{class:"opscope-floor",d:`M${Oe},${Ye-oo}H${k-eo}`}));let D=T=>mt(
T,J=>J.mean!==null).map(J=>J.length>1?`M${J.map(K=>`${P(K.step)},${R(K.mean)}`).join("L")}`:`M${P(J[0].step)-4},${R(J[0].
mean)}h8`).join("");g(r,"d",D(b[0])),g(a,"d",D(b[1])),g(l,"aria-label",`${x.name}: ${no(x)}, if ${x.change}`),N(n,no(x)),
N(o,x.change)}return{el:u,update(x){let{branches:k}=x.fold;if(g(u,"hidden",!k.size),k===y)return h();y=k;let v=[...y.values()].
at(-1),b=[...y.values()].filter(S=>S.change===v?.change).map(({name:S})=>S);t.replaceChildren(...b.map(S=>c("option",{value:S},
x.scalarNames.get(S)||S))),m=y.get(b.includes(m?.name??"")?m?.name??"":b[0]??""),m&&(t.value=m.name),h()}}}var fa=[["mean",e=>G(e.mean)],["std",e=>G(e.std)],["min",e=>G(e.min)],["max",e=>G(e.max)],["shape",e=>Se(e.shape)],["zer\
os",e=>tt(e.zeros),e=>le(e)==="zeros"],["NaN",e=>ae(e.nan),e=>e.nan>0],["Inf",e=>ae(e.inf),e=>e.inf>0],["elements",e=>ae(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function ha(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function ma(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function ga(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:nt(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var jn={id:"tensor",label:"Tensor",create:ba};function ba({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let a=c("span",{class:"opscope-pill"}),i=c("span",{class:"opscope-detail-name"}),l=c("div",
{class:"opscope-origin"}),p=c("code",{class:"opscope-site"}),u=fa.map(([B,L,P])=>{let R=c("span",{class:"opscope-number"});
return{label:B,value:L,warn:P,shown:R,el:c("div",{class:"opscope-fact"},c("span",{class:"opscope-label"},B),R)}}),m=yn({
goTo:o,signal:s}),d=Mn(s),f=Pn({ask:e,signal:s,offline:r}),y=Fn({ask:e,open:t,signal:s,offline:r}),w=c("div",{class:"ops\
cope-detail-head"},c("div",{},a,i),c("div",{},l,p)),h=zn(s),x=kn({ask:e,signal:s}),k=c("div",{class:"opscope-charts"},m.
el,d.el,f.el,h.el),v=c("div",{class:"opscope-hint"}),b=c("div",{class:"opscope-about"}),S=vn({ask:e,goTo:o,open:t,signal:s,
offline:r}),M=[w,x.el,y.el,S.el,c("div",{class:"opscope-facts"},...u.map(B=>B.el)),b,k],A=c("div",{class:"opscope-detail\
-body"},...M),_=c("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return f.
el.append(v),{el:c("div",{class:"opscope-detail"},_,A),update(B,{selected:L,refusal:P}){let R=B.values.get(L);if(g(_,"hi\
dden",!!R),g(A,"hidden",!R),!R)return;let j=le(R);g(w,"data-health",j),N(a,Le[j]);let[q,D]=ge(R);N(i,q),g(i,"title",R.called?
`${R.name}, ${R.called}`:R.name),N(l,[q!==R.name?D:D&&`called ${D}`,ga(R)].filter(Boolean).join(" · ")),N(p,R.site),S.update(
L,B);for(let $ of u)N($.shown,$.value(R)),g($.shown,"title",$.value(R)),g($.el,"data-bad",$.warn?.(R)?$.label==="NaN"?"n\
an":$.label==="Inf"?"inf":"zeros":void 0);let T=Ae(B,R),J=[ma(T),ha(R)].filter(Boolean).join(" ");g(A,"data-elsewhere",!!T),
N(b,J),g(b,"hidden",!J);let K=B.details.get(L),te=f.update(K,R.shape,B,L);m.update(B.history.get(L),B.stopped?.step||null,
n(B));for(let[$,C]of[[d,K?.step],[f,te]])g($.el,"data-elsewhere",!!T||!!(B.stopped&&C!==void 0&&C!==R.step));d.update(K),
y.update(B,R),h.update(B),x.update(B),N(v,te===void 0?r?"Elements were not recorded for this value.":P||"Waiting for the\
 elements of this value …":""),g(v,"hidden",te!==void 0)}}}var wa=["error","warning","hint"];function Wn(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>wa.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function xa(e){let t=e.
times>1?`, ${ae(e.times)} times`:"";return e.step?`step ${ae(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function ya(e,t){let o=[...e.values.values()].filter(s=>s.nan||s.inf).length,n='rules=True looks while \
a run goes on; watch("nan") stops where a NaN or Inf is made.';return!o&&t?`No finding. "Check the recorded steps" looks\
 for known mistakes now; ${n}`:!o||!t?`No finding: ${n}`:`${o===1?"1 value has":`${ae(o)} values have`} NaN or Inf, and \
no rule has looked: "Check the recorded steps" finds the first one.`}var Hn={id:"findings",label:"Findings",create:ka,count:e=>Wn(
e.findings).length};function ka({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=c("button",{type:"button",class:"opscope\
-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},"Check the recorded steps"),a=c("span",
{class:"opscope-look-answer",role:"status"}),i=c("div",{class:"opscope-findings-bar","data-asks":!0,hidden:s},r,a),l=c("\
div",{class:"opscope-nothing"}),p=c("ul",{class:"opscope-findings-rows"}),u=gt({goTo:o,open:t,signal:n}),m=c("pre",{class:"\
opscope-cause",role:"status",hidden:!0}),d=null,f,y=!1,w=s;r.addEventListener("click",()=>{N(a,"Looking …"),e("FindFau\
lts",{},(b,S)=>(w||=b,N(a,b?`${S}. Rules can be wrong: judge by the evidence.`:S),!0))},{signal:n}),p.addEventListener("\
click",b=>{let S=b.target.closest("button"),M=Number(S?.dataset.number),A=M?h.get(M):void 0;!A||!S||(S.classList.contains(
"opscope-there")?x(A):k(A,S))},{signal:n});let h=new Map;function x(b){b.step?o(b.step,b.op):t("graph",b.op)}function k(b,S){
let M=d?.number===b.number;d=M?null:{number:b.number,name:b.value,step:b.step,ok:!1};for(let A of p.querySelectorAll(".o\
pscope-ask-why"))g(A,"aria-expanded",A===S&&!M?"true":"false");u.update(null),N(m,d?"Searching …":""),g(m,"hidden",!d),
d&&(S.closest(".opscope-finding")?.append(m,u.el),e("Explain",{name:b.value,step:b.step},(A,_)=>(d?.number!==b.number||(d.
ok=A,N(m,A?"":_),g(m,"hidden",A)),!0)))}function v(b,...S){let M=c("button",{type:"button",class:"opscope-why opscope-th\
ere","data-number":b.number,title:b.step?`go to step ${b.step}`:"show it in the graph"},b.step?"Go there":"Show in graph"),
A=c("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":b.number,"aria-expanded":"false",title:`wh\
y ${b.value} is what it is in step ${b.step}`},"Why"),_=[...b.step||b.op>=0?[M]:[],...!s&&b.value&&b.step?[A]:[]];return c(
"div",{class:"opscope-finding","data-severity":b.severity},c("div",{class:"opscope-finding-head"},c("span",{class:"opsco\
pe-severity"},b.severity),c("b",{},b.rule),...b.value?[c("code",{},b.called||b.value)]:[],...b.called?[c("span",{class:"\
opscope-called"},c("code",{},b.value))]:[],c("span",{class:"opscope-when"},xa(b))),c("div",{class:"opscope-evidence"},b.
evidence),...b.site?[c("code",{class:"opscope-line"},b.site+(b.code?`: ${b.code}`:""))]:[],...b.operator?[c("code",{class:"\
opscope-line opscope-operator-text"},b.operator)]:[],...b.suggestion?[c("div",{class:"opscope-try"},`Try: ${b.suggestion}`)]:
[],...S,c("div",{class:"opscope-finding-buttons","data-asks":!0},..._))}return{el:c("div",{class:"opscope-findings"},i,l,
p),update(b){y=!!b.recorded||s,g(r,"disabled",!b.recorded),g(p,"data-fixed",!y);let S=d?.ok&&b.explained?.asked===d.name&&
b.explained.at===d.step?b.explained:null;if(S&&u.update(S),N(l,ya(b,!!b.recorded&&!w)),b.findings===f)return;f=b.findings,
h=new Map([...b.findings.values()].map(B=>[B.number,B]));let M=Wn(b.findings),A=new Set([...p.querySelectorAll("details[\
open]")].map(B=>B.dataset.number));g(l,"hidden",M.length>0),p.replaceChildren(...M.map(({finding:B,consequences:L})=>{let P=c(
"details",{class:"opscope-consequences","data-number":B.number,open:A.has(String(B.number))},c("summary",{},`may explain\
 ${L.length} more`),...L.map(R=>v(R)));return c("li",{},v(B),...L.length?[P]:[])}));let _=d&&p.querySelector(`.opscope-a\
sk-why[data-number="${d.number}"]`);_&&(g(_,"aria-expanded","true"),_.closest(".opscope-finding")?.append(m,u.el))}}}var Pe=128,Gn=36,va=Object.freeze([]),$a=3,Ma=12;function Ea(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Ma,Math.min(o-$a,Math.floor(Math.log10(e)))),o]}var Un=new WeakMap;function Sa(e){let t=Un.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],Un.set(
e,t)}return t}function Kn(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var qn=Array.from({length:129},
(e,t)=>xe(Re(t/128)));function La(e,t){return e.bad?xe(ue.nan):e.rms?qn[Math.round(Kn(e.rms,t)*(qn.length-1))]:null}var Vn={
id:"flow",label:"Gradient flow",short:"Flow",create:Na,count:e=>Bt(e).length};function Na({select:e,refresh:t,signal:o}){
let n=c("div",{class:"opscope-decades"}),s=c("div",{class:"opscope-flow-row opscope-flow-head"},c("span",{},"parameter"),
n,c("span",{},"RMS"),c("span",{},"over steps")),r=c("div",{class:"opscope-flow-body"}),a=c("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),i=c("span"),l=c("span"),p=c("d\
iv",{class:"opscope-legend opscope-flow-legend"},c("span",{},"RMS gradient of each parameter"),c("div",{class:"opscope-s\
cale"},i,c("i",{style:`background: ${bt()}`}),l),c("span",{class:"opscope-mark"},c("i",{style:`background: ${xe(ue.nan)}`}),
"NaN or Inf")),u=new Map;r.addEventListener("click",f=>{let y=f.target.closest("[data-name]");y&&e(y.dataset.name??"")},
{signal:o});let m=c("div",{class:"opscope-flow"},a,c("div",{class:"opscope-flow-table"},s,r,p));m.addEventListener("scro\
ll",t,{signal:o,passive:!0});let d=(f,y)=>f.history.get(y.name)?.points??va;return{el:m,update(f,{selected:y}){let w=Bt(
f);g(a,"hidden",w.length>0),g(s,"hidden",!w.length);let[h,x]=[1/0,0];for(let _ of w){let[B,L]=Sa(d(f,_));[h,x]=[Math.min(
h,B),Math.max(x,L)]}let k=Ea(h,x);Ta(n,k),N(i,G(10**k[0])),N(l,G(10**k[1])),g(p,"hidden",!w.length);for(let _ of w)u.has(
_.name)||u.set(_.name,Aa(_.name));let v=w.map(_=>u.get(_.name));Te(r,v.map(_=>_.el));let b=f.stopped?.step||null,S=ot(w),
M=Math.floor((m.scrollTop-(r.offsetTop-m.offsetTop))/Gn)-2,A=M+Math.ceil(m.clientHeight/Gn)+4;w.forEach((_,B)=>{if(B<M||
B>A)return v[B].choose(_.name===y);v[B].update(_,S.get(_.name)??_.name,d(f,_),k,Ae(f,_),b),v[B].choose(_.name===y)})}}}function Ta(e,t){
let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.
range=r;let a=Math.ceil((n-o)/s),i=[];for(let l=n;l>=o;l-=a){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;i.push(c("sp\
an",{style:p},"10",c("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...i)}function Aa(e){let t=st(e),o=c("i"),
n=c("span",{class:"opscope-track"},o),s=c("span",{class:"opscope-number"}),r=c("canvas",{class:"opscope-strip",width:Pe,
height:1,role:"img","aria-label":"RMS gradient over the steps"}),a=c("button",{class:"opscope-flow-row",type:"button","d\
ata-name":e},t,n,s,r),i="",l;return{el:a,choose:p=>g(a,"aria-pressed",p?"true":"false"),update(p,u,m,d,f,y){let w=`${d} ${f}\
 ${y} ${u}`;if(l===p&&i===w)return;l=p,i=w,g(a,"data-elsewhere",!!f),g(a,"title",f?`not computed yet: its value ${f}`:void 0);
let{rms:h}=at(p),x=le(p);Ge(t,u.replaceAll("@GRAD","")),g(a,"data-health",x),g(o,"data-nothing",h===null),g(n,"style",`-\
-decade: ${(100/(d[1]-d[0])).toFixed(3)}%`),g(o,"style",`width: ${(100*(h===null?1:Kn(h,d))).toFixed(2)}%`),N(s,p.nan?"N\
aN":p.inf?"Inf":G(h)),Ca(r,m,d,y)}}}function Ca(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Pe,1);let r=t[0]?.
step??0,a=(t.at(-1)?.step??0)-r+1;t.forEach((i,l)=>{let p=t[l+1]?.step??i.step+1,u=Math.floor((i.step-r)/a*Pe);if(!i.bad&&
l+1<t.length&&Math.floor((p-r)/a*Pe)===u)return;let m=La(i,o);m&&(s.fillStyle=m,s.fillRect(u,0,Math.ceil((p-r)/a*Pe)-u,1))}),
!(n===null||n<r||n>=r+a)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/a*Pe),0,2,1))}var _a=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function vt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Xn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Ft(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Me(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Yn(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(_a)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),a=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),i=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=U("g",{class:"opscope-gutter"},U("title"),r,a,i);return e.
append(l),l}function Jn(e,t){g(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),g(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),g(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&N(Yn(e).firstChild,Xn(t))}function Zn(e){let t=Yn(e).firstChild;t.textContent||N(t,Xn([]))}function Qn(e){let t=[];for(let o of e){let n=o.querySelector(":scope > .opscope-fold-fold")?18:0,s=Number(o.querySelector(
"rect")?.getAttribute("width")??0)-6-n;if(!(s<=0))for(let r of o.querySelectorAll("text"))r.getComputedTextLength()>s&&t.
push([r,s])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var Fe=["nan","inf","zeros","ok"],Ia=2e5;function Je(e,t){return e.program===t||!(e.program>=0)}function es(e,t){let o=new Map,
n=new Map,s=[...e.values()].filter(r=>Je(r,t));for(let r of e.values())o.set(`var-${r.name}`,le(r));for(let r of s)n.set(
r.op,Math.max(n.get(r.op)??0,r.step));for(let r of s){let a=le(r),i=o.get(`op-${r.op}`);r.step===n.get(r.op)&&(!i||Fe.indexOf(
a)<Fe.indexOf(i))&&o.set(`op-${r.op}`,a)}return o}function ts(e,t){let o=new Map;for(let[n,s]of e){let r=t.get(n);if(r===
void 0)continue;let a=o.get(r);(!a||Fe.indexOf(s)<Fe.indexOf(a))&&o.set(r,s)}return o}function os(e){let t=[];try{let o=JSON.
parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.exec(n);if(!s)
t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<Ia;r++)t.push(`op-${r}`)}}catch{return[]}return t}function ns(e,t,o,n=[]){
if(o.startsWith("var-"))return e.get(o.slice(4))?.name;let s=new Set([o,...n]);return[...e.values()].filter(a=>Je(a,t)&&
s.has(`op-${a.op}`)||s.has(`var-${a.name}`)).sort((a,i)=>Fe.indexOf(le(a))-Fe.indexOf(le(i)))[0]?.name}var Ba=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),ss=/^(xmlns(:xlink)?|xml:space)$/,Ra=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),Oa=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function Pa(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!Ra.has(e)&&!Oa.test(e)&&!ss.test(e)?!1:ss.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function rs(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(as(n),document.importNode(n,!0))}function as(e){for(let{
name:t,value:o}of[...e.attributes])Pa(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Ba.
has(t.localName)&&t.namespaceURI===e.namespaceURI?as(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function is(e,t){let o=rs(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[],labels:new Map};for(let s of["width","height"])o.removeAttribute(s);g(o,"role","group");for(let s of o.querySelectorAll(
"g")){let r=s.getAttribute("data-src"),a=s.getAttribute("data-dst"),i=s.getAttribute("data-scope"),l=os(s.getAttribute("\
data-hides"));r!==null&&a!==null?n.links.push({src:r,dst:a}):l.length||/^(op|var)-/.test(s.id)?Fa(n,s,l,t&&i!==null):i!==
null&&(n.frames.set(i,s),t&&cs(s,"fold"))}return n}function Fa(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,
o);for(let s of o)e.hiddenIn.set(s,t.id);g(t,"data-node",t.id),g(t,"tabindex",-1),g(t,"role","button"),e.labels.set(t.id,
t.querySelector("title")?.textContent??t.id),g(t,"aria-label",e.labels.get(t.id)),n&&cs(t,"open")}function cs(e,t){let o=e.
querySelectorAll(":scope > rect, :scope > a > rect"),n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("widt\
h")-(t==="open"?0:11),a=s("y")+(t==="open"?0:11),i=t==="open"?`M${r-3},${a}h6M${r},${a-3}v6`:`M${r-3},${a}h6`,l=U("title");
l.textContent=t==="open"?"open (Enter)":"fold (Backspace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},l,U("\
circle",{cx:r,cy:a,r:6}),U("path",{d:i})))}function ls(e,t,o){let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;
let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):
[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:0,a=p=>(p.left+p.right)/2,i=null,l=1/0;for(let p of s){let u=e.
nodes.get(p)?.getBoundingClientRect();if(!u||p===t)continue;let m=a(u)-a(n),d=Math.abs(u.top-n.top);if(r&&m*r<=1)continue;
let f=Math.abs(m)+(r?3:.2)*d;f<l&&([i,l]=[p,f])}return i}var Da=150,ps="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function ds({search:e,choose:t,signal:o}){
let n=c("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:ps,"aria-label":`\
search the graph: ${ps}`}),s=c("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),r=c("div",{class:"opscope-graph-find"},n,s),a=0,i="",l=null,p=()=>g(s,"hidden",!0),u=()=>{i=n.value.trim(),i?
e(i):p()};n.addEventListener("input",()=>{clearTimeout(a),a=window.setTimeout(u,Da)},{signal:o}),n.addEventListener("foc\
us",()=>g(s,"hidden",!i||!l||l.text!==i),{signal:o}),r.addEventListener("keydown",d=>{d.stopPropagation();let f=[...s.querySelectorAll(
"button")],y=f.findIndex(w=>w.matches(":focus"));if(d.key==="Escape")p(),n.focus();else if(d.key==="Enter"&&y<0)l?.text===
n.value.trim()?f[0]?.click():u();else if(d.key==="ArrowUp"&&y===0)n.focus();else if(d.key.startsWith("Arrow")&&d.key!=="\
ArrowLeft"&&d.key!=="ArrowRight")f[pe(d,y,f.length)??0]?.focus();else return;d.preventDefault()},{signal:o}),s.addEventListener(
"click",d=>{let f=d.target.closest("[data-found]");f&&(p(),t(f.getAttribute("data-found")??""))},{signal:o}),r.addEventListener(
"focusout",({relatedTarget:d})=>{r.contains(d)||p()},{signal:o}),document.addEventListener("pointerdown",d=>d.composedPath().
includes(r)||p(),{signal:o,capture:!0});function m(d){let f=d.ids.map((h,x)=>{let k=c("button",{class:"opscope-match",type:"\
button",role:"option",tabindex:-1,"data-found":h},c("b",{},d.labels[x]),c("span",{},d.details[x]));return g(k,"title",`${d.
labels[x]}
${d.details[x]}`),k}),y=d.total>f.length?` · the first ${f.length} are shown`:"",w=d.total===1?"1 node":`${d.total.toLocaleString(
"en")} nodes${y}`;s.replaceChildren(c("div",{class:"opscope-matches-head"},d.total?w:`Nothing matches "${d.text}".`),...f),
g(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(d){d!==l&&(l=d,d&&d.text===i&&n.value.trim()===i&&r.contains(document.
activeElement)&&m(d))},enable:d=>g(r,"hidden",!d),clear:()=>N(s,"")}}var za={together:"in one",apart:"side by side",forward:"forward only"};function us({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:a}){let i=c("span",{class:"opscope-graph-info"}),l=c("span",{class:"opscope-graph-number"}),p=(C,W,V)=>{let Q=c(
"button",{type:"button",class:"opscope-tool",title:W,"aria-label":W},C);return Q.addEventListener("click",V,{signal:a}),
Q},u=(C,W,V)=>c("select",{class:`opscope-graph-choice opscope-graph-${C}`,title:W,"aria-label":W},...Object.entries(V).map(
([Q,fe])=>c("option",{value:Q},fe))),m=ds({search:n,choose:s,signal:a}),d=u("arrangement","forward and backward: each la\
yer with its gradients, side by side, or forward only",za),f=Object.fromEntries(Object.entries(we).map(([C,{label:W}])=>[
C,W])),y=u("colors","color the operators by",{health:"health",...f}),w=c("input",{class:"opscope-graph-since",type:"numb\
er",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),
h=p("Whole graph","back to the whole graph",()=>t({center:""})),x=!1,k=p("Fold all","fold all scopes",()=>t(x?{open:[],center:""}:
{first:!0,center:""})),v=u("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),b=c("div",{class:"\
opscope-key"},...["ok","zeros","Inf","NaN"].map(C=>c("span",{"data-health":C.toLowerCase()},c("i"),C))),S=c("span"),M=c(
"span"),A=c("span",{class:"opscope-graph-when"}),_=c("div",{class:"opscope-key opscope-ramp",hidden:!0},A,S,c("i"),M,l),
B=c("div",{class:"opscope-tools"},p("+","zoom in",()=>e.zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the who\
le graph",e.fit),v),L=c("div",{class:"opscope-graph-bar",hidden:!0},m.el,d,c("label",{class:"opscope-graph-by"},"color",
y),w,k,h);for(let C of L.children)g(C,"data-asks",!0);let P=c("div",{class:"opscope-graph-keys",title:"drag to move, Ctr\
l + wheel to zoom, arrows to walk along the edges"},b,_,i),R=c("div",{class:"opscope-graph-foot"},P,B),j=new Map,q="",D="",
T="",J=!1,K={by:"health",selected:"",against:0},te=()=>{K.by=y.value,D="",g(w,"hidden",K.by!=="change"),K.against=Math.max(
0,Math.round(Number(w.value)||0)),o()};y.addEventListener("change",te,{signal:a}),w.addEventListener("change",te,{signal:a}),
w.addEventListener("keydown",C=>C.stopPropagation(),{signal:a}),d.addEventListener("change",()=>t({arrangement:d.value,first:!0,
center:""}),{signal:a}),v.addEventListener("change",()=>{v.value&&r(v.value),v.value=""},{signal:a});function Z(){N(i,D||
(J?"drawing …":T)),g(P,"data-refused",!!D)}function $(){let C=j.get(q);N(l,C===void 0?"":we[K.by]?.text(C)??"")}return Object.
assign(K,{el:L,foot:R,focusSearch:m.focus,wait(C){J=C,Z()},measured(C,W){return D=C?"":W,Z(),!C},read(C){q=C,$()},drawn(C,W,V){
g(L,"hidden",!C.arrangement||V),C.arrangement&&(d.value=C.arrangement),g(h,"hidden",!C.center),x=C.open.length>0,g(k,"hi\
dden",!!C.center||!x&&!C.hidden),N(k,x?"Fold all":"Unfold");for(let fe of["title","aria-label"])g(k,fe,x?"fold all scope\
s":"open the scopes that were open at first");let Q=C.hidden?`, ${C.hidden.toLocaleString("en")} nodes folded`:"";T=W?`${C.
ops.toLocaleString("en")} operators${Q}`:"",Z()},update(C,W,V){K.selected=W,m.update(C.fold.found);for(let Q of y.options)
Q.disabled=Q.value!=="health"&&(V||!C.recorded)},legend(C,W,V){if(j=W,g(b,"hidden",K.by!=="health"),g(_,"hidden",!C),C){
let Q=we[C.by];N(S,Q.text(V.low)),N(M,Q.text(V.high));let fe=C.against?`steps ${C.against} and ${C.step}`:`step ${C.step}`;
N(A,fe),g(_,"title",`${Q.label}, ${fe}: ${Q.about}`)}$()}})}function fs(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...ja(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function ja(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=a=>({name:"goto",label:`Go to here in st\
ep ${a}`,kind:"Goto",fields:{step:a,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function hs({choose:e,
frame:t,signal:o}){let n=c("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=null,a=(l=!1)=>{n.hidden||
(g(n,"hidden",!0),l&&(r?.isConnected?r:t).focus({preventScroll:!0}))};n.addEventListener("click",l=>{let p=[...n.querySelectorAll(
"button")].findIndex(u=>u.contains(l.target));p<0||(a(!0),e(s[p]))},{signal:o}),n.addEventListener("keydown",l=>{let p=[
...n.querySelectorAll("button")],u=pe(l,p.findIndex(m=>m.matches(":focus")),p.length);if(u!==null)p[u].focus();else if(l.
key==="Escape")a(!0);else return;l.preventDefault(),l.stopPropagation()},{signal:o});let i=l=>{l.composedPath().includes(
n)||a()};return document.addEventListener("pointerdown",i,{signal:o,capture:!0}),t.addEventListener("wheel",()=>a(),{signal:o,
passive:!0}),t.addEventListener("keydown",l=>l.key==="Escape"&&a(!0),{signal:o}),{el:n,close:a,show(l,p,u,m){if(!l.length)
return a();s=l,r=m;let d=c("div",{class:"opscope-menu-head"},c("b",{},p),` ${u}`);n.replaceChildren(d,...s.map(k=>c("but\
ton",{class:`opscope-menu-item opscope-menu-${k.name}`,type:"button",role:"menuitem"},k.label))),g(n,"hidden",!1);let f=t.
getBoundingClientRect(),y=m.getBoundingClientRect(),h=y.right+8+n.offsetWidth<=f.right?y.right+8-f.left:Math.max(4,y.left-
16-n.offsetWidth-f.left),x=Math.max(4,Math.min(f.height-n.offsetHeight-4,(y.top+y.bottom)/2-f.top-16));n.style.left=`${h}\
px`,n.style.top=`${x}px`},focus:()=>n.querySelector("button")?.focus()}}var De=132,Ze=96;function so(e){let t=Math.min(De/e.w,Ze/e.h);return{scale:t,x:(De-e.w*t)/2,y:(Ze-e.h*t)/2}}function ms(e,t){
let o=c("canvas",{width:De*2,height:Ze*2}),n=c("div",{class:"opscope-sight"}),s=c("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},a=i=>{let l=o.getBoundingClientRect(),
[p,u]=[so(r),l.width/De||1];e(r.x+((i.clientX-l.left)/u-p.x)/p.scale,r.y+((i.clientY-l.top)/u-p.y)/p.scale)};return s.addEventListener(
"pointerdown",i=>{i.preventDefault(),i.stopPropagation(),s.setPointerCapture(i.pointerId),a(i)},{signal:t}),s.addEventListener(
"pointermove",i=>i.buttons&1&&a(i),{signal:t}),{el:s,draw(i,l){r=i;let p=o.getContext("2d");if(!p)return;let{scale:u,x:m,
y:d}=so(i);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,De,Ze);for(let{box:f,color:y}of l){p.fillStyle=y;let[w,h]=[Math.max(
1.5,f.w*u),Math.max(1.5,f.h*u)];p.fillRect(m+(f.x-i.x)*u,d+(f.y-i.y)*u,w,h)}},update(i,l){r=l;let{scale:p,x:u,y:m}=so(l),
d=i.x<=l.x+1&&i.y<=l.y+1&&i.x+i.w>=l.x+l.w-1&&i.y+i.h>=l.y+l.h-1;if(g(s,"hidden",d),d)return;let f=Math.max(0,u+(i.x-l.x)*
p),y=Math.max(0,m+(i.y-l.y)*p),w=Math.min(De,u+(i.x+i.w-l.x)*p),h=Math.min(Ze,m+(i.y+i.h-l.y)*p);n.style.cssText=`left:${f}\
px;top:${y}px;width:${Math.max(4,w-f)}px;height:${Math.max(4,h-y)}px`}}}function $t(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function Wa(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:$t(e,1/o)}function Ha(e,t){let o=(n,s,r,a)=>s>=a?r+(a-s)/2:Math.max(
r,Math.min(r+a-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function gs(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,a=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:a<e.h?e.
y:e.y+(e.h-a)/2,w:r,h:a}}function Ga(e,t){let o=e.reduce((a,i)=>Math.min(a,i.y),1/0),n=a=>Math.abs(a.x+a.w/2-t.x-t.w/2),
s=e.filter(a=>a.y<o+a.h),r=s.reduce((a,i)=>n(i)<n(a)?i:a,s[0]);return r&&r.x+r.w/2}function Ua(e,t){return e.left<t.right&&
t.left<e.right&&e.top<t.bottom&&t.top<e.bottom}function bs(e,t,o=()=>{},n){let s=null,r={x:0,y:0,w:1,h:1},a=r,i=null,l=!1,
p=a,u=()=>{p=a,e.style.removeProperty("transform"),s?.setAttribute("viewBox",`${a.x} ${a.y} ${a.w} ${a.h}`),o(a,r)},m=(h,x)=>{
a=h,e.style.setProperty("transform",`translate(${(p.x-a.x)/x}px, ${(p.y-a.y)/x}px)`),o(a,r)},d=h=>(a=Wa(h,r),u()),f=()=>a!==
p&&u(),y=()=>Math.max(a.w/e.clientWidth,a.h/e.clientHeight);e.addEventListener("wheel",h=>{if(!s||!(h.ctrlKey||h.metaKey))
return;h.preventDefault(),f();let x=e.getBoundingClientRect();d($t(a,Math.exp(-h.deltaY*.002),(h.clientX-x.left)/x.width,
(h.clientY-x.top)/x.height))},{signal:t,passive:!1}),e.addEventListener("pointerdown",h=>{h.button||!s||(i={x:h.clientX,
y:h.clientY,box:a,unit:y()},l=!1)},{signal:t}),e.addEventListener("pointermove",h=>{if(!i)return;let x=h.clientX-i.x,k=h.
clientY-i.y;if(!l&&Math.hypot(x,k)<4)return;l||e.setPointerCapture(h.pointerId),l=!0;let v={...i.box,x:i.box.x-x*i.unit,
y:i.box.y-k*i.unit};v.w===p.w&&v.h===p.h?m(v,i.unit):d(v)},{signal:t});let w=()=>{i=null,f()};for(let h of["pointerup","\
pointercancel"])e.addEventListener(h,w,{signal:t});return e.addEventListener("click",h=>{l&&h.stopPropagation(),l=!1},{signal:t,
capture:!0}),e.addEventListener("keydown",h=>{let x={"+":1.25,"=":1.25,"-":.8}[h.key],k=h.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[
1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[h.key];if(x)d($t(a,x));else if(k)d({...a,x:a.x+k[0]*40*y(),y:a.y+k[1]*40*y()});else if(h.
key==="0")d(r);else return;h.preventDefault()},{signal:t}),{attach(h,x=!1){s=h;let k=s?.viewBox.baseVal;r=k&&k.width?{x:k.
x,y:k.y,w:k.width,h:k.height}:{x:0,y:0,w:100,h:100},x||(a=r),u()},hold(h,x){let k=h.getBoundingClientRect();d({...a,x:a.
x+(k.left-x.left)*y(),y:a.y+(k.top-x.top)*y()})},center:(h,x)=>d({...a,x:h-a.w/2,y:x-a.h/2}),zoom:h=>d($t(a,h>0?1.25:1/1.25)),
fit:()=>d(r),whole:()=>r,start(h){let[x,k]=[e.clientWidth,e.clientHeight],v=gs(r,x,k);d(v.w<r.w?gs(r,x,k,Ga(h(),v)):v)},
reveal(h){f();let x=e.getBoundingClientRect(),k=h.getBoundingClientRect();if(k.left>=x.left&&k.right<=x.right&&k.top>=x.
top&&k.bottom<=x.bottom&&!(n&&Ua(k,n.getBoundingClientRect())))return;let b=(k.left+k.right-x.left-x.right)/2,S=(k.top+k.
bottom-x.top-x.bottom)/2;d(Ha({...a,x:a.x+b*y(),y:a.y+S*y()},r))}}}var qa=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function Ka(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let a=getComputedStyle(o[r]);s.setAttribute("style",qa.map(i=>`${i}:${a.getPropertyValue(i)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=Va(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function Va(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function ro(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function ws(e,t,o,n){if(t==="dot")return ro(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=Ka(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return ro(r,"graph.svg");let a=new Image,i=URL.createObjectURL(r);a.src=i,await a.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(a.width,a.height));l.width=Math.round(a.width*p),l.height=Math.round(a.height*p);let u=l.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,l.width,l.height),u.drawImage(a,0,0,l.width,l.height)),URL.revokeObjectURL(
i),l.toBlob(m=>m&&ro(m,"graph.png"),"image/png")}var ys={id:"graph",label:"Graph",create:Ya},Xa=[];function Ya({select:e,ask:t,open:o,offline:n,signal:s}){let r=c("div",
{class:"opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope\
, Backspace folds it, slash searches, plus and minus zoom"}),a=ms((E,O)=>i.center(E,O),s),i=bs(r,s,a.update,a.el),l=us({
view:i,draw:E=>L(E.center===""&&f?.center?{...E,reveal:f.center}:E),measure:R,search:E=>t("SearchGraph",{text:E}),found:E=>L(
{reveal:E}),save:j,signal:s}),p=hs({choose:q,frame:r,signal:s}),u=c("div",{class:"opscope-nothing"}),m=c("div",{class:"o\
pscope-graph-tab"},l.el,c("div",{class:"opscope-graph-box"},r,p.el,u,a.el),l.foot),d=null,f=null,y=!0,w=!1,h="",x="",k="",
v=null,b,S,M="",A=0,_=E=>d?.nodes.get(E)??d?.nodes.get(d.hiddenIn.get(E)??""),B=E=>E?.getAttribute("data-node")??"";function L(E){
f?.arrangement&&(l.wait(!0),t("DrawGraph",{open:f.open,arrangement:f.arrangement,...E},()=>l.wait(!1)))}function P(E,O,z){
if(!f)return;let Y=z.getBoundingClientRect();v={scope:E,left:Y.left,top:Y.top};let se=ne=>ne===E||ne.startsWith(`${E}/`);
L({open:O?[...f.open,E]:f.open.filter(ne=>!se(ne)),center:O?f.center:""})}function R(){A=b?.stopped?.step||0;let{by:E,against:O}=l;
E!=="health"&&t("MeasureOperators",{by:E,step:A,against:O},(z,Y)=>l.measured(z,Y)),b&&V(b)}function j(E){let O=getComputedStyle(
m).getPropertyValue("--o-ground")||"#ffffff";d&&f&&ws(d.svg,E,f.dot,O)}function q({kind:E,fields:O}){let{id:z,spec:Y,op:se}=O,
ne=z===void 0?void 0:d?.nodes.get(z);E==="compose"?o("breakpoints",Y):E==="attributes"?o("code",se):E==="open"&&ne?P(z,!0,
ne):E==="center"?L({center:z,reveal:z}):E!=="open"&&t(E,O)}function D(E,O){let z=B(E),Y=d?.folded.get(z),se=ns(O.values,
f?.program??-1,z,Y);se&&e(se,!1),k=z;let ne=[];f?.arrangement&&!n&&(E.hasAttribute("data-scope")&&ne.push({name:"open",label:"\
Open",kind:"open",fields:{id:z}}),ne.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:z}}));
let ce=n?-1:Me(z),be=E.querySelector("text")?.textContent??"";p.show([...ce>=0?fs(O,ce):[],...ne],be,ce>=0?`op ${ce}`:Y?
`${Y.length} inside`:"",E)}r.addEventListener("click",E=>{let O=E.target,Y=O.closest(".opscope-fold")?.closest("[data-sc\
ope]");if(Y)return P(Y.getAttribute("data-scope")??"",Y.hasAttribute("data-node"),Y);let se=O.closest("[data-node]");if(!se||
!b)return;let ne=B(se);if(!n&&(O.closest(".opscope-gutter")||Me(ne)>=0&&E.altKey))return K(ne);D(se,b)},{signal:s}),r.addEventListener(
"dblclick",E=>{let O=E.target.closest("[data-node][data-scope]");!O||n||!f?.arrangement||(p.close(),P(B(O),!0,O))},{signal:s}),
r.addEventListener("pointerover",E=>{let O=E.target.closest("[data-node]");O&&Me(B(O))>=0&&!n&&Zn(O),l.read(O?B(O):"")},
{signal:s}),r.addEventListener("focusin",({target:E})=>k=B(E)||k,{signal:s}),r.addEventListener("keydown",E=>T(E)&&(E.preventDefault(),
E.stopPropagation()),{signal:s});function T(E){if(!d||!b||E.altKey||E.ctrlKey||E.metaKey||E.shiftKey)return!1;let O=d.nodes.
get(k);if(E.key==="/"&&f?.arrangement)return l.focusSearch(),!0;if(E.key.startsWith("Arrow")){let z=O?ls(d,k,E.key):B(_(
h)??[...d.nodes.values()][0]??null);return z&&J(z),!0}if(!O)return!1;if(E.key==="Enter"||E.key===" ")return O.hasAttribute(
"data-scope")&&f?.arrangement&&!n?P(k,!0,O):(D(O,b),p.focus()),!0;if(E.key==="Backspace"){let z=[...d.frames].filter(([,
Y])=>xs(Y,O)).at(-1);return z&&f?.arrangement&&P(z[0],!1,z[1]),!0}return!1}function J(E){let O=d?.nodes.get(E);O&&(k=E,i.
reveal(O),O.focus({preventScroll:!0}),l.read(E))}function K(E){let O=Z(vt(b?te(b):[]),E);for(let{number:z}of O)t("ClearB\
reakpoint",{number:z});!O.length&&Me(E)>=0&&t("SetBreakpoint",{spec:`id:${Me(E)}`})}function te(E){let O=E.fold.breakpoints;
return O&&f&&Je(O,f.program)?E.breakpoints:Xa}function Z(E,O){return[...new Set((d?.folded.get(O)??[O]).flatMap(z=>E.get(
Me(z))??[]))]}function $(E){if(E===S||!r.clientWidth||!d)return;S=E;let O=vt(E);for(let[z,Y]of d.nodes)z.startsWith("var\
-")||Jn(Y,Z(O,z))}function C(E){let O=!!(d&&f?.arrangement&&f.program===E.program);d=is(E.svg,!!E.arrangement&&!n),S=void 0,
h=M="",p.close(),r.replaceChildren(),i.attach(null,O),d&&(r.append(d.svg),i.attach(d.svg,O),y=!O,w=!0,O&&W(E)),N(u,d?"":
"The graph could not be read."),g(u,"hidden",!!d),l.drawn(E,!!d,n)}function W(E){let O=v&&(d?.nodes.get(v.scope)??d?.frames.
get(v.scope));v&&O?i.hold(O,v):i.start(Q);let z=v&&d?.frames.get(v.scope);v&&d?.nodes.has(v.scope)?k=v.scope:z&&(k=[...d?.
nodes??[]].find(([,Y])=>xs(z,Y))?.[0]??k),v=null,E.reveal&&([x,k]=[E.reveal,E.reveal]),(r.contains(document.activeElement)||
document.activeElement===document.body||E.reveal)&&d?.nodes.get(k)?.focus({preventScroll:!0})}function V(E){if(!d||!f)return;
let O=es(E.present,f.program),z=ts(O,d.hiddenIn),Y=E.values.get(l.selected),se=Y&&(_(`var-${l.selected}`)??(Je(Y,f.program)?
_(`op-${Y.op}`):null)),ne=l.by!=="health"&&E.fold.measured?.by===l.by?E.fold.measured:null,ce=ne?dn(ne,d.hiddenIn):new Map,
be=un(l.by,ce.values()),Et=vt(te(E)),Qe=_(E.stopped?`op-${E.stopped.op}`:"");for(let[I,F]of d.nodes){let H=d.folded.has(
I)?z.get(I):O.get(I),oe=[H&&H!=="ok"?Le[H]:"",F===Qe?"the run is here":"",!I.startsWith("var-")&&Z(Et,I).length?"breakpo\
int":""];g(F,"aria-label",[d.labels.get(I),...oe].filter(Boolean).join(", ")),g(F,"data-health",l.by!=="health"?void 0:H),
g(F,"data-selected",F===se);let ee=ce.get(I);g(F,"data-heat",ee===void 0?l.by==="health"?void 0:"none":(be.at(ee)*100).toFixed(
0)),F.style.setProperty("--heat",ee===void 0?"0%":`${(8+84*be.at(ee)).toFixed(0)}%`)}l.legend(ne,ce,be);let je=`${l.by} ${ne?.
step} ${[...O.values()].join()}`;je!==M&&r.clientWidth&&(M=je,fe())}function Q(){let E=d?.svg.querySelector("g")?.transform.
baseVal.consolidate()?.matrix;return[...d?.nodes.values()??[]].map(O=>{let z=O.getBBox();return{x:z.x+(E?.e??0),y:z.y+(E?.
f??0),w:z.width,h:z.height}})}function fe(){let E=[...d?.nodes.values()??[]].map(O=>{let z=O.querySelector(":scope > rec\
t, :scope > a > rect, :scope > polygon");return z?getComputedStyle(z).stroke:"#888888"});a.draw(i.whole(),Q().map((O,z)=>({
box:O,color:E[z]})))}return{el:m,open(E){x=`op-${E}`,d&&!d.nodes.has(x)&&d.hiddenIn.has(x)&&L({reveal:x})},update(E,{selected:O}){
E.graph&&E.graph!==f&&(E.graph.svg!==f?.svg||E.graph.reveal)?C(E.graph):!E.graph&&!b&&N(u,"No graph yet. A program is dr\
awn when it first runs, eager code at each stop and step."),f=E.graph,y&&r.clientWidth&&(y=!1,i.start(Q)),w&&d&&r.clientWidth&&
(w=!1,Qn([...d.nodes.values(),...d.frames.values()])),b=E,l.by!=="health"&&E.stopped&&E.stopped.step!==A&&!n&&R(),l.update(
E,O,n),V(E),$(te(E));let z=E.stopped?`op-${E.stopped.op}`:"",Y=_(z);if(z!==h){let ne=_(h);for(let ce of["data-current","\
data-past"])ne&&g(ne,ce,!1);Y&&g(Y,"data-current",!0),x||=z,h=z}Y&&g(Y,"data-past",E.stopped?.past);let se=_(x);se&&r.clientWidth&&
i.reveal(se),x=""}}}function xs(e,t){let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&
o.right>=n.right&&o.top<=n.top&&o.bottom>=n.bottom}var ks={id:"notes",label:"Notes",create:Ja,count:Qa};function Ja({select:e,signal:t}){let o=c("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=c("pre",{class:"opscope-error"}),s=c("div",{class:"opscope-notes-rows"}),r,a=0;return s.addEventListener(
"click",i=>{let l=i.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:c("div",{class:"opscope-note\
s"},o,n,s),update(i){if(N(n,i.error),g(n,"hidden",!i.error),g(o,"hidden",!!i.error||i.warnings.size>0),i.warnings===r&&i.
values.size===a)return;r=i.warnings,a=i.values.size;let l=[...i.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>Za(p,i.values.has(p.subject))))}}}function Za({subject:e,text:t},o){let n=[c("code",{},e),c("span",{},t)];return o?c(
"button",{class:"opscope-note",type:"button","data-name":e},...n):c("div",{class:"opscope-note"},...n)}function Qa(e){return e.
warnings.size+(e.error?1:0)}var ze=[jn,Vn,ys,wn,Hn,ks,sn];var vs=50,ei=0;function $s(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),r=n?Ee(e):new Set,a=m=>s.every(d=>m.
toLowerCase().includes(d)),[i,l]=[s.filter(m=>/^\d+$/.test(m)),s.filter(m=>!/^\d+$/.test(m))],p=i.length===1&&l.every(m=>[
"go","to","step","goto"].includes(m))?Number(i[0]):NaN,u=o&&p>=o[0]&&p<=o[1]?[{label:`Go to step ${p}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:p}}]:[];for(let{kind:m,label:d,about:f,key:y}of ve)r.has(m)&&a(`${d} ${f}`)&&u.push({label:d,about:f,
key:y,deed:{send:m}});for(let{id:m,label:d}of ze)a(`show ${d} tab`)&&u.push({label:`Show ${d}`,about:"tab",deed:{tab:m}});
a("keys shortcuts help")&&u.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let m of e.values.
values()){if(u.length>=vs)break;if(!a(`value ${m.name} ${m.called} ${m.op_type}`))continue;let[d,f]=ge(m);u.push({label:d,
about:["value",f,m.op_type].filter(Boolean).join(" · "),deed:{value:m.name}})}return u.slice(0,vs)}function Ms({root:e,
find:t,act:o,signal:n}){let s=c("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),r=c("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),a=c("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,r),i=`opscope-palette-${++ei}`,l=[],p=0,u=null;function m(){
[...r.children].forEach((h,x)=>g(h,"aria-selected",x===p?"true":"false"));let w=r.children[p];w?.scrollIntoView({block:"\
nearest"}),g(s,"aria-activedescendant",w?.id)}function d(){l=t(s.value),p=0;let w=l.map(({label:h,about:x,key:k},v)=>c("\
div",{class:"opscope-choice",role:"option",id:`${i}-${v}`,"data-at":v},c("b",{},h),c("span",{},x),...k?[c("kbd",{},k)]:[]));
r.replaceChildren(...w.length?w:[c("div",{class:"opscope-empty"},"Nothing has all these words.")]),m()}function f(w){if(w!==
!a.hidden){if(w&&(u=e.ownerDocument.activeElement),g(a,"hidden",!w),!w)return(u&&e.contains(u)?u:e).focus({preventScroll:!0});
s.value="",d(),s.focus({preventScroll:!0})}}function y(w){let h=l[w];h&&(f(!1),o(h.deed))}return s.addEventListener("inp\
ut",d,{signal:n}),s.addEventListener("blur",w=>{a.contains(w.relatedTarget)||g(a,"hidden",!0)},{signal:n}),r.addEventListener(
"pointerdown",w=>w.preventDefault(),{signal:n}),r.addEventListener("click",w=>{let h=w.target.closest("[data-at]");h&&y(
Number(h.dataset.at))},{signal:n}),e.addEventListener("keydown",w=>{if((w.ctrlKey||w.metaKey)&&!w.altKey&&!w.shiftKey&&w.
key.toLowerCase()==="k")f(!!a.hidden);else{if(a.hidden||w.target!==s)return;if(w.key==="Escape")f(!1);else if(w.key==="E\
nter")y(p);else{let h=["ArrowUp","ArrowDown"].includes(w.key)&&l.length?pe(w,p,l.length):null;if(h===null)return void w.
stopPropagation();p=h,m()}}w.preventDefault(),w.stopPropagation()},{signal:n,capture:!0}),{el:a,open:()=>f(!0)}}var ti=0;function Es(e,t,o){let n=new Map(e.map(l=>[l.id,c("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),u=l.short?[c("span",{class:"opscope-long"},l.label),c("span",{class:"opscope-short"},l.short)]:[l.label];return c("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...u,p)}),r=c("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++ti}`,g(l.el,"role","tabpanel"),g(l.el,"aria-labelledby",s[p].
id)});let a=0;function i(l){a=l,e.forEach((p,u)=>{g(s[u],"aria-selected",u===a?"true":"false"),g(s[u],"tabindex",u===a?0:
-1),g(p.el,"hidden",u!==a)})}return r.addEventListener("click",l=>{let p=s.findIndex(u=>u.contains(l.target));p<0||(i(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=pe(l,a,e.length);p!==null&&(l.preventDefault(),i(p),s[p].focus(),
t())},{signal:o}),i(0),{el:c("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[a].id},show:l=>i(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let u=n.get(l);u&&N(u,p?String(p):"")}}}var oi=1e4,ni=new Set(ve.map(e=>e.kind)),Ss=new Set(["FetchDetail","WatchDetail"]);function si(e){let{forward:t,parameters:o,
gradients:n}=lt(e),s=[...t,...o,...n],r=a=>e.details.get(a)?.step??-1;return s.reduce((a,{name:i})=>r(i)>r(a)?i:a,s[0]?.
name??"")}function Mt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,a=s.selected??e.get?.("selected")??"",i=!0,l,
p=new Map,u={},m=null,d=!0,f=$=>[...p.values()].some(({kind:C,since:W})=>$(C)&&Date.now()-W<oi),y=c("div",{class:"opscop\
e-panel",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"t\
rue"});y.addEventListener("focusin",({target:$})=>g($,"data-lm-suppress-shortcuts","true"),{signal:o});let w=($,C={},W=void 0)=>{
if(delete u[$],!i)return W?.(!1,ko);p.set(J.command($,C),{kind:$,done:W,since:Date.now()})},h=($,C=!0)=>{l?.values.has($)&&
($!==a&&(d=!1),a=s.selected=$,x($),C&&j.show("tensor"),J.refresh())};function x($){!e.get||e.get("selected")===$||(e.set?.(
"selected",$),e.save_changes?.())}let k=()=>h(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",k),o.addEventListener(
"abort",()=>e.off("change:selected",k)));function v($){d=!0,i&&w("WatchDetail",{name:$})}let b=()=>J.refresh(),S=($,C)=>{
j.show($),R.get($)?.open?.(C),b()},M=$=>w($),A=Xo(w),_=($,C=-1)=>{if(n)return n.goTo($);A.goTo($,C),b()},B=$=>{if(n)return n.
steps;let C=Ot($);return i&&C&&C.last>C.first?[C.first,C.last]:null},L=Qo({send:M,ask:w,seek:A,refresh:b,offline:r,signal:o}),
P=on({select:$=>h($,j.open!=="graph"),refresh:b,signal:o}),R=new Map(ze.map($=>[$.id,$.create({select:h,ask:w,open:S,refresh:b,
goTo:_,reach:B,offline:r,signal:o})])),j=Es(ze.map(({id:$,label:C,short:W})=>({id:$,label:C,short:W,el:R.get($).el})),b,
o);y.addEventListener("keydown",$=>{let C=io($);!C||!l||!i||!Ee(l).has(C)||r||($.preventDefault(),(!$.repeat||!f(W=>ni.has(
W)))&&M(C))},{signal:o}),s.tab&&j.show(s.tab);let q=$o(),D=en({root:y,offline:r,signal:o}),T=Ms({root:y,find:$=>l?$s(l,$,
B(l),i&&!r):[],act:$=>{"send"in $?M($.send):"step"in $?_($.step):"value"in $?h($.value):"keys"in $?D.button.click():j.show(
$.tab),b()},signal:o});L.el.querySelector(".opscope-headline")?.append(D.button),y.append(q.el,L.el,c("div",{class:"opsc\
ope-body"},P.el,j.el),D.el,T.el),t.append(y);let J=jo({model:e,el:y,signal:o,paint:K});function K($,C){i=C==="live";let W=j.
open==="tensor"&&(s.tab??"tensor")!=="tensor";J.show(j.open),s.tab=j.open,q.update(C),g(y,"data-lost",!i);for(let V of y.
querySelectorAll("[data-asks]"))g(V,"inert",!i);i||p.clear(),$!==l&&Z($),l=$,$.values.has(a)||(a=si($),a&&(s.selected=a),
a&&i&&!e.get?.("selected")&&x(a),d=!a),W&&a&&i&&!r&&(d=!1),d||(u={}),g(y,"data-past",$.stopped?.past),L.update($,i,Object.
entries(u).find(([V])=>!Ss.has(V))?.[1]??""),P.update($,a);for(let V of ze)j.count(V.id,V.count?.($)??0);R.get(j.open)?.
update($,{selected:a,refusal:i?u.FetchDetail??u.WatchDetail??"":vo}),te($)}function te($){let C=$.stopped!==m&&j.open===
"tensor"&&!r&&i&&!f(W=>Ss.has(W));d?C&&$.stopped&&a&&w("FetchDetail",{name:a}):v(a),C&&(m=$.stopped)}function Z($){l&&($.
phase!==l.phase||$.stopped!==l.stopped)&&(u={}),l&&$.runs>l.runs&&$.values.has(a)&&(d=!1);for(let C of $.responses){let W=p.
get(C.request);if(!W)continue;p.delete(C.request);let V=C.ok?C.text:C.text||`${W.kind} was refused`;!C.ok&&!W.done?.(!1,
V)&&(u[W.kind]=V),C.ok&&W.done?.(!0,V)}}return y}function ri(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function ai(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let a of t)a(r,[])};return{on:(r,a)=>{t.add(
a)},off:(r,a)=>{t.delete(a)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function ii(e,t){let o=t.split(
`
`).filter(d=>d.trim()).map(Lo),n=ai(o),{steps:s,ends:r}=ri(o),a=new AbortController().signal,i=()=>{},l=Mt({model:n,el:e,
signal:a,page:{goTo:d=>i(d),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=c("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=c("output",{class:"opscope-number"},`step ${s[s.length-1]}`),m=0;i=d=>{
p.value=String(Math.max(0,s.filter(f=>f<=d).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
N(u,`step ${s[Number(p.value)]}`),m||=requestAnimationFrame(()=>{m=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(c("label",{class:"opscope-scrub"},p,u))}var bd=()=>{let e={};return{render({model:t,el:o,signal:n}){Mt({model:t,el:o,signal:n,memory:e})}}};export{bd as default,ii as replay};
