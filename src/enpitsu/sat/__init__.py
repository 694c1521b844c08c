"""SAT: the solver adapter, counting clauses, search and proofs. Literals stay in here and in
the kinds' encodings."""
