"""Base that all other packages use: dtypes, shapes, specs, devices, source positions, random state, and modes."""
