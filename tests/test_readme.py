"""README is short, and everything it shows is there. What it leaves out is on the pages of the documentation."""

import re
import tomllib

import opscope
from tests.bench import readme_table
from tests.examples import PAGES, README, ROOT, examples_in

TEXT = README.read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_it_is_short():
    assert len(re.findall(r"[^\s|]*\w[^\s|]*", TEXT)) <= 800  # with the code and the tables


def test_its_first_screen_shows_the_debugger():
    screen = [line for line in TEXT.splitlines() if line.strip()][:30]
    wanted = ("interactive debugger", "Jupyter", "pip install", "%%opscope", "images/panel.png", "PyLayer", "# WRONG")
    assert not [words for words in wanted if words not in "\n".join(screen)]


def test_its_code_fits_a_screen():
    blocks = examples_in(README)
    assert all(sum(bool(line.strip()) for line in block.code.splitlines()) <= 30 for block in blocks)


def test_its_pictures_are_there_in_both_themes():
    pictures = re.findall(r"(?:src|srcset)=\"([^\"]+)\"|!\[[^\]]+\]\(([^)]+)\)", TEXT)
    paths = [ROOT / (a or b) for a, b in pictures]
    assert len(paths) == 4 and not [path for path in paths if not path.exists()]


def test_its_costs_are_those_of_the_benchmark():
    right = readme_table.table(readme_table.RESULTS.read_text("utf-8"))
    assert right in TEXT, "python -m tests.bench.readme_table writes the table anew"
    torch = readme_table.torch_table(readme_table.RESULTS.read_text("utf-8"))
    assert torch in readme_table.PYTORCH.read_text("utf-8"), "python -m tests.bench.readme_table writes the table anew"
    sessions = readme_table.cost_table(readme_table.RESULTS.read_text("utf-8"))
    assert sessions in readme_table.COST.read_text("utf-8"), "python -m tests.bench.readme_table writes the table anew"


def test_the_costs_of_taps_are_those_of_the_benchmark():
    measured = readme_table.RESULTS.read_text("utf-8")
    table = re.search(r"^\| work \| (health \| statistics \| record) \|.*\n\|.*\n((?:\|.*\n)+)", measured, re.MULTILINE)
    columns = zip(*[line.split(" | ")[1:4] for line in table[2].splitlines()], strict=True)
    page = (PAGES / "concepts" / "taps.md").read_text("utf-8")
    for level, figures in zip(table[1].split(" | "), columns, strict=True):
        assert re.search(rf'^\| `"{level}"` .*\| {min(figures)} to {max(figures)} times', page, re.MULTILINE), level


def test_each_dependency_has_a_line_that_says_what_it_is_for():
    wanted = PROJECT["dependencies"] + [
        each
        for extra, packages in PROJECT["optional-dependencies"].items()
        if extra not in ("test", "bench", "release")
        for each in packages
    ]
    names = {re.match(r"[\w.-]+", each)[0] for each in wanted} - {"opscope"}
    listed = re.findall(r"^\| ([^|]+) \| [^|]+ \|", (PAGES / "install.md").read_text("utf-8"), re.MULTILINE)
    known = {name.strip("` ") for cell in listed for name in re.split(r", |\(", cell)}
    assert names <= known


def test_there_is_one_version():
    version = opscope.__version__
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f'"version": "{version}"' in (ROOT / "opscope" / "dap" / "vscode" / "package.json").read_text("utf-8")
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest[1] == version


def test_hints_name_packages_that_can_be_installed_from_anywhere():
    """Until opscope is on an index, `pip install 'opscope[...]'` installs nothing."""
    folder = ROOT / "notebooks"
    paths = [README, *(ROOT / "opscope").rglob("*.py"), *folder.glob("*.ipynb"), *PAGES.rglob("*.md")]
    hints = [hint for p in paths for hint in re.findall(r"pip install ([^`\n;,)]+)", p.read_text("utf-8"))]
    assert len(hints) > 15 and not [hint for hint in hints if "opscope" in hint]
