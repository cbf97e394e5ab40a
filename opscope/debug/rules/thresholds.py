"""The thresholds of all rules, each with its source. `TABLE` lists all thresholds."""

from __future__ import annotations


class Threshold(float):
    """A threshold of a rule: a number with a description and a source.

    >>> VANISHING
    Threshold(1e-07: mean |gradient| of a weight; SageMaker Debugger VanishingGradient, DeepDiagnosis)
    """

    about: str
    source: str

    def __new__(cls, value: float, about: str, source: str) -> Threshold:
        """Make a threshold from a number, a description and a source."""
        made = super().__new__(cls, value)
        made.about, made.source = about, source
        return made

    def __repr__(self) -> str:
        return f"Threshold({float(self):.6g}: {self.about}; {self.source})"


# --- gradients ----------------------------------------------------------------------------------------
VANISHING = Threshold(1e-7, "mean |gradient| of a weight", "SageMaker Debugger VanishingGradient, DeepDiagnosis")
VANISHING_RATIO = Threshold(1e-3, "ratio of mean |gradient| in the first and the last layer", "AutoTrainer beta_1")
VANISHING_FIRST = Threshold(1e-4, "mean |gradient| of the first layer, where the ratio is low", "AutoTrainer beta_2")
EXPLODING_RATIO = Threshold(70.0, "ratio of the gradient norms in the first and the last layer", "AutoTrainer beta_3")
EXPLODING = Threshold(1e4, "mean |gradient| of a weight", "TorchLens gradient_flow_audit")

# --- units --------------------------------------------------------------------------------------------
DEAD_LAYER = Threshold(0.5, "share of a layer's units that are never active", "SageMaker Debugger DeadRelu")
DEAD_EXAMPLES = Threshold(
    32, "examples before a unit counts as dead", "own: in one example, half of the units are idle by chance"
)
SATURATED_INPUT = Threshold(5.0, "|input| of a sigmoid or tanh that counts as saturated", "DeepDiagnosis")
SATURATED_LAYER = Threshold(
    0.5, "share of saturated outputs of a layer", "DeepDiagnosis, SageMaker SaturatedActivation"
)
CONSTANT = Threshold(1e-6, "spread over the batch, relative to the size of the values", "own: float32 rounding")

LARGE = Threshold(10.0, "mean |output| of a hidden layer", "AutoTrainer: abnormal data")

# --- updates ------------------------------------------------------------------------------------------
UPDATE_LOW = Threshold(1e-5, "mean |change| in a step / mean |weight|", "DeepDiagnosis")
UPDATE_HIGH = Threshold(1e-1, "mean |change| in a step / mean |weight|", "DeepDiagnosis")
UNCHANGED = Threshold(1e-8, "largest |change| of a weight", "SageMaker Debugger UnchangedTensor (atol)")
CANCELLED = Threshold(
    2**-11.5, "|gradient| of a bias / |terms| of its sum: rounding noise", "own: half the digits of float32 are lost"
)
PATIENCE = Threshold(5, "checks in a row before a trend is reported", "DeepDiagnosis N, AutoTrainer")

# --- losses -------------------------------------------------------------------------------------------
LOSS_STEPS = Threshold(30, "steps before a loss is judged", "SageMaker LossNotDecreasing has 10; batches are noisy")
LOSS_FALL = Threshold(0.01, "smallest fall of the loss, relative to its start", "SageMaker has 0.001 over 10 steps")
LOSS_RISE = Threshold(0.05, "rise of the loss, relative to its start", "SageMaker Debugger LossNotDecreasing (5 %)")
GUESSING = Threshold(0.97, "loss / loss of the best constant prediction", "own")
GUESSING_ERROR = Threshold(0.1, "standard error of the median loss / loss of the best constant prediction", "own")
LOSS_BOUND = Threshold(1e3, "loss that is called exploded", "AutoTrainer")
OSCILLATION = Threshold(0.2, "share of steps on which the loss jumps up", "AutoTrainer eta")
JUMP = Threshold(
    0.5, "rise of the loss in one step that counts as a jump, relative to its size", "own: above the noise of batches"
)
RATE_GROWTH = Threshold(10.0, "learning rate / lowest earlier learning rate", "own: a decade")
BATCH_NOISE = Threshold(
    2.0,
    "deviation of the loss / standard error of the mean over a batch",
    "own: 1 for batches of independent examples",
)
GROWTH = Threshold(10.0, "growth within the fitted steps", "own: a decade")
GROWTH_FIT = Threshold(0.95, "R^2 of the fit of exponential growth", "own")
OVERFLOW_STEPS = Threshold(1000, "steps until the growth reaches the largest number", "own")

# --- gauges: when a step is examined outside of the schedule --------------------------------------------
GAUGE_JUMP = Threshold(10.0, "largest |element| / largest |element| of all earlier steps", "own: a decade")
GAUGE_FALL = Threshold(1e-3, "largest |element| / smallest one of all earlier steps", "as AutoTrainer beta_1")
GAUGE_ZEROS = Threshold(0.3, "growth of the share of zeros", "own: above the noise of batches")

# --- data ---------------------------------------------------------------------------------------------
INPUT_RANGE = Threshold(1.0, "|input| of the net", "DeepDiagnosis, UMLAUT: [-1, 1]")
INPUT_SCALE = Threshold(5.0, "root mean square of an input outside that range", "own: standardised data have 1")
COLUMN_SCALE = Threshold(1e3, "largest / smallest deviation of an input's columns", "own")
LABEL_SHARE = Threshold(0.01, "share of the labels outside the range of the output", "own; DeepDiagnosis has any")

# --- the program --------------------------------------------------------------------------------------
DROPOUT = Threshold(0.8, "probability of dropout", "UMLAUT has 0.5; published nets go up to 0.6")

TABLE: dict[str, Threshold] = {name: value for name, value in list(globals().items()) if isinstance(value, Threshold)}
"""All thresholds, as a dict by name."""
