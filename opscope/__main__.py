"""Command `python -m opscope`, which runs the command line."""

import sys

from opscope.cli import main

sys.exit(main())
