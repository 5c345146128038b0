"""Links to our pages on pages elsewhere: they open, and nothing else does."""

import pytest
from web.salon import ASKS_FOR_KEYS, Salon

LINK = {
    "accept": "text/html",
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
}


@pytest.fixture(scope="module")
def salon() -> Salon:
    made = Salon()
    made.ready()
    return made


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("path", ["/", "/tables/1", "/wall", "/tables/1/wall?x=1"])
def test_who_comes_by_a_link_asks_again_from_here(salon: Salon, path: str, site: str) -> None:
    answer = salon.http.get(path, headers={**LINK, "sec-fetch-site": site})
    assert answer.status_code == 200
    assert "/static/arriving.js" in answer.text
    assert "data-watch" not in answer.text
    own = salon.http.get(path, headers={**LINK, "sec-fetch-site": "same-origin"})
    assert "data-watch" in own.text


def test_who_comes_by_a_link_without_javascript_is_told_so_and_has_a_link(salon: Salon) -> None:
    page = salon.http.get("/odds", headers=LINK).text
    assert '<noscript>This browser runs no JavaScript. </noscript><a href="">' in page


def test_without_a_session_the_first_answer_is_not_the_way_in() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    assert "data-login" not in salon.http.get("/", headers=LINK).text
    again = salon.http.get("/", headers={**LINK, "sec-fetch-site": "same-origin"})
    assert again.status_code == 401
    assert "data-login" in again.text


@pytest.mark.parametrize(
    ("method", "path", "changed"),
    [
        ("GET", "/api/v1/tables", {}),
        ("GET", "/live?watch=hall:hall", {}),
        ("GET", "/parts?watch=hall:hall", {}),
        ("GET", "/", {"sec-fetch-dest": "iframe"}),
        ("GET", "/", {"sec-fetch-dest": "script"}),
        ("GET", "/", {"sec-fetch-mode": "cors"}),
        ("GET", "/", {"sec-fetch-mode": "no-cors"}),
        ("GET", "/", {"origin": "http://evil.example"}),
        ("POST", "/", {}),
        ("POST", "/api/v1/tables", {}),
    ],
)
def test_anything_but_a_link_to_a_page_is_refused(
    salon: Salon, method: str, path: str, changed: dict[str, str]
) -> None:
    answer = salon.http.request(method, path, headers={**LINK, **changed})
    assert answer.status_code == 403
    assert answer.json()["type"] == "/problems/other-origin"


def test_the_way_in_leads_back_to_all_that_was_asked_for(salon: Salon) -> None:
    page = salon.http.get("/wall?tables=1", headers={"accept": "text/html"}).text
    assert 'href="/login?to=/wall%3Ftables%3D1"' in page
