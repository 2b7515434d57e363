"""A profile that the program serves, and a real browser on its pages."""

import atexit
import contextlib
import json
import re
import subprocess
import threading
import time
import unittest
import urllib.parse

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

import run

PAGES = ["overview", "advise", "steps", "ops", "op", "kernels", "code", "scope", "graph", "hlo",
         "op_profile", "roofline", "utilization", "idle", "launches", "collectives", "fleet",
         "memory", "buffers", "input", "metrics", "phases", "sql", "info", "ask"]
ENOUGH_HEIGHT, MOST_HEIGHT = 1600, 3200  # pixels of most pages, and those that are looked at
# A page may still ask whether others are empty when a test ends its server.
ENDED = re.compile(r"/api/answer\?.*net::ERR_(CONNECTION_|SOCKET_|EMPTY_RESPONSE|INCOMPLETE)")
WAIT_S = 60  # two other tests may run beside this one


class Served:
    """`profiler serve` as a process."""

    def __init__(self, profile, base=None, more=()):
        args = [run.PROFILER, "serve", str(profile), *more] + (["-base", str(base)] if base else [])
        self.process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        stdin=subprocess.DEVNULL, text=True,
                                        env=run.environment())
        self.url = self._read_url()
        # A full pipe must not stop the server.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def _read_url(self):
        said = ""
        for line in self.process.stdout:
            said += line
            found = re.search(r"http://\S+", line)
            if found:
                return found.group(0).rstrip(".,")
        raise AssertionError(f"serve printed no address: {said}")

    def close(self):
        self.process.terminate()
        self.process.wait(WAIT_S)


@contextlib.contextmanager
def served(profile, base=None, more=()):
    server = Served(profile, base, more)
    try:
        yield server
    finally:
        server.close()


def _driver():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--window-size=1400,1000",
                     # A page that asks anything of the network fails.
                     "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


class Browser:
    """A Chromium; one serves all tests of a file."""

    def __init__(self):
        self.driver = _driver()
        atexit.register(self.driver.quit)

    def open(self, server):
        self.driver.get(server.url)
        self.wait_shown()

    def whole_page(self, width):
        """A window that shows all of the page; returns the height that the page takes."""
        for window in (ENOUGH_HEIGHT, MOST_HEIGHT):
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": window, "deviceScaleFactor": 1, "mobile": False})
            height = self.settled("return document.querySelector('main').lastElementChild"
                                  ".getBoundingClientRect().bottom + 40")
            if height <= window:
                break
        return max(600, min(int(height), window))

    def settled(self, script):
        """What a script returns once two frames in a row were drawn, so that observers have run."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")
        return self.js(script)

    def wait(self, condition, what="the page"):
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            # The page may be drawn anew between finding an element and asking it.
            with contextlib.suppress(StaleElementReferenceException):
                value = condition()
                if value:
                    return value
            time.sleep(0.03)
        raise AssertionError(f"{what} did not come: {self.text()[:500]}")

    def wait_shown(self):
        """Until the page's answer is drawn."""
        self.wait(lambda: self.js("return document.querySelector('.page[aria-busy=false]') !== null "
                                  "|| document.querySelector('.failure') !== null"))

    def go(self, route):
        """Shows `#/ROUTE`, e.g. `ops?top=3`."""
        # The same page with another row, or none, is not drawn anew.
        self.js("const old = document.querySelector('.page'); if (old) old.dataset.old = '1';"
                "if (location.hash.includes('_row=')) history.replaceState(null, '', '#/-');"
                "if (location.hash === arguments[0]) dispatchEvent(new Event('hashchange'));"
                "else location.hash = arguments[0];", "#/" + route)
        self.wait_next()

    def wait_next(self):
        self.wait(lambda: self.js("const page = document.querySelector('.page');"
                                  "return page && !page.dataset.old"), "another page")
        self.wait_shown()

    def press(self, selector):
        """Clicks an element of a page, which may be drawn anew between finding and clicking it."""
        self.wait(lambda: self.find(selector).click() is None, selector)

    def click(self, selector):
        """Clicks what leads to another page or another answer."""
        self.js("const old = document.querySelector('.page'); if (old) old.dataset.old = '1';")
        self.press(selector)
        self.wait_next()

    def choose(self, selector, text):
        """Chooses what leads to another answer."""
        self.js("const old = document.querySelector('.page'); if (old) old.dataset.old = '1';")
        Select(self.find(selector)).select_by_visible_text(text)
        self.wait_next()

    def js(self, script, *args):
        return self.driver.execute_script(script, *args)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector="body"):
        return self.find(selector).text

    def hash(self):
        return urllib.parse.unquote_plus(self.js("return location.hash"))

    def command(self):
        return self.text(".command-bar code")

    def failure(self):
        return " ".join(item.text for item in self.all("[role=alert]"))

    def errors(self):
        """What the browser complained about since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING") and not ENDED.search(entry["message"])]

    def answer(self, line):
        """The JSON that the page gets for a command."""
        return json.loads(self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "fetch('/api/answer?q=' + encodeURIComponent(arguments[0]))"
            ".then((response) => response.text()).then(done)", line))

    def numbers(self, table="table"):
        """The exact numbers of the first table, row by row, by column."""
        return self.js("""
            const table = document.querySelector(arguments[0]);
            const names = [...table.querySelectorAll('thead button')].map((b) => b.dataset.column);
            return [...table.querySelectorAll('tbody tr:not(.spacer)')].map((row) =>
                Object.fromEntries([...row.cells].map((cell, i) => [names[i],
                    cell.dataset.value === undefined ? null : Number(cell.dataset.value)])));
            """, table)


def points(path):
    """The points of the lines of an SVG path."""
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([-\d.]+) ([-\d.]+)", path)]


class Browsing(unittest.TestCase):
    """Tests that share a browser."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()

    def browser_of(self, server):
        """A browser for one test, on the pages of another server."""
        browser = Browser()
        self.addCleanup(browser.driver.quit)
        browser.open(server)
        return browser


class Pages(Browsing):
    """Tests of the pages of one profile, which may be compared with another one."""

    profile = None
    base = None

    @classmethod
    def setUpClass(cls):
        cls.server = Served(cls.profile, cls.base)
        super().setUpClass()
        cls.browser.open(cls.server)

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.server.close()

    def check_numbers(self, line, table="table"):
        """The numbers on the page are those of the command's answer."""
        rows = self.browser.answer(line)["rows"]
        shown = self.browser.numbers(table)
        self.assertGreater(len(shown), 0)
        for row, cells in zip(rows, shown):
            for column, value in cells.items():
                if isinstance(row[column], (int, float)) and not isinstance(row[column], bool):
                    self.assertEqual(value, row[column], column)
