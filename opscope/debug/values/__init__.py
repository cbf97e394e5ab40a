"""Values of a run: at a place, of a step, as they are sampled and summarized."""
