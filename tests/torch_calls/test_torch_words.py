"""Messages to users of PyTorch: they tell to call functions of PyTorch, not of Paddle."""

import ast
import re

import pytest
import torch
from torch import nn

from opscope.debug.values.operator_measures import measured
from opscope.errors import OpscopeError
from tests.examples import ROOT
from tests.torch_calls.conftest import LONG

PADDLE = re.compile(r"paddle\.\w|stop_gradient ?=|clear_grad|\baxis=-1|clone\(for_test")
OF_PADDLE = {  # messages that only programs of Paddle, or of opscope's own layers, can get
    "conditions/grammar.py", "comparison/recorded_changes.py", "gradients/program_ops.py", "gradients/pylayers.py",
    "taps/attach.py", "rules/review.py",
}  # fmt: skip


def strings(path):
    """The strings of a file that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


def test_messages_of_the_tool_take_the_words_of_a_library_from_its_table():
    found = {
        path.relative_to(ROOT / "opscope" / "debug").as_posix(): text
        for path in (ROOT / "opscope" / "debug").rglob("*.py")
        for text in strings(path)
        if PADDLE.search(text)
    }
    # the suggestions of rules as their classes have them, for the list of rules
    own = {"rules/gradient_rules.py", "rules/output_rules.py"}
    assert found.keys() - OF_PADDLE == own, found


def train(*, clears=True, all_parameters=True, evaluates=False, axis=1):
    def body():
        torch.manual_seed(0)
        model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3))
        if evaluates:
            model.eval()
        given = list(model.parameters()) if all_parameters else model[3].parameters()
        optimizer = torch.optim.SGD(given, 0.1)
        for _ in range(6):
            out = torch.log(torch.softmax(model(torch.randn(16, 4)), axis))
            loss = nn.functional.nll_loss(out, torch.randint(0, 3, (16,)))
            loss.backward()
            optimizer.step()
            if clears:
                model.zero_grad()

    return body


@pytest.mark.parametrize(
    "options, rule, words",
    [
        ({"clears": False}, "gradients-not-cleared", "optimizer.zero_grad()"),
        ({"all_parameters": False}, "parameter-without-optimizer", "requires_grad_(False)"),
        ({"evaluates": True}, "eval-mode", "call model.train() before training"),
        ({"axis": 0}, "softmax-over-batch", "use dim=-1"),
    ],
    ids=lambda value: value if isinstance(value, str) and "-" in value else None,
)
def test_a_finding_suggests_what_pytorch_has(begin, options, rule, words):
    run = begin(train(**options))
    run.wait(LONG)
    finding = next(f for f in run.findings.every if f.rule == rule)
    assert words in finding.suggestion and not PADDLE.search(finding.suggestion)


def test_a_refusal_names_no_function_of_paddle(begin):
    run = begin(train(), breakpoints=[("op:nll_loss_forward", "step == 2")])
    run.until_stopped(LONG)
    run.clear()
    run.cont()
    run.wait(LONG)
    refusals = [
        lambda: run.branch(2, {"model.0.weight": 0.0}),
        lambda: run._call(lambda: measured(run._navigator, "time")),
    ]
    for refused in refusals:
        with pytest.raises(OpscopeError) as raised:
            refused()
        assert "eager code" in str(raised.value) and not PADDLE.search(str(raised.value))
