// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Ye=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,kt=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
.",about:"stop before the next operator",fill:"M3,2h3v10h-3zM8,2h3v10h-3z"},{kind:"Continue",name:"continue",label:"Cont\
inue",key:"c",about:"go on to the next breakpoint",fill:"M3,2L12,7L3,12z"}],[{kind:"Next",name:"next",label:"Step over",
key:"n",about:"stop before the next operator of this block",line:"M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9",fill:Ye(
7,11.2)},{kind:"StepIn",name:"in",label:"Step in",key:"s",about:"into the operator's block, or the rule of a gradient",line:"\
M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4",fill:Ye(7,11.2)},{kind:"StepOut",name:"out",label:"Step out",key:"o",about:"run until t\
his block is over",line:"M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4",fill:Ye(7,11.2)}],[{kind:"StepBack",name:"back",label:"Step \
back",key:"b",about:"stand before the operator that ran last",line:"M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1",fill:Ye(
7,11.2)},{kind:"ReverseContinue",name:"reverse",label:"Reverse continue",key:"r",about:"back to the last place where a b\
reakpoint stops",fill:"M11,2L2,7L11,12z"}],[{kind:"RunToEnd",name:"end",label:"To the end of this run",key:"e",about:"st\
op before what it wrote is stored",line:"M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6"},{kind:"NextRun",name:"next-run",
label:"To the next run",key:"m",about:"stop before its first operator",fill:"M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.\
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],$e=kt.
flat(),vs=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],oo=["StepBack","ReverseContinue","Goto"];function Le(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...vs,
...oo,...o])}return new Set(e.over&&e.recorded?[...t,...oo]:t)}function no(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return $e.find(o=>o.key===e.key)?.kind}
function so({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var He=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),vt={EditsChanged:[{
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
ro=256,ao=.9;var co="−";function G(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",co)}function Ne(e){return e.length?e.join("×"):"scalar"}var io=9,
$s=16;function lo(e){return e.length<=$s?[e,""]:[e.slice(0,-io),e.slice(-io)]}function po(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Je(e){return`${(100*e).toFixed(1)}%`}function uo(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function fo(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ae(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function $t(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function de(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=ao?"zeros":"ok"}var Ze={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function he(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function Qe(e){return e.grad_of||e.role==="backward"?
"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function ho(e,t,o){if(e.length<2)return e.
length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function Me(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let i=s*
r,a=Math.ceil(e/i-1e-9),l=Math.floor(t/i+1e-9);if(l-a+1>=o-1||r===1)return Array.from({length:l-a+1},(p,d)=>(a+d)*i)}return[]}
function Te(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",co)}var Ms="http://www.w3.org/2000/svg";function c(e,t={},...o){let n=document.createElement(e);return mo(n,t),n.append(...o),
n}function q(e,t={},...o){let n=document.createElementNS(Ms,e);return mo(n,t),n.append(...o),n}function et(e){let t=c("s\
pan",{class:"opscope-name"});return We(t,e),t}function We(e,t){if(e.title===t)return;e.title=t;let[o,n]=lo(t);e.replaceChildren(
c("span",{},o),...n?[c("span",{class:"opscope-name-end"},n)]:[])}function mo(e,t){for(let[o,n]of Object.entries(t))b(e,o,
n)}function b(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function L(e,t){e.textContent!==t&&(e.textContent=t)}function Ae(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var go="no kernel answers",bo="No kernel answers, and the elements of this value were not kept.",Ss={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Es(e){return Ss[e]}
function wo(){let e=c("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){L(e,Es(t)),b(e,"hidde\
n",t==="live")}}}function yo(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function ko(e){
let t=yo(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var xo=["step","min","max","mean","std","zeros",
"nan","inf"];function Ls(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=ko(t[e.numbers]),s=n.length/(1+xo.length);return Array.from({length:s},(r,i)=>{let a={
...o[n[i]]};return xo.forEach((l,p)=>{let d=n[(p+1)*s+i];a[l]=Number.isNaN(d)?null:d}),a})}function Mt(e,t,o=[]){let n=e.
events.map(i=>{let a=i.pixels?.buffer;return typeof a=="number"?{...i,pixels:yo(t[a])}:i}),s=n.findIndex(i=>i.kind!=="Ru\
nStarted"&&i.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...Ns(e,t),...Ls(e,t,o),...n.slice(r)]}function Ns(e,t){
if(!e.trails?.length)return[];let o=ko(t[e.block]),n=0;return e.trails.map(([s,r,i])=>{let a=(p,d)=>{let f=o[n+p*i+d];return Number.
isFinite(f)?f:null},l=Array.from({length:i},(p,d)=>({step:o[n+d],mean:a(1,d),min:a(2,d),max:a(3,d),rms:a(4,d),bad:o[n+5*
i+d]}));return n+=6*i,{kind:"Trail",slot:s,name:r,points:l}})}function vo(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function So(e){let t=new Blob([$o(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map($o)}}function $o(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var Mo="\
application/vnd.jupyter.widget-state+json",Ts=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function St(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[Mo]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),i=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),a=Object.fromEntries(Ts.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));i[t]={model_module:a._model_module,
model_module_version:a._model_module_version,model_name:a._model_name,state:a},o.setMetadata("widgets",{[Mo]:{version_major:2,
version_minor:0,state:i}})}var No={points:[],stride:1};function To({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(Eo(n,s,t);n.length>ro;){t*=2;let r=[];for(let i of n)Eo(r,i,t);n=r}return{points:n,stride:t}}function Eo(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=As(n,t):e.push(t)}function As(e,t){return{
step:t.step,mean:t.mean,min:Lo(Math.min,e.min,t.min),max:Lo(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function Lo(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function tt(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function ot(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function nt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function Ao(e,t){let o=new Et(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
vt,n.kind))for(let s of vt[n.kind])_s(o,s,n);return o.slots}var Et=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=He[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,To(s.get(o)??No,n))}};function _s(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(i=>o[i]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let i of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(i)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[ot(o)]);else for(let[n,s]of nt(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(He).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var Cs=Object.freeze([]),Is=new Set,st=Object.freeze({..._o(He),runs:0,reached:0,seconds:null});function Lt(e,t){return{..._o(Ao(e.fold,t),e),...t.reduce(Rs,e)}}function Rs({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function _o(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):Is,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:Bs(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
Ps(e.breakpoints),exceptions:e.breakpoints?.exceptions??Cs,step:[...e.steps.values()].at(-1)?.step??0,scalars:Os(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((i,a)=>[i,r.called?.[a]??""]))),graph:e.graph,values:e.
values,present:s?t.present:Fs(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function Bs(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function Os(e){let t=new Map([...e.steps.values()].flatMap(n=>nt(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function Ps(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function Fs(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function Co(e){return e.stopped?.step||Ce(e)}function _e(e,t){return e.present.has(t.name)?
"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function Io(e,t){return e.over&&!e.stopped&&t.step<
Ce(e)?`step ${t.step}`:""}function Ro(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&
e.present.get(n);if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&t?t.names.indexOf(n):-1,i=e.scalarHistory.get(n)?.
points??[],a=o?.past?tt(i,o.step):i.at(-1),l=r>=0?t?.scalars[r]??null:o?.past?a?.mean??null:e.scalars[n],p=r>=0?t?.step:
a?.step,d=o&&o.op<0&&!o.depth,f=p===o?.step?d?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?f:
""}]}))}function Ce(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function rt(e,t=""){let o=t.trim().toLowerCase(),
n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[Qe(s)].push(s);for(let s of Object.values(n))s.sort((r,i)=>r.op-i.op||(r.name<
i.name?-1:1));return n}function Nt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var Bo=250,Ds=2.5,zs=["dead","terminating","restarting","autorestarting"],at=2500,js=400,Hs=6e4;function Ws(e,t){return t.
kind==="batch"&&t.n!==e+1}function Gs(e,t,o,n){return t?n.n>e:o>at}function Oo({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),r=Math.floor(Math.random()*2**20)*2**20,i=st,a=0,l=!1,p=!1,d=!1,f=!1,u=0,g="",y=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,m="live",h=Date.now(),x=0,M=at,k=at,w=[],$="",T=!1,E=v=>{try{e.send(v)}catch{
h=0}},I=()=>{u=0,g=y();try{n(i,m)}finally{f&&E({kind:"ack",n:a,view:s}),f=!1}},B=()=>{!u&&p&&!o.aborted&&(u=requestAnimationFrame(
I))},N=()=>{l=!1,x=Date.now(),E({kind:"attach",view:s,tab:$})},D=()=>{let v=p&&!document.hidden;v!==d&&(d=v,h=Date.now(),
d?N():E({kind:"detach",view:s}),B())},C=async()=>{let v=e.get?.("frame");if(!v||a||T)return;T=!0;let{message:R,buffers:X}=await So(
v);a||(i=Lt(st,Mt(R,X)),B())},F=()=>{if(p&&y()!==g&&B(),!d||!k)return;let v=Date.now()-h;!a&&v>js&&C();let R=e.widget_manager?.
kernel,X=!!R&&(R?.isDisposed||zs.includes(R?.status??""));if(v<(X?Bo:k))return;!X&&Date.now()-x>M&&(M=Math.min(2*M,Hs),N());
let oe=a?"lost":T?"saved":"nothing";oe!==m&&(m=oe,B())},W="",z=v=>{W=v,St(e,v)},_=()=>W&&St(e,W),ee=(v,R)=>{if(h=Date.now(),
m!=="live"&&(m="live",v.kind!=="snapshot"))return N();if(M=at,v.kind==="beat"){d&&Gs(a,l,h-x,v)&&N();return}if(v.beat&&(k=
Ds*1e3*v.beat),v.id&&z(v.id),!(v.kind==="batch"&&!l)){if(Ws(a,v))return N();i=Lt(v.kind==="snapshot"?st:i,Mt(v,R,w)),a=v.
n,l=!0,f||=!!v.ack,B()}},Y=new IntersectionObserver(v=>{p=v[v.length-1].isIntersecting,D()},{rootMargin:"100px"}),P=new ResizeObserver(
B);e.on("msg:custom",ee),e.get&&e.on("change:frame",_),Y.observe(t),P.observe(t),document.addEventListener("visibilitych\
ange",D,{signal:o}),e.get||(k=0),E({kind:"render",view:s});let U=setInterval(F,Bo);return o.addEventListener("abort",()=>{
e.off("msg:custom",ee),e.get&&e.off("change:frame",_),Y.disconnect(),P.disconnect(),cancelAnimationFrame(u),clearInterval(
U),d&&E({kind:"detach",view:s})}),{refresh:B,show(v){v!==$&&($=v,d&&E({kind:"show",view:s,tab:$}))},command(v,R={}){return E(
{kind:v,request:++r,...R}),r}}}var Us=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),qs=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Ks=new RegExp(qs.map(e=>e.source).join("|"),"giu");function Tt(e){let t=[],o=0;for(let n of e.
matchAll(Ks)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Vs(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Vs(e,t){return Us.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Xs(e){return e.split(/[/\\]/).at(
-1)||e}function Po(){let e=c("span",{class:"opscope-line-number"}),t=c("code",{}),o=c("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){b(o,"hidden",!n),b(o,"title",`${n}:${s}
${r}`),L(e,`${Xs(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...Tt(r).map(([i,a])=>i==="plain"?a:c("span",{"data-tok\
en":i},a)))}}}function Do(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
, in ${t}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${t}`}function zo({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function jo(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function Ys(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Ce(e)}, in the past`:"in the past":""}function Fo(e){let t=e.
stopped;return t?[Do(t),zo(t),jo(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function Js(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&it(e))return it(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function it({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function Zs({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function Ho(e){
let t=c("span",{class:"opscope-op"}),o=c("span",{class:"opscope-reason"}),n=c("span",{class:"opscope-at"}),s=c("span",{class:"\
opscope-said"}),r=c("div",{class:"opscope-where"},t,o,n,s),i=c("span",{class:"opscope-past"}),a=Po(),l=c("div",{class:"o\
pscope-place-bar"},i,r,a.el);return{el:l,update(p,d){let f=p.stopped,u=Fo({...p,stopped:null});L(t,f?Do(f):""),L(o,f?zo(
f):""),L(n,f?jo(f.past?{...f,step:null}:f):"");let g=Zs(p);L(s,d||g||(f?"":u||Js(p))),b(r,"data-bad",!!d||!f&&!!u);let y=!d&&
!f&&p.phase==="running"&&!!it(p);b(r,"data-slow",y),b(r,"title",d||(y?it(p):Fo(p))),b(o,"data-reason",f?.reason),L(i,Ys(
p)),b(i,"hidden",!f?.past),b(l,"data-past",f?.past),b(l,"hidden",e&&!f&&!u),a.update(f?.path??"",f?.line??0,f?.source??""),
b(l,"data-source",!!f?.path)}}}var Qs=64,er=2**-23;function tr(e,t,o){let n=Math.max(1,Math.ceil(e.length/Qs)),s=e.filter((m,h)=>(e.length-1-h)%n===0),
r=s.flatMap(m=>m.mean===null?[]:[m.mean]),i=Math.min(...r),a=Math.max(...s.flatMap(m=>[m.min??0,m.max??0,m.mean??0].map(
Math.abs))),l=Math.max(...r)-i,p=l>er*a?l:0,d=s[0]?.step??0,f=(s.at(-1)?.step??0)-d||1,u="",g="",y="M";for(let m of s){let h=(1+
(m.step-d)/f*(t-2)).toFixed(1);if(m.bad&&(g+=`M${h},${o-3}V${o}`),m.mean===null){y="M";continue}let x=p>0?o-4-(m.mean-i)/
p*(o-6):o/2;u+=`${y}${h},${x.toFixed(1)}`,y="L"}return{line:u,bad:g}}function ct(e,t){let o=q("path",{class:"opscope-spa\
rk-line"}),n=q("path",{class:"opscope-spark-bad"}),s=q("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(i){if(i===r)return;r=i;let a=tr(i?.points??[],
e,t);b(o,"d",a.line),b(n,"d",a.bad)}}}var or=[64e6,256e6,1e9,4e9],nr={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function sr(e){return[...new Set([...or,e])].sort((t,o)=>t-o)}function rr({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${uo(t.recording)}`}function Wo({
ask:e,signal:t}){let o=c("span",{class:"opscope-label"}),n=c("i",{class:"opscope-switch"}),s=c("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=c("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),i=c("span",{class:"opscope-bytes"}),a=c("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=c("span",{class:"opscope-limit"},"of ",a),p=c("span",{class:"opscope-memory"},i,
l),d=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),a.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(a.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(u){d=!!u.recording?.on;let g=!!u.
recording&&!u.over;L(o,g?"Recording":"Recorded"),s.disabled=!g,b(s,"aria-checked",d&&g?"true":"false"),b(s,"title",g?nr[d?
"off":"on"]:void 0);for(let y of[n,r,l])b(y,"hidden",!g);L(r,rr(u)),L(i,$t(u.recorded?.bytes??0)),u.recording&&u.recording.
budget!==f&&(f=u.recording.budget,a.replaceChildren(...sr(f).map(y=>c("option",{value:y,selected:y===f},$t(y)))))}}}var ar=1e4;function Go(e,t=Date.now){let o=null,n=null,s=-1,r=null,i=null,a=!1,l=0,p=()=>i!==null&&t()-i<ar,d=(u,g)=>{let y=++l;
i=t(),a=u==="Pause",e(u,g,m=>{y===l&&(m||(o=n=null),(!m||!a)&&(i=null))})},f=u=>{a&&u.phase!=="running"&&(a=!1,i=null),!(n===
null||u.phase==="running"||u.stopped===r)&&(i!==null&&u.stopped?.step!==n||(n=i=null))};return{get target(){return o??n},
goTo(u,g=-1){o=u,s=g},follow(u){if(f(u),!(o===null||p())){if(u.phase==="running")return d("Pause",{});n=o,o=null,r=u.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function At(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Ce(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Uo({
ask:e,seek:t,refresh:o,signal:n}){let s=c("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=c("span",{class:"opscope-track-box"},s),i=c("output",{class:"opscope-number"}),a=Wo({ask:e,signal:n}),l=c(
"div",{class:"opscope-timeline","data-asks":!0},a.toggle,r,i,a.cost,a.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let d=At(p);b(l,"hidden",!d&&!p.recording),a.update(p),t.follow(p);let f=d?
Math.min(d.last,Math.max(d.first,t.target??d.at)):0,[u,g]=d?[d.first,d.last]:[0,0];b(s,"min",u),b(s,"max",g),s.disabled=
u===g||p.phase==="waiting",Number(s.value)!==f&&(s.value=String(f)),s.style.setProperty("--at",`${100*(f-u)/Math.max(1,g-
u)}%`),b(l,"data-past",!!p.stopped?.past),b(l,"data-phase",p.recording?.on===!1?"off":p.phase),b(s,"aria-valuetext",d?`s\
tep ${f} of ${g}`:"no step yet"),L(i,d?`step ${f} / ${g}`:"no step yet"),b(r,"title",d?`steps ${u} to ${g} are recorded`:
"no step is recorded yet")}}}var ir=new Set,cr=new Set(["Pause","Continue","Terminate"]);function qo({send:e,signal:t}){let o=new Map,n=kt.map(a=>c("\
div",{class:"opscope-group"},...a.map(r))),s=c("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(a){
let l=q("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});a.line&&l.append(q("path",{d:a.line,class:"\
opscope-stroke"})),a.fill&&l.append(q("path",{d:a.fill}));let p=c("button",{class:`opscope-button opscope-${a.name}`,type:"\
button",title:so(a),"aria-label":a.label,"aria-keyshortcuts":a.key});return p.append(l),cr.has(a.kind)&&p.append(c("span",
{},a.label)),p.addEventListener("click",()=>e(a.kind),{signal:t}),o.set(a.kind,p),p}function i(a,l){let p=a.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!a.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(a,l){let p=l?Le(a):ir,d=a.phase==="running"||a.phase==="waiting";for(let[f,u]of o)i(u,()=>{u.disabled=!p.has(
f),(f==="Pause"||f==="Continue")&&b(u,"hidden",d!==(f==="Pause"))})}}}var lr=4,Ko="NaN/Inf";function pr(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function dr(e){return e===null?Ko:G(e)}
function ur(e){return e.seconds?G(1/e.seconds):"–"}function Vo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let i=c(
"span",{class:"opscope-title"}),a=c("span",{class:"opscope-place"}),l=c("span",{class:"opscope-state",role:"status"}),p=Ho(
s),d=Uo({ask:t,seek:o,refresh:n,signal:r}),f=qo({send:e,signal:r}),u=_t("step","opscope-step"),g=_t("steps / s","opscope\
-rate"),y=c("div",{class:"opscope-metrics"},u.el,g.el),m=c("div",{class:"opscope-headline"},c("div",{class:"opscope-name\
s"},i,a),l),h=c("header",{class:"opscope-header"},m,p.el);s||(m.append(f.el),h.append(d.el)),h.append(y);let x=new Map;return{
el:h,update(M,k,w){L(i,M.title||"run"),L(a,M.place),b(l,"data-past",M.stopped?.past);let $=!k&&(M.phase==="running"||M.phase===
"waiting");b(l,"data-phase",$?"gone":M.phase),L(l,$?"no kernel":pr(M)),p.update(M,w),s||(d.update(M),f.update(M,k)),u.update(
String(Co(M))),g.update(ur(M));let T=[...Ro(M)].slice(0,lr);for(let[E,{value:I,when:B}]of T){let N=x.get(E)??_t(E,"opsco\
pe-scalar",!0);x.set(E,N),N.update(dr(I),M.scalarHistory.get(E),B,M.scalarNames.get(E))}Ae(y,[u.el,g.el,...T.map(([E])=>x.
get(E).el)])}}}function _t(e,t,o=!1){let n=c("span",{class:`opscope-number ${t}`}),s=ct(96,30),r=c("span",{class:"opscop\
e-label",title:e},e),i=c("span",{class:"opscope-when"}),a=c("div",{class:"opscope-metric"},c("div",{},r,n,...o?[i]:[]));
return o&&a.append(s.el),{el:a,update(l,p,d="",f=""){L(r,f||e),b(r,"title",f?`${f}, ${e}`:e),L(n,l),L(i,d),b(a,"data-els\
ewhere",!!d),b(n,"data-bad",l===Ko),o&&s.update(p)}}}var fr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["List of values","↑ ↓ Home End","select a value"],["Tabs","← → Home End","show anoth\
er tab"],["Slider","← → Home End","go to another step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑\
 ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace",
"open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set \
an element (or double click it)"],["Code","↑ ↓ Home End","to another line"],["Code","Enter","set or remove a breakpo\
int on the line"],["Code","Space","the operators of the line"],["Evaluation line","↑ ↓","what was typed before"],["M\
enus, this page","Esc","close"]];function hr(e){let t=new Map,o=e?[]:$e.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}\
: ${n.about}`]);for(let[n,s,r]of[...o,...fr])t.set(n,[...t.get(n)??[],[s,r]]);return t}function Xo({root:e,offline:t,signal:o}){
let n=c("button",{class:"opscope-button",type:"button"},"Close"),s=[...hr(t)].map(([p,d])=>c("section",{},c("h4",{},p),c(
"dl",{},...d.flatMap(([f,u])=>[c("dt",{},...f.split(" ").map(g=>c("kbd",{},g))),c("dd",{},u)])))),r=c("div",{class:"opsc\
ope-keys",role:"dialog","aria-label":"keys",hidden:!0},c("div",{class:"opscope-keys-head"},c("b",{},"Keys"),n),c("div",{
class:"opscope-keys-groups"},...s)),i=c("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","ar\
ia-label":"keys","aria-keyshortcuts":"?"},"?"),a=null,l=p=>{p!==!r.hidden&&(p&&(a=e.ownerDocument.activeElement),b(r,"hi\
dden",!p),p?n.focus({preventScroll:!0}):(a&&e.contains(a)?a:e).focus({preventScroll:!0}))};return i.addEventListener("cl\
ick",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener("keydown",p=>{let d=p.target.
matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!=="?"||d)||(p.preventDefault(),
p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:i}}var mr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function Yo({select:e,refresh:t,
signal:o}){let n=c("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),
s=c("span",{class:"opscope-found"}),r=c("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),i=c(
"aside",{class:"opscope-list"},c("div",{class:"opscope-search"},n,s),r),a=new Map,l=[],p="",d=Object.fromEntries(Object.
entries(mr).map(([u,g])=>[u,gr(g)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",u=>{let g=u.target.closest("[data-name]");g&&e(g.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",u=>{let g=ce(u,l.indexOf(p),l.length);g!==null&&(u.preventDefault(),e(l[g]),a.get(l[g])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:i,update(u,g){p=g;let y=rt(u,n.value);l=[];let m=[];for(let[M,k]of Object.
entries(y)){if(!k.length)continue;let w=d[M];L(w.count,String(k.length)),m.push(w.el);for(let $ of k){let T=a.get($.name)??
wr($.name);a.set($.name,T),l.push($.name),m.push(T.el)}}Ae(r,m),b(r,"aria-activedescendant",a.get(g)?.el.id);let h=u.values.
size,x=u.cost?.hz&&!u.over?` · ${fo(u.cost.hz)}`:"";L(s,`${l.length===h?h:`${l.length} of ${h}`}${x}`),b(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),b(r,"data-empty",h?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),f(u,g)}};function f(u,g){let{clientHeight:y,
scrollTop:m}=r,h=l.map(k=>a.get(k)),x=h[0]?.el.offsetHeight||44,M=h.map(k=>k.el.offsetTop-m);h.forEach((k,w)=>{let $=l[w],
T=M[w]>-2*x&&M[w]<y+2*x;b(k.el,"aria-selected",$===g?"true":"false");let E=u.values.get($);T&&E&&k.update(E,u.history.get(
$),_e(u,E),Io(u,E))})}}function gr(e){let t=c("span");return{el:c("div",{class:"opscope-heading",role:"presentation"},e,
t),count:t}}var br=0;function wr(e){let t=c("span",{class:"opscope-pill"}),o=et(e),n=c("span",{class:"opscope-spec"}),s=c(
"span",{class:"opscope-mean"}),r=c("span",{class:"opscope-std"}),i=ct(52,26),a=c("div",{class:"opscope-row",role:"option",
"data-name":e,id:`opscope-value-${++br}`},t,o,n,s,r,i.el),l,p="";return{el:a,update(d,f,u,g){i.update(f);let[y,m]=[u||g,
`${u}, ${g}`];if(d===l&&m===p)return;l=d,p=m,b(a,"data-elsewhere",!!u);let h=de(d);b(a,"data-health",h);let[x,M]=he(d);We(
o,x),L(t,Ze[h]),L(n,`${y?`${y}  `:""}${Ne(d.shape)}  ${po(d.dtype)}${M?`  ${M}`:""}`),L(s,G(d.mean)),L(r,d.std===null||!d.
shape.length?"":`± ${G(d.std)}`)}}}var xr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return c("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function Jo({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=le("condition-field","only i\
f … (optional)","condition"),r=le("hits-field","1","stop from this hit on","number"),i=c("input",{class:"opscope-log-f\
ield",type:"checkbox"}),a=le("message-field","message, as: loss is {loss}","log message of a line of Python"),l=c("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=c("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),d=c("span",{class:"opscope-logging"},c("label",{title:"write a note at each hit, and go on"},
i," only log"),a),f=c("summary",{},"Hits, log …"),u=c("details",{class:"opscope-breakpoint-more"},f,c("div",{},c("labe\
l",{},"stop from hit ",r),d)),g=c("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,u);b(r,"min",1),b(a,"h\
idden",!0);let y=null,m=k=>{t(k),b(n,"aria-invalid",k?"true":void 0)},h=()=>Math.max(1,Math.round(Number(r.value)||1));function x(k){
y=k,n.value=k?.spec??"",n.readOnly=!!k,s.value=k?.condition??"",r.value=k&&k.wanted>1?String(k.wanted):"",i.checked=!1,a.
value="",b(a,"hidden",!0),b(d,"hidden",!!k),L(l,k?`Change ${k.number}`:"Add"),b(p,"hidden",!k),k&&(u.open=k.wanted>1||u.
open),m("")}function M(){let k={spec:n.value.trim(),condition:s.value.trim(),hits:h()};if(!k.spec)return m(xr);m("");let w=($,T)=>{
let E=n.value.trim()===k.spec&&s.value.trim()===k.condition;return $&&E&&x(null),(!$||T)&&m(T),!0};y?e("ChangeBreakpoint",
{number:y.number,enabled:y.enabled,condition:k.condition,hits:k.hits},w):e("SetBreakpoint",{spec:k.spec,condition:k.condition,
...k.hits>1&&{hits:k.hits},...i.checked&&{log:!0,message:a.value.trim()}},w)}g.addEventListener("submit",k=>(k.preventDefault(),
M()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),i.addEventListener("change",()=>b(a,"hidden",!i.checked),
{signal:o});for(let k of[n,s,r,a])k.addEventListener("input",()=>m(""),{signal:o}),k.addEventListener("keydown",w=>{w.key===
"Escape"&&y&&x(null),!(w.key!=="Enter"||w.isComposing)&&(w.preventDefault(),g.requestSubmit())},{signal:o});return{el:g,
problem:m,change(k){x(k),s.focus()},compose(k){x(null),n.value=k,s.focus()}}}var yr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function kr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Ct(e){return`${ae(e)} ${e===
1?"hit":"hits"}`}function vr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function $r({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var Zo={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Mr,count:e=>e.breakpoints.length};function Mr({ask:e,open:t,offline:o,signal:n}){
let s=c("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),i=Jo({ask:e,showProblem:h=>{L(s,h),b(s,"hidden",
!h)},signal:n}),a=c("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=c("div",{class:"opscope-breakpoint-rows"}),p=c("div",
{class:"opscope-breakpoints"}),d=yr.map(([h,x])=>({name:h,box:c("input",{type:"checkbox","data-filter":h}),title:x})),f=c(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...d.map(({name:h,box:x,title:M})=>c("label",{title:M},x,` ${h}`))),o||p.append(i.el,f,s),p.append(a,l);let u,g=[],
y=(h,x)=>(i.problem(h?"":x),!0);f.addEventListener("change",()=>{let h=d.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:h},y)},{signal:n}),l.addEventListener("click",h=>{let x=h.target,M=x.closest("[data-num\
ber]"),k=g.find(({number:w})=>w===Number(M?.dataset.number));k&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:k.
number},y):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:k.number,enabled:!k.enabled,condition:k.condition,
hits:k.wanted},y):x.closest(".opscope-breakpoint-condition")?i.change(k):x.closest(".opscope-breakpoint-ops")&&t("graph",
k.ops[0]))},{signal:n});function m(h,x){let M={"data-conditional":!!h.condition,"data-off":!h.enabled,"data-hollow":!h.verified,
"data-log":!!h.log},k=$r(h),w=vr(h),$=c("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":h.
enabled?"true":"false","aria-label":k,title:k,disabled:o,...M}),T=c("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!h.ops.length},kr(h)),E=c("button",{class:"opscope-breakpoint-condition",type:"\
button",title:w?`${w}; click to change`:"set a condition","aria-label":`condition of breakpoint ${h.number}: ${w||"alway\
s"}`,disabled:o},w),I=c("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${h.number}`});return I.append(q("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},q("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),c("div",{class:"opscope-breakpoint","data-number":h.
number,"data-op":h.ops[0],"data-here":x,"data-off":!h.enabled},$,c("span",{class:"opscope-breakpoint-number"},String(h.number)),
c("code",{class:"opscope-breakpoint-spec",title:h.spec},h.spec),E,T,c("span",{class:"opscope-breakpoint-hits"},Ct(h.hits)),
...o?[]:[I],...h.problem?[c("div",{class:"opscope-breakpoint-problem"},h.problem)]:[])}return{el:p,open:h=>i.compose(String(
h)),update(h){b(a,"hidden",h.breakpoints.length>0);for(let{name:$,box:T}of d)T!==document.activeElement&&(T.checked=h.exceptions.
includes($));let x=h.stopped?.reason.endsWith("breakpoint")?h.stopped.op:-1,M=JSON.stringify([h.breakpoints,x]);if(M===u)
return;u=M,g=h.breakpoints;let k=document.activeElement?.closest?.("[data-number]"),w=l.contains(k)?document.activeElement.
className:"";l.replaceChildren(...g.map($=>m($,$.ops.includes(x)))),w&&l.querySelector(`[data-number="${k?.dataset.number}\
"] .${w}`)?.focus({preventScroll:!0})}}}function Qo(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function en(e){return e.functions.
map((t,o)=>o).reverse()}function tn({ask:e,show:t,refresh:o,signal:n}){let s=c("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=c("div",{class:"opscope-empty"}),i=c("div",{},r,s),a=c("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=c("div",{class:"opscope-empty"}),p=c("\
div",{},l,a),d="",f=-1,u="",g,y,m=null;function h(w){m&&(f=w,g=void 0,e("FetchVariables",{frame:w},x),m.paths[w]&&t(m.paths[w],
m.lines[w]),o())}let x=(w,$)=>(u=w?"":$,y=void 0,!0);s.addEventListener("click",w=>{let $=w.target.closest("[data-frame]");
$&&h(Number($.dataset.frame))},{signal:n}),s.addEventListener("keydown",w=>{if(!m)return;let $=en(m),T=ce(w,$.indexOf(f),
$.length);T!==null&&(w.preventDefault(),w.stopPropagation(),h($[T]),M(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function M(){let w=m,$=w&&JSON.stringify([w,f]);if($===g)return;g=$;let T=s.contains(document.
activeElement);s.replaceChildren(...(w?en(w):[]).map(E=>{let I=w?.paths[E]?`${w.paths[E].split(/[/\\]/).at(-1)}:${w.lines[E]}`:
"",B=E===f;return c("div",{class:"opscope-frame",role:"option","aria-selected":B?"true":"false",tabindex:B?0:-1,"data-fr\
ame":E,"data-kind":w?.kinds[E],"data-now":w?.now[E],title:`${w?.texts[E]}${w?.now[E]?`
where the program is now; the run shows its past`:""}`},c("b",{},w?.functions[E]??""),c("code",{},w?.texts[E]??""),c("sp\
an",{},w?.now[E]?`${I} now`:I))})),T&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function k(w){let $=w.
fold.variables,T=Qo(w,$)&&($?.frame===f||$?.frame===f-(m?.functions.length??0))?$:null;if(T===y&&T)return;y=T;let E=w.phase===
"running"?"":u||(T&&!T.names.length?"No variables.":"");L(l,E),b(l,"hidden",!E),a.replaceChildren(...(T?.names??[]).map(
(I,B)=>{let N=T?.called?.[B]??"";return c("div",{},c("dt",{title:N?`${N}, ${I}`:I},N||I),c("dd",{title:`${T?.texts[B]}${T?.
now[B]?`
of now: the recording does not have it`:""}`,"data-now":T?.now[B]},T?.texts[B]??""))}),...T&&T.total>T.names.length?[c("\
div",{},c("dt",{},"…"),c("dd",{},`${T.total-T.names.length} more`))]:[])}return{el:i,variables:p,get frame(){return f},
update(w){let $=w.stopped,T=w.phase==="running"||w.phase==="waiting"?"":`${$?.run} ${$?.tick} ${$?.reason}`;T!==d&&(d=T,
f=-1,u="",T&&(e("FetchStack",{},(I,B)=>I?void 0:x(I,B)),e("FetchVariables",{frame:-1},x))),m=T&&Qo(w,w.fold.stack)?w.fold.
stack:null,m&&f<0&&m.functions.length&&(f=m.functions.length-1);let E=T?m&&!m.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";L(r,E),b(r,"hidden",!E),M(),k(w)}}}var Sr=30;function on({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=c("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=c("form",{class:"opscope-evaluation","data-asks":!0},s,c("div",{class:"opscope-evaluation\
-line"},c("span",{"aria-hidden":"true"},"›"),n)),i=[],a=0;function l(){let p=n.value.trim();if(!p)return;n.value="",i.
push(p),a=i.length;let d=c("pre",{},"…");for(s.append(c("div",{class:"opscope-answer"},c("code",{},p),d));s.children.length>
Sr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(f,u)=>(d.textContent=u,b(d,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&i.length)a=Math.max(0,Math.min(
i.length,a+d)),n.value=i[a]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,b(n,"title",d?"pause the run fir\
st":void 0)}}}function nn({ask:e,signal:t}){let o=c("div",{class:"opscope-attributes-title"}),n=c("dl",{class:"opscope-variables"}),s=c(
"div",{class:"opscope-empty",role:"status"}),r=c("div",{"data-asks":!0},o,n,s),i=-1,a="",l="",p;function d(f,u,g){e("Set\
Attribute",{op:f,name:u,value:g},(y,m)=>(L(s,m),b(s,"data-failed",!y),l="",!0))}return n.addEventListener("keydown",f=>{
let u=f.target.closest("input");f.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(f.key!=="Enter"||!u||f.isComposing)&&
(f.preventDefault(),d(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:r,choose(f){i=f,l=""},update(f,u){let g=f.stopped,
y=`${g?.run} ${g?.tick}`;y!==a&&g?.text!=="edited"&&(i=a?-1:i),a=y;let m=i>=0?i:g?.op??-1;u&&m>=0&&f.phase!=="running"&&
l!==`${m} ${y}`&&(l=`${m} ${y}`,e("FetchOperator",{op:m},(k,w)=>(k||L(s,w),!0)));let h=f.fold.shown_operator?.op===m?f.fold.
shown_operator:null,x=f.phase==="paused"&&!f.over&&!h?.fixed,M=JSON.stringify([h,x,m]);M!==p&&(p=M,L(s,""),L(o,h?`${h.op_type}\
 ${h.op}${h.name?` → ${h.name}`:""}`:"No operator: pause before one, or choose one in the graph."),b(o,"title",h?.site),
n.replaceChildren(...(h?.names??[]).flatMap((k,w)=>{let $=le("attribute-field","",`${k} of ${h?.op_type} ${h?.op}; Enter\
 sets it for this run`);return $.name=k,$.value=$.dataset.was=h?.texts[w]??"",$.dataset.op=String(h?.op),$.readOnly=!x,b(
$,"title",x?"Enter sets it for this run":h?.fixed?`cannot be changed: ${h.fixed}`:"pause the run to change it"),[c("dt",
{title:k},k),c("dd",{},$)]}),...h&&!h.names.length?[c("dt",{},"no attributes"),c("dd",{})]:[]))}}}var ge={time:{label:"time",about:"of a replay of the step, operator by operator",text:Er},memory:{label:"memory",about:"\
bytes that the operator writes",text:Lr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:G,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Je,log:!0}};
function Er(e){return e>=1?`${G(e)} s`:e>=.001?`${G(e*1e3)} ms`:`${G(e*1e6)} µs`}function Lr(e){return e>=2**20?`${G(e/
2**20)} MiB`:e>=1024?`${G(e/1024)} KiB`:`${e} bytes`}function sn(e,t){let o=ge[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let i=t.get(`op-${s}`)??`op-${s}`,a=n.get(i);n.set(i,a===void 0?e.numbers[r]:o?Math.max(a,e.numbers[r]):a+e.numbers[r])}),
n}function rn(e,t){let o=[...t].filter(i=>i>0),n=Math.max(...o,0);if(!ge[e]?.log)return{at:i=>n?Math.sqrt(i/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:i=>i<=0?0:r?Math.log(i/s)/r:1,low:s,high:n}}var an=["nan","inf","zeros","ok"];function Nr(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function Tr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&Nr(t,o[1])?Number(o[2]):0}function Ge(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function cn(e,t){let o=new Map,n=(r,i)=>o.set(r,[...o.get(r)??[],i]),s=Ge(
e);for(let r of t){let i=Tr(r,e.path);if(i)n(i,r);else for(let[a,l]of s)r.ops.some(p=>l.includes(p))&&n(a,r)}return o}function Ar(e,t){
let o=new Map([...Ge(e)].flatMap(([s,r])=>r.map(i=>[i,s]))),n=new Map;for(let s of t.values()){let r=o.get(s.op);if(r===
void 0)continue;let i=de(s),a=n.get(r);(!a||an.indexOf(i)<an.indexOf(a))&&n.set(r,i)}return n}function _r(e,t){return`${e.
static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function ln({ask:e,open:t,refresh:o,signal:n}){let s=c("select",
{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=c("button",{type:"button",class:"opscope-slice-tool o\
pscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the step"},"Time"),i=c("span",{class:"\
opscope-source-note",role:"status"}),a=c("div",{class:"opscope-source-bar","data-asks":!0},s,i,r),l=c("div",{class:"opsc\
ope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakpoint, Space shows the operato\
rs of a line"}),p=c("div",{class:"opscope-source-view"},a,l),d=new Map,f=null,u,g={path:"",line:0},y="",m="",h=0,x=0,M=!1;
function k(N,D){g={path:N,line:D};let C=f?.first??1;if(f?.path===N&&D>=C&&D<C+f.lines.length)return w(D);e("FetchSource",
{path:N,line:D},(F,W)=>(L(i,F?"":W),!0))}function w(N){let D=d.get(N);if(!D)return;$(N,!1);let C=D.offsetTop-l.offsetTop;
(C<l.scrollTop+20||C>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=C-l.clientHeight/2)}function $(N,D){for(let[C,F]of[[d.
get(h),!1],[d.get(N),!0]])C&&(b(C,"tabindex",F?0:-1),b(C,"aria-selected",F?"true":"false"));h=N,D&&d.get(N)?.focus()}function T(N){
if(!f||!u)return;let D=cn(f,u.breakpoints).get(N)??[];for(let{number:C}of D)e("ClearBreakpoint",{number:C});D.length||e(
"SetBreakpoint",{spec:_r(f,N)},(C,F)=>(L(i,C?"":F),!0))}function E(N){l.querySelector(".opscope-line-ops-list")?.remove(),
x=x===N?0:N;let D=f?Ge(f).get(x):void 0,C=d.get(x);if(!D||!C)return;let F=[...u?.values.values()??[]],W=z=>{let _=F.find(
ee=>ee.op===z);return _?`${_.op_type} ${z}`:`op ${z}`};C.after(c("div",{class:"opscope-line-ops-list"},...D.map(z=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":z,title:"show it in the graph"},W(z)))))}l.addEventListener("cli\
ck",N=>{let D=N.target,C=D.closest("[data-op]"),F=D.closest("[data-line]");if(C)return t("graph",Number(C.dataset.op));if(!F)
return;let W=Number(F.dataset.line);$(W,!1),D.closest(".opscope-line-stop")?T(W):D.closest(".opscope-line-ops")&&E(W)},{
signal:n}),l.addEventListener("keydown",N=>{if(N.target.matches("button")||!f)return;let D=f.first,C=ce(N,h-D,f.lines.length);
if(C!==null&&N.key!=="ArrowLeft"&&N.key!=="ArrowRight")$(D+C,!0);else if(N.key==="Enter")T(h);else if(N.key===" ")E(h);else
return;N.preventDefault(),N.stopPropagation()},{signal:n}),s.addEventListener("change",()=>k(s.value,0),{signal:n}),r.addEventListener(
"click",()=>{M=!M,b(r,"aria-pressed",M?"true":"false"),M&&e("MeasureOperators",{by:"time",step:u?.stopped?.step||0},(N,D)=>(L(
i,N?"":D),!0)),o()},{signal:n});function I(N){f=N,x=0,L(i,"");let D=Ge(N),C=new Set([...N.code_lines,...N.op_lines]);d=new Map(
N.lines.map((F,W)=>{let z=N.first+W,_=D.get(z)?.length??0,ee=Tt(F).map(([P,U])=>P==="plain"?U:c("span",{"data-token":P},
U)),Y=c("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":z},c("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!C.has(z),title:C.has(z)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${z}`},c("i",{})),c("span",{class:"opscope-line-at"},String(z)),c("span",{class:"opscope-line-time"}),
c("code",{},...F?ee:[" "]),..._?[c("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of\
 this line","aria-label":`operators of line ${z}`},_===1?"1 op":`${_} ops`)]:[]);return[z,Y]})),l.replaceChildren(...d.values()),
s.replaceChildren(...N.paths.map(F=>c("option",{value:F,selected:F===N.path},F))),$(g.line>=N.first&&g.line<N.first+N.lines.
length?g.line:N.first,!1),w(h)}function B(N,D){let C=cn(D,N.breakpoints),F=Ar(D,N.present),W=M&&N.fold.measured?.by==="t\
ime"?N.fold.measured:null,z=new Map(W?.ops.map((P,U)=>[P,W.numbers[U]])??[]),_=new Map([...Ge(D)].map(([P,U])=>[P,U.reduce(
(v,R)=>v+(z.get(R)??0),0)])),ee=Math.max(..._.values(),0);W&&!ee&&L(i,"No times: eager code is not run again.");let Y=N.
stopped?.path===D.path?N.stopped.line:0;for(let[P,U]of d){let v=C.get(P)??[];b(U,"data-stops",v.length>0),b(U,"data-off",
v.length>0&&v.every(S=>!S.enabled)),b(U,"data-hollow",v.length>0&&v.every(S=>!S.verified)),b(U,"data-health",F.get(P)),b(
U,"data-here",P===Y);let R=U.firstElementChild;v.length&&b(R,"title",`${v.map(S=>`breakpoint ${S.number}: ${S.spec}${S.problem?
`, ${S.problem}`:""}`).join(`
`)}
click to remove`),b(R,"aria-pressed",v.length?"true":"false");let X=U.children[2],oe=W?_.get(P)??0:0;L(X,oe?ge.time.text(
oe):""),X.style.setProperty("--share",`${ee?(100*oe/ee).toFixed(0):0}%`)}b(l,"data-timed",M)}return{el:p,show:k,update(N){
u=N;let D=`${N.graph?.program} ${N.runs}`,C=N.stopped?.path??"",F=`${N.stopped?.run} ${N.stopped?.tick} ${C}:${N.stopped?.
line}`,W=N.phase==="paused"||N.over;W&&(F!==m||D!==y)&&(D!==y&&(f=null),[m,y]=[F,D],(C||!f)&&k(C,N.stopped?.line??0),M&&
e("MeasureOperators",{by:"time",step:N.stopped?.step||0},()=>!0));let z=N.fold.source;z&&z!==f&&(!g.path||z.path===g.path)&&
I(z),f?B(N,f):L(i,W?i.textContent??"":"Pause the run to see its code."),b(s,"hidden",!f),b(r,"hidden",!f||!N.recorded)}}}var Cr=50;function pn({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=c("form",{class:"opscope-watch-form","data-asks":!0},o,c("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=c("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=c("div",{},s,n),i=[],a,l=p=>e("WatchExpressions",{expressions:p.slice(-Cr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...i.filter(f=>f!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(i.filter(f=>f!==d.dataset.expression))},{signal:t}),{el:r,update(p){
let d=p.fold.watched,f=p.phase==="running",u=JSON.stringify([d,f]);u!==a&&(a=u,i=d?.expressions??[],b(s,"data-old",f),s.
replaceChildren(...i.flatMap((g,y)=>[c("dt",{title:g},g),c("dd",{title:d?.texts[y],"data-failed":d?.failed[y]},c("span",
{},d?.texts[y]??""),c("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":g,title:"watch it\
 no longer","aria-label":`watch ${g} no longer`},"×"))])))}}}var dn={id:"code",label:"Code",create:Ir};function lt(e,t,o=!0){return c("details",{class:"opscope-section",open:o},c("s\
ummary",{},e),t)}function Ir({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=ln({ask:e,open:t,refresh:o,signal:s}),i=tn(
{ask:e,show:r.show,refresh:o,signal:s}),a=pn({ask:e,signal:s}),l=nn({ask:e,signal:s}),p=on({ask:e,frame:()=>i.frame,signal:s}),
d=lt("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let f=c("div",{class:"opscope-code-side"},lt("Call st\
ack",i.el),lt("Variables",i.variables),lt("Watch",a.el),d),u=c("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),g=c("div",{class:"opscope-code-body",hidden:n},r.el,f),y=c("div",{class:"opscope-\
code-tab"},u,g,p.el);return b(p.el,"hidden",n),{el:y,open(m){d.open=!0,l.choose(Number(m))},update(m){n||(r.update(m),i.
update(m),a.update(m),l.update(m,d.open),p.update(m))}}}var Rr=1e5,Br={to:e=>e,marks:Me,isLog:!1};function un(e){let t=e.flatMap(({min:s,max:r,mean:i})=>[s,r,i]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>Rr*o))return Br;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,i){let a=Math.ceil(Math.log10(o)),l=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/i)),p=[0];for(let d=a+l-1;d<=308&&n(10**d)<=Math.max(r,-s);d+=l)p.push(10**d,-(10**d));return p.filter(d=>n(
d)>=s&&n(d)<=r)}}}var Ie=150,Re=58,Rt=10,Bt=8,pt=22,It="history of mean, min and max";function Ot(e){let t=e.flatMap(a=>[a.min,a.max,a.mean]).
filter(a=>a!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,i=e.at(-1)?.step??1;return{x:[r,i>r?i:r+1],y:[o-s,n+s]}}function dt(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function hn({goTo:e,signal:t}){
let o=q("g",{class:"opscope-grid"}),n=q("path",{class:"opscope-band"}),s=q("path",{class:"opscope-line"}),r=q("path",{class:"\
opscope-bad"}),i=q("path",{class:"opscope-cross"}),a=q("path",{class:"opscope-cursor"}),l=q("svg",{class:"opscope-chart",
height:Ie,role:"img","aria-label":It});l.append(o,n,s,r,i,a);let p=c("span"),d=c("section",{class:"opscope-card opscope-\
wide"},c("h4",{},"History",p),l),f=[],u="",g=null,y=fn([],1),m=()=>{let w=g===null?void 0:tt(f,y.step(g));L(p,w?`step ${w.
step}  mean ${G(w.mean)}  ${G(w.min)} … ${G(w.max)}`:h?"mean, min … max; click to go there":"mean, min … max"),b(i,
"d",w?`M${y.x(w.step)},${Bt}V${Ie-pt}`:"")},h=null,x=w=>{let{x:$}=y.extent;b(a,"d",w===null||!f.length||w<$[0]||w>$[1]?"":
`M${y.x(w)},7l-4,-6h8zV${Ie-pt}`)};l.addEventListener("click",w=>{if(!h||!f.length)return;let $=Math.round(y.step(w.clientX-
l.getBoundingClientRect().left));e(Math.max(h[0],Math.min(h[1],$)))},{signal:t}),l.addEventListener("pointermove",w=>(g=
w.clientX-l.getBoundingClientRect().left,m()),{signal:t}),l.addEventListener("pointerleave",()=>(g=null,m()),{signal:t});
let M=()=>{},k=new ResizeObserver(()=>M());return k.observe(l),t.addEventListener("abort",()=>k.disconnect()),{el:d,update(w,$,T){
M=()=>this.update(w,$,T);let E=w?.points??[];h=T,b(l,"data-goes",!!T),b(l,"aria-label",$===null?It:`${It}; the cursor is\
 at step ${$}`),x($);let I=Math.max(200,l.clientWidth||d.clientWidth);if(E===f&&u===String(I))return m();f=E,u=String(I),
y=fn(f,I),Pr(o,n,s,r,f,y,I),x($),m()}}}function Or(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}\
V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function fn(e,t){let o=un(e),n=l=>l===null?null:o.to(l),{
x:s,y:r}=Ot(e.map(l=>({...l,min:n(l.min),max:n(l.max),mean:n(l.mean)}))),i=t-Re-Rt,a=Ie-Bt-pt;return{extent:{x:s,y:r},vertical:o,
x:l=>+(Re+(l-s[0])/(s[1]-s[0])*i).toFixed(1),y:l=>+(Bt+(1-(o.to(l)-r[0])/(r[1]-r[0]))*a).toFixed(1),step:l=>s[0]+(l-Re)/
i*(s[1]-s[0])}}function Pr(e,t,o,n,s,r,i){let a=Ie-pt,l=r.vertical.marks(...r.extent.y,4).flatMap(g=>[q("path",{d:`M${Re}\
,${r.y(g)}H${i-Rt}`}),q("text",{x:Re-6,y:r.y(g)+3.5,"text-anchor":"end"},Te(g))]),p=Me(...r.extent.x,Math.max(3,i/110)).
filter(Number.isInteger).map(g=>q("text",{x:r.x(g),y:Ie-6,"text-anchor":"middle"},Te(g)));e.replaceChildren(...s.length?
[...l,...p]:[],q("path",{class:"opscope-floor",d:`M${Re},${a}H${i-Rt}`}));let d=dt(s,g=>g.min!==null&&g.max!==null).map(
g=>{let y=g.map(h=>`${r.x(h.step)},${r.y(h.max)}`),m=[...g].reverse().map(h=>`${r.x(h.step)},${r.y(h.min)}`);return`M${[
...y,...m].join("L")}Z`});b(t,"d",d.join(""));let f=dt(s,g=>g.mean!==null).map(g=>{let y=g.map(m=>`${r.x(m.step)},${r.y(
m.mean)}`);return y.length>1?`M${y.join("L")}`:Or(g[0],r)});b(o,"d",f.join(""));let u=s.filter(g=>g.bad).map(g=>`M${r.x(
g.step)},${a-5}V${a}`);b(n,"d",u.join(""))}function mn({ask:e,signal:t}){let o=c("code",{}),n=c("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=c("span",{role:"status"}),r=c("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(i,a)=>(L(s,i?"":a),!0)),{signal:t}),{el:r,
update(i){let a=i.fold.edits?.texts??[];b(r,"hidden",!a.length||i.phase!=="paused"),L(o,a.join("; ")),b(o,"title",a.join(
`
`))}}}function ut({goTo:e,open:t,signal:o}){let n=c("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",i=>{let a=i.target.closest("button");a?.dataset.step?e(Number(
a.dataset.step),Number(a.dataset.op)):a?.dataset.op&&t("graph",Number(a.dataset.op))},{signal:o});function r(i,a){let[l,
p,d]=[i.ops[a],i.steps[a],a===i.cause],f=l<0?c("span",{class:"opscope-maker"},i.makers[a]):c("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${i.makers[a]} ${l} in the graph`},`${i.makers[a]} ${l}`),u=p?[c("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${i.makers[a]} in step ${p}`},`step ${p}`)]:
[],g=i.gaps[a]?[c("div",{class:"opscope-gap"},`${ae(i.gaps[a])} more`)]:[],y=[i.notes[a],d&&i.reads[a]].filter(Boolean).
join(": ");return c("li",{"data-cause":d},...g,c("div",{class:"opscope-link"},...d?[c("b",{class:"opscope-cause-mark"},"\
cause")]:[],c("code",{},i.values[a]),...i.called[a]?[c("code",{class:"opscope-called"},i.called[a])]:[],f,...u),...y?[c(
"div",{class:"opscope-note-text"},y)]:[],...d?i.growth.map(m=>c("div",{class:"opscope-note-text"},m)):[],...i.sites[a]?[
c("code",{class:"opscope-line"},i.sites[a]+(i.sources[a]?`: ${i.sources[a]}`:""))]:[])}return{el:n,update(i){i!==s&&(s=i,
b(n,"hidden",!i),n.replaceChildren(...(i?.values??[]).map((a,l)=>r(i,l))))}}}function Fr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function gn({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=c("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),i=c("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),a=c("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=ut({goTo:t,open:o,signal:n}),p=c("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
c("div",{},r,i),a,l.el),d="",f="",u=null;function g(m){y("Searching …"),e("Explain",{name:m},(h,x)=>(y(Fr(x)),u=h?m:null,
!0))}function y(m){L(a,m),b(a,"hidden",!m),u=null}return r.addEventListener("click",()=>g(d),{signal:n}),i.addEventListener(
"click",()=>g(""),{signal:n}),y(""),{el:p,update(m,h){let{stopped:x,explained:M}=h,k=`${m} ${x?.run} ${x?.tick}`;k!==f&&
y(""),d=m,f=k;let w=M&&!M.at&&M.asked===u?M:null;l.update(w),b(a,"hidden",!!w||!a.textContent)}}}var Be=168;function Dr(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function bn(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function zr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function jr(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${G(e.low+t*o)} … ${G(e.low+(t+1)*o)}: ${ae(e.counts[t])}`:Pt(e)}function wn(e){let t=c("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Be}px`}),o=c("span"),n=c("span",{class:"opscope-\
zero"},"0"),s=c("span"),r=c("div",{class:"opscope-readout"}),i=c("span"),a=c("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=c("div",{class:"opscope-axis"},o,n,
s),p=c("section",{class:"opscope-card"},c("h4",{},"Distribution",i),a,t,l,r),d,f=null,u="",g=!1,y=()=>{};a.addEventListener(
"click",()=>{g=!g,b(a,"aria-pressed",g?"true":"false"),y()},{signal:e});let m=()=>{let h=d&&f!==null&&f<d.counts.length;
b(t,"aria-label",d?`histogram of step ${d.step}, from ${G(d.low)} to ${G(d.high)}: ${Pt(d)}`:"histogram"),L(r,d?h?jr(d,f):
Pt(d):"")};return t.addEventListener("pointermove",h=>{if(!d)return;let x=t.getBoundingClientRect();f=Math.max(0,Math.min(
d.counts.length-1,Math.floor((h.clientX-x.left)/x.width*d.counts.length))),m()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,m()),{signal:e}),{el:p,update(h){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(h===d&&x===u)return;d=h,u=x,L(i,h?`step ${h.step}`:"");let M=h?.counts.some(Boolean);L(o,h&&M?G(h.low):""),L(s,h&&M?G(
h.high):"");let k=h&&h.low<0&&h.high>0?-h.low/(h.high-h.low):null;b(n,"style",k===null||k<.15||k>.85?"visibility: hidden":
`left: ${(100*k).toFixed(2)}%`),m();let w=h&&h.high>h.low?[.05,.5,.95].map($=>G(bn(h,$))):[];b(t,"title",w.length?`5 %, \
median and 95 % of the elements: about ${w.join(", ")}`:void 0),y=()=>Hr(t,h,k,g),y()}}}function Pt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ae(t)} finite elements, all equal`:`${ae(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function Hr(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round(Be*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let i=getComputedStyle(e);if(s.fillStyle=i.borderBottomColor,s.fillRect(0,Be-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,Be),s.fillStyle=i.color;let a=r/t.counts.length;Dr(zr(t),n).forEach((l,p)=>{let d=l*(Be-18);
s.fillRect(p*a+.5,Be-1-d,Math.max(1,a-1),d)}),t.high>t.low&&Wr(s,t,r,i.borderTopColor)}function Wr(e,t,o,n){let[s,r,i]=[
.05,.5,.95].map(a=>((bn(t,a)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,i-s,1);for(let[a,l]of[[s,7],[
r,11],[i,7]])e.fillRect(a-.75,5.5-l/2,1.5,l)}function Gr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function xn({
ask:e,signal:t}){let o=c("code",{class:"opscope-cell-name"}),n=le("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=le("cell-value","0.5, nan, h.mean()","new value"),r=c("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),i=c("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),a=le("cell-st\
eps","100","how many steps to replay","number"),l=c("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=c("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=c(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},c("span",{},o," [ ",n," ] = ",s),c("span",{},r,i,c("label",{
title:"how many steps to replay"},a," steps"),l)),f=c("div",{class:"opscope-cell-editor"},d,p),u="",g="",y=null,m=()=>n.
value.trim()?`${u}[${n.value.trim()}]`:u,h=(k,w)=>(L(p,w),b(p,"data-failed",!k),w&&p.scrollIntoView({block:"nearest"}),!0);
function x(){b(d,"hidden",!0),y?.focus({preventScroll:!0}),y=null}function M(k){if(!s.value.trim())return void h(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");h(!0,k?"replaying …":"");let w={target:m(),value:s.
value.trim()},$=(T,E)=>(h(T,E),T&&x(),!0);k?e("TryValue",{...w,steps:Math.max(1,Math.round(Number(a.value)||100))},$):e(
"SetValue",w,$)}return d.addEventListener("submit",k=>(k.preventDefault(),M(!!g)),{signal:t}),i.addEventListener("click",
()=>M(!0),{signal:t}),l.addEventListener("click",x,{signal:t}),d.addEventListener("keydown",k=>{if(k.key==="Escape")x();else if(k.
key==="Enter"&&!k.isComposing&&k.target.matches("input"))M(!!g);else return;k.preventDefault(),k.stopPropagation()},{signal:t}),
{el:f,open(k,w,$,T,E){[u,y]=[k,E],L(o,w),b(o,"title",k),n.value=$,s.value=T,h(!0,""),b(d,"hidden",!1),s.focus(),s.select()},
update(k,w){u&&w!==u&&!d.hidden&&b(d,"hidden",!0),g=Gr(k),r.disabled=!!g,b(r,"title",g||"in this run; what follows is co\
mputed again"),i.disabled=!k.recorded||k.phase==="running"}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},Ur=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Oe(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=Ur.reduceRight((r,i)=>r*t+i[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var be=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,Qc=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
Oe((t-2)/252));function Ue(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function ft(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>be(Oe(t/16))).join(", ")})`}var yn=26,qr=14,Kr=4;function kn(e,t,o,n){let s=Math.min(yn,o/t,n/e),r=(i,a)=>Math.max(qr,s*i,s<yn?Math.min(a/2,Kr*s*i):
0);return[r(t,o),r(e,n)]}function vn(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,i=Ue(e.pixels[o*e.cols+n],e.low,e.high),
a=Number.isNaN(i)?"NaN":i===1/0?"+Inf":i===-1/0?"−Inf":`≈ ${G(i)}`;return`${t.length>2?`[${ho(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${a}`}function $n(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Sn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let i=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));i>s&&([n,s]=[r,i])}return n}function ht(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function qe(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[i,a]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return i<e.cols&&a<e.rows&&l<e.facets&&s<t?{facet:l,row:a,col:i}:null}function jt(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function En(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let r=Ue(s,e.low,e.high);return t?jt(r/o):Oe(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function mt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replaceAll("-","−");let i=Ue(e.pixels[s],e.low,e.high);return Number.isNaN(i)?"NaN":
i===1/0?"+Inf":i===-1/0?"−Inf":`≈ ${G(i)}`}var Vr=[128,128,128,90],Xr=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Ln(e,t,o,n){let[s,r]=ht(t,o),i=e.getContext("2d");if(!i||s<=0||r<=0)return;e.width!==s&&(e.width=s),e.height!==
r&&(e.height=r);let a=i.createImageData(s,r),l=En(t,n);for(let p=0;p<s*r;p++)Xr(t,p%s,Math.floor(p/s))&&a.data.set(Vr,4*
p);for(let p=0;p<t.facets;p++){let[d,f]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let u=0;u<t.rows;u++)for(let g=0;g<
t.cols;g++){let y=4*((f+u)*s+d+g),[m,h,x]=l[t.pixels[(p*t.rows+u)*t.cols+g]];a.data[y]=m,a.data[y+1]=h,a.data[y+2]=x,a.data[y+
3]=255}}i.putImageData(a,0,0)}var Mn=7;function Yr(e){let t=String(Math.round(e)),o=r=>{let i=String(Number(e.toPrecision(
r))),a=e.toExponential(r-1).replace("e+","e");return a.length<i.length?a:i};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=Mn?t:[3,2].map(o).find(r=>r.length<=Mn)??o(1)).replaceAll("-","−")}function Nn(e,t,o,n,s){let r=e.getContext(
"2d");if(!r)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,
devicePixelRatio);let i=En(t,s),[a,l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,a/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<
t.cols;d++){let f=p*t.cols+d,[u,g,y]=i[t.pixels[f]];r.fillStyle=`rgb(${u}, ${g}, ${y})`,r.fillRect(d*a,p*l,a-1,l-1),r.fillStyle=
.299*u+.587*g+.114*y>140?"#111111":"#ffffff";let m=Number(t.numbers[f]),h=Number.isFinite(m)?Yr(m):mt(t,{facet:0,row:p,col:d});
r.fillText(h,(d+.5)*a,(p+.5)*l)}}var Ht=168,Wt=300,Jr=600,Gt=[34,18],gt=4,Zr=16,bt=8,Ut="keep these elements, to compare others with them",Tn={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function Qr(e,t,o,n){let[s,r]=[we(e,0),we(e,1)],i=Math.min(
s,Math.max(bt,Math.round(e.height/n))),a=Math.min(r,Math.max(bt,Math.round(e.width/n))),l=(p,d,f)=>Math.max(0,Math.min(f-
d,Math.round(p-d/2)));return{top:l(t,i,s),left:l(o,a,r),height:i,width:a}}function ea(e,t){let[o,n]=e.axes,s=_n(e,{facet:t,
row:0,col:0}).map((r,i)=>i===o||i===n?0:r);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function we(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function me(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function _n(e,t){
let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((i,a)=>r.get(a)??e.index[a])}function ta(e,t){let[o,n,s]=e.axes,[r,i]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],a=(p,d,f)=>d>1?`${p}–${Math.min(f,p+d)-1}`:`${p}`;return`[${e.shape.map((p,d)=>d===o?a(r,e.row_stride,e.top+
e.height):d===n?a(i,e.col_stride,e.left+e.width):String(d===s?t.facet*e.facet_stride:e.index[d])).join(", ")}]  ${mt(me(
e),t)}`}function Cn({ask:e,signal:t,offline:o}){let n=c("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=c("div",
{class:"opscope-heatmap-box"},n),r=c("span"),i=c("span"),a=c("i"),l=[qt("NaN",pe.nan,0),qt("−Inf",pe.minusInf,1),qt("+\
Inf",pe.plusInf,255)],p=c("div",{class:"opscope-readout"}),d=c("span"),f={rows:R("rows"),cols:R("columns"),facets:R("fac\
ets")},u=c("span",{class:"opscope-positions"}),g=c("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},c("option",{value:"auto"},"auto"),c("option",{value:"sequential"},"low to high"),c("option",{value:"signed"},"signe\
d")),y=v("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>S(gt)),m=v("−","zoom out (-)","zoom-out",()=>S(1/
gt)),h=v("Pin",Ut,"pin",()=>e("PinValue",{name:J()?"":$})),x=v("Difference","show the difference to the pinned value","d\
ifference",()=>oe({...I,difference:!I.difference})),M=c("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,
f.facets.el,u,c("label",{},"colors",g),c("span",{class:"opscope-slice-tools"},m,y,h,x)),k=xn({ask:e,signal:t}),w=c("sect\
ion",{class:"opscope-card opscope-elements"},c("h4",{},"Elements",d),M,s,k.el,c("div",{class:"opscope-legend"},c("div",{
class:"opscope-scale"},r,a,i),...l.map(A=>A.el)),p),$="",T="",E=null,I=Tn,B="",N=null,D="",C=!1,F=0,W="",z,_,ee=[],Y=null,
P=null,U=-1;function v(A,H,K,te){let Q=c("button",{type:"button",class:`opscope-slice-tool opscope-${K}`,title:H,"aria-l\
abel":H},A);return Q.addEventListener("click",te,{signal:t}),Q}function R(A){let H=c("select",{class:`opscope-axis-${A}`,
"aria-label":`axis of the ${A}`});return H.addEventListener("change",()=>X(A==="columns"?"cols":A,Number(H.value)),{signal:t}),
{el:c("label",{},A,H),field:H}}function X(A,H){if(!_)return;let[K,te,Q]=_.axes,V={rows:K,cols:te,facets:Q},ie=Object.keys(
V).find(se=>H>=0&&V[se]===H);ie&&(V[ie]=V[A]),V[A]=H,oe({...I,...V,top:0,left:0,height:0,width:0})}function oe(A){A.facets>=
0&&(U=-1),I=A,D="";let H=++F;e("FetchSlice",{name:$,...I},(K,te)=>(H!==F||(C=K,K||([D,I]=[te,{...I,difference:!1}]),ue()),
!0))}function S(A,H){if(!_)return;let[K,te]=H??[_.top+_.height/2,_.left+_.width/2],Q=Qr(_,K,te,A),V=Q.height===_.height&&
Q.width===_.width;V&&A>1&&_.facets>1?O(_,Y&&qe(me(_),Z(me(_)),...Y)?.facet||0):V&&A<1&&U>=0?oe({...I,...Q,facets:U}):oe(
{...I,...Q})}function O(A,H){oe({...I,...ea(A,H)}),U=A.axes[2]}let j=()=>(_??z)?.step,J=()=>E?.name===$&&E?.step===j(),ne=()=>_?
me(_):z?{...z,facets:1,numbers:[]}:null,Z=A=>Sn(A,s.clientWidth||400,A.facets>1?Wt:Ht),re=()=>g.value==="signed"||g.value===
"auto"&&!!_?.difference;function ue(){let A=_&&Y&&qe(me(_),Z(me(_)),...Y),H=z&&Y&&Y[1]<z.rows&&Y[0]<z.cols,K=_?A&&ta(_,A):
H&&z&&Y?vn(z,ee,Y[1],Y[0]):"";L(p,D||K||(_?oa(_):z?$n(z):""))}function Ee(A){let H=ne();if(!H)return null;let K=n.getBoundingClientRect(),
[te,Q]=ht(H,Z(H)),V=(ie,se)=>Math.max(0,Math.min(se-1,Math.floor(ie*se)));return[V((A.clientX-K.left)/K.width,te),V((A.clientY-
K.top)/K.height,Q)]}n.addEventListener("pointermove",A=>(Y=Ee(A),ue()),{signal:t}),n.addEventListener("pointerleave",()=>(Y=
null,ue()),{signal:t});function xe(A,H){if(!A||o)return;let K=me(A),te=(H&&qe(K,Z(K),...H))??{facet:0,row:0,col:0};k.open(
$,T,_n(A,te).join(", "),A.numbers.length?mt(K,te).replaceAll("−","-"):"",n)}n.addEventListener("dblclick",()=>xe(P?.slice,
P?.at??null),{signal:t}),n.addEventListener("click",A=>{if(A.detail>1)return;P={slice:_,at:Ee(A)};let H=_&&qe(me(_),Z(me(
_)),...Ee(A)??[0,0]);_&&H&&_.facets>1?O(_,H.facet):_&&H&&!ke()&&S(Zr,[_.top+H.row*_.row_stride,_.left+H.col*_.col_stride])},
{signal:t}),n.addEventListener("keydown",A=>{let H={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[A.
key];if(A.key==="+"||A.key==="=")S(gt);else if(A.key==="-")S(1/gt);else if(A.key==="Enter")xe(_,Y);else if(H&&_)S(1,[_.top+
_.height*(.5+H[0]/2),_.left+_.width*(.5+H[1]/2)]);else return;A.preventDefault(),A.stopPropagation()},{signal:t}),g.addEventListener(
"change",()=>(W="",to()),{signal:t}),u.addEventListener("change",()=>{let A=ee.map((H,K)=>u.querySelector(`[data-axis="${K}\
"]`)?.value??"0");oe({...I,index:A.map(H=>String(Math.max(0,Math.round(Number(H)||0)))).join(",")})},{signal:t}),u.addEventListener(
"keydown",A=>A.stopPropagation(),{signal:t});function ye(A){let H=A.shape.map((Q,V)=>[String(V),`${V} (${Q})`]);for(let[
Q,{field:V}]of[f.rows,f.cols,f.facets].entries()){let ie=[["-1","none"],...H],se=ie.join();V.dataset.key!==se&&V.replaceChildren(
...ie.map(([ve,fe])=>c("option",{value:ve},fe))),V.dataset.key=se,V.value=String(A.axes[Q])}b(f.rows.el,"hidden",A.shape.
length<2),b(f.cols.el,"hidden",A.shape.length<2),b(f.facets.el,"hidden",A.shape.length<3);let K=A.shape.flatMap((Q,V)=>A.
axes.includes(V)||Q<2?[]:[[V,Q,A.index[V]]]),te=JSON.stringify(K);u.dataset.key!==te&&(u.dataset.key=te,u.replaceChildren(
...K.map(([Q,V,ie])=>c("label",{},`axis ${Q}`,c("input",{type:"number",min:0,max:V-1,value:ie,"data-axis":Q,title:`posit\
ion on axis ${Q}, 0 to ${V-1}`})))))}function ke(){if(!_)return!1;let{facets:A,rows:H,cols:K,numbers:te}=me(_);return A===
1&&te.length>0&&s.clientWidth/K>=Gt[0]&&H*Gt[1]<=Jr}function to(){let A=ne(),H=A?A.rows*A.cols*A.facets:0;if(b(n,"hidden",
!H),!A||!H)return;let K=Z(A),[te,Q]=ht(A,K),V=s.clientWidth,ie=ke(),se=ie?[Math.min(V,A.cols*64),A.rows*Gt[1]]:A.facets>
1?[Math.min(V,te*Wt/Q),Math.min(Wt,Q*V/te)]:kn(A.rows,A.cols,V,Ht),ve=`${se} ${devicePixelRatio} ${re()} ${ie}`;if(ve===
W)return;W=ve,b(s,"style",`height: ${Math.max(ie||A.facets>1?0:Ht,Math.ceil(se[1]))}px`),b(n,"style",`width: ${se[0].toFixed(
1)}px; height: ${se[1].toFixed(1)}px`),ie?Nn(n,A,se[0],se[1],re()):Ln(n,A,K,re());let fe=Math.max(Math.abs(A.low),Math.abs(
A.high));L(r,G(re()?-fe:A.low)),L(i,G(re()?fe:A.high)),b(a,"style",`background: ${re()?`linear-gradient(to right, ${[-1,
-.5,0,.5,1].map(je=>be(jt(je))).join(", ")})`:ft()}`)}return{el:w,update(A,H,K,te){ee=H,te!==$&&([$,I,D,U]=[te,Tn,"",-1]);
let Q=`${te} ${H} ${K.stopped?.run} ${K.stopped?.tick} ${K.phase}`;Q!==B&&(C=!1),!o&&K.phase!=="running"&&(Q!==B||K.stopped!==
N)&&oe(I),[B,N]=[Q,K.stopped],k.update(K,te);let V=K.fold.slices.get(te),se=V&&String(V.shape)===String(H)&&(C||V.step===
A?.step||V.difference)&&!o?V:void 0;if(se!==_||A!==z){[_,z,W]=[se,A,""];for(let yt of l)yt.update((se??A)?.pixels);ue()}
b(M,"hidden",!_),_&&ye(_),E=K.fold.pinned;let ve=(yt,ks)=>`${An(K,yt)} of step ${ks}`;T=An(K,te);let fe=E?.name?ve(E.name,
E.step):"",je=j();return L(d,_?.difference?`${ve(te,_.step)} − ${_.difference===`${E?.name} of step ${E?.step}`?fe:_.difference}`:
je===void 0?"":`step ${je}`),b(x,"hidden",!fe||String(E?.shape)!==String(H)),b(x,"aria-pressed",I.difference?"true":"fal\
se"),b(x,"title",`show the difference to ${fe}`),b(h,"aria-pressed",J()?"true":"false"),b(h,"title",J()?"forget the elem\
ents that are kept":fe?`${Ut}, instead of ${fe}`:Ut),b(m,"disabled",!_||U<0&&_.height===we(_,0)&&_.width===we(_,1)),b(y,
"disabled",!_||_.facets===1&&_.height<=bt&&_.width<=bt),to(),je}}}function An(e,t){let o=e.values.get(t);return o?he(o)[0]:
t}function oa(e){let t=Ne([we(e,0),we(e,1)]),o=e.height<we(e,0)||e.width<we(e,1)?`rows ${e.top}–${e.top+e.height-1}, c\
olumns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride}\
 elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.
nonfinite?`, ${e.nonfinite} not finite`:""}`}function qt(e,t,o){let n=c("span",{class:"opscope-mark","data-absent":!0},c(
"i",{style:`background: ${be(t)}`}),e);return{el:n,update:s=>b(n,"data-absent",!s?.includes(o))}}var Kt=12;function In({ask:e,open:t,signal:o,offline:n}){let s=c("div",{class:"opscope-provenance"}),r="",i=(a,l)=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${a} ${l} in the graph`},`${a} ${l}`);return s.addEventListener(
"click",a=>{let l=a.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(a,l){let p=n?void 0:a.fold.slices.get(l.name),d=(p?.
readers??[]).map((m,h)=>[p?.reader_types[h]??"",m]),f=a.recorded&&l.step>=a.recorded.first&&l.step<=a.recorded.last,u=!n&&
a.phase!=="running"&&f&&l.op>=0,g=JSON.stringify([l.op,l.op_type,d,u&&l.step]);if(g===r)return;r=g;let y=d.length>Kt?[`a\
nd ${d.length-Kt} more`]:[];s.replaceChildren(...l.op>=0?["made by",i(l.op_type,l.op)]:[],...d.length?["read by",...d.slice(
0,Kt).map(([m,h])=>i(m,h)),...y]:p?["read by nothing"]:[],...u?[c("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to th\
e write")]:[]),b(s,"hidden",!s.childNodes.length)}}}var[Ke,Pe,Vt,Xt,Yt]=[150,58,10,8,22];function Rn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Jt(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":G(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function Bn(e){let t=c("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=c("code",{}),n=c("spa\
n"),s=q("g",{class:"opscope-grid"}),r=q("path",{class:"opscope-line"}),i=q("path",{class:"opscope-line opscope-branch-li\
ne"}),a=q("path",{class:"opscope-cross"}),l=q("svg",{class:"opscope-chart",height:Ke,role:"img"},s,r,i,a),p=c("div",{class:"\
opscope-branch-key"},c("span",{},c("i",{}),"recorded"),c("span",{},c("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=c("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},c("h4",{},"What if",t,n),l,p),f,u="",
g={x:x=>0,step:x=>0},y=new Map;t.addEventListener("change",()=>(f=y.get(t.value),h()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!f)return;let M=g.step(x.clientX-l.getBoundingClientRect().left),k=f.steps.reduce((w,$,T)=>Math.abs($-
M)<Math.abs(f.steps[w]-M)?T:w,0);L(n,`step ${f.steps[k]}   ${G(f.recorded[k])}   would be ${G(f.changed[k])}`),b(a,"d",`\
M${g.x(f.steps[k])},${Xt}V${Ke-Yt}`)},{signal:e}),l.addEventListener("pointerleave",()=>(b(a,"d",""),L(n,f?Jt(f):"")),{signal:e});
let m=new ResizeObserver(()=>h());m.observe(l),e.addEventListener("abort",()=>m.disconnect());function h(){let x=f;if(!x)
return;let M=Math.max(200,l.clientWidth||d.clientWidth),k=`${x.name} ${x.change} ${M} ${x.changed.length} ${x.changed.at(
-1)}`;if(k===u)return;u=k;let w=[Rn(x,x.recorded),Rn(x,x.changed)],{x:$,y:T}=Ot([...w[0],...w[1]].sort((F,W)=>F.step-W.step)),
E=M-Pe-Vt,I=F=>+(Pe+(F-$[0])/($[1]-$[0])*E).toFixed(1),B=F=>+(Xt+(1-(F-T[0])/(T[1]-T[0]))*(Ke-Xt-Yt)).toFixed(1);g={x:I,
step:F=>$[0]+(F-Pe)/E*($[1]-$[0])};let N=Me(...T,4).flatMap(F=>[q("path",{d:`M${Pe},${B(F)}H${M-Vt}`}),q("text",{x:Pe-6,
y:B(F)+3.5,"text-anchor":"end"},Te(F))]),D=Me(...$,Math.max(3,M/110)).filter(Number.isInteger).map(F=>q("text",{x:I(F),y:Ke-
6,"text-anchor":"middle"},Te(F)));s.replaceChildren(...N,...D,q("path",{class:"opscope-floor",d:`M${Pe},${Ke-Yt}H${M-Vt}`}));
let C=F=>dt(F,W=>W.mean!==null).map(W=>W.length>1?`M${W.map(z=>`${I(z.step)},${B(z.mean)}`).join("L")}`:`M${I(W[0].step)-
4},${B(W[0].mean)}h8`).join("");b(r,"d",C(w[0])),b(i,"d",C(w[1])),b(l,"aria-label",`${x.name}: ${Jt(x)}, if ${x.change}`),
L(n,Jt(x)),L(o,x.change)}return{el:d,update(x){let{branches:M}=x.fold;if(b(d,"hidden",!M.size),M===y)return h();y=M;let k=[
...y.values()].at(-1),w=[...y.values()].filter($=>$.change===k?.change).map(({name:$})=>$);t.replaceChildren(...w.map($=>c(
"option",{value:$},x.scalarNames.get($)||$))),f=y.get(w.includes(f?.name??"")?f?.name??"":w[0]??""),f&&(t.value=f.name),
h()}}}var na=[["mean",e=>G(e.mean)],["std",e=>G(e.std)],["min",e=>G(e.min)],["max",e=>G(e.max)],["shape",e=>Ne(e.shape)],["zer\
os",e=>Je(e.zeros),e=>de(e)==="zeros"],["NaN",e=>ae(e.nan),e=>e.nan>0],["Inf",e=>ae(e.inf),e=>e.inf>0],["elements",e=>ae(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function sa(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function ra(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function aa(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:Qe(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var On={id:"tensor",label:"Tensor",create:ia};function ia({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let i=c("span",{class:"opscope-pill"}),a=c("span",{class:"opscope-detail-name"}),l=c("div",
{class:"opscope-origin"}),p=c("code",{class:"opscope-site"}),d=na.map(([B,N,D])=>{let C=c("span",{class:"opscope-number"});
return{label:B,value:N,warn:D,shown:C,el:c("div",{class:"opscope-fact"},c("span",{class:"opscope-label"},B),C)}}),f=hn({
goTo:o,signal:s}),u=wn(s),g=Cn({ask:e,signal:s,offline:r}),y=In({ask:e,open:t,signal:s,offline:r}),m=c("div",{class:"ops\
cope-detail-head"},c("div",{},i,a),c("div",{},l,p)),h=Bn(s),x=mn({ask:e,signal:s}),M=c("div",{class:"opscope-charts"},f.
el,u.el,g.el,h.el),k=c("div",{class:"opscope-hint"}),w=c("div",{class:"opscope-about"}),$=gn({ask:e,goTo:o,open:t,signal:s,
offline:r}),T=[m,x.el,y.el,$.el,c("div",{class:"opscope-facts"},...d.map(B=>B.el)),w,M],E=c("div",{class:"opscope-detail\
-body"},...T),I=c("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return g.
el.append(k),{el:c("div",{class:"opscope-detail"},I,E),update(B,{selected:N,refusal:D}){let C=B.values.get(N);if(b(I,"hi\
dden",!!C),b(E,"hidden",!C),!C)return;let F=de(C);b(m,"data-health",F),L(i,Ze[F]);let[W,z]=he(C);L(a,W),b(a,"title",C.called?
`${C.name}, ${C.called}`:C.name),L(l,[W!==C.name?z:z&&`called ${z}`,aa(C)].filter(Boolean).join(" · ")),L(p,C.site),$.update(
N,B);for(let v of d)L(v.shown,v.value(C)),b(v.shown,"title",v.value(C)),b(v.el,"data-bad",v.warn?.(C)?v.label==="NaN"?"n\
an":v.label==="Inf"?"inf":"zeros":void 0);let _=_e(B,C),ee=[ra(_),sa(C)].filter(Boolean).join(" ");b(E,"data-elsewhere",
!!_),L(w,ee),b(w,"hidden",!ee);let Y=B.details.get(N),P=g.update(Y,C.shape,B,N);f.update(B.history.get(N),B.stopped?.step||
null,n(B));for(let[v,R]of[[u,Y?.step],[g,P]])b(v.el,"data-elsewhere",!!_||!!(B.stopped&&R!==void 0&&R!==C.step));u.update(
Y),y.update(B,C),h.update(B),x.update(B),L(k,P===void 0?r?"Elements were not recorded for this value.":D||"Waiting for t\
he elements of this value …":""),b(k,"hidden",P!==void 0)}}}var ca=["error","warning","hint"];function Pn(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>ca.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function la(e){let t=e.
times>1?`, ${ae(e.times)} times`:"";return e.step?`step ${ae(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function pa(e,t){let o=[...e.values.values()].filter(n=>n.nan||n.inf).length;return!o||!t?'No finding. \
A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.':`${o===1?"1 value has":`${ae(o)}\
 values have`} NaN or Inf, and no rule has looked: "Check the recorded steps" finds the first one.`}var Fn={id:"findings",
label:"Findings",create:da,count:e=>Pn(e.findings).length};function da({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=c(
"button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},
"Check the recorded steps"),i=c("span",{class:"opscope-look-answer",role:"status"}),a=c("div",{class:"opscope-findings-b\
ar","data-asks":!0,hidden:s},r,i),l=c("div",{class:"opscope-nothing"}),p=c("ul",{class:"opscope-findings-rows"}),d=ut({goTo:o,
open:t,signal:n}),f=c("pre",{class:"opscope-cause",role:"status",hidden:!0}),u=null,g,y=!1,m=s;r.addEventListener("click",
()=>{L(i,"Looking …"),e("FindFaults",{},(w,$)=>(m||=w,L(i,w?`${$}. Rules can be wrong: judge by the evidence.`:$),!0))},
{signal:n}),p.addEventListener("click",w=>{let $=w.target.closest("button"),T=Number($?.dataset.number),E=T?h.get(T):void 0;
!E||!$||($.classList.contains("opscope-there")?x(E):M(E,$))},{signal:n});let h=new Map;function x(w){w.step?o(w.step,w.op):
t("graph",w.op)}function M(w,$){let T=u?.number===w.number;u=T?null:{number:w.number,name:w.value,step:w.step,ok:!1};for(let E of p.
querySelectorAll(".opscope-ask-why"))b(E,"aria-expanded",E===$&&!T?"true":"false");d.update(null),L(f,u?"Searching …":
""),b(f,"hidden",!u),u&&($.closest(".opscope-finding")?.append(f,d.el),e("Explain",{name:w.value,step:w.step},(E,I)=>(u?.
number!==w.number||(u.ok=E,L(f,E?"":I),b(f,"hidden",E)),!0)))}function k(w,...$){let T=c("button",{type:"button",class:"\
opscope-why opscope-there","data-number":w.number,title:w.step?`go to step ${w.step}`:"show it in the graph"},w.step?"Go\
 there":"Show in graph"),E=c("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":w.number,"aria-ex\
panded":"false",title:`why ${w.value} is what it is in step ${w.step}`},"Why"),I=[...w.step||w.op>=0?[T]:[],...!s&&w.value&&
w.step?[E]:[]];return c("div",{class:"opscope-finding","data-severity":w.severity},c("div",{class:"opscope-finding-head"},
c("span",{class:"opscope-severity"},w.severity),c("b",{},w.rule),...w.value?[c("code",{},w.called||w.value)]:[],...w.called?
[c("span",{class:"opscope-called"},c("code",{},w.value))]:[],c("span",{class:"opscope-when"},la(w))),c("div",{class:"ops\
cope-evidence"},w.evidence),...w.site?[c("code",{class:"opscope-line"},w.site+(w.code?`: ${w.code}`:""))]:[],...w.operator?
[c("code",{class:"opscope-line opscope-operator-text"},w.operator)]:[],...w.suggestion?[c("div",{class:"opscope-try"},`T\
ry: ${w.suggestion}`)]:[],...$,c("div",{class:"opscope-finding-buttons","data-asks":!0},...I))}return{el:c("div",{class:"\
opscope-findings"},a,l,p),update(w){y=!!w.recorded||s,b(r,"disabled",!w.recorded),b(p,"data-fixed",!y);let $=u?.ok&&w.explained?.
asked===u.name&&w.explained.at===u.step?w.explained:null;if($&&d.update($),L(l,pa(w,!!w.recorded&&!m)),w.findings===g)return;
g=w.findings,h=new Map([...w.findings.values()].map(B=>[B.number,B]));let T=Pn(w.findings),E=new Set([...p.querySelectorAll(
"details[open]")].map(B=>B.dataset.number));b(l,"hidden",T.length>0),p.replaceChildren(...T.map(({finding:B,consequences:N})=>{
let D=c("details",{class:"opscope-consequences","data-number":B.number,open:E.has(String(B.number))},c("summary",{},`may\
 explain ${N.length} more`),...N.map(C=>k(C)));return c("li",{},k(B),...N.length?[D]:[])}));let I=u&&p.querySelector(`.o\
pscope-ask-why[data-number="${u.number}"]`);I&&(b(I,"aria-expanded","true"),I.closest(".opscope-finding")?.append(f,d.el))}}}var Fe=128,Dn=36,ua=Object.freeze([]),fa=3,ha=12;function ma(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-ha,Math.min(o-fa,Math.floor(Math.log10(e)))),o]}var zn=new WeakMap;function ga(e){let t=zn.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],zn.set(
e,t)}return t}function Hn(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var jn=Array.from({length:129},
(e,t)=>be(Oe(t/128)));function ba(e,t){return e.bad?be(pe.nan):e.rms?jn[Math.round(Hn(e.rms,t)*(jn.length-1))]:null}var Wn={
id:"flow",label:"Gradient flow",short:"Flow",create:wa,count:e=>Nt(e).length};function wa({select:e,refresh:t,signal:o}){
let n=c("div",{class:"opscope-decades"}),s=c("div",{class:"opscope-flow-row opscope-flow-head"},c("span",{},"parameter"),
n,c("span",{},"RMS"),c("span",{},"over steps")),r=c("div",{class:"opscope-flow-body"}),i=c("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),a=c("span"),l=c("span"),p=c("d\
iv",{class:"opscope-legend opscope-flow-legend"},c("span",{},"RMS gradient of each parameter"),c("div",{class:"opscope-s\
cale"},a,c("i",{style:`background: ${ft()}`}),l),c("span",{class:"opscope-mark"},c("i",{style:`background: ${be(pe.nan)}`}),
"NaN or Inf")),d=new Map;r.addEventListener("click",g=>{let y=g.target.closest("[data-name]");y&&e(y.dataset.name??"")},
{signal:o});let f=c("div",{class:"opscope-flow"},i,c("div",{class:"opscope-flow-table"},s,r,p));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let u=(g,y)=>g.history.get(y.name)?.points??ua;return{el:f,update(g,{selected:y}){let m=Nt(
g);b(i,"hidden",m.length>0),b(s,"hidden",!m.length);let[h,x]=[1/0,0];for(let E of m){let[I,B]=ga(u(g,E));[h,x]=[Math.min(
h,I),Math.max(x,B)]}let M=ma(h,x);xa(n,M),L(a,G(10**M[0])),L(l,G(10**M[1])),b(p,"hidden",!m.length);for(let E of m)d.has(
E.name)||d.set(E.name,ya(E.name));let k=m.map(E=>d.get(E.name));Ae(r,k.map(E=>E.el));let w=g.stopped?.step||null,$=Math.
floor((f.scrollTop-(r.offsetTop-f.offsetTop))/Dn)-2,T=$+Math.ceil(f.clientHeight/Dn)+4;m.forEach((E,I)=>{if(I<$||I>T)return k[I].
choose(E.name===y);k[I].update(E,u(g,E),M,_e(g,E),w),k[I].choose(E.name===y)})}}}function xa(e,t){let[o,n]=t,s=Math.max(
1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let i=Math.
ceil((n-o)/s),a=[];for(let l=n;l>=o;l-=i){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;a.push(c("span",{style:p},"10",
c("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...a)}function ya(e){let t=et(e),o=c("i"),n=c("span",{class:"\
opscope-track"},o),s=c("span",{class:"opscope-number"}),r=c("canvas",{class:"opscope-strip",width:Fe,height:1,role:"img",
"aria-label":"RMS gradient over the steps"}),i=c("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),
a="",l;return{el:i,choose:p=>b(i,"aria-pressed",p?"true":"false"),update(p,d,f,u,g){let y=`${f} ${u} ${g}`;if(l===p&&a===
y)return;l=p,a=y,b(i,"data-elsewhere",!!u),b(i,"title",u?`not computed yet: its value ${u}`:void 0);let{rms:m}=ot(p),h=de(
p);We(t,he(p)[0].split("@GRAD")[0]),b(i,"data-health",h),b(o,"data-nothing",m===null),b(n,"style",`--decade: ${(100/(f[1]-
f[0])).toFixed(3)}%`),b(o,"style",`width: ${(100*(m===null?1:Hn(m,f))).toFixed(2)}%`),L(s,p.nan?"NaN":p.inf?"Inf":G(m)),
ka(r,d,f,g)}}}function ka(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Fe,1);let r=t[0]?.step??0,i=(t.
at(-1)?.step??0)-r+1;t.forEach((a,l)=>{let p=t[l+1]?.step??a.step+1,d=Math.floor((a.step-r)/i*Fe);if(!a.bad&&l+1<t.length&&
Math.floor((p-r)/i*Fe)===d)return;let f=ba(a,o);f&&(s.fillStyle=f,s.fillRect(d,0,Math.ceil((p-r)/i*Fe)-d,1))}),!(n===null||
n<r||n>=r+i)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/i*Fe),0,2,1))}var va=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function Zt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Gn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Ct(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Se(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Un(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(va)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=q("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),i=q("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),a=q("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=q("g",{class:"opscope-gutter"},q("title"),r,i,a);return e.
append(l),l}function qn(e,t){b(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),b(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),b(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&L(Un(e).firstChild,Gn(t))}function Kn(e){let t=Un(e).firstChild;t.textContent||L(t,Gn([]))}function Vn(e){let t=[];for(let o of e){let n=Number(o.querySelector("rect")?.getAttribute("width")??0)-6;if(!(n<=0))for(let s of o.
querySelectorAll("text"))s.getComputedTextLength()>n&&t.push([s,n])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(
1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var De=["nan","inf","zeros","ok"],$a=2e5;function Xn(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=de(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||De.indexOf(s)<De.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function Yn(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let i=o.get(r);(!i||De.indexOf(s)<De.indexOf(i))&&o.set(r,s)}return o}function Jn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<$a;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Zn(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,i)=>De.indexOf(de(r))-De.indexOf(de(i)))[0]?.name}var Ma=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),Qn=/^(xmlns(:xlink)?|xml:space)$/,Sa=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),Ea=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function La(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!Sa.has(e)&&!Ea.test(e)&&!Qn.test(e)?!1:Qn.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function es(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(ts(n),document.importNode(n,!0))}function ts(e){for(let{
name:t,value:o}of[...e.attributes])La(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Ma.
has(t.localName)&&t.namespaceURI===e.namespaceURI?ts(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function os(e,t){let o=es(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);b(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),i=s.getAttribute("data-dst"),a=s.getAttribute("data-scope"),l=Jn(s.getAttribute("data-h\
ides"));r!==null&&i!==null?n.links.push({src:r,dst:i}):l.length||/^(op|var)-/.test(s.id)?Na(n,s,l,t&&a!==null):a!==null&&
(n.frames.set(a,s),t&&ns(s,"fold"))}return n}function Na(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);b(t,"data-node",t.id),b(t,"tabindex",-1),b(t,"role","button"),b(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&ns(t,"open")}function ns(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),i=s("y")+(t==="open"?0:11),a=t===
"open"?`M${r-3},${i}h6M${r},${i-3}v6`:`M${r-3},${i}h6`,l=q("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(q("g",{class:`opscope-fold opscope-fold-${t}`},l,q("circle",{cx:r,cy:i,r:6}),q("path",{d:a})))}function ss(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,i=p=>(p.left+p.right)/2,a=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();if(!d||p===t)continue;
let f=i(d)-i(n),u=Math.abs(d.top-n.top);if(r&&f*r<=1)continue;let g=Math.abs(f)+(r?3:.2)*u;g<l&&([a,l]=[p,g])}return a}var Ta=150,rs="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function as({search:e,choose:t,signal:o}){
let n=c("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:rs,"aria-label":`\
search the graph: ${rs}`}),s=c("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=c("div",{class:"opscope-graph\
-find"},n,s),i=0,a="",l=null,p=()=>b(s,"hidden",!0),d=()=>{a=n.value.trim(),a?e(a):p()};n.addEventListener("input",()=>{
clearTimeout(i),i=window.setTimeout(d,Ta)},{signal:o}),n.addEventListener("focus",()=>b(s,"hidden",!a||!l||l.text!==a),{
signal:o}),r.addEventListener("keydown",u=>{u.stopPropagation();let g=[...s.querySelectorAll("button")],y=g.findIndex(m=>m.
matches(":focus"));if(u.key==="Escape")p(),n.focus();else if(u.key==="Enter"&&y<0)l?.text===n.value.trim()?g[0]?.click():
d();else if(u.key==="ArrowUp"&&y===0)n.focus();else if(u.key.startsWith("Arrow")&&u.key!=="ArrowLeft"&&u.key!=="ArrowRig\
ht")g[ce(u,y,g.length)??0]?.focus();else return;u.preventDefault()},{signal:o}),s.addEventListener("click",u=>{let g=u.target.
closest("[data-found]");g&&(p(),t(g.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
u=>u.composedPath().includes(r)||p(),{signal:o,capture:!0});function f(u){let g=u.ids.map((h,x)=>{let M=c("button",{class:"\
opscope-match",type:"button",role:"option","data-found":h},c("b",{},u.labels[x]),c("span",{},u.details[x]));return b(M,"\
title",`${u.labels[x]}
${u.details[x]}`),M}),y=u.total>g.length?` · the first ${g.length} are shown`:"",m=u.total===1?"1 node":`${u.total.toLocaleString(
"en")} nodes${y}`;s.replaceChildren(c("div",{class:"opscope-matches-head"},u.total?m:`Nothing matches "${u.text}".`),...g),
b(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(u){u!==l&&(l=u,u&&u.text===a&&n.value.trim()===a&&f(u))},enable:u=>b(
r,"hidden",!u),clear:()=>L(s,"")}}var Aa={together:"in one",apart:"side by side",forward:"forward only"};function is({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:i}){let a=c("span",{class:"opscope-graph-info"}),l=c("span",{class:"opscope-graph-number"}),p=(P,U,v)=>{let R=c(
"button",{type:"button",class:"opscope-tool",title:U,"aria-label":U},P);return R.addEventListener("click",v,{signal:i}),
R},d=(P,U,v)=>c("select",{class:`opscope-graph-choice opscope-graph-${P}`,title:U,"aria-label":U},...Object.entries(v).map(
([R,X])=>c("option",{value:R},X))),f=as({search:n,choose:s,signal:i}),u=d("arrangement","forward and backward: each laye\
r with its gradients, side by side, or forward only",Aa),g=Object.fromEntries(Object.entries(ge).map(([P,{label:U}])=>[P,
U])),y=d("colors","color the operators by",{health:"health",...g}),m=c("input",{class:"opscope-graph-since",type:"number",
min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),h=p(
"Whole graph","back to the whole graph",()=>t({center:""})),x=p("Fold all","fold the scopes that were opened",()=>t({first:!0,
center:""})),M=d("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),k=c("div",{class:"opscope-k\
ey"},...["ok","zeros","Inf","NaN"].map(P=>c("span",{"data-health":P.toLowerCase()},c("i"),P))),w=c("span"),$=c("span"),T=c(
"div",{class:"opscope-key opscope-ramp",hidden:!0},w,c("i"),$,l),E=c("div",{class:"opscope-tools"},p("+","zoom in",()=>e.
zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),M),I=c("div",{class:"opscope-graph-bar",
hidden:!0},f.el,u,c("label",{class:"opscope-graph-by"},"color",y),m,x,h),B=c("div",{class:"opscope-graph-foot"},c("div",
{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},k,T,a),E),N=new Map,
D="",C="",F="",W=!1,z={by:"health",selected:""},_=()=>{z.by=y.value,C="",b(m,"hidden",z.by!=="change"),o(z.by,Math.max(0,
Math.round(Number(m.value)||0)))};y.addEventListener("change",_,{signal:i}),m.addEventListener("change",_,{signal:i}),m.
addEventListener("keydown",P=>P.stopPropagation(),{signal:i}),u.addEventListener("change",()=>t({arrangement:u.value,first:!0,
center:""}),{signal:i}),M.addEventListener("change",()=>{M.value&&r(M.value),M.value=""},{signal:i});let ee=()=>L(a,C||(W?
"drawing …":F));function Y(){let P=N.get(D);L(l,P===void 0?"":ge[z.by]?.text(P)??"")}return Object.assign(z,{el:I,foot:B,
focusSearch:f.focus,wait(P){W=P,ee()},measured(P,U){return C=P?"":U,ee(),!P},read(P){D=P,Y()},drawn(P,U,v){b(I,"hidden",
!P.arrangement||v),P.arrangement&&(u.value=P.arrangement),b(h,"hidden",!P.center),b(x,"hidden",!!P.center);let R=P.hidden?
`, ${P.hidden.toLocaleString("en")} nodes folded`:"";F=U?`${P.ops.toLocaleString("en")} operators${R}`:"",ee()},update(P,U,v){
z.selected=U,f.update(P.fold.found);for(let R of y.options)R.disabled=R.value!=="health"&&(v||!P.recorded)},legend(P,U,v){
if(N=U,b(k,"hidden",z.by!=="health"),b(T,"hidden",!P),P){let R=ge[P.by];L(w,R.text(v.low)),L($,R.text(v.high));let X=P.against?
`steps ${P.against} and ${P.step}`:`step ${P.step}`;b(T,"title",`${R.label}, ${X}: ${R.about}`)}Y()}})}function cs(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,..._a(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function _a(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=i=>({name:"goto",label:`Go to here in st\
ep ${i}`,kind:"Goto",fields:{step:i,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function ls({choose:e,
frame:t,signal:o}){let n=c("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(a=!1)=>{n.hidden||
(b(n,"hidden",!0),a&&t.focus({preventScroll:!0}))};n.addEventListener("click",a=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(a.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",a=>{let l=[...n.querySelectorAll(
"button")],p=ce(a,l.findIndex(d=>d.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(a.key==="Escape")r(!0);else
return;a.preventDefault(),a.stopPropagation()},{signal:o});let i=a=>{a.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",i,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",a=>a.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(a,l,p,d){if(!a.length)return r();s=a;let f=c("div",{
class:"opscope-menu-head"},c("b",{},l),` ${p}`);n.replaceChildren(f,...s.map(x=>c("button",{class:`opscope-menu-item ops\
cope-menu-${x.name}`,type:"button",role:"menuitem"},x.label))),b(n,"hidden",!1);let u=t.getBoundingClientRect(),g=d.getBoundingClientRect(),
m=g.right+8+n.offsetWidth<=u.right?g.right+8-u.left:Math.max(4,g.left-16-n.offsetWidth-u.left),h=Math.max(4,Math.min(u.height-
n.offsetHeight-4,(g.top+g.bottom)/2-u.top-16));n.style.left=`${m}px`,n.style.top=`${h}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var Ve=132,Xe=96;function Qt(e){let t=Math.min(Ve/e.w,Xe/e.h);return{scale:t,x:(Ve-e.w*t)/2,y:(Xe-e.h*t)/2}}function ps(e,t){
let o=c("canvas",{width:Ve*2,height:Xe*2}),n=c("div",{class:"opscope-sight"}),s=c("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},i=a=>{let l=o.getBoundingClientRect(),
p=Qt(r);e(r.x+(a.clientX-l.left-p.x)/p.scale,r.y+(a.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
a=>{a.preventDefault(),a.stopPropagation(),s.setPointerCapture(a.pointerId),i(a)},{signal:t}),s.addEventListener("pointe\
rmove",a=>a.buttons&1&&i(a),{signal:t}),{el:s,draw(a,l){r=a;let p=o.getContext("2d");if(!p)return;let{scale:d,x:f,y:u}=Qt(
a);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,Ve,Xe);for(let{box:g,color:y}of l){p.fillStyle=y;let[m,h]=[Math.max(1.5,g.
w*d),Math.max(1.5,g.h*d)];p.fillRect(f+(g.x-a.x)*d,u+(g.y-a.y)*d,m,h)}},update(a,l){r=l;let{scale:p,x:d,y:f}=Qt(l),u=a.x<=
l.x+1&&a.y<=l.y+1&&a.x+a.w>=l.x+l.w-1&&a.y+a.h>=l.y+l.h-1;if(b(s,"hidden",u),u)return;let g=Math.max(0,d+(a.x-l.x)*p),y=Math.
max(0,f+(a.y-l.y)*p),m=Math.min(Ve,d+(a.x+a.w-l.x)*p),h=Math.min(Xe,f+(a.y+a.h-l.y)*p);n.style.cssText=`left:${g}px;top:${y}\
px;width:${Math.max(4,m-g)}px;height:${Math.max(4,h-y)}px`}}}function wt(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function Ca(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:wt(e,1/o)}function Ia(e,t){let o=(n,s,r,i)=>s>=i?r+(i-s)/2:Math.max(
r,Math.min(r+i-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function ds(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,i=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:i<e.h?e.
y:e.y+(e.h-i)/2,w:r,h:i}}function Ra(e,t){let o=e.reduce((i,a)=>Math.min(i,a.y),1/0),n=i=>Math.abs(i.x+i.w/2-t.x-t.w/2),
s=e.filter(i=>i.y<o+i.h),r=s.reduce((i,a)=>n(a)<n(i)?a:i,s[0]);return r&&r.x+r.w/2}function us(e,t,o=()=>{}){let n=null,
s={x:0,y:0,w:1,h:1},r=s,i=null,a=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x}\
 ${r.y} ${r.w} ${r.h}`),o(r,s)},d=(m,h)=>{r=m,e.style.setProperty("transform",`translate(${(l.x-r.x)/h}px, ${(l.y-r.y)/h}\
px)`),o(r,s)},f=m=>(r=Ca(m,s),p()),u=()=>r!==l&&p(),g=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener(
"wheel",m=>{if(!n||!(m.ctrlKey||m.metaKey))return;m.preventDefault(),u();let h=e.getBoundingClientRect();f(wt(r,Math.exp(
-m.deltaY*.002),(m.clientX-h.left)/h.width,(m.clientY-h.top)/h.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",m=>{m.button||!n||(i={x:m.clientX,y:m.clientY,box:r,unit:g()},a=!1)},{signal:t}),e.addEventListener("pointermov\
e",m=>{if(!i)return;let h=m.clientX-i.x,x=m.clientY-i.y;if(!a&&Math.hypot(h,x)<4)return;a||e.setPointerCapture(m.pointerId),
a=!0;let M={...i.box,x:i.box.x-h*i.unit,y:i.box.y-x*i.unit};M.w===l.w&&M.h===l.h?d(M,i.unit):f(M)},{signal:t});let y=()=>{
i=null,u()};for(let m of["pointerup","pointercancel"])e.addEventListener(m,y,{signal:t});return e.addEventListener("clic\
k",m=>{a&&m.stopPropagation(),a=!1},{signal:t,capture:!0}),e.addEventListener("keydown",m=>{let h={"+":1.25,"=":1.25,"-":.8}[m.
key],x=m.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[m.key];if(h)f(wt(r,h));else if(x)f(
{...r,x:r.x+x[0]*40*g(),y:r.y+x[1]*40*g()});else if(m.key==="0")f(s);else return;m.preventDefault()},{signal:t}),{attach(m,h=!1){
n=m;let x=n?.viewBox.baseVal;s=x&&x.width?{x:x.x,y:x.y,w:x.width,h:x.height}:{x:0,y:0,w:100,h:100},h||(r=s),p()},hold(m,h){
let x=m.getBoundingClientRect();f({...r,x:r.x+(x.left-h.left)*g(),y:r.y+(x.top-h.top)*g()})},center:(m,h)=>f({...r,x:m-r.
w/2,y:h-r.h/2}),zoom:m=>f(wt(r,m>0?1.25:1/1.25)),fit:()=>f(s),whole:()=>s,start(m){let[h,x]=[e.clientWidth,e.clientHeight],
M=ds(s,h,x);f(M.w<s.w?ds(s,h,x,Ra(m(),M)):M)},reveal(m){u();let h=e.getBoundingClientRect(),x=m.getBoundingClientRect();
if(x.left>=h.left&&x.right<=h.right&&x.top>=h.top&&x.bottom<=h.bottom)return;let M=(x.left+x.right-h.left-h.right)/2,k=(x.
top+x.bottom-h.top-h.bottom)/2;f(Ia({...r,x:r.x+M*g(),y:r.y+k*g()},s))}}}var Ba=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function Oa(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let i=getComputedStyle(o[r]);s.setAttribute("style",Ba.map(a=>`${a}:${i.getPropertyValue(a)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=Pa(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function Pa(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function eo(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function fs(e,t,o,n){if(t==="dot")return eo(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=Oa(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return eo(r,"graph.svg");let i=new Image,a=URL.createObjectURL(r);i.src=a,await i.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(i.width,i.height));l.width=Math.round(i.width*p),l.height=Math.round(i.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(i,0,0,l.width,l.height)),URL.revokeObjectURL(
a),l.toBlob(f=>f&&eo(f,"graph.png"),"image/png")}var hs={id:"graph",label:"Graph",create:Fa};function Fa({select:e,ask:t,open:o,offline:n,signal:s}){let r=c("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),i=ps((S,O)=>a.center(S,O),s),a=us(r,s,i.update),l=is({view:a,draw:S=>B(
S),measure:D,search:S=>t("SearchGraph",{text:S}),found:S=>B({reveal:S}),save:C,signal:s}),p=ls({choose:F,frame:r,signal:s}),
d=c("div",{class:"opscope-nothing"}),f=c("div",{class:"opscope-graph-tab"},l.el,c("div",{class:"opscope-graph-box"},r,p.
el,d,i.el),l.foot),u=null,g=null,y=!0,m=!1,h="",x="",M="",k=null,w,$,T="",E=S=>u?.nodes.get(S)??u?.nodes.get(u.hiddenIn.
get(S)??""),I=S=>S?.getAttribute("data-node")??"";function B(S){g?.arrangement&&(l.wait(!0),t("DrawGraph",{open:g.open,arrangement:g.
arrangement,...S},()=>l.wait(!1)))}function N(S,O,j){if(!g)return;let J=j.getBoundingClientRect();k={scope:S,left:J.left,
top:J.top};let ne=Z=>Z===S||Z.startsWith(`${S}/`);B({open:O?[...g.open,S]:g.open.filter(Z=>!ne(Z)),center:O?g.center:""})}
function D(S,O){S!=="health"&&t("MeasureOperators",{by:S,step:w?.stopped?.step||0,against:O},(j,J)=>l.measured(j,J)),w&&
R(w)}function C(S){let O=getComputedStyle(f).getPropertyValue("--o-ground")||"#ffffff";u&&g&&fs(u.svg,S,g.dot,O)}function F({
kind:S,fields:O}){let{id:j,spec:J,op:ne}=O,Z=j===void 0?void 0:u?.nodes.get(j);S==="compose"?o("breakpoints",J):S==="att\
ributes"?o("code",ne):S==="open"&&Z?N(j,!0,Z):S==="center"?B({center:j,reveal:j}):S!=="open"&&t(S,O)}function W(S,O){let j=I(
S),J=u?.folded.get(j),ne=Zn(O.values,j,J);ne&&e(ne,!1),M=j;let Z=[];g?.arrangement&&!n&&(S.hasAttribute("data-scope")&&Z.
push({name:"open",label:"Open",kind:"open",fields:{id:j}}),Z.push({name:"center",label:"Show the neighborhood only",kind:"\
center",fields:{id:j}}));let re=n?-1:Se(j),ue=S.querySelector("text")?.textContent??"";p.show([...re>=0?cs(O,re):[],...Z],
ue,re>=0?`op ${re}`:J?`${J.length} inside`:"",S)}r.addEventListener("click",S=>{let O=S.target,J=O.closest(".opscope-fol\
d")?.closest("[data-scope]");if(J)return N(J.getAttribute("data-scope")??"",J.hasAttribute("data-node"),J);let ne=O.closest(
"[data-node]");if(!ne||!w)return;let Z=I(ne);if(!n&&(O.closest(".opscope-gutter")||Se(Z)>=0&&S.altKey))return ee(Z);W(ne,
w)},{signal:s}),r.addEventListener("dblclick",S=>{let O=S.target.closest("[data-node][data-scope]");!O||n||!g?.arrangement||
(p.close(),N(I(O),!0,O))},{signal:s}),r.addEventListener("pointerover",S=>{let O=S.target.closest("[data-node]");O&&Se(I(
O))>=0&&!n&&Kn(O),l.read(O?I(O):"")},{signal:s}),r.addEventListener("focusin",({target:S})=>M=I(S)||M,{signal:s}),r.addEventListener(
"keydown",S=>z(S)&&(S.preventDefault(),S.stopPropagation()),{signal:s});function z(S){if(!u||!w||S.altKey||S.ctrlKey||S.
metaKey||S.shiftKey)return!1;let O=u.nodes.get(M);if(S.key==="/"&&g?.arrangement)return l.focusSearch(),!0;if(S.key.startsWith(
"Arrow")){let j=O?ss(u,M,S.key):I(E(h)??[...u.nodes.values()][0]??null);return j&&_(j),!0}if(!O)return!1;if(S.key==="Ent\
er"||S.key===" ")return O.hasAttribute("data-scope")&&g?.arrangement&&!n?N(M,!0,O):(W(O,w),p.focus()),!0;if(S.key==="Bac\
kspace"){let j=[...u.frames].filter(([,J])=>Da(J,O)).at(-1);return j&&g?.arrangement&&N(j[0],!1,j[1]),!0}return!1}function _(S){
let O=u?.nodes.get(S);O&&(M=S,a.reveal(O),O.focus({preventScroll:!0}),l.read(S))}function ee(S){let O=Y(Zt(w?.breakpoints??
[]),S);for(let{number:j}of O)t("ClearBreakpoint",{number:j});!O.length&&Se(S)>=0&&t("SetBreakpoint",{spec:`id:${Se(S)}`})}
function Y(S,O){return[...new Set((u?.folded.get(O)??[O]).flatMap(j=>S.get(Se(j))??[]))]}function P(S){if(S===$||!r.clientWidth||
!u)return;$=S;let O=Zt(S);for(let[j,J]of u.nodes)j.startsWith("var-")||qn(J,Y(O,j))}function U(S){let O=!!(u&&g?.arrangement&&
g.program===S.program);u=os(S.svg,!!S.arrangement&&!n),$=void 0,h=T="",p.close(),r.replaceChildren(),a.attach(null,O),u&&
(r.append(u.svg),a.attach(u.svg,O),y=!O,m=!0,O&&v(S)),L(d,u?"":"The graph could not be read."),b(d,"hidden",!!u),l.drawn(
S,!!u,n)}function v(S){let O=k&&(u?.nodes.get(k.scope)??u?.frames.get(k.scope));k&&O?a.hold(O,k):a.start(X),k&&u?.nodes.
has(k.scope)&&(M=k.scope),k=null,S.reveal&&([x,M]=[S.reveal,S.reveal]),(r.contains(document.activeElement)||document.activeElement===
document.body||S.reveal)&&u?.nodes.get(M)?.focus({preventScroll:!0})}function R(S){if(!u)return;let O=Xn(S.present),j=Yn(
O,u.hiddenIn),J=S.values.get(l.selected),ne=J&&(E(`var-${l.selected}`)??E(`op-${J.op}`)),Z=l.by!=="health"&&S.fold.measured?.
by===l.by?S.fold.measured:null,re=Z?sn(Z,u.hiddenIn):new Map,ue=rn(l.by,re.values());for(let[xe,ye]of u.nodes){b(ye,"dat\
a-health",l.by!=="health"?void 0:u.folded.has(xe)?j.get(xe):O.get(xe)),b(ye,"data-selected",ye===ne);let ke=re.get(xe);b(
ye,"data-heat",ke===void 0?l.by==="health"?void 0:"none":(ue.at(ke)*100).toFixed(0)),ye.style.setProperty("--heat",ke===
void 0?"0%":`${(8+84*ue.at(ke)).toFixed(0)}%`)}l.legend(Z,re,ue);let Ee=`${l.by} ${Z?.step} ${[...O.values()].join()}`;Ee!==
T&&r.clientWidth&&(T=Ee,oe())}function X(){let S=u?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;return[
...u?.nodes.values()??[]].map(O=>{let j=O.getBBox();return{x:j.x+(S?.e??0),y:j.y+(S?.f??0),w:j.width,h:j.height}})}function oe(){
let S=[...u?.nodes.values()??[]].map(O=>{let j=O.querySelector(":scope > rect, :scope > a > rect, :scope > polygon");return j?
getComputedStyle(j).stroke:"#888888"});i.draw(a.whole(),X().map((O,j)=>({box:O,color:S[j]})))}return{el:f,open(S){x=`op-${S}`,
u&&!u.nodes.has(x)&&u.hiddenIn.has(x)&&B({reveal:x})},update(S,{selected:O}){S.graph&&S.graph!==g&&(S.graph.svg!==g?.svg||
S.graph.reveal)?U(S.graph):!S.graph&&!w&&L(d,"No graph yet. A program is drawn when it first runs, eager code at each st\
op and step."),g=S.graph,y&&r.clientWidth&&(y=!1,a.start(X)),m&&u&&r.clientWidth&&(m=!1,Vn(u.nodes.values())),w=S,l.update(
S,O,n),R(S),P(S.breakpoints);let j=S.stopped?`op-${S.stopped.op}`:"",J=E(j);if(j!==h){let Z=E(h);for(let re of["data-cur\
rent","data-past"])Z&&b(Z,re,!1);J&&b(J,"data-current",!0),x||=j,h=j}J&&b(J,"data-past",S.stopped?.past);let ne=E(x);ne&&
r.clientWidth&&a.reveal(ne),x=""}}}function Da(e,t){let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.
left<=n.left&&o.right>=n.right&&o.top<=n.top&&o.bottom>=n.bottom}var ms={id:"notes",label:"Notes",create:za,count:Ha};function za({select:e,signal:t}){let o=c("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=c("pre",{class:"opscope-error"}),s=c("div",{class:"opscope-notes-rows"}),r,i=0;return s.addEventListener(
"click",a=>{let l=a.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:c("div",{class:"opscope-note\
s"},o,n,s),update(a){if(L(n,a.error),b(n,"hidden",!a.error),b(o,"hidden",!!a.error||a.warnings.size>0),a.warnings===r&&a.
values.size===i)return;r=a.warnings,i=a.values.size;let l=[...a.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>ja(p,a.values.has(p.subject))))}}}function ja({subject:e,text:t},o){let n=[c("code",{},e),c("span",{},t)];return o?c(
"button",{class:"opscope-note",type:"button","data-name":e},...n):c("div",{class:"opscope-note"},...n)}function Ha(e){return e.
warnings.size+(e.error?1:0)}var ze=[On,Wn,hs,dn,Fn,ms,Zo];var gs=50,Wa=0;function bs(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),r=n?Le(e):new Set,i=p=>s.every(d=>p.
toLowerCase().includes(d)),a=s.length===1&&/^\d+$/.test(s[0])?Number(s[0]):NaN,l=o&&a>=o[0]&&a<=o[1]?[{label:`Go to step\
 ${a}`,about:`of steps ${o[0]} to ${o[1]}`,deed:{step:a}}]:[];for(let{kind:p,label:d,about:f,key:u}of $e)r.has(p)&&i(`${d}\
 ${f}`)&&l.push({label:d,about:f,key:u,deed:{send:p}});for(let{id:p,label:d}of ze)i(`show ${d} tab`)&&l.push({label:`Sho\
w ${d}`,about:"tab",deed:{tab:p}});i("keys shortcuts help")&&l.push({label:"Keys",about:"all keys of the panel",key:"?",
deed:{keys:!0}});for(let p of e.values.values()){if(l.length>=gs)break;if(!i(`value ${p.name} ${p.called} ${p.op_type}`))
continue;let[d,f]=he(p);l.push({label:d,about:["value",f,p.op_type].filter(Boolean).join(" · "),deed:{value:p.name}})}return l.
slice(0,gs)}function ws({root:e,find:t,act:o,signal:n}){let s=c("input",{class:"opscope-palette-field",type:"text",placeholder:"\
command, tab, step or value","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"\
off",spellcheck:"false"}),r=c("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),i=c("div",{class:"\
opscope-palette",role:"dialog","aria-label":"command palette",hidden:!0},s,r),a=`opscope-palette-${++Wa}`,l=[],p=0,d=null;
function f(){[...r.children].forEach((h,x)=>b(h,"aria-selected",x===p?"true":"false"));let m=r.children[p];m?.scrollIntoView(
{block:"nearest"}),b(s,"aria-activedescendant",m?.id)}function u(){l=t(s.value),p=0;let m=l.map(({label:h,about:x,key:M},k)=>c(
"div",{class:"opscope-choice",role:"option",id:`${a}-${k}`,"data-at":k},c("b",{},h),c("span",{},x),...M?[c("kbd",{},M)]:
[]));r.replaceChildren(...m.length?m:[c("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function g(m){
if(m!==!i.hidden){if(m&&(d=e.ownerDocument.activeElement),b(i,"hidden",!m),!m)return(d&&e.contains(d)?d:e).focus({preventScroll:!0});
s.value="",u(),s.focus({preventScroll:!0})}}function y(m){let h=l[m];h&&(g(!1),o(h.deed))}return s.addEventListener("inp\
ut",u,{signal:n}),s.addEventListener("blur",m=>{i.contains(m.relatedTarget)||b(i,"hidden",!0)},{signal:n}),r.addEventListener(
"pointerdown",m=>m.preventDefault(),{signal:n}),r.addEventListener("click",m=>{let h=m.target.closest("[data-at]");h&&y(
Number(h.dataset.at))},{signal:n}),e.addEventListener("keydown",m=>{if((m.ctrlKey||m.metaKey)&&!m.altKey&&!m.shiftKey&&m.
key.toLowerCase()==="k")g(!!i.hidden);else{if(i.hidden||m.target!==s)return;if(m.key==="Escape")g(!1);else if(m.key==="E\
nter")y(p);else{let h=["ArrowUp","ArrowDown"].includes(m.key)&&l.length?ce(m,p,l.length):null;if(h===null)return void m.
stopPropagation();p=h,f()}}m.preventDefault(),m.stopPropagation()},{signal:n,capture:!0}),{el:i,open:()=>g(!0)}}var Ga=0;function xs(e,t,o){let n=new Map(e.map(l=>[l.id,c("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[c("span",{class:"opscope-long"},l.label),c("span",{class:"opscope-short"},l.short)]:[l.label];return c("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),r=c("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++Ga}`,b(l.el,"role","tabpanel"),b(l.el,"aria-labelledby",s[p].
id)});let i=0;function a(l){i=l,e.forEach((p,d)=>{b(s[d],"aria-selected",d===i?"true":"false"),b(s[d],"tabindex",d===i?0:
-1),b(p.el,"hidden",d!==i)})}return r.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(a(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=ce(l,i,e.length);p!==null&&(l.preventDefault(),a(p),s[p].focus(),
t())},{signal:o}),a(0),{el:c("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[i].id},show:l=>a(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&L(d,p?String(p):"")}}}var Ua=1e4,qa=new Set($e.map(e=>e.kind)),ys=new Set(["FetchDetail","WatchDetail"]);function Ka(e){let{forward:t,parameters:o,
gradients:n}=rt(e),s=[...t,...o,...n],r=i=>e.details.get(i)?.step??-1;return s.reduce((i,{name:a})=>r(a)>r(i)?a:i,s[0]?.
name??"")}function xt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,i=s.selected??e.get?.("selected")??"",a=!0,l,
p=new Map,d={},f=null,u=!0,g=v=>[...p.values()].some(({kind:R,since:X})=>v(R)&&Date.now()-X<Ua),y=c("div",{class:"opscop\
e-panel",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"t\
rue"});y.addEventListener("focusin",({target:v})=>b(v,"data-lm-suppress-shortcuts","true"),{signal:o});let m=(v,R={},X=void 0)=>{
if(delete d[v],!a)return X?.(!1,go);p.set(ee.command(v,R),{kind:v,done:X,since:Date.now()})},h=(v,R=!0)=>{l?.values.has(
v)&&(v!==i&&(u=!1),i=s.selected=v,x(v),R&&F.show("tensor"),ee.refresh())};function x(v){!e.get||e.get("selected")===v||(e.
set?.("selected",v),e.save_changes?.())}let M=()=>h(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",M),o.addEventListener(
"abort",()=>e.off("change:selected",M)));function k(v){u=!0,a&&m("WatchDetail",{name:v})}let w=()=>ee.refresh(),$=(v,R)=>{
F.show(v),C.get(v)?.open?.(R),w()},T=v=>m(v),E=Go(m),I=(v,R=-1)=>{if(n)return n.goTo(v);E.goTo(v,R),w()},B=v=>{if(n)return n.
steps;let R=At(v);return a&&R&&R.last>R.first?[R.first,R.last]:null},N=Vo({send:T,ask:m,seek:E,refresh:w,offline:r,signal:o}),
D=Yo({select:v=>h(v,F.open!=="graph"),refresh:w,signal:o}),C=new Map(ze.map(v=>[v.id,v.create({select:h,ask:m,open:$,refresh:w,
goTo:I,reach:B,offline:r,signal:o})])),F=xs(ze.map(({id:v,label:R,short:X})=>({id:v,label:R,short:X,el:C.get(v).el})),w,
o);y.addEventListener("keydown",v=>{let R=no(v);!R||!l||!a||!Le(l).has(R)||r||(v.preventDefault(),(!v.repeat||!g(X=>qa.has(
X)))&&T(R))},{signal:o}),s.tab&&F.show(s.tab);let W=wo(),z=Xo({root:y,offline:r,signal:o}),_=ws({root:y,find:v=>l?bs(l,v,
B(l),a&&!r):[],act:v=>{"send"in v?T(v.send):"step"in v?I(v.step):"value"in v?h(v.value):"keys"in v?z.button.click():F.show(
v.tab),w()},signal:o});N.el.querySelector(".opscope-headline")?.append(z.button),y.append(W.el,N.el,c("div",{class:"opsc\
ope-body"},D.el,F.el),z.el,_.el),t.append(y);let ee=Oo({model:e,el:y,signal:o,paint:Y});function Y(v,R){a=R==="live";let X=F.
open==="tensor"&&(s.tab??"tensor")!=="tensor";ee.show(F.open),s.tab=F.open,W.update(R),b(y,"data-lost",!a);for(let oe of y.
querySelectorAll("[data-asks]"))b(oe,"inert",!a);a||p.clear(),v!==l&&U(v),l=v,v.values.has(i)||(i=Ka(v),i&&(s.selected=i),
i&&a&&!e.get?.("selected")&&x(i),u=!i),X&&i&&a&&!r&&(u=!1),u||(d={}),b(y,"data-past",v.stopped?.past),N.update(v,a,Object.
entries(d).find(([oe])=>!ys.has(oe))?.[1]??""),D.update(v,i);for(let oe of ze)F.count(oe.id,oe.count?.(v)??0);C.get(F.open)?.
update(v,{selected:i,refusal:a?d.FetchDetail??d.WatchDetail??"":bo}),P(v)}function P(v){let R=v.stopped!==f&&F.open==="t\
ensor"&&!r&&a&&!g(X=>ys.has(X));u?R&&v.stopped&&i&&m("FetchDetail",{name:i}):k(i),R&&(f=v.stopped)}function U(v){l&&(v.phase!==
l.phase||v.stopped!==l.stopped)&&(d={}),l&&v.runs>l.runs&&v.values.has(i)&&(u=!1);for(let R of v.responses){let X=p.get(
R.request);if(!X)continue;p.delete(R.request);let oe=R.ok?R.text:R.text||`${X.kind} was refused`;!R.ok&&!X.done?.(!1,oe)&&
(d[X.kind]=oe),R.ok&&X.done?.(!0,oe)}}return y}function Va(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Xa(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let i of t)i(r,[])};return{on:(r,i)=>{t.add(
i)},off:(r,i)=>{t.delete(i)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function Ya(e,t){let o=t.split(
`
`).filter(u=>u.trim()).map(vo),n=Xa(o),{steps:s,ends:r}=Va(o),i=new AbortController().signal,a=()=>{},l=xt({model:n,el:e,
signal:i,page:{goTo:u=>a(u),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=c("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=c("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;a=u=>{
p.value=String(Math.max(0,s.filter(g=>g<=u).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
L(d,`step ${s[Number(p.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(c("label",{class:"opscope-scrub"},p,d))}var nd=()=>{let e={};return{render({model:t,el:o,signal:n}){xt({model:t,el:o,signal:n,memory:e})}}};export{nd as default,Ya as replay};
