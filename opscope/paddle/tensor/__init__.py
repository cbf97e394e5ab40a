"""paddle.tensor: the functions on tensors, in Paddle's modules. `paddle` also has all these functions."""

# pyright: reportUnsupportedDunderAll=false
from opscope.core.lazy_names import lazy_names
from opscope.core.module_aliases import alias_in_submodules
from opscope.ops.tensor_methods import copy_function_docs
from opscope.paddle.tensor import (
    array,
    attribute,
    creation,
    linalg,
    logic,
    manipulation,
    math,
    ops,
    random,
    search,
    stat,
)
from opscope.paddle.tensor import (
    inplace as written,  # under its own name a type checker takes it for the function in it
)
from opscope.paddle.tensor.array import *
from opscope.paddle.tensor.attribute import *
from opscope.paddle.tensor.creation import *
from opscope.paddle.tensor.creation import create_tensor as create_tensor  # of paddle.tensor, not of paddle
from opscope.paddle.tensor.creation import fill_constant as fill_constant
from opscope.paddle.tensor.einsum import einsum
from opscope.paddle.tensor.inplace import *
from opscope.paddle.tensor.linalg import *
from opscope.paddle.tensor.linalg import cholesky_solve as cholesky_solve
from opscope.paddle.tensor.linalg import cond as cond
from opscope.paddle.tensor.linalg import corrcoef as corrcoef
from opscope.paddle.tensor.linalg import cov as cov
from opscope.paddle.tensor.linalg import det as det
from opscope.paddle.tensor.linalg import eig as eig
from opscope.paddle.tensor.linalg import eigh as eigh
from opscope.paddle.tensor.linalg import eigvals as eigvals
from opscope.paddle.tensor.linalg import householder_product as householder_product
from opscope.paddle.tensor.linalg import inv as inv
from opscope.paddle.tensor.linalg import lstsq as lstsq
from opscope.paddle.tensor.linalg import lu as lu
from opscope.paddle.tensor.linalg import lu_unpack as lu_unpack
from opscope.paddle.tensor.linalg import matrix_norm as matrix_norm
from opscope.paddle.tensor.linalg import matrix_power as matrix_power
from opscope.paddle.tensor.linalg import matrix_rank as matrix_rank
from opscope.paddle.tensor.linalg import multi_dot as multi_dot
from opscope.paddle.tensor.linalg import pca_lowrank as pca_lowrank
from opscope.paddle.tensor.linalg import pinv as pinv
from opscope.paddle.tensor.linalg import qr as qr
from opscope.paddle.tensor.linalg import slogdet as slogdet
from opscope.paddle.tensor.linalg import solve as solve
from opscope.paddle.tensor.linalg import svd as svd
from opscope.paddle.tensor.linalg import triangular_solve as triangular_solve
from opscope.paddle.tensor.linalg import vector_norm as vector_norm
from opscope.paddle.tensor.logic import *
from opscope.paddle.tensor.manipulation import *
from opscope.paddle.tensor.math import *
from opscope.paddle.tensor.ops import *
from opscope.paddle.tensor.random import *
from opscope.paddle.tensor.search import *
from opscope.paddle.tensor.search import top_p_sampling as top_p_sampling
from opscope.paddle.tensor.stat import *

alias_in_submodules(
    __name__,
    {
        "creation": "tril_ triu_ cauchy_ geometric_",
        "linalg": "transpose_ t_",
        "logic": (
            "logical_and_ logical_or_ logical_xor_ logical_not_ equal_ greater_equal_ greater_than_ less_equal_ "
            "less_than_ not_equal_ bitwise_and_ bitwise_or_ bitwise_xor_ bitwise_not_"
        ),
        "manipulation": (
            "cast_ transpose fill_ zero_ fill_diagonal_ fill_diagonal_tensor_ flatten_ squeeze_ unsqueeze_ "
            "scatter_ reshape_ masked_fill_ put_along_axis_ index_add_ index_put_ index_fill_"
        ),
        "math": (
            "log_ scale_ pow_ add_ subtract_ divide_ floor_divide_ remainder_ mod_ floor_mod_ multiply_ "
            "nan_to_num_ trunc_ addmm_ renorm_ log1p_ log2_ log10_ clip_ cumsum_ cumprod_ tanh_ digamma_ "
            "lgamma_ multigammaln_ neg_ logit_ lerp_ erfinv_ gcd_ lcm_ frac_ i0_ polygamma_ ldexp_ hypot_"
        ),
        "ops": (
            "asin_ sinh_ sin_ sqrt_ cosh_ sigmoid_ erf_ atanh_ acosh_ ceil_ rsqrt_ abs_ cos_ atan_ expm1_ "
            "reciprocal_ asinh_ exp_ square_ floor_ tan_ round_ acos_"
        ),
        "random": "normal_ uniform_ exponential_",
        "search": "where_",
    },
)
copy_function_docs()

__all__ = [
    *array.__all__,
    *attribute.__all__,
    *creation.__all__,
    *written.__all__,
    *linalg.__all__,
    *logic.__all__,
    *manipulation.__all__,
    *math.__all__,
    *ops.__all__,
    *random.__all__,
    *search.__all__,
    *stat.__all__,
    "einsum",
]

__getattr__ = lazy_names(__name__, creation.LATER)
