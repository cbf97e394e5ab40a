"""`opscope demo`: train a small classifier of digits, and write a page about it."""

from __future__ import annotations

import argparse

HELP = "train a small classifier of handwritten digits and write a page about it"
DESCRIPTION = "Train a convolutional classifier on scikit-learn's digits, watch it, and write one HTML page about it."


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--epochs", type=int, default=None, help="number of epochs")
    parser.add_argument("--out", default="build/demo.html", help="the file of the page (default: %(default)s)")
    parser.add_argument("--place", default="cpu", help="cpu, gpu or gpu:<number> (default: %(default)s)")


def run(options: argparse.Namespace) -> int:
    """Run the demo."""
    from opscope.demo import demo  # slow to import: rich and scikit-learn

    return demo(options)
