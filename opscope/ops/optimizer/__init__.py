"""One step of an optimizer."""
