"""Enpitsu: the workshop for Japanese pencil puzzles."""
