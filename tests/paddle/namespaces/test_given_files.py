"""Data sets of paddle.text and paddle.vision, from files as Paddle fetches them; the facts are those of 2.6.2."""

import io
import pickle
import struct
import tarfile
from typing import ClassVar

import numpy as np
import pytest

from opscope.errors import OpscopeError, UnsupportedError
from opscope.paddle.text import datasets as texts
from opscope.paddle.vision import datasets as images


def archive(path, files, mode="w:gz"):
    with tarfile.open(path, mode) as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return str(path)


def lists(sample):
    return [np.asarray(part).tolist() for part in sample]


def test_housing(tmp_path):
    file = tmp_path / "housing.data"
    rows = np.arange(70.0).reshape(5, 14) ** 2
    file.write_text("\n".join(" ".join(f"{v:9.2f}" for v in row) for row in rows))
    train, test = texts.UCIHousing(str(file)), texts.UCIHousing(str(file), "test")
    assert (len(train), len(test)) == (4, 1)
    features, price = train[1]
    spread = (rows - rows.mean(0)) / (rows.max(0) - rows.min(0))
    np.testing.assert_allclose(features, spread[1, :13].astype("float32"))
    assert features.dtype == "float32" and price.tolist() == [27.0**2]
    file.write_text("1 2 3")
    with pytest.raises(ValueError, match="14 numbers for each house"):
        texts.UCIHousing(str(file))


def test_reviews(tmp_path):
    told = {"train/pos/0": b"Good, good film!\n", "train/neg/1": b"a bad FILM.", "test/neg/0": b"good a", "x": b"good"}
    path = archive(tmp_path / "imdb", {f"aclImdb/{k}_7.txt": v for k, v in told.items()})
    reviews = texts.Imdb(path, cutoff=1)
    assert reviews.word_idx == {b"good": 0, b"a": 1, b"film": 2, "<unk>": 3}
    assert [lists(r) for r in reviews] == [[[0, 0, 2], [0]], [[1, 3, 2], [1]]]
    assert [lists(r) for r in texts.Imdb(path, "TEST", 1)] == [[[0, 1], [1]]]


class Old(pickle._Pickler):
    """Bytes as strings of Python 2, in which CIFAR is kept."""

    dispatch: ClassVar = dict(pickle._Pickler.dispatch)

    def save_bytes(self, value):
        head = b"U" + bytes([len(value)]) if len(value) < 256 else b"T" + struct.pack("<i", len(value))
        self.write(head + value)
        self.memoize(value)

    dispatch[bytes] = save_bytes


def pickled(value, old):
    file = io.BytesIO()
    (Old if old else pickle.Pickler)(file, 2).dump(value)
    return file.getvalue()


@pytest.mark.parametrize("old", [True, False])
def test_cifar(tmp_path, old):
    pixels = np.random.RandomState(0).randint(0, 256, (3, 3072)).astype("uint8")
    first = pickled({b"data": pixels[:2], b"labels": [3, 9], b"batch_label": b"x"}, old)
    second = pickled({b"data": pixels[2:], b"labels": [1]}, old)
    path = archive(tmp_path / "c", {"c/data_batch_2": second, "c/data_batch_1": first, "c/readme.html": b"?"})
    found = images.Cifar10(path, backend="cv2", transform=lambda image: image[::-1])
    assert len(found) == 3 and [int(label) for _, label in found] == [3, 9, 1]
    image, label = found[2]
    np.testing.assert_array_equal(image, pixels[2].reshape(3, 32, 32).transpose(1, 2, 0)[::-1])
    assert image.dtype == "float32" and label.dtype == "int64"
    fine = pickled({b"data": pixels, b"fine_labels": [5, 6, 7], b"coarse_labels": [0, 0, 0]}, old)
    path = archive(tmp_path / "h", {"cifar-100-python/train": fine, "cifar-100-python/test": b"?"})
    assert [int(label) for _, label in images.Cifar100(path, backend="cv2")] == [5, 6, 7]
    with pytest.raises(ValueError, match="not a pickle"):
        images.Cifar100(path, "test", backend="cv2")
    path = archive(tmp_path / "n", {"data_batch_1": pickled({b"data": pixels}, old)})
    with pytest.raises(ValueError, match="does not contain images and their labels"):
        images.Cifar10(path, backend="cv2")


def test_a_pickle_that_would_call_something_is_refused(tmp_path):
    path = archive(tmp_path / "c", {"data_batch_1": b"\x80\x02cos\nsystem\nU\x04true\x85R."})
    with pytest.raises(ValueError, match=r"calls os\.system"):
        images.Cifar10(path, backend="cv2")


CLASSES = [(texts, name) for name in texts.__all__] + [(images, n) for n in ("Cifar10", "Cifar100", "MNIST")]


@pytest.mark.parametrize("module, name", CLASSES)
def test_nothing_is_downloaded(module, name):
    with pytest.raises(UnsupportedError, match=r"(?s)does not download data.*pass its path: \w+=\.\.\."):
        getattr(module, name)()
    with pytest.raises(AssertionError, match="downloading automatically is disabled"):
        getattr(module, name)(download=False)
    with pytest.raises(AssertionError, match="mode should be") as caught:
        getattr(module, name)("x", mode="x")
    assert isinstance(caught.value, OpscopeError)


def test_another_file_is_told_from_an_archive(tmp_path):
    (tmp_path / "x").write_text("nothing")
    with pytest.raises(ValueError, match="is not a tar archive"):
        texts.Imdb(str(tmp_path / "x"))
