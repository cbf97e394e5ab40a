"""paddle.static.nn.control_flow."""

from opscope.ir.control_flow.block_guards import ConditionalBlock, Switch, While
from opscope.ir.control_flow.cond import cond
from opscope.ir.control_flow.switch_case import case, switch_case
from opscope.ir.control_flow.while_loop import while_loop
from opscope.ir.program.print_and_assert import Assert, Print

__all__ = ["Assert", "ConditionalBlock", "Print", "Switch", "While", "case", "cond", "switch_case", "while_loop"]
