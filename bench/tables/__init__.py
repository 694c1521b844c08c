"""Published figures, and what Enpitsu makes of the same tasks."""
