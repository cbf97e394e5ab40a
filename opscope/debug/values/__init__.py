"""Values of a run: at a position, at the end of a step, and as summaries."""
