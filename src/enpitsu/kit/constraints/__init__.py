"""The closed set of constraints that rules are made of."""
