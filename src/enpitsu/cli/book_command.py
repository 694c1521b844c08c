"""enpitsu book"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from enpitsu.book import Book, BookEntry, BookPlan, Chapter, PuzzlesRefused, load_plan, make_book
from enpitsu.book.book_plan import PAPERS, PER_PAGE, SOLUTIONS, SORTS, ChapterPlan
from enpitsu.cli.inputs import Found, Items, Unreadable, exists
from enpitsu.cli.pdf_file import pdf_target, write_pdf
from enpitsu.cli.progress_bar import progress
from enpitsu.cli.runner import Exit, Fatal, Report, failed, finish, show_each
from enpitsu.cli.shared_options import (
    cluster_option,
    jobs_option,
    json_option,
    limit_options,
    output_option,
    puzzle_inputs,
)
from enpitsu.errors import LimitReached, PuzzleError
from enpitsu.limits import Limits
from enpitsu.store import PREFIX
from enpitsu.words import LANGUAGES


@click.command(
    epilog="""\b
Examples:
  enpitsu book puzzles/ -o book.pdf --title 'Quiet evenings'
  enpitsu book hard.jsonl -o hard.pdf --per-page 2 --solutions explained
  enpitsu book --plan book.toml -o book.pdf --paper Letter --jobs 4
"""
)
@puzzle_inputs(required=False)
@output_option
@click.option(
    "--plan", "plan_file", type=click.Path(), metavar="FILE", help="A book file: title, chapters."
)
# From here to --font: what the book file says, unless it is given.
@click.option("--title", metavar="TEXT", help="On the cover and at the foot of pages.")
@click.option("--subtitle", metavar="TEXT", help="Below the title.")
@click.option("--author", metavar="TEXT", help="On the cover.")
@click.option("--paper", type=click.Choice(PAPERS), help="Size of pages.  [default: A4]")
@click.option(
    "--per-page", type=click.Choice([*map(str, PER_PAGE)]), help="Puzzles of a page.  [default: 4]"
)
@click.option("--solutions", type=click.Choice(SOLUTIONS), help="At the end.  [default: plain]")
@click.option("--sort", type=click.Choice(SORTS), help="Order.  [default: level]")
@click.option("--links/--no-links", default=None, help="Links to puzz.link.")
@click.option("--qr/--no-qr", default=None, help="QR codes of the links.")
@click.option("--rules/--no-rules", default=None, help="A page of rules for each kind.")
@click.option("--cover/--no-cover", default=None, help="A cover.")
@click.option("--any/--only-unique", default=None, help="Also puzzles of several solutions.")
@click.option("--language", type=click.Choice(LANGUAGES), help="Of the texts.")
@click.option(
    "--font", "fonts", type=click.Path(), multiple=True, help="Font file; may be repeated."
)
@limit_options
@jobs_option
@cluster_option
@json_option
def book(
    puzzles: Items,
    output: str | None,
    plan_file: str | None,
    limits: Limits,
    jobs: int,
    cluster: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Make a book of puzzles as a PDF file: cover, rules, puzzles, solutions.

    Every puzzle must have exactly one solution. docs/books.md tells about book files.
    """
    target = pdf_target(output, "a book")
    name = "the book" if target is None else str(target)
    try:
        plan = _plan(plan_file, given)
        _spare_inputs(target, puzzles, plan, plan_file)
        made = _make(puzzles, plan, plan_file, limits, jobs, cluster, as_json)
    except PuzzlesRefused as refused:
        reports = [
            failed(each.name, each.reason, Exit.of(False, each.reached))
            for each in refused.refusals
        ]
    except LimitReached as limit:
        reports = [failed(name, f"{limit} limit reached", Exit.LIMIT)]
    except PuzzleError as error:
        reports = [failed(plan_file or name, str(error), Exit.BAD_INPUT)]
    else:
        _write(made, target, name, as_json)
    finish(show_each(reports, as_json))


def _write(made: Book, target: Path | None, name: str, as_json: bool) -> NoReturn:
    """Write the book, then tell of it."""
    report = Report(
        name,
        Exit.DONE,
        data={"pages": made.pages, "puzzles": made.puzzles, "bytes": len(made.pdf)},
        warnings=made.warnings,
        content=made.pdf,
    )
    puzzles = f"{made.puzzles} puzzle{'' if made.puzzles == 1 else 's'}"
    pages = f"{made.pages} page{'' if made.pages == 1 else 's'}"
    write_pdf(report, target, f"{puzzles} on {pages}", as_json=as_json)


def _spare_inputs(
    target: Path | None, puzzles: Items, plan: BookPlan, plan_file: str | None
) -> None:
    """Leave if the book would be written over something that it is made of."""
    if target is None or not target.is_file():
        return
    names = [*puzzles.arguments, *plan.fonts]
    if plan_file is not None:
        names.append(plan_file)
    for chapter in plan.chapters:
        names += _sources(chapter, plan_file)
    if any(exists(name) and target.samefile(name) for name in names):
        raise Fatal(f"cannot write {target}: the book is made from it; name another file")


def _plan(plan_file: str | None, given: dict[str, Any]) -> BookPlan:
    """Return the book file's plan, or the usual one, with what the options say instead."""
    plan = BookPlan()
    if plan_file is not None:
        plan, folder = load_plan(Path(plan_file)), Path(plan_file).parent
        plan = replace(plan, fonts=tuple(str(folder / font) for font in plan.fonts))
    told = {name: value for name, value in given.items() if value is not None and value != ()}
    # What the options say holds for every chapter.
    chapters = plan.chapters
    if "per_page" in told:
        told["per_page"] = int(told["per_page"])
        chapters = tuple(replace(each, per_page=None) for each in chapters)
    if "sort" in told:
        chapters = tuple(replace(each, sort=None) for each in chapters)
    return replace(plan, **told, chapters=chapters)


def _make(
    puzzles: Items,
    plan: BookPlan,
    plan_file: str | None,
    limits: Limits,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> Book:
    found: list[BookEntry] | list[Chapter]
    if not plan.chapters:
        if not puzzles.arguments:
            raise click.UsageError("name puzzles, or a book file that does with --plan")
        found = _entries(puzzles, as_json)
        total = len(found)
    elif puzzles.arguments:
        raise PuzzleError("the book file names its puzzles: name no others")
    else:
        found = [
            Chapter(
                each.title,
                _entries(Items(_sources(each, plan_file)), as_json),
                each.text,
                each.per_page,
                each.sort,
            )
            for each in plan.chapters
        ]
        total = sum(len(chapter.puzzles) for chapter in found)
    with progress(2 * total, "solving, then drawing") as advance:
        return make_book(
            found, plan, jobs=jobs, cluster=cluster, limits=limits, advance=lambda n: advance(n)
        )


def _sources(chapter: ChapterPlan, plan_file: str | None) -> list[str]:
    """Return the inputs of a chapter: files and folders beside the book file, links,
    collections."""
    folder = Path(plan_file or "").parent
    return [
        source if source.startswith(PREFIX) or "://" in source else str(folder / source)
        for source in chapter.puzzles
    ]


def _entries(found: Iterable[Found], as_json: bool) -> list[BookEntry]:
    """Return all puzzles; leave if some cannot be read, which are told of all at once."""
    entries: list[BookEntry] = []
    reports: list[Report] = []
    for each in found:
        if isinstance(each, Unreadable):
            reports.append(failed(each.name, each.error, Exit.BAD_INPUT))
        else:
            entries.append(BookEntry(*each))
    if reports:
        finish(show_each(reports, as_json))
    return entries
