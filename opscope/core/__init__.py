"""The base of all layers: dtypes, shapes, specs, places, source positions, random state, modes."""
