"""paddle.inference: runs saved models."""

from opscope.core.checks.unsupported import unsupported_function
from opscope.paddle.inference.config import Config, DataType, PlaceType, PrecisionType
from opscope.paddle.inference.predictor import Predictor, PredictorPool, Tensor, create_predictor, get_version

convert_to_mixed_precision = unsupported_function(
    "convert_to_mixed_precision", "opscope does not convert model files", "use paddle.amp when you build the program"
)
get_trt_compile_version = unsupported_function("get_trt_compile_version", "opscope has no TensorRT", "delete the call")
get_trt_runtime_version = unsupported_function("get_trt_runtime_version", "opscope has no TensorRT", "delete the call")
XpuConfig = unsupported_function("XpuConfig", "opscope has no XPU backend", "delete the call")
get_num_bytes_of_data_type = DataType.bytes_of

__all__ = [
    "Config",
    "DataType",
    "PlaceType",
    "PrecisionType",
    "Predictor",
    "PredictorPool",
    "Tensor",
    "XpuConfig",
    "convert_to_mixed_precision",
    "create_predictor",
    "get_num_bytes_of_data_type",
    "get_trt_compile_version",
    "get_trt_runtime_version",
    "get_version",
]
