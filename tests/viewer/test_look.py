"""The look: chosen by a form, kept in a cookie, the same with and without JavaScript; and files kept for good."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from mjlog.viewer import create_app
from mjlog.viewer.faces import LOOKS, symbols_file
from mjlog.viewer.pages.look import CHOICES, COOKIE, FORM_COOKIE, Look, look_address
from tests.viewer.conftest import answering, blank, looking, opened, store_games
from tests.views.table_logs import Log, played, won

ORIGIN = {"Origin": "http://localhost"}
FOR_GOOD = "public, max-age=31536000, immutable"
CHOSEN = {"tiles": "contrast", "theme": "dark", "motion": "off", "table": "slate", "discards": "upright", "sound": "on"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The viewer of one game."""
    made = create_app(store_games(tmp_path_factory.mktemp("look") / "a.db", won(Log("won"))), patience=60)
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody who has chosen nothing."""
    return app.test_client()


class _Fields(HTMLParser):
    """The values of a form as a browser would send it untouched."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.offered: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = {name: value or "" for name, value in attrs}
        if tag == "input" and fields["type"] == "radio":
            self.offered.setdefault(fields["name"], []).append(fields["value"])
        if tag == "input" and (fields["type"] == "hidden" or "checked" in fields):
            self.values[fields["name"]] = fields["value"]


def form_of(client: FlaskClient, address: str = "/look") -> _Fields:
    """The form as it stands on the page."""
    found = _Fields()
    found.feed(client.get(address).text)
    return found


def send(client: FlaskClient, headers: dict[str, str] | None = None, **changed: str) -> Any:
    """Send the form with something chosen."""
    return client.post("/look", data=form_of(client).values | changed, headers=ORIGIN if headers is None else headers)


def cookie(client: FlaskClient) -> str | None:
    """What is kept of the choice."""
    found = client.get_cookie(COOKIE)
    return None if found is None else found.value


# -- choosing ---------------------------------------------------------------------------------------------------


def test_the_page_offers_every_look_and_marks_the_one_that_holds(client: FlaskClient) -> None:
    form = form_of(client)
    assert form.offered == {choice.name: list(choice.values) for choice in CHOICES}
    assert sorted(form.offered["tiles"]) == sorted(LOOKS)
    first = {"tiles": "ivory", "theme": "system", "motion": "system"}
    first |= {"table": "felt", "discards": "turned", "sound": "off"}
    assert {name: form.values[name] for name in CHOSEN} == first
    send(client, **CHOSEN)
    assert {name: form_of(client).values[name] for name in CHOSEN} == CHOSEN


def test_what_is_chosen_holds_on_every_page(client: FlaskClient) -> None:
    assert send(client, tiles='"><script>', theme="", motion="off").status_code == 303
    assert cookie(client) == "ivory.system.off.felt.turned.off", "what is not offered changes nothing"
    assert send(client, **CHOSEN).status_code == 303
    for address in ("/", "/games/won", "/games/won/events/23", "/look", "/nowhere"):
        text = client.get(address).text
        assert '<html lang="en" data-theme="dark" data-motion="off" data-table="slate" data-sound="on">' in text
    assert "look=contrast" in client.get("/games/won/events/23").text
    assert "look=ivory" not in client.get("/games/won/events/23").text


def test_discards_lie_as_was_chosen(tmp_path: Path) -> None:
    client = looking(tmp_path / "b.db", played(7, 8, Log("on")))

    def is_turned() -> bool:
        wide, _tall = re.findall(r'data-n="d\.S\.0" transform="([^"]*)"', client.get("/games/on/events/50").text)
        return "rotate" in wide

    assert is_turned()
    send(client, discards="upright")
    assert not is_turned()


def test_the_cookie_stays_with_this_viewer_for_a_year(client: FlaskClient) -> None:
    told = send(client, **CHOSEN).headers["Set-Cookie"]
    assert told.startswith(f"{COOKIE}=contrast.dark.off.slate.upright.on;")
    parts = {part.strip().lower() for part in told.split(";")[1:]}
    assert {"max-age=31536000", "path=/", "samesite=strict", "httponly"} <= parts


def test_a_page_changes_its_tag_with_the_look(client: FlaskClient) -> None:
    """Nobody gets a page kept from before."""
    tag = client.get("/games/won").headers["ETag"]
    send(client, **CHOSEN)
    answer = client.get("/games/won", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != tag


@pytest.mark.parametrize(
    "kept",
    ["", "x", "<script>.dark", "contrast", "contrast.", "..", "classic.dark.off.more", "a" * 3000, "%00", "\xe9"],
)
def test_a_cookie_that_somebody_else_wrote_does_no_harm(client: FlaskClient, kept: str) -> None:
    client.set_cookie(COOKIE, kept)
    text = client.get("/").text
    assert re.search(r'data-theme="(system|light|dark)" data-motion="(system|on|off)"', text)
    assert "script>.dark" not in text


def test_a_look_is_written_as_it_is_read() -> None:
    for tiles in CHOICES[0].values:
        for theme in CHOICES[1].values:
            look = Look(tiles, theme, "on")
            assert Look.read(str(look)) == look


# -- the way back -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/games/won", "/games/won/events/5?view=S", "/games/won/hands/1"])
def test_one_comes_back_to_where_one_was(client: FlaskClient, path: str) -> None:
    link = re.search(r'href="(/look[^"]*)"', client.get(path).text)
    assert link
    form = form_of(client, link[1].replace("&amp;", "&"))
    assert form.values["back"] == path
    assert send(client, back=path).headers["Location"] == path


@pytest.mark.parametrize("path", ["/games/x%3Cb%3E", "/games/%E4%B8%AD?view=%22", "/%2F%2Fevil.example", "/?a=%26b"])
def test_the_way_back_is_an_address_whatever_was_asked(app: Flask, client: FlaskClient, path: str) -> None:
    with app.test_request_context(path):
        address = look_address()
    assert address.isascii()
    back = form_of(client, address).values["back"]
    assert back.startswith("/")
    assert not back.startswith("//")


@pytest.mark.parametrize("back", [
    "https://evil.example/", "//evil.example/", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)",
    "http:evil.example", "/\t/evil.example", "\n//evil.example", "///evil.example", "evil.example", "", "/" * 3000,
    "/x\r\nSet-Cookie: a=b", "/\u202egames", "data:text/html,x", " /games", "/games\x00",
])  # fmt: skip
def test_the_way_back_never_leads_elsewhere(client: FlaskClient, back: str) -> None:
    assert send(client, back=back).headers["Location"] == "/"
    assert form_of(client, "/look").values["back"] == "/"
    answer = client.get("/look", query_string={"back": back})
    assert 'href="/"' in answer.text
    assert "evil" not in answer.text


# -- forms of others --------------------------------------------------------------------------------------------


OURS, SITE = "http://localhost", "Sec-Fetch-Site"


@pytest.mark.parametrize("headers", [
    {}, *({"Origin": other} for other in (
        "null", "http://evil.example", "http://localhost:9000", "http://localhost.evil.example",
        "http://localhost@evil.example", "http://[", "",
    )), {SITE: "cross-site", "Origin": OURS}, {SITE: "same-site"}, {SITE: "none"},
    {SITE: "same-origin", "Origin": "http://evil.example"},
])  # fmt: skip
def test_a_form_that_comes_from_elsewhere_is_refused(client: FlaskClient, headers: dict[str, str]) -> None:
    """Even with the right key, as if somebody had got hold of it. Our own is taken."""
    answer = send(client, headers, theme="dark")
    assert answer.status_code == 403
    assert cookie(client) is None
    same = {SITE: "same-origin"}
    for own in ({"Origin": OURS}, {"Origin": "http://LOCALHOST"}, same, {**same, "Origin": OURS}):
        assert send(client, own, theme="dark").status_code == 303, own


def test_a_form_needs_the_key_of_its_page(app: Flask, client: FlaskClient) -> None:
    """Not none, not a made up one, not the one of somebody else; and its cookie."""
    other = form_of(app.test_client()).values["key"]
    own = form_of(client).values["key"]
    for key in ("", "x", other, own[:-1], own + "x", own * 20):
        assert send(client, theme="dark", key=key).status_code == 403, key
    assert cookie(client) is None
    assert send(client, theme="dark", key=own).status_code == 303
    first, second = form_of(client).values, form_of(client).values
    for values in (second, first):  # two pages that are open at once may both be sent
        assert client.post("/look", data=values, headers=ORIGIN).status_code == 303
    client.delete_cookie(FORM_COOKIE)
    assert client.post("/look", data=first, headers=ORIGIN).status_code == 403


def test_a_form_from_before_a_restart_says_what_to_do(tmp_path: Path, client: FlaskClient) -> None:
    again = create_app(store_games(tmp_path / "again.db", won(Log("won"))))
    values = form_of(client).values
    later = again.test_client()
    kept = client.get_cookie(FORM_COOKIE)
    later.set_cookie(FORM_COOKIE, kept.value)
    answer = later.post("/look", data=values, headers=ORIGIN)
    assert answer.status_code == 403
    assert "load its page again" in answer.text
    assert later.get("/look").headers["Set-Cookie"].startswith(FORM_COOKIE)


def test_the_form_is_never_kept(client: FlaskClient) -> None:
    answer = client.get("/look")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers
    assert "Set-Cookie" not in client.get("/look").headers


# -- files for good ---------------------------------------------------------------------------------------------


def test_files_are_kept_for_good_by_their_hash_and_asked_for_without(client: FlaskClient) -> None:
    """Also by whoever has them already; and not by a hash that is another file's, or an old one."""
    text = client.get("/games/won/events/23").text
    files = set(re.findall(r'(?:href|src)="(/(?:static/|tiles\.svg)[^"#]*)', text))
    assert len(files) > 3
    for address in files:
        assert "v=" in address
        path = address.replace("&amp;", "&")
        for asked, kept in ((path, FOR_GOOD), (path[:-1] + "x", "no-cache"), (path.split("?")[0], "no-cache")):
            with client.get(asked) as answer:
                assert (answer.status_code, answer.headers["Cache-Control"]) == (200, kept), asked
            with client.get(asked, headers={"If-None-Match": answer.headers["ETag"]}) as again:
                assert (again.status_code, again.headers["Cache-Control"]) == (304, kept), asked


def test_a_file_that_has_changed_has_another_address(
    app: Flask, client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "static_folder", str(tmp_path))
    for name in ("mjlog.css", "dark.css", "icon.svg"):
        (tmp_path / name).write_text("one")
    before = re.search(r"/static/mjlog\.css\?v=\w+", client.get("/").text)
    (tmp_path / "mjlog.css").write_text("another")
    after = re.search(r"/static/mjlog\.css\?v=\w+", client.get("/").text)
    assert before
    assert after
    assert before[0] != after[0]
    with client.get(before[0]) as answer:
        assert (answer.text, answer.headers["Cache-Control"]) == ("another", "no-cache")


def test_each_look_has_its_tiles(client: FlaskClient) -> None:
    for look in LOOKS:
        with client.get(f"/tiles.svg?look={look}") as answer:
            assert (answer.mimetype, answer.text) == ("image/svg+xml", symbols_file(look))
    answer = client.get("/tiles.svg?look=<b>")
    assert (answer.status_code, "only classic, ivory and contrast" in answer.text) == (400, True)


# -- in a real browser ------------------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.parametrize("with_script", [True, False])
def test_a_look_is_chosen_in_a_browser(browser: Any, address: str, with_script: bool) -> None:
    """With keys and without JavaScript too; one comes back to where one was."""
    page = opened(browser, f"{address}/games/won/events/22?view=S", java_script_enabled=with_script)
    page.click("text=Look")
    page.check("input[value=contrast]")
    page.focus("input[name=theme]:checked")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.click("button")
    page.wait_for_url(f"{address}/games/won/events/22?view=S")
    assert page.get_attribute("html", "data-theme") == "dark"
    assert "look=contrast" in page.content()
    assert "look=ivory" not in page.content()


@pytest.mark.browser
def test_the_form_of_another_site_changes_nothing(browser: Any, app: Flask, tmp_path: Path) -> None:
    """As a browser sends it: to another port of the same machine, which cookies do not tell apart."""
    other = create_app(store_games(tmp_path / "other.db", Log("other")), patience=60)
    with answering(app) as ours, answering(other) as theirs:
        page = blank(browser)
        page.goto(f"{ours}/look")
        values = {name: page.get_attribute(f"input[name={name}]", "value") for name in ("key", "back")}
        page.route(f"{theirs}/trap", lambda route: route.fulfill(content_type="text/html", body=_trap(ours, values)))
        page.goto(f"{theirs}/trap")
        with page.expect_response(f"{ours}/look") as found:
            page.click("button")
        assert found.value.status == 403
        page.goto(f"{ours}/")
        assert page.get_attribute("html", "data-theme") == "system"


def _trap(target: str, values: dict[str, str | None]) -> str:
    inputs = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in values.items())
    return (
        f'<form method="post" action="{target}/look">{inputs}<input name="theme" value="dark"><button>x</button></form>'
    )
