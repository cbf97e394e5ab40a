"""Tensors that NumPy cannot show: the program computes what it computes, and no value is wrong."""

import io
import warnings

import numpy as np
import pytest
import torch

from opscope import debug
from opscope.errors import NotFound
from tests.torch_calls.conftest import LONG
from tests.torch_calls.kinds_of_tensors import KINDS, thrice
from tests.torch_calls.published_programs import ema
from tests.torch_calls.torch_programs import elements

pytestmark = pytest.mark.filterwarnings("ignore")
EACH_KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
STATES = {"logged": {}, "notified": {"breakpoints": ["op:no_such_operator"]}, "watched": {"record": False}}


def seeded(kind):
    torch.manual_seed(0)
    return kind()


def is_plain(tensor):
    """Return True for a tensor whose elements are shown."""
    if type(tensor) not in (torch.Tensor, torch.nn.Parameter) or tensor.is_nested or not tensor.is_cpu:
        return False
    return tensor.layout is torch.strided and not (tensor.is_quantized or tensor.is_conj() or tensor.is_neg())


@pytest.mark.parametrize("options", STATES.values(), ids=STATES)
@EACH_KIND
def test_it_computes_as_without_a_run(begin, kind, options):
    plain = seeded(lambda: thrice(kind))
    assert repr(begin(lambda: seeded(lambda: thrice(kind)), **options).wait(LONG)) == repr(plain)


@EACH_KIND
def test_it_computes_as_without_a_run_that_looks_for_nan(begin, kind):
    plain = seeded(lambda: thrice(kind))
    run = begin(lambda: seeded(lambda: thrice(kind)), entry=True)
    run.until_stopped(LONG)
    run.watch("nan")
    while run.state == "paused":
        run.cont()
        run.until_stopped(LONG)
    assert repr(run.wait(LONG)) == repr(plain)


@EACH_KIND
def test_each_value_is_a_clone_taken_there_or_hidden_for_a_reason(begin, kind):
    """A write through a conjugated view, or a view of another dtype, left the former elements under the name."""
    run = begin(lambda: seeded(lambda: thrice(kind)), entry=True)
    run.until_stopped(LONG)
    seen, reasons = [], set()

    def compare(names):
        for name, copy in names.items():
            try:
                found = run.value(name)
            except NotFound:
                reasons.add(name)
                continue
            assert copy is not None, name
            assert found.dtype == copy.dtype and np.array_equal(found, copy, equal_nan=copy.dtype.kind in "fc"), name

    while run.state == "paused" and len(seen) < 150:
        locals_here = {n: v.value for n, v in run.locals().items() if isinstance(v.value, torch.Tensor)}
        names = {n: elements(t) if is_plain(t) else None for n, t in locals_here.items()}
        here = run.here
        seen.append((here, names))
        known = {n: c for n, c in names.items() if c is not None}
        compare(known)
        run.step_in(timeout=LONG)
    run.cont() if run.state == "paused" else None
    run.wait(LONG)
    for here, names in seen:
        if here.op >= 0:
            run.goto(here.step, here.op)
            compare({n: c for n, c in names.items() if c is not None or n in reasons})
    hidden = {name for _, names in seen for name, copy in names.items() if copy is None}
    run.goto(1, 0)
    for name in hidden:
        with pytest.raises(NotFound, match=r"it is |its layout is "):
            run.value(name)


def test_what_is_not_searched_for_nan_is_said_once_for_each_kind(begin):
    def body():
        for _ in range(3):
            (torch.ones(2).to_sparse() * 2, torch.ones(2, dtype=torch.complex64).conj().sin())

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        run = begin(body, entry=True)
        run.until_stopped(LONG)
        run.watch("nan")
        run.cont()
        run.wait(LONG)
    texts = [str(w.message).splitlines()[0] for w in said if "does not look for NaN" in str(w.message)]
    reasons = [text.partition("result: ")[2] for text in texts]
    assert reasons == ["its layout is torch.sparse_coo", "it is a conjugated view"]


def test_memory_that_nobody_has_written_has_no_value(begin):
    """Equal runs of a program with a deepcopy differed in the elements that its new storages happened to have."""
    runs = []
    for _ in range(2):
        runs.append(begin(lambda: seeded(ema)))
        runs[-1].wait(LONG)
        torch.rand(1000)  # other memory is free now
    assert str(debug.diff(*runs)).startswith("the same, bit for bit")
    places = [p for s in runs[0].session.driver.journal.segments for r in s.records for p in r.places]
    assert any(p.operator.op.name == "set_" for p in places)


def test_a_tensor_on_the_storage_of_another_one_has_its_elements(begin):
    def body():
        torch.manual_seed(0)
        first = torch.arange(4.0)
        other = torch.empty(0).set_(first.untyped_storage(), 0, (2, 2))
        return (other * 2).sum().item()

    run = begin(body, breakpoints=["op:sum"])
    run.until_stopped(LONG)
    assert run.value("other").tolist() == [[0.0, 1.0], [2.0, 3.0]]
    run.cont()
    assert run.wait(LONG) == 12.0


def test_runs_with_own_generators_and_storages_do_not_differ(begin):
    """Their addresses and contents were attributes: `generator '<torch._C.Generator object at 0x7fd030a36230>'`."""

    def body():
        generator = torch.Generator().manual_seed(0)
        file = io.BytesIO()
        torch.save(torch.randn(3, generator=generator), file)
        file.seek(0)
        return torch.load(file) + torch.randperm(3, generator=generator)

    runs = [begin(body) for _ in range(2)]
    assert torch.equal(*(run.wait(LONG) for run in runs))
    assert str(debug.diff(*runs)).startswith("the same, bit for bit")
    attributes = [(o.type, o.attrs) for o in runs[0].program().operators]
    assert [attrs["generator"] for _, attrs in attributes if attrs.get("generator")] == ["Generator on cpu"] * 2
    assert [attrs["source"] for kind, attrs in attributes if kind == "set_"] == ["UntypedStorage on cpu"]


def test_a_sparse_gradient_has_no_value_and_its_indices_are_not_shown_as_the_gradient(begin):
    """`run.values("emb.weight@GRAD")` was the indices, int64[1, 4]; the rules failed with a ValueError."""

    def train():
        emb = torch.nn.Embedding(4, 3, sparse=True)  # with 4 rows, the elements have the shape of the weight
        other = torch.nn.Linear(3, 1)
        optimizer = torch.optim.SparseAdam(emb.parameters(), 0.1)
        for _ in range(2):
            loss = other(emb(torch.tensor([0, 2, 1, 0]))).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return other.weight.grad.numpy()

    run = begin(train)
    gradient = run.wait(LONG)
    assert [finding.rule for finding in run.findings] == ["parameter-without-optimizer"]  # other
    assert np.array_equal(run.values("other.weight@GRAD")[2], gradient)
    for name in ("emb.weight@GRAD", "emb.weight.grad"):
        with pytest.raises(NotFound, match=r"its layout is torch\.sparse_coo\n(?s:.*)emb\.weight\.grad\.to_dense"):
            run.values(name)
    for op in range(len(run.program(2).operators)):
        run.goto(2, op)
        assert not [name for name in run.names() if name == "emb.weight@GRAD"]
    with pytest.raises(NotFound, match="its layout is"):
        run.value("emb.weight.grad")
