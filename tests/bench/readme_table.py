"""The tables of costs in README and cost.md, from RESULTS.md: `python -m tests.bench.readme_table` writes them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "tests" / "bench" / "RESULTS.md"
README = ROOT / "README.md"
WORKS = ("mlp 8x16 b16", "mlp 8x64 b64", "mlp 8x256 b64", "LeNet b32", "two 3x3 convs, 64 channels, 32x32, b16")
SESSION = ("watched", "recorded", "watch nan")
COST = ROOT / "notebooks" / "docs" / "cost.md"
COST_HEAD = ("work", "a step alone", "watched", "recorded", "statistics", "watch nan", "to a folder")
COST_COLUMNS = ("work", "alone", "watched", "recorded", "all at 20 Hz", "watch nan", "to folder")  # of RESULTS.md
HEAD = ("work", "a step", "PyTorch", "JAX jit", "Paddle", *SESSION)


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
    (plain,) = [t for t in found if {"opscope", "JAX jit"} <= set(t[0])]
    (session,) = [t for t in found if set(SESSION) <= set(t[0])]
    times, sessions = {row["work"]: row for row in plain}, {row["work"]: row for row in session}
    made: list[tuple[str, ...]] = []
    for work in WORKS:
        row = times[work]
        torch = min((row[c] for c in ("PyTorch", "PyTorch, fused Adam") if row[c] != "-"), key=float, default="-")
        own = row["opscope"].partition(" ±")[0]
        kept = (sessions[work][column] for column in SESSION)
        made.append((work, own, torch, row["JAX jit"], row["Paddle"], *kept))
    return made


def table(results: str) -> str:
    """README's table."""
    return _markdown(HEAD, rows(results))


def cost_table(results: str) -> str:
    """The table of sessions in cost.md."""
    (session,) = [t for t in tables(results) if set(COST_COLUMNS) <= set(t[0])]
    return _markdown(COST_HEAD, [tuple(row[c].partition(" ±")[0] for c in COST_COLUMNS) for row in session])


def _markdown(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = "".join(f"| {' | '.join(line)} |\n" for line in (head, *rows)).split("\n", 1)
    return f"{lines[0]}\n|{'---|' * len(head)}\n{lines[1]}"


def main() -> None:
    """Put the tables into README and cost.md, in the places of the former ones."""
    results = RESULTS.read_text("utf-8")
    for path, head, made in ((README, HEAD, table(results)), (COST, COST_HEAD, cost_table(results))):
        text = path.read_text("utf-8")
        begin = text.index(f"| {' | '.join(head)} |\n")
        end = text.index("\n\n", begin) + 1
        path.write_text(text[:begin] + made + text[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
