"""`opscope api`: lists the names of Paddle that opscope has, their modules, and the names that a script uses."""
