"""The page and the files of its release, as a browser gets them."""

from __future__ import annotations

import gzip
import json
import logging
import re
import shutil
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

from enpitsu.registry import find_kind, kinds
from enpitsu.web import ServerConfig, create_app
from enpitsu.web import release as releases
from enpitsu.web.words import page_texts
from enpitsu.words import LANGUAGES
from tests.client import AppClient
from tests.library import library_in

pytest.importorskip("starlette.testclient")

FOR_GOOD = "public, max-age=31536000, immutable"
PLACES = [path.replace("{", "").replace("}", "") for path in releases.PAGES]
LINK = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser on a server with plain modules."""
    place = library_in(tmp_path_factory.mktemp("release"))
    with serving(f"sqlite:///{place}", plain=True) as found:
        yield found


def serving(place: str, **told: Any) -> Any:
    app = create_app(ServerConfig(store=place, jobs=1, **told))
    return AppClient(app, base_url="http://localhost")


def base_of(client: Any) -> str:
    """The address below which the files of the release are."""
    found = re.search(r'data-base="([^"]+)"', client.get("/").text)
    assert found is not None
    return found[1]


# --- the page -------------------------------------------------------------------------------------


def test_every_page_is_the_page_and_names_one_release(client: Any) -> None:
    base = base_of(client)
    for path in PLACES:
        found = client.get(path)
        assert found.headers["content-type"] == "text/html; charset=utf-8"
        assert found.headers["cache-control"] == "no-cache"
        links = LINK.findall(found.text)
        assert len(links) == len(set(links)), path
        assert all(link.startswith(base) for link in links)
        again = client.get(path, headers={"if-none-match": found.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["content-security-policy"] == found.headers["content-security-policy"]
        for link in links:
            assert client.head(link).status_code == 200, (path, link)


def test_the_frame_and_all_words_come_with_the_page(client: Any) -> None:
    for language in LANGUAGES:
        texts = page_texts(language)
        page = client.get("/", headers={"accept-language": language}).text
        assert f'<html lang="{language}"' in page
        frame = page.partition("<main")[0].partition("<body>")[2]
        for name in ("library", "make", "edit", "results", "rules", "settings"):
            assert f">{texts[f'app.nav.{name}']}</span>" in frame
        words = re.search(r'<script type="application/json" id="words">(.*?)</script>', page)
        assert words is not None
        assert "<" not in words[1]
        assert json.loads(words[1]) == texts
        prices = re.search(r'<script type="application/json" id="prices">(.*?)</script>', page)
        assert prices is not None
        assert json.loads(prices[1]) == client.get("/api/v1/prices").json()["prices"]


def test_what_kinds_declare_comes_with_the_page(client: Any) -> None:
    found = re.search(
        r'<script type="application/json" id="declarations">(.*?)</script>', client.get("/").text
    )
    assert found is not None
    assert "<" not in found[1]
    declared = json.loads(found[1])
    for kind in kinds().values():
        assert kind.is_played
        assert (kind.id in declared) != _has_js(kind.web)
        assert declared.get(kind.id) == kind.declaration


def test_another_declaration_makes_another_release(monkeypatch: pytest.MonkeyPatch) -> None:
    before = releases.load_release(plain=True).name
    monkeypatch.setattr(releases, "_declarations", lambda: {"other": {}})
    assert releases.load_release(plain=True).name != before


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        (None, "", "en"),
        (None, "ja", "ja"),
        (None, "ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        (None, "de-DE,de;q=0.9,ja;q=0.5,en;q=0.4", "ja"),
        (None, "en;q=0.3,ja;q=0.7", "ja"),
        (None, "ja;q=0,en", "en"),
        (None, "tlh", "en"),
        (None, "ja;q=x,,;;=,en;q=", "en"),
        (None, "x" * 100_000, "en"),
        ("ja", "en", "ja"),
        ("en", "ja", "en"),
        ("tlh", "ja", "ja"),
        ("../../etc", "", "en"),
    ],
)
def test_the_language_is_the_chosen_one_else_the_browsers(
    client: Any, cookie: str | None, accepted: str, language: str
) -> None:
    headers = {"accept-language": accepted}
    if cookie is not None:
        headers["cookie"] = f"enpitsu-language={cookie}"
    found = client.get("/", headers=headers)
    assert f'<html lang="{language}"' in found.text
    varies = {name.strip().lower() for name in found.headers["vary"].split(",")}
    assert {"cookie", "accept-language", "accept-encoding"} <= varies


def test_the_policy_allows_the_one_script_that_stands_in_the_page(client: Any) -> None:
    for path in ("/", f"{base_of(client)}ja.html"):
        found = client.get(path)
        [script] = re.findall(r"<script>(.*?)</script>", found.text, re.DOTALL)
        seen = b64encode(sha256(script.encode()).digest()).decode()
        policy = found.headers["content-security-policy"]
        assert policy.endswith(f"; script-src 'self' 'sha256-{seen}'")
        assert "unsafe" not in policy
    others = client.get(f"{base_of(client)}js/app.js").headers["content-security-policy"]
    assert "script-src" not in others


def test_who_is_lost_gets_the_page_too(client: Any) -> None:
    headers = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    found = client.get("/no/such/page", headers=headers)
    assert (found.status_code, found.headers["cache-control"]) == (404, "no-store")
    assert f'data-base="{base_of(client)}"' in found.text
    for path in ("/api/v1/nothing", "/static/nothing.js", "/icons/nothing.svg"):
        found = client.get(path, headers=headers)
        assert (found.status_code, found.json()["error"]["code"]) == (404, "not-found")


# --- files ----------------------------------------------------------------------------------------


def kept_files(client: Any) -> list[str]:
    """Return the files that the service worker keeps."""
    worker = client.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    found = re.search(r"^const FILES = (.*);$", worker.text, re.MULTILINE)
    assert found is not None
    files: list[str] = json.loads(found[1])
    return files


def test_every_file_of_the_release_is_there_for_good(client: Any) -> None:
    base, found = base_of(client), kept_files(client)
    played = {f"{base}kinds/{kind}/index.js" for kind in kinds() if _has_js(find_kind(kind).web)}
    assert played <= set(found)
    assert {f"{base}{language}.html" for language in LANGUAGES} <= set(found)
    for path in found:
        answer = client.get(path)
        assert answer.status_code == 200, path
        is_of_release = path.startswith(base)
        rule = FOR_GOOD if is_of_release else "no-cache"
        assert answer.headers["cache-control"] == rule, path
        assert is_of_release or path.startswith("/icons/") or path == "/manifest.webmanifest"
        if path.endswith(".js"):
            assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


def _has_js(folder: Traversable | None) -> bool:
    return folder is not None and (folder / "index.js").is_file()


def test_pages_preload_all_modules_that_they_import(client: Any) -> None:
    base = base_of(client)
    imported = re.compile(r"""(?:^|\n)\s*(?:import|export)\b[^;"']*["'](\.{1,2}/[^"']+)["']""")
    for path in ("/", "/play/x", "/edit/x", "/picture"):
        links = set(LINK.findall(client.get(path).text))
        assert f"{base}js/app.js" in links
        for link in [each for each in links if each.endswith(".js")]:
            folder = Path(link).parent
            for name in imported.findall(client.get(link).text):
                assert str((folder / name).resolve()) in links, (path, link, name)


def test_text_is_packed_for_those_who_read_that(client: Any) -> None:
    base = base_of(client)
    for path in ("/", "/sw.js", f"{base}js/app.js", f"{base}css/base.css", f"{base}icons/icon.svg"):
        plain = client.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        for told in ("gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "*"):
            with client.stream("GET", path, headers={"accept-encoding": told}) as packed:
                content = b"".join(packed.iter_raw())
            assert packed.headers["content-encoding"] == "gzip"
            assert int(packed.headers["content-length"]) == len(content) < len(plain.content)
            assert gzip.decompress(content) == plain.content
            assert packed.headers["etag"] == plain.headers["etag"]
        for told in ("gzip;q=0", "gzip;q=0.0, *;q=0", "br", ""):
            refused = client.get(path, headers={"accept-encoding": told})
            assert "content-encoding" not in refused.headers, told
        assert "accept-encoding" in plain.headers["vary"].lower()
    picture = client.get("/icons/icon-192.png", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in picture.headers


def test_long_answers_of_the_api_are_packed_but_no_secrets(client: Any) -> None:
    client.get("/api/v1/me")
    found = client.get("/api/v1/puzzles", headers={"accept-encoding": "gzip"})
    assert found.headers["content-encoding"] == "gzip"
    assert {"cookie", "accept-encoding"} <= set(found.headers["vary"].lower().split(", "))
    assert len(found.json()["puzzles"]) == 24
    plain = client.get("/api/v1/puzzles", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == found.json()
    for path in ("/me", "/me/key", "/me/export"):
        secret = client.get(f"/api/v1{path}", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in secret.headers, path


def test_answers_tell_the_release(client: Any) -> None:
    release = base_of(client).split("/")[2]
    assert client.get("/api/v1/me").headers["enpitsu-release"] == release
    assert client.get("/api/v1/games/none").headers["enpitsu-release"] == release


def test_a_head_is_a_get_without_its_body(client: Any) -> None:
    for path in ("/", "/sw.js", f"{base_of(client)}js/app.js"):
        whole, head = client.get(path), client.head(path)
        assert head.status_code == 200
        for name in ("etag", "cache-control", "content-type"):
            assert head.headers[name] == whole.headers[name]


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/BASE",
        "/static/BASE/",
        "/static/BASE/js",
        "/static/BASE/nothing.js",
        "/static/BASE/index.html",
        "/static/BASE/sw.js",
        "/static/BASE/js/boot.js",
        "/static/BASE/js/contract.d.ts",
        "/static/BASE/tlh.html",
        "/static/BASE/../server_config.py",
        "/static/BASE/..%2fserver_config.py",
        "/static/BASE/%2e%2e/app.py",
        "/static/BASE//etc/passwd",
        "/static/BASE/js/board/.hidden.js",
        "/static/BASE/js\\..\\x.js",
        "/static/BASE/%00.js",
        "/static/BASE/" + "a/" * 50 + "b.js",
        "/static/BASE/kinds/chess/index.js",
        "/static/BASE/kinds/../rules.py",
        "/static/0123456789abcdef/js/app.js",
        "/static/js/app.js",
        "/static/BASE%2fjs/app.js/../../x",
        "/icons/",
        "/icons/nothing.png",
        "/icons/%2e%2e/sw.js",
        "/kinds/yajilin/index.js",
        "/nothing",
    ],
)
def test_other_files_are_not_handed_out(client: Any, path: str) -> None:
    release = base_of(client).split("/")[2]
    found = client.get(path.replace("BASE", release))
    assert found.status_code == 404
    assert found.json()["error"]["code"] == "not-found"
    assert found.headers["cache-control"] == "no-store"


# --- one release after another --------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's files, to be changed."""
    shutil.copytree(str(releases._static()), tmp_path / "static")
    monkeypatch.setattr(releases, "_static", lambda: tmp_path / "static")
    monkeypatch.setattr(releases, "_bundle", lambda: tmp_path / "bundle")
    monkeypatch.setattr(releases, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(releases, "LOOK_RARELY", 0.0)
    return tmp_path


def bundle(copy: Path) -> None:
    """A bundle of the files as they are, as far as the server looks into it."""
    folder = copy / "bundle"
    own = sorted(name for name, kind in kinds().items() if _has_js(kind.web))
    folder.mkdir(exist_ok=True)
    told = {
        "sources": releases.hash_of_sources(releases._sources(), own),
        "kinds": own,
        "first": ["play.css", "play.js"],
        "pages": {"edit": ["editor.css", "editor.js"]},
    }
    for name in ("play.js", "play.css", "editor.js", "editor.css", "boot.js"):
        (folder / name).write_text(f"/* {name} */\n", encoding="utf-8")
    (folder / "bundle.json").write_text(json.dumps(told), encoding="utf-8")


def test_a_changed_file_makes_another_release(copy: Path) -> None:
    with serving(f"sqlite:///{copy / 'library.db'}") as client:
        before = base_of(client)
        assert base_of(client) == before
        (copy / "static/js/ui.js").write_text("export const other = 1;\n", encoding="utf-8")
        after = base_of(client)
        assert after != before
        assert client.get(f"{after}js/ui.js").text == "export const other = 1;\n"
        assert client.get(f"{before}js/ui.js").status_code == 404
        assert after in client.get("/sw.js").text


def test_a_bundle_is_served_and_a_stale_one_never(
    copy: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bundle(copy)
    with serving(f"sqlite:///{copy / 'library.db'}") as client:
        base = base_of(client)
        assert LINK.findall(client.get("/").text) == [f"{base}play.css", f"{base}play.js"]
        assert LINK.findall(client.get("/edit/x").text) == [
            f"{base}play.css",
            f"{base}editor.css",
            f"{base}play.js",
            f"{base}editor.js",
        ]
        assert client.get(f"{base}play.js").headers["cache-control"] == FOR_GOOD
        files = kept_files(client)
        assert f"{base}editor.js" in files
        assert not any("/js/" in path or "/css/" in path for path in files)
        assert client.get(f"{base}js/app.js").status_code == 404
        assert "<script>/* boot.js */\n</script>" in client.get("/").text

        with caplog.at_level(logging.WARNING, "enpitsu.web"):
            (copy / "static/css/base.css").write_text("body { margin: 1px }\n", encoding="utf-8")
            base = base_of(client)
        assert f"{base}js/app.js" in LINK.findall(client.get("/").text)
        assert "bundle" in caplog.text
        bundle(copy)
        assert f"{base_of(client)}play.js" in LINK.findall(client.get("/").text)


def test_a_bundle_without_one_of_its_kinds_is_stale(copy: Path) -> None:
    bundle(copy)
    told = json.loads((copy / "bundle/bundle.json").read_text(encoding="utf-8"))
    assert releases.load_release().is_bundled
    assert not releases.load_release(plain=True).is_bundled
    told["kinds"] = told["kinds"][1:]
    (copy / "bundle/bundle.json").write_text(json.dumps(told), encoding="utf-8")
    assert not releases.load_release().is_bundled


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"sources": 1}'])
def test_a_spoiled_bundle_is_passed_over(copy: Path, content: str) -> None:
    bundle(copy)
    (copy / "bundle/bundle.json").write_text(content, encoding="utf-8")
    assert not releases.load_release().is_bundled


def test_half_a_bundle_is_passed_over(copy: Path) -> None:
    bundle(copy)
    (copy / "bundle/play.js").unlink()
    assert not releases.load_release().is_bundled


def test_the_bundler_writes_what_the_server_expects() -> None:
    """Both hash the same files in the same way."""
    made = releases._bundled(releases._sources())
    if made is None:
        pytest.skip("there is no bundle of these files (node scripts/bundle.js makes it)")
    named = {*made.first, *(path for paths in made.more.values() for path in paths)}
    assert named <= set(made.files)
    assert not any(b"sourceMappingURL" in content for content in made.files.values())
