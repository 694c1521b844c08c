"""Many puzzles: made in batches that can be interrupted, on all cores or on a cluster."""
