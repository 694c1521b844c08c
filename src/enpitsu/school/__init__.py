"""The school: for each kind a course of its techniques, exercises for each of them, and a judge of
what a player answers."""
