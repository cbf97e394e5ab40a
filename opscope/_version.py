"""The version of opscope: the one place that says it."""

__version__ = "0.3.0"
