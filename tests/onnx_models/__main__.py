"""`python -m tests.onnx_models` runs all node tests of the package `onnx` and prints the page about them."""

import sys

from tests.onnx_models.page import page

sys.stdout.write(page())
