"""Values of a run: at a place, at the end of a step, and as summaries."""
