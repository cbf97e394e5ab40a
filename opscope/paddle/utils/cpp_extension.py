"""paddle.utils.cpp_extension: there is no C++ to compile against."""

from opscope.core.refused import refused

_PYTHON = "operators are Python here", "write the kernel with NumPy: PyLayer, or static.py_func"
BuildExtension = refused("BuildExtension", *_PYTHON)
CUDAExtension = refused("CUDAExtension", *_PYTHON)
CppExtension = refused("CppExtension", *_PYTHON)
get_build_directory = refused("get_build_directory", *_PYTHON)
load = refused("load", *_PYTHON)
load_op_meta_info_and_register_op = refused("load_op_meta_info_and_register_op", *_PYTHON)
setup = refused("setup", *_PYTHON)

__all__ = [
    "BuildExtension",
    "CUDAExtension",
    "CppExtension",
    "get_build_directory",
    "load",
    "load_op_meta_info_and_register_op",
    "setup",
]
