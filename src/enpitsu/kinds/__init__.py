"""One folder a kind; `registry` finds them."""

TYPE_NAMES = {
    "lightup": "akari",
    "mashu": "masyu",
    "pearl": "masyu",
    "slither": "slitherlink",
}
"""The kinds whose links and files name another puzzle type than the kind's id, by that type: so
reading one loads no other kind."""
