"""The same values in another shape or order: reshape, slices, concatenation, padding."""
