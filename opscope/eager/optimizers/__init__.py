"""Steps of the optimizers of eager code, loss scaling, and the list of living optimizers."""
