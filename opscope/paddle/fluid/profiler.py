"""fluid.profiler: refused; what takes time is told by opscope.profile and the debugger."""

from opscope.paddle.static.nn.refused import refused

_WHERE = "what takes time is told operator by operator", "use `with opscope.profile() as told:`, or %profile"

profiler = refused("profiler", *_WHERE)
cuda_profiler = refused("cuda_profiler", *_WHERE)
start_profiler = refused("start_profiler", *_WHERE)
stop_profiler = refused("stop_profiler", *_WHERE)
reset_profiler = refused("reset_profiler", *_WHERE)

__all__ = ["cuda_profiler", "profiler", "reset_profiler", "start_profiler", "stop_profiler"]
