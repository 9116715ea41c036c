"""The web page of a real server: every page of it, over plain HTTP and in a browser."""

import hashlib
import html.parser
import http.client
import socket
import subprocess
import urllib.parse

import chromium
import layout
import pytest
import tiny
from suite import Suite, program


class Page(html.parser.HTMLParser):
    """Addresses and text of one page."""

    def __init__(self, body):
        super().__init__()
        self.links = set()
        self.refreshes = False
        self.feed(body)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("href", "src"):
            if name in attributes:
                self.links.add(attributes[name])
        self.refreshes |= attributes.get("http-equiv") == "refresh"


class Browser:
    """Asks as curl would, and follows redirects where asked to."""

    def __init__(self, address):
        self.address = address

    def ask(self, path, method="GET", headers=None):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        connection.request(method, path, headers=headers or {})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def page(self, path):
        answer, body = self.ask(path)
        assert answer.status == 200, (path, answer.status, body[:500])
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        return body.decode()

    def crawl(self):
        """Status of every address of this server that can be reached from its first page."""
        queue, found = ["/"], {}
        while queue:
            path = queue.pop()
            if path in found:
                continue
            answer, body = self.ask(path)
            found[path] = answer.status
            if "Location" in answer.headers:
                queue.append(answer.headers["Location"])
            is_page = answer.headers["Content-Type"].startswith("text/html")
            if not is_page or path.endswith("/report"):
                continue
            for link in Page(body.decode()).links:
                assert link.startswith(("/", "data:")), f"{path} leads to {link}"
                if link.startswith("/"):
                    queue.append(link)
        return found


@pytest.fixture
def web(one_process):
    return Browser(one_process.front.web_address)


@pytest.fixture
def made(finished):
    return tiny.artifacts(finished)


def test_no_link_is_dead(web, finished):
    found = web.crawl()
    assert {path: status for path, status in found.items() if status >= 400} == {}
    assert len(found) > 60
    assert any(path.endswith(".svg") for path in found)


def test_it_shows_the_run_with_its_steps(web, finished):
    name = finished["name"].removeprefix("jobs/")
    assert f"/runs/{name}" in Page(web.page("/runs")).links
    body = web.page(f"/runs/{name}")
    for word in ["geometry_guided", "reference", "capture", "measure", "Read the report"]:
        assert word in body
    assert not Page(body).refreshes


def test_it_shows_what_an_artifact_is(web, made):
    body = web.page(f"/artifacts/{made['profile']}")
    for word in ["geometry.MeasureWork/", "random_starts", "profile.json", "<svg", "Made from",
                 "widthctl artifact reproduce"]:  # fmt: skip
        assert word in body, word
    body = web.page(f"/artifacts/{made['comparison']}")
    assert "inconclusive" in body and "cosine_taper" in body
    ids = [made[f"schedule/{arm}"] for arm in ("uniform", "cosine_taper", "geometry_guided")]
    body = web.page("/schedules?" + urllib.parse.urlencode([("id", id) for id in ids]))
    assert "FFN width by layer" in body


def test_it_gives_the_bytes_of_a_file(web, one_process, made):
    artifact = one_process.api.call(f"{tiny.ARTIFACTS}/GetArtifact", {"name": made["reference"]})
    for file in artifact["manifest"]["files"]:
        answer, body = web.ask(f"/artifacts/{made['reference']}/files/{file['name']}")
        assert hashlib.sha256(body).hexdigest() == file["digest"]
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert "sandbox" in answer.headers["Content-Security-Policy"]


def test_a_report_cannot_reach_the_server(web, made):
    answer, body = web.ask(f"/artifacts/{made['report']}/report")
    policy = answer.headers["Content-Security-Policy"]
    assert b"<!doctype html>" in body[:100].lower()
    assert "sandbox" in policy and "allow-same-origin" not in policy and "connect-src" not in policy


def test_it_only_answers_what_cannot_harm(web):
    assert web.ask("/", "POST")[0].status == 405
    assert web.ask("/", "DELETE")[0].status == 405
    assert web.ask("/", headers={"Host": "evil.example"})[0].status == 421
    assert web.ask("/artifacts/../../etc/passwd")[0].status in (400, 404)
    assert web.ask("/artifacts/ffffffff")[0].status == 404
    assert web.ask("/schedules?id=%00")[0].status == 400
    answer, body = web.ask("/", "HEAD")
    assert answer.status == 200 and body == b"" and int(answer.headers["Content-Length"]) > 500


def test_a_run_is_seen_while_it_goes_on(web, one_process, text):
    run = tiny.start(one_process.api, tiny.template(text, reference_seed="77"))
    path = "/runs/" + run["name"].removeprefix("jobs/")
    assert Page(web.page(path)).refreshes
    tiny.wait(one_process.api, run["name"])
    body = web.page(path)
    assert not Page(body).refreshes and "succeeded" in body


def test_a_run_that_failed_says_why(web, one_process, text):
    fields = tiny.template(text, capture={"subsamples": 50, "tokens_per_subsample": 4000})
    run = tiny.run(one_process.api, fields)
    assert run["state"] == "JOB_STATE_FAILED"
    body = web.page("/runs/" + run["name"].removeprefix("jobs/"))
    assert 'class="problem"' in body and 'class="failed"' in body


def test_it_can_be_turned_off_and_a_taken_port_is_an_error(one_process, tmp_path):
    taken = one_process.front.web_address
    command = [program("widthlabd"), "--data", tmp_path / "a", "--listen", "127.0.0.1:0",
               "--metrics-listen", "none", "--web-listen", taken]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert taken in done.stderr and "--web-listen" in done.stderr
    with Suite.in_one_process(tmp_path / "b") as suite:
        server = suite.front
        server.stop()
        address, server.web_address = server.web_address, "none"
        server.start().wait_until_serving()
        with pytest.raises(ConnectionRefusedError):
            Browser(address).ask("/")


def test_a_second_server_does_without_a_page_that_nobody_asked_for(tmp_path):
    with socket.socket() as holder:
        try:
            holder.bind(("127.0.0.1", 7080))
            holder.listen()
        except OSError:
            pass  # somebody has it, which is what is wanted
        suite = Suite.in_one_process(tmp_path)
        suite.front.web_address = None
        with suite:
            assert "no web page" in suite.front.log.read_text()


@pytest.mark.skipif(chromium.path() is None, reason="chromium is not installed")
def test_every_kind_of_page_can_be_read(web, finished, made):
    schedules = [made[f"schedule/{arm}"] for arm in ("uniform", "cosine_taper", "inverse_work")]
    paths = {
        "first": "/",
        "runs": "/runs",
        "run": "/runs/" + finished["name"].removeprefix("jobs/"),
        "jobs": "/jobs",
        "artifacts": "/artifacts",
        "profile": f"/artifacts/{made['profile']}",
        "schedule": f"/artifacts/{schedules[1]}",
        "comparison": f"/artifacts/{made['comparison']}",
        "schedules": "/schedules?" + "&".join(f"id={id}" for id in schedules),
        "comparisons": "/comparisons",
        "reports": "/reports",
        "missing": "/artifacts/ffffffff",
    }
    problems = []
    with chromium.Chromium() as browser:
        for name, path in paths.items():
            found = layout.check(
                f"http://{web.address}{path}", allowed=[f"http://{web.address}/"], browser=browser
            )
            if name == "missing":
                found = [p for p in found if "status of 404" not in p]
            problems += [f"{name}: {problem}" for problem in found]
    assert not problems, "\n".join(problems)
