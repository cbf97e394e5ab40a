"""The version of opscope: the only definition of it."""

__version__ = "0.3.0"
