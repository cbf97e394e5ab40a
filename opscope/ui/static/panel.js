// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.
var Ge=(e,t)=>`M${e-1.7},${t}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`,ht=[[{kind:"Pause",name:"pause",label:"Pause",key:"\
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
2z"}],[{kind:"Terminate",name:"stop",label:"Stop",about:"end the run before the next operator",fill:"M3,3h8v8h-8z"}]],ge=ht.
flat(),ds=["Continue","Next","StepIn","StepOut","RunToEnd","NextRun","RunTo"],Vt=["StepBack","ReverseContinue","Goto"];function ye(e){
let t=["SetBreakpoint","ChangeBreakpoint","ClearBreakpoint"];if(e.search)return new Set(["Pause"]);if(e.phase==="running")
return new Set([...t,"Pause","Terminate"]);if(e.phase==="paused"){let o=e.over?[]:["Terminate"];return new Set([...t,...ds,
...Vt,...o])}return new Set(e.over&&e.recorded?[...t,...Vt]:t)}function Kt(e){if(!(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||
e.target.matches("input:not([type=range]), textarea, select, [contenteditable]")))return ge.find(o=>o.key===e.key)?.kind}
function Xt({label:e,key:t,about:o}){return`${e}${t?` (${t})`:""}: ${o}`}var Oe=Object.freeze({started:null,graph:null,found:null,measured:null,steps:new Map,breakpoints:null,recorded:null,recording:null,
cost:null,slow:null,values:new Map,details:new Map,slices:new Map,pinned:null,stack:null,variables:null,watched:null,source:null,
edits:null,branches:new Map,shown_operator:null,search:null,warnings:new Map,findings:new Map,explained:null,terminated:null,
continued:null,stopped:null,past_stop:null,place:null,responses:[],history:new Map,scalars:new Map}),mt={EditsChanged:[{
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
Yt=256,Jt=.9;var Qt="−";function G(e){if(e==null)return"–";if(e===0)return"0";let[t,o]=e.toExponential(3).split("e"),n=Number(o);
return(n>=-3&&n<=3?e.toFixed(3-n):`${t}e${n}`).replaceAll("-",Qt)}function ke(e){return e.length?e.join("×"):"scalar"}var Zt=9,
us=16;function eo(e){return e.length<=us?[e,""]:[e.slice(0,-Zt),e.slice(-Zt)]}function to(e){return e.replace(/^(float|int|uint|complex|bfloat)(?=\d)/,
t=>({uint:"u",bfloat:"bf"})[t]??t[0])}function Ue(e){return`${(100*e).toFixed(1)}%`}function oo(e){let t=100*e;return`${t<
9.95?t.toFixed(1):Math.round(t)} %`}function no(e){return`${e<1.95?e.toFixed(1):Math.round(e)} Hz`}function se(e){return String(
e).replace(/\B(?=(\d{3})+$)/g," ")}function gt(e){let t=["B","kB","MB","GB","TB"],o=Math.min(t.length-1,Math.max(0,Math.
floor(Math.log10(Math.max(1,e))/3))),n=e/1e3**o;return`${o&&n<10?n.toFixed(1):Math.round(n)} ${t[o]}`}function de(e){return e.
nan?"nan":e.inf?"inf":e.zeros>=Jt?"zeros":"ok"}var qe={ok:"ok",zeros:"zeros",inf:"Inf",nan:"NaN"};function ve(e){return e.
named||!e.called?[e.name,e.called]:[e.called.split(", ")[0],e.name]}function Ve(e){return e.grad_of||e.role==="backward"?
"gradients":e.parameter?"parameters":e.role==="optimize"?"optimizer":"forward"}function so(e,t,o){if(e.length<2)return e.
length?[o]:[];let n=[];for(let s=e.length-2;s>=0;s--)n.unshift(s?t%e[s]:t),t=Math.floor(t/e[s]);return[...n,o]}function be(e,t,o=4){
let n=t-e;if(!(n>0)||!Number.isFinite(n))return[e];let s=10**Math.floor(Math.log10(n/o));for(let r of[10,5,2,1]){let a=s*
r,i=Math.ceil(e/a-1e-9),l=Math.floor(t/a+1e-9);if(l-i+1>=o-1||r===1)return Array.from({length:l-i+1},(p,d)=>(i+d)*a)}return[]}
function $e(e){if(e===0)return"0";let t=Math.abs(e);return(t>=1e5||t<.001?e.toExponential(1).replace(".0e","e").replace(
"e+","e"):String(Number(e.toPrecision(6)))).replaceAll("-",Qt)}var fs="http://www.w3.org/2000/svg";function c(e,t={},...o){let n=document.createElement(e);return ro(n,t),n.append(...o),
n}function U(e,t={},...o){let n=document.createElementNS(fs,e);return ro(n,t),n.append(...o),n}function Ke(e){let t=c("s\
pan",{class:"opscope-name"});return Pe(t,e),t}function Pe(e,t){if(e.title===t)return;e.title=t;let[o,n]=eo(t);e.replaceChildren(
c("span",{},o),...n?[c("span",{class:"opscope-name-end"},n)]:[])}function ro(e,t){for(let[o,n]of Object.entries(t))b(e,o,
n)}function b(e,t,o){if(o===void 0||o===!1){e.hasAttribute(t)&&e.removeAttribute(t);return}let n=o===!0?"":String(o);e.getAttribute(
t)!==n&&e.setAttribute(t,n)}function L(e,t){e.textContent!==t&&(e.textContent=t)}function Me(e,t){e.children.length===t.
length&&t.every((o,n)=>e.children[n]===o)||e.replaceChildren(...t)}function ie(e,t,o){if(!o||e.altKey||e.ctrlKey||e.metaKey)
return null;let n={ArrowDown:t+1,ArrowRight:t+1,ArrowUp:t-1,ArrowLeft:t-1,Home:0,End:o-1}[e.key];return n===void 0?null:
Math.max(0,Math.min(o-1,n))}var ao="no kernel answers",io="No kernel answers, and the elements of this value were not kept.",hs={live:"",lost:"The k\
ernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to \
go on.",saved:"No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to\
 start again.",nothing:"No kernel, and nothing was saved of this run. Run the cell to start again."};function ms(e){return hs[e]}
function co(){let e=c("div",{class:"opscope-banner",role:"alert",hidden:!0});return{el:e,update(t){L(e,ms(t)),b(e,"hidde\
n",t==="live")}}}function po(e){return e instanceof ArrayBuffer?new Uint8Array(e):new Uint8Array(e.buffer,e.byteOffset,e.byteLength)}function uo(e){
let t=po(e).slice();return new Float32Array(t.buffer,0,t.byteLength>>2)}var lo=["step","min","max","mean","std","zeros",
"nan","inf"];function gs(e,t,o){e.kind==="snapshot"&&(o.length=0);for(let r of e.events)r.kind==="ValueSeen"&&o.push(r);
if(e.numbers===void 0)return[];let n=uo(t[e.numbers]),s=n.length/(1+lo.length);return Array.from({length:s},(r,a)=>{let i={
...o[n[a]]};return lo.forEach((l,p)=>{let d=n[(p+1)*s+a];i[l]=Number.isNaN(d)?null:d}),i})}function bt(e,t,o=[]){let n=e.
events.map(a=>{let i=a.pixels?.buffer;return typeof i=="number"?{...a,pixels:po(t[i])}:a}),s=n.findIndex(a=>a.kind!=="Ru\
nStarted"&&a.kind!=="GraphDrawn"),r=s<0?n.length:s;return[...n.slice(0,r),...bs(e,t),...gs(e,t,o),...n.slice(r)]}function bs(e,t){
if(!e.trails?.length)return[];let o=uo(t[e.block]),n=0;return e.trails.map(([s,r,a])=>{let i=(p,d)=>{let f=o[n+p*a+d];return Number.
isFinite(f)?f:null},l=Array.from({length:a},(p,d)=>({step:o[n+d],mean:i(1,d),min:i(2,d),max:i(3,d),rms:i(4,d),bad:o[n+5*
a+d]}));return n+=6*a,{kind:"Trail",slot:s,name:r,points:l}})}function fo(e){return JSON.parse(e,(t,o)=>o&&typeof o=="ob\
ject"&&typeof o.base64=="string"&&Object.keys(o).length===1?Uint8Array.from(atob(o.base64),n=>n.charCodeAt(0)):o)}async function go(e){let t=new Blob([ho(e)]).stream().pipeThrough(new DecompressionStream("deflate")),{message:o,buffers:n}=await new Response(
t).json();return{message:o,buffers:n.map(ho)}}function ho(e){return Uint8Array.from(atob(e),t=>t.charCodeAt(0)).buffer}var mo="\
application/vnd.jupyter.widget-state+json",ws=["_model_module","_model_module_version","_model_name","_view_module","_vi\
ew_module_version","_view_name","_anywidget_id","_esm","_css","frame"];function wt(e,t){let o=e.widget_manager?.context?.
model,n=e.get?.("frame");if(!n||!o?.setMetadata||!o.getMetadata)return;let s=o.getMetadata("widgets")?.[mo]?.state??{};if(s[t]?.
state?.frame===n)return;let r=JSON.stringify(o.toJSON().cells),a=Object.fromEntries(Object.entries(s).filter(([l,{state:p}])=>!p?.
frame||r.includes(l))),i=Object.fromEntries(ws.map(l=>[l,e.get?.(l)]).filter(([,l])=>l!==void 0));a[t]={model_module:i._model_module,
model_module_version:i._model_module_version,model_name:i._model_name,state:i},o.setMetadata("widgets",{[mo]:{version_major:2,
version_minor:0,state:a}})}var xo={points:[],stride:1};function yo({points:e,stride:t},o){let n=e.slice();for(let s of o)if(!(n.length&&s.step<n[n.
length-1].step))for(bo(n,s,t);n.length>Yt;){t*=2;let r=[];for(let a of n)bo(r,a,t);n=r}return{points:n,stride:t}}function bo(e,t,o){
let n=e.at(-1);n&&Math.floor((n.step-1)/o)===Math.floor((t.step-1)/o)?e[e.length-1]=xs(n,t):e.push(t)}function xs(e,t){return{
step:t.step,mean:t.mean,min:wo(Math.min,e.min,t.min),max:wo(Math.max,e.max,t.max),rms:t.rms,bad:Math.max(e.bad,t.bad)}}function wo(e,t,o){
return t===null||o===null?t===null?o:t:e(t,o)}function Xe(e,t){return e.reduce((o,n)=>!o||Math.abs(n.step-t)<Math.abs(o.
step-t)?n:o,void 0)}function Ye(e){let t=e.mean===null||e.std===null?null:Math.hypot(e.mean,e.std);return{step:e.step,mean:e.
mean,min:e.min,max:e.max,rms:t,bad:e.nan+e.inf}}function Je(e){return e.scalars.slice(0,e.names.length).map((t,o)=>[e.names[o],
{step:e.step,mean:t,min:t,max:t,rms:null,bad:t===null?1:0}])}function ko(e,t){let o=new xt(e);for(let n of t)if(n.kind==="Trail")o.addPoints(n.slot,n.name,n.points);else if(Object.hasOwn(
mt,n.kind))for(let s of mt[n.kind])ys(o,s,n);return o.slots}var xt=class{constructor(t){this.slots={...t},this.copied=new Set}table(t){
return this.copied.has(t)||(this.slots[t]=new Map(this.slots[t]),this.copied.add(t)),this.slots[t]}clear(t){for(let o of t)
this.slots[o]=Oe[o],this.copied.delete(o)}addPoints(t,o,n){let s=this.table(t);s.set(o,yo(s.get(o)??xo,n))}};function ys(e,t,o){
switch(t.rule){case"latest":if(t.where&&!!o[t.where[0]]!==t.where[1])break;e.clear(t.clears),e.slots[t.slot]=o;break;case"\
latestByKey":{let n=e.table(t.slot),s=t.key.map(a=>o[a]),r=s.length===1&&typeof s[0]=="string"?s[0]:JSON.stringify(s);t.
limit!==null&&n.delete(r),n.set(r,o);for(let a of n.keys()){if(t.limit===null||n.size<=t.limit)break;n.delete(a)}break}case"\
newest":e.slots[t.slot]=[...e.slots[t.slot],o].slice(-t.limit);break;case"addPoints":if(t.points==="statistics")e.addPoints(
t.slot,o.name,[Ye(o)]);else for(let[n,s]of Je(o))e.addPoints(t.slot,n,[s]);break;case"restart":e.clear(Object.keys(Oe).filter(
n=>!t.keeps.includes(n))),e.slots[t.slot]=o;break}}var ks=Object.freeze([]),vs=new Set,Ze=Object.freeze({...vo(Oe),runs:0,reached:0,seconds:null});function yt(e,t){return{...vo(ko(e.fold,t),e),...t.reduce($s,e)}}function $s({runs:e,reached:t,seconds:o},n){switch(n.kind){case"\
RunStarted":return{runs:e+1,reached:0,seconds:null};case"Stopped":return{runs:e,reached:Math.max(t,n.step),seconds:o};case"\
StepFinished":return{runs:e,reached:t,seconds:o===null?n.seconds:.8*o+.2*n.seconds};default:return{runs:e,reached:t,seconds:o}}}
function vo(e,t){let o=e.past_stop??e.stopped,n=e.place?t&&t.fold.place===e.place?t.absent:new Set(e.place.absent):vs,s=t&&
t.absent===n&&t.stopped===o&&t.values===e.values;return{fold:e,title:e.started?.title??"",place:e.started?.place??"",phase:Ms(
e),stopped:o,over:!!e.terminated,error:e.terminated?.error??"",search:e.search?.total?e.search:null,recorded:e.recorded?.
last?e.recorded:null,recording:e.recording,cost:e.cost,slow:e.slow,breakpoints:t&&t.fold.breakpoints===e.breakpoints?t.breakpoints:
Es(e.breakpoints),exceptions:e.breakpoints?.exceptions??ks,step:[...e.steps.values()].at(-1)?.step??0,scalars:Ss(e),scalarHistory:e.
scalars,scalarNames:new Map([...e.steps.values()].flatMap(r=>r.names.map((a,i)=>[a,r.called?.[i]??""]))),graph:e.graph,values:e.
values,present:s?t.present:Ls(e.values,o,n),absent:n,history:e.history,details:e.details,warnings:e.warnings,findings:e.
findings,explained:e.explained,responses:e.responses}}function Ms(e){if(e.past_stop||e.stopped)return"paused";if(e.continued)
return"running";if(!e.terminated)return e.started||e.steps.size?"running":"waiting";let{reason:t}=e.terminated;return t===
"failed"||t==="stopped"?t:"finished"}function Ss(e){let t=new Map([...e.steps.values()].flatMap(n=>Je(n).map(([s,r])=>[s,
r.mean]))),o=Object.create(null);for(let n of e.scalars.keys())t.has(n)&&(o[n]=t.get(n)??null);return o}function Es(e){return(e?.
numbers??[]).map((t,o)=>{let n=e?.ops[o]?e.ops[o].split(" ").map(Number):[],s={enabled:e?.enabled?.[o]??!0,wanted:e?.wanted?.[o]??
1,log:e?.logs?.[o]??"",verified:e?.verified?.[o]??!0,problem:e?.problems?.[o]??""};return{number:t,spec:e?.specs[o]??"",
condition:e?.conditions[o]??"",hits:e?.hits[o]??0,ops:n,...s}})}function Ls(e,t,o){return t?new Map([...e].filter(([n,s])=>s.
step===t.step&&!o.has(n))):e}function $o(e){return e.stopped?.step||Ee(e)}function Se(e,t){return e.present.has(t.name)?
"":t.step===e.stopped?.step?`later in step ${t.step}`:`step ${t.step}`}function Mo(e,t){return e.over&&!e.stopped&&t.step<
Ee(e)?`step ${t.step}`:""}function So(e){let{place:t}=e.fold,o=e.stopped;return new Map(Object.keys(e.scalars).map(n=>{let s=o&&
e.present.get(n);if(s)return[n,{value:s.mean,when:""}];let r=o?.past&&t?t.names.indexOf(n):-1,a=e.scalarHistory.get(n)?.
points??[],i=o?.past?Xe(a,o.step):a.at(-1),l=r>=0?t?.scalars[r]??null:o?.past?i?.mean??null:e.scalars[n],p=r>=0?t?.step:
i?.step,d=o&&o.op<0&&!o.depth,f=p===o?.step?d?"":`later in step ${p}`:`step ${p}`;return[n,{value:l,when:o&&p!==void 0?f:
""}]}))}function Ee(e){return Math.max(e.step,e.reached,e.recorded?.last??0)}function Qe(e,t=""){let o=t.trim().toLowerCase(),
n={forward:[],parameters:[],gradients:[],optimizer:[]};for(let s of e.values.values())`${s.name} ${s.called} ${s.op_type}\
 ${s.grad_of}`.toLowerCase().includes(o)&&n[Ve(s)].push(s);for(let s of Object.values(n))s.sort((r,a)=>r.op-a.op||(r.name<
a.name?-1:1));return n}function kt(e){return[...e.values.values()].filter(t=>t.grad_of&&t.parameter).sort((t,o)=>o.op-t.
op||(t.name<o.name?-1:1))}var Eo=250,Ns=2.5,Ts=["dead","terminating","restarting","autorestarting"],et=2500,As=400,_s=6e4;function Cs(e,t){return t.
kind==="batch"&&t.n!==e+1}function Is(e,t,o,n){return t?n.n>e:o>et}function Lo({model:e,el:t,signal:o,paint:n}){let s=Math.
random().toString(36).slice(2),r=Math.floor(Math.random()*2**20)*2**20,a=Ze,i=0,l=!1,p=!1,d=!1,f=!1,u=0,h="",k=()=>`${t.
clientWidth} ${getComputedStyle(t).color}`,g="live",m=Date.now(),x=0,S=et,y=et,w=[],v="",T=!1,A=C=>{try{e.send(C)}catch{
m=0}},P=()=>{u=0,h=k();try{n(a,g)}finally{f&&A({kind:"ack",n:i,view:s}),f=!1}},R=()=>{!u&&p&&!o.aborted&&(u=requestAnimationFrame(
P))},N=()=>{l=!1,x=Date.now(),A({kind:"attach",view:s,tab:v})},O=()=>{let C=p&&!document.hidden;C!==d&&(d=C,m=Date.now(),
d?N():A({kind:"detach",view:s}),R())},$=async()=>{let C=e.get?.("frame");if(!C||i||T)return;T=!0;let{message:H,buffers:te}=await go(
C);i||(a=yt(Ze,bt(H,te)),R())},D=()=>{if(p&&k()!==h&&R(),!d||!y)return;let C=Date.now()-m;!i&&C>As&&$();let H=e.widget_manager?.
kernel,te=!!H&&(H?.isDisposed||Ts.includes(H?.status??""));if(C<(te?Eo:y))return;!te&&Date.now()-x>S&&(S=Math.min(2*S,_s),
N());let re=i?"lost":T?"saved":"nothing";re!==g&&(g=re,R())},F="",W=C=>{F=C,wt(e,C)},K=()=>F&&wt(e,F),ee=(C,H)=>{if(m=Date.
now(),g!=="live"&&(g="live",C.kind!=="snapshot"))return N();if(S=et,C.kind==="beat"){d&&Is(i,l,m-x,C)&&N();return}if(C.beat&&
(y=Ns*1e3*C.beat),C.id&&W(C.id),!(C.kind==="batch"&&!l)){if(Cs(i,C))return N();a=yt(C.kind==="snapshot"?Ze:a,bt(C,H,w)),
i=C.n,l=!0,f||=!!C.ack,R()}},Z=new IntersectionObserver(C=>{p=C[C.length-1].isIntersecting,O()},{rootMargin:"100px"}),M=new ResizeObserver(
R);e.on("msg:custom",ee),e.get&&e.on("change:frame",K),Z.observe(t),M.observe(t),document.addEventListener("visibilitych\
ange",O,{signal:o}),e.get||(y=0),A({kind:"render",view:s});let I=setInterval(D,Eo);return o.addEventListener("abort",()=>{
e.off("msg:custom",ee),e.get&&e.off("change:frame",K),Z.disconnect(),M.disconnect(),cancelAnimationFrame(u),clearInterval(
I),d&&A({kind:"detach",view:s})}),{refresh:R,show(C){C!==v&&(v=C,d&&A({kind:"show",view:s,tab:v}))},command(C,H={}){return A(
{kind:C,request:++r,...H}),r}}}var Rs=new Set("and as assert async await break class continue def del elif else except False finally for from global if\
 import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")),Bs=[/(?<comment>#.*)/,
/(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,/(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
/(?<word>[\p{L}_][\p{L}\p{N}_]*)/u],Os=new RegExp(Bs.map(e=>e.source).join("|"),"giu");function vt(e){let t=[],o=0;for(let n of e.
matchAll(Os)){n.index>o&&t.push(["plain",e.slice(o,n.index)]),o=n.index+n[0].length;let s=Object.keys(n.groups??{}).find(
r=>n.groups?.[r]!==void 0);t.push([s==="word"?Ps(n[0],e.slice(o)):s,n[0]])}return o<e.length&&t.push(["plain",e.slice(o)]),
t}function Ps(e,t){return Rs.has(e)?"keyword":t.startsWith("(")?"call":"plain"}function Fs(e){return e.split(/[/\\]/).at(
-1)||e}function No(){let e=c("span",{class:"opscope-line-number"}),t=c("code",{}),o=c("div",{class:"opscope-source",hidden:!0},
e,t);return{el:o,update(n,s,r){b(o,"hidden",!n),b(o,"title",`${n}:${s}
${r}`),L(e,`${Fs(n)}:${s}`),t.textContent!==r&&t.replaceChildren(...vt(r).map(([a,i])=>a==="plain"?i:c("span",{"data-tok\
en":a},i)))}}}function Ao(e){let t=`${e.op_type}${e.name?` → ${e.name}`:""}`;return e.at_line?`line ${e.line} of Python${e.op<0?"":`\
, in ${t}`}`:e.op<0?e.depth?"end of the block":"end of the run":`${e.behind?"behind ":""}${t}`}function _o({reason:e,text:t}){
return e.endsWith("breakpoint")&&t&&!t.includes("breakpoint")?`${e} ${t}`:t||e}function Co(e){let t=e.step===null?"":e.step?
`step ${e.step}`:"outside of the steps",o=e.counters?`${t} (${e.counters})`.trim():t,n=e.thread?`thread ${e.thread} ${e.
thread_name}`:"";return[e.role,o,n,e.depth?`block ${e.block}, ${e.depth} deep`:""].filter(Boolean).join(" · ")}function Ds(e){
let t=e.stopped;return t?.past?t.step?`step ${t.step} of ${Ee(e)}, in the past`:"in the past":""}function To(e){let t=e.
stopped;return t?[Ao(t),_o(t),Co(t),t.path?`${t.path}:${t.line}`:t.site].filter(Boolean).join(" · "):e.error.trim().split(
`
`)[0]}function zs(e){if(e.phase==="waiting")return"Not started. You can already set breakpoints in the graph.";if(e.phase===
"running"&&tt(e))return tt(e);if(e.phase==="running")return"Running. Pause it to inspect values; set breakpoints in the \
graph.";let t=e.recorded?` You can go back to steps ${e.recorded.first} to ${e.recorded.last}.`:"";return`The run ${e.phase===
"failed"?"failed":`has ${e.phase==="stopped"?"been stopped":"finished"}`}.${t}`}function tt({slow:e}){let t=e?.reasons??
[],o=t.map((n,s)=>t.length>1?`${e?.programs[s]}: ${n}`:n);return o.length?`Slow, operator by operator: ${o.join("; ")}`:
""}function js({search:e}){return e?`Searching ${e.text}: ${e.done} of ${e.total} runs. Pause ends the search.`:""}function Io(e){
let t=c("span",{class:"opscope-op"}),o=c("span",{class:"opscope-reason"}),n=c("span",{class:"opscope-at"}),s=c("span",{class:"\
opscope-said"}),r=c("div",{class:"opscope-where"},t,o,n,s),a=c("span",{class:"opscope-past"}),i=No(),l=c("div",{class:"o\
pscope-place-bar"},a,r,i.el);return{el:l,update(p,d){let f=p.stopped,u=To({...p,stopped:null});L(t,f?Ao(f):""),L(o,f?_o(
f):""),L(n,f?Co(f.past?{...f,step:null}:f):"");let h=js(p);L(s,d||h||(f?"":u||zs(p))),b(r,"data-bad",!!d||!f&&!!u);let k=!d&&
!f&&p.phase==="running"&&!!tt(p);b(r,"data-slow",k),b(r,"title",d||(k?tt(p):To(p))),b(o,"data-reason",f?.reason),L(a,Ds(
p)),b(a,"hidden",!f?.past),b(l,"data-past",f?.past),b(l,"hidden",e&&!f&&!u),i.update(f?.path??"",f?.line??0,f?.source??""),
b(l,"data-source",!!f?.path)}}}var Hs=64,Ws=2**-23;function Gs(e,t,o){let n=Math.max(1,Math.ceil(e.length/Hs)),s=e.filter((g,m)=>(e.length-1-m)%n===0),
r=s.flatMap(g=>g.mean===null?[]:[g.mean]),a=Math.min(...r),i=Math.max(...s.flatMap(g=>[g.min??0,g.max??0,g.mean??0].map(
Math.abs))),l=Math.max(...r)-a,p=l>Ws*i?l:0,d=s[0]?.step??0,f=(s.at(-1)?.step??0)-d||1,u="",h="",k="M";for(let g of s){let m=(1+
(g.step-d)/f*(t-2)).toFixed(1);if(g.bad&&(h+=`M${m},${o-3}V${o}`),g.mean===null){k="M";continue}let x=p>0?o-4-(g.mean-a)/
p*(o-6):o/2;u+=`${k}${m},${x.toFixed(1)}`,k="L"}return{line:u,bad:h}}function ot(e,t){let o=U("path",{class:"opscope-spa\
rk-line"}),n=U("path",{class:"opscope-spark-bad"}),s=U("svg",{class:"opscope-spark",width:e,height:t,viewBox:`0 0 ${e} ${t}`,
preserveAspectRatio:"none","aria-hidden":"true"},o,n),r;return{el:s,update(a){if(a===r)return;r=a;let i=Gs(a?.points??[],
e,t);b(o,"d",i.line),b(n,"d",i.bad)}}}var Us=[64e6,256e6,1e9,4e9],qs={on:"Record the runs that follow, so that you can go back to them",off:"Switch recording \
off: you cannot go back to the runs that follow"};function Vs(e){return[...new Set([...Us,e])].sort((t,o)=>t-o)}function Ks({
recording:e,cost:t,over:o}){return!e?.on||o||t?.recording===null||t?.recording===void 0?"":`takes ${oo(t.recording)}`}function Ro({
ask:e,signal:t}){let o=c("span",{class:"opscope-label"}),n=c("i",{class:"opscope-switch"}),s=c("button",{class:"opscope-\
record",type:"button",role:"switch"},n,o),r=c("span",{class:"opscope-cost",title:"of the time of the runs goes into reco\
rding them: measured, about every second"}),a=c("span",{class:"opscope-bytes"}),i=c("select",{class:"opscope-budget","ar\
ia-label":"memory for the recording"}),l=c("span",{class:"opscope-limit"},"of ",i),p=c("span",{class:"opscope-memory"},a,
l),d=!1,f=0;return s.addEventListener("click",()=>e("SetRecording",{on:!d}),{signal:t}),i.addEventListener("change",()=>e(
"SetRecording",{on:d,budget:Number(i.value)}),{signal:t}),{toggle:s,cost:r,memory:p,update(u){d=!!u.recording?.on;let h=!!u.
recording&&!u.over;L(o,h?"Recording":"Recorded"),s.disabled=!h,b(s,"aria-checked",d&&h?"true":"false"),b(s,"title",h?qs[d?
"off":"on"]:void 0);for(let k of[n,r,l])b(k,"hidden",!h);L(r,Ks(u)),L(a,gt(u.recorded?.bytes??0)),u.recording&&u.recording.
budget!==f&&(f=u.recording.budget,i.replaceChildren(...Vs(f).map(k=>c("option",{value:k,selected:k===f},gt(k)))))}}}var Xs=1e4;function Bo(e,t=Date.now){let o=null,n=null,s=-1,r=null,a=null,i=!1,l=0,p=()=>a!==null&&t()-a<Xs,d=(u,h)=>{let k=++l;
a=t(),i=u==="Pause",e(u,h,g=>{k===l&&(g||(o=n=null),(!g||!i)&&(a=null))})},f=u=>{i&&u.phase!=="running"&&(i=!1,a=null),!(n===
null||u.phase==="running"||u.stopped===r)&&(a!==null&&u.stopped?.step!==n||(n=a=null))};return{get target(){return o??n},
goTo(u,h=-1){o=u,s=h},follow(u){if(f(u),!(o===null||p())){if(u.phase==="running")return d("Pause",{});n=o,o=null,r=u.stopped,
d("Goto",s<0?{step:n}:{step:n,op:s})}}}}function $t(e){if(!e.recorded)return null;let t=e.recorded.first,o=Math.max(t,e.
recording?.on===!1?e.recorded.last:Ee(e)),n=e.stopped?.step||o;return{first:t,last:o,at:Math.max(t,Math.min(o,n))}}function Oo({
ask:e,seek:t,refresh:o,signal:n}){let s=c("input",{class:"opscope-scrub-history",type:"range",step:1,"aria-label":"recor\
ded steps"}),r=c("span",{class:"opscope-track-box"},s),a=c("output",{class:"opscope-number"}),i=Ro({ask:e,signal:n}),l=c(
"div",{class:"opscope-timeline","data-asks":!0},i.toggle,r,a,i.cost,i.memory);return s.addEventListener("input",()=>(t.goTo(
Number(s.value)),o()),{signal:n}),{el:l,update(p){let d=$t(p);b(l,"hidden",!d&&!p.recording),i.update(p),t.follow(p);let f=d?
Math.min(d.last,Math.max(d.first,t.target??d.at)):0,[u,h]=d?[d.first,d.last]:[0,0];b(s,"min",u),b(s,"max",h),s.disabled=
u===h||p.phase==="waiting",Number(s.value)!==f&&(s.value=String(f)),s.style.setProperty("--at",`${100*(f-u)/Math.max(1,h-
u)}%`),b(l,"data-past",!!p.stopped?.past),b(l,"data-phase",p.recording?.on===!1?"off":p.phase),b(s,"aria-valuetext",d?`s\
tep ${f} of ${h}`:"no step yet"),L(a,d?`step ${f} / ${h}`:"no step yet"),b(r,"title",d?`steps ${u} to ${h} are recorded`:
"no step is recorded yet")}}}var Ys=new Set,Js=new Set(["Pause","Continue","Terminate"]);function Po({send:e,signal:t}){let o=new Map,n=ht.map(i=>c("\
div",{class:"opscope-group"},...i.map(r))),s=c("div",{class:"opscope-buttons",role:"toolbar","aria-label":"run"},...n);function r(i){
let l=U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"});i.line&&l.append(U("path",{d:i.line,class:"\
opscope-stroke"})),i.fill&&l.append(U("path",{d:i.fill}));let p=c("button",{class:`opscope-button opscope-${i.name}`,type:"\
button",title:Xt(i),"aria-label":i.label,"aria-keyshortcuts":i.key});return p.append(l),Js.has(i.kind)&&p.append(c("span",
{},i.label)),p.addEventListener("click",()=>e(i.kind),{signal:t}),o.set(i.kind,p),p}function a(i,l){let p=i.matches(":fo\
cus");l();let d=s.closest(".opscope-panel");p&&!i.matches(":enabled:not([hidden])")&&d?.focus({preventScroll:!0})}return{
el:s,update(i,l){let p=l?ye(i):Ys,d=i.phase==="running"||i.phase==="waiting";for(let[f,u]of o)a(u,()=>{u.disabled=!p.has(
f),(f==="Pause"||f==="Continue")&&b(u,"hidden",d!==(f==="Pause"))})}}}var Zs=4,Fo="NaN/Inf";function Qs(e){return e.phase!=="paused"||!e.stopped?e.phase:e.stopped.at_line?`paused at line ${e.
stopped.line}`:e.stopped.op<0?"paused at the end":`paused at op ${e.stopped.op}`}function er(e){return e===null?Fo:G(e)}
function tr(e){return e.seconds?G(1/e.seconds):"–"}function Do({send:e,ask:t,seek:o,refresh:n,offline:s,signal:r}){let a=c(
"span",{class:"opscope-title"}),i=c("span",{class:"opscope-place"}),l=c("span",{class:"opscope-state",role:"status"}),p=Io(
s),d=Oo({ask:t,seek:o,refresh:n,signal:r}),f=Po({send:e,signal:r}),u=Mt("step","opscope-step"),h=Mt("steps / s","opscope\
-rate"),k=c("div",{class:"opscope-metrics"},u.el,h.el),g=c("div",{class:"opscope-headline"},c("div",{class:"opscope-name\
s"},a,i),l),m=c("header",{class:"opscope-header"},g,p.el);s||(g.append(f.el),m.append(d.el)),m.append(k);let x=new Map;return{
el:m,update(S,y,w){L(a,S.title||"run"),L(i,S.place),b(l,"data-past",S.stopped?.past);let v=!y&&(S.phase==="running"||S.phase===
"waiting");b(l,"data-phase",v?"gone":S.phase),L(l,v?"no kernel":Qs(S)),p.update(S,w),s||(d.update(S),f.update(S,y)),u.update(
String($o(S))),h.update(tr(S));let T=[...So(S)].slice(0,Zs);for(let[A,{value:P,when:R}]of T){let N=x.get(A)??Mt(A,"opsco\
pe-scalar",!0);x.set(A,N),N.update(er(P),S.scalarHistory.get(A),R,S.scalarNames.get(A))}Me(k,[u.el,h.el,...T.map(([A])=>x.
get(A).el)])}}}function Mt(e,t,o=!1){let n=c("span",{class:`opscope-number ${t}`}),s=ot(96,30),r=c("span",{class:"opscop\
e-label",title:e},e),a=c("span",{class:"opscope-when"}),i=c("div",{class:"opscope-metric"},c("div",{},r,n,...o?[a]:[]));
return o&&i.append(s.el),{el:i,update(l,p,d="",f=""){L(r,f||e),b(r,"title",f?`${f}, ${e}`:e),L(n,l),L(a,d),b(i,"data-els\
ewhere",!!d),b(n,"data-bad",l===Fo),o&&s.update(p)}}}var or=[["Anywhere","?","this page"],["Anywhere","Ctrl K","find a command, tab, step or value"],["Anywhere","Tab","to th\
e next part of the panel"],["List of values","↑ ↓ Home End","select a value"],["Tabs","← → Home End","show anoth\
er tab"],["Slider","← → Home End","go to another step"],["Graph","+ − 0","zoom in, out, to all of it"],["Graph","↑\
 ↓ ← →","walk along the edges"],["Graph","Shift + ↑ ↓ ← →","move the drawing"],["Graph","Enter Backspace",
"open, fold a scope"],["Graph","/","search"],["Elements","+ − ↑ ↓ ← →","zoom, move"],["Elements","Enter","set \
an element (or double click it)"],["Code","↑ ↓ Home End","to another line"],["Code","Enter","set or remove a breakpo\
int on the line"],["Code","Space","the operators of the line"],["Evaluation line","↑ ↓","what was typed before"],["M\
enus, this page","Esc","close"]];function nr(e){let t=new Map,o=e?[]:ge.filter(n=>n.key).map(n=>["Run",n.key??"",`${n.label}\
: ${n.about}`]);for(let[n,s,r]of[...o,...or])t.set(n,[...t.get(n)??[],[s,r]]);return t}function zo({root:e,offline:t,signal:o}){
let n=c("button",{class:"opscope-button",type:"button"},"Close"),s=[...nr(t)].map(([p,d])=>c("section",{},c("h4",{},p),c(
"dl",{},...d.flatMap(([f,u])=>[c("dt",{},...f.split(" ").map(h=>c("kbd",{},h))),c("dd",{},u)])))),r=c("div",{class:"opsc\
ope-keys",role:"dialog","aria-label":"keys",hidden:!0},c("div",{class:"opscope-keys-head"},c("b",{},"Keys"),n),c("div",{
class:"opscope-keys-groups"},...s)),a=c("button",{class:"opscope-button opscope-help",type:"button",title:"Keys (?)","ar\
ia-label":"keys","aria-keyshortcuts":"?"},"?"),i=null,l=p=>{p!==!r.hidden&&(p&&(i=e.ownerDocument.activeElement),b(r,"hi\
dden",!p),p?n.focus({preventScroll:!0}):(i&&e.contains(i)?i:e).focus({preventScroll:!0}))};return a.addEventListener("cl\
ick",()=>l(!0),{signal:o}),n.addEventListener("click",()=>l(!1),{signal:o}),e.addEventListener("keydown",p=>{let d=p.target.
matches("input:not([type=range]), textarea, select");!(!r.hidden&&p.key==="Escape")&&(p.key!=="?"||d)||(p.preventDefault(),
p.stopPropagation(),l(!!r.hidden))},{signal:o}),{el:r,button:a}}var sr={forward:"Forward",parameters:"Parameters",gradients:"Gradients",optimizer:"Optimizer"};function jo({select:e,refresh:t,
signal:o}){let n=c("input",{class:"opscope-filter",type:"search",placeholder:"Filter values","aria-label":"filter values"}),
s=c("span",{class:"opscope-found"}),r=c("div",{class:"opscope-rows",role:"listbox","aria-label":"values",tabindex:0}),a=c(
"aside",{class:"opscope-list"},c("div",{class:"opscope-search"},n,s),r),i=new Map,l=[],p="",d=Object.fromEntries(Object.
entries(sr).map(([u,h])=>[u,rr(h)]));return n.addEventListener("input",t,{signal:o}),r.addEventListener("scroll",t,{signal:o,
passive:!0}),r.addEventListener("click",u=>{let h=u.target.closest("[data-name]");h&&e(h.dataset.name??"")},{signal:o}),
r.addEventListener("keydown",u=>{let h=ie(u,l.indexOf(p),l.length);h!==null&&(u.preventDefault(),e(l[h]),i.get(l[h])?.el.
scrollIntoView({block:"nearest"}))},{signal:o}),{el:a,update(u,h){p=h;let k=Qe(u,n.value);l=[];let g=[];for(let[S,y]of Object.
entries(k)){if(!y.length)continue;let w=d[S];L(w.count,String(y.length)),g.push(w.el);for(let v of y){let T=i.get(v.name)??
ir(v.name);i.set(v.name,T),l.push(v.name),g.push(T.el)}}Me(r,g),b(r,"aria-activedescendant",i.get(h)?.el.id);let m=u.values.
size,x=u.cost?.hz&&!u.over?` · ${no(u.cost.hz)}`:"";L(s,`${l.length===m?m:`${l.length} of ${m}`}${x}`),b(s,"title",x?"e\
ach value is summarized so often: more would take over a twentieth of the time":void 0),b(r,"data-empty",m?l.length?void 0:
"No value matches the filter.":"Values appear here as soon as the run sends them."),f(u,h)}};function f(u,h){let{clientHeight:k,
scrollTop:g}=r,m=l.map(y=>i.get(y)),x=m[0]?.el.offsetHeight||44,S=m.map(y=>y.el.offsetTop-g);m.forEach((y,w)=>{let v=l[w],
T=S[w]>-2*x&&S[w]<k+2*x;b(y.el,"aria-selected",v===h?"true":"false");let A=u.values.get(v);T&&A&&y.update(A,u.history.get(
v),Se(u,A),Mo(u,A))})}}function rr(e){let t=c("span");return{el:c("div",{class:"opscope-heading",role:"presentation"},e,
t),count:t}}var ar=0;function ir(e){let t=c("span",{class:"opscope-pill"}),o=Ke(e),n=c("span",{class:"opscope-spec"}),s=c(
"span",{class:"opscope-mean"}),r=c("span",{class:"opscope-std"}),a=ot(52,26),i=c("div",{class:"opscope-row",role:"option",
"data-name":e,id:`opscope-value-${++ar}`},t,o,n,s,r,a.el),l,p="";return{el:i,update(d,f,u,h){a.update(f);let[k,g]=[u||h,
`${u}, ${h}`];if(d===l&&g===p)return;l=d,p=g,b(i,"data-elsewhere",!!u);let m=de(d);b(i,"data-health",m);let[x,S]=ve(d);Pe(
o,x),L(t,qe[m]),L(n,`${k?`${k}  `:""}${ke(d.shape)}  ${to(d.dtype)}${S?`  ${S}`:""}`),L(s,G(d.mean)),L(r,d.std===null||!d.
shape.length?"":`± ${G(d.std)}`)}}}var cr="Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a \
line of Python (train.py:20) or a value (h).";function ce(e,t,o,n="text"){return c("input",{class:`opscope-field opscope\
-${e}`,type:n,placeholder:t,"aria-label":o,spellcheck:"false",autocomplete:"off"})}function Ho({ask:e,showProblem:t,signal:o}){
let n=ce("spec-field","op:relu, id:17, h, train.py:20, function:forward","where to stop"),s=ce("condition-field","only i\
f … (optional)","condition"),r=ce("hits-field","1","stop from this hit on","number"),a=c("input",{class:"opscope-log-f\
ield",type:"checkbox"}),i=ce("message-field","message, as: loss is {loss}","log message of a line of Python"),l=c("butto\
n",{class:"opscope-button opscope-add",type:"submit"},"Add"),p=c("button",{class:"opscope-button opscope-cancel",type:"b\
utton",hidden:!0},"Cancel"),d=c("span",{class:"opscope-logging"},c("label",{title:"write a note at each hit, and go on"},
a," only log"),i),f=c("summary",{},"Hits, log …"),u=c("details",{class:"opscope-breakpoint-more"},f,c("div",{},c("labe\
l",{},"stop from hit ",r),d)),h=c("form",{class:"opscope-breakpoint-form","data-asks":!0},n,s,l,p,u);b(r,"min",1),b(i,"h\
idden",!0);let k=null,g=y=>{t(y),b(n,"aria-invalid",y?"true":void 0)},m=()=>Math.max(1,Math.round(Number(r.value)||1));function x(y){
k=y,n.value=y?.spec??"",n.readOnly=!!y,s.value=y?.condition??"",r.value=y&&y.wanted>1?String(y.wanted):"",a.checked=!1,i.
value="",b(i,"hidden",!0),b(d,"hidden",!!y),L(l,y?`Change ${y.number}`:"Add"),b(p,"hidden",!y),y&&(u.open=y.wanted>1||u.
open),g("")}function S(){let y={spec:n.value.trim(),condition:s.value.trim(),hits:m()};if(!y.spec)return g(cr);g("");let w=(v,T)=>{
let A=n.value.trim()===y.spec&&s.value.trim()===y.condition;return v&&A&&x(null),(!v||T)&&g(T),!0};k?e("ChangeBreakpoint",
{number:k.number,enabled:k.enabled,condition:y.condition,hits:y.hits},w):e("SetBreakpoint",{spec:y.spec,condition:y.condition,
...y.hits>1&&{hits:y.hits},...a.checked&&{log:!0,message:i.value.trim()}},w)}h.addEventListener("submit",y=>(y.preventDefault(),
S()),{signal:o}),p.addEventListener("click",()=>x(null),{signal:o}),a.addEventListener("change",()=>b(i,"hidden",!a.checked),
{signal:o});for(let y of[n,s,r,i])y.addEventListener("input",()=>g(""),{signal:o}),y.addEventListener("keydown",w=>{w.key===
"Escape"&&k&&x(null),!(w.key!=="Enter"||w.isComposing)&&(w.preventDefault(),h.requestSubmit())},{signal:o});return{el:h,
problem:g,change(y){x(y),s.focus()},compose(y){x(null),n.value=y,s.focus()}}}var lr=[["raised","stop where an exception comes to the program's code first"],["caught","stop where the program's code \
has caught an exception"],["uncaught","stop where an operator fails, and where an exception has ended the program"]];function pr({
ops:e}){return e.length>3?`${e.length} operators`:e.length?`op ${e.join(", ")}`:""}function St(e){return`${se(e)} ${e===
1?"hit":"hits"}`}function dr({condition:e,wanted:t,log:o}){let n=o&&o!=="True"?`log ${o}`:o?"log":"";return[e&&`if ${e}`,
t>1&&`from hit ${t} on`,n].filter(Boolean).join(", ")}function ur({number:e,enabled:t,verified:o,problem:n}){return`brea\
kpoint ${e} is ${t?"on":"off"}${o?"":`, not verified: ${n||"nothing that it fits has run yet"}`}`}var Wo={id:"breakpoint\
s",label:"Breakpoints",short:"Breaks",create:fr,count:e=>e.breakpoints.length};function fr({ask:e,open:t,offline:o,signal:n}){
let s=c("div",{class:"opscope-breakpoint-error",role:"alert",hidden:!0}),a=Ho({ask:e,showProblem:m=>{L(s,m),b(s,"hidden",
!m)},signal:n}),i=c("div",{class:"opscope-nothing"},o?"The run had no breakpoints.":"No breakpoints. Add one above, or c\
lick left of an operator in the graph or of a line in the code."),l=c("div",{class:"opscope-breakpoint-rows"}),p=c("div",
{class:"opscope-breakpoints"}),d=lr.map(([m,x])=>({name:m,box:c("input",{type:"checkbox","data-filter":m}),title:x})),f=c(
"div",{class:"opscope-exception-filters","data-asks":!0,role:"group","aria-label":"exceptions of Python"},"Exceptions");
f.append(...d.map(({name:m,box:x,title:S})=>c("label",{title:S},x,` ${m}`))),o||p.append(a.el,f,s),p.append(i,l);let u,h=[],
k=(m,x)=>(a.problem(m?"":x),!0);f.addEventListener("change",()=>{let m=d.filter(({box:x})=>x.checked).map(({name:x})=>x);
e("SetExceptionFilters",{filters:m},k)},{signal:n}),l.addEventListener("click",m=>{let x=m.target,S=x.closest("[data-num\
ber]"),y=h.find(({number:w})=>w===Number(S?.dataset.number));y&&(x.closest(".opscope-remove")?e("ClearBreakpoint",{number:y.
number},k):x.closest(".opscope-dot-mark")?e("ChangeBreakpoint",{number:y.number,enabled:!y.enabled,condition:y.condition,
hits:y.wanted},k):x.closest(".opscope-breakpoint-condition")?a.change(y):x.closest(".opscope-breakpoint-ops")&&t("graph",
y.ops[0]))},{signal:n});function g(m,x){let S={"data-conditional":!!m.condition,"data-off":!m.enabled,"data-hollow":!m.verified,
"data-log":!!m.log},y=ur(m),w=dr(m),v=c("button",{class:"opscope-dot-mark",type:"button",role:"switch","aria-checked":m.
enabled?"true":"false","aria-label":y,title:y,disabled:o,...S}),T=c("button",{class:"opscope-breakpoint-ops",type:"butto\
n",title:"show it in the graph",disabled:!m.ops.length},pr(m)),A=c("button",{class:"opscope-breakpoint-condition",type:"\
button",title:w?`${w}; click to change`:"set a condition","aria-label":`condition of breakpoint ${m.number}: ${w||"alway\
s"}`,disabled:o},w),P=c("button",{class:"opscope-remove","data-asks":!0,type:"button",title:"remove","aria-label":`remov\
e breakpoint ${m.number}`});return P.append(U("svg",{width:14,height:14,viewBox:"0 0 14 14","aria-hidden":"true"},U("pat\
h",{class:"opscope-stroke",d:"M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5"}))),c("div",{class:"opscope-breakpoint","data-number":m.
number,"data-op":m.ops[0],"data-here":x,"data-off":!m.enabled},v,c("span",{class:"opscope-breakpoint-number"},String(m.number)),
c("code",{class:"opscope-breakpoint-spec",title:m.spec},m.spec),A,T,c("span",{class:"opscope-breakpoint-hits"},St(m.hits)),
...o?[]:[P],...m.problem?[c("div",{class:"opscope-breakpoint-problem"},m.problem)]:[])}return{el:p,open:m=>a.compose(String(
m)),update(m){b(i,"hidden",m.breakpoints.length>0);for(let{name:v,box:T}of d)T!==document.activeElement&&(T.checked=m.exceptions.
includes(v));let x=m.stopped?.reason.endsWith("breakpoint")?m.stopped.op:-1,S=JSON.stringify([m.breakpoints,x]);if(S===u)
return;u=S,h=m.breakpoints;let y=document.activeElement?.closest?.("[data-number]"),w=l.contains(y)?document.activeElement.
className:"";l.replaceChildren(...h.map(v=>g(v,v.ops.includes(x)))),w&&l.querySelector(`[data-number="${y?.dataset.number}\
"] .${w}`)?.focus({preventScroll:!0})}}}function Go(e,t){let o=e.stopped;return!!(t&&(o?t.run===o.run&&t.tick===o.tick:e.over))}function Uo(e){return e.functions.
map((t,o)=>o).reverse()}function qo({ask:e,show:t,refresh:o,signal:n}){let s=c("div",{class:"opscope-frames",role:"listb\
ox","aria-label":"call stack, innermost first"}),r=c("div",{class:"opscope-empty"}),a=c("div",{},r,s),i=c("dl",{class:"o\
pscope-variables opscope-locals","aria-label":"variables of the chosen frame"}),l=c("div",{class:"opscope-empty"}),p=c("\
div",{},l,i),d="",f=-1,u="",h,k,g=null;function m(w){g&&(f=w,h=void 0,e("FetchVariables",{frame:w},x),g.paths[w]&&t(g.paths[w],
g.lines[w]),o())}let x=(w,v)=>(u=w?"":v,k=void 0,!0);s.addEventListener("click",w=>{let v=w.target.closest("[data-frame]");
v&&m(Number(v.dataset.frame))},{signal:n}),s.addEventListener("keydown",w=>{if(!g)return;let v=Uo(g),T=ie(w,v.indexOf(f),
v.length);T!==null&&(w.preventDefault(),w.stopPropagation(),m(v[T]),S(),s.querySelector("[aria-selected=true]")?.focus({
preventScroll:!0}))},{signal:n});function S(){let w=g,v=w&&JSON.stringify([w,f]);if(v===h)return;h=v;let T=s.contains(document.
activeElement);s.replaceChildren(...(w?Uo(w):[]).map(A=>{let P=w?.paths[A]?`${w.paths[A].split(/[/\\]/).at(-1)}:${w.lines[A]}`:
"",R=A===f;return c("div",{class:"opscope-frame",role:"option","aria-selected":R?"true":"false",tabindex:R?0:-1,"data-fr\
ame":A,"data-kind":w?.kinds[A],"data-now":w?.now[A],title:`${w?.texts[A]}${w?.now[A]?`
where the program is now; the run shows its past`:""}`},c("b",{},w?.functions[A]??""),c("code",{},w?.texts[A]??""),c("sp\
an",{},w?.now[A]?`${P} now`:P))})),T&&s.querySelector("[aria-selected=true]")?.focus({preventScroll:!0})}function y(w){let v=w.
fold.variables,T=Go(w,v)&&(v?.frame===f||v?.frame===f-(g?.functions.length??0))?v:null;if(T===k&&T)return;k=T;let A=w.phase===
"running"?"":u||(T&&!T.names.length?"No variables.":"");L(l,A),b(l,"hidden",!A),i.replaceChildren(...(T?.names??[]).map(
(P,R)=>{let N=T?.called?.[R]??"";return c("div",{},c("dt",{title:N?`${N}, ${P}`:P},N||P),c("dd",{title:`${T?.texts[R]}${T?.
now[R]?`
of now: the recording does not have it`:""}`,"data-now":T?.now[R]},T?.texts[R]??""))}),...T&&T.total>T.names.length?[c("\
div",{},c("dt",{},"…"),c("dd",{},`${T.total-T.names.length} more`))]:[])}return{el:a,variables:p,get frame(){return f},
update(w){let v=w.stopped,T=w.phase==="running"||w.phase==="waiting"?"":`${v?.run} ${v?.tick} ${v?.reason}`;T!==d&&(d=T,
f=-1,u="",T&&(e("FetchStack",{},(P,R)=>P?void 0:x(P,R)),e("FetchVariables",{frame:-1},x))),g=T&&Go(w,w.fold.stack)?w.fold.
stack:null,g&&f<0&&g.functions.length&&(f=g.functions.length-1);let A=T?g&&!g.functions.length?"No frame: the program ha\
s ended.":"":"Pause the run to see where it is.";L(r,A),b(r,"hidden",!A),S(),y(w)}}}var hr=30;function Vo({ask:e,frame:t,signal:o}){let n=ce("evaluation-field","evaluate here: h[0].mean(), loss > previous\
(loss), rate = 0.1","expression or statement, evaluated in the chosen frame"),s=c("div",{class:"opscope-answers",role:"l\
og","aria-label":"answers"}),r=c("form",{class:"opscope-evaluation","data-asks":!0},s,c("div",{class:"opscope-evaluation\
-line"},c("span",{"aria-hidden":"true"},"›"),n)),a=[],i=0;function l(){let p=n.value.trim();if(!p)return;n.value="",a.
push(p),i=a.length;let d=c("pre",{},"…");for(s.append(c("div",{class:"opscope-answer"},c("code",{},p),d));s.children.length>
hr;)s.firstElementChild?.remove();s.scrollTop=s.scrollHeight,e("Evaluate",{code:p,frame:t()},(f,u)=>(d.textContent=u,b(d,
"data-failed",!f),s.scrollTop=s.scrollHeight,!0))}return r.addEventListener("submit",p=>(p.preventDefault(),l()),{signal:o}),
n.addEventListener("keydown",p=>{let d=p.key==="ArrowUp"?-1:p.key==="ArrowDown"?1:0;if(d&&a.length)i=Math.max(0,Math.min(
a.length,i+d)),n.value=a[i]??"";else if(p.key==="Enter"&&!p.isComposing)l();else return;p.preventDefault(),p.stopPropagation()},
{signal:o}),{el:r,update(p){let d=p.phase==="running"||p.phase==="waiting";n.disabled=d,b(n,"title",d?"pause the run fir\
st":void 0)}}}function Ko({ask:e,signal:t}){let o=c("div",{class:"opscope-attributes-title"}),n=c("dl",{class:"opscope-variables"}),s=c(
"div",{class:"opscope-empty",role:"status"}),r=c("div",{"data-asks":!0},o,n,s),a=-1,i="",l="",p;function d(f,u,h){e("Set\
Attribute",{op:f,name:u,value:h},(k,g)=>(L(s,g),b(s,"data-failed",!k),l="",!0))}return n.addEventListener("keydown",f=>{
let u=f.target.closest("input");f.key==="Escape"&&u&&(u.value=u.dataset.was??""),!(f.key!=="Enter"||!u||f.isComposing)&&
(f.preventDefault(),d(Number(u.dataset.op),u.name,u.value))},{signal:t}),{el:r,choose(f){a=f,l=""},update(f,u){let h=f.stopped,
k=`${h?.run} ${h?.tick}`;k!==i&&h?.text!=="edited"&&(a=i?-1:a),i=k;let g=a>=0?a:h?.op??-1;u&&g>=0&&f.phase!=="running"&&
l!==`${g} ${k}`&&(l=`${g} ${k}`,e("FetchOperator",{op:g},(y,w)=>(y||L(s,w),!0)));let m=f.fold.shown_operator?.op===g?f.fold.
shown_operator:null,x=f.phase==="paused"&&!f.over&&!m?.fixed,S=JSON.stringify([m,x,g]);S!==p&&(p=S,L(s,""),L(o,m?`${m.op_type}\
 ${m.op}${m.name?` → ${m.name}`:""}`:"No operator: pause before one, or choose one in the graph."),b(o,"title",m?.site),
n.replaceChildren(...(m?.names??[]).flatMap((y,w)=>{let v=ce("attribute-field","",`${y} of ${m?.op_type} ${m?.op}; Enter\
 sets it for this run`);return v.name=y,v.value=v.dataset.was=m?.texts[w]??"",v.dataset.op=String(m?.op),v.readOnly=!x,b(
v,"title",x?"Enter sets it for this run":m?.fixed?`cannot be changed: ${m.fixed}`:"pause the run to change it"),[c("dt",
{title:y},y),c("dd",{},v)]}),...m&&!m.names.length?[c("dt",{},"no attributes"),c("dd",{})]:[]))}}}var he={time:{label:"time",about:"of a replay of the step, operator by operator",text:mr},memory:{label:"memory",about:"\
bytes that the operator writes",text:gr},gradient:{label:"gradient norm",about:"norm of the gradients that the operator \
writes",text:G,log:!0},change:{label:"change",about:"of what the operator writes, between the two steps",text:Ue,log:!0}};
function mr(e){return e>=1?`${G(e)} s`:e>=.001?`${G(e*1e3)} ms`:`${G(e*1e6)} µs`}function gr(e){return e>=2**20?`${G(e/
2**20)} MiB`:e>=1024?`${G(e/1024)} KiB`:`${e} bytes`}function Xo(e,t){let o=he[e.by]?.log,n=new Map;return e.ops.forEach(
(s,r)=>{let a=t.get(`op-${s}`)??`op-${s}`,i=n.get(a);n.set(a,i===void 0?e.numbers[r]:o?Math.max(i,e.numbers[r]):i+e.numbers[r])}),
n}function Yo(e,t){let o=[...t].filter(a=>a>0),n=Math.max(...o,0);if(!he[e]?.log)return{at:a=>n?Math.sqrt(a/n):0,low:0,high:n};
let s=Math.min(...o,n),r=Math.log(n/s);return{at:a=>a<=0?0:r?Math.log(a/s)/r:1,low:s,high:n}}var Jo=["nan","inf","zeros","ok"];function br(e,t){return e===t||e.endsWith(`/${t}`)||e.endsWith(`\\${t}`)}function wr({
spec:e},t){let o=/^(?:at:)?(.+):(\d+)$/.exec(e);return o&&br(t,o[1])?Number(o[2]):0}function Fe(e){return new Map(e.op_lines.
map((t,o)=>[t,e.ops[o].split(" ").map(Number)]))}function Zo(e,t){let o=new Map,n=(r,a)=>o.set(r,[...o.get(r)??[],a]),s=Fe(
e);for(let r of t){let a=wr(r,e.path);if(a)n(a,r);else for(let[i,l]of s)r.ops.some(p=>l.includes(p))&&n(i,r)}return o}function xr(e,t){
let o=new Map([...Fe(e)].flatMap(([s,r])=>r.map(a=>[a,s]))),n=new Map;for(let s of t.values()){let r=o.get(s.op);if(r===
void 0)continue;let a=de(s),i=n.get(r);(!i||Jo.indexOf(a)<Jo.indexOf(i))&&n.set(r,a)}return n}function yr(e,t){return`${e.
static&&e.op_lines.includes(t)?"at:":""}${e.path}:${t}`}function Qo({ask:e,open:t,refresh:o,signal:n}){let s=c("select",
{class:"opscope-graph-choice opscope-file","aria-label":"file"}),r=c("button",{type:"button",class:"opscope-slice-tool o\
pscope-line-times","aria-pressed":"false",title:"the time of each line, of a replay of the step"},"Time"),a=c("span",{class:"\
opscope-source-note",role:"status"}),i=c("div",{class:"opscope-source-bar","data-asks":!0},s,a,r),l=c("div",{class:"opsc\
ope-lines",role:"listbox","aria-label":"source; arrows move, Enter sets or removes a breakpoint, Space shows the operato\
rs of a line"}),p=c("div",{class:"opscope-source-view"},i,l),d=new Map,f=null,u,h={path:"",line:0},k="",g="",m=0,x=0,S=!1;
function y(N,O){h={path:N,line:O};let $=f?.first??1;if(f?.path===N&&O>=$&&O<$+f.lines.length)return w(O);e("FetchSource",
{path:N,line:O},(D,F)=>(L(a,D?"":F),!0))}function w(N){let O=d.get(N);if(!O)return;v(N,!1);let $=O.offsetTop-l.offsetTop;
($<l.scrollTop+20||$>l.scrollTop+l.clientHeight-40)&&(l.scrollTop=$-l.clientHeight/2)}function v(N,O){for(let[$,D]of[[d.
get(m),!1],[d.get(N),!0]])$&&(b($,"tabindex",D?0:-1),b($,"aria-selected",D?"true":"false"));m=N,O&&d.get(N)?.focus()}function T(N){
if(!f||!u)return;let O=Zo(f,u.breakpoints).get(N)??[];for(let{number:$}of O)e("ClearBreakpoint",{number:$});O.length||e(
"SetBreakpoint",{spec:yr(f,N)},($,D)=>(L(a,$?"":D),!0))}function A(N){l.querySelector(".opscope-line-ops-list")?.remove(),
x=x===N?0:N;let O=f?Fe(f).get(x):void 0,$=d.get(x);if(!O||!$)return;let D=[...u?.values.values()??[]],F=W=>{let K=D.find(
ee=>ee.op===W);return K?`${K.op_type} ${W}`:`op ${W}`};$.after(c("div",{class:"opscope-line-ops-list"},...O.map(W=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":W,title:"show it in the graph"},F(W)))))}l.addEventListener("cli\
ck",N=>{let O=N.target,$=O.closest("[data-op]"),D=O.closest("[data-line]");if($)return t("graph",Number($.dataset.op));if(!D)
return;let F=Number(D.dataset.line);v(F,!1),O.closest(".opscope-line-stop")?T(F):O.closest(".opscope-line-ops")&&A(F)},{
signal:n}),l.addEventListener("keydown",N=>{if(N.target.matches("button")||!f)return;let O=f.first,$=ie(N,m-O,f.lines.length);
if($!==null&&N.key!=="ArrowLeft"&&N.key!=="ArrowRight")v(O+$,!0);else if(N.key==="Enter")T(m);else if(N.key===" ")A(m);else
return;N.preventDefault(),N.stopPropagation()},{signal:n}),s.addEventListener("change",()=>y(s.value,0),{signal:n}),r.addEventListener(
"click",()=>{S=!S,b(r,"aria-pressed",S?"true":"false"),S&&e("MeasureOperators",{by:"time",step:u?.stopped?.step||0},(N,O)=>(L(
a,N?"":O),!0)),o()},{signal:n});function P(N){f=N,x=0,L(a,"");let O=Fe(N),$=new Set([...N.code_lines,...N.op_lines]);d=new Map(
N.lines.map((D,F)=>{let W=N.first+F,K=O.get(W)?.length??0,ee=vt(D).map(([M,I])=>M==="plain"?I:c("span",{"data-token":M},
I)),Z=c("div",{class:"opscope-code-line",role:"option","aria-selected":"false",tabindex:-1,"data-line":W},c("button",{type:"\
button",class:"opscope-line-stop",tabindex:-1,disabled:!$.has(W),title:$.has(W)?"click to stop here":void 0,"aria-label":`\
breakpoint on line ${W}`},c("i",{})),c("span",{class:"opscope-line-at"},String(W)),c("span",{class:"opscope-line-time"}),
c("code",{},...D?ee:[" "]),...K?[c("button",{type:"button",class:"opscope-line-ops",tabindex:-1,title:"the operators of\
 this line","aria-label":`operators of line ${W}`},K===1?"1 op":`${K} ops`)]:[]);return[W,Z]})),l.replaceChildren(...d.values()),
s.replaceChildren(...N.paths.map(D=>c("option",{value:D,selected:D===N.path},D))),v(h.line>=N.first&&h.line<N.first+N.lines.
length?h.line:N.first,!1),w(m)}function R(N,O){let $=Zo(O,N.breakpoints),D=xr(O,N.present),F=S&&N.fold.measured?.by==="t\
ime"?N.fold.measured:null,W=new Map(F?.ops.map((M,I)=>[M,F.numbers[I]])??[]),K=new Map([...Fe(O)].map(([M,I])=>[M,I.reduce(
(C,H)=>C+(W.get(H)??0),0)])),ee=Math.max(...K.values(),0);F&&!ee&&L(a,"No times: eager code is not run again.");let Z=N.
stopped?.path===O.path?N.stopped.line:0;for(let[M,I]of d){let C=$.get(M)??[];b(I,"data-stops",C.length>0),b(I,"data-off",
C.length>0&&C.every(E=>!E.enabled)),b(I,"data-hollow",C.length>0&&C.every(E=>!E.verified)),b(I,"data-health",D.get(M)),b(
I,"data-here",M===Z);let H=I.firstElementChild;C.length&&b(H,"title",`${C.map(E=>`breakpoint ${E.number}: ${E.spec}${E.problem?
`, ${E.problem}`:""}`).join(`
`)}
click to remove`),b(H,"aria-pressed",C.length?"true":"false");let te=I.children[2],re=F?K.get(M)??0:0;L(te,re?he.time.text(
re):""),te.style.setProperty("--share",`${ee?(100*re/ee).toFixed(0):0}%`)}b(l,"data-timed",S)}return{el:p,show:y,update(N){
u=N;let O=`${N.graph?.program} ${N.runs}`,$=N.stopped?.path??"",D=`${N.stopped?.run} ${N.stopped?.tick} ${$}:${N.stopped?.
line}`,F=N.phase==="paused"||N.over;F&&(D!==g||O!==k)&&(O!==k&&(f=null),[g,k]=[D,O],($||!f)&&y($,N.stopped?.line??0),S&&
e("MeasureOperators",{by:"time",step:N.stopped?.step||0},()=>!0));let W=N.fold.source;W&&W!==f&&(!h.path||W.path===h.path)&&
P(W),f?R(N,f):L(a,F?a.textContent??"":"Pause the run to see its code."),b(s,"hidden",!f),b(r,"hidden",!f||!N.recorded)}}}var kr=50;function en({ask:e,signal:t}){let o=ce("watch-field","h.mean(), loss - previous(loss), len(batch)","expression\
 to watch; Enter adds it"),n=c("form",{class:"opscope-watch-form","data-asks":!0},o,c("button",{class:"opscope-button op\
scope-watch-add",type:"submit"},"Watch")),s=c("dl",{class:"opscope-variables opscope-watches","aria-label":"watch expres\
sions"}),r=c("div",{},s,n),a=[],i,l=p=>e("WatchExpressions",{expressions:p.slice(-kr)});return n.addEventListener("submi\
t",p=>{p.preventDefault();let d=o.value.trim();d&&(o.value="",l([...a.filter(f=>f!==d),d]))},{signal:t}),o.addEventListener(
"keydown",p=>{p.key!=="Enter"||p.isComposing||(p.preventDefault(),n.requestSubmit())},{signal:t}),s.addEventListener("cl\
ick",p=>{let d=p.target.closest("[data-expression]");d&&l(a.filter(f=>f!==d.dataset.expression))},{signal:t}),{el:r,update(p){
let d=p.fold.watched,f=p.phase==="running",u=JSON.stringify([d,f]);u!==i&&(i=u,a=d?.expressions??[],b(s,"data-old",f),s.
replaceChildren(...a.flatMap((h,k)=>[c("dt",{title:h},h),c("dd",{title:d?.texts[k],"data-failed":d?.failed[k]},c("span",
{},d?.texts[k]??""),c("button",{type:"button",class:"opscope-unwatch","data-asks":!0,"data-expression":h,title:"watch it\
 no longer","aria-label":`watch ${h} no longer`},"×"))])))}}}var tn={id:"code",label:"Code",create:vr};function nt(e,t,o=!0){return c("details",{class:"opscope-section",open:o},c("s\
ummary",{},e),t)}function vr({ask:e,open:t,refresh:o,offline:n,signal:s}){let r=Qo({ask:e,open:t,refresh:o,signal:s}),a=qo(
{ask:e,show:r.show,refresh:o,signal:s}),i=en({ask:e,signal:s}),l=Ko({ask:e,signal:s}),p=Vo({ask:e,frame:()=>a.frame,signal:s}),
d=nt("Operator",l.el,!1);d.addEventListener("toggle",o,{signal:s});let f=c("div",{class:"opscope-code-side"},nt("Call st\
ack",a.el),nt("Variables",a.variables),nt("Watch",i.el),d),u=c("div",{class:"opscope-nothing",hidden:!n},"The code is sh\
own while a kernel runs the program."),h=c("div",{class:"opscope-code-body",hidden:n},r.el,f),k=c("div",{class:"opscope-\
code-tab"},u,h,p.el);return b(p.el,"hidden",n),{el:k,open(g){d.open=!0,l.choose(Number(g))},update(g){n||(r.update(g),a.
update(g),i.update(g),l.update(g,d.open),p.update(g))}}}var $r=1e5,Mr={to:e=>e,marks:be,isLog:!1};function on(e){let t=e.flatMap(({min:s,max:r,mean:a})=>[s,r,a]).flatMap(s=>s?[
Math.abs(s)]:[]).sort((s,r)=>s-r),o=t[t.length>>1]??1;if(!((t.at(-1)??0)>$r*o))return Mr;let n=s=>Math.sign(s)*Math.log10(
1+Math.abs(s)/o);return{to:n,isLog:!0,marks(s,r,a){let i=Math.ceil(Math.log10(o)),l=Math.max(1,Math.ceil(Math.max(r,-s)*
(s<0&&r>0?2:1)/a)),p=[0];for(let d=i+l-1;d<=308&&n(10**d)<=Math.max(r,-s);d+=l)p.push(10**d,-(10**d));return p.filter(d=>n(
d)>=s&&n(d)<=r)}}}var Le=150,Ne=58,Lt=10,Nt=8,st=22,Et="history of mean, min and max";function Tt(e){let t=e.flatMap(i=>[i.min,i.max,i.mean]).
filter(i=>i!==null),o=t.length?Math.min(...t):0,n=t.length?Math.max(...t):1;n===o&&([o,n]=[o-(Math.abs(o)||1)/2,n+(Math.
abs(n)||1)/2]);let s=(n-o)*.04,r=e[0]?.step??0,a=e.at(-1)?.step??1;return{x:[r,a>r?a:r+1],y:[o-s,n+s]}}function rt(e,t){
let o=[],n=!1;for(let s of e)t(s)&&(n||o.push([]),o[o.length-1].push(s)),n=t(s);return o}function sn({goTo:e,signal:t}){
let o=U("g",{class:"opscope-grid"}),n=U("path",{class:"opscope-band"}),s=U("path",{class:"opscope-line"}),r=U("path",{class:"\
opscope-bad"}),a=U("path",{class:"opscope-cross"}),i=U("path",{class:"opscope-cursor"}),l=U("svg",{class:"opscope-chart",
height:Le,role:"img","aria-label":Et});l.append(o,n,s,r,a,i);let p=c("span"),d=c("section",{class:"opscope-card opscope-\
wide"},c("h4",{},"History",p),l),f=[],u="",h=null,k=nn([],1),g=()=>{let w=h===null?void 0:Xe(f,k.step(h));L(p,w?`step ${w.
step}  mean ${G(w.mean)}  ${G(w.min)} … ${G(w.max)}`:m?"mean, min … max; click to go there":"mean, min … max"),b(a,
"d",w?`M${k.x(w.step)},${Nt}V${Le-st}`:"")},m=null,x=w=>{let{x:v}=k.extent;b(i,"d",w===null||!f.length||w<v[0]||w>v[1]?"":
`M${k.x(w)},7l-4,-6h8zV${Le-st}`)};l.addEventListener("click",w=>{if(!m||!f.length)return;let v=Math.round(k.step(w.clientX-
l.getBoundingClientRect().left));e(Math.max(m[0],Math.min(m[1],v)))},{signal:t}),l.addEventListener("pointermove",w=>(h=
w.clientX-l.getBoundingClientRect().left,g()),{signal:t}),l.addEventListener("pointerleave",()=>(h=null,g()),{signal:t});
let S=()=>{},y=new ResizeObserver(()=>S());return y.observe(l),t.addEventListener("abort",()=>y.disconnect()),{el:d,update(w,v,T){
S=()=>this.update(w,v,T);let A=w?.points??[];m=T,b(l,"data-goes",!!T),b(l,"aria-label",v===null?Et:`${Et}; the cursor is\
 at step ${v}`),x(v);let P=Math.max(200,l.clientWidth||d.clientWidth);if(A===f&&u===String(P))return g();f=A,u=String(P),
k=nn(f,P),Er(o,n,s,r,f,k,P),x(v),g()}}}function Sr(e,t){let o=e.min===null||e.max===null?"":`M${t.x(e.step)},${t.y(e.min)}\
V${t.y(e.max)}`;return`M${t.x(e.step)-4},${t.y(e.mean)}h8${o}`}function nn(e,t){let o=on(e),n=l=>l===null?null:o.to(l),{
x:s,y:r}=Tt(e.map(l=>({...l,min:n(l.min),max:n(l.max),mean:n(l.mean)}))),a=t-Ne-Lt,i=Le-Nt-st;return{extent:{x:s,y:r},vertical:o,
x:l=>+(Ne+(l-s[0])/(s[1]-s[0])*a).toFixed(1),y:l=>+(Nt+(1-(o.to(l)-r[0])/(r[1]-r[0]))*i).toFixed(1),step:l=>s[0]+(l-Ne)/
a*(s[1]-s[0])}}function Er(e,t,o,n,s,r,a){let i=Le-st,l=r.vertical.marks(...r.extent.y,4).flatMap(h=>[U("path",{d:`M${Ne}\
,${r.y(h)}H${a-Lt}`}),U("text",{x:Ne-6,y:r.y(h)+3.5,"text-anchor":"end"},$e(h))]),p=be(...r.extent.x,Math.max(3,a/110)).
filter(Number.isInteger).map(h=>U("text",{x:r.x(h),y:Le-6,"text-anchor":"middle"},$e(h)));e.replaceChildren(...s.length?
[...l,...p]:[],U("path",{class:"opscope-floor",d:`M${Ne},${i}H${a-Lt}`}));let d=rt(s,h=>h.min!==null&&h.max!==null).map(
h=>{let k=h.map(m=>`${r.x(m.step)},${r.y(m.max)}`),g=[...h].reverse().map(m=>`${r.x(m.step)},${r.y(m.min)}`);return`M${[
...k,...g].join("L")}Z`});b(t,"d",d.join(""));let f=rt(s,h=>h.mean!==null).map(h=>{let k=h.map(g=>`${r.x(g.step)},${r.y(
g.mean)}`);return k.length>1?`M${k.join("L")}`:Sr(h[0],r)});b(o,"d",f.join(""));let u=s.filter(h=>h.bad).map(h=>`M${r.x(
h.step)},${i-5}V${i}`);b(n,"d",u.join(""))}function rn({ask:e,signal:t}){let o=c("code",{}),n=c("button",{type:"button",class:"opscope-slice-tool opscope-undo",title:"\
undo the latest edit of this run"},"Undo"),s=c("span",{role:"status"}),r=c("div",{class:"opscope-edits",hidden:!0,"data-\
asks":!0},"edited",o,n,s);return n.addEventListener("click",()=>e("UndoEdit",{},(a,i)=>(L(s,a?"":i),!0)),{signal:t}),{el:r,
update(a){let i=a.fold.edits?.texts??[];b(r,"hidden",!i.length||a.phase!=="paused"),L(o,i.join("; ")),b(o,"title",i.join(
`
`))}}}function at({goTo:e,open:t,signal:o}){let n=c("ol",{class:"opscope-why-card",hidden:!0,"aria-label":"why: from the value\
 back to its first cause"}),s=null;n.addEventListener("click",a=>{let i=a.target.closest("button");i?.dataset.step?e(Number(
i.dataset.step),Number(i.dataset.op)):i?.dataset.op&&t("graph",Number(i.dataset.op))},{signal:o});function r(a,i){let[l,
p,d]=[a.ops[i],a.steps[i],i===a.cause],f=l<0?c("span",{class:"opscope-maker"},a.makers[i]):c("button",{type:"button",class:"\
opscope-operator","data-op":l,title:`show ${a.makers[i]} ${l} in the graph`},`${a.makers[i]} ${l}`),u=p?[c("button",{type:"\
button",class:"opscope-operator opscope-go","data-step":p,"data-op":l,title:`go to ${a.makers[i]} in step ${p}`},`step ${p}`)]:
[],h=a.gaps[i]?[c("div",{class:"opscope-gap"},`${se(a.gaps[i])} more`)]:[],k=[a.notes[i],d&&a.reads[i]].filter(Boolean).
join(": ");return c("li",{"data-cause":d},...h,c("div",{class:"opscope-link"},...d?[c("b",{class:"opscope-cause-mark"},"\
cause")]:[],c("code",{},a.values[i]),...a.called[i]?[c("code",{class:"opscope-called"},a.called[i])]:[],f,...u),...k?[c(
"div",{class:"opscope-note-text"},k)]:[],...d?a.growth.map(g=>c("div",{class:"opscope-note-text"},g)):[],...a.sites[i]?[
c("code",{class:"opscope-line"},a.sites[i]+(a.sources[i]?`: ${a.sources[i]}`:""))]:[])}return{el:n,update(a){a!==s&&(s=a,
b(n,"hidden",!a),n.replaceChildren(...(a?.values??[]).map((i,l)=>r(a,l))))}}}function Lr(e){let t=e.indexOf(`
chain`);return t<0?e:e.slice(0,t)}function an({ask:e,goTo:t,open:o,signal:n,offline:s}){let r=c("button",{class:"opscope\
-why",title:"from its first cause through the operators to this value"},"Why this value?"),a=c("button",{class:"opscope-\
why",title:"the NaN or Inf at this stop, else the first of the history"},"Why NaN or Inf?"),i=c("pre",{class:"opscope-ca\
use","aria-live":"polite"}),l=at({goTo:t,open:o,signal:n}),p=c("div",{class:"opscope-explanation",hidden:s,"data-asks":!0},
c("div",{},r,a),i,l.el),d="",f="",u=null;function h(g){k("Searching …"),e("Explain",{name:g},(m,x)=>(k(Lr(x)),u=m?g:null,
!0))}function k(g){L(i,g),b(i,"hidden",!g),u=null}return r.addEventListener("click",()=>h(d),{signal:n}),a.addEventListener(
"click",()=>h(""),{signal:n}),k(""),{el:p,update(g,m){let{stopped:x,explained:S}=m,y=`${g} ${x?.run} ${x?.tick}`;y!==f&&
k(""),d=g,f=y;let w=S&&!S.at&&S.asked===u?S:null;l.update(w),b(i,"hidden",!!w||!i.textContent)}}}var Te=168;function Nr(e,t=!1){let o=s=>t?Math.log1p(s):s,n=Math.max(o(1),...e.map(o));return e.map(s=>s?Math.max(.012,o(
s)/n):0)}function cn(e,t){let o=t*e.counts.reduce((s,r)=>s+r,0),n=(e.high-e.low)/e.counts.length;for(let[s,r]of e.counts.
entries()){if(r&&o<=r)return e.low+n*(s+o/r);o-=r}return null}function Tr(e){if(e.low!==e.high)return e.counts;let t=e.counts.
length>>1;return e.counts.map((o,n)=>n===t?e.counts.reduce((s,r)=>s+r,0):0)}function Ar(e,t){let o=(e.high-e.low)/e.counts.
length;return o?`${G(e.low+t*o)} … ${G(e.low+(t+1)*o)}: ${se(e.counts[t])}`:At(e)}function ln(e){let t=c("canvas",{class:"\
opscope-histogram",role:"img","aria-label":"histogram",style:`height: ${Te}px`}),o=c("span"),n=c("span",{class:"opscope-\
zero"},"0"),s=c("span"),r=c("div",{class:"opscope-readout"}),a=c("span"),i=c("button",{type:"button",class:"opscope-log",
"aria-pressed":"false",title:"logarithmic counts: rare values stay visible"},"log"),l=c("div",{class:"opscope-axis"},o,n,
s),p=c("section",{class:"opscope-card"},c("h4",{},"Distribution",a),i,t,l,r),d,f=null,u="",h=!1,k=()=>{};i.addEventListener(
"click",()=>{h=!h,b(i,"aria-pressed",h?"true":"false"),k()},{signal:e});let g=()=>{let m=d&&f!==null&&f<d.counts.length;
b(t,"aria-label",d?`histogram of step ${d.step}, from ${G(d.low)} to ${G(d.high)}: ${At(d)}`:"histogram"),L(r,d?m?Ar(d,f):
At(d):"")};return t.addEventListener("pointermove",m=>{if(!d)return;let x=t.getBoundingClientRect();f=Math.max(0,Math.min(
d.counts.length-1,Math.floor((m.clientX-x.left)/x.width*d.counts.length))),g()},{signal:e}),t.addEventListener("pointerl\
eave",()=>(f=null,g()),{signal:e}),{el:p,update(m){let x=`${t.clientWidth}/${devicePixelRatio}/${getComputedStyle(t).color}`;
if(m===d&&x===u)return;d=m,u=x,L(a,m?`step ${m.step}`:"");let S=m?.counts.some(Boolean);L(o,m&&S?G(m.low):""),L(s,m&&S?G(
m.high):"");let y=m&&m.low<0&&m.high>0?-m.low/(m.high-m.low):null;b(n,"style",y===null||y<.15||y>.85?"visibility: hidden":
`left: ${(100*y).toFixed(2)}%`),g();let w=m&&m.high>m.low?[.05,.5,.95].map(v=>G(cn(m,v))):[];b(t,"title",w.length?`5 %, \
median and 95 % of the elements: about ${w.join(", ")}`:void 0),k=()=>_r(t,m,y,h),k()}}}function At(e){let t=e.counts.reduce(
(o,n)=>o+n,0);return t?e.low===e.high?t===1?"1 finite element":`${se(t)} finite elements, all equal`:`${se(t)} finite el\
ement${t===1?"":"s"} in ${e.counts.length} bins`:"no finite elements"}function _r(e,t,o,n){let s=e.getContext("2d"),r=e.
clientWidth;if(!s||!r)return;e.width=Math.round(r*devicePixelRatio),e.height=Math.round(Te*devicePixelRatio),s.scale(devicePixelRatio,
devicePixelRatio);let a=getComputedStyle(e);if(s.fillStyle=a.borderBottomColor,s.fillRect(0,Te-1,r,1),!t)return;o!==null&&
s.fillRect(Math.round(o*r),0,1,Te),s.fillStyle=a.color;let i=r/t.counts.length;Nr(Tr(t),n).forEach((l,p)=>{let d=l*(Te-18);
s.fillRect(p*i+.5,Te-1-d,Math.max(1,i-1),d)}),t.high>t.low&&Cr(s,t,r,a.borderTopColor)}function Cr(e,t,o,n){let[s,r,a]=[
.05,.5,.95].map(i=>((cn(t,i)??t.low)-t.low)/(t.high-t.low)*o);e.fillStyle=n,e.fillRect(s,5,a-s,1);for(let[i,l]of[[s,7],[
r,11],[a,7]])e.fillRect(i-.75,5.5-l/2,1.5,l)}function Ir(e){return e.phase==="running"?"pause the run first":e.over?"the run is over: try what would have been":""}function pn({
ask:e,signal:t}){let o=c("code",{class:"opscope-cell-name"}),n=ce("cell-index","all","index: 0, 3 or 0, :3; empty is all\
 of it"),s=ce("cell-value","0.5, nan, h.mean()","new value"),r=c("button",{type:"submit",class:"opscope-slice-tool opsco\
pe-cell-set",title:"in this run; what follows is computed again"},"Set"),a=c("button",{type:"button",class:"opscope-slic\
e-tool opscope-cell-try",title:"replay the steps from here on with this value, beside the run"},"What if"),i=ce("cell-st\
eps","100","how many steps to replay","number"),l=c("button",{type:"button",class:"opscope-slice-tool opscope-cell-close",
title:"close (Esc)","aria-label":"close"},"×"),p=c("div",{class:"opscope-empty opscope-cell-answer",role:"status"}),d=c(
"form",{class:"opscope-cell-form",hidden:!0,"data-asks":!0},c("span",{},o," [ ",n," ] = ",s),c("span",{},r,a,c("label",{
title:"how many steps to replay"},i," steps"),l)),f=c("div",{class:"opscope-cell-editor"},d,p),u="",h="",k=null,g=()=>n.
value.trim()?`${u}[${n.value.trim()}]`:u,m=(y,w)=>(L(p,w),b(p,"data-failed",!y),w&&p.scrollIntoView({block:"nearest"}),!0);
function x(){b(d,"hidden",!0),k?.focus({preventScroll:!0}),k=null}function S(y){if(!s.value.trim())return void m(!1,"Giv\
e the new value: a number, nan, or an expression such as h.mean().");m(!0,y?"replaying …":"");let w={target:g(),value:s.
value.trim()},v=(T,A)=>(m(T,A),T&&x(),!0);y?e("TryValue",{...w,steps:Math.max(1,Math.round(Number(i.value)||100))},v):e(
"SetValue",w,v)}return d.addEventListener("submit",y=>(y.preventDefault(),S(!!h)),{signal:t}),a.addEventListener("click",
()=>S(!0),{signal:t}),l.addEventListener("click",x,{signal:t}),d.addEventListener("keydown",y=>{if(y.key==="Escape")x();else if(y.
key==="Enter"&&!y.isComposing&&y.target.matches("input"))S(!!h);else return;y.preventDefault(),y.stopPropagation()},{signal:t}),
{el:f,open(y,w,v,T){[u,k]=[y,T],L(o,y),b(o,"title",y),n.value=w,s.value=v,m(!0,""),b(d,"hidden",!1),s.focus(),s.select()},
update(y,w){u&&w!==u&&!d.hidden&&b(d,"hidden",!0),h=Ir(y),r.disabled=!!h,b(r,"title",h||"in this run; what follows is co\
mputed again"),a.disabled=!y.recorded||y.phase==="running"}}}var le={nan:[255,0,200],minusInf:[0,229,255],plusInf:[255,40,30]},Rr=[[.2777273272234177,.005407344544966578,.3340998053353061],
[.1050930431085774,1.404613529898575,1.384590162594685],[-.3308618287255563,.214847559468213,.09509516302823659],[-4.634230498983486,
-5.799100973351585,-19.33244095627987],[6.228269936347081,14.17993336680509,56.69055260068105],[4.776384997670288,-13.74514537774601,
-65.35303263337234],[-5.435455855934631,4.645852612178535,26.3124352495832]];function Ae(e){let t=Math.max(0,Math.min(1,
e)),o=n=>{let s=Rr.reduceRight((r,a)=>r*t+a[n],0);return Math.round(255*Math.max(0,Math.min(1,s)))};return[o(0),o(1),o(2)]}
var me=([e,t,o])=>`rgb(${e}, ${t}, ${o})`,zc=Array.from({length:256},(e,t)=>t===0?le.nan:t===1?le.minusInf:t===255?le.plusInf:
Ae((t-2)/252));function De(e,t,o){return e===0?NaN:e===1?-1/0:e===255?1/0:t+(e-2)/252*(o-t)}function it(){return`linear-gradient(to rig\
ht, ${Array.from({length:17},(e,t)=>me(Ae(t/16))).join(", ")})`}var dn=26,Br=14,Or=4;function un(e,t,o,n){let s=Math.min(dn,o/t,n/e),r=(a,i)=>Math.max(Br,s*a,s<dn?Math.min(i/2,Or*s*a):
0);return[r(t,o),r(e,n)]}function fn(e,t,o,n){let s=o*e.row_stride,r=n*e.col_stride,a=De(e.pixels[o*e.cols+n],e.low,e.high),
i=Number.isNaN(a)?"NaN":a===1/0?"+Inf":a===-1/0?"−Inf":`≈ ${G(a)}`;return`${t.length>2?`[${so(t,s,r).join(", ")}]  `:
""}row ${s}, col ${r}  ${i}`}function hn(e){let{row_stride:t,col_stride:o}=e;if(!e.rows||!e.cols)return"no elements";let n=(s,r)=>s>
1?[`every ${s}th ${r}`]:[];return[`${e.rows} × ${e.cols} cells`,...n(t,"row"),...n(o,"column")].join(", ")}function mn(e,t,o){let n=1,s=0;for(let r=1;r<=e.facets;r++){let a=Math.min(t/(r*(e.cols+1)),o/(Math.ceil(e.facets/r)*(e.
rows+1)));a>s&&([n,s]=[r,a])}return n}function ct(e,t){return[Math.min(t,e.facets)*(e.cols+1)-1,Math.ceil(e.facets/t)*(e.
rows+1)-1]}function ze(e,t,o,n){let[s,r]=[Math.floor(o/(e.cols+1)),Math.floor(n/(e.rows+1))],[a,i]=[o-s*(e.cols+1),n-r*(e.
rows+1)],l=r*t+s;return a<e.cols&&i<e.rows&&l<e.facets&&s<t?{facet:l,row:i,col:a}:null}function Rt(e){let t=Math.max(-1,
Math.min(1,e)),o=t<0?[33,102,172]:[178,24,43],n=Math.abs(t)**.8;return o.map(s=>Math.round(247+(s-247)*n))}function gn(e,t){
let o=Math.max(Math.abs(e.low),Math.abs(e.high))||1;return Array.from({length:256},(n,s)=>{if(s===0)return le.nan;if(s===
1)return le.minusInf;if(s===255)return le.plusInf;let r=De(s,e.low,e.high);return t?Rt(r/o):Ae(e.high>e.low?(r-e.low)/(e.
high-e.low):.5)})}function lt(e,{facet:t,row:o,col:n}){let s=(t*e.rows+o)*e.cols+n,r=e.numbers[s];if(r!==void 0)return r===
"nan"?"NaN":r.replace("inf","Inf").replace("-","−");let a=De(e.pixels[s],e.low,e.high);return Number.isNaN(a)?"NaN":a===
1/0?"+Inf":a===-1/0?"−Inf":`≈ ${G(a)}`}function bn(e,t,o,n){let[s,r]=ct(t,o),a=e.getContext("2d");if(!a||s<=0||r<=0)
return;e.width!==s&&(e.width=s),e.height!==r&&(e.height=r);let i=a.createImageData(s,r),l=gn(t,n);for(let p=0;p<t.facets;p++){
let[d,f]=[p%o*(t.cols+1),Math.floor(p/o)*(t.rows+1)];for(let u=0;u<t.rows;u++)for(let h=0;h<t.cols;h++){let k=4*((f+u)*s+
d+h),[g,m,x]=l[t.pixels[(p*t.rows+u)*t.cols+h]];i.data[k]=g,i.data[k+1]=m,i.data[k+2]=x,i.data[k+3]=255}}a.putImageData(
i,0,0)}function Pr(e){let t=Math.abs(e);return(e===0||t>=.01&&t<1e4?String(Number(e.toPrecision(3))):e.toExponential(0)).
replaceAll("-","−").replace("e+","e")}function wn(e,t,o,n,s){let r=e.getContext("2d");if(!r)return;e.width=Math.round(
o*devicePixelRatio),e.height=Math.round(n*devicePixelRatio),r.scale(devicePixelRatio,devicePixelRatio);let a=gn(t,s),[i,
l]=[o/t.cols,n/t.rows];r.font=`${Math.min(11,i/4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", mon\
ospace`,r.textAlign="center",r.textBaseline="middle";for(let p=0;p<t.rows;p++)for(let d=0;d<t.cols;d++){let f=p*t.cols+d,
[u,h,k]=a[t.pixels[f]];r.fillStyle=`rgb(${u}, ${h}, ${k})`,r.fillRect(d*i,p*l,i-1,l-1),r.fillStyle=.299*u+.587*h+.114*k>
140?"#111111":"#ffffff";let g=Number(t.numbers[f]),m=Number.isFinite(g)?Pr(g):lt(t,{facet:0,row:p,col:d});r.fillText(m,(d+
.5)*i,(p+.5)*l)}}var Bt=168,Ot=300,Fr=600,Pt=[34,18],pt=4,Dr=16,xn=8,yn={rows:-1,cols:-1,facets:-1,index:"",top:0,left:0,height:0,width:0,
difference:!1};function zr(e,t,o,n){let[s,r]=[_e(e,0),_e(e,1)],a=Math.min(s,Math.max(xn,Math.round(e.height/n))),i=Math.
min(r,Math.max(xn,Math.round(e.width/n))),l=(p,d,f)=>Math.max(0,Math.min(f-d,Math.round(p-d/2)));return{top:l(t,a,s),left:l(
o,i,r),height:a,width:i}}function jr(e,t){let[o,n]=e.axes,s=kn(e,{facet:t,row:0,col:0}).map((r,a)=>a===o||a===n?0:r);return{
rows:o,cols:n,facets:-1,index:s.join(","),top:0,left:0,height:0,width:0}}function _e(e,t){let o=e.axes[t];return o<0?1:e.
shape[o]}function fe(e){return{facets:e.facets,rows:Math.ceil(e.height/e.row_stride),cols:Math.ceil(e.width/e.col_stride),
low:e.low,high:e.high,pixels:e.pixels,numbers:e.numbers}}function kn(e,t){let[o,n,s]=e.axes,r=new Map([[o,e.top+t.row*e.
row_stride],[n,e.left+t.col*e.col_stride],[s,t.facet*e.facet_stride]]);return e.shape.map((a,i)=>r.get(i)??e.index[i])}function Hr(e,t){
let[o,n,s]=e.axes,[r,a]=[e.top+t.row*e.row_stride,e.left+t.col*e.col_stride],i=(p,d,f)=>d>1?`${p}–${Math.min(f,p+d)-1}`:
`${p}`;return`[${e.shape.map((p,d)=>d===o?i(r,e.row_stride,e.top+e.height):d===n?i(a,e.col_stride,e.left+e.width):String(
d===s?t.facet*e.facet_stride:e.index[d])).join(", ")}]  ${lt(fe(e),t)}`}function vn({ask:e,signal:t,offline:o}){let n=c(
"canvas",{class:"opscope-heatmap",role:"img",tabindex:o?void 0:0,"aria-label":"elements as colours; plus and minus zoom,\
 arrows move, Enter or a double click sets an element"}),s=c("div",{class:"opscope-heatmap-box"},n),r=c("span"),a=c("spa\
n"),i=c("i"),l=[Ft("NaN",le.nan,0),Ft("−Inf",le.minusInf,1),Ft("+Inf",le.plusInf,255)],p=c("div",{class:"opscope-reado\
ut"}),d=c("span"),f={rows:Z("rows"),cols:Z("columns"),facets:Z("facets")},u=c("span",{class:"opscope-positions"}),h=c("s\
elect",{class:"opscope-slice-map",title:"colors","aria-label":"colors"},c("option",{value:"auto"},"auto"),c("option",{value:"\
sequential"},"low to high"),c("option",{value:"signed"},"signed")),k=ee("+","zoom in (click a cell or a facet, or +)","z\
oom-in",()=>C(pt)),g=ee("−","zoom out (-)","zoom-out",()=>C(1/pt)),m=ee("Pin","keep these elements, to compare others \
with them","pin",()=>e("PinValue",{name:v})),x=ee("Difference","show the difference to the pinned value","difference",()=>I(
{...T,difference:!T.difference})),S=c("div",{class:"opscope-slice-bar",hidden:!0},f.rows.el,f.cols.el,f.facets.el,u,c("l\
abel",{},"colors",h),c("span",{class:"opscope-slice-tools"},g,k,m,x)),y=pn({ask:e,signal:t}),w=c("section",{class:"opsco\
pe-card opscope-elements"},c("h4",{},"Elements",d),S,s,y.el,c("div",{class:"opscope-legend"},c("div",{class:"opscope-sca\
le"},r,i,a),...l.map(_=>_.el)),p),v="",T=yn,A="",P=null,R="",N="",O,$,D=[],F=null,W=null,K=-1;function ee(_,z,q,Y){let X=c(
"button",{type:"button",class:`opscope-slice-tool opscope-${q}`,title:z,"aria-label":z},_);return X.addEventListener("cl\
ick",Y,{signal:t}),X}function Z(_){let z=c("select",{class:`opscope-axis-${_}`,"aria-label":`axis of the ${_}`});return z.
addEventListener("change",()=>M(_==="columns"?"cols":_,Number(z.value)),{signal:t}),{el:c("label",{},_,z),field:z}}function M(_,z){
if(!$)return;let[q,Y,X]=$.axes,V={rows:q,cols:Y,facets:X},ae=Object.keys(V).find(oe=>z>=0&&V[oe]===z);ae&&(V[ae]=V[_]),V[_]=
z,I({...T,...V,top:0,left:0,height:0,width:0})}function I(_){_.facets>=0&&(K=-1),T=_,R="",e("FetchSlice",{name:v,...T},(z,q)=>(z||
([R,T]=[q,{...T,difference:!1}]),B(),!0))}function C(_,z){if(!$)return;let[q,Y]=z??[$.top+$.height/2,$.left+$.width/2],X=zr(
$,q,Y,_),V=X.height===$.height&&X.width===$.width;V&&_>1&&$.facets>1?H($,F&&ze(fe($),re(fe($)),...F)?.facet||0):V&&_<1&&
K>=0?I({...T,...X,facets:K}):I({...T,...X})}function H(_,z){I({...T,...jr(_,z)}),K=_.axes[2]}let te=()=>$?fe($):O?{...O,
facets:1,numbers:[]}:null,re=_=>mn(_,s.clientWidth||400,_.facets>1?Ot:Bt),E=()=>h.value==="signed"||h.value==="auto"&&!!$?.
difference;function B(){let _=$&&F&&ze(fe($),re(fe($)),...F),z=O&&F&&F[1]<O.rows&&F[0]<O.cols,q=$?_&&Hr($,_):z&&O&&F?fn(
O,D,F[1],F[0]):"";L(p,R||q||($?Wr($):O?hn(O):""))}function j(_){let z=te();if(!z)return null;let q=n.getBoundingClientRect(),
[Y,X]=ct(z,re(z)),V=(ae,oe)=>Math.max(0,Math.min(oe-1,Math.floor(ae*oe)));return[V((_.clientX-q.left)/q.width,Y),V((_.clientY-
q.top)/q.height,X)]}n.addEventListener("pointermove",_=>(F=j(_),B()),{signal:t}),n.addEventListener("pointerleave",()=>(F=
null,B()),{signal:t});function J(_,z){if(!_||o)return;let q=fe(_),Y=(z&&ze(q,re(q),...z))??{facet:0,row:0,col:0},X=lt(q,
Y);y.open(v,kn(_,Y).join(", "),_.numbers.length?X.replace("−","-"):"",n)}n.addEventListener("dblclick",()=>J(W?.slice,
W?.at??null),{signal:t}),n.addEventListener("click",_=>{if(_.detail>1)return;W={slice:$,at:j(_)};let z=$&&ze(fe($),re(fe(
$)),...j(_)??[0,0]);$&&z&&$.facets>1?H($,z.facet):$&&z&&!Q()&&C(Dr,[$.top+z.row*$.row_stride,$.left+z.col*$.col_stride])},
{signal:t}),n.addEventListener("keydown",_=>{let z={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[_.
key];if(_.key==="+"||_.key==="=")C(pt);else if(_.key==="-")C(1/pt);else if(_.key==="Enter")J($,F);else if(z&&$)C(1,[$.top+
$.height*(.5+z[0]/2),$.left+$.width*(.5+z[1]/2)]);else return;_.preventDefault(),_.stopPropagation()},{signal:t}),h.addEventListener(
"change",()=>(N="",pe()),{signal:t}),u.addEventListener("change",()=>{let _=D.map((z,q)=>u.querySelector(`[data-axis="${q}\
"]`)?.value??"0");I({...T,index:_.map(z=>String(Math.max(0,Math.round(Number(z)||0)))).join(",")})},{signal:t}),u.addEventListener(
"keydown",_=>_.stopPropagation(),{signal:t});function ne(_){let z=_.shape.map((X,V)=>[String(V),`${V} (${X})`]);for(let[
X,{field:V}]of[f.rows,f.cols,f.facets].entries()){let ae=[["-1","none"],...z],oe=ae.join();V.dataset.key!==oe&&V.replaceChildren(
...ae.map(([ue,xe])=>c("option",{value:ue},xe))),V.dataset.key=oe,V.value=String(_.axes[X])}b(f.rows.el,"hidden",_.shape.
length<2),b(f.cols.el,"hidden",_.shape.length<2),b(f.facets.el,"hidden",_.shape.length<3);let q=_.shape.flatMap((X,V)=>_.
axes.includes(V)||X<2?[]:[[V,X,_.index[V]]]),Y=JSON.stringify(q);u.dataset.key!==Y&&(u.dataset.key=Y,u.replaceChildren(...q.
map(([X,V,ae])=>c("label",{},`axis ${X}`,c("input",{type:"number",min:0,max:V-1,value:ae,"data-axis":X,title:`position o\
n axis ${X}, 0 to ${V-1}`})))))}function Q(){if(!$)return!1;let{facets:_,rows:z,cols:q,numbers:Y}=fe($);return _===1&&Y.
length>0&&s.clientWidth/q>=Pt[0]&&z*Pt[1]<=Fr}function pe(){let _=te(),z=_?_.rows*_.cols*_.facets:0;if(b(n,"hidden",!z),
!_||!z)return;let q=re(_),[Y,X]=ct(_,q),V=s.clientWidth,ae=Q(),oe=ae?[Math.min(V,_.cols*64),_.rows*Pt[1]]:_.facets>1?[Math.
min(V,Y*Ot/X),Math.min(Ot,X*V/Y)]:un(_.rows,_.cols,V,Bt),ue=`${oe} ${devicePixelRatio} ${E()} ${ae}`;if(ue===N)return;N=
ue,b(s,"style",`height: ${Math.max(ae||_.facets>1?0:Bt,Math.ceil(oe[1]))}px`),b(n,"style",`width: ${oe[0].toFixed(1)}px;\
 height: ${oe[1].toFixed(1)}px`),ae?wn(n,_,oe[0],oe[1],E()):bn(n,_,q,E());let xe=Math.max(Math.abs(_.low),Math.abs(_.high));
L(r,G(E()?-xe:_.low)),L(a,G(E()?xe:_.high)),b(i,"style",`background: ${E()?`linear-gradient(to right, ${[-1,-.5,0,.5,1].
map(ft=>me(Rt(ft))).join(", ")})`:it()}`)}return{el:w,update(_,z,q,Y){D=z,Y!==v&&([v,T,R,K]=[Y,yn,"",-1]);let X=`${Y} ${z}\
 ${q.stopped?.run} ${q.stopped?.tick} ${_?.step} ${q.phase}`;!o&&q.phase!=="running"&&(X!==A||q.stopped!==P)&&_&&I(T),[A,
P]=[X,q.stopped],y.update(q,Y);let V=q.fold.slices.get(Y),oe=V&&String(V.shape)===String(z)&&(V.step===_?.step||V.difference)&&
!o?V:void 0;if(oe!==$||_!==O){[$,O,N]=[oe,_,""];for(let ft of l)ft.update((oe??_)?.pixels);B()}b(S,"hidden",!$),$&&ne($),
L(d,$?.difference?`step ${$.step} − ${$.difference}`:_?`step ${_.step}`:"");let ue=q.fold.pinned,xe=!!ue?.name&&String(
ue?.shape)===String(z);b(x,"hidden",!xe),b(x,"aria-pressed",T.difference?"true":"false"),b(x,"title",ue?.name?`show the \
difference to ${ue.name} of step ${ue.step}`:""),b(m,"aria-pressed",ue?.name===Y&&ue?.step===_?.step?"true":"false"),pe()}}}
function Wr(e){let t=ke([_e(e,0),_e(e,1)]),o=e.height<_e(e,0)||e.width<_e(e,1)?`rows ${e.top}–${e.top+e.height-1}, col\
umns ${e.left}–${e.left+e.width-1} of ${t}`:t,n=e.row_stride*e.col_stride>1?`, a cell is ${e.row_stride} × ${e.col_stride}\
 elements`:"",s=e.facets>1?`${e.facets} facets of `:"",r=e.facet_stride>1?`, every ${e.facet_stride}th`:"";return`${s}${o}${r}${n}${e.
nonfinite?`, ${e.nonfinite} not finite`:""}`}function Ft(e,t,o){let n=c("span",{class:"opscope-mark","data-absent":!0},c(
"i",{style:`background: ${me(t)}`}),e);return{el:n,update:s=>b(n,"data-absent",!s?.includes(o))}}var Dt=12;function $n({ask:e,open:t,signal:o,offline:n}){let s=c("div",{class:"opscope-provenance"}),r="",a=(i,l)=>c("bu\
tton",{type:"button",class:"opscope-operator","data-op":l,title:`show ${i} ${l} in the graph`},`${i} ${l}`);return s.addEventListener(
"click",i=>{let l=i.target.closest("button");l?.dataset.op?t("graph",Number(l.dataset.op)):l?.dataset.step&&e("Goto",{step:Number(
l.dataset.step),op:Number(l.dataset.writer)})},{signal:o}),{el:s,update(i,l){let p=n?void 0:i.fold.slices.get(l.name),d=(p?.
readers??[]).map((g,m)=>[p?.reader_types[m]??"",g]),f=i.recorded&&l.step>=i.recorded.first&&l.step<=i.recorded.last,u=!n&&
i.phase!=="running"&&f&&l.op>=0,h=JSON.stringify([l.op,l.op_type,d,u&&l.step]);if(h===r)return;r=h;let k=d.length>Dt?[`a\
nd ${d.length-Dt} more`]:[];s.replaceChildren(...l.op>=0?["made by",a(l.op_type,l.op)]:[],...d.length?["read by",...d.slice(
0,Dt).map(([g,m])=>a(g,m)),...k]:p?["read by nothing"]:[],...u?[c("button",{type:"button",class:"opscope-why opscope-to-\
write","data-step":l.step,"data-writer":l.op,title:`go to ${l.op_type} in step ${l.step}, before it writes`},"Back to th\
e write")]:[]),b(s,"hidden",!s.childNodes.length)}}}var[je,Ce,zt,jt,Ht]=[150,58,10,8,22];function Mn(e,t){return e.steps.map((o,n)=>({step:o,mean:t[n],min:t[n],max:t[n],rms:null,
bad:t[n]===null?1:0}))}function Wt(e){let t=e.steps.length-1,o=s=>s===null?"NaN/Inf":G(s);return e.recorded.every((s,r)=>s===
e.changed[r])?`no difference up to step ${e.steps[t]}`:`step ${e.steps[t]}: ${o(e.recorded[t])}, would be ${o(e.changed[t])}`}
function Sn(e){let t=c("select",{class:"opscope-graph-choice","aria-label":"number to compare"}),o=c("code",{}),n=c("spa\
n"),s=U("g",{class:"opscope-grid"}),r=U("path",{class:"opscope-line"}),a=U("path",{class:"opscope-line opscope-branch-li\
ne"}),i=U("path",{class:"opscope-cross"}),l=U("svg",{class:"opscope-chart",height:je,role:"img"},s,r,a,i),p=c("div",{class:"\
opscope-branch-key"},c("span",{},c("i",{}),"recorded"),c("span",{},c("i",{class:"opscope-branch-would"}),"with the chang\
e"),o),d=c("section",{class:"opscope-card opscope-wide opscope-what-if",hidden:!0},c("h4",{},"What if",t,n),l,p),f,u="",
h={x:x=>0,step:x=>0},k=new Map;t.addEventListener("change",()=>(f=k.get(t.value),m()),{signal:e}),l.addEventListener("po\
intermove",x=>{if(!f)return;let S=h.step(x.clientX-l.getBoundingClientRect().left),y=f.steps.reduce((w,v,T)=>Math.abs(v-
S)<Math.abs(f.steps[w]-S)?T:w,0);L(n,`step ${f.steps[y]}   ${G(f.recorded[y])}   would be ${G(f.changed[y])}`),b(i,"d",`\
M${h.x(f.steps[y])},${jt}V${je-Ht}`)},{signal:e}),l.addEventListener("pointerleave",()=>(b(i,"d",""),L(n,f?Wt(f):"")),{signal:e});
let g=new ResizeObserver(()=>m());g.observe(l),e.addEventListener("abort",()=>g.disconnect());function m(){let x=f;if(!x)
return;let S=Math.max(200,l.clientWidth||d.clientWidth),y=`${x.name} ${x.change} ${S} ${x.changed.length} ${x.changed.at(
-1)}`;if(y===u)return;u=y;let w=[Mn(x,x.recorded),Mn(x,x.changed)],{x:v,y:T}=Tt([...w[0],...w[1]].sort((D,F)=>D.step-F.step)),
A=S-Ce-zt,P=D=>+(Ce+(D-v[0])/(v[1]-v[0])*A).toFixed(1),R=D=>+(jt+(1-(D-T[0])/(T[1]-T[0]))*(je-jt-Ht)).toFixed(1);h={x:P,
step:D=>v[0]+(D-Ce)/A*(v[1]-v[0])};let N=be(...T,4).flatMap(D=>[U("path",{d:`M${Ce},${R(D)}H${S-zt}`}),U("text",{x:Ce-6,
y:R(D)+3.5,"text-anchor":"end"},$e(D))]),O=be(...v,Math.max(3,S/110)).filter(Number.isInteger).map(D=>U("text",{x:P(D),y:je-
6,"text-anchor":"middle"},$e(D)));s.replaceChildren(...N,...O,U("path",{class:"opscope-floor",d:`M${Ce},${je-Ht}H${S-zt}`}));
let $=D=>rt(D,F=>F.mean!==null).map(F=>F.length>1?`M${F.map(W=>`${P(W.step)},${R(W.mean)}`).join("L")}`:`M${P(F[0].step)-
4},${R(F[0].mean)}h8`).join("");b(r,"d",$(w[0])),b(a,"d",$(w[1])),b(l,"aria-label",`${x.name}: ${Wt(x)}, if ${x.change}`),
L(n,Wt(x)),L(o,x.change)}return{el:d,update(x){let{branches:S}=x.fold;if(b(d,"hidden",!S.size),S===k)return m();k=S;let y=[
...k.values()].at(-1),w=[...k.values()].filter(v=>v.change===y?.change).map(({name:v})=>v);t.replaceChildren(...w.map(v=>c(
"option",{value:v},x.scalarNames.get(v)||v))),f=k.get(w.includes(f?.name??"")?f?.name??"":w[0]??""),f&&(t.value=f.name),
m()}}}var Gr=[["mean",e=>G(e.mean)],["std",e=>G(e.std)],["min",e=>G(e.min)],["max",e=>G(e.max)],["shape",e=>ke(e.shape)],["zer\
os",e=>Ue(e.zeros),e=>de(e)==="zeros"],["NaN",e=>se(e.nan),e=>e.nan>0],["Inf",e=>se(e.inf),e=>e.inf>0],["elements",e=>se(
e.shape.reduce((t,o)=>t*o,1))],["dtype",e=>e.dtype]];function Ur(e){return e.dtype.startsWith("complex")?"Statistics, di\
stribution and colours are of the magnitudes.":e.shape.includes(0)?"It has no elements.":""}function qr(e){return e?`Not\
 computed yet where the run is paused: this is its value ${e.startsWith("later")?e:`of ${e}`}.`:""}function En(e){let t=e.
grad_of?`gradient of ${e.grad_of}`:Ve(e)==="parameters"?"parameter":e.role;return`${e.op<0?"fed or stored":`${e.op_type}\
 (op ${e.op})`} · ${t} · step ${e.step}`}var Ln={id:"tensor",label:"Tensor",create:Vr};function Vr({ask:e,open:t,goTo:o,
reach:n,signal:s,offline:r}){let a=c("span",{class:"opscope-pill"}),i=c("span",{class:"opscope-detail-name"}),l=c("div",
{class:"opscope-origin"}),p=c("code",{class:"opscope-site"}),d=Gr.map(([R,N,O])=>{let $=c("span",{class:"opscope-number"});
return{label:R,value:N,warn:O,shown:$,el:c("div",{class:"opscope-fact"},c("span",{class:"opscope-label"},R),$)}}),f=sn({
goTo:o,signal:s}),u=ln(s),h=vn({ask:e,signal:s,offline:r}),k=$n({ask:e,open:t,signal:s,offline:r}),g=c("div",{class:"ops\
cope-detail-head"},c("div",{},a,i),c("div",{},l,p)),m=Sn(s),x=rn({ask:e,signal:s}),S=c("div",{class:"opscope-charts"},f.
el,u.el,h.el,m.el),y=c("div",{class:"opscope-hint"}),w=c("div",{class:"opscope-about"}),v=an({ask:e,goTo:o,open:t,signal:s,
offline:r}),T=[g,x.el,k.el,v.el,c("div",{class:"opscope-facts"},...d.map(R=>R.el)),w,S],A=c("div",{class:"opscope-detail\
-body"},...T),P=c("div",{class:"opscope-nothing"},"Select a value to see its statistics, history and elements.");return h.
el.append(y),{el:c("div",{class:"opscope-detail"},P,A),update(R,{selected:N,refusal:O}){let $=R.values.get(N);if(b(P,"hi\
dden",!!$),b(A,"hidden",!$),!$)return;let D=de($);b(g,"data-health",D),L(a,qe[D]),L(i,$.name),L(l,$.called?`called ${$.called}\
 · ${En($)}`:En($)),L(p,$.site),v.update(N,R);for(let Z of d)L(Z.shown,Z.value($)),b(Z.shown,"title",Z.value($)),b(Z.el,
"data-bad",Z.warn?.($)?Z.label==="NaN"?"nan":Z.label==="Inf"?"inf":"zeros":void 0);let F=Se(R,$),W=[qr(F),Ur($)].filter(
Boolean).join(" ");b(A,"data-elsewhere",!!F),L(w,W),b(w,"hidden",!W);let K=R.details.get(N);h.update(K,$.shape,R,N),f.update(
R.history.get(N),R.stopped?.step||null,n(R));for(let Z of[u,h])b(Z.el,"data-elsewhere",!!F||!!(R.stopped&&K&&K.step!==$.
step));u.update(K),k.update(R,$),m.update(R),x.update(R),L(y,K?"":r?"Elements were not recorded for this value.":O||"Wai\
ting for the elements of this value …"),b(y,"hidden",!!K)}}}var Kr=["error","warning","hint"];function Nn(e){let t=[...e.values()].sort((s,r)=>s.step-r.step||s.number-r.number),o=t.
filter(s=>!e.has(JSON.stringify([s.cause]))).map(s=>({finding:s,consequences:t.filter(r=>r.cause===s.number)})),n=s=>Math.
min(...[s.finding,...s.consequences].map(r=>Kr.indexOf(r.severity)));return o.sort((s,r)=>n(s)-n(r))}function Xr(e){let t=e.
times>1?`, ${se(e.times)} times`:"";return e.step?`step ${se(e.step)}${t}`:e.origin==="failure"?"outside of the steps":`\
the program${t}`}function Yr(e,t){let o=[...e.values.values()].filter(n=>n.nan||n.inf).length;return!o||!t?'No finding. \
A live run is looked at with rules=True; watch("nan") stops where a NaN or Inf is made.':`${o===1?"1 value has":`${se(o)}\
 values have`} NaN or Inf, and no rule has looked: "Check the recorded steps" finds the first one.`}var Tn={id:"findings",
label:"Findings",create:Jr,count:e=>Nn(e.findings).length};function Jr({ask:e,open:t,goTo:o,signal:n,offline:s}){let r=c(
"button",{type:"button",class:"opscope-why opscope-look",title:"let the rules of diagnosis look at the recorded steps"},
"Check the recorded steps"),a=c("span",{class:"opscope-look-answer",role:"status"}),i=c("div",{class:"opscope-findings-b\
ar","data-asks":!0,hidden:s},r,a),l=c("div",{class:"opscope-nothing"}),p=c("ul",{class:"opscope-findings-rows"}),d=at({goTo:o,
open:t,signal:n}),f=c("pre",{class:"opscope-cause",role:"status",hidden:!0}),u=null,h,k=!1,g=s;r.addEventListener("click",
()=>{L(a,"Looking …"),e("FindFaults",{},(w,v)=>(g||=w,L(a,w?`${v}. Rules can be wrong: judge by the evidence.`:v),!0))},
{signal:n}),p.addEventListener("click",w=>{let v=w.target.closest("button"),T=Number(v?.dataset.number),A=T?m.get(T):void 0;
!A||!v||(v.classList.contains("opscope-there")?x(A):S(A,v))},{signal:n});let m=new Map;function x(w){w.step?o(w.step,w.op):
t("graph",w.op)}function S(w,v){let T=u?.number===w.number;u=T?null:{number:w.number,name:w.value,step:w.step,ok:!1};for(let A of p.
querySelectorAll(".opscope-ask-why"))b(A,"aria-expanded",A===v&&!T?"true":"false");d.update(null),L(f,u?"Searching …":
""),b(f,"hidden",!u),u&&(v.closest(".opscope-finding")?.append(f,d.el),e("Explain",{name:w.value,step:w.step},(A,P)=>(u?.
number!==w.number||(u.ok=A,L(f,A?"":P),b(f,"hidden",A)),!0)))}function y(w,...v){let T=c("button",{type:"button",class:"\
opscope-why opscope-there","data-number":w.number,title:w.step?`go to step ${w.step}`:"show it in the graph"},w.step?"Go\
 there":"Show in graph"),A=c("button",{type:"button",class:"opscope-why opscope-ask-why","data-number":w.number,"aria-ex\
panded":"false",title:`why ${w.value} is what it is in step ${w.step}`},"Why"),P=[...w.step||w.op>=0?[T]:[],...!s&&w.value&&
w.step?[A]:[]];return c("div",{class:"opscope-finding","data-severity":w.severity},c("div",{class:"opscope-finding-head"},
c("span",{class:"opscope-severity"},w.severity),c("b",{},w.rule),...w.value?[c("code",{},w.called||w.value)]:[],...w.called?
[c("span",{class:"opscope-called"},c("code",{},w.value))]:[],c("span",{class:"opscope-when"},Xr(w))),c("div",{class:"ops\
cope-evidence"},w.evidence),...w.site?[c("code",{class:"opscope-line"},w.site+(w.code?`: ${w.code}`:""))]:[],...w.operator?
[c("code",{class:"opscope-line opscope-operator-text"},w.operator)]:[],...w.suggestion?[c("div",{class:"opscope-try"},`T\
ry: ${w.suggestion}`)]:[],...v,c("div",{class:"opscope-finding-buttons","data-asks":!0},...P))}return{el:c("div",{class:"\
opscope-findings"},i,l,p),update(w){k=!!w.recorded||s,b(r,"disabled",!w.recorded),b(p,"data-fixed",!k);let v=u?.ok&&w.explained?.
asked===u.name&&w.explained.at===u.step?w.explained:null;if(v&&d.update(v),L(l,Yr(w,!!w.recorded&&!g)),w.findings===h)return;
h=w.findings,m=new Map([...w.findings.values()].map(R=>[R.number,R]));let T=Nn(w.findings),A=new Set([...p.querySelectorAll(
"details[open]")].map(R=>R.dataset.number));b(l,"hidden",T.length>0),p.replaceChildren(...T.map(({finding:R,consequences:N})=>{
let O=c("details",{class:"opscope-consequences","data-number":R.number,open:A.has(String(R.number))},c("summary",{},`may\
 explain ${N.length} more`),...N.map($=>y($)));return c("li",{},y(R),...N.length?[O]:[])}));let P=u&&p.querySelector(`.o\
pscope-ask-why[data-number="${u.number}"]`);P&&(b(P,"aria-expanded","true"),P.closest(".opscope-finding")?.append(f,d.el))}}}var Ie=128,An=36,Zr=Object.freeze([]),Qr=3,ea=12;function ta(e,t){if(!(e<=t))return[-4,0];let o=Math.ceil(Math.log10(t)+
1e-9)+0;return[Math.max(o-ea,Math.min(o-Qr,Math.floor(Math.log10(e)))),o]}var _n=new WeakMap;function oa(e){let t=_n.get(
e);if(!t){let[o,n]=[1/0,0];for(let{rms:s}of e)!s||!Number.isFinite(s)||(o=Math.min(o,s),n=Math.max(n,s));t=[o,n],_n.set(
e,t)}return t}function In(e,[t,o]){return e>0?Math.max(0,Math.min(1,(Math.log10(e)-t)/(o-t))):0}var Cn=Array.from({length:129},
(e,t)=>me(Ae(t/128)));function na(e,t){return e.bad?me(le.nan):e.rms?Cn[Math.round(In(e.rms,t)*(Cn.length-1))]:null}var Rn={
id:"flow",label:"Gradient flow",short:"Flow",create:sa,count:e=>kt(e).length};function sa({select:e,refresh:t,signal:o}){
let n=c("div",{class:"opscope-decades"}),s=c("div",{class:"opscope-flow-row opscope-flow-head"},c("span",{},"parameter"),
n,c("span",{},"RMS"),c("span",{},"over steps")),r=c("div",{class:"opscope-flow-body"}),a=c("div",{class:"opscope-nothing"},
'No gradient of a parameter has been seen. Tap them: taps="*@GRAD" when the run starts.'),i=c("span"),l=c("span"),p=c("d\
iv",{class:"opscope-legend opscope-flow-legend"},c("span",{},"RMS gradient of each parameter"),c("div",{class:"opscope-s\
cale"},i,c("i",{style:`background: ${it()}`}),l),c("span",{class:"opscope-mark"},c("i",{style:`background: ${me(le.nan)}`}),
"NaN or Inf")),d=new Map;r.addEventListener("click",h=>{let k=h.target.closest("[data-name]");k&&e(k.dataset.name??"")},
{signal:o});let f=c("div",{class:"opscope-flow"},a,c("div",{class:"opscope-flow-table"},s,r,p));f.addEventListener("scro\
ll",t,{signal:o,passive:!0});let u=(h,k)=>h.history.get(k.name)?.points??Zr;return{el:f,update(h,{selected:k}){let g=kt(
h);b(a,"hidden",g.length>0),b(s,"hidden",!g.length);let[m,x]=[1/0,0];for(let A of g){let[P,R]=oa(u(h,A));[m,x]=[Math.min(
m,P),Math.max(x,R)]}let S=ta(m,x);ra(n,S),L(i,G(10**S[0])),L(l,G(10**S[1])),b(p,"hidden",!g.length);for(let A of g)d.has(
A.name)||d.set(A.name,aa(A.name));let y=g.map(A=>d.get(A.name));Me(r,y.map(A=>A.el));let w=h.stopped?.step||null,v=Math.
floor((f.scrollTop-(r.offsetTop-f.offsetTop))/An)-2,T=v+Math.ceil(f.clientHeight/An)+4;g.forEach((A,P)=>{if(P<v||P>T)return y[P].
choose(A.name===k);y[P].update(A,u(h,A),S,Se(h,A),w),y[P].choose(A.name===k)})}}}function ra(e,t){let[o,n]=t,s=Math.max(
1,Math.min(6,Math.floor(e.clientWidth/44))),r=[...t,s].join();if(e.dataset.range===r)return;e.dataset.range=r;let a=Math.
ceil((n-o)/s),i=[];for(let l=n;l>=o;l-=a){let p=`left: ${(100*(l-o)/(n-o)).toFixed(2)}%`;i.push(c("span",{style:p},"10",
c("sup",{},String(l).replace("-","−"))))}e.replaceChildren(...i)}function aa(e){let t=Ke(e),o=c("i"),n=c("span",{class:"\
opscope-track"},o),s=c("span",{class:"opscope-number"}),r=c("canvas",{class:"opscope-strip",width:Ie,height:1,role:"img",
"aria-label":"RMS gradient over the steps"}),a=c("button",{class:"opscope-flow-row",type:"button","data-name":e},t,n,s,r),
i="",l;return{el:a,choose:p=>b(a,"aria-pressed",p?"true":"false"),update(p,d,f,u,h){let k=`${f} ${u} ${h}`;if(l===p&&i===
k)return;l=p,i=k,b(a,"data-elsewhere",!!u),b(a,"title",u?`not computed yet: its value ${u}`:void 0);let{rms:g}=Ye(p),m=de(
p);Pe(t,ve(p)[0].split("@GRAD")[0]),b(a,"data-health",m),b(o,"data-nothing",g===null),b(n,"style",`--decade: ${(100/(f[1]-
f[0])).toFixed(3)}%`),b(o,"style",`width: ${(100*(g===null?1:In(g,f))).toFixed(2)}%`),L(s,p.nan?"NaN":p.inf?"Inf":G(g)),
ia(r,d,f,h)}}}function ia(e,t,o,n){let s=e.getContext("2d");if(!s)return;s.clearRect(0,0,Ie,1);let r=t[0]?.step??0,a=(t.
at(-1)?.step??0)-r+1;t.forEach((i,l)=>{let p=t[l+1]?.step??i.step+1,d=Math.floor((i.step-r)/a*Ie);if(!i.bad&&l+1<t.length&&
Math.floor((p-r)/a*Ie)===d)return;let f=na(i,o);f&&(s.fillStyle=f,s.fillRect(d,0,Math.ceil((p-r)/a*Ie)-d,1))}),!(n===null||
n<r||n>=r+a)&&(s.fillStyle=getComputedStyle(e).color,s.fillRect(Math.floor((n-r)/a*Ie),0,2,1))}var ca=":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";function Gt(e){let t=new Map;
for(let o of e)for(let n of o.ops)t.set(n,[...t.get(n)??[],o]);return t}function Bn(e){let t=o=>`breakpoint ${o.number}:\
 ${o.spec}${o.condition?`, if ${o.condition}`:""}, ${St(o.hits)}`;return e.length?`${e.map(t).join(`
`)}
click to remove`:"click to stop here"}function we(e){let t=/^op-(\d+)$/.exec(e);return t?Number(t[1]):-1}function On(e){
let t=e.querySelector(":scope > .opscope-gutter");if(t)return t;let o=e.querySelector(ca)?.getBBox(),[n,s]=o?[o.x-8,o.y+
o.height/2]:[0,0],r=U("circle",{cx:n,cy:s,r:9,class:"opscope-gutter-hit"}),a=U("circle",{cx:n,cy:s,r:4.5,class:"opscope-\
dot"}),i=U("circle",{cx:n,cy:s,r:1.6,class:"opscope-dot-core"}),l=U("g",{class:"opscope-gutter"},U("title"),r,a,i);return e.
append(l),l}function Pn(e,t){b(e,"data-breakpoint",t.length?t.map(o=>o.number).join(" "):void 0),b(e,"data-off",t.length>
0&&t.every(o=>!o.enabled)),b(e,"data-conditional",t.length>0&&t.every(o=>o.condition)),!(!t.length&&!e.querySelector(":s\
cope > .opscope-gutter"))&&L(On(e).firstChild,Bn(t))}function Fn(e){let t=On(e).firstChild;t.textContent||L(t,Bn([]))}function Dn(e){let t=[];for(let o of e){let n=Number(o.querySelector("rect")?.getAttribute("width")??0)-6;if(!(n<=0))for(let s of o.
querySelectorAll("text"))s.getComputedTextLength()>n&&t.push([s,n])}for(let[o,n]of t)o.setAttribute("textLength",n.toFixed(
1)),o.setAttribute("lengthAdjust","spacingAndGlyphs")}var Re=["nan","inf","zeros","ok"],la=2e5;function zn(e){let t=new Map,o=new Map;for(let n of e.values())o.set(n.op,Math.
max(o.get(n.op)??0,n.step));for(let n of e.values()){let s=de(n);t.set(`var-${n.name}`,s);let r=t.get(`op-${n.op}`);n.step===
o.get(n.op)&&(!r||Re.indexOf(s)<Re.indexOf(r))&&t.set(`op-${n.op}`,s)}return t}function jn(e,t){let o=new Map;for(let[n,
s]of e){let r=t.get(n);if(r===void 0)continue;let a=o.get(r);(!a||Re.indexOf(s)<Re.indexOf(a))&&o.set(r,s)}return o}function Hn(e){
let t=[];try{let o=JSON.parse(e??"[]");for(let n of Array.isArray(o)?o:[]){if(typeof n!="string")continue;let s=/^op-(\d+)\.\.(\d+)$/.
exec(n);if(!s)t.push(n);else for(let r=Number(s[1]);r<=Number(s[2])&&t.length<la;r++)t.push(`op-${r}`)}}catch{return[]}return t}
function Wn(e,t,o=[]){if(t.startsWith("var-"))return e.get(t.slice(4))?.name;let n=new Set([t,...o]);return[...e.values()].
filter(r=>n.has(`op-${r.op}`)||n.has(`var-${r.name}`)).sort((r,a)=>Re.indexOf(de(r))-Re.indexOf(de(a)))[0]?.name}var pa=new Set(["svg","g","path","polygon","polyline","line","rect","circle","ellipse","text","tspan","title","desc","de\
fs","linearGradient","radialGradient","stop","clipPath","marker","a"]),Gn=/^(xmlns(:xlink)?|xml:space)$/,da=new Set(["id",
"class","d","points","x","y","x1","y1","x2","y2","cx","cy","r","rx","ry","dx","dy","width","height","viewBox","preserveA\
spectRatio","transform","gradientTransform","gradientUnits","spreadMethod","fx","fy","offset","clipPathUnits","markerWid\
th","markerHeight","markerUnits","refX","refY","orient","textLength","lengthAdjust","data-hides","data-scope","data-src",
"data-dst","data-value"]),ua=/^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function fa(e,t){return e==="href"||e==="xlink:href"?t.trim().startsWith("#"):!da.has(e)&&!ua.test(e)&&!Gn.test(e)?!1:Gn.
test(e)?!0:!/javascript:|expression\(|@import|\\/i.test(t)&&!/url\(\s*(?!["']?#)/i.test(t)}function Un(e){let t=e.search(
/<svg[\s>]/);if(t<0)return null;let o=new DOMParser().parseFromString(e.slice(t),"image/svg+xml"),n=o.documentElement;return n.
localName!=="svg"||o.getElementsByTagName("parsererror").length?null:(qn(n),document.importNode(n,!0))}function qn(e){for(let{
name:t,value:o}of[...e.attributes])fa(t,o)||e.removeAttribute(t);for(let t of[...e.childNodes])t instanceof Element&&pa.
has(t.localName)&&t.namespaceURI===e.namespaceURI?qn(t):t.nodeType!==Node.TEXT_NODE&&t.remove()}function Vn(e,t){let o=Un(e);if(!o)return null;let n={svg:o,nodes:new Map,folded:new Map,hiddenIn:new Map,frames:new Map,
links:[]};for(let s of["width","height"])o.removeAttribute(s);b(o,"role","group");for(let s of o.querySelectorAll("g")){
let r=s.getAttribute("data-src"),a=s.getAttribute("data-dst"),i=s.getAttribute("data-scope"),l=Hn(s.getAttribute("data-h\
ides"));r!==null&&a!==null?n.links.push({src:r,dst:a}):l.length||/^(op|var)-/.test(s.id)?ha(n,s,l,t&&i!==null):i!==null&&
(n.frames.set(i,s),t&&Kn(s,"fold"))}return n}function ha(e,t,o,n){e.nodes.set(t.id,t),o.length&&e.folded.set(t.id,o);for(let s of o)
e.hiddenIn.set(s,t.id);b(t,"data-node",t.id),b(t,"tabindex",-1),b(t,"role","button"),b(t,"aria-label",t.querySelector("t\
itle")?.textContent??t.id),n&&Kn(t,"open")}function Kn(e,t){let o=e.querySelectorAll(":scope > rect, :scope > a > rect"),
n=o[o.length-1],s=p=>Number(n?.getAttribute(p)??0),r=s("x")+s("width")-(t==="open"?0:11),a=s("y")+(t==="open"?0:11),i=t===
"open"?`M${r-3},${a}h6M${r},${a-3}v6`:`M${r-3},${a}h6`,l=U("title");l.textContent=t==="open"?"open (Enter)":"fold (Backs\
pace)",e.append(U("g",{class:`opscope-fold opscope-fold-${t}`},l,U("circle",{cx:r,cy:a,r:6}),U("path",{d:i})))}function Xn(e,t,o){
let n=e.nodes.get(t)?.getBoundingClientRect();if(!n)return null;let s=o==="ArrowDown"?e.links.filter(p=>p.src===t).map(p=>p.
dst):o==="ArrowUp"?e.links.filter(p=>p.dst===t).map(p=>p.src):[...e.nodes.keys()],r=o==="ArrowRight"?1:o==="ArrowLeft"?-1:
0,a=p=>(p.left+p.right)/2,i=null,l=1/0;for(let p of s){let d=e.nodes.get(p)?.getBoundingClientRect();if(!d||p===t)continue;
let f=a(d)-a(n),u=Math.abs(d.top-n.top);if(r&&f*r<=1)continue;let h=Math.abs(f)+(r?3:.2)*u;h<l&&([i,l]=[p,h])}return i}var ma=150,Yn="name, op, shape or line; op:relu, shape:64, line:train.py limit a word";function Jn({search:e,choose:t,signal:o}){
let n=c("input",{class:"opscope-graph-search",type:"search",placeholder:"Search the graph ( / )",title:Yn,"aria-label":`\
search the graph: ${Yn}`}),s=c("div",{class:"opscope-matches",role:"listbox",hidden:!0}),r=c("div",{class:"opscope-graph\
-find"},n,s),a=0,i="",l=null,p=()=>b(s,"hidden",!0),d=()=>{i=n.value.trim(),i?e(i):p()};n.addEventListener("input",()=>{
clearTimeout(a),a=window.setTimeout(d,ma)},{signal:o}),n.addEventListener("focus",()=>b(s,"hidden",!i||!l||l.text!==i),{
signal:o}),r.addEventListener("keydown",u=>{u.stopPropagation();let h=[...s.querySelectorAll("button")],k=h.findIndex(g=>g.
matches(":focus"));if(u.key==="Escape")p(),n.focus();else if(u.key==="Enter"&&k<0)l?.text===n.value.trim()?h[0]?.click():
d();else if(u.key==="ArrowUp"&&k===0)n.focus();else if(u.key.startsWith("Arrow")&&u.key!=="ArrowLeft"&&u.key!=="ArrowRig\
ht")h[ie(u,k,h.length)??0]?.focus();else return;u.preventDefault()},{signal:o}),s.addEventListener("click",u=>{let h=u.target.
closest("[data-found]");h&&(p(),t(h.getAttribute("data-found")??""))},{signal:o}),document.addEventListener("pointerdown",
u=>u.composedPath().includes(r)||p(),{signal:o,capture:!0});function f(u){let h=u.ids.map((m,x)=>{let S=c("button",{class:"\
opscope-match",type:"button",role:"option","data-found":m},c("b",{},u.labels[x]),c("span",{},u.details[x]));return b(S,"\
title",`${u.labels[x]}
${u.details[x]}`),S}),k=u.total>h.length?` · the first ${h.length} are shown`:"",g=u.total===1?"1 node":`${u.total.toLocaleString(
"en")} nodes${k}`;s.replaceChildren(c("div",{class:"opscope-matches-head"},u.total?g:`Nothing matches "${u.text}".`),...h),
b(s,"hidden",!1)}return{el:r,focus:()=>n.focus(),update(u){u!==l&&(l=u,u&&u.text===i&&n.value.trim()===i&&f(u))},enable:u=>b(
r,"hidden",!u),clear:()=>L(s,"")}}var ga={together:"in one",apart:"side by side",forward:"forward only"};function Zn({view:e,draw:t,measure:o,search:n,found:s,
save:r,signal:a}){let i=c("span",{class:"opscope-graph-info"}),l=c("span",{class:"opscope-graph-number"}),p=(M,I,C)=>{let H=c(
"button",{type:"button",class:"opscope-tool",title:I,"aria-label":I},M);return H.addEventListener("click",C,{signal:a}),
H},d=(M,I,C)=>c("select",{class:`opscope-graph-choice opscope-graph-${M}`,title:I,"aria-label":I},...Object.entries(C).map(
([H,te])=>c("option",{value:H},te))),f=Jn({search:n,choose:s,signal:a}),u=d("arrangement","forward and backward: each la\
yer with its gradients, side by side, or forward only",ga),h=Object.fromEntries(Object.entries(he).map(([M,{label:I}])=>[
M,I])),k=d("colors","color the operators by",{health:"health",...h}),g=c("input",{class:"opscope-graph-since",type:"numb\
er",min:1,placeholder:"step before",title:"the step to compare with","aria-label":"the step to compare with",hidden:!0}),
m=p("Whole graph","back to the whole graph",()=>t({center:""})),x=p("Fold all","fold the scopes that were opened",()=>t(
{first:!0,center:""})),S=d("save","save the picture",{"":"Save as …",svg:"SVG",png:"PNG",dot:"DOT"}),y=c("div",{class:"\
opscope-key"},...["ok","zeros","Inf","NaN"].map(M=>c("span",{"data-health":M.toLowerCase()},c("i"),M))),w=c("span"),v=c(
"span"),T=c("div",{class:"opscope-key opscope-ramp",hidden:!0},w,c("i"),v,l),A=c("div",{class:"opscope-tools"},p("+","zo\
om in",()=>e.zoom(1)),p("−","zoom out",()=>e.zoom(-1)),p("fit","fit the whole graph",e.fit),S),P=c("div",{class:"opsco\
pe-graph-bar",hidden:!0},f.el,u,c("label",{class:"opscope-graph-by"},"color",k),g,x,m),R=c("div",{class:"opscope-graph-f\
oot"},c("div",{class:"opscope-graph-keys",title:"drag to move, Ctrl + wheel to zoom, arrows to walk along the edges"},y,
T,i),A),N=new Map,O="",$="",D="",F=!1,W={by:"health",selected:""},K=()=>{W.by=k.value,$="",b(g,"hidden",W.by!=="change"),
o(W.by,Math.max(0,Math.round(Number(g.value)||0)))};k.addEventListener("change",K,{signal:a}),g.addEventListener("change",
K,{signal:a}),g.addEventListener("keydown",M=>M.stopPropagation(),{signal:a}),u.addEventListener("change",()=>t({arrangement:u.
value,first:!0,center:""}),{signal:a}),S.addEventListener("change",()=>{S.value&&r(S.value),S.value=""},{signal:a});let ee=()=>L(
i,$||(F?"drawing …":D));function Z(){let M=N.get(O);L(l,M===void 0?"":he[W.by]?.text(M)??"")}return Object.assign(W,{el:P,
foot:R,focusSearch:f.focus,wait(M){F=M,ee()},measured(M,I){return $=M?"":I,ee(),!M},read(M){O=M,Z()},drawn(M,I,C){b(P,"h\
idden",!M.arrangement||C),M.arrangement&&(u.value=M.arrangement),b(m,"hidden",!M.center),b(x,"hidden",!!M.center);let H=M.
hidden?`, ${M.hidden.toLocaleString("en")} nodes folded`:"";D=I?`${M.ops.toLocaleString("en")} operators${H}`:"",ee()},update(M,I,C){
W.selected=I,f.update(M.fold.found);for(let H of k.options)H.disabled=H.value!=="health"&&(C||!M.recorded)},legend(M,I,C){
if(N=I,b(y,"hidden",W.by!=="health"),b(T,"hidden",!M),M){let H=he[M.by];L(w,H.text(C.low)),L(v,H.text(C.high));let te=M.
against?`steps ${M.against} and ${M.step}`:`step ${M.step}`;b(T,"title",`${H.label}, ${te}: ${H.about}`)}Z()}})}function Qn(e,t){let o=e.breakpoints.filter(s=>s.ops.includes(t)),n=o.map(s=>({name:"clear",label:`Remove breakpoint ${s.
number}`,kind:"ClearBreakpoint",fields:{number:s.number}}));return o.length||(n.push({name:"set",label:"Set breakpoint",
kind:"SetBreakpoint",fields:{spec:`id:${t}`}}),n.push({name:"compose",label:"Set with a condition …",kind:"compose",fields:{
spec:`id:${t}`}})),[...n,...ba(e,t),{name:"attributes",label:"Attributes …",kind:"attributes",fields:{op:t}}]}function ba(e,t){
let o=e.stopped,n={name:"run",label:"Run to here",kind:"RunTo",fields:{op:t}},s=a=>({name:"goto",label:`Go to here in st\
ep ${a}`,kind:"Goto",fields:{step:a,op:t}});if(!o)return e.over&&e.recorded?[s(e.recorded.last)]:[];if(o.op>=0&&t>o.op)return[
n];let r={...n,label:"Run to here, next time"};return e.recorded&&o.step&&t!==o.op?[s(o.step),r]:[r]}function es({choose:e,
frame:t,signal:o}){let n=c("div",{class:"opscope-menu","data-asks":!0,role:"menu",hidden:!0}),s=[],r=(i=!1)=>{n.hidden||
(b(n,"hidden",!0),i&&t.focus({preventScroll:!0}))};n.addEventListener("click",i=>{let l=[...n.querySelectorAll("button")].
findIndex(p=>p.contains(i.target));l<0||(r(!0),e(s[l]))},{signal:o}),n.addEventListener("keydown",i=>{let l=[...n.querySelectorAll(
"button")],p=ie(i,l.findIndex(d=>d.matches(":focus")),l.length);if(p!==null)l[p].focus();else if(i.key==="Escape")r(!0);else
return;i.preventDefault(),i.stopPropagation()},{signal:o});let a=i=>{i.composedPath().includes(n)||r()};return document.
addEventListener("pointerdown",a,{signal:o,capture:!0}),t.addEventListener("wheel",()=>r(),{signal:o,passive:!0}),t.addEventListener(
"keydown",i=>i.key==="Escape"&&r(!0),{signal:o}),{el:n,close:r,show(i,l,p,d){if(!i.length)return r();s=i;let f=c("div",{
class:"opscope-menu-head"},c("b",{},l),` ${p}`);n.replaceChildren(f,...s.map(x=>c("button",{class:`opscope-menu-item ops\
cope-menu-${x.name}`,type:"button",role:"menuitem"},x.label))),b(n,"hidden",!1);let u=t.getBoundingClientRect(),h=d.getBoundingClientRect(),
g=h.right+8+n.offsetWidth<=u.right?h.right+8-u.left:Math.max(4,h.left-16-n.offsetWidth-u.left),m=Math.max(4,Math.min(u.height-
n.offsetHeight-4,(h.top+h.bottom)/2-u.top-16));n.style.left=`${g}px`,n.style.top=`${m}px`},focus:()=>n.querySelector("bu\
tton")?.focus()}}var He=132,We=96;function Ut(e){let t=Math.min(He/e.w,We/e.h);return{scale:t,x:(He-e.w*t)/2,y:(We-e.h*t)/2}}function ts(e,t){
let o=c("canvas",{width:He*2,height:We*2}),n=c("div",{class:"opscope-sight"}),s=c("div",{class:"opscope-minimap",hidden:!0,
title:"the whole graph; click to go there","aria-hidden":"true"},o,n),r={x:0,y:0,w:1,h:1},a=i=>{let l=o.getBoundingClientRect(),
p=Ut(r);e(r.x+(i.clientX-l.left-p.x)/p.scale,r.y+(i.clientY-l.top-p.y)/p.scale)};return s.addEventListener("pointerdown",
i=>{i.preventDefault(),i.stopPropagation(),s.setPointerCapture(i.pointerId),a(i)},{signal:t}),s.addEventListener("pointe\
rmove",i=>i.buttons&1&&a(i),{signal:t}),{el:s,draw(i,l){r=i;let p=o.getContext("2d");if(!p)return;let{scale:d,x:f,y:u}=Ut(
i);p.setTransform(2,0,0,2,0,0),p.clearRect(0,0,He,We);for(let{box:h,color:k}of l){p.fillStyle=k;let[g,m]=[Math.max(1.5,h.
w*d),Math.max(1.5,h.h*d)];p.fillRect(f+(h.x-i.x)*d,u+(h.y-i.y)*d,g,m)}},update(i,l){r=l;let{scale:p,x:d,y:f}=Ut(l),u=i.x<=
l.x+1&&i.y<=l.y+1&&i.x+i.w>=l.x+l.w-1&&i.y+i.h>=l.y+l.h-1;if(b(s,"hidden",u),u)return;let h=Math.max(0,d+(i.x-l.x)*p),k=Math.
max(0,f+(i.y-l.y)*p),g=Math.min(He,d+(i.x+i.w-l.x)*p),m=Math.min(We,f+(i.y+i.h-l.y)*p);n.style.cssText=`left:${h}px;top:${k}\
px;width:${Math.max(4,g-h)}px;height:${Math.max(4,m-k)}px`}}}function dt(e,t,o=.5,n=.5){let s=e.w/t,r=e.h/t;return{x:e.x+o*(e.w-s),y:e.y+n*(e.h-r),w:s,h:r}}function wa(e,t){let o=Math.
max(t.w/40/e.w,Math.min(1,t.w*4/e.w));return o===1?e:dt(e,1/o)}function xa(e,t){let o=(n,s,r,a)=>s>=a?r+(a-s)/2:Math.max(
r,Math.min(r+a-s,n));return{...e,x:o(e.x,e.w,t.x,t.w),y:o(e.y,e.h,t.y,t.h)}}function os(e,t,o,n=e.x+e.w/2){let s=Math.max(
.85,Math.min(1,t/e.w,o/e.h)),r=t/s,a=o/s;return{x:r<e.w?Math.max(e.x,Math.min(e.x+e.w-r,n-r/2)):e.x+(e.w-r)/2,y:a<e.h?e.
y:e.y+(e.h-a)/2,w:r,h:a}}function ya(e,t){let o=e.reduce((a,i)=>Math.min(a,i.y),1/0),n=a=>Math.abs(a.x+a.w/2-t.x-t.w/2),
s=e.filter(a=>a.y<o+a.h),r=s.reduce((a,i)=>n(i)<n(a)?i:a,s[0]);return r&&r.x+r.w/2}function ns(e,t,o=()=>{}){let n=null,
s={x:0,y:0,w:1,h:1},r=s,a=null,i=!1,l=r,p=()=>{l=r,e.style.removeProperty("transform"),n?.setAttribute("viewBox",`${r.x}\
 ${r.y} ${r.w} ${r.h}`),o(r,s)},d=(g,m)=>{r=g,e.style.setProperty("transform",`translate(${(l.x-r.x)/m}px, ${(l.y-r.y)/m}\
px)`),o(r,s)},f=g=>(r=wa(g,s),p()),u=()=>r!==l&&p(),h=()=>Math.max(r.w/e.clientWidth,r.h/e.clientHeight);e.addEventListener(
"wheel",g=>{if(!n||!(g.ctrlKey||g.metaKey))return;g.preventDefault(),u();let m=e.getBoundingClientRect();f(dt(r,Math.exp(
-g.deltaY*.002),(g.clientX-m.left)/m.width,(g.clientY-m.top)/m.height))},{signal:t,passive:!1}),e.addEventListener("poin\
terdown",g=>{g.button||!n||(a={x:g.clientX,y:g.clientY,box:r,unit:h()},i=!1)},{signal:t}),e.addEventListener("pointermov\
e",g=>{if(!a)return;let m=g.clientX-a.x,x=g.clientY-a.y;if(!i&&Math.hypot(m,x)<4)return;i||e.setPointerCapture(g.pointerId),
i=!0;let S={...a.box,x:a.box.x-m*a.unit,y:a.box.y-x*a.unit};S.w===l.w&&S.h===l.h?d(S,a.unit):f(S)},{signal:t});let k=()=>{
a=null,u()};for(let g of["pointerup","pointercancel"])e.addEventListener(g,k,{signal:t});return e.addEventListener("clic\
k",g=>{i&&g.stopPropagation(),i=!1},{signal:t,capture:!0}),e.addEventListener("keydown",g=>{let m={"+":1.25,"=":1.25,"-":.8}[g.
key],x=g.shiftKey&&{ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[g.key];if(m)f(dt(r,m));else if(x)f(
{...r,x:r.x+x[0]*40*h(),y:r.y+x[1]*40*h()});else if(g.key==="0")f(s);else return;g.preventDefault()},{signal:t}),{attach(g,m=!1){
n=g;let x=n?.viewBox.baseVal;s=x&&x.width?{x:x.x,y:x.y,w:x.width,h:x.height}:{x:0,y:0,w:100,h:100},m||(r=s),p()},hold(g,m){
let x=g.getBoundingClientRect();f({...r,x:r.x+(x.left-m.left)*h(),y:r.y+(x.top-m.top)*h()})},center:(g,m)=>f({...r,x:g-r.
w/2,y:m-r.h/2}),zoom:g=>f(dt(r,g>0?1.25:1/1.25)),fit:()=>f(s),whole:()=>s,start(g){let[m,x]=[e.clientWidth,e.clientHeight],
S=os(s,m,x);f(S.w<s.w?os(s,m,x,ya(g(),S)):S)},reveal(g){u();let m=e.getBoundingClientRect(),x=g.getBoundingClientRect();
if(x.left>=m.left&&x.right<=m.right&&x.top>=m.top&&x.bottom<=m.bottom)return;let S=(x.left+x.right-m.left-m.right)/2,y=(x.
top+x.bottom-m.top-m.bottom)/2;f(xa({...r,x:r.x+S*h(),y:r.y+y*h()},s))}}}var ka=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-family","font-\
weight","font-size"];function va(e){let t=e.cloneNode(!0),o=[...e.querySelectorAll("*")];[...t.querySelectorAll("*")].forEach(
(s,r)=>{let a=getComputedStyle(o[r]);s.setAttribute("style",ka.map(i=>`${i}:${a.getPropertyValue(i)}`).join(";"))});for(let s of t.
querySelectorAll(".opscope-fold, .opscope-gutter"))s.remove();let n=$a(e);return t.setAttribute("viewBox",`${n.x} ${n.y}\
 ${n.width} ${n.height}`),t.setAttribute("width",`${Math.ceil(n.width)}`),t.setAttribute("height",`${Math.ceil(n.height)}`),
t.setAttribute("xmlns","http://www.w3.org/2000/svg"),t}function $a(e){let{x:t,y:o,width:n,height:s}=e.getBBox();return{x:t-
8,y:o-8,width:n+16,height:s+16}}function qt(e,t){let o=URL.createObjectURL(e),n=document.createElement("a");n.href=o,n.download=
t,n.click(),setTimeout(()=>URL.revokeObjectURL(o),1e4)}async function ss(e,t,o,n){if(t==="dot")return qt(new Blob([o],{type:"\
text/vnd.graphviz"}),"graph.dot");let s=va(e),r=new Blob([new XMLSerializer().serializeToString(s)],{type:"image/svg+xml"});
if(t==="svg")return qt(r,"graph.svg");let a=new Image,i=URL.createObjectURL(r);a.src=i,await a.decode();let l=document.createElement(
"canvas"),p=Math.min(2,8e3/Math.max(a.width,a.height));l.width=Math.round(a.width*p),l.height=Math.round(a.height*p);let d=l.
getContext("2d");d&&(d.fillStyle=n,d.fillRect(0,0,l.width,l.height),d.drawImage(a,0,0,l.width,l.height)),URL.revokeObjectURL(
i),l.toBlob(f=>f&&qt(f,"graph.png"),"image/png")}var rs={id:"graph",label:"Graph",create:Ma};function Ma({select:e,ask:t,open:o,offline:n,signal:s}){let r=c("div",{class:"\
opscope-graph",tabindex:0,role:"group","aria-label":"graph; arrow keys walk along the edges, Enter opens a scope, Backsp\
ace folds it, slash searches, plus and minus zoom"}),a=ts((E,B)=>i.center(E,B),s),i=ns(r,s,a.update),l=Zn({view:i,draw:E=>R(
E),measure:O,search:E=>t("SearchGraph",{text:E}),found:E=>R({reveal:E}),save:$,signal:s}),p=es({choose:D,frame:r,signal:s}),
d=c("div",{class:"opscope-nothing"}),f=c("div",{class:"opscope-graph-tab"},l.el,c("div",{class:"opscope-graph-box"},r,p.
el,d,a.el),l.foot),u=null,h=null,k=!0,g=!1,m="",x="",S="",y=null,w,v,T="",A=E=>u?.nodes.get(E)??u?.nodes.get(u.hiddenIn.
get(E)??""),P=E=>E?.getAttribute("data-node")??"";function R(E){h?.arrangement&&(l.wait(!0),t("DrawGraph",{open:h.open,arrangement:h.
arrangement,...E},()=>l.wait(!1)))}function N(E,B,j){if(!h)return;let J=j.getBoundingClientRect();y={scope:E,left:J.left,
top:J.top};let ne=Q=>Q===E||Q.startsWith(`${E}/`);R({open:B?[...h.open,E]:h.open.filter(Q=>!ne(Q)),center:B?h.center:""})}
function O(E,B){E!=="health"&&t("MeasureOperators",{by:E,step:w?.stopped?.step||0,against:B},(j,J)=>l.measured(j,J)),w&&
H(w)}function $(E){let B=getComputedStyle(f).getPropertyValue("--o-ground")||"#ffffff";u&&h&&ss(u.svg,E,h.dot,B)}function D({
kind:E,fields:B}){let{id:j,spec:J,op:ne}=B,Q=j===void 0?void 0:u?.nodes.get(j);E==="compose"?o("breakpoints",J):E==="att\
ributes"?o("code",ne):E==="open"&&Q?N(j,!0,Q):E==="center"?R({center:j,reveal:j}):E!=="open"&&t(E,B)}function F(E,B){let j=P(
E),J=u?.folded.get(j),ne=Wn(B.values,j,J);ne&&e(ne,!1),S=j;let Q=[];h?.arrangement&&!n&&(E.hasAttribute("data-scope")&&Q.
push({name:"open",label:"Open",kind:"open",fields:{id:j}}),Q.push({name:"center",label:"Show the neighborhood only",kind:"\
center",fields:{id:j}}));let pe=n?-1:we(j),_=E.querySelector("text")?.textContent??"";p.show([...pe>=0?Qn(B,pe):[],...Q],
_,pe>=0?`op ${pe}`:J?`${J.length} inside`:"",E)}r.addEventListener("click",E=>{let B=E.target,J=B.closest(".opscope-fold")?.
closest("[data-scope]");if(J)return N(J.getAttribute("data-scope")??"",J.hasAttribute("data-node"),J);let ne=B.closest("\
[data-node]");if(!ne||!w)return;let Q=P(ne);if(!n&&(B.closest(".opscope-gutter")||we(Q)>=0&&E.altKey))return ee(Q);F(ne,
w)},{signal:s}),r.addEventListener("dblclick",E=>{let B=E.target.closest("[data-node][data-scope]");!B||n||!h?.arrangement||
(p.close(),N(P(B),!0,B))},{signal:s}),r.addEventListener("pointerover",E=>{let B=E.target.closest("[data-node]");B&&we(P(
B))>=0&&!n&&Fn(B),l.read(B?P(B):"")},{signal:s}),r.addEventListener("focusin",({target:E})=>S=P(E)||S,{signal:s}),r.addEventListener(
"keydown",E=>W(E)&&(E.preventDefault(),E.stopPropagation()),{signal:s});function W(E){if(!u||!w||E.altKey||E.ctrlKey||E.
metaKey||E.shiftKey)return!1;let B=u.nodes.get(S);if(E.key==="/"&&h?.arrangement)return l.focusSearch(),!0;if(E.key.startsWith(
"Arrow")){let j=B?Xn(u,S,E.key):P(A(m)??[...u.nodes.values()][0]??null);return j&&K(j),!0}if(!B)return!1;if(E.key==="Ent\
er"||E.key===" ")return B.hasAttribute("data-scope")&&h?.arrangement&&!n?N(S,!0,B):(F(B,w),p.focus()),!0;if(E.key==="Bac\
kspace"){let j=[...u.frames].filter(([,J])=>Sa(J,B)).at(-1);return j&&h?.arrangement&&N(j[0],!1,j[1]),!0}return!1}function K(E){
let B=u?.nodes.get(E);B&&(S=E,i.reveal(B),B.focus({preventScroll:!0}),l.read(E))}function ee(E){let B=Z(Gt(w?.breakpoints??
[]),E);for(let{number:j}of B)t("ClearBreakpoint",{number:j});!B.length&&we(E)>=0&&t("SetBreakpoint",{spec:`id:${we(E)}`})}
function Z(E,B){return[...new Set((u?.folded.get(B)??[B]).flatMap(j=>E.get(we(j))??[]))]}function M(E){if(E===v||!r.clientWidth||
!u)return;v=E;let B=Gt(E);for(let[j,J]of u.nodes)j.startsWith("var-")||Pn(J,Z(B,j))}function I(E){let B=!!(u&&h?.arrangement&&
h.program===E.program);u=Vn(E.svg,!!E.arrangement&&!n),v=void 0,m=T="",p.close(),r.replaceChildren(),i.attach(null,B),u&&
(r.append(u.svg),i.attach(u.svg,B),k=!B,g=!0,B&&C(E)),L(d,u?"":"The graph could not be read."),b(d,"hidden",!!u),l.drawn(
E,!!u,n)}function C(E){let B=y&&(u?.nodes.get(y.scope)??u?.frames.get(y.scope));y&&B?i.hold(B,y):i.start(te),y&&u?.nodes.
has(y.scope)&&(S=y.scope),y=null,E.reveal&&([x,S]=[E.reveal,E.reveal]),(r.contains(document.activeElement)||document.activeElement===
document.body||E.reveal)&&u?.nodes.get(S)?.focus({preventScroll:!0})}function H(E){if(!u)return;let B=zn(E.present),j=jn(
B,u.hiddenIn),J=E.values.get(l.selected),ne=J&&(A(`var-${l.selected}`)??A(`op-${J.op}`)),Q=l.by!=="health"&&E.fold.measured?.
by===l.by?E.fold.measured:null,pe=Q?Xo(Q,u.hiddenIn):new Map,_=Yo(l.by,pe.values());for(let[q,Y]of u.nodes){b(Y,"data-he\
alth",l.by!=="health"?void 0:u.folded.has(q)?j.get(q):B.get(q)),b(Y,"data-selected",Y===ne);let X=pe.get(q);b(Y,"data-he\
at",X===void 0?l.by==="health"?void 0:"none":(_.at(X)*100).toFixed(0)),Y.style.setProperty("--heat",X===void 0?"0%":`${(8+
84*_.at(X)).toFixed(0)}%`)}l.legend(Q,pe,_);let z=`${l.by} ${Q?.step} ${[...B.values()].join()}`;z!==T&&r.clientWidth&&(T=
z,re())}function te(){let E=u?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;return[...u?.nodes.values()??
[]].map(B=>{let j=B.getBBox();return{x:j.x+(E?.e??0),y:j.y+(E?.f??0),w:j.width,h:j.height}})}function re(){let E=[...u?.
nodes.values()??[]].map(B=>{let j=B.querySelector(":scope > rect, :scope > a > rect, :scope > polygon");return j?getComputedStyle(
j).stroke:"#888888"});a.draw(i.whole(),te().map((B,j)=>({box:B,color:E[j]})))}return{el:f,open(E){x=`op-${E}`,u&&!u.nodes.
has(x)&&u.hiddenIn.has(x)&&R({reveal:x})},update(E,{selected:B}){E.graph&&E.graph!==h&&(E.graph.svg!==h?.svg||E.graph.reveal)?
I(E.graph):!E.graph&&!w&&L(d,"No graph yet. A program is drawn when it first runs, eager code at each stop and step."),h=
E.graph,k&&r.clientWidth&&(k=!1,i.start(te)),g&&u&&r.clientWidth&&(g=!1,Dn(u.nodes.values())),w=E,l.update(E,B,n),H(E),M(
E.breakpoints);let j=E.stopped?`op-${E.stopped.op}`:"",J=A(j);if(j!==m){let Q=A(m);for(let pe of["data-current","data-pa\
st"])Q&&b(Q,pe,!1);J&&b(J,"data-current",!0),x||=j,m=j}J&&b(J,"data-past",E.stopped?.past);let ne=A(x);ne&&r.clientWidth&&
i.reveal(ne),x=""}}}function Sa(e,t){let[o,n]=[e.getBoundingClientRect(),t.getBoundingClientRect()];return o.left<=n.left&&
o.right>=n.right&&o.top<=n.top&&o.bottom>=n.bottom}var as={id:"notes",label:"Notes",create:Ea,count:Na};function Ea({select:e,signal:t}){let o=c("div",{class:"opscope-noth\
ing"},"Nothing to report."),n=c("pre",{class:"opscope-error"}),s=c("div",{class:"opscope-notes-rows"}),r,a=0;return s.addEventListener(
"click",i=>{let l=i.target.closest("[data-name]");l&&e(l.dataset.name??"")},{signal:t}),{el:c("div",{class:"opscope-note\
s"},o,n,s),update(i){if(L(n,i.error),b(n,"hidden",!i.error),b(o,"hidden",!!i.error||i.warnings.size>0),i.warnings===r&&i.
values.size===a)return;r=i.warnings,a=i.values.size;let l=[...i.warnings.values()].reverse();s.replaceChildren(...l.map(
p=>La(p,i.values.has(p.subject))))}}}function La({subject:e,text:t},o){let n=[c("code",{},e),c("span",{},t)];return o?c(
"button",{class:"opscope-note",type:"button","data-name":e},...n):c("div",{class:"opscope-note"},...n)}function Na(e){return e.
warnings.size+(e.error?1:0)}var Be=[Ln,Rn,rs,tn,Tn,as,Wo];var is=50,Ta=0;function cs(e,t,o,n){let s=t.toLowerCase().split(/\s+/).filter(Boolean),r=n?ye(e):new Set,a=p=>s.every(d=>p.
toLowerCase().includes(d)),i=s.length===1&&/^\d+$/.test(s[0])?Number(s[0]):NaN,l=o&&i>=o[0]&&i<=o[1]?[{label:`Go to step\
 ${i}`,about:`of steps ${o[0]} to ${o[1]}`,deed:{step:i}}]:[];for(let{kind:p,label:d,about:f,key:u}of ge)r.has(p)&&a(`${d}\
 ${f}`)&&l.push({label:d,about:f,key:u,deed:{send:p}});for(let{id:p,label:d}of Be)a(`show ${d} tab`)&&l.push({label:`Sho\
w ${d}`,about:"tab",deed:{tab:p}});a("keys shortcuts help")&&l.push({label:"Keys",about:"all keys of the panel",key:"?",
deed:{keys:!0}});for(let p of e.values.values()){if(l.length>=is)break;if(!a(`value ${p.name} ${p.called} ${p.op_type}`))
continue;let[d,f]=ve(p);l.push({label:d,about:["value",f,p.op_type].filter(Boolean).join(" · "),deed:{value:p.name}})}return l.
slice(0,is)}function ls({root:e,find:t,act:o,signal:n}){let s=c("input",{class:"opscope-palette-field",type:"text",placeholder:"\
command, tab, step or value","aria-label":"find a command, tab, step or value",role:"combobox","aria-expanded":"true",autocomplete:"\
off",spellcheck:"false"}),r=c("div",{class:"opscope-palette-list",role:"listbox","aria-label":"choices"}),a=c("div",{class:"\
opscope-palette",role:"dialog","aria-label":"command palette",hidden:!0},s,r),i=`opscope-palette-${++Ta}`,l=[],p=0,d=null;
function f(){[...r.children].forEach((m,x)=>b(m,"aria-selected",x===p?"true":"false"));let g=r.children[p];g?.scrollIntoView(
{block:"nearest"}),b(s,"aria-activedescendant",g?.id)}function u(){l=t(s.value),p=0;let g=l.map(({label:m,about:x,key:S},y)=>c(
"div",{class:"opscope-choice",role:"option",id:`${i}-${y}`,"data-at":y},c("b",{},m),c("span",{},x),...S?[c("kbd",{},S)]:
[]));r.replaceChildren(...g.length?g:[c("div",{class:"opscope-empty"},"Nothing has all these words.")]),f()}function h(g){
if(g!==!a.hidden){if(g&&(d=e.ownerDocument.activeElement),b(a,"hidden",!g),!g)return(d&&e.contains(d)?d:e).focus({preventScroll:!0});
s.value="",u(),s.focus({preventScroll:!0})}}function k(g){let m=l[g];m&&(h(!1),o(m.deed))}return s.addEventListener("inp\
ut",u,{signal:n}),s.addEventListener("blur",g=>{a.contains(g.relatedTarget)||b(a,"hidden",!0)},{signal:n}),r.addEventListener(
"pointerdown",g=>g.preventDefault(),{signal:n}),r.addEventListener("click",g=>{let m=g.target.closest("[data-at]");m&&k(
Number(m.dataset.at))},{signal:n}),e.addEventListener("keydown",g=>{if((g.ctrlKey||g.metaKey)&&!g.altKey&&!g.shiftKey&&g.
key.toLowerCase()==="k")h(!!a.hidden);else{if(a.hidden||g.target!==s)return;if(g.key==="Escape")h(!1);else if(g.key==="E\
nter")k(p);else{let m=["ArrowUp","ArrowDown"].includes(g.key)&&l.length?ie(g,p,l.length):null;if(m===null)return void g.
stopPropagation();p=m,f()}}g.preventDefault(),g.stopPropagation()},{signal:n,capture:!0}),{el:a,open:()=>h(!0)}}var Aa=0;function ps(e,t,o){let n=new Map(e.map(l=>[l.id,c("span",{class:"opscope-count"})])),s=e.map(l=>{let p=n.get(l.
id),d=l.short?[c("span",{class:"opscope-long"},l.label),c("span",{class:"opscope-short"},l.short)]:[l.label];return c("b\
utton",{class:`opscope-tab opscope-tab-${l.id}`,type:"button",role:"tab"},...d,p)}),r=c("div",{class:"opscope-tabs",role:"\
tablist"},...s);e.forEach((l,p)=>{s[p].id=`opscope-tab-${++Aa}`,b(l.el,"role","tabpanel"),b(l.el,"aria-labelledby",s[p].
id)});let a=0;function i(l){a=l,e.forEach((p,d)=>{b(s[d],"aria-selected",d===a?"true":"false"),b(s[d],"tabindex",d===a?0:
-1),b(p.el,"hidden",d!==a)})}return r.addEventListener("click",l=>{let p=s.findIndex(d=>d.contains(l.target));p<0||(i(p),
t())},{signal:o}),r.addEventListener("keydown",l=>{let p=ie(l,a,e.length);p!==null&&(l.preventDefault(),i(p),s[p].focus(),
t())},{signal:o}),i(0),{el:c("main",{class:"opscope-main"},r,...e.map(l=>l.el)),get open(){return e[a].id},show:l=>i(Math.
max(0,e.findIndex(p=>p.id===l))),count(l,p){let d=n.get(l);d&&L(d,p?String(p):"")}}}var _a=1e4,Ca=new Set(ge.map(e=>e.kind)),Ia=new Set(["FetchDetail","WatchDetail"]);function Ra(e){let{forward:t,parameters:o,
gradients:n}=Qe(e),s=[...t,...o,...n],r=a=>e.details.get(a)?.step??-1;return s.reduce((a,{name:i})=>r(i)>r(a)?i:a,s[0]?.
name??"")}function ut({model:e,el:t,signal:o,page:n,memory:s={}}){let r=!!n,a=s.selected??e.get?.("selected")??"",i=!0,l,
p=new Map,d={},f=null,u=M=>[...p.values()].some(({kind:I,since:C})=>M(I)&&Date.now()-C<_a),h=c("div",{class:"opscope-pan\
el",role:"region","aria-label":"opscope panel","data-offline":r,tabindex:r?void 0:0,"data-lm-suppress-shortcuts":"true"});
h.addEventListener("focusin",({target:M})=>b(M,"data-lm-suppress-shortcuts","true"),{signal:o});let k=(M,I={},C=void 0)=>{
if(delete d[M],!i)return C?.(!1,ao);p.set(K.command(M,I),{kind:M,done:C,since:Date.now()})},g=(M,I=!0)=>{l?.values.has(M)&&
(M!==a&&S(M),a=s.selected=M,m(M),I&&$.show("tensor"),K.refresh())};function m(M){!e.get||e.get("selected")===M||(e.set?.(
"selected",M),e.save_changes?.())}let x=()=>g(e.get?.("selected")??"",!1);e.get&&(e.on("change:selected",x),o.addEventListener(
"abort",()=>e.off("change:selected",x)));function S(M){if(d={},!i)return;k("WatchDetail",{name:M}),l&&l.details.get(M)?.
step!==l.values.get(M)?.step&&l?.phase!=="running"&&k("FetchDetail",{name:M})}let y=()=>K.refresh(),w=(M,I)=>{$.show(M),
O.get(M)?.open?.(I),y()},v=M=>k(M),T=Bo(k),A=(M,I=-1)=>{if(n)return n.goTo(M);T.goTo(M,I),y()},P=M=>{if(n)return n.steps;
let I=$t(M);return i&&I&&I.last>I.first?[I.first,I.last]:null},R=Do({send:v,ask:k,seek:T,refresh:y,offline:r,signal:o}),
N=jo({select:M=>g(M,$.open!=="graph"),refresh:y,signal:o}),O=new Map(Be.map(M=>[M.id,M.create({select:g,ask:k,open:w,refresh:y,
goTo:A,reach:P,offline:r,signal:o})])),$=ps(Be.map(({id:M,label:I,short:C})=>({id:M,label:I,short:C,el:O.get(M).el})),y,
o);h.addEventListener("keydown",M=>{let I=Kt(M);!I||!l||!i||!ye(l).has(I)||r||(M.preventDefault(),(!M.repeat||!u(C=>Ca.has(
C)))&&v(I))},{signal:o}),s.tab&&$.show(s.tab);let D=co(),F=zo({root:h,offline:r,signal:o}),W=ls({root:h,find:M=>l?cs(l,M,
P(l),i&&!r):[],act:M=>{"send"in M?v(M.send):"step"in M?A(M.step):"value"in M?g(M.value):"keys"in M?F.button.click():$.show(
M.tab),y()},signal:o});R.el.querySelector(".opscope-headline")?.append(F.button),h.append(D.el,R.el,c("div",{class:"opsc\
ope-body"},N.el,$.el),F.el,W.el),t.append(h);let K=Lo({model:e,el:h,signal:o,paint:ee});function ee(M,I){i=I==="live";let C=$.
open==="tensor"&&(s.tab??"tensor")!=="tensor";K.show($.open),s.tab=$.open,D.update(I),b(h,"data-lost",!i);for(let H of h.
querySelectorAll("[data-asks]"))b(H,"inert",!i);i||p.clear(),M!==l&&Z(M),l=M,M.values.has(a)||(a=Ra(M),a&&(s.selected=a),
a&&i&&!e.get?.("selected")&&m(a),a&&S(a)),C&&a&&i&&!r&&S(a),M.stopped!==f&&$.open==="tensor"&&a&&!r&&i&&!u(H=>H==="Fetch\
Detail")&&(f=M.stopped,f&&k("FetchDetail",{name:a})),b(h,"data-past",M.stopped?.past),R.update(M,i,Object.entries(d).find(
([H])=>!Ia.has(H))?.[1]??""),N.update(M,a);for(let H of Be)$.count(H.id,H.count?.(M)??0);O.get($.open)?.update(M,{selected:a,
refusal:i?d.FetchDetail??d.WatchDetail??"":io})}function Z(M){l&&(M.phase!==l.phase||M.stopped!==l.stopped)&&(d={}),l&&M.
runs>l.runs&&M.values.has(a)&&S(a);for(let I of M.responses){let C=p.get(I.request);if(!C)continue;p.delete(I.request);let H=I.
ok?I.text:I.text||`${C.kind} was refused`;!I.ok&&!C.done?.(!1,H)&&(d[C.kind]=H),I.ok&&C.done?.(!0,H)}}return h}function Ba(e){let t=[],o=[];return e.forEach((n,s)=>{n.kind==="StepFinished"&&(t.at(-1)===n.step?o[o.length-1]=s+1:(t.push(
n.step),o.push(s+1)))}),o.length&&(o[o.length-1]=e.length),{steps:t,ends:o}}function Oa(e){let t=new Set,o=e.length,n=0,
s=()=>{let r={kind:"snapshot",n:++n,events:e.slice(0,o),trails:[],block:0};for(let a of t)a(r,[])};return{on:(r,a)=>{t.add(
a)},off:(r,a)=>{t.delete(a)},send:r=>r.kind==="attach"&&queueMicrotask(s),upTo(r){o=r,s()}}}function Pa(e,t){let o=t.split(
`
`).filter(u=>u.trim()).map(fo),n=Oa(o),{steps:s,ends:r}=Ba(o),a=new AbortController().signal,i=()=>{},l=ut({model:n,el:e,
signal:a,page:{goTo:u=>i(u),steps:[s[0]??0,s.at(-1)??0]}});if(s.length<2)return;let p=c("input",{type:"range",min:0,max:s.
length-1,value:s.length-1,"aria-label":"step"}),d=c("output",{class:"opscope-number"},`step ${s[s.length-1]}`),f=0;i=u=>{
p.value=String(Math.max(0,s.filter(h=>h<=u).length-1)),p.dispatchEvent(new Event("input"))},p.addEventListener("input",()=>{
L(d,`step ${s[Number(p.value)]}`),f||=requestAnimationFrame(()=>{f=0,n.upTo(r[Number(p.value)])})}),l.querySelector(".op\
scope-headline")?.append(c("label",{class:"opscope-scrub"},p,d))}var Gp=()=>{let e={};return{render({model:t,el:o,signal:n}){ut({model:t,el:o,signal:n,memory:e})}}};export{Gp as default,Pa as replay};
