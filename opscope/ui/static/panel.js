// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Je=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,vt=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:Je(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:Je(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:Je(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:Je(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],$e=vt.
flat(),$s=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],no=["StepBack","ReverseContinue","Goto"];function Le(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...$s,
...no,...o])}return new Set(e.over&&e.recorded?[...t,...no]:t)}function so(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return $e.find(o=>o.key===e.key)?.kind}
function ro({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var We=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),$t={EditsChanged:[{
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
ao=256,io=.9;var lo="−";function H(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",lo)}function Ne(e){return e.length?e.join("×"):"scalar"}var co=9,
Ms=16;function po(e){return e.length<=Ms?[e,""]:[e.slice(0,-co),e.slice(-co)]}function uo(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Ze(e){return`${(100*e).toFixed(1)}%`}function fo(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function ho(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ae(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function Mt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function de(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=io?"zeros":"ok"}var Qe={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function he(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function et(e){return e.grad_of||e.role==="backward"?
"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function mo(e,t,o){if(e.length<2)return e.
length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function Me(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let a=s*
r,i=Math.ceil(e/a-1e-9),l=Math.floor(t/a+1e-9);if(l-i+1>=o-1||r===1)return Array.from({length:l-i+1},(p,u)=>(i+u)*a)}return[]}
function Te(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",lo)}var Es="http://www.w3.org/2000/svg";function c(e,t={},...o){let n=document.createElement(e);return go(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(Es,e);return go(n,t),n.append(...o),n}function tt(e){let t=c("s\
pan",{class:"opscope-name"});return He(t,e),t}function He(e,t){if(e.title===t)return;e.title=t;let[o,n]=po(t);e.replaceChildren(
c("span",{},o),...n?[c("span",{class:"opscope-name-end"},n)]:[])}function go(e,t){for(let[o,n]of Object.entries(t))b(e,o,
n)}function b(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function T(e,t){e.textContent!==t&&(e.textContent=t)}function Ae(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var bo="no kernel answers",wo="No kernel answers, and the elements of this value were not kept.",Ss={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Ls(e){return Ss[e]}
function xo(){let e=c("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){T(e,Ls(t)),b(e,"hidde\
n",t==="live")}}}function ko(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function vo(e){
let t=ko(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var yo=["step","min","max","mean","std","zeros",
"nan","inf"];function Ns(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=vo(t[e.numbers]),s=n.length/(1+yo.length);return Array.from({length:s},(r,a)=>{let i={
...o[n[a]]};return yo.forEach((l,p)=>{let u=n[(p+1)*s+a];i[l]=Number.isNaN(u)?null:u}),i})}function Et(e,t,o=[]){let n=e.
events.map(a=>{let i=a.pixels?.buffer;return typeof i=="number"?{...a,pixels:ko(t[i])}:a}),s=n.findIndex(a=>a.kind!=="Ru\
nStarted"&&a.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...Ts(e,t),...Ns(e,t,o),...n.slice(r)]}function Ts(e,t){
if(!e.trails?.length)return[];let o=vo(t[e.block]),n=0;return e.trails.map(([s,r,a])=>{let i=(p,u)=>{let f=o[n+p*a+u];return Number.
isFinite(f)?f:null},l=Array.from({length:a},(p,u)=>({step:o[n+u],mean:i(1,u),min:i(2,u),max:i(3,u),rms:i(4,u),bad:o[n+5*
a+u]}));return n+=6*a,{kind:"Trail",slot:s,name:r,points:l}})}function $o(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function So(e){let t=new Blob([Mo(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Mo)}}function Mo(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var Eo="\
application/vnd.jupyter.widget-state+json",As=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function St(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[Eo]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),a=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),i=Object.fromEntries(As.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));a[t]={model_module:i._model_module,
model_module_version:i._model_module_version,model_name:i._model_name,state:i},o.setMetadata("widgets",{[Eo]:{version_major:2,
version_minor:0,state:a}})}var To={points:[],stride:1};function Ao({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(Lo(n,s,t);n.length>ao;){t*=2;let r=[];for(let a of n)Lo(r,a,t);n=r}return{points:n,stride:t}}function Lo(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=_s(n,t):e.push(t)}function _s(e,t){return{
step:t.step,mean:t.mean,min:No(Math.min,e.min,t.min),max:No(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function No(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function ot(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function nt(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function st(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function _o(e,t){let o=new Lt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
$t,n.kind))for(let s of $t[n.kind])Cs(o,s,n);return o.slots}var Lt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=We[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,Ao(s.get(o)??To,n))}};function Cs(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(a=>o[a]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let a of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(a)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[nt(o)]);else for(let[n,s]of st(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(We).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var Is=Object.freeze([]),Rs=new Set,rt=Object.freeze({...Co(We),runs:0,reached:0,seconds:null});function Nt(e,t){return{...Co(_o(e.fold,t),e),...t.reduce(Bs,e)}}function Bs({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function Co(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):Rs,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:Os(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
Fs(e.breakpoints),exceptions:e.breakpoints?.exceptions??Is,step:[...e.steps.values()].at(-1)?.step??0,scalars:Ps(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((a,i)=>[a,r.called?.[i]??""]))),graph:e.graph,values:e.
values,present:s?t.present:Ds(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function Os(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function Ps(e){let t=new Map([...e.steps.values()].flatMap(n=>st(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function Fs(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function Ds(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function Io(e){return e.stopped?.step||Ce(e)}function _e(e,t){return e.present.has(t.name)?
"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function Ro(e,t){return e.over&&!e.stopped&&t.step<
Ce(e)?`step ${t.step}`:""}function Bo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&
e.present.get(n);if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&t?t.names.indexOf(n):-1,a=e.scalarHistory.get(n)?.
points??[],i=o?.past?ot(a,o.step):a.at(-1),l=r>=0?t?.scalars[r]??null:o?.past?i?.mean??null:e.scalars[n],p=r>=0?t?.step:
i?.step,u=o&&o.op<0&&!o.depth,f=p===o?.step?u?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?f:
""}]}))}function Ce(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function at(e,t=""){let o=t.trim().toLowerCase(),
n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[et(s)].push(s);for(let s of Object.values(n))s.sort((r,a)=>r.op-a.op||(r.name<
a.name?-1:1));return n}function Tt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var Oo=250,zs=2.5,js=["dead","terminating","restarting","autorestarting"],it=2500,Ws=400,Hs=6e4;function Gs(e,t){return t.
kind==="batch"&&t.n!==e+1}function Us(e,t,o,n){return t?n.n>e:o>it}function Po({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),r=Math.floor(Math.random()*2**20)*2**20,a=rt,i=0,l=!1,p=!1,u=!1,f=!1,d=0,m="",y=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,g="live",h=Date.now(),x=0,$=it,k=it,w=[],L="",E=!1,S=v=>{try{e.send(v)}catch{
h=0}},I=()=>{d=0,m=y();try{n(a,g)}finally{f&&S({kind:"ack",n:i,view:s}),f=!1}},B=()=>{!d&&p&&!o.aborted&&(d=requestAnimationFrame(
I))},N=()=>{l=!1,x=Date.now(),S({kind:"attach",view:s,tab:L})},P=()=>{let v=p&&!document.hidden;v!==u&&(u=v,h=Date.now(),
u?N():S({kind:"detach",view:s}),B())},C=async()=>{let v=e.get?.("frame");if(!v||i||E)return;E=!0;let{message:R,buffers:X}=await So(
v);i||(a=Nt(rt,Et(R,X)),B())},z=()=>{if(p&&y()!==m&&B(),!u||!k)return;let v=Date.now()-h;!i&&v>Ws&&C();let R=e.widget_manager?.
kernel,X=!!R&&(R?.isDisposed||js.includes(R?.status??""));if(v<(X?Oo:k))return;!X&&Date.now()-x>$&&($=Math.min(2*$,Hs),N());
let oe=i?"lost":E?"saved":"nothing";oe!==g&&(g=oe,B())},K="",D=v=>{K=v,St(e,v)},A=()=>K&&St(e,K),Y=(v,R)=>{if(h=Date.now(),
g!=="live"&&(g="live",v.kind!=="snapshot"))return N();if($=it,v.kind==="beat"){u&&Us(i,l,h-x,v)&&N();return}if(v.beat&&(k=
zs*1e3*v.beat),v.id&&D(v.id),!(v.kind==="batch"&&!l)){if(Gs(i,v))return N();a=Nt(v.kind==="snapshot"?rt:a,Et(v,R,w)),i=v.
n,l=!0,f||=!!v.ack,B()}},J=new IntersectionObserver(v=>{p=v[v.length-1].isIntersecting,P()},{rootMargin:"100px"}),F=new ResizeObserver(
B);e.on("msg:custom",Y),e.get&&e.on("change:frame",A),J.observe(t),F.observe(t),document.addEventListener("visibilitycha\
nge",P,{signal:o}),e.get||(k=0),S({kind:"render",view:s});let G=setInterval(z,Oo);return o.addEventListener("abort",()=>{
e.off("msg:custom",Y),e.get&&e.off("change:frame",A),J.disconnect(),F.disconnect(),cancelAnimationFrame(d),clearInterval(
G),u&&S({kind:"detach",view:s})}),{refresh:B,show(v){v!==L&&(L=v,u&&S({kind:"show",view:s,tab:L}))},command(v,R={}){return S(
{kind:v,request:++r,...R}),r}}}var qs=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Ks=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Vs=new RegExp(Ks.map(e=>e.source).join("|"),"giu");function At(e){let t=[],o=0;for(let n of e.
matchAll(Vs)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Xs(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Xs(e,t){return qs.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Ys(e){return e.split(/[/\\]/).at(
-1)||e}function Fo(){let e=c("span",{class:"opscope-line-number"}),t=c("code",{}),o=c("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){b(o,"hidden",!n),b(o,"title",`${n}:${s}
${r}`),T(e,`${Ys(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...At(r).map(([a,i])=>a==="plain"?i:c("span",{"data-tok\
en":a},i)))}}}function zo(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
, in ${t}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${t}`}function jo({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function Wo(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function Js(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Ce(e)}, in the past`:"in the past":""}function Do(e){let t=e.
stopped;return t?[zo(t),jo(t),Wo(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function Zs(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&ct(e))return ct(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function ct({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function Qs({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function Ho(e){
let t=c("span",{class:"opscope-op"}),o=c("span",{class:"opscope-reason"}),n=c("span",{class:"opscope-at"}),s=c("span",{class:"\
opscope-said"}),r=c("div",{class:"opscope-where"},t,o,n,s),a=c("span",{class:"opscope-past"}),i=Fo(),l=c("div",{class:"o\
pscope-place-bar"},a,r,i.el);return{el:l,update(p,u){let f=p.stopped,d=Do({...p,stopped:null});T(t,f?zo(f):""),T(o,f?jo(
f):""),T(n,f?Wo(f.past?{...f,step:null}:f):"");let m=Qs(p);T(s,u||m||(f?"":d||Zs(p))),b(r,"data-bad",!!u||!f&&!!d);let y=!u&&
!f&&p.phase==="running"&&!!ct(p);b(r,"data-slow",y),b(r,"title",u||(y?ct(p):Do(p))),b(o,"data-reason",f?.reason),T(a,Js(
p)),b(a,"hidden",!f?.past),b(l,"data-past",f?.past),b(l,"hidden",e&&!f&&!d),i.update(f?.path??"",f?.line??0,f?.source??""),
b(l,"data-source",!!f?.path)}}}var er=64,tr=2**-23;function or(e,t,o){let n=Math.max(1,Math.ceil(e.length/er)),s=e.filter((g,h)=>(e.length-1-h)%n===0),
r=s.flatMap(g=>g.mean===null?[]:[g.mean]),a=Math.min(...r),i=Math.max(...s.flatMap(g=>[g.min??0,g.max??0,g.mean??0].map(
Math.abs))),l=Math.max(...r)-a,p=l>tr*i?l:0,u=s[0]?.step??0,f=(s.at(-1)?.step??0)-u||1,d="",m="",y="M";for(let g of s){let h=(1+
(g.step-u)/f*(t-2)).toFixed(1);if(g.bad&&(m+=`M${h},${o-3}V${o}`),g.mean===null){y="M";continue}let x=p>0?o-4-(g.mean-a)/
p*(o-6):o/2;d+=`${y}${h},${x.toFixed(1)}`,y="L"}return{line:d,bad:m}}function lt(e,t){let o=U("path",{class:"opscope-spa\
rk-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(a){if(a===r)return;r=a;let i=or(a?.points??[],
e,t);b(o,"d",i.line),b(n,"d",i.bad)}}}var nr=[64e6,256e6,1e9,4e9],sr={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function rr(e){return[...new Set([...nr,e])].sort((t,o)=>t-o)}function ar({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${fo(t.recording)}`}function Go({
ask:e,signal:t}){let o=c("span",{class:"opscope-label"}),n=c("i",{class:"opscope-switch"}),s=c("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=c("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),a=c("span",{class:"opscope-bytes"}),i=c("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=c("span",{class:"opscope-limit"},"of ",i),p=c("span",{class:"opscope-memory"},a,
l),u=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),i.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(i.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(d){u=!!d.recording?.on;let m=!!d.
recording&&!d.over;T(o,m?"Recording":"Recorded"),s.disabled=!m,b(s,"aria-checked",u&&m?"true":"false"),b(s,"title",m?sr[u?
"off":"on"]:void 0);for(let y of[n,r,l])b(y,"hidden",!m);T(r,ar(d)),T(a,Mt(d.recorded?.bytes??0)),d.recording&&d.recording.
budget!==f&&(f=d.recording.budget,i.replaceChildren(...rr(f).map(y=>c("option",{value:y,selected:y===f},Mt(y)))))}}}var ir=1e4;function Uo(e,t=Date.now){let o=null,n=null,s=-1,r=null,a=null,i=!1,l=0,p=()=>a!==null&&t()-a<ir,u=(d,m)=>{let y=++l;
a=t(),i=d==="Pause",e(d,m,g=>{y===l&&(g||(o=n=null),(!g||!i)&&(a=null))})},f=d=>{i&&d.phase!=="running"&&(i=!1,a=null),!(n===
null||d.phase==="running"||d.stopped===r)&&(a!==null&&d.stopped?.step!==n||(n=a=null))};return{get target(){return o??n},
goTo(d,m=-1){o=d,s=m},follow(d){if(f(d),!(o===null||p())){if(d.phase==="running")return u("Pause",{});n=o,o=null,r=d.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function _t(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Ce(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function qo({
ask:e,seek:t,refresh:o,signal:n}){let s=c("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=c("span",{class:"opscope-track-box"},s),a=c("output",{class:"opscope-number"}),i=Go({ask:e,signal:n}),l=c(
"div",{class:"opscope-timeline","data-asks":!0},i.toggle,r,a,i.cost,i.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let u=_t(p);b(l,"hidden",!u&&!p.recording),i.update(p),t.follow(p);let f=u?
Math.min(u.last,Math.max(u.first,t.target??u.at)):0,[d,m]=u?[u.first,u.last]:[0,0];b(s,"min",d),b(s,"max",m),s.disabled=
d===m||p.phase==="waiting",Number(s.value)!==f&&(s.value=String(f)),s.style.setProperty("--at",`${100*(f-d)/Math.max(1,m-
d)}%`),b(l,"data-past",!!p.stopped?.past),b(l,"data-phase",p.recording?.on===!1?"off":p.phase),b(s,"aria-valuetext",u?`s\
tep ${f} of ${m}`:"no step yet"),T(a,u?`step ${f} / ${m}`:"no step yet"),b(r,"title",u?`steps ${d} to ${m} are recorded`:
"no step is recorded yet")}}}var cr=new Set,lr=new Set(["Pause","Continue","Terminate"]);function Ko({send:e,signal:t}){let o=new Map,n=vt.map(i=>c("\
div",{class:"opscope-group"},...i.map(r))),s=c("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(i){
let l=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});i.line&&l.append(U("path",{d:i.line,class:"\
opscope-stroke"})),i.fill&&l.append(U("path",{d:i.fill}));let p=c("button",{class:`opscope-button opscope-${i.name}`,type:"\
button",title:ro(i),"aria-label":i.label,"aria-keyshortcuts":i.key});return p.append(l),lr.has(i.kind)&&p.append(c("span",
{},i.label)),p.addEventListener("click",()=>e(i.kind),{signal:t}),o.set(i.kind,p),p}function a(i,l){let p=i.matches(":fo\
cus");l();let u=s.closest(".opscope-panel");p&&!i.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(i,l){let p=l?Le(i):cr,u=i.phase==="running"||i.phase==="waiting";for(let[f,d]of o)a(d,()=>{d.disabled=!p.has(
f),(f==="Pause"||f==="Continue")&&b(d,"hidden",u!==(f==="Pause"))})}}}var pr=4,Vo="NaN/Inf";function dr(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function ur(e){return e===null?Vo:H(e)}
function fr(e){return e.seconds?H(1/e.seconds):"–"}function Xo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let a=c(
"span",{class:"opscope-title"}),i=c("span",{class:"opscope-place"}),l=c("span",{class:"opscope-state",role:"status"}),p=Ho(
s),u=qo({ask:t,seek:o,refresh:n,signal:r}),f=Ko({send:e,signal:r}),d=Ct("step","opscope-step"),m=Ct("steps / s","opscope\
-rate"),y=c("div",{class:"opscope-metrics"},d.el,m.el),g=c("div",{class:"opscope-headline"},c("div",{class:"opscope-name\
s"},a,i),l),h=c("header",{class:"opscope-header"},g,p.el);s||(g.append(f.el),h.append(u.el)),h.append(y);let x=new Map;return{
el:h,update($,k,w){T(a,$.title||"run"),T(i,$.place),b(l,"data-past",$.stopped?.past);let L=!k&&($.phase==="running"||$.phase===
"waiting");b(l,"data-phase",L?"gone":$.phase),T(l,L?"no kernel":dr($)),p.update($,w),s||(u.update($),f.update($,k)),d.update(
String(Io($))),m.update(fr($));let E=[...Bo($)].slice(0,pr);for(let[S,{value:I,when:B}]of E){let N=x.get(S)??Ct(S,"opsco\
pe-scalar",!0);x.set(S,N),N.update(ur(I),$.scalarHistory.get(S),B,$.scalarNames.get(S))}Ae(y,[d.el,m.el,...E.map(([S])=>x.
get(S).el)])}}}function Ct(e,t,o=!1){let n=c("span",{class:`opscope-number ${t}`}),s=lt(96,30),r=c("span",{class:"opscop\
e-label",title:e},e),a=c("span",{class:"opscope-when"}),i=c("div",{class:"opscope-metric"},c("div",{},r,n,...o?[a]:[]));
return o&&i.append(s.el),{el:i,update(l,p,u="",f=""){T(r,f||e),b(r,"title",f?`${f}, ${e}`:e),T(n,l),T(a,u),b(i,"data-els\
ewhere",!!u),b(n,"data-bad",l===Vo),o&&s.update(p)}}}var hr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["List of values","↑ ↓ Home End","select a value"],["Tabs","← → Home End","show anoth\
er tab"],["Slider","← → Home End","go to another step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑\
 ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace",
"open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set \
an element (or double click it)"],["Code","↑ ↓ Home End","to another line"],["Code","Enter","set or remove a breakpo\
int on the line"],["Code","Space","the operators of the line"],["Evaluation line","↑ ↓","what was typed before"],["M\
enus, this page","Esc","close"]];function mr(e){let t=new Map,o=e?[]:$e.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}\
: ${n.about}`]);for(let[n,s,r]of[...o,...hr])t.set(n,[...t.get(n)??[],[s,r]]);return t}function Yo({root:e,offline:t,signal:o}){
let n=c("button",{class:"opscope-button",type:"button"},"Close"),s=[...mr(t)].map(([p,u])=>c("section",{},c("h4",{},p),c(
"dl",{},...u.flatMap(([f,d])=>[c("dt",{},...f.split(" ").map(m=>c("kbd",{},m))),c("dd",{},d)])))),r=c("div",{class:"opsc\
ope-keys",role:"dialog","aria-label":"keys",hidden:!0},c("div",{class:"opscope-keys-head"},c("b",{},"Keys"),n),c("div",{
class:"opscope-keys-groups"},...s)),a=c("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","ar\
ia-label":"keys","aria-keyshortcuts":"?"},"?"),i=null,l=p=>{p!==!r.hidden&&(p&&(i=e.ownerDocument.activeElement),b(r,"hi\
dden",!p),p?n.focus({preventScroll:!0}):(i&&e.contains(i)?i:e).focus({preventScroll:!0}))};return a.addEventListener("cl\
ick",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener("keydown",p=>{let u=p.target.
matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!=="?"||u)||(p.preventDefault(),
p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:a}}var gr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function Jo({select:e,refresh:t,
signal:o}){let n=c("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),
s=c("span",{class:"opscope-found"}),r=c("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),a=c(
"aside",{class:"opscope-list"},c("div",{class:"opscope-search"},n,s),r),i=new Map,l=[],p="",u=Object.fromEntries(Object.
entries(gr).map(([d,m])=>[d,br(m)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",d=>{let m=d.target.closest("[data-name]");m&&e(m.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",d=>{let m=ce(d,l.indexOf(p),l.length);m!==null&&(d.preventDefault(),e(l[m]),i.get(l[m])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:a,update(d,m){p=m;let y=at(d,n.value);l=[];let g=[];for(let[$,k]of Object.
entries(y)){if(!k.length)continue;let w=u[$];T(w.count,String(k.length)),g.push(w.el);for(let L of k){let E=i.get(L.name)??
xr(L.name);i.set(L.name,E),l.push(L.name),g.push(E.el)}}Ae(r,g),b(r,"aria-activedescendant",i.get(m)?.el.id);let h=d.values.
size,x=d.cost?.hz&&!d.over?` · ${ho(d.cost.hz)}`:"";T(s,`${l.length===h?h:`${l.length} of ${h}`}${x}`),b(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),b(r,"data-empty",h?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),f(d,m)}};function f(d,m){let{clientHeight:y,
scrollTop:g}=r,h=l.map(k=>i.get(k)),x=h[0]?.el.offsetHeight||44,$=h.map(k=>k.el.offsetTop-g);h.forEach((k,w)=>{let L=l[w],
E=$[w]>-2*x&&$[w]<y+2*x;b(k.el,"aria-selected",L===m?"true":"false");let S=d.values.get(L);E&&S&&k.update(S,d.history.get(
L),_e(d,S),Ro(d,S))})}}function br(e){let t=c("span");return{el:c("div",{class:"opscope-heading",role:"presentation"},e,
t),count:t}}var wr=0;function xr(e){let t=c("span",{class:"opscope-pill"}),o=tt(e),n=c("span",{class:"opscope-spec"}),s=c(
"span",{class:"opscope-mean"}),r=c("span",{class:"opscope-std"}),a=lt(52,26),i=c("div",{class:"opscope-row",role:"option",
"data-name":e,id:`opscope-value-${++wr}`},t,o,n,s,r,a.el),l,p="";return{el:i,update(u,f,d,m){a.update(f);let[y,g]=[d||m,
`${d}, ${m}`];if(u===l&&g===p)return;l=u,p=g,b(i,"data-elsewhere",!!d);let h=de(u);b(i,"data-health",h);let[x,$]=he(u);He(
o,x),T(t,Qe[h]),T(n,`${y?`${y}  `:""}${Ne(u.shape)}  ${uo(u.dtype)}${$?`  ${$}`:""}`),T(s,H(u.mean)),T(r,u.std===null||!u.
shape.length?"":`± ${H(u.std)}`)}}}var yr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return c("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function Zo({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=le("condition-field","only i\
f … (optional)","condition"),r=le("hits-field","1","stop from this hit on","number"),a=c("input",{class:"opscope-log-f\
ield",type:"checkbox"}),i=le("message-field","message, as: loss is {loss}","log message of a line of Python"),l=c("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=c("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),u=c("span",{class:"opscope-logging"},c("label",{title:"write a note at each hit, and go on"},
a," only log"),i),f=c("summary",{},"Hits, log …"),d=c("details",{class:"opscope-breakpoint-more"},f,c("div",{},c("labe\
l",{},"stop from hit ",r),u)),m=c("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,d);b(r,"min",1),b(i,"h\
idden",!0);let y=null,g=k=>{t(k),b(n,"aria-invalid",k?"true":void 0)},h=()=>Math.max(1,Math.round(Number(r.value)||1));function x(k){
y=k,n.value=k?.spec??"",n.readOnly=!!k,s.value=k?.condition??"",r.value=k&&k.wanted>1?String(k.wanted):"",a.checked=!1,i.
value="",b(i,"hidden",!0),b(u,"hidden",!!k),T(l,k?`Change ${k.number}`:"Add"),b(p,"hidden",!k),k&&(d.open=k.wanted>1||d.
open),g("")}function $(){let k={spec:n.value.trim(),condition:s.value.trim(),hits:h()};if(!k.spec)return g(yr);g("");let w=(L,E)=>{
let S=n.value.trim()===k.spec&&s.value.trim()===k.condition;return L&&S&&x(null),(!L||E)&&g(E),!0};y?e("ChangeBreakpoint",
{number:y.number,enabled:y.enabled,condition:k.condition,hits:k.hits},w):e("SetBreakpoint",{spec:k.spec,condition:k.condition,
...k.hits>1&&{hits:k.hits},...a.checked&&{log:!0,message:i.value.trim()}},w)}m.addEventListener("submit",k=>(k.preventDefault(),
$()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),a.addEventListener("change",()=>b(i,"hidden",!a.checked),
{signal:o});for(let k of[n,s,r,i])k.addEventListener("input",()=>g(""),{signal:o}),k.addEventListener("keydown",w=>{w.key===
"Escape"&&y&&x(null),!(w.key!=="Enter"||w.isComposing)&&(w.preventDefault(),m.requestSubmit())},{signal:o});return{el:m,
problem:g,change(k){x(k),s.focus()},compose(k){x(null),n.value=k,s.focus()}}}var kr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function vr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function It(e){return`${ae(e)} ${e===
1?"hit":"hits"}`}function $r({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Mr({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var Qo={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Er,count:e=>e.breakpoints.length};function Er({ask:e,open:t,offline:o,signal:n}){
let s=c("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),a=Zo({ask:e,showProblem:h=>{T(s,h),b(s,"hidden",
!h)},signal:n}),i=c("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=c("div",{class:"opscope-breakpoint-rows"}),p=c("div",
{class:"opscope-breakpoints"}),u=kr.map(([h,x])=>({name:h,box:c("input",{type:"checkbox","data-filter":h}),title:x})),f=c(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...u.map(({name:h,box:x,title:$})=>c("label",{title:$},x,` ${h}`))),o||p.append(a.el,f,s),p.append(i,l);let d,m=[],
y=(h,x)=>(a.problem(h?"":x),!0);f.addEventListener("change",()=>{let h=u.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:h},y)},{signal:n}),l.addEventListener("click",h=>{let x=h.target,$=x.closest("[data-num\
ber]"),k=m.find(({number:w})=>w===Number($?.dataset.number));k&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:k.
number},y):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:k.number,enabled:!k.enabled,condition:k.condition,
hits:k.wanted},y):x.closest(".opscope-breakpoint-condition")?a.change(k):x.closest(".opscope-breakpoint-ops")&&t("graph",
k.ops[0]))},{signal:n});function g(h,x){let $={"data-conditional":!!h.condition,"data-off":!h.enabled,"data-hollow":!h.verified,
"data-log":!!h.log},k=Mr(h),w=$r(h),L=c("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":h.
enabled?"true":"false","aria-label":k,title:k,disabled:o,...$}),E=c("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!h.ops.length},vr(h)),S=c("button",{class:"opscope-breakpoint-condition",type:"\
button",title:w?`${w}; click to change`:"set a condition","aria-label":`condition of breakpoint ${h.number}: ${w||"alway\
s"}`,disabled:o},w),I=c("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${h.number}`});return I.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),c("div",{class:"opscope-breakpoint","data-number":h.
number,"data-op":h.ops[0],"data-here":x,"data-off":!h.enabled},L,c("span",{class:"opscope-breakpoint-number"},String(h.number)),
c("code",{class:"opscope-breakpoint-spec",title:h.spec},h.spec),S,E,c("span",{class:"opscope-breakpoint-hits"},It(h.hits)),
...o?[]:[I],...h.problem?[c("div",{class:"opscope-breakpoint-problem"},h.problem)]:[])}return{el:p,open:h=>a.compose(String(
h)),update(h){b(i,"hidden",h.breakpoints.length>0);for(let{name:L,box:E}of u)E!==document.activeElement&&(E.checked=h.exceptions.
includes(L));let x=h.stopped?.reason.endsWith("breakpoint")?h.stopped.op:-1,$=JSON.stringify([h.breakpoints,x]);if($===d)
return;d=$,m=h.breakpoints;let k=document.activeElement?.closest?.("[data-number]"),w=l.contains(k)?document.activeElement.
className:"";l.replaceChildren(...m.map(L=>g(L,L.ops.includes(x)))),w&&l.querySelector(`[data-number="${k?.dataset.number}\
"] .${w}`)?.focus({preventScroll:!0})}}}function en(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function tn(e){return e.functions.
map((t,o)=>o).reverse()}function on({ask:e,show:t,refresh:o,signal:n}){let s=c("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=c("div",{class:"opscope-empty"}),a=c("div",{},r,s),i=c("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=c("div",{class:"opscope-empty"}),p=c("\
div",{},l,i),u="",f=-1,d="",m,y,g=null;function h(w){g&&(f=w,m=void 0,e("FetchVariables",{frame:w},x),g.paths[w]&&t(g.paths[w],
g.lines[w]),o())}let x=(w,L)=>(d=w?"":L,y=void 0,!0);s.addEventListener("click",w=>{let L=w.target.closest("[data-frame]");
L&&h(Number(L.dataset.frame))},{signal:n}),s.addEventListener("keydown",w=>{if(!g)return;let L=tn(g),E=ce(w,L.indexOf(f),
L.length);E!==null&&(w.preventDefault(),w.stopPropagation(),h(L[E]),$(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function $(){let w=g,L=w&&JSON.stringify([w,f]);if(L===m)return;m=L;let E=s.contains(document.
activeElement);s.replaceChildren(...(w?tn(w):[]).map(S=>{let I=w?.paths[S]?`${w.paths[S].split(/[/\\]/).at(-1)}:${w.lines[S]}`:
"",B=S===f;return c("div",{class:"opscope-frame",role:"option","aria-selected":B?"true":"false",tabindex:B?0:-1,"data-fr\
ame":S,"data-kind":w?.kinds[S],"data-now":w?.now[S],title:`${w?.texts[S]}${w?.now[S]?`
where the program is now; the run shows its past`:""}`},c("b",{},w?.functions[S]??""),c("code",{},w?.texts[S]??""),c("sp\
an",{},w?.now[S]?`${I} now`:I))})),E&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function k(w){let L=w.
fold.variables,E=en(w,L)&&(L?.frame===f||L?.frame===f-(g?.functions.length??0))?L:null;if(E===y&&E)return;y=E;let S=w.phase===
"running"?"":d||(E&&!E.names.length?"No variables.":"");T(l,S),b(l,"hidden",!S),i.replaceChildren(...(E?.names??[]).map(
(I,B)=>{let N=E?.called?.[B]??"";return c("div",{},c("dt",{title:N?`${N}, ${I}`:I},N||I),c("dd",{title:`${E?.texts[B]}${E?.
now[B]?`
of now: the recording does not have it`:""}`,"data-now":E?.now[B]},E?.texts[B]??""))}),...E&&E.total>E.names.length?[c("\
div",{},c("dt",{},"…"),c("dd",{},`${E.total-E.names.length} more`))]:[])}return{el:a,variables:p,get frame(){return f},
update(w){let L=w.stopped,E=w.phase==="running"||w.phase==="waiting"?"":`${L?.run} ${L?.tick} ${L?.reason}`;E!==u&&(u=E,
f=-1,d="",E&&(e("FetchStack",{},(I,B)=>I?void 0:x(I,B)),e("FetchVariables",{frame:-1},x))),g=E&&en(w,w.fold.stack)?w.fold.
stack:null,g&&f<0&&g.functions.length&&(f=g.functions.length-1);let S=E?g&&!g.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";T(r,S),b(r,"hidden",!S),$(),k(w)}}}var Sr=30;function nn({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=c("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=c("form",{class:"opscope-evaluation","data-asks":!0},s,c("div",{class:"opscope-evaluation\
-line"},c("span",{"aria-hidden":"true"},"›"),n)),a=[],i=0;function l(){let p=n.value.trim();if(!p)return;n.value="",a.
push(p),i=a.length;let u=c("pre",{},"…");for(s.append(c("div",{class:"opscope-answer"},c("code",{},p),u));s.children.length>
Sr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(f,d)=>(u.textContent=d,b(u,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let u=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(u&&a.length)i=Math.max(0,Math.min(
a.length,i+u)),n.value=a[i]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let u=p.phase==="running"||p.phase==="waiting";n.disabled=u,b(n,"title",u?"pause the run fir\
st":void 0)}}}function sn({ask:e,signal:t}){let o=c("div",{class:"opscope-attributes-title"}),n=c("dl",{class:"opscope-variables"}),s=c(
"div",{class:"opscope-empty",role:"status"}),r=c("div",{"data-asks":!0},o,n,s),a=-1,i="",l="",p=-1,u;function f(d,m,y){e(
"SetAttribute",{op:d,name:m,value:y},(g,h)=>(T(s,h),b(s,"data-failed",!g),l="",!0))}return n.addEventListener("keydown",
d=>{let m=d.target.closest("input");d.key==="Escape"&&m&&(m.value=m.dataset.was??""),!(d.key!=="Enter"||!m||d.isComposing)&&
(d.preventDefault(),f(Number(m.dataset.op),m.name,m.value))},{signal:t}),{el:r,choose(d){a=d,l=""},update(d,m){let y=d.stopped,
g=`${y?.run} ${y?.tick}`;g!==i&&y?.text!=="edited"&&(a=i?-1:a),i=g;let h=a>=0?a:y?.op??-1;m&&h>=0&&d.phase!=="running"&&
l!==`${h} ${g}`&&(l=`${h} ${g}`,e("FetchOperator",{op:h},(w,L)=>(w||T(s,L),!0)));let x=d.fold.shown_operator?.op===h?d.fold.
shown_operator:null,$=d.phase==="paused"&&!d.over&&!x?.fixed;h!==p&&T(s,""),p=h;let k=JSON.stringify([x,$,h]);k!==u&&(u=
k,T(o,x?`${x.op_type} ${x.op}${x.name?` → ${x.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
b(o,"title",x?.site),n.replaceChildren(...(x?.names??[]).flatMap((w,L)=>{let E=le("attribute-field","",`${w} of ${x?.op_type}\
 ${x?.op}; Enter sets it for this run`);return E.name=w,E.value=E.dataset.was=x?.texts[L]??"",E.dataset.op=String(x?.op),
E.readOnly=!$,b(E,"title",$?"Enter sets it for this run":x?.fixed?`cannot be changed: ${x.fixed}`:"pause the run to chan\
ge it"),[c("dt",{title:w},w),c("dd",{},E)]}),...x&&!x.names.length?[c("dt",{},"no attributes"),c("dd",{})]:[]))}}}var ge={time:{label:"time",about:"of a replay of the step, operator by operator",text:Lr},memory:{label:"memory",about:"\
bytes that the operator writes",text:Nr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:H,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Ze,log:!0}};
function Lr(e){return e>=1?`${H(e)} s`:e>=.001?`${H(e*1e3)} ms`:`${H(e*1e6)} µs`}function Nr(e){return e>=2**20?`${H(e/
2**20)} MiB`:e>=1024?`${H(e/1024)} KiB`:`${e} bytes`}function rn(e,t){let o=ge[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let a=t.get(`op-${s}`)??`op-${s}`,i=n.get(a);n.set(a,i===void 0?e.numbers[r]:o?Math.max(i,e.numbers[r]):i+e.numbers[r])}),
n}function an(e,t){let o=[...t].filter(a=>a>0),n=Math.max(...o,0);if(!ge[e]?.log)return{at:a=>n?Math.sqrt(a/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:a=>a<=0?0:r?Math.log(a/s)/r:1,low:s,high:n}}var cn=["nan","inf","zeros","ok"];function Tr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function Ar({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&Tr(t,o[1])?Number(o[2]):0}function Ge(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function pn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function ln(e,t){let o=new Map,n=(r,a)=>o.set(r,[...o.get(r)??[],a]),s=Ge(
e);for(let r of t){let a=Ar(r,e.path);if(a)n(a,r);else for(let[i,l]of s)r.ops.some(p=>l.includes(p))&&n(i,r)}return o}function _r(e,t){
let o=new Map([...Ge(e)].flatMap(([r,a])=>a.map(i=>[i,r]))),n=pn(e),s=new Map;for(let r of t.values()){let a=o.get(r.op);
if(a===void 0||n.get(r.op)!==r.op_type)continue;let i=de(r),l=s.get(a);(!l||cn.indexOf(i)<cn.indexOf(l))&&s.set(a,i)}return s}
function Cr(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function dn({ask:e,open:t,refresh:o,
signal:n}){let s=c("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=c("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),a=c("span",{class:"opscope-source-note",role:"status"}),i=c("div",{class:"opscope-source-bar","data-asks":!0},
s,a,r),l=c("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),p=c("div",{class:"opscope-source-view"},i,l),u=new Map,f=null,d,m={path:"",
line:0},y="",g="",h=0,x=0,$=!1;function k(N,P){m={path:N,line:P};let C=f?.first??1;if(f?.path===N&&P>=C&&P<C+f.lines.length)
return w(P);e("FetchSource",{path:N,line:P},(z,K)=>(T(a,z?"":K),!0))}function w(N){let P=u.get(N);if(!P)return;L(N,!1);let C=P.
offsetTop-l.offsetTop;(C<l.scrollTop+20||C>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=C-l.clientHeight/2)}function L(N,P){
for(let[C,z]of[[u.get(h),!1],[u.get(N),!0]])C&&(b(C,"tabindex",z?0:-1),b(C,"aria-selected",z?"true":"false"));h=N,P&&u.get(
N)?.focus()}function E(N){if(!f||!d)return;let P=ln(f,d.breakpoints).get(N)??[];for(let{number:C}of P)e("ClearBreakpoint",
{number:C});P.length||e("SetBreakpoint",{spec:Cr(f,N)},(C,z)=>(T(a,C?"":z),!0))}function S(N){l.querySelector(".opscope-\
line-ops-list")?.remove(),x=x===N?0:N;let P=f?Ge(f).get(x):void 0,C=u.get(x);if(!P||!C)return;let z=f?pn(f):new Map,K=D=>`${z.
get(D)||"op"} ${D}`;C.after(c("div",{class:"opscope-line-ops-list"},...P.map(D=>c("button",{type:"button",class:"opscope\
-operator","data-op":D,title:"show it in the graph"},K(D)))))}l.addEventListener("click",N=>{let P=N.target,C=P.closest(
"[data-op]"),z=P.closest("[data-line]");if(C)return t("graph",Number(C.dataset.op));if(!z)return;let K=Number(z.dataset.
line);L(K,!1),P.closest(".opscope-line-stop")?E(K):P.closest(".opscope-line-ops")&&S(K)},{signal:n}),l.addEventListener(
"keydown",N=>{if(N.target.matches("button")||!f)return;let P=f.first,C=ce(N,h-P,f.lines.length);if(C!==null&&N.key!=="Ar\
rowLeft"&&N.key!=="ArrowRight")L(P+C,!0);else if(N.key==="Enter")E(h);else if(N.key===" ")S(h);else return;N.preventDefault(),
N.stopPropagation()},{signal:n}),s.addEventListener("change",()=>k(s.value,0),{signal:n}),r.addEventListener("click",()=>{
$=!$,b(r,"aria-pressed",$?"true":"false"),$&&e("MeasureOperators",{by:"time",step:d?.stopped?.step||0},(N,P)=>(T(a,N?"":
P),!0)),o()},{signal:n});function I(N){f=N,x=0,T(a,"");let P=Ge(N),C=new Set([...N.code_lines,...N.op_lines]);u=new Map(
N.lines.map((z,K)=>{let D=N.first+K,A=P.get(D)?.length??0,Y=At(z).map(([F,G])=>F==="plain"?G:c("span",{"data-token":F},G)),
J=c("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":D},c("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!C.has(D),title:C.has(D)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${D}`},c("i",{})),c("span",{class:"opscope-line-at"},String(D)),c("span",{class:"opscope-line-time"}),
c("code",{},...z?Y:[" "]),...A?[c("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${D}`},A===1?"1 op":`${A} ops`)]:[]);return[D,J]})),l.replaceChildren(...u.values()),
s.replaceChildren(...N.paths.map(z=>c("option",{value:z,selected:z===N.path},z))),L(m.line>=N.first&&m.line<N.first+N.lines.
length?m.line:N.first,!1),w(h)}function B(N,P){let C=ln(P,N.breakpoints),z=_r(P,N.present),K=$&&N.fold.measured?.by==="t\
ime"?N.fold.measured:null,D=new Map(K?.ops.map((F,G)=>[F,K.numbers[G]])??[]),A=new Map([...Ge(P)].map(([F,G])=>[F,G.reduce(
(v,R)=>v+(D.get(R)??0),0)])),Y=Math.max(...A.values(),0);K&&!Y&&T(a,"No times: eager code is not run again.");let J=N.stopped?.
path===P.path?N.stopped.line:0;for(let[F,G]of u){let v=C.get(F)??[];b(G,"data-stops",v.length>0),b(G,"data-off",v.length>
0&&v.every(M=>!M.enabled)),b(G,"data-hollow",v.length>0&&v.every(M=>!M.verified)),b(G,"data-health",z.get(F)),b(G,"data-\
here",F===J);let R=G.firstElementChild;v.length&&b(R,"title",`${v.map(M=>`breakpoint ${M.number}: ${M.spec}${M.problem?`\
, ${M.problem}`:""}`).join(`
`)}
click to remove`),b(R,"aria-pressed",v.length?"true":"false");let X=G.children[2],oe=K?A.get(F)??0:0;T(X,oe?ge.time.text(
oe):""),X.style.setProperty("--share",`${Y?(100*oe/Y).toFixed(0):0}%`)}b(l,"data-timed",$)}return{el:p,show:k,update(N){
d=N;let P=`${N.graph?.program} ${N.runs}`,C=N.stopped?.path??"",z=`${N.stopped?.run} ${N.stopped?.tick} ${C}:${N.stopped?.
line}`,K=N.phase==="paused"||N.over;K&&(z!==g||P!==y)&&(P!==y&&(f=null),[g,y]=[z,P],(C||!f)&&k(C,N.stopped?.line??0),$&&
e("MeasureOperators",{by:"time",step:N.stopped?.step||0},()=>!0));let D=N.fold.source;D&&D!==f&&(!m.path||D.path===m.path)&&
I(D),f?B(N,f):T(a,K?a.textContent??"":"Pause the run to see its code."),b(s,"hidden",!f),b(r,"hidden",!f||!N.recorded)}}}var Ir=50;function un({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=c("form",{class:"opscope-watch-form","data-asks":!0},o,c("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=c("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=c("div",{},s,n),a=[],i,l=p=>e("WatchExpressions",{expressions:p.slice(-Ir)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let u=o.value.trim();u&&(o.value="",l([...a.filter(f=>f!==u),u]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let u=p.target.closest("[data-expression]");u&&l(a.filter(f=>f!==u.dataset.expression))},{signal:t}),{el:r,update(p){
let u=p.fold.watched,f=p.phase==="running",d=JSON.stringify([u,f]);d!==i&&(i=d,a=u?.expressions??[],b(s,"data-old",f),s.
replaceChildren(...a.map((m,y)=>c("div",{},c("dt",{title:m},m),c("dd",{title:u?.texts[y],"data-failed":u?.failed[y]},c("\
span",{},u?.texts[y]??""),c("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":m,title:"wa\
tch it no longer","aria-label":`watch ${m} no longer`},"×"))))))}}}var fn={id:"code",label:"Code",create:Rr};function pt(e,t,o=!0){return c("details",{class:"opscope-section",open:o},c("s\
ummary",{},e),t)}function Rr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=dn({ask:e,open:t,refresh:o,signal:s}),a=on(
{ask:e,show:r.show,refresh:o,signal:s}),i=un({ask:e,signal:s}),l=sn({ask:e,signal:s}),p=nn({ask:e,frame:()=>a.frame,signal:s}),
u=pt("Operator",l.el,!1);u.addEventListener("toggle",o,{signal:s});let f=c("div",{class:"opscope-code-side"},pt("Call st\
ack",a.el),pt("Variables",a.variables),pt("Watch",i.el),u),d=c("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),m=c("div",{class:"opscope-code-body",hidden:n},r.el,f),y=c("div",{class:"opscope-\
code-tab"},d,m,p.el);return b(p.el,"hidden",n),{el:y,open(g){u.open=!0,l.choose(Number(g))},update(g){n||(r.update(g),a.
update(g),i.update(g),l.update(g,u.open),p.update(g))}}}var Br=1e5,Or=1.2,Pr={to:e=>e,marks:Me,isLog:!1},Fr={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<Or)return Me(10**e,10**t,
o).filter(r=>r>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let r=Math.ceil(e);r<=t;r+=n)s.push(10**r);return s}};function Ue(e,t){
let o=e.flatMap(({min:a,max:i,mean:l})=>[a,i,l]).filter(a=>a!==null),n=o.flatMap(a=>a?[Math.abs(a)]:[]).sort((a,i)=>a-i),
s=n[n.length>>1]??1,r=(n.at(-1)??0)>Br*s;return!(t??r)||!n.length?Pr:t&&n.length===o.length&&o.every(a=>a>0)?Fr:Dr(t?n[Math.
floor(n.length/20)]:s)}function Dr(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let r=Math.ceil(Math.log10(e)),a=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),i=[0];for(let l=r+a-1;l<=308&&t(
10**l)<=Math.max(n,-o);l+=a)i.push(10**l,-(10**l));return i.filter(l=>t(l)>=o&&t(l)<=n)}}}var Ie=150,Re=58,Bt=10,Ot=8,dt=22,Rt="history of mean, min and max";function Pt(e){let t=e.flatMap(i=>[i.min,i.max,i.mean]).
filter(i=>i!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,a=e.at(-1)?.step??1;return{x:[r,a>r?a:r+1],y:[o-s,n+s]}}function ut(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function mn({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),r=U("path",{class:"\
opscope-bad"}),a=U("path",{class:"opscope-cross"}),i=U("path",{class:"opscope-cursor"}),l=U("svg",{class:"opscope-chart",
height:Ie,role:"img","aria-label":Rt});l.append(o,n,s,r,a,i);let p=c("span"),u=c("button",{type:"button",class:"opscope-\
log","aria-pressed":"false",title:"logarithmic axis"},"log"),f=c("section",{class:"opscope-card opscope-wide"},c("h4",{},
"History",p),u,l),d=[],m="",y=null,g,h=hn([],1,g);u.addEventListener("click",()=>{let E=!h.vertical.isLog;g=Ue(d).isLog===
E?void 0:E,w()},{signal:t});let x=()=>{let E=y===null?void 0:ot(d,h.step(y));T(p,E?`step ${E.step}  mean ${H(E.mean)}  ${H(
E.min)} … ${H(E.max)}`:$?"mean, min … max; click to go there":"mean, min … max"),b(a,"d",E?`M${h.x(E.step)},${Ot}V${Ie-
dt}`:"")},$=null,k=E=>{let{x:S}=h.extent;b(i,"d",E===null||!d.length||E<S[0]||E>S[1]?"":`M${h.x(E)},7l-4,-6h8zV${Ie-dt}`)};
l.addEventListener("click",E=>{if(!$||!d.length)return;let S=Math.round(h.step(E.clientX-l.getBoundingClientRect().left));
e(Math.max($[0],Math.min($[1],S)))},{signal:t}),l.addEventListener("pointermove",E=>(y=E.clientX-l.getBoundingClientRect().
left,x()),{signal:t}),l.addEventListener("pointerleave",()=>(y=null,x()),{signal:t});let w=()=>{},L=new ResizeObserver(()=>w());
return L.observe(l),t.addEventListener("abort",()=>L.disconnect()),{el:f,update(E,S,I){w=()=>this.update(E,S,I);let B=E?.
points??[];$=I,b(l,"data-goes",!!I),b(l,"aria-label",S===null?Rt:`${Rt}; the cursor is at step ${S}`),k(S);let N=Math.max(
200,l.clientWidth||f.clientWidth),P=`${N} ${g}`;if(B===d&&m===P)return x();d=B,m=P,h=hn(d,N,g),b(u,"aria-pressed",h.vertical.
isLog?"true":"false"),jr(o,n,s,r,d,h,N),k(S),x()}}}function zr(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)}\
,${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function hn(e,t,o){let n=Ue(e,o),s=p=>p===null?
null:n.to(p),{x:r,y:a}=Pt(e.map(p=>({...p,min:s(p.min),max:s(p.max),mean:s(p.mean)}))),i=t-Re-Bt,l=Ie-Ot-dt;return{extent:{
x:r,y:a},vertical:n,x:p=>+(Re+(p-r[0])/(r[1]-r[0])*i).toFixed(1),y:p=>+(Ot+(1-(n.to(p)-a[0])/(a[1]-a[0]))*l).toFixed(1),
step:p=>r[0]+(p-Re)/i*(r[1]-r[0])}}function jr(e,t,o,n,s,r,a){let i=Ie-dt,l=r.vertical.marks(...r.extent.y,4).flatMap(m=>[
U("path",{d:`M${Re},${r.y(m)}H${a-Bt}`}),U("text",{x:Re-6,y:r.y(m)+3.5,"text-anchor":"end"},Te(m))]),p=Me(...r.extent.x,
Math.max(3,a/110)).filter(Number.isInteger).map(m=>U("text",{x:r.x(m),y:Ie-6,"text-anchor":"middle"},Te(m)));e.replaceChildren(
...s.length?[...l,...p]:[],U("path",{class:"opscope-floor",d:`M${Re},${i}H${a-Bt}`}));let u=ut(s,m=>m.min!==null&&m.max!==
null).map(m=>{let y=m.map(h=>`${r.x(h.step)},${r.y(h.max)}`),g=[...m].reverse().map(h=>`${r.x(h.step)},${r.y(h.min)}`);return`\
M${[...y,...g].join("L")}Z`});b(t,"d",u.join(""));let f=ut(s,m=>m.mean!==null).map(m=>{let y=m.map(g=>`${r.x(g.step)},${r.
y(g.mean)}`);return y.length>1?`M${y.join("L")}`:zr(m[0],r)});b(o,"d",f.join(""));let d=s.filter(m=>m.bad).map(m=>`M${r.
x(m.step)},${i-5}V${i}`);b(n,"d",d.join(""))}function gn({ask:e,signal:t}){let o=c("code",{}),n=c("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=c("span",{role:"status"}),r=c("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(a,i)=>(T(s,a?"":i),!0)),{signal:t}),{el:r,
update(a){let i=a.fold.edits?.texts??[];b(r,"hidden",!i.length||a.phase!=="paused"),T(o,i.join("; ")),b(o,"title",i.join(
`
`))}}}function ft({goTo:e,open:t,signal:o}){let n=c("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",a=>{let i=a.target.closest("button");i?.dataset.step?e(Number(
i.dataset.step),Number(i.dataset.op)):i?.dataset.op&&t("graph",Number(i.dataset.op))},{signal:o});function r(a,i){let[l,
p,u]=[a.ops[i],a.steps[i],i===a.cause],f=l<0?c("span",{class:"opscope-maker"},a.makers[i]):c("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${a.makers[i]} ${l} in the graph`},`${a.makers[i]} ${l}`),d=p?[c("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${a.makers[i]} in step ${p}`},`step ${p}`)]:
[],m=a.gaps[i]?[c("div",{class:"opscope-gap"},`${ae(a.gaps[i])} more`)]:[],y=[a.notes[i],u&&a.reads[i]].filter(Boolean).
join(": ");return c("li",{"data-cause":u},...m,c("div",{class:"opscope-link"},...u?[c("b",{class:"opscope-cause-mark"},"\
cause")]:[],c("code",{},a.values[i]),...a.called[i]?[c("code",{class:"opscope-called"},a.called[i])]:[],f,...d),...y?[c(
"div",{class:"opscope-note-text"},y)]:[],...u?a.growth.map(g=>c("div",{class:"opscope-note-text"},g)):[],...a.sites[i]?[
c("code",{class:"opscope-line"},a.sites[i]+(a.sources[i]?`: ${a.sources[i]}`:""))]:[])}return{el:n,update(a){a!==s&&(s=a,
b(n,"hidden",!a),n.replaceChildren(...(a?.values??[]).map((i,l)=>r(a,l))))}}}function Wr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function bn({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=c("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),a=c("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),i=c("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=ft({goTo:t,open:o,signal:n}),p=c("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
c("div",{},r,a),i,l.el),u="",f="",d=null;function m(g){y("Searching …"),e("Explain",{name:g},(h,x)=>(y(Wr(x)),d=h?g:null,
!0))}function y(g){T(i,g),b(i,"hidden",!g),d=null}return r.addEventListener("click",()=>m(u),{signal:n}),a.addEventListener(
"click",()=>m(""),{signal:n}),y(""),{el:p,update(g,h){let{stopped:x,explained:$}=h,k=`${g} ${x?.run} ${x?.tick}`;k!==f&&
y(""),u=g,f=k;let w=$&&!$.at&&$.asked===d?$:null;l.update(w),b(i,"hidden",!!w||!i.textContent)}}}var Be=168;function Hr(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function wn(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function Gr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function Ur(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${H(e.low+t*o)} … ${H(e.low+(t+1)*o)}: ${ae(e.counts[t])}`:Ft(e)}function xn(e){let t=c("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Be}px`}),o=c("span"),n=c("span",{class:"opscope-\
zero"},"0"),s=c("span"),r=c("div",{class:"opscope-readout"}),a=c("span"),i=c("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=c("div",{class:"opscope-axis"},o,n,
s),p=c("section",{class:"opscope-card"},c("h4",{},"Distribution",a),i,t,l,r),u,f=null,d="",m=!1,y=()=>{};i.addEventListener(
"click",()=>{m=!m,b(i,"aria-pressed",m?"true":"false"),y()},{signal:e});let g=()=>{let h=u&&f!==null&&f<u.counts.length;
b(t,"aria-label",u?`histogram of step ${u.step}, from ${H(u.low)} to ${H(u.high)}: ${Ft(u)}`:"histogram"),T(r,u?h?Ur(u,f):
Ft(u):"")};return t.addEventListener("pointermove",h=>{if(!u)return;let x=t.getBoundingClientRect();f=Math.max(0,Math.min(
u.counts.length-1,Math.floor((h.clientX-x.left)/x.width*u.counts.length))),g()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,g()),{signal:e}),{el:p,update(h){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(h===u&&x===d)return;u=h,d=x,T(a,h?`step ${h.step}`:"");let $=h?.counts.some(Boolean);T(o,h&&$?H(h.low):""),T(s,h&&$?H(
h.high):"");let k=h&&h.low<0&&h.high>0?-h.low/(h.high-h.low):null;b(n,"style",k===null||k<.15||k>.85?"visibility: hidden":
`left: ${(100*k).toFixed(2)}%`),g();let w=h&&h.high>h.low?[.05,.5,.95].map(L=>H(wn(h,L))):[];b(t,"title",w.length?`5 %, \
median and 95 % of the elements: about ${w.join(", ")}`:void 0),y=()=>qr(t,h,k,m),y()}}}function Ft(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ae(t)} finite elements, all equal`:`${ae(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function qr(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round(Be*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let a=getComputedStyle(e);if(s.fillStyle=a.borderBottomColor,s.fillRect(0,Be-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,Be),s.fillStyle=a.color;let i=r/t.counts.length;Hr(Gr(t),n).forEach((l,p)=>{let u=l*(Be-18);
s.fillRect(p*i+.5,Be-1-u,Math.max(1,i-1),u)}),t.high>t.low&&Kr(s,t,r,a.borderTopColor)}function Kr(e,t,o,n){let[s,r,a]=[
.05,.5,.95].map(i=>((wn(t,i)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,a-s,1);for(let[i,l]of[[s,7],[
r,11],[a,7]])e.fillRect(i-.75,5.5-l/2,1.5,l)}function Vr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function yn({
ask:e,signal:t}){let o=c("code",{class:"opscope-cell-name"}),n=le("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=le("cell-value","0.5, nan, h.mean()","new value"),r=c("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),a=c("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),i=le("cell-st\
eps","100","how many steps to replay","number"),l=c("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=c("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),u=c(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},c("span",{},o," [ ",n," ] = ",s),c("span",{},r,a,c("label",{
title:"how many steps to replay"},i," steps"),l)),f=c("div",{class:"opscope-cell-editor"},u,p),d="",m="",y=null,g=()=>n.
value.trim()?`${d}[${n.value.trim()}]`:d,h=(k,w)=>(T(p,w),b(p,"data-failed",!k),w&&p.scrollIntoView({block:"nearest"}),!0);
function x(){b(u,"hidden",!0),y?.focus({preventScroll:!0}),y=null}function $(k){if(!s.value.trim())return void h(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");h(!0,k?"replaying …":"");let w={target:g(),value:s.
value.trim()},L=(E,S)=>(h(E,S),E&&x(),!0);k?e("TryValue",{...w,steps:Math.max(1,Math.round(Number(i.value)||100))},L):e(
"SetValue",w,L)}return u.addEventListener("submit",k=>(k.preventDefault(),$(!!m)),{signal:t}),a.addEventListener("click",
()=>$(!0),{signal:t}),l.addEventListener("click",x,{signal:t}),u.addEventListener("keydown",k=>{if(k.key==="Escape")x();else if(k.
key==="Enter"&&!k.isComposing&&k.target.matches("input"))$(!!m);else return;k.preventDefault(),k.stopPropagation()},{signal:t}),
{el:f,open(k,w,L,E,S){[d,y]=[k,S],T(o,w),b(o,"title",k),n.value=L,s.value=E,h(!0,""),b(u,"hidden",!1),s.focus(),s.select()},
update(k,w){d&&w!==d&&!u.hidden&&b(u,"hidden",!0),m=Vr(k),r.disabled=!!m,b(r,"title",m||"in this run; what follows is co\
mputed again"),a.disabled=!k.recorded||k.phase==="running"}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},Xr=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Oe(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=Xr.reduceRight((r,a)=>r*t+a[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var be=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,nl=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
Oe((t-2)/252));function qe(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function ht(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>be(Oe(t/16))).join(", ")})`}var kn=26,Yr=14,Jr=4;function vn(e,t,o,n){let s=Math.min(kn,o/t,n/e),r=(a,i)=>Math.max(Yr,s*a,s<kn?Math.min(i/2,Jr*s*a):
0);return[r(t,o),r(e,n)]}function $n(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,a=qe(e.pixels[o*e.cols+n],e.low,e.high),
i=Number.isNaN(a)?"NaN":a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${H(a)}`;return`${t.length>2?`[${mo(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${i}`}function Mn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Sn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let a=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));a>s&&([n,s]=[r,a])}return n}function mt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function Ke(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[a,i]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return a<e.cols&&i<e.rows&&l<e.facets&&s<t?{facet:l,row:i,col:a}:null}function Wt(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Ln(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let r=qe(s,e.low,e.high);return t?Wt(r/o):Oe(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function gt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replaceAll("-","−");let a=qe(e.pixels[s],e.low,e.high);return Number.isNaN(a)?"NaN":
a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${H(a)}`}var Zr=[128,128,128,90],Qr=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Nn(e,t,o,n){let[s,r]=mt(t,o),a=e.getContext("2d");if(!a||s<=0||r<=0)return;e.width!==s&&(e.width=s),e.height!==
r&&(e.height=r);let i=a.createImageData(s,r),l=Ln(t,n);for(let p=0;p<s*r;p++)Qr(t,p%s,Math.floor(p/s))&&i.data.set(Zr,4*
p);for(let p=0;p<t.facets;p++){let[u,f]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let d=0;d<t.rows;d++)for(let m=0;m<
t.cols;m++){let y=4*((f+d)*s+u+m),[g,h,x]=l[t.pixels[(p*t.rows+d)*t.cols+m]];i.data[y]=g,i.data[y+1]=h,i.data[y+2]=x,i.data[y+
3]=255}}a.putImageData(i,0,0)}var En=7;function ea(e){let t=String(Math.round(e)),o=r=>{let a=String(Number(e.toPrecision(
r))),i=e.toExponential(r-1).replace("e+","e");return i.length<a.length?i:a};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=En?t:[3,2].map(o).find(r=>r.length<=En)??o(1)).replaceAll("-","−")}function Tn(e,t,o,n,s){let r=e.getContext(
"2d");if(!r)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,
devicePixelRatio);let a=Ln(t,s),[i,l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,i/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let u=0;u<
t.cols;u++){let f=p*t.cols+u,[d,m,y]=a[t.pixels[f]];r.fillStyle=`rgb(${d}, ${m}, ${y})`,r.fillRect(u*i,p*l,i-1,l-1),r.fillStyle=
.299*d+.587*m+.114*y>140?"#111111":"#ffffff";let g=Number(t.numbers[f]),h=Number.isFinite(g)?ea(g):gt(t,{facet:0,row:p,col:u});
r.fillText(h,(u+.5)*i,(p+.5)*l)}}var Ht=168,Gt=300,ta=600,Ut=[34,18],bt=4,oa=16,wt=8,qt="keep these elements, to compare others with them",An={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function na(e,t,o,n){let[s,r]=[we(e,0),we(e,1)],a=Math.min(
s,Math.max(wt,Math.round(e.height/n))),i=Math.min(r,Math.max(wt,Math.round(e.width/n))),l=(p,u,f)=>Math.max(0,Math.min(f-
u,Math.round(p-u/2)));return{top:l(t,a,s),left:l(o,i,r),height:a,width:i}}function sa(e,t){let[o,n]=e.axes,s=Cn(e,{facet:t,
row:0,col:0}).map((r,a)=>a===o||a===n?0:r);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function we(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function me(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function Cn(e,t){
let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((a,i)=>r.get(i)??e.index[i])}function ra(e,t){let[o,n,s]=e.axes,[r,a]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],i=(p,u,f)=>u>1?`${p}–${Math.min(f,p+u)-1}`:`${p}`;return`[${e.shape.map((p,u)=>u===o?i(r,e.row_stride,e.top+
e.height):u===n?i(a,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${gt(me(
e),t)}`}function In({ask:e,signal:t,offline:o}){let n=c("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=c("div",
{class:"opscope-heatmap-box"},n),r=c("span"),a=c("span"),i=c("i"),l=[Kt("NaN",pe.nan,0),Kt("−Inf",pe.minusInf,1),Kt("+\
Inf",pe.plusInf,255)],p=c("div",{class:"opscope-readout"}),u=c("span"),f={rows:R("rows"),cols:R("columns"),facets:R("fac\
ets")},d=c("span",{class:"opscope-positions"}),m=c("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},c("option",{value:"auto"},"auto"),c("option",{value:"sequential"},"low to high"),c("option",{value:"signed"},"signe\
d")),y=v("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>M(bt)),g=v("−","zoom out (-)","zoom-out",()=>M(1/
bt)),h=v("Pin",qt,"pin",()=>e("PinValue",{name:Z()?"":L})),x=v("Difference","show the difference to the pinned value","d\
ifference",()=>oe({...I,difference:!I.difference})),$=c("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,
f.facets.el,d,c("label",{},"colors",m),c("span",{class:"opscope-slice-tools"},g,y,h,x)),k=yn({ask:e,signal:t}),w=c("sect\
ion",{class:"opscope-card opscope-elements"},c("h4",{},"Elements",u),$,s,k.el,c("div",{class:"opscope-legend"},c("div",{
class:"opscope-scale"},r,i,a),...l.map(_=>_.el)),p),L="",E="",S=null,I=An,B="",N=null,P="",C=!1,z=0,K="",D,A,Y=[],J=null,
F=null,G=-1;function v(_,W,q,te){let ee=c("button",{type:"button",class:`opscope-slice-tool opscope-${q}`,title:W,"aria-\
label":W},_);return ee.addEventListener("click",te,{signal:t}),ee}function R(_){let W=c("select",{class:`opscope-axis-${_}`,
"aria-label":`axis of the ${_}`});return W.addEventListener("change",()=>X(_==="columns"?"cols":_,Number(W.value)),{signal:t}),
{el:c("label",{},_,W),field:W}}function X(_,W){if(!A)return;let[q,te,ee]=A.axes,V={rows:q,cols:te,facets:ee},ie=Object.keys(
V).find(se=>W>=0&&V[se]===W);ie&&(V[ie]=V[_]),V[_]=W,oe({...I,...V,top:0,left:0,height:0,width:0})}function oe(_){_.facets>=
0&&(G=-1),I=_,P="";let W=++z;e("FetchSlice",{name:L,...I},(q,te)=>(W!==z||(C=q,q||([P,I]=[te,{...I,difference:!1}]),ue()),
!0))}function M(_,W){if(!A)return;let[q,te]=W??[A.top+A.height/2,A.left+A.width/2],ee=na(A,q,te,_),V=ee.height===A.height&&
ee.width===A.width;V&&_>1&&A.facets>1?O(A,J&&Ke(me(A),Q(me(A)),...J)?.facet||0):V&&_<1&&G>=0?oe({...I,...ee,facets:G}):oe(
{...I,...ee})}function O(_,W){oe({...I,...sa(_,W)}),G=_.axes[2]}let j=()=>(A??D)?.step,Z=()=>S?.name===L&&S?.step===j(),
ne=()=>A?me(A):D?{...D,facets:1,numbers:[]}:null,Q=_=>Sn(_,s.clientWidth||400,_.facets>1?Gt:Ht),re=()=>m.value==="signed"||
m.value==="auto"&&!!A?.difference;function ue(){let _=A&&J&&Ke(me(A),Q(me(A)),...J),W=D&&J&&J[1]<D.rows&&J[0]<D.cols,q=A?
_&&ra(A,_):W&&D&&J?$n(D,Y,J[1],J[0]):"";T(p,P||q||(A?aa(A):D?Mn(D):""))}function Se(_){let W=ne();if(!W)return null;let q=n.
getBoundingClientRect(),[te,ee]=mt(W,Q(W)),V=(ie,se)=>Math.max(0,Math.min(se-1,Math.floor(ie*se)));return[V((_.clientX-q.
left)/q.width,te),V((_.clientY-q.top)/q.height,ee)]}n.addEventListener("pointermove",_=>(J=Se(_),ue()),{signal:t}),n.addEventListener(
"pointerleave",()=>(J=null,ue()),{signal:t});function xe(_,W){if(!_||o)return;let q=me(_),te=(W&&Ke(q,Q(q),...W))??{facet:0,
row:0,col:0};k.open(L,E,Cn(_,te).join(", "),_.numbers.length?gt(q,te).replaceAll("−","-"):"",n)}n.addEventListener("db\
lclick",()=>xe(F?.slice,F?.at??null),{signal:t}),n.addEventListener("click",_=>{if(_.detail>1)return;F={slice:A,at:Se(_)};
let W=A&&Ke(me(A),Q(me(A)),...Se(_)??[0,0]);A&&W&&A.facets>1?O(A,W.facet):A&&W&&!ke()&&M(oa,[A.top+W.row*A.row_stride,A.
left+W.col*A.col_stride])},{signal:t}),n.addEventListener("keydown",_=>{let W={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[
0,-1],ArrowRight:[0,1]}[_.key];if(_.key==="+"||_.key==="=")M(bt);else if(_.key==="-")M(1/bt);else if(_.key==="Enter")xe(
A,J);else if(W&&A)M(1,[A.top+A.height*(.5+W[0]/2),A.left+A.width*(.5+W[1]/2)]);else return;_.preventDefault(),_.stopPropagation()},
{signal:t}),m.addEventListener("change",()=>(K="",oo()),{signal:t}),d.addEventListener("change",()=>{let _=Y.map((W,q)=>d.
querySelector(`[data-axis="${q}"]`)?.value??"0");oe({...I,index:_.map(W=>String(Math.max(0,Math.round(Number(W)||0)))).join(
",")})},{signal:t}),d.addEventListener("keydown",_=>_.stopPropagation(),{signal:t});function ye(_){let W=_.shape.map((ee,V)=>[
String(V),`${V} (${ee})`]);for(let[ee,{field:V}]of[f.rows,f.cols,f.facets].entries()){let ie=[["-1","none"],...W],se=ie.
join();V.dataset.key!==se&&V.replaceChildren(...ie.map(([ve,fe])=>c("option",{value:ve},fe))),V.dataset.key=se,V.value=String(
_.axes[ee])}b(f.rows.el,"hidden",_.shape.length<2),b(f.cols.el,"hidden",_.shape.length<2),b(f.facets.el,"hidden",_.shape.
length<3);let q=_.shape.flatMap((ee,V)=>_.axes.includes(V)||ee<2?[]:[[V,ee,_.index[V]]]),te=JSON.stringify(q);d.dataset.
key!==te&&(d.dataset.key=te,d.replaceChildren(...q.map(([ee,V,ie])=>c("label",{},`axis ${ee}`,c("input",{type:"number",min:0,
max:V-1,value:ie,"data-axis":ee,title:`position on axis ${ee}, 0 to ${V-1}`})))))}function ke(){if(!A)return!1;let{facets:_,
rows:W,cols:q,numbers:te}=me(A);return _===1&&te.length>0&&s.clientWidth/q>=Ut[0]&&W*Ut[1]<=ta}function oo(){let _=ne(),
W=_?_.rows*_.cols*_.facets:0;if(b(n,"hidden",!W),!_||!W)return;let q=Q(_),[te,ee]=mt(_,q),V=s.clientWidth,ie=ke(),se=ie?
[Math.min(V,_.cols*64),_.rows*Ut[1]]:_.facets>1?[Math.min(V,te*Gt/ee),Math.min(Gt,ee*V/te)]:vn(_.rows,_.cols,V,Ht),ve=`${se}\
 ${devicePixelRatio} ${re()} ${ie}`;if(ve===K)return;K=ve,b(s,"style",`height: ${Math.max(ie||_.facets>1?0:Ht,Math.ceil(
se[1]))}px`),b(n,"style",`width: ${se[0].toFixed(1)}px; height: ${se[1].toFixed(1)}px`),ie?Tn(n,_,se[0],se[1],re()):Nn(n,
_,q,re());let fe=Math.max(Math.abs(_.low),Math.abs(_.high));T(r,H(re()?-fe:_.low)),T(a,H(re()?fe:_.high)),b(i,"style",`b\
ackground: ${re()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].map(je=>be(Wt(je))).join(", ")})`:ht()}`)}return{el:w,update(_,W,q,te){
Y=W,te!==L&&([L,I,P,G]=[te,An,"",-1]);let ee=`${te} ${W} ${q.stopped?.run} ${q.stopped?.tick} ${q.phase}`;ee!==B&&(C=!1),
!o&&q.phase!=="running"&&(ee!==B||q.stopped!==N)&&oe(I),[B,N]=[ee,q.stopped],k.update(q,te);let V=q.fold.slices.get(te),
se=V&&String(V.shape)===String(W)&&(C||V.step===_?.step||V.difference)&&!o?V:void 0;if(se!==A||_!==D){[A,D,K]=[se,_,""];
for(let kt of l)kt.update((se??_)?.pixels);ue()}b($,"hidden",!A),A&&ye(A),S=q.fold.pinned;let ve=(kt,vs)=>`${_n(q,kt)} o\
f step ${vs}`;E=_n(q,te);let fe=S?.name?ve(S.name,S.step):"",je=j();return T(u,A?.difference?`${ve(te,A.step)} − ${A.difference===
`${S?.name} of step ${S?.step}`?fe:A.difference}`:je===void 0?"":`step ${je}`),b(x,"hidden",!fe||String(S?.shape)!==String(
W)),b(x,"aria-pressed",I.difference?"true":"false"),b(x,"title",`show the difference to ${fe}`),b(h,"aria-pressed",Z()?"\
true":"false"),b(h,"title",Z()?"forget the elements that are kept":fe?`${qt}, instead of ${fe}`:qt),b(g,"disabled",!A||G<
0&&A.height===we(A,0)&&A.width===we(A,1)),b(y,"disabled",!A||A.facets===1&&A.height<=wt&&A.width<=wt),oo(),je}}}function _n(e,t){
let o=e.values.get(t);return o?he(o)[0]:t}function aa(e){let t=Ne([we(e,0),we(e,1)]),o=e.height<we(e,0)||e.width<we(e,1)?
`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`\
, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?
`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?`, ${e.nonfinite} not finite`:""}`}function Kt(e,t,o){
let n=c("span",{class:"opscope-mark","data-absent":!0},c("i",{style:`background: ${be(t)}`}),e);return{el:n,update:s=>b(
n,"data-absent",!s?.includes(o))}}var Vt=12;function Rn({ask:e,open:t,signal:o,offline:n}){let s=c("div",{class:"opscope-provenance"}),r="",a=(i,l)=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${i} ${l} in the graph`},`${i} ${l}`);return s.addEventListener(
"click",i=>{let l=i.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(i,l){let p=n?void 0:i.fold.slices.get(l.name),u=(p?.
readers??[]).map((h,x)=>[p?.reader_types[x]??"",h]),f=i.recorded&&l.step>=i.recorded.first&&l.step<=i.recorded.last,d=!!(p&&
!p.writers.includes(l.op)),m=!n&&i.phase!=="running"&&f&&l.op>=0&&!d,y=JSON.stringify([l.op,l.op_type,u,m&&l.step,d]);if(y===
r)return;r=y;let g=u.length>Vt?[`and ${u.length-Vt} more`]:[];s.replaceChildren(...l.op<0?[]:d?[`made by ${l.op_type} of\
 another program`]:["made by",a(l.op_type,l.op)],...u.length?["read by",...u.slice(0,Vt).map(([h,x])=>a(h,x)),...g]:p?["\
read by nothing"]:[],...m?[c("button",{type:"button",class:"opscope-why opscope-to-write","data-step":l.step,"data-write\
r":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to the write")]:[]),b(s,"hidden",!s.childNodes.
length)}}}var[Ve,Pe,Xt,Yt,Jt]=[150,58,10,8,22];function Bn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Zt(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":H(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function On(e){let t=c("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=c("code",{}),n=c("spa\
n"),s=U("g",{class:"opscope-grid"}),r=U("path",{class:"opscope-line"}),a=U("path",{class:"opscope-line opscope-branch-li\
ne"}),i=U("path",{class:"opscope-cross"}),l=U("svg",{class:"opscope-chart",height:Ve,role:"img"},s,r,a,i),p=c("div",{class:"\
opscope-branch-key"},c("span",{},c("i",{}),"recorded"),c("span",{},c("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=c("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},c("h4",{},"What if",t,n),l,p),f,d="",
m={x:x=>0,step:x=>0},y=new Map;t.addEventListener("change",()=>(f=y.get(t.value),h()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!f)return;let $=m.step(x.clientX-l.getBoundingClientRect().left),k=f.steps.reduce((w,L,E)=>Math.abs(L-
$)<Math.abs(f.steps[w]-$)?E:w,0);T(n,`step ${f.steps[k]}   ${H(f.recorded[k])}   would be ${H(f.changed[k])}`),b(i,"d",`\
M${m.x(f.steps[k])},${Yt}V${Ve-Jt}`)},{signal:e}),l.addEventListener("pointerleave",()=>(b(i,"d",""),T(n,f?Zt(f):"")),{signal:e});
let g=new ResizeObserver(()=>h());g.observe(l),e.addEventListener("abort",()=>g.disconnect());function h(){let x=f;if(!x)
return;let $=Math.max(200,l.clientWidth||u.clientWidth),k=`${x.name} ${x.change} ${$} ${x.changed.length} ${x.changed.at(
-1)}`;if(k===d)return;d=k;let w=[Bn(x,x.recorded),Bn(x,x.changed)],L=[...w[0],...w[1]].sort((A,Y)=>A.step-Y.step),E=Ue(L),
S=A=>A===null?null:E.to(A),{x:I,y:B}=Pt(L.map(A=>({...A,min:S(A.min),max:S(A.max),mean:S(A.mean)}))),N=$-Pe-Xt,P=A=>+(Pe+
(A-I[0])/(I[1]-I[0])*N).toFixed(1),C=A=>+(Yt+(1-(E.to(A)-B[0])/(B[1]-B[0]))*(Ve-Yt-Jt)).toFixed(1);m={x:P,step:A=>I[0]+(A-
Pe)/N*(I[1]-I[0])};let z=E.marks(...B,4).flatMap(A=>[U("path",{d:`M${Pe},${C(A)}H${$-Xt}`}),U("text",{x:Pe-6,y:C(A)+3.5,
"text-anchor":"end"},Te(A))]),K=Me(...I,Math.max(3,$/110)).filter(Number.isInteger).map(A=>U("text",{x:P(A),y:Ve-6,"text\
-anchor":"middle"},Te(A)));s.replaceChildren(...z,...K,U("path",{class:"opscope-floor",d:`M${Pe},${Ve-Jt}H${$-Xt}`}));let D=A=>ut(
A,Y=>Y.mean!==null).map(Y=>Y.length>1?`M${Y.map(J=>`${P(J.step)},${C(J.mean)}`).join("L")}`:`M${P(Y[0].step)-4},${C(Y[0].
mean)}h8`).join("");b(r,"d",D(w[0])),b(a,"d",D(w[1])),b(l,"aria-label",`${x.name}: ${Zt(x)}, if ${x.change}`),T(n,Zt(x)),
T(o,x.change)}return{el:u,update(x){let{branches:$}=x.fold;if(b(u,"hidden",!$.size),$===y)return h();y=$;let k=[...y.values()].
at(-1),w=[...y.values()].filter(L=>L.change===k?.change).map(({name:L})=>L);t.replaceChildren(...w.map(L=>c("option",{value:L},
x.scalarNames.get(L)||L))),f=y.get(w.includes(f?.name??"")?f?.name??"":w[0]??""),f&&(t.value=f.name),h()}}}var ia=[["mean",e=>H(e.mean)],["std",e=>H(e.std)],["min",e=>H(e.min)],["max",e=>H(e.max)],["shape",e=>Ne(e.shape)],["zer\
os",e=>Ze(e.zeros),e=>de(e)==="zeros"],["NaN",e=>ae(e.nan),e=>e.nan>0],["Inf",e=>ae(e.inf),e=>e.inf>0],["elements",e=>ae(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function ca(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function la(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function pa(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:et(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var Pn={id:"tensor",label:"Tensor",create:da};function da({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let a=c("span",{class:"opscope-pill"}),i=c("span",{class:"opscope-detail-name"}),l=c("div",
{class:"opscope-origin"}),p=c("code",{class:"opscope-site"}),u=ia.map(([B,N,P])=>{let C=c("span",{class:"opscope-number"});
return{label:B,value:N,warn:P,shown:C,el:c("div",{class:"opscope-fact"},c("span",{class:"opscope-label"},B),C)}}),f=mn({
goTo:o,signal:s}),d=xn(s),m=In({ask:e,signal:s,offline:r}),y=Rn({ask:e,open:t,signal:s,offline:r}),g=c("div",{class:"ops\
cope-detail-head"},c("div",{},a,i),c("div",{},l,p)),h=On(s),x=gn({ask:e,signal:s}),$=c("div",{class:"opscope-charts"},f.
el,d.el,m.el,h.el),k=c("div",{class:"opscope-hint"}),w=c("div",{class:"opscope-about"}),L=bn({ask:e,goTo:o,open:t,signal:s,
offline:r}),E=[g,x.el,y.el,L.el,c("div",{class:"opscope-facts"},...u.map(B=>B.el)),w,$],S=c("div",{class:"opscope-detail\
-body"},...E),I=c("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return m.
el.append(k),{el:c("div",{class:"opscope-detail"},I,S),update(B,{selected:N,refusal:P}){let C=B.values.get(N);if(b(I,"hi\
dden",!!C),b(S,"hidden",!C),!C)return;let z=de(C);b(g,"data-health",z),T(a,Qe[z]);let[K,D]=he(C);T(i,K),b(i,"title",C.called?
`${C.name}, ${C.called}`:C.name),T(l,[K!==C.name?D:D&&`called ${D}`,pa(C)].filter(Boolean).join(" · ")),T(p,C.site),L.update(
N,B);for(let v of u)T(v.shown,v.value(C)),b(v.shown,"title",v.value(C)),b(v.el,"data-bad",v.warn?.(C)?v.label==="NaN"?"n\
an":v.label==="Inf"?"inf":"zeros":void 0);let A=_e(B,C),Y=[la(A),ca(C)].filter(Boolean).join(" ");b(S,"data-elsewhere",!!A),
T(w,Y),b(w,"hidden",!Y);let J=B.details.get(N),F=m.update(J,C.shape,B,N);f.update(B.history.get(N),B.stopped?.step||null,
n(B));for(let[v,R]of[[d,J?.step],[m,F]])b(v.el,"data-elsewhere",!!A||!!(B.stopped&&R!==void 0&&R!==C.step));d.update(J),
y.update(B,C),h.update(B),x.update(B),T(k,F===void 0?r?"Elements were not recorded for this value.":P||"Waiting for the \
elements of this value …":""),b(k,"hidden",F!==void 0)}}}var ua=["error","warning","hint"];function Fn(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>ua.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function fa(e){let t=e.
times>1?`, ${ae(e.times)} times`:"";return e.step?`step ${ae(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function ha(e,t){let o=[...e.values.values()].filter(n=>n.nan||n.inf).length;return!o||!t?'No finding. \
A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.':`${o===1?"1 value has":`${ae(o)}\
 values have`} NaN or Inf, and no rule has looked: "Check the recorded steps" finds the first one.`}var Dn={id:"findings",
label:"Findings",create:ma,count:e=>Fn(e.findings).length};function ma({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=c(
"button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},
"Check the recorded steps"),a=c("span",{class:"opscope-look-answer",role:"status"}),i=c("div",{class:"opscope-findings-b\
ar","data-asks":!0,hidden:s},r,a),l=c("div",{class:"opscope-nothing"}),p=c("ul",{class:"opscope-findings-rows"}),u=ft({goTo:o,
open:t,signal:n}),f=c("pre",{class:"opscope-cause",role:"status",hidden:!0}),d=null,m,y=!1,g=s;r.addEventListener("click",
()=>{T(a,"Looking …"),e("FindFaults",{},(w,L)=>(g||=w,T(a,w?`${L}. Rules can be wrong: judge by the evidence.`:L),!0))},
{signal:n}),p.addEventListener("click",w=>{let L=w.target.closest("button"),E=Number(L?.dataset.number),S=E?h.get(E):void 0;
!S||!L||(L.classList.contains("opscope-there")?x(S):$(S,L))},{signal:n});let h=new Map;function x(w){w.step?o(w.step,w.op):
t("graph",w.op)}function $(w,L){let E=d?.number===w.number;d=E?null:{number:w.number,name:w.value,step:w.step,ok:!1};for(let S of p.
querySelectorAll(".opscope-ask-why"))b(S,"aria-expanded",S===L&&!E?"true":"false");u.update(null),T(f,d?"Searching …":
""),b(f,"hidden",!d),d&&(L.closest(".opscope-finding")?.append(f,u.el),e("Explain",{name:w.value,step:w.step},(S,I)=>(d?.
number!==w.number||(d.ok=S,T(f,S?"":I),b(f,"hidden",S)),!0)))}function k(w,...L){let E=c("button",{type:"button",class:"\
opscope-why opscope-there","data-number":w.number,title:w.step?`go to step ${w.step}`:"show it in the graph"},w.step?"Go\
 there":"Show in graph"),S=c("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":w.number,"aria-ex\
panded":"false",title:`why ${w.value} is what it is in step ${w.step}`},"Why"),I=[...w.step||w.op>=0?[E]:[],...!s&&w.value&&
w.step?[S]:[]];return c("div",{class:"opscope-finding","data-severity":w.severity},c("div",{class:"opscope-finding-head"},
c("span",{class:"opscope-severity"},w.severity),c("b",{},w.rule),...w.value?[c("code",{},w.called||w.value)]:[],...w.called?
[c("span",{class:"opscope-called"},c("code",{},w.value))]:[],c("span",{class:"opscope-when"},fa(w))),c("div",{class:"ops\
cope-evidence"},w.evidence),...w.site?[c("code",{class:"opscope-line"},w.site+(w.code?`: ${w.code}`:""))]:[],...w.operator?
[c("code",{class:"opscope-line opscope-operator-text"},w.operator)]:[],...w.suggestion?[c("div",{class:"opscope-try"},`T\
ry: ${w.suggestion}`)]:[],...L,c("div",{class:"opscope-finding-buttons","data-asks":!0},...I))}return{el:c("div",{class:"\
opscope-findings"},i,l,p),update(w){y=!!w.recorded||s,b(r,"disabled",!w.recorded),b(p,"data-fixed",!y);let L=d?.ok&&w.explained?.
asked===d.name&&w.explained.at===d.step?w.explained:null;if(L&&u.update(L),T(l,ha(w,!!w.recorded&&!g)),w.findings===m)return;
m=w.findings,h=new Map([...w.findings.values()].map(B=>[B.number,B]));let E=Fn(w.findings),S=new Set([...p.querySelectorAll(
"details[open]")].map(B=>B.dataset.number));b(l,"hidden",E.length>0),p.replaceChildren(...E.map(({finding:B,consequences:N})=>{
let P=c("details",{class:"opscope-consequences","data-number":B.number,open:S.has(String(B.number))},c("summary",{},`may\
 explain ${N.length} more`),...N.map(C=>k(C)));return c("li",{},k(B),...N.length?[P]:[])}));let I=d&&p.querySelector(`.o\
pscope-ask-why[data-number="${d.number}"]`);I&&(b(I,"aria-expanded","true"),I.closest(".opscope-finding")?.append(f,u.el))}}}var Fe=128,zn=36,ga=Object.freeze([]),ba=3,wa=12;function xa(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-wa,Math.min(o-ba,Math.floor(Math.log10(e)))),o]}var jn=new WeakMap;function ya(e){let t=jn.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],jn.set(
e,t)}return t}function Hn(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Wn=Array.from({length:129},
(e,t)=>be(Oe(t/128)));function ka(e,t){return e.bad?be(pe.nan):e.rms?Wn[Math.round(Hn(e.rms,t)*(Wn.length-1))]:null}var Gn={
id:"flow",label:"Gradient flow",short:"Flow",create:va,count:e=>Tt(e).length};function va({select:e,refresh:t,signal:o}){
let n=c("div",{class:"opscope-decades"}),s=c("div",{class:"opscope-flow-row opscope-flow-head"},c("span",{},"parameter"),
n,c("span",{},"RMS"),c("span",{},"over steps")),r=c("div",{class:"opscope-flow-body"}),a=c("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),i=c("span"),l=c("span"),p=c("d\
iv",{class:"opscope-legend opscope-flow-legend"},c("span",{},"RMS gradient of each parameter"),c("div",{class:"opscope-s\
cale"},i,c("i",{style:`background: ${ht()}`}),l),c("span",{class:"opscope-mark"},c("i",{style:`background: ${be(pe.nan)}`}),
"NaN or Inf")),u=new Map;r.addEventListener("click",m=>{let y=m.target.closest("[data-name]");y&&e(y.dataset.name??"")},
{signal:o});let f=c("div",{class:"opscope-flow"},a,c("div",{class:"opscope-flow-table"},s,r,p));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let d=(m,y)=>m.history.get(y.name)?.points??ga;return{el:f,update(m,{selected:y}){let g=Tt(
m);b(a,"hidden",g.length>0),b(s,"hidden",!g.length);let[h,x]=[1/0,0];for(let S of g){let[I,B]=ya(d(m,S));[h,x]=[Math.min(
h,I),Math.max(x,B)]}let $=xa(h,x);$a(n,$),T(i,H(10**$[0])),T(l,H(10**$[1])),b(p,"hidden",!g.length);for(let S of g)u.has(
S.name)||u.set(S.name,Ma(S.name));let k=g.map(S=>u.get(S.name));Ae(r,k.map(S=>S.el));let w=m.stopped?.step||null,L=Math.
floor((f.scrollTop-(r.offsetTop-f.offsetTop))/zn)-2,E=L+Math.ceil(f.clientHeight/zn)+4;g.forEach((S,I)=>{if(I<L||I>E)return k[I].
choose(S.name===y);k[I].update(S,d(m,S),$,_e(m,S),w),k[I].choose(S.name===y)})}}}function $a(e,t){let[o,n]=t,s=Math.max(
1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let a=Math.
ceil((n-o)/s),i=[];for(let l=n;l>=o;l-=a){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;i.push(c("span",{style:p},"10",
c("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...i)}function Ma(e){let t=tt(e),o=c("i"),n=c("span",{class:"\
opscope-track"},o),s=c("span",{class:"opscope-number"}),r=c("canvas",{class:"opscope-strip",width:Fe,height:1,role:"img",
"aria-label":"RMS gradient over the steps"}),a=c("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),
i="",l;return{el:a,choose:p=>b(a,"aria-pressed",p?"true":"false"),update(p,u,f,d,m){let y=`${f} ${d} ${m}`;if(l===p&&i===
y)return;l=p,i=y,b(a,"data-elsewhere",!!d),b(a,"title",d?`not computed yet: its value ${d}`:void 0);let{rms:g}=nt(p),h=de(
p);He(t,he(p)[0].split("@GRAD")[0]),b(a,"data-health",h),b(o,"data-nothing",g===null),b(n,"style",`--decade: ${(100/(f[1]-
f[0])).toFixed(3)}%`),b(o,"style",`width: ${(100*(g===null?1:Hn(g,f))).toFixed(2)}%`),T(s,p.nan?"NaN":p.inf?"Inf":H(g)),
Ea(r,u,f,m)}}}function Ea(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Fe,1);let r=t[0]?.step??0,a=(t.
at(-1)?.step??0)-r+1;t.forEach((i,l)=>{let p=t[l+1]?.step??i.step+1,u=Math.floor((i.step-r)/a*Fe);if(!i.bad&&l+1<t.length&&
Math.floor((p-r)/a*Fe)===u)return;let f=ka(i,o);f&&(s.fillStyle=f,s.fillRect(u,0,Math.ceil((p-r)/a*Fe)-u,1))}),!(n===null||
n<r||n>=r+a)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/a*Fe),0,2,1))}var Sa=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function Qt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Un(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${It(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Ee(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function qn(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(Sa)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),a=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),i=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=U("g",{class:"opscope-gutter"},U("title"),r,a,i);return e.
append(l),l}function Kn(e,t){b(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),b(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),b(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&T(qn(e).firstChild,Un(t))}function Vn(e){let t=qn(e).firstChild;t.textContent||T(t,Un([]))}function Xn(e){let t=[];for(let o of e){let n=Number(o.querySelector("rect")?.getAttribute("width")??0)-6;if(!(n<=0))for(let s of o.
querySelectorAll("text"))s.getComputedTextLength()>n&&t.push([s,n])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(
1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var De=["nan","inf","zeros","ok"],La=2e5;function Yn(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=de(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||De.indexOf(s)<De.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function Jn(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let a=o.get(r);(!a||De.indexOf(s)<De.indexOf(a))&&o.set(r,s)}return o}function Zn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<La;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Qn(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,a)=>De.indexOf(de(r))-De.indexOf(de(a)))[0]?.name}var Na=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),es=/^(xmlns(:xlink)?|xml:space)$/,Ta=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),Aa=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function _a(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!Ta.has(e)&&!Aa.test(e)&&!es.test(e)?!1:es.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function ts(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(os(n),document.importNode(n,!0))}function os(e){for(let{
name:t,value:o}of[...e.attributes])_a(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Na.
has(t.localName)&&t.namespaceURI===e.namespaceURI?os(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function ns(e,t){let o=ts(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);b(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),a=s.getAttribute("data-dst"),i=s.getAttribute("data-scope"),l=Zn(s.getAttribute("data-h\
ides"));r!==null&&a!==null?n.links.push({src:r,dst:a}):l.length||/^(op|var)-/.test(s.id)?Ca(n,s,l,t&&i!==null):i!==null&&
(n.frames.set(i,s),t&&ss(s,"fold"))}return n}function Ca(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);b(t,"data-node",t.id),b(t,"tabindex",-1),b(t,"role","button"),b(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&ss(t,"open")}function ss(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),a=s("y")+(t==="open"?0:11),i=t===
"open"?`M${r-3},${a}h6M${r},${a-3}v6`:`M${r-3},${a}h6`,l=U("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},l,U("circle",{cx:r,cy:a,r:6}),U("path",{d:i})))}function rs(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,a=p=>(p.left+p.right)/2,i=null,l=1/0;for(let p of s){let u=e.nodes.get(p)?.getBoundingClientRect();if(!u||p===t)continue;
let f=a(u)-a(n),d=Math.abs(u.top-n.top);if(r&&f*r<=1)continue;let m=Math.abs(f)+(r?3:.2)*d;m<l&&([i,l]=[p,m])}return i}var Ia=150,as="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function is({search:e,choose:t,signal:o}){
let n=c("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:as,"aria-label":`\
search the graph: ${as}`}),s=c("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=c("div",{class:"opscope-graph\
-find"},n,s),a=0,i="",l=null,p=()=>b(s,"hidden",!0),u=()=>{i=n.value.trim(),i?e(i):p()};n.addEventListener("input",()=>{
clearTimeout(a),a=window.setTimeout(u,Ia)},{signal:o}),n.addEventListener("focus",()=>b(s,"hidden",!i||!l||l.text!==i),{
signal:o}),r.addEventListener("keydown",d=>{d.stopPropagation();let m=[...s.querySelectorAll("button")],y=m.findIndex(g=>g.
matches(":focus"));if(d.key==="Escape")p(),n.focus();else if(d.key==="Enter"&&y<0)l?.text===n.value.trim()?m[0]?.click():
u();else if(d.key==="ArrowUp"&&y===0)n.focus();else if(d.key.startsWith("Arrow")&&d.key!=="ArrowLeft"&&d.key!=="ArrowRig\
ht")m[ce(d,y,m.length)??0]?.focus();else return;d.preventDefault()},{signal:o}),s.addEventListener("click",d=>{let m=d.target.
closest("[data-found]");m&&(p(),t(m.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
d=>d.composedPath().includes(r)||p(),{signal:o,capture:!0});function f(d){let m=d.ids.map((h,x)=>{let $=c("button",{class:"\
opscope-match",type:"button",role:"option","data-found":h},c("b",{},d.labels[x]),c("span",{},d.details[x]));return b($,"\
title",`${d.labels[x]}
${d.details[x]}`),$}),y=d.total>m.length?` · the first ${m.length} are shown`:"",g=d.total===1?"1 node":`${d.total.toLocaleString(
"en")} nodes${y}`;s.replaceChildren(c("div",{class:"opscope-matches-head"},d.total?g:`Nothing matches "${d.text}".`),...m),
b(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(d){d!==l&&(l=d,d&&d.text===i&&n.value.trim()===i&&f(d))},enable:d=>b(
r,"hidden",!d),clear:()=>T(s,"")}}var Ra={together:"in one",apart:"side by side",forward:"forward only"};function cs({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:a}){let i=c("span",{class:"opscope-graph-info"}),l=c("span",{class:"opscope-graph-number"}),p=(F,G,v)=>{let R=c(
"button",{type:"button",class:"opscope-tool",title:G,"aria-label":G},F);return R.addEventListener("click",v,{signal:a}),
R},u=(F,G,v)=>c("select",{class:`opscope-graph-choice opscope-graph-${F}`,title:G,"aria-label":G},...Object.entries(v).map(
([R,X])=>c("option",{value:R},X))),f=is({search:n,choose:s,signal:a}),d=u("arrangement","forward and backward: each laye\
r with its gradients, side by side, or forward only",Ra),m=Object.fromEntries(Object.entries(ge).map(([F,{label:G}])=>[F,
G])),y=u("colors","color the operators by",{health:"health",...m}),g=c("input",{class:"opscope-graph-since",type:"number",
min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),h=p(
"Whole graph","back to the whole graph",()=>t({center:""})),x=p("Fold all","fold the scopes that were opened",()=>t({first:!0,
center:""})),$=u("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),k=c("div",{class:"opscope-k\
ey"},...["ok","zeros","Inf","NaN"].map(F=>c("span",{"data-health":F.toLowerCase()},c("i"),F))),w=c("span"),L=c("span"),E=c(
"div",{class:"opscope-key opscope-ramp",hidden:!0},w,c("i"),L,l),S=c("div",{class:"opscope-tools"},p("+","zoom in",()=>e.
zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),$),I=c("div",{class:"opscope-graph-bar",
hidden:!0},f.el,d,c("label",{class:"opscope-graph-by"},"color",y),g,x,h),B=c("div",{class:"opscope-graph-foot"},c("div",
{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},k,E,i),S),N=new Map,
P="",C="",z="",K=!1,D={by:"health",selected:""},A=()=>{D.by=y.value,C="",b(g,"hidden",D.by!=="change"),o(D.by,Math.max(0,
Math.round(Number(g.value)||0)))};y.addEventListener("change",A,{signal:a}),g.addEventListener("change",A,{signal:a}),g.
addEventListener("keydown",F=>F.stopPropagation(),{signal:a}),d.addEventListener("change",()=>t({arrangement:d.value,first:!0,
center:""}),{signal:a}),$.addEventListener("change",()=>{$.value&&r($.value),$.value=""},{signal:a});let Y=()=>T(i,C||(K?
"drawing …":z));function J(){let F=N.get(P);T(l,F===void 0?"":ge[D.by]?.text(F)??"")}return Object.assign(D,{el:I,foot:B,
focusSearch:f.focus,wait(F){K=F,Y()},measured(F,G){return C=F?"":G,Y(),!F},read(F){P=F,J()},drawn(F,G,v){b(I,"hidden",!F.
arrangement||v),F.arrangement&&(d.value=F.arrangement),b(h,"hidden",!F.center),b(x,"hidden",!!F.center);let R=F.hidden?`\
, ${F.hidden.toLocaleString("en")} nodes folded`:"";z=G?`${F.ops.toLocaleString("en")} operators${R}`:"",Y()},update(F,G,v){
D.selected=G,f.update(F.fold.found);for(let R of y.options)R.disabled=R.value!=="health"&&(v||!F.recorded)},legend(F,G,v){
if(N=G,b(k,"hidden",D.by!=="health"),b(E,"hidden",!F),F){let R=ge[F.by];T(w,R.text(v.low)),T(L,R.text(v.high));let X=F.against?
`steps ${F.against} and ${F.step}`:`step ${F.step}`;b(E,"title",`${R.label}, ${X}: ${R.about}`)}J()}})}function ls(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...Ba(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function Ba(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=a=>({name:"goto",label:`Go to here in st\
ep ${a}`,kind:"Goto",fields:{step:a,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function ps({choose:e,
frame:t,signal:o}){let n=c("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(i=!1)=>{n.hidden||
(b(n,"hidden",!0),i&&t.focus({preventScroll:!0}))};n.addEventListener("click",i=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(i.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",i=>{let l=[...n.querySelectorAll(
"button")],p=ce(i,l.findIndex(u=>u.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(i.key==="Escape")r(!0);else
return;i.preventDefault(),i.stopPropagation()},{signal:o});let a=i=>{i.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",a,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",i=>i.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(i,l,p,u){if(!i.length)return r();s=i;let f=c("div",{
class:"opscope-menu-head"},c("b",{},l),` ${p}`);n.replaceChildren(f,...s.map(x=>c("button",{class:`opscope-menu-item ops\
cope-menu-${x.name}`,type:"button",role:"menuitem"},x.label))),b(n,"hidden",!1);let d=t.getBoundingClientRect(),m=u.getBoundingClientRect(),
g=m.right+8+n.offsetWidth<=d.right?m.right+8-d.left:Math.max(4,m.left-16-n.offsetWidth-d.left),h=Math.max(4,Math.min(d.height-
n.offsetHeight-4,(m.top+m.bottom)/2-d.top-16));n.style.left=`${g}px`,n.style.top=`${h}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var Xe=132,Ye=96;function eo(e){let t=Math.min(Xe/e.w,Ye/e.h);return{scale:t,x:(Xe-e.w*t)/2,y:(Ye-e.h*t)/2}}function ds(e,t){
let o=c("canvas",{width:Xe*2,height:Ye*2}),n=c("div",{class:"opscope-sight"}),s=c("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},a=i=>{let l=o.getBoundingClientRect(),
p=eo(r);e(r.x+(i.clientX-l.left-p.x)/p.scale,r.y+(i.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
i=>{i.preventDefault(),i.stopPropagation(),s.setPointerCapture(i.pointerId),a(i)},{signal:t}),s.addEventListener("pointe\
rmove",i=>i.buttons&1&&a(i),{signal:t}),{el:s,draw(i,l){r=i;let p=o.getContext("2d");if(!p)return;let{scale:u,x:f,y:d}=eo(
i);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,Xe,Ye);for(let{box:m,color:y}of l){p.fillStyle=y;let[g,h]=[Math.max(1.5,m.
w*u),Math.max(1.5,m.h*u)];p.fillRect(f+(m.x-i.x)*u,d+(m.y-i.y)*u,g,h)}},update(i,l){r=l;let{scale:p,x:u,y:f}=eo(l),d=i.x<=
l.x+1&&i.y<=l.y+1&&i.x+i.w>=l.x+l.w-1&&i.y+i.h>=l.y+l.h-1;if(b(s,"hidden",d),d)return;let m=Math.max(0,u+(i.x-l.x)*p),y=Math.
max(0,f+(i.y-l.y)*p),g=Math.min(Xe,u+(i.x+i.w-l.x)*p),h=Math.min(Ye,f+(i.y+i.h-l.y)*p);n.style.cssText=`left:${m}px;top:${y}\
px;width:${Math.max(4,g-m)}px;height:${Math.max(4,h-y)}px`}}}function xt(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function Oa(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:xt(e,1/o)}function Pa(e,t){let o=(n,s,r,a)=>s>=a?r+(a-s)/2:Math.max(
r,Math.min(r+a-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function us(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,a=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:a<e.h?e.
y:e.y+(e.h-a)/2,w:r,h:a}}function Fa(e,t){let o=e.reduce((a,i)=>Math.min(a,i.y),1/0),n=a=>Math.abs(a.x+a.w/2-t.x-t.w/2),
s=e.filter(a=>a.y<o+a.h),r=s.reduce((a,i)=>n(i)<n(a)?i:a,s[0]);return r&&r.x+r.w/2}function fs(e,t,o=()=>{}){let n=null,
s={x:0,y:0,w:1,h:1},r=s,a=null,i=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x}\
 ${r.y} ${r.w} ${r.h}`),o(r,s)},u=(g,h)=>{r=g,e.style.setProperty("transform",`translate(${(l.x-r.x)/h}px, ${(l.y-r.y)/h}\
px)`),o(r,s)},f=g=>(r=Oa(g,s),p()),d=()=>r!==l&&p(),m=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener(
"wheel",g=>{if(!n||!(g.ctrlKey||g.metaKey))return;g.preventDefault(),d();let h=e.getBoundingClientRect();f(xt(r,Math.exp(
-g.deltaY*.002),(g.clientX-h.left)/h.width,(g.clientY-h.top)/h.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",g=>{g.button||!n||(a={x:g.clientX,y:g.clientY,box:r,unit:m()},i=!1)},{signal:t}),e.addEventListener("pointermov\
e",g=>{if(!a)return;let h=g.clientX-a.x,x=g.clientY-a.y;if(!i&&Math.hypot(h,x)<4)return;i||e.setPointerCapture(g.pointerId),
i=!0;let $={...a.box,x:a.box.x-h*a.unit,y:a.box.y-x*a.unit};$.w===l.w&&$.h===l.h?u($,a.unit):f($)},{signal:t});let y=()=>{
a=null,d()};for(let g of["pointerup","pointercancel"])e.addEventListener(g,y,{signal:t});return e.addEventListener("clic\
k",g=>{i&&g.stopPropagation(),i=!1},{signal:t,capture:!0}),e.addEventListener("keydown",g=>{let h={"+":1.25,"=":1.25,"-":.8}[g.
key],x=g.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[g.key];if(h)f(xt(r,h));else if(x)f(
{...r,x:r.x+x[0]*40*m(),y:r.y+x[1]*40*m()});else if(g.key==="0")f(s);else return;g.preventDefault()},{signal:t}),{attach(g,h=!1){
n=g;let x=n?.viewBox.baseVal;s=x&&x.width?{x:x.x,y:x.y,w:x.width,h:x.height}:{x:0,y:0,w:100,h:100},h||(r=s),p()},hold(g,h){
let x=g.getBoundingClientRect();f({...r,x:r.x+(x.left-h.left)*m(),y:r.y+(x.top-h.top)*m()})},center:(g,h)=>f({...r,x:g-r.
w/2,y:h-r.h/2}),zoom:g=>f(xt(r,g>0?1.25:1/1.25)),fit:()=>f(s),whole:()=>s,start(g){let[h,x]=[e.clientWidth,e.clientHeight],
$=us(s,h,x);f($.w<s.w?us(s,h,x,Fa(g(),$)):$)},reveal(g){d();let h=e.getBoundingClientRect(),x=g.getBoundingClientRect();
if(x.left>=h.left&&x.right<=h.right&&x.top>=h.top&&x.bottom<=h.bottom)return;let $=(x.left+x.right-h.left-h.right)/2,k=(x.
top+x.bottom-h.top-h.bottom)/2;f(Pa({...r,x:r.x+$*m(),y:r.y+k*m()},s))}}}var Da=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function za(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let a=getComputedStyle(o[r]);s.setAttribute("style",Da.map(i=>`${i}:${a.getPropertyValue(i)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=ja(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function ja(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function to(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function hs(e,t,o,n){if(t==="dot")return to(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=za(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return to(r,"graph.svg");let a=new Image,i=URL.createObjectURL(r);a.src=i,await a.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(a.width,a.height));l.width=Math.round(a.width*p),l.height=Math.round(a.height*p);let u=l.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,l.width,l.height),u.drawImage(a,0,0,l.width,l.height)),URL.revokeObjectURL(
i),l.toBlob(f=>f&&to(f,"graph.png"),"image/png")}var ms={id:"graph",label:"Graph",create:Wa};function Wa({select:e,ask:t,open:o,offline:n,signal:s}){let r=c("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),a=ds((M,O)=>i.center(M,O),s),i=fs(r,s,a.update),l=cs({view:i,draw:M=>B(
M),measure:P,search:M=>t("SearchGraph",{text:M}),found:M=>B({reveal:M}),save:C,signal:s}),p=ps({choose:z,frame:r,signal:s}),
u=c("div",{class:"opscope-nothing"}),f=c("div",{class:"opscope-graph-tab"},l.el,c("div",{class:"opscope-graph-box"},r,p.
el,u,a.el),l.foot),d=null,m=null,y=!0,g=!1,h="",x="",$="",k=null,w,L,E="",S=M=>d?.nodes.get(M)??d?.nodes.get(d.hiddenIn.
get(M)??""),I=M=>M?.getAttribute("data-node")??"";function B(M){m?.arrangement&&(l.wait(!0),t("DrawGraph",{open:m.open,arrangement:m.
arrangement,...M},()=>l.wait(!1)))}function N(M,O,j){if(!m)return;let Z=j.getBoundingClientRect();k={scope:M,left:Z.left,
top:Z.top};let ne=Q=>Q===M||Q.startsWith(`${M}/`);B({open:O?[...m.open,M]:m.open.filter(Q=>!ne(Q)),center:O?m.center:""})}
function P(M,O){M!=="health"&&t("MeasureOperators",{by:M,step:w?.stopped?.step||0,against:O},(j,Z)=>l.measured(j,Z)),w&&
R(w)}function C(M){let O=getComputedStyle(f).getPropertyValue("--o-ground")||"#ffffff";d&&m&&hs(d.svg,M,m.dot,O)}function z({
kind:M,fields:O}){let{id:j,spec:Z,op:ne}=O,Q=j===void 0?void 0:d?.nodes.get(j);M==="compose"?o("breakpoints",Z):M==="att\
ributes"?o("code",ne):M==="open"&&Q?N(j,!0,Q):M==="center"?B({center:j,reveal:j}):M!=="open"&&t(M,O)}function K(M,O){let j=I(
M),Z=d?.folded.get(j),ne=Qn(O.values,j,Z);ne&&e(ne,!1),$=j;let Q=[];m?.arrangement&&!n&&(M.hasAttribute("data-scope")&&Q.
push({name:"open",label:"Open",kind:"open",fields:{id:j}}),Q.push({name:"center",label:"Show the neighborhood only",kind:"\
center",fields:{id:j}}));let re=n?-1:Ee(j),ue=M.querySelector("text")?.textContent??"";p.show([...re>=0?ls(O,re):[],...Q],
ue,re>=0?`op ${re}`:Z?`${Z.length} inside`:"",M)}r.addEventListener("click",M=>{let O=M.target,Z=O.closest(".opscope-fol\
d")?.closest("[data-scope]");if(Z)return N(Z.getAttribute("data-scope")??"",Z.hasAttribute("data-node"),Z);let ne=O.closest(
"[data-node]");if(!ne||!w)return;let Q=I(ne);if(!n&&(O.closest(".opscope-gutter")||Ee(Q)>=0&&M.altKey))return Y(Q);K(ne,
w)},{signal:s}),r.addEventListener("dblclick",M=>{let O=M.target.closest("[data-node][data-scope]");!O||n||!m?.arrangement||
(p.close(),N(I(O),!0,O))},{signal:s}),r.addEventListener("pointerover",M=>{let O=M.target.closest("[data-node]");O&&Ee(I(
O))>=0&&!n&&Vn(O),l.read(O?I(O):"")},{signal:s}),r.addEventListener("focusin",({target:M})=>$=I(M)||$,{signal:s}),r.addEventListener(
"keydown",M=>D(M)&&(M.preventDefault(),M.stopPropagation()),{signal:s});function D(M){if(!d||!w||M.altKey||M.ctrlKey||M.
metaKey||M.shiftKey)return!1;let O=d.nodes.get($);if(M.key==="/"&&m?.arrangement)return l.focusSearch(),!0;if(M.key.startsWith(
"Arrow")){let j=O?rs(d,$,M.key):I(S(h)??[...d.nodes.values()][0]??null);return j&&A(j),!0}if(!O)return!1;if(M.key==="Ent\
er"||M.key===" ")return O.hasAttribute("data-scope")&&m?.arrangement&&!n?N($,!0,O):(K(O,w),p.focus()),!0;if(M.key==="Bac\
kspace"){let j=[...d.frames].filter(([,Z])=>Ha(Z,O)).at(-1);return j&&m?.arrangement&&N(j[0],!1,j[1]),!0}return!1}function A(M){
let O=d?.nodes.get(M);O&&($=M,i.reveal(O),O.focus({preventScroll:!0}),l.read(M))}function Y(M){let O=J(Qt(w?.breakpoints??
[]),M);for(let{number:j}of O)t("ClearBreakpoint",{number:j});!O.length&&Ee(M)>=0&&t("SetBreakpoint",{spec:`id:${Ee(M)}`})}
function J(M,O){return[...new Set((d?.folded.get(O)??[O]).flatMap(j=>M.get(Ee(j))??[]))]}function F(M){if(M===L||!r.clientWidth||
!d)return;L=M;let O=Qt(M);for(let[j,Z]of d.nodes)j.startsWith("var-")||Kn(Z,J(O,j))}function G(M){let O=!!(d&&m?.arrangement&&
m.program===M.program);d=ns(M.svg,!!M.arrangement&&!n),L=void 0,h=E="",p.close(),r.replaceChildren(),i.attach(null,O),d&&
(r.append(d.svg),i.attach(d.svg,O),y=!O,g=!0,O&&v(M)),T(u,d?"":"The graph could not be read."),b(u,"hidden",!!d),l.drawn(
M,!!d,n)}function v(M){let O=k&&(d?.nodes.get(k.scope)??d?.frames.get(k.scope));k&&O?i.hold(O,k):i.start(X),k&&d?.nodes.
has(k.scope)&&($=k.scope),k=null,M.reveal&&([x,$]=[M.reveal,M.reveal]),(r.contains(document.activeElement)||document.activeElement===
document.body||M.reveal)&&d?.nodes.get($)?.focus({preventScroll:!0})}function R(M){if(!d)return;let O=Yn(M.present),j=Jn(
O,d.hiddenIn),Z=M.values.get(l.selected),ne=Z&&(S(`var-${l.selected}`)??S(`op-${Z.op}`)),Q=l.by!=="health"&&M.fold.measured?.
by===l.by?M.fold.measured:null,re=Q?rn(Q,d.hiddenIn):new Map,ue=an(l.by,re.values());for(let[xe,ye]of d.nodes){b(ye,"dat\
a-health",l.by!=="health"?void 0:d.folded.has(xe)?j.get(xe):O.get(xe)),b(ye,"data-selected",ye===ne);let ke=re.get(xe);b(
ye,"data-heat",ke===void 0?l.by==="health"?void 0:"none":(ue.at(ke)*100).toFixed(0)),ye.style.setProperty("--heat",ke===
void 0?"0%":`${(8+84*ue.at(ke)).toFixed(0)}%`)}l.legend(Q,re,ue);let Se=`${l.by} ${Q?.step} ${[...O.values()].join()}`;Se!==
E&&r.clientWidth&&(E=Se,oe())}function X(){let M=d?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;return[
...d?.nodes.values()??[]].map(O=>{let j=O.getBBox();return{x:j.x+(M?.e??0),y:j.y+(M?.f??0),w:j.width,h:j.height}})}function oe(){
let M=[...d?.nodes.values()??[]].map(O=>{let j=O.querySelector(":scope > rect, :scope > a > rect, :scope > polygon");return j?
getComputedStyle(j).stroke:"#888888"});a.draw(i.whole(),X().map((O,j)=>({box:O,color:M[j]})))}return{el:f,open(M){x=`op-${M}`,
d&&!d.nodes.has(x)&&d.hiddenIn.has(x)&&B({reveal:x})},update(M,{selected:O}){M.graph&&M.graph!==m&&(M.graph.svg!==m?.svg||
M.graph.reveal)?G(M.graph):!M.graph&&!w&&T(u,"No graph yet. A program is drawn when it first runs, eager code at each st\
op and step."),m=M.graph,y&&r.clientWidth&&(y=!1,i.start(X)),g&&d&&r.clientWidth&&(g=!1,Xn(d.nodes.values())),w=M,l.update(
M,O,n),R(M),F(M.breakpoints);let j=M.stopped?`op-${M.stopped.op}`:"",Z=S(j);if(j!==h){let Q=S(h);for(let re of["data-cur\
rent","data-past"])Q&&b(Q,re,!1);Z&&b(Z,"data-current",!0),x||=j,h=j}Z&&b(Z,"data-past",M.stopped?.past);let ne=S(x);ne&&
r.clientWidth&&i.reveal(ne),x=""}}}function Ha(e,t){let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.
left<=n.left&&o.right>=n.right&&o.top<=n.top&&o.bottom>=n.bottom}var gs={id:"notes",label:"Notes",create:Ga,count:qa};function Ga({select:e,signal:t}){let o=c("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=c("pre",{class:"opscope-error"}),s=c("div",{class:"opscope-notes-rows"}),r,a=0;return s.addEventListener(
"click",i=>{let l=i.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:c("div",{class:"opscope-note\
s"},o,n,s),update(i){if(T(n,i.error),b(n,"hidden",!i.error),b(o,"hidden",!!i.error||i.warnings.size>0),i.warnings===r&&i.
values.size===a)return;r=i.warnings,a=i.values.size;let l=[...i.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>Ua(p,i.values.has(p.subject))))}}}function Ua({subject:e,text:t},o){let n=[c("code",{},e),c("span",{},t)];return o?c(
"button",{class:"opscope-note",type:"button","data-name":e},...n):c("div",{class:"opscope-note"},...n)}function qa(e){return e.
warnings.size+(e.error?1:0)}var ze=[Pn,Gn,ms,fn,Dn,gs,Qo];var bs=50,Ka=0;function ws(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),r=n?Le(e):new Set,a=p=>s.every(u=>p.
toLowerCase().includes(u)),i=s.length===1&&/^\d+$/.test(s[0])?Number(s[0]):NaN,l=o&&i>=o[0]&&i<=o[1]?[{label:`Go to step\
 ${i}`,about:`of steps ${o[0]} to ${o[1]}`,deed:{step:i}}]:[];for(let{kind:p,label:u,about:f,key:d}of $e)r.has(p)&&a(`${u}\
 ${f}`)&&l.push({label:u,about:f,key:d,deed:{send:p}});for(let{id:p,label:u}of ze)a(`show ${u} tab`)&&l.push({label:`Sho\
w ${u}`,about:"tab",deed:{tab:p}});a("keys shortcuts help")&&l.push({label:"Keys",about:"all keys of the panel",key:"?",
deed:{keys:!0}});for(let p of e.values.values()){if(l.length>=bs)break;if(!a(`value ${p.name} ${p.called} ${p.op_type}`))
continue;let[u,f]=he(p);l.push({label:u,about:["value",f,p.op_type].filter(Boolean).join(" · "),deed:{value:p.name}})}return l.
slice(0,bs)}function xs({root:e,find:t,act:o,signal:n}){let s=c("input",{class:"opscope-palette-field",type:"text",placeholder:"\
command, tab, step or value","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"\
off",spellcheck:"false"}),r=c("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),a=c("div",{class:"\
opscope-palette",role:"dialog","aria-label":"command palette",hidden:!0},s,r),i=`opscope-palette-${++Ka}`,l=[],p=0,u=null;
function f(){[...r.children].forEach((h,x)=>b(h,"aria-selected",x===p?"true":"false"));let g=r.children[p];g?.scrollIntoView(
{block:"nearest"}),b(s,"aria-activedescendant",g?.id)}function d(){l=t(s.value),p=0;let g=l.map(({label:h,about:x,key:$},k)=>c(
"div",{class:"opscope-choice",role:"option",id:`${i}-${k}`,"data-at":k},c("b",{},h),c("span",{},x),...$?[c("kbd",{},$)]:
[]));r.replaceChildren(...g.length?g:[c("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function m(g){
if(g!==!a.hidden){if(g&&(u=e.ownerDocument.activeElement),b(a,"hidden",!g),!g)return(u&&e.contains(u)?u:e).focus({preventScroll:!0});
s.value="",d(),s.focus({preventScroll:!0})}}function y(g){let h=l[g];h&&(m(!1),o(h.deed))}return s.addEventListener("inp\
ut",d,{signal:n}),s.addEventListener("blur",g=>{a.contains(g.relatedTarget)||b(a,"hidden",!0)},{signal:n}),r.addEventListener(
"pointerdown",g=>g.preventDefault(),{signal:n}),r.addEventListener("click",g=>{let h=g.target.closest("[data-at]");h&&y(
Number(h.dataset.at))},{signal:n}),e.addEventListener("keydown",g=>{if((g.ctrlKey||g.metaKey)&&!g.altKey&&!g.shiftKey&&g.
key.toLowerCase()==="k")m(!!a.hidden);else{if(a.hidden||g.target!==s)return;if(g.key==="Escape")m(!1);else if(g.key==="E\
nter")y(p);else{let h=["ArrowUp","ArrowDown"].includes(g.key)&&l.length?ce(g,p,l.length):null;if(h===null)return void g.
stopPropagation();p=h,f()}}g.preventDefault(),g.stopPropagation()},{signal:n,capture:!0}),{el:a,open:()=>m(!0)}}var Va=0;function ys(e,t,o){let n=new Map(e.map(l=>[l.id,c("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),u=l.short?[c("span",{class:"opscope-long"},l.label),c("span",{class:"opscope-short"},l.short)]:[l.label];return c("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...u,p)}),r=c("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++Va}`,b(l.el,"role","tabpanel"),b(l.el,"aria-labelledby",s[p].
id)});let a=0;function i(l){a=l,e.forEach((p,u)=>{b(s[u],"aria-selected",u===a?"true":"false"),b(s[u],"tabindex",u===a?0:
-1),b(p.el,"hidden",u!==a)})}return r.addEventListener("click",l=>{let p=s.findIndex(u=>u.contains(l.target));p<0||(i(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=ce(l,a,e.length);p!==null&&(l.preventDefault(),i(p),s[p].focus(),
t())},{signal:o}),i(0),{el:c("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[a].id},show:l=>i(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let u=n.get(l);u&&T(u,p?String(p):"")}}}var Xa=1e4,Ya=new Set($e.map(e=>e.kind)),ks=new Set(["FetchDetail","WatchDetail"]);function Ja(e){let{forward:t,parameters:o,
gradients:n}=at(e),s=[...t,...o,...n],r=a=>e.details.get(a)?.step??-1;return s.reduce((a,{name:i})=>r(i)>r(a)?i:a,s[0]?.
name??"")}function yt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,a=s.selected??e.get?.("selected")??"",i=!0,l,
p=new Map,u={},f=null,d=!0,m=v=>[...p.values()].some(({kind:R,since:X})=>v(R)&&Date.now()-X<Xa),y=c("div",{class:"opscop\
e-panel",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"t\
rue"});y.addEventListener("focusin",({target:v})=>b(v,"data-lm-suppress-shortcuts","true"),{signal:o});let g=(v,R={},X=void 0)=>{
if(delete u[v],!i)return X?.(!1,bo);p.set(Y.command(v,R),{kind:v,done:X,since:Date.now()})},h=(v,R=!0)=>{l?.values.has(v)&&
(v!==a&&(d=!1),a=s.selected=v,x(v),R&&z.show("tensor"),Y.refresh())};function x(v){!e.get||e.get("selected")===v||(e.set?.(
"selected",v),e.save_changes?.())}let $=()=>h(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",$),o.addEventListener(
"abort",()=>e.off("change:selected",$)));function k(v){d=!0,i&&g("WatchDetail",{name:v})}let w=()=>Y.refresh(),L=(v,R)=>{
z.show(v),C.get(v)?.open?.(R),w()},E=v=>g(v),S=Uo(g),I=(v,R=-1)=>{if(n)return n.goTo(v);S.goTo(v,R),w()},B=v=>{if(n)return n.
steps;let R=_t(v);return i&&R&&R.last>R.first?[R.first,R.last]:null},N=Xo({send:E,ask:g,seek:S,refresh:w,offline:r,signal:o}),
P=Jo({select:v=>h(v,z.open!=="graph"),refresh:w,signal:o}),C=new Map(ze.map(v=>[v.id,v.create({select:h,ask:g,open:L,refresh:w,
goTo:I,reach:B,offline:r,signal:o})])),z=ys(ze.map(({id:v,label:R,short:X})=>({id:v,label:R,short:X,el:C.get(v).el})),w,
o);y.addEventListener("keydown",v=>{let R=so(v);!R||!l||!i||!Le(l).has(R)||r||(v.preventDefault(),(!v.repeat||!m(X=>Ya.has(
X)))&&E(R))},{signal:o}),s.tab&&z.show(s.tab);let K=xo(),D=Yo({root:y,offline:r,signal:o}),A=xs({root:y,find:v=>l?ws(l,v,
B(l),i&&!r):[],act:v=>{"send"in v?E(v.send):"step"in v?I(v.step):"value"in v?h(v.value):"keys"in v?D.button.click():z.show(
v.tab),w()},signal:o});N.el.querySelector(".opscope-headline")?.append(D.button),y.append(K.el,N.el,c("div",{class:"opsc\
ope-body"},P.el,z.el),D.el,A.el),t.append(y);let Y=Po({model:e,el:y,signal:o,paint:J});function J(v,R){i=R==="live";let X=z.
open==="tensor"&&(s.tab??"tensor")!=="tensor";Y.show(z.open),s.tab=z.open,K.update(R),b(y,"data-lost",!i);for(let oe of y.
querySelectorAll("[data-asks]"))b(oe,"inert",!i);i||p.clear(),v!==l&&G(v),l=v,v.values.has(a)||(a=Ja(v),a&&(s.selected=a),
a&&i&&!e.get?.("selected")&&x(a),d=!a),X&&a&&i&&!r&&(d=!1),d||(u={}),b(y,"data-past",v.stopped?.past),N.update(v,i,Object.
entries(u).find(([oe])=>!ks.has(oe))?.[1]??""),P.update(v,a);for(let oe of ze)z.count(oe.id,oe.count?.(v)??0);C.get(z.open)?.
update(v,{selected:a,refusal:i?u.FetchDetail??u.WatchDetail??"":wo}),F(v)}function F(v){let R=v.stopped!==f&&z.open==="t\
ensor"&&!r&&i&&!m(X=>ks.has(X));d?R&&v.stopped&&a&&g("FetchDetail",{name:a}):k(a),R&&(f=v.stopped)}function G(v){l&&(v.phase!==
l.phase||v.stopped!==l.stopped)&&(u={}),l&&v.runs>l.runs&&v.values.has(a)&&(d=!1);for(let R of v.responses){let X=p.get(
R.request);if(!X)continue;p.delete(R.request);let oe=R.ok?R.text:R.text||`${X.kind} was refused`;!R.ok&&!X.done?.(!1,oe)&&
(u[X.kind]=oe),R.ok&&X.done?.(!0,oe)}}return y}function Za(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Qa(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let a of t)a(r,[])};return{on:(r,a)=>{t.add(
a)},off:(r,a)=>{t.delete(a)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function ei(e,t){let o=t.split(
`
`).filter(d=>d.trim()).map($o),n=Qa(o),{steps:s,ends:r}=Za(o),a=new AbortController().signal,i=()=>{},l=yt({model:n,el:e,
signal:a,page:{goTo:d=>i(d),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=c("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=c("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;i=d=>{
p.value=String(Math.max(0,s.filter(m=>m<=d).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
T(u,`step ${s[Number(p.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(c("label",{class:"opscope-scrub"},p,u))}var cd=()=>{let e={};return{render({model:t,el:o,signal:n}){yt({model:t,el:o,signal:n,memory:e})}}};export{cd as default,ei as replay};
