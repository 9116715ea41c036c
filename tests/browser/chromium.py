"""Headless Chromium through its debugging pipe: no port, no driver, no package.

with Chromium() as browser:
    page = browser.open("file:///tmp/report.html", width=420, dark=True)
    page.evaluate("document.title")
    page.requests, page.messages     # what it asked the network for, what its console said
    page.screenshot("/tmp/report.png")
"""

import base64
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome"]
# The browser itself is quiet: what is left in a page's log is the page's.
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--hide-scrollbars",
    "--no-first-run",
    "--no-default-browser-check",
    "--remote-debugging-pipe",
]


def path():
    """Path of a Chromium, or None."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class BrowserError(Exception):
    pass


class Chromium:
    def __init__(self):
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # The browser reads commands from its descriptor 3 and writes to 4.
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        command = [path(), *FLAGS, f"--user-data-dir={self._profile.name}", "about:blank"]
        spare_in, spare_out = os.dup(theirs_in), os.dup(theirs_out)

        def place_pipes():
            os.setsid()
            os.dup2(spare_in, 3)
            os.dup2(spare_out, 4)

        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            preexec_fn=place_pipes,
        )
        for descriptor in (theirs_in, theirs_out, spare_in, spare_out):
            os.close(descriptor)
        self._buffer = b""
        self._last_id = 0
        self._listeners = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._profile.cleanup()

    def call(self, method, params=None, session=None, seconds=60):
        """The result of one command; events that come before it reach their pages."""
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]
        deadline = time.monotonic() + seconds
        while True:
            answer = self._read(deadline)
            if answer is None:
                raise BrowserError(f"{method}: no answer within {seconds} s")
            if answer.get("id") == self._last_id:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._deliver(answer)

    def wait(self, condition, seconds=30):
        """Delivers events until the condition holds."""
        deadline = time.monotonic() + seconds
        while not condition():
            event = self._read(deadline)
            if event is None:
                raise BrowserError(f"nothing happened within {seconds} s")
            self._deliver(event)

    def open(self, url, width=1280, height=900, dark=False, script=True):
        return Page(self, url, width, height, dark, script)

    def listen(self, session, listener):
        self._listeners[session] = listener

    def _deliver(self, event):
        listener = self._listeners.get(event.get("sessionId"))
        if listener and "method" in event:
            listener(event["method"], event["params"])

    def _read(self, deadline):
        """The next message, or None at the deadline."""
        while b"\0" not in self._buffer:
            left = max(0, deadline - time.monotonic())
            if not select.select([self._in], [], [], left)[0]:
                return None
            data = os.read(self._in, 1 << 20)
            if not data:
                raise BrowserError("the browser ended")
            self._buffer += data
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)


class Page:
    """One open page, already loaded."""

    def __init__(self, browser, url, width, height, dark, script):
        self.browser = browser
        self.requests = []
        self.messages = []
        self._loaded = False
        target = browser.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = browser.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        self.target, self.session = target, attached["sessionId"]
        browser.listen(self.session, self._hear)
        for domain in ["Page", "Network", "Runtime", "Log"]:
            self.call(f"{domain}.enable")
        self.call(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        scheme = "dark" if dark else "light"
        self.call(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
        )
        if not script:
            self.call("Emulation.setScriptExecutionDisabled", {"value": True})
        self._url = url
        self.call("Page.navigate", {"url": url})
        browser.wait(lambda: self._loaded)

    def call(self, method, params=None, seconds=60):
        return self.browser.call(method, params, self.session, seconds)

    def evaluate(self, expression):
        """The value of a JavaScript expression, or of the promise that it is."""
        answer = self.call(
            "Runtime.evaluate",
            {"expression": expression, "returnByValue": True, "awaitPromise": True},
            seconds=300,
        )
        if "exceptionDetails" in answer:
            raise BrowserError(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")

    def screenshot(self, file, whole=True):
        """Writes a PNG of the page, or of what is in view."""
        shot = self.call("Page.captureScreenshot", {"captureBeyondViewport": whole})
        pathlib.Path(file).write_bytes(base64.b64decode(shot["data"]))

    def print(self, file):
        """Writes the page as it would be printed: a PDF, A4."""
        printed = self.call("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
        pathlib.Path(file).write_bytes(base64.b64decode(printed["data"]))

    def close(self):
        self.browser.call("Target.closeTarget", {"targetId": self.target})

    def _hear(self, method, params):
        if method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            # The page itself, and what it carries in itself.
            if url != self._url and not url.startswith("data:"):
                self.requests.append(url)
        elif method == "Log.entryAdded":
            self.messages.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.messages.append(json.dumps(params["args"])[:500])
        elif method == "Runtime.exceptionThrown":
            self.messages.append(json.dumps(params["exceptionDetails"])[:500])
        elif method == "Page.loadEventFired":
            self._loaded = True
