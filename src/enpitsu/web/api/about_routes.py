"""Routes that the page asks before anything else: its words, and the prices of help."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from enpitsu.play.prices import PRICES
from enpitsu.web.answers import PUBLIC, answer
from enpitsu.web.api.route import Route
from enpitsu.web.contract import AnswerBody
from enpitsu.web.request_refusals import NotFound
from enpitsu.web.words import page_texts
from enpitsu.words import LANGUAGES


class WordsAnswer(AnswerBody):
    """Every text of the page in a language."""

    language: str
    texts: dict[str, str]


class PricesAnswer(AnswerBody):
    """The seconds that each stage of a hint and each check costs."""

    prices: dict[str, int]


async def _words(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise NotFound(f"the page speaks {', '.join(LANGUAGES)}")
    return answer(
        WordsAnswer(language=language, texts=dict(page_texts(language))), cache_control=PUBLIC
    )


async def _prices(request: Request) -> Response:
    return answer(PricesAnswer(prices=dict(PRICES)), cache_control=PUBLIC)


ROUTES = (
    Route(
        method="GET",
        path="/words/{language}",
        name="words",
        group="about",
        summary="Every text of the page in a language.",
        handle=_words,
        answers=WordsAnswer,
        errors=(404,),
    ),
    Route(
        method="GET",
        path="/prices",
        name="prices",
        group="about",
        summary="The seconds that each stage of a hint and each check costs.",
        handle=_prices,
        answers=PricesAnswer,
        errors=(),
    ),
)
