"""paddle.static.nn.control_flow."""

from opscope.ir.block_style import ConditionalBlock, Switch, While
from opscope.ir.branches import case, switch_case
from opscope.ir.cond import cond
from opscope.ir.printing import Assert, Print
from opscope.ir.while_loop import while_loop

__all__ = ["Assert", "ConditionalBlock", "Print", "Switch", "While", "case", "cond", "switch_case", "while_loop"]
