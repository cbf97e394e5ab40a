"""`python -m tests.onnx_models` runs all node tests of the package `onnx` and prints the page about them.

`python -m tests.onnx_models --light [NAME ...]` runs its light models instead and compares them with their outputs.
"""

import sys

from tests.onnx_models.light_models import NAMES, run_all
from tests.onnx_models.page import page

if sys.argv[1:2] == ["--light"]:
    sys.exit(not run_all(tuple(sys.argv[2:]) or NAMES))
sys.stdout.write(page())
