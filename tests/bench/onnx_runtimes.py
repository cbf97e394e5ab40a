"""ONNX models in opscope, onnxruntime and onnx's reference: time by turns, import, memory; how faults are found.

python -m tests.bench.onnx_runtimes [--quick]

Each runtime is a process of its own, and so is each search for a planted fault.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tests.bench.harness import ROOT, environment, quiet
from tests.bench.history import Figure, figure

RUNTIMES = ("opscope", "onnxruntime", "reference")
SIZES: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {  # arguments of the net: of its true size, of --quick
    "resnet": (((3, 4, 6, 3), 64, 224), ((1, 1), 8, 32)),
    "encoder": ((4, 256, 8, 128), (1, 32, 4, 8)),
}
TITLES = {"resnet": "a net of ResNet-50's size, 1 image", "encoder": "a Transformer encoder d256, s128, 4 layers"}
SLOWER, FASTER = 3.0, 20.0  # times onnxruntime's time at most; times the reference's speed at least
MEMORY = 2.0  # times the memory of one run


def planted() -> dict[str, tuple[str, Callable[[Any], None], str]]:
    """The faults by name: the net, what is changed, and the node where it must be found."""
    from tests.onnx_models.faults import changed_weight, older_opset, swapped_axes

    conv, product = "/layer2.0.conv2/conv/Conv", "/layer0/mlp/up/MatMul"
    return {
        "changed weight": ("resnet", changed_weight("layer2.0.conv2.weight", 1.1), conv),
        "swapped axis": ("resnet", swapped_axes("layer2.0.conv2.weight"), conv),
        "float16 overflow": ("resnet", changed_weight("layer2.0.conv2.weight", 1e6), conv),
        "changed weight, encoder": ("encoder", changed_weight("layer0.up.weight", 1.1), product),
        "swapped axis, encoder": ("encoder", swapped_axes("layer0.o.weight"), "/layer0/attn/o/MatMul"),
        "float16 overflow, encoder": ("encoder", changed_weight("layer0.up.weight", 1e6), product),
        "wrong operator version, encoder": ("encoder", older_opset, "/layer0/attn/Softmax"),
    }


def measured(quick: bool) -> list[Figure]:
    """The figures of the section."""
    if not all(importlib.util.find_spec(package) for package in ("onnx", "onnxruntime")):
        return [Figure("ONNX models", "skipped: onnx and onnxruntime are not installed")]
    with tempfile.TemporaryDirectory() as folder:
        files = _files(Path(folder), quick)
        names = [n for n, (net, *_) in planted().items() if net in files][: 1 if quick else None]
        return [
            *(found for net, file in files.items() for found in _times(TITLES[net], file, quick)),
            *_light_models(Path(folder), quick),
            *(found for name in names for found in _search(name, Path(folder), files)),
        ]


def _files(folder: Path, quick: bool) -> dict[str, Path]:
    import onnx

    from tests.onnx_models import nets

    made: dict[str, Path] = {}
    for net, sizes in list(SIZES.items())[-1 if quick else 0 :]:
        made[net] = folder / f"{net}.onnx"
        onnx.save(getattr(nets, net)(*sizes[quick]), made[net])
    return made


# --- time, import and memory ------------------------------------------------------------------------


def _light_models(folder: Path, quick: bool) -> Iterator[Figure]:
    """The nine known nets of the package `onnx`, with random weights: each one's time, speed and answer."""
    import onnx

    from tests.onnx_models.light_models import NAMES, with_drawn_weights

    file = folder / "light.onnx"
    for name in ["squeezenet"] if quick else NAMES:
        onnx.save(with_drawn_weights(name), file)
        yield from list(_times(f"{name}, 1 image", file, quick))[:3]


def _times(title: str, file: Path, quick: bool) -> Iterator[Figure]:
    """Turns of each runtime; a turn is at least one run, which takes the reference seconds."""
    rounds, seconds = (1, 0.02) if quick else (7, 1.0)
    with _running(file) as runtimes:
        started = {name: json.loads(_line(process)) for name, process in runtimes.items()}
        turns: dict[str, list[float]] = {name: [] for name in runtimes}
        for number in range(rounds):
            for name, process in runtimes.items():
                if name == "reference" and number > 1:
                    continue
                quiet()
                turns[name].append(float(_answer(process, seconds)))
        peaks = {name: json.loads(_answer(process, 0)) for name, process in runtimes.items()}
    times = {name: statistics.median(found) for name, found in turns.items()}
    own = times["opscope"]
    yield figure(f"{title}: {1e3 * own:.3g} ms, over onnxruntime's time", own / times["onnxruntime"], limit=SLOWER)
    faster = times["reference"] / own
    yield Figure(f"{title}: times the reference's speed", f"{faster:.3g}", f"≥ {FASTER:g}", faster >= FASTER)
    answer, right = started["opscope"]["answer"], started["onnxruntime"]["answer"]
    # not the reference's: its BatchNormalization and Softmax are those of newer opsets
    what = f"{title}: relative difference to the sum of the magnitudes of onnxruntime's outputs"
    yield figure(what, abs(answer - right) / right, limit=1e-4)
    for what, unit in (("import", " s"), ("load", " s")):
        seen = ", ".join(f"{name} {started[name][what]:.3g}{unit}" for name in RUNTIMES)
        yield Figure(f"{title}: {what}", seen)
    yield Figure(f"{title}: peak memory of the process", ", ".join(f"{name} {peaks[name]} MB" for name in RUNTIMES))


@contextmanager
def _running(file: Path) -> Iterator[dict[str, subprocess.Popen[str]]]:
    """A process for each runtime, which have the model ready."""
    made = {
        name: subprocess.Popen(
            [sys.executable, "-m", "tests.bench.onnx_runtimes", "--runtime", name, str(file)], cwd=ROOT, text=True,
            env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for name in RUNTIMES
    }  # fmt: skip
    try:
        yield made
    finally:
        for process in made.values():
            process.kill()
            process.communicate()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def _answer(process: subprocess.Popen[str], seconds: float) -> str:
    assert process.stdin is not None
    process.stdin.write(f"{seconds}\n")
    process.stdin.flush()
    return _line(process)


def converse(runtime: str, file: str) -> None:
    """Load a model, say how long that took, and run it when told to; at 0 say the most memory there was."""
    start = time.perf_counter()
    load = _loader(runtime)
    imported = time.perf_counter()
    run, shape = load(file)
    loaded = time.perf_counter()
    x = np.random.default_rng(0).standard_normal(shape).astype("float32")
    answer = float(sum(np.abs(v).sum(dtype="float64") for v in run(x)))
    run(x)  # what compiles as it runs
    print(json.dumps({"import": imported - start, "load": loaded - imported, "answer": answer}), flush=True)
    for line in sys.stdin:
        limit = float(line)
        if not limit:
            print(peak_memory(), flush=True)
            continue
        times: list[float] = []
        while sum(times) < limit:
            start = time.perf_counter()
            run(x)
            times.append(time.perf_counter() - start)
        print(statistics.median(times), flush=True)


def _loader(runtime: str) -> Callable[[str], tuple[Callable[[Any], list[Any]], list[int]]]:
    """Import a runtime; a function that loads a file: how it is run, and the shape of its input."""
    if runtime == "opscope":
        from opscope.onnx.imported_model import load_other

        def load_here(file: str) -> Any:
            model = load_other(file, {"batch": 1})  # the light models have no such dim
            (name,) = model.inputs
            return lambda x: model.run({name: x}), list(model.program.global_block().vars[name].shape)

        return load_here
    if runtime == "onnxruntime":
        import onnxruntime

        def load_there(file: str) -> Any:
            session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
            (entry,) = session.get_inputs()
            return lambda x: session.run(None, {entry.name: x}), [d if isinstance(d, int) else 1 for d in entry.shape]

        return load_there
    from onnx.reference import ReferenceEvaluator

    def load_reference(file: str) -> Any:
        session = ReferenceEvaluator(file)
        graph = session.proto_.graph
        weights = {tensor.name for tensor in graph.initializer}
        (entry,) = (value for value in graph.input if value.name not in weights)
        dims = entry.type.tensor_type.shape.dim
        return lambda x: session.run(None, {entry.name: x}), [d.dim_value or 1 for d in dims]

    return load_reference


def peak_memory() -> int:
    """The most memory that this process has had, in MB."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(next(li for li in status.read_text().splitlines() if li.startswith("VmHWM")).split()[1]) // 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


# --- the first difference ---------------------------------------------------------------------------


def _search(name: str, folder: Path, files: dict[str, Path]) -> Iterator[Figure]:
    """Whether a planted fault is found at its node, and the memory of the search over that of one run."""
    net, _, node = planted()[name]
    command = [sys.executable, "-m", "tests.bench.onnx_runtimes", "--fault", name, str(files[net]), str(folder)]
    found, *memory = _output(command)
    title = f"{TITLES[net].partition(',')[0]}: {name}"
    yield Figure(f"{title}: found at", found, node, found == node)
    before, run, search = (int(v) for v in memory)
    yield figure(
        f"{title}: memory of the search, {search - before} MB, over that of one run, {run - before} MB",
        (search - before) / max(run - before, 1), limit=MEMORY,
    )  # fmt: skip


def _output(command: list[str]) -> list[str]:
    return subprocess.run(
        command, cwd=ROOT, env=environment(), check=True, capture_output=True, text=True
    ).stdout.splitlines()


def search(name: str, good: str, folder: str) -> None:
    """Plant a fault and search it; prints the node, and peaks of memory in MB: of the imports, one run, the search."""
    import onnx

    from tests.onnx_models.faults import older_opset, until_first

    fault = planted()[name][1]
    left, right = Path(folder) / "left.onnx", Path(folder) / "right.onnx"
    cut = [until_first("Add")] if fault is older_opset else []
    for path, changes in ((left, cut), (right, [*cut, fault])):
        model = onnx.load(good)
        for change in changes:
            change(model)
        onnx.save(model, path)
    del model
    against = "float16" if name.startswith("float16") else str(right)
    first = str(right) if against == "float16" else str(left)
    lines = [_output([sys.executable, "-m", "tests.bench.onnx_runtimes", "--peak", what, first, against])
             for what in ("import", "run", "search")]  # fmt: skip
    print(lines[2][0], *(found[-1] for found in lines), sep="\n")


def peak(what: str, first: str, against: str) -> None:
    """The most memory of a process that only imports, runs a model once, or searches the first difference."""
    from opscope import debug, onnx

    if what == "run":
        model = onnx.load(first, dims={"batch": 1})
        (name,) = model.inputs
        model.run({name: np.ones(model.program.global_block().vars[name].shape, "float32")})
    elif what == "search":
        found = debug.diff_models(first, against, dims={"batch": 1})
        print("nothing" if found.first is None else found.first.node)
    print(peak_memory())


def main() -> None:
    """Measure, or do the part of one process."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.onnx_runtimes", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small models, one short round")
    for part in (("runtime", 2), ("fault", 3), ("peak", 3)):
        parser.add_argument(f"--{part[0]}", nargs=part[1], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.runtime:
        converse(*options.runtime)
    elif options.fault:
        search(*options.fault)
    elif options.peak:
        peak(*options.peak)
    else:
        for line in measured(options.quick):
            print(*line, sep="  ", flush=True)


if __name__ == "__main__":
    main()
