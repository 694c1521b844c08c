"""The laboratory: setups, measured side by side on the same puzzles.

A *setup* is an engine with a backend. Each *run* (setup, puzzle, repetition) is made in a process
of its own under hard limits (bench_run, watch), handed out by workers (perform) and kept in a
folder as soon as it ends (bench_folder), so that an interrupted measurement goes on where it
stopped. Runs are summed up (summary), set in columns (table) and drawn (plots).
"""
