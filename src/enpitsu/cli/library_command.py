"""enpitsu library"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from enpitsu.cli.convert_command import convert
from enpitsu.cli.inputs import Item, Items
from enpitsu.cli.output_format import to_option
from enpitsu.cli.runner import Exit, Fatal, failed, show
from enpitsu.cli.shared_options import json_option, kind_names, limit_options, puzzle_inputs
from enpitsu.errors import PuzzleError
from enpitsu.grade import LENGTHS, LEVELS, grade, label, length_word, with_grade
from enpitsu.kind import Document
from enpitsu.limits import Limits
from enpitsu.store import PREFIX, collection_of, open_store

if TYPE_CHECKING:
    from enpitsu.store.library import Collection, Store
    from enpitsu.store.players import Listed
    from enpitsu.store.shelf import PuzzleRow

SORTS = ("number", "added", "title", "size", "level", "length")
"""As in enpitsu.store.shelf, which brings the database packages."""


@click.group(
    epilog="""\b
Examples:
  enpitsu library add mine puzzles/
  enpitsu library list
  enpitsu solve library:mine
  enpitsu library export mine links/ --to puzzlink
"""
)
def library() -> None:
    """Keep puzzles in collections.

    Every command reads them: library:NAME is a collection, library: all of them. The library is a
    file in your data folder, or what ENPITSU_LIBRARY names: another file, or a database URL.
    """


@library.command(
    "list",
    epilog="""\b
Examples:
  enpitsu library list
  enpitsu library list mine --sort length
  enpitsu library list --level hard --length long
""",
)
@click.argument("collection", metavar="[NAME]", required=False)
@click.option("--kind", type=kind_names, help="Only puzzles of this kind.")
@click.option("--level", type=click.Choice([*map(str, LEVELS)]), help="Only puzzles so hard.")
@click.option("--length", type=click.Choice([*map(str, LENGTHS)]), help="Only puzzles so long.")
@click.option(
    "--sort",
    type=click.Choice([sign + sort for sort in SORTS for sign in ("", "-")]),
    help="Order of the puzzles; -level, -length, ... are the other way round.  [default: number]",
)
@json_option
def list_puzzles(collection: str | None, sort: str | None, as_json: bool, **given: Any) -> None:
    """List the collections; with a NAME or an option, the puzzles."""
    wanted = {name: value for name, value in given.items() if value is not None}
    with _open_library() as store:
        if collection is None and sort is None and not wanted:
            empty = f"the library is empty: {store.place}"
            _show(map(_collection_data, store.collections()), _collection_row, as_json, empty)
            return
        if collection is not None:
            wanted["collection"] = _named(collection)
            if wanted["collection"] not in store.names():
                raise PuzzleError(f"the library has no collection {wanted['collection'][:200]!r}")
        found = list(_find(store, wanted, sort or "number"))
    _show(map(_puzzle_data, found), _puzzle_row, as_json, "no puzzles")
    count = sum(not row.level for row in found)
    if count and not as_json:
        them = "1 puzzle is not graded" if count == 1 else f"{count} puzzles are not graded"
        click.echo(f"{them}; enpitsu library add NAME FILES --grade grades them", err=True)


def _find(store: Store, wanted: dict[str, Any], sort: str) -> Iterator[PuzzleRow]:
    from enpitsu.store.shelf import MOST_ON_A_PAGE, Shelf, Wanted

    shelf, page, pages = Shelf(store), 1, 1
    while page <= pages:
        found = shelf.find_puzzles(Wanted(**wanted), sort=sort, page=page, size=MOST_ON_A_PAGE)
        yield from found.rows
        page, pages = page + 1, found.pages


def _puzzle_data(row: PuzzleRow) -> dict[str, Any]:
    return {
        "collection": row.collection,
        "number": row.number,
        "kind": row.kind,
        "rows": row.rows,
        "cols": row.cols,
        "level": row.level or None,
        "length": row.length or None,
        "length_word": str(length_word(row.length)) if row.length else None,
        "title": row.title,
        "author": row.author,
    }


def _puzzle_row(data: dict[str, Any]) -> dict[str, str]:
    return {
        "puzzle": f"{PREFIX}{data['collection']}#{data['number']}",
        "kind": data["kind"],
        "size": f"{data['rows']}x{data['cols']}",
        "level": data["level"] or "-",
        "length": label("", data["length"] or 0) or "-",
        "title": data["title"],
    }


@library.command()
@click.argument("collection", metavar="NAME")
@puzzle_inputs()
@click.option("--grade", "is_graded", is_flag=True, help="Find level and length of each puzzle.")
@limit_options
def add(collection: str, puzzles: Items, is_graded: bool, limits: Limits) -> None:
    """Put puzzles into a collection, behind those that it has.

    The limits are for --grade.
    """
    name, code = _named(collection), Exit.DONE

    def readable() -> Iterator[Document]:
        nonlocal code
        for each in puzzles:
            if isinstance(each, Item):
                yield each.document
            else:
                show(failed(each.name, each.error, Exit.BAD_INPUT), as_json=False)
                code = Exit.BAD_INPUT

    documents: Iterable[Document] = readable()
    if is_graded:  # before the library is open: it may take long
        documents = list(documents)
        grades = [grade(each.puzzle, limits=limits) for each in documents]
        documents = [
            each if found.reached else replace(each, meta=with_grade(each.meta, found))
            for each, found in zip(documents, grades, strict=True)
        ]
    with _open_library() as store:
        count = store.add(name, documents)
        if not count and not any(each.count for each in store.collections() if each.name == name):
            store.remove(name)
    click.echo(f"{_puzzles(count)} added to {PREFIX}{name}")
    raise SystemExit(int(code))


@library.command()
@click.argument("collection", metavar="NAME")
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(collection: str, yes: bool) -> None:
    """Take a collection away with all its puzzles."""
    name = _named(collection)
    with _open_library() as store:
        found = [each for each in store.collections() if each.name == name]
        if found and not yes:
            click.confirm(f"Remove {name} with {_puzzles(found[0].count)}?", abort=True)
        count = store.remove(name)
    click.echo(f"{name} removed, {_puzzles(count)}")


@library.command("export")
@click.argument("collection", metavar="NAME")
@click.argument("target", metavar="FILE|FOLDER")
@to_option
def export_collection(collection: str, target: str, to_format: str | None) -> None:
    """Write a collection into a folder, or into a file that holds many.

    The same as `enpitsu convert library:NAME -o TARGET`, which can do more.
    """
    wanted = [] if to_format is None else ["--to", to_format]
    convert.main([PREFIX + _named(collection), "-o", target, *wanted], prog_name="enpitsu convert")


@library.command()
@json_option
def twins(as_json: bool) -> None:
    """List the puzzles that are the same after turning or mirroring, a group a line."""
    count = 0
    with _open_library() as store:
        for group in store.all_twins():
            count += 1
            names = [f"{PREFIX}{each}" for each in group]
            titles = [f" ({each.title})" if each.title else "" for each in group]
            line = "  ".join(map(str.__add__, names, titles))
            click.echo(json.dumps({"twins": names}) if as_json else line)
    if not count and not as_json:
        click.echo("no twins")


@library.command()
@click.option("--kind", type=kind_names, help="Of one kind; default: all kinds.")
@click.option(
    "--most", type=click.IntRange(min=1), metavar="N", help="Only so many players, from the top."
)
@click.option("--csv", "as_csv", is_flag=True, help="As a CSV table.")
@json_option
def ranking(kind: str | None, most: int | None, as_csv: bool, as_json: bool) -> None:
    """Rank the players of the web app by all that they solved.

    A puzzle brings points by its level and size, less for help and time; the best result counts
    whole, each further one 95 % as much as the one before. docs/web.md tells more.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json cannot both be had")
    with _open_library() as store:
        from enpitsu.store.standings import ALL_KINDS, Standings

        found = islice(Standings(store).each(kind or ALL_KINDS), most)
        data = (
            {name: value for name, value in each._asdict().items() if name != "player"}
            for each in found
        )
        if as_csv:
            from enpitsu.store.results import csv_cell

            table = csv.writer(sys.stdout, lineterminator="\n")
            table.writerow(["place", "name", "namesake", "points", "solved", "clean"])
            table.writerows(map(csv_cell, each.values()) for each in data)
        else:
            nobody = "nobody has points yet: enpitsu serve opens the web app, where they are won"
            _show(data, _standing_row, as_json, nobody)


def _standing_row(data: dict[str, Any]) -> dict[str, Any]:
    row = {name: data[name] for name in ("place", "points", "solved", "clean")}
    namesake = f" #{data['namesake']}" if data["namesake"] else ""
    return {**row, "player": (data["name"] or "somebody") + namesake}


@library.command()
@click.option("--remove", "removed", type=int, metavar="NUMBER", help="Delete a player instead.")
@click.option(
    "--with-published", is_flag=True, help="With --remove: what they published goes as well."
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def players(removed: int | None, with_published: bool, yes: bool, as_json: bool) -> None:
    """List the players of the web app, who keep the most first; or delete one.

    With a player go their games, results, drafts and puzzles. What they published stays without
    their name, unless --with-published says otherwise.
    """
    with _open_library() as store:
        from enpitsu.store.players import Players

        table = Players(store)
        if removed is None:
            nobody = "nobody has played yet: enpitsu serve opens the web app"
            _show(map(_player_data, table.listed()), dict, as_json, nobody)
            return
        name = table.load(removed).name or "somebody"
        if not yes:
            click.confirm(f"Delete player {removed}, {name}, with all that is theirs?", abort=True)
        table.remove(removed, with_published=with_published)
    click.echo(f"player {removed}, {name}, deleted")


def _player_data(listed: Listed) -> dict[str, Any]:
    player = listed.player
    return {
        "number": player.id,
        "bytes": listed.bytes,
        "drafts": listed.drafts,
        "games": listed.games,
        "created": f"{player.created:%Y-%m-%d}",
        "seen": f"{player.seen:%Y-%m-%d}",
        "name": player.name,
    }


@contextmanager
def _open_library() -> Iterator[Store]:
    """Open the library; what goes wrong with it ends the command with a sentence."""
    try:
        with open_store() as store:
            yield store
    except PuzzleError as error:
        raise Fatal(str(error)) from None


def _named(collection: str) -> str:
    """Return the name of a collection that is called by it or as library:NAME."""
    name = collection_of(collection)
    return collection if name is None else name


def _puzzles(count: int) -> str:
    return "1 puzzle" if count == 1 else f"{count} puzzles"


def _collection_data(collection: Collection) -> dict[str, Any]:
    return {
        "name": collection.name,
        "puzzles": collection.count,
        "kinds": dict(collection.kinds),
        "levels": _order(LEVELS, collection.levels, "no level"),
        "lengths": _order(LENGTHS, collection.lengths, "no length"),
        "failed": collection.failed,
        "batch": collection.header is not None,
        "note": collection.note,
        "created": f"{collection.created.isoformat()}Z",
    }


def _order(order: Iterable[str], counts: Mapping[str, int], none: str) -> dict[str, int]:
    """Return the easiest or shortest first, words that Enpitsu does not know behind them, and those
    without last."""
    known = [str(word) for word in order if word in counts]
    others = [word for word in counts if word and word not in known]
    named = {word: counts[word] for word in [*known, *others]}
    return named | ({none: counts[""]} if "" in counts else {})


def _collection_row(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "collection": f"{PREFIX}{data['name']}",
        "puzzles": data["puzzles"],
        "kinds": ", ".join(data["kinds"]) or "-",
        "levels": _count_words(data["levels"]),
        "lengths": _count_words(data["lengths"]),
    }


def _count_words(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {word.replace('very-', 'very ')}" for word, count in counts.items())


def _show(
    found: Iterable[dict[str, Any]],
    row_of: Callable[[dict[str, Any]], dict[str, Any]],
    as_json: bool,
    empty: str,
) -> None:
    """Print a line of JSON for each, or a table in which numbers stand at the right."""
    if as_json:
        for data in found:
            click.echo(json.dumps(data, ensure_ascii=False))
        return
    rows = list(map(row_of, found))
    if not rows:
        click.echo(empty)
        return
    columns = []
    for name in rows[0]:
        cells = [name, *(str(row[name]) for row in rows)]
        width = max(map(len, cells))
        are_numbers = all(cell.isdigit() for cell in cells[1:])
        columns.append([f"{cell:{'>' if are_numbers else '<'}{width}}" for cell in cells])
    for line in zip(*columns, strict=True):
        click.echo("  ".join(line).rstrip())
