"""Names from profiles are texts, whatever they contain."""

import json
import pathlib
import sys
import tempfile
import unittest

import run
from served import Browser, served

NAMES = [
    "<img src=x onerror=document.title='owned'>",
    "</script><script>document.title='owned'</script>",
    "\u202eevil\u202c \u2066isolated",
    "javascript:document.title='owned'",
    "it's \"quoted\" `and` \\ back",
    "a" * 1_000_000,
    "\u0000\u0001\u001b[31m",
]


def made_trace(path):
    """A Kineto trace with these names as ops, lines, steps and devices."""
    events = []
    for step in range(3):
        begin = 10000.0 * step
        events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{step}",
                       "pid": 1, "tid": 1, "ts": begin, "dur": 9000.0})
        for i, name in enumerate(NAMES):
            ts = begin + 1000 * i
            events.append({"ph": "X", "cat": "python_function", "name": f"{name[:2000]}.py(3): f",
                           "pid": 1, "tid": 1, "ts": ts, "dur": 900.0, "args": {"Python id": i}})
            events.append({"ph": "X", "cat": "cpu_op", "name": name, "pid": 1, "tid": 1, "ts": ts + 1,
                           "dur": 800.0, "args": {"External id": 100 * step + i}})
    path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}))


class Hostile(unittest.TestCase):
    def test_names_are_texts(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "<b>hostile.pt.trace.json")
            made_trace(path)
            browser = Browser()
            with served(path) as server:
                browser.open(server)
                for page in ("overview", "ops", "op", "code", "scope", "steps", "info", "sql",
                             "advise"):
                    with self.subTest(page=page):
                        browser.go(page)
                        self.check(browser)
                browser.go("ops")
                for row in range(4):
                    browser.all("tbody tr")[row].click()
                    self.check(browser)
            browser.driver.quit()

    def check(self, browser):
        self.assertEqual(browser.failure(), "")
        self.assertEqual(browser.errors(), [])
        self.assertNotIn("owned", browser.js("return document.title"))
        self.assertEqual(browser.js("return document.querySelectorAll('main img, main script, "
                                    "main b b, .top b, aside img, aside script').length"), 0)
        self.assertLess(browser.js("return document.body.textContent.length"), 300_000,
                        "a long name is cut")


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
