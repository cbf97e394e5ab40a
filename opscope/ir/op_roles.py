"""Roles of operators: bits with Paddle's values for the purpose of an operator."""

FORWARD, BACKWARD, OPTIMIZE = 0, 1, 2
LR_SCHEDULE = 16
LOSS = 256  # combined: on the operator that makes the loss, and on the one that seeds its gradient
LOSS_GRAD = BACKWARD | LOSS  # the seed of append_backward
