// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var pt=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,Ft=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:pt(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:pt(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:pt(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:pt(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],Le=Ft.
flat(),Vs=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],yo=["StepBack","ReverseContinue","Goto"];function Re(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...Vs,
...yo,...o])}return new Set(e.over&&e.recorded?[...t,...yo]:t)}function ko(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Le.find(o=>o.key===e.key)?.kind}
function vo({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Je=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),Ze={EditsChanged:[{
rule:"latest",slot:"edits",clears:[],where:null}],BranchSeen:[{rule:"latestByKey",slot:"branches",key:["name"],limit:8}],
OperatorSeen:[{rule:"latest",slot:"shown_operator",clears:[],where:null}],StackSeen:[{rule:"latest",slot:"stack",clears:[],
where:null}],VariablesSeen:[{rule:"latest",slot:"variables",clears:[],where:null}],ExpressionsEvaluated:[{rule:"latest",
slot:"watched",clears:[],where:null}],SourceSeen:[{rule:"latest",slot:"source",clears:[],where:null}],RunStarted:[{rule:"\
restart",slot:"started",keeps:["graph","breakpoints","responses"]}],GraphDrawn:[{rule:"latest",slot:"graph",clears:[],where:null}],
GraphSearched:[{rule:"latest",slot:"found",clears:[],where:null}],OperatorsMeasured:[{rule:"latest",slot:"measured",clears:[],
where:null}],StepFinished:[{rule:"latestByKey",slot:"steps",key:["names"],limit:16},{rule:"addPoints",slot:"scalars",points:"\
scalars"},{rule:"addPoints",slot:"history",points:"tapped"}],ValueSeen:[{rule:"latestByKey",slot:"values",key:["name"],limit:null},
{rule:"addPoints",slot:"history",points:"statistics"}],DetailSeen:[{rule:"latestByKey",slot:"details",key:["name"],limit:32}],
SliceSeen:[{rule:"latestByKey",slot:"slices",key:["name"],limit:8}],PinChanged:[{rule:"latest",slot:"pinned",clears:[],where:null}],
Stopped:[{rule:"latest",slot:"stopped",clears:["past_stop","continued","place"],where:["past",!1]},{rule:"latest",slot:"\
past_stop",clears:["place"],where:["past",!0]}],FindingSeen:[{rule:"latestByKey",slot:"findings",key:["number"],limit:200}],
ValueExplained:[{rule:"latest",slot:"explained",clears:[],where:null}],PlaceSeen:[{rule:"latest",slot:"place",clears:[],
where:null}],Continued:[{rule:"latest",slot:"continued",clears:["stopped","past_stop","place"],where:null}],BreakpointsChanged:[
{rule:"latest",slot:"breakpoints",clears:[],where:null}],RecordedRangeChanged:[{rule:"latest",slot:"recorded",clears:[],
where:null}],RecordingChanged:[{rule:"latest",slot:"recording",clears:[],where:null}],CostMeasured:[{rule:"latest",slot:"\
cost",clears:[],where:null}],SlowRunsChanged:[{rule:"latest",slot:"slow",clears:[],where:null}],SearchProgressed:[{rule:"\
latest",slot:"search",clears:[],where:null}],Warned:[{rule:"latestByKey",slot:"warnings",key:["subject","text"],limit:50}],
Terminated:[{rule:"latest",slot:"terminated",clears:["continued","stopped","past_stop","place"],where:null}],Response:[{
rule:"newest",slot:"responses",limit:64}]},$o=256,Mo=.9;var So="−";function K(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",So)}function Pe(e){return e.length?e.join("×"):"scalar"}var Ys=13,
Xs=9,Eo=16;function Lo(e){let t=e.includes(" · ");if(e.length<=Eo&&!t)return[e,""];let o=e.replace(/^[^ ]*\.(?=\d+\.)/,
"…");if(o.length<=Eo&&!t)return[o,""];let n=t?/_?\d+$/g:/[._/@]/g,a=[...o.matchAll(n)].map(({index:r})=>o.slice(r)).filter(
r=>r.length<=Ys)[0]??o.slice(-Xs);return[o.slice(0,-a.length),a]}function No(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Qe(e,t=1){if(e===0||e===1)return`${100*e}%`;let o=10**-t,n=(100*e).toFixed(
t);return e>0&&Number(n)===0?`<${o.toFixed(t)}%`:e<1&&Number(n)>=100?`>${(100-o).toFixed(t)}%`:`${n}%`}function To(e){return Qe(
e,e<.0995?1:0).replace("%"," %")}function Ao(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ae(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function Dt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ie(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Mo?"zeros":"ok"}var Fe={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function be(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function dt(e){let t=[...e].map(n=>[n.name,be(n)[0]]),
o=new Map;for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:
s]))}function ut(e){return e.grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":e.role==="optimize"?"opti\
mizer":"forward"}function _o(e,t,o){if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(
s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function Ne(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];
let s=10**Math.floor(Math.log10(n/o));for(let a of[10,5,2,1]){let r=s*a,c=Math.ceil(e/r-1e-9),p=Math.floor(t/r+1e-9);if(p-
c+1>=o-1||a===1)return Array.from({length:p-c+1},(l,u)=>(c+u)*r)}return[]}function De(e){if(e===0)return"0";let t=Math.abs(
e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace("e+","e"):String(Number(e.toPrecision(6)))).replaceAll(
"-",So)}var Js="http://www.w3.org/2000/svg";function i(e,t={},...o){let n=document.createElement(e);return Co(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(Js,e);return Co(n,t),n.append(...o),n}function ft(e){let t=i("s\
pan",{class:"opscope-name"});return et(t,e),t}function et(e,t){if(e.title===t)return;e.title=t;let[o,n]=Lo(t);e.replaceChildren(
i("span",{},o),...n?[i("span",{class:"opscope-name-end"},n)]:[])}function Co(e,t){for(let[o,n]of Object.entries(t))m(e,o,
n)}function m(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function _(e,t){e.textContent!==t&&(e.textContent=t)}function ze(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var Bo="no kernel answers",Oo="No kernel answers, and the elements of this value were not kept.",Zs={live:"",waiting:"",
lost:"The kernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cel\
l again to go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run \
the cell to start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Io(e){
return Zs[e]}function Ro(){let e=i("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){_(e,Io(t)),
m(e,"hidden",!Io(t))}}}function Fo(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function Do(e){
let t=Fo(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var Po=["step","min","max","mean","std","zeros",
"nan","inf"];function Qs(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let a of e.events)a.kind==="ValueSeen"&&o.push(a);
if(e.numbers===void 0)return[];let n=Do(t[e.numbers]),s=n.length/(1+Po.length);return Array.from({length:s},(a,r)=>{let c={
...o[n[r]]};return Po.forEach((p,l)=>{let u=n[(l+1)*s+r];c[p]=Number.isNaN(u)?null:u}),c})}function zt(e,t,o=[]){let n=e.
events.map(r=>{let c=r.pixels?.buffer;return typeof c=="number"?{...r,pixels:Fo(t[c])}:r}),s=n.findIndex(r=>r.kind!=="Ru\
nStarted"&&r.kind!=="GraphDrawn"),a=s<0?n.length:s;return[...n.slice(0,a),...er(e,t),...Qs(e,t,o),...n.slice(a)]}function er(e,t){
if(!e.trails?.length)return[];let o=Do(t[e.block]),n=0;return e.trails.map(([s,a,r,c,p])=>{let l=(f,h)=>{let d=o[n+f*r+h];
return Number.isFinite(d)?d:null},u=Array.from({length:r},(f,h)=>({step:o[n+h],mean:l(1,h),min:l(2,h),max:l(3,h),rms:l(4,
h),bad:o[n+5*r+h]}));return n+=6*r,{kind:"Trail",slot:s,name:a,points:u,seen:c,first:p}})}function zo(e){return JSON.parse(
e,(t,o)=>o&&typeof o=="object"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.
charCodeAt(0)):o)}async function Wo(e){let t=new Blob([jo(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(jo)}}function jo(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var Ho="\
application/vnd.jupyter.widget-state+json",tr=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function jt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[Ho]?.state??{};if(s[t]?.
state?.frame===n)return;let a=JSON.stringify(o.toJSON().cells),r=Object.fromEntries(Object.entries(s).filter(([p,{state:l}])=>!l?.
frame||a.includes(p))),c=Object.fromEntries(tr.map(p=>[p,e.get?.(p)]).filter(([,p])=>p!==void 0));r[t]={model_module:c._model_module,
model_module_version:c._model_module_version,model_name:c._model_name,state:c},o.setMetadata("widgets",{[Ho]:{version_major:2,
version_minor:0,state:r}})}var ht={points:[],stride:1,seen:0,first:0};function qo({points:e,stride:t,seen:o,first:n},s,a){let r=e.slice(),c=r.at(-1)?.
step;a&&s.length&&(c===void 0||a.first>=c)&&(o+=a.seen-(a.first===c?1:0)),c===void 0&&(n=a?.first??s[0]?.step??0);for(let p of s)
if(!(r.length&&p.step<r[r.length-1].step))for(!a&&p.step!==r.at(-1)?.step&&(o+=1),Go(r,p,t);r.length>$o;){t*=2;let l=[];
for(let u of r)Go(l,u,t);r=l}return{points:r,stride:t,seen:o,first:n}}function Te(e){let t=e?.points.at(-1)?.step,o=e&&t!==
void 0?t-e.first+1:0;return e&&e.seen<o?`sampled: ${e.seen.toLocaleString("en")} of ${o.toLocaleString("en")} steps`:""}
function Go(e,t,o){let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=or(n,t):e.push(t)}
function or(e,t){return{step:t.step,mean:t.mean,min:Uo(Math.min,e.min,t.min),max:Uo(Math.max,e.max,t.max),rms:t.rms,bad:Math.
max(e.bad,t.bad)}}function Uo(e,t,o){return t===null||o===null?t===null?o:t:e(t,o)}function mt(e,t){return e.reduce((o,n)=>!o||
Math.abs(n.step-t)<Math.abs(o.step-t)?n:o,void 0)}function gt(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,
e.std);return{step:e.step,mean:e.mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function Ko(e){return(e.tapped??[]).map(
(t,o)=>{let n=e.tapped_scalars?.[o]??null;return[t,{step:e.step,mean:n,min:n,max:n,rms:n===null?null:Math.abs(n),bad:n===
null?1:0}]})}function bt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],{step:e.step,mean:t,min:t,max:t,
rms:null,bad:t===null?1:0}])}function Vo(e,t){let o=new Ht(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points,n);else if(Object.
hasOwn(Ze,n.kind))for(let s of Ze[n.kind])nr(o,s,n);return o.slots}var Ht=class{constructor(t){this.slots={...t},this.copied=
new Set}table(t){return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){
for(let o of t)this.slots[o]=Je[o],this.copied.delete(o)}addPoints(t,o,n,s){let a=this.table(t);a.set(o,qo(a.get(o)??ht,
n,s))}};function nr(e,t,o){switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),
e.slots[t.slot]=o;break;case"latestByKey":{let n=e.table(t.slot),s=t.key.map(r=>o[r]),a=s.length===1&&typeof s[0]=="stri\
ng"?s[0]:JSON.stringify(s);t.limit!==null&&n.delete(a),n.set(a,o);for(let r of n.keys()){if(t.limit===null||n.size<=t.limit)
break;n.delete(r)}break}case"newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points===
"statistics")e.addPoints(t.slot,o.name,[gt(o)]);else for(let[n,s]of t.points==="tapped"?Ko(o):bt(o))e.addPoints(t.slot,n,
[s]);break;case"restart":e.clear(Object.keys(Je).filter(n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var sr=Object.freeze([]),rr=new Set,wt=Object.freeze({...Yo(Je),runs:0,reached:0});function Wt(e,t){return{...Yo(Vo(e.fold,t),e),...t.reduce(ar,e)}}function ar({runs:e,reached:t},o){switch(o.kind){case"R\
unStarted":return{runs:e+1,reached:0};case"Stopped":return{runs:e,reached:Math.max(t,o.step)};default:return{runs:e,reached:t}}}
function Yo(e,t){let o=e.past_stop??e.stopped,n=[...e.steps.values()].at(-1),s=e.place?t&&t.fold.place===e.place?t.absent:
new Set(e.place.absent):rr,a=t&&t.absent===s&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",
place:e.started?.place??"",rules:e.started?.rules??!1,phase:ir(e),stopped:o,over:!!e.terminated,error:e.terminated?.error??
"",search:e.search?.total?e.search:null,recorded:e.recorded?.last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.
slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:lr(e.breakpoints),exceptions:e.breakpoints?.exceptions??
sr,step:n?.step??0,seconds:n?n.pace||n.seconds:null,scalars:cr(e),scalarHistory:e.scalars,scalarNames:new Map([...e.steps.
values()].flatMap(r=>r.names.map((c,p)=>[c,r.called?.[p]??""]))),graph:e.graph,values:e.values,present:a?t.present:pr(e.
values,o,s),absent:s,history:e.history,details:e.details,warnings:e.warnings,findings:e.findings,explained:e.explained,responses:e.
responses}}function ir(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)return"running";if(!e.terminated)return e.
started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t==="failed"||t==="stopped"?t:"finished"}function cr(e){
let t=new Map([...e.steps.values()].flatMap(n=>bt(n).map(([s,a])=>[s,a.mean]))),o=Object.create(null);for(let n of e.scalars.
keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function lr(e){return(e?.numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].
split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??
!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",condition:e?.conditions[o]??"",hits:e?.hits[o]??0,
ops:n,...s}})}function pr(e,t,o){return t?new Map([...e].filter(([n,s])=>s.step===t.step&&!o.has(n))):e}function Xo(e){return e.
stopped?.past?e.stopped.step:e.stopped?.step||je(e)}function ve(e,t){return e.present.has(t.name)?"":t.step===e.stopped?.
step?`later in step ${t.step}`:`step ${t.step}`}function Jo(e,t){return e.over&&!e.stopped&&t.step<je(e)?`step ${t.step}`:
""}function Zo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&(e.present.get(
n)??en(e.present,n));if(s)return[n,{value:s.mean,when:""}];let a=o&&t?t.names.indexOf(n):-1;if(a>=0&&!t?.later?.includes(
n))return[n,{value:t?.scalars[a]??null,when:""}];let r=e.scalarHistory.get(n)?.points??[],c=o?.past?mt(r,o.step):r.at(-1),
p=a>=0?t?.scalars[a]??null:o?.past?c?.mean??null:e.scalars[n],l=a>=0?t?.step:c?.step,u=o&&o.op<0&&!o.depth,f=l===o?.step?
u?"":`later in step ${l}`:`step ${l}`;return[n,{value:p,when:o&&l!==void 0?f:""}]}))}function Qo(e,t,{value:o,when:n}){let s=e.
scalarHistory.get(t),a=s?.points.at(-1),r=e.stopped?.step??0;return!s||!a||n||r<=a.step?s:{...s,points:[...s.points,{...a,
step:r,mean:o,min:o,max:o}]}}function en(e,t){let o=[...e.values()].filter(n=>(n.called??"").split(", ").includes(t));return o.
length===1?o[0]:void 0}function xt(e,t){return e.values.has(t)?t:en(e.values,t)?.name??""}function Ae(e,t){let o=e.values.
get(t);return o?be(o)[0]:t}function je(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function yt(e,t=""){let o=t.
trim().toLowerCase(),n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.
called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&n[ut(s)].push(s);for(let s of Object.values(n))s.sort((a,r)=>a.
op-r.op||(a.name<r.name?-1:1));return n}function Gt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort(
(t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var tn=250,dr=2.5,ur=["dead","terminating","restarting","autorestarting"],kt=2500,fr=400,hr=6e4;function mr(e,t){return t.
kind==="batch"&&t.n!==e+1}function gr(e,t,o,n){return t?n.n>e:o>kt}function on({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),a=Math.floor(Math.random()*2**20)*2**20,r=wt,c=0,p=!1,l=!1,u=!1,f=!1,h=0,d="",b=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,w="live",g=Date.now(),y=0,M=kt,S=kt,x=[],A="",N=!1,k=D=>{try{e.send(D)}catch{
g=0}},v=()=>{h=0,d=b();try{n(r,w)}finally{f&&k({kind:"ack",n:c,view:s}),f=!1}},$=()=>{!h&&l&&!o.aborted&&(h=requestAnimationFrame(
v))},T=()=>{p=!1,y=Date.now(),k({kind:"attach",view:s,tab:A})},F=()=>{let D=l&&!document.hidden;D!==u&&(u=D,g=Date.now(),
u?T():k({kind:"detach",view:s}),$())},B=async()=>{let D=e.get?.("frame");if(!D||c||N)return;N=!0;let{message:C,buffers:H}=await Wo(
D);c||(r=Wt(wt,zt(C,H)),w==="live"&&(w="waiting"),$())},q=()=>{if(l&&b()!==d&&$(),!u||!S)return;let D=Date.now()-g;!c&&D>
fr&&B();let C=e.widget_manager?.kernel,H=!!C&&(C?.isDisposed||ur.includes(C?.status??""));if(D<(H?tn:S))return;!H&&Date.
now()-y>M&&(M=Math.min(2*M,hr),T());let P=c?"lost":N?"saved":"nothing";P!==w&&(w=P,$())},W="",Y=D=>{W=D,jt(e,D)},z=()=>W&&
jt(e,W),I=(D,C)=>{if(g=Date.now(),w!=="live"&&(w="live",D.kind!=="snapshot"))return T();if(M=kt,D.kind==="beat"){u&&gr(c,
p,g-y,D)&&T();return}if(D.beat&&(S=dr*1e3*D.beat),D.id&&Y(D.id),!(D.kind==="batch"&&!p)){if(mr(c,D))return T();r=Wt(D.kind===
"snapshot"?wt:r,zt(D,C,x)),c=D.n,p=!0,f||=!!D.ack,$()}},ee=new IntersectionObserver(D=>{l=D[D.length-1].isIntersecting,F()},
{rootMargin:"100px"}),X=new ResizeObserver($);e.on("msg:custom",I),e.get&&e.on("change:frame",z),ee.observe(t),X.observe(
t),document.addEventListener("visibilitychange",F,{signal:o}),e.get||(S=0),k({kind:"render",view:s});let Q=setInterval(q,
tn);return o.addEventListener("abort",()=>{e.off("msg:custom",I),e.get&&e.off("change:frame",z),ee.disconnect(),X.disconnect(),
cancelAnimationFrame(h),clearInterval(Q),u&&k({kind:"detach",view:s})}),{refresh:$,show(D){D!==A&&(A=D,u&&k({kind:"show",
view:s,tab:A}))},command(D,C={}){return k({kind:D,request:++a,...C}),a}}}var br=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),wr=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],xr=new RegExp(wr.map(e=>e.source).join("|"),"giu");function Ut(e){let t=[],o=0;for(let n of e.
matchAll(xr)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
a=>n.groups?.[a]!==void 0);t.push([s==="word"?yr(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function yr(e,t){return br.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function kr(e){return e.split(/[/\\]/).at(
-1)||e}function nn(){let e=i("span",{class:"opscope-line-number"}),t=i("code",{}),o=i("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,a){m(o,"hidden",!n),m(o,"title",`${n}:${s}
${a}`),_(e,`${kr(n)}:${s}`),t.textContent!==a&&t.replaceChildren(...Ut(a).map(([r,c])=>r==="plain"?c:i("span",{"data-tok\
en":r},c)))}}}function rn(e,t=e.name){let o=`${e.op_type}${t?` → ${t}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`,\
 in ${o}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${o}`}function an({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e}: ${t}`:t||e}function cn(e){let t=e.step===null?"":e.
step?`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread}\
 ${e.thread_name}`:"";return[o,e.role,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function vr(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${je(e)}, in the past`:"in the past":""}function sn(e){let t=e.
stopped;return t?[rn(t),an(t),cn(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function $r(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&vt(e))return vt(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function vt({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function Mr({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function ln(e){
let t=i("span",{class:"opscope-op"}),o=i("span",{class:"opscope-reason"}),n=i("span",{class:"opscope-at"}),s=i("span",{class:"\
opscope-said"}),a=i("div",{class:"opscope-where"},t,o,n,s),r=i("span",{class:"opscope-past"}),c=nn(),p=i("div",{class:"o\
pscope-place-bar"},r,a,c.el);return{el:p,update(l,u){let f=l.stopped,h=sn({...l,stopped:null});_(t,f?rn(f,Ae(l,f.name)):
"");let d=Mr(l);_(o,f&&!d?an(f):""),_(n,f&&!d?cn(f.past?{...f,step:null}:f):""),_(s,u||d||(f?"":h||$r(l))),m(a,"data-bad",
!!u||!f&&!!h);let b=!u&&!f&&l.phase==="running"&&!!vt(l);m(a,"data-slow",b),m(a,"title",u||(b?vt(l):sn(l))),m(o,"data-re\
ason",f?.reason),_(r,vr(l)),m(r,"hidden",!f?.past),m(p,"data-past",f?.past),m(p,"hidden",e&&!f&&!h),c.update(f?.path??"",
f?.line??0,f?.source??""),m(p,"data-source",!!f?.path)}}}var Er=64,Sr=2**-23;function Lr(e,t,o){let n=Math.max(1,Math.ceil(e.length/Er)),s=e.filter((g,y)=>(e.length-1-y)%n===0),
a=s.flatMap(g=>g.mean===null?[]:[g.mean]),r=Math.min(...a),c=Math.max(...s.flatMap(g=>[g.min??0,g.max??0,g.mean??0].map(
Math.abs))),p=Math.max(...a)-r,l=p>Sr*c?p:0,u=s[0]?.step??0,f=(s.at(-1)?.step??0)-u||1,h="",d="",b="",w="M";for(let g of s){
let y=(1+(g.step-u)/f*(t-2)).toFixed(1);if(g.bad&&(d+=`M${y},${o-3}V${o}`),g.mean===null){w="M";continue}let M=l>0?o-4-(g.
mean-r)/l*(o-6):o/2;h+=`${w}${y},${M.toFixed(1)}`,b+=`M${y},${M.toFixed(1)}h0`,w="L"}return{line:h,bad:d,marks:b}}function $t(e,t){
let o=U("path",{class:"opscope-spark-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("path",{class:"opscope-spark-ma\
rks"}),a=U("title",{}),r=U("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,preserveAspectRatio:"no\
ne","aria-hidden":"true"},a,o,s,n),c;return{el:r,update(p){if(p===c)return;c=p;let l=Lr(p?.points??[],e,t);m(o,"d",l.line),
m(n,"d",l.bad);let u=Te(p);m(s,"d",u?l.marks:""),_(a,u)}}}var Nr=[64e6,256e6,1e9,4e9],Tr={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Ar(e){return[...new Set([...Nr,e])].sort((t,o)=>t-o)}function _r({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${To(t.recording)}`}function pn({
ask:e,signal:t}){let o=i("span",{class:"opscope-label"}),n=i("i",{class:"opscope-switch"}),s=i("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),a=i("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),r=i("span",{class:"opscope-bytes"}),c=i("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),p=i("span",{class:"opscope-limit"},"of ",c),l=i("span",{class:"opscope-memory"},r,
p),u=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),c.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(c.value)}),{signal:t}),{toggle:s,cost:a,memory:l,update(h){u=!!h.recording?.on;let d=!!h.
recording&&!h.over;_(o,d?"Recording":"Recorded"),s.disabled=!d,m(s,"aria-checked",u&&d?"true":"false"),m(s,"title",d?Tr[u?
"off":"on"]:void 0);for(let b of[n,a,p])m(b,"hidden",!d);_(a,_r(h)),_(r,Dt(h.recorded?.bytes??0)),h.recording&&h.recording.
budget!==f&&(f=h.recording.budget,c.replaceChildren(...Ar(f).map(b=>i("option",{value:b,selected:b===f},Dt(b)))))}}}var Cr=1e4;function dn(e,t=Date.now){let o=null,n=null,s=-1,a=null,r=null,c=!1,p=0,l=()=>r!==null&&t()-r<Cr,u=(h,d)=>{let b=++p;
r=t(),c=h==="Pause",e(h,d,w=>{b===p&&(w||(o=n=null),(!w||!c)&&(r=null))})},f=h=>{c&&h.phase!=="running"&&(c=!1,r=null),!(n===
null||h.phase==="running"||h.stopped===a)&&(r!==null&&h.stopped?.step!==n||(n=r=null))};return{get target(){return o??n},
goTo(h,d=-1){o=h,s=d},follow(h){if(f(h),!(o===null||l())){if(h.phase==="running")return u("Pause",{});n=o,o=null,a=h.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function qt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:je(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Ir(e,t,o){
let n=[],s=e;for(let a=0;a<o.length;a+=2)o[a]>s&&n.push(`${s} to ${o[a]-1}`),s=Math.max(s,o[a+1]+1);return s<=t&&n.push(
`${s} to ${t}`),[n.slice(0,-1).join(", "),n.at(-1)].filter(Boolean).join(" and ")}function un({ask:e,seek:t,refresh:o,signal:n}){
let s=i("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recorded steps"}),a=i("span",{class:"op\
scope-gaps","aria-hidden":"true"}),r=i("span",{class:"opscope-track-box"},s,a),c=i("output",{class:"opscope-number"}),p=pn(
{ask:e,signal:n}),l=i("div",{class:"opscope-timeline","data-asks":!0},p.toggle,r,c,p.cost,p.memory);s.addEventListener("\
input",()=>(t.goTo(Number(s.value)),o()),{signal:n});function u(h,d,b){let w=y=>Math.max(0,Math.min(1,(y-h)/Math.max(1,d-
h))),g=`${h} ${d} ${b}`;g!==f&&(f=g,a.replaceChildren(...b.flatMap((y,M)=>M%2||y>d?[]:[i("i",{style:`left: ${(100*w(y)).
toFixed(2)}%; right: ${(100*(1-w(b[M+1]))).toFixed(2)}%`})])))}let f="";return{el:l,update(h){let d=qt(h);m(l,"hidden",!d&&
!h.recording),p.update(h),t.follow(h);let b=d?Math.min(d.last,Math.max(d.first,t.target??d.at)):0,[w,g]=d?[d.first,d.last]:
[0,0];m(s,"min",w),m(s,"max",g),s.disabled=w===g||h.phase==="waiting",Number(s.value)!==b&&(s.value=String(b)),s.style.setProperty(
"--at",`${100*(b-w)/Math.max(1,g-w)}%`),m(l,"data-past",!!h.stopped?.past),m(l,"data-phase",h.recording?.on===!1?"off":h.
phase),m(s,"aria-valuetext",d?`step ${b} of ${g}`:"no step yet"),_(c,d?`step ${b} / ${g}`:"no step yet"),m(r,"title",d?`\
steps ${Ir(w,g,h.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),u(w,g,h.recorded?.gaps??[])}}}var Br=new Set,Or=new Set(["Pause","Continue","Terminate"]);function fn({send:e,signal:t}){let o=new Map,n=Ft.map(c=>i("\
div",{class:"opscope-group"},...c.map(a))),s=i("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function a(c){
let p=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});c.line&&p.append(U("path",{d:c.line,class:"\
opscope-stroke"})),c.fill&&p.append(U("path",{d:c.fill}));let l=i("button",{class:`opscope-button opscope-${c.name}`,type:"\
button",title:vo(c),"aria-label":c.label,"aria-keyshortcuts":c.key});return l.append(p),Or.has(c.kind)&&l.append(i("span",
{},c.label)),l.addEventListener("click",()=>e(c.kind),{signal:t}),o.set(c.kind,l),l}function r(c,p){let l=c.matches(":fo\
cus");p();let u=s.closest(".opscope-panel");l&&!c.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(c,p){let l=p?Re(c):Br,u=c.phase==="running"||c.phase==="waiting"||!!c.search;for(let[f,h]of o)r(h,()=>{h.disabled=
!l.has(f),(f==="Pause"||f==="Continue")&&m(h,"hidden",u!==(f==="Pause"))})}}}var Rr=4,hn="NaN/Inf";function Pr(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Fr(e){return e===null?hn:K(e)}
function Dr(e){return e.seconds?K(1/e.seconds):"–"}function mn({send:e,ask:t,seek:o,refresh:n,offline:s,signal:a}){let r=i(
"span",{class:"opscope-title"}),c=i("span",{class:"opscope-place"}),p=i("span",{class:"opscope-state",role:"status"}),l=ln(
s),u=un({ask:t,seek:o,refresh:n,signal:a}),f=fn({send:e,signal:a}),h=Kt("step","opscope-step"),d=Kt("steps / s","opscope\
-rate"),b=i("div",{class:"opscope-metrics"},h.el,d.el),w=i("div",{class:"opscope-headline"},i("div",{class:"opscope-name\
s"},r,c),p),g=i("header",{class:"opscope-header"},w,l.el);s||(w.append(f.el),g.append(u.el)),g.append(b);let y=new Map;return{
el:g,update(M,S,x){_(r,M.title||"run"),m(r,"title",M.title),_(c,M.place),m(p,"data-past",M.stopped?.past);let A=!S&&(M.phase===
"running"||M.phase==="waiting");m(p,"data-phase",A?"gone":M.phase),_(p,A?"no kernel":Pr(M)),l.update(M,x),s||(u.update(M),
f.update(M,S)),h.update(String(Xo(M))),d.update(Dr(M));let N=[...Zo(M)].slice(0,Rr);for(let[k,v]of N){let $=y.get(k)??Kt(
k,"opscope-scalar",!0);y.set(k,$),$.update(Fr(v.value),Qo(M,k,v),v.when,M.scalarNames.get(k))}ze(b,[h.el,d.el,...N.map(([
k])=>y.get(k).el)])}}}function Kt(e,t,o=!1){let n=i("span",{class:`opscope-number ${t}`}),s=$t(96,30),a=i("span",{class:"\
opscope-label",title:e},e),r=i("span",{class:"opscope-when"}),c=i("div",{class:"opscope-metric"},i("div",{},a,n,...o?[r]:
[]));return o&&c.append(s.el),{el:c,update(p,l,u="",f=""){_(a,f||e),m(a,"title",f?`${f}, ${e}`:e),_(n,p),_(r,u),m(c,"dat\
a-elsewhere",!!u),m(n,"data-bad",p===hn),o&&s.update(l)}}}var zr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["Anywhere","Esc","leave the panel: the keys are the notebook's again"],["List of values","↑ \
↓ Home End","select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to anoth\
er step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","\
Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["E\
lements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ H\
ome End","to another line"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of \
the line"],["Evaluation line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function jr(e){let t=new Map,
o=e?[]:Le.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,a]of[...o,...zr])t.set(n,[...t.
get(n)??[],[s,a]]);return t}function gn({root:e,offline:t,signal:o}){let n=i("button",{class:"opscope-button",type:"butt\
on"},"Close"),s=[...jr(t)].map(([l,u])=>i("section",{},i("h4",{},l),i("dl",{},...u.flatMap(([f,h])=>[i("dt",{},...f.split(
" ").map(d=>i("kbd",{},d))),i("dd",{},h)])))),a=i("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},
i("div",{class:"opscope-keys-head"},i("b",{},"Keys"),n),i("div",{class:"opscope-keys-groups"},...s)),r=i("button",{class:"\
opscope-button opscope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),c=null,p=l=>{
l!==!a.hidden&&(l&&(c=e.ownerDocument.activeElement),m(a,"hidden",!l),l?n.focus({preventScroll:!0}):(c&&e.contains(c)?c:
e).focus({preventScroll:!0}))};return r.addEventListener("click",()=>p(!0),{signal:o}),n.addEventListener("click",()=>p(
!1),{signal:o}),e.addEventListener("keydown",l=>{let u=l.target.matches("input:not([type=range]), textarea, select");!(!a.
hidden&&l.key==="Escape")&&(l.key!=="?"||u)||(l.preventDefault(),l.stopPropagation(),p(!!a.hidden))},{signal:o}),{el:a,button:r}}var tt="data-lm-suppress-shortcuts";function bn({root:e,memory:t,offline:o,signal:n}){m(e,tt,"true"),e.addEventListener(
"focusin",({target:a})=>{m(a,tt,"true"),t.keyboard=!0},{signal:n}),e.addEventListener("focusout",({relatedTarget:a})=>{a&&
!e.contains(a)&&(t.keyboard=!1)},{signal:n}),t.keyboard&&!o&&requestAnimationFrame(()=>document.activeElement===document.
body&&e.focus({preventScroll:!0}));let s=()=>{t.keyboard=!1;let a=document.activeElement;a&&e.contains(a)&&a.blur()};document.
addEventListener("pointerdown",({target:a})=>e.contains(a)||s(),{signal:n,capture:!0}),e.addEventListener("keydown",a=>{
a.key!=="Escape"||a.target!==e||a.defaultPrevented||(s(),e.closest(".jp-Notebook")?.focus({preventScroll:!0}))},{signal:n}),
window.addEventListener("keydown",a=>{let r=a.target;if(!(a.ctrlKey||a.metaKey)||a.key.toLowerCase()!=="s"||!e.contains(
r))return;let c=[e,...e.querySelectorAll(`[${tt}]`)];for(let p of c)p.removeAttribute(tt);setTimeout(()=>c.forEach(p=>m(
p,tt,"true")))},{signal:n,capture:!0})}var wn="later",Hr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function xn({select:e,
refresh:t,memory:o,signal:n}){let s=i("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-la\
bel":"filter values"}),a=i("span",{class:"opscope-found"}),r=i("div",{class:"opscope-rows",role:"listbox","aria-label":"\
values",tabindex:0}),c=i("aside",{class:"opscope-list"},i("div",{class:"opscope-search"},s,a),r),p=new Map,l=[],u="",f=Object.
fromEntries(Object.entries(Hr).map(([d,b])=>[d,Wr(b)]));return s.value=o.filter??"",s.addEventListener("input",()=>(o.filter=
s.value,t()),{signal:n}),r.addEventListener("scroll",t,{signal:n,passive:!0}),r.addEventListener("click",d=>{let b=d.target.
closest("[data-name]");b&&e(b.dataset.name??"")},{signal:n}),r.addEventListener("keydown",d=>{let b=ce(d,l.indexOf(u),l.
length);b!==null&&(d.preventDefault(),e(l[b]),p.get(l[b])?.el.scrollIntoView({block:"nearest"}))},{signal:n}),{el:c,update(d,b){
u=b;let w=yt(d,s.value);l=[];let g=[];for(let[S,x]of Object.entries(w)){if(!x.length)continue;let A=f[S];_(A.count,String(
x.length)),g.push(A.el);for(let N of x){let k=p.get(N.name)??Ur(N.name);p.set(N.name,k),l.push(N.name),g.push(k.el)}}ze(
r,g),m(r,"aria-activedescendant",p.get(b)?.el.id);let y=d.values.size,M=d.cost?.hz&&!d.over?` · ${Ao(d.cost.hz)}`:"";_(
a,`${l.length===y?y:`${l.length} of ${y}`}${M}`),m(a,"title",M?"each value is summarized so often: more would take over \
a twentieth of the time":void 0),m(r,"data-empty",y?l.length?void 0:"No value matches the filter.":"Values appear here a\
s soon as the run sends them."),h(d,b)}};function h(d,b){let{clientHeight:w,scrollTop:g}=r,y=l.map(A=>p.get(A)),M=y[0]?.
el.offsetHeight||44,S=dt(d.values.values()),x=y.map(A=>A.el.offsetTop-g);y.forEach((A,N)=>{let k=l[N],v=x[N]>-2*M&&x[N]<
w+2*M;m(A.el,"aria-selected",k===b?"true":"false");let $=d.values.get(k);v&&$&&A.update($,S.get(k)??k,d.history.get(k),ve(
d,$),Jo(d,$))})}}function Wr(e){let t=i("span");return{el:i("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}
var Gr=0;function Ur(e){let t=i("span",{class:"opscope-pill"}),o=ft(e),n=i("span",{class:"opscope-spec"}),s=i("span",{class:"\
opscope-mean"}),a=i("span",{class:"opscope-std"}),r=$t(52,26),c=i("div",{class:"opscope-row",role:"option","data-name":e,
id:`opscope-value-${++Gr}`},t,o,n,s,a,r.el),p,l="";return{el:c,update(u,f,h,d,b){r.update(h);let[w,g]=[d.startsWith(wn)?
wn:d||b,`${d}, ${b}, ${f}`];if(u===p&&g===l)return;p=u,l=g,m(c,"data-elsewhere",!!d);let y=ie(u);m(c,"data-health",y);let[
M,S]=be(u);et(o,f),_(t,Fe[y]),_(n,`${w?`${w}  `:""}${Pe(u.shape)}  ${No(u.dtype)}${S&&f===M?`  ${S}`:""}`),_(s,u.dtype.startsWith(
"complex")&&u.mean!==null?`|·| ${K(u.mean)}`:K(u.mean)),_(a,u.std===null||!u.shape.length?"":`± ${K(u.std)}`)}}}var qr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return i("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function yn({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=le("condition-field","only i\
f … (optional)","condition"),a=le("hits-field","1","stop from this hit on","number"),r=i("input",{class:"opscope-log-f\
ield",type:"checkbox"}),c=le("message-field","message, as: loss is {loss}","log message; values stand in braces"),p=i("b\
utton",{class:"opscope-button opscope-add",type:"submit"},"Add"),l=i("button",{class:"opscope-button opscope-cancel",type:"\
button",hidden:!0},"Cancel"),u=i("span",{class:"opscope-logging"},i("label",{title:"write a note at each hit, and go on"},
r," only log"),c),f=i("summary",{},"Hits, log …"),h=i("details",{class:"opscope-breakpoint-more"},f,i("div",{},i("labe\
l",{},"stop from hit ",a),u)),d=i("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,p,l,h);m(a,"min",1),m(c,"h\
idden",!0);let b=null,w=S=>{t(S),m(n,"aria-invalid",S?"true":void 0)},g=()=>Math.max(1,Math.round(Number(a.value)||1));function y(S){
b=S,n.value=S?.spec??"",n.readOnly=!!S,s.value=S?.condition??"",a.value=S&&S.wanted>1?String(S.wanted):"",r.checked=!1,c.
value="",m(c,"hidden",!0),m(u,"hidden",!!S),_(p,S?`Change ${S.number}`:"Add"),m(l,"hidden",!S),S&&(h.open=S.wanted>1||h.
open),w("")}function M(){let S={spec:n.value.trim(),condition:s.value.trim(),hits:g()};if(!S.spec)return w(qr);w("");let x=(A,N)=>{
let k=n.value.trim()===S.spec&&s.value.trim()===S.condition;return A&&k&&y(null),(!A||N)&&w(N),!0};b?e("ChangeBreakpoint",
{number:b.number,enabled:b.enabled,condition:S.condition,hits:S.hits},x):e("SetBreakpoint",{spec:S.spec,condition:S.condition,
...S.hits>1&&{hits:S.hits},...r.checked&&{log:!0,message:c.value.trim()}},x)}d.addEventListener("submit",S=>(S.preventDefault(),
M()),{signal:o}),l.addEventListener("click",()=>y(null),{signal:o}),r.addEventListener("change",()=>m(c,"hidden",!r.checked),
{signal:o});for(let S of[n,s,a,c])S.addEventListener("input",()=>w(""),{signal:o}),S.addEventListener("keydown",x=>{x.key===
"Escape"&&b&&y(null),!(x.key!=="Enter"||x.isComposing)&&(x.preventDefault(),d.requestSubmit())},{signal:o});return{el:d,
problem:w,change(S){y(S),s.focus()},compose(S){y(null),n.value=S,s.focus()}}}var Kr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Vr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Vt(e){return`${ae(e)} ${e===
1?"hit":"hits"}`}function Yr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Xr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var kn={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Jr,count:e=>e.breakpoints.length};function Jr({ask:e,open:t,offline:o,signal:n}){
let s=i("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),r=yn({ask:e,showProblem:g=>{_(s,g),m(s,"hidden",
!g)},signal:n}),c=i("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),p=i("div",{class:"opscope-breakpoint-rows"}),l=i("div",
{class:"opscope-breakpoints"}),u=Kr.map(([g,y])=>({name:g,box:i("input",{type:"checkbox","data-filter":g}),title:y})),f=i(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...u.map(({name:g,box:y,title:M})=>i("label",{title:M},y,` ${g}`))),o||l.append(r.el,f,s),l.append(c,p);let h,d=[],
b=(g,y)=>(r.problem(g?"":y),!0);f.addEventListener("change",()=>{let g=u.filter(({box:y})=>y.checked).map(({name:y})=>y);
e("SetExceptionFilters",{filters:g},b)},{signal:n}),p.addEventListener("click",g=>{let y=g.target,M=y.closest("[data-num\
ber]"),S=d.find(({number:x})=>x===Number(M?.dataset.number));S&&(y.closest(".opscope-remove")?e("ClearBreakpoint",{number:S.
number},b):y.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:S.number,enabled:!S.enabled,condition:S.condition,
hits:S.wanted},b):y.closest(".opscope-breakpoint-condition")?r.change(S):y.closest(".opscope-breakpoint-ops")&&t("graph",
S.ops[0]))},{signal:n});function w(g,y){let M={"data-conditional":!!g.condition,"data-off":!g.enabled,"data-hollow":!g.verified,
"data-log":!!g.log},S=Xr(g),x=Yr(g),A=i("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":g.
enabled?"true":"false","aria-label":S,title:S,disabled:o,...M}),N=i("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!g.ops.length},Vr(g)),k=i("button",{class:"opscope-breakpoint-condition",type:"\
button",title:x?`${x}; click to change`:"set a condition","aria-label":`condition of breakpoint ${g.number}: ${x||"alway\
s"}`,disabled:o},x),v=i("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${g.number}`});return v.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),i("div",{class:"opscope-breakpoint","data-number":g.
number,"data-op":g.ops[0],"data-here":y,"data-off":!g.enabled},A,i("span",{class:"opscope-breakpoint-number"},String(g.number)),
i("code",{class:"opscope-breakpoint-spec",title:g.spec},g.spec),k,N,i("span",{class:"opscope-breakpoint-hits"},Vt(g.hits)),
...o?[]:[v],...g.problem?[i("div",{class:"opscope-breakpoint-problem"},g.problem)]:[])}return{el:l,open:g=>r.compose(String(
g)),update(g){m(c,"hidden",g.breakpoints.length>0);for(let{name:A,box:N}of u)N!==document.activeElement&&(N.checked=g.exceptions.
includes(A));let y=g.stopped?.reason.endsWith("breakpoint")?g.stopped.op:-1,M=JSON.stringify([g.breakpoints,y]);if(M===h)
return;h=M,d=g.breakpoints;let S=document.activeElement?.closest?.("[data-number]"),x=p.contains(S)?document.activeElement.
className:"";p.replaceChildren(...d.map(A=>w(A,A.ops.includes(y)))),x&&p.querySelector(`[data-number="${S?.dataset.number}\
"] .${x}`)?.focus({preventScroll:!0})}}}function vn(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function $n(e){return e.functions.
map((t,o)=>o).reverse()}function Mn({ask:e,show:t,refresh:o,signal:n}){let s=i("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),a=i("div",{class:"opscope-empty"}),r=i("div",{},a,s),c=i("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),p=i("div",{class:"opscope-empty"}),l=i("\
div",{},p,c),u="",f=-1,h="",d,b,w=null;function g(x){w&&(f=x,d=void 0,e("FetchVariables",{frame:x},y),w.paths[x]&&t(w.paths[x],
w.lines[x]),o())}let y=(x,A)=>(h=x?"":A,b=void 0,!0);s.addEventListener("click",x=>{let A=x.target.closest("[data-frame]");
A&&g(Number(A.dataset.frame))},{signal:n}),s.addEventListener("keydown",x=>{if(!w)return;let A=$n(w),N=ce(x,A.indexOf(f),
A.length);N!==null&&(x.preventDefault(),x.stopPropagation(),g(A[N]),M(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function M(){let x=w,A=x&&JSON.stringify([x,f]);if(A===d)return;d=A;let N=s.contains(document.
activeElement);s.replaceChildren(...(x?$n(x):[]).map(k=>{let v=x?.paths[k]?`${x.paths[k].split(/[/\\]/).at(-1)}:${x.lines[k]}`:
"",$=k===f;return i("div",{class:"opscope-frame",role:"option","aria-selected":$?"true":"false",tabindex:$?0:-1,"data-fr\
ame":k,"data-kind":x?.kinds[k],"data-now":x?.now[k],title:`${x?.texts[k]}${x?.now[k]?`
where the program is now; the run shows its past`:""}`},i("b",{},x?.functions[k]??""),i("code",{},x?.texts[k]??""),i("sp\
an",{},x?.now[k]?`${v} now`:v))})),N&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function S(x){let A=x.
fold.variables,N=vn(x,A)&&(A?.frame===f||A?.frame===f-(w?.functions.length??0))?A:null;if(N===b&&N)return;b=N;let k=x.phase===
"running"?"":h||(N&&!N.names.length?"No variables.":"");_(p,k),m(p,"hidden",!k),c.replaceChildren(...(N?.names??[]).map(
(v,$)=>{let T=N?.called?.[$]??"";return i("div",{},i("dt",{title:T?`${T}, ${v}`:v},T||v),i("dd",{title:`${N?.texts[$]}${N?.
now[$]?`
of now: the recording does not have it`:""}`,"data-now":N?.now[$]},N?.texts[$]??""))}),...N&&N.total>N.names.length?[i("\
div",{},i("dt",{},"…"),i("dd",{},`${N.total-N.names.length} more`))]:[])}return{el:r,variables:l,get frame(){return f},
update(x){let A=x.stopped,N=x.phase==="running"||x.phase==="waiting"?"":`${A?.run} ${A?.tick} ${A?.reason}`;N!==u&&(u=N,
f=-1,h="",N&&(e("FetchStack",{},(v,$)=>v?void 0:y(v,$)),e("FetchVariables",{frame:-1},y))),w=N&&vn(x,x.fold.stack)?x.fold.
stack:null,w&&f<0&&w.functions.length&&(f=w.functions.length-1);let k=N?w&&!w.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";_(a,k),m(a,"hidden",!k),M(),S(x)}}}var Zr=30;function En({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=i("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),a=i("form",{class:"opscope-evaluation","data-asks":!0},s,i("div",{class:"opscope-evaluation\
-line"},i("span",{"aria-hidden":"true"},"›"),n)),r=[],c=0;function p(){let l=n.value.trim();if(!l)return;n.value="",r.
push(l),c=r.length;let u=i("pre",{},"…");for(s.append(i("div",{class:"opscope-answer"},i("code",{},l),u));s.children.length>
Zr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:l,frame:t()},(f,h)=>(u.textContent=h,m(u,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return a.addEventListener("submit",l=>(l.preventDefault(),p()),{signal:o}),
n.addEventListener("keydown",l=>{let u=l.key==="ArrowUp"?-1:l.key==="ArrowDown"?1:0;if(u&&r.length)c=Math.max(0,Math.min(
r.length,c+u)),n.value=r[c]??"";else if(l.key==="Enter"&&!l.isComposing)p();else return;l.preventDefault(),l.stopPropagation()},
{signal:o}),{el:a,update(l){let u=l.phase==="running"||l.phase==="waiting";n.disabled=u,m(n,"title",u?"pause the run fir\
st":void 0)}}}function Sn({ask:e,signal:t}){let o=i("div",{class:"opscope-attributes-title"}),n=i("dl",{class:"opscope-variables"}),s=i(
"div",{class:"opscope-empty",role:"status"}),a=i("div",{"data-asks":!0},o,n,s),r=-1,c="",p="",l=-1,u;function f(h,d,b){e(
"SetAttribute",{op:h,name:d,value:b},(w,g)=>(_(s,g),m(s,"data-failed",!w),p="",!0))}return n.addEventListener("keydown",
h=>{let d=h.target.closest("input");h.key==="Escape"&&d&&(d.value=d.dataset.was??""),!(h.key!=="Enter"||!d||h.isComposing)&&
(h.preventDefault(),f(Number(d.dataset.op),d.name,d.value))},{signal:t}),{el:a,choose(h){r=h,p=""},update(h,d){let b=h.stopped,
w=`${b?.run} ${b?.tick}`;w!==c&&b?.text!=="edited"&&(r=c?-1:r),c=w;let g=r>=0?r:b?.op??-1;d&&g>=0&&h.phase!=="running"&&
p!==`${g} ${w}`&&(p=`${g} ${w}`,e("FetchOperator",{op:g},(x,A)=>(x||_(s,A),!0)));let y=h.fold.shown_operator?.op===g?h.fold.
shown_operator:null,M=h.phase==="paused"&&!h.over&&!y?.fixed;g!==l&&_(s,""),l=g;let S=JSON.stringify([y,M,g]);S!==u&&(u=
S,_(o,y?`${y.op_type} ${y.op}${y.name?` → ${y.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
m(o,"title",y?.site),n.replaceChildren(...(y?.names??[]).flatMap((x,A)=>{let N=le("attribute-field","",`${x} of ${y?.op_type}\
 ${y?.op}; Enter sets it for this run`);return N.name=x,N.value=N.dataset.was=y?.texts[A]??"",N.dataset.op=String(y?.op),
N.readOnly=!M,m(N,"title",M?"Enter sets it for this run":y?.fixed?`cannot be changed: ${y.fixed}`:"pause the run to chan\
ge it"),[i("dt",{title:x},x),i("dd",{},N)]}),...y&&!y.names.length?[i("dt",{},"no attributes"),i("dd",{})]:[]))}}}var $e={time:{label:"time",about:"of a replay of the step, operator by operator",text:Qr},memory:{label:"memory",about:"\
bytes that the operator writes",text:ea},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:K,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Qe,log:!0}};
function Qr(e){return e>=1?`${K(e)} s`:e>=.001?`${K(e*1e3)} ms`:`${K(e*1e6)} µs`}function ea(e){return e>=2**20?`${K(e/
2**20)} MiB`:e>=1024?`${K(e/1024)} KiB`:`${e} bytes`}function Ln(e,t){let o=$e[e.by]?.log,n=new Map;return e.ops.forEach(
(s,a)=>{let r=t.get(`op-${s}`)??`op-${s}`,c=n.get(r);n.set(r,c===void 0?e.numbers[a]:o?Math.max(c,e.numbers[a]):c+e.numbers[a])}),
n}function Nn(e,t){let o=[...t].filter(r=>r>0),n=Math.max(...o,0);if(!$e[e]?.log)return{at:r=>n?Math.sqrt(r/n):0,low:0,high:n};
let s=Math.min(...o,n),a=Math.log(n/s);return{at:r=>r<=0?0:a?Math.log(r/s)/a:1,low:s,high:n}}var Tn=["nan","inf","zeros","ok"];function ta(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function oa({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&ta(t,o[1])?Number(o[2]):0}function ot(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function _n(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function An(e,t){let o=new Map,n=(a,r)=>o.set(a,[...o.get(a)??[],r]),s=ot(
e);for(let a of t){let r=oa(a,e.path);if(r)n(r,a);else for(let[c,p]of s)a.ops.some(l=>p.includes(l))&&n(c,a)}return o}function na(e,t){
let o=new Map([...ot(e)].flatMap(([a,r])=>r.map(c=>[c,a]))),n=_n(e),s=new Map;for(let a of t.values()){let r=o.get(a.op);
if(r===void 0||n.get(a.op)!==a.op_type)continue;let c=ie(a),p=s.get(r);(!p||Tn.indexOf(c)<Tn.indexOf(p))&&s.set(r,c)}return s}
function sa(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function Cn({ask:e,open:t,refresh:o,
signal:n}){let s=i("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),a=i("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),r=i("span",{class:"opscope-source-note",role:"status"}),c=i("div",{class:"opscope-source-bar","data-asks":!0},
s,r,a),p=i("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),l=i("div",{class:"opscope-source-view"},c,p),u=new Map,f=null,h,d={path:"",
line:0},b="",w="",g=0,y=0,M=!1;function S(T,F){d={path:T,line:F};let B=f?.first??1;if(f?.path===T&&F>=B&&F<B+f.lines.length)
return x(F);e("FetchSource",{path:T,line:F},(q,W)=>(_(r,q?"":W),!0))}function x(T){let F=u.get(T);if(!F)return;A(T,!1);let B=F.
offsetTop-p.offsetTop;(B<p.scrollTop+20||B>p.scrollTop+p.clientHeight-40)&&(p.scrollTop=B-p.clientHeight/2)}function A(T,F){
for(let[B,q]of[[u.get(g),!1],[u.get(T),!0]])B&&(m(B,"tabindex",q?0:-1),m(B,"aria-selected",q?"true":"false"));g=T,F&&u.get(
T)?.focus()}function N(T){if(!f||!h)return;let F=An(f,h.breakpoints).get(T)??[];for(let{number:B}of F)e("ClearBreakpoint",
{number:B});F.length||e("SetBreakpoint",{spec:sa(f,T)},(B,q)=>(_(r,B?"":q),!0))}function k(T){p.querySelector(".opscope-\
line-ops-list")?.remove(),y=y===T?0:T;let F=f?ot(f).get(y):void 0,B=u.get(y);if(!F||!B)return;let q=f?_n(f):new Map,W=Y=>`${q.
get(Y)||"op"} ${Y}`;B.after(i("div",{class:"opscope-line-ops-list"},...F.map(Y=>i("button",{type:"button",class:"opscope\
-operator","data-op":Y,title:"show it in the graph"},W(Y)))))}p.addEventListener("click",T=>{let F=T.target,B=F.closest(
"[data-op]"),q=F.closest("[data-line]");if(B)return t("graph",Number(B.dataset.op));if(!q)return;let W=Number(q.dataset.
line);A(W,!1),F.closest(".opscope-line-stop")?N(W):F.closest(".opscope-line-ops")&&k(W)},{signal:n}),p.addEventListener(
"keydown",T=>{if(T.target.matches("button")||!f)return;let F=f.first,B=ce(T,g-F,f.lines.length);if(B!==null&&T.key!=="Ar\
rowLeft"&&T.key!=="ArrowRight")A(F+B,!0);else if(T.key==="Enter")N(g);else if(T.key===" ")k(g);else return;T.preventDefault(),
T.stopPropagation()},{signal:n}),s.addEventListener("change",()=>S(s.value,0),{signal:n}),a.addEventListener("click",()=>{
M=!M,m(a,"aria-pressed",M?"true":"false"),M&&e("MeasureOperators",{by:"time",step:h?.stopped?.step||0},(T,F)=>(_(r,T?"":
F),!0)),o()},{signal:n});function v(T){f=T,y=0,_(r,"");let F=ot(T),B=new Set([...T.code_lines,...T.op_lines]);u=new Map(
T.lines.map((q,W)=>{let Y=T.first+W,z=F.get(Y)?.length??0,I=Ut(q).map(([X,Q])=>X==="plain"?Q:i("span",{"data-token":X},Q)),
ee=i("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":Y},i("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!B.has(Y),title:B.has(Y)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${Y}`},i("i",{})),i("span",{class:"opscope-line-at"},String(Y)),i("span",{class:"opscope-line-time"}),
i("code",{},...q?I:[" "]),...z?[i("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${Y}`},z===1?"1 op":`${z} ops`)]:[]);return[Y,ee]})),p.replaceChildren(...u.values()),
s.replaceChildren(...T.paths.map(q=>i("option",{value:q,selected:q===T.path},q))),A(d.line>=T.first&&d.line<T.first+T.lines.
length?d.line:T.first,!1),x(g)}function $(T,F){let B=An(F,T.breakpoints),q=na(F,T.present),W=M&&T.fold.measured?.by==="t\
ime"?T.fold.measured:null,Y=new Map(W?.ops.map((X,Q)=>[X,W.numbers[Q]])??[]),z=new Map([...ot(F)].map(([X,Q])=>[X,Q.reduce(
(D,C)=>D+(Y.get(C)??0),0)])),I=Math.max(...z.values(),0);W&&!I&&_(r,"No times: eager code is not run again.");let ee=T.stopped?.
path===F.path?T.stopped.line:0;for(let[X,Q]of u){let D=B.get(X)??[];m(Q,"data-stops",D.length>0),m(Q,"data-off",D.length>
0&&D.every(V=>!V.enabled)),m(Q,"data-hollow",D.length>0&&D.every(V=>!V.verified)),m(Q,"data-health",q.get(X)),m(Q,"data-\
here",X===ee);let C=Q.firstElementChild;D.length&&m(C,"title",`${D.map(V=>`breakpoint ${V.number}: ${V.spec}${V.problem?
`, ${V.problem}`:""}`).join(`
`)}
click to remove`),m(C,"aria-pressed",D.length?"true":"false");let H=Q.children[2],P=W?z.get(X)??0:0;_(H,P?$e.time.text(P):
""),H.style.setProperty("--share",`${I?(100*P/I).toFixed(0):0}%`)}m(p,"data-timed",M)}return{el:l,show:S,update(T){h=T;let F=`${T.
graph?.program} ${T.runs}`,B=T.stopped?.path??"",q=`${T.stopped?.run} ${T.stopped?.tick} ${B}:${T.stopped?.line}`,W=T.phase===
"paused"||T.over;W&&(q!==w||F!==b)&&(F!==b&&(f=null),[w,b]=[q,F],(B||!f)&&S(B,T.stopped?.line??0),M&&e("MeasureOperators",
{by:"time",step:T.stopped?.step||0},()=>!0));let Y=T.fold.source;Y&&Y!==f&&(!d.path||Y.path===d.path)&&v(Y),f?$(T,f):_(r,
W?r.textContent??"":"Pause the run to see its code."),m(s,"hidden",!f),m(a,"hidden",!f||!T.recorded)}}}var ra=50;function In({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=i("form",{class:"opscope-watch-form","data-asks":!0},o,i("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=i("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),a=i("div",{},s,n),r=[],c,p=l=>e("WatchExpressions",{expressions:l.slice(-ra)});return n.addEventListener("submi\
t",l=>{l.preventDefault();let u=o.value.trim();u&&(o.value="",p([...r.filter(f=>f!==u),u]))},{signal:t}),o.addEventListener(
"keydown",l=>{l.key!=="Enter"||l.isComposing||(l.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",l=>{let u=l.target.closest("[data-expression]");u&&p(r.filter(f=>f!==u.dataset.expression))},{signal:t}),{el:a,update(l){
let u=l.fold.watched,f=l.phase==="running",h=JSON.stringify([u,f]);h!==c&&(c=h,r=u?.expressions??[],m(s,"data-old",f),s.
replaceChildren(...r.map((d,b)=>i("div",{},i("dt",{title:d},d),i("dd",{title:u?.texts[b],"data-failed":u?.failed[b]},i("\
span",{},u?.texts[b]??""),i("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":d,title:"wa\
tch it no longer","aria-label":`watch ${d} no longer`},"×"))))))}}}var Bn={id:"code",label:"Code",create:aa};function Mt(e,t,o=!0){return i("details",{class:"opscope-section",open:o},i("s\
ummary",{},e),t)}function aa({ask:e,open:t,refresh:o,offline:n,signal:s}){let a=Cn({ask:e,open:t,refresh:o,signal:s}),r=Mn(
{ask:e,show:a.show,refresh:o,signal:s}),c=In({ask:e,signal:s}),p=Sn({ask:e,signal:s}),l=En({ask:e,frame:()=>r.frame,signal:s}),
u=Mt("Operator",p.el,!1);u.addEventListener("toggle",o,{signal:s});let f=i("div",{class:"opscope-code-side"},Mt("Call st\
ack",r.el),Mt("Variables",r.variables),Mt("Watch",c.el),u),h=i("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),d=i("div",{class:"opscope-code-body",hidden:n},a.el,f),b=i("div",{class:"opscope-\
code-tab"},h,d,l.el);return m(l.el,"hidden",n),{el:b,open(w){u.open=!0,p.choose(Number(w))},update(w){n||(a.update(w),r.
update(w),c.update(w),p.update(w,u.open),l.update(w))}}}var ia=1e5,ca=1.2,la={to:e=>e,marks:Ne,isLog:!1},pa={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<ca)return Ne(10**e,10**t,
o).filter(a=>a>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let a=Math.ceil(e);a<=t;a+=n)s.push(10**a);return s}};function nt(e,t){
let o=e.flatMap(({min:r,max:c,mean:p})=>[r,c,p]).filter(r=>r!==null),n=o.flatMap(r=>r?[Math.abs(r)]:[]).sort((r,c)=>r-c),
s=n[n.length>>1]??1,a=(n.at(-1)??0)>ia*s;return!(t??a)||!n.length?la:t&&n.length===o.length&&o.every(r=>r>0)?pa:da(t?n[Math.
floor(n.length/20)]:s)}function da(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let a=Math.ceil(Math.log10(e)),r=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),c=[0];for(let p=a+r-1;p<=308&&t(
10**p)<=Math.max(n,-o);p+=r)c.push(10**p,-(10**p));return c.filter(p=>t(p)>=o&&t(p)<=n)}}}var He=150,We=58,Xt=10,Jt=8,Et=22,Yt="history of mean, min and max";function Zt(e){let t=e.flatMap(c=>[c.min,c.max,c.mean]).
filter(c=>c!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,a=e[0]?.step??0,r=e.at(-1)?.step??1;return{x:[a,r>a?r:a+1],y:[o-s,n+s]}}function St(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Rn({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),a=U("path",{class:"\
opscope-bad"}),r=U("path",{class:"opscope-sample-marks"}),c=U("path",{class:"opscope-cross"}),p=U("path",{class:"opscope\
-cursor"}),l=U("svg",{class:"opscope-chart",height:He,role:"img","aria-label":Yt});l.append(o,n,s,r,a,c,p);let u=i("span"),
f=i("button",{type:"button",class:"opscope-log","aria-pressed":"false",title:"logarithmic axis"},"log"),h=i("section",{class:"\
opscope-card opscope-wide"},i("h4",{},"History",u),f,l),d=[],b="",w="",g=null,y,M=On([],1,y);f.addEventListener("click",
()=>{let v=!M.vertical.isLog;y=nt(d).isLog===v?void 0:v,N()},{signal:t});let S=()=>{let v=g===null?void 0:mt(d,M.step(g));
_(u,v?`step ${v.step}  mean ${K(v.mean)}  ${K(v.min)} … ${K(v.max)}`:w||(x?"mean, min … max; click to go there":"mea\
n, min … max")),m(c,"d",v?`M${M.x(v.step)},${Jt}V${He-Et}`:"")},x=null,A=v=>{let{x:$}=M.extent;m(p,"d",v===null||!d.length||
v<$[0]||v>$[1]?"":`M${M.x(v)},7l-4,-6h8zV${He-Et}`)};l.addEventListener("click",v=>{if(!x||!d.length)return;let $=Math.round(
M.step(v.clientX-l.getBoundingClientRect().left));e(Math.max(x[0],Math.min(x[1],$)))},{signal:t}),l.addEventListener("po\
intermove",v=>(g=v.clientX-l.getBoundingClientRect().left,S()),{signal:t}),l.addEventListener("pointerleave",()=>(g=null,
S()),{signal:t});let N=()=>{},k=new ResizeObserver(()=>N());return k.observe(l),t.addEventListener("abort",()=>k.disconnect()),
{el:h,update(v,$,T){N=()=>this.update(v,$,T);let F=v?.points??[];w=Te(v),x=T,m(l,"data-goes",!!T),m(l,"aria-label",$===null?
Yt:`${Yt}; the cursor is at step ${$}`),A($);let B=Math.max(200,l.clientWidth||h.clientWidth),q=`${B} ${y}`;if(F===d&&b===
q)return S();d=F,b=q,M=On(d,B,y),m(r,"d",w?d.flatMap(W=>W.mean===null?[]:[`M${M.x(W.step)},${M.y(W.mean)}h0`]).join(""):
""),m(f,"aria-pressed",M.vertical.isLog?"true":"false"),fa(o,n,s,a,d,M,B),A($),S()}}}function ua(e,t){let o=e.min===null||
e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function On(e,t,o){
let n=nt(e,o),s=l=>l===null?null:n.to(l),{x:a,y:r}=Zt(e.map(l=>({...l,min:s(l.min),max:s(l.max),mean:s(l.mean)}))),c=t-We-
Xt,p=He-Jt-Et;return{extent:{x:a,y:r},vertical:n,x:l=>+(We+(l-a[0])/(a[1]-a[0])*c).toFixed(1),y:l=>+(Jt+(1-(n.to(l)-r[0])/
(r[1]-r[0]))*p).toFixed(1),step:l=>a[0]+(l-We)/c*(a[1]-a[0])}}function fa(e,t,o,n,s,a,r){let c=He-Et,p=a.vertical.marks(
...a.extent.y,4).flatMap(d=>[U("path",{d:`M${We},${a.y(d)}H${r-Xt}`}),U("text",{x:We-6,y:a.y(d)+3.5,"text-anchor":"end"},
De(d))]),l=Ne(...a.extent.x,Math.max(3,r/110)).filter(Number.isInteger).map(d=>U("text",{x:a.x(d),y:He-6,"text-anchor":"\
middle"},De(d)));e.replaceChildren(...s.length?[...p,...l]:[],U("path",{class:"opscope-floor",d:`M${We},${c}H${r-Xt}`}));
let u=St(s,d=>d.min!==null&&d.max!==null).map(d=>{let b=d.map(g=>`${a.x(g.step)},${a.y(g.max)}`),w=[...d].reverse().map(
g=>`${a.x(g.step)},${a.y(g.min)}`);return`M${[...b,...w].join("L")}Z`});m(t,"d",u.join(""));let f=St(s,d=>d.mean!==null).
map(d=>{let b=d.map(w=>`${a.x(w.step)},${a.y(w.mean)}`);return b.length>1?`M${b.join("L")}`:ua(d[0],a)});m(o,"d",f.join(
""));let h=s.filter(d=>d.bad).map(d=>`M${a.x(d.step)},${c-5}V${c}`);m(n,"d",h.join(""))}function Pn({ask:e,signal:t}){let o=i("code",{}),n=i("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=i("span",{role:"status"}),a=i("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(r,c)=>(_(s,r?"":c),!0)),{signal:t}),{el:a,
update(r){let c=r.fold.edits?.texts??[];m(a,"hidden",!c.length||r.phase!=="paused"),_(o,c.join("; ")),m(o,"title",c.join(
`
`))}}}function Lt({goTo:e,open:t,signal:o}){let n=i("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",r=>{let c=r.target.closest("button");c?.dataset.step?e(Number(
c.dataset.step),Number(c.dataset.op)):c?.dataset.op&&t("graph",Number(c.dataset.op))},{signal:o});function a(r,c){let[p,
l,u]=[r.ops[c],r.steps[c],c===r.cause],f=p<0?i("span",{class:"opscope-maker"},r.makers[c]):i("button",{type:"button",class:"\
opscope-operator","data-op":p,title:`show ${r.makers[c]} ${p} in the graph`},`${r.makers[c]} ${p}`),h=l?[i("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":l,"data-op":p,title:`go to ${r.makers[c]} in step ${l}`},`step ${l}`)]:
[],d=r.gaps[c]?[i("div",{class:"opscope-gap"},`${ae(r.gaps[c])} more`)]:[],b=[r.notes[c],u&&r.reads[c]].filter(Boolean).
join(": ");return i("li",{"data-cause":u},...d,i("div",{class:"opscope-link"},...u?[i("b",{class:"opscope-cause-mark"},"\
cause")]:[],i("code",{},r.values[c]),...r.called[c]?[i("code",{class:"opscope-called"},r.called[c])]:[],f,...h),...b?[i(
"div",{class:"opscope-note-text"},b)]:[],...u?r.growth.map(w=>i("div",{class:"opscope-note-text"},w)):[],...r.sites[c]?[
i("code",{class:"opscope-line"},r.sites[c]+(r.sources[c]?`: ${r.sources[c]}`:""))]:[])}return{el:n,update(r){r!==s&&(s=r,
m(n,"hidden",!r),n.replaceChildren(...(r?.values??[]).map((c,p)=>a(r,p))))}}}function ha(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Fn({ask:e,goTo:t,open:o,signal:n,offline:s}){let a=i("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),r=i("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),c=i("pre",{class:"opscope-ca\
use","aria-live":"polite"}),p=Lt({goTo:t,open:o,signal:n}),l=i("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
i("div",{},a,r),c,p.el),u="",f="",h=null;function d(w){b("Searching …"),e("Explain",{name:w},(g,y)=>(b(ha(y)),h=g?w:null,
!0))}function b(w){_(c,w),m(c,"hidden",!w),h=null}return a.addEventListener("click",()=>d(u),{signal:n}),r.addEventListener(
"click",()=>d(""),{signal:n}),b(""),{el:l,update(w,g){let{stopped:y,explained:M}=g,S=`${w} ${y?.run} ${y?.tick}`;S!==f&&
b(""),u=w,f=S;let x=M&&!M.at&&M.asked===h?M:null;p.update(x),m(c,"hidden",!!x||!c.textContent)}}}var Ge=168;function ma(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function Dn(e,t){let o=t*e.counts.reduce((s,a)=>s+a,0),n=(e.high-e.low)/e.counts.length;for(let[s,a]of e.counts.
entries()){if(a&&o<=a)return e.low+n*(s+o/a);o-=a}return null}function ga(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,a)=>s+a,0):0)}function ba(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${K(e.low+t*o)} … ${K(e.low+(t+1)*o)}: ${ae(e.counts[t])}`:Qt(e)}function zn(e){let t=i("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Ge}px`}),o=i("span"),n=i("span",{class:"opscope-\
zero"},"0"),s=i("span"),a=i("div",{class:"opscope-readout"}),r=i("span"),c=i("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),p=i("div",{class:"opscope-axis"},o,n,
s),l=i("section",{class:"opscope-card"},i("h4",{},"Distribution",r),c,t,p,a),u,f=null,h="",d=!1,b=()=>{};c.addEventListener(
"click",()=>{d=!d,m(c,"aria-pressed",d?"true":"false"),b()},{signal:e});let w=()=>{let g=u&&f!==null&&f<u.counts.length;
m(t,"aria-label",u?`histogram of step ${u.step}, from ${K(u.low)} to ${K(u.high)}: ${Qt(u)}`:"histogram"),_(a,u?g?ba(u,f):
Qt(u):"")};return t.addEventListener("pointermove",g=>{if(!u)return;let y=t.getBoundingClientRect();f=Math.max(0,Math.min(
u.counts.length-1,Math.floor((g.clientX-y.left)/y.width*u.counts.length))),w()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,w()),{signal:e}),{el:l,update(g){let y=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(g===u&&y===h)return;u=g,h=y,_(r,g?`step ${g.step}`:"");let M=g?.counts.some(Boolean);_(o,g&&M?K(g.low):""),_(s,g&&M?K(
g.high):"");let S=g&&g.low<0&&g.high>0?-g.low/(g.high-g.low):null;m(n,"style",S===null||S<.15||S>.85?"visibility: hidden":
`left: ${(100*S).toFixed(2)}%`),w();let x=g&&g.high>g.low?[.05,.5,.95].map(A=>K(Dn(g,A))):[];m(t,"title",x.length?`5 %, \
median and 95 % of the elements: about ${x.join(", ")}`:void 0),b=()=>wa(t,g,S,d),b()}}}function Qt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ae(t)} finite elements, all equal`:`${ae(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function wa(e,t,o,n){let s=e.getContext("2d"),a=e.
clientWidth;if(!s||!a)return;e.width=Math.round(a*devicePixelRatio),e.height=Math.round(Ge*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let r=getComputedStyle(e);if(s.fillStyle=r.borderBottomColor,s.fillRect(0,Ge-1,a,1),!t)return;o!==null&&
s.fillRect(Math.round(o*a),0,1,Ge),s.fillStyle=r.color;let c=a/t.counts.length;ma(ga(t),n).forEach((p,l)=>{let u=p*(Ge-18);
s.fillRect(l*c+.5,Ge-1-u,Math.max(1,c-1),u)}),t.high>t.low&&xa(s,t,a,r.borderTopColor)}function xa(e,t,o,n){let[s,a,r]=[
.05,.5,.95].map(c=>((Dn(t,c)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,r-s,1);for(let[c,p]of[[s,7],[
a,11],[r,7]])e.fillRect(c-.75,5.5-p/2,1.5,p)}var jn="in this run; what follows is computed again",Hn="replay the steps from here on with this value, beside the run";
function ya(e,t=""){if(e.phase==="running")return"pause the run first";if(e.over)return"the run is over: try what would \
have been";let o=e.values.get(t);return o&&ve(e,o)?`${Ae(e,t)} is not computed yet here: step on, or go to a later place`:
""}function ka(e){if(e.graph?.eager)return"eager code is not run again: set the value, or start it with another one";if(!e.
recorded)return"nothing is recorded";if(e.phase==="running")return"pause the run first";let t=e.stopped;return t&&!t.past&&
t.op>=0?`step ${t.step} has not finished yet: continue, then go back to it`:""}function Wn({ask:e,signal:t}){let o=i("co\
de",{class:"opscope-cell-name"}),n=le("cell-index","all","index: 0, 3 or 0, :3; empty is all of it"),s=le("cell-value","\
0.5, nan, h.mean()","new value"),a=i("button",{type:"submit",class:"opscope-slice-tool opscope-cell-set",title:jn},"Set"),
r=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-try",title:Hn},"What if"),c=le("cell-steps","100","ho\
w many steps to replay","number"),p=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",title:"close\
 (Esc)","aria-label":"close"},"×"),l=i("div",{class:"opscope-cell-answer",role:"status"}),u=i("form",{class:"opscope-ce\
ll-form",hidden:!0,"data-asks":!0},l,i("span",{},o," [ ",n," ] = ",s),i("span",{},a,r,i("label",{title:"how many steps t\
o replay"},c," steps"),p)),f=i("div",{class:"opscope-cell-editor"},u),h="",d="",b="",w="",g=null,y=()=>n.value.trim()?`${h}\
[${n.value.trim()}]`:h,M=(N,k)=>{let v=u.hidden?f:u;return l.parentNode!==v&&v[u.hidden?"append":"prepend"](l),_(l,k),m(
l,"data-failed",!N),m(l,"hidden",!k),k&&(u.hidden?l:u).scrollIntoView({block:"nearest"}),!0};function S(){m(u,"hidden",!0),
g?.focus({preventScroll:!0}),g=null}function x(N){let k=N?b:d;if(k)return void M(!1,k);if(!s.value.trim())return void M(
!1,"Give the new value: a number, nan, or an expression such as h.mean().");M(!0,N?"replaying …":"");let v={target:y(),
value:s.value.trim()},$=(T,F)=>(T&&S(),M(T,F));N?e("TryValue",{...v,steps:Math.max(1,Math.round(Number(c.value)||100))},
$):e("SetValue",v,$)}let A=()=>x(!!d&&!b);return u.addEventListener("submit",N=>(N.preventDefault(),A()),{signal:t}),r.addEventListener(
"click",()=>x(!0),{signal:t}),p.addEventListener("click",S,{signal:t}),u.addEventListener("keydown",N=>{if(N.key==="Esca\
pe")S();else if(N.key==="Enter"&&!N.isComposing&&N.target.matches("input"))A();else return;N.preventDefault(),N.stopPropagation()},
{signal:t}),{el:f,open(N,k,v,$,T){[h,g]=[N,T],_(o,k),m(o,"title",N),n.value=v,s.value=$,m(u,"hidden",!1),M(!d,d),s.focus(),
s.select()},update(N,k){h&&k!==h&&!u.hidden&&m(u,"hidden",!0);let v=`${k} ${N.stopped?.run} ${N.stopped?.tick}`,$=d;d=ya(
N,k),(v!==w||$!==d&&!u.hidden)&&M(!d,u.hidden?"":d),w=v,a.disabled=!!d,m(a,"title",d||jn),b=ka(N),r.disabled=!!b,m(r,"ti\
tle",b||Hn)}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},va=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Ue(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=va.reduceRight((a,r)=>a*t+r[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var Me=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Rl=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
Ue((t-2)/252));function st(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function Nt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>Me(Ue(t/16))).join(", ")})`}var Gn=26,$a=14,Ma=4;function Un(e,t,o,n){let s=Math.min(Gn,o/t,n/e),a=(r,c)=>Math.max($a,s*r,s<Gn?Math.min(c/2,Ma*s*r):
0);return[a(t,o),a(e,n)]}function qn(e,t,o,n){let s=o*e.row_stride,a=n*e.col_stride,r=st(e.pixels[o*e.cols+n],e.low,e.high),
c=Number.isNaN(r)?"NaN":r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${K(r)}`;return`${t.length>2?`[${_o(t,s,a).join(", ")}]  `:
""}row ${s}, col ${a}  ${c}`}function Kn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,a)=>s>
1?[`every ${s}th ${a}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Yn(e,t,o){let n=1,s=0;for(let a=1;a<=e.facets;a++){let r=Math.min(t/(a*(e.cols+1)),o/(Math.ceil(e.facets/a)*(e.
rows+1)));r>s&&([n,s]=[a,r])}return n}function Tt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function rt(e,t,o,n){let[s,a]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[r,c]=[o-s*(e.cols+1),n-a*(e.
rows+1)],p=a*t+s;return r<e.cols&&c<e.rows&&p<e.facets&&s<t?{facet:p,row:c,col:r}:null}function no(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Xn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let a=st(s,e.low,e.high);return t?no(a/o):Ue(e.high>e.low?(a-e.low)/(e.
high-e.low):.5)})}function At(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,a=e.numbers[s];if(a!==void 0)return a===
"nan"?"NaN":a.replace("inf","Inf").replaceAll("-","−");let r=st(e.pixels[s],e.low,e.high);return Number.isNaN(r)?"NaN":
r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${K(r)}`}var Ea=[128,128,128,48],Sa=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Jn(e,t,o,n){let[s,a]=Tt(t,o),r=e.getContext("2d");if(!r||s<=0||a<=0)return;e.width!==s&&(e.width=s),e.height!==
a&&(e.height=a);let c=r.createImageData(s,a),p=Xn(t,n);for(let l=0;l<s*a;l++)Sa(t,l%s,Math.floor(l/s))&&c.data.set(Ea,4*
l);for(let l=0;l<t.facets;l++){let[u,f]=[l%o*(t.cols+1),Math.floor(l/o)*(t.rows+1)];for(let h=0;h<t.rows;h++)for(let d=0;d<
t.cols;d++){let b=4*((f+h)*s+u+d),[w,g,y]=p[t.pixels[(l*t.rows+h)*t.cols+d]];c.data[b]=w,c.data[b+1]=g,c.data[b+2]=y,c.data[b+
3]=255}}r.putImageData(c,0,0)}var Vn=7;function La(e){let t=String(Math.round(e)),o=a=>{let r=String(Number(e.toPrecision(
a))),c=e.toExponential(a-1).replace("e+","e");return c.length<r.length?c:r};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=Vn?t:[3,2].map(o).find(a=>a.length<=Vn)??o(1)).replaceAll("-","−")}function Zn(e,t,o,n,s){let a=e.getContext(
"2d");if(!a)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),a.scale(devicePixelRatio,
devicePixelRatio);let r=Xn(t,s),[c,p]=[o/t.cols,n/t.rows];a.font=`${Math.min(11,c/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,a.textAlign="center",a.textBaseline="middle";for(let l=0;l<t.rows;l++)for(let u=0;u<
t.cols;u++){let f=l*t.cols+u,[h,d,b]=r[t.pixels[f]];a.fillStyle=`rgb(${h}, ${d}, ${b})`,a.fillRect(u*c,l*p,c-1,p-1),a.fillStyle=
.299*h+.587*d+.114*b>140?"#111111":"#ffffff";let w=Number(t.numbers[f]),g=Number.isFinite(w)?La(w):At(t,{facet:0,row:l,col:u});
a.fillText(g,(u+.5)*c,(l+.5)*p)}}var so=168,ro=300,Na=600,ao=[34,18],_t=4,Ta=16,Ct=8,io="keep these elements, to compare others with them",Qn={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function Aa(e,t,o,n){let[s,a]=[Ee(e,0),Ee(e,1)],r=Math.min(
s,Math.max(Ct,Math.round(e.height/n))),c=Math.min(a,Math.max(Ct,Math.round(e.width/n))),p=(l,u,f)=>Math.max(0,Math.min(f-
u,Math.round(l-u/2)));return{top:p(t,r,s),left:p(o,c,a),height:r,width:c}}function _a(e,t){let[o,n]=e.axes,s=es(e,{facet:t,
row:0,col:0}).map((a,r)=>r===o||r===n?0:a);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function Ee(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function ge(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function es(e,t){
let[o,n,s]=e.axes,a=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((r,c)=>a.get(c)??e.index[c])}function Ca(e,t){let[o,n,s]=e.axes,[a,r]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],c=(l,u,f)=>u>1?`${l}–${Math.min(f,l+u)-1}`:`${l}`;return`[${e.shape.map((l,u)=>u===o?c(a,e.row_stride,e.top+
e.height):u===n?c(r,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${At(ge(
e),t)}`}function ts({ask:e,signal:t,offline:o}){let n=i("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=i("div",
{class:"opscope-heatmap-box"},n),a=i("span"),r=i("span"),c=i("i"),p=[co("NaN",pe.nan,0),co("−Inf",pe.minusInf,1),co("+\
Inf",pe.plusInf,255)],l=i("div",{class:"opscope-readout"}),u=i("span"),f={rows:H("rows"),cols:H("columns"),facets:H("fac\
ets")},h=i("span",{class:"opscope-positions"}),d=i("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},i("option",{value:"auto"},"auto"),i("option",{value:"sequential"},"low to high"),i("option",{value:"signed"},"signe\
d")),b=C("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>se(_t)),w=C("−","zoom out (-)","zoom-out",()=>se(
1/_t)),g=C("Pin",io,"pin",()=>e("PinValue",{name:he()?"":N})),y=C("Difference","show the difference to the pinned value",
"difference",()=>V({...$,difference:!$.difference})),M=i("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,
f.facets.el,h,i("label",{},"colors",d),i("span",{class:"opscope-slice-tools"},w,b,g,y)),S=Wn({ask:e,signal:t}),x=i("div",
{class:"opscope-legend"},i("div",{class:"opscope-scale"},a,c,r),...p.map(E=>E.el)),A=i("section",{class:"opscope-card op\
scope-elements"},i("h4",{},"Elements",u),M,s,S.el,x,l),N="",k="",v=null,$=Qn,T="",F=null,B="",q=!1,W=0,Y="",z,I,ee=[],X=null,
Q=null,D=-1;function C(E,O,j,G){let Z=i("button",{type:"button",class:`opscope-slice-tool opscope-${j}`,title:O,"aria-la\
bel":O},E);return Z.addEventListener("click",G,{signal:t}),Z}function H(E){let O=i("select",{class:`opscope-axis-${E}`,"\
aria-label":`axis of the ${E}`});return O.addEventListener("change",()=>P(E==="columns"?"cols":E,Number(O.value)),{signal:t}),
{el:i("label",{},E,O),field:O}}function P(E,O){if(!I)return;let[j,G,Z]=I.axes,J={rows:j,cols:G,facets:Z},ne=Object.keys(
J).find(oe=>O>=0&&J[oe]===O);ne&&(J[ne]=J[E]),J[E]=O,V({...$,...J,top:0,left:0,height:0,width:0})}function V(E){E.facets>=
0&&(D=-1),$=E,B="";let O=++W;e("FetchSlice",{name:N,...$},(j,G)=>(O!==W||(q=j,j||([B,$]=[G,{...$,difference:!1}]),Se()),
!0))}function se(E,O){if(!I)return;let[j,G]=O??[I.top+I.height/2,I.left+I.width/2],Z=Aa(I,j,G,E),J=Z.height===I.height&&
Z.width===I.width;J&&E>1&&I.facets>1?re(I,X&&rt(ge(I),we(ge(I)),...X)?.facet||0):J&&E<1&&D>=0?V({...$,...Z,facets:D}):V(
{...$,...Z})}function re(E,O){V({...$,..._a(E,O)}),D=E.axes[2]}let te=()=>(I??z)?.step,he=()=>v?.name===N&&v?.step===te(),
it=()=>I?ge(I):z?{...z,facets:1,numbers:[]}:null,we=E=>Yn(E,s.clientWidth||400,E.facets>1?ro:so),xe=()=>d.value==="signe\
d"||d.value==="auto"&&!!I?.difference;function Se(){let E=I&&X&&rt(ge(I),we(ge(I)),...X),O=z&&X&&X[1]<z.rows&&X[0]<z.cols,
j=I?E&&Ca(I,E):O&&z&&X?qn(z,ee,X[1],X[0]):"";_(l,B||j||(I?Ia(I):z?Kn(z):""))}function Be(E){let O=it();if(!O)return null;
let j=n.getBoundingClientRect(),[G,Z]=Tt(O,we(O)),J=(ne,oe)=>Math.max(0,Math.min(oe-1,Math.floor(ne*oe)));return[J((E.clientX-
j.left)/j.width,G),J((E.clientY-j.top)/j.height,Z)]}n.addEventListener("pointermove",E=>(X=Be(E),Se()),{signal:t}),n.addEventListener(
"pointerleave",()=>(X=null,Se()),{signal:t});function ye(E,O){if(!E||o)return;let j=ge(E),G=(O&&rt(j,we(j),...O))??{facet:0,
row:0,col:0};S.open(N,k,es(E,G).join(", "),E.numbers.length?At(j,G).replaceAll("−","-"):"",n)}n.addEventListener("dblc\
lick",()=>ye(Q?.slice,Q?.at??null),{signal:t}),n.addEventListener("click",E=>{if(E.detail>1)return;Q={slice:I,at:Be(E)};
let O=I&&rt(ge(I),we(ge(I)),...Be(E)??[0,0]);I&&O&&I.facets>1?re(I,O.facet):I&&O&&!L()&&se(Ta,[I.top+O.row*I.row_stride,
I.left+O.col*I.col_stride])},{signal:t}),n.addEventListener("keydown",E=>{let O={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[
0,-1],ArrowRight:[0,1]}[E.key];if(E.key==="+"||E.key==="=")se(_t);else if(E.key==="-")se(1/_t);else if(E.key==="Enter")ye(
I,X);else if(O&&I)se(1,[I.top+I.height*(.5+O[0]/2),I.left+I.width*(.5+O[1]/2)]);else return;E.preventDefault(),E.stopPropagation()},
{signal:t}),d.addEventListener("change",()=>(Y="",R()),{signal:t}),h.addEventListener("change",()=>{let E=ee.map((O,j)=>h.
querySelector(`[data-axis="${j}"]`)?.value??"0");V({...$,index:E.map(O=>String(Math.max(0,Math.round(Number(O)||0)))).join(
",")})},{signal:t}),h.addEventListener("keydown",E=>E.stopPropagation(),{signal:t});function Pt(E){let O=E.shape.map((Z,J)=>[
String(J),`${J} (${Z})`]);for(let[Z,{field:J}]of[f.rows,f.cols,f.facets].entries()){let ne=[["-1","none"],...O],oe=ne.join();
J.dataset.key!==oe&&J.replaceChildren(...ne.map(([fe,de])=>i("option",{value:fe},de))),J.dataset.key=oe,J.value=String(E.
axes[Z])}m(f.rows.el,"hidden",E.shape.length<2),m(f.cols.el,"hidden",E.shape.length<2),m(f.facets.el,"hidden",E.shape.length<
3);let j=E.shape.flatMap((Z,J)=>E.axes.includes(J)||Z<2?[]:[[J,Z,E.index[J]]]),G=JSON.stringify(j);h.dataset.key!==G&&(h.
dataset.key=G,h.replaceChildren(...j.map(([Z,J,ne])=>i("label",{},`axis ${Z}`,i("input",{type:"number",min:0,max:J-1,value:ne,
"data-axis":Z,title:`position on axis ${Z}, 0 to ${J-1}`})))))}function L(){if(!I)return!1;let{facets:E,rows:O,cols:j,numbers:G}=ge(
I);return E===1&&G.length>0&&s.clientWidth/j>=ao[0]&&O*ao[1]<=Na}function R(){let E=it(),O=E?E.rows*E.cols*E.facets:0;if(m(
n,"hidden",!O),m(x,"hidden",!O),!E||!O)return;let j=we(E),[G,Z]=Tt(E,j),J=s.clientWidth,ne=L(),oe=ne?[Math.min(J,E.cols*
64),E.rows*ao[1]]:E.facets>1?[Math.min(J,G*ro/Z),Math.min(ro,Z*J/G)]:Un(E.rows,E.cols,J,so),fe=`${oe} ${devicePixelRatio}\
 ${xe()} ${ne}`;if(fe===Y)return;Y=fe,m(s,"style",`height: ${Math.max(ne||E.facets>1?0:so,Math.ceil(oe[1]))}px`),m(n,"st\
yle",`width: ${oe[0].toFixed(1)}px; height: ${oe[1].toFixed(1)}px`),ne?Zn(n,E,oe[0],oe[1],xe()):Jn(n,E,j,xe());let de=Math.
max(Math.abs(E.low),Math.abs(E.high));_(a,K(xe()?-de:E.low)),_(r,K(xe()?de:E.high)),m(c,"style",`background: ${xe()?`lin\
ear-gradient(to right, ${[-1,-.5,0,.5,1].map(ke=>Me(no(ke))).join(", ")})`:Nt()}`)}return{el:A,update(E,O,j,G){ee=O,G!==
N&&([N,$,B,D]=[G,Qn,"",-1]);let Z=`${G} ${O} ${j.stopped?.run} ${j.stopped?.tick} ${j.phase}`;Z!==T&&(q=!1),!o&&j.phase!==
"running"&&(Z!==T||j.stopped!==F)&&V($),[T,F]=[Z,j.stopped],S.update(j,G);let J=j.fold.slices.get(G),oe=J&&String(J.shape)===
String(O)&&(q||J.step===E?.step||J.difference)&&!o?J:void 0;if(oe!==I||E!==z){[I,z,Y]=[oe,E,""];for(let ue of p)ue.update(
(oe??E)?.pixels);Se()}m(M,"hidden",!I),I&&Pt(I),v=j.fold.pinned;let fe=(ue,me)=>`${Ae(j,ue)} of step ${me}`;k=Ae(j,G);let de=v?.
name?fe(v.name,v.step):"",ke=te();return _(u,I?.difference?`${fe(G,I.step)} − ${I.difference===`${v?.name} of step ${v?.
step}`?de:I.difference}`:ke===void 0?"":`step ${ke}`),m(y,"hidden",!de||String(v?.shape)!==String(O)),m(y,"aria-pressed",
$.difference?"true":"false"),m(y,"title",`show the difference to ${de}`),m(g,"aria-pressed",he()?"true":"false"),m(g,"ti\
tle",he()?"forget the elements that are kept":de?`${io}, instead of ${de}`:io),m(w,"disabled",!I||D<0&&I.height===Ee(I,0)&&
I.width===Ee(I,1)),m(b,"disabled",!I||I.facets===1&&I.height<=Ct&&I.width<=Ct),R(),ke}}}function Ia(e){let t=Pe([Ee(e,0),
Ee(e,1)]),o=e.height<Ee(e,0)||e.width<Ee(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-
1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.
facets} facets of `:"",a=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${a}${n}${e.nonfinite?`, ${e.nonfinite}\
 not finite`:""}`}function co(e,t,o){let n=i("span",{class:"opscope-mark","data-absent":!0},i("i",{style:`background: ${Me(
t)}`}),e);return{el:n,update:s=>m(n,"data-absent",!s?.includes(o))}}var lo=12;function os({ask:e,open:t,signal:o,offline:n}){let s=i("div",{class:"opscope-provenance"}),a="",r=(c,p)=>i("bu\
tton",{type:"button",class:"opscope-operator","data-op":p,title:`show ${c} ${p} in the graph`},`${c} ${p}`);return s.addEventListener(
"click",c=>{let p=c.target.closest("button");p?.dataset.op?t("graph",Number(p.dataset.op)):p?.dataset.step&&e("Goto",{step:Number(
p.dataset.step),op:Number(p.dataset.writer)})},{signal:o}),{el:s,update(c,p){let l=n?void 0:c.fold.slices.get(p.name),u=(l?.
readers??[]).map((g,y)=>[l?.reader_types[y]??"",g]),f=c.recorded&&p.step>=c.recorded.first&&p.step<=c.recorded.last,h=!!(l?.
writers.length&&!l.writers.includes(p.op)),d=!n&&c.phase!=="running"&&f&&p.op>=0&&!h,b=JSON.stringify([p.op,p.op_type,u,
d&&p.step,h]);if(b===a)return;a=b;let w=u.length>lo?[`and ${u.length-lo} more`]:[];s.replaceChildren(...p.op<0?[]:h?[`ma\
de by ${p.op_type} of another program`]:["made by",r(p.op_type,p.op)],...u.length?["read by",...u.slice(0,lo).map(([g,y])=>r(
g,y)),...w]:l?["read by nothing"]:[],...d?[i("button",{type:"button",class:"opscope-why opscope-to-write","data-asks":!0,
"data-step":p.step,"data-writer":p.op,title:`go to ${p.op_type} in step ${p.step}, before it writes`},"Back to the write")]:
[]),m(s,"hidden",!s.childNodes.length)}}}var[at,qe,po,uo,fo]=[150,58,10,8,22];function ns(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function ho(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":K(s);return e.recorded.every((s,a)=>s===
e.changed[a])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function ss(e){let t=i("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=i("code",{}),n=i("spa\
n"),s=U("g",{class:"opscope-grid"}),a=U("path",{class:"opscope-line"}),r=U("path",{class:"opscope-line opscope-branch-li\
ne"}),c=U("path",{class:"opscope-cross"}),p=U("svg",{class:"opscope-chart",height:at,role:"img"},s,a,r,c),l=i("div",{class:"\
opscope-branch-key"},i("span",{},i("i",{}),"recorded"),i("span",{},i("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=i("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},i("h4",{},"What if",t,n),p,l),f,h="",
d={x:y=>0,step:y=>0},b=new Map;t.addEventListener("change",()=>(f=b.get(t.value),g()),{signal:e}),p.addEventListener("po\
intermove",y=>{if(!f)return;let M=d.step(y.clientX-p.getBoundingClientRect().left),S=f.steps.reduce((x,A,N)=>Math.abs(A-
M)<Math.abs(f.steps[x]-M)?N:x,0);_(n,`step ${f.steps[S]}   ${K(f.recorded[S])}   would be ${K(f.changed[S])}`),m(c,"d",`\
M${d.x(f.steps[S])},${uo}V${at-fo}`)},{signal:e}),p.addEventListener("pointerleave",()=>(m(c,"d",""),_(n,f?ho(f):"")),{signal:e});
let w=new ResizeObserver(()=>g());w.observe(p),e.addEventListener("abort",()=>w.disconnect());function g(){let y=f;if(!y)
return;let M=Math.max(200,p.clientWidth||u.clientWidth),S=`${y.name} ${y.change} ${M} ${y.changed.length} ${y.changed.at(
-1)}`;if(S===h)return;h=S;let x=[ns(y,y.recorded),ns(y,y.changed)],A=[...x[0],...x[1]].sort((z,I)=>z.step-I.step),N=nt(A),
k=z=>z===null?null:N.to(z),{x:v,y:$}=Zt(A.map(z=>({...z,min:k(z.min),max:k(z.max),mean:k(z.mean)}))),T=M-qe-po,F=z=>+(qe+
(z-v[0])/(v[1]-v[0])*T).toFixed(1),B=z=>+(uo+(1-(N.to(z)-$[0])/($[1]-$[0]))*(at-uo-fo)).toFixed(1);d={x:F,step:z=>v[0]+(z-
qe)/T*(v[1]-v[0])};let q=N.marks(...$,4).flatMap(z=>[U("path",{d:`M${qe},${B(z)}H${M-po}`}),U("text",{x:qe-6,y:B(z)+3.5,
"text-anchor":"end"},De(z))]),W=Ne(...v,Math.max(3,M/110)).filter(Number.isInteger).map(z=>U("text",{x:F(z),y:at-6,"text\
-anchor":"middle"},De(z)));s.replaceChildren(...q,...W,U("path",{class:"opscope-floor",d:`M${qe},${at-fo}H${M-po}`}));let Y=z=>St(
z,I=>I.mean!==null).map(I=>I.length>1?`M${I.map(ee=>`${F(ee.step)},${B(ee.mean)}`).join("L")}`:`M${F(I[0].step)-4},${B(I[0].
mean)}h8`).join("");m(a,"d",Y(x[0])),m(r,"d",Y(x[1])),m(p,"aria-label",`${y.name}: ${ho(y)}, if ${y.change}`),_(n,ho(y)),
_(o,y.change)}return{el:u,update(y){let{branches:M}=y.fold;if(m(u,"hidden",!M.size),M===b)return g();b=M;let S=[...b.values()].
at(-1),x=[...b.values()].filter(A=>A.change===S?.change).map(({name:A})=>A);t.replaceChildren(...x.map(A=>i("option",{value:A},
y.scalarNames.get(A)||A))),f=b.get(x.includes(f?.name??"")?f?.name??"":x[0]??""),f&&(t.value=f.name),g()}}}var Ba=[["mean",e=>K(e.mean)],["std",e=>K(e.std)],["min",e=>K(e.min)],["max",e=>K(e.max)],["shape",e=>Pe(e.shape)],["zer\
os",e=>e.shape.includes(0)?"–":Qe(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>ae(e.nan),e=>e.nan>0],["Inf",e=>ae(e.inf),e=>e.
inf>0],["elements",e=>ae(e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Oa(e){return e.dtype.startsWith("\
complex")?"Statistics, distribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Ra(e){
return e?`Not computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function Pa(e){
let t=e.grad_of?`gradient of ${e.grad_of}`:ut(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.
op_type} (op ${e.op})`} · ${t} · step ${e.step}`}var rs={id:"tensor",label:"Tensor",create:Fa};function Fa({ask:e,open:t,
goTo:o,reach:n,signal:s,offline:a}){let r=i("span",{class:"opscope-pill"}),c=i("span",{class:"opscope-detail-name"}),p=i(
"div",{class:"opscope-origin"}),l=i("code",{class:"opscope-site"}),u=Ba.map(([$,T,F])=>{let B=i("span",{class:"opscope-n\
umber"});return{label:$,value:T,warn:F,shown:B,el:i("div",{class:"opscope-fact"},i("span",{class:"opscope-label"},$),B)}}),
f=Rn({goTo:o,signal:s}),h=zn(s),d=ts({ask:e,signal:s,offline:a}),b=os({ask:e,open:t,signal:s,offline:a}),w=i("div",{class:"\
opscope-detail-head"},i("div",{},r,c),i("div",{},p,l)),g=ss(s),y=Pn({ask:e,signal:s}),M=i("div",{class:"opscope-charts"},
f.el,h.el,d.el,g.el),S=i("div",{class:"opscope-hint"}),x=i("div",{class:"opscope-about"}),A=Fn({ask:e,goTo:o,open:t,signal:s,
offline:a}),N=[w,y.el,b.el,A.el,i("div",{class:"opscope-facts"},...u.map($=>$.el)),x,M],k=i("div",{class:"opscope-detail\
-body"},...N),v=i("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return d.
el.append(S),{el:i("div",{class:"opscope-detail"},v,k),update($,{selected:T,refusal:F}){let B=$.values.get(T);if(m(v,"hi\
dden",!!B),m(k,"hidden",!B),!B)return;let q=ie(B);m(w,"data-health",q),_(r,Fe[q]);let[W,Y]=be(B);_(c,W),m(c,"title",B.called?
`${B.name}, ${B.called}`:B.name),_(p,[W!==B.name?Y:Y&&`called ${Y}`,Pa(B)].filter(Boolean).join(" · ")),_(l,B.site),A.update(
T,$);for(let D of u)_(D.shown,D.value(B)),m(D.shown,"title",D.value(B)),m(D.el,"data-bad",D.warn?.(B)?D.label==="NaN"?"n\
an":D.label==="Inf"?"inf":"zeros":void 0);let z=ve($,B),I=[Ra(z),Oa(B)].filter(Boolean).join(" ");m(k,"data-elsewhere",!!z),
_(x,I),m(x,"hidden",!I);let ee=$.details.get(T),X=d.update(ee,B.shape,$,T);f.update($.history.get(T),$.stopped?.step||null,
n($));for(let[D,C]of[[h,ee?.step],[d,X]])m(D.el,"data-elsewhere",!!z||!!($.stopped&&C!==void 0&&C!==B.step));h.update(ee),
m(h.el,"hidden",!ee&&!!(F||a)),b.update($,B),g.update($),y.update($),_(S,X===void 0?a?"Elements were not recorded for th\
is value.":F||"Waiting for the elements of this value …":""),m(S,"hidden",X!==void 0)}}}var Da=["error","warning","hint"];function as(e){let t=[...e.values()].sort((s,a)=>s.step-a.step||s.number-a.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(a=>a.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(a=>Da.indexOf(a.severity)));return o.sort((s,a)=>n(s)-n(a))}function za(e){let t=e.
times>1?`, ${ae(e.times)} times`:"";return e.step?`step ${ae(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function ja(e,t){let o=[...e.values.values()].filter(r=>r.nan||r.inf).length,n='"Check the recorded ste\
ps"',s=e.rules?"the rules have not reported it":"no rule has looked";if(o&&t)return`${o===1?"1 value has":`${ae(o)} valu\
es have`} NaN or Inf, and ${s}: ${n} finds the first one.`;if(e.rules)return e.over?"No finding: the rules looked while \
it ran.":"No finding so far: the rules look while it runs.";let a='rules=True looks while a run goes on; watch("nan") st\
ops where a NaN or Inf is made.';return t?`No finding. ${n} looks for known mistakes now; ${a}`:`No finding: ${a}`}var is={
id:"findings",label:"Findings",create:Ha,count:e=>as(e.findings).length};function Ha({ask:e,open:t,goTo:o,signal:n,offline:s}){
let a=i("button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded \
steps"},"Check the recorded steps"),r=i("span",{class:"opscope-look-answer",role:"status"}),c=i("div",{class:"opscope-fi\
ndings-bar","data-asks":!0,hidden:s},a,r),p=i("div",{class:"opscope-nothing"}),l=i("ul",{class:"opscope-findings-rows"}),
u=Lt({goTo:o,open:t,signal:n}),f=i("pre",{class:"opscope-cause",role:"status",hidden:!0}),h=null,d,b=!1,w=s;a.addEventListener(
"click",()=>{_(r,"Looking …"),e("FindFaults",{},(x,A)=>(w||=x,_(r,x?`${A}.${A.startsWith("0 ")?"":" Rules can be wrong\
: judge by the evidence."}`:A),!0))},{signal:n}),l.addEventListener("click",x=>{let A=x.target.closest("button"),N=Number(
A?.dataset.number),k=N?g.get(N):void 0;!k||!A||(A.classList.contains("opscope-there")?y(k):M(k,A))},{signal:n});let g=new Map;
function y(x){x.step?o(x.step,x.op):t("graph",x.op)}function M(x,A){let N=h?.number===x.number;h=N?null:{number:x.number,
name:x.value,step:x.step,ok:!1};for(let k of l.querySelectorAll(".opscope-ask-why"))m(k,"aria-expanded",k===A&&!N?"true":
"false");u.update(null),_(f,h?"Searching …":""),m(f,"hidden",!h),h&&(A.closest(".opscope-finding")?.append(f,u.el),e("\
Explain",{name:x.value,step:x.step},(k,v)=>(h?.number!==x.number||(h.ok=k,_(f,k?"":v),m(f,"hidden",k)),!0)))}function S(x,...A){
let N=i("button",{type:"button",class:"opscope-why opscope-there","data-number":x.number,title:x.step?`go to step ${x.step}`:
"show it in the graph"},x.step?"Go there":"Show in graph"),k=i("button",{type:"button",class:"opscope-why opscope-ask-wh\
y","data-number":x.number,"aria-expanded":"false",title:`why ${x.value} is what it is in step ${x.step}`},"Why"),v=[...x.
step||x.op>=0?[N]:[],...!s&&x.value&&x.step?[k]:[]];return i("div",{class:"opscope-finding","data-severity":x.severity},
i("div",{class:"opscope-finding-head"},i("span",{class:"opscope-severity"},x.severity),i("b",{},x.rule),...x.value?[i("c\
ode",{},x.called||x.value)]:[],...x.called?[i("span",{class:"opscope-called"},i("code",{},x.value))]:[],i("span",{class:"\
opscope-when"},za(x))),i("div",{class:"opscope-evidence"},x.evidence),...x.site?[i("code",{class:"opscope-line"},x.site+
(x.code?`: ${x.code}`:""))]:[],...x.operator?[i("code",{class:"opscope-line opscope-operator-text"},x.operator)]:[],...x.
suggestion?[i("div",{class:"opscope-try"},`Try: ${x.suggestion}`)]:[],...A,i("div",{class:"opscope-finding-buttons","dat\
a-asks":!0},...v))}return{el:i("div",{class:"opscope-findings"},c,p,l),update(x){b=!!x.recorded||s,m(a,"disabled",!x.recorded),
m(l,"data-fixed",!b);let A=h?.ok&&x.explained?.asked===h.name&&x.explained.at===h.step?x.explained:null;if(A&&u.update(A),
_(p,ja(x,!!x.recorded&&!w)),x.findings===d)return;d=x.findings,g=new Map([...x.findings.values()].map($=>[$.number,$]));
let N=as(x.findings),k=new Set([...l.querySelectorAll("details[open]")].map($=>$.dataset.number));m(p,"hidden",N.length>
0),l.replaceChildren(...N.map(({finding:$,consequences:T})=>{let F=i("details",{class:"opscope-consequences","data-numbe\
r":$.number,open:k.has(String($.number))},i("summary",{},`may explain ${T.length} more`),...T.map(B=>S(B)));return i("li",
{},S($),...T.length?[F]:[])}));let v=h&&l.querySelector(`.opscope-ask-why[data-number="${h.number}"]`);v&&(m(v,"aria-exp\
anded","true"),v.closest(".opscope-finding")?.append(f,u.el))}}}var _e=128,cs=36,Wa=Object.freeze([]),Ga=3,Ua=12;function qa(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Ua,Math.min(o-Ga,Math.floor(Math.log10(e)))),o]}var ls=new WeakMap;function Ka(e){let t=ls.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],ls.set(
e,t)}return t}function ds(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var ps=Array.from({length:129},
(e,t)=>Me(Ue(t/128)));function Va(e,t){return e.bad?Me(pe.nan):e.rms?ps[Math.round(ds(e.rms,t)*(ps.length-1))]:null}var us={
id:"flow",label:"Gradient flow",short:"Flow",create:Ya,count:e=>Gt(e).length};function Ya({select:e,refresh:t,signal:o}){
let n=i("div",{class:"opscope-decades"}),s=i("div",{class:"opscope-flow-row opscope-flow-head"},i("span",{},"parameter"),
n,i("span",{},"RMS"),i("span",{},"over steps")),a=i("div",{class:"opscope-flow-body"}),r=i("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),c=i("span"),p=i("span"),l=i("d\
iv",{class:"opscope-legend opscope-flow-legend"},i("span",{},"RMS gradient of each parameter"),i("div",{class:"opscope-s\
cale"},c,i("i",{style:`background: ${Nt()}`}),p),i("span",{class:"opscope-mark"},i("i",{style:`background: ${Me(pe.nan)}`}),
"NaN or Inf")),u=new Map;a.addEventListener("click",d=>{let b=d.target.closest("[data-name]");b&&e(b.dataset.name??"")},
{signal:o});let f=i("div",{class:"opscope-flow"},r,i("div",{class:"opscope-flow-table"},s,a,l));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let h=(d,b)=>d.history.get(b.name)?.points??Wa;return{el:f,update(d,{selected:b}){let w=Gt(
d);m(r,"hidden",w.length>0),m(s,"hidden",!w.length);let[g,y]=[1/0,0];for(let v of w){let[$,T]=Ka(h(d,v));[g,y]=[Math.min(
g,$),Math.max(y,T)]}let M=qa(g,y);Xa(n,M),_(c,K(10**M[0])),_(p,K(10**M[1])),m(l,"hidden",!w.length);for(let v of w)u.has(
v.name)||u.set(v.name,Ja(v.name));let S=w.map(v=>u.get(v.name));ze(a,S.map(v=>v.el));let x=d.stopped?.step||null,A=dt(w),
N=Math.floor((f.scrollTop-(a.offsetTop-f.offsetTop))/cs)-2,k=N+Math.ceil(f.clientHeight/cs)+4;w.forEach((v,$)=>{if($<N||
$>k)return S[$].choose(v.name===b);S[$].update(v,A.get(v.name)??v.name,d.history.get(v.name)??ht,M,ve(d,v),x),S[$].choose(
v.name===b)})}}}function Xa(e,t){let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),a=[...t,s].join();if(e.
dataset.range===a)return;e.dataset.range=a;let r=Math.ceil((n-o)/s),c=[];for(let p=n;p>=o;p-=r){let l=`left: ${(100*(p-o)/
(n-o)).toFixed(2)}%`;c.push(i("span",{style:l},"10",i("sup",{},String(p).replace("-","−"))))}e.replaceChildren(...c)}function Ja(e){
let t=ft(e),o=i("i"),n=i("span",{class:"opscope-track"},o),s=i("span",{class:"opscope-number"}),a=i("canvas",{class:"ops\
cope-strip",width:_e,height:1,role:"img","aria-label":"RMS gradient over the steps"}),r=i("button",{class:"opscope-flow-\
row",type:"button","data-name":e},t,n,s,a),c="",p;return{el:r,choose:l=>m(r,"aria-pressed",l?"true":"false"),update(l,u,f,h,d,b){
let w=`${h} ${d} ${b} ${u}`;if(p===l&&c===w)return;p=l,c=w,m(r,"data-elsewhere",!!d),m(r,"title",d?`not computed yet: it\
s value ${d}`:void 0);let{rms:g}=gt(l),y=ie(l);et(t,u.replaceAll("@GRAD","")),m(r,"data-health",y),m(o,"data-nothing",g===
null),m(n,"style",`--decade: ${(100/(h[1]-h[0])).toFixed(3)}%`),m(o,"style",`width: ${(100*(g===null?1:ds(g,h))).toFixed(
2)}%`),_(s,l.nan?"NaN":l.inf?"Inf":K(g)),Za(a,f,h,b),m(a,"title",Te(f)||void 0)}}}function Za(e,t,o,n){let{points:s,stride:a}=t,
r=Te(t),c=e.getContext("2d");if(!c)return;c.clearRect(0,0,_e,1);let p=s[0]?.step??0,l=(s.at(-1)?.step??0)-p+1;s.forEach(
(u,f)=>{let h=s[f+1]?.step??u.step+1,d=Math.floor((u.step-p)/l*_e);if(!u.bad&&f+1<s.length&&Math.floor((h-p)/l*_e)===d)return;
let b=Va(u,o);b&&(c.fillStyle=b,c.globalAlpha=r?.35:1,c.fillRect(d,0,Math.ceil((h-p)/l*_e)-d,1),c.globalAlpha=1,r&&c.fillRect(
d,0,Math.max(2,Math.ceil(a/l*_e)),1))}),!(n===null||n<p||n>=p+l)&&(c.fillStyle=getComputedStyle(e).color,c.fillRect(Math.
floor((n-p)/l*_e),0,2,1))}var Qa=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function It(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function fs(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Vt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Ce(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function hs(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Qa)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],a=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),r=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),c=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),p=U("g",{class:"opscope-gutter"},U("title"),a,r,c);return e.
append(p),p}function ms(e,t){m(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),m(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),m(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&_(hs(e).firstChild,fs(t))}function gs(e){let t=hs(e).firstChild;t.textContent||_(t,fs([]))}function mo(e){let t=[];for(let o of e){let n=o.querySelector(":scope > .opscope-fold-fold")?23:0,s=Number(o.querySelector(
"rect")?.getAttribute("width")??0)-8-n;if(!(s<=0))for(let a of o.querySelectorAll("text"))a.getComputedTextLength()>s&&t.
push([a,s])}return()=>{for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(1)),o.setAttribute("lengthAdjust","spacing\
AndGlyphs")}}var Ke=["nan","inf","zeros","ok"],ei=2e5;function Ve(e,t){return e.program===t||!(e.program>=0)}function bs(e,t){let o=new Map,
n=new Map,s=[...e.values()].filter(a=>Ve(a,t));for(let a of e.values())o.set(`var-${a.name}`,ie(a));for(let a of s)n.set(
a.op,Math.max(n.get(a.op)??0,a.step));for(let a of s){let r=ie(a),c=o.get(`op-${a.op}`);a.step===n.get(a.op)&&(!c||Ke.indexOf(
r)<Ke.indexOf(c))&&o.set(`op-${a.op}`,r)}return o}function ws(e,t,o,n=new Map){let s=new Set;for(let a of t){let r=e.get(
a);s.add(`var-${a}`),r&&Ve(r,o)&&s.add(`op-${r.op}`)}for(let a of[...s]){let r=n.get(a);r!==void 0&&s.add(r)}return s}function xs(e,t){
let o=new Map;for(let[n,s]of e){let a=t.get(n);if(a===void 0)continue;let r=o.get(a);(!r||Ke.indexOf(s)<Ke.indexOf(r))&&
o.set(a,s)}return o}function ys(e){let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n==
"string"&&t.push(n),!Array.isArray(n))continue;let[s,a,r,c]=n;if([a,r].every(Number.isSafeInteger))for(let p=a;p<=r&&t.length<
ei;p++)t.push(`${s}${p}${c}`)}}catch{return[]}return t}function ks(e,t,o,n=[]){if(o.startsWith("var-"))return e.get(o.slice(
4))?.name;let s=new Set([o,...n]);return[...e.values()].filter(r=>Ve(r,t)&&s.has(`op-${r.op}`)||s.has(`var-${r.name}`)).
sort((r,c)=>Ke.indexOf(ie(r))-Ke.indexOf(ie(c)))[0]?.name}var ti=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),vs=/^(xmlns(:xlink)?|xml:space)$/,oi=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),ni=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function si(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!oi.has(e)&&!ni.test(e)&&!vs.test(e)?!1:vs.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function $s(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(Ms(n),document.importNode(n,!0))}function Ms(e){for(let{
name:t,value:o}of[...e.attributes])si(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&ti.
has(t.localName)&&t.namespaceURI===e.namespaceURI?Ms(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function Es(e,t){let o=$s(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[],labels:new Map,boxes:null};for(let s of["width","height"])o.removeAttribute(s);m(o,"role","group");for(let s of o.
querySelectorAll("g")){let a=s.getAttribute("data-src"),r=s.getAttribute("data-dst"),c=s.getAttribute("data-scope"),p=ys(
s.getAttribute("data-hides"));a!==null&&r!==null?n.links.push({src:a,dst:r}):p.length||/^(op|var)-/.test(s.id)?ri(n,s,p,
t&&c!==null):c!==null&&(n.frames.set(c,s),t&&Ss(s,"fold"))}return n}function ri(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.
folded.set(t.id,o);for(let s of o)e.hiddenIn.set(s,t.id);m(t,"data-node",t.id),m(t,"tabindex",-1),m(t,"role","button"),e.
labels.set(t.id,t.querySelector("title")?.textContent??t.id),m(t,"aria-label",e.labels.get(t.id)),n&&Ss(t,"open")}function Ss(e,t){
let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),n=o[o.length-1],s=l=>Number(n?.getAttribute(l)??0),a=s("x")+
s("width")-(t==="open"?0:11),r=s("y")+(t==="open"?0:11),c=t==="open"?`M${a-3},${r}h6M${a},${r-3}v6`:`M${a-3},${r}h6`,p=U(
"title");p.textContent=t==="open"?"open (Enter)":"fold (Backspace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},
p,U("circle",{cx:a,cy:r,r:6}),U("path",{d:c})))}function go(e){return e.querySelector(":scope > rect, :scope > a > rect,\
 :scope > polygon")??e}function Bt(e){if(e.boxes)return e.boxes;let t=e.svg.querySelector("g")?.transform.baseVal.consolidate()?.
matrix;return e.boxes=new Map([...e.nodes,...e.frames].map(([o,n])=>{let s=go(n).getBBox();return[o,{x:s.x+(t?.e??0),y:s.
y+(t?.f??0),w:s.width,h:s.height}]})),e.boxes}function bo(e,t){return!!(e&&t&&e.x<=t.x&&e.y<=t.y&&e.x+e.w>=t.x+t.w&&e.y+
e.h>=t.y+t.h)}function Ls(e,t,o){let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.
links.filter(l=>l.src===t).map(l=>l.dst):o==="ArrowUp"?e.links.filter(l=>l.dst===t).map(l=>l.src):[...e.nodes.keys()],a=o===
"ArrowRight"?1:o==="ArrowLeft"?-1:0,r=l=>(l.left+l.right)/2,c=null,p=1/0;for(let l of s){let u=e.nodes.get(l)?.getBoundingClientRect();
if(!u||l===t)continue;let f=r(u)-r(n),h=Math.abs(u.top-n.top);if(a&&f*a<=1)continue;let d=Math.abs(f)+(a?3:.2)*h;d<p&&([
c,p]=[l,d])}return c}var ai=150,Ns="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function Ts({search:e,choose:t,signal:o}){
let n=i("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Ns,"aria-label":`\
search the graph: ${Ns}`}),s=i("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),a=i("div",{class:"opscope-graph-find"},n,s),r=0,c="",p=null,l=()=>m(s,"hidden",!0),u=()=>{c=n.value.trim(),c?
e(c):l()};n.addEventListener("input",()=>{clearTimeout(r),r=window.setTimeout(u,ai)},{signal:o}),n.addEventListener("foc\
us",()=>m(s,"hidden",!c||!p||p.text!==c),{signal:o}),a.addEventListener("keydown",h=>{h.stopPropagation();let d=[...s.querySelectorAll(
"button")],b=d.findIndex(w=>w.matches(":focus"));if(h.key==="Escape")l(),n.focus();else if(h.key==="Enter"&&b<0)p?.text===
n.value.trim()?d[0]?.click():u();else if(h.key==="ArrowUp"&&b===0)n.focus();else if(h.key.startsWith("Arrow")&&h.key!=="\
ArrowLeft"&&h.key!=="ArrowRight")d[ce(h,b,d.length)??0]?.focus();else return;h.preventDefault()},{signal:o}),s.addEventListener(
"click",h=>{let d=h.target.closest("[data-found]");d&&(l(),t(d.getAttribute("data-found")??""))},{signal:o}),a.addEventListener(
"focusout",({relatedTarget:h})=>{a.contains(h)||l()},{signal:o}),document.addEventListener("pointerdown",h=>h.composedPath().
includes(a)||l(),{signal:o,capture:!0});function f(h){let d=h.ids.map((g,y)=>{let M=i("button",{class:"opscope-match",type:"\
button",role:"option",tabindex:-1,"data-found":g},i("b",{},h.labels[y]),i("span",{},h.details[y]));return m(M,"title",`${h.
labels[y]}
${h.details[y]}`),M}),b=h.total>d.length?` · the first ${d.length} are shown`:"",w=h.total===1?"1 node":`${h.total.toLocaleString(
"en")} nodes${b}`;s.replaceChildren(i("div",{class:"opscope-matches-head"},h.total?w:`Nothing matches "${h.text}".`),...d),
m(s,"hidden",!1)}return{el:a,focus:()=>n.focus(),update(h){h!==p&&(p=h,h&&h.text===c&&n.value.trim()===c&&a.contains(document.
activeElement)&&f(h))},enable:h=>m(a,"hidden",!h),clear:()=>_(s,"")}}var ii={together:"in one",apart:"side by side",forward:"forward only"};function As({view:e,draw:t,scopes:o,measure:n,search:s,
found:a,save:r,signal:c}){let p=i("span",{class:"opscope-graph-info"}),l=i("span",{class:"opscope-graph-number"}),u=(P,V,se)=>{
let re=i("button",{type:"button",class:"opscope-tool",title:V,"aria-label":V},P);return re.addEventListener("click",se,{
signal:c}),re},f=(P,V,se)=>i("select",{class:`opscope-graph-choice opscope-graph-${P}`,title:V,"aria-label":V},...Object.
entries(se).map(([re,te])=>i("option",{value:re},te))),h=Ts({search:s,choose:a,signal:c}),d=f("arrangement","forward and\
 backward: each layer with its gradients, side by side, or forward only",ii),b=Object.fromEntries(Object.entries($e).map(
([P,{label:V}])=>[P,V])),w=f("colors","color the operators by",{health:"health",...b}),g=i("input",{class:"opscope-graph\
-since",type:"number",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare\
 with",hidden:!0}),y=u("Whole graph","back to the whole graph",()=>t({center:""})),M=!1,S=u("Fold all","fold all scopes",
()=>t({open:M?[]:o(),center:""})),x=f("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),A={later:i(
"span",{class:"opscope-key-later",title:"not computed yet where the run is paused",hidden:!0},i("i"),"not yet"),here:i("\
span",{class:"opscope-key-here",title:"where the run is",hidden:!0},i("i"),"here"),untapped:i("span",{title:"no tap watc\
hes its result",hidden:!0},i("i"),"not tapped")},N=i("div",{class:"opscope-key"},...["ok","zeros","Inf","NaN"].map(P=>i(
"span",{"data-health":P.toLowerCase()},i("i"),P)),A.later,A.untapped,A.here),k=i("span"),v=i("span"),$=i("span",{class:"\
opscope-graph-when"}),T=i("div",{class:"opscope-key opscope-ramp",hidden:!0},$,k,i("i"),v,l),F=i("div",{class:"opscope-t\
ools"},u("+","zoom in",()=>e.zoom(1)),u("−","zoom out",()=>e.zoom(-1)),u("fit","fit the whole graph",e.fit),x),B=i("di\
v",{class:"opscope-graph-bar",hidden:!0},h.el,i("label",{class:"opscope-graph-by"},"gradients",d),i("label",{class:"opsc\
ope-graph-by"},"color",w),g,S,y);for(let P of B.children)m(P,"data-asks",!0);let q=i("div",{class:"opscope-graph-keys",title:"\
drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},N,T,p),W=i("div",{class:"opscope-graph-foot"},q,F),
Y=new Map,z="",I="",ee="",X=!1,Q={by:"health",selected:"",against:0},D=()=>{Q.by=w.value,I="",m(g,"hidden",Q.by!=="chang\
e"),Q.against=Math.max(0,Math.round(Number(g.value)||0)),n()};w.addEventListener("change",D,{signal:c}),g.addEventListener(
"change",D,{signal:c}),g.addEventListener("keydown",P=>P.stopPropagation(),{signal:c}),d.addEventListener("change",()=>t(
{arrangement:d.value,first:!0,center:""}),{signal:c}),x.addEventListener("change",()=>{x.value&&r(x.value),x.value=""},{
signal:c});function C(){_(p,I||(X?"drawing …":ee)),m(q,"data-refused",!!I)}function H(){let P=Y.get(z);_(l,P===void 0?
"":$e[Q.by]?.text(P)??"")}return Object.assign(Q,{el:B,foot:W,focusSearch:h.focus,wait(P){X=P,C()},measured(P,V){return I=
P?"":V,C(),!P},read(P){z=P,H()},drawn(P,V,se){m(B,"hidden",!P.arrangement||se),P.arrangement&&(d.value=P.arrangement),m(
y,"hidden",!P.center),M=P.open.length>0,m(S,"hidden",!!P.center||!M&&!P.hidden),_(S,M?"Fold all":"Unfold");for(let te of[
"title","aria-label"])m(S,te,M?"fold all scopes":"unfold the scopes in sight");let re=P.hidden?`, ${P.hidden.toLocaleString(
"en")} nodes folded`:"";ee=V?`${P.ops.toLocaleString("en")} operators${re}`:"",C()},update(P,V,se){Q.selected=V,h.update(
P.fold.found);let re=!!P.graph?.eager;for(let te of w.options)te.disabled=te.value!=="health"&&(se||!P.recorded||re&&te.
value==="time");m(w,"title",`color the operators by${re?"; calls of eager code have no times":""}`)},legend(P,V,se,re){Y=
V;for(let te of["later","untapped","here"])m(A[te],"hidden",!re[te]);if(m(N,"hidden",Q.by!=="health"),m(T,"hidden",!P),P){
let te=$e[P.by];_(k,te.text(se.low)),_(v,te.text(se.high));let he=P.against?`steps ${P.against} and ${P.step}`:`step ${P.
step}`;_($,he),m(T,"title",`${te.label}, ${he}: ${te.about}`)}H()}})}function _s(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...ci(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function ci(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=r=>({name:"goto",label:`Go to here in st\
ep ${r}`,kind:"Goto",fields:{step:r,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let a={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),a]:[a]}function Cs({choose:e,
frame:t,signal:o}){let n=i("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],a=null,r=(p=!1)=>{n.hidden||
(m(n,"hidden",!0),p&&(a?.isConnected?a:t).focus({preventScroll:!0}))};n.addEventListener("click",p=>{let l=[...n.querySelectorAll(
"button")].findIndex(u=>u.contains(p.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",p=>{let l=[
...n.querySelectorAll("button")],u=ce(p,l.findIndex(f=>f.matches(":focus")),l.length);if(u!==null)l[u].focus();else if(p.
key==="Escape")r(!0);else return;p.preventDefault(),p.stopPropagation()},{signal:o});let c=p=>{p.composedPath().includes(
n)||r()};return document.addEventListener("pointerdown",c,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,
passive:!0}),t.addEventListener("keydown",p=>p.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(p,l,u,f){if(!p.length)
return r();s=p,a=f;let h=i("div",{class:"opscope-menu-head"},i("b",{},l),` ${u}`);n.replaceChildren(h,...s.map(M=>i("but\
ton",{class:`opscope-menu-item opscope-menu-${M.name}`,type:"button",role:"menuitem"},M.label))),m(n,"hidden",!1);let d=t.
getBoundingClientRect(),b=f.getBoundingClientRect(),g=b.right+8+n.offsetWidth<=d.right?b.right+8-d.left:Math.max(4,b.left-
16-n.offsetWidth-d.left),y=Math.max(4,Math.min(d.height-n.offsetHeight-4,(b.top+b.bottom)/2-d.top-16));n.style.left=`${g}\
px`,n.style.top=`${y}px`},focus:()=>n.querySelector("button")?.focus()}}var Ie=132,Ye=96,Is=8;function wo(e){let t=Math.min(Ie/e.w,Ye/e.h);return{scale:t,x:(Ie-e.w*t)/2,y:(Ye-e.h*t)/2}}function li(e,t,o){
let[n,s]=[(Ie+2*Is)*t,(Ye+2*Is)*t],[a,r]=["",1/0];for(let c of["right bottom","left bottom","right top","left top"]){let p=c.
startsWith("right")?e.x+e.w-n:e.x,l=c.endsWith("bottom")?e.y+e.h-s:e.y,u=o.filter(f=>f.x<p+n&&p<f.x+f.w&&f.y<l+s&&l<f.y+
f.h).length;u<r&&([a,r]=[c,u])}return a}function Bs(e,t){let o=i("canvas",{width:Ie*2,height:Ye*2}),n=i("div",{class:"op\
scope-sight"}),s=i("div",{class:"opscope-minimap",hidden:!0,title:"the whole graph; click to go there","aria-hidden":"tr\
ue"},o,n),a={x:0,y:0,w:1,h:1},r=c=>{let p=o.getBoundingClientRect(),[l,u]=[wo(a),p.width/Ie||1];e(a.x+((c.clientX-p.left)/
u-l.x)/l.scale,a.y+((c.clientY-p.top)/u-l.y)/l.scale)};return s.addEventListener("pointerdown",c=>{c.preventDefault(),c.
stopPropagation(),s.setPointerCapture(c.pointerId),r(c)},{signal:t}),s.addEventListener("pointermove",c=>c.buttons&1&&r(
c),{signal:t}),{el:s,draw(c,p){a=c;let l=o.getContext("2d");if(!l)return;let{scale:u,x:f,y:h}=wo(c);l.setTransform(2,0,0,
2,0,0),l.clearRect(0,0,Ie,Ye);for(let{box:d,color:b}of p){l.fillStyle=b;let[w,g]=[Math.max(1.5,d.w*u),Math.max(1.5,d.h*u)];
l.fillRect(f+(d.x-c.x)*u,h+(d.y-c.y)*u,w,g)}},place(c,p,l){m(s,"data-corner",li(c,p,l))},update(c,p){a=p;let{scale:l,x:u,
y:f}=wo(p),h=c.x<=p.x+1&&c.y<=p.y+1&&c.x+c.w>=p.x+p.w-1&&c.y+c.h>=p.y+p.h-1;if(m(s,"hidden",h),h)return;let d=Math.max(0,
u+(c.x-p.x)*l),b=Math.max(0,f+(c.y-p.y)*l),w=Math.min(Ie,u+(c.x+c.w-p.x)*l),g=Math.min(Ye,f+(c.y+c.h-p.y)*l);n.style.cssText=
`left:${d}px;top:${b}px;width:${Math.max(4,w-d)}px;height:${Math.max(4,g-b)}px`}}}function Ot(e,t,o=.5,n=.5){let s=e.w/t,a=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-a),w:s,h:a}}function pi(e,t,o=0){let n=Math.
max(t.w/40/e.w,Math.min(1,Math.max(t.w*4,o)/e.w));return n===1?e:Ot(e,1/n)}function di(e,t){let o=(n,s,a,r)=>s>=r?a+(r-s)/
2:Math.max(a,Math.min(a+r-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function Os(e,t,o,n=e.x+e.w/2){let s=Math.
max(1,Math.min(1,t/e.w,o/e.h)),a=t/s,r=o/s;return{x:a<e.w?Math.max(e.x,Math.min(e.x+e.w-a,n-a/2)):e.x+(e.w-a)/2,y:r<e.h?
e.y:e.y+(e.h-r)/2,w:a,h:r}}function ui(e,t){let o=e.reduce((r,c)=>Math.min(r,c.y),1/0),n=r=>Math.abs(r.x+r.w/2-t.x-t.w/2),
s=e.filter(r=>r.y<o+r.h),a=s.reduce((r,c)=>n(c)<n(r)?c:r,s[0]);return a&&a.x+a.w/2}function fi(e,t){return e.left<t.right&&
t.left<e.right&&e.top<t.bottom&&t.top<e.bottom}function Rs(e,t,o=()=>{},n){let s=null,a={x:0,y:0,w:1,h:1},r=a,c=null,p=!1,
l=r,u="",[f,h]=[0,0],d=()=>[],b=()=>{l=r,e.style.removeProperty("transform"),s?.setAttribute("viewBox",`${r.x} ${r.y} ${r.
w} ${r.h}`),o(r,a)},w=(k,v)=>{[r,u]=[k,""],e.style.setProperty("transform",`translate(${(l.x-r.x)/v}px, ${(l.y-r.y)/v}px\
)`),o(r,a)},g=(k,v="")=>(u=v,r=pi(k,a,f),b()),y=()=>r!==l&&b(),M=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);function S(){
let k=Os(a,f,h);g(k.w<a.w?Os(a,f,h,ui(d(),k)):k,"start")}function x(){let k=Math.max(r.w/f,r.h/h),v=!!(f&&h);if([f,h]=[e.
clientWidth,e.clientHeight],!s||!v||!f||!h)return;let[$,T]=[f*k,h*k];u==="start"?S():u==="fit"?g(a,"fit"):g({x:r.x+(r.w-
$)/2,y:r.y,w:$,h:T})}let A=new ResizeObserver(x);A.observe(e),t.addEventListener("abort",()=>A.disconnect()),e.addEventListener(
"wheel",k=>{if(!s||!(k.ctrlKey||k.metaKey))return;k.preventDefault(),y();let v=e.getBoundingClientRect();g(Ot(r,Math.exp(
-k.deltaY*.002),(k.clientX-v.left)/v.width,(k.clientY-v.top)/v.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",k=>{k.button||!s||(c={x:k.clientX,y:k.clientY,box:r,unit:M()},p=!1)},{signal:t}),e.addEventListener("pointermov\
e",k=>{if(!c)return;let v=k.clientX-c.x,$=k.clientY-c.y;if(!p&&Math.hypot(v,$)<4)return;p||e.setPointerCapture(k.pointerId),
p=!0;let T={...c.box,x:c.box.x-v*c.unit,y:c.box.y-$*c.unit};T.w===l.w&&T.h===l.h?w(T,c.unit):g(T)},{signal:t});let N=()=>{
c=null,y()};for(let k of["pointerup","pointercancel"])e.addEventListener(k,N,{signal:t});return e.addEventListener("clic\
k",k=>{p&&k.stopPropagation(),p=!1},{signal:t,capture:!0}),e.addEventListener("keydown",k=>{let v={"+":1.25,"=":1.25,"-":.8}[k.
key],$=k.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[k.key];if(v)g(Ot(r,v));else if($)g(
{...r,x:r.x+$[0]*40*M(),y:r.y+$[1]*40*M()});else if(k.key==="0")g(a,"fit");else return;k.preventDefault()},{signal:t}),{
attach(k,v=!1){s=k;let $=s?.viewBox.baseVal;a=$&&$.width?{x:$.x,y:$.y,w:$.width,h:$.height}:{x:0,y:0,w:100,h:100},v||(r=
a),b()},hold(k,v){let $=k.getBoundingClientRect();g({...r,x:r.x+($.left-v.left)*M(),y:r.y+($.top-v.top)*M()})},center:(k,v)=>g(
{...r,x:k-r.w/2,y:v-r.h/2}),zoom:k=>g(Ot(r,k>0?1.25:1/1.25)),fit:()=>g(a,"fit"),whole:()=>a,box:()=>r,sight(){let[k,v,$]=[
M(),e.clientWidth,e.clientHeight],[T,F]=[v*k,$*k];return[{x:r.x+(r.w-T)/2,y:r.y+(r.h-F)/2,w:T,h:F},k]},start(k){d=k,[f,h]=
[e.clientWidth,e.clientHeight],S()},restore(k){[f,h]=[e.clientWidth,e.clientHeight],g(k)},reveal(k){y();let v=e.getBoundingClientRect(),
$=k.getBoundingClientRect();if($.left>=v.left&&$.right<=v.right&&$.top>=v.top&&$.bottom<=v.bottom&&!(n&&fi($,n.getBoundingClientRect())))
return;let F=($.left+$.right-v.left-v.right)/2,B=($.top+$.bottom-v.top-v.bottom)/2;g(di({...r,x:r.x+F*M(),y:r.y+B*M()},a))}}}var hi=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function mi(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,a)=>{let r=getComputedStyle(o[a]);s.setAttribute("style",hi.map(c=>`${c}:${r.getPropertyValue(c)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=gi(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function gi(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function xo(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Ps(e,t,o,n){if(t==="dot")return xo(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=mi(e),a=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return xo(a,"graph.svg");let r=new Image,c=URL.createObjectURL(a);r.src=c,await r.decode();let p=document.createElement(
"canvas"),l=Math.min(2,8e3/Math.max(r.width,r.height));p.width=Math.round(r.width*l),p.height=Math.round(r.height*l);let u=p.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,p.width,p.height),u.drawImage(r,0,0,p.width,p.height)),URL.revokeObjectURL(
c),p.toBlob(f=>f&&xo(f,"graph.png"),"image/png")}var Fs={id:"graph",label:"Graph",create:wi},bi=[];function wi({select:e,ask:t,open:o,offline:n,memory:s,signal:a}){let r=i(
"div",{class:"opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a\
 scope, Backspace folds it, slash searches, plus and minus zoom"}),c=Bs((L,R)=>p.center(L,R),a),p=Rs(r,a,q,c.el),l=As({view:p,
draw:L=>ee(L.center===""&&b?.center?{...L,reveal:b.center}:L),scopes:Q,measure:D,search:L=>t("SearchGraph",{text:L}),found:L=>ee(
{reveal:L}),save:C,signal:a}),u=Cs({choose:H,frame:r,signal:a}),f=i("div",{class:"opscope-nothing"}),h=i("div",{class:"o\
pscope-graph-tab"},l.el,i("div",{class:"opscope-graph-box"},r,u.el,f,c.el),l.foot),d=null,b=null,w=!0,g=s.graph??null,y=!1,
M=!1,S=!1,x=!1,A="",N="",k="",v=null,$,T,F="",B=0;function q(L,R){let E=c.el.hidden;c.update(L,R),E&&!c.el.hidden&&y&&d?.
boxes&&c.place(...p.sight(),ye()),W()}function W(){b&&d&&(s.graph={drawn:Y(b),box:p.box()})}let Y=L=>[L.program,L.arrangement,
L.center,...L.open].join(" "),z=L=>d?.nodes.get(L)??d?.nodes.get(d.hiddenIn.get(L)??""),I=L=>L?.getAttribute("data-node")??
"";function ee(L){b?.arrangement&&(l.wait(!0),t("DrawGraph",{open:b.open,arrangement:b.arrangement,...L},()=>l.wait(!1)))}
function X(L,R,E){if(!b)return;let O=E.getBoundingClientRect();v={scope:L,left:O.left,top:O.top};let j=G=>G===L||G.startsWith(
`${L}/`);ee({open:R?[...b.open,L]:b.open.filter(G=>!j(G)),center:R?b.center:""})}function Q(){return[...d?.nodes??[]].filter(
([,L])=>L.hasAttribute("data-scope")).map(([L])=>L)}function D(){B=$?.stopped?.step||0;let{by:L,against:R}=l;L!=="health"&&
t("MeasureOperators",{by:L,step:B,against:R},(E,O)=>l.measured(E,O)),$&&Se($)}function C(L){let R=getComputedStyle(h).getPropertyValue(
"--o-ground")||"#ffffff";d&&b&&Ps(d.svg,L,b.dot,R)}function H({kind:L,fields:R}){let{id:E,spec:O,op:j}=R,G=E===void 0?void 0:
d?.nodes.get(E);L==="compose"?o("breakpoints",O):L==="attributes"?o("code",j):L==="open"&&G?X(E,!0,G):L==="center"?ee({center:E,
reveal:E}):L!=="open"&&t(L,R)}function P(L,R){let E=I(L),O=d?.folded.get(E),j=ks(R.values,b?.program??-1,E,O);j&&e(j,!1),
k=E;let G=[];b?.arrangement&&!n&&(L.hasAttribute("data-scope")&&G.push({name:"open",label:"Open",kind:"open",fields:{id:E}}),
G.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:E}}));let Z=n?-1:Ce(E),J=L.querySelector(
"text")?.textContent??"";u.show([...Z>=0?_s(R,Z):[],...G],J,Z>=0?`op ${Z}`:O?`${O.length} inside`:"",L)}r.addEventListener(
"click",L=>{let R=L.target,O=R.closest(".opscope-fold")?.closest("[data-scope]");if(O)return X(O.getAttribute("data-scop\
e")??"",O.hasAttribute("data-node"),O);let j=R.closest("[data-node]");if(!j||!$)return;let G=I(j);if(!n&&(R.closest(".op\
scope-gutter")||Ce(G)>=0&&L.altKey))return re(G);P(j,$)},{signal:a}),r.addEventListener("dblclick",L=>{let R=L.target.closest(
"[data-node][data-scope]");!R||n||!b?.arrangement||(u.close(),X(I(R),!0,R))},{signal:a}),r.addEventListener("pointerover",
L=>{let R=L.target.closest("[data-node]");R&&Ce(I(R))>=0&&!n&&gs(R),l.read(R?I(R):"")},{signal:a}),r.addEventListener("f\
ocusin",({target:L})=>k=I(L)||k,{signal:a}),r.addEventListener("keydown",L=>V(L)&&(L.preventDefault(),L.stopPropagation()),
{signal:a});function V(L){if(!d||!$||L.altKey||L.ctrlKey||L.metaKey||L.shiftKey)return!1;let R=d.nodes.get(k);if(L.key===
"/"&&b?.arrangement)return l.focusSearch(),!0;if(L.key.startsWith("Arrow")){let E=R?Ls(d,k,L.key):I(z(A)??[...d.nodes.values()][0]??
null);return E&&se(E),!0}if(!R)return!1;if(L.key==="Enter"||L.key===" ")return R.hasAttribute("data-scope")&&b?.arrangement&&
!n?X(k,!0,R):(P(R,$),u.focus()),!0;if(L.key==="Backspace"){let E=Bt(d),O=[...d.frames].filter(([j])=>bo(E.get(j),E.get(k))).
at(-1);return O&&b?.arrangement&&X(O[0],!1,O[1]),!0}return!1}function se(L){let R=d?.nodes.get(L);R&&(k=L,p.reveal(R),R.
focus({preventScroll:!0}),l.read(L))}function re(L){let R=he(It($?te($):[]),L);for(let{number:E}of R)t("ClearBreakpoint",
{number:E});!R.length&&Ce(L)>=0&&t("SetBreakpoint",{spec:`id:${Ce(L)}`})}function te(L){let R=L.fold.breakpoints;return R&&
b&&Ve(R,b.program)?L.breakpoints:bi}function he(L,R){return[...new Set((d?.folded.get(R)??[R]).flatMap(E=>L.get(Ce(E))??
[]))]}function it(L){if(L===T||!y||!d)return;T=L;let R=It(L);for(let[E,O]of d.nodes)E.startsWith("var-")||ms(O,he(R,E))}
function we(L){let R=!!(d&&b?.arrangement&&b.program===L.program);if(d=Es(L.svg,!!L.arrangement&&!n),T=void 0,A=F="",u.close(),
r.replaceChildren(),p.attach(null,R),d){r.append(d.svg),p.attach(d.svg,R),w=!R,S=!y,M=!0;let E=S?()=>{}:mo(Be());R&&xe(L),
E()}_(f,d?"":"The graph could not be read."),m(f,"hidden",!!d),l.drawn(L,!!d,n)}function xe(L){let R=v?.scope??"",E=d?.nodes.
get(R)??d?.frames.get(R);if(d?.nodes.has(R))k=R;else if(d&&E&&y){let O=Bt(d);k=[...d.nodes.keys()].find(j=>bo(O.get(R),O.
get(j)))??k}v&&E?p.hold(E,v):p.start(ye),v=null,L.reveal&&([N,k]=[L.reveal,L.reveal]),x=r.contains(document.activeElement)||
document.activeElement===document.body||!!L.reveal}function Se(L){if(!d||!b)return;let R=bs(L.present,b.program),E=xs(R,
d.hiddenIn),O=ws(L.values,L.absent,b.program,d.hiddenIn),j=z(L.stopped?`op-${L.stopped.op}`:""),G={later:!1,untapped:!1,
here:!!j},Z=L.values.get(l.selected),J=Z&&(z(`var-${l.selected}`)??(Ve(Z,b.program)?z(`op-${Z.op}`):null)),ne=l.by!=="he\
alth"&&L.fold.measured?.by===l.by?L.fold.measured:null,oe=ne?Ln(ne,d.hiddenIn):new Map,fe=Nn(l.by,oe.values()),de=It(te(
L));for(let[ue,me]of d.nodes){let Oe=d.folded.has(ue)?E.get(ue):R.get(ue),ct=!Oe&&O.has(ue);G.later||=ct,G.untapped||=!Oe&&
!ct;let Ks=[Oe&&Oe!=="ok"?Fe[Oe]:"",ct?"not computed yet":"",me===j?"the run is here":"",!ue.startsWith("var-")&&he(de,ue).
length?"breakpoint":""];m(me,"aria-label",[d.labels.get(ue),...Ks].filter(Boolean).join(", ")),m(me,"data-health",l.by!==
"health"?void 0:Oe),m(me,"data-later",l.by==="health"&&ct),m(me,"data-selected",me===J);let lt=oe.get(ue);m(me,"data-hea\
t",lt===void 0?l.by==="health"?void 0:"none":(fe.at(lt)*100).toFixed(0)),me.style.setProperty("--heat",lt===void 0?"0%":
`${(8+84*fe.at(lt)).toFixed(0)}%`)}l.legend(ne,oe,fe,G);let ke=`${document.body.dataset.jpThemeLight} ${l.by} ${ne?.step}\
 ${[...R.values()].join()}`;ke!==F&&y&&(F=ke,Pt())}let Be=()=>[...d?.nodes.values()??[],...d?.frames.values()??[]];function ye(){
let L=d&&Bt(d);return[...d?.nodes.keys()??[]].flatMap(R=>L?.get(R)??[])}function Pt(){let L=[...d?.nodes.values()??[]].map(
R=>getComputedStyle(go(R)).stroke);c.draw(p.whole(),ye().map((R,E)=>({box:R,color:L[E]})))}return{el:h,open(L){N=`op-${L}`,
d&&!d.nodes.has(N)&&d.hiddenIn.has(N)&&ee({reveal:N})},update(L,{selected:R}){y=r.clientWidth>0,L.graph&&L.graph!==b&&(L.
graph.svg!==b?.svg||L.graph.reveal)?we(L.graph):!L.graph&&!$&&_(f,"No graph yet. A program is drawn when it first runs, \
eager code at each stop and step."),b=L.graph,w&&y&&d&&(w=!1,g&&b&&g.drawn===Y(b)?p.restore(g.box):p.start(ye),g=null),S&&
d&&y&&(S=!1,mo(Be())()),$=L,l.by!=="health"&&L.stopped&&L.stopped.step!==B&&!n&&D(),l.update(L,R,n),Se(L),it(te(L));let E=L.
stopped?`op-${L.stopped.op}`:"",O=z(E);if(E!==A){let G=z(A);for(let Z of["data-current","data-past"])G&&m(G,Z,!1);O&&m(O,
"data-current",!0),N||=E,A=E}O&&m(O,"data-past",L.stopped?.past);let j=z(N);j&&y&&p.reveal(j),N="",y&&W(),M&&y&&(M=!1,c.
place(...p.sight(),ye())),x&&d?.nodes.get(k)?.focus({preventScroll:!0}),x=!1}}}var[Ds]=Ze.Warned,zs="limit"in Ds&&Ds.limit||1/0,js={id:"notes",label:"Notes",create:xi,count:ki};function xi({select:e,
signal:t}){let o=i("div",{class:"opscope-nothing"},"Nothing to report."),n=i("pre",{class:"opscope-error"}),s=i("div",{class:"\
opscope-notes-rows"}),a=i("div",{class:"opscope-notes-older",hidden:!0},`The newest ${zs} notes are kept; those before t\
hem are gone.`),r,c=0;return s.addEventListener("click",p=>{let l=p.target.closest("[data-name]");l&&e(l.dataset.name??"")},
{signal:t}),{el:i("div",{class:"opscope-notes"},o,n,s,a),update(p){if(_(n,p.error),m(n,"hidden",!p.error),m(o,"hidden",!!p.
error||p.warnings.size>0),m(a,"hidden",p.warnings.size<zs),p.warnings===r&&p.values.size===c)return;r=p.warnings,c=p.values.
size;let l=[...p.warnings.values()].reverse();s.replaceChildren(...l.map(u=>yi(u,p.values.has(u.subject))))}}}function yi({
subject:e,text:t,count:o},n){let s=[i("code",{},e),i("span",{},t)];return o>1&&s.push(i("span",{class:"opscope-note-coun\
t",title:`${o} times`},`×${o}`)),n?i("button",{class:"opscope-note",type:"button","data-name":e},...s):i("div",{class:"\
opscope-note"},...s)}function ki(e){return e.warnings.size+(e.error?1:0)}var Xe=[rs,us,Fs,Bn,is,js,kn];var Hs=50,vi=0;function Ws(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),a=n?Re(e):new Set,r=f=>s.every(h=>f.
toLowerCase().includes(h)),[c,p]=[s.filter(f=>/^\d+$/.test(f)),s.filter(f=>!/^\d+$/.test(f))],l=c.length===1&&p.every(f=>[
"go","to","step","goto"].includes(f))?Number(c[0]):NaN,u=o&&l>=o[0]&&l<=o[1]?[{label:`Go to step ${l}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:l}}]:[];for(let{kind:f,label:h,about:d,key:b}of Le)a.has(f)&&r(`${h} ${d}`)&&u.push({label:h,about:d,
key:b,deed:{send:f}});for(let{id:f,label:h}of Xe)r(`show ${h} tab`)&&u.push({label:`Show ${h}`,about:"tab",deed:{tab:f}});
r("keys shortcuts help")&&u.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let f of e.values.
values()){if(u.length>=Hs)break;if(!r(`value ${f.name} ${f.called} ${f.op_type}`))continue;let[h,d]=be(f);u.push({label:h,
about:["value",d,f.op_type].filter(Boolean).join(" · "),deed:{value:f.name}})}return u.slice(0,Hs)}function Gs({root:e,
find:t,act:o,signal:n}){let s=i("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),a=i("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),r=i("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,a),c=`opscope-palette-${++vi}`,p=[],l=0,u=null;function f(){
[...a.children].forEach((g,y)=>m(g,"aria-selected",y===l?"true":"false"));let w=a.children[l];w?.scrollIntoView({block:"\
nearest"}),m(s,"aria-activedescendant",w?.id)}function h(){p=t(s.value),l=0;let w=p.map(({label:g,about:y,key:M},S)=>i("\
div",{class:"opscope-choice",role:"option",id:`${c}-${S}`,"data-at":S},i("b",{},g),i("span",{},y),...M?[i("kbd",{},M)]:[]));
a.replaceChildren(...w.length?w:[i("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function d(w){if(w!==
!r.hidden){if(w&&(u=e.ownerDocument.activeElement),m(r,"hidden",!w),!w)return(u&&e.contains(u)?u:e).focus({preventScroll:!0});
s.value="",h(),s.focus({preventScroll:!0})}}function b(w){let g=p[w];g&&(d(!1),o(g.deed))}return s.addEventListener("inp\
ut",h,{signal:n}),s.addEventListener("blur",w=>{r.contains(w.relatedTarget)||m(r,"hidden",!0)},{signal:n}),a.addEventListener(
"pointerdown",w=>w.preventDefault(),{signal:n}),a.addEventListener("click",w=>{let g=w.target.closest("[data-at]");g&&b(
Number(g.dataset.at))},{signal:n}),e.addEventListener("keydown",w=>{if((w.ctrlKey||w.metaKey)&&!w.altKey&&!w.shiftKey&&w.
key.toLowerCase()==="k")d(!!r.hidden);else{if(r.hidden||w.target!==s)return;if(w.key==="Escape")d(!1);else if(w.key==="E\
nter")b(l);else{let g=["ArrowUp","ArrowDown"].includes(w.key)&&p.length?ce(w,l,p.length):null;if(g===null)return void w.
stopPropagation();l=g,f()}}w.preventDefault(),w.stopPropagation()},{signal:n,capture:!0}),{el:r,open:()=>d(!0)}}var $i=0;function Us(e,t,o){let n=new Map(e.map(p=>[p.id,i("span",{class:"opscope-count"})])),s=e.map(p=>{let l=n.get(p.
id),u=p.short?[i("span",{class:"opscope-long"},p.label),i("span",{class:"opscope-short"},p.short)]:[p.label];return i("b\
utton",{class:`opscope-tab opscope-tab-${p.id}`,type:"button",role:"tab"},...u,l)}),a=i("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((p,l)=>{s[l].id=`opscope-tab-${++$i}`,m(p.el,"role","tabpanel"),m(p.el,"aria-labelledby",s[l].
id)});let r=0;function c(p){r=p,e.forEach((l,u)=>{m(s[u],"aria-selected",u===r?"true":"false"),m(s[u],"tabindex",u===r?0:
-1),m(l.el,"hidden",u!==r)})}return a.addEventListener("click",p=>{let l=s.findIndex(u=>u.contains(p.target));l<0||(c(l),
t())},{signal:o}),a.addEventListener("keydown",p=>{let l=ce(p,r,e.length);l!==null&&(p.preventDefault(),c(l),s[l].focus(),
t())},{signal:o}),c(0),{el:i("main",{class:"opscope-main"},a,...e.map(p=>p.el)),get open(){return e[r].id},show:p=>c(Math.
max(0,e.findIndex(l=>l.id===p))),count(p,l){let u=n.get(p);u&&_(u,l?String(l):"")}}}var Mi=1e4,Ei=new Set(Le.map(e=>e.kind)),qs=new Set(["FetchDetail","WatchDetail"]);function Si(e){let{forward:t,parameters:o,
gradients:n}=yt(e),s=[...t,...o,...n],a=r=>e.details.get(r)?.step??-1;return s.reduce((r,{name:c})=>a(c)>a(r)?c:r,s[0]?.
name??"")}function Rt({model:e,el:t,signal:o,page:n,memory:s={}}){let a=!!n,r=e.get?.("selected")||s.selected||"",c="",p=!0,
l,u=new Map,f={},h=null,d=!0,b=C=>[...u.values()].some(({kind:H,since:P})=>C(H)&&Date.now()-P<Mi),w=i("div",{class:"opsc\
ope-panel",role:"region","aria-label":"opscope panel","data-offline":a,tabindex:a?void 0:0}),g=(C,H={},P=void 0)=>{if(delete f[C],
!p)return P?.(!1,Bo);u.set(ee.command(C,H),{kind:C,done:P,since:Date.now()})},y=(C,H=!0)=>{l?.values.has(C)&&(C!==r&&(d=
!1),r=s.selected=C,M(C),H&&W.show("tensor"),ee.refresh())};function M(C){!e.get||l&&xt(l,e.get("selected"))===C||(e.set?.(
"selected",C),p&&e.save_changes?.())}let S=()=>{let C=l&&xt(l,e.get?.("selected")??"");C&&y(C,!1)};e.get&&(e.on("change:\
selected",S),o.addEventListener("abort",()=>e.off("change:selected",S)));function x(C){d=!0,p&&g("WatchDetail",{name:C})}
let A=()=>ee.refresh(),N=(C,H)=>{W.show(C),q.get(C)?.open?.(H),A()},k=C=>g(C),v=dn(g),$=(C,H=-1)=>{if(n)return n.goTo(C);
v.goTo(C,H),A()},T=C=>{if(n)return n.steps;let H=qt(C);return p&&H&&H.last>H.first?[H.first,H.last]:null},F=mn({send:k,ask:g,
seek:v,refresh:A,offline:a,signal:o}),B=xn({select:C=>y(C,W.open!=="graph"),refresh:A,memory:s,signal:o}),q=new Map(Xe.map(
C=>[C.id,C.create({select:y,ask:g,open:N,refresh:A,goTo:$,reach:T,offline:a,memory:s,signal:o})])),W=Us(Xe.map(({id:C,label:H,
short:P})=>({id:C,label:H,short:P,el:q.get(C).el})),A,o);w.addEventListener("keydown",C=>{let H=ko(C);!H||!l||!p||!Re(l).
has(H)||a||(C.preventDefault(),(!C.repeat||!b(P=>Ei.has(P)))&&k(H))},{signal:o}),W.show(s.tab??=e.get?.("tab")||"tensor");
let Y=Ro(),z=gn({root:w,offline:a,signal:o}),I=Gs({root:w,find:C=>l?Ws(l,C,T(l),p&&!a):[],act:C=>{"send"in C?k(C.send):"\
step"in C?$(C.step):"value"in C?y(C.value):"keys"in C?z.button.click():W.show(C.tab),A()},signal:o});F.el.querySelector(
".opscope-headline")?.append(z.button),w.append(Y.el,F.el,i("div",{class:"opscope-body"},B.el,W.el),z.el,I.el),t.append(
w),bn({root:w,memory:s,offline:a,signal:o});let ee=on({model:e,el:w,signal:o,paint:X});function X(C,H){p=H==="live";let P=W.
open==="tensor"&&s.tab!=="tensor";ee.show(W.open),s.tab=W.open,Y.update(H),m(w,"data-lost",!p),p||u.clear(),C!==l&&D(C),
l=C,C.values.has(r)||(c||=r,r=xt(C,c)||Si(C),r&&(c=""),r&&(s.selected=r),r&&p&&!e.get?.("selected")&&M(r),d=!r),P&&r&&p&&
!a&&(d=!1),d||(f={}),m(w,"data-past",C.stopped?.past),F.update(C,p,Object.entries(f).find(([V])=>!qs.has(V))?.[1]??""),B.
update(C,r);for(let V of Xe)W.count(V.id,V.count?.(C)??0);q.get(W.open)?.update(C,{selected:r,refusal:p?f.FetchDetail??f.
WatchDetail??"":Oo});for(let V of w.querySelectorAll("[data-asks]"))m(V,"inert",!p);Q(C)}function Q(C){let H=C.stopped!==
h&&W.open==="tensor"&&!a&&p&&!b(P=>qs.has(P));d?H&&C.stopped&&r&&g("FetchDetail",{name:r}):x(r),H&&(h=C.stopped)}function D(C){
l&&(C.phase!==l.phase||C.stopped!==l.stopped)&&(f={}),l&&C.runs>l.runs&&C.values.has(r)&&(d=!1);for(let H of C.responses){
let P=u.get(H.request);if(!P)continue;u.delete(H.request);let V=H.ok?H.text:H.text||`${P.kind} was refused`;!H.ok&&!P.done?.(
!1,V)&&(f[P.kind]=V),H.ok&&P.done?.(!0,V)}}return w}function Li(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Ni(e){let t=new Set,o=e.length,n=0,
s=()=>{let a={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let r of t)r(a,[])};return{on:(a,r)=>{t.add(
r)},off:(a,r)=>{t.delete(r)},send:a=>a.kind==="attach"&&queueMicrotask(s),upTo(a){o=a,s()}}}function Ti(e,t){let o=t.split(
`
`).filter(h=>h.trim()).map(zo),n=Ni(o),{steps:s,ends:a}=Li(o),r=new AbortController().signal,c=()=>{},p=Rt({model:n,el:e,
signal:r,page:{goTo:h=>c(h),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let l=i("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=i("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;c=h=>{
l.value=String(Math.max(0,s.filter(d=>d<=h).length-1)),l.dispatchEvent(new Event("input"))},l.addEventListener("input",()=>{
_(u,`step ${s[Number(l.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(a[Number(l.value)])})}),p.querySelector(".op\
scope-headline")?.append(i("label",{class:"opscope-scrub"},l,u))}var Ud=()=>{let e={};return{render({model:t,el:o,signal:n}){Rt({model:t,el:o,signal:n,memory:e})}}};export{Ud as default,Ti as replay};
