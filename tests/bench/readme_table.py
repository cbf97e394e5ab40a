"""README's table of costs, from RESULTS.md: `python -m tests.bench.readme_table` writes it anew."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "tests" / "bench" / "RESULTS.md"
README = ROOT / "README.md"
WORKS = ("mlp 8x16 b16", "mlp 8x64 b64", "mlp 8x256 b64", "LeNet b32", "two 3x3 convs, 64 channels, 32x32, b16")
SESSION = ("watched", "recorded", "watch nan")
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
    lines = [HEAD, ["---"] * len(HEAD), *rows(results)]
    return "".join(f"| {' | '.join(line)} |\n".replace("| --- ", "|---").replace("|--- |", "|---|") for line in lines)


def main() -> None:
    """Put the table into README, in the place of the former one."""
    text = README.read_text("utf-8")
    begin = text.index(f"| {' | '.join(HEAD)} |\n")
    end = text.index("\n\n", begin) + 1
    README.write_text(text[:begin] + table(RESULTS.read_text("utf-8")) + text[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
