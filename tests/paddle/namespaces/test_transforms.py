"""paddle.vision.transforms on arrays, Tensors, and what PIL's images are like; numbers from Paddle 2.6.2 with PIL."""

import random
import sys
from types import ModuleType

import numpy as np
import pytest
from PIL import Image

from opscope import paddle
from opscope.errors import OpscopeError, UnsupportedError
from opscope.paddle.vision import transforms as T  # noqa: N812 (as programs write it)

IMAGE = (np.arange(6 * 8 * 3).reshape(6, 8, 3) * 7 % 256).astype("uint8")


def test_mirrors_and_parts():
    np.testing.assert_array_equal(T.hflip(IMAGE), IMAGE[:, ::-1])
    np.testing.assert_array_equal(T.vflip(IMAGE), IMAGE[::-1])
    np.testing.assert_array_equal(T.crop(IMAGE, 1, 2, 3, 4), IMAGE[1:4, 2:6])
    np.testing.assert_array_equal(T.CenterCrop(4)(IMAGE), IMAGE[1:5, 2:6])
    np.testing.assert_array_equal(T.center_crop(IMAGE, (2, 6)), IMAGE[2:4, 1:7])
    gray = IMAGE[..., 0]
    assert T.hflip(gray).shape == (6, 8) and T.pad(gray, 1).shape == (8, 10)


def test_padding():
    np.testing.assert_array_equal(T.pad(IMAGE, 2), np.pad(IMAGE, ((2, 2), (2, 2), (0, 0))))
    sides = T.pad(IMAGE, (1, 2, 3, 4), (1, 2, 3))
    assert sides.shape == (12, 12, 3) and sides[0, 0].tolist() == sides[-1, -1].tolist() == [1, 2, 3]
    np.testing.assert_array_equal(sides[2:8, 1:9], IMAGE)
    for mode in ("reflect", "symmetric", "edge"):
        expected = np.pad(IMAGE, ((2, 2), (1, 1), (0, 0)), mode=mode)
        np.testing.assert_array_equal(T.Pad((1, 2), padding_mode=mode)(IMAGE), expected)


def test_sizes():
    assert T.resize(IMAGE, 3).shape == (3, 4, 3) and T.Resize((9, 5))(IMAGE).shape == (9, 5, 3)
    assert T.resize(IMAGE.transpose(1, 0, 2), 3).shape == (4, 3, 3)
    assert T.resize(IMAGE, 6) is IMAGE
    np.testing.assert_array_equal(T.resize(IMAGE, (3, 4), "nearest"), IMAGE[::2, ::2])
    np.testing.assert_array_equal(T.resize(IMAGE, (12, 16), "nearest"), IMAGE.repeat(2, 0).repeat(2, 1))
    ramp = np.arange(4.0)[None, :, None]
    np.testing.assert_allclose(T.resize(ramp, (1, 8))[0, :, 0], [0, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3])
    np.testing.assert_allclose(T.resize(ramp, (1, 2))[0, :, 0], [0.5, 2.5])
    assert T.resize(np.uint8([[0, 1]]), (1, 4)).tolist() == [[0, 0, 1, 1]]


COLORS = np.uint8([[[200, 30, 10], [0, 0, 0]], [[90, 160, 250], [255, 255, 255]]])


def test_colors():
    """Gray, brightness and contrast are PIL's to the last digit."""
    assert T.to_grayscale(COLORS)[..., 0].tolist() == [[79, 0], [149, 255]]
    assert T.Grayscale(3)(COLORS).shape == (2, 2, 3)
    assert T.adjust_brightness(COLORS, 1.7).tolist() == [[[255, 51, 17], [0, 0, 0]], [[153, 255, 255], [255] * 3]]
    assert T.adjust_contrast(COLORS, 0.4)[0].tolist() == [[152, 84, 76], [72, 72, 72]]
    assert T.adjust_saturation(COLORS, 0.0)[1].tolist() == [[149] * 3, [255] * 3]
    assert T.adjust_saturation(COLORS, 1.0).tolist() == COLORS.tolist()
    turned = T.adjust_hue(np.uint8([[[255, 0, 0], [10, 10, 10], [0, 0, 200]]]), 1 / 3)
    assert turned.tolist() == [[[0, 255, 0], [10, 10, 10], [200, 0, 0]]]
    np.testing.assert_allclose(T.adjust_hue(COLORS / 255.0, 0.0), COLORS / 255.0)
    np.testing.assert_allclose(T.adjust_brightness(COLORS / 255.0, 2.0), (COLORS / 127.5).clip(0, 1))
    assert T.adjust_hue(COLORS[..., 0], 0.3).tolist() == COLORS[..., 0].tolist()
    assert T.adjust_contrast(COLORS[..., :1] / 255.0, 0.0).std() < 1e-9


def test_turning():
    np.testing.assert_array_equal(T.rotate(IMAGE, 90, expand=True), np.rot90(IMAGE))
    np.testing.assert_array_equal(T.rotate(IMAGE, 180), IMAGE[::-1, ::-1])
    corners = T.rotate(np.full((8, 8, 1), 100, "uint8"), 45, "bilinear", fill=7)
    assert corners[0, 0] == corners[7, 7] == 7 and corners[4, 4] == 100
    assert T.rotate(IMAGE, 45, expand=True).shape == (10, 10, 3)
    assert T.rotate(IMAGE, 90, center=(0, 0))[5, 0].tolist() == [0, 0, 0]


def test_moving():
    moved = T.affine(IMAGE, 0, (2, 1), 1.0, 0.0, fill=9)
    np.testing.assert_array_equal(moved[1:, 2:], IMAGE[:-1, :-2])
    assert (moved[0] == 9).all() and (moved[:, :2] == 9).all()
    np.testing.assert_array_equal(T.affine(IMAGE, 180, (0, 0), 1.0, (0, 0)), IMAGE[::-1, ::-1])
    small = T.affine(IMAGE, 0, (0, 0), 0.5, 0, center=(0, 0))
    np.testing.assert_array_equal(small[:3, :4], IMAGE[1::2, 1::2])
    sheared = T.affine(np.eye(9)[..., None], 0, (0, 0), 1, (45, 0))[..., 0]
    assert sheared[:, 4].sum() == 9  # the diagonal stands upright
    points = [[0, 0], [7, 0], [7, 5], [0, 5]]
    np.testing.assert_array_equal(T.perspective(IMAGE, points, points), IMAGE)
    shifted = [[x + 1, y] for x, y in points]
    np.testing.assert_array_equal(T.perspective(IMAGE, points, shifted, "bilinear")[:, 1:], IMAGE[:, :-1])


def test_numbers():
    tensor = T.to_tensor(IMAGE)
    assert tensor.shape == [3, 6, 8] and tensor.dtype is paddle.float32
    np.testing.assert_allclose(tensor.numpy(), IMAGE.transpose(2, 0, 1) / 255, rtol=1e-6)
    assert T.ToTensor("HWC")(IMAGE[..., 0]).shape == [6, 8, 1]
    assert T.to_tensor(IMAGE.astype("float64")).dtype is paddle.float64
    assert T.to_tensor(tensor) is tensor
    normed = T.Normalize([1, 2, 3], 2.0, "HWC", to_rgb=True)(IMAGE)
    np.testing.assert_allclose(normed, (IMAGE[..., ::-1] - np.float32([1, 2, 3])) / 2)
    np.testing.assert_allclose(T.normalize(tensor, [0.5] * 3, [2] * 3).numpy(), (tensor.numpy() - 0.5) / 2)
    np.testing.assert_array_equal(T.Transpose()(IMAGE), IMAGE.transpose(2, 0, 1))
    assert T.Transpose((1, 2, 0))(tensor).shape == [6, 8, 3] and T.Transpose()(IMAGE[..., 0]).shape == (1, 6, 8)


def test_erasing():
    erased = T.erase(IMAGE, 1, 2, 3, 4, [9, 8, 7])
    assert (erased[1:4, 2:6] == [9, 8, 7]).all() and erased[0, 0].tolist() == IMAGE[0, 0].tolist()
    mine = IMAGE.copy()
    assert T.erase(mine, 0, 0, 1, 1, 5, inplace=True) is mine and (mine[0, 0] == 5).all()
    tensor = T.to_tensor(IMAGE)
    assert T.erase(tensor, 0, 0, 2, 2, 0.5)[:, :2, :2].min().item() == 0.5 and tensor[0, 0, 0].item() == 0
    T.erase(tensor, 0, 0, 2, 2, 0.5, inplace=True)
    assert tensor[0, 0, 0].item() == 0.5


# --- at random ----------------------------------------------------------------------------------------


def test_random_parts_are_parts():
    random.seed(0)
    places = set()
    for _ in range(200):
        part = T.RandomCrop((2, 3))(IMAGE)
        assert part.shape == (2, 3, 3)
        places.add(tuple(part[0, 0]))
    assert len(places) == 30
    assert T.RandomCrop(8, pad_if_needed=True)(IMAGE).shape == (8, 8, 3)
    assert T.RandomCrop(9, padding=2)(IMAGE).shape == (9, 9, 3)
    sizes = [T.RandomResizedCrop(5, (0.2, 0.5))(IMAGE).shape for _ in range(20)]
    assert set(sizes) == {(5, 5, 3)}
    wide = np.arange(100, dtype="float64").reshape(1, 100, 1)
    np.testing.assert_allclose(T.RandomResizedCrop((1, 1), (1.0, 1.0))(wide).item(), 49.0, atol=1)


def test_random_mirrors():
    random.seed(1)
    for kind, function in ((T.RandomHorizontalFlip, T.hflip), (T.RandomVerticalFlip, T.vflip)):
        flips = sum(np.array_equal(kind(0.3)(IMAGE), function(IMAGE)) for _ in range(300))
        assert 60 < flips < 120
        assert kind(0.0)(IMAGE) is IMAGE


def test_random_colors():
    random.seed(2)
    values = [int(T.BrightnessTransform(0.5)(np.full((1, 1, 3), 100, "uint8")).max()) for _ in range(100)]
    assert min(values) in range(50, 60) and max(values) in range(140, 151)
    for kind in (T.BrightnessTransform, T.ContrastTransform, T.SaturationTransform, T.HueTransform):
        assert kind(0)(IMAGE) is IMAGE
        assert kind(0.4)(IMAGE).dtype == "uint8" and not np.array_equal(kind(0.4)(IMAGE), IMAGE)
    assert T.ColorJitter(0.4, 0.4, 0.4, 0.4)(IMAGE).shape == IMAGE.shape
    np.testing.assert_array_equal(T.ColorJitter()(IMAGE), IMAGE)
    assert T.HueTransform((-0.1, 0.2)).value == (-0.1, 0.2)


def test_random_places():
    random.seed(3)
    large = T.resize(IMAGE, (48, 64))
    for transform in (
        T.RandomRotation(30), T.RandomRotation((10, 20), "bilinear"), T.RandomPerspective(1.0),
        T.RandomAffine(10, (0.1, 0.2), (0.9, 1.1), 5), T.RandomAffine((5, 10), shear=(1, 2, 3, 4)),
        T.RandomErasing(1.0, (0.1, 0.3)),
    ):  # fmt: skip
        out = transform(large)
        assert out.shape == large.shape and not np.array_equal(out, large)
    assert T.RandomPerspective(0.0)(IMAGE) is IMAGE and T.RandomErasing(0.0)(IMAGE) is IMAGE
    np.testing.assert_array_equal(T.RandomPerspective(1.0, 0.0)(IMAGE), IMAGE)
    np.testing.assert_array_equal(T.RandomAffine(0)(IMAGE), IMAGE)
    assert T.RandomErasing(1.0, (1.0, 1.0))(IMAGE) is IMAGE  # it may not be all


def test_random_erasing_fills():
    random.seed(4)
    white = np.full((8, 8, 3), 255, "uint8")
    seen = [int((T.RandomErasing(1.0, (0.2, 0.4), value=v)(white) == 255).all(-1).sum()) for v in (0, (1, 2, 3))]
    assert all(64 * 0.5 < n < 64 * 0.9 for n in seen)
    assert len(np.unique(T.RandomErasing(1.0, (0.3, 0.4), value="random")(white))) > 5
    tensor = paddle.ones([3, 8, 8])
    for value in (0, (0.1, 0.2, 0.3), "random"):
        out = T.RandomErasing(1.0, (0.2, 0.4), value=value)(tensor)
        assert out.shape == [3, 8, 8] and not np.array_equal(out.numpy(), tensor.numpy())


# --- kinds of images ----------------------------------------------------------------------------------


def test_tensors_stay_tensors():
    tensor = T.to_tensor(IMAGE)
    for function in (T.hflip, T.vflip, lambda t: T.pad(t, 1), lambda t: T.resize(t, 3), T.to_grayscale):
        out = function(tensor)
        assert isinstance(out, paddle.Tensor)
        of_array = np.asarray(function(IMAGE / 255.0))
        np.testing.assert_allclose(out.numpy(), of_array.transpose(2, 0, 1), atol=1e-6)


def test_images_of_pil_stay_that(monkeypatch: pytest.MonkeyPatch):
    """Its package is not needed: this is one that looks like it."""

    class Image:
        def __init__(self, values: np.ndarray) -> None:
            self.values = values

        def __array__(self, dtype=None, copy=None):
            return self.values

    module = ModuleType("PIL.Image")
    module.Image, module.fromarray = Image, Image
    monkeypatch.setitem(sys.modules, "PIL.Image", module)
    out = T.hflip(Image(IMAGE))
    assert isinstance(out, Image)
    np.testing.assert_array_equal(out.values, IMAGE[:, ::-1])
    assert T.to_grayscale(Image(IMAGE)).values.shape == (6, 8)
    assert T.ToTensor()(Image(IMAGE)).shape == [3, 6, 8]
    assert isinstance(T.erase(Image(IMAGE), 0, 0, 1, 1, 0, inplace=True), Image) and IMAGE[0, 0, 2] == 14


class Both(T.BaseTransform):
    def _get_params(self, inputs):
        return len(inputs)

    def _apply_image(self, image):
        return image + self.params

    def _apply_boxes(self, boxes):
        return boxes * 2


def test_transforms_of_ones_own():
    both = Both(keys=("image", "boxes"))
    assert both((1, 5)) == (3, 10) and both((1, 5, "label")) == (4, 10, "label") and Both()(1) == 2
    assert repr(T.Compose([both])).startswith("Compose(\n    <")
    with pytest.raises(AttributeError) as caught:
        T.Compose([T.ToTensor(), lambda x: x.none])(IMAGE)
    assert "fail to perform transform" in caught.value.__notes__[0]


REFUSED = [
    (lambda: T.pad(IMAGE, (1, 2, 3)), ValueError, "but it has 3 elements"),
    (lambda: T.pad(IMAGE, "a"), TypeError, "padding must be an int"),
    (lambda: T.pad(IMAGE, 1, "a"), TypeError, "fill must be a number"),
    (lambda: T.Pad(1, padding_mode="x"), AssertionError, "padding_mode should be"),
    (lambda: T.resize(IMAGE, "a"), TypeError, "size must be an int"),
    (lambda: T.resize(IMAGE, 3, "lanczos"), UnsupportedError, "resize"),
    (lambda: T.Resize((1, 2, 3)), AssertionError, "size must be"),
    (lambda: T.hflip(3), TypeError, "Got <class 'int'>"),
    (lambda: T.adjust_hue(IMAGE, 2), ValueError, "is not in"),
    (lambda: T.to_grayscale(IMAGE, 2), ValueError, "either 1 or 3"),
    (lambda: T.to_tensor(IMAGE, "WHC"), ValueError, "CHW or HWC"),
    (lambda: T.BrightnessTransform(-1), ValueError, "not be negative"),
    (lambda: T.BrightnessTransform("a"), TypeError, "single number"),
    (lambda: T.HueTransform((-1, 1)), ValueError, "between"),
    (lambda: T.RandomRotation(-3), ValueError, "must be positive"),
    (lambda: T.RandomRotation((1, 2, 3)), ValueError, "length 2"),
    (lambda: T.RandomAffine(3, translate=(2, 2)), ValueError, "between 0 and 1"),
    (lambda: T.RandomAffine(3, scale=(0, 2)), ValueError, "should be positive"),
    (lambda: T.RandomAffine(None), TypeError, "sequence of length 2"),
    (lambda: T.RandomErasing(value="x"), ValueError, "must be 'random'"),
    (lambda: T.RandomErasing(2), AssertionError, "probability"),
    (lambda: T.RandomCrop(9)(IMAGE), ValueError, "does not fit"),
    (lambda: T.BaseTransform(("foo",)), NotImplementedError, "the key 'foo' is not supported"),
    (lambda: T.BaseTransform(3), ValueError, "keys should be a sequence"),
    (lambda: T.affine(IMAGE, "a", (0, 0), 1, 0), TypeError, "angle should be"),
    (lambda: T.affine(IMAGE, 1, 0, 1, 0), TypeError, "translate should be"),
    (lambda: T.affine(IMAGE, 1, (1,), 1, 0), ValueError, "of length 2"),
    (lambda: T.affine(IMAGE, 1, (0, 0), 0, 0), ValueError, "scale should be positive"),
    (lambda: T.rotate(IMAGE, "a"), TypeError, "angle should be"),
    (lambda: T.rotate(IMAGE, 1, "bicubic"), UnsupportedError, "moving"),
]  # fmt: skip


def test_what_cannot_be_is_refused():
    for call, error, words in REFUSED:
        with pytest.raises(error, match=words) as caught:
            call()
        assert isinstance(caught.value, OpscopeError)


def test_images_of_pil_are_resized_and_turned_by_pil():
    """It smooths what becomes smaller, which OpenCV does not; the facts are those of Paddle 2.6.2."""
    ramp = Image.fromarray(np.arange(0, 256, 32).astype("uint8")[None].repeat(2, 0))
    assert np.asarray(T.resize(ramp, (1, 2))).tolist() == [[61, 163]]
    for name in ("nearest", "bilinear", "bicubic", "box", "lanczos", "hamming"):
        expected = ramp.resize((5, 3), getattr(Image, name.upper()))
        assert np.asarray(T.resize(ramp, (3, 5), name)).tolist() == np.asarray(expected).tolist()
    with pytest.raises(UnsupportedError, match="resize"):
        T.resize(ramp, 5, "cubic")
    red = Image.new("RGB", (1, 1), (250, 0, 0))
    assert np.asarray(T.adjust_hue(red, 1 / 3)).tolist() == [[[0, 250, 0]]]
    assert T.adjust_hue(ramp, 0.2) is ramp


def test_tensors_in_other_ways():
    x = paddle.rand([3, 4, 5])
    twice = T.resize(x, (8, 10), "bicubic")
    np.testing.assert_allclose(
        twice.numpy(), paddle.nn.functional.interpolate(x[None], [8, 10], mode="bicubic")[0].numpy()
    )
    assert T.to_tensor(x, "HWC").shape == [4, 5, 3]
    np.testing.assert_allclose(T.normalize(x, [0.0] * 3, [1.0] * 3, to_rgb=True).numpy(), x.numpy()[::-1])
    kinds = [T.functional._is_pil_image, T.functional._is_tensor_image, T.functional._is_numpy_image]
    assert [[is_one(v) for is_one in kinds] for v in (x, x.numpy())] == [[False, True, False], [False, False, True]]
