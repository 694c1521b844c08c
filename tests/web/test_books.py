"""Books made in the app: the task that shows their pages and makes the file."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any
from xml.etree import ElementTree

import pytest

import enpitsu
from enpitsu.fingerprint import fingerprint
from enpitsu.registry import kinds
from enpitsu.web.request_refusals import BadRequest, TooLarge
from enpitsu.web.server_config import Quota
from enpitsu.web.tasks import Performed, perform, read_job

pytest.importorskip("reportlab")


def puzzles(*names: str) -> list[Any]:
    paths = [kinds()[name].starter for name in names]
    documents = [enpitsu.read(path.read_bytes())[0] for path in paths if path is not None]
    return [json.loads(enpitsu.dump(each, "json")) for each in documents]


def make(given: list[Any], **more: Any) -> tuple[Any, Performed]:
    body = json.dumps({"puzzles": given, "rules": False, **more}).encode()
    done = perform("collection-book", body, Quota(), is_job=True, is_counted=True)
    return json.loads(done.content), done


def test_the_pages_that_are_shown_are_those_of_the_file() -> None:
    given = puzzles("yajilin", "masyu", "akari")
    shown, _ = make(given, title="Quiet <evenings>", per_page=1)
    file, _ = make(given, title="Quiet <evenings>", per_page=1, file=True)
    assert shown["count"] == file["count"] == len(shown["pages"])
    assert "pdf" not in shown
    assert not file["pages"]
    assert b64decode(file["pdf"]).startswith(b"%PDF")
    words = "".join(ElementTree.fromstring(shown["pages"][0]).itertext())
    assert "Quiet <evenings>" in words


def test_puzzles_stand_in_the_order_in_which_they_came() -> None:
    given = puzzles("yajilin", "masyu")

    def first(documents: list[Any]) -> str:
        pages = make(documents, cover=False, per_page=1, solutions="none")[0]["pages"]
        return "".join(ElementTree.fromstring(pages[-2]).itertext())

    assert "Yajilin" in first(given)
    assert "Masyu" in first(given[::-1])


def test_puzzles_that_cannot_be_in_a_book_are_named() -> None:
    draft = enpitsu.parse("https://puzz.link/p?yajilin/6/6/o32t")
    wrong = json.loads(enpitsu.dump(draft, "json"))
    wrong["meta"] = {"title": "Half done"}
    found, _ = make([*puzzles("masyu"), wrong], language="ja")
    assert (found["pages"], found["count"]) == ([], 0)
    [refused] = found["refused"]
    assert refused["title"] == "Half done"
    assert refused["why"]


def test_a_book_with_solutions_tells_those_of_all_its_puzzles() -> None:
    given = puzzles("yajilin", "masyu")
    prints = [fingerprint(enpitsu.parse(json.dumps(each))) for each in given]
    told = make(given)[1].help
    assert [each.fingerprint for each in told] == prints
    assert all(each.has_answer for each in told)
    assert make(given, solutions="none")[1].help == ()


def test_what_is_no_book_is_refused_before_the_work_begins() -> None:
    def ask(**body: Any) -> None:
        read_job(json.dumps({"do": "collection-book", **body}).encode(), Quota(analysed_cells=9))

    with pytest.raises(BadRequest):
        ask(puzzles=[])
    with pytest.raises(BadRequest):
        ask(puzzles=puzzles("masyu") * 301)
    with pytest.raises(BadRequest):
        ask(puzzles=puzzles("masyu"), per_page=3)
    with pytest.raises(TooLarge):
        ask(puzzles=[{"enpitsu": 1, "kind": "masyu", "puzzle": {"rows": 90, "cols": 90}}])
