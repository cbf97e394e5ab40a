"""paddle.static.Variable and Parameter for `isinstance`: in dygraph, Tensors are instances of Variable too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opscope.core.modes import in_dynamic_mode
from opscope.eager.tensor import Tensor
from opscope.ir.program import program
from opscope.paddle.nn.parameter import Parameter as EagerParameter


class InBothModes(type):
    """Metaclass of two classes whose instances are, for `isinstance`, variables of programs, and in dygraph Tensors.

    The classes of programs and Tensors themselves are not changed, because the checks of opscope must distinguish them.
    """

    _pair: tuple[type, type]

    def __instancecheck__(cls, instance: object) -> bool:
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass: type) -> bool:
        if "_pair" not in cls.__dict__:  # a class that somebody has derived
            return super().__subclasscheck__(subclass)
        of_programs, of_dygraph = cls._pair
        return issubclass(subclass, of_programs) or (in_dynamic_mode() and issubclass(subclass, of_dygraph))

    def __setattr__(cls, name: str, value: Any) -> None:
        setattr(cls._pair[0], name, value)  # a method that somebody adds: all Variables have it

    def __delattr__(cls, name: str) -> None:
        delattr(cls._pair[0], name)


if TYPE_CHECKING:  # whoever checks types means the one of programs
    from opscope.ir.program.program import Parameter as Parameter
    from opscope.ir.program.program import Variable as Variable
else:

    class Variable(program.Variable, metaclass=InBothModes):
        """A named value of a program. In dygraph, a Tensor is also an instance. `Block.create_var` makes Variables."""

        _pair = (program.Variable, Tensor)

    class Parameter(program.Parameter, Variable):
        """A parameter of a program. In dygraph, a Layer's parameter is also an instance.

        `static.create_parameter` makes a Parameter.
        """

        _pair = (program.Parameter, EagerParameter)
