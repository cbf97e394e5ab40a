// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var lt=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,Ot=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
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
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],Me=Ot.
flat(),Hs=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],bo=["StepBack","ReverseContinue","Goto"];function Ce(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...Hs,
...bo,...o])}return new Set(e.over&&e.recorded?[...t,...bo]:t)}function wo(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Me.find(o=>o.key===e.key)?.kind}
function xo({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Ye=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
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
yo=256,ko=.9;var Mo="−";function U(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Mo)}function Ie(e){return e.length?e.join("×"):"scalar"}var vo=9,
$o=16;function Eo(e){if(e.length<=$o)return[e,""];let t=e.replace(/^[^ ]*\.(?=\d+\.)/,"…");return t.length<=$o?[t,""]:
[t.slice(0,-vo),t.slice(-vo)]}function So(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,t=>({uint:"u",bfloat:"\
bf"})[t]??t[0])}function pt(e){return`${(100*e).toFixed(1)}%`}function Lo(e){let t=100*e;return`${t<9.95?t.toFixed(1):Math.
round(t)} %`}function No(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function se(e){return String(e).replace(
/\B(?=(\d{3})+$)/g," ")}function Rt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.floor(Math.
log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ie(e){return e.nan?
"nan":e.inf?"inf":e.zeros>=ko?"zeros":"ok"}var Be={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function me(e){return e.named||
!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function dt(e){let t=[...e].map(n=>[n.name,me(n)[0]]),o=new Map;
for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:s]))}function ut(e){
return e.grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function To(e,t,o){
if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[
...n,o]}function Ee(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let a of[
10,5,2,1]){let r=s*a,c=Math.ceil(e/r-1e-9),l=Math.floor(t/r+1e-9);if(l-c+1>=o-1||a===1)return Array.from({length:l-c+1},
(p,d)=>(c+d)*r)}return[]}function Oe(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(
".0e","e").replace("e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",Mo)}var Ws="http://www.w3.org/2000/svg";function i(e,t={},...o){let n=document.createElement(e);return Ao(n,t),n.append(...o),
n}function q(e,t={},...o){let n=document.createElementNS(Ws,e);return Ao(n,t),n.append(...o),n}function ft(e){let t=i("s\
pan",{class:"opscope-name"});return Ze(t,e),t}function Ze(e,t){if(e.title===t)return;e.title=t;let[o,n]=Eo(t);e.replaceChildren(
i("span",{},o),...n?[i("span",{class:"opscope-name-end"},n)]:[])}function Ao(e,t){for(let[o,n]of Object.entries(t))m(e,o,
n)}function m(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function I(e,t){e.textContent!==t&&(e.textContent=t)}function Re(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var _o="no kernel answers",Co="No kernel answers, and the elements of this value were not kept.",Gs={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Us(e){return Gs[e]}
function Io(){let e=i("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){I(e,Us(t)),m(e,"hidde\
n",t==="live")}}}function Oo(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function Ro(e){
let t=Oo(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var Bo=["step","min","max","mean","std","zeros",
"nan","inf"];function qs(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let a of e.events)a.kind==="ValueSeen"&&o.push(a);
if(e.numbers===void 0)return[];let n=Ro(t[e.numbers]),s=n.length/(1+Bo.length);return Array.from({length:s},(a,r)=>{let c={
...o[n[r]]};return Bo.forEach((l,p)=>{let d=n[(p+1)*s+r];c[l]=Number.isNaN(d)?null:d}),c})}function Pt(e,t,o=[]){let n=e.
events.map(r=>{let c=r.pixels?.buffer;return typeof c=="number"?{...r,pixels:Oo(t[c])}:r}),s=n.findIndex(r=>r.kind!=="Ru\
nStarted"&&r.kind!=="GraphDrawn"),a=s<0?n.length:s;return[...n.slice(0,a),...Ks(e,t),...qs(e,t,o),...n.slice(a)]}function Ks(e,t){
if(!e.trails?.length)return[];let o=Ro(t[e.block]),n=0;return e.trails.map(([s,a,r])=>{let c=(p,d)=>{let h=o[n+p*r+d];return Number.
isFinite(h)?h:null},l=Array.from({length:r},(p,d)=>({step:o[n+d],mean:c(1,d),min:c(2,d),max:c(3,d),rms:c(4,d),bad:o[n+5*
r+d]}));return n+=6*r,{kind:"Trail",slot:s,name:a,points:l}})}function Po(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function zo(e){let t=new Blob([Fo(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Fo)}}function Fo(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var Do="\
application/vnd.jupyter.widget-state+json",Vs=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function Ft(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[Do]?.state??{};if(s[t]?.
state?.frame===n)return;let a=JSON.stringify(o.toJSON().cells),r=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||a.includes(l))),c=Object.fromEntries(Vs.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));r[t]={model_module:c._model_module,
model_module_version:c._model_module_version,model_name:c._model_name,state:c},o.setMetadata("widgets",{[Do]:{version_major:2,
version_minor:0,state:r}})}var Wo={points:[],stride:1};function Go({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(jo(n,s,t);n.length>yo;){t*=2;let a=[];for(let r of n)jo(a,r,t);n=a}return{points:n,stride:t}}function jo(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=Xs(n,t):e.push(t)}function Xs(e,t){return{
step:t.step,mean:t.mean,min:Ho(Math.min,e.min,t.min),max:Ho(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function Ho(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function ht(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function mt(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function gt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function Uo(e,t){let o=new Dt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
Je,n.kind))for(let s of Je[n.kind])Ys(o,s,n);return o.slots}var Dt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Ye[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,Go(s.get(o)??Wo,n))}};function Ys(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(r=>o[r]),a=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(a),n.set(a,o);for(let r of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(r)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[mt(o)]);else for(let[n,s]of gt(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Ye).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var Js=Object.freeze([]),Zs=new Set,bt=Object.freeze({...qo(Ye),runs:0,reached:0});function zt(e,t){return{...qo(Uo(e.fold,t),e),...t.reduce(Qs,e)}}function Qs({runs:e,reached:t},o){switch(o.kind){case"R\
unStarted":return{runs:e+1,reached:0};case"Stopped":return{runs:e,reached:Math.max(t,o.step)};default:return{runs:e,reached:t}}}
function qo(e,t){let o=e.past_stop??e.stopped,n=[...e.steps.values()].at(-1),s=e.place?t&&t.fold.place===e.place?t.absent:
new Set(e.place.absent):Zs,a=t&&t.absent===s&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",
place:e.started?.place??"",rules:e.started?.rules??!1,phase:er(e),stopped:o,over:!!e.terminated,error:e.terminated?.error??
"",search:e.search?.total?e.search:null,recorded:e.recorded?.last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.
slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:or(e.breakpoints),exceptions:e.breakpoints?.exceptions??
Js,step:n?.step??0,seconds:n?n.pace||n.seconds:null,scalars:tr(e),scalarHistory:e.scalars,scalarNames:new Map([...e.steps.
values()].flatMap(r=>r.names.map((c,l)=>[c,r.called?.[l]??""]))),graph:e.graph,values:e.values,present:a?t.present:nr(e.
values,o,s),absent:s,history:e.history,details:e.details,warnings:e.warnings,findings:e.findings,explained:e.explained,responses:e.
responses}}function er(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)return"running";if(!e.terminated)return e.
started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t==="failed"||t==="stopped"?t:"finished"}function tr(e){
let t=new Map([...e.steps.values()].flatMap(n=>gt(n).map(([s,a])=>[s,a.mean]))),o=Object.create(null);for(let n of e.scalars.
keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function or(e){return(e?.numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].
split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??
!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",condition:e?.conditions[o]??"",hits:e?.hits[o]??0,
ops:n,...s}})}function nr(e,t,o){return t?new Map([...e].filter(([n,s])=>s.step===t.step&&!o.has(n))):e}function Ko(e){return e.
stopped?.past?e.stopped.step:e.stopped?.step||Fe(e)}function Pe(e,t){return e.present.has(t.name)?"":t.step===e.stopped?.
step?`later in step ${t.step}`:`step ${t.step}`}function Vo(e,t){return e.over&&!e.stopped&&t.step<Fe(e)?`step ${t.step}`:
""}function Xo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&(e.present.get(
n)??sr(e.present,n));if(s)return[n,{value:s.mean,when:""}];let a=o&&t?t.names.indexOf(n):-1;if(a>=0&&!t?.later?.includes(
n))return[n,{value:t?.scalars[a]??null,when:""}];let r=e.scalarHistory.get(n)?.points??[],c=o?.past?ht(r,o.step):r.at(-1),
l=a>=0?t?.scalars[a]??null:o?.past?c?.mean??null:e.scalars[n],p=a>=0?t?.step:c?.step,d=o&&o.op<0&&!o.depth,h=p===o?.step?
d?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?h:""}]}))}function Yo(e,t,{value:o,when:n}){let s=e.
scalarHistory.get(t),a=s?.points.at(-1),r=e.stopped?.step??0;return!s||!a||n||r<=a.step?s:{...s,points:[...s.points,{...a,
step:r,mean:o,min:o,max:o}]}}function sr(e,t){let o=[...e.values()].filter(n=>(n.called??"").split(", ").includes(t));return o.
length===1?o[0]:void 0}function Qe(e,t){let o=e.values.get(t);return o?me(o)[0]:t}function Fe(e){return Math.max(e.step,
e.reached,e.recorded?.last??0)}function wt(e,t=""){let o=t.trim().toLowerCase(),n={forward:[],parameters:[],gradients:[],
optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&
n[ut(s)].push(s);for(let s of Object.values(n))s.sort((a,r)=>a.op-r.op||(a.name<r.name?-1:1));return n}function jt(e){return[
...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var Jo=250,rr=2.5,ar=["dead","terminating","restarting","autorestarting"],xt=2500,ir=400,cr=6e4;function lr(e,t){return t.
kind==="batch"&&t.n!==e+1}function pr(e,t,o,n){return t?n.n>e:o>xt}function Zo({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),a=Math.floor(Math.random()*2**20)*2**20,r=bt,c=0,l=!1,p=!1,d=!1,h=!1,f=0,u="",b=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,x="live",g=Date.now(),y=0,L=xt,S=xt,w=[],N="",E=!1,k=$=>{try{e.send($)}catch{
g=0}},T=()=>{f=0,u=b();try{n(r,x)}finally{h&&k({kind:"ack",n:c,view:s}),h=!1}},A=()=>{!f&&p&&!o.aborted&&(f=requestAnimationFrame(
T))},_=()=>{l=!1,y=Date.now(),k({kind:"attach",view:s,tab:N})},P=()=>{let $=p&&!document.hidden;$!==d&&(d=$,g=Date.now(),
d?_():k({kind:"detach",view:s}),A())},O=async()=>{let $=e.get?.("frame");if(!$||c||E)return;E=!0;let{message:D,buffers:Z}=await zo(
$);c||(r=zt(bt,Pt(D,Z)),A())},j=()=>{if(p&&b()!==u&&A(),!d||!S)return;let $=Date.now()-g;!c&&$>ir&&O();let D=e.widget_manager?.
kernel,Z=!!D&&(D?.isDisposed||ar.includes(D?.status??""));if($<(Z?Jo:S))return;!Z&&Date.now()-y>L&&(L=Math.min(2*L,cr),_());
let R=c?"lost":E?"saved":"nothing";R!==x&&(x=R,A())},V="",z=$=>{V=$,Ft(e,$)},C=()=>V&&Ft(e,V),K=($,D)=>{if(g=Date.now(),
x!=="live"&&(x="live",$.kind!=="snapshot"))return _();if(L=xt,$.kind==="beat"){d&&pr(c,l,g-y,$)&&_();return}if($.beat&&(S=
rr*1e3*$.beat),$.id&&z($.id),!($.kind==="batch"&&!l)){if(lr(c,$))return _();r=zt($.kind==="snapshot"?bt:r,Pt($,D,w)),c=$.
n,l=!0,h||=!!$.ack,A()}},X=new IntersectionObserver($=>{p=$[$.length-1].isIntersecting,P()},{rootMargin:"100px"}),J=new ResizeObserver(
A);e.on("msg:custom",K),e.get&&e.on("change:frame",C),X.observe(t),J.observe(t),document.addEventListener("visibilitycha\
nge",P,{signal:o}),e.get||(S=0),k({kind:"render",view:s});let Y=setInterval(j,Jo);return o.addEventListener("abort",()=>{
e.off("msg:custom",K),e.get&&e.off("change:frame",C),X.disconnect(),J.disconnect(),cancelAnimationFrame(f),clearInterval(
Y),d&&k({kind:"detach",view:s})}),{refresh:A,show($){$!==N&&(N=$,d&&k({kind:"show",view:s,tab:N}))},command($,D={}){return k(
{kind:$,request:++a,...D}),a}}}var dr=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),ur=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],fr=new RegExp(ur.map(e=>e.source).join("|"),"giu");function Ht(e){let t=[],o=0;for(let n of e.
matchAll(fr)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
a=>n.groups?.[a]!==void 0);t.push([s==="word"?hr(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function hr(e,t){return dr.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function mr(e){return e.split(/[/\\]/).at(
-1)||e}function Qo(){let e=i("span",{class:"opscope-line-number"}),t=i("code",{}),o=i("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,a){m(o,"hidden",!n),m(o,"title",`${n}:${s}
${a}`),I(e,`${mr(n)}:${s}`),t.textContent!==a&&t.replaceChildren(...Ht(a).map(([r,c])=>r==="plain"?c:i("span",{"data-tok\
en":r},c)))}}}function tn(e,t=e.name){let o=`${e.op_type}${t?` → ${t}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`,\
 in ${o}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${o}`}function on({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function nn(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function gr(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Fe(e)}, in the past`:"in the past":""}function en(e){let t=e.
stopped;return t?[tn(t),on(t),nn(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function br(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&yt(e))return yt(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function yt({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function wr({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function sn(e){
let t=i("span",{class:"opscope-op"}),o=i("span",{class:"opscope-reason"}),n=i("span",{class:"opscope-at"}),s=i("span",{class:"\
opscope-said"}),a=i("div",{class:"opscope-where"},t,o,n,s),r=i("span",{class:"opscope-past"}),c=Qo(),l=i("div",{class:"o\
pscope-place-bar"},r,a,c.el);return{el:l,update(p,d){let h=p.stopped,f=en({...p,stopped:null});I(t,h?tn(h,Qe(p,h.name)):
"");let u=wr(p);I(o,h&&!u?on(h):""),I(n,h&&!u?nn(h.past?{...h,step:null}:h):""),I(s,d||u||(h?"":f||br(p))),m(a,"data-bad",
!!d||!h&&!!f);let b=!d&&!h&&p.phase==="running"&&!!yt(p);m(a,"data-slow",b),m(a,"title",d||(b?yt(p):en(p))),m(o,"data-re\
ason",h?.reason),I(r,gr(p)),m(r,"hidden",!h?.past),m(l,"data-past",h?.past),m(l,"hidden",e&&!h&&!f),c.update(h?.path??"",
h?.line??0,h?.source??""),m(l,"data-source",!!h?.path)}}}var xr=64,yr=2**-23;function kr(e,t,o){let n=Math.max(1,Math.ceil(e.length/xr)),s=e.filter((x,g)=>(e.length-1-g)%n===0),
a=s.flatMap(x=>x.mean===null?[]:[x.mean]),r=Math.min(...a),c=Math.max(...s.flatMap(x=>[x.min??0,x.max??0,x.mean??0].map(
Math.abs))),l=Math.max(...a)-r,p=l>yr*c?l:0,d=s[0]?.step??0,h=(s.at(-1)?.step??0)-d||1,f="",u="",b="M";for(let x of s){let g=(1+
(x.step-d)/h*(t-2)).toFixed(1);if(x.bad&&(u+=`M${g},${o-3}V${o}`),x.mean===null){b="M";continue}let y=p>0?o-4-(x.mean-r)/
p*(o-6):o/2;f+=`${b}${g},${y.toFixed(1)}`,b="L"}return{line:f,bad:u}}function kt(e,t){let o=q("path",{class:"opscope-spa\
rk-line"}),n=q("path",{class:"opscope-spark-bad"}),s=q("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),a;return{el:s,update(r){if(r===a)return;a=r;let c=kr(r?.points??[],
e,t);m(o,"d",c.line),m(n,"d",c.bad)}}}var vr=[64e6,256e6,1e9,4e9],$r={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Mr(e){return[...new Set([...vr,e])].sort((t,o)=>t-o)}function Er({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Lo(t.recording)}`}function rn({
ask:e,signal:t}){let o=i("span",{class:"opscope-label"}),n=i("i",{class:"opscope-switch"}),s=i("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),a=i("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),r=i("span",{class:"opscope-bytes"}),c=i("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=i("span",{class:"opscope-limit"},"of ",c),p=i("span",{class:"opscope-memory"},r,
l),d=!1,h=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),c.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(c.value)}),{signal:t}),{toggle:s,cost:a,memory:p,update(f){d=!!f.recording?.on;let u=!!f.
recording&&!f.over;I(o,u?"Recording":"Recorded"),s.disabled=!u,m(s,"aria-checked",d&&u?"true":"false"),m(s,"title",u?$r[d?
"off":"on"]:void 0);for(let b of[n,a,l])m(b,"hidden",!u);I(a,Er(f)),I(r,Rt(f.recorded?.bytes??0)),f.recording&&f.recording.
budget!==h&&(h=f.recording.budget,c.replaceChildren(...Mr(h).map(b=>i("option",{value:b,selected:b===h},Rt(b)))))}}}var Sr=1e4;function an(e,t=Date.now){let o=null,n=null,s=-1,a=null,r=null,c=!1,l=0,p=()=>r!==null&&t()-r<Sr,d=(f,u)=>{let b=++l;
r=t(),c=f==="Pause",e(f,u,x=>{b===l&&(x||(o=n=null),(!x||!c)&&(r=null))})},h=f=>{c&&f.phase!=="running"&&(c=!1,r=null),!(n===
null||f.phase==="running"||f.stopped===a)&&(r!==null&&f.stopped?.step!==n||(n=r=null))};return{get target(){return o??n},
goTo(f,u=-1){o=f,s=u},follow(f){if(h(f),!(o===null||p())){if(f.phase==="running")return d("Pause",{});n=o,o=null,a=f.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function Wt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Fe(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Lr(e,t,o){
let n=[],s=e;for(let a=0;a<o.length;a+=2)o[a]>s&&n.push(`${s} to ${o[a]-1}`),s=Math.max(s,o[a+1]+1);return s<=t&&n.push(
`${s} to ${t}`),[n.slice(0,-1).join(", "),n.at(-1)].filter(Boolean).join(" and ")}function cn({ask:e,seek:t,refresh:o,signal:n}){
let s=i("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recorded steps"}),a=i("span",{class:"op\
scope-gaps","aria-hidden":"true"}),r=i("span",{class:"opscope-track-box"},s,a),c=i("output",{class:"opscope-number"}),l=rn(
{ask:e,signal:n}),p=i("div",{class:"opscope-timeline","data-asks":!0},l.toggle,r,c,l.cost,l.memory);s.addEventListener("\
input",()=>(t.goTo(Number(s.value)),o()),{signal:n});function d(f,u,b){let x=y=>Math.max(0,Math.min(1,(y-f)/Math.max(1,u-
f))),g=`${f} ${u} ${b}`;g!==h&&(h=g,a.replaceChildren(...b.flatMap((y,L)=>L%2||y>u?[]:[i("i",{style:`left: ${(100*x(y)).
toFixed(2)}%; right: ${(100*(1-x(b[L+1]))).toFixed(2)}%`})])))}let h="";return{el:p,update(f){let u=Wt(f);m(p,"hidden",!u&&
!f.recording),l.update(f),t.follow(f);let b=u?Math.min(u.last,Math.max(u.first,t.target??u.at)):0,[x,g]=u?[u.first,u.last]:
[0,0];m(s,"min",x),m(s,"max",g),s.disabled=x===g||f.phase==="waiting",Number(s.value)!==b&&(s.value=String(b)),s.style.setProperty(
"--at",`${100*(b-x)/Math.max(1,g-x)}%`),m(p,"data-past",!!f.stopped?.past),m(p,"data-phase",f.recording?.on===!1?"off":f.
phase),m(s,"aria-valuetext",u?`step ${b} of ${g}`:"no step yet"),I(c,u?`step ${b} / ${g}`:"no step yet"),m(r,"title",u?`\
steps ${Lr(x,g,f.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),d(x,g,f.recorded?.gaps??[])}}}var Nr=new Set,Tr=new Set(["Pause","Continue","Terminate"]);function ln({send:e,signal:t}){let o=new Map,n=Ot.map(c=>i("\
div",{class:"opscope-group"},...c.map(a))),s=i("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function a(c){
let l=q("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});c.line&&l.append(q("path",{d:c.line,class:"\
opscope-stroke"})),c.fill&&l.append(q("path",{d:c.fill}));let p=i("button",{class:`opscope-button opscope-${c.name}`,type:"\
button",title:xo(c),"aria-label":c.label,"aria-keyshortcuts":c.key});return p.append(l),Tr.has(c.kind)&&p.append(i("span",
{},c.label)),p.addEventListener("click",()=>e(c.kind),{signal:t}),o.set(c.kind,p),p}function r(c,l){let p=c.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!c.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(c,l){let p=l?Ce(c):Nr,d=c.phase==="running"||c.phase==="waiting"||!!c.search;for(let[h,f]of o)r(f,()=>{f.disabled=
!p.has(h),(h==="Pause"||h==="Continue")&&m(f,"hidden",d!==(h==="Pause"))})}}}var Ar=4,pn="NaN/Inf";function _r(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Cr(e){return e===null?pn:U(e)}
function Ir(e){return e.seconds?U(1/e.seconds):"–"}function dn({send:e,ask:t,seek:o,refresh:n,offline:s,signal:a}){let r=i(
"span",{class:"opscope-title"}),c=i("span",{class:"opscope-place"}),l=i("span",{class:"opscope-state",role:"status"}),p=sn(
s),d=cn({ask:t,seek:o,refresh:n,signal:a}),h=ln({send:e,signal:a}),f=Gt("step","opscope-step"),u=Gt("steps / s","opscope\
-rate"),b=i("div",{class:"opscope-metrics"},f.el,u.el),x=i("div",{class:"opscope-headline"},i("div",{class:"opscope-name\
s"},r,c),l),g=i("header",{class:"opscope-header"},x,p.el);s||(x.append(h.el),g.append(d.el)),g.append(b);let y=new Map;return{
el:g,update(L,S,w){I(r,L.title||"run"),m(r,"title",L.title),I(c,L.place),m(l,"data-past",L.stopped?.past);let N=!S&&(L.phase===
"running"||L.phase==="waiting");m(l,"data-phase",N?"gone":L.phase),I(l,N?"no kernel":_r(L)),p.update(L,w),s||(d.update(L),
h.update(L,S)),f.update(String(Ko(L))),u.update(Ir(L));let E=[...Xo(L)].slice(0,Ar);for(let[k,T]of E){let A=y.get(k)??Gt(
k,"opscope-scalar",!0);y.set(k,A),A.update(Cr(T.value),Yo(L,k,T),T.when,L.scalarNames.get(k))}Re(b,[f.el,u.el,...E.map(([
k])=>y.get(k).el)])}}}function Gt(e,t,o=!1){let n=i("span",{class:`opscope-number ${t}`}),s=kt(96,30),a=i("span",{class:"\
opscope-label",title:e},e),r=i("span",{class:"opscope-when"}),c=i("div",{class:"opscope-metric"},i("div",{},a,n,...o?[r]:
[]));return o&&c.append(s.el),{el:c,update(l,p,d="",h=""){I(a,h||e),m(a,"title",h?`${h}, ${e}`:e),I(n,l),I(r,d),m(c,"dat\
a-elsewhere",!!d),m(n,"data-bad",l===pn),o&&s.update(p)}}}var Br=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["Anywhere","Esc","leave the panel: the keys are the notebook's again"],["List of values","↑ \
↓ Home End","select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to anoth\
er step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","\
Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["E\
lements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ H\
ome End","to another line"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of \
the line"],["Evaluation line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Or(e){let t=new Map,
o=e?[]:Me.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,a]of[...o,...Br])t.set(n,[...t.
get(n)??[],[s,a]]);return t}function un({root:e,offline:t,signal:o}){let n=i("button",{class:"opscope-button",type:"butt\
on"},"Close"),s=[...Or(t)].map(([p,d])=>i("section",{},i("h4",{},p),i("dl",{},...d.flatMap(([h,f])=>[i("dt",{},...h.split(
" ").map(u=>i("kbd",{},u))),i("dd",{},f)])))),a=i("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},
i("div",{class:"opscope-keys-head"},i("b",{},"Keys"),n),i("div",{class:"opscope-keys-groups"},...s)),r=i("button",{class:"\
opscope-button opscope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),c=null,l=p=>{
p!==!a.hidden&&(p&&(c=e.ownerDocument.activeElement),m(a,"hidden",!p),p?n.focus({preventScroll:!0}):(c&&e.contains(c)?c:
e).focus({preventScroll:!0}))};return r.addEventListener("click",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(
!1),{signal:o}),e.addEventListener("keydown",p=>{let d=p.target.matches("input:not([type=range]), textarea, select");!(!a.
hidden&&p.key==="Escape")&&(p.key!=="?"||d)||(p.preventDefault(),p.stopPropagation(),l(!!a.hidden))},{signal:o}),{el:a,button:r}}var et="data-lm-suppress-shortcuts";function fn({root:e,memory:t,offline:o,signal:n}){m(e,et,"true"),e.addEventListener(
"focusin",({target:a})=>{m(a,et,"true"),t.keyboard=!0},{signal:n}),e.addEventListener("focusout",({relatedTarget:a})=>{a&&
!e.contains(a)&&(t.keyboard=!1)},{signal:n}),t.keyboard&&!o&&requestAnimationFrame(()=>document.activeElement===document.
body&&e.focus({preventScroll:!0}));let s=()=>{t.keyboard=!1;let a=document.activeElement;a&&e.contains(a)&&a.blur()};document.
addEventListener("pointerdown",({target:a})=>e.contains(a)||s(),{signal:n,capture:!0}),e.addEventListener("keydown",a=>{
a.key!=="Escape"||a.target!==e||a.defaultPrevented||(s(),e.closest(".jp-Notebook")?.focus({preventScroll:!0}))},{signal:n}),
window.addEventListener("keydown",a=>{let r=a.target;if(!(a.ctrlKey||a.metaKey)||a.key.toLowerCase()!=="s"||!e.contains(
r))return;let c=[e,...e.querySelectorAll(`[${et}]`)];for(let l of c)l.removeAttribute(et);setTimeout(()=>c.forEach(l=>m(
l,et,"true")))},{signal:n,capture:!0})}var hn="later",Rr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function mn({select:e,
refresh:t,memory:o,signal:n}){let s=i("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-la\
bel":"filter values"}),a=i("span",{class:"opscope-found"}),r=i("div",{class:"opscope-rows",role:"listbox","aria-label":"\
values",tabindex:0}),c=i("aside",{class:"opscope-list"},i("div",{class:"opscope-search"},s,a),r),l=new Map,p=[],d="",h=Object.
fromEntries(Object.entries(Rr).map(([u,b])=>[u,Pr(b)]));return s.value=o.filter??"",s.addEventListener("input",()=>(o.filter=
s.value,t()),{signal:n}),r.addEventListener("scroll",t,{signal:n,passive:!0}),r.addEventListener("click",u=>{let b=u.target.
closest("[data-name]");b&&e(b.dataset.name??"")},{signal:n}),r.addEventListener("keydown",u=>{let b=ce(u,p.indexOf(d),p.
length);b!==null&&(u.preventDefault(),e(p[b]),l.get(p[b])?.el.scrollIntoView({block:"nearest"}))},{signal:n}),{el:c,update(u,b){
d=b;let x=wt(u,s.value);p=[];let g=[];for(let[S,w]of Object.entries(x)){if(!w.length)continue;let N=h[S];I(N.count,String(
w.length)),g.push(N.el);for(let E of w){let k=l.get(E.name)??Dr(E.name);l.set(E.name,k),p.push(E.name),g.push(k.el)}}Re(
r,g),m(r,"aria-activedescendant",l.get(b)?.el.id);let y=u.values.size,L=u.cost?.hz&&!u.over?` · ${No(u.cost.hz)}`:"";I(
a,`${p.length===y?y:`${p.length} of ${y}`}${L}`),m(a,"title",L?"each value is summarized so often: more would take over \
a twentieth of the time":void 0),m(r,"data-empty",y?p.length?void 0:"No value matches the filter.":"Values appear here a\
s soon as the run sends them."),f(u,b)}};function f(u,b){let{clientHeight:x,scrollTop:g}=r,y=p.map(N=>l.get(N)),L=y[0]?.
el.offsetHeight||44,S=dt(u.values.values()),w=y.map(N=>N.el.offsetTop-g);y.forEach((N,E)=>{let k=p[E],T=w[E]>-2*L&&w[E]<
x+2*L;m(N.el,"aria-selected",k===b?"true":"false");let A=u.values.get(k);T&&A&&N.update(A,S.get(k)??k,u.history.get(k),Pe(
u,A),Vo(u,A))})}}function Pr(e){let t=i("span");return{el:i("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}
var Fr=0;function Dr(e){let t=i("span",{class:"opscope-pill"}),o=ft(e),n=i("span",{class:"opscope-spec"}),s=i("span",{class:"\
opscope-mean"}),a=i("span",{class:"opscope-std"}),r=kt(52,26),c=i("div",{class:"opscope-row",role:"option","data-name":e,
id:`opscope-value-${++Fr}`},t,o,n,s,a,r.el),l,p="";return{el:c,update(d,h,f,u,b){r.update(f);let[x,g]=[u.startsWith(hn)?
hn:u||b,`${u}, ${b}, ${h}`];if(d===l&&g===p)return;l=d,p=g,m(c,"data-elsewhere",!!u);let y=ie(d);m(c,"data-health",y);let[
L,S]=me(d);Ze(o,h),I(t,Be[y]),I(n,`${x?`${x}  `:""}${Ie(d.shape)}  ${So(d.dtype)}${S&&h===L?`  ${S}`:""}`),I(s,U(d.mean)),
I(a,d.std===null||!d.shape.length?"":`± ${U(d.std)}`)}}}var zr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return i("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function gn({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=le("condition-field","only i\
f … (optional)","condition"),a=le("hits-field","1","stop from this hit on","number"),r=i("input",{class:"opscope-log-f\
ield",type:"checkbox"}),c=le("message-field","message, as: loss is {loss}","log message; values stand in braces"),l=i("b\
utton",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=i("button",{class:"opscope-button opscope-cancel",type:"\
button",hidden:!0},"Cancel"),d=i("span",{class:"opscope-logging"},i("label",{title:"write a note at each hit, and go on"},
r," only log"),c),h=i("summary",{},"Hits, log …"),f=i("details",{class:"opscope-breakpoint-more"},h,i("div",{},i("labe\
l",{},"stop from hit ",a),d)),u=i("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,f);m(a,"min",1),m(c,"h\
idden",!0);let b=null,x=S=>{t(S),m(n,"aria-invalid",S?"true":void 0)},g=()=>Math.max(1,Math.round(Number(a.value)||1));function y(S){
b=S,n.value=S?.spec??"",n.readOnly=!!S,s.value=S?.condition??"",a.value=S&&S.wanted>1?String(S.wanted):"",r.checked=!1,c.
value="",m(c,"hidden",!0),m(d,"hidden",!!S),I(l,S?`Change ${S.number}`:"Add"),m(p,"hidden",!S),S&&(f.open=S.wanted>1||f.
open),x("")}function L(){let S={spec:n.value.trim(),condition:s.value.trim(),hits:g()};if(!S.spec)return x(zr);x("");let w=(N,E)=>{
let k=n.value.trim()===S.spec&&s.value.trim()===S.condition;return N&&k&&y(null),(!N||E)&&x(E),!0};b?e("ChangeBreakpoint",
{number:b.number,enabled:b.enabled,condition:S.condition,hits:S.hits},w):e("SetBreakpoint",{spec:S.spec,condition:S.condition,
...S.hits>1&&{hits:S.hits},...r.checked&&{log:!0,message:c.value.trim()}},w)}u.addEventListener("submit",S=>(S.preventDefault(),
L()),{signal:o}),p.addEventListener("click",()=>y(null),{signal:o}),r.addEventListener("change",()=>m(c,"hidden",!r.checked),
{signal:o});for(let S of[n,s,a,c])S.addEventListener("input",()=>x(""),{signal:o}),S.addEventListener("keydown",w=>{w.key===
"Escape"&&b&&y(null),!(w.key!=="Enter"||w.isComposing)&&(w.preventDefault(),u.requestSubmit())},{signal:o});return{el:u,
problem:x,change(S){y(S),s.focus()},compose(S){y(null),n.value=S,s.focus()}}}var jr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Hr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Ut(e){return`${se(e)} ${e===
1?"hit":"hits"}`}function Wr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Gr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var bn={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Ur,count:e=>e.breakpoints.length};function Ur({ask:e,open:t,offline:o,signal:n}){
let s=i("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),r=gn({ask:e,showProblem:g=>{I(s,g),m(s,"hidden",
!g)},signal:n}),c=i("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=i("div",{class:"opscope-breakpoint-rows"}),p=i("div",
{class:"opscope-breakpoints"}),d=jr.map(([g,y])=>({name:g,box:i("input",{type:"checkbox","data-filter":g}),title:y})),h=i(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
h.append(...d.map(({name:g,box:y,title:L})=>i("label",{title:L},y,` ${g}`))),o||p.append(r.el,h,s),p.append(c,l);let f,u=[],
b=(g,y)=>(r.problem(g?"":y),!0);h.addEventListener("change",()=>{let g=d.filter(({box:y})=>y.checked).map(({name:y})=>y);
e("SetExceptionFilters",{filters:g},b)},{signal:n}),l.addEventListener("click",g=>{let y=g.target,L=y.closest("[data-num\
ber]"),S=u.find(({number:w})=>w===Number(L?.dataset.number));S&&(y.closest(".opscope-remove")?e("ClearBreakpoint",{number:S.
number},b):y.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:S.number,enabled:!S.enabled,condition:S.condition,
hits:S.wanted},b):y.closest(".opscope-breakpoint-condition")?r.change(S):y.closest(".opscope-breakpoint-ops")&&t("graph",
S.ops[0]))},{signal:n});function x(g,y){let L={"data-conditional":!!g.condition,"data-off":!g.enabled,"data-hollow":!g.verified,
"data-log":!!g.log},S=Gr(g),w=Wr(g),N=i("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":g.
enabled?"true":"false","aria-label":S,title:S,disabled:o,...L}),E=i("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!g.ops.length},Hr(g)),k=i("button",{class:"opscope-breakpoint-condition",type:"\
button",title:w?`${w}; click to change`:"set a condition","aria-label":`condition of breakpoint ${g.number}: ${w||"alway\
s"}`,disabled:o},w),T=i("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${g.number}`});return T.append(q("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},q("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),i("div",{class:"opscope-breakpoint","data-number":g.
number,"data-op":g.ops[0],"data-here":y,"data-off":!g.enabled},N,i("span",{class:"opscope-breakpoint-number"},String(g.number)),
i("code",{class:"opscope-breakpoint-spec",title:g.spec},g.spec),k,E,i("span",{class:"opscope-breakpoint-hits"},Ut(g.hits)),
...o?[]:[T],...g.problem?[i("div",{class:"opscope-breakpoint-problem"},g.problem)]:[])}return{el:p,open:g=>r.compose(String(
g)),update(g){m(c,"hidden",g.breakpoints.length>0);for(let{name:N,box:E}of d)E!==document.activeElement&&(E.checked=g.exceptions.
includes(N));let y=g.stopped?.reason.endsWith("breakpoint")?g.stopped.op:-1,L=JSON.stringify([g.breakpoints,y]);if(L===f)
return;f=L,u=g.breakpoints;let S=document.activeElement?.closest?.("[data-number]"),w=l.contains(S)?document.activeElement.
className:"";l.replaceChildren(...u.map(N=>x(N,N.ops.includes(y)))),w&&l.querySelector(`[data-number="${S?.dataset.number}\
"] .${w}`)?.focus({preventScroll:!0})}}}function wn(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function xn(e){return e.functions.
map((t,o)=>o).reverse()}function yn({ask:e,show:t,refresh:o,signal:n}){let s=i("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),a=i("div",{class:"opscope-empty"}),r=i("div",{},a,s),c=i("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=i("div",{class:"opscope-empty"}),p=i("\
div",{},l,c),d="",h=-1,f="",u,b,x=null;function g(w){x&&(h=w,u=void 0,e("FetchVariables",{frame:w},y),x.paths[w]&&t(x.paths[w],
x.lines[w]),o())}let y=(w,N)=>(f=w?"":N,b=void 0,!0);s.addEventListener("click",w=>{let N=w.target.closest("[data-frame]");
N&&g(Number(N.dataset.frame))},{signal:n}),s.addEventListener("keydown",w=>{if(!x)return;let N=xn(x),E=ce(w,N.indexOf(h),
N.length);E!==null&&(w.preventDefault(),w.stopPropagation(),g(N[E]),L(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function L(){let w=x,N=w&&JSON.stringify([w,h]);if(N===u)return;u=N;let E=s.contains(document.
activeElement);s.replaceChildren(...(w?xn(w):[]).map(k=>{let T=w?.paths[k]?`${w.paths[k].split(/[/\\]/).at(-1)}:${w.lines[k]}`:
"",A=k===h;return i("div",{class:"opscope-frame",role:"option","aria-selected":A?"true":"false",tabindex:A?0:-1,"data-fr\
ame":k,"data-kind":w?.kinds[k],"data-now":w?.now[k],title:`${w?.texts[k]}${w?.now[k]?`
where the program is now; the run shows its past`:""}`},i("b",{},w?.functions[k]??""),i("code",{},w?.texts[k]??""),i("sp\
an",{},w?.now[k]?`${T} now`:T))})),E&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function S(w){let N=w.
fold.variables,E=wn(w,N)&&(N?.frame===h||N?.frame===h-(x?.functions.length??0))?N:null;if(E===b&&E)return;b=E;let k=w.phase===
"running"?"":f||(E&&!E.names.length?"No variables.":"");I(l,k),m(l,"hidden",!k),c.replaceChildren(...(E?.names??[]).map(
(T,A)=>{let _=E?.called?.[A]??"";return i("div",{},i("dt",{title:_?`${_}, ${T}`:T},_||T),i("dd",{title:`${E?.texts[A]}${E?.
now[A]?`
of now: the recording does not have it`:""}`,"data-now":E?.now[A]},E?.texts[A]??""))}),...E&&E.total>E.names.length?[i("\
div",{},i("dt",{},"…"),i("dd",{},`${E.total-E.names.length} more`))]:[])}return{el:r,variables:p,get frame(){return h},
update(w){let N=w.stopped,E=w.phase==="running"||w.phase==="waiting"?"":`${N?.run} ${N?.tick} ${N?.reason}`;E!==d&&(d=E,
h=-1,f="",E&&(e("FetchStack",{},(T,A)=>T?void 0:y(T,A)),e("FetchVariables",{frame:-1},y))),x=E&&wn(w,w.fold.stack)?w.fold.
stack:null,x&&h<0&&x.functions.length&&(h=x.functions.length-1);let k=E?x&&!x.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";I(a,k),m(a,"hidden",!k),L(),S(w)}}}var qr=30;function kn({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=i("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),a=i("form",{class:"opscope-evaluation","data-asks":!0},s,i("div",{class:"opscope-evaluation\
-line"},i("span",{"aria-hidden":"true"},"›"),n)),r=[],c=0;function l(){let p=n.value.trim();if(!p)return;n.value="",r.
push(p),c=r.length;let d=i("pre",{},"…");for(s.append(i("div",{class:"opscope-answer"},i("code",{},p),d));s.children.length>
qr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(h,f)=>(d.textContent=f,m(d,
"data-failed",!h),s.scrollTop=s.scrollHeight,!0))}return a.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&r.length)c=Math.max(0,Math.min(
r.length,c+d)),n.value=r[c]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:a,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,m(n,"title",d?"pause the run fir\
st":void 0)}}}function vn({ask:e,signal:t}){let o=i("div",{class:"opscope-attributes-title"}),n=i("dl",{class:"opscope-variables"}),s=i(
"div",{class:"opscope-empty",role:"status"}),a=i("div",{"data-asks":!0},o,n,s),r=-1,c="",l="",p=-1,d;function h(f,u,b){e(
"SetAttribute",{op:f,name:u,value:b},(x,g)=>(I(s,g),m(s,"data-failed",!x),l="",!0))}return n.addEventListener("keydown",
f=>{let u=f.target.closest("input");f.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(f.key!=="Enter"||!u||f.isComposing)&&
(f.preventDefault(),h(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:a,choose(f){r=f,l=""},update(f,u){let b=f.stopped,
x=`${b?.run} ${b?.tick}`;x!==c&&b?.text!=="edited"&&(r=c?-1:r),c=x;let g=r>=0?r:b?.op??-1;u&&g>=0&&f.phase!=="running"&&
l!==`${g} ${x}`&&(l=`${g} ${x}`,e("FetchOperator",{op:g},(w,N)=>(w||I(s,N),!0)));let y=f.fold.shown_operator?.op===g?f.fold.
shown_operator:null,L=f.phase==="paused"&&!f.over&&!y?.fixed;g!==p&&I(s,""),p=g;let S=JSON.stringify([y,L,g]);S!==d&&(d=
S,I(o,y?`${y.op_type} ${y.op}${y.name?` → ${y.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
m(o,"title",y?.site),n.replaceChildren(...(y?.names??[]).flatMap((w,N)=>{let E=le("attribute-field","",`${w} of ${y?.op_type}\
 ${y?.op}; Enter sets it for this run`);return E.name=w,E.value=E.dataset.was=y?.texts[N]??"",E.dataset.op=String(y?.op),
E.readOnly=!L,m(E,"title",L?"Enter sets it for this run":y?.fixed?`cannot be changed: ${y.fixed}`:"pause the run to chan\
ge it"),[i("dt",{title:w},w),i("dd",{},E)]}),...y&&!y.names.length?[i("dt",{},"no attributes"),i("dd",{})]:[]))}}}var xe={time:{label:"time",about:"of a replay of the step, operator by operator",text:Kr},memory:{label:"memory",about:"\
bytes that the operator writes",text:Vr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:U,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:pt,log:!0}};
function Kr(e){return e>=1?`${U(e)} s`:e>=.001?`${U(e*1e3)} ms`:`${U(e*1e6)} µs`}function Vr(e){return e>=2**20?`${U(e/
2**20)} MiB`:e>=1024?`${U(e/1024)} KiB`:`${e} bytes`}function $n(e,t){let o=xe[e.by]?.log,n=new Map;return e.ops.forEach(
(s,a)=>{let r=t.get(`op-${s}`)??`op-${s}`,c=n.get(r);n.set(r,c===void 0?e.numbers[a]:o?Math.max(c,e.numbers[a]):c+e.numbers[a])}),
n}function Mn(e,t){let o=[...t].filter(r=>r>0),n=Math.max(...o,0);if(!xe[e]?.log)return{at:r=>n?Math.sqrt(r/n):0,low:0,high:n};
let s=Math.min(...o,n),a=Math.log(n/s);return{at:r=>r<=0?0:a?Math.log(r/s)/a:1,low:s,high:n}}var En=["nan","inf","zeros","ok"];function Xr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function Yr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&Xr(t,o[1])?Number(o[2]):0}function tt(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Ln(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function Sn(e,t){let o=new Map,n=(a,r)=>o.set(a,[...o.get(a)??[],r]),s=tt(
e);for(let a of t){let r=Yr(a,e.path);if(r)n(r,a);else for(let[c,l]of s)a.ops.some(p=>l.includes(p))&&n(c,a)}return o}function Jr(e,t){
let o=new Map([...tt(e)].flatMap(([a,r])=>r.map(c=>[c,a]))),n=Ln(e),s=new Map;for(let a of t.values()){let r=o.get(a.op);
if(r===void 0||n.get(a.op)!==a.op_type)continue;let c=ie(a),l=s.get(r);(!l||En.indexOf(c)<En.indexOf(l))&&s.set(r,c)}return s}
function Zr(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function Nn({ask:e,open:t,refresh:o,
signal:n}){let s=i("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),a=i("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),r=i("span",{class:"opscope-source-note",role:"status"}),c=i("div",{class:"opscope-source-bar","data-asks":!0},
s,r,a),l=i("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),p=i("div",{class:"opscope-source-view"},c,l),d=new Map,h=null,f,u={path:"",
line:0},b="",x="",g=0,y=0,L=!1;function S(_,P){u={path:_,line:P};let O=h?.first??1;if(h?.path===_&&P>=O&&P<O+h.lines.length)
return w(P);e("FetchSource",{path:_,line:P},(j,V)=>(I(r,j?"":V),!0))}function w(_){let P=d.get(_);if(!P)return;N(_,!1);let O=P.
offsetTop-l.offsetTop;(O<l.scrollTop+20||O>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=O-l.clientHeight/2)}function N(_,P){
for(let[O,j]of[[d.get(g),!1],[d.get(_),!0]])O&&(m(O,"tabindex",j?0:-1),m(O,"aria-selected",j?"true":"false"));g=_,P&&d.get(
_)?.focus()}function E(_){if(!h||!f)return;let P=Sn(h,f.breakpoints).get(_)??[];for(let{number:O}of P)e("ClearBreakpoint",
{number:O});P.length||e("SetBreakpoint",{spec:Zr(h,_)},(O,j)=>(I(r,O?"":j),!0))}function k(_){l.querySelector(".opscope-\
line-ops-list")?.remove(),y=y===_?0:_;let P=h?tt(h).get(y):void 0,O=d.get(y);if(!P||!O)return;let j=h?Ln(h):new Map,V=z=>`${j.
get(z)||"op"} ${z}`;O.after(i("div",{class:"opscope-line-ops-list"},...P.map(z=>i("button",{type:"button",class:"opscope\
-operator","data-op":z,title:"show it in the graph"},V(z)))))}l.addEventListener("click",_=>{let P=_.target,O=P.closest(
"[data-op]"),j=P.closest("[data-line]");if(O)return t("graph",Number(O.dataset.op));if(!j)return;let V=Number(j.dataset.
line);N(V,!1),P.closest(".opscope-line-stop")?E(V):P.closest(".opscope-line-ops")&&k(V)},{signal:n}),l.addEventListener(
"keydown",_=>{if(_.target.matches("button")||!h)return;let P=h.first,O=ce(_,g-P,h.lines.length);if(O!==null&&_.key!=="Ar\
rowLeft"&&_.key!=="ArrowRight")N(P+O,!0);else if(_.key==="Enter")E(g);else if(_.key===" ")k(g);else return;_.preventDefault(),
_.stopPropagation()},{signal:n}),s.addEventListener("change",()=>S(s.value,0),{signal:n}),a.addEventListener("click",()=>{
L=!L,m(a,"aria-pressed",L?"true":"false"),L&&e("MeasureOperators",{by:"time",step:f?.stopped?.step||0},(_,P)=>(I(r,_?"":
P),!0)),o()},{signal:n});function T(_){h=_,y=0,I(r,"");let P=tt(_),O=new Set([..._.code_lines,..._.op_lines]);d=new Map(
_.lines.map((j,V)=>{let z=_.first+V,C=P.get(z)?.length??0,K=Ht(j).map(([J,Y])=>J==="plain"?Y:i("span",{"data-token":J},Y)),
X=i("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":z},i("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!O.has(z),title:O.has(z)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${z}`},i("i",{})),i("span",{class:"opscope-line-at"},String(z)),i("span",{class:"opscope-line-time"}),
i("code",{},...j?K:[" "]),...C?[i("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${z}`},C===1?"1 op":`${C} ops`)]:[]);return[z,X]})),l.replaceChildren(...d.values()),
s.replaceChildren(..._.paths.map(j=>i("option",{value:j,selected:j===_.path},j))),N(u.line>=_.first&&u.line<_.first+_.lines.
length?u.line:_.first,!1),w(g)}function A(_,P){let O=Sn(P,_.breakpoints),j=Jr(P,_.present),V=L&&_.fold.measured?.by==="t\
ime"?_.fold.measured:null,z=new Map(V?.ops.map((J,Y)=>[J,V.numbers[Y]])??[]),C=new Map([...tt(P)].map(([J,Y])=>[J,Y.reduce(
($,D)=>$+(z.get(D)??0),0)])),K=Math.max(...C.values(),0);V&&!K&&I(r,"No times: eager code is not run again.");let X=_.stopped?.
path===P.path?_.stopped.line:0;for(let[J,Y]of d){let $=O.get(J)??[];m(Y,"data-stops",$.length>0),m(Y,"data-off",$.length>
0&&$.every(Q=>!Q.enabled)),m(Y,"data-hollow",$.length>0&&$.every(Q=>!Q.verified)),m(Y,"data-health",j.get(J)),m(Y,"data-\
here",J===X);let D=Y.firstElementChild;$.length&&m(D,"title",`${$.map(Q=>`breakpoint ${Q.number}: ${Q.spec}${Q.problem?`\
, ${Q.problem}`:""}`).join(`
`)}
click to remove`),m(D,"aria-pressed",$.length?"true":"false");let Z=Y.children[2],R=V?C.get(J)??0:0;I(Z,R?xe.time.text(R):
""),Z.style.setProperty("--share",`${K?(100*R/K).toFixed(0):0}%`)}m(l,"data-timed",L)}return{el:p,show:S,update(_){f=_;let P=`${_.
graph?.program} ${_.runs}`,O=_.stopped?.path??"",j=`${_.stopped?.run} ${_.stopped?.tick} ${O}:${_.stopped?.line}`,V=_.phase===
"paused"||_.over;V&&(j!==x||P!==b)&&(P!==b&&(h=null),[x,b]=[j,P],(O||!h)&&S(O,_.stopped?.line??0),L&&e("MeasureOperators",
{by:"time",step:_.stopped?.step||0},()=>!0));let z=_.fold.source;z&&z!==h&&(!u.path||z.path===u.path)&&T(z),h?A(_,h):I(r,
V?r.textContent??"":"Pause the run to see its code."),m(s,"hidden",!h),m(a,"hidden",!h||!_.recorded)}}}var Qr=50;function Tn({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=i("form",{class:"opscope-watch-form","data-asks":!0},o,i("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=i("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),a=i("div",{},s,n),r=[],c,l=p=>e("WatchExpressions",{expressions:p.slice(-Qr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...r.filter(h=>h!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(r.filter(h=>h!==d.dataset.expression))},{signal:t}),{el:a,update(p){
let d=p.fold.watched,h=p.phase==="running",f=JSON.stringify([d,h]);f!==c&&(c=f,r=d?.expressions??[],m(s,"data-old",h),s.
replaceChildren(...r.map((u,b)=>i("div",{},i("dt",{title:u},u),i("dd",{title:d?.texts[b],"data-failed":d?.failed[b]},i("\
span",{},d?.texts[b]??""),i("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":u,title:"wa\
tch it no longer","aria-label":`watch ${u} no longer`},"×"))))))}}}var An={id:"code",label:"Code",create:ea};function vt(e,t,o=!0){return i("details",{class:"opscope-section",open:o},i("s\
ummary",{},e),t)}function ea({ask:e,open:t,refresh:o,offline:n,signal:s}){let a=Nn({ask:e,open:t,refresh:o,signal:s}),r=yn(
{ask:e,show:a.show,refresh:o,signal:s}),c=Tn({ask:e,signal:s}),l=vn({ask:e,signal:s}),p=kn({ask:e,frame:()=>r.frame,signal:s}),
d=vt("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let h=i("div",{class:"opscope-code-side"},vt("Call st\
ack",r.el),vt("Variables",r.variables),vt("Watch",c.el),d),f=i("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),u=i("div",{class:"opscope-code-body",hidden:n},a.el,h),b=i("div",{class:"opscope-\
code-tab"},f,u,p.el);return m(p.el,"hidden",n),{el:b,open(x){d.open=!0,l.choose(Number(x))},update(x){n||(a.update(x),r.
update(x),c.update(x),l.update(x,d.open),p.update(x))}}}var ta=1e5,oa=1.2,na={to:e=>e,marks:Ee,isLog:!1},sa={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<oa)return Ee(10**e,10**t,
o).filter(a=>a>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let a=Math.ceil(e);a<=t;a+=n)s.push(10**a);return s}};function ot(e,t){
let o=e.flatMap(({min:r,max:c,mean:l})=>[r,c,l]).filter(r=>r!==null),n=o.flatMap(r=>r?[Math.abs(r)]:[]).sort((r,c)=>r-c),
s=n[n.length>>1]??1,a=(n.at(-1)??0)>ta*s;return!(t??a)||!n.length?na:t&&n.length===o.length&&o.every(r=>r>0)?sa:ra(t?n[Math.
floor(n.length/20)]:s)}function ra(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let a=Math.ceil(Math.log10(e)),r=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),c=[0];for(let l=a+r-1;l<=308&&t(
10**l)<=Math.max(n,-o);l+=r)c.push(10**l,-(10**l));return c.filter(l=>t(l)>=o&&t(l)<=n)}}}var De=150,ze=58,Kt=10,Vt=8,$t=22,qt="history of mean, min and max";function Xt(e){let t=e.flatMap(c=>[c.min,c.max,c.mean]).
filter(c=>c!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,a=e[0]?.step??0,r=e.at(-1)?.step??1;return{x:[a,r>a?r:a+1],y:[o-s,n+s]}}function Mt(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Cn({goTo:e,signal:t}){
let o=q("g",{class:"opscope-grid"}),n=q("path",{class:"opscope-band"}),s=q("path",{class:"opscope-line"}),a=q("path",{class:"\
opscope-bad"}),r=q("path",{class:"opscope-cross"}),c=q("path",{class:"opscope-cursor"}),l=q("svg",{class:"opscope-chart",
height:De,role:"img","aria-label":qt});l.append(o,n,s,a,r,c);let p=i("span"),d=i("button",{type:"button",class:"opscope-\
log","aria-pressed":"false",title:"logarithmic axis"},"log"),h=i("section",{class:"opscope-card opscope-wide"},i("h4",{},
"History",p),d,l),f=[],u="",b=null,x,g=_n([],1,x);d.addEventListener("click",()=>{let E=!g.vertical.isLog;x=ot(f).isLog===
E?void 0:E,w()},{signal:t});let y=()=>{let E=b===null?void 0:ht(f,g.step(b));I(p,E?`step ${E.step}  mean ${U(E.mean)}  ${U(
E.min)} … ${U(E.max)}`:L?"mean, min … max; click to go there":"mean, min … max"),m(r,"d",E?`M${g.x(E.step)},${Vt}V${De-
$t}`:"")},L=null,S=E=>{let{x:k}=g.extent;m(c,"d",E===null||!f.length||E<k[0]||E>k[1]?"":`M${g.x(E)},7l-4,-6h8zV${De-$t}`)};
l.addEventListener("click",E=>{if(!L||!f.length)return;let k=Math.round(g.step(E.clientX-l.getBoundingClientRect().left));
e(Math.max(L[0],Math.min(L[1],k)))},{signal:t}),l.addEventListener("pointermove",E=>(b=E.clientX-l.getBoundingClientRect().
left,y()),{signal:t}),l.addEventListener("pointerleave",()=>(b=null,y()),{signal:t});let w=()=>{},N=new ResizeObserver(()=>w());
return N.observe(l),t.addEventListener("abort",()=>N.disconnect()),{el:h,update(E,k,T){w=()=>this.update(E,k,T);let A=E?.
points??[];L=T,m(l,"data-goes",!!T),m(l,"aria-label",k===null?qt:`${qt}; the cursor is at step ${k}`),S(k);let _=Math.max(
200,l.clientWidth||h.clientWidth),P=`${_} ${x}`;if(A===f&&u===P)return y();f=A,u=P,g=_n(f,_,x),m(d,"aria-pressed",g.vertical.
isLog?"true":"false"),ia(o,n,s,a,f,g,_),S(k),y()}}}function aa(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)}\
,${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function _n(e,t,o){let n=ot(e,o),s=p=>p===null?
null:n.to(p),{x:a,y:r}=Xt(e.map(p=>({...p,min:s(p.min),max:s(p.max),mean:s(p.mean)}))),c=t-ze-Kt,l=De-Vt-$t;return{extent:{
x:a,y:r},vertical:n,x:p=>+(ze+(p-a[0])/(a[1]-a[0])*c).toFixed(1),y:p=>+(Vt+(1-(n.to(p)-r[0])/(r[1]-r[0]))*l).toFixed(1),
step:p=>a[0]+(p-ze)/c*(a[1]-a[0])}}function ia(e,t,o,n,s,a,r){let c=De-$t,l=a.vertical.marks(...a.extent.y,4).flatMap(u=>[
q("path",{d:`M${ze},${a.y(u)}H${r-Kt}`}),q("text",{x:ze-6,y:a.y(u)+3.5,"text-anchor":"end"},Oe(u))]),p=Ee(...a.extent.x,
Math.max(3,r/110)).filter(Number.isInteger).map(u=>q("text",{x:a.x(u),y:De-6,"text-anchor":"middle"},Oe(u)));e.replaceChildren(
...s.length?[...l,...p]:[],q("path",{class:"opscope-floor",d:`M${ze},${c}H${r-Kt}`}));let d=Mt(s,u=>u.min!==null&&u.max!==
null).map(u=>{let b=u.map(g=>`${a.x(g.step)},${a.y(g.max)}`),x=[...u].reverse().map(g=>`${a.x(g.step)},${a.y(g.min)}`);return`\
M${[...b,...x].join("L")}Z`});m(t,"d",d.join(""));let h=Mt(s,u=>u.mean!==null).map(u=>{let b=u.map(x=>`${a.x(x.step)},${a.
y(x.mean)}`);return b.length>1?`M${b.join("L")}`:aa(u[0],a)});m(o,"d",h.join(""));let f=s.filter(u=>u.bad).map(u=>`M${a.
x(u.step)},${c-5}V${c}`);m(n,"d",f.join(""))}function In({ask:e,signal:t}){let o=i("code",{}),n=i("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=i("span",{role:"status"}),a=i("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(r,c)=>(I(s,r?"":c),!0)),{signal:t}),{el:a,
update(r){let c=r.fold.edits?.texts??[];m(a,"hidden",!c.length||r.phase!=="paused"),I(o,c.join("; ")),m(o,"title",c.join(
`
`))}}}function Et({goTo:e,open:t,signal:o}){let n=i("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",r=>{let c=r.target.closest("button");c?.dataset.step?e(Number(
c.dataset.step),Number(c.dataset.op)):c?.dataset.op&&t("graph",Number(c.dataset.op))},{signal:o});function a(r,c){let[l,
p,d]=[r.ops[c],r.steps[c],c===r.cause],h=l<0?i("span",{class:"opscope-maker"},r.makers[c]):i("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${r.makers[c]} ${l} in the graph`},`${r.makers[c]} ${l}`),f=p?[i("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${r.makers[c]} in step ${p}`},`step ${p}`)]:
[],u=r.gaps[c]?[i("div",{class:"opscope-gap"},`${se(r.gaps[c])} more`)]:[],b=[r.notes[c],d&&r.reads[c]].filter(Boolean).
join(": ");return i("li",{"data-cause":d},...u,i("div",{class:"opscope-link"},...d?[i("b",{class:"opscope-cause-mark"},"\
cause")]:[],i("code",{},r.values[c]),...r.called[c]?[i("code",{class:"opscope-called"},r.called[c])]:[],h,...f),...b?[i(
"div",{class:"opscope-note-text"},b)]:[],...d?r.growth.map(x=>i("div",{class:"opscope-note-text"},x)):[],...r.sites[c]?[
i("code",{class:"opscope-line"},r.sites[c]+(r.sources[c]?`: ${r.sources[c]}`:""))]:[])}return{el:n,update(r){r!==s&&(s=r,
m(n,"hidden",!r),n.replaceChildren(...(r?.values??[]).map((c,l)=>a(r,l))))}}}function ca(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Bn({ask:e,goTo:t,open:o,signal:n,offline:s}){let a=i("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),r=i("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),c=i("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=Et({goTo:t,open:o,signal:n}),p=i("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
i("div",{},a,r),c,l.el),d="",h="",f=null;function u(x){b("Searching …"),e("Explain",{name:x},(g,y)=>(b(ca(y)),f=g?x:null,
!0))}function b(x){I(c,x),m(c,"hidden",!x),f=null}return a.addEventListener("click",()=>u(d),{signal:n}),r.addEventListener(
"click",()=>u(""),{signal:n}),b(""),{el:p,update(x,g){let{stopped:y,explained:L}=g,S=`${x} ${y?.run} ${y?.tick}`;S!==h&&
b(""),d=x,h=S;let w=L&&!L.at&&L.asked===f?L:null;l.update(w),m(c,"hidden",!!w||!c.textContent)}}}var je=168;function la(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function On(e,t){let o=t*e.counts.reduce((s,a)=>s+a,0),n=(e.high-e.low)/e.counts.length;for(let[s,a]of e.counts.
entries()){if(a&&o<=a)return e.low+n*(s+o/a);o-=a}return null}function pa(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,a)=>s+a,0):0)}function da(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${U(e.low+t*o)} … ${U(e.low+(t+1)*o)}: ${se(e.counts[t])}`:Yt(e)}function Rn(e){let t=i("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${je}px`}),o=i("span"),n=i("span",{class:"opscope-\
zero"},"0"),s=i("span"),a=i("div",{class:"opscope-readout"}),r=i("span"),c=i("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=i("div",{class:"opscope-axis"},o,n,
s),p=i("section",{class:"opscope-card"},i("h4",{},"Distribution",r),c,t,l,a),d,h=null,f="",u=!1,b=()=>{};c.addEventListener(
"click",()=>{u=!u,m(c,"aria-pressed",u?"true":"false"),b()},{signal:e});let x=()=>{let g=d&&h!==null&&h<d.counts.length;
m(t,"aria-label",d?`histogram of step ${d.step}, from ${U(d.low)} to ${U(d.high)}: ${Yt(d)}`:"histogram"),I(a,d?g?da(d,h):
Yt(d):"")};return t.addEventListener("pointermove",g=>{if(!d)return;let y=t.getBoundingClientRect();h=Math.max(0,Math.min(
d.counts.length-1,Math.floor((g.clientX-y.left)/y.width*d.counts.length))),x()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(h=null,x()),{signal:e}),{el:p,update(g){let y=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(g===d&&y===f)return;d=g,f=y,I(r,g?`step ${g.step}`:"");let L=g?.counts.some(Boolean);I(o,g&&L?U(g.low):""),I(s,g&&L?U(
g.high):"");let S=g&&g.low<0&&g.high>0?-g.low/(g.high-g.low):null;m(n,"style",S===null||S<.15||S>.85?"visibility: hidden":
`left: ${(100*S).toFixed(2)}%`),x();let w=g&&g.high>g.low?[.05,.5,.95].map(N=>U(On(g,N))):[];m(t,"title",w.length?`5 %, \
median and 95 % of the elements: about ${w.join(", ")}`:void 0),b=()=>ua(t,g,S,u),b()}}}function Yt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${se(t)} finite elements, all equal`:`${se(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function ua(e,t,o,n){let s=e.getContext("2d"),a=e.
clientWidth;if(!s||!a)return;e.width=Math.round(a*devicePixelRatio),e.height=Math.round(je*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let r=getComputedStyle(e);if(s.fillStyle=r.borderBottomColor,s.fillRect(0,je-1,a,1),!t)return;o!==null&&
s.fillRect(Math.round(o*a),0,1,je),s.fillStyle=r.color;let c=a/t.counts.length;la(pa(t),n).forEach((l,p)=>{let d=l*(je-18);
s.fillRect(p*c+.5,je-1-d,Math.max(1,c-1),d)}),t.high>t.low&&fa(s,t,a,r.borderTopColor)}function fa(e,t,o,n){let[s,a,r]=[
.05,.5,.95].map(c=>((On(t,c)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,r-s,1);for(let[c,l]of[[s,7],[
a,11],[r,7]])e.fillRect(c-.75,5.5-l/2,1.5,l)}function ha(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function Pn({
ask:e,signal:t}){let o=i("code",{class:"opscope-cell-name"}),n=le("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=le("cell-value","0.5, nan, h.mean()","new value"),a=i("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),r=i("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),c=le("cell-st\
eps","100","how many steps to replay","number"),l=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=i("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=i(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},i("span",{},o," [ ",n," ] = ",s),i("span",{},a,r,i("label",{
title:"how many steps to replay"},c," steps"),l)),h=i("div",{class:"opscope-cell-editor"},d,p),f="",u="",b="",x=null,g=()=>n.
value.trim()?`${f}[${n.value.trim()}]`:f,y=(w,N)=>(I(p,N),m(p,"data-failed",!w),N&&p.scrollIntoView({block:"nearest"}),!0);
function L(){m(d,"hidden",!0),x?.focus({preventScroll:!0}),x=null}function S(w){if(!s.value.trim())return void y(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");y(!0,w?"replaying …":"");let N={target:g(),value:s.
value.trim()},E=(k,T)=>(y(k,T),k&&L(),!0);w?e("TryValue",{...N,steps:Math.max(1,Math.round(Number(c.value)||100))},E):e(
"SetValue",N,E)}return d.addEventListener("submit",w=>(w.preventDefault(),S(!!u)),{signal:t}),r.addEventListener("click",
()=>S(!0),{signal:t}),l.addEventListener("click",L,{signal:t}),d.addEventListener("keydown",w=>{if(w.key==="Escape")L();else if(w.
key==="Enter"&&!w.isComposing&&w.target.matches("input"))S(!!u);else return;w.preventDefault(),w.stopPropagation()},{signal:t}),
{el:h,open(w,N,E,k,T){[f,x]=[w,T],I(o,N),m(o,"title",w),n.value=E,s.value=k,y(!0,""),m(d,"hidden",!1),s.focus(),s.select()},
update(w,N){f&&N!==f&&!d.hidden&&m(d,"hidden",!0);let E=`${N} ${w.stopped?.run} ${w.stopped?.tick}`;E!==b&&y(!0,""),b=E,
u=ha(w),a.disabled=!!u,m(a,"title",u||"in this run; what follows is computed again"),r.disabled=!w.recorded||w.phase==="\
running"}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},ma=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function He(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=ma.reduceRight((a,r)=>a*t+r[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var ye=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Ll=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
He((t-2)/252));function nt(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function St(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>ye(He(t/16))).join(", ")})`}var Fn=26,ga=14,ba=4;function Dn(e,t,o,n){let s=Math.min(Fn,o/t,n/e),a=(r,c)=>Math.max(ga,s*r,s<Fn?Math.min(c/2,ba*s*r):
0);return[a(t,o),a(e,n)]}function zn(e,t,o,n){let s=o*e.row_stride,a=n*e.col_stride,r=nt(e.pixels[o*e.cols+n],e.low,e.high),
c=Number.isNaN(r)?"NaN":r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${U(r)}`;return`${t.length>2?`[${To(t,s,a).join(", ")}]  `:
""}row ${s}, col ${a}  ${c}`}function jn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,a)=>s>
1?[`every ${s}th ${a}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Wn(e,t,o){let n=1,s=0;for(let a=1;a<=e.facets;a++){let r=Math.min(t/(a*(e.cols+1)),o/(Math.ceil(e.facets/a)*(e.
rows+1)));r>s&&([n,s]=[a,r])}return n}function Lt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function st(e,t,o,n){let[s,a]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[r,c]=[o-s*(e.cols+1),n-a*(e.
rows+1)],l=a*t+s;return r<e.cols&&c<e.rows&&l<e.facets&&s<t?{facet:l,row:c,col:r}:null}function eo(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Gn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let a=nt(s,e.low,e.high);return t?eo(a/o):He(e.high>e.low?(a-e.low)/(e.
high-e.low):.5)})}function Nt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,a=e.numbers[s];if(a!==void 0)return a===
"nan"?"NaN":a.replace("inf","Inf").replaceAll("-","−");let r=nt(e.pixels[s],e.low,e.high);return Number.isNaN(r)?"NaN":
r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${U(r)}`}var wa=[128,128,128,48],xa=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Un(e,t,o,n){let[s,a]=Lt(t,o),r=e.getContext("2d");if(!r||s<=0||a<=0)return;e.width!==s&&(e.width=s),e.height!==
a&&(e.height=a);let c=r.createImageData(s,a),l=Gn(t,n);for(let p=0;p<s*a;p++)xa(t,p%s,Math.floor(p/s))&&c.data.set(wa,4*
p);for(let p=0;p<t.facets;p++){let[d,h]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let f=0;f<t.rows;f++)for(let u=0;u<
t.cols;u++){let b=4*((h+f)*s+d+u),[x,g,y]=l[t.pixels[(p*t.rows+f)*t.cols+u]];c.data[b]=x,c.data[b+1]=g,c.data[b+2]=y,c.data[b+
3]=255}}r.putImageData(c,0,0)}var Hn=7;function ya(e){let t=String(Math.round(e)),o=a=>{let r=String(Number(e.toPrecision(
a))),c=e.toExponential(a-1).replace("e+","e");return c.length<r.length?c:r};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=Hn?t:[3,2].map(o).find(a=>a.length<=Hn)??o(1)).replaceAll("-","−")}function qn(e,t,o,n,s){let a=e.getContext(
"2d");if(!a)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),a.scale(devicePixelRatio,
devicePixelRatio);let r=Gn(t,s),[c,l]=[o/t.cols,n/t.rows];a.font=`${Math.min(11,c/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,a.textAlign="center",a.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<
t.cols;d++){let h=p*t.cols+d,[f,u,b]=r[t.pixels[h]];a.fillStyle=`rgb(${f}, ${u}, ${b})`,a.fillRect(d*c,p*l,c-1,l-1),a.fillStyle=
.299*f+.587*u+.114*b>140?"#111111":"#ffffff";let x=Number(t.numbers[h]),g=Number.isFinite(x)?ya(x):Nt(t,{facet:0,row:p,col:d});
a.fillText(g,(d+.5)*c,(p+.5)*l)}}var to=168,oo=300,ka=600,no=[34,18],Tt=4,va=16,At=8,so="keep these elements, to compare others with them",Kn={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function $a(e,t,o,n){let[s,a]=[ke(e,0),ke(e,1)],r=Math.min(
s,Math.max(At,Math.round(e.height/n))),c=Math.min(a,Math.max(At,Math.round(e.width/n))),l=(p,d,h)=>Math.max(0,Math.min(h-
d,Math.round(p-d/2)));return{top:l(t,r,s),left:l(o,c,a),height:r,width:c}}function Ma(e,t){let[o,n]=e.axes,s=Vn(e,{facet:t,
row:0,col:0}).map((a,r)=>r===o||r===n?0:a);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function ke(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function fe(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function Vn(e,t){
let[o,n,s]=e.axes,a=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((r,c)=>a.get(c)??e.index[c])}function Ea(e,t){let[o,n,s]=e.axes,[a,r]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],c=(p,d,h)=>d>1?`${p}–${Math.min(h,p+d)-1}`:`${p}`;return`[${e.shape.map((p,d)=>d===o?c(a,e.row_stride,e.top+
e.height):d===n?c(r,e.col_stride,e.left+e.width):String(d===s?t.facet*e.facet_stride:e.index[d])).join(", ")}]  ${Nt(fe(
e),t)}`}function Xn({ask:e,signal:t,offline:o}){let n=i("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=i("div",
{class:"opscope-heatmap-box"},n),a=i("span"),r=i("span"),c=i("i"),l=[ro("NaN",pe.nan,0),ro("−Inf",pe.minusInf,1),ro("+\
Inf",pe.plusInf,255)],p=i("div",{class:"opscope-readout"}),d=i("span"),h={rows:D("rows"),cols:D("columns"),facets:D("fac\
ets")},f=i("span",{class:"opscope-positions"}),u=i("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},i("option",{value:"auto"},"auto"),i("option",{value:"sequential"},"low to high"),i("option",{value:"signed"},"signe\
d")),b=$("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>Q(Tt)),x=$("−","zoom out (-)","zoom-out",()=>Q(1/
Tt)),g=$("Pin",so,"pin",()=>e("PinValue",{name:ee()?"":N})),y=$("Difference","show the difference to the pinned value","\
difference",()=>R({...T,difference:!T.difference})),L=i("div",{class:"opscope-slice-bar",hidden:!0},h.rows.el,h.cols.el,
h.facets.el,f,i("label",{},"colors",u),i("span",{class:"opscope-slice-tools"},x,b,g,y)),S=Pn({ask:e,signal:t}),w=i("sect\
ion",{class:"opscope-card opscope-elements"},i("h4",{},"Elements",d),L,s,S.el,i("div",{class:"opscope-legend"},i("div",{
class:"opscope-scale"},a,c,r),...l.map(v=>v.el)),p),N="",E="",k=null,T=Kn,A="",_=null,P="",O=!1,j=0,V="",z,C,K=[],X=null,
J=null,Y=-1;function $(v,B,F,W){let H=i("button",{type:"button",class:`opscope-slice-tool opscope-${F}`,title:B,"aria-la\
bel":B},v);return H.addEventListener("click",W,{signal:t}),H}function D(v){let B=i("select",{class:`opscope-axis-${v}`,"\
aria-label":`axis of the ${v}`});return B.addEventListener("change",()=>Z(v==="columns"?"cols":v,Number(B.value)),{signal:t}),
{el:i("label",{},v,B),field:B}}function Z(v,B){if(!C)return;let[F,W,H]=C.axes,G={rows:F,cols:W,facets:H},oe=Object.keys(
G).find(te=>B>=0&&G[te]===B);oe&&(G[oe]=G[v]),G[v]=B,R({...T,...G,top:0,left:0,height:0,width:0})}function R(v){v.facets>=
0&&(Y=-1),T=v,P="";let B=++j;e("FetchSlice",{name:N,...T},(F,W)=>(B!==j||(O=F,F||([P,T]=[W,{...T,difference:!1}]),Ne()),
!0))}function Q(v,B){if(!C)return;let[F,W]=B??[C.top+C.height/2,C.left+C.width/2],H=$a(C,F,W,v),G=H.height===C.height&&H.
width===C.width;G&&v>1&&C.facets>1?re(C,X&&st(fe(C),ge(fe(C)),...X)?.facet||0):G&&v<1&&Y>=0?R({...T,...H,facets:Y}):R({...T,
...H})}function re(v,B){R({...T,...Ma(v,B)}),Y=v.axes[2]}let ne=()=>(C??z)?.step,ee=()=>k?.name===N&&k?.step===ne(),he=()=>C?
fe(C):z?{...z,facets:1,numbers:[]}:null,ge=v=>Wn(v,s.clientWidth||400,v.facets>1?oo:to),be=()=>u.value==="signed"||u.value===
"auto"&&!!C?.difference;function Ne(){let v=C&&X&&st(fe(C),ge(fe(C)),...X),B=z&&X&&X[1]<z.rows&&X[0]<z.cols,F=C?v&&Ea(C,
v):B&&z&&X?zn(z,K,X[1],X[0]):"";I(p,P||F||(C?Sa(C):z?jn(z):""))}function Te(v){let B=he();if(!B)return null;let F=n.getBoundingClientRect(),
[W,H]=Lt(B,ge(B)),G=(oe,te)=>Math.max(0,Math.min(te-1,Math.floor(oe*te)));return[G((v.clientX-F.left)/F.width,W),G((v.clientY-
F.top)/F.height,H)]}n.addEventListener("pointermove",v=>(X=Te(v),Ne()),{signal:t}),n.addEventListener("pointerleave",()=>(X=
null,Ne()),{signal:t});function Xe(v,B){if(!v||o)return;let F=fe(v),W=(B&&st(F,ge(F),...B))??{facet:0,row:0,col:0};S.open(
N,E,Vn(v,W).join(", "),v.numbers.length?Nt(F,W).replaceAll("−","-"):"",n)}n.addEventListener("dblclick",()=>Xe(J?.slice,
J?.at??null),{signal:t}),n.addEventListener("click",v=>{if(v.detail>1)return;J={slice:C,at:Te(v)};let B=C&&st(fe(C),ge(fe(
C)),...Te(v)??[0,0]);C&&B&&C.facets>1?re(C,B.facet):C&&B&&!at()&&Q(va,[C.top+B.row*C.row_stride,C.left+B.col*C.col_stride])},
{signal:t}),n.addEventListener("keydown",v=>{let B={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[v.
key];if(v.key==="+"||v.key==="=")Q(Tt);else if(v.key==="-")Q(1/Tt);else if(v.key==="Enter")Xe(C,X);else if(B&&C)Q(1,[C.top+
C.height*(.5+B[0]/2),C.left+C.width*(.5+B[1]/2)]);else return;v.preventDefault(),v.stopPropagation()},{signal:t}),u.addEventListener(
"change",()=>(V="",M()),{signal:t}),f.addEventListener("change",()=>{let v=K.map((B,F)=>f.querySelector(`[data-axis="${F}\
"]`)?.value??"0");R({...T,index:v.map(B=>String(Math.max(0,Math.round(Number(B)||0)))).join(",")})},{signal:t}),f.addEventListener(
"keydown",v=>v.stopPropagation(),{signal:t});function ve(v){let B=v.shape.map((H,G)=>[String(G),`${G} (${H})`]);for(let[
H,{field:G}]of[h.rows,h.cols,h.facets].entries()){let oe=[["-1","none"],...B],te=oe.join();G.dataset.key!==te&&G.replaceChildren(
...oe.map(([de,ae])=>i("option",{value:de},ae))),G.dataset.key=te,G.value=String(v.axes[H])}m(h.rows.el,"hidden",v.shape.
length<2),m(h.cols.el,"hidden",v.shape.length<2),m(h.facets.el,"hidden",v.shape.length<3);let F=v.shape.flatMap((H,G)=>v.
axes.includes(G)||H<2?[]:[[G,H,v.index[G]]]),W=JSON.stringify(F);f.dataset.key!==W&&(f.dataset.key=W,f.replaceChildren(...F.
map(([H,G,oe])=>i("label",{},`axis ${H}`,i("input",{type:"number",min:0,max:G-1,value:oe,"data-axis":H,title:`position o\
n axis ${H}, 0 to ${G-1}`})))))}function at(){if(!C)return!1;let{facets:v,rows:B,cols:F,numbers:W}=fe(C);return v===1&&W.
length>0&&s.clientWidth/F>=no[0]&&B*no[1]<=ka}function M(){let v=he(),B=v?v.rows*v.cols*v.facets:0;if(m(n,"hidden",!B),!v||
!B)return;let F=ge(v),[W,H]=Lt(v,F),G=s.clientWidth,oe=at(),te=oe?[Math.min(G,v.cols*64),v.rows*no[1]]:v.facets>1?[Math.
min(G,W*oo/H),Math.min(oo,H*G/W)]:Dn(v.rows,v.cols,G,to),de=`${te} ${devicePixelRatio} ${be()} ${oe}`;if(de===V)return;V=
de,m(s,"style",`height: ${Math.max(oe||v.facets>1?0:to,Math.ceil(te[1]))}px`),m(n,"style",`width: ${te[0].toFixed(1)}px;\
 height: ${te[1].toFixed(1)}px`),oe?qn(n,v,te[0],te[1],be()):Un(n,v,F,be());let ae=Math.max(Math.abs(v.low),Math.abs(v.high));
I(a,U(be()?-ae:v.low)),I(r,U(be()?ae:v.high)),m(c,"style",`background: ${be()?`linear-gradient(to right, ${[-1,-.5,0,.5,
1].map($e=>ye(eo($e))).join(", ")})`:St()}`)}return{el:w,update(v,B,F,W){K=B,W!==N&&([N,T,P,Y]=[W,Kn,"",-1]);let H=`${W}\
 ${B} ${F.stopped?.run} ${F.stopped?.tick} ${F.phase}`;H!==A&&(O=!1),!o&&F.phase!=="running"&&(H!==A||F.stopped!==_)&&R(
T),[A,_]=[H,F.stopped],S.update(F,W);let G=F.fold.slices.get(W),te=G&&String(G.shape)===String(B)&&(O||G.step===v?.step||
G.difference)&&!o?G:void 0;if(te!==C||v!==z){[C,z,V]=[te,v,""];for(let Ae of l)Ae.update((te??v)?.pixels);Ne()}m(L,"hidd\
en",!C),C&&ve(C),k=F.fold.pinned;let de=(Ae,ue)=>`${Qe(F,Ae)} of step ${ue}`;E=Qe(F,W);let ae=k?.name?de(k.name,k.step):
"",$e=ne();return I(d,C?.difference?`${de(W,C.step)} − ${C.difference===`${k?.name} of step ${k?.step}`?ae:C.difference}`:
$e===void 0?"":`step ${$e}`),m(y,"hidden",!ae||String(k?.shape)!==String(B)),m(y,"aria-pressed",T.difference?"true":"fal\
se"),m(y,"title",`show the difference to ${ae}`),m(g,"aria-pressed",ee()?"true":"false"),m(g,"title",ee()?"forget the el\
ements that are kept":ae?`${so}, instead of ${ae}`:so),m(x,"disabled",!C||Y<0&&C.height===ke(C,0)&&C.width===ke(C,1)),m(
b,"disabled",!C||C.facets===1&&C.height<=At&&C.width<=At),M(),$e}}}function Sa(e){let t=Ie([ke(e,0),ke(e,1)]),o=e.height<
ke(e,0)||e.width<ke(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*
e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.facets} facets of `:"",a=e.
facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${a}${n}${e.nonfinite?`, ${e.nonfinite} not finite`:""}`}
function ro(e,t,o){let n=i("span",{class:"opscope-mark","data-absent":!0},i("i",{style:`background: ${ye(t)}`}),e);return{
el:n,update:s=>m(n,"data-absent",!s?.includes(o))}}var ao=12;function Yn({ask:e,open:t,signal:o,offline:n}){let s=i("div",{class:"opscope-provenance"}),a="",r=(c,l)=>i("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${c} ${l} in the graph`},`${c} ${l}`);return s.addEventListener(
"click",c=>{let l=c.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(c,l){let p=n?void 0:c.fold.slices.get(l.name),d=(p?.
readers??[]).map((g,y)=>[p?.reader_types[y]??"",g]),h=c.recorded&&l.step>=c.recorded.first&&l.step<=c.recorded.last,f=!!(p?.
writers.length&&!p.writers.includes(l.op)),u=!n&&c.phase!=="running"&&h&&l.op>=0&&!f,b=JSON.stringify([l.op,l.op_type,d,
u&&l.step,f]);if(b===a)return;a=b;let x=d.length>ao?[`and ${d.length-ao} more`]:[];s.replaceChildren(...l.op<0?[]:f?[`ma\
de by ${l.op_type} of another program`]:["made by",r(l.op_type,l.op)],...d.length?["read by",...d.slice(0,ao).map(([g,y])=>r(
g,y)),...x]:p?["read by nothing"]:[],...u?[i("button",{type:"button",class:"opscope-why opscope-to-write","data-asks":!0,
"data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to the write")]:
[]),m(s,"hidden",!s.childNodes.length)}}}var[rt,We,io,co,lo]=[150,58,10,8,22];function Jn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function po(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":U(s);return e.recorded.every((s,a)=>s===
e.changed[a])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function Zn(e){let t=i("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=i("code",{}),n=i("spa\
n"),s=q("g",{class:"opscope-grid"}),a=q("path",{class:"opscope-line"}),r=q("path",{class:"opscope-line opscope-branch-li\
ne"}),c=q("path",{class:"opscope-cross"}),l=q("svg",{class:"opscope-chart",height:rt,role:"img"},s,a,r,c),p=i("div",{class:"\
opscope-branch-key"},i("span",{},i("i",{}),"recorded"),i("span",{},i("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=i("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},i("h4",{},"What if",t,n),l,p),h,f="",
u={x:y=>0,step:y=>0},b=new Map;t.addEventListener("change",()=>(h=b.get(t.value),g()),{signal:e}),l.addEventListener("po\
intermove",y=>{if(!h)return;let L=u.step(y.clientX-l.getBoundingClientRect().left),S=h.steps.reduce((w,N,E)=>Math.abs(N-
L)<Math.abs(h.steps[w]-L)?E:w,0);I(n,`step ${h.steps[S]}   ${U(h.recorded[S])}   would be ${U(h.changed[S])}`),m(c,"d",`\
M${u.x(h.steps[S])},${co}V${rt-lo}`)},{signal:e}),l.addEventListener("pointerleave",()=>(m(c,"d",""),I(n,h?po(h):"")),{signal:e});
let x=new ResizeObserver(()=>g());x.observe(l),e.addEventListener("abort",()=>x.disconnect());function g(){let y=h;if(!y)
return;let L=Math.max(200,l.clientWidth||d.clientWidth),S=`${y.name} ${y.change} ${L} ${y.changed.length} ${y.changed.at(
-1)}`;if(S===f)return;f=S;let w=[Jn(y,y.recorded),Jn(y,y.changed)],N=[...w[0],...w[1]].sort((C,K)=>C.step-K.step),E=ot(N),
k=C=>C===null?null:E.to(C),{x:T,y:A}=Xt(N.map(C=>({...C,min:k(C.min),max:k(C.max),mean:k(C.mean)}))),_=L-We-io,P=C=>+(We+
(C-T[0])/(T[1]-T[0])*_).toFixed(1),O=C=>+(co+(1-(E.to(C)-A[0])/(A[1]-A[0]))*(rt-co-lo)).toFixed(1);u={x:P,step:C=>T[0]+(C-
We)/_*(T[1]-T[0])};let j=E.marks(...A,4).flatMap(C=>[q("path",{d:`M${We},${O(C)}H${L-io}`}),q("text",{x:We-6,y:O(C)+3.5,
"text-anchor":"end"},Oe(C))]),V=Ee(...T,Math.max(3,L/110)).filter(Number.isInteger).map(C=>q("text",{x:P(C),y:rt-6,"text\
-anchor":"middle"},Oe(C)));s.replaceChildren(...j,...V,q("path",{class:"opscope-floor",d:`M${We},${rt-lo}H${L-io}`}));let z=C=>Mt(
C,K=>K.mean!==null).map(K=>K.length>1?`M${K.map(X=>`${P(X.step)},${O(X.mean)}`).join("L")}`:`M${P(K[0].step)-4},${O(K[0].
mean)}h8`).join("");m(a,"d",z(w[0])),m(r,"d",z(w[1])),m(l,"aria-label",`${y.name}: ${po(y)}, if ${y.change}`),I(n,po(y)),
I(o,y.change)}return{el:d,update(y){let{branches:L}=y.fold;if(m(d,"hidden",!L.size),L===b)return g();b=L;let S=[...b.values()].
at(-1),w=[...b.values()].filter(N=>N.change===S?.change).map(({name:N})=>N);t.replaceChildren(...w.map(N=>i("option",{value:N},
y.scalarNames.get(N)||N))),h=b.get(w.includes(h?.name??"")?h?.name??"":w[0]??""),h&&(t.value=h.name),g()}}}var La=[["mean",e=>U(e.mean)],["std",e=>U(e.std)],["min",e=>U(e.min)],["max",e=>U(e.max)],["shape",e=>Ie(e.shape)],["zer\
os",e=>pt(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>se(e.nan),e=>e.nan>0],["Inf",e=>se(e.inf),e=>e.inf>0],["elements",e=>se(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Na(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Ta(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function Aa(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:ut(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var Qn={id:"tensor",label:"Tensor",create:_a};function _a({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:a}){let r=i("span",{class:"opscope-pill"}),c=i("span",{class:"opscope-detail-name"}),l=i("div",
{class:"opscope-origin"}),p=i("code",{class:"opscope-site"}),d=La.map(([A,_,P])=>{let O=i("span",{class:"opscope-number"});
return{label:A,value:_,warn:P,shown:O,el:i("div",{class:"opscope-fact"},i("span",{class:"opscope-label"},A),O)}}),h=Cn({
goTo:o,signal:s}),f=Rn(s),u=Xn({ask:e,signal:s,offline:a}),b=Yn({ask:e,open:t,signal:s,offline:a}),x=i("div",{class:"ops\
cope-detail-head"},i("div",{},r,c),i("div",{},l,p)),g=Zn(s),y=In({ask:e,signal:s}),L=i("div",{class:"opscope-charts"},h.
el,f.el,u.el,g.el),S=i("div",{class:"opscope-hint"}),w=i("div",{class:"opscope-about"}),N=Bn({ask:e,goTo:o,open:t,signal:s,
offline:a}),E=[x,y.el,b.el,N.el,i("div",{class:"opscope-facts"},...d.map(A=>A.el)),w,L],k=i("div",{class:"opscope-detail\
-body"},...E),T=i("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return u.
el.append(S),{el:i("div",{class:"opscope-detail"},T,k),update(A,{selected:_,refusal:P}){let O=A.values.get(_);if(m(T,"hi\
dden",!!O),m(k,"hidden",!O),!O)return;let j=ie(O);m(x,"data-health",j),I(r,Be[j]);let[V,z]=me(O);I(c,V),m(c,"title",O.called?
`${O.name}, ${O.called}`:O.name),I(l,[V!==O.name?z:z&&`called ${z}`,Aa(O)].filter(Boolean).join(" · ")),I(p,O.site),N.update(
_,A);for(let $ of d)I($.shown,$.value(O)),m($.shown,"title",$.value(O)),m($.el,"data-bad",$.warn?.(O)?$.label==="NaN"?"n\
an":$.label==="Inf"?"inf":"zeros":void 0);let C=Pe(A,O),K=[Ta(C),Na(O)].filter(Boolean).join(" ");m(k,"data-elsewhere",!!C),
I(w,K),m(w,"hidden",!K);let X=A.details.get(_),J=u.update(X,O.shape,A,_);h.update(A.history.get(_),A.stopped?.step||null,
n(A));for(let[$,D]of[[f,X?.step],[u,J]])m($.el,"data-elsewhere",!!C||!!(A.stopped&&D!==void 0&&D!==O.step));f.update(X),
b.update(A,O),g.update(A),y.update(A),I(S,J===void 0?a?"Elements were not recorded for this value.":P||"Waiting for the \
elements of this value …":""),m(S,"hidden",J!==void 0)}}}var Ca=["error","warning","hint"];function es(e){let t=[...e.values()].sort((s,a)=>s.step-a.step||s.number-a.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(a=>a.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(a=>Ca.indexOf(a.severity)));return o.sort((s,a)=>n(s)-n(a))}function Ia(e){let t=e.
times>1?`, ${se(e.times)} times`:"";return e.step?`step ${se(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function Ba(e,t){let o=[...e.values.values()].filter(r=>r.nan||r.inf).length,n='"Check the recorded ste\
ps"',s=e.rules?"the rules have not reported it":"no rule has looked";if(o&&t)return`${o===1?"1 value has":`${se(o)} valu\
es have`} NaN or Inf, and ${s}: ${n} finds the first one.`;if(e.rules)return e.over?"No finding: the rules looked while \
it ran.":"No finding so far: the rules look while it runs.";let a='rules=True looks while a run goes on; watch("nan") st\
ops where a NaN or Inf is made.';return t?`No finding. ${n} looks for known mistakes now; ${a}`:`No finding: ${a}`}var ts={
id:"findings",label:"Findings",create:Oa,count:e=>es(e.findings).length};function Oa({ask:e,open:t,goTo:o,signal:n,offline:s}){
let a=i("button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded \
steps"},"Check the recorded steps"),r=i("span",{class:"opscope-look-answer",role:"status"}),c=i("div",{class:"opscope-fi\
ndings-bar","data-asks":!0,hidden:s},a,r),l=i("div",{class:"opscope-nothing"}),p=i("ul",{class:"opscope-findings-rows"}),
d=Et({goTo:o,open:t,signal:n}),h=i("pre",{class:"opscope-cause",role:"status",hidden:!0}),f=null,u,b=!1,x=s;a.addEventListener(
"click",()=>{I(r,"Looking …"),e("FindFaults",{},(w,N)=>(x||=w,I(r,w?`${N}.${N.startsWith("0 ")?"":" Rules can be wrong\
: judge by the evidence."}`:N),!0))},{signal:n}),p.addEventListener("click",w=>{let N=w.target.closest("button"),E=Number(
N?.dataset.number),k=E?g.get(E):void 0;!k||!N||(N.classList.contains("opscope-there")?y(k):L(k,N))},{signal:n});let g=new Map;
function y(w){w.step?o(w.step,w.op):t("graph",w.op)}function L(w,N){let E=f?.number===w.number;f=E?null:{number:w.number,
name:w.value,step:w.step,ok:!1};for(let k of p.querySelectorAll(".opscope-ask-why"))m(k,"aria-expanded",k===N&&!E?"true":
"false");d.update(null),I(h,f?"Searching …":""),m(h,"hidden",!f),f&&(N.closest(".opscope-finding")?.append(h,d.el),e("\
Explain",{name:w.value,step:w.step},(k,T)=>(f?.number!==w.number||(f.ok=k,I(h,k?"":T),m(h,"hidden",k)),!0)))}function S(w,...N){
let E=i("button",{type:"button",class:"opscope-why opscope-there","data-number":w.number,title:w.step?`go to step ${w.step}`:
"show it in the graph"},w.step?"Go there":"Show in graph"),k=i("button",{type:"button",class:"opscope-why opscope-ask-wh\
y","data-number":w.number,"aria-expanded":"false",title:`why ${w.value} is what it is in step ${w.step}`},"Why"),T=[...w.
step||w.op>=0?[E]:[],...!s&&w.value&&w.step?[k]:[]];return i("div",{class:"opscope-finding","data-severity":w.severity},
i("div",{class:"opscope-finding-head"},i("span",{class:"opscope-severity"},w.severity),i("b",{},w.rule),...w.value?[i("c\
ode",{},w.called||w.value)]:[],...w.called?[i("span",{class:"opscope-called"},i("code",{},w.value))]:[],i("span",{class:"\
opscope-when"},Ia(w))),i("div",{class:"opscope-evidence"},w.evidence),...w.site?[i("code",{class:"opscope-line"},w.site+
(w.code?`: ${w.code}`:""))]:[],...w.operator?[i("code",{class:"opscope-line opscope-operator-text"},w.operator)]:[],...w.
suggestion?[i("div",{class:"opscope-try"},`Try: ${w.suggestion}`)]:[],...N,i("div",{class:"opscope-finding-buttons","dat\
a-asks":!0},...T))}return{el:i("div",{class:"opscope-findings"},c,l,p),update(w){b=!!w.recorded||s,m(a,"disabled",!w.recorded),
m(p,"data-fixed",!b);let N=f?.ok&&w.explained?.asked===f.name&&w.explained.at===f.step?w.explained:null;if(N&&d.update(N),
I(l,Ba(w,!!w.recorded&&!x)),w.findings===u)return;u=w.findings,g=new Map([...w.findings.values()].map(A=>[A.number,A]));
let E=es(w.findings),k=new Set([...p.querySelectorAll("details[open]")].map(A=>A.dataset.number));m(l,"hidden",E.length>
0),p.replaceChildren(...E.map(({finding:A,consequences:_})=>{let P=i("details",{class:"opscope-consequences","data-numbe\
r":A.number,open:k.has(String(A.number))},i("summary",{},`may explain ${_.length} more`),..._.map(O=>S(O)));return i("li",
{},S(A),..._.length?[P]:[])}));let T=f&&p.querySelector(`.opscope-ask-why[data-number="${f.number}"]`);T&&(m(T,"aria-exp\
anded","true"),T.closest(".opscope-finding")?.append(h,d.el))}}}var Ge=128,os=36,Ra=Object.freeze([]),Pa=3,Fa=12;function Da(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Fa,Math.min(o-Pa,Math.floor(Math.log10(e)))),o]}var ns=new WeakMap;function za(e){let t=ns.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],ns.set(
e,t)}return t}function rs(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var ss=Array.from({length:129},
(e,t)=>ye(He(t/128)));function ja(e,t){return e.bad?ye(pe.nan):e.rms?ss[Math.round(rs(e.rms,t)*(ss.length-1))]:null}var as={
id:"flow",label:"Gradient flow",short:"Flow",create:Ha,count:e=>jt(e).length};function Ha({select:e,refresh:t,signal:o}){
let n=i("div",{class:"opscope-decades"}),s=i("div",{class:"opscope-flow-row opscope-flow-head"},i("span",{},"parameter"),
n,i("span",{},"RMS"),i("span",{},"over steps")),a=i("div",{class:"opscope-flow-body"}),r=i("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),c=i("span"),l=i("span"),p=i("d\
iv",{class:"opscope-legend opscope-flow-legend"},i("span",{},"RMS gradient of each parameter"),i("div",{class:"opscope-s\
cale"},c,i("i",{style:`background: ${St()}`}),l),i("span",{class:"opscope-mark"},i("i",{style:`background: ${ye(pe.nan)}`}),
"NaN or Inf")),d=new Map;a.addEventListener("click",u=>{let b=u.target.closest("[data-name]");b&&e(b.dataset.name??"")},
{signal:o});let h=i("div",{class:"opscope-flow"},r,i("div",{class:"opscope-flow-table"},s,a,p));h.addEventListener("scro\
ll",t,{signal:o,passive:!0});let f=(u,b)=>u.history.get(b.name)?.points??Ra;return{el:h,update(u,{selected:b}){let x=jt(
u);m(r,"hidden",x.length>0),m(s,"hidden",!x.length);let[g,y]=[1/0,0];for(let T of x){let[A,_]=za(f(u,T));[g,y]=[Math.min(
g,A),Math.max(y,_)]}let L=Da(g,y);Wa(n,L),I(c,U(10**L[0])),I(l,U(10**L[1])),m(p,"hidden",!x.length);for(let T of x)d.has(
T.name)||d.set(T.name,Ga(T.name));let S=x.map(T=>d.get(T.name));Re(a,S.map(T=>T.el));let w=u.stopped?.step||null,N=dt(x),
E=Math.floor((h.scrollTop-(a.offsetTop-h.offsetTop))/os)-2,k=E+Math.ceil(h.clientHeight/os)+4;x.forEach((T,A)=>{if(A<E||
A>k)return S[A].choose(T.name===b);S[A].update(T,N.get(T.name)??T.name,f(u,T),L,Pe(u,T),w),S[A].choose(T.name===b)})}}}function Wa(e,t){
let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),a=[...t,s].join();if(e.dataset.range===a)return;e.dataset.
range=a;let r=Math.ceil((n-o)/s),c=[];for(let l=n;l>=o;l-=r){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;c.push(i("sp\
an",{style:p},"10",i("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...c)}function Ga(e){let t=ft(e),o=i("i"),
n=i("span",{class:"opscope-track"},o),s=i("span",{class:"opscope-number"}),a=i("canvas",{class:"opscope-strip",width:Ge,
height:1,role:"img","aria-label":"RMS gradient over the steps"}),r=i("button",{class:"opscope-flow-row",type:"button","d\
ata-name":e},t,n,s,a),c="",l;return{el:r,choose:p=>m(r,"aria-pressed",p?"true":"false"),update(p,d,h,f,u,b){let x=`${f} ${u}\
 ${b} ${d}`;if(l===p&&c===x)return;l=p,c=x,m(r,"data-elsewhere",!!u),m(r,"title",u?`not computed yet: its value ${u}`:void 0);
let{rms:g}=mt(p),y=ie(p);Ze(t,d.replaceAll("@GRAD","")),m(r,"data-health",y),m(o,"data-nothing",g===null),m(n,"style",`-\
-decade: ${(100/(f[1]-f[0])).toFixed(3)}%`),m(o,"style",`width: ${(100*(g===null?1:rs(g,f))).toFixed(2)}%`),I(s,p.nan?"N\
aN":p.inf?"Inf":U(g)),Ua(a,h,f,b)}}}function Ua(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Ge,1);let a=t[0]?.
step??0,r=(t.at(-1)?.step??0)-a+1;t.forEach((c,l)=>{let p=t[l+1]?.step??c.step+1,d=Math.floor((c.step-a)/r*Ge);if(!c.bad&&
l+1<t.length&&Math.floor((p-a)/r*Ge)===d)return;let h=ja(c,o);h&&(s.fillStyle=h,s.fillRect(d,0,Math.ceil((p-a)/r*Ge)-d,1))}),
!(n===null||n<a||n>=a+r)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-a)/r*Ge),0,2,1))}var qa=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function _t(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function is(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Ut(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Se(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function cs(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(qa)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],a=q("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),r=q("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),c=q("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=q("g",{class:"opscope-gutter"},q("title"),a,r,c);return e.
append(l),l}function ls(e,t){m(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),m(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),m(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&I(cs(e).firstChild,is(t))}function ps(e){let t=cs(e).firstChild;t.textContent||I(t,is([]))}function uo(e){let t=[];for(let o of e){let n=o.querySelector(":scope > .opscope-fold-fold")?23:0,s=Number(o.querySelector(
"rect")?.getAttribute("width")??0)-8-n;if(!(s<=0))for(let a of o.querySelectorAll("text"))a.getComputedTextLength()>s&&t.
push([a,s])}return()=>{for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(1)),o.setAttribute("lengthAdjust","spacing\
AndGlyphs")}}var Ue=["nan","inf","zeros","ok"],Ka=2e5;function qe(e,t){return e.program===t||!(e.program>=0)}function ds(e,t){let o=new Map,
n=new Map,s=[...e.values()].filter(a=>qe(a,t));for(let a of e.values())o.set(`var-${a.name}`,ie(a));for(let a of s)n.set(
a.op,Math.max(n.get(a.op)??0,a.step));for(let a of s){let r=ie(a),c=o.get(`op-${a.op}`);a.step===n.get(a.op)&&(!c||Ue.indexOf(
r)<Ue.indexOf(c))&&o.set(`op-${a.op}`,r)}return o}function us(e,t,o,n=new Map){let s=new Set;for(let a of t){let r=e.get(
a);s.add(`var-${a}`),r&&qe(r,o)&&s.add(`op-${r.op}`)}for(let a of[...s]){let r=n.get(a);r!==void 0&&s.add(r)}return s}function fs(e,t){
let o=new Map;for(let[n,s]of e){let a=t.get(n);if(a===void 0)continue;let r=o.get(a);(!r||Ue.indexOf(s)<Ue.indexOf(r))&&
o.set(a,s)}return o}function hs(e){let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!=
"string")continue;let s=/^op-(\d+)\.\.(\d+)$/.exec(n);if(!s)t.push(n);else for(let a=Number(s[1]);a<=Number(s[2])&&t.length<
Ka;a++)t.push(`op-${a}`)}}catch{return[]}return t}function ms(e,t,o,n=[]){if(o.startsWith("var-"))return e.get(o.slice(4))?.
name;let s=new Set([o,...n]);return[...e.values()].filter(r=>qe(r,t)&&s.has(`op-${r.op}`)||s.has(`var-${r.name}`)).sort(
(r,c)=>Ue.indexOf(ie(r))-Ue.indexOf(ie(c)))[0]?.name}var Va=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),gs=/^(xmlns(:xlink)?|xml:space)$/,Xa=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),Ya=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function Ja(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!Xa.has(e)&&!Ya.test(e)&&!gs.test(e)?!1:gs.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function bs(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(ws(n),document.importNode(n,!0))}function ws(e){for(let{
name:t,value:o}of[...e.attributes])Ja(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Va.
has(t.localName)&&t.namespaceURI===e.namespaceURI?ws(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function xs(e,t){let o=bs(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[],labels:new Map,boxes:null};for(let s of["width","height"])o.removeAttribute(s);m(o,"role","group");for(let s of o.
querySelectorAll("g")){let a=s.getAttribute("data-src"),r=s.getAttribute("data-dst"),c=s.getAttribute("data-scope"),l=hs(
s.getAttribute("data-hides"));a!==null&&r!==null?n.links.push({src:a,dst:r}):l.length||/^(op|var)-/.test(s.id)?Za(n,s,l,
t&&c!==null):c!==null&&(n.frames.set(c,s),t&&ys(s,"fold"))}return n}function Za(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.
folded.set(t.id,o);for(let s of o)e.hiddenIn.set(s,t.id);m(t,"data-node",t.id),m(t,"tabindex",-1),m(t,"role","button"),e.
labels.set(t.id,t.querySelector("title")?.textContent??t.id),m(t,"aria-label",e.labels.get(t.id)),n&&ys(t,"open")}function ys(e,t){
let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),a=s("x")+
s("width")-(t==="open"?0:11),r=s("y")+(t==="open"?0:11),c=t==="open"?`M${a-3},${r}h6M${a},${r-3}v6`:`M${a-3},${r}h6`,l=q(
"title");l.textContent=t==="open"?"open (Enter)":"fold (Backspace)",e.append(q("g",{class:`opscope-fold opscope-fold-${t}`},
l,q("circle",{cx:a,cy:r,r:6}),q("path",{d:c})))}function fo(e){return e.querySelector(":scope > rect, :scope > a > rect,\
 :scope > polygon")??e}function Ct(e){if(e.boxes)return e.boxes;let t=e.svg.querySelector("g")?.transform.baseVal.consolidate()?.
matrix;return e.boxes=new Map([...e.nodes,...e.frames].map(([o,n])=>{let s=fo(n).getBBox();return[o,{x:s.x+(t?.e??0),y:s.
y+(t?.f??0),w:s.width,h:s.height}]})),e.boxes}function ho(e,t){return!!(e&&t&&e.x<=t.x&&e.y<=t.y&&e.x+e.w>=t.x+t.w&&e.y+
e.h>=t.y+t.h)}function ks(e,t,o){let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.
links.filter(p=>p.src===t).map(p=>p.dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],a=o===
"ArrowRight"?1:o==="ArrowLeft"?-1:0,r=p=>(p.left+p.right)/2,c=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();
if(!d||p===t)continue;let h=r(d)-r(n),f=Math.abs(d.top-n.top);if(a&&h*a<=1)continue;let u=Math.abs(h)+(a?3:.2)*f;u<l&&([
c,l]=[p,u])}return c}var Qa=150,vs="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function $s({search:e,choose:t,signal:o}){
let n=i("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:vs,"aria-label":`\
search the graph: ${vs}`}),s=i("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),a=i("div",{class:"opscope-graph-find"},n,s),r=0,c="",l=null,p=()=>m(s,"hidden",!0),d=()=>{c=n.value.trim(),c?
e(c):p()};n.addEventListener("input",()=>{clearTimeout(r),r=window.setTimeout(d,Qa)},{signal:o}),n.addEventListener("foc\
us",()=>m(s,"hidden",!c||!l||l.text!==c),{signal:o}),a.addEventListener("keydown",f=>{f.stopPropagation();let u=[...s.querySelectorAll(
"button")],b=u.findIndex(x=>x.matches(":focus"));if(f.key==="Escape")p(),n.focus();else if(f.key==="Enter"&&b<0)l?.text===
n.value.trim()?u[0]?.click():d();else if(f.key==="ArrowUp"&&b===0)n.focus();else if(f.key.startsWith("Arrow")&&f.key!=="\
ArrowLeft"&&f.key!=="ArrowRight")u[ce(f,b,u.length)??0]?.focus();else return;f.preventDefault()},{signal:o}),s.addEventListener(
"click",f=>{let u=f.target.closest("[data-found]");u&&(p(),t(u.getAttribute("data-found")??""))},{signal:o}),a.addEventListener(
"focusout",({relatedTarget:f})=>{a.contains(f)||p()},{signal:o}),document.addEventListener("pointerdown",f=>f.composedPath().
includes(a)||p(),{signal:o,capture:!0});function h(f){let u=f.ids.map((g,y)=>{let L=i("button",{class:"opscope-match",type:"\
button",role:"option",tabindex:-1,"data-found":g},i("b",{},f.labels[y]),i("span",{},f.details[y]));return m(L,"title",`${f.
labels[y]}
${f.details[y]}`),L}),b=f.total>u.length?` · the first ${u.length} are shown`:"",x=f.total===1?"1 node":`${f.total.toLocaleString(
"en")} nodes${b}`;s.replaceChildren(i("div",{class:"opscope-matches-head"},f.total?x:`Nothing matches "${f.text}".`),...u),
m(s,"hidden",!1)}return{el:a,focus:()=>n.focus(),update(f){f!==l&&(l=f,f&&f.text===c&&n.value.trim()===c&&a.contains(document.
activeElement)&&h(f))},enable:f=>m(a,"hidden",!f),clear:()=>I(s,"")}}var ei={together:"in one",apart:"side by side",forward:"forward only"};function Ms({view:e,draw:t,scopes:o,measure:n,search:s,
found:a,save:r,signal:c}){let l=i("span",{class:"opscope-graph-info"}),p=i("span",{class:"opscope-graph-number"}),d=(R,Q,re)=>{
let ne=i("button",{type:"button",class:"opscope-tool",title:Q,"aria-label":Q},R);return ne.addEventListener("click",re,{
signal:c}),ne},h=(R,Q,re)=>i("select",{class:`opscope-graph-choice opscope-graph-${R}`,title:Q,"aria-label":Q},...Object.
entries(re).map(([ne,ee])=>i("option",{value:ne},ee))),f=$s({search:s,choose:a,signal:c}),u=h("arrangement","forward and\
 backward: each layer with its gradients, side by side, or forward only",ei),b=Object.fromEntries(Object.entries(xe).map(
([R,{label:Q}])=>[R,Q])),x=h("colors","color the operators by",{health:"health",...b}),g=i("input",{class:"opscope-graph\
-since",type:"number",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare\
 with",hidden:!0}),y=d("Whole graph","back to the whole graph",()=>t({center:""})),L=!1,S=d("Fold all","fold all scopes",
()=>t({open:L?[]:o(),center:""})),w=h("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),N={later:i(
"span",{class:"opscope-key-later",title:"not computed yet where the run is paused",hidden:!0},i("i"),"not yet"),here:i("\
span",{class:"opscope-key-here",title:"where the run is",hidden:!0},i("i"),"here"),untapped:i("span",{title:"no tap watc\
hes its result",hidden:!0},i("i"),"not tapped")},E=i("div",{class:"opscope-key"},...["ok","zeros","Inf","NaN"].map(R=>i(
"span",{"data-health":R.toLowerCase()},i("i"),R)),N.later,N.untapped,N.here),k=i("span"),T=i("span"),A=i("span",{class:"\
opscope-graph-when"}),_=i("div",{class:"opscope-key opscope-ramp",hidden:!0},A,k,i("i"),T,p),P=i("div",{class:"opscope-t\
ools"},d("+","zoom in",()=>e.zoom(1)),d("−","zoom out",()=>e.zoom(-1)),d("fit","fit the whole graph",e.fit),w),O=i("di\
v",{class:"opscope-graph-bar",hidden:!0},f.el,u,i("label",{class:"opscope-graph-by"},"color",x),g,S,y);for(let R of O.children)
m(R,"data-asks",!0);let j=i("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk \
along the edges"},E,_,l),V=i("div",{class:"opscope-graph-foot"},j,P),z=new Map,C="",K="",X="",J=!1,Y={by:"health",selected:"",
against:0},$=()=>{Y.by=x.value,K="",m(g,"hidden",Y.by!=="change"),Y.against=Math.max(0,Math.round(Number(g.value)||0)),n()};
x.addEventListener("change",$,{signal:c}),g.addEventListener("change",$,{signal:c}),g.addEventListener("keydown",R=>R.stopPropagation(),
{signal:c}),u.addEventListener("change",()=>t({arrangement:u.value,first:!0,center:""}),{signal:c}),w.addEventListener("\
change",()=>{w.value&&r(w.value),w.value=""},{signal:c});function D(){I(l,K||(J?"drawing …":X)),m(j,"data-refused",!!K)}
function Z(){let R=z.get(C);I(p,R===void 0?"":xe[Y.by]?.text(R)??"")}return Object.assign(Y,{el:O,foot:V,focusSearch:f.focus,
wait(R){J=R,D()},measured(R,Q){return K=R?"":Q,D(),!R},read(R){C=R,Z()},drawn(R,Q,re){m(O,"hidden",!R.arrangement||re),R.
arrangement&&(u.value=R.arrangement),m(y,"hidden",!R.center),L=R.open.length>0,m(S,"hidden",!!R.center||!L&&!R.hidden),I(
S,L?"Fold all":"Unfold");for(let ee of["title","aria-label"])m(S,ee,L?"fold all scopes":"unfold the scopes in sight");let ne=R.
hidden?`, ${R.hidden.toLocaleString("en")} nodes folded`:"";X=Q?`${R.ops.toLocaleString("en")} operators${ne}`:"",D()},update(R,Q,re){
Y.selected=Q,f.update(R.fold.found);let ne=!!R.graph?.eager;for(let ee of x.options)ee.disabled=ee.value!=="health"&&(re||
!R.recorded||ne&&ee.value==="time");m(x,"title",`color the operators by${ne?"; calls of eager code have no times":""}`)},
legend(R,Q,re,ne){z=Q;for(let ee of["later","untapped","here"])m(N[ee],"hidden",!ne[ee]);if(m(E,"hidden",Y.by!=="health"),
m(_,"hidden",!R),R){let ee=xe[R.by];I(k,ee.text(re.low)),I(T,ee.text(re.high));let he=R.against?`steps ${R.against} and ${R.
step}`:`step ${R.step}`;I(A,he),m(_,"title",`${ee.label}, ${he}: ${ee.about}`)}Z()}})}function Es(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...ti(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function ti(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=r=>({name:"goto",label:`Go to here in st\
ep ${r}`,kind:"Goto",fields:{step:r,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let a={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),a]:[a]}function Ss({choose:e,
frame:t,signal:o}){let n=i("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],a=null,r=(l=!1)=>{n.hidden||
(m(n,"hidden",!0),l&&(a?.isConnected?a:t).focus({preventScroll:!0}))};n.addEventListener("click",l=>{let p=[...n.querySelectorAll(
"button")].findIndex(d=>d.contains(l.target));p<0||(r(!0),e(s[p]))},{signal:o}),n.addEventListener("keydown",l=>{let p=[
...n.querySelectorAll("button")],d=ce(l,p.findIndex(h=>h.matches(":focus")),p.length);if(d!==null)p[d].focus();else if(l.
key==="Escape")r(!0);else return;l.preventDefault(),l.stopPropagation()},{signal:o});let c=l=>{l.composedPath().includes(
n)||r()};return document.addEventListener("pointerdown",c,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,
passive:!0}),t.addEventListener("keydown",l=>l.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(l,p,d,h){if(!l.length)
return r();s=l,a=h;let f=i("div",{class:"opscope-menu-head"},i("b",{},p),` ${d}`);n.replaceChildren(f,...s.map(L=>i("but\
ton",{class:`opscope-menu-item opscope-menu-${L.name}`,type:"button",role:"menuitem"},L.label))),m(n,"hidden",!1);let u=t.
getBoundingClientRect(),b=h.getBoundingClientRect(),g=b.right+8+n.offsetWidth<=u.right?b.right+8-u.left:Math.max(4,b.left-
16-n.offsetWidth-u.left),y=Math.max(4,Math.min(u.height-n.offsetHeight-4,(b.top+b.bottom)/2-u.top-16));n.style.left=`${g}\
px`,n.style.top=`${y}px`},focus:()=>n.querySelector("button")?.focus()}}var Le=132,Ke=96,Ls=8;function mo(e){let t=Math.min(Le/e.w,Ke/e.h);return{scale:t,x:(Le-e.w*t)/2,y:(Ke-e.h*t)/2}}function oi(e,t,o){
let[n,s]=[(Le+2*Ls)*t,(Ke+2*Ls)*t],[a,r]=["",1/0];for(let c of["right bottom","left bottom","right top","left top"]){let l=c.
startsWith("right")?e.x+e.w-n:e.x,p=c.endsWith("bottom")?e.y+e.h-s:e.y,d=o.filter(h=>h.x<l+n&&l<h.x+h.w&&h.y<p+s&&p<h.y+
h.h).length;d<r&&([a,r]=[c,d])}return a}function Ns(e,t){let o=i("canvas",{width:Le*2,height:Ke*2}),n=i("div",{class:"op\
scope-sight"}),s=i("div",{class:"opscope-minimap",hidden:!0,title:"the whole graph; click to go there","aria-hidden":"tr\
ue"},o,n),a={x:0,y:0,w:1,h:1},r=c=>{let l=o.getBoundingClientRect(),[p,d]=[mo(a),l.width/Le||1];e(a.x+((c.clientX-l.left)/
d-p.x)/p.scale,a.y+((c.clientY-l.top)/d-p.y)/p.scale)};return s.addEventListener("pointerdown",c=>{c.preventDefault(),c.
stopPropagation(),s.setPointerCapture(c.pointerId),r(c)},{signal:t}),s.addEventListener("pointermove",c=>c.buttons&1&&r(
c),{signal:t}),{el:s,draw(c,l){a=c;let p=o.getContext("2d");if(!p)return;let{scale:d,x:h,y:f}=mo(c);p.setTransform(2,0,0,
2,0,0),p.clearRect(0,0,Le,Ke);for(let{box:u,color:b}of l){p.fillStyle=b;let[x,g]=[Math.max(1.5,u.w*d),Math.max(1.5,u.h*d)];
p.fillRect(h+(u.x-c.x)*d,f+(u.y-c.y)*d,x,g)}},place(c,l,p){m(s,"data-corner",oi(c,l,p))},update(c,l){a=l;let{scale:p,x:d,
y:h}=mo(l),f=c.x<=l.x+1&&c.y<=l.y+1&&c.x+c.w>=l.x+l.w-1&&c.y+c.h>=l.y+l.h-1;if(m(s,"hidden",f),f)return;let u=Math.max(0,
d+(c.x-l.x)*p),b=Math.max(0,h+(c.y-l.y)*p),x=Math.min(Le,d+(c.x+c.w-l.x)*p),g=Math.min(Ke,h+(c.y+c.h-l.y)*p);n.style.cssText=
`left:${u}px;top:${b}px;width:${Math.max(4,x-u)}px;height:${Math.max(4,g-b)}px`}}}function It(e,t,o=.5,n=.5){let s=e.w/t,a=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-a),w:s,h:a}}function ni(e,t,o=0){let n=Math.
max(t.w/40/e.w,Math.min(1,Math.max(t.w*4,o)/e.w));return n===1?e:It(e,1/n)}function si(e,t){let o=(n,s,a,r)=>s>=r?a+(r-s)/
2:Math.max(a,Math.min(a+r-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function Ts(e,t,o,n=e.x+e.w/2){let s=Math.
max(1,Math.min(1,t/e.w,o/e.h)),a=t/s,r=o/s;return{x:a<e.w?Math.max(e.x,Math.min(e.x+e.w-a,n-a/2)):e.x+(e.w-a)/2,y:r<e.h?
e.y:e.y+(e.h-r)/2,w:a,h:r}}function ri(e,t){let o=e.reduce((r,c)=>Math.min(r,c.y),1/0),n=r=>Math.abs(r.x+r.w/2-t.x-t.w/2),
s=e.filter(r=>r.y<o+r.h),a=s.reduce((r,c)=>n(c)<n(r)?c:r,s[0]);return a&&a.x+a.w/2}function ai(e,t){return e.left<t.right&&
t.left<e.right&&e.top<t.bottom&&t.top<e.bottom}function As(e,t,o=()=>{},n){let s=null,a={x:0,y:0,w:1,h:1},r=a,c=null,l=!1,
p=r,d="",[h,f]=[0,0],u=()=>[],b=()=>{p=r,e.style.removeProperty("transform"),s?.setAttribute("viewBox",`${r.x} ${r.y} ${r.
w} ${r.h}`),o(r,a)},x=(k,T)=>{[r,d]=[k,""],e.style.setProperty("transform",`translate(${(p.x-r.x)/T}px, ${(p.y-r.y)/T}px\
)`),o(r,a)},g=(k,T="")=>(d=T,r=ni(k,a,h),b()),y=()=>r!==p&&b(),L=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);function S(){
let k=Ts(a,h,f);g(k.w<a.w?Ts(a,h,f,ri(u(),k)):k,"start")}function w(){let k=Math.max(r.w/h,r.h/f),T=!!(h&&f);if([h,f]=[e.
clientWidth,e.clientHeight],!s||!T||!h||!f)return;let[A,_]=[h*k,f*k];d==="start"?S():d==="fit"?g(a,"fit"):g({x:r.x+(r.w-
A)/2,y:r.y,w:A,h:_})}let N=new ResizeObserver(w);N.observe(e),t.addEventListener("abort",()=>N.disconnect()),e.addEventListener(
"wheel",k=>{if(!s||!(k.ctrlKey||k.metaKey))return;k.preventDefault(),y();let T=e.getBoundingClientRect();g(It(r,Math.exp(
-k.deltaY*.002),(k.clientX-T.left)/T.width,(k.clientY-T.top)/T.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",k=>{k.button||!s||(c={x:k.clientX,y:k.clientY,box:r,unit:L()},l=!1)},{signal:t}),e.addEventListener("pointermov\
e",k=>{if(!c)return;let T=k.clientX-c.x,A=k.clientY-c.y;if(!l&&Math.hypot(T,A)<4)return;l||e.setPointerCapture(k.pointerId),
l=!0;let _={...c.box,x:c.box.x-T*c.unit,y:c.box.y-A*c.unit};_.w===p.w&&_.h===p.h?x(_,c.unit):g(_)},{signal:t});let E=()=>{
c=null,y()};for(let k of["pointerup","pointercancel"])e.addEventListener(k,E,{signal:t});return e.addEventListener("clic\
k",k=>{l&&k.stopPropagation(),l=!1},{signal:t,capture:!0}),e.addEventListener("keydown",k=>{let T={"+":1.25,"=":1.25,"-":.8}[k.
key],A=k.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[k.key];if(T)g(It(r,T));else if(A)g(
{...r,x:r.x+A[0]*40*L(),y:r.y+A[1]*40*L()});else if(k.key==="0")g(a,"fit");else return;k.preventDefault()},{signal:t}),{
attach(k,T=!1){s=k;let A=s?.viewBox.baseVal;a=A&&A.width?{x:A.x,y:A.y,w:A.width,h:A.height}:{x:0,y:0,w:100,h:100},T||(r=
a),b()},hold(k,T){let A=k.getBoundingClientRect();g({...r,x:r.x+(A.left-T.left)*L(),y:r.y+(A.top-T.top)*L()})},center:(k,T)=>g(
{...r,x:k-r.w/2,y:T-r.h/2}),zoom:k=>g(It(r,k>0?1.25:1/1.25)),fit:()=>g(a,"fit"),whole:()=>a,box:()=>r,sight(){let[k,T,A]=[
L(),e.clientWidth,e.clientHeight],[_,P]=[T*k,A*k];return[{x:r.x+(r.w-_)/2,y:r.y+(r.h-P)/2,w:_,h:P},k]},start(k){u=k,[h,f]=
[e.clientWidth,e.clientHeight],S()},restore(k){[h,f]=[e.clientWidth,e.clientHeight],g(k)},reveal(k){y();let T=e.getBoundingClientRect(),
A=k.getBoundingClientRect();if(A.left>=T.left&&A.right<=T.right&&A.top>=T.top&&A.bottom<=T.bottom&&!(n&&ai(A,n.getBoundingClientRect())))
return;let P=(A.left+A.right-T.left-T.right)/2,O=(A.top+A.bottom-T.top-T.bottom)/2;g(si({...r,x:r.x+P*L(),y:r.y+O*L()},a))}}}var ii=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function ci(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,a)=>{let r=getComputedStyle(o[a]);s.setAttribute("style",ii.map(c=>`${c}:${r.getPropertyValue(c)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=li(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function li(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function go(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function _s(e,t,o,n){if(t==="dot")return go(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=ci(e),a=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return go(a,"graph.svg");let r=new Image,c=URL.createObjectURL(a);r.src=c,await r.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(r.width,r.height));l.width=Math.round(r.width*p),l.height=Math.round(r.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(r,0,0,l.width,l.height)),URL.revokeObjectURL(
c),l.toBlob(h=>h&&go(h,"graph.png"),"image/png")}var Cs={id:"graph",label:"Graph",create:di},pi=[];function di({select:e,ask:t,open:o,offline:n,memory:s,signal:a}){let r=i(
"div",{class:"opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a\
 scope, Backspace folds it, slash searches, plus and minus zoom"}),c=Ns((M,v)=>l.center(M,v),a),l=As(r,a,j,c.el),p=Ms({view:l,
draw:M=>X(M.center===""&&b?.center?{...M,reveal:b.center}:M),scopes:Y,measure:$,search:M=>t("SearchGraph",{text:M}),found:M=>X(
{reveal:M}),save:D,signal:a}),d=Ss({choose:Z,frame:r,signal:a}),h=i("div",{class:"opscope-nothing"}),f=i("div",{class:"o\
pscope-graph-tab"},p.el,i("div",{class:"opscope-graph-box"},r,d.el,h,c.el),p.foot),u=null,b=null,x=!0,g=s.graph??null,y=!1,
L=!1,S=!1,w=!1,N="",E="",k="",T=null,A,_,P="",O=0;function j(M,v){let B=c.el.hidden;c.update(M,v),B&&!c.el.hidden&&y&&u?.
boxes&&c.place(...l.sight(),ve()),V()}function V(){b&&u&&(s.graph={drawn:z(b),box:l.box()})}let z=M=>[M.program,M.arrangement,
M.center,...M.open].join(" "),C=M=>u?.nodes.get(M)??u?.nodes.get(u.hiddenIn.get(M)??""),K=M=>M?.getAttribute("data-node")??
"";function X(M){b?.arrangement&&(p.wait(!0),t("DrawGraph",{open:b.open,arrangement:b.arrangement,...M},()=>p.wait(!1)))}
function J(M,v,B){if(!b)return;let F=B.getBoundingClientRect();T={scope:M,left:F.left,top:F.top};let W=H=>H===M||H.startsWith(
`${M}/`);X({open:v?[...b.open,M]:b.open.filter(H=>!W(H)),center:v?b.center:""})}function Y(){return[...u?.nodes??[]].filter(
([,M])=>M.hasAttribute("data-scope")).map(([M])=>M)}function $(){O=A?.stopped?.step||0;let{by:M,against:v}=p;M!=="health"&&
t("MeasureOperators",{by:M,step:O,against:v},(B,F)=>p.measured(B,F)),A&&Te(A)}function D(M){let v=getComputedStyle(f).getPropertyValue(
"--o-ground")||"#ffffff";u&&b&&_s(u.svg,M,b.dot,v)}function Z({kind:M,fields:v}){let{id:B,spec:F,op:W}=v,H=B===void 0?void 0:
u?.nodes.get(B);M==="compose"?o("breakpoints",F):M==="attributes"?o("code",W):M==="open"&&H?J(B,!0,H):M==="center"?X({center:B,
reveal:B}):M!=="open"&&t(M,v)}function R(M,v){let B=K(M),F=u?.folded.get(B),W=ms(v.values,b?.program??-1,B,F);W&&e(W,!1),
k=B;let H=[];b?.arrangement&&!n&&(M.hasAttribute("data-scope")&&H.push({name:"open",label:"Open",kind:"open",fields:{id:B}}),
H.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:B}}));let G=n?-1:Se(B),oe=M.querySelector(
"text")?.textContent??"";d.show([...G>=0?Es(v,G):[],...H],oe,G>=0?`op ${G}`:F?`${F.length} inside`:"",M)}r.addEventListener(
"click",M=>{let v=M.target,F=v.closest(".opscope-fold")?.closest("[data-scope]");if(F)return J(F.getAttribute("data-scop\
e")??"",F.hasAttribute("data-node"),F);let W=v.closest("[data-node]");if(!W||!A)return;let H=K(W);if(!n&&(v.closest(".op\
scope-gutter")||Se(H)>=0&&M.altKey))return ne(H);R(W,A)},{signal:a}),r.addEventListener("dblclick",M=>{let v=M.target.closest(
"[data-node][data-scope]");!v||n||!b?.arrangement||(d.close(),J(K(v),!0,v))},{signal:a}),r.addEventListener("pointerover",
M=>{let v=M.target.closest("[data-node]");v&&Se(K(v))>=0&&!n&&ps(v),p.read(v?K(v):"")},{signal:a}),r.addEventListener("f\
ocusin",({target:M})=>k=K(M)||k,{signal:a}),r.addEventListener("keydown",M=>Q(M)&&(M.preventDefault(),M.stopPropagation()),
{signal:a});function Q(M){if(!u||!A||M.altKey||M.ctrlKey||M.metaKey||M.shiftKey)return!1;let v=u.nodes.get(k);if(M.key===
"/"&&b?.arrangement)return p.focusSearch(),!0;if(M.key.startsWith("Arrow")){let B=v?ks(u,k,M.key):K(C(N)??[...u.nodes.values()][0]??
null);return B&&re(B),!0}if(!v)return!1;if(M.key==="Enter"||M.key===" ")return v.hasAttribute("data-scope")&&b?.arrangement&&
!n?J(k,!0,v):(R(v,A),d.focus()),!0;if(M.key==="Backspace"){let B=Ct(u),F=[...u.frames].filter(([W])=>ho(B.get(W),B.get(k))).
at(-1);return F&&b?.arrangement&&J(F[0],!1,F[1]),!0}return!1}function re(M){let v=u?.nodes.get(M);v&&(k=M,l.reveal(v),v.
focus({preventScroll:!0}),p.read(M))}function ne(M){let v=he(_t(A?ee(A):[]),M);for(let{number:B}of v)t("ClearBreakpoint",
{number:B});!v.length&&Se(M)>=0&&t("SetBreakpoint",{spec:`id:${Se(M)}`})}function ee(M){let v=M.fold.breakpoints;return v&&
b&&qe(v,b.program)?M.breakpoints:pi}function he(M,v){return[...new Set((u?.folded.get(v)??[v]).flatMap(B=>M.get(Se(B))??
[]))]}function ge(M){if(M===_||!y||!u)return;_=M;let v=_t(M);for(let[B,F]of u.nodes)B.startsWith("var-")||ls(F,he(v,B))}
function be(M){let v=!!(u&&b?.arrangement&&b.program===M.program);if(u=xs(M.svg,!!M.arrangement&&!n),_=void 0,N=P="",d.close(),
r.replaceChildren(),l.attach(null,v),u){r.append(u.svg),l.attach(u.svg,v),x=!v,S=!y,L=!0;let B=S?()=>{}:uo(Xe());v&&Ne(M),
B()}I(h,u?"":"The graph could not be read."),m(h,"hidden",!!u),p.drawn(M,!!u,n)}function Ne(M){let v=T?.scope??"",B=u?.nodes.
get(v)??u?.frames.get(v);if(u?.nodes.has(v))k=v;else if(u&&B&&y){let F=Ct(u);k=[...u.nodes.keys()].find(W=>ho(F.get(v),F.
get(W)))??k}T&&B?l.hold(B,T):l.start(ve),T=null,M.reveal&&([E,k]=[M.reveal,M.reveal]),w=r.contains(document.activeElement)||
document.activeElement===document.body||!!M.reveal}function Te(M){if(!u||!b)return;let v=ds(M.present,b.program),B=fs(v,
u.hiddenIn),F=us(M.values,M.absent,b.program,u.hiddenIn),W=C(M.stopped?`op-${M.stopped.op}`:""),H={later:!1,untapped:!1,
here:!!W},G=M.values.get(p.selected),oe=G&&(C(`var-${p.selected}`)??(qe(G,b.program)?C(`op-${G.op}`):null)),te=p.by!=="h\
ealth"&&M.fold.measured?.by===p.by?M.fold.measured:null,de=te?$n(te,u.hiddenIn):new Map,ae=Mn(p.by,de.values()),$e=_t(ee(
M));for(let[ue,we]of u.nodes){let _e=u.folded.has(ue)?B.get(ue):v.get(ue),it=!_e&&F.has(ue);H.later||=it,H.untapped||=!_e&&
!it;let js=[_e&&_e!=="ok"?Be[_e]:"",it?"not computed yet":"",we===W?"the run is here":"",!ue.startsWith("var-")&&he($e,ue).
length?"breakpoint":""];m(we,"aria-label",[u.labels.get(ue),...js].filter(Boolean).join(", ")),m(we,"data-health",p.by!==
"health"?void 0:_e),m(we,"data-later",p.by==="health"&&it),m(we,"data-selected",we===oe);let ct=de.get(ue);m(we,"data-he\
at",ct===void 0?p.by==="health"?void 0:"none":(ae.at(ct)*100).toFixed(0)),we.style.setProperty("--heat",ct===void 0?"0%":
`${(8+84*ae.at(ct)).toFixed(0)}%`)}p.legend(te,de,ae,H);let Ae=`${document.body.dataset.jpThemeLight} ${p.by} ${te?.step}\
 ${[...v.values()].join()}`;Ae!==P&&y&&(P=Ae,at())}let Xe=()=>[...u?.nodes.values()??[],...u?.frames.values()??[]];function ve(){
let M=u&&Ct(u);return[...u?.nodes.keys()??[]].flatMap(v=>M?.get(v)??[])}function at(){let M=[...u?.nodes.values()??[]].map(
v=>getComputedStyle(fo(v)).stroke);c.draw(l.whole(),ve().map((v,B)=>({box:v,color:M[B]})))}return{el:f,open(M){E=`op-${M}`,
u&&!u.nodes.has(E)&&u.hiddenIn.has(E)&&X({reveal:E})},update(M,{selected:v}){y=r.clientWidth>0,M.graph&&M.graph!==b&&(M.
graph.svg!==b?.svg||M.graph.reveal)?be(M.graph):!M.graph&&!A&&I(h,"No graph yet. A program is drawn when it first runs, \
eager code at each stop and step."),b=M.graph,x&&y&&u&&(x=!1,g&&b&&g.drawn===z(b)?l.restore(g.box):l.start(ve),g=null),S&&
u&&y&&(S=!1,uo(Xe())()),A=M,p.by!=="health"&&M.stopped&&M.stopped.step!==O&&!n&&$(),p.update(M,v,n),Te(M),ge(ee(M));let B=M.
stopped?`op-${M.stopped.op}`:"",F=C(B);if(B!==N){let H=C(N);for(let G of["data-current","data-past"])H&&m(H,G,!1);F&&m(F,
"data-current",!0),E||=B,N=B}F&&m(F,"data-past",M.stopped?.past);let W=C(E);W&&y&&l.reveal(W),E="",y&&V(),L&&y&&(L=!1,c.
place(...l.sight(),ve())),w&&u?.nodes.get(k)?.focus({preventScroll:!0}),w=!1}}}var[Is]=Je.Warned,Bs="limit"in Is&&Is.limit||1/0,Os={id:"notes",label:"Notes",create:ui,count:hi};function ui({select:e,
signal:t}){let o=i("div",{class:"opscope-nothing"},"Nothing to report."),n=i("pre",{class:"opscope-error"}),s=i("div",{class:"\
opscope-notes-rows"}),a=i("div",{class:"opscope-notes-older",hidden:!0},`The newest ${Bs} notes are kept; those before t\
hem are gone.`),r,c=0;return s.addEventListener("click",l=>{let p=l.target.closest("[data-name]");p&&e(p.dataset.name??"")},
{signal:t}),{el:i("div",{class:"opscope-notes"},o,n,s,a),update(l){if(I(n,l.error),m(n,"hidden",!l.error),m(o,"hidden",!!l.
error||l.warnings.size>0),m(a,"hidden",l.warnings.size<Bs),l.warnings===r&&l.values.size===c)return;r=l.warnings,c=l.values.
size;let p=[...l.warnings.values()].reverse();s.replaceChildren(...p.map(d=>fi(d,l.values.has(d.subject))))}}}function fi({
subject:e,text:t,count:o},n){let s=[i("code",{},e),i("span",{},t)];return o>1&&s.push(i("span",{class:"opscope-note-coun\
t",title:`${o} times`},`×${o}`)),n?i("button",{class:"opscope-note",type:"button","data-name":e},...s):i("div",{class:"\
opscope-note"},...s)}function hi(e){return e.warnings.size+(e.error?1:0)}var Ve=[Qn,as,Cs,An,ts,Os,bn];var Rs=50,mi=0;function Ps(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),a=n?Ce(e):new Set,r=h=>s.every(f=>h.
toLowerCase().includes(f)),[c,l]=[s.filter(h=>/^\d+$/.test(h)),s.filter(h=>!/^\d+$/.test(h))],p=c.length===1&&l.every(h=>[
"go","to","step","goto"].includes(h))?Number(c[0]):NaN,d=o&&p>=o[0]&&p<=o[1]?[{label:`Go to step ${p}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:p}}]:[];for(let{kind:h,label:f,about:u,key:b}of Me)a.has(h)&&r(`${f} ${u}`)&&d.push({label:f,about:u,
key:b,deed:{send:h}});for(let{id:h,label:f}of Ve)r(`show ${f} tab`)&&d.push({label:`Show ${f}`,about:"tab",deed:{tab:h}});
r("keys shortcuts help")&&d.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let h of e.values.
values()){if(d.length>=Rs)break;if(!r(`value ${h.name} ${h.called} ${h.op_type}`))continue;let[f,u]=me(h);d.push({label:f,
about:["value",u,h.op_type].filter(Boolean).join(" · "),deed:{value:h.name}})}return d.slice(0,Rs)}function Fs({root:e,
find:t,act:o,signal:n}){let s=i("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),a=i("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),r=i("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,a),c=`opscope-palette-${++mi}`,l=[],p=0,d=null;function h(){
[...a.children].forEach((g,y)=>m(g,"aria-selected",y===p?"true":"false"));let x=a.children[p];x?.scrollIntoView({block:"\
nearest"}),m(s,"aria-activedescendant",x?.id)}function f(){l=t(s.value),p=0;let x=l.map(({label:g,about:y,key:L},S)=>i("\
div",{class:"opscope-choice",role:"option",id:`${c}-${S}`,"data-at":S},i("b",{},g),i("span",{},y),...L?[i("kbd",{},L)]:[]));
a.replaceChildren(...x.length?x:[i("div",{class:"opscope-empty"},"Nothing has all these words.")]),h()}function u(x){if(x!==
!r.hidden){if(x&&(d=e.ownerDocument.activeElement),m(r,"hidden",!x),!x)return(d&&e.contains(d)?d:e).focus({preventScroll:!0});
s.value="",f(),s.focus({preventScroll:!0})}}function b(x){let g=l[x];g&&(u(!1),o(g.deed))}return s.addEventListener("inp\
ut",f,{signal:n}),s.addEventListener("blur",x=>{r.contains(x.relatedTarget)||m(r,"hidden",!0)},{signal:n}),a.addEventListener(
"pointerdown",x=>x.preventDefault(),{signal:n}),a.addEventListener("click",x=>{let g=x.target.closest("[data-at]");g&&b(
Number(g.dataset.at))},{signal:n}),e.addEventListener("keydown",x=>{if((x.ctrlKey||x.metaKey)&&!x.altKey&&!x.shiftKey&&x.
key.toLowerCase()==="k")u(!!r.hidden);else{if(r.hidden||x.target!==s)return;if(x.key==="Escape")u(!1);else if(x.key==="E\
nter")b(p);else{let g=["ArrowUp","ArrowDown"].includes(x.key)&&l.length?ce(x,p,l.length):null;if(g===null)return void x.
stopPropagation();p=g,h()}}x.preventDefault(),x.stopPropagation()},{signal:n,capture:!0}),{el:r,open:()=>u(!0)}}var gi=0;function Ds(e,t,o){let n=new Map(e.map(l=>[l.id,i("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[i("span",{class:"opscope-long"},l.label),i("span",{class:"opscope-short"},l.short)]:[l.label];return i("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),a=i("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++gi}`,m(l.el,"role","tabpanel"),m(l.el,"aria-labelledby",s[p].
id)});let r=0;function c(l){r=l,e.forEach((p,d)=>{m(s[d],"aria-selected",d===r?"true":"false"),m(s[d],"tabindex",d===r?0:
-1),m(p.el,"hidden",d!==r)})}return a.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(c(p),
t())},{signal:o}),a.addEventListener("keydown",l=>{let p=ce(l,r,e.length);p!==null&&(l.preventDefault(),c(p),s[p].focus(),
t())},{signal:o}),c(0),{el:i("main",{class:"opscope-main"},a,...e.map(l=>l.el)),get open(){return e[r].id},show:l=>c(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&I(d,p?String(p):"")}}}var bi=1e4,wi=new Set(Me.map(e=>e.kind)),zs=new Set(["FetchDetail","WatchDetail"]);function xi(e){let{forward:t,parameters:o,
gradients:n}=wt(e),s=[...t,...o,...n],a=r=>e.details.get(r)?.step??-1;return s.reduce((r,{name:c})=>a(c)>a(r)?c:r,s[0]?.
name??"")}function Bt({model:e,el:t,signal:o,page:n,memory:s={}}){let a=!!n,r=s.selected??e.get?.("selected")??"",c=!0,l,
p=new Map,d={},h=null,f=!0,u=$=>[...p.values()].some(({kind:D,since:Z})=>$(D)&&Date.now()-Z<bi),b=i("div",{class:"opscop\
e-panel",role:"region","aria-label":"opscope panel","data-offline":a,tabindex:a?void 0:0}),x=($,D={},Z=void 0)=>{if(delete d[$],
!c)return Z?.(!1,_o);p.set(K.command($,D),{kind:$,done:Z,since:Date.now()})},g=($,D=!0)=>{l?.values.has($)&&($!==r&&(f=!1),
r=s.selected=$,y($),D&&j.show("tensor"),K.refresh())};function y($){!e.get||e.get("selected")===$||(e.set?.("selected",$),
e.save_changes?.())}let L=()=>g(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",L),o.addEventListener("abort",
()=>e.off("change:selected",L)));function S($){f=!0,c&&x("WatchDetail",{name:$})}let w=()=>K.refresh(),N=($,D)=>{j.show(
$),O.get($)?.open?.(D),w()},E=$=>x($),k=an(x),T=($,D=-1)=>{if(n)return n.goTo($);k.goTo($,D),w()},A=$=>{if(n)return n.steps;
let D=Wt($);return c&&D&&D.last>D.first?[D.first,D.last]:null},_=dn({send:E,ask:x,seek:k,refresh:w,offline:a,signal:o}),
P=mn({select:$=>g($,j.open!=="graph"),refresh:w,memory:s,signal:o}),O=new Map(Ve.map($=>[$.id,$.create({select:g,ask:x,open:N,
refresh:w,goTo:T,reach:A,offline:a,memory:s,signal:o})])),j=Ds(Ve.map(({id:$,label:D,short:Z})=>({id:$,label:D,short:Z,el:O.
get($).el})),w,o);b.addEventListener("keydown",$=>{let D=wo($);!D||!l||!c||!Ce(l).has(D)||a||($.preventDefault(),(!$.repeat||
!u(Z=>wi.has(Z)))&&E(D))},{signal:o}),j.show(s.tab??=e.get?.("tab")||"tensor");let V=Io(),z=un({root:b,offline:a,signal:o}),
C=Fs({root:b,find:$=>l?Ps(l,$,A(l),c&&!a):[],act:$=>{"send"in $?E($.send):"step"in $?T($.step):"value"in $?g($.value):"k\
eys"in $?z.button.click():j.show($.tab),w()},signal:o});_.el.querySelector(".opscope-headline")?.append(z.button),b.append(
V.el,_.el,i("div",{class:"opscope-body"},P.el,j.el),z.el,C.el),t.append(b),fn({root:b,memory:s,offline:a,signal:o});let K=Zo(
{model:e,el:b,signal:o,paint:X});function X($,D){c=D==="live";let Z=j.open==="tensor"&&s.tab!=="tensor";K.show(j.open),s.
tab=j.open,V.update(D),m(b,"data-lost",!c);for(let R of b.querySelectorAll("[data-asks]"))m(R,"inert",!c);c||p.clear(),$!==
l&&Y($),l=$,$.values.has(r)||(r=xi($),r&&(s.selected=r),r&&c&&!e.get?.("selected")&&y(r),f=!r),Z&&r&&c&&!a&&(f=!1),f||(d=
{}),m(b,"data-past",$.stopped?.past),_.update($,c,Object.entries(d).find(([R])=>!zs.has(R))?.[1]??""),P.update($,r);for(let R of Ve)
j.count(R.id,R.count?.($)??0);O.get(j.open)?.update($,{selected:r,refusal:c?d.FetchDetail??d.WatchDetail??"":Co}),J($)}function J($){
let D=$.stopped!==h&&j.open==="tensor"&&!a&&c&&!u(Z=>zs.has(Z));f?D&&$.stopped&&r&&x("FetchDetail",{name:r}):S(r),D&&(h=
$.stopped)}function Y($){l&&($.phase!==l.phase||$.stopped!==l.stopped)&&(d={}),l&&$.runs>l.runs&&$.values.has(r)&&(f=!1);
for(let D of $.responses){let Z=p.get(D.request);if(!Z)continue;p.delete(D.request);let R=D.ok?D.text:D.text||`${Z.kind}\
 was refused`;!D.ok&&!Z.done?.(!1,R)&&(d[Z.kind]=R),D.ok&&Z.done?.(!0,R)}}return b}function yi(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function ki(e){let t=new Set,o=e.length,n=0,
s=()=>{let a={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let r of t)r(a,[])};return{on:(a,r)=>{t.add(
r)},off:(a,r)=>{t.delete(r)},send:a=>a.kind==="attach"&&queueMicrotask(s),upTo(a){o=a,s()}}}function vi(e,t){let o=t.split(
`
`).filter(f=>f.trim()).map(Po),n=ki(o),{steps:s,ends:a}=yi(o),r=new AbortController().signal,c=()=>{},l=Bt({model:n,el:e,
signal:r,page:{goTo:f=>c(f),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=i("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=i("output",{class:"opscope-number"},`step ${s[s.length-1]}`),h=0;c=f=>{
p.value=String(Math.max(0,s.filter(u=>u<=f).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
I(d,`step ${s[Number(p.value)]}`),h||=requestAnimationFrame(()=>{h=0,n.upTo(a[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(i("label",{class:"opscope-scrub"},p,d))}var Rd=()=>{let e={};return{render({model:t,el:o,signal:n}){Bt({model:t,el:o,signal:n,memory:e})}}};export{Rd as default,vi as replay};
