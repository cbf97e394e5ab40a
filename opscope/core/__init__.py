"""The base of all layers: dtypes, shapes, specs, devices, source positions, random state, modes."""
