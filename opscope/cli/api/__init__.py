"""`opscope api`: which of Paddle's names opscope has, where they live, and which of them a script uses."""
