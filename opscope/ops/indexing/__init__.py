"""Values looked up, and written, at places that integers name."""
