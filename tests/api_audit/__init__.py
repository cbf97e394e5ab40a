"""The audit of Paddle's functions: which parameters are refused, which are ignored, and why."""
