"""The tables of costs in README, cost.md and debug-pytorch.md, from RESULTS.md.

python -m tests.bench.readme_table      writes them
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "tests" / "bench" / "RESULTS.md"
README = ROOT / "README.md"
WORKS = (
    *("mlp 8x16 b16", "mlp 8x64 b64", "mlp 8x256 b64", "LeNet b32", "two 3x3 convs, 64 channels, 32x32, b16"),
    "eager mlp 8x64 b64",
)
SESSION = ("watched", "recorded", "all at 20 Hz", "watch nan")  # of RESULTS.md
COST = ROOT / "notebooks" / "docs" / "cost.md"
COST_HEAD = ("work", "a step alone", "watched", "recorded", "statistics", "watch nan", "to a folder")
COST_COLUMNS = ("work", "alone", "watched", "recorded", "all at 20 Hz", "watch nan", "to folder")  # of RESULTS.md
HEAD = ("work", "a step", "PyTorch", "JAX jit", "Paddle", "watched", "recorded", "tapped", "watch nan")
PYTORCH = ROOT / "notebooks" / "docs" / "how-to" / "debug-pytorch.md"
TOOLS = ("opscope", "torch", "TorchLens")
TORCH_STATE = "watched step"  # the first column of the table in debug-pytorch.md
IN_TORCH = {"watched": "watched", "recorded": "recorded", "all at 20 Hz": "recorded, statistics at 20 Hz",
            "watch nan": "recorded, watch nan"}  # columns of sessions, as states of torch_watchers  # fmt: skip


def tables(text: str) -> list[list[dict[str, str]]]:
    """The tables of a Markdown text, as rows by column."""
    found: list[list[dict[str, str]]] = []
    head: list[str] | None = None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else None
        if cells is None:
            head = None
        elif head is None:
            head = cells
            found.append([])
        elif set("".join(cells)) - set("-:"):
            found[-1].append(dict(zip(head, cells, strict=True)))
    return found


def rows(results: str) -> list[tuple[str, ...]]:
    """The rows of README's table. The faster of PyTorch's two optimizers counts."""
    found = tables(results)
    (plain,) = [t for t in found if t and {"opscope", "JAX jit"} <= set(t[0])]
    (session,) = [t for t in found if t and set(SESSION) <= set(t[0])]
    times, sessions = {row["work"]: row for row in plain}, {row["work"]: row for row in session}
    made: list[tuple[str, ...]] = []
    for work in WORKS:
        row = times[work]
        torch = min((row[c] for c in ("PyTorch", "PyTorch, fused Adam") if row[c] != "-"), key=float, default="-")
        own = row["opscope"].partition(" ±")[0]
        kept = (sessions[work][column] for column in SESSION)
        made.append((work, own, torch, row["JAX jit"], row["Paddle"], *kept))
    return made


def torch_figures(results: str) -> dict[str, dict[str, str]]:
    """The figures of watched PyTorch programs, by net and state; empty if RESULTS.md has none."""
    measured = {row["what"]: row["measured"] for t in tables(results) if t and "what" in t[0] for row in t}
    nets = [what.partition(": ")[0] for what in measured if what.endswith(": opscope, recorded")]
    return {net: {w.partition(": ")[2]: seen for w, seen in measured.items() if _is_of(net, w)} for net in nets}


def _is_of(net: str, what: str) -> bool:
    """Whether a figure is of a net; works beside a busy process can have the same name, but their states are times."""
    return what.startswith(f"{net}: ") and what.partition(": ")[2].startswith(TOOLS) and not what.endswith(" alone")


def torch_rows(results: str, columns: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The rows of PyTorch programs, with these columns of sessions; "" is a column that they lack."""
    return [
        (f"PyTorch, {net}", *(found.get(f"opscope, {IN_TORCH.get(column)}", "-") for column in columns))
        for net, found in torch_figures(results).items()
    ]


def torch_table(results: str) -> str:
    """The table of debug-pytorch.md; empty if RESULTS.md has no PyTorch programs."""
    found = torch_figures(results)
    states = dict.fromkeys(state for each in found.values() for state in each if state != "plain, again")
    made = [(state, *(each.get(state, "-") for each in found.values())) for state in states]
    return _markdown((TORCH_STATE, *found), made) if found else ""


def table(results: str) -> str:
    """README's table."""
    return _markdown(HEAD, [*rows(results), *torch_rows(results, ("", "", "", "", *SESSION))])


def cost_table(results: str) -> str:
    """The table of sessions in cost.md."""
    (session,) = [t for t in tables(results) if t and set(COST_COLUMNS) <= set(t[0])]
    made = [tuple(row[c].partition(" ±")[0] for c in COST_COLUMNS) for row in session]
    return _markdown(COST_HEAD, [*made, *torch_rows(results, COST_COLUMNS[1:])])


def _markdown(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = "".join(f"| {' | '.join(line)} |\n" for line in (head, *rows)).split("\n", 1)
    return f"{lines[0]}\n|{'---|' * len(head)}\n{lines[1]}"


def main() -> None:
    """Put the tables into README and the pages, in the places of the former ones."""
    results = RESULTS.read_text("utf-8")
    made = [(README, HEAD, table(results)), (COST, COST_HEAD, cost_table(results))]
    if written := torch_table(results):
        made.append((PYTORCH, (TORCH_STATE,), written))
    for path, head, new in made:
        text = path.read_text("utf-8")
        begin = text.index(f"| {' | '.join(head)} |")
        end = text.index("\n\n", begin) + 1
        path.write_text(text[:begin] + new + text[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
