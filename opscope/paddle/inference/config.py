"""Config: which model to run, where, and how.

Many of Paddle's options are about speed: they change no result, and are kept to be read. What would change
results, or needs a library that is not here, is refused.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.described import Described
from opscope.core.place import CPU, CUDAPlace, gpu_count
from opscope.core.source import site
from opscope.errors import ArgumentError, RunError, UnsupportedError
from opscope.paddle.saving.model_files import find_named_program
from opscope.paddle.static.inference import load_inference_model, load_model


class DataType(enum.Enum):
    """The dtypes of inputs and outputs."""

    FLOAT32, INT64, INT32, UINT8, INT8, FLOAT16, BOOL, FLOAT64 = (
        "float32", "int64", "int32", "uint8", "int8", "float16", "bool", "float64",
    )  # fmt: skip

    @staticmethod
    def bytes_of(dtype: DataType) -> int:
        """Return the number of bytes of a value's dtype."""
        return np.dtype(dtype.value).itemsize


class PlaceType(enum.Enum):
    """Places where a model can run."""

    UNK, CPU, GPU, XPU, CUSTOM = range(-1, 4)


class PrecisionType(enum.Enum):
    """Precisions in which a part of a model can run."""

    Float32, Int8, Half, Bfloat16 = range(4)


def _refusing(name: str) -> Callable[..., Any]:
    def method(self: Config, *_: Any, **__: Any) -> Any:
        raise UnsupportedError(
            f"Config.{name} is not supported: opscope has no such backend", site=site(), fix="delete the call"
        )

    method.__name__ = name
    method.__doc__ = "Refused: there is no such backend."
    return method


class Config(Described):
    """The files of a model: `Config(model_file, params_file)`, or `Config(directory)` with __model__ and parameters.

    Raises UnsupportedError where a backend is asked for that is not here.
    Source: https://www.paddlepaddle.org.cn/inference/v2.6/api_reference/python_api_doc/Config_index.html
    """

    Precision = PrecisionType

    def __init__(self, model: str = "", params: str = "") -> None:
        self._model, self._params = str(model), str(params)
        self._memory: tuple[bytes, bytes] | None = None
        self._gpu: int | None = None
        self._said: dict[str, Any] = {"ir_optim": True, "memory_optim": True, "threads": 1, "glog": True}

    # --- the model ------------------------------------------------------------------------------------

    def set_model(self, model: str, params: str = "") -> None:
        """Other files, or another directory."""
        self._model, self._params = str(model), str(params)

    def set_prog_file(self, path: str) -> None:
        """Set the file of the program."""
        self._model = str(path)

    def set_params_file(self, path: str) -> None:
        """Set the file of the parameters."""
        self._params = str(path)

    def set_model_buffer(self, program: bytes, size: int, params: bytes, params_size: int) -> None:
        """The contents of the files in place of them, and how many bytes of each count."""
        self._memory = program[:size], params[:params_size]

    def model_from_memory(self) -> bool:
        """True if contents were given instead of files."""
        return self._memory is not None

    def model_dir(self) -> str:
        """The directory, where one was given."""
        return "" if self._params else self._model

    def prog_file(self) -> str:
        """The file of the program."""
        return self._model if self._params else ""

    def params_file(self) -> str:
        """The file of parameters."""
        return self._params

    def load(self, executor: Any) -> list[Any]:
        """[program, names to feed, variables to fetch] of the model; its parameters are set in the global scope.

        In a directory they are in `__params__`, or in a file each, as Paddle 1.8 writes them. Raises RunError for files
        that are not there.
        """
        if self._memory is not None:
            return load_inference_model(None, executor, model_filename=self._memory[0], params_filename=self._memory[1])
        model = Path(self._model) if self._params else Path(self._model) / "__model__"
        params = Path(self._params) if self._params else model.with_name("__params__")
        together = bool(self._params) or params.exists()
        for path in [find_named_program(model), *([params] if together else [])]:
            if not path.is_file():
                raise RunError(
                    f"(NotFound) Cannot open file {path}, please confirm whether the file is normal.", site=site()
                )
        return load_model(str(model), str(params.parent), params.name if together else None)

    # --- where ----------------------------------------------------------------------------------------

    def enable_use_gpu(self, memory_pool_init_size_mb: int, device_id: int = 0, precision_mode: Any = None) -> None:
        """Run on a GPU; the size of the memory is CuPy's affair. Raises ArgumentError without one."""
        if device_id >= gpu_count():
            raise ArgumentError(f"there is no GPU {device_id}", site=site(), fix="run on the CPU")
        if precision_mode not in (None, PrecisionType.Float32):
            raise UnsupportedError(
                "enable_use_gpu with another precision than float32 is not supported",
                site=site(),
                fix="PrecisionType.Float32",
            )
        self._gpu, self._said["memory_pool"] = device_id, memory_pool_init_size_mb

    def disable_gpu(self) -> None:
        """Run on the CPU."""
        self._gpu = None

    def use_gpu(self) -> bool:
        """True if the model runs on a GPU."""
        return self._gpu is not None

    def gpu_device_id(self) -> int:
        """The number of the GPU; 0 on the CPU."""
        return self._gpu or 0

    def memory_pool_init_size_mb(self) -> int:
        """Return the size that enable_use_gpu was given."""
        return self._said.get("memory_pool", 100)

    def place(self) -> Any:
        """The place that models run at."""
        return CPU if self._gpu is None else CUDAPlace(self._gpu)

    # --- how: nothing of this changes a result ----------------------------------------------------------

    def switch_ir_optim(self, x: bool = True) -> None:
        """Set the result of ir_optim: runs are lowered from the second run on, always."""
        self._said["ir_optim"] = bool(x)

    def ir_optim(self) -> bool:
        """Return the argument of switch_ir_optim."""
        return self._said["ir_optim"]

    def enable_memory_optim(self, x: bool = True) -> None:
        """Accept the option: memory is always used again."""
        self._said["memory_optim"] = bool(x)

    def set_cpu_math_library_num_threads(self, cpu_math_library_num_threads: int) -> None:
        """Set the result of cpu_math_library_num_threads; BLAS has the threads that its environment gives it."""
        self._said["threads"] = int(cpu_math_library_num_threads)

    def cpu_math_library_num_threads(self) -> int:
        """Return the argument of set_cpu_math_library_num_threads."""
        return self._said["threads"]

    def switch_use_feed_fetch_ops(self, x: bool = True) -> None:
        """Accept the option: inputs and outputs are not operators."""
        self._said["feed_fetch_ops"] = bool(x)

    def switch_specify_input_names(self, x: bool = True) -> None:
        """Accept the option: inputs are always found by name."""
        self._said["specify_input_names"] = bool(x)

    def specify_input_name(self) -> bool:
        """True: inputs are known by name."""
        return True

    def disable_glog_info(self) -> None:
        """Nothing is logged, ever."""
        self._said["glog"] = False

    def glog_info_disabled(self) -> bool:
        """True if disable_glog_info was called."""
        return not self._said["glog"]

    def disable_mkldnn(self) -> None:
        """There is none."""

    def mkldnn_enabled(self) -> bool:
        """False."""
        return False

    def tensorrt_engine_enabled(self) -> bool:
        """False."""
        return False

    def summary(self) -> str:
        """The files and the place, one a line."""
        rows = {"model_file": self.prog_file() or self.model_dir(), "params_file": self._params}
        rows["use_gpu"] = str(self.use_gpu()).lower()
        return "\n".join(f"{name:<12} {value}" for name, value in rows.items())

    enable_mkldnn = _refusing("enable_mkldnn")
    enable_mkldnn_bfloat16 = _refusing("enable_mkldnn_bfloat16")
    enable_mkldnn_int8 = _refusing("enable_mkldnn_int8")
    enable_onnxruntime = _refusing("enable_onnxruntime")
    enable_tensorrt_engine = _refusing("enable_tensorrt_engine")
    enable_lite_engine = _refusing("enable_lite_engine")
    enable_xpu = _refusing("enable_xpu")
    enable_ipu = _refusing("enable_ipu")
    enable_custom_device = _refusing("enable_custom_device")
    enable_quantizer = _refusing("enable_quantizer")
    enable_profile = _refusing("enable_profile")
