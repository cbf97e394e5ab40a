"""CompiledProgram and its settings. The executor compiles all programs, so CompiledProgram only holds a program."""

from __future__ import annotations

from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError, UsageError
from opscope.ir.program.program import Program


class _Settings:
    """Options of Paddle's compiler, as plain attributes. No option changes a result.

    Raises UsageError for a value of another type, for example a string for a number.
    """

    def __init__(self) -> None:
        for name, value in self._defaults().items():
            setattr(self, name, value)

    @staticmethod
    def _defaults() -> dict[str, Any]:
        return {}

    def __setattr__(self, name: str, value: Any) -> None:
        default = self._defaults().get(name)
        if default is not None and (isinstance(value, float) or isinstance(value, str) != isinstance(default, str)):
            raise UsageError(
                f"{name} of {type(self).__name__} must be of type {type(default).__name__}, but received {value!r}",
                site=site(),
            )
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"


class BuildStrategy(_Settings):
    """Options for the construction of Paddle's graph; they have no effect in opscope.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/BuildStrategy_en.html
    """

    class ReduceStrategy:
        """Kinds of reductions of gradients over devices."""

        AllReduce, Reduce, _NoReduce = range(3)

    class GradientScaleStrategy:
        """Kinds of scaling of gradients over devices."""

        CoeffNumDevice, One, Customized = range(3)

    @staticmethod
    def _defaults() -> dict[str, Any]:
        return {
            "build_cinn_pass": False, "debug_graphviz_path": "", "enable_addto": False, "enable_auto_fusion": False,
            "enable_inplace": True, "fuse_all_optimizer_ops": False, "fuse_all_reduce_ops": False,
            "fuse_bn_act_ops": False, "fuse_bn_add_act_ops": True, "fuse_broadcast_ops": False,
            "fuse_elewise_add_act_ops": False, "fuse_relu_depthwise_conv": False,
            "gradient_scale_strategy": BuildStrategy.GradientScaleStrategy.CoeffNumDevice, "memory_optimize": None,
            "reduce_strategy": BuildStrategy.ReduceStrategy.AllReduce, "remove_unnecessary_lock": True,
            "sync_batch_norm": False,
        }  # fmt: skip


class ExecutionStrategy(_Settings):
    """Options of Paddle's scheduler; opscope runs operators in program order.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.4/api/paddle/static/ExecutionStrategy_en.html
    """

    @staticmethod
    def _defaults() -> dict[str, Any]:
        return {
            "num_iteration_per_drop_scope": 100,
            "num_iteration_per_run": 1,
            "num_threads": 1,
            "use_thread_barrier": False,
        }


class CompiledProgram(Described):
    """A program for `Executor.run`, which compiles every program.

    Raises UsageError if `program` is not a Program.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/CompiledProgram_en.html
    """

    def __init__(self, program_or_graph: Any, build_strategy: BuildStrategy | None = None) -> None:
        if not isinstance(program_or_graph, Program):
            raise UsageError(
                f"program_or_graph must be a Program or a Graph, but received {type(program_or_graph)}", site=site(),
            )  # fmt: skip
        self._program = program_or_graph
        self._build_strategy = build_strategy or BuildStrategy()

    @property
    def program(self) -> Program:
        """The program."""
        return self._program

    def with_data_parallel(
        self, loss_name: str | None = None, build_strategy: Any = None, exec_strategy: Any = None,
        share_vars_from: Any = None, places: Any = None,
    ) -> CompiledProgram:  # fmt: skip
        """Return this program, for one place. Raises UnsupportedError for several places, and for share_vars_from."""
        many = list(places) if isinstance(places, list | tuple) else []
        if len(many) > 1 or share_vars_from is not None:
            raise UnsupportedError(
                "several places are not supported, because a program runs on one device",
                facts={"places": many},
                site=site(),
                fix="pass one place, or leave places out",
            )
        return self


class IpuStrategy(Described):
    """Raise UnsupportedError, because opscope has no IPUs."""

    def __init__(self) -> None:
        raise UnsupportedError("this function needs an IPU, which is not supported", site=site(), fix="use CPUPlace()")


class IpuCompiledProgram(IpuStrategy):
    """Raise UnsupportedError, because opscope has no IPUs."""


__all__ = ["BuildStrategy", "CompiledProgram", "ExecutionStrategy", "IpuCompiledProgram", "IpuStrategy"]
