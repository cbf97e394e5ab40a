// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var je=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,ft=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:je(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:je(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:je(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:je(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],Ce=ft.
flat(),is=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],qt=["StepBack","ReverseContinue","Goto"];function He(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...is,
...qt,...o])}return new Set(e.over&&e.recorded?[...t,...qt]:t)}function Vt(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Ce.find(o=>o.key===e.key)?.kind}
function Kt({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Ie=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),ht={EditsChanged:[{
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
Xt=256,Yt=.9;var Zt="−";function G(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Zt)}function xe(e){return e.length?e.join("×"):"scalar"}var Jt=9,
cs=16;function Qt(e){return e.length<=cs?[e,""]:[e.slice(0,-Jt),e.slice(-Jt)]}function eo(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function We(e){return`${(100*e).toFixed(1)}%`}function to(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function oo(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ne(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function mt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function le(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Yt?"zeros":"ok"}var Ge={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function Ue(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function qe(e){return e.grad_of||e.role==="backward"?
"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function no(e,t,o){if(e.length<2)return e.
length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function ge(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let i=s*
r,a=Math.ceil(e/i-1e-9),l=Math.floor(t/i+1e-9);if(l-a+1>=o-1||r===1)return Array.from({length:l-a+1},(p,d)=>(a+d)*i)}return[]}
function ye(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",Zt)}var ls="http://www.w3.org/2000/svg";function c(e,t={},...o){let n=document.createElement(e);return so(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(ls,e);return so(n,t),n.append(...o),n}function Ve(e){let t=c("s\
pan",{class:"opscope-name"});return Re(t,e),t}function Re(e,t){if(e.title===t)return;e.title=t;let[o,n]=Qt(t);e.replaceChildren(
c("span",{},o),...n?[c("span",{class:"opscope-name-end"},n)]:[])}function so(e,t){for(let[o,n]of Object.entries(t))g(e,o,
n)}function g(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function L(e,t){e.textContent!==t&&(e.textContent=t)}function ke(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ue(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var ro="no kernel answers",ao="No kernel answers, and the elements of this value were not kept.",ps={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function ds(e){return ps[e]}
function io(){let e=c("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){L(e,ds(t)),g(e,"hidde\
n",t==="live")}}}function lo(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function po(e){
let t=lo(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var co=["step","min","max","mean","std","zeros",
"nan","inf"];function us(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=po(t[e.numbers]),s=n.length/(1+co.length);return Array.from({length:s},(r,i)=>{let a={
...o[n[i]]};return co.forEach((l,p)=>{let d=n[(p+1)*s+i];a[l]=Number.isNaN(d)?null:d}),a})}function gt(e,t,o=[]){let n=e.
events.map(i=>{let a=i.pixels?.buffer;return typeof a=="number"?{...i,pixels:lo(t[a])}:i}),s=n.findIndex(i=>i.kind!=="Ru\
nStarted"&&i.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...fs(e,t),...us(e,t,o),...n.slice(r)]}function fs(e,t){
if(!e.trails?.length)return[];let o=po(t[e.block]),n=0;return e.trails.map(([s,r,i])=>{let a=(p,d)=>{let f=o[n+p*i+d];return Number.
isFinite(f)?f:null},l=Array.from({length:i},(p,d)=>({step:o[n+d],mean:a(1,d),min:a(2,d),max:a(3,d),rms:a(4,d),bad:o[n+5*
i+d]}));return n+=6*i,{kind:"Trail",slot:s,name:r,points:l}})}function uo(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function mo(e){let t=new Blob([fo(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(fo)}}function fo(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var ho="\
application/vnd.jupyter.widget-state+json",hs=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function bt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[ho]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),i=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),a=Object.fromEntries(hs.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));i[t]={model_module:a._model_module,
model_module_version:a._model_module_version,model_name:a._model_name,state:a},o.setMetadata("widgets",{[ho]:{version_major:2,
version_minor:0,state:i}})}var wo={points:[],stride:1};function xo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(go(n,s,t);n.length>Xt;){t*=2;let r=[];for(let i of n)go(r,i,t);n=r}return{points:n,stride:t}}function go(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=ms(n,t):e.push(t)}function ms(e,t){return{
step:t.step,mean:t.mean,min:bo(Math.min,e.min,t.min),max:bo(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function bo(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function Ke(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function Xe(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function Ye(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function yo(e,t){let o=new wt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
ht,n.kind))for(let s of ht[n.kind])gs(o,s,n);return o.slots}var wt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Ie[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,xo(s.get(o)??wo,n))}};function gs(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(i=>o[i]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let i of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(i)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[Xe(o)]);else for(let[n,s]of Ye(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Ie).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var bs=Object.freeze([]),ws=new Set,Je=Object.freeze({...ko(Ie),runs:0,reached:0,seconds:null});function xt(e,t){return{...ko(yo(e.fold,t),e),...t.reduce(xs,e)}}function xs({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function ko(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):ws,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:ys(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
vs(e.breakpoints),exceptions:e.breakpoints?.exceptions??bs,step:[...e.steps.values()].at(-1)?.step??0,scalars:ks(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((i,a)=>[i,r.called?.[a]??""]))),graph:e.graph,values:e.
values,present:s?t.present:$s(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function ys(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function ks(e){let t=new Map([...e.steps.values()].flatMap(n=>Ye(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function vs(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function $s(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function vo(e){return e.stopped?.step||$e(e)}function ve(e,t){return e.present.has(t.name)?
"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function $o(e,t){return e.over&&!e.stopped&&t.step<
$e(e)?`step ${t.step}`:""}function Mo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&
e.present.get(n);if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&t?t.names.indexOf(n):-1,i=e.scalarHistory.get(n)?.
points??[],a=o?.past?Ke(i,o.step):i.at(-1),l=r>=0?t?.scalars[r]??null:o?.past?a?.mean??null:e.scalars[n],p=r>=0?t?.step:
a?.step,d=o&&o.op<0&&!o.depth,f=p===o?.step?d?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?f:
""}]}))}function $e(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function Ze(e,t=""){let o=t.trim().toLowerCase(),
n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[qe(s)].push(s);for(let s of Object.values(n))s.sort((r,i)=>r.op-i.op||(r.name<
i.name?-1:1));return n}function yt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var So=250,Ms=2.5,Ss=["dead","terminating","restarting","autorestarting"],Es=2500,Ls=400;function Ns(e,t){return t.kind===
"batch"&&t.n!==e+1}function Eo({model:e,el:t,signal:o,paint:n}){let s=Math.random().toString(36).slice(2),r=Math.floor(Math.
random()*2**20)*2**20,i=Je,a=0,l=!1,p=!1,d=!1,f=!1,u=0,h="",k=()=>`${t.clientWidth} ${getComputedStyle(t).color}`,w="liv\
e",m=Date.now(),x=Es,S=[],y="",b=!1,v=E=>{try{e.send(E)}catch{m=0}},N=()=>{u=0,h=k();try{n(i,w)}finally{f&&v({kind:"ack",
n:a,view:s}),f=!1}},A=()=>{!u&&p&&!o.aborted&&(u=requestAnimationFrame(N))},P=()=>{l=!1,v({kind:"attach",view:s,tab:y})},
R=()=>{let E=p&&!document.hidden;E!==d&&(d=E,m=Date.now(),d?P():v({kind:"detach",view:s}),A())},T=async()=>{let E=e.get?.(
"frame");if(!E||a||b)return;b=!0;let{message:O,buffers:W}=await mo(E);a||(i=xt(Je,gt(O,W)),A())},B=()=>{if(p&&k()!==h&&A(),
!d||!x)return;let E=Date.now()-m;!a&&E>Ls&&T();let O=e.widget_manager?.kernel,W=!!O&&(O?.isDisposed||Ss.includes(O?.status??
""));if(E<(W?So:x))return;let Z=a?"lost":b?"saved":"nothing";Z!==w&&(w=Z,A())},$="",F=E=>{$=E,bt(e,E)},D=()=>$&&bt(e,$),
H=(E,O)=>{if(m=Date.now(),w!=="live"&&(w="live",E.kind!=="snapshot"))return P();if(E.beat&&(x=Ms*1e3*E.beat),E.id&&F(E.id),
!(E.kind!=="snapshot"&&!(E.kind==="batch"&&l))){if(Ns(a,E))return P();i=xt(E.kind==="snapshot"?Je:i,gt(E,O,S)),a=E.n,l=!0,
f||=!!E.ack,A()}},X=new IntersectionObserver(E=>{p=E[E.length-1].isIntersecting,R()},{rootMargin:"100px"}),ee=new ResizeObserver(
A);e.on("msg:custom",H),e.get&&e.on("change:frame",D),X.observe(t),ee.observe(t),document.addEventListener("visibilitych\
ange",R,{signal:o}),e.get||(x=0),v({kind:"render",view:s});let C=setInterval(B,So);return o.addEventListener("abort",()=>{
e.off("msg:custom",H),e.get&&e.off("change:frame",D),X.disconnect(),ee.disconnect(),cancelAnimationFrame(u),clearInterval(
C),d&&v({kind:"detach",view:s})}),{refresh:A,show(E){E!==y&&(y=E,d&&v({kind:"show",view:s,tab:y}))},command(E,O={}){return v(
{kind:E,request:++r,...O}),r}}}var Ts=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),As=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],_s=new RegExp(As.map(e=>e.source).join("|"),"giu");function kt(e){let t=[],o=0;for(let n of e.
matchAll(_s)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Cs(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Cs(e,t){return Ts.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Is(e){return e.split(/[/\\]/).at(
-1)||e}function Lo(){let e=c("span",{class:"opscope-line-number"}),t=c("code",{}),o=c("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){g(o,"hidden",!n),g(o,"title",`${n}:${s}
${r}`),L(e,`${Is(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...kt(r).map(([i,a])=>i==="plain"?a:c("span",{"data-tok\
en":i},a)))}}}function To(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
, in ${t}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${t}`}function Ao({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function _o(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function Rs(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${$e(e)}, in the past`:"in the past":""}function No(e){let t=e.
stopped;return t?[To(t),Ao(t),_o(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function Bs(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&Qe(e))return Qe(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function Qe({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function Os({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function Co(e){
let t=c("span",{class:"opscope-op"}),o=c("span",{class:"opscope-reason"}),n=c("span",{class:"opscope-at"}),s=c("span",{class:"\
opscope-said"}),r=c("div",{class:"opscope-where"},t,o,n,s),i=c("span",{class:"opscope-past"}),a=Lo(),l=c("div",{class:"o\
pscope-place-bar"},i,r,a.el);return{el:l,update(p,d){let f=p.stopped,u=No({...p,stopped:null});L(t,f?To(f):""),L(o,f?Ao(
f):""),L(n,f?_o(f.past?{...f,step:null}:f):"");let h=Os(p);L(s,d||h||(f?"":u||Bs(p))),g(r,"data-bad",!!d||!f&&!!u);let k=!d&&
!f&&p.phase==="running"&&!!Qe(p);g(r,"data-slow",k),g(r,"title",d||(k?Qe(p):No(p))),g(o,"data-reason",f?.reason),L(i,Rs(
p)),g(i,"hidden",!f?.past),g(l,"data-past",f?.past),g(l,"hidden",e&&!f&&!u),a.update(f?.path??"",f?.line??0,f?.source??""),
g(l,"data-source",!!f?.path)}}}var Ps=64,Fs=2**-23;function Ds(e,t,o){let n=Math.max(1,Math.ceil(e.length/Ps)),s=e.filter((w,m)=>(e.length-1-m)%n===0),
r=s.flatMap(w=>w.mean===null?[]:[w.mean]),i=Math.min(...r),a=Math.max(...s.flatMap(w=>[w.min??0,w.max??0,w.mean??0].map(
Math.abs))),l=Math.max(...r)-i,p=l>Fs*a?l:0,d=s[0]?.step??0,f=(s.at(-1)?.step??0)-d||1,u="",h="",k="M";for(let w of s){let m=(1+
(w.step-d)/f*(t-2)).toFixed(1);if(w.bad&&(h+=`M${m},${o-3}V${o}`),w.mean===null){k="M";continue}let x=p>0?o-4-(w.mean-i)/
p*(o-6):o/2;u+=`${k}${m},${x.toFixed(1)}`,k="L"}return{line:u,bad:h}}function et(e,t){let o=U("path",{class:"opscope-spa\
rk-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(i){if(i===r)return;r=i;let a=Ds(i?.points??[],
e,t);g(o,"d",a.line),g(n,"d",a.bad)}}}var zs=[64e6,256e6,1e9,4e9],js={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Hs(e){return[...new Set([...zs,e])].sort((t,o)=>t-o)}function Ws({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${to(t.recording)}`}function Io({
ask:e,signal:t}){let o=c("span",{class:"opscope-label"}),n=c("i",{class:"opscope-switch"}),s=c("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=c("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),i=c("span",{class:"opscope-bytes"}),a=c("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=c("span",{class:"opscope-limit"},"of ",a),p=c("span",{class:"opscope-memory"},i,
l),d=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),a.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(a.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(u){d=!!u.recording?.on;let h=!!u.
recording&&!u.over;L(o,h?"Recording":"Recorded"),s.disabled=!h,g(s,"aria-checked",d&&h?"true":"false"),g(s,"title",h?js[d?
"off":"on"]:void 0);for(let k of[n,r,l])g(k,"hidden",!h);L(r,Ws(u)),L(i,mt(u.recorded?.bytes??0)),u.recording&&u.recording.
budget!==f&&(f=u.recording.budget,a.replaceChildren(...Hs(f).map(k=>c("option",{value:k,selected:k===f},mt(k)))))}}}var Gs=1e4;function Ro(e,t=Date.now){let o=null,n=null,s=-1,r=null,i=null,a=!1,l=0,p=()=>i!==null&&t()-i<Gs,d=(u,h)=>{let k=++l;
i=t(),a=u==="Pause",e(u,h,w=>{k===l&&(w||(o=n=null),(!w||!a)&&(i=null))})},f=u=>{a&&u.phase!=="running"&&(a=!1,i=null),!(n===
null||u.phase==="running"||u.stopped===r)&&(i!==null&&u.stopped?.step!==n||(n=i=null))};return{get target(){return o??n},
goTo(u,h=-1){o=u,s=h},follow(u){if(f(u),!(o===null||p())){if(u.phase==="running")return d("Pause",{});n=o,o=null,r=u.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function vt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:$e(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Bo({
ask:e,seek:t,refresh:o,signal:n}){let s=c("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=c("span",{class:"opscope-track-box"},s),i=c("output",{class:"opscope-number"}),a=Io({ask:e,signal:n}),l=c(
"div",{class:"opscope-timeline","data-asks":!0},a.toggle,r,i,a.cost,a.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let d=vt(p);g(l,"hidden",!d&&!p.recording),a.update(p),t.follow(p);let f=d?
Math.min(d.last,Math.max(d.first,t.target??d.at)):0,[u,h]=d?[d.first,d.last]:[0,0];g(s,"min",u),g(s,"max",h),s.disabled=
u===h||p.phase==="waiting",Number(s.value)!==f&&(s.value=String(f)),s.style.setProperty("--at",`${100*(f-u)/Math.max(1,h-
u)}%`),g(l,"data-past",!!p.stopped?.past),g(l,"data-phase",p.recording?.on===!1?"off":p.phase),g(s,"aria-valuetext",d?`s\
tep ${f} of ${h}`:"no step yet"),L(i,d?`step ${f} / ${h}`:"no step yet"),g(r,"title",d?`steps ${u} to ${h} are recorded`:
"no step is recorded yet")}}}var Us=new Set,qs=new Set(["Pause","Continue","Terminate"]);function Oo({send:e,signal:t}){let o=new Map,n=ft.map(a=>c("\
div",{class:"opscope-group"},...a.map(r))),s=c("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(a){
let l=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});a.line&&l.append(U("path",{d:a.line,class:"\
opscope-stroke"})),a.fill&&l.append(U("path",{d:a.fill}));let p=c("button",{class:`opscope-button opscope-${a.name}`,type:"\
button",title:Kt(a),"aria-label":a.label,"aria-keyshortcuts":a.key});return p.append(l),qs.has(a.kind)&&p.append(c("span",
{},a.label)),p.addEventListener("click",()=>e(a.kind),{signal:t}),o.set(a.kind,p),p}function i(a,l){let p=a.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!a.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(a,l){let p=l?He(a):Us,d=a.phase==="running"||a.phase==="waiting";for(let[f,u]of o)i(u,()=>{u.disabled=!p.has(
f),(f==="Pause"||f==="Continue")&&g(u,"hidden",d!==(f==="Pause"))})}}}var Vs=4,Po="NaN/Inf";function Ks(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Xs(e){return e===null?Po:G(e)}
function Ys(e){return e.seconds?G(1/e.seconds):"–"}function Fo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let i=c(
"span",{class:"opscope-title"}),a=c("span",{class:"opscope-place"}),l=c("span",{class:"opscope-state",role:"status"}),p=Co(
s),d=Bo({ask:t,seek:o,refresh:n,signal:r}),f=Oo({send:e,signal:r}),u=$t("step","opscope-step"),h=$t("steps / s","opscope\
-rate"),k=c("div",{class:"opscope-metrics"},u.el,h.el),w=c("div",{class:"opscope-headline"},c("div",{class:"opscope-name\
s"},i,a),l),m=c("header",{class:"opscope-header"},w,p.el);s||(w.append(f.el),m.append(d.el)),m.append(k);let x=new Map;return{
el:m,update(S,y,b){L(i,S.title||"run"),L(a,S.place),g(l,"data-past",S.stopped?.past);let v=!y&&(S.phase==="running"||S.phase===
"waiting");g(l,"data-phase",v?"gone":S.phase),L(l,v?"no kernel":Ks(S)),p.update(S,b),s||(d.update(S),f.update(S,y)),u.update(
String(vo(S))),h.update(Ys(S));let N=[...Mo(S)].slice(0,Vs);for(let[A,{value:P,when:R}]of N){let T=x.get(A)??$t(A,"opsco\
pe-scalar",!0);x.set(A,T),T.update(Xs(P),S.scalarHistory.get(A),R,S.scalarNames.get(A))}ke(k,[u.el,h.el,...N.map(([A])=>x.
get(A).el)])}}}function $t(e,t,o=!1){let n=c("span",{class:`opscope-number ${t}`}),s=et(96,30),r=c("span",{class:"opscop\
e-label",title:e},e),i=c("span",{class:"opscope-when"}),a=c("div",{class:"opscope-metric"},c("div",{},r,n,...o?[i]:[]));
return o&&a.append(s.el),{el:a,update(l,p,d="",f=""){L(r,f||e),g(r,"title",f?`${f}, ${e}`:e),L(n,l),L(i,d),g(a,"data-els\
ewhere",!!d),g(n,"data-bad",l===Po),o&&s.update(p)}}}var Js=[["Anywhere","?","this page"],["Anywhere","Tab","to the next part of the panel"],["List of values","↑ ↓ Home End",
"select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to another step"],["Gr\
aph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← \
→","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← \
→","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ Home End","to another lin\
e"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of the line"],["Evaluation \
line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Zs(e){let t=new Map,o=e?[]:Ce.filter(
n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,r]of[...o,...Js])t.set(n,[...t.get(n)??[],[s,r]]);
return t}function Do({root:e,offline:t,signal:o}){let n=c("button",{class:"opscope-button",type:"button"},"Close"),s=[...Zs(
t)].map(([p,d])=>c("section",{},c("h4",{},p),c("dl",{},...d.flatMap(([f,u])=>[c("dt",{},...f.split(" ").map(h=>c("kbd",{},
h))),c("dd",{},u)])))),r=c("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},c("div",{class:"opsc\
ope-keys-head"},c("b",{},"Keys"),n),c("div",{class:"opscope-keys-groups"},...s)),i=c("button",{class:"opscope-button ops\
cope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),a=null,l=p=>{p!==!r.hidden&&
(p&&(a=e.ownerDocument.activeElement),g(r,"hidden",!p),p?n.focus({preventScroll:!0}):(a&&e.contains(a)?a:e).focus({preventScroll:!0}))};
return i.addEventListener("click",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener(
"keydown",p=>{let d=p.target.matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!==
"?"||d)||(p.preventDefault(),p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:i}}var Qs={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function zo({select:e,refresh:t,
signal:o}){let n=c("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),
s=c("span",{class:"opscope-found"}),r=c("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),i=c(
"aside",{class:"opscope-list"},c("div",{class:"opscope-search"},n,s),r),a=new Map,l=[],p="",d=Object.fromEntries(Object.
entries(Qs).map(([u,h])=>[u,er(h)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",u=>{let h=u.target.closest("[data-name]");h&&e(h.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",u=>{let h=ue(u,l.indexOf(p),l.length);h!==null&&(u.preventDefault(),e(l[h]),a.get(l[h])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:i,update(u,h){p=h;let k=Ze(u,n.value);l=[];let w=[];for(let[S,y]of Object.
entries(k)){if(!y.length)continue;let b=d[S];L(b.count,String(y.length)),w.push(b.el);for(let v of y){let N=a.get(v.name)??
or(v.name);a.set(v.name,N),l.push(v.name),w.push(N.el)}}ke(r,w),g(r,"aria-activedescendant",a.get(h)?.el.id);let m=u.values.
size,x=u.cost?.hz&&!u.over?` · ${oo(u.cost.hz)}`:"";L(s,`${l.length===m?m:`${l.length} of ${m}`}${x}`),g(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),g(r,"data-empty",m?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),f(u,h)}};function f(u,h){let{clientHeight:k,
scrollTop:w}=r,m=l.map(y=>a.get(y)),x=m[0]?.el.offsetHeight||44,S=m.map(y=>y.el.offsetTop-w);m.forEach((y,b)=>{let v=l[b],
N=S[b]>-2*x&&S[b]<k+2*x;g(y.el,"aria-selected",v===h?"true":"false");let A=u.values.get(v);N&&A&&y.update(A,u.history.get(
v),ve(u,A),$o(u,A))})}}function er(e){let t=c("span");return{el:c("div",{class:"opscope-heading",role:"presentation"},e,
t),count:t}}var tr=0;function or(e){let t=c("span",{class:"opscope-pill"}),o=Ve(e),n=c("span",{class:"opscope-spec"}),s=c(
"span",{class:"opscope-mean"}),r=c("span",{class:"opscope-std"}),i=et(52,26),a=c("div",{class:"opscope-row",role:"option",
"data-name":e,id:`opscope-value-${++tr}`},t,o,n,s,r,i.el),l,p="";return{el:a,update(d,f,u,h){i.update(f);let[k,w]=[u||h,
`${u}, ${h}`];if(d===l&&w===p)return;l=d,p=w,g(a,"data-elsewhere",!!u);let m=le(d);g(a,"data-health",m);let[x,S]=Ue(d);Re(
o,x),L(t,Ge[m]),L(n,`${k?`${k}  `:""}${xe(d.shape)}  ${eo(d.dtype)}${S?`  ${S}`:""}`),L(s,G(d.mean)),L(r,d.std===null||!d.
shape.length?"":`± ${G(d.std)}`)}}}var nr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function re(e,t,o,n="text"){return c("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function jo({ask:e,showProblem:t,signal:o}){
let n=re("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=re("condition-field","only i\
f … (optional)","condition"),r=re("hits-field","1","stop from this hit on","number"),i=c("input",{class:"opscope-log-f\
ield",type:"checkbox"}),a=re("message-field","message, as: loss is {loss}","log message of a line of Python"),l=c("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=c("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),d=c("span",{class:"opscope-logging"},c("label",{title:"write a note at each hit, and go on"},
i," only log"),a),f=c("summary",{},"Hits, log …"),u=c("details",{class:"opscope-breakpoint-more"},f,c("div",{},c("labe\
l",{},"stop from hit ",r),d)),h=c("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,u);g(r,"min",1),g(a,"h\
idden",!0);let k=null,w=y=>{t(y),g(n,"aria-invalid",y?"true":void 0)},m=()=>Math.max(1,Math.round(Number(r.value)||1));function x(y){
k=y,n.value=y?.spec??"",n.readOnly=!!y,s.value=y?.condition??"",r.value=y&&y.wanted>1?String(y.wanted):"",i.checked=!1,a.
value="",g(a,"hidden",!0),g(d,"hidden",!!y),L(l,y?`Change ${y.number}`:"Add"),g(p,"hidden",!y),y&&(u.open=y.wanted>1||u.
open),w("")}function S(){let y={spec:n.value.trim(),condition:s.value.trim(),hits:m()};if(!y.spec)return w(nr);w("");let b=(v,N)=>{
let A=n.value.trim()===y.spec&&s.value.trim()===y.condition;return v&&A&&x(null),(!v||N)&&w(N),!0};k?e("ChangeBreakpoint",
{number:k.number,enabled:k.enabled,condition:y.condition,hits:y.hits},b):e("SetBreakpoint",{spec:y.spec,condition:y.condition,
...y.hits>1&&{hits:y.hits},...i.checked&&{log:!0,message:a.value.trim()}},b)}h.addEventListener("submit",y=>(y.preventDefault(),
S()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),i.addEventListener("change",()=>g(a,"hidden",!i.checked),
{signal:o});for(let y of[n,s,r,a])y.addEventListener("input",()=>w(""),{signal:o}),y.addEventListener("keydown",b=>{b.key===
"Escape"&&k&&x(null),!(b.key!=="Enter"||b.isComposing)&&(b.preventDefault(),h.requestSubmit())},{signal:o});return{el:h,
problem:w,change(y){x(y),s.focus()},compose(y){x(null),n.value=y,s.focus()}}}var sr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function rr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Mt(e){return`${ne(e)} ${e===
1?"hit":"hits"}`}function ar({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function ir({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var Ho={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:cr,count:e=>e.breakpoints.length};function cr({ask:e,open:t,offline:o,signal:n}){
let s=c("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),i=jo({ask:e,showProblem:m=>{L(s,m),g(s,"hidden",
!m)},signal:n}),a=c("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=c("div",{class:"opscope-breakpoint-rows"}),p=c("div",
{class:"opscope-breakpoints"}),d=sr.map(([m,x])=>({name:m,box:c("input",{type:"checkbox","data-filter":m}),title:x})),f=c(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...d.map(({name:m,box:x,title:S})=>c("label",{title:S},x,` ${m}`))),o||p.append(i.el,f,s),p.append(a,l);let u,h=[],
k=(m,x)=>(i.problem(m?"":x),!0);f.addEventListener("change",()=>{let m=d.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:m},k)},{signal:n}),l.addEventListener("click",m=>{let x=m.target,S=x.closest("[data-num\
ber]"),y=h.find(({number:b})=>b===Number(S?.dataset.number));y&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:y.
number},k):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:y.number,enabled:!y.enabled,condition:y.condition,
hits:y.wanted},k):x.closest(".opscope-breakpoint-condition")?i.change(y):x.closest(".opscope-breakpoint-ops")&&t("graph",
y.ops[0]))},{signal:n});function w(m,x){let S={"data-conditional":!!m.condition,"data-off":!m.enabled,"data-hollow":!m.verified,
"data-log":!!m.log},y=ir(m),b=ar(m),v=c("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":m.
enabled?"true":"false","aria-label":y,title:y,disabled:o,...S}),N=c("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!m.ops.length},rr(m)),A=c("button",{class:"opscope-breakpoint-condition",type:"\
button",title:b?`${b}; click to change`:"set a condition","aria-label":`condition of breakpoint ${m.number}: ${b||"alway\
s"}`,disabled:o},b),P=c("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${m.number}`});return P.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),c("div",{class:"opscope-breakpoint","data-number":m.
number,"data-op":m.ops[0],"data-here":x,"data-off":!m.enabled},v,c("span",{class:"opscope-breakpoint-number"},String(m.number)),
c("code",{class:"opscope-breakpoint-spec",title:m.spec},m.spec),A,N,c("span",{class:"opscope-breakpoint-hits"},Mt(m.hits)),
...o?[]:[P],...m.problem?[c("div",{class:"opscope-breakpoint-problem"},m.problem)]:[])}return{el:p,open:m=>i.compose(String(
m)),update(m){g(a,"hidden",m.breakpoints.length>0);for(let{name:v,box:N}of d)N!==document.activeElement&&(N.checked=m.exceptions.
includes(v));let x=m.stopped?.reason.endsWith("breakpoint")?m.stopped.op:-1,S=JSON.stringify([m.breakpoints,x]);if(S===u)
return;u=S,h=m.breakpoints;let y=document.activeElement?.closest?.("[data-number]"),b=l.contains(y)?document.activeElement.
className:"";l.replaceChildren(...h.map(v=>w(v,v.ops.includes(x)))),b&&l.querySelector(`[data-number="${y?.dataset.number}\
"] .${b}`)?.focus({preventScroll:!0})}}}function Wo(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function Go(e){return e.functions.
map((t,o)=>o).reverse()}function Uo({ask:e,show:t,refresh:o,signal:n}){let s=c("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=c("div",{class:"opscope-empty"}),i=c("div",{},r,s),a=c("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=c("div",{class:"opscope-empty"}),p=c("\
div",{},l,a),d="",f=-1,u="",h,k,w=null;function m(b){w&&(f=b,h=void 0,e("FetchVariables",{frame:b},x),w.paths[b]&&t(w.paths[b],
w.lines[b]),o())}let x=(b,v)=>(u=b?"":v,k=void 0,!0);s.addEventListener("click",b=>{let v=b.target.closest("[data-frame]");
v&&m(Number(v.dataset.frame))},{signal:n}),s.addEventListener("keydown",b=>{if(!w)return;let v=Go(w),N=ue(b,v.indexOf(f),
v.length);N!==null&&(b.preventDefault(),b.stopPropagation(),m(v[N]),S(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function S(){let b=w,v=b&&JSON.stringify([b,f]);if(v===h)return;h=v;let N=s.contains(document.
activeElement);s.replaceChildren(...(b?Go(b):[]).map(A=>{let P=b?.paths[A]?`${b.paths[A].split(/[/\\]/).at(-1)}:${b.lines[A]}`:
"",R=A===f;return c("div",{class:"opscope-frame",role:"option","aria-selected":R?"true":"false",tabindex:R?0:-1,"data-fr\
ame":A,"data-kind":b?.kinds[A],"data-now":b?.now[A],title:`${b?.texts[A]}${b?.now[A]?`
where the program is now; the run shows its past`:""}`},c("b",{},b?.functions[A]??""),c("code",{},b?.texts[A]??""),c("sp\
an",{},b?.now[A]?`${P} now`:P))})),N&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function y(b){let v=b.
fold.variables,N=Wo(b,v)&&(v?.frame===f||v?.frame===f-(w?.functions.length??0))?v:null;if(N===k&&N)return;k=N;let A=b.phase===
"running"?"":u||(N&&!N.names.length?"No variables.":"");L(l,A),g(l,"hidden",!A),a.replaceChildren(...(N?.names??[]).map(
(P,R)=>{let T=N?.called?.[R]??"";return c("div",{},c("dt",{title:T?`${T}, ${P}`:P},T||P),c("dd",{title:`${N?.texts[R]}${N?.
now[R]?`
of now: the recording does not have it`:""}`,"data-now":N?.now[R]},N?.texts[R]??""))}),...N&&N.total>N.names.length?[c("\
div",{},c("dt",{},"…"),c("dd",{},`${N.total-N.names.length} more`))]:[])}return{el:i,variables:p,get frame(){return f},
update(b){let v=b.stopped,N=b.phase==="running"||b.phase==="waiting"?"":`${v?.run} ${v?.tick} ${v?.reason}`;N!==d&&(d=N,
f=-1,u="",N&&(e("FetchStack",{},(P,R)=>P?void 0:x(P,R)),e("FetchVariables",{frame:-1},x))),w=N&&Wo(b,b.fold.stack)?b.fold.
stack:null,w&&f<0&&w.functions.length&&(f=w.functions.length-1);let A=N?w&&!w.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";L(r,A),g(r,"hidden",!A),S(),y(b)}}}var lr=30;function qo({ask:e,frame:t,signal:o}){let n=re("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=c("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=c("form",{class:"opscope-evaluation","data-asks":!0},s,c("div",{class:"opscope-evaluation\
-line"},c("span",{"aria-hidden":"true"},"›"),n)),i=[],a=0;function l(){let p=n.value.trim();if(!p)return;n.value="",i.
push(p),a=i.length;let d=c("pre",{},"…");for(s.append(c("div",{class:"opscope-answer"},c("code",{},p),d));s.children.length>
lr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(f,u)=>(d.textContent=u,g(d,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&i.length)a=Math.max(0,Math.min(
i.length,a+d)),n.value=i[a]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,g(n,"title",d?"pause the run fir\
st":void 0)}}}function Vo({ask:e,signal:t}){let o=c("div",{class:"opscope-attributes-title"}),n=c("dl",{class:"opscope-variables"}),s=c(
"div",{class:"opscope-empty",role:"status"}),r=c("div",{"data-asks":!0},o,n,s),i=-1,a="",l="",p;function d(f,u,h){e("Set\
Attribute",{op:f,name:u,value:h},(k,w)=>(L(s,w),g(s,"data-failed",!k),l="",!0))}return n.addEventListener("keydown",f=>{
let u=f.target.closest("input");f.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(f.key!=="Enter"||!u||f.isComposing)&&
(f.preventDefault(),d(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:r,choose(f){i=f,l=""},update(f,u){let h=f.stopped,
k=`${h?.run} ${h?.tick}`;k!==a&&h?.text!=="edited"&&(i=a?-1:i),a=k;let w=i>=0?i:h?.op??-1;u&&w>=0&&f.phase!=="running"&&
l!==`${w} ${k}`&&(l=`${w} ${k}`,e("FetchOperator",{op:w},(y,b)=>(y||L(s,b),!0)));let m=f.fold.shown_operator?.op===w?f.fold.
shown_operator:null,x=f.phase==="paused"&&!f.over&&!m?.fixed,S=JSON.stringify([m,x,w]);S!==p&&(p=S,L(s,""),L(o,m?`${m.op_type}\
 ${m.op}${m.name?` → ${m.name}`:""}`:"No operator: pause before one, or choose one in the graph."),g(o,"title",m?.site),
n.replaceChildren(...(m?.names??[]).flatMap((y,b)=>{let v=re("attribute-field","",`${y} of ${m?.op_type} ${m?.op}; Enter\
 sets it for this run`);return v.name=y,v.value=v.dataset.was=m?.texts[b]??"",v.dataset.op=String(m?.op),v.readOnly=!x,g(
v,"title",x?"Enter sets it for this run":m?.fixed?`cannot be changed: ${m.fixed}`:"pause the run to change it"),[c("dt",
{title:y},y),c("dd",{},v)]}),...m&&!m.names.length?[c("dt",{},"no attributes"),c("dd",{})]:[]))}}}var he={time:{label:"time",about:"of a replay of the step, operator by operator",text:pr},memory:{label:"memory",about:"\
bytes that the operator writes",text:dr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:G,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:We,log:!0}};
function pr(e){return e>=1?`${G(e)} s`:e>=.001?`${G(e*1e3)} ms`:`${G(e*1e6)} µs`}function dr(e){return e>=2**20?`${G(e/
2**20)} MiB`:e>=1024?`${G(e/1024)} KiB`:`${e} bytes`}function Ko(e,t){let o=he[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let i=t.get(`op-${s}`)??`op-${s}`,a=n.get(i);n.set(i,a===void 0?e.numbers[r]:o?Math.max(a,e.numbers[r]):a+e.numbers[r])}),
n}function Xo(e,t){let o=[...t].filter(i=>i>0),n=Math.max(...o,0);if(!he[e]?.log)return{at:i=>n?Math.sqrt(i/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:i=>i<=0?0:r?Math.log(i/s)/r:1,low:s,high:n}}var Yo=["nan","inf","zeros","ok"];function ur(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function fr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&ur(t,o[1])?Number(o[2]):0}function Be(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Jo(e,t){let o=new Map,n=(r,i)=>o.set(r,[...o.get(r)??[],i]),s=Be(
e);for(let r of t){let i=fr(r,e.path);if(i)n(i,r);else for(let[a,l]of s)r.ops.some(p=>l.includes(p))&&n(a,r)}return o}function hr(e,t){
let o=new Map([...Be(e)].flatMap(([s,r])=>r.map(i=>[i,s]))),n=new Map;for(let s of t.values()){let r=o.get(s.op);if(r===
void 0)continue;let i=le(s),a=n.get(r);(!a||Yo.indexOf(i)<Yo.indexOf(a))&&n.set(r,i)}return n}function mr(e,t){return`${e.
static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function Zo({ask:e,open:t,refresh:o,signal:n}){let s=c("select",
{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=c("button",{type:"button",class:"opscope-slice-tool o\
pscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the step"},"Time"),i=c("span",{class:"\
opscope-source-note",role:"status"}),a=c("div",{class:"opscope-source-bar","data-asks":!0},s,i,r),l=c("div",{class:"opsc\
ope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakpoint, Space shows the operato\
rs of a line"}),p=c("div",{class:"opscope-source-view"},a,l),d=new Map,f=null,u,h={path:"",line:0},k="",w="",m=0,x=0,S=!1;
function y(T,B){h={path:T,line:B};let $=f?.first??1;if(f?.path===T&&B>=$&&B<$+f.lines.length)return b(B);e("FetchSource",
{path:T,line:B},(F,D)=>(L(i,F?"":D),!0))}function b(T){let B=d.get(T);if(!B)return;v(T,!1);let $=B.offsetTop-l.offsetTop;
($<l.scrollTop+20||$>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=$-l.clientHeight/2)}function v(T,B){for(let[$,F]of[[d.
get(m),!1],[d.get(T),!0]])$&&(g($,"tabindex",F?0:-1),g($,"aria-selected",F?"true":"false"));m=T,B&&d.get(T)?.focus()}function N(T){
if(!f||!u)return;let B=Jo(f,u.breakpoints).get(T)??[];for(let{number:$}of B)e("ClearBreakpoint",{number:$});B.length||e(
"SetBreakpoint",{spec:mr(f,T)},($,F)=>(L(i,$?"":F),!0))}function A(T){l.querySelector(".opscope-line-ops-list")?.remove(),
x=x===T?0:T;let B=f?Be(f).get(x):void 0,$=d.get(x);if(!B||!$)return;let F=[...u?.values.values()??[]],D=H=>{let X=F.find(
ee=>ee.op===H);return X?`${X.op_type} ${H}`:`op ${H}`};$.after(c("div",{class:"opscope-line-ops-list"},...B.map(H=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":H,title:"show it in the graph"},D(H)))))}l.addEventListener("cli\
ck",T=>{let B=T.target,$=B.closest("[data-op]"),F=B.closest("[data-line]");if($)return t("graph",Number($.dataset.op));if(!F)
return;let D=Number(F.dataset.line);v(D,!1),B.closest(".opscope-line-stop")?N(D):B.closest(".opscope-line-ops")&&A(D)},{
signal:n}),l.addEventListener("keydown",T=>{if(T.target.matches("button")||!f)return;let B=f.first,$=ue(T,m-B,f.lines.length);
if($!==null&&T.key!=="ArrowLeft"&&T.key!=="ArrowRight")v(B+$,!0);else if(T.key==="Enter")N(m);else if(T.key===" ")A(m);else
return;T.preventDefault(),T.stopPropagation()},{signal:n}),s.addEventListener("change",()=>y(s.value,0),{signal:n}),r.addEventListener(
"click",()=>{S=!S,g(r,"aria-pressed",S?"true":"false"),S&&e("MeasureOperators",{by:"time",step:u?.stopped?.step||0},(T,B)=>(L(
i,T?"":B),!0)),o()},{signal:n});function P(T){f=T,x=0,L(i,"");let B=Be(T),$=new Set([...T.code_lines,...T.op_lines]);d=new Map(
T.lines.map((F,D)=>{let H=T.first+D,X=B.get(H)?.length??0,ee=kt(F).map(([E,O])=>E==="plain"?O:c("span",{"data-token":E},
O)),C=c("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":H},c("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!$.has(H),title:$.has(H)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${H}`},c("i",{})),c("span",{class:"opscope-line-at"},String(H)),c("span",{class:"opscope-line-time"}),
c("code",{},...F?ee:[" "]),...X?[c("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of\
 this line","aria-label":`operators of line ${H}`},X===1?"1 op":`${X} ops`)]:[]);return[H,C]})),l.replaceChildren(...d.values()),
s.replaceChildren(...T.paths.map(F=>c("option",{value:F,selected:F===T.path},F))),v(h.line>=T.first&&h.line<T.first+T.lines.
length?h.line:T.first,!1),b(m)}function R(T,B){let $=Jo(B,T.breakpoints),F=hr(B,T.present),D=S&&T.fold.measured?.by==="t\
ime"?T.fold.measured:null,H=new Map(D?.ops.map((E,O)=>[E,D.numbers[O]])??[]),X=new Map([...Be(B)].map(([E,O])=>[E,O.reduce(
(W,Z)=>W+(H.get(Z)??0),0)])),ee=Math.max(...X.values(),0);D&&!ee&&L(i,"No times: eager code is not run again.");let C=T.
stopped?.path===B.path?T.stopped.line:0;for(let[E,O]of d){let W=$.get(E)??[];g(O,"data-stops",W.length>0),g(O,"data-off",
W.length>0&&W.every(M=>!M.enabled)),g(O,"data-hollow",W.length>0&&W.every(M=>!M.verified)),g(O,"data-health",F.get(E)),g(
O,"data-here",E===C);let Z=O.firstElementChild;W.length&&g(Z,"title",`${W.map(M=>`breakpoint ${M.number}: ${M.spec}${M.problem?
`, ${M.problem}`:""}`).join(`
`)}
click to remove`),g(Z,"aria-pressed",W.length?"true":"false");let ie=O.children[2],pe=D?X.get(E)??0:0;L(ie,pe?he.time.text(
pe):""),ie.style.setProperty("--share",`${ee?(100*pe/ee).toFixed(0):0}%`)}g(l,"data-timed",S)}return{el:p,show:y,update(T){
u=T;let B=`${T.graph?.program} ${T.runs}`,$=T.stopped?.path??"",F=`${T.stopped?.run} ${T.stopped?.tick} ${$}:${T.stopped?.
line}`,D=T.phase==="paused"||T.over;D&&(F!==w||B!==k)&&(B!==k&&(f=null),[w,k]=[F,B],($||!f)&&y($,T.stopped?.line??0),S&&
e("MeasureOperators",{by:"time",step:T.stopped?.step||0},()=>!0));let H=T.fold.source;H&&H!==f&&(!h.path||H.path===h.path)&&
P(H),f?R(T,f):L(i,D?i.textContent??"":"Pause the run to see its code."),g(s,"hidden",!f),g(r,"hidden",!f||!T.recorded)}}}var gr=50;function Qo({ask:e,signal:t}){let o=re("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=c("form",{class:"opscope-watch-form","data-asks":!0},o,c("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=c("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=c("div",{},s,n),i=[],a,l=p=>e("WatchExpressions",{expressions:p.slice(-gr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...i.filter(f=>f!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(i.filter(f=>f!==d.dataset.expression))},{signal:t}),{el:r,update(p){
let d=p.fold.watched,f=p.phase==="running",u=JSON.stringify([d,f]);u!==a&&(a=u,i=d?.expressions??[],g(s,"data-old",f),s.
replaceChildren(...i.flatMap((h,k)=>[c("dt",{title:h},h),c("dd",{title:d?.texts[k],"data-failed":d?.failed[k]},c("span",
{},d?.texts[k]??""),c("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":h,title:"watch it\
 no longer","aria-label":`watch ${h} no longer`},"×"))])))}}}var en={id:"code",label:"Code",create:br};function tt(e,t,o=!0){return c("details",{class:"opscope-section",open:o},c("s\
ummary",{},e),t)}function br({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=Zo({ask:e,open:t,refresh:o,signal:s}),i=Uo(
{ask:e,show:r.show,refresh:o,signal:s}),a=Qo({ask:e,signal:s}),l=Vo({ask:e,signal:s}),p=qo({ask:e,frame:()=>i.frame,signal:s}),
d=tt("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let f=c("div",{class:"opscope-code-side"},tt("Call st\
ack",i.el),tt("Variables",i.variables),tt("Watch",a.el),d),u=c("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),h=c("div",{class:"opscope-code-body",hidden:n},r.el,f),k=c("div",{class:"opscope-\
code-tab"},u,h,p.el);return g(p.el,"hidden",n),{el:k,open(w){d.open=!0,l.choose(Number(w))},update(w){n||(r.update(w),i.
update(w),a.update(w),l.update(w,d.open),p.update(w))}}}var wr=1e5,xr={to:e=>e,marks:ge,isLog:!1};function tn(e){let t=e.flatMap(({min:s,max:r,mean:i})=>[s,r,i]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>wr*o))return xr;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,i){let a=Math.ceil(Math.log10(o)),l=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/i)),p=[0];for(let d=a+l-1;d<=308&&n(10**d)<=Math.max(r,-s);d+=l)p.push(10**d,-(10**d));return p.filter(d=>n(
d)>=s&&n(d)<=r)}}}var Me=150,Se=58,Et=10,Lt=8,ot=22,St="history of mean, min and max";function Nt(e){let t=e.flatMap(a=>[a.min,a.max,a.mean]).
filter(a=>a!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,i=e.at(-1)?.step??1;return{x:[r,i>r?i:r+1],y:[o-s,n+s]}}function nt(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function nn({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),r=U("path",{class:"\
opscope-bad"}),i=U("path",{class:"opscope-cross"}),a=U("path",{class:"opscope-cursor"}),l=U("svg",{class:"opscope-chart",
height:Me,role:"img","aria-label":St});l.append(o,n,s,r,i,a);let p=c("span"),d=c("section",{class:"opscope-card opscope-\
wide"},c("h4",{},"History",p),l),f=[],u="",h=null,k=on([],1),w=()=>{let b=h===null?void 0:Ke(f,k.step(h));L(p,b?`step ${b.
step}  mean ${G(b.mean)}  ${G(b.min)} … ${G(b.max)}`:m?"mean, min … max; click to go there":"mean, min … max"),g(i,
"d",b?`M${k.x(b.step)},${Lt}V${Me-ot}`:"")},m=null,x=b=>{let{x:v}=k.extent;g(a,"d",b===null||!f.length||b<v[0]||b>v[1]?"":
`M${k.x(b)},7l-4,-6h8zV${Me-ot}`)};l.addEventListener("click",b=>{if(!m||!f.length)return;let v=Math.round(k.step(b.clientX-
l.getBoundingClientRect().left));e(Math.max(m[0],Math.min(m[1],v)))},{signal:t}),l.addEventListener("pointermove",b=>(h=
b.clientX-l.getBoundingClientRect().left,w()),{signal:t}),l.addEventListener("pointerleave",()=>(h=null,w()),{signal:t});
let S=()=>{},y=new ResizeObserver(()=>S());return y.observe(l),t.addEventListener("abort",()=>y.disconnect()),{el:d,update(b,v,N){
S=()=>this.update(b,v,N);let A=b?.points??[];m=N,g(l,"data-goes",!!N),g(l,"aria-label",v===null?St:`${St}; the cursor is\
 at step ${v}`),x(v);let P=Math.max(200,l.clientWidth||d.clientWidth);if(A===f&&u===String(P))return w();f=A,u=String(P),
k=on(f,P),kr(o,n,s,r,f,k,P),x(v),w()}}}function yr(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}\
V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function on(e,t){let o=tn(e),n=l=>l===null?null:o.to(l),{
x:s,y:r}=Nt(e.map(l=>({...l,min:n(l.min),max:n(l.max),mean:n(l.mean)}))),i=t-Se-Et,a=Me-Lt-ot;return{extent:{x:s,y:r},vertical:o,
x:l=>+(Se+(l-s[0])/(s[1]-s[0])*i).toFixed(1),y:l=>+(Lt+(1-(o.to(l)-r[0])/(r[1]-r[0]))*a).toFixed(1),step:l=>s[0]+(l-Se)/
i*(s[1]-s[0])}}function kr(e,t,o,n,s,r,i){let a=Me-ot,l=r.vertical.marks(...r.extent.y,4).flatMap(h=>[U("path",{d:`M${Se}\
,${r.y(h)}H${i-Et}`}),U("text",{x:Se-6,y:r.y(h)+3.5,"text-anchor":"end"},ye(h))]),p=ge(...r.extent.x,Math.max(3,i/110)).
filter(Number.isInteger).map(h=>U("text",{x:r.x(h),y:Me-6,"text-anchor":"middle"},ye(h)));e.replaceChildren(...s.length?
[...l,...p]:[],U("path",{class:"opscope-floor",d:`M${Se},${a}H${i-Et}`}));let d=nt(s,h=>h.min!==null&&h.max!==null).map(
h=>{let k=h.map(m=>`${r.x(m.step)},${r.y(m.max)}`),w=[...h].reverse().map(m=>`${r.x(m.step)},${r.y(m.min)}`);return`M${[
...k,...w].join("L")}Z`});g(t,"d",d.join(""));let f=nt(s,h=>h.mean!==null).map(h=>{let k=h.map(w=>`${r.x(w.step)},${r.y(
w.mean)}`);return k.length>1?`M${k.join("L")}`:yr(h[0],r)});g(o,"d",f.join(""));let u=s.filter(h=>h.bad).map(h=>`M${r.x(
h.step)},${a-5}V${a}`);g(n,"d",u.join(""))}function sn({ask:e,signal:t}){let o=c("code",{}),n=c("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=c("span",{role:"status"}),r=c("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(i,a)=>(L(s,i?"":a),!0)),{signal:t}),{el:r,
update(i){let a=i.fold.edits?.texts??[];g(r,"hidden",!a.length||i.phase!=="paused"),L(o,a.join("; ")),g(o,"title",a.join(
`
`))}}}function st({goTo:e,open:t,signal:o}){let n=c("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",i=>{let a=i.target.closest("button");a?.dataset.step?e(Number(
a.dataset.step),Number(a.dataset.op)):a?.dataset.op&&t("graph",Number(a.dataset.op))},{signal:o});function r(i,a){let[l,
p,d]=[i.ops[a],i.steps[a],a===i.cause],f=l<0?c("span",{class:"opscope-maker"},i.makers[a]):c("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${i.makers[a]} ${l} in the graph`},`${i.makers[a]} ${l}`),u=p?[c("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${i.makers[a]} in step ${p}`},`step ${p}`)]:
[],h=i.gaps[a]?[c("div",{class:"opscope-gap"},`${ne(i.gaps[a])} more`)]:[],k=[i.notes[a],d&&i.reads[a]].filter(Boolean).
join(": ");return c("li",{"data-cause":d},...h,c("div",{class:"opscope-link"},...d?[c("b",{class:"opscope-cause-mark"},"\
cause")]:[],c("code",{},i.values[a]),...i.called[a]?[c("code",{class:"opscope-called"},i.called[a])]:[],f,...u),...k?[c(
"div",{class:"opscope-note-text"},k)]:[],...d?i.growth.map(w=>c("div",{class:"opscope-note-text"},w)):[],...i.sites[a]?[
c("code",{class:"opscope-line"},i.sites[a]+(i.sources[a]?`: ${i.sources[a]}`:""))]:[])}return{el:n,update(i){i!==s&&(s=i,
g(n,"hidden",!i),n.replaceChildren(...(i?.values??[]).map((a,l)=>r(i,l))))}}}function vr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function rn({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=c("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),i=c("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),a=c("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=st({goTo:t,open:o,signal:n}),p=c("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
c("div",{},r,i),a,l.el),d="",f="",u=null;function h(w){k("Searching …"),e("Explain",{name:w},(m,x)=>(k(vr(x)),u=m?w:null,
!0))}function k(w){L(a,w),g(a,"hidden",!w),u=null}return r.addEventListener("click",()=>h(d),{signal:n}),i.addEventListener(
"click",()=>h(""),{signal:n}),k(""),{el:p,update(w,m){let{stopped:x,explained:S}=m,y=`${w} ${x?.run} ${x?.tick}`;y!==f&&
k(""),d=w,f=y;let b=S&&!S.at&&S.asked===u?S:null;l.update(b),g(a,"hidden",!!b||!a.textContent)}}}var Ee=168;function $r(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function an(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function Mr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function Sr(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${G(e.low+t*o)} … ${G(e.low+(t+1)*o)}: ${ne(e.counts[t])}`:Tt(e)}function cn(e){let t=c("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Ee}px`}),o=c("span"),n=c("span",{class:"opscope-\
zero"},"0"),s=c("span"),r=c("div",{class:"opscope-readout"}),i=c("span"),a=c("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=c("div",{class:"opscope-axis"},o,n,
s),p=c("section",{class:"opscope-card"},c("h4",{},"Distribution",i),a,t,l,r),d,f=null,u="",h=!1,k=()=>{};a.addEventListener(
"click",()=>{h=!h,g(a,"aria-pressed",h?"true":"false"),k()},{signal:e});let w=()=>{let m=d&&f!==null&&f<d.counts.length;
g(t,"aria-label",d?`histogram of step ${d.step}, from ${G(d.low)} to ${G(d.high)}: ${Tt(d)}`:"histogram"),L(r,d?m?Sr(d,f):
Tt(d):"")};return t.addEventListener("pointermove",m=>{if(!d)return;let x=t.getBoundingClientRect();f=Math.max(0,Math.min(
d.counts.length-1,Math.floor((m.clientX-x.left)/x.width*d.counts.length))),w()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,w()),{signal:e}),{el:p,update(m){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(m===d&&x===u)return;d=m,u=x,L(i,m?`step ${m.step}`:"");let S=m?.counts.some(Boolean);L(o,m&&S?G(m.low):""),L(s,m&&S?G(
m.high):"");let y=m&&m.low<0&&m.high>0?-m.low/(m.high-m.low):null;g(n,"style",y===null||y<.15||y>.85?"visibility: hidden":
`left: ${(100*y).toFixed(2)}%`),w();let b=m&&m.high>m.low?[.05,.5,.95].map(v=>G(an(m,v))):[];g(t,"title",b.length?`5 %, \
median and 95 % of the elements: about ${b.join(", ")}`:void 0),k=()=>Er(t,m,y,h),k()}}}function Tt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ne(t)} finite elements, all equal`:`${ne(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function Er(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round(Ee*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let i=getComputedStyle(e);if(s.fillStyle=i.borderBottomColor,s.fillRect(0,Ee-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,Ee),s.fillStyle=i.color;let a=r/t.counts.length;$r(Mr(t),n).forEach((l,p)=>{let d=l*(Ee-18);
s.fillRect(p*a+.5,Ee-1-d,Math.max(1,a-1),d)}),t.high>t.low&&Lr(s,t,r,i.borderTopColor)}function Lr(e,t,o,n){let[s,r,i]=[
.05,.5,.95].map(a=>((an(t,a)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,i-s,1);for(let[a,l]of[[s,7],[
r,11],[i,7]])e.fillRect(a-.75,5.5-l/2,1.5,l)}function Nr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function ln({
ask:e,signal:t}){let o=c("code",{class:"opscope-cell-name"}),n=re("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=re("cell-value","0.5, nan, h.mean()","new value"),r=c("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),i=c("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),a=re("cell-st\
eps","100","how many steps to replay","number"),l=c("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=c("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=c(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},c("span",{},o," [ ",n," ] = ",s),c("span",{},r,i,c("label",{
title:"how many steps to replay"},a," steps"),l)),f=c("div",{class:"opscope-cell-editor"},d,p),u="",h="",k=null,w=()=>n.
value.trim()?`${u}[${n.value.trim()}]`:u,m=(y,b)=>(L(p,b),g(p,"data-failed",!y),!0);function x(){g(d,"hidden",!0),k?.focus(
{preventScroll:!0}),k=null}function S(y){if(!s.value.trim())return void m(!1,"Give the new value: a number, nan, or an e\
xpression such as h.mean().");m(!0,y?"replaying …":"");let b={target:w(),value:s.value.trim()},v=(N,A)=>(m(N,A),N&&x(),
!0);y?e("TryValue",{...b,steps:Math.max(1,Math.round(Number(a.value)||100))},v):e("SetValue",b,v)}return d.addEventListener(
"submit",y=>(y.preventDefault(),S(!!h)),{signal:t}),i.addEventListener("click",()=>S(!0),{signal:t}),l.addEventListener(
"click",x,{signal:t}),d.addEventListener("keydown",y=>{if(y.key==="Escape")x();else if(y.key==="Enter"&&!y.isComposing&&
y.target.matches("input"))S(!!h);else return;y.preventDefault(),y.stopPropagation()},{signal:t}),{el:f,open(y,b,v,N){[u,
k]=[y,N],L(o,y),g(o,"title",y),n.value=b,s.value=v,m(!0,""),g(d,"hidden",!1),s.focus(),s.select()},update(y,b){u&&b!==u&&
!d.hidden&&g(d,"hidden",!0),h=Nr(y),r.disabled=!!h,g(r,"title",h||"in this run; what follows is computed again"),i.disabled=
!y.recorded||y.phase==="running"}}}var ae={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},Tr=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Le(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=Tr.reduceRight((r,i)=>r*t+i[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var me=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Rc=Array.from({length:256},(e,t)=>t===0?ae.nan:t===1?ae.minusInf:t===255?ae.plusInf:
Le((t-2)/252));function Oe(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function rt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>me(Le(t/16))).join(", ")})`}var pn=26,Ar=14,_r=4;function dn(e,t,o,n){let s=Math.min(pn,o/t,n/e),r=(i,a)=>Math.max(Ar,s*i,s<pn?Math.min(a/2,_r*s*i):
0);return[r(t,o),r(e,n)]}function un(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,i=Oe(e.pixels[o*e.cols+n],e.low,e.high),
a=Number.isNaN(i)?"NaN":i===1/0?"+Inf":i===-1/0?"−Inf":`≈ ${G(i)}`;return`${t.length>2?`[${no(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${a}`}function fn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function hn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let i=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));i>s&&([n,s]=[r,i])}return n}function at(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function Pe(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[i,a]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return i<e.cols&&a<e.rows&&l<e.facets&&s<t?{facet:l,row:a,col:i}:null}function It(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function mn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return ae.nan;if(s===
1)return ae.minusInf;if(s===255)return ae.plusInf;let r=Oe(s,e.low,e.high);return t?It(r/o):Le(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function it(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replace("-","−");let i=Oe(e.pixels[s],e.low,e.high);return Number.isNaN(i)?"NaN":i===
1/0?"+Inf":i===-1/0?"−Inf":`≈ ${G(i)}`}function gn(e,t,o,n){let[s,r]=at(t,o),i=e.getContext("2d");if(!i||s<=0||r<=0)
return;e.width!==s&&(e.width=s),e.height!==r&&(e.height=r);let a=i.createImageData(s,r),l=mn(t,n);for(let p=0;p<t.facets;p++){
let[d,f]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let u=0;u<t.rows;u++)for(let h=0;h<t.cols;h++){let k=4*((f+u)*s+
d+h),[w,m,x]=l[t.pixels[(p*t.rows+u)*t.cols+h]];a.data[k]=w,a.data[k+1]=m,a.data[k+2]=x,a.data[k+3]=255}}i.putImageData(
a,0,0)}function Cr(e){let t=Math.abs(e);return(e===0||t>=.01&&t<1e4?String(Number(e.toPrecision(3))):e.toExponential(0)).
replaceAll("-","−").replace("e+","e")}function bn(e,t,o,n,s){let r=e.getContext("2d");if(!r)return;e.width=Math.round(
o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,devicePixelRatio);let i=mn(t,s),[a,
l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,a/4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", mon\
ospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<t.cols;d++){let f=p*t.cols+d,
[u,h,k]=i[t.pixels[f]];r.fillStyle=`rgb(${u}, ${h}, ${k})`,r.fillRect(d*a,p*l,a-1,l-1),r.fillStyle=.299*u+.587*h+.114*k>
140?"#111111":"#ffffff";let w=Number(t.numbers[f]),m=Number.isFinite(w)?Cr(w):it(t,{facet:0,row:p,col:d});r.fillText(m,(d+
.5)*a,(p+.5)*l)}}var Rt=168,Bt=300,Ir=600,Ot=[34,18],ct=4,Rr=16,wn=8,xn={rows:-1,cols:-1,facets:-1,index:"",top:0,left:0,height:0,width:0,
difference:!1};function Br(e,t,o,n){let[s,r]=[Ne(e,0),Ne(e,1)],i=Math.min(s,Math.max(wn,Math.round(e.height/n))),a=Math.
min(r,Math.max(wn,Math.round(e.width/n))),l=(p,d,f)=>Math.max(0,Math.min(f-d,Math.round(p-d/2)));return{top:l(t,i,s),left:l(
o,a,r),height:i,width:a}}function Or(e,t){let[o,n]=e.axes,s=yn(e,{facet:t,row:0,col:0}).map((r,i)=>i===o||i===n?0:r);return{
rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}function Ne(e,t){let o=e.axes[t];return o<0?1:e.
shape[o]}function fe(e){return{facets:e.facets,rows:Math.ceil(e.height/e.row_stride),cols:Math.ceil(e.width/e.col_stride),
low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function yn(e,t){let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.
row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.shape.map((i,a)=>r.get(a)??e.index[a])}function Pr(e,t){
let[o,n,s]=e.axes,[r,i]=[e.top+t.row*e.row_stride,e.left+t.col*e.col_stride],a=(p,d,f)=>d>1?`${p}–${Math.min(f,p+d)-1}`:
`${p}`;return`[${e.shape.map((p,d)=>d===o?a(r,e.row_stride,e.top+e.height):d===n?a(i,e.col_stride,e.left+e.width):String(
d===s?t.facet*e.facet_stride:e.index[d])).join(", ")}]  ${it(fe(e),t)}`}function kn({ask:e,signal:t,offline:o}){let n=c(
"canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,"aria-label":"elements as colours; plus and minus zoom,\
 arrows move, Enter or a double click sets an element"}),s=c("div",{class:"opscope-heatmap-box"},n),r=c("span"),i=c("spa\
n"),a=c("i"),l=[Pt("NaN",ae.nan,0),Pt("−Inf",ae.minusInf,1),Pt("+Inf",ae.plusInf,255)],p=c("div",{class:"opscope-reado\
ut"}),d=c("span"),f={rows:C("rows"),cols:C("columns"),facets:C("facets")},u=c("span",{class:"opscope-positions"}),h=c("s\
elect",{class:"opscope-slice-map",title:"colors","aria-label":"colors"},c("option",{value:"auto"},"auto"),c("option",{value:"\
sequential"},"low to high"),c("option",{value:"signed"},"signed")),k=ee("+","zoom in (click a cell or a facet, or +)","z\
oom-in",()=>W(ct)),w=ee("−","zoom out (-)","zoom-out",()=>W(1/ct)),m=ee("Pin","keep these elements, to compare others \
with them","pin",()=>e("PinValue",{name:v})),x=ee("Difference","show the difference to the pinned value","difference",()=>O(
{...N,difference:!N.difference})),S=c("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,f.facets.el,u,c("l\
abel",{},"colors",h),c("span",{class:"opscope-slice-tools"},w,k,m,x)),y=ln({ask:e,signal:t}),b=c("section",{class:"opsco\
pe-card opscope-elements"},c("h4",{},"Elements",d),S,s,y.el,c("div",{class:"opscope-legend"},c("div",{class:"opscope-sca\
le"},r,a,i),...l.map(_=>_.el)),p),v="",N=xn,A="",P=null,R="",T="",B,$,F=[],D=null,H=null,X=-1;function ee(_,z,q,Y){let K=c(
"button",{type:"button",class:`opscope-slice-tool opscope-${q}`,title:z,"aria-label":z},_);return K.addEventListener("cl\
ick",Y,{signal:t}),K}function C(_){let z=c("select",{class:`opscope-axis-${_}`,"aria-label":`axis of the ${_}`});return z.
addEventListener("change",()=>E(_==="columns"?"cols":_,Number(z.value)),{signal:t}),{el:c("label",{},_,z),field:z}}function E(_,z){
if(!$)return;let[q,Y,K]=$.axes,V={rows:q,cols:Y,facets:K},se=Object.keys(V).find(te=>z>=0&&V[te]===z);se&&(V[se]=V[_]),V[_]=
z,O({...N,...V,top:0,left:0,height:0,width:0})}function O(_){_.facets>=0&&(X=-1),N=_,R="",e("FetchSlice",{name:v,...N},(z,q)=>(z||
([R,N]=[q,{...N,difference:!1}]),I(),!0))}function W(_,z){if(!$)return;let[q,Y]=z??[$.top+$.height/2,$.left+$.width/2],K=Br(
$,q,Y,_),V=K.height===$.height&&K.width===$.width;V&&_>1&&$.facets>1?Z($,D&&Pe(fe($),pe(fe($)),...D)?.facet||0):V&&_<1&&
X>=0?O({...N,...K,facets:X}):O({...N,...K})}function Z(_,z){O({...N,...Or(_,z)}),X=_.axes[2]}let ie=()=>$?fe($):B?{...B,
facets:1,numbers:[]}:null,pe=_=>hn(_,s.clientWidth||400,_.facets>1?Bt:Rt),M=()=>h.value==="signed"||h.value==="auto"&&!!$?.
difference;function I(){let _=$&&D&&Pe(fe($),pe(fe($)),...D),z=B&&D&&D[1]<B.rows&&D[0]<B.cols,q=$?_&&Pr($,_):z&&B&&D?un(
B,F,D[1],D[0]):"";L(p,R||q||($?Fr($):B?fn(B):""))}function j(_){let z=ie();if(!z)return null;let q=n.getBoundingClientRect(),
[Y,K]=at(z,pe(z)),V=(se,te)=>Math.max(0,Math.min(te-1,Math.floor(se*te)));return[V((_.clientX-q.left)/q.width,Y),V((_.clientY-
q.top)/q.height,K)]}n.addEventListener("pointermove",_=>(D=j(_),I()),{signal:t}),n.addEventListener("pointerleave",()=>(D=
null,I()),{signal:t});function J(_,z){if(!_||o)return;let q=fe(_),Y=(z&&Pe(q,pe(q),...z))??{facet:0,row:0,col:0},K=it(q,
Y);y.open(v,yn(_,Y).join(", "),_.numbers.length?K.replace("−","-"):"",n)}n.addEventListener("dblclick",()=>J(H?.slice,
H?.at??null),{signal:t}),n.addEventListener("click",_=>{if(_.detail>1)return;H={slice:$,at:j(_)};let z=$&&Pe(fe($),pe(fe(
$)),...j(_)??[0,0]);$&&z&&$.facets>1?Z($,z.facet):$&&z&&!Q()&&W(Rr,[$.top+z.row*$.row_stride,$.left+z.col*$.col_stride])},
{signal:t}),n.addEventListener("keydown",_=>{let z={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[_.
key];if(_.key==="+"||_.key==="=")W(ct);else if(_.key==="-")W(1/ct);else if(_.key==="Enter")J($,D);else if(z&&$)W(1,[$.top+
$.height*(.5+z[0]/2),$.left+$.width*(.5+z[1]/2)]);else return;_.preventDefault(),_.stopPropagation()},{signal:t}),h.addEventListener(
"change",()=>(T="",ce()),{signal:t}),u.addEventListener("change",()=>{let _=F.map((z,q)=>u.querySelector(`[data-axis="${q}\
"]`)?.value??"0");O({...N,index:_.map(z=>String(Math.max(0,Math.round(Number(z)||0)))).join(",")})},{signal:t}),u.addEventListener(
"keydown",_=>_.stopPropagation(),{signal:t});function oe(_){let z=_.shape.map((K,V)=>[String(V),`${V} (${K})`]);for(let[
K,{field:V}]of[f.rows,f.cols,f.facets].entries()){let se=[["-1","none"],...z],te=se.join();V.dataset.key!==te&&V.replaceChildren(
...se.map(([de,we])=>c("option",{value:de},we))),V.dataset.key=te,V.value=String(_.axes[K])}g(f.rows.el,"hidden",_.shape.
length<2),g(f.cols.el,"hidden",_.shape.length<2),g(f.facets.el,"hidden",_.shape.length<3);let q=_.shape.flatMap((K,V)=>_.
axes.includes(V)||K<2?[]:[[V,K,_.index[V]]]),Y=JSON.stringify(q);u.dataset.key!==Y&&(u.dataset.key=Y,u.replaceChildren(...q.
map(([K,V,se])=>c("label",{},`axis ${K}`,c("input",{type:"number",min:0,max:V-1,value:se,"data-axis":K,title:`position o\
n axis ${K}, 0 to ${V-1}`})))))}function Q(){if(!$)return!1;let{facets:_,rows:z,cols:q,numbers:Y}=fe($);return _===1&&Y.
length>0&&s.clientWidth/q>=Ot[0]&&z*Ot[1]<=Ir}function ce(){let _=ie(),z=_?_.rows*_.cols*_.facets:0;if(g(n,"hidden",!z),
!_||!z)return;let q=pe(_),[Y,K]=at(_,q),V=s.clientWidth,se=Q(),te=se?[Math.min(V,_.cols*64),_.rows*Ot[1]]:_.facets>1?[Math.
min(V,Y*Bt/K),Math.min(Bt,K*V/Y)]:dn(_.rows,_.cols,V,Rt),de=`${te} ${devicePixelRatio} ${M()} ${se}`;if(de===T)return;T=
de,g(s,"style",`height: ${Math.max(se||_.facets>1?0:Rt,Math.ceil(te[1]))}px`),g(n,"style",`width: ${te[0].toFixed(1)}px;\
 height: ${te[1].toFixed(1)}px`),se?bn(n,_,te[0],te[1],M()):gn(n,_,q,M());let we=Math.max(Math.abs(_.low),Math.abs(_.high));
L(r,G(M()?-we:_.low)),L(i,G(M()?we:_.high)),g(a,"style",`background: ${M()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].
map(ut=>me(It(ut))).join(", ")})`:rt()}`)}return{el:b,update(_,z,q,Y){F=z,Y!==v&&([v,N,R,X]=[Y,xn,"",-1]);let K=`${Y} ${z}\
 ${q.stopped?.run} ${q.stopped?.tick} ${_?.step} ${q.phase}`;!o&&q.phase!=="running"&&(K!==A||q.stopped!==P)&&_&&O(N),[A,
P]=[K,q.stopped],y.update(q,Y);let V=q.fold.slices.get(Y),te=V&&String(V.shape)===String(z)&&(V.step===_?.step||V.difference)&&
!o?V:void 0;if(te!==$||_!==B){[$,B,T]=[te,_,""];for(let ut of l)ut.update((te??_)?.pixels);I()}g(S,"hidden",!$),$&&oe($),
L(d,$?.difference?`step ${$.step} − ${$.difference}`:_?`step ${_.step}`:"");let de=q.fold.pinned,we=!!de?.name&&String(
de?.shape)===String(z);g(x,"hidden",!we),g(x,"aria-pressed",N.difference?"true":"false"),g(x,"title",de?.name?`show the \
difference to ${de.name} of step ${de.step}`:""),g(m,"aria-pressed",de?.name===Y&&de?.step===_?.step?"true":"false"),ce()}}}
function Fr(e){let t=xe([Ne(e,0),Ne(e,1)]),o=e.height<Ne(e,0)||e.width<Ne(e,1)?`rows ${e.top}–${e.top+e.height-1}, col\
umns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride}\
 elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.
nonfinite?`, ${e.nonfinite} not finite`:""}`}function Pt(e,t,o){let n=c("span",{class:"opscope-mark","data-absent":!0},c(
"i",{style:`background: ${me(t)}`}),e);return{el:n,update:s=>g(n,"data-absent",!s?.includes(o))}}var Ft=12;function vn({ask:e,open:t,signal:o,offline:n}){let s=c("div",{class:"opscope-provenance"}),r="",i=(a,l)=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${a} ${l} in the graph`},`${a} ${l}`);return s.addEventListener(
"click",a=>{let l=a.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(a,l){let p=n?void 0:a.fold.slices.get(l.name),d=(p?.
readers??[]).map((w,m)=>[p?.reader_types[m]??"",w]),f=a.recorded&&l.step>=a.recorded.first&&l.step<=a.recorded.last,u=!n&&
a.phase!=="running"&&f&&l.op>=0,h=JSON.stringify([l.op,l.op_type,d,u&&l.step]);if(h===r)return;r=h;let k=d.length>Ft?[`a\
nd ${d.length-Ft} more`]:[];s.replaceChildren(...l.op>=0?["made by",i(l.op_type,l.op)]:[],...d.length?["read by",...d.slice(
0,Ft).map(([w,m])=>i(w,m)),...k]:p?["read by nothing"]:[],...u?[c("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to th\
e write")]:[]),g(s,"hidden",!s.childNodes.length)}}}var[Fe,Te,Dt,zt,jt]=[150,58,10,8,22];function $n(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Ht(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":G(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function Mn(e){let t=c("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=c("code",{}),n=c("spa\
n"),s=U("g",{class:"opscope-grid"}),r=U("path",{class:"opscope-line"}),i=U("path",{class:"opscope-line opscope-branch-li\
ne"}),a=U("path",{class:"opscope-cross"}),l=U("svg",{class:"opscope-chart",height:Fe,role:"img"},s,r,i,a),p=c("div",{class:"\
opscope-branch-key"},c("span",{},c("i",{}),"recorded"),c("span",{},c("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=c("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},c("h4",{},"What if",t,n),l,p),f,u="",
h={x:x=>0,step:x=>0},k=new Map;t.addEventListener("change",()=>(f=k.get(t.value),m()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!f)return;let S=h.step(x.clientX-l.getBoundingClientRect().left),y=f.steps.reduce((b,v,N)=>Math.abs(v-
S)<Math.abs(f.steps[b]-S)?N:b,0);L(n,`step ${f.steps[y]}   ${G(f.recorded[y])}   would be ${G(f.changed[y])}`),g(a,"d",`\
M${h.x(f.steps[y])},${zt}V${Fe-jt}`)},{signal:e}),l.addEventListener("pointerleave",()=>(g(a,"d",""),L(n,f?Ht(f):"")),{signal:e});
let w=new ResizeObserver(()=>m());w.observe(l),e.addEventListener("abort",()=>w.disconnect());function m(){let x=f;if(!x)
return;let S=Math.max(200,l.clientWidth||d.clientWidth),y=`${x.name} ${x.change} ${S} ${x.changed.length} ${x.changed.at(
-1)}`;if(y===u)return;u=y;let b=[$n(x,x.recorded),$n(x,x.changed)],{x:v,y:N}=Nt([...b[0],...b[1]].sort((F,D)=>F.step-D.step)),
A=S-Te-Dt,P=F=>+(Te+(F-v[0])/(v[1]-v[0])*A).toFixed(1),R=F=>+(zt+(1-(F-N[0])/(N[1]-N[0]))*(Fe-zt-jt)).toFixed(1);h={x:P,
step:F=>v[0]+(F-Te)/A*(v[1]-v[0])};let T=ge(...N,4).flatMap(F=>[U("path",{d:`M${Te},${R(F)}H${S-Dt}`}),U("text",{x:Te-6,
y:R(F)+3.5,"text-anchor":"end"},ye(F))]),B=ge(...v,Math.max(3,S/110)).filter(Number.isInteger).map(F=>U("text",{x:P(F),y:Fe-
6,"text-anchor":"middle"},ye(F)));s.replaceChildren(...T,...B,U("path",{class:"opscope-floor",d:`M${Te},${Fe-jt}H${S-Dt}`}));
let $=F=>nt(F,D=>D.mean!==null).map(D=>D.length>1?`M${D.map(H=>`${P(H.step)},${R(H.mean)}`).join("L")}`:`M${P(D[0].step)-
4},${R(D[0].mean)}h8`).join("");g(r,"d",$(b[0])),g(i,"d",$(b[1])),g(l,"aria-label",`${x.name}: ${Ht(x)}, if ${x.change}`),
L(n,Ht(x)),L(o,x.change)}return{el:d,update(x){let{branches:S}=x.fold;if(g(d,"hidden",!S.size),S===k)return m();k=S;let y=[
...k.values()].at(-1),b=[...k.values()].filter(v=>v.change===y?.change).map(({name:v})=>v);t.replaceChildren(...b.map(v=>c(
"option",{value:v},x.scalarNames.get(v)||v))),f=k.get(b.includes(f?.name??"")?f?.name??"":b[0]??""),f&&(t.value=f.name),
m()}}}var Dr=[["mean",e=>G(e.mean)],["std",e=>G(e.std)],["min",e=>G(e.min)],["max",e=>G(e.max)],["shape",e=>xe(e.shape)],["zer\
os",e=>We(e.zeros),e=>le(e)==="zeros"],["NaN",e=>ne(e.nan),e=>e.nan>0],["Inf",e=>ne(e.inf),e=>e.inf>0],["elements",e=>ne(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function zr(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function jr(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function Sn(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:qe(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var En={id:"tensor",label:"Tensor",create:Hr};function Hr({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let i=c("span",{class:"opscope-pill"}),a=c("span",{class:"opscope-detail-name"}),l=c("div",
{class:"opscope-origin"}),p=c("code",{class:"opscope-site"}),d=Dr.map(([R,T,B])=>{let $=c("span",{class:"opscope-number"});
return{label:R,value:T,warn:B,shown:$,el:c("div",{class:"opscope-fact"},c("span",{class:"opscope-label"},R),$)}}),f=nn({
goTo:o,signal:s}),u=cn(s),h=kn({ask:e,signal:s,offline:r}),k=vn({ask:e,open:t,signal:s,offline:r}),w=c("div",{class:"ops\
cope-detail-head"},c("div",{},i,a),c("div",{},l,p)),m=Mn(s),x=sn({ask:e,signal:s}),S=c("div",{class:"opscope-charts"},f.
el,u.el,h.el,m.el),y=c("div",{class:"opscope-hint"}),b=c("div",{class:"opscope-about"}),v=rn({ask:e,goTo:o,open:t,signal:s,
offline:r}),N=[w,x.el,k.el,v.el,c("div",{class:"opscope-facts"},...d.map(R=>R.el)),b,S],A=c("div",{class:"opscope-detail\
-body"},...N),P=c("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return h.
el.append(y),{el:c("div",{class:"opscope-detail"},P,A),update(R,{selected:T,refusal:B}){let $=R.values.get(T);if(g(P,"hi\
dden",!!$),g(A,"hidden",!$),!$)return;let F=le($);g(w,"data-health",F),L(i,Ge[F]),L(a,$.name),L(l,$.called?`called ${$.called}\
 · ${Sn($)}`:Sn($)),L(p,$.site),v.update(T,R);for(let C of d)L(C.shown,C.value($)),g(C.shown,"title",C.value($)),g(C.el,
"data-bad",C.warn?.($)?C.label==="NaN"?"nan":C.label==="Inf"?"inf":"zeros":void 0);let D=ve(R,$),H=[jr(D),zr($)].filter(
Boolean).join(" ");g(A,"data-elsewhere",!!D),L(b,H),g(b,"hidden",!H);let X=R.details.get(T);h.update(X,$.shape,R,T),f.update(
R.history.get(T),R.stopped?.step||null,n(R));for(let C of[u,h])g(C.el,"data-elsewhere",!!D||!!(R.stopped&&X&&X.step!==$.
step));u.update(X),k.update(R,$),m.update(R),x.update(R),L(y,X?"":r?"Elements were not recorded for this value.":B||"Wai\
ting for the elements of this value …"),g(y,"hidden",!!X)}}}var Wr=["error","warning","hint"];function Ln(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>Wr.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function Gr(e){let t=e.
times>1?`, ${ne(e.times)} times`:"";return e.step?`step ${ne(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function Ur(e,t){let o=[...e.values.values()].filter(n=>n.nan||n.inf).length;return!o||!t?'No finding. \
A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.':`${o===1?"1 value has":`${ne(o)}\
 values have`} NaN or Inf, and no rule has looked: "Check the recorded steps" finds the first one.`}var Nn={id:"findings",
label:"Findings",create:qr,count:e=>Ln(e.findings).length};function qr({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=c(
"button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},
"Check the recorded steps"),i=c("span",{class:"opscope-look-answer",role:"status"}),a=c("div",{class:"opscope-findings-b\
ar","data-asks":!0,hidden:s},r,i),l=c("div",{class:"opscope-nothing"}),p=c("ul",{class:"opscope-findings-rows"}),d=st({goTo:o,
open:t,signal:n}),f=c("pre",{class:"opscope-cause",role:"status",hidden:!0}),u=null,h,k=!1,w=s;r.addEventListener("click",
()=>{L(i,"Looking …"),e("FindFaults",{},(b,v)=>(w||=b,L(i,b?`${v}. Rules can be wrong: judge by the evidence.`:v),!0))},
{signal:n}),p.addEventListener("click",b=>{let v=b.target.closest("button"),N=Number(v?.dataset.number),A=N?m.get(N):void 0;
!A||!v||(v.classList.contains("opscope-there")?x(A):S(A,v))},{signal:n});let m=new Map;function x(b){b.step?o(b.step,b.op):
t("graph",b.op)}function S(b,v){let N=u?.number===b.number;u=N?null:{number:b.number,name:b.value,step:b.step,ok:!1};for(let A of p.
querySelectorAll(".opscope-ask-why"))g(A,"aria-expanded",A===v&&!N?"true":"false");d.update(null),L(f,u?"Searching …":
""),g(f,"hidden",!u),u&&(v.closest(".opscope-finding")?.append(f,d.el),e("Explain",{name:b.value,step:b.step},(A,P)=>(u?.
number!==b.number||(u.ok=A,L(f,A?"":P),g(f,"hidden",A)),!0)))}function y(b,...v){let N=c("button",{type:"button",class:"\
opscope-why opscope-there","data-number":b.number,title:b.step?`go to step ${b.step}`:"show it in the graph"},b.step?"Go\
 there":"Show in graph"),A=c("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":b.number,"aria-ex\
panded":"false",title:`why ${b.value} is what it is in step ${b.step}`},"Why"),P=[...b.step||b.op>=0?[N]:[],...!s&&b.value&&
b.step?[A]:[]];return c("div",{class:"opscope-finding","data-severity":b.severity},c("div",{class:"opscope-finding-head"},
c("span",{class:"opscope-severity"},b.severity),c("b",{},b.rule),...b.value?[c("code",{},b.value)]:[],...b.called?[c("sp\
an",{class:"opscope-called"},"called ",c("code",{},b.called))]:[],c("span",{class:"opscope-when"},Gr(b))),c("div",{class:"\
opscope-evidence"},b.evidence),...b.site?[c("code",{class:"opscope-line"},b.site+(b.code?`: ${b.code}`:""))]:[],...b.operator?
[c("code",{class:"opscope-line opscope-operator-text"},b.operator)]:[],...b.suggestion?[c("div",{class:"opscope-try"},`T\
ry: ${b.suggestion}`)]:[],...v,c("div",{class:"opscope-finding-buttons","data-asks":!0},...P))}return{el:c("div",{class:"\
opscope-findings"},a,l,p),update(b){k=!!b.recorded||s,g(r,"disabled",!b.recorded),g(p,"data-fixed",!k);let v=u?.ok&&b.explained?.
asked===u.name&&b.explained.at===u.step?b.explained:null;if(v&&d.update(v),L(l,Ur(b,!!b.recorded&&!w)),b.findings===h)return;
h=b.findings,m=new Map([...b.findings.values()].map(R=>[R.number,R]));let N=Ln(b.findings),A=new Set([...p.querySelectorAll(
"details[open]")].map(R=>R.dataset.number));g(l,"hidden",N.length>0),p.replaceChildren(...N.map(({finding:R,consequences:T})=>{
let B=c("details",{class:"opscope-consequences","data-number":R.number,open:A.has(String(R.number))},c("summary",{},`may\
 explain ${T.length} more`),...T.map($=>y($)));return c("li",{},y(R),...T.length?[B]:[])}));let P=u&&p.querySelector(`.o\
pscope-ask-why[data-number="${u.number}"]`);P&&(g(P,"aria-expanded","true"),P.closest(".opscope-finding")?.append(f,d.el))}}}var Ae=128,Tn=36,Vr=Object.freeze([]),Kr=3,Xr=12;function Yr(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Xr,Math.min(o-Kr,Math.floor(Math.log10(e)))),o]}var An=new WeakMap;function Jr(e){let t=An.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],An.set(
e,t)}return t}function Cn(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var _n=Array.from({length:129},
(e,t)=>me(Le(t/128)));function Zr(e,t){return e.bad?me(ae.nan):e.rms?_n[Math.round(Cn(e.rms,t)*(_n.length-1))]:null}var In={
id:"flow",label:"Gradient flow",short:"Flow",create:Qr,count:e=>yt(e).length};function Qr({select:e,refresh:t,signal:o}){
let n=c("div",{class:"opscope-decades"}),s=c("div",{class:"opscope-flow-row opscope-flow-head"},c("span",{},"parameter"),
n,c("span",{},"RMS"),c("span",{},"over steps")),r=c("div",{class:"opscope-flow-body"}),i=c("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),a=c("span"),l=c("span"),p=c("d\
iv",{class:"opscope-legend opscope-flow-legend"},c("span",{},"RMS gradient of each parameter"),c("div",{class:"opscope-s\
cale"},a,c("i",{style:`background: ${rt()}`}),l),c("span",{class:"opscope-mark"},c("i",{style:`background: ${me(ae.nan)}`}),
"NaN or Inf")),d=new Map;r.addEventListener("click",h=>{let k=h.target.closest("[data-name]");k&&e(k.dataset.name??"")},
{signal:o});let f=c("div",{class:"opscope-flow"},i,c("div",{class:"opscope-flow-table"},s,r,p));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let u=(h,k)=>h.history.get(k.name)?.points??Vr;return{el:f,update(h,{selected:k}){let w=yt(
h);g(i,"hidden",w.length>0),g(s,"hidden",!w.length);let[m,x]=[1/0,0];for(let A of w){let[P,R]=Jr(u(h,A));[m,x]=[Math.min(
m,P),Math.max(x,R)]}let S=Yr(m,x);ea(n,S),L(a,G(10**S[0])),L(l,G(10**S[1])),g(p,"hidden",!w.length);for(let A of w)d.has(
A.name)||d.set(A.name,ta(A.name));let y=w.map(A=>d.get(A.name));ke(r,y.map(A=>A.el));let b=h.stopped?.step||null,v=Math.
floor((f.scrollTop-(r.offsetTop-f.offsetTop))/Tn)-2,N=v+Math.ceil(f.clientHeight/Tn)+4;w.forEach((A,P)=>{if(P<v||P>N)return y[P].
choose(A.name===k);y[P].update(A,u(h,A),S,ve(h,A),b),y[P].choose(A.name===k)})}}}function ea(e,t){let[o,n]=t,s=Math.max(
1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let i=Math.
ceil((n-o)/s),a=[];for(let l=n;l>=o;l-=i){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;a.push(c("span",{style:p},"10",
c("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...a)}function ta(e){let t=Ve(e),o=c("i"),n=c("span",{class:"\
opscope-track"},o),s=c("span",{class:"opscope-number"}),r=c("canvas",{class:"opscope-strip",width:Ae,height:1,role:"img",
"aria-label":"RMS gradient over the steps"}),i=c("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),
a="",l;return{el:i,choose:p=>g(i,"aria-pressed",p?"true":"false"),update(p,d,f,u,h){let k=`${f} ${u} ${h}`;if(l===p&&a===
k)return;l=p,a=k,g(i,"data-elsewhere",!!u),g(i,"title",u?`not computed yet: its value ${u}`:void 0);let{rms:w}=Xe(p),m=le(
p);Re(t,Ue(p)[0].split("@GRAD")[0]),g(i,"data-health",m),g(o,"data-nothing",w===null),g(n,"style",`--decade: ${(100/(f[1]-
f[0])).toFixed(3)}%`),g(o,"style",`width: ${(100*(w===null?1:Cn(w,f))).toFixed(2)}%`),L(s,p.nan?"NaN":p.inf?"Inf":G(w)),
oa(r,d,f,h)}}}function oa(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Ae,1);let r=t[0]?.step??0,i=(t.
at(-1)?.step??0)-r+1;t.forEach((a,l)=>{let p=t[l+1]?.step??a.step+1,d=Math.floor((a.step-r)/i*Ae);if(!a.bad&&l+1<t.length&&
Math.floor((p-r)/i*Ae)===d)return;let f=Zr(a,o);f&&(s.fillStyle=f,s.fillRect(d,0,Math.ceil((p-r)/i*Ae)-d,1))}),!(n===null||
n<r||n>=r+i)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/i*Ae),0,2,1))}var na=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function Wt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Rn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Mt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function be(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Bn(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(na)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),i=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),a=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=U("g",{class:"opscope-gutter"},U("title"),r,i,a);return e.
append(l),l}function On(e,t){g(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),g(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),g(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&L(Bn(e).firstChild,Rn(t))}function Pn(e){let t=Bn(e).firstChild;t.textContent||L(t,Rn([]))}function Fn(e){let t=[];for(let o of e){let n=Number(o.querySelector("rect")?.getAttribute("width")??0)-6;if(!(n<=0))for(let s of o.
querySelectorAll("text"))s.getComputedTextLength()>n&&t.push([s,n])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(
1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var _e=["nan","inf","zeros","ok"],sa=2e5;function Dn(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=le(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||_e.indexOf(s)<_e.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function zn(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let i=o.get(r);(!i||_e.indexOf(s)<_e.indexOf(i))&&o.set(r,s)}return o}function jn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<sa;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Hn(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,i)=>_e.indexOf(le(r))-_e.indexOf(le(i)))[0]?.name}var ra=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),Wn=/^(xmlns(:xlink)?|xml:space)$/,aa=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),ia=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function ca(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!aa.has(e)&&!ia.test(e)&&!Wn.test(e)?!1:Wn.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function Gn(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(Un(n),document.importNode(n,!0))}function Un(e){for(let{
name:t,value:o}of[...e.attributes])ca(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&ra.
has(t.localName)&&t.namespaceURI===e.namespaceURI?Un(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function qn(e,t){let o=Gn(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);g(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),i=s.getAttribute("data-dst"),a=s.getAttribute("data-scope"),l=jn(s.getAttribute("data-h\
ides"));r!==null&&i!==null?n.links.push({src:r,dst:i}):l.length||/^(op|var)-/.test(s.id)?la(n,s,l,t&&a!==null):a!==null&&
(n.frames.set(a,s),t&&Vn(s,"fold"))}return n}function la(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);g(t,"data-node",t.id),g(t,"tabindex",-1),g(t,"role","button"),g(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&Vn(t,"open")}function Vn(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),i=s("y")+(t==="open"?0:11),a=t===
"open"?`M${r-3},${i}h6M${r},${i-3}v6`:`M${r-3},${i}h6`,l=U("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},l,U("circle",{cx:r,cy:i,r:6}),U("path",{d:a})))}function Kn(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,i=p=>(p.left+p.right)/2,a=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();if(!d||p===t)continue;
let f=i(d)-i(n),u=Math.abs(d.top-n.top);if(r&&f*r<=1)continue;let h=Math.abs(f)+(r?3:.2)*u;h<l&&([a,l]=[p,h])}return a}var pa=150,Xn="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function Yn({search:e,choose:t,signal:o}){
let n=c("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Xn,"aria-label":`\
search the graph: ${Xn}`}),s=c("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=c("div",{class:"opscope-graph\
-find"},n,s),i=0,a="",l=null,p=()=>g(s,"hidden",!0),d=()=>{a=n.value.trim(),a?e(a):p()};n.addEventListener("input",()=>{
clearTimeout(i),i=window.setTimeout(d,pa)},{signal:o}),n.addEventListener("focus",()=>g(s,"hidden",!a||!l||l.text!==a),{
signal:o}),r.addEventListener("keydown",u=>{u.stopPropagation();let h=[...s.querySelectorAll("button")],k=h.findIndex(w=>w.
matches(":focus"));if(u.key==="Escape")p(),n.focus();else if(u.key==="Enter"&&k<0)l?.text===n.value.trim()?h[0]?.click():
d();else if(u.key==="ArrowUp"&&k===0)n.focus();else if(u.key.startsWith("Arrow")&&u.key!=="ArrowLeft"&&u.key!=="ArrowRig\
ht")h[ue(u,k,h.length)??0]?.focus();else return;u.preventDefault()},{signal:o}),s.addEventListener("click",u=>{let h=u.target.
closest("[data-found]");h&&(p(),t(h.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
u=>u.composedPath().includes(r)||p(),{signal:o,capture:!0});function f(u){let h=u.ids.map((m,x)=>{let S=c("button",{class:"\
opscope-match",type:"button",role:"option","data-found":m},c("b",{},u.labels[x]),c("span",{},u.details[x]));return g(S,"\
title",`${u.labels[x]}
${u.details[x]}`),S}),k=u.total>h.length?` · the first ${h.length} are shown`:"",w=u.total===1?"1 node":`${u.total.toLocaleString(
"en")} nodes${k}`;s.replaceChildren(c("div",{class:"opscope-matches-head"},u.total?w:`Nothing matches "${u.text}".`),...h),
g(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(u){u!==l&&(l=u,u&&u.text===a&&n.value.trim()===a&&f(u))},enable:u=>g(
r,"hidden",!u),clear:()=>L(s,"")}}var da={together:"in one",apart:"side by side",forward:"forward only"};function Jn({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:i}){let a=c("span",{class:"opscope-graph-info"}),l=c("span",{class:"opscope-graph-number"}),p=(E,O,W)=>{let Z=c(
"button",{type:"button",class:"opscope-tool",title:O,"aria-label":O},E);return Z.addEventListener("click",W,{signal:i}),
Z},d=(E,O,W)=>c("select",{class:`opscope-graph-choice opscope-graph-${E}`,title:O,"aria-label":O},...Object.entries(W).map(
([Z,ie])=>c("option",{value:Z},ie))),f=Yn({search:n,choose:s,signal:i}),u=d("arrangement","forward and backward: each la\
yer with its gradients, side by side, or forward only",da),h=Object.fromEntries(Object.entries(he).map(([E,{label:O}])=>[
E,O])),k=d("colors","color the operators by",{health:"health",...h}),w=c("input",{class:"opscope-graph-since",type:"numb\
er",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),
m=p("Whole graph","back to the whole graph",()=>t({center:""})),x=p("Fold all","fold the scopes that were opened",()=>t(
{first:!0,center:""})),S=d("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),y=c("div",{class:"\
opscope-key"},...["ok","zeros","Inf","NaN"].map(E=>c("span",{"data-health":E.toLowerCase()},c("i"),E))),b=c("span"),v=c(
"span"),N=c("div",{class:"opscope-key opscope-ramp",hidden:!0},b,c("i"),v,l),A=c("div",{class:"opscope-tools"},p("+","zo\
om in",()=>e.zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),S),P=c("div",{class:"opsco\
pe-graph-bar",hidden:!0},f.el,u,c("label",{class:"opscope-graph-by"},"color",k),w,x,m),R=c("div",{class:"opscope-graph-f\
oot"},c("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},y,
N,a),A),T=new Map,B="",$="",F="",D=!1,H={by:"health",selected:""},X=()=>{H.by=k.value,$="",g(w,"hidden",H.by!=="change"),
o(H.by,Math.max(0,Math.round(Number(w.value)||0)))};k.addEventListener("change",X,{signal:i}),w.addEventListener("change",
X,{signal:i}),w.addEventListener("keydown",E=>E.stopPropagation(),{signal:i}),u.addEventListener("change",()=>t({arrangement:u.
value,first:!0,center:""}),{signal:i}),S.addEventListener("change",()=>{S.value&&r(S.value),S.value=""},{signal:i});let ee=()=>L(
a,$||(D?"drawing …":F));function C(){let E=T.get(B);L(l,E===void 0?"":he[H.by]?.text(E)??"")}return Object.assign(H,{el:P,
foot:R,focusSearch:f.focus,wait(E){D=E,ee()},measured(E,O){return $=E?"":O,ee(),!E},read(E){B=E,C()},drawn(E,O,W){g(P,"h\
idden",!E.arrangement||W),E.arrangement&&(u.value=E.arrangement),g(m,"hidden",!E.center),g(x,"hidden",!!E.center);let Z=E.
hidden?`, ${E.hidden.toLocaleString("en")} nodes folded`:"";F=O?`${E.ops.toLocaleString("en")} operators${Z}`:"",ee()},update(E,O,W){
H.selected=O,f.update(E.fold.found);for(let Z of k.options)Z.disabled=Z.value!=="health"&&(W||!E.recorded)},legend(E,O,W){
if(T=O,g(y,"hidden",H.by!=="health"),g(N,"hidden",!E),E){let Z=he[E.by];L(b,Z.text(W.low)),L(v,Z.text(W.high));let ie=E.
against?`steps ${E.against} and ${E.step}`:`step ${E.step}`;g(N,"title",`${Z.label}, ${ie}: ${Z.about}`)}C()}})}function Zn(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...ua(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function ua(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=i=>({name:"goto",label:`Go to here in st\
ep ${i}`,kind:"Goto",fields:{step:i,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function Qn({choose:e,
frame:t,signal:o}){let n=c("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(a=!1)=>{n.hidden||
(g(n,"hidden",!0),a&&t.focus({preventScroll:!0}))};n.addEventListener("click",a=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(a.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",a=>{let l=[...n.querySelectorAll(
"button")],p=ue(a,l.findIndex(d=>d.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(a.key==="Escape")r(!0);else
return;a.preventDefault(),a.stopPropagation()},{signal:o});let i=a=>{a.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",i,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",a=>a.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(a,l,p,d){if(!a.length)return r();s=a;let f=c("div",{
class:"opscope-menu-head"},c("b",{},l),` ${p}`);n.replaceChildren(f,...s.map(x=>c("button",{class:`opscope-menu-item ops\
cope-menu-${x.name}`,type:"button",role:"menuitem"},x.label))),g(n,"hidden",!1);let u=t.getBoundingClientRect(),h=d.getBoundingClientRect(),
w=h.right+8+n.offsetWidth<=u.right?h.right+8-u.left:Math.max(4,h.left-16-n.offsetWidth-u.left),m=Math.max(4,Math.min(u.height-
n.offsetHeight-4,(h.top+h.bottom)/2-u.top-16));n.style.left=`${w}px`,n.style.top=`${m}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var De=132,ze=96;function Gt(e){let t=Math.min(De/e.w,ze/e.h);return{scale:t,x:(De-e.w*t)/2,y:(ze-e.h*t)/2}}function es(e,t){
let o=c("canvas",{width:De*2,height:ze*2}),n=c("div",{class:"opscope-sight"}),s=c("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},i=a=>{let l=o.getBoundingClientRect(),
p=Gt(r);e(r.x+(a.clientX-l.left-p.x)/p.scale,r.y+(a.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
a=>{a.preventDefault(),a.stopPropagation(),s.setPointerCapture(a.pointerId),i(a)},{signal:t}),s.addEventListener("pointe\
rmove",a=>a.buttons&1&&i(a),{signal:t}),{el:s,draw(a,l){r=a;let p=o.getContext("2d");if(!p)return;let{scale:d,x:f,y:u}=Gt(
a);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,De,ze);for(let{box:h,color:k}of l){p.fillStyle=k;let[w,m]=[Math.max(1.5,h.
w*d),Math.max(1.5,h.h*d)];p.fillRect(f+(h.x-a.x)*d,u+(h.y-a.y)*d,w,m)}},update(a,l){r=l;let{scale:p,x:d,y:f}=Gt(l),u=a.x<=
l.x+1&&a.y<=l.y+1&&a.x+a.w>=l.x+l.w-1&&a.y+a.h>=l.y+l.h-1;if(g(s,"hidden",u),u)return;let h=Math.max(0,d+(a.x-l.x)*p),k=Math.
max(0,f+(a.y-l.y)*p),w=Math.min(De,d+(a.x+a.w-l.x)*p),m=Math.min(ze,f+(a.y+a.h-l.y)*p);n.style.cssText=`left:${h}px;top:${k}\
px;width:${Math.max(4,w-h)}px;height:${Math.max(4,m-k)}px`}}}function lt(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function fa(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:lt(e,1/o)}function ha(e,t){let o=(n,s,r,i)=>s>=i?r+(i-s)/2:Math.max(
r,Math.min(r+i-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function ts(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,i=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:i<e.h?e.
y:e.y+(e.h-i)/2,w:r,h:i}}function ma(e,t){let o=e.reduce((i,a)=>Math.min(i,a.y),1/0),n=i=>Math.abs(i.x+i.w/2-t.x-t.w/2),
s=e.filter(i=>i.y<o+i.h),r=s.reduce((i,a)=>n(a)<n(i)?a:i,s[0]);return r&&r.x+r.w/2}function os(e,t,o=()=>{}){let n=null,
s={x:0,y:0,w:1,h:1},r=s,i=null,a=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x}\
 ${r.y} ${r.w} ${r.h}`),o(r,s)},d=(w,m)=>{r=w,e.style.setProperty("transform",`translate(${(l.x-r.x)/m}px, ${(l.y-r.y)/m}\
px)`),o(r,s)},f=w=>(r=fa(w,s),p()),u=()=>r!==l&&p(),h=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener(
"wheel",w=>{if(!n||!(w.ctrlKey||w.metaKey))return;w.preventDefault(),u();let m=e.getBoundingClientRect();f(lt(r,Math.exp(
-w.deltaY*.002),(w.clientX-m.left)/m.width,(w.clientY-m.top)/m.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",w=>{w.button||!n||(i={x:w.clientX,y:w.clientY,box:r,unit:h()},a=!1)},{signal:t}),e.addEventListener("pointermov\
e",w=>{if(!i)return;let m=w.clientX-i.x,x=w.clientY-i.y;if(!a&&Math.hypot(m,x)<4)return;a||e.setPointerCapture(w.pointerId),
a=!0;let S={...i.box,x:i.box.x-m*i.unit,y:i.box.y-x*i.unit};S.w===l.w&&S.h===l.h?d(S,i.unit):f(S)},{signal:t});let k=()=>{
i=null,u()};for(let w of["pointerup","pointercancel"])e.addEventListener(w,k,{signal:t});return e.addEventListener("clic\
k",w=>{a&&w.stopPropagation(),a=!1},{signal:t,capture:!0}),e.addEventListener("keydown",w=>{let m={"+":1.25,"=":1.25,"-":.8}[w.
key],x=w.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[w.key];if(m)f(lt(r,m));else if(x)f(
{...r,x:r.x+x[0]*40*h(),y:r.y+x[1]*40*h()});else if(w.key==="0")f(s);else return;w.preventDefault()},{signal:t}),{attach(w,m=!1){
n=w;let x=n?.viewBox.baseVal;s=x&&x.width?{x:x.x,y:x.y,w:x.width,h:x.height}:{x:0,y:0,w:100,h:100},m||(r=s),p()},hold(w,m){
let x=w.getBoundingClientRect();f({...r,x:r.x+(x.left-m.left)*h(),y:r.y+(x.top-m.top)*h()})},center:(w,m)=>f({...r,x:w-r.
w/2,y:m-r.h/2}),zoom:w=>f(lt(r,w>0?1.25:1/1.25)),fit:()=>f(s),whole:()=>s,start(w){let[m,x]=[e.clientWidth,e.clientHeight],
S=ts(s,m,x);f(S.w<s.w?ts(s,m,x,ma(w(),S)):S)},reveal(w){u();let m=e.getBoundingClientRect(),x=w.getBoundingClientRect();
if(x.left>=m.left&&x.right<=m.right&&x.top>=m.top&&x.bottom<=m.bottom)return;let S=(x.left+x.right-m.left-m.right)/2,y=(x.
top+x.bottom-m.top-m.bottom)/2;f(ha({...r,x:r.x+S*h(),y:r.y+y*h()},s))}}}var ga=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function ba(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let i=getComputedStyle(o[r]);s.setAttribute("style",ga.map(a=>`${a}:${i.getPropertyValue(a)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=wa(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function wa(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function Ut(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function ns(e,t,o,n){if(t==="dot")return Ut(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=ba(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return Ut(r,"graph.svg");let i=new Image,a=URL.createObjectURL(r);i.src=a,await i.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(i.width,i.height));l.width=Math.round(i.width*p),l.height=Math.round(i.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(i,0,0,l.width,l.height)),URL.revokeObjectURL(
a),l.toBlob(f=>f&&Ut(f,"graph.png"),"image/png")}var ss={id:"graph",label:"Graph",create:xa};function xa({select:e,ask:t,open:o,offline:n,signal:s}){let r=c("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),i=es((M,I)=>a.center(M,I),s),a=os(r,s,i.update),l=Jn({view:a,draw:M=>R(
M),measure:B,search:M=>t("SearchGraph",{text:M}),found:M=>R({reveal:M}),save:$,signal:s}),p=Qn({choose:F,frame:r,signal:s}),
d=c("div",{class:"opscope-nothing"}),f=c("div",{class:"opscope-graph-tab"},l.el,c("div",{class:"opscope-graph-box"},r,p.
el,d,i.el),l.foot),u=null,h=null,k=!0,w=!1,m="",x="",S="",y=null,b,v,N="",A=M=>u?.nodes.get(M)??u?.nodes.get(u.hiddenIn.
get(M)??""),P=M=>M?.getAttribute("data-node")??"";function R(M){h?.arrangement&&(l.wait(!0),t("DrawGraph",{open:h.open,arrangement:h.
arrangement,...M},()=>l.wait(!1)))}function T(M,I,j){if(!h)return;let J=j.getBoundingClientRect();y={scope:M,left:J.left,
top:J.top};let oe=Q=>Q===M||Q.startsWith(`${M}/`);R({open:I?[...h.open,M]:h.open.filter(Q=>!oe(Q)),center:I?h.center:""})}
function B(M,I){M!=="health"&&t("MeasureOperators",{by:M,step:b?.stopped?.step||0,against:I},(j,J)=>l.measured(j,J)),b&&
Z(b)}function $(M){let I=getComputedStyle(f).getPropertyValue("--o-ground")||"#ffffff";u&&h&&ns(u.svg,M,h.dot,I)}function F({
kind:M,fields:I}){let{id:j,spec:J,op:oe}=I,Q=j===void 0?void 0:u?.nodes.get(j);M==="compose"?o("breakpoints",J):M==="att\
ributes"?o("code",oe):M==="open"&&Q?T(j,!0,Q):M==="center"?R({center:j,reveal:j}):M!=="open"&&t(M,I)}function D(M,I){let j=P(
M),J=u?.folded.get(j),oe=Hn(I.values,j,J);oe&&e(oe,!1),S=j;let Q=[];h?.arrangement&&!n&&(M.hasAttribute("data-scope")&&Q.
push({name:"open",label:"Open",kind:"open",fields:{id:j}}),Q.push({name:"center",label:"Show the neighborhood only",kind:"\
center",fields:{id:j}}));let ce=n?-1:be(j),_=M.querySelector("text")?.textContent??"";p.show([...ce>=0?Zn(I,ce):[],...Q],
_,ce>=0?`op ${ce}`:J?`${J.length} inside`:"",M)}r.addEventListener("click",M=>{let I=M.target,J=I.closest(".opscope-fold")?.
closest("[data-scope]");if(J)return T(J.getAttribute("data-scope")??"",J.hasAttribute("data-node"),J);let oe=I.closest("\
[data-node]");if(!oe||!b)return;let Q=P(oe);if(!n&&(I.closest(".opscope-gutter")||be(Q)>=0&&M.altKey))return ee(Q);D(oe,
b)},{signal:s}),r.addEventListener("dblclick",M=>{let I=M.target.closest("[data-node][data-scope]");!I||n||!h?.arrangement||
(p.close(),T(P(I),!0,I))},{signal:s}),r.addEventListener("pointerover",M=>{let I=M.target.closest("[data-node]");I&&be(P(
I))>=0&&!n&&Pn(I),l.read(I?P(I):"")},{signal:s}),r.addEventListener("focusin",({target:M})=>S=P(M)||S,{signal:s}),r.addEventListener(
"keydown",M=>H(M)&&(M.preventDefault(),M.stopPropagation()),{signal:s});function H(M){if(!u||!b||M.altKey||M.ctrlKey||M.
metaKey||M.shiftKey)return!1;let I=u.nodes.get(S);if(M.key==="/"&&h?.arrangement)return l.focusSearch(),!0;if(M.key.startsWith(
"Arrow")){let j=I?Kn(u,S,M.key):P(A(m)??[...u.nodes.values()][0]??null);return j&&X(j),!0}if(!I)return!1;if(M.key==="Ent\
er"||M.key===" ")return I.hasAttribute("data-scope")&&h?.arrangement&&!n?T(S,!0,I):(D(I,b),p.focus()),!0;if(M.key==="Bac\
kspace"){let j=[...u.frames].filter(([,J])=>ya(J,I)).at(-1);return j&&h?.arrangement&&T(j[0],!1,j[1]),!0}return!1}function X(M){
let I=u?.nodes.get(M);I&&(S=M,a.reveal(I),I.focus({preventScroll:!0}),l.read(M))}function ee(M){let I=C(Wt(b?.breakpoints??
[]),M);for(let{number:j}of I)t("ClearBreakpoint",{number:j});!I.length&&be(M)>=0&&t("SetBreakpoint",{spec:`id:${be(M)}`})}
function C(M,I){return[...new Set((u?.folded.get(I)??[I]).flatMap(j=>M.get(be(j))??[]))]}function E(M){if(M===v||!r.clientWidth||
!u)return;v=M;let I=Wt(M);for(let[j,J]of u.nodes)j.startsWith("var-")||On(J,C(I,j))}function O(M){let I=!!(u&&h?.arrangement&&
h.program===M.program);u=qn(M.svg,!!M.arrangement&&!n),v=void 0,m=N="",p.close(),r.replaceChildren(),a.attach(null,I),u&&
(r.append(u.svg),a.attach(u.svg,I),k=!I,w=!0,I&&W(M)),L(d,u?"":"The graph could not be read."),g(d,"hidden",!!u),l.drawn(
M,!!u,n)}function W(M){let I=y&&(u?.nodes.get(y.scope)??u?.frames.get(y.scope));y&&I?a.hold(I,y):a.start(ie),y&&u?.nodes.
has(y.scope)&&(S=y.scope),y=null,M.reveal&&([x,S]=[M.reveal,M.reveal]),(r.contains(document.activeElement)||document.activeElement===
document.body||M.reveal)&&u?.nodes.get(S)?.focus({preventScroll:!0})}function Z(M){if(!u)return;let I=Dn(M.present),j=zn(
I,u.hiddenIn),J=M.values.get(l.selected),oe=J&&(A(`var-${l.selected}`)??A(`op-${J.op}`)),Q=l.by!=="health"&&M.fold.measured?.
by===l.by?M.fold.measured:null,ce=Q?Ko(Q,u.hiddenIn):new Map,_=Xo(l.by,ce.values());for(let[q,Y]of u.nodes){g(Y,"data-he\
alth",l.by!=="health"?void 0:u.folded.has(q)?j.get(q):I.get(q)),g(Y,"data-selected",Y===oe);let K=ce.get(q);g(Y,"data-he\
at",K===void 0?l.by==="health"?void 0:"none":(_.at(K)*100).toFixed(0)),Y.style.setProperty("--heat",K===void 0?"0%":`${(8+
84*_.at(K)).toFixed(0)}%`)}l.legend(Q,ce,_);let z=`${l.by} ${Q?.step} ${[...I.values()].join()}`;z!==N&&r.clientWidth&&(N=
z,pe())}function ie(){let M=u?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;return[...u?.nodes.values()??
[]].map(I=>{let j=I.getBBox();return{x:j.x+(M?.e??0),y:j.y+(M?.f??0),w:j.width,h:j.height}})}function pe(){let M=[...u?.
nodes.values()??[]].map(I=>{let j=I.querySelector(":scope > rect, :scope > a > rect, :scope > polygon");return j?getComputedStyle(
j).stroke:"#888888"});i.draw(a.whole(),ie().map((I,j)=>({box:I,color:M[j]})))}return{el:f,open(M){x=`op-${M}`,u&&!u.nodes.
has(x)&&u.hiddenIn.has(x)&&R({reveal:x})},update(M,{selected:I}){M.graph&&M.graph!==h&&(M.graph.svg!==h?.svg||M.graph.reveal)?
O(M.graph):!M.graph&&!b&&L(d,"No graph yet. A program is drawn when it first runs, eager code at each stop and step."),h=
M.graph,k&&r.clientWidth&&(k=!1,a.start(ie)),w&&u&&r.clientWidth&&(w=!1,Fn(u.nodes.values())),b=M,l.update(M,I,n),Z(M),E(
M.breakpoints);let j=M.stopped?`op-${M.stopped.op}`:"",J=A(j);if(j!==m){let Q=A(m);for(let ce of["data-current","data-pa\
st"])Q&&g(Q,ce,!1);J&&g(J,"data-current",!0),x||=j,m=j}J&&g(J,"data-past",M.stopped?.past);let oe=A(x);oe&&r.clientWidth&&
a.reveal(oe),x=""}}}function ya(e,t){let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&
o.right>=n.right&&o.top<=n.top&&o.bottom>=n.bottom}var rs={id:"notes",label:"Notes",create:ka,count:$a};function ka({select:e,signal:t}){let o=c("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=c("pre",{class:"opscope-error"}),s=c("div",{class:"opscope-notes-rows"}),r,i=0;return s.addEventListener(
"click",a=>{let l=a.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:c("div",{class:"opscope-note\
s"},o,n,s),update(a){if(L(n,a.error),g(n,"hidden",!a.error),g(o,"hidden",!!a.error||a.warnings.size>0),a.warnings===r&&a.
values.size===i)return;r=a.warnings,i=a.values.size;let l=[...a.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>va(p,a.values.has(p.subject))))}}}function va({subject:e,text:t},o){let n=[c("code",{},e),c("span",{},t)];return o?c(
"button",{class:"opscope-note",type:"button","data-name":e},...n):c("div",{class:"opscope-note"},...n)}function $a(e){return e.
warnings.size+(e.error?1:0)}var pt=[En,In,ss,en,Nn,rs,Ho];var Ma=0;function as(e,t,o){let n=new Map(e.map(l=>[l.id,c("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[c("span",{class:"opscope-long"},l.label),c("span",{class:"opscope-short"},l.short)]:[l.label];return c("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),r=c("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++Ma}`,g(l.el,"role","tabpanel"),g(l.el,"aria-labelledby",s[p].
id)});let i=0;function a(l){i=l,e.forEach((p,d)=>{g(s[d],"aria-selected",d===i?"true":"false"),g(s[d],"tabindex",d===i?0:
-1),g(p.el,"hidden",d!==i)})}return r.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(a(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=ue(l,i,e.length);p!==null&&(l.preventDefault(),a(p),s[p].focus(),
t())},{signal:o}),a(0),{el:c("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[i].id},show:l=>a(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&L(d,p?String(p):"")}}}var Sa=1e4,Ea=new Set(Ce.map(e=>e.kind)),La=new Set(["FetchDetail","WatchDetail"]);function Na(e){let{forward:t,parameters:o,
gradients:n}=Ze(e),s=[...t,...o,...n],r=i=>e.details.get(i)?.step??-1;return s.reduce((i,{name:a})=>r(a)>r(i)?a:i,s[0]?.
name??"")}function dt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,i=s.selected??e.get?.("selected")??"",a=!0,l,
p=new Map,d={},f=null,u=C=>[...p.values()].some(({kind:E,since:O})=>C(E)&&Date.now()-O<Sa),h=c("div",{class:"opscope-pan\
el",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"true"});
h.addEventListener("focusin",({target:C})=>g(C,"data-lm-suppress-shortcuts","true"),{signal:o});let k=(C,E={},O=void 0)=>{
if(delete d[C],!a)return O?.(!1,ro);p.set(H.command(C,E),{kind:C,done:O,since:Date.now()})},w=(C,E=!0)=>{l?.values.has(C)&&
(C!==i&&S(C),i=s.selected=C,m(C),E&&$.show("tensor"),H.refresh())};function m(C){!e.get||e.get("selected")===C||(e.set?.(
"selected",C),e.save_changes?.())}let x=()=>w(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",x),o.addEventListener(
"abort",()=>e.off("change:selected",x)));function S(C){if(d={},!a)return;k("WatchDetail",{name:C}),l&&l.details.get(C)?.
step!==l.values.get(C)?.step&&l?.phase!=="running"&&k("FetchDetail",{name:C})}let y=()=>H.refresh(),b=(C,E)=>{$.show(C),
B.get(C)?.open?.(E),y()},v=C=>k(C),N=Ro(k),A=(C,E=-1)=>{if(n)return n.goTo(C);N.goTo(C,E),y()},P=C=>{if(n)return n.steps;
let E=vt(C);return a&&E&&E.last>E.first?[E.first,E.last]:null},R=Fo({send:v,ask:k,seek:N,refresh:y,offline:r,signal:o}),
T=zo({select:C=>w(C,$.open!=="graph"),refresh:y,signal:o}),B=new Map(pt.map(C=>[C.id,C.create({select:w,ask:k,open:b,refresh:y,
goTo:A,reach:P,offline:r,signal:o})])),$=as(pt.map(({id:C,label:E,short:O})=>({id:C,label:E,short:O,el:B.get(C).el})),y,
o);h.addEventListener("keydown",C=>{let E=Vt(C);!E||!l||!a||!He(l).has(E)||r||(C.preventDefault(),(!C.repeat||!u(O=>Ea.has(
O)))&&v(E))},{signal:o}),s.tab&&$.show(s.tab);let F=io(),D=Do({root:h,offline:r,signal:o});R.el.querySelector(".opscope-\
headline")?.append(D.button),h.append(F.el,R.el,c("div",{class:"opscope-body"},T.el,$.el),D.el),t.append(h);let H=Eo({model:e,
el:h,signal:o,paint:X});function X(C,E){a=E==="live";let O=$.open==="tensor"&&(s.tab??"tensor")!=="tensor";H.show($.open),
s.tab=$.open,F.update(E),g(h,"data-lost",!a);for(let W of h.querySelectorAll("[data-asks]"))g(W,"inert",!a);a||p.clear(),
C!==l&&ee(C),l=C,C.values.has(i)||(i=Na(C),i&&(s.selected=i),i&&a&&!e.get?.("selected")&&m(i),i&&S(i)),O&&i&&a&&!r&&S(i),
C.stopped!==f&&$.open==="tensor"&&i&&!r&&a&&!u(W=>W==="FetchDetail")&&(f=C.stopped,f&&k("FetchDetail",{name:i})),g(h,"da\
ta-past",C.stopped?.past),R.update(C,a,Object.entries(d).find(([W])=>!La.has(W))?.[1]??""),T.update(C,i);for(let W of pt)
$.count(W.id,W.count?.(C)??0);B.get($.open)?.update(C,{selected:i,refusal:a?d.FetchDetail??d.WatchDetail??"":ao})}function ee(C){
l&&(C.phase!==l.phase||C.stopped!==l.stopped)&&(d={}),l&&C.runs>l.runs&&C.values.has(i)&&S(i);for(let E of C.responses){
let O=p.get(E.request);if(!O)continue;p.delete(E.request);let W=E.ok?E.text:E.text||`${O.kind} was refused`;!E.ok&&!O.done?.(
!1,W)&&(d[O.kind]=W),E.ok&&O.done?.(!0,W)}}return h}function Ta(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Aa(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let i of t)i(r,[])};return{on:(r,i)=>{t.add(
i)},off:(r,i)=>{t.delete(i)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function _a(e,t){let o=t.split(
`
`).filter(u=>u.trim()).map(uo),n=Aa(o),{steps:s,ends:r}=Ta(o),i=new AbortController().signal,a=()=>{},l=dt({model:n,el:e,
signal:i,page:{goTo:u=>a(u),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=c("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=c("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;a=u=>{
p.value=String(Math.max(0,s.filter(h=>h<=u).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
L(d,`step ${s[Number(p.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(c("label",{class:"opscope-scrub"},p,d))}var Cp=()=>{let e={};return{render({model:t,el:o,signal:n}){dt({model:t,el:o,signal:n,memory:e})}}};export{Cp as default,_a as replay};
