"""Data sets of paddle.text and paddle.vision, from files as Paddle fetches them; the facts are those of 2.6.2."""

import gzip
import io
import pickle
import struct
import tarfile
import zipfile
from typing import ClassVar

import numpy as np
import pytest
from PIL import Image

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
    with pytest.raises(ValueError, match="14 a house"):
        texts.UCIHousing(str(file))


def test_reviews(tmp_path):
    told = {"train/pos/0": b"Good, good film!\n", "train/neg/1": b"a bad FILM.", "test/neg/0": b"good a", "x": b"good"}
    path = archive(tmp_path / "imdb", {f"aclImdb/{k}_7.txt": v for k, v in told.items()})
    reviews = texts.Imdb(path, cutoff=1)
    assert reviews.word_idx == {b"good": 0, b"a": 1, b"film": 2, "<unk>": 3}
    assert [lists(r) for r in reviews] == [[[0, 0, 2], [0]], [[1, 3, 2], [1]]]
    assert [lists(r) for r in texts.Imdb(path, "TEST", 1)] == [[[0, 1], [1]]]


def test_sentences(tmp_path):
    told = {"train": b"a b a\n b \n", "valid": b"a <unk>\n", "test": b"b c\n"}
    path = archive(tmp_path / "ptb", {f"./simple-examples/data/ptb.{k}.txt": v for k, v in told.items()})
    grams = texts.Imikolov(path, window_size=3, min_word_freq=1)
    assert grams.word_idx == {"<e>": 0, "<s>": 1, b"a": 2, b"b": 3, "<unk>": 4}
    assert [lists(s) for s in grams] == [[1, 2, 3], [2, 3, 2], [3, 2, 0], [1, 3, 0]]
    whole = texts.Imikolov(path, "seq", mode="test", min_word_freq=1)
    assert [lists(s) for s in whole] == [[[1, 3, 4], [3, 4, 0]]]
    assert len(texts.Imikolov(path, "SEQ", 2, min_word_freq=1)) == 1
    for options, words in (({}, "Invalid gram length"), ({"data_type": "x"}, "data type should be")):
        with pytest.raises(AssertionError, match=words):
            texts.Imikolov(path, **options)


def test_ratings(tmp_path):
    with zipfile.ZipFile(tmp_path / "ml", "w") as package:
        package.writestr("ml-1m/movies.dat", "7::Big Cat (1995)::Drama|Art\n9::cat (1990)::Art\n")
        package.writestr("ml-1m/users.dat", "1::F::25::3::0\n2::M::1::4::0\n")
        package.writestr("ml-1m/ratings.dat", "1::7::5::0\n2::9::1::0\n" * 10)
    parts = [texts.Movielens(str(tmp_path / "ml"), mode, 0.3, 5) for mode in ("train", "test")]
    assert [len(p) for p in parts] == [int((d := np.random.RandomState(5).rand(20) >= 0.3).sum()), 20 - int(d.sum())]
    assert lists(parts[0][0]) in (
        [[1], [1], [2], [3], [7], [1, 0], [0, 1], [5.0]],
        [[2], [0], [0], [4], [9], [0], [1], [-3.0]],
    )
    assert "title(Big Cat )" in repr(parts[0].movie_info[7]) and "gender(M), age(1)" in repr(parts[0].user_info[2])


def test_translations(tmp_path):
    words = b"<s>\n<e>\n<unk>\na\nb\n"
    pairs = b"a b\tb\nnonsense\na z\ta a\n" + b"a " * 90 + b"\tb\n"
    old = archive(tmp_path / "14", {"x/src.dict": words, "x/trg.dict": words, "x/gen/gen": pairs, "x/train/train": b""})
    gen = texts.WMT14(old, "gen", 4)
    assert [lists(s) for s in gen] == [[[0, 3, 2, 1], [0, 2], [2, 1]], [[0, 3, 2, 1], [0, 3, 3], [3, 3, 1]]]
    assert gen.get_dict()[0]["a"] == 3 and gen.get_dict(True)[1][3] == "a" and len(texts.WMT14(old, dict_size=5)) == 0
    new = archive(tmp_path / "16", {"wmt16/train": b"a b\tx\na\ty y\n", "wmt16/val": b"a c\ty\n"})
    val = texts.WMT16(new, "val", 5, 4, "de")
    assert lists(val[0]) == [[0, 3, 1], [0, 3, 2], [3, 2, 1]]  # German words are counted in German sentences
    assert val.get_dict("en") == {"<s>": 0, "<e>": 1, "<unk>": 2, "a": 3} and val.get_dict("de", True)[4] == "x"
    for call in (lambda: texts.WMT14(old), lambda: texts.WMT16(new)):
        with pytest.raises(AssertionError, match="dict_size should be set"):
            call()


def test_roles(tmp_path):
    words, props = "The\ncat\nsat\nback\n\nHm\n\n", "- (A0*\n- *)\nsit (V*)\n- *\n\n-\n\n"
    release = "conll05st-release/test.wsj/{0}/test.wsj.{0}.gz"
    packed = {release.format(n): gzip.compress(t.encode()) for n, t in (("words", words), ("props", props))}
    files = [archive(tmp_path / "conll", packed)]
    for name, text in (
        ("words", "unk\nThe\ncat\neos\n"),
        ("verbs", "be\nsit"),
        ("tags", "B-V\nB-A0\nI-A0\nO"),
        ("e", ""),
    ):
        (tmp_path / name).write_text(text)
        files.append(str(tmp_path / name))
    found = texts.Conll05st(*files)
    assert len(found) == 1 and found.get_dict()[2] == {"B-A0": 0, "I-A0": 1, "B-V": 2, "I-V": 3, "O": 4}
    around = [[1] * 4, [2] * 4, [0] * 4, [0] * 4, [3] * 4]
    assert lists(found[0]) == [[1, 2, 0, 0], *around, [1] * 4, [1, 1, 1, 1], [0, 1, 2, 4]]
    assert found.get_embedding() == files[4]


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
    with pytest.raises(ValueError, match="no pickle"):
        images.Cifar100(path, "test", backend="cv2")
    path = archive(tmp_path / "n", {"data_batch_1": pickled({b"data": pixels}, old)})
    with pytest.raises(ValueError, match="no images with labels"):
        images.Cifar10(path, backend="cv2")


def test_a_pickle_that_would_call_something_is_refused(tmp_path):
    path = archive(tmp_path / "c", {"data_batch_1": b"\x80\x02cos\nsystem\nU\x04true\x85R."})
    with pytest.raises(ValueError, match=r"calls os\.system"):
        images.Cifar10(path, backend="cv2")


def test_segmented_images(tmp_path):

    def encoded(shape, kind):
        file = io.BytesIO()
        Image.fromarray(np.full(shape, 7, "uint8")).save(file, kind)
        return file.getvalue()

    root = "VOCdevkit/VOC2012/"
    files = {f"{root}ImageSets/Segmentation/{k}.txt": v for k, v in (("trainval", b"a\nb\n"), ("train", b"a\n"))}
    for name in "ab":
        files |= {f"{root}JPEGImages/{name}.jpg": encoded((4, 5, 3), "JPEG")}
        files |= {f"{root}SegmentationClass/{name}.png": encoded((4, 5), "PNG")}
    path = archive(tmp_path / "voc", files, "w")
    assert [len(images.VOC2012(path, mode)) for mode in ("train", "test", "valid")] == [2, 1, 0]
    pixels, labels = images.VOC2012(path, backend="cv2")[0]
    assert pixels.shape == (4, 5, 3) and labels.dtype == "float32" and (labels == 7).all()


CLASSES = [(texts, name) for name in texts.__all__] + [(images, n) for n in ("Cifar10", "Cifar100", "VOC2012", "MNIST")]


@pytest.mark.parametrize("module, name", CLASSES)
def test_nothing_is_downloaded(module, name):
    with pytest.raises(UnsupportedError, match=r"(?s)nothing is downloaded.*give its path: \w+=\.\.\."):
        getattr(module, name)()
    with pytest.raises(AssertionError, match="downloading automatically is disabled"):
        getattr(module, name)(download=False)
    if name != "Conll05st":
        with pytest.raises(AssertionError, match="mode should be") as caught:
            getattr(module, name)("x", mode="x")
        assert isinstance(caught.value, OpscopeError)


def test_another_file_is_told_from_an_archive(tmp_path):
    (tmp_path / "x").write_text("nothing")
    with pytest.raises(ValueError, match="is no tar archive"):
        texts.Imdb(str(tmp_path / "x"))
    with pytest.raises(ValueError, match=r"has no file \./simple-examples"):
        texts.Imikolov(archive(tmp_path / "y", {"z": b""}), window_size=2)
