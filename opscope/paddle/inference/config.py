"""Config: the files of a model, its place, and options.

Many of Paddle's options only change the speed: they have no effect, and can be read again. An option that would change
results, or that needs a missing library, raises UnsupportedError.
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
            f"Config.{name} is not supported, because opscope does not have the backend that this method configures",
            site=site(),
            fix="delete the call",
        )

    method.__name__ = name
    method.__doc__ = "Refused: there is no such backend."
    return method


class Config(Described):
    """The files of a model: `Config(model_file, params_file)`, or `Config(directory)` with __model__ and parameters.

    Raises UnsupportedError for a backend that opscope does not have.
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
        """Set other files, or another directory."""
        self._model, self._params = str(model), str(params)

    def set_prog_file(self, path: str) -> None:
        """Set the file of the program."""
        self._model = str(path)

    def set_params_file(self, path: str) -> None:
        """Set the file of the parameters."""
        self._params = str(path)

    def set_model_buffer(self, program: bytes, size: int, params: bytes, params_size: int) -> None:
        """Set the contents of the files, and the number of bytes of each content."""
        self._memory = program[:size], params[:params_size]

    def model_from_memory(self) -> bool:
        """Return True if contents were given instead of files."""
        return self._memory is not None

    def model_dir(self) -> str:
        """Return the directory of the model."""
        return "" if self._params else self._model

    def prog_file(self) -> str:
        """Return the file of the program."""
        return self._model if self._params else ""

    def params_file(self) -> str:
        """Return the file of the parameters."""
        return self._params

    def load(self, executor: Any) -> list[Any]:
        """Return [program, names to feed, variables to fetch], and set the parameters in the global scope.

        In a directory, the parameters are in `__params__`, or each in its file, as Paddle 1.8 writes them. Raises
        RunError for missing files.
        """
        if self._memory is not None:
            return load_inference_model(None, executor, model_filename=self._memory[0], params_filename=self._memory[1])
        model = Path(self._model) if self._params else Path(self._model) / "__model__"
        params = Path(self._params) if self._params else model.with_name("__params__")
        together = bool(self._params) or params.exists()
        for path in [find_named_program(model), *([params] if together else [])]:
            if not path.is_file():
                raise RunError(
                    f"(NotFound) Cannot open the model file {path}, because no such file exists.", site=site()
                )
        return load_model(str(model), str(params.parent), params.name if together else None)

    # --- where ----------------------------------------------------------------------------------------

    def enable_use_gpu(self, memory_pool_init_size_mb: int, device_id: int = 0, precision_mode: Any = None) -> None:
        """Run on a GPU. CuPy manages the memory, so its size has no effect. Raises ArgumentError without a GPU."""
        if device_id >= gpu_count():
            raise ArgumentError(
                f"this machine has no GPU with the number {device_id}", site=site(), fix="run on the CPU"
            )
        if precision_mode not in (None, PrecisionType.Float32):
            raise UnsupportedError(
                "enable_use_gpu supports only the precision float32",
                site=site(),
                fix="pass PrecisionType.Float32",
            )
        self._gpu, self._said["memory_pool"] = device_id, memory_pool_init_size_mb

    def disable_gpu(self) -> None:
        """Run on the CPU."""
        self._gpu = None

    def use_gpu(self) -> bool:
        """Return True if the model runs on a GPU."""
        return self._gpu is not None

    def gpu_device_id(self) -> int:
        """Return the number of the GPU; 0 on the CPU."""
        return self._gpu or 0

    def memory_pool_init_size_mb(self) -> int:
        """Return the size that enable_use_gpu has set."""
        return self._said.get("memory_pool", 100)

    def place(self) -> Any:
        """Return the place where the model runs."""
        return CPU if self._gpu is None else CUDAPlace(self._gpu)

    # --- how: nothing of this changes a result ----------------------------------------------------------

    def switch_ir_optim(self, x: bool = True) -> None:
        """Set the result of ir_optim. The option has no effect: the second run and later runs are always lowered."""
        self._said["ir_optim"] = bool(x)

    def ir_optim(self) -> bool:
        """Return the argument of switch_ir_optim."""
        return self._said["ir_optim"]

    def enable_memory_optim(self, x: bool = True) -> None:
        """No effect: memory is always reused."""
        self._said["memory_optim"] = bool(x)

    def set_cpu_math_library_num_threads(self, cpu_math_library_num_threads: int) -> None:
        """Set the result of cpu_math_library_num_threads.

        The option has no effect: environment variables set the number of BLAS threads.
        """
        self._said["threads"] = int(cpu_math_library_num_threads)

    def cpu_math_library_num_threads(self) -> int:
        """Return the argument of set_cpu_math_library_num_threads."""
        return self._said["threads"]

    def switch_use_feed_fetch_ops(self, x: bool = True) -> None:
        """No effect: inputs and outputs are not operators."""
        self._said["feed_fetch_ops"] = bool(x)

    def switch_specify_input_names(self, x: bool = True) -> None:
        """No effect: inputs always have names."""
        self._said["specify_input_names"] = bool(x)

    def specify_input_name(self) -> bool:
        """Return True: inputs always have names."""
        return True

    def disable_glog_info(self) -> None:
        """No effect: opscope writes no log."""
        self._said["glog"] = False

    def glog_info_disabled(self) -> bool:
        """Return True if disable_glog_info was called."""
        return not self._said["glog"]

    def disable_mkldnn(self) -> None:
        """No effect: opscope does not use MKLDNN."""

    def mkldnn_enabled(self) -> bool:
        """Return False."""
        return False

    def tensorrt_engine_enabled(self) -> bool:
        """Return False."""
        return False

    def summary(self) -> str:
        """Return the files and the place, one in each line."""
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
