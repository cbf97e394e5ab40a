// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Je=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,$t=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
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
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],$e=$t.
flat(),Ms=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],so=["StepBack","ReverseContinue","Goto"];function Le(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...Ms,
...so,...o])}return new Set(e.over&&e.recorded?[...t,...so]:t)}function ro(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return $e.find(o=>o.key===e.key)?.kind}
function ao({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var We=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),Mt={EditsChanged:[{
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
io=256,co=.9;var po="−";function H(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",po)}function Ne(e){return e.length?e.join("×"):"scalar"}var lo=9,
Es=16;function uo(e){return e.length<=Es?[e,""]:[e.slice(0,-lo),e.slice(-lo)]}function fo(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Ze(e){return`${(100*e).toFixed(1)}%`}function ho(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function mo(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function ae(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function Et(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function de(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=co?"zeros":"ok"}var Qe={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function me(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function et(e){let t=[...e].map(n=>[n.name,me(n)[0]]),
o=new Map;for(let[,n]of t)o.set(n,(o.get(n)??0)+1);return new Map(t.map(([n,s])=>[n,(o.get(s)??0)>1&&s!==n?`${s} · ${n}`:
s]))}function tt(e){return e.grad_of||e.role==="backward"?"gradients":e.parameter?"parameters":e.role==="optimize"?"opti\
mizer":"forward"}function go(e,t,o){if(e.length<2)return e.length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(
s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function Me(e,t,o=4){let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];
let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let a=s*r,i=Math.ceil(e/a-1e-9),l=Math.floor(t/a+1e-9);if(l-
i+1>=o-1||r===1)return Array.from({length:l-i+1},(p,u)=>(i+u)*a)}return[]}function Te(e){if(e===0)return"0";let t=Math.abs(
e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace("e+","e"):String(Number(e.toPrecision(6)))).replaceAll(
"-",po)}var Ss="http://www.w3.org/2000/svg";function c(e,t={},...o){let n=document.createElement(e);return bo(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(Ss,e);return bo(n,t),n.append(...o),n}function ot(e){let t=c("s\
pan",{class:"opscope-name"});return He(t,e),t}function He(e,t){if(e.title===t)return;e.title=t;let[o,n]=uo(t);e.replaceChildren(
c("span",{},o),...n?[c("span",{class:"opscope-name-end"},n)]:[])}function bo(e,t){for(let[o,n]of Object.entries(t))b(e,o,
n)}function b(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function N(e,t){e.textContent!==t&&(e.textContent=t)}function Ae(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ce(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var wo="no kernel answers",xo="No kernel answers, and the elements of this value were not kept.",Ls={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function Ns(e){return Ls[e]}
function yo(){let e=c("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){N(e,Ns(t)),b(e,"hidde\
n",t==="live")}}}function vo(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function $o(e){
let t=vo(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var ko=["step","min","max","mean","std","zeros",
"nan","inf"];function Ts(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=$o(t[e.numbers]),s=n.length/(1+ko.length);return Array.from({length:s},(r,a)=>{let i={
...o[n[a]]};return ko.forEach((l,p)=>{let u=n[(p+1)*s+a];i[l]=Number.isNaN(u)?null:u}),i})}function St(e,t,o=[]){let n=e.
events.map(a=>{let i=a.pixels?.buffer;return typeof i=="number"?{...a,pixels:vo(t[i])}:a}),s=n.findIndex(a=>a.kind!=="Ru\
nStarted"&&a.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...As(e,t),...Ts(e,t,o),...n.slice(r)]}function As(e,t){
if(!e.trails?.length)return[];let o=$o(t[e.block]),n=0;return e.trails.map(([s,r,a])=>{let i=(p,u)=>{let h=o[n+p*a+u];return Number.
isFinite(h)?h:null},l=Array.from({length:a},(p,u)=>({step:o[n+u],mean:i(1,u),min:i(2,u),max:i(3,u),rms:i(4,u),bad:o[n+5*
a+u]}));return n+=6*a,{kind:"Trail",slot:s,name:r,points:l}})}function Mo(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function Lo(e){let t=new Blob([Eo(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(Eo)}}function Eo(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var So="\
application/vnd.jupyter.widget-state+json",_s=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function Lt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[So]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),a=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),i=Object.fromEntries(_s.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));a[t]={model_module:i._model_module,
model_module_version:i._model_module_version,model_name:i._model_name,state:i},o.setMetadata("widgets",{[So]:{version_major:2,
version_minor:0,state:a}})}var Ao={points:[],stride:1};function _o({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(No(n,s,t);n.length>io;){t*=2;let r=[];for(let a of n)No(r,a,t);n=r}return{points:n,stride:t}}function No(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=Cs(n,t):e.push(t)}function Cs(e,t){return{
step:t.step,mean:t.mean,min:To(Math.min,e.min,t.min),max:To(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function To(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function nt(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function st(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function rt(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function Co(e,t){let o=new Nt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
Mt,n.kind))for(let s of Mt[n.kind])Is(o,s,n);return o.slots}var Nt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=We[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,_o(s.get(o)??Ao,n))}};function Is(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(a=>o[a]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let a of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(a)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[st(o)]);else for(let[n,s]of rt(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(We).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var Rs=Object.freeze([]),Bs=new Set,at=Object.freeze({...Io(We),runs:0,reached:0,seconds:null});function Tt(e,t){return{...Io(Co(e.fold,t),e),...t.reduce(Os,e)}}function Os({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function Io(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):Bs,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:Ps(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
Ds(e.breakpoints),exceptions:e.breakpoints?.exceptions??Rs,step:[...e.steps.values()].at(-1)?.step??0,scalars:Fs(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((a,i)=>[a,r.called?.[i]??""]))),graph:e.graph,values:e.
values,present:s?t.present:zs(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function Ps(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function Fs(e){let t=new Map([...e.steps.values()].flatMap(n=>rt(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function Ds(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function zs(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function Ro(e){return e.stopped?.step||Ce(e)}function _e(e,t){return e.present.has(t.name)?
"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function Bo(e,t){return e.over&&!e.stopped&&t.step<
Ce(e)?`step ${t.step}`:""}function Oo(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&
e.present.get(n);if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&t?t.names.indexOf(n):-1,a=e.scalarHistory.get(n)?.
points??[],i=o?.past?nt(a,o.step):a.at(-1),l=r>=0?t?.scalars[r]??null:o?.past?i?.mean??null:e.scalars[n],p=r>=0?t?.step:
i?.step,u=o&&o.op<0&&!o.depth,h=p===o?.step?u?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?h:
""}]}))}function Ce(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function it(e,t=""){let o=t.trim().toLowerCase(),
n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[tt(s)].push(s);for(let s of Object.values(n))s.sort((r,a)=>r.op-a.op||(r.name<
a.name?-1:1));return n}function At(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var Po=250,js=2.5,Ws=["dead","terminating","restarting","autorestarting"],ct=2500,Hs=400,Gs=6e4;function Us(e,t){return t.
kind==="batch"&&t.n!==e+1}function qs(e,t,o,n){return t?n.n>e:o>ct}function Fo({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),r=Math.floor(Math.random()*2**20)*2**20,a=at,i=0,l=!1,p=!1,u=!1,h=!1,d=0,m="",y=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,g="live",f=Date.now(),x=0,$=ct,k=ct,w=[],S="",E=!1,A=v=>{try{e.send(v)}catch{
f=0}},_=()=>{d=0,m=y();try{n(a,g)}finally{h&&A({kind:"ack",n:i,view:s}),h=!1}},I=()=>{!d&&p&&!o.aborted&&(d=requestAnimationFrame(
_))},L=()=>{l=!1,x=Date.now(),A({kind:"attach",view:s,tab:S})},P=()=>{let v=p&&!document.hidden;v!==u&&(u=v,f=Date.now(),
u?L():A({kind:"detach",view:s}),I())},R=async()=>{let v=e.get?.("frame");if(!v||i||E)return;E=!0;let{message:B,buffers:X}=await Lo(
v);i||(a=Tt(at,St(B,X)),I())},z=()=>{if(p&&y()!==m&&I(),!u||!k)return;let v=Date.now()-f;!i&&v>Hs&&R();let B=e.widget_manager?.
kernel,X=!!B&&(B?.isDisposed||Ws.includes(B?.status??""));if(v<(X?Po:k))return;!X&&Date.now()-x>$&&($=Math.min(2*$,Gs),L());
let oe=i?"lost":E?"saved":"nothing";oe!==g&&(g=oe,I())},K="",D=v=>{K=v,Lt(e,v)},T=()=>K&&Lt(e,K),Y=(v,B)=>{if(f=Date.now(),
g!=="live"&&(g="live",v.kind!=="snapshot"))return L();if($=ct,v.kind==="beat"){u&&qs(i,l,f-x,v)&&L();return}if(v.beat&&(k=
js*1e3*v.beat),v.id&&D(v.id),!(v.kind==="batch"&&!l)){if(Us(i,v))return L();a=Tt(v.kind==="snapshot"?at:a,St(v,B,w)),i=v.
n,l=!0,h||=!!v.ack,I()}},J=new IntersectionObserver(v=>{p=v[v.length-1].isIntersecting,P()},{rootMargin:"100px"}),F=new ResizeObserver(
I);e.on("msg:custom",Y),e.get&&e.on("change:frame",T),J.observe(t),F.observe(t),document.addEventListener("visibilitycha\
nge",P,{signal:o}),e.get||(k=0),A({kind:"render",view:s});let G=setInterval(z,Po);return o.addEventListener("abort",()=>{
e.off("msg:custom",Y),e.get&&e.off("change:frame",T),J.disconnect(),F.disconnect(),cancelAnimationFrame(d),clearInterval(
G),u&&A({kind:"detach",view:s})}),{refresh:I,show(v){v!==S&&(S=v,u&&A({kind:"show",view:s,tab:S}))},command(v,B={}){return A(
{kind:v,request:++r,...B}),r}}}var Ks=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Vs=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Xs=new RegExp(Vs.map(e=>e.source).join("|"),"giu");function _t(e){let t=[],o=0;for(let n of e.
matchAll(Xs)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Ys(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Ys(e,t){return Ks.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Js(e){return e.split(/[/\\]/).at(
-1)||e}function Do(){let e=c("span",{class:"opscope-line-number"}),t=c("code",{}),o=c("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){b(o,"hidden",!n),b(o,"title",`${n}:${s}
${r}`),N(e,`${Js(n)}:${s}`),t.textContent!==r&&t.replaceChildren(..._t(r).map(([a,i])=>a==="plain"?i:c("span",{"data-tok\
en":a},i)))}}}function jo(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
, in ${t}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${t}`}function Wo({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function Ho(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function Zs(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Ce(e)}, in the past`:"in the past":""}function zo(e){let t=e.
stopped;return t?[jo(t),Wo(t),Ho(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function Qs(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&lt(e))return lt(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function lt({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function er({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function Go(e){
let t=c("span",{class:"opscope-op"}),o=c("span",{class:"opscope-reason"}),n=c("span",{class:"opscope-at"}),s=c("span",{class:"\
opscope-said"}),r=c("div",{class:"opscope-where"},t,o,n,s),a=c("span",{class:"opscope-past"}),i=Do(),l=c("div",{class:"o\
pscope-place-bar"},a,r,i.el);return{el:l,update(p,u){let h=p.stopped,d=zo({...p,stopped:null});N(t,h?jo(h):""),N(o,h?Wo(
h):""),N(n,h?Ho(h.past?{...h,step:null}:h):"");let m=er(p);N(s,u||m||(h?"":d||Qs(p))),b(r,"data-bad",!!u||!h&&!!d);let y=!u&&
!h&&p.phase==="running"&&!!lt(p);b(r,"data-slow",y),b(r,"title",u||(y?lt(p):zo(p))),b(o,"data-reason",h?.reason),N(a,Zs(
p)),b(a,"hidden",!h?.past),b(l,"data-past",h?.past),b(l,"hidden",e&&!h&&!d),i.update(h?.path??"",h?.line??0,h?.source??""),
b(l,"data-source",!!h?.path)}}}var tr=64,or=2**-23;function nr(e,t,o){let n=Math.max(1,Math.ceil(e.length/tr)),s=e.filter((g,f)=>(e.length-1-f)%n===0),
r=s.flatMap(g=>g.mean===null?[]:[g.mean]),a=Math.min(...r),i=Math.max(...s.flatMap(g=>[g.min??0,g.max??0,g.mean??0].map(
Math.abs))),l=Math.max(...r)-a,p=l>or*i?l:0,u=s[0]?.step??0,h=(s.at(-1)?.step??0)-u||1,d="",m="",y="M";for(let g of s){let f=(1+
(g.step-u)/h*(t-2)).toFixed(1);if(g.bad&&(m+=`M${f},${o-3}V${o}`),g.mean===null){y="M";continue}let x=p>0?o-4-(g.mean-a)/
p*(o-6):o/2;d+=`${y}${f},${x.toFixed(1)}`,y="L"}return{line:d,bad:m}}function pt(e,t){let o=U("path",{class:"opscope-spa\
rk-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(a){if(a===r)return;r=a;let i=nr(a?.points??[],
e,t);b(o,"d",i.line),b(n,"d",i.bad)}}}var sr=[64e6,256e6,1e9,4e9],rr={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function ar(e){return[...new Set([...sr,e])].sort((t,o)=>t-o)}function ir({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${ho(t.recording)}`}function Uo({
ask:e,signal:t}){let o=c("span",{class:"opscope-label"}),n=c("i",{class:"opscope-switch"}),s=c("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=c("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),a=c("span",{class:"opscope-bytes"}),i=c("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=c("span",{class:"opscope-limit"},"of ",i),p=c("span",{class:"opscope-memory"},a,
l),u=!1,h=0;return s.addEventListener("click",()=>e("SetRecording",{on:!u}),{signal:t}),i.addEventListener("change",()=>e(
"SetRecording",{on:u,budget:Number(i.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(d){u=!!d.recording?.on;let m=!!d.
recording&&!d.over;N(o,m?"Recording":"Recorded"),s.disabled=!m,b(s,"aria-checked",u&&m?"true":"false"),b(s,"title",m?rr[u?
"off":"on"]:void 0);for(let y of[n,r,l])b(y,"hidden",!m);N(r,ir(d)),N(a,Et(d.recorded?.bytes??0)),d.recording&&d.recording.
budget!==h&&(h=d.recording.budget,i.replaceChildren(...ar(h).map(y=>c("option",{value:y,selected:y===h},Et(y)))))}}}var cr=1e4;function qo(e,t=Date.now){let o=null,n=null,s=-1,r=null,a=null,i=!1,l=0,p=()=>a!==null&&t()-a<cr,u=(d,m)=>{let y=++l;
a=t(),i=d==="Pause",e(d,m,g=>{y===l&&(g||(o=n=null),(!g||!i)&&(a=null))})},h=d=>{i&&d.phase!=="running"&&(i=!1,a=null),!(n===
null||d.phase==="running"||d.stopped===r)&&(a!==null&&d.stopped?.step!==n||(n=a=null))};return{get target(){return o??n},
goTo(d,m=-1){o=d,s=m},follow(d){if(h(d),!(o===null||p())){if(d.phase==="running")return u("Pause",{});n=o,o=null,r=d.stopped,
u("Goto",s<0?{step:n}:{step:n,op:s})}}}}function Ct(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Ce(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Ko({
ask:e,seek:t,refresh:o,signal:n}){let s=c("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=c("span",{class:"opscope-track-box"},s),a=c("output",{class:"opscope-number"}),i=Uo({ask:e,signal:n}),l=c(
"div",{class:"opscope-timeline","data-asks":!0},i.toggle,r,a,i.cost,i.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let u=Ct(p);b(l,"hidden",!u&&!p.recording),i.update(p),t.follow(p);let h=u?
Math.min(u.last,Math.max(u.first,t.target??u.at)):0,[d,m]=u?[u.first,u.last]:[0,0];b(s,"min",d),b(s,"max",m),s.disabled=
d===m||p.phase==="waiting",Number(s.value)!==h&&(s.value=String(h)),s.style.setProperty("--at",`${100*(h-d)/Math.max(1,m-
d)}%`),b(l,"data-past",!!p.stopped?.past),b(l,"data-phase",p.recording?.on===!1?"off":p.phase),b(s,"aria-valuetext",u?`s\
tep ${h} of ${m}`:"no step yet"),N(a,u?`step ${h} / ${m}`:"no step yet"),b(r,"title",u?`steps ${d} to ${m} are recorded`:
"no step is recorded yet")}}}var lr=new Set,pr=new Set(["Pause","Continue","Terminate"]);function Vo({send:e,signal:t}){let o=new Map,n=$t.map(i=>c("\
div",{class:"opscope-group"},...i.map(r))),s=c("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(i){
let l=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});i.line&&l.append(U("path",{d:i.line,class:"\
opscope-stroke"})),i.fill&&l.append(U("path",{d:i.fill}));let p=c("button",{class:`opscope-button opscope-${i.name}`,type:"\
button",title:ao(i),"aria-label":i.label,"aria-keyshortcuts":i.key});return p.append(l),pr.has(i.kind)&&p.append(c("span",
{},i.label)),p.addEventListener("click",()=>e(i.kind),{signal:t}),o.set(i.kind,p),p}function a(i,l){let p=i.matches(":fo\
cus");l();let u=s.closest(".opscope-panel");p&&!i.matches(":enabled:not([hidden])")&&u?.focus({preventScroll:!0})}return{
el:s,update(i,l){let p=l?Le(i):lr,u=i.phase==="running"||i.phase==="waiting";for(let[h,d]of o)a(d,()=>{d.disabled=!p.has(
h),(h==="Pause"||h==="Continue")&&b(d,"hidden",u!==(h==="Pause"))})}}}var dr=4,Xo="NaN/Inf";function ur(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function fr(e){return e===null?Xo:H(e)}
function hr(e){return e.seconds?H(1/e.seconds):"–"}function Yo({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let a=c(
"span",{class:"opscope-title"}),i=c("span",{class:"opscope-place"}),l=c("span",{class:"opscope-state",role:"status"}),p=Go(
s),u=Ko({ask:t,seek:o,refresh:n,signal:r}),h=Vo({send:e,signal:r}),d=It("step","opscope-step"),m=It("steps / s","opscope\
-rate"),y=c("div",{class:"opscope-metrics"},d.el,m.el),g=c("div",{class:"opscope-headline"},c("div",{class:"opscope-name\
s"},a,i),l),f=c("header",{class:"opscope-header"},g,p.el);s||(g.append(h.el),f.append(u.el)),f.append(y);let x=new Map;return{
el:f,update($,k,w){N(a,$.title||"run"),N(i,$.place),b(l,"data-past",$.stopped?.past);let S=!k&&($.phase==="running"||$.phase===
"waiting");b(l,"data-phase",S?"gone":$.phase),N(l,S?"no kernel":ur($)),p.update($,w),s||(u.update($),h.update($,k)),d.update(
String(Ro($))),m.update(hr($));let E=[...Oo($)].slice(0,dr);for(let[A,{value:_,when:I}]of E){let L=x.get(A)??It(A,"opsco\
pe-scalar",!0);x.set(A,L),L.update(fr(_),$.scalarHistory.get(A),I,$.scalarNames.get(A))}Ae(y,[d.el,m.el,...E.map(([A])=>x.
get(A).el)])}}}function It(e,t,o=!1){let n=c("span",{class:`opscope-number ${t}`}),s=pt(96,30),r=c("span",{class:"opscop\
e-label",title:e},e),a=c("span",{class:"opscope-when"}),i=c("div",{class:"opscope-metric"},c("div",{},r,n,...o?[a]:[]));
return o&&i.append(s.el),{el:i,update(l,p,u="",h=""){N(r,h||e),b(r,"title",h?`${h}, ${e}`:e),N(n,l),N(a,u),b(i,"data-els\
ewhere",!!u),b(n,"data-bad",l===Xo),o&&s.update(p)}}}var mr=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["List of values","↑ ↓ Home End","select a value"],["Tabs","← → Home End","show anoth\
er tab"],["Slider","← → Home End","go to another step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑\
 ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace",
"open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set \
an element (or double click it)"],["Code","↑ ↓ Home End","to another line"],["Code","Enter","set or remove a breakpo\
int on the line"],["Code","Space","the operators of the line"],["Evaluation line","↑ ↓","what was typed before"],["M\
enus, this page","Esc","close"]];function gr(e){let t=new Map,o=e?[]:$e.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}\
: ${n.about}`]);for(let[n,s,r]of[...o,...mr])t.set(n,[...t.get(n)??[],[s,r]]);return t}function Jo({root:e,offline:t,signal:o}){
let n=c("button",{class:"opscope-button",type:"button"},"Close"),s=[...gr(t)].map(([p,u])=>c("section",{},c("h4",{},p),c(
"dl",{},...u.flatMap(([h,d])=>[c("dt",{},...h.split(" ").map(m=>c("kbd",{},m))),c("dd",{},d)])))),r=c("div",{class:"opsc\
ope-keys",role:"dialog","aria-label":"keys",hidden:!0},c("div",{class:"opscope-keys-head"},c("b",{},"Keys"),n),c("div",{
class:"opscope-keys-groups"},...s)),a=c("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","ar\
ia-label":"keys","aria-keyshortcuts":"?"},"?"),i=null,l=p=>{p!==!r.hidden&&(p&&(i=e.ownerDocument.activeElement),b(r,"hi\
dden",!p),p?n.focus({preventScroll:!0}):(i&&e.contains(i)?i:e).focus({preventScroll:!0}))};return a.addEventListener("cl\
ick",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener("keydown",p=>{let u=p.target.
matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!=="?"||u)||(p.preventDefault(),
p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:a}}var br={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function Zo({select:e,refresh:t,
signal:o}){let n=c("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),
s=c("span",{class:"opscope-found"}),r=c("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),a=c(
"aside",{class:"opscope-list"},c("div",{class:"opscope-search"},n,s),r),i=new Map,l=[],p="",u=Object.fromEntries(Object.
entries(br).map(([d,m])=>[d,wr(m)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",d=>{let m=d.target.closest("[data-name]");m&&e(m.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",d=>{let m=ce(d,l.indexOf(p),l.length);m!==null&&(d.preventDefault(),e(l[m]),i.get(l[m])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:a,update(d,m){p=m;let y=it(d,n.value);l=[];let g=[];for(let[$,k]of Object.
entries(y)){if(!k.length)continue;let w=u[$];N(w.count,String(k.length)),g.push(w.el);for(let S of k){let E=i.get(S.name)??
yr(S.name);i.set(S.name,E),l.push(S.name),g.push(E.el)}}Ae(r,g),b(r,"aria-activedescendant",i.get(m)?.el.id);let f=d.values.
size,x=d.cost?.hz&&!d.over?` · ${mo(d.cost.hz)}`:"";N(s,`${l.length===f?f:`${l.length} of ${f}`}${x}`),b(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),b(r,"data-empty",f?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),h(d,m)}};function h(d,m){let{clientHeight:y,
scrollTop:g}=r,f=l.map(w=>i.get(w)),x=f[0]?.el.offsetHeight||44,$=et(d.values.values()),k=f.map(w=>w.el.offsetTop-g);f.forEach(
(w,S)=>{let E=l[S],A=k[S]>-2*x&&k[S]<y+2*x;b(w.el,"aria-selected",E===m?"true":"false");let _=d.values.get(E);A&&_&&w.update(
_,$.get(E)??E,d.history.get(E),_e(d,_),Bo(d,_))})}}function wr(e){let t=c("span");return{el:c("div",{class:"opscope-head\
ing",role:"presentation"},e,t),count:t}}var xr=0;function yr(e){let t=c("span",{class:"opscope-pill"}),o=ot(e),n=c("span",
{class:"opscope-spec"}),s=c("span",{class:"opscope-mean"}),r=c("span",{class:"opscope-std"}),a=pt(52,26),i=c("div",{class:"\
opscope-row",role:"option","data-name":e,id:`opscope-value-${++xr}`},t,o,n,s,r,a.el),l,p="";return{el:i,update(u,h,d,m,y){
a.update(d);let[g,f]=[m||y,`${m}, ${y}, ${h}`];if(u===l&&f===p)return;l=u,p=f,b(i,"data-elsewhere",!!m);let x=de(u);b(i,
"data-health",x);let[$,k]=me(u);He(o,h),N(t,Qe[x]),N(n,`${g?`${g}  `:""}${Ne(u.shape)}  ${fo(u.dtype)}${k&&h===$?`  ${k}`:
""}`),N(s,H(u.mean)),N(r,u.std===null||!u.shape.length?"":`± ${H(u.std)}`)}}}var kr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function le(e,t,o,n="text"){return c("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function Qo({ask:e,showProblem:t,signal:o}){
let n=le("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=le("condition-field","only i\
f … (optional)","condition"),r=le("hits-field","1","stop from this hit on","number"),a=c("input",{class:"opscope-log-f\
ield",type:"checkbox"}),i=le("message-field","message, as: loss is {loss}","log message of a line of Python"),l=c("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=c("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),u=c("span",{class:"opscope-logging"},c("label",{title:"write a note at each hit, and go on"},
a," only log"),i),h=c("summary",{},"Hits, log …"),d=c("details",{class:"opscope-breakpoint-more"},h,c("div",{},c("labe\
l",{},"stop from hit ",r),u)),m=c("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,d);b(r,"min",1),b(i,"h\
idden",!0);let y=null,g=k=>{t(k),b(n,"aria-invalid",k?"true":void 0)},f=()=>Math.max(1,Math.round(Number(r.value)||1));function x(k){
y=k,n.value=k?.spec??"",n.readOnly=!!k,s.value=k?.condition??"",r.value=k&&k.wanted>1?String(k.wanted):"",a.checked=!1,i.
value="",b(i,"hidden",!0),b(u,"hidden",!!k),N(l,k?`Change ${k.number}`:"Add"),b(p,"hidden",!k),k&&(d.open=k.wanted>1||d.
open),g("")}function $(){let k={spec:n.value.trim(),condition:s.value.trim(),hits:f()};if(!k.spec)return g(kr);g("");let w=(S,E)=>{
let A=n.value.trim()===k.spec&&s.value.trim()===k.condition;return S&&A&&x(null),(!S||E)&&g(E),!0};y?e("ChangeBreakpoint",
{number:y.number,enabled:y.enabled,condition:k.condition,hits:k.hits},w):e("SetBreakpoint",{spec:k.spec,condition:k.condition,
...k.hits>1&&{hits:k.hits},...a.checked&&{log:!0,message:i.value.trim()}},w)}m.addEventListener("submit",k=>(k.preventDefault(),
$()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),a.addEventListener("change",()=>b(i,"hidden",!a.checked),
{signal:o});for(let k of[n,s,r,i])k.addEventListener("input",()=>g(""),{signal:o}),k.addEventListener("keydown",w=>{w.key===
"Escape"&&y&&x(null),!(w.key!=="Enter"||w.isComposing)&&(w.preventDefault(),m.requestSubmit())},{signal:o});return{el:m,
problem:g,change(k){x(k),s.focus()},compose(k){x(null),n.value=k,s.focus()}}}var vr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function $r({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function Rt(e){return`${ae(e)} ${e===
1?"hit":"hits"}`}function Mr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function Er({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var en={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:Sr,count:e=>e.breakpoints.length};function Sr({ask:e,open:t,offline:o,signal:n}){
let s=c("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),a=Qo({ask:e,showProblem:f=>{N(s,f),b(s,"hidden",
!f)},signal:n}),i=c("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=c("div",{class:"opscope-breakpoint-rows"}),p=c("div",
{class:"opscope-breakpoints"}),u=vr.map(([f,x])=>({name:f,box:c("input",{type:"checkbox","data-filter":f}),title:x})),h=c(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
h.append(...u.map(({name:f,box:x,title:$})=>c("label",{title:$},x,` ${f}`))),o||p.append(a.el,h,s),p.append(i,l);let d,m=[],
y=(f,x)=>(a.problem(f?"":x),!0);h.addEventListener("change",()=>{let f=u.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:f},y)},{signal:n}),l.addEventListener("click",f=>{let x=f.target,$=x.closest("[data-num\
ber]"),k=m.find(({number:w})=>w===Number($?.dataset.number));k&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:k.
number},y):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:k.number,enabled:!k.enabled,condition:k.condition,
hits:k.wanted},y):x.closest(".opscope-breakpoint-condition")?a.change(k):x.closest(".opscope-breakpoint-ops")&&t("graph",
k.ops[0]))},{signal:n});function g(f,x){let $={"data-conditional":!!f.condition,"data-off":!f.enabled,"data-hollow":!f.verified,
"data-log":!!f.log},k=Er(f),w=Mr(f),S=c("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":f.
enabled?"true":"false","aria-label":k,title:k,disabled:o,...$}),E=c("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!f.ops.length},$r(f)),A=c("button",{class:"opscope-breakpoint-condition",type:"\
button",title:w?`${w}; click to change`:"set a condition","aria-label":`condition of breakpoint ${f.number}: ${w||"alway\
s"}`,disabled:o},w),_=c("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${f.number}`});return _.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),c("div",{class:"opscope-breakpoint","data-number":f.
number,"data-op":f.ops[0],"data-here":x,"data-off":!f.enabled},S,c("span",{class:"opscope-breakpoint-number"},String(f.number)),
c("code",{class:"opscope-breakpoint-spec",title:f.spec},f.spec),A,E,c("span",{class:"opscope-breakpoint-hits"},Rt(f.hits)),
...o?[]:[_],...f.problem?[c("div",{class:"opscope-breakpoint-problem"},f.problem)]:[])}return{el:p,open:f=>a.compose(String(
f)),update(f){b(i,"hidden",f.breakpoints.length>0);for(let{name:S,box:E}of u)E!==document.activeElement&&(E.checked=f.exceptions.
includes(S));let x=f.stopped?.reason.endsWith("breakpoint")?f.stopped.op:-1,$=JSON.stringify([f.breakpoints,x]);if($===d)
return;d=$,m=f.breakpoints;let k=document.activeElement?.closest?.("[data-number]"),w=l.contains(k)?document.activeElement.
className:"";l.replaceChildren(...m.map(S=>g(S,S.ops.includes(x)))),w&&l.querySelector(`[data-number="${k?.dataset.number}\
"] .${w}`)?.focus({preventScroll:!0})}}}function tn(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function on(e){return e.functions.
map((t,o)=>o).reverse()}function nn({ask:e,show:t,refresh:o,signal:n}){let s=c("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=c("div",{class:"opscope-empty"}),a=c("div",{},r,s),i=c("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=c("div",{class:"opscope-empty"}),p=c("\
div",{},l,i),u="",h=-1,d="",m,y,g=null;function f(w){g&&(h=w,m=void 0,e("FetchVariables",{frame:w},x),g.paths[w]&&t(g.paths[w],
g.lines[w]),o())}let x=(w,S)=>(d=w?"":S,y=void 0,!0);s.addEventListener("click",w=>{let S=w.target.closest("[data-frame]");
S&&f(Number(S.dataset.frame))},{signal:n}),s.addEventListener("keydown",w=>{if(!g)return;let S=on(g),E=ce(w,S.indexOf(h),
S.length);E!==null&&(w.preventDefault(),w.stopPropagation(),f(S[E]),$(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function $(){let w=g,S=w&&JSON.stringify([w,h]);if(S===m)return;m=S;let E=s.contains(document.
activeElement);s.replaceChildren(...(w?on(w):[]).map(A=>{let _=w?.paths[A]?`${w.paths[A].split(/[/\\]/).at(-1)}:${w.lines[A]}`:
"",I=A===h;return c("div",{class:"opscope-frame",role:"option","aria-selected":I?"true":"false",tabindex:I?0:-1,"data-fr\
ame":A,"data-kind":w?.kinds[A],"data-now":w?.now[A],title:`${w?.texts[A]}${w?.now[A]?`
where the program is now; the run shows its past`:""}`},c("b",{},w?.functions[A]??""),c("code",{},w?.texts[A]??""),c("sp\
an",{},w?.now[A]?`${_} now`:_))})),E&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function k(w){let S=w.
fold.variables,E=tn(w,S)&&(S?.frame===h||S?.frame===h-(g?.functions.length??0))?S:null;if(E===y&&E)return;y=E;let A=w.phase===
"running"?"":d||(E&&!E.names.length?"No variables.":"");N(l,A),b(l,"hidden",!A),i.replaceChildren(...(E?.names??[]).map(
(_,I)=>{let L=E?.called?.[I]??"";return c("div",{},c("dt",{title:L?`${L}, ${_}`:_},L||_),c("dd",{title:`${E?.texts[I]}${E?.
now[I]?`
of now: the recording does not have it`:""}`,"data-now":E?.now[I]},E?.texts[I]??""))}),...E&&E.total>E.names.length?[c("\
div",{},c("dt",{},"…"),c("dd",{},`${E.total-E.names.length} more`))]:[])}return{el:a,variables:p,get frame(){return h},
update(w){let S=w.stopped,E=w.phase==="running"||w.phase==="waiting"?"":`${S?.run} ${S?.tick} ${S?.reason}`;E!==u&&(u=E,
h=-1,d="",E&&(e("FetchStack",{},(_,I)=>_?void 0:x(_,I)),e("FetchVariables",{frame:-1},x))),g=E&&tn(w,w.fold.stack)?w.fold.
stack:null,g&&h<0&&g.functions.length&&(h=g.functions.length-1);let A=E?g&&!g.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";N(r,A),b(r,"hidden",!A),$(),k(w)}}}var Lr=30;function sn({ask:e,frame:t,signal:o}){let n=le("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=c("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=c("form",{class:"opscope-evaluation","data-asks":!0},s,c("div",{class:"opscope-evaluation\
-line"},c("span",{"aria-hidden":"true"},"›"),n)),a=[],i=0;function l(){let p=n.value.trim();if(!p)return;n.value="",a.
push(p),i=a.length;let u=c("pre",{},"…");for(s.append(c("div",{class:"opscope-answer"},c("code",{},p),u));s.children.length>
Lr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(h,d)=>(u.textContent=d,b(u,
"data-failed",!h),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let u=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(u&&a.length)i=Math.max(0,Math.min(
a.length,i+u)),n.value=a[i]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let u=p.phase==="running"||p.phase==="waiting";n.disabled=u,b(n,"title",u?"pause the run fir\
st":void 0)}}}function rn({ask:e,signal:t}){let o=c("div",{class:"opscope-attributes-title"}),n=c("dl",{class:"opscope-variables"}),s=c(
"div",{class:"opscope-empty",role:"status"}),r=c("div",{"data-asks":!0},o,n,s),a=-1,i="",l="",p=-1,u;function h(d,m,y){e(
"SetAttribute",{op:d,name:m,value:y},(g,f)=>(N(s,f),b(s,"data-failed",!g),l="",!0))}return n.addEventListener("keydown",
d=>{let m=d.target.closest("input");d.key==="Escape"&&m&&(m.value=m.dataset.was??""),!(d.key!=="Enter"||!m||d.isComposing)&&
(d.preventDefault(),h(Number(m.dataset.op),m.name,m.value))},{signal:t}),{el:r,choose(d){a=d,l=""},update(d,m){let y=d.stopped,
g=`${y?.run} ${y?.tick}`;g!==i&&y?.text!=="edited"&&(a=i?-1:a),i=g;let f=a>=0?a:y?.op??-1;m&&f>=0&&d.phase!=="running"&&
l!==`${f} ${g}`&&(l=`${f} ${g}`,e("FetchOperator",{op:f},(w,S)=>(w||N(s,S),!0)));let x=d.fold.shown_operator?.op===f?d.fold.
shown_operator:null,$=d.phase==="paused"&&!d.over&&!x?.fixed;f!==p&&N(s,""),p=f;let k=JSON.stringify([x,$,f]);k!==u&&(u=
k,N(o,x?`${x.op_type} ${x.op}${x.name?` → ${x.name}`:""}`:"No operator: pause before one, or choose one in the graph."),
b(o,"title",x?.site),n.replaceChildren(...(x?.names??[]).flatMap((w,S)=>{let E=le("attribute-field","",`${w} of ${x?.op_type}\
 ${x?.op}; Enter sets it for this run`);return E.name=w,E.value=E.dataset.was=x?.texts[S]??"",E.dataset.op=String(x?.op),
E.readOnly=!$,b(E,"title",$?"Enter sets it for this run":x?.fixed?`cannot be changed: ${x.fixed}`:"pause the run to chan\
ge it"),[c("dt",{title:w},w),c("dd",{},E)]}),...x&&!x.names.length?[c("dt",{},"no attributes"),c("dd",{})]:[]))}}}var ge={time:{label:"time",about:"of a replay of the step, operator by operator",text:Nr},memory:{label:"memory",about:"\
bytes that the operator writes",text:Tr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:H,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Ze,log:!0}};
function Nr(e){return e>=1?`${H(e)} s`:e>=.001?`${H(e*1e3)} ms`:`${H(e*1e6)} µs`}function Tr(e){return e>=2**20?`${H(e/
2**20)} MiB`:e>=1024?`${H(e/1024)} KiB`:`${e} bytes`}function an(e,t){let o=ge[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let a=t.get(`op-${s}`)??`op-${s}`,i=n.get(a);n.set(a,i===void 0?e.numbers[r]:o?Math.max(i,e.numbers[r]):i+e.numbers[r])}),
n}function cn(e,t){let o=[...t].filter(a=>a>0),n=Math.max(...o,0);if(!ge[e]?.log)return{at:a=>n?Math.sqrt(a/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:a=>a<=0?0:r?Math.log(a/s)/r:1,low:s,high:n}}var ln=["nan","inf","zeros","ok"];function Ar(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function _r({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&Ar(t,o[1])?Number(o[2]):0}function Ge(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function dn(e){return new Map(e.ops.flatMap((t,o)=>t.split(" ").map((n,s)=>[
Number(n),e.op_types[o]?.split(" ")[s]??""])))}function pn(e,t){let o=new Map,n=(r,a)=>o.set(r,[...o.get(r)??[],a]),s=Ge(
e);for(let r of t){let a=_r(r,e.path);if(a)n(a,r);else for(let[i,l]of s)r.ops.some(p=>l.includes(p))&&n(i,r)}return o}function Cr(e,t){
let o=new Map([...Ge(e)].flatMap(([r,a])=>a.map(i=>[i,r]))),n=dn(e),s=new Map;for(let r of t.values()){let a=o.get(r.op);
if(a===void 0||n.get(r.op)!==r.op_type)continue;let i=de(r),l=s.get(a);(!l||ln.indexOf(i)<ln.indexOf(l))&&s.set(a,i)}return s}
function Ir(e,t){return`${e.static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function un({ask:e,open:t,refresh:o,
signal:n}){let s=c("select",{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=c("button",{type:"button",
class:"opscope-slice-tool opscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the st\
ep"},"Time"),a=c("span",{class:"opscope-source-note",role:"status"}),i=c("div",{class:"opscope-source-bar","data-asks":!0},
s,a,r),l=c("div",{class:"opscope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakp\
oint, Space shows the operators of a line"}),p=c("div",{class:"opscope-source-view"},i,l),u=new Map,h=null,d,m={path:"",
line:0},y="",g="",f=0,x=0,$=!1;function k(L,P){m={path:L,line:P};let R=h?.first??1;if(h?.path===L&&P>=R&&P<R+h.lines.length)
return w(P);e("FetchSource",{path:L,line:P},(z,K)=>(N(a,z?"":K),!0))}function w(L){let P=u.get(L);if(!P)return;S(L,!1);let R=P.
offsetTop-l.offsetTop;(R<l.scrollTop+20||R>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=R-l.clientHeight/2)}function S(L,P){
for(let[R,z]of[[u.get(f),!1],[u.get(L),!0]])R&&(b(R,"tabindex",z?0:-1),b(R,"aria-selected",z?"true":"false"));f=L,P&&u.get(
L)?.focus()}function E(L){if(!h||!d)return;let P=pn(h,d.breakpoints).get(L)??[];for(let{number:R}of P)e("ClearBreakpoint",
{number:R});P.length||e("SetBreakpoint",{spec:Ir(h,L)},(R,z)=>(N(a,R?"":z),!0))}function A(L){l.querySelector(".opscope-\
line-ops-list")?.remove(),x=x===L?0:L;let P=h?Ge(h).get(x):void 0,R=u.get(x);if(!P||!R)return;let z=h?dn(h):new Map,K=D=>`${z.
get(D)||"op"} ${D}`;R.after(c("div",{class:"opscope-line-ops-list"},...P.map(D=>c("button",{type:"button",class:"opscope\
-operator","data-op":D,title:"show it in the graph"},K(D)))))}l.addEventListener("click",L=>{let P=L.target,R=P.closest(
"[data-op]"),z=P.closest("[data-line]");if(R)return t("graph",Number(R.dataset.op));if(!z)return;let K=Number(z.dataset.
line);S(K,!1),P.closest(".opscope-line-stop")?E(K):P.closest(".opscope-line-ops")&&A(K)},{signal:n}),l.addEventListener(
"keydown",L=>{if(L.target.matches("button")||!h)return;let P=h.first,R=ce(L,f-P,h.lines.length);if(R!==null&&L.key!=="Ar\
rowLeft"&&L.key!=="ArrowRight")S(P+R,!0);else if(L.key==="Enter")E(f);else if(L.key===" ")A(f);else return;L.preventDefault(),
L.stopPropagation()},{signal:n}),s.addEventListener("change",()=>k(s.value,0),{signal:n}),r.addEventListener("click",()=>{
$=!$,b(r,"aria-pressed",$?"true":"false"),$&&e("MeasureOperators",{by:"time",step:d?.stopped?.step||0},(L,P)=>(N(a,L?"":
P),!0)),o()},{signal:n});function _(L){h=L,x=0,N(a,"");let P=Ge(L),R=new Set([...L.code_lines,...L.op_lines]);u=new Map(
L.lines.map((z,K)=>{let D=L.first+K,T=P.get(D)?.length??0,Y=_t(z).map(([F,G])=>F==="plain"?G:c("span",{"data-token":F},G)),
J=c("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":D},c("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!R.has(D),title:R.has(D)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${D}`},c("i",{})),c("span",{class:"opscope-line-at"},String(D)),c("span",{class:"opscope-line-time"}),
c("code",{},...z?Y:[" "]),...T?[c("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of \
this line","aria-label":`operators of line ${D}`},T===1?"1 op":`${T} ops`)]:[]);return[D,J]})),l.replaceChildren(...u.values()),
s.replaceChildren(...L.paths.map(z=>c("option",{value:z,selected:z===L.path},z))),S(m.line>=L.first&&m.line<L.first+L.lines.
length?m.line:L.first,!1),w(f)}function I(L,P){let R=pn(P,L.breakpoints),z=Cr(P,L.present),K=$&&L.fold.measured?.by==="t\
ime"?L.fold.measured:null,D=new Map(K?.ops.map((F,G)=>[F,K.numbers[G]])??[]),T=new Map([...Ge(P)].map(([F,G])=>[F,G.reduce(
(v,B)=>v+(D.get(B)??0),0)])),Y=Math.max(...T.values(),0);K&&!Y&&N(a,"No times: eager code is not run again.");let J=L.stopped?.
path===P.path?L.stopped.line:0;for(let[F,G]of u){let v=R.get(F)??[];b(G,"data-stops",v.length>0),b(G,"data-off",v.length>
0&&v.every(M=>!M.enabled)),b(G,"data-hollow",v.length>0&&v.every(M=>!M.verified)),b(G,"data-health",z.get(F)),b(G,"data-\
here",F===J);let B=G.firstElementChild;v.length&&b(B,"title",`${v.map(M=>`breakpoint ${M.number}: ${M.spec}${M.problem?`\
, ${M.problem}`:""}`).join(`
`)}
click to remove`),b(B,"aria-pressed",v.length?"true":"false");let X=G.children[2],oe=K?T.get(F)??0:0;N(X,oe?ge.time.text(
oe):""),X.style.setProperty("--share",`${Y?(100*oe/Y).toFixed(0):0}%`)}b(l,"data-timed",$)}return{el:p,show:k,update(L){
d=L;let P=`${L.graph?.program} ${L.runs}`,R=L.stopped?.path??"",z=`${L.stopped?.run} ${L.stopped?.tick} ${R}:${L.stopped?.
line}`,K=L.phase==="paused"||L.over;K&&(z!==g||P!==y)&&(P!==y&&(h=null),[g,y]=[z,P],(R||!h)&&k(R,L.stopped?.line??0),$&&
e("MeasureOperators",{by:"time",step:L.stopped?.step||0},()=>!0));let D=L.fold.source;D&&D!==h&&(!m.path||D.path===m.path)&&
_(D),h?I(L,h):N(a,K?a.textContent??"":"Pause the run to see its code."),b(s,"hidden",!h),b(r,"hidden",!h||!L.recorded)}}}var Rr=50;function fn({ask:e,signal:t}){let o=le("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=c("form",{class:"opscope-watch-form","data-asks":!0},o,c("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=c("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=c("div",{},s,n),a=[],i,l=p=>e("WatchExpressions",{expressions:p.slice(-Rr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let u=o.value.trim();u&&(o.value="",l([...a.filter(h=>h!==u),u]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let u=p.target.closest("[data-expression]");u&&l(a.filter(h=>h!==u.dataset.expression))},{signal:t}),{el:r,update(p){
let u=p.fold.watched,h=p.phase==="running",d=JSON.stringify([u,h]);d!==i&&(i=d,a=u?.expressions??[],b(s,"data-old",h),s.
replaceChildren(...a.map((m,y)=>c("div",{},c("dt",{title:m},m),c("dd",{title:u?.texts[y],"data-failed":u?.failed[y]},c("\
span",{},u?.texts[y]??""),c("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":m,title:"wa\
tch it no longer","aria-label":`watch ${m} no longer`},"×"))))))}}}var hn={id:"code",label:"Code",create:Br};function dt(e,t,o=!0){return c("details",{class:"opscope-section",open:o},c("s\
ummary",{},e),t)}function Br({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=un({ask:e,open:t,refresh:o,signal:s}),a=nn(
{ask:e,show:r.show,refresh:o,signal:s}),i=fn({ask:e,signal:s}),l=rn({ask:e,signal:s}),p=sn({ask:e,frame:()=>a.frame,signal:s}),
u=dt("Operator",l.el,!1);u.addEventListener("toggle",o,{signal:s});let h=c("div",{class:"opscope-code-side"},dt("Call st\
ack",a.el),dt("Variables",a.variables),dt("Watch",i.el),u),d=c("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),m=c("div",{class:"opscope-code-body",hidden:n},r.el,h),y=c("div",{class:"opscope-\
code-tab"},d,m,p.el);return b(p.el,"hidden",n),{el:y,open(g){u.open=!0,l.choose(Number(g))},update(g){n||(r.update(g),a.
update(g),i.update(g),l.update(g,u.open),p.update(g))}}}var Or=1e5,Pr=1.2,Fr={to:e=>e,marks:Me,isLog:!1},Dr={to:Math.log10,isLog:!0,marks(e,t,o){if(t-e<Pr)return Me(10**e,10**t,
o).filter(r=>r>0);let n=Math.max(1,Math.ceil((t-e)/o)),s=[];for(let r=Math.ceil(e);r<=t;r+=n)s.push(10**r);return s}};function Ue(e,t){
let o=e.flatMap(({min:a,max:i,mean:l})=>[a,i,l]).filter(a=>a!==null),n=o.flatMap(a=>a?[Math.abs(a)]:[]).sort((a,i)=>a-i),
s=n[n.length>>1]??1,r=(n.at(-1)??0)>Or*s;return!(t??r)||!n.length?Fr:t&&n.length===o.length&&o.every(a=>a>0)?Dr:zr(t?n[Math.
floor(n.length/20)]:s)}function zr(e){let t=o=>Math.sign(o)*Math.log10(1+Math.abs(o)/e);return{to:t,isLog:!0,marks(o,n,s){
let r=Math.ceil(Math.log10(e)),a=Math.max(1,Math.ceil(Math.max(n,-o)*(o<0&&n>0?2:1)/s)),i=[0];for(let l=r+a-1;l<=308&&t(
10**l)<=Math.max(n,-o);l+=a)i.push(10**l,-(10**l));return i.filter(l=>t(l)>=o&&t(l)<=n)}}}var Ie=150,Re=58,Ot=10,Pt=8,ut=22,Bt="history of mean, min and max";function Ft(e){let t=e.flatMap(i=>[i.min,i.max,i.mean]).
filter(i=>i!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,a=e.at(-1)?.step??1;return{x:[r,a>r?a:r+1],y:[o-s,n+s]}}function ft(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function gn({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),r=U("path",{class:"\
opscope-bad"}),a=U("path",{class:"opscope-cross"}),i=U("path",{class:"opscope-cursor"}),l=U("svg",{class:"opscope-chart",
height:Ie,role:"img","aria-label":Bt});l.append(o,n,s,r,a,i);let p=c("span"),u=c("button",{type:"button",class:"opscope-\
log","aria-pressed":"false",title:"logarithmic axis"},"log"),h=c("section",{class:"opscope-card opscope-wide"},c("h4",{},
"History",p),u,l),d=[],m="",y=null,g,f=mn([],1,g);u.addEventListener("click",()=>{let E=!f.vertical.isLog;g=Ue(d).isLog===
E?void 0:E,w()},{signal:t});let x=()=>{let E=y===null?void 0:nt(d,f.step(y));N(p,E?`step ${E.step}  mean ${H(E.mean)}  ${H(
E.min)} … ${H(E.max)}`:$?"mean, min … max; click to go there":"mean, min … max"),b(a,"d",E?`M${f.x(E.step)},${Pt}V${Ie-
ut}`:"")},$=null,k=E=>{let{x:A}=f.extent;b(i,"d",E===null||!d.length||E<A[0]||E>A[1]?"":`M${f.x(E)},7l-4,-6h8zV${Ie-ut}`)};
l.addEventListener("click",E=>{if(!$||!d.length)return;let A=Math.round(f.step(E.clientX-l.getBoundingClientRect().left));
e(Math.max($[0],Math.min($[1],A)))},{signal:t}),l.addEventListener("pointermove",E=>(y=E.clientX-l.getBoundingClientRect().
left,x()),{signal:t}),l.addEventListener("pointerleave",()=>(y=null,x()),{signal:t});let w=()=>{},S=new ResizeObserver(()=>w());
return S.observe(l),t.addEventListener("abort",()=>S.disconnect()),{el:h,update(E,A,_){w=()=>this.update(E,A,_);let I=E?.
points??[];$=_,b(l,"data-goes",!!_),b(l,"aria-label",A===null?Bt:`${Bt}; the cursor is at step ${A}`),k(A);let L=Math.max(
200,l.clientWidth||h.clientWidth),P=`${L} ${g}`;if(I===d&&m===P)return x();d=I,m=P,f=mn(d,L,g),b(u,"aria-pressed",f.vertical.
isLog?"true":"false"),Wr(o,n,s,r,d,f,L),k(A),x()}}}function jr(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)}\
,${t.y(e.min)}V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function mn(e,t,o){let n=Ue(e,o),s=p=>p===null?
null:n.to(p),{x:r,y:a}=Ft(e.map(p=>({...p,min:s(p.min),max:s(p.max),mean:s(p.mean)}))),i=t-Re-Ot,l=Ie-Pt-ut;return{extent:{
x:r,y:a},vertical:n,x:p=>+(Re+(p-r[0])/(r[1]-r[0])*i).toFixed(1),y:p=>+(Pt+(1-(n.to(p)-a[0])/(a[1]-a[0]))*l).toFixed(1),
step:p=>r[0]+(p-Re)/i*(r[1]-r[0])}}function Wr(e,t,o,n,s,r,a){let i=Ie-ut,l=r.vertical.marks(...r.extent.y,4).flatMap(m=>[
U("path",{d:`M${Re},${r.y(m)}H${a-Ot}`}),U("text",{x:Re-6,y:r.y(m)+3.5,"text-anchor":"end"},Te(m))]),p=Me(...r.extent.x,
Math.max(3,a/110)).filter(Number.isInteger).map(m=>U("text",{x:r.x(m),y:Ie-6,"text-anchor":"middle"},Te(m)));e.replaceChildren(
...s.length?[...l,...p]:[],U("path",{class:"opscope-floor",d:`M${Re},${i}H${a-Ot}`}));let u=ft(s,m=>m.min!==null&&m.max!==
null).map(m=>{let y=m.map(f=>`${r.x(f.step)},${r.y(f.max)}`),g=[...m].reverse().map(f=>`${r.x(f.step)},${r.y(f.min)}`);return`\
M${[...y,...g].join("L")}Z`});b(t,"d",u.join(""));let h=ft(s,m=>m.mean!==null).map(m=>{let y=m.map(g=>`${r.x(g.step)},${r.
y(g.mean)}`);return y.length>1?`M${y.join("L")}`:jr(m[0],r)});b(o,"d",h.join(""));let d=s.filter(m=>m.bad).map(m=>`M${r.
x(m.step)},${i-5}V${i}`);b(n,"d",d.join(""))}function bn({ask:e,signal:t}){let o=c("code",{}),n=c("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=c("span",{role:"status"}),r=c("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(a,i)=>(N(s,a?"":i),!0)),{signal:t}),{el:r,
update(a){let i=a.fold.edits?.texts??[];b(r,"hidden",!i.length||a.phase!=="paused"),N(o,i.join("; ")),b(o,"title",i.join(
`
`))}}}function ht({goTo:e,open:t,signal:o}){let n=c("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",a=>{let i=a.target.closest("button");i?.dataset.step?e(Number(
i.dataset.step),Number(i.dataset.op)):i?.dataset.op&&t("graph",Number(i.dataset.op))},{signal:o});function r(a,i){let[l,
p,u]=[a.ops[i],a.steps[i],i===a.cause],h=l<0?c("span",{class:"opscope-maker"},a.makers[i]):c("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${a.makers[i]} ${l} in the graph`},`${a.makers[i]} ${l}`),d=p?[c("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${a.makers[i]} in step ${p}`},`step ${p}`)]:
[],m=a.gaps[i]?[c("div",{class:"opscope-gap"},`${ae(a.gaps[i])} more`)]:[],y=[a.notes[i],u&&a.reads[i]].filter(Boolean).
join(": ");return c("li",{"data-cause":u},...m,c("div",{class:"opscope-link"},...u?[c("b",{class:"opscope-cause-mark"},"\
cause")]:[],c("code",{},a.values[i]),...a.called[i]?[c("code",{class:"opscope-called"},a.called[i])]:[],h,...d),...y?[c(
"div",{class:"opscope-note-text"},y)]:[],...u?a.growth.map(g=>c("div",{class:"opscope-note-text"},g)):[],...a.sites[i]?[
c("code",{class:"opscope-line"},a.sites[i]+(a.sources[i]?`: ${a.sources[i]}`:""))]:[])}return{el:n,update(a){a!==s&&(s=a,
b(n,"hidden",!a),n.replaceChildren(...(a?.values??[]).map((i,l)=>r(a,l))))}}}function Hr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function wn({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=c("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),a=c("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),i=c("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=ht({goTo:t,open:o,signal:n}),p=c("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
c("div",{},r,a),i,l.el),u="",h="",d=null;function m(g){y("Searching …"),e("Explain",{name:g},(f,x)=>(y(Hr(x)),d=f?g:null,
!0))}function y(g){N(i,g),b(i,"hidden",!g),d=null}return r.addEventListener("click",()=>m(u),{signal:n}),a.addEventListener(
"click",()=>m(""),{signal:n}),y(""),{el:p,update(g,f){let{stopped:x,explained:$}=f,k=`${g} ${x?.run} ${x?.tick}`;k!==h&&
y(""),u=g,h=k;let w=$&&!$.at&&$.asked===d?$:null;l.update(w),b(i,"hidden",!!w||!i.textContent)}}}var Be=168;function Gr(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function xn(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function Ur(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function qr(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${H(e.low+t*o)} … ${H(e.low+(t+1)*o)}: ${ae(e.counts[t])}`:Dt(e)}function yn(e){let t=c("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Be}px`}),o=c("span"),n=c("span",{class:"opscope-\
zero"},"0"),s=c("span"),r=c("div",{class:"opscope-readout"}),a=c("span"),i=c("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=c("div",{class:"opscope-axis"},o,n,
s),p=c("section",{class:"opscope-card"},c("h4",{},"Distribution",a),i,t,l,r),u,h=null,d="",m=!1,y=()=>{};i.addEventListener(
"click",()=>{m=!m,b(i,"aria-pressed",m?"true":"false"),y()},{signal:e});let g=()=>{let f=u&&h!==null&&h<u.counts.length;
b(t,"aria-label",u?`histogram of step ${u.step}, from ${H(u.low)} to ${H(u.high)}: ${Dt(u)}`:"histogram"),N(r,u?f?qr(u,h):
Dt(u):"")};return t.addEventListener("pointermove",f=>{if(!u)return;let x=t.getBoundingClientRect();h=Math.max(0,Math.min(
u.counts.length-1,Math.floor((f.clientX-x.left)/x.width*u.counts.length))),g()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(h=null,g()),{signal:e}),{el:p,update(f){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(f===u&&x===d)return;u=f,d=x,N(a,f?`step ${f.step}`:"");let $=f?.counts.some(Boolean);N(o,f&&$?H(f.low):""),N(s,f&&$?H(
f.high):"");let k=f&&f.low<0&&f.high>0?-f.low/(f.high-f.low):null;b(n,"style",k===null||k<.15||k>.85?"visibility: hidden":
`left: ${(100*k).toFixed(2)}%`),g();let w=f&&f.high>f.low?[.05,.5,.95].map(S=>H(xn(f,S))):[];b(t,"title",w.length?`5 %, \
median and 95 % of the elements: about ${w.join(", ")}`:void 0),y=()=>Kr(t,f,k,m),y()}}}function Dt(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${ae(t)} finite elements, all equal`:`${ae(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function Kr(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round(Be*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let a=getComputedStyle(e);if(s.fillStyle=a.borderBottomColor,s.fillRect(0,Be-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,Be),s.fillStyle=a.color;let i=r/t.counts.length;Gr(Ur(t),n).forEach((l,p)=>{let u=l*(Be-18);
s.fillRect(p*i+.5,Be-1-u,Math.max(1,i-1),u)}),t.high>t.low&&Vr(s,t,r,a.borderTopColor)}function Vr(e,t,o,n){let[s,r,a]=[
.05,.5,.95].map(i=>((xn(t,i)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,a-s,1);for(let[i,l]of[[s,7],[
r,11],[a,7]])e.fillRect(i-.75,5.5-l/2,1.5,l)}function Xr(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function kn({
ask:e,signal:t}){let o=c("code",{class:"opscope-cell-name"}),n=le("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=le("cell-value","0.5, nan, h.mean()","new value"),r=c("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),a=c("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),i=le("cell-st\
eps","100","how many steps to replay","number"),l=c("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=c("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),u=c(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},c("span",{},o," [ ",n," ] = ",s),c("span",{},r,a,c("label",{
title:"how many steps to replay"},i," steps"),l)),h=c("div",{class:"opscope-cell-editor"},u,p),d="",m="",y=null,g=()=>n.
value.trim()?`${d}[${n.value.trim()}]`:d,f=(k,w)=>(N(p,w),b(p,"data-failed",!k),w&&p.scrollIntoView({block:"nearest"}),!0);
function x(){b(u,"hidden",!0),y?.focus({preventScroll:!0}),y=null}function $(k){if(!s.value.trim())return void f(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");f(!0,k?"replaying …":"");let w={target:g(),value:s.
value.trim()},S=(E,A)=>(f(E,A),E&&x(),!0);k?e("TryValue",{...w,steps:Math.max(1,Math.round(Number(i.value)||100))},S):e(
"SetValue",w,S)}return u.addEventListener("submit",k=>(k.preventDefault(),$(!!m)),{signal:t}),a.addEventListener("click",
()=>$(!0),{signal:t}),l.addEventListener("click",x,{signal:t}),u.addEventListener("keydown",k=>{if(k.key==="Escape")x();else if(k.
key==="Enter"&&!k.isComposing&&k.target.matches("input"))$(!!m);else return;k.preventDefault(),k.stopPropagation()},{signal:t}),
{el:h,open(k,w,S,E,A){[d,y]=[k,A],N(o,w),b(o,"title",k),n.value=S,s.value=E,f(!0,""),b(u,"hidden",!1),s.focus(),s.select()},
update(k,w){d&&w!==d&&!u.hidden&&b(u,"hidden",!0),m=Xr(k),r.disabled=!!m,b(r,"title",m||"in this run; what follows is co\
mputed again"),a.disabled=!k.recorded||k.phase==="running"}}}var pe={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},Yr=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Oe(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=Yr.reduceRight((r,a)=>r*t+a[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var be=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,sl=Array.from({length:256},(e,t)=>t===0?pe.nan:t===1?pe.minusInf:t===255?pe.plusInf:
Oe((t-2)/252));function qe(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function mt(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>be(Oe(t/16))).join(", ")})`}var vn=26,Jr=14,Zr=4;function $n(e,t,o,n){let s=Math.min(vn,o/t,n/e),r=(a,i)=>Math.max(Jr,s*a,s<vn?Math.min(i/2,Zr*s*a):
0);return[r(t,o),r(e,n)]}function Mn(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,a=qe(e.pixels[o*e.cols+n],e.low,e.high),
i=Number.isNaN(a)?"NaN":a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${H(a)}`;return`${t.length>2?`[${go(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${i}`}function En(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function Ln(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let a=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));a>s&&([n,s]=[r,a])}return n}function gt(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function Ke(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[a,i]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return a<e.cols&&i<e.rows&&l<e.facets&&s<t?{facet:l,row:i,col:a}:null}function Ht(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function Nn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return pe.nan;if(s===
1)return pe.minusInf;if(s===255)return pe.plusInf;let r=qe(s,e.low,e.high);return t?Ht(r/o):Oe(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function bt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replaceAll("-","−");let a=qe(e.pixels[s],e.low,e.high);return Number.isNaN(a)?"NaN":
a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${H(a)}`}var Qr=[128,128,128,90],ea=(e,t,o)=>t%(e.cols+1)===e.cols||o%(e.rows+1)===
e.rows;function Tn(e,t,o,n){let[s,r]=gt(t,o),a=e.getContext("2d");if(!a||s<=0||r<=0)return;e.width!==s&&(e.width=s),e.height!==
r&&(e.height=r);let i=a.createImageData(s,r),l=Nn(t,n);for(let p=0;p<s*r;p++)ea(t,p%s,Math.floor(p/s))&&i.data.set(Qr,4*
p);for(let p=0;p<t.facets;p++){let[u,h]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let d=0;d<t.rows;d++)for(let m=0;m<
t.cols;m++){let y=4*((h+d)*s+u+m),[g,f,x]=l[t.pixels[(p*t.rows+d)*t.cols+m]];i.data[y]=g,i.data[y+1]=f,i.data[y+2]=x,i.data[y+
3]=255}}a.putImageData(i,0,0)}var Sn=7;function ta(e){let t=String(Math.round(e)),o=r=>{let a=String(Number(e.toPrecision(
r))),i=e.toExponential(r-1).replace("e+","e");return i.length<a.length?i:a};return((Number.isInteger(e)||Math.abs(e)>=1e3)&&
t.length<=Sn?t:[3,2].map(o).find(r=>r.length<=Sn)??o(1)).replaceAll("-","−")}function An(e,t,o,n,s){let r=e.getContext(
"2d");if(!r)return;e.width=Math.round(o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,
devicePixelRatio);let a=Nn(t,s),[i,l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,i/4.6).toFixed(1)}px ui-monospace, Menlo\
, Consolas, "DejaVu Sans Mono", monospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let u=0;u<
t.cols;u++){let h=p*t.cols+u,[d,m,y]=a[t.pixels[h]];r.fillStyle=`rgb(${d}, ${m}, ${y})`,r.fillRect(u*i,p*l,i-1,l-1),r.fillStyle=
.299*d+.587*m+.114*y>140?"#111111":"#ffffff";let g=Number(t.numbers[h]),f=Number.isFinite(g)?ta(g):bt(t,{facet:0,row:p,col:u});
r.fillText(f,(u+.5)*i,(p+.5)*l)}}var Gt=168,Ut=300,oa=600,qt=[34,18],wt=4,na=16,xt=8,Kt="keep these elements, to compare others with them",_n={rows:-1,cols:-1,
facets:-1,index:"",top:0,left:0,height:0,width:0,difference:!1};function sa(e,t,o,n){let[s,r]=[we(e,0),we(e,1)],a=Math.min(
s,Math.max(xt,Math.round(e.height/n))),i=Math.min(r,Math.max(xt,Math.round(e.width/n))),l=(p,u,h)=>Math.max(0,Math.min(h-
u,Math.round(p-u/2)));return{top:l(t,a,s),left:l(o,i,r),height:a,width:i}}function ra(e,t){let[o,n]=e.axes,s=In(e,{facet:t,
row:0,col:0}).map((r,a)=>a===o||a===n?0:r);return{rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}
function we(e,t){let o=e.axes[t];return o<0?1:e.shape[o]}function he(e){return{facets:e.facets,rows:Math.ceil(e.height/e.
row_stride),cols:Math.ceil(e.width/e.col_stride),low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function In(e,t){
let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.
shape.map((a,i)=>r.get(i)??e.index[i])}function aa(e,t){let[o,n,s]=e.axes,[r,a]=[e.top+t.row*e.row_stride,e.left+t.col*e.
col_stride],i=(p,u,h)=>u>1?`${p}–${Math.min(h,p+u)-1}`:`${p}`;return`[${e.shape.map((p,u)=>u===o?i(r,e.row_stride,e.top+
e.height):u===n?i(a,e.col_stride,e.left+e.width):String(u===s?t.facet*e.facet_stride:e.index[u])).join(", ")}]  ${bt(he(
e),t)}`}function Rn({ask:e,signal:t,offline:o}){let n=c("canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,
"aria-label":"elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element"}),s=c("div",
{class:"opscope-heatmap-box"},n),r=c("span"),a=c("span"),i=c("i"),l=[Vt("NaN",pe.nan,0),Vt("−Inf",pe.minusInf,1),Vt("+\
Inf",pe.plusInf,255)],p=c("div",{class:"opscope-readout"}),u=c("span"),h={rows:B("rows"),cols:B("columns"),facets:B("fac\
ets")},d=c("span",{class:"opscope-positions"}),m=c("select",{class:"opscope-slice-map",title:"colors","aria-label":"colo\
rs"},c("option",{value:"auto"},"auto"),c("option",{value:"sequential"},"low to high"),c("option",{value:"signed"},"signe\
d")),y=v("+","zoom in (click a cell or a facet, or +)","zoom-in",()=>M(wt)),g=v("−","zoom out (-)","zoom-out",()=>M(1/
wt)),f=v("Pin",Kt,"pin",()=>e("PinValue",{name:Z()?"":S})),x=v("Difference","show the difference to the pinned value","d\
ifference",()=>oe({..._,difference:!_.difference})),$=c("div",{class:"opscope-slice-bar",hidden:!0},h.rows.el,h.cols.el,
h.facets.el,d,c("label",{},"colors",m),c("span",{class:"opscope-slice-tools"},g,y,f,x)),k=kn({ask:e,signal:t}),w=c("sect\
ion",{class:"opscope-card opscope-elements"},c("h4",{},"Elements",u),$,s,k.el,c("div",{class:"opscope-legend"},c("div",{
class:"opscope-scale"},r,i,a),...l.map(C=>C.el)),p),S="",E="",A=null,_=_n,I="",L=null,P="",R=!1,z=0,K="",D,T,Y=[],J=null,
F=null,G=-1;function v(C,W,q,te){let ee=c("button",{type:"button",class:`opscope-slice-tool opscope-${q}`,title:W,"aria-\
label":W},C);return ee.addEventListener("click",te,{signal:t}),ee}function B(C){let W=c("select",{class:`opscope-axis-${C}`,
"aria-label":`axis of the ${C}`});return W.addEventListener("change",()=>X(C==="columns"?"cols":C,Number(W.value)),{signal:t}),
{el:c("label",{},C,W),field:W}}function X(C,W){if(!T)return;let[q,te,ee]=T.axes,V={rows:q,cols:te,facets:ee},ie=Object.keys(
V).find(se=>W>=0&&V[se]===W);ie&&(V[ie]=V[C]),V[C]=W,oe({..._,...V,top:0,left:0,height:0,width:0})}function oe(C){C.facets>=
0&&(G=-1),_=C,P="";let W=++z;e("FetchSlice",{name:S,..._},(q,te)=>(W!==z||(R=q,q||([P,_]=[te,{..._,difference:!1}]),ue()),
!0))}function M(C,W){if(!T)return;let[q,te]=W??[T.top+T.height/2,T.left+T.width/2],ee=sa(T,q,te,C),V=ee.height===T.height&&
ee.width===T.width;V&&C>1&&T.facets>1?O(T,J&&Ke(he(T),Q(he(T)),...J)?.facet||0):V&&C<1&&G>=0?oe({..._,...ee,facets:G}):oe(
{..._,...ee})}function O(C,W){oe({..._,...ra(C,W)}),G=C.axes[2]}let j=()=>(T??D)?.step,Z=()=>A?.name===S&&A?.step===j(),
ne=()=>T?he(T):D?{...D,facets:1,numbers:[]}:null,Q=C=>Ln(C,s.clientWidth||400,C.facets>1?Ut:Gt),re=()=>m.value==="signed"||
m.value==="auto"&&!!T?.difference;function ue(){let C=T&&J&&Ke(he(T),Q(he(T)),...J),W=D&&J&&J[1]<D.rows&&J[0]<D.cols,q=T?
C&&aa(T,C):W&&D&&J?Mn(D,Y,J[1],J[0]):"";N(p,P||q||(T?ia(T):D?En(D):""))}function Se(C){let W=ne();if(!W)return null;let q=n.
getBoundingClientRect(),[te,ee]=gt(W,Q(W)),V=(ie,se)=>Math.max(0,Math.min(se-1,Math.floor(ie*se)));return[V((C.clientX-q.
left)/q.width,te),V((C.clientY-q.top)/q.height,ee)]}n.addEventListener("pointermove",C=>(J=Se(C),ue()),{signal:t}),n.addEventListener(
"pointerleave",()=>(J=null,ue()),{signal:t});function xe(C,W){if(!C||o)return;let q=he(C),te=(W&&Ke(q,Q(q),...W))??{facet:0,
row:0,col:0};k.open(S,E,In(C,te).join(", "),C.numbers.length?bt(q,te).replaceAll("−","-"):"",n)}n.addEventListener("db\
lclick",()=>xe(F?.slice,F?.at??null),{signal:t}),n.addEventListener("click",C=>{if(C.detail>1)return;F={slice:T,at:Se(C)};
let W=T&&Ke(he(T),Q(he(T)),...Se(C)??[0,0]);T&&W&&T.facets>1?O(T,W.facet):T&&W&&!ke()&&M(na,[T.top+W.row*T.row_stride,T.
left+W.col*T.col_stride])},{signal:t}),n.addEventListener("keydown",C=>{let W={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[
0,-1],ArrowRight:[0,1]}[C.key];if(C.key==="+"||C.key==="=")M(wt);else if(C.key==="-")M(1/wt);else if(C.key==="Enter")xe(
T,J);else if(W&&T)M(1,[T.top+T.height*(.5+W[0]/2),T.left+T.width*(.5+W[1]/2)]);else return;C.preventDefault(),C.stopPropagation()},
{signal:t}),m.addEventListener("change",()=>(K="",no()),{signal:t}),d.addEventListener("change",()=>{let C=Y.map((W,q)=>d.
querySelector(`[data-axis="${q}"]`)?.value??"0");oe({..._,index:C.map(W=>String(Math.max(0,Math.round(Number(W)||0)))).join(
",")})},{signal:t}),d.addEventListener("keydown",C=>C.stopPropagation(),{signal:t});function ye(C){let W=C.shape.map((ee,V)=>[
String(V),`${V} (${ee})`]);for(let[ee,{field:V}]of[h.rows,h.cols,h.facets].entries()){let ie=[["-1","none"],...W],se=ie.
join();V.dataset.key!==se&&V.replaceChildren(...ie.map(([ve,fe])=>c("option",{value:ve},fe))),V.dataset.key=se,V.value=String(
C.axes[ee])}b(h.rows.el,"hidden",C.shape.length<2),b(h.cols.el,"hidden",C.shape.length<2),b(h.facets.el,"hidden",C.shape.
length<3);let q=C.shape.flatMap((ee,V)=>C.axes.includes(V)||ee<2?[]:[[V,ee,C.index[V]]]),te=JSON.stringify(q);d.dataset.
key!==te&&(d.dataset.key=te,d.replaceChildren(...q.map(([ee,V,ie])=>c("label",{},`axis ${ee}`,c("input",{type:"number",min:0,
max:V-1,value:ie,"data-axis":ee,title:`position on axis ${ee}, 0 to ${V-1}`})))))}function ke(){if(!T)return!1;let{facets:C,
rows:W,cols:q,numbers:te}=he(T);return C===1&&te.length>0&&s.clientWidth/q>=qt[0]&&W*qt[1]<=oa}function no(){let C=ne(),
W=C?C.rows*C.cols*C.facets:0;if(b(n,"hidden",!W),!C||!W)return;let q=Q(C),[te,ee]=gt(C,q),V=s.clientWidth,ie=ke(),se=ie?
[Math.min(V,C.cols*64),C.rows*qt[1]]:C.facets>1?[Math.min(V,te*Ut/ee),Math.min(Ut,ee*V/te)]:$n(C.rows,C.cols,V,Gt),ve=`${se}\
 ${devicePixelRatio} ${re()} ${ie}`;if(ve===K)return;K=ve,b(s,"style",`height: ${Math.max(ie||C.facets>1?0:Gt,Math.ceil(
se[1]))}px`),b(n,"style",`width: ${se[0].toFixed(1)}px; height: ${se[1].toFixed(1)}px`),ie?An(n,C,se[0],se[1],re()):Tn(n,
C,q,re());let fe=Math.max(Math.abs(C.low),Math.abs(C.high));N(r,H(re()?-fe:C.low)),N(a,H(re()?fe:C.high)),b(i,"style",`b\
ackground: ${re()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].map(je=>be(Ht(je))).join(", ")})`:mt()}`)}return{el:w,update(C,W,q,te){
Y=W,te!==S&&([S,_,P,G]=[te,_n,"",-1]);let ee=`${te} ${W} ${q.stopped?.run} ${q.stopped?.tick} ${q.phase}`;ee!==I&&(R=!1),
!o&&q.phase!=="running"&&(ee!==I||q.stopped!==L)&&oe(_),[I,L]=[ee,q.stopped],k.update(q,te);let V=q.fold.slices.get(te),
se=V&&String(V.shape)===String(W)&&(R||V.step===C?.step||V.difference)&&!o?V:void 0;if(se!==T||C!==D){[T,D,K]=[se,C,""];
for(let vt of l)vt.update((se??C)?.pixels);ue()}b($,"hidden",!T),T&&ye(T),A=q.fold.pinned;let ve=(vt,$s)=>`${Cn(q,vt)} o\
f step ${$s}`;E=Cn(q,te);let fe=A?.name?ve(A.name,A.step):"",je=j();return N(u,T?.difference?`${ve(te,T.step)} − ${T.difference===
`${A?.name} of step ${A?.step}`?fe:T.difference}`:je===void 0?"":`step ${je}`),b(x,"hidden",!fe||String(A?.shape)!==String(
W)),b(x,"aria-pressed",_.difference?"true":"false"),b(x,"title",`show the difference to ${fe}`),b(f,"aria-pressed",Z()?"\
true":"false"),b(f,"title",Z()?"forget the elements that are kept":fe?`${Kt}, instead of ${fe}`:Kt),b(g,"disabled",!T||G<
0&&T.height===we(T,0)&&T.width===we(T,1)),b(y,"disabled",!T||T.facets===1&&T.height<=xt&&T.width<=xt),no(),je}}}function Cn(e,t){
let o=e.values.get(t);return o?me(o)[0]:t}function ia(e){let t=Ne([we(e,0),we(e,1)]),o=e.height<we(e,0)||e.width<we(e,1)?
`rows ${e.top}–${e.top+e.height-1}, columns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`\
, a cell is ${e.row_stride} × ${e.col_stride} elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?
`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.nonfinite?`, ${e.nonfinite} not finite`:""}`}function Vt(e,t,o){
let n=c("span",{class:"opscope-mark","data-absent":!0},c("i",{style:`background: ${be(t)}`}),e);return{el:n,update:s=>b(
n,"data-absent",!s?.includes(o))}}var Xt=12;function Bn({ask:e,open:t,signal:o,offline:n}){let s=c("div",{class:"opscope-provenance"}),r="",a=(i,l)=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${i} ${l} in the graph`},`${i} ${l}`);return s.addEventListener(
"click",i=>{let l=i.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(i,l){let p=n?void 0:i.fold.slices.get(l.name),u=(p?.
readers??[]).map((f,x)=>[p?.reader_types[x]??"",f]),h=i.recorded&&l.step>=i.recorded.first&&l.step<=i.recorded.last,d=!!(p&&
!p.writers.includes(l.op)),m=!n&&i.phase!=="running"&&h&&l.op>=0&&!d,y=JSON.stringify([l.op,l.op_type,u,m&&l.step,d]);if(y===
r)return;r=y;let g=u.length>Xt?[`and ${u.length-Xt} more`]:[];s.replaceChildren(...l.op<0?[]:d?[`made by ${l.op_type} of\
 another program`]:["made by",a(l.op_type,l.op)],...u.length?["read by",...u.slice(0,Xt).map(([f,x])=>a(f,x)),...g]:p?["\
read by nothing"]:[],...m?[c("button",{type:"button",class:"opscope-why opscope-to-write","data-step":l.step,"data-write\
r":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to the write")]:[]),b(s,"hidden",!s.childNodes.
length)}}}var[Ve,Pe,Yt,Jt,Zt]=[150,58,10,8,22];function On(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Qt(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":H(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function Pn(e){let t=c("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=c("code",{}),n=c("spa\
n"),s=U("g",{class:"opscope-grid"}),r=U("path",{class:"opscope-line"}),a=U("path",{class:"opscope-line opscope-branch-li\
ne"}),i=U("path",{class:"opscope-cross"}),l=U("svg",{class:"opscope-chart",height:Ve,role:"img"},s,r,a,i),p=c("div",{class:"\
opscope-branch-key"},c("span",{},c("i",{}),"recorded"),c("span",{},c("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),u=c("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},c("h4",{},"What if",t,n),l,p),h,d="",
m={x:x=>0,step:x=>0},y=new Map;t.addEventListener("change",()=>(h=y.get(t.value),f()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!h)return;let $=m.step(x.clientX-l.getBoundingClientRect().left),k=h.steps.reduce((w,S,E)=>Math.abs(S-
$)<Math.abs(h.steps[w]-$)?E:w,0);N(n,`step ${h.steps[k]}   ${H(h.recorded[k])}   would be ${H(h.changed[k])}`),b(i,"d",`\
M${m.x(h.steps[k])},${Jt}V${Ve-Zt}`)},{signal:e}),l.addEventListener("pointerleave",()=>(b(i,"d",""),N(n,h?Qt(h):"")),{signal:e});
let g=new ResizeObserver(()=>f());g.observe(l),e.addEventListener("abort",()=>g.disconnect());function f(){let x=h;if(!x)
return;let $=Math.max(200,l.clientWidth||u.clientWidth),k=`${x.name} ${x.change} ${$} ${x.changed.length} ${x.changed.at(
-1)}`;if(k===d)return;d=k;let w=[On(x,x.recorded),On(x,x.changed)],S=[...w[0],...w[1]].sort((T,Y)=>T.step-Y.step),E=Ue(S),
A=T=>T===null?null:E.to(T),{x:_,y:I}=Ft(S.map(T=>({...T,min:A(T.min),max:A(T.max),mean:A(T.mean)}))),L=$-Pe-Yt,P=T=>+(Pe+
(T-_[0])/(_[1]-_[0])*L).toFixed(1),R=T=>+(Jt+(1-(E.to(T)-I[0])/(I[1]-I[0]))*(Ve-Jt-Zt)).toFixed(1);m={x:P,step:T=>_[0]+(T-
Pe)/L*(_[1]-_[0])};let z=E.marks(...I,4).flatMap(T=>[U("path",{d:`M${Pe},${R(T)}H${$-Yt}`}),U("text",{x:Pe-6,y:R(T)+3.5,
"text-anchor":"end"},Te(T))]),K=Me(..._,Math.max(3,$/110)).filter(Number.isInteger).map(T=>U("text",{x:P(T),y:Ve-6,"text\
-anchor":"middle"},Te(T)));s.replaceChildren(...z,...K,U("path",{class:"opscope-floor",d:`M${Pe},${Ve-Zt}H${$-Yt}`}));let D=T=>ft(
T,Y=>Y.mean!==null).map(Y=>Y.length>1?`M${Y.map(J=>`${P(J.step)},${R(J.mean)}`).join("L")}`:`M${P(Y[0].step)-4},${R(Y[0].
mean)}h8`).join("");b(r,"d",D(w[0])),b(a,"d",D(w[1])),b(l,"aria-label",`${x.name}: ${Qt(x)}, if ${x.change}`),N(n,Qt(x)),
N(o,x.change)}return{el:u,update(x){let{branches:$}=x.fold;if(b(u,"hidden",!$.size),$===y)return f();y=$;let k=[...y.values()].
at(-1),w=[...y.values()].filter(S=>S.change===k?.change).map(({name:S})=>S);t.replaceChildren(...w.map(S=>c("option",{value:S},
x.scalarNames.get(S)||S))),h=y.get(w.includes(h?.name??"")?h?.name??"":w[0]??""),h&&(t.value=h.name),f()}}}var ca=[["mean",e=>H(e.mean)],["std",e=>H(e.std)],["min",e=>H(e.min)],["max",e=>H(e.max)],["shape",e=>Ne(e.shape)],["zer\
os",e=>Ze(e.zeros),e=>de(e)==="zeros"],["NaN",e=>ae(e.nan),e=>e.nan>0],["Inf",e=>ae(e.inf),e=>e.inf>0],["elements",e=>ae(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function la(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function pa(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function da(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:tt(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var Fn={id:"tensor",label:"Tensor",create:ua};function ua({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let a=c("span",{class:"opscope-pill"}),i=c("span",{class:"opscope-detail-name"}),l=c("div",
{class:"opscope-origin"}),p=c("code",{class:"opscope-site"}),u=ca.map(([I,L,P])=>{let R=c("span",{class:"opscope-number"});
return{label:I,value:L,warn:P,shown:R,el:c("div",{class:"opscope-fact"},c("span",{class:"opscope-label"},I),R)}}),h=gn({
goTo:o,signal:s}),d=yn(s),m=Rn({ask:e,signal:s,offline:r}),y=Bn({ask:e,open:t,signal:s,offline:r}),g=c("div",{class:"ops\
cope-detail-head"},c("div",{},a,i),c("div",{},l,p)),f=Pn(s),x=bn({ask:e,signal:s}),$=c("div",{class:"opscope-charts"},h.
el,d.el,m.el,f.el),k=c("div",{class:"opscope-hint"}),w=c("div",{class:"opscope-about"}),S=wn({ask:e,goTo:o,open:t,signal:s,
offline:r}),E=[g,x.el,y.el,S.el,c("div",{class:"opscope-facts"},...u.map(I=>I.el)),w,$],A=c("div",{class:"opscope-detail\
-body"},...E),_=c("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return m.
el.append(k),{el:c("div",{class:"opscope-detail"},_,A),update(I,{selected:L,refusal:P}){let R=I.values.get(L);if(b(_,"hi\
dden",!!R),b(A,"hidden",!R),!R)return;let z=de(R);b(g,"data-health",z),N(a,Qe[z]);let[K,D]=me(R);N(i,K),b(i,"title",R.called?
`${R.name}, ${R.called}`:R.name),N(l,[K!==R.name?D:D&&`called ${D}`,da(R)].filter(Boolean).join(" · ")),N(p,R.site),S.update(
L,I);for(let v of u)N(v.shown,v.value(R)),b(v.shown,"title",v.value(R)),b(v.el,"data-bad",v.warn?.(R)?v.label==="NaN"?"n\
an":v.label==="Inf"?"inf":"zeros":void 0);let T=_e(I,R),Y=[pa(T),la(R)].filter(Boolean).join(" ");b(A,"data-elsewhere",!!T),
N(w,Y),b(w,"hidden",!Y);let J=I.details.get(L),F=m.update(J,R.shape,I,L);h.update(I.history.get(L),I.stopped?.step||null,
n(I));for(let[v,B]of[[d,J?.step],[m,F]])b(v.el,"data-elsewhere",!!T||!!(I.stopped&&B!==void 0&&B!==R.step));d.update(J),
y.update(I,R),f.update(I),x.update(I),N(k,F===void 0?r?"Elements were not recorded for this value.":P||"Waiting for the \
elements of this value …":""),b(k,"hidden",F!==void 0)}}}var fa=["error","warning","hint"];function Dn(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>fa.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function ha(e){let t=e.
times>1?`, ${ae(e.times)} times`:"";return e.step?`step ${ae(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function ma(e,t){let o=[...e.values.values()].filter(n=>n.nan||n.inf).length;return!o||!t?'No finding. \
A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.':`${o===1?"1 value has":`${ae(o)}\
 values have`} NaN or Inf, and no rule has looked: "Check the recorded steps" finds the first one.`}var zn={id:"findings",
label:"Findings",create:ga,count:e=>Dn(e.findings).length};function ga({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=c(
"button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},
"Check the recorded steps"),a=c("span",{class:"opscope-look-answer",role:"status"}),i=c("div",{class:"opscope-findings-b\
ar","data-asks":!0,hidden:s},r,a),l=c("div",{class:"opscope-nothing"}),p=c("ul",{class:"opscope-findings-rows"}),u=ht({goTo:o,
open:t,signal:n}),h=c("pre",{class:"opscope-cause",role:"status",hidden:!0}),d=null,m,y=!1,g=s;r.addEventListener("click",
()=>{N(a,"Looking …"),e("FindFaults",{},(w,S)=>(g||=w,N(a,w?`${S}. Rules can be wrong: judge by the evidence.`:S),!0))},
{signal:n}),p.addEventListener("click",w=>{let S=w.target.closest("button"),E=Number(S?.dataset.number),A=E?f.get(E):void 0;
!A||!S||(S.classList.contains("opscope-there")?x(A):$(A,S))},{signal:n});let f=new Map;function x(w){w.step?o(w.step,w.op):
t("graph",w.op)}function $(w,S){let E=d?.number===w.number;d=E?null:{number:w.number,name:w.value,step:w.step,ok:!1};for(let A of p.
querySelectorAll(".opscope-ask-why"))b(A,"aria-expanded",A===S&&!E?"true":"false");u.update(null),N(h,d?"Searching …":
""),b(h,"hidden",!d),d&&(S.closest(".opscope-finding")?.append(h,u.el),e("Explain",{name:w.value,step:w.step},(A,_)=>(d?.
number!==w.number||(d.ok=A,N(h,A?"":_),b(h,"hidden",A)),!0)))}function k(w,...S){let E=c("button",{type:"button",class:"\
opscope-why opscope-there","data-number":w.number,title:w.step?`go to step ${w.step}`:"show it in the graph"},w.step?"Go\
 there":"Show in graph"),A=c("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":w.number,"aria-ex\
panded":"false",title:`why ${w.value} is what it is in step ${w.step}`},"Why"),_=[...w.step||w.op>=0?[E]:[],...!s&&w.value&&
w.step?[A]:[]];return c("div",{class:"opscope-finding","data-severity":w.severity},c("div",{class:"opscope-finding-head"},
c("span",{class:"opscope-severity"},w.severity),c("b",{},w.rule),...w.value?[c("code",{},w.called||w.value)]:[],...w.called?
[c("span",{class:"opscope-called"},c("code",{},w.value))]:[],c("span",{class:"opscope-when"},ha(w))),c("div",{class:"ops\
cope-evidence"},w.evidence),...w.site?[c("code",{class:"opscope-line"},w.site+(w.code?`: ${w.code}`:""))]:[],...w.operator?
[c("code",{class:"opscope-line opscope-operator-text"},w.operator)]:[],...w.suggestion?[c("div",{class:"opscope-try"},`T\
ry: ${w.suggestion}`)]:[],...S,c("div",{class:"opscope-finding-buttons","data-asks":!0},..._))}return{el:c("div",{class:"\
opscope-findings"},i,l,p),update(w){y=!!w.recorded||s,b(r,"disabled",!w.recorded),b(p,"data-fixed",!y);let S=d?.ok&&w.explained?.
asked===d.name&&w.explained.at===d.step?w.explained:null;if(S&&u.update(S),N(l,ma(w,!!w.recorded&&!g)),w.findings===m)return;
m=w.findings,f=new Map([...w.findings.values()].map(I=>[I.number,I]));let E=Dn(w.findings),A=new Set([...p.querySelectorAll(
"details[open]")].map(I=>I.dataset.number));b(l,"hidden",E.length>0),p.replaceChildren(...E.map(({finding:I,consequences:L})=>{
let P=c("details",{class:"opscope-consequences","data-number":I.number,open:A.has(String(I.number))},c("summary",{},`may\
 explain ${L.length} more`),...L.map(R=>k(R)));return c("li",{},k(I),...L.length?[P]:[])}));let _=d&&p.querySelector(`.o\
pscope-ask-why[data-number="${d.number}"]`);_&&(b(_,"aria-expanded","true"),_.closest(".opscope-finding")?.append(h,u.el))}}}var Fe=128,jn=36,ba=Object.freeze([]),wa=3,xa=12;function ya(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-xa,Math.min(o-wa,Math.floor(Math.log10(e)))),o]}var Wn=new WeakMap;function ka(e){let t=Wn.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],Wn.set(
e,t)}return t}function Gn(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Hn=Array.from({length:129},
(e,t)=>be(Oe(t/128)));function va(e,t){return e.bad?be(pe.nan):e.rms?Hn[Math.round(Gn(e.rms,t)*(Hn.length-1))]:null}var Un={
id:"flow",label:"Gradient flow",short:"Flow",create:$a,count:e=>At(e).length};function $a({select:e,refresh:t,signal:o}){
let n=c("div",{class:"opscope-decades"}),s=c("div",{class:"opscope-flow-row opscope-flow-head"},c("span",{},"parameter"),
n,c("span",{},"RMS"),c("span",{},"over steps")),r=c("div",{class:"opscope-flow-body"}),a=c("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),i=c("span"),l=c("span"),p=c("d\
iv",{class:"opscope-legend opscope-flow-legend"},c("span",{},"RMS gradient of each parameter"),c("div",{class:"opscope-s\
cale"},i,c("i",{style:`background: ${mt()}`}),l),c("span",{class:"opscope-mark"},c("i",{style:`background: ${be(pe.nan)}`}),
"NaN or Inf")),u=new Map;r.addEventListener("click",m=>{let y=m.target.closest("[data-name]");y&&e(y.dataset.name??"")},
{signal:o});let h=c("div",{class:"opscope-flow"},a,c("div",{class:"opscope-flow-table"},s,r,p));h.addEventListener("scro\
ll",t,{signal:o,passive:!0});let d=(m,y)=>m.history.get(y.name)?.points??ba;return{el:h,update(m,{selected:y}){let g=At(
m);b(a,"hidden",g.length>0),b(s,"hidden",!g.length);let[f,x]=[1/0,0];for(let _ of g){let[I,L]=ka(d(m,_));[f,x]=[Math.min(
f,I),Math.max(x,L)]}let $=ya(f,x);Ma(n,$),N(i,H(10**$[0])),N(l,H(10**$[1])),b(p,"hidden",!g.length);for(let _ of g)u.has(
_.name)||u.set(_.name,Ea(_.name));let k=g.map(_=>u.get(_.name));Ae(r,k.map(_=>_.el));let w=m.stopped?.step||null,S=et(g),
E=Math.floor((h.scrollTop-(r.offsetTop-h.offsetTop))/jn)-2,A=E+Math.ceil(h.clientHeight/jn)+4;g.forEach((_,I)=>{if(I<E||
I>A)return k[I].choose(_.name===y);k[I].update(_,S.get(_.name)??_.name,d(m,_),$,_e(m,_),w),k[I].choose(_.name===y)})}}}function Ma(e,t){
let[o,n]=t,s=Math.max(1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.
range=r;let a=Math.ceil((n-o)/s),i=[];for(let l=n;l>=o;l-=a){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;i.push(c("sp\
an",{style:p},"10",c("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...i)}function Ea(e){let t=ot(e),o=c("i"),
n=c("span",{class:"opscope-track"},o),s=c("span",{class:"opscope-number"}),r=c("canvas",{class:"opscope-strip",width:Fe,
height:1,role:"img","aria-label":"RMS gradient over the steps"}),a=c("button",{class:"opscope-flow-row",type:"button","d\
ata-name":e},t,n,s,r),i="",l;return{el:a,choose:p=>b(a,"aria-pressed",p?"true":"false"),update(p,u,h,d,m,y){let g=`${d} ${m}\
 ${y} ${u}`;if(l===p&&i===g)return;l=p,i=g,b(a,"data-elsewhere",!!m),b(a,"title",m?`not computed yet: its value ${m}`:void 0);
let{rms:f}=st(p),x=de(p);He(t,u.replaceAll("@GRAD","")),b(a,"data-health",x),b(o,"data-nothing",f===null),b(n,"style",`-\
-decade: ${(100/(d[1]-d[0])).toFixed(3)}%`),b(o,"style",`width: ${(100*(f===null?1:Gn(f,d))).toFixed(2)}%`),N(s,p.nan?"N\
aN":p.inf?"Inf":H(f)),Sa(r,h,d,y)}}}function Sa(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Fe,1);let r=t[0]?.
step??0,a=(t.at(-1)?.step??0)-r+1;t.forEach((i,l)=>{let p=t[l+1]?.step??i.step+1,u=Math.floor((i.step-r)/a*Fe);if(!i.bad&&
l+1<t.length&&Math.floor((p-r)/a*Fe)===u)return;let h=va(i,o);h&&(s.fillStyle=h,s.fillRect(u,0,Math.ceil((p-r)/a*Fe)-u,1))}),
!(n===null||n<r||n>=r+a)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/a*Fe),0,2,1))}var La=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function eo(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function qn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${Rt(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function Ee(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function Kn(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(La)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),a=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),i=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=U("g",{class:"opscope-gutter"},U("title"),r,a,i);return e.
append(l),l}function Vn(e,t){b(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),b(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),b(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&N(Kn(e).firstChild,qn(t))}function Xn(e){let t=Kn(e).firstChild;t.textContent||N(t,qn([]))}function Yn(e){let t=[];for(let o of e){let n=Number(o.querySelector("rect")?.getAttribute("width")??0)-6;if(!(n<=0))for(let s of o.
querySelectorAll("text"))s.getComputedTextLength()>n&&t.push([s,n])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(
1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var De=["nan","inf","zeros","ok"],Na=2e5;function Jn(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=de(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||De.indexOf(s)<De.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function Zn(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let a=o.get(r);(!a||De.indexOf(s)<De.indexOf(a))&&o.set(r,s)}return o}function Qn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<Na;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function es(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,a)=>De.indexOf(de(r))-De.indexOf(de(a)))[0]?.name}var Ta=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),ts=/^(xmlns(:xlink)?|xml:space)$/,Aa=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),_a=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function Ca(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!Aa.has(e)&&!_a.test(e)&&!ts.test(e)?!1:ts.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function os(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(ns(n),document.importNode(n,!0))}function ns(e){for(let{
name:t,value:o}of[...e.attributes])Ca(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&Ta.
has(t.localName)&&t.namespaceURI===e.namespaceURI?ns(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function ss(e,t){let o=os(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);b(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),a=s.getAttribute("data-dst"),i=s.getAttribute("data-scope"),l=Qn(s.getAttribute("data-h\
ides"));r!==null&&a!==null?n.links.push({src:r,dst:a}):l.length||/^(op|var)-/.test(s.id)?Ia(n,s,l,t&&i!==null):i!==null&&
(n.frames.set(i,s),t&&rs(s,"fold"))}return n}function Ia(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);b(t,"data-node",t.id),b(t,"tabindex",-1),b(t,"role","button"),b(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&rs(t,"open")}function rs(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),a=s("y")+(t==="open"?0:11),i=t===
"open"?`M${r-3},${a}h6M${r},${a-3}v6`:`M${r-3},${a}h6`,l=U("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},l,U("circle",{cx:r,cy:a,r:6}),U("path",{d:i})))}function as(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,a=p=>(p.left+p.right)/2,i=null,l=1/0;for(let p of s){let u=e.nodes.get(p)?.getBoundingClientRect();if(!u||p===t)continue;
let h=a(u)-a(n),d=Math.abs(u.top-n.top);if(r&&h*r<=1)continue;let m=Math.abs(h)+(r?3:.2)*d;m<l&&([i,l]=[p,m])}return i}var Ra=150,is="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function cs({search:e,choose:t,signal:o}){
let n=c("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:is,"aria-label":`\
search the graph: ${is}`}),s=c("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=c("div",{class:"opscope-graph\
-find"},n,s),a=0,i="",l=null,p=()=>b(s,"hidden",!0),u=()=>{i=n.value.trim(),i?e(i):p()};n.addEventListener("input",()=>{
clearTimeout(a),a=window.setTimeout(u,Ra)},{signal:o}),n.addEventListener("focus",()=>b(s,"hidden",!i||!l||l.text!==i),{
signal:o}),r.addEventListener("keydown",d=>{d.stopPropagation();let m=[...s.querySelectorAll("button")],y=m.findIndex(g=>g.
matches(":focus"));if(d.key==="Escape")p(),n.focus();else if(d.key==="Enter"&&y<0)l?.text===n.value.trim()?m[0]?.click():
u();else if(d.key==="ArrowUp"&&y===0)n.focus();else if(d.key.startsWith("Arrow")&&d.key!=="ArrowLeft"&&d.key!=="ArrowRig\
ht")m[ce(d,y,m.length)??0]?.focus();else return;d.preventDefault()},{signal:o}),s.addEventListener("click",d=>{let m=d.target.
closest("[data-found]");m&&(p(),t(m.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
d=>d.composedPath().includes(r)||p(),{signal:o,capture:!0});function h(d){let m=d.ids.map((f,x)=>{let $=c("button",{class:"\
opscope-match",type:"button",role:"option","data-found":f},c("b",{},d.labels[x]),c("span",{},d.details[x]));return b($,"\
title",`${d.labels[x]}
${d.details[x]}`),$}),y=d.total>m.length?` · the first ${m.length} are shown`:"",g=d.total===1?"1 node":`${d.total.toLocaleString(
"en")} nodes${y}`;s.replaceChildren(c("div",{class:"opscope-matches-head"},d.total?g:`Nothing matches "${d.text}".`),...m),
b(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(d){d!==l&&(l=d,d&&d.text===i&&n.value.trim()===i&&h(d))},enable:d=>b(
r,"hidden",!d),clear:()=>N(s,"")}}var Ba={together:"in one",apart:"side by side",forward:"forward only"};function ls({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:a}){let i=c("span",{class:"opscope-graph-info"}),l=c("span",{class:"opscope-graph-number"}),p=(F,G,v)=>{let B=c(
"button",{type:"button",class:"opscope-tool",title:G,"aria-label":G},F);return B.addEventListener("click",v,{signal:a}),
B},u=(F,G,v)=>c("select",{class:`opscope-graph-choice opscope-graph-${F}`,title:G,"aria-label":G},...Object.entries(v).map(
([B,X])=>c("option",{value:B},X))),h=cs({search:n,choose:s,signal:a}),d=u("arrangement","forward and backward: each laye\
r with its gradients, side by side, or forward only",Ba),m=Object.fromEntries(Object.entries(ge).map(([F,{label:G}])=>[F,
G])),y=u("colors","color the operators by",{health:"health",...m}),g=c("input",{class:"opscope-graph-since",type:"number",
min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),f=p(
"Whole graph","back to the whole graph",()=>t({center:""})),x=p("Fold all","fold the scopes that were opened",()=>t({first:!0,
center:""})),$=u("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),k=c("div",{class:"opscope-k\
ey"},...["ok","zeros","Inf","NaN"].map(F=>c("span",{"data-health":F.toLowerCase()},c("i"),F))),w=c("span"),S=c("span"),E=c(
"div",{class:"opscope-key opscope-ramp",hidden:!0},w,c("i"),S,l),A=c("div",{class:"opscope-tools"},p("+","zoom in",()=>e.
zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),$),_=c("div",{class:"opscope-graph-bar",
hidden:!0},h.el,d,c("label",{class:"opscope-graph-by"},"color",y),g,x,f),I=c("div",{class:"opscope-graph-foot"},c("div",
{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},k,E,i),A),L=new Map,
P="",R="",z="",K=!1,D={by:"health",selected:""},T=()=>{D.by=y.value,R="",b(g,"hidden",D.by!=="change"),o(D.by,Math.max(0,
Math.round(Number(g.value)||0)))};y.addEventListener("change",T,{signal:a}),g.addEventListener("change",T,{signal:a}),g.
addEventListener("keydown",F=>F.stopPropagation(),{signal:a}),d.addEventListener("change",()=>t({arrangement:d.value,first:!0,
center:""}),{signal:a}),$.addEventListener("change",()=>{$.value&&r($.value),$.value=""},{signal:a});let Y=()=>N(i,R||(K?
"drawing …":z));function J(){let F=L.get(P);N(l,F===void 0?"":ge[D.by]?.text(F)??"")}return Object.assign(D,{el:_,foot:I,
focusSearch:h.focus,wait(F){K=F,Y()},measured(F,G){return R=F?"":G,Y(),!F},read(F){P=F,J()},drawn(F,G,v){b(_,"hidden",!F.
arrangement||v),F.arrangement&&(d.value=F.arrangement),b(f,"hidden",!F.center),b(x,"hidden",!!F.center);let B=F.hidden?`\
, ${F.hidden.toLocaleString("en")} nodes folded`:"";z=G?`${F.ops.toLocaleString("en")} operators${B}`:"",Y()},update(F,G,v){
D.selected=G,h.update(F.fold.found);for(let B of y.options)B.disabled=B.value!=="health"&&(v||!F.recorded)},legend(F,G,v){
if(L=G,b(k,"hidden",D.by!=="health"),b(E,"hidden",!F),F){let B=ge[F.by];N(w,B.text(v.low)),N(S,B.text(v.high));let X=F.against?
`steps ${F.against} and ${F.step}`:`step ${F.step}`;b(E,"title",`${B.label}, ${X}: ${B.about}`)}J()}})}function ps(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...Oa(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function Oa(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=a=>({name:"goto",label:`Go to here in st\
ep ${a}`,kind:"Goto",fields:{step:a,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function ds({choose:e,
frame:t,signal:o}){let n=c("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(i=!1)=>{n.hidden||
(b(n,"hidden",!0),i&&t.focus({preventScroll:!0}))};n.addEventListener("click",i=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(i.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",i=>{let l=[...n.querySelectorAll(
"button")],p=ce(i,l.findIndex(u=>u.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(i.key==="Escape")r(!0);else
return;i.preventDefault(),i.stopPropagation()},{signal:o});let a=i=>{i.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",a,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",i=>i.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(i,l,p,u){if(!i.length)return r();s=i;let h=c("div",{
class:"opscope-menu-head"},c("b",{},l),` ${p}`);n.replaceChildren(h,...s.map(x=>c("button",{class:`opscope-menu-item ops\
cope-menu-${x.name}`,type:"button",role:"menuitem"},x.label))),b(n,"hidden",!1);let d=t.getBoundingClientRect(),m=u.getBoundingClientRect(),
g=m.right+8+n.offsetWidth<=d.right?m.right+8-d.left:Math.max(4,m.left-16-n.offsetWidth-d.left),f=Math.max(4,Math.min(d.height-
n.offsetHeight-4,(m.top+m.bottom)/2-d.top-16));n.style.left=`${g}px`,n.style.top=`${f}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var Xe=132,Ye=96;function to(e){let t=Math.min(Xe/e.w,Ye/e.h);return{scale:t,x:(Xe-e.w*t)/2,y:(Ye-e.h*t)/2}}function us(e,t){
let o=c("canvas",{width:Xe*2,height:Ye*2}),n=c("div",{class:"opscope-sight"}),s=c("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},a=i=>{let l=o.getBoundingClientRect(),
p=to(r);e(r.x+(i.clientX-l.left-p.x)/p.scale,r.y+(i.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
i=>{i.preventDefault(),i.stopPropagation(),s.setPointerCapture(i.pointerId),a(i)},{signal:t}),s.addEventListener("pointe\
rmove",i=>i.buttons&1&&a(i),{signal:t}),{el:s,draw(i,l){r=i;let p=o.getContext("2d");if(!p)return;let{scale:u,x:h,y:d}=to(
i);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,Xe,Ye);for(let{box:m,color:y}of l){p.fillStyle=y;let[g,f]=[Math.max(1.5,m.
w*u),Math.max(1.5,m.h*u)];p.fillRect(h+(m.x-i.x)*u,d+(m.y-i.y)*u,g,f)}},update(i,l){r=l;let{scale:p,x:u,y:h}=to(l),d=i.x<=
l.x+1&&i.y<=l.y+1&&i.x+i.w>=l.x+l.w-1&&i.y+i.h>=l.y+l.h-1;if(b(s,"hidden",d),d)return;let m=Math.max(0,u+(i.x-l.x)*p),y=Math.
max(0,h+(i.y-l.y)*p),g=Math.min(Xe,u+(i.x+i.w-l.x)*p),f=Math.min(Ye,h+(i.y+i.h-l.y)*p);n.style.cssText=`left:${m}px;top:${y}\
px;width:${Math.max(4,g-m)}px;height:${Math.max(4,f-y)}px`}}}function yt(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function Pa(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:yt(e,1/o)}function Fa(e,t){let o=(n,s,r,a)=>s>=a?r+(a-s)/2:Math.max(
r,Math.min(r+a-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function fs(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,a=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:a<e.h?e.
y:e.y+(e.h-a)/2,w:r,h:a}}function Da(e,t){let o=e.reduce((a,i)=>Math.min(a,i.y),1/0),n=a=>Math.abs(a.x+a.w/2-t.x-t.w/2),
s=e.filter(a=>a.y<o+a.h),r=s.reduce((a,i)=>n(i)<n(a)?i:a,s[0]);return r&&r.x+r.w/2}function hs(e,t,o=()=>{}){let n=null,
s={x:0,y:0,w:1,h:1},r=s,a=null,i=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x}\
 ${r.y} ${r.w} ${r.h}`),o(r,s)},u=(g,f)=>{r=g,e.style.setProperty("transform",`translate(${(l.x-r.x)/f}px, ${(l.y-r.y)/f}\
px)`),o(r,s)},h=g=>(r=Pa(g,s),p()),d=()=>r!==l&&p(),m=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener(
"wheel",g=>{if(!n||!(g.ctrlKey||g.metaKey))return;g.preventDefault(),d();let f=e.getBoundingClientRect();h(yt(r,Math.exp(
-g.deltaY*.002),(g.clientX-f.left)/f.width,(g.clientY-f.top)/f.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",g=>{g.button||!n||(a={x:g.clientX,y:g.clientY,box:r,unit:m()},i=!1)},{signal:t}),e.addEventListener("pointermov\
e",g=>{if(!a)return;let f=g.clientX-a.x,x=g.clientY-a.y;if(!i&&Math.hypot(f,x)<4)return;i||e.setPointerCapture(g.pointerId),
i=!0;let $={...a.box,x:a.box.x-f*a.unit,y:a.box.y-x*a.unit};$.w===l.w&&$.h===l.h?u($,a.unit):h($)},{signal:t});let y=()=>{
a=null,d()};for(let g of["pointerup","pointercancel"])e.addEventListener(g,y,{signal:t});return e.addEventListener("clic\
k",g=>{i&&g.stopPropagation(),i=!1},{signal:t,capture:!0}),e.addEventListener("keydown",g=>{let f={"+":1.25,"=":1.25,"-":.8}[g.
key],x=g.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[g.key];if(f)h(yt(r,f));else if(x)h(
{...r,x:r.x+x[0]*40*m(),y:r.y+x[1]*40*m()});else if(g.key==="0")h(s);else return;g.preventDefault()},{signal:t}),{attach(g,f=!1){
n=g;let x=n?.viewBox.baseVal;s=x&&x.width?{x:x.x,y:x.y,w:x.width,h:x.height}:{x:0,y:0,w:100,h:100},f||(r=s),p()},hold(g,f){
let x=g.getBoundingClientRect();h({...r,x:r.x+(x.left-f.left)*m(),y:r.y+(x.top-f.top)*m()})},center:(g,f)=>h({...r,x:g-r.
w/2,y:f-r.h/2}),zoom:g=>h(yt(r,g>0?1.25:1/1.25)),fit:()=>h(s),whole:()=>s,start(g){let[f,x]=[e.clientWidth,e.clientHeight],
$=fs(s,f,x);h($.w<s.w?fs(s,f,x,Da(g(),$)):$)},reveal(g){d();let f=e.getBoundingClientRect(),x=g.getBoundingClientRect();
if(x.left>=f.left&&x.right<=f.right&&x.top>=f.top&&x.bottom<=f.bottom)return;let $=(x.left+x.right-f.left-f.right)/2,k=(x.
top+x.bottom-f.top-f.bottom)/2;h(Fa({...r,x:r.x+$*m(),y:r.y+k*m()},s))}}}var za=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function ja(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let a=getComputedStyle(o[r]);s.setAttribute("style",za.map(i=>`${i}:${a.getPropertyValue(i)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=Wa(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function Wa(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function oo(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function ms(e,t,o,n){if(t==="dot")return oo(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=ja(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return oo(r,"graph.svg");let a=new Image,i=URL.createObjectURL(r);a.src=i,await a.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(a.width,a.height));l.width=Math.round(a.width*p),l.height=Math.round(a.height*p);let u=l.
getContext("2d");u&&(u.fillStyle=n,u.fillRect(0,0,l.width,l.height),u.drawImage(a,0,0,l.width,l.height)),URL.revokeObjectURL(
i),l.toBlob(h=>h&&oo(h,"graph.png"),"image/png")}var gs={id:"graph",label:"Graph",create:Ha};function Ha({select:e,ask:t,open:o,offline:n,signal:s}){let r=c("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),a=us((M,O)=>i.center(M,O),s),i=hs(r,s,a.update),l=ls({view:i,draw:M=>I(
M),measure:P,search:M=>t("SearchGraph",{text:M}),found:M=>I({reveal:M}),save:R,signal:s}),p=ds({choose:z,frame:r,signal:s}),
u=c("div",{class:"opscope-nothing"}),h=c("div",{class:"opscope-graph-tab"},l.el,c("div",{class:"opscope-graph-box"},r,p.
el,u,a.el),l.foot),d=null,m=null,y=!0,g=!1,f="",x="",$="",k=null,w,S,E="",A=M=>d?.nodes.get(M)??d?.nodes.get(d.hiddenIn.
get(M)??""),_=M=>M?.getAttribute("data-node")??"";function I(M){m?.arrangement&&(l.wait(!0),t("DrawGraph",{open:m.open,arrangement:m.
arrangement,...M},()=>l.wait(!1)))}function L(M,O,j){if(!m)return;let Z=j.getBoundingClientRect();k={scope:M,left:Z.left,
top:Z.top};let ne=Q=>Q===M||Q.startsWith(`${M}/`);I({open:O?[...m.open,M]:m.open.filter(Q=>!ne(Q)),center:O?m.center:""})}
function P(M,O){M!=="health"&&t("MeasureOperators",{by:M,step:w?.stopped?.step||0,against:O},(j,Z)=>l.measured(j,Z)),w&&
B(w)}function R(M){let O=getComputedStyle(h).getPropertyValue("--o-ground")||"#ffffff";d&&m&&ms(d.svg,M,m.dot,O)}function z({
kind:M,fields:O}){let{id:j,spec:Z,op:ne}=O,Q=j===void 0?void 0:d?.nodes.get(j);M==="compose"?o("breakpoints",Z):M==="att\
ributes"?o("code",ne):M==="open"&&Q?L(j,!0,Q):M==="center"?I({center:j,reveal:j}):M!=="open"&&t(M,O)}function K(M,O){let j=_(
M),Z=d?.folded.get(j),ne=es(O.values,j,Z);ne&&e(ne,!1),$=j;let Q=[];m?.arrangement&&!n&&(M.hasAttribute("data-scope")&&Q.
push({name:"open",label:"Open",kind:"open",fields:{id:j}}),Q.push({name:"center",label:"Show the neighborhood only",kind:"\
center",fields:{id:j}}));let re=n?-1:Ee(j),ue=M.querySelector("text")?.textContent??"";p.show([...re>=0?ps(O,re):[],...Q],
ue,re>=0?`op ${re}`:Z?`${Z.length} inside`:"",M)}r.addEventListener("click",M=>{let O=M.target,Z=O.closest(".opscope-fol\
d")?.closest("[data-scope]");if(Z)return L(Z.getAttribute("data-scope")??"",Z.hasAttribute("data-node"),Z);let ne=O.closest(
"[data-node]");if(!ne||!w)return;let Q=_(ne);if(!n&&(O.closest(".opscope-gutter")||Ee(Q)>=0&&M.altKey))return Y(Q);K(ne,
w)},{signal:s}),r.addEventListener("dblclick",M=>{let O=M.target.closest("[data-node][data-scope]");!O||n||!m?.arrangement||
(p.close(),L(_(O),!0,O))},{signal:s}),r.addEventListener("pointerover",M=>{let O=M.target.closest("[data-node]");O&&Ee(_(
O))>=0&&!n&&Xn(O),l.read(O?_(O):"")},{signal:s}),r.addEventListener("focusin",({target:M})=>$=_(M)||$,{signal:s}),r.addEventListener(
"keydown",M=>D(M)&&(M.preventDefault(),M.stopPropagation()),{signal:s});function D(M){if(!d||!w||M.altKey||M.ctrlKey||M.
metaKey||M.shiftKey)return!1;let O=d.nodes.get($);if(M.key==="/"&&m?.arrangement)return l.focusSearch(),!0;if(M.key.startsWith(
"Arrow")){let j=O?as(d,$,M.key):_(A(f)??[...d.nodes.values()][0]??null);return j&&T(j),!0}if(!O)return!1;if(M.key==="Ent\
er"||M.key===" ")return O.hasAttribute("data-scope")&&m?.arrangement&&!n?L($,!0,O):(K(O,w),p.focus()),!0;if(M.key==="Bac\
kspace"){let j=[...d.frames].filter(([,Z])=>Ga(Z,O)).at(-1);return j&&m?.arrangement&&L(j[0],!1,j[1]),!0}return!1}function T(M){
let O=d?.nodes.get(M);O&&($=M,i.reveal(O),O.focus({preventScroll:!0}),l.read(M))}function Y(M){let O=J(eo(w?.breakpoints??
[]),M);for(let{number:j}of O)t("ClearBreakpoint",{number:j});!O.length&&Ee(M)>=0&&t("SetBreakpoint",{spec:`id:${Ee(M)}`})}
function J(M,O){return[...new Set((d?.folded.get(O)??[O]).flatMap(j=>M.get(Ee(j))??[]))]}function F(M){if(M===S||!r.clientWidth||
!d)return;S=M;let O=eo(M);for(let[j,Z]of d.nodes)j.startsWith("var-")||Vn(Z,J(O,j))}function G(M){let O=!!(d&&m?.arrangement&&
m.program===M.program);d=ss(M.svg,!!M.arrangement&&!n),S=void 0,f=E="",p.close(),r.replaceChildren(),i.attach(null,O),d&&
(r.append(d.svg),i.attach(d.svg,O),y=!O,g=!0,O&&v(M)),N(u,d?"":"The graph could not be read."),b(u,"hidden",!!d),l.drawn(
M,!!d,n)}function v(M){let O=k&&(d?.nodes.get(k.scope)??d?.frames.get(k.scope));k&&O?i.hold(O,k):i.start(X),k&&d?.nodes.
has(k.scope)&&($=k.scope),k=null,M.reveal&&([x,$]=[M.reveal,M.reveal]),(r.contains(document.activeElement)||document.activeElement===
document.body||M.reveal)&&d?.nodes.get($)?.focus({preventScroll:!0})}function B(M){if(!d)return;let O=Jn(M.present),j=Zn(
O,d.hiddenIn),Z=M.values.get(l.selected),ne=Z&&(A(`var-${l.selected}`)??A(`op-${Z.op}`)),Q=l.by!=="health"&&M.fold.measured?.
by===l.by?M.fold.measured:null,re=Q?an(Q,d.hiddenIn):new Map,ue=cn(l.by,re.values());for(let[xe,ye]of d.nodes){b(ye,"dat\
a-health",l.by!=="health"?void 0:d.folded.has(xe)?j.get(xe):O.get(xe)),b(ye,"data-selected",ye===ne);let ke=re.get(xe);b(
ye,"data-heat",ke===void 0?l.by==="health"?void 0:"none":(ue.at(ke)*100).toFixed(0)),ye.style.setProperty("--heat",ke===
void 0?"0%":`${(8+84*ue.at(ke)).toFixed(0)}%`)}l.legend(Q,re,ue);let Se=`${l.by} ${Q?.step} ${[...O.values()].join()}`;Se!==
E&&r.clientWidth&&(E=Se,oe())}function X(){let M=d?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;return[
...d?.nodes.values()??[]].map(O=>{let j=O.getBBox();return{x:j.x+(M?.e??0),y:j.y+(M?.f??0),w:j.width,h:j.height}})}function oe(){
let M=[...d?.nodes.values()??[]].map(O=>{let j=O.querySelector(":scope > rect, :scope > a > rect, :scope > polygon");return j?
getComputedStyle(j).stroke:"#888888"});a.draw(i.whole(),X().map((O,j)=>({box:O,color:M[j]})))}return{el:h,open(M){x=`op-${M}`,
d&&!d.nodes.has(x)&&d.hiddenIn.has(x)&&I({reveal:x})},update(M,{selected:O}){M.graph&&M.graph!==m&&(M.graph.svg!==m?.svg||
M.graph.reveal)?G(M.graph):!M.graph&&!w&&N(u,"No graph yet. A program is drawn when it first runs, eager code at each st\
op and step."),m=M.graph,y&&r.clientWidth&&(y=!1,i.start(X)),g&&d&&r.clientWidth&&(g=!1,Yn(d.nodes.values())),w=M,l.update(
M,O,n),B(M),F(M.breakpoints);let j=M.stopped?`op-${M.stopped.op}`:"",Z=A(j);if(j!==f){let Q=A(f);for(let re of["data-cur\
rent","data-past"])Q&&b(Q,re,!1);Z&&b(Z,"data-current",!0),x||=j,f=j}Z&&b(Z,"data-past",M.stopped?.past);let ne=A(x);ne&&
r.clientWidth&&i.reveal(ne),x=""}}}function Ga(e,t){let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.
left<=n.left&&o.right>=n.right&&o.top<=n.top&&o.bottom>=n.bottom}var bs={id:"notes",label:"Notes",create:Ua,count:Ka};function Ua({select:e,signal:t}){let o=c("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=c("pre",{class:"opscope-error"}),s=c("div",{class:"opscope-notes-rows"}),r,a=0;return s.addEventListener(
"click",i=>{let l=i.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:c("div",{class:"opscope-note\
s"},o,n,s),update(i){if(N(n,i.error),b(n,"hidden",!i.error),b(o,"hidden",!!i.error||i.warnings.size>0),i.warnings===r&&i.
values.size===a)return;r=i.warnings,a=i.values.size;let l=[...i.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>qa(p,i.values.has(p.subject))))}}}function qa({subject:e,text:t},o){let n=[c("code",{},e),c("span",{},t)];return o?c(
"button",{class:"opscope-note",type:"button","data-name":e},...n):c("div",{class:"opscope-note"},...n)}function Ka(e){return e.
warnings.size+(e.error?1:0)}var ze=[Fn,Un,gs,hn,zn,bs,en];var ws=50,Va=0;function xs(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),r=n?Le(e):new Set,a=p=>s.every(u=>p.
toLowerCase().includes(u)),i=s.length===1&&/^\d+$/.test(s[0])?Number(s[0]):NaN,l=o&&i>=o[0]&&i<=o[1]?[{label:`Go to step\
 ${i}`,about:`of steps ${o[0]} to ${o[1]}`,deed:{step:i}}]:[];for(let{kind:p,label:u,about:h,key:d}of $e)r.has(p)&&a(`${u}\
 ${h}`)&&l.push({label:u,about:h,key:d,deed:{send:p}});for(let{id:p,label:u}of ze)a(`show ${u} tab`)&&l.push({label:`Sho\
w ${u}`,about:"tab",deed:{tab:p}});a("keys shortcuts help")&&l.push({label:"Keys",about:"all keys of the panel",key:"?",
deed:{keys:!0}});for(let p of e.values.values()){if(l.length>=ws)break;if(!a(`value ${p.name} ${p.called} ${p.op_type}`))
continue;let[u,h]=me(p);l.push({label:u,about:["value",h,p.op_type].filter(Boolean).join(" · "),deed:{value:p.name}})}return l.
slice(0,ws)}function ys({root:e,find:t,act:o,signal:n}){let s=c("input",{class:"opscope-palette-field",type:"text",placeholder:"\
command, tab, step or value","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"\
off",spellcheck:"false"}),r=c("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),a=c("div",{class:"\
opscope-palette",role:"dialog","aria-label":"command palette",hidden:!0},s,r),i=`opscope-palette-${++Va}`,l=[],p=0,u=null;
function h(){[...r.children].forEach((f,x)=>b(f,"aria-selected",x===p?"true":"false"));let g=r.children[p];g?.scrollIntoView(
{block:"nearest"}),b(s,"aria-activedescendant",g?.id)}function d(){l=t(s.value),p=0;let g=l.map(({label:f,about:x,key:$},k)=>c(
"div",{class:"opscope-choice",role:"option",id:`${i}-${k}`,"data-at":k},c("b",{},f),c("span",{},x),...$?[c("kbd",{},$)]:
[]));r.replaceChildren(...g.length?g:[c("div",{class:"opscope-empty"},"Nothing has all these words.")]),h()}function m(g){
if(g!==!a.hidden){if(g&&(u=e.ownerDocument.activeElement),b(a,"hidden",!g),!g)return(u&&e.contains(u)?u:e).focus({preventScroll:!0});
s.value="",d(),s.focus({preventScroll:!0})}}function y(g){let f=l[g];f&&(m(!1),o(f.deed))}return s.addEventListener("inp\
ut",d,{signal:n}),s.addEventListener("blur",g=>{a.contains(g.relatedTarget)||b(a,"hidden",!0)},{signal:n}),r.addEventListener(
"pointerdown",g=>g.preventDefault(),{signal:n}),r.addEventListener("click",g=>{let f=g.target.closest("[data-at]");f&&y(
Number(f.dataset.at))},{signal:n}),e.addEventListener("keydown",g=>{if((g.ctrlKey||g.metaKey)&&!g.altKey&&!g.shiftKey&&g.
key.toLowerCase()==="k")m(!!a.hidden);else{if(a.hidden||g.target!==s)return;if(g.key==="Escape")m(!1);else if(g.key==="E\
nter")y(p);else{let f=["ArrowUp","ArrowDown"].includes(g.key)&&l.length?ce(g,p,l.length):null;if(f===null)return void g.
stopPropagation();p=f,h()}}g.preventDefault(),g.stopPropagation()},{signal:n,capture:!0}),{el:a,open:()=>m(!0)}}var Xa=0;function ks(e,t,o){let n=new Map(e.map(l=>[l.id,c("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),u=l.short?[c("span",{class:"opscope-long"},l.label),c("span",{class:"opscope-short"},l.short)]:[l.label];return c("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...u,p)}),r=c("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++Xa}`,b(l.el,"role","tabpanel"),b(l.el,"aria-labelledby",s[p].
id)});let a=0;function i(l){a=l,e.forEach((p,u)=>{b(s[u],"aria-selected",u===a?"true":"false"),b(s[u],"tabindex",u===a?0:
-1),b(p.el,"hidden",u!==a)})}return r.addEventListener("click",l=>{let p=s.findIndex(u=>u.contains(l.target));p<0||(i(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=ce(l,a,e.length);p!==null&&(l.preventDefault(),i(p),s[p].focus(),
t())},{signal:o}),i(0),{el:c("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[a].id},show:l=>i(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let u=n.get(l);u&&N(u,p?String(p):"")}}}var Ya=1e4,Ja=new Set($e.map(e=>e.kind)),vs=new Set(["FetchDetail","WatchDetail"]);function Za(e){let{forward:t,parameters:o,
gradients:n}=it(e),s=[...t,...o,...n],r=a=>e.details.get(a)?.step??-1;return s.reduce((a,{name:i})=>r(i)>r(a)?i:a,s[0]?.
name??"")}function kt({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,a=s.selected??e.get?.("selected")??"",i=!0,l,
p=new Map,u={},h=null,d=!0,m=v=>[...p.values()].some(({kind:B,since:X})=>v(B)&&Date.now()-X<Ya),y=c("div",{class:"opscop\
e-panel",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"t\
rue"});y.addEventListener("focusin",({target:v})=>b(v,"data-lm-suppress-shortcuts","true"),{signal:o});let g=(v,B={},X=void 0)=>{
if(delete u[v],!i)return X?.(!1,wo);p.set(Y.command(v,B),{kind:v,done:X,since:Date.now()})},f=(v,B=!0)=>{l?.values.has(v)&&
(v!==a&&(d=!1),a=s.selected=v,x(v),B&&z.show("tensor"),Y.refresh())};function x(v){!e.get||e.get("selected")===v||(e.set?.(
"selected",v),e.save_changes?.())}let $=()=>f(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",$),o.addEventListener(
"abort",()=>e.off("change:selected",$)));function k(v){d=!0,i&&g("WatchDetail",{name:v})}let w=()=>Y.refresh(),S=(v,B)=>{
z.show(v),R.get(v)?.open?.(B),w()},E=v=>g(v),A=qo(g),_=(v,B=-1)=>{if(n)return n.goTo(v);A.goTo(v,B),w()},I=v=>{if(n)return n.
steps;let B=Ct(v);return i&&B&&B.last>B.first?[B.first,B.last]:null},L=Yo({send:E,ask:g,seek:A,refresh:w,offline:r,signal:o}),
P=Zo({select:v=>f(v,z.open!=="graph"),refresh:w,signal:o}),R=new Map(ze.map(v=>[v.id,v.create({select:f,ask:g,open:S,refresh:w,
goTo:_,reach:I,offline:r,signal:o})])),z=ks(ze.map(({id:v,label:B,short:X})=>({id:v,label:B,short:X,el:R.get(v).el})),w,
o);y.addEventListener("keydown",v=>{let B=ro(v);!B||!l||!i||!Le(l).has(B)||r||(v.preventDefault(),(!v.repeat||!m(X=>Ja.has(
X)))&&E(B))},{signal:o}),s.tab&&z.show(s.tab);let K=yo(),D=Jo({root:y,offline:r,signal:o}),T=ys({root:y,find:v=>l?xs(l,v,
I(l),i&&!r):[],act:v=>{"send"in v?E(v.send):"step"in v?_(v.step):"value"in v?f(v.value):"keys"in v?D.button.click():z.show(
v.tab),w()},signal:o});L.el.querySelector(".opscope-headline")?.append(D.button),y.append(K.el,L.el,c("div",{class:"opsc\
ope-body"},P.el,z.el),D.el,T.el),t.append(y);let Y=Fo({model:e,el:y,signal:o,paint:J});function J(v,B){i=B==="live";let X=z.
open==="tensor"&&(s.tab??"tensor")!=="tensor";Y.show(z.open),s.tab=z.open,K.update(B),b(y,"data-lost",!i);for(let oe of y.
querySelectorAll("[data-asks]"))b(oe,"inert",!i);i||p.clear(),v!==l&&G(v),l=v,v.values.has(a)||(a=Za(v),a&&(s.selected=a),
a&&i&&!e.get?.("selected")&&x(a),d=!a),X&&a&&i&&!r&&(d=!1),d||(u={}),b(y,"data-past",v.stopped?.past),L.update(v,i,Object.
entries(u).find(([oe])=>!vs.has(oe))?.[1]??""),P.update(v,a);for(let oe of ze)z.count(oe.id,oe.count?.(v)??0);R.get(z.open)?.
update(v,{selected:a,refusal:i?u.FetchDetail??u.WatchDetail??"":xo}),F(v)}function F(v){let B=v.stopped!==h&&z.open==="t\
ensor"&&!r&&i&&!m(X=>vs.has(X));d?B&&v.stopped&&a&&g("FetchDetail",{name:a}):k(a),B&&(h=v.stopped)}function G(v){l&&(v.phase!==
l.phase||v.stopped!==l.stopped)&&(u={}),l&&v.runs>l.runs&&v.values.has(a)&&(d=!1);for(let B of v.responses){let X=p.get(
B.request);if(!X)continue;p.delete(B.request);let oe=B.ok?B.text:B.text||`${X.kind} was refused`;!B.ok&&!X.done?.(!1,oe)&&
(u[X.kind]=oe),B.ok&&X.done?.(!0,oe)}}return y}function Qa(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function ei(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let a of t)a(r,[])};return{on:(r,a)=>{t.add(
a)},off:(r,a)=>{t.delete(a)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function ti(e,t){let o=t.split(
`
`).filter(d=>d.trim()).map(Mo),n=ei(o),{steps:s,ends:r}=Qa(o),a=new AbortController().signal,i=()=>{},l=kt({model:n,el:e,
signal:a,page:{goTo:d=>i(d),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=c("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),u=c("output",{class:"opscope-number"},`step ${s[s.length-1]}`),h=0;i=d=>{
p.value=String(Math.max(0,s.filter(m=>m<=d).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
N(u,`step ${s[Number(p.value)]}`),h||=requestAnimationFrame(()=>{h=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(c("label",{class:"opscope-scrub"},p,u))}var ld=()=>{let e={};return{render({model:t,el:o,signal:n}){kt({model:t,el:o,signal:n,memory:e})}}};export{ld as default,ti as replay};
