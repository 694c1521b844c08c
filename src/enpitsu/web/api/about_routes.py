"""Routes that the page asks before anything else: its words, and the prices of help."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.play.prices import PRICES
from enpitsu.web.answers import PUBLIC, answer
from enpitsu.web.api.route import Routes
from enpitsu.web.contract import AnswerBody
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.words import page_texts
from enpitsu.words import LANGUAGES

ROUTES = Routes("about")


class WordsAnswer(AnswerBody):
    """Every text of the page in a language."""

    language: str
    texts: dict[str, str]


class PricesAnswer(AnswerBody):
    """The seconds that each stage of a hint and each check costs."""

    prices: dict[str, int]


@ROUTES.register("GET", "/words/{language}", answers=WordsAnswer, errors=(404,))
async def words(request: Request) -> Response:
    """Every text of the page in a language."""
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise NotFound(f"the page speaks {', '.join(LANGUAGES)}")
    return answer(
        WordsAnswer(language=language, texts=dict(page_texts(language))), cache_control=PUBLIC
    )


@ROUTES.register("GET", "/prices", answers=PricesAnswer, errors=())
async def prices(request: Request) -> Response:
    """The seconds that each stage of a hint and each check costs."""
    return answer(PricesAnswer(prices=dict(PRICES)), cache_control=PUBLIC)
