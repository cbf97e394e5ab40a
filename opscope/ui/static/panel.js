// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var dt=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,Ft=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:dt(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:dt(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:dt(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:dt(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],Ne=Ft.
flat(),Xs=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],ko=["StepBack","ReverseContinue","Goto"];function Re(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...Xs,
...ko,...o])}return new Set(e.over&&e.recorded?[...t,...ko]:t)}function vo(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Ne.find(o=>o.key===e.key)?.kind}
function $o({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Je=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,gradients:null,explained:null,
terminated:null,continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),Ze={
EditsChanged:[{rule:"latest",slot:"edits",clears:[],where:null}],BranchSeen:[{rule:"latestByKey",slot:"branches",key:["n\
ame"],limit:8}],OperatorSeen:[{rule:"latest",slot:"shown_operator",clears:[],where:null}],StackSeen:[{rule:"latest",slot:"\
stack",clears:[],where:null}],VariablesSeen:[{rule:"latest",slot:"variables",clears:[],where:null}],ExpressionsEvaluated:[
{rule:"latest",slot:"watched",clears:[],where:null}],SourceSeen:[{rule:"latest",slot:"source",clears:[],where:null}],RunStarted:[
{rule:"restart",slot:"started",keeps:["graph","breakpoints","responses"]}],GraphDrawn:[{rule:"latest",slot:"graph",clears:[],
where:null}],GraphSearched:[{rule:"latest",slot:"found",clears:[],where:null}],OperatorsMeasured:[{rule:"latest",slot:"m\
easured",clears:[],where:null}],StepFinished:[{rule:"latestByKey",slot:"steps",key:["names"],limit:16},{rule:"addPoints",
slot:"scalars",points:"scalars"},{rule:"addPoints",slot:"history",points:"tapped"}],ValueSeen:[{rule:"latestByKey",slot:"\
values",key:["name"],limit:null},{rule:"addPoints",slot:"history",points:"statistics"}],DetailSeen:[{rule:"latestByKey",
slot:"details",key:["name"],limit:32}],SliceSeen:[{rule:"latestByKey",slot:"slices",key:["name"],limit:8}],PinChanged:[{
rule:"latest",slot:"pinned",clears:[],where:null}],Stopped:[{rule:"latest",slot:"stopped",clears:["past_stop","continued",
"place"],where:["past",!1]},{rule:"latest",slot:"past_stop",clears:["place"],where:["past",!0]}],FindingSeen:[{rule:"lat\
estByKey",slot:"findings",key:["number"],limit:200}],GradientsChecked:[{rule:"latest",slot:"gradients",clears:[],where:null}],
ValueExplained:[{rule:"latest",slot:"explained",clears:[],where:null}],PlaceSeen:[{rule:"latest",slot:"place",clears:[],
where:null}],Continued:[{rule:"latest",slot:"continued",clears:["stopped","past_stop","place"],where:null}],BreakpointsChanged:[
{rule:"latest",slot:"breakpoints",clears:[],where:null}],RecordedRangeChanged:[{rule:"latest",slot:"recorded",clears:[],
where:null}],RecordingChanged:[{rule:"latest",slot:"recording",clears:[],where:null}],CostMeasured:[{rule:"latest",slot:"\
cost",clears:[],where:null}],SlowRunsChanged:[{rule:"latest",slot:"slow",clears:[],where:null}],SearchProgressed:[{rule:"\
latest",slot:"search",clears:[],where:null}],Warned:[{rule:"latestByKey",slot:"warnings",key:["subject","text"],limit:50}],
Terminated:[{rule:"latest",slot:"terminated",clears:["continued","stopped","past_stop","place"],where:null}],Response:[{
rule:"newest",slot:"responses",limit:64}]},Mo=256,Eo=.9;var Lo="−";function V(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Lo)}function Pe(e){return e.length?e.join("×"):"scalar"}var Ys=13,
Js=9,So=16;function No(e){let t=e.includes(" · ");if(e.length<=So&&!t)return[e,""];let o=e.replace(/^[^ ]*\.(?=\d+\.)/,
"…");if(o.length<=So&&!t)return[o,""];let n=t?/_?\d+$/g:/[._/@]/g,a=[...o.matchAll(n)].map(({index:r})=>o.slice(r)).filter(
r=>r.length<=Ys)[0]??o.slice(-Js);return[o.slice(0,-a.length),a]}function To(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Qe(e,t=1){if(e===0||e===1)return`${100*e}%`;let o=10**-t,n=(100*e).toFixed(
t);return e>0&&Number(n)===0?`<${o.toFixed(t)}%`:e<1&&Number(n)>=100?`>${(100-o).toFixed(t)}%`:`${n}%`}function Ao(e){return Qe(
e,e<.0995?1:0).replace("%"," %")}function _o(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function re(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function Dt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ie(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Eo?"zeros":"ok"}var Fe={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function ve(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function ut(e){return ve(e).filter(Boolean).join(", ")}
function ft(e){let t=[...e].map(n=>[n.name,ve(n)[0]]),o=new Map;for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(
t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:s]))}function ht(e){return e.grad_of||e.role==="backward"?"gradi\
ents":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function Co(e,t,o){if(e.length<2)return e.length?
[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function be(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let a of[10,5,2,1]){let r=s*
a,c=Math.ceil(e/r-1e-9),p=Math.floor(t/r+1e-9);if(p-c+1>=o-1||a===1)return Array.from({length:p-c+1},(l,u)=>(c+u)*r)}return[]}
function De(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",Lo)}var Zs="http://www.w3.org/2000/svg";function i(e,t={},...o){let n=document.createElement(e);return Io(n,t),n.append(...o),
n}function K(e,t={},...o){let n=document.createElementNS(Zs,e);return Io(n,t),n.append(...o),n}function mt(e){let t=i("s\
pan",{class:"opscope-name"});return et(t,e),t}function et(e,t){if(e.title===t)return;e.title=t;let[o,n]=No(t);e.replaceChildren(
i("span",{},o),...n?[i("span",{class:"opscope-name-end"},n)]:[])}function Io(e,t){for(let[o,n]of Object.entries(t))g(e,o,
n)}function g(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function T(e,t){e.textContent!==t&&(e.textContent=t)}function ze(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var Oo="no kernel answers",Ro="No kernel answers, and the elements of this value were not kept.",Qs={live:"",waiting:"",
lost:"The kernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cel\
l again to go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run \
the cell to start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Bo(e){
return Qs[e]}function Po(){let e=i("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){T(e,Bo(t)),
g(e,"hidden",!Bo(t))}}}function Do(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function zo(e){
let t=Do(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var Fo=["step","min","max","mean","std","zeros",
"nan","inf"];function er(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let a of e.events)a.kind==="ValueSeen"&&o.push(a);
if(e.numbers===void 0)return[];let n=zo(t[e.numbers]),s=n.length/(1+Fo.length);return Array.from({length:s},(a,r)=>{let c={
...o[n[r]]};return Fo.forEach((p,l)=>{let u=n[(l+1)*s+r];c[p]=Number.isNaN(u)?null:u}),c})}function zt(e,t,o=[]){let n=e.
events.map(r=>{let c=r.pixels?.buffer;return typeof c=="number"?{...r,pixels:Do(t[c])}:r}),s=n.findIndex(r=>r.kind!=="Ru\
nStarted"&&r.kind!=="GraphDrawn"),a=s<0?n.length:s;return[...n.slice(0,a),...tr(e,t),...er(e,t,o),...n.slice(a)]}function tr(e,t){
if(!e.trails?.length)return[];let o=zo(t[e.block]),n=0;return e.trails.map(([s,a,r,c,p])=>{let l=(f,h)=>{let d=o[n+f*r+h];
return Number.isFinite(d)?d:null},u=Array.from({length:r},(f,h)=>({step:o[n+h],mean:l(1,h),min:l(2,h),max:l(3,h),rms:l(4,
h),bad:o[n+5*r+h]}));return n+=6*r,{kind:"Trail",slot:s,name:a,points:u,seen:c,first:p}})}function jo(e){return JSON.parse(
e,(t,o)=>o&&typeof o=="object"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.
charCodeAt(0)):o)}async function Go(e){let t=new Blob([Wo(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Wo)}}function Wo(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var Ho="\
application/vnd.jupyter.widget-state+json",or=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function jt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[Ho]?.state??{};if(s[t]?.
state?.frame===n)return;let a=JSON.stringify(o.toJSON().cells),r=Object.fromEntries(Object.entries(s).filter(([p,{state:l}])=>!l?.
frame||a.includes(p))),c=Object.fromEntries(or.map(p=>[p,e.get?.(p)]).filter(([,p])=>p!==void 0));r[t]={model_module:c._model_module,
model_module_version:c._model_module_version,model_name:c._model_name,state:c},o.setMetadata("widgets",{[Ho]:{version_major:2,
version_minor:0,state:r}})}var gt={points:[],stride:1,seen:0,first:0};function Ko({points:e,stride:t,seen:o,first:n},s,a){let r=e.slice(),c=r.at(-1)?.
step;a&&s.length&&(c===void 0||a.first>=c)&&(o+=a.seen-(a.first===c?1:0)),c===void 0&&(n=a?.first??s[0]?.step??0);for(let p of s)
if(!(r.length&&p.step<r[r.length-1].step))for(!a&&p.step!==r.at(-1)?.step&&(o+=1),Uo(r,p,t);r.length>Mo;){t*=2;let l=[];
for(let u of r)Uo(l,u,t);r=l}return{points:r,stride:t,seen:o,first:n}}function Te(e){let t=e?.points.at(-1)?.step,o=e&&t!==
void 0?t-e.first+1:0;return e&&e.seen<o?`sampled: ${e.seen.toLocaleString("en")} of ${o.toLocaleString("en")} steps`:""}
function Uo(e,t,o){let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=nr(n,t):e.push(t)}
function nr(e,t){return{step:t.step,mean:t.mean,min:qo(Math.min,e.min,t.min),max:qo(Math.max,e.max,t.max),rms:t.rms,bad:Math.
max(e.bad,t.bad)}}function qo(e,t,o){return t===null||o===null?t===null?o:t:e(t,o)}function bt(e,t){return e.reduce((o,n)=>!o||
Math.abs(n.step-t)<Math.abs(o.step-t)?n:o,void 0)}function wt(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,
e.std);return{step:e.step,mean:e.mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function Vo(e){return(e.tapped??[]).map(
(t,o)=>{let n=e.tapped_scalars?.[o]??null;return[t,{step:e.step,mean:n,min:n,max:n,rms:n===null?null:Math.abs(n),bad:n===
null?1:0}]})}function xt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],{step:e.step,mean:t,min:t,max:t,
rms:null,bad:t===null?1:0}])}function Xo(e,t){let o=new Wt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points,n);else if(Object.
hasOwn(Ze,n.kind))for(let s of Ze[n.kind])sr(o,s,n);return o.slots}var Wt=class{constructor(t){this.slots={...t},this.copied=
new Set}table(t){return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){
for(let o of t)this.slots[o]=Je[o],this.copied.delete(o)}addPoints(t,o,n,s){let a=this.table(t);a.set(o,Ko(a.get(o)??gt,
n,s))}};function sr(e,t,o){switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),
e.slots[t.slot]=o;break;case"latestByKey":{let n=e.table(t.slot),s=t.key.map(r=>o[r]),a=s.length===1&&typeof s[0]=="stri\
ng"?s[0]:JSON.stringify(s);t.limit!==null&&n.delete(a),n.set(a,o);for(let r of n.keys()){if(t.limit===null||n.size<=t.limit)
break;n.delete(r)}break}case"newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points===
"statistics")e.addPoints(t.slot,o.name,[wt(o)]);else for(let[n,s]of t.points==="tapped"?Vo(o):xt(o))e.addPoints(t.slot,n,
[s]);break;case"restart":e.clear(Object.keys(Je).filter(n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var rr=Object.freeze([]),ar=new Set,yt=Object.freeze({...Yo(Je),runs:0,reached:0});function Ht(e,t){return{...Yo(Xo(e.fold,t),e),...t.reduce(ir,e)}}function ir({runs:e,reached:t},o){switch(o.kind){case"R\
unStarted":return{runs:e+1,reached:0};case"Stopped":return{runs:e,reached:Math.max(t,o.step)};default:return{runs:e,reached:t}}}
function Yo(e,t){let o=e.past_stop??e.stopped,n=[...e.steps.values()].at(-1),s=e.place?t&&t.fold.place===e.place?t.absent:
new Set(e.place.absent):ar,a=t&&t.absent===s&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",
place:e.started?.place??"",rules:e.started?.rules??!1,phase:cr(e),stopped:o,over:!!e.terminated,error:e.terminated?.error??
"",search:e.search?.total?e.search:null,recorded:e.recorded?.last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.
slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:pr(e.breakpoints),exceptions:e.breakpoints?.exceptions??
rr,step:n?.step??0,seconds:n?n.pace||n.seconds:null,scalars:lr(e),scalarHistory:e.scalars,scalarNames:new Map([...e.steps.
values()].flatMap(r=>r.names.map((c,p)=>[c,r.called?.[p]??""]))),graph:e.graph,values:e.values,present:a?t.present:dr(e.
values,o,s),absent:s,history:e.history,details:e.details,warnings:e.warnings,findings:e.findings,explained:e.explained,responses:e.
responses}}function cr(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)return"running";if(!e.terminated)return e.
started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t==="failed"||t==="stopped"?t:"finished"}function lr(e){
let t=new Map([...e.steps.values()].flatMap(n=>xt(n).map(([s,a])=>[s,a.mean]))),o=Object.create(null);for(let n of e.scalars.
keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function pr(e){return(e?.numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].
split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??
!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",condition:e?.conditions[o]??"",hits:e?.hits[o]??0,
ops:n,...s}})}function dr(e,t,o){return t?new Map([...e].filter(([n,s])=>s.step===t.step&&!o.has(n))):e}function Jo(e){return e.
stopped?.past?e.stopped.step:e.stopped?.step||je(e)}function $e(e,t){return e.present.has(t.name)?"":t.step===e.stopped?.
step?`later in step ${t.step}`:`step ${t.step}`}function Zo(e,t){return e.over&&!e.stopped&&t.step<je(e)?`step ${t.step}`:
""}function Qo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&(e.present.get(
n)??tn(e.present,n));if(s)return[n,{value:s.mean,when:""}];let a=o&&t?t.names.indexOf(n):-1;if(a>=0&&!t?.later?.includes(
n))return[n,{value:t?.scalars[a]??null,when:""}];let r=e.scalarHistory.get(n)?.points??[],c=o?.past?bt(r,o.step):r.at(-1),
p=a>=0?t?.scalars[a]??null:o?.past?c?.mean??null:e.scalars[n],l=a>=0?t?.step:c?.step,u=o&&o.op<0&&!o.depth,f=l===o?.step?
u?"":`later in step ${l}`:`step ${l}`;return[n,{value:p,when:o&&l!==void 0?f:""}]}))}function en(e,t,{value:o,when:n}){let s=e.
scalarHistory.get(t),a=s?.points.at(-1),r=e.stopped?.step??0;return!s||!a||n||r<=a.step?s:{...s,points:[...s.points,{...a,
step:r,mean:o,min:o,max:o}]}}function tn(e,t){let o=[...e.values()].filter(n=>(n.called??"").split(", ").includes(t));return o.
length===1?o[0]:void 0}function kt(e,t){return e.values.has(t)?t:tn(e.values,t)?.name??""}function Ae(e,t){let o=e.values.
get(t);return o?ve(o)[0]:t}function je(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function vt(e,t=""){let o=t.
trim().toLowerCase(),n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.
called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&n[ht(s)].push(s);for(let s of Object.values(n))s.sort((a,r)=>a.
op-r.op||(a.name<r.name?-1:1));return n}function Gt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort(
(t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var on=250,ur=2.5,fr=["dead","terminating","restarting","autorestarting"],$t=2500,hr=400,mr=6e4;function gr(e,t){return t.
kind==="batch"&&t.n!==e+1}function br(e,t,o,n){return t?n.n>e:o>$t}function nn({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),a=Math.floor(Math.random()*2**20)*2**20,r=yt,c=0,p=!1,l=!1,u=!1,f=!1,h=0,d="",w=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,y="live",m=Date.now(),x=0,M=$t,S=$t,A=[],B="",E=!1,b=j=>{try{e.send(j)}catch{
m=0}},k=()=>{h=0,d=w();try{n(r,y)}finally{f&&b({kind:"ack",n:c,view:s}),f=!1}},$=()=>{!h&&l&&!o.aborted&&(h=requestAnimationFrame(
k))},v=()=>{p=!1,x=Date.now(),b({kind:"attach",view:s,tab:B})},I=()=>{let j=l&&!document.hidden;j!==u&&(u=j,m=Date.now(),
u?v():b({kind:"detach",view:s}),$())},O=async()=>{let j=e.get?.("frame");if(!j||c||E)return;E=!0;let{message:C,buffers:G}=await Go(
j);c||(r=Ht(yt,zt(C,G)),y==="live"&&(y="waiting"),$())},W=()=>{if(l&&w()!==d&&$(),!u||!S)return;let j=Date.now()-m;!c&&j>
hr&&O();let C=e.widget_manager?.kernel,G=!!C&&(C?.isDisposed||fr.includes(C?.status??""));if(j<(G?on:S))return;!G&&Date.
now()-x>M&&(M=Math.min(2*M,mr),v());let F=c?"lost":E?"saved":"nothing";F!==y&&(y=F,$())},H="",Y=j=>{H=j,jt(e,j)},D=()=>H&&
jt(e,H),_=(j,C)=>{if(m=Date.now(),y!=="live"&&(y="live",j.kind!=="snapshot"))return v();if(M=$t,j.kind==="beat"){u&&br(c,
p,m-x,j)&&v();return}if(j.beat&&(S=ur*1e3*j.beat),j.id&&Y(j.id),!(j.kind==="batch"&&!p)){if(gr(c,j))return v();r=Ht(j.kind===
"snapshot"?yt:r,zt(j,C,A)),c=j.n,p=!0,f||=!!j.ack,$()}},ee=new IntersectionObserver(j=>{l=j[j.length-1].isIntersecting,I()},
{rootMargin:"100px"}),U=new ResizeObserver($);e.on("msg:custom",_),e.get&&e.on("change:frame",D),ee.observe(t),U.observe(
t),document.addEventListener("visibilitychange",I,{signal:o}),e.get||(S=0),b({kind:"render",view:s});let Q=setInterval(W,
on);return o.addEventListener("abort",()=>{e.off("msg:custom",_),e.get&&e.off("change:frame",D),ee.disconnect(),U.disconnect(),
cancelAnimationFrame(h),clearInterval(Q),u&&b({kind:"detach",view:s})}),{refresh:$,show(j){j!==B&&(B=j,u&&b({kind:"show",
view:s,tab:B}))},command(j,C={}){return b({kind:j,request:++a,...C}),a}}}var wr=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),xr=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],yr=new RegExp(xr.map(e=>e.source).join("|"),"giu");function Ut(e){let t=[],o=0;for(let n of e.
matchAll(yr)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
a=>n.groups?.[a]!==void 0);t.push([s==="word"?kr(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function kr(e,t){return wr.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function vr(e){return e.split(/[/\\]/).at(
-1)||e}function sn(){let e=i("span",{class:"opscope-line-number"}),t=i("code",{}),o=i("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,a){g(o,"hidden",!n),g(o,"title",`${n}:${s}
${a}`),T(e,`${vr(n)}:${s}`),t.textContent!==a&&t.replaceChildren(...Ut(a).map(([r,c])=>r==="plain"?c:i("span",{"data-tok\
en":r},c)))}}}function an(e,t=e.name){let o=`${e.op_type}${t?` → ${t}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`,\
 in ${o}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${o}`}function cn({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e}: ${t}`:t||e}function ln(e){let t=e.step===null?"":e.
step?`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread}\
 ${e.thread_name}`:"";return[o,e.role,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function $r(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${je(e)}, in the past`:"in the past":""}function rn(e){let t=e.
stopped;return t?[an(t),cn(t),ln(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function Mr(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running")return qt(e);let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`\
The run ${e.phase==="failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function qt({slow:e}){
let t=e?.reasons??[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator:\
 ${o.join("; ")}`:""}function Er({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the\
 search.`:""}function pn(e){let t=i("span",{class:"opscope-op"}),o=i("span",{class:"opscope-reason"}),n=i("span",{class:"\
opscope-at"}),s=i("span",{class:"opscope-said"}),a=i("div",{class:"opscope-where"},t,o,n,s),r=i("span",{class:"opscope-p\
ast"}),c=sn(),p=i("div",{class:"opscope-place-bar"},r,a,c.el);return{el:p,update(l,u){let f=l.stopped,h=rn({...l,stopped:null});
T(t,f?an(f,Ae(l,f.name)):"");let d=Er(l);T(o,f&&!d?cn(f):""),T(n,f&&!d?ln(f.past?{...f,step:null}:f):""),T(s,u||d||(f?"":
h||Mr(l))),g(a,"data-bad",!!u||!f&&!!h);let w=!u&&!f&&l.phase==="running"&&!!qt(l);g(a,"data-slow",w),g(a,"title",u||(w?
qt(l):rn(l))),g(o,"data-reason",f?.reason),T(r,$r(l)),g(r,"hidden",!f?.past),g(p,"data-past",f?.past),g(p,"data-empty",!f&&
!s.textContent),g(p,"hidden",e&&!f&&!h),c.update(f?.path??"",f?.line??0,f?.source??""),g(p,"data-source",!!f?.path)}}}var Sr=64,Lr=2**-23;function Nr(e,t,o){let n=Math.max(1,Math.ceil(e.length/Sr)),s=e.filter((m,x)=>(e.length-1-x)%n===0),
a=s.flatMap(m=>m.mean===null?[]:[m.mean]),r=Math.min(...a),c=Math.max(...s.flatMap(m=>[m.min??0,m.max??0,m.mean??0].map(
Math.abs))),p=Math.max(...a)-r,l=p>Lr*c?p:0,u=s[0]?.step??0,f=(s.at(-1)?.step??0)-u||1,h="",d="",w="",y="M";for(let m of s){
let x=(1+(m.step-u)/f*(t-2)).toFixed(1);if(m.bad&&(d+=`M${x},${o-3}V${o}`),m.mean===null){y="M";continue}let M=l>0?o-4-(m.
mean-r)/l*(o-6):o/2;h+=`${y}${x},${M.toFixed(1)}`,w+=`M${x},${M.toFixed(1)}h0`,y="L"}return{line:h,bad:d,marks:w}}function Mt(e,t){
let o=K("path",{class:"opscope-spark-line"}),n=K("path",{class:"opscope-spark-bad"}),s=K("path",{class:"opscope-spark-ma\
rks"}),a=K("title",{}),r=K("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,preserveAspectRatio:"no\
ne","aria-hidden":"true"},a,o,s,n),c;return{el:r,update(p){if(p===c)return;c=p;let l=Nr(p?.points??[],e,t);g(o,"d",l.line),
g(n,"d",l.bad);let u=Te(p);g(s,"d",u?l.marks:""),T(a,u)}}}var Tr=[64e6,256e6,1e9,4e9],Ar={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function _r(e){return[...new Set([...Tr,e])].sort((t,o)=>t-o)}function Cr({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Ao(t.recording)}`}function dn({
ask:e,signal:t}){let o=i("span",{class:"opscope-label"}),n=i("i",{class:"opscope-switch"}),s=i("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),a=i("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),r=i("span",{class:"opscope-bytes"}),c=i("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),p=i("span",{class:"opscope-limit"},"of ",c),l=i("span",{class:"opscope-memory"},r,
p),u=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),c.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(c.value)}),{signal:t}),{toggle:s,cost:a,memory:l,update(h){u=!!h.recording?.on;let d=!!h.
recording&&!h.over;T(o,d?"Recording":"Recorded"),s.disabled=!d,g(s,"aria-checked",u&&d?"true":"false"),g(s,"title",d?Ar[u?
"off":"on"]:void 0);for(let w of[n,a,p])g(w,"hidden",!d);T(a,Cr(h)),T(r,Dt(h.recorded?.bytes??0)),h.recording&&h.recording.
budget!==f&&(f=h.recording.budget,c.replaceChildren(..._r(f).map(w=>i("option",{value:w,selected:w===f},Dt(w)))))}}}var Ir=1e4;function un(e,t=Date.now){let o=null,n=null,s=-1,a=null,r=null,c=!1,p=0,l=()=>r!==null&&t()-r<Ir,u=(h,d)=>{let w=++p;
r=t(),c=h==="Pause",e(h,d,y=>{w===p&&(y||(o=n=null),(!y||!c)&&(r=null))})},f=h=>{c&&h.phase!=="running"&&(c=!1,r=null),!(n===
null||h.phase==="running"||h.stopped===a)&&(r!==null&&h.stopped?.step!==n||(n=r=null))};return{get target(){return o??n},
goTo(h,d=-1){o=h,s=d},follow(h){if(f(h),!(o===null||l())){if(h.phase==="running")return u("Pause",{});n=o,o=null,a=h.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function Kt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:je(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Br(e,t,o){
let n=[],s=e;for(let a=0;a<o.length;a+=2)o[a]>s&&n.push(`${s} to ${o[a]-1}`),s=Math.max(s,o[a+1]+1);return s<=t&&n.push(
`${s} to ${t}`),[n.slice(0,-1).join(", "),n.at(-1)].filter(Boolean).join(" and ")}function fn({ask:e,seek:t,refresh:o,signal:n}){
let s=i("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recorded steps"}),a=i("span",{class:"op\
scope-gaps","aria-hidden":"true"}),r=i("span",{class:"opscope-begin",title:"the first step that is kept: earlier ones we\
re let go, to stay within the memory"}),c=i("span",{class:"opscope-track-box"},s,a),p=i("output",{class:"opscope-number"}),
l=dn({ask:e,signal:n}),u=i("div",{class:"opscope-timeline","data-asks":!0},l.toggle,r,c,p,l.cost,l.memory);s.addEventListener(
"input",()=>(t.goTo(Number(s.value)),o()),{signal:n});function f(d,w,y){let m=M=>Math.max(0,Math.min(1,(M-d)/Math.max(1,
w-d))),x=`${d} ${w} ${y}`;x!==h&&(h=x,a.replaceChildren(...y.flatMap((M,S)=>S%2||M>w?[]:[i("i",{style:`left: ${(100*m(M)).
toFixed(2)}%; right: ${(100*(1-m(y[S+1]))).toFixed(2)}%`})])))}let h="";return{el:u,update(d){let w=Kt(d);g(u,"hidden",!w&&
!d.recording),l.update(d),t.follow(d);let y=w?Math.min(w.last,Math.max(w.first,t.target??w.at)):0,[m,x]=w?[w.first,w.last]:
[0,0];g(s,"min",m),g(s,"max",x),s.disabled=m===x||d.phase==="waiting",Number(s.value)!==y&&(s.value=String(y)),s.style.setProperty(
"--at",`${100*(y-m)/Math.max(1,x-m)}%`),g(u,"data-past",!!d.stopped?.past),g(u,"data-phase",d.recording?.on===!1?"off":d.
phase),g(s,"aria-valuetext",w?`step ${y} of ${x}`:"no step yet"),T(r,m>1?`from ${m}`:""),T(p,w?`step ${y} / ${x}`:"no st\
ep yet"),g(c,"title",w?`steps ${Br(m,x,d.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),f(m,x,d.recorded?.
gaps??[])}}}var Or=new Set,Rr=new Set(["Pause","Continue","Terminate"]);function hn({send:e,signal:t}){let o=new Map,n=Ft.map(c=>i("\
div",{class:"opscope-group"},...c.map(a))),s=i("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function a(c){
let p=K("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});c.line&&p.append(K("path",{d:c.line,class:"\
opscope-stroke"})),c.fill&&p.append(K("path",{d:c.fill}));let l=i("button",{class:`opscope-button opscope-${c.name}`,type:"\
button",title:$o(c),"aria-label":c.label,"aria-keyshortcuts":c.key});return l.append(p),Rr.has(c.kind)&&l.append(i("span",
{},c.label)),l.addEventListener("click",()=>e(c.kind),{signal:t}),o.set(c.kind,l),l}function r(c,p){let l=c.matches(":fo\
cus");p();let u=s.closest(".opscope-panel");l&&!c.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(c,p){let l=p?Re(c):Or,u=c.phase==="running"||c.phase==="waiting"||!!c.search;for(let[f,h]of o)r(h,()=>{h.disabled=
!l.has(f),(f==="Pause"||f==="Continue")&&g(h,"hidden",u!==(f==="Pause"))})}}}var Pr=4,mn="NaN/Inf";function Fr(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Dr(e){return e===null?mn:V(e)}
function zr(e){return e.seconds?V(1/e.seconds):"–"}function gn({send:e,ask:t,seek:o,refresh:n,offline:s,signal:a}){let r=i(
"span",{class:"opscope-title"}),c=i("span",{class:"opscope-place"}),p=i("span",{class:"opscope-state",role:"status"}),l=pn(
s),u=fn({ask:t,seek:o,refresh:n,signal:a}),f=hn({send:e,signal:a}),h=Vt("step","opscope-step"),d=Vt("steps / s","opscope\
-rate"),w=i("div",{class:"opscope-metrics"},h.el,d.el),y=i("div",{class:"opscope-headline"},i("div",{class:"opscope-name\
s"},r,c),p),m=i("header",{class:"opscope-header"},y,l.el);s||(y.append(f.el),m.append(u.el)),m.append(w);let x=new Map;return{
el:m,update(M,S,A){T(r,M.title||"run"),g(r,"title",M.title),T(c,M.place),g(p,"data-past",M.stopped?.past);let B=!S&&(M.phase===
"running"||M.phase==="waiting");g(p,"data-phase",B?"gone":M.phase),T(p,B?"no kernel":Fr(M)),l.update(M,A),s||(u.update(M),
f.update(M,S)),h.update(String(Jo(M))),d.update(zr(M));let E=[...Qo(M)].slice(0,Pr);for(let[b,k]of E){let $=x.get(b)??Vt(
b,"opscope-scalar",!0);x.set(b,$),$.update(Dr(k.value),en(M,b,k),k.when,M.scalarNames.get(b))}g(d.el,"hidden",M.phase!==
"running"&&!s),ze(w,[h.el,d.el,...E.map(([b])=>x.get(b).el)])}}}function Vt(e,t,o=!1){let n=i("span",{class:`opscope-num\
ber ${t}`}),s=Mt(96,30),a=i("span",{class:"opscope-label",title:e},e),r=i("span",{class:"opscope-when"}),c=i("div",{class:"\
opscope-metric"},i("div",{},a,n,...o?[r]:[]));return o&&c.append(s.el),{el:c,update(p,l,u="",f=""){T(a,f||e),g(a,"title",
f?`${f}, ${e}`:e),T(n,p),T(r,u),g(c,"data-elsewhere",!!u),g(n,"data-bad",p===mn),o&&s.update(l)}}}var jr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["Anywhere","Esc","leave the panel: the keys are the notebook's again"],["List of values","↑ \
↓ Home End","select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to anoth\
er step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","\
Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["E\
lements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ H\
ome End","to another line"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of \
the line"],["Evaluation line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Wr(e){let t=new Map,
o=e?[]:Ne.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,a]of[...o,...jr])t.set(n,[...t.
get(n)??[],[s,a]]);return t}function bn({root:e,offline:t,signal:o}){let n=i("button",{class:"opscope-button",type:"butt\
on"},"Close"),s=[...Wr(t)].map(([l,u])=>i("section",{},i("h4",{},l),i("dl",{},...u.flatMap(([f,h])=>[i("dt",{},...f.split(
" ").map(d=>i("kbd",{},d))),i("dd",{},h)])))),a=i("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},
i("div",{class:"opscope-keys-head"},i("b",{},"Keys"),n),i("div",{class:"opscope-keys-groups"},...s)),r=i("button",{class:"\
opscope-button opscope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),c=null,p=l=>{
l!==!a.hidden&&(l&&(c=e.ownerDocument.activeElement),g(a,"hidden",!l),l?n.focus({preventScroll:!0}):(c&&e.contains(c)?c:
e).focus({preventScroll:!0}))};return r.addEventListener("click",()=>p(!0),{signal:o}),n.addEventListener("click",()=>p(
!1),{signal:o}),e.addEventListener("keydown",l=>{let u=l.target.matches("input:not([type=range]), textarea, select");!(!a.
hidden&&l.key==="Escape")&&(l.key!=="?"||u)||(l.preventDefault(),l.stopPropagation(),p(!!a.hidden))},{signal:o}),{el:a,button:r}}var tt="data-lm-suppress-shortcuts";function wn({root:e,memory:t,offline:o,signal:n}){g(e,tt,"true"),e.addEventListener(
"focusin",({target:a})=>{g(a,tt,"true"),t.keyboard=!0},{signal:n}),e.addEventListener("focusout",({relatedTarget:a})=>{a&&
!e.contains(a)&&(t.keyboard=!1)},{signal:n}),t.keyboard&&!o&&requestAnimationFrame(()=>document.activeElement===document.
body&&e.focus({preventScroll:!0}));let s=()=>{t.keyboard=!1;let a=document.activeElement;a&&e.contains(a)&&a.blur()};document.
addEventListener("pointerdown",({target:a})=>e.contains(a)||s(),{signal:n,capture:!0}),e.addEventListener("keydown",a=>{
a.key!=="Escape"||a.target!==e||a.defaultPrevented||(s(),e.closest(".jp-Notebook")?.focus({preventScroll:!0}))},{signal:n}),
window.addEventListener("keydown",a=>{let r=a.target;if(!(a.ctrlKey||a.metaKey)||a.key.toLowerCase()!=="s"||!e.contains(
r))return;let c=[e,...e.querySelectorAll(`[${tt}]`)];for(let p of c)p.removeAttribute(tt);setTimeout(()=>c.forEach(p=>g(
p,tt,"true")))},{signal:n,capture:!0})}var xn="later",Hr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function yn({select:e,
refresh:t,memory:o,signal:n}){let s=i("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-la\
bel":"filter values"}),a=i("span",{class:"opscope-found"}),r=i("div",{class:"opscope-rows",role:"listbox","aria-label":"\
values",tabindex:0}),c=i("aside",{class:"opscope-list"},i("div",{class:"opscope-search"},s,a),r),p=new Map,l=[],u="",f=Object.
fromEntries(Object.entries(Hr).map(([d,w])=>[d,Gr(w)]));return s.value=o.filter??"",s.addEventListener("input",()=>(o.filter=
s.value,t()),{signal:n}),r.addEventListener("scroll",t,{signal:n,passive:!0}),r.addEventListener("click",d=>{let w=d.target.
closest("[data-name]");w&&e(w.dataset.name??"")},{signal:n}),r.addEventListener("keydown",d=>{let w=ce(d,l.indexOf(u),l.
length);w!==null&&(d.preventDefault(),e(l[w]),p.get(l[w])?.el.scrollIntoView({block:"nearest"}))},{signal:n}),{el:c,update(d,w){
u=w;let y=vt(d,s.value);l=[];let m=[];for(let[S,A]of Object.entries(y)){if(!A.length)continue;let B=f[S];T(B.count,String(
A.length)),m.push(B.el);for(let E of A){let b=p.get(E.name)??qr(E.name);p.set(E.name,b),l.push(E.name),m.push(b.el)}}ze(
r,m),g(r,"aria-activedescendant",p.get(w)?.el.id);let x=d.values.size,M=d.cost?.hz&&!d.over?` · ${_o(d.cost.hz)}`:"";T(
a,`${l.length===x?x:`${l.length} of ${x}`}${M}`),g(a,"title",M?"each value is summarized so often: more would take over \
a twentieth of the time":void 0),g(r,"data-empty",x?l.length?void 0:"No value matches the filter.":"Values appear here a\
s soon as the run sends them."),h(d,w)}};function h(d,w){let{clientHeight:y,scrollTop:m}=r,x=l.map(B=>p.get(B)),M=x[0]?.
el.offsetHeight||44,S=ft(d.values.values()),A=x.map(B=>B.el.offsetTop-m);x.forEach((B,E)=>{let b=l[E],k=A[E]>-2*M&&A[E]<
y+2*M;g(B.el,"aria-selected",b===w?"true":"false");let $=d.values.get(b);k&&$&&B.update($,S.get(b)??b,d.history.get(b),$e(
d,$),Zo(d,$))})}}function Gr(e){let t=i("span");return{el:i("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}
var Ur=0;function qr(e){let t=i("span",{class:"opscope-pill"}),o=mt(e),n=i("span",{class:"opscope-spec"}),s=i("span",{class:"\
opscope-mean"}),a=i("span",{class:"opscope-std"}),r=Mt(52,26),c=i("div",{class:"opscope-row",role:"option","data-name":e,
id:`opscope-value-${++Ur}`},o,t,n,s,a,r.el),p,l="";return{el:c,update(u,f,h,d,w){r.update(h);let[y,m]=[d.startsWith(xn)?
xn:d||w,`${d}, ${w}, ${f}`];if(u===p&&m===l)return;p=u,l=m,g(c,"data-elsewhere",!!d);let x=ie(u);g(c,"data-health",x),et(
o,f),g(o,"title",ut(u)),T(t,x==="ok"?"":Fe[x]),T(n,`${y?`${y}  `:""}${Pe(u.shape)}  ${To(u.dtype)}`),T(s,u.dtype.startsWith(
"complex")&&u.mean!==null?`|·| ${V(u.mean)}`:V(u.mean)),T(a,u.std===null||!u.shape.length?"":`± ${V(u.std)}`)}}}var Kr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return i("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function kn({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20","where to stop"),s=le("condition-field","only if … (optional)",
"condition"),a=le("hits-field","1","stop from this hit on","number"),r=i("input",{class:"opscope-log-field",type:"checkb\
ox"}),c=le("message-field","message, as: loss is {loss}","log message; values stand in braces"),p=i("button",{class:"ops\
cope-button opscope-add",type:"submit"},"Add"),l=i("button",{class:"opscope-button opscope-cancel",type:"button",hidden:!0},
"Cancel"),u=i("span",{class:"opscope-logging"},i("label",{title:"write a note at each hit, and go on"},r," only log"),c),
f=i("summary",{},"Hits, log …"),h=i("details",{class:"opscope-breakpoint-more"},f,i("div",{},i("label",{},"stop from h\
it ",a),u)),d=i("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,p,l,h);g(a,"min",1),g(c,"hidden",!0);let w=null,
y=S=>{t(S),g(n,"aria-invalid",S?"true":void 0)},m=()=>Math.max(1,Math.round(Number(a.value)||1));function x(S){w=S,n.value=
S?.spec??"",n.readOnly=!!S,s.value=S?.condition??"",a.value=S&&S.wanted>1?String(S.wanted):"",r.checked=!1,c.value="",g(
c,"hidden",!0),g(u,"hidden",!!S),T(p,S?`Change ${S.number}`:"Add"),g(l,"hidden",!S),S&&(h.open=S.wanted>1||h.open),y("")}
function M(){let S={spec:n.value.trim(),condition:s.value.trim(),hits:m()};if(!S.spec)return y(Kr);y("");let A=(B,E)=>{let b=n.
value.trim()===S.spec&&s.value.trim()===S.condition;return B&&b&&x(null),(!B||E)&&y(E),!0};w?e("ChangeBreakpoint",{number:w.
number,enabled:w.enabled,condition:S.condition,hits:S.hits},A):e("SetBreakpoint",{spec:S.spec,condition:S.condition,...S.
hits>1&&{hits:S.hits},...r.checked&&{log:!0,message:c.value.trim()}},A)}d.addEventListener("submit",S=>(S.preventDefault(),
M()),{signal:o}),l.addEventListener("click",()=>x(null),{signal:o}),r.addEventListener("change",()=>g(c,"hidden",!r.checked),
{signal:o});for(let S of[n,s,a,c])S.addEventListener("input",()=>y(""),{signal:o}),S.addEventListener("keydown",A=>{A.key===
"Escape"&&w&&x(null),!(A.key!=="Enter"||A.isComposing)&&(A.preventDefault(),d.requestSubmit())},{signal:o});return{el:d,
problem:y,change(S){x(S),s.focus()},compose(S){x(null),n.value=S,s.focus()}}}var Vr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Xr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Xt(e){return`${re(e)} ${e===
1?"hit":"hits"}`}function Yr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Jr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}function vn({ask:e,open:t,
offline:o,signal:n}){let s=i("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),r=kn({ask:e,showProblem:m=>{
T(s,m),g(s,"hidden",!m)},signal:n}),c=i("div",{class:"opscope-empty"},o?"The run had no breakpoints.":"Click left of a l\
ine here, or of an operator in the graph; or name a place above."),p=i("div",{class:"opscope-breakpoint-rows"}),l=i("div",
{class:"opscope-breakpoints"}),u=Vr.map(([m,x])=>({name:m,box:i("input",{type:"checkbox","data-filter":m}),title:x})),f=i(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...u.map(({name:m,box:x,title:M})=>i("label",{title:M},x,` ${m}`))),o||l.append(r.el,f,s),l.append(c,p);let h,d=[],
w=(m,x)=>(r.problem(m?"":x),!0);f.addEventListener("change",()=>{let m=u.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:m},w)},{signal:n}),p.addEventListener("click",m=>{let x=m.target,M=x.closest("[data-num\
ber]"),S=d.find(({number:A})=>A===Number(M?.dataset.number));S&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:S.
number},w):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:S.number,enabled:!S.enabled,condition:S.condition,
hits:S.wanted},w):x.closest(".opscope-breakpoint-condition")?r.change(S):x.closest(".opscope-breakpoint-ops")&&t("graph",
S.ops[0]))},{signal:n});function y(m,x){let M={"data-conditional":!!m.condition,"data-off":!m.enabled,"data-hollow":!m.verified,
"data-log":!!m.log},S=Jr(m),A=Yr(m),B=i("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":m.
enabled?"true":"false","aria-label":S,title:S,disabled:o,...M}),E=i("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!m.ops.length},Xr(m)),b=i("button",{class:"opscope-breakpoint-condition",type:"\
button",title:A?`${A}; click to change`:"set a condition","aria-label":`condition of breakpoint ${m.number}: ${A||"alway\
s"}`,disabled:o},A),k=i("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${m.number}`});return k.append(K("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},K("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),i("div",{class:"opscope-breakpoint","data-number":m.
number,"data-op":m.ops[0],"data-here":x,"data-off":!m.enabled},B,i("span",{class:"opscope-breakpoint-number"},String(m.number)),
i("code",{class:"opscope-breakpoint-spec",title:m.spec},m.spec),b,E,i("span",{class:"opscope-breakpoint-hits"},Xt(m.hits)),
...o?[]:[k],...m.problem?[i("div",{class:"opscope-breakpoint-problem"},m.problem)]:[])}return{el:l,compose:m=>r.compose(
m),update(m){g(c,"hidden",m.breakpoints.length>0);for(let{name:B,box:E}of u)E!==document.activeElement&&(E.checked=m.exceptions.
includes(B));let x=m.stopped?.reason.endsWith("breakpoint")?m.stopped.op:-1,M=JSON.stringify([m.breakpoints,x]);if(M===h)
return;h=M,d=m.breakpoints;let S=document.activeElement?.closest?.("[data-number]"),A=p.contains(S)?document.activeElement.
className:"";p.replaceChildren(...d.map(B=>y(B,B.ops.includes(x)))),A&&p.querySelector(`[data-number="${S?.dataset.number}\
"] .${A}`)?.focus({preventScroll:!0})}}}function $n(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function Mn(e){return e.functions.
map((t,o)=>o).reverse()}function En({ask:e,show:t,refresh:o,signal:n}){let s=i("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),a=i("div",{class:"opscope-empty"}),r=i("select",{class:"opscope-graph-c\
hoice opscope-thread","aria-label":"thread of the call stack",hidden:!0}),c=i("div",{},a,r,s),p=i("dl",{class:"opscope-v\
ariables opscope-locals","aria-label":"variables of the chosen frame"}),l=i("div",{class:"opscope-empty"}),u=i("div",{},
l,p),f="",h=-1,d="",w,y,m=null,x=0;function M(E){m&&(h=E,w=void 0,e("FetchVariables",{frame:E},S),m.paths[E]&&t(m.paths[E],
m.lines[E]),o())}let S=(E,b)=>(d=E?"":b,y=void 0,!0);r.addEventListener("change",()=>e("SelectThread",{number:Number(r.value)},
(E,b)=>E?void 0:S(E,b)),{signal:n}),s.addEventListener("click",E=>{let b=E.target.closest("[data-frame]");b&&M(Number(b.
dataset.frame))},{signal:n}),s.addEventListener("keydown",E=>{if(!m)return;let b=Mn(m),k=ce(E,b.indexOf(h),b.length);k!==
null&&(E.preventDefault(),E.stopPropagation(),M(b[k]),A(),s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0}))},
{signal:n});function A(){let E=m,b=E&&JSON.stringify([E,h]);if(b===w)return;w=b,g(r,"hidden",(E?.threads?.length??0)<2),
r.replaceChildren(...(E?.threads??[]).map(($,v)=>i("option",{value:$,selected:$===E?.chosen},`thread ${$} ${E?.thread_names?.[v]}\
, ${E?.thread_states?.[v]}`)));let k=s.contains(document.activeElement);s.replaceChildren(...(E?Mn(E):[]).map($=>{let v=E?.
paths[$]?`${E.paths[$].split(/[/\\]/).at(-1)}:${E.lines[$]}`:"",I=$===h;return i("div",{class:"opscope-frame",role:"opti\
on","aria-selected":I?"true":"false",tabindex:I?0:-1,"data-frame":$,"data-kind":E?.kinds[$],"data-now":E?.now[$],title:`${E?.
texts[$]}${E?.now[$]?`
where the program is now; the run shows its past`:""}`},i("b",{},E?.functions[$]??""),i("code",{},E?.texts[$]??""),i("sp\
an",{},E?.now[$]?`${v} now`:v))})),k&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function B(E){let b=E.
fold.variables,k=$n(E,b)&&(b?.frame===h||b?.frame===h-(m?.functions.length??0))?b:null;if(k===y&&k)return;y=k;let $=E.phase===
"running"?"":d||(k&&!k.names.length?"No variables.":"");T(l,$),g(l,"hidden",!$),p.replaceChildren(...(k?.names??[]).map(
(v,I)=>{let O=k?.called?.[I]??"";return i("div",{},i("dt",{title:O?`${O}, ${v}`:v},O||v),i("dd",{title:`${k?.texts[I]}${k?.
now[I]?`
of now: the recording does not have it`:""}`,"data-now":k?.now[I]},k?.texts[I]??""))}),...k&&k.total>k.names.length?[i("\
div",{},i("dt",{},"…"),i("dd",{},`${k.total-k.names.length} more`))]:[])}return{el:c,variables:u,get frame(){return h},
update(E){let b=E.stopped,k=E.phase==="running"||E.phase==="waiting"?"":`${b?.run} ${b?.tick} ${b?.reason}`;k!==f&&(f=k,
h=-1,x=0,d="",k&&(e("FetchStack",{},(v,I)=>v?void 0:S(v,I)),e("FetchVariables",{frame:-1},S))),m=k&&$n(E,E.fold.stack)?E.
fold.stack:null,m&&(m.chosen??0)!==x&&(x&&(h=-1,e("FetchVariables",{frame:-1},S)),x=m.chosen??0),m&&h<0&&m.functions.length&&
(h=m.functions.length-1);let $=k?m&&!m.functions.length?"No frame: the program has ended.":"":"Pause the run to see wher\
e it is.";T(a,$),g(a,"hidden",!$),A(),B(E)}}}var Zr=30;function Sn({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=i("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),a=i("form",{class:"opscope-evaluation","data-asks":!0},s,i("div",{class:"opscope-evaluation\
-line"},i("span",{"aria-hidden":"true"},"›"),n)),r=[],c=0;function p(){let l=n.value.trim();if(!l)return;n.value="",r.
push(l),c=r.length;let u=i("pre",{},"…");for(s.append(i("div",{class:"opscope-answer"},i("code",{},l),u));s.children.length>
Zr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:l,frame:t()},(f,h)=>(u.textContent=h,g(u,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return a.addEventListener("submit",l=>(l.preventDefault(),p()),{signal:o}),
n.addEventListener("keydown",l=>{let u=l.key==="ArrowUp"?-1:l.key==="ArrowDown"?1:0;if(u&&r.length)c=Math.max(0,Math.min(
r.length,c+u)),n.value=r[c]??"";else if(l.key==="Enter"&&!l.isComposing)p();else return;l.preventDefault(),l.stopPropagation()},
{signal:o}),{el:a,update(l){let u=l.phase==="running"||l.phase==="waiting";n.disabled=u,g(n,"title",u?"pause the run fir\
st":void 0)}}}function Ln({ask:e,signal:t}){let o=i("div",{class:"opscope-attributes-title"}),n=i("dl",{class:"opscope-variables"}),s=i(
"div",{class:"opscope-empty",role:"status"}),a=i("div",{"data-asks":!0},o,n,s),r=-1,c="",p="",l=-1,u;function f(h,d,w){e(
"SetAttribute",{op:h,name:d,value:w},(y,m)=>(T(s,m),g(s,"data-failed",!y),p="",!0))}return n.addEventListener("keydown",
h=>{let d=h.target.closest("input");h.key==="Escape"&&d&&(d.value=d.dataset.was??""),!(h.key!=="Enter"||!d||h.isComposing)&&
(h.preventDefault(),f(Number(d.dataset.op),d.name,d.value))},{signal:t}),{el:a,choose(h){r=h,p=""},update(h,d){let w=h.stopped,
y=`${w?.run} ${w?.tick}`;y!==c&&w?.text!=="edited"&&(r=c?-1:r),c=y;let m=r>=0?r:w?.op??-1;d&&m>=0&&h.phase!=="running"&&
p!==`${m} ${y}`&&(p=`${m} ${y}`,e("FetchOperator",{op:m},(A,B)=>(A||T(s,B),!0)));let x=h.fold.shown_operator?.op===m?h.fold.
shown_operator:null,M=h.phase==="paused"&&!h.over&&!x?.fixed;m!==l&&T(s,""),l=m;let S=JSON.stringify([x,M,m]);S!==u&&(u=
S,T(o,x?`${x.op_type} ${x.op}${x.name?` → ${x.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
g(o,"title",x?.site),n.replaceChildren(...(x?.names??[]).flatMap((A,B)=>{let E=le("attribute-field","",`${A} of ${x?.op_type}\
 ${x?.op}; Enter sets it for this run`);return E.name=A,E.value=E.dataset.was=x?.texts[B]??"",E.dataset.op=String(x?.op),
E.readOnly=!M,g(E,"title",M?"Enter sets it for this run":x?.fixed?`cannot be changed: ${x.fixed}`:"pause the run to chan\
ge it"),[i("dt",{title:A},A),i("dd",{},E)]}),...x&&!x.names.length?[i("dt",{},"no attributes"),i("dd",{})]:[]))}}}var Me={time:{label:"time",about:"of a replay of the step, operator by operator",text:Qr},memory:{label:"memory",about:"\
bytes that the operator writes",text:ea},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:V,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Qe,log:!0}};
function Qr(e){return e>=1?`${V(e)} s`:e>=.001?`${V(e*1e3)} ms`:`${V(e*1e6)} µs`}function ea(e){return e>=2**20?`${V(e/
2**20)} MiB`:e>=1024?`${V(e/1024)} KiB`:`${e} bytes`}function Nn(e,t){let o=Me[e.by]?.log,n=new Map;return e.ops.forEach(
(s,a)=>{let r=t.get(`op-${s}`)??`op-${s}`,c=n.get(r);n.set(r,c===void 0?e.numbers[a]:o?Math.max(c,e.numbers[a]):c+e.numbers[a])}),
n}function Tn(e,t){let o=[...t].filter(r=>r>0),n=Math.max(...o,0);if(!Me[e]?.log)return{at:r=>n?Math.sqrt(r/n):0,low:0,high:n};
let s=Math.min(...o,n),a=Math.log(n/s);return{at:r=>r<=0?0:a?Math.log(r/s)/a:1,low:s,high:n}}var An=["nan","inf","zeros","ok"];function ta(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function oa({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&ta(t,o[1])?Number(o[2]):0}function ot(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Cn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function _n(e,t){let o=new Map,n=(a,r)=>o.set(a,[...o.get(a)??[],r]),s=ot(
e);for(let a of t){let r=oa(a,e.path);if(r)n(r,a);else for(let[c,p]of s)a.ops.some(l=>p.includes(l))&&n(c,a)}return o}function na(e,t){
let o=new Map([...ot(e)].flatMap(([a,r])=>r.map(c=>[c,a]))),n=Cn(e),s=new Map;for(let a of t.values()){let r=o.get(a.op);
if(r===void 0||n.get(a.op)!==a.op_type)continue;let c=ie(a),p=s.get(r);(!p||An.indexOf(c)<An.indexOf(p))&&s.set(r,c)}return s}
function sa(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function In({ask:e,open:t,refresh:o,
signal:n}){let s=i("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),a=i("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),r=i("span",{class:"opscope-source-note",role:"status"}),c=i("div",{class:"opscope-source-bar","data-asks":!0},
s,r,a),p=i("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),l=i("div",{class:"opscope-source-view"},c,p),u=new Map,f=null,h,d={path:"",
line:0},w="",y="",m=0,x=0,M=!1;function S(v,I){d={path:v,line:I};let O=f?.first??1;if(f?.path===v&&I>=O&&I<O+f.lines.length)
return A(I);e("FetchSource",{path:v,line:I},(W,H)=>(T(r,W?"":H),!0))}function A(v){let I=u.get(v);if(!I)return;B(v,!1);let O=I.
offsetTop-p.offsetTop;(O<p.scrollTop+20||O>p.scrollTop+p.clientHeight-40)&&(p.scrollTop=O-p.clientHeight/2)}function B(v,I){
for(let[O,W]of[[u.get(m),!1],[u.get(v),!0]])O&&(g(O,"tabindex",W?0:-1),g(O,"aria-selected",W?"true":"false"));m=v,I&&u.get(
v)?.focus()}function E(v){if(!f||!h)return;let I=_n(f,h.breakpoints).get(v)??[];for(let{number:O}of I)e("ClearBreakpoint",
{number:O});I.length||e("SetBreakpoint",{spec:sa(f,v)},(O,W)=>(T(r,O?"":W),!0))}function b(v){p.querySelector(".opscope-\
line-ops-list")?.remove(),x=x===v?0:v;let I=f?ot(f).get(x):void 0,O=u.get(x);if(!I||!O)return;let W=f?Cn(f):new Map,H=Y=>`${W.
get(Y)||"op"} ${Y}`;O.after(i("div",{class:"opscope-line-ops-list"},...I.map(Y=>i("button",{type:"button",class:"opscope\
-operator","data-op":Y,title:"show it in the graph"},H(Y)))))}p.addEventListener("click",v=>{let I=v.target,O=I.closest(
"[data-op]"),W=I.closest("[data-line]");if(O)return t("graph",Number(O.dataset.op));if(!W)return;let H=Number(W.dataset.
line);B(H,!1),I.closest(".opscope-line-stop")?E(H):I.closest(".opscope-line-ops")&&b(H)},{signal:n}),p.addEventListener(
"keydown",v=>{if(v.target.matches("button")||!f)return;let I=f.first,O=ce(v,m-I,f.lines.length);if(O!==null&&v.key!=="Ar\
rowLeft"&&v.key!=="ArrowRight")B(I+O,!0);else if(v.key==="Enter")E(m);else if(v.key===" ")b(m);else return;v.preventDefault(),
v.stopPropagation()},{signal:n}),s.addEventListener("change",()=>S(s.value,0),{signal:n}),a.addEventListener("click",()=>{
M=!M,g(a,"aria-pressed",M?"true":"false"),M&&e("MeasureOperators",{by:"time",step:h?.stopped?.step||0},(v,I)=>(T(r,v?"":
I),!0)),o()},{signal:n});function k(v){f=v,x=0,T(r,"");let I=ot(v),O=new Set([...v.code_lines,...v.op_lines]);u=new Map(
v.lines.map((W,H)=>{let Y=v.first+H,D=I.get(Y)?.length??0,_=Ut(W).map(([U,Q])=>U==="plain"?Q:i("span",{"data-token":U},Q)),
ee=i("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":Y},i("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!O.has(Y),title:O.has(Y)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${Y}`},i("i",{})),i("span",{class:"opscope-line-at"},String(Y)),i("span",{class:"opscope-line-time"}),
i("code",{},...W?_:[" "]),...D?[i("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${Y}`},D===1?"1 op":`${D} ops`)]:[]);return[Y,ee]})),p.replaceChildren(...u.values()),
s.replaceChildren(...v.paths.map(W=>i("option",{value:W,selected:W===v.path},W))),B(d.line>=v.first&&d.line<v.first+v.lines.
length?d.line:v.first,!1),A(m)}function $(v,I){let O=_n(I,v.breakpoints),W=na(I,v.present),H=M&&v.fold.measured?.by==="t\
ime"?v.fold.measured:null,Y=new Map(H?.ops.map((U,Q)=>[U,H.numbers[Q]])??[]),D=new Map([...ot(I)].map(([U,Q])=>[U,Q.reduce(
(j,C)=>j+(Y.get(C)??0),0)])),_=Math.max(...D.values(),0);H&&!_&&T(r,"No times: eager code is not run again.");let ee=v.stopped?.
path===I.path?v.stopped.line:0;for(let[U,Q]of u){let j=O.get(U)??[];g(Q,"data-stops",j.length>0),g(Q,"data-off",j.length>
0&&j.every(X=>!X.enabled)),g(Q,"data-hollow",j.length>0&&j.every(X=>!X.verified)),g(Q,"data-health",W.get(U)),g(Q,"data-\
here",U===ee);let C=Q.firstElementChild;j.length&&g(C,"title",`${j.map(X=>`breakpoint ${X.number}: ${X.spec}${X.problem?
`, ${X.problem}`:""}`).join(`
`)}
click to remove`),g(C,"aria-pressed",j.length?"true":"false");let G=Q.children[2],F=H?D.get(U)??0:0;T(G,F?Me.time.text(F):
""),G.style.setProperty("--share",`${_?(100*F/_).toFixed(0):0}%`)}g(p,"data-timed",M)}return{el:l,show:S,update(v){h=v;let I=`${v.
graph?.program} ${v.runs}`,O=v.stopped?.path??"",W=`${v.stopped?.run} ${v.stopped?.tick} ${O}:${v.stopped?.line}`,H=v.phase===
"running",Y=v.phase==="paused"||v.over;(Y&&(W!==y||I!==w)||H&&I!==w)&&(I!==w&&(f=null),[y,w]=[W,I],(O||!f)&&S(O,v.stopped?.
line??0),M&&e("MeasureOperators",{by:"time",step:v.stopped?.step||0},()=>!0));let D=v.fold.source;D&&D!==f&&(!d.path||D.
path===d.path)&&k(D),f?$(v,f):!Y&&!H&&T(r,"The code is shown when the run has started."),g(s,"hidden",!f),g(a,"hidden",!f||
!v.recorded)}}}var ra=50;function Bn({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=i("form",{class:"opscope-watch-form","data-asks":!0},o,i("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=i("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),a=i("div",{},s,n),r=[],c,p=l=>e("WatchExpressions",{expressions:l.slice(-ra)});return n.addEventListener("submi\
t",l=>{l.preventDefault();let u=o.value.trim();u&&(o.value="",p([...r.filter(f=>f!==u),u]))},{signal:t}),o.addEventListener(
"keydown",l=>{l.key!=="Enter"||l.isComposing||(l.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",l=>{let u=l.target.closest("[data-expression]");u&&p(r.filter(f=>f!==u.dataset.expression))},{signal:t}),{el:a,update(l){
let u=l.fold.watched,f=l.phase==="running",h=JSON.stringify([u,f]);h!==c&&(c=h,r=u?.expressions??[],g(s,"data-old",f),s.
replaceChildren(...r.map((d,w)=>i("div",{},i("dt",{title:d},d),i("dd",{title:u?.texts[w],"data-failed":u?.failed[w]},i("\
span",{},u?.texts[w]??""),i("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":d,title:"wa\
tch it no longer","aria-label":`watch ${d} no longer`},"×"))))))}}}var On={id:"code",label:"Code",create:aa};function nt(e,t,o=!0){return i("details",{class:"opscope-section",open:o},i("s\
ummary",{},e),t)}function aa({ask:e,open:t,refresh:o,offline:n,signal:s}){let a=In({ask:e,open:t,refresh:o,signal:s}),r=vn(
{ask:e,open:t,offline:n,signal:s}),c=En({ask:e,show:a.show,refresh:o,signal:s}),p=Bn({ask:e,signal:s}),l=Ln({ask:e,signal:s}),
u=Sn({ask:e,frame:()=>c.frame,signal:s}),f=nt("Breakpoints",r.el,n),h=i("span",{class:"opscope-count"});f.firstElementChild?.
append(h),g(f,"data-of","breakpoints");let d=nt("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let w=[nt(
"Call stack",c.el),nt("Variables",c.variables),nt("Watch",p.el),d],y=i("div",{class:"opscope-code-side"},f,...n?[]:w),m=i(
"div",{class:"opscope-nothing"},"The code is shown while a kernel runs the program."),x=i("div",{class:"opscope-code-bod\
y"},n?m:a.el,y),M=i("div",{class:"opscope-code-tab"},x,u.el);g(u.el,"hidden",n);let S=0;return{el:M,open(A){if(typeof A==
"string"){f.open=!0,r.compose(A);return}d.open=!0,l.choose(A)},update(A){let B=A.breakpoints.length;B&&!S&&(f.open=!0),S=
B,T(h,B?String(B):""),r.update(A),!n&&(a.update(A),c.update(A),p.update(A),l.update(A,d.open),u.update(A))}}}var ia=1e5,ca=1.2,la={to:e=>e,marks:be,isLog:!1},pa={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<ca)return be(10**e,10**t,
o).filter(a=>a>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let a=Math.ceil(e);a<=t;a+=n)s.push(10**a);return s}};function st(e,t){
let o=e.flatMap(({min:r,max:c,mean:p})=>[r,c,p]).filter(r=>r!==null),n=o.flatMap(r=>r?[Math.abs(r)]:[]).sort((r,c)=>r-c),
s=n[n.length>>1]??1,a=(n.at(-1)??0)>ia*s;return!(t??a)||!n.length?la:t&&n.length===o.length&&o.every(r=>r>0)?pa:da(t?n[Math.
floor(n.length/20)]:s)}function da(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let a=Math.ceil(Math.log10(e)),r=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),c=[0];for(let p=a+r-1;p<=308&&t(
10**p)<=Math.max(n,-o);p+=r)c.push(10**p,-(10**p));return c.filter(p=>t(p)>=o&&t(p)<=n)}}}var We=150,He=58,Jt=10,Zt=8,Et=22,Yt="history of mean, min and max";function Qt(e){let t=e.flatMap(c=>[c.min,c.max,c.mean]).
filter(c=>c!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,a=e[0]?.step??0,r=e.at(-1)?.step??1;return{x:[a,r>a?r:a+1],y:[o-s,n+s]}}function St(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Pn({goTo:e,signal:t}){
let o=K("g",{class:"opscope-grid"}),n=K("path",{class:"opscope-band"}),s=K("path",{class:"opscope-line"}),a=K("path",{class:"\
opscope-bad"}),r=K("path",{class:"opscope-sample-marks"}),c=K("path",{class:"opscope-cross"}),p=K("path",{class:"opscope\
-cursor"}),l=K("svg",{class:"opscope-chart",height:We,role:"img","aria-label":Yt});l.append(o,n,s,r,a,c,p);let u=i("span"),
f=i("button",{type:"button",class:"opscope-log","aria-pressed":"false",title:"logarithmic axis"},"log"),h=i("section",{class:"\
opscope-card opscope-wide"},i("h4",{},"History",u),f,l),d=[],w="",y="",m=null,x,M=Rn([],1,x);f.addEventListener("click",
()=>{let k=!M.vertical.isLog;x=st(d).isLog===k?void 0:k,E()},{signal:t});let S=()=>{let k=m===null?void 0:bt(d,M.step(m));
T(u,k?`step ${k.step}  mean ${V(k.mean)}  ${V(k.min)} … ${V(k.max)}`:y||(A?"mean, min … max; click to go there":"mea\
n, min … max")),g(c,"d",k?`M${M.x(k.step)},${Zt}V${We-Et}`:"")},A=null,B=k=>{let{x:$}=M.extent;g(p,"d",k===null||!d.length||
k<$[0]||k>$[1]?"":`M${M.x(k)},7l-4,-6h8zV${We-Et}`)};l.addEventListener("click",k=>{if(!A||!d.length)return;let $=Math.round(
M.step(k.clientX-l.getBoundingClientRect().left));e(Math.max(A[0],Math.min(A[1],$)))},{signal:t}),l.addEventListener("po\
intermove",k=>(m=k.clientX-l.getBoundingClientRect().left,S()),{signal:t}),l.addEventListener("pointerleave",()=>(m=null,
S()),{signal:t});let E=()=>{},b=new ResizeObserver(()=>E());return b.observe(l),t.addEventListener("abort",()=>b.disconnect()),
{el:h,update(k,$,v){E=()=>this.update(k,$,v);let I=k?.points??[];y=Te(k),A=v,g(l,"data-goes",!!v),g(l,"aria-label",$===null?
Yt:`${Yt}; the cursor is at step ${$}`),B($);let O=Math.max(200,l.clientWidth||h.clientWidth),W=`${O} ${x}`;if(I===d&&w===
W)return S();d=I,w=W,M=Rn(d,O,x),g(r,"d",y?d.flatMap(H=>H.mean===null?[]:[`M${M.x(H.step)},${M.y(H.mean)}h0`]).join(""):
""),g(f,"aria-pressed",M.vertical.isLog?"true":"false"),fa(o,n,s,a,d,M,O),B($),S()}}}function ua(e,t){let o=e.min===null||
e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function Rn(e,t,o){
let n=st(e,o),s=l=>l===null?null:n.to(l),{x:a,y:r}=Qt(e.map(l=>({...l,min:s(l.min),max:s(l.max),mean:s(l.mean)}))),c=t-He-
Jt,p=We-Zt-Et;return{extent:{x:a,y:r},vertical:n,x:l=>+(He+(l-a[0])/(a[1]-a[0])*c).toFixed(1),y:l=>+(Zt+(1-(n.to(l)-r[0])/
(r[1]-r[0]))*p).toFixed(1),step:l=>a[0]+(l-He)/c*(a[1]-a[0])}}function fa(e,t,o,n,s,a,r){let c=We-Et,p=a.vertical.marks(
...a.extent.y,4).flatMap(d=>[K("path",{d:`M${He},${a.y(d)}H${r-Jt}`}),K("text",{x:He-6,y:a.y(d)+3.5,"text-anchor":"end"},
De(d))]),l=be(...a.extent.x,Math.max(3,r/110)).filter(Number.isInteger).map(d=>K("text",{x:a.x(d),y:We-6,"text-anchor":"\
middle"},De(d)));e.replaceChildren(...s.length?[...p,...l]:[],K("path",{class:"opscope-floor",d:`M${He},${c}H${r-Jt}`}));
let u=St(s,d=>d.min!==null&&d.max!==null).map(d=>{let w=d.map(m=>`${a.x(m.step)},${a.y(m.max)}`),y=[...d].reverse().map(
m=>`${a.x(m.step)},${a.y(m.min)}`);return`M${[...w,...y].join("L")}Z`});g(t,"d",u.join(""));let f=St(s,d=>d.mean!==null).
map(d=>{let w=d.map(y=>`${a.x(y.step)},${a.y(y.mean)}`);return w.length>1?`M${w.join("L")}`:ua(d[0],a)});g(o,"d",f.join(
""));let h=s.filter(d=>d.bad).map(d=>`M${a.x(d.step)},${c-5}V${c}`);g(n,"d",h.join(""))}function Fn({ask:e,signal:t}){let o=i("code",{}),n=i("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=i("span",{role:"status"}),a=i("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(r,c)=>(T(s,r?"":c),!0)),{signal:t}),{el:a,
update(r){let c=r.fold.edits?.texts??[];g(a,"hidden",!c.length||r.phase!=="paused"),T(o,c.join("; ")),g(o,"title",c.join(
`
`))}}}function Lt({goTo:e,open:t,signal:o}){let n=i("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",r=>{let c=r.target.closest("button");c?.dataset.step?e(Number(
c.dataset.step),Number(c.dataset.op)):c?.dataset.op&&t("graph",Number(c.dataset.op))},{signal:o});function a(r,c){let[p,
l,u]=[r.ops[c],r.steps[c],c===r.cause],f=p<0?i("span",{class:"opscope-maker"},r.makers[c]):i("button",{type:"button",class:"\
opscope-operator","data-op":p,title:`show ${r.makers[c]} ${p} in the graph`},`${r.makers[c]} ${p}`),h=l?[i("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":l,"data-op":p,title:`go to ${r.makers[c]} in step ${l}`},`step ${l}`)]:
[],d=r.gaps[c]?[i("div",{class:"opscope-gap"},`${re(r.gaps[c])} more`)]:[],w=[r.notes[c],u&&r.reads[c]].filter(Boolean).
join(": ");return i("li",{"data-cause":u},...d,i("div",{class:"opscope-link"},...u?[i("b",{class:"opscope-cause-mark"},"\
cause")]:[],i("code",{},r.values[c]),...r.called[c]?[i("code",{class:"opscope-called"},r.called[c])]:[],f,...h),...w?[i(
"div",{class:"opscope-note-text"},w)]:[],...u?r.growth.map(y=>i("div",{class:"opscope-note-text"},y)):[],...r.sites[c]?[
i("code",{class:"opscope-line"},r.sites[c]+(r.sources[c]?`: ${r.sources[c]}`:""))]:[])}return{el:n,update(r){r!==s&&(s=r,
g(n,"hidden",!r),n.replaceChildren(...(r?.values??[]).map((c,p)=>a(r,p))))}}}function ha(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Dn({ask:e,goTo:t,open:o,signal:n,offline:s}){let a=i("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),r=i("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),c=i("pre",{class:"opscope-ca\
use","aria-live":"polite"}),p=Lt({goTo:t,open:o,signal:n}),l=i("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
i("div",{},a,r),c,p.el),u="",f="",h=null;function d(y){w("Searching …"),e("Explain",{name:y},(m,x)=>(w(ha(x)),h=m?y:null,
!0))}function w(y){T(c,y),g(c,"hidden",!y),h=null}return a.addEventListener("click",()=>d(u),{signal:n}),r.addEventListener(
"click",()=>d(""),{signal:n}),w(""),{el:l,update(y,m){let{stopped:x,explained:M}=m,S=`${y} ${x?.run} ${x?.tick}`;S!==f&&
w(""),u=y,f=S;let A=M&&!M.at&&M.asked===h?M:null;p.update(A),g(c,"hidden",!!A||!c.textContent)}}}var Ge=168;function ma(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function zn(e,t){let o=t*e.counts.reduce((s,a)=>s+a,0),n=(e.high-e.low)/e.counts.length;for(let[s,a]of e.counts.
entries()){if(a&&o<=a)return e.low+n*(s+o/a);o-=a}return null}function ga(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,a)=>s+a,0):0)}function ba(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${V(e.low+t*o)} … ${V(e.low+(t+1)*o)}: ${re(e.counts[t])}`:eo(e)}function jn(e){let t=i("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Ge}px`}),o=i("span"),n=i("span",{class:"opscope-\
zero"},"0"),s=i("span"),a=i("div",{class:"opscope-readout"}),r=i("span"),c=i("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),p=i("div",{class:"opscope-axis"},o,n,
s),l=i("section",{class:"opscope-card"},i("h4",{},"Distribution",r),c,t,p,a),u,f=null,h="",d=!1,w=()=>{};c.addEventListener(
"click",()=>{d=!d,g(c,"aria-pressed",d?"true":"false"),w()},{signal:e});let y=()=>{let m=u&&f!==null&&f<u.counts.length;
g(t,"aria-label",u?`histogram of step ${u.step}, from ${V(u.low)} to ${V(u.high)}: ${eo(u)}`:"histogram"),T(a,u?m?ba(u,f):
eo(u):"")};return t.addEventListener("pointermove",m=>{if(!u)return;let x=t.getBoundingClientRect();f=Math.max(0,Math.min(
u.counts.length-1,Math.floor((m.clientX-x.left)/x.width*u.counts.length))),y()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,y()),{signal:e}),{el:l,update(m){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(m===u&&x===h)return;u=m,h=x,T(r,m?`step ${m.step}`:"");let M=m?.counts.some(Boolean);T(o,m&&M?V(m.low):""),T(s,m&&M?V(
m.high):"");let S=m&&m.low<0&&m.high>0?-m.low/(m.high-m.low):null;g(n,"style",S===null||S<.15||S>.85?"visibility: hidden":
`left: ${(100*S).toFixed(2)}%`),y();let A=m&&m.high>m.low?[.05,.5,.95].map(B=>V(zn(m,B))):[];g(t,"title",A.length?`5 %, \
median and 95 % of the elements: about ${A.join(", ")}`:void 0),w=()=>wa(t,m,S,d),w()}}}function eo(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${re(t)} finite elements, all equal`:`${re(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function wa(e,t,o,n){let s=e.getContext("2d"),a=e.
clientWidth;if(!s||!a)return;e.width=Math.round(a*devicePixelRatio),e.height=Math.round(Ge*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let r=getComputedStyle(e);if(s.fillStyle=r.borderBottomColor,s.fillRect(0,Ge-1,a,1),!t)return;o!==null&&
s.fillRect(Math.round(o*a),0,1,Ge),s.fillStyle=r.color;let c=a/t.counts.length;ma(ga(t),n).forEach((p,l)=>{let u=p*(Ge-18);
s.fillRect(l*c+.5,Ge-1-u,Math.max(1,c-1),u)}),t.high>t.low&&xa(s,t,a,r.borderTopColor)}function xa(e,t,o,n){let[s,a,r]=[
.05,.5,.95].map(c=>((zn(t,c)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,r-s,1);for(let[c,p]of[[s,7],[
a,11],[r,7]])e.fillRect(c-.75,5.5-p/2,1.5,p)}var Wn="in this run; what follows is computed again",Hn="replay the steps from here on with this value, beside the run";
function ya(e,t=""){if(e.phase==="running")return"pause the run first";if(e.over)return"the run is over: try what would \
have been";let o=e.values.get(t);return o&&$e(e,o)?`${Ae(e,t)} is not computed yet here: step on, or go to a later place`:
""}function ka(e){if(e.graph?.eager)return"eager code is not run again: set the value, or start it with another one";if(!e.
recorded)return"nothing is recorded";if(e.phase==="running")return"pause the run first";let t=e.stopped;return t&&!t.past&&
t.op>=0?`step ${t.step} has not finished yet: continue, then go back to it`:""}function Gn({ask:e,signal:t}){let o=i("co\
de",{class:"opscope-cell-name"}),n=le("cell-index","all","index: 0, 3 or 0, :3; empty is all of it"),s=le("cell-value","\
0.5, nan, h.mean()","new value"),a=i("button",{type:"submit",class:"opscope-slice-tool opscope-cell-set",title:Wn},"Set"),
r=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-try",title:Hn},"What if"),c=le("cell-steps","100","ho\
w many steps to replay","number"),p=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",title:"close\
 (Esc)","aria-label":"close"},"×"),l=i("div",{class:"opscope-cell-answer",role:"status"}),u=i("form",{class:"opscope-ce\
ll-form",hidden:!0,"data-asks":!0},l,i("span",{},o," [ ",n," ] = ",s),i("span",{},a,r,i("label",{title:"how many steps t\
o replay"},c," steps"),p)),f=i("div",{class:"opscope-cell-editor"},u),h="",d="",w="",y="",m=null,x=()=>n.value.trim()?`${h}\
[${n.value.trim()}]`:h,M=(E,b)=>{let k=u.hidden?f:u;return l.parentNode!==k&&k[u.hidden?"append":"prepend"](l),T(l,b),g(
l,"data-failed",!E),g(l,"hidden",!b),b&&(u.hidden?l:u).scrollIntoView({block:"nearest"}),!0};function S(){g(u,"hidden",!0),
m?.focus({preventScroll:!0}),m=null}function A(E){let b=E?w:d;if(b)return void M(!1,b);if(!s.value.trim())return void M(
!1,"Give the new value: a number, nan, or an expression such as h.mean().");M(!0,E?"replaying …":"");let k={target:x(),
value:s.value.trim()},$=(v,I)=>(v&&S(),M(v,I));E?e("TryValue",{...k,steps:Math.max(1,Math.round(Number(c.value)||100))},
$):e("SetValue",k,$)}let B=()=>A(!!d&&!w);return u.addEventListener("submit",E=>(E.preventDefault(),B()),{signal:t}),r.addEventListener(
"click",()=>A(!0),{signal:t}),p.addEventListener("click",S,{signal:t}),u.addEventListener("keydown",E=>{if(E.key==="Esca\
pe")S();else if(E.key==="Enter"&&!E.isComposing&&E.target.matches("input"))B();else return;E.preventDefault(),E.stopPropagation()},
{signal:t}),{el:f,open(E,b,k,$,v){[h,m]=[E,v],T(o,b),g(o,"title",E),n.value=k,s.value=$,g(u,"hidden",!1),M(!d,d),s.focus(),
s.select()},update(E,b){h&&b!==h&&!u.hidden&&g(u,"hidden",!0);let k=`${b} ${E.stopped?.run} ${E.stopped?.tick}`,$=d;d=ya(
E,b),(k!==y||$!==d&&!u.hidden)&&M(!d,u.hidden?"":d),y=k,a.disabled=!!d,g(a,"title",d||Wn),w=ka(E),r.disabled=!!w,g(r,"ti\
tle",w||Hn)}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},va=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Ue(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=va.reduceRight((a,r)=>a*t+r[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var Ee=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Dl=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
Ue((t-2)/252));function rt(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function Nt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>Ee(Ue(t/16))).join(", ")})`}var Un=26,$a=14,Ma=4;function qn(e,t,o,n){let s=Math.min(Un,o/t,n/e),a=(r,c)=>Math.max($a,s*r,s<Un?Math.min(c/2,Ma*s*r):
0);return[a(t,o),a(e,n)]}function Kn(e,t,o,n){let s=o*e.row_stride,a=n*e.col_stride,r=rt(e.pixels[o*e.cols+n],e.low,e.high),
c=Number.isNaN(r)?"NaN":r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${V(r)}`;return`${t.length>2?`[${Co(t,s,a).join(", ")}]  `:
""}row ${s}, col ${a}  ${c}`}function Vn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,a)=>s>
1?[`every ${s}th ${a}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Yn(e,t,o){let n=1,s=0;for(let a=1;a<=e.facets;a++){let r=Math.min(t/(a*(e.cols+1)),o/(Math.ceil(e.facets/a)*(e.
rows+1)));r>s&&([n,s]=[a,r])}return n}function Tt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function at(e,t,o,n){let[s,a]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[r,c]=[o-s*(e.cols+1),n-a*(e.
rows+1)],p=a*t+s;return r<e.cols&&c<e.rows&&p<e.facets&&s<t?{facet:p,row:c,col:r}:null}function so(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Jn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let a=rt(s,e.low,e.high);return t?so(a/o):Ue(e.high>e.low?(a-e.low)/(e.
high-e.low):.5)})}function At(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,a=e.numbers[s];if(a!==void 0)return a===
"nan"?"NaN":a.replace("inf","Inf").replaceAll("-","−");let r=rt(e.pixels[s],e.low,e.high);return Number.isNaN(r)?"NaN":
r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${V(r)}`}var Ea=[128,128,128,48],Sa=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Zn(e,t,o,n){let[s,a]=Tt(t,o),r=e.getContext("2d");if(!r||s<=0||a<=0)return;e.width!==s&&(e.width=s),e.height!==
a&&(e.height=a);let c=r.createImageData(s,a),p=Jn(t,n);for(let l=0;l<s*a;l++)Sa(t,l%s,Math.floor(l/s))&&c.data.set(Ea,4*
l);for(let l=0;l<t.facets;l++){let[u,f]=[l%o*(t.cols+1),Math.floor(l/o)*(t.rows+1)];for(let h=0;h<t.rows;h++)for(let d=0;d<
t.cols;d++){let w=4*((f+h)*s+u+d),[y,m,x]=p[t.pixels[(l*t.rows+h)*t.cols+d]];c.data[w]=y,c.data[w+1]=m,c.data[w+2]=x,c.data[w+
3]=255}}r.putImageData(c,0,0)}var Xn=7;function La(e){let t=String(Math.round(e)),o=a=>{let r=String(Number(e.toPrecision(
a))),c=e.toExponential(a-1).replace("e+","e");return c.length<r.length?c:r};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=Xn?t:[3,2].map(o).find(a=>a.length<=Xn)??o(1)).replaceAll("-","−")}function Qn(e,t,o,n,s){let a=e.getContext(
"2d");if(!a)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),a.scale(devicePixelRatio,
devicePixelRatio);let r=Jn(t,s),[c,p]=[o/t.cols,n/t.rows];a.font=`${Math.min(11,c/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,a.textAlign="center",a.textBaseline="middle";for(let l=0;l<t.rows;l++)for(let u=0;u<
t.cols;u++){let f=l*t.cols+u,[h,d,w]=r[t.pixels[f]];a.fillStyle=`rgb(${h}, ${d}, ${w})`,a.fillRect(u*c,l*p,c-1,p-1),a.fillStyle=
.299*h+.587*d+.114*w>140?"#111111":"#ffffff";let y=Number(t.numbers[f]),m=Number.isFinite(y)?La(y):At(t,{facet:0,row:l,col:u});
a.fillText(m,(u+.5)*c,(l+.5)*p)}}var ro=168,ao=300,Na=600,io=[34,18],_t=4,Ta=16,Ct=8,co="keep these elements, to compare others with them",es={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function Aa(e,t,o,n){let[s,a]=[Se(e,0),Se(e,1)],r=Math.min(
s,Math.max(Ct,Math.round(e.height/n))),c=Math.min(a,Math.max(Ct,Math.round(e.width/n))),p=(l,u,f)=>Math.max(0,Math.min(f-
u,Math.round(l-u/2)));return{top:p(t,r,s),left:p(o,c,a),height:r,width:c}}function _a(e,t){let[o,n]=e.axes,s=ts(e,{facet:t,
row:0,col:0}).map((a,r)=>r===o||r===n?0:a);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function Se(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function ge(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function ts(e,t){
let[o,n,s]=e.axes,a=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((r,c)=>a.get(c)??e.index[c])}function Ca(e,t){let[o,n,s]=e.axes,[a,r]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],c=(l,u,f)=>u>1?`${l}–${Math.min(f,l+u)-1}`:`${l}`;return`[${e.shape.map((l,u)=>u===o?c(a,e.row_stride,e.top+
e.height):u===n?c(r,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${At(ge(
e),t)}`}function os({ask:e,signal:t,offline:o}){let n=i("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=i("div",
{class:"opscope-heatmap-box"},n),a=i("span"),r=i("span"),c=i("i"),p=[lo("NaN",pe.nan,0),lo("−Inf",pe.minusInf,1),lo("+\
Inf",pe.plusInf,255)],l=i("div",{class:"opscope-readout"}),u=i("span"),f={rows:G("rows"),cols:G("columns"),facets:G("fac\
ets")},h=i("span",{class:"opscope-positions"}),d=i("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},i("option",{value:"auto"},"auto"),i("option",{value:"sequential"},"low to high"),i("option",{value:"signed"},"signe\
d")),w=C("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>se(_t)),y=C("−","zoom out (-)","zoom-out",()=>se(
1/_t)),m=C("Pin",co,"pin",()=>e("PinValue",{name:he()?"":E})),x=C("Difference","show the difference to the pinned value",
"difference",()=>X({...$,difference:!$.difference})),M=i("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,
f.facets.el,h,i("label",{},"colors",d),i("span",{class:"opscope-slice-tools"},y,w,m,x)),S=Gn({ask:e,signal:t}),A=i("div",
{class:"opscope-legend"},i("div",{class:"opscope-scale"},a,c,r),...p.map(L=>L.el)),B=i("section",{class:"opscope-card op\
scope-elements"},i("h4",{},"Elements",u),M,s,S.el,A,l),E="",b="",k=null,$=es,v="",I=null,O="",W=!1,H=0,Y="",D,_,ee=[],U=null,
Q=null,j=-1;function C(L,R,z,q){let Z=i("button",{type:"button",class:`opscope-slice-tool opscope-${z}`,title:R,"aria-la\
bel":R},L);return Z.addEventListener("click",q,{signal:t}),Z}function G(L){let R=i("select",{class:`opscope-axis-${L}`,"\
aria-label":`axis of the ${L}`});return R.addEventListener("change",()=>F(L==="columns"?"cols":L,Number(R.value)),{signal:t}),
{el:i("label",{},L,R),field:R}}function F(L,R){if(!_)return;let[z,q,Z]=_.axes,J={rows:z,cols:q,facets:Z},ne=Object.keys(
J).find(oe=>R>=0&&J[oe]===R);ne&&(J[ne]=J[L]),J[L]=R,X({...$,...J,top:0,left:0,height:0,width:0})}function X(L){L.facets>=
0&&(j=-1),$=L,O="";let R=++H;e("FetchSlice",{name:E,...$},(z,q)=>(R!==H||(W=z,z||([O,$]=[q,{...$,difference:!1}]),Le()),
!0))}function se(L,R){if(!_)return;let[z,q]=R??[_.top+_.height/2,_.left+_.width/2],Z=Aa(_,z,q,L),J=Z.height===_.height&&
Z.width===_.width;J&&L>1&&_.facets>1?ae(_,U&&at(ge(_),we(ge(_)),...U)?.facet||0):J&&L<1&&j>=0?X({...$,...Z,facets:j}):X(
{...$,...Z})}function ae(L,R){X({...$,..._a(L,R)}),j=L.axes[2]}let te=()=>(_??D)?.step,he=()=>k?.name===E&&k?.step===te(),
ct=()=>_?ge(_):D?{...D,facets:1,numbers:[]}:null,we=L=>Yn(L,s.clientWidth||400,L.facets>1?ao:ro),xe=()=>d.value==="signe\
d"||d.value==="auto"&&!!_?.difference;function Le(){let L=_&&U&&at(ge(_),we(ge(_)),...U),R=D&&U&&U[1]<D.rows&&U[0]<D.cols,
z=_?L&&Ca(_,L):R&&D&&U?Kn(D,ee,U[1],U[0]):"";T(l,O||z||(_?Ia(_):D?Vn(D):""))}function Be(L){let R=ct();if(!R)return null;
let z=n.getBoundingClientRect(),[q,Z]=Tt(R,we(R)),J=(ne,oe)=>Math.max(0,Math.min(oe-1,Math.floor(ne*oe)));return[J((L.clientX-
z.left)/z.width,q),J((L.clientY-z.top)/z.height,Z)]}n.addEventListener("pointermove",L=>(U=Be(L),Le()),{signal:t}),n.addEventListener(
"pointerleave",()=>(U=null,Le()),{signal:t});function ye(L,R){if(!L||o)return;let z=ge(L),q=(R&&at(z,we(z),...R))??{facet:0,
row:0,col:0};S.open(E,b,ts(L,q).join(", "),L.numbers.length?At(z,q).replaceAll("−","-"):"",n)}n.addEventListener("dblc\
lick",()=>ye(Q?.slice,Q?.at??null),{signal:t}),n.addEventListener("click",L=>{if(L.detail>1)return;Q={slice:_,at:Be(L)};
let R=_&&at(ge(_),we(ge(_)),...Be(L)??[0,0]);_&&R&&_.facets>1?ae(_,R.facet):_&&R&&!N()&&se(Ta,[_.top+R.row*_.row_stride,
_.left+R.col*_.col_stride])},{signal:t}),n.addEventListener("keydown",L=>{let R={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[
0,-1],ArrowRight:[0,1]}[L.key];if(L.key==="+"||L.key==="=")se(_t);else if(L.key==="-")se(1/_t);else if(L.key==="Enter")ye(
_,U);else if(R&&_)se(1,[_.top+_.height*(.5+R[0]/2),_.left+_.width*(.5+R[1]/2)]);else return;L.preventDefault(),L.stopPropagation()},
{signal:t}),d.addEventListener("change",()=>(Y="",P()),{signal:t}),h.addEventListener("change",()=>{let L=ee.map((R,z)=>h.
querySelector(`[data-axis="${z}"]`)?.value??"0");X({...$,index:L.map(R=>String(Math.max(0,Math.round(Number(R)||0)))).join(
",")})},{signal:t}),h.addEventListener("keydown",L=>L.stopPropagation(),{signal:t});function Pt(L){let R=L.shape.map((Z,J)=>[
String(J),`${J} (${Z})`]);for(let[Z,{field:J}]of[f.rows,f.cols,f.facets].entries()){let ne=[["-1","none"],...R],oe=ne.join();
J.dataset.key!==oe&&J.replaceChildren(...ne.map(([fe,de])=>i("option",{value:fe},de))),J.dataset.key=oe,J.value=String(L.
axes[Z])}g(f.rows.el,"hidden",L.shape.length<2),g(f.cols.el,"hidden",L.shape.length<2),g(f.facets.el,"hidden",L.shape.length<
3);let z=L.shape.flatMap((Z,J)=>L.axes.includes(J)||Z<2?[]:[[J,Z,L.index[J]]]),q=JSON.stringify(z);h.dataset.key!==q&&(h.
dataset.key=q,h.replaceChildren(...z.map(([Z,J,ne])=>i("label",{},`axis ${Z}`,i("input",{type:"number",min:0,max:J-1,value:ne,
"data-axis":Z,title:`position on axis ${Z}, 0 to ${J-1}`})))))}function N(){if(!_)return!1;let{facets:L,rows:R,cols:z,numbers:q}=ge(
_);return L===1&&q.length>0&&s.clientWidth/z>=io[0]&&R*io[1]<=Na}function P(){let L=ct(),R=L?L.rows*L.cols*L.facets:0;if(g(
n,"hidden",!R),g(A,"hidden",!R),!L||!R)return;let z=we(L),[q,Z]=Tt(L,z),J=s.clientWidth,ne=N(),oe=ne?[Math.min(J,L.cols*
64),L.rows*io[1]]:L.facets>1?[Math.min(J,q*ao/Z),Math.min(ao,Z*J/q)]:qn(L.rows,L.cols,J,ro),fe=`${oe} ${devicePixelRatio}\
 ${xe()} ${ne}`;if(fe===Y)return;Y=fe,g(s,"style",`height: ${Math.max(ne||L.facets>1?0:ro,Math.ceil(oe[1]))}px`),g(n,"st\
yle",`width: ${oe[0].toFixed(1)}px; height: ${oe[1].toFixed(1)}px`),ne?Qn(n,L,oe[0],oe[1],xe()):Zn(n,L,z,xe());let de=Math.
max(Math.abs(L.low),Math.abs(L.high));T(a,V(xe()?-de:L.low)),T(r,V(xe()?de:L.high)),g(c,"style",`background: ${xe()?`lin\
ear-gradient(to right, ${[-1,-.5,0,.5,1].map(ke=>Ee(so(ke))).join(", ")})`:Nt()}`)}return{el:B,update(L,R,z,q){ee=R,q!==
E&&([E,$,O,j]=[q,es,"",-1]);let Z=`${q} ${R} ${z.stopped?.run} ${z.stopped?.tick} ${z.phase}`;Z!==v&&(W=!1),!o&&z.phase!==
"running"&&(Z!==v||z.stopped!==I)&&X($),[v,I]=[Z,z.stopped],S.update(z,q);let J=z.fold.slices.get(q),oe=J&&String(J.shape)===
String(R)&&(W||J.step===L?.step||J.difference)&&!o?J:void 0;if(oe!==_||L!==D){[_,D,Y]=[oe,L,""];for(let ue of p)ue.update(
(oe??L)?.pixels);Le()}g(M,"hidden",!_),_&&Pt(_),k=z.fold.pinned;let fe=(ue,me)=>`${Ae(z,ue)} of step ${me}`;b=Ae(z,q);let de=k?.
name?fe(k.name,k.step):"",ke=te();return T(u,_?.difference?`${fe(q,_.step)} − ${_.difference===`${k?.name} of step ${k?.
step}`?de:_.difference}`:ke===void 0?"":`step ${ke}`),g(x,"hidden",!de||String(k?.shape)!==String(R)),g(x,"aria-pressed",
$.difference?"true":"false"),g(x,"title",`show the difference to ${de}`),g(m,"aria-pressed",he()?"true":"false"),g(m,"ti\
tle",he()?"forget the elements that are kept":de?`${co}, instead of ${de}`:co),g(y,"disabled",!_||j<0&&_.height===Se(_,0)&&
_.width===Se(_,1)),g(w,"disabled",!_||_.facets===1&&_.height<=Ct&&_.width<=Ct),P(),ke}}}function Ia(e){let t=Pe([Se(e,0),
Se(e,1)]),o=e.height<Se(e,0)||e.width<Se(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-
1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.
facets} facets of `:"",a=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${a}${n}${e.nonfinite?`, ${e.nonfinite}\
 not finite`:""}`}function lo(e,t,o){let n=i("span",{class:"opscope-mark","data-absent":!0},i("i",{style:`background: ${Ee(
t)}`}),e);return{el:n,update:s=>g(n,"data-absent",!s?.includes(o))}}var po=12;function ns({ask:e,open:t,signal:o,offline:n}){let s=i("div",{class:"opscope-provenance"}),a="",r=(c,p)=>i("bu\
tton",{type:"button",class:"opscope-operator","data-op":p,title:`show ${c} ${p} in the graph`},`${c} ${p}`);return s.addEventListener(
"click",c=>{let p=c.target.closest("button");p?.dataset.op?t("graph",Number(p.dataset.op)):p?.dataset.step&&e("Goto",{step:Number(
p.dataset.step),op:Number(p.dataset.writer)})},{signal:o}),{el:s,update(c,p){let l=n?void 0:c.fold.slices.get(p.name),u=(l?.
readers??[]).map((m,x)=>[l?.reader_types[x]??"",m]),f=c.recorded&&p.step>=c.recorded.first&&p.step<=c.recorded.last,h=!!(l?.
writers.length&&!l.writers.includes(p.op)),d=!n&&c.phase!=="running"&&f&&p.op>=0&&!h,w=JSON.stringify([p.op,p.op_type,u,
d&&p.step,h]);if(w===a)return;a=w;let y=u.length>po?[`and ${u.length-po} more`]:[];s.replaceChildren(...p.op<0?[]:h?[`ma\
de by ${p.op_type} of another program`]:["made by",r(p.op_type,p.op)],...u.length?["read by",...u.slice(0,po).map(([m,x])=>r(
m,x)),...y]:l?["read by nothing"]:[],...d?[i("button",{type:"button",class:"opscope-why opscope-to-write","data-asks":!0,
"data-step":p.step,"data-writer":p.op,title:`go to ${p.op_type} in step ${p.step}, before it writes`},"Back to the write")]:
[]),g(s,"hidden",!s.childNodes.length)}}}var[it,qe,uo,fo,ho]=[150,58,10,8,22];function ss(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function mo(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":V(s);return e.recorded.every((s,a)=>s===
e.changed[a])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function rs(e){let t=i("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=i("code",{}),n=i("spa\
n"),s=K("g",{class:"opscope-grid"}),a=K("path",{class:"opscope-line"}),r=K("path",{class:"opscope-line opscope-branch-li\
ne"}),c=K("path",{class:"opscope-cross"}),p=K("svg",{class:"opscope-chart",height:it,role:"img"},s,a,r,c),l=i("div",{class:"\
opscope-branch-key"},i("span",{},i("i",{}),"recorded"),i("span",{},i("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=i("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},i("h4",{},"What if",t,n),p,l),f,h="",
d={x:x=>0,step:x=>0},w=new Map;t.addEventListener("change",()=>(f=w.get(t.value),m()),{signal:e}),p.addEventListener("po\
intermove",x=>{if(!f)return;let M=d.step(x.clientX-p.getBoundingClientRect().left),S=f.steps.reduce((A,B,E)=>Math.abs(B-
M)<Math.abs(f.steps[A]-M)?E:A,0);T(n,`step ${f.steps[S]}   ${V(f.recorded[S])}   would be ${V(f.changed[S])}`),g(c,"d",`\
M${d.x(f.steps[S])},${fo}V${it-ho}`)},{signal:e}),p.addEventListener("pointerleave",()=>(g(c,"d",""),T(n,f?mo(f):"")),{signal:e});
let y=new ResizeObserver(()=>m());y.observe(p),e.addEventListener("abort",()=>y.disconnect());function m(){let x=f;if(!x)
return;let M=Math.max(200,p.clientWidth||u.clientWidth),S=`${x.name} ${x.change} ${M} ${x.changed.length} ${x.changed.at(
-1)}`;if(S===h)return;h=S;let A=[ss(x,x.recorded),ss(x,x.changed)],B=[...A[0],...A[1]].sort((D,_)=>D.step-_.step),E=st(B),
b=D=>D===null?null:E.to(D),{x:k,y:$}=Qt(B.map(D=>({...D,min:b(D.min),max:b(D.max),mean:b(D.mean)}))),v=M-qe-uo,I=D=>+(qe+
(D-k[0])/(k[1]-k[0])*v).toFixed(1),O=D=>+(fo+(1-(E.to(D)-$[0])/($[1]-$[0]))*(it-fo-ho)).toFixed(1);d={x:I,step:D=>k[0]+(D-
qe)/v*(k[1]-k[0])};let W=E.marks(...$,4).flatMap(D=>[K("path",{d:`M${qe},${O(D)}H${M-uo}`}),K("text",{x:qe-6,y:O(D)+3.5,
"text-anchor":"end"},De(D))]),H=be(...k,Math.max(3,M/110)).filter(Number.isInteger).map(D=>K("text",{x:I(D),y:it-6,"text\
-anchor":"middle"},De(D)));s.replaceChildren(...W,...H,K("path",{class:"opscope-floor",d:`M${qe},${it-ho}H${M-uo}`}));let Y=D=>St(
D,_=>_.mean!==null).map(_=>_.length>1?`M${_.map(ee=>`${I(ee.step)},${O(ee.mean)}`).join("L")}`:`M${I(_[0].step)-4},${O(_[0].
mean)}h8`).join("");g(a,"d",Y(A[0])),g(r,"d",Y(A[1])),g(p,"aria-label",`${x.name}: ${mo(x)}, if ${x.change}`),T(n,mo(x)),
T(o,x.change)}return{el:u,update(x){let{branches:M}=x.fold;if(g(u,"hidden",!M.size),M===w)return m();w=M;let S=[...w.values()].
at(-1),A=[...w.values()].filter(B=>B.change===S?.change).map(({name:B})=>B);t.replaceChildren(...A.map(B=>i("option",{value:B},
x.scalarNames.get(B)||B))),f=w.get(A.includes(f?.name??"")?f?.name??"":A[0]??""),f&&(t.value=f.name),m()}}}var Ba=[["mean",e=>V(e.mean)],["std",e=>V(e.std)],["min",e=>V(e.min)],["max",e=>V(e.max)],["shape",e=>Pe(e.shape)],["zer\
os",e=>e.shape.includes(0)?"–":Qe(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>re(e.nan),e=>e.nan>0],["Inf",e=>re(e.inf),e=>e.
inf>0],["elements",e=>re(e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Oa(e){return e.dtype.startsWith("\
complex")?"Statistics, distribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Ra(e){
return e?`Not computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function Pa(e){
let t=e.grad_of?`gradient of ${e.grad_of}`:ht(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.
op_type} (op ${e.op})`} · ${t} · step ${e.step}`}var as={id:"tensor",label:"Tensor",create:Fa};function Fa({ask:e,open:t,
goTo:o,reach:n,signal:s,offline:a}){let r=i("span",{class:"opscope-pill"}),c=i("span",{class:"opscope-detail-name"}),p=i(
"div",{class:"opscope-origin"}),l=i("code",{class:"opscope-site"}),u=Ba.map(([$,v,I])=>{let O=i("span",{class:"opscope-n\
umber"});return{label:$,value:v,warn:I,shown:O,el:i("div",{class:"opscope-fact"},i("span",{class:"opscope-label"},$),O)}}),
f=Pn({goTo:o,signal:s}),h=jn(s),d=os({ask:e,signal:s,offline:a}),w=ns({ask:e,open:t,signal:s,offline:a}),y=i("div",{class:"\
opscope-detail-head"},i("div",{},c,r),i("div",{},p,l)),m=rs(s),x=Fn({ask:e,signal:s}),M=i("div",{class:"opscope-charts"},
d.el,h.el,f.el,m.el),S=i("div",{class:"opscope-hint"}),A=i("div",{class:"opscope-about"}),B=Dn({ask:e,goTo:o,open:t,signal:s,
offline:a}),E=[y,x.el,w.el,B.el,i("div",{class:"opscope-facts"},...u.map($=>$.el)),A,M],b=i("div",{class:"opscope-detail\
-body"},...E),k=i("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return d.
el.append(S),{el:i("div",{class:"opscope-detail"},k,b),update($,{selected:v,refusal:I}){let O=$.values.get(v);if(g(k,"hi\
dden",!!O),g(b,"hidden",!O),!O)return;let W=ie(O);g(y,"data-health",W),T(r,W==="ok"?"":Fe[W]),T(c,ve(O)[0]),g(c,"title",
ut(O)),T(p,Pa(O)),T(l,O.site),B.update(v,$);for(let U of u)T(U.shown,U.value(O)),g(U.shown,"title",U.value(O)),g(U.el,"d\
ata-bad",U.warn?.(O)?U.label==="NaN"?"nan":U.label==="Inf"?"inf":"zeros":void 0);let H=$e($,O),Y=[Ra(H),Oa(O)].filter(Boolean).
join(" ");g(b,"data-elsewhere",!!H),T(A,Y),g(A,"hidden",!Y);let D=$.details.get(v),_=d.update(D,O.shape,$,v);f.update($.
history.get(v),$.stopped?.step||null,n($));for(let[U,Q]of[[h,D?.step],[d,_]])g(U.el,"data-elsewhere",!!H||!!($.stopped&&
Q!==void 0&&Q!==O.step));h.update(D),g(h.el,"hidden",!D&&!!(I||a)),w.update($,O),m.update($),x.update($),T(S,_===void 0?
a?"Elements were not recorded for this value.":I||"Waiting for the elements of this value …":""),g(S,"hidden",_!==void 0)}}}var Da=["error","warning","hint"];function is(e){let t=[...e.values()].sort((s,a)=>s.step-a.step||s.number-a.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(a=>a.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(a=>Da.indexOf(a.severity)));return o.sort((s,a)=>n(s)-n(a))}function za(e){let t=e.
times>1?`, ${re(e.times)} times`:"";return e.step?`step ${re(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function ja(e,t){let o=[...e.values.values()].filter(r=>r.nan||r.inf).length,n='"Check the recorded ste\
ps"',s=e.rules?"the rules have not reported it":"no rule has looked";if(o&&t)return`${o===1?"1 value has":`${re(o)} valu\
es have`} NaN or Inf, and ${s}: ${n} finds the first one.`;if(e.rules)return e.over?"No finding: the rules looked while \
it ran.":"No finding so far: the rules look while it runs.";let a='rules=True looks while a run goes on; watch("nan") st\
ops where a NaN or Inf is made.';return t?`No finding. ${n} looks for known mistakes now; ${a}`:`No finding: ${a}`}var cs={
id:"findings",label:"Findings",create:Wa,count:e=>is(e.findings).length};function Wa({ask:e,open:t,goTo:o,signal:n,offline:s}){
let a=i("button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded \
steps"},"Check the recorded steps"),r=i("button",{type:"button",class:"opscope-why opscope-check",title:"compare the gra\
dients of your own functions (PyLayer, py_func, static_pylayer) with slopes, during one step"},"Check gradients"),c=i("s\
pan",{class:"opscope-look-answer",role:"status"}),p=i("div",{class:"opscope-findings-bar","data-asks":!0,hidden:s},a,r,c),
l=i("div",{class:"opscope-nothing"}),u=i("ul",{class:"opscope-findings-rows"}),f=Lt({goTo:o,open:t,signal:n}),h=i("pre",
{class:"opscope-cause",role:"status",hidden:!0}),d=null,w,y=!1,m=!1,x=null,M=s;a.addEventListener("click",()=>{T(c,"Look\
ing …"),e("FindFaults",{},(b,k)=>(M||=b,T(c,b?`${k}.${k.startsWith("0 ")?"":" Rules can be wrong: judge by the evidenc\
e."}`:k),!0))},{signal:n}),r.addEventListener("click",()=>{T(c,"Asking …"),e("CheckGradients",{},(b,k)=>(T(c,b&&m?`${k}\
: continue the run`:k),!0))},{signal:n}),u.addEventListener("click",b=>{let k=b.target.closest("button"),$=Number(k?.dataset.
number),v=$?S.get($):void 0;!v||!k||(k.classList.contains("opscope-there")?A(v):B(v,k))},{signal:n});let S=new Map;function A(b){
b.step?o(b.step,b.op):t("graph",b.op)}function B(b,k){let $=d?.number===b.number;d=$?null:{number:b.number,name:b.value,
step:b.step,ok:!1};for(let v of u.querySelectorAll(".opscope-ask-why"))g(v,"aria-expanded",v===k&&!$?"true":"false");f.update(
null),T(h,d?"Searching …":""),g(h,"hidden",!d),d&&(k.closest(".opscope-finding")?.append(h,f.el),e("Explain",{name:b.value,
step:b.step},(v,I)=>(d?.number!==b.number||(d.ok=v,T(h,v?"":I),g(h,"hidden",v)),!0)))}function E(b,...k){let $=i("button",
{type:"button",class:"opscope-why opscope-there","data-number":b.number,title:b.step?`go to step ${b.step}`:"show it in \
the graph"},b.step?"Go there":"Show in graph"),v=i("button",{type:"button",class:"opscope-why opscope-ask-why","data-num\
ber":b.number,"aria-expanded":"false",title:`why ${b.value} is what it is in step ${b.step}`},"Why"),I=[...b.step||b.op>=
0?[$]:[],...!s&&b.value&&b.step&&b.origin!=="check"?[v]:[]];return i("div",{class:"opscope-finding","data-severity":b.severity},
i("div",{class:"opscope-finding-head"},i("span",{class:"opscope-severity"},b.severity),i("b",{},b.rule),...b.value?[i("c\
ode",{},b.called||b.value)]:[],...b.called?[i("span",{class:"opscope-called"},i("code",{},b.value))]:[],i("span",{class:"\
opscope-when"},za(b))),i("div",{class:"opscope-evidence"},b.evidence),...b.site?[i("code",{class:"opscope-line"},b.site+
(b.code?`: ${b.code}`:""))]:[],...b.operator?[i("code",{class:"opscope-line opscope-operator-text"},b.operator)]:[],...b.
suggestion?[i("div",{class:"opscope-try"},`Try: ${b.suggestion}`)]:[],...k,i("div",{class:"opscope-finding-buttons","dat\
a-asks":!0},...I))}return{el:i("div",{class:"opscope-findings"},p,l,u),update(b){y=!!b.recorded||s,g(a,"disabled",!b.recorded),
m=b.phase==="paused",g(r,"disabled",b.over||b.phase==="waiting");let{gradients:k}=b.fold;k!==x&&k?.step&&T(c,`Step ${k.step}\
: ${k.text}.`),x=k,g(u,"data-fixed",!y);let $=d?.ok&&b.explained?.asked===d.name&&b.explained.at===d.step?b.explained:null;
if($&&f.update($),T(l,ja(b,!!b.recorded&&!M)),b.findings===w)return;w=b.findings,S=new Map([...b.findings.values()].map(
W=>[W.number,W]));let v=is(b.findings),I=new Set([...u.querySelectorAll("details[open]")].map(W=>W.dataset.number));g(l,
"hidden",v.length>0),u.replaceChildren(...v.map(({finding:W,consequences:H})=>{let Y=i("details",{class:"opscope-consequ\
ences","data-number":W.number,open:I.has(String(W.number))},i("summary",{},`may explain ${H.length} more`),...H.map(D=>E(
D)));return i("li",{},E(W),...H.length?[Y]:[])}));let O=d&&u.querySelector(`.opscope-ask-why[data-number="${d.number}"]`);
O&&(g(O,"aria-expanded","true"),O.closest(".opscope-finding")?.append(h,f.el))}}}var _e=128,ls=36,Ha=Object.freeze([]),Ga=3,Ua=12;function qa(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Ua,Math.min(o-Ga,Math.floor(Math.log10(e)))),o]}var ps=new WeakMap;function Ka(e){let t=ps.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],ps.set(
e,t)}return t}function us(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var ds=Array.from({length:129},
(e,t)=>Ee(Ue(t/128)));function Va(e,t){return e.bad?Ee(pe.nan):e.rms?ds[Math.round(us(e.rms,t)*(ds.length-1))]:null}var fs={
id:"flow",label:"Gradient flow",short:"Flow",create:Xa,count:e=>Gt(e).length};function Xa({select:e,refresh:t,signal:o}){
let n=i("div",{class:"opscope-decades"}),s=i("div",{class:"opscope-strip-steps",title:"steps"}),a=i("div",{class:"opscop\
e-flow-row opscope-flow-head"},i("span",{},"parameter"),n,i("span",{},"RMS"),s),r=i("div",{class:"opscope-flow-body"}),c=i(
"div",{class:"opscope-nothing"},'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),
p=i("span"),l=i("span"),u=i("div",{class:"opscope-legend opscope-flow-legend"},i("span",{},"RMS gradient of each paramet\
er"),i("div",{class:"opscope-scale"},p,i("i",{style:`background: ${Nt()}`}),l),i("span",{class:"opscope-mark"},i("i",{style:`\
background: ${Ee(pe.nan)}`}),"NaN or Inf")),f=new Map;r.addEventListener("click",w=>{let y=w.target.closest("[data-name]");
y&&e(y.dataset.name??"")},{signal:o});let h=i("div",{class:"opscope-flow"},c,i("div",{class:"opscope-flow-table"},a,r,u));
h.addEventListener("scroll",t,{signal:o,passive:!0});let d=(w,y)=>w.history.get(y.name)?.points??Ha;return{el:h,update(w,{
selected:y}){let m=Gt(w);g(c,"hidden",m.length>0),g(a,"hidden",!m.length);let[x,M]=[1/0,0];for(let v of m){let[I,O]=Ka(d(
w,v));[x,M]=[Math.min(x,I),Math.max(M,O)]}let S=qa(x,M);Za(n,S);let A=Ya(m.map(v=>d(w,v)));Ja(s,A),T(p,V(10**S[0])),T(l,
V(10**S[1])),g(u,"hidden",!m.length);for(let v of m)f.has(v.name)||f.set(v.name,Qa(v.name));let B=m.map(v=>f.get(v.name));
ze(r,B.map(v=>v.el));let E=w.stopped?.step||null,b=ft(m),k=Math.floor((h.scrollTop-(r.offsetTop-h.offsetTop))/ls)-2,$=k+
Math.ceil(h.clientHeight/ls)+4;m.forEach((v,I)=>{if(I<k||I>$)return B[I].choose(v.name===y);B[I].update(v,b.get(v.name)??
v.name,w.history.get(v.name)??gt,{range:S,steps:A},$e(w,v),E),B[I].choose(v.name===y)})}}}function Ya(e){let t=e.filter(
o=>o.length);return t.length?[Math.min(...t.map(o=>o[0].step)),Math.max(...t.map(o=>o[o.length-1].step))]:[0,0]}function Ja(e,[
t,o]){let n=Math.floor(e.clientWidth/40),s=`${t} ${o} ${n}`;if(e.dataset.steps===s)return;e.dataset.steps=s;let a=()=>be(
t,o,n).filter(c=>Number.isInteger(c)&&c>=t),r=o>t&&n>1?n>2?a():[t,o]:[o];e.replaceChildren(...r.map(c=>{let p=(c-t+.5)/(o-
t+1),l=p<.12?0:p>.88?-100:-50;return i("span",{style:`left: ${(100*p).toFixed(2)}%; transform: translateX(${l}%)`},re(c))}))}
function Za(e,t){let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),a=[...t,s].join();if(e.dataset.range===
a)return;e.dataset.range=a;let r=Math.ceil((n-o)/s),c=[];for(let p=n;p>=o;p-=r){let l=`left: ${(100*(p-o)/(n-o)).toFixed(
2)}%`;c.push(i("span",{style:l},"10",i("sup",{},String(p).replace("-","−"))))}e.replaceChildren(...c)}function Qa(e){let t=mt(
e),o=i("i"),n=i("span",{class:"opscope-track"},o),s=i("span",{class:"opscope-number"}),a=i("canvas",{class:"opscope-stri\
p",width:_e,height:1,role:"img","aria-label":"RMS gradient over the steps"}),r=i("button",{class:"opscope-flow-row",type:"\
button","data-name":e},t,n,s,a),c="",p;return{el:r,choose:l=>g(r,"aria-pressed",l?"true":"false"),update(l,u,f,{range:h,
steps:d},w,y){let m=`${h} ${d} ${w} ${y} ${u}`;if(p===l&&c===m)return;p=l,c=m,g(r,"data-elsewhere",!!w),g(r,"title",w?`n\
ot computed yet: its value ${w}`:void 0);let{rms:x}=wt(l),M=ie(l);et(t,u.replaceAll("@GRAD","")),g(r,"data-health",M),g(
o,"data-nothing",x===null),g(n,"style",`--decade: ${(100/(h[1]-h[0])).toFixed(3)}%`),g(o,"style",`width: ${(100*(x===null?
1:us(x,h))).toFixed(2)}%`),T(s,l.nan?"NaN":l.inf?"Inf":V(x)),ei(a,f,{range:h,steps:d},y),g(a,"title",Te(f)||void 0)}}}function ei(e,t,{
range:o,steps:[n,s]},a){let{points:r,stride:c}=t,p=Te(t),l=e.getContext("2d");if(!l)return;l.clearRect(0,0,_e,1);let u=s-
n+1;r.forEach((f,h)=>{let d=r[h+1]?.step??f.step+1,w=Math.floor((f.step-n)/u*_e);if(!f.bad&&h+1<r.length&&Math.floor((d-
n)/u*_e)===w)return;let y=Va(f,o);y&&(l.fillStyle=y,l.globalAlpha=p?.35:1,l.fillRect(w,0,Math.ceil((d-n)/u*_e)-w,1),l.globalAlpha=
1,p&&l.fillRect(w,0,Math.max(2,Math.ceil(c/u*_e)),1))}),!(a===null||a<n||a>=n+u)&&(l.fillStyle=getComputedStyle(e).color,
l.fillRect(Math.floor((a-n)/u*_e),0,2,1))}var ti=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function It(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function hs(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Xt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Ce(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function ms(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(ti)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],a=K("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),r=K("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),c=K("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),p=K("g",{class:"opscope-gutter"},K("title"),a,r,c);return e.
append(p),p}function gs(e,t){g(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),g(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),g(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&T(ms(e).firstChild,hs(t))}function bs(e){let t=ms(e).firstChild;t.textContent||T(t,hs([]))}function go(e){let t=[];for(let o of e){let n=o.querySelector(":scope > .opscope-fold-fold")?23:0,s=Number(o.querySelector(
"rect")?.getAttribute("width")??0)-8-n;if(!(s<=0))for(let a of o.querySelectorAll("text"))a.getComputedTextLength()>s&&t.
push([a,s])}return()=>{for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(1)),o.setAttribute("lengthAdjust","spacing\
AndGlyphs")}}var Ke=["nan","inf","zeros","ok"],oi=2e5;function Ve(e,t){return e.program===t||!(e.program>=0)}function ws(e,t){let o=new Map,
n=new Map,s=[...e.values()].filter(a=>Ve(a,t));for(let a of e.values())o.set(`var-${a.name}`,ie(a));for(let a of s)n.set(
a.op,Math.max(n.get(a.op)??0,a.step));for(let a of s){let r=ie(a),c=o.get(`op-${a.op}`);a.step===n.get(a.op)&&(!c||Ke.indexOf(
r)<Ke.indexOf(c))&&o.set(`op-${a.op}`,r)}return o}function xs(e,t,o,n=new Map){let s=new Set;for(let a of t){let r=e.get(
a);s.add(`var-${a}`),r&&Ve(r,o)&&s.add(`op-${r.op}`)}for(let a of[...s]){let r=n.get(a);r!==void 0&&s.add(r)}return s}function ys(e,t){
let o=new Map;for(let[n,s]of e){let a=t.get(n);if(a===void 0)continue;let r=o.get(a);(!r||Ke.indexOf(s)<Ke.indexOf(r))&&
o.set(a,s)}return o}function ks(e){let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n==
"string"&&t.push(n),!Array.isArray(n))continue;let[s,a,r,c]=n;if([a,r].every(Number.isSafeInteger))for(let p=a;p<=r&&t.length<
oi;p++)t.push(`${s}${p}${c}`)}}catch{return[]}return t}function vs(e,t,o,n=[]){if(o.startsWith("var-"))return e.get(o.slice(
4))?.name;let s=new Set([o,...n]);return[...e.values()].filter(r=>Ve(r,t)&&s.has(`op-${r.op}`)||s.has(`var-${r.name}`)).
sort((r,c)=>Ke.indexOf(ie(r))-Ke.indexOf(ie(c)))[0]?.name}var ni=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),$s=/^(xmlns(:xlink)?|xml:space)$/,si=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),ri=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function ai(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!si.has(e)&&!ri.test(e)&&!$s.test(e)?!1:$s.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function Ms(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(Es(n),document.importNode(n,!0))}function Es(e){for(let{
name:t,value:o}of[...e.attributes])ai(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&ni.
has(t.localName)&&t.namespaceURI===e.namespaceURI?Es(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function Ss(e,t){let o=Ms(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[],labels:new Map,boxes:null};for(let s of["width","height"])o.removeAttribute(s);g(o,"role","group");for(let s of o.
querySelectorAll("g")){let a=s.getAttribute("data-src"),r=s.getAttribute("data-dst"),c=s.getAttribute("data-scope"),p=ks(
s.getAttribute("data-hides"));a!==null&&r!==null?n.links.push({src:a,dst:r}):p.length||/^(op|var)-/.test(s.id)?ii(n,s,p,
t&&c!==null):c!==null&&(n.frames.set(c,s),t&&Ls(s,"fold"))}return n}function ii(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.
folded.set(t.id,o);for(let s of o)e.hiddenIn.set(s,t.id);g(t,"data-node",t.id),g(t,"tabindex",-1),g(t,"role","button"),e.
labels.set(t.id,t.querySelector("title")?.textContent??t.id),g(t,"aria-label",e.labels.get(t.id)),n&&Ls(t,"open")}function Ls(e,t){
let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),n=o[o.length-1],s=l=>Number(n?.getAttribute(l)??0),a=s("x")+
s("width")-(t==="open"?0:11),r=s("y")+(t==="open"?0:11),c=t==="open"?`M${a-3},${r}h6M${a},${r-3}v6`:`M${a-3},${r}h6`,p=K(
"title");p.textContent=t==="open"?"open (Enter)":"fold (Backspace)",e.append(K("g",{class:`opscope-fold opscope-fold-${t}`},
p,K("circle",{cx:a,cy:r,r:6}),K("path",{d:c})))}function bo(e){return e.querySelector(":scope > rect, :scope > a > rect,\
 :scope > polygon")??e}function Bt(e){if(e.boxes)return e.boxes;let t=e.svg.querySelector("g")?.transform.baseVal.consolidate()?.
matrix;return e.boxes=new Map([...e.nodes,...e.frames].map(([o,n])=>{let s=bo(n).getBBox();return[o,{x:s.x+(t?.e??0),y:s.
y+(t?.f??0),w:s.width,h:s.height}]})),e.boxes}function wo(e,t){return!!(e&&t&&e.x<=t.x&&e.y<=t.y&&e.x+e.w>=t.x+t.w&&e.y+
e.h>=t.y+t.h)}function Ns(e,t,o){let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.
links.filter(l=>l.src===t).map(l=>l.dst):o==="ArrowUp"?e.links.filter(l=>l.dst===t).map(l=>l.src):[...e.nodes.keys()],a=o===
"ArrowRight"?1:o==="ArrowLeft"?-1:0,r=l=>(l.left+l.right)/2,c=null,p=1/0;for(let l of s){let u=e.nodes.get(l)?.getBoundingClientRect();
if(!u||l===t)continue;let f=r(u)-r(n),h=Math.abs(u.top-n.top);if(a&&f*a<=1)continue;let d=Math.abs(f)+(a?3:.2)*h;d<p&&([
c,p]=[l,d])}return c}var ci=150,Ts="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function As({search:e,choose:t,signal:o}){
let n=i("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Ts,"aria-label":`\
search the graph: ${Ts}`}),s=i("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),a=i("div",{class:"opscope-graph-find"},n,s),r=0,c="",p=null,l=()=>g(s,"hidden",!0),u=()=>{c=n.value.trim(),c?
e(c):l()};n.addEventListener("input",()=>{clearTimeout(r),r=window.setTimeout(u,ci)},{signal:o}),n.addEventListener("foc\
us",()=>g(s,"hidden",!c||!p||p.text!==c),{signal:o}),a.addEventListener("keydown",h=>{h.stopPropagation();let d=[...s.querySelectorAll(
"button")],w=d.findIndex(y=>y.matches(":focus"));if(h.key==="Escape")l(),n.focus();else if(h.key==="Enter"&&w<0)p?.text===
n.value.trim()?d[0]?.click():u();else if(h.key==="ArrowUp"&&w===0)n.focus();else if(h.key.startsWith("Arrow")&&h.key!=="\
ArrowLeft"&&h.key!=="ArrowRight")d[ce(h,w,d.length)??0]?.focus();else return;h.preventDefault()},{signal:o}),s.addEventListener(
"click",h=>{let d=h.target.closest("[data-found]");d&&(l(),t(d.getAttribute("data-found")??""))},{signal:o}),a.addEventListener(
"focusout",({relatedTarget:h})=>{a.contains(h)||l()},{signal:o}),document.addEventListener("pointerdown",h=>h.composedPath().
includes(a)||l(),{signal:o,capture:!0});function f(h){let d=h.ids.map((m,x)=>{let M=i("button",{class:"opscope-match",type:"\
button",role:"option",tabindex:-1,"data-found":m},i("b",{},h.labels[x]),i("span",{},h.details[x]));return g(M,"title",`${h.
labels[x]}
${h.details[x]}`),M}),w=h.total>d.length?` · the first ${d.length} are shown`:"",y=h.total===1?"1 node":`${h.total.toLocaleString(
"en")} nodes${w}`;s.replaceChildren(i("div",{class:"opscope-matches-head"},h.total?y:`Nothing matches "${h.text}".`),...d),
g(s,"hidden",!1)}return{el:a,focus:()=>n.focus(),update(h){h!==p&&(p=h,h&&h.text===c&&n.value.trim()===c&&a.contains(document.
activeElement)&&f(h))},enable:h=>g(a,"hidden",!h),clear:()=>T(s,"")}}var li={together:"in one",apart:"side by side",forward:"forward only"};function _s({view:e,draw:t,scopes:o,measure:n,search:s,
found:a,save:r,signal:c}){let p=i("span",{class:"opscope-graph-info"}),l=i("span",{class:"opscope-graph-number"}),u=(F,X,se)=>{
let ae=i("button",{type:"button",class:"opscope-tool",title:X,"aria-label":X},F);return ae.addEventListener("click",se,{
signal:c}),ae},f=(F,X,se)=>i("select",{class:`opscope-graph-choice opscope-graph-${F}`,title:X,"aria-label":X},...Object.
entries(se).map(([ae,te])=>i("option",{value:ae},te))),h=As({search:s,choose:a,signal:c}),d=f("arrangement","forward and\
 backward: each layer with its gradients, side by side, or forward only",li),w=Object.fromEntries(Object.entries(Me).map(
([F,{label:X}])=>[F,X])),y=f("colors","color the operators by",{health:"health",...w}),m=i("input",{class:"opscope-graph\
-since",type:"number",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare\
 with",hidden:!0}),x=u("Whole graph","back to the whole graph",()=>t({center:""})),M=!1,S=u("Fold all","fold all scopes",
()=>t({open:M?[]:o(),center:""})),A=f("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),B={later:i(
"span",{class:"opscope-key-later",title:"not computed yet where the run is paused",hidden:!0},i("i"),"not yet"),here:i("\
span",{class:"opscope-key-here",title:"where the run is",hidden:!0},i("i"),"here"),untapped:i("span",{title:"no tap watc\
hes its result",hidden:!0},i("i"),"not tapped")},E=i("div",{class:"opscope-key"},...["ok","zeros","Inf","NaN"].map(F=>i(
"span",{"data-health":F.toLowerCase()},i("i"),F)),B.later,B.untapped,B.here),b=i("span"),k=i("span"),$=i("span",{class:"\
opscope-graph-when"}),v=i("div",{class:"opscope-key opscope-ramp",hidden:!0},$,b,i("i"),k,l),I=i("div",{class:"opscope-t\
ools"},u("+","zoom in",()=>e.zoom(1)),u("−","zoom out",()=>e.zoom(-1)),u("fit","fit the whole graph",e.fit),A),O=i("di\
v",{class:"opscope-graph-bar",hidden:!0},h.el,i("label",{class:"opscope-graph-by"},"gradients",d),i("label",{class:"opsc\
ope-graph-by"},"color",y),m,S,x);for(let F of O.children)g(F,"data-asks",!0);let W=i("div",{class:"opscope-graph-keys",title:"\
drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},E,v,p),H=i("div",{class:"opscope-graph-foot"},W,I),
Y=new Map,D="",_="",ee="",U=!1,Q={by:"health",selected:"",against:0},j=()=>{Q.by=y.value,_="",g(m,"hidden",Q.by!=="chang\
e"),Q.against=Math.max(0,Math.round(Number(m.value)||0)),n()};y.addEventListener("change",j,{signal:c}),m.addEventListener(
"change",j,{signal:c}),m.addEventListener("keydown",F=>F.stopPropagation(),{signal:c}),d.addEventListener("change",()=>t(
{arrangement:d.value,first:!0,center:""}),{signal:c}),A.addEventListener("change",()=>{A.value&&r(A.value),A.value=""},{
signal:c});function C(){T(p,_||(U?"drawing …":ee)),g(W,"data-refused",!!_)}function G(){let F=Y.get(D);T(l,F===void 0?
"":Me[Q.by]?.text(F)??"")}return Object.assign(Q,{el:O,foot:H,focusSearch:h.focus,wait(F){U=F,C()},measured(F,X){return _=
F?"":X,C(),!F},read(F){D=F,G()},drawn(F,X,se){g(O,"hidden",!F.arrangement||se),F.arrangement&&(d.value=F.arrangement),g(
x,"hidden",!F.center),M=F.open.length>0,g(S,"hidden",!!F.center||!M&&!F.hidden),T(S,M?"Fold all":"Unfold");for(let te of[
"title","aria-label"])g(S,te,M?"fold all scopes":"unfold the scopes in sight");let ae=F.hidden?`, ${F.hidden.toLocaleString(
"en")} nodes folded`:"";ee=X?`${F.ops.toLocaleString("en")} operators${ae}`:"",C()},update(F,X,se){Q.selected=X,h.update(
F.fold.found);let ae=!!F.graph?.eager;for(let te of y.options)te.disabled=te.value!=="health"&&(se||!F.recorded||ae&&te.
value==="time");g(y,"title",`color the operators by${ae?"; calls of eager code have no times":""}`)},legend(F,X,se,ae){Y=
X;for(let te of["later","untapped","here"])g(B[te],"hidden",!ae[te]);if(g(E,"hidden",Q.by!=="health"),g(v,"hidden",!F),F){
let te=Me[F.by];T(b,te.text(se.low)),T(k,te.text(se.high));let he=F.against?`steps ${F.against} and ${F.step}`:`step ${F.
step}`;T($,he),g(v,"title",`${te.label}, ${he}: ${te.about}`)}G()}})}function Cs(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...pi(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function pi(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=r=>({name:"goto",label:`Go to here in st\
ep ${r}`,kind:"Goto",fields:{step:r,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let a={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),a]:[a]}function Is({choose:e,
frame:t,signal:o}){let n=i("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],a=null,r=(p=!1)=>{n.hidden||
(g(n,"hidden",!0),p&&(a?.isConnected?a:t).focus({preventScroll:!0}))};n.addEventListener("click",p=>{let l=[...n.querySelectorAll(
"button")].findIndex(u=>u.contains(p.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",p=>{let l=[
...n.querySelectorAll("button")],u=ce(p,l.findIndex(f=>f.matches(":focus")),l.length);if(u!==null)l[u].focus();else if(p.
key==="Escape")r(!0);else return;p.preventDefault(),p.stopPropagation()},{signal:o});let c=p=>{p.composedPath().includes(
n)||r()};return document.addEventListener("pointerdown",c,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,
passive:!0}),t.addEventListener("keydown",p=>p.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(p,l,u,f){if(!p.length)
return r();s=p,a=f;let h=i("div",{class:"opscope-menu-head"},i("b",{},l),` ${u}`);n.replaceChildren(h,...s.map(M=>i("but\
ton",{class:`opscope-menu-item opscope-menu-${M.name}`,type:"button",role:"menuitem"},M.label))),g(n,"hidden",!1);let d=t.
getBoundingClientRect(),w=f.getBoundingClientRect(),m=w.right+8+n.offsetWidth<=d.right?w.right+8-d.left:Math.max(4,w.left-
16-n.offsetWidth-d.left),x=Math.max(4,Math.min(d.height-n.offsetHeight-4,(w.top+w.bottom)/2-d.top-16));n.style.left=`${m}\
px`,n.style.top=`${x}px`},focus:()=>n.querySelector("button")?.focus()}}var Ie=132,Xe=96,Bs=8;function xo(e){let t=Math.min(Ie/e.w,Xe/e.h);return{scale:t,x:(Ie-e.w*t)/2,y:(Xe-e.h*t)/2}}function di(e,t,o){
let[n,s]=[(Ie+2*Bs)*t,(Xe+2*Bs)*t],[a,r]=["",1/0];for(let c of["right bottom","left bottom","right top","left top"]){let p=c.
startsWith("right")?e.x+e.w-n:e.x,l=c.endsWith("bottom")?e.y+e.h-s:e.y,u=o.filter(f=>f.x<p+n&&p<f.x+f.w&&f.y<l+s&&l<f.y+
f.h).length;u<r&&([a,r]=[c,u])}return a}function Os(e,t){let o=i("canvas",{width:Ie*2,height:Xe*2}),n=i("div",{class:"op\
scope-sight"}),s=i("div",{class:"opscope-minimap",hidden:!0,title:"the whole graph; click to go there","aria-hidden":"tr\
ue"},o,n),a={x:0,y:0,w:1,h:1},r=c=>{let p=o.getBoundingClientRect(),[l,u]=[xo(a),p.width/Ie||1];e(a.x+((c.clientX-p.left)/
u-l.x)/l.scale,a.y+((c.clientY-p.top)/u-l.y)/l.scale)};return s.addEventListener("pointerdown",c=>{c.preventDefault(),c.
stopPropagation(),s.setPointerCapture(c.pointerId),r(c)},{signal:t}),s.addEventListener("pointermove",c=>c.buttons&1&&r(
c),{signal:t}),{el:s,draw(c,p){a=c;let l=o.getContext("2d");if(!l)return;let{scale:u,x:f,y:h}=xo(c);l.setTransform(2,0,0,
2,0,0),l.clearRect(0,0,Ie,Xe);for(let{box:d,color:w}of p){l.fillStyle=w;let[y,m]=[Math.max(1.5,d.w*u),Math.max(1.5,d.h*u)];
l.fillRect(f+(d.x-c.x)*u,h+(d.y-c.y)*u,y,m)}},place(c,p,l){g(s,"data-corner",di(c,p,l))},update(c,p){a=p;let{scale:l,x:u,
y:f}=xo(p),h=c.x<=p.x+1&&c.y<=p.y+1&&c.x+c.w>=p.x+p.w-1&&c.y+c.h>=p.y+p.h-1;if(g(s,"hidden",h),h)return;let d=Math.max(0,
u+(c.x-p.x)*l),w=Math.max(0,f+(c.y-p.y)*l),y=Math.min(Ie,u+(c.x+c.w-p.x)*l),m=Math.min(Xe,f+(c.y+c.h-p.y)*l);n.style.cssText=
`left:${d}px;top:${w}px;width:${Math.max(4,y-d)}px;height:${Math.max(4,m-w)}px`}}}function Ot(e,t,o=.5,n=.5){let s=e.w/t,a=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-a),w:s,h:a}}function ui(e,t,o=0){let n=Math.
max(t.w/40/e.w,Math.min(1,Math.max(t.w*4,o)/e.w));return n===1?e:Ot(e,1/n)}function fi(e,t){let o=(n,s,a,r)=>s>=r?a+(r-s)/
2:Math.max(a,Math.min(a+r-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function Rs(e,t,o,n=e.x+e.w/2){let s=Math.
max(1,Math.min(1,t/e.w,o/e.h)),a=t/s,r=o/s;return{x:a<e.w?Math.max(e.x,Math.min(e.x+e.w-a,n-a/2)):e.x+(e.w-a)/2,y:r<e.h?
e.y:e.y+(e.h-r)/2,w:a,h:r}}function hi(e,t){let o=e.reduce((r,c)=>Math.min(r,c.y),1/0),n=r=>Math.abs(r.x+r.w/2-t.x-t.w/2),
s=e.filter(r=>r.y<o+r.h),a=s.reduce((r,c)=>n(c)<n(r)?c:r,s[0]);return a&&a.x+a.w/2}function mi(e,t){return e.left<t.right&&
t.left<e.right&&e.top<t.bottom&&t.top<e.bottom}function Ps(e,t,o=()=>{},n){let s=null,a={x:0,y:0,w:1,h:1},r=a,c=null,p=!1,
l=r,u="",[f,h]=[0,0],d=()=>[],w=()=>{l=r,e.style.removeProperty("transform"),s?.setAttribute("viewBox",`${r.x} ${r.y} ${r.
w} ${r.h}`),o(r,a)},y=(b,k)=>{[r,u]=[b,""],e.style.setProperty("transform",`translate(${(l.x-r.x)/k}px, ${(l.y-r.y)/k}px\
)`),o(r,a)},m=(b,k="")=>(u=k,r=ui(b,a,f),w()),x=()=>r!==l&&w(),M=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);function S(){
let b=Rs(a,f,h);m(b.w<a.w?Rs(a,f,h,hi(d(),b)):b,"start")}function A(){let b=Math.max(r.w/f,r.h/h),k=!!(f&&h);if([f,h]=[e.
clientWidth,e.clientHeight],!s||!k||!f||!h)return;let[$,v]=[f*b,h*b];u==="start"?S():u==="fit"?m(a,"fit"):m({x:r.x+(r.w-
$)/2,y:r.y,w:$,h:v})}let B=new ResizeObserver(A);B.observe(e),t.addEventListener("abort",()=>B.disconnect()),e.addEventListener(
"wheel",b=>{if(!s||!(b.ctrlKey||b.metaKey))return;b.preventDefault(),x();let k=e.getBoundingClientRect();m(Ot(r,Math.exp(
-b.deltaY*.002),(b.clientX-k.left)/k.width,(b.clientY-k.top)/k.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",b=>{b.button||!s||(c={x:b.clientX,y:b.clientY,box:r,unit:M()},p=!1)},{signal:t}),e.addEventListener("pointermov\
e",b=>{if(!c)return;let k=b.clientX-c.x,$=b.clientY-c.y;if(!p&&Math.hypot(k,$)<4)return;p||e.setPointerCapture(b.pointerId),
p=!0;let v={...c.box,x:c.box.x-k*c.unit,y:c.box.y-$*c.unit};v.w===l.w&&v.h===l.h?y(v,c.unit):m(v)},{signal:t});let E=()=>{
c=null,x()};for(let b of["pointerup","pointercancel"])e.addEventListener(b,E,{signal:t});return e.addEventListener("clic\
k",b=>{p&&b.stopPropagation(),p=!1},{signal:t,capture:!0}),e.addEventListener("keydown",b=>{let k={"+":1.25,"=":1.25,"-":.8}[b.
key],$=b.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[b.key];if(k)m(Ot(r,k));else if($)m(
{...r,x:r.x+$[0]*40*M(),y:r.y+$[1]*40*M()});else if(b.key==="0")m(a,"fit");else return;b.preventDefault()},{signal:t}),{
attach(b,k=!1){s=b;let $=s?.viewBox.baseVal;a=$&&$.width?{x:$.x,y:$.y,w:$.width,h:$.height}:{x:0,y:0,w:100,h:100},k||(r=
a),w()},hold(b,k){let $=b.getBoundingClientRect();m({...r,x:r.x+($.left-k.left)*M(),y:r.y+($.top-k.top)*M()})},center:(b,k)=>m(
{...r,x:b-r.w/2,y:k-r.h/2}),zoom:b=>m(Ot(r,b>0?1.25:1/1.25)),fit:()=>m(a,"fit"),whole:()=>a,box:()=>r,sight(){let[b,k,$]=[
M(),e.clientWidth,e.clientHeight],[v,I]=[k*b,$*b];return[{x:r.x+(r.w-v)/2,y:r.y+(r.h-I)/2,w:v,h:I},b]},start(b){d=b,[f,h]=
[e.clientWidth,e.clientHeight],S()},restore(b){[f,h]=[e.clientWidth,e.clientHeight],m(b)},reveal(b){x();let k=e.getBoundingClientRect(),
$=b.getBoundingClientRect();if($.left>=k.left&&$.right<=k.right&&$.top>=k.top&&$.bottom<=k.bottom&&!(n&&mi($,n.getBoundingClientRect())))
return;let I=($.left+$.right-k.left-k.right)/2,O=($.top+$.bottom-k.top-k.bottom)/2;m(fi({...r,x:r.x+I*M(),y:r.y+O*M()},a))}}}var gi=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function bi(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,a)=>{let r=getComputedStyle(o[a]);s.setAttribute("style",gi.map(c=>`${c}:${r.getPropertyValue(c)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=wi(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function wi(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function yo(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Fs(e,t,o,n){if(t==="dot")return yo(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=bi(e),a=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return yo(a,"graph.svg");let r=new Image,c=URL.createObjectURL(a);r.src=c,await r.decode();let p=document.createElement(
"canvas"),l=Math.min(2,8e3/Math.max(r.width,r.height));p.width=Math.round(r.width*l),p.height=Math.round(r.height*l);let u=p.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,p.width,p.height),u.drawImage(r,0,0,p.width,p.height)),URL.revokeObjectURL(
c),p.toBlob(f=>f&&yo(f,"graph.png"),"image/png")}var Ds={id:"graph",label:"Graph",create:yi},xi=[];function yi({select:e,ask:t,open:o,offline:n,memory:s,signal:a}){let r=i(
"div",{class:"opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a\
 scope, Backspace folds it, slash searches, plus and minus zoom"}),c=Os((N,P)=>p.center(N,P),a),p=Ps(r,a,W,c.el),l=_s({view:p,
draw:N=>ee(N.center===""&&w?.center?{...N,reveal:w.center}:N),scopes:Q,measure:j,search:N=>t("SearchGraph",{text:N}),found:N=>ee(
{reveal:N}),save:C,signal:a}),u=Is({choose:G,frame:r,signal:a}),f=i("div",{class:"opscope-nothing"}),h=i("div",{class:"o\
pscope-graph-tab"},l.el,i("div",{class:"opscope-graph-box"},r,u.el,f,c.el),l.foot),d=null,w=null,y=!0,m=s.graph??null,x=!1,
M=!1,S=!1,A=!1,B="",E="",b="",k=null,$,v,I="",O=0;function W(N,P){let L=c.el.hidden;c.update(N,P),L&&!c.el.hidden&&x&&d?.
boxes&&c.place(...p.sight(),ye()),H()}function H(){w&&d&&(s.graph={drawn:Y(w),box:p.box()})}let Y=N=>[N.program,N.arrangement,
N.center,...N.open].join(" "),D=N=>d?.nodes.get(N)??d?.nodes.get(d.hiddenIn.get(N)??""),_=N=>N?.getAttribute("data-node")??
"";function ee(N){w?.arrangement&&(l.wait(!0),t("DrawGraph",{open:w.open,arrangement:w.arrangement,...N},()=>l.wait(!1)))}
function U(N,P,L){if(!w)return;let R=L.getBoundingClientRect();k={scope:N,left:R.left,top:R.top};let z=q=>q===N||q.startsWith(
`${N}/`);ee({open:P?[...w.open,N]:w.open.filter(q=>!z(q)),center:P?w.center:""})}function Q(){return[...d?.nodes??[]].filter(
([,N])=>N.hasAttribute("data-scope")).map(([N])=>N)}function j(){O=$?.stopped?.step||0;let{by:N,against:P}=l;N!=="health"&&
t("MeasureOperators",{by:N,step:O,against:P},(L,R)=>l.measured(L,R)),$&&Le($)}function C(N){let P=getComputedStyle(h).getPropertyValue(
"--o-ground")||"#ffffff";d&&w&&Fs(d.svg,N,w.dot,P)}function G({kind:N,fields:P}){let{id:L,spec:R,op:z}=P,q=L===void 0?void 0:
d?.nodes.get(L);N==="compose"?o("code",R):N==="attributes"?o("code",z):N==="open"&&q?U(L,!0,q):N==="center"?ee({center:L,
reveal:L}):N!=="open"&&t(N,P)}function F(N,P){let L=_(N),R=d?.folded.get(L),z=vs(P.values,w?.program??-1,L,R);z&&e(z,!1),
b=L;let q=[];w?.arrangement&&!n&&(N.hasAttribute("data-scope")&&q.push({name:"open",label:"Open",kind:"open",fields:{id:L}}),
q.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:L}}));let Z=n?-1:Ce(L),J=N.querySelector(
"text")?.textContent??"";u.show([...Z>=0?Cs(P,Z):[],...q],J,Z>=0?`op ${Z}`:R?`${R.length} inside`:"",N)}r.addEventListener(
"click",N=>{let P=N.target,R=P.closest(".opscope-fold")?.closest("[data-scope]");if(R)return U(R.getAttribute("data-scop\
e")??"",R.hasAttribute("data-node"),R);let z=P.closest("[data-node]");if(!z||!$)return;let q=_(z);if(!n&&(P.closest(".op\
scope-gutter")||Ce(q)>=0&&N.altKey))return ae(q);F(z,$)},{signal:a}),r.addEventListener("dblclick",N=>{let P=N.target.closest(
"[data-node][data-scope]");!P||n||!w?.arrangement||(u.close(),U(_(P),!0,P))},{signal:a}),r.addEventListener("pointerover",
N=>{let P=N.target.closest("[data-node]");P&&Ce(_(P))>=0&&!n&&bs(P),l.read(P?_(P):"")},{signal:a}),r.addEventListener("f\
ocusin",({target:N})=>b=_(N)||b,{signal:a}),r.addEventListener("keydown",N=>X(N)&&(N.preventDefault(),N.stopPropagation()),
{signal:a});function X(N){if(!d||!$||N.altKey||N.ctrlKey||N.metaKey||N.shiftKey)return!1;let P=d.nodes.get(b);if(N.key===
"/"&&w?.arrangement)return l.focusSearch(),!0;if(N.key.startsWith("Arrow")){let L=P?Ns(d,b,N.key):_(D(B)??[...d.nodes.values()][0]??
null);return L&&se(L),!0}if(!P)return!1;if(N.key==="Enter"||N.key===" ")return P.hasAttribute("data-scope")&&w?.arrangement&&
!n?U(b,!0,P):(F(P,$),u.focus()),!0;if(N.key==="Backspace"){let L=Bt(d),R=[...d.frames].filter(([z])=>wo(L.get(z),L.get(b))).
at(-1);return R&&w?.arrangement&&U(R[0],!1,R[1]),!0}return!1}function se(N){let P=d?.nodes.get(N);P&&(b=N,p.reveal(P),P.
focus({preventScroll:!0}),l.read(N))}function ae(N){let P=he(It($?te($):[]),N);for(let{number:L}of P)t("ClearBreakpoint",
{number:L});!P.length&&Ce(N)>=0&&t("SetBreakpoint",{spec:`id:${Ce(N)}`})}function te(N){let P=N.fold.breakpoints;return P&&
w&&Ve(P,w.program)?N.breakpoints:xi}function he(N,P){return[...new Set((d?.folded.get(P)??[P]).flatMap(L=>N.get(Ce(L))??
[]))]}function ct(N){if(N===v||!x||!d)return;v=N;let P=It(N);for(let[L,R]of d.nodes)L.startsWith("var-")||gs(R,he(P,L))}
function we(N){let P=!!(d&&w?.arrangement&&w.program===N.program);if(d=Ss(N.svg,!!N.arrangement&&!n),v=void 0,B=I="",u.close(),
r.replaceChildren(),p.attach(null,P),d){r.append(d.svg),p.attach(d.svg,P),y=!P,S=!x,M=!0;let L=S?()=>{}:go(Be());P&&xe(N),
L()}T(f,d?"":"The graph could not be read."),g(f,"hidden",!!d),l.drawn(N,!!d,n)}function xe(N){let P=k?.scope??"",L=d?.nodes.
get(P)??d?.frames.get(P);if(d?.nodes.has(P))b=P;else if(d&&L&&x){let R=Bt(d);b=[...d.nodes.keys()].find(z=>wo(R.get(P),R.
get(z)))??b}k&&L?p.hold(L,k):p.start(ye),k=null,N.reveal&&([E,b]=[N.reveal,N.reveal]),A=r.contains(document.activeElement)||
document.activeElement===document.body||!!N.reveal}function Le(N){if(!d||!w)return;let P=ws(N.present,w.program),L=ys(P,
d.hiddenIn),R=xs(N.values,N.absent,w.program,d.hiddenIn),z=D(N.stopped?`op-${N.stopped.op}`:""),q={later:!1,untapped:!1,
here:!!z},Z=N.values.get(l.selected),J=Z&&(D(`var-${l.selected}`)??(Ve(Z,w.program)?D(`op-${Z.op}`):null)),ne=l.by!=="he\
alth"&&N.fold.measured?.by===l.by?N.fold.measured:null,oe=ne?Nn(ne,d.hiddenIn):new Map,fe=Tn(l.by,oe.values()),de=It(te(
N));for(let[ue,me]of d.nodes){let Oe=d.folded.has(ue)?L.get(ue):P.get(ue),lt=!Oe&&R.has(ue);q.later||=lt,q.untapped||=!Oe&&
!lt;let Vs=[Oe&&Oe!=="ok"?Fe[Oe]:"",lt?"not computed yet":"",me===z?"the run is here":"",!ue.startsWith("var-")&&he(de,ue).
length?"breakpoint":""];g(me,"aria-label",[d.labels.get(ue),...Vs].filter(Boolean).join(", ")),g(me,"data-health",l.by!==
"health"?void 0:Oe),g(me,"data-later",l.by==="health"&&lt),g(me,"data-selected",me===J);let pt=oe.get(ue);g(me,"data-hea\
t",pt===void 0?l.by==="health"?void 0:"none":(fe.at(pt)*100).toFixed(0)),me.style.setProperty("--heat",pt===void 0?"0%":
`${(8+84*fe.at(pt)).toFixed(0)}%`)}l.legend(ne,oe,fe,q);let ke=`${document.body.dataset.jpThemeLight} ${l.by} ${ne?.step}\
 ${[...P.values()].join()}`;ke!==I&&x&&(I=ke,Pt())}let Be=()=>[...d?.nodes.values()??[],...d?.frames.values()??[]];function ye(){
let N=d&&Bt(d);return[...d?.nodes.keys()??[]].flatMap(P=>N?.get(P)??[])}function Pt(){let N=[...d?.nodes.values()??[]].map(
P=>getComputedStyle(bo(P)).stroke);c.draw(p.whole(),ye().map((P,L)=>({box:P,color:N[L]})))}return{el:h,open(N){E=`op-${N}`,
d&&!d.nodes.has(E)&&d.hiddenIn.has(E)&&ee({reveal:E})},update(N,{selected:P}){x=r.clientWidth>0,N.graph&&N.graph!==w&&(N.
graph.svg!==w?.svg||N.graph.reveal)?we(N.graph):!N.graph&&!$&&T(f,"No graph yet. A program is drawn when it first runs, \
eager code at each stop and step."),w=N.graph,y&&x&&d&&(y=!1,m&&w&&m.drawn===Y(w)?p.restore(m.box):p.start(ye),m=null),S&&
d&&x&&(S=!1,go(Be())()),$=N,l.by!=="health"&&N.stopped&&N.stopped.step!==O&&!n&&j(),l.update(N,P,n),Le(N),ct(te(N));let L=N.
stopped?`op-${N.stopped.op}`:"",R=D(L);if(L!==B){let q=D(B);for(let Z of["data-current","data-past"])q&&g(q,Z,!1);R&&g(R,
"data-current",!0),E||=L,B=L}R&&g(R,"data-past",N.stopped?.past);let z=D(E);z&&x&&p.reveal(z),E="",x&&H(),M&&x&&(M=!1,c.
place(...p.sight(),ye())),A&&d?.nodes.get(b)?.focus({preventScroll:!0}),A=!1}}}var[zs]=Ze.Warned,js="limit"in zs&&zs.limit||1/0,Ws={id:"notes",label:"Notes",create:ki,count:$i};function ki({select:e,
signal:t}){let o=i("div",{class:"opscope-nothing"},"Nothing to report."),n=i("pre",{class:"opscope-error"}),s=i("div",{class:"\
opscope-notes-rows"}),a=i("div",{class:"opscope-notes-older",hidden:!0},`The newest ${js} notes are kept; those before t\
hem are gone.`),r,c=0;return s.addEventListener("click",p=>{let l=p.target.closest("[data-name]");l&&e(l.dataset.name??"")},
{signal:t}),{el:i("div",{class:"opscope-notes"},o,n,s,a),update(p){if(T(n,p.error),g(n,"hidden",!p.error),g(o,"hidden",!!p.
error||p.warnings.size>0),g(a,"hidden",p.warnings.size<js),p.warnings===r&&p.values.size===c)return;r=p.warnings,c=p.values.
size;let l=[...p.warnings.values()].reverse();s.replaceChildren(...l.map(u=>vi(u,p.values.has(u.subject))))}}}function vi({
subject:e,text:t,count:o},n){let s=[i("code",{},e),i("span",{},t)];return o>1&&s.push(i("span",{class:"opscope-note-coun\
t",title:`${o} times`},`×${o}`)),n?i("button",{class:"opscope-note",type:"button","data-name":e},...s):i("div",{class:"\
opscope-note"},...s)}function $i(e){return e.warnings.size+(e.error?1:0)}var Ye=[as,fs,Ds,On,cs,Ws];var Hs=50,Mi=0;function Gs(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),a=n?Re(e):new Set,r=f=>s.every(h=>f.
toLowerCase().includes(h)),[c,p]=[s.filter(f=>/^\d+$/.test(f)),s.filter(f=>!/^\d+$/.test(f))],l=c.length===1&&p.every(f=>[
"go","to","step","goto"].includes(f))?Number(c[0]):NaN,u=o&&l>=o[0]&&l<=o[1]?[{label:`Go to step ${l}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:l}}]:[];for(let{kind:f,label:h,about:d,key:w}of Ne)a.has(f)&&r(`${h} ${d}`)&&u.push({label:h,about:d,
key:w,deed:{send:f}});for(let{id:f,label:h}of Ye)r(`show ${h} tab`)&&u.push({label:`Show ${h}`,about:"tab",deed:{tab:f}});
r("keys shortcuts help")&&u.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let f of e.values.
values()){if(u.length>=Hs)break;if(!r(`value ${f.name} ${f.called} ${f.op_type}`))continue;let[h,d]=ve(f);u.push({label:h,
about:["value",d,f.op_type].filter(Boolean).join(" · "),deed:{value:f.name}})}return u.slice(0,Hs)}function Us({root:e,
find:t,act:o,signal:n}){let s=i("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),a=i("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),r=i("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,a),c=`opscope-palette-${++Mi}`,p=[],l=0,u=null;function f(){
[...a.children].forEach((m,x)=>g(m,"aria-selected",x===l?"true":"false"));let y=a.children[l];y?.scrollIntoView({block:"\
nearest"}),g(s,"aria-activedescendant",y?.id)}function h(){p=t(s.value),l=0;let y=p.map(({label:m,about:x,key:M},S)=>i("\
div",{class:"opscope-choice",role:"option",id:`${c}-${S}`,"data-at":S},i("b",{},m),i("span",{},x),...M?[i("kbd",{},M)]:[]));
a.replaceChildren(...y.length?y:[i("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function d(y){if(y!==
!r.hidden){if(y&&(u=e.ownerDocument.activeElement),g(r,"hidden",!y),!y)return(u&&e.contains(u)?u:e).focus({preventScroll:!0});
s.value="",h(),s.focus({preventScroll:!0})}}function w(y){let m=p[y];m&&(d(!1),o(m.deed))}return s.addEventListener("inp\
ut",h,{signal:n}),s.addEventListener("blur",y=>{r.contains(y.relatedTarget)||g(r,"hidden",!0)},{signal:n}),a.addEventListener(
"pointerdown",y=>y.preventDefault(),{signal:n}),a.addEventListener("click",y=>{let m=y.target.closest("[data-at]");m&&w(
Number(m.dataset.at))},{signal:n}),e.addEventListener("keydown",y=>{if((y.ctrlKey||y.metaKey)&&!y.altKey&&!y.shiftKey&&y.
key.toLowerCase()==="k")d(!!r.hidden);else{if(r.hidden||y.target!==s)return;if(y.key==="Escape")d(!1);else if(y.key==="E\
nter")w(l);else{let m=["ArrowUp","ArrowDown"].includes(y.key)&&p.length?ce(y,l,p.length):null;if(m===null)return void y.
stopPropagation();l=m,f()}}y.preventDefault(),y.stopPropagation()},{signal:n,capture:!0}),{el:r,open:()=>d(!0)}}var Ei=0;function qs(e,t,o){let n=new Map(e.map(p=>[p.id,i("span",{class:"opscope-count"})])),s=e.map(p=>{let l=n.get(p.
id),u=p.short?[i("span",{class:"opscope-long"},p.label),i("span",{class:"opscope-short"},p.short)]:[p.label];return i("b\
utton",{class:`opscope-tab opscope-tab-${p.id}`,type:"button",role:"tab"},...u,l)}),a=i("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((p,l)=>{s[l].id=`opscope-tab-${++Ei}`,g(p.el,"role","tabpanel"),g(p.el,"aria-labelledby",s[l].
id)});let r=0;function c(p){r=p,e.forEach((l,u)=>{g(s[u],"aria-selected",u===r?"true":"false"),g(s[u],"tabindex",u===r?0:
-1),g(l.el,"hidden",u!==r)})}return a.addEventListener("click",p=>{let l=s.findIndex(u=>u.contains(p.target));l<0||(c(l),
t())},{signal:o}),a.addEventListener("keydown",p=>{let l=ce(p,r,e.length);l!==null&&(p.preventDefault(),c(l),s[l].focus(),
t())},{signal:o}),c(0),{el:i("main",{class:"opscope-main"},a,...e.map(p=>p.el)),get open(){return e[r].id},show:p=>c(Math.
max(0,e.findIndex(l=>l.id===p))),count(p,l){let u=n.get(p);u&&T(u,l?String(l):"")}}}var Si=1e4,Li=new Set(Ne.map(e=>e.kind)),Ks=new Set(["FetchDetail","WatchDetail"]);function Ni(e){let{forward:t,parameters:o,
gradients:n}=vt(e),s=[...t,...o,...n],a=r=>e.details.get(r)?.step??-1;return s.reduce((r,{name:c})=>a(c)>a(r)?c:r,s[0]?.
name??"")}function Rt({model:e,el:t,signal:o,page:n,memory:s={}}){let a=!!n,r=e.get?.("selected")||s.selected||"",c="",p=!0,
l,u=new Map,f={},h=null,d=!0,w=C=>[...u.values()].some(({kind:G,since:F})=>C(G)&&Date.now()-F<Si),y=i("div",{class:"opsc\
ope-panel",role:"region","aria-label":"opscope panel","data-offline":a,tabindex:a?void 0:0}),m=(C,G={},F=void 0)=>{if(delete f[C],
!p)return F?.(!1,Oo);u.set(ee.command(C,G),{kind:C,done:F,since:Date.now()})},x=(C,G=!0)=>{l?.values.has(C)&&(C!==r&&(d=
!1),r=s.selected=C,M(C),G&&H.show("tensor"),ee.refresh())};function M(C){!e.get||l&&kt(l,e.get("selected"))===C||(e.set?.(
"selected",C),p&&e.save_changes?.())}let S=()=>{let C=l&&kt(l,e.get?.("selected")??"");C&&x(C,!1)};e.get&&(e.on("change:\
selected",S),o.addEventListener("abort",()=>e.off("change:selected",S)));function A(C){d=!0,p&&m("WatchDetail",{name:C})}
let B=()=>ee.refresh(),E=(C,G)=>{H.show(C),W.get(C)?.open?.(G),B()},b=C=>m(C),k=un(m),$=(C,G=-1)=>{if(n)return n.goTo(C);
k.goTo(C,G),B()},v=C=>{if(n)return n.steps;let G=Kt(C);return p&&G&&G.last>G.first?[G.first,G.last]:null},I=gn({send:b,ask:m,
seek:k,refresh:B,offline:a,signal:o}),O=yn({select:C=>x(C,H.open!=="graph"),refresh:B,memory:s,signal:o}),W=new Map(Ye.map(
C=>[C.id,C.create({select:x,ask:m,open:E,refresh:B,goTo:$,reach:v,offline:a,memory:s,signal:o})])),H=qs(Ye.map(({id:C,label:G,
short:F})=>({id:C,label:G,short:F,el:W.get(C).el})),B,o);y.addEventListener("keydown",C=>{let G=vo(C);!G||!l||!p||!Re(l).
has(G)||a||(C.preventDefault(),(!C.repeat||!w(F=>Li.has(F)))&&b(G))},{signal:o}),H.show(s.tab??=e.get?.("tab")||"tensor");
let Y=Po(),D=bn({root:y,offline:a,signal:o}),_=Us({root:y,find:C=>l?Gs(l,C,v(l),p&&!a):[],act:C=>{"send"in C?b(C.send):"\
step"in C?$(C.step):"value"in C?x(C.value):"keys"in C?D.button.click():H.show(C.tab),B()},signal:o});I.el.querySelector(
".opscope-headline")?.append(D.button),y.append(Y.el,I.el,i("div",{class:"opscope-body"},O.el,H.el),D.el,_.el),t.append(
y),wn({root:y,memory:s,offline:a,signal:o});let ee=nn({model:e,el:y,signal:o,paint:U});function U(C,G){p=G==="live";let F=H.
open==="tensor"&&s.tab!=="tensor";ee.show(H.open),s.tab=H.open,Y.update(G),g(y,"data-lost",!p),p||u.clear(),C!==l&&j(C),
l=C,C.values.has(r)||(c||=r,r=kt(C,c)||Ni(C),r&&(c=""),r&&(s.selected=r),r&&p&&!e.get?.("selected")&&M(r),d=!r),F&&r&&p&&
!a&&(d=!1),d||(f={}),g(y,"data-past",C.stopped?.past),I.update(C,p,Object.entries(f).find(([X])=>!Ks.has(X))?.[1]??""),O.
update(C,r);for(let X of Ye)H.count(X.id,X.count?.(C)??0);W.get(H.open)?.update(C,{selected:r,refusal:p?f.FetchDetail??f.
WatchDetail??"":Ro});for(let X of y.querySelectorAll("[data-asks]"))g(X,"inert",!p);Q(C)}function Q(C){let G=C.stopped!==
h&&H.open==="tensor"&&!a&&p&&!w(F=>Ks.has(F));d?G&&C.stopped&&r&&m("FetchDetail",{name:r}):A(r),G&&(h=C.stopped)}function j(C){
l&&(C.phase!==l.phase||C.stopped!==l.stopped)&&(f={}),l&&C.runs>l.runs&&C.values.has(r)&&(d=!1);for(let G of C.responses){
let F=u.get(G.request);if(!F)continue;u.delete(G.request);let X=G.ok?G.text:G.text||`${F.kind} was refused`;!G.ok&&!F.done?.(
!1,X)&&(f[F.kind]=X),G.ok&&F.done?.(!0,X)}}return y}function Ti(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Ai(e){let t=new Set,o=e.length,n=0,
s=()=>{let a={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let r of t)r(a,[])};return{on:(a,r)=>{t.add(
r)},off:(a,r)=>{t.delete(r)},send:a=>a.kind==="attach"&&queueMicrotask(s),upTo(a){o=a,s()}}}function _i(e,t){let o=t.split(
`
`).filter(h=>h.trim()).map(jo),n=Ai(o),{steps:s,ends:a}=Ti(o),r=new AbortController().signal,c=()=>{},p=Rt({model:n,el:e,
signal:r,page:{goTo:h=>c(h),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let l=i("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=i("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;c=h=>{
l.value=String(Math.max(0,s.filter(d=>d<=h).length-1)),l.dispatchEvent(new Event("input"))},l.addEventListener("input",()=>{
T(u,`step ${s[Number(l.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(a[Number(l.value)])})}),p.querySelector(".op\
scope-headline")?.append(i("label",{class:"opscope-scrub"},l,u))}var Kd=()=>{let e={};return{render({model:t,el:o,signal:n}){Rt({model:t,el:o,signal:n,memory:e})}}};export{Kd as default,_i as replay};
