"""A real browser on a real server, for tests of the pages.

`site` is a server with a library of its own, the starter collection in it; `page` a desktop window
and `phone` a touch screen of 390 points, each of a new player. A test fails when the page reports
an error. What the window showed is kept in test-results/ when a test fails
(tests/browser/conftest.py).

The windows of a module's tests are of one browser context, so that files are loaded once; all that
a page can keep is forgotten between tests. What stays is what they read over HTTP. Windows have no
service worker, which would load every file again: `own_page` has one, and whoever asks for it by
`service_workers="allow"`.

The page has its modules as they are written, and `source("js/ui.js")` on it is the module that it
uses itself. With ENPITSU_TEST_BUNDLE=1 it has the bundle instead, and `source` gives modules that
share nothing with it.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import enpitsu
from tests.library import library_in

WHOLE_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# One that has nothing but pages takes a fifth less time for the same.
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
DESKTOP = {"viewport": {"width": 1400, "height": 900}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

ROOT = Path(__file__).parents[2]
PATIENCE = 120_000  # ms until what is waited for counts as missing: the machine may be busy

IS_BUNDLED = os.environ.get("ENPITSU_TEST_BUNDLE") == "1"
_BASE = '"/source/"' if IS_BUNDLED else "document.documentElement.dataset.base"
SOURCE = f"window.source = (path) => import({_BASE} + path);"

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
needs_modules = pytest.mark.skipif(IS_BUNDLED, reason="it looks into the modules of the page")


@contextmanager
def serving(folder: Path, port: int = 0, **config: Any) -> Iterator[str]:
    """The address of a server whose library stands in a folder."""
    import uvicorn

    from enpitsu.web import ServerConfig, create_app

    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(("127.0.0.1", port))
        port = door.getsockname()[1]
        place = folder / "library.db"
        if not place.exists():
            library_in(folder)
        store = f"sqlite:///{place}"
        told: dict[str, Any] = {"store": store, "port": port, "plain": not IS_BUNDLED} | config
        app = create_app(ServerConfig(**told), sources() if IS_BUNDLED else ())
        uvicorn_config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
        server = uvicorn.Server(uvicorn_config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.02)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(20)


def sources() -> list[Any]:
    """Routes to the modules as they are written."""
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles

    from enpitsu.registry import kinds

    own = {f"kinds/{kind.id}": kind.web for kind in kinds().values()}
    folders: dict[str, Any] = {name: folder for name, folder in own.items() if folder is not None}
    folders["js"] = Path(enpitsu.__file__).parent / "web/static/js"
    return [
        Mount(f"/source/{name}", StaticFiles(directory=str(folder)))
        for name, folder in folders.items()
    ]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all tests of a module."""
    with serving(tmp_path_factory.mktemp("site")) as address:
        yield address


@cache
def has_bundle() -> bool:
    """True if there is a bundle of the modules as they are; it is made where it can be."""
    from enpitsu.web.release import load_release

    node = shutil.which("node")
    if node is not None:
        subprocess.run([node, str(ROOT / "scripts/bundle.js")], check=False, capture_output=True)
    return load_release().is_bundled


@pytest.fixture(scope="module")
def bundled_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all tests of a module, which has the bundle if there is one."""
    with serving(tmp_path_factory.mktemp("site"), plain=not has_bundle()) as address:
        yield address


@pytest.fixture(scope="package")
def browsers() -> Iterator[Any]:
    """The tool that starts browsers."""
    tool = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with tool.sync_playwright() as started:
        yield started.chromium


@pytest.fixture(scope="package")
def chromium(browsers: Any) -> Iterator[Any]:
    """A running browser; one for all modules of this folder that are run one after the other."""
    running = browsers.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield running
    running.close()


@pytest.fixture
def whole_chromium(browsers: Any) -> Iterator[Any]:
    """A browser as people have it: the one without windows keeps service workers otherwise."""
    if WHOLE_CHROMIUM is None:
        pytest.skip("no whole chromium on this machine")
    running = browsers.launch(executable_path=WHOLE_CHROMIUM, args=["--no-sandbox"])
    yield running
    running.close()


def _told(said: Any) -> str:
    return f"{said.text} {said.location['url']}"


def _watched(page: Any) -> Any:
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda said: said.type == "error" and page.errors.append(_told(said)))
    page.set_default_timeout(PATIENCE)
    return page


def _context(chromium: Any, address: str, **how: Any) -> Any:
    context = chromium.new_context(base_url=address, **{"service_workers": "block"} | how)
    context.add_init_script(SOURCE)
    return context


@contextmanager
def window(chromium: Any, address: str, **how: Any) -> Iterator[Any]:
    """A window of a new player; what goes wrong on it is collected in `page.errors`."""
    context = _context(chromium, address, **how)
    try:
        yield _watched(context.new_page())
    finally:
        context.close()


@contextmanager
def _shared(chromium: Any, site: str, how: dict[str, Any]) -> Iterator[Any]:
    """A context for windows one after the other."""
    context = _context(chromium, site, **how)
    # As long as one window is open, the next ones need no process and no reading of their own.
    context.new_page().goto("/manifest.webmanifest")
    yield context
    context.close()


@contextmanager
def window_of(context: Any, address: str) -> Iterator[Any]:
    """A window of a new player in a shared context; earlier ones leave nothing in it."""
    stays, *_ = context.pages
    context.clear_cookies()
    stored = {"origin": address, "storageTypes": "all"}
    storage = context.new_cdp_session(stays)
    storage.send("Storage.clearDataForOrigin", stored)
    storage.detach()
    try:
        yield _watched(context.new_page())
    finally:
        context.unroute_all()
        context.set_offline(False)
        context.clear_permissions()
        for each in context.pages[1:]:
            each.close()


@pytest.fixture(scope="module")
def desks(chromium: Any, site: str) -> Iterator[Any]:
    """The context of all desktop windows of a module."""
    with _shared(chromium, site, DESKTOP) as opened:
        yield opened


@pytest.fixture(scope="module")
def phones(chromium: Any, site: str) -> Iterator[Any]:
    """The context of all phones of a module."""
    with _shared(chromium, site, PHONE) as opened:
        yield opened


@pytest.fixture
def page(desks: Any, site: str) -> Iterator[Any]:
    """A desktop window."""
    with window_of(desks, site) as opened:
        yield opened
        assert not opened.errors, opened.errors


@pytest.fixture
def phone(phones: Any, site: str) -> Iterator[Any]:
    """A phone."""
    with window_of(phones, site) as opened:
        yield opened
        assert not opened.errors, opened.errors


@pytest.fixture
def own_page(chromium: Any, site: str) -> Iterator[Any]:
    """A desktop window in a context of its own: for tests with a service worker or a false clock,
    which nobody can take out of a context again."""
    with window(chromium, site, service_workers="allow", **DESKTOP) as opened:
        yield opened
        assert not opened.errors, opened.errors
