// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Ge=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,ft=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:Ge(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:Ge(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:Ge(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:Ge(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],ge=ft.
flat(),ps=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],qt=["StepBack","ReverseContinue","Goto"];function ye(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...ps,
...qt,...o])}return new Set(e.over&&e.recorded?[...t,...qt]:t)}function Vt(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return ge.find(o=>o.key===e.key)?.kind}
function Kt({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Oe=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
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
Xt=256,Yt=.9;var Zt="−";function W(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Zt)}function ke(e){return e.length?e.join("×"):"scalar"}var Jt=9,
ds=16;function Qt(e){return e.length<=ds?[e,""]:[e.slice(0,-Jt),e.slice(-Jt)]}function eo(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Ue(e){return`${(100*e).toFixed(1)}%`}function to(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function oo(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ne(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function mt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function pe(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Yt?"zeros":"ok"}var qe={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function ve(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function Ve(e){return e.grad_of||e.role==="backward"?
"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function no(e,t,o){if(e.length<2)return e.
length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function be(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let a=s*
r,i=Math.ceil(e/a-1e-9),l=Math.floor(t/a+1e-9);if(l-i+1>=o-1||r===1)return Array.from({length:l-i+1},(p,d)=>(i+d)*a)}return[]}
function $e(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",Zt)}var us="http://www.w3.org/2000/svg";function c(e,t={},...o){let n=document.createElement(e);return so(n,t),n.append(...o),
n}function G(e,t={},...o){let n=document.createElementNS(us,e);return so(n,t),n.append(...o),n}function Ke(e){let t=c("s\
pan",{class:"opscope-name"});return Pe(t,e),t}function Pe(e,t){if(e.title===t)return;e.title=t;let[o,n]=Qt(t);e.replaceChildren(
c("span",{},o),...n?[c("span",{class:"opscope-name-end"},n)]:[])}function so(e,t){for(let[o,n]of Object.entries(t))b(e,o,
n)}function b(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function L(e,t){e.textContent!==t&&(e.textContent=t)}function Me(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function re(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var ro="no kernel answers",ao="No kernel answers, and the elements of this value were not kept.",fs={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function hs(e){return fs[e]}
function io(){let e=c("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){L(e,hs(t)),b(e,"hidde\
n",t==="live")}}}function lo(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function po(e){
let t=lo(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var co=["step","min","max","mean","std","zeros",
"nan","inf"];function ms(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=po(t[e.numbers]),s=n.length/(1+co.length);return Array.from({length:s},(r,a)=>{let i={
...o[n[a]]};return co.forEach((l,p)=>{let d=n[(p+1)*s+a];i[l]=Number.isNaN(d)?null:d}),i})}function gt(e,t,o=[]){let n=e.
events.map(a=>{let i=a.pixels?.buffer;return typeof i=="number"?{...a,pixels:lo(t[i])}:a}),s=n.findIndex(a=>a.kind!=="Ru\
nStarted"&&a.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...gs(e,t),...ms(e,t,o),...n.slice(r)]}function gs(e,t){
if(!e.trails?.length)return[];let o=po(t[e.block]),n=0;return e.trails.map(([s,r,a])=>{let i=(p,d)=>{let f=o[n+p*a+d];return Number.
isFinite(f)?f:null},l=Array.from({length:a},(p,d)=>({step:o[n+d],mean:i(1,d),min:i(2,d),max:i(3,d),rms:i(4,d),bad:o[n+5*
a+d]}));return n+=6*a,{kind:"Trail",slot:s,name:r,points:l}})}function uo(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function mo(e){let t=new Blob([fo(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(fo)}}function fo(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var ho="\
application/vnd.jupyter.widget-state+json",bs=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function bt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[ho]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),a=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),i=Object.fromEntries(bs.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));a[t]={model_module:i._model_module,
model_module_version:i._model_module_version,model_name:i._model_name,state:i},o.setMetadata("widgets",{[ho]:{version_major:2,
version_minor:0,state:a}})}var wo={points:[],stride:1};function xo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(go(n,s,t);n.length>Xt;){t*=2;let r=[];for(let a of n)go(r,a,t);n=r}return{points:n,stride:t}}function go(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=ws(n,t):e.push(t)}function ws(e,t){return{
step:t.step,mean:t.mean,min:bo(Math.min,e.min,t.min),max:bo(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function bo(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function Xe(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function Ye(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function Je(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function yo(e,t){let o=new wt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
ht,n.kind))for(let s of ht[n.kind])xs(o,s,n);return o.slots}var wt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Oe[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,xo(s.get(o)??wo,n))}};function xs(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(a=>o[a]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let a of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(a)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[Ye(o)]);else for(let[n,s]of Je(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Oe).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var ys=Object.freeze([]),ks=new Set,Ze=Object.freeze({...ko(Oe),runs:0,reached:0,seconds:null});function xt(e,t){return{...ko(yo(e.fold,t),e),...t.reduce(vs,e)}}function vs({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function ko(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):ks,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:$s(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
Ss(e.breakpoints),exceptions:e.breakpoints?.exceptions??ys,step:[...e.steps.values()].at(-1)?.step??0,scalars:Ms(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((a,i)=>[a,r.called?.[i]??""]))),graph:e.graph,values:e.
values,present:s?t.present:Es(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function $s(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function Ms(e){let t=new Map([...e.steps.values()].flatMap(n=>Je(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function Ss(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function Es(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function vo(e){return e.stopped?.step||Ee(e)}function Se(e,t){return e.present.has(t.name)?
"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function $o(e,t){return e.over&&!e.stopped&&t.step<
Ee(e)?`step ${t.step}`:""}function Mo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&
e.present.get(n);if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&t?t.names.indexOf(n):-1,a=e.scalarHistory.get(n)?.
points??[],i=o?.past?Xe(a,o.step):a.at(-1),l=r>=0?t?.scalars[r]??null:o?.past?i?.mean??null:e.scalars[n],p=r>=0?t?.step:
i?.step,d=o&&o.op<0&&!o.depth,f=p===o?.step?d?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?f:
""}]}))}function Ee(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function Qe(e,t=""){let o=t.trim().toLowerCase(),
n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[Ve(s)].push(s);for(let s of Object.values(n))s.sort((r,a)=>r.op-a.op||(r.name<
a.name?-1:1));return n}function yt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var So=250,Ls=2.5,Ns=["dead","terminating","restarting","autorestarting"],Ts=2500,As=400;function Cs(e,t){return t.kind===
"batch"&&t.n!==e+1}function Eo({model:e,el:t,signal:o,paint:n}){let s=Math.random().toString(36).slice(2),r=Math.floor(Math.
random()*2**20)*2**20,a=Ze,i=0,l=!1,p=!1,d=!1,f=!1,u=0,h="",v=()=>`${t.clientWidth} ${getComputedStyle(t).color}`,g="liv\
e",m=Date.now(),x=Ts,S=[],y="",w=!1,$=k=>{try{e.send(k)}catch{m=0}},N=()=>{u=0,h=v();try{n(a,g)}finally{f&&$({kind:"ack",
n:i,view:s}),f=!1}},T=()=>{!u&&p&&!o.aborted&&(u=requestAnimationFrame(N))},O=()=>{l=!1,$({kind:"attach",view:s,tab:y})},
R=()=>{let k=p&&!document.hidden;k!==d&&(d=k,m=Date.now(),d?O():$({kind:"detach",view:s}),T())},A=async()=>{let k=e.get?.(
"frame");if(!k||i||w)return;w=!0;let{message:_,buffers:j}=await mo(k);i||(a=xt(Ze,gt(_,j)),T())},B=()=>{if(p&&v()!==h&&T(),
!d||!x)return;let k=Date.now()-m;!i&&k>As&&A();let _=e.widget_manager?.kernel,j=!!_&&(_?.isDisposed||Ns.includes(_?.status??
""));if(k<(j?So:x))return;let q=i?"lost":w?"saved":"nothing";q!==g&&(g=q,T())},M="",P=k=>{M=k,bt(e,k)},F=()=>M&&bt(e,M),
H=(k,_)=>{if(m=Date.now(),g!=="live"&&(g="live",k.kind!=="snapshot"))return O();if(k.beat&&(x=Ls*1e3*k.beat),k.id&&P(k.id),
!(k.kind!=="snapshot"&&!(k.kind==="batch"&&l))){if(Cs(i,k))return O();a=xt(k.kind==="snapshot"?Ze:a,gt(k,_,S)),i=k.n,l=!0,
f||=!!k.ack,T()}},K=new IntersectionObserver(k=>{p=k[k.length-1].isIntersecting,R()},{rootMargin:"100px"}),ee=new ResizeObserver(
T);e.on("msg:custom",H),e.get&&e.on("change:frame",F),K.observe(t),ee.observe(t),document.addEventListener("visibilitych\
ange",R,{signal:o}),e.get||(x=0),$({kind:"render",view:s});let Z=setInterval(B,So);return o.addEventListener("abort",()=>{
e.off("msg:custom",H),e.get&&e.off("change:frame",F),K.disconnect(),ee.disconnect(),cancelAnimationFrame(u),clearInterval(
Z),d&&$({kind:"detach",view:s})}),{refresh:T,show(k){k!==y&&(y=k,d&&$({kind:"show",view:s,tab:y}))},command(k,_={}){return $(
{kind:k,request:++r,..._}),r}}}var _s=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Is=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Rs=new RegExp(Is.map(e=>e.source).join("|"),"giu");function kt(e){let t=[],o=0;for(let n of e.
matchAll(Rs)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Bs(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Bs(e,t){return _s.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Os(e){return e.split(/[/\\]/).at(
-1)||e}function Lo(){let e=c("span",{class:"opscope-line-number"}),t=c("code",{}),o=c("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){b(o,"hidden",!n),b(o,"title",`${n}:${s}
${r}`),L(e,`${Os(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...kt(r).map(([a,i])=>a==="plain"?i:c("span",{"data-tok\
en":a},i)))}}}function To(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
, in ${t}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${t}`}function Ao({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function Co(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function Ps(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Ee(e)}, in the past`:"in the past":""}function No(e){let t=e.
stopped;return t?[To(t),Ao(t),Co(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function Fs(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&et(e))return et(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function et({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function Ds({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function _o(e){
let t=c("span",{class:"opscope-op"}),o=c("span",{class:"opscope-reason"}),n=c("span",{class:"opscope-at"}),s=c("span",{class:"\
opscope-said"}),r=c("div",{class:"opscope-where"},t,o,n,s),a=c("span",{class:"opscope-past"}),i=Lo(),l=c("div",{class:"o\
pscope-place-bar"},a,r,i.el);return{el:l,update(p,d){let f=p.stopped,u=No({...p,stopped:null});L(t,f?To(f):""),L(o,f?Ao(
f):""),L(n,f?Co(f.past?{...f,step:null}:f):"");let h=Ds(p);L(s,d||h||(f?"":u||Fs(p))),b(r,"data-bad",!!d||!f&&!!u);let v=!d&&
!f&&p.phase==="running"&&!!et(p);b(r,"data-slow",v),b(r,"title",d||(v?et(p):No(p))),b(o,"data-reason",f?.reason),L(a,Ps(
p)),b(a,"hidden",!f?.past),b(l,"data-past",f?.past),b(l,"hidden",e&&!f&&!u),i.update(f?.path??"",f?.line??0,f?.source??""),
b(l,"data-source",!!f?.path)}}}var zs=64,js=2**-23;function Hs(e,t,o){let n=Math.max(1,Math.ceil(e.length/zs)),s=e.filter((g,m)=>(e.length-1-m)%n===0),
r=s.flatMap(g=>g.mean===null?[]:[g.mean]),a=Math.min(...r),i=Math.max(...s.flatMap(g=>[g.min??0,g.max??0,g.mean??0].map(
Math.abs))),l=Math.max(...r)-a,p=l>js*i?l:0,d=s[0]?.step??0,f=(s.at(-1)?.step??0)-d||1,u="",h="",v="M";for(let g of s){let m=(1+
(g.step-d)/f*(t-2)).toFixed(1);if(g.bad&&(h+=`M${m},${o-3}V${o}`),g.mean===null){v="M";continue}let x=p>0?o-4-(g.mean-a)/
p*(o-6):o/2;u+=`${v}${m},${x.toFixed(1)}`,v="L"}return{line:u,bad:h}}function tt(e,t){let o=G("path",{class:"opscope-spa\
rk-line"}),n=G("path",{class:"opscope-spark-bad"}),s=G("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(a){if(a===r)return;r=a;let i=Hs(a?.points??[],
e,t);b(o,"d",i.line),b(n,"d",i.bad)}}}var Ws=[64e6,256e6,1e9,4e9],Gs={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Us(e){return[...new Set([...Ws,e])].sort((t,o)=>t-o)}function qs({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${to(t.recording)}`}function Io({
ask:e,signal:t}){let o=c("span",{class:"opscope-label"}),n=c("i",{class:"opscope-switch"}),s=c("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=c("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),a=c("span",{class:"opscope-bytes"}),i=c("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=c("span",{class:"opscope-limit"},"of ",i),p=c("span",{class:"opscope-memory"},a,
l),d=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),i.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(i.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(u){d=!!u.recording?.on;let h=!!u.
recording&&!u.over;L(o,h?"Recording":"Recorded"),s.disabled=!h,b(s,"aria-checked",d&&h?"true":"false"),b(s,"title",h?Gs[d?
"off":"on"]:void 0);for(let v of[n,r,l])b(v,"hidden",!h);L(r,qs(u)),L(a,mt(u.recorded?.bytes??0)),u.recording&&u.recording.
budget!==f&&(f=u.recording.budget,i.replaceChildren(...Us(f).map(v=>c("option",{value:v,selected:v===f},mt(v)))))}}}var Vs=1e4;function Ro(e,t=Date.now){let o=null,n=null,s=-1,r=null,a=null,i=!1,l=0,p=()=>a!==null&&t()-a<Vs,d=(u,h)=>{let v=++l;
a=t(),i=u==="Pause",e(u,h,g=>{v===l&&(g||(o=n=null),(!g||!i)&&(a=null))})},f=u=>{i&&u.phase!=="running"&&(i=!1,a=null),!(n===
null||u.phase==="running"||u.stopped===r)&&(a!==null&&u.stopped?.step!==n||(n=a=null))};return{get target(){return o??n},
goTo(u,h=-1){o=u,s=h},follow(u){if(f(u),!(o===null||p())){if(u.phase==="running")return d("Pause",{});n=o,o=null,r=u.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function vt(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Ee(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Bo({
ask:e,seek:t,refresh:o,signal:n}){let s=c("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=c("span",{class:"opscope-track-box"},s),a=c("output",{class:"opscope-number"}),i=Io({ask:e,signal:n}),l=c(
"div",{class:"opscope-timeline","data-asks":!0},i.toggle,r,a,i.cost,i.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let d=vt(p);b(l,"hidden",!d&&!p.recording),i.update(p),t.follow(p);let f=d?
Math.min(d.last,Math.max(d.first,t.target??d.at)):0,[u,h]=d?[d.first,d.last]:[0,0];b(s,"min",u),b(s,"max",h),s.disabled=
u===h||p.phase==="waiting",Number(s.value)!==f&&(s.value=String(f)),s.style.setProperty("--at",`${100*(f-u)/Math.max(1,h-
u)}%`),b(l,"data-past",!!p.stopped?.past),b(l,"data-phase",p.recording?.on===!1?"off":p.phase),b(s,"aria-valuetext",d?`s\
tep ${f} of ${h}`:"no step yet"),L(a,d?`step ${f} / ${h}`:"no step yet"),b(r,"title",d?`steps ${u} to ${h} are recorded`:
"no step is recorded yet")}}}var Ks=new Set,Xs=new Set(["Pause","Continue","Terminate"]);function Oo({send:e,signal:t}){let o=new Map,n=ft.map(i=>c("\
div",{class:"opscope-group"},...i.map(r))),s=c("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(i){
let l=G("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});i.line&&l.append(G("path",{d:i.line,class:"\
opscope-stroke"})),i.fill&&l.append(G("path",{d:i.fill}));let p=c("button",{class:`opscope-button opscope-${i.name}`,type:"\
button",title:Kt(i),"aria-label":i.label,"aria-keyshortcuts":i.key});return p.append(l),Xs.has(i.kind)&&p.append(c("span",
{},i.label)),p.addEventListener("click",()=>e(i.kind),{signal:t}),o.set(i.kind,p),p}function a(i,l){let p=i.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!i.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(i,l){let p=l?ye(i):Ks,d=i.phase==="running"||i.phase==="waiting";for(let[f,u]of o)a(u,()=>{u.disabled=!p.has(
f),(f==="Pause"||f==="Continue")&&b(u,"hidden",d!==(f==="Pause"))})}}}var Ys=4,Po="NaN/Inf";function Js(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function Zs(e){return e===null?Po:W(e)}
function Qs(e){return e.seconds?W(1/e.seconds):"–"}function Fo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let a=c(
"span",{class:"opscope-title"}),i=c("span",{class:"opscope-place"}),l=c("span",{class:"opscope-state",role:"status"}),p=_o(
s),d=Bo({ask:t,seek:o,refresh:n,signal:r}),f=Oo({send:e,signal:r}),u=$t("step","opscope-step"),h=$t("steps / s","opscope\
-rate"),v=c("div",{class:"opscope-metrics"},u.el,h.el),g=c("div",{class:"opscope-headline"},c("div",{class:"opscope-name\
s"},a,i),l),m=c("header",{class:"opscope-header"},g,p.el);s||(g.append(f.el),m.append(d.el)),m.append(v);let x=new Map;return{
el:m,update(S,y,w){L(a,S.title||"run"),L(i,S.place),b(l,"data-past",S.stopped?.past);let $=!y&&(S.phase==="running"||S.phase===
"waiting");b(l,"data-phase",$?"gone":S.phase),L(l,$?"no kernel":Js(S)),p.update(S,w),s||(d.update(S),f.update(S,y)),u.update(
String(vo(S))),h.update(Qs(S));let N=[...Mo(S)].slice(0,Ys);for(let[T,{value:O,when:R}]of N){let A=x.get(T)??$t(T,"opsco\
pe-scalar",!0);x.set(T,A),A.update(Zs(O),S.scalarHistory.get(T),R,S.scalarNames.get(T))}Me(v,[u.el,h.el,...N.map(([T])=>x.
get(T).el)])}}}function $t(e,t,o=!1){let n=c("span",{class:`opscope-number ${t}`}),s=tt(96,30),r=c("span",{class:"opscop\
e-label",title:e},e),a=c("span",{class:"opscope-when"}),i=c("div",{class:"opscope-metric"},c("div",{},r,n,...o?[a]:[]));
return o&&i.append(s.el),{el:i,update(l,p,d="",f=""){L(r,f||e),b(r,"title",f?`${f}, ${e}`:e),L(n,l),L(a,d),b(i,"data-els\
ewhere",!!d),b(n,"data-bad",l===Po),o&&s.update(p)}}}var er=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["List of values","↑ ↓ Home End","select a value"],["Tabs","← → Home End","show anoth\
er tab"],["Slider","← → Home End","go to another step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑\
 ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace",
"open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set \
an element (or double click it)"],["Code","↑ ↓ Home End","to another line"],["Code","Enter","set or remove a breakpo\
int on the line"],["Code","Space","the operators of the line"],["Evaluation line","↑ ↓","what was typed before"],["M\
enus, this page","Esc","close"]];function tr(e){let t=new Map,o=e?[]:ge.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}\
: ${n.about}`]);for(let[n,s,r]of[...o,...er])t.set(n,[...t.get(n)??[],[s,r]]);return t}function Do({root:e,offline:t,signal:o}){
let n=c("button",{class:"opscope-button",type:"button"},"Close"),s=[...tr(t)].map(([p,d])=>c("section",{},c("h4",{},p),c(
"dl",{},...d.flatMap(([f,u])=>[c("dt",{},...f.split(" ").map(h=>c("kbd",{},h))),c("dd",{},u)])))),r=c("div",{class:"opsc\
ope-keys",role:"dialog","aria-label":"keys",hidden:!0},c("div",{class:"opscope-keys-head"},c("b",{},"Keys"),n),c("div",{
class:"opscope-keys-groups"},...s)),a=c("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","ar\
ia-label":"keys","aria-keyshortcuts":"?"},"?"),i=null,l=p=>{p!==!r.hidden&&(p&&(i=e.ownerDocument.activeElement),b(r,"hi\
dden",!p),p?n.focus({preventScroll:!0}):(i&&e.contains(i)?i:e).focus({preventScroll:!0}))};return a.addEventListener("cl\
ick",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener("keydown",p=>{let d=p.target.
matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!=="?"||d)||(p.preventDefault(),
p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:a}}var or={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function zo({select:e,refresh:t,
signal:o}){let n=c("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),
s=c("span",{class:"opscope-found"}),r=c("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),a=c(
"aside",{class:"opscope-list"},c("div",{class:"opscope-search"},n,s),r),i=new Map,l=[],p="",d=Object.fromEntries(Object.
entries(or).map(([u,h])=>[u,nr(h)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",u=>{let h=u.target.closest("[data-name]");h&&e(h.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",u=>{let h=re(u,l.indexOf(p),l.length);h!==null&&(u.preventDefault(),e(l[h]),i.get(l[h])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:a,update(u,h){p=h;let v=Qe(u,n.value);l=[];let g=[];for(let[S,y]of Object.
entries(v)){if(!y.length)continue;let w=d[S];L(w.count,String(y.length)),g.push(w.el);for(let $ of y){let N=i.get($.name)??
rr($.name);i.set($.name,N),l.push($.name),g.push(N.el)}}Me(r,g),b(r,"aria-activedescendant",i.get(h)?.el.id);let m=u.values.
size,x=u.cost?.hz&&!u.over?` · ${oo(u.cost.hz)}`:"";L(s,`${l.length===m?m:`${l.length} of ${m}`}${x}`),b(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),b(r,"data-empty",m?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),f(u,h)}};function f(u,h){let{clientHeight:v,
scrollTop:g}=r,m=l.map(y=>i.get(y)),x=m[0]?.el.offsetHeight||44,S=m.map(y=>y.el.offsetTop-g);m.forEach((y,w)=>{let $=l[w],
N=S[w]>-2*x&&S[w]<v+2*x;b(y.el,"aria-selected",$===h?"true":"false");let T=u.values.get($);N&&T&&y.update(T,u.history.get(
$),Se(u,T),$o(u,T))})}}function nr(e){let t=c("span");return{el:c("div",{class:"opscope-heading",role:"presentation"},e,
t),count:t}}var sr=0;function rr(e){let t=c("span",{class:"opscope-pill"}),o=Ke(e),n=c("span",{class:"opscope-spec"}),s=c(
"span",{class:"opscope-mean"}),r=c("span",{class:"opscope-std"}),a=tt(52,26),i=c("div",{class:"opscope-row",role:"option",
"data-name":e,id:`opscope-value-${++sr}`},t,o,n,s,r,a.el),l,p="";return{el:i,update(d,f,u,h){a.update(f);let[v,g]=[u||h,
`${u}, ${h}`];if(d===l&&g===p)return;l=d,p=g,b(i,"data-elsewhere",!!u);let m=pe(d);b(i,"data-health",m);let[x,S]=ve(d);Pe(
o,x),L(t,qe[m]),L(n,`${v?`${v}  `:""}${ke(d.shape)}  ${eo(d.dtype)}${S?`  ${S}`:""}`),L(s,W(d.mean)),L(r,d.std===null||!d.
shape.length?"":`± ${W(d.std)}`)}}}var ar="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function ae(e,t,o,n="text"){return c("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function jo({ask:e,showProblem:t,signal:o}){
let n=ae("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=ae("condition-field","only i\
f … (optional)","condition"),r=ae("hits-field","1","stop from this hit on","number"),a=c("input",{class:"opscope-log-f\
ield",type:"checkbox"}),i=ae("message-field","message, as: loss is {loss}","log message of a line of Python"),l=c("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=c("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),d=c("span",{class:"opscope-logging"},c("label",{title:"write a note at each hit, and go on"},
a," only log"),i),f=c("summary",{},"Hits, log …"),u=c("details",{class:"opscope-breakpoint-more"},f,c("div",{},c("labe\
l",{},"stop from hit ",r),d)),h=c("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,u);b(r,"min",1),b(i,"h\
idden",!0);let v=null,g=y=>{t(y),b(n,"aria-invalid",y?"true":void 0)},m=()=>Math.max(1,Math.round(Number(r.value)||1));function x(y){
v=y,n.value=y?.spec??"",n.readOnly=!!y,s.value=y?.condition??"",r.value=y&&y.wanted>1?String(y.wanted):"",a.checked=!1,i.
value="",b(i,"hidden",!0),b(d,"hidden",!!y),L(l,y?`Change ${y.number}`:"Add"),b(p,"hidden",!y),y&&(u.open=y.wanted>1||u.
open),g("")}function S(){let y={spec:n.value.trim(),condition:s.value.trim(),hits:m()};if(!y.spec)return g(ar);g("");let w=($,N)=>{
let T=n.value.trim()===y.spec&&s.value.trim()===y.condition;return $&&T&&x(null),(!$||N)&&g(N),!0};v?e("ChangeBreakpoint",
{number:v.number,enabled:v.enabled,condition:y.condition,hits:y.hits},w):e("SetBreakpoint",{spec:y.spec,condition:y.condition,
...y.hits>1&&{hits:y.hits},...a.checked&&{log:!0,message:i.value.trim()}},w)}h.addEventListener("submit",y=>(y.preventDefault(),
S()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),a.addEventListener("change",()=>b(i,"hidden",!a.checked),
{signal:o});for(let y of[n,s,r,i])y.addEventListener("input",()=>g(""),{signal:o}),y.addEventListener("keydown",w=>{w.key===
"Escape"&&v&&x(null),!(w.key!=="Enter"||w.isComposing)&&(w.preventDefault(),h.requestSubmit())},{signal:o});return{el:h,
problem:g,change(y){x(y),s.focus()},compose(y){x(null),n.value=y,s.focus()}}}var ir=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function cr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Mt(e){return`${ne(e)} ${e===
1?"hit":"hits"}`}function lr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function pr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var Ho={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:dr,count:e=>e.breakpoints.length};function dr({ask:e,open:t,offline:o,signal:n}){
let s=c("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),a=jo({ask:e,showProblem:m=>{L(s,m),b(s,"hidden",
!m)},signal:n}),i=c("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=c("div",{class:"opscope-breakpoint-rows"}),p=c("div",
{class:"opscope-breakpoints"}),d=ir.map(([m,x])=>({name:m,box:c("input",{type:"checkbox","data-filter":m}),title:x})),f=c(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...d.map(({name:m,box:x,title:S})=>c("label",{title:S},x,` ${m}`))),o||p.append(a.el,f,s),p.append(i,l);let u,h=[],
v=(m,x)=>(a.problem(m?"":x),!0);f.addEventListener("change",()=>{let m=d.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:m},v)},{signal:n}),l.addEventListener("click",m=>{let x=m.target,S=x.closest("[data-num\
ber]"),y=h.find(({number:w})=>w===Number(S?.dataset.number));y&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:y.
number},v):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:y.number,enabled:!y.enabled,condition:y.condition,
hits:y.wanted},v):x.closest(".opscope-breakpoint-condition")?a.change(y):x.closest(".opscope-breakpoint-ops")&&t("graph",
y.ops[0]))},{signal:n});function g(m,x){let S={"data-conditional":!!m.condition,"data-off":!m.enabled,"data-hollow":!m.verified,
"data-log":!!m.log},y=pr(m),w=lr(m),$=c("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":m.
enabled?"true":"false","aria-label":y,title:y,disabled:o,...S}),N=c("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!m.ops.length},cr(m)),T=c("button",{class:"opscope-breakpoint-condition",type:"\
button",title:w?`${w}; click to change`:"set a condition","aria-label":`condition of breakpoint ${m.number}: ${w||"alway\
s"}`,disabled:o},w),O=c("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${m.number}`});return O.append(G("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},G("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),c("div",{class:"opscope-breakpoint","data-number":m.
number,"data-op":m.ops[0],"data-here":x,"data-off":!m.enabled},$,c("span",{class:"opscope-breakpoint-number"},String(m.number)),
c("code",{class:"opscope-breakpoint-spec",title:m.spec},m.spec),T,N,c("span",{class:"opscope-breakpoint-hits"},Mt(m.hits)),
...o?[]:[O],...m.problem?[c("div",{class:"opscope-breakpoint-problem"},m.problem)]:[])}return{el:p,open:m=>a.compose(String(
m)),update(m){b(i,"hidden",m.breakpoints.length>0);for(let{name:$,box:N}of d)N!==document.activeElement&&(N.checked=m.exceptions.
includes($));let x=m.stopped?.reason.endsWith("breakpoint")?m.stopped.op:-1,S=JSON.stringify([m.breakpoints,x]);if(S===u)
return;u=S,h=m.breakpoints;let y=document.activeElement?.closest?.("[data-number]"),w=l.contains(y)?document.activeElement.
className:"";l.replaceChildren(...h.map($=>g($,$.ops.includes(x)))),w&&l.querySelector(`[data-number="${y?.dataset.number}\
"] .${w}`)?.focus({preventScroll:!0})}}}function Wo(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function Go(e){return e.functions.
map((t,o)=>o).reverse()}function Uo({ask:e,show:t,refresh:o,signal:n}){let s=c("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=c("div",{class:"opscope-empty"}),a=c("div",{},r,s),i=c("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=c("div",{class:"opscope-empty"}),p=c("\
div",{},l,i),d="",f=-1,u="",h,v,g=null;function m(w){g&&(f=w,h=void 0,e("FetchVariables",{frame:w},x),g.paths[w]&&t(g.paths[w],
g.lines[w]),o())}let x=(w,$)=>(u=w?"":$,v=void 0,!0);s.addEventListener("click",w=>{let $=w.target.closest("[data-frame]");
$&&m(Number($.dataset.frame))},{signal:n}),s.addEventListener("keydown",w=>{if(!g)return;let $=Go(g),N=re(w,$.indexOf(f),
$.length);N!==null&&(w.preventDefault(),w.stopPropagation(),m($[N]),S(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function S(){let w=g,$=w&&JSON.stringify([w,f]);if($===h)return;h=$;let N=s.contains(document.
activeElement);s.replaceChildren(...(w?Go(w):[]).map(T=>{let O=w?.paths[T]?`${w.paths[T].split(/[/\\]/).at(-1)}:${w.lines[T]}`:
"",R=T===f;return c("div",{class:"opscope-frame",role:"option","aria-selected":R?"true":"false",tabindex:R?0:-1,"data-fr\
ame":T,"data-kind":w?.kinds[T],"data-now":w?.now[T],title:`${w?.texts[T]}${w?.now[T]?`
where the program is now; the run shows its past`:""}`},c("b",{},w?.functions[T]??""),c("code",{},w?.texts[T]??""),c("sp\
an",{},w?.now[T]?`${O} now`:O))})),N&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function y(w){let $=w.
fold.variables,N=Wo(w,$)&&($?.frame===f||$?.frame===f-(g?.functions.length??0))?$:null;if(N===v&&N)return;v=N;let T=w.phase===
"running"?"":u||(N&&!N.names.length?"No variables.":"");L(l,T),b(l,"hidden",!T),i.replaceChildren(...(N?.names??[]).map(
(O,R)=>{let A=N?.called?.[R]??"";return c("div",{},c("dt",{title:A?`${A}, ${O}`:O},A||O),c("dd",{title:`${N?.texts[R]}${N?.
now[R]?`
of now: the recording does not have it`:""}`,"data-now":N?.now[R]},N?.texts[R]??""))}),...N&&N.total>N.names.length?[c("\
div",{},c("dt",{},"…"),c("dd",{},`${N.total-N.names.length} more`))]:[])}return{el:a,variables:p,get frame(){return f},
update(w){let $=w.stopped,N=w.phase==="running"||w.phase==="waiting"?"":`${$?.run} ${$?.tick} ${$?.reason}`;N!==d&&(d=N,
f=-1,u="",N&&(e("FetchStack",{},(O,R)=>O?void 0:x(O,R)),e("FetchVariables",{frame:-1},x))),g=N&&Wo(w,w.fold.stack)?w.fold.
stack:null,g&&f<0&&g.functions.length&&(f=g.functions.length-1);let T=N?g&&!g.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";L(r,T),b(r,"hidden",!T),S(),y(w)}}}var ur=30;function qo({ask:e,frame:t,signal:o}){let n=ae("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=c("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=c("form",{class:"opscope-evaluation","data-asks":!0},s,c("div",{class:"opscope-evaluation\
-line"},c("span",{"aria-hidden":"true"},"›"),n)),a=[],i=0;function l(){let p=n.value.trim();if(!p)return;n.value="",a.
push(p),i=a.length;let d=c("pre",{},"…");for(s.append(c("div",{class:"opscope-answer"},c("code",{},p),d));s.children.length>
ur;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(f,u)=>(d.textContent=u,b(d,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&a.length)i=Math.max(0,Math.min(
a.length,i+d)),n.value=a[i]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,b(n,"title",d?"pause the run fir\
st":void 0)}}}function Vo({ask:e,signal:t}){let o=c("div",{class:"opscope-attributes-title"}),n=c("dl",{class:"opscope-variables"}),s=c(
"div",{class:"opscope-empty",role:"status"}),r=c("div",{"data-asks":!0},o,n,s),a=-1,i="",l="",p;function d(f,u,h){e("Set\
Attribute",{op:f,name:u,value:h},(v,g)=>(L(s,g),b(s,"data-failed",!v),l="",!0))}return n.addEventListener("keydown",f=>{
let u=f.target.closest("input");f.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(f.key!=="Enter"||!u||f.isComposing)&&
(f.preventDefault(),d(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:r,choose(f){a=f,l=""},update(f,u){let h=f.stopped,
v=`${h?.run} ${h?.tick}`;v!==i&&h?.text!=="edited"&&(a=i?-1:a),i=v;let g=a>=0?a:h?.op??-1;u&&g>=0&&f.phase!=="running"&&
l!==`${g} ${v}`&&(l=`${g} ${v}`,e("FetchOperator",{op:g},(y,w)=>(y||L(s,w),!0)));let m=f.fold.shown_operator?.op===g?f.fold.
shown_operator:null,x=f.phase==="paused"&&!f.over&&!m?.fixed,S=JSON.stringify([m,x,g]);S!==p&&(p=S,L(s,""),L(o,m?`${m.op_type}\
 ${m.op}${m.name?` → ${m.name}`:""}`:"No operator: pause before one, or choose one in the graph."),b(o,"title",m?.site),
n.replaceChildren(...(m?.names??[]).flatMap((y,w)=>{let $=ae("attribute-field","",`${y} of ${m?.op_type} ${m?.op}; Enter\
 sets it for this run`);return $.name=y,$.value=$.dataset.was=m?.texts[w]??"",$.dataset.op=String(m?.op),$.readOnly=!x,b(
$,"title",x?"Enter sets it for this run":m?.fixed?`cannot be changed: ${m.fixed}`:"pause the run to change it"),[c("dt",
{title:y},y),c("dd",{},$)]}),...m&&!m.names.length?[c("dt",{},"no attributes"),c("dd",{})]:[]))}}}var he={time:{label:"time",about:"of a replay of the step, operator by operator",text:fr},memory:{label:"memory",about:"\
bytes that the operator writes",text:hr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:W,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Ue,log:!0}};
function fr(e){return e>=1?`${W(e)} s`:e>=.001?`${W(e*1e3)} ms`:`${W(e*1e6)} µs`}function hr(e){return e>=2**20?`${W(e/
2**20)} MiB`:e>=1024?`${W(e/1024)} KiB`:`${e} bytes`}function Ko(e,t){let o=he[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let a=t.get(`op-${s}`)??`op-${s}`,i=n.get(a);n.set(a,i===void 0?e.numbers[r]:o?Math.max(i,e.numbers[r]):i+e.numbers[r])}),
n}function Xo(e,t){let o=[...t].filter(a=>a>0),n=Math.max(...o,0);if(!he[e]?.log)return{at:a=>n?Math.sqrt(a/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:a=>a<=0?0:r?Math.log(a/s)/r:1,low:s,high:n}}var Yo=["nan","inf","zeros","ok"];function mr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function gr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&mr(t,o[1])?Number(o[2]):0}function Fe(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Jo(e,t){let o=new Map,n=(r,a)=>o.set(r,[...o.get(r)??[],a]),s=Fe(
e);for(let r of t){let a=gr(r,e.path);if(a)n(a,r);else for(let[i,l]of s)r.ops.some(p=>l.includes(p))&&n(i,r)}return o}function br(e,t){
let o=new Map([...Fe(e)].flatMap(([s,r])=>r.map(a=>[a,s]))),n=new Map;for(let s of t.values()){let r=o.get(s.op);if(r===
void 0)continue;let a=pe(s),i=n.get(r);(!i||Yo.indexOf(a)<Yo.indexOf(i))&&n.set(r,a)}return n}function wr(e,t){return`${e.
static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function Zo({ask:e,open:t,refresh:o,signal:n}){let s=c("select",
{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=c("button",{type:"button",class:"opscope-slice-tool o\
pscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the step"},"Time"),a=c("span",{class:"\
opscope-source-note",role:"status"}),i=c("div",{class:"opscope-source-bar","data-asks":!0},s,a,r),l=c("div",{class:"opsc\
ope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakpoint, Space shows the operato\
rs of a line"}),p=c("div",{class:"opscope-source-view"},i,l),d=new Map,f=null,u,h={path:"",line:0},v="",g="",m=0,x=0,S=!1;
function y(A,B){h={path:A,line:B};let M=f?.first??1;if(f?.path===A&&B>=M&&B<M+f.lines.length)return w(B);e("FetchSource",
{path:A,line:B},(P,F)=>(L(a,P?"":F),!0))}function w(A){let B=d.get(A);if(!B)return;$(A,!1);let M=B.offsetTop-l.offsetTop;
(M<l.scrollTop+20||M>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=M-l.clientHeight/2)}function $(A,B){for(let[M,P]of[[d.
get(m),!1],[d.get(A),!0]])M&&(b(M,"tabindex",P?0:-1),b(M,"aria-selected",P?"true":"false"));m=A,B&&d.get(A)?.focus()}function N(A){
if(!f||!u)return;let B=Jo(f,u.breakpoints).get(A)??[];for(let{number:M}of B)e("ClearBreakpoint",{number:M});B.length||e(
"SetBreakpoint",{spec:wr(f,A)},(M,P)=>(L(a,M?"":P),!0))}function T(A){l.querySelector(".opscope-line-ops-list")?.remove(),
x=x===A?0:A;let B=f?Fe(f).get(x):void 0,M=d.get(x);if(!B||!M)return;let P=[...u?.values.values()??[]],F=H=>{let K=P.find(
ee=>ee.op===H);return K?`${K.op_type} ${H}`:`op ${H}`};M.after(c("div",{class:"opscope-line-ops-list"},...B.map(H=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":H,title:"show it in the graph"},F(H)))))}l.addEventListener("cli\
ck",A=>{let B=A.target,M=B.closest("[data-op]"),P=B.closest("[data-line]");if(M)return t("graph",Number(M.dataset.op));if(!P)
return;let F=Number(P.dataset.line);$(F,!1),B.closest(".opscope-line-stop")?N(F):B.closest(".opscope-line-ops")&&T(F)},{
signal:n}),l.addEventListener("keydown",A=>{if(A.target.matches("button")||!f)return;let B=f.first,M=re(A,m-B,f.lines.length);
if(M!==null&&A.key!=="ArrowLeft"&&A.key!=="ArrowRight")$(B+M,!0);else if(A.key==="Enter")N(m);else if(A.key===" ")T(m);else
return;A.preventDefault(),A.stopPropagation()},{signal:n}),s.addEventListener("change",()=>y(s.value,0),{signal:n}),r.addEventListener(
"click",()=>{S=!S,b(r,"aria-pressed",S?"true":"false"),S&&e("MeasureOperators",{by:"time",step:u?.stopped?.step||0},(A,B)=>(L(
a,A?"":B),!0)),o()},{signal:n});function O(A){f=A,x=0,L(a,"");let B=Fe(A),M=new Set([...A.code_lines,...A.op_lines]);d=new Map(
A.lines.map((P,F)=>{let H=A.first+F,K=B.get(H)?.length??0,ee=kt(P).map(([k,_])=>k==="plain"?_:c("span",{"data-token":k},
_)),Z=c("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":H},c("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!M.has(H),title:M.has(H)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${H}`},c("i",{})),c("span",{class:"opscope-line-at"},String(H)),c("span",{class:"opscope-line-time"}),
c("code",{},...P?ee:[" "]),...K?[c("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of\
 this line","aria-label":`operators of line ${H}`},K===1?"1 op":`${K} ops`)]:[]);return[H,Z]})),l.replaceChildren(...d.values()),
s.replaceChildren(...A.paths.map(P=>c("option",{value:P,selected:P===A.path},P))),$(h.line>=A.first&&h.line<A.first+A.lines.
length?h.line:A.first,!1),w(m)}function R(A,B){let M=Jo(B,A.breakpoints),P=br(B,A.present),F=S&&A.fold.measured?.by==="t\
ime"?A.fold.measured:null,H=new Map(F?.ops.map((k,_)=>[k,F.numbers[_]])??[]),K=new Map([...Fe(B)].map(([k,_])=>[k,_.reduce(
(j,q)=>j+(H.get(q)??0),0)])),ee=Math.max(...K.values(),0);F&&!ee&&L(a,"No times: eager code is not run again.");let Z=A.
stopped?.path===B.path?A.stopped.line:0;for(let[k,_]of d){let j=M.get(k)??[];b(_,"data-stops",j.length>0),b(_,"data-off",
j.length>0&&j.every(E=>!E.enabled)),b(_,"data-hollow",j.length>0&&j.every(E=>!E.verified)),b(_,"data-health",P.get(k)),b(
_,"data-here",k===Z);let q=_.firstElementChild;j.length&&b(q,"title",`${j.map(E=>`breakpoint ${E.number}: ${E.spec}${E.problem?
`, ${E.problem}`:""}`).join(`
`)}
click to remove`),b(q,"aria-pressed",j.length?"true":"false");let ce=_.children[2],de=F?K.get(k)??0:0;L(ce,de?he.time.text(
de):""),ce.style.setProperty("--share",`${ee?(100*de/ee).toFixed(0):0}%`)}b(l,"data-timed",S)}return{el:p,show:y,update(A){
u=A;let B=`${A.graph?.program} ${A.runs}`,M=A.stopped?.path??"",P=`${A.stopped?.run} ${A.stopped?.tick} ${M}:${A.stopped?.
line}`,F=A.phase==="paused"||A.over;F&&(P!==g||B!==v)&&(B!==v&&(f=null),[g,v]=[P,B],(M||!f)&&y(M,A.stopped?.line??0),S&&
e("MeasureOperators",{by:"time",step:A.stopped?.step||0},()=>!0));let H=A.fold.source;H&&H!==f&&(!h.path||H.path===h.path)&&
O(H),f?R(A,f):L(a,F?a.textContent??"":"Pause the run to see its code."),b(s,"hidden",!f),b(r,"hidden",!f||!A.recorded)}}}var xr=50;function Qo({ask:e,signal:t}){let o=ae("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=c("form",{class:"opscope-watch-form","data-asks":!0},o,c("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=c("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=c("div",{},s,n),a=[],i,l=p=>e("WatchExpressions",{expressions:p.slice(-xr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...a.filter(f=>f!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(a.filter(f=>f!==d.dataset.expression))},{signal:t}),{el:r,update(p){
let d=p.fold.watched,f=p.phase==="running",u=JSON.stringify([d,f]);u!==i&&(i=u,a=d?.expressions??[],b(s,"data-old",f),s.
replaceChildren(...a.flatMap((h,v)=>[c("dt",{title:h},h),c("dd",{title:d?.texts[v],"data-failed":d?.failed[v]},c("span",
{},d?.texts[v]??""),c("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":h,title:"watch it\
 no longer","aria-label":`watch ${h} no longer`},"×"))])))}}}var en={id:"code",label:"Code",create:yr};function ot(e,t,o=!0){return c("details",{class:"opscope-section",open:o},c("s\
ummary",{},e),t)}function yr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=Zo({ask:e,open:t,refresh:o,signal:s}),a=Uo(
{ask:e,show:r.show,refresh:o,signal:s}),i=Qo({ask:e,signal:s}),l=Vo({ask:e,signal:s}),p=qo({ask:e,frame:()=>a.frame,signal:s}),
d=ot("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let f=c("div",{class:"opscope-code-side"},ot("Call st\
ack",a.el),ot("Variables",a.variables),ot("Watch",i.el),d),u=c("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),h=c("div",{class:"opscope-code-body",hidden:n},r.el,f),v=c("div",{class:"opscope-\
code-tab"},u,h,p.el);return b(p.el,"hidden",n),{el:v,open(g){d.open=!0,l.choose(Number(g))},update(g){n||(r.update(g),a.
update(g),i.update(g),l.update(g,d.open),p.update(g))}}}var kr=1e5,vr={to:e=>e,marks:be,isLog:!1};function tn(e){let t=e.flatMap(({min:s,max:r,mean:a})=>[s,r,a]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>kr*o))return vr;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,a){let i=Math.ceil(Math.log10(o)),l=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/a)),p=[0];for(let d=i+l-1;d<=308&&n(10**d)<=Math.max(r,-s);d+=l)p.push(10**d,-(10**d));return p.filter(d=>n(
d)>=s&&n(d)<=r)}}}var Le=150,Ne=58,Et=10,Lt=8,nt=22,St="history of mean, min and max";function Nt(e){let t=e.flatMap(i=>[i.min,i.max,i.mean]).
filter(i=>i!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,a=e.at(-1)?.step??1;return{x:[r,a>r?a:r+1],y:[o-s,n+s]}}function st(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function nn({goTo:e,signal:t}){
let o=G("g",{class:"opscope-grid"}),n=G("path",{class:"opscope-band"}),s=G("path",{class:"opscope-line"}),r=G("path",{class:"\
opscope-bad"}),a=G("path",{class:"opscope-cross"}),i=G("path",{class:"opscope-cursor"}),l=G("svg",{class:"opscope-chart",
height:Le,role:"img","aria-label":St});l.append(o,n,s,r,a,i);let p=c("span"),d=c("section",{class:"opscope-card opscope-\
wide"},c("h4",{},"History",p),l),f=[],u="",h=null,v=on([],1),g=()=>{let w=h===null?void 0:Xe(f,v.step(h));L(p,w?`step ${w.
step}  mean ${W(w.mean)}  ${W(w.min)} … ${W(w.max)}`:m?"mean, min … max; click to go there":"mean, min … max"),b(a,
"d",w?`M${v.x(w.step)},${Lt}V${Le-nt}`:"")},m=null,x=w=>{let{x:$}=v.extent;b(i,"d",w===null||!f.length||w<$[0]||w>$[1]?"":
`M${v.x(w)},7l-4,-6h8zV${Le-nt}`)};l.addEventListener("click",w=>{if(!m||!f.length)return;let $=Math.round(v.step(w.clientX-
l.getBoundingClientRect().left));e(Math.max(m[0],Math.min(m[1],$)))},{signal:t}),l.addEventListener("pointermove",w=>(h=
w.clientX-l.getBoundingClientRect().left,g()),{signal:t}),l.addEventListener("pointerleave",()=>(h=null,g()),{signal:t});
let S=()=>{},y=new ResizeObserver(()=>S());return y.observe(l),t.addEventListener("abort",()=>y.disconnect()),{el:d,update(w,$,N){
S=()=>this.update(w,$,N);let T=w?.points??[];m=N,b(l,"data-goes",!!N),b(l,"aria-label",$===null?St:`${St}; the cursor is\
 at step ${$}`),x($);let O=Math.max(200,l.clientWidth||d.clientWidth);if(T===f&&u===String(O))return g();f=T,u=String(O),
v=on(f,O),Mr(o,n,s,r,f,v,O),x($),g()}}}function $r(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}\
V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function on(e,t){let o=tn(e),n=l=>l===null?null:o.to(l),{
x:s,y:r}=Nt(e.map(l=>({...l,min:n(l.min),max:n(l.max),mean:n(l.mean)}))),a=t-Ne-Et,i=Le-Lt-nt;return{extent:{x:s,y:r},vertical:o,
x:l=>+(Ne+(l-s[0])/(s[1]-s[0])*a).toFixed(1),y:l=>+(Lt+(1-(o.to(l)-r[0])/(r[1]-r[0]))*i).toFixed(1),step:l=>s[0]+(l-Ne)/
a*(s[1]-s[0])}}function Mr(e,t,o,n,s,r,a){let i=Le-nt,l=r.vertical.marks(...r.extent.y,4).flatMap(h=>[G("path",{d:`M${Ne}\
,${r.y(h)}H${a-Et}`}),G("text",{x:Ne-6,y:r.y(h)+3.5,"text-anchor":"end"},$e(h))]),p=be(...r.extent.x,Math.max(3,a/110)).
filter(Number.isInteger).map(h=>G("text",{x:r.x(h),y:Le-6,"text-anchor":"middle"},$e(h)));e.replaceChildren(...s.length?
[...l,...p]:[],G("path",{class:"opscope-floor",d:`M${Ne},${i}H${a-Et}`}));let d=st(s,h=>h.min!==null&&h.max!==null).map(
h=>{let v=h.map(m=>`${r.x(m.step)},${r.y(m.max)}`),g=[...h].reverse().map(m=>`${r.x(m.step)},${r.y(m.min)}`);return`M${[
...v,...g].join("L")}Z`});b(t,"d",d.join(""));let f=st(s,h=>h.mean!==null).map(h=>{let v=h.map(g=>`${r.x(g.step)},${r.y(
g.mean)}`);return v.length>1?`M${v.join("L")}`:$r(h[0],r)});b(o,"d",f.join(""));let u=s.filter(h=>h.bad).map(h=>`M${r.x(
h.step)},${i-5}V${i}`);b(n,"d",u.join(""))}function sn({ask:e,signal:t}){let o=c("code",{}),n=c("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=c("span",{role:"status"}),r=c("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(a,i)=>(L(s,a?"":i),!0)),{signal:t}),{el:r,
update(a){let i=a.fold.edits?.texts??[];b(r,"hidden",!i.length||a.phase!=="paused"),L(o,i.join("; ")),b(o,"title",i.join(
`
`))}}}function rt({goTo:e,open:t,signal:o}){let n=c("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",a=>{let i=a.target.closest("button");i?.dataset.step?e(Number(
i.dataset.step),Number(i.dataset.op)):i?.dataset.op&&t("graph",Number(i.dataset.op))},{signal:o});function r(a,i){let[l,
p,d]=[a.ops[i],a.steps[i],i===a.cause],f=l<0?c("span",{class:"opscope-maker"},a.makers[i]):c("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${a.makers[i]} ${l} in the graph`},`${a.makers[i]} ${l}`),u=p?[c("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${a.makers[i]} in step ${p}`},`step ${p}`)]:
[],h=a.gaps[i]?[c("div",{class:"opscope-gap"},`${ne(a.gaps[i])} more`)]:[],v=[a.notes[i],d&&a.reads[i]].filter(Boolean).
join(": ");return c("li",{"data-cause":d},...h,c("div",{class:"opscope-link"},...d?[c("b",{class:"opscope-cause-mark"},"\
cause")]:[],c("code",{},a.values[i]),...a.called[i]?[c("code",{class:"opscope-called"},a.called[i])]:[],f,...u),...v?[c(
"div",{class:"opscope-note-text"},v)]:[],...d?a.growth.map(g=>c("div",{class:"opscope-note-text"},g)):[],...a.sites[i]?[
c("code",{class:"opscope-line"},a.sites[i]+(a.sources[i]?`: ${a.sources[i]}`:""))]:[])}return{el:n,update(a){a!==s&&(s=a,
b(n,"hidden",!a),n.replaceChildren(...(a?.values??[]).map((i,l)=>r(a,l))))}}}function Sr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function rn({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=c("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),a=c("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),i=c("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=rt({goTo:t,open:o,signal:n}),p=c("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
c("div",{},r,a),i,l.el),d="",f="",u=null;function h(g){v("Searching …"),e("Explain",{name:g},(m,x)=>(v(Sr(x)),u=m?g:null,
!0))}function v(g){L(i,g),b(i,"hidden",!g),u=null}return r.addEventListener("click",()=>h(d),{signal:n}),a.addEventListener(
"click",()=>h(""),{signal:n}),v(""),{el:p,update(g,m){let{stopped:x,explained:S}=m,y=`${g} ${x?.run} ${x?.tick}`;y!==f&&
v(""),d=g,f=y;let w=S&&!S.at&&S.asked===u?S:null;l.update(w),b(i,"hidden",!!w||!i.textContent)}}}var Te=168;function Er(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function an(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function Lr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function Nr(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${W(e.low+t*o)} … ${W(e.low+(t+1)*o)}: ${ne(e.counts[t])}`:Tt(e)}function cn(e){let t=c("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Te}px`}),o=c("span"),n=c("span",{class:"opscope-\
zero"},"0"),s=c("span"),r=c("div",{class:"opscope-readout"}),a=c("span"),i=c("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=c("div",{class:"opscope-axis"},o,n,
s),p=c("section",{class:"opscope-card"},c("h4",{},"Distribution",a),i,t,l,r),d,f=null,u="",h=!1,v=()=>{};i.addEventListener(
"click",()=>{h=!h,b(i,"aria-pressed",h?"true":"false"),v()},{signal:e});let g=()=>{let m=d&&f!==null&&f<d.counts.length;
b(t,"aria-label",d?`histogram of step ${d.step}, from ${W(d.low)} to ${W(d.high)}: ${Tt(d)}`:"histogram"),L(r,d?m?Nr(d,f):
Tt(d):"")};return t.addEventListener("pointermove",m=>{if(!d)return;let x=t.getBoundingClientRect();f=Math.max(0,Math.min(
d.counts.length-1,Math.floor((m.clientX-x.left)/x.width*d.counts.length))),g()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,g()),{signal:e}),{el:p,update(m){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(m===d&&x===u)return;d=m,u=x,L(a,m?`step ${m.step}`:"");let S=m?.counts.some(Boolean);L(o,m&&S?W(m.low):""),L(s,m&&S?W(
m.high):"");let y=m&&m.low<0&&m.high>0?-m.low/(m.high-m.low):null;b(n,"style",y===null||y<.15||y>.85?"visibility: hidden":
`left: ${(100*y).toFixed(2)}%`),g();let w=m&&m.high>m.low?[.05,.5,.95].map($=>W(an(m,$))):[];b(t,"title",w.length?`5 %, \
median and 95 % of the elements: about ${w.join(", ")}`:void 0),v=()=>Tr(t,m,y,h),v()}}}function Tt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ne(t)} finite elements, all equal`:`${ne(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function Tr(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round(Te*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let a=getComputedStyle(e);if(s.fillStyle=a.borderBottomColor,s.fillRect(0,Te-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,Te),s.fillStyle=a.color;let i=r/t.counts.length;Er(Lr(t),n).forEach((l,p)=>{let d=l*(Te-18);
s.fillRect(p*i+.5,Te-1-d,Math.max(1,i-1),d)}),t.high>t.low&&Ar(s,t,r,a.borderTopColor)}function Ar(e,t,o,n){let[s,r,a]=[
.05,.5,.95].map(i=>((an(t,i)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,a-s,1);for(let[i,l]of[[s,7],[
r,11],[a,7]])e.fillRect(i-.75,5.5-l/2,1.5,l)}function Cr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function ln({
ask:e,signal:t}){let o=c("code",{class:"opscope-cell-name"}),n=ae("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=ae("cell-value","0.5, nan, h.mean()","new value"),r=c("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),a=c("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),i=ae("cell-st\
eps","100","how many steps to replay","number"),l=c("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=c("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=c(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},c("span",{},o," [ ",n," ] = ",s),c("span",{},r,a,c("label",{
title:"how many steps to replay"},i," steps"),l)),f=c("div",{class:"opscope-cell-editor"},d,p),u="",h="",v=null,g=()=>n.
value.trim()?`${u}[${n.value.trim()}]`:u,m=(y,w)=>(L(p,w),b(p,"data-failed",!y),w&&p.scrollIntoView({block:"nearest"}),!0);
function x(){b(d,"hidden",!0),v?.focus({preventScroll:!0}),v=null}function S(y){if(!s.value.trim())return void m(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");m(!0,y?"replaying …":"");let w={target:g(),value:s.
value.trim()},$=(N,T)=>(m(N,T),N&&x(),!0);y?e("TryValue",{...w,steps:Math.max(1,Math.round(Number(i.value)||100))},$):e(
"SetValue",w,$)}return d.addEventListener("submit",y=>(y.preventDefault(),S(!!h)),{signal:t}),a.addEventListener("click",
()=>S(!0),{signal:t}),l.addEventListener("click",x,{signal:t}),d.addEventListener("keydown",y=>{if(y.key==="Escape")x();else if(y.
key==="Enter"&&!y.isComposing&&y.target.matches("input"))S(!!h);else return;y.preventDefault(),y.stopPropagation()},{signal:t}),
{el:f,open(y,w,$,N){[u,v]=[y,N],L(o,y),b(o,"title",y),n.value=w,s.value=$,m(!0,""),b(d,"hidden",!1),s.focus(),s.select()},
update(y,w){u&&w!==u&&!d.hidden&&b(d,"hidden",!0),h=Cr(y),r.disabled=!!h,b(r,"title",h||"in this run; what follows is co\
mputed again"),a.disabled=!y.recorded||y.phase==="running"}}}var ie={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},_r=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Ae(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=_r.reduceRight((r,a)=>r*t+a[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var me=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Fc=Array.from({length:256},(e,t)=>t===0?ie.nan:t===1?ie.minusInf:t===255?ie.plusInf:
Ae((t-2)/252));function De(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function at(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>me(Ae(t/16))).join(", ")})`}var pn=26,Ir=14,Rr=4;function dn(e,t,o,n){let s=Math.min(pn,o/t,n/e),r=(a,i)=>Math.max(Ir,s*a,s<pn?Math.min(i/2,Rr*s*a):
0);return[r(t,o),r(e,n)]}function un(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,a=De(e.pixels[o*e.cols+n],e.low,e.high),
i=Number.isNaN(a)?"NaN":a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${W(a)}`;return`${t.length>2?`[${no(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${i}`}function fn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function hn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let a=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));a>s&&([n,s]=[r,a])}return n}function it(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function ze(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[a,i]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return a<e.cols&&i<e.rows&&l<e.facets&&s<t?{facet:l,row:i,col:a}:null}function It(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function mn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return ie.nan;if(s===
1)return ie.minusInf;if(s===255)return ie.plusInf;let r=De(s,e.low,e.high);return t?It(r/o):Ae(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function ct(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replace("-","−");let a=De(e.pixels[s],e.low,e.high);return Number.isNaN(a)?"NaN":a===
1/0?"+Inf":a===-1/0?"−Inf":`≈ ${W(a)}`}function gn(e,t,o,n){let[s,r]=it(t,o),a=e.getContext("2d");if(!a||s<=0||r<=0)
return;e.width!==s&&(e.width=s),e.height!==r&&(e.height=r);let i=a.createImageData(s,r),l=mn(t,n);for(let p=0;p<t.facets;p++){
let[d,f]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let u=0;u<t.rows;u++)for(let h=0;h<t.cols;h++){let v=4*((f+u)*s+
d+h),[g,m,x]=l[t.pixels[(p*t.rows+u)*t.cols+h]];i.data[v]=g,i.data[v+1]=m,i.data[v+2]=x,i.data[v+3]=255}}a.putImageData(
i,0,0)}function Br(e){let t=Math.abs(e);return(e===0||t>=.01&&t<1e4?String(Number(e.toPrecision(3))):e.toExponential(0)).
replaceAll("-","−").replace("e+","e")}function bn(e,t,o,n,s){let r=e.getContext("2d");if(!r)return;e.width=Math.round(
o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,devicePixelRatio);let a=mn(t,s),[i,
l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,i/4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", mon\
ospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<t.cols;d++){let f=p*t.cols+d,
[u,h,v]=a[t.pixels[f]];r.fillStyle=`rgb(${u}, ${h}, ${v})`,r.fillRect(d*i,p*l,i-1,l-1),r.fillStyle=.299*u+.587*h+.114*v>
140?"#111111":"#ffffff";let g=Number(t.numbers[f]),m=Number.isFinite(g)?Br(g):ct(t,{facet:0,row:p,col:d});r.fillText(m,(d+
.5)*i,(p+.5)*l)}}var Rt=168,Bt=300,Or=600,Ot=[34,18],lt=4,Pr=16,wn=8,xn={rows:-1,cols:-1,facets:-1,index:"",top:0,left:0,height:0,width:0,
difference:!1};function Fr(e,t,o,n){let[s,r]=[Ce(e,0),Ce(e,1)],a=Math.min(s,Math.max(wn,Math.round(e.height/n))),i=Math.
min(r,Math.max(wn,Math.round(e.width/n))),l=(p,d,f)=>Math.max(0,Math.min(f-d,Math.round(p-d/2)));return{top:l(t,a,s),left:l(
o,i,r),height:a,width:i}}function Dr(e,t){let[o,n]=e.axes,s=yn(e,{facet:t,row:0,col:0}).map((r,a)=>a===o||a===n?0:r);return{
rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}function Ce(e,t){let o=e.axes[t];return o<0?1:e.
shape[o]}function fe(e){return{facets:e.facets,rows:Math.ceil(e.height/e.row_stride),cols:Math.ceil(e.width/e.col_stride),
low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function yn(e,t){let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.
row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.shape.map((a,i)=>r.get(i)??e.index[i])}function zr(e,t){
let[o,n,s]=e.axes,[r,a]=[e.top+t.row*e.row_stride,e.left+t.col*e.col_stride],i=(p,d,f)=>d>1?`${p}–${Math.min(f,p+d)-1}`:
`${p}`;return`[${e.shape.map((p,d)=>d===o?i(r,e.row_stride,e.top+e.height):d===n?i(a,e.col_stride,e.left+e.width):String(
d===s?t.facet*e.facet_stride:e.index[d])).join(", ")}]  ${ct(fe(e),t)}`}function kn({ask:e,signal:t,offline:o}){let n=c(
"canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,"aria-label":"elements as colours; plus and minus zoom,\
 arrows move, Enter or a double click sets an element"}),s=c("div",{class:"opscope-heatmap-box"},n),r=c("span"),a=c("spa\
n"),i=c("i"),l=[Pt("NaN",ie.nan,0),Pt("−Inf",ie.minusInf,1),Pt("+Inf",ie.plusInf,255)],p=c("div",{class:"opscope-reado\
ut"}),d=c("span"),f={rows:Z("rows"),cols:Z("columns"),facets:Z("facets")},u=c("span",{class:"opscope-positions"}),h=c("s\
elect",{class:"opscope-slice-map",title:"colors","aria-label":"colors"},c("option",{value:"auto"},"auto"),c("option",{value:"\
sequential"},"low to high"),c("option",{value:"signed"},"signed")),v=ee("+","zoom in (click a cell or a facet, or +)","z\
oom-in",()=>j(lt)),g=ee("−","zoom out (-)","zoom-out",()=>j(1/lt)),m=ee("Pin","keep these elements, to compare others \
with them","pin",()=>e("PinValue",{name:$})),x=ee("Difference","show the difference to the pinned value","difference",()=>_(
{...N,difference:!N.difference})),S=c("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,f.facets.el,u,c("l\
abel",{},"colors",h),c("span",{class:"opscope-slice-tools"},g,v,m,x)),y=ln({ask:e,signal:t}),w=c("section",{class:"opsco\
pe-card opscope-elements"},c("h4",{},"Elements",d),S,s,y.el,c("div",{class:"opscope-legend"},c("div",{class:"opscope-sca\
le"},r,i,a),...l.map(C=>C.el)),p),$="",N=xn,T="",O=null,R="",A="",B,M,P=[],F=null,H=null,K=-1;function ee(C,D,U,Y){let X=c(
"button",{type:"button",class:`opscope-slice-tool opscope-${U}`,title:D,"aria-label":D},C);return X.addEventListener("cl\
ick",Y,{signal:t}),X}function Z(C){let D=c("select",{class:`opscope-axis-${C}`,"aria-label":`axis of the ${C}`});return D.
addEventListener("change",()=>k(C==="columns"?"cols":C,Number(D.value)),{signal:t}),{el:c("label",{},C,D),field:D}}function k(C,D){
if(!M)return;let[U,Y,X]=M.axes,V={rows:U,cols:Y,facets:X},se=Object.keys(V).find(te=>D>=0&&V[te]===D);se&&(V[se]=V[C]),V[C]=
D,_({...N,...V,top:0,left:0,height:0,width:0})}function _(C){C.facets>=0&&(K=-1),N=C,R="",e("FetchSlice",{name:$,...N},(D,U)=>(D||
([R,N]=[U,{...N,difference:!1}]),I(),!0))}function j(C,D){if(!M)return;let[U,Y]=D??[M.top+M.height/2,M.left+M.width/2],X=Fr(
M,U,Y,C),V=X.height===M.height&&X.width===M.width;V&&C>1&&M.facets>1?q(M,F&&ze(fe(M),de(fe(M)),...F)?.facet||0):V&&C<1&&
K>=0?_({...N,...X,facets:K}):_({...N,...X})}function q(C,D){_({...N,...Dr(C,D)}),K=C.axes[2]}let ce=()=>M?fe(M):B?{...B,
facets:1,numbers:[]}:null,de=C=>hn(C,s.clientWidth||400,C.facets>1?Bt:Rt),E=()=>h.value==="signed"||h.value==="auto"&&!!M?.
difference;function I(){let C=M&&F&&ze(fe(M),de(fe(M)),...F),D=B&&F&&F[1]<B.rows&&F[0]<B.cols,U=M?C&&zr(M,C):D&&B&&F?un(
B,P,F[1],F[0]):"";L(p,R||U||(M?jr(M):B?fn(B):""))}function z(C){let D=ce();if(!D)return null;let U=n.getBoundingClientRect(),
[Y,X]=it(D,de(D)),V=(se,te)=>Math.max(0,Math.min(te-1,Math.floor(se*te)));return[V((C.clientX-U.left)/U.width,Y),V((C.clientY-
U.top)/U.height,X)]}n.addEventListener("pointermove",C=>(F=z(C),I()),{signal:t}),n.addEventListener("pointerleave",()=>(F=
null,I()),{signal:t});function J(C,D){if(!C||o)return;let U=fe(C),Y=(D&&ze(U,de(U),...D))??{facet:0,row:0,col:0},X=ct(U,
Y);y.open($,yn(C,Y).join(", "),C.numbers.length?X.replace("−","-"):"",n)}n.addEventListener("dblclick",()=>J(H?.slice,
H?.at??null),{signal:t}),n.addEventListener("click",C=>{if(C.detail>1)return;H={slice:M,at:z(C)};let D=M&&ze(fe(M),de(fe(
M)),...z(C)??[0,0]);M&&D&&M.facets>1?q(M,D.facet):M&&D&&!Q()&&j(Pr,[M.top+D.row*M.row_stride,M.left+D.col*M.col_stride])},
{signal:t}),n.addEventListener("keydown",C=>{let D={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[C.
key];if(C.key==="+"||C.key==="=")j(lt);else if(C.key==="-")j(1/lt);else if(C.key==="Enter")J(M,F);else if(D&&M)j(1,[M.top+
M.height*(.5+D[0]/2),M.left+M.width*(.5+D[1]/2)]);else return;C.preventDefault(),C.stopPropagation()},{signal:t}),h.addEventListener(
"change",()=>(A="",le()),{signal:t}),u.addEventListener("change",()=>{let C=P.map((D,U)=>u.querySelector(`[data-axis="${U}\
"]`)?.value??"0");_({...N,index:C.map(D=>String(Math.max(0,Math.round(Number(D)||0)))).join(",")})},{signal:t}),u.addEventListener(
"keydown",C=>C.stopPropagation(),{signal:t});function oe(C){let D=C.shape.map((X,V)=>[String(V),`${V} (${X})`]);for(let[
X,{field:V}]of[f.rows,f.cols,f.facets].entries()){let se=[["-1","none"],...D],te=se.join();V.dataset.key!==te&&V.replaceChildren(
...se.map(([ue,xe])=>c("option",{value:ue},xe))),V.dataset.key=te,V.value=String(C.axes[X])}b(f.rows.el,"hidden",C.shape.
length<2),b(f.cols.el,"hidden",C.shape.length<2),b(f.facets.el,"hidden",C.shape.length<3);let U=C.shape.flatMap((X,V)=>C.
axes.includes(V)||X<2?[]:[[V,X,C.index[V]]]),Y=JSON.stringify(U);u.dataset.key!==Y&&(u.dataset.key=Y,u.replaceChildren(...U.
map(([X,V,se])=>c("label",{},`axis ${X}`,c("input",{type:"number",min:0,max:V-1,value:se,"data-axis":X,title:`position o\
n axis ${X}, 0 to ${V-1}`})))))}function Q(){if(!M)return!1;let{facets:C,rows:D,cols:U,numbers:Y}=fe(M);return C===1&&Y.
length>0&&s.clientWidth/U>=Ot[0]&&D*Ot[1]<=Or}function le(){let C=ce(),D=C?C.rows*C.cols*C.facets:0;if(b(n,"hidden",!D),
!C||!D)return;let U=de(C),[Y,X]=it(C,U),V=s.clientWidth,se=Q(),te=se?[Math.min(V,C.cols*64),C.rows*Ot[1]]:C.facets>1?[Math.
min(V,Y*Bt/X),Math.min(Bt,X*V/Y)]:dn(C.rows,C.cols,V,Rt),ue=`${te} ${devicePixelRatio} ${E()} ${se}`;if(ue===A)return;A=
ue,b(s,"style",`height: ${Math.max(se||C.facets>1?0:Rt,Math.ceil(te[1]))}px`),b(n,"style",`width: ${te[0].toFixed(1)}px;\
 height: ${te[1].toFixed(1)}px`),se?bn(n,C,te[0],te[1],E()):gn(n,C,U,E());let xe=Math.max(Math.abs(C.low),Math.abs(C.high));
L(r,W(E()?-xe:C.low)),L(a,W(E()?xe:C.high)),b(i,"style",`background: ${E()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].
map(ut=>me(It(ut))).join(", ")})`:at()}`)}return{el:w,update(C,D,U,Y){P=D,Y!==$&&([$,N,R,K]=[Y,xn,"",-1]);let X=`${Y} ${D}\
 ${U.stopped?.run} ${U.stopped?.tick} ${C?.step} ${U.phase}`;!o&&U.phase!=="running"&&(X!==T||U.stopped!==O)&&C&&_(N),[T,
O]=[X,U.stopped],y.update(U,Y);let V=U.fold.slices.get(Y),te=V&&String(V.shape)===String(D)&&(V.step===C?.step||V.difference)&&
!o?V:void 0;if(te!==M||C!==B){[M,B,A]=[te,C,""];for(let ut of l)ut.update((te??C)?.pixels);I()}b(S,"hidden",!M),M&&oe(M),
L(d,M?.difference?`step ${M.step} − ${M.difference}`:C?`step ${C.step}`:"");let ue=U.fold.pinned,xe=!!ue?.name&&String(
ue?.shape)===String(D);b(x,"hidden",!xe),b(x,"aria-pressed",N.difference?"true":"false"),b(x,"title",ue?.name?`show the \
difference to ${ue.name} of step ${ue.step}`:""),b(m,"aria-pressed",ue?.name===Y&&ue?.step===C?.step?"true":"false"),le()}}}
function jr(e){let t=ke([Ce(e,0),Ce(e,1)]),o=e.height<Ce(e,0)||e.width<Ce(e,1)?`rows ${e.top}–${e.top+e.height-1}, col\
umns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride}\
 elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.
nonfinite?`, ${e.nonfinite} not finite`:""}`}function Pt(e,t,o){let n=c("span",{class:"opscope-mark","data-absent":!0},c(
"i",{style:`background: ${me(t)}`}),e);return{el:n,update:s=>b(n,"data-absent",!s?.includes(o))}}var Ft=12;function vn({ask:e,open:t,signal:o,offline:n}){let s=c("div",{class:"opscope-provenance"}),r="",a=(i,l)=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${i} ${l} in the graph`},`${i} ${l}`);return s.addEventListener(
"click",i=>{let l=i.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(i,l){let p=n?void 0:i.fold.slices.get(l.name),d=(p?.
readers??[]).map((g,m)=>[p?.reader_types[m]??"",g]),f=i.recorded&&l.step>=i.recorded.first&&l.step<=i.recorded.last,u=!n&&
i.phase!=="running"&&f&&l.op>=0,h=JSON.stringify([l.op,l.op_type,d,u&&l.step]);if(h===r)return;r=h;let v=d.length>Ft?[`a\
nd ${d.length-Ft} more`]:[];s.replaceChildren(...l.op>=0?["made by",a(l.op_type,l.op)]:[],...d.length?["read by",...d.slice(
0,Ft).map(([g,m])=>a(g,m)),...v]:p?["read by nothing"]:[],...u?[c("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to th\
e write")]:[]),b(s,"hidden",!s.childNodes.length)}}}var[je,_e,Dt,zt,jt]=[150,58,10,8,22];function $n(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Ht(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":W(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function Mn(e){let t=c("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=c("code",{}),n=c("spa\
n"),s=G("g",{class:"opscope-grid"}),r=G("path",{class:"opscope-line"}),a=G("path",{class:"opscope-line opscope-branch-li\
ne"}),i=G("path",{class:"opscope-cross"}),l=G("svg",{class:"opscope-chart",height:je,role:"img"},s,r,a,i),p=c("div",{class:"\
opscope-branch-key"},c("span",{},c("i",{}),"recorded"),c("span",{},c("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=c("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},c("h4",{},"What if",t,n),l,p),f,u="",
h={x:x=>0,step:x=>0},v=new Map;t.addEventListener("change",()=>(f=v.get(t.value),m()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!f)return;let S=h.step(x.clientX-l.getBoundingClientRect().left),y=f.steps.reduce((w,$,N)=>Math.abs($-
S)<Math.abs(f.steps[w]-S)?N:w,0);L(n,`step ${f.steps[y]}   ${W(f.recorded[y])}   would be ${W(f.changed[y])}`),b(i,"d",`\
M${h.x(f.steps[y])},${zt}V${je-jt}`)},{signal:e}),l.addEventListener("pointerleave",()=>(b(i,"d",""),L(n,f?Ht(f):"")),{signal:e});
let g=new ResizeObserver(()=>m());g.observe(l),e.addEventListener("abort",()=>g.disconnect());function m(){let x=f;if(!x)
return;let S=Math.max(200,l.clientWidth||d.clientWidth),y=`${x.name} ${x.change} ${S} ${x.changed.length} ${x.changed.at(
-1)}`;if(y===u)return;u=y;let w=[$n(x,x.recorded),$n(x,x.changed)],{x:$,y:N}=Nt([...w[0],...w[1]].sort((P,F)=>P.step-F.step)),
T=S-_e-Dt,O=P=>+(_e+(P-$[0])/($[1]-$[0])*T).toFixed(1),R=P=>+(zt+(1-(P-N[0])/(N[1]-N[0]))*(je-zt-jt)).toFixed(1);h={x:O,
step:P=>$[0]+(P-_e)/T*($[1]-$[0])};let A=be(...N,4).flatMap(P=>[G("path",{d:`M${_e},${R(P)}H${S-Dt}`}),G("text",{x:_e-6,
y:R(P)+3.5,"text-anchor":"end"},$e(P))]),B=be(...$,Math.max(3,S/110)).filter(Number.isInteger).map(P=>G("text",{x:O(P),y:je-
6,"text-anchor":"middle"},$e(P)));s.replaceChildren(...A,...B,G("path",{class:"opscope-floor",d:`M${_e},${je-jt}H${S-Dt}`}));
let M=P=>st(P,F=>F.mean!==null).map(F=>F.length>1?`M${F.map(H=>`${O(H.step)},${R(H.mean)}`).join("L")}`:`M${O(F[0].step)-
4},${R(F[0].mean)}h8`).join("");b(r,"d",M(w[0])),b(a,"d",M(w[1])),b(l,"aria-label",`${x.name}: ${Ht(x)}, if ${x.change}`),
L(n,Ht(x)),L(o,x.change)}return{el:d,update(x){let{branches:S}=x.fold;if(b(d,"hidden",!S.size),S===v)return m();v=S;let y=[
...v.values()].at(-1),w=[...v.values()].filter($=>$.change===y?.change).map(({name:$})=>$);t.replaceChildren(...w.map($=>c(
"option",{value:$},x.scalarNames.get($)||$))),f=v.get(w.includes(f?.name??"")?f?.name??"":w[0]??""),f&&(t.value=f.name),
m()}}}var Hr=[["mean",e=>W(e.mean)],["std",e=>W(e.std)],["min",e=>W(e.min)],["max",e=>W(e.max)],["shape",e=>ke(e.shape)],["zer\
os",e=>Ue(e.zeros),e=>pe(e)==="zeros"],["NaN",e=>ne(e.nan),e=>e.nan>0],["Inf",e=>ne(e.inf),e=>e.inf>0],["elements",e=>ne(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Wr(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function Gr(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function Sn(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:Ve(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var En={id:"tensor",label:"Tensor",create:Ur};function Ur({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let a=c("span",{class:"opscope-pill"}),i=c("span",{class:"opscope-detail-name"}),l=c("div",
{class:"opscope-origin"}),p=c("code",{class:"opscope-site"}),d=Hr.map(([R,A,B])=>{let M=c("span",{class:"opscope-number"});
return{label:R,value:A,warn:B,shown:M,el:c("div",{class:"opscope-fact"},c("span",{class:"opscope-label"},R),M)}}),f=nn({
goTo:o,signal:s}),u=cn(s),h=kn({ask:e,signal:s,offline:r}),v=vn({ask:e,open:t,signal:s,offline:r}),g=c("div",{class:"ops\
cope-detail-head"},c("div",{},a,i),c("div",{},l,p)),m=Mn(s),x=sn({ask:e,signal:s}),S=c("div",{class:"opscope-charts"},f.
el,u.el,h.el,m.el),y=c("div",{class:"opscope-hint"}),w=c("div",{class:"opscope-about"}),$=rn({ask:e,goTo:o,open:t,signal:s,
offline:r}),N=[g,x.el,v.el,$.el,c("div",{class:"opscope-facts"},...d.map(R=>R.el)),w,S],T=c("div",{class:"opscope-detail\
-body"},...N),O=c("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return h.
el.append(y),{el:c("div",{class:"opscope-detail"},O,T),update(R,{selected:A,refusal:B}){let M=R.values.get(A);if(b(O,"hi\
dden",!!M),b(T,"hidden",!M),!M)return;let P=pe(M);b(g,"data-health",P),L(a,qe[P]),L(i,M.name),L(l,M.called?`called ${M.called}\
 · ${Sn(M)}`:Sn(M)),L(p,M.site),$.update(A,R);for(let Z of d)L(Z.shown,Z.value(M)),b(Z.shown,"title",Z.value(M)),b(Z.el,
"data-bad",Z.warn?.(M)?Z.label==="NaN"?"nan":Z.label==="Inf"?"inf":"zeros":void 0);let F=Se(R,M),H=[Gr(F),Wr(M)].filter(
Boolean).join(" ");b(T,"data-elsewhere",!!F),L(w,H),b(w,"hidden",!H);let K=R.details.get(A);h.update(K,M.shape,R,A),f.update(
R.history.get(A),R.stopped?.step||null,n(R));for(let Z of[u,h])b(Z.el,"data-elsewhere",!!F||!!(R.stopped&&K&&K.step!==M.
step));u.update(K),v.update(R,M),m.update(R),x.update(R),L(y,K?"":r?"Elements were not recorded for this value.":B||"Wai\
ting for the elements of this value …"),b(y,"hidden",!!K)}}}var qr=["error","warning","hint"];function Ln(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>qr.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function Vr(e){let t=e.
times>1?`, ${ne(e.times)} times`:"";return e.step?`step ${ne(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function Kr(e,t){let o=[...e.values.values()].filter(n=>n.nan||n.inf).length;return!o||!t?'No finding. \
A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.':`${o===1?"1 value has":`${ne(o)}\
 values have`} NaN or Inf, and no rule has looked: "Check the recorded steps" finds the first one.`}var Nn={id:"findings",
label:"Findings",create:Xr,count:e=>Ln(e.findings).length};function Xr({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=c(
"button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},
"Check the recorded steps"),a=c("span",{class:"opscope-look-answer",role:"status"}),i=c("div",{class:"opscope-findings-b\
ar","data-asks":!0,hidden:s},r,a),l=c("div",{class:"opscope-nothing"}),p=c("ul",{class:"opscope-findings-rows"}),d=rt({goTo:o,
open:t,signal:n}),f=c("pre",{class:"opscope-cause",role:"status",hidden:!0}),u=null,h,v=!1,g=s;r.addEventListener("click",
()=>{L(a,"Looking …"),e("FindFaults",{},(w,$)=>(g||=w,L(a,w?`${$}. Rules can be wrong: judge by the evidence.`:$),!0))},
{signal:n}),p.addEventListener("click",w=>{let $=w.target.closest("button"),N=Number($?.dataset.number),T=N?m.get(N):void 0;
!T||!$||($.classList.contains("opscope-there")?x(T):S(T,$))},{signal:n});let m=new Map;function x(w){w.step?o(w.step,w.op):
t("graph",w.op)}function S(w,$){let N=u?.number===w.number;u=N?null:{number:w.number,name:w.value,step:w.step,ok:!1};for(let T of p.
querySelectorAll(".opscope-ask-why"))b(T,"aria-expanded",T===$&&!N?"true":"false");d.update(null),L(f,u?"Searching …":
""),b(f,"hidden",!u),u&&($.closest(".opscope-finding")?.append(f,d.el),e("Explain",{name:w.value,step:w.step},(T,O)=>(u?.
number!==w.number||(u.ok=T,L(f,T?"":O),b(f,"hidden",T)),!0)))}function y(w,...$){let N=c("button",{type:"button",class:"\
opscope-why opscope-there","data-number":w.number,title:w.step?`go to step ${w.step}`:"show it in the graph"},w.step?"Go\
 there":"Show in graph"),T=c("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":w.number,"aria-ex\
panded":"false",title:`why ${w.value} is what it is in step ${w.step}`},"Why"),O=[...w.step||w.op>=0?[N]:[],...!s&&w.value&&
w.step?[T]:[]];return c("div",{class:"opscope-finding","data-severity":w.severity},c("div",{class:"opscope-finding-head"},
c("span",{class:"opscope-severity"},w.severity),c("b",{},w.rule),...w.value?[c("code",{},w.called||w.value)]:[],...w.called?
[c("span",{class:"opscope-called"},c("code",{},w.value))]:[],c("span",{class:"opscope-when"},Vr(w))),c("div",{class:"ops\
cope-evidence"},w.evidence),...w.site?[c("code",{class:"opscope-line"},w.site+(w.code?`: ${w.code}`:""))]:[],...w.operator?
[c("code",{class:"opscope-line opscope-operator-text"},w.operator)]:[],...w.suggestion?[c("div",{class:"opscope-try"},`T\
ry: ${w.suggestion}`)]:[],...$,c("div",{class:"opscope-finding-buttons","data-asks":!0},...O))}return{el:c("div",{class:"\
opscope-findings"},i,l,p),update(w){v=!!w.recorded||s,b(r,"disabled",!w.recorded),b(p,"data-fixed",!v);let $=u?.ok&&w.explained?.
asked===u.name&&w.explained.at===u.step?w.explained:null;if($&&d.update($),L(l,Kr(w,!!w.recorded&&!g)),w.findings===h)return;
h=w.findings,m=new Map([...w.findings.values()].map(R=>[R.number,R]));let N=Ln(w.findings),T=new Set([...p.querySelectorAll(
"details[open]")].map(R=>R.dataset.number));b(l,"hidden",N.length>0),p.replaceChildren(...N.map(({finding:R,consequences:A})=>{
let B=c("details",{class:"opscope-consequences","data-number":R.number,open:T.has(String(R.number))},c("summary",{},`may\
 explain ${A.length} more`),...A.map(M=>y(M)));return c("li",{},y(R),...A.length?[B]:[])}));let O=u&&p.querySelector(`.o\
pscope-ask-why[data-number="${u.number}"]`);O&&(b(O,"aria-expanded","true"),O.closest(".opscope-finding")?.append(f,d.el))}}}var Ie=128,Tn=36,Yr=Object.freeze([]),Jr=3,Zr=12;function Qr(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-Zr,Math.min(o-Jr,Math.floor(Math.log10(e)))),o]}var An=new WeakMap;function ea(e){let t=An.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],An.set(
e,t)}return t}function _n(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Cn=Array.from({length:129},
(e,t)=>me(Ae(t/128)));function ta(e,t){return e.bad?me(ie.nan):e.rms?Cn[Math.round(_n(e.rms,t)*(Cn.length-1))]:null}var In={
id:"flow",label:"Gradient flow",short:"Flow",create:oa,count:e=>yt(e).length};function oa({select:e,refresh:t,signal:o}){
let n=c("div",{class:"opscope-decades"}),s=c("div",{class:"opscope-flow-row opscope-flow-head"},c("span",{},"parameter"),
n,c("span",{},"RMS"),c("span",{},"over steps")),r=c("div",{class:"opscope-flow-body"}),a=c("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),i=c("span"),l=c("span"),p=c("d\
iv",{class:"opscope-legend opscope-flow-legend"},c("span",{},"RMS gradient of each parameter"),c("div",{class:"opscope-s\
cale"},i,c("i",{style:`background: ${at()}`}),l),c("span",{class:"opscope-mark"},c("i",{style:`background: ${me(ie.nan)}`}),
"NaN or Inf")),d=new Map;r.addEventListener("click",h=>{let v=h.target.closest("[data-name]");v&&e(v.dataset.name??"")},
{signal:o});let f=c("div",{class:"opscope-flow"},a,c("div",{class:"opscope-flow-table"},s,r,p));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let u=(h,v)=>h.history.get(v.name)?.points??Yr;return{el:f,update(h,{selected:v}){let g=yt(
h);b(a,"hidden",g.length>0),b(s,"hidden",!g.length);let[m,x]=[1/0,0];for(let T of g){let[O,R]=ea(u(h,T));[m,x]=[Math.min(
m,O),Math.max(x,R)]}let S=Qr(m,x);na(n,S),L(i,W(10**S[0])),L(l,W(10**S[1])),b(p,"hidden",!g.length);for(let T of g)d.has(
T.name)||d.set(T.name,sa(T.name));let y=g.map(T=>d.get(T.name));Me(r,y.map(T=>T.el));let w=h.stopped?.step||null,$=Math.
floor((f.scrollTop-(r.offsetTop-f.offsetTop))/Tn)-2,N=$+Math.ceil(f.clientHeight/Tn)+4;g.forEach((T,O)=>{if(O<$||O>N)return y[O].
choose(T.name===v);y[O].update(T,u(h,T),S,Se(h,T),w),y[O].choose(T.name===v)})}}}function na(e,t){let[o,n]=t,s=Math.max(
1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let a=Math.
ceil((n-o)/s),i=[];for(let l=n;l>=o;l-=a){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;i.push(c("span",{style:p},"10",
c("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...i)}function sa(e){let t=Ke(e),o=c("i"),n=c("span",{class:"\
opscope-track"},o),s=c("span",{class:"opscope-number"}),r=c("canvas",{class:"opscope-strip",width:Ie,height:1,role:"img",
"aria-label":"RMS gradient over the steps"}),a=c("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),
i="",l;return{el:a,choose:p=>b(a,"aria-pressed",p?"true":"false"),update(p,d,f,u,h){let v=`${f} ${u} ${h}`;if(l===p&&i===
v)return;l=p,i=v,b(a,"data-elsewhere",!!u),b(a,"title",u?`not computed yet: its value ${u}`:void 0);let{rms:g}=Ye(p),m=pe(
p);Pe(t,ve(p)[0].split("@GRAD")[0]),b(a,"data-health",m),b(o,"data-nothing",g===null),b(n,"style",`--decade: ${(100/(f[1]-
f[0])).toFixed(3)}%`),b(o,"style",`width: ${(100*(g===null?1:_n(g,f))).toFixed(2)}%`),L(s,p.nan?"NaN":p.inf?"Inf":W(g)),
ra(r,d,f,h)}}}function ra(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Ie,1);let r=t[0]?.step??0,a=(t.
at(-1)?.step??0)-r+1;t.forEach((i,l)=>{let p=t[l+1]?.step??i.step+1,d=Math.floor((i.step-r)/a*Ie);if(!i.bad&&l+1<t.length&&
Math.floor((p-r)/a*Ie)===d)return;let f=ta(i,o);f&&(s.fillStyle=f,s.fillRect(d,0,Math.ceil((p-r)/a*Ie)-d,1))}),!(n===null||
n<r||n>=r+a)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/a*Ie),0,2,1))}var aa=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function Wt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Rn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Mt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function we(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Bn(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(aa)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=G("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),a=G("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),i=G("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=G("g",{class:"opscope-gutter"},G("title"),r,a,i);return e.
append(l),l}function On(e,t){b(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),b(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),b(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&L(Bn(e).firstChild,Rn(t))}function Pn(e){let t=Bn(e).firstChild;t.textContent||L(t,Rn([]))}function Fn(e){let t=[];for(let o of e){let n=Number(o.querySelector("rect")?.getAttribute("width")??0)-6;if(!(n<=0))for(let s of o.
querySelectorAll("text"))s.getComputedTextLength()>n&&t.push([s,n])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(
1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var Re=["nan","inf","zeros","ok"],ia=2e5;function Dn(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=pe(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||Re.indexOf(s)<Re.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function zn(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let a=o.get(r);(!a||Re.indexOf(s)<Re.indexOf(a))&&o.set(r,s)}return o}function jn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<ia;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Hn(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,a)=>Re.indexOf(pe(r))-Re.indexOf(pe(a)))[0]?.name}var ca=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),Wn=/^(xmlns(:xlink)?|xml:space)$/,la=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),pa=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function da(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!la.has(e)&&!pa.test(e)&&!Wn.test(e)?!1:Wn.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function Gn(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(Un(n),document.importNode(n,!0))}function Un(e){for(let{
name:t,value:o}of[...e.attributes])da(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&ca.
has(t.localName)&&t.namespaceURI===e.namespaceURI?Un(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function qn(e,t){let o=Gn(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);b(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),a=s.getAttribute("data-dst"),i=s.getAttribute("data-scope"),l=jn(s.getAttribute("data-h\
ides"));r!==null&&a!==null?n.links.push({src:r,dst:a}):l.length||/^(op|var)-/.test(s.id)?ua(n,s,l,t&&i!==null):i!==null&&
(n.frames.set(i,s),t&&Vn(s,"fold"))}return n}function ua(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);b(t,"data-node",t.id),b(t,"tabindex",-1),b(t,"role","button"),b(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&Vn(t,"open")}function Vn(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),a=s("y")+(t==="open"?0:11),i=t===
"open"?`M${r-3},${a}h6M${r},${a-3}v6`:`M${r-3},${a}h6`,l=G("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(G("g",{class:`opscope-fold opscope-fold-${t}`},l,G("circle",{cx:r,cy:a,r:6}),G("path",{d:i})))}function Kn(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,a=p=>(p.left+p.right)/2,i=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();if(!d||p===t)continue;
let f=a(d)-a(n),u=Math.abs(d.top-n.top);if(r&&f*r<=1)continue;let h=Math.abs(f)+(r?3:.2)*u;h<l&&([i,l]=[p,h])}return i}var fa=150,Xn="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function Yn({search:e,choose:t,signal:o}){
let n=c("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Xn,"aria-label":`\
search the graph: ${Xn}`}),s=c("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=c("div",{class:"opscope-graph\
-find"},n,s),a=0,i="",l=null,p=()=>b(s,"hidden",!0),d=()=>{i=n.value.trim(),i?e(i):p()};n.addEventListener("input",()=>{
clearTimeout(a),a=window.setTimeout(d,fa)},{signal:o}),n.addEventListener("focus",()=>b(s,"hidden",!i||!l||l.text!==i),{
signal:o}),r.addEventListener("keydown",u=>{u.stopPropagation();let h=[...s.querySelectorAll("button")],v=h.findIndex(g=>g.
matches(":focus"));if(u.key==="Escape")p(),n.focus();else if(u.key==="Enter"&&v<0)l?.text===n.value.trim()?h[0]?.click():
d();else if(u.key==="ArrowUp"&&v===0)n.focus();else if(u.key.startsWith("Arrow")&&u.key!=="ArrowLeft"&&u.key!=="ArrowRig\
ht")h[re(u,v,h.length)??0]?.focus();else return;u.preventDefault()},{signal:o}),s.addEventListener("click",u=>{let h=u.target.
closest("[data-found]");h&&(p(),t(h.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
u=>u.composedPath().includes(r)||p(),{signal:o,capture:!0});function f(u){let h=u.ids.map((m,x)=>{let S=c("button",{class:"\
opscope-match",type:"button",role:"option","data-found":m},c("b",{},u.labels[x]),c("span",{},u.details[x]));return b(S,"\
title",`${u.labels[x]}
${u.details[x]}`),S}),v=u.total>h.length?` · the first ${h.length} are shown`:"",g=u.total===1?"1 node":`${u.total.toLocaleString(
"en")} nodes${v}`;s.replaceChildren(c("div",{class:"opscope-matches-head"},u.total?g:`Nothing matches "${u.text}".`),...h),
b(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(u){u!==l&&(l=u,u&&u.text===i&&n.value.trim()===i&&f(u))},enable:u=>b(
r,"hidden",!u),clear:()=>L(s,"")}}var ha={together:"in one",apart:"side by side",forward:"forward only"};function Jn({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:a}){let i=c("span",{class:"opscope-graph-info"}),l=c("span",{class:"opscope-graph-number"}),p=(k,_,j)=>{let q=c(
"button",{type:"button",class:"opscope-tool",title:_,"aria-label":_},k);return q.addEventListener("click",j,{signal:a}),
q},d=(k,_,j)=>c("select",{class:`opscope-graph-choice opscope-graph-${k}`,title:_,"aria-label":_},...Object.entries(j).map(
([q,ce])=>c("option",{value:q},ce))),f=Yn({search:n,choose:s,signal:a}),u=d("arrangement","forward and backward: each la\
yer with its gradients, side by side, or forward only",ha),h=Object.fromEntries(Object.entries(he).map(([k,{label:_}])=>[
k,_])),v=d("colors","color the operators by",{health:"health",...h}),g=c("input",{class:"opscope-graph-since",type:"numb\
er",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),
m=p("Whole graph","back to the whole graph",()=>t({center:""})),x=p("Fold all","fold the scopes that were opened",()=>t(
{first:!0,center:""})),S=d("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),y=c("div",{class:"\
opscope-key"},...["ok","zeros","Inf","NaN"].map(k=>c("span",{"data-health":k.toLowerCase()},c("i"),k))),w=c("span"),$=c(
"span"),N=c("div",{class:"opscope-key opscope-ramp",hidden:!0},w,c("i"),$,l),T=c("div",{class:"opscope-tools"},p("+","zo\
om in",()=>e.zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),S),O=c("div",{class:"opsco\
pe-graph-bar",hidden:!0},f.el,u,c("label",{class:"opscope-graph-by"},"color",v),g,x,m),R=c("div",{class:"opscope-graph-f\
oot"},c("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},y,
N,i),T),A=new Map,B="",M="",P="",F=!1,H={by:"health",selected:""},K=()=>{H.by=v.value,M="",b(g,"hidden",H.by!=="change"),
o(H.by,Math.max(0,Math.round(Number(g.value)||0)))};v.addEventListener("change",K,{signal:a}),g.addEventListener("change",
K,{signal:a}),g.addEventListener("keydown",k=>k.stopPropagation(),{signal:a}),u.addEventListener("change",()=>t({arrangement:u.
value,first:!0,center:""}),{signal:a}),S.addEventListener("change",()=>{S.value&&r(S.value),S.value=""},{signal:a});let ee=()=>L(
i,M||(F?"drawing …":P));function Z(){let k=A.get(B);L(l,k===void 0?"":he[H.by]?.text(k)??"")}return Object.assign(H,{el:O,
foot:R,focusSearch:f.focus,wait(k){F=k,ee()},measured(k,_){return M=k?"":_,ee(),!k},read(k){B=k,Z()},drawn(k,_,j){b(O,"h\
idden",!k.arrangement||j),k.arrangement&&(u.value=k.arrangement),b(m,"hidden",!k.center),b(x,"hidden",!!k.center);let q=k.
hidden?`, ${k.hidden.toLocaleString("en")} nodes folded`:"";P=_?`${k.ops.toLocaleString("en")} operators${q}`:"",ee()},update(k,_,j){
H.selected=_,f.update(k.fold.found);for(let q of v.options)q.disabled=q.value!=="health"&&(j||!k.recorded)},legend(k,_,j){
if(A=_,b(y,"hidden",H.by!=="health"),b(N,"hidden",!k),k){let q=he[k.by];L(w,q.text(j.low)),L($,q.text(j.high));let ce=k.
against?`steps ${k.against} and ${k.step}`:`step ${k.step}`;b(N,"title",`${q.label}, ${ce}: ${q.about}`)}Z()}})}function Zn(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...ma(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function ma(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=a=>({name:"goto",label:`Go to here in st\
ep ${a}`,kind:"Goto",fields:{step:a,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function Qn({choose:e,
frame:t,signal:o}){let n=c("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(i=!1)=>{n.hidden||
(b(n,"hidden",!0),i&&t.focus({preventScroll:!0}))};n.addEventListener("click",i=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(i.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",i=>{let l=[...n.querySelectorAll(
"button")],p=re(i,l.findIndex(d=>d.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(i.key==="Escape")r(!0);else
return;i.preventDefault(),i.stopPropagation()},{signal:o});let a=i=>{i.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",a,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",i=>i.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(i,l,p,d){if(!i.length)return r();s=i;let f=c("div",{
class:"opscope-menu-head"},c("b",{},l),` ${p}`);n.replaceChildren(f,...s.map(x=>c("button",{class:`opscope-menu-item ops\
cope-menu-${x.name}`,type:"button",role:"menuitem"},x.label))),b(n,"hidden",!1);let u=t.getBoundingClientRect(),h=d.getBoundingClientRect(),
g=h.right+8+n.offsetWidth<=u.right?h.right+8-u.left:Math.max(4,h.left-16-n.offsetWidth-u.left),m=Math.max(4,Math.min(u.height-
n.offsetHeight-4,(h.top+h.bottom)/2-u.top-16));n.style.left=`${g}px`,n.style.top=`${m}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var He=132,We=96;function Gt(e){let t=Math.min(He/e.w,We/e.h);return{scale:t,x:(He-e.w*t)/2,y:(We-e.h*t)/2}}function es(e,t){
let o=c("canvas",{width:He*2,height:We*2}),n=c("div",{class:"opscope-sight"}),s=c("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},a=i=>{let l=o.getBoundingClientRect(),
p=Gt(r);e(r.x+(i.clientX-l.left-p.x)/p.scale,r.y+(i.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
i=>{i.preventDefault(),i.stopPropagation(),s.setPointerCapture(i.pointerId),a(i)},{signal:t}),s.addEventListener("pointe\
rmove",i=>i.buttons&1&&a(i),{signal:t}),{el:s,draw(i,l){r=i;let p=o.getContext("2d");if(!p)return;let{scale:d,x:f,y:u}=Gt(
i);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,He,We);for(let{box:h,color:v}of l){p.fillStyle=v;let[g,m]=[Math.max(1.5,h.
w*d),Math.max(1.5,h.h*d)];p.fillRect(f+(h.x-i.x)*d,u+(h.y-i.y)*d,g,m)}},update(i,l){r=l;let{scale:p,x:d,y:f}=Gt(l),u=i.x<=
l.x+1&&i.y<=l.y+1&&i.x+i.w>=l.x+l.w-1&&i.y+i.h>=l.y+l.h-1;if(b(s,"hidden",u),u)return;let h=Math.max(0,d+(i.x-l.x)*p),v=Math.
max(0,f+(i.y-l.y)*p),g=Math.min(He,d+(i.x+i.w-l.x)*p),m=Math.min(We,f+(i.y+i.h-l.y)*p);n.style.cssText=`left:${h}px;top:${v}\
px;width:${Math.max(4,g-h)}px;height:${Math.max(4,m-v)}px`}}}function pt(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function ga(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:pt(e,1/o)}function ba(e,t){let o=(n,s,r,a)=>s>=a?r+(a-s)/2:Math.max(
r,Math.min(r+a-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function ts(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,a=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:a<e.h?e.
y:e.y+(e.h-a)/2,w:r,h:a}}function wa(e,t){let o=e.reduce((a,i)=>Math.min(a,i.y),1/0),n=a=>Math.abs(a.x+a.w/2-t.x-t.w/2),
s=e.filter(a=>a.y<o+a.h),r=s.reduce((a,i)=>n(i)<n(a)?i:a,s[0]);return r&&r.x+r.w/2}function os(e,t,o=()=>{}){let n=null,
s={x:0,y:0,w:1,h:1},r=s,a=null,i=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x}\
 ${r.y} ${r.w} ${r.h}`),o(r,s)},d=(g,m)=>{r=g,e.style.setProperty("transform",`translate(${(l.x-r.x)/m}px, ${(l.y-r.y)/m}\
px)`),o(r,s)},f=g=>(r=ga(g,s),p()),u=()=>r!==l&&p(),h=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener(
"wheel",g=>{if(!n||!(g.ctrlKey||g.metaKey))return;g.preventDefault(),u();let m=e.getBoundingClientRect();f(pt(r,Math.exp(
-g.deltaY*.002),(g.clientX-m.left)/m.width,(g.clientY-m.top)/m.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",g=>{g.button||!n||(a={x:g.clientX,y:g.clientY,box:r,unit:h()},i=!1)},{signal:t}),e.addEventListener("pointermov\
e",g=>{if(!a)return;let m=g.clientX-a.x,x=g.clientY-a.y;if(!i&&Math.hypot(m,x)<4)return;i||e.setPointerCapture(g.pointerId),
i=!0;let S={...a.box,x:a.box.x-m*a.unit,y:a.box.y-x*a.unit};S.w===l.w&&S.h===l.h?d(S,a.unit):f(S)},{signal:t});let v=()=>{
a=null,u()};for(let g of["pointerup","pointercancel"])e.addEventListener(g,v,{signal:t});return e.addEventListener("clic\
k",g=>{i&&g.stopPropagation(),i=!1},{signal:t,capture:!0}),e.addEventListener("keydown",g=>{let m={"+":1.25,"=":1.25,"-":.8}[g.
key],x=g.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[g.key];if(m)f(pt(r,m));else if(x)f(
{...r,x:r.x+x[0]*40*h(),y:r.y+x[1]*40*h()});else if(g.key==="0")f(s);else return;g.preventDefault()},{signal:t}),{attach(g,m=!1){
n=g;let x=n?.viewBox.baseVal;s=x&&x.width?{x:x.x,y:x.y,w:x.width,h:x.height}:{x:0,y:0,w:100,h:100},m||(r=s),p()},hold(g,m){
let x=g.getBoundingClientRect();f({...r,x:r.x+(x.left-m.left)*h(),y:r.y+(x.top-m.top)*h()})},center:(g,m)=>f({...r,x:g-r.
w/2,y:m-r.h/2}),zoom:g=>f(pt(r,g>0?1.25:1/1.25)),fit:()=>f(s),whole:()=>s,start(g){let[m,x]=[e.clientWidth,e.clientHeight],
S=ts(s,m,x);f(S.w<s.w?ts(s,m,x,wa(g(),S)):S)},reveal(g){u();let m=e.getBoundingClientRect(),x=g.getBoundingClientRect();
if(x.left>=m.left&&x.right<=m.right&&x.top>=m.top&&x.bottom<=m.bottom)return;let S=(x.left+x.right-m.left-m.right)/2,y=(x.
top+x.bottom-m.top-m.bottom)/2;f(ba({...r,x:r.x+S*h(),y:r.y+y*h()},s))}}}var xa=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function ya(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let a=getComputedStyle(o[r]);s.setAttribute("style",xa.map(i=>`${i}:${a.getPropertyValue(i)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=ka(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function ka(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function Ut(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function ns(e,t,o,n){if(t==="dot")return Ut(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=ya(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return Ut(r,"graph.svg");let a=new Image,i=URL.createObjectURL(r);a.src=i,await a.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(a.width,a.height));l.width=Math.round(a.width*p),l.height=Math.round(a.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(a,0,0,l.width,l.height)),URL.revokeObjectURL(
i),l.toBlob(f=>f&&Ut(f,"graph.png"),"image/png")}var ss={id:"graph",label:"Graph",create:va};function va({select:e,ask:t,open:o,offline:n,signal:s}){let r=c("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),a=es((E,I)=>i.center(E,I),s),i=os(r,s,a.update),l=Jn({view:i,draw:E=>R(
E),measure:B,search:E=>t("SearchGraph",{text:E}),found:E=>R({reveal:E}),save:M,signal:s}),p=Qn({choose:P,frame:r,signal:s}),
d=c("div",{class:"opscope-nothing"}),f=c("div",{class:"opscope-graph-tab"},l.el,c("div",{class:"opscope-graph-box"},r,p.
el,d,a.el),l.foot),u=null,h=null,v=!0,g=!1,m="",x="",S="",y=null,w,$,N="",T=E=>u?.nodes.get(E)??u?.nodes.get(u.hiddenIn.
get(E)??""),O=E=>E?.getAttribute("data-node")??"";function R(E){h?.arrangement&&(l.wait(!0),t("DrawGraph",{open:h.open,arrangement:h.
arrangement,...E},()=>l.wait(!1)))}function A(E,I,z){if(!h)return;let J=z.getBoundingClientRect();y={scope:E,left:J.left,
top:J.top};let oe=Q=>Q===E||Q.startsWith(`${E}/`);R({open:I?[...h.open,E]:h.open.filter(Q=>!oe(Q)),center:I?h.center:""})}
function B(E,I){E!=="health"&&t("MeasureOperators",{by:E,step:w?.stopped?.step||0,against:I},(z,J)=>l.measured(z,J)),w&&
q(w)}function M(E){let I=getComputedStyle(f).getPropertyValue("--o-ground")||"#ffffff";u&&h&&ns(u.svg,E,h.dot,I)}function P({
kind:E,fields:I}){let{id:z,spec:J,op:oe}=I,Q=z===void 0?void 0:u?.nodes.get(z);E==="compose"?o("breakpoints",J):E==="att\
ributes"?o("code",oe):E==="open"&&Q?A(z,!0,Q):E==="center"?R({center:z,reveal:z}):E!=="open"&&t(E,I)}function F(E,I){let z=O(
E),J=u?.folded.get(z),oe=Hn(I.values,z,J);oe&&e(oe,!1),S=z;let Q=[];h?.arrangement&&!n&&(E.hasAttribute("data-scope")&&Q.
push({name:"open",label:"Open",kind:"open",fields:{id:z}}),Q.push({name:"center",label:"Show the neighborhood only",kind:"\
center",fields:{id:z}}));let le=n?-1:we(z),C=E.querySelector("text")?.textContent??"";p.show([...le>=0?Zn(I,le):[],...Q],
C,le>=0?`op ${le}`:J?`${J.length} inside`:"",E)}r.addEventListener("click",E=>{let I=E.target,J=I.closest(".opscope-fold")?.
closest("[data-scope]");if(J)return A(J.getAttribute("data-scope")??"",J.hasAttribute("data-node"),J);let oe=I.closest("\
[data-node]");if(!oe||!w)return;let Q=O(oe);if(!n&&(I.closest(".opscope-gutter")||we(Q)>=0&&E.altKey))return ee(Q);F(oe,
w)},{signal:s}),r.addEventListener("dblclick",E=>{let I=E.target.closest("[data-node][data-scope]");!I||n||!h?.arrangement||
(p.close(),A(O(I),!0,I))},{signal:s}),r.addEventListener("pointerover",E=>{let I=E.target.closest("[data-node]");I&&we(O(
I))>=0&&!n&&Pn(I),l.read(I?O(I):"")},{signal:s}),r.addEventListener("focusin",({target:E})=>S=O(E)||S,{signal:s}),r.addEventListener(
"keydown",E=>H(E)&&(E.preventDefault(),E.stopPropagation()),{signal:s});function H(E){if(!u||!w||E.altKey||E.ctrlKey||E.
metaKey||E.shiftKey)return!1;let I=u.nodes.get(S);if(E.key==="/"&&h?.arrangement)return l.focusSearch(),!0;if(E.key.startsWith(
"Arrow")){let z=I?Kn(u,S,E.key):O(T(m)??[...u.nodes.values()][0]??null);return z&&K(z),!0}if(!I)return!1;if(E.key==="Ent\
er"||E.key===" ")return I.hasAttribute("data-scope")&&h?.arrangement&&!n?A(S,!0,I):(F(I,w),p.focus()),!0;if(E.key==="Bac\
kspace"){let z=[...u.frames].filter(([,J])=>$a(J,I)).at(-1);return z&&h?.arrangement&&A(z[0],!1,z[1]),!0}return!1}function K(E){
let I=u?.nodes.get(E);I&&(S=E,i.reveal(I),I.focus({preventScroll:!0}),l.read(E))}function ee(E){let I=Z(Wt(w?.breakpoints??
[]),E);for(let{number:z}of I)t("ClearBreakpoint",{number:z});!I.length&&we(E)>=0&&t("SetBreakpoint",{spec:`id:${we(E)}`})}
function Z(E,I){return[...new Set((u?.folded.get(I)??[I]).flatMap(z=>E.get(we(z))??[]))]}function k(E){if(E===$||!r.clientWidth||
!u)return;$=E;let I=Wt(E);for(let[z,J]of u.nodes)z.startsWith("var-")||On(J,Z(I,z))}function _(E){let I=!!(u&&h?.arrangement&&
h.program===E.program);u=qn(E.svg,!!E.arrangement&&!n),$=void 0,m=N="",p.close(),r.replaceChildren(),i.attach(null,I),u&&
(r.append(u.svg),i.attach(u.svg,I),v=!I,g=!0,I&&j(E)),L(d,u?"":"The graph could not be read."),b(d,"hidden",!!u),l.drawn(
E,!!u,n)}function j(E){let I=y&&(u?.nodes.get(y.scope)??u?.frames.get(y.scope));y&&I?i.hold(I,y):i.start(ce),y&&u?.nodes.
has(y.scope)&&(S=y.scope),y=null,E.reveal&&([x,S]=[E.reveal,E.reveal]),(r.contains(document.activeElement)||document.activeElement===
document.body||E.reveal)&&u?.nodes.get(S)?.focus({preventScroll:!0})}function q(E){if(!u)return;let I=Dn(E.present),z=zn(
I,u.hiddenIn),J=E.values.get(l.selected),oe=J&&(T(`var-${l.selected}`)??T(`op-${J.op}`)),Q=l.by!=="health"&&E.fold.measured?.
by===l.by?E.fold.measured:null,le=Q?Ko(Q,u.hiddenIn):new Map,C=Xo(l.by,le.values());for(let[U,Y]of u.nodes){b(Y,"data-he\
alth",l.by!=="health"?void 0:u.folded.has(U)?z.get(U):I.get(U)),b(Y,"data-selected",Y===oe);let X=le.get(U);b(Y,"data-he\
at",X===void 0?l.by==="health"?void 0:"none":(C.at(X)*100).toFixed(0)),Y.style.setProperty("--heat",X===void 0?"0%":`${(8+
84*C.at(X)).toFixed(0)}%`)}l.legend(Q,le,C);let D=`${l.by} ${Q?.step} ${[...I.values()].join()}`;D!==N&&r.clientWidth&&(N=
D,de())}function ce(){let E=u?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;return[...u?.nodes.values()??
[]].map(I=>{let z=I.getBBox();return{x:z.x+(E?.e??0),y:z.y+(E?.f??0),w:z.width,h:z.height}})}function de(){let E=[...u?.
nodes.values()??[]].map(I=>{let z=I.querySelector(":scope > rect, :scope > a > rect, :scope > polygon");return z?getComputedStyle(
z).stroke:"#888888"});a.draw(i.whole(),ce().map((I,z)=>({box:I,color:E[z]})))}return{el:f,open(E){x=`op-${E}`,u&&!u.nodes.
has(x)&&u.hiddenIn.has(x)&&R({reveal:x})},update(E,{selected:I}){E.graph&&E.graph!==h&&(E.graph.svg!==h?.svg||E.graph.reveal)?
_(E.graph):!E.graph&&!w&&L(d,"No graph yet. A program is drawn when it first runs, eager code at each stop and step."),h=
E.graph,v&&r.clientWidth&&(v=!1,i.start(ce)),g&&u&&r.clientWidth&&(g=!1,Fn(u.nodes.values())),w=E,l.update(E,I,n),q(E),k(
E.breakpoints);let z=E.stopped?`op-${E.stopped.op}`:"",J=T(z);if(z!==m){let Q=T(m);for(let le of["data-current","data-pa\
st"])Q&&b(Q,le,!1);J&&b(J,"data-current",!0),x||=z,m=z}J&&b(J,"data-past",E.stopped?.past);let oe=T(x);oe&&r.clientWidth&&
i.reveal(oe),x=""}}}function $a(e,t){let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&
o.right>=n.right&&o.top<=n.top&&o.bottom>=n.bottom}var rs={id:"notes",label:"Notes",create:Ma,count:Ea};function Ma({select:e,signal:t}){let o=c("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=c("pre",{class:"opscope-error"}),s=c("div",{class:"opscope-notes-rows"}),r,a=0;return s.addEventListener(
"click",i=>{let l=i.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:c("div",{class:"opscope-note\
s"},o,n,s),update(i){if(L(n,i.error),b(n,"hidden",!i.error),b(o,"hidden",!!i.error||i.warnings.size>0),i.warnings===r&&i.
values.size===a)return;r=i.warnings,a=i.values.size;let l=[...i.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>Sa(p,i.values.has(p.subject))))}}}function Sa({subject:e,text:t},o){let n=[c("code",{},e),c("span",{},t)];return o?c(
"button",{class:"opscope-note",type:"button","data-name":e},...n):c("div",{class:"opscope-note"},...n)}function Ea(e){return e.
warnings.size+(e.error?1:0)}var Be=[En,In,ss,en,Nn,rs,Ho];var as=50,La=0;function is(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),r=n?ye(e):new Set,a=p=>s.every(d=>p.
toLowerCase().includes(d)),i=s.length===1&&/^\d+$/.test(s[0])?Number(s[0]):NaN,l=o&&i>=o[0]&&i<=o[1]?[{label:`Go to step\
 ${i}`,about:`of steps ${o[0]} to ${o[1]}`,deed:{step:i}}]:[];for(let{kind:p,label:d,about:f,key:u}of ge)r.has(p)&&a(`${d}\
 ${f}`)&&l.push({label:d,about:f,key:u,deed:{send:p}});for(let{id:p,label:d}of Be)a(`show ${d} tab`)&&l.push({label:`Sho\
w ${d}`,about:"tab",deed:{tab:p}});a("keys shortcuts help")&&l.push({label:"Keys",about:"all keys of the panel",key:"?",
deed:{keys:!0}});for(let p of e.values.values()){if(l.length>=as)break;if(!a(`value ${p.name} ${p.called} ${p.op_type}`))
continue;let[d,f]=ve(p);l.push({label:d,about:["value",f,p.op_type].filter(Boolean).join(" · "),deed:{value:p.name}})}return l.
slice(0,as)}function cs({root:e,find:t,act:o,signal:n}){let s=c("input",{class:"opscope-palette-field",type:"text",placeholder:"\
command, tab, step or value","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"\
off",spellcheck:"false"}),r=c("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),a=c("div",{class:"\
opscope-palette",role:"dialog","aria-label":"command palette",hidden:!0},s,r),i=`opscope-palette-${++La}`,l=[],p=0,d=null;
function f(){[...r.children].forEach((m,x)=>b(m,"aria-selected",x===p?"true":"false"));let g=r.children[p];g?.scrollIntoView(
{block:"nearest"}),b(s,"aria-activedescendant",g?.id)}function u(){l=t(s.value),p=0;let g=l.map(({label:m,about:x,key:S},y)=>c(
"div",{class:"opscope-choice",role:"option",id:`${i}-${y}`,"data-at":y},c("b",{},m),c("span",{},x),...S?[c("kbd",{},S)]:
[]));r.replaceChildren(...g.length?g:[c("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function h(g){
if(g!==!a.hidden){if(g&&(d=e.ownerDocument.activeElement),b(a,"hidden",!g),!g)return(d&&e.contains(d)?d:e).focus({preventScroll:!0});
s.value="",u(),s.focus({preventScroll:!0})}}function v(g){let m=l[g];m&&(h(!1),o(m.deed))}return s.addEventListener("inp\
ut",u,{signal:n}),s.addEventListener("blur",g=>{a.contains(g.relatedTarget)||b(a,"hidden",!0)},{signal:n}),r.addEventListener(
"pointerdown",g=>g.preventDefault(),{signal:n}),r.addEventListener("click",g=>{let m=g.target.closest("[data-at]");m&&v(
Number(m.dataset.at))},{signal:n}),e.addEventListener("keydown",g=>{if((g.ctrlKey||g.metaKey)&&!g.altKey&&!g.shiftKey&&g.
key.toLowerCase()==="k")h(!!a.hidden);else{if(a.hidden||g.target!==s)return;if(g.key==="Escape")h(!1);else if(g.key==="E\
nter")v(p);else{let m=["ArrowUp","ArrowDown"].includes(g.key)&&l.length?re(g,p,l.length):null;if(m===null)return void g.
stopPropagation();p=m,f()}}g.preventDefault(),g.stopPropagation()},{signal:n,capture:!0}),{el:a,open:()=>h(!0)}}var Na=0;function ls(e,t,o){let n=new Map(e.map(l=>[l.id,c("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[c("span",{class:"opscope-long"},l.label),c("span",{class:"opscope-short"},l.short)]:[l.label];return c("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),r=c("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++Na}`,b(l.el,"role","tabpanel"),b(l.el,"aria-labelledby",s[p].
id)});let a=0;function i(l){a=l,e.forEach((p,d)=>{b(s[d],"aria-selected",d===a?"true":"false"),b(s[d],"tabindex",d===a?0:
-1),b(p.el,"hidden",d!==a)})}return r.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(i(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=re(l,a,e.length);p!==null&&(l.preventDefault(),i(p),s[p].focus(),
t())},{signal:o}),i(0),{el:c("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[a].id},show:l=>i(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&L(d,p?String(p):"")}}}var Ta=1e4,Aa=new Set(ge.map(e=>e.kind)),Ca=new Set(["FetchDetail","WatchDetail"]);function _a(e){let{forward:t,parameters:o,
gradients:n}=Qe(e),s=[...t,...o,...n],r=a=>e.details.get(a)?.step??-1;return s.reduce((a,{name:i})=>r(i)>r(a)?i:a,s[0]?.
name??"")}function dt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,a=s.selected??e.get?.("selected")??"",i=!0,l,
p=new Map,d={},f=null,u=k=>[...p.values()].some(({kind:_,since:j})=>k(_)&&Date.now()-j<Ta),h=c("div",{class:"opscope-pan\
el",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"true"});
h.addEventListener("focusin",({target:k})=>b(k,"data-lm-suppress-shortcuts","true"),{signal:o});let v=(k,_={},j=void 0)=>{
if(delete d[k],!i)return j?.(!1,ro);p.set(K.command(k,_),{kind:k,done:j,since:Date.now()})},g=(k,_=!0)=>{l?.values.has(k)&&
(k!==a&&S(k),a=s.selected=k,m(k),_&&M.show("tensor"),K.refresh())};function m(k){!e.get||e.get("selected")===k||(e.set?.(
"selected",k),e.save_changes?.())}let x=()=>g(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",x),o.addEventListener(
"abort",()=>e.off("change:selected",x)));function S(k){if(d={},!i)return;v("WatchDetail",{name:k}),l&&l.details.get(k)?.
step!==l.values.get(k)?.step&&l?.phase!=="running"&&v("FetchDetail",{name:k})}let y=()=>K.refresh(),w=(k,_)=>{M.show(k),
B.get(k)?.open?.(_),y()},$=k=>v(k),N=Ro(v),T=(k,_=-1)=>{if(n)return n.goTo(k);N.goTo(k,_),y()},O=k=>{if(n)return n.steps;
let _=vt(k);return i&&_&&_.last>_.first?[_.first,_.last]:null},R=Fo({send:$,ask:v,seek:N,refresh:y,offline:r,signal:o}),
A=zo({select:k=>g(k,M.open!=="graph"),refresh:y,signal:o}),B=new Map(Be.map(k=>[k.id,k.create({select:g,ask:v,open:w,refresh:y,
goTo:T,reach:O,offline:r,signal:o})])),M=ls(Be.map(({id:k,label:_,short:j})=>({id:k,label:_,short:j,el:B.get(k).el})),y,
o);h.addEventListener("keydown",k=>{let _=Vt(k);!_||!l||!i||!ye(l).has(_)||r||(k.preventDefault(),(!k.repeat||!u(j=>Aa.has(
j)))&&$(_))},{signal:o}),s.tab&&M.show(s.tab);let P=io(),F=Do({root:h,offline:r,signal:o}),H=cs({root:h,find:k=>l?is(l,k,
O(l),i&&!r):[],act:k=>{"send"in k?$(k.send):"step"in k?T(k.step):"value"in k?g(k.value):"keys"in k?F.button.click():M.show(
k.tab),y()},signal:o});R.el.querySelector(".opscope-headline")?.append(F.button),h.append(P.el,R.el,c("div",{class:"opsc\
ope-body"},A.el,M.el),F.el,H.el),t.append(h);let K=Eo({model:e,el:h,signal:o,paint:ee});function ee(k,_){i=_==="live";let j=M.
open==="tensor"&&(s.tab??"tensor")!=="tensor";K.show(M.open),s.tab=M.open,P.update(_),b(h,"data-lost",!i);for(let q of h.
querySelectorAll("[data-asks]"))b(q,"inert",!i);i||p.clear(),k!==l&&Z(k),l=k,k.values.has(a)||(a=_a(k),a&&(s.selected=a),
a&&i&&!e.get?.("selected")&&m(a),a&&S(a)),j&&a&&i&&!r&&S(a),k.stopped!==f&&M.open==="tensor"&&a&&!r&&i&&!u(q=>q==="Fetch\
Detail")&&(f=k.stopped,f&&v("FetchDetail",{name:a})),b(h,"data-past",k.stopped?.past),R.update(k,i,Object.entries(d).find(
([q])=>!Ca.has(q))?.[1]??""),A.update(k,a);for(let q of Be)M.count(q.id,q.count?.(k)??0);B.get(M.open)?.update(k,{selected:a,
refusal:i?d.FetchDetail??d.WatchDetail??"":ao})}function Z(k){l&&(k.phase!==l.phase||k.stopped!==l.stopped)&&(d={}),l&&k.
runs>l.runs&&k.values.has(a)&&S(a);for(let _ of k.responses){let j=p.get(_.request);if(!j)continue;p.delete(_.request);let q=_.
ok?_.text:_.text||`${j.kind} was refused`;!_.ok&&!j.done?.(!1,q)&&(d[j.kind]=q),_.ok&&j.done?.(!0,q)}}return h}function Ia(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Ra(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let a of t)a(r,[])};return{on:(r,a)=>{t.add(
a)},off:(r,a)=>{t.delete(a)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function Ba(e,t){let o=t.split(
`
`).filter(u=>u.trim()).map(uo),n=Ra(o),{steps:s,ends:r}=Ia(o),a=new AbortController().signal,i=()=>{},l=dt({model:n,el:e,
signal:a,page:{goTo:u=>i(u),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=c("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=c("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;i=u=>{
p.value=String(Math.max(0,s.filter(h=>h<=u).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
L(d,`step ${s[Number(p.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(c("label",{class:"opscope-scrub"},p,d))}var Hp=()=>{let e={};return{render({model:t,el:o,signal:n}){dt({model:t,el:o,signal:n,memory:e})}}};export{Hp as default,Ba as replay};
