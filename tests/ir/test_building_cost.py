"""Building a program takes linear time: no step scans the whole program."""

from opscope import paddle
from opscope.ir.program.program import Block
from opscope.paddle import static


def deep(layers):
    """A loss through `layers` residual sums: each value is read twice, so each gradient has two parts."""
    paddle.enable_static()
    h = static.nn.fc(static.data("x", [None, 4]), 4)
    for _ in range(layers):
        h = h + paddle.tanh(h)
    return paddle.mean(h)


class Counted(list):
    """The operators of a block; `looks` counts how many were looked at one after the other."""

    looks = 0

    def __iter__(self):
        for operator in super().__iter__():
            self.looks += 1
            yield operator


def looks(layers):
    block = deep(layers).program.global_block()
    block.ops = Counted(block.ops)
    static.append_backward(block.ops[-1].result())
    return block.ops.looks, len(block.ops)


def test_building_looks_at_no_other_operator():
    block = deep(0).program.global_block()
    block.ops = Counted(block.ops)
    for _ in range(20):
        block.vars["x"] * 2 + 1
    assert block.ops.looks == 0


def test_backward_goes_through_the_operators_a_fixed_number_of_times():
    for layers in (5, 50):
        seen, count = looks(layers)
        assert seen <= 2 * count


def test_backward_never_renames_by_searching_the_block(monkeypatch):
    monkeypatch.setattr(Block, "rename", None)
    loss = deep(3)
    pairs = static.append_backward(loss)
    assert [p.name for p, _ in pairs] == ["fc_0.w_0", "fc_0.b_0"]
    made = [n for o in loss.block.ops for n in o.outputs]
    assert len([n for n in made if "@RENAME" in n]) == 6
    assert all(loss.block.vars[n].name == n for n in made)


def test_the_line_of_a_gradient_is_the_forward_operators():
    block = deep(1).program.global_block()
    static.append_backward(block.ops[-1].result())
    forward = {o.type: o.site for o in block.ops if o.phase == "forward"}
    assert next(o.site for o in block.ops if o.type == "tanh_grad") == forward["tanh"]
    assert forward["tanh"].function == "deep"
