// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var lt=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,Rt=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:lt(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:lt(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:lt(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:lt(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],Me=Rt.
flat(),Gs=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],wo=["StepBack","ReverseContinue","Goto"];function Ce(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...Gs,
...wo,...o])}return new Set(e.over&&e.recorded?[...t,...wo]:t)}function xo(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Me.find(o=>o.key===e.key)?.kind}
function yo({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Ye=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),Je={EditsChanged:[{
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
ko=256,vo=.9;var Eo="−";function q(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Eo)}function Ie(e){return e.length?e.join("×"):"scalar"}var $o=9,
Mo=16;function So(e){if(e.length<=Mo)return[e,""];let t=e.replace(/^[^ ]*\.(?=\d+\.)/,"…");return t.length<=Mo?[t,""]:
[t.slice(0,-$o),t.slice(-$o)]}function Lo(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,t=>({uint:"u",bfloat:"\
bf"})[t]??t[0])}function pt(e){return`${(100*e).toFixed(1)}%`}function No(e){let t=100*e;return`${t<9.95?t.toFixed(1):Math.
round(t)} %`}function To(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function se(e){return String(e).replace(
/\B(?=(\d{3})+$)/g," ")}function Pt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.floor(Math.
log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ie(e){return e.nan?
"nan":e.inf?"inf":e.zeros>=vo?"zeros":"ok"}var Be={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function me(e){return e.named||
!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function dt(e){let t=[...e].map(n=>[n.name,me(n)[0]]),o=new Map;
for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:s]))}function ut(e){
return e.grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function Ao(e,t,o){
if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[
...n,o]}function Ee(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let a of[
10,5,2,1]){let r=s*a,c=Math.ceil(e/r-1e-9),l=Math.floor(t/r+1e-9);if(l-c+1>=o-1||a===1)return Array.from({length:l-c+1},
(p,d)=>(c+d)*r)}return[]}function Oe(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(
".0e","e").replace("e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",Eo)}var Us="http://www.w3.org/2000/svg";function i(e,t={},...o){let n=document.createElement(e);return _o(n,t),n.append(...o),
n}function V(e,t={},...o){let n=document.createElementNS(Us,e);return _o(n,t),n.append(...o),n}function ft(e){let t=i("s\
pan",{class:"opscope-name"});return Ze(t,e),t}function Ze(e,t){if(e.title===t)return;e.title=t;let[o,n]=So(t);e.replaceChildren(
i("span",{},o),...n?[i("span",{class:"opscope-name-end"},n)]:[])}function _o(e,t){for(let[o,n]of Object.entries(t))m(e,o,
n)}function m(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function C(e,t){e.textContent!==t&&(e.textContent=t)}function Re(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var Co="no kernel answers",Io="No kernel answers, and the elements of this value were not kept.",qs={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Ks(e){return qs[e]}
function Bo(){let e=i("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){C(e,Ks(t)),m(e,"hidde\
n",t==="live")}}}function Ro(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function Po(e){
let t=Ro(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var Oo=["step","min","max","mean","std","zeros",
"nan","inf"];function Vs(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let a of e.events)a.kind==="ValueSeen"&&o.push(a);
if(e.numbers===void 0)return[];let n=Po(t[e.numbers]),s=n.length/(1+Oo.length);return Array.from({length:s},(a,r)=>{let c={
...o[n[r]]};return Oo.forEach((l,p)=>{let d=n[(p+1)*s+r];c[l]=Number.isNaN(d)?null:d}),c})}function Ft(e,t,o=[]){let n=e.
events.map(r=>{let c=r.pixels?.buffer;return typeof c=="number"?{...r,pixels:Ro(t[c])}:r}),s=n.findIndex(r=>r.kind!=="Ru\
nStarted"&&r.kind!=="GraphDrawn"),a=s<0?n.length:s;return[...n.slice(0,a),...Xs(e,t),...Vs(e,t,o),...n.slice(a)]}function Xs(e,t){
if(!e.trails?.length)return[];let o=Po(t[e.block]),n=0;return e.trails.map(([s,a,r])=>{let c=(p,d)=>{let f=o[n+p*r+d];return Number.
isFinite(f)?f:null},l=Array.from({length:r},(p,d)=>({step:o[n+d],mean:c(1,d),min:c(2,d),max:c(3,d),rms:c(4,d),bad:o[n+5*
r+d]}));return n+=6*r,{kind:"Trail",slot:s,name:a,points:l}})}function Fo(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function jo(e){let t=new Blob([Do(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Do)}}function Do(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var zo="\
application/vnd.jupyter.widget-state+json",Ys=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function Dt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[zo]?.state??{};if(s[t]?.
state?.frame===n)return;let a=JSON.stringify(o.toJSON().cells),r=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||a.includes(l))),c=Object.fromEntries(Ys.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));r[t]={model_module:c._model_module,
model_module_version:c._model_module_version,model_name:c._model_name,state:c},o.setMetadata("widgets",{[zo]:{version_major:2,
version_minor:0,state:r}})}var Go={points:[],stride:1};function Uo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(Ho(n,s,t);n.length>ko;){t*=2;let a=[];for(let r of n)Ho(a,r,t);n=a}return{points:n,stride:t}}function Ho(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=Js(n,t):e.push(t)}function Js(e,t){return{
step:t.step,mean:t.mean,min:Wo(Math.min,e.min,t.min),max:Wo(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function Wo(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function ht(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function mt(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function gt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function qo(e,t){let o=new zt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
Je,n.kind))for(let s of Je[n.kind])Zs(o,s,n);return o.slots}var zt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Ye[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,Uo(s.get(o)??Go,n))}};function Zs(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(r=>o[r]),a=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(a),n.set(a,o);for(let r of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(r)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[mt(o)]);else for(let[n,s]of gt(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Ye).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var Qs=Object.freeze([]),er=new Set,bt=Object.freeze({...Ko(Ye),runs:0,reached:0});function jt(e,t){return{...Ko(qo(e.fold,t),e),...t.reduce(tr,e)}}function tr({runs:e,reached:t},o){switch(o.kind){case"R\
unStarted":return{runs:e+1,reached:0};case"Stopped":return{runs:e,reached:Math.max(t,o.step)};default:return{runs:e,reached:t}}}
function Ko(e,t){let o=e.past_stop??e.stopped,n=[...e.steps.values()].at(-1),s=e.place?t&&t.fold.place===e.place?t.absent:
new Set(e.place.absent):er,a=t&&t.absent===s&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",
place:e.started?.place??"",rules:e.started?.rules??!1,phase:or(e),stopped:o,over:!!e.terminated,error:e.terminated?.error??
"",search:e.search?.total?e.search:null,recorded:e.recorded?.last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.
slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:sr(e.breakpoints),exceptions:e.breakpoints?.exceptions??
Qs,step:n?.step??0,seconds:n?n.pace||n.seconds:null,scalars:nr(e),scalarHistory:e.scalars,scalarNames:new Map([...e.steps.
values()].flatMap(r=>r.names.map((c,l)=>[c,r.called?.[l]??""]))),graph:e.graph,values:e.values,present:a?t.present:rr(e.
values,o,s),absent:s,history:e.history,details:e.details,warnings:e.warnings,findings:e.findings,explained:e.explained,responses:e.
responses}}function or(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)return"running";if(!e.terminated)return e.
started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t==="failed"||t==="stopped"?t:"finished"}function nr(e){
let t=new Map([...e.steps.values()].flatMap(n=>gt(n).map(([s,a])=>[s,a.mean]))),o=Object.create(null);for(let n of e.scalars.
keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function sr(e){return(e?.numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].
split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??
!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",condition:e?.conditions[o]??"",hits:e?.hits[o]??0,
ops:n,...s}})}function rr(e,t,o){return t?new Map([...e].filter(([n,s])=>s.step===t.step&&!o.has(n))):e}function Vo(e){return e.
stopped?.past?e.stopped.step:e.stopped?.step||Fe(e)}function Pe(e,t){return e.present.has(t.name)?"":t.step===e.stopped?.
step?`later in step ${t.step}`:`step ${t.step}`}function Xo(e,t){return e.over&&!e.stopped&&t.step<Fe(e)?`step ${t.step}`:
""}function Yo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&(e.present.get(
n)??Zo(e.present,n));if(s)return[n,{value:s.mean,when:""}];let a=o&&t?t.names.indexOf(n):-1;if(a>=0&&!t?.later?.includes(
n))return[n,{value:t?.scalars[a]??null,when:""}];let r=e.scalarHistory.get(n)?.points??[],c=o?.past?ht(r,o.step):r.at(-1),
l=a>=0?t?.scalars[a]??null:o?.past?c?.mean??null:e.scalars[n],p=a>=0?t?.step:c?.step,d=o&&o.op<0&&!o.depth,f=p===o?.step?
d?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?f:""}]}))}function Jo(e,t,{value:o,when:n}){let s=e.
scalarHistory.get(t),a=s?.points.at(-1),r=e.stopped?.step??0;return!s||!a||n||r<=a.step?s:{...s,points:[...s.points,{...a,
step:r,mean:o,min:o,max:o}]}}function Zo(e,t){let o=[...e.values()].filter(n=>(n.called??"").split(", ").includes(t));return o.
length===1?o[0]:void 0}function wt(e,t){return e.values.has(t)?t:Zo(e.values,t)?.name??""}function Qe(e,t){let o=e.values.
get(t);return o?me(o)[0]:t}function Fe(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function xt(e,t=""){let o=t.
trim().toLowerCase(),n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.
called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&n[ut(s)].push(s);for(let s of Object.values(n))s.sort((a,r)=>a.
op-r.op||(a.name<r.name?-1:1));return n}function Ht(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort(
(t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var Qo=250,ar=2.5,ir=["dead","terminating","restarting","autorestarting"],yt=2500,cr=400,lr=6e4;function pr(e,t){return t.
kind==="batch"&&t.n!==e+1}function dr(e,t,o,n){return t?n.n>e:o>yt}function en({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),a=Math.floor(Math.random()*2**20)*2**20,r=bt,c=0,l=!1,p=!1,d=!1,f=!1,h=0,u="",w=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,b="live",g=Date.now(),y=0,L=yt,E=yt,x=[],$="",S=!1,k=D=>{try{e.send(D)}catch{
g=0}},N=()=>{h=0,u=w();try{n(r,b)}finally{f&&k({kind:"ack",n:c,view:s}),f=!1}},T=()=>{!h&&p&&!o.aborted&&(h=requestAnimationFrame(
N))},A=()=>{l=!1,y=Date.now(),k({kind:"attach",view:s,tab:$})},P=()=>{let D=p&&!document.hidden;D!==d&&(d=D,g=Date.now(),
d?A():k({kind:"detach",view:s}),T())},O=async()=>{let D=e.get?.("frame");if(!D||c||S)return;S=!0;let{message:I,buffers:H}=await jo(
D);c||(r=jt(bt,Ft(I,H)),T())},X=()=>{if(p&&w()!==u&&T(),!d||!E)return;let D=Date.now()-g;!c&&D>cr&&O();let I=e.widget_manager?.
kernel,H=!!I&&(I?.isDisposed||ir.includes(I?.status??""));if(D<(H?Qo:E))return;!H&&Date.now()-y>L&&(L=Math.min(2*L,lr),A());
let R=c?"lost":S?"saved":"nothing";R!==b&&(b=R,T())},W="",z=D=>{W=D,Dt(e,D)},_=()=>W&&Dt(e,W),J=(D,I)=>{if(g=Date.now(),
b!=="live"&&(b="live",D.kind!=="snapshot"))return A();if(L=yt,D.kind==="beat"){d&&dr(c,l,g-y,D)&&A();return}if(D.beat&&(E=
ar*1e3*D.beat),D.id&&z(D.id),!(D.kind==="batch"&&!l)){if(pr(c,D))return A();r=jt(D.kind==="snapshot"?bt:r,Ft(D,I,x)),c=D.
n,l=!0,f||=!!D.ack,T()}},Y=new IntersectionObserver(D=>{p=D[D.length-1].isIntersecting,P()},{rootMargin:"100px"}),Q=new ResizeObserver(
T);e.on("msg:custom",J),e.get&&e.on("change:frame",_),Y.observe(t),Q.observe(t),document.addEventListener("visibilitycha\
nge",P,{signal:o}),e.get||(E=0),k({kind:"render",view:s});let Z=setInterval(X,Qo);return o.addEventListener("abort",()=>{
e.off("msg:custom",J),e.get&&e.off("change:frame",_),Y.disconnect(),Q.disconnect(),cancelAnimationFrame(h),clearInterval(
Z),d&&k({kind:"detach",view:s})}),{refresh:T,show(D){D!==$&&($=D,d&&k({kind:"show",view:s,tab:$}))},command(D,I={}){return k(
{kind:D,request:++a,...I}),a}}}var ur=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),fr=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],hr=new RegExp(fr.map(e=>e.source).join("|"),"giu");function Wt(e){let t=[],o=0;for(let n of e.
matchAll(hr)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
a=>n.groups?.[a]!==void 0);t.push([s==="word"?mr(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function mr(e,t){return ur.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function gr(e){return e.split(/[/\\]/).at(
-1)||e}function tn(){let e=i("span",{class:"opscope-line-number"}),t=i("code",{}),o=i("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,a){m(o,"hidden",!n),m(o,"title",`${n}:${s}
${a}`),C(e,`${gr(n)}:${s}`),t.textContent!==a&&t.replaceChildren(...Wt(a).map(([r,c])=>r==="plain"?c:i("span",{"data-tok\
en":r},c)))}}}function nn(e,t=e.name){let o=`${e.op_type}${t?` → ${t}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`,\
 in ${o}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${o}`}function sn({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function rn(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function br(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Fe(e)}, in the past`:"in the past":""}function on(e){let t=e.
stopped;return t?[nn(t),sn(t),rn(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function wr(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&kt(e))return kt(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function kt({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function xr({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function an(e){
let t=i("span",{class:"opscope-op"}),o=i("span",{class:"opscope-reason"}),n=i("span",{class:"opscope-at"}),s=i("span",{class:"\
opscope-said"}),a=i("div",{class:"opscope-where"},t,o,n,s),r=i("span",{class:"opscope-past"}),c=tn(),l=i("div",{class:"o\
pscope-place-bar"},r,a,c.el);return{el:l,update(p,d){let f=p.stopped,h=on({...p,stopped:null});C(t,f?nn(f,Qe(p,f.name)):
"");let u=xr(p);C(o,f&&!u?sn(f):""),C(n,f&&!u?rn(f.past?{...f,step:null}:f):""),C(s,d||u||(f?"":h||wr(p))),m(a,"data-bad",
!!d||!f&&!!h);let w=!d&&!f&&p.phase==="running"&&!!kt(p);m(a,"data-slow",w),m(a,"title",d||(w?kt(p):on(p))),m(o,"data-re\
ason",f?.reason),C(r,br(p)),m(r,"hidden",!f?.past),m(l,"data-past",f?.past),m(l,"hidden",e&&!f&&!h),c.update(f?.path??"",
f?.line??0,f?.source??""),m(l,"data-source",!!f?.path)}}}var yr=64,kr=2**-23;function vr(e,t,o){let n=Math.max(1,Math.ceil(e.length/yr)),s=e.filter((b,g)=>(e.length-1-g)%n===0),
a=s.flatMap(b=>b.mean===null?[]:[b.mean]),r=Math.min(...a),c=Math.max(...s.flatMap(b=>[b.min??0,b.max??0,b.mean??0].map(
Math.abs))),l=Math.max(...a)-r,p=l>kr*c?l:0,d=s[0]?.step??0,f=(s.at(-1)?.step??0)-d||1,h="",u="",w="M";for(let b of s){let g=(1+
(b.step-d)/f*(t-2)).toFixed(1);if(b.bad&&(u+=`M${g},${o-3}V${o}`),b.mean===null){w="M";continue}let y=p>0?o-4-(b.mean-r)/
p*(o-6):o/2;h+=`${w}${g},${y.toFixed(1)}`,w="L"}return{line:h,bad:u}}function vt(e,t){let o=V("path",{class:"opscope-spa\
rk-line"}),n=V("path",{class:"opscope-spark-bad"}),s=V("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),a;return{el:s,update(r){if(r===a)return;a=r;let c=vr(r?.points??[],
e,t);m(o,"d",c.line),m(n,"d",c.bad)}}}var $r=[64e6,256e6,1e9,4e9],Mr={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Er(e){return[...new Set([...$r,e])].sort((t,o)=>t-o)}function Sr({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${No(t.recording)}`}function cn({
ask:e,signal:t}){let o=i("span",{class:"opscope-label"}),n=i("i",{class:"opscope-switch"}),s=i("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),a=i("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),r=i("span",{class:"opscope-bytes"}),c=i("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=i("span",{class:"opscope-limit"},"of ",c),p=i("span",{class:"opscope-memory"},r,
l),d=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),c.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(c.value)}),{signal:t}),{toggle:s,cost:a,memory:p,update(h){d=!!h.recording?.on;let u=!!h.
recording&&!h.over;C(o,u?"Recording":"Recorded"),s.disabled=!u,m(s,"aria-checked",d&&u?"true":"false"),m(s,"title",u?Mr[d?
"off":"on"]:void 0);for(let w of[n,a,l])m(w,"hidden",!u);C(a,Sr(h)),C(r,Pt(h.recorded?.bytes??0)),h.recording&&h.recording.
budget!==f&&(f=h.recording.budget,c.replaceChildren(...Er(f).map(w=>i("option",{value:w,selected:w===f},Pt(w)))))}}}var Lr=1e4;function ln(e,t=Date.now){let o=null,n=null,s=-1,a=null,r=null,c=!1,l=0,p=()=>r!==null&&t()-r<Lr,d=(h,u)=>{let w=++l;
r=t(),c=h==="Pause",e(h,u,b=>{w===l&&(b||(o=n=null),(!b||!c)&&(r=null))})},f=h=>{c&&h.phase!=="running"&&(c=!1,r=null),!(n===
null||h.phase==="running"||h.stopped===a)&&(r!==null&&h.stopped?.step!==n||(n=r=null))};return{get target(){return o??n},
goTo(h,u=-1){o=h,s=u},follow(h){if(f(h),!(o===null||p())){if(h.phase==="running")return d("Pause",{});n=o,o=null,a=h.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function Gt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Fe(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Nr(e,t,o){
let n=[],s=e;for(let a=0;a<o.length;a+=2)o[a]>s&&n.push(`${s} to ${o[a]-1}`),s=Math.max(s,o[a+1]+1);return s<=t&&n.push(
`${s} to ${t}`),[n.slice(0,-1).join(", "),n.at(-1)].filter(Boolean).join(" and ")}function pn({ask:e,seek:t,refresh:o,signal:n}){
let s=i("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recorded steps"}),a=i("span",{class:"op\
scope-gaps","aria-hidden":"true"}),r=i("span",{class:"opscope-track-box"},s,a),c=i("output",{class:"opscope-number"}),l=cn(
{ask:e,signal:n}),p=i("div",{class:"opscope-timeline","data-asks":!0},l.toggle,r,c,l.cost,l.memory);s.addEventListener("\
input",()=>(t.goTo(Number(s.value)),o()),{signal:n});function d(h,u,w){let b=y=>Math.max(0,Math.min(1,(y-h)/Math.max(1,u-
h))),g=`${h} ${u} ${w}`;g!==f&&(f=g,a.replaceChildren(...w.flatMap((y,L)=>L%2||y>u?[]:[i("i",{style:`left: ${(100*b(y)).
toFixed(2)}%; right: ${(100*(1-b(w[L+1]))).toFixed(2)}%`})])))}let f="";return{el:p,update(h){let u=Gt(h);m(p,"hidden",!u&&
!h.recording),l.update(h),t.follow(h);let w=u?Math.min(u.last,Math.max(u.first,t.target??u.at)):0,[b,g]=u?[u.first,u.last]:
[0,0];m(s,"min",b),m(s,"max",g),s.disabled=b===g||h.phase==="waiting",Number(s.value)!==w&&(s.value=String(w)),s.style.setProperty(
"--at",`${100*(w-b)/Math.max(1,g-b)}%`),m(p,"data-past",!!h.stopped?.past),m(p,"data-phase",h.recording?.on===!1?"off":h.
phase),m(s,"aria-valuetext",u?`step ${w} of ${g}`:"no step yet"),C(c,u?`step ${w} / ${g}`:"no step yet"),m(r,"title",u?`\
steps ${Nr(b,g,h.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),d(b,g,h.recorded?.gaps??[])}}}var Tr=new Set,Ar=new Set(["Pause","Continue","Terminate"]);function dn({send:e,signal:t}){let o=new Map,n=Rt.map(c=>i("\
div",{class:"opscope-group"},...c.map(a))),s=i("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function a(c){
let l=V("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});c.line&&l.append(V("path",{d:c.line,class:"\
opscope-stroke"})),c.fill&&l.append(V("path",{d:c.fill}));let p=i("button",{class:`opscope-button opscope-${c.name}`,type:"\
button",title:yo(c),"aria-label":c.label,"aria-keyshortcuts":c.key});return p.append(l),Ar.has(c.kind)&&p.append(i("span",
{},c.label)),p.addEventListener("click",()=>e(c.kind),{signal:t}),o.set(c.kind,p),p}function r(c,l){let p=c.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!c.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(c,l){let p=l?Ce(c):Tr,d=c.phase==="running"||c.phase==="waiting"||!!c.search;for(let[f,h]of o)r(h,()=>{h.disabled=
!p.has(f),(f==="Pause"||f==="Continue")&&m(h,"hidden",d!==(f==="Pause"))})}}}var _r=4,un="NaN/Inf";function Cr(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Ir(e){return e===null?un:q(e)}
function Br(e){return e.seconds?q(1/e.seconds):"–"}function fn({send:e,ask:t,seek:o,refresh:n,offline:s,signal:a}){let r=i(
"span",{class:"opscope-title"}),c=i("span",{class:"opscope-place"}),l=i("span",{class:"opscope-state",role:"status"}),p=an(
s),d=pn({ask:t,seek:o,refresh:n,signal:a}),f=dn({send:e,signal:a}),h=Ut("step","opscope-step"),u=Ut("steps / s","opscope\
-rate"),w=i("div",{class:"opscope-metrics"},h.el,u.el),b=i("div",{class:"opscope-headline"},i("div",{class:"opscope-name\
s"},r,c),l),g=i("header",{class:"opscope-header"},b,p.el);s||(b.append(f.el),g.append(d.el)),g.append(w);let y=new Map;return{
el:g,update(L,E,x){C(r,L.title||"run"),m(r,"title",L.title),C(c,L.place),m(l,"data-past",L.stopped?.past);let $=!E&&(L.phase===
"running"||L.phase==="waiting");m(l,"data-phase",$?"gone":L.phase),C(l,$?"no kernel":Cr(L)),p.update(L,x),s||(d.update(L),
f.update(L,E)),h.update(String(Vo(L))),u.update(Br(L));let S=[...Yo(L)].slice(0,_r);for(let[k,N]of S){let T=y.get(k)??Ut(
k,"opscope-scalar",!0);y.set(k,T),T.update(Ir(N.value),Jo(L,k,N),N.when,L.scalarNames.get(k))}Re(w,[h.el,u.el,...S.map(([
k])=>y.get(k).el)])}}}function Ut(e,t,o=!1){let n=i("span",{class:`opscope-number ${t}`}),s=vt(96,30),a=i("span",{class:"\
opscope-label",title:e},e),r=i("span",{class:"opscope-when"}),c=i("div",{class:"opscope-metric"},i("div",{},a,n,...o?[r]:
[]));return o&&c.append(s.el),{el:c,update(l,p,d="",f=""){C(a,f||e),m(a,"title",f?`${f}, ${e}`:e),C(n,l),C(r,d),m(c,"dat\
a-elsewhere",!!d),m(n,"data-bad",l===un),o&&s.update(p)}}}var Or=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["Anywhere","Esc","leave the panel: the keys are the notebook's again"],["List of values","↑ \
↓ Home End","select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to anoth\
er step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","\
Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["E\
lements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ H\
ome End","to another line"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of \
the line"],["Evaluation line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Rr(e){let t=new Map,
o=e?[]:Me.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,a]of[...o,...Or])t.set(n,[...t.
get(n)??[],[s,a]]);return t}function hn({root:e,offline:t,signal:o}){let n=i("button",{class:"opscope-button",type:"butt\
on"},"Close"),s=[...Rr(t)].map(([p,d])=>i("section",{},i("h4",{},p),i("dl",{},...d.flatMap(([f,h])=>[i("dt",{},...f.split(
" ").map(u=>i("kbd",{},u))),i("dd",{},h)])))),a=i("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},
i("div",{class:"opscope-keys-head"},i("b",{},"Keys"),n),i("div",{class:"opscope-keys-groups"},...s)),r=i("button",{class:"\
opscope-button opscope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),c=null,l=p=>{
p!==!a.hidden&&(p&&(c=e.ownerDocument.activeElement),m(a,"hidden",!p),p?n.focus({preventScroll:!0}):(c&&e.contains(c)?c:
e).focus({preventScroll:!0}))};return r.addEventListener("click",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(
!1),{signal:o}),e.addEventListener("keydown",p=>{let d=p.target.matches("input:not([type=range]), textarea, select");!(!a.
hidden&&p.key==="Escape")&&(p.key!=="?"||d)||(p.preventDefault(),p.stopPropagation(),l(!!a.hidden))},{signal:o}),{el:a,button:r}}var et="data-lm-suppress-shortcuts";function mn({root:e,memory:t,offline:o,signal:n}){m(e,et,"true"),e.addEventListener(
"focusin",({target:a})=>{m(a,et,"true"),t.keyboard=!0},{signal:n}),e.addEventListener("focusout",({relatedTarget:a})=>{a&&
!e.contains(a)&&(t.keyboard=!1)},{signal:n}),t.keyboard&&!o&&requestAnimationFrame(()=>document.activeElement===document.
body&&e.focus({preventScroll:!0}));let s=()=>{t.keyboard=!1;let a=document.activeElement;a&&e.contains(a)&&a.blur()};document.
addEventListener("pointerdown",({target:a})=>e.contains(a)||s(),{signal:n,capture:!0}),e.addEventListener("keydown",a=>{
a.key!=="Escape"||a.target!==e||a.defaultPrevented||(s(),e.closest(".jp-Notebook")?.focus({preventScroll:!0}))},{signal:n}),
window.addEventListener("keydown",a=>{let r=a.target;if(!(a.ctrlKey||a.metaKey)||a.key.toLowerCase()!=="s"||!e.contains(
r))return;let c=[e,...e.querySelectorAll(`[${et}]`)];for(let l of c)l.removeAttribute(et);setTimeout(()=>c.forEach(l=>m(
l,et,"true")))},{signal:n,capture:!0})}var gn="later",Pr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function bn({select:e,
refresh:t,memory:o,signal:n}){let s=i("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-la\
bel":"filter values"}),a=i("span",{class:"opscope-found"}),r=i("div",{class:"opscope-rows",role:"listbox","aria-label":"\
values",tabindex:0}),c=i("aside",{class:"opscope-list"},i("div",{class:"opscope-search"},s,a),r),l=new Map,p=[],d="",f=Object.
fromEntries(Object.entries(Pr).map(([u,w])=>[u,Fr(w)]));return s.value=o.filter??"",s.addEventListener("input",()=>(o.filter=
s.value,t()),{signal:n}),r.addEventListener("scroll",t,{signal:n,passive:!0}),r.addEventListener("click",u=>{let w=u.target.
closest("[data-name]");w&&e(w.dataset.name??"")},{signal:n}),r.addEventListener("keydown",u=>{let w=ce(u,p.indexOf(d),p.
length);w!==null&&(u.preventDefault(),e(p[w]),l.get(p[w])?.el.scrollIntoView({block:"nearest"}))},{signal:n}),{el:c,update(u,w){
d=w;let b=xt(u,s.value);p=[];let g=[];for(let[E,x]of Object.entries(b)){if(!x.length)continue;let $=f[E];C($.count,String(
x.length)),g.push($.el);for(let S of x){let k=l.get(S.name)??zr(S.name);l.set(S.name,k),p.push(S.name),g.push(k.el)}}Re(
r,g),m(r,"aria-activedescendant",l.get(w)?.el.id);let y=u.values.size,L=u.cost?.hz&&!u.over?` · ${To(u.cost.hz)}`:"";C(
a,`${p.length===y?y:`${p.length} of ${y}`}${L}`),m(a,"title",L?"each value is summarized so often: more would take over \
a twentieth of the time":void 0),m(r,"data-empty",y?p.length?void 0:"No value matches the filter.":"Values appear here a\
s soon as the run sends them."),h(u,w)}};function h(u,w){let{clientHeight:b,scrollTop:g}=r,y=p.map($=>l.get($)),L=y[0]?.
el.offsetHeight||44,E=dt(u.values.values()),x=y.map($=>$.el.offsetTop-g);y.forEach(($,S)=>{let k=p[S],N=x[S]>-2*L&&x[S]<
b+2*L;m($.el,"aria-selected",k===w?"true":"false");let T=u.values.get(k);N&&T&&$.update(T,E.get(k)??k,u.history.get(k),Pe(
u,T),Xo(u,T))})}}function Fr(e){let t=i("span");return{el:i("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}
var Dr=0;function zr(e){let t=i("span",{class:"opscope-pill"}),o=ft(e),n=i("span",{class:"opscope-spec"}),s=i("span",{class:"\
opscope-mean"}),a=i("span",{class:"opscope-std"}),r=vt(52,26),c=i("div",{class:"opscope-row",role:"option","data-name":e,
id:`opscope-value-${++Dr}`},t,o,n,s,a,r.el),l,p="";return{el:c,update(d,f,h,u,w){r.update(h);let[b,g]=[u.startsWith(gn)?
gn:u||w,`${u}, ${w}, ${f}`];if(d===l&&g===p)return;l=d,p=g,m(c,"data-elsewhere",!!u);let y=ie(d);m(c,"data-health",y);let[
L,E]=me(d);Ze(o,f),C(t,Be[y]),C(n,`${b?`${b}  `:""}${Ie(d.shape)}  ${Lo(d.dtype)}${E&&f===L?`  ${E}`:""}`),C(s,q(d.mean)),
C(a,d.std===null||!d.shape.length?"":`± ${q(d.std)}`)}}}var jr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return i("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function wn({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=le("condition-field","only i\
f … (optional)","condition"),a=le("hits-field","1","stop from this hit on","number"),r=i("input",{class:"opscope-log-f\
ield",type:"checkbox"}),c=le("message-field","message, as: loss is {loss}","log message; values stand in braces"),l=i("b\
utton",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=i("button",{class:"opscope-button opscope-cancel",type:"\
button",hidden:!0},"Cancel"),d=i("span",{class:"opscope-logging"},i("label",{title:"write a note at each hit, and go on"},
r," only log"),c),f=i("summary",{},"Hits, log …"),h=i("details",{class:"opscope-breakpoint-more"},f,i("div",{},i("labe\
l",{},"stop from hit ",a),d)),u=i("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,h);m(a,"min",1),m(c,"h\
idden",!0);let w=null,b=E=>{t(E),m(n,"aria-invalid",E?"true":void 0)},g=()=>Math.max(1,Math.round(Number(a.value)||1));function y(E){
w=E,n.value=E?.spec??"",n.readOnly=!!E,s.value=E?.condition??"",a.value=E&&E.wanted>1?String(E.wanted):"",r.checked=!1,c.
value="",m(c,"hidden",!0),m(d,"hidden",!!E),C(l,E?`Change ${E.number}`:"Add"),m(p,"hidden",!E),E&&(h.open=E.wanted>1||h.
open),b("")}function L(){let E={spec:n.value.trim(),condition:s.value.trim(),hits:g()};if(!E.spec)return b(jr);b("");let x=($,S)=>{
let k=n.value.trim()===E.spec&&s.value.trim()===E.condition;return $&&k&&y(null),(!$||S)&&b(S),!0};w?e("ChangeBreakpoint",
{number:w.number,enabled:w.enabled,condition:E.condition,hits:E.hits},x):e("SetBreakpoint",{spec:E.spec,condition:E.condition,
...E.hits>1&&{hits:E.hits},...r.checked&&{log:!0,message:c.value.trim()}},x)}u.addEventListener("submit",E=>(E.preventDefault(),
L()),{signal:o}),p.addEventListener("click",()=>y(null),{signal:o}),r.addEventListener("change",()=>m(c,"hidden",!r.checked),
{signal:o});for(let E of[n,s,a,c])E.addEventListener("input",()=>b(""),{signal:o}),E.addEventListener("keydown",x=>{x.key===
"Escape"&&w&&y(null),!(x.key!=="Enter"||x.isComposing)&&(x.preventDefault(),u.requestSubmit())},{signal:o});return{el:u,
problem:b,change(E){y(E),s.focus()},compose(E){y(null),n.value=E,s.focus()}}}var Hr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Wr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function qt(e){return`${se(e)} ${e===
1?"hit":"hits"}`}function Gr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Ur({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var xn={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:qr,count:e=>e.breakpoints.length};function qr({ask:e,open:t,offline:o,signal:n}){
let s=i("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),r=wn({ask:e,showProblem:g=>{C(s,g),m(s,"hidden",
!g)},signal:n}),c=i("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=i("div",{class:"opscope-breakpoint-rows"}),p=i("div",
{class:"opscope-breakpoints"}),d=Hr.map(([g,y])=>({name:g,box:i("input",{type:"checkbox","data-filter":g}),title:y})),f=i(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...d.map(({name:g,box:y,title:L})=>i("label",{title:L},y,` ${g}`))),o||p.append(r.el,f,s),p.append(c,l);let h,u=[],
w=(g,y)=>(r.problem(g?"":y),!0);f.addEventListener("change",()=>{let g=d.filter(({box:y})=>y.checked).map(({name:y})=>y);
e("SetExceptionFilters",{filters:g},w)},{signal:n}),l.addEventListener("click",g=>{let y=g.target,L=y.closest("[data-num\
ber]"),E=u.find(({number:x})=>x===Number(L?.dataset.number));E&&(y.closest(".opscope-remove")?e("ClearBreakpoint",{number:E.
number},w):y.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:E.number,enabled:!E.enabled,condition:E.condition,
hits:E.wanted},w):y.closest(".opscope-breakpoint-condition")?r.change(E):y.closest(".opscope-breakpoint-ops")&&t("graph",
E.ops[0]))},{signal:n});function b(g,y){let L={"data-conditional":!!g.condition,"data-off":!g.enabled,"data-hollow":!g.verified,
"data-log":!!g.log},E=Ur(g),x=Gr(g),$=i("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":g.
enabled?"true":"false","aria-label":E,title:E,disabled:o,...L}),S=i("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!g.ops.length},Wr(g)),k=i("button",{class:"opscope-breakpoint-condition",type:"\
button",title:x?`${x}; click to change`:"set a condition","aria-label":`condition of breakpoint ${g.number}: ${x||"alway\
s"}`,disabled:o},x),N=i("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${g.number}`});return N.append(V("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},V("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),i("div",{class:"opscope-breakpoint","data-number":g.
number,"data-op":g.ops[0],"data-here":y,"data-off":!g.enabled},$,i("span",{class:"opscope-breakpoint-number"},String(g.number)),
i("code",{class:"opscope-breakpoint-spec",title:g.spec},g.spec),k,S,i("span",{class:"opscope-breakpoint-hits"},qt(g.hits)),
...o?[]:[N],...g.problem?[i("div",{class:"opscope-breakpoint-problem"},g.problem)]:[])}return{el:p,open:g=>r.compose(String(
g)),update(g){m(c,"hidden",g.breakpoints.length>0);for(let{name:$,box:S}of d)S!==document.activeElement&&(S.checked=g.exceptions.
includes($));let y=g.stopped?.reason.endsWith("breakpoint")?g.stopped.op:-1,L=JSON.stringify([g.breakpoints,y]);if(L===h)
return;h=L,u=g.breakpoints;let E=document.activeElement?.closest?.("[data-number]"),x=l.contains(E)?document.activeElement.
className:"";l.replaceChildren(...u.map($=>b($,$.ops.includes(y)))),x&&l.querySelector(`[data-number="${E?.dataset.number}\
"] .${x}`)?.focus({preventScroll:!0})}}}function yn(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function kn(e){return e.functions.
map((t,o)=>o).reverse()}function vn({ask:e,show:t,refresh:o,signal:n}){let s=i("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),a=i("div",{class:"opscope-empty"}),r=i("div",{},a,s),c=i("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=i("div",{class:"opscope-empty"}),p=i("\
div",{},l,c),d="",f=-1,h="",u,w,b=null;function g(x){b&&(f=x,u=void 0,e("FetchVariables",{frame:x},y),b.paths[x]&&t(b.paths[x],
b.lines[x]),o())}let y=(x,$)=>(h=x?"":$,w=void 0,!0);s.addEventListener("click",x=>{let $=x.target.closest("[data-frame]");
$&&g(Number($.dataset.frame))},{signal:n}),s.addEventListener("keydown",x=>{if(!b)return;let $=kn(b),S=ce(x,$.indexOf(f),
$.length);S!==null&&(x.preventDefault(),x.stopPropagation(),g($[S]),L(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function L(){let x=b,$=x&&JSON.stringify([x,f]);if($===u)return;u=$;let S=s.contains(document.
activeElement);s.replaceChildren(...(x?kn(x):[]).map(k=>{let N=x?.paths[k]?`${x.paths[k].split(/[/\\]/).at(-1)}:${x.lines[k]}`:
"",T=k===f;return i("div",{class:"opscope-frame",role:"option","aria-selected":T?"true":"false",tabindex:T?0:-1,"data-fr\
ame":k,"data-kind":x?.kinds[k],"data-now":x?.now[k],title:`${x?.texts[k]}${x?.now[k]?`
where the program is now; the run shows its past`:""}`},i("b",{},x?.functions[k]??""),i("code",{},x?.texts[k]??""),i("sp\
an",{},x?.now[k]?`${N} now`:N))})),S&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function E(x){let $=x.
fold.variables,S=yn(x,$)&&($?.frame===f||$?.frame===f-(b?.functions.length??0))?$:null;if(S===w&&S)return;w=S;let k=x.phase===
"running"?"":h||(S&&!S.names.length?"No variables.":"");C(l,k),m(l,"hidden",!k),c.replaceChildren(...(S?.names??[]).map(
(N,T)=>{let A=S?.called?.[T]??"";return i("div",{},i("dt",{title:A?`${A}, ${N}`:N},A||N),i("dd",{title:`${S?.texts[T]}${S?.
now[T]?`
of now: the recording does not have it`:""}`,"data-now":S?.now[T]},S?.texts[T]??""))}),...S&&S.total>S.names.length?[i("\
div",{},i("dt",{},"…"),i("dd",{},`${S.total-S.names.length} more`))]:[])}return{el:r,variables:p,get frame(){return f},
update(x){let $=x.stopped,S=x.phase==="running"||x.phase==="waiting"?"":`${$?.run} ${$?.tick} ${$?.reason}`;S!==d&&(d=S,
f=-1,h="",S&&(e("FetchStack",{},(N,T)=>N?void 0:y(N,T)),e("FetchVariables",{frame:-1},y))),b=S&&yn(x,x.fold.stack)?x.fold.
stack:null,b&&f<0&&b.functions.length&&(f=b.functions.length-1);let k=S?b&&!b.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";C(a,k),m(a,"hidden",!k),L(),E(x)}}}var Kr=30;function $n({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=i("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),a=i("form",{class:"opscope-evaluation","data-asks":!0},s,i("div",{class:"opscope-evaluation\
-line"},i("span",{"aria-hidden":"true"},"›"),n)),r=[],c=0;function l(){let p=n.value.trim();if(!p)return;n.value="",r.
push(p),c=r.length;let d=i("pre",{},"…");for(s.append(i("div",{class:"opscope-answer"},i("code",{},p),d));s.children.length>
Kr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(f,h)=>(d.textContent=h,m(d,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return a.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&r.length)c=Math.max(0,Math.min(
r.length,c+d)),n.value=r[c]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:a,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,m(n,"title",d?"pause the run fir\
st":void 0)}}}function Mn({ask:e,signal:t}){let o=i("div",{class:"opscope-attributes-title"}),n=i("dl",{class:"opscope-variables"}),s=i(
"div",{class:"opscope-empty",role:"status"}),a=i("div",{"data-asks":!0},o,n,s),r=-1,c="",l="",p=-1,d;function f(h,u,w){e(
"SetAttribute",{op:h,name:u,value:w},(b,g)=>(C(s,g),m(s,"data-failed",!b),l="",!0))}return n.addEventListener("keydown",
h=>{let u=h.target.closest("input");h.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(h.key!=="Enter"||!u||h.isComposing)&&
(h.preventDefault(),f(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:a,choose(h){r=h,l=""},update(h,u){let w=h.stopped,
b=`${w?.run} ${w?.tick}`;b!==c&&w?.text!=="edited"&&(r=c?-1:r),c=b;let g=r>=0?r:w?.op??-1;u&&g>=0&&h.phase!=="running"&&
l!==`${g} ${b}`&&(l=`${g} ${b}`,e("FetchOperator",{op:g},(x,$)=>(x||C(s,$),!0)));let y=h.fold.shown_operator?.op===g?h.fold.
shown_operator:null,L=h.phase==="paused"&&!h.over&&!y?.fixed;g!==p&&C(s,""),p=g;let E=JSON.stringify([y,L,g]);E!==d&&(d=
E,C(o,y?`${y.op_type} ${y.op}${y.name?` → ${y.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
m(o,"title",y?.site),n.replaceChildren(...(y?.names??[]).flatMap((x,$)=>{let S=le("attribute-field","",`${x} of ${y?.op_type}\
 ${y?.op}; Enter sets it for this run`);return S.name=x,S.value=S.dataset.was=y?.texts[$]??"",S.dataset.op=String(y?.op),
S.readOnly=!L,m(S,"title",L?"Enter sets it for this run":y?.fixed?`cannot be changed: ${y.fixed}`:"pause the run to chan\
ge it"),[i("dt",{title:x},x),i("dd",{},S)]}),...y&&!y.names.length?[i("dt",{},"no attributes"),i("dd",{})]:[]))}}}var xe={time:{label:"time",about:"of a replay of the step, operator by operator",text:Vr},memory:{label:"memory",about:"\
bytes that the operator writes",text:Xr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:q,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:pt,log:!0}};
function Vr(e){return e>=1?`${q(e)} s`:e>=.001?`${q(e*1e3)} ms`:`${q(e*1e6)} µs`}function Xr(e){return e>=2**20?`${q(e/
2**20)} MiB`:e>=1024?`${q(e/1024)} KiB`:`${e} bytes`}function En(e,t){let o=xe[e.by]?.log,n=new Map;return e.ops.forEach(
(s,a)=>{let r=t.get(`op-${s}`)??`op-${s}`,c=n.get(r);n.set(r,c===void 0?e.numbers[a]:o?Math.max(c,e.numbers[a]):c+e.numbers[a])}),
n}function Sn(e,t){let o=[...t].filter(r=>r>0),n=Math.max(...o,0);if(!xe[e]?.log)return{at:r=>n?Math.sqrt(r/n):0,low:0,high:n};
let s=Math.min(...o,n),a=Math.log(n/s);return{at:r=>r<=0?0:a?Math.log(r/s)/a:1,low:s,high:n}}var Ln=["nan","inf","zeros","ok"];function Yr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function Jr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&Yr(t,o[1])?Number(o[2]):0}function tt(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Tn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function Nn(e,t){let o=new Map,n=(a,r)=>o.set(a,[...o.get(a)??[],r]),s=tt(
e);for(let a of t){let r=Jr(a,e.path);if(r)n(r,a);else for(let[c,l]of s)a.ops.some(p=>l.includes(p))&&n(c,a)}return o}function Zr(e,t){
let o=new Map([...tt(e)].flatMap(([a,r])=>r.map(c=>[c,a]))),n=Tn(e),s=new Map;for(let a of t.values()){let r=o.get(a.op);
if(r===void 0||n.get(a.op)!==a.op_type)continue;let c=ie(a),l=s.get(r);(!l||Ln.indexOf(c)<Ln.indexOf(l))&&s.set(r,c)}return s}
function Qr(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function An({ask:e,open:t,refresh:o,
signal:n}){let s=i("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),a=i("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),r=i("span",{class:"opscope-source-note",role:"status"}),c=i("div",{class:"opscope-source-bar","data-asks":!0},
s,r,a),l=i("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),p=i("div",{class:"opscope-source-view"},c,l),d=new Map,f=null,h,u={path:"",
line:0},w="",b="",g=0,y=0,L=!1;function E(A,P){u={path:A,line:P};let O=f?.first??1;if(f?.path===A&&P>=O&&P<O+f.lines.length)
return x(P);e("FetchSource",{path:A,line:P},(X,W)=>(C(r,X?"":W),!0))}function x(A){let P=d.get(A);if(!P)return;$(A,!1);let O=P.
offsetTop-l.offsetTop;(O<l.scrollTop+20||O>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=O-l.clientHeight/2)}function $(A,P){
for(let[O,X]of[[d.get(g),!1],[d.get(A),!0]])O&&(m(O,"tabindex",X?0:-1),m(O,"aria-selected",X?"true":"false"));g=A,P&&d.get(
A)?.focus()}function S(A){if(!f||!h)return;let P=Nn(f,h.breakpoints).get(A)??[];for(let{number:O}of P)e("ClearBreakpoint",
{number:O});P.length||e("SetBreakpoint",{spec:Qr(f,A)},(O,X)=>(C(r,O?"":X),!0))}function k(A){l.querySelector(".opscope-\
line-ops-list")?.remove(),y=y===A?0:A;let P=f?tt(f).get(y):void 0,O=d.get(y);if(!P||!O)return;let X=f?Tn(f):new Map,W=z=>`${X.
get(z)||"op"} ${z}`;O.after(i("div",{class:"opscope-line-ops-list"},...P.map(z=>i("button",{type:"button",class:"opscope\
-operator","data-op":z,title:"show it in the graph"},W(z)))))}l.addEventListener("click",A=>{let P=A.target,O=P.closest(
"[data-op]"),X=P.closest("[data-line]");if(O)return t("graph",Number(O.dataset.op));if(!X)return;let W=Number(X.dataset.
line);$(W,!1),P.closest(".opscope-line-stop")?S(W):P.closest(".opscope-line-ops")&&k(W)},{signal:n}),l.addEventListener(
"keydown",A=>{if(A.target.matches("button")||!f)return;let P=f.first,O=ce(A,g-P,f.lines.length);if(O!==null&&A.key!=="Ar\
rowLeft"&&A.key!=="ArrowRight")$(P+O,!0);else if(A.key==="Enter")S(g);else if(A.key===" ")k(g);else return;A.preventDefault(),
A.stopPropagation()},{signal:n}),s.addEventListener("change",()=>E(s.value,0),{signal:n}),a.addEventListener("click",()=>{
L=!L,m(a,"aria-pressed",L?"true":"false"),L&&e("MeasureOperators",{by:"time",step:h?.stopped?.step||0},(A,P)=>(C(r,A?"":
P),!0)),o()},{signal:n});function N(A){f=A,y=0,C(r,"");let P=tt(A),O=new Set([...A.code_lines,...A.op_lines]);d=new Map(
A.lines.map((X,W)=>{let z=A.first+W,_=P.get(z)?.length??0,J=Wt(X).map(([Q,Z])=>Q==="plain"?Z:i("span",{"data-token":Q},Z)),
Y=i("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":z},i("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!O.has(z),title:O.has(z)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${z}`},i("i",{})),i("span",{class:"opscope-line-at"},String(z)),i("span",{class:"opscope-line-time"}),
i("code",{},...X?J:[" "]),..._?[i("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${z}`},_===1?"1 op":`${_} ops`)]:[]);return[z,Y]})),l.replaceChildren(...d.values()),
s.replaceChildren(...A.paths.map(X=>i("option",{value:X,selected:X===A.path},X))),$(u.line>=A.first&&u.line<A.first+A.lines.
length?u.line:A.first,!1),x(g)}function T(A,P){let O=Nn(P,A.breakpoints),X=Zr(P,A.present),W=L&&A.fold.measured?.by==="t\
ime"?A.fold.measured:null,z=new Map(W?.ops.map((Q,Z)=>[Q,W.numbers[Z]])??[]),_=new Map([...tt(P)].map(([Q,Z])=>[Q,Z.reduce(
(D,I)=>D+(z.get(I)??0),0)])),J=Math.max(..._.values(),0);W&&!J&&C(r,"No times: eager code is not run again.");let Y=A.stopped?.
path===P.path?A.stopped.line:0;for(let[Q,Z]of d){let D=O.get(Q)??[];m(Z,"data-stops",D.length>0),m(Z,"data-off",D.length>
0&&D.every(K=>!K.enabled)),m(Z,"data-hollow",D.length>0&&D.every(K=>!K.verified)),m(Z,"data-health",X.get(Q)),m(Z,"data-\
here",Q===Y);let I=Z.firstElementChild;D.length&&m(I,"title",`${D.map(K=>`breakpoint ${K.number}: ${K.spec}${K.problem?`\
, ${K.problem}`:""}`).join(`
`)}
click to remove`),m(I,"aria-pressed",D.length?"true":"false");let H=Z.children[2],R=W?_.get(Q)??0:0;C(H,R?xe.time.text(R):
""),H.style.setProperty("--share",`${J?(100*R/J).toFixed(0):0}%`)}m(l,"data-timed",L)}return{el:p,show:E,update(A){h=A;let P=`${A.
graph?.program} ${A.runs}`,O=A.stopped?.path??"",X=`${A.stopped?.run} ${A.stopped?.tick} ${O}:${A.stopped?.line}`,W=A.phase===
"paused"||A.over;W&&(X!==b||P!==w)&&(P!==w&&(f=null),[b,w]=[X,P],(O||!f)&&E(O,A.stopped?.line??0),L&&e("MeasureOperators",
{by:"time",step:A.stopped?.step||0},()=>!0));let z=A.fold.source;z&&z!==f&&(!u.path||z.path===u.path)&&N(z),f?T(A,f):C(r,
W?r.textContent??"":"Pause the run to see its code."),m(s,"hidden",!f),m(a,"hidden",!f||!A.recorded)}}}var ea=50;function _n({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=i("form",{class:"opscope-watch-form","data-asks":!0},o,i("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=i("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),a=i("div",{},s,n),r=[],c,l=p=>e("WatchExpressions",{expressions:p.slice(-ea)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...r.filter(f=>f!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(r.filter(f=>f!==d.dataset.expression))},{signal:t}),{el:a,update(p){
let d=p.fold.watched,f=p.phase==="running",h=JSON.stringify([d,f]);h!==c&&(c=h,r=d?.expressions??[],m(s,"data-old",f),s.
replaceChildren(...r.map((u,w)=>i("div",{},i("dt",{title:u},u),i("dd",{title:d?.texts[w],"data-failed":d?.failed[w]},i("\
span",{},d?.texts[w]??""),i("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":u,title:"wa\
tch it no longer","aria-label":`watch ${u} no longer`},"×"))))))}}}var Cn={id:"code",label:"Code",create:ta};function $t(e,t,o=!0){return i("details",{class:"opscope-section",open:o},i("s\
ummary",{},e),t)}function ta({ask:e,open:t,refresh:o,offline:n,signal:s}){let a=An({ask:e,open:t,refresh:o,signal:s}),r=vn(
{ask:e,show:a.show,refresh:o,signal:s}),c=_n({ask:e,signal:s}),l=Mn({ask:e,signal:s}),p=$n({ask:e,frame:()=>r.frame,signal:s}),
d=$t("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let f=i("div",{class:"opscope-code-side"},$t("Call st\
ack",r.el),$t("Variables",r.variables),$t("Watch",c.el),d),h=i("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),u=i("div",{class:"opscope-code-body",hidden:n},a.el,f),w=i("div",{class:"opscope-\
code-tab"},h,u,p.el);return m(p.el,"hidden",n),{el:w,open(b){d.open=!0,l.choose(Number(b))},update(b){n||(a.update(b),r.
update(b),c.update(b),l.update(b,d.open),p.update(b))}}}var oa=1e5,na=1.2,sa={to:e=>e,marks:Ee,isLog:!1},ra={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<na)return Ee(10**e,10**t,
o).filter(a=>a>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let a=Math.ceil(e);a<=t;a+=n)s.push(10**a);return s}};function ot(e,t){
let o=e.flatMap(({min:r,max:c,mean:l})=>[r,c,l]).filter(r=>r!==null),n=o.flatMap(r=>r?[Math.abs(r)]:[]).sort((r,c)=>r-c),
s=n[n.length>>1]??1,a=(n.at(-1)??0)>oa*s;return!(t??a)||!n.length?sa:t&&n.length===o.length&&o.every(r=>r>0)?ra:aa(t?n[Math.
floor(n.length/20)]:s)}function aa(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let a=Math.ceil(Math.log10(e)),r=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),c=[0];for(let l=a+r-1;l<=308&&t(
10**l)<=Math.max(n,-o);l+=r)c.push(10**l,-(10**l));return c.filter(l=>t(l)>=o&&t(l)<=n)}}}var De=150,ze=58,Vt=10,Xt=8,Mt=22,Kt="history of mean, min and max";function Yt(e){let t=e.flatMap(c=>[c.min,c.max,c.mean]).
filter(c=>c!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,a=e[0]?.step??0,r=e.at(-1)?.step??1;return{x:[a,r>a?r:a+1],y:[o-s,n+s]}}function Et(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Bn({goTo:e,signal:t}){
let o=V("g",{class:"opscope-grid"}),n=V("path",{class:"opscope-band"}),s=V("path",{class:"opscope-line"}),a=V("path",{class:"\
opscope-bad"}),r=V("path",{class:"opscope-cross"}),c=V("path",{class:"opscope-cursor"}),l=V("svg",{class:"opscope-chart",
height:De,role:"img","aria-label":Kt});l.append(o,n,s,a,r,c);let p=i("span"),d=i("button",{type:"button",class:"opscope-\
log","aria-pressed":"false",title:"logarithmic axis"},"log"),f=i("section",{class:"opscope-card opscope-wide"},i("h4",{},
"History",p),d,l),h=[],u="",w=null,b,g=In([],1,b);d.addEventListener("click",()=>{let S=!g.vertical.isLog;b=ot(h).isLog===
S?void 0:S,x()},{signal:t});let y=()=>{let S=w===null?void 0:ht(h,g.step(w));C(p,S?`step ${S.step}  mean ${q(S.mean)}  ${q(
S.min)} … ${q(S.max)}`:L?"mean, min … max; click to go there":"mean, min … max"),m(r,"d",S?`M${g.x(S.step)},${Xt}V${De-
Mt}`:"")},L=null,E=S=>{let{x:k}=g.extent;m(c,"d",S===null||!h.length||S<k[0]||S>k[1]?"":`M${g.x(S)},7l-4,-6h8zV${De-Mt}`)};
l.addEventListener("click",S=>{if(!L||!h.length)return;let k=Math.round(g.step(S.clientX-l.getBoundingClientRect().left));
e(Math.max(L[0],Math.min(L[1],k)))},{signal:t}),l.addEventListener("pointermove",S=>(w=S.clientX-l.getBoundingClientRect().
left,y()),{signal:t}),l.addEventListener("pointerleave",()=>(w=null,y()),{signal:t});let x=()=>{},$=new ResizeObserver(()=>x());
return $.observe(l),t.addEventListener("abort",()=>$.disconnect()),{el:f,update(S,k,N){x=()=>this.update(S,k,N);let T=S?.
points??[];L=N,m(l,"data-goes",!!N),m(l,"aria-label",k===null?Kt:`${Kt}; the cursor is at step ${k}`),E(k);let A=Math.max(
200,l.clientWidth||f.clientWidth),P=`${A} ${b}`;if(T===h&&u===P)return y();h=T,u=P,g=In(h,A,b),m(d,"aria-pressed",g.vertical.
isLog?"true":"false"),ca(o,n,s,a,h,g,A),E(k),y()}}}function ia(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)}\
,${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function In(e,t,o){let n=ot(e,o),s=p=>p===null?
null:n.to(p),{x:a,y:r}=Yt(e.map(p=>({...p,min:s(p.min),max:s(p.max),mean:s(p.mean)}))),c=t-ze-Vt,l=De-Xt-Mt;return{extent:{
x:a,y:r},vertical:n,x:p=>+(ze+(p-a[0])/(a[1]-a[0])*c).toFixed(1),y:p=>+(Xt+(1-(n.to(p)-r[0])/(r[1]-r[0]))*l).toFixed(1),
step:p=>a[0]+(p-ze)/c*(a[1]-a[0])}}function ca(e,t,o,n,s,a,r){let c=De-Mt,l=a.vertical.marks(...a.extent.y,4).flatMap(u=>[
V("path",{d:`M${ze},${a.y(u)}H${r-Vt}`}),V("text",{x:ze-6,y:a.y(u)+3.5,"text-anchor":"end"},Oe(u))]),p=Ee(...a.extent.x,
Math.max(3,r/110)).filter(Number.isInteger).map(u=>V("text",{x:a.x(u),y:De-6,"text-anchor":"middle"},Oe(u)));e.replaceChildren(
...s.length?[...l,...p]:[],V("path",{class:"opscope-floor",d:`M${ze},${c}H${r-Vt}`}));let d=Et(s,u=>u.min!==null&&u.max!==
null).map(u=>{let w=u.map(g=>`${a.x(g.step)},${a.y(g.max)}`),b=[...u].reverse().map(g=>`${a.x(g.step)},${a.y(g.min)}`);return`\
M${[...w,...b].join("L")}Z`});m(t,"d",d.join(""));let f=Et(s,u=>u.mean!==null).map(u=>{let w=u.map(b=>`${a.x(b.step)},${a.
y(b.mean)}`);return w.length>1?`M${w.join("L")}`:ia(u[0],a)});m(o,"d",f.join(""));let h=s.filter(u=>u.bad).map(u=>`M${a.
x(u.step)},${c-5}V${c}`);m(n,"d",h.join(""))}function On({ask:e,signal:t}){let o=i("code",{}),n=i("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=i("span",{role:"status"}),a=i("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(r,c)=>(C(s,r?"":c),!0)),{signal:t}),{el:a,
update(r){let c=r.fold.edits?.texts??[];m(a,"hidden",!c.length||r.phase!=="paused"),C(o,c.join("; ")),m(o,"title",c.join(
`
`))}}}function St({goTo:e,open:t,signal:o}){let n=i("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",r=>{let c=r.target.closest("button");c?.dataset.step?e(Number(
c.dataset.step),Number(c.dataset.op)):c?.dataset.op&&t("graph",Number(c.dataset.op))},{signal:o});function a(r,c){let[l,
p,d]=[r.ops[c],r.steps[c],c===r.cause],f=l<0?i("span",{class:"opscope-maker"},r.makers[c]):i("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${r.makers[c]} ${l} in the graph`},`${r.makers[c]} ${l}`),h=p?[i("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${r.makers[c]} in step ${p}`},`step ${p}`)]:
[],u=r.gaps[c]?[i("div",{class:"opscope-gap"},`${se(r.gaps[c])} more`)]:[],w=[r.notes[c],d&&r.reads[c]].filter(Boolean).
join(": ");return i("li",{"data-cause":d},...u,i("div",{class:"opscope-link"},...d?[i("b",{class:"opscope-cause-mark"},"\
cause")]:[],i("code",{},r.values[c]),...r.called[c]?[i("code",{class:"opscope-called"},r.called[c])]:[],f,...h),...w?[i(
"div",{class:"opscope-note-text"},w)]:[],...d?r.growth.map(b=>i("div",{class:"opscope-note-text"},b)):[],...r.sites[c]?[
i("code",{class:"opscope-line"},r.sites[c]+(r.sources[c]?`: ${r.sources[c]}`:""))]:[])}return{el:n,update(r){r!==s&&(s=r,
m(n,"hidden",!r),n.replaceChildren(...(r?.values??[]).map((c,l)=>a(r,l))))}}}function la(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Rn({ask:e,goTo:t,open:o,signal:n,offline:s}){let a=i("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),r=i("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),c=i("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=St({goTo:t,open:o,signal:n}),p=i("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
i("div",{},a,r),c,l.el),d="",f="",h=null;function u(b){w("Searching …"),e("Explain",{name:b},(g,y)=>(w(la(y)),h=g?b:null,
!0))}function w(b){C(c,b),m(c,"hidden",!b),h=null}return a.addEventListener("click",()=>u(d),{signal:n}),r.addEventListener(
"click",()=>u(""),{signal:n}),w(""),{el:p,update(b,g){let{stopped:y,explained:L}=g,E=`${b} ${y?.run} ${y?.tick}`;E!==f&&
w(""),d=b,f=E;let x=L&&!L.at&&L.asked===h?L:null;l.update(x),m(c,"hidden",!!x||!c.textContent)}}}var je=168;function pa(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function Pn(e,t){let o=t*e.counts.reduce((s,a)=>s+a,0),n=(e.high-e.low)/e.counts.length;for(let[s,a]of e.counts.
entries()){if(a&&o<=a)return e.low+n*(s+o/a);o-=a}return null}function da(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,a)=>s+a,0):0)}function ua(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${q(e.low+t*o)} … ${q(e.low+(t+1)*o)}: ${se(e.counts[t])}`:Jt(e)}function Fn(e){let t=i("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${je}px`}),o=i("span"),n=i("span",{class:"opscope-\
zero"},"0"),s=i("span"),a=i("div",{class:"opscope-readout"}),r=i("span"),c=i("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=i("div",{class:"opscope-axis"},o,n,
s),p=i("section",{class:"opscope-card"},i("h4",{},"Distribution",r),c,t,l,a),d,f=null,h="",u=!1,w=()=>{};c.addEventListener(
"click",()=>{u=!u,m(c,"aria-pressed",u?"true":"false"),w()},{signal:e});let b=()=>{let g=d&&f!==null&&f<d.counts.length;
m(t,"aria-label",d?`histogram of step ${d.step}, from ${q(d.low)} to ${q(d.high)}: ${Jt(d)}`:"histogram"),C(a,d?g?ua(d,f):
Jt(d):"")};return t.addEventListener("pointermove",g=>{if(!d)return;let y=t.getBoundingClientRect();f=Math.max(0,Math.min(
d.counts.length-1,Math.floor((g.clientX-y.left)/y.width*d.counts.length))),b()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,b()),{signal:e}),{el:p,update(g){let y=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(g===d&&y===h)return;d=g,h=y,C(r,g?`step ${g.step}`:"");let L=g?.counts.some(Boolean);C(o,g&&L?q(g.low):""),C(s,g&&L?q(
g.high):"");let E=g&&g.low<0&&g.high>0?-g.low/(g.high-g.low):null;m(n,"style",E===null||E<.15||E>.85?"visibility: hidden":
`left: ${(100*E).toFixed(2)}%`),b();let x=g&&g.high>g.low?[.05,.5,.95].map($=>q(Pn(g,$))):[];m(t,"title",x.length?`5 %, \
median and 95 % of the elements: about ${x.join(", ")}`:void 0),w=()=>fa(t,g,E,u),w()}}}function Jt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${se(t)} finite elements, all equal`:`${se(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function fa(e,t,o,n){let s=e.getContext("2d"),a=e.
clientWidth;if(!s||!a)return;e.width=Math.round(a*devicePixelRatio),e.height=Math.round(je*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let r=getComputedStyle(e);if(s.fillStyle=r.borderBottomColor,s.fillRect(0,je-1,a,1),!t)return;o!==null&&
s.fillRect(Math.round(o*a),0,1,je),s.fillStyle=r.color;let c=a/t.counts.length;pa(da(t),n).forEach((l,p)=>{let d=l*(je-18);
s.fillRect(p*c+.5,je-1-d,Math.max(1,c-1),d)}),t.high>t.low&&ha(s,t,a,r.borderTopColor)}function ha(e,t,o,n){let[s,a,r]=[
.05,.5,.95].map(c=>((Pn(t,c)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,r-s,1);for(let[c,l]of[[s,7],[
a,11],[r,7]])e.fillRect(c-.75,5.5-l/2,1.5,l)}function ma(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function Dn({
ask:e,signal:t}){let o=i("code",{class:"opscope-cell-name"}),n=le("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=le("cell-value","0.5, nan, h.mean()","new value"),a=i("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),r=i("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),c=le("cell-st\
eps","100","how many steps to replay","number"),l=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=i("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=i(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},i("span",{},o," [ ",n," ] = ",s),i("span",{},a,r,i("label",{
title:"how many steps to replay"},c," steps"),l)),f=i("div",{class:"opscope-cell-editor"},d,p),h="",u="",w="",b=null,g=()=>n.
value.trim()?`${h}[${n.value.trim()}]`:h,y=(x,$)=>(C(p,$),m(p,"data-failed",!x),$&&p.scrollIntoView({block:"nearest"}),!0);
function L(){m(d,"hidden",!0),b?.focus({preventScroll:!0}),b=null}function E(x){if(!s.value.trim())return void y(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");y(!0,x?"replaying …":"");let $={target:g(),value:s.
value.trim()},S=(k,N)=>(y(k,N),k&&L(),!0);x?e("TryValue",{...$,steps:Math.max(1,Math.round(Number(c.value)||100))},S):e(
"SetValue",$,S)}return d.addEventListener("submit",x=>(x.preventDefault(),E(!!u)),{signal:t}),r.addEventListener("click",
()=>E(!0),{signal:t}),l.addEventListener("click",L,{signal:t}),d.addEventListener("keydown",x=>{if(x.key==="Escape")L();else if(x.
key==="Enter"&&!x.isComposing&&x.target.matches("input"))E(!!u);else return;x.preventDefault(),x.stopPropagation()},{signal:t}),
{el:f,open(x,$,S,k,N){[h,b]=[x,N],C(o,$),m(o,"title",x),n.value=S,s.value=k,y(!0,""),m(d,"hidden",!1),s.focus(),s.select()},
update(x,$){h&&$!==h&&!d.hidden&&m(d,"hidden",!0);let S=`${$} ${x.stopped?.run} ${x.stopped?.tick}`;S!==w&&y(!0,""),w=S,
u=ma(x),a.disabled=!!u,m(a,"title",u||"in this run; what follows is computed again"),r.disabled=!x.recorded||x.phase==="\
running"}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},ga=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function He(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=ga.reduceRight((a,r)=>a*t+r[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var ye=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Nl=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
He((t-2)/252));function nt(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function Lt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>ye(He(t/16))).join(", ")})`}var zn=26,ba=14,wa=4;function jn(e,t,o,n){let s=Math.min(zn,o/t,n/e),a=(r,c)=>Math.max(ba,s*r,s<zn?Math.min(c/2,wa*s*r):
0);return[a(t,o),a(e,n)]}function Hn(e,t,o,n){let s=o*e.row_stride,a=n*e.col_stride,r=nt(e.pixels[o*e.cols+n],e.low,e.high),
c=Number.isNaN(r)?"NaN":r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${q(r)}`;return`${t.length>2?`[${Ao(t,s,a).join(", ")}]  `:
""}row ${s}, col ${a}  ${c}`}function Wn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,a)=>s>
1?[`every ${s}th ${a}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Un(e,t,o){let n=1,s=0;for(let a=1;a<=e.facets;a++){let r=Math.min(t/(a*(e.cols+1)),o/(Math.ceil(e.facets/a)*(e.
rows+1)));r>s&&([n,s]=[a,r])}return n}function Nt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function st(e,t,o,n){let[s,a]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[r,c]=[o-s*(e.cols+1),n-a*(e.
rows+1)],l=a*t+s;return r<e.cols&&c<e.rows&&l<e.facets&&s<t?{facet:l,row:c,col:r}:null}function to(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function qn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let a=nt(s,e.low,e.high);return t?to(a/o):He(e.high>e.low?(a-e.low)/(e.
high-e.low):.5)})}function Tt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,a=e.numbers[s];if(a!==void 0)return a===
"nan"?"NaN":a.replace("inf","Inf").replaceAll("-","−");let r=nt(e.pixels[s],e.low,e.high);return Number.isNaN(r)?"NaN":
r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${q(r)}`}var xa=[128,128,128,48],ya=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Kn(e,t,o,n){let[s,a]=Nt(t,o),r=e.getContext("2d");if(!r||s<=0||a<=0)return;e.width!==s&&(e.width=s),e.height!==
a&&(e.height=a);let c=r.createImageData(s,a),l=qn(t,n);for(let p=0;p<s*a;p++)ya(t,p%s,Math.floor(p/s))&&c.data.set(xa,4*
p);for(let p=0;p<t.facets;p++){let[d,f]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let h=0;h<t.rows;h++)for(let u=0;u<
t.cols;u++){let w=4*((f+h)*s+d+u),[b,g,y]=l[t.pixels[(p*t.rows+h)*t.cols+u]];c.data[w]=b,c.data[w+1]=g,c.data[w+2]=y,c.data[w+
3]=255}}r.putImageData(c,0,0)}var Gn=7;function ka(e){let t=String(Math.round(e)),o=a=>{let r=String(Number(e.toPrecision(
a))),c=e.toExponential(a-1).replace("e+","e");return c.length<r.length?c:r};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=Gn?t:[3,2].map(o).find(a=>a.length<=Gn)??o(1)).replaceAll("-","−")}function Vn(e,t,o,n,s){let a=e.getContext(
"2d");if(!a)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),a.scale(devicePixelRatio,
devicePixelRatio);let r=qn(t,s),[c,l]=[o/t.cols,n/t.rows];a.font=`${Math.min(11,c/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,a.textAlign="center",a.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<
t.cols;d++){let f=p*t.cols+d,[h,u,w]=r[t.pixels[f]];a.fillStyle=`rgb(${h}, ${u}, ${w})`,a.fillRect(d*c,p*l,c-1,l-1),a.fillStyle=
.299*h+.587*u+.114*w>140?"#111111":"#ffffff";let b=Number(t.numbers[f]),g=Number.isFinite(b)?ka(b):Tt(t,{facet:0,row:p,col:d});
a.fillText(g,(d+.5)*c,(p+.5)*l)}}var oo=168,no=300,va=600,so=[34,18],At=4,$a=16,_t=8,ro="keep these elements, to compare others with them",Xn={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function Ma(e,t,o,n){let[s,a]=[ke(e,0),ke(e,1)],r=Math.min(
s,Math.max(_t,Math.round(e.height/n))),c=Math.min(a,Math.max(_t,Math.round(e.width/n))),l=(p,d,f)=>Math.max(0,Math.min(f-
d,Math.round(p-d/2)));return{top:l(t,r,s),left:l(o,c,a),height:r,width:c}}function Ea(e,t){let[o,n]=e.axes,s=Yn(e,{facet:t,
row:0,col:0}).map((a,r)=>r===o||r===n?0:a);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function ke(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function fe(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function Yn(e,t){
let[o,n,s]=e.axes,a=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((r,c)=>a.get(c)??e.index[c])}function Sa(e,t){let[o,n,s]=e.axes,[a,r]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],c=(p,d,f)=>d>1?`${p}–${Math.min(f,p+d)-1}`:`${p}`;return`[${e.shape.map((p,d)=>d===o?c(a,e.row_stride,e.top+
e.height):d===n?c(r,e.col_stride,e.left+e.width):String(d===s?t.facet*e.facet_stride:e.index[d])).join(", ")}]  ${Tt(fe(
e),t)}`}function Jn({ask:e,signal:t,offline:o}){let n=i("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=i("div",
{class:"opscope-heatmap-box"},n),a=i("span"),r=i("span"),c=i("i"),l=[ao("NaN",pe.nan,0),ao("−Inf",pe.minusInf,1),ao("+\
Inf",pe.plusInf,255)],p=i("div",{class:"opscope-readout"}),d=i("span"),f={rows:I("rows"),cols:I("columns"),facets:I("fac\
ets")},h=i("span",{class:"opscope-positions"}),u=i("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},i("option",{value:"auto"},"auto"),i("option",{value:"sequential"},"low to high"),i("option",{value:"signed"},"signe\
d")),w=D("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>K(At)),b=D("−","zoom out (-)","zoom-out",()=>K(1/
At)),g=D("Pin",ro,"pin",()=>e("PinValue",{name:ee()?"":$})),y=D("Difference","show the difference to the pinned value","\
difference",()=>R({...N,difference:!N.difference})),L=i("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,
f.facets.el,h,i("label",{},"colors",u),i("span",{class:"opscope-slice-tools"},b,w,g,y)),E=Dn({ask:e,signal:t}),x=i("sect\
ion",{class:"opscope-card opscope-elements"},i("h4",{},"Elements",d),L,s,E.el,i("div",{class:"opscope-legend"},i("div",{
class:"opscope-scale"},a,c,r),...l.map(v=>v.el)),p),$="",S="",k=null,N=Xn,T="",A=null,P="",O=!1,X=0,W="",z,_,J=[],Y=null,
Q=null,Z=-1;function D(v,B,F,G){let j=i("button",{type:"button",class:`opscope-slice-tool opscope-${F}`,title:B,"aria-la\
bel":B},v);return j.addEventListener("click",G,{signal:t}),j}function I(v){let B=i("select",{class:`opscope-axis-${v}`,"\
aria-label":`axis of the ${v}`});return B.addEventListener("change",()=>H(v==="columns"?"cols":v,Number(B.value)),{signal:t}),
{el:i("label",{},v,B),field:B}}function H(v,B){if(!_)return;let[F,G,j]=_.axes,U={rows:F,cols:G,facets:j},oe=Object.keys(
U).find(te=>B>=0&&U[te]===B);oe&&(U[oe]=U[v]),U[v]=B,R({...N,...U,top:0,left:0,height:0,width:0})}function R(v){v.facets>=
0&&(Z=-1),N=v,P="";let B=++X;e("FetchSlice",{name:$,...N},(F,G)=>(B!==X||(O=F,F||([P,N]=[G,{...N,difference:!1}]),Ne()),
!0))}function K(v,B){if(!_)return;let[F,G]=B??[_.top+_.height/2,_.left+_.width/2],j=Ma(_,F,G,v),U=j.height===_.height&&j.
width===_.width;U&&v>1&&_.facets>1?re(_,Y&&st(fe(_),ge(fe(_)),...Y)?.facet||0):U&&v<1&&Z>=0?R({...N,...j,facets:Z}):R({...N,
...j})}function re(v,B){R({...N,...Ea(v,B)}),Z=v.axes[2]}let ne=()=>(_??z)?.step,ee=()=>k?.name===$&&k?.step===ne(),he=()=>_?
fe(_):z?{...z,facets:1,numbers:[]}:null,ge=v=>Un(v,s.clientWidth||400,v.facets>1?no:oo),be=()=>u.value==="signed"||u.value===
"auto"&&!!_?.difference;function Ne(){let v=_&&Y&&st(fe(_),ge(fe(_)),...Y),B=z&&Y&&Y[1]<z.rows&&Y[0]<z.cols,F=_?v&&Sa(_,
v):B&&z&&Y?Hn(z,J,Y[1],Y[0]):"";C(p,P||F||(_?La(_):z?Wn(z):""))}function Te(v){let B=he();if(!B)return null;let F=n.getBoundingClientRect(),
[G,j]=Nt(B,ge(B)),U=(oe,te)=>Math.max(0,Math.min(te-1,Math.floor(oe*te)));return[U((v.clientX-F.left)/F.width,G),U((v.clientY-
F.top)/F.height,j)]}n.addEventListener("pointermove",v=>(Y=Te(v),Ne()),{signal:t}),n.addEventListener("pointerleave",()=>(Y=
null,Ne()),{signal:t});function Xe(v,B){if(!v||o)return;let F=fe(v),G=(B&&st(F,ge(F),...B))??{facet:0,row:0,col:0};E.open(
$,S,Yn(v,G).join(", "),v.numbers.length?Tt(F,G).replaceAll("−","-"):"",n)}n.addEventListener("dblclick",()=>Xe(Q?.slice,
Q?.at??null),{signal:t}),n.addEventListener("click",v=>{if(v.detail>1)return;Q={slice:_,at:Te(v)};let B=_&&st(fe(_),ge(fe(
_)),...Te(v)??[0,0]);_&&B&&_.facets>1?re(_,B.facet):_&&B&&!at()&&K($a,[_.top+B.row*_.row_stride,_.left+B.col*_.col_stride])},
{signal:t}),n.addEventListener("keydown",v=>{let B={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[v.
key];if(v.key==="+"||v.key==="=")K(At);else if(v.key==="-")K(1/At);else if(v.key==="Enter")Xe(_,Y);else if(B&&_)K(1,[_.top+
_.height*(.5+B[0]/2),_.left+_.width*(.5+B[1]/2)]);else return;v.preventDefault(),v.stopPropagation()},{signal:t}),u.addEventListener(
"change",()=>(W="",M()),{signal:t}),h.addEventListener("change",()=>{let v=J.map((B,F)=>h.querySelector(`[data-axis="${F}\
"]`)?.value??"0");R({...N,index:v.map(B=>String(Math.max(0,Math.round(Number(B)||0)))).join(",")})},{signal:t}),h.addEventListener(
"keydown",v=>v.stopPropagation(),{signal:t});function ve(v){let B=v.shape.map((j,U)=>[String(U),`${U} (${j})`]);for(let[
j,{field:U}]of[f.rows,f.cols,f.facets].entries()){let oe=[["-1","none"],...B],te=oe.join();U.dataset.key!==te&&U.replaceChildren(
...oe.map(([de,ae])=>i("option",{value:de},ae))),U.dataset.key=te,U.value=String(v.axes[j])}m(f.rows.el,"hidden",v.shape.
length<2),m(f.cols.el,"hidden",v.shape.length<2),m(f.facets.el,"hidden",v.shape.length<3);let F=v.shape.flatMap((j,U)=>v.
axes.includes(U)||j<2?[]:[[U,j,v.index[U]]]),G=JSON.stringify(F);h.dataset.key!==G&&(h.dataset.key=G,h.replaceChildren(...F.
map(([j,U,oe])=>i("label",{},`axis ${j}`,i("input",{type:"number",min:0,max:U-1,value:oe,"data-axis":j,title:`position o\
n axis ${j}, 0 to ${U-1}`})))))}function at(){if(!_)return!1;let{facets:v,rows:B,cols:F,numbers:G}=fe(_);return v===1&&G.
length>0&&s.clientWidth/F>=so[0]&&B*so[1]<=va}function M(){let v=he(),B=v?v.rows*v.cols*v.facets:0;if(m(n,"hidden",!B),!v||
!B)return;let F=ge(v),[G,j]=Nt(v,F),U=s.clientWidth,oe=at(),te=oe?[Math.min(U,v.cols*64),v.rows*so[1]]:v.facets>1?[Math.
min(U,G*no/j),Math.min(no,j*U/G)]:jn(v.rows,v.cols,U,oo),de=`${te} ${devicePixelRatio} ${be()} ${oe}`;if(de===W)return;W=
de,m(s,"style",`height: ${Math.max(oe||v.facets>1?0:oo,Math.ceil(te[1]))}px`),m(n,"style",`width: ${te[0].toFixed(1)}px;\
 height: ${te[1].toFixed(1)}px`),oe?Vn(n,v,te[0],te[1],be()):Kn(n,v,F,be());let ae=Math.max(Math.abs(v.low),Math.abs(v.high));
C(a,q(be()?-ae:v.low)),C(r,q(be()?ae:v.high)),m(c,"style",`background: ${be()?`linear-gradient(to right, ${[-1,-.5,0,.5,
1].map($e=>ye(to($e))).join(", ")})`:Lt()}`)}return{el:x,update(v,B,F,G){J=B,G!==$&&([$,N,P,Z]=[G,Xn,"",-1]);let j=`${G}\
 ${B} ${F.stopped?.run} ${F.stopped?.tick} ${F.phase}`;j!==T&&(O=!1),!o&&F.phase!=="running"&&(j!==T||F.stopped!==A)&&R(
N),[T,A]=[j,F.stopped],E.update(F,G);let U=F.fold.slices.get(G),te=U&&String(U.shape)===String(B)&&(O||U.step===v?.step||
U.difference)&&!o?U:void 0;if(te!==_||v!==z){[_,z,W]=[te,v,""];for(let Ae of l)Ae.update((te??v)?.pixels);Ne()}m(L,"hidd\
en",!_),_&&ve(_),k=F.fold.pinned;let de=(Ae,ue)=>`${Qe(F,Ae)} of step ${ue}`;S=Qe(F,G);let ae=k?.name?de(k.name,k.step):
"",$e=ne();return C(d,_?.difference?`${de(G,_.step)} − ${_.difference===`${k?.name} of step ${k?.step}`?ae:_.difference}`:
$e===void 0?"":`step ${$e}`),m(y,"hidden",!ae||String(k?.shape)!==String(B)),m(y,"aria-pressed",N.difference?"true":"fal\
se"),m(y,"title",`show the difference to ${ae}`),m(g,"aria-pressed",ee()?"true":"false"),m(g,"title",ee()?"forget the el\
ements that are kept":ae?`${ro}, instead of ${ae}`:ro),m(b,"disabled",!_||Z<0&&_.height===ke(_,0)&&_.width===ke(_,1)),m(
w,"disabled",!_||_.facets===1&&_.height<=_t&&_.width<=_t),M(),$e}}}function La(e){let t=Ie([ke(e,0),ke(e,1)]),o=e.height<
ke(e,0)||e.width<ke(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*
e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.facets} facets of `:"",a=e.
facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${a}${n}${e.nonfinite?`, ${e.nonfinite} not finite`:""}`}
function ao(e,t,o){let n=i("span",{class:"opscope-mark","data-absent":!0},i("i",{style:`background: ${ye(t)}`}),e);return{
el:n,update:s=>m(n,"data-absent",!s?.includes(o))}}var io=12;function Zn({ask:e,open:t,signal:o,offline:n}){let s=i("div",{class:"opscope-provenance"}),a="",r=(c,l)=>i("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${c} ${l} in the graph`},`${c} ${l}`);return s.addEventListener(
"click",c=>{let l=c.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(c,l){let p=n?void 0:c.fold.slices.get(l.name),d=(p?.
readers??[]).map((g,y)=>[p?.reader_types[y]??"",g]),f=c.recorded&&l.step>=c.recorded.first&&l.step<=c.recorded.last,h=!!(p?.
writers.length&&!p.writers.includes(l.op)),u=!n&&c.phase!=="running"&&f&&l.op>=0&&!h,w=JSON.stringify([l.op,l.op_type,d,
u&&l.step,h]);if(w===a)return;a=w;let b=d.length>io?[`and ${d.length-io} more`]:[];s.replaceChildren(...l.op<0?[]:h?[`ma\
de by ${l.op_type} of another program`]:["made by",r(l.op_type,l.op)],...d.length?["read by",...d.slice(0,io).map(([g,y])=>r(
g,y)),...b]:p?["read by nothing"]:[],...u?[i("button",{type:"button",class:"opscope-why opscope-to-write","data-asks":!0,
"data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to the write")]:
[]),m(s,"hidden",!s.childNodes.length)}}}var[rt,We,co,lo,po]=[150,58,10,8,22];function Qn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function uo(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":q(s);return e.recorded.every((s,a)=>s===
e.changed[a])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function es(e){let t=i("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=i("code",{}),n=i("spa\
n"),s=V("g",{class:"opscope-grid"}),a=V("path",{class:"opscope-line"}),r=V("path",{class:"opscope-line opscope-branch-li\
ne"}),c=V("path",{class:"opscope-cross"}),l=V("svg",{class:"opscope-chart",height:rt,role:"img"},s,a,r,c),p=i("div",{class:"\
opscope-branch-key"},i("span",{},i("i",{}),"recorded"),i("span",{},i("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=i("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},i("h4",{},"What if",t,n),l,p),f,h="",
u={x:y=>0,step:y=>0},w=new Map;t.addEventListener("change",()=>(f=w.get(t.value),g()),{signal:e}),l.addEventListener("po\
intermove",y=>{if(!f)return;let L=u.step(y.clientX-l.getBoundingClientRect().left),E=f.steps.reduce((x,$,S)=>Math.abs($-
L)<Math.abs(f.steps[x]-L)?S:x,0);C(n,`step ${f.steps[E]}   ${q(f.recorded[E])}   would be ${q(f.changed[E])}`),m(c,"d",`\
M${u.x(f.steps[E])},${lo}V${rt-po}`)},{signal:e}),l.addEventListener("pointerleave",()=>(m(c,"d",""),C(n,f?uo(f):"")),{signal:e});
let b=new ResizeObserver(()=>g());b.observe(l),e.addEventListener("abort",()=>b.disconnect());function g(){let y=f;if(!y)
return;let L=Math.max(200,l.clientWidth||d.clientWidth),E=`${y.name} ${y.change} ${L} ${y.changed.length} ${y.changed.at(
-1)}`;if(E===h)return;h=E;let x=[Qn(y,y.recorded),Qn(y,y.changed)],$=[...x[0],...x[1]].sort((_,J)=>_.step-J.step),S=ot($),
k=_=>_===null?null:S.to(_),{x:N,y:T}=Yt($.map(_=>({..._,min:k(_.min),max:k(_.max),mean:k(_.mean)}))),A=L-We-co,P=_=>+(We+
(_-N[0])/(N[1]-N[0])*A).toFixed(1),O=_=>+(lo+(1-(S.to(_)-T[0])/(T[1]-T[0]))*(rt-lo-po)).toFixed(1);u={x:P,step:_=>N[0]+(_-
We)/A*(N[1]-N[0])};let X=S.marks(...T,4).flatMap(_=>[V("path",{d:`M${We},${O(_)}H${L-co}`}),V("text",{x:We-6,y:O(_)+3.5,
"text-anchor":"end"},Oe(_))]),W=Ee(...N,Math.max(3,L/110)).filter(Number.isInteger).map(_=>V("text",{x:P(_),y:rt-6,"text\
-anchor":"middle"},Oe(_)));s.replaceChildren(...X,...W,V("path",{class:"opscope-floor",d:`M${We},${rt-po}H${L-co}`}));let z=_=>Et(
_,J=>J.mean!==null).map(J=>J.length>1?`M${J.map(Y=>`${P(Y.step)},${O(Y.mean)}`).join("L")}`:`M${P(J[0].step)-4},${O(J[0].
mean)}h8`).join("");m(a,"d",z(x[0])),m(r,"d",z(x[1])),m(l,"aria-label",`${y.name}: ${uo(y)}, if ${y.change}`),C(n,uo(y)),
C(o,y.change)}return{el:d,update(y){let{branches:L}=y.fold;if(m(d,"hidden",!L.size),L===w)return g();w=L;let E=[...w.values()].
at(-1),x=[...w.values()].filter($=>$.change===E?.change).map(({name:$})=>$);t.replaceChildren(...x.map($=>i("option",{value:$},
y.scalarNames.get($)||$))),f=w.get(x.includes(f?.name??"")?f?.name??"":x[0]??""),f&&(t.value=f.name),g()}}}var Na=[["mean",e=>q(e.mean)],["std",e=>q(e.std)],["min",e=>q(e.min)],["max",e=>q(e.max)],["shape",e=>Ie(e.shape)],["zer\
os",e=>pt(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>se(e.nan),e=>e.nan>0],["Inf",e=>se(e.inf),e=>e.inf>0],["elements",e=>se(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Ta(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Aa(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function _a(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:ut(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var ts={id:"tensor",label:"Tensor",create:Ca};function Ca({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:a}){let r=i("span",{class:"opscope-pill"}),c=i("span",{class:"opscope-detail-name"}),l=i("div",
{class:"opscope-origin"}),p=i("code",{class:"opscope-site"}),d=Na.map(([T,A,P])=>{let O=i("span",{class:"opscope-number"});
return{label:T,value:A,warn:P,shown:O,el:i("div",{class:"opscope-fact"},i("span",{class:"opscope-label"},T),O)}}),f=Bn({
goTo:o,signal:s}),h=Fn(s),u=Jn({ask:e,signal:s,offline:a}),w=Zn({ask:e,open:t,signal:s,offline:a}),b=i("div",{class:"ops\
cope-detail-head"},i("div",{},r,c),i("div",{},l,p)),g=es(s),y=On({ask:e,signal:s}),L=i("div",{class:"opscope-charts"},f.
el,h.el,u.el,g.el),E=i("div",{class:"opscope-hint"}),x=i("div",{class:"opscope-about"}),$=Rn({ask:e,goTo:o,open:t,signal:s,
offline:a}),S=[b,y.el,w.el,$.el,i("div",{class:"opscope-facts"},...d.map(T=>T.el)),x,L],k=i("div",{class:"opscope-detail\
-body"},...S),N=i("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return u.
el.append(E),{el:i("div",{class:"opscope-detail"},N,k),update(T,{selected:A,refusal:P}){let O=T.values.get(A);if(m(N,"hi\
dden",!!O),m(k,"hidden",!O),!O)return;let X=ie(O);m(b,"data-health",X),C(r,Be[X]);let[W,z]=me(O);C(c,W),m(c,"title",O.called?
`${O.name}, ${O.called}`:O.name),C(l,[W!==O.name?z:z&&`called ${z}`,_a(O)].filter(Boolean).join(" · ")),C(p,O.site),$.update(
A,T);for(let D of d)C(D.shown,D.value(O)),m(D.shown,"title",D.value(O)),m(D.el,"data-bad",D.warn?.(O)?D.label==="NaN"?"n\
an":D.label==="Inf"?"inf":"zeros":void 0);let _=Pe(T,O),J=[Aa(_),Ta(O)].filter(Boolean).join(" ");m(k,"data-elsewhere",!!_),
C(x,J),m(x,"hidden",!J);let Y=T.details.get(A),Q=u.update(Y,O.shape,T,A);f.update(T.history.get(A),T.stopped?.step||null,
n(T));for(let[D,I]of[[h,Y?.step],[u,Q]])m(D.el,"data-elsewhere",!!_||!!(T.stopped&&I!==void 0&&I!==O.step));h.update(Y),
w.update(T,O),g.update(T),y.update(T),C(E,Q===void 0?a?"Elements were not recorded for this value.":P||"Waiting for the \
elements of this value …":""),m(E,"hidden",Q!==void 0)}}}var Ia=["error","warning","hint"];function os(e){let t=[...e.values()].sort((s,a)=>s.step-a.step||s.number-a.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(a=>a.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(a=>Ia.indexOf(a.severity)));return o.sort((s,a)=>n(s)-n(a))}function Ba(e){let t=e.
times>1?`, ${se(e.times)} times`:"";return e.step?`step ${se(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function Oa(e,t){let o=[...e.values.values()].filter(r=>r.nan||r.inf).length,n='"Check the recorded ste\
ps"',s=e.rules?"the rules have not reported it":"no rule has looked";if(o&&t)return`${o===1?"1 value has":`${se(o)} valu\
es have`} NaN or Inf, and ${s}: ${n} finds the first one.`;if(e.rules)return e.over?"No finding: the rules looked while \
it ran.":"No finding so far: the rules look while it runs.";let a='rules=True looks while a run goes on; watch("nan") st\
ops where a NaN or Inf is made.';return t?`No finding. ${n} looks for known mistakes now; ${a}`:`No finding: ${a}`}var ns={
id:"findings",label:"Findings",create:Ra,count:e=>os(e.findings).length};function Ra({ask:e,open:t,goTo:o,signal:n,offline:s}){
let a=i("button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded \
steps"},"Check the recorded steps"),r=i("span",{class:"opscope-look-answer",role:"status"}),c=i("div",{class:"opscope-fi\
ndings-bar","data-asks":!0,hidden:s},a,r),l=i("div",{class:"opscope-nothing"}),p=i("ul",{class:"opscope-findings-rows"}),
d=St({goTo:o,open:t,signal:n}),f=i("pre",{class:"opscope-cause",role:"status",hidden:!0}),h=null,u,w=!1,b=s;a.addEventListener(
"click",()=>{C(r,"Looking …"),e("FindFaults",{},(x,$)=>(b||=x,C(r,x?`${$}.${$.startsWith("0 ")?"":" Rules can be wrong\
: judge by the evidence."}`:$),!0))},{signal:n}),p.addEventListener("click",x=>{let $=x.target.closest("button"),S=Number(
$?.dataset.number),k=S?g.get(S):void 0;!k||!$||($.classList.contains("opscope-there")?y(k):L(k,$))},{signal:n});let g=new Map;
function y(x){x.step?o(x.step,x.op):t("graph",x.op)}function L(x,$){let S=h?.number===x.number;h=S?null:{number:x.number,
name:x.value,step:x.step,ok:!1};for(let k of p.querySelectorAll(".opscope-ask-why"))m(k,"aria-expanded",k===$&&!S?"true":
"false");d.update(null),C(f,h?"Searching …":""),m(f,"hidden",!h),h&&($.closest(".opscope-finding")?.append(f,d.el),e("\
Explain",{name:x.value,step:x.step},(k,N)=>(h?.number!==x.number||(h.ok=k,C(f,k?"":N),m(f,"hidden",k)),!0)))}function E(x,...$){
let S=i("button",{type:"button",class:"opscope-why opscope-there","data-number":x.number,title:x.step?`go to step ${x.step}`:
"show it in the graph"},x.step?"Go there":"Show in graph"),k=i("button",{type:"button",class:"opscope-why opscope-ask-wh\
y","data-number":x.number,"aria-expanded":"false",title:`why ${x.value} is what it is in step ${x.step}`},"Why"),N=[...x.
step||x.op>=0?[S]:[],...!s&&x.value&&x.step?[k]:[]];return i("div",{class:"opscope-finding","data-severity":x.severity},
i("div",{class:"opscope-finding-head"},i("span",{class:"opscope-severity"},x.severity),i("b",{},x.rule),...x.value?[i("c\
ode",{},x.called||x.value)]:[],...x.called?[i("span",{class:"opscope-called"},i("code",{},x.value))]:[],i("span",{class:"\
opscope-when"},Ba(x))),i("div",{class:"opscope-evidence"},x.evidence),...x.site?[i("code",{class:"opscope-line"},x.site+
(x.code?`: ${x.code}`:""))]:[],...x.operator?[i("code",{class:"opscope-line opscope-operator-text"},x.operator)]:[],...x.
suggestion?[i("div",{class:"opscope-try"},`Try: ${x.suggestion}`)]:[],...$,i("div",{class:"opscope-finding-buttons","dat\
a-asks":!0},...N))}return{el:i("div",{class:"opscope-findings"},c,l,p),update(x){w=!!x.recorded||s,m(a,"disabled",!x.recorded),
m(p,"data-fixed",!w);let $=h?.ok&&x.explained?.asked===h.name&&x.explained.at===h.step?x.explained:null;if($&&d.update($),
C(l,Oa(x,!!x.recorded&&!b)),x.findings===u)return;u=x.findings,g=new Map([...x.findings.values()].map(T=>[T.number,T]));
let S=os(x.findings),k=new Set([...p.querySelectorAll("details[open]")].map(T=>T.dataset.number));m(l,"hidden",S.length>
0),p.replaceChildren(...S.map(({finding:T,consequences:A})=>{let P=i("details",{class:"opscope-consequences","data-numbe\
r":T.number,open:k.has(String(T.number))},i("summary",{},`may explain ${A.length} more`),...A.map(O=>E(O)));return i("li",
{},E(T),...A.length?[P]:[])}));let N=h&&p.querySelector(`.opscope-ask-why[data-number="${h.number}"]`);N&&(m(N,"aria-exp\
anded","true"),N.closest(".opscope-finding")?.append(f,d.el))}}}var Ge=128,ss=36,Pa=Object.freeze([]),Fa=3,Da=12;function za(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Da,Math.min(o-Fa,Math.floor(Math.log10(e)))),o]}var rs=new WeakMap;function ja(e){let t=rs.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],rs.set(
e,t)}return t}function is(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var as=Array.from({length:129},
(e,t)=>ye(He(t/128)));function Ha(e,t){return e.bad?ye(pe.nan):e.rms?as[Math.round(is(e.rms,t)*(as.length-1))]:null}var cs={
id:"flow",label:"Gradient flow",short:"Flow",create:Wa,count:e=>Ht(e).length};function Wa({select:e,refresh:t,signal:o}){
let n=i("div",{class:"opscope-decades"}),s=i("div",{class:"opscope-flow-row opscope-flow-head"},i("span",{},"parameter"),
n,i("span",{},"RMS"),i("span",{},"over steps")),a=i("div",{class:"opscope-flow-body"}),r=i("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),c=i("span"),l=i("span"),p=i("d\
iv",{class:"opscope-legend opscope-flow-legend"},i("span",{},"RMS gradient of each parameter"),i("div",{class:"opscope-s\
cale"},c,i("i",{style:`background: ${Lt()}`}),l),i("span",{class:"opscope-mark"},i("i",{style:`background: ${ye(pe.nan)}`}),
"NaN or Inf")),d=new Map;a.addEventListener("click",u=>{let w=u.target.closest("[data-name]");w&&e(w.dataset.name??"")},
{signal:o});let f=i("div",{class:"opscope-flow"},r,i("div",{class:"opscope-flow-table"},s,a,p));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let h=(u,w)=>u.history.get(w.name)?.points??Pa;return{el:f,update(u,{selected:w}){let b=Ht(
u);m(r,"hidden",b.length>0),m(s,"hidden",!b.length);let[g,y]=[1/0,0];for(let N of b){let[T,A]=ja(h(u,N));[g,y]=[Math.min(
g,T),Math.max(y,A)]}let L=za(g,y);Ga(n,L),C(c,q(10**L[0])),C(l,q(10**L[1])),m(p,"hidden",!b.length);for(let N of b)d.has(
N.name)||d.set(N.name,Ua(N.name));let E=b.map(N=>d.get(N.name));Re(a,E.map(N=>N.el));let x=u.stopped?.step||null,$=dt(b),
S=Math.floor((f.scrollTop-(a.offsetTop-f.offsetTop))/ss)-2,k=S+Math.ceil(f.clientHeight/ss)+4;b.forEach((N,T)=>{if(T<S||
T>k)return E[T].choose(N.name===w);E[T].update(N,$.get(N.name)??N.name,h(u,N),L,Pe(u,N),x),E[T].choose(N.name===w)})}}}function Ga(e,t){
let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),a=[...t,s].join();if(e.dataset.range===a)return;e.dataset.
range=a;let r=Math.ceil((n-o)/s),c=[];for(let l=n;l>=o;l-=r){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;c.push(i("sp\
an",{style:p},"10",i("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...c)}function Ua(e){let t=ft(e),o=i("i"),
n=i("span",{class:"opscope-track"},o),s=i("span",{class:"opscope-number"}),a=i("canvas",{class:"opscope-strip",width:Ge,
height:1,role:"img","aria-label":"RMS gradient over the steps"}),r=i("button",{class:"opscope-flow-row",type:"button","d\
ata-name":e},t,n,s,a),c="",l;return{el:r,choose:p=>m(r,"aria-pressed",p?"true":"false"),update(p,d,f,h,u,w){let b=`${h} ${u}\
 ${w} ${d}`;if(l===p&&c===b)return;l=p,c=b,m(r,"data-elsewhere",!!u),m(r,"title",u?`not computed yet: its value ${u}`:void 0);
let{rms:g}=mt(p),y=ie(p);Ze(t,d.replaceAll("@GRAD","")),m(r,"data-health",y),m(o,"data-nothing",g===null),m(n,"style",`-\
-decade: ${(100/(h[1]-h[0])).toFixed(3)}%`),m(o,"style",`width: ${(100*(g===null?1:is(g,h))).toFixed(2)}%`),C(s,p.nan?"N\
aN":p.inf?"Inf":q(g)),qa(a,f,h,w)}}}function qa(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Ge,1);let a=t[0]?.
step??0,r=(t.at(-1)?.step??0)-a+1;t.forEach((c,l)=>{let p=t[l+1]?.step??c.step+1,d=Math.floor((c.step-a)/r*Ge);if(!c.bad&&
l+1<t.length&&Math.floor((p-a)/r*Ge)===d)return;let f=Ha(c,o);f&&(s.fillStyle=f,s.fillRect(d,0,Math.ceil((p-a)/r*Ge)-d,1))}),
!(n===null||n<a||n>=a+r)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-a)/r*Ge),0,2,1))}var Ka=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function Ct(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function ls(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${qt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Se(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function ps(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Ka)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],a=V("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),r=V("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),c=V("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=V("g",{class:"opscope-gutter"},V("title"),a,r,c);return e.
append(l),l}function ds(e,t){m(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),m(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),m(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&C(ps(e).firstChild,ls(t))}function us(e){let t=ps(e).firstChild;t.textContent||C(t,ls([]))}function fo(e){let t=[];for(let o of e){let n=o.querySelector(":scope > .opscope-fold-fold")?23:0,s=Number(o.querySelector(
"rect")?.getAttribute("width")??0)-8-n;if(!(s<=0))for(let a of o.querySelectorAll("text"))a.getComputedTextLength()>s&&t.
push([a,s])}return()=>{for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(1)),o.setAttribute("lengthAdjust","spacing\
AndGlyphs")}}var Ue=["nan","inf","zeros","ok"],Va=2e5;function qe(e,t){return e.program===t||!(e.program>=0)}function fs(e,t){let o=new Map,
n=new Map,s=[...e.values()].filter(a=>qe(a,t));for(let a of e.values())o.set(`var-${a.name}`,ie(a));for(let a of s)n.set(
a.op,Math.max(n.get(a.op)??0,a.step));for(let a of s){let r=ie(a),c=o.get(`op-${a.op}`);a.step===n.get(a.op)&&(!c||Ue.indexOf(
r)<Ue.indexOf(c))&&o.set(`op-${a.op}`,r)}return o}function hs(e,t,o,n=new Map){let s=new Set;for(let a of t){let r=e.get(
a);s.add(`var-${a}`),r&&qe(r,o)&&s.add(`op-${r.op}`)}for(let a of[...s]){let r=n.get(a);r!==void 0&&s.add(r)}return s}function ms(e,t){
let o=new Map;for(let[n,s]of e){let a=t.get(n);if(a===void 0)continue;let r=o.get(a);(!r||Ue.indexOf(s)<Ue.indexOf(r))&&
o.set(a,s)}return o}function gs(e){let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!=
"string")continue;let s=/^op-(\d+)\.\.(\d+)$/.exec(n);if(!s)t.push(n);else for(let a=Number(s[1]);a<=Number(s[2])&&t.length<
Va;a++)t.push(`op-${a}`)}}catch{return[]}return t}function bs(e,t,o,n=[]){if(o.startsWith("var-"))return e.get(o.slice(4))?.
name;let s=new Set([o,...n]);return[...e.values()].filter(r=>qe(r,t)&&s.has(`op-${r.op}`)||s.has(`var-${r.name}`)).sort(
(r,c)=>Ue.indexOf(ie(r))-Ue.indexOf(ie(c)))[0]?.name}var Xa=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),ws=/^(xmlns(:xlink)?|xml:space)$/,Ya=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),Ja=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function Za(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!Ya.has(e)&&!Ja.test(e)&&!ws.test(e)?!1:ws.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function xs(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(ys(n),document.importNode(n,!0))}function ys(e){for(let{
name:t,value:o}of[...e.attributes])Za(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Xa.
has(t.localName)&&t.namespaceURI===e.namespaceURI?ys(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function ks(e,t){let o=xs(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[],labels:new Map,boxes:null};for(let s of["width","height"])o.removeAttribute(s);m(o,"role","group");for(let s of o.
querySelectorAll("g")){let a=s.getAttribute("data-src"),r=s.getAttribute("data-dst"),c=s.getAttribute("data-scope"),l=gs(
s.getAttribute("data-hides"));a!==null&&r!==null?n.links.push({src:a,dst:r}):l.length||/^(op|var)-/.test(s.id)?Qa(n,s,l,
t&&c!==null):c!==null&&(n.frames.set(c,s),t&&vs(s,"fold"))}return n}function Qa(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.
folded.set(t.id,o);for(let s of o)e.hiddenIn.set(s,t.id);m(t,"data-node",t.id),m(t,"tabindex",-1),m(t,"role","button"),e.
labels.set(t.id,t.querySelector("title")?.textContent??t.id),m(t,"aria-label",e.labels.get(t.id)),n&&vs(t,"open")}function vs(e,t){
let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),a=s("x")+
s("width")-(t==="open"?0:11),r=s("y")+(t==="open"?0:11),c=t==="open"?`M${a-3},${r}h6M${a},${r-3}v6`:`M${a-3},${r}h6`,l=V(
"title");l.textContent=t==="open"?"open (Enter)":"fold (Backspace)",e.append(V("g",{class:`opscope-fold opscope-fold-${t}`},
l,V("circle",{cx:a,cy:r,r:6}),V("path",{d:c})))}function ho(e){return e.querySelector(":scope > rect, :scope > a > rect,\
 :scope > polygon")??e}function It(e){if(e.boxes)return e.boxes;let t=e.svg.querySelector("g")?.transform.baseVal.consolidate()?.
matrix;return e.boxes=new Map([...e.nodes,...e.frames].map(([o,n])=>{let s=ho(n).getBBox();return[o,{x:s.x+(t?.e??0),y:s.
y+(t?.f??0),w:s.width,h:s.height}]})),e.boxes}function mo(e,t){return!!(e&&t&&e.x<=t.x&&e.y<=t.y&&e.x+e.w>=t.x+t.w&&e.y+
e.h>=t.y+t.h)}function $s(e,t,o){let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.
links.filter(p=>p.src===t).map(p=>p.dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],a=o===
"ArrowRight"?1:o==="ArrowLeft"?-1:0,r=p=>(p.left+p.right)/2,c=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();
if(!d||p===t)continue;let f=r(d)-r(n),h=Math.abs(d.top-n.top);if(a&&f*a<=1)continue;let u=Math.abs(f)+(a?3:.2)*h;u<l&&([
c,l]=[p,u])}return c}var ei=150,Ms="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function Es({search:e,choose:t,signal:o}){
let n=i("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Ms,"aria-label":`\
search the graph: ${Ms}`}),s=i("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),a=i("div",{class:"opscope-graph-find"},n,s),r=0,c="",l=null,p=()=>m(s,"hidden",!0),d=()=>{c=n.value.trim(),c?
e(c):p()};n.addEventListener("input",()=>{clearTimeout(r),r=window.setTimeout(d,ei)},{signal:o}),n.addEventListener("foc\
us",()=>m(s,"hidden",!c||!l||l.text!==c),{signal:o}),a.addEventListener("keydown",h=>{h.stopPropagation();let u=[...s.querySelectorAll(
"button")],w=u.findIndex(b=>b.matches(":focus"));if(h.key==="Escape")p(),n.focus();else if(h.key==="Enter"&&w<0)l?.text===
n.value.trim()?u[0]?.click():d();else if(h.key==="ArrowUp"&&w===0)n.focus();else if(h.key.startsWith("Arrow")&&h.key!=="\
ArrowLeft"&&h.key!=="ArrowRight")u[ce(h,w,u.length)??0]?.focus();else return;h.preventDefault()},{signal:o}),s.addEventListener(
"click",h=>{let u=h.target.closest("[data-found]");u&&(p(),t(u.getAttribute("data-found")??""))},{signal:o}),a.addEventListener(
"focusout",({relatedTarget:h})=>{a.contains(h)||p()},{signal:o}),document.addEventListener("pointerdown",h=>h.composedPath().
includes(a)||p(),{signal:o,capture:!0});function f(h){let u=h.ids.map((g,y)=>{let L=i("button",{class:"opscope-match",type:"\
button",role:"option",tabindex:-1,"data-found":g},i("b",{},h.labels[y]),i("span",{},h.details[y]));return m(L,"title",`${h.
labels[y]}
${h.details[y]}`),L}),w=h.total>u.length?` · the first ${u.length} are shown`:"",b=h.total===1?"1 node":`${h.total.toLocaleString(
"en")} nodes${w}`;s.replaceChildren(i("div",{class:"opscope-matches-head"},h.total?b:`Nothing matches "${h.text}".`),...u),
m(s,"hidden",!1)}return{el:a,focus:()=>n.focus(),update(h){h!==l&&(l=h,h&&h.text===c&&n.value.trim()===c&&a.contains(document.
activeElement)&&f(h))},enable:h=>m(a,"hidden",!h),clear:()=>C(s,"")}}var ti={together:"in one",apart:"side by side",forward:"forward only"};function Ss({view:e,draw:t,scopes:o,measure:n,search:s,
found:a,save:r,signal:c}){let l=i("span",{class:"opscope-graph-info"}),p=i("span",{class:"opscope-graph-number"}),d=(R,K,re)=>{
let ne=i("button",{type:"button",class:"opscope-tool",title:K,"aria-label":K},R);return ne.addEventListener("click",re,{
signal:c}),ne},f=(R,K,re)=>i("select",{class:`opscope-graph-choice opscope-graph-${R}`,title:K,"aria-label":K},...Object.
entries(re).map(([ne,ee])=>i("option",{value:ne},ee))),h=Es({search:s,choose:a,signal:c}),u=f("arrangement","forward and\
 backward: each layer with its gradients, side by side, or forward only",ti),w=Object.fromEntries(Object.entries(xe).map(
([R,{label:K}])=>[R,K])),b=f("colors","color the operators by",{health:"health",...w}),g=i("input",{class:"opscope-graph\
-since",type:"number",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare\
 with",hidden:!0}),y=d("Whole graph","back to the whole graph",()=>t({center:""})),L=!1,E=d("Fold all","fold all scopes",
()=>t({open:L?[]:o(),center:""})),x=f("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),$={later:i(
"span",{class:"opscope-key-later",title:"not computed yet where the run is paused",hidden:!0},i("i"),"not yet"),here:i("\
span",{class:"opscope-key-here",title:"where the run is",hidden:!0},i("i"),"here"),untapped:i("span",{title:"no tap watc\
hes its result",hidden:!0},i("i"),"not tapped")},S=i("div",{class:"opscope-key"},...["ok","zeros","Inf","NaN"].map(R=>i(
"span",{"data-health":R.toLowerCase()},i("i"),R)),$.later,$.untapped,$.here),k=i("span"),N=i("span"),T=i("span",{class:"\
opscope-graph-when"}),A=i("div",{class:"opscope-key opscope-ramp",hidden:!0},T,k,i("i"),N,p),P=i("div",{class:"opscope-t\
ools"},d("+","zoom in",()=>e.zoom(1)),d("−","zoom out",()=>e.zoom(-1)),d("fit","fit the whole graph",e.fit),x),O=i("di\
v",{class:"opscope-graph-bar",hidden:!0},h.el,u,i("label",{class:"opscope-graph-by"},"color",b),g,E,y);for(let R of O.children)
m(R,"data-asks",!0);let X=i("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk \
along the edges"},S,A,l),W=i("div",{class:"opscope-graph-foot"},X,P),z=new Map,_="",J="",Y="",Q=!1,Z={by:"health",selected:"",
against:0},D=()=>{Z.by=b.value,J="",m(g,"hidden",Z.by!=="change"),Z.against=Math.max(0,Math.round(Number(g.value)||0)),n()};
b.addEventListener("change",D,{signal:c}),g.addEventListener("change",D,{signal:c}),g.addEventListener("keydown",R=>R.stopPropagation(),
{signal:c}),u.addEventListener("change",()=>t({arrangement:u.value,first:!0,center:""}),{signal:c}),x.addEventListener("\
change",()=>{x.value&&r(x.value),x.value=""},{signal:c});function I(){C(l,J||(Q?"drawing …":Y)),m(X,"data-refused",!!J)}
function H(){let R=z.get(_);C(p,R===void 0?"":xe[Z.by]?.text(R)??"")}return Object.assign(Z,{el:O,foot:W,focusSearch:h.focus,
wait(R){Q=R,I()},measured(R,K){return J=R?"":K,I(),!R},read(R){_=R,H()},drawn(R,K,re){m(O,"hidden",!R.arrangement||re),R.
arrangement&&(u.value=R.arrangement),m(y,"hidden",!R.center),L=R.open.length>0,m(E,"hidden",!!R.center||!L&&!R.hidden),C(
E,L?"Fold all":"Unfold");for(let ee of["title","aria-label"])m(E,ee,L?"fold all scopes":"unfold the scopes in sight");let ne=R.
hidden?`, ${R.hidden.toLocaleString("en")} nodes folded`:"";Y=K?`${R.ops.toLocaleString("en")} operators${ne}`:"",I()},update(R,K,re){
Z.selected=K,h.update(R.fold.found);let ne=!!R.graph?.eager;for(let ee of b.options)ee.disabled=ee.value!=="health"&&(re||
!R.recorded||ne&&ee.value==="time");m(b,"title",`color the operators by${ne?"; calls of eager code have no times":""}`)},
legend(R,K,re,ne){z=K;for(let ee of["later","untapped","here"])m($[ee],"hidden",!ne[ee]);if(m(S,"hidden",Z.by!=="health"),
m(A,"hidden",!R),R){let ee=xe[R.by];C(k,ee.text(re.low)),C(N,ee.text(re.high));let he=R.against?`steps ${R.against} and ${R.
step}`:`step ${R.step}`;C(T,he),m(A,"title",`${ee.label}, ${he}: ${ee.about}`)}H()}})}function Ls(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...oi(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function oi(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=r=>({name:"goto",label:`Go to here in st\
ep ${r}`,kind:"Goto",fields:{step:r,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let a={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),a]:[a]}function Ns({choose:e,
frame:t,signal:o}){let n=i("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],a=null,r=(l=!1)=>{n.hidden||
(m(n,"hidden",!0),l&&(a?.isConnected?a:t).focus({preventScroll:!0}))};n.addEventListener("click",l=>{let p=[...n.querySelectorAll(
"button")].findIndex(d=>d.contains(l.target));p<0||(r(!0),e(s[p]))},{signal:o}),n.addEventListener("keydown",l=>{let p=[
...n.querySelectorAll("button")],d=ce(l,p.findIndex(f=>f.matches(":focus")),p.length);if(d!==null)p[d].focus();else if(l.
key==="Escape")r(!0);else return;l.preventDefault(),l.stopPropagation()},{signal:o});let c=l=>{l.composedPath().includes(
n)||r()};return document.addEventListener("pointerdown",c,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,
passive:!0}),t.addEventListener("keydown",l=>l.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(l,p,d,f){if(!l.length)
return r();s=l,a=f;let h=i("div",{class:"opscope-menu-head"},i("b",{},p),` ${d}`);n.replaceChildren(h,...s.map(L=>i("but\
ton",{class:`opscope-menu-item opscope-menu-${L.name}`,type:"button",role:"menuitem"},L.label))),m(n,"hidden",!1);let u=t.
getBoundingClientRect(),w=f.getBoundingClientRect(),g=w.right+8+n.offsetWidth<=u.right?w.right+8-u.left:Math.max(4,w.left-
16-n.offsetWidth-u.left),y=Math.max(4,Math.min(u.height-n.offsetHeight-4,(w.top+w.bottom)/2-u.top-16));n.style.left=`${g}\
px`,n.style.top=`${y}px`},focus:()=>n.querySelector("button")?.focus()}}var Le=132,Ke=96,Ts=8;function go(e){let t=Math.min(Le/e.w,Ke/e.h);return{scale:t,x:(Le-e.w*t)/2,y:(Ke-e.h*t)/2}}function ni(e,t,o){
let[n,s]=[(Le+2*Ts)*t,(Ke+2*Ts)*t],[a,r]=["",1/0];for(let c of["right bottom","left bottom","right top","left top"]){let l=c.
startsWith("right")?e.x+e.w-n:e.x,p=c.endsWith("bottom")?e.y+e.h-s:e.y,d=o.filter(f=>f.x<l+n&&l<f.x+f.w&&f.y<p+s&&p<f.y+
f.h).length;d<r&&([a,r]=[c,d])}return a}function As(e,t){let o=i("canvas",{width:Le*2,height:Ke*2}),n=i("div",{class:"op\
scope-sight"}),s=i("div",{class:"opscope-minimap",hidden:!0,title:"the whole graph; click to go there","aria-hidden":"tr\
ue"},o,n),a={x:0,y:0,w:1,h:1},r=c=>{let l=o.getBoundingClientRect(),[p,d]=[go(a),l.width/Le||1];e(a.x+((c.clientX-l.left)/
d-p.x)/p.scale,a.y+((c.clientY-l.top)/d-p.y)/p.scale)};return s.addEventListener("pointerdown",c=>{c.preventDefault(),c.
stopPropagation(),s.setPointerCapture(c.pointerId),r(c)},{signal:t}),s.addEventListener("pointermove",c=>c.buttons&1&&r(
c),{signal:t}),{el:s,draw(c,l){a=c;let p=o.getContext("2d");if(!p)return;let{scale:d,x:f,y:h}=go(c);p.setTransform(2,0,0,
2,0,0),p.clearRect(0,0,Le,Ke);for(let{box:u,color:w}of l){p.fillStyle=w;let[b,g]=[Math.max(1.5,u.w*d),Math.max(1.5,u.h*d)];
p.fillRect(f+(u.x-c.x)*d,h+(u.y-c.y)*d,b,g)}},place(c,l,p){m(s,"data-corner",ni(c,l,p))},update(c,l){a=l;let{scale:p,x:d,
y:f}=go(l),h=c.x<=l.x+1&&c.y<=l.y+1&&c.x+c.w>=l.x+l.w-1&&c.y+c.h>=l.y+l.h-1;if(m(s,"hidden",h),h)return;let u=Math.max(0,
d+(c.x-l.x)*p),w=Math.max(0,f+(c.y-l.y)*p),b=Math.min(Le,d+(c.x+c.w-l.x)*p),g=Math.min(Ke,f+(c.y+c.h-l.y)*p);n.style.cssText=
`left:${u}px;top:${w}px;width:${Math.max(4,b-u)}px;height:${Math.max(4,g-w)}px`}}}function Bt(e,t,o=.5,n=.5){let s=e.w/t,a=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-a),w:s,h:a}}function si(e,t,o=0){let n=Math.
max(t.w/40/e.w,Math.min(1,Math.max(t.w*4,o)/e.w));return n===1?e:Bt(e,1/n)}function ri(e,t){let o=(n,s,a,r)=>s>=r?a+(r-s)/
2:Math.max(a,Math.min(a+r-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function _s(e,t,o,n=e.x+e.w/2){let s=Math.
max(1,Math.min(1,t/e.w,o/e.h)),a=t/s,r=o/s;return{x:a<e.w?Math.max(e.x,Math.min(e.x+e.w-a,n-a/2)):e.x+(e.w-a)/2,y:r<e.h?
e.y:e.y+(e.h-r)/2,w:a,h:r}}function ai(e,t){let o=e.reduce((r,c)=>Math.min(r,c.y),1/0),n=r=>Math.abs(r.x+r.w/2-t.x-t.w/2),
s=e.filter(r=>r.y<o+r.h),a=s.reduce((r,c)=>n(c)<n(r)?c:r,s[0]);return a&&a.x+a.w/2}function ii(e,t){return e.left<t.right&&
t.left<e.right&&e.top<t.bottom&&t.top<e.bottom}function Cs(e,t,o=()=>{},n){let s=null,a={x:0,y:0,w:1,h:1},r=a,c=null,l=!1,
p=r,d="",[f,h]=[0,0],u=()=>[],w=()=>{p=r,e.style.removeProperty("transform"),s?.setAttribute("viewBox",`${r.x} ${r.y} ${r.
w} ${r.h}`),o(r,a)},b=(k,N)=>{[r,d]=[k,""],e.style.setProperty("transform",`translate(${(p.x-r.x)/N}px, ${(p.y-r.y)/N}px\
)`),o(r,a)},g=(k,N="")=>(d=N,r=si(k,a,f),w()),y=()=>r!==p&&w(),L=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);function E(){
let k=_s(a,f,h);g(k.w<a.w?_s(a,f,h,ai(u(),k)):k,"start")}function x(){let k=Math.max(r.w/f,r.h/h),N=!!(f&&h);if([f,h]=[e.
clientWidth,e.clientHeight],!s||!N||!f||!h)return;let[T,A]=[f*k,h*k];d==="start"?E():d==="fit"?g(a,"fit"):g({x:r.x+(r.w-
T)/2,y:r.y,w:T,h:A})}let $=new ResizeObserver(x);$.observe(e),t.addEventListener("abort",()=>$.disconnect()),e.addEventListener(
"wheel",k=>{if(!s||!(k.ctrlKey||k.metaKey))return;k.preventDefault(),y();let N=e.getBoundingClientRect();g(Bt(r,Math.exp(
-k.deltaY*.002),(k.clientX-N.left)/N.width,(k.clientY-N.top)/N.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",k=>{k.button||!s||(c={x:k.clientX,y:k.clientY,box:r,unit:L()},l=!1)},{signal:t}),e.addEventListener("pointermov\
e",k=>{if(!c)return;let N=k.clientX-c.x,T=k.clientY-c.y;if(!l&&Math.hypot(N,T)<4)return;l||e.setPointerCapture(k.pointerId),
l=!0;let A={...c.box,x:c.box.x-N*c.unit,y:c.box.y-T*c.unit};A.w===p.w&&A.h===p.h?b(A,c.unit):g(A)},{signal:t});let S=()=>{
c=null,y()};for(let k of["pointerup","pointercancel"])e.addEventListener(k,S,{signal:t});return e.addEventListener("clic\
k",k=>{l&&k.stopPropagation(),l=!1},{signal:t,capture:!0}),e.addEventListener("keydown",k=>{let N={"+":1.25,"=":1.25,"-":.8}[k.
key],T=k.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[k.key];if(N)g(Bt(r,N));else if(T)g(
{...r,x:r.x+T[0]*40*L(),y:r.y+T[1]*40*L()});else if(k.key==="0")g(a,"fit");else return;k.preventDefault()},{signal:t}),{
attach(k,N=!1){s=k;let T=s?.viewBox.baseVal;a=T&&T.width?{x:T.x,y:T.y,w:T.width,h:T.height}:{x:0,y:0,w:100,h:100},N||(r=
a),w()},hold(k,N){let T=k.getBoundingClientRect();g({...r,x:r.x+(T.left-N.left)*L(),y:r.y+(T.top-N.top)*L()})},center:(k,N)=>g(
{...r,x:k-r.w/2,y:N-r.h/2}),zoom:k=>g(Bt(r,k>0?1.25:1/1.25)),fit:()=>g(a,"fit"),whole:()=>a,box:()=>r,sight(){let[k,N,T]=[
L(),e.clientWidth,e.clientHeight],[A,P]=[N*k,T*k];return[{x:r.x+(r.w-A)/2,y:r.y+(r.h-P)/2,w:A,h:P},k]},start(k){u=k,[f,h]=
[e.clientWidth,e.clientHeight],E()},restore(k){[f,h]=[e.clientWidth,e.clientHeight],g(k)},reveal(k){y();let N=e.getBoundingClientRect(),
T=k.getBoundingClientRect();if(T.left>=N.left&&T.right<=N.right&&T.top>=N.top&&T.bottom<=N.bottom&&!(n&&ii(T,n.getBoundingClientRect())))
return;let P=(T.left+T.right-N.left-N.right)/2,O=(T.top+T.bottom-N.top-N.bottom)/2;g(ri({...r,x:r.x+P*L(),y:r.y+O*L()},a))}}}var ci=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function li(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,a)=>{let r=getComputedStyle(o[a]);s.setAttribute("style",ci.map(c=>`${c}:${r.getPropertyValue(c)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=pi(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function pi(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function bo(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Is(e,t,o,n){if(t==="dot")return bo(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=li(e),a=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return bo(a,"graph.svg");let r=new Image,c=URL.createObjectURL(a);r.src=c,await r.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(r.width,r.height));l.width=Math.round(r.width*p),l.height=Math.round(r.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(r,0,0,l.width,l.height)),URL.revokeObjectURL(
c),l.toBlob(f=>f&&bo(f,"graph.png"),"image/png")}var Bs={id:"graph",label:"Graph",create:ui},di=[];function ui({select:e,ask:t,open:o,offline:n,memory:s,signal:a}){let r=i(
"div",{class:"opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a\
 scope, Backspace folds it, slash searches, plus and minus zoom"}),c=As((M,v)=>l.center(M,v),a),l=Cs(r,a,X,c.el),p=Ss({view:l,
draw:M=>Y(M.center===""&&w?.center?{...M,reveal:w.center}:M),scopes:Z,measure:D,search:M=>t("SearchGraph",{text:M}),found:M=>Y(
{reveal:M}),save:I,signal:a}),d=Ns({choose:H,frame:r,signal:a}),f=i("div",{class:"opscope-nothing"}),h=i("div",{class:"o\
pscope-graph-tab"},p.el,i("div",{class:"opscope-graph-box"},r,d.el,f,c.el),p.foot),u=null,w=null,b=!0,g=s.graph??null,y=!1,
L=!1,E=!1,x=!1,$="",S="",k="",N=null,T,A,P="",O=0;function X(M,v){let B=c.el.hidden;c.update(M,v),B&&!c.el.hidden&&y&&u?.
boxes&&c.place(...l.sight(),ve()),W()}function W(){w&&u&&(s.graph={drawn:z(w),box:l.box()})}let z=M=>[M.program,M.arrangement,
M.center,...M.open].join(" "),_=M=>u?.nodes.get(M)??u?.nodes.get(u.hiddenIn.get(M)??""),J=M=>M?.getAttribute("data-node")??
"";function Y(M){w?.arrangement&&(p.wait(!0),t("DrawGraph",{open:w.open,arrangement:w.arrangement,...M},()=>p.wait(!1)))}
function Q(M,v,B){if(!w)return;let F=B.getBoundingClientRect();N={scope:M,left:F.left,top:F.top};let G=j=>j===M||j.startsWith(
`${M}/`);Y({open:v?[...w.open,M]:w.open.filter(j=>!G(j)),center:v?w.center:""})}function Z(){return[...u?.nodes??[]].filter(
([,M])=>M.hasAttribute("data-scope")).map(([M])=>M)}function D(){O=T?.stopped?.step||0;let{by:M,against:v}=p;M!=="health"&&
t("MeasureOperators",{by:M,step:O,against:v},(B,F)=>p.measured(B,F)),T&&Te(T)}function I(M){let v=getComputedStyle(h).getPropertyValue(
"--o-ground")||"#ffffff";u&&w&&Is(u.svg,M,w.dot,v)}function H({kind:M,fields:v}){let{id:B,spec:F,op:G}=v,j=B===void 0?void 0:
u?.nodes.get(B);M==="compose"?o("breakpoints",F):M==="attributes"?o("code",G):M==="open"&&j?Q(B,!0,j):M==="center"?Y({center:B,
reveal:B}):M!=="open"&&t(M,v)}function R(M,v){let B=J(M),F=u?.folded.get(B),G=bs(v.values,w?.program??-1,B,F);G&&e(G,!1),
k=B;let j=[];w?.arrangement&&!n&&(M.hasAttribute("data-scope")&&j.push({name:"open",label:"Open",kind:"open",fields:{id:B}}),
j.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:B}}));let U=n?-1:Se(B),oe=M.querySelector(
"text")?.textContent??"";d.show([...U>=0?Ls(v,U):[],...j],oe,U>=0?`op ${U}`:F?`${F.length} inside`:"",M)}r.addEventListener(
"click",M=>{let v=M.target,F=v.closest(".opscope-fold")?.closest("[data-scope]");if(F)return Q(F.getAttribute("data-scop\
e")??"",F.hasAttribute("data-node"),F);let G=v.closest("[data-node]");if(!G||!T)return;let j=J(G);if(!n&&(v.closest(".op\
scope-gutter")||Se(j)>=0&&M.altKey))return ne(j);R(G,T)},{signal:a}),r.addEventListener("dblclick",M=>{let v=M.target.closest(
"[data-node][data-scope]");!v||n||!w?.arrangement||(d.close(),Q(J(v),!0,v))},{signal:a}),r.addEventListener("pointerover",
M=>{let v=M.target.closest("[data-node]");v&&Se(J(v))>=0&&!n&&us(v),p.read(v?J(v):"")},{signal:a}),r.addEventListener("f\
ocusin",({target:M})=>k=J(M)||k,{signal:a}),r.addEventListener("keydown",M=>K(M)&&(M.preventDefault(),M.stopPropagation()),
{signal:a});function K(M){if(!u||!T||M.altKey||M.ctrlKey||M.metaKey||M.shiftKey)return!1;let v=u.nodes.get(k);if(M.key===
"/"&&w?.arrangement)return p.focusSearch(),!0;if(M.key.startsWith("Arrow")){let B=v?$s(u,k,M.key):J(_($)??[...u.nodes.values()][0]??
null);return B&&re(B),!0}if(!v)return!1;if(M.key==="Enter"||M.key===" ")return v.hasAttribute("data-scope")&&w?.arrangement&&
!n?Q(k,!0,v):(R(v,T),d.focus()),!0;if(M.key==="Backspace"){let B=It(u),F=[...u.frames].filter(([G])=>mo(B.get(G),B.get(k))).
at(-1);return F&&w?.arrangement&&Q(F[0],!1,F[1]),!0}return!1}function re(M){let v=u?.nodes.get(M);v&&(k=M,l.reveal(v),v.
focus({preventScroll:!0}),p.read(M))}function ne(M){let v=he(Ct(T?ee(T):[]),M);for(let{number:B}of v)t("ClearBreakpoint",
{number:B});!v.length&&Se(M)>=0&&t("SetBreakpoint",{spec:`id:${Se(M)}`})}function ee(M){let v=M.fold.breakpoints;return v&&
w&&qe(v,w.program)?M.breakpoints:di}function he(M,v){return[...new Set((u?.folded.get(v)??[v]).flatMap(B=>M.get(Se(B))??
[]))]}function ge(M){if(M===A||!y||!u)return;A=M;let v=Ct(M);for(let[B,F]of u.nodes)B.startsWith("var-")||ds(F,he(v,B))}
function be(M){let v=!!(u&&w?.arrangement&&w.program===M.program);if(u=ks(M.svg,!!M.arrangement&&!n),A=void 0,$=P="",d.close(),
r.replaceChildren(),l.attach(null,v),u){r.append(u.svg),l.attach(u.svg,v),b=!v,E=!y,L=!0;let B=E?()=>{}:fo(Xe());v&&Ne(M),
B()}C(f,u?"":"The graph could not be read."),m(f,"hidden",!!u),p.drawn(M,!!u,n)}function Ne(M){let v=N?.scope??"",B=u?.nodes.
get(v)??u?.frames.get(v);if(u?.nodes.has(v))k=v;else if(u&&B&&y){let F=It(u);k=[...u.nodes.keys()].find(G=>mo(F.get(v),F.
get(G)))??k}N&&B?l.hold(B,N):l.start(ve),N=null,M.reveal&&([S,k]=[M.reveal,M.reveal]),x=r.contains(document.activeElement)||
document.activeElement===document.body||!!M.reveal}function Te(M){if(!u||!w)return;let v=fs(M.present,w.program),B=ms(v,
u.hiddenIn),F=hs(M.values,M.absent,w.program,u.hiddenIn),G=_(M.stopped?`op-${M.stopped.op}`:""),j={later:!1,untapped:!1,
here:!!G},U=M.values.get(p.selected),oe=U&&(_(`var-${p.selected}`)??(qe(U,w.program)?_(`op-${U.op}`):null)),te=p.by!=="h\
ealth"&&M.fold.measured?.by===p.by?M.fold.measured:null,de=te?En(te,u.hiddenIn):new Map,ae=Sn(p.by,de.values()),$e=Ct(ee(
M));for(let[ue,we]of u.nodes){let _e=u.folded.has(ue)?B.get(ue):v.get(ue),it=!_e&&F.has(ue);j.later||=it,j.untapped||=!_e&&
!it;let Ws=[_e&&_e!=="ok"?Be[_e]:"",it?"not computed yet":"",we===G?"the run is here":"",!ue.startsWith("var-")&&he($e,ue).
length?"breakpoint":""];m(we,"aria-label",[u.labels.get(ue),...Ws].filter(Boolean).join(", ")),m(we,"data-health",p.by!==
"health"?void 0:_e),m(we,"data-later",p.by==="health"&&it),m(we,"data-selected",we===oe);let ct=de.get(ue);m(we,"data-he\
at",ct===void 0?p.by==="health"?void 0:"none":(ae.at(ct)*100).toFixed(0)),we.style.setProperty("--heat",ct===void 0?"0%":
`${(8+84*ae.at(ct)).toFixed(0)}%`)}p.legend(te,de,ae,j);let Ae=`${document.body.dataset.jpThemeLight} ${p.by} ${te?.step}\
 ${[...v.values()].join()}`;Ae!==P&&y&&(P=Ae,at())}let Xe=()=>[...u?.nodes.values()??[],...u?.frames.values()??[]];function ve(){
let M=u&&It(u);return[...u?.nodes.keys()??[]].flatMap(v=>M?.get(v)??[])}function at(){let M=[...u?.nodes.values()??[]].map(
v=>getComputedStyle(ho(v)).stroke);c.draw(l.whole(),ve().map((v,B)=>({box:v,color:M[B]})))}return{el:h,open(M){S=`op-${M}`,
u&&!u.nodes.has(S)&&u.hiddenIn.has(S)&&Y({reveal:S})},update(M,{selected:v}){y=r.clientWidth>0,M.graph&&M.graph!==w&&(M.
graph.svg!==w?.svg||M.graph.reveal)?be(M.graph):!M.graph&&!T&&C(f,"No graph yet. A program is drawn when it first runs, \
eager code at each stop and step."),w=M.graph,b&&y&&u&&(b=!1,g&&w&&g.drawn===z(w)?l.restore(g.box):l.start(ve),g=null),E&&
u&&y&&(E=!1,fo(Xe())()),T=M,p.by!=="health"&&M.stopped&&M.stopped.step!==O&&!n&&D(),p.update(M,v,n),Te(M),ge(ee(M));let B=M.
stopped?`op-${M.stopped.op}`:"",F=_(B);if(B!==$){let j=_($);for(let U of["data-current","data-past"])j&&m(j,U,!1);F&&m(F,
"data-current",!0),S||=B,$=B}F&&m(F,"data-past",M.stopped?.past);let G=_(S);G&&y&&l.reveal(G),S="",y&&W(),L&&y&&(L=!1,c.
place(...l.sight(),ve())),x&&u?.nodes.get(k)?.focus({preventScroll:!0}),x=!1}}}var[Os]=Je.Warned,Rs="limit"in Os&&Os.limit||1/0,Ps={id:"notes",label:"Notes",create:fi,count:mi};function fi({select:e,
signal:t}){let o=i("div",{class:"opscope-nothing"},"Nothing to report."),n=i("pre",{class:"opscope-error"}),s=i("div",{class:"\
opscope-notes-rows"}),a=i("div",{class:"opscope-notes-older",hidden:!0},`The newest ${Rs} notes are kept; those before t\
hem are gone.`),r,c=0;return s.addEventListener("click",l=>{let p=l.target.closest("[data-name]");p&&e(p.dataset.name??"")},
{signal:t}),{el:i("div",{class:"opscope-notes"},o,n,s,a),update(l){if(C(n,l.error),m(n,"hidden",!l.error),m(o,"hidden",!!l.
error||l.warnings.size>0),m(a,"hidden",l.warnings.size<Rs),l.warnings===r&&l.values.size===c)return;r=l.warnings,c=l.values.
size;let p=[...l.warnings.values()].reverse();s.replaceChildren(...p.map(d=>hi(d,l.values.has(d.subject))))}}}function hi({
subject:e,text:t,count:o},n){let s=[i("code",{},e),i("span",{},t)];return o>1&&s.push(i("span",{class:"opscope-note-coun\
t",title:`${o} times`},`×${o}`)),n?i("button",{class:"opscope-note",type:"button","data-name":e},...s):i("div",{class:"\
opscope-note"},...s)}function mi(e){return e.warnings.size+(e.error?1:0)}var Ve=[ts,cs,Bs,Cn,ns,Ps,xn];var Fs=50,gi=0;function Ds(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),a=n?Ce(e):new Set,r=f=>s.every(h=>f.
toLowerCase().includes(h)),[c,l]=[s.filter(f=>/^\d+$/.test(f)),s.filter(f=>!/^\d+$/.test(f))],p=c.length===1&&l.every(f=>[
"go","to","step","goto"].includes(f))?Number(c[0]):NaN,d=o&&p>=o[0]&&p<=o[1]?[{label:`Go to step ${p}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:p}}]:[];for(let{kind:f,label:h,about:u,key:w}of Me)a.has(f)&&r(`${h} ${u}`)&&d.push({label:h,about:u,
key:w,deed:{send:f}});for(let{id:f,label:h}of Ve)r(`show ${h} tab`)&&d.push({label:`Show ${h}`,about:"tab",deed:{tab:f}});
r("keys shortcuts help")&&d.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let f of e.values.
values()){if(d.length>=Fs)break;if(!r(`value ${f.name} ${f.called} ${f.op_type}`))continue;let[h,u]=me(f);d.push({label:h,
about:["value",u,f.op_type].filter(Boolean).join(" · "),deed:{value:f.name}})}return d.slice(0,Fs)}function zs({root:e,
find:t,act:o,signal:n}){let s=i("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),a=i("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),r=i("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,a),c=`opscope-palette-${++gi}`,l=[],p=0,d=null;function f(){
[...a.children].forEach((g,y)=>m(g,"aria-selected",y===p?"true":"false"));let b=a.children[p];b?.scrollIntoView({block:"\
nearest"}),m(s,"aria-activedescendant",b?.id)}function h(){l=t(s.value),p=0;let b=l.map(({label:g,about:y,key:L},E)=>i("\
div",{class:"opscope-choice",role:"option",id:`${c}-${E}`,"data-at":E},i("b",{},g),i("span",{},y),...L?[i("kbd",{},L)]:[]));
a.replaceChildren(...b.length?b:[i("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function u(b){if(b!==
!r.hidden){if(b&&(d=e.ownerDocument.activeElement),m(r,"hidden",!b),!b)return(d&&e.contains(d)?d:e).focus({preventScroll:!0});
s.value="",h(),s.focus({preventScroll:!0})}}function w(b){let g=l[b];g&&(u(!1),o(g.deed))}return s.addEventListener("inp\
ut",h,{signal:n}),s.addEventListener("blur",b=>{r.contains(b.relatedTarget)||m(r,"hidden",!0)},{signal:n}),a.addEventListener(
"pointerdown",b=>b.preventDefault(),{signal:n}),a.addEventListener("click",b=>{let g=b.target.closest("[data-at]");g&&w(
Number(g.dataset.at))},{signal:n}),e.addEventListener("keydown",b=>{if((b.ctrlKey||b.metaKey)&&!b.altKey&&!b.shiftKey&&b.
key.toLowerCase()==="k")u(!!r.hidden);else{if(r.hidden||b.target!==s)return;if(b.key==="Escape")u(!1);else if(b.key==="E\
nter")w(p);else{let g=["ArrowUp","ArrowDown"].includes(b.key)&&l.length?ce(b,p,l.length):null;if(g===null)return void b.
stopPropagation();p=g,f()}}b.preventDefault(),b.stopPropagation()},{signal:n,capture:!0}),{el:r,open:()=>u(!0)}}var bi=0;function js(e,t,o){let n=new Map(e.map(l=>[l.id,i("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[i("span",{class:"opscope-long"},l.label),i("span",{class:"opscope-short"},l.short)]:[l.label];return i("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),a=i("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++bi}`,m(l.el,"role","tabpanel"),m(l.el,"aria-labelledby",s[p].
id)});let r=0;function c(l){r=l,e.forEach((p,d)=>{m(s[d],"aria-selected",d===r?"true":"false"),m(s[d],"tabindex",d===r?0:
-1),m(p.el,"hidden",d!==r)})}return a.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(c(p),
t())},{signal:o}),a.addEventListener("keydown",l=>{let p=ce(l,r,e.length);p!==null&&(l.preventDefault(),c(p),s[p].focus(),
t())},{signal:o}),c(0),{el:i("main",{class:"opscope-main"},a,...e.map(l=>l.el)),get open(){return e[r].id},show:l=>c(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&C(d,p?String(p):"")}}}var wi=1e4,xi=new Set(Me.map(e=>e.kind)),Hs=new Set(["FetchDetail","WatchDetail"]);function yi(e){let{forward:t,parameters:o,
gradients:n}=xt(e),s=[...t,...o,...n],a=r=>e.details.get(r)?.step??-1;return s.reduce((r,{name:c})=>a(c)>a(r)?c:r,s[0]?.
name??"")}function Ot({model:e,el:t,signal:o,page:n,memory:s={}}){let a=!!n,r=e.get?.("selected")||s.selected||"",c="",l=!0,
p,d=new Map,f={},h=null,u=!0,w=I=>[...d.values()].some(({kind:H,since:R})=>I(H)&&Date.now()-R<wi),b=i("div",{class:"opsc\
ope-panel",role:"region","aria-label":"opscope panel","data-offline":a,tabindex:a?void 0:0}),g=(I,H={},R=void 0)=>{if(delete f[I],
!l)return R?.(!1,Co);d.set(Y.command(I,H),{kind:I,done:R,since:Date.now()})},y=(I,H=!0)=>{p?.values.has(I)&&(I!==r&&(u=!1),
r=s.selected=I,L(I),H&&W.show("tensor"),Y.refresh())};function L(I){!e.get||p&&wt(p,e.get("selected"))===I||(e.set?.("se\
lected",I),e.save_changes?.())}let E=()=>{let I=p&&wt(p,e.get?.("selected")??"");I&&y(I,!1)};e.get&&(e.on("change:select\
ed",E),o.addEventListener("abort",()=>e.off("change:selected",E)));function x(I){u=!0,l&&g("WatchDetail",{name:I})}let $=()=>Y.
refresh(),S=(I,H)=>{W.show(I),X.get(I)?.open?.(H),$()},k=I=>g(I),N=ln(g),T=(I,H=-1)=>{if(n)return n.goTo(I);N.goTo(I,H),
$()},A=I=>{if(n)return n.steps;let H=Gt(I);return l&&H&&H.last>H.first?[H.first,H.last]:null},P=fn({send:k,ask:g,seek:N,
refresh:$,offline:a,signal:o}),O=bn({select:I=>y(I,W.open!=="graph"),refresh:$,memory:s,signal:o}),X=new Map(Ve.map(I=>[
I.id,I.create({select:y,ask:g,open:S,refresh:$,goTo:T,reach:A,offline:a,memory:s,signal:o})])),W=js(Ve.map(({id:I,label:H,
short:R})=>({id:I,label:H,short:R,el:X.get(I).el})),$,o);b.addEventListener("keydown",I=>{let H=xo(I);!H||!p||!l||!Ce(p).
has(H)||a||(I.preventDefault(),(!I.repeat||!w(R=>xi.has(R)))&&k(H))},{signal:o}),W.show(s.tab??=e.get?.("tab")||"tensor");
let z=Bo(),_=hn({root:b,offline:a,signal:o}),J=zs({root:b,find:I=>p?Ds(p,I,A(p),l&&!a):[],act:I=>{"send"in I?k(I.send):"\
step"in I?T(I.step):"value"in I?y(I.value):"keys"in I?_.button.click():W.show(I.tab),$()},signal:o});P.el.querySelector(
".opscope-headline")?.append(_.button),b.append(z.el,P.el,i("div",{class:"opscope-body"},O.el,W.el),_.el,J.el),t.append(
b),mn({root:b,memory:s,offline:a,signal:o});let Y=en({model:e,el:b,signal:o,paint:Q});function Q(I,H){l=H==="live";let R=W.
open==="tensor"&&s.tab!=="tensor";Y.show(W.open),s.tab=W.open,z.update(H),m(b,"data-lost",!l);for(let K of b.querySelectorAll(
"[data-asks]"))m(K,"inert",!l);l||d.clear(),I!==p&&D(I),p=I,I.values.has(r)||(c||=r,r=wt(I,c)||yi(I),r&&(c=""),r&&(s.selected=
r),r&&l&&!e.get?.("selected")&&L(r),u=!r),R&&r&&l&&!a&&(u=!1),u||(f={}),m(b,"data-past",I.stopped?.past),P.update(I,l,Object.
entries(f).find(([K])=>!Hs.has(K))?.[1]??""),O.update(I,r);for(let K of Ve)W.count(K.id,K.count?.(I)??0);X.get(W.open)?.
update(I,{selected:r,refusal:l?f.FetchDetail??f.WatchDetail??"":Io}),Z(I)}function Z(I){let H=I.stopped!==h&&W.open==="t\
ensor"&&!a&&l&&!w(R=>Hs.has(R));u?H&&I.stopped&&r&&g("FetchDetail",{name:r}):x(r),H&&(h=I.stopped)}function D(I){p&&(I.phase!==
p.phase||I.stopped!==p.stopped)&&(f={}),p&&I.runs>p.runs&&I.values.has(r)&&(u=!1);for(let H of I.responses){let R=d.get(
H.request);if(!R)continue;d.delete(H.request);let K=H.ok?H.text:H.text||`${R.kind} was refused`;!H.ok&&!R.done?.(!1,K)&&
(f[R.kind]=K),H.ok&&R.done?.(!0,K)}}return b}function ki(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function vi(e){let t=new Set,o=e.length,n=0,
s=()=>{let a={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let r of t)r(a,[])};return{on:(a,r)=>{t.add(
r)},off:(a,r)=>{t.delete(r)},send:a=>a.kind==="attach"&&queueMicrotask(s),upTo(a){o=a,s()}}}function $i(e,t){let o=t.split(
`
`).filter(h=>h.trim()).map(Fo),n=vi(o),{steps:s,ends:a}=ki(o),r=new AbortController().signal,c=()=>{},l=Ot({model:n,el:e,
signal:r,page:{goTo:h=>c(h),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=i("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=i("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;c=h=>{
p.value=String(Math.max(0,s.filter(u=>u<=h).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
C(d,`step ${s[Number(p.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(a[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(i("label",{class:"opscope-scrub"},p,d))}var Pd=()=>{let e={};return{render({model:t,el:o,signal:n}){Ot({model:t,el:o,signal:n,memory:e})}}};export{Pd as default,$i as replay};
