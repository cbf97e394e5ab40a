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
flat(),Ys=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],ko=["StepBack","ReverseContinue","Goto"];function Re(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...Ys,
...ko,...o])}return new Set(e.over&&e.recorded?[...t,...ko]:t)}function vo(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Le.find(o=>o.key===e.key)?.kind}
function $o({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Je=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
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
rule:"newest",slot:"responses",limit:64}]},Mo=256,Eo=.9;var Lo="−";function V(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Lo)}function Pe(e){return e.length?e.join("×"):"scalar"}var Xs=13,
Js=9,So=16;function No(e){let t=e.includes(" · ");if(e.length<=So&&!t)return[e,""];let o=e.replace(/^[^ ]*\.(?=\d+\.)/,
"…");if(o.length<=So&&!t)return[o,""];let n=t?/_?\d+$/g:/[._/@]/g,a=[...o.matchAll(n)].map(({index:r})=>o.slice(r)).filter(
r=>r.length<=Xs)[0]??o.slice(-Js);return[o.slice(0,-a.length),a]}function To(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Qe(e,t=1){if(e===0||e===1)return`${100*e}%`;let o=10**-t,n=(100*e).toFixed(
t);return e>0&&Number(n)===0?`<${o.toFixed(t)}%`:e<1&&Number(n)>=100?`>${(100-o).toFixed(t)}%`:`${n}%`}function Ao(e){return Qe(
e,e<.0995?1:0).replace("%"," %")}function _o(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ae(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function Dt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ie(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Eo?"zeros":"ok"}var Fe={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function ke(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function dt(e){return ke(e).filter(Boolean).join(", ")}
function ut(e){let t=[...e].map(n=>[n.name,ke(n)[0]]),o=new Map;for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(
t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:s]))}function ft(e){return e.grad_of||e.role==="backward"?"gradi\
ents":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function Co(e,t,o){if(e.length<2)return e.length?
[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function Ne(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let a of[10,5,2,1]){let r=s*
a,c=Math.ceil(e/r-1e-9),p=Math.floor(t/r+1e-9);if(p-c+1>=o-1||a===1)return Array.from({length:p-c+1},(l,u)=>(c+u)*r)}return[]}
function De(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",Lo)}var Zs="http://www.w3.org/2000/svg";function i(e,t={},...o){let n=document.createElement(e);return Io(n,t),n.append(...o),
n}function K(e,t={},...o){let n=document.createElementNS(Zs,e);return Io(n,t),n.append(...o),n}function ht(e){let t=i("s\
pan",{class:"opscope-name"});return et(t,e),t}function et(e,t){if(e.title===t)return;e.title=t;let[o,n]=No(t);e.replaceChildren(
i("span",{},o),...n?[i("span",{class:"opscope-name-end"},n)]:[])}function Io(e,t){for(let[o,n]of Object.entries(t))g(e,o,
n)}function g(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function A(e,t){e.textContent!==t&&(e.textContent=t)}function ze(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var Oo="no kernel answers",Ro="No kernel answers, and the elements of this value were not kept.",Qs={live:"",waiting:"",
lost:"The kernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cel\
l again to go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run \
the cell to start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Bo(e){
return Qs[e]}function Po(){let e=i("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){A(e,Bo(t)),
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
charCodeAt(0)):o)}async function Go(e){let t=new Blob([Ho(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Ho)}}function Ho(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var Wo="\
application/vnd.jupyter.widget-state+json",or=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function jt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[Wo]?.state??{};if(s[t]?.
state?.frame===n)return;let a=JSON.stringify(o.toJSON().cells),r=Object.fromEntries(Object.entries(s).filter(([p,{state:l}])=>!l?.
frame||a.includes(p))),c=Object.fromEntries(or.map(p=>[p,e.get?.(p)]).filter(([,p])=>p!==void 0));r[t]={model_module:c._model_module,
model_module_version:c._model_module_version,model_name:c._model_name,state:c},o.setMetadata("widgets",{[Wo]:{version_major:2,
version_minor:0,state:r}})}var mt={points:[],stride:1,seen:0,first:0};function Ko({points:e,stride:t,seen:o,first:n},s,a){let r=e.slice(),c=r.at(-1)?.
step;a&&s.length&&(c===void 0||a.first>=c)&&(o+=a.seen-(a.first===c?1:0)),c===void 0&&(n=a?.first??s[0]?.step??0);for(let p of s)
if(!(r.length&&p.step<r[r.length-1].step))for(!a&&p.step!==r.at(-1)?.step&&(o+=1),Uo(r,p,t);r.length>Mo;){t*=2;let l=[];
for(let u of r)Uo(l,u,t);r=l}return{points:r,stride:t,seen:o,first:n}}function Te(e){let t=e?.points.at(-1)?.step,o=e&&t!==
void 0?t-e.first+1:0;return e&&e.seen<o?`sampled: ${e.seen.toLocaleString("en")} of ${o.toLocaleString("en")} steps`:""}
function Uo(e,t,o){let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=nr(n,t):e.push(t)}
function nr(e,t){return{step:t.step,mean:t.mean,min:qo(Math.min,e.min,t.min),max:qo(Math.max,e.max,t.max),rms:t.rms,bad:Math.
max(e.bad,t.bad)}}function qo(e,t,o){return t===null||o===null?t===null?o:t:e(t,o)}function gt(e,t){return e.reduce((o,n)=>!o||
Math.abs(n.step-t)<Math.abs(o.step-t)?n:o,void 0)}function bt(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,
e.std);return{step:e.step,mean:e.mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function Vo(e){return(e.tapped??[]).map(
(t,o)=>{let n=e.tapped_scalars?.[o]??null;return[t,{step:e.step,mean:n,min:n,max:n,rms:n===null?null:Math.abs(n),bad:n===
null?1:0}]})}function wt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],{step:e.step,mean:t,min:t,max:t,
rms:null,bad:t===null?1:0}])}function Yo(e,t){let o=new Ht(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points,n);else if(Object.
hasOwn(Ze,n.kind))for(let s of Ze[n.kind])sr(o,s,n);return o.slots}var Ht=class{constructor(t){this.slots={...t},this.copied=
new Set}table(t){return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){
for(let o of t)this.slots[o]=Je[o],this.copied.delete(o)}addPoints(t,o,n,s){let a=this.table(t);a.set(o,Ko(a.get(o)??mt,
n,s))}};function sr(e,t,o){switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),
e.slots[t.slot]=o;break;case"latestByKey":{let n=e.table(t.slot),s=t.key.map(r=>o[r]),a=s.length===1&&typeof s[0]=="stri\
ng"?s[0]:JSON.stringify(s);t.limit!==null&&n.delete(a),n.set(a,o);for(let r of n.keys()){if(t.limit===null||n.size<=t.limit)
break;n.delete(r)}break}case"newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points===
"statistics")e.addPoints(t.slot,o.name,[bt(o)]);else for(let[n,s]of t.points==="tapped"?Vo(o):wt(o))e.addPoints(t.slot,n,
[s]);break;case"restart":e.clear(Object.keys(Je).filter(n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var rr=Object.freeze([]),ar=new Set,xt=Object.freeze({...Xo(Je),runs:0,reached:0});function Wt(e,t){return{...Xo(Yo(e.fold,t),e),...t.reduce(ir,e)}}function ir({runs:e,reached:t},o){switch(o.kind){case"R\
unStarted":return{runs:e+1,reached:0};case"Stopped":return{runs:e,reached:Math.max(t,o.step)};default:return{runs:e,reached:t}}}
function Xo(e,t){let o=e.past_stop??e.stopped,n=[...e.steps.values()].at(-1),s=e.place?t&&t.fold.place===e.place?t.absent:
new Set(e.place.absent):ar,a=t&&t.absent===s&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",
place:e.started?.place??"",rules:e.started?.rules??!1,phase:cr(e),stopped:o,over:!!e.terminated,error:e.terminated?.error??
"",search:e.search?.total?e.search:null,recorded:e.recorded?.last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.
slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:pr(e.breakpoints),exceptions:e.breakpoints?.exceptions??
rr,step:n?.step??0,seconds:n?n.pace||n.seconds:null,scalars:lr(e),scalarHistory:e.scalars,scalarNames:new Map([...e.steps.
values()].flatMap(r=>r.names.map((c,p)=>[c,r.called?.[p]??""]))),graph:e.graph,values:e.values,present:a?t.present:dr(e.
values,o,s),absent:s,history:e.history,details:e.details,warnings:e.warnings,findings:e.findings,explained:e.explained,responses:e.
responses}}function cr(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)return"running";if(!e.terminated)return e.
started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t==="failed"||t==="stopped"?t:"finished"}function lr(e){
let t=new Map([...e.steps.values()].flatMap(n=>wt(n).map(([s,a])=>[s,a.mean]))),o=Object.create(null);for(let n of e.scalars.
keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function pr(e){return(e?.numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].
split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??
!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",condition:e?.conditions[o]??"",hits:e?.hits[o]??0,
ops:n,...s}})}function dr(e,t,o){return t?new Map([...e].filter(([n,s])=>s.step===t.step&&!o.has(n))):e}function Jo(e){return e.
stopped?.past?e.stopped.step:e.stopped?.step||je(e)}function ve(e,t){return e.present.has(t.name)?"":t.step===e.stopped?.
step?`later in step ${t.step}`:`step ${t.step}`}function Zo(e,t){return e.over&&!e.stopped&&t.step<je(e)?`step ${t.step}`:
""}function Qo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&(e.present.get(
n)??tn(e.present,n));if(s)return[n,{value:s.mean,when:""}];let a=o&&t?t.names.indexOf(n):-1;if(a>=0&&!t?.later?.includes(
n))return[n,{value:t?.scalars[a]??null,when:""}];let r=e.scalarHistory.get(n)?.points??[],c=o?.past?gt(r,o.step):r.at(-1),
p=a>=0?t?.scalars[a]??null:o?.past?c?.mean??null:e.scalars[n],l=a>=0?t?.step:c?.step,u=o&&o.op<0&&!o.depth,f=l===o?.step?
u?"":`later in step ${l}`:`step ${l}`;return[n,{value:p,when:o&&l!==void 0?f:""}]}))}function en(e,t,{value:o,when:n}){let s=e.
scalarHistory.get(t),a=s?.points.at(-1),r=e.stopped?.step??0;return!s||!a||n||r<=a.step?s:{...s,points:[...s.points,{...a,
step:r,mean:o,min:o,max:o}]}}function tn(e,t){let o=[...e.values()].filter(n=>(n.called??"").split(", ").includes(t));return o.
length===1?o[0]:void 0}function yt(e,t){return e.values.has(t)?t:tn(e.values,t)?.name??""}function Ae(e,t){let o=e.values.
get(t);return o?ke(o)[0]:t}function je(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function kt(e,t=""){let o=t.
trim().toLowerCase(),n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.
called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&n[ft(s)].push(s);for(let s of Object.values(n))s.sort((a,r)=>a.
op-r.op||(a.name<r.name?-1:1));return n}function Gt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort(
(t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var on=250,ur=2.5,fr=["dead","terminating","restarting","autorestarting"],vt=2500,hr=400,mr=6e4;function gr(e,t){return t.
kind==="batch"&&t.n!==e+1}function br(e,t,o,n){return t?n.n>e:o>vt}function nn({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),a=Math.floor(Math.random()*2**20)*2**20,r=xt,c=0,p=!1,l=!1,u=!1,f=!1,h=0,d="",b=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,x="live",m=Date.now(),w=0,E=vt,S=vt,M=[],_="",$=!1,y=j=>{try{e.send(j)}catch{
m=0}},k=()=>{h=0,d=b();try{n(r,x)}finally{f&&y({kind:"ack",n:c,view:s}),f=!1}},v=()=>{!h&&l&&!o.aborted&&(h=requestAnimationFrame(
k))},T=()=>{p=!1,w=Date.now(),y({kind:"attach",view:s,tab:_})},O=()=>{let j=l&&!document.hidden;j!==u&&(u=j,m=Date.now(),
u?T():y({kind:"detach",view:s}),v())},B=async()=>{let j=e.get?.("frame");if(!j||c||$)return;$=!0;let{message:I,buffers:W}=await Go(
j);c||(r=Wt(xt,zt(I,W)),x==="live"&&(x="waiting"),v())},q=()=>{if(l&&b()!==d&&v(),!u||!S)return;let j=Date.now()-m;!c&&j>
hr&&B();let I=e.widget_manager?.kernel,W=!!I&&(I?.isDisposed||fr.includes(I?.status??""));if(j<(W?on:S))return;!W&&Date.
now()-w>E&&(E=Math.min(2*E,mr),T());let F=c?"lost":$?"saved":"nothing";F!==x&&(x=F,v())},H="",X=j=>{H=j,jt(e,j)},D=()=>H&&
jt(e,H),C=(j,I)=>{if(m=Date.now(),x!=="live"&&(x="live",j.kind!=="snapshot"))return T();if(E=vt,j.kind==="beat"){u&&br(c,
p,m-w,j)&&T();return}if(j.beat&&(S=ur*1e3*j.beat),j.id&&X(j.id),!(j.kind==="batch"&&!p)){if(gr(c,j))return T();r=Wt(j.kind===
"snapshot"?xt:r,zt(j,I,M)),c=j.n,p=!0,f||=!!j.ack,v()}},ee=new IntersectionObserver(j=>{l=j[j.length-1].isIntersecting,O()},
{rootMargin:"100px"}),G=new ResizeObserver(v);e.on("msg:custom",C),e.get&&e.on("change:frame",D),ee.observe(t),G.observe(
t),document.addEventListener("visibilitychange",O,{signal:o}),e.get||(S=0),y({kind:"render",view:s});let Q=setInterval(q,
on);return o.addEventListener("abort",()=>{e.off("msg:custom",C),e.get&&e.off("change:frame",D),ee.disconnect(),G.disconnect(),
cancelAnimationFrame(h),clearInterval(Q),u&&y({kind:"detach",view:s})}),{refresh:v,show(j){j!==_&&(_=j,u&&y({kind:"show",
view:s,tab:_}))},command(j,I={}){return y({kind:j,request:++a,...I}),a}}}var wr=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),xr=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],yr=new RegExp(xr.map(e=>e.source).join("|"),"giu");function Ut(e){let t=[],o=0;for(let n of e.
matchAll(yr)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
a=>n.groups?.[a]!==void 0);t.push([s==="word"?kr(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function kr(e,t){return wr.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function vr(e){return e.split(/[/\\]/).at(
-1)||e}function sn(){let e=i("span",{class:"opscope-line-number"}),t=i("code",{}),o=i("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,a){g(o,"hidden",!n),g(o,"title",`${n}:${s}
${a}`),A(e,`${vr(n)}:${s}`),t.textContent!==a&&t.replaceChildren(...Ut(a).map(([r,c])=>r==="plain"?c:i("span",{"data-tok\
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
A(t,f?an(f,Ae(l,f.name)):"");let d=Er(l);A(o,f&&!d?cn(f):""),A(n,f&&!d?ln(f.past?{...f,step:null}:f):""),A(s,u||d||(f?"":
h||Mr(l))),g(a,"data-bad",!!u||!f&&!!h);let b=!u&&!f&&l.phase==="running"&&!!qt(l);g(a,"data-slow",b),g(a,"title",u||(b?
qt(l):rn(l))),g(o,"data-reason",f?.reason),A(r,$r(l)),g(r,"hidden",!f?.past),g(p,"data-past",f?.past),g(p,"data-empty",!f&&
!s.textContent),g(p,"hidden",e&&!f&&!h),c.update(f?.path??"",f?.line??0,f?.source??""),g(p,"data-source",!!f?.path)}}}var Sr=64,Lr=2**-23;function Nr(e,t,o){let n=Math.max(1,Math.ceil(e.length/Sr)),s=e.filter((m,w)=>(e.length-1-w)%n===0),
a=s.flatMap(m=>m.mean===null?[]:[m.mean]),r=Math.min(...a),c=Math.max(...s.flatMap(m=>[m.min??0,m.max??0,m.mean??0].map(
Math.abs))),p=Math.max(...a)-r,l=p>Lr*c?p:0,u=s[0]?.step??0,f=(s.at(-1)?.step??0)-u||1,h="",d="",b="",x="M";for(let m of s){
let w=(1+(m.step-u)/f*(t-2)).toFixed(1);if(m.bad&&(d+=`M${w},${o-3}V${o}`),m.mean===null){x="M";continue}let E=l>0?o-4-(m.
mean-r)/l*(o-6):o/2;h+=`${x}${w},${E.toFixed(1)}`,b+=`M${w},${E.toFixed(1)}h0`,x="L"}return{line:h,bad:d,marks:b}}function $t(e,t){
let o=K("path",{class:"opscope-spark-line"}),n=K("path",{class:"opscope-spark-bad"}),s=K("path",{class:"opscope-spark-ma\
rks"}),a=K("title",{}),r=K("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,preserveAspectRatio:"no\
ne","aria-hidden":"true"},a,o,s,n),c;return{el:r,update(p){if(p===c)return;c=p;let l=Nr(p?.points??[],e,t);g(o,"d",l.line),
g(n,"d",l.bad);let u=Te(p);g(s,"d",u?l.marks:""),A(a,u)}}}var Tr=[64e6,256e6,1e9,4e9],Ar={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function _r(e){return[...new Set([...Tr,e])].sort((t,o)=>t-o)}function Cr({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Ao(t.recording)}`}function dn({
ask:e,signal:t}){let o=i("span",{class:"opscope-label"}),n=i("i",{class:"opscope-switch"}),s=i("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),a=i("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),r=i("span",{class:"opscope-bytes"}),c=i("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),p=i("span",{class:"opscope-limit"},"of ",c),l=i("span",{class:"opscope-memory"},r,
p),u=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),c.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(c.value)}),{signal:t}),{toggle:s,cost:a,memory:l,update(h){u=!!h.recording?.on;let d=!!h.
recording&&!h.over;A(o,d?"Recording":"Recorded"),s.disabled=!d,g(s,"aria-checked",u&&d?"true":"false"),g(s,"title",d?Ar[u?
"off":"on"]:void 0);for(let b of[n,a,p])g(b,"hidden",!d);A(a,Cr(h)),A(r,Dt(h.recorded?.bytes??0)),h.recording&&h.recording.
budget!==f&&(f=h.recording.budget,c.replaceChildren(..._r(f).map(b=>i("option",{value:b,selected:b===f},Dt(b)))))}}}var Ir=1e4;function un(e,t=Date.now){let o=null,n=null,s=-1,a=null,r=null,c=!1,p=0,l=()=>r!==null&&t()-r<Ir,u=(h,d)=>{let b=++p;
r=t(),c=h==="Pause",e(h,d,x=>{b===p&&(x||(o=n=null),(!x||!c)&&(r=null))})},f=h=>{c&&h.phase!=="running"&&(c=!1,r=null),!(n===
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
"input",()=>(t.goTo(Number(s.value)),o()),{signal:n});function f(d,b,x){let m=E=>Math.max(0,Math.min(1,(E-d)/Math.max(1,
b-d))),w=`${d} ${b} ${x}`;w!==h&&(h=w,a.replaceChildren(...x.flatMap((E,S)=>S%2||E>b?[]:[i("i",{style:`left: ${(100*m(E)).
toFixed(2)}%; right: ${(100*(1-m(x[S+1]))).toFixed(2)}%`})])))}let h="";return{el:u,update(d){let b=Kt(d);g(u,"hidden",!b&&
!d.recording),l.update(d),t.follow(d);let x=b?Math.min(b.last,Math.max(b.first,t.target??b.at)):0,[m,w]=b?[b.first,b.last]:
[0,0];g(s,"min",m),g(s,"max",w),s.disabled=m===w||d.phase==="waiting",Number(s.value)!==x&&(s.value=String(x)),s.style.setProperty(
"--at",`${100*(x-m)/Math.max(1,w-m)}%`),g(u,"data-past",!!d.stopped?.past),g(u,"data-phase",d.recording?.on===!1?"off":d.
phase),g(s,"aria-valuetext",b?`step ${x} of ${w}`:"no step yet"),A(r,m>1?`from ${m}`:""),A(p,b?`step ${x} / ${w}`:"no st\
ep yet"),g(c,"title",b?`steps ${Br(m,w,d.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),f(m,w,d.recorded?.
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
-rate"),b=i("div",{class:"opscope-metrics"},h.el,d.el),x=i("div",{class:"opscope-headline"},i("div",{class:"opscope-name\
s"},r,c),p),m=i("header",{class:"opscope-header"},x,l.el);s||(x.append(f.el),m.append(u.el)),m.append(b);let w=new Map;return{
el:m,update(E,S,M){A(r,E.title||"run"),g(r,"title",E.title),A(c,E.place),g(p,"data-past",E.stopped?.past);let _=!S&&(E.phase===
"running"||E.phase==="waiting");g(p,"data-phase",_?"gone":E.phase),A(p,_?"no kernel":Fr(E)),l.update(E,M),s||(u.update(E),
f.update(E,S)),h.update(String(Jo(E))),d.update(zr(E));let $=[...Qo(E)].slice(0,Pr);for(let[y,k]of $){let v=w.get(y)??Vt(
y,"opscope-scalar",!0);w.set(y,v),v.update(Dr(k.value),en(E,y,k),k.when,E.scalarNames.get(y))}g(d.el,"hidden",E.phase!==
"running"&&!s),ze(b,[h.el,d.el,...$.map(([y])=>w.get(y).el)])}}}function Vt(e,t,o=!1){let n=i("span",{class:`opscope-num\
ber ${t}`}),s=$t(96,30),a=i("span",{class:"opscope-label",title:e},e),r=i("span",{class:"opscope-when"}),c=i("div",{class:"\
opscope-metric"},i("div",{},a,n,...o?[r]:[]));return o&&c.append(s.el),{el:c,update(p,l,u="",f=""){A(a,f||e),g(a,"title",
f?`${f}, ${e}`:e),A(n,p),A(r,u),g(c,"data-elsewhere",!!u),g(n,"data-bad",p===mn),o&&s.update(l)}}}var jr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["Anywhere","Esc","leave the panel: the keys are the notebook's again"],["List of values","↑ \
↓ Home End","select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to anoth\
er step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","\
Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["E\
lements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ H\
ome End","to another line"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of \
the line"],["Evaluation line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Hr(e){let t=new Map,
o=e?[]:Le.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,a]of[...o,...jr])t.set(n,[...t.
get(n)??[],[s,a]]);return t}function bn({root:e,offline:t,signal:o}){let n=i("button",{class:"opscope-button",type:"butt\
on"},"Close"),s=[...Hr(t)].map(([l,u])=>i("section",{},i("h4",{},l),i("dl",{},...u.flatMap(([f,h])=>[i("dt",{},...f.split(
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
p,tt,"true")))},{signal:n,capture:!0})}var xn="later",Wr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function yn({select:e,
refresh:t,memory:o,signal:n}){let s=i("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-la\
bel":"filter values"}),a=i("span",{class:"opscope-found"}),r=i("div",{class:"opscope-rows",role:"listbox","aria-label":"\
values",tabindex:0}),c=i("aside",{class:"opscope-list"},i("div",{class:"opscope-search"},s,a),r),p=new Map,l=[],u="",f=Object.
fromEntries(Object.entries(Wr).map(([d,b])=>[d,Gr(b)]));return s.value=o.filter??"",s.addEventListener("input",()=>(o.filter=
s.value,t()),{signal:n}),r.addEventListener("scroll",t,{signal:n,passive:!0}),r.addEventListener("click",d=>{let b=d.target.
closest("[data-name]");b&&e(b.dataset.name??"")},{signal:n}),r.addEventListener("keydown",d=>{let b=ce(d,l.indexOf(u),l.
length);b!==null&&(d.preventDefault(),e(l[b]),p.get(l[b])?.el.scrollIntoView({block:"nearest"}))},{signal:n}),{el:c,update(d,b){
u=b;let x=kt(d,s.value);l=[];let m=[];for(let[S,M]of Object.entries(x)){if(!M.length)continue;let _=f[S];A(_.count,String(
M.length)),m.push(_.el);for(let $ of M){let y=p.get($.name)??qr($.name);p.set($.name,y),l.push($.name),m.push(y.el)}}ze(
r,m),g(r,"aria-activedescendant",p.get(b)?.el.id);let w=d.values.size,E=d.cost?.hz&&!d.over?` · ${_o(d.cost.hz)}`:"";A(
a,`${l.length===w?w:`${l.length} of ${w}`}${E}`),g(a,"title",E?"each value is summarized so often: more would take over \
a twentieth of the time":void 0),g(r,"data-empty",w?l.length?void 0:"No value matches the filter.":"Values appear here a\
s soon as the run sends them."),h(d,b)}};function h(d,b){let{clientHeight:x,scrollTop:m}=r,w=l.map(_=>p.get(_)),E=w[0]?.
el.offsetHeight||44,S=ut(d.values.values()),M=w.map(_=>_.el.offsetTop-m);w.forEach((_,$)=>{let y=l[$],k=M[$]>-2*E&&M[$]<
x+2*E;g(_.el,"aria-selected",y===b?"true":"false");let v=d.values.get(y);k&&v&&_.update(v,S.get(y)??y,d.history.get(y),ve(
d,v),Zo(d,v))})}}function Gr(e){let t=i("span");return{el:i("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}
var Ur=0;function qr(e){let t=i("span",{class:"opscope-pill"}),o=ht(e),n=i("span",{class:"opscope-spec"}),s=i("span",{class:"\
opscope-mean"}),a=i("span",{class:"opscope-std"}),r=$t(52,26),c=i("div",{class:"opscope-row",role:"option","data-name":e,
id:`opscope-value-${++Ur}`},o,t,n,s,a,r.el),p,l="";return{el:c,update(u,f,h,d,b){r.update(h);let[x,m]=[d.startsWith(xn)?
xn:d||b,`${d}, ${b}, ${f}`];if(u===p&&m===l)return;p=u,l=m,g(c,"data-elsewhere",!!d);let w=ie(u);g(c,"data-health",w),et(
o,f),g(o,"title",dt(u)),A(t,w==="ok"?"":Fe[w]),A(n,`${x?`${x}  `:""}${Pe(u.shape)}  ${To(u.dtype)}`),A(s,u.dtype.startsWith(
"complex")&&u.mean!==null?`|·| ${V(u.mean)}`:V(u.mean)),A(a,u.std===null||!u.shape.length?"":`± ${V(u.std)}`)}}}var Kr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return i("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function kn({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=le("condition-field","only i\
f … (optional)","condition"),a=le("hits-field","1","stop from this hit on","number"),r=i("input",{class:"opscope-log-f\
ield",type:"checkbox"}),c=le("message-field","message, as: loss is {loss}","log message; values stand in braces"),p=i("b\
utton",{class:"opscope-button opscope-add",type:"submit"},"Add"),l=i("button",{class:"opscope-button opscope-cancel",type:"\
button",hidden:!0},"Cancel"),u=i("span",{class:"opscope-logging"},i("label",{title:"write a note at each hit, and go on"},
r," only log"),c),f=i("summary",{},"Hits, log …"),h=i("details",{class:"opscope-breakpoint-more"},f,i("div",{},i("labe\
l",{},"stop from hit ",a),u)),d=i("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,p,l,h);g(a,"min",1),g(c,"h\
idden",!0);let b=null,x=S=>{t(S),g(n,"aria-invalid",S?"true":void 0)},m=()=>Math.max(1,Math.round(Number(a.value)||1));function w(S){
b=S,n.value=S?.spec??"",n.readOnly=!!S,s.value=S?.condition??"",a.value=S&&S.wanted>1?String(S.wanted):"",r.checked=!1,c.
value="",g(c,"hidden",!0),g(u,"hidden",!!S),A(p,S?`Change ${S.number}`:"Add"),g(l,"hidden",!S),S&&(h.open=S.wanted>1||h.
open),x("")}function E(){let S={spec:n.value.trim(),condition:s.value.trim(),hits:m()};if(!S.spec)return x(Kr);x("");let M=(_,$)=>{
let y=n.value.trim()===S.spec&&s.value.trim()===S.condition;return _&&y&&w(null),(!_||$)&&x($),!0};b?e("ChangeBreakpoint",
{number:b.number,enabled:b.enabled,condition:S.condition,hits:S.hits},M):e("SetBreakpoint",{spec:S.spec,condition:S.condition,
...S.hits>1&&{hits:S.hits},...r.checked&&{log:!0,message:c.value.trim()}},M)}d.addEventListener("submit",S=>(S.preventDefault(),
E()),{signal:o}),l.addEventListener("click",()=>w(null),{signal:o}),r.addEventListener("change",()=>g(c,"hidden",!r.checked),
{signal:o});for(let S of[n,s,a,c])S.addEventListener("input",()=>x(""),{signal:o}),S.addEventListener("keydown",M=>{M.key===
"Escape"&&b&&w(null),!(M.key!=="Enter"||M.isComposing)&&(M.preventDefault(),d.requestSubmit())},{signal:o});return{el:d,
problem:x,change(S){w(S),s.focus()},compose(S){w(null),n.value=S,s.focus()}}}var Vr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Yr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Yt(e){return`${ae(e)} ${e===
1?"hit":"hits"}`}function Xr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Jr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var vn={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Zr,count:e=>e.breakpoints.length};function Zr({ask:e,open:t,offline:o,signal:n}){
let s=i("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),r=kn({ask:e,showProblem:m=>{A(s,m),g(s,"hidden",
!m)},signal:n}),c=i("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),p=i("div",{class:"opscope-breakpoint-rows"}),l=i("div",
{class:"opscope-breakpoints"}),u=Vr.map(([m,w])=>({name:m,box:i("input",{type:"checkbox","data-filter":m}),title:w})),f=i(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...u.map(({name:m,box:w,title:E})=>i("label",{title:E},w,` ${m}`))),o||l.append(r.el,f,s),l.append(c,p);let h,d=[],
b=(m,w)=>(r.problem(m?"":w),!0);f.addEventListener("change",()=>{let m=u.filter(({box:w})=>w.checked).map(({name:w})=>w);
e("SetExceptionFilters",{filters:m},b)},{signal:n}),p.addEventListener("click",m=>{let w=m.target,E=w.closest("[data-num\
ber]"),S=d.find(({number:M})=>M===Number(E?.dataset.number));S&&(w.closest(".opscope-remove")?e("ClearBreakpoint",{number:S.
number},b):w.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:S.number,enabled:!S.enabled,condition:S.condition,
hits:S.wanted},b):w.closest(".opscope-breakpoint-condition")?r.change(S):w.closest(".opscope-breakpoint-ops")&&t("graph",
S.ops[0]))},{signal:n});function x(m,w){let E={"data-conditional":!!m.condition,"data-off":!m.enabled,"data-hollow":!m.verified,
"data-log":!!m.log},S=Jr(m),M=Xr(m),_=i("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":m.
enabled?"true":"false","aria-label":S,title:S,disabled:o,...E}),$=i("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!m.ops.length},Yr(m)),y=i("button",{class:"opscope-breakpoint-condition",type:"\
button",title:M?`${M}; click to change`:"set a condition","aria-label":`condition of breakpoint ${m.number}: ${M||"alway\
s"}`,disabled:o},M),k=i("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${m.number}`});return k.append(K("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},K("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),i("div",{class:"opscope-breakpoint","data-number":m.
number,"data-op":m.ops[0],"data-here":w,"data-off":!m.enabled},_,i("span",{class:"opscope-breakpoint-number"},String(m.number)),
i("code",{class:"opscope-breakpoint-spec",title:m.spec},m.spec),y,$,i("span",{class:"opscope-breakpoint-hits"},Yt(m.hits)),
...o?[]:[k],...m.problem?[i("div",{class:"opscope-breakpoint-problem"},m.problem)]:[])}return{el:l,open:m=>r.compose(String(
m)),update(m){g(c,"hidden",m.breakpoints.length>0);for(let{name:_,box:$}of u)$!==document.activeElement&&($.checked=m.exceptions.
includes(_));let w=m.stopped?.reason.endsWith("breakpoint")?m.stopped.op:-1,E=JSON.stringify([m.breakpoints,w]);if(E===h)
return;h=E,d=m.breakpoints;let S=document.activeElement?.closest?.("[data-number]"),M=p.contains(S)?document.activeElement.
className:"";p.replaceChildren(...d.map(_=>x(_,_.ops.includes(w)))),M&&p.querySelector(`[data-number="${S?.dataset.number}\
"] .${M}`)?.focus({preventScroll:!0})}}}function $n(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function Mn(e){return e.functions.
map((t,o)=>o).reverse()}function En({ask:e,show:t,refresh:o,signal:n}){let s=i("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),a=i("div",{class:"opscope-empty"}),r=i("select",{class:"opscope-graph-c\
hoice opscope-thread","aria-label":"thread of the call stack",hidden:!0}),c=i("div",{},a,r,s),p=i("dl",{class:"opscope-v\
ariables opscope-locals","aria-label":"variables of the chosen frame"}),l=i("div",{class:"opscope-empty"}),u=i("div",{},
l,p),f="",h=-1,d="",b,x,m=null,w=0;function E($){m&&(h=$,b=void 0,e("FetchVariables",{frame:$},S),m.paths[$]&&t(m.paths[$],
m.lines[$]),o())}let S=($,y)=>(d=$?"":y,x=void 0,!0);r.addEventListener("change",()=>e("SelectThread",{number:Number(r.value)},
($,y)=>$?void 0:S($,y)),{signal:n}),s.addEventListener("click",$=>{let y=$.target.closest("[data-frame]");y&&E(Number(y.
dataset.frame))},{signal:n}),s.addEventListener("keydown",$=>{if(!m)return;let y=Mn(m),k=ce($,y.indexOf(h),y.length);k!==
null&&($.preventDefault(),$.stopPropagation(),E(y[k]),M(),s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0}))},
{signal:n});function M(){let $=m,y=$&&JSON.stringify([$,h]);if(y===b)return;b=y,g(r,"hidden",($?.threads?.length??0)<2),
r.replaceChildren(...($?.threads??[]).map((v,T)=>i("option",{value:v,selected:v===$?.chosen},`thread ${v} ${$?.thread_names?.[T]}\
, ${$?.thread_states?.[T]}`)));let k=s.contains(document.activeElement);s.replaceChildren(...($?Mn($):[]).map(v=>{let T=$?.
paths[v]?`${$.paths[v].split(/[/\\]/).at(-1)}:${$.lines[v]}`:"",O=v===h;return i("div",{class:"opscope-frame",role:"opti\
on","aria-selected":O?"true":"false",tabindex:O?0:-1,"data-frame":v,"data-kind":$?.kinds[v],"data-now":$?.now[v],title:`${$?.
texts[v]}${$?.now[v]?`
where the program is now; the run shows its past`:""}`},i("b",{},$?.functions[v]??""),i("code",{},$?.texts[v]??""),i("sp\
an",{},$?.now[v]?`${T} now`:T))})),k&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function _($){let y=$.
fold.variables,k=$n($,y)&&(y?.frame===h||y?.frame===h-(m?.functions.length??0))?y:null;if(k===x&&k)return;x=k;let v=$.phase===
"running"?"":d||(k&&!k.names.length?"No variables.":"");A(l,v),g(l,"hidden",!v),p.replaceChildren(...(k?.names??[]).map(
(T,O)=>{let B=k?.called?.[O]??"";return i("div",{},i("dt",{title:B?`${B}, ${T}`:T},B||T),i("dd",{title:`${k?.texts[O]}${k?.
now[O]?`
of now: the recording does not have it`:""}`,"data-now":k?.now[O]},k?.texts[O]??""))}),...k&&k.total>k.names.length?[i("\
div",{},i("dt",{},"…"),i("dd",{},`${k.total-k.names.length} more`))]:[])}return{el:c,variables:u,get frame(){return h},
update($){let y=$.stopped,k=$.phase==="running"||$.phase==="waiting"?"":`${y?.run} ${y?.tick} ${y?.reason}`;k!==f&&(f=k,
h=-1,w=0,d="",k&&(e("FetchStack",{},(T,O)=>T?void 0:S(T,O)),e("FetchVariables",{frame:-1},S))),m=k&&$n($,$.fold.stack)?$.
fold.stack:null,m&&(m.chosen??0)!==w&&(w&&(h=-1,e("FetchVariables",{frame:-1},S)),w=m.chosen??0),m&&h<0&&m.functions.length&&
(h=m.functions.length-1);let v=k?m&&!m.functions.length?"No frame: the program has ended.":"":"Pause the run to see wher\
e it is.";A(a,v),g(a,"hidden",!v),M(),_($)}}}var Qr=30;function Sn({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=i("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),a=i("form",{class:"opscope-evaluation","data-asks":!0},s,i("div",{class:"opscope-evaluation\
-line"},i("span",{"aria-hidden":"true"},"›"),n)),r=[],c=0;function p(){let l=n.value.trim();if(!l)return;n.value="",r.
push(l),c=r.length;let u=i("pre",{},"…");for(s.append(i("div",{class:"opscope-answer"},i("code",{},l),u));s.children.length>
Qr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:l,frame:t()},(f,h)=>(u.textContent=h,g(u,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return a.addEventListener("submit",l=>(l.preventDefault(),p()),{signal:o}),
n.addEventListener("keydown",l=>{let u=l.key==="ArrowUp"?-1:l.key==="ArrowDown"?1:0;if(u&&r.length)c=Math.max(0,Math.min(
r.length,c+u)),n.value=r[c]??"";else if(l.key==="Enter"&&!l.isComposing)p();else return;l.preventDefault(),l.stopPropagation()},
{signal:o}),{el:a,update(l){let u=l.phase==="running"||l.phase==="waiting";n.disabled=u,g(n,"title",u?"pause the run fir\
st":void 0)}}}function Ln({ask:e,signal:t}){let o=i("div",{class:"opscope-attributes-title"}),n=i("dl",{class:"opscope-variables"}),s=i(
"div",{class:"opscope-empty",role:"status"}),a=i("div",{"data-asks":!0},o,n,s),r=-1,c="",p="",l=-1,u;function f(h,d,b){e(
"SetAttribute",{op:h,name:d,value:b},(x,m)=>(A(s,m),g(s,"data-failed",!x),p="",!0))}return n.addEventListener("keydown",
h=>{let d=h.target.closest("input");h.key==="Escape"&&d&&(d.value=d.dataset.was??""),!(h.key!=="Enter"||!d||h.isComposing)&&
(h.preventDefault(),f(Number(d.dataset.op),d.name,d.value))},{signal:t}),{el:a,choose(h){r=h,p=""},update(h,d){let b=h.stopped,
x=`${b?.run} ${b?.tick}`;x!==c&&b?.text!=="edited"&&(r=c?-1:r),c=x;let m=r>=0?r:b?.op??-1;d&&m>=0&&h.phase!=="running"&&
p!==`${m} ${x}`&&(p=`${m} ${x}`,e("FetchOperator",{op:m},(M,_)=>(M||A(s,_),!0)));let w=h.fold.shown_operator?.op===m?h.fold.
shown_operator:null,E=h.phase==="paused"&&!h.over&&!w?.fixed;m!==l&&A(s,""),l=m;let S=JSON.stringify([w,E,m]);S!==u&&(u=
S,A(o,w?`${w.op_type} ${w.op}${w.name?` → ${w.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
g(o,"title",w?.site),n.replaceChildren(...(w?.names??[]).flatMap((M,_)=>{let $=le("attribute-field","",`${M} of ${w?.op_type}\
 ${w?.op}; Enter sets it for this run`);return $.name=M,$.value=$.dataset.was=w?.texts[_]??"",$.dataset.op=String(w?.op),
$.readOnly=!E,g($,"title",E?"Enter sets it for this run":w?.fixed?`cannot be changed: ${w.fixed}`:"pause the run to chan\
ge it"),[i("dt",{title:M},M),i("dd",{},$)]}),...w&&!w.names.length?[i("dt",{},"no attributes"),i("dd",{})]:[]))}}}var $e={time:{label:"time",about:"of a replay of the step, operator by operator",text:ea},memory:{label:"memory",about:"\
bytes that the operator writes",text:ta},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:V,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Qe,log:!0}};
function ea(e){return e>=1?`${V(e)} s`:e>=.001?`${V(e*1e3)} ms`:`${V(e*1e6)} µs`}function ta(e){return e>=2**20?`${V(e/
2**20)} MiB`:e>=1024?`${V(e/1024)} KiB`:`${e} bytes`}function Nn(e,t){let o=$e[e.by]?.log,n=new Map;return e.ops.forEach(
(s,a)=>{let r=t.get(`op-${s}`)??`op-${s}`,c=n.get(r);n.set(r,c===void 0?e.numbers[a]:o?Math.max(c,e.numbers[a]):c+e.numbers[a])}),
n}function Tn(e,t){let o=[...t].filter(r=>r>0),n=Math.max(...o,0);if(!$e[e]?.log)return{at:r=>n?Math.sqrt(r/n):0,low:0,high:n};
let s=Math.min(...o,n),a=Math.log(n/s);return{at:r=>r<=0?0:a?Math.log(r/s)/a:1,low:s,high:n}}var An=["nan","inf","zeros","ok"];function oa(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function na({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&oa(t,o[1])?Number(o[2]):0}function ot(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Cn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function _n(e,t){let o=new Map,n=(a,r)=>o.set(a,[...o.get(a)??[],r]),s=ot(
e);for(let a of t){let r=na(a,e.path);if(r)n(r,a);else for(let[c,p]of s)a.ops.some(l=>p.includes(l))&&n(c,a)}return o}function sa(e,t){
let o=new Map([...ot(e)].flatMap(([a,r])=>r.map(c=>[c,a]))),n=Cn(e),s=new Map;for(let a of t.values()){let r=o.get(a.op);
if(r===void 0||n.get(a.op)!==a.op_type)continue;let c=ie(a),p=s.get(r);(!p||An.indexOf(c)<An.indexOf(p))&&s.set(r,c)}return s}
function ra(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function In({ask:e,open:t,refresh:o,
signal:n}){let s=i("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),a=i("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),r=i("span",{class:"opscope-source-note",role:"status"}),c=i("div",{class:"opscope-source-bar","data-asks":!0},
s,r,a),p=i("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),l=i("div",{class:"opscope-source-view"},c,p),u=new Map,f=null,h,d={path:"",
line:0},b="",x="",m=0,w=0,E=!1;function S(T,O){d={path:T,line:O};let B=f?.first??1;if(f?.path===T&&O>=B&&O<B+f.lines.length)
return M(O);e("FetchSource",{path:T,line:O},(q,H)=>(A(r,q?"":H),!0))}function M(T){let O=u.get(T);if(!O)return;_(T,!1);let B=O.
offsetTop-p.offsetTop;(B<p.scrollTop+20||B>p.scrollTop+p.clientHeight-40)&&(p.scrollTop=B-p.clientHeight/2)}function _(T,O){
for(let[B,q]of[[u.get(m),!1],[u.get(T),!0]])B&&(g(B,"tabindex",q?0:-1),g(B,"aria-selected",q?"true":"false"));m=T,O&&u.get(
T)?.focus()}function $(T){if(!f||!h)return;let O=_n(f,h.breakpoints).get(T)??[];for(let{number:B}of O)e("ClearBreakpoint",
{number:B});O.length||e("SetBreakpoint",{spec:ra(f,T)},(B,q)=>(A(r,B?"":q),!0))}function y(T){p.querySelector(".opscope-\
line-ops-list")?.remove(),w=w===T?0:T;let O=f?ot(f).get(w):void 0,B=u.get(w);if(!O||!B)return;let q=f?Cn(f):new Map,H=X=>`${q.
get(X)||"op"} ${X}`;B.after(i("div",{class:"opscope-line-ops-list"},...O.map(X=>i("button",{type:"button",class:"opscope\
-operator","data-op":X,title:"show it in the graph"},H(X)))))}p.addEventListener("click",T=>{let O=T.target,B=O.closest(
"[data-op]"),q=O.closest("[data-line]");if(B)return t("graph",Number(B.dataset.op));if(!q)return;let H=Number(q.dataset.
line);_(H,!1),O.closest(".opscope-line-stop")?$(H):O.closest(".opscope-line-ops")&&y(H)},{signal:n}),p.addEventListener(
"keydown",T=>{if(T.target.matches("button")||!f)return;let O=f.first,B=ce(T,m-O,f.lines.length);if(B!==null&&T.key!=="Ar\
rowLeft"&&T.key!=="ArrowRight")_(O+B,!0);else if(T.key==="Enter")$(m);else if(T.key===" ")y(m);else return;T.preventDefault(),
T.stopPropagation()},{signal:n}),s.addEventListener("change",()=>S(s.value,0),{signal:n}),a.addEventListener("click",()=>{
E=!E,g(a,"aria-pressed",E?"true":"false"),E&&e("MeasureOperators",{by:"time",step:h?.stopped?.step||0},(T,O)=>(A(r,T?"":
O),!0)),o()},{signal:n});function k(T){f=T,w=0,A(r,"");let O=ot(T),B=new Set([...T.code_lines,...T.op_lines]);u=new Map(
T.lines.map((q,H)=>{let X=T.first+H,D=O.get(X)?.length??0,C=Ut(q).map(([G,Q])=>G==="plain"?Q:i("span",{"data-token":G},Q)),
ee=i("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":X},i("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!B.has(X),title:B.has(X)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${X}`},i("i",{})),i("span",{class:"opscope-line-at"},String(X)),i("span",{class:"opscope-line-time"}),
i("code",{},...q?C:[" "]),...D?[i("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${X}`},D===1?"1 op":`${D} ops`)]:[]);return[X,ee]})),p.replaceChildren(...u.values()),
s.replaceChildren(...T.paths.map(q=>i("option",{value:q,selected:q===T.path},q))),_(d.line>=T.first&&d.line<T.first+T.lines.
length?d.line:T.first,!1),M(m)}function v(T,O){let B=_n(O,T.breakpoints),q=sa(O,T.present),H=E&&T.fold.measured?.by==="t\
ime"?T.fold.measured:null,X=new Map(H?.ops.map((G,Q)=>[G,H.numbers[Q]])??[]),D=new Map([...ot(O)].map(([G,Q])=>[G,Q.reduce(
(j,I)=>j+(X.get(I)??0),0)])),C=Math.max(...D.values(),0);H&&!C&&A(r,"No times: eager code is not run again.");let ee=T.stopped?.
path===O.path?T.stopped.line:0;for(let[G,Q]of u){let j=B.get(G)??[];g(Q,"data-stops",j.length>0),g(Q,"data-off",j.length>
0&&j.every(Y=>!Y.enabled)),g(Q,"data-hollow",j.length>0&&j.every(Y=>!Y.verified)),g(Q,"data-health",q.get(G)),g(Q,"data-\
here",G===ee);let I=Q.firstElementChild;j.length&&g(I,"title",`${j.map(Y=>`breakpoint ${Y.number}: ${Y.spec}${Y.problem?
`, ${Y.problem}`:""}`).join(`
`)}
click to remove`),g(I,"aria-pressed",j.length?"true":"false");let W=Q.children[2],F=H?D.get(G)??0:0;A(W,F?$e.time.text(F):
""),W.style.setProperty("--share",`${C?(100*F/C).toFixed(0):0}%`)}g(p,"data-timed",E)}return{el:l,show:S,update(T){h=T;let O=`${T.
graph?.program} ${T.runs}`,B=T.stopped?.path??"",q=`${T.stopped?.run} ${T.stopped?.tick} ${B}:${T.stopped?.line}`,H=T.phase===
"paused"||T.over;H&&(q!==x||O!==b)&&(O!==b&&(f=null),[x,b]=[q,O],(B||!f)&&S(B,T.stopped?.line??0),E&&e("MeasureOperators",
{by:"time",step:T.stopped?.step||0},()=>!0));let X=T.fold.source;X&&X!==f&&(!d.path||X.path===d.path)&&k(X),f?v(T,f):A(r,
H?r.textContent??"":"Pause the run to see its code."),g(s,"hidden",!f),g(a,"hidden",!f||!T.recorded)}}}var aa=50;function Bn({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=i("form",{class:"opscope-watch-form","data-asks":!0},o,i("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=i("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),a=i("div",{},s,n),r=[],c,p=l=>e("WatchExpressions",{expressions:l.slice(-aa)});return n.addEventListener("submi\
t",l=>{l.preventDefault();let u=o.value.trim();u&&(o.value="",p([...r.filter(f=>f!==u),u]))},{signal:t}),o.addEventListener(
"keydown",l=>{l.key!=="Enter"||l.isComposing||(l.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",l=>{let u=l.target.closest("[data-expression]");u&&p(r.filter(f=>f!==u.dataset.expression))},{signal:t}),{el:a,update(l){
let u=l.fold.watched,f=l.phase==="running",h=JSON.stringify([u,f]);h!==c&&(c=h,r=u?.expressions??[],g(s,"data-old",f),s.
replaceChildren(...r.map((d,b)=>i("div",{},i("dt",{title:d},d),i("dd",{title:u?.texts[b],"data-failed":u?.failed[b]},i("\
span",{},u?.texts[b]??""),i("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":d,title:"wa\
tch it no longer","aria-label":`watch ${d} no longer`},"×"))))))}}}var On={id:"code",label:"Code",create:ia};function Mt(e,t,o=!0){return i("details",{class:"opscope-section",open:o},i("s\
ummary",{},e),t)}function ia({ask:e,open:t,refresh:o,offline:n,signal:s}){let a=In({ask:e,open:t,refresh:o,signal:s}),r=En(
{ask:e,show:a.show,refresh:o,signal:s}),c=Bn({ask:e,signal:s}),p=Ln({ask:e,signal:s}),l=Sn({ask:e,frame:()=>r.frame,signal:s}),
u=Mt("Operator",p.el,!1);u.addEventListener("toggle",o,{signal:s});let f=i("div",{class:"opscope-code-side"},Mt("Call st\
ack",r.el),Mt("Variables",r.variables),Mt("Watch",c.el),u),h=i("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),d=i("div",{class:"opscope-code-body",hidden:n},a.el,f),b=i("div",{class:"opscope-\
code-tab"},h,d,l.el);return g(l.el,"hidden",n),{el:b,open(x){u.open=!0,p.choose(Number(x))},update(x){n||(a.update(x),r.
update(x),c.update(x),p.update(x,u.open),l.update(x))}}}var ca=1e5,la=1.2,pa={to:e=>e,marks:Ne,isLog:!1},da={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<la)return Ne(10**e,10**t,
o).filter(a=>a>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let a=Math.ceil(e);a<=t;a+=n)s.push(10**a);return s}};function nt(e,t){
let o=e.flatMap(({min:r,max:c,mean:p})=>[r,c,p]).filter(r=>r!==null),n=o.flatMap(r=>r?[Math.abs(r)]:[]).sort((r,c)=>r-c),
s=n[n.length>>1]??1,a=(n.at(-1)??0)>ca*s;return!(t??a)||!n.length?pa:t&&n.length===o.length&&o.every(r=>r>0)?da:ua(t?n[Math.
floor(n.length/20)]:s)}function ua(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let a=Math.ceil(Math.log10(e)),r=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),c=[0];for(let p=a+r-1;p<=308&&t(
10**p)<=Math.max(n,-o);p+=r)c.push(10**p,-(10**p));return c.filter(p=>t(p)>=o&&t(p)<=n)}}}var He=150,We=58,Jt=10,Zt=8,Et=22,Xt="history of mean, min and max";function Qt(e){let t=e.flatMap(c=>[c.min,c.max,c.mean]).
filter(c=>c!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,a=e[0]?.step??0,r=e.at(-1)?.step??1;return{x:[a,r>a?r:a+1],y:[o-s,n+s]}}function St(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Pn({goTo:e,signal:t}){
let o=K("g",{class:"opscope-grid"}),n=K("path",{class:"opscope-band"}),s=K("path",{class:"opscope-line"}),a=K("path",{class:"\
opscope-bad"}),r=K("path",{class:"opscope-sample-marks"}),c=K("path",{class:"opscope-cross"}),p=K("path",{class:"opscope\
-cursor"}),l=K("svg",{class:"opscope-chart",height:He,role:"img","aria-label":Xt});l.append(o,n,s,r,a,c,p);let u=i("span"),
f=i("button",{type:"button",class:"opscope-log","aria-pressed":"false",title:"logarithmic axis"},"log"),h=i("section",{class:"\
opscope-card opscope-wide"},i("h4",{},"History",u),f,l),d=[],b="",x="",m=null,w,E=Rn([],1,w);f.addEventListener("click",
()=>{let k=!E.vertical.isLog;w=nt(d).isLog===k?void 0:k,$()},{signal:t});let S=()=>{let k=m===null?void 0:gt(d,E.step(m));
A(u,k?`step ${k.step}  mean ${V(k.mean)}  ${V(k.min)} … ${V(k.max)}`:x||(M?"mean, min … max; click to go there":"mea\
n, min … max")),g(c,"d",k?`M${E.x(k.step)},${Zt}V${He-Et}`:"")},M=null,_=k=>{let{x:v}=E.extent;g(p,"d",k===null||!d.length||
k<v[0]||k>v[1]?"":`M${E.x(k)},7l-4,-6h8zV${He-Et}`)};l.addEventListener("click",k=>{if(!M||!d.length)return;let v=Math.round(
E.step(k.clientX-l.getBoundingClientRect().left));e(Math.max(M[0],Math.min(M[1],v)))},{signal:t}),l.addEventListener("po\
intermove",k=>(m=k.clientX-l.getBoundingClientRect().left,S()),{signal:t}),l.addEventListener("pointerleave",()=>(m=null,
S()),{signal:t});let $=()=>{},y=new ResizeObserver(()=>$());return y.observe(l),t.addEventListener("abort",()=>y.disconnect()),
{el:h,update(k,v,T){$=()=>this.update(k,v,T);let O=k?.points??[];x=Te(k),M=T,g(l,"data-goes",!!T),g(l,"aria-label",v===null?
Xt:`${Xt}; the cursor is at step ${v}`),_(v);let B=Math.max(200,l.clientWidth||h.clientWidth),q=`${B} ${w}`;if(O===d&&b===
q)return S();d=O,b=q,E=Rn(d,B,w),g(r,"d",x?d.flatMap(H=>H.mean===null?[]:[`M${E.x(H.step)},${E.y(H.mean)}h0`]).join(""):
""),g(f,"aria-pressed",E.vertical.isLog?"true":"false"),ha(o,n,s,a,d,E,B),_(v),S()}}}function fa(e,t){let o=e.min===null||
e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function Rn(e,t,o){
let n=nt(e,o),s=l=>l===null?null:n.to(l),{x:a,y:r}=Qt(e.map(l=>({...l,min:s(l.min),max:s(l.max),mean:s(l.mean)}))),c=t-We-
Jt,p=He-Zt-Et;return{extent:{x:a,y:r},vertical:n,x:l=>+(We+(l-a[0])/(a[1]-a[0])*c).toFixed(1),y:l=>+(Zt+(1-(n.to(l)-r[0])/
(r[1]-r[0]))*p).toFixed(1),step:l=>a[0]+(l-We)/c*(a[1]-a[0])}}function ha(e,t,o,n,s,a,r){let c=He-Et,p=a.vertical.marks(
...a.extent.y,4).flatMap(d=>[K("path",{d:`M${We},${a.y(d)}H${r-Jt}`}),K("text",{x:We-6,y:a.y(d)+3.5,"text-anchor":"end"},
De(d))]),l=Ne(...a.extent.x,Math.max(3,r/110)).filter(Number.isInteger).map(d=>K("text",{x:a.x(d),y:He-6,"text-anchor":"\
middle"},De(d)));e.replaceChildren(...s.length?[...p,...l]:[],K("path",{class:"opscope-floor",d:`M${We},${c}H${r-Jt}`}));
let u=St(s,d=>d.min!==null&&d.max!==null).map(d=>{let b=d.map(m=>`${a.x(m.step)},${a.y(m.max)}`),x=[...d].reverse().map(
m=>`${a.x(m.step)},${a.y(m.min)}`);return`M${[...b,...x].join("L")}Z`});g(t,"d",u.join(""));let f=St(s,d=>d.mean!==null).
map(d=>{let b=d.map(x=>`${a.x(x.step)},${a.y(x.mean)}`);return b.length>1?`M${b.join("L")}`:fa(d[0],a)});g(o,"d",f.join(
""));let h=s.filter(d=>d.bad).map(d=>`M${a.x(d.step)},${c-5}V${c}`);g(n,"d",h.join(""))}function Fn({ask:e,signal:t}){let o=i("code",{}),n=i("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=i("span",{role:"status"}),a=i("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(r,c)=>(A(s,r?"":c),!0)),{signal:t}),{el:a,
update(r){let c=r.fold.edits?.texts??[];g(a,"hidden",!c.length||r.phase!=="paused"),A(o,c.join("; ")),g(o,"title",c.join(
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
"div",{class:"opscope-note-text"},b)]:[],...u?r.growth.map(x=>i("div",{class:"opscope-note-text"},x)):[],...r.sites[c]?[
i("code",{class:"opscope-line"},r.sites[c]+(r.sources[c]?`: ${r.sources[c]}`:""))]:[])}return{el:n,update(r){r!==s&&(s=r,
g(n,"hidden",!r),n.replaceChildren(...(r?.values??[]).map((c,p)=>a(r,p))))}}}function ma(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Dn({ask:e,goTo:t,open:o,signal:n,offline:s}){let a=i("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),r=i("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),c=i("pre",{class:"opscope-ca\
use","aria-live":"polite"}),p=Lt({goTo:t,open:o,signal:n}),l=i("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
i("div",{},a,r),c,p.el),u="",f="",h=null;function d(x){b("Searching …"),e("Explain",{name:x},(m,w)=>(b(ma(w)),h=m?x:null,
!0))}function b(x){A(c,x),g(c,"hidden",!x),h=null}return a.addEventListener("click",()=>d(u),{signal:n}),r.addEventListener(
"click",()=>d(""),{signal:n}),b(""),{el:l,update(x,m){let{stopped:w,explained:E}=m,S=`${x} ${w?.run} ${w?.tick}`;S!==f&&
b(""),u=x,f=S;let M=E&&!E.at&&E.asked===h?E:null;p.update(M),g(c,"hidden",!!M||!c.textContent)}}}var Ge=168;function ga(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function zn(e,t){let o=t*e.counts.reduce((s,a)=>s+a,0),n=(e.high-e.low)/e.counts.length;for(let[s,a]of e.counts.
entries()){if(a&&o<=a)return e.low+n*(s+o/a);o-=a}return null}function ba(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,a)=>s+a,0):0)}function wa(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${V(e.low+t*o)} … ${V(e.low+(t+1)*o)}: ${ae(e.counts[t])}`:eo(e)}function jn(e){let t=i("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Ge}px`}),o=i("span"),n=i("span",{class:"opscope-\
zero"},"0"),s=i("span"),a=i("div",{class:"opscope-readout"}),r=i("span"),c=i("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),p=i("div",{class:"opscope-axis"},o,n,
s),l=i("section",{class:"opscope-card"},i("h4",{},"Distribution",r),c,t,p,a),u,f=null,h="",d=!1,b=()=>{};c.addEventListener(
"click",()=>{d=!d,g(c,"aria-pressed",d?"true":"false"),b()},{signal:e});let x=()=>{let m=u&&f!==null&&f<u.counts.length;
g(t,"aria-label",u?`histogram of step ${u.step}, from ${V(u.low)} to ${V(u.high)}: ${eo(u)}`:"histogram"),A(a,u?m?wa(u,f):
eo(u):"")};return t.addEventListener("pointermove",m=>{if(!u)return;let w=t.getBoundingClientRect();f=Math.max(0,Math.min(
u.counts.length-1,Math.floor((m.clientX-w.left)/w.width*u.counts.length))),x()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,x()),{signal:e}),{el:l,update(m){let w=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(m===u&&w===h)return;u=m,h=w,A(r,m?`step ${m.step}`:"");let E=m?.counts.some(Boolean);A(o,m&&E?V(m.low):""),A(s,m&&E?V(
m.high):"");let S=m&&m.low<0&&m.high>0?-m.low/(m.high-m.low):null;g(n,"style",S===null||S<.15||S>.85?"visibility: hidden":
`left: ${(100*S).toFixed(2)}%`),x();let M=m&&m.high>m.low?[.05,.5,.95].map(_=>V(zn(m,_))):[];g(t,"title",M.length?`5 %, \
median and 95 % of the elements: about ${M.join(", ")}`:void 0),b=()=>xa(t,m,S,d),b()}}}function eo(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ae(t)} finite elements, all equal`:`${ae(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function xa(e,t,o,n){let s=e.getContext("2d"),a=e.
clientWidth;if(!s||!a)return;e.width=Math.round(a*devicePixelRatio),e.height=Math.round(Ge*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let r=getComputedStyle(e);if(s.fillStyle=r.borderBottomColor,s.fillRect(0,Ge-1,a,1),!t)return;o!==null&&
s.fillRect(Math.round(o*a),0,1,Ge),s.fillStyle=r.color;let c=a/t.counts.length;ga(ba(t),n).forEach((p,l)=>{let u=p*(Ge-18);
s.fillRect(l*c+.5,Ge-1-u,Math.max(1,c-1),u)}),t.high>t.low&&ya(s,t,a,r.borderTopColor)}function ya(e,t,o,n){let[s,a,r]=[
.05,.5,.95].map(c=>((zn(t,c)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,r-s,1);for(let[c,p]of[[s,7],[
a,11],[r,7]])e.fillRect(c-.75,5.5-p/2,1.5,p)}var Hn="in this run; what follows is computed again",Wn="replay the steps from here on with this value, beside the run";
function ka(e,t=""){if(e.phase==="running")return"pause the run first";if(e.over)return"the run is over: try what would \
have been";let o=e.values.get(t);return o&&ve(e,o)?`${Ae(e,t)} is not computed yet here: step on, or go to a later place`:
""}function va(e){if(e.graph?.eager)return"eager code is not run again: set the value, or start it with another one";if(!e.
recorded)return"nothing is recorded";if(e.phase==="running")return"pause the run first";let t=e.stopped;return t&&!t.past&&
t.op>=0?`step ${t.step} has not finished yet: continue, then go back to it`:""}function Gn({ask:e,signal:t}){let o=i("co\
de",{class:"opscope-cell-name"}),n=le("cell-index","all","index: 0, 3 or 0, :3; empty is all of it"),s=le("cell-value","\
0.5, nan, h.mean()","new value"),a=i("button",{type:"submit",class:"opscope-slice-tool opscope-cell-set",title:Hn},"Set"),
r=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-try",title:Wn},"What if"),c=le("cell-steps","100","ho\
w many steps to replay","number"),p=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",title:"close\
 (Esc)","aria-label":"close"},"×"),l=i("div",{class:"opscope-cell-answer",role:"status"}),u=i("form",{class:"opscope-ce\
ll-form",hidden:!0,"data-asks":!0},l,i("span",{},o," [ ",n," ] = ",s),i("span",{},a,r,i("label",{title:"how many steps t\
o replay"},c," steps"),p)),f=i("div",{class:"opscope-cell-editor"},u),h="",d="",b="",x="",m=null,w=()=>n.value.trim()?`${h}\
[${n.value.trim()}]`:h,E=($,y)=>{let k=u.hidden?f:u;return l.parentNode!==k&&k[u.hidden?"append":"prepend"](l),A(l,y),g(
l,"data-failed",!$),g(l,"hidden",!y),y&&(u.hidden?l:u).scrollIntoView({block:"nearest"}),!0};function S(){g(u,"hidden",!0),
m?.focus({preventScroll:!0}),m=null}function M($){let y=$?b:d;if(y)return void E(!1,y);if(!s.value.trim())return void E(
!1,"Give the new value: a number, nan, or an expression such as h.mean().");E(!0,$?"replaying …":"");let k={target:w(),
value:s.value.trim()},v=(T,O)=>(T&&S(),E(T,O));$?e("TryValue",{...k,steps:Math.max(1,Math.round(Number(c.value)||100))},
v):e("SetValue",k,v)}let _=()=>M(!!d&&!b);return u.addEventListener("submit",$=>($.preventDefault(),_()),{signal:t}),r.addEventListener(
"click",()=>M(!0),{signal:t}),p.addEventListener("click",S,{signal:t}),u.addEventListener("keydown",$=>{if($.key==="Esca\
pe")S();else if($.key==="Enter"&&!$.isComposing&&$.target.matches("input"))_();else return;$.preventDefault(),$.stopPropagation()},
{signal:t}),{el:f,open($,y,k,v,T){[h,m]=[$,T],A(o,y),g(o,"title",$),n.value=k,s.value=v,g(u,"hidden",!1),E(!d,d),s.focus(),
s.select()},update($,y){h&&y!==h&&!u.hidden&&g(u,"hidden",!0);let k=`${y} ${$.stopped?.run} ${$.stopped?.tick}`,v=d;d=ka(
$,y),(k!==x||v!==d&&!u.hidden)&&E(!d,u.hidden?"":d),x=k,a.disabled=!!d,g(a,"title",d||Hn),b=va($),r.disabled=!!b,g(r,"ti\
tle",b||Wn)}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},$a=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Ue(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=$a.reduceRight((a,r)=>a*t+r[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var Me=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Pl=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
Ue((t-2)/252));function st(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function Nt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>Me(Ue(t/16))).join(", ")})`}var Un=26,Ma=14,Ea=4;function qn(e,t,o,n){let s=Math.min(Un,o/t,n/e),a=(r,c)=>Math.max(Ma,s*r,s<Un?Math.min(c/2,Ea*s*r):
0);return[a(t,o),a(e,n)]}function Kn(e,t,o,n){let s=o*e.row_stride,a=n*e.col_stride,r=st(e.pixels[o*e.cols+n],e.low,e.high),
c=Number.isNaN(r)?"NaN":r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${V(r)}`;return`${t.length>2?`[${Co(t,s,a).join(", ")}]  `:
""}row ${s}, col ${a}  ${c}`}function Vn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,a)=>s>
1?[`every ${s}th ${a}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Xn(e,t,o){let n=1,s=0;for(let a=1;a<=e.facets;a++){let r=Math.min(t/(a*(e.cols+1)),o/(Math.ceil(e.facets/a)*(e.
rows+1)));r>s&&([n,s]=[a,r])}return n}function Tt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function rt(e,t,o,n){let[s,a]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[r,c]=[o-s*(e.cols+1),n-a*(e.
rows+1)],p=a*t+s;return r<e.cols&&c<e.rows&&p<e.facets&&s<t?{facet:p,row:c,col:r}:null}function so(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Jn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let a=st(s,e.low,e.high);return t?so(a/o):Ue(e.high>e.low?(a-e.low)/(e.
high-e.low):.5)})}function At(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,a=e.numbers[s];if(a!==void 0)return a===
"nan"?"NaN":a.replace("inf","Inf").replaceAll("-","−");let r=st(e.pixels[s],e.low,e.high);return Number.isNaN(r)?"NaN":
r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${V(r)}`}var Sa=[128,128,128,48],La=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Zn(e,t,o,n){let[s,a]=Tt(t,o),r=e.getContext("2d");if(!r||s<=0||a<=0)return;e.width!==s&&(e.width=s),e.height!==
a&&(e.height=a);let c=r.createImageData(s,a),p=Jn(t,n);for(let l=0;l<s*a;l++)La(t,l%s,Math.floor(l/s))&&c.data.set(Sa,4*
l);for(let l=0;l<t.facets;l++){let[u,f]=[l%o*(t.cols+1),Math.floor(l/o)*(t.rows+1)];for(let h=0;h<t.rows;h++)for(let d=0;d<
t.cols;d++){let b=4*((f+h)*s+u+d),[x,m,w]=p[t.pixels[(l*t.rows+h)*t.cols+d]];c.data[b]=x,c.data[b+1]=m,c.data[b+2]=w,c.data[b+
3]=255}}r.putImageData(c,0,0)}var Yn=7;function Na(e){let t=String(Math.round(e)),o=a=>{let r=String(Number(e.toPrecision(
a))),c=e.toExponential(a-1).replace("e+","e");return c.length<r.length?c:r};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=Yn?t:[3,2].map(o).find(a=>a.length<=Yn)??o(1)).replaceAll("-","−")}function Qn(e,t,o,n,s){let a=e.getContext(
"2d");if(!a)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),a.scale(devicePixelRatio,
devicePixelRatio);let r=Jn(t,s),[c,p]=[o/t.cols,n/t.rows];a.font=`${Math.min(11,c/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,a.textAlign="center",a.textBaseline="middle";for(let l=0;l<t.rows;l++)for(let u=0;u<
t.cols;u++){let f=l*t.cols+u,[h,d,b]=r[t.pixels[f]];a.fillStyle=`rgb(${h}, ${d}, ${b})`,a.fillRect(u*c,l*p,c-1,p-1),a.fillStyle=
.299*h+.587*d+.114*b>140?"#111111":"#ffffff";let x=Number(t.numbers[f]),m=Number.isFinite(x)?Na(x):At(t,{facet:0,row:l,col:u});
a.fillText(m,(u+.5)*c,(l+.5)*p)}}var ro=168,ao=300,Ta=600,io=[34,18],_t=4,Aa=16,Ct=8,co="keep these elements, to compare others with them",es={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function _a(e,t,o,n){let[s,a]=[Ee(e,0),Ee(e,1)],r=Math.min(
s,Math.max(Ct,Math.round(e.height/n))),c=Math.min(a,Math.max(Ct,Math.round(e.width/n))),p=(l,u,f)=>Math.max(0,Math.min(f-
u,Math.round(l-u/2)));return{top:p(t,r,s),left:p(o,c,a),height:r,width:c}}function Ca(e,t){let[o,n]=e.axes,s=ts(e,{facet:t,
row:0,col:0}).map((a,r)=>r===o||r===n?0:a);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function Ee(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function ge(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function ts(e,t){
let[o,n,s]=e.axes,a=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((r,c)=>a.get(c)??e.index[c])}function Ia(e,t){let[o,n,s]=e.axes,[a,r]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],c=(l,u,f)=>u>1?`${l}–${Math.min(f,l+u)-1}`:`${l}`;return`[${e.shape.map((l,u)=>u===o?c(a,e.row_stride,e.top+
e.height):u===n?c(r,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${At(ge(
e),t)}`}function os({ask:e,signal:t,offline:o}){let n=i("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=i("div",
{class:"opscope-heatmap-box"},n),a=i("span"),r=i("span"),c=i("i"),p=[lo("NaN",pe.nan,0),lo("−Inf",pe.minusInf,1),lo("+\
Inf",pe.plusInf,255)],l=i("div",{class:"opscope-readout"}),u=i("span"),f={rows:W("rows"),cols:W("columns"),facets:W("fac\
ets")},h=i("span",{class:"opscope-positions"}),d=i("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},i("option",{value:"auto"},"auto"),i("option",{value:"sequential"},"low to high"),i("option",{value:"signed"},"signe\
d")),b=I("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>se(_t)),x=I("−","zoom out (-)","zoom-out",()=>se(
1/_t)),m=I("Pin",co,"pin",()=>e("PinValue",{name:he()?"":$})),w=I("Difference","show the difference to the pinned value",
"difference",()=>Y({...v,difference:!v.difference})),E=i("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,
f.facets.el,h,i("label",{},"colors",d),i("span",{class:"opscope-slice-tools"},x,b,m,w)),S=Gn({ask:e,signal:t}),M=i("div",
{class:"opscope-legend"},i("div",{class:"opscope-scale"},a,c,r),...p.map(L=>L.el)),_=i("section",{class:"opscope-card op\
scope-elements"},i("h4",{},"Elements",u),E,s,S.el,M,l),$="",y="",k=null,v=es,T="",O=null,B="",q=!1,H=0,X="",D,C,ee=[],G=null,
Q=null,j=-1;function I(L,R,z,U){let Z=i("button",{type:"button",class:`opscope-slice-tool opscope-${z}`,title:R,"aria-la\
bel":R},L);return Z.addEventListener("click",U,{signal:t}),Z}function W(L){let R=i("select",{class:`opscope-axis-${L}`,"\
aria-label":`axis of the ${L}`});return R.addEventListener("change",()=>F(L==="columns"?"cols":L,Number(R.value)),{signal:t}),
{el:i("label",{},L,R),field:R}}function F(L,R){if(!C)return;let[z,U,Z]=C.axes,J={rows:z,cols:U,facets:Z},ne=Object.keys(
J).find(oe=>R>=0&&J[oe]===R);ne&&(J[ne]=J[L]),J[L]=R,Y({...v,...J,top:0,left:0,height:0,width:0})}function Y(L){L.facets>=
0&&(j=-1),v=L,B="";let R=++H;e("FetchSlice",{name:$,...v},(z,U)=>(R!==H||(q=z,z||([B,v]=[U,{...v,difference:!1}]),Se()),
!0))}function se(L,R){if(!C)return;let[z,U]=R??[C.top+C.height/2,C.left+C.width/2],Z=_a(C,z,U,L),J=Z.height===C.height&&
Z.width===C.width;J&&L>1&&C.facets>1?re(C,G&&rt(ge(C),be(ge(C)),...G)?.facet||0):J&&L<1&&j>=0?Y({...v,...Z,facets:j}):Y(
{...v,...Z})}function re(L,R){Y({...v,...Ca(L,R)}),j=L.axes[2]}let te=()=>(C??D)?.step,he=()=>k?.name===$&&k?.step===te(),
it=()=>C?ge(C):D?{...D,facets:1,numbers:[]}:null,be=L=>Xn(L,s.clientWidth||400,L.facets>1?ao:ro),we=()=>d.value==="signe\
d"||d.value==="auto"&&!!C?.difference;function Se(){let L=C&&G&&rt(ge(C),be(ge(C)),...G),R=D&&G&&G[1]<D.rows&&G[0]<D.cols,
z=C?L&&Ia(C,L):R&&D&&G?Kn(D,ee,G[1],G[0]):"";A(l,B||z||(C?Ba(C):D?Vn(D):""))}function Be(L){let R=it();if(!R)return null;
let z=n.getBoundingClientRect(),[U,Z]=Tt(R,be(R)),J=(ne,oe)=>Math.max(0,Math.min(oe-1,Math.floor(ne*oe)));return[J((L.clientX-
z.left)/z.width,U),J((L.clientY-z.top)/z.height,Z)]}n.addEventListener("pointermove",L=>(G=Be(L),Se()),{signal:t}),n.addEventListener(
"pointerleave",()=>(G=null,Se()),{signal:t});function xe(L,R){if(!L||o)return;let z=ge(L),U=(R&&rt(z,be(z),...R))??{facet:0,
row:0,col:0};S.open($,y,ts(L,U).join(", "),L.numbers.length?At(z,U).replaceAll("−","-"):"",n)}n.addEventListener("dblc\
lick",()=>xe(Q?.slice,Q?.at??null),{signal:t}),n.addEventListener("click",L=>{if(L.detail>1)return;Q={slice:C,at:Be(L)};
let R=C&&rt(ge(C),be(ge(C)),...Be(L)??[0,0]);C&&R&&C.facets>1?re(C,R.facet):C&&R&&!N()&&se(Aa,[C.top+R.row*C.row_stride,
C.left+R.col*C.col_stride])},{signal:t}),n.addEventListener("keydown",L=>{let R={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[
0,-1],ArrowRight:[0,1]}[L.key];if(L.key==="+"||L.key==="=")se(_t);else if(L.key==="-")se(1/_t);else if(L.key==="Enter")xe(
C,G);else if(R&&C)se(1,[C.top+C.height*(.5+R[0]/2),C.left+C.width*(.5+R[1]/2)]);else return;L.preventDefault(),L.stopPropagation()},
{signal:t}),d.addEventListener("change",()=>(X="",P()),{signal:t}),h.addEventListener("change",()=>{let L=ee.map((R,z)=>h.
querySelector(`[data-axis="${z}"]`)?.value??"0");Y({...v,index:L.map(R=>String(Math.max(0,Math.round(Number(R)||0)))).join(
",")})},{signal:t}),h.addEventListener("keydown",L=>L.stopPropagation(),{signal:t});function Pt(L){let R=L.shape.map((Z,J)=>[
String(J),`${J} (${Z})`]);for(let[Z,{field:J}]of[f.rows,f.cols,f.facets].entries()){let ne=[["-1","none"],...R],oe=ne.join();
J.dataset.key!==oe&&J.replaceChildren(...ne.map(([fe,de])=>i("option",{value:fe},de))),J.dataset.key=oe,J.value=String(L.
axes[Z])}g(f.rows.el,"hidden",L.shape.length<2),g(f.cols.el,"hidden",L.shape.length<2),g(f.facets.el,"hidden",L.shape.length<
3);let z=L.shape.flatMap((Z,J)=>L.axes.includes(J)||Z<2?[]:[[J,Z,L.index[J]]]),U=JSON.stringify(z);h.dataset.key!==U&&(h.
dataset.key=U,h.replaceChildren(...z.map(([Z,J,ne])=>i("label",{},`axis ${Z}`,i("input",{type:"number",min:0,max:J-1,value:ne,
"data-axis":Z,title:`position on axis ${Z}, 0 to ${J-1}`})))))}function N(){if(!C)return!1;let{facets:L,rows:R,cols:z,numbers:U}=ge(
C);return L===1&&U.length>0&&s.clientWidth/z>=io[0]&&R*io[1]<=Ta}function P(){let L=it(),R=L?L.rows*L.cols*L.facets:0;if(g(
n,"hidden",!R),g(M,"hidden",!R),!L||!R)return;let z=be(L),[U,Z]=Tt(L,z),J=s.clientWidth,ne=N(),oe=ne?[Math.min(J,L.cols*
64),L.rows*io[1]]:L.facets>1?[Math.min(J,U*ao/Z),Math.min(ao,Z*J/U)]:qn(L.rows,L.cols,J,ro),fe=`${oe} ${devicePixelRatio}\
 ${we()} ${ne}`;if(fe===X)return;X=fe,g(s,"style",`height: ${Math.max(ne||L.facets>1?0:ro,Math.ceil(oe[1]))}px`),g(n,"st\
yle",`width: ${oe[0].toFixed(1)}px; height: ${oe[1].toFixed(1)}px`),ne?Qn(n,L,oe[0],oe[1],we()):Zn(n,L,z,we());let de=Math.
max(Math.abs(L.low),Math.abs(L.high));A(a,V(we()?-de:L.low)),A(r,V(we()?de:L.high)),g(c,"style",`background: ${we()?`lin\
ear-gradient(to right, ${[-1,-.5,0,.5,1].map(ye=>Me(so(ye))).join(", ")})`:Nt()}`)}return{el:_,update(L,R,z,U){ee=R,U!==
$&&([$,v,B,j]=[U,es,"",-1]);let Z=`${U} ${R} ${z.stopped?.run} ${z.stopped?.tick} ${z.phase}`;Z!==T&&(q=!1),!o&&z.phase!==
"running"&&(Z!==T||z.stopped!==O)&&Y(v),[T,O]=[Z,z.stopped],S.update(z,U);let J=z.fold.slices.get(U),oe=J&&String(J.shape)===
String(R)&&(q||J.step===L?.step||J.difference)&&!o?J:void 0;if(oe!==C||L!==D){[C,D,X]=[oe,L,""];for(let ue of p)ue.update(
(oe??L)?.pixels);Se()}g(E,"hidden",!C),C&&Pt(C),k=z.fold.pinned;let fe=(ue,me)=>`${Ae(z,ue)} of step ${me}`;y=Ae(z,U);let de=k?.
name?fe(k.name,k.step):"",ye=te();return A(u,C?.difference?`${fe(U,C.step)} − ${C.difference===`${k?.name} of step ${k?.
step}`?de:C.difference}`:ye===void 0?"":`step ${ye}`),g(w,"hidden",!de||String(k?.shape)!==String(R)),g(w,"aria-pressed",
v.difference?"true":"false"),g(w,"title",`show the difference to ${de}`),g(m,"aria-pressed",he()?"true":"false"),g(m,"ti\
tle",he()?"forget the elements that are kept":de?`${co}, instead of ${de}`:co),g(x,"disabled",!C||j<0&&C.height===Ee(C,0)&&
C.width===Ee(C,1)),g(b,"disabled",!C||C.facets===1&&C.height<=Ct&&C.width<=Ct),P(),ye}}}function Ba(e){let t=Pe([Ee(e,0),
Ee(e,1)]),o=e.height<Ee(e,0)||e.width<Ee(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-
1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.
facets} facets of `:"",a=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${a}${n}${e.nonfinite?`, ${e.nonfinite}\
 not finite`:""}`}function lo(e,t,o){let n=i("span",{class:"opscope-mark","data-absent":!0},i("i",{style:`background: ${Me(
t)}`}),e);return{el:n,update:s=>g(n,"data-absent",!s?.includes(o))}}var po=12;function ns({ask:e,open:t,signal:o,offline:n}){let s=i("div",{class:"opscope-provenance"}),a="",r=(c,p)=>i("bu\
tton",{type:"button",class:"opscope-operator","data-op":p,title:`show ${c} ${p} in the graph`},`${c} ${p}`);return s.addEventListener(
"click",c=>{let p=c.target.closest("button");p?.dataset.op?t("graph",Number(p.dataset.op)):p?.dataset.step&&e("Goto",{step:Number(
p.dataset.step),op:Number(p.dataset.writer)})},{signal:o}),{el:s,update(c,p){let l=n?void 0:c.fold.slices.get(p.name),u=(l?.
readers??[]).map((m,w)=>[l?.reader_types[w]??"",m]),f=c.recorded&&p.step>=c.recorded.first&&p.step<=c.recorded.last,h=!!(l?.
writers.length&&!l.writers.includes(p.op)),d=!n&&c.phase!=="running"&&f&&p.op>=0&&!h,b=JSON.stringify([p.op,p.op_type,u,
d&&p.step,h]);if(b===a)return;a=b;let x=u.length>po?[`and ${u.length-po} more`]:[];s.replaceChildren(...p.op<0?[]:h?[`ma\
de by ${p.op_type} of another program`]:["made by",r(p.op_type,p.op)],...u.length?["read by",...u.slice(0,po).map(([m,w])=>r(
m,w)),...x]:l?["read by nothing"]:[],...d?[i("button",{type:"button",class:"opscope-why opscope-to-write","data-asks":!0,
"data-step":p.step,"data-writer":p.op,title:`go to ${p.op_type} in step ${p.step}, before it writes`},"Back to the write")]:
[]),g(s,"hidden",!s.childNodes.length)}}}var[at,qe,uo,fo,ho]=[150,58,10,8,22];function ss(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function mo(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":V(s);return e.recorded.every((s,a)=>s===
e.changed[a])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function rs(e){let t=i("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=i("code",{}),n=i("spa\
n"),s=K("g",{class:"opscope-grid"}),a=K("path",{class:"opscope-line"}),r=K("path",{class:"opscope-line opscope-branch-li\
ne"}),c=K("path",{class:"opscope-cross"}),p=K("svg",{class:"opscope-chart",height:at,role:"img"},s,a,r,c),l=i("div",{class:"\
opscope-branch-key"},i("span",{},i("i",{}),"recorded"),i("span",{},i("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=i("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},i("h4",{},"What if",t,n),p,l),f,h="",
d={x:w=>0,step:w=>0},b=new Map;t.addEventListener("change",()=>(f=b.get(t.value),m()),{signal:e}),p.addEventListener("po\
intermove",w=>{if(!f)return;let E=d.step(w.clientX-p.getBoundingClientRect().left),S=f.steps.reduce((M,_,$)=>Math.abs(_-
E)<Math.abs(f.steps[M]-E)?$:M,0);A(n,`step ${f.steps[S]}   ${V(f.recorded[S])}   would be ${V(f.changed[S])}`),g(c,"d",`\
M${d.x(f.steps[S])},${fo}V${at-ho}`)},{signal:e}),p.addEventListener("pointerleave",()=>(g(c,"d",""),A(n,f?mo(f):"")),{signal:e});
let x=new ResizeObserver(()=>m());x.observe(p),e.addEventListener("abort",()=>x.disconnect());function m(){let w=f;if(!w)
return;let E=Math.max(200,p.clientWidth||u.clientWidth),S=`${w.name} ${w.change} ${E} ${w.changed.length} ${w.changed.at(
-1)}`;if(S===h)return;h=S;let M=[ss(w,w.recorded),ss(w,w.changed)],_=[...M[0],...M[1]].sort((D,C)=>D.step-C.step),$=nt(_),
y=D=>D===null?null:$.to(D),{x:k,y:v}=Qt(_.map(D=>({...D,min:y(D.min),max:y(D.max),mean:y(D.mean)}))),T=E-qe-uo,O=D=>+(qe+
(D-k[0])/(k[1]-k[0])*T).toFixed(1),B=D=>+(fo+(1-($.to(D)-v[0])/(v[1]-v[0]))*(at-fo-ho)).toFixed(1);d={x:O,step:D=>k[0]+(D-
qe)/T*(k[1]-k[0])};let q=$.marks(...v,4).flatMap(D=>[K("path",{d:`M${qe},${B(D)}H${E-uo}`}),K("text",{x:qe-6,y:B(D)+3.5,
"text-anchor":"end"},De(D))]),H=Ne(...k,Math.max(3,E/110)).filter(Number.isInteger).map(D=>K("text",{x:O(D),y:at-6,"text\
-anchor":"middle"},De(D)));s.replaceChildren(...q,...H,K("path",{class:"opscope-floor",d:`M${qe},${at-ho}H${E-uo}`}));let X=D=>St(
D,C=>C.mean!==null).map(C=>C.length>1?`M${C.map(ee=>`${O(ee.step)},${B(ee.mean)}`).join("L")}`:`M${O(C[0].step)-4},${B(C[0].
mean)}h8`).join("");g(a,"d",X(M[0])),g(r,"d",X(M[1])),g(p,"aria-label",`${w.name}: ${mo(w)}, if ${w.change}`),A(n,mo(w)),
A(o,w.change)}return{el:u,update(w){let{branches:E}=w.fold;if(g(u,"hidden",!E.size),E===b)return m();b=E;let S=[...b.values()].
at(-1),M=[...b.values()].filter(_=>_.change===S?.change).map(({name:_})=>_);t.replaceChildren(...M.map(_=>i("option",{value:_},
w.scalarNames.get(_)||_))),f=b.get(M.includes(f?.name??"")?f?.name??"":M[0]??""),f&&(t.value=f.name),m()}}}var Oa=[["mean",e=>V(e.mean)],["std",e=>V(e.std)],["min",e=>V(e.min)],["max",e=>V(e.max)],["shape",e=>Pe(e.shape)],["zer\
os",e=>e.shape.includes(0)?"–":Qe(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>ae(e.nan),e=>e.nan>0],["Inf",e=>ae(e.inf),e=>e.
inf>0],["elements",e=>ae(e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Ra(e){return e.dtype.startsWith("\
complex")?"Statistics, distribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Pa(e){
return e?`Not computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function Fa(e){
let t=e.grad_of?`gradient of ${e.grad_of}`:ft(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.
op_type} (op ${e.op})`} · ${t} · step ${e.step}`}var as={id:"tensor",label:"Tensor",create:Da};function Da({ask:e,open:t,
goTo:o,reach:n,signal:s,offline:a}){let r=i("span",{class:"opscope-pill"}),c=i("span",{class:"opscope-detail-name"}),p=i(
"div",{class:"opscope-origin"}),l=i("code",{class:"opscope-site"}),u=Oa.map(([v,T,O])=>{let B=i("span",{class:"opscope-n\
umber"});return{label:v,value:T,warn:O,shown:B,el:i("div",{class:"opscope-fact"},i("span",{class:"opscope-label"},v),B)}}),
f=Pn({goTo:o,signal:s}),h=jn(s),d=os({ask:e,signal:s,offline:a}),b=ns({ask:e,open:t,signal:s,offline:a}),x=i("div",{class:"\
opscope-detail-head"},i("div",{},c,r),i("div",{},p,l)),m=rs(s),w=Fn({ask:e,signal:s}),E=i("div",{class:"opscope-charts"},
f.el,h.el,d.el,m.el),S=i("div",{class:"opscope-hint"}),M=i("div",{class:"opscope-about"}),_=Dn({ask:e,goTo:o,open:t,signal:s,
offline:a}),$=[x,w.el,b.el,_.el,i("div",{class:"opscope-facts"},...u.map(v=>v.el)),M,E],y=i("div",{class:"opscope-detail\
-body"},...$),k=i("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return d.
el.append(S),{el:i("div",{class:"opscope-detail"},k,y),update(v,{selected:T,refusal:O}){let B=v.values.get(T);if(g(k,"hi\
dden",!!B),g(y,"hidden",!B),!B)return;let q=ie(B);g(x,"data-health",q),A(r,q==="ok"?"":Fe[q]),A(c,ke(B)[0]),g(c,"title",
dt(B)),A(p,Fa(B)),A(l,B.site),_.update(T,v);for(let G of u)A(G.shown,G.value(B)),g(G.shown,"title",G.value(B)),g(G.el,"d\
ata-bad",G.warn?.(B)?G.label==="NaN"?"nan":G.label==="Inf"?"inf":"zeros":void 0);let H=ve(v,B),X=[Pa(H),Ra(B)].filter(Boolean).
join(" ");g(y,"data-elsewhere",!!H),A(M,X),g(M,"hidden",!X);let D=v.details.get(T),C=d.update(D,B.shape,v,T);f.update(v.
history.get(T),v.stopped?.step||null,n(v));for(let[G,Q]of[[h,D?.step],[d,C]])g(G.el,"data-elsewhere",!!H||!!(v.stopped&&
Q!==void 0&&Q!==B.step));h.update(D),g(h.el,"hidden",!D&&!!(O||a)),b.update(v,B),m.update(v),w.update(v),A(S,C===void 0?
a?"Elements were not recorded for this value.":O||"Waiting for the elements of this value …":""),g(S,"hidden",C!==void 0)}}}var za=["error","warning","hint"];function is(e){let t=[...e.values()].sort((s,a)=>s.step-a.step||s.number-a.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(a=>a.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(a=>za.indexOf(a.severity)));return o.sort((s,a)=>n(s)-n(a))}function ja(e){let t=e.
times>1?`, ${ae(e.times)} times`:"";return e.step?`step ${ae(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function Ha(e,t){let o=[...e.values.values()].filter(r=>r.nan||r.inf).length,n='"Check the recorded ste\
ps"',s=e.rules?"the rules have not reported it":"no rule has looked";if(o&&t)return`${o===1?"1 value has":`${ae(o)} valu\
es have`} NaN or Inf, and ${s}: ${n} finds the first one.`;if(e.rules)return e.over?"No finding: the rules looked while \
it ran.":"No finding so far: the rules look while it runs.";let a='rules=True looks while a run goes on; watch("nan") st\
ops where a NaN or Inf is made.';return t?`No finding. ${n} looks for known mistakes now; ${a}`:`No finding: ${a}`}var cs={
id:"findings",label:"Findings",create:Wa,count:e=>is(e.findings).length};function Wa({ask:e,open:t,goTo:o,signal:n,offline:s}){
let a=i("button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded \
steps"},"Check the recorded steps"),r=i("span",{class:"opscope-look-answer",role:"status"}),c=i("div",{class:"opscope-fi\
ndings-bar","data-asks":!0,hidden:s},a,r),p=i("div",{class:"opscope-nothing"}),l=i("ul",{class:"opscope-findings-rows"}),
u=Lt({goTo:o,open:t,signal:n}),f=i("pre",{class:"opscope-cause",role:"status",hidden:!0}),h=null,d,b=!1,x=s;a.addEventListener(
"click",()=>{A(r,"Looking …"),e("FindFaults",{},(M,_)=>(x||=M,A(r,M?`${_}.${_.startsWith("0 ")?"":" Rules can be wrong\
: judge by the evidence."}`:_),!0))},{signal:n}),l.addEventListener("click",M=>{let _=M.target.closest("button"),$=Number(
_?.dataset.number),y=$?m.get($):void 0;!y||!_||(_.classList.contains("opscope-there")?w(y):E(y,_))},{signal:n});let m=new Map;
function w(M){M.step?o(M.step,M.op):t("graph",M.op)}function E(M,_){let $=h?.number===M.number;h=$?null:{number:M.number,
name:M.value,step:M.step,ok:!1};for(let y of l.querySelectorAll(".opscope-ask-why"))g(y,"aria-expanded",y===_&&!$?"true":
"false");u.update(null),A(f,h?"Searching …":""),g(f,"hidden",!h),h&&(_.closest(".opscope-finding")?.append(f,u.el),e("\
Explain",{name:M.value,step:M.step},(y,k)=>(h?.number!==M.number||(h.ok=y,A(f,y?"":k),g(f,"hidden",y)),!0)))}function S(M,..._){
let $=i("button",{type:"button",class:"opscope-why opscope-there","data-number":M.number,title:M.step?`go to step ${M.step}`:
"show it in the graph"},M.step?"Go there":"Show in graph"),y=i("button",{type:"button",class:"opscope-why opscope-ask-wh\
y","data-number":M.number,"aria-expanded":"false",title:`why ${M.value} is what it is in step ${M.step}`},"Why"),k=[...M.
step||M.op>=0?[$]:[],...!s&&M.value&&M.step?[y]:[]];return i("div",{class:"opscope-finding","data-severity":M.severity},
i("div",{class:"opscope-finding-head"},i("span",{class:"opscope-severity"},M.severity),i("b",{},M.rule),...M.value?[i("c\
ode",{},M.called||M.value)]:[],...M.called?[i("span",{class:"opscope-called"},i("code",{},M.value))]:[],i("span",{class:"\
opscope-when"},ja(M))),i("div",{class:"opscope-evidence"},M.evidence),...M.site?[i("code",{class:"opscope-line"},M.site+
(M.code?`: ${M.code}`:""))]:[],...M.operator?[i("code",{class:"opscope-line opscope-operator-text"},M.operator)]:[],...M.
suggestion?[i("div",{class:"opscope-try"},`Try: ${M.suggestion}`)]:[],..._,i("div",{class:"opscope-finding-buttons","dat\
a-asks":!0},...k))}return{el:i("div",{class:"opscope-findings"},c,p,l),update(M){b=!!M.recorded||s,g(a,"disabled",!M.recorded),
g(l,"data-fixed",!b);let _=h?.ok&&M.explained?.asked===h.name&&M.explained.at===h.step?M.explained:null;if(_&&u.update(_),
A(p,Ha(M,!!M.recorded&&!x)),M.findings===d)return;d=M.findings,m=new Map([...M.findings.values()].map(v=>[v.number,v]));
let $=is(M.findings),y=new Set([...l.querySelectorAll("details[open]")].map(v=>v.dataset.number));g(p,"hidden",$.length>
0),l.replaceChildren(...$.map(({finding:v,consequences:T})=>{let O=i("details",{class:"opscope-consequences","data-numbe\
r":v.number,open:y.has(String(v.number))},i("summary",{},`may explain ${T.length} more`),...T.map(B=>S(B)));return i("li",
{},S(v),...T.length?[O]:[])}));let k=h&&l.querySelector(`.opscope-ask-why[data-number="${h.number}"]`);k&&(g(k,"aria-exp\
anded","true"),k.closest(".opscope-finding")?.append(f,u.el))}}}var _e=128,ls=36,Ga=Object.freeze([]),Ua=3,qa=12;function Ka(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-qa,Math.min(o-Ua,Math.floor(Math.log10(e)))),o]}var ps=new WeakMap;function Va(e){let t=ps.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],ps.set(
e,t)}return t}function us(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var ds=Array.from({length:129},
(e,t)=>Me(Ue(t/128)));function Ya(e,t){return e.bad?Me(pe.nan):e.rms?ds[Math.round(us(e.rms,t)*(ds.length-1))]:null}var fs={
id:"flow",label:"Gradient flow",short:"Flow",create:Xa,count:e=>Gt(e).length};function Xa({select:e,refresh:t,signal:o}){
let n=i("div",{class:"opscope-decades"}),s=i("div",{class:"opscope-flow-row opscope-flow-head"},i("span",{},"parameter"),
n,i("span",{},"RMS"),i("span",{},"over steps")),a=i("div",{class:"opscope-flow-body"}),r=i("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),c=i("span"),p=i("span"),l=i("d\
iv",{class:"opscope-legend opscope-flow-legend"},i("span",{},"RMS gradient of each parameter"),i("div",{class:"opscope-s\
cale"},c,i("i",{style:`background: ${Nt()}`}),p),i("span",{class:"opscope-mark"},i("i",{style:`background: ${Me(pe.nan)}`}),
"NaN or Inf")),u=new Map;a.addEventListener("click",d=>{let b=d.target.closest("[data-name]");b&&e(b.dataset.name??"")},
{signal:o});let f=i("div",{class:"opscope-flow"},r,i("div",{class:"opscope-flow-table"},s,a,l));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let h=(d,b)=>d.history.get(b.name)?.points??Ga;return{el:f,update(d,{selected:b}){let x=Gt(
d);g(r,"hidden",x.length>0),g(s,"hidden",!x.length);let[m,w]=[1/0,0];for(let k of x){let[v,T]=Va(h(d,k));[m,w]=[Math.min(
m,v),Math.max(w,T)]}let E=Ka(m,w);Ja(n,E),A(c,V(10**E[0])),A(p,V(10**E[1])),g(l,"hidden",!x.length);for(let k of x)u.has(
k.name)||u.set(k.name,Za(k.name));let S=x.map(k=>u.get(k.name));ze(a,S.map(k=>k.el));let M=d.stopped?.step||null,_=ut(x),
$=Math.floor((f.scrollTop-(a.offsetTop-f.offsetTop))/ls)-2,y=$+Math.ceil(f.clientHeight/ls)+4;x.forEach((k,v)=>{if(v<$||
v>y)return S[v].choose(k.name===b);S[v].update(k,_.get(k.name)??k.name,d.history.get(k.name)??mt,E,ve(d,k),M),S[v].choose(
k.name===b)})}}}function Ja(e,t){let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),a=[...t,s].join();if(e.
dataset.range===a)return;e.dataset.range=a;let r=Math.ceil((n-o)/s),c=[];for(let p=n;p>=o;p-=r){let l=`left: ${(100*(p-o)/
(n-o)).toFixed(2)}%`;c.push(i("span",{style:l},"10",i("sup",{},String(p).replace("-","−"))))}e.replaceChildren(...c)}function Za(e){
let t=ht(e),o=i("i"),n=i("span",{class:"opscope-track"},o),s=i("span",{class:"opscope-number"}),a=i("canvas",{class:"ops\
cope-strip",width:_e,height:1,role:"img","aria-label":"RMS gradient over the steps"}),r=i("button",{class:"opscope-flow-\
row",type:"button","data-name":e},t,n,s,a),c="",p;return{el:r,choose:l=>g(r,"aria-pressed",l?"true":"false"),update(l,u,f,h,d,b){
let x=`${h} ${d} ${b} ${u}`;if(p===l&&c===x)return;p=l,c=x,g(r,"data-elsewhere",!!d),g(r,"title",d?`not computed yet: it\
s value ${d}`:void 0);let{rms:m}=bt(l),w=ie(l);et(t,u.replaceAll("@GRAD","")),g(r,"data-health",w),g(o,"data-nothing",m===
null),g(n,"style",`--decade: ${(100/(h[1]-h[0])).toFixed(3)}%`),g(o,"style",`width: ${(100*(m===null?1:us(m,h))).toFixed(
2)}%`),A(s,l.nan?"NaN":l.inf?"Inf":V(m)),Qa(a,f,h,b),g(a,"title",Te(f)||void 0)}}}function Qa(e,t,o,n){let{points:s,stride:a}=t,
r=Te(t),c=e.getContext("2d");if(!c)return;c.clearRect(0,0,_e,1);let p=s[0]?.step??0,l=(s.at(-1)?.step??0)-p+1;s.forEach(
(u,f)=>{let h=s[f+1]?.step??u.step+1,d=Math.floor((u.step-p)/l*_e);if(!u.bad&&f+1<s.length&&Math.floor((h-p)/l*_e)===d)return;
let b=Ya(u,o);b&&(c.fillStyle=b,c.globalAlpha=r?.35:1,c.fillRect(d,0,Math.ceil((h-p)/l*_e)-d,1),c.globalAlpha=1,r&&c.fillRect(
d,0,Math.max(2,Math.ceil(a/l*_e)),1))}),!(n===null||n<p||n>=p+l)&&(c.fillStyle=getComputedStyle(e).color,c.fillRect(Math.
floor((n-p)/l*_e),0,2,1))}var ei=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function It(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function hs(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Yt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Ce(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function ms(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(ei)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],a=K("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),r=K("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),c=K("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),p=K("g",{class:"opscope-gutter"},K("title"),a,r,c);return e.
append(p),p}function gs(e,t){g(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),g(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),g(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&A(ms(e).firstChild,hs(t))}function bs(e){let t=ms(e).firstChild;t.textContent||A(t,hs([]))}function go(e){let t=[];for(let o of e){let n=o.querySelector(":scope > .opscope-fold-fold")?23:0,s=Number(o.querySelector(
"rect")?.getAttribute("width")??0)-8-n;if(!(s<=0))for(let a of o.querySelectorAll("text"))a.getComputedTextLength()>s&&t.
push([a,s])}return()=>{for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(1)),o.setAttribute("lengthAdjust","spacing\
AndGlyphs")}}var Ke=["nan","inf","zeros","ok"],ti=2e5;function Ve(e,t){return e.program===t||!(e.program>=0)}function ws(e,t){let o=new Map,
n=new Map,s=[...e.values()].filter(a=>Ve(a,t));for(let a of e.values())o.set(`var-${a.name}`,ie(a));for(let a of s)n.set(
a.op,Math.max(n.get(a.op)??0,a.step));for(let a of s){let r=ie(a),c=o.get(`op-${a.op}`);a.step===n.get(a.op)&&(!c||Ke.indexOf(
r)<Ke.indexOf(c))&&o.set(`op-${a.op}`,r)}return o}function xs(e,t,o,n=new Map){let s=new Set;for(let a of t){let r=e.get(
a);s.add(`var-${a}`),r&&Ve(r,o)&&s.add(`op-${r.op}`)}for(let a of[...s]){let r=n.get(a);r!==void 0&&s.add(r)}return s}function ys(e,t){
let o=new Map;for(let[n,s]of e){let a=t.get(n);if(a===void 0)continue;let r=o.get(a);(!r||Ke.indexOf(s)<Ke.indexOf(r))&&
o.set(a,s)}return o}function ks(e){let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n==
"string"&&t.push(n),!Array.isArray(n))continue;let[s,a,r,c]=n;if([a,r].every(Number.isSafeInteger))for(let p=a;p<=r&&t.length<
ti;p++)t.push(`${s}${p}${c}`)}}catch{return[]}return t}function vs(e,t,o,n=[]){if(o.startsWith("var-"))return e.get(o.slice(
4))?.name;let s=new Set([o,...n]);return[...e.values()].filter(r=>Ve(r,t)&&s.has(`op-${r.op}`)||s.has(`var-${r.name}`)).
sort((r,c)=>Ke.indexOf(ie(r))-Ke.indexOf(ie(c)))[0]?.name}var oi=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),$s=/^(xmlns(:xlink)?|xml:space)$/,ni=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),si=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function ri(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!ni.has(e)&&!si.test(e)&&!$s.test(e)?!1:$s.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function Ms(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(Es(n),document.importNode(n,!0))}function Es(e){for(let{
name:t,value:o}of[...e.attributes])ri(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&oi.
has(t.localName)&&t.namespaceURI===e.namespaceURI?Es(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function Ss(e,t){let o=Ms(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[],labels:new Map,boxes:null};for(let s of["width","height"])o.removeAttribute(s);g(o,"role","group");for(let s of o.
querySelectorAll("g")){let a=s.getAttribute("data-src"),r=s.getAttribute("data-dst"),c=s.getAttribute("data-scope"),p=ks(
s.getAttribute("data-hides"));a!==null&&r!==null?n.links.push({src:a,dst:r}):p.length||/^(op|var)-/.test(s.id)?ai(n,s,p,
t&&c!==null):c!==null&&(n.frames.set(c,s),t&&Ls(s,"fold"))}return n}function ai(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.
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
c,p]=[l,d])}return c}var ii=150,Ts="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function As({search:e,choose:t,signal:o}){
let n=i("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Ts,"aria-label":`\
search the graph: ${Ts}`}),s=i("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),a=i("div",{class:"opscope-graph-find"},n,s),r=0,c="",p=null,l=()=>g(s,"hidden",!0),u=()=>{c=n.value.trim(),c?
e(c):l()};n.addEventListener("input",()=>{clearTimeout(r),r=window.setTimeout(u,ii)},{signal:o}),n.addEventListener("foc\
us",()=>g(s,"hidden",!c||!p||p.text!==c),{signal:o}),a.addEventListener("keydown",h=>{h.stopPropagation();let d=[...s.querySelectorAll(
"button")],b=d.findIndex(x=>x.matches(":focus"));if(h.key==="Escape")l(),n.focus();else if(h.key==="Enter"&&b<0)p?.text===
n.value.trim()?d[0]?.click():u();else if(h.key==="ArrowUp"&&b===0)n.focus();else if(h.key.startsWith("Arrow")&&h.key!=="\
ArrowLeft"&&h.key!=="ArrowRight")d[ce(h,b,d.length)??0]?.focus();else return;h.preventDefault()},{signal:o}),s.addEventListener(
"click",h=>{let d=h.target.closest("[data-found]");d&&(l(),t(d.getAttribute("data-found")??""))},{signal:o}),a.addEventListener(
"focusout",({relatedTarget:h})=>{a.contains(h)||l()},{signal:o}),document.addEventListener("pointerdown",h=>h.composedPath().
includes(a)||l(),{signal:o,capture:!0});function f(h){let d=h.ids.map((m,w)=>{let E=i("button",{class:"opscope-match",type:"\
button",role:"option",tabindex:-1,"data-found":m},i("b",{},h.labels[w]),i("span",{},h.details[w]));return g(E,"title",`${h.
labels[w]}
${h.details[w]}`),E}),b=h.total>d.length?` · the first ${d.length} are shown`:"",x=h.total===1?"1 node":`${h.total.toLocaleString(
"en")} nodes${b}`;s.replaceChildren(i("div",{class:"opscope-matches-head"},h.total?x:`Nothing matches "${h.text}".`),...d),
g(s,"hidden",!1)}return{el:a,focus:()=>n.focus(),update(h){h!==p&&(p=h,h&&h.text===c&&n.value.trim()===c&&a.contains(document.
activeElement)&&f(h))},enable:h=>g(a,"hidden",!h),clear:()=>A(s,"")}}var ci={together:"in one",apart:"side by side",forward:"forward only"};function _s({view:e,draw:t,scopes:o,measure:n,search:s,
found:a,save:r,signal:c}){let p=i("span",{class:"opscope-graph-info"}),l=i("span",{class:"opscope-graph-number"}),u=(F,Y,se)=>{
let re=i("button",{type:"button",class:"opscope-tool",title:Y,"aria-label":Y},F);return re.addEventListener("click",se,{
signal:c}),re},f=(F,Y,se)=>i("select",{class:`opscope-graph-choice opscope-graph-${F}`,title:Y,"aria-label":Y},...Object.
entries(se).map(([re,te])=>i("option",{value:re},te))),h=As({search:s,choose:a,signal:c}),d=f("arrangement","forward and\
 backward: each layer with its gradients, side by side, or forward only",ci),b=Object.fromEntries(Object.entries($e).map(
([F,{label:Y}])=>[F,Y])),x=f("colors","color the operators by",{health:"health",...b}),m=i("input",{class:"opscope-graph\
-since",type:"number",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare\
 with",hidden:!0}),w=u("Whole graph","back to the whole graph",()=>t({center:""})),E=!1,S=u("Fold all","fold all scopes",
()=>t({open:E?[]:o(),center:""})),M=f("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),_={later:i(
"span",{class:"opscope-key-later",title:"not computed yet where the run is paused",hidden:!0},i("i"),"not yet"),here:i("\
span",{class:"opscope-key-here",title:"where the run is",hidden:!0},i("i"),"here"),untapped:i("span",{title:"no tap watc\
hes its result",hidden:!0},i("i"),"not tapped")},$=i("div",{class:"opscope-key"},...["ok","zeros","Inf","NaN"].map(F=>i(
"span",{"data-health":F.toLowerCase()},i("i"),F)),_.later,_.untapped,_.here),y=i("span"),k=i("span"),v=i("span",{class:"\
opscope-graph-when"}),T=i("div",{class:"opscope-key opscope-ramp",hidden:!0},v,y,i("i"),k,l),O=i("div",{class:"opscope-t\
ools"},u("+","zoom in",()=>e.zoom(1)),u("−","zoom out",()=>e.zoom(-1)),u("fit","fit the whole graph",e.fit),M),B=i("di\
v",{class:"opscope-graph-bar",hidden:!0},h.el,i("label",{class:"opscope-graph-by"},"gradients",d),i("label",{class:"opsc\
ope-graph-by"},"color",x),m,S,w);for(let F of B.children)g(F,"data-asks",!0);let q=i("div",{class:"opscope-graph-keys",title:"\
drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},$,T,p),H=i("div",{class:"opscope-graph-foot"},q,O),
X=new Map,D="",C="",ee="",G=!1,Q={by:"health",selected:"",against:0},j=()=>{Q.by=x.value,C="",g(m,"hidden",Q.by!=="chang\
e"),Q.against=Math.max(0,Math.round(Number(m.value)||0)),n()};x.addEventListener("change",j,{signal:c}),m.addEventListener(
"change",j,{signal:c}),m.addEventListener("keydown",F=>F.stopPropagation(),{signal:c}),d.addEventListener("change",()=>t(
{arrangement:d.value,first:!0,center:""}),{signal:c}),M.addEventListener("change",()=>{M.value&&r(M.value),M.value=""},{
signal:c});function I(){A(p,C||(G?"drawing …":ee)),g(q,"data-refused",!!C)}function W(){let F=X.get(D);A(l,F===void 0?
"":$e[Q.by]?.text(F)??"")}return Object.assign(Q,{el:B,foot:H,focusSearch:h.focus,wait(F){G=F,I()},measured(F,Y){return C=
F?"":Y,I(),!F},read(F){D=F,W()},drawn(F,Y,se){g(B,"hidden",!F.arrangement||se),F.arrangement&&(d.value=F.arrangement),g(
w,"hidden",!F.center),E=F.open.length>0,g(S,"hidden",!!F.center||!E&&!F.hidden),A(S,E?"Fold all":"Unfold");for(let te of[
"title","aria-label"])g(S,te,E?"fold all scopes":"unfold the scopes in sight");let re=F.hidden?`, ${F.hidden.toLocaleString(
"en")} nodes folded`:"";ee=Y?`${F.ops.toLocaleString("en")} operators${re}`:"",I()},update(F,Y,se){Q.selected=Y,h.update(
F.fold.found);let re=!!F.graph?.eager;for(let te of x.options)te.disabled=te.value!=="health"&&(se||!F.recorded||re&&te.
value==="time");g(x,"title",`color the operators by${re?"; calls of eager code have no times":""}`)},legend(F,Y,se,re){X=
Y;for(let te of["later","untapped","here"])g(_[te],"hidden",!re[te]);if(g($,"hidden",Q.by!=="health"),g(T,"hidden",!F),F){
let te=$e[F.by];A(y,te.text(se.low)),A(k,te.text(se.high));let he=F.against?`steps ${F.against} and ${F.step}`:`step ${F.
step}`;A(v,he),g(T,"title",`${te.label}, ${he}: ${te.about}`)}W()}})}function Cs(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...li(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function li(e,t){
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
return r();s=p,a=f;let h=i("div",{class:"opscope-menu-head"},i("b",{},l),` ${u}`);n.replaceChildren(h,...s.map(E=>i("but\
ton",{class:`opscope-menu-item opscope-menu-${E.name}`,type:"button",role:"menuitem"},E.label))),g(n,"hidden",!1);let d=t.
getBoundingClientRect(),b=f.getBoundingClientRect(),m=b.right+8+n.offsetWidth<=d.right?b.right+8-d.left:Math.max(4,b.left-
16-n.offsetWidth-d.left),w=Math.max(4,Math.min(d.height-n.offsetHeight-4,(b.top+b.bottom)/2-d.top-16));n.style.left=`${m}\
px`,n.style.top=`${w}px`},focus:()=>n.querySelector("button")?.focus()}}var Ie=132,Ye=96,Bs=8;function xo(e){let t=Math.min(Ie/e.w,Ye/e.h);return{scale:t,x:(Ie-e.w*t)/2,y:(Ye-e.h*t)/2}}function pi(e,t,o){
let[n,s]=[(Ie+2*Bs)*t,(Ye+2*Bs)*t],[a,r]=["",1/0];for(let c of["right bottom","left bottom","right top","left top"]){let p=c.
startsWith("right")?e.x+e.w-n:e.x,l=c.endsWith("bottom")?e.y+e.h-s:e.y,u=o.filter(f=>f.x<p+n&&p<f.x+f.w&&f.y<l+s&&l<f.y+
f.h).length;u<r&&([a,r]=[c,u])}return a}function Os(e,t){let o=i("canvas",{width:Ie*2,height:Ye*2}),n=i("div",{class:"op\
scope-sight"}),s=i("div",{class:"opscope-minimap",hidden:!0,title:"the whole graph; click to go there","aria-hidden":"tr\
ue"},o,n),a={x:0,y:0,w:1,h:1},r=c=>{let p=o.getBoundingClientRect(),[l,u]=[xo(a),p.width/Ie||1];e(a.x+((c.clientX-p.left)/
u-l.x)/l.scale,a.y+((c.clientY-p.top)/u-l.y)/l.scale)};return s.addEventListener("pointerdown",c=>{c.preventDefault(),c.
stopPropagation(),s.setPointerCapture(c.pointerId),r(c)},{signal:t}),s.addEventListener("pointermove",c=>c.buttons&1&&r(
c),{signal:t}),{el:s,draw(c,p){a=c;let l=o.getContext("2d");if(!l)return;let{scale:u,x:f,y:h}=xo(c);l.setTransform(2,0,0,
2,0,0),l.clearRect(0,0,Ie,Ye);for(let{box:d,color:b}of p){l.fillStyle=b;let[x,m]=[Math.max(1.5,d.w*u),Math.max(1.5,d.h*u)];
l.fillRect(f+(d.x-c.x)*u,h+(d.y-c.y)*u,x,m)}},place(c,p,l){g(s,"data-corner",pi(c,p,l))},update(c,p){a=p;let{scale:l,x:u,
y:f}=xo(p),h=c.x<=p.x+1&&c.y<=p.y+1&&c.x+c.w>=p.x+p.w-1&&c.y+c.h>=p.y+p.h-1;if(g(s,"hidden",h),h)return;let d=Math.max(0,
u+(c.x-p.x)*l),b=Math.max(0,f+(c.y-p.y)*l),x=Math.min(Ie,u+(c.x+c.w-p.x)*l),m=Math.min(Ye,f+(c.y+c.h-p.y)*l);n.style.cssText=
`left:${d}px;top:${b}px;width:${Math.max(4,x-d)}px;height:${Math.max(4,m-b)}px`}}}function Ot(e,t,o=.5,n=.5){let s=e.w/t,a=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-a),w:s,h:a}}function di(e,t,o=0){let n=Math.
max(t.w/40/e.w,Math.min(1,Math.max(t.w*4,o)/e.w));return n===1?e:Ot(e,1/n)}function ui(e,t){let o=(n,s,a,r)=>s>=r?a+(r-s)/
2:Math.max(a,Math.min(a+r-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function Rs(e,t,o,n=e.x+e.w/2){let s=Math.
max(1,Math.min(1,t/e.w,o/e.h)),a=t/s,r=o/s;return{x:a<e.w?Math.max(e.x,Math.min(e.x+e.w-a,n-a/2)):e.x+(e.w-a)/2,y:r<e.h?
e.y:e.y+(e.h-r)/2,w:a,h:r}}function fi(e,t){let o=e.reduce((r,c)=>Math.min(r,c.y),1/0),n=r=>Math.abs(r.x+r.w/2-t.x-t.w/2),
s=e.filter(r=>r.y<o+r.h),a=s.reduce((r,c)=>n(c)<n(r)?c:r,s[0]);return a&&a.x+a.w/2}function hi(e,t){return e.left<t.right&&
t.left<e.right&&e.top<t.bottom&&t.top<e.bottom}function Ps(e,t,o=()=>{},n){let s=null,a={x:0,y:0,w:1,h:1},r=a,c=null,p=!1,
l=r,u="",[f,h]=[0,0],d=()=>[],b=()=>{l=r,e.style.removeProperty("transform"),s?.setAttribute("viewBox",`${r.x} ${r.y} ${r.
w} ${r.h}`),o(r,a)},x=(y,k)=>{[r,u]=[y,""],e.style.setProperty("transform",`translate(${(l.x-r.x)/k}px, ${(l.y-r.y)/k}px\
)`),o(r,a)},m=(y,k="")=>(u=k,r=di(y,a,f),b()),w=()=>r!==l&&b(),E=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);function S(){
let y=Rs(a,f,h);m(y.w<a.w?Rs(a,f,h,fi(d(),y)):y,"start")}function M(){let y=Math.max(r.w/f,r.h/h),k=!!(f&&h);if([f,h]=[e.
clientWidth,e.clientHeight],!s||!k||!f||!h)return;let[v,T]=[f*y,h*y];u==="start"?S():u==="fit"?m(a,"fit"):m({x:r.x+(r.w-
v)/2,y:r.y,w:v,h:T})}let _=new ResizeObserver(M);_.observe(e),t.addEventListener("abort",()=>_.disconnect()),e.addEventListener(
"wheel",y=>{if(!s||!(y.ctrlKey||y.metaKey))return;y.preventDefault(),w();let k=e.getBoundingClientRect();m(Ot(r,Math.exp(
-y.deltaY*.002),(y.clientX-k.left)/k.width,(y.clientY-k.top)/k.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",y=>{y.button||!s||(c={x:y.clientX,y:y.clientY,box:r,unit:E()},p=!1)},{signal:t}),e.addEventListener("pointermov\
e",y=>{if(!c)return;let k=y.clientX-c.x,v=y.clientY-c.y;if(!p&&Math.hypot(k,v)<4)return;p||e.setPointerCapture(y.pointerId),
p=!0;let T={...c.box,x:c.box.x-k*c.unit,y:c.box.y-v*c.unit};T.w===l.w&&T.h===l.h?x(T,c.unit):m(T)},{signal:t});let $=()=>{
c=null,w()};for(let y of["pointerup","pointercancel"])e.addEventListener(y,$,{signal:t});return e.addEventListener("clic\
k",y=>{p&&y.stopPropagation(),p=!1},{signal:t,capture:!0}),e.addEventListener("keydown",y=>{let k={"+":1.25,"=":1.25,"-":.8}[y.
key],v=y.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[y.key];if(k)m(Ot(r,k));else if(v)m(
{...r,x:r.x+v[0]*40*E(),y:r.y+v[1]*40*E()});else if(y.key==="0")m(a,"fit");else return;y.preventDefault()},{signal:t}),{
attach(y,k=!1){s=y;let v=s?.viewBox.baseVal;a=v&&v.width?{x:v.x,y:v.y,w:v.width,h:v.height}:{x:0,y:0,w:100,h:100},k||(r=
a),b()},hold(y,k){let v=y.getBoundingClientRect();m({...r,x:r.x+(v.left-k.left)*E(),y:r.y+(v.top-k.top)*E()})},center:(y,k)=>m(
{...r,x:y-r.w/2,y:k-r.h/2}),zoom:y=>m(Ot(r,y>0?1.25:1/1.25)),fit:()=>m(a,"fit"),whole:()=>a,box:()=>r,sight(){let[y,k,v]=[
E(),e.clientWidth,e.clientHeight],[T,O]=[k*y,v*y];return[{x:r.x+(r.w-T)/2,y:r.y+(r.h-O)/2,w:T,h:O},y]},start(y){d=y,[f,h]=
[e.clientWidth,e.clientHeight],S()},restore(y){[f,h]=[e.clientWidth,e.clientHeight],m(y)},reveal(y){w();let k=e.getBoundingClientRect(),
v=y.getBoundingClientRect();if(v.left>=k.left&&v.right<=k.right&&v.top>=k.top&&v.bottom<=k.bottom&&!(n&&hi(v,n.getBoundingClientRect())))
return;let O=(v.left+v.right-k.left-k.right)/2,B=(v.top+v.bottom-k.top-k.bottom)/2;m(ui({...r,x:r.x+O*E(),y:r.y+B*E()},a))}}}var mi=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function gi(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,a)=>{let r=getComputedStyle(o[a]);s.setAttribute("style",mi.map(c=>`${c}:${r.getPropertyValue(c)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=bi(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function bi(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function yo(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Fs(e,t,o,n){if(t==="dot")return yo(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=gi(e),a=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return yo(a,"graph.svg");let r=new Image,c=URL.createObjectURL(a);r.src=c,await r.decode();let p=document.createElement(
"canvas"),l=Math.min(2,8e3/Math.max(r.width,r.height));p.width=Math.round(r.width*l),p.height=Math.round(r.height*l);let u=p.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,p.width,p.height),u.drawImage(r,0,0,p.width,p.height)),URL.revokeObjectURL(
c),p.toBlob(f=>f&&yo(f,"graph.png"),"image/png")}var Ds={id:"graph",label:"Graph",create:xi},wi=[];function xi({select:e,ask:t,open:o,offline:n,memory:s,signal:a}){let r=i(
"div",{class:"opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a\
 scope, Backspace folds it, slash searches, plus and minus zoom"}),c=Os((N,P)=>p.center(N,P),a),p=Ps(r,a,q,c.el),l=_s({view:p,
draw:N=>ee(N.center===""&&b?.center?{...N,reveal:b.center}:N),scopes:Q,measure:j,search:N=>t("SearchGraph",{text:N}),found:N=>ee(
{reveal:N}),save:I,signal:a}),u=Is({choose:W,frame:r,signal:a}),f=i("div",{class:"opscope-nothing"}),h=i("div",{class:"o\
pscope-graph-tab"},l.el,i("div",{class:"opscope-graph-box"},r,u.el,f,c.el),l.foot),d=null,b=null,x=!0,m=s.graph??null,w=!1,
E=!1,S=!1,M=!1,_="",$="",y="",k=null,v,T,O="",B=0;function q(N,P){let L=c.el.hidden;c.update(N,P),L&&!c.el.hidden&&w&&d?.
boxes&&c.place(...p.sight(),xe()),H()}function H(){b&&d&&(s.graph={drawn:X(b),box:p.box()})}let X=N=>[N.program,N.arrangement,
N.center,...N.open].join(" "),D=N=>d?.nodes.get(N)??d?.nodes.get(d.hiddenIn.get(N)??""),C=N=>N?.getAttribute("data-node")??
"";function ee(N){b?.arrangement&&(l.wait(!0),t("DrawGraph",{open:b.open,arrangement:b.arrangement,...N},()=>l.wait(!1)))}
function G(N,P,L){if(!b)return;let R=L.getBoundingClientRect();k={scope:N,left:R.left,top:R.top};let z=U=>U===N||U.startsWith(
`${N}/`);ee({open:P?[...b.open,N]:b.open.filter(U=>!z(U)),center:P?b.center:""})}function Q(){return[...d?.nodes??[]].filter(
([,N])=>N.hasAttribute("data-scope")).map(([N])=>N)}function j(){B=v?.stopped?.step||0;let{by:N,against:P}=l;N!=="health"&&
t("MeasureOperators",{by:N,step:B,against:P},(L,R)=>l.measured(L,R)),v&&Se(v)}function I(N){let P=getComputedStyle(h).getPropertyValue(
"--o-ground")||"#ffffff";d&&b&&Fs(d.svg,N,b.dot,P)}function W({kind:N,fields:P}){let{id:L,spec:R,op:z}=P,U=L===void 0?void 0:
d?.nodes.get(L);N==="compose"?o("breakpoints",R):N==="attributes"?o("code",z):N==="open"&&U?G(L,!0,U):N==="center"?ee({center:L,
reveal:L}):N!=="open"&&t(N,P)}function F(N,P){let L=C(N),R=d?.folded.get(L),z=vs(P.values,b?.program??-1,L,R);z&&e(z,!1),
y=L;let U=[];b?.arrangement&&!n&&(N.hasAttribute("data-scope")&&U.push({name:"open",label:"Open",kind:"open",fields:{id:L}}),
U.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:L}}));let Z=n?-1:Ce(L),J=N.querySelector(
"text")?.textContent??"";u.show([...Z>=0?Cs(P,Z):[],...U],J,Z>=0?`op ${Z}`:R?`${R.length} inside`:"",N)}r.addEventListener(
"click",N=>{let P=N.target,R=P.closest(".opscope-fold")?.closest("[data-scope]");if(R)return G(R.getAttribute("data-scop\
e")??"",R.hasAttribute("data-node"),R);let z=P.closest("[data-node]");if(!z||!v)return;let U=C(z);if(!n&&(P.closest(".op\
scope-gutter")||Ce(U)>=0&&N.altKey))return re(U);F(z,v)},{signal:a}),r.addEventListener("dblclick",N=>{let P=N.target.closest(
"[data-node][data-scope]");!P||n||!b?.arrangement||(u.close(),G(C(P),!0,P))},{signal:a}),r.addEventListener("pointerover",
N=>{let P=N.target.closest("[data-node]");P&&Ce(C(P))>=0&&!n&&bs(P),l.read(P?C(P):"")},{signal:a}),r.addEventListener("f\
ocusin",({target:N})=>y=C(N)||y,{signal:a}),r.addEventListener("keydown",N=>Y(N)&&(N.preventDefault(),N.stopPropagation()),
{signal:a});function Y(N){if(!d||!v||N.altKey||N.ctrlKey||N.metaKey||N.shiftKey)return!1;let P=d.nodes.get(y);if(N.key===
"/"&&b?.arrangement)return l.focusSearch(),!0;if(N.key.startsWith("Arrow")){let L=P?Ns(d,y,N.key):C(D(_)??[...d.nodes.values()][0]??
null);return L&&se(L),!0}if(!P)return!1;if(N.key==="Enter"||N.key===" ")return P.hasAttribute("data-scope")&&b?.arrangement&&
!n?G(y,!0,P):(F(P,v),u.focus()),!0;if(N.key==="Backspace"){let L=Bt(d),R=[...d.frames].filter(([z])=>wo(L.get(z),L.get(y))).
at(-1);return R&&b?.arrangement&&G(R[0],!1,R[1]),!0}return!1}function se(N){let P=d?.nodes.get(N);P&&(y=N,p.reveal(P),P.
focus({preventScroll:!0}),l.read(N))}function re(N){let P=he(It(v?te(v):[]),N);for(let{number:L}of P)t("ClearBreakpoint",
{number:L});!P.length&&Ce(N)>=0&&t("SetBreakpoint",{spec:`id:${Ce(N)}`})}function te(N){let P=N.fold.breakpoints;return P&&
b&&Ve(P,b.program)?N.breakpoints:wi}function he(N,P){return[...new Set((d?.folded.get(P)??[P]).flatMap(L=>N.get(Ce(L))??
[]))]}function it(N){if(N===T||!w||!d)return;T=N;let P=It(N);for(let[L,R]of d.nodes)L.startsWith("var-")||gs(R,he(P,L))}
function be(N){let P=!!(d&&b?.arrangement&&b.program===N.program);if(d=Ss(N.svg,!!N.arrangement&&!n),T=void 0,_=O="",u.close(),
r.replaceChildren(),p.attach(null,P),d){r.append(d.svg),p.attach(d.svg,P),x=!P,S=!w,E=!0;let L=S?()=>{}:go(Be());P&&we(N),
L()}A(f,d?"":"The graph could not be read."),g(f,"hidden",!!d),l.drawn(N,!!d,n)}function we(N){let P=k?.scope??"",L=d?.nodes.
get(P)??d?.frames.get(P);if(d?.nodes.has(P))y=P;else if(d&&L&&w){let R=Bt(d);y=[...d.nodes.keys()].find(z=>wo(R.get(P),R.
get(z)))??y}k&&L?p.hold(L,k):p.start(xe),k=null,N.reveal&&([$,y]=[N.reveal,N.reveal]),M=r.contains(document.activeElement)||
document.activeElement===document.body||!!N.reveal}function Se(N){if(!d||!b)return;let P=ws(N.present,b.program),L=ys(P,
d.hiddenIn),R=xs(N.values,N.absent,b.program,d.hiddenIn),z=D(N.stopped?`op-${N.stopped.op}`:""),U={later:!1,untapped:!1,
here:!!z},Z=N.values.get(l.selected),J=Z&&(D(`var-${l.selected}`)??(Ve(Z,b.program)?D(`op-${Z.op}`):null)),ne=l.by!=="he\
alth"&&N.fold.measured?.by===l.by?N.fold.measured:null,oe=ne?Nn(ne,d.hiddenIn):new Map,fe=Tn(l.by,oe.values()),de=It(te(
N));for(let[ue,me]of d.nodes){let Oe=d.folded.has(ue)?L.get(ue):P.get(ue),ct=!Oe&&R.has(ue);U.later||=ct,U.untapped||=!Oe&&
!ct;let Vs=[Oe&&Oe!=="ok"?Fe[Oe]:"",ct?"not computed yet":"",me===z?"the run is here":"",!ue.startsWith("var-")&&he(de,ue).
length?"breakpoint":""];g(me,"aria-label",[d.labels.get(ue),...Vs].filter(Boolean).join(", ")),g(me,"data-health",l.by!==
"health"?void 0:Oe),g(me,"data-later",l.by==="health"&&ct),g(me,"data-selected",me===J);let lt=oe.get(ue);g(me,"data-hea\
t",lt===void 0?l.by==="health"?void 0:"none":(fe.at(lt)*100).toFixed(0)),me.style.setProperty("--heat",lt===void 0?"0%":
`${(8+84*fe.at(lt)).toFixed(0)}%`)}l.legend(ne,oe,fe,U);let ye=`${document.body.dataset.jpThemeLight} ${l.by} ${ne?.step}\
 ${[...P.values()].join()}`;ye!==O&&w&&(O=ye,Pt())}let Be=()=>[...d?.nodes.values()??[],...d?.frames.values()??[]];function xe(){
let N=d&&Bt(d);return[...d?.nodes.keys()??[]].flatMap(P=>N?.get(P)??[])}function Pt(){let N=[...d?.nodes.values()??[]].map(
P=>getComputedStyle(bo(P)).stroke);c.draw(p.whole(),xe().map((P,L)=>({box:P,color:N[L]})))}return{el:h,open(N){$=`op-${N}`,
d&&!d.nodes.has($)&&d.hiddenIn.has($)&&ee({reveal:$})},update(N,{selected:P}){w=r.clientWidth>0,N.graph&&N.graph!==b&&(N.
graph.svg!==b?.svg||N.graph.reveal)?be(N.graph):!N.graph&&!v&&A(f,"No graph yet. A program is drawn when it first runs, \
eager code at each stop and step."),b=N.graph,x&&w&&d&&(x=!1,m&&b&&m.drawn===X(b)?p.restore(m.box):p.start(xe),m=null),S&&
d&&w&&(S=!1,go(Be())()),v=N,l.by!=="health"&&N.stopped&&N.stopped.step!==B&&!n&&j(),l.update(N,P,n),Se(N),it(te(N));let L=N.
stopped?`op-${N.stopped.op}`:"",R=D(L);if(L!==_){let U=D(_);for(let Z of["data-current","data-past"])U&&g(U,Z,!1);R&&g(R,
"data-current",!0),$||=L,_=L}R&&g(R,"data-past",N.stopped?.past);let z=D($);z&&w&&p.reveal(z),$="",w&&H(),E&&w&&(E=!1,c.
place(...p.sight(),xe())),M&&d?.nodes.get(y)?.focus({preventScroll:!0}),M=!1}}}var[zs]=Ze.Warned,js="limit"in zs&&zs.limit||1/0,Hs={id:"notes",label:"Notes",create:yi,count:vi};function yi({select:e,
signal:t}){let o=i("div",{class:"opscope-nothing"},"Nothing to report."),n=i("pre",{class:"opscope-error"}),s=i("div",{class:"\
opscope-notes-rows"}),a=i("div",{class:"opscope-notes-older",hidden:!0},`The newest ${js} notes are kept; those before t\
hem are gone.`),r,c=0;return s.addEventListener("click",p=>{let l=p.target.closest("[data-name]");l&&e(l.dataset.name??"")},
{signal:t}),{el:i("div",{class:"opscope-notes"},o,n,s,a),update(p){if(A(n,p.error),g(n,"hidden",!p.error),g(o,"hidden",!!p.
error||p.warnings.size>0),g(a,"hidden",p.warnings.size<js),p.warnings===r&&p.values.size===c)return;r=p.warnings,c=p.values.
size;let l=[...p.warnings.values()].reverse();s.replaceChildren(...l.map(u=>ki(u,p.values.has(u.subject))))}}}function ki({
subject:e,text:t,count:o},n){let s=[i("code",{},e),i("span",{},t)];return o>1&&s.push(i("span",{class:"opscope-note-coun\
t",title:`${o} times`},`×${o}`)),n?i("button",{class:"opscope-note",type:"button","data-name":e},...s):i("div",{class:"\
opscope-note"},...s)}function vi(e){return e.warnings.size+(e.error?1:0)}var Xe=[as,fs,Ds,On,cs,Hs,vn];var Ws=50,$i=0;function Gs(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),a=n?Re(e):new Set,r=f=>s.every(h=>f.
toLowerCase().includes(h)),[c,p]=[s.filter(f=>/^\d+$/.test(f)),s.filter(f=>!/^\d+$/.test(f))],l=c.length===1&&p.every(f=>[
"go","to","step","goto"].includes(f))?Number(c[0]):NaN,u=o&&l>=o[0]&&l<=o[1]?[{label:`Go to step ${l}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:l}}]:[];for(let{kind:f,label:h,about:d,key:b}of Le)a.has(f)&&r(`${h} ${d}`)&&u.push({label:h,about:d,
key:b,deed:{send:f}});for(let{id:f,label:h}of Xe)r(`show ${h} tab`)&&u.push({label:`Show ${h}`,about:"tab",deed:{tab:f}});
r("keys shortcuts help")&&u.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let f of e.values.
values()){if(u.length>=Ws)break;if(!r(`value ${f.name} ${f.called} ${f.op_type}`))continue;let[h,d]=ke(f);u.push({label:h,
about:["value",d,f.op_type].filter(Boolean).join(" · "),deed:{value:f.name}})}return u.slice(0,Ws)}function Us({root:e,
find:t,act:o,signal:n}){let s=i("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),a=i("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),r=i("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,a),c=`opscope-palette-${++$i}`,p=[],l=0,u=null;function f(){
[...a.children].forEach((m,w)=>g(m,"aria-selected",w===l?"true":"false"));let x=a.children[l];x?.scrollIntoView({block:"\
nearest"}),g(s,"aria-activedescendant",x?.id)}function h(){p=t(s.value),l=0;let x=p.map(({label:m,about:w,key:E},S)=>i("\
div",{class:"opscope-choice",role:"option",id:`${c}-${S}`,"data-at":S},i("b",{},m),i("span",{},w),...E?[i("kbd",{},E)]:[]));
a.replaceChildren(...x.length?x:[i("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function d(x){if(x!==
!r.hidden){if(x&&(u=e.ownerDocument.activeElement),g(r,"hidden",!x),!x)return(u&&e.contains(u)?u:e).focus({preventScroll:!0});
s.value="",h(),s.focus({preventScroll:!0})}}function b(x){let m=p[x];m&&(d(!1),o(m.deed))}return s.addEventListener("inp\
ut",h,{signal:n}),s.addEventListener("blur",x=>{r.contains(x.relatedTarget)||g(r,"hidden",!0)},{signal:n}),a.addEventListener(
"pointerdown",x=>x.preventDefault(),{signal:n}),a.addEventListener("click",x=>{let m=x.target.closest("[data-at]");m&&b(
Number(m.dataset.at))},{signal:n}),e.addEventListener("keydown",x=>{if((x.ctrlKey||x.metaKey)&&!x.altKey&&!x.shiftKey&&x.
key.toLowerCase()==="k")d(!!r.hidden);else{if(r.hidden||x.target!==s)return;if(x.key==="Escape")d(!1);else if(x.key==="E\
nter")b(l);else{let m=["ArrowUp","ArrowDown"].includes(x.key)&&p.length?ce(x,l,p.length):null;if(m===null)return void x.
stopPropagation();l=m,f()}}x.preventDefault(),x.stopPropagation()},{signal:n,capture:!0}),{el:r,open:()=>d(!0)}}var Mi=0;function qs(e,t,o){let n=new Map(e.map(p=>[p.id,i("span",{class:"opscope-count"})])),s=e.map(p=>{let l=n.get(p.
id),u=p.short?[i("span",{class:"opscope-long"},p.label),i("span",{class:"opscope-short"},p.short)]:[p.label];return i("b\
utton",{class:`opscope-tab opscope-tab-${p.id}`,type:"button",role:"tab"},...u,l)}),a=i("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((p,l)=>{s[l].id=`opscope-tab-${++Mi}`,g(p.el,"role","tabpanel"),g(p.el,"aria-labelledby",s[l].
id)});let r=0;function c(p){r=p,e.forEach((l,u)=>{g(s[u],"aria-selected",u===r?"true":"false"),g(s[u],"tabindex",u===r?0:
-1),g(l.el,"hidden",u!==r)})}return a.addEventListener("click",p=>{let l=s.findIndex(u=>u.contains(p.target));l<0||(c(l),
t())},{signal:o}),a.addEventListener("keydown",p=>{let l=ce(p,r,e.length);l!==null&&(p.preventDefault(),c(l),s[l].focus(),
t())},{signal:o}),c(0),{el:i("main",{class:"opscope-main"},a,...e.map(p=>p.el)),get open(){return e[r].id},show:p=>c(Math.
max(0,e.findIndex(l=>l.id===p))),count(p,l){let u=n.get(p);u&&A(u,l?String(l):"")}}}var Ei=1e4,Si=new Set(Le.map(e=>e.kind)),Ks=new Set(["FetchDetail","WatchDetail"]);function Li(e){let{forward:t,parameters:o,
gradients:n}=kt(e),s=[...t,...o,...n],a=r=>e.details.get(r)?.step??-1;return s.reduce((r,{name:c})=>a(c)>a(r)?c:r,s[0]?.
name??"")}function Rt({model:e,el:t,signal:o,page:n,memory:s={}}){let a=!!n,r=e.get?.("selected")||s.selected||"",c="",p=!0,
l,u=new Map,f={},h=null,d=!0,b=I=>[...u.values()].some(({kind:W,since:F})=>I(W)&&Date.now()-F<Ei),x=i("div",{class:"opsc\
ope-panel",role:"region","aria-label":"opscope panel","data-offline":a,tabindex:a?void 0:0}),m=(I,W={},F=void 0)=>{if(delete f[I],
!p)return F?.(!1,Oo);u.set(ee.command(I,W),{kind:I,done:F,since:Date.now()})},w=(I,W=!0)=>{l?.values.has(I)&&(I!==r&&(d=
!1),r=s.selected=I,E(I),W&&H.show("tensor"),ee.refresh())};function E(I){!e.get||l&&yt(l,e.get("selected"))===I||(e.set?.(
"selected",I),p&&e.save_changes?.())}let S=()=>{let I=l&&yt(l,e.get?.("selected")??"");I&&w(I,!1)};e.get&&(e.on("change:\
selected",S),o.addEventListener("abort",()=>e.off("change:selected",S)));function M(I){d=!0,p&&m("WatchDetail",{name:I})}
let _=()=>ee.refresh(),$=(I,W)=>{H.show(I),q.get(I)?.open?.(W),_()},y=I=>m(I),k=un(m),v=(I,W=-1)=>{if(n)return n.goTo(I);
k.goTo(I,W),_()},T=I=>{if(n)return n.steps;let W=Kt(I);return p&&W&&W.last>W.first?[W.first,W.last]:null},O=gn({send:y,ask:m,
seek:k,refresh:_,offline:a,signal:o}),B=yn({select:I=>w(I,H.open!=="graph"),refresh:_,memory:s,signal:o}),q=new Map(Xe.map(
I=>[I.id,I.create({select:w,ask:m,open:$,refresh:_,goTo:v,reach:T,offline:a,memory:s,signal:o})])),H=qs(Xe.map(({id:I,label:W,
short:F})=>({id:I,label:W,short:F,el:q.get(I).el})),_,o);x.addEventListener("keydown",I=>{let W=vo(I);!W||!l||!p||!Re(l).
has(W)||a||(I.preventDefault(),(!I.repeat||!b(F=>Si.has(F)))&&y(W))},{signal:o}),H.show(s.tab??=e.get?.("tab")||"tensor");
let X=Po(),D=bn({root:x,offline:a,signal:o}),C=Us({root:x,find:I=>l?Gs(l,I,T(l),p&&!a):[],act:I=>{"send"in I?y(I.send):"\
step"in I?v(I.step):"value"in I?w(I.value):"keys"in I?D.button.click():H.show(I.tab),_()},signal:o});O.el.querySelector(
".opscope-headline")?.append(D.button),x.append(X.el,O.el,i("div",{class:"opscope-body"},B.el,H.el),D.el,C.el),t.append(
x),wn({root:x,memory:s,offline:a,signal:o});let ee=nn({model:e,el:x,signal:o,paint:G});function G(I,W){p=W==="live";let F=H.
open==="tensor"&&s.tab!=="tensor";ee.show(H.open),s.tab=H.open,X.update(W),g(x,"data-lost",!p),p||u.clear(),I!==l&&j(I),
l=I,I.values.has(r)||(c||=r,r=yt(I,c)||Li(I),r&&(c=""),r&&(s.selected=r),r&&p&&!e.get?.("selected")&&E(r),d=!r),F&&r&&p&&
!a&&(d=!1),d||(f={}),g(x,"data-past",I.stopped?.past),O.update(I,p,Object.entries(f).find(([Y])=>!Ks.has(Y))?.[1]??""),B.
update(I,r);for(let Y of Xe)H.count(Y.id,Y.count?.(I)??0);q.get(H.open)?.update(I,{selected:r,refusal:p?f.FetchDetail??f.
WatchDetail??"":Ro});for(let Y of x.querySelectorAll("[data-asks]"))g(Y,"inert",!p);Q(I)}function Q(I){let W=I.stopped!==
h&&H.open==="tensor"&&!a&&p&&!b(F=>Ks.has(F));d?W&&I.stopped&&r&&m("FetchDetail",{name:r}):M(r),W&&(h=I.stopped)}function j(I){
l&&(I.phase!==l.phase||I.stopped!==l.stopped)&&(f={}),l&&I.runs>l.runs&&I.values.has(r)&&(d=!1);for(let W of I.responses){
let F=u.get(W.request);if(!F)continue;u.delete(W.request);let Y=W.ok?W.text:W.text||`${F.kind} was refused`;!W.ok&&!F.done?.(
!1,Y)&&(f[F.kind]=Y),W.ok&&F.done?.(!0,Y)}}return x}function Ni(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Ti(e){let t=new Set,o=e.length,n=0,
s=()=>{let a={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let r of t)r(a,[])};return{on:(a,r)=>{t.add(
r)},off:(a,r)=>{t.delete(r)},send:a=>a.kind==="attach"&&queueMicrotask(s),upTo(a){o=a,s()}}}function Ai(e,t){let o=t.split(
`
`).filter(h=>h.trim()).map(jo),n=Ti(o),{steps:s,ends:a}=Ni(o),r=new AbortController().signal,c=()=>{},p=Rt({model:n,el:e,
signal:r,page:{goTo:h=>c(h),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let l=i("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=i("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;c=h=>{
l.value=String(Math.max(0,s.filter(d=>d<=h).length-1)),l.dispatchEvent(new Event("input"))},l.addEventListener("input",()=>{
A(u,`step ${s[Number(l.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(a[Number(l.value)])})}),p.querySelector(".op\
scope-headline")?.append(i("label",{class:"opscope-scrub"},l,u))}var qd=()=>{let e={};return{render({model:t,el:o,signal:n}){Rt({model:t,el:o,signal:n,memory:e})}}};export{qd as default,Ai as replay};
