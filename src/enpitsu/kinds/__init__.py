"""One folder a kind; `registry` finds them."""
