"""paddle.vision: data sets of files that are there, and boxes; numbers from Paddle 2.6.2."""

import gzip
import sys
from types import ModuleType

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import MissingPackage, OpscopeError, UnsupportedError
from opscope.paddle import static
from opscope.paddle.vision import datasets, ops
from opscope.paddle.vision.datasets.folder import has_valid_extension

# --- folders ----------------------------------------------------------------------------------------


@pytest.fixture
def root(tmp_path):
    for name in ("dog/b.png", "dog/a.JPG", "cat/c.png", "cat/deep/d.png", "cat/notes.txt", "empty/x.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return str(tmp_path)


def read(path: str) -> str:
    with open(path) as file:
        return file.read()


def test_folders_are_classes(root):
    data = datasets.DatasetFolder(root, loader=read, transform=str.upper)
    assert data.classes == ["cat", "dog", "empty"] and data.class_to_idx == {"cat": 0, "dog": 1, "empty": 2}
    assert [data[i] for i in range(len(data))] == [
        ("CAT/C.PNG", 0), ("CAT/DEEP/D.PNG", 0), ("DOG/A.JPG", 1), ("DOG/B.PNG", 1),
    ]  # fmt: skip
    assert data.targets == [0, 0, 1, 1]
    texts = datasets.DatasetFolder(root, read, is_valid_file=lambda path: path.endswith("txt"))
    assert [texts[i][0] for i in range(len(texts))] == ["cat/notes.txt", "empty/x.txt"]
    batch = next(iter(paddle.io.DataLoader(datasets.DatasetFolder(root, lambda path: len(read(path))), batch_size=4)))
    assert batch[0].tolist() == [9, 14, 9, 9]


def test_folders_without_classes(root):
    data = datasets.ImageFolder(root, read)
    assert len(data) == 4 and data[0] == ["cat/c.png"]
    assert len(datasets.ImageFolder(root, read, extensions=(".txt",))) == 2
    for kind in (datasets.ImageFolder, datasets.DatasetFolder):
        with pytest.raises(RuntimeError, match="Found no"):
            kind(root, extensions=(".gif",))
    with pytest.raises(AssertionError, match="must be a list or a tuple"):
        has_valid_extension("a.png", ".png")


# --- MNIST ------------------------------------------------------------------------------------------


def idx(values: np.ndarray) -> bytes:
    return bytes((0, 0, 8, values.ndim)) + np.array(values.shape, ">i4").tobytes() + values.tobytes()


@pytest.fixture
def files(tmp_path):
    images = np.arange(3 * 28 * 28).reshape(3, 28, 28).astype("uint8")
    (tmp_path / "images.gz").write_bytes(gzip.compress(idx(images)))
    (tmp_path / "labels").write_bytes(idx(np.uint8([3, 1, 7])))
    return images, str(tmp_path / "images.gz"), str(tmp_path / "labels")


def test_mnist_of_files(files):
    images, image_path, label_path = files
    data = datasets.MNIST(image_path, label_path, backend="cv2", transform=lambda image: image / 255)
    assert len(data) == 3
    image, label = data[2]
    np.testing.assert_allclose(image, images[2] / np.float32(255))
    assert image.dtype == "float32" and label.tolist() == [7] and label.dtype == "int64"
    with pytest.raises(ValueError, match="not an IDX file with 3 dims"):
        datasets.FashionMNIST(label_path, label_path, backend="cv2")


class Picture(ModuleType):
    """A module like PIL.Image."""

    def fromarray(self, values):
        return "picture", values.shape

    def open(self, source):
        return self

    def convert(self, kind):
        return "opened", kind


def test_images_of_pil(files, root, monkeypatch):
    package, module = ModuleType("PIL"), Picture("PIL.Image")
    package.Image = module
    monkeypatch.setitem(sys.modules, "PIL", package)
    monkeypatch.setitem(sys.modules, "PIL.Image", module)
    assert datasets.MNIST(*files[1:])[0][0] == ("picture", (28, 28))
    assert datasets.ImageFolder(root)[0] == [("opened", "RGB")]
    assert paddle.vision.image_load("x.png") is module


def test_without_pil(files, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    for call in (lambda: datasets.MNIST(*files[1:]), lambda: paddle.vision.image_load("x.png")):
        with pytest.raises(MissingPackage, match="Pillow"):
            call()


def test_image_backends():
    assert paddle.vision.get_image_backend() == "pil"
    paddle.vision.set_image_backend("cv2")
    assert paddle.vision.get_image_backend() == "cv2"
    with pytest.raises(UnsupportedError, match="image_load"):
        paddle.vision.image_load("x.png")
    with pytest.raises(ValueError, match="backend must be"):
        paddle.vision.set_image_backend("x")


REFUSED = [
    (lambda: datasets.MNIST(), UnsupportedError, "does not download data"),
    (lambda: datasets.MNIST(download=False), AssertionError, "image_path is not set"),
    (lambda: datasets.MNIST("x", download=False), AssertionError, "label_path is not set"),
    (lambda: datasets.MNIST(mode="x"), AssertionError, "mode should be"),
    (lambda: datasets.MNIST(backend="tensor"), ValueError, "backend must be"),
    (lambda: datasets.Flowers(), UnsupportedError, "is not supported"),
]


def test_what_is_not_here_is_refused():
    for call, error, words in REFUSED:
        with pytest.raises(error, match=words) as caught:
            call()
        assert isinstance(caught.value, OpscopeError)


# --- boxes ------------------------------------------------------------------------------------------

BOXES = [[0, 0, 10, 10], [1, 1, 11, 11], [20, 20, 30, 30], [0, 0, 9, 10.0]]


def test_nms():
    boxes, scores = paddle.to_tensor(BOXES), paddle.to_tensor([0.5, 0.9, 0.3, 0.6])
    kinds = paddle.to_tensor([0, 1, 0, 1])
    assert ops.nms(boxes).tolist() == [0, 2]
    assert ops.nms(boxes, 0.5, scores).tolist() == [1, 2]
    assert ops.nms(boxes, 0.5, scores, kinds, [0, 1]).tolist() == [1, 0, 2]
    assert ops.nms(boxes, 0.5, scores, kinds, [0]).tolist() == [0, 2]
    assert ops.nms(boxes, 0.5, scores, kinds, [0, 1], top_k=2).tolist() == [1, 0]
    assert ops.nms(boxes, 1.5).tolist() == [0, 1, 2, 3] and ops.nms(boxes[:0]).tolist() == []
    assert ops.nms(boxes, 0.5, scores, top_k=1).tolist() == [1]  # Paddle ignores top_k here
    for call, words in (
        (lambda: ops.nms(boxes, 0.5, scores, kinds), "category_idxs needs categories"),
        (lambda: ops.nms(boxes, 0.5, scores, top_k=9), "top_k should not be greater"),
    ):
        with pytest.raises(AssertionError, match=words):
            call()
    with pytest.raises(ValueError, match=r"boxes must be \[n, 4\]"):
        ops.nms(boxes[:, :3])
    with pytest.raises(ValueError, match="for each box"):
        ops.nms(boxes, 0.5, scores[:2])


def test_nms_in_a_program():
    paddle.enable_static()
    boxes, scores = static.data("boxes", [-1, 4]), static.data("scores", [-1])
    kept = ops.nms(boxes, 0.5, scores, top_k=2)
    feed = {"boxes": np.float32(BOXES), "scores": np.float32([0.5, 0.9, 0.3, 0.6])}
    assert static.Executor().run(feed=feed, fetch_list=[kept])[0].tolist() == [1, 2]


PRIOR = np.array([[0, 0, 10, 10.0], [5, 5, 20, 20]])
TARGET = np.array([[1, 1, 11, 12.0], [4, 4, 18, 20], [0, 0, 5, 5]])
WIDE = [0.1, 0.1, 0.2, 0.2]


def test_box_coder():
    prior, target = paddle.to_tensor(PRIOR), paddle.to_tensor(TARGET)
    variance = paddle.to_tensor([WIDE, WIDE], "float64")
    encoded = ops.box_coder(prior, variance, target)
    np.testing.assert_allclose(encoded[0, 0].numpy(), [1, 1.5, 0, 0.476551], atol=1e-6)
    np.testing.assert_allclose(encoded[2, 1].numpy(), [-6.6666667, -6.6666667, -5.4930614, -5.4930614])
    pixels = ops.box_coder(prior, WIDE, target, box_normalized=False)
    np.testing.assert_allclose(pixels[0, 0].numpy(), [0.4545455, 0.9090909, 0, 0.435057], atol=1e-6)
    for normalized, code, shift in ((True, encoded, 0.0), (False, pixels, 0.5)):  # centers of pixels, as Paddle has it
        back = ops.box_coder(prior, WIDE, code, "decode_center_size", normalized)
        np.testing.assert_allclose(back.numpy(), np.broadcast_to(TARGET[:, None] - shift, (3, 2, 4)), atol=1e-12)
        other = ops.box_coder(prior, variance, code.transpose([1, 0, 2]), "decode_center_size", normalized, 1)
        np.testing.assert_allclose(other.numpy(), back.numpy().transpose(1, 0, 2), atol=1e-12)
    for given, error in ((None, TypeError), ([0.1], AssertionError)):
        with pytest.raises(error, match="prior_box_var"):
            ops.box_coder(prior, given, target)
    for options in ({"code_type": "x"}, {"axis": 2}):
        with pytest.raises(ValueError, match="box_coder"):
            ops.box_coder(prior, WIDE, target, **options)
