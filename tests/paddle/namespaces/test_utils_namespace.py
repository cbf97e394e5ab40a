"""paddle.utils and paddle.version."""

import re

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, RunError, UsageError


def test_structures():
    utils = paddle.utils
    nest = {"b": [1, (2, 3)], "a": 4}
    assert utils.flatten(nest) == [4, 1, 2, 3]
    assert utils.pack_sequence_as(nest, [9, 8, 7, 6]) == {"b": [8, (7, 6)], "a": 9}
    assert list(utils.pack_sequence_as(nest, [9, 8, 7, 6])) == ["b", "a"]
    assert utils.map_structure(lambda a, b: a + b, [1, (2,)], [3, (4,)]) == [4, (6,)]
    assert utils.is_sequence({}) and not utils.is_sequence("a") and utils.to_sequence(3) == [3]
    with pytest.raises(ArgumentError, match="Structure had 2 elements, but flat_sequence had 1"):
        utils.pack_sequence_as([1, 2], [3])
    with pytest.raises(UsageError):
        utils.pack_sequence_as([1], 3)
    utils.assert_same_structure([1, (2,)], [3, (4,)]), utils.assert_same_structure([1], (2,), check_types=False)
    for first, second, error in (
        ([1], [1, 2], ArgumentError), ([1], (2,), UsageError), ([1, [2]], [[1], 2], ArgumentError),
        ({"a": 1}, {"b": 1}, ArgumentError),
    ):  # fmt: skip
        with pytest.raises(error):
            utils.assert_same_structure(first, second)


def test_dlpack_shares_memory():
    dlpack = paddle.utils.dlpack
    x = paddle.to_tensor([1.0, 2.0])
    y = dlpack.from_dlpack(dlpack.to_dlpack(x))
    np.testing.assert_array_equal(y.numpy(), [1, 2])
    assert np.shares_memory(x._value, y._value)
    np.testing.assert_array_equal(dlpack.from_dlpack(np.arange(3)).numpy(), [0, 1, 2])
    assert dlpack.DLDeviceType.kDLCPU == 1 and dlpack.DLDeviceType.kDLOneAPI == 14
    for call in (dlpack.to_dlpack, dlpack.from_dlpack):
        with pytest.raises(UsageError, match="must be"):
            call(3)


def test_optional_packages():
    assert paddle.utils.try_import("math").pi > 3
    with pytest.raises(ImportError, match="pip install nopeee"):
        paddle.utils.try_import("nopeee")
    with pytest.raises(ImportError, match=re.escape("my own words")):
        paddle.utils.try_import("nopeee", "my own words")


def test_deprecated():
    def old():
        return 3

    silent = paddle.utils.deprecated(update_to="paddle.new", since="2.0", reason="age")(old)
    assert silent() == 3 and 'Please use "paddle.new" instead.' in silent.__doc__ and "since 2.0" in silent.__doc__
    with pytest.warns(DeprecationWarning, match="is deprecated"):
        assert paddle.utils.deprecated(level=1)(lambda: 4)() == 4
    with pytest.raises(RunError, match="has been deprecated"):
        paddle.utils.deprecated(level=2)(lambda: 4)()
    with pytest.raises(ModeError, match="must be 0, 1 or 2"):
        paddle.utils.deprecated(level=3)


def test_versions_and_the_check(capsys):
    paddle.utils.require_version("2.0", "2.6.2")
    for call in (("99.0",), ("2.0", "2.1")):
        with pytest.raises(RunError, match="VersionError"):
            paddle.utils.require_version(*call)
    with pytest.raises(UsageError):
        paddle.utils.require_version(2)
    with pytest.raises(ArgumentError):
        paddle.utils.require_version("2.x")
    paddle.utils.run_check()
    assert "PaddlePaddle is installed successfully!" in capsys.readouterr().out
