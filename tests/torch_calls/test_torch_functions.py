"""Checks of the gradients of torch.autograd.Functions: the element, and the kind of the fault."""

import pytest
import torch

from opscope import debug
from tests.torch_calls.torch_programs import Cube


def outcomes(body):
    """The verdicts of the checks of a body by function and input, and the text."""
    found = debug.check(body)
    return {f"{each.name} {each.of}": each.verdict for each in found}, str(found)


def test_a_wrong_factor():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    found, text = outcomes(lambda: Cube.apply(x * 1).sum().backward())
    assert list(found.values()) == ["wrong"]
    assert "0.6667 times" in text and "x[1] = 2" in text and "backward gives 8, the slope is 12" in text
    assert "torch_programs.py" in text and x.grad.tolist() == [2, 8]  # what the program computes stays


class Mutating(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x[0] = 7.0
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


def test_a_forward_that_writes_to_its_input():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    found, text = outcomes(lambda: Mutating.apply(x * 1).sum().backward())
    assert list(found.values()) == ["wrong"] and "x[0]" in text


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(x, w, factor):
        return x @ w * factor, "a text", x.argmax()

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, w, ctx.factor = inputs
        ctx.save_for_backward(x, w)
        ctx.mark_non_differentiable(output[2])

    @staticmethod
    def backward(ctx, grad, *_):
        x, w = ctx.saved_tensors
        return grad @ w.T * ctx.factor, x.T @ grad * ctx.factor, None


def test_results_that_are_no_tensors_and_a_context_of_its_own():
    x, w = torch.randn(2, 3, requires_grad=True), torch.randn(3, 4, requires_grad=True)
    found, _ = outcomes(lambda: Scaled.apply(x, w, 2.0)[0].sum().backward())
    assert found == {"Scaled.backward x": "right", "Scaled.backward w": "right"}


calls = torch.zeros(1)


class Masked(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        calls.add_(1)
        mask = (torch.rand(x.shape) > 0.5).float()
        ctx.save_for_backward(mask)
        return x * mask

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


def test_random_numbers_and_state_are_those_of_the_one_call():
    def body():
        torch.manual_seed(1)
        x = torch.ones(4, requires_grad=True)
        out = Masked.apply(x)
        out.sum().backward()
        return out.tolist(), x.grad.tolist(), torch.rand(2).tolist()

    calls.zero_()
    plain, made = body(), []
    found, _ = outcomes(lambda: made.append(body()))
    assert list(found.values()) == ["right"] and made == [plain] and calls.item() == 2


def test_what_cannot_be_checked_has_a_reason():
    half = torch.ones(2, dtype=torch.bfloat16, requires_grad=True)

    def body():
        Cube.apply(half)
        with torch.no_grad():
            Cube.apply(torch.ones(2))
        Cube.apply(torch.ones(2))

    text = outcomes(body)[1]
    assert "no elements that NumPy can show" in text
    assert "where no gradients are recorded" in text and "none of its inputs needs a gradient" in text
    assert "apply" in vars(torch.autograd.Function) and Cube.apply(torch.ones(1)).item() == 1


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x * w

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        return grad * w.conj(), (grad * x.conj()).sum(0)


class WrongProduct(Product):
    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        return grad * w, (grad * x.conj()).sum(0)


@pytest.mark.parametrize("function, of_x", [(Product, "right"), (WrongProduct, "wrong")])
def test_a_function_of_complex_numbers(function, of_x):
    """Both gradients were "no gradient arrives (None)"."""
    torch.manual_seed(0)
    x, w = (torch.randn(*shape, dtype=torch.cfloat, requires_grad=True) for shape in ((2, 3), (3,)))
    found, _ = outcomes(lambda: function.apply(x, w).abs().sum().backward())
    assert [*found.values()] == [of_x, "right"]


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x.exp_())
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


class WrongExp(Exp):
    @staticmethod
    def backward(ctx, grad):
        return grad


class UnmarkedExp(Exp):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x.exp_())
        return x.clone()


@pytest.mark.parametrize("function, verdict", [(Exp, "right"), (WrongExp, "wrong"), (UnmarkedExp, "wrong")])
def test_a_forward_that_may_write_to_its_input(function, verdict):
    """PyTorch returns a tensor that `mark_dirty` has marked: "forward changes its input, and does not return it"."""
    x = torch.tensor([0.5, -1.0], requires_grad=True)
    found, _ = outcomes(lambda: function.apply(x * 1).sum().backward())
    assert [*found.values()] == [verdict]
