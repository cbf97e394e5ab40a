"""fluid.profiler: a call raises an error; opscope.profile and the debugger measure time."""

from opscope.core.checks.unsupported import unsupported_function

_WHERE = (
    "opscope has a profiler of its own, which measures each operator",
    "use `with opscope.profile() as found:`, or %profile",
)

profiler = unsupported_function("profiler", *_WHERE)
cuda_profiler = unsupported_function("cuda_profiler", *_WHERE)
start_profiler = unsupported_function("start_profiler", *_WHERE)
stop_profiler = unsupported_function("stop_profiler", *_WHERE)
reset_profiler = unsupported_function("reset_profiler", *_WHERE)

__all__ = ["cuda_profiler", "profiler", "reset_profiler", "start_profiler", "stop_profiler"]
