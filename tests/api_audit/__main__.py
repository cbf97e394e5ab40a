"""`python -m tests.api_audit` prints the page."""

import sys

from opscope.cli.api.surface import surface
from tests.api_audit.page import page

sys.stdout.write(page(surface()))
