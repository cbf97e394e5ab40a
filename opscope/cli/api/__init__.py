"""`opscope api`: the names of Paddle in opscope, their modules, and the names that a script uses."""
