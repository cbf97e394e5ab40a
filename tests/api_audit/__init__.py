"""The audit behind opscope/API.md: which parameters of Paddle's functions are refused, which are ignored, and why."""
