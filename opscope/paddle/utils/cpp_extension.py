"""paddle.utils.cpp_extension: a call raises UnsupportedError, because opscope has no C++ library."""

from opscope.core.checks.unsupported import unsupported_function

_PYTHON = "the operators of opscope are Python code", "write the kernel with NumPy in a PyLayer, or with static.py_func"
BuildExtension = unsupported_function("BuildExtension", *_PYTHON)
CUDAExtension = unsupported_function("CUDAExtension", *_PYTHON)
CppExtension = unsupported_function("CppExtension", *_PYTHON)
get_build_directory = unsupported_function("get_build_directory", *_PYTHON)
load = unsupported_function("load", *_PYTHON)
load_op_meta_info_and_register_op = unsupported_function("load_op_meta_info_and_register_op", *_PYTHON)
setup = unsupported_function("setup", *_PYTHON)

__all__ = [
    "BuildExtension",
    "CUDAExtension",
    "CppExtension",
    "get_build_directory",
    "load",
    "load_op_meta_info_and_register_op",
    "setup",
]
