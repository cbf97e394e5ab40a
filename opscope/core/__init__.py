"""What every layer stands on: dtypes, shapes, specs, places, sites, random state, modes."""
