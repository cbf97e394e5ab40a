"""`opscope api`: list Paddle's names that opscope supports, or the names that a script uses."""
