"""The rules of C.-H. Yu, "An Efficient Algorithm for Solving Japanese Puzzles" (2007).

The engine `rules` uses them before it searches; `enpitsu explain --by rules` tells them step by
step.
"""
