"""One file a peer: `make(work, variant)` gives a function that does one step and returns the loss (or the value)."""
