"""What the pages do is bounded by what is seen: rows made, boxes drawn, answers asked for. Counts, as
times are those of the machine."""

import sys
import unittest

import run
from served import Browser, served

TREE = "testdata/transformer/profile_9"
# How many rows are added to the first table, and removed, while something is done.
ROWS = """
const [act, done] = [new Function(arguments[0]), arguments[1]];
let [added, removed] = [0, 0];
const count = (nodes) => [...nodes].filter((node) => node.matches('tr:not(.spacer)')).length;
const observer = new MutationObserver((records) => records.forEach((record) => {
  added += count(record.addedNodes);
  removed += count(record.removedNodes);
}));
observer.observe(document.querySelector('tbody'), { childList: true });
act();
requestAnimationFrame(() => requestAnimationFrame(() => {
  observer.disconnect();
  done([added, removed]);
}));
"""
# How many boxes the icicle draws while something is done.
BOXES = """
const pen = CanvasRenderingContext2D.prototype;
const fill = pen.fillRect;
let boxes = 0;
pen.fillRect = function (...box) { ++boxes; return fill.apply(this, box); };
try { new Function(arguments[0])(); } finally { pen.fillRect = fill; }
return boxes;
"""
SCROLLER = "document.querySelector('.scroller.long')"
ROW = 26  # pixels


class Work(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = served(TREE)
        cls.browser = Browser()
        cls.url = cls.server.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()
        cls.server.__exit__(None, None, None)

    def open_tree(self):
        self.browser.open(self.url)
        self.browser.go("scope")
        self.browser.press(".tools button")  # Open all
        self.browser.settled("return 0")

    def rows(self, act):
        return self.browser.driver.execute_async_script(ROWS, act)

    def test_a_frame_makes_the_rows_that_come_into_sight(self):
        self.open_tree()
        self.assertGreater(self.browser.js("return Number(document.querySelector('table')"
                                           ".getAttribute('aria-rowcount'))"), 500)
        self.assertLess(self.browser.js("return document.querySelectorAll('tbody tr').length"), 50)
        self.rows(f"{SCROLLER}.scrollTop = {100 * ROW}")
        self.assertEqual(self.rows(f"{SCROLLER}.scrollTop += {10 * ROW}"), [10, 10])
        self.assertEqual(self.rows(f"{SCROLLER}.scrollTop -= {3 * ROW}"), [3, 3])
        self.assertEqual(self.rows(f"{SCROLLER}.scrollTop += 2"), [0, 0])
        jump = self.rows(f"{SCROLLER}.scrollTop += {300 * ROW}")
        self.assertLess(max(jump), 50)

    def test_opening_a_row_makes_no_other_anew(self):
        self.open_tree()
        added, _ = self.rows("document.querySelector('tr[aria-level=\"2\"] .twist').click()")  # closes it
        below = self.browser.js("return document.querySelectorAll('tbody tr').length")
        self.assertLess(added, below)
        kept = "document.querySelector('tbody tr')"
        self.browser.js(f"{kept}.dataset.kept = '1'")
        self.rows("document.querySelector('tr[aria-level=\"2\"] .twist').click()")  # opens it
        self.assertEqual(self.browser.js(f"return {kept}.dataset.kept"), "1")
        # Rows are numbered without a gap, whatever was opened or closed.
        numbers = self.browser.js("return [...document.querySelectorAll('tbody tr:not(.spacer)')]"
                                  ".map((row) => Number(row.getAttribute('aria-rowindex')))")
        self.assertEqual(numbers, list(range(2, 2 + len(numbers))))

    def test_the_active_row_stays_the_same_row(self):
        self.browser.open(self.url)
        self.browser.go("scope")
        last = "[...document.querySelectorAll('tr[aria-level=\"2\"]')].pop()"
        self.browser.js(f"{last}.click()")
        name = self.browser.js("return document.querySelector('tr.active').cells[0].textContent")
        self.browser.js("document.querySelector('tr[aria-level=\"2\"] .twist').click()")
        self.assertEqual(self.browser.js(
            "return document.querySelector('tr.active')?.cells[0].textContent"), name)

    def test_an_icicle_draws_what_can_be_seen(self):
        self.open_tree()
        zoom = "document.querySelector('.icicle .picture-tools button').click()"
        boxes = self.browser.js(BOXES, zoom)
        levels, width = self.browser.js("const c = document.querySelector('.icicle canvas');"
                                        "return [c.clientHeight / 20, c.clientWidth]")
        self.assertGreater(boxes, 10)
        self.assertLess(boxes, levels * width / 0.7)
        rows = self.browser.js("return Number(document.querySelector('table').getAttribute('aria-rowcount'))")
        self.assertLess(boxes, rows)

    def test_a_page_asks_at_once_and_for_no_more(self):
        self.browser.open(self.url)

        def own():
            return sorted(line for line in self.asked() if "-top 1" not in line)

        # The advice comes last, when the page is of use already.
        self.browser.wait(lambda: "advise" in own(), "the advice")
        self.assertEqual(own(), ["advise", "memory", "overview", "steps"])
        self.browser.wait(lambda: self.browser.js(
            "return document.querySelectorAll('nav a.without').length > 0"), "pages without rows")
        # The others are asked for a row each, to tell which are empty.
        for line in set(self.asked()) - set(own()):
            if not line.startswith(("input", "info", "idle")):
                self.assertIn("-top 1", line)

    def asked(self):
        return self.browser.js("""
            return performance.getEntriesByType('resource').map(({ name }) => new URL(name))
                .filter(({ pathname }) => pathname === '/api/answer')
                .map((url) => url.searchParams.get('q'))""")


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
