"""The files of the page as one release: all of them, read once, under one name.

The name is a hash of everything that browsers get, and stands in every address
(`/static/NAME/js/app.js`), so that a file never changes under its address, and modules that import
each other by relative addresses are always of one release. There are two sorts: the *plain* one,
with the modules as they are written, and the *bundled* one, which `scripts/bundle.js` has made of
them. A bundle remembers the hash of its sources; one that was made of others is never used.
"""

from __future__ import annotations

import json
import logging
import re
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path, PurePosixPath
from string import Template
from threading import Lock
from typing import Any
from urllib.parse import quote

import msgspec
from anyio import to_thread
from msgspec import Struct

from enpitsu.play.prices import PRICES
from enpitsu.registry import kinds
from enpitsu.web.answers import etag_of
from enpitsu.web.compression import pack
from enpitsu.web.words import page_texts
from enpitsu.words import LANGUAGES

LOG = logging.getLogger("enpitsu.web")
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Content types by suffix; files of other suffixes are not handed out."""
WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
INDEX = "index.html"
BOOT = "js/boot.js"
BUNDLE = "bundle.json"  # what scripts/bundle.js tells of a bundle
FIRST = "js/app.js"
STYLES = "css/order.json"
"""The style sheets in their order: where two say something of the same, the later one holds."""
PAGES = {
    "/": "library",
    "/play/{game}": "play",
    "/puzzle/{id}": "puzzle",
    "/daily": "daily",
    "/daily/{date}": "daily",
    "/make": "make",
    "/results": "results",
    "/results/ranking": "ranking",
    "/replay/{id}": "replay",
    "/rules": "rules",
    "/rules/{kind}": "rules",
    "/school": "school",
    "/school/{kind}": "course",
    "/school/{kind}/{technique}": "lesson",
    "/settings": "settings",
    "/edit": "drafts",
    "/edit/{draft}": "edit",
    "/picture": "picture",
    "/open": "open",
    "/print": "print",
    "/book": "book",
}
"""Addresses that the page itself looks into, with their modules."""
_BOARDS = {"play": ("index",), "lesson": ("index",), "edit": ("index", "author")}
"""The js of kinds that pages need at once."""
_IMPORT = re.compile(r"""^\s*(?:import|export)\b[^;"']*?["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)
_SAID = re.compile(r'(<[^<>]*\bdata-text="([^"]+)"[^<>]*>)')
_NAMED = re.compile(r'\bdata-label="([^"]+)"')
_DEPTH = 8
LOOK_SECONDS = 1.0  # between two looks at whether files have changed, where the page is asked for
LOOK_RARELY = 10.0  # where only the name of the release is wanted


@dataclass(frozen=True)
class Release:
    """All that browsers get."""

    name: str
    is_bundled: bool
    files: Mapping[str, bytes]
    """Files below `base`, by path; and those at the top, by name."""
    first: tuple[str, ...]
    """The style sheets and the module of every page, in their order."""
    more: Mapping[str, tuple[str, ...]]
    """Further files that pages want at once, by page."""
    boot: str
    template: str
    _indexes: dict[tuple[str, str], bytes] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """The address below which all files are."""
        return f"/static/{self.name}/"

    @cached_property
    def script_hash(self) -> str:
        """The hash by which a policy allows the script that stands in the page."""
        return f"sha256-{b64encode(sha256(self.boot.encode()).digest()).decode()}"

    def index(self, language: str, page: str = "") -> bytes:
        """Return the page in a language, with what one of its pages wants loaded at once."""
        key = language, page if page in self.more else ""
        if key not in self._indexes:
            self._indexes[key] = self._written(*key).encode()
        return self._indexes[key]

    def _written(self, language: str, page: str) -> str:
        texts = page_texts(language)
        # "<" would end the script, or begin a comment in it.
        words = json.dumps(dict(texts), ensure_ascii=False, separators=(",", ":"))
        wanted = [*self.first, *self.more.get(page, ())]
        styles = [path for path in wanted if path.endswith(".css")]
        modules = [path for path in wanted if path.endswith(".js") and path not in self.first]
        tags = {
            "styles": [f'<link rel="stylesheet" href="{self.base}{path}">' for path in styles],
            "scripts": [
                *(
                    f'<script type="module" src="{self.base}{path}"></script>'
                    for path in self.first
                    if path.endswith(".js")
                ),
                *(f'<link rel="modulepreload" href="{self.base}{path}">' for path in modules),
            ],
        }
        said = _SAID.sub(lambda found: found[1] + escape(texts[found[2]]), self.template)
        named = _NAMED.sub(lambda found: f'{found[0]} aria-label="{escape(texts[found[1]])}"', said)
        return Template(named).substitute(
            language=language,
            release=self.name,
            base=self.base,
            boot=self.boot,
            # Within the page: a request less.
            icon=f"data:image/svg+xml,{quote(self.files['icons/icon.svg'])}",
            about=escape(texts["app.about"]),
            words=words.replace("<", "\\u003c"),
            prices=json.dumps(dict(PRICES)),
            declarations=json.dumps(_declarations()).replace("<", "\\u003c"),
            **{name: "\n    ".join(each) for name, each in tags.items()},
        )

    @cached_property
    def worker(self) -> bytes:
        """The service worker, which keeps this release."""
        pages = {language: f"{self.base}{language}.html" for language in LANGUAGES}
        top = [f"/{path}" for path in self.files if path == MANIFEST or path.startswith("icons/")]
        below = [self.base + path for path in self.files if path not in (WORKER, MANIFEST)]
        told = {
            "RELEASE": self.name,
            "PAGES": pages,
            "FILES": sorted(
                [*pages.values(), *top, *(each for each in below if ".png" not in each)]
            ),
        }
        lines = [f"const {name} = {json.dumps(value)};" for name, value in told.items()]
        return "\n".join([*lines, self.files[WORKER].decode()]).encode()


class Releases:
    """The release that is served: read when it is first asked for, and again when files have
    changed."""

    def __init__(self, *, plain: bool = False) -> None:
        self._plain = plain
        self._lock = Lock()
        self._found: Release | None = None
        self._state: object = None
        self._looked = 0.0
        self._packed: dict[bytes, bytes] = {}

    async def name(self) -> str:
        """Return the name of the release, which may be some seconds old."""
        return (await self._find(LOOK_RARELY)).name

    async def current(self) -> Release:
        """Return the release, as the files are now."""
        return await self._find(LOOK_SECONDS)

    async def _find(self, seconds: float) -> Release:
        if self._found is not None and time.monotonic() - self._looked < seconds:
            return self._found
        return await to_thread.run_sync(self._look)

    def _look(self) -> Release:
        with self._lock:
            try:
                state = state_of_files()
                if self._found is None or state != self._state:
                    self._found, self._state = load_release(plain=self._plain), state
                    self._packed.clear()
            except (OSError, ValueError):
                # Files are just being replaced: the next look finds them whole.
                if self._found is None:
                    raise
            self._looked = time.monotonic()
            return self._found

    async def packed(self, content: bytes) -> bytes:
        """Return content of the release packed, which is done once."""
        key = etag_of(content).encode()
        if key not in self._packed:
            self._packed[key] = await to_thread.run_sync(pack, content)
        return self._packed[key]


def load_release(*, plain: bool = False) -> Release:
    """Read the page's files: the bundle if there is one of these very files and it is not to be
    `plain`."""
    sources = _sources()
    found = None if plain else _bundled(sources)
    return found or _plain(sources)


def state_of_files() -> tuple[tuple[str, int, int], ...]:
    """Return when the page's files were changed last, to see whether they are what was read."""
    found = [*_walk("", _static()), *_kind_files(), *_walk("", _bundle())]
    stats = [(str(file), file.stat()) for _, file in found if isinstance(file, Path)]
    return tuple(sorted((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats))


def hash_of_sources(sources: Mapping[str, bytes], bundled_kinds: list[str]) -> str:
    """Return the hash by which a bundle knows what it was made of (scripts/bundle.js writes the
    same)."""
    folders = ("js/", "css/", *(f"kinds/{kind}/" for kind in bundled_kinds))
    used = sorted(path for path in sources if path.startswith(folders))
    lines = (f"{path} {sha256(sources[path]).hexdigest()}\n" for path in used)
    return sha256("".join(lines).encode()).hexdigest()


def _plain(sources: Mapping[str, bytes]) -> Release:
    kept = {path: content for path, content in sources.items() if path not in (INDEX, BOOT, STYLES)}
    first = (*(f"css/{name}.css" for name in json.loads(sources[STYLES])), FIRST)
    modules = {
        path: _imports(path, content.decode())
        for path, content in kept.items()
        if path.endswith(".js")
    }
    more = {}
    for page in set(PAGES.values()):
        of_kinds = [
            path
            for path in modules
            if path.startswith("kinds/")
            and PurePosixPath(path).stem in _BOARDS.get(page, ())
            and len(PurePosixPath(path).parts) == 3
        ]
        more[page] = _reached(modules, [FIRST, f"js/pages/{page}.js", *of_kinds])
    return _named(sources, kept, first, more, boot=sources[BOOT].decode())


def _bundled(sources: Mapping[str, bytes]) -> Release | None:
    """Return the bundle, None if there is none of these sources."""
    made = {path: file.read_bytes() for path, file in _walk("", _bundle())}
    if BUNDLE not in made:
        return None
    told = _told(made.pop(BUNDLE))
    if told is None or told.sources != hash_of_sources(sources, told.kinds):
        LOG.warning("the bundle was made of other modules: the modules themselves are served")
        return None
    if not {*told.first, *chain(*told.pages.values()), "boot.js"} <= made.keys():
        LOG.warning("the bundle is not whole: the modules themselves are served")
        return None
    boot = made.pop("boot.js").decode()
    inside = ("js/", "css/", INDEX, *(f"kinds/{kind}/" for kind in told.kinds))
    rest = {path: content for path, content in sources.items() if not path.startswith(inside)}
    more = {page: tuple(paths) for page, paths in told.pages.items()}
    return _named(sources, rest | made, tuple(told.first), more, boot=boot, is_bundled=True)


class _Told(Struct):
    """The content of bundle.json, as scripts/bundle.js writes it."""

    sources: str
    kinds: list[str]
    first: list[str]
    pages: dict[str, list[str]]


def _told(content: bytes) -> _Told | None:
    try:
        return msgspec.json.decode(content, type=_Told)
    except msgspec.DecodeError:
        return None


def _named(
    sources: Mapping[str, bytes],
    kept: Mapping[str, bytes],
    first: tuple[str, ...],
    more: Mapping[str, tuple[str, ...]],
    *,
    boot: str,
    is_bundled: bool = False,
) -> Release:
    """Return a release under the hash of all that it has."""
    template = sources[INDEX].decode()
    seen = sha256()
    for path in sorted(kept):
        seen.update(f"{path} {sha256(kept[path]).hexdigest()}\n".encode())
    words = {language: dict(page_texts(language)) for language in LANGUAGES}
    # The order is that in which some parts of the page show what they name.
    told = [template, boot, first, words, dict(PRICES), _declarations()]
    seen.update(json.dumps(told).encode())
    return Release(seen.hexdigest()[:16], is_bundled, kept, first, more, boot, template)


# --- files ----------------------------------------------------------------------------------------


def _sources() -> dict[str, bytes]:
    """Return all files as they are written, by path."""
    return {path: file.read_bytes() for path, file in (*_walk("", _static()), *_kind_files())}


def _declarations() -> dict[str, Mapping[str, Any]]:
    """Return what the kinds that have no js of their own declare."""
    found = ((kind.id, kind.declaration) for kind in kinds().values())
    return {kind: declaration for kind, declaration in found if declaration is not None}


def _kind_files() -> Iterator[tuple[str, Traversable]]:
    for kind in kinds().values():
        if kind.web is not None:
            yield from _walk(f"kinds/{kind.id}/", kind.web)


def _walk(
    start: str, folder: Traversable, depth: int = _DEPTH
) -> Iterator[tuple[str, Traversable]]:
    """Yield the path and the file of everything in a folder that browsers may have."""
    if not folder.is_dir() or not depth:
        return
    for each in folder.iterdir():
        if each.is_dir():
            yield from _walk(f"{start}{each.name}/", each, depth - 1)
        elif PurePosixPath(each.name).suffix in TYPES:
            yield start + each.name, each


def _static() -> Traversable:
    return files("enpitsu.web") / "static"


def _bundle() -> Traversable:
    return files("enpitsu.web") / "bundle"


# --- modules --------------------------------------------------------------------------------------


def _imports(path: str, text: str) -> list[str]:
    """Return the modules that a module imports at once."""
    folder = PurePosixPath(path).parent
    return [_joined(folder, each) for each in _IMPORT.findall(text)]


def _joined(folder: PurePosixPath, relative: str) -> str:
    parts = list(folder.parts)
    for part in relative.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _reached(modules: Mapping[str, list[str]], starts: list[str]) -> tuple[str, ...]:
    """Return the modules that some modules load, themselves with them."""
    found: dict[str, None] = {}
    waiting = [each for each in starts if each in modules]
    while waiting:
        each = waiting.pop(0)
        if each not in found:
            found[each] = None
            waiting += (path for path in modules[each] if path in modules)
    return tuple(found)
