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
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],Se=Rt.
flat(),qs=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],wo=["StepBack","ReverseContinue","Goto"];function Ce(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...qs,
...wo,...o])}return new Set(e.over&&e.recorded?[...t,...wo]:t)}function xo(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Se.find(o=>o.key===e.key)?.kind}
function yo({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Xe=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),Ye={EditsChanged:[{
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
ko=256,vo=.9;var Mo="−";function U(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Mo)}function Ie(e){return e.length?e.join("×"):"scalar"}var Ks=13,
Vs=9,$o=16;function Eo(e){let t=e.includes(" · ");if(e.length<=$o&&!t)return[e,""];let o=e.replace(/^[^ ]*\.(?=\d+\.)/,
"…");if(o.length<=$o&&!t)return[o,""];let n=t?/_?\d+$/g:/[._/@]/g,a=[...o.matchAll(n)].map(({index:r})=>o.slice(r)).filter(
r=>r.length<=Ks)[0]??o.slice(-Vs);return[o.slice(0,-a.length),a]}function So(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Je(e,t=1){if(e===0||e===1)return`${100*e}%`;let o=10**-t,n=(100*e).toFixed(
t);return e>0&&Number(n)===0?`<${o.toFixed(t)}%`:e<1&&Number(n)>=100?`>${(100-o).toFixed(t)}%`:`${n}%`}function Lo(e){return Je(
e,e<.0995?1:0).replace("%"," %")}function No(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ae(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function Pt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ie(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=vo?"zeros":"ok"}var Be={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function be(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function pt(e){let t=[...e].map(n=>[n.name,be(n)[0]]),
o=new Map;for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:
s]))}function dt(e){return e.grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":e.role==="optimize"?"opti\
mizer":"forward"}function To(e,t,o){if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(
s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function Le(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];
let s=10**Math.floor(Math.log10(n/o));for(let a of[10,5,2,1]){let r=s*a,c=Math.ceil(e/r-1e-9),l=Math.floor(t/r+1e-9);if(l-
c+1>=o-1||a===1)return Array.from({length:l-c+1},(p,d)=>(c+d)*r)}return[]}function Oe(e){if(e===0)return"0";let t=Math.abs(
e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace("e+","e"):String(Number(e.toPrecision(6)))).replaceAll(
"-",Mo)}var Xs="http://www.w3.org/2000/svg";function i(e,t={},...o){let n=document.createElement(e);return Ao(n,t),n.append(...o),
n}function V(e,t={},...o){let n=document.createElementNS(Xs,e);return Ao(n,t),n.append(...o),n}function ut(e){let t=i("s\
pan",{class:"opscope-name"});return Ze(t,e),t}function Ze(e,t){if(e.title===t)return;e.title=t;let[o,n]=Eo(t);e.replaceChildren(
i("span",{},o),...n?[i("span",{class:"opscope-name-end"},n)]:[])}function Ao(e,t){for(let[o,n]of Object.entries(t))m(e,o,
n)}function m(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function _(e,t){e.textContent!==t&&(e.textContent=t)}function Re(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var Co="no kernel answers",Io="No kernel answers, and the elements of this value were not kept.",Ys={live:"",waiting:"",
lost:"The kernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cel\
l again to go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run \
the cell to start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function _o(e){
return Ys[e]}function Bo(){let e=i("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){_(e,_o(t)),
m(e,"hidden",!_o(t))}}}function Ro(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function Po(e){
let t=Ro(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var Oo=["step","min","max","mean","std","zeros",
"nan","inf"];function Js(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let a of e.events)a.kind==="ValueSeen"&&o.push(a);
if(e.numbers===void 0)return[];let n=Po(t[e.numbers]),s=n.length/(1+Oo.length);return Array.from({length:s},(a,r)=>{let c={
...o[n[r]]};return Oo.forEach((l,p)=>{let d=n[(p+1)*s+r];c[l]=Number.isNaN(d)?null:d}),c})}function Ft(e,t,o=[]){let n=e.
events.map(r=>{let c=r.pixels?.buffer;return typeof c=="number"?{...r,pixels:Ro(t[c])}:r}),s=n.findIndex(r=>r.kind!=="Ru\
nStarted"&&r.kind!=="GraphDrawn"),a=s<0?n.length:s;return[...n.slice(0,a),...Zs(e,t),...Js(e,t,o),...n.slice(a)]}function Zs(e,t){
if(!e.trails?.length)return[];let o=Po(t[e.block]),n=0;return e.trails.map(([s,a,r])=>{let c=(p,d)=>{let f=o[n+p*r+d];return Number.
isFinite(f)?f:null},l=Array.from({length:r},(p,d)=>({step:o[n+d],mean:c(1,d),min:c(2,d),max:c(3,d),rms:c(4,d),bad:o[n+5*
r+d]}));return n+=6*r,{kind:"Trail",slot:s,name:a,points:l}})}function Fo(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function jo(e){let t=new Blob([Do(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Do)}}function Do(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var zo="\
application/vnd.jupyter.widget-state+json",Qs=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function Dt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[zo]?.state??{};if(s[t]?.
state?.frame===n)return;let a=JSON.stringify(o.toJSON().cells),r=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||a.includes(l))),c=Object.fromEntries(Qs.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));r[t]={model_module:c._model_module,
model_module_version:c._model_module_version,model_name:c._model_name,state:c},o.setMetadata("widgets",{[zo]:{version_major:2,
version_minor:0,state:r}})}var Go={points:[],stride:1};function Uo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(Ho(n,s,t);n.length>ko;){t*=2;let a=[];for(let r of n)Ho(a,r,t);n=a}return{points:n,stride:t}}function Ho(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=er(n,t):e.push(t)}function er(e,t){return{
step:t.step,mean:t.mean,min:Wo(Math.min,e.min,t.min),max:Wo(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function Wo(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function ft(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function ht(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function mt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function qo(e,t){let o=new zt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
Ye,n.kind))for(let s of Ye[n.kind])tr(o,s,n);return o.slots}var zt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Xe[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,Uo(s.get(o)??Go,n))}};function tr(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(r=>o[r]),a=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(a),n.set(a,o);for(let r of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(r)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[ht(o)]);else for(let[n,s]of mt(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Xe).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var or=Object.freeze([]),nr=new Set,gt=Object.freeze({...Ko(Xe),runs:0,reached:0});function jt(e,t){return{...Ko(qo(e.fold,t),e),...t.reduce(sr,e)}}function sr({runs:e,reached:t},o){switch(o.kind){case"R\
unStarted":return{runs:e+1,reached:0};case"Stopped":return{runs:e,reached:Math.max(t,o.step)};default:return{runs:e,reached:t}}}
function Ko(e,t){let o=e.past_stop??e.stopped,n=[...e.steps.values()].at(-1),s=e.place?t&&t.fold.place===e.place?t.absent:
new Set(e.place.absent):nr,a=t&&t.absent===s&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",
place:e.started?.place??"",rules:e.started?.rules??!1,phase:rr(e),stopped:o,over:!!e.terminated,error:e.terminated?.error??
"",search:e.search?.total?e.search:null,recorded:e.recorded?.last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.
slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:ir(e.breakpoints),exceptions:e.breakpoints?.exceptions??
or,step:n?.step??0,seconds:n?n.pace||n.seconds:null,scalars:ar(e),scalarHistory:e.scalars,scalarNames:new Map([...e.steps.
values()].flatMap(r=>r.names.map((c,l)=>[c,r.called?.[l]??""]))),graph:e.graph,values:e.values,present:a?t.present:cr(e.
values,o,s),absent:s,history:e.history,details:e.details,warnings:e.warnings,findings:e.findings,explained:e.explained,responses:e.
responses}}function rr(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)return"running";if(!e.terminated)return e.
started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t==="failed"||t==="stopped"?t:"finished"}function ar(e){
let t=new Map([...e.steps.values()].flatMap(n=>mt(n).map(([s,a])=>[s,a.mean]))),o=Object.create(null);for(let n of e.scalars.
keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function ir(e){return(e?.numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].
split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??
!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",condition:e?.conditions[o]??"",hits:e?.hits[o]??0,
ops:n,...s}})}function cr(e,t,o){return t?new Map([...e].filter(([n,s])=>s.step===t.step&&!o.has(n))):e}function Vo(e){return e.
stopped?.past?e.stopped.step:e.stopped?.step||Fe(e)}function Pe(e,t){return e.present.has(t.name)?"":t.step===e.stopped?.
step?`later in step ${t.step}`:`step ${t.step}`}function Xo(e,t){return e.over&&!e.stopped&&t.step<Fe(e)?`step ${t.step}`:
""}function Yo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&(e.present.get(
n)??Zo(e.present,n));if(s)return[n,{value:s.mean,when:""}];let a=o&&t?t.names.indexOf(n):-1;if(a>=0&&!t?.later?.includes(
n))return[n,{value:t?.scalars[a]??null,when:""}];let r=e.scalarHistory.get(n)?.points??[],c=o?.past?ft(r,o.step):r.at(-1),
l=a>=0?t?.scalars[a]??null:o?.past?c?.mean??null:e.scalars[n],p=a>=0?t?.step:c?.step,d=o&&o.op<0&&!o.depth,f=p===o?.step?
d?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?f:""}]}))}function Jo(e,t,{value:o,when:n}){let s=e.
scalarHistory.get(t),a=s?.points.at(-1),r=e.stopped?.step??0;return!s||!a||n||r<=a.step?s:{...s,points:[...s.points,{...a,
step:r,mean:o,min:o,max:o}]}}function Zo(e,t){let o=[...e.values()].filter(n=>(n.called??"").split(", ").includes(t));return o.
length===1?o[0]:void 0}function bt(e,t){return e.values.has(t)?t:Zo(e.values,t)?.name??""}function Qe(e,t){let o=e.values.
get(t);return o?be(o)[0]:t}function Fe(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function wt(e,t=""){let o=t.
trim().toLowerCase(),n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.
called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&n[dt(s)].push(s);for(let s of Object.values(n))s.sort((a,r)=>a.
op-r.op||(a.name<r.name?-1:1));return n}function Ht(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort(
(t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var Qo=250,lr=2.5,pr=["dead","terminating","restarting","autorestarting"],xt=2500,dr=400,ur=6e4;function fr(e,t){return t.
kind==="batch"&&t.n!==e+1}function hr(e,t,o,n){return t?n.n>e:o>xt}function en({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),a=Math.floor(Math.random()*2**20)*2**20,r=gt,c=0,l=!1,p=!1,d=!1,f=!1,h=0,u="",w=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,b="live",g=Date.now(),y=0,L=xt,S=xt,x=[],N="",v=!1,k=D=>{try{e.send(D)}catch{
g=0}},T=()=>{h=0,u=w();try{n(r,b)}finally{f&&k({kind:"ack",n:c,view:s}),f=!1}},E=()=>{!h&&p&&!o.aborted&&(h=requestAnimationFrame(
T))},A=()=>{l=!1,y=Date.now(),k({kind:"attach",view:s,tab:N})},F=()=>{let D=p&&!document.hidden;D!==d&&(d=D,g=Date.now(),
d?A():k({kind:"detach",view:s}),E())},O=async()=>{let D=e.get?.("frame");if(!D||c||v)return;v=!0;let{message:C,buffers:H}=await jo(
D);c||(r=jt(gt,Ft(C,H)),b==="live"&&(b="waiting"),E())},X=()=>{if(p&&w()!==u&&E(),!d||!S)return;let D=Date.now()-g;!c&&D>
dr&&O();let C=e.widget_manager?.kernel,H=!!C&&(C?.isDisposed||pr.includes(C?.status??""));if(D<(H?Qo:S))return;!H&&Date.
now()-y>L&&(L=Math.min(2*L,ur),A());let P=c?"lost":v?"saved":"nothing";P!==b&&(b=P,E())},G="",K=D=>{G=D,Dt(e,D)},z=()=>G&&
Dt(e,G),I=(D,C)=>{if(g=Date.now(),b!=="live"&&(b="live",D.kind!=="snapshot"))return A();if(L=xt,D.kind==="beat"){d&&hr(c,
l,g-y,D)&&A();return}if(D.beat&&(S=lr*1e3*D.beat),D.id&&K(D.id),!(D.kind==="batch"&&!l)){if(fr(c,D))return A();r=jt(D.kind===
"snapshot"?gt:r,Ft(D,C,x)),c=D.n,l=!0,f||=!!D.ack,E()}},ee=new IntersectionObserver(D=>{p=D[D.length-1].isIntersecting,F()},
{rootMargin:"100px"}),Y=new ResizeObserver(E);e.on("msg:custom",I),e.get&&e.on("change:frame",z),ee.observe(t),Y.observe(
t),document.addEventListener("visibilitychange",F,{signal:o}),e.get||(S=0),k({kind:"render",view:s});let Q=setInterval(X,
Qo);return o.addEventListener("abort",()=>{e.off("msg:custom",I),e.get&&e.off("change:frame",z),ee.disconnect(),Y.disconnect(),
cancelAnimationFrame(h),clearInterval(Q),d&&k({kind:"detach",view:s})}),{refresh:E,show(D){D!==N&&(N=D,d&&k({kind:"show",
view:s,tab:N}))},command(D,C={}){return k({kind:D,request:++a,...C}),a}}}var mr=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),gr=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],br=new RegExp(gr.map(e=>e.source).join("|"),"giu");function Wt(e){let t=[],o=0;for(let n of e.
matchAll(br)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
a=>n.groups?.[a]!==void 0);t.push([s==="word"?wr(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function wr(e,t){return mr.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function xr(e){return e.split(/[/\\]/).at(
-1)||e}function tn(){let e=i("span",{class:"opscope-line-number"}),t=i("code",{}),o=i("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,a){m(o,"hidden",!n),m(o,"title",`${n}:${s}
${a}`),_(e,`${xr(n)}:${s}`),t.textContent!==a&&t.replaceChildren(...Wt(a).map(([r,c])=>r==="plain"?c:i("span",{"data-tok\
en":r},c)))}}}function nn(e,t=e.name){let o=`${e.op_type}${t?` → ${t}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`,\
 in ${o}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${o}`}function sn({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e}: ${t}`:t||e}function rn(e){let t=e.step===null?"":e.
step?`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread}\
 ${e.thread_name}`:"";return[o,e.role,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function yr(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Fe(e)}, in the past`:"in the past":""}function on(e){let t=e.
stopped;return t?[nn(t),sn(t),rn(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function kr(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&yt(e))return yt(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function yt({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function vr({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function an(e){
let t=i("span",{class:"opscope-op"}),o=i("span",{class:"opscope-reason"}),n=i("span",{class:"opscope-at"}),s=i("span",{class:"\
opscope-said"}),a=i("div",{class:"opscope-where"},t,o,n,s),r=i("span",{class:"opscope-past"}),c=tn(),l=i("div",{class:"o\
pscope-place-bar"},r,a,c.el);return{el:l,update(p,d){let f=p.stopped,h=on({...p,stopped:null});_(t,f?nn(f,Qe(p,f.name)):
"");let u=vr(p);_(o,f&&!u?sn(f):""),_(n,f&&!u?rn(f.past?{...f,step:null}:f):""),_(s,d||u||(f?"":h||kr(p))),m(a,"data-bad",
!!d||!f&&!!h);let w=!d&&!f&&p.phase==="running"&&!!yt(p);m(a,"data-slow",w),m(a,"title",d||(w?yt(p):on(p))),m(o,"data-re\
ason",f?.reason),_(r,yr(p)),m(r,"hidden",!f?.past),m(l,"data-past",f?.past),m(l,"hidden",e&&!f&&!h),c.update(f?.path??"",
f?.line??0,f?.source??""),m(l,"data-source",!!f?.path)}}}var $r=64,Mr=2**-23;function Er(e,t,o){let n=Math.max(1,Math.ceil(e.length/$r)),s=e.filter((b,g)=>(e.length-1-g)%n===0),
a=s.flatMap(b=>b.mean===null?[]:[b.mean]),r=Math.min(...a),c=Math.max(...s.flatMap(b=>[b.min??0,b.max??0,b.mean??0].map(
Math.abs))),l=Math.max(...a)-r,p=l>Mr*c?l:0,d=s[0]?.step??0,f=(s.at(-1)?.step??0)-d||1,h="",u="",w="M";for(let b of s){let g=(1+
(b.step-d)/f*(t-2)).toFixed(1);if(b.bad&&(u+=`M${g},${o-3}V${o}`),b.mean===null){w="M";continue}let y=p>0?o-4-(b.mean-r)/
p*(o-6):o/2;h+=`${w}${g},${y.toFixed(1)}`,w="L"}return{line:h,bad:u}}function kt(e,t){let o=V("path",{class:"opscope-spa\
rk-line"}),n=V("path",{class:"opscope-spark-bad"}),s=V("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),a;return{el:s,update(r){if(r===a)return;a=r;let c=Er(r?.points??[],
e,t);m(o,"d",c.line),m(n,"d",c.bad)}}}var Sr=[64e6,256e6,1e9,4e9],Lr={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Nr(e){return[...new Set([...Sr,e])].sort((t,o)=>t-o)}function Tr({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Lo(t.recording)}`}function cn({
ask:e,signal:t}){let o=i("span",{class:"opscope-label"}),n=i("i",{class:"opscope-switch"}),s=i("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),a=i("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),r=i("span",{class:"opscope-bytes"}),c=i("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=i("span",{class:"opscope-limit"},"of ",c),p=i("span",{class:"opscope-memory"},r,
l),d=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),c.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(c.value)}),{signal:t}),{toggle:s,cost:a,memory:p,update(h){d=!!h.recording?.on;let u=!!h.
recording&&!h.over;_(o,u?"Recording":"Recorded"),s.disabled=!u,m(s,"aria-checked",d&&u?"true":"false"),m(s,"title",u?Lr[d?
"off":"on"]:void 0);for(let w of[n,a,l])m(w,"hidden",!u);_(a,Tr(h)),_(r,Pt(h.recorded?.bytes??0)),h.recording&&h.recording.
budget!==f&&(f=h.recording.budget,c.replaceChildren(...Nr(f).map(w=>i("option",{value:w,selected:w===f},Pt(w)))))}}}var Ar=1e4;function ln(e,t=Date.now){let o=null,n=null,s=-1,a=null,r=null,c=!1,l=0,p=()=>r!==null&&t()-r<Ar,d=(h,u)=>{let w=++l;
r=t(),c=h==="Pause",e(h,u,b=>{w===l&&(b||(o=n=null),(!b||!c)&&(r=null))})},f=h=>{c&&h.phase!=="running"&&(c=!1,r=null),!(n===
null||h.phase==="running"||h.stopped===a)&&(r!==null&&h.stopped?.step!==n||(n=r=null))};return{get target(){return o??n},
goTo(h,u=-1){o=h,s=u},follow(h){if(f(h),!(o===null||p())){if(h.phase==="running")return d("Pause",{});n=o,o=null,a=h.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function Gt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Fe(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function _r(e,t,o){
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
phase),m(s,"aria-valuetext",u?`step ${w} of ${g}`:"no step yet"),_(c,u?`step ${w} / ${g}`:"no step yet"),m(r,"title",u?`\
steps ${_r(b,g,h.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),d(b,g,h.recorded?.gaps??[])}}}var Cr=new Set,Ir=new Set(["Pause","Continue","Terminate"]);function dn({send:e,signal:t}){let o=new Map,n=Rt.map(c=>i("\
div",{class:"opscope-group"},...c.map(a))),s=i("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function a(c){
let l=V("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});c.line&&l.append(V("path",{d:c.line,class:"\
opscope-stroke"})),c.fill&&l.append(V("path",{d:c.fill}));let p=i("button",{class:`opscope-button opscope-${c.name}`,type:"\
button",title:yo(c),"aria-label":c.label,"aria-keyshortcuts":c.key});return p.append(l),Ir.has(c.kind)&&p.append(i("span",
{},c.label)),p.addEventListener("click",()=>e(c.kind),{signal:t}),o.set(c.kind,p),p}function r(c,l){let p=c.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!c.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(c,l){let p=l?Ce(c):Cr,d=c.phase==="running"||c.phase==="waiting"||!!c.search;for(let[f,h]of o)r(h,()=>{h.disabled=
!p.has(f),(f==="Pause"||f==="Continue")&&m(h,"hidden",d!==(f==="Pause"))})}}}var Br=4,un="NaN/Inf";function Or(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Rr(e){return e===null?un:U(e)}
function Pr(e){return e.seconds?U(1/e.seconds):"–"}function fn({send:e,ask:t,seek:o,refresh:n,offline:s,signal:a}){let r=i(
"span",{class:"opscope-title"}),c=i("span",{class:"opscope-place"}),l=i("span",{class:"opscope-state",role:"status"}),p=an(
s),d=pn({ask:t,seek:o,refresh:n,signal:a}),f=dn({send:e,signal:a}),h=Ut("step","opscope-step"),u=Ut("steps / s","opscope\
-rate"),w=i("div",{class:"opscope-metrics"},h.el,u.el),b=i("div",{class:"opscope-headline"},i("div",{class:"opscope-name\
s"},r,c),l),g=i("header",{class:"opscope-header"},b,p.el);s||(b.append(f.el),g.append(d.el)),g.append(w);let y=new Map;return{
el:g,update(L,S,x){_(r,L.title||"run"),m(r,"title",L.title),_(c,L.place),m(l,"data-past",L.stopped?.past);let N=!S&&(L.phase===
"running"||L.phase==="waiting");m(l,"data-phase",N?"gone":L.phase),_(l,N?"no kernel":Or(L)),p.update(L,x),s||(d.update(L),
f.update(L,S)),h.update(String(Vo(L))),u.update(Pr(L));let v=[...Yo(L)].slice(0,Br);for(let[k,T]of v){let E=y.get(k)??Ut(
k,"opscope-scalar",!0);y.set(k,E),E.update(Rr(T.value),Jo(L,k,T),T.when,L.scalarNames.get(k))}Re(w,[h.el,u.el,...v.map(([
k])=>y.get(k).el)])}}}function Ut(e,t,o=!1){let n=i("span",{class:`opscope-number ${t}`}),s=kt(96,30),a=i("span",{class:"\
opscope-label",title:e},e),r=i("span",{class:"opscope-when"}),c=i("div",{class:"opscope-metric"},i("div",{},a,n,...o?[r]:
[]));return o&&c.append(s.el),{el:c,update(l,p,d="",f=""){_(a,f||e),m(a,"title",f?`${f}, ${e}`:e),_(n,l),_(r,d),m(c,"dat\
a-elsewhere",!!d),m(n,"data-bad",l===un),o&&s.update(p)}}}var Fr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["Anywhere","Esc","leave the panel: the keys are the notebook's again"],["List of values","↑ \
↓ Home End","select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to anoth\
er step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","\
Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["E\
lements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ H\
ome End","to another line"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of \
the line"],["Evaluation line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Dr(e){let t=new Map,
o=e?[]:Se.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,a]of[...o,...Fr])t.set(n,[...t.
get(n)??[],[s,a]]);return t}function hn({root:e,offline:t,signal:o}){let n=i("button",{class:"opscope-button",type:"butt\
on"},"Close"),s=[...Dr(t)].map(([p,d])=>i("section",{},i("h4",{},p),i("dl",{},...d.flatMap(([f,h])=>[i("dt",{},...f.split(
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
l,et,"true")))},{signal:n,capture:!0})}var gn="later",zr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function bn({select:e,
refresh:t,memory:o,signal:n}){let s=i("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-la\
bel":"filter values"}),a=i("span",{class:"opscope-found"}),r=i("div",{class:"opscope-rows",role:"listbox","aria-label":"\
values",tabindex:0}),c=i("aside",{class:"opscope-list"},i("div",{class:"opscope-search"},s,a),r),l=new Map,p=[],d="",f=Object.
fromEntries(Object.entries(zr).map(([u,w])=>[u,jr(w)]));return s.value=o.filter??"",s.addEventListener("input",()=>(o.filter=
s.value,t()),{signal:n}),r.addEventListener("scroll",t,{signal:n,passive:!0}),r.addEventListener("click",u=>{let w=u.target.
closest("[data-name]");w&&e(w.dataset.name??"")},{signal:n}),r.addEventListener("keydown",u=>{let w=ce(u,p.indexOf(d),p.
length);w!==null&&(u.preventDefault(),e(p[w]),l.get(p[w])?.el.scrollIntoView({block:"nearest"}))},{signal:n}),{el:c,update(u,w){
d=w;let b=wt(u,s.value);p=[];let g=[];for(let[S,x]of Object.entries(b)){if(!x.length)continue;let N=f[S];_(N.count,String(
x.length)),g.push(N.el);for(let v of x){let k=l.get(v.name)??Wr(v.name);l.set(v.name,k),p.push(v.name),g.push(k.el)}}Re(
r,g),m(r,"aria-activedescendant",l.get(w)?.el.id);let y=u.values.size,L=u.cost?.hz&&!u.over?` · ${No(u.cost.hz)}`:"";_(
a,`${p.length===y?y:`${p.length} of ${y}`}${L}`),m(a,"title",L?"each value is summarized so often: more would take over \
a twentieth of the time":void 0),m(r,"data-empty",y?p.length?void 0:"No value matches the filter.":"Values appear here a\
s soon as the run sends them."),h(u,w)}};function h(u,w){let{clientHeight:b,scrollTop:g}=r,y=p.map(N=>l.get(N)),L=y[0]?.
el.offsetHeight||44,S=pt(u.values.values()),x=y.map(N=>N.el.offsetTop-g);y.forEach((N,v)=>{let k=p[v],T=x[v]>-2*L&&x[v]<
b+2*L;m(N.el,"aria-selected",k===w?"true":"false");let E=u.values.get(k);T&&E&&N.update(E,S.get(k)??k,u.history.get(k),Pe(
u,E),Xo(u,E))})}}function jr(e){let t=i("span");return{el:i("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}
var Hr=0;function Wr(e){let t=i("span",{class:"opscope-pill"}),o=ut(e),n=i("span",{class:"opscope-spec"}),s=i("span",{class:"\
opscope-mean"}),a=i("span",{class:"opscope-std"}),r=kt(52,26),c=i("div",{class:"opscope-row",role:"option","data-name":e,
id:`opscope-value-${++Hr}`},t,o,n,s,a,r.el),l,p="";return{el:c,update(d,f,h,u,w){r.update(h);let[b,g]=[u.startsWith(gn)?
gn:u||w,`${u}, ${w}, ${f}`];if(d===l&&g===p)return;l=d,p=g,m(c,"data-elsewhere",!!u);let y=ie(d);m(c,"data-health",y);let[
L,S]=be(d);Ze(o,f),_(t,Be[y]),_(n,`${b?`${b}  `:""}${Ie(d.shape)}  ${So(d.dtype)}${S&&f===L?`  ${S}`:""}`),_(s,d.dtype.startsWith(
"complex")&&d.mean!==null?`|·| ${U(d.mean)}`:U(d.mean)),_(a,d.std===null||!d.shape.length?"":`± ${U(d.std)}`)}}}var Gr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return i("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function wn({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=le("condition-field","only i\
f … (optional)","condition"),a=le("hits-field","1","stop from this hit on","number"),r=i("input",{class:"opscope-log-f\
ield",type:"checkbox"}),c=le("message-field","message, as: loss is {loss}","log message; values stand in braces"),l=i("b\
utton",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=i("button",{class:"opscope-button opscope-cancel",type:"\
button",hidden:!0},"Cancel"),d=i("span",{class:"opscope-logging"},i("label",{title:"write a note at each hit, and go on"},
r," only log"),c),f=i("summary",{},"Hits, log …"),h=i("details",{class:"opscope-breakpoint-more"},f,i("div",{},i("labe\
l",{},"stop from hit ",a),d)),u=i("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,h);m(a,"min",1),m(c,"h\
idden",!0);let w=null,b=S=>{t(S),m(n,"aria-invalid",S?"true":void 0)},g=()=>Math.max(1,Math.round(Number(a.value)||1));function y(S){
w=S,n.value=S?.spec??"",n.readOnly=!!S,s.value=S?.condition??"",a.value=S&&S.wanted>1?String(S.wanted):"",r.checked=!1,c.
value="",m(c,"hidden",!0),m(d,"hidden",!!S),_(l,S?`Change ${S.number}`:"Add"),m(p,"hidden",!S),S&&(h.open=S.wanted>1||h.
open),b("")}function L(){let S={spec:n.value.trim(),condition:s.value.trim(),hits:g()};if(!S.spec)return b(Gr);b("");let x=(N,v)=>{
let k=n.value.trim()===S.spec&&s.value.trim()===S.condition;return N&&k&&y(null),(!N||v)&&b(v),!0};w?e("ChangeBreakpoint",
{number:w.number,enabled:w.enabled,condition:S.condition,hits:S.hits},x):e("SetBreakpoint",{spec:S.spec,condition:S.condition,
...S.hits>1&&{hits:S.hits},...r.checked&&{log:!0,message:c.value.trim()}},x)}u.addEventListener("submit",S=>(S.preventDefault(),
L()),{signal:o}),p.addEventListener("click",()=>y(null),{signal:o}),r.addEventListener("change",()=>m(c,"hidden",!r.checked),
{signal:o});for(let S of[n,s,a,c])S.addEventListener("input",()=>b(""),{signal:o}),S.addEventListener("keydown",x=>{x.key===
"Escape"&&w&&y(null),!(x.key!=="Enter"||x.isComposing)&&(x.preventDefault(),u.requestSubmit())},{signal:o});return{el:u,
problem:b,change(S){y(S),s.focus()},compose(S){y(null),n.value=S,s.focus()}}}var Ur=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function qr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function qt(e){return`${ae(e)} ${e===
1?"hit":"hits"}`}function Kr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Vr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var xn={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Xr,count:e=>e.breakpoints.length};function Xr({ask:e,open:t,offline:o,signal:n}){
let s=i("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),r=wn({ask:e,showProblem:g=>{_(s,g),m(s,"hidden",
!g)},signal:n}),c=i("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=i("div",{class:"opscope-breakpoint-rows"}),p=i("div",
{class:"opscope-breakpoints"}),d=Ur.map(([g,y])=>({name:g,box:i("input",{type:"checkbox","data-filter":g}),title:y})),f=i(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...d.map(({name:g,box:y,title:L})=>i("label",{title:L},y,` ${g}`))),o||p.append(r.el,f,s),p.append(c,l);let h,u=[],
w=(g,y)=>(r.problem(g?"":y),!0);f.addEventListener("change",()=>{let g=d.filter(({box:y})=>y.checked).map(({name:y})=>y);
e("SetExceptionFilters",{filters:g},w)},{signal:n}),l.addEventListener("click",g=>{let y=g.target,L=y.closest("[data-num\
ber]"),S=u.find(({number:x})=>x===Number(L?.dataset.number));S&&(y.closest(".opscope-remove")?e("ClearBreakpoint",{number:S.
number},w):y.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:S.number,enabled:!S.enabled,condition:S.condition,
hits:S.wanted},w):y.closest(".opscope-breakpoint-condition")?r.change(S):y.closest(".opscope-breakpoint-ops")&&t("graph",
S.ops[0]))},{signal:n});function b(g,y){let L={"data-conditional":!!g.condition,"data-off":!g.enabled,"data-hollow":!g.verified,
"data-log":!!g.log},S=Vr(g),x=Kr(g),N=i("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":g.
enabled?"true":"false","aria-label":S,title:S,disabled:o,...L}),v=i("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!g.ops.length},qr(g)),k=i("button",{class:"opscope-breakpoint-condition",type:"\
button",title:x?`${x}; click to change`:"set a condition","aria-label":`condition of breakpoint ${g.number}: ${x||"alway\
s"}`,disabled:o},x),T=i("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${g.number}`});return T.append(V("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},V("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),i("div",{class:"opscope-breakpoint","data-number":g.
number,"data-op":g.ops[0],"data-here":y,"data-off":!g.enabled},N,i("span",{class:"opscope-breakpoint-number"},String(g.number)),
i("code",{class:"opscope-breakpoint-spec",title:g.spec},g.spec),k,v,i("span",{class:"opscope-breakpoint-hits"},qt(g.hits)),
...o?[]:[T],...g.problem?[i("div",{class:"opscope-breakpoint-problem"},g.problem)]:[])}return{el:p,open:g=>r.compose(String(
g)),update(g){m(c,"hidden",g.breakpoints.length>0);for(let{name:N,box:v}of d)v!==document.activeElement&&(v.checked=g.exceptions.
includes(N));let y=g.stopped?.reason.endsWith("breakpoint")?g.stopped.op:-1,L=JSON.stringify([g.breakpoints,y]);if(L===h)
return;h=L,u=g.breakpoints;let S=document.activeElement?.closest?.("[data-number]"),x=l.contains(S)?document.activeElement.
className:"";l.replaceChildren(...u.map(N=>b(N,N.ops.includes(y)))),x&&l.querySelector(`[data-number="${S?.dataset.number}\
"] .${x}`)?.focus({preventScroll:!0})}}}function yn(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function kn(e){return e.functions.
map((t,o)=>o).reverse()}function vn({ask:e,show:t,refresh:o,signal:n}){let s=i("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),a=i("div",{class:"opscope-empty"}),r=i("div",{},a,s),c=i("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=i("div",{class:"opscope-empty"}),p=i("\
div",{},l,c),d="",f=-1,h="",u,w,b=null;function g(x){b&&(f=x,u=void 0,e("FetchVariables",{frame:x},y),b.paths[x]&&t(b.paths[x],
b.lines[x]),o())}let y=(x,N)=>(h=x?"":N,w=void 0,!0);s.addEventListener("click",x=>{let N=x.target.closest("[data-frame]");
N&&g(Number(N.dataset.frame))},{signal:n}),s.addEventListener("keydown",x=>{if(!b)return;let N=kn(b),v=ce(x,N.indexOf(f),
N.length);v!==null&&(x.preventDefault(),x.stopPropagation(),g(N[v]),L(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function L(){let x=b,N=x&&JSON.stringify([x,f]);if(N===u)return;u=N;let v=s.contains(document.
activeElement);s.replaceChildren(...(x?kn(x):[]).map(k=>{let T=x?.paths[k]?`${x.paths[k].split(/[/\\]/).at(-1)}:${x.lines[k]}`:
"",E=k===f;return i("div",{class:"opscope-frame",role:"option","aria-selected":E?"true":"false",tabindex:E?0:-1,"data-fr\
ame":k,"data-kind":x?.kinds[k],"data-now":x?.now[k],title:`${x?.texts[k]}${x?.now[k]?`
where the program is now; the run shows its past`:""}`},i("b",{},x?.functions[k]??""),i("code",{},x?.texts[k]??""),i("sp\
an",{},x?.now[k]?`${T} now`:T))})),v&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function S(x){let N=x.
fold.variables,v=yn(x,N)&&(N?.frame===f||N?.frame===f-(b?.functions.length??0))?N:null;if(v===w&&v)return;w=v;let k=x.phase===
"running"?"":h||(v&&!v.names.length?"No variables.":"");_(l,k),m(l,"hidden",!k),c.replaceChildren(...(v?.names??[]).map(
(T,E)=>{let A=v?.called?.[E]??"";return i("div",{},i("dt",{title:A?`${A}, ${T}`:T},A||T),i("dd",{title:`${v?.texts[E]}${v?.
now[E]?`
of now: the recording does not have it`:""}`,"data-now":v?.now[E]},v?.texts[E]??""))}),...v&&v.total>v.names.length?[i("\
div",{},i("dt",{},"…"),i("dd",{},`${v.total-v.names.length} more`))]:[])}return{el:r,variables:p,get frame(){return f},
update(x){let N=x.stopped,v=x.phase==="running"||x.phase==="waiting"?"":`${N?.run} ${N?.tick} ${N?.reason}`;v!==d&&(d=v,
f=-1,h="",v&&(e("FetchStack",{},(T,E)=>T?void 0:y(T,E)),e("FetchVariables",{frame:-1},y))),b=v&&yn(x,x.fold.stack)?x.fold.
stack:null,b&&f<0&&b.functions.length&&(f=b.functions.length-1);let k=v?b&&!b.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";_(a,k),m(a,"hidden",!k),L(),S(x)}}}var Yr=30;function $n({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=i("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),a=i("form",{class:"opscope-evaluation","data-asks":!0},s,i("div",{class:"opscope-evaluation\
-line"},i("span",{"aria-hidden":"true"},"›"),n)),r=[],c=0;function l(){let p=n.value.trim();if(!p)return;n.value="",r.
push(p),c=r.length;let d=i("pre",{},"…");for(s.append(i("div",{class:"opscope-answer"},i("code",{},p),d));s.children.length>
Yr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(f,h)=>(d.textContent=h,m(d,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return a.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&r.length)c=Math.max(0,Math.min(
r.length,c+d)),n.value=r[c]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:a,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,m(n,"title",d?"pause the run fir\
st":void 0)}}}function Mn({ask:e,signal:t}){let o=i("div",{class:"opscope-attributes-title"}),n=i("dl",{class:"opscope-variables"}),s=i(
"div",{class:"opscope-empty",role:"status"}),a=i("div",{"data-asks":!0},o,n,s),r=-1,c="",l="",p=-1,d;function f(h,u,w){e(
"SetAttribute",{op:h,name:u,value:w},(b,g)=>(_(s,g),m(s,"data-failed",!b),l="",!0))}return n.addEventListener("keydown",
h=>{let u=h.target.closest("input");h.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(h.key!=="Enter"||!u||h.isComposing)&&
(h.preventDefault(),f(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:a,choose(h){r=h,l=""},update(h,u){let w=h.stopped,
b=`${w?.run} ${w?.tick}`;b!==c&&w?.text!=="edited"&&(r=c?-1:r),c=b;let g=r>=0?r:w?.op??-1;u&&g>=0&&h.phase!=="running"&&
l!==`${g} ${b}`&&(l=`${g} ${b}`,e("FetchOperator",{op:g},(x,N)=>(x||_(s,N),!0)));let y=h.fold.shown_operator?.op===g?h.fold.
shown_operator:null,L=h.phase==="paused"&&!h.over&&!y?.fixed;g!==p&&_(s,""),p=g;let S=JSON.stringify([y,L,g]);S!==d&&(d=
S,_(o,y?`${y.op_type} ${y.op}${y.name?` → ${y.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
m(o,"title",y?.site),n.replaceChildren(...(y?.names??[]).flatMap((x,N)=>{let v=le("attribute-field","",`${x} of ${y?.op_type}\
 ${y?.op}; Enter sets it for this run`);return v.name=x,v.value=v.dataset.was=y?.texts[N]??"",v.dataset.op=String(y?.op),
v.readOnly=!L,m(v,"title",L?"Enter sets it for this run":y?.fixed?`cannot be changed: ${y.fixed}`:"pause the run to chan\
ge it"),[i("dt",{title:x},x),i("dd",{},v)]}),...y&&!y.names.length?[i("dt",{},"no attributes"),i("dd",{})]:[]))}}}var ve={time:{label:"time",about:"of a replay of the step, operator by operator",text:Jr},memory:{label:"memory",about:"\
bytes that the operator writes",text:Zr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:U,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Je,log:!0}};
function Jr(e){return e>=1?`${U(e)} s`:e>=.001?`${U(e*1e3)} ms`:`${U(e*1e6)} µs`}function Zr(e){return e>=2**20?`${U(e/
2**20)} MiB`:e>=1024?`${U(e/1024)} KiB`:`${e} bytes`}function En(e,t){let o=ve[e.by]?.log,n=new Map;return e.ops.forEach(
(s,a)=>{let r=t.get(`op-${s}`)??`op-${s}`,c=n.get(r);n.set(r,c===void 0?e.numbers[a]:o?Math.max(c,e.numbers[a]):c+e.numbers[a])}),
n}function Sn(e,t){let o=[...t].filter(r=>r>0),n=Math.max(...o,0);if(!ve[e]?.log)return{at:r=>n?Math.sqrt(r/n):0,low:0,high:n};
let s=Math.min(...o,n),a=Math.log(n/s);return{at:r=>r<=0?0:a?Math.log(r/s)/a:1,low:s,high:n}}var Ln=["nan","inf","zeros","ok"];function Qr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function ea({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&Qr(t,o[1])?Number(o[2]):0}function tt(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Tn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function Nn(e,t){let o=new Map,n=(a,r)=>o.set(a,[...o.get(a)??[],r]),s=tt(
e);for(let a of t){let r=ea(a,e.path);if(r)n(r,a);else for(let[c,l]of s)a.ops.some(p=>l.includes(p))&&n(c,a)}return o}function ta(e,t){
let o=new Map([...tt(e)].flatMap(([a,r])=>r.map(c=>[c,a]))),n=Tn(e),s=new Map;for(let a of t.values()){let r=o.get(a.op);
if(r===void 0||n.get(a.op)!==a.op_type)continue;let c=ie(a),l=s.get(r);(!l||Ln.indexOf(c)<Ln.indexOf(l))&&s.set(r,c)}return s}
function oa(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function An({ask:e,open:t,refresh:o,
signal:n}){let s=i("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),a=i("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),r=i("span",{class:"opscope-source-note",role:"status"}),c=i("div",{class:"opscope-source-bar","data-asks":!0},
s,r,a),l=i("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),p=i("div",{class:"opscope-source-view"},c,l),d=new Map,f=null,h,u={path:"",
line:0},w="",b="",g=0,y=0,L=!1;function S(A,F){u={path:A,line:F};let O=f?.first??1;if(f?.path===A&&F>=O&&F<O+f.lines.length)
return x(F);e("FetchSource",{path:A,line:F},(X,G)=>(_(r,X?"":G),!0))}function x(A){let F=d.get(A);if(!F)return;N(A,!1);let O=F.
offsetTop-l.offsetTop;(O<l.scrollTop+20||O>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=O-l.clientHeight/2)}function N(A,F){
for(let[O,X]of[[d.get(g),!1],[d.get(A),!0]])O&&(m(O,"tabindex",X?0:-1),m(O,"aria-selected",X?"true":"false"));g=A,F&&d.get(
A)?.focus()}function v(A){if(!f||!h)return;let F=Nn(f,h.breakpoints).get(A)??[];for(let{number:O}of F)e("ClearBreakpoint",
{number:O});F.length||e("SetBreakpoint",{spec:oa(f,A)},(O,X)=>(_(r,O?"":X),!0))}function k(A){l.querySelector(".opscope-\
line-ops-list")?.remove(),y=y===A?0:A;let F=f?tt(f).get(y):void 0,O=d.get(y);if(!F||!O)return;let X=f?Tn(f):new Map,G=K=>`${X.
get(K)||"op"} ${K}`;O.after(i("div",{class:"opscope-line-ops-list"},...F.map(K=>i("button",{type:"button",class:"opscope\
-operator","data-op":K,title:"show it in the graph"},G(K)))))}l.addEventListener("click",A=>{let F=A.target,O=F.closest(
"[data-op]"),X=F.closest("[data-line]");if(O)return t("graph",Number(O.dataset.op));if(!X)return;let G=Number(X.dataset.
line);N(G,!1),F.closest(".opscope-line-stop")?v(G):F.closest(".opscope-line-ops")&&k(G)},{signal:n}),l.addEventListener(
"keydown",A=>{if(A.target.matches("button")||!f)return;let F=f.first,O=ce(A,g-F,f.lines.length);if(O!==null&&A.key!=="Ar\
rowLeft"&&A.key!=="ArrowRight")N(F+O,!0);else if(A.key==="Enter")v(g);else if(A.key===" ")k(g);else return;A.preventDefault(),
A.stopPropagation()},{signal:n}),s.addEventListener("change",()=>S(s.value,0),{signal:n}),a.addEventListener("click",()=>{
L=!L,m(a,"aria-pressed",L?"true":"false"),L&&e("MeasureOperators",{by:"time",step:h?.stopped?.step||0},(A,F)=>(_(r,A?"":
F),!0)),o()},{signal:n});function T(A){f=A,y=0,_(r,"");let F=tt(A),O=new Set([...A.code_lines,...A.op_lines]);d=new Map(
A.lines.map((X,G)=>{let K=A.first+G,z=F.get(K)?.length??0,I=Wt(X).map(([Y,Q])=>Y==="plain"?Q:i("span",{"data-token":Y},Q)),
ee=i("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":K},i("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!O.has(K),title:O.has(K)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${K}`},i("i",{})),i("span",{class:"opscope-line-at"},String(K)),i("span",{class:"opscope-line-time"}),
i("code",{},...X?I:[" "]),...z?[i("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${K}`},z===1?"1 op":`${z} ops`)]:[]);return[K,ee]})),l.replaceChildren(...d.values()),
s.replaceChildren(...A.paths.map(X=>i("option",{value:X,selected:X===A.path},X))),N(u.line>=A.first&&u.line<A.first+A.lines.
length?u.line:A.first,!1),x(g)}function E(A,F){let O=Nn(F,A.breakpoints),X=ta(F,A.present),G=L&&A.fold.measured?.by==="t\
ime"?A.fold.measured:null,K=new Map(G?.ops.map((Y,Q)=>[Y,G.numbers[Q]])??[]),z=new Map([...tt(F)].map(([Y,Q])=>[Y,Q.reduce(
(D,C)=>D+(K.get(C)??0),0)])),I=Math.max(...z.values(),0);G&&!I&&_(r,"No times: eager code is not run again.");let ee=A.stopped?.
path===F.path?A.stopped.line:0;for(let[Y,Q]of d){let D=O.get(Y)??[];m(Q,"data-stops",D.length>0),m(Q,"data-off",D.length>
0&&D.every(q=>!q.enabled)),m(Q,"data-hollow",D.length>0&&D.every(q=>!q.verified)),m(Q,"data-health",X.get(Y)),m(Q,"data-\
here",Y===ee);let C=Q.firstElementChild;D.length&&m(C,"title",`${D.map(q=>`breakpoint ${q.number}: ${q.spec}${q.problem?
`, ${q.problem}`:""}`).join(`
`)}
click to remove`),m(C,"aria-pressed",D.length?"true":"false");let H=Q.children[2],P=G?z.get(Y)??0:0;_(H,P?ve.time.text(P):
""),H.style.setProperty("--share",`${I?(100*P/I).toFixed(0):0}%`)}m(l,"data-timed",L)}return{el:p,show:S,update(A){h=A;let F=`${A.
graph?.program} ${A.runs}`,O=A.stopped?.path??"",X=`${A.stopped?.run} ${A.stopped?.tick} ${O}:${A.stopped?.line}`,G=A.phase===
"paused"||A.over;G&&(X!==b||F!==w)&&(F!==w&&(f=null),[b,w]=[X,F],(O||!f)&&S(O,A.stopped?.line??0),L&&e("MeasureOperators",
{by:"time",step:A.stopped?.step||0},()=>!0));let K=A.fold.source;K&&K!==f&&(!u.path||K.path===u.path)&&T(K),f?E(A,f):_(r,
G?r.textContent??"":"Pause the run to see its code."),m(s,"hidden",!f),m(a,"hidden",!f||!A.recorded)}}}var na=50;function _n({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=i("form",{class:"opscope-watch-form","data-asks":!0},o,i("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=i("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),a=i("div",{},s,n),r=[],c,l=p=>e("WatchExpressions",{expressions:p.slice(-na)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...r.filter(f=>f!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(r.filter(f=>f!==d.dataset.expression))},{signal:t}),{el:a,update(p){
let d=p.fold.watched,f=p.phase==="running",h=JSON.stringify([d,f]);h!==c&&(c=h,r=d?.expressions??[],m(s,"data-old",f),s.
replaceChildren(...r.map((u,w)=>i("div",{},i("dt",{title:u},u),i("dd",{title:d?.texts[w],"data-failed":d?.failed[w]},i("\
span",{},d?.texts[w]??""),i("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":u,title:"wa\
tch it no longer","aria-label":`watch ${u} no longer`},"×"))))))}}}var Cn={id:"code",label:"Code",create:sa};function vt(e,t,o=!0){return i("details",{class:"opscope-section",open:o},i("s\
ummary",{},e),t)}function sa({ask:e,open:t,refresh:o,offline:n,signal:s}){let a=An({ask:e,open:t,refresh:o,signal:s}),r=vn(
{ask:e,show:a.show,refresh:o,signal:s}),c=_n({ask:e,signal:s}),l=Mn({ask:e,signal:s}),p=$n({ask:e,frame:()=>r.frame,signal:s}),
d=vt("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let f=i("div",{class:"opscope-code-side"},vt("Call st\
ack",r.el),vt("Variables",r.variables),vt("Watch",c.el),d),h=i("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),u=i("div",{class:"opscope-code-body",hidden:n},a.el,f),w=i("div",{class:"opscope-\
code-tab"},h,u,p.el);return m(p.el,"hidden",n),{el:w,open(b){d.open=!0,l.choose(Number(b))},update(b){n||(a.update(b),r.
update(b),c.update(b),l.update(b,d.open),p.update(b))}}}var ra=1e5,aa=1.2,ia={to:e=>e,marks:Le,isLog:!1},ca={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<aa)return Le(10**e,10**t,
o).filter(a=>a>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let a=Math.ceil(e);a<=t;a+=n)s.push(10**a);return s}};function ot(e,t){
let o=e.flatMap(({min:r,max:c,mean:l})=>[r,c,l]).filter(r=>r!==null),n=o.flatMap(r=>r?[Math.abs(r)]:[]).sort((r,c)=>r-c),
s=n[n.length>>1]??1,a=(n.at(-1)??0)>ra*s;return!(t??a)||!n.length?ia:t&&n.length===o.length&&o.every(r=>r>0)?ca:la(t?n[Math.
floor(n.length/20)]:s)}function la(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let a=Math.ceil(Math.log10(e)),r=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),c=[0];for(let l=a+r-1;l<=308&&t(
10**l)<=Math.max(n,-o);l+=r)c.push(10**l,-(10**l));return c.filter(l=>t(l)>=o&&t(l)<=n)}}}var De=150,ze=58,Vt=10,Xt=8,$t=22,Kt="history of mean, min and max";function Yt(e){let t=e.flatMap(c=>[c.min,c.max,c.mean]).
filter(c=>c!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,a=e[0]?.step??0,r=e.at(-1)?.step??1;return{x:[a,r>a?r:a+1],y:[o-s,n+s]}}function Mt(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Bn({goTo:e,signal:t}){
let o=V("g",{class:"opscope-grid"}),n=V("path",{class:"opscope-band"}),s=V("path",{class:"opscope-line"}),a=V("path",{class:"\
opscope-bad"}),r=V("path",{class:"opscope-cross"}),c=V("path",{class:"opscope-cursor"}),l=V("svg",{class:"opscope-chart",
height:De,role:"img","aria-label":Kt});l.append(o,n,s,a,r,c);let p=i("span"),d=i("button",{type:"button",class:"opscope-\
log","aria-pressed":"false",title:"logarithmic axis"},"log"),f=i("section",{class:"opscope-card opscope-wide"},i("h4",{},
"History",p),d,l),h=[],u="",w=null,b,g=In([],1,b);d.addEventListener("click",()=>{let v=!g.vertical.isLog;b=ot(h).isLog===
v?void 0:v,x()},{signal:t});let y=()=>{let v=w===null?void 0:ft(h,g.step(w));_(p,v?`step ${v.step}  mean ${U(v.mean)}  ${U(
v.min)} … ${U(v.max)}`:L?"mean, min … max; click to go there":"mean, min … max"),m(r,"d",v?`M${g.x(v.step)},${Xt}V${De-
$t}`:"")},L=null,S=v=>{let{x:k}=g.extent;m(c,"d",v===null||!h.length||v<k[0]||v>k[1]?"":`M${g.x(v)},7l-4,-6h8zV${De-$t}`)};
l.addEventListener("click",v=>{if(!L||!h.length)return;let k=Math.round(g.step(v.clientX-l.getBoundingClientRect().left));
e(Math.max(L[0],Math.min(L[1],k)))},{signal:t}),l.addEventListener("pointermove",v=>(w=v.clientX-l.getBoundingClientRect().
left,y()),{signal:t}),l.addEventListener("pointerleave",()=>(w=null,y()),{signal:t});let x=()=>{},N=new ResizeObserver(()=>x());
return N.observe(l),t.addEventListener("abort",()=>N.disconnect()),{el:f,update(v,k,T){x=()=>this.update(v,k,T);let E=v?.
points??[];L=T,m(l,"data-goes",!!T),m(l,"aria-label",k===null?Kt:`${Kt}; the cursor is at step ${k}`),S(k);let A=Math.max(
200,l.clientWidth||f.clientWidth),F=`${A} ${b}`;if(E===h&&u===F)return y();h=E,u=F,g=In(h,A,b),m(d,"aria-pressed",g.vertical.
isLog?"true":"false"),da(o,n,s,a,h,g,A),S(k),y()}}}function pa(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)}\
,${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function In(e,t,o){let n=ot(e,o),s=p=>p===null?
null:n.to(p),{x:a,y:r}=Yt(e.map(p=>({...p,min:s(p.min),max:s(p.max),mean:s(p.mean)}))),c=t-ze-Vt,l=De-Xt-$t;return{extent:{
x:a,y:r},vertical:n,x:p=>+(ze+(p-a[0])/(a[1]-a[0])*c).toFixed(1),y:p=>+(Xt+(1-(n.to(p)-r[0])/(r[1]-r[0]))*l).toFixed(1),
step:p=>a[0]+(p-ze)/c*(a[1]-a[0])}}function da(e,t,o,n,s,a,r){let c=De-$t,l=a.vertical.marks(...a.extent.y,4).flatMap(u=>[
V("path",{d:`M${ze},${a.y(u)}H${r-Vt}`}),V("text",{x:ze-6,y:a.y(u)+3.5,"text-anchor":"end"},Oe(u))]),p=Le(...a.extent.x,
Math.max(3,r/110)).filter(Number.isInteger).map(u=>V("text",{x:a.x(u),y:De-6,"text-anchor":"middle"},Oe(u)));e.replaceChildren(
...s.length?[...l,...p]:[],V("path",{class:"opscope-floor",d:`M${ze},${c}H${r-Vt}`}));let d=Mt(s,u=>u.min!==null&&u.max!==
null).map(u=>{let w=u.map(g=>`${a.x(g.step)},${a.y(g.max)}`),b=[...u].reverse().map(g=>`${a.x(g.step)},${a.y(g.min)}`);return`\
M${[...w,...b].join("L")}Z`});m(t,"d",d.join(""));let f=Mt(s,u=>u.mean!==null).map(u=>{let w=u.map(b=>`${a.x(b.step)},${a.
y(b.mean)}`);return w.length>1?`M${w.join("L")}`:pa(u[0],a)});m(o,"d",f.join(""));let h=s.filter(u=>u.bad).map(u=>`M${a.
x(u.step)},${c-5}V${c}`);m(n,"d",h.join(""))}function On({ask:e,signal:t}){let o=i("code",{}),n=i("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=i("span",{role:"status"}),a=i("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(r,c)=>(_(s,r?"":c),!0)),{signal:t}),{el:a,
update(r){let c=r.fold.edits?.texts??[];m(a,"hidden",!c.length||r.phase!=="paused"),_(o,c.join("; ")),m(o,"title",c.join(
`
`))}}}function Et({goTo:e,open:t,signal:o}){let n=i("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",r=>{let c=r.target.closest("button");c?.dataset.step?e(Number(
c.dataset.step),Number(c.dataset.op)):c?.dataset.op&&t("graph",Number(c.dataset.op))},{signal:o});function a(r,c){let[l,
p,d]=[r.ops[c],r.steps[c],c===r.cause],f=l<0?i("span",{class:"opscope-maker"},r.makers[c]):i("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${r.makers[c]} ${l} in the graph`},`${r.makers[c]} ${l}`),h=p?[i("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${r.makers[c]} in step ${p}`},`step ${p}`)]:
[],u=r.gaps[c]?[i("div",{class:"opscope-gap"},`${ae(r.gaps[c])} more`)]:[],w=[r.notes[c],d&&r.reads[c]].filter(Boolean).
join(": ");return i("li",{"data-cause":d},...u,i("div",{class:"opscope-link"},...d?[i("b",{class:"opscope-cause-mark"},"\
cause")]:[],i("code",{},r.values[c]),...r.called[c]?[i("code",{class:"opscope-called"},r.called[c])]:[],f,...h),...w?[i(
"div",{class:"opscope-note-text"},w)]:[],...d?r.growth.map(b=>i("div",{class:"opscope-note-text"},b)):[],...r.sites[c]?[
i("code",{class:"opscope-line"},r.sites[c]+(r.sources[c]?`: ${r.sources[c]}`:""))]:[])}return{el:n,update(r){r!==s&&(s=r,
m(n,"hidden",!r),n.replaceChildren(...(r?.values??[]).map((c,l)=>a(r,l))))}}}function ua(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Rn({ask:e,goTo:t,open:o,signal:n,offline:s}){let a=i("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),r=i("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),c=i("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=Et({goTo:t,open:o,signal:n}),p=i("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
i("div",{},a,r),c,l.el),d="",f="",h=null;function u(b){w("Searching …"),e("Explain",{name:b},(g,y)=>(w(ua(y)),h=g?b:null,
!0))}function w(b){_(c,b),m(c,"hidden",!b),h=null}return a.addEventListener("click",()=>u(d),{signal:n}),r.addEventListener(
"click",()=>u(""),{signal:n}),w(""),{el:p,update(b,g){let{stopped:y,explained:L}=g,S=`${b} ${y?.run} ${y?.tick}`;S!==f&&
w(""),d=b,f=S;let x=L&&!L.at&&L.asked===h?L:null;l.update(x),m(c,"hidden",!!x||!c.textContent)}}}var je=168;function fa(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function Pn(e,t){let o=t*e.counts.reduce((s,a)=>s+a,0),n=(e.high-e.low)/e.counts.length;for(let[s,a]of e.counts.
entries()){if(a&&o<=a)return e.low+n*(s+o/a);o-=a}return null}function ha(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,a)=>s+a,0):0)}function ma(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${U(e.low+t*o)} … ${U(e.low+(t+1)*o)}: ${ae(e.counts[t])}`:Jt(e)}function Fn(e){let t=i("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${je}px`}),o=i("span"),n=i("span",{class:"opscope-\
zero"},"0"),s=i("span"),a=i("div",{class:"opscope-readout"}),r=i("span"),c=i("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=i("div",{class:"opscope-axis"},o,n,
s),p=i("section",{class:"opscope-card"},i("h4",{},"Distribution",r),c,t,l,a),d,f=null,h="",u=!1,w=()=>{};c.addEventListener(
"click",()=>{u=!u,m(c,"aria-pressed",u?"true":"false"),w()},{signal:e});let b=()=>{let g=d&&f!==null&&f<d.counts.length;
m(t,"aria-label",d?`histogram of step ${d.step}, from ${U(d.low)} to ${U(d.high)}: ${Jt(d)}`:"histogram"),_(a,d?g?ma(d,f):
Jt(d):"")};return t.addEventListener("pointermove",g=>{if(!d)return;let y=t.getBoundingClientRect();f=Math.max(0,Math.min(
d.counts.length-1,Math.floor((g.clientX-y.left)/y.width*d.counts.length))),b()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,b()),{signal:e}),{el:p,update(g){let y=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(g===d&&y===h)return;d=g,h=y,_(r,g?`step ${g.step}`:"");let L=g?.counts.some(Boolean);_(o,g&&L?U(g.low):""),_(s,g&&L?U(
g.high):"");let S=g&&g.low<0&&g.high>0?-g.low/(g.high-g.low):null;m(n,"style",S===null||S<.15||S>.85?"visibility: hidden":
`left: ${(100*S).toFixed(2)}%`),b();let x=g&&g.high>g.low?[.05,.5,.95].map(N=>U(Pn(g,N))):[];m(t,"title",x.length?`5 %, \
median and 95 % of the elements: about ${x.join(", ")}`:void 0),w=()=>ga(t,g,S,u),w()}}}function Jt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ae(t)} finite elements, all equal`:`${ae(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function ga(e,t,o,n){let s=e.getContext("2d"),a=e.
clientWidth;if(!s||!a)return;e.width=Math.round(a*devicePixelRatio),e.height=Math.round(je*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let r=getComputedStyle(e);if(s.fillStyle=r.borderBottomColor,s.fillRect(0,je-1,a,1),!t)return;o!==null&&
s.fillRect(Math.round(o*a),0,1,je),s.fillStyle=r.color;let c=a/t.counts.length;fa(ha(t),n).forEach((l,p)=>{let d=l*(je-18);
s.fillRect(p*c+.5,je-1-d,Math.max(1,c-1),d)}),t.high>t.low&&ba(s,t,a,r.borderTopColor)}function ba(e,t,o,n){let[s,a,r]=[
.05,.5,.95].map(c=>((Pn(t,c)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,r-s,1);for(let[c,l]of[[s,7],[
a,11],[r,7]])e.fillRect(c-.75,5.5-l/2,1.5,l)}var Dn="in this run; what follows is computed again",zn="replay the steps from here on with this value, beside the run";
function wa(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function xa(e){
if(e.graph?.eager)return"eager code is not run again: set the value, or start it with another one";if(!e.recorded)return"\
nothing is recorded";if(e.phase==="running")return"pause the run first";let t=e.stopped;return t&&!t.past&&t.op>=0?`step\
 ${t.step} has not finished yet: continue, then go back to it`:""}function jn({ask:e,signal:t}){let o=i("code",{class:"o\
pscope-cell-name"}),n=le("cell-index","all","index: 0, 3 or 0, :3; empty is all of it"),s=le("cell-value","0.5, nan, h.m\
ean()","new value"),a=i("button",{type:"submit",class:"opscope-slice-tool opscope-cell-set",title:Dn},"Set"),r=i("button",
{type:"button",class:"opscope-slice-tool opscope-cell-try",title:zn},"What if"),c=le("cell-steps","100","how many steps \
to replay","number"),l=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",title:"close (Esc)","aria\
-label":"close"},"×"),p=i("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=i("form",{class:"opscope-c\
ell-form",hidden:!0,"data-asks":!0},i("span",{},o," [ ",n," ] = ",s),i("span",{},a,r,i("label",{title:"how many steps to\
 replay"},c," steps"),l)),f=i("div",{class:"opscope-cell-editor"},d,p),h="",u="",w="",b=null,g=()=>n.value.trim()?`${h}[${n.
value.trim()}]`:h,y=(x,N)=>(_(p,N),m(p,"data-failed",!x),N&&p.scrollIntoView({block:"nearest"}),!0);function L(){m(d,"hi\
dden",!0),b?.focus({preventScroll:!0}),b=null}function S(x){if(!s.value.trim())return void y(!1,"Give the new value: a n\
umber, nan, or an expression such as h.mean().");y(!0,x?"replaying …":"");let N={target:g(),value:s.value.trim()},v=(k,T)=>(y(
k,T),k&&L(),!0);x?e("TryValue",{...N,steps:Math.max(1,Math.round(Number(c.value)||100))},v):e("SetValue",N,v)}return d.addEventListener(
"submit",x=>(x.preventDefault(),S(!!u)),{signal:t}),r.addEventListener("click",()=>S(!0),{signal:t}),l.addEventListener(
"click",L,{signal:t}),d.addEventListener("keydown",x=>{if(x.key==="Escape")L();else if(x.key==="Enter"&&!x.isComposing&&
x.target.matches("input"))S(!!u);else return;x.preventDefault(),x.stopPropagation()},{signal:t}),{el:f,open(x,N,v,k,T){[
h,b]=[x,T],_(o,N),m(o,"title",x),n.value=v,s.value=k,y(!0,""),m(d,"hidden",!1),s.focus(),s.select()},update(x,N){h&&N!==
h&&!d.hidden&&m(d,"hidden",!0);let v=`${N} ${x.stopped?.run} ${x.stopped?.tick}`;v!==w&&y(!0,""),w=v,u=wa(x),a.disabled=
!!u,m(a,"title",u||Dn);let k=xa(x);r.disabled=!!k,m(r,"title",k||zn)}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},ya=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function He(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=ya.reduceRight((a,r)=>a*t+r[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var $e=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Cl=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
He((t-2)/252));function nt(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function St(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>$e(He(t/16))).join(", ")})`}var Hn=26,ka=14,va=4;function Wn(e,t,o,n){let s=Math.min(Hn,o/t,n/e),a=(r,c)=>Math.max(ka,s*r,s<Hn?Math.min(c/2,va*s*r):
0);return[a(t,o),a(e,n)]}function Gn(e,t,o,n){let s=o*e.row_stride,a=n*e.col_stride,r=nt(e.pixels[o*e.cols+n],e.low,e.high),
c=Number.isNaN(r)?"NaN":r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${U(r)}`;return`${t.length>2?`[${To(t,s,a).join(", ")}]  `:
""}row ${s}, col ${a}  ${c}`}function Un(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,a)=>s>
1?[`every ${s}th ${a}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Kn(e,t,o){let n=1,s=0;for(let a=1;a<=e.facets;a++){let r=Math.min(t/(a*(e.cols+1)),o/(Math.ceil(e.facets/a)*(e.
rows+1)));r>s&&([n,s]=[a,r])}return n}function Lt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function st(e,t,o,n){let[s,a]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[r,c]=[o-s*(e.cols+1),n-a*(e.
rows+1)],l=a*t+s;return r<e.cols&&c<e.rows&&l<e.facets&&s<t?{facet:l,row:c,col:r}:null}function to(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Vn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let a=nt(s,e.low,e.high);return t?to(a/o):He(e.high>e.low?(a-e.low)/(e.
high-e.low):.5)})}function Nt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,a=e.numbers[s];if(a!==void 0)return a===
"nan"?"NaN":a.replace("inf","Inf").replaceAll("-","−");let r=nt(e.pixels[s],e.low,e.high);return Number.isNaN(r)?"NaN":
r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${U(r)}`}var $a=[128,128,128,48],Ma=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Xn(e,t,o,n){let[s,a]=Lt(t,o),r=e.getContext("2d");if(!r||s<=0||a<=0)return;e.width!==s&&(e.width=s),e.height!==
a&&(e.height=a);let c=r.createImageData(s,a),l=Vn(t,n);for(let p=0;p<s*a;p++)Ma(t,p%s,Math.floor(p/s))&&c.data.set($a,4*
p);for(let p=0;p<t.facets;p++){let[d,f]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let h=0;h<t.rows;h++)for(let u=0;u<
t.cols;u++){let w=4*((f+h)*s+d+u),[b,g,y]=l[t.pixels[(p*t.rows+h)*t.cols+u]];c.data[w]=b,c.data[w+1]=g,c.data[w+2]=y,c.data[w+
3]=255}}r.putImageData(c,0,0)}var qn=7;function Ea(e){let t=String(Math.round(e)),o=a=>{let r=String(Number(e.toPrecision(
a))),c=e.toExponential(a-1).replace("e+","e");return c.length<r.length?c:r};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=qn?t:[3,2].map(o).find(a=>a.length<=qn)??o(1)).replaceAll("-","−")}function Yn(e,t,o,n,s){let a=e.getContext(
"2d");if(!a)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),a.scale(devicePixelRatio,
devicePixelRatio);let r=Vn(t,s),[c,l]=[o/t.cols,n/t.rows];a.font=`${Math.min(11,c/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,a.textAlign="center",a.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<
t.cols;d++){let f=p*t.cols+d,[h,u,w]=r[t.pixels[f]];a.fillStyle=`rgb(${h}, ${u}, ${w})`,a.fillRect(d*c,p*l,c-1,l-1),a.fillStyle=
.299*h+.587*u+.114*w>140?"#111111":"#ffffff";let b=Number(t.numbers[f]),g=Number.isFinite(b)?Ea(b):Nt(t,{facet:0,row:p,col:d});
a.fillText(g,(d+.5)*c,(p+.5)*l)}}var oo=168,no=300,Sa=600,so=[34,18],Tt=4,La=16,At=8,ro="keep these elements, to compare others with them",Jn={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function Na(e,t,o,n){let[s,a]=[Me(e,0),Me(e,1)],r=Math.min(
s,Math.max(At,Math.round(e.height/n))),c=Math.min(a,Math.max(At,Math.round(e.width/n))),l=(p,d,f)=>Math.max(0,Math.min(f-
d,Math.round(p-d/2)));return{top:l(t,r,s),left:l(o,c,a),height:r,width:c}}function Ta(e,t){let[o,n]=e.axes,s=Zn(e,{facet:t,
row:0,col:0}).map((a,r)=>r===o||r===n?0:a);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function Me(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function ge(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function Zn(e,t){
let[o,n,s]=e.axes,a=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((r,c)=>a.get(c)??e.index[c])}function Aa(e,t){let[o,n,s]=e.axes,[a,r]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],c=(p,d,f)=>d>1?`${p}–${Math.min(f,p+d)-1}`:`${p}`;return`[${e.shape.map((p,d)=>d===o?c(a,e.row_stride,e.top+
e.height):d===n?c(r,e.col_stride,e.left+e.width):String(d===s?t.facet*e.facet_stride:e.index[d])).join(", ")}]  ${Nt(ge(
e),t)}`}function Qn({ask:e,signal:t,offline:o}){let n=i("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=i("div",
{class:"opscope-heatmap-box"},n),a=i("span"),r=i("span"),c=i("i"),l=[ao("NaN",pe.nan,0),ao("−Inf",pe.minusInf,1),ao("+\
Inf",pe.plusInf,255)],p=i("div",{class:"opscope-readout"}),d=i("span"),f={rows:H("rows"),cols:H("columns"),facets:H("fac\
ets")},h=i("span",{class:"opscope-positions"}),u=i("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},i("option",{value:"auto"},"auto"),i("option",{value:"sequential"},"low to high"),i("option",{value:"signed"},"signe\
d")),w=C("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>se(Tt)),b=C("−","zoom out (-)","zoom-out",()=>se(
1/Tt)),g=C("Pin",ro,"pin",()=>e("PinValue",{name:he()?"":v})),y=C("Difference","show the difference to the pinned value",
"difference",()=>q({...E,difference:!E.difference})),L=i("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,
f.facets.el,h,i("label",{},"colors",u),i("span",{class:"opscope-slice-tools"},b,w,g,y)),S=jn({ask:e,signal:t}),x=i("div",
{class:"opscope-legend"},i("div",{class:"opscope-scale"},a,c,r),...l.map($=>$.el)),N=i("section",{class:"opscope-card op\
scope-elements"},i("h4",{},"Elements",d),L,s,S.el,x,p),v="",k="",T=null,E=Jn,A="",F=null,O="",X=!1,G=0,K="",z,I,ee=[],Y=null,
Q=null,D=-1;function C($,B,j,W){let Z=i("button",{type:"button",class:`opscope-slice-tool opscope-${j}`,title:B,"aria-la\
bel":B},$);return Z.addEventListener("click",W,{signal:t}),Z}function H($){let B=i("select",{class:`opscope-axis-${$}`,"\
aria-label":`axis of the ${$}`});return B.addEventListener("change",()=>P($==="columns"?"cols":$,Number(B.value)),{signal:t}),
{el:i("label",{},$,B),field:B}}function P($,B){if(!I)return;let[j,W,Z]=I.axes,J={rows:j,cols:W,facets:Z},ne=Object.keys(
J).find(oe=>B>=0&&J[oe]===B);ne&&(J[ne]=J[$]),J[$]=B,q({...E,...J,top:0,left:0,height:0,width:0})}function q($){$.facets>=
0&&(D=-1),E=$,O="";let B=++G;e("FetchSlice",{name:v,...E},(j,W)=>(B!==G||(X=j,j||([O,E]=[W,{...E,difference:!1}]),Ee()),
!0))}function se($,B){if(!I)return;let[j,W]=B??[I.top+I.height/2,I.left+I.width/2],Z=Na(I,j,W,$),J=Z.height===I.height&&
Z.width===I.width;J&&$>1&&I.facets>1?re(I,Y&&st(ge(I),we(ge(I)),...Y)?.facet||0):J&&$<1&&D>=0?q({...E,...Z,facets:D}):q(
{...E,...Z})}function re($,B){q({...E,...Ta($,B)}),D=$.axes[2]}let te=()=>(I??z)?.step,he=()=>T?.name===v&&T?.step===te(),
at=()=>I?ge(I):z?{...z,facets:1,numbers:[]}:null,we=$=>Kn($,s.clientWidth||400,$.facets>1?no:oo),xe=()=>u.value==="signe\
d"||u.value==="auto"&&!!I?.difference;function Ee(){let $=I&&Y&&st(ge(I),we(ge(I)),...Y),B=z&&Y&&Y[1]<z.rows&&Y[0]<z.cols,
j=I?$&&Aa(I,$):B&&z&&Y?Gn(z,ee,Y[1],Y[0]):"";_(p,O||j||(I?_a(I):z?Un(z):""))}function Ae($){let B=at();if(!B)return null;
let j=n.getBoundingClientRect(),[W,Z]=Lt(B,we(B)),J=(ne,oe)=>Math.max(0,Math.min(oe-1,Math.floor(ne*oe)));return[J(($.clientX-
j.left)/j.width,W),J(($.clientY-j.top)/j.height,Z)]}n.addEventListener("pointermove",$=>(Y=Ae($),Ee()),{signal:t}),n.addEventListener(
"pointerleave",()=>(Y=null,Ee()),{signal:t});function ye($,B){if(!$||o)return;let j=ge($),W=(B&&st(j,we(j),...B))??{facet:0,
row:0,col:0};S.open(v,k,Zn($,W).join(", "),$.numbers.length?Nt(j,W).replaceAll("−","-"):"",n)}n.addEventListener("dblc\
lick",()=>ye(Q?.slice,Q?.at??null),{signal:t}),n.addEventListener("click",$=>{if($.detail>1)return;Q={slice:I,at:Ae($)};
let B=I&&st(ge(I),we(ge(I)),...Ae($)??[0,0]);I&&B&&I.facets>1?re(I,B.facet):I&&B&&!M()&&se(La,[I.top+B.row*I.row_stride,
I.left+B.col*I.col_stride])},{signal:t}),n.addEventListener("keydown",$=>{let B={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[
0,-1],ArrowRight:[0,1]}[$.key];if($.key==="+"||$.key==="=")se(Tt);else if($.key==="-")se(1/Tt);else if($.key==="Enter")ye(
I,Y);else if(B&&I)se(1,[I.top+I.height*(.5+B[0]/2),I.left+I.width*(.5+B[1]/2)]);else return;$.preventDefault(),$.stopPropagation()},
{signal:t}),u.addEventListener("change",()=>(K="",R()),{signal:t}),h.addEventListener("change",()=>{let $=ee.map((B,j)=>h.
querySelector(`[data-axis="${j}"]`)?.value??"0");q({...E,index:$.map(B=>String(Math.max(0,Math.round(Number(B)||0)))).join(
",")})},{signal:t}),h.addEventListener("keydown",$=>$.stopPropagation(),{signal:t});function Ot($){let B=$.shape.map((Z,J)=>[
String(J),`${J} (${Z})`]);for(let[Z,{field:J}]of[f.rows,f.cols,f.facets].entries()){let ne=[["-1","none"],...B],oe=ne.join();
J.dataset.key!==oe&&J.replaceChildren(...ne.map(([fe,de])=>i("option",{value:fe},de))),J.dataset.key=oe,J.value=String($.
axes[Z])}m(f.rows.el,"hidden",$.shape.length<2),m(f.cols.el,"hidden",$.shape.length<2),m(f.facets.el,"hidden",$.shape.length<
3);let j=$.shape.flatMap((Z,J)=>$.axes.includes(J)||Z<2?[]:[[J,Z,$.index[J]]]),W=JSON.stringify(j);h.dataset.key!==W&&(h.
dataset.key=W,h.replaceChildren(...j.map(([Z,J,ne])=>i("label",{},`axis ${Z}`,i("input",{type:"number",min:0,max:J-1,value:ne,
"data-axis":Z,title:`position on axis ${Z}, 0 to ${J-1}`})))))}function M(){if(!I)return!1;let{facets:$,rows:B,cols:j,numbers:W}=ge(
I);return $===1&&W.length>0&&s.clientWidth/j>=so[0]&&B*so[1]<=Sa}function R(){let $=at(),B=$?$.rows*$.cols*$.facets:0;if(m(
n,"hidden",!B),m(x,"hidden",!B),!$||!B)return;let j=we($),[W,Z]=Lt($,j),J=s.clientWidth,ne=M(),oe=ne?[Math.min(J,$.cols*
64),$.rows*so[1]]:$.facets>1?[Math.min(J,W*no/Z),Math.min(no,Z*J/W)]:Wn($.rows,$.cols,J,oo),fe=`${oe} ${devicePixelRatio}\
 ${xe()} ${ne}`;if(fe===K)return;K=fe,m(s,"style",`height: ${Math.max(ne||$.facets>1?0:oo,Math.ceil(oe[1]))}px`),m(n,"st\
yle",`width: ${oe[0].toFixed(1)}px; height: ${oe[1].toFixed(1)}px`),ne?Yn(n,$,oe[0],oe[1],xe()):Xn(n,$,j,xe());let de=Math.
max(Math.abs($.low),Math.abs($.high));_(a,U(xe()?-de:$.low)),_(r,U(xe()?de:$.high)),m(c,"style",`background: ${xe()?`lin\
ear-gradient(to right, ${[-1,-.5,0,.5,1].map(ke=>$e(to(ke))).join(", ")})`:St()}`)}return{el:N,update($,B,j,W){ee=B,W!==
v&&([v,E,O,D]=[W,Jn,"",-1]);let Z=`${W} ${B} ${j.stopped?.run} ${j.stopped?.tick} ${j.phase}`;Z!==A&&(X=!1),!o&&j.phase!==
"running"&&(Z!==A||j.stopped!==F)&&q(E),[A,F]=[Z,j.stopped],S.update(j,W);let J=j.fold.slices.get(W),oe=J&&String(J.shape)===
String(B)&&(X||J.step===$?.step||J.difference)&&!o?J:void 0;if(oe!==I||$!==z){[I,z,K]=[oe,$,""];for(let ue of l)ue.update(
(oe??$)?.pixels);Ee()}m(L,"hidden",!I),I&&Ot(I),T=j.fold.pinned;let fe=(ue,me)=>`${Qe(j,ue)} of step ${me}`;k=Qe(j,W);let de=T?.
name?fe(T.name,T.step):"",ke=te();return _(d,I?.difference?`${fe(W,I.step)} − ${I.difference===`${T?.name} of step ${T?.
step}`?de:I.difference}`:ke===void 0?"":`step ${ke}`),m(y,"hidden",!de||String(T?.shape)!==String(B)),m(y,"aria-pressed",
E.difference?"true":"false"),m(y,"title",`show the difference to ${de}`),m(g,"aria-pressed",he()?"true":"false"),m(g,"ti\
tle",he()?"forget the elements that are kept":de?`${ro}, instead of ${de}`:ro),m(b,"disabled",!I||D<0&&I.height===Me(I,0)&&
I.width===Me(I,1)),m(w,"disabled",!I||I.facets===1&&I.height<=At&&I.width<=At),R(),ke}}}function _a(e){let t=Ie([Me(e,0),
Me(e,1)]),o=e.height<Me(e,0)||e.width<Me(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-
1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.
facets} facets of `:"",a=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${a}${n}${e.nonfinite?`, ${e.nonfinite}\
 not finite`:""}`}function ao(e,t,o){let n=i("span",{class:"opscope-mark","data-absent":!0},i("i",{style:`background: ${$e(
t)}`}),e);return{el:n,update:s=>m(n,"data-absent",!s?.includes(o))}}var io=12;function es({ask:e,open:t,signal:o,offline:n}){let s=i("div",{class:"opscope-provenance"}),a="",r=(c,l)=>i("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${c} ${l} in the graph`},`${c} ${l}`);return s.addEventListener(
"click",c=>{let l=c.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(c,l){let p=n?void 0:c.fold.slices.get(l.name),d=(p?.
readers??[]).map((g,y)=>[p?.reader_types[y]??"",g]),f=c.recorded&&l.step>=c.recorded.first&&l.step<=c.recorded.last,h=!!(p?.
writers.length&&!p.writers.includes(l.op)),u=!n&&c.phase!=="running"&&f&&l.op>=0&&!h,w=JSON.stringify([l.op,l.op_type,d,
u&&l.step,h]);if(w===a)return;a=w;let b=d.length>io?[`and ${d.length-io} more`]:[];s.replaceChildren(...l.op<0?[]:h?[`ma\
de by ${l.op_type} of another program`]:["made by",r(l.op_type,l.op)],...d.length?["read by",...d.slice(0,io).map(([g,y])=>r(
g,y)),...b]:p?["read by nothing"]:[],...u?[i("button",{type:"button",class:"opscope-why opscope-to-write","data-asks":!0,
"data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to the write")]:
[]),m(s,"hidden",!s.childNodes.length)}}}var[rt,We,co,lo,po]=[150,58,10,8,22];function ts(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function uo(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":U(s);return e.recorded.every((s,a)=>s===
e.changed[a])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function os(e){let t=i("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=i("code",{}),n=i("spa\
n"),s=V("g",{class:"opscope-grid"}),a=V("path",{class:"opscope-line"}),r=V("path",{class:"opscope-line opscope-branch-li\
ne"}),c=V("path",{class:"opscope-cross"}),l=V("svg",{class:"opscope-chart",height:rt,role:"img"},s,a,r,c),p=i("div",{class:"\
opscope-branch-key"},i("span",{},i("i",{}),"recorded"),i("span",{},i("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=i("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},i("h4",{},"What if",t,n),l,p),f,h="",
u={x:y=>0,step:y=>0},w=new Map;t.addEventListener("change",()=>(f=w.get(t.value),g()),{signal:e}),l.addEventListener("po\
intermove",y=>{if(!f)return;let L=u.step(y.clientX-l.getBoundingClientRect().left),S=f.steps.reduce((x,N,v)=>Math.abs(N-
L)<Math.abs(f.steps[x]-L)?v:x,0);_(n,`step ${f.steps[S]}   ${U(f.recorded[S])}   would be ${U(f.changed[S])}`),m(c,"d",`\
M${u.x(f.steps[S])},${lo}V${rt-po}`)},{signal:e}),l.addEventListener("pointerleave",()=>(m(c,"d",""),_(n,f?uo(f):"")),{signal:e});
let b=new ResizeObserver(()=>g());b.observe(l),e.addEventListener("abort",()=>b.disconnect());function g(){let y=f;if(!y)
return;let L=Math.max(200,l.clientWidth||d.clientWidth),S=`${y.name} ${y.change} ${L} ${y.changed.length} ${y.changed.at(
-1)}`;if(S===h)return;h=S;let x=[ts(y,y.recorded),ts(y,y.changed)],N=[...x[0],...x[1]].sort((z,I)=>z.step-I.step),v=ot(N),
k=z=>z===null?null:v.to(z),{x:T,y:E}=Yt(N.map(z=>({...z,min:k(z.min),max:k(z.max),mean:k(z.mean)}))),A=L-We-co,F=z=>+(We+
(z-T[0])/(T[1]-T[0])*A).toFixed(1),O=z=>+(lo+(1-(v.to(z)-E[0])/(E[1]-E[0]))*(rt-lo-po)).toFixed(1);u={x:F,step:z=>T[0]+(z-
We)/A*(T[1]-T[0])};let X=v.marks(...E,4).flatMap(z=>[V("path",{d:`M${We},${O(z)}H${L-co}`}),V("text",{x:We-6,y:O(z)+3.5,
"text-anchor":"end"},Oe(z))]),G=Le(...T,Math.max(3,L/110)).filter(Number.isInteger).map(z=>V("text",{x:F(z),y:rt-6,"text\
-anchor":"middle"},Oe(z)));s.replaceChildren(...X,...G,V("path",{class:"opscope-floor",d:`M${We},${rt-po}H${L-co}`}));let K=z=>Mt(
z,I=>I.mean!==null).map(I=>I.length>1?`M${I.map(ee=>`${F(ee.step)},${O(ee.mean)}`).join("L")}`:`M${F(I[0].step)-4},${O(I[0].
mean)}h8`).join("");m(a,"d",K(x[0])),m(r,"d",K(x[1])),m(l,"aria-label",`${y.name}: ${uo(y)}, if ${y.change}`),_(n,uo(y)),
_(o,y.change)}return{el:d,update(y){let{branches:L}=y.fold;if(m(d,"hidden",!L.size),L===w)return g();w=L;let S=[...w.values()].
at(-1),x=[...w.values()].filter(N=>N.change===S?.change).map(({name:N})=>N);t.replaceChildren(...x.map(N=>i("option",{value:N},
y.scalarNames.get(N)||N))),f=w.get(x.includes(f?.name??"")?f?.name??"":x[0]??""),f&&(t.value=f.name),g()}}}var Ca=[["mean",e=>U(e.mean)],["std",e=>U(e.std)],["min",e=>U(e.min)],["max",e=>U(e.max)],["shape",e=>Ie(e.shape)],["zer\
os",e=>e.shape.includes(0)?"–":Je(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>ae(e.nan),e=>e.nan>0],["Inf",e=>ae(e.inf),e=>e.
inf>0],["elements",e=>ae(e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Ia(e){return e.dtype.startsWith("\
complex")?"Statistics, distribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Ba(e){
return e?`Not computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function Oa(e){
let t=e.grad_of?`gradient of ${e.grad_of}`:dt(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.
op_type} (op ${e.op})`} · ${t} · step ${e.step}`}var ns={id:"tensor",label:"Tensor",create:Ra};function Ra({ask:e,open:t,
goTo:o,reach:n,signal:s,offline:a}){let r=i("span",{class:"opscope-pill"}),c=i("span",{class:"opscope-detail-name"}),l=i(
"div",{class:"opscope-origin"}),p=i("code",{class:"opscope-site"}),d=Ca.map(([E,A,F])=>{let O=i("span",{class:"opscope-n\
umber"});return{label:E,value:A,warn:F,shown:O,el:i("div",{class:"opscope-fact"},i("span",{class:"opscope-label"},E),O)}}),
f=Bn({goTo:o,signal:s}),h=Fn(s),u=Qn({ask:e,signal:s,offline:a}),w=es({ask:e,open:t,signal:s,offline:a}),b=i("div",{class:"\
opscope-detail-head"},i("div",{},r,c),i("div",{},l,p)),g=os(s),y=On({ask:e,signal:s}),L=i("div",{class:"opscope-charts"},
f.el,h.el,u.el,g.el),S=i("div",{class:"opscope-hint"}),x=i("div",{class:"opscope-about"}),N=Rn({ask:e,goTo:o,open:t,signal:s,
offline:a}),v=[b,y.el,w.el,N.el,i("div",{class:"opscope-facts"},...d.map(E=>E.el)),x,L],k=i("div",{class:"opscope-detail\
-body"},...v),T=i("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return u.
el.append(S),{el:i("div",{class:"opscope-detail"},T,k),update(E,{selected:A,refusal:F}){let O=E.values.get(A);if(m(T,"hi\
dden",!!O),m(k,"hidden",!O),!O)return;let X=ie(O);m(b,"data-health",X),_(r,Be[X]);let[G,K]=be(O);_(c,G),m(c,"title",O.called?
`${O.name}, ${O.called}`:O.name),_(l,[G!==O.name?K:K&&`called ${K}`,Oa(O)].filter(Boolean).join(" · ")),_(p,O.site),N.update(
A,E);for(let D of d)_(D.shown,D.value(O)),m(D.shown,"title",D.value(O)),m(D.el,"data-bad",D.warn?.(O)?D.label==="NaN"?"n\
an":D.label==="Inf"?"inf":"zeros":void 0);let z=Pe(E,O),I=[Ba(z),Ia(O)].filter(Boolean).join(" ");m(k,"data-elsewhere",!!z),
_(x,I),m(x,"hidden",!I);let ee=E.details.get(A),Y=u.update(ee,O.shape,E,A);f.update(E.history.get(A),E.stopped?.step||null,
n(E));for(let[D,C]of[[h,ee?.step],[u,Y]])m(D.el,"data-elsewhere",!!z||!!(E.stopped&&C!==void 0&&C!==O.step));h.update(ee),
m(h.el,"hidden",!ee&&!!(F||a)),w.update(E,O),g.update(E),y.update(E),_(S,Y===void 0?a?"Elements were not recorded for th\
is value.":F||"Waiting for the elements of this value …":""),m(S,"hidden",Y!==void 0)}}}var Pa=["error","warning","hint"];function ss(e){let t=[...e.values()].sort((s,a)=>s.step-a.step||s.number-a.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(a=>a.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(a=>Pa.indexOf(a.severity)));return o.sort((s,a)=>n(s)-n(a))}function Fa(e){let t=e.
times>1?`, ${ae(e.times)} times`:"";return e.step?`step ${ae(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function Da(e,t){let o=[...e.values.values()].filter(r=>r.nan||r.inf).length,n='"Check the recorded ste\
ps"',s=e.rules?"the rules have not reported it":"no rule has looked";if(o&&t)return`${o===1?"1 value has":`${ae(o)} valu\
es have`} NaN or Inf, and ${s}: ${n} finds the first one.`;if(e.rules)return e.over?"No finding: the rules looked while \
it ran.":"No finding so far: the rules look while it runs.";let a='rules=True looks while a run goes on; watch("nan") st\
ops where a NaN or Inf is made.';return t?`No finding. ${n} looks for known mistakes now; ${a}`:`No finding: ${a}`}var rs={
id:"findings",label:"Findings",create:za,count:e=>ss(e.findings).length};function za({ask:e,open:t,goTo:o,signal:n,offline:s}){
let a=i("button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded \
steps"},"Check the recorded steps"),r=i("span",{class:"opscope-look-answer",role:"status"}),c=i("div",{class:"opscope-fi\
ndings-bar","data-asks":!0,hidden:s},a,r),l=i("div",{class:"opscope-nothing"}),p=i("ul",{class:"opscope-findings-rows"}),
d=Et({goTo:o,open:t,signal:n}),f=i("pre",{class:"opscope-cause",role:"status",hidden:!0}),h=null,u,w=!1,b=s;a.addEventListener(
"click",()=>{_(r,"Looking …"),e("FindFaults",{},(x,N)=>(b||=x,_(r,x?`${N}.${N.startsWith("0 ")?"":" Rules can be wrong\
: judge by the evidence."}`:N),!0))},{signal:n}),p.addEventListener("click",x=>{let N=x.target.closest("button"),v=Number(
N?.dataset.number),k=v?g.get(v):void 0;!k||!N||(N.classList.contains("opscope-there")?y(k):L(k,N))},{signal:n});let g=new Map;
function y(x){x.step?o(x.step,x.op):t("graph",x.op)}function L(x,N){let v=h?.number===x.number;h=v?null:{number:x.number,
name:x.value,step:x.step,ok:!1};for(let k of p.querySelectorAll(".opscope-ask-why"))m(k,"aria-expanded",k===N&&!v?"true":
"false");d.update(null),_(f,h?"Searching …":""),m(f,"hidden",!h),h&&(N.closest(".opscope-finding")?.append(f,d.el),e("\
Explain",{name:x.value,step:x.step},(k,T)=>(h?.number!==x.number||(h.ok=k,_(f,k?"":T),m(f,"hidden",k)),!0)))}function S(x,...N){
let v=i("button",{type:"button",class:"opscope-why opscope-there","data-number":x.number,title:x.step?`go to step ${x.step}`:
"show it in the graph"},x.step?"Go there":"Show in graph"),k=i("button",{type:"button",class:"opscope-why opscope-ask-wh\
y","data-number":x.number,"aria-expanded":"false",title:`why ${x.value} is what it is in step ${x.step}`},"Why"),T=[...x.
step||x.op>=0?[v]:[],...!s&&x.value&&x.step?[k]:[]];return i("div",{class:"opscope-finding","data-severity":x.severity},
i("div",{class:"opscope-finding-head"},i("span",{class:"opscope-severity"},x.severity),i("b",{},x.rule),...x.value?[i("c\
ode",{},x.called||x.value)]:[],...x.called?[i("span",{class:"opscope-called"},i("code",{},x.value))]:[],i("span",{class:"\
opscope-when"},Fa(x))),i("div",{class:"opscope-evidence"},x.evidence),...x.site?[i("code",{class:"opscope-line"},x.site+
(x.code?`: ${x.code}`:""))]:[],...x.operator?[i("code",{class:"opscope-line opscope-operator-text"},x.operator)]:[],...x.
suggestion?[i("div",{class:"opscope-try"},`Try: ${x.suggestion}`)]:[],...N,i("div",{class:"opscope-finding-buttons","dat\
a-asks":!0},...T))}return{el:i("div",{class:"opscope-findings"},c,l,p),update(x){w=!!x.recorded||s,m(a,"disabled",!x.recorded),
m(p,"data-fixed",!w);let N=h?.ok&&x.explained?.asked===h.name&&x.explained.at===h.step?x.explained:null;if(N&&d.update(N),
_(l,Da(x,!!x.recorded&&!b)),x.findings===u)return;u=x.findings,g=new Map([...x.findings.values()].map(E=>[E.number,E]));
let v=ss(x.findings),k=new Set([...p.querySelectorAll("details[open]")].map(E=>E.dataset.number));m(l,"hidden",v.length>
0),p.replaceChildren(...v.map(({finding:E,consequences:A})=>{let F=i("details",{class:"opscope-consequences","data-numbe\
r":E.number,open:k.has(String(E.number))},i("summary",{},`may explain ${A.length} more`),...A.map(O=>S(O)));return i("li",
{},S(E),...A.length?[F]:[])}));let T=h&&p.querySelector(`.opscope-ask-why[data-number="${h.number}"]`);T&&(m(T,"aria-exp\
anded","true"),T.closest(".opscope-finding")?.append(f,d.el))}}}var Ge=128,as=36,ja=Object.freeze([]),Ha=3,Wa=12;function Ga(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Wa,Math.min(o-Ha,Math.floor(Math.log10(e)))),o]}var is=new WeakMap;function Ua(e){let t=is.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],is.set(
e,t)}return t}function ls(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var cs=Array.from({length:129},
(e,t)=>$e(He(t/128)));function qa(e,t){return e.bad?$e(pe.nan):e.rms?cs[Math.round(ls(e.rms,t)*(cs.length-1))]:null}var ps={
id:"flow",label:"Gradient flow",short:"Flow",create:Ka,count:e=>Ht(e).length};function Ka({select:e,refresh:t,signal:o}){
let n=i("div",{class:"opscope-decades"}),s=i("div",{class:"opscope-flow-row opscope-flow-head"},i("span",{},"parameter"),
n,i("span",{},"RMS"),i("span",{},"over steps")),a=i("div",{class:"opscope-flow-body"}),r=i("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),c=i("span"),l=i("span"),p=i("d\
iv",{class:"opscope-legend opscope-flow-legend"},i("span",{},"RMS gradient of each parameter"),i("div",{class:"opscope-s\
cale"},c,i("i",{style:`background: ${St()}`}),l),i("span",{class:"opscope-mark"},i("i",{style:`background: ${$e(pe.nan)}`}),
"NaN or Inf")),d=new Map;a.addEventListener("click",u=>{let w=u.target.closest("[data-name]");w&&e(w.dataset.name??"")},
{signal:o});let f=i("div",{class:"opscope-flow"},r,i("div",{class:"opscope-flow-table"},s,a,p));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let h=(u,w)=>u.history.get(w.name)?.points??ja;return{el:f,update(u,{selected:w}){let b=Ht(
u);m(r,"hidden",b.length>0),m(s,"hidden",!b.length);let[g,y]=[1/0,0];for(let T of b){let[E,A]=Ua(h(u,T));[g,y]=[Math.min(
g,E),Math.max(y,A)]}let L=Ga(g,y);Va(n,L),_(c,U(10**L[0])),_(l,U(10**L[1])),m(p,"hidden",!b.length);for(let T of b)d.has(
T.name)||d.set(T.name,Xa(T.name));let S=b.map(T=>d.get(T.name));Re(a,S.map(T=>T.el));let x=u.stopped?.step||null,N=pt(b),
v=Math.floor((f.scrollTop-(a.offsetTop-f.offsetTop))/as)-2,k=v+Math.ceil(f.clientHeight/as)+4;b.forEach((T,E)=>{if(E<v||
E>k)return S[E].choose(T.name===w);S[E].update(T,N.get(T.name)??T.name,h(u,T),L,Pe(u,T),x),S[E].choose(T.name===w)})}}}function Va(e,t){
let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),a=[...t,s].join();if(e.dataset.range===a)return;e.dataset.
range=a;let r=Math.ceil((n-o)/s),c=[];for(let l=n;l>=o;l-=r){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;c.push(i("sp\
an",{style:p},"10",i("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...c)}function Xa(e){let t=ut(e),o=i("i"),
n=i("span",{class:"opscope-track"},o),s=i("span",{class:"opscope-number"}),a=i("canvas",{class:"opscope-strip",width:Ge,
height:1,role:"img","aria-label":"RMS gradient over the steps"}),r=i("button",{class:"opscope-flow-row",type:"button","d\
ata-name":e},t,n,s,a),c="",l;return{el:r,choose:p=>m(r,"aria-pressed",p?"true":"false"),update(p,d,f,h,u,w){let b=`${h} ${u}\
 ${w} ${d}`;if(l===p&&c===b)return;l=p,c=b,m(r,"data-elsewhere",!!u),m(r,"title",u?`not computed yet: its value ${u}`:void 0);
let{rms:g}=ht(p),y=ie(p);Ze(t,d.replaceAll("@GRAD","")),m(r,"data-health",y),m(o,"data-nothing",g===null),m(n,"style",`-\
-decade: ${(100/(h[1]-h[0])).toFixed(3)}%`),m(o,"style",`width: ${(100*(g===null?1:ls(g,h))).toFixed(2)}%`),_(s,p.nan?"N\
aN":p.inf?"Inf":U(g)),Ya(a,f,h,w)}}}function Ya(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Ge,1);let a=t[0]?.
step??0,r=(t.at(-1)?.step??0)-a+1;t.forEach((c,l)=>{let p=t[l+1]?.step??c.step+1,d=Math.floor((c.step-a)/r*Ge);if(!c.bad&&
l+1<t.length&&Math.floor((p-a)/r*Ge)===d)return;let f=qa(c,o);f&&(s.fillStyle=f,s.fillRect(d,0,Math.ceil((p-a)/r*Ge)-d,1))}),
!(n===null||n<a||n>=a+r)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-a)/r*Ge),0,2,1))}var Ja=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function _t(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function ds(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${qt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Ne(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function us(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Ja)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],a=V("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),r=V("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),c=V("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=V("g",{class:"opscope-gutter"},V("title"),a,r,c);return e.
append(l),l}function fs(e,t){m(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),m(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),m(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&_(us(e).firstChild,ds(t))}function hs(e){let t=us(e).firstChild;t.textContent||_(t,ds([]))}function fo(e){let t=[];for(let o of e){let n=o.querySelector(":scope > .opscope-fold-fold")?23:0,s=Number(o.querySelector(
"rect")?.getAttribute("width")??0)-8-n;if(!(s<=0))for(let a of o.querySelectorAll("text"))a.getComputedTextLength()>s&&t.
push([a,s])}return()=>{for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(1)),o.setAttribute("lengthAdjust","spacing\
AndGlyphs")}}var Ue=["nan","inf","zeros","ok"],Za=2e5;function qe(e,t){return e.program===t||!(e.program>=0)}function ms(e,t){let o=new Map,
n=new Map,s=[...e.values()].filter(a=>qe(a,t));for(let a of e.values())o.set(`var-${a.name}`,ie(a));for(let a of s)n.set(
a.op,Math.max(n.get(a.op)??0,a.step));for(let a of s){let r=ie(a),c=o.get(`op-${a.op}`);a.step===n.get(a.op)&&(!c||Ue.indexOf(
r)<Ue.indexOf(c))&&o.set(`op-${a.op}`,r)}return o}function gs(e,t,o,n=new Map){let s=new Set;for(let a of t){let r=e.get(
a);s.add(`var-${a}`),r&&qe(r,o)&&s.add(`op-${r.op}`)}for(let a of[...s]){let r=n.get(a);r!==void 0&&s.add(r)}return s}function bs(e,t){
let o=new Map;for(let[n,s]of e){let a=t.get(n);if(a===void 0)continue;let r=o.get(a);(!r||Ue.indexOf(s)<Ue.indexOf(r))&&
o.set(a,s)}return o}function ws(e){let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n==
"string"&&t.push(n),!Array.isArray(n))continue;let[s,a,r,c]=n;if([a,r].every(Number.isSafeInteger))for(let l=a;l<=r&&t.length<
Za;l++)t.push(`${s}${l}${c}`)}}catch{return[]}return t}function xs(e,t,o,n=[]){if(o.startsWith("var-"))return e.get(o.slice(
4))?.name;let s=new Set([o,...n]);return[...e.values()].filter(r=>qe(r,t)&&s.has(`op-${r.op}`)||s.has(`var-${r.name}`)).
sort((r,c)=>Ue.indexOf(ie(r))-Ue.indexOf(ie(c)))[0]?.name}var Qa=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),ys=/^(xmlns(:xlink)?|xml:space)$/,ei=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),ti=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function oi(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!ei.has(e)&&!ti.test(e)&&!ys.test(e)?!1:ys.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function ks(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(vs(n),document.importNode(n,!0))}function vs(e){for(let{
name:t,value:o}of[...e.attributes])oi(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Qa.
has(t.localName)&&t.namespaceURI===e.namespaceURI?vs(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function $s(e,t){let o=ks(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[],labels:new Map,boxes:null};for(let s of["width","height"])o.removeAttribute(s);m(o,"role","group");for(let s of o.
querySelectorAll("g")){let a=s.getAttribute("data-src"),r=s.getAttribute("data-dst"),c=s.getAttribute("data-scope"),l=ws(
s.getAttribute("data-hides"));a!==null&&r!==null?n.links.push({src:a,dst:r}):l.length||/^(op|var)-/.test(s.id)?ni(n,s,l,
t&&c!==null):c!==null&&(n.frames.set(c,s),t&&Ms(s,"fold"))}return n}function ni(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.
folded.set(t.id,o);for(let s of o)e.hiddenIn.set(s,t.id);m(t,"data-node",t.id),m(t,"tabindex",-1),m(t,"role","button"),e.
labels.set(t.id,t.querySelector("title")?.textContent??t.id),m(t,"aria-label",e.labels.get(t.id)),n&&Ms(t,"open")}function Ms(e,t){
let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),a=s("x")+
s("width")-(t==="open"?0:11),r=s("y")+(t==="open"?0:11),c=t==="open"?`M${a-3},${r}h6M${a},${r-3}v6`:`M${a-3},${r}h6`,l=V(
"title");l.textContent=t==="open"?"open (Enter)":"fold (Backspace)",e.append(V("g",{class:`opscope-fold opscope-fold-${t}`},
l,V("circle",{cx:a,cy:r,r:6}),V("path",{d:c})))}function ho(e){return e.querySelector(":scope > rect, :scope > a > rect,\
 :scope > polygon")??e}function Ct(e){if(e.boxes)return e.boxes;let t=e.svg.querySelector("g")?.transform.baseVal.consolidate()?.
matrix;return e.boxes=new Map([...e.nodes,...e.frames].map(([o,n])=>{let s=ho(n).getBBox();return[o,{x:s.x+(t?.e??0),y:s.
y+(t?.f??0),w:s.width,h:s.height}]})),e.boxes}function mo(e,t){return!!(e&&t&&e.x<=t.x&&e.y<=t.y&&e.x+e.w>=t.x+t.w&&e.y+
e.h>=t.y+t.h)}function Es(e,t,o){let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.
links.filter(p=>p.src===t).map(p=>p.dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],a=o===
"ArrowRight"?1:o==="ArrowLeft"?-1:0,r=p=>(p.left+p.right)/2,c=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();
if(!d||p===t)continue;let f=r(d)-r(n),h=Math.abs(d.top-n.top);if(a&&f*a<=1)continue;let u=Math.abs(f)+(a?3:.2)*h;u<l&&([
c,l]=[p,u])}return c}var si=150,Ss="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function Ls({search:e,choose:t,signal:o}){
let n=i("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Ss,"aria-label":`\
search the graph: ${Ss}`}),s=i("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),a=i("div",{class:"opscope-graph-find"},n,s),r=0,c="",l=null,p=()=>m(s,"hidden",!0),d=()=>{c=n.value.trim(),c?
e(c):p()};n.addEventListener("input",()=>{clearTimeout(r),r=window.setTimeout(d,si)},{signal:o}),n.addEventListener("foc\
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
activeElement)&&f(h))},enable:h=>m(a,"hidden",!h),clear:()=>_(s,"")}}var ri={together:"in one",apart:"side by side",forward:"forward only"};function Ns({view:e,draw:t,scopes:o,measure:n,search:s,
found:a,save:r,signal:c}){let l=i("span",{class:"opscope-graph-info"}),p=i("span",{class:"opscope-graph-number"}),d=(P,q,se)=>{
let re=i("button",{type:"button",class:"opscope-tool",title:q,"aria-label":q},P);return re.addEventListener("click",se,{
signal:c}),re},f=(P,q,se)=>i("select",{class:`opscope-graph-choice opscope-graph-${P}`,title:q,"aria-label":q},...Object.
entries(se).map(([re,te])=>i("option",{value:re},te))),h=Ls({search:s,choose:a,signal:c}),u=f("arrangement","forward and\
 backward: each layer with its gradients, side by side, or forward only",ri),w=Object.fromEntries(Object.entries(ve).map(
([P,{label:q}])=>[P,q])),b=f("colors","color the operators by",{health:"health",...w}),g=i("input",{class:"opscope-graph\
-since",type:"number",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare\
 with",hidden:!0}),y=d("Whole graph","back to the whole graph",()=>t({center:""})),L=!1,S=d("Fold all","fold all scopes",
()=>t({open:L?[]:o(),center:""})),x=f("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),N={later:i(
"span",{class:"opscope-key-later",title:"not computed yet where the run is paused",hidden:!0},i("i"),"not yet"),here:i("\
span",{class:"opscope-key-here",title:"where the run is",hidden:!0},i("i"),"here"),untapped:i("span",{title:"no tap watc\
hes its result",hidden:!0},i("i"),"not tapped")},v=i("div",{class:"opscope-key"},...["ok","zeros","Inf","NaN"].map(P=>i(
"span",{"data-health":P.toLowerCase()},i("i"),P)),N.later,N.untapped,N.here),k=i("span"),T=i("span"),E=i("span",{class:"\
opscope-graph-when"}),A=i("div",{class:"opscope-key opscope-ramp",hidden:!0},E,k,i("i"),T,p),F=i("div",{class:"opscope-t\
ools"},d("+","zoom in",()=>e.zoom(1)),d("−","zoom out",()=>e.zoom(-1)),d("fit","fit the whole graph",e.fit),x),O=i("di\
v",{class:"opscope-graph-bar",hidden:!0},h.el,u,i("label",{class:"opscope-graph-by"},"color",b),g,S,y);for(let P of O.children)
m(P,"data-asks",!0);let X=i("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk \
along the edges"},v,A,l),G=i("div",{class:"opscope-graph-foot"},X,F),K=new Map,z="",I="",ee="",Y=!1,Q={by:"health",selected:"",
against:0},D=()=>{Q.by=b.value,I="",m(g,"hidden",Q.by!=="change"),Q.against=Math.max(0,Math.round(Number(g.value)||0)),n()};
b.addEventListener("change",D,{signal:c}),g.addEventListener("change",D,{signal:c}),g.addEventListener("keydown",P=>P.stopPropagation(),
{signal:c}),u.addEventListener("change",()=>t({arrangement:u.value,first:!0,center:""}),{signal:c}),x.addEventListener("\
change",()=>{x.value&&r(x.value),x.value=""},{signal:c});function C(){_(l,I||(Y?"drawing …":ee)),m(X,"data-refused",!!I)}
function H(){let P=K.get(z);_(p,P===void 0?"":ve[Q.by]?.text(P)??"")}return Object.assign(Q,{el:O,foot:G,focusSearch:h.focus,
wait(P){Y=P,C()},measured(P,q){return I=P?"":q,C(),!P},read(P){z=P,H()},drawn(P,q,se){m(O,"hidden",!P.arrangement||se),P.
arrangement&&(u.value=P.arrangement),m(y,"hidden",!P.center),L=P.open.length>0,m(S,"hidden",!!P.center||!L&&!P.hidden),_(
S,L?"Fold all":"Unfold");for(let te of["title","aria-label"])m(S,te,L?"fold all scopes":"unfold the scopes in sight");let re=P.
hidden?`, ${P.hidden.toLocaleString("en")} nodes folded`:"";ee=q?`${P.ops.toLocaleString("en")} operators${re}`:"",C()},
update(P,q,se){Q.selected=q,h.update(P.fold.found);let re=!!P.graph?.eager;for(let te of b.options)te.disabled=te.value!==
"health"&&(se||!P.recorded||re&&te.value==="time");m(b,"title",`color the operators by${re?"; calls of eager code have n\
o times":""}`)},legend(P,q,se,re){K=q;for(let te of["later","untapped","here"])m(N[te],"hidden",!re[te]);if(m(v,"hidden",
Q.by!=="health"),m(A,"hidden",!P),P){let te=ve[P.by];_(k,te.text(se.low)),_(T,te.text(se.high));let he=P.against?`steps ${P.
against} and ${P.step}`:`step ${P.step}`;_(E,he),m(A,"title",`${te.label}, ${he}: ${te.about}`)}H()}})}function Ts(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...ai(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function ai(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=r=>({name:"goto",label:`Go to here in st\
ep ${r}`,kind:"Goto",fields:{step:r,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let a={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),a]:[a]}function As({choose:e,
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
px`,n.style.top=`${y}px`},focus:()=>n.querySelector("button")?.focus()}}var Te=132,Ke=96,_s=8;function go(e){let t=Math.min(Te/e.w,Ke/e.h);return{scale:t,x:(Te-e.w*t)/2,y:(Ke-e.h*t)/2}}function ii(e,t,o){
let[n,s]=[(Te+2*_s)*t,(Ke+2*_s)*t],[a,r]=["",1/0];for(let c of["right bottom","left bottom","right top","left top"]){let l=c.
startsWith("right")?e.x+e.w-n:e.x,p=c.endsWith("bottom")?e.y+e.h-s:e.y,d=o.filter(f=>f.x<l+n&&l<f.x+f.w&&f.y<p+s&&p<f.y+
f.h).length;d<r&&([a,r]=[c,d])}return a}function Cs(e,t){let o=i("canvas",{width:Te*2,height:Ke*2}),n=i("div",{class:"op\
scope-sight"}),s=i("div",{class:"opscope-minimap",hidden:!0,title:"the whole graph; click to go there","aria-hidden":"tr\
ue"},o,n),a={x:0,y:0,w:1,h:1},r=c=>{let l=o.getBoundingClientRect(),[p,d]=[go(a),l.width/Te||1];e(a.x+((c.clientX-l.left)/
d-p.x)/p.scale,a.y+((c.clientY-l.top)/d-p.y)/p.scale)};return s.addEventListener("pointerdown",c=>{c.preventDefault(),c.
stopPropagation(),s.setPointerCapture(c.pointerId),r(c)},{signal:t}),s.addEventListener("pointermove",c=>c.buttons&1&&r(
c),{signal:t}),{el:s,draw(c,l){a=c;let p=o.getContext("2d");if(!p)return;let{scale:d,x:f,y:h}=go(c);p.setTransform(2,0,0,
2,0,0),p.clearRect(0,0,Te,Ke);for(let{box:u,color:w}of l){p.fillStyle=w;let[b,g]=[Math.max(1.5,u.w*d),Math.max(1.5,u.h*d)];
p.fillRect(f+(u.x-c.x)*d,h+(u.y-c.y)*d,b,g)}},place(c,l,p){m(s,"data-corner",ii(c,l,p))},update(c,l){a=l;let{scale:p,x:d,
y:f}=go(l),h=c.x<=l.x+1&&c.y<=l.y+1&&c.x+c.w>=l.x+l.w-1&&c.y+c.h>=l.y+l.h-1;if(m(s,"hidden",h),h)return;let u=Math.max(0,
d+(c.x-l.x)*p),w=Math.max(0,f+(c.y-l.y)*p),b=Math.min(Te,d+(c.x+c.w-l.x)*p),g=Math.min(Ke,f+(c.y+c.h-l.y)*p);n.style.cssText=
`left:${u}px;top:${w}px;width:${Math.max(4,b-u)}px;height:${Math.max(4,g-w)}px`}}}function It(e,t,o=.5,n=.5){let s=e.w/t,a=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-a),w:s,h:a}}function ci(e,t,o=0){let n=Math.
max(t.w/40/e.w,Math.min(1,Math.max(t.w*4,o)/e.w));return n===1?e:It(e,1/n)}function li(e,t){let o=(n,s,a,r)=>s>=r?a+(r-s)/
2:Math.max(a,Math.min(a+r-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function Is(e,t,o,n=e.x+e.w/2){let s=Math.
max(1,Math.min(1,t/e.w,o/e.h)),a=t/s,r=o/s;return{x:a<e.w?Math.max(e.x,Math.min(e.x+e.w-a,n-a/2)):e.x+(e.w-a)/2,y:r<e.h?
e.y:e.y+(e.h-r)/2,w:a,h:r}}function pi(e,t){let o=e.reduce((r,c)=>Math.min(r,c.y),1/0),n=r=>Math.abs(r.x+r.w/2-t.x-t.w/2),
s=e.filter(r=>r.y<o+r.h),a=s.reduce((r,c)=>n(c)<n(r)?c:r,s[0]);return a&&a.x+a.w/2}function di(e,t){return e.left<t.right&&
t.left<e.right&&e.top<t.bottom&&t.top<e.bottom}function Bs(e,t,o=()=>{},n){let s=null,a={x:0,y:0,w:1,h:1},r=a,c=null,l=!1,
p=r,d="",[f,h]=[0,0],u=()=>[],w=()=>{p=r,e.style.removeProperty("transform"),s?.setAttribute("viewBox",`${r.x} ${r.y} ${r.
w} ${r.h}`),o(r,a)},b=(k,T)=>{[r,d]=[k,""],e.style.setProperty("transform",`translate(${(p.x-r.x)/T}px, ${(p.y-r.y)/T}px\
)`),o(r,a)},g=(k,T="")=>(d=T,r=ci(k,a,f),w()),y=()=>r!==p&&w(),L=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);function S(){
let k=Is(a,f,h);g(k.w<a.w?Is(a,f,h,pi(u(),k)):k,"start")}function x(){let k=Math.max(r.w/f,r.h/h),T=!!(f&&h);if([f,h]=[e.
clientWidth,e.clientHeight],!s||!T||!f||!h)return;let[E,A]=[f*k,h*k];d==="start"?S():d==="fit"?g(a,"fit"):g({x:r.x+(r.w-
E)/2,y:r.y,w:E,h:A})}let N=new ResizeObserver(x);N.observe(e),t.addEventListener("abort",()=>N.disconnect()),e.addEventListener(
"wheel",k=>{if(!s||!(k.ctrlKey||k.metaKey))return;k.preventDefault(),y();let T=e.getBoundingClientRect();g(It(r,Math.exp(
-k.deltaY*.002),(k.clientX-T.left)/T.width,(k.clientY-T.top)/T.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",k=>{k.button||!s||(c={x:k.clientX,y:k.clientY,box:r,unit:L()},l=!1)},{signal:t}),e.addEventListener("pointermov\
e",k=>{if(!c)return;let T=k.clientX-c.x,E=k.clientY-c.y;if(!l&&Math.hypot(T,E)<4)return;l||e.setPointerCapture(k.pointerId),
l=!0;let A={...c.box,x:c.box.x-T*c.unit,y:c.box.y-E*c.unit};A.w===p.w&&A.h===p.h?b(A,c.unit):g(A)},{signal:t});let v=()=>{
c=null,y()};for(let k of["pointerup","pointercancel"])e.addEventListener(k,v,{signal:t});return e.addEventListener("clic\
k",k=>{l&&k.stopPropagation(),l=!1},{signal:t,capture:!0}),e.addEventListener("keydown",k=>{let T={"+":1.25,"=":1.25,"-":.8}[k.
key],E=k.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[k.key];if(T)g(It(r,T));else if(E)g(
{...r,x:r.x+E[0]*40*L(),y:r.y+E[1]*40*L()});else if(k.key==="0")g(a,"fit");else return;k.preventDefault()},{signal:t}),{
attach(k,T=!1){s=k;let E=s?.viewBox.baseVal;a=E&&E.width?{x:E.x,y:E.y,w:E.width,h:E.height}:{x:0,y:0,w:100,h:100},T||(r=
a),w()},hold(k,T){let E=k.getBoundingClientRect();g({...r,x:r.x+(E.left-T.left)*L(),y:r.y+(E.top-T.top)*L()})},center:(k,T)=>g(
{...r,x:k-r.w/2,y:T-r.h/2}),zoom:k=>g(It(r,k>0?1.25:1/1.25)),fit:()=>g(a,"fit"),whole:()=>a,box:()=>r,sight(){let[k,T,E]=[
L(),e.clientWidth,e.clientHeight],[A,F]=[T*k,E*k];return[{x:r.x+(r.w-A)/2,y:r.y+(r.h-F)/2,w:A,h:F},k]},start(k){u=k,[f,h]=
[e.clientWidth,e.clientHeight],S()},restore(k){[f,h]=[e.clientWidth,e.clientHeight],g(k)},reveal(k){y();let T=e.getBoundingClientRect(),
E=k.getBoundingClientRect();if(E.left>=T.left&&E.right<=T.right&&E.top>=T.top&&E.bottom<=T.bottom&&!(n&&di(E,n.getBoundingClientRect())))
return;let F=(E.left+E.right-T.left-T.right)/2,O=(E.top+E.bottom-T.top-T.bottom)/2;g(li({...r,x:r.x+F*L(),y:r.y+O*L()},a))}}}var ui=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function fi(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,a)=>{let r=getComputedStyle(o[a]);s.setAttribute("style",ui.map(c=>`${c}:${r.getPropertyValue(c)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=hi(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function hi(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function bo(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Os(e,t,o,n){if(t==="dot")return bo(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=fi(e),a=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return bo(a,"graph.svg");let r=new Image,c=URL.createObjectURL(a);r.src=c,await r.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(r.width,r.height));l.width=Math.round(r.width*p),l.height=Math.round(r.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(r,0,0,l.width,l.height)),URL.revokeObjectURL(
c),l.toBlob(f=>f&&bo(f,"graph.png"),"image/png")}var Rs={id:"graph",label:"Graph",create:gi},mi=[];function gi({select:e,ask:t,open:o,offline:n,memory:s,signal:a}){let r=i(
"div",{class:"opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a\
 scope, Backspace folds it, slash searches, plus and minus zoom"}),c=Cs((M,R)=>l.center(M,R),a),l=Bs(r,a,X,c.el),p=Ns({view:l,
draw:M=>ee(M.center===""&&w?.center?{...M,reveal:w.center}:M),scopes:Q,measure:D,search:M=>t("SearchGraph",{text:M}),found:M=>ee(
{reveal:M}),save:C,signal:a}),d=As({choose:H,frame:r,signal:a}),f=i("div",{class:"opscope-nothing"}),h=i("div",{class:"o\
pscope-graph-tab"},p.el,i("div",{class:"opscope-graph-box"},r,d.el,f,c.el),p.foot),u=null,w=null,b=!0,g=s.graph??null,y=!1,
L=!1,S=!1,x=!1,N="",v="",k="",T=null,E,A,F="",O=0;function X(M,R){let $=c.el.hidden;c.update(M,R),$&&!c.el.hidden&&y&&u?.
boxes&&c.place(...l.sight(),ye()),G()}function G(){w&&u&&(s.graph={drawn:K(w),box:l.box()})}let K=M=>[M.program,M.arrangement,
M.center,...M.open].join(" "),z=M=>u?.nodes.get(M)??u?.nodes.get(u.hiddenIn.get(M)??""),I=M=>M?.getAttribute("data-node")??
"";function ee(M){w?.arrangement&&(p.wait(!0),t("DrawGraph",{open:w.open,arrangement:w.arrangement,...M},()=>p.wait(!1)))}
function Y(M,R,$){if(!w)return;let B=$.getBoundingClientRect();T={scope:M,left:B.left,top:B.top};let j=W=>W===M||W.startsWith(
`${M}/`);ee({open:R?[...w.open,M]:w.open.filter(W=>!j(W)),center:R?w.center:""})}function Q(){return[...u?.nodes??[]].filter(
([,M])=>M.hasAttribute("data-scope")).map(([M])=>M)}function D(){O=E?.stopped?.step||0;let{by:M,against:R}=p;M!=="health"&&
t("MeasureOperators",{by:M,step:O,against:R},($,B)=>p.measured($,B)),E&&Ee(E)}function C(M){let R=getComputedStyle(h).getPropertyValue(
"--o-ground")||"#ffffff";u&&w&&Os(u.svg,M,w.dot,R)}function H({kind:M,fields:R}){let{id:$,spec:B,op:j}=R,W=$===void 0?void 0:
u?.nodes.get($);M==="compose"?o("breakpoints",B):M==="attributes"?o("code",j):M==="open"&&W?Y($,!0,W):M==="center"?ee({center:$,
reveal:$}):M!=="open"&&t(M,R)}function P(M,R){let $=I(M),B=u?.folded.get($),j=xs(R.values,w?.program??-1,$,B);j&&e(j,!1),
k=$;let W=[];w?.arrangement&&!n&&(M.hasAttribute("data-scope")&&W.push({name:"open",label:"Open",kind:"open",fields:{id:$}}),
W.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:$}}));let Z=n?-1:Ne($),J=M.querySelector(
"text")?.textContent??"";d.show([...Z>=0?Ts(R,Z):[],...W],J,Z>=0?`op ${Z}`:B?`${B.length} inside`:"",M)}r.addEventListener(
"click",M=>{let R=M.target,B=R.closest(".opscope-fold")?.closest("[data-scope]");if(B)return Y(B.getAttribute("data-scop\
e")??"",B.hasAttribute("data-node"),B);let j=R.closest("[data-node]");if(!j||!E)return;let W=I(j);if(!n&&(R.closest(".op\
scope-gutter")||Ne(W)>=0&&M.altKey))return re(W);P(j,E)},{signal:a}),r.addEventListener("dblclick",M=>{let R=M.target.closest(
"[data-node][data-scope]");!R||n||!w?.arrangement||(d.close(),Y(I(R),!0,R))},{signal:a}),r.addEventListener("pointerover",
M=>{let R=M.target.closest("[data-node]");R&&Ne(I(R))>=0&&!n&&hs(R),p.read(R?I(R):"")},{signal:a}),r.addEventListener("f\
ocusin",({target:M})=>k=I(M)||k,{signal:a}),r.addEventListener("keydown",M=>q(M)&&(M.preventDefault(),M.stopPropagation()),
{signal:a});function q(M){if(!u||!E||M.altKey||M.ctrlKey||M.metaKey||M.shiftKey)return!1;let R=u.nodes.get(k);if(M.key===
"/"&&w?.arrangement)return p.focusSearch(),!0;if(M.key.startsWith("Arrow")){let $=R?Es(u,k,M.key):I(z(N)??[...u.nodes.values()][0]??
null);return $&&se($),!0}if(!R)return!1;if(M.key==="Enter"||M.key===" ")return R.hasAttribute("data-scope")&&w?.arrangement&&
!n?Y(k,!0,R):(P(R,E),d.focus()),!0;if(M.key==="Backspace"){let $=Ct(u),B=[...u.frames].filter(([j])=>mo($.get(j),$.get(k))).
at(-1);return B&&w?.arrangement&&Y(B[0],!1,B[1]),!0}return!1}function se(M){let R=u?.nodes.get(M);R&&(k=M,l.reveal(R),R.
focus({preventScroll:!0}),p.read(M))}function re(M){let R=he(_t(E?te(E):[]),M);for(let{number:$}of R)t("ClearBreakpoint",
{number:$});!R.length&&Ne(M)>=0&&t("SetBreakpoint",{spec:`id:${Ne(M)}`})}function te(M){let R=M.fold.breakpoints;return R&&
w&&qe(R,w.program)?M.breakpoints:mi}function he(M,R){return[...new Set((u?.folded.get(R)??[R]).flatMap($=>M.get(Ne($))??
[]))]}function at(M){if(M===A||!y||!u)return;A=M;let R=_t(M);for(let[$,B]of u.nodes)$.startsWith("var-")||fs(B,he(R,$))}
function we(M){let R=!!(u&&w?.arrangement&&w.program===M.program);if(u=$s(M.svg,!!M.arrangement&&!n),A=void 0,N=F="",d.close(),
r.replaceChildren(),l.attach(null,R),u){r.append(u.svg),l.attach(u.svg,R),b=!R,S=!y,L=!0;let $=S?()=>{}:fo(Ae());R&&xe(M),
$()}_(f,u?"":"The graph could not be read."),m(f,"hidden",!!u),p.drawn(M,!!u,n)}function xe(M){let R=T?.scope??"",$=u?.nodes.
get(R)??u?.frames.get(R);if(u?.nodes.has(R))k=R;else if(u&&$&&y){let B=Ct(u);k=[...u.nodes.keys()].find(j=>mo(B.get(R),B.
get(j)))??k}T&&$?l.hold($,T):l.start(ye),T=null,M.reveal&&([v,k]=[M.reveal,M.reveal]),x=r.contains(document.activeElement)||
document.activeElement===document.body||!!M.reveal}function Ee(M){if(!u||!w)return;let R=ms(M.present,w.program),$=bs(R,
u.hiddenIn),B=gs(M.values,M.absent,w.program,u.hiddenIn),j=z(M.stopped?`op-${M.stopped.op}`:""),W={later:!1,untapped:!1,
here:!!j},Z=M.values.get(p.selected),J=Z&&(z(`var-${p.selected}`)??(qe(Z,w.program)?z(`op-${Z.op}`):null)),ne=p.by!=="he\
alth"&&M.fold.measured?.by===p.by?M.fold.measured:null,oe=ne?En(ne,u.hiddenIn):new Map,fe=Sn(p.by,oe.values()),de=_t(te(
M));for(let[ue,me]of u.nodes){let _e=u.folded.has(ue)?$.get(ue):R.get(ue),it=!_e&&B.has(ue);W.later||=it,W.untapped||=!_e&&
!it;let Us=[_e&&_e!=="ok"?Be[_e]:"",it?"not computed yet":"",me===j?"the run is here":"",!ue.startsWith("var-")&&he(de,ue).
length?"breakpoint":""];m(me,"aria-label",[u.labels.get(ue),...Us].filter(Boolean).join(", ")),m(me,"data-health",p.by!==
"health"?void 0:_e),m(me,"data-later",p.by==="health"&&it),m(me,"data-selected",me===J);let ct=oe.get(ue);m(me,"data-hea\
t",ct===void 0?p.by==="health"?void 0:"none":(fe.at(ct)*100).toFixed(0)),me.style.setProperty("--heat",ct===void 0?"0%":
`${(8+84*fe.at(ct)).toFixed(0)}%`)}p.legend(ne,oe,fe,W);let ke=`${document.body.dataset.jpThemeLight} ${p.by} ${ne?.step}\
 ${[...R.values()].join()}`;ke!==F&&y&&(F=ke,Ot())}let Ae=()=>[...u?.nodes.values()??[],...u?.frames.values()??[]];function ye(){
let M=u&&Ct(u);return[...u?.nodes.keys()??[]].flatMap(R=>M?.get(R)??[])}function Ot(){let M=[...u?.nodes.values()??[]].map(
R=>getComputedStyle(ho(R)).stroke);c.draw(l.whole(),ye().map((R,$)=>({box:R,color:M[$]})))}return{el:h,open(M){v=`op-${M}`,
u&&!u.nodes.has(v)&&u.hiddenIn.has(v)&&ee({reveal:v})},update(M,{selected:R}){y=r.clientWidth>0,M.graph&&M.graph!==w&&(M.
graph.svg!==w?.svg||M.graph.reveal)?we(M.graph):!M.graph&&!E&&_(f,"No graph yet. A program is drawn when it first runs, \
eager code at each stop and step."),w=M.graph,b&&y&&u&&(b=!1,g&&w&&g.drawn===K(w)?l.restore(g.box):l.start(ye),g=null),S&&
u&&y&&(S=!1,fo(Ae())()),E=M,p.by!=="health"&&M.stopped&&M.stopped.step!==O&&!n&&D(),p.update(M,R,n),Ee(M),at(te(M));let $=M.
stopped?`op-${M.stopped.op}`:"",B=z($);if($!==N){let W=z(N);for(let Z of["data-current","data-past"])W&&m(W,Z,!1);B&&m(B,
"data-current",!0),v||=$,N=$}B&&m(B,"data-past",M.stopped?.past);let j=z(v);j&&y&&l.reveal(j),v="",y&&G(),L&&y&&(L=!1,c.
place(...l.sight(),ye())),x&&u?.nodes.get(k)?.focus({preventScroll:!0}),x=!1}}}var[Ps]=Ye.Warned,Fs="limit"in Ps&&Ps.limit||1/0,Ds={id:"notes",label:"Notes",create:bi,count:xi};function bi({select:e,
signal:t}){let o=i("div",{class:"opscope-nothing"},"Nothing to report."),n=i("pre",{class:"opscope-error"}),s=i("div",{class:"\
opscope-notes-rows"}),a=i("div",{class:"opscope-notes-older",hidden:!0},`The newest ${Fs} notes are kept; those before t\
hem are gone.`),r,c=0;return s.addEventListener("click",l=>{let p=l.target.closest("[data-name]");p&&e(p.dataset.name??"")},
{signal:t}),{el:i("div",{class:"opscope-notes"},o,n,s,a),update(l){if(_(n,l.error),m(n,"hidden",!l.error),m(o,"hidden",!!l.
error||l.warnings.size>0),m(a,"hidden",l.warnings.size<Fs),l.warnings===r&&l.values.size===c)return;r=l.warnings,c=l.values.
size;let p=[...l.warnings.values()].reverse();s.replaceChildren(...p.map(d=>wi(d,l.values.has(d.subject))))}}}function wi({
subject:e,text:t,count:o},n){let s=[i("code",{},e),i("span",{},t)];return o>1&&s.push(i("span",{class:"opscope-note-coun\
t",title:`${o} times`},`×${o}`)),n?i("button",{class:"opscope-note",type:"button","data-name":e},...s):i("div",{class:"\
opscope-note"},...s)}function xi(e){return e.warnings.size+(e.error?1:0)}var Ve=[ns,ps,Rs,Cn,rs,Ds,xn];var zs=50,yi=0;function js(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),a=n?Ce(e):new Set,r=f=>s.every(h=>f.
toLowerCase().includes(h)),[c,l]=[s.filter(f=>/^\d+$/.test(f)),s.filter(f=>!/^\d+$/.test(f))],p=c.length===1&&l.every(f=>[
"go","to","step","goto"].includes(f))?Number(c[0]):NaN,d=o&&p>=o[0]&&p<=o[1]?[{label:`Go to step ${p}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:p}}]:[];for(let{kind:f,label:h,about:u,key:w}of Se)a.has(f)&&r(`${h} ${u}`)&&d.push({label:h,about:u,
key:w,deed:{send:f}});for(let{id:f,label:h}of Ve)r(`show ${h} tab`)&&d.push({label:`Show ${h}`,about:"tab",deed:{tab:f}});
r("keys shortcuts help")&&d.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let f of e.values.
values()){if(d.length>=zs)break;if(!r(`value ${f.name} ${f.called} ${f.op_type}`))continue;let[h,u]=be(f);d.push({label:h,
about:["value",u,f.op_type].filter(Boolean).join(" · "),deed:{value:f.name}})}return d.slice(0,zs)}function Hs({root:e,
find:t,act:o,signal:n}){let s=i("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),a=i("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),r=i("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,a),c=`opscope-palette-${++yi}`,l=[],p=0,d=null;function f(){
[...a.children].forEach((g,y)=>m(g,"aria-selected",y===p?"true":"false"));let b=a.children[p];b?.scrollIntoView({block:"\
nearest"}),m(s,"aria-activedescendant",b?.id)}function h(){l=t(s.value),p=0;let b=l.map(({label:g,about:y,key:L},S)=>i("\
div",{class:"opscope-choice",role:"option",id:`${c}-${S}`,"data-at":S},i("b",{},g),i("span",{},y),...L?[i("kbd",{},L)]:[]));
a.replaceChildren(...b.length?b:[i("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function u(b){if(b!==
!r.hidden){if(b&&(d=e.ownerDocument.activeElement),m(r,"hidden",!b),!b)return(d&&e.contains(d)?d:e).focus({preventScroll:!0});
s.value="",h(),s.focus({preventScroll:!0})}}function w(b){let g=l[b];g&&(u(!1),o(g.deed))}return s.addEventListener("inp\
ut",h,{signal:n}),s.addEventListener("blur",b=>{r.contains(b.relatedTarget)||m(r,"hidden",!0)},{signal:n}),a.addEventListener(
"pointerdown",b=>b.preventDefault(),{signal:n}),a.addEventListener("click",b=>{let g=b.target.closest("[data-at]");g&&w(
Number(g.dataset.at))},{signal:n}),e.addEventListener("keydown",b=>{if((b.ctrlKey||b.metaKey)&&!b.altKey&&!b.shiftKey&&b.
key.toLowerCase()==="k")u(!!r.hidden);else{if(r.hidden||b.target!==s)return;if(b.key==="Escape")u(!1);else if(b.key==="E\
nter")w(p);else{let g=["ArrowUp","ArrowDown"].includes(b.key)&&l.length?ce(b,p,l.length):null;if(g===null)return void b.
stopPropagation();p=g,f()}}b.preventDefault(),b.stopPropagation()},{signal:n,capture:!0}),{el:r,open:()=>u(!0)}}var ki=0;function Ws(e,t,o){let n=new Map(e.map(l=>[l.id,i("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[i("span",{class:"opscope-long"},l.label),i("span",{class:"opscope-short"},l.short)]:[l.label];return i("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),a=i("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++ki}`,m(l.el,"role","tabpanel"),m(l.el,"aria-labelledby",s[p].
id)});let r=0;function c(l){r=l,e.forEach((p,d)=>{m(s[d],"aria-selected",d===r?"true":"false"),m(s[d],"tabindex",d===r?0:
-1),m(p.el,"hidden",d!==r)})}return a.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(c(p),
t())},{signal:o}),a.addEventListener("keydown",l=>{let p=ce(l,r,e.length);p!==null&&(l.preventDefault(),c(p),s[p].focus(),
t())},{signal:o}),c(0),{el:i("main",{class:"opscope-main"},a,...e.map(l=>l.el)),get open(){return e[r].id},show:l=>c(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&_(d,p?String(p):"")}}}var vi=1e4,$i=new Set(Se.map(e=>e.kind)),Gs=new Set(["FetchDetail","WatchDetail"]);function Mi(e){let{forward:t,parameters:o,
gradients:n}=wt(e),s=[...t,...o,...n],a=r=>e.details.get(r)?.step??-1;return s.reduce((r,{name:c})=>a(c)>a(r)?c:r,s[0]?.
name??"")}function Bt({model:e,el:t,signal:o,page:n,memory:s={}}){let a=!!n,r=e.get?.("selected")||s.selected||"",c="",l=!0,
p,d=new Map,f={},h=null,u=!0,w=C=>[...d.values()].some(({kind:H,since:P})=>C(H)&&Date.now()-P<vi),b=i("div",{class:"opsc\
ope-panel",role:"region","aria-label":"opscope panel","data-offline":a,tabindex:a?void 0:0}),g=(C,H={},P=void 0)=>{if(delete f[C],
!l)return P?.(!1,Co);d.set(ee.command(C,H),{kind:C,done:P,since:Date.now()})},y=(C,H=!0)=>{p?.values.has(C)&&(C!==r&&(u=
!1),r=s.selected=C,L(C),H&&G.show("tensor"),ee.refresh())};function L(C){!e.get||p&&bt(p,e.get("selected"))===C||(e.set?.(
"selected",C),l&&e.save_changes?.())}let S=()=>{let C=p&&bt(p,e.get?.("selected")??"");C&&y(C,!1)};e.get&&(e.on("change:\
selected",S),o.addEventListener("abort",()=>e.off("change:selected",S)));function x(C){u=!0,l&&g("WatchDetail",{name:C})}
let N=()=>ee.refresh(),v=(C,H)=>{G.show(C),X.get(C)?.open?.(H),N()},k=C=>g(C),T=ln(g),E=(C,H=-1)=>{if(n)return n.goTo(C);
T.goTo(C,H),N()},A=C=>{if(n)return n.steps;let H=Gt(C);return l&&H&&H.last>H.first?[H.first,H.last]:null},F=fn({send:k,ask:g,
seek:T,refresh:N,offline:a,signal:o}),O=bn({select:C=>y(C,G.open!=="graph"),refresh:N,memory:s,signal:o}),X=new Map(Ve.map(
C=>[C.id,C.create({select:y,ask:g,open:v,refresh:N,goTo:E,reach:A,offline:a,memory:s,signal:o})])),G=Ws(Ve.map(({id:C,label:H,
short:P})=>({id:C,label:H,short:P,el:X.get(C).el})),N,o);b.addEventListener("keydown",C=>{let H=xo(C);!H||!p||!l||!Ce(p).
has(H)||a||(C.preventDefault(),(!C.repeat||!w(P=>$i.has(P)))&&k(H))},{signal:o}),G.show(s.tab??=e.get?.("tab")||"tensor");
let K=Bo(),z=hn({root:b,offline:a,signal:o}),I=Hs({root:b,find:C=>p?js(p,C,A(p),l&&!a):[],act:C=>{"send"in C?k(C.send):"\
step"in C?E(C.step):"value"in C?y(C.value):"keys"in C?z.button.click():G.show(C.tab),N()},signal:o});F.el.querySelector(
".opscope-headline")?.append(z.button),b.append(K.el,F.el,i("div",{class:"opscope-body"},O.el,G.el),z.el,I.el),t.append(
b),mn({root:b,memory:s,offline:a,signal:o});let ee=en({model:e,el:b,signal:o,paint:Y});function Y(C,H){l=H==="live";let P=G.
open==="tensor"&&s.tab!=="tensor";ee.show(G.open),s.tab=G.open,K.update(H),m(b,"data-lost",!l),l||d.clear(),C!==p&&D(C),
p=C,C.values.has(r)||(c||=r,r=bt(C,c)||Mi(C),r&&(c=""),r&&(s.selected=r),r&&l&&!e.get?.("selected")&&L(r),u=!r),P&&r&&l&&
!a&&(u=!1),u||(f={}),m(b,"data-past",C.stopped?.past),F.update(C,l,Object.entries(f).find(([q])=>!Gs.has(q))?.[1]??""),O.
update(C,r);for(let q of Ve)G.count(q.id,q.count?.(C)??0);X.get(G.open)?.update(C,{selected:r,refusal:l?f.FetchDetail??f.
WatchDetail??"":Io});for(let q of b.querySelectorAll("[data-asks]"))m(q,"inert",!l);Q(C)}function Q(C){let H=C.stopped!==
h&&G.open==="tensor"&&!a&&l&&!w(P=>Gs.has(P));u?H&&C.stopped&&r&&g("FetchDetail",{name:r}):x(r),H&&(h=C.stopped)}function D(C){
p&&(C.phase!==p.phase||C.stopped!==p.stopped)&&(f={}),p&&C.runs>p.runs&&C.values.has(r)&&(u=!1);for(let H of C.responses){
let P=d.get(H.request);if(!P)continue;d.delete(H.request);let q=H.ok?H.text:H.text||`${P.kind} was refused`;!H.ok&&!P.done?.(
!1,q)&&(f[P.kind]=q),H.ok&&P.done?.(!0,q)}}return b}function Ei(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Si(e){let t=new Set,o=e.length,n=0,
s=()=>{let a={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let r of t)r(a,[])};return{on:(a,r)=>{t.add(
r)},off:(a,r)=>{t.delete(r)},send:a=>a.kind==="attach"&&queueMicrotask(s),upTo(a){o=a,s()}}}function Li(e,t){let o=t.split(
`
`).filter(h=>h.trim()).map(Fo),n=Si(o),{steps:s,ends:a}=Ei(o),r=new AbortController().signal,c=()=>{},l=Bt({model:n,el:e,
signal:r,page:{goTo:h=>c(h),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=i("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=i("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;c=h=>{
p.value=String(Math.max(0,s.filter(u=>u<=h).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
_(d,`step ${s[Number(p.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(a[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(i("label",{class:"opscope-scrub"},p,d))}var jd=()=>{let e={};return{render({model:t,el:o,signal:n}){Bt({model:t,el:o,signal:n,memory:e})}}};export{jd as default,Li as replay};
