// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var nt=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,Tt=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:nt(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:nt(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:nt(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:nt(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],Le=Tt.
flat(),Bs=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],po=["StepBack","ReverseContinue","Goto"];function _e(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...Bs,
...po,...o])}return new Set(e.over&&e.recorded?[...t,...po]:t)}function uo(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Le.find(o=>o.key===e.key)?.kind}
function fo({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Ve=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),Xe={EditsChanged:[{
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
ho=256,mo=.9;var wo="−";function G(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",wo)}function Ce(e){return e.length?e.join("×"):"scalar"}var go=9,
bo=16;function xo(e){if(e.length<=bo)return[e,""];let t=e.replace(/^[^ ]*\.(?=\d+\.)/,"…");return t.length<=bo?[t,""]:
[t.slice(0,-go),t.slice(-go)]}function yo(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,t=>({uint:"u",bfloat:"\
bf"})[t]??t[0])}function st(e){return`${(100*e).toFixed(1)}%`}function ko(e){let t=100*e;return`${t<9.95?t.toFixed(1):Math.
round(t)} %`}function vo(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function le(e){return String(e).replace(
/\B(?=(\d{3})+$)/g," ")}function At(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.floor(Math.
log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ue(e){return e.nan?
"nan":e.inf?"inf":e.zeros>=mo?"zeros":"ok"}var Ie={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function xe(e){return e.named||
!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function rt(e){let t=[...e].map(n=>[n.name,xe(n)[0]]),o=new Map;
for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:s]))}function at(e){
return e.grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function $o(e,t,o){
if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[
...n,o]}function Ne(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[
10,5,2,1]){let a=s*r,c=Math.ceil(e/a-1e-9),l=Math.floor(t/a+1e-9);if(l-c+1>=o-1||r===1)return Array.from({length:l-c+1},
(p,u)=>(c+u)*a)}return[]}function Be(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(
".0e","e").replace("e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",wo)}var Os="http://www.w3.org/2000/svg";function i(e,t={},...o){let n=document.createElement(e);return Mo(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(Os,e);return Mo(n,t),n.append(...o),n}function it(e){let t=i("s\
pan",{class:"opscope-name"});return Ye(t,e),t}function Ye(e,t){if(e.title===t)return;e.title=t;let[o,n]=xo(t);e.replaceChildren(
i("span",{},o),...n?[i("span",{class:"opscope-name-end"},n)]:[])}function Mo(e,t){for(let[o,n]of Object.entries(t))g(e,o,
n)}function g(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function L(e,t){e.textContent!==t&&(e.textContent=t)}function Oe(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function fe(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var Eo="no kernel answers",So="No kernel answers, and the elements of this value were not kept.",Rs={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Ps(e){return Rs[e]}
function Lo(){let e=i("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){L(e,Ps(t)),g(e,"hidde\
n",t==="live")}}}function To(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function Ao(e){
let t=To(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var No=["step","min","max","mean","std","zeros",
"nan","inf"];function Fs(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=Ao(t[e.numbers]),s=n.length/(1+No.length);return Array.from({length:s},(r,a)=>{let c={
...o[n[a]]};return No.forEach((l,p)=>{let u=n[(p+1)*s+a];c[l]=Number.isNaN(u)?null:u}),c})}function _t(e,t,o=[]){let n=e.
events.map(a=>{let c=a.pixels?.buffer;return typeof c=="number"?{...a,pixels:To(t[c])}:a}),s=n.findIndex(a=>a.kind!=="Ru\
nStarted"&&a.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...Ds(e,t),...Fs(e,t,o),...n.slice(r)]}function Ds(e,t){
if(!e.trails?.length)return[];let o=Ao(t[e.block]),n=0;return e.trails.map(([s,r,a])=>{let c=(p,u)=>{let m=o[n+p*a+u];return Number.
isFinite(m)?m:null},l=Array.from({length:a},(p,u)=>({step:o[n+u],mean:c(1,u),min:c(2,u),max:c(3,u),rms:c(4,u),bad:o[n+5*
a+u]}));return n+=6*a,{kind:"Trail",slot:s,name:r,points:l}})}function _o(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function Bo(e){let t=new Blob([Co(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Co)}}function Co(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var Io="\
application/vnd.jupyter.widget-state+json",zs=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function Ct(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[Io]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),a=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),c=Object.fromEntries(zs.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));a[t]={model_module:c._model_module,
model_module_version:c._model_module_version,model_name:c._model_name,state:c},o.setMetadata("widgets",{[Io]:{version_major:2,
version_minor:0,state:a}})}var Po={points:[],stride:1};function Fo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(Oo(n,s,t);n.length>ho;){t*=2;let r=[];for(let a of n)Oo(r,a,t);n=r}return{points:n,stride:t}}function Oo(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=js(n,t):e.push(t)}function js(e,t){return{
step:t.step,mean:t.mean,min:Ro(Math.min,e.min,t.min),max:Ro(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function Ro(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function ct(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function lt(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function pt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function Do(e,t){let o=new It(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
Xe,n.kind))for(let s of Xe[n.kind])Hs(o,s,n);return o.slots}var It=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Ve[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,Fo(s.get(o)??Po,n))}};function Hs(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(a=>o[a]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let a of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(a)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[lt(o)]);else for(let[n,s]of pt(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Ve).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var Ws=Object.freeze([]),Gs=new Set,dt=Object.freeze({...zo(Ve),runs:0,reached:0,seconds:null});function Bt(e,t){return{...zo(Do(e.fold,t),e),...t.reduce(Us,e)}}function Us({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function zo(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):Gs,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:qs(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
Vs(e.breakpoints),exceptions:e.breakpoints?.exceptions??Ws,step:[...e.steps.values()].at(-1)?.step??0,scalars:Ks(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((a,c)=>[a,r.called?.[c]??""]))),graph:e.graph,values:e.
values,present:s?t.present:Xs(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function qs(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function Ks(e){let t=new Map([...e.steps.values()].flatMap(n=>pt(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function Vs(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function Xs(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function jo(e){return e.stopped?.past?e.stopped.step:e.stopped?.step||Pe(e)}function Re(e,t){
return e.present.has(t.name)?"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function Ho(e,t){return e.
over&&!e.stopped&&t.step<Pe(e)?`step ${t.step}`:""}function Wo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.
keys(e.scalars).map(n=>{let s=o&&(e.present.get(n)??Ys(e.present,n));if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&
t?t.names.indexOf(n):-1,a=e.scalarHistory.get(n)?.points??[],c=o?.past?ct(a,o.step):a.at(-1),l=r>=0?t?.scalars[r]??null:
o?.past?c?.mean??null:e.scalars[n],p=r>=0?t?.step:c?.step,u=o&&o.op<0&&!o.depth,m=p===o?.step?u?"":`later in step ${p}`:
`step ${p}`;return[n,{value:l,when:o&&p!==void 0?m:""}]}))}function Ys(e,t){let o=[...e.values()].filter(n=>(n.called??"").
split(", ").includes(t));return o.length===1?o[0]:void 0}function Je(e,t){let o=e.values.get(t);return o?xe(o)[0]:t}function Pe(e){
return Math.max(e.step,e.reached,e.recorded?.last??0)}function ut(e,t=""){let o=t.trim().toLowerCase(),n={forward:[],parameters:[],
gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type} ${s.grad_of}`.toLowerCase().
includes(o)&&n[at(s)].push(s);for(let s of Object.values(n))s.sort((r,a)=>r.op-a.op||(r.name<a.name?-1:1));return n}function Ot(e){
return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var Go=250,Js=2.5,Zs=["dead","terminating","restarting","autorestarting"],ft=2500,Qs=400,er=6e4;function tr(e,t){return t.
kind==="batch"&&t.n!==e+1}function or(e,t,o,n){return t?n.n>e:o>ft}function Uo({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),r=Math.floor(Math.random()*2**20)*2**20,a=dt,c=0,l=!1,p=!1,u=!1,m=!1,d=0,h="",y=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,w="live",f=Date.now(),x=0,k=ft,v=ft,b=[],M="",E=!1,N=$=>{try{e.send($)}catch{
f=0}},C=()=>{d=0,h=y();try{n(a,w)}finally{m&&N({kind:"ack",n:c,view:s}),m=!1}},B=()=>{!d&&p&&!o.aborted&&(d=requestAnimationFrame(
C))},T=()=>{l=!1,x=Date.now(),N({kind:"attach",view:s,tab:M})},P=()=>{let $=p&&!document.hidden;$!==u&&(u=$,f=Date.now(),
u?T():N({kind:"detach",view:s}),B())},I=async()=>{let $=e.get?.("frame");if(!$||c||E)return;E=!0;let{message:F,buffers:O}=await Bo(
$);c||(a=Bt(dt,_t(F,O)),B())},z=()=>{if(p&&y()!==h&&B(),!u||!v)return;let $=Date.now()-f;!c&&$>Qs&&I();let F=e.widget_manager?.
kernel,O=!!F&&(F?.isDisposed||Zs.includes(F?.status??""));if($<(O?Go:v))return;!O&&Date.now()-x>k&&(k=Math.min(2*k,er),T());
let K=c?"lost":E?"saved":"nothing";K!==w&&(w=K,B())},q="",j=$=>{q=$,Ct(e,$)},A=()=>q&&Ct(e,q),Y=($,F)=>{if(f=Date.now(),
w!=="live"&&(w="live",$.kind!=="snapshot"))return T();if(k=ft,$.kind==="beat"){u&&or(c,l,f-x,$)&&T();return}if($.beat&&(v=
Js*1e3*$.beat),$.id&&j($.id),!($.kind==="batch"&&!l)){if(tr(c,$))return T();a=Bt($.kind==="snapshot"?dt:a,_t($,F,b)),c=$.
n,l=!0,m||=!!$.ack,B()}},X=new IntersectionObserver($=>{p=$[$.length-1].isIntersecting,P()},{rootMargin:"100px"}),J=new ResizeObserver(
B);e.on("msg:custom",Y),e.get&&e.on("change:frame",A),X.observe(t),J.observe(t),document.addEventListener("visibilitycha\
nge",P,{signal:o}),e.get||(v=0),N({kind:"render",view:s});let Q=setInterval(z,Go);return o.addEventListener("abort",()=>{
e.off("msg:custom",Y),e.get&&e.off("change:frame",A),X.disconnect(),J.disconnect(),cancelAnimationFrame(d),clearInterval(
Q),u&&N({kind:"detach",view:s})}),{refresh:B,show($){$!==M&&(M=$,u&&N({kind:"show",view:s,tab:M}))},command($,F={}){return N(
{kind:$,request:++r,...F}),r}}}var nr=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),sr=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],rr=new RegExp(sr.map(e=>e.source).join("|"),"giu");function Rt(e){let t=[],o=0;for(let n of e.
matchAll(rr)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?ar(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function ar(e,t){return nr.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function ir(e){return e.split(/[/\\]/).at(
-1)||e}function qo(){let e=i("span",{class:"opscope-line-number"}),t=i("code",{}),o=i("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){g(o,"hidden",!n),g(o,"title",`${n}:${s}
${r}`),L(e,`${ir(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...Rt(r).map(([a,c])=>a==="plain"?c:i("span",{"data-tok\
en":a},c)))}}}function Vo(e,t=e.name){let o=`${e.op_type}${t?` → ${t}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`,\
 in ${o}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${o}`}function Xo({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function Yo(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function cr(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Pe(e)}, in the past`:"in the past":""}function Ko(e){let t=e.
stopped;return t?[Vo(t),Xo(t),Yo(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function lr(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&ht(e))return ht(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function ht({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function pr({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function Jo(e){
let t=i("span",{class:"opscope-op"}),o=i("span",{class:"opscope-reason"}),n=i("span",{class:"opscope-at"}),s=i("span",{class:"\
opscope-said"}),r=i("div",{class:"opscope-where"},t,o,n,s),a=i("span",{class:"opscope-past"}),c=qo(),l=i("div",{class:"o\
pscope-place-bar"},a,r,c.el);return{el:l,update(p,u){let m=p.stopped,d=Ko({...p,stopped:null});L(t,m?Vo(m,Je(p,m.name)):
""),L(o,m?Xo(m):""),L(n,m?Yo(m.past?{...m,step:null}:m):"");let h=pr(p);L(s,u||h||(m?"":d||lr(p))),g(r,"data-bad",!!u||!m&&
!!d);let y=!u&&!m&&p.phase==="running"&&!!ht(p);g(r,"data-slow",y),g(r,"title",u||(y?ht(p):Ko(p))),g(o,"data-reason",m?.
reason),L(a,cr(p)),g(a,"hidden",!m?.past),g(l,"data-past",m?.past),g(l,"hidden",e&&!m&&!d),c.update(m?.path??"",m?.line??
0,m?.source??""),g(l,"data-source",!!m?.path)}}}var dr=64,ur=2**-23;function fr(e,t,o){let n=Math.max(1,Math.ceil(e.length/dr)),s=e.filter((w,f)=>(e.length-1-f)%n===0),
r=s.flatMap(w=>w.mean===null?[]:[w.mean]),a=Math.min(...r),c=Math.max(...s.flatMap(w=>[w.min??0,w.max??0,w.mean??0].map(
Math.abs))),l=Math.max(...r)-a,p=l>ur*c?l:0,u=s[0]?.step??0,m=(s.at(-1)?.step??0)-u||1,d="",h="",y="M";for(let w of s){let f=(1+
(w.step-u)/m*(t-2)).toFixed(1);if(w.bad&&(h+=`M${f},${o-3}V${o}`),w.mean===null){y="M";continue}let x=p>0?o-4-(w.mean-a)/
p*(o-6):o/2;d+=`${y}${f},${x.toFixed(1)}`,y="L"}return{line:d,bad:h}}function mt(e,t){let o=U("path",{class:"opscope-spa\
rk-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(a){if(a===r)return;r=a;let c=fr(a?.points??[],
e,t);g(o,"d",c.line),g(n,"d",c.bad)}}}var hr=[64e6,256e6,1e9,4e9],mr={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function gr(e){return[...new Set([...hr,e])].sort((t,o)=>t-o)}function br({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${ko(t.recording)}`}function Zo({
ask:e,signal:t}){let o=i("span",{class:"opscope-label"}),n=i("i",{class:"opscope-switch"}),s=i("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=i("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),a=i("span",{class:"opscope-bytes"}),c=i("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=i("span",{class:"opscope-limit"},"of ",c),p=i("span",{class:"opscope-memory"},a,
l),u=!1,m=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),c.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(c.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(d){u=!!d.recording?.on;let h=!!d.
recording&&!d.over;L(o,h?"Recording":"Recorded"),s.disabled=!h,g(s,"aria-checked",u&&h?"true":"false"),g(s,"title",h?mr[u?
"off":"on"]:void 0);for(let y of[n,r,l])g(y,"hidden",!h);L(r,br(d)),L(a,At(d.recorded?.bytes??0)),d.recording&&d.recording.
budget!==m&&(m=d.recording.budget,c.replaceChildren(...gr(m).map(y=>i("option",{value:y,selected:y===m},At(y)))))}}}var wr=1e4;function Qo(e,t=Date.now){let o=null,n=null,s=-1,r=null,a=null,c=!1,l=0,p=()=>a!==null&&t()-a<wr,u=(d,h)=>{let y=++l;
a=t(),c=d==="Pause",e(d,h,w=>{y===l&&(w||(o=n=null),(!w||!c)&&(a=null))})},m=d=>{c&&d.phase!=="running"&&(c=!1,a=null),!(n===
null||d.phase==="running"||d.stopped===r)&&(a!==null&&d.stopped?.step!==n||(n=a=null))};return{get target(){return o??n},
goTo(d,h=-1){o=d,s=h},follow(d){if(m(d),!(o===null||p())){if(d.phase==="running")return u("Pause",{});n=o,o=null,r=d.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function Pt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Pe(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function xr(e,t,o){
let n=[],s=e;for(let r=0;r<o.length;r+=2)o[r]>s&&n.push(`${s} to ${o[r]-1}`),s=Math.max(s,o[r+1]+1);return s<=t&&n.push(
`${s} to ${t}`),[n.slice(0,-1).join(", "),n.at(-1)].filter(Boolean).join(" and ")}function en({ask:e,seek:t,refresh:o,signal:n}){
let s=i("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recorded steps"}),r=i("span",{class:"op\
scope-gaps","aria-hidden":"true"}),a=i("span",{class:"opscope-track-box"},s,r),c=i("output",{class:"opscope-number"}),l=Zo(
{ask:e,signal:n}),p=i("div",{class:"opscope-timeline","data-asks":!0},l.toggle,a,c,l.cost,l.memory);s.addEventListener("\
input",()=>(t.goTo(Number(s.value)),o()),{signal:n});function u(d,h,y){let w=x=>Math.max(0,Math.min(1,(x-d)/Math.max(1,h-
d))),f=`${d} ${h} ${y}`;f!==m&&(m=f,r.replaceChildren(...y.flatMap((x,k)=>k%2||x>h?[]:[i("i",{style:`left: ${(100*w(x)).
toFixed(2)}%; right: ${(100*(1-w(y[k+1]))).toFixed(2)}%`})])))}let m="";return{el:p,update(d){let h=Pt(d);g(p,"hidden",!h&&
!d.recording),l.update(d),t.follow(d);let y=h?Math.min(h.last,Math.max(h.first,t.target??h.at)):0,[w,f]=h?[h.first,h.last]:
[0,0];g(s,"min",w),g(s,"max",f),s.disabled=w===f||d.phase==="waiting",Number(s.value)!==y&&(s.value=String(y)),s.style.setProperty(
"--at",`${100*(y-w)/Math.max(1,f-w)}%`),g(p,"data-past",!!d.stopped?.past),g(p,"data-phase",d.recording?.on===!1?"off":d.
phase),g(s,"aria-valuetext",h?`step ${y} of ${f}`:"no step yet"),L(c,h?`step ${y} / ${f}`:"no step yet"),g(a,"title",h?`\
steps ${xr(w,f,d.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),u(w,f,d.recorded?.gaps??[])}}}var yr=new Set,kr=new Set(["Pause","Continue","Terminate"]);function tn({send:e,signal:t}){let o=new Map,n=Tt.map(c=>i("\
div",{class:"opscope-group"},...c.map(r))),s=i("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(c){
let l=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});c.line&&l.append(U("path",{d:c.line,class:"\
opscope-stroke"})),c.fill&&l.append(U("path",{d:c.fill}));let p=i("button",{class:`opscope-button opscope-${c.name}`,type:"\
button",title:fo(c),"aria-label":c.label,"aria-keyshortcuts":c.key});return p.append(l),kr.has(c.kind)&&p.append(i("span",
{},c.label)),p.addEventListener("click",()=>e(c.kind),{signal:t}),o.set(c.kind,p),p}function a(c,l){let p=c.matches(":fo\
cus");l();let u=s.closest(".opscope-panel");p&&!c.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(c,l){let p=l?_e(c):yr,u=c.phase==="running"||c.phase==="waiting";for(let[m,d]of o)a(d,()=>{d.disabled=!p.has(
m),(m==="Pause"||m==="Continue")&&g(d,"hidden",u!==(m==="Pause"))})}}}var vr=4,on="NaN/Inf";function $r(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Mr(e){return e===null?on:G(e)}
function Er(e){return e.seconds?G(1/e.seconds):"–"}function nn({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let a=i(
"span",{class:"opscope-title"}),c=i("span",{class:"opscope-place"}),l=i("span",{class:"opscope-state",role:"status"}),p=Jo(
s),u=en({ask:t,seek:o,refresh:n,signal:r}),m=tn({send:e,signal:r}),d=Ft("step","opscope-step"),h=Ft("steps / s","opscope\
-rate"),y=i("div",{class:"opscope-metrics"},d.el,h.el),w=i("div",{class:"opscope-headline"},i("div",{class:"opscope-name\
s"},a,c),l),f=i("header",{class:"opscope-header"},w,p.el);s||(w.append(m.el),f.append(u.el)),f.append(y);let x=new Map;return{
el:f,update(k,v,b){L(a,k.title||"run"),L(c,k.place),g(l,"data-past",k.stopped?.past);let M=!v&&(k.phase==="running"||k.phase===
"waiting");g(l,"data-phase",M?"gone":k.phase),L(l,M?"no kernel":$r(k)),p.update(k,b),s||(u.update(k),m.update(k,v)),d.update(
String(jo(k))),h.update(Er(k));let E=[...Wo(k)].slice(0,vr);for(let[N,{value:C,when:B}]of E){let T=x.get(N)??Ft(N,"opsco\
pe-scalar",!0);x.set(N,T),T.update(Mr(C),k.scalarHistory.get(N),B,k.scalarNames.get(N))}Oe(y,[d.el,h.el,...E.map(([N])=>x.
get(N).el)])}}}function Ft(e,t,o=!1){let n=i("span",{class:`opscope-number ${t}`}),s=mt(96,30),r=i("span",{class:"opscop\
e-label",title:e},e),a=i("span",{class:"opscope-when"}),c=i("div",{class:"opscope-metric"},i("div",{},r,n,...o?[a]:[]));
return o&&c.append(s.el),{el:c,update(l,p,u="",m=""){L(r,m||e),g(r,"title",m?`${m}, ${e}`:e),L(n,l),L(a,u),g(c,"data-els\
ewhere",!!u),g(n,"data-bad",l===on),o&&s.update(p)}}}var Sr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["List of values","↑ ↓ Home End","select a value"],["Tabs","← → Home End","show anoth\
er tab"],["Slider","← → Home End","go to another step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑\
 ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace",
"open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set \
an element (or double click it)"],["Code","↑ ↓ Home End","to another line"],["Code","Enter","set or remove a breakpo\
int on the line"],["Code","Space","the operators of the line"],["Evaluation line","↑ ↓","what was typed before"],["M\
enus, this page","Esc","close"]];function Lr(e){let t=new Map,o=e?[]:Le.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}\
: ${n.about}`]);for(let[n,s,r]of[...o,...Sr])t.set(n,[...t.get(n)??[],[s,r]]);return t}function sn({root:e,offline:t,signal:o}){
let n=i("button",{class:"opscope-button",type:"button"},"Close"),s=[...Lr(t)].map(([p,u])=>i("section",{},i("h4",{},p),i(
"dl",{},...u.flatMap(([m,d])=>[i("dt",{},...m.split(" ").map(h=>i("kbd",{},h))),i("dd",{},d)])))),r=i("div",{class:"opsc\
ope-keys",role:"dialog","aria-label":"keys",hidden:!0},i("div",{class:"opscope-keys-head"},i("b",{},"Keys"),n),i("div",{
class:"opscope-keys-groups"},...s)),a=i("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","ar\
ia-label":"keys","aria-keyshortcuts":"?"},"?"),c=null,l=p=>{p!==!r.hidden&&(p&&(c=e.ownerDocument.activeElement),g(r,"hi\
dden",!p),p?n.focus({preventScroll:!0}):(c&&e.contains(c)?c:e).focus({preventScroll:!0}))};return a.addEventListener("cl\
ick",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener("keydown",p=>{let u=p.target.
matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!=="?"||u)||(p.preventDefault(),
p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:a}}var rn="later",Nr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function an({select:e,
refresh:t,signal:o}){let n=i("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"fil\
ter values"}),s=i("span",{class:"opscope-found"}),r=i("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),
a=i("aside",{class:"opscope-list"},i("div",{class:"opscope-search"},n,s),r),c=new Map,l=[],p="",u=Object.fromEntries(Object.
entries(Nr).map(([d,h])=>[d,Tr(h)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",d=>{let h=d.target.closest("[data-name]");h&&e(h.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",d=>{let h=fe(d,l.indexOf(p),l.length);h!==null&&(d.preventDefault(),e(l[h]),c.get(l[h])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:a,update(d,h){p=h;let y=ut(d,n.value);l=[];let w=[];for(let[k,v]of Object.
entries(y)){if(!v.length)continue;let b=u[k];L(b.count,String(v.length)),w.push(b.el);for(let M of v){let E=c.get(M.name)??
_r(M.name);c.set(M.name,E),l.push(M.name),w.push(E.el)}}Oe(r,w),g(r,"aria-activedescendant",c.get(h)?.el.id);let f=d.values.
size,x=d.cost?.hz&&!d.over?` · ${vo(d.cost.hz)}`:"";L(s,`${l.length===f?f:`${l.length} of ${f}`}${x}`),g(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),g(r,"data-empty",f?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),m(d,h)}};function m(d,h){let{clientHeight:y,
scrollTop:w}=r,f=l.map(b=>c.get(b)),x=f[0]?.el.offsetHeight||44,k=rt(d.values.values()),v=f.map(b=>b.el.offsetTop-w);f.forEach(
(b,M)=>{let E=l[M],N=v[M]>-2*x&&v[M]<y+2*x;g(b.el,"aria-selected",E===h?"true":"false");let C=d.values.get(E);N&&C&&b.update(
C,k.get(E)??E,d.history.get(E),Re(d,C),Ho(d,C))})}}function Tr(e){let t=i("span");return{el:i("div",{class:"opscope-head\
ing",role:"presentation"},e,t),count:t}}var Ar=0;function _r(e){let t=i("span",{class:"opscope-pill"}),o=it(e),n=i("span",
{class:"opscope-spec"}),s=i("span",{class:"opscope-mean"}),r=i("span",{class:"opscope-std"}),a=mt(52,26),c=i("div",{class:"\
opscope-row",role:"option","data-name":e,id:`opscope-value-${++Ar}`},t,o,n,s,r,a.el),l,p="";return{el:c,update(u,m,d,h,y){
a.update(d);let[w,f]=[h.startsWith(rn)?rn:h||y,`${h}, ${y}, ${m}`];if(u===l&&f===p)return;l=u,p=f,g(c,"data-elsewhere",!!h);
let x=ue(u);g(c,"data-health",x);let[k,v]=xe(u);Ye(o,m),L(t,Ie[x]),L(n,`${w?`${w}  `:""}${Ce(u.shape)}  ${yo(u.dtype)}${v&&
m===k?`  ${v}`:""}`),L(s,G(u.mean)),L(r,u.std===null||!u.shape.length?"":`± ${G(u.std)}`)}}}var Cr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function he(e,t,o,n="text"){return i("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function cn({ask:e,showProblem:t,signal:o}){
let n=he("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=he("condition-field","only i\
f … (optional)","condition"),r=he("hits-field","1","stop from this hit on","number"),a=i("input",{class:"opscope-log-f\
ield",type:"checkbox"}),c=he("message-field","message, as: loss is {loss}","log message; values stand in braces"),l=i("b\
utton",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=i("button",{class:"opscope-button opscope-cancel",type:"\
button",hidden:!0},"Cancel"),u=i("span",{class:"opscope-logging"},i("label",{title:"write a note at each hit, and go on"},
a," only log"),c),m=i("summary",{},"Hits, log …"),d=i("details",{class:"opscope-breakpoint-more"},m,i("div",{},i("labe\
l",{},"stop from hit ",r),u)),h=i("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,d);g(r,"min",1),g(c,"h\
idden",!0);let y=null,w=v=>{t(v),g(n,"aria-invalid",v?"true":void 0)},f=()=>Math.max(1,Math.round(Number(r.value)||1));function x(v){
y=v,n.value=v?.spec??"",n.readOnly=!!v,s.value=v?.condition??"",r.value=v&&v.wanted>1?String(v.wanted):"",a.checked=!1,c.
value="",g(c,"hidden",!0),g(u,"hidden",!!v),L(l,v?`Change ${v.number}`:"Add"),g(p,"hidden",!v),v&&(d.open=v.wanted>1||d.
open),w("")}function k(){let v={spec:n.value.trim(),condition:s.value.trim(),hits:f()};if(!v.spec)return w(Cr);w("");let b=(M,E)=>{
let N=n.value.trim()===v.spec&&s.value.trim()===v.condition;return M&&N&&x(null),(!M||E)&&w(E),!0};y?e("ChangeBreakpoint",
{number:y.number,enabled:y.enabled,condition:v.condition,hits:v.hits},b):e("SetBreakpoint",{spec:v.spec,condition:v.condition,
...v.hits>1&&{hits:v.hits},...a.checked&&{log:!0,message:c.value.trim()}},b)}h.addEventListener("submit",v=>(v.preventDefault(),
k()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),a.addEventListener("change",()=>g(c,"hidden",!a.checked),
{signal:o});for(let v of[n,s,r,c])v.addEventListener("input",()=>w(""),{signal:o}),v.addEventListener("keydown",b=>{b.key===
"Escape"&&y&&x(null),!(b.key!=="Enter"||b.isComposing)&&(b.preventDefault(),h.requestSubmit())},{signal:o});return{el:h,
problem:w,change(v){x(v),s.focus()},compose(v){x(null),n.value=v,s.focus()}}}var Ir=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Br({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Dt(e){return`${le(e)} ${e===
1?"hit":"hits"}`}function Or({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Rr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var ln={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Pr,count:e=>e.breakpoints.length};function Pr({ask:e,open:t,offline:o,signal:n}){
let s=i("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),a=cn({ask:e,showProblem:f=>{L(s,f),g(s,"hidden",
!f)},signal:n}),c=i("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=i("div",{class:"opscope-breakpoint-rows"}),p=i("div",
{class:"opscope-breakpoints"}),u=Ir.map(([f,x])=>({name:f,box:i("input",{type:"checkbox","data-filter":f}),title:x})),m=i(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
m.append(...u.map(({name:f,box:x,title:k})=>i("label",{title:k},x,` ${f}`))),o||p.append(a.el,m,s),p.append(c,l);let d,h=[],
y=(f,x)=>(a.problem(f?"":x),!0);m.addEventListener("change",()=>{let f=u.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:f},y)},{signal:n}),l.addEventListener("click",f=>{let x=f.target,k=x.closest("[data-num\
ber]"),v=h.find(({number:b})=>b===Number(k?.dataset.number));v&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:v.
number},y):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:v.number,enabled:!v.enabled,condition:v.condition,
hits:v.wanted},y):x.closest(".opscope-breakpoint-condition")?a.change(v):x.closest(".opscope-breakpoint-ops")&&t("graph",
v.ops[0]))},{signal:n});function w(f,x){let k={"data-conditional":!!f.condition,"data-off":!f.enabled,"data-hollow":!f.verified,
"data-log":!!f.log},v=Rr(f),b=Or(f),M=i("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":f.
enabled?"true":"false","aria-label":v,title:v,disabled:o,...k}),E=i("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!f.ops.length},Br(f)),N=i("button",{class:"opscope-breakpoint-condition",type:"\
button",title:b?`${b}; click to change`:"set a condition","aria-label":`condition of breakpoint ${f.number}: ${b||"alway\
s"}`,disabled:o},b),C=i("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${f.number}`});return C.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),i("div",{class:"opscope-breakpoint","data-number":f.
number,"data-op":f.ops[0],"data-here":x,"data-off":!f.enabled},M,i("span",{class:"opscope-breakpoint-number"},String(f.number)),
i("code",{class:"opscope-breakpoint-spec",title:f.spec},f.spec),N,E,i("span",{class:"opscope-breakpoint-hits"},Dt(f.hits)),
...o?[]:[C],...f.problem?[i("div",{class:"opscope-breakpoint-problem"},f.problem)]:[])}return{el:p,open:f=>a.compose(String(
f)),update(f){g(c,"hidden",f.breakpoints.length>0);for(let{name:M,box:E}of u)E!==document.activeElement&&(E.checked=f.exceptions.
includes(M));let x=f.stopped?.reason.endsWith("breakpoint")?f.stopped.op:-1,k=JSON.stringify([f.breakpoints,x]);if(k===d)
return;d=k,h=f.breakpoints;let v=document.activeElement?.closest?.("[data-number]"),b=l.contains(v)?document.activeElement.
className:"";l.replaceChildren(...h.map(M=>w(M,M.ops.includes(x)))),b&&l.querySelector(`[data-number="${v?.dataset.number}\
"] .${b}`)?.focus({preventScroll:!0})}}}function pn(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function dn(e){return e.functions.
map((t,o)=>o).reverse()}function un({ask:e,show:t,refresh:o,signal:n}){let s=i("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=i("div",{class:"opscope-empty"}),a=i("div",{},r,s),c=i("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=i("div",{class:"opscope-empty"}),p=i("\
div",{},l,c),u="",m=-1,d="",h,y,w=null;function f(b){w&&(m=b,h=void 0,e("FetchVariables",{frame:b},x),w.paths[b]&&t(w.paths[b],
w.lines[b]),o())}let x=(b,M)=>(d=b?"":M,y=void 0,!0);s.addEventListener("click",b=>{let M=b.target.closest("[data-frame]");
M&&f(Number(M.dataset.frame))},{signal:n}),s.addEventListener("keydown",b=>{if(!w)return;let M=dn(w),E=fe(b,M.indexOf(m),
M.length);E!==null&&(b.preventDefault(),b.stopPropagation(),f(M[E]),k(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function k(){let b=w,M=b&&JSON.stringify([b,m]);if(M===h)return;h=M;let E=s.contains(document.
activeElement);s.replaceChildren(...(b?dn(b):[]).map(N=>{let C=b?.paths[N]?`${b.paths[N].split(/[/\\]/).at(-1)}:${b.lines[N]}`:
"",B=N===m;return i("div",{class:"opscope-frame",role:"option","aria-selected":B?"true":"false",tabindex:B?0:-1,"data-fr\
ame":N,"data-kind":b?.kinds[N],"data-now":b?.now[N],title:`${b?.texts[N]}${b?.now[N]?`
where the program is now; the run shows its past`:""}`},i("b",{},b?.functions[N]??""),i("code",{},b?.texts[N]??""),i("sp\
an",{},b?.now[N]?`${C} now`:C))})),E&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function v(b){let M=b.
fold.variables,E=pn(b,M)&&(M?.frame===m||M?.frame===m-(w?.functions.length??0))?M:null;if(E===y&&E)return;y=E;let N=b.phase===
"running"?"":d||(E&&!E.names.length?"No variables.":"");L(l,N),g(l,"hidden",!N),c.replaceChildren(...(E?.names??[]).map(
(C,B)=>{let T=E?.called?.[B]??"";return i("div",{},i("dt",{title:T?`${T}, ${C}`:C},T||C),i("dd",{title:`${E?.texts[B]}${E?.
now[B]?`
of now: the recording does not have it`:""}`,"data-now":E?.now[B]},E?.texts[B]??""))}),...E&&E.total>E.names.length?[i("\
div",{},i("dt",{},"…"),i("dd",{},`${E.total-E.names.length} more`))]:[])}return{el:a,variables:p,get frame(){return m},
update(b){let M=b.stopped,E=b.phase==="running"||b.phase==="waiting"?"":`${M?.run} ${M?.tick} ${M?.reason}`;E!==u&&(u=E,
m=-1,d="",E&&(e("FetchStack",{},(C,B)=>C?void 0:x(C,B)),e("FetchVariables",{frame:-1},x))),w=E&&pn(b,b.fold.stack)?b.fold.
stack:null,w&&m<0&&w.functions.length&&(m=w.functions.length-1);let N=E?w&&!w.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";L(r,N),g(r,"hidden",!N),k(),v(b)}}}var Fr=30;function fn({ask:e,frame:t,signal:o}){let n=he("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=i("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=i("form",{class:"opscope-evaluation","data-asks":!0},s,i("div",{class:"opscope-evaluation\
-line"},i("span",{"aria-hidden":"true"},"›"),n)),a=[],c=0;function l(){let p=n.value.trim();if(!p)return;n.value="",a.
push(p),c=a.length;let u=i("pre",{},"…");for(s.append(i("div",{class:"opscope-answer"},i("code",{},p),u));s.children.length>
Fr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(m,d)=>(u.textContent=d,g(u,
"data-failed",!m),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let u=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(u&&a.length)c=Math.max(0,Math.min(
a.length,c+u)),n.value=a[c]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let u=p.phase==="running"||p.phase==="waiting";n.disabled=u,g(n,"title",u?"pause the run fir\
st":void 0)}}}function hn({ask:e,signal:t}){let o=i("div",{class:"opscope-attributes-title"}),n=i("dl",{class:"opscope-variables"}),s=i(
"div",{class:"opscope-empty",role:"status"}),r=i("div",{"data-asks":!0},o,n,s),a=-1,c="",l="",p=-1,u;function m(d,h,y){e(
"SetAttribute",{op:d,name:h,value:y},(w,f)=>(L(s,f),g(s,"data-failed",!w),l="",!0))}return n.addEventListener("keydown",
d=>{let h=d.target.closest("input");d.key==="Escape"&&h&&(h.value=h.dataset.was??""),!(d.key!=="Enter"||!h||d.isComposing)&&
(d.preventDefault(),m(Number(h.dataset.op),h.name,h.value))},{signal:t}),{el:r,choose(d){a=d,l=""},update(d,h){let y=d.stopped,
w=`${y?.run} ${y?.tick}`;w!==c&&y?.text!=="edited"&&(a=c?-1:a),c=w;let f=a>=0?a:y?.op??-1;h&&f>=0&&d.phase!=="running"&&
l!==`${f} ${w}`&&(l=`${f} ${w}`,e("FetchOperator",{op:f},(b,M)=>(b||L(s,M),!0)));let x=d.fold.shown_operator?.op===f?d.fold.
shown_operator:null,k=d.phase==="paused"&&!d.over&&!x?.fixed;f!==p&&L(s,""),p=f;let v=JSON.stringify([x,k,f]);v!==u&&(u=
v,L(o,x?`${x.op_type} ${x.op}${x.name?` → ${x.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
g(o,"title",x?.site),n.replaceChildren(...(x?.names??[]).flatMap((b,M)=>{let E=he("attribute-field","",`${b} of ${x?.op_type}\
 ${x?.op}; Enter sets it for this run`);return E.name=b,E.value=E.dataset.was=x?.texts[M]??"",E.dataset.op=String(x?.op),
E.readOnly=!k,g(E,"title",k?"Enter sets it for this run":x?.fixed?`cannot be changed: ${x.fixed}`:"pause the run to chan\
ge it"),[i("dt",{title:b},b),i("dd",{},E)]}),...x&&!x.names.length?[i("dt",{},"no attributes"),i("dd",{})]:[]))}}}var ve={time:{label:"time",about:"of a replay of the step, operator by operator",text:Dr},memory:{label:"memory",about:"\
bytes that the operator writes",text:zr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:G,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:st,log:!0}};
function Dr(e){return e>=1?`${G(e)} s`:e>=.001?`${G(e*1e3)} ms`:`${G(e*1e6)} µs`}function zr(e){return e>=2**20?`${G(e/
2**20)} MiB`:e>=1024?`${G(e/1024)} KiB`:`${e} bytes`}function mn(e,t){let o=ve[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let a=t.get(`op-${s}`)??`op-${s}`,c=n.get(a);n.set(a,c===void 0?e.numbers[r]:o?Math.max(c,e.numbers[r]):c+e.numbers[r])}),
n}function gn(e,t){let o=[...t].filter(a=>a>0),n=Math.max(...o,0);if(!ve[e]?.log)return{at:a=>n?Math.sqrt(a/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:a=>a<=0?0:r?Math.log(a/s)/r:1,low:s,high:n}}var bn=["nan","inf","zeros","ok"];function jr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function Hr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&jr(t,o[1])?Number(o[2]):0}function Ze(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function xn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function wn(e,t){let o=new Map,n=(r,a)=>o.set(r,[...o.get(r)??[],a]),s=Ze(
e);for(let r of t){let a=Hr(r,e.path);if(a)n(a,r);else for(let[c,l]of s)r.ops.some(p=>l.includes(p))&&n(c,r)}return o}function Wr(e,t){
let o=new Map([...Ze(e)].flatMap(([r,a])=>a.map(c=>[c,r]))),n=xn(e),s=new Map;for(let r of t.values()){let a=o.get(r.op);
if(a===void 0||n.get(r.op)!==r.op_type)continue;let c=ue(r),l=s.get(a);(!l||bn.indexOf(c)<bn.indexOf(l))&&s.set(a,c)}return s}
function Gr(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function yn({ask:e,open:t,refresh:o,
signal:n}){let s=i("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=i("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),a=i("span",{class:"opscope-source-note",role:"status"}),c=i("div",{class:"opscope-source-bar","data-asks":!0},
s,a,r),l=i("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),p=i("div",{class:"opscope-source-view"},c,l),u=new Map,m=null,d,h={path:"",
line:0},y="",w="",f=0,x=0,k=!1;function v(T,P){h={path:T,line:P};let I=m?.first??1;if(m?.path===T&&P>=I&&P<I+m.lines.length)
return b(P);e("FetchSource",{path:T,line:P},(z,q)=>(L(a,z?"":q),!0))}function b(T){let P=u.get(T);if(!P)return;M(T,!1);let I=P.
offsetTop-l.offsetTop;(I<l.scrollTop+20||I>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=I-l.clientHeight/2)}function M(T,P){
for(let[I,z]of[[u.get(f),!1],[u.get(T),!0]])I&&(g(I,"tabindex",z?0:-1),g(I,"aria-selected",z?"true":"false"));f=T,P&&u.get(
T)?.focus()}function E(T){if(!m||!d)return;let P=wn(m,d.breakpoints).get(T)??[];for(let{number:I}of P)e("ClearBreakpoint",
{number:I});P.length||e("SetBreakpoint",{spec:Gr(m,T)},(I,z)=>(L(a,I?"":z),!0))}function N(T){l.querySelector(".opscope-\
line-ops-list")?.remove(),x=x===T?0:T;let P=m?Ze(m).get(x):void 0,I=u.get(x);if(!P||!I)return;let z=m?xn(m):new Map,q=j=>`${z.
get(j)||"op"} ${j}`;I.after(i("div",{class:"opscope-line-ops-list"},...P.map(j=>i("button",{type:"button",class:"opscope\
-operator","data-op":j,title:"show it in the graph"},q(j)))))}l.addEventListener("click",T=>{let P=T.target,I=P.closest(
"[data-op]"),z=P.closest("[data-line]");if(I)return t("graph",Number(I.dataset.op));if(!z)return;let q=Number(z.dataset.
line);M(q,!1),P.closest(".opscope-line-stop")?E(q):P.closest(".opscope-line-ops")&&N(q)},{signal:n}),l.addEventListener(
"keydown",T=>{if(T.target.matches("button")||!m)return;let P=m.first,I=fe(T,f-P,m.lines.length);if(I!==null&&T.key!=="Ar\
rowLeft"&&T.key!=="ArrowRight")M(P+I,!0);else if(T.key==="Enter")E(f);else if(T.key===" ")N(f);else return;T.preventDefault(),
T.stopPropagation()},{signal:n}),s.addEventListener("change",()=>v(s.value,0),{signal:n}),r.addEventListener("click",()=>{
k=!k,g(r,"aria-pressed",k?"true":"false"),k&&e("MeasureOperators",{by:"time",step:d?.stopped?.step||0},(T,P)=>(L(a,T?"":
P),!0)),o()},{signal:n});function C(T){m=T,x=0,L(a,"");let P=Ze(T),I=new Set([...T.code_lines,...T.op_lines]);u=new Map(
T.lines.map((z,q)=>{let j=T.first+q,A=P.get(j)?.length??0,Y=Rt(z).map(([J,Q])=>J==="plain"?Q:i("span",{"data-token":J},Q)),
X=i("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":j},i("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!I.has(j),title:I.has(j)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${j}`},i("i",{})),i("span",{class:"opscope-line-at"},String(j)),i("span",{class:"opscope-line-time"}),
i("code",{},...z?Y:[" "]),...A?[i("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${j}`},A===1?"1 op":`${A} ops`)]:[]);return[j,X]})),l.replaceChildren(...u.values()),
s.replaceChildren(...T.paths.map(z=>i("option",{value:z,selected:z===T.path},z))),M(h.line>=T.first&&h.line<T.first+T.lines.
length?h.line:T.first,!1),b(f)}function B(T,P){let I=wn(P,T.breakpoints),z=Wr(P,T.present),q=k&&T.fold.measured?.by==="t\
ime"?T.fold.measured:null,j=new Map(q?.ops.map((J,Q)=>[J,q.numbers[Q]])??[]),A=new Map([...Ze(P)].map(([J,Q])=>[J,Q.reduce(
($,F)=>$+(j.get(F)??0),0)])),Y=Math.max(...A.values(),0);q&&!Y&&L(a,"No times: eager code is not run again.");let X=T.stopped?.
path===P.path?T.stopped.line:0;for(let[J,Q]of u){let $=I.get(J)??[];g(Q,"data-stops",$.length>0),g(Q,"data-off",$.length>
0&&$.every(oe=>!oe.enabled)),g(Q,"data-hollow",$.length>0&&$.every(oe=>!oe.verified)),g(Q,"data-health",z.get(J)),g(Q,"d\
ata-here",J===X);let F=Q.firstElementChild;$.length&&g(F,"title",`${$.map(oe=>`breakpoint ${oe.number}: ${oe.spec}${oe.problem?
`, ${oe.problem}`:""}`).join(`
`)}
click to remove`),g(F,"aria-pressed",$.length?"true":"false");let O=Q.children[2],K=q?A.get(J)??0:0;L(O,K?ve.time.text(K):
""),O.style.setProperty("--share",`${Y?(100*K/Y).toFixed(0):0}%`)}g(l,"data-timed",k)}return{el:p,show:v,update(T){d=T;let P=`${T.
graph?.program} ${T.runs}`,I=T.stopped?.path??"",z=`${T.stopped?.run} ${T.stopped?.tick} ${I}:${T.stopped?.line}`,q=T.phase===
"paused"||T.over;q&&(z!==w||P!==y)&&(P!==y&&(m=null),[w,y]=[z,P],(I||!m)&&v(I,T.stopped?.line??0),k&&e("MeasureOperators",
{by:"time",step:T.stopped?.step||0},()=>!0));let j=T.fold.source;j&&j!==m&&(!h.path||j.path===h.path)&&C(j),m?B(T,m):L(a,
q?a.textContent??"":"Pause the run to see its code."),g(s,"hidden",!m),g(r,"hidden",!m||!T.recorded)}}}var Ur=50;function kn({ask:e,signal:t}){let o=he("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=i("form",{class:"opscope-watch-form","data-asks":!0},o,i("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=i("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=i("div",{},s,n),a=[],c,l=p=>e("WatchExpressions",{expressions:p.slice(-Ur)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let u=o.value.trim();u&&(o.value="",l([...a.filter(m=>m!==u),u]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let u=p.target.closest("[data-expression]");u&&l(a.filter(m=>m!==u.dataset.expression))},{signal:t}),{el:r,update(p){
let u=p.fold.watched,m=p.phase==="running",d=JSON.stringify([u,m]);d!==c&&(c=d,a=u?.expressions??[],g(s,"data-old",m),s.
replaceChildren(...a.map((h,y)=>i("div",{},i("dt",{title:h},h),i("dd",{title:u?.texts[y],"data-failed":u?.failed[y]},i("\
span",{},u?.texts[y]??""),i("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":h,title:"wa\
tch it no longer","aria-label":`watch ${h} no longer`},"×"))))))}}}var vn={id:"code",label:"Code",create:qr};function gt(e,t,o=!0){return i("details",{class:"opscope-section",open:o},i("s\
ummary",{},e),t)}function qr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=yn({ask:e,open:t,refresh:o,signal:s}),a=un(
{ask:e,show:r.show,refresh:o,signal:s}),c=kn({ask:e,signal:s}),l=hn({ask:e,signal:s}),p=fn({ask:e,frame:()=>a.frame,signal:s}),
u=gt("Operator",l.el,!1);u.addEventListener("toggle",o,{signal:s});let m=i("div",{class:"opscope-code-side"},gt("Call st\
ack",a.el),gt("Variables",a.variables),gt("Watch",c.el),u),d=i("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),h=i("div",{class:"opscope-code-body",hidden:n},r.el,m),y=i("div",{class:"opscope-\
code-tab"},d,h,p.el);return g(p.el,"hidden",n),{el:y,open(w){u.open=!0,l.choose(Number(w))},update(w){n||(r.update(w),a.
update(w),c.update(w),l.update(w,u.open),p.update(w))}}}var Kr=1e5,Vr=1.2,Xr={to:e=>e,marks:Ne,isLog:!1},Yr={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<Vr)return Ne(10**e,10**t,
o).filter(r=>r>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let r=Math.ceil(e);r<=t;r+=n)s.push(10**r);return s}};function Qe(e,t){
let o=e.flatMap(({min:a,max:c,mean:l})=>[a,c,l]).filter(a=>a!==null),n=o.flatMap(a=>a?[Math.abs(a)]:[]).sort((a,c)=>a-c),
s=n[n.length>>1]??1,r=(n.at(-1)??0)>Kr*s;return!(t??r)||!n.length?Xr:t&&n.length===o.length&&o.every(a=>a>0)?Yr:Jr(t?n[Math.
floor(n.length/20)]:s)}function Jr(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let r=Math.ceil(Math.log10(e)),a=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),c=[0];for(let l=r+a-1;l<=308&&t(
10**l)<=Math.max(n,-o);l+=a)c.push(10**l,-(10**l));return c.filter(l=>t(l)>=o&&t(l)<=n)}}}var Fe=150,De=58,jt=10,Ht=8,bt=22,zt="history of mean, min and max";function Wt(e){let t=e.flatMap(c=>[c.min,c.max,c.mean]).
filter(c=>c!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,a=e.at(-1)?.step??1;return{x:[r,a>r?a:r+1],y:[o-s,n+s]}}function wt(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Mn({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),r=U("path",{class:"\
opscope-bad"}),a=U("path",{class:"opscope-cross"}),c=U("path",{class:"opscope-cursor"}),l=U("svg",{class:"opscope-chart",
height:Fe,role:"img","aria-label":zt});l.append(o,n,s,r,a,c);let p=i("span"),u=i("button",{type:"button",class:"opscope-\
log","aria-pressed":"false",title:"logarithmic axis"},"log"),m=i("section",{class:"opscope-card opscope-wide"},i("h4",{},
"History",p),u,l),d=[],h="",y=null,w,f=$n([],1,w);u.addEventListener("click",()=>{let E=!f.vertical.isLog;w=Qe(d).isLog===
E?void 0:E,b()},{signal:t});let x=()=>{let E=y===null?void 0:ct(d,f.step(y));L(p,E?`step ${E.step}  mean ${G(E.mean)}  ${G(
E.min)} … ${G(E.max)}`:k?"mean, min … max; click to go there":"mean, min … max"),g(a,"d",E?`M${f.x(E.step)},${Ht}V${Fe-
bt}`:"")},k=null,v=E=>{let{x:N}=f.extent;g(c,"d",E===null||!d.length||E<N[0]||E>N[1]?"":`M${f.x(E)},7l-4,-6h8zV${Fe-bt}`)};
l.addEventListener("click",E=>{if(!k||!d.length)return;let N=Math.round(f.step(E.clientX-l.getBoundingClientRect().left));
e(Math.max(k[0],Math.min(k[1],N)))},{signal:t}),l.addEventListener("pointermove",E=>(y=E.clientX-l.getBoundingClientRect().
left,x()),{signal:t}),l.addEventListener("pointerleave",()=>(y=null,x()),{signal:t});let b=()=>{},M=new ResizeObserver(()=>b());
return M.observe(l),t.addEventListener("abort",()=>M.disconnect()),{el:m,update(E,N,C){b=()=>this.update(E,N,C);let B=E?.
points??[];k=C,g(l,"data-goes",!!C),g(l,"aria-label",N===null?zt:`${zt}; the cursor is at step ${N}`),v(N);let T=Math.max(
200,l.clientWidth||m.clientWidth),P=`${T} ${w}`;if(B===d&&h===P)return x();d=B,h=P,f=$n(d,T,w),g(u,"aria-pressed",f.vertical.
isLog?"true":"false"),Qr(o,n,s,r,d,f,T),v(N),x()}}}function Zr(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)}\
,${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function $n(e,t,o){let n=Qe(e,o),s=p=>p===null?
null:n.to(p),{x:r,y:a}=Wt(e.map(p=>({...p,min:s(p.min),max:s(p.max),mean:s(p.mean)}))),c=t-De-jt,l=Fe-Ht-bt;return{extent:{
x:r,y:a},vertical:n,x:p=>+(De+(p-r[0])/(r[1]-r[0])*c).toFixed(1),y:p=>+(Ht+(1-(n.to(p)-a[0])/(a[1]-a[0]))*l).toFixed(1),
step:p=>r[0]+(p-De)/c*(r[1]-r[0])}}function Qr(e,t,o,n,s,r,a){let c=Fe-bt,l=r.vertical.marks(...r.extent.y,4).flatMap(h=>[
U("path",{d:`M${De},${r.y(h)}H${a-jt}`}),U("text",{x:De-6,y:r.y(h)+3.5,"text-anchor":"end"},Be(h))]),p=Ne(...r.extent.x,
Math.max(3,a/110)).filter(Number.isInteger).map(h=>U("text",{x:r.x(h),y:Fe-6,"text-anchor":"middle"},Be(h)));e.replaceChildren(
...s.length?[...l,...p]:[],U("path",{class:"opscope-floor",d:`M${De},${c}H${a-jt}`}));let u=wt(s,h=>h.min!==null&&h.max!==
null).map(h=>{let y=h.map(f=>`${r.x(f.step)},${r.y(f.max)}`),w=[...h].reverse().map(f=>`${r.x(f.step)},${r.y(f.min)}`);return`\
M${[...y,...w].join("L")}Z`});g(t,"d",u.join(""));let m=wt(s,h=>h.mean!==null).map(h=>{let y=h.map(w=>`${r.x(w.step)},${r.
y(w.mean)}`);return y.length>1?`M${y.join("L")}`:Zr(h[0],r)});g(o,"d",m.join(""));let d=s.filter(h=>h.bad).map(h=>`M${r.
x(h.step)},${c-5}V${c}`);g(n,"d",d.join(""))}function En({ask:e,signal:t}){let o=i("code",{}),n=i("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=i("span",{role:"status"}),r=i("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(a,c)=>(L(s,a?"":c),!0)),{signal:t}),{el:r,
update(a){let c=a.fold.edits?.texts??[];g(r,"hidden",!c.length||a.phase!=="paused"),L(o,c.join("; ")),g(o,"title",c.join(
`
`))}}}function xt({goTo:e,open:t,signal:o}){let n=i("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",a=>{let c=a.target.closest("button");c?.dataset.step?e(Number(
c.dataset.step),Number(c.dataset.op)):c?.dataset.op&&t("graph",Number(c.dataset.op))},{signal:o});function r(a,c){let[l,
p,u]=[a.ops[c],a.steps[c],c===a.cause],m=l<0?i("span",{class:"opscope-maker"},a.makers[c]):i("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${a.makers[c]} ${l} in the graph`},`${a.makers[c]} ${l}`),d=p?[i("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${a.makers[c]} in step ${p}`},`step ${p}`)]:
[],h=a.gaps[c]?[i("div",{class:"opscope-gap"},`${le(a.gaps[c])} more`)]:[],y=[a.notes[c],u&&a.reads[c]].filter(Boolean).
join(": ");return i("li",{"data-cause":u},...h,i("div",{class:"opscope-link"},...u?[i("b",{class:"opscope-cause-mark"},"\
cause")]:[],i("code",{},a.values[c]),...a.called[c]?[i("code",{class:"opscope-called"},a.called[c])]:[],m,...d),...y?[i(
"div",{class:"opscope-note-text"},y)]:[],...u?a.growth.map(w=>i("div",{class:"opscope-note-text"},w)):[],...a.sites[c]?[
i("code",{class:"opscope-line"},a.sites[c]+(a.sources[c]?`: ${a.sources[c]}`:""))]:[])}return{el:n,update(a){a!==s&&(s=a,
g(n,"hidden",!a),n.replaceChildren(...(a?.values??[]).map((c,l)=>r(a,l))))}}}function ea(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Sn({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=i("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),a=i("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),c=i("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=xt({goTo:t,open:o,signal:n}),p=i("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
i("div",{},r,a),c,l.el),u="",m="",d=null;function h(w){y("Searching …"),e("Explain",{name:w},(f,x)=>(y(ea(x)),d=f?w:null,
!0))}function y(w){L(c,w),g(c,"hidden",!w),d=null}return r.addEventListener("click",()=>h(u),{signal:n}),a.addEventListener(
"click",()=>h(""),{signal:n}),y(""),{el:p,update(w,f){let{stopped:x,explained:k}=f,v=`${w} ${x?.run} ${x?.tick}`;v!==m&&
y(""),u=w,m=v;let b=k&&!k.at&&k.asked===d?k:null;l.update(b),g(c,"hidden",!!b||!c.textContent)}}}var ze=168;function ta(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function Ln(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function oa(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function na(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${G(e.low+t*o)} … ${G(e.low+(t+1)*o)}: ${le(e.counts[t])}`:Gt(e)}function Nn(e){let t=i("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${ze}px`}),o=i("span"),n=i("span",{class:"opscope-\
zero"},"0"),s=i("span"),r=i("div",{class:"opscope-readout"}),a=i("span"),c=i("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=i("div",{class:"opscope-axis"},o,n,
s),p=i("section",{class:"opscope-card"},i("h4",{},"Distribution",a),c,t,l,r),u,m=null,d="",h=!1,y=()=>{};c.addEventListener(
"click",()=>{h=!h,g(c,"aria-pressed",h?"true":"false"),y()},{signal:e});let w=()=>{let f=u&&m!==null&&m<u.counts.length;
g(t,"aria-label",u?`histogram of step ${u.step}, from ${G(u.low)} to ${G(u.high)}: ${Gt(u)}`:"histogram"),L(r,u?f?na(u,m):
Gt(u):"")};return t.addEventListener("pointermove",f=>{if(!u)return;let x=t.getBoundingClientRect();m=Math.max(0,Math.min(
u.counts.length-1,Math.floor((f.clientX-x.left)/x.width*u.counts.length))),w()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(m=null,w()),{signal:e}),{el:p,update(f){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(f===u&&x===d)return;u=f,d=x,L(a,f?`step ${f.step}`:"");let k=f?.counts.some(Boolean);L(o,f&&k?G(f.low):""),L(s,f&&k?G(
f.high):"");let v=f&&f.low<0&&f.high>0?-f.low/(f.high-f.low):null;g(n,"style",v===null||v<.15||v>.85?"visibility: hidden":
`left: ${(100*v).toFixed(2)}%`),w();let b=f&&f.high>f.low?[.05,.5,.95].map(M=>G(Ln(f,M))):[];g(t,"title",b.length?`5 %, \
median and 95 % of the elements: about ${b.join(", ")}`:void 0),y=()=>sa(t,f,v,h),y()}}}function Gt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${le(t)} finite elements, all equal`:`${le(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function sa(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round(ze*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let a=getComputedStyle(e);if(s.fillStyle=a.borderBottomColor,s.fillRect(0,ze-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,ze),s.fillStyle=a.color;let c=r/t.counts.length;ta(oa(t),n).forEach((l,p)=>{let u=l*(ze-18);
s.fillRect(p*c+.5,ze-1-u,Math.max(1,c-1),u)}),t.high>t.low&&ra(s,t,r,a.borderTopColor)}function ra(e,t,o,n){let[s,r,a]=[
.05,.5,.95].map(c=>((Ln(t,c)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,a-s,1);for(let[c,l]of[[s,7],[
r,11],[a,7]])e.fillRect(c-.75,5.5-l/2,1.5,l)}function aa(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function Tn({
ask:e,signal:t}){let o=i("code",{class:"opscope-cell-name"}),n=he("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=he("cell-value","0.5, nan, h.mean()","new value"),r=i("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),a=i("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),c=he("cell-st\
eps","100","how many steps to replay","number"),l=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=i("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),u=i(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},i("span",{},o," [ ",n," ] = ",s),i("span",{},r,a,i("label",{
title:"how many steps to replay"},c," steps"),l)),m=i("div",{class:"opscope-cell-editor"},u,p),d="",h="",y="",w=null,f=()=>n.
value.trim()?`${d}[${n.value.trim()}]`:d,x=(b,M)=>(L(p,M),g(p,"data-failed",!b),M&&p.scrollIntoView({block:"nearest"}),!0);
function k(){g(u,"hidden",!0),w?.focus({preventScroll:!0}),w=null}function v(b){if(!s.value.trim())return void x(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");x(!0,b?"replaying …":"");let M={target:f(),value:s.
value.trim()},E=(N,C)=>(x(N,C),N&&k(),!0);b?e("TryValue",{...M,steps:Math.max(1,Math.round(Number(c.value)||100))},E):e(
"SetValue",M,E)}return u.addEventListener("submit",b=>(b.preventDefault(),v(!!h)),{signal:t}),a.addEventListener("click",
()=>v(!0),{signal:t}),l.addEventListener("click",k,{signal:t}),u.addEventListener("keydown",b=>{if(b.key==="Escape")k();else if(b.
key==="Enter"&&!b.isComposing&&b.target.matches("input"))v(!!h);else return;b.preventDefault(),b.stopPropagation()},{signal:t}),
{el:m,open(b,M,E,N,C){[d,w]=[b,C],L(o,M),g(o,"title",b),n.value=E,s.value=N,x(!0,""),g(u,"hidden",!1),s.focus(),s.select()},
update(b,M){d&&M!==d&&!u.hidden&&g(u,"hidden",!0);let E=`${M} ${b.stopped?.run} ${b.stopped?.tick}`;E!==y&&x(!0,""),y=E,
h=aa(b),r.disabled=!!h,g(r,"title",h||"in this run; what follows is computed again"),a.disabled=!b.recorded||b.phase==="\
running"}}}var me={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},ia=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function je(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=ia.reduceRight((r,a)=>r*t+a[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var $e=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,bl=Array.from({length:256},(e,t)=>t===0?me.nan:t===1?me.minusInf:t===255?me.plusInf:
je((t-2)/252));function et(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function yt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>$e(je(t/16))).join(", ")})`}var An=26,ca=14,la=4;function _n(e,t,o,n){let s=Math.min(An,o/t,n/e),r=(a,c)=>Math.max(ca,s*a,s<An?Math.min(c/2,la*s*a):
0);return[r(t,o),r(e,n)]}function Cn(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,a=et(e.pixels[o*e.cols+n],e.low,e.high),
c=Number.isNaN(a)?"NaN":a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${G(a)}`;return`${t.length>2?`[${$o(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${c}`}function In(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function On(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let a=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));a>s&&([n,s]=[r,a])}return n}function kt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function tt(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[a,c]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return a<e.cols&&c<e.rows&&l<e.facets&&s<t?{facet:l,row:c,col:a}:null}function Vt(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Rn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return me.nan;if(s===
1)return me.minusInf;if(s===255)return me.plusInf;let r=et(s,e.low,e.high);return t?Vt(r/o):je(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function vt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replaceAll("-","−");let a=et(e.pixels[s],e.low,e.high);return Number.isNaN(a)?"NaN":
a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${G(a)}`}var pa=[128,128,128,48],da=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Pn(e,t,o,n){let[s,r]=kt(t,o),a=e.getContext("2d");if(!a||s<=0||r<=0)return;e.width!==s&&(e.width=s),e.height!==
r&&(e.height=r);let c=a.createImageData(s,r),l=Rn(t,n);for(let p=0;p<s*r;p++)da(t,p%s,Math.floor(p/s))&&c.data.set(pa,4*
p);for(let p=0;p<t.facets;p++){let[u,m]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let d=0;d<t.rows;d++)for(let h=0;h<
t.cols;h++){let y=4*((m+d)*s+u+h),[w,f,x]=l[t.pixels[(p*t.rows+d)*t.cols+h]];c.data[y]=w,c.data[y+1]=f,c.data[y+2]=x,c.data[y+
3]=255}}a.putImageData(c,0,0)}var Bn=7;function ua(e){let t=String(Math.round(e)),o=r=>{let a=String(Number(e.toPrecision(
r))),c=e.toExponential(r-1).replace("e+","e");return c.length<a.length?c:a};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=Bn?t:[3,2].map(o).find(r=>r.length<=Bn)??o(1)).replaceAll("-","−")}function Fn(e,t,o,n,s){let r=e.getContext(
"2d");if(!r)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,
devicePixelRatio);let a=Rn(t,s),[c,l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,c/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let u=0;u<
t.cols;u++){let m=p*t.cols+u,[d,h,y]=a[t.pixels[m]];r.fillStyle=`rgb(${d}, ${h}, ${y})`,r.fillRect(u*c,p*l,c-1,l-1),r.fillStyle=
.299*d+.587*h+.114*y>140?"#111111":"#ffffff";let w=Number(t.numbers[m]),f=Number.isFinite(w)?ua(w):vt(t,{facet:0,row:p,col:u});
r.fillText(f,(u+.5)*c,(p+.5)*l)}}var Xt=168,Yt=300,fa=600,Jt=[34,18],$t=4,ha=16,Mt=8,Zt="keep these elements, to compare others with them",Dn={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function ma(e,t,o,n){let[s,r]=[Me(e,0),Me(e,1)],a=Math.min(
s,Math.max(Mt,Math.round(e.height/n))),c=Math.min(r,Math.max(Mt,Math.round(e.width/n))),l=(p,u,m)=>Math.max(0,Math.min(m-
u,Math.round(p-u/2)));return{top:l(t,a,s),left:l(o,c,r),height:a,width:c}}function ga(e,t){let[o,n]=e.axes,s=zn(e,{facet:t,
row:0,col:0}).map((r,a)=>a===o||a===n?0:r);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function Me(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function be(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function zn(e,t){
let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((a,c)=>r.get(c)??e.index[c])}function ba(e,t){let[o,n,s]=e.axes,[r,a]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],c=(p,u,m)=>u>1?`${p}–${Math.min(m,p+u)-1}`:`${p}`;return`[${e.shape.map((p,u)=>u===o?c(r,e.row_stride,e.top+
e.height):u===n?c(a,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${vt(be(
e),t)}`}function jn({ask:e,signal:t,offline:o}){let n=i("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=i("div",
{class:"opscope-heatmap-box"},n),r=i("span"),a=i("span"),c=i("i"),l=[Qt("NaN",me.nan,0),Qt("−Inf",me.minusInf,1),Qt("+\
Inf",me.plusInf,255)],p=i("div",{class:"opscope-readout"}),u=i("span"),m={rows:F("rows"),cols:F("columns"),facets:F("fac\
ets")},d=i("span",{class:"opscope-positions"}),h=i("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},i("option",{value:"auto"},"auto"),i("option",{value:"sequential"},"low to high"),i("option",{value:"signed"},"signe\
d")),y=$("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>oe($t)),w=$("−","zoom out (-)","zoom-out",()=>oe(
1/$t)),f=$("Pin",Zt,"pin",()=>e("PinValue",{name:we()?"":M})),x=$("Difference","show the difference to the pinned value",
"difference",()=>K({...C,difference:!C.difference})),k=i("div",{class:"opscope-slice-bar",hidden:!0},m.rows.el,m.cols.el,
m.facets.el,d,i("label",{},"colors",h),i("span",{class:"opscope-slice-tools"},w,y,f,x)),v=Tn({ask:e,signal:t}),b=i("sect\
ion",{class:"opscope-card opscope-elements"},i("h4",{},"Elements",u),k,s,v.el,i("div",{class:"opscope-legend"},i("div",{
class:"opscope-scale"},r,c,a),...l.map(_=>_.el)),p),M="",E="",N=null,C=Dn,B="",T=null,P="",I=!1,z=0,q="",j,A,Y=[],X=null,
J=null,Q=-1;function $(_,D,W,te){let ee=i("button",{type:"button",class:`opscope-slice-tool opscope-${W}`,title:D,"aria-\
label":D},_);return ee.addEventListener("click",te,{signal:t}),ee}function F(_){let D=i("select",{class:`opscope-axis-${_}`,
"aria-label":`axis of the ${_}`});return D.addEventListener("change",()=>O(_==="columns"?"cols":_,Number(D.value)),{signal:t}),
{el:i("label",{},_,D),field:D}}function O(_,D){if(!A)return;let[W,te,ee]=A.axes,V={rows:W,cols:te,facets:ee},re=Object.keys(
V).find(ne=>D>=0&&V[ne]===D);re&&(V[re]=V[_]),V[_]=D,K({...C,...V,top:0,left:0,height:0,width:0})}function K(_){_.facets>=
0&&(Q=-1),C=_,P="";let D=++z;e("FetchSlice",{name:M,...C},(W,te)=>(D!==z||(I=W,W||([P,C]=[te,{...C,difference:!1}]),R()),
!0))}function oe(_,D){if(!A)return;let[W,te]=D??[A.top+A.height/2,A.left+A.width/2],ee=ma(A,W,te,_),V=ee.height===A.height&&
ee.width===A.width;V&&_>1&&A.facets>1?ce(A,X&&tt(be(A),ye(be(A)),...X)?.facet||0):V&&_<1&&Q>=0?K({...C,...ee,facets:Q}):
K({...C,...ee})}function ce(_,D){K({...C,...ga(_,D)}),Q=_.axes[2]}let ie=()=>(A??j)?.step,we=()=>N?.name===M&&N?.step===
ie(),Ee=()=>A?be(A):j?{...j,facets:1,numbers:[]}:null,ye=_=>On(_,s.clientWidth||400,_.facets>1?Yt:Xt),S=()=>h.value==="s\
igned"||h.value==="auto"&&!!A?.difference;function R(){let _=A&&X&&tt(be(A),ye(be(A)),...X),D=j&&X&&X[1]<j.rows&&X[0]<j.
cols,W=A?_&&ba(A,_):D&&j&&X?Cn(j,Y,X[1],X[0]):"";L(p,P||W||(A?wa(A):j?In(j):""))}function H(_){let D=Ee();if(!D)return null;
let W=n.getBoundingClientRect(),[te,ee]=kt(D,ye(D)),V=(re,ne)=>Math.max(0,Math.min(ne-1,Math.floor(re*ne)));return[V((_.
clientX-W.left)/W.width,te),V((_.clientY-W.top)/W.height,ee)]}n.addEventListener("pointermove",_=>(X=H(_),R()),{signal:t}),
n.addEventListener("pointerleave",()=>(X=null,R()),{signal:t});function Z(_,D){if(!_||o)return;let W=be(_),te=(D&&tt(W,ye(
W),...D))??{facet:0,row:0,col:0};v.open(M,E,zn(_,te).join(", "),_.numbers.length?vt(W,te).replaceAll("−","-"):"",n)}n.
addEventListener("dblclick",()=>Z(J?.slice,J?.at??null),{signal:t}),n.addEventListener("click",_=>{if(_.detail>1)return;
J={slice:A,at:H(_)};let D=A&&tt(be(A),ye(be(A)),...H(_)??[0,0]);A&&D&&A.facets>1?ce(A,D.facet):A&&D&&!se()&&oe(ha,[A.top+
D.row*A.row_stride,A.left+D.col*A.col_stride])},{signal:t}),n.addEventListener("keydown",_=>{let D={ArrowUp:[-1,0],ArrowDown:[
1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[_.key];if(_.key==="+"||_.key==="=")oe($t);else if(_.key==="-")oe(1/$t);else if(_.
key==="Enter")Z(A,X);else if(D&&A)oe(1,[A.top+A.height*(.5+D[0]/2),A.left+A.width*(.5+D[1]/2)]);else return;_.preventDefault(),
_.stopPropagation()},{signal:t}),h.addEventListener("change",()=>(q="",ge()),{signal:t}),d.addEventListener("change",()=>{
let _=Y.map((D,W)=>d.querySelector(`[data-axis="${W}"]`)?.value??"0");K({...C,index:_.map(D=>String(Math.max(0,Math.round(
Number(D)||0)))).join(",")})},{signal:t}),d.addEventListener("keydown",_=>_.stopPropagation(),{signal:t});function ae(_){
let D=_.shape.map((ee,V)=>[String(V),`${V} (${ee})`]);for(let[ee,{field:V}]of[m.rows,m.cols,m.facets].entries()){let re=[
["-1","none"],...D],ne=re.join();V.dataset.key!==ne&&V.replaceChildren(...re.map(([de,pe])=>i("option",{value:de},pe))),
V.dataset.key=ne,V.value=String(_.axes[ee])}g(m.rows.el,"hidden",_.shape.length<2),g(m.cols.el,"hidden",_.shape.length<2),
g(m.facets.el,"hidden",_.shape.length<3);let W=_.shape.flatMap((ee,V)=>_.axes.includes(V)||ee<2?[]:[[V,ee,_.index[V]]]),
te=JSON.stringify(W);d.dataset.key!==te&&(d.dataset.key=te,d.replaceChildren(...W.map(([ee,V,re])=>i("label",{},`axis ${ee}`,
i("input",{type:"number",min:0,max:V-1,value:re,"data-axis":ee,title:`position on axis ${ee}, 0 to ${V-1}`})))))}function se(){
if(!A)return!1;let{facets:_,rows:D,cols:W,numbers:te}=be(A);return _===1&&te.length>0&&s.clientWidth/W>=Jt[0]&&D*Jt[1]<=
fa}function ge(){let _=Ee(),D=_?_.rows*_.cols*_.facets:0;if(g(n,"hidden",!D),!_||!D)return;let W=ye(_),[te,ee]=kt(_,W),V=s.
clientWidth,re=se(),ne=re?[Math.min(V,_.cols*64),_.rows*Jt[1]]:_.facets>1?[Math.min(V,te*Yt/ee),Math.min(Yt,ee*V/te)]:_n(
_.rows,_.cols,V,Xt),de=`${ne} ${devicePixelRatio} ${S()} ${re}`;if(de===q)return;q=de,g(s,"style",`height: ${Math.max(re||
_.facets>1?0:Xt,Math.ceil(ne[1]))}px`),g(n,"style",`width: ${ne[0].toFixed(1)}px; height: ${ne[1].toFixed(1)}px`),re?Fn(
n,_,ne[0],ne[1],S()):Pn(n,_,W,S());let pe=Math.max(Math.abs(_.low),Math.abs(_.high));L(r,G(S()?-pe:_.low)),L(a,G(S()?pe:
_.high)),g(c,"style",`background: ${S()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].map(Se=>$e(Vt(Se))).join(", ")})`:yt()}`)}
return{el:b,update(_,D,W,te){Y=D,te!==M&&([M,C,P,Q]=[te,Dn,"",-1]);let ee=`${te} ${D} ${W.stopped?.run} ${W.stopped?.tick}\
 ${W.phase}`;ee!==B&&(I=!1),!o&&W.phase!=="running"&&(ee!==B||W.stopped!==T)&&K(C),[B,T]=[ee,W.stopped],v.update(W,te);let V=W.
fold.slices.get(te),ne=V&&String(V.shape)===String(D)&&(I||V.step===_?.step||V.difference)&&!o?V:void 0;if(ne!==A||_!==j){
[A,j,q]=[ne,_,""];for(let ke of l)ke.update((ne??_)?.pixels);R()}g(k,"hidden",!A),A&&ae(A),N=W.fold.pinned;let de=(ke,Is)=>`${Je(
W,ke)} of step ${Is}`;E=Je(W,te);let pe=N?.name?de(N.name,N.step):"",Se=ie();return L(u,A?.difference?`${de(te,A.step)} \
− ${A.difference===`${N?.name} of step ${N?.step}`?pe:A.difference}`:Se===void 0?"":`step ${Se}`),g(x,"hidden",!pe||String(
N?.shape)!==String(D)),g(x,"aria-pressed",C.difference?"true":"false"),g(x,"title",`show the difference to ${pe}`),g(f,"\
aria-pressed",we()?"true":"false"),g(f,"title",we()?"forget the elements that are kept":pe?`${Zt}, instead of ${pe}`:Zt),
g(w,"disabled",!A||Q<0&&A.height===Me(A,0)&&A.width===Me(A,1)),g(y,"disabled",!A||A.facets===1&&A.height<=Mt&&A.width<=Mt),
ge(),Se}}}function wa(e){let t=Ce([Me(e,0),Me(e,1)]),o=e.height<Me(e,0)||e.width<Me(e,1)?`rows ${e.top}–${e.top+e.height-
1}, columns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.
col_stride} elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.
nonfinite?`, ${e.nonfinite} not finite`:""}`}function Qt(e,t,o){let n=i("span",{class:"opscope-mark","data-absent":!0},i(
"i",{style:`background: ${$e(t)}`}),e);return{el:n,update:s=>g(n,"data-absent",!s?.includes(o))}}var eo=12;function Hn({ask:e,open:t,signal:o,offline:n}){let s=i("div",{class:"opscope-provenance"}),r="",a=(c,l)=>i("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${c} ${l} in the graph`},`${c} ${l}`);return s.addEventListener(
"click",c=>{let l=c.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(c,l){let p=n?void 0:c.fold.slices.get(l.name),u=(p?.
readers??[]).map((f,x)=>[p?.reader_types[x]??"",f]),m=c.recorded&&l.step>=c.recorded.first&&l.step<=c.recorded.last,d=!!(p?.
writers.length&&!p.writers.includes(l.op)),h=!n&&c.phase!=="running"&&m&&l.op>=0&&!d,y=JSON.stringify([l.op,l.op_type,u,
h&&l.step,d]);if(y===r)return;r=y;let w=u.length>eo?[`and ${u.length-eo} more`]:[];s.replaceChildren(...l.op<0?[]:d?[`ma\
de by ${l.op_type} of another program`]:["made by",a(l.op_type,l.op)],...u.length?["read by",...u.slice(0,eo).map(([f,x])=>a(
f,x)),...w]:p?["read by nothing"]:[],...h?[i("button",{type:"button",class:"opscope-why opscope-to-write","data-step":l.
step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to the write")]:[]),g(s,"h\
idden",!s.childNodes.length)}}}var[ot,He,to,oo,no]=[150,58,10,8,22];function Wn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function so(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":G(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function Gn(e){let t=i("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=i("code",{}),n=i("spa\
n"),s=U("g",{class:"opscope-grid"}),r=U("path",{class:"opscope-line"}),a=U("path",{class:"opscope-line opscope-branch-li\
ne"}),c=U("path",{class:"opscope-cross"}),l=U("svg",{class:"opscope-chart",height:ot,role:"img"},s,r,a,c),p=i("div",{class:"\
opscope-branch-key"},i("span",{},i("i",{}),"recorded"),i("span",{},i("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=i("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},i("h4",{},"What if",t,n),l,p),m,d="",
h={x:x=>0,step:x=>0},y=new Map;t.addEventListener("change",()=>(m=y.get(t.value),f()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!m)return;let k=h.step(x.clientX-l.getBoundingClientRect().left),v=m.steps.reduce((b,M,E)=>Math.abs(M-
k)<Math.abs(m.steps[b]-k)?E:b,0);L(n,`step ${m.steps[v]}   ${G(m.recorded[v])}   would be ${G(m.changed[v])}`),g(c,"d",`\
M${h.x(m.steps[v])},${oo}V${ot-no}`)},{signal:e}),l.addEventListener("pointerleave",()=>(g(c,"d",""),L(n,m?so(m):"")),{signal:e});
let w=new ResizeObserver(()=>f());w.observe(l),e.addEventListener("abort",()=>w.disconnect());function f(){let x=m;if(!x)
return;let k=Math.max(200,l.clientWidth||u.clientWidth),v=`${x.name} ${x.change} ${k} ${x.changed.length} ${x.changed.at(
-1)}`;if(v===d)return;d=v;let b=[Wn(x,x.recorded),Wn(x,x.changed)],M=[...b[0],...b[1]].sort((A,Y)=>A.step-Y.step),E=Qe(M),
N=A=>A===null?null:E.to(A),{x:C,y:B}=Wt(M.map(A=>({...A,min:N(A.min),max:N(A.max),mean:N(A.mean)}))),T=k-He-to,P=A=>+(He+
(A-C[0])/(C[1]-C[0])*T).toFixed(1),I=A=>+(oo+(1-(E.to(A)-B[0])/(B[1]-B[0]))*(ot-oo-no)).toFixed(1);h={x:P,step:A=>C[0]+(A-
He)/T*(C[1]-C[0])};let z=E.marks(...B,4).flatMap(A=>[U("path",{d:`M${He},${I(A)}H${k-to}`}),U("text",{x:He-6,y:I(A)+3.5,
"text-anchor":"end"},Be(A))]),q=Ne(...C,Math.max(3,k/110)).filter(Number.isInteger).map(A=>U("text",{x:P(A),y:ot-6,"text\
-anchor":"middle"},Be(A)));s.replaceChildren(...z,...q,U("path",{class:"opscope-floor",d:`M${He},${ot-no}H${k-to}`}));let j=A=>wt(
A,Y=>Y.mean!==null).map(Y=>Y.length>1?`M${Y.map(X=>`${P(X.step)},${I(X.mean)}`).join("L")}`:`M${P(Y[0].step)-4},${I(Y[0].
mean)}h8`).join("");g(r,"d",j(b[0])),g(a,"d",j(b[1])),g(l,"aria-label",`${x.name}: ${so(x)}, if ${x.change}`),L(n,so(x)),
L(o,x.change)}return{el:u,update(x){let{branches:k}=x.fold;if(g(u,"hidden",!k.size),k===y)return f();y=k;let v=[...y.values()].
at(-1),b=[...y.values()].filter(M=>M.change===v?.change).map(({name:M})=>M);t.replaceChildren(...b.map(M=>i("option",{value:M},
x.scalarNames.get(M)||M))),m=y.get(b.includes(m?.name??"")?m?.name??"":b[0]??""),m&&(t.value=m.name),f()}}}var xa=[["mean",e=>G(e.mean)],["std",e=>G(e.std)],["min",e=>G(e.min)],["max",e=>G(e.max)],["shape",e=>Ce(e.shape)],["zer\
os",e=>st(e.zeros),e=>ue(e)==="zeros"],["NaN",e=>le(e.nan),e=>e.nan>0],["Inf",e=>le(e.inf),e=>e.inf>0],["elements",e=>le(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function ya(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function ka(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function va(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:at(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var Un={id:"tensor",label:"Tensor",create:$a};function $a({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let a=i("span",{class:"opscope-pill"}),c=i("span",{class:"opscope-detail-name"}),l=i("div",
{class:"opscope-origin"}),p=i("code",{class:"opscope-site"}),u=xa.map(([B,T,P])=>{let I=i("span",{class:"opscope-number"});
return{label:B,value:T,warn:P,shown:I,el:i("div",{class:"opscope-fact"},i("span",{class:"opscope-label"},B),I)}}),m=Mn({
goTo:o,signal:s}),d=Nn(s),h=jn({ask:e,signal:s,offline:r}),y=Hn({ask:e,open:t,signal:s,offline:r}),w=i("div",{class:"ops\
cope-detail-head"},i("div",{},a,c),i("div",{},l,p)),f=Gn(s),x=En({ask:e,signal:s}),k=i("div",{class:"opscope-charts"},m.
el,d.el,h.el,f.el),v=i("div",{class:"opscope-hint"}),b=i("div",{class:"opscope-about"}),M=Sn({ask:e,goTo:o,open:t,signal:s,
offline:r}),E=[w,x.el,y.el,M.el,i("div",{class:"opscope-facts"},...u.map(B=>B.el)),b,k],N=i("div",{class:"opscope-detail\
-body"},...E),C=i("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return h.
el.append(v),{el:i("div",{class:"opscope-detail"},C,N),update(B,{selected:T,refusal:P}){let I=B.values.get(T);if(g(C,"hi\
dden",!!I),g(N,"hidden",!I),!I)return;let z=ue(I);g(w,"data-health",z),L(a,Ie[z]);let[q,j]=xe(I);L(c,q),g(c,"title",I.called?
`${I.name}, ${I.called}`:I.name),L(l,[q!==I.name?j:j&&`called ${j}`,va(I)].filter(Boolean).join(" · ")),L(p,I.site),M.update(
T,B);for(let $ of u)L($.shown,$.value(I)),g($.shown,"title",$.value(I)),g($.el,"data-bad",$.warn?.(I)?$.label==="NaN"?"n\
an":$.label==="Inf"?"inf":"zeros":void 0);let A=Re(B,I),Y=[ka(A),ya(I)].filter(Boolean).join(" ");g(N,"data-elsewhere",!!A),
L(b,Y),g(b,"hidden",!Y);let X=B.details.get(T),J=h.update(X,I.shape,B,T);m.update(B.history.get(T),B.stopped?.step||null,
n(B));for(let[$,F]of[[d,X?.step],[h,J]])g($.el,"data-elsewhere",!!A||!!(B.stopped&&F!==void 0&&F!==I.step));d.update(X),
y.update(B,I),f.update(B),x.update(B),L(v,J===void 0?r?"Elements were not recorded for this value.":P||"Waiting for the \
elements of this value …":""),g(v,"hidden",J!==void 0)}}}var Ma=["error","warning","hint"];function qn(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>Ma.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function Ea(e){let t=e.
times>1?`, ${le(e.times)} times`:"";return e.step?`step ${le(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function Sa(e,t){let o=[...e.values.values()].filter(s=>s.nan||s.inf).length,n='rules=True looks while \
a run goes on; watch("nan") stops where a NaN or Inf is made.';return!o&&t?`No finding. "Check the recorded steps" looks\
 for known mistakes now; ${n}`:!o||!t?`No finding: ${n}`:`${o===1?"1 value has":`${le(o)} values have`} NaN or Inf, and \
no rule has looked: "Check the recorded steps" finds the first one.`}var Kn={id:"findings",label:"Findings",create:La,count:e=>qn(
e.findings).length};function La({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=i("button",{type:"button",class:"opscope\
-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},"Check the recorded steps"),a=i("span",
{class:"opscope-look-answer",role:"status"}),c=i("div",{class:"opscope-findings-bar","data-asks":!0,hidden:s},r,a),l=i("\
div",{class:"opscope-nothing"}),p=i("ul",{class:"opscope-findings-rows"}),u=xt({goTo:o,open:t,signal:n}),m=i("pre",{class:"\
opscope-cause",role:"status",hidden:!0}),d=null,h,y=!1,w=s;r.addEventListener("click",()=>{L(a,"Looking …"),e("FindFau\
lts",{},(b,M)=>(w||=b,L(a,b?`${M}. Rules can be wrong: judge by the evidence.`:M),!0))},{signal:n}),p.addEventListener("\
click",b=>{let M=b.target.closest("button"),E=Number(M?.dataset.number),N=E?f.get(E):void 0;!N||!M||(M.classList.contains(
"opscope-there")?x(N):k(N,M))},{signal:n});let f=new Map;function x(b){b.step?o(b.step,b.op):t("graph",b.op)}function k(b,M){
let E=d?.number===b.number;d=E?null:{number:b.number,name:b.value,step:b.step,ok:!1};for(let N of p.querySelectorAll(".o\
pscope-ask-why"))g(N,"aria-expanded",N===M&&!E?"true":"false");u.update(null),L(m,d?"Searching …":""),g(m,"hidden",!d),
d&&(M.closest(".opscope-finding")?.append(m,u.el),e("Explain",{name:b.value,step:b.step},(N,C)=>(d?.number!==b.number||(d.
ok=N,L(m,N?"":C),g(m,"hidden",N)),!0)))}function v(b,...M){let E=i("button",{type:"button",class:"opscope-why opscope-th\
ere","data-number":b.number,title:b.step?`go to step ${b.step}`:"show it in the graph"},b.step?"Go there":"Show in graph"),
N=i("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":b.number,"aria-expanded":"false",title:`wh\
y ${b.value} is what it is in step ${b.step}`},"Why"),C=[...b.step||b.op>=0?[E]:[],...!s&&b.value&&b.step?[N]:[]];return i(
"div",{class:"opscope-finding","data-severity":b.severity},i("div",{class:"opscope-finding-head"},i("span",{class:"opsco\
pe-severity"},b.severity),i("b",{},b.rule),...b.value?[i("code",{},b.called||b.value)]:[],...b.called?[i("span",{class:"\
opscope-called"},i("code",{},b.value))]:[],i("span",{class:"opscope-when"},Ea(b))),i("div",{class:"opscope-evidence"},b.
evidence),...b.site?[i("code",{class:"opscope-line"},b.site+(b.code?`: ${b.code}`:""))]:[],...b.operator?[i("code",{class:"\
opscope-line opscope-operator-text"},b.operator)]:[],...b.suggestion?[i("div",{class:"opscope-try"},`Try: ${b.suggestion}`)]:
[],...M,i("div",{class:"opscope-finding-buttons","data-asks":!0},...C))}return{el:i("div",{class:"opscope-findings"},c,l,
p),update(b){y=!!b.recorded||s,g(r,"disabled",!b.recorded),g(p,"data-fixed",!y);let M=d?.ok&&b.explained?.asked===d.name&&
b.explained.at===d.step?b.explained:null;if(M&&u.update(M),L(l,Sa(b,!!b.recorded&&!w)),b.findings===h)return;h=b.findings,
f=new Map([...b.findings.values()].map(B=>[B.number,B]));let E=qn(b.findings),N=new Set([...p.querySelectorAll("details[\
open]")].map(B=>B.dataset.number));g(l,"hidden",E.length>0),p.replaceChildren(...E.map(({finding:B,consequences:T})=>{let P=i(
"details",{class:"opscope-consequences","data-number":B.number,open:N.has(String(B.number))},i("summary",{},`may explain\
 ${T.length} more`),...T.map(I=>v(I)));return i("li",{},v(B),...T.length?[P]:[])}));let C=d&&p.querySelector(`.opscope-a\
sk-why[data-number="${d.number}"]`);C&&(g(C,"aria-expanded","true"),C.closest(".opscope-finding")?.append(m,u.el))}}}var We=128,Vn=36,Na=Object.freeze([]),Ta=3,Aa=12;function _a(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Aa,Math.min(o-Ta,Math.floor(Math.log10(e)))),o]}var Xn=new WeakMap;function Ca(e){let t=Xn.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],Xn.set(
e,t)}return t}function Jn(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Yn=Array.from({length:129},
(e,t)=>$e(je(t/128)));function Ia(e,t){return e.bad?$e(me.nan):e.rms?Yn[Math.round(Jn(e.rms,t)*(Yn.length-1))]:null}var Zn={
id:"flow",label:"Gradient flow",short:"Flow",create:Ba,count:e=>Ot(e).length};function Ba({select:e,refresh:t,signal:o}){
let n=i("div",{class:"opscope-decades"}),s=i("div",{class:"opscope-flow-row opscope-flow-head"},i("span",{},"parameter"),
n,i("span",{},"RMS"),i("span",{},"over steps")),r=i("div",{class:"opscope-flow-body"}),a=i("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),c=i("span"),l=i("span"),p=i("d\
iv",{class:"opscope-legend opscope-flow-legend"},i("span",{},"RMS gradient of each parameter"),i("div",{class:"opscope-s\
cale"},c,i("i",{style:`background: ${yt()}`}),l),i("span",{class:"opscope-mark"},i("i",{style:`background: ${$e(me.nan)}`}),
"NaN or Inf")),u=new Map;r.addEventListener("click",h=>{let y=h.target.closest("[data-name]");y&&e(y.dataset.name??"")},
{signal:o});let m=i("div",{class:"opscope-flow"},a,i("div",{class:"opscope-flow-table"},s,r,p));m.addEventListener("scro\
ll",t,{signal:o,passive:!0});let d=(h,y)=>h.history.get(y.name)?.points??Na;return{el:m,update(h,{selected:y}){let w=Ot(
h);g(a,"hidden",w.length>0),g(s,"hidden",!w.length);let[f,x]=[1/0,0];for(let C of w){let[B,T]=Ca(d(h,C));[f,x]=[Math.min(
f,B),Math.max(x,T)]}let k=_a(f,x);Oa(n,k),L(c,G(10**k[0])),L(l,G(10**k[1])),g(p,"hidden",!w.length);for(let C of w)u.has(
C.name)||u.set(C.name,Ra(C.name));let v=w.map(C=>u.get(C.name));Oe(r,v.map(C=>C.el));let b=h.stopped?.step||null,M=rt(w),
E=Math.floor((m.scrollTop-(r.offsetTop-m.offsetTop))/Vn)-2,N=E+Math.ceil(m.clientHeight/Vn)+4;w.forEach((C,B)=>{if(B<E||
B>N)return v[B].choose(C.name===y);v[B].update(C,M.get(C.name)??C.name,d(h,C),k,Re(h,C),b),v[B].choose(C.name===y)})}}}function Oa(e,t){
let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.
range=r;let a=Math.ceil((n-o)/s),c=[];for(let l=n;l>=o;l-=a){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;c.push(i("sp\
an",{style:p},"10",i("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...c)}function Ra(e){let t=it(e),o=i("i"),
n=i("span",{class:"opscope-track"},o),s=i("span",{class:"opscope-number"}),r=i("canvas",{class:"opscope-strip",width:We,
height:1,role:"img","aria-label":"RMS gradient over the steps"}),a=i("button",{class:"opscope-flow-row",type:"button","d\
ata-name":e},t,n,s,r),c="",l;return{el:a,choose:p=>g(a,"aria-pressed",p?"true":"false"),update(p,u,m,d,h,y){let w=`${d} ${h}\
 ${y} ${u}`;if(l===p&&c===w)return;l=p,c=w,g(a,"data-elsewhere",!!h),g(a,"title",h?`not computed yet: its value ${h}`:void 0);
let{rms:f}=lt(p),x=ue(p);Ye(t,u.replaceAll("@GRAD","")),g(a,"data-health",x),g(o,"data-nothing",f===null),g(n,"style",`-\
-decade: ${(100/(d[1]-d[0])).toFixed(3)}%`),g(o,"style",`width: ${(100*(f===null?1:Jn(f,d))).toFixed(2)}%`),L(s,p.nan?"N\
aN":p.inf?"Inf":G(f)),Pa(r,m,d,y)}}}function Pa(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,We,1);let r=t[0]?.
step??0,a=(t.at(-1)?.step??0)-r+1;t.forEach((c,l)=>{let p=t[l+1]?.step??c.step+1,u=Math.floor((c.step-r)/a*We);if(!c.bad&&
l+1<t.length&&Math.floor((p-r)/a*We)===u)return;let m=Ia(c,o);m&&(s.fillStyle=m,s.fillRect(u,0,Math.ceil((p-r)/a*We)-u,1))}),
!(n===null||n<r||n>=r+a)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/a*We),0,2,1))}var Fa=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function Et(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Qn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Dt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Te(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function es(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Fa)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),a=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),c=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=U("g",{class:"opscope-gutter"},U("title"),r,a,c);return e.
append(l),l}function ts(e,t){g(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),g(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),g(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&L(es(e).firstChild,Qn(t))}function os(e){let t=es(e).firstChild;t.textContent||L(t,Qn([]))}function ro(e){let t=[];for(let o of e){let n=o.querySelector(":scope > .opscope-fold-fold")?18:0,s=Number(o.querySelector(
"rect")?.getAttribute("width")??0)-6-n;if(!(s<=0))for(let r of o.querySelectorAll("text"))r.getComputedTextLength()>s&&t.
push([r,s])}return()=>{for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(1)),o.setAttribute("lengthAdjust","spacing\
AndGlyphs")}}var Ge=["nan","inf","zeros","ok"],Da=2e5;function Ue(e,t){return e.program===t||!(e.program>=0)}function ns(e,t){let o=new Map,
n=new Map,s=[...e.values()].filter(r=>Ue(r,t));for(let r of e.values())o.set(`var-${r.name}`,ue(r));for(let r of s)n.set(
r.op,Math.max(n.get(r.op)??0,r.step));for(let r of s){let a=ue(r),c=o.get(`op-${r.op}`);r.step===n.get(r.op)&&(!c||Ge.indexOf(
a)<Ge.indexOf(c))&&o.set(`op-${r.op}`,a)}return o}function ss(e,t,o,n=new Map){let s=new Set;for(let r of t){let a=e.get(
r);s.add(`var-${r}`),a&&Ue(a,o)&&s.add(`op-${a.op}`)}for(let r of[...s]){let a=n.get(r);a!==void 0&&s.add(a)}return s}function rs(e,t){
let o=new Map;for(let[n,s]of e){let r=t.get(n);if(r===void 0)continue;let a=o.get(r);(!a||Ge.indexOf(s)<Ge.indexOf(a))&&
o.set(r,s)}return o}function as(e){let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!=
"string")continue;let s=/^op-(\d+)\.\.(\d+)$/.exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<
Da;r++)t.push(`op-${r}`)}}catch{return[]}return t}function is(e,t,o,n=[]){if(o.startsWith("var-"))return e.get(o.slice(4))?.
name;let s=new Set([o,...n]);return[...e.values()].filter(a=>Ue(a,t)&&s.has(`op-${a.op}`)||s.has(`var-${a.name}`)).sort(
(a,c)=>Ge.indexOf(ue(a))-Ge.indexOf(ue(c)))[0]?.name}var za=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),cs=/^(xmlns(:xlink)?|xml:space)$/,ja=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),Ha=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function Wa(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!ja.has(e)&&!Ha.test(e)&&!cs.test(e)?!1:cs.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function ls(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(ps(n),document.importNode(n,!0))}function ps(e){for(let{
name:t,value:o}of[...e.attributes])Wa(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&za.
has(t.localName)&&t.namespaceURI===e.namespaceURI?ps(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function ds(e,t){let o=ls(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[],labels:new Map,boxes:null};for(let s of["width","height"])o.removeAttribute(s);g(o,"role","group");for(let s of o.
querySelectorAll("g")){let r=s.getAttribute("data-src"),a=s.getAttribute("data-dst"),c=s.getAttribute("data-scope"),l=as(
s.getAttribute("data-hides"));r!==null&&a!==null?n.links.push({src:r,dst:a}):l.length||/^(op|var)-/.test(s.id)?Ga(n,s,l,
t&&c!==null):c!==null&&(n.frames.set(c,s),t&&us(s,"fold"))}return n}function Ga(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.
folded.set(t.id,o);for(let s of o)e.hiddenIn.set(s,t.id);g(t,"data-node",t.id),g(t,"tabindex",-1),g(t,"role","button"),e.
labels.set(t.id,t.querySelector("title")?.textContent??t.id),g(t,"aria-label",e.labels.get(t.id)),n&&us(t,"open")}function us(e,t){
let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+
s("width")-(t==="open"?0:11),a=s("y")+(t==="open"?0:11),c=t==="open"?`M${r-3},${a}h6M${r},${a-3}v6`:`M${r-3},${a}h6`,l=U(
"title");l.textContent=t==="open"?"open (Enter)":"fold (Backspace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},
l,U("circle",{cx:r,cy:a,r:6}),U("path",{d:c})))}function ao(e){return e.querySelector(":scope > rect, :scope > a > rect,\
 :scope > polygon")??e}function St(e){if(e.boxes)return e.boxes;let t=e.svg.querySelector("g")?.transform.baseVal.consolidate()?.
matrix;return e.boxes=new Map([...e.nodes,...e.frames].map(([o,n])=>{let s=ao(n).getBBox();return[o,{x:s.x+(t?.e??0),y:s.
y+(t?.f??0),w:s.width,h:s.height}]})),e.boxes}function io(e,t){return!!(e&&t&&e.x<=t.x&&e.y<=t.y&&e.x+e.w>=t.x+t.w&&e.y+
e.h>=t.y+t.h)}function fs(e,t,o){let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.
links.filter(p=>p.src===t).map(p=>p.dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o===
"ArrowRight"?1:o==="ArrowLeft"?-1:0,a=p=>(p.left+p.right)/2,c=null,l=1/0;for(let p of s){let u=e.nodes.get(p)?.getBoundingClientRect();
if(!u||p===t)continue;let m=a(u)-a(n),d=Math.abs(u.top-n.top);if(r&&m*r<=1)continue;let h=Math.abs(m)+(r?3:.2)*d;h<l&&([
c,l]=[p,h])}return c}var Ua=150,hs="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function ms({search:e,choose:t,signal:o}){
let n=i("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:hs,"aria-label":`\
search the graph: ${hs}`}),s=i("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),r=i("div",{class:"opscope-graph-find"},n,s),a=0,c="",l=null,p=()=>g(s,"hidden",!0),u=()=>{c=n.value.trim(),c?
e(c):p()};n.addEventListener("input",()=>{clearTimeout(a),a=window.setTimeout(u,Ua)},{signal:o}),n.addEventListener("foc\
us",()=>g(s,"hidden",!c||!l||l.text!==c),{signal:o}),r.addEventListener("keydown",d=>{d.stopPropagation();let h=[...s.querySelectorAll(
"button")],y=h.findIndex(w=>w.matches(":focus"));if(d.key==="Escape")p(),n.focus();else if(d.key==="Enter"&&y<0)l?.text===
n.value.trim()?h[0]?.click():u();else if(d.key==="ArrowUp"&&y===0)n.focus();else if(d.key.startsWith("Arrow")&&d.key!=="\
ArrowLeft"&&d.key!=="ArrowRight")h[fe(d,y,h.length)??0]?.focus();else return;d.preventDefault()},{signal:o}),s.addEventListener(
"click",d=>{let h=d.target.closest("[data-found]");h&&(p(),t(h.getAttribute("data-found")??""))},{signal:o}),r.addEventListener(
"focusout",({relatedTarget:d})=>{r.contains(d)||p()},{signal:o}),document.addEventListener("pointerdown",d=>d.composedPath().
includes(r)||p(),{signal:o,capture:!0});function m(d){let h=d.ids.map((f,x)=>{let k=i("button",{class:"opscope-match",type:"\
button",role:"option",tabindex:-1,"data-found":f},i("b",{},d.labels[x]),i("span",{},d.details[x]));return g(k,"title",`${d.
labels[x]}
${d.details[x]}`),k}),y=d.total>h.length?` · the first ${h.length} are shown`:"",w=d.total===1?"1 node":`${d.total.toLocaleString(
"en")} nodes${y}`;s.replaceChildren(i("div",{class:"opscope-matches-head"},d.total?w:`Nothing matches "${d.text}".`),...h),
g(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(d){d!==l&&(l=d,d&&d.text===c&&n.value.trim()===c&&r.contains(document.
activeElement)&&m(d))},enable:d=>g(r,"hidden",!d),clear:()=>L(s,"")}}var qa={together:"in one",apart:"side by side",forward:"forward only"};function gs({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:a}){let c=i("span",{class:"opscope-graph-info"}),l=i("span",{class:"opscope-graph-number"}),p=(O,K,oe)=>{let ce=i(
"button",{type:"button",class:"opscope-tool",title:K,"aria-label":K},O);return ce.addEventListener("click",oe,{signal:a}),
ce},u=(O,K,oe)=>i("select",{class:`opscope-graph-choice opscope-graph-${O}`,title:K,"aria-label":K},...Object.entries(oe).
map(([ce,ie])=>i("option",{value:ce},ie))),m=ms({search:n,choose:s,signal:a}),d=u("arrangement","forward and backward: e\
ach layer with its gradients, side by side, or forward only",qa),h=Object.fromEntries(Object.entries(ve).map(([O,{label:K}])=>[
O,K])),y=u("colors","color the operators by",{health:"health",...h}),w=i("input",{class:"opscope-graph-since",type:"numb\
er",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),
f=p("Whole graph","back to the whole graph",()=>t({center:""})),x=!1,k=p("Fold all","fold all scopes",()=>t(x?{open:[],center:""}:
{first:!0,center:""})),v=u("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),b={later:i("span",
{class:"opscope-key-later",title:"not computed yet where the run is paused",hidden:!0},i("i"),"not yet"),untapped:i("spa\
n",{title:"no tap watches its result",hidden:!0},i("i"),"not tapped")},M=i("div",{class:"opscope-key"},...["ok","zeros",
"Inf","NaN"].map(O=>i("span",{"data-health":O.toLowerCase()},i("i"),O)),b.later,b.untapped),E=i("span"),N=i("span"),C=i(
"span",{class:"opscope-graph-when"}),B=i("div",{class:"opscope-key opscope-ramp",hidden:!0},C,E,i("i"),N,l),T=i("div",{class:"\
opscope-tools"},p("+","zoom in",()=>e.zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),v),
P=i("div",{class:"opscope-graph-bar",hidden:!0},m.el,d,i("label",{class:"opscope-graph-by"},"color",y),w,k,f);for(let O of P.
children)g(O,"data-asks",!0);let I=i("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows\
 to walk along the edges"},M,B,c),z=i("div",{class:"opscope-graph-foot"},I,T),q=new Map,j="",A="",Y="",X=!1,J={by:"healt\
h",selected:"",against:0},Q=()=>{J.by=y.value,A="",g(w,"hidden",J.by!=="change"),J.against=Math.max(0,Math.round(Number(
w.value)||0)),o()};y.addEventListener("change",Q,{signal:a}),w.addEventListener("change",Q,{signal:a}),w.addEventListener(
"keydown",O=>O.stopPropagation(),{signal:a}),d.addEventListener("change",()=>t({arrangement:d.value,first:!0,center:""}),
{signal:a}),v.addEventListener("change",()=>{v.value&&r(v.value),v.value=""},{signal:a});function $(){L(c,A||(X?"drawing\
 …":Y)),g(I,"data-refused",!!A)}function F(){let O=q.get(j);L(l,O===void 0?"":ve[J.by]?.text(O)??"")}return Object.assign(
J,{el:P,foot:z,focusSearch:m.focus,wait(O){X=O,$()},measured(O,K){return A=O?"":K,$(),!O},read(O){j=O,F()},drawn(O,K,oe){
g(P,"hidden",!O.arrangement||oe),O.arrangement&&(d.value=O.arrangement),g(f,"hidden",!O.center),x=O.open.length>0,g(k,"h\
idden",!!O.center||!x&&!O.hidden),L(k,x?"Fold all":"Unfold");for(let ie of["title","aria-label"])g(k,ie,x?"fold all scop\
es":"open the scopes that were open at first");let ce=O.hidden?`, ${O.hidden.toLocaleString("en")} nodes folded`:"";Y=K?
`${O.ops.toLocaleString("en")} operators${ce}`:"",$()},update(O,K,oe){J.selected=K,m.update(O.fold.found);let ce=!!O.graph?.
eager;for(let ie of y.options)ie.disabled=ie.value!=="health"&&(oe||!O.recorded||ce&&ie.value==="time");g(y,"title",`col\
or the operators by${ce?"; calls of eager code have no times":""}`)},legend(O,K,oe,ce){q=K;for(let ie of["later","untapp\
ed"])g(b[ie],"hidden",!ce[ie]);if(g(M,"hidden",J.by!=="health"),g(B,"hidden",!O),O){let ie=ve[O.by];L(E,ie.text(oe.low)),
L(N,ie.text(oe.high));let we=O.against?`steps ${O.against} and ${O.step}`:`step ${O.step}`;L(C,we),g(B,"title",`${ie.label}\
, ${we}: ${ie.about}`)}F()}})}function bs(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...Ka(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function Ka(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=a=>({name:"goto",label:`Go to here in st\
ep ${a}`,kind:"Goto",fields:{step:a,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function ws({choose:e,
frame:t,signal:o}){let n=i("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=null,a=(l=!1)=>{n.hidden||
(g(n,"hidden",!0),l&&(r?.isConnected?r:t).focus({preventScroll:!0}))};n.addEventListener("click",l=>{let p=[...n.querySelectorAll(
"button")].findIndex(u=>u.contains(l.target));p<0||(a(!0),e(s[p]))},{signal:o}),n.addEventListener("keydown",l=>{let p=[
...n.querySelectorAll("button")],u=fe(l,p.findIndex(m=>m.matches(":focus")),p.length);if(u!==null)p[u].focus();else if(l.
key==="Escape")a(!0);else return;l.preventDefault(),l.stopPropagation()},{signal:o});let c=l=>{l.composedPath().includes(
n)||a()};return document.addEventListener("pointerdown",c,{signal:o,capture:!0}),t.addEventListener("wheel",()=>a(),{signal:o,
passive:!0}),t.addEventListener("keydown",l=>l.key==="Escape"&&a(!0),{signal:o}),{el:n,close:a,show(l,p,u,m){if(!l.length)
return a();s=l,r=m;let d=i("div",{class:"opscope-menu-head"},i("b",{},p),` ${u}`);n.replaceChildren(d,...s.map(k=>i("but\
ton",{class:`opscope-menu-item opscope-menu-${k.name}`,type:"button",role:"menuitem"},k.label))),g(n,"hidden",!1);let h=t.
getBoundingClientRect(),y=m.getBoundingClientRect(),f=y.right+8+n.offsetWidth<=h.right?y.right+8-h.left:Math.max(4,y.left-
16-n.offsetWidth-h.left),x=Math.max(4,Math.min(h.height-n.offsetHeight-4,(y.top+y.bottom)/2-h.top-16));n.style.left=`${f}\
px`,n.style.top=`${x}px`},focus:()=>n.querySelector("button")?.focus()}}var Ae=132,qe=96,xs=8;function co(e){let t=Math.min(Ae/e.w,qe/e.h);return{scale:t,x:(Ae-e.w*t)/2,y:(qe-e.h*t)/2}}function Va(e,t,o){
let[n,s]=[(Ae+2*xs)*t,(qe+2*xs)*t],[r,a]=["",1/0];for(let c of["right bottom","left bottom","right top","left top"]){let l=c.
startsWith("right")?e.x+e.w-n:e.x,p=c.endsWith("bottom")?e.y+e.h-s:e.y,u=o.filter(m=>m.x<l+n&&l<m.x+m.w&&m.y<p+s&&p<m.y+
m.h).length;u<a&&([r,a]=[c,u])}return r}function ys(e,t){let o=i("canvas",{width:Ae*2,height:qe*2}),n=i("div",{class:"op\
scope-sight"}),s=i("div",{class:"opscope-minimap",hidden:!0,title:"the whole graph; click to go there","aria-hidden":"tr\
ue"},o,n),r={x:0,y:0,w:1,h:1},a=c=>{let l=o.getBoundingClientRect(),[p,u]=[co(r),l.width/Ae||1];e(r.x+((c.clientX-l.left)/
u-p.x)/p.scale,r.y+((c.clientY-l.top)/u-p.y)/p.scale)};return s.addEventListener("pointerdown",c=>{c.preventDefault(),c.
stopPropagation(),s.setPointerCapture(c.pointerId),a(c)},{signal:t}),s.addEventListener("pointermove",c=>c.buttons&1&&a(
c),{signal:t}),{el:s,draw(c,l){r=c;let p=o.getContext("2d");if(!p)return;let{scale:u,x:m,y:d}=co(c);p.setTransform(2,0,0,
2,0,0),p.clearRect(0,0,Ae,qe);for(let{box:h,color:y}of l){p.fillStyle=y;let[w,f]=[Math.max(1.5,h.w*u),Math.max(1.5,h.h*u)];
p.fillRect(m+(h.x-c.x)*u,d+(h.y-c.y)*u,w,f)}},place(c,l,p){g(s,"data-corner",Va(c,l,p))},update(c,l){r=l;let{scale:p,x:u,
y:m}=co(l),d=c.x<=l.x+1&&c.y<=l.y+1&&c.x+c.w>=l.x+l.w-1&&c.y+c.h>=l.y+l.h-1;if(g(s,"hidden",d),d)return;let h=Math.max(0,
u+(c.x-l.x)*p),y=Math.max(0,m+(c.y-l.y)*p),w=Math.min(Ae,u+(c.x+c.w-l.x)*p),f=Math.min(qe,m+(c.y+c.h-l.y)*p);n.style.cssText=
`left:${h}px;top:${y}px;width:${Math.max(4,w-h)}px;height:${Math.max(4,f-y)}px`}}}function Lt(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function Xa(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:Lt(e,1/o)}function Ya(e,t){let o=(n,s,r,a)=>s>=a?r+(a-s)/2:Math.max(
r,Math.min(r+a-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function ks(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,a=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:a<e.h?e.
y:e.y+(e.h-a)/2,w:r,h:a}}function Ja(e,t){let o=e.reduce((a,c)=>Math.min(a,c.y),1/0),n=a=>Math.abs(a.x+a.w/2-t.x-t.w/2),
s=e.filter(a=>a.y<o+a.h),r=s.reduce((a,c)=>n(c)<n(a)?c:a,s[0]);return r&&r.x+r.w/2}function Za(e,t){return e.left<t.right&&
t.left<e.right&&e.top<t.bottom&&t.top<e.bottom}function vs(e,t,o=()=>{},n){let s=null,r={x:0,y:0,w:1,h:1},a=r,c=null,l=!1,
p=a,u=()=>{p=a,e.style.removeProperty("transform"),s?.setAttribute("viewBox",`${a.x} ${a.y} ${a.w} ${a.h}`),o(a,r)},m=(f,x)=>{
a=f,e.style.setProperty("transform",`translate(${(p.x-a.x)/x}px, ${(p.y-a.y)/x}px)`),o(a,r)},d=f=>(a=Xa(f,r),u()),h=()=>a!==
p&&u(),y=()=>Math.max(a.w/e.clientWidth,a.h/e.clientHeight);e.addEventListener("wheel",f=>{if(!s||!(f.ctrlKey||f.metaKey))
return;f.preventDefault(),h();let x=e.getBoundingClientRect();d(Lt(a,Math.exp(-f.deltaY*.002),(f.clientX-x.left)/x.width,
(f.clientY-x.top)/x.height))},{signal:t,passive:!1}),e.addEventListener("pointerdown",f=>{f.button||!s||(c={x:f.clientX,
y:f.clientY,box:a,unit:y()},l=!1)},{signal:t}),e.addEventListener("pointermove",f=>{if(!c)return;let x=f.clientX-c.x,k=f.
clientY-c.y;if(!l&&Math.hypot(x,k)<4)return;l||e.setPointerCapture(f.pointerId),l=!0;let v={...c.box,x:c.box.x-x*c.unit,
y:c.box.y-k*c.unit};v.w===p.w&&v.h===p.h?m(v,c.unit):d(v)},{signal:t});let w=()=>{c=null,h()};for(let f of["pointerup","\
pointercancel"])e.addEventListener(f,w,{signal:t});return e.addEventListener("click",f=>{l&&f.stopPropagation(),l=!1},{signal:t,
capture:!0}),e.addEventListener("keydown",f=>{let x={"+":1.25,"=":1.25,"-":.8}[f.key],k=f.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[
1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[f.key];if(x)d(Lt(a,x));else if(k)d({...a,x:a.x+k[0]*40*y(),y:a.y+k[1]*40*y()});else if(f.
key==="0")d(r);else return;f.preventDefault()},{signal:t}),{attach(f,x=!1){s=f;let k=s?.viewBox.baseVal;r=k&&k.width?{x:k.
x,y:k.y,w:k.width,h:k.height}:{x:0,y:0,w:100,h:100},x||(a=r),u()},hold(f,x){let k=f.getBoundingClientRect();d({...a,x:a.
x+(k.left-x.left)*y(),y:a.y+(k.top-x.top)*y()})},center:(f,x)=>d({...a,x:f-a.w/2,y:x-a.h/2}),zoom:f=>d(Lt(a,f>0?1.25:1/1.25)),
fit:()=>d(r),whole:()=>r,sight(){let[f,x,k]=[y(),e.clientWidth,e.clientHeight],[v,b]=[x*f,k*f];return[{x:a.x+(a.w-v)/2,y:a.
y+(a.h-b)/2,w:v,h:b},f]},start(f){let[x,k]=[e.clientWidth,e.clientHeight],v=ks(r,x,k);d(v.w<r.w?ks(r,x,k,Ja(f(),v)):v)},
reveal(f){h();let x=e.getBoundingClientRect(),k=f.getBoundingClientRect();if(k.left>=x.left&&k.right<=x.right&&k.top>=x.
top&&k.bottom<=x.bottom&&!(n&&Za(k,n.getBoundingClientRect())))return;let b=(k.left+k.right-x.left-x.right)/2,M=(k.top+k.
bottom-x.top-x.bottom)/2;d(Ya({...a,x:a.x+b*y(),y:a.y+M*y()},r))}}}var Qa=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function ei(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let a=getComputedStyle(o[r]);s.setAttribute("style",Qa.map(c=>`${c}:${a.getPropertyValue(c)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=ti(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function ti(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function lo(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function $s(e,t,o,n){if(t==="dot")return lo(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=ei(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return lo(r,"graph.svg");let a=new Image,c=URL.createObjectURL(r);a.src=c,await a.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(a.width,a.height));l.width=Math.round(a.width*p),l.height=Math.round(a.height*p);let u=l.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,l.width,l.height),u.drawImage(a,0,0,l.width,l.height)),URL.revokeObjectURL(
c),l.toBlob(m=>m&&lo(m,"graph.png"),"image/png")}var Ms={id:"graph",label:"Graph",create:ni},oi=[];function ni({select:e,ask:t,open:o,offline:n,signal:s}){let r=i("div",
{class:"opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope\
, Backspace folds it, slash searches, plus and minus zoom"}),a=ys((S,R)=>c.center(S,R),s),c=vs(r,s,a.update,a.el),l=gs({
view:c,draw:S=>z(S.center===""&&h?.center?{...S,reveal:h.center}:S),measure:j,search:S=>t("SearchGraph",{text:S}),found:S=>z(
{reveal:S}),save:A,signal:s}),p=ws({choose:Y,frame:r,signal:s}),u=i("div",{class:"opscope-nothing"}),m=i("div",{class:"o\
pscope-graph-tab"},l.el,i("div",{class:"opscope-graph-box"},r,p.el,u,a.el),l.foot),d=null,h=null,y=!0,w=!1,f=!1,x=!1,k=!1,
v="",b="",M="",E=null,N,C,B="",T=0,P=S=>d?.nodes.get(S)??d?.nodes.get(d.hiddenIn.get(S)??""),I=S=>S?.getAttribute("data-\
node")??"";function z(S){h?.arrangement&&(l.wait(!0),t("DrawGraph",{open:h.open,arrangement:h.arrangement,...S},()=>l.wait(
!1)))}function q(S,R,H){if(!h)return;let Z=H.getBoundingClientRect();E={scope:S,left:Z.left,top:Z.top};let ae=se=>se===S||
se.startsWith(`${S}/`);z({open:R?[...h.open,S]:h.open.filter(se=>!ae(se)),center:R?h.center:""})}function j(){T=N?.stopped?.
step||0;let{by:S,against:R}=l;S!=="health"&&t("MeasureOperators",{by:S,step:T,against:R},(H,Z)=>l.measured(H,Z)),N&&ie(N)}
function A(S){let R=getComputedStyle(m).getPropertyValue("--o-ground")||"#ffffff";d&&h&&$s(d.svg,S,h.dot,R)}function Y({
kind:S,fields:R}){let{id:H,spec:Z,op:ae}=R,se=H===void 0?void 0:d?.nodes.get(H);S==="compose"?o("breakpoints",Z):S==="at\
tributes"?o("code",ae):S==="open"&&se?q(H,!0,se):S==="center"?z({center:H,reveal:H}):S!=="open"&&t(S,R)}function X(S,R){
let H=I(S),Z=d?.folded.get(H),ae=is(R.values,h?.program??-1,H,Z);ae&&e(ae,!1),M=H;let se=[];h?.arrangement&&!n&&(S.hasAttribute(
"data-scope")&&se.push({name:"open",label:"Open",kind:"open",fields:{id:H}}),se.push({name:"center",label:"Show the neig\
hborhood only",kind:"center",fields:{id:H}}));let ge=n?-1:Te(H),_=S.querySelector("text")?.textContent??"";p.show([...ge>=
0?bs(R,ge):[],...se],_,ge>=0?`op ${ge}`:Z?`${Z.length} inside`:"",S)}r.addEventListener("click",S=>{let R=S.target,Z=R.closest(
".opscope-fold")?.closest("[data-scope]");if(Z)return q(Z.getAttribute("data-scope")??"",Z.hasAttribute("data-node"),Z);
let ae=R.closest("[data-node]");if(!ae||!N)return;let se=I(ae);if(!n&&(R.closest(".opscope-gutter")||Te(se)>=0&&S.altKey))
return $(se);X(ae,N)},{signal:s}),r.addEventListener("dblclick",S=>{let R=S.target.closest("[data-node][data-scope]");!R||
n||!h?.arrangement||(p.close(),q(I(R),!0,R))},{signal:s}),r.addEventListener("pointerover",S=>{let R=S.target.closest("[\
data-node]");R&&Te(I(R))>=0&&!n&&os(R),l.read(R?I(R):"")},{signal:s}),r.addEventListener("focusin",({target:S})=>M=I(S)||
M,{signal:s}),r.addEventListener("keydown",S=>J(S)&&(S.preventDefault(),S.stopPropagation()),{signal:s});function J(S){if(!d||
!N||S.altKey||S.ctrlKey||S.metaKey||S.shiftKey)return!1;let R=d.nodes.get(M);if(S.key==="/"&&h?.arrangement)return l.focusSearch(),
!0;if(S.key.startsWith("Arrow")){let H=R?fs(d,M,S.key):I(P(v)??[...d.nodes.values()][0]??null);return H&&Q(H),!0}if(!R)return!1;
if(S.key==="Enter"||S.key===" ")return R.hasAttribute("data-scope")&&h?.arrangement&&!n?q(M,!0,R):(X(R,N),p.focus()),!0;
if(S.key==="Backspace"){let H=St(d),Z=[...d.frames].filter(([ae])=>io(H.get(ae),H.get(M))).at(-1);return Z&&h?.arrangement&&
q(Z[0],!1,Z[1]),!0}return!1}function Q(S){let R=d?.nodes.get(S);R&&(M=S,c.reveal(R),R.focus({preventScroll:!0}),l.read(S))}
function $(S){let R=O(Et(N?F(N):[]),S);for(let{number:H}of R)t("ClearBreakpoint",{number:H});!R.length&&Te(S)>=0&&t("Set\
Breakpoint",{spec:`id:${Te(S)}`})}function F(S){let R=S.fold.breakpoints;return R&&h&&Ue(R,h.program)?S.breakpoints:oi}function O(S,R){
return[...new Set((d?.folded.get(R)??[R]).flatMap(H=>S.get(Te(H))??[]))]}function K(S){if(S===C||!w||!d)return;C=S;let R=Et(
S);for(let[H,Z]of d.nodes)H.startsWith("var-")||ts(Z,O(R,H))}function oe(S){let R=!!(d&&h?.arrangement&&h.program===S.program);
if(d=ds(S.svg,!!S.arrangement&&!n),C=void 0,v=B="",p.close(),r.replaceChildren(),c.attach(null,R),d){r.append(d.svg),c.attach(
d.svg,R),y=!R,x=!w,f=!0;let H=x?()=>{}:ro(we());R&&ce(S),H()}L(u,d?"":"The graph could not be read."),g(u,"hidden",!!d),
l.drawn(S,!!d,n)}function ce(S){let R=E?.scope??"",H=d?.nodes.get(R)??d?.frames.get(R);if(d?.nodes.has(R))M=R;else if(d&&
H&&w){let Z=St(d);M=[...d.nodes.keys()].find(ae=>io(Z.get(R),Z.get(ae)))??M}E&&H?c.hold(H,E):c.start(Ee),E=null,S.reveal&&
([b,M]=[S.reveal,S.reveal]),k=r.contains(document.activeElement)||document.activeElement===document.body||!!S.reveal}function ie(S){
if(!d||!h)return;let R=ns(S.present,h.program),H=rs(R,d.hiddenIn),Z=ss(S.values,S.absent,h.program,d.hiddenIn),ae={later:!1,
untapped:!1},se=S.values.get(l.selected),ge=se&&(P(`var-${l.selected}`)??(Ue(se,h.program)?P(`op-${se.op}`):null)),_=l.by!==
"health"&&S.fold.measured?.by===l.by?S.fold.measured:null,D=_?mn(_,d.hiddenIn):new Map,W=gn(l.by,D.values()),te=Et(F(S)),
ee=P(S.stopped?`op-${S.stopped.op}`:"");for(let[re,ne]of d.nodes){let de=d.folded.has(re)?H.get(re):R.get(re),pe=!de&&Z.
has(re);ae.later||=pe,ae.untapped||=!de&&!pe;let Se=[de&&de!=="ok"?Ie[de]:"",pe?"not computed yet":"",ne===ee?"the run i\
s here":"",!re.startsWith("var-")&&O(te,re).length?"breakpoint":""];g(ne,"aria-label",[d.labels.get(re),...Se].filter(Boolean).
join(", ")),g(ne,"data-health",l.by!=="health"?void 0:de),g(ne,"data-later",l.by==="health"&&pe),g(ne,"data-selected",ne===
ge);let ke=D.get(re);g(ne,"data-heat",ke===void 0?l.by==="health"?void 0:"none":(W.at(ke)*100).toFixed(0)),ne.style.setProperty(
"--heat",ke===void 0?"0%":`${(8+84*W.at(ke)).toFixed(0)}%`)}l.legend(_,D,W,ae);let V=`${l.by} ${_?.step} ${[...R.values()].
join()}`;V!==B&&w&&(B=V,ye())}let we=()=>[...d?.nodes.values()??[],...d?.frames.values()??[]];function Ee(){let S=d&&St(
d);return[...d?.nodes.keys()??[]].flatMap(R=>S?.get(R)??[])}function ye(){let S=[...d?.nodes.values()??[]].map(R=>getComputedStyle(
ao(R)).stroke);a.draw(c.whole(),Ee().map((R,H)=>({box:R,color:S[H]})))}return{el:m,open(S){b=`op-${S}`,d&&!d.nodes.has(b)&&
d.hiddenIn.has(b)&&z({reveal:b})},update(S,{selected:R}){w=r.clientWidth>0,S.graph&&S.graph!==h&&(S.graph.svg!==h?.svg||
S.graph.reveal)?oe(S.graph):!S.graph&&!N&&L(u,"No graph yet. A program is drawn when it first runs, eager code at each s\
top and step."),h=S.graph,y&&w&&(y=!1,c.start(Ee)),x&&d&&w&&(x=!1,ro(we())()),N=S,l.by!=="health"&&S.stopped&&S.stopped.
step!==T&&!n&&j(),l.update(S,R,n),ie(S),K(F(S));let H=S.stopped?`op-${S.stopped.op}`:"",Z=P(H);if(H!==v){let se=P(v);for(let ge of[
"data-current","data-past"])se&&g(se,ge,!1);Z&&g(Z,"data-current",!0),b||=H,v=H}Z&&g(Z,"data-past",S.stopped?.past);let ae=P(
b);ae&&w&&c.reveal(ae),b="",f&&w&&(f=!1,a.place(...c.sight(),Ee())),k&&d?.nodes.get(M)?.focus({preventScroll:!0}),k=!1}}}var[Es]=Xe.Warned,Ss="limit"in Es&&Es.limit||1/0,Ls={id:"notes",label:"Notes",create:si,count:ai};function si({select:e,
signal:t}){let o=i("div",{class:"opscope-nothing"},"Nothing to report."),n=i("pre",{class:"opscope-error"}),s=i("div",{class:"\
opscope-notes-rows"}),r=i("div",{class:"opscope-notes-older",hidden:!0},`The newest ${Ss} notes are kept; those before t\
hem are gone.`),a,c=0;return s.addEventListener("click",l=>{let p=l.target.closest("[data-name]");p&&e(p.dataset.name??"")},
{signal:t}),{el:i("div",{class:"opscope-notes"},o,n,s,r),update(l){if(L(n,l.error),g(n,"hidden",!l.error),g(o,"hidden",!!l.
error||l.warnings.size>0),g(r,"hidden",l.warnings.size<Ss),l.warnings===a&&l.values.size===c)return;a=l.warnings,c=l.values.
size;let p=[...l.warnings.values()].reverse();s.replaceChildren(...p.map(u=>ri(u,l.values.has(u.subject))))}}}function ri({
subject:e,text:t,count:o},n){let s=[i("code",{},e),i("span",{},t)];return o>1&&s.push(i("span",{class:"opscope-note-coun\
t",title:`${o} times`},`×${o}`)),n?i("button",{class:"opscope-note",type:"button","data-name":e},...s):i("div",{class:"\
opscope-note"},...s)}function ai(e){return e.warnings.size+(e.error?1:0)}var Ke=[Un,Zn,Ms,vn,Kn,Ls,ln];var Ns=50,ii=0;function Ts(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),r=n?_e(e):new Set,a=m=>s.every(d=>m.
toLowerCase().includes(d)),[c,l]=[s.filter(m=>/^\d+$/.test(m)),s.filter(m=>!/^\d+$/.test(m))],p=c.length===1&&l.every(m=>[
"go","to","step","goto"].includes(m))?Number(c[0]):NaN,u=o&&p>=o[0]&&p<=o[1]?[{label:`Go to step ${p}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:p}}]:[];for(let{kind:m,label:d,about:h,key:y}of Le)r.has(m)&&a(`${d} ${h}`)&&u.push({label:d,about:h,
key:y,deed:{send:m}});for(let{id:m,label:d}of Ke)a(`show ${d} tab`)&&u.push({label:`Show ${d}`,about:"tab",deed:{tab:m}});
a("keys shortcuts help")&&u.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let m of e.values.
values()){if(u.length>=Ns)break;if(!a(`value ${m.name} ${m.called} ${m.op_type}`))continue;let[d,h]=xe(m);u.push({label:d,
about:["value",h,m.op_type].filter(Boolean).join(" · "),deed:{value:m.name}})}return u.slice(0,Ns)}function As({root:e,
find:t,act:o,signal:n}){let s=i("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),r=i("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),a=i("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,r),c=`opscope-palette-${++ii}`,l=[],p=0,u=null;function m(){
[...r.children].forEach((f,x)=>g(f,"aria-selected",x===p?"true":"false"));let w=r.children[p];w?.scrollIntoView({block:"\
nearest"}),g(s,"aria-activedescendant",w?.id)}function d(){l=t(s.value),p=0;let w=l.map(({label:f,about:x,key:k},v)=>i("\
div",{class:"opscope-choice",role:"option",id:`${c}-${v}`,"data-at":v},i("b",{},f),i("span",{},x),...k?[i("kbd",{},k)]:[]));
r.replaceChildren(...w.length?w:[i("div",{class:"opscope-empty"},"Nothing has all these words.")]),m()}function h(w){if(w!==
!a.hidden){if(w&&(u=e.ownerDocument.activeElement),g(a,"hidden",!w),!w)return(u&&e.contains(u)?u:e).focus({preventScroll:!0});
s.value="",d(),s.focus({preventScroll:!0})}}function y(w){let f=l[w];f&&(h(!1),o(f.deed))}return s.addEventListener("inp\
ut",d,{signal:n}),s.addEventListener("blur",w=>{a.contains(w.relatedTarget)||g(a,"hidden",!0)},{signal:n}),r.addEventListener(
"pointerdown",w=>w.preventDefault(),{signal:n}),r.addEventListener("click",w=>{let f=w.target.closest("[data-at]");f&&y(
Number(f.dataset.at))},{signal:n}),e.addEventListener("keydown",w=>{if((w.ctrlKey||w.metaKey)&&!w.altKey&&!w.shiftKey&&w.
key.toLowerCase()==="k")h(!!a.hidden);else{if(a.hidden||w.target!==s)return;if(w.key==="Escape")h(!1);else if(w.key==="E\
nter")y(p);else{let f=["ArrowUp","ArrowDown"].includes(w.key)&&l.length?fe(w,p,l.length):null;if(f===null)return void w.
stopPropagation();p=f,m()}}w.preventDefault(),w.stopPropagation()},{signal:n,capture:!0}),{el:a,open:()=>h(!0)}}var ci=0;function _s(e,t,o){let n=new Map(e.map(l=>[l.id,i("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),u=l.short?[i("span",{class:"opscope-long"},l.label),i("span",{class:"opscope-short"},l.short)]:[l.label];return i("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...u,p)}),r=i("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++ci}`,g(l.el,"role","tabpanel"),g(l.el,"aria-labelledby",s[p].
id)});let a=0;function c(l){a=l,e.forEach((p,u)=>{g(s[u],"aria-selected",u===a?"true":"false"),g(s[u],"tabindex",u===a?0:
-1),g(p.el,"hidden",u!==a)})}return r.addEventListener("click",l=>{let p=s.findIndex(u=>u.contains(l.target));p<0||(c(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=fe(l,a,e.length);p!==null&&(l.preventDefault(),c(p),s[p].focus(),
t())},{signal:o}),c(0),{el:i("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[a].id},show:l=>c(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let u=n.get(l);u&&L(u,p?String(p):"")}}}var li=1e4,pi=new Set(Le.map(e=>e.kind)),Cs=new Set(["FetchDetail","WatchDetail"]);function di(e){let{forward:t,parameters:o,
gradients:n}=ut(e),s=[...t,...o,...n],r=a=>e.details.get(a)?.step??-1;return s.reduce((a,{name:c})=>r(c)>r(a)?c:a,s[0]?.
name??"")}function Nt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,a=s.selected??e.get?.("selected")??"",c=!0,l,
p=new Map,u={},m=null,d=!0,h=$=>[...p.values()].some(({kind:F,since:O})=>$(F)&&Date.now()-O<li),y=i("div",{class:"opscop\
e-panel",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"t\
rue"});y.addEventListener("focusin",({target:$})=>g($,"data-lm-suppress-shortcuts","true"),{signal:o});let w=($,F={},O=void 0)=>{
if(delete u[$],!c)return O?.(!1,Eo);p.set(Y.command($,F),{kind:$,done:O,since:Date.now()})},f=($,F=!0)=>{l?.values.has($)&&
($!==a&&(d=!1),a=s.selected=$,x($),F&&z.show("tensor"),Y.refresh())};function x($){!e.get||e.get("selected")===$||(e.set?.(
"selected",$),e.save_changes?.())}let k=()=>f(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",k),o.addEventListener(
"abort",()=>e.off("change:selected",k)));function v($){d=!0,c&&w("WatchDetail",{name:$})}let b=()=>Y.refresh(),M=($,F)=>{
z.show($),I.get($)?.open?.(F),b()},E=$=>w($),N=Qo(w),C=($,F=-1)=>{if(n)return n.goTo($);N.goTo($,F),b()},B=$=>{if(n)return n.
steps;let F=Pt($);return c&&F&&F.last>F.first?[F.first,F.last]:null},T=nn({send:E,ask:w,seek:N,refresh:b,offline:r,signal:o}),
P=an({select:$=>f($,z.open!=="graph"),refresh:b,signal:o}),I=new Map(Ke.map($=>[$.id,$.create({select:f,ask:w,open:M,refresh:b,
goTo:C,reach:B,offline:r,signal:o})])),z=_s(Ke.map(({id:$,label:F,short:O})=>({id:$,label:F,short:O,el:I.get($).el})),b,
o);y.addEventListener("keydown",$=>{let F=uo($);!F||!l||!c||!_e(l).has(F)||r||($.preventDefault(),(!$.repeat||!h(O=>pi.has(
O)))&&E(F))},{signal:o}),s.tab&&z.show(s.tab);let q=Lo(),j=sn({root:y,offline:r,signal:o}),A=As({root:y,find:$=>l?Ts(l,$,
B(l),c&&!r):[],act:$=>{"send"in $?E($.send):"step"in $?C($.step):"value"in $?f($.value):"keys"in $?j.button.click():z.show(
$.tab),b()},signal:o});T.el.querySelector(".opscope-headline")?.append(j.button),y.append(q.el,T.el,i("div",{class:"opsc\
ope-body"},P.el,z.el),j.el,A.el),t.append(y);let Y=Uo({model:e,el:y,signal:o,paint:X});function X($,F){c=F==="live";let O=z.
open==="tensor"&&(s.tab??"tensor")!=="tensor";Y.show(z.open),s.tab=z.open,q.update(F),g(y,"data-lost",!c);for(let K of y.
querySelectorAll("[data-asks]"))g(K,"inert",!c);c||p.clear(),$!==l&&Q($),l=$,$.values.has(a)||(a=di($),a&&(s.selected=a),
a&&c&&!e.get?.("selected")&&x(a),d=!a),O&&a&&c&&!r&&(d=!1),d||(u={}),g(y,"data-past",$.stopped?.past),T.update($,c,Object.
entries(u).find(([K])=>!Cs.has(K))?.[1]??""),P.update($,a);for(let K of Ke)z.count(K.id,K.count?.($)??0);I.get(z.open)?.
update($,{selected:a,refusal:c?u.FetchDetail??u.WatchDetail??"":So}),J($)}function J($){let F=$.stopped!==m&&z.open==="t\
ensor"&&!r&&c&&!h(O=>Cs.has(O));d?F&&$.stopped&&a&&w("FetchDetail",{name:a}):v(a),F&&(m=$.stopped)}function Q($){l&&($.phase!==
l.phase||$.stopped!==l.stopped)&&(u={}),l&&$.runs>l.runs&&$.values.has(a)&&(d=!1);for(let F of $.responses){let O=p.get(
F.request);if(!O)continue;p.delete(F.request);let K=F.ok?F.text:F.text||`${O.kind} was refused`;!F.ok&&!O.done?.(!1,K)&&
(u[O.kind]=K),F.ok&&O.done?.(!0,K)}}return y}function ui(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function fi(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let a of t)a(r,[])};return{on:(r,a)=>{t.add(
a)},off:(r,a)=>{t.delete(a)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function hi(e,t){let o=t.split(
`
`).filter(d=>d.trim()).map(_o),n=fi(o),{steps:s,ends:r}=ui(o),a=new AbortController().signal,c=()=>{},l=Nt({model:n,el:e,
signal:a,page:{goTo:d=>c(d),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=i("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=i("output",{class:"opscope-number"},`step ${s[s.length-1]}`),m=0;c=d=>{
p.value=String(Math.max(0,s.filter(h=>h<=d).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
L(u,`step ${s[Number(p.value)]}`),m||=requestAnimationFrame(()=>{m=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(i("label",{class:"opscope-scrub"},p,u))}var Ed=()=>{let e={};return{render({model:t,el:o,signal:n}){Nt({model:t,el:o,signal:n,memory:e})}}};export{Ed as default,hi as replay};
