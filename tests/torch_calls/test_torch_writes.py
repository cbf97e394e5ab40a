"""Arguments that operators of PyTorch write to: the table of those that schemas do not declare, and what a run has."""

import importlib.util
import itertools
import warnings

import pytest
import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

from opscope.debug.eager.eager_step import EagerStep
from opscope.torch_calls.aten_ops import UNDECLARED_WRITES, aten_op
from tests.torch_calls.conftest import LONG

ON_GPUS = {"cudnn_batch_norm", "miopen_batch_norm"}  # as native_batch_norm
SAMPLES = 6  # of an operator or a module
HAS_SAMPLES = importlib.util.find_spec("expecttest") is not None


class Compare(TorchDispatchMode):
    """Compares the bytes of each argument before and after an operator; `wrote` are those that no schema declares."""

    def __init__(self):
        super().__init__()
        self.wrote, self.seen = {}, set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        arguments = func._schema.arguments
        self.seen.add(func)
        given = [args[i] if i < len(args) else kwargs.get(a.name) for i, a in enumerate(arguments)]
        tensors = [(i, t) for i, v in enumerate(given) for t in (v if isinstance(v, list | tuple) else [v])]
        tensors = [(i, t) for i, t in tensors if isinstance(t, torch.Tensor) and t.layout is torch.strided]
        declared = {i for i, a in enumerate(arguments) if a.alias_info is not None and a.alias_info.is_write}
        memory = {t.untyped_storage().data_ptr() for i, t in tensors if i in declared}
        before = [elements(t) for _, t in tensors]
        result = func(*args, **kwargs)
        for (i, t), then in zip(tensors, before, strict=True):
            if i not in declared and t.untyped_storage().data_ptr() not in memory and elements(t) != then:
                name = func._schema.name.partition("::")[2]
                self.wrote.setdefault(name, set()).add(i)
        return result


def elements(tensor):
    return tensor.detach().clone().reshape(-1).view(torch.uint8).numpy().tobytes() if tensor.numel() else b""


def operator_calls():
    """Calls of PyTorch's own samples of each operator, forward and backward."""
    from torch.testing._internal.common_methods_invocations import op_db

    for info in op_db:
        kinds = info.supported_dtypes("cpu")
        wanted = (torch.float32, torch.int64, torch.complex64, torch.bool, *kinds)
        kind = next((d for d in wanted if d in kinds), torch.float32)
        learns = info.supports_autograd and kind is torch.float32

        def calls(info=info, kind=kind, learns=learns):
            samples = info.sample_inputs("cpu", kind, requires_grad=learns)
            for sample in itertools.islice(samples, SAMPLES):
                yield lambda sample=sample: info.op(sample.input, *sample.args, **sample.kwargs)

        yield calls


def module_calls():
    """Calls of PyTorch's own samples of each module, in training and in evaluation."""
    from torch.testing._internal.common_modules import module_db

    for info, training in itertools.product(module_db, (True, False)):

        def calls(info=info, training=training):
            samples = info.module_inputs_func(
                info, device="cpu", dtype=torch.float32, requires_grad=True, training=training
            )
            for sample in itertools.islice(samples, SAMPLES):
                made, given = sample.constructor_input, sample.forward_input
                module = info.module_cls(*made.args, **made.kwargs).train(training)
                if given is not None:
                    yield lambda module=module, given=given: module(*given.args, **given.kwargs)

        yield calls


def run_all(groups, mode):
    """Run each call with its backward pass under a mode; some samples are to fail."""
    count = 0
    for calls in groups:
        try:
            for call in calls():
                with mode:
                    results = call()
                    for result in results if isinstance(results, list | tuple) else [results]:
                        if isinstance(result, torch.Tensor) and result.requires_grad:
                            result.backward(torch.ones_like(result), retain_graph=True)
                count += 1
        except (RuntimeError, TypeError, ValueError, AssertionError, NotImplementedError, IndexError, KeyError):
            continue
    return count


@pytest.mark.thorough
@pytest.mark.skipif(not HAS_SAMPLES, reason="PyTorch's samples of its operators need expecttest")
def test_the_table_of_undeclared_writes_is_what_pytorchs_own_samples_write():
    """Law: of all operators, those of the table write to arguments that their schemas do not declare, and no others."""
    mode = Compare()
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert run_all(operator_calls(), mode) > 1000
        assert run_all(module_calls(), mode) > 100
    known = {}
    for func in mode.seen:
        name = func._schema.name.partition("::")[2]
        if name in UNDECLARED_WRITES:
            known[name] = {i % len(func._schema.arguments) for i in UNDECLARED_WRITES[name]}
    assert mode.wrote == known
    assert known.keys() == UNDECLARED_WRITES.keys() - ON_GPUS and len(mode.seen) > 500


def test_what_a_batch_normalization_writes_is_a_result():
    op = aten_op(torch.ops.aten.native_batch_norm.default)
    assert op.op.outputs == ("out0", "out1", "out2", "running_mean", "running_var")
    legit = aten_op(torch.ops.aten._native_batch_norm_legit.default)  # declares the writes, and returns other tensors
    assert legit.op.outputs == op.op.outputs
    assert aten_op(torch.ops.aten.add_.Tensor).op.outputs == ("out",)


def overflowing_buffer():
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(2), nn.Linear(2, 1))
    opt = torch.optim.SGD(model.parameters(), 0.1)
    for step in range(3):
        x = torch.tensor([[3e38 if step == 1 else 1.0, 1.0], [-2.0, 2.0]])
        opt.zero_grad()
        model(x).sum().backward()
        opt.step()
    model.eval()(torch.ones(1, 2))
    return model[0].running_var.tolist()


@pytest.mark.parametrize("options", [{}, {"breakpoints": ["op:no_such_operator"]}], ids=["logged", "notified"])
def test_a_buffer_that_becomes_inf_stops_the_run(begin, options):
    plain = overflowing_buffer()
    run = begin(overflowing_buffer, entry=True, **options)
    run.until_stopped(LONG)
    run.watch("nan")
    run.cont()
    stop = run.until_stopped(LONG)
    assert (stop.step, stop.op_type) == (2, "native_batch_norm") and "model = " not in stop.source
    assert "running_var" in str(stop)
    assert plain[0] == float("inf")


def test_a_batch_normalization_in_evaluation_mode_writes_nothing(begin):
    run = begin(overflowing_buffer)
    run.wait(LONG)
    records = [r for s in run.session.driver.journal.segments for r in s.records]
    norms = [o for r in records for o in r.operators() if o.op.name == "native_batch_norm"]
    written = {tuple([n for n in o.outputs if n and "running" in n]) for o in norms}
    assert written == {("model.0.running_mean", "model.0.running_var"), ()}


def test_each_operator_of_a_record_has_a_text(begin):
    """A call of a backward pass was printed with other outputs than its operator has, which raised ValueError."""
    run = begin(overflowing_buffer)
    run.wait(LONG)
    records = [r for s in run.session.driver.journal.segments for r in s.records]
    step = EagerStep([r for r in records if r.step == 1])
    texts = [str(p.operator) for p in step.places if p.operator is not None]
    assert any("native_batch_norm_backward" in text for text in texts)
    assert str(records[0].plan.block.program)
