"""paddle.profiler: opscope.profile under Paddle's names."""

from opscope.core.checks.unsupported import unsupported_function
from opscope.paddle.profiler.profiler import (
    Profiler,
    ProfilerTarget,
    RecordEvent,
    SortedKeys,
    SummaryView,
    export_chrome_tracing,
)
from opscope.paddle.profiler.schedule import ProfilerState, make_scheduler

_PROTOBUF = "opscope writes traces only as JSON", "use export_chrome_tracing, and open the file in Perfetto"
export_protobuf = unsupported_function("export_protobuf", *_PROTOBUF)
load_profiler_result = unsupported_function("load_profiler_result", *_PROTOBUF)

__all__ = [
    "Profiler",
    "ProfilerState",
    "ProfilerTarget",
    "RecordEvent",
    "SortedKeys",
    "SummaryView",
    "export_chrome_tracing",
    "export_protobuf",
    "load_profiler_result",
    "make_scheduler",
]
