"""paddle.profiler: opscope.profile under Paddle's names."""

from opscope.core.refused import refused
from opscope.paddle.profiler.profiler import (
    Profiler,
    ProfilerTarget,
    RecordEvent,
    SortedKeys,
    SummaryView,
    export_chrome_tracing,
)
from opscope.paddle.profiler.schedule import ProfilerState, make_scheduler

_PROTOBUF = "traces are written as JSON", "use export_chrome_tracing, and open the file in Perfetto"
export_protobuf = refused("export_protobuf", *_PROTOBUF)
load_profiler_result = refused("load_profiler_result", *_PROTOBUF)

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
