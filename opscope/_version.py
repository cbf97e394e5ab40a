"""The only definition of opscope's version."""

__version__ = "0.3.0"
