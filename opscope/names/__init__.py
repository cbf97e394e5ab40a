"""The user's names of values: what assignments call the result of each op, worked out when somebody asks."""
