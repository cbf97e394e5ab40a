"""`python -m opscope`."""

import sys

from opscope.cli import main

sys.exit(main())
