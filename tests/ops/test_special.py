"""Special functions against values computed with 40 digits, at poles and ends, and in float32."""

import math

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.ops.registry import REGISTRY
from opscope.ops.special.gamma import digamma_of, log_gamma, polygamma_of

TRUTH = {
    "lgamma": {
        1e-30: 69.07755278982137,
        0.1: 2.252712651734206,
        0.9999: 5.7729791561193866e-05,
        1.000001: -5.772148423874147e-07,
        1.4: -0.1196129141723713,
        2.0000001: 4.227843666532498e-08,
        2.49: 0.2776758614151702,
        2.51: 0.29173891549286796,
        8.4: 9.341884976495052,
        8.6: 9.757897951599297,
        171.5: 709.1431630309282,
        1000000000000000.0: 3.3538776394910668e16,
        -0.5: 1.2655121234846454,
        -3.7: -1.3797399049658245,
        -50.25: -147.96757866714194,
    },
    "digamma": {
        1e-10: -10000000000.577215,
        0.3: -3.502524222200133,
        1.0: -0.5772156649015329,
        1.4616321: -4.3514636958769774e-08,
        1.47: 0.008066489011364869,
        1.7: 0.2085478748734939,
        1.77: 0.2626431686027628,
        9.9: 2.2411803166063815,
        10.1: 2.262214357094148,
        100000000.0: 18.420680738952367,
        -0.5: 0.03648997397857652,
        -3.7: -0.8450768588704194,
        -50.25: 7.068520448108511,
    },
    "i0": {
        0.0: 1.0,
        1e-09: 1.0,
        0.7: 1.1263030183068092,
        7.99: 423.5842036746737,
        8.01: 431.5817860520924,
        30.0: 781672297823.9775,
        -4.0: 11.30192195213633,
        700.0: 1.5295933476718737e302,
    },
    "i0e": {
        0.7: 0.5593055265070683,
        7.99: 0.14352476537933484,
        8.01: 0.14333897941113852,
        30.0: 0.0731459464822373,
        -4.0: 0.2070019212239867,
        1000000.0: 0.00039894233026924577,
    },
    "i1": {
        0.0: 0.0,
        1e-09: 5e-10,
        0.7: 0.37187967777700864,
        7.99: 396.1152262074013,
        8.01: 403.6669399977041,
        30.0: 768532038938.957,
        -4.0: -9.75946515370445,
        700.0: 1.5285003902339006e302,
    },
    "i1e": {
        0.7: 0.18466998276274732,
        7.99: 0.134217339578281,
        8.01: 0.13406776900984482,
        30.0: 0.07191633059864755,
        -4.0: -0.17875083950243534,
        1000000.0: 0.0003989421307980308,
    },
    "erfinv": {
        1e-20: 8.86226925452758e-21,
        0.3: 0.2724627147267543,
        0.84: 0.9935356283473041,
        0.86: 1.0435418436397588,
        -0.5: -0.4769362762044699,
        0.999: 2.3267537655135246,
        0.99999999999: 4.812924058944833,
    },
}
POLYGAMMA = {
    (1, 0.01): 10001.621213528313,
    (1, 1.0): 1.6449340668482264,
    (1, -2.3): 14.725912160961292,
    (2, 0.4): -32.23912862357835,
    (2, 30.0): -0.0011487652037286,
    (2, -0.7): -69.44163279863854,
    (5, 3.3): 0.12084171431847723,
    (12, 0.9): -1884563177.7092013,
}
GAMMAINC = {  # (a, x): (lower, upper)
    (0.001, 0.2): (0.9987774521605268, 0.0012225478394732089),
    (0.3, 0.1): (0.5459128495917965, 0.4540871504082035),
    (1.0, 1.0): (0.6321205588285577, 0.36787944117144233),
    (2.5, 9.0): (0.9970535954121197, 0.0029464045878802906),
    (5.0, 0.01): (8.264185641806499e-13, 0.9999999999991735),
    (29.9, 31.0): (0.6024044957092303, 0.3975955042907697),
    (30.1, 20.0): (0.020818219973194406, 0.9791817800268056),
    (100.0, 140.0): (0.9998389428252874, 0.00016105717471255585),
    (10000.0, 10000.0): (0.5013298083399552, 0.4986701916600448),
    (1000000.0, 1003000.0): (0.9986382593537824, 0.0013617406462175915),
    (60.0, 1.0): (4.494768303810724e-83, 1.0),
}


def close(value, truth, rtol=3e-13):
    """Relative in the large, absolute where a negative argument makes the function cross 0."""
    np.testing.assert_allclose(value, truth, rtol=rtol, atol=0)


@pytest.mark.parametrize("name", TRUTH)
def test_values(name):
    points = np.array(list(TRUTH[name]))
    close(REGISTRY[name](points), list(TRUTH[name].values()), rtol=2e-14)


@pytest.mark.parametrize("n, x", POLYGAMMA)
def test_polygamma(n, x):
    close(REGISTRY["polygamma"](np.array(x), n=n), POLYGAMMA[n, x], rtol=2e-14)


@pytest.mark.parametrize("a, x", GAMMAINC)
def test_incomplete_gamma(a, x):
    lower, upper = (REGISTRY[name](np.array(a), np.array(x)) for name in ("gammainc", "gammaincc"))
    close(np.stack([lower, upper]), GAMMAINC[a, x])


def test_lgamma_is_that_of_the_standard_library():
    x = np.concatenate([np.linspace(0.01, 30, 3001), np.logspace(-300, 300, 601)])
    np.testing.assert_allclose(REGISTRY["lgamma"](x), [math.lgamma(v) for v in x], rtol=1e-12, atol=1e-15)
    below = -np.linspace(0.05, 40, 800) + 1e-3
    np.testing.assert_allclose(REGISTRY["lgamma"](below), [math.lgamma(v) for v in below], rtol=1e-12, atol=1e-13)


def test_near_its_zeros_every_digit_counts():
    """The values there are small differences of large ones, unless the series starts there."""
    step = np.array([1e-12, -1e-9, 1e-5])
    for root in (1.0, 2.0):
        x = root + step
        slope, bend = digamma_of(np, np.array(root)), polygamma_of(np, np.array(root), 1)
        close(log_gamma(np, x), (x - root) * (slope + bend * (x - root) / 2), rtol=1e-9)
    close(digamma_of(np, np.array(1.4616321449683622)), -9.241e-17, rtol=1e-3)


def test_erfinv_undoes_erf():
    x = np.linspace(-5, 5, 1001)
    np.testing.assert_allclose(REGISTRY["erfinv"](REGISTRY["erf"](x)), x, rtol=0, atol=2e-5)
    y = np.linspace(-0.999, 0.999, 1001)
    np.testing.assert_allclose([math.erf(v) for v in REGISTRY["erfinv"](y)], y, rtol=1e-14)


ENDS = np.array([np.inf, -np.inf, np.nan, 0.0, -1.0, -2.0])
INF, NAN = math.inf, math.nan


@pytest.mark.parametrize(
    "name, attrs, expected",
    [
        ("lgamma", {}, [INF, INF, NAN, INF, INF, INF]),
        ("digamma", {}, [INF, NAN, NAN, NAN, NAN, NAN]),
        ("polygamma", {"n": 1}, [0.0, NAN, NAN, INF, INF, INF]),
        ("polygamma", {"n": 2}, [0.0, NAN, NAN, -INF, -INF, -INF]),
        ("i0", {}, [INF, INF, NAN, 1.0, 1.2660658777520084, 2.2795853023360673]),
        ("i0e", {}, [0.0, 0.0, NAN, 1.0, 0.46575960759364043, 0.30850832255367103]),
        ("i1", {}, [INF, -INF, NAN, 0.0, -0.565159103992485, -1.5906368546373291]),
        ("i1e", {}, [0.0, 0.0, NAN, 0.0, -0.2079104153497085, -0.2152692892489377]),
        ("erfinv", {}, [NAN, NAN, NAN, 0.0, -INF, NAN]),
    ],
)
def test_poles_and_ends(name, attrs, expected):
    with np.errstate(invalid="raise", divide="raise"):
        close(REGISTRY[name](ENDS, **attrs), expected)


def test_limits_of_incomplete_gamma():
    a = np.array([1.0, 1.0, 0.0, np.inf, -1.0, np.nan, 0.0, 2.0])
    x = np.array([0.0, np.inf, 1.0, 1.0, 1.0, 1.0, 0.0, -1.0])
    with np.errstate(invalid="raise", divide="raise", over="raise"):
        close(REGISTRY["gammainc"](a, x), [0.0, 1.0, 1.0, 0.0, NAN, NAN, NAN, NAN])
        close(REGISTRY["gammaincc"](a, x), [1.0, 0.0, 0.0, 1.0, NAN, NAN, NAN, NAN])
        grid = np.logspace(-300, 300, 121)
        lower, upper = (REGISTRY[n](grid[:, None], grid) for n in ("gammainc", "gammaincc"))
    np.testing.assert_allclose(lower + upper, 1.0, rtol=1e-12)


def test_bessel_functions_overflow_no_sooner_than_they_must():
    assert np.isfinite(REGISTRY["i0"](np.array([713.9]))).all()


@pytest.mark.parametrize("name", TRUTH)
def test_float32_is_right_to_its_last_bits(name):
    x = np.array(list(TRUTH[name]), "float32")
    x = x[np.abs(x) < 80]
    wide = REGISTRY[name](x.astype("float64"))
    out = REGISTRY[name](x)
    assert out.dtype == np.float32
    close(out, wide, rtol=6e-8)


def test_gradients_where_formulas_divide_by_0():
    for name, slope in [("i0", 0.0), ("i1", 0.5), ("i1e", 0.5), ("erfinv", math.sqrt(math.pi) / 2)]:
        x = paddle.to_tensor(0.0, dtype="float64", stop_gradient=False)
        getattr(paddle, name)(x).backward()
        assert x.grad.item() == pytest.approx(slope, rel=1e-15), name


def test_what_polygamma_and_multigammaln_refuse():
    x = paddle.to_tensor([2.5])
    with pytest.raises(TypeError, match="n must be an int") as caught:
        paddle.polygamma(x, 1.5)
    assert isinstance(caught.value, UsageError)
    for n in (-1, 171):
        with pytest.raises(ArgumentError, match=f"n = {n}"):
            paddle.polygamma(x, n)
    with pytest.raises(ModeError, match="p must be greater than or equal to 1") as asserted:
        paddle.multigammaln(x, 0)
    assert isinstance(asserted.value, AssertionError)


def test_names():
    assert paddle.gammaln is paddle.lgamma
    assert paddle.multigammaln(paddle.to_tensor([2.5, 3.0], "float64"), 2).tolist() == pytest.approx(
        [0.857047813397617, 1.550194993957564], rel=1e-14
    )


def test_integers_are_refused_as_in_paddle():
    with pytest.raises(RuntimeError, match="The data type of 'x' in lgamma"):
        paddle.lgamma(paddle.to_tensor([1, 2]))
