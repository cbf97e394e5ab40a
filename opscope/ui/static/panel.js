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
flat(),os=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],Wt=["StepBack","ReverseContinue","Goto"];function Fe(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...os,
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
qt=256,Vt=.9;var Xt="−";function W(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Xt)}function ge(e){return e.length?e.join("×"):"scalar"}var Kt=9,
ns=16;function Yt(e){return e.length<=ns?[e,""]:[e.slice(0,-Kt),e.slice(-Kt)]}function Jt(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function De(e){return`${(100*e).toFixed(1)}%`}function Zt(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function Qt(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ne(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function ut(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function ie(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Vt?"zeros":"ok"}var ze={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function je(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function He(e){return e.grad_of||e.role==="backward"?
"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function eo(e,t,o){if(e.length<2)return e.
length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function he(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let c=s*
r,a=Math.ceil(e/c-1e-9),l=Math.floor(t/c+1e-9);if(l-a+1>=o-1||r===1)return Array.from({length:l-a+1},(p,d)=>(a+d)*c)}return[]}
function be(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",Xt)}var ss="http://www.w3.org/2000/svg";function i(e,t={},...o){let n=document.createElement(e);return to(n,t),n.append(...o),
n}function G(e,t={},...o){let n=document.createElementNS(ss,e);return to(n,t),n.append(...o),n}function We(e){let t=i("s\
pan",{class:"opscope-name"});return _e(t,e),t}function _e(e,t){if(e.title===t)return;e.title=t;let[o,n]=Yt(t);e.replaceChildren(
i("span",{},o),...n?[i("span",{class:"opscope-name-end"},n)]:[])}function to(e,t){for(let[o,n]of Object.entries(t))g(e,o,
n)}function g(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function N(e,t){e.textContent!==t&&(e.textContent=t)}function we(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function le(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var oo="no kernel answers",no="No kernel answers, and the elements of this value were not kept.",rs={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function as(e){return rs[e]}
function so(){let e=i("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){N(e,as(t)),g(e,"hidde\
n",t==="live")}}}function ao(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function io(e){
let t=ao(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var ro=["step","min","max","mean","std","zeros",
"nan","inf"];function is(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=io(t[e.numbers]),s=n.length/(1+ro.length);return Array.from({length:s},(r,c)=>{let a={
...o[n[c]]};return ro.forEach((l,p)=>{let d=n[(p+1)*s+c];a[l]=Number.isNaN(d)?null:d}),a})}function ht(e,t,o=[]){let n=e.
events.map(c=>{let a=c.pixels?.buffer;return typeof a=="number"?{...c,pixels:ao(t[a])}:c}),s=n.findIndex(c=>c.kind!=="Ru\
nStarted"&&c.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...cs(e,t),...is(e,t,o),...n.slice(r)]}function cs(e,t){
if(!e.trails?.length)return[];let o=io(t[e.block]),n=0;return e.trails.map(([s,r,c])=>{let a=(p,d)=>{let h=o[n+p*c+d];return Number.
isFinite(h)?h:null},l=Array.from({length:c},(p,d)=>({step:o[n+d],mean:a(1,d),min:a(2,d),max:a(3,d),rms:a(4,d),bad:o[n+5*
c+d]}));return n+=6*c,{kind:"Trail",slot:s,name:r,points:l}})}function co(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function uo(e){let t=new Blob([lo(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(lo)}}function lo(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var po="\
application/vnd.jupyter.widget-state+json",ls=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function ft(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[po]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),c=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),a=Object.fromEntries(ls.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));c[t]={model_module:a._model_module,
model_module_version:a._model_module_version,model_name:a._model_name,state:a},o.setMetadata("widgets",{[po]:{version_major:2,
version_minor:0,state:c}})}var mo={points:[],stride:1};function go({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(ho(n,s,t);n.length>qt;){t*=2;let r=[];for(let c of n)ho(r,c,t);n=r}return{points:n,stride:t}}function ho(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=ps(n,t):e.push(t)}function ps(e,t){return{
step:t.step,mean:t.mean,min:fo(Math.min,e.min,t.min),max:fo(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function fo(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function Ge(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function Ue(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function qe(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function bo(e,t){let o=new mt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
dt,n.kind))for(let s of dt[n.kind])ds(o,s,n);return o.slots}var mt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Ae[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,go(s.get(o)??mo,n))}};function ds(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(c=>o[c]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let c of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(c)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[Ue(o)]);else for(let[n,s]of qe(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Ae).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var us=Object.freeze([]),hs=new Set,Ve=Object.freeze({...wo(Ae),runs:0,reached:0,seconds:null});function gt(e,t){return{...wo(bo(e.fold,t),e),...t.reduce(fs,e)}}function fs({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function wo(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):hs,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:ms(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
bs(e.breakpoints),exceptions:e.breakpoints?.exceptions??us,step:[...e.steps.values()].at(-1)?.step??0,scalars:gs(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((c,a)=>[c,r.called?.[a]??""]))),graph:e.graph,values:e.
values,present:s?t.present:ws(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function ms(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function gs(e){let t=new Map([...e.steps.values()].flatMap(n=>qe(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function bs(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function ws(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function xo(e){return e.stopped?.step||ye(e)}function xe(e,t){return e.present.has(t.name)?
"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function yo(e,t){return e.over&&!e.stopped&&t.step<
ye(e)?`step ${t.step}`:""}function ko(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&
e.present.get(n);if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&t?t.names.indexOf(n):-1,c=e.scalarHistory.get(n)?.
points??[],a=o?.past?Ge(c,o.step):c.at(-1),l=r>=0?t?.scalars[r]??null:o?.past?a?.mean??null:e.scalars[n],p=r>=0?t?.step:
a?.step,d=o&&o.op<0&&!o.depth,h=p===o?.step?d?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?h:
""}]}))}function ye(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function Ke(e,t=""){let o=t.trim().toLowerCase(),
n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[He(s)].push(s);for(let s of Object.values(n))s.sort((r,c)=>r.op-c.op||(r.name<
c.name?-1:1));return n}function bt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var vo=250,xs=2.5,ys=["dead","terminating","restarting","autorestarting"],ks=2500,vs=400;function $s(e,t){return t.kind===
"batch"&&t.n!==e+1}function $o({model:e,el:t,signal:o,paint:n}){let s=Math.random().toString(36).slice(2),r=Math.floor(Math.
random()*2**20)*2**20,c=Ve,a=0,l=!1,p=!1,d=!1,h=!1,u=0,f="",k=()=>`${t.clientWidth} ${getComputedStyle(t).color}`,w="liv\
e",m=Date.now(),y=ks,S=[],x="",b=!1,v=$=>{try{e.send($)}catch{m=0}},A=()=>{u=0,f=k();try{n(c,w)}finally{h&&v({kind:"ack",
n:a,view:s}),h=!1}},_=()=>{!u&&p&&!o.aborted&&(u=requestAnimationFrame(A))},O=()=>{l=!1,v({kind:"attach",view:s,tab:x})},
R=()=>{let $=p&&!document.hidden;$!==d&&(d=$,m=Date.now(),d?O():v({kind:"detach",view:s}),_())},T=async()=>{let $=e.get?.(
"frame");if(!$||a||b)return;b=!0;let{message:P,buffers:H}=await uo($);a||(c=gt(Ve,ht(P,H)),_())},B=()=>{if(p&&k()!==f&&_(),
!d||!y)return;let $=Date.now()-m;!a&&$>vs&&T();let P=e.widget_manager?.kernel,H=!!P&&(P?.isDisposed||ys.includes(P?.status??
""));if($<(H?vo:y))return;let X=a?"lost":b?"saved":"nothing";X!==w&&(w=X,_())},M="",D=$=>{M=$,ft(e,$)},z=()=>M&&ft(e,M),
j=($,P)=>{if(m=Date.now(),w!=="live"&&(w="live",$.kind!=="snapshot"))return O();if($.beat&&(y=xs*1e3*$.beat),$.id&&D($.id),
!($.kind!=="snapshot"&&!($.kind==="batch"&&l))){if($s(a,$))return O();c=gt($.kind==="snapshot"?Ve:c,ht($,P,S)),a=$.n,l=!0,
h||=!!$.ack,_()}},Y=new IntersectionObserver($=>{p=$[$.length-1].isIntersecting,R()},{rootMargin:"100px"}),Q=new ResizeObserver(
_);e.on("msg:custom",j),e.get&&e.on("change:frame",z),Y.observe(t),Q.observe(t),document.addEventListener("visibilitycha\
nge",R,{signal:o}),e.get||(y=0),v({kind:"render",view:s});let C=setInterval(B,vo);return o.addEventListener("abort",()=>{
e.off("msg:custom",j),e.get&&e.off("change:frame",z),Y.disconnect(),Q.disconnect(),cancelAnimationFrame(u),clearInterval(
C),d&&v({kind:"detach",view:s})}),{refresh:_,show($){$!==x&&(x=$,d&&v({kind:"show",view:s,tab:x}))},command($,P={}){return v(
{kind:$,request:++r,...P}),r}}}var Ms=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Ss=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Es=new RegExp(Ss.map(e=>e.source).join("|"),"giu");function wt(e){let t=[],o=0;for(let n of e.
matchAll(Es)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Ls(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Ls(e,t){return Ms.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Ns(e){return e.split(/[/\\]/).at(
-1)||e}function Mo(){let e=i("span",{class:"opscope-line-number"}),t=i("code",{}),o=i("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){g(o,"hidden",!n),g(o,"title",`${n}:${s}
${r}`),N(e,`${Ns(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...wt(r).map(([c,a])=>c==="plain"?a:i("span",{"data-tok\
en":c},a)))}}}function Eo(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
, in ${t}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${t}`}function Lo({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function No(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function Ts(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${ye(e)}, in the past`:"in the past":""}function So(e){let t=e.
stopped;return t?[Eo(t),Lo(t),No(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function As(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&Xe(e))return Xe(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function Xe({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function _s({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function To(e){
let t=i("span",{class:"opscope-op"}),o=i("span",{class:"opscope-reason"}),n=i("span",{class:"opscope-at"}),s=i("span",{class:"\
opscope-said"}),r=i("div",{class:"opscope-where"},t,o,n,s),c=i("span",{class:"opscope-past"}),a=Mo(),l=i("div",{class:"o\
pscope-place-bar"},c,r,a.el);return{el:l,update(p,d){let h=p.stopped,u=So({...p,stopped:null});N(t,h?Eo(h):""),N(o,h?Lo(
h):""),N(n,h?No(h.past?{...h,step:null}:h):"");let f=_s(p);N(s,d||f||(h?"":u||As(p))),g(r,"data-bad",!!d||!h&&!!u);let k=!d&&
!h&&p.phase==="running"&&!!Xe(p);g(r,"data-slow",k),g(r,"title",d||(k?Xe(p):So(p))),g(o,"data-reason",h?.reason),N(c,Ts(
p)),g(c,"hidden",!h?.past),g(l,"data-past",h?.past),g(l,"hidden",e&&!h&&!u),a.update(h?.path??"",h?.line??0,h?.source??""),
g(l,"data-source",!!h?.path)}}}var Cs=64;function Is(e,t,o){let n=Math.max(1,Math.ceil(e.length/Cs)),s=e.filter((f,k)=>(e.length-1-k)%n===0),r=s.flatMap(
f=>f.mean===null?[]:[f.mean]),c=Math.min(...r),a=Math.max(...r)-c,l=s[0]?.step??0,p=(s.at(-1)?.step??0)-l||1,d="",h="",u="\
M";for(let f of s){let k=(1+(f.step-l)/p*(t-2)).toFixed(1);if(f.bad&&(h+=`M${k},${o-3}V${o}`),f.mean===null){u="M";continue}
let w=a>0?o-4-(f.mean-c)/a*(o-6):o/2;d+=`${u}${k},${w.toFixed(1)}`,u="L"}return{line:d,bad:h}}function Ye(e,t){let o=G("\
path",{class:"opscope-spark-line"}),n=G("path",{class:"opscope-spark-bad"}),s=G("svg",{class:"opscope-spark",width:e,height:t,
viewBox:`0 0 ${e} ${t}`,preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(c){if(c===r)return;r=
c;let a=Is(c?.points??[],e,t);g(o,"d",a.line),g(n,"d",a.bad)}}}var Rs=[64e6,256e6,1e9,4e9],Bs={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Os(e){return[...new Set([...Rs,e])].sort((t,o)=>t-o)}function Ps({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${Zt(t.recording)}`}function Ao({
ask:e,signal:t}){let o=i("span",{class:"opscope-label"}),n=i("i",{class:"opscope-switch"}),s=i("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=i("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),c=i("span",{class:"opscope-bytes"}),a=i("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=i("span",{class:"opscope-limit"},"of ",a),p=i("span",{class:"opscope-memory"},c,
l),d=!1,h=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),a.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(a.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(u){d=!!u.recording?.on;let f=!!u.
recording&&!u.over;N(o,f?"Recording":"Recorded"),s.disabled=!f,g(s,"aria-checked",d&&f?"true":"false"),g(s,"title",f?Bs[d?
"off":"on"]:void 0);for(let k of[n,r,l])g(k,"hidden",!f);N(r,Ps(u)),N(c,ut(u.recorded?.bytes??0)),u.recording&&u.recording.
budget!==h&&(h=u.recording.budget,a.replaceChildren(...Os(h).map(k=>i("option",{value:k,selected:k===h},ut(k)))))}}}var Fs=1e4;function _o(e,t=Date.now){let o=null,n=null,s=-1,r=null,c=null,a=!1,l=0,p=()=>c!==null&&t()-c<Fs,d=(u,f)=>{let k=++l;
c=t(),a=u==="Pause",e(u,f,w=>{k===l&&(w||(o=n=null),(!w||!a)&&(c=null))})},h=u=>{a&&u.phase!=="running"&&(a=!1,c=null),!(n===
null||u.phase==="running"||u.stopped===r)&&(c!==null&&u.stopped?.step!==n||(n=c=null))};return{get target(){return o??n},
goTo(u,f=-1){o=u,s=f},follow(u){if(h(u),!(o===null||p())){if(u.phase==="running")return d("Pause",{});n=o,o=null,r=u.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function xt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:ye(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Co({
ask:e,seek:t,refresh:o,signal:n}){let s=i("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=i("span",{class:"opscope-track-box"},s),c=i("output",{class:"opscope-number"}),a=Ao({ask:e,signal:n}),l=i(
"div",{class:"opscope-timeline","data-asks":!0},a.toggle,r,c,a.cost,a.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let d=xt(p);g(l,"hidden",!d&&!p.recording),a.update(p),t.follow(p);let h=d?
Math.min(d.last,Math.max(d.first,t.target??d.at)):0,[u,f]=d?[d.first,d.last]:[0,0];g(s,"min",u),g(s,"max",f),s.disabled=
u===f||p.phase==="waiting",Number(s.value)!==h&&(s.value=String(h)),s.style.setProperty("--at",`${100*(h-u)/Math.max(1,f-
u)}%`),g(l,"data-past",!!p.stopped?.past),g(l,"data-phase",p.recording?.on===!1?"off":p.phase),g(s,"aria-valuetext",d?`s\
tep ${h} of ${f}`:"no step yet"),N(c,d?`step ${h} / ${f}`:"no step yet"),g(r,"title",d?`steps ${u} to ${f} are recorded`:
"no step is recorded yet")}}}var Ds=new Set,zs=new Set(["Pause","Continue","Terminate"]);function Io({send:e,signal:t}){let o=new Map,n=pt.map(a=>i("\
div",{class:"opscope-group"},...a.map(r))),s=i("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(a){
let l=G("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});a.line&&l.append(G("path",{d:a.line,class:"\
opscope-stroke"})),a.fill&&l.append(G("path",{d:a.fill}));let p=i("button",{class:`opscope-button opscope-${a.name}`,type:"\
button",title:Ut(a),"aria-label":a.label,"aria-keyshortcuts":a.key});return p.append(l),zs.has(a.kind)&&p.append(i("span",
{},a.label)),p.addEventListener("click",()=>e(a.kind),{signal:t}),o.set(a.kind,p),p}function c(a,l){let p=a.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!a.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(a,l){let p=l?Fe(a):Ds,d=a.phase==="running"||a.phase==="waiting";for(let[h,u]of o)c(u,()=>{u.disabled=!p.has(
h),(h==="Pause"||h==="Continue")&&g(u,"hidden",d!==(h==="Pause"))})}}}var js=4,Ro="NaN/Inf";function Hs(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Ws(e){return e===null?Ro:W(e)}
function Gs(e){return e.seconds?W(1/e.seconds):"–"}function Bo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let c=i(
"span",{class:"opscope-title"}),a=i("span",{class:"opscope-place"}),l=i("span",{class:"opscope-state",role:"status"}),p=To(
s),d=Co({ask:t,seek:o,refresh:n,signal:r}),h=Io({send:e,signal:r}),u=yt("step","opscope-step"),f=yt("steps / s","opscope\
-rate"),k=i("div",{class:"opscope-metrics"},u.el,f.el),w=i("div",{class:"opscope-headline"},i("div",{class:"opscope-name\
s"},c,a),l),m=i("header",{class:"opscope-header"},w,p.el);s||(w.append(h.el),m.append(d.el)),m.append(k);let y=new Map;return{
el:m,update(S,x,b){N(c,S.title||"run"),N(a,S.place),g(l,"data-past",S.stopped?.past);let v=!x&&(S.phase==="running"||S.phase===
"waiting");g(l,"data-phase",v?"gone":S.phase),N(l,v?"no kernel":Hs(S)),p.update(S,b),s||(d.update(S),h.update(S,x)),u.update(
String(xo(S))),f.update(Gs(S));let A=[...ko(S)].slice(0,js);for(let[_,{value:O,when:R}]of A){let T=y.get(_)??yt(_,"opsco\
pe-scalar",!0);y.set(_,T),T.update(Ws(O),S.scalarHistory.get(_),R,S.scalarNames.get(_))}we(k,[u.el,f.el,...A.map(([_])=>y.
get(_).el)])}}}function yt(e,t,o=!1){let n=i("span",{class:`opscope-number ${t}`}),s=Ye(96,30),r=i("span",{class:"opscop\
e-label",title:e},e),c=i("span",{class:"opscope-when"}),a=i("div",{class:"opscope-metric"},i("div",{},r,n,...o?[c]:[]));
return o&&a.append(s.el),{el:a,update(l,p,d="",h=""){N(r,h||e),g(r,"title",h?`${h}, ${e}`:e),N(n,l),N(c,d),g(a,"data-els\
ewhere",!!d),g(n,"data-bad",l===Ro),o&&s.update(p)}}}var Us=[["Anywhere","?","this page"],["Anywhere","Tab","to the next part of the panel"],["List of values","↑ ↓ Home End",
"select a value"],["Tabs","← → Home End","show another tab"],["Slider","← → Home End","go to another step"],["Gr\
aph","+ − 0","zoom in, out, to all of it"],["Graph","↑ ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← \
→","move the drawing"],["Graph","Enter Backspace","open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← \
→","zoom, move"],["Elements","Enter","set an element (or double click it)"],["Code","↑ ↓ Home End","to another lin\
e"],["Code","Enter","set or remove a breakpoint on the line"],["Code","Space","the operators of the line"],["Evaluation \
line","↑ ↓","what was typed before"],["Menus, this page","Esc","close"]];function qs(e){let t=new Map,o=e?[]:Te.filter(
n=>n.key).map(n=>["Run",n.key??"",`${n.label}: ${n.about}`]);for(let[n,s,r]of[...o,...Us])t.set(n,[...t.get(n)??[],[s,r]]);
return t}function Oo({root:e,offline:t,signal:o}){let n=i("button",{class:"opscope-button",type:"button"},"Close"),s=[...qs(
t)].map(([p,d])=>i("section",{},i("h4",{},p),i("dl",{},...d.flatMap(([h,u])=>[i("dt",{},...h.split(" ").map(f=>i("kbd",{},
f))),i("dd",{},u)])))),r=i("div",{class:"opscope-keys",role:"dialog","aria-label":"keys",hidden:!0},i("div",{class:"opsc\
ope-keys-head"},i("b",{},"Keys"),n),i("div",{class:"opscope-keys-groups"},...s)),c=i("button",{class:"opscope-button ops\
cope-help",type:"button",title:"Keys (?)","aria-label":"keys","aria-keyshortcuts":"?"},"?"),a=null,l=p=>{p!==!r.hidden&&
(p&&(a=e.ownerDocument.activeElement),g(r,"hidden",!p),p?n.focus({preventScroll:!0}):(a&&e.contains(a)?a:e).focus({preventScroll:!0}))};
return c.addEventListener("click",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener(
"keydown",p=>{let d=p.target.matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!==
"?"||d)||(p.preventDefault(),p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:c}}var Vs={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function Po({select:e,refresh:t,
signal:o}){let n=i("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),
s=i("span",{class:"opscope-found"}),r=i("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),c=i(
"aside",{class:"opscope-list"},i("div",{class:"opscope-search"},n,s),r),a=new Map,l=[],p="",d=Object.fromEntries(Object.
entries(Vs).map(([u,f])=>[u,Ks(f)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",u=>{let f=u.target.closest("[data-name]");f&&e(f.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",u=>{let f=le(u,l.indexOf(p),l.length);f!==null&&(u.preventDefault(),e(l[f]),a.get(l[f])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:c,update(u,f){p=f;let k=Ke(u,n.value);l=[];let w=[];for(let[S,x]of Object.
entries(k)){if(!x.length)continue;let b=d[S];N(b.count,String(x.length)),w.push(b.el);for(let v of x){let A=a.get(v.name)??
Ys(v.name);a.set(v.name,A),l.push(v.name),w.push(A.el)}}we(r,w),g(r,"aria-activedescendant",a.get(f)?.el.id);let m=u.values.
size,y=u.cost?.hz&&!u.over?` · ${Qt(u.cost.hz)}`:"";N(s,`${l.length===m?m:`${l.length} of ${m}`}${y}`),g(s,"title",y?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),g(r,"data-empty",m?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),h(u,f)}};function h(u,f){let{clientHeight:k,
scrollTop:w}=r,m=l.map(x=>a.get(x)),y=m[0]?.el.offsetHeight||44,S=m.map(x=>x.el.offsetTop-w);m.forEach((x,b)=>{let v=l[b],
A=S[b]>-2*y&&S[b]<k+2*y;g(x.el,"aria-selected",v===f?"true":"false");let _=u.values.get(v);A&&_&&x.update(_,u.history.get(
v),xe(u,_),yo(u,_))})}}function Ks(e){let t=i("span");return{el:i("div",{class:"opscope-heading",role:"presentation"},e,
t),count:t}}var Xs=0;function Ys(e){let t=i("span",{class:"opscope-pill"}),o=We(e),n=i("span",{class:"opscope-spec"}),s=i(
"span",{class:"opscope-mean"}),r=i("span",{class:"opscope-std"}),c=Ye(52,26),a=i("div",{class:"opscope-row",role:"option",
"data-name":e,id:`opscope-value-${++Xs}`},t,o,n,s,r,c.el),l,p="";return{el:a,update(d,h,u,f){c.update(h);let[k,w]=[u||f,
`${u}, ${f}`];if(d===l&&w===p)return;l=d,p=w,g(a,"data-elsewhere",!!u);let m=ie(d);g(a,"data-health",m);let[y,S]=je(d);_e(
o,y),N(t,ze[m]),N(n,`${k?`${k}  `:""}${ge(d.shape)}  ${Jt(d.dtype)}${S?`  ${S}`:""}`),N(s,W(d.mean)),N(r,d.std===null||!d.
shape.length?"":`± ${W(d.std)}`)}}}var Js="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function se(e,t,o,n="text"){return i("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function Fo({ask:e,showProblem:t,signal:o}){
let n=se("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=se("condition-field","only i\
f … (optional)","condition"),r=se("hits-field","1","stop from this hit on","number"),c=i("input",{class:"opscope-log-f\
ield",type:"checkbox"}),a=se("message-field","message, as: loss is {loss}","log message of a line of Python"),l=i("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=i("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),d=i("span",{class:"opscope-logging"},i("label",{title:"write a note at each hit, and go on"},
c," only log"),a),h=i("summary",{},"Hits, log …"),u=i("details",{class:"opscope-breakpoint-more"},h,i("div",{},i("labe\
l",{},"stop from hit ",r),d)),f=i("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,u);g(r,"min",1),g(a,"h\
idden",!0);let k=null,w=x=>{t(x),g(n,"aria-invalid",x?"true":void 0)},m=()=>Math.max(1,Math.round(Number(r.value)||1));function y(x){
k=x,n.value=x?.spec??"",n.readOnly=!!x,s.value=x?.condition??"",r.value=x&&x.wanted>1?String(x.wanted):"",c.checked=!1,a.
value="",g(a,"hidden",!0),g(d,"hidden",!!x),N(l,x?`Change ${x.number}`:"Add"),g(p,"hidden",!x),x&&(u.open=x.wanted>1||u.
open),w("")}function S(){let x={spec:n.value.trim(),condition:s.value.trim(),hits:m()};if(!x.spec)return w(Js);w("");let b=(v,A)=>{
let _=n.value.trim()===x.spec&&s.value.trim()===x.condition;return v&&_&&y(null),(!v||A)&&w(A),!0};k?e("ChangeBreakpoint",
{number:k.number,enabled:k.enabled,condition:x.condition,hits:x.hits},b):e("SetBreakpoint",{spec:x.spec,condition:x.condition,
...x.hits>1&&{hits:x.hits},...c.checked&&{log:!0,message:a.value.trim()}},b)}f.addEventListener("submit",x=>(x.preventDefault(),
S()),{signal:o}),p.addEventListener("click",()=>y(null),{signal:o}),c.addEventListener("change",()=>g(a,"hidden",!c.checked),
{signal:o});for(let x of[n,s,r,a])x.addEventListener("input",()=>w(""),{signal:o}),x.addEventListener("keydown",b=>{b.key===
"Escape"&&k&&y(null),!(b.key!=="Enter"||b.isComposing)&&(b.preventDefault(),f.requestSubmit())},{signal:o});return{el:f,
problem:w,change(x){y(x),s.focus()},compose(x){y(null),n.value=x,s.focus()}}}var Zs=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function Qs({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function kt(e){return`${ne(e)} ${e===
1?"hit":"hits"}`}function er({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function tr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var Do={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:or,count:e=>e.breakpoints.length};function or({ask:e,open:t,offline:o,signal:n}){
let s=i("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),c=Fo({ask:e,showProblem:m=>{N(s,m),g(s,"hidden",
!m)},signal:n}),a=i("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=i("div",{class:"opscope-breakpoint-rows"}),p=i("div",
{class:"opscope-breakpoints"}),d=Zs.map(([m,y])=>({name:m,box:i("input",{type:"checkbox","data-filter":m}),title:y})),h=i(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
h.append(...d.map(({name:m,box:y,title:S})=>i("label",{title:S},y,` ${m}`))),o||p.append(c.el,h,s),p.append(a,l);let u,f=[],
k=(m,y)=>(c.problem(m?"":y),!0);h.addEventListener("change",()=>{let m=d.filter(({box:y})=>y.checked).map(({name:y})=>y);
e("SetExceptionFilters",{filters:m},k)},{signal:n}),l.addEventListener("click",m=>{let y=m.target,S=y.closest("[data-num\
ber]"),x=f.find(({number:b})=>b===Number(S?.dataset.number));x&&(y.closest(".opscope-remove")?e("ClearBreakpoint",{number:x.
number},k):y.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:x.number,enabled:!x.enabled,condition:x.condition,
hits:x.wanted},k):y.closest(".opscope-breakpoint-condition")?c.change(x):y.closest(".opscope-breakpoint-ops")&&t("graph",
x.ops[0]))},{signal:n});function w(m,y){let S={"data-conditional":!!m.condition,"data-off":!m.enabled,"data-hollow":!m.verified,
"data-log":!!m.log},x=tr(m),b=er(m),v=i("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":m.
enabled?"true":"false","aria-label":x,title:x,disabled:o,...S}),A=i("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!m.ops.length},Qs(m)),_=i("button",{class:"opscope-breakpoint-condition",type:"\
button",title:b?`${b}; click to change`:"set a condition","aria-label":`condition of breakpoint ${m.number}: ${b||"alway\
s"}`,disabled:o},b),O=i("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${m.number}`});return O.append(G("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},G("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),i("div",{class:"opscope-breakpoint","data-number":m.
number,"data-op":m.ops[0],"data-here":y,"data-off":!m.enabled},v,i("span",{class:"opscope-breakpoint-number"},String(m.number)),
i("code",{class:"opscope-breakpoint-spec",title:m.spec},m.spec),_,A,i("span",{class:"opscope-breakpoint-hits"},kt(m.hits)),
...o?[]:[O],...m.problem?[i("div",{class:"opscope-breakpoint-problem"},m.problem)]:[])}return{el:p,open:m=>c.compose(String(
m)),update(m){g(a,"hidden",m.breakpoints.length>0);for(let{name:v,box:A}of d)A!==document.activeElement&&(A.checked=m.exceptions.
includes(v));let y=m.stopped?.reason.endsWith("breakpoint")?m.stopped.op:-1,S=JSON.stringify([m.breakpoints,y]);if(S===u)
return;u=S,f=m.breakpoints;let x=document.activeElement?.closest?.("[data-number]"),b=l.contains(x)?document.activeElement.
className:"";l.replaceChildren(...f.map(v=>w(v,v.ops.includes(y)))),b&&l.querySelector(`[data-number="${x?.dataset.number}\
"] .${b}`)?.focus({preventScroll:!0})}}}function zo(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function jo(e){return e.functions.
map((t,o)=>o).reverse()}function Ho({ask:e,show:t,refresh:o,signal:n}){let s=i("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=i("div",{class:"opscope-empty"}),c=i("div",{},r,s),a=i("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=i("div",{class:"opscope-empty"}),p=i("\
div",{},l,a),d="",h=-1,u="",f,k,w=null;function m(b){w&&(h=b,f=void 0,e("FetchVariables",{frame:b},y),w.paths[b]&&t(w.paths[b],
w.lines[b]),o())}let y=(b,v)=>(u=b?"":v,k=void 0,!0);s.addEventListener("click",b=>{let v=b.target.closest("[data-frame]");
v&&m(Number(v.dataset.frame))},{signal:n}),s.addEventListener("keydown",b=>{if(!w)return;let v=jo(w),A=le(b,v.indexOf(h),
v.length);A!==null&&(b.preventDefault(),b.stopPropagation(),m(v[A]),S(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function S(){let b=w,v=b&&JSON.stringify([b,h]);if(v===f)return;f=v;let A=s.contains(document.
activeElement);s.replaceChildren(...(b?jo(b):[]).map(_=>{let O=b?.paths[_]?`${b.paths[_].split(/[/\\]/).at(-1)}:${b.lines[_]}`:
"",R=_===h;return i("div",{class:"opscope-frame",role:"option","aria-selected":R?"true":"false",tabindex:R?0:-1,"data-fr\
ame":_,"data-kind":b?.kinds[_],"data-now":b?.now[_],title:`${b?.texts[_]}${b?.now[_]?`
where the program is now; the run shows its past`:""}`},i("b",{},b?.functions[_]??""),i("code",{},b?.texts[_]??""),i("sp\
an",{},b?.now[_]?`${O} now`:O))})),A&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function x(b){let v=b.
fold.variables,A=zo(b,v)&&(v?.frame===h||v?.frame===h-(w?.functions.length??0))?v:null;if(A===k&&A)return;k=A;let _=b.phase===
"running"?"":u||(A&&!A.names.length?"No variables.":"");N(l,_),g(l,"hidden",!_),a.replaceChildren(...(A?.names??[]).map(
(O,R)=>{let T=A?.called?.[R]??"";return i("div",{},i("dt",{title:T?`${T}, ${O}`:O},T||O),i("dd",{title:`${A?.texts[R]}${A?.
now[R]?`
of now: the recording does not have it`:""}`,"data-now":A?.now[R]},A?.texts[R]??""))}),...A&&A.total>A.names.length?[i("\
div",{},i("dt",{},"…"),i("dd",{},`${A.total-A.names.length} more`))]:[])}return{el:c,variables:p,get frame(){return h},
update(b){let v=b.stopped,A=b.phase==="running"||b.phase==="waiting"?"":`${v?.run} ${v?.tick} ${v?.reason}`;A!==d&&(d=A,
h=-1,u="",A&&(e("FetchStack",{},(O,R)=>O?void 0:y(O,R)),e("FetchVariables",{frame:-1},y))),w=A&&zo(b,b.fold.stack)?b.fold.
stack:null,w&&h<0&&w.functions.length&&(h=w.functions.length-1);let _=A?w&&!w.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";N(r,_),g(r,"hidden",!_),S(),x(b)}}}var nr=30;function Wo({ask:e,frame:t,signal:o}){let n=se("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=i("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=i("form",{class:"opscope-evaluation","data-asks":!0},s,i("div",{class:"opscope-evaluation\
-line"},i("span",{"aria-hidden":"true"},"›"),n)),c=[],a=0;function l(){let p=n.value.trim();if(!p)return;n.value="",c.
push(p),a=c.length;let d=i("pre",{},"…");for(s.append(i("div",{class:"opscope-answer"},i("code",{},p),d));s.children.length>
nr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(h,u)=>(d.textContent=u,g(d,
"data-failed",!h),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&c.length)a=Math.max(0,Math.min(
c.length,a+d)),n.value=c[a]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,g(n,"title",d?"pause the run fir\
st":void 0)}}}function Go({ask:e,signal:t}){let o=i("div",{class:"opscope-attributes-title"}),n=i("dl",{class:"opscope-variables"}),s=i(
"div",{class:"opscope-empty",role:"status"}),r=i("div",{"data-asks":!0},o,n,s),c=-1,a="",l="",p;function d(h,u,f){e("Set\
Attribute",{op:h,name:u,value:f},(k,w)=>(N(s,w),g(s,"data-failed",!k),l="",!0))}return n.addEventListener("keydown",h=>{
let u=h.target.closest("input");h.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(h.key!=="Enter"||!u||h.isComposing)&&
(h.preventDefault(),d(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:r,choose(h){c=h,l=""},update(h,u){let f=h.stopped,
k=`${f?.run} ${f?.tick}`;k!==a&&f?.text!=="edited"&&(c=a?-1:c),a=k;let w=c>=0?c:f?.op??-1;u&&w>=0&&h.phase!=="running"&&
l!==`${w} ${k}`&&(l=`${w} ${k}`,e("FetchOperator",{op:w},(x,b)=>(x||N(s,b),!0)));let m=h.fold.shown_operator?.op===w?h.fold.
shown_operator:null,y=h.phase==="paused"&&!h.over&&!m?.fixed,S=JSON.stringify([m,y,w]);S!==p&&(p=S,N(s,""),N(o,m?`${m.op_type}\
 ${m.op}${m.name?` → ${m.name}`:""}`:"No operator: pause before one, or choose one in the graph."),g(o,"title",m?.site),
n.replaceChildren(...(m?.names??[]).flatMap((x,b)=>{let v=se("attribute-field","",`${x} of ${m?.op_type} ${m?.op}; Enter\
 sets it for this run`);return v.name=x,v.value=v.dataset.was=m?.texts[b]??"",v.dataset.op=String(m?.op),v.readOnly=!y,g(
v,"title",y?"Enter sets it for this run":m?.fixed?`cannot be changed: ${m.fixed}`:"pause the run to change it"),[i("dt",
{title:x},x),i("dd",{},v)]}),...m&&!m.names.length?[i("dt",{},"no attributes"),i("dd",{})]:[]))}}}var pe={time:{label:"time",about:"of a replay of the step, operator by operator",text:sr},memory:{label:"memory",about:"\
bytes that the operator writes",text:rr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:W,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:De,log:!0}};
function sr(e){return e>=1?`${W(e)} s`:e>=.001?`${W(e*1e3)} ms`:`${W(e*1e6)} µs`}function rr(e){return e>=2**20?`${W(e/
2**20)} MiB`:e>=1024?`${W(e/1024)} KiB`:`${e} bytes`}function Uo(e,t){let o=pe[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let c=t.get(`op-${s}`)??`op-${s}`,a=n.get(c);n.set(c,a===void 0?e.numbers[r]:o?Math.max(a,e.numbers[r]):a+e.numbers[r])}),
n}function qo(e,t){let o=[...t].filter(c=>c>0),n=Math.max(...o,0);if(!pe[e]?.log)return{at:c=>n?Math.sqrt(c/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:c=>c<=0?0:r?Math.log(c/s)/r:1,low:s,high:n}}var Vo=["nan","inf","zeros","ok"];function ar(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function ir({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&ar(t,o[1])?Number(o[2]):0}function Ce(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Ko(e,t){let o=new Map,n=(r,c)=>o.set(r,[...o.get(r)??[],c]),s=Ce(
e);for(let r of t){let c=ir(r,e.path);if(c)n(c,r);else for(let[a,l]of s)r.ops.some(p=>l.includes(p))&&n(a,r)}return o}function cr(e,t){
let o=new Map([...Ce(e)].flatMap(([s,r])=>r.map(c=>[c,s]))),n=new Map;for(let s of t.values()){let r=o.get(s.op);if(r===
void 0)continue;let c=ie(s),a=n.get(r);(!a||Vo.indexOf(c)<Vo.indexOf(a))&&n.set(r,c)}return n}function lr(e,t){return`${e.
static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function Xo({ask:e,open:t,refresh:o,signal:n}){let s=i("select",
{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=i("button",{type:"button",class:"opscope-slice-tool o\
pscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the step"},"Time"),c=i("span",{class:"\
opscope-source-note",role:"status"}),a=i("div",{class:"opscope-source-bar","data-asks":!0},s,c,r),l=i("div",{class:"opsc\
ope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakpoint, Space shows the operato\
rs of a line"}),p=i("div",{class:"opscope-source-view"},a,l),d=new Map,h=null,u,f={path:"",line:0},k="",w="",m=0,y=0,S=!1;
function x(T,B){f={path:T,line:B};let M=h?.first??1;if(h?.path===T&&B>=M&&B<M+h.lines.length)return b(B);e("FetchSource",
{path:T,line:B},(D,z)=>(N(c,D?"":z),!0))}function b(T){let B=d.get(T);if(!B)return;v(T,!1);let M=B.offsetTop-l.offsetTop;
(M<l.scrollTop+20||M>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=M-l.clientHeight/2)}function v(T,B){for(let[M,D]of[[d.
get(m),!1],[d.get(T),!0]])M&&(g(M,"tabindex",D?0:-1),g(M,"aria-selected",D?"true":"false"));m=T,B&&d.get(T)?.focus()}function A(T){
if(!h||!u)return;let B=Ko(h,u.breakpoints).get(T)??[];for(let{number:M}of B)e("ClearBreakpoint",{number:M});B.length||e(
"SetBreakpoint",{spec:lr(h,T)},(M,D)=>(N(c,M?"":D),!0))}function _(T){l.querySelector(".opscope-line-ops-list")?.remove(),
y=y===T?0:T;let B=h?Ce(h).get(y):void 0,M=d.get(y);if(!B||!M)return;let D=[...u?.values.values()??[]],z=j=>{let Y=D.find(
Q=>Q.op===j);return Y?`${Y.op_type} ${j}`:`op ${j}`};M.after(i("div",{class:"opscope-line-ops-list"},...B.map(j=>i("butt\
on",{type:"button",class:"opscope-operator","data-op":j,title:"show it in the graph"},z(j)))))}l.addEventListener("click",
T=>{let B=T.target,M=B.closest("[data-op]"),D=B.closest("[data-line]");if(M)return t("graph",Number(M.dataset.op));if(!D)
return;let z=Number(D.dataset.line);v(z,!1),B.closest(".opscope-line-stop")?A(z):B.closest(".opscope-line-ops")&&_(z)},{
signal:n}),l.addEventListener("keydown",T=>{if(T.target.matches("button")||!h)return;let B=h.first,M=le(T,m-B,h.lines.length);
if(M!==null&&T.key!=="ArrowLeft"&&T.key!=="ArrowRight")v(B+M,!0);else if(T.key==="Enter")A(m);else if(T.key===" ")_(m);else
return;T.preventDefault(),T.stopPropagation()},{signal:n}),s.addEventListener("change",()=>x(s.value,0),{signal:n}),r.addEventListener(
"click",()=>{S=!S,g(r,"aria-pressed",S?"true":"false"),S&&e("MeasureOperators",{by:"time",step:u?.stopped?.step||0},(T,B)=>(N(
c,T?"":B),!0)),o()},{signal:n});function O(T){h=T,y=0,N(c,"");let B=Ce(T),M=new Set([...T.code_lines,...T.op_lines]);d=new Map(
T.lines.map((D,z)=>{let j=T.first+z,Y=B.get(j)?.length??0,Q=wt(D).map(([$,P])=>$==="plain"?P:i("span",{"data-token":$},P)),
C=i("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":j},i("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!M.has(j),title:M.has(j)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${j}`},i("i",{})),i("span",{class:"opscope-line-at"},String(j)),i("span",{class:"opscope-line-time"}),
i("code",{},...D?Q:[" "]),...Y?[i("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${j}`},Y===1?"1 op":`${Y} ops`)]:[]);return[j,C]})),l.replaceChildren(...d.values()),
s.replaceChildren(...T.paths.map(D=>i("option",{value:D,selected:D===T.path},D))),v(f.line>=T.first&&f.line<T.first+T.lines.
length?f.line:T.first,!1),b(m)}function R(T,B){let M=Ko(B,T.breakpoints),D=cr(B,T.present),z=S&&T.fold.measured?.by==="t\
ime"?T.fold.measured:null,j=new Map(z?.ops.map(($,P)=>[$,z.numbers[P]])??[]),Y=new Map([...Ce(B)].map(([$,P])=>[$,P.reduce(
(H,X)=>H+(j.get(X)??0),0)])),Q=Math.max(...Y.values(),0);z&&!Q&&N(c,"No times: eager code is not run again.");let C=T.stopped?.
path===B.path?T.stopped.line:0;for(let[$,P]of d){let H=M.get($)??[];g(P,"data-stops",H.length>0),g(P,"data-off",H.length>
0&&H.every(I=>!I.enabled)),g(P,"data-hollow",H.length>0&&H.every(I=>!I.verified)),g(P,"data-health",D.get($)),g(P,"data-\
here",$===C);let X=P.firstElementChild;H.length&&g(X,"title",`${H.map(I=>`breakpoint ${I.number}: ${I.spec}${I.problem?`\
, ${I.problem}`:""}`).join(`
`)}
click to remove`),g(X,"aria-pressed",H.length?"true":"false");let ae=P.children[2],E=z?Y.get($)??0:0;N(ae,E?pe.time.text(
E):""),ae.style.setProperty("--share",`${Q?(100*E/Q).toFixed(0):0}%`)}g(l,"data-timed",S)}return{el:p,show:x,update(T){u=
T;let B=`${T.graph?.program} ${T.runs}`,M=T.stopped?.path??"",D=`${T.stopped?.run} ${T.stopped?.tick} ${M}:${T.stopped?.
line}`,z=T.phase==="paused"||T.over;z&&(D!==w||B!==k)&&(B!==k&&(h=null),[w,k]=[D,B],(M||!h)&&x(M,T.stopped?.line??0),S&&
e("MeasureOperators",{by:"time",step:T.stopped?.step||0},()=>!0));let j=T.fold.source;j&&j!==h&&(!f.path||j.path===f.path)&&
O(j),h?R(T,h):N(c,z?c.textContent??"":"Pause the run to see its code."),g(s,"hidden",!h),g(r,"hidden",!h||!T.recorded)}}}var pr=50;function Yo({ask:e,signal:t}){let o=se("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=i("form",{class:"opscope-watch-form","data-asks":!0},o,i("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=i("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=i("div",{},s,n),c=[],a,l=p=>e("WatchExpressions",{expressions:p.slice(-pr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...c.filter(h=>h!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(c.filter(h=>h!==d.dataset.expression))},{signal:t}),{el:r,update(p){
let d=p.fold.watched,h=p.phase==="running",u=JSON.stringify([d,h]);u!==a&&(a=u,c=d?.expressions??[],g(s,"data-old",h),s.
replaceChildren(...c.flatMap((f,k)=>[i("dt",{title:f},f),i("dd",{title:d?.texts[k],"data-failed":d?.failed[k]},i("span",
{},d?.texts[k]??""),i("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":f,title:"watch it\
 no longer","aria-label":`watch ${f} no longer`},"×"))])))}}}var Jo={id:"code",label:"Code",create:dr};function Je(e,t,o=!0){return i("details",{class:"opscope-section",open:o},i("s\
ummary",{},e),t)}function dr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=Xo({ask:e,open:t,refresh:o,signal:s}),c=Ho(
{ask:e,show:r.show,refresh:o,signal:s}),a=Yo({ask:e,signal:s}),l=Go({ask:e,signal:s}),p=Wo({ask:e,frame:()=>c.frame,signal:s}),
d=Je("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let h=i("div",{class:"opscope-code-side"},Je("Call st\
ack",c.el),Je("Variables",c.variables),Je("Watch",a.el),d),u=i("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),f=i("div",{class:"opscope-code-body",hidden:n},r.el,h),k=i("div",{class:"opscope-\
code-tab"},u,f,p.el);return g(p.el,"hidden",n),{el:k,open(w){d.open=!0,l.choose(Number(w))},update(w){n||(r.update(w),c.
update(w),a.update(w),l.update(w,d.open),p.update(w))}}}var ur=1e5,hr={to:e=>e,marks:he,isLog:!1};function Zo(e){let t=e.flatMap(({min:s,max:r,mean:c})=>[s,r,c]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>ur*o))return hr;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,c){let a=Math.ceil(Math.log10(o)),l=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/c)),p=[0];for(let d=a+l-1;d<=308&&n(10**d)<=Math.max(r,-s);d+=l)p.push(10**d,-(10**d));return p.filter(d=>n(
d)>=s&&n(d)<=r)}}}var ke=150,ve=58,$t=10,Mt=8,Ze=22,vt="history of mean, min and max";function St(e){let t=e.flatMap(a=>[a.min,a.max,a.mean]).
filter(a=>a!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,c=e.at(-1)?.step??1;return{x:[r,c>r?c:r+1],y:[o-s,n+s]}}function Qe(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function en({goTo:e,signal:t}){
let o=G("g",{class:"opscope-grid"}),n=G("path",{class:"opscope-band"}),s=G("path",{class:"opscope-line"}),r=G("path",{class:"\
opscope-bad"}),c=G("path",{class:"opscope-cross"}),a=G("path",{class:"opscope-cursor"}),l=G("svg",{class:"opscope-chart",
height:ke,role:"img","aria-label":vt});l.append(o,n,s,r,c,a);let p=i("span"),d=i("section",{class:"opscope-card opscope-\
wide"},i("h4",{},"History",p),l),h=[],u="",f=null,k=Qo([],1),w=()=>{let b=f===null?void 0:Ge(h,k.step(f));N(p,b?`step ${b.
step}  mean ${W(b.mean)}  ${W(b.min)} … ${W(b.max)}`:m?"mean, min … max; click to go there":"mean, min … max"),g(c,
"d",b?`M${k.x(b.step)},${Mt}V${ke-Ze}`:"")},m=null,y=b=>{let{x:v}=k.extent;g(a,"d",b===null||!h.length||b<v[0]||b>v[1]?"":
`M${k.x(b)},7l-4,-6h8zV${ke-Ze}`)};l.addEventListener("click",b=>{if(!m||!h.length)return;let v=Math.round(k.step(b.clientX-
l.getBoundingClientRect().left));e(Math.max(m[0],Math.min(m[1],v)))},{signal:t}),l.addEventListener("pointermove",b=>(f=
b.clientX-l.getBoundingClientRect().left,w()),{signal:t}),l.addEventListener("pointerleave",()=>(f=null,w()),{signal:t});
let S=()=>{},x=new ResizeObserver(()=>S());return x.observe(l),t.addEventListener("abort",()=>x.disconnect()),{el:d,update(b,v,A){
S=()=>this.update(b,v,A);let _=b?.points??[];m=A,g(l,"data-goes",!!A),g(l,"aria-label",v===null?vt:`${vt}; the cursor is\
 at step ${v}`),y(v);let O=Math.max(200,l.clientWidth||d.clientWidth);if(_===h&&u===String(O))return w();h=_,u=String(O),
k=Qo(h,O),mr(o,n,s,r,h,k,O),y(v),w()}}}function fr(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}\
V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function Qo(e,t){let o=Zo(e),n=l=>l===null?null:o.to(l),{
x:s,y:r}=St(e.map(l=>({...l,min:n(l.min),max:n(l.max),mean:n(l.mean)}))),c=t-ve-$t,a=ke-Mt-Ze;return{extent:{x:s,y:r},vertical:o,
x:l=>+(ve+(l-s[0])/(s[1]-s[0])*c).toFixed(1),y:l=>+(Mt+(1-(o.to(l)-r[0])/(r[1]-r[0]))*a).toFixed(1),step:l=>s[0]+(l-ve)/
c*(s[1]-s[0])}}function mr(e,t,o,n,s,r,c){let a=ke-Ze,l=r.vertical.marks(...r.extent.y,4).flatMap(f=>[G("path",{d:`M${ve}\
,${r.y(f)}H${c-$t}`}),G("text",{x:ve-6,y:r.y(f)+3.5,"text-anchor":"end"},be(f))]),p=he(...r.extent.x,Math.max(3,c/110)).
filter(Number.isInteger).map(f=>G("text",{x:r.x(f),y:ke-6,"text-anchor":"middle"},be(f)));e.replaceChildren(...s.length?
[...l,...p]:[],G("path",{class:"opscope-floor",d:`M${ve},${a}H${c-$t}`}));let d=Qe(s,f=>f.min!==null&&f.max!==null).map(
f=>{let k=f.map(m=>`${r.x(m.step)},${r.y(m.max)}`),w=[...f].reverse().map(m=>`${r.x(m.step)},${r.y(m.min)}`);return`M${[
...k,...w].join("L")}Z`});g(t,"d",d.join(""));let h=Qe(s,f=>f.mean!==null).map(f=>{let k=f.map(w=>`${r.x(w.step)},${r.y(
w.mean)}`);return k.length>1?`M${k.join("L")}`:fr(f[0],r)});g(o,"d",h.join(""));let u=s.filter(f=>f.bad).map(f=>`M${r.x(
f.step)},${a-5}V${a}`);g(n,"d",u.join(""))}function tn({ask:e,signal:t}){let o=i("code",{}),n=i("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=i("span",{role:"status"}),r=i("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(c,a)=>(N(s,c?"":a),!0)),{signal:t}),{el:r,
update(c){let a=c.fold.edits?.texts??[];g(r,"hidden",!a.length||c.phase!=="paused"),N(o,a.join("; ")),g(o,"title",a.join(
`
`))}}}function et({goTo:e,open:t,signal:o}){let n=i("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",c=>{let a=c.target.closest("button");a?.dataset.step?e(Number(
a.dataset.step),Number(a.dataset.op)):a?.dataset.op&&t("graph",Number(a.dataset.op))},{signal:o});function r(c,a){let[l,
p,d]=[c.ops[a],c.steps[a],a===c.cause],h=l<0?i("span",{class:"opscope-maker"},c.makers[a]):i("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${c.makers[a]} ${l} in the graph`},`${c.makers[a]} ${l}`),u=p?[i("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${c.makers[a]} in step ${p}`},`step ${p}`)]:
[],f=c.gaps[a]?[i("div",{class:"opscope-gap"},`${ne(c.gaps[a])} more`)]:[],k=[c.notes[a],d&&c.reads[a]].filter(Boolean).
join(": ");return i("li",{"data-cause":d},...f,i("div",{class:"opscope-link"},...d?[i("b",{class:"opscope-cause-mark"},"\
cause")]:[],i("code",{},c.values[a]),...c.called[a]?[i("code",{class:"opscope-called"},c.called[a])]:[],h,...u),...k?[i(
"div",{class:"opscope-note-text"},k)]:[],...d?c.growth.map(w=>i("div",{class:"opscope-note-text"},w)):[],...c.sites[a]?[
i("code",{class:"opscope-line"},c.sites[a]+(c.sources[a]?`: ${c.sources[a]}`:""))]:[])}return{el:n,update(c){c!==s&&(s=c,
g(n,"hidden",!c),n.replaceChildren(...(c?.values??[]).map((a,l)=>r(c,l))))}}}function gr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function on({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=i("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),c=i("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),a=i("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=et({goTo:t,open:o,signal:n}),p=i("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
i("div",{},r,c),a,l.el),d="",h="",u=null;function f(w){k("Searching …"),e("Explain",{name:w},(m,y)=>(k(gr(y)),u=m?w:null,
!0))}function k(w){N(a,w),g(a,"hidden",!w),u=null}return r.addEventListener("click",()=>f(d),{signal:n}),c.addEventListener(
"click",()=>f(""),{signal:n}),k(""),{el:p,update(w,m){let{stopped:y,explained:S}=m,x=`${w} ${y?.run} ${y?.tick}`;x!==h&&
k(""),d=w,h=x;let b=S&&!S.at&&S.asked===u?S:null;l.update(b),g(a,"hidden",!!b||!a.textContent)}}}var $e=168;function br(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function nn(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function wr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function xr(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${W(e.low+t*o)} … ${W(e.low+(t+1)*o)}: ${ne(e.counts[t])}`:Et(e)}function sn(e){let t=i("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${$e}px`}),o=i("span"),n=i("span",{class:"opscope-\
zero"},"0"),s=i("span"),r=i("div",{class:"opscope-readout"}),c=i("span"),a=i("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=i("div",{class:"opscope-axis"},o,n,
s),p=i("section",{class:"opscope-card"},i("h4",{},"Distribution",c),a,t,l,r),d,h=null,u="",f=!1,k=()=>{};a.addEventListener(
"click",()=>{f=!f,g(a,"aria-pressed",f?"true":"false"),k()},{signal:e});let w=()=>{let m=d&&h!==null&&h<d.counts.length;
g(t,"aria-label",d?`histogram of step ${d.step}, from ${W(d.low)} to ${W(d.high)}: ${Et(d)}`:"histogram"),N(r,d?m?xr(d,h):
Et(d):"")};return t.addEventListener("pointermove",m=>{if(!d)return;let y=t.getBoundingClientRect();h=Math.max(0,Math.min(
d.counts.length-1,Math.floor((m.clientX-y.left)/y.width*d.counts.length))),w()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(h=null,w()),{signal:e}),{el:p,update(m){let y=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(m===d&&y===u)return;d=m,u=y,N(c,m?`step ${m.step}`:"");let S=m?.counts.some(Boolean);N(o,m&&S?W(m.low):""),N(s,m&&S?W(
m.high):"");let x=m&&m.low<0&&m.high>0?-m.low/(m.high-m.low):null;g(n,"style",x===null||x<.15||x>.85?"visibility: hidden":
`left: ${(100*x).toFixed(2)}%`),w();let b=m&&m.high>m.low?[.05,.5,.95].map(v=>W(nn(m,v))):[];g(t,"title",b.length?`5 %, \
median and 95 % of the elements: about ${b.join(", ")}`:void 0),k=()=>yr(t,m,x,f),k()}}}function Et(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ne(t)} finite elements, all equal`:`${ne(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function yr(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round($e*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let c=getComputedStyle(e);if(s.fillStyle=c.borderBottomColor,s.fillRect(0,$e-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,$e),s.fillStyle=c.color;let a=r/t.counts.length;br(wr(t),n).forEach((l,p)=>{let d=l*($e-18);
s.fillRect(p*a+.5,$e-1-d,Math.max(1,a-1),d)}),t.high>t.low&&kr(s,t,r,c.borderTopColor)}function kr(e,t,o,n){let[s,r,c]=[
.05,.5,.95].map(a=>((nn(t,a)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,c-s,1);for(let[a,l]of[[s,7],[
r,11],[c,7]])e.fillRect(a-.75,5.5-l/2,1.5,l)}function vr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function rn({
ask:e,signal:t}){let o=i("code",{class:"opscope-cell-name"}),n=se("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=se("cell-value","0.5, nan, h.mean()","new value"),r=i("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),c=i("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),a=se("cell-st\
eps","100","how many steps to replay","number"),l=i("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=i("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=i(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},i("span",{},o," [ ",n," ] = ",s),i("span",{},r,c,i("label",{
title:"how many steps to replay"},a," steps"),l)),h=i("div",{class:"opscope-cell-editor"},d,p),u="",f="",k=null,w=()=>n.
value.trim()?`${u}[${n.value.trim()}]`:u,m=(x,b)=>(N(p,b),g(p,"data-failed",!x),!0);function y(){g(d,"hidden",!0),k?.focus(
{preventScroll:!0}),k=null}function S(x){if(!s.value.trim())return void m(!1,"Give the new value: a number, nan, or an e\
xpression such as h.mean().");m(!0,x?"replaying …":"");let b={target:w(),value:s.value.trim()},v=(A,_)=>(m(A,_),A&&y(),
!0);x?e("TryValue",{...b,steps:Math.max(1,Math.round(Number(a.value)||100))},v):e("SetValue",b,v)}return d.addEventListener(
"submit",x=>(x.preventDefault(),S(!!f)),{signal:t}),c.addEventListener("click",()=>S(!0),{signal:t}),l.addEventListener(
"click",y,{signal:t}),d.addEventListener("keydown",x=>{if(x.key==="Escape")y();else if(x.key==="Enter"&&!x.isComposing&&
x.target.matches("input"))S(!!f);else return;x.preventDefault(),x.stopPropagation()},{signal:t}),{el:h,open(x,b,v,A){[u,
k]=[x,A],N(o,x),g(o,"title",x),n.value=b,s.value=v,m(!0,""),g(d,"hidden",!1),s.focus(),s.select()},update(x,b){u&&b!==u&&
!d.hidden&&g(d,"hidden",!0),f=vr(x),r.disabled=!!f,g(r,"title",f||"in this run; what follows is computed again"),c.disabled=
!x.recorded||x.phase==="running"}}}var re={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},$r=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Me(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=$r.reduceRight((r,c)=>r*t+c[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var de=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Nc=Array.from({length:256},(e,t)=>t===0?re.nan:t===1?re.minusInf:t===255?re.plusInf:
Me((t-2)/252));function Ie(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function tt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>de(Me(t/16))).join(", ")})`}var an=26,Mr=14,Sr=4;function cn(e,t,o,n){let s=Math.min(an,o/t,n/e),r=(c,a)=>Math.max(Mr,s*c,s<an?Math.min(a/2,Sr*s*c):
0);return[r(t,o),r(e,n)]}function ln(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,c=Ie(e.pixels[o*e.cols+n],e.low,e.high),
a=Number.isNaN(c)?"NaN":c===1/0?"+Inf":c===-1/0?"−Inf":`≈ ${W(c)}`;return`${t.length>2?`[${eo(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${a}`}function pn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function dn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let c=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));c>s&&([n,s]=[r,c])}return n}function ot(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function nt(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[c,a]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return c<e.cols&&a<e.rows&&l<e.facets&&s<t?{facet:l,row:a,col:c}:null}function At(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function un(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return re.nan;if(s===
1)return re.minusInf;if(s===255)return re.plusInf;let r=Ie(s,e.low,e.high);return t?At(r/o):Me(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function st(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replace("-","−");let c=Ie(e.pixels[s],e.low,e.high);return Number.isNaN(c)?"NaN":c===
1/0?"+Inf":c===-1/0?"−Inf":`≈ ${W(c)}`}function hn(e,t,o,n){let[s,r]=ot(t,o),c=e.getContext("2d");if(!c||s<=0||r<=0)
return;e.width!==s&&(e.width=s),e.height!==r&&(e.height=r);let a=c.createImageData(s,r),l=un(t,n);for(let p=0;p<t.facets;p++){
let[d,h]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let u=0;u<t.rows;u++)for(let f=0;f<t.cols;f++){let k=4*((h+u)*s+
d+f),[w,m,y]=l[t.pixels[(p*t.rows+u)*t.cols+f]];a.data[k]=w,a.data[k+1]=m,a.data[k+2]=y,a.data[k+3]=255}}c.putImageData(
a,0,0)}function Er(e){let t=Math.abs(e);return(e===0||t>=.01&&t<1e4?String(Number(e.toPrecision(3))):e.toExponential(0)).
replaceAll("-","−").replace("e+","e")}function fn(e,t,o,n,s){let r=e.getContext("2d");if(!r)return;e.width=Math.round(
o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,devicePixelRatio);let c=un(t,s),[a,
l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,a/4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", mon\
ospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<t.cols;d++){let h=p*t.cols+d,
[u,f,k]=c[t.pixels[h]];r.fillStyle=`rgb(${u}, ${f}, ${k})`,r.fillRect(d*a,p*l,a-1,l-1),r.fillStyle=.299*u+.587*f+.114*k>
140?"#111111":"#ffffff";let w=Number(t.numbers[h]),m=Number.isFinite(w)?Er(w):st(t,{facet:0,row:p,col:d});r.fillText(m,(d+
.5)*a,(p+.5)*l)}}var _t=168,Ct=300,Lr=600,It=[34,18],rt=4,Nr=16,mn=8,gn={rows:-1,cols:-1,facets:-1,index:"",top:0,left:0,height:0,width:0,
difference:!1};function Tr(e,t,o,n){let[s,r]=[Se(e,0),Se(e,1)],c=Math.min(s,Math.max(mn,Math.round(e.height/n))),a=Math.
min(r,Math.max(mn,Math.round(e.width/n))),l=(p,d,h)=>Math.max(0,Math.min(h-d,Math.round(p-d/2)));return{top:l(t,c,s),left:l(
o,a,r),height:c,width:a}}function Se(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function ue(e){return{facets:e.facets,
rows:Math.ceil(e.height/e.row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.
numbers}}function Ar(e,t){let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*
e.facet_stride]]);return e.shape.map((c,a)=>r.get(a)??e.index[a])}function _r(e,t){let[o,n,s]=e.axes,[r,c]=[e.top+t.row*
e.row_stride,e.left+t.col*e.col_stride],a=(p,d,h)=>d>1?`${p}–${Math.min(h,p+d)-1}`:`${p}`;return`[${e.shape.map((p,d)=>d===
o?a(r,e.row_stride,e.top+e.height):d===n?a(c,e.col_stride,e.left+e.width):String(d===s?t.facet*e.facet_stride:e.index[d])).
join(", ")}]  ${st(ue(e),t)}`}function bn({ask:e,signal:t,offline:o}){let n=i("canvas",{class:"opscope-heatmap",role:"im\
g",tabindex:o?void 0:0,"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets\
 an element"}),s=i("div",{class:"opscope-heatmap-box"},n),r=i("span"),c=i("span"),a=i("i"),l=[Rt("NaN",re.nan,0),Rt("−In\
f",re.minusInf,1),Rt("+Inf",re.plusInf,255)],p=i("div",{class:"opscope-readout"}),d=i("span"),h={rows:Y("rows"),cols:Y("\
columns"),facets:Y("facets")},u=i("span",{class:"opscope-positions"}),f=i("select",{class:"opscope-slice-map",title:"col\
ors","aria-label":"colors"},i("option",{value:"auto"},"auto"),i("option",{value:"sequential"},"low to high"),i("option",
{value:"signed"},"signed")),k=j("+","zoom in (click a cell, or +)","zoom-in",()=>$(rt)),w=j("−","zoom out (-)","zoom-o\
ut",()=>$(1/rt)),m=j("Pin","keep these elements, to compare others with them","pin",()=>e("PinValue",{name:v})),y=j("Dif\
ference","show the difference to the pinned value","difference",()=>C({...A,difference:!A.difference})),S=i("div",{class:"\
opscope-slice-bar",hidden:!0},h.rows.el,h.cols.el,h.facets.el,u,i("label",{},"colors",f),i("span",{class:"opscope-slice-\
tools"},w,k,m,y)),x=rn({ask:e,signal:t}),b=i("section",{class:"opscope-card opscope-elements"},i("h4",{},"Elements",d),S,
s,x.el,i("div",{class:"opscope-legend"},i("div",{class:"opscope-scale"},r,a,c),...l.map(L=>L.el)),p),v="",A=gn,_="",O=null,
R="",T="",B,M,D=[],z=null;function j(L,F,q,Z){let J=i("button",{type:"button",class:`opscope-slice-tool opscope-${q}`,title:F,
"aria-label":F},L);return J.addEventListener("click",Z,{signal:t}),J}function Y(L){let F=i("select",{class:`opscope-axis\
-${L}`,"aria-label":`axis of the ${L}`});return F.addEventListener("change",()=>Q(L==="columns"?"cols":L,Number(F.value)),
{signal:t}),{el:i("label",{},L,F),field:F}}function Q(L,F){if(!M)return;let[q,Z,J]=M.axes,V={rows:q,cols:Z,facets:J},te=Object.
keys(V).find(oe=>F>=0&&V[oe]===F);te&&(V[te]=V[L]),V[L]=F,C({...A,...V,top:0,left:0,height:0,width:0})}function C(L){A=L,
R="",e("FetchSlice",{name:v,...A},(F,q)=>(F||([R,A]=[q,{...A,difference:!1}]),ae(),!0))}function $(L,F){if(!M)return;let[
q,Z]=F??[M.top+M.height/2,M.left+M.width/2];C({...A,...Tr(M,q,Z,L)})}let P=()=>M?ue(M):B?{...B,facets:1,numbers:[]}:null,
H=L=>dn(L,s.clientWidth||400,L.facets>1?Ct:_t),X=()=>f.value==="signed"||f.value==="auto"&&!!M?.difference;function ae(){
let L=M&&z&&nt(ue(M),H(ue(M)),...z),F=B&&z&&z[1]<B.rows&&z[0]<B.cols,q=M?L&&_r(M,L):F&&B&&z?ln(B,D,z[1],z[0]):"";N(p,R||
q||(M?Cr(M):B?pn(B):""))}function E(L){let F=P();if(!F)return null;let q=n.getBoundingClientRect(),[Z,J]=ot(F,H(F)),V=(te,oe)=>Math.
max(0,Math.min(oe-1,Math.floor(te*oe)));return[V((L.clientX-q.left)/q.width,Z),V((L.clientY-q.top)/q.height,J)]}n.addEventListener(
"pointermove",L=>(z=E(L),ae()),{signal:t}),n.addEventListener("pointerleave",()=>(z=null,ae()),{signal:t});function I(L){
if(!M||o)return;let F=ue(M),q=(L&&nt(F,H(F),...L))??{facet:0,row:0,col:0},Z=st(F,q);x.open(v,Ar(M,q).join(", "),M.numbers.
length?Z.replace("−","-"):"",n)}n.addEventListener("dblclick",L=>I(E(L)),{signal:t}),n.addEventListener("click",L=>{if(L.
detail>1)return;let F=M&&nt(ue(M),H(ue(M)),...E(L)??[0,0]);M&&F&&!K()&&$(Nr,[M.top+F.row*M.row_stride,M.left+F.col*M.col_stride])},
{signal:t}),n.addEventListener("keydown",L=>{let F={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[L.
key];if(L.key==="+"||L.key==="=")$(rt);else if(L.key==="-")$(1/rt);else if(L.key==="Enter")I(z);else if(F&&M)$(1,[M.top+
M.height*(.5+F[0]/2),M.left+M.width*(.5+F[1]/2)]);else return;L.preventDefault(),L.stopPropagation()},{signal:t}),f.addEventListener(
"change",()=>(T="",ee()),{signal:t}),u.addEventListener("change",()=>{let L=D.map((F,q)=>u.querySelector(`[data-axis="${q}\
"]`)?.value??"0");C({...A,index:L.map(F=>String(Math.max(0,Math.round(Number(F)||0)))).join(",")})},{signal:t}),u.addEventListener(
"keydown",L=>L.stopPropagation(),{signal:t});function U(L){let F=L.shape.map((J,V)=>[String(V),`${V} (${J})`]);for(let[J,
{field:V}]of[h.rows,h.cols,h.facets].entries()){let te=[["-1","none"],...F],oe=te.join();V.dataset.key!==oe&&V.replaceChildren(
...te.map(([ce,me])=>i("option",{value:ce},me))),V.dataset.key=oe,V.value=String(L.axes[J])}g(h.rows.el,"hidden",L.shape.
length<2),g(h.cols.el,"hidden",L.shape.length<2),g(h.facets.el,"hidden",L.shape.length<3);let q=L.shape.flatMap((J,V)=>L.
axes.includes(V)||J<2?[]:[[V,J,L.index[V]]]),Z=JSON.stringify(q);u.dataset.key!==Z&&(u.dataset.key=Z,u.replaceChildren(...q.
map(([J,V,te])=>i("label",{},`axis ${J}`,i("input",{type:"number",min:0,max:V-1,value:te,"data-axis":J,title:`position o\
n axis ${J}, 0 to ${V-1}`})))))}function K(){if(!M)return!1;let{facets:L,rows:F,cols:q,numbers:Z}=ue(M);return L===1&&Z.
length>0&&s.clientWidth/q>=It[0]&&F*It[1]<=Lr}function ee(){let L=P(),F=L?L.rows*L.cols*L.facets:0;if(g(n,"hidden",!F),!L||
!F)return;let q=H(L),[Z,J]=ot(L,q),V=s.clientWidth,te=K(),oe=te?[Math.min(V,L.cols*64),L.rows*It[1]]:L.facets>1?[Math.min(
V,Z*Ct/J),Math.min(Ct,J*V/Z)]:cn(L.rows,L.cols,V,_t),ce=`${oe} ${devicePixelRatio} ${X()} ${te}`;if(ce===T)return;T=ce,g(
s,"style",`height: ${Math.max(te||L.facets>1?0:_t,Math.ceil(oe[1]))}px`),g(n,"style",`width: ${oe[0].toFixed(1)}px; heig\
ht: ${oe[1].toFixed(1)}px`),te?fn(n,L,oe[0],oe[1],X()):hn(n,L,q,X());let me=Math.max(Math.abs(L.low),Math.abs(L.high));N(
r,W(X()?-me:L.low)),N(c,W(X()?me:L.high)),g(a,"style",`background: ${X()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].map(
lt=>de(At(lt))).join(", ")})`:tt()}`)}return{el:b,update(L,F,q,Z){D=F,Z!==v&&([v,A,R]=[Z,gn,""]);let J=`${Z} ${F} ${q.stopped?.
run} ${q.stopped?.tick} ${L?.step} ${q.phase}`;!o&&q.phase!=="running"&&(J!==_||q.stopped!==O)&&L&&C(A),[_,O]=[J,q.stopped],
x.update(q,Z);let V=q.fold.slices.get(Z),oe=V&&String(V.shape)===String(F)&&(V.step===L?.step||V.difference)&&!o?V:void 0;
if(oe!==M||L!==B){[M,B,T]=[oe,L,""];for(let lt of l)lt.update((oe??L)?.pixels);ae()}g(S,"hidden",!M),M&&U(M),N(d,M?.difference?
`step ${M.step} − ${M.difference}`:L?`step ${L.step}`:"");let ce=q.fold.pinned,me=!!ce?.name&&String(ce?.shape)===String(
F);g(y,"hidden",!me),g(y,"aria-pressed",A.difference?"true":"false"),g(y,"title",ce?.name?`show the difference to ${ce.name}\
 of step ${ce.step}`:""),g(m,"aria-pressed",ce?.name===Z&&ce?.step===L?.step?"true":"false"),ee()}}}function Cr(e){let t=ge(
[Se(e,0),Se(e,1)]),o=e.height<Se(e,0)||e.width<Se(e,1)?`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+
e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>
1?`${e.facets} facets of `:"",r=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?`\
, ${e.nonfinite} not finite`:""}`}function Rt(e,t,o){let n=i("span",{class:"opscope-mark","data-absent":!0},i("i",{style:`\
background: ${de(t)}`}),e);return{el:n,update:s=>g(n,"data-absent",!s?.includes(o))}}var Bt=12;function wn({ask:e,open:t,signal:o,offline:n}){let s=i("div",{class:"opscope-provenance"}),r="",c=(a,l)=>i("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${a} ${l} in the graph`},`${a} ${l}`);return s.addEventListener(
"click",a=>{let l=a.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(a,l){let p=n?void 0:a.fold.slices.get(l.name),d=(p?.
readers??[]).map((w,m)=>[p?.reader_types[m]??"",w]),h=a.recorded&&l.step>=a.recorded.first&&l.step<=a.recorded.last,u=!n&&
a.phase!=="running"&&h&&l.op>=0,f=JSON.stringify([l.op,l.op_type,d,u&&l.step]);if(f===r)return;r=f;let k=d.length>Bt?[`a\
nd ${d.length-Bt} more`]:[];s.replaceChildren(...l.op>=0?["made by",c(l.op_type,l.op)]:[],...d.length?["read by",...d.slice(
0,Bt).map(([w,m])=>c(w,m)),...k]:p?["read by nothing"]:[],...u?[i("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to th\
e write")]:[]),g(s,"hidden",!s.childNodes.length)}}}var[Re,Ee,Ot,Pt,Ft]=[150,58,10,8,22];function xn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Dt(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":W(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function yn(e){let t=i("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=i("code",{}),n=i("spa\
n"),s=G("g",{class:"opscope-grid"}),r=G("path",{class:"opscope-line"}),c=G("path",{class:"opscope-line opscope-branch-li\
ne"}),a=G("path",{class:"opscope-cross"}),l=G("svg",{class:"opscope-chart",height:Re,role:"img"},s,r,c,a),p=i("div",{class:"\
opscope-branch-key"},i("span",{},i("i",{}),"recorded"),i("span",{},i("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=i("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},i("h4",{},"What if",t,n),l,p),h,u="",
f={x:y=>0,step:y=>0},k=new Map;t.addEventListener("change",()=>(h=k.get(t.value),m()),{signal:e}),l.addEventListener("po\
intermove",y=>{if(!h)return;let S=f.step(y.clientX-l.getBoundingClientRect().left),x=h.steps.reduce((b,v,A)=>Math.abs(v-
S)<Math.abs(h.steps[b]-S)?A:b,0);N(n,`step ${h.steps[x]}   ${W(h.recorded[x])}   would be ${W(h.changed[x])}`),g(a,"d",`\
M${f.x(h.steps[x])},${Pt}V${Re-Ft}`)},{signal:e}),l.addEventListener("pointerleave",()=>(g(a,"d",""),N(n,h?Dt(h):"")),{signal:e});
let w=new ResizeObserver(()=>m());w.observe(l),e.addEventListener("abort",()=>w.disconnect());function m(){let y=h;if(!y)
return;let S=Math.max(200,l.clientWidth||d.clientWidth),x=`${y.name} ${y.change} ${S} ${y.changed.length} ${y.changed.at(
-1)}`;if(x===u)return;u=x;let b=[xn(y,y.recorded),xn(y,y.changed)],{x:v,y:A}=St([...b[0],...b[1]].sort((D,z)=>D.step-z.step)),
_=S-Ee-Ot,O=D=>+(Ee+(D-v[0])/(v[1]-v[0])*_).toFixed(1),R=D=>+(Pt+(1-(D-A[0])/(A[1]-A[0]))*(Re-Pt-Ft)).toFixed(1);f={x:O,
step:D=>v[0]+(D-Ee)/_*(v[1]-v[0])};let T=he(...A,4).flatMap(D=>[G("path",{d:`M${Ee},${R(D)}H${S-Ot}`}),G("text",{x:Ee-6,
y:R(D)+3.5,"text-anchor":"end"},be(D))]),B=he(...v,Math.max(3,S/110)).filter(Number.isInteger).map(D=>G("text",{x:O(D),y:Re-
6,"text-anchor":"middle"},be(D)));s.replaceChildren(...T,...B,G("path",{class:"opscope-floor",d:`M${Ee},${Re-Ft}H${S-Ot}`}));
let M=D=>Qe(D,z=>z.mean!==null).map(z=>z.length>1?`M${z.map(j=>`${O(j.step)},${R(j.mean)}`).join("L")}`:`M${O(z[0].step)-
4},${R(z[0].mean)}h8`).join("");g(r,"d",M(b[0])),g(c,"d",M(b[1])),g(l,"aria-label",`${y.name}: ${Dt(y)}, if ${y.change}`),
N(n,Dt(y)),N(o,y.change)}return{el:d,update(y){let{branches:S}=y.fold;if(g(d,"hidden",!S.size),S===k)return m();k=S;let x=[
...k.values()].at(-1),b=[...k.values()].filter(v=>v.change===x?.change).map(({name:v})=>v);t.replaceChildren(...b.map(v=>i(
"option",{value:v},y.scalarNames.get(v)||v))),h=k.get(b.includes(h?.name??"")?h?.name??"":b[0]??""),h&&(t.value=h.name),
m()}}}var Ir=[["mean",e=>W(e.mean)],["std",e=>W(e.std)],["min",e=>W(e.min)],["max",e=>W(e.max)],["shape",e=>ge(e.shape)],["zer\
os",e=>De(e.zeros),e=>ie(e)==="zeros"],["NaN",e=>ne(e.nan),e=>e.nan>0],["Inf",e=>ne(e.inf),e=>e.inf>0],["elements",e=>ne(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Rr(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Br(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function kn(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:He(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var vn={id:"tensor",label:"Tensor",create:Or};function Or({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let c=i("span",{class:"opscope-pill"}),a=i("span",{class:"opscope-detail-name"}),l=i("div",
{class:"opscope-origin"}),p=i("code",{class:"opscope-site"}),d=Ir.map(([R,T,B])=>{let M=i("span",{class:"opscope-number"});
return{label:R,value:T,warn:B,shown:M,el:i("div",{class:"opscope-fact"},i("span",{class:"opscope-label"},R),M)}}),h=en({
goTo:o,signal:s}),u=sn(s),f=bn({ask:e,signal:s,offline:r}),k=wn({ask:e,open:t,signal:s,offline:r}),w=i("div",{class:"ops\
cope-detail-head"},i("div",{},c,a),i("div",{},l,p)),m=yn(s),y=tn({ask:e,signal:s}),S=i("div",{class:"opscope-charts"},h.
el,u.el,f.el,m.el),x=i("div",{class:"opscope-hint"}),b=i("div",{class:"opscope-about"}),v=on({ask:e,goTo:o,open:t,signal:s,
offline:r}),A=[w,y.el,k.el,v.el,i("div",{class:"opscope-facts"},...d.map(R=>R.el)),b,S],_=i("div",{class:"opscope-detail\
-body"},...A),O=i("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return f.
el.append(x),{el:i("div",{class:"opscope-detail"},O,_),update(R,{selected:T,refusal:B}){let M=R.values.get(T);if(g(O,"hi\
dden",!!M),g(_,"hidden",!M),!M)return;let D=ie(M);g(w,"data-health",D),N(c,ze[D]),N(a,M.name),N(l,M.called?`called ${M.called}\
 · ${kn(M)}`:kn(M)),N(p,M.site),v.update(T,R);for(let C of d)N(C.shown,C.value(M)),g(C.shown,"title",C.value(M)),g(C.el,
"data-bad",C.warn?.(M)?C.label==="NaN"?"nan":C.label==="Inf"?"inf":"zeros":void 0);let z=xe(R,M),j=[Br(z),Rr(M)].filter(
Boolean).join(" ");g(_,"data-elsewhere",!!z),N(b,j),g(b,"hidden",!j);let Y=R.details.get(T);f.update(Y,M.shape,R,T),h.update(
R.history.get(T),R.stopped?.step||null,n(R));for(let C of[u,f])g(C.el,"data-elsewhere",!!z||!!(R.stopped&&Y&&Y.step!==M.
step));u.update(Y),k.update(R,M),m.update(R),y.update(R),N(x,Y?"":r?"Elements were not recorded for this value.":B||"Wai\
ting for the elements of this value …"),g(x,"hidden",!!Y)}}}var Pr=["error","warning","hint"];function $n(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>Pr.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function Fr(e){let t=e.
times>1?`, ${ne(e.times)} times`:"";return e.step?`step ${ne(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function Dr(e,t){let o=[...e.values.values()].filter(n=>n.nan||n.inf).length;return!o||!t?'No finding. \
A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.':`${o===1?"1 value has":`${ne(o)}\
 values have`} NaN or Inf, and no rule has looked: "Check the recorded steps" finds the first one.`}var Mn={id:"findings",
label:"Findings",create:zr,count:e=>$n(e.findings).length};function zr({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=i(
"button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},
"Check the recorded steps"),c=i("span",{class:"opscope-look-answer",role:"status"}),a=i("div",{class:"opscope-findings-b\
ar","data-asks":!0,hidden:s},r,c),l=i("div",{class:"opscope-nothing"}),p=i("ul",{class:"opscope-findings-rows"}),d=et({goTo:o,
open:t,signal:n}),h=i("pre",{class:"opscope-cause",role:"status",hidden:!0}),u=null,f,k=!1,w=s;r.addEventListener("click",
()=>{N(c,"Looking …"),e("FindFaults",{},(b,v)=>(w||=b,N(c,b?`${v}. Rules can be wrong: judge by the evidence.`:v),!0))},
{signal:n}),p.addEventListener("click",b=>{let v=b.target.closest("button"),A=Number(v?.dataset.number),_=A?m.get(A):void 0;
!_||!v||(v.classList.contains("opscope-there")?y(_):S(_,v))},{signal:n});let m=new Map;function y(b){b.step?o(b.step,b.op):
t("graph",b.op)}function S(b,v){let A=u?.number===b.number;u=A?null:{number:b.number,name:b.value,step:b.step,ok:!1};for(let _ of p.
querySelectorAll(".opscope-ask-why"))g(_,"aria-expanded",_===v&&!A?"true":"false");d.update(null),N(h,u?"Searching …":
""),g(h,"hidden",!u),u&&(v.closest(".opscope-finding")?.append(h,d.el),e("Explain",{name:b.value,step:b.step},(_,O)=>(u?.
number!==b.number||(u.ok=_,N(h,_?"":O),g(h,"hidden",_)),!0)))}function x(b,...v){let A=i("button",{type:"button",class:"\
opscope-why opscope-there","data-number":b.number,title:b.step?`go to step ${b.step}`:"show it in the graph"},b.step?"Go\
 there":"Show in graph"),_=i("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":b.number,"aria-ex\
panded":"false",title:`why ${b.value} is what it is in step ${b.step}`},"Why"),O=[...b.step||b.op>=0?[A]:[],...!s&&b.value&&
b.step?[_]:[]];return i("div",{class:"opscope-finding","data-severity":b.severity},i("div",{class:"opscope-finding-head"},
i("span",{class:"opscope-severity"},b.severity),i("b",{},b.rule),...b.value?[i("code",{},b.value)]:[],...b.called?[i("sp\
an",{class:"opscope-called"},"called ",i("code",{},b.called))]:[],i("span",{class:"opscope-when"},Fr(b))),i("div",{class:"\
opscope-evidence"},b.evidence),...b.site?[i("code",{class:"opscope-line"},b.site+(b.code?`: ${b.code}`:""))]:[],...b.operator?
[i("code",{class:"opscope-line opscope-operator-text"},b.operator)]:[],...b.suggestion?[i("div",{class:"opscope-try"},`T\
ry: ${b.suggestion}`)]:[],...v,i("div",{class:"opscope-finding-buttons","data-asks":!0},...O))}return{el:i("div",{class:"\
opscope-findings"},a,l,p),update(b){k=!!b.recorded||s,g(r,"disabled",!b.recorded),g(p,"data-fixed",!k);let v=u?.ok&&b.explained?.
asked===u.name&&b.explained.at===u.step?b.explained:null;if(v&&d.update(v),N(l,Dr(b,!!b.recorded&&!w)),b.findings===f)return;
f=b.findings,m=new Map([...b.findings.values()].map(R=>[R.number,R]));let A=$n(b.findings),_=new Set([...p.querySelectorAll(
"details[open]")].map(R=>R.dataset.number));g(l,"hidden",A.length>0),p.replaceChildren(...A.map(({finding:R,consequences:T})=>{
let B=i("details",{class:"opscope-consequences","data-number":R.number,open:_.has(String(R.number))},i("summary",{},`may\
 explain ${T.length} more`),...T.map(M=>x(M)));return i("li",{},x(R),...T.length?[B]:[])}));let O=u&&p.querySelector(`.o\
pscope-ask-why[data-number="${u.number}"]`);O&&(g(O,"aria-expanded","true"),O.closest(".opscope-finding")?.append(h,d.el))}}}var Le=128,Sn=36,jr=Object.freeze([]),Hr=3,Wr=12;function Gr(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Wr,Math.min(o-Hr,Math.floor(Math.log10(e)))),o]}var En=new WeakMap;function Ur(e){let t=En.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],En.set(
e,t)}return t}function Nn(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Ln=Array.from({length:129},
(e,t)=>de(Me(t/128)));function qr(e,t){return e.bad?de(re.nan):e.rms?Ln[Math.round(Nn(e.rms,t)*(Ln.length-1))]:null}var Tn={
id:"flow",label:"Gradient flow",short:"Flow",create:Vr,count:e=>bt(e).length};function Vr({select:e,refresh:t,signal:o}){
let n=i("div",{class:"opscope-decades"}),s=i("div",{class:"opscope-flow-row opscope-flow-head"},i("span",{},"parameter"),
n,i("span",{},"RMS"),i("span",{},"over steps")),r=i("div",{class:"opscope-flow-body"}),c=i("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),a=i("span"),l=i("span"),p=i("d\
iv",{class:"opscope-legend opscope-flow-legend"},i("span",{},"RMS gradient of each parameter"),i("div",{class:"opscope-s\
cale"},a,i("i",{style:`background: ${tt()}`}),l),i("span",{class:"opscope-mark"},i("i",{style:`background: ${de(re.nan)}`}),
"NaN or Inf")),d=new Map;r.addEventListener("click",f=>{let k=f.target.closest("[data-name]");k&&e(k.dataset.name??"")},
{signal:o});let h=i("div",{class:"opscope-flow"},c,i("div",{class:"opscope-flow-table"},s,r,p));h.addEventListener("scro\
ll",t,{signal:o,passive:!0});let u=(f,k)=>f.history.get(k.name)?.points??jr;return{el:h,update(f,{selected:k}){let w=bt(
f);g(c,"hidden",w.length>0),g(s,"hidden",!w.length);let[m,y]=[1/0,0];for(let _ of w){let[O,R]=Ur(u(f,_));[m,y]=[Math.min(
m,O),Math.max(y,R)]}let S=Gr(m,y);Kr(n,S),N(a,W(10**S[0])),N(l,W(10**S[1])),g(p,"hidden",!w.length);for(let _ of w)d.has(
_.name)||d.set(_.name,Xr(_.name));let x=w.map(_=>d.get(_.name));we(r,x.map(_=>_.el));let b=f.stopped?.step||null,v=Math.
floor((h.scrollTop-(r.offsetTop-h.offsetTop))/Sn)-2,A=v+Math.ceil(h.clientHeight/Sn)+4;w.forEach((_,O)=>{if(O<v||O>A)return x[O].
choose(_.name===k);x[O].update(_,u(f,_),S,xe(f,_),b),x[O].choose(_.name===k)})}}}function Kr(e,t){let[o,n]=t,s=Math.max(
1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let c=Math.
ceil((n-o)/s),a=[];for(let l=n;l>=o;l-=c){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;a.push(i("span",{style:p},"10",
i("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...a)}function Xr(e){let t=We(e),o=i("i"),n=i("span",{class:"\
opscope-track"},o),s=i("span",{class:"opscope-number"}),r=i("canvas",{class:"opscope-strip",width:Le,height:1,role:"img",
"aria-label":"RMS gradient over the steps"}),c=i("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),
a="",l;return{el:c,choose:p=>g(c,"aria-pressed",p?"true":"false"),update(p,d,h,u,f){let k=`${h} ${u} ${f}`;if(l===p&&a===
k)return;l=p,a=k,g(c,"data-elsewhere",!!u),g(c,"title",u?`not computed yet: its value ${u}`:void 0);let{rms:w}=Ue(p),m=ie(
p);_e(t,je(p)[0].split("@GRAD")[0]),g(c,"data-health",m),g(o,"data-nothing",w===null),g(n,"style",`--decade: ${(100/(h[1]-
h[0])).toFixed(3)}%`),g(o,"style",`width: ${(100*(w===null?1:Nn(w,h))).toFixed(2)}%`),N(s,p.nan?"NaN":p.inf?"Inf":W(w)),
Yr(r,d,h,f)}}}function Yr(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Le,1);let r=t[0]?.step??0,c=(t.
at(-1)?.step??0)-r+1;t.forEach((a,l)=>{let p=t[l+1]?.step??a.step+1,d=Math.floor((a.step-r)/c*Le);if(!a.bad&&l+1<t.length&&
Math.floor((p-r)/c*Le)===d)return;let h=qr(a,o);h&&(s.fillStyle=h,s.fillRect(d,0,Math.ceil((p-r)/c*Le)-d,1))}),!(n===null||
n<r||n>=r+c)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/c*Le),0,2,1))}var Jr=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function zt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function An(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${kt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function fe(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function _n(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Jr)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=G("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),c=G("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),a=G("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=G("g",{class:"opscope-gutter"},G("title"),r,c,a);return e.
append(l),l}function Cn(e,t){g(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),g(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),g(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&N(_n(e).firstChild,An(t))}function In(e){let t=_n(e).firstChild;t.textContent||N(t,An([]))}function Rn(e){let t=[];for(let o of e){let n=Number(o.querySelector("rect")?.getAttribute("width")??0)-6;if(!(n<=0))for(let s of o.
querySelectorAll("text"))s.getComputedTextLength()>n&&t.push([s,n])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(
1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var Ne=["nan","inf","zeros","ok"],Zr=2e5;function Bn(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=ie(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||Ne.indexOf(s)<Ne.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function On(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let c=o.get(r);(!c||Ne.indexOf(s)<Ne.indexOf(c))&&o.set(r,s)}return o}function Pn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<Zr;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Fn(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,c)=>Ne.indexOf(ie(r))-Ne.indexOf(ie(c)))[0]?.name}var Qr=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),Dn=/^(xmlns(:xlink)?|xml:space)$/,ea=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),ta=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function oa(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!ea.has(e)&&!ta.test(e)&&!Dn.test(e)?!1:Dn.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function zn(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(jn(n),document.importNode(n,!0))}function jn(e){for(let{
name:t,value:o}of[...e.attributes])oa(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Qr.
has(t.localName)&&t.namespaceURI===e.namespaceURI?jn(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function Hn(e,t){let o=zn(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);g(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),c=s.getAttribute("data-dst"),a=s.getAttribute("data-scope"),l=Pn(s.getAttribute("data-h\
ides"));r!==null&&c!==null?n.links.push({src:r,dst:c}):l.length||/^(op|var)-/.test(s.id)?na(n,s,l,t&&a!==null):a!==null&&
(n.frames.set(a,s),t&&Wn(s,"fold"))}return n}function na(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);g(t,"data-node",t.id),g(t,"tabindex",-1),g(t,"role","button"),g(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&Wn(t,"open")}function Wn(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),c=s("y")+(t==="open"?0:11),a=t===
"open"?`M${r-3},${c}h6M${r},${c-3}v6`:`M${r-3},${c}h6`,l=G("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(G("g",{class:`opscope-fold opscope-fold-${t}`},l,G("circle",{cx:r,cy:c,r:6}),G("path",{d:a})))}function Gn(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,c=p=>(p.left+p.right)/2,a=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();if(!d||p===t)continue;
let h=c(d)-c(n),u=Math.abs(d.top-n.top);if(r&&h*r<=1)continue;let f=Math.abs(h)+(r?3:.2)*u;f<l&&([a,l]=[p,f])}return a}var sa=150,Un="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function qn({search:e,choose:t,signal:o}){
let n=i("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Un,"aria-label":`\
search the graph: ${Un}`}),s=i("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=i("div",{class:"opscope-graph\
-find"},n,s),c=0,a="",l=null,p=()=>g(s,"hidden",!0),d=()=>{a=n.value.trim(),a?e(a):p()};n.addEventListener("input",()=>{
clearTimeout(c),c=window.setTimeout(d,sa)},{signal:o}),n.addEventListener("focus",()=>g(s,"hidden",!a||!l||l.text!==a),{
signal:o}),r.addEventListener("keydown",u=>{u.stopPropagation();let f=[...s.querySelectorAll("button")],k=f.findIndex(w=>w.
matches(":focus"));if(u.key==="Escape")p(),n.focus();else if(u.key==="Enter"&&k<0)l?.text===n.value.trim()?f[0]?.click():
d();else if(u.key==="ArrowUp"&&k===0)n.focus();else if(u.key.startsWith("Arrow")&&u.key!=="ArrowLeft"&&u.key!=="ArrowRig\
ht")f[le(u,k,f.length)??0]?.focus();else return;u.preventDefault()},{signal:o}),s.addEventListener("click",u=>{let f=u.target.
closest("[data-found]");f&&(p(),t(f.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
u=>u.composedPath().includes(r)||p(),{signal:o,capture:!0});function h(u){let f=u.ids.map((m,y)=>{let S=i("button",{class:"\
opscope-match",type:"button",role:"option","data-found":m},i("b",{},u.labels[y]),i("span",{},u.details[y]));return g(S,"\
title",`${u.labels[y]}
${u.details[y]}`),S}),k=u.total>f.length?` · the first ${f.length} are shown`:"",w=u.total===1?"1 node":`${u.total.toLocaleString(
"en")} nodes${k}`;s.replaceChildren(i("div",{class:"opscope-matches-head"},u.total?w:`Nothing matches "${u.text}".`),...f),
g(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(u){u!==l&&(l=u,u&&u.text===a&&n.value.trim()===a&&h(u))},enable:u=>g(
r,"hidden",!u),clear:()=>N(s,"")}}var ra={together:"in one",apart:"side by side",forward:"forward only"};function Vn({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:c}){let a=i("span",{class:"opscope-graph-info"}),l=i("span",{class:"opscope-graph-number"}),p=($,P,H)=>{let X=i(
"button",{type:"button",class:"opscope-tool",title:P,"aria-label":P},$);return X.addEventListener("click",H,{signal:c}),
X},d=($,P,H)=>i("select",{class:`opscope-graph-choice opscope-graph-${$}`,title:P,"aria-label":P},...Object.entries(H).map(
([X,ae])=>i("option",{value:X},ae))),h=qn({search:n,choose:s,signal:c}),u=d("arrangement","forward and backward: each la\
yer with its gradients, side by side, or forward only",ra),f=Object.fromEntries(Object.entries(pe).map(([$,{label:P}])=>[
$,P])),k=d("colors","color the operators by",{health:"health",...f}),w=i("input",{class:"opscope-graph-since",type:"numb\
er",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),
m=p("Whole graph","back to the whole graph",()=>t({center:""})),y=p("Fold all","fold the scopes that were opened",()=>t(
{first:!0,center:""})),S=d("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),x=i("div",{class:"\
opscope-key"},...["ok","zeros","Inf","NaN"].map($=>i("span",{"data-health":$.toLowerCase()},i("i"),$))),b=i("span"),v=i(
"span"),A=i("div",{class:"opscope-key opscope-ramp",hidden:!0},b,i("i"),v,l),_=i("div",{class:"opscope-tools"},p("+","zo\
om in",()=>e.zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),S),O=i("div",{class:"opsco\
pe-graph-bar",hidden:!0},h.el,u,i("label",{class:"opscope-graph-by"},"color",k),w,y,m),R=i("div",{class:"opscope-graph-f\
oot"},i("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},x,
A,a),_),T=new Map,B="",M="",D="",z=!1,j={by:"health",selected:""},Y=()=>{j.by=k.value,M="",g(w,"hidden",j.by!=="change"),
o(j.by,Math.max(0,Math.round(Number(w.value)||0)))};k.addEventListener("change",Y,{signal:c}),w.addEventListener("change",
Y,{signal:c}),w.addEventListener("keydown",$=>$.stopPropagation(),{signal:c}),u.addEventListener("change",()=>t({arrangement:u.
value,first:!0,center:""}),{signal:c}),S.addEventListener("change",()=>{S.value&&r(S.value),S.value=""},{signal:c});let Q=()=>N(
a,M||(z?"drawing …":D));function C(){let $=T.get(B);N(l,$===void 0?"":pe[j.by]?.text($)??"")}return Object.assign(j,{el:O,
foot:R,focusSearch:h.focus,wait($){z=$,Q()},measured($,P){return M=$?"":P,Q(),!$},read($){B=$,C()},drawn($,P,H){g(O,"hid\
den",!$.arrangement||H),$.arrangement&&(u.value=$.arrangement),g(m,"hidden",!$.center),g(y,"hidden",!!$.center);let X=$.
hidden?`, ${$.hidden.toLocaleString("en")} nodes folded`:"";D=P?`${$.ops.toLocaleString("en")} operators${X}`:"",Q()},update($,P,H){
j.selected=P,h.update($.fold.found);for(let X of k.options)X.disabled=X.value!=="health"&&(H||!$.recorded)},legend($,P,H){
if(T=P,g(x,"hidden",j.by!=="health"),g(A,"hidden",!$),$){let X=pe[$.by];N(b,X.text(H.low)),N(v,X.text(H.high));let ae=$.
against?`steps ${$.against} and ${$.step}`:`step ${$.step}`;g(A,"title",`${X.label}, ${ae}: ${X.about}`)}C()}})}function Kn(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...aa(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function aa(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=c=>({name:"goto",label:`Go to here in st\
ep ${c}`,kind:"Goto",fields:{step:c,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function Xn({choose:e,
frame:t,signal:o}){let n=i("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(a=!1)=>{n.hidden||
(g(n,"hidden",!0),a&&t.focus({preventScroll:!0}))};n.addEventListener("click",a=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(a.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",a=>{let l=[...n.querySelectorAll(
"button")],p=le(a,l.findIndex(d=>d.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(a.key==="Escape")r(!0);else
return;a.preventDefault(),a.stopPropagation()},{signal:o});let c=a=>{a.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",c,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",a=>a.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(a,l,p,d){if(!a.length)return r();s=a;let h=i("div",{
class:"opscope-menu-head"},i("b",{},l),` ${p}`);n.replaceChildren(h,...s.map(y=>i("button",{class:`opscope-menu-item ops\
cope-menu-${y.name}`,type:"button",role:"menuitem"},y.label))),g(n,"hidden",!1);let u=t.getBoundingClientRect(),f=d.getBoundingClientRect(),
w=f.right+8+n.offsetWidth<=u.right?f.right+8-u.left:Math.max(4,f.left-16-n.offsetWidth-u.left),m=Math.max(4,Math.min(u.height-
n.offsetHeight-4,(f.top+f.bottom)/2-u.top-16));n.style.left=`${w}px`,n.style.top=`${m}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var Be=132,Oe=96;function jt(e){let t=Math.min(Be/e.w,Oe/e.h);return{scale:t,x:(Be-e.w*t)/2,y:(Oe-e.h*t)/2}}function Yn(e,t){
let o=i("canvas",{width:Be*2,height:Oe*2}),n=i("div",{class:"opscope-sight"}),s=i("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},c=a=>{let l=o.getBoundingClientRect(),
p=jt(r);e(r.x+(a.clientX-l.left-p.x)/p.scale,r.y+(a.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
a=>{a.preventDefault(),a.stopPropagation(),s.setPointerCapture(a.pointerId),c(a)},{signal:t}),s.addEventListener("pointe\
rmove",a=>a.buttons&1&&c(a),{signal:t}),{el:s,draw(a,l){r=a;let p=o.getContext("2d");if(!p)return;let{scale:d,x:h,y:u}=jt(
a);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,Be,Oe);for(let{box:f,color:k}of l){p.fillStyle=k;let[w,m]=[Math.max(1.5,f.
w*d),Math.max(1.5,f.h*d)];p.fillRect(h+(f.x-a.x)*d,u+(f.y-a.y)*d,w,m)}},update(a,l){r=l;let{scale:p,x:d,y:h}=jt(l),u=a.x<=
l.x+1&&a.y<=l.y+1&&a.x+a.w>=l.x+l.w-1&&a.y+a.h>=l.y+l.h-1;if(g(s,"hidden",u),u)return;let f=Math.max(0,d+(a.x-l.x)*p),k=Math.
max(0,h+(a.y-l.y)*p),w=Math.min(Be,d+(a.x+a.w-l.x)*p),m=Math.min(Oe,h+(a.y+a.h-l.y)*p);n.style.cssText=`left:${f}px;top:${k}\
px;width:${Math.max(4,w-f)}px;height:${Math.max(4,m-k)}px`}}}function at(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function ia(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:at(e,1/o)}function ca(e,t){let o=(n,s,r,c)=>s>=c?r+(c-s)/2:Math.max(
r,Math.min(r+c-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function la(e,t,o){let n=Math.max(.85,Math.min(
1,t/e.w,o/e.h)),s=t/n,r=o/n;return{x:e.x+(e.w-s)/2,y:r<e.h?e.y:e.y+(e.h-r)/2,w:s,h:r}}function Jn(e,t,o=()=>{}){let n=null,
s={x:0,y:0,w:1,h:1},r=s,c=null,a=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x}\
 ${r.y} ${r.w} ${r.h}`),o(r,s)},d=(w,m)=>{r=w,e.style.setProperty("transform",`translate(${(l.x-r.x)/m}px, ${(l.y-r.y)/m}\
px)`),o(r,s)},h=w=>(r=ia(w,s),p()),u=()=>r!==l&&p(),f=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener(
"wheel",w=>{if(!n||!(w.ctrlKey||w.metaKey))return;w.preventDefault(),u();let m=e.getBoundingClientRect();h(at(r,Math.exp(
-w.deltaY*.002),(w.clientX-m.left)/m.width,(w.clientY-m.top)/m.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",w=>{w.button||!n||(c={x:w.clientX,y:w.clientY,box:r,unit:f()},a=!1)},{signal:t}),e.addEventListener("pointermov\
e",w=>{if(!c)return;let m=w.clientX-c.x,y=w.clientY-c.y;if(!a&&Math.hypot(m,y)<4)return;a||e.setPointerCapture(w.pointerId),
a=!0;let S={...c.box,x:c.box.x-m*c.unit,y:c.box.y-y*c.unit};S.w===l.w&&S.h===l.h?d(S,c.unit):h(S)},{signal:t});let k=()=>{
c=null,u()};for(let w of["pointerup","pointercancel"])e.addEventListener(w,k,{signal:t});return e.addEventListener("clic\
k",w=>{a&&w.stopPropagation(),a=!1},{signal:t,capture:!0}),e.addEventListener("keydown",w=>{let m={"+":1.25,"=":1.25,"-":.8}[w.
key],y=w.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[w.key];if(m)h(at(r,m));else if(y)h(
{...r,x:r.x+y[0]*40*f(),y:r.y+y[1]*40*f()});else if(w.key==="0")h(s);else return;w.preventDefault()},{signal:t}),{attach(w,m=!1){
n=w;let y=n?.viewBox.baseVal;s=y&&y.width?{x:y.x,y:y.y,w:y.width,h:y.height}:{x:0,y:0,w:100,h:100},m||(r=s),p()},hold(w,m){
let y=w.getBoundingClientRect();h({...r,x:r.x+(y.left-m.left)*f(),y:r.y+(y.top-m.top)*f()})},center:(w,m)=>h({...r,x:w-r.
w/2,y:m-r.h/2}),zoom:w=>h(at(r,w>0?1.25:1/1.25)),fit:()=>h(s),whole:()=>s,start:()=>h(la(s,e.clientWidth,e.clientHeight)),
reveal(w){u();let m=e.getBoundingClientRect(),y=w.getBoundingClientRect();if(y.left>=m.left&&y.right<=m.right&&y.top>=m.
top&&y.bottom<=m.bottom)return;let S=(y.left+y.right-m.left-m.right)/2,x=(y.top+y.bottom-m.top-m.bottom)/2;h(ca({...r,x:r.
x+S*f(),y:r.y+x*f()},s))}}}var pa=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function da(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let c=getComputedStyle(o[r]);s.setAttribute("style",pa.map(a=>`${a}:${c.getPropertyValue(a)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=ua(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function ua(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function Ht(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function Zn(e,t,o,n){if(t==="dot")return Ht(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=da(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return Ht(r,"graph.svg");let c=new Image,a=URL.createObjectURL(r);c.src=a,await c.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(c.width,c.height));l.width=Math.round(c.width*p),l.height=Math.round(c.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(c,0,0,l.width,l.height)),URL.revokeObjectURL(
a),l.toBlob(h=>h&&Ht(h,"graph.png"),"image/png")}var Qn={id:"graph",label:"Graph",create:ha};function ha({select:e,ask:t,open:o,offline:n,signal:s}){let r=i("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),c=Yn((E,I)=>a.center(E,I),s),a=Jn(r,s,c.update),l=Vn({view:a,draw:E=>R(
E),measure:B,search:E=>t("SearchGraph",{text:E}),found:E=>R({reveal:E}),save:M,signal:s}),p=Xn({choose:D,frame:r,signal:s}),
d=i("div",{class:"opscope-nothing"}),h=i("div",{class:"opscope-graph-tab"},l.el,i("div",{class:"opscope-graph-box"},r,p.
el,d,c.el),l.foot),u=null,f=null,k=!0,w=!1,m="",y="",S="",x=null,b,v,A="",_=E=>u?.nodes.get(E)??u?.nodes.get(u.hiddenIn.
get(E)??""),O=E=>E?.getAttribute("data-node")??"";function R(E){f?.arrangement&&(l.wait(!0),t("DrawGraph",{open:f.open,arrangement:f.
arrangement,...E},()=>l.wait(!1)))}function T(E,I,U){if(!f)return;let K=U.getBoundingClientRect();x={scope:E,left:K.left,
top:K.top};let ee=L=>L===E||L.startsWith(`${E}/`);R({open:I?[...f.open,E]:f.open.filter(L=>!ee(L)),center:I?f.center:""})}
function B(E,I){E!=="health"&&t("MeasureOperators",{by:E,step:b?.stopped?.step||0,against:I},(U,K)=>l.measured(U,K)),b&&
X(b)}function M(E){let I=getComputedStyle(h).getPropertyValue("--o-ground")||"#ffffff";u&&f&&Zn(u.svg,E,f.dot,I)}function D({
kind:E,fields:I}){let{id:U,spec:K,op:ee}=I,L=U===void 0?void 0:u?.nodes.get(U);E==="compose"?o("breakpoints",K):E==="att\
ributes"?o("code",ee):E==="open"&&L?T(U,!0,L):E==="center"?R({center:U,reveal:U}):E!=="open"&&t(E,I)}function z(E,I){let U=O(
E),K=u?.folded.get(U),ee=Fn(I.values,U,K);ee&&e(ee,!1),S=U;let L=[];f?.arrangement&&!n&&(E.hasAttribute("data-scope")&&L.
push({name:"open",label:"Open",kind:"open",fields:{id:U}}),L.push({name:"center",label:"Show the neighborhood only",kind:"\
center",fields:{id:U}}));let F=n?-1:fe(U),q=E.querySelector("text")?.textContent??"";p.show([...F>=0?Kn(I,F):[],...L],q,
F>=0?`op ${F}`:K?`${K.length} inside`:"",E)}r.addEventListener("click",E=>{let I=E.target,K=I.closest(".opscope-fold")?.
closest("[data-scope]");if(K)return T(K.getAttribute("data-scope")??"",K.hasAttribute("data-node"),K);let ee=I.closest("\
[data-node]");if(!ee||!b)return;let L=O(ee);if(!n&&(I.closest(".opscope-gutter")||fe(L)>=0&&E.altKey))return Q(L);z(ee,b)},
{signal:s}),r.addEventListener("dblclick",E=>{let I=E.target.closest("[data-node][data-scope]");!I||n||!f?.arrangement||
(p.close(),T(O(I),!0,I))},{signal:s}),r.addEventListener("pointerover",E=>{let I=E.target.closest("[data-node]");I&&fe(O(
I))>=0&&!n&&In(I),l.read(I?O(I):"")},{signal:s}),r.addEventListener("focusin",({target:E})=>S=O(E)||S,{signal:s}),r.addEventListener(
"keydown",E=>j(E)&&(E.preventDefault(),E.stopPropagation()),{signal:s});function j(E){if(!u||!b||E.altKey||E.ctrlKey||E.
metaKey||E.shiftKey)return!1;let I=u.nodes.get(S);if(E.key==="/"&&f?.arrangement)return l.focusSearch(),!0;if(E.key.startsWith(
"Arrow")){let U=I?Gn(u,S,E.key):O(_(m)??[...u.nodes.values()][0]??null);return U&&Y(U),!0}if(!I)return!1;if(E.key==="Ent\
er"||E.key===" ")return I.hasAttribute("data-scope")&&f?.arrangement&&!n?T(S,!0,I):(z(I,b),p.focus()),!0;if(E.key==="Bac\
kspace"){let U=[...u.frames].filter(([,K])=>fa(K,I)).at(-1);return U&&f?.arrangement&&T(U[0],!1,U[1]),!0}return!1}function Y(E){
let I=u?.nodes.get(E);I&&(S=E,a.reveal(I),I.focus({preventScroll:!0}),l.read(E))}function Q(E){let I=C(zt(b?.breakpoints??
[]),E);for(let{number:U}of I)t("ClearBreakpoint",{number:U});!I.length&&fe(E)>=0&&t("SetBreakpoint",{spec:`id:${fe(E)}`})}
function C(E,I){return[...new Set((u?.folded.get(I)??[I]).flatMap(U=>E.get(fe(U))??[]))]}function $(E){if(E===v||!r.clientWidth||
!u)return;v=E;let I=zt(E);for(let[U,K]of u.nodes)U.startsWith("var-")||Cn(K,C(I,U))}function P(E){let I=!!(u&&f?.arrangement&&
f.program===E.program);u=Hn(E.svg,!!E.arrangement&&!n),v=void 0,m=A="",p.close(),r.replaceChildren(),a.attach(null,I),u&&
(r.append(u.svg),a.attach(u.svg,I),k=!I,w=!0,I&&H(E)),N(d,u?"":"The graph could not be read."),g(d,"hidden",!!u),l.drawn(
E,!!u,n)}function H(E){let I=x&&(u?.nodes.get(x.scope)??u?.frames.get(x.scope));x&&I?a.hold(I,x):a.start(),x&&u?.nodes.has(
x.scope)&&(S=x.scope),x=null,E.reveal&&([y,S]=[E.reveal,E.reveal]),(r.contains(document.activeElement)||document.activeElement===
document.body||E.reveal)&&u?.nodes.get(S)?.focus({preventScroll:!0})}function X(E){if(!u)return;let I=Bn(E.present),U=On(
I,u.hiddenIn),K=E.values.get(l.selected),ee=K&&(_(`var-${l.selected}`)??_(`op-${K.op}`)),L=l.by!=="health"&&E.fold.measured?.
by===l.by?E.fold.measured:null,F=L?Uo(L,u.hiddenIn):new Map,q=qo(l.by,F.values());for(let[J,V]of u.nodes){g(V,"data-heal\
th",l.by!=="health"?void 0:u.folded.has(J)?U.get(J):I.get(J)),g(V,"data-selected",V===ee);let te=F.get(J);g(V,"data-heat",
te===void 0?l.by==="health"?void 0:"none":(q.at(te)*100).toFixed(0)),V.style.setProperty("--heat",te===void 0?"0%":`${(8+
84*q.at(te)).toFixed(0)}%`)}l.legend(L,F,q);let Z=`${l.by} ${L?.step} ${[...I.values()].join()}`;Z!==A&&r.clientWidth&&(A=
Z,ae())}function ae(){let E=u?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix,I=[...u?.nodes.values()??
[]].map(U=>{let K=U.getBBox(),ee=U.querySelector(":scope > rect, :scope > a > rect, :scope > polygon"),L=ee?getComputedStyle(
ee).stroke:"#888888";return{box:{x:K.x+(E?.e??0),y:K.y+(E?.f??0),w:K.width,h:K.height},color:L}});c.draw(a.whole(),I)}return{
el:h,open(E){y=`op-${E}`,u&&!u.nodes.has(y)&&u.hiddenIn.has(y)&&R({reveal:y})},update(E,{selected:I}){E.graph&&E.graph!==
f&&(E.graph.svg!==f?.svg||E.graph.reveal)?P(E.graph):!E.graph&&!b&&N(d,"No graph yet. A program is drawn when it first r\
uns, eager code at each stop and step."),f=E.graph,k&&r.clientWidth&&(k=!1,a.start()),w&&u&&r.clientWidth&&(w=!1,Rn(u.nodes.
values())),b=E,l.update(E,I,n),X(E),$(E.breakpoints);let U=E.stopped?`op-${E.stopped.op}`:"",K=_(U);if(U!==m){let L=_(m);
for(let F of["data-current","data-past"])L&&g(L,F,!1);K&&g(K,"data-current",!0),y||=U,m=U}K&&g(K,"data-past",E.stopped?.
past);let ee=_(y);ee&&r.clientWidth&&a.reveal(ee),y=""}}}function fa(e,t){let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];
return o.left<=n.left&&o.right>=n.right&&o.top<=n.top&&o.bottom>=n.bottom}var es={id:"notes",label:"Notes",create:ma,count:ba};function ma({select:e,signal:t}){let o=i("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=i("pre",{class:"opscope-error"}),s=i("div",{class:"opscope-notes-rows"}),r,c=0;return s.addEventListener(
"click",a=>{let l=a.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:i("div",{class:"opscope-note\
s"},o,n,s),update(a){if(N(n,a.error),g(n,"hidden",!a.error),g(o,"hidden",!!a.error||a.warnings.size>0),a.warnings===r&&a.
values.size===c)return;r=a.warnings,c=a.values.size;let l=[...a.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>ga(p,a.values.has(p.subject))))}}}function ga({subject:e,text:t},o){let n=[i("code",{},e),i("span",{},t)];return o?i(
"button",{class:"opscope-note",type:"button","data-name":e},...n):i("div",{class:"opscope-note"},...n)}function ba(e){return e.
warnings.size+(e.error?1:0)}var it=[vn,Tn,Qn,Jo,Mn,es,Do];var wa=0;function ts(e,t,o){let n=new Map(e.map(l=>[l.id,i("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[i("span",{class:"opscope-long"},l.label),i("span",{class:"opscope-short"},l.short)]:[l.label];return i("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),r=i("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++wa}`,g(l.el,"role","tabpanel"),g(l.el,"aria-labelledby",s[p].
id)});let c=0;function a(l){c=l,e.forEach((p,d)=>{g(s[d],"aria-selected",d===c?"true":"false"),g(s[d],"tabindex",d===c?0:
-1),g(p.el,"hidden",d!==c)})}return r.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(a(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=le(l,c,e.length);p!==null&&(l.preventDefault(),a(p),s[p].focus(),
t())},{signal:o}),a(0),{el:i("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[c].id},show:l=>a(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&N(d,p?String(p):"")}}}var xa=1e4,ya=new Set(Te.map(e=>e.kind)),ka=new Set(["FetchDetail","WatchDetail"]);function va(e){let{forward:t,parameters:o,
gradients:n}=Ke(e),s=[...t,...o,...n],r=c=>e.details.get(c)?.step??-1;return s.reduce((c,{name:a})=>r(a)>r(c)?a:c,s[0]?.
name??"")}function ct({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,c=s.selected??e.get?.("selected")??"",a=!0,l,
p=new Map,d={},h=null,u=C=>[...p.values()].some(({kind:$,since:P})=>C($)&&Date.now()-P<xa),f=i("div",{class:"opscope-pan\
el",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"true"});
f.addEventListener("focusin",({target:C})=>g(C,"data-lm-suppress-shortcuts","true"),{signal:o});let k=(C,$={},P=void 0)=>{
if(delete d[C],!a)return P?.(!1,oo);p.set(j.command(C,$),{kind:C,done:P,since:Date.now()})},w=(C,$=!0)=>{l?.values.has(C)&&
(C!==c&&S(C),c=s.selected=C,m(C),$&&M.show("tensor"),j.refresh())};function m(C){!e.get||e.get("selected")===C||(e.set?.(
"selected",C),e.save_changes?.())}let y=()=>w(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",y),o.addEventListener(
"abort",()=>e.off("change:selected",y)));function S(C){if(d={},!a)return;k("WatchDetail",{name:C}),l&&l.details.get(C)?.
step!==l.values.get(C)?.step&&l?.phase!=="running"&&k("FetchDetail",{name:C})}let x=()=>j.refresh(),b=(C,$)=>{M.show(C),
B.get(C)?.open?.($),x()},v=C=>k(C),A=_o(k),_=(C,$=-1)=>{if(n)return n.goTo(C);A.goTo(C,$),x()},O=C=>{if(n)return n.steps;
let $=xt(C);return a&&$&&$.last>$.first?[$.first,$.last]:null},R=Bo({send:v,ask:k,seek:A,refresh:x,offline:r,signal:o}),
T=Po({select:C=>w(C,M.open!=="graph"),refresh:x,signal:o}),B=new Map(it.map(C=>[C.id,C.create({select:w,ask:k,open:b,refresh:x,
goTo:_,reach:O,offline:r,signal:o})])),M=ts(it.map(({id:C,label:$,short:P})=>({id:C,label:$,short:P,el:B.get(C).el})),x,
o);f.addEventListener("keydown",C=>{let $=Gt(C);!$||!l||!a||!Fe(l).has($)||r||(C.preventDefault(),(!C.repeat||!u(P=>ya.has(
P)))&&v($))},{signal:o}),s.tab&&M.show(s.tab);let D=so(),z=Oo({root:f,offline:r,signal:o});R.el.querySelector(".opscope-\
headline")?.append(z.button),f.append(D.el,R.el,i("div",{class:"opscope-body"},T.el,M.el),z.el),t.append(f);let j=$o({model:e,
el:f,signal:o,paint:Y});function Y(C,$){a=$==="live";let P=M.open==="tensor"&&(s.tab??"tensor")!=="tensor";j.show(M.open),
s.tab=M.open,D.update($),g(f,"data-lost",!a);for(let H of f.querySelectorAll("[data-asks]"))g(H,"inert",!a);a||p.clear(),
C!==l&&Q(C),l=C,C.values.has(c)||(c=va(C),c&&(s.selected=c),c&&a&&!e.get?.("selected")&&m(c),c&&S(c)),P&&c&&a&&!r&&S(c),
C.stopped!==h&&M.open==="tensor"&&c&&!r&&a&&!u(H=>H==="FetchDetail")&&(h=C.stopped,h&&k("FetchDetail",{name:c})),g(f,"da\
ta-past",C.stopped?.past),R.update(C,a,Object.entries(d).find(([H])=>!ka.has(H))?.[1]??""),T.update(C,c);for(let H of it)
M.count(H.id,H.count?.(C)??0);B.get(M.open)?.update(C,{selected:c,refusal:a?d.FetchDetail??d.WatchDetail??"":no})}function Q(C){
l&&(C.phase!==l.phase||C.stopped!==l.stopped)&&(d={}),l&&C.runs>l.runs&&C.values.has(c)&&S(c);for(let $ of C.responses){
let P=p.get($.request);if(!P)continue;p.delete($.request);let H=$.ok?$.text:$.text||`${P.kind} was refused`;!$.ok&&!P.done?.(
!1,H)&&(d[P.kind]=H),$.ok&&P.done?.(!0,H)}}return f}function $a(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Ma(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let c of t)c(r,[])};return{on:(r,c)=>{t.add(
c)},off:(r,c)=>{t.delete(c)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function Sa(e,t){let o=t.split(
`
`).filter(u=>u.trim()).map(co),n=Ma(o),{steps:s,ends:r}=$a(o),c=new AbortController().signal,a=()=>{},l=ct({model:n,el:e,
signal:c,page:{goTo:u=>a(u),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=i("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=i("output",{class:"opscope-number"},`step ${s[s.length-1]}`),h=0;a=u=>{
p.value=String(Math.max(0,s.filter(f=>f<=u).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
N(d,`step ${s[Number(p.value)]}`),h||=requestAnimationFrame(()=>{h=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(i("label",{class:"opscope-scrub"},p,d))}var Ep=()=>{let e={};return{render({model:t,el:o,signal:n}){ct({model:t,el:o,signal:n,memory:e})}}};export{Ep as default,Sa as replay};
