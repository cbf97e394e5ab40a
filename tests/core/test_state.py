"""Modes and names: one call resets them."""

import pytest

from opscope.core import state
from opscope.core.source import Site, display_name, site
from opscope.errors import DTypeError


def test_names_count_by_key():
    assert [state.names("fc"), state.names("fc"), state.names("conv")] == ["fc_0", "fc_1", "conv_0"]
    with state.names.guard("a_"):
        assert state.names("fc") == "a_fc_0"
    assert state.names("fc") == "fc_2"


def test_reset_and_default_dtype():
    state.set_default_dtype("float64")
    assert state.get_default_dtype() == "float64"
    with pytest.raises(DTypeError, match="set_default_dtype only supports"):
        state.set_default_dtype("int64")
    state.mode.static = True
    state.reset()
    assert state.get_default_dtype() == "float32" and not state.mode.static


def test_the_site_is_the_users_line():
    here = site()
    assert isinstance(here, Site)
    assert here.function == "test_the_site_is_the_users_line" and here.code == "here = site()"
    assert here.where.startswith("tests/core/test_state.py:") or here.filename.endswith("test_state.py")
    assert display_name("/tmp/ipykernel_1/2.py") == "<cell>" and display_name("<stdin>") == "<stdin>"
