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
rule:"newest",slot:"responses",limit:64}]},Mo=256,Eo=.9;var Lo="−";function K(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Lo)}function Pe(e){return e.length?e.join("×"):"scalar"}var Xs=13,
Js=9,So=16;function No(e){let t=e.includes(" · ");if(e.length<=So&&!t)return[e,""];let o=e.replace(/^[^ ]*\.(?=\d+\.)/,
"…");if(o.length<=So&&!t)return[o,""];let n=t?/_?\d+$/g:/[._/@]/g,a=[...o.matchAll(n)].map(({index:r})=>o.slice(r)).filter(
r=>r.length<=Xs)[0]??o.slice(-Js);return[o.slice(0,-a.length),a]}function To(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Qe(e,t=1){if(e===0||e===1)return`${100*e}%`;let o=10**-t,n=(100*e).toFixed(
t);return e>0&&Number(n)===0?`<${o.toFixed(t)}%`:e<1&&Number(n)>=100?`>${(100-o).toFixed(t)}%`:`${n}%`}function Ao(e){return Qe(
e,e<.0995?1:0).replace("%"," %")}function _o(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ae(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function Dt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ie(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Eo?"zeros":"ok"}var Fe={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function be(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function dt(e){let t=[...e].map(n=>[n.name,be(n)[0]]),
o=new Map;for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:
s]))}function ut(e){return e.grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":e.role==="optimize"?"opti\
mizer":"forward"}function Co(e,t,o){if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(
s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function Ne(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];
let s=10**Math.floor(Math.log10(n/o));for(let a of[10,5,2,1]){let r=s*a,c=Math.ceil(e/r-1e-9),l=Math.floor(t/r+1e-9);if(l-
c+1>=o-1||a===1)return Array.from({length:l-c+1},(p,u)=>(c+u)*r)}return[]}function De(e){if(e===0)return"0";let t=Math.abs(
e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace("e+","e"):String(Number(e.toPrecision(6)))).replaceAll(
"-",Lo)}var Zs="http://www.w3.org/2000/svg";function i(e,t={},...o){let n=document.createElement(e);return Io(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(Zs,e);return Io(n,t),n.append(...o),n}function ft(e){let t=i("s\
pan",{class:"opscope-name"});return et(t,e),t}function et(e,t){if(e.title===t)return;e.title=t;let[o,n]=No(t);e.replaceChildren(
i("span",{},o),...n?[i("span",{class:"opscope-name-end"},n)]:[])}function Io(e,t){for(let[o,n]of Object.entries(t))m(e,o,
n)}function m(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function A(e,t){e.textContent!==t&&(e.textContent=t)}function ze(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var Oo="no kernel answers",Ro="No kernel answers, and the elements of this value were not kept.",Qs={live:"",waiting:"",
lost:"The kernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cel\
l again to go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run \
the cell to start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Bo(e){
return Qs[e]}function Po(){let e=i("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){A(e,Bo(t)),
m(e,"hidden",!Bo(t))}}}function Do(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function zo(e){
let t=Do(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var Fo=["step","min","max","mean","std","zeros",
"nan","inf"];function er(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let a of e.events)a.kind==="ValueSeen"&&o.push(a);
if(e.numbers===void 0)return[];let n=zo(t[e.numbers]),s=n.length/(1+Fo.length);return Array.from({length:s},(a,r)=>{let c={
...o[n[r]]};return Fo.forEach((l,p)=>{let u=n[(p+1)*s+r];c[l]=Number.isNaN(u)?null:u}),c})}function zt(e,t,o=[]){let n=e.
events.map(r=>{let c=r.pixels?.buffer;return typeof c=="number"?{...r,pixels:Do(t[c])}:r}),s=n.findIndex(r=>r.kind!=="Ru\
nStarted"&&r.kind!=="GraphDrawn"),a=s<0?n.length:s;return[...n.slice(0,a),...tr(e,t),...er(e,t,o),...n.slice(a)]}function tr(e,t){
if(!e.trails?.length)return[];let o=zo(t[e.block]),n=0;return e.trails.map(([s,a,r,c,l])=>{let p=(f,h)=>{let d=o[n+f*r+h];
return Number.isFinite(d)?d:null},u=Array.from({length:r},(f,h)=>({step:o[n+h],mean:p(1,h),min:p(2,h),max:p(3,h),rms:p(4,
h),bad:o[n+5*r+h]}));return n+=6*r,{kind:"Trail",slot:s,name:a,points:u,seen:c,first:l}})}function jo(e){return JSON.parse(
e,(t,o)=>o&&typeof o=="object"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.
charCodeAt(0)):o)}async function Go(e){let t=new Blob([Ho(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Ho)}}function Ho(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var Wo="\
application/vnd.jupyter.widget-state+json",or=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function jt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[Wo]?.state??{};if(s[t]?.
state?.frame===n)return;let a=JSON.stringify(o.toJSON().cells),r=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||a.includes(l))),c=Object.fromEntries(or.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));r[t]={model_module:c._model_module,
model_module_version:c._model_module_version,model_name:c._model_name,state:c},o.setMetadata("widgets",{[Wo]:{version_major:2,
version_minor:0,state:r}})}var ht={points:[],stride:1,seen:0,first:0};function Ko({points:e,stride:t,seen:o,first:n},s,a){let r=e.slice(),c=r.at(-1)?.
step;a&&s.length&&(c===void 0||a.first>=c)&&(o+=a.seen-(a.first===c?1:0)),c===void 0&&(n=a?.first??s[0]?.step??0);for(let l of s)
if(!(r.length&&l.step<r[r.length-1].step))for(!a&&l.step!==r.at(-1)?.step&&(o+=1),Uo(r,l,t);r.length>Mo;){t*=2;let p=[];
for(let u of r)Uo(p,u,t);r=p}return{points:r,stride:t,seen:o,first:n}}function Te(e){let t=e?.points.at(-1)?.step,o=e&&t!==
void 0?t-e.first+1:0;return e&&e.seen<o?`sampled: ${e.seen.toLocaleString("en")} of ${o.toLocaleString("en")} steps`:""}
function Uo(e,t,o){let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=nr(n,t):e.push(t)}
function nr(e,t){return{step:t.step,mean:t.mean,min:qo(Math.min,e.min,t.min),max:qo(Math.max,e.max,t.max),rms:t.rms,bad:Math.
max(e.bad,t.bad)}}function qo(e,t,o){return t===null||o===null?t===null?o:t:e(t,o)}function mt(e,t){return e.reduce((o,n)=>!o||
Math.abs(n.step-t)<Math.abs(o.step-t)?n:o,void 0)}function gt(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,
e.std);return{step:e.step,mean:e.mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function Vo(e){return(e.tapped??[]).map(
(t,o)=>{let n=e.tapped_scalars?.[o]??null;return[t,{step:e.step,mean:n,min:n,max:n,rms:n===null?null:Math.abs(n),bad:n===
null?1:0}]})}function bt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],{step:e.step,mean:t,min:t,max:t,
rms:null,bad:t===null?1:0}])}function Yo(e,t){let o=new Ht(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points,n);else if(Object.
hasOwn(Ze,n.kind))for(let s of Ze[n.kind])sr(o,s,n);return o.slots}var Ht=class{constructor(t){this.slots={...t},this.copied=
new Set}table(t){return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){
for(let o of t)this.slots[o]=Je[o],this.copied.delete(o)}addPoints(t,o,n,s){let a=this.table(t);a.set(o,Ko(a.get(o)??ht,
n,s))}};function sr(e,t,o){switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),
e.slots[t.slot]=o;break;case"latestByKey":{let n=e.table(t.slot),s=t.key.map(r=>o[r]),a=s.length===1&&typeof s[0]=="stri\
ng"?s[0]:JSON.stringify(s);t.limit!==null&&n.delete(a),n.set(a,o);for(let r of n.keys()){if(t.limit===null||n.size<=t.limit)
break;n.delete(r)}break}case"newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points===
"statistics")e.addPoints(t.slot,o.name,[gt(o)]);else for(let[n,s]of t.points==="tapped"?Vo(o):bt(o))e.addPoints(t.slot,n,
[s]);break;case"restart":e.clear(Object.keys(Je).filter(n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var rr=Object.freeze([]),ar=new Set,wt=Object.freeze({...Xo(Je),runs:0,reached:0});function Wt(e,t){return{...Xo(Yo(e.fold,t),e),...t.reduce(ir,e)}}function ir({runs:e,reached:t},o){switch(o.kind){case"R\
unStarted":return{runs:e+1,reached:0};case"Stopped":return{runs:e,reached:Math.max(t,o.step)};default:return{runs:e,reached:t}}}
function Xo(e,t){let o=e.past_stop??e.stopped,n=[...e.steps.values()].at(-1),s=e.place?t&&t.fold.place===e.place?t.absent:
new Set(e.place.absent):ar,a=t&&t.absent===s&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",
place:e.started?.place??"",rules:e.started?.rules??!1,phase:cr(e),stopped:o,over:!!e.terminated,error:e.terminated?.error??
"",search:e.search?.total?e.search:null,recorded:e.recorded?.last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.
slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:pr(e.breakpoints),exceptions:e.breakpoints?.exceptions??
rr,step:n?.step??0,seconds:n?n.pace||n.seconds:null,scalars:lr(e),scalarHistory:e.scalars,scalarNames:new Map([...e.steps.
values()].flatMap(r=>r.names.map((c,l)=>[c,r.called?.[l]??""]))),graph:e.graph,values:e.values,present:a?t.present:dr(e.
values,o,s),absent:s,history:e.history,details:e.details,warnings:e.warnings,findings:e.findings,explained:e.explained,responses:e.
responses}}function cr(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)return"running";if(!e.terminated)return e.
started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t==="failed"||t==="stopped"?t:"finished"}function lr(e){
let t=new Map([...e.steps.values()].flatMap(n=>bt(n).map(([s,a])=>[s,a.mean]))),o=Object.create(null);for(let n of e.scalars.
keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function pr(e){return(e?.numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].
split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??
!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",condition:e?.conditions[o]??"",hits:e?.hits[o]??0,
ops:n,...s}})}function dr(e,t,o){return t?new Map([...e].filter(([n,s])=>s.step===t.step&&!o.has(n))):e}function Jo(e){return e.
stopped?.past?e.stopped.step:e.stopped?.step||je(e)}function ve(e,t){return e.present.has(t.name)?"":t.step===e.stopped?.
step?`later in step ${t.step}`:`step ${t.step}`}function Zo(e,t){return e.over&&!e.stopped&&t.step<je(e)?`step ${t.step}`:
""}function Qo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&(e.present.get(
n)??tn(e.present,n));if(s)return[n,{value:s.mean,when:""}];let a=o&&t?t.names.indexOf(n):-1;if(a>=0&&!t?.later?.includes(
n))return[n,{value:t?.scalars[a]??null,when:""}];let r=e.scalarHistory.get(n)?.points??[],c=o?.past?mt(r,o.step):r.at(-1),
l=a>=0?t?.scalars[a]??null:o?.past?c?.mean??null:e.scalars[n],p=a>=0?t?.step:c?.step,u=o&&o.op<0&&!o.depth,f=p===o?.step?
u?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?f:""}]}))}function en(e,t,{value:o,when:n}){let s=e.
scalarHistory.get(t),a=s?.points.at(-1),r=e.stopped?.step??0;return!s||!a||n||r<=a.step?s:{...s,points:[...s.points,{...a,
step:r,mean:o,min:o,max:o}]}}function tn(e,t){let o=[...e.values()].filter(n=>(n.called??"").split(", ").includes(t));return o.
length===1?o[0]:void 0}function xt(e,t){return e.values.has(t)?t:tn(e.values,t)?.name??""}function Ae(e,t){let o=e.values.
get(t);return o?be(o)[0]:t}function je(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function yt(e,t=""){let o=t.
trim().toLowerCase(),n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.
called} ${s.op_type} ${s.grad_of}`.toLowerCase().includes(o)&&n[ut(s)].push(s);for(let s of Object.values(n))s.sort((a,r)=>a.
op-r.op||(a.name<r.name?-1:1));return n}function Gt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort(
(t,o)=>o.op-t.op||(t.name<o.name?-1:1))}var on=250,ur=2.5,fr=["dead","terminating","restarting","autorestarting"],kt=2500,hr=400,mr=6e4;function gr(e,t){return t.
kind==="batch"&&t.n!==e+1}function br(e,t,o,n){return t?n.n>e:o>kt}function nn({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),a=Math.floor(Math.random()*2**20)*2**20,r=wt,c=0,l=!1,p=!1,u=!1,f=!1,h=0,d="",b=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,w="live",g=Date.now(),y=0,E=kt,M=kt,x=[],T="",_=!1,k=D=>{try{e.send(D)}catch{
g=0}},$=()=>{h=0,d=b();try{n(r,w)}finally{f&&k({kind:"ack",n:c,view:s}),f=!1}},v=()=>{!h&&p&&!o.aborted&&(h=requestAnimationFrame(
$))},N=()=>{l=!1,y=Date.now(),k({kind:"attach",view:s,tab:T})},R=()=>{let D=p&&!document.hidden;D!==u&&(u=D,g=Date.now(),
u?N():k({kind:"detach",view:s}),v())},B=async()=>{let D=e.get?.("frame");if(!D||c||_)return;_=!0;let{message:C,buffers:H}=await Go(
D);c||(r=Wt(wt,zt(C,H)),w==="live"&&(w="waiting"),v())},q=()=>{if(p&&b()!==d&&v(),!u||!M)return;let D=Date.now()-g;!c&&D>
hr&&B();let C=e.widget_manager?.kernel,H=!!C&&(C?.isDisposed||fr.includes(C?.status??""));if(D<(H?on:M))return;!H&&Date.
now()-y>E&&(E=Math.min(2*E,mr),N());let F=c?"lost":_?"saved":"nothing";F!==w&&(w=F,v())},W="",Y=D=>{W=D,jt(e,D)},z=()=>W&&
jt(e,W),I=(D,C)=>{if(g=Date.now(),w!=="live"&&(w="live",D.kind!=="snapshot"))return N();if(E=kt,D.kind==="beat"){u&&br(c,
l,g-y,D)&&N();return}if(D.beat&&(M=ur*1e3*D.beat),D.id&&Y(D.id),!(D.kind==="batch"&&!l)){if(gr(c,D))return N();r=Wt(D.kind===
"snapshot"?wt:r,zt(D,C,x)),c=D.n,l=!0,f||=!!D.ack,v()}},ee=new IntersectionObserver(D=>{p=D[D.length-1].isIntersecting,R()},
{rootMargin:"100px"}),X=new ResizeObserver(v);e.on("msg:custom",I),e.get&&e.on("change:frame",z),ee.observe(t),X.observe(
t),document.addEventListener("visibilitychange",R,{signal:o}),e.get||(M=0),k({kind:"render",view:s});let Q=setInterval(q,
on);return o.addEventListener("abort",()=>{e.off("msg:custom",I),e.get&&e.off("change:frame",z),ee.disconnect(),X.disconnect(),
cancelAnimationFrame(h),clearInterval(Q),u&&k({kind:"detach",view:s})}),{refresh:v,show(D){D!==T&&(T=D,u&&k({kind:"show",
view:s,tab:T}))},command(D,C={}){return k({kind:D,request:++a,...C}),a}}}var wr=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),xr=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],yr=new RegExp(xr.map(e=>e.source).join("|"),"giu");function Ut(e){let t=[],o=0;for(let n of e.
matchAll(yr)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
a=>n.groups?.[a]!==void 0);t.push([s==="word"?kr(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function kr(e,t){return wr.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function vr(e){return e.split(/[/\\]/).at(
-1)||e}function sn(){let e=i("span",{class:"opscope-line-number"}),t=i("code",{}),o=i("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,a){m(o,"hidden",!n),m(o,"title",`${n}:${s}
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
"running"&&vt(e))return vt(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function vt({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function Er({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function pn(e){
let t=i("span",{class:"opscope-op"}),o=i("span",{class:"opscope-reason"}),n=i("span",{class:"opscope-at"}),s=i("span",{class:"\
opscope-said"}),a=i("div",{class:"opscope-where"},t,o,n,s),r=i("span",{class:"opscope-past"}),c=sn(),l=i("div",{class:"o\
pscope-place-bar"},r,a,c.el);return{el:l,update(p,u){let f=p.stopped,h=rn({...p,stopped:null});A(t,f?an(f,Ae(p,f.name)):
"");let d=Er(p);A(o,f&&!d?cn(f):""),A(n,f&&!d?ln(f.past?{...f,step:null}:f):""),A(s,u||d||(f?"":h||Mr(p))),m(a,"data-bad",
!!u||!f&&!!h);let b=!u&&!f&&p.phase==="running"&&!!vt(p);m(a,"data-slow",b),m(a,"title",u||(b?vt(p):rn(p))),m(o,"data-re\
ason",f?.reason),A(r,$r(p)),m(r,"hidden",!f?.past),m(l,"data-past",f?.past),m(l,"hidden",e&&!f&&!h),c.update(f?.path??"",
f?.line??0,f?.source??""),m(l,"data-source",!!f?.path)}}}var Sr=64,Lr=2**-23;function Nr(e,t,o){let n=Math.max(1,Math.ceil(e.length/Sr)),s=e.filter((g,y)=>(e.length-1-y)%n===0),
a=s.flatMap(g=>g.mean===null?[]:[g.mean]),r=Math.min(...a),c=Math.max(...s.flatMap(g=>[g.min??0,g.max??0,g.mean??0].map(
Math.abs))),l=Math.max(...a)-r,p=l>Lr*c?l:0,u=s[0]?.step??0,f=(s.at(-1)?.step??0)-u||1,h="",d="",b="",w="M";for(let g of s){
let y=(1+(g.step-u)/f*(t-2)).toFixed(1);if(g.bad&&(d+=`M${y},${o-3}V${o}`),g.mean===null){w="M";continue}let E=p>0?o-4-(g.
mean-r)/p*(o-6):o/2;h+=`${w}${y},${E.toFixed(1)}`,b+=`M${y},${E.toFixed(1)}h0`,w="L"}return{line:h,bad:d,marks:b}}function $t(e,t){
let o=U("path",{class:"opscope-spark-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("path",{class:"opscope-spark-ma\
rks"}),a=U("title",{}),r=U("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,preserveAspectRatio:"no\
ne","aria-hidden":"true"},a,o,s,n),c;return{el:r,update(l){if(l===c)return;c=l;let p=Nr(l?.points??[],e,t);m(o,"d",p.line),
m(n,"d",p.bad);let u=Te(l);m(s,"d",u?p.marks:""),A(a,u)}}}var Tr=[64e6,256e6,1e9,4e9],Ar={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function _r(e){return[...new Set([...Tr,e])].sort((t,o)=>t-o)}function Cr({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Ao(t.recording)}`}function dn({
ask:e,signal:t}){let o=i("span",{class:"opscope-label"}),n=i("i",{class:"opscope-switch"}),s=i("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),a=i("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),r=i("span",{class:"opscope-bytes"}),c=i("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=i("span",{class:"opscope-limit"},"of ",c),p=i("span",{class:"opscope-memory"},r,
l),u=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),c.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(c.value)}),{signal:t}),{toggle:s,cost:a,memory:p,update(h){u=!!h.recording?.on;let d=!!h.
recording&&!h.over;A(o,d?"Recording":"Recorded"),s.disabled=!d,m(s,"aria-checked",u&&d?"true":"false"),m(s,"title",d?Ar[u?
"off":"on"]:void 0);for(let b of[n,a,l])m(b,"hidden",!d);A(a,Cr(h)),A(r,Dt(h.recorded?.bytes??0)),h.recording&&h.recording.
budget!==f&&(f=h.recording.budget,c.replaceChildren(..._r(f).map(b=>i("option",{value:b,selected:b===f},Dt(b)))))}}}var Ir=1e4;function un(e,t=Date.now){let o=null,n=null,s=-1,a=null,r=null,c=!1,l=0,p=()=>r!==null&&t()-r<Ir,u=(h,d)=>{let b=++l;
r=t(),c=h==="Pause",e(h,d,w=>{b===l&&(w||(o=n=null),(!w||!c)&&(r=null))})},f=h=>{c&&h.phase!=="running"&&(c=!1,r=null),!(n===
null||h.phase==="running"||h.stopped===a)&&(r!==null&&h.stopped?.step!==n||(n=r=null))};return{get target(){return o??n},
goTo(h,d=-1){o=h,s=d},follow(h){if(f(h),!(o===null||p())){if(h.phase==="running")return u("Pause",{});n=o,o=null,a=h.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function qt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:je(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Br(e,t,o){
let n=[],s=e;for(let a=0;a<o.length;a+=2)o[a]>s&&n.push(`${s} to ${o[a]-1}`),s=Math.max(s,o[a+1]+1);return s<=t&&n.push(
`${s} to ${t}`),[n.slice(0,-1).join(", "),n.at(-1)].filter(Boolean).join(" and ")}function fn({ask:e,seek:t,refresh:o,signal:n}){
let s=i("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recorded steps"}),a=i("span",{class:"op\
scope-gaps","aria-hidden":"true"}),r=i("span",{class:"opscope-track-box"},s,a),c=i("output",{class:"opscope-number"}),l=dn(
{ask:e,signal:n}),p=i("div",{class:"opscope-timeline","data-asks":!0},l.toggle,r,c,l.cost,l.memory);s.addEventListener("\
input",()=>(t.goTo(Number(s.value)),o()),{signal:n});function u(h,d,b){let w=y=>Math.max(0,Math.min(1,(y-h)/Math.max(1,d-
h))),g=`${h} ${d} ${b}`;g!==f&&(f=g,a.replaceChildren(...b.flatMap((y,E)=>E%2||y>d?[]:[i("i",{style:`left: ${(100*w(y)).
toFixed(2)}%; right: ${(100*(1-w(b[E+1]))).toFixed(2)}%`})])))}let f="";return{el:p,update(h){let d=qt(h);m(p,"hidden",!d&&
!h.recording),l.update(h),t.follow(h);let b=d?Math.min(d.last,Math.max(d.first,t.target??d.at)):0,[w,g]=d?[d.first,d.last]:
[0,0];m(s,"min",w),m(s,"max",g),s.disabled=w===g||h.phase==="waiting",Number(s.value)!==b&&(s.value=String(b)),s.style.setProperty(
"--at",`${100*(b-w)/Math.max(1,g-w)}%`),m(p,"data-past",!!h.stopped?.past),m(p,"data-phase",h.recording?.on===!1?"off":h.
phase),m(s,"aria-valuetext",d?`step ${b} of ${g}`:"no step yet"),A(c,d?`step ${b} / ${g}`:"no step yet"),m(r,"title",d?`\
steps ${Br(w,g,h.recorded?.gaps??[])} are recorded`:"no step is recorded yet"),u(w,g,h.recorded?.gaps??[])}}}var Or=new Set,Rr=new Set(["Pause","Continue","Terminate"]);function hn({send:e,signal:t}){let o=new Map,n=Ft.map(c=>i("\
div",{class:"opscope-group"},...c.map(a))),s=i("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function a(c){
let l=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});c.line&&l.append(U("path",{d:c.line,class:"\
opscope-stroke"})),c.fill&&l.append(U("path",{d:c.fill}));let p=i("button",{class:`opscope-button opscope-${c.name}`,type:"\
button",title:$o(c),"aria-label":c.label,"aria-keyshortcuts":c.key});return p.append(l),Rr.has(c.kind)&&p.append(i("span",
{},c.label)),p.addEventListener("click",()=>e(c.kind),{signal:t}),o.set(c.kind,p),p}function r(c,l){let p=c.matches(":fo\
cus");l();let u=s.closest(".opscope-panel");p&&!c.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(c,l){let p=l?Re(c):Or,u=c.phase==="running"||c.phase==="waiting"||!!c.search;for(let[f,h]of o)r(h,()=>{h.disabled=
!p.has(f),(f==="Pause"||f==="Continue")&&m(h,"hidden",u!==(f==="Pause"))})}}}var Pr=4,mn="NaN/Inf";function Fr(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Dr(e){return e===null?mn:K(e)}
function zr(e){return e.seconds?K(1/e.seconds):"–"}function gn({send:e,ask:t,seek:o,refresh:n,offline:s,signal:a}){let r=i(
"span",{class:"opscope-title"}),c=i("span",{class:"opscope-place"}),l=i("span",{class:"opscope-state",role:"status"}),p=pn(
s),u=fn({ask:t,seek:o,refresh:n,signal:a}),f=hn({send:e,signal:a}),h=Kt("step","opscope-step"),d=Kt("steps / s","opscope\
-rate"),b=i("div",{class:"opscope-metrics"},h.el,d.el),w=i("div",{class:"opscope-headline"},i("div",{class:"opscope-name\
s"},r,c),l),g=i("header",{class:"opscope-header"},w,p.el);s||(w.append(f.el),g.append(u.el)),g.append(b);let y=new Map;return{
el:g,update(E,M,x){A(r,E.title||"run"),m(r,"title",E.title),A(c,E.place),m(l,"data-past",E.stopped?.past);let T=!M&&(E.phase===
"running"||E.phase==="waiting");m(l,"data-phase",T?"gone":E.phase),A(l,T?"no kernel":Fr(E)),p.update(E,x),s||(u.update(E),
f.update(E,M)),h.update(String(Jo(E))),d.update(zr(E));let _=[...Qo(E)].slice(0,Pr);for(let[k,$]of _){let v=y.get(k)??Kt(
k,"opscope-scalar",!0);y.set(k,v),v.update(Dr($.value),en(E,k,$),$.when,E.scalarNames.get(k))}ze(b,[h.el,d.el,..._.map(([
k])=>y.get(k).el)])}}}function Kt(e,t,o=!1){let n=i("span",{class:`opscope-number ${t}`}),s=$t(96,30),a=i("span",{class:"\
opscope-label",title:e},e),r=i("span",{class:"opscope-when"}),c=i("div",{class:"opscope-metric"},i("div",{},a,n,...o?[r]:
[]));return o&&c.append(s.el),{el:c,update(l,p,u="",f=""){A(a,f||e),m(a,"title",f?`${f}, ${e}`:e),A(n,l),A(r,u),m(c,"dat\
a-elsewhere",!!u),m(n,"data-bad",l===mn),o&&s.update(p)}}}var jr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["Anywhere","Esc","leave the panel: the keys are the notebook's again"],["List of values","↑ \
↓ Home End","select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to anoth\
er step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","\
Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["E\
lements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ H\
ome End","to another line"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of \
the line"],["Evaluation line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Hr(e){let t=new Map,
o=e?[]:Le.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,a]of[...o,...jr])t.set(n,[...t.
get(n)??[],[s,a]]);return t}function bn({root:e,offline:t,signal:o}){let n=i("button",{class:"opscope-button",type:"butt\
on"},"Close"),s=[...Hr(t)].map(([p,u])=>i("section",{},i("h4",{},p),i("dl",{},...u.flatMap(([f,h])=>[i("dt",{},...f.split(
" ").map(d=>i("kbd",{},d))),i("dd",{},h)])))),a=i("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},
i("div",{class:"opscope-keys-head"},i("b",{},"Keys"),n),i("div",{class:"opscope-keys-groups"},...s)),r=i("button",{class:"\
opscope-button opscope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),c=null,l=p=>{
p!==!a.hidden&&(p&&(c=e.ownerDocument.activeElement),m(a,"hidden",!p),p?n.focus({preventScroll:!0}):(c&&e.contains(c)?c:
e).focus({preventScroll:!0}))};return r.addEventListener("click",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(
!1),{signal:o}),e.addEventListener("keydown",p=>{let u=p.target.matches("input:not([type=range]), textarea, select");!(!a.
hidden&&p.key==="Escape")&&(p.key!=="?"||u)||(p.preventDefault(),p.stopPropagation(),l(!!a.hidden))},{signal:o}),{el:a,button:r}}var tt="data-lm-suppress-shortcuts";function wn({root:e,memory:t,offline:o,signal:n}){m(e,tt,"true"),e.addEventListener(
"focusin",({target:a})=>{m(a,tt,"true"),t.keyboard=!0},{signal:n}),e.addEventListener("focusout",({relatedTarget:a})=>{a&&
!e.contains(a)&&(t.keyboard=!1)},{signal:n}),t.keyboard&&!o&&requestAnimationFrame(()=>document.activeElement===document.
body&&e.focus({preventScroll:!0}));let s=()=>{t.keyboard=!1;let a=document.activeElement;a&&e.contains(a)&&a.blur()};document.
addEventListener("pointerdown",({target:a})=>e.contains(a)||s(),{signal:n,capture:!0}),e.addEventListener("keydown",a=>{
a.key!=="Escape"||a.target!==e||a.defaultPrevented||(s(),e.closest(".jp-Notebook")?.focus({preventScroll:!0}))},{signal:n}),
window.addEventListener("keydown",a=>{let r=a.target;if(!(a.ctrlKey||a.metaKey)||a.key.toLowerCase()!=="s"||!e.contains(
r))return;let c=[e,...e.querySelectorAll(`[${tt}]`)];for(let l of c)l.removeAttribute(tt);setTimeout(()=>c.forEach(l=>m(
l,tt,"true")))},{signal:n,capture:!0})}var xn="later",Wr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function yn({select:e,
refresh:t,memory:o,signal:n}){let s=i("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-la\
bel":"filter values"}),a=i("span",{class:"opscope-found"}),r=i("div",{class:"opscope-rows",role:"listbox","aria-label":"\
values",tabindex:0}),c=i("aside",{class:"opscope-list"},i("div",{class:"opscope-search"},s,a),r),l=new Map,p=[],u="",f=Object.
fromEntries(Object.entries(Wr).map(([d,b])=>[d,Gr(b)]));return s.value=o.filter??"",s.addEventListener("input",()=>(o.filter=
s.value,t()),{signal:n}),r.addEventListener("scroll",t,{signal:n,passive:!0}),r.addEventListener("click",d=>{let b=d.target.
closest("[data-name]");b&&e(b.dataset.name??"")},{signal:n}),r.addEventListener("keydown",d=>{let b=ce(d,p.indexOf(u),p.
length);b!==null&&(d.preventDefault(),e(p[b]),l.get(p[b])?.el.scrollIntoView({block:"nearest"}))},{signal:n}),{el:c,update(d,b){
u=b;let w=yt(d,s.value);p=[];let g=[];for(let[M,x]of Object.entries(w)){if(!x.length)continue;let T=f[M];A(T.count,String(
x.length)),g.push(T.el);for(let _ of x){let k=l.get(_.name)??qr(_.name);l.set(_.name,k),p.push(_.name),g.push(k.el)}}ze(
r,g),m(r,"aria-activedescendant",l.get(b)?.el.id);let y=d.values.size,E=d.cost?.hz&&!d.over?` · ${_o(d.cost.hz)}`:"";A(
a,`${p.length===y?y:`${p.length} of ${y}`}${E}`),m(a,"title",E?"each value is summarized so often: more would take over \
a twentieth of the time":void 0),m(r,"data-empty",y?p.length?void 0:"No value matches the filter.":"Values appear here a\
s soon as the run sends them."),h(d,b)}};function h(d,b){let{clientHeight:w,scrollTop:g}=r,y=p.map(T=>l.get(T)),E=y[0]?.
el.offsetHeight||44,M=dt(d.values.values()),x=y.map(T=>T.el.offsetTop-g);y.forEach((T,_)=>{let k=p[_],$=x[_]>-2*E&&x[_]<
w+2*E;m(T.el,"aria-selected",k===b?"true":"false");let v=d.values.get(k);$&&v&&T.update(v,M.get(k)??k,d.history.get(k),ve(
d,v),Zo(d,v))})}}function Gr(e){let t=i("span");return{el:i("div",{class:"opscope-heading",role:"presentation"},e,t),count:t}}
var Ur=0;function qr(e){let t=i("span",{class:"opscope-pill"}),o=ft(e),n=i("span",{class:"opscope-spec"}),s=i("span",{class:"\
opscope-mean"}),a=i("span",{class:"opscope-std"}),r=$t(52,26),c=i("div",{class:"opscope-row",role:"option","data-name":e,
id:`opscope-value-${++Ur}`},t,o,n,s,a,r.el),l,p="";return{el:c,update(u,f,h,d,b){r.update(h);let[w,g]=[d.startsWith(xn)?
xn:d||b,`${d}, ${b}, ${f}`];if(u===l&&g===p)return;l=u,p=g,m(c,"data-elsewhere",!!d);let y=ie(u);m(c,"data-health",y);let[
E,M]=be(u);et(o,f),A(t,Fe[y]),A(n,`${w?`${w}  `:""}${Pe(u.shape)}  ${To(u.dtype)}${M&&f===E?`  ${M}`:""}`),A(s,u.dtype.startsWith(
"complex")&&u.mean!==null?`|·| ${K(u.mean)}`:K(u.mean)),A(a,u.std===null||!u.shape.length?"":`± ${K(u.std)}`)}}}var Kr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return i("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function kn({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=le("condition-field","only i\
f … (optional)","condition"),a=le("hits-field","1","stop from this hit on","number"),r=i("input",{class:"opscope-log-f\
ield",type:"checkbox"}),c=le("message-field","message, as: loss is {loss}","log message; values stand in braces"),l=i("b\
utton",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=i("button",{class:"opscope-button opscope-cancel",type:"\
button",hidden:!0},"Cancel"),u=i("span",{class:"opscope-logging"},i("label",{title:"write a note at each hit, and go on"},
r," only log"),c),f=i("summary",{},"Hits, log …"),h=i("details",{class:"opscope-breakpoint-more"},f,i("div",{},i("labe\
l",{},"stop from hit ",a),u)),d=i("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,h);m(a,"min",1),m(c,"h\
idden",!0);let b=null,w=M=>{t(M),m(n,"aria-invalid",M?"true":void 0)},g=()=>Math.max(1,Math.round(Number(a.value)||1));function y(M){
b=M,n.value=M?.spec??"",n.readOnly=!!M,s.value=M?.condition??"",a.value=M&&M.wanted>1?String(M.wanted):"",r.checked=!1,c.
value="",m(c,"hidden",!0),m(u,"hidden",!!M),A(l,M?`Change ${M.number}`:"Add"),m(p,"hidden",!M),M&&(h.open=M.wanted>1||h.
open),w("")}function E(){let M={spec:n.value.trim(),condition:s.value.trim(),hits:g()};if(!M.spec)return w(Kr);w("");let x=(T,_)=>{
let k=n.value.trim()===M.spec&&s.value.trim()===M.condition;return T&&k&&y(null),(!T||_)&&w(_),!0};b?e("ChangeBreakpoint",
{number:b.number,enabled:b.enabled,condition:M.condition,hits:M.hits},x):e("SetBreakpoint",{spec:M.spec,condition:M.condition,
...M.hits>1&&{hits:M.hits},...r.checked&&{log:!0,message:c.value.trim()}},x)}d.addEventListener("submit",M=>(M.preventDefault(),
E()),{signal:o}),p.addEventListener("click",()=>y(null),{signal:o}),r.addEventListener("change",()=>m(c,"hidden",!r.checked),
{signal:o});for(let M of[n,s,a,c])M.addEventListener("input",()=>w(""),{signal:o}),M.addEventListener("keydown",x=>{x.key===
"Escape"&&b&&y(null),!(x.key!=="Enter"||x.isComposing)&&(x.preventDefault(),d.requestSubmit())},{signal:o});return{el:d,
problem:w,change(M){y(M),s.focus()},compose(M){y(null),n.value=M,s.focus()}}}var Vr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Yr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Vt(e){return`${ae(e)} ${e===
1?"hit":"hits"}`}function Xr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Jr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var vn={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Zr,count:e=>e.breakpoints.length};function Zr({ask:e,open:t,offline:o,signal:n}){
let s=i("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),r=kn({ask:e,showProblem:g=>{A(s,g),m(s,"hidden",
!g)},signal:n}),c=i("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=i("div",{class:"opscope-breakpoint-rows"}),p=i("div",
{class:"opscope-breakpoints"}),u=Vr.map(([g,y])=>({name:g,box:i("input",{type:"checkbox","data-filter":g}),title:y})),f=i(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...u.map(({name:g,box:y,title:E})=>i("label",{title:E},y,` ${g}`))),o||p.append(r.el,f,s),p.append(c,l);let h,d=[],
b=(g,y)=>(r.problem(g?"":y),!0);f.addEventListener("change",()=>{let g=u.filter(({box:y})=>y.checked).map(({name:y})=>y);
e("SetExceptionFilters",{filters:g},b)},{signal:n}),l.addEventListener("click",g=>{let y=g.target,E=y.closest("[data-num\
ber]"),M=d.find(({number:x})=>x===Number(E?.dataset.number));M&&(y.closest(".opscope-remove")?e("ClearBreakpoint",{number:M.
number},b):y.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:M.number,enabled:!M.enabled,condition:M.condition,
hits:M.wanted},b):y.closest(".opscope-breakpoint-condition")?r.change(M):y.closest(".opscope-breakpoint-ops")&&t("graph",
M.ops[0]))},{signal:n});function w(g,y){let E={"data-conditional":!!g.condition,"data-off":!g.enabled,"data-hollow":!g.verified,
"data-log":!!g.log},M=Jr(g),x=Xr(g),T=i("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":g.
enabled?"true":"false","aria-label":M,title:M,disabled:o,...E}),_=i("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!g.ops.length},Yr(g)),k=i("button",{class:"opscope-breakpoint-condition",type:"\
button",title:x?`${x}; click to change`:"set a condition","aria-label":`condition of breakpoint ${g.number}: ${x||"alway\
s"}`,disabled:o},x),$=i("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${g.number}`});return $.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),i("div",{class:"opscope-breakpoint","data-number":g.
number,"data-op":g.ops[0],"data-here":y,"data-off":!g.enabled},T,i("span",{class:"opscope-breakpoint-number"},String(g.number)),
i("code",{class:"opscope-breakpoint-spec",title:g.spec},g.spec),k,_,i("span",{class:"opscope-breakpoint-hits"},Vt(g.hits)),
...o?[]:[$],...g.problem?[i("div",{class:"opscope-breakpoint-problem"},g.problem)]:[])}return{el:p,open:g=>r.compose(String(
g)),update(g){m(c,"hidden",g.breakpoints.length>0);for(let{name:T,box:_}of u)_!==document.activeElement&&(_.checked=g.exceptions.
includes(T));let y=g.stopped?.reason.endsWith("breakpoint")?g.stopped.op:-1,E=JSON.stringify([g.breakpoints,y]);if(E===h)
return;h=E,d=g.breakpoints;let M=document.activeElement?.closest?.("[data-number]"),x=l.contains(M)?document.activeElement.
className:"";l.replaceChildren(...d.map(T=>w(T,T.ops.includes(y)))),x&&l.querySelector(`[data-number="${M?.dataset.number}\
"] .${x}`)?.focus({preventScroll:!0})}}}function $n(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function Mn(e){return e.functions.
map((t,o)=>o).reverse()}function En({ask:e,show:t,refresh:o,signal:n}){let s=i("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),a=i("div",{class:"opscope-empty"}),r=i("div",{},a,s),c=i("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=i("div",{class:"opscope-empty"}),p=i("\
div",{},l,c),u="",f=-1,h="",d,b,w=null;function g(x){w&&(f=x,d=void 0,e("FetchVariables",{frame:x},y),w.paths[x]&&t(w.paths[x],
w.lines[x]),o())}let y=(x,T)=>(h=x?"":T,b=void 0,!0);s.addEventListener("click",x=>{let T=x.target.closest("[data-frame]");
T&&g(Number(T.dataset.frame))},{signal:n}),s.addEventListener("keydown",x=>{if(!w)return;let T=Mn(w),_=ce(x,T.indexOf(f),
T.length);_!==null&&(x.preventDefault(),x.stopPropagation(),g(T[_]),E(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function E(){let x=w,T=x&&JSON.stringify([x,f]);if(T===d)return;d=T;let _=s.contains(document.
activeElement);s.replaceChildren(...(x?Mn(x):[]).map(k=>{let $=x?.paths[k]?`${x.paths[k].split(/[/\\]/).at(-1)}:${x.lines[k]}`:
"",v=k===f;return i("div",{class:"opscope-frame",role:"option","aria-selected":v?"true":"false",tabindex:v?0:-1,"data-fr\
ame":k,"data-kind":x?.kinds[k],"data-now":x?.now[k],title:`${x?.texts[k]}${x?.now[k]?`
where the program is now; the run shows its past`:""}`},i("b",{},x?.functions[k]??""),i("code",{},x?.texts[k]??""),i("sp\
an",{},x?.now[k]?`${$} now`:$))})),_&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function M(x){let T=x.
fold.variables,_=$n(x,T)&&(T?.frame===f||T?.frame===f-(w?.functions.length??0))?T:null;if(_===b&&_)return;b=_;let k=x.phase===
"running"?"":h||(_&&!_.names.length?"No variables.":"");A(l,k),m(l,"hidden",!k),c.replaceChildren(...(_?.names??[]).map(
($,v)=>{let N=_?.called?.[v]??"";return i("div",{},i("dt",{title:N?`${N}, ${$}`:$},N||$),i("dd",{title:`${_?.texts[v]}${_?.
now[v]?`
of now: the recording does not have it`:""}`,"data-now":_?.now[v]},_?.texts[v]??""))}),..._&&_.total>_.names.length?[i("\
div",{},i("dt",{},"…"),i("dd",{},`${_.total-_.names.length} more`))]:[])}return{el:r,variables:p,get frame(){return f},
update(x){let T=x.stopped,_=x.phase==="running"||x.phase==="waiting"?"":`${T?.run} ${T?.tick} ${T?.reason}`;_!==u&&(u=_,
f=-1,h="",_&&(e("FetchStack",{},($,v)=>$?void 0:y($,v)),e("FetchVariables",{frame:-1},y))),w=_&&$n(x,x.fold.stack)?x.fold.
stack:null,w&&f<0&&w.functions.length&&(f=w.functions.length-1);let k=_?w&&!w.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";A(a,k),m(a,"hidden",!k),E(),M(x)}}}var Qr=30;function Sn({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=i("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),a=i("form",{class:"opscope-evaluation","data-asks":!0},s,i("div",{class:"opscope-evaluation\
-line"},i("span",{"aria-hidden":"true"},"›"),n)),r=[],c=0;function l(){let p=n.value.trim();if(!p)return;n.value="",r.
push(p),c=r.length;let u=i("pre",{},"…");for(s.append(i("div",{class:"opscope-answer"},i("code",{},p),u));s.children.length>
Qr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(f,h)=>(u.textContent=h,m(u,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return a.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let u=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(u&&r.length)c=Math.max(0,Math.min(
r.length,c+u)),n.value=r[c]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:a,update(p){let u=p.phase==="running"||p.phase==="waiting";n.disabled=u,m(n,"title",u?"pause the run fir\
st":void 0)}}}function Ln({ask:e,signal:t}){let o=i("div",{class:"opscope-attributes-title"}),n=i("dl",{class:"opscope-variables"}),s=i(
"div",{class:"opscope-empty",role:"status"}),a=i("div",{"data-asks":!0},o,n,s),r=-1,c="",l="",p=-1,u;function f(h,d,b){e(
"SetAttribute",{op:h,name:d,value:b},(w,g)=>(A(s,g),m(s,"data-failed",!w),l="",!0))}return n.addEventListener("keydown",
h=>{let d=h.target.closest("input");h.key==="Escape"&&d&&(d.value=d.dataset.was??""),!(h.key!=="Enter"||!d||h.isComposing)&&
(h.preventDefault(),f(Number(d.dataset.op),d.name,d.value))},{signal:t}),{el:a,choose(h){r=h,l=""},update(h,d){let b=h.stopped,
w=`${b?.run} ${b?.tick}`;w!==c&&b?.text!=="edited"&&(r=c?-1:r),c=w;let g=r>=0?r:b?.op??-1;d&&g>=0&&h.phase!=="running"&&
l!==`${g} ${w}`&&(l=`${g} ${w}`,e("FetchOperator",{op:g},(x,T)=>(x||A(s,T),!0)));let y=h.fold.shown_operator?.op===g?h.fold.
shown_operator:null,E=h.phase==="paused"&&!h.over&&!y?.fixed;g!==p&&A(s,""),p=g;let M=JSON.stringify([y,E,g]);M!==u&&(u=
M,A(o,y?`${y.op_type} ${y.op}${y.name?` → ${y.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
m(o,"title",y?.site),n.replaceChildren(...(y?.names??[]).flatMap((x,T)=>{let _=le("attribute-field","",`${x} of ${y?.op_type}\
 ${y?.op}; Enter sets it for this run`);return _.name=x,_.value=_.dataset.was=y?.texts[T]??"",_.dataset.op=String(y?.op),
_.readOnly=!E,m(_,"title",E?"Enter sets it for this run":y?.fixed?`cannot be changed: ${y.fixed}`:"pause the run to chan\
ge it"),[i("dt",{title:x},x),i("dd",{},_)]}),...y&&!y.names.length?[i("dt",{},"no attributes"),i("dd",{})]:[]))}}}var $e={time:{label:"time",about:"of a replay of the step, operator by operator",text:ea},memory:{label:"memory",about:"\
bytes that the operator writes",text:ta},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:K,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Qe,log:!0}};
function ea(e){return e>=1?`${K(e)} s`:e>=.001?`${K(e*1e3)} ms`:`${K(e*1e6)} µs`}function ta(e){return e>=2**20?`${K(e/
2**20)} MiB`:e>=1024?`${K(e/1024)} KiB`:`${e} bytes`}function Nn(e,t){let o=$e[e.by]?.log,n=new Map;return e.ops.forEach(
(s,a)=>{let r=t.get(`op-${s}`)??`op-${s}`,c=n.get(r);n.set(r,c===void 0?e.numbers[a]:o?Math.max(c,e.numbers[a]):c+e.numbers[a])}),
n}function Tn(e,t){let o=[...t].filter(r=>r>0),n=Math.max(...o,0);if(!$e[e]?.log)return{at:r=>n?Math.sqrt(r/n):0,low:0,high:n};
let s=Math.min(...o,n),a=Math.log(n/s);return{at:r=>r<=0?0:a?Math.log(r/s)/a:1,low:s,high:n}}var An=["nan","inf","zeros","ok"];function oa(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function na({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&oa(t,o[1])?Number(o[2]):0}function ot(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Cn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function _n(e,t){let o=new Map,n=(a,r)=>o.set(a,[...o.get(a)??[],r]),s=ot(
e);for(let a of t){let r=na(a,e.path);if(r)n(r,a);else for(let[c,l]of s)a.ops.some(p=>l.includes(p))&&n(c,a)}return o}function sa(e,t){
let o=new Map([...ot(e)].flatMap(([a,r])=>r.map(c=>[c,a]))),n=Cn(e),s=new Map;for(let a of t.values()){let r=o.get(a.op);
if(r===void 0||n.get(a.op)!==a.op_type)continue;let c=ie(a),l=s.get(r);(!l||An.indexOf(c)<An.indexOf(l))&&s.set(r,c)}return s}
function ra(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function In({ask:e,open:t,refresh:o,
signal:n}){let s=i("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),a=i("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),r=i("span",{class:"opscope-source-note",role:"status"}),c=i("div",{class:"opscope-source-bar","data-asks":!0},
s,r,a),l=i("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),p=i("div",{class:"opscope-source-view"},c,l),u=new Map,f=null,h,d={path:"",
line:0},b="",w="",g=0,y=0,E=!1;function M(N,R){d={path:N,line:R};let B=f?.first??1;if(f?.path===N&&R>=B&&R<B+f.lines.length)
return x(R);e("FetchSource",{path:N,line:R},(q,W)=>(A(r,q?"":W),!0))}function x(N){let R=u.get(N);if(!R)return;T(N,!1);let B=R.
offsetTop-l.offsetTop;(B<l.scrollTop+20||B>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=B-l.clientHeight/2)}function T(N,R){
for(let[B,q]of[[u.get(g),!1],[u.get(N),!0]])B&&(m(B,"tabindex",q?0:-1),m(B,"aria-selected",q?"true":"false"));g=N,R&&u.get(
N)?.focus()}function _(N){if(!f||!h)return;let R=_n(f,h.breakpoints).get(N)??[];for(let{number:B}of R)e("ClearBreakpoint",
{number:B});R.length||e("SetBreakpoint",{spec:ra(f,N)},(B,q)=>(A(r,B?"":q),!0))}function k(N){l.querySelector(".opscope-\
line-ops-list")?.remove(),y=y===N?0:N;let R=f?ot(f).get(y):void 0,B=u.get(y);if(!R||!B)return;let q=f?Cn(f):new Map,W=Y=>`${q.
get(Y)||"op"} ${Y}`;B.after(i("div",{class:"opscope-line-ops-list"},...R.map(Y=>i("button",{type:"button",class:"opscope\
-operator","data-op":Y,title:"show it in the graph"},W(Y)))))}l.addEventListener("click",N=>{let R=N.target,B=R.closest(
"[data-op]"),q=R.closest("[data-line]");if(B)return t("graph",Number(B.dataset.op));if(!q)return;let W=Number(q.dataset.
line);T(W,!1),R.closest(".opscope-line-stop")?_(W):R.closest(".opscope-line-ops")&&k(W)},{signal:n}),l.addEventListener(
"keydown",N=>{if(N.target.matches("button")||!f)return;let R=f.first,B=ce(N,g-R,f.lines.length);if(B!==null&&N.key!=="Ar\
rowLeft"&&N.key!=="ArrowRight")T(R+B,!0);else if(N.key==="Enter")_(g);else if(N.key===" ")k(g);else return;N.preventDefault(),
N.stopPropagation()},{signal:n}),s.addEventListener("change",()=>M(s.value,0),{signal:n}),a.addEventListener("click",()=>{
E=!E,m(a,"aria-pressed",E?"true":"false"),E&&e("MeasureOperators",{by:"time",step:h?.stopped?.step||0},(N,R)=>(A(r,N?"":
R),!0)),o()},{signal:n});function $(N){f=N,y=0,A(r,"");let R=ot(N),B=new Set([...N.code_lines,...N.op_lines]);u=new Map(
N.lines.map((q,W)=>{let Y=N.first+W,z=R.get(Y)?.length??0,I=Ut(q).map(([X,Q])=>X==="plain"?Q:i("span",{"data-token":X},Q)),
ee=i("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":Y},i("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!B.has(Y),title:B.has(Y)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${Y}`},i("i",{})),i("span",{class:"opscope-line-at"},String(Y)),i("span",{class:"opscope-line-time"}),
i("code",{},...q?I:[" "]),...z?[i("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${Y}`},z===1?"1 op":`${z} ops`)]:[]);return[Y,ee]})),l.replaceChildren(...u.values()),
s.replaceChildren(...N.paths.map(q=>i("option",{value:q,selected:q===N.path},q))),T(d.line>=N.first&&d.line<N.first+N.lines.
length?d.line:N.first,!1),x(g)}function v(N,R){let B=_n(R,N.breakpoints),q=sa(R,N.present),W=E&&N.fold.measured?.by==="t\
ime"?N.fold.measured:null,Y=new Map(W?.ops.map((X,Q)=>[X,W.numbers[Q]])??[]),z=new Map([...ot(R)].map(([X,Q])=>[X,Q.reduce(
(D,C)=>D+(Y.get(C)??0),0)])),I=Math.max(...z.values(),0);W&&!I&&A(r,"No times: eager code is not run again.");let ee=N.stopped?.
path===R.path?N.stopped.line:0;for(let[X,Q]of u){let D=B.get(X)??[];m(Q,"data-stops",D.length>0),m(Q,"data-off",D.length>
0&&D.every(V=>!V.enabled)),m(Q,"data-hollow",D.length>0&&D.every(V=>!V.verified)),m(Q,"data-health",q.get(X)),m(Q,"data-\
here",X===ee);let C=Q.firstElementChild;D.length&&m(C,"title",`${D.map(V=>`breakpoint ${V.number}: ${V.spec}${V.problem?
`, ${V.problem}`:""}`).join(`
`)}
click to remove`),m(C,"aria-pressed",D.length?"true":"false");let H=Q.children[2],F=W?z.get(X)??0:0;A(H,F?$e.time.text(F):
""),H.style.setProperty("--share",`${I?(100*F/I).toFixed(0):0}%`)}m(l,"data-timed",E)}return{el:p,show:M,update(N){h=N;let R=`${N.
graph?.program} ${N.runs}`,B=N.stopped?.path??"",q=`${N.stopped?.run} ${N.stopped?.tick} ${B}:${N.stopped?.line}`,W=N.phase===
"paused"||N.over;W&&(q!==w||R!==b)&&(R!==b&&(f=null),[w,b]=[q,R],(B||!f)&&M(B,N.stopped?.line??0),E&&e("MeasureOperators",
{by:"time",step:N.stopped?.step||0},()=>!0));let Y=N.fold.source;Y&&Y!==f&&(!d.path||Y.path===d.path)&&$(Y),f?v(N,f):A(r,
W?r.textContent??"":"Pause the run to see its code."),m(s,"hidden",!f),m(a,"hidden",!f||!N.recorded)}}}var aa=50;function Bn({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=i("form",{class:"opscope-watch-form","data-asks":!0},o,i("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=i("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),a=i("div",{},s,n),r=[],c,l=p=>e("WatchExpressions",{expressions:p.slice(-aa)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let u=o.value.trim();u&&(o.value="",l([...r.filter(f=>f!==u),u]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let u=p.target.closest("[data-expression]");u&&l(r.filter(f=>f!==u.dataset.expression))},{signal:t}),{el:a,update(p){
let u=p.fold.watched,f=p.phase==="running",h=JSON.stringify([u,f]);h!==c&&(c=h,r=u?.expressions??[],m(s,"data-old",f),s.
replaceChildren(...r.map((d,b)=>i("div",{},i("dt",{title:d},d),i("dd",{title:u?.texts[b],"data-failed":u?.failed[b]},i("\
span",{},u?.texts[b]??""),i("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":d,title:"wa\
tch it no longer","aria-label":`watch ${d} no longer`},"×"))))))}}}var On={id:"code",label:"Code",create:ia};function Mt(e,t,o=!0){return i("details",{class:"opscope-section",open:o},i("s\
ummary",{},e),t)}function ia({ask:e,open:t,refresh:o,offline:n,signal:s}){let a=In({ask:e,open:t,refresh:o,signal:s}),r=En(
{ask:e,show:a.show,refresh:o,signal:s}),c=Bn({ask:e,signal:s}),l=Ln({ask:e,signal:s}),p=Sn({ask:e,frame:()=>r.frame,signal:s}),
u=Mt("Operator",l.el,!1);u.addEventListener("toggle",o,{signal:s});let f=i("div",{class:"opscope-code-side"},Mt("Call st\
ack",r.el),Mt("Variables",r.variables),Mt("Watch",c.el),u),h=i("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),d=i("div",{class:"opscope-code-body",hidden:n},a.el,f),b=i("div",{class:"opscope-\
code-tab"},h,d,p.el);return m(p.el,"hidden",n),{el:b,open(w){u.open=!0,l.choose(Number(w))},update(w){n||(a.update(w),r.
update(w),c.update(w),l.update(w,u.open),p.update(w))}}}var ca=1e5,la=1.2,pa={to:e=>e,marks:Ne,isLog:!1},da={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<la)return Ne(10**e,10**t,
o).filter(a=>a>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let a=Math.ceil(e);a<=t;a+=n)s.push(10**a);return s}};function nt(e,t){
let o=e.flatMap(({min:r,max:c,mean:l})=>[r,c,l]).filter(r=>r!==null),n=o.flatMap(r=>r?[Math.abs(r)]:[]).sort((r,c)=>r-c),
s=n[n.length>>1]??1,a=(n.at(-1)??0)>ca*s;return!(t??a)||!n.length?pa:t&&n.length===o.length&&o.every(r=>r>0)?da:ua(t?n[Math.
floor(n.length/20)]:s)}function ua(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let a=Math.ceil(Math.log10(e)),r=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),c=[0];for(let l=a+r-1;l<=308&&t(
10**l)<=Math.max(n,-o);l+=r)c.push(10**l,-(10**l));return c.filter(l=>t(l)>=o&&t(l)<=n)}}}var He=150,We=58,Xt=10,Jt=8,Et=22,Yt="history of mean, min and max";function Zt(e){let t=e.flatMap(c=>[c.min,c.max,c.mean]).
filter(c=>c!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,a=e[0]?.step??0,r=e.at(-1)?.step??1;return{x:[a,r>a?r:a+1],y:[o-s,n+s]}}function St(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function Pn({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),a=U("path",{class:"\
opscope-bad"}),r=U("path",{class:"opscope-sample-marks"}),c=U("path",{class:"opscope-cross"}),l=U("path",{class:"opscope\
-cursor"}),p=U("svg",{class:"opscope-chart",height:He,role:"img","aria-label":Yt});p.append(o,n,s,r,a,c,l);let u=i("span"),
f=i("button",{type:"button",class:"opscope-log","aria-pressed":"false",title:"logarithmic axis"},"log"),h=i("section",{class:"\
opscope-card opscope-wide"},i("h4",{},"History",u),f,p),d=[],b="",w="",g=null,y,E=Rn([],1,y);f.addEventListener("click",
()=>{let $=!E.vertical.isLog;y=nt(d).isLog===$?void 0:$,_()},{signal:t});let M=()=>{let $=g===null?void 0:mt(d,E.step(g));
A(u,$?`step ${$.step}  mean ${K($.mean)}  ${K($.min)} … ${K($.max)}`:w||(x?"mean, min … max; click to go there":"mea\
n, min … max")),m(c,"d",$?`M${E.x($.step)},${Jt}V${He-Et}`:"")},x=null,T=$=>{let{x:v}=E.extent;m(l,"d",$===null||!d.length||
$<v[0]||$>v[1]?"":`M${E.x($)},7l-4,-6h8zV${He-Et}`)};p.addEventListener("click",$=>{if(!x||!d.length)return;let v=Math.round(
E.step($.clientX-p.getBoundingClientRect().left));e(Math.max(x[0],Math.min(x[1],v)))},{signal:t}),p.addEventListener("po\
intermove",$=>(g=$.clientX-p.getBoundingClientRect().left,M()),{signal:t}),p.addEventListener("pointerleave",()=>(g=null,
M()),{signal:t});let _=()=>{},k=new ResizeObserver(()=>_());return k.observe(p),t.addEventListener("abort",()=>k.disconnect()),
{el:h,update($,v,N){_=()=>this.update($,v,N);let R=$?.points??[];w=Te($),x=N,m(p,"data-goes",!!N),m(p,"aria-label",v===null?
Yt:`${Yt}; the cursor is at step ${v}`),T(v);let B=Math.max(200,p.clientWidth||h.clientWidth),q=`${B} ${y}`;if(R===d&&b===
q)return M();d=R,b=q,E=Rn(d,B,y),m(r,"d",w?d.flatMap(W=>W.mean===null?[]:[`M${E.x(W.step)},${E.y(W.mean)}h0`]).join(""):
""),m(f,"aria-pressed",E.vertical.isLog?"true":"false"),ha(o,n,s,a,d,E,B),T(v),M()}}}function fa(e,t){let o=e.min===null||
e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function Rn(e,t,o){
let n=nt(e,o),s=p=>p===null?null:n.to(p),{x:a,y:r}=Zt(e.map(p=>({...p,min:s(p.min),max:s(p.max),mean:s(p.mean)}))),c=t-We-
Xt,l=He-Jt-Et;return{extent:{x:a,y:r},vertical:n,x:p=>+(We+(p-a[0])/(a[1]-a[0])*c).toFixed(1),y:p=>+(Jt+(1-(n.to(p)-r[0])/
(r[1]-r[0]))*l).toFixed(1),step:p=>a[0]+(p-We)/c*(a[1]-a[0])}}function ha(e,t,o,n,s,a,r){let c=He-Et,l=a.vertical.marks(
...a.extent.y,4).flatMap(d=>[U("path",{d:`M${We},${a.y(d)}H${r-Xt}`}),U("text",{x:We-6,y:a.y(d)+3.5,"text-anchor":"end"},
De(d))]),p=Ne(...a.extent.x,Math.max(3,r/110)).filter(Number.isInteger).map(d=>U("text",{x:a.x(d),y:He-6,"text-anchor":"\
middle"},De(d)));e.replaceChildren(...s.length?[...l,...p]:[],U("path",{class:"opscope-floor",d:`M${We},${c}H${r-Xt}`}));
let u=St(s,d=>d.min!==null&&d.max!==null).map(d=>{let b=d.map(g=>`${a.x(g.step)},${a.y(g.max)}`),w=[...d].reverse().map(
g=>`${a.x(g.step)},${a.y(g.min)}`);return`M${[...b,...w].join("L")}Z`});m(t,"d",u.join(""));let f=St(s,d=>d.mean!==null).
map(d=>{let b=d.map(w=>`${a.x(w.step)},${a.y(w.mean)}`);return b.length>1?`M${b.join("L")}`:fa(d[0],a)});m(o,"d",f.join(
""));let h=s.filter(d=>d.bad).map(d=>`M${a.x(d.step)},${c-5}V${c}`);m(n,"d",h.join(""))}function Fn({ask:e,signal:t}){let o=i("code",{}),n=i("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=i("span",{role:"status"}),a=i("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(r,c)=>(A(s,r?"":c),!0)),{signal:t}),{el:a,
update(r){let c=r.fold.edits?.texts??[];m(a,"hidden",!c.length||r.phase!=="paused"),A(o,c.join("; ")),m(o,"title",c.join(
`
`))}}}function Lt({goTo:e,open:t,signal:o}){let n=i("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",r=>{let c=r.target.closest("button");c?.dataset.step?e(Number(
c.dataset.step),Number(c.dataset.op)):c?.dataset.op&&t("graph",Number(c.dataset.op))},{signal:o});function a(r,c){let[l,
p,u]=[r.ops[c],r.steps[c],c===r.cause],f=l<0?i("span",{class:"opscope-maker"},r.makers[c]):i("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${r.makers[c]} ${l} in the graph`},`${r.makers[c]} ${l}`),h=p?[i("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${r.makers[c]} in step ${p}`},`step ${p}`)]:
[],d=r.gaps[c]?[i("div",{class:"opscope-gap"},`${ae(r.gaps[c])} more`)]:[],b=[r.notes[c],u&&r.reads[c]].filter(Boolean).
join(": ");return i("li",{"data-cause":u},...d,i("div",{class:"opscope-link"},...u?[i("b",{class:"opscope-cause-mark"},"\
cause")]:[],i("code",{},r.values[c]),...r.called[c]?[i("code",{class:"opscope-called"},r.called[c])]:[],f,...h),...b?[i(
"div",{class:"opscope-note-text"},b)]:[],...u?r.growth.map(w=>i("div",{class:"opscope-note-text"},w)):[],...r.sites[c]?[
i("code",{class:"opscope-line"},r.sites[c]+(r.sources[c]?`: ${r.sources[c]}`:""))]:[])}return{el:n,update(r){r!==s&&(s=r,
m(n,"hidden",!r),n.replaceChildren(...(r?.values??[]).map((c,l)=>a(r,l))))}}}function ma(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function Dn({ask:e,goTo:t,open:o,signal:n,offline:s}){let a=i("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),r=i("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),c=i("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=Lt({goTo:t,open:o,signal:n}),p=i("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
i("div",{},a,r),c,l.el),u="",f="",h=null;function d(w){b("Searching …"),e("Explain",{name:w},(g,y)=>(b(ma(y)),h=g?w:null,
!0))}function b(w){A(c,w),m(c,"hidden",!w),h=null}return a.addEventListener("click",()=>d(u),{signal:n}),r.addEventListener(
"click",()=>d(""),{signal:n}),b(""),{el:p,update(w,g){let{stopped:y,explained:E}=g,M=`${w} ${y?.run} ${y?.tick}`;M!==f&&
b(""),u=w,f=M;let x=E&&!E.at&&E.asked===h?E:null;l.update(x),m(c,"hidden",!!x||!c.textContent)}}}var Ge=168;function ga(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function zn(e,t){let o=t*e.counts.reduce((s,a)=>s+a,0),n=(e.high-e.low)/e.counts.length;for(let[s,a]of e.counts.
entries()){if(a&&o<=a)return e.low+n*(s+o/a);o-=a}return null}function ba(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,a)=>s+a,0):0)}function wa(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${K(e.low+t*o)} … ${K(e.low+(t+1)*o)}: ${ae(e.counts[t])}`:Qt(e)}function jn(e){let t=i("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Ge}px`}),o=i("span"),n=i("span",{class:"opscope-\
zero"},"0"),s=i("span"),a=i("div",{class:"opscope-readout"}),r=i("span"),c=i("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=i("div",{class:"opscope-axis"},o,n,
s),p=i("section",{class:"opscope-card"},i("h4",{},"Distribution",r),c,t,l,a),u,f=null,h="",d=!1,b=()=>{};c.addEventListener(
"click",()=>{d=!d,m(c,"aria-pressed",d?"true":"false"),b()},{signal:e});let w=()=>{let g=u&&f!==null&&f<u.counts.length;
m(t,"aria-label",u?`histogram of step ${u.step}, from ${K(u.low)} to ${K(u.high)}: ${Qt(u)}`:"histogram"),A(a,u?g?wa(u,f):
Qt(u):"")};return t.addEventListener("pointermove",g=>{if(!u)return;let y=t.getBoundingClientRect();f=Math.max(0,Math.min(
u.counts.length-1,Math.floor((g.clientX-y.left)/y.width*u.counts.length))),w()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,w()),{signal:e}),{el:p,update(g){let y=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(g===u&&y===h)return;u=g,h=y,A(r,g?`step ${g.step}`:"");let E=g?.counts.some(Boolean);A(o,g&&E?K(g.low):""),A(s,g&&E?K(
g.high):"");let M=g&&g.low<0&&g.high>0?-g.low/(g.high-g.low):null;m(n,"style",M===null||M<.15||M>.85?"visibility: hidden":
`left: ${(100*M).toFixed(2)}%`),w();let x=g&&g.high>g.low?[.05,.5,.95].map(T=>K(zn(g,T))):[];m(t,"title",x.length?`5 %, \
median and 95 % of the elements: about ${x.join(", ")}`:void 0),b=()=>xa(t,g,M,d),b()}}}function Qt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ae(t)} finite elements, all equal`:`${ae(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function xa(e,t,o,n){let s=e.getContext("2d"),a=e.
clientWidth;if(!s||!a)return;e.width=Math.round(a*devicePixelRatio),e.height=Math.round(Ge*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let r=getComputedStyle(e);if(s.fillStyle=r.borderBottomColor,s.fillRect(0,Ge-1,a,1),!t)return;o!==null&&
s.fillRect(Math.round(o*a),0,1,Ge),s.fillStyle=r.color;let c=a/t.counts.length;ga(ba(t),n).forEach((l,p)=>{let u=l*(Ge-18);
s.fillRect(p*c+.5,Ge-1-u,Math.max(1,c-1),u)}),t.high>t.low&&ya(s,t,a,r.borderTopColor)}function ya(e,t,o,n){let[s,a,r]=[
.05,.5,.95].map(c=>((zn(t,c)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,r-s,1);for(let[c,l]of[[s,7],[
a,11],[r,7]])e.fillRect(c-.75,5.5-l/2,1.5,l)}var Hn="in this run; what follows is computed again",Wn="replay the steps from here on with this value, beside the run";
function ka(e,t=""){if(e.phase==="running")return"pause the run first";if(e.over)return"the run is over: try what would \
have been";let o=e.values.get(t);return o&&ve(e,o)?`${Ae(e,t)} is not computed yet here: step on, or go to a later place`:
""}function va(e){if(e.graph?.eager)return"eager code is not run again: set the value, or start it with another one";if(!e.
recorded)return"nothing is recorded";if(e.phase==="running")return"pause the run first";let t=e.stopped;return t&&!t.past&&
t.op>=0?`step ${t.step} has not finished yet: continue, then go back to it`:""}var eo=e=>`${e.charAt(0).toUpperCase()}${e.
slice(1)}.`;function Gn({ask:e,signal:t}){let o=i("code",{class:"opscope-cell-name"}),n=le("cell-index","all","index: 0,\
 3 or 0, :3; empty is all of it"),s=le("cell-value","0.5, nan, h.mean()","new value"),a=i("button",{type:"submit",class:"\
opscope-slice-tool opscope-cell-set",title:Hn},"Set"),r=i("button",{type:"button",class:"opscope-slice-tool opscope-cell\
-try",title:Wn},"What if"),c=le("cell-steps","100","how many steps to replay","number"),l=i("button",{type:"button",class:"\
opscope-slice-tool opscope-cell-close",title:"close (Esc)","aria-label":"close"},"×"),p=i("div",{class:"opscope-cell-an\
swer",role:"status"}),u=i("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),f=i("form",{class:"opscope-ce\
ll-form",hidden:!0,"data-asks":!0},p,i("span",{},o," [ ",n," ] = ",s),i("span",{},a,r,i("label",{title:"how many steps t\
o replay"},c," steps"),l)),h=i("div",{class:"opscope-cell-editor"},f,u),d="",b="",w="",g="",y=null,E=()=>n.value.trim()?
`${d}[${n.value.trim()}]`:d,M=(k,$)=>{let[v,N]=f.hidden?[u,p]:[p,u];A(v,$),A(N,""),m(v,"data-failed",!k);for(let R of[v,
N])m(R,"hidden",!R.textContent);return $&&(f.hidden?u:f).scrollIntoView({block:"nearest"}),!0};function x(){m(f,"hidden",
!0),y?.focus({preventScroll:!0}),y=null}function T(k){let $=k?w:b;if($)return void M(!1,eo($));if(!s.value.trim())return void M(
!1,"Give the new value: a number, nan, or an expression such as h.mean().");M(!0,k?"replaying …":"");let v={target:E(),
value:s.value.trim()},N=(R,B)=>(R&&x(),M(R,B));k?e("TryValue",{...v,steps:Math.max(1,Math.round(Number(c.value)||100))},
N):e("SetValue",v,N)}let _=()=>T(!!b&&!w);return f.addEventListener("submit",k=>(k.preventDefault(),_()),{signal:t}),r.addEventListener(
"click",()=>T(!0),{signal:t}),l.addEventListener("click",x,{signal:t}),f.addEventListener("keydown",k=>{if(k.key==="Esca\
pe")x();else if(k.key==="Enter"&&!k.isComposing&&k.target.matches("input"))_();else return;k.preventDefault(),k.stopPropagation()},
{signal:t}),{el:h,open(k,$,v,N,R){[d,y]=[k,R],A(o,$),m(o,"title",k),n.value=v,s.value=N,m(f,"hidden",!1),M(!b,b&&eo(b)),
s.focus(),s.select()},update(k,$){d&&$!==d&&!f.hidden&&m(f,"hidden",!0);let v=`${$} ${k.stopped?.run} ${k.stopped?.tick}`,
N=b;b=ka(k,$),(v!==g||N!==b&&!f.hidden)&&M(!b,f.hidden?"":b&&eo(b)),g=v,a.disabled=!!b,m(a,"title",b||Hn),w=va(k),r.disabled=
!!w,m(r,"title",w||Wn)}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},$a=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Ue(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=$a.reduceRight((a,r)=>a*t+r[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var Me=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Pl=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
Ue((t-2)/252));function st(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function Nt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>Me(Ue(t/16))).join(", ")})`}var Un=26,Ma=14,Ea=4;function qn(e,t,o,n){let s=Math.min(Un,o/t,n/e),a=(r,c)=>Math.max(Ma,s*r,s<Un?Math.min(c/2,Ea*s*r):
0);return[a(t,o),a(e,n)]}function Kn(e,t,o,n){let s=o*e.row_stride,a=n*e.col_stride,r=st(e.pixels[o*e.cols+n],e.low,e.high),
c=Number.isNaN(r)?"NaN":r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${K(r)}`;return`${t.length>2?`[${Co(t,s,a).join(", ")}]  `:
""}row ${s}, col ${a}  ${c}`}function Vn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,a)=>s>
1?[`every ${s}th ${a}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Xn(e,t,o){let n=1,s=0;for(let a=1;a<=e.facets;a++){let r=Math.min(t/(a*(e.cols+1)),o/(Math.ceil(e.facets/a)*(e.
rows+1)));r>s&&([n,s]=[a,r])}return n}function Tt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function rt(e,t,o,n){let[s,a]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[r,c]=[o-s*(e.cols+1),n-a*(e.
rows+1)],l=a*t+s;return r<e.cols&&c<e.rows&&l<e.facets&&s<t?{facet:l,row:c,col:r}:null}function so(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Jn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let a=st(s,e.low,e.high);return t?so(a/o):Ue(e.high>e.low?(a-e.low)/(e.
high-e.low):.5)})}function At(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,a=e.numbers[s];if(a!==void 0)return a===
"nan"?"NaN":a.replace("inf","Inf").replaceAll("-","−");let r=st(e.pixels[s],e.low,e.high);return Number.isNaN(r)?"NaN":
r===1/0?"+Inf":r===-1/0?"−Inf":`≈ ${K(r)}`}var Sa=[128,128,128,48],La=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Zn(e,t,o,n){let[s,a]=Tt(t,o),r=e.getContext("2d");if(!r||s<=0||a<=0)return;e.width!==s&&(e.width=s),e.height!==
a&&(e.height=a);let c=r.createImageData(s,a),l=Jn(t,n);for(let p=0;p<s*a;p++)La(t,p%s,Math.floor(p/s))&&c.data.set(Sa,4*
p);for(let p=0;p<t.facets;p++){let[u,f]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let h=0;h<t.rows;h++)for(let d=0;d<
t.cols;d++){let b=4*((f+h)*s+u+d),[w,g,y]=l[t.pixels[(p*t.rows+h)*t.cols+d]];c.data[b]=w,c.data[b+1]=g,c.data[b+2]=y,c.data[b+
3]=255}}r.putImageData(c,0,0)}var Yn=7;function Na(e){let t=String(Math.round(e)),o=a=>{let r=String(Number(e.toPrecision(
a))),c=e.toExponential(a-1).replace("e+","e");return c.length<r.length?c:r};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=Yn?t:[3,2].map(o).find(a=>a.length<=Yn)??o(1)).replaceAll("-","−")}function Qn(e,t,o,n,s){let a=e.getContext(
"2d");if(!a)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),a.scale(devicePixelRatio,
devicePixelRatio);let r=Jn(t,s),[c,l]=[o/t.cols,n/t.rows];a.font=`${Math.min(11,c/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,a.textAlign="center",a.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let u=0;u<
t.cols;u++){let f=p*t.cols+u,[h,d,b]=r[t.pixels[f]];a.fillStyle=`rgb(${h}, ${d}, ${b})`,a.fillRect(u*c,p*l,c-1,l-1),a.fillStyle=
.299*h+.587*d+.114*b>140?"#111111":"#ffffff";let w=Number(t.numbers[f]),g=Number.isFinite(w)?Na(w):At(t,{facet:0,row:p,col:u});
a.fillText(g,(u+.5)*c,(p+.5)*l)}}var ro=168,ao=300,Ta=600,io=[34,18],_t=4,Aa=16,Ct=8,co="keep these elements, to compare others with them",es={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function _a(e,t,o,n){let[s,a]=[Ee(e,0),Ee(e,1)],r=Math.min(
s,Math.max(Ct,Math.round(e.height/n))),c=Math.min(a,Math.max(Ct,Math.round(e.width/n))),l=(p,u,f)=>Math.max(0,Math.min(f-
u,Math.round(p-u/2)));return{top:l(t,r,s),left:l(o,c,a),height:r,width:c}}function Ca(e,t){let[o,n]=e.axes,s=ts(e,{facet:t,
row:0,col:0}).map((a,r)=>r===o||r===n?0:a);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function Ee(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function ge(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function ts(e,t){
let[o,n,s]=e.axes,a=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((r,c)=>a.get(c)??e.index[c])}function Ia(e,t){let[o,n,s]=e.axes,[a,r]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],c=(p,u,f)=>u>1?`${p}–${Math.min(f,p+u)-1}`:`${p}`;return`[${e.shape.map((p,u)=>u===o?c(a,e.row_stride,e.top+
e.height):u===n?c(r,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${At(ge(
e),t)}`}function os({ask:e,signal:t,offline:o}){let n=i("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=i("div",
{class:"opscope-heatmap-box"},n),a=i("span"),r=i("span"),c=i("i"),l=[lo("NaN",pe.nan,0),lo("−Inf",pe.minusInf,1),lo("+\
Inf",pe.plusInf,255)],p=i("div",{class:"opscope-readout"}),u=i("span"),f={rows:H("rows"),cols:H("columns"),facets:H("fac\
ets")},h=i("span",{class:"opscope-positions"}),d=i("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},i("option",{value:"auto"},"auto"),i("option",{value:"sequential"},"low to high"),i("option",{value:"signed"},"signe\
d")),b=C("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>se(_t)),w=C("−","zoom out (-)","zoom-out",()=>se(
1/_t)),g=C("Pin",co,"pin",()=>e("PinValue",{name:he()?"":_})),y=C("Difference","show the difference to the pinned value",
"difference",()=>V({...v,difference:!v.difference})),E=i("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,
f.facets.el,h,i("label",{},"colors",d),i("span",{class:"opscope-slice-tools"},w,b,g,y)),M=Gn({ask:e,signal:t}),x=i("div",
{class:"opscope-legend"},i("div",{class:"opscope-scale"},a,c,r),...l.map(S=>S.el)),T=i("section",{class:"opscope-card op\
scope-elements"},i("h4",{},"Elements",u),E,s,M.el,x,p),_="",k="",$=null,v=es,N="",R=null,B="",q=!1,W=0,Y="",z,I,ee=[],X=null,
Q=null,D=-1;function C(S,O,j,G){let Z=i("button",{type:"button",class:`opscope-slice-tool opscope-${j}`,title:O,"aria-la\
bel":O},S);return Z.addEventListener("click",G,{signal:t}),Z}function H(S){let O=i("select",{class:`opscope-axis-${S}`,"\
aria-label":`axis of the ${S}`});return O.addEventListener("change",()=>F(S==="columns"?"cols":S,Number(O.value)),{signal:t}),
{el:i("label",{},S,O),field:O}}function F(S,O){if(!I)return;let[j,G,Z]=I.axes,J={rows:j,cols:G,facets:Z},ne=Object.keys(
J).find(oe=>O>=0&&J[oe]===O);ne&&(J[ne]=J[S]),J[S]=O,V({...v,...J,top:0,left:0,height:0,width:0})}function V(S){S.facets>=
0&&(D=-1),v=S,B="";let O=++W;e("FetchSlice",{name:_,...v},(j,G)=>(O!==W||(q=j,j||([B,v]=[G,{...v,difference:!1}]),Se()),
!0))}function se(S,O){if(!I)return;let[j,G]=O??[I.top+I.height/2,I.left+I.width/2],Z=_a(I,j,G,S),J=Z.height===I.height&&
Z.width===I.width;J&&S>1&&I.facets>1?re(I,X&&rt(ge(I),we(ge(I)),...X)?.facet||0):J&&S<1&&D>=0?V({...v,...Z,facets:D}):V(
{...v,...Z})}function re(S,O){V({...v,...Ca(S,O)}),D=S.axes[2]}let te=()=>(I??z)?.step,he=()=>$?.name===_&&$?.step===te(),
it=()=>I?ge(I):z?{...z,facets:1,numbers:[]}:null,we=S=>Xn(S,s.clientWidth||400,S.facets>1?ao:ro),xe=()=>d.value==="signe\
d"||d.value==="auto"&&!!I?.difference;function Se(){let S=I&&X&&rt(ge(I),we(ge(I)),...X),O=z&&X&&X[1]<z.rows&&X[0]<z.cols,
j=I?S&&Ia(I,S):O&&z&&X?Kn(z,ee,X[1],X[0]):"";A(p,B||j||(I?Ba(I):z?Vn(z):""))}function Be(S){let O=it();if(!O)return null;
let j=n.getBoundingClientRect(),[G,Z]=Tt(O,we(O)),J=(ne,oe)=>Math.max(0,Math.min(oe-1,Math.floor(ne*oe)));return[J((S.clientX-
j.left)/j.width,G),J((S.clientY-j.top)/j.height,Z)]}n.addEventListener("pointermove",S=>(X=Be(S),Se()),{signal:t}),n.addEventListener(
"pointerleave",()=>(X=null,Se()),{signal:t});function ye(S,O){if(!S||o)return;let j=ge(S),G=(O&&rt(j,we(j),...O))??{facet:0,
row:0,col:0};M.open(_,k,ts(S,G).join(", "),S.numbers.length?At(j,G).replaceAll("−","-"):"",n)}n.addEventListener("dblc\
lick",()=>ye(Q?.slice,Q?.at??null),{signal:t}),n.addEventListener("click",S=>{if(S.detail>1)return;Q={slice:I,at:Be(S)};
let O=I&&rt(ge(I),we(ge(I)),...Be(S)??[0,0]);I&&O&&I.facets>1?re(I,O.facet):I&&O&&!L()&&se(Aa,[I.top+O.row*I.row_stride,
I.left+O.col*I.col_stride])},{signal:t}),n.addEventListener("keydown",S=>{let O={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[
0,-1],ArrowRight:[0,1]}[S.key];if(S.key==="+"||S.key==="=")se(_t);else if(S.key==="-")se(1/_t);else if(S.key==="Enter")ye(
I,X);else if(O&&I)se(1,[I.top+I.height*(.5+O[0]/2),I.left+I.width*(.5+O[1]/2)]);else return;S.preventDefault(),S.stopPropagation()},
{signal:t}),d.addEventListener("change",()=>(Y="",P()),{signal:t}),h.addEventListener("change",()=>{let S=ee.map((O,j)=>h.
querySelector(`[data-axis="${j}"]`)?.value??"0");V({...v,index:S.map(O=>String(Math.max(0,Math.round(Number(O)||0)))).join(
",")})},{signal:t}),h.addEventListener("keydown",S=>S.stopPropagation(),{signal:t});function Pt(S){let O=S.shape.map((Z,J)=>[
String(J),`${J} (${Z})`]);for(let[Z,{field:J}]of[f.rows,f.cols,f.facets].entries()){let ne=[["-1","none"],...O],oe=ne.join();
J.dataset.key!==oe&&J.replaceChildren(...ne.map(([fe,de])=>i("option",{value:fe},de))),J.dataset.key=oe,J.value=String(S.
axes[Z])}m(f.rows.el,"hidden",S.shape.length<2),m(f.cols.el,"hidden",S.shape.length<2),m(f.facets.el,"hidden",S.shape.length<
3);let j=S.shape.flatMap((Z,J)=>S.axes.includes(J)||Z<2?[]:[[J,Z,S.index[J]]]),G=JSON.stringify(j);h.dataset.key!==G&&(h.
dataset.key=G,h.replaceChildren(...j.map(([Z,J,ne])=>i("label",{},`axis ${Z}`,i("input",{type:"number",min:0,max:J-1,value:ne,
"data-axis":Z,title:`position on axis ${Z}, 0 to ${J-1}`})))))}function L(){if(!I)return!1;let{facets:S,rows:O,cols:j,numbers:G}=ge(
I);return S===1&&G.length>0&&s.clientWidth/j>=io[0]&&O*io[1]<=Ta}function P(){let S=it(),O=S?S.rows*S.cols*S.facets:0;if(m(
n,"hidden",!O),m(x,"hidden",!O),!S||!O)return;let j=we(S),[G,Z]=Tt(S,j),J=s.clientWidth,ne=L(),oe=ne?[Math.min(J,S.cols*
64),S.rows*io[1]]:S.facets>1?[Math.min(J,G*ao/Z),Math.min(ao,Z*J/G)]:qn(S.rows,S.cols,J,ro),fe=`${oe} ${devicePixelRatio}\
 ${xe()} ${ne}`;if(fe===Y)return;Y=fe,m(s,"style",`height: ${Math.max(ne||S.facets>1?0:ro,Math.ceil(oe[1]))}px`),m(n,"st\
yle",`width: ${oe[0].toFixed(1)}px; height: ${oe[1].toFixed(1)}px`),ne?Qn(n,S,oe[0],oe[1],xe()):Zn(n,S,j,xe());let de=Math.
max(Math.abs(S.low),Math.abs(S.high));A(a,K(xe()?-de:S.low)),A(r,K(xe()?de:S.high)),m(c,"style",`background: ${xe()?`lin\
ear-gradient(to right, ${[-1,-.5,0,.5,1].map(ke=>Me(so(ke))).join(", ")})`:Nt()}`)}return{el:T,update(S,O,j,G){ee=O,G!==
_&&([_,v,B,D]=[G,es,"",-1]);let Z=`${G} ${O} ${j.stopped?.run} ${j.stopped?.tick} ${j.phase}`;Z!==N&&(q=!1),!o&&j.phase!==
"running"&&(Z!==N||j.stopped!==R)&&V(v),[N,R]=[Z,j.stopped],M.update(j,G);let J=j.fold.slices.get(G),oe=J&&String(J.shape)===
String(O)&&(q||J.step===S?.step||J.difference)&&!o?J:void 0;if(oe!==I||S!==z){[I,z,Y]=[oe,S,""];for(let ue of l)ue.update(
(oe??S)?.pixels);Se()}m(E,"hidden",!I),I&&Pt(I),$=j.fold.pinned;let fe=(ue,me)=>`${Ae(j,ue)} of step ${me}`;k=Ae(j,G);let de=$?.
name?fe($.name,$.step):"",ke=te();return A(u,I?.difference?`${fe(G,I.step)} − ${I.difference===`${$?.name} of step ${$?.
step}`?de:I.difference}`:ke===void 0?"":`step ${ke}`),m(y,"hidden",!de||String($?.shape)!==String(O)),m(y,"aria-pressed",
v.difference?"true":"false"),m(y,"title",`show the difference to ${de}`),m(g,"aria-pressed",he()?"true":"false"),m(g,"ti\
tle",he()?"forget the elements that are kept":de?`${co}, instead of ${de}`:co),m(w,"disabled",!I||D<0&&I.height===Ee(I,0)&&
I.width===Ee(I,1)),m(b,"disabled",!I||I.facets===1&&I.height<=Ct&&I.width<=Ct),P(),ke}}}function Ba(e){let t=Pe([Ee(e,0),
Ee(e,1)]),o=e.height<Ee(e,0)||e.width<Ee(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-
1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.
facets} facets of `:"",a=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${a}${n}${e.nonfinite?`, ${e.nonfinite}\
 not finite`:""}`}function lo(e,t,o){let n=i("span",{class:"opscope-mark","data-absent":!0},i("i",{style:`background: ${Me(
t)}`}),e);return{el:n,update:s=>m(n,"data-absent",!s?.includes(o))}}var po=12;function ns({ask:e,open:t,signal:o,offline:n}){let s=i("div",{class:"opscope-provenance"}),a="",r=(c,l)=>i("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${c} ${l} in the graph`},`${c} ${l}`);return s.addEventListener(
"click",c=>{let l=c.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(c,l){let p=n?void 0:c.fold.slices.get(l.name),u=(p?.
readers??[]).map((g,y)=>[p?.reader_types[y]??"",g]),f=c.recorded&&l.step>=c.recorded.first&&l.step<=c.recorded.last,h=!!(p?.
writers.length&&!p.writers.includes(l.op)),d=!n&&c.phase!=="running"&&f&&l.op>=0&&!h,b=JSON.stringify([l.op,l.op_type,u,
d&&l.step,h]);if(b===a)return;a=b;let w=u.length>po?[`and ${u.length-po} more`]:[];s.replaceChildren(...l.op<0?[]:h?[`ma\
de by ${l.op_type} of another program`]:["made by",r(l.op_type,l.op)],...u.length?["read by",...u.slice(0,po).map(([g,y])=>r(
g,y)),...w]:p?["read by nothing"]:[],...d?[i("button",{type:"button",class:"opscope-why opscope-to-write","data-asks":!0,
"data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to the write")]:
[]),m(s,"hidden",!s.childNodes.length)}}}var[at,qe,uo,fo,ho]=[150,58,10,8,22];function ss(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function mo(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":K(s);return e.recorded.every((s,a)=>s===
e.changed[a])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function rs(e){let t=i("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=i("code",{}),n=i("spa\
n"),s=U("g",{class:"opscope-grid"}),a=U("path",{class:"opscope-line"}),r=U("path",{class:"opscope-line opscope-branch-li\
ne"}),c=U("path",{class:"opscope-cross"}),l=U("svg",{class:"opscope-chart",height:at,role:"img"},s,a,r,c),p=i("div",{class:"\
opscope-branch-key"},i("span",{},i("i",{}),"recorded"),i("span",{},i("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=i("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},i("h4",{},"What if",t,n),l,p),f,h="",
d={x:y=>0,step:y=>0},b=new Map;t.addEventListener("change",()=>(f=b.get(t.value),g()),{signal:e}),l.addEventListener("po\
intermove",y=>{if(!f)return;let E=d.step(y.clientX-l.getBoundingClientRect().left),M=f.steps.reduce((x,T,_)=>Math.abs(T-
E)<Math.abs(f.steps[x]-E)?_:x,0);A(n,`step ${f.steps[M]}   ${K(f.recorded[M])}   would be ${K(f.changed[M])}`),m(c,"d",`\
M${d.x(f.steps[M])},${fo}V${at-ho}`)},{signal:e}),l.addEventListener("pointerleave",()=>(m(c,"d",""),A(n,f?mo(f):"")),{signal:e});
let w=new ResizeObserver(()=>g());w.observe(l),e.addEventListener("abort",()=>w.disconnect());function g(){let y=f;if(!y)
return;let E=Math.max(200,l.clientWidth||u.clientWidth),M=`${y.name} ${y.change} ${E} ${y.changed.length} ${y.changed.at(
-1)}`;if(M===h)return;h=M;let x=[ss(y,y.recorded),ss(y,y.changed)],T=[...x[0],...x[1]].sort((z,I)=>z.step-I.step),_=nt(T),
k=z=>z===null?null:_.to(z),{x:$,y:v}=Zt(T.map(z=>({...z,min:k(z.min),max:k(z.max),mean:k(z.mean)}))),N=E-qe-uo,R=z=>+(qe+
(z-$[0])/($[1]-$[0])*N).toFixed(1),B=z=>+(fo+(1-(_.to(z)-v[0])/(v[1]-v[0]))*(at-fo-ho)).toFixed(1);d={x:R,step:z=>$[0]+(z-
qe)/N*($[1]-$[0])};let q=_.marks(...v,4).flatMap(z=>[U("path",{d:`M${qe},${B(z)}H${E-uo}`}),U("text",{x:qe-6,y:B(z)+3.5,
"text-anchor":"end"},De(z))]),W=Ne(...$,Math.max(3,E/110)).filter(Number.isInteger).map(z=>U("text",{x:R(z),y:at-6,"text\
-anchor":"middle"},De(z)));s.replaceChildren(...q,...W,U("path",{class:"opscope-floor",d:`M${qe},${at-ho}H${E-uo}`}));let Y=z=>St(
z,I=>I.mean!==null).map(I=>I.length>1?`M${I.map(ee=>`${R(ee.step)},${B(ee.mean)}`).join("L")}`:`M${R(I[0].step)-4},${B(I[0].
mean)}h8`).join("");m(a,"d",Y(x[0])),m(r,"d",Y(x[1])),m(l,"aria-label",`${y.name}: ${mo(y)}, if ${y.change}`),A(n,mo(y)),
A(o,y.change)}return{el:u,update(y){let{branches:E}=y.fold;if(m(u,"hidden",!E.size),E===b)return g();b=E;let M=[...b.values()].
at(-1),x=[...b.values()].filter(T=>T.change===M?.change).map(({name:T})=>T);t.replaceChildren(...x.map(T=>i("option",{value:T},
y.scalarNames.get(T)||T))),f=b.get(x.includes(f?.name??"")?f?.name??"":x[0]??""),f&&(t.value=f.name),g()}}}var Oa=[["mean",e=>K(e.mean)],["std",e=>K(e.std)],["min",e=>K(e.min)],["max",e=>K(e.max)],["shape",e=>Pe(e.shape)],["zer\
os",e=>e.shape.includes(0)?"–":Qe(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>ae(e.nan),e=>e.nan>0],["Inf",e=>ae(e.inf),e=>e.
inf>0],["elements",e=>ae(e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Ra(e){return e.dtype.startsWith("\
complex")?"Statistics, distribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Pa(e){
return e?`Not computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function Fa(e){
let t=e.grad_of?`gradient of ${e.grad_of}`:ut(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.
op_type} (op ${e.op})`} · ${t} · step ${e.step}`}var as={id:"tensor",label:"Tensor",create:Da};function Da({ask:e,open:t,
goTo:o,reach:n,signal:s,offline:a}){let r=i("span",{class:"opscope-pill"}),c=i("span",{class:"opscope-detail-name"}),l=i(
"div",{class:"opscope-origin"}),p=i("code",{class:"opscope-site"}),u=Oa.map(([v,N,R])=>{let B=i("span",{class:"opscope-n\
umber"});return{label:v,value:N,warn:R,shown:B,el:i("div",{class:"opscope-fact"},i("span",{class:"opscope-label"},v),B)}}),
f=Pn({goTo:o,signal:s}),h=jn(s),d=os({ask:e,signal:s,offline:a}),b=ns({ask:e,open:t,signal:s,offline:a}),w=i("div",{class:"\
opscope-detail-head"},i("div",{},r,c),i("div",{},l,p)),g=rs(s),y=Fn({ask:e,signal:s}),E=i("div",{class:"opscope-charts"},
f.el,h.el,d.el,g.el),M=i("div",{class:"opscope-hint"}),x=i("div",{class:"opscope-about"}),T=Dn({ask:e,goTo:o,open:t,signal:s,
offline:a}),_=[w,y.el,b.el,T.el,i("div",{class:"opscope-facts"},...u.map(v=>v.el)),x,E],k=i("div",{class:"opscope-detail\
-body"},..._),$=i("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return d.
el.append(M),{el:i("div",{class:"opscope-detail"},$,k),update(v,{selected:N,refusal:R}){let B=v.values.get(N);if(m($,"hi\
dden",!!B),m(k,"hidden",!B),!B)return;let q=ie(B);m(w,"data-health",q),A(r,Fe[q]);let[W,Y]=be(B);A(c,W),m(c,"title",B.called?
`${B.name}, ${B.called}`:B.name),A(l,[W!==B.name?Y:Y&&`called ${Y}`,Fa(B)].filter(Boolean).join(" · ")),A(p,B.site),T.update(
N,v);for(let D of u)A(D.shown,D.value(B)),m(D.shown,"title",D.value(B)),m(D.el,"data-bad",D.warn?.(B)?D.label==="NaN"?"n\
an":D.label==="Inf"?"inf":"zeros":void 0);let z=ve(v,B),I=[Pa(z),Ra(B)].filter(Boolean).join(" ");m(k,"data-elsewhere",!!z),
A(x,I),m(x,"hidden",!I);let ee=v.details.get(N),X=d.update(ee,B.shape,v,N);f.update(v.history.get(N),v.stopped?.step||null,
n(v));for(let[D,C]of[[h,ee?.step],[d,X]])m(D.el,"data-elsewhere",!!z||!!(v.stopped&&C!==void 0&&C!==B.step));h.update(ee),
m(h.el,"hidden",!ee&&!!(R||a)),b.update(v,B),g.update(v),y.update(v),A(M,X===void 0?a?"Elements were not recorded for th\
is value.":R||"Waiting for the elements of this value …":""),m(M,"hidden",X!==void 0)}}}var za=["error","warning","hint"];function is(e){let t=[...e.values()].sort((s,a)=>s.step-a.step||s.number-a.number),o=t.
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
ndings-bar","data-asks":!0,hidden:s},a,r),l=i("div",{class:"opscope-nothing"}),p=i("ul",{class:"opscope-findings-rows"}),
u=Lt({goTo:o,open:t,signal:n}),f=i("pre",{class:"opscope-cause",role:"status",hidden:!0}),h=null,d,b=!1,w=s;a.addEventListener(
"click",()=>{A(r,"Looking …"),e("FindFaults",{},(x,T)=>(w||=x,A(r,x?`${T}.${T.startsWith("0 ")?"":" Rules can be wrong\
: judge by the evidence."}`:T),!0))},{signal:n}),p.addEventListener("click",x=>{let T=x.target.closest("button"),_=Number(
T?.dataset.number),k=_?g.get(_):void 0;!k||!T||(T.classList.contains("opscope-there")?y(k):E(k,T))},{signal:n});let g=new Map;
function y(x){x.step?o(x.step,x.op):t("graph",x.op)}function E(x,T){let _=h?.number===x.number;h=_?null:{number:x.number,
name:x.value,step:x.step,ok:!1};for(let k of p.querySelectorAll(".opscope-ask-why"))m(k,"aria-expanded",k===T&&!_?"true":
"false");u.update(null),A(f,h?"Searching …":""),m(f,"hidden",!h),h&&(T.closest(".opscope-finding")?.append(f,u.el),e("\
Explain",{name:x.value,step:x.step},(k,$)=>(h?.number!==x.number||(h.ok=k,A(f,k?"":$),m(f,"hidden",k)),!0)))}function M(x,...T){
let _=i("button",{type:"button",class:"opscope-why opscope-there","data-number":x.number,title:x.step?`go to step ${x.step}`:
"show it in the graph"},x.step?"Go there":"Show in graph"),k=i("button",{type:"button",class:"opscope-why opscope-ask-wh\
y","data-number":x.number,"aria-expanded":"false",title:`why ${x.value} is what it is in step ${x.step}`},"Why"),$=[...x.
step||x.op>=0?[_]:[],...!s&&x.value&&x.step?[k]:[]];return i("div",{class:"opscope-finding","data-severity":x.severity},
i("div",{class:"opscope-finding-head"},i("span",{class:"opscope-severity"},x.severity),i("b",{},x.rule),...x.value?[i("c\
ode",{},x.called||x.value)]:[],...x.called?[i("span",{class:"opscope-called"},i("code",{},x.value))]:[],i("span",{class:"\
opscope-when"},ja(x))),i("div",{class:"opscope-evidence"},x.evidence),...x.site?[i("code",{class:"opscope-line"},x.site+
(x.code?`: ${x.code}`:""))]:[],...x.operator?[i("code",{class:"opscope-line opscope-operator-text"},x.operator)]:[],...x.
suggestion?[i("div",{class:"opscope-try"},`Try: ${x.suggestion}`)]:[],...T,i("div",{class:"opscope-finding-buttons","dat\
a-asks":!0},...$))}return{el:i("div",{class:"opscope-findings"},c,l,p),update(x){b=!!x.recorded||s,m(a,"disabled",!x.recorded),
m(p,"data-fixed",!b);let T=h?.ok&&x.explained?.asked===h.name&&x.explained.at===h.step?x.explained:null;if(T&&u.update(T),
A(l,Ha(x,!!x.recorded&&!w)),x.findings===d)return;d=x.findings,g=new Map([...x.findings.values()].map(v=>[v.number,v]));
let _=is(x.findings),k=new Set([...p.querySelectorAll("details[open]")].map(v=>v.dataset.number));m(l,"hidden",_.length>
0),p.replaceChildren(..._.map(({finding:v,consequences:N})=>{let R=i("details",{class:"opscope-consequences","data-numbe\
r":v.number,open:k.has(String(v.number))},i("summary",{},`may explain ${N.length} more`),...N.map(B=>M(B)));return i("li",
{},M(v),...N.length?[R]:[])}));let $=h&&p.querySelector(`.opscope-ask-why[data-number="${h.number}"]`);$&&(m($,"aria-exp\
anded","true"),$.closest(".opscope-finding")?.append(f,u.el))}}}var _e=128,ls=36,Ga=Object.freeze([]),Ua=3,qa=12;function Ka(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-qa,Math.min(o-Ua,Math.floor(Math.log10(e)))),o]}var ps=new WeakMap;function Va(e){let t=ps.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],ps.set(
e,t)}return t}function us(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var ds=Array.from({length:129},
(e,t)=>Me(Ue(t/128)));function Ya(e,t){return e.bad?Me(pe.nan):e.rms?ds[Math.round(us(e.rms,t)*(ds.length-1))]:null}var fs={
id:"flow",label:"Gradient flow",short:"Flow",create:Xa,count:e=>Gt(e).length};function Xa({select:e,refresh:t,signal:o}){
let n=i("div",{class:"opscope-decades"}),s=i("div",{class:"opscope-flow-row opscope-flow-head"},i("span",{},"parameter"),
n,i("span",{},"RMS"),i("span",{},"over steps")),a=i("div",{class:"opscope-flow-body"}),r=i("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),c=i("span"),l=i("span"),p=i("d\
iv",{class:"opscope-legend opscope-flow-legend"},i("span",{},"RMS gradient of each parameter"),i("div",{class:"opscope-s\
cale"},c,i("i",{style:`background: ${Nt()}`}),l),i("span",{class:"opscope-mark"},i("i",{style:`background: ${Me(pe.nan)}`}),
"NaN or Inf")),u=new Map;a.addEventListener("click",d=>{let b=d.target.closest("[data-name]");b&&e(b.dataset.name??"")},
{signal:o});let f=i("div",{class:"opscope-flow"},r,i("div",{class:"opscope-flow-table"},s,a,p));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let h=(d,b)=>d.history.get(b.name)?.points??Ga;return{el:f,update(d,{selected:b}){let w=Gt(
d);m(r,"hidden",w.length>0),m(s,"hidden",!w.length);let[g,y]=[1/0,0];for(let $ of w){let[v,N]=Va(h(d,$));[g,y]=[Math.min(
g,v),Math.max(y,N)]}let E=Ka(g,y);Ja(n,E),A(c,K(10**E[0])),A(l,K(10**E[1])),m(p,"hidden",!w.length);for(let $ of w)u.has(
$.name)||u.set($.name,Za($.name));let M=w.map($=>u.get($.name));ze(a,M.map($=>$.el));let x=d.stopped?.step||null,T=dt(w),
_=Math.floor((f.scrollTop-(a.offsetTop-f.offsetTop))/ls)-2,k=_+Math.ceil(f.clientHeight/ls)+4;w.forEach(($,v)=>{if(v<_||
v>k)return M[v].choose($.name===b);M[v].update($,T.get($.name)??$.name,d.history.get($.name)??ht,E,ve(d,$),x),M[v].choose(
$.name===b)})}}}function Ja(e,t){let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),a=[...t,s].join();if(e.
dataset.range===a)return;e.dataset.range=a;let r=Math.ceil((n-o)/s),c=[];for(let l=n;l>=o;l-=r){let p=`left: ${(100*(l-o)/
(n-o)).toFixed(2)}%`;c.push(i("span",{style:p},"10",i("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...c)}function Za(e){
let t=ft(e),o=i("i"),n=i("span",{class:"opscope-track"},o),s=i("span",{class:"opscope-number"}),a=i("canvas",{class:"ops\
cope-strip",width:_e,height:1,role:"img","aria-label":"RMS gradient over the steps"}),r=i("button",{class:"opscope-flow-\
row",type:"button","data-name":e},t,n,s,a),c="",l;return{el:r,choose:p=>m(r,"aria-pressed",p?"true":"false"),update(p,u,f,h,d,b){
let w=`${h} ${d} ${b} ${u}`;if(l===p&&c===w)return;l=p,c=w,m(r,"data-elsewhere",!!d),m(r,"title",d?`not computed yet: it\
s value ${d}`:void 0);let{rms:g}=gt(p),y=ie(p);et(t,u.replaceAll("@GRAD","")),m(r,"data-health",y),m(o,"data-nothing",g===
null),m(n,"style",`--decade: ${(100/(h[1]-h[0])).toFixed(3)}%`),m(o,"style",`width: ${(100*(g===null?1:us(g,h))).toFixed(
2)}%`),A(s,p.nan?"NaN":p.inf?"Inf":K(g)),Qa(a,f,h,b),m(a,"title",Te(f)||void 0)}}}function Qa(e,t,o,n){let{points:s,stride:a}=t,
r=Te(t),c=e.getContext("2d");if(!c)return;c.clearRect(0,0,_e,1);let l=s[0]?.step??0,p=(s.at(-1)?.step??0)-l+1;s.forEach(
(u,f)=>{let h=s[f+1]?.step??u.step+1,d=Math.floor((u.step-l)/p*_e);if(!u.bad&&f+1<s.length&&Math.floor((h-l)/p*_e)===d)return;
let b=Ya(u,o);b&&(c.fillStyle=b,c.globalAlpha=r?.35:1,c.fillRect(d,0,Math.ceil((h-l)/p*_e)-d,1),c.globalAlpha=1,r&&c.fillRect(
d,0,Math.max(2,Math.ceil(a/p*_e)),1))}),!(n===null||n<l||n>=l+p)&&(c.fillStyle=getComputedStyle(e).color,c.fillRect(Math.
floor((n-l)/p*_e),0,2,1))}var ei=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function It(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function hs(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Vt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Ce(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function ms(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(ei)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],a=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),r=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),c=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=U("g",{class:"opscope-gutter"},U("title"),a,r,c);return e.
append(l),l}function gs(e,t){m(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),m(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),m(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
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
"string"&&t.push(n),!Array.isArray(n))continue;let[s,a,r,c]=n;if([a,r].every(Number.isSafeInteger))for(let l=a;l<=r&&t.length<
ti;l++)t.push(`${s}${l}${c}`)}}catch{return[]}return t}function vs(e,t,o,n=[]){if(o.startsWith("var-"))return e.get(o.slice(
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
links:[],labels:new Map,boxes:null};for(let s of["width","height"])o.removeAttribute(s);m(o,"role","group");for(let s of o.
querySelectorAll("g")){let a=s.getAttribute("data-src"),r=s.getAttribute("data-dst"),c=s.getAttribute("data-scope"),l=ks(
s.getAttribute("data-hides"));a!==null&&r!==null?n.links.push({src:a,dst:r}):l.length||/^(op|var)-/.test(s.id)?ai(n,s,l,
t&&c!==null):c!==null&&(n.frames.set(c,s),t&&Ls(s,"fold"))}return n}function ai(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.
folded.set(t.id,o);for(let s of o)e.hiddenIn.set(s,t.id);m(t,"data-node",t.id),m(t,"tabindex",-1),m(t,"role","button"),e.
labels.set(t.id,t.querySelector("title")?.textContent??t.id),m(t,"aria-label",e.labels.get(t.id)),n&&Ls(t,"open")}function Ls(e,t){
let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),a=s("x")+
s("width")-(t==="open"?0:11),r=s("y")+(t==="open"?0:11),c=t==="open"?`M${a-3},${r}h6M${a},${r-3}v6`:`M${a-3},${r}h6`,l=U(
"title");l.textContent=t==="open"?"open (Enter)":"fold (Backspace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},
l,U("circle",{cx:a,cy:r,r:6}),U("path",{d:c})))}function bo(e){return e.querySelector(":scope > rect, :scope > a > rect,\
 :scope > polygon")??e}function Bt(e){if(e.boxes)return e.boxes;let t=e.svg.querySelector("g")?.transform.baseVal.consolidate()?.
matrix;return e.boxes=new Map([...e.nodes,...e.frames].map(([o,n])=>{let s=bo(n).getBBox();return[o,{x:s.x+(t?.e??0),y:s.
y+(t?.f??0),w:s.width,h:s.height}]})),e.boxes}function wo(e,t){return!!(e&&t&&e.x<=t.x&&e.y<=t.y&&e.x+e.w>=t.x+t.w&&e.y+
e.h>=t.y+t.h)}function Ns(e,t,o){let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.
links.filter(p=>p.src===t).map(p=>p.dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],a=o===
"ArrowRight"?1:o==="ArrowLeft"?-1:0,r=p=>(p.left+p.right)/2,c=null,l=1/0;for(let p of s){let u=e.nodes.get(p)?.getBoundingClientRect();
if(!u||p===t)continue;let f=r(u)-r(n),h=Math.abs(u.top-n.top);if(a&&f*a<=1)continue;let d=Math.abs(f)+(a?3:.2)*h;d<l&&([
c,l]=[p,d])}return c}var ii=150,Ts="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function As({search:e,choose:t,signal:o}){
let n=i("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Ts,"aria-label":`\
search the graph: ${Ts}`}),s=i("div",{class:"opscope-matches",role:"listbox","aria-label":"nodes that were found",tabindex:-1,
hidden:!0}),a=i("div",{class:"opscope-graph-find"},n,s),r=0,c="",l=null,p=()=>m(s,"hidden",!0),u=()=>{c=n.value.trim(),c?
e(c):p()};n.addEventListener("input",()=>{clearTimeout(r),r=window.setTimeout(u,ii)},{signal:o}),n.addEventListener("foc\
us",()=>m(s,"hidden",!c||!l||l.text!==c),{signal:o}),a.addEventListener("keydown",h=>{h.stopPropagation();let d=[...s.querySelectorAll(
"button")],b=d.findIndex(w=>w.matches(":focus"));if(h.key==="Escape")p(),n.focus();else if(h.key==="Enter"&&b<0)l?.text===
n.value.trim()?d[0]?.click():u();else if(h.key==="ArrowUp"&&b===0)n.focus();else if(h.key.startsWith("Arrow")&&h.key!=="\
ArrowLeft"&&h.key!=="ArrowRight")d[ce(h,b,d.length)??0]?.focus();else return;h.preventDefault()},{signal:o}),s.addEventListener(
"click",h=>{let d=h.target.closest("[data-found]");d&&(p(),t(d.getAttribute("data-found")??""))},{signal:o}),a.addEventListener(
"focusout",({relatedTarget:h})=>{a.contains(h)||p()},{signal:o}),document.addEventListener("pointerdown",h=>h.composedPath().
includes(a)||p(),{signal:o,capture:!0});function f(h){let d=h.ids.map((g,y)=>{let E=i("button",{class:"opscope-match",type:"\
button",role:"option",tabindex:-1,"data-found":g},i("b",{},h.labels[y]),i("span",{},h.details[y]));return m(E,"title",`${h.
labels[y]}
${h.details[y]}`),E}),b=h.total>d.length?` · the first ${d.length} are shown`:"",w=h.total===1?"1 node":`${h.total.toLocaleString(
"en")} nodes${b}`;s.replaceChildren(i("div",{class:"opscope-matches-head"},h.total?w:`Nothing matches "${h.text}".`),...d),
m(s,"hidden",!1)}return{el:a,focus:()=>n.focus(),update(h){h!==l&&(l=h,h&&h.text===c&&n.value.trim()===c&&a.contains(document.
activeElement)&&f(h))},enable:h=>m(a,"hidden",!h),clear:()=>A(s,"")}}var ci={together:"in one",apart:"side by side",forward:"forward only"};function _s({view:e,draw:t,scopes:o,measure:n,search:s,
found:a,save:r,signal:c}){let l=i("span",{class:"opscope-graph-info"}),p=i("span",{class:"opscope-graph-number"}),u=(F,V,se)=>{
let re=i("button",{type:"button",class:"opscope-tool",title:V,"aria-label":V},F);return re.addEventListener("click",se,{
signal:c}),re},f=(F,V,se)=>i("select",{class:`opscope-graph-choice opscope-graph-${F}`,title:V,"aria-label":V},...Object.
entries(se).map(([re,te])=>i("option",{value:re},te))),h=As({search:s,choose:a,signal:c}),d=f("arrangement","forward and\
 backward: each layer with its gradients, side by side, or forward only",ci),b=Object.fromEntries(Object.entries($e).map(
([F,{label:V}])=>[F,V])),w=f("colors","color the operators by",{health:"health",...b}),g=i("input",{class:"opscope-graph\
-since",type:"number",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare\
 with",hidden:!0}),y=u("Whole graph","back to the whole graph",()=>t({center:""})),E=!1,M=u("Fold all","fold all scopes",
()=>t({open:E?[]:o(),center:""})),x=f("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),T={later:i(
"span",{class:"opscope-key-later",title:"not computed yet where the run is paused",hidden:!0},i("i"),"not yet"),here:i("\
span",{class:"opscope-key-here",title:"where the run is",hidden:!0},i("i"),"here"),untapped:i("span",{title:"no tap watc\
hes its result",hidden:!0},i("i"),"not tapped")},_=i("div",{class:"opscope-key"},...["ok","zeros","Inf","NaN"].map(F=>i(
"span",{"data-health":F.toLowerCase()},i("i"),F)),T.later,T.untapped,T.here),k=i("span"),$=i("span"),v=i("span",{class:"\
opscope-graph-when"}),N=i("div",{class:"opscope-key opscope-ramp",hidden:!0},v,k,i("i"),$,p),R=i("div",{class:"opscope-t\
ools"},u("+","zoom in",()=>e.zoom(1)),u("−","zoom out",()=>e.zoom(-1)),u("fit","fit the whole graph",e.fit),x),B=i("di\
v",{class:"opscope-graph-bar",hidden:!0},h.el,d,i("label",{class:"opscope-graph-by"},"color",w),g,M,y);for(let F of B.children)
m(F,"data-asks",!0);let q=i("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk \
along the edges"},_,N,l),W=i("div",{class:"opscope-graph-foot"},q,R),Y=new Map,z="",I="",ee="",X=!1,Q={by:"health",selected:"",
against:0},D=()=>{Q.by=w.value,I="",m(g,"hidden",Q.by!=="change"),Q.against=Math.max(0,Math.round(Number(g.value)||0)),n()};
w.addEventListener("change",D,{signal:c}),g.addEventListener("change",D,{signal:c}),g.addEventListener("keydown",F=>F.stopPropagation(),
{signal:c}),d.addEventListener("change",()=>t({arrangement:d.value,first:!0,center:""}),{signal:c}),x.addEventListener("\
change",()=>{x.value&&r(x.value),x.value=""},{signal:c});function C(){A(l,I||(X?"drawing …":ee)),m(q,"data-refused",!!I)}
function H(){let F=Y.get(z);A(p,F===void 0?"":$e[Q.by]?.text(F)??"")}return Object.assign(Q,{el:B,foot:W,focusSearch:h.focus,
wait(F){X=F,C()},measured(F,V){return I=F?"":V,C(),!F},read(F){z=F,H()},drawn(F,V,se){m(B,"hidden",!F.arrangement||se),F.
arrangement&&(d.value=F.arrangement),m(y,"hidden",!F.center),E=F.open.length>0,m(M,"hidden",!!F.center||!E&&!F.hidden),A(
M,E?"Fold all":"Unfold");for(let te of["title","aria-label"])m(M,te,E?"fold all scopes":"unfold the scopes in sight");let re=F.
hidden?`, ${F.hidden.toLocaleString("en")} nodes folded`:"";ee=V?`${F.ops.toLocaleString("en")} operators${re}`:"",C()},
update(F,V,se){Q.selected=V,h.update(F.fold.found);let re=!!F.graph?.eager;for(let te of w.options)te.disabled=te.value!==
"health"&&(se||!F.recorded||re&&te.value==="time");m(w,"title",`color the operators by${re?"; calls of eager code have n\
o times":""}`)},legend(F,V,se,re){Y=V;for(let te of["later","untapped","here"])m(T[te],"hidden",!re[te]);if(m(_,"hidden",
Q.by!=="health"),m(N,"hidden",!F),F){let te=$e[F.by];A(k,te.text(se.low)),A($,te.text(se.high));let he=F.against?`steps ${F.
against} and ${F.step}`:`step ${F.step}`;A(v,he),m(N,"title",`${te.label}, ${he}: ${te.about}`)}H()}})}function Cs(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...li(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function li(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=r=>({name:"goto",label:`Go to here in st\
ep ${r}`,kind:"Goto",fields:{step:r,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let a={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),a]:[a]}function Is({choose:e,
frame:t,signal:o}){let n=i("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],a=null,r=(l=!1)=>{n.hidden||
(m(n,"hidden",!0),l&&(a?.isConnected?a:t).focus({preventScroll:!0}))};n.addEventListener("click",l=>{let p=[...n.querySelectorAll(
"button")].findIndex(u=>u.contains(l.target));p<0||(r(!0),e(s[p]))},{signal:o}),n.addEventListener("keydown",l=>{let p=[
...n.querySelectorAll("button")],u=ce(l,p.findIndex(f=>f.matches(":focus")),p.length);if(u!==null)p[u].focus();else if(l.
key==="Escape")r(!0);else return;l.preventDefault(),l.stopPropagation()},{signal:o});let c=l=>{l.composedPath().includes(
n)||r()};return document.addEventListener("pointerdown",c,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,
passive:!0}),t.addEventListener("keydown",l=>l.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(l,p,u,f){if(!l.length)
return r();s=l,a=f;let h=i("div",{class:"opscope-menu-head"},i("b",{},p),` ${u}`);n.replaceChildren(h,...s.map(E=>i("but\
ton",{class:`opscope-menu-item opscope-menu-${E.name}`,type:"button",role:"menuitem"},E.label))),m(n,"hidden",!1);let d=t.
getBoundingClientRect(),b=f.getBoundingClientRect(),g=b.right+8+n.offsetWidth<=d.right?b.right+8-d.left:Math.max(4,b.left-
16-n.offsetWidth-d.left),y=Math.max(4,Math.min(d.height-n.offsetHeight-4,(b.top+b.bottom)/2-d.top-16));n.style.left=`${g}\
px`,n.style.top=`${y}px`},focus:()=>n.querySelector("button")?.focus()}}var Ie=132,Ye=96,Bs=8;function xo(e){let t=Math.min(Ie/e.w,Ye/e.h);return{scale:t,x:(Ie-e.w*t)/2,y:(Ye-e.h*t)/2}}function pi(e,t,o){
let[n,s]=[(Ie+2*Bs)*t,(Ye+2*Bs)*t],[a,r]=["",1/0];for(let c of["right bottom","left bottom","right top","left top"]){let l=c.
startsWith("right")?e.x+e.w-n:e.x,p=c.endsWith("bottom")?e.y+e.h-s:e.y,u=o.filter(f=>f.x<l+n&&l<f.x+f.w&&f.y<p+s&&p<f.y+
f.h).length;u<r&&([a,r]=[c,u])}return a}function Os(e,t){let o=i("canvas",{width:Ie*2,height:Ye*2}),n=i("div",{class:"op\
scope-sight"}),s=i("div",{class:"opscope-minimap",hidden:!0,title:"the whole graph; click to go there","aria-hidden":"tr\
ue"},o,n),a={x:0,y:0,w:1,h:1},r=c=>{let l=o.getBoundingClientRect(),[p,u]=[xo(a),l.width/Ie||1];e(a.x+((c.clientX-l.left)/
u-p.x)/p.scale,a.y+((c.clientY-l.top)/u-p.y)/p.scale)};return s.addEventListener("pointerdown",c=>{c.preventDefault(),c.
stopPropagation(),s.setPointerCapture(c.pointerId),r(c)},{signal:t}),s.addEventListener("pointermove",c=>c.buttons&1&&r(
c),{signal:t}),{el:s,draw(c,l){a=c;let p=o.getContext("2d");if(!p)return;let{scale:u,x:f,y:h}=xo(c);p.setTransform(2,0,0,
2,0,0),p.clearRect(0,0,Ie,Ye);for(let{box:d,color:b}of l){p.fillStyle=b;let[w,g]=[Math.max(1.5,d.w*u),Math.max(1.5,d.h*u)];
p.fillRect(f+(d.x-c.x)*u,h+(d.y-c.y)*u,w,g)}},place(c,l,p){m(s,"data-corner",pi(c,l,p))},update(c,l){a=l;let{scale:p,x:u,
y:f}=xo(l),h=c.x<=l.x+1&&c.y<=l.y+1&&c.x+c.w>=l.x+l.w-1&&c.y+c.h>=l.y+l.h-1;if(m(s,"hidden",h),h)return;let d=Math.max(0,
u+(c.x-l.x)*p),b=Math.max(0,f+(c.y-l.y)*p),w=Math.min(Ie,u+(c.x+c.w-l.x)*p),g=Math.min(Ye,f+(c.y+c.h-l.y)*p);n.style.cssText=
`left:${d}px;top:${b}px;width:${Math.max(4,w-d)}px;height:${Math.max(4,g-b)}px`}}}function Ot(e,t,o=.5,n=.5){let s=e.w/t,a=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-a),w:s,h:a}}function di(e,t,o=0){let n=Math.
max(t.w/40/e.w,Math.min(1,Math.max(t.w*4,o)/e.w));return n===1?e:Ot(e,1/n)}function ui(e,t){let o=(n,s,a,r)=>s>=r?a+(r-s)/
2:Math.max(a,Math.min(a+r-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function Rs(e,t,o,n=e.x+e.w/2){let s=Math.
max(1,Math.min(1,t/e.w,o/e.h)),a=t/s,r=o/s;return{x:a<e.w?Math.max(e.x,Math.min(e.x+e.w-a,n-a/2)):e.x+(e.w-a)/2,y:r<e.h?
e.y:e.y+(e.h-r)/2,w:a,h:r}}function fi(e,t){let o=e.reduce((r,c)=>Math.min(r,c.y),1/0),n=r=>Math.abs(r.x+r.w/2-t.x-t.w/2),
s=e.filter(r=>r.y<o+r.h),a=s.reduce((r,c)=>n(c)<n(r)?c:r,s[0]);return a&&a.x+a.w/2}function hi(e,t){return e.left<t.right&&
t.left<e.right&&e.top<t.bottom&&t.top<e.bottom}function Ps(e,t,o=()=>{},n){let s=null,a={x:0,y:0,w:1,h:1},r=a,c=null,l=!1,
p=r,u="",[f,h]=[0,0],d=()=>[],b=()=>{p=r,e.style.removeProperty("transform"),s?.setAttribute("viewBox",`${r.x} ${r.y} ${r.
w} ${r.h}`),o(r,a)},w=(k,$)=>{[r,u]=[k,""],e.style.setProperty("transform",`translate(${(p.x-r.x)/$}px, ${(p.y-r.y)/$}px\
)`),o(r,a)},g=(k,$="")=>(u=$,r=di(k,a,f),b()),y=()=>r!==p&&b(),E=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);function M(){
let k=Rs(a,f,h);g(k.w<a.w?Rs(a,f,h,fi(d(),k)):k,"start")}function x(){let k=Math.max(r.w/f,r.h/h),$=!!(f&&h);if([f,h]=[e.
clientWidth,e.clientHeight],!s||!$||!f||!h)return;let[v,N]=[f*k,h*k];u==="start"?M():u==="fit"?g(a,"fit"):g({x:r.x+(r.w-
v)/2,y:r.y,w:v,h:N})}let T=new ResizeObserver(x);T.observe(e),t.addEventListener("abort",()=>T.disconnect()),e.addEventListener(
"wheel",k=>{if(!s||!(k.ctrlKey||k.metaKey))return;k.preventDefault(),y();let $=e.getBoundingClientRect();g(Ot(r,Math.exp(
-k.deltaY*.002),(k.clientX-$.left)/$.width,(k.clientY-$.top)/$.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",k=>{k.button||!s||(c={x:k.clientX,y:k.clientY,box:r,unit:E()},l=!1)},{signal:t}),e.addEventListener("pointermov\
e",k=>{if(!c)return;let $=k.clientX-c.x,v=k.clientY-c.y;if(!l&&Math.hypot($,v)<4)return;l||e.setPointerCapture(k.pointerId),
l=!0;let N={...c.box,x:c.box.x-$*c.unit,y:c.box.y-v*c.unit};N.w===p.w&&N.h===p.h?w(N,c.unit):g(N)},{signal:t});let _=()=>{
c=null,y()};for(let k of["pointerup","pointercancel"])e.addEventListener(k,_,{signal:t});return e.addEventListener("clic\
k",k=>{l&&k.stopPropagation(),l=!1},{signal:t,capture:!0}),e.addEventListener("keydown",k=>{let $={"+":1.25,"=":1.25,"-":.8}[k.
key],v=k.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[k.key];if($)g(Ot(r,$));else if(v)g(
{...r,x:r.x+v[0]*40*E(),y:r.y+v[1]*40*E()});else if(k.key==="0")g(a,"fit");else return;k.preventDefault()},{signal:t}),{
attach(k,$=!1){s=k;let v=s?.viewBox.baseVal;a=v&&v.width?{x:v.x,y:v.y,w:v.width,h:v.height}:{x:0,y:0,w:100,h:100},$||(r=
a),b()},hold(k,$){let v=k.getBoundingClientRect();g({...r,x:r.x+(v.left-$.left)*E(),y:r.y+(v.top-$.top)*E()})},center:(k,$)=>g(
{...r,x:k-r.w/2,y:$-r.h/2}),zoom:k=>g(Ot(r,k>0?1.25:1/1.25)),fit:()=>g(a,"fit"),whole:()=>a,box:()=>r,sight(){let[k,$,v]=[
E(),e.clientWidth,e.clientHeight],[N,R]=[$*k,v*k];return[{x:r.x+(r.w-N)/2,y:r.y+(r.h-R)/2,w:N,h:R},k]},start(k){d=k,[f,h]=
[e.clientWidth,e.clientHeight],M()},restore(k){[f,h]=[e.clientWidth,e.clientHeight],g(k)},reveal(k){y();let $=e.getBoundingClientRect(),
v=k.getBoundingClientRect();if(v.left>=$.left&&v.right<=$.right&&v.top>=$.top&&v.bottom<=$.bottom&&!(n&&hi(v,n.getBoundingClientRect())))
return;let R=(v.left+v.right-$.left-$.right)/2,B=(v.top+v.bottom-$.top-$.bottom)/2;g(ui({...r,x:r.x+R*E(),y:r.y+B*E()},a))}}}var mi=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function gi(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,a)=>{let r=getComputedStyle(o[a]);s.setAttribute("style",mi.map(c=>`${c}:${r.getPropertyValue(c)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=bi(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function bi(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function yo(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Fs(e,t,o,n){if(t==="dot")return yo(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=gi(e),a=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return yo(a,"graph.svg");let r=new Image,c=URL.createObjectURL(a);r.src=c,await r.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(r.width,r.height));l.width=Math.round(r.width*p),l.height=Math.round(r.height*p);let u=l.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,l.width,l.height),u.drawImage(r,0,0,l.width,l.height)),URL.revokeObjectURL(
c),l.toBlob(f=>f&&yo(f,"graph.png"),"image/png")}var Ds={id:"graph",label:"Graph",create:xi},wi=[];function xi({select:e,ask:t,open:o,offline:n,memory:s,signal:a}){let r=i(
"div",{class:"opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a\
 scope, Backspace folds it, slash searches, plus and minus zoom"}),c=Os((L,P)=>l.center(L,P),a),l=Ps(r,a,q,c.el),p=_s({view:l,
draw:L=>ee(L.center===""&&b?.center?{...L,reveal:b.center}:L),scopes:Q,measure:D,search:L=>t("SearchGraph",{text:L}),found:L=>ee(
{reveal:L}),save:C,signal:a}),u=Is({choose:H,frame:r,signal:a}),f=i("div",{class:"opscope-nothing"}),h=i("div",{class:"o\
pscope-graph-tab"},p.el,i("div",{class:"opscope-graph-box"},r,u.el,f,c.el),p.foot),d=null,b=null,w=!0,g=s.graph??null,y=!1,
E=!1,M=!1,x=!1,T="",_="",k="",$=null,v,N,R="",B=0;function q(L,P){let S=c.el.hidden;c.update(L,P),S&&!c.el.hidden&&y&&d?.
boxes&&c.place(...l.sight(),ye()),W()}function W(){b&&d&&(s.graph={drawn:Y(b),box:l.box()})}let Y=L=>[L.program,L.arrangement,
L.center,...L.open].join(" "),z=L=>d?.nodes.get(L)??d?.nodes.get(d.hiddenIn.get(L)??""),I=L=>L?.getAttribute("data-node")??
"";function ee(L){b?.arrangement&&(p.wait(!0),t("DrawGraph",{open:b.open,arrangement:b.arrangement,...L},()=>p.wait(!1)))}
function X(L,P,S){if(!b)return;let O=S.getBoundingClientRect();$={scope:L,left:O.left,top:O.top};let j=G=>G===L||G.startsWith(
`${L}/`);ee({open:P?[...b.open,L]:b.open.filter(G=>!j(G)),center:P?b.center:""})}function Q(){return[...d?.nodes??[]].filter(
([,L])=>L.hasAttribute("data-scope")).map(([L])=>L)}function D(){B=v?.stopped?.step||0;let{by:L,against:P}=p;L!=="health"&&
t("MeasureOperators",{by:L,step:B,against:P},(S,O)=>p.measured(S,O)),v&&Se(v)}function C(L){let P=getComputedStyle(h).getPropertyValue(
"--o-ground")||"#ffffff";d&&b&&Fs(d.svg,L,b.dot,P)}function H({kind:L,fields:P}){let{id:S,spec:O,op:j}=P,G=S===void 0?void 0:
d?.nodes.get(S);L==="compose"?o("breakpoints",O):L==="attributes"?o("code",j):L==="open"&&G?X(S,!0,G):L==="center"?ee({center:S,
reveal:S}):L!=="open"&&t(L,P)}function F(L,P){let S=I(L),O=d?.folded.get(S),j=vs(P.values,b?.program??-1,S,O);j&&e(j,!1),
k=S;let G=[];b?.arrangement&&!n&&(L.hasAttribute("data-scope")&&G.push({name:"open",label:"Open",kind:"open",fields:{id:S}}),
G.push({name:"center",label:"Show the neighborhood only",kind:"center",fields:{id:S}}));let Z=n?-1:Ce(S),J=L.querySelector(
"text")?.textContent??"";u.show([...Z>=0?Cs(P,Z):[],...G],J,Z>=0?`op ${Z}`:O?`${O.length} inside`:"",L)}r.addEventListener(
"click",L=>{let P=L.target,O=P.closest(".opscope-fold")?.closest("[data-scope]");if(O)return X(O.getAttribute("data-scop\
e")??"",O.hasAttribute("data-node"),O);let j=P.closest("[data-node]");if(!j||!v)return;let G=I(j);if(!n&&(P.closest(".op\
scope-gutter")||Ce(G)>=0&&L.altKey))return re(G);F(j,v)},{signal:a}),r.addEventListener("dblclick",L=>{let P=L.target.closest(
"[data-node][data-scope]");!P||n||!b?.arrangement||(u.close(),X(I(P),!0,P))},{signal:a}),r.addEventListener("pointerover",
L=>{let P=L.target.closest("[data-node]");P&&Ce(I(P))>=0&&!n&&bs(P),p.read(P?I(P):"")},{signal:a}),r.addEventListener("f\
ocusin",({target:L})=>k=I(L)||k,{signal:a}),r.addEventListener("keydown",L=>V(L)&&(L.preventDefault(),L.stopPropagation()),
{signal:a});function V(L){if(!d||!v||L.altKey||L.ctrlKey||L.metaKey||L.shiftKey)return!1;let P=d.nodes.get(k);if(L.key===
"/"&&b?.arrangement)return p.focusSearch(),!0;if(L.key.startsWith("Arrow")){let S=P?Ns(d,k,L.key):I(z(T)??[...d.nodes.values()][0]??
null);return S&&se(S),!0}if(!P)return!1;if(L.key==="Enter"||L.key===" ")return P.hasAttribute("data-scope")&&b?.arrangement&&
!n?X(k,!0,P):(F(P,v),u.focus()),!0;if(L.key==="Backspace"){let S=Bt(d),O=[...d.frames].filter(([j])=>wo(S.get(j),S.get(k))).
at(-1);return O&&b?.arrangement&&X(O[0],!1,O[1]),!0}return!1}function se(L){let P=d?.nodes.get(L);P&&(k=L,l.reveal(P),P.
focus({preventScroll:!0}),p.read(L))}function re(L){let P=he(It(v?te(v):[]),L);for(let{number:S}of P)t("ClearBreakpoint",
{number:S});!P.length&&Ce(L)>=0&&t("SetBreakpoint",{spec:`id:${Ce(L)}`})}function te(L){let P=L.fold.breakpoints;return P&&
b&&Ve(P,b.program)?L.breakpoints:wi}function he(L,P){return[...new Set((d?.folded.get(P)??[P]).flatMap(S=>L.get(Ce(S))??
[]))]}function it(L){if(L===N||!y||!d)return;N=L;let P=It(L);for(let[S,O]of d.nodes)S.startsWith("var-")||gs(O,he(P,S))}
function we(L){let P=!!(d&&b?.arrangement&&b.program===L.program);if(d=Ss(L.svg,!!L.arrangement&&!n),N=void 0,T=R="",u.close(),
r.replaceChildren(),l.attach(null,P),d){r.append(d.svg),l.attach(d.svg,P),w=!P,M=!y,E=!0;let S=M?()=>{}:go(Be());P&&xe(L),
S()}A(f,d?"":"The graph could not be read."),m(f,"hidden",!!d),p.drawn(L,!!d,n)}function xe(L){let P=$?.scope??"",S=d?.nodes.
get(P)??d?.frames.get(P);if(d?.nodes.has(P))k=P;else if(d&&S&&y){let O=Bt(d);k=[...d.nodes.keys()].find(j=>wo(O.get(P),O.
get(j)))??k}$&&S?l.hold(S,$):l.start(ye),$=null,L.reveal&&([_,k]=[L.reveal,L.reveal]),x=r.contains(document.activeElement)||
document.activeElement===document.body||!!L.reveal}function Se(L){if(!d||!b)return;let P=ws(L.present,b.program),S=ys(P,
d.hiddenIn),O=xs(L.values,L.absent,b.program,d.hiddenIn),j=z(L.stopped?`op-${L.stopped.op}`:""),G={later:!1,untapped:!1,
here:!!j},Z=L.values.get(p.selected),J=Z&&(z(`var-${p.selected}`)??(Ve(Z,b.program)?z(`op-${Z.op}`):null)),ne=p.by!=="he\
alth"&&L.fold.measured?.by===p.by?L.fold.measured:null,oe=ne?Nn(ne,d.hiddenIn):new Map,fe=Tn(p.by,oe.values()),de=It(te(
L));for(let[ue,me]of d.nodes){let Oe=d.folded.has(ue)?S.get(ue):P.get(ue),ct=!Oe&&O.has(ue);G.later||=ct,G.untapped||=!Oe&&
!ct;let Vs=[Oe&&Oe!=="ok"?Fe[Oe]:"",ct?"not computed yet":"",me===j?"the run is here":"",!ue.startsWith("var-")&&he(de,ue).
length?"breakpoint":""];m(me,"aria-label",[d.labels.get(ue),...Vs].filter(Boolean).join(", ")),m(me,"data-health",p.by!==
"health"?void 0:Oe),m(me,"data-later",p.by==="health"&&ct),m(me,"data-selected",me===J);let lt=oe.get(ue);m(me,"data-hea\
t",lt===void 0?p.by==="health"?void 0:"none":(fe.at(lt)*100).toFixed(0)),me.style.setProperty("--heat",lt===void 0?"0%":
`${(8+84*fe.at(lt)).toFixed(0)}%`)}p.legend(ne,oe,fe,G);let ke=`${document.body.dataset.jpThemeLight} ${p.by} ${ne?.step}\
 ${[...P.values()].join()}`;ke!==R&&y&&(R=ke,Pt())}let Be=()=>[...d?.nodes.values()??[],...d?.frames.values()??[]];function ye(){
let L=d&&Bt(d);return[...d?.nodes.keys()??[]].flatMap(P=>L?.get(P)??[])}function Pt(){let L=[...d?.nodes.values()??[]].map(
P=>getComputedStyle(bo(P)).stroke);c.draw(l.whole(),ye().map((P,S)=>({box:P,color:L[S]})))}return{el:h,open(L){_=`op-${L}`,
d&&!d.nodes.has(_)&&d.hiddenIn.has(_)&&ee({reveal:_})},update(L,{selected:P}){y=r.clientWidth>0,L.graph&&L.graph!==b&&(L.
graph.svg!==b?.svg||L.graph.reveal)?we(L.graph):!L.graph&&!v&&A(f,"No graph yet. A program is drawn when it first runs, \
eager code at each stop and step."),b=L.graph,w&&y&&d&&(w=!1,g&&b&&g.drawn===Y(b)?l.restore(g.box):l.start(ye),g=null),M&&
d&&y&&(M=!1,go(Be())()),v=L,p.by!=="health"&&L.stopped&&L.stopped.step!==B&&!n&&D(),p.update(L,P,n),Se(L),it(te(L));let S=L.
stopped?`op-${L.stopped.op}`:"",O=z(S);if(S!==T){let G=z(T);for(let Z of["data-current","data-past"])G&&m(G,Z,!1);O&&m(O,
"data-current",!0),_||=S,T=S}O&&m(O,"data-past",L.stopped?.past);let j=z(_);j&&y&&l.reveal(j),_="",y&&W(),E&&y&&(E=!1,c.
place(...l.sight(),ye())),x&&d?.nodes.get(k)?.focus({preventScroll:!0}),x=!1}}}var[zs]=Ze.Warned,js="limit"in zs&&zs.limit||1/0,Hs={id:"notes",label:"Notes",create:yi,count:vi};function yi({select:e,
signal:t}){let o=i("div",{class:"opscope-nothing"},"Nothing to report."),n=i("pre",{class:"opscope-error"}),s=i("div",{class:"\
opscope-notes-rows"}),a=i("div",{class:"opscope-notes-older",hidden:!0},`The newest ${js} notes are kept; those before t\
hem are gone.`),r,c=0;return s.addEventListener("click",l=>{let p=l.target.closest("[data-name]");p&&e(p.dataset.name??"")},
{signal:t}),{el:i("div",{class:"opscope-notes"},o,n,s,a),update(l){if(A(n,l.error),m(n,"hidden",!l.error),m(o,"hidden",!!l.
error||l.warnings.size>0),m(a,"hidden",l.warnings.size<js),l.warnings===r&&l.values.size===c)return;r=l.warnings,c=l.values.
size;let p=[...l.warnings.values()].reverse();s.replaceChildren(...p.map(u=>ki(u,l.values.has(u.subject))))}}}function ki({
subject:e,text:t,count:o},n){let s=[i("code",{},e),i("span",{},t)];return o>1&&s.push(i("span",{class:"opscope-note-coun\
t",title:`${o} times`},`×${o}`)),n?i("button",{class:"opscope-note",type:"button","data-name":e},...s):i("div",{class:"\
opscope-note"},...s)}function vi(e){return e.warnings.size+(e.error?1:0)}var Xe=[as,fs,Ds,On,cs,Hs,vn];var Ws=50,$i=0;function Gs(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),a=n?Re(e):new Set,r=f=>s.every(h=>f.
toLowerCase().includes(h)),[c,l]=[s.filter(f=>/^\d+$/.test(f)),s.filter(f=>!/^\d+$/.test(f))],p=c.length===1&&l.every(f=>[
"go","to","step","goto"].includes(f))?Number(c[0]):NaN,u=o&&p>=o[0]&&p<=o[1]?[{label:`Go to step ${p}`,about:`of steps ${o[0]}\
 to ${o[1]}`,deed:{step:p}}]:[];for(let{kind:f,label:h,about:d,key:b}of Le)a.has(f)&&r(`${h} ${d}`)&&u.push({label:h,about:d,
key:b,deed:{send:f}});for(let{id:f,label:h}of Xe)r(`show ${h} tab`)&&u.push({label:`Show ${h}`,about:"tab",deed:{tab:f}});
r("keys shortcuts help")&&u.push({label:"Keys",about:"all keys of the panel",key:"?",deed:{keys:!0}});for(let f of e.values.
values()){if(u.length>=Ws)break;if(!r(`value ${f.name} ${f.called} ${f.op_type}`))continue;let[h,d]=be(f);u.push({label:h,
about:["value",d,f.op_type].filter(Boolean).join(" · "),deed:{value:f.name}})}return u.slice(0,Ws)}function Us({root:e,
find:t,act:o,signal:n}){let s=i("input",{class:"opscope-palette-field",type:"text",placeholder:"command, tab, step or va\
lue","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"off",spellcheck:"\
false"}),a=i("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),r=i("div",{class:"opscope-palet\
te",role:"dialog","aria-label":"command palette",hidden:!0},s,a),c=`opscope-palette-${++$i}`,l=[],p=0,u=null;function f(){
[...a.children].forEach((g,y)=>m(g,"aria-selected",y===p?"true":"false"));let w=a.children[p];w?.scrollIntoView({block:"\
nearest"}),m(s,"aria-activedescendant",w?.id)}function h(){l=t(s.value),p=0;let w=l.map(({label:g,about:y,key:E},M)=>i("\
div",{class:"opscope-choice",role:"option",id:`${c}-${M}`,"data-at":M},i("b",{},g),i("span",{},y),...E?[i("kbd",{},E)]:[]));
a.replaceChildren(...w.length?w:[i("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function d(w){if(w!==
!r.hidden){if(w&&(u=e.ownerDocument.activeElement),m(r,"hidden",!w),!w)return(u&&e.contains(u)?u:e).focus({preventScroll:!0});
s.value="",h(),s.focus({preventScroll:!0})}}function b(w){let g=l[w];g&&(d(!1),o(g.deed))}return s.addEventListener("inp\
ut",h,{signal:n}),s.addEventListener("blur",w=>{r.contains(w.relatedTarget)||m(r,"hidden",!0)},{signal:n}),a.addEventListener(
"pointerdown",w=>w.preventDefault(),{signal:n}),a.addEventListener("click",w=>{let g=w.target.closest("[data-at]");g&&b(
Number(g.dataset.at))},{signal:n}),e.addEventListener("keydown",w=>{if((w.ctrlKey||w.metaKey)&&!w.altKey&&!w.shiftKey&&w.
key.toLowerCase()==="k")d(!!r.hidden);else{if(r.hidden||w.target!==s)return;if(w.key==="Escape")d(!1);else if(w.key==="E\
nter")b(p);else{let g=["ArrowUp","ArrowDown"].includes(w.key)&&l.length?ce(w,p,l.length):null;if(g===null)return void w.
stopPropagation();p=g,f()}}w.preventDefault(),w.stopPropagation()},{signal:n,capture:!0}),{el:r,open:()=>d(!0)}}var Mi=0;function qs(e,t,o){let n=new Map(e.map(l=>[l.id,i("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),u=l.short?[i("span",{class:"opscope-long"},l.label),i("span",{class:"opscope-short"},l.short)]:[l.label];return i("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...u,p)}),a=i("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++Mi}`,m(l.el,"role","tabpanel"),m(l.el,"aria-labelledby",s[p].
id)});let r=0;function c(l){r=l,e.forEach((p,u)=>{m(s[u],"aria-selected",u===r?"true":"false"),m(s[u],"tabindex",u===r?0:
-1),m(p.el,"hidden",u!==r)})}return a.addEventListener("click",l=>{let p=s.findIndex(u=>u.contains(l.target));p<0||(c(p),
t())},{signal:o}),a.addEventListener("keydown",l=>{let p=ce(l,r,e.length);p!==null&&(l.preventDefault(),c(p),s[p].focus(),
t())},{signal:o}),c(0),{el:i("main",{class:"opscope-main"},a,...e.map(l=>l.el)),get open(){return e[r].id},show:l=>c(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let u=n.get(l);u&&A(u,p?String(p):"")}}}var Ei=1e4,Si=new Set(Le.map(e=>e.kind)),Ks=new Set(["FetchDetail","WatchDetail"]);function Li(e){let{forward:t,parameters:o,
gradients:n}=yt(e),s=[...t,...o,...n],a=r=>e.details.get(r)?.step??-1;return s.reduce((r,{name:c})=>a(c)>a(r)?c:r,s[0]?.
name??"")}function Rt({model:e,el:t,signal:o,page:n,memory:s={}}){let a=!!n,r=e.get?.("selected")||s.selected||"",c="",l=!0,
p,u=new Map,f={},h=null,d=!0,b=C=>[...u.values()].some(({kind:H,since:F})=>C(H)&&Date.now()-F<Ei),w=i("div",{class:"opsc\
ope-panel",role:"region","aria-label":"opscope panel","data-offline":a,tabindex:a?void 0:0}),g=(C,H={},F=void 0)=>{if(delete f[C],
!l)return F?.(!1,Oo);u.set(ee.command(C,H),{kind:C,done:F,since:Date.now()})},y=(C,H=!0)=>{p?.values.has(C)&&(C!==r&&(d=
!1),r=s.selected=C,E(C),H&&W.show("tensor"),ee.refresh())};function E(C){!e.get||p&&xt(p,e.get("selected"))===C||(e.set?.(
"selected",C),l&&e.save_changes?.())}let M=()=>{let C=p&&xt(p,e.get?.("selected")??"");C&&y(C,!1)};e.get&&(e.on("change:\
selected",M),o.addEventListener("abort",()=>e.off("change:selected",M)));function x(C){d=!0,l&&g("WatchDetail",{name:C})}
let T=()=>ee.refresh(),_=(C,H)=>{W.show(C),q.get(C)?.open?.(H),T()},k=C=>g(C),$=un(g),v=(C,H=-1)=>{if(n)return n.goTo(C);
$.goTo(C,H),T()},N=C=>{if(n)return n.steps;let H=qt(C);return l&&H&&H.last>H.first?[H.first,H.last]:null},R=gn({send:k,ask:g,
seek:$,refresh:T,offline:a,signal:o}),B=yn({select:C=>y(C,W.open!=="graph"),refresh:T,memory:s,signal:o}),q=new Map(Xe.map(
C=>[C.id,C.create({select:y,ask:g,open:_,refresh:T,goTo:v,reach:N,offline:a,memory:s,signal:o})])),W=qs(Xe.map(({id:C,label:H,
short:F})=>({id:C,label:H,short:F,el:q.get(C).el})),T,o);w.addEventListener("keydown",C=>{let H=vo(C);!H||!p||!l||!Re(p).
has(H)||a||(C.preventDefault(),(!C.repeat||!b(F=>Si.has(F)))&&k(H))},{signal:o}),W.show(s.tab??=e.get?.("tab")||"tensor");
let Y=Po(),z=bn({root:w,offline:a,signal:o}),I=Us({root:w,find:C=>p?Gs(p,C,N(p),l&&!a):[],act:C=>{"send"in C?k(C.send):"\
step"in C?v(C.step):"value"in C?y(C.value):"keys"in C?z.button.click():W.show(C.tab),T()},signal:o});R.el.querySelector(
".opscope-headline")?.append(z.button),w.append(Y.el,R.el,i("div",{class:"opscope-body"},B.el,W.el),z.el,I.el),t.append(
w),wn({root:w,memory:s,offline:a,signal:o});let ee=nn({model:e,el:w,signal:o,paint:X});function X(C,H){l=H==="live";let F=W.
open==="tensor"&&s.tab!=="tensor";ee.show(W.open),s.tab=W.open,Y.update(H),m(w,"data-lost",!l),l||u.clear(),C!==p&&D(C),
p=C,C.values.has(r)||(c||=r,r=xt(C,c)||Li(C),r&&(c=""),r&&(s.selected=r),r&&l&&!e.get?.("selected")&&E(r),d=!r),F&&r&&l&&
!a&&(d=!1),d||(f={}),m(w,"data-past",C.stopped?.past),R.update(C,l,Object.entries(f).find(([V])=>!Ks.has(V))?.[1]??""),B.
update(C,r);for(let V of Xe)W.count(V.id,V.count?.(C)??0);q.get(W.open)?.update(C,{selected:r,refusal:l?f.FetchDetail??f.
WatchDetail??"":Ro});for(let V of w.querySelectorAll("[data-asks]"))m(V,"inert",!l);Q(C)}function Q(C){let H=C.stopped!==
h&&W.open==="tensor"&&!a&&l&&!b(F=>Ks.has(F));d?H&&C.stopped&&r&&g("FetchDetail",{name:r}):x(r),H&&(h=C.stopped)}function D(C){
p&&(C.phase!==p.phase||C.stopped!==p.stopped)&&(f={}),p&&C.runs>p.runs&&C.values.has(r)&&(d=!1);for(let H of C.responses){
let F=u.get(H.request);if(!F)continue;u.delete(H.request);let V=H.ok?H.text:H.text||`${F.kind} was refused`;!H.ok&&!F.done?.(
!1,V)&&(f[F.kind]=V),H.ok&&F.done?.(!0,V)}}return w}function Ni(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Ti(e){let t=new Set,o=e.length,n=0,
s=()=>{let a={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let r of t)r(a,[])};return{on:(a,r)=>{t.add(
r)},off:(a,r)=>{t.delete(r)},send:a=>a.kind==="attach"&&queueMicrotask(s),upTo(a){o=a,s()}}}function Ai(e,t){let o=t.split(
`
`).filter(h=>h.trim()).map(jo),n=Ti(o),{steps:s,ends:a}=Ni(o),r=new AbortController().signal,c=()=>{},l=Rt({model:n,el:e,
signal:r,page:{goTo:h=>c(h),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=i("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=i("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;c=h=>{
p.value=String(Math.max(0,s.filter(d=>d<=h).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
A(u,`step ${s[Number(p.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(a[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(i("label",{class:"opscope-scrub"},p,u))}var qd=()=>{let e={};return{render({model:t,el:o,signal:n}){Rt({model:t,el:o,signal:n,memory:e})}}};export{qd as default,Ai as replay};
