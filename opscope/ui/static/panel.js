// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Pe=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,pt=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:Pe(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:Pe(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:Pe(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:Pe(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],Te=pt.
flat(),ns=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],Wt=["StepBack","ReverseContinue","Goto"];function Fe(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...ns,
...Wt,...o])}return new Set(e.over&&e.recorded?[...t,...Wt]:t)}function Gt(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return Te.find(o=>o.key===e.key)?.kind}
function Ut({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Ae=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),dt={EditsChanged:[{
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
qt=256,Vt=.9;var Xt="−";function U(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Xt)}function ge(e){return e.length?e.join("×"):"scalar"}var Kt=9,
ss=16;function Yt(e){return e.length<=ss?[e,""]:[e.slice(0,-Kt),e.slice(-Kt)]}function Jt(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function De(e){return`${(100*e).toFixed(1)}%`}function Zt(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function Qt(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function oe(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function ut(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ae(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Vt?"zeros":"ok"}var ze={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function je(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function He(e){return e.grad_of||e.role==="backward"?
"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function eo(e,t,o){if(e.length<2)return e.
length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function he(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let i=s*
r,a=Math.ceil(e/i-1e-9),l=Math.floor(t/i+1e-9);if(l-a+1>=o-1||r===1)return Array.from({length:l-a+1},(p,d)=>(a+d)*i)}return[]}
function be(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",Xt)}var rs="http://www.w3.org/2000/svg";function c(e,t={},...o){let n=document.createElement(e);return to(n,t),n.append(...o),
n}function q(e,t={},...o){let n=document.createElementNS(rs,e);return to(n,t),n.append(...o),n}function We(e){let t=c("s\
pan",{class:"opscope-name"});return _e(t,e),t}function _e(e,t){if(e.title===t)return;e.title=t;let[o,n]=Yt(t);e.replaceChildren(
c("span",{},o),...n?[c("span",{class:"opscope-name-end"},n)]:[])}function to(e,t){for(let[o,n]of Object.entries(t))g(e,o,
n)}function g(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function L(e,t){e.textContent!==t&&(e.textContent=t)}function we(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var oo="no kernel answers",no="No kernel answers, and the elements of this value were not kept.",as={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function is(e){return as[e]}
function so(){let e=c("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){L(e,is(t)),g(e,"hidde\
n",t==="live")}}}function ao(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function io(e){
let t=ao(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var ro=["step","min","max","mean","std","zeros",
"nan","inf"];function cs(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=io(t[e.numbers]),s=n.length/(1+ro.length);return Array.from({length:s},(r,i)=>{let a={
...o[n[i]]};return ro.forEach((l,p)=>{let d=n[(p+1)*s+i];a[l]=Number.isNaN(d)?null:d}),a})}function ht(e,t,o=[]){let n=e.
events.map(i=>{let a=i.pixels?.buffer;return typeof a=="number"?{...i,pixels:ao(t[a])}:i}),s=n.findIndex(i=>i.kind!=="Ru\
nStarted"&&i.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...ls(e,t),...cs(e,t,o),...n.slice(r)]}function ls(e,t){
if(!e.trails?.length)return[];let o=io(t[e.block]),n=0;return e.trails.map(([s,r,i])=>{let a=(p,d)=>{let h=o[n+p*i+d];return Number.
isFinite(h)?h:null},l=Array.from({length:i},(p,d)=>({step:o[n+d],mean:a(1,d),min:a(2,d),max:a(3,d),rms:a(4,d),bad:o[n+5*
i+d]}));return n+=6*i,{kind:"Trail",slot:s,name:r,points:l}})}function co(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function uo(e){let t=new Blob([lo(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(lo)}}function lo(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var po="\
application/vnd.jupyter.widget-state+json",ps=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function ft(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[po]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),i=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),a=Object.fromEntries(ps.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));i[t]={model_module:a._model_module,
model_module_version:a._model_module_version,model_name:a._model_name,state:a},o.setMetadata("widgets",{[po]:{version_major:2,
version_minor:0,state:i}})}var mo={points:[],stride:1};function go({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(ho(n,s,t);n.length>qt;){t*=2;let r=[];for(let i of n)ho(r,i,t);n=r}return{points:n,stride:t}}function ho(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=ds(n,t):e.push(t)}function ds(e,t){return{
step:t.step,mean:t.mean,min:fo(Math.min,e.min,t.min),max:fo(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function fo(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function Ge(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function Ue(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function qe(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function bo(e,t){let o=new mt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
dt,n.kind))for(let s of dt[n.kind])us(o,s,n);return o.slots}var mt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Ae[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,go(s.get(o)??mo,n))}};function us(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(i=>o[i]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let i of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(i)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[Ue(o)]);else for(let[n,s]of qe(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Ae).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var hs=Object.freeze([]),fs=new Set,Ve=Object.freeze({...wo(Ae),runs:0,reached:0,seconds:null});function gt(e,t){return{...wo(bo(e.fold,t),e),...t.reduce(ms,e)}}function ms({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function wo(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):fs,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:gs(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
ws(e.breakpoints),exceptions:e.breakpoints?.exceptions??hs,step:[...e.steps.values()].at(-1)?.step??0,scalars:bs(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((i,a)=>[i,r.called?.[a]??""]))),graph:e.graph,values:e.
values,present:s?t.present:xs(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function gs(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function bs(e){let t=new Map([...e.steps.values()].flatMap(n=>qe(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function ws(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function xs(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function xo(e){return e.stopped?.step||ye(e)}function xe(e,t){return e.present.has(t.name)?
"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function yo(e,t){return e.over&&!e.stopped&&t.step<
ye(e)?`step ${t.step}`:""}function ko(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&
e.present.get(n);if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&t?t.names.indexOf(n):-1,i=e.scalarHistory.get(n)?.
points??[],a=o?.past?Ge(i,o.step):i.at(-1),l=r>=0?t?.scalars[r]??null:o?.past?a?.mean??null:e.scalars[n],p=r>=0?t?.step:
a?.step,d=o&&o.op<0&&!o.depth,h=p===o?.step?d?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?h:
""}]}))}function ye(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function Ke(e,t=""){let o=t.trim().toLowerCase(),
n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[He(s)].push(s);for(let s of Object.values(n))s.sort((r,i)=>r.op-i.op||(r.name<
i.name?-1:1));return n}function bt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var vo=250,ys=2.5,ks=["dead","terminating","restarting","autorestarting"],vs=2500,$s=400;function Ms(e,t){return t.kind===
"batch"&&t.n!==e+1}function $o({model:e,el:t,signal:o,paint:n}){let s=Math.random().toString(36).slice(2),r=Math.floor(Math.
random()*2**20)*2**20,i=Ve,a=0,l=!1,p=!1,d=!1,h=!1,u=0,f="",k=()=>`${t.clientWidth} ${getComputedStyle(t).color}`,w="liv\
e",m=Date.now(),x=vs,S=[],y="",b=!1,v=$=>{try{e.send($)}catch{m=0}},A=()=>{u=0,f=k();try{n(i,w)}finally{h&&v({kind:"ack",
n:a,view:s}),h=!1}},_=()=>{!u&&p&&!o.aborted&&(u=requestAnimationFrame(A))},P=()=>{l=!1,v({kind:"attach",view:s,tab:y})},
O=()=>{let $=p&&!document.hidden;$!==d&&(d=$,m=Date.now(),d?P():v({kind:"detach",view:s}),_())},N=async()=>{let $=e.get?.(
"frame");if(!$||a||b)return;b=!0;let{message:F,buffers:G}=await uo($);a||(i=gt(Ve,ht(F,G)),_())},B=()=>{if(p&&k()!==f&&_(),
!d||!x)return;let $=Date.now()-m;!a&&$>$s&&N();let F=e.widget_manager?.kernel,G=!!F&&(F?.isDisposed||ks.includes(F?.status??
""));if($<(G?vo:x))return;let K=a?"lost":b?"saved":"nothing";K!==w&&(w=K,_())},M="",D=$=>{M=$,ft(e,$)},z=()=>M&&ft(e,M),
j=($,F)=>{if(m=Date.now(),w!=="live"&&(w="live",$.kind!=="snapshot"))return P();if($.beat&&(x=ys*1e3*$.beat),$.id&&D($.id),
!($.kind!=="snapshot"&&!($.kind==="batch"&&l))){if(Ms(a,$))return P();i=gt($.kind==="snapshot"?Ve:i,ht($,F,S)),a=$.n,l=!0,
h||=!!$.ack,_()}},X=new IntersectionObserver($=>{p=$[$.length-1].isIntersecting,O()},{rootMargin:"100px"}),ee=new ResizeObserver(
_);e.on("msg:custom",j),e.get&&e.on("change:frame",z),X.observe(t),ee.observe(t),document.addEventListener("visibilitych\
ange",O,{signal:o}),e.get||(x=0),v({kind:"render",view:s});let C=setInterval(B,vo);return o.addEventListener("abort",()=>{
e.off("msg:custom",j),e.get&&e.off("change:frame",z),X.disconnect(),ee.disconnect(),cancelAnimationFrame(u),clearInterval(
C),d&&v({kind:"detach",view:s})}),{refresh:_,show($){$!==y&&(y=$,d&&v({kind:"show",view:s,tab:y}))},command($,F={}){return v(
{kind:$,request:++r,...F}),r}}}var Ss=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Es=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Ls=new RegExp(Es.map(e=>e.source).join("|"),"giu");function wt(e){let t=[],o=0;for(let n of e.
matchAll(Ls)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Ns(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Ns(e,t){return Ss.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Ts(e){return e.split(/[/\\]/).at(
-1)||e}function Mo(){let e=c("span",{class:"opscope-line-number"}),t=c("code",{}),o=c("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){g(o,"hidden",!n),g(o,"title",`${n}:${s}
${r}`),L(e,`${Ts(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...wt(r).map(([i,a])=>i==="plain"?a:c("span",{"data-tok\
en":i},a)))}}}function Eo(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
, in ${t}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${t}`}function Lo({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function No(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function As(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${ye(e)}, in the past`:"in the past":""}function So(e){let t=e.
stopped;return t?[Eo(t),Lo(t),No(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function _s(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&Xe(e))return Xe(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function Xe({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function Cs({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function To(e){
let t=c("span",{class:"opscope-op"}),o=c("span",{class:"opscope-reason"}),n=c("span",{class:"opscope-at"}),s=c("span",{class:"\
opscope-said"}),r=c("div",{class:"opscope-where"},t,o,n,s),i=c("span",{class:"opscope-past"}),a=Mo(),l=c("div",{class:"o\
pscope-place-bar"},i,r,a.el);return{el:l,update(p,d){let h=p.stopped,u=So({...p,stopped:null});L(t,h?Eo(h):""),L(o,h?Lo(
h):""),L(n,h?No(h.past?{...h,step:null}:h):"");let f=Cs(p);L(s,d||f||(h?"":u||_s(p))),g(r,"data-bad",!!d||!h&&!!u);let k=!d&&
!h&&p.phase==="running"&&!!Xe(p);g(r,"data-slow",k),g(r,"title",d||(k?Xe(p):So(p))),g(o,"data-reason",h?.reason),L(i,As(
p)),g(i,"hidden",!h?.past),g(l,"data-past",h?.past),g(l,"hidden",e&&!h&&!u),a.update(h?.path??"",h?.line??0,h?.source??""),
g(l,"data-source",!!h?.path)}}}var Is=64,Rs=2**-23;function Os(e,t,o){let n=Math.max(1,Math.ceil(e.length/Is)),s=e.filter((w,m)=>(e.length-1-m)%n===0),
r=s.flatMap(w=>w.mean===null?[]:[w.mean]),i=Math.min(...r),a=Math.max(...s.flatMap(w=>[w.min??0,w.max??0,w.mean??0].map(
Math.abs))),l=Math.max(...r)-i,p=l>Rs*a?l:0,d=s[0]?.step??0,h=(s.at(-1)?.step??0)-d||1,u="",f="",k="M";for(let w of s){let m=(1+
(w.step-d)/h*(t-2)).toFixed(1);if(w.bad&&(f+=`M${m},${o-3}V${o}`),w.mean===null){k="M";continue}let x=p>0?o-4-(w.mean-i)/
p*(o-6):o/2;u+=`${k}${m},${x.toFixed(1)}`,k="L"}return{line:u,bad:f}}function Ye(e,t){let o=q("path",{class:"opscope-spa\
rk-line"}),n=q("path",{class:"opscope-spark-bad"}),s=q("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(i){if(i===r)return;r=i;let a=Os(i?.points??[],
e,t);g(o,"d",a.line),g(n,"d",a.bad)}}}var Bs=[64e6,256e6,1e9,4e9],Ps={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Fs(e){return[...new Set([...Bs,e])].sort((t,o)=>t-o)}function Ds({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Zt(t.recording)}`}function Ao({
ask:e,signal:t}){let o=c("span",{class:"opscope-label"}),n=c("i",{class:"opscope-switch"}),s=c("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=c("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),i=c("span",{class:"opscope-bytes"}),a=c("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=c("span",{class:"opscope-limit"},"of ",a),p=c("span",{class:"opscope-memory"},i,
l),d=!1,h=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),a.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(a.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(u){d=!!u.recording?.on;let f=!!u.
recording&&!u.over;L(o,f?"Recording":"Recorded"),s.disabled=!f,g(s,"aria-checked",d&&f?"true":"false"),g(s,"title",f?Ps[d?
"off":"on"]:void 0);for(let k of[n,r,l])g(k,"hidden",!f);L(r,Ds(u)),L(i,ut(u.recorded?.bytes??0)),u.recording&&u.recording.
budget!==h&&(h=u.recording.budget,a.replaceChildren(...Fs(h).map(k=>c("option",{value:k,selected:k===h},ut(k)))))}}}var zs=1e4;function _o(e,t=Date.now){let o=null,n=null,s=-1,r=null,i=null,a=!1,l=0,p=()=>i!==null&&t()-i<zs,d=(u,f)=>{let k=++l;
i=t(),a=u==="Pause",e(u,f,w=>{k===l&&(w||(o=n=null),(!w||!a)&&(i=null))})},h=u=>{a&&u.phase!=="running"&&(a=!1,i=null),!(n===
null||u.phase==="running"||u.stopped===r)&&(i!==null&&u.stopped?.step!==n||(n=i=null))};return{get target(){return o??n},
goTo(u,f=-1){o=u,s=f},follow(u){if(h(u),!(o===null||p())){if(u.phase==="running")return d("Pause",{});n=o,o=null,r=u.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function xt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:ye(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Co({
ask:e,seek:t,refresh:o,signal:n}){let s=c("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=c("span",{class:"opscope-track-box"},s),i=c("output",{class:"opscope-number"}),a=Ao({ask:e,signal:n}),l=c(
"div",{class:"opscope-timeline","data-asks":!0},a.toggle,r,i,a.cost,a.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let d=xt(p);g(l,"hidden",!d&&!p.recording),a.update(p),t.follow(p);let h=d?
Math.min(d.last,Math.max(d.first,t.target??d.at)):0,[u,f]=d?[d.first,d.last]:[0,0];g(s,"min",u),g(s,"max",f),s.disabled=
u===f||p.phase==="waiting",Number(s.value)!==h&&(s.value=String(h)),s.style.setProperty("--at",`${100*(h-u)/Math.max(1,f-
u)}%`),g(l,"data-past",!!p.stopped?.past),g(l,"data-phase",p.recording?.on===!1?"off":p.phase),g(s,"aria-valuetext",d?`s\
tep ${h} of ${f}`:"no step yet"),L(i,d?`step ${h} / ${f}`:"no step yet"),g(r,"title",d?`steps ${u} to ${f} are recorded`:
"no step is recorded yet")}}}var js=new Set,Hs=new Set(["Pause","Continue","Terminate"]);function Io({send:e,signal:t}){let o=new Map,n=pt.map(a=>c("\
div",{class:"opscope-group"},...a.map(r))),s=c("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(a){
let l=q("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});a.line&&l.append(q("path",{d:a.line,class:"\
opscope-stroke"})),a.fill&&l.append(q("path",{d:a.fill}));let p=c("button",{class:`opscope-button opscope-${a.name}`,type:"\
button",title:Ut(a),"aria-label":a.label,"aria-keyshortcuts":a.key});return p.append(l),Hs.has(a.kind)&&p.append(c("span",
{},a.label)),p.addEventListener("click",()=>e(a.kind),{signal:t}),o.set(a.kind,p),p}function i(a,l){let p=a.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!a.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(a,l){let p=l?Fe(a):js,d=a.phase==="running"||a.phase==="waiting";for(let[h,u]of o)i(u,()=>{u.disabled=!p.has(
h),(h==="Pause"||h==="Continue")&&g(u,"hidden",d!==(h==="Pause"))})}}}var Ws=4,Ro="NaN/Inf";function Gs(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Us(e){return e===null?Ro:U(e)}
function qs(e){return e.seconds?U(1/e.seconds):"–"}function Oo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let i=c(
"span",{class:"opscope-title"}),a=c("span",{class:"opscope-place"}),l=c("span",{class:"opscope-state",role:"status"}),p=To(
s),d=Co({ask:t,seek:o,refresh:n,signal:r}),h=Io({send:e,signal:r}),u=yt("step","opscope-step"),f=yt("steps / s","opscope\
-rate"),k=c("div",{class:"opscope-metrics"},u.el,f.el),w=c("div",{class:"opscope-headline"},c("div",{class:"opscope-name\
s"},i,a),l),m=c("header",{class:"opscope-header"},w,p.el);s||(w.append(h.el),m.append(d.el)),m.append(k);let x=new Map;return{
el:m,update(S,y,b){L(i,S.title||"run"),L(a,S.place),g(l,"data-past",S.stopped?.past);let v=!y&&(S.phase==="running"||S.phase===
"waiting");g(l,"data-phase",v?"gone":S.phase),L(l,v?"no kernel":Gs(S)),p.update(S,b),s||(d.update(S),h.update(S,y)),u.update(
String(xo(S))),f.update(qs(S));let A=[...ko(S)].slice(0,Ws);for(let[_,{value:P,when:O}]of A){let N=x.get(_)??yt(_,"opsco\
pe-scalar",!0);x.set(_,N),N.update(Us(P),S.scalarHistory.get(_),O,S.scalarNames.get(_))}we(k,[u.el,f.el,...A.map(([_])=>x.
get(_).el)])}}}function yt(e,t,o=!1){let n=c("span",{class:`opscope-number ${t}`}),s=Ye(96,30),r=c("span",{class:"opscop\
e-label",title:e},e),i=c("span",{class:"opscope-when"}),a=c("div",{class:"opscope-metric"},c("div",{},r,n,...o?[i]:[]));
return o&&a.append(s.el),{el:a,update(l,p,d="",h=""){L(r,h||e),g(r,"title",h?`${h}, ${e}`:e),L(n,l),L(i,d),g(a,"data-els\
ewhere",!!d),g(n,"data-bad",l===Ro),o&&s.update(p)}}}var Vs=[["Anywhere","?","this page"],["Anywhere","Tab","to the next part of the panel"],["List of values","↑ ↓ Home End",
"select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to another step"],["Gr\
aph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← \
→","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← \
→","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ Home End","to another lin\
e"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of the line"],["Evaluation \
line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function Ks(e){let t=new Map,o=e?[]:Te.filter(
n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,r]of[...o,...Vs])t.set(n,[...t.get(n)??[],[s,r]]);
return t}function Bo({root:e,offline:t,signal:o}){let n=c("button",{class:"opscope-button",type:"button"},"Close"),s=[...Ks(
t)].map(([p,d])=>c("section",{},c("h4",{},p),c("dl",{},...d.flatMap(([h,u])=>[c("dt",{},...h.split(" ").map(f=>c("kbd",{},
f))),c("dd",{},u)])))),r=c("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},c("div",{class:"opsc\
ope-keys-head"},c("b",{},"Keys"),n),c("div",{class:"opscope-keys-groups"},...s)),i=c("button",{class:"opscope-button ops\
cope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),a=null,l=p=>{p!==!r.hidden&&
(p&&(a=e.ownerDocument.activeElement),g(r,"hidden",!p),p?n.focus({preventScroll:!0}):(a&&e.contains(a)?a:e).focus({preventScroll:!0}))};
return i.addEventListener("click",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener(
"keydown",p=>{let d=p.target.matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!==
"?"||d)||(p.preventDefault(),p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:i}}var Xs={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function Po({select:e,refresh:t,
signal:o}){let n=c("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),
s=c("span",{class:"opscope-found"}),r=c("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),i=c(
"aside",{class:"opscope-list"},c("div",{class:"opscope-search"},n,s),r),a=new Map,l=[],p="",d=Object.fromEntries(Object.
entries(Xs).map(([u,f])=>[u,Ys(f)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",u=>{let f=u.target.closest("[data-name]");f&&e(f.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",u=>{let f=ce(u,l.indexOf(p),l.length);f!==null&&(u.preventDefault(),e(l[f]),a.get(l[f])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:i,update(u,f){p=f;let k=Ke(u,n.value);l=[];let w=[];for(let[S,y]of Object.
entries(k)){if(!y.length)continue;let b=d[S];L(b.count,String(y.length)),w.push(b.el);for(let v of y){let A=a.get(v.name)??
Zs(v.name);a.set(v.name,A),l.push(v.name),w.push(A.el)}}we(r,w),g(r,"aria-activedescendant",a.get(f)?.el.id);let m=u.values.
size,x=u.cost?.hz&&!u.over?` · ${Qt(u.cost.hz)}`:"";L(s,`${l.length===m?m:`${l.length} of ${m}`}${x}`),g(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),g(r,"data-empty",m?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),h(u,f)}};function h(u,f){let{clientHeight:k,
scrollTop:w}=r,m=l.map(y=>a.get(y)),x=m[0]?.el.offsetHeight||44,S=m.map(y=>y.el.offsetTop-w);m.forEach((y,b)=>{let v=l[b],
A=S[b]>-2*x&&S[b]<k+2*x;g(y.el,"aria-selected",v===f?"true":"false");let _=u.values.get(v);A&&_&&y.update(_,u.history.get(
v),xe(u,_),yo(u,_))})}}function Ys(e){let t=c("span");return{el:c("div",{class:"opscope-heading",role:"presentation"},e,
t),count:t}}var Js=0;function Zs(e){let t=c("span",{class:"opscope-pill"}),o=We(e),n=c("span",{class:"opscope-spec"}),s=c(
"span",{class:"opscope-mean"}),r=c("span",{class:"opscope-std"}),i=Ye(52,26),a=c("div",{class:"opscope-row",role:"option",
"data-name":e,id:`opscope-value-${++Js}`},t,o,n,s,r,i.el),l,p="";return{el:a,update(d,h,u,f){i.update(h);let[k,w]=[u||f,
`${u}, ${f}`];if(d===l&&w===p)return;l=d,p=w,g(a,"data-elsewhere",!!u);let m=ae(d);g(a,"data-health",m);let[x,S]=je(d);_e(
o,x),L(t,ze[m]),L(n,`${k?`${k}  `:""}${ge(d.shape)}  ${Jt(d.dtype)}${S?`  ${S}`:""}`),L(s,U(d.mean)),L(r,d.std===null||!d.
shape.length?"":`± ${U(d.std)}`)}}}var Qs="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function se(e,t,o,n="text"){return c("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function Fo({ask:e,showProblem:t,signal:o}){
let n=se("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=se("condition-field","only i\
f … (optional)","condition"),r=se("hits-field","1","stop from this hit on","number"),i=c("input",{class:"opscope-log-f\
ield",type:"checkbox"}),a=se("message-field","message, as: loss is {loss}","log message of a line of Python"),l=c("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=c("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),d=c("span",{class:"opscope-logging"},c("label",{title:"write a note at each hit, and go on"},
i," only log"),a),h=c("summary",{},"Hits, log …"),u=c("details",{class:"opscope-breakpoint-more"},h,c("div",{},c("labe\
l",{},"stop from hit ",r),d)),f=c("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,u);g(r,"min",1),g(a,"h\
idden",!0);let k=null,w=y=>{t(y),g(n,"aria-invalid",y?"true":void 0)},m=()=>Math.max(1,Math.round(Number(r.value)||1));function x(y){
k=y,n.value=y?.spec??"",n.readOnly=!!y,s.value=y?.condition??"",r.value=y&&y.wanted>1?String(y.wanted):"",i.checked=!1,a.
value="",g(a,"hidden",!0),g(d,"hidden",!!y),L(l,y?`Change ${y.number}`:"Add"),g(p,"hidden",!y),y&&(u.open=y.wanted>1||u.
open),w("")}function S(){let y={spec:n.value.trim(),condition:s.value.trim(),hits:m()};if(!y.spec)return w(Qs);w("");let b=(v,A)=>{
let _=n.value.trim()===y.spec&&s.value.trim()===y.condition;return v&&_&&x(null),(!v||A)&&w(A),!0};k?e("ChangeBreakpoint",
{number:k.number,enabled:k.enabled,condition:y.condition,hits:y.hits},b):e("SetBreakpoint",{spec:y.spec,condition:y.condition,
...y.hits>1&&{hits:y.hits},...i.checked&&{log:!0,message:a.value.trim()}},b)}f.addEventListener("submit",y=>(y.preventDefault(),
S()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),i.addEventListener("change",()=>g(a,"hidden",!i.checked),
{signal:o});for(let y of[n,s,r,a])y.addEventListener("input",()=>w(""),{signal:o}),y.addEventListener("keydown",b=>{b.key===
"Escape"&&k&&x(null),!(b.key!=="Enter"||b.isComposing)&&(b.preventDefault(),f.requestSubmit())},{signal:o});return{el:f,
problem:w,change(y){x(y),s.focus()},compose(y){x(null),n.value=y,s.focus()}}}var er=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function tr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function kt(e){return`${oe(e)} ${e===
1?"hit":"hits"}`}function or({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function nr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var Do={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:sr,count:e=>e.breakpoints.length};function sr({ask:e,open:t,offline:o,signal:n}){
let s=c("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),i=Fo({ask:e,showProblem:m=>{L(s,m),g(s,"hidden",
!m)},signal:n}),a=c("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=c("div",{class:"opscope-breakpoint-rows"}),p=c("div",
{class:"opscope-breakpoints"}),d=er.map(([m,x])=>({name:m,box:c("input",{type:"checkbox","data-filter":m}),title:x})),h=c(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
h.append(...d.map(({name:m,box:x,title:S})=>c("label",{title:S},x,` ${m}`))),o||p.append(i.el,h,s),p.append(a,l);let u,f=[],
k=(m,x)=>(i.problem(m?"":x),!0);h.addEventListener("change",()=>{let m=d.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:m},k)},{signal:n}),l.addEventListener("click",m=>{let x=m.target,S=x.closest("[data-num\
ber]"),y=f.find(({number:b})=>b===Number(S?.dataset.number));y&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:y.
number},k):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:y.number,enabled:!y.enabled,condition:y.condition,
hits:y.wanted},k):x.closest(".opscope-breakpoint-condition")?i.change(y):x.closest(".opscope-breakpoint-ops")&&t("graph",
y.ops[0]))},{signal:n});function w(m,x){let S={"data-conditional":!!m.condition,"data-off":!m.enabled,"data-hollow":!m.verified,
"data-log":!!m.log},y=nr(m),b=or(m),v=c("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":m.
enabled?"true":"false","aria-label":y,title:y,disabled:o,...S}),A=c("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!m.ops.length},tr(m)),_=c("button",{class:"opscope-breakpoint-condition",type:"\
button",title:b?`${b}; click to change`:"set a condition","aria-label":`condition of breakpoint ${m.number}: ${b||"alway\
s"}`,disabled:o},b),P=c("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${m.number}`});return P.append(q("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},q("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),c("div",{class:"opscope-breakpoint","data-number":m.
number,"data-op":m.ops[0],"data-here":x,"data-off":!m.enabled},v,c("span",{class:"opscope-breakpoint-number"},String(m.number)),
c("code",{class:"opscope-breakpoint-spec",title:m.spec},m.spec),_,A,c("span",{class:"opscope-breakpoint-hits"},kt(m.hits)),
...o?[]:[P],...m.problem?[c("div",{class:"opscope-breakpoint-problem"},m.problem)]:[])}return{el:p,open:m=>i.compose(String(
m)),update(m){g(a,"hidden",m.breakpoints.length>0);for(let{name:v,box:A}of d)A!==document.activeElement&&(A.checked=m.exceptions.
includes(v));let x=m.stopped?.reason.endsWith("breakpoint")?m.stopped.op:-1,S=JSON.stringify([m.breakpoints,x]);if(S===u)
return;u=S,f=m.breakpoints;let y=document.activeElement?.closest?.("[data-number]"),b=l.contains(y)?document.activeElement.
className:"";l.replaceChildren(...f.map(v=>w(v,v.ops.includes(x)))),b&&l.querySelector(`[data-number="${y?.dataset.number}\
"] .${b}`)?.focus({preventScroll:!0})}}}function zo(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function jo(e){return e.functions.
map((t,o)=>o).reverse()}function Ho({ask:e,show:t,refresh:o,signal:n}){let s=c("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=c("div",{class:"opscope-empty"}),i=c("div",{},r,s),a=c("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=c("div",{class:"opscope-empty"}),p=c("\
div",{},l,a),d="",h=-1,u="",f,k,w=null;function m(b){w&&(h=b,f=void 0,e("FetchVariables",{frame:b},x),w.paths[b]&&t(w.paths[b],
w.lines[b]),o())}let x=(b,v)=>(u=b?"":v,k=void 0,!0);s.addEventListener("click",b=>{let v=b.target.closest("[data-frame]");
v&&m(Number(v.dataset.frame))},{signal:n}),s.addEventListener("keydown",b=>{if(!w)return;let v=jo(w),A=ce(b,v.indexOf(h),
v.length);A!==null&&(b.preventDefault(),b.stopPropagation(),m(v[A]),S(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function S(){let b=w,v=b&&JSON.stringify([b,h]);if(v===f)return;f=v;let A=s.contains(document.
activeElement);s.replaceChildren(...(b?jo(b):[]).map(_=>{let P=b?.paths[_]?`${b.paths[_].split(/[/\\]/).at(-1)}:${b.lines[_]}`:
"",O=_===h;return c("div",{class:"opscope-frame",role:"option","aria-selected":O?"true":"false",tabindex:O?0:-1,"data-fr\
ame":_,"data-kind":b?.kinds[_],"data-now":b?.now[_],title:`${b?.texts[_]}${b?.now[_]?`
where the program is now; the run shows its past`:""}`},c("b",{},b?.functions[_]??""),c("code",{},b?.texts[_]??""),c("sp\
an",{},b?.now[_]?`${P} now`:P))})),A&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function y(b){let v=b.
fold.variables,A=zo(b,v)&&(v?.frame===h||v?.frame===h-(w?.functions.length??0))?v:null;if(A===k&&A)return;k=A;let _=b.phase===
"running"?"":u||(A&&!A.names.length?"No variables.":"");L(l,_),g(l,"hidden",!_),a.replaceChildren(...(A?.names??[]).map(
(P,O)=>{let N=A?.called?.[O]??"";return c("div",{},c("dt",{title:N?`${N}, ${P}`:P},N||P),c("dd",{title:`${A?.texts[O]}${A?.
now[O]?`
of now: the recording does not have it`:""}`,"data-now":A?.now[O]},A?.texts[O]??""))}),...A&&A.total>A.names.length?[c("\
div",{},c("dt",{},"…"),c("dd",{},`${A.total-A.names.length} more`))]:[])}return{el:i,variables:p,get frame(){return h},
update(b){let v=b.stopped,A=b.phase==="running"||b.phase==="waiting"?"":`${v?.run} ${v?.tick} ${v?.reason}`;A!==d&&(d=A,
h=-1,u="",A&&(e("FetchStack",{},(P,O)=>P?void 0:x(P,O)),e("FetchVariables",{frame:-1},x))),w=A&&zo(b,b.fold.stack)?b.fold.
stack:null,w&&h<0&&w.functions.length&&(h=w.functions.length-1);let _=A?w&&!w.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";L(r,_),g(r,"hidden",!_),S(),y(b)}}}var rr=30;function Wo({ask:e,frame:t,signal:o}){let n=se("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=c("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=c("form",{class:"opscope-evaluation","data-asks":!0},s,c("div",{class:"opscope-evaluation\
-line"},c("span",{"aria-hidden":"true"},"›"),n)),i=[],a=0;function l(){let p=n.value.trim();if(!p)return;n.value="",i.
push(p),a=i.length;let d=c("pre",{},"…");for(s.append(c("div",{class:"opscope-answer"},c("code",{},p),d));s.children.length>
rr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(h,u)=>(d.textContent=u,g(d,
"data-failed",!h),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&i.length)a=Math.max(0,Math.min(
i.length,a+d)),n.value=i[a]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,g(n,"title",d?"pause the run fir\
st":void 0)}}}function Go({ask:e,signal:t}){let o=c("div",{class:"opscope-attributes-title"}),n=c("dl",{class:"opscope-variables"}),s=c(
"div",{class:"opscope-empty",role:"status"}),r=c("div",{"data-asks":!0},o,n,s),i=-1,a="",l="",p;function d(h,u,f){e("Set\
Attribute",{op:h,name:u,value:f},(k,w)=>(L(s,w),g(s,"data-failed",!k),l="",!0))}return n.addEventListener("keydown",h=>{
let u=h.target.closest("input");h.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(h.key!=="Enter"||!u||h.isComposing)&&
(h.preventDefault(),d(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:r,choose(h){i=h,l=""},update(h,u){let f=h.stopped,
k=`${f?.run} ${f?.tick}`;k!==a&&f?.text!=="edited"&&(i=a?-1:i),a=k;let w=i>=0?i:f?.op??-1;u&&w>=0&&h.phase!=="running"&&
l!==`${w} ${k}`&&(l=`${w} ${k}`,e("FetchOperator",{op:w},(y,b)=>(y||L(s,b),!0)));let m=h.fold.shown_operator?.op===w?h.fold.
shown_operator:null,x=h.phase==="paused"&&!h.over&&!m?.fixed,S=JSON.stringify([m,x,w]);S!==p&&(p=S,L(s,""),L(o,m?`${m.op_type}\
 ${m.op}${m.name?` → ${m.name}`:""}`:"No operator: pause before one, or choose one in the graph."),g(o,"title",m?.site),
n.replaceChildren(...(m?.names??[]).flatMap((y,b)=>{let v=se("attribute-field","",`${y} of ${m?.op_type} ${m?.op}; Enter\
 sets it for this run`);return v.name=y,v.value=v.dataset.was=m?.texts[b]??"",v.dataset.op=String(m?.op),v.readOnly=!x,g(
v,"title",x?"Enter sets it for this run":m?.fixed?`cannot be changed: ${m.fixed}`:"pause the run to change it"),[c("dt",
{title:y},y),c("dd",{},v)]}),...m&&!m.names.length?[c("dt",{},"no attributes"),c("dd",{})]:[]))}}}var pe={time:{label:"time",about:"of a replay of the step, operator by operator",text:ar},memory:{label:"memory",about:"\
bytes that the operator writes",text:ir},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:U,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:De,log:!0}};
function ar(e){return e>=1?`${U(e)} s`:e>=.001?`${U(e*1e3)} ms`:`${U(e*1e6)} µs`}function ir(e){return e>=2**20?`${U(e/
2**20)} MiB`:e>=1024?`${U(e/1024)} KiB`:`${e} bytes`}function Uo(e,t){let o=pe[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let i=t.get(`op-${s}`)??`op-${s}`,a=n.get(i);n.set(i,a===void 0?e.numbers[r]:o?Math.max(a,e.numbers[r]):a+e.numbers[r])}),
n}function qo(e,t){let o=[...t].filter(i=>i>0),n=Math.max(...o,0);if(!pe[e]?.log)return{at:i=>n?Math.sqrt(i/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:i=>i<=0?0:r?Math.log(i/s)/r:1,low:s,high:n}}var Vo=["nan","inf","zeros","ok"];function cr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function lr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&cr(t,o[1])?Number(o[2]):0}function Ce(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Ko(e,t){let o=new Map,n=(r,i)=>o.set(r,[...o.get(r)??[],i]),s=Ce(
e);for(let r of t){let i=lr(r,e.path);if(i)n(i,r);else for(let[a,l]of s)r.ops.some(p=>l.includes(p))&&n(a,r)}return o}function pr(e,t){
let o=new Map([...Ce(e)].flatMap(([s,r])=>r.map(i=>[i,s]))),n=new Map;for(let s of t.values()){let r=o.get(s.op);if(r===
void 0)continue;let i=ae(s),a=n.get(r);(!a||Vo.indexOf(i)<Vo.indexOf(a))&&n.set(r,i)}return n}function dr(e,t){return`${e.
static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function Xo({ask:e,open:t,refresh:o,signal:n}){let s=c("select",
{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=c("button",{type:"button",class:"opscope-slice-tool o\
pscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the step"},"Time"),i=c("span",{class:"\
opscope-source-note",role:"status"}),a=c("div",{class:"opscope-source-bar","data-asks":!0},s,i,r),l=c("div",{class:"opsc\
ope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakpoint, Space shows the operato\
rs of a line"}),p=c("div",{class:"opscope-source-view"},a,l),d=new Map,h=null,u,f={path:"",line:0},k="",w="",m=0,x=0,S=!1;
function y(N,B){f={path:N,line:B};let M=h?.first??1;if(h?.path===N&&B>=M&&B<M+h.lines.length)return b(B);e("FetchSource",
{path:N,line:B},(D,z)=>(L(i,D?"":z),!0))}function b(N){let B=d.get(N);if(!B)return;v(N,!1);let M=B.offsetTop-l.offsetTop;
(M<l.scrollTop+20||M>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=M-l.clientHeight/2)}function v(N,B){for(let[M,D]of[[d.
get(m),!1],[d.get(N),!0]])M&&(g(M,"tabindex",D?0:-1),g(M,"aria-selected",D?"true":"false"));m=N,B&&d.get(N)?.focus()}function A(N){
if(!h||!u)return;let B=Ko(h,u.breakpoints).get(N)??[];for(let{number:M}of B)e("ClearBreakpoint",{number:M});B.length||e(
"SetBreakpoint",{spec:dr(h,N)},(M,D)=>(L(i,M?"":D),!0))}function _(N){l.querySelector(".opscope-line-ops-list")?.remove(),
x=x===N?0:N;let B=h?Ce(h).get(x):void 0,M=d.get(x);if(!B||!M)return;let D=[...u?.values.values()??[]],z=j=>{let X=D.find(
ee=>ee.op===j);return X?`${X.op_type} ${j}`:`op ${j}`};M.after(c("div",{class:"opscope-line-ops-list"},...B.map(j=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":j,title:"show it in the graph"},z(j)))))}l.addEventListener("cli\
ck",N=>{let B=N.target,M=B.closest("[data-op]"),D=B.closest("[data-line]");if(M)return t("graph",Number(M.dataset.op));if(!D)
return;let z=Number(D.dataset.line);v(z,!1),B.closest(".opscope-line-stop")?A(z):B.closest(".opscope-line-ops")&&_(z)},{
signal:n}),l.addEventListener("keydown",N=>{if(N.target.matches("button")||!h)return;let B=h.first,M=ce(N,m-B,h.lines.length);
if(M!==null&&N.key!=="ArrowLeft"&&N.key!=="ArrowRight")v(B+M,!0);else if(N.key==="Enter")A(m);else if(N.key===" ")_(m);else
return;N.preventDefault(),N.stopPropagation()},{signal:n}),s.addEventListener("change",()=>y(s.value,0),{signal:n}),r.addEventListener(
"click",()=>{S=!S,g(r,"aria-pressed",S?"true":"false"),S&&e("MeasureOperators",{by:"time",step:u?.stopped?.step||0},(N,B)=>(L(
i,N?"":B),!0)),o()},{signal:n});function P(N){h=N,x=0,L(i,"");let B=Ce(N),M=new Set([...N.code_lines,...N.op_lines]);d=new Map(
N.lines.map((D,z)=>{let j=N.first+z,X=B.get(j)?.length??0,ee=wt(D).map(([$,F])=>$==="plain"?F:c("span",{"data-token":$},
F)),C=c("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":j},c("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!M.has(j),title:M.has(j)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${j}`},c("i",{})),c("span",{class:"opscope-line-at"},String(j)),c("span",{class:"opscope-line-time"}),
c("code",{},...D?ee:[" "]),...X?[c("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of\
 this line","aria-label":`operators of line ${j}`},X===1?"1 op":`${X} ops`)]:[]);return[j,C]})),l.replaceChildren(...d.values()),
s.replaceChildren(...N.paths.map(D=>c("option",{value:D,selected:D===N.path},D))),v(f.line>=N.first&&f.line<N.first+N.lines.
length?f.line:N.first,!1),b(m)}function O(N,B){let M=Ko(B,N.breakpoints),D=pr(B,N.present),z=S&&N.fold.measured?.by==="t\
ime"?N.fold.measured:null,j=new Map(z?.ops.map(($,F)=>[$,z.numbers[F]])??[]),X=new Map([...Ce(B)].map(([$,F])=>[$,F.reduce(
(G,K)=>G+(j.get(K)??0),0)])),ee=Math.max(...X.values(),0);z&&!ee&&L(i,"No times: eager code is not run again.");let C=N.
stopped?.path===B.path?N.stopped.line:0;for(let[$,F]of d){let G=M.get($)??[];g(F,"data-stops",G.length>0),g(F,"data-off",
G.length>0&&G.every(E=>!E.enabled)),g(F,"data-hollow",G.length>0&&G.every(E=>!E.verified)),g(F,"data-health",D.get($)),g(
F,"data-here",$===C);let K=F.firstElementChild;G.length&&g(K,"title",`${G.map(E=>`breakpoint ${E.number}: ${E.spec}${E.problem?
`, ${E.problem}`:""}`).join(`
`)}
click to remove`),g(K,"aria-pressed",G.length?"true":"false");let ne=F.children[2],le=z?X.get($)??0:0;L(ne,le?pe.time.text(
le):""),ne.style.setProperty("--share",`${ee?(100*le/ee).toFixed(0):0}%`)}g(l,"data-timed",S)}return{el:p,show:y,update(N){
u=N;let B=`${N.graph?.program} ${N.runs}`,M=N.stopped?.path??"",D=`${N.stopped?.run} ${N.stopped?.tick} ${M}:${N.stopped?.
line}`,z=N.phase==="paused"||N.over;z&&(D!==w||B!==k)&&(B!==k&&(h=null),[w,k]=[D,B],(M||!h)&&y(M,N.stopped?.line??0),S&&
e("MeasureOperators",{by:"time",step:N.stopped?.step||0},()=>!0));let j=N.fold.source;j&&j!==h&&(!f.path||j.path===f.path)&&
P(j),h?O(N,h):L(i,z?i.textContent??"":"Pause the run to see its code."),g(s,"hidden",!h),g(r,"hidden",!h||!N.recorded)}}}var ur=50;function Yo({ask:e,signal:t}){let o=se("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=c("form",{class:"opscope-watch-form","data-asks":!0},o,c("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=c("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=c("div",{},s,n),i=[],a,l=p=>e("WatchExpressions",{expressions:p.slice(-ur)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...i.filter(h=>h!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(i.filter(h=>h!==d.dataset.expression))},{signal:t}),{el:r,update(p){
let d=p.fold.watched,h=p.phase==="running",u=JSON.stringify([d,h]);u!==a&&(a=u,i=d?.expressions??[],g(s,"data-old",h),s.
replaceChildren(...i.flatMap((f,k)=>[c("dt",{title:f},f),c("dd",{title:d?.texts[k],"data-failed":d?.failed[k]},c("span",
{},d?.texts[k]??""),c("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":f,title:"watch it\
 no longer","aria-label":`watch ${f} no longer`},"×"))])))}}}var Jo={id:"code",label:"Code",create:hr};function Je(e,t,o=!0){return c("details",{class:"opscope-section",open:o},c("s\
ummary",{},e),t)}function hr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=Xo({ask:e,open:t,refresh:o,signal:s}),i=Ho(
{ask:e,show:r.show,refresh:o,signal:s}),a=Yo({ask:e,signal:s}),l=Go({ask:e,signal:s}),p=Wo({ask:e,frame:()=>i.frame,signal:s}),
d=Je("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let h=c("div",{class:"opscope-code-side"},Je("Call st\
ack",i.el),Je("Variables",i.variables),Je("Watch",a.el),d),u=c("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),f=c("div",{class:"opscope-code-body",hidden:n},r.el,h),k=c("div",{class:"opscope-\
code-tab"},u,f,p.el);return g(p.el,"hidden",n),{el:k,open(w){d.open=!0,l.choose(Number(w))},update(w){n||(r.update(w),i.
update(w),a.update(w),l.update(w,d.open),p.update(w))}}}var fr=1e5,mr={to:e=>e,marks:he,isLog:!1};function Zo(e){let t=e.flatMap(({min:s,max:r,mean:i})=>[s,r,i]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>fr*o))return mr;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,i){let a=Math.ceil(Math.log10(o)),l=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/i)),p=[0];for(let d=a+l-1;d<=308&&n(10**d)<=Math.max(r,-s);d+=l)p.push(10**d,-(10**d));return p.filter(d=>n(
d)>=s&&n(d)<=r)}}}var ke=150,ve=58,$t=10,Mt=8,Ze=22,vt="history of mean, min and max";function St(e){let t=e.flatMap(a=>[a.min,a.max,a.mean]).
filter(a=>a!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,i=e.at(-1)?.step??1;return{x:[r,i>r?i:r+1],y:[o-s,n+s]}}function Qe(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function en({goTo:e,signal:t}){
let o=q("g",{class:"opscope-grid"}),n=q("path",{class:"opscope-band"}),s=q("path",{class:"opscope-line"}),r=q("path",{class:"\
opscope-bad"}),i=q("path",{class:"opscope-cross"}),a=q("path",{class:"opscope-cursor"}),l=q("svg",{class:"opscope-chart",
height:ke,role:"img","aria-label":vt});l.append(o,n,s,r,i,a);let p=c("span"),d=c("section",{class:"opscope-card opscope-\
wide"},c("h4",{},"History",p),l),h=[],u="",f=null,k=Qo([],1),w=()=>{let b=f===null?void 0:Ge(h,k.step(f));L(p,b?`step ${b.
step}  mean ${U(b.mean)}  ${U(b.min)} … ${U(b.max)}`:m?"mean, min … max; click to go there":"mean, min … max"),g(i,
"d",b?`M${k.x(b.step)},${Mt}V${ke-Ze}`:"")},m=null,x=b=>{let{x:v}=k.extent;g(a,"d",b===null||!h.length||b<v[0]||b>v[1]?"":
`M${k.x(b)},7l-4,-6h8zV${ke-Ze}`)};l.addEventListener("click",b=>{if(!m||!h.length)return;let v=Math.round(k.step(b.clientX-
l.getBoundingClientRect().left));e(Math.max(m[0],Math.min(m[1],v)))},{signal:t}),l.addEventListener("pointermove",b=>(f=
b.clientX-l.getBoundingClientRect().left,w()),{signal:t}),l.addEventListener("pointerleave",()=>(f=null,w()),{signal:t});
let S=()=>{},y=new ResizeObserver(()=>S());return y.observe(l),t.addEventListener("abort",()=>y.disconnect()),{el:d,update(b,v,A){
S=()=>this.update(b,v,A);let _=b?.points??[];m=A,g(l,"data-goes",!!A),g(l,"aria-label",v===null?vt:`${vt}; the cursor is\
 at step ${v}`),x(v);let P=Math.max(200,l.clientWidth||d.clientWidth);if(_===h&&u===String(P))return w();h=_,u=String(P),
k=Qo(h,P),br(o,n,s,r,h,k,P),x(v),w()}}}function gr(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}\
V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function Qo(e,t){let o=Zo(e),n=l=>l===null?null:o.to(l),{
x:s,y:r}=St(e.map(l=>({...l,min:n(l.min),max:n(l.max),mean:n(l.mean)}))),i=t-ve-$t,a=ke-Mt-Ze;return{extent:{x:s,y:r},vertical:o,
x:l=>+(ve+(l-s[0])/(s[1]-s[0])*i).toFixed(1),y:l=>+(Mt+(1-(o.to(l)-r[0])/(r[1]-r[0]))*a).toFixed(1),step:l=>s[0]+(l-ve)/
i*(s[1]-s[0])}}function br(e,t,o,n,s,r,i){let a=ke-Ze,l=r.vertical.marks(...r.extent.y,4).flatMap(f=>[q("path",{d:`M${ve}\
,${r.y(f)}H${i-$t}`}),q("text",{x:ve-6,y:r.y(f)+3.5,"text-anchor":"end"},be(f))]),p=he(...r.extent.x,Math.max(3,i/110)).
filter(Number.isInteger).map(f=>q("text",{x:r.x(f),y:ke-6,"text-anchor":"middle"},be(f)));e.replaceChildren(...s.length?
[...l,...p]:[],q("path",{class:"opscope-floor",d:`M${ve},${a}H${i-$t}`}));let d=Qe(s,f=>f.min!==null&&f.max!==null).map(
f=>{let k=f.map(m=>`${r.x(m.step)},${r.y(m.max)}`),w=[...f].reverse().map(m=>`${r.x(m.step)},${r.y(m.min)}`);return`M${[
...k,...w].join("L")}Z`});g(t,"d",d.join(""));let h=Qe(s,f=>f.mean!==null).map(f=>{let k=f.map(w=>`${r.x(w.step)},${r.y(
w.mean)}`);return k.length>1?`M${k.join("L")}`:gr(f[0],r)});g(o,"d",h.join(""));let u=s.filter(f=>f.bad).map(f=>`M${r.x(
f.step)},${a-5}V${a}`);g(n,"d",u.join(""))}function tn({ask:e,signal:t}){let o=c("code",{}),n=c("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=c("span",{role:"status"}),r=c("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(i,a)=>(L(s,i?"":a),!0)),{signal:t}),{el:r,
update(i){let a=i.fold.edits?.texts??[];g(r,"hidden",!a.length||i.phase!=="paused"),L(o,a.join("; ")),g(o,"title",a.join(
`
`))}}}function et({goTo:e,open:t,signal:o}){let n=c("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",i=>{let a=i.target.closest("button");a?.dataset.step?e(Number(
a.dataset.step),Number(a.dataset.op)):a?.dataset.op&&t("graph",Number(a.dataset.op))},{signal:o});function r(i,a){let[l,
p,d]=[i.ops[a],i.steps[a],a===i.cause],h=l<0?c("span",{class:"opscope-maker"},i.makers[a]):c("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${i.makers[a]} ${l} in the graph`},`${i.makers[a]} ${l}`),u=p?[c("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${i.makers[a]} in step ${p}`},`step ${p}`)]:
[],f=i.gaps[a]?[c("div",{class:"opscope-gap"},`${oe(i.gaps[a])} more`)]:[],k=[i.notes[a],d&&i.reads[a]].filter(Boolean).
join(": ");return c("li",{"data-cause":d},...f,c("div",{class:"opscope-link"},...d?[c("b",{class:"opscope-cause-mark"},"\
cause")]:[],c("code",{},i.values[a]),...i.called[a]?[c("code",{class:"opscope-called"},i.called[a])]:[],h,...u),...k?[c(
"div",{class:"opscope-note-text"},k)]:[],...d?i.growth.map(w=>c("div",{class:"opscope-note-text"},w)):[],...i.sites[a]?[
c("code",{class:"opscope-line"},i.sites[a]+(i.sources[a]?`: ${i.sources[a]}`:""))]:[])}return{el:n,update(i){i!==s&&(s=i,
g(n,"hidden",!i),n.replaceChildren(...(i?.values??[]).map((a,l)=>r(i,l))))}}}function wr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function on({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=c("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),i=c("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),a=c("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=et({goTo:t,open:o,signal:n}),p=c("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
c("div",{},r,i),a,l.el),d="",h="",u=null;function f(w){k("Searching …"),e("Explain",{name:w},(m,x)=>(k(wr(x)),u=m?w:null,
!0))}function k(w){L(a,w),g(a,"hidden",!w),u=null}return r.addEventListener("click",()=>f(d),{signal:n}),i.addEventListener(
"click",()=>f(""),{signal:n}),k(""),{el:p,update(w,m){let{stopped:x,explained:S}=m,y=`${w} ${x?.run} ${x?.tick}`;y!==h&&
k(""),d=w,h=y;let b=S&&!S.at&&S.asked===u?S:null;l.update(b),g(a,"hidden",!!b||!a.textContent)}}}var $e=168;function xr(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function nn(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function yr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function kr(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${U(e.low+t*o)} … ${U(e.low+(t+1)*o)}: ${oe(e.counts[t])}`:Et(e)}function sn(e){let t=c("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${$e}px`}),o=c("span"),n=c("span",{class:"opscope-\
zero"},"0"),s=c("span"),r=c("div",{class:"opscope-readout"}),i=c("span"),a=c("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=c("div",{class:"opscope-axis"},o,n,
s),p=c("section",{class:"opscope-card"},c("h4",{},"Distribution",i),a,t,l,r),d,h=null,u="",f=!1,k=()=>{};a.addEventListener(
"click",()=>{f=!f,g(a,"aria-pressed",f?"true":"false"),k()},{signal:e});let w=()=>{let m=d&&h!==null&&h<d.counts.length;
g(t,"aria-label",d?`histogram of step ${d.step}, from ${U(d.low)} to ${U(d.high)}: ${Et(d)}`:"histogram"),L(r,d?m?kr(d,h):
Et(d):"")};return t.addEventListener("pointermove",m=>{if(!d)return;let x=t.getBoundingClientRect();h=Math.max(0,Math.min(
d.counts.length-1,Math.floor((m.clientX-x.left)/x.width*d.counts.length))),w()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(h=null,w()),{signal:e}),{el:p,update(m){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(m===d&&x===u)return;d=m,u=x,L(i,m?`step ${m.step}`:"");let S=m?.counts.some(Boolean);L(o,m&&S?U(m.low):""),L(s,m&&S?U(
m.high):"");let y=m&&m.low<0&&m.high>0?-m.low/(m.high-m.low):null;g(n,"style",y===null||y<.15||y>.85?"visibility: hidden":
`left: ${(100*y).toFixed(2)}%`),w();let b=m&&m.high>m.low?[.05,.5,.95].map(v=>U(nn(m,v))):[];g(t,"title",b.length?`5 %, \
median and 95 % of the elements: about ${b.join(", ")}`:void 0),k=()=>vr(t,m,y,f),k()}}}function Et(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${oe(t)} finite elements, all equal`:`${oe(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function vr(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round($e*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let i=getComputedStyle(e);if(s.fillStyle=i.borderBottomColor,s.fillRect(0,$e-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,$e),s.fillStyle=i.color;let a=r/t.counts.length;xr(yr(t),n).forEach((l,p)=>{let d=l*($e-18);
s.fillRect(p*a+.5,$e-1-d,Math.max(1,a-1),d)}),t.high>t.low&&$r(s,t,r,i.borderTopColor)}function $r(e,t,o,n){let[s,r,i]=[
.05,.5,.95].map(a=>((nn(t,a)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,i-s,1);for(let[a,l]of[[s,7],[
r,11],[i,7]])e.fillRect(a-.75,5.5-l/2,1.5,l)}function Mr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function rn({
ask:e,signal:t}){let o=c("code",{class:"opscope-cell-name"}),n=se("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=se("cell-value","0.5, nan, h.mean()","new value"),r=c("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),i=c("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),a=se("cell-st\
eps","100","how many steps to replay","number"),l=c("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=c("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=c(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},c("span",{},o," [ ",n," ] = ",s),c("span",{},r,i,c("label",{
title:"how many steps to replay"},a," steps"),l)),h=c("div",{class:"opscope-cell-editor"},d,p),u="",f="",k=null,w=()=>n.
value.trim()?`${u}[${n.value.trim()}]`:u,m=(y,b)=>(L(p,b),g(p,"data-failed",!y),!0);function x(){g(d,"hidden",!0),k?.focus(
{preventScroll:!0}),k=null}function S(y){if(!s.value.trim())return void m(!1,"Give the new value: a number, nan, or an e\
xpression such as h.mean().");m(!0,y?"replaying …":"");let b={target:w(),value:s.value.trim()},v=(A,_)=>(m(A,_),A&&x(),
!0);y?e("TryValue",{...b,steps:Math.max(1,Math.round(Number(a.value)||100))},v):e("SetValue",b,v)}return d.addEventListener(
"submit",y=>(y.preventDefault(),S(!!f)),{signal:t}),i.addEventListener("click",()=>S(!0),{signal:t}),l.addEventListener(
"click",x,{signal:t}),d.addEventListener("keydown",y=>{if(y.key==="Escape")x();else if(y.key==="Enter"&&!y.isComposing&&
y.target.matches("input"))S(!!f);else return;y.preventDefault(),y.stopPropagation()},{signal:t}),{el:h,open(y,b,v,A){[u,
k]=[y,A],L(o,y),g(o,"title",y),n.value=b,s.value=v,m(!0,""),g(d,"hidden",!1),s.focus(),s.select()},update(y,b){u&&b!==u&&
!d.hidden&&g(d,"hidden",!0),f=Mr(y),r.disabled=!!f,g(r,"title",f||"in this run; what follows is computed again"),i.disabled=
!y.recorded||y.phase==="running"}}}var re={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},Sr=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Me(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=Sr.reduceRight((r,i)=>r*t+i[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var de=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Ac=Array.from({length:256},(e,t)=>t===0?re.nan:t===1?re.minusInf:t===255?re.plusInf:
Me((t-2)/252));function Ie(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function tt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>de(Me(t/16))).join(", ")})`}var an=26,Er=14,Lr=4;function cn(e,t,o,n){let s=Math.min(an,o/t,n/e),r=(i,a)=>Math.max(Er,s*i,s<an?Math.min(a/2,Lr*s*i):
0);return[r(t,o),r(e,n)]}function ln(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,i=Ie(e.pixels[o*e.cols+n],e.low,e.high),
a=Number.isNaN(i)?"NaN":i===1/0?"+Inf":i===-1/0?"−Inf":`≈ ${U(i)}`;return`${t.length>2?`[${eo(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${a}`}function pn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function dn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let i=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));i>s&&([n,s]=[r,i])}return n}function ot(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function nt(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[i,a]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return i<e.cols&&a<e.rows&&l<e.facets&&s<t?{facet:l,row:a,col:i}:null}function At(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function un(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return re.nan;if(s===
1)return re.minusInf;if(s===255)return re.plusInf;let r=Ie(s,e.low,e.high);return t?At(r/o):Me(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function st(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replace("-","−");let i=Ie(e.pixels[s],e.low,e.high);return Number.isNaN(i)?"NaN":i===
1/0?"+Inf":i===-1/0?"−Inf":`≈ ${U(i)}`}function hn(e,t,o,n){let[s,r]=ot(t,o),i=e.getContext("2d");if(!i||s<=0||r<=0)
return;e.width!==s&&(e.width=s),e.height!==r&&(e.height=r);let a=i.createImageData(s,r),l=un(t,n);for(let p=0;p<t.facets;p++){
let[d,h]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let u=0;u<t.rows;u++)for(let f=0;f<t.cols;f++){let k=4*((h+u)*s+
d+f),[w,m,x]=l[t.pixels[(p*t.rows+u)*t.cols+f]];a.data[k]=w,a.data[k+1]=m,a.data[k+2]=x,a.data[k+3]=255}}i.putImageData(
a,0,0)}function Nr(e){let t=Math.abs(e);return(e===0||t>=.01&&t<1e4?String(Number(e.toPrecision(3))):e.toExponential(0)).
replaceAll("-","−").replace("e+","e")}function fn(e,t,o,n,s){let r=e.getContext("2d");if(!r)return;e.width=Math.round(
o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,devicePixelRatio);let i=un(t,s),[a,
l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,a/4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", mon\
ospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<t.cols;d++){let h=p*t.cols+d,
[u,f,k]=i[t.pixels[h]];r.fillStyle=`rgb(${u}, ${f}, ${k})`,r.fillRect(d*a,p*l,a-1,l-1),r.fillStyle=.299*u+.587*f+.114*k>
140?"#111111":"#ffffff";let w=Number(t.numbers[h]),m=Number.isFinite(w)?Nr(w):st(t,{facet:0,row:p,col:d});r.fillText(m,(d+
.5)*a,(p+.5)*l)}}var _t=168,Ct=300,Tr=600,It=[34,18],rt=4,Ar=16,mn=8,gn={rows:-1,cols:-1,facets:-1,index:"",top:0,left:0,height:0,width:0,
difference:!1};function _r(e,t,o,n){let[s,r]=[Se(e,0),Se(e,1)],i=Math.min(s,Math.max(mn,Math.round(e.height/n))),a=Math.
min(r,Math.max(mn,Math.round(e.width/n))),l=(p,d,h)=>Math.max(0,Math.min(h-d,Math.round(p-d/2)));return{top:l(t,i,s),left:l(
o,a,r),height:i,width:a}}function Se(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function ue(e){return{facets:e.facets,
rows:Math.ceil(e.height/e.row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.
numbers}}function Cr(e,t){let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*
e.facet_stride]]);return e.shape.map((i,a)=>r.get(a)??e.index[a])}function Ir(e,t){let[o,n,s]=e.axes,[r,i]=[e.top+t.row*
e.row_stride,e.left+t.col*e.col_stride],a=(p,d,h)=>d>1?`${p}–${Math.min(h,p+d)-1}`:`${p}`;return`[${e.shape.map((p,d)=>d===
o?a(r,e.row_stride,e.top+e.height):d===n?a(i,e.col_stride,e.left+e.width):String(d===s?t.facet*e.facet_stride:e.index[d])).
join(", ")}]  ${st(ue(e),t)}`}function bn({ask:e,signal:t,offline:o}){let n=c("canvas",{class:"opscope-heatmap",role:"im\
g",tabindex:o?void 0:0,"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets\
 an element"}),s=c("div",{class:"opscope-heatmap-box"},n),r=c("span"),i=c("span"),a=c("i"),l=[Rt("NaN",re.nan,0),Rt("−In\
f",re.minusInf,1),Rt("+Inf",re.plusInf,255)],p=c("div",{class:"opscope-readout"}),d=c("span"),h={rows:X("rows"),cols:X("\
columns"),facets:X("facets")},u=c("span",{class:"opscope-positions"}),f=c("select",{class:"opscope-slice-map",title:"col\
ors","aria-label":"colors"},c("option",{value:"auto"},"auto"),c("option",{value:"sequential"},"low to high"),c("option",
{value:"signed"},"signed")),k=j("+","zoom in (click a cell, or +)","zoom-in",()=>$(rt)),w=j("−","zoom out (-)","zoom-o\
ut",()=>$(1/rt)),m=j("Pin","keep these elements, to compare others with them","pin",()=>e("PinValue",{name:v})),x=j("Dif\
ference","show the difference to the pinned value","difference",()=>C({...A,difference:!A.difference})),S=c("div",{class:"\
opscope-slice-bar",hidden:!0},h.rows.el,h.cols.el,h.facets.el,u,c("label",{},"colors",f),c("span",{class:"opscope-slice-\
tools"},w,k,m,x)),y=rn({ask:e,signal:t}),b=c("section",{class:"opscope-card opscope-elements"},c("h4",{},"Elements",d),S,
s,y.el,c("div",{class:"opscope-legend"},c("div",{class:"opscope-scale"},r,a,i),...l.map(T=>T.el)),p),v="",A=gn,_="",P=null,
O="",N="",B,M,D=[],z=null;function j(T,I,W,J){let Z=c("button",{type:"button",class:`opscope-slice-tool opscope-${W}`,title:I,
"aria-label":I},T);return Z.addEventListener("click",J,{signal:t}),Z}function X(T){let I=c("select",{class:`opscope-axis\
-${T}`,"aria-label":`axis of the ${T}`});return I.addEventListener("change",()=>ee(T==="columns"?"cols":T,Number(I.value)),
{signal:t}),{el:c("label",{},T,I),field:I}}function ee(T,I){if(!M)return;let[W,J,Z]=M.axes,V={rows:W,cols:J,facets:Z},te=Object.
keys(V).find(Q=>I>=0&&V[Q]===I);te&&(V[te]=V[T]),V[T]=I,C({...A,...V,top:0,left:0,height:0,width:0})}function C(T){A=T,O=
"",e("FetchSlice",{name:v,...A},(I,W)=>(I||([O,A]=[W,{...A,difference:!1}]),ne(),!0))}function $(T,I){if(!M)return;let[W,
J]=I??[M.top+M.height/2,M.left+M.width/2];C({...A,..._r(M,W,J,T)})}let F=()=>M?ue(M):B?{...B,facets:1,numbers:[]}:null,G=T=>dn(
T,s.clientWidth||400,T.facets>1?Ct:_t),K=()=>f.value==="signed"||f.value==="auto"&&!!M?.difference;function ne(){let T=M&&
z&&nt(ue(M),G(ue(M)),...z),I=B&&z&&z[1]<B.rows&&z[0]<B.cols,W=M?T&&Ir(M,T):I&&B&&z?ln(B,D,z[1],z[0]):"";L(p,O||W||(M?Rr(
M):B?pn(B):""))}function le(T){let I=F();if(!I)return null;let W=n.getBoundingClientRect(),[J,Z]=ot(I,G(I)),V=(te,Q)=>Math.
max(0,Math.min(Q-1,Math.floor(te*Q)));return[V((T.clientX-W.left)/W.width,J),V((T.clientY-W.top)/W.height,Z)]}n.addEventListener(
"pointermove",T=>(z=le(T),ne()),{signal:t}),n.addEventListener("pointerleave",()=>(z=null,ne()),{signal:t});function E(T){
if(!M||o)return;let I=ue(M),W=(T&&nt(I,G(I),...T))??{facet:0,row:0,col:0},J=st(I,W);y.open(v,Cr(M,W).join(", "),M.numbers.
length?J.replace("−","-"):"",n)}n.addEventListener("dblclick",T=>E(le(T)),{signal:t}),n.addEventListener("click",T=>{if(T.
detail>1)return;let I=M&&nt(ue(M),G(ue(M)),...le(T)??[0,0]);M&&I&&!H()&&$(Ar,[M.top+I.row*M.row_stride,M.left+I.col*M.col_stride])},
{signal:t}),n.addEventListener("keydown",T=>{let I={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[T.
key];if(T.key==="+"||T.key==="=")$(rt);else if(T.key==="-")$(1/rt);else if(T.key==="Enter")E(z);else if(I&&M)$(1,[M.top+
M.height*(.5+I[0]/2),M.left+M.width*(.5+I[1]/2)]);else return;T.preventDefault(),T.stopPropagation()},{signal:t}),f.addEventListener(
"change",()=>(N="",Y()),{signal:t}),u.addEventListener("change",()=>{let T=D.map((I,W)=>u.querySelector(`[data-axis="${W}\
"]`)?.value??"0");C({...A,index:T.map(I=>String(Math.max(0,Math.round(Number(I)||0)))).join(",")})},{signal:t}),u.addEventListener(
"keydown",T=>T.stopPropagation(),{signal:t});function R(T){let I=T.shape.map((Z,V)=>[String(V),`${V} (${Z})`]);for(let[Z,
{field:V}]of[h.rows,h.cols,h.facets].entries()){let te=[["-1","none"],...I],Q=te.join();V.dataset.key!==Q&&V.replaceChildren(
...te.map(([ie,me])=>c("option",{value:ie},me))),V.dataset.key=Q,V.value=String(T.axes[Z])}g(h.rows.el,"hidden",T.shape.
length<2),g(h.cols.el,"hidden",T.shape.length<2),g(h.facets.el,"hidden",T.shape.length<3);let W=T.shape.flatMap((Z,V)=>T.
axes.includes(V)||Z<2?[]:[[V,Z,T.index[V]]]),J=JSON.stringify(W);u.dataset.key!==J&&(u.dataset.key=J,u.replaceChildren(...W.
map(([Z,V,te])=>c("label",{},`axis ${Z}`,c("input",{type:"number",min:0,max:V-1,value:te,"data-axis":Z,title:`position o\
n axis ${Z}, 0 to ${V-1}`})))))}function H(){if(!M)return!1;let{facets:T,rows:I,cols:W,numbers:J}=ue(M);return T===1&&J.
length>0&&s.clientWidth/W>=It[0]&&I*It[1]<=Tr}function Y(){let T=F(),I=T?T.rows*T.cols*T.facets:0;if(g(n,"hidden",!I),!T||
!I)return;let W=G(T),[J,Z]=ot(T,W),V=s.clientWidth,te=H(),Q=te?[Math.min(V,T.cols*64),T.rows*It[1]]:T.facets>1?[Math.min(
V,J*Ct/Z),Math.min(Ct,Z*V/J)]:cn(T.rows,T.cols,V,_t),ie=`${Q} ${devicePixelRatio} ${K()} ${te}`;if(ie===N)return;N=ie,g(
s,"style",`height: ${Math.max(te||T.facets>1?0:_t,Math.ceil(Q[1]))}px`),g(n,"style",`width: ${Q[0].toFixed(1)}px; height\
: ${Q[1].toFixed(1)}px`),te?fn(n,T,Q[0],Q[1],K()):hn(n,T,W,K());let me=Math.max(Math.abs(T.low),Math.abs(T.high));L(r,U(
K()?-me:T.low)),L(i,U(K()?me:T.high)),g(a,"style",`background: ${K()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].map(lt=>de(
At(lt))).join(", ")})`:tt()}`)}return{el:b,update(T,I,W,J){D=I,J!==v&&([v,A,O]=[J,gn,""]);let Z=`${J} ${I} ${W.stopped?.
run} ${W.stopped?.tick} ${T?.step} ${W.phase}`;!o&&W.phase!=="running"&&(Z!==_||W.stopped!==P)&&T&&C(A),[_,P]=[Z,W.stopped],
y.update(W,J);let V=W.fold.slices.get(J),Q=V&&String(V.shape)===String(I)&&(V.step===T?.step||V.difference)&&!o?V:void 0;
if(Q!==M||T!==B){[M,B,N]=[Q,T,""];for(let lt of l)lt.update((Q??T)?.pixels);ne()}g(S,"hidden",!M),M&&R(M),L(d,M?.difference?
`step ${M.step} − ${M.difference}`:T?`step ${T.step}`:"");let ie=W.fold.pinned,me=!!ie?.name&&String(ie?.shape)===String(
I);g(x,"hidden",!me),g(x,"aria-pressed",A.difference?"true":"false"),g(x,"title",ie?.name?`show the difference to ${ie.name}\
 of step ${ie.step}`:""),g(m,"aria-pressed",ie?.name===J&&ie?.step===T?.step?"true":"false"),Y()}}}function Rr(e){let t=ge(
[Se(e,0),Se(e,1)]),o=e.height<Se(e,0)||e.width<Se(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+
e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>
1?`${e.facets} facets of `:"",r=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?`\
, ${e.nonfinite} not finite`:""}`}function Rt(e,t,o){let n=c("span",{class:"opscope-mark","data-absent":!0},c("i",{style:`\
background: ${de(t)}`}),e);return{el:n,update:s=>g(n,"data-absent",!s?.includes(o))}}var Ot=12;function wn({ask:e,open:t,signal:o,offline:n}){let s=c("div",{class:"opscope-provenance"}),r="",i=(a,l)=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${a} ${l} in the graph`},`${a} ${l}`);return s.addEventListener(
"click",a=>{let l=a.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(a,l){let p=n?void 0:a.fold.slices.get(l.name),d=(p?.
readers??[]).map((w,m)=>[p?.reader_types[m]??"",w]),h=a.recorded&&l.step>=a.recorded.first&&l.step<=a.recorded.last,u=!n&&
a.phase!=="running"&&h&&l.op>=0,f=JSON.stringify([l.op,l.op_type,d,u&&l.step]);if(f===r)return;r=f;let k=d.length>Ot?[`a\
nd ${d.length-Ot} more`]:[];s.replaceChildren(...l.op>=0?["made by",i(l.op_type,l.op)]:[],...d.length?["read by",...d.slice(
0,Ot).map(([w,m])=>i(w,m)),...k]:p?["read by nothing"]:[],...u?[c("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to th\
e write")]:[]),g(s,"hidden",!s.childNodes.length)}}}var[Re,Ee,Bt,Pt,Ft]=[150,58,10,8,22];function xn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Dt(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":U(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function yn(e){let t=c("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=c("code",{}),n=c("spa\
n"),s=q("g",{class:"opscope-grid"}),r=q("path",{class:"opscope-line"}),i=q("path",{class:"opscope-line opscope-branch-li\
ne"}),a=q("path",{class:"opscope-cross"}),l=q("svg",{class:"opscope-chart",height:Re,role:"img"},s,r,i,a),p=c("div",{class:"\
opscope-branch-key"},c("span",{},c("i",{}),"recorded"),c("span",{},c("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=c("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},c("h4",{},"What if",t,n),l,p),h,u="",
f={x:x=>0,step:x=>0},k=new Map;t.addEventListener("change",()=>(h=k.get(t.value),m()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!h)return;let S=f.step(x.clientX-l.getBoundingClientRect().left),y=h.steps.reduce((b,v,A)=>Math.abs(v-
S)<Math.abs(h.steps[b]-S)?A:b,0);L(n,`step ${h.steps[y]}   ${U(h.recorded[y])}   would be ${U(h.changed[y])}`),g(a,"d",`\
M${f.x(h.steps[y])},${Pt}V${Re-Ft}`)},{signal:e}),l.addEventListener("pointerleave",()=>(g(a,"d",""),L(n,h?Dt(h):"")),{signal:e});
let w=new ResizeObserver(()=>m());w.observe(l),e.addEventListener("abort",()=>w.disconnect());function m(){let x=h;if(!x)
return;let S=Math.max(200,l.clientWidth||d.clientWidth),y=`${x.name} ${x.change} ${S} ${x.changed.length} ${x.changed.at(
-1)}`;if(y===u)return;u=y;let b=[xn(x,x.recorded),xn(x,x.changed)],{x:v,y:A}=St([...b[0],...b[1]].sort((D,z)=>D.step-z.step)),
_=S-Ee-Bt,P=D=>+(Ee+(D-v[0])/(v[1]-v[0])*_).toFixed(1),O=D=>+(Pt+(1-(D-A[0])/(A[1]-A[0]))*(Re-Pt-Ft)).toFixed(1);f={x:P,
step:D=>v[0]+(D-Ee)/_*(v[1]-v[0])};let N=he(...A,4).flatMap(D=>[q("path",{d:`M${Ee},${O(D)}H${S-Bt}`}),q("text",{x:Ee-6,
y:O(D)+3.5,"text-anchor":"end"},be(D))]),B=he(...v,Math.max(3,S/110)).filter(Number.isInteger).map(D=>q("text",{x:P(D),y:Re-
6,"text-anchor":"middle"},be(D)));s.replaceChildren(...N,...B,q("path",{class:"opscope-floor",d:`M${Ee},${Re-Ft}H${S-Bt}`}));
let M=D=>Qe(D,z=>z.mean!==null).map(z=>z.length>1?`M${z.map(j=>`${P(j.step)},${O(j.mean)}`).join("L")}`:`M${P(z[0].step)-
4},${O(z[0].mean)}h8`).join("");g(r,"d",M(b[0])),g(i,"d",M(b[1])),g(l,"aria-label",`${x.name}: ${Dt(x)}, if ${x.change}`),
L(n,Dt(x)),L(o,x.change)}return{el:d,update(x){let{branches:S}=x.fold;if(g(d,"hidden",!S.size),S===k)return m();k=S;let y=[
...k.values()].at(-1),b=[...k.values()].filter(v=>v.change===y?.change).map(({name:v})=>v);t.replaceChildren(...b.map(v=>c(
"option",{value:v},x.scalarNames.get(v)||v))),h=k.get(b.includes(h?.name??"")?h?.name??"":b[0]??""),h&&(t.value=h.name),
m()}}}var Or=[["mean",e=>U(e.mean)],["std",e=>U(e.std)],["min",e=>U(e.min)],["max",e=>U(e.max)],["shape",e=>ge(e.shape)],["zer\
os",e=>De(e.zeros),e=>ae(e)==="zeros"],["NaN",e=>oe(e.nan),e=>e.nan>0],["Inf",e=>oe(e.inf),e=>e.inf>0],["elements",e=>oe(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Br(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Pr(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function kn(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:He(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var vn={id:"tensor",label:"Tensor",create:Fr};function Fr({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let i=c("span",{class:"opscope-pill"}),a=c("span",{class:"opscope-detail-name"}),l=c("div",
{class:"opscope-origin"}),p=c("code",{class:"opscope-site"}),d=Or.map(([O,N,B])=>{let M=c("span",{class:"opscope-number"});
return{label:O,value:N,warn:B,shown:M,el:c("div",{class:"opscope-fact"},c("span",{class:"opscope-label"},O),M)}}),h=en({
goTo:o,signal:s}),u=sn(s),f=bn({ask:e,signal:s,offline:r}),k=wn({ask:e,open:t,signal:s,offline:r}),w=c("div",{class:"ops\
cope-detail-head"},c("div",{},i,a),c("div",{},l,p)),m=yn(s),x=tn({ask:e,signal:s}),S=c("div",{class:"opscope-charts"},h.
el,u.el,f.el,m.el),y=c("div",{class:"opscope-hint"}),b=c("div",{class:"opscope-about"}),v=on({ask:e,goTo:o,open:t,signal:s,
offline:r}),A=[w,x.el,k.el,v.el,c("div",{class:"opscope-facts"},...d.map(O=>O.el)),b,S],_=c("div",{class:"opscope-detail\
-body"},...A),P=c("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return f.
el.append(y),{el:c("div",{class:"opscope-detail"},P,_),update(O,{selected:N,refusal:B}){let M=O.values.get(N);if(g(P,"hi\
dden",!!M),g(_,"hidden",!M),!M)return;let D=ae(M);g(w,"data-health",D),L(i,ze[D]),L(a,M.name),L(l,M.called?`called ${M.called}\
 · ${kn(M)}`:kn(M)),L(p,M.site),v.update(N,O);for(let C of d)L(C.shown,C.value(M)),g(C.shown,"title",C.value(M)),g(C.el,
"data-bad",C.warn?.(M)?C.label==="NaN"?"nan":C.label==="Inf"?"inf":"zeros":void 0);let z=xe(O,M),j=[Pr(z),Br(M)].filter(
Boolean).join(" ");g(_,"data-elsewhere",!!z),L(b,j),g(b,"hidden",!j);let X=O.details.get(N);f.update(X,M.shape,O,N),h.update(
O.history.get(N),O.stopped?.step||null,n(O));for(let C of[u,f])g(C.el,"data-elsewhere",!!z||!!(O.stopped&&X&&X.step!==M.
step));u.update(X),k.update(O,M),m.update(O),x.update(O),L(y,X?"":r?"Elements were not recorded for this value.":B||"Wai\
ting for the elements of this value …"),g(y,"hidden",!!X)}}}var Dr=["error","warning","hint"];function $n(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>Dr.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function zr(e){let t=e.
times>1?`, ${oe(e.times)} times`:"";return e.step?`step ${oe(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function jr(e,t){let o=[...e.values.values()].filter(n=>n.nan||n.inf).length;return!o||!t?'No finding. \
A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.':`${o===1?"1 value has":`${oe(o)}\
 values have`} NaN or Inf, and no rule has looked: "Check the recorded steps" finds the first one.`}var Mn={id:"findings",
label:"Findings",create:Hr,count:e=>$n(e.findings).length};function Hr({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=c(
"button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},
"Check the recorded steps"),i=c("span",{class:"opscope-look-answer",role:"status"}),a=c("div",{class:"opscope-findings-b\
ar","data-asks":!0,hidden:s},r,i),l=c("div",{class:"opscope-nothing"}),p=c("ul",{class:"opscope-findings-rows"}),d=et({goTo:o,
open:t,signal:n}),h=c("pre",{class:"opscope-cause",role:"status",hidden:!0}),u=null,f,k=!1,w=s;r.addEventListener("click",
()=>{L(i,"Looking …"),e("FindFaults",{},(b,v)=>(w||=b,L(i,b?`${v}. Rules can be wrong: judge by the evidence.`:v),!0))},
{signal:n}),p.addEventListener("click",b=>{let v=b.target.closest("button"),A=Number(v?.dataset.number),_=A?m.get(A):void 0;
!_||!v||(v.classList.contains("opscope-there")?x(_):S(_,v))},{signal:n});let m=new Map;function x(b){b.step?o(b.step,b.op):
t("graph",b.op)}function S(b,v){let A=u?.number===b.number;u=A?null:{number:b.number,name:b.value,step:b.step,ok:!1};for(let _ of p.
querySelectorAll(".opscope-ask-why"))g(_,"aria-expanded",_===v&&!A?"true":"false");d.update(null),L(h,u?"Searching …":
""),g(h,"hidden",!u),u&&(v.closest(".opscope-finding")?.append(h,d.el),e("Explain",{name:b.value,step:b.step},(_,P)=>(u?.
number!==b.number||(u.ok=_,L(h,_?"":P),g(h,"hidden",_)),!0)))}function y(b,...v){let A=c("button",{type:"button",class:"\
opscope-why opscope-there","data-number":b.number,title:b.step?`go to step ${b.step}`:"show it in the graph"},b.step?"Go\
 there":"Show in graph"),_=c("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":b.number,"aria-ex\
panded":"false",title:`why ${b.value} is what it is in step ${b.step}`},"Why"),P=[...b.step||b.op>=0?[A]:[],...!s&&b.value&&
b.step?[_]:[]];return c("div",{class:"opscope-finding","data-severity":b.severity},c("div",{class:"opscope-finding-head"},
c("span",{class:"opscope-severity"},b.severity),c("b",{},b.rule),...b.value?[c("code",{},b.value)]:[],...b.called?[c("sp\
an",{class:"opscope-called"},"called ",c("code",{},b.called))]:[],c("span",{class:"opscope-when"},zr(b))),c("div",{class:"\
opscope-evidence"},b.evidence),...b.site?[c("code",{class:"opscope-line"},b.site+(b.code?`: ${b.code}`:""))]:[],...b.operator?
[c("code",{class:"opscope-line opscope-operator-text"},b.operator)]:[],...b.suggestion?[c("div",{class:"opscope-try"},`T\
ry: ${b.suggestion}`)]:[],...v,c("div",{class:"opscope-finding-buttons","data-asks":!0},...P))}return{el:c("div",{class:"\
opscope-findings"},a,l,p),update(b){k=!!b.recorded||s,g(r,"disabled",!b.recorded),g(p,"data-fixed",!k);let v=u?.ok&&b.explained?.
asked===u.name&&b.explained.at===u.step?b.explained:null;if(v&&d.update(v),L(l,jr(b,!!b.recorded&&!w)),b.findings===f)return;
f=b.findings,m=new Map([...b.findings.values()].map(O=>[O.number,O]));let A=$n(b.findings),_=new Set([...p.querySelectorAll(
"details[open]")].map(O=>O.dataset.number));g(l,"hidden",A.length>0),p.replaceChildren(...A.map(({finding:O,consequences:N})=>{
let B=c("details",{class:"opscope-consequences","data-number":O.number,open:_.has(String(O.number))},c("summary",{},`may\
 explain ${N.length} more`),...N.map(M=>y(M)));return c("li",{},y(O),...N.length?[B]:[])}));let P=u&&p.querySelector(`.o\
pscope-ask-why[data-number="${u.number}"]`);P&&(g(P,"aria-expanded","true"),P.closest(".opscope-finding")?.append(h,d.el))}}}var Le=128,Sn=36,Wr=Object.freeze([]),Gr=3,Ur=12;function qr(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Ur,Math.min(o-Gr,Math.floor(Math.log10(e)))),o]}var En=new WeakMap;function Vr(e){let t=En.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],En.set(
e,t)}return t}function Nn(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Ln=Array.from({length:129},
(e,t)=>de(Me(t/128)));function Kr(e,t){return e.bad?de(re.nan):e.rms?Ln[Math.round(Nn(e.rms,t)*(Ln.length-1))]:null}var Tn={
id:"flow",label:"Gradient flow",short:"Flow",create:Xr,count:e=>bt(e).length};function Xr({select:e,refresh:t,signal:o}){
let n=c("div",{class:"opscope-decades"}),s=c("div",{class:"opscope-flow-row opscope-flow-head"},c("span",{},"parameter"),
n,c("span",{},"RMS"),c("span",{},"over steps")),r=c("div",{class:"opscope-flow-body"}),i=c("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),a=c("span"),l=c("span"),p=c("d\
iv",{class:"opscope-legend opscope-flow-legend"},c("span",{},"RMS gradient of each parameter"),c("div",{class:"opscope-s\
cale"},a,c("i",{style:`background: ${tt()}`}),l),c("span",{class:"opscope-mark"},c("i",{style:`background: ${de(re.nan)}`}),
"NaN or Inf")),d=new Map;r.addEventListener("click",f=>{let k=f.target.closest("[data-name]");k&&e(k.dataset.name??"")},
{signal:o});let h=c("div",{class:"opscope-flow"},i,c("div",{class:"opscope-flow-table"},s,r,p));h.addEventListener("scro\
ll",t,{signal:o,passive:!0});let u=(f,k)=>f.history.get(k.name)?.points??Wr;return{el:h,update(f,{selected:k}){let w=bt(
f);g(i,"hidden",w.length>0),g(s,"hidden",!w.length);let[m,x]=[1/0,0];for(let _ of w){let[P,O]=Vr(u(f,_));[m,x]=[Math.min(
m,P),Math.max(x,O)]}let S=qr(m,x);Yr(n,S),L(a,U(10**S[0])),L(l,U(10**S[1])),g(p,"hidden",!w.length);for(let _ of w)d.has(
_.name)||d.set(_.name,Jr(_.name));let y=w.map(_=>d.get(_.name));we(r,y.map(_=>_.el));let b=f.stopped?.step||null,v=Math.
floor((h.scrollTop-(r.offsetTop-h.offsetTop))/Sn)-2,A=v+Math.ceil(h.clientHeight/Sn)+4;w.forEach((_,P)=>{if(P<v||P>A)return y[P].
choose(_.name===k);y[P].update(_,u(f,_),S,xe(f,_),b),y[P].choose(_.name===k)})}}}function Yr(e,t){let[o,n]=t,s=Math.max(
1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let i=Math.
ceil((n-o)/s),a=[];for(let l=n;l>=o;l-=i){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;a.push(c("span",{style:p},"10",
c("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...a)}function Jr(e){let t=We(e),o=c("i"),n=c("span",{class:"\
opscope-track"},o),s=c("span",{class:"opscope-number"}),r=c("canvas",{class:"opscope-strip",width:Le,height:1,role:"img",
"aria-label":"RMS gradient over the steps"}),i=c("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),
a="",l;return{el:i,choose:p=>g(i,"aria-pressed",p?"true":"false"),update(p,d,h,u,f){let k=`${h} ${u} ${f}`;if(l===p&&a===
k)return;l=p,a=k,g(i,"data-elsewhere",!!u),g(i,"title",u?`not computed yet: its value ${u}`:void 0);let{rms:w}=Ue(p),m=ae(
p);_e(t,je(p)[0].split("@GRAD")[0]),g(i,"data-health",m),g(o,"data-nothing",w===null),g(n,"style",`--decade: ${(100/(h[1]-
h[0])).toFixed(3)}%`),g(o,"style",`width: ${(100*(w===null?1:Nn(w,h))).toFixed(2)}%`),L(s,p.nan?"NaN":p.inf?"Inf":U(w)),
Zr(r,d,h,f)}}}function Zr(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Le,1);let r=t[0]?.step??0,i=(t.
at(-1)?.step??0)-r+1;t.forEach((a,l)=>{let p=t[l+1]?.step??a.step+1,d=Math.floor((a.step-r)/i*Le);if(!a.bad&&l+1<t.length&&
Math.floor((p-r)/i*Le)===d)return;let h=Kr(a,o);h&&(s.fillStyle=h,s.fillRect(d,0,Math.ceil((p-r)/i*Le)-d,1))}),!(n===null||
n<r||n>=r+i)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/i*Le),0,2,1))}var Qr=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function zt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function An(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${kt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function fe(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function _n(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Qr)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=q("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),i=q("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),a=q("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=q("g",{class:"opscope-gutter"},q("title"),r,i,a);return e.
append(l),l}function Cn(e,t){g(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),g(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),g(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&L(_n(e).firstChild,An(t))}function In(e){let t=_n(e).firstChild;t.textContent||L(t,An([]))}function Rn(e){let t=[];for(let o of e){let n=Number(o.querySelector("rect")?.getAttribute("width")??0)-6;if(!(n<=0))for(let s of o.
querySelectorAll("text"))s.getComputedTextLength()>n&&t.push([s,n])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(
1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var Ne=["nan","inf","zeros","ok"],ea=2e5;function On(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=ae(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||Ne.indexOf(s)<Ne.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function Bn(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let i=o.get(r);(!i||Ne.indexOf(s)<Ne.indexOf(i))&&o.set(r,s)}return o}function Pn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<ea;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Fn(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,i)=>Ne.indexOf(ae(r))-Ne.indexOf(ae(i)))[0]?.name}var ta=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),Dn=/^(xmlns(:xlink)?|xml:space)$/,oa=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),na=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function sa(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!oa.has(e)&&!na.test(e)&&!Dn.test(e)?!1:Dn.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function zn(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(jn(n),document.importNode(n,!0))}function jn(e){for(let{
name:t,value:o}of[...e.attributes])sa(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&ta.
has(t.localName)&&t.namespaceURI===e.namespaceURI?jn(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function Hn(e,t){let o=zn(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);g(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),i=s.getAttribute("data-dst"),a=s.getAttribute("data-scope"),l=Pn(s.getAttribute("data-h\
ides"));r!==null&&i!==null?n.links.push({src:r,dst:i}):l.length||/^(op|var)-/.test(s.id)?ra(n,s,l,t&&a!==null):a!==null&&
(n.frames.set(a,s),t&&Wn(s,"fold"))}return n}function ra(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);g(t,"data-node",t.id),g(t,"tabindex",-1),g(t,"role","button"),g(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&Wn(t,"open")}function Wn(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),i=s("y")+(t==="open"?0:11),a=t===
"open"?`M${r-3},${i}h6M${r},${i-3}v6`:`M${r-3},${i}h6`,l=q("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(q("g",{class:`opscope-fold opscope-fold-${t}`},l,q("circle",{cx:r,cy:i,r:6}),q("path",{d:a})))}function Gn(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,i=p=>(p.left+p.right)/2,a=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();if(!d||p===t)continue;
let h=i(d)-i(n),u=Math.abs(d.top-n.top);if(r&&h*r<=1)continue;let f=Math.abs(h)+(r?3:.2)*u;f<l&&([a,l]=[p,f])}return a}var aa=150,Un="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function qn({search:e,choose:t,signal:o}){
let n=c("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Un,"aria-label":`\
search the graph: ${Un}`}),s=c("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=c("div",{class:"opscope-graph\
-find"},n,s),i=0,a="",l=null,p=()=>g(s,"hidden",!0),d=()=>{a=n.value.trim(),a?e(a):p()};n.addEventListener("input",()=>{
clearTimeout(i),i=window.setTimeout(d,aa)},{signal:o}),n.addEventListener("focus",()=>g(s,"hidden",!a||!l||l.text!==a),{
signal:o}),r.addEventListener("keydown",u=>{u.stopPropagation();let f=[...s.querySelectorAll("button")],k=f.findIndex(w=>w.
matches(":focus"));if(u.key==="Escape")p(),n.focus();else if(u.key==="Enter"&&k<0)l?.text===n.value.trim()?f[0]?.click():
d();else if(u.key==="ArrowUp"&&k===0)n.focus();else if(u.key.startsWith("Arrow")&&u.key!=="ArrowLeft"&&u.key!=="ArrowRig\
ht")f[ce(u,k,f.length)??0]?.focus();else return;u.preventDefault()},{signal:o}),s.addEventListener("click",u=>{let f=u.target.
closest("[data-found]");f&&(p(),t(f.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
u=>u.composedPath().includes(r)||p(),{signal:o,capture:!0});function h(u){let f=u.ids.map((m,x)=>{let S=c("button",{class:"\
opscope-match",type:"button",role:"option","data-found":m},c("b",{},u.labels[x]),c("span",{},u.details[x]));return g(S,"\
title",`${u.labels[x]}
${u.details[x]}`),S}),k=u.total>f.length?` · the first ${f.length} are shown`:"",w=u.total===1?"1 node":`${u.total.toLocaleString(
"en")} nodes${k}`;s.replaceChildren(c("div",{class:"opscope-matches-head"},u.total?w:`Nothing matches "${u.text}".`),...f),
g(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(u){u!==l&&(l=u,u&&u.text===a&&n.value.trim()===a&&h(u))},enable:u=>g(
r,"hidden",!u),clear:()=>L(s,"")}}var ia={together:"in one",apart:"side by side",forward:"forward only"};function Vn({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:i}){let a=c("span",{class:"opscope-graph-info"}),l=c("span",{class:"opscope-graph-number"}),p=($,F,G)=>{let K=c(
"button",{type:"button",class:"opscope-tool",title:F,"aria-label":F},$);return K.addEventListener("click",G,{signal:i}),
K},d=($,F,G)=>c("select",{class:`opscope-graph-choice opscope-graph-${$}`,title:F,"aria-label":F},...Object.entries(G).map(
([K,ne])=>c("option",{value:K},ne))),h=qn({search:n,choose:s,signal:i}),u=d("arrangement","forward and backward: each la\
yer with its gradients, side by side, or forward only",ia),f=Object.fromEntries(Object.entries(pe).map(([$,{label:F}])=>[
$,F])),k=d("colors","color the operators by",{health:"health",...f}),w=c("input",{class:"opscope-graph-since",type:"numb\
er",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),
m=p("Whole graph","back to the whole graph",()=>t({center:""})),x=p("Fold all","fold the scopes that were opened",()=>t(
{first:!0,center:""})),S=d("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),y=c("div",{class:"\
opscope-key"},...["ok","zeros","Inf","NaN"].map($=>c("span",{"data-health":$.toLowerCase()},c("i"),$))),b=c("span"),v=c(
"span"),A=c("div",{class:"opscope-key opscope-ramp",hidden:!0},b,c("i"),v,l),_=c("div",{class:"opscope-tools"},p("+","zo\
om in",()=>e.zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),S),P=c("div",{class:"opsco\
pe-graph-bar",hidden:!0},h.el,u,c("label",{class:"opscope-graph-by"},"color",k),w,x,m),O=c("div",{class:"opscope-graph-f\
oot"},c("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},y,
A,a),_),N=new Map,B="",M="",D="",z=!1,j={by:"health",selected:""},X=()=>{j.by=k.value,M="",g(w,"hidden",j.by!=="change"),
o(j.by,Math.max(0,Math.round(Number(w.value)||0)))};k.addEventListener("change",X,{signal:i}),w.addEventListener("change",
X,{signal:i}),w.addEventListener("keydown",$=>$.stopPropagation(),{signal:i}),u.addEventListener("change",()=>t({arrangement:u.
value,first:!0,center:""}),{signal:i}),S.addEventListener("change",()=>{S.value&&r(S.value),S.value=""},{signal:i});let ee=()=>L(
a,M||(z?"drawing …":D));function C(){let $=N.get(B);L(l,$===void 0?"":pe[j.by]?.text($)??"")}return Object.assign(j,{el:P,
foot:O,focusSearch:h.focus,wait($){z=$,ee()},measured($,F){return M=$?"":F,ee(),!$},read($){B=$,C()},drawn($,F,G){g(P,"h\
idden",!$.arrangement||G),$.arrangement&&(u.value=$.arrangement),g(m,"hidden",!$.center),g(x,"hidden",!!$.center);let K=$.
hidden?`, ${$.hidden.toLocaleString("en")} nodes folded`:"";D=F?`${$.ops.toLocaleString("en")} operators${K}`:"",ee()},update($,F,G){
j.selected=F,h.update($.fold.found);for(let K of k.options)K.disabled=K.value!=="health"&&(G||!$.recorded)},legend($,F,G){
if(N=F,g(y,"hidden",j.by!=="health"),g(A,"hidden",!$),$){let K=pe[$.by];L(b,K.text(G.low)),L(v,K.text(G.high));let ne=$.
against?`steps ${$.against} and ${$.step}`:`step ${$.step}`;g(A,"title",`${K.label}, ${ne}: ${K.about}`)}C()}})}function Kn(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...ca(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function ca(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=i=>({name:"goto",label:`Go to here in st\
ep ${i}`,kind:"Goto",fields:{step:i,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function Xn({choose:e,
frame:t,signal:o}){let n=c("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(a=!1)=>{n.hidden||
(g(n,"hidden",!0),a&&t.focus({preventScroll:!0}))};n.addEventListener("click",a=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(a.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",a=>{let l=[...n.querySelectorAll(
"button")],p=ce(a,l.findIndex(d=>d.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(a.key==="Escape")r(!0);else
return;a.preventDefault(),a.stopPropagation()},{signal:o});let i=a=>{a.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",i,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",a=>a.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(a,l,p,d){if(!a.length)return r();s=a;let h=c("div",{
class:"opscope-menu-head"},c("b",{},l),` ${p}`);n.replaceChildren(h,...s.map(x=>c("button",{class:`opscope-menu-item ops\
cope-menu-${x.name}`,type:"button",role:"menuitem"},x.label))),g(n,"hidden",!1);let u=t.getBoundingClientRect(),f=d.getBoundingClientRect(),
w=f.right+8+n.offsetWidth<=u.right?f.right+8-u.left:Math.max(4,f.left-16-n.offsetWidth-u.left),m=Math.max(4,Math.min(u.height-
n.offsetHeight-4,(f.top+f.bottom)/2-u.top-16));n.style.left=`${w}px`,n.style.top=`${m}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var Oe=132,Be=96;function jt(e){let t=Math.min(Oe/e.w,Be/e.h);return{scale:t,x:(Oe-e.w*t)/2,y:(Be-e.h*t)/2}}function Yn(e,t){
let o=c("canvas",{width:Oe*2,height:Be*2}),n=c("div",{class:"opscope-sight"}),s=c("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},i=a=>{let l=o.getBoundingClientRect(),
p=jt(r);e(r.x+(a.clientX-l.left-p.x)/p.scale,r.y+(a.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
a=>{a.preventDefault(),a.stopPropagation(),s.setPointerCapture(a.pointerId),i(a)},{signal:t}),s.addEventListener("pointe\
rmove",a=>a.buttons&1&&i(a),{signal:t}),{el:s,draw(a,l){r=a;let p=o.getContext("2d");if(!p)return;let{scale:d,x:h,y:u}=jt(
a);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,Oe,Be);for(let{box:f,color:k}of l){p.fillStyle=k;let[w,m]=[Math.max(1.5,f.
w*d),Math.max(1.5,f.h*d)];p.fillRect(h+(f.x-a.x)*d,u+(f.y-a.y)*d,w,m)}},update(a,l){r=l;let{scale:p,x:d,y:h}=jt(l),u=a.x<=
l.x+1&&a.y<=l.y+1&&a.x+a.w>=l.x+l.w-1&&a.y+a.h>=l.y+l.h-1;if(g(s,"hidden",u),u)return;let f=Math.max(0,d+(a.x-l.x)*p),k=Math.
max(0,h+(a.y-l.y)*p),w=Math.min(Oe,d+(a.x+a.w-l.x)*p),m=Math.min(Be,h+(a.y+a.h-l.y)*p);n.style.cssText=`left:${f}px;top:${k}\
px;width:${Math.max(4,w-f)}px;height:${Math.max(4,m-k)}px`}}}function at(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function la(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:at(e,1/o)}function pa(e,t){let o=(n,s,r,i)=>s>=i?r+(i-s)/2:Math.max(
r,Math.min(r+i-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function Jn(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,i=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:i<e.h?e.
y:e.y+(e.h-i)/2,w:r,h:i}}function da(e,t){let o=e.reduce((i,a)=>Math.min(i,a.y),1/0),n=i=>Math.abs(i.x+i.w/2-t.x-t.w/2),
s=e.filter(i=>i.y<o+i.h),r=s.reduce((i,a)=>n(a)<n(i)?a:i,s[0]);return r&&r.x+r.w/2}function Zn(e,t,o=()=>{}){let n=null,
s={x:0,y:0,w:1,h:1},r=s,i=null,a=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x}\
 ${r.y} ${r.w} ${r.h}`),o(r,s)},d=(w,m)=>{r=w,e.style.setProperty("transform",`translate(${(l.x-r.x)/m}px, ${(l.y-r.y)/m}\
px)`),o(r,s)},h=w=>(r=la(w,s),p()),u=()=>r!==l&&p(),f=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener(
"wheel",w=>{if(!n||!(w.ctrlKey||w.metaKey))return;w.preventDefault(),u();let m=e.getBoundingClientRect();h(at(r,Math.exp(
-w.deltaY*.002),(w.clientX-m.left)/m.width,(w.clientY-m.top)/m.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",w=>{w.button||!n||(i={x:w.clientX,y:w.clientY,box:r,unit:f()},a=!1)},{signal:t}),e.addEventListener("pointermov\
e",w=>{if(!i)return;let m=w.clientX-i.x,x=w.clientY-i.y;if(!a&&Math.hypot(m,x)<4)return;a||e.setPointerCapture(w.pointerId),
a=!0;let S={...i.box,x:i.box.x-m*i.unit,y:i.box.y-x*i.unit};S.w===l.w&&S.h===l.h?d(S,i.unit):h(S)},{signal:t});let k=()=>{
i=null,u()};for(let w of["pointerup","pointercancel"])e.addEventListener(w,k,{signal:t});return e.addEventListener("clic\
k",w=>{a&&w.stopPropagation(),a=!1},{signal:t,capture:!0}),e.addEventListener("keydown",w=>{let m={"+":1.25,"=":1.25,"-":.8}[w.
key],x=w.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[w.key];if(m)h(at(r,m));else if(x)h(
{...r,x:r.x+x[0]*40*f(),y:r.y+x[1]*40*f()});else if(w.key==="0")h(s);else return;w.preventDefault()},{signal:t}),{attach(w,m=!1){
n=w;let x=n?.viewBox.baseVal;s=x&&x.width?{x:x.x,y:x.y,w:x.width,h:x.height}:{x:0,y:0,w:100,h:100},m||(r=s),p()},hold(w,m){
let x=w.getBoundingClientRect();h({...r,x:r.x+(x.left-m.left)*f(),y:r.y+(x.top-m.top)*f()})},center:(w,m)=>h({...r,x:w-r.
w/2,y:m-r.h/2}),zoom:w=>h(at(r,w>0?1.25:1/1.25)),fit:()=>h(s),whole:()=>s,start(w){let[m,x]=[e.clientWidth,e.clientHeight],
S=Jn(s,m,x);h(S.w<s.w?Jn(s,m,x,da(w(),S)):S)},reveal(w){u();let m=e.getBoundingClientRect(),x=w.getBoundingClientRect();
if(x.left>=m.left&&x.right<=m.right&&x.top>=m.top&&x.bottom<=m.bottom)return;let S=(x.left+x.right-m.left-m.right)/2,y=(x.
top+x.bottom-m.top-m.bottom)/2;h(pa({...r,x:r.x+S*f(),y:r.y+y*f()},s))}}}var ua=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function ha(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let i=getComputedStyle(o[r]);s.setAttribute("style",ua.map(a=>`${a}:${i.getPropertyValue(a)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=fa(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function fa(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function Ht(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Qn(e,t,o,n){if(t==="dot")return Ht(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=ha(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return Ht(r,"graph.svg");let i=new Image,a=URL.createObjectURL(r);i.src=a,await i.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(i.width,i.height));l.width=Math.round(i.width*p),l.height=Math.round(i.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(i,0,0,l.width,l.height)),URL.revokeObjectURL(
a),l.toBlob(h=>h&&Ht(h,"graph.png"),"image/png")}var es={id:"graph",label:"Graph",create:ma};function ma({select:e,ask:t,open:o,offline:n,signal:s}){let r=c("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),i=Yn((E,R)=>a.center(E,R),s),a=Zn(r,s,i.update),l=Vn({view:a,draw:E=>O(
E),measure:B,search:E=>t("SearchGraph",{text:E}),found:E=>O({reveal:E}),save:M,signal:s}),p=Xn({choose:D,frame:r,signal:s}),
d=c("div",{class:"opscope-nothing"}),h=c("div",{class:"opscope-graph-tab"},l.el,c("div",{class:"opscope-graph-box"},r,p.
el,d,i.el),l.foot),u=null,f=null,k=!0,w=!1,m="",x="",S="",y=null,b,v,A="",_=E=>u?.nodes.get(E)??u?.nodes.get(u.hiddenIn.
get(E)??""),P=E=>E?.getAttribute("data-node")??"";function O(E){f?.arrangement&&(l.wait(!0),t("DrawGraph",{open:f.open,arrangement:f.
arrangement,...E},()=>l.wait(!1)))}function N(E,R,H){if(!f)return;let Y=H.getBoundingClientRect();y={scope:E,left:Y.left,
top:Y.top};let T=I=>I===E||I.startsWith(`${E}/`);O({open:R?[...f.open,E]:f.open.filter(I=>!T(I)),center:R?f.center:""})}
function B(E,R){E!=="health"&&t("MeasureOperators",{by:E,step:b?.stopped?.step||0,against:R},(H,Y)=>l.measured(H,Y)),b&&
K(b)}function M(E){let R=getComputedStyle(h).getPropertyValue("--o-ground")||"#ffffff";u&&f&&Qn(u.svg,E,f.dot,R)}function D({
kind:E,fields:R}){let{id:H,spec:Y,op:T}=R,I=H===void 0?void 0:u?.nodes.get(H);E==="compose"?o("breakpoints",Y):E==="attr\
ibutes"?o("code",T):E==="open"&&I?N(H,!0,I):E==="center"?O({center:H,reveal:H}):E!=="open"&&t(E,R)}function z(E,R){let H=P(
E),Y=u?.folded.get(H),T=Fn(R.values,H,Y);T&&e(T,!1),S=H;let I=[];f?.arrangement&&!n&&(E.hasAttribute("data-scope")&&I.push(
{name:"open",label:"Open",kind:"open",fields:{id:H}}),I.push({name:"center",label:"Show the neighborhood only",kind:"cen\
ter",fields:{id:H}}));let W=n?-1:fe(H),J=E.querySelector("text")?.textContent??"";p.show([...W>=0?Kn(R,W):[],...I],J,W>=
0?`op ${W}`:Y?`${Y.length} inside`:"",E)}r.addEventListener("click",E=>{let R=E.target,Y=R.closest(".opscope-fold")?.closest(
"[data-scope]");if(Y)return N(Y.getAttribute("data-scope")??"",Y.hasAttribute("data-node"),Y);let T=R.closest("[data-nod\
e]");if(!T||!b)return;let I=P(T);if(!n&&(R.closest(".opscope-gutter")||fe(I)>=0&&E.altKey))return ee(I);z(T,b)},{signal:s}),
r.addEventListener("dblclick",E=>{let R=E.target.closest("[data-node][data-scope]");!R||n||!f?.arrangement||(p.close(),N(
P(R),!0,R))},{signal:s}),r.addEventListener("pointerover",E=>{let R=E.target.closest("[data-node]");R&&fe(P(R))>=0&&!n&&
In(R),l.read(R?P(R):"")},{signal:s}),r.addEventListener("focusin",({target:E})=>S=P(E)||S,{signal:s}),r.addEventListener(
"keydown",E=>j(E)&&(E.preventDefault(),E.stopPropagation()),{signal:s});function j(E){if(!u||!b||E.altKey||E.ctrlKey||E.
metaKey||E.shiftKey)return!1;let R=u.nodes.get(S);if(E.key==="/"&&f?.arrangement)return l.focusSearch(),!0;if(E.key.startsWith(
"Arrow")){let H=R?Gn(u,S,E.key):P(_(m)??[...u.nodes.values()][0]??null);return H&&X(H),!0}if(!R)return!1;if(E.key==="Ent\
er"||E.key===" ")return R.hasAttribute("data-scope")&&f?.arrangement&&!n?N(S,!0,R):(z(R,b),p.focus()),!0;if(E.key==="Bac\
kspace"){let H=[...u.frames].filter(([,Y])=>ga(Y,R)).at(-1);return H&&f?.arrangement&&N(H[0],!1,H[1]),!0}return!1}function X(E){
let R=u?.nodes.get(E);R&&(S=E,a.reveal(R),R.focus({preventScroll:!0}),l.read(E))}function ee(E){let R=C(zt(b?.breakpoints??
[]),E);for(let{number:H}of R)t("ClearBreakpoint",{number:H});!R.length&&fe(E)>=0&&t("SetBreakpoint",{spec:`id:${fe(E)}`})}
function C(E,R){return[...new Set((u?.folded.get(R)??[R]).flatMap(H=>E.get(fe(H))??[]))]}function $(E){if(E===v||!r.clientWidth||
!u)return;v=E;let R=zt(E);for(let[H,Y]of u.nodes)H.startsWith("var-")||Cn(Y,C(R,H))}function F(E){let R=!!(u&&f?.arrangement&&
f.program===E.program);u=Hn(E.svg,!!E.arrangement&&!n),v=void 0,m=A="",p.close(),r.replaceChildren(),a.attach(null,R),u&&
(r.append(u.svg),a.attach(u.svg,R),k=!R,w=!0,R&&G(E)),L(d,u?"":"The graph could not be read."),g(d,"hidden",!!u),l.drawn(
E,!!u,n)}function G(E){let R=y&&(u?.nodes.get(y.scope)??u?.frames.get(y.scope));y&&R?a.hold(R,y):a.start(ne),y&&u?.nodes.
has(y.scope)&&(S=y.scope),y=null,E.reveal&&([x,S]=[E.reveal,E.reveal]),(r.contains(document.activeElement)||document.activeElement===
document.body||E.reveal)&&u?.nodes.get(S)?.focus({preventScroll:!0})}function K(E){if(!u)return;let R=On(E.present),H=Bn(
R,u.hiddenIn),Y=E.values.get(l.selected),T=Y&&(_(`var-${l.selected}`)??_(`op-${Y.op}`)),I=l.by!=="health"&&E.fold.measured?.
by===l.by?E.fold.measured:null,W=I?Uo(I,u.hiddenIn):new Map,J=qo(l.by,W.values());for(let[V,te]of u.nodes){g(te,"data-he\
alth",l.by!=="health"?void 0:u.folded.has(V)?H.get(V):R.get(V)),g(te,"data-selected",te===T);let Q=W.get(V);g(te,"data-h\
eat",Q===void 0?l.by==="health"?void 0:"none":(J.at(Q)*100).toFixed(0)),te.style.setProperty("--heat",Q===void 0?"0%":`${(8+
84*J.at(Q)).toFixed(0)}%`)}l.legend(I,W,J);let Z=`${l.by} ${I?.step} ${[...R.values()].join()}`;Z!==A&&r.clientWidth&&(A=
Z,le())}function ne(){let E=u?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;return[...u?.nodes.values()??
[]].map(R=>{let H=R.getBBox();return{x:H.x+(E?.e??0),y:H.y+(E?.f??0),w:H.width,h:H.height}})}function le(){let E=[...u?.
nodes.values()??[]].map(R=>{let H=R.querySelector(":scope > rect, :scope > a > rect, :scope > polygon");return H?getComputedStyle(
H).stroke:"#888888"});i.draw(a.whole(),ne().map((R,H)=>({box:R,color:E[H]})))}return{el:h,open(E){x=`op-${E}`,u&&!u.nodes.
has(x)&&u.hiddenIn.has(x)&&O({reveal:x})},update(E,{selected:R}){E.graph&&E.graph!==f&&(E.graph.svg!==f?.svg||E.graph.reveal)?
F(E.graph):!E.graph&&!b&&L(d,"No graph yet. A program is drawn when it first runs, eager code at each stop and step."),f=
E.graph,k&&r.clientWidth&&(k=!1,a.start(ne)),w&&u&&r.clientWidth&&(w=!1,Rn(u.nodes.values())),b=E,l.update(E,R,n),K(E),$(
E.breakpoints);let H=E.stopped?`op-${E.stopped.op}`:"",Y=_(H);if(H!==m){let I=_(m);for(let W of["data-current","data-pas\
t"])I&&g(I,W,!1);Y&&g(Y,"data-current",!0),x||=H,m=H}Y&&g(Y,"data-past",E.stopped?.past);let T=_(x);T&&r.clientWidth&&a.
reveal(T),x=""}}}function ga(e,t){let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&
o.right>=n.right&&o.top<=n.top&&o.bottom>=n.bottom}var ts={id:"notes",label:"Notes",create:ba,count:xa};function ba({select:e,signal:t}){let o=c("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=c("pre",{class:"opscope-error"}),s=c("div",{class:"opscope-notes-rows"}),r,i=0;return s.addEventListener(
"click",a=>{let l=a.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:c("div",{class:"opscope-note\
s"},o,n,s),update(a){if(L(n,a.error),g(n,"hidden",!a.error),g(o,"hidden",!!a.error||a.warnings.size>0),a.warnings===r&&a.
values.size===i)return;r=a.warnings,i=a.values.size;let l=[...a.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>wa(p,a.values.has(p.subject))))}}}function wa({subject:e,text:t},o){let n=[c("code",{},e),c("span",{},t)];return o?c(
"button",{class:"opscope-note",type:"button","data-name":e},...n):c("div",{class:"opscope-note"},...n)}function xa(e){return e.
warnings.size+(e.error?1:0)}var it=[vn,Tn,es,Jo,Mn,ts,Do];var ya=0;function os(e,t,o){let n=new Map(e.map(l=>[l.id,c("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[c("span",{class:"opscope-long"},l.label),c("span",{class:"opscope-short"},l.short)]:[l.label];return c("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),r=c("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++ya}`,g(l.el,"role","tabpanel"),g(l.el,"aria-labelledby",s[p].
id)});let i=0;function a(l){i=l,e.forEach((p,d)=>{g(s[d],"aria-selected",d===i?"true":"false"),g(s[d],"tabindex",d===i?0:
-1),g(p.el,"hidden",d!==i)})}return r.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(a(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=ce(l,i,e.length);p!==null&&(l.preventDefault(),a(p),s[p].focus(),
t())},{signal:o}),a(0),{el:c("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[i].id},show:l=>a(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&L(d,p?String(p):"")}}}var ka=1e4,va=new Set(Te.map(e=>e.kind)),$a=new Set(["FetchDetail","WatchDetail"]);function Ma(e){let{forward:t,parameters:o,
gradients:n}=Ke(e),s=[...t,...o,...n],r=i=>e.details.get(i)?.step??-1;return s.reduce((i,{name:a})=>r(a)>r(i)?a:i,s[0]?.
name??"")}function ct({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,i=s.selected??e.get?.("selected")??"",a=!0,l,
p=new Map,d={},h=null,u=C=>[...p.values()].some(({kind:$,since:F})=>C($)&&Date.now()-F<ka),f=c("div",{class:"opscope-pan\
el",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"true"});
f.addEventListener("focusin",({target:C})=>g(C,"data-lm-suppress-shortcuts","true"),{signal:o});let k=(C,$={},F=void 0)=>{
if(delete d[C],!a)return F?.(!1,oo);p.set(j.command(C,$),{kind:C,done:F,since:Date.now()})},w=(C,$=!0)=>{l?.values.has(C)&&
(C!==i&&S(C),i=s.selected=C,m(C),$&&M.show("tensor"),j.refresh())};function m(C){!e.get||e.get("selected")===C||(e.set?.(
"selected",C),e.save_changes?.())}let x=()=>w(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",x),o.addEventListener(
"abort",()=>e.off("change:selected",x)));function S(C){if(d={},!a)return;k("WatchDetail",{name:C}),l&&l.details.get(C)?.
step!==l.values.get(C)?.step&&l?.phase!=="running"&&k("FetchDetail",{name:C})}let y=()=>j.refresh(),b=(C,$)=>{M.show(C),
B.get(C)?.open?.($),y()},v=C=>k(C),A=_o(k),_=(C,$=-1)=>{if(n)return n.goTo(C);A.goTo(C,$),y()},P=C=>{if(n)return n.steps;
let $=xt(C);return a&&$&&$.last>$.first?[$.first,$.last]:null},O=Oo({send:v,ask:k,seek:A,refresh:y,offline:r,signal:o}),
N=Po({select:C=>w(C,M.open!=="graph"),refresh:y,signal:o}),B=new Map(it.map(C=>[C.id,C.create({select:w,ask:k,open:b,refresh:y,
goTo:_,reach:P,offline:r,signal:o})])),M=os(it.map(({id:C,label:$,short:F})=>({id:C,label:$,short:F,el:B.get(C).el})),y,
o);f.addEventListener("keydown",C=>{let $=Gt(C);!$||!l||!a||!Fe(l).has($)||r||(C.preventDefault(),(!C.repeat||!u(F=>va.has(
F)))&&v($))},{signal:o}),s.tab&&M.show(s.tab);let D=so(),z=Bo({root:f,offline:r,signal:o});O.el.querySelector(".opscope-\
headline")?.append(z.button),f.append(D.el,O.el,c("div",{class:"opscope-body"},N.el,M.el),z.el),t.append(f);let j=$o({model:e,
el:f,signal:o,paint:X});function X(C,$){a=$==="live";let F=M.open==="tensor"&&(s.tab??"tensor")!=="tensor";j.show(M.open),
s.tab=M.open,D.update($),g(f,"data-lost",!a);for(let G of f.querySelectorAll("[data-asks]"))g(G,"inert",!a);a||p.clear(),
C!==l&&ee(C),l=C,C.values.has(i)||(i=Ma(C),i&&(s.selected=i),i&&a&&!e.get?.("selected")&&m(i),i&&S(i)),F&&i&&a&&!r&&S(i),
C.stopped!==h&&M.open==="tensor"&&i&&!r&&a&&!u(G=>G==="FetchDetail")&&(h=C.stopped,h&&k("FetchDetail",{name:i})),g(f,"da\
ta-past",C.stopped?.past),O.update(C,a,Object.entries(d).find(([G])=>!$a.has(G))?.[1]??""),N.update(C,i);for(let G of it)
M.count(G.id,G.count?.(C)??0);B.get(M.open)?.update(C,{selected:i,refusal:a?d.FetchDetail??d.WatchDetail??"":no})}function ee(C){
l&&(C.phase!==l.phase||C.stopped!==l.stopped)&&(d={}),l&&C.runs>l.runs&&C.values.has(i)&&S(i);for(let $ of C.responses){
let F=p.get($.request);if(!F)continue;p.delete($.request);let G=$.ok?$.text:$.text||`${F.kind} was refused`;!$.ok&&!F.done?.(
!1,G)&&(d[F.kind]=G),$.ok&&F.done?.(!0,G)}}return f}function Sa(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Ea(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let i of t)i(r,[])};return{on:(r,i)=>{t.add(
i)},off:(r,i)=>{t.delete(i)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function La(e,t){let o=t.split(
`
`).filter(u=>u.trim()).map(co),n=Ea(o),{steps:s,ends:r}=Sa(o),i=new AbortController().signal,a=()=>{},l=ct({model:n,el:e,
signal:i,page:{goTo:u=>a(u),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=c("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=c("output",{class:"opscope-number"},`step ${s[s.length-1]}`),h=0;a=u=>{
p.value=String(Math.max(0,s.filter(f=>f<=u).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
L(d,`step ${s[Number(p.value)]}`),h||=requestAnimationFrame(()=>{h=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(c("label",{class:"opscope-scrub"},p,d))}var Np=()=>{let e={};return{render({model:t,el:o,signal:n}){ct({model:t,el:o,signal:n,memory:e})}}};export{Np as default,La as replay};
