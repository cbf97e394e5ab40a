"""The layers of sparse tensors, by what they do."""
