"""The pages can be used with a keyboard and a screen reader, and read by people who see little.

`accessible.js` has the rules; each of them is shown to find a planted defect."""

import pathlib
import sys
import tempfile
import unittest

import run
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from served import Browser, Browsing, PAGES, served

RULES = pathlib.Path(__file__).with_name("accessible.js").read_text(encoding="utf-8")
KINDS = {
    "tree": ("testdata/mlp/profile_1055", None),
    "gpu": ("testdata/xspace/syn_gpu2", "testdata/xspace/syn_gpu1"),
    "tpu": ("testdata/xspace/syn_tpu1", None),
    "metrics": ("testdata/sagemaker/sm_cpubottleneck", None),
}

# A page without a fault, and what makes a fault of each rule out of it.
FINE = """<!doctype html><html lang="en"><head><title>Fine</title>
<meta name="viewport" content="width=device-width"></head>
<body style="background: #fff; color: #222">
<a class="skip" href="#main">Skip</a><header>Top</header>
<nav aria-label="Pages"><h2>Group</h2><ul><li><a href="#/a">A page</a></li></ul></nav>
<main id="main" tabindex="-1"><h1>Page</h1><h2>Part</h2><p>Text</p>
<label for="field">Field</label> <input id="field" placeholder="any" style="height: 30px">
<button style="height: 30px; width: 60px">Run</button>
<figure><svg role="img" aria-label="A chart" width="9" height="9"></svg></figure>
<table aria-label="Rows" aria-rowcount="2"><thead><tr><th scope="col" aria-sort="descending">name</th>
</tr></thead><tbody><tr aria-rowindex="2"><td>one</td></tr></tbody></table>
<dl><dt>Term</dt><dd>Meaning</dd></dl><p role="status">Shown</p></main></body></html>"""
DEFECTS = {
    "language": ('lang="en"', ""),
    "title": ("<title>Fine</title>", ""),
    "zoom": ("width=device-width", "width=device-width, user-scalable=no"),
    "duplicate_id": ("<p>Text</p>", '<p id="main">Text</p>'),
    "tabindex": ('id="field"', 'id="field" tabindex="2"'),
    "reference": ("<button", '<button aria-describedby="nothing"'),
    "role": ('role="status"', 'role="banana"'),
    "control_name": (">Run<", "><"),
    "useless_name": ("<p>Text", '<p aria-label="other">Text'),
    "nested_control": (">Run<", '><a href="#/b">Run</a><'),
    "hidden_focus": ("<button", '<button aria-hidden="true"'),
    "target_size": ("height: 30px; width: 60px", "height: 12px; padding: 0; font-size: 8px"),
    "headings": ("<h2>Part</h2>", "<h4>Part</h4>"),
    "landmarks": ("</main>", "</main><p>Lost</p>"),
    "skip_link": ('href="#main"', 'href="#/other"'),
    "tables": ('scope="col"', ""),
    "lists": ("<ul><li>", "<ul><p>x</p><li>"),
    "pictures": ('role="img" ', ""),
    "live_region": ('role="status"', ""),
    "scrolling": ("<p>Text</p>", '<p style="overflow: auto; height: 9px">Text<br>Text</p>'),
    "contrast": ("<p>Text</p>", '<p style="color: #999">Text</p>'),
}
# Faults that a rule has more than one way to find.
MORE_DEFECTS = [
    ("contrast", "<p>Text</p>", '<div style="background: #000"><p style="opacity: 0.4; color: #fff">T</p></div>'),
    ("contrast", "</body>", "<style>::placeholder { color: #aaa }</style></body>"),
    ("control_name", '<label for="field">Field</label>', ""),
    ("tables", 'aria-sort="descending"', 'aria-sort="down"'),
    ("tables", "<td>one</td>", "<td>one</td><td>two</td>"),
    ("tables", 'aria-rowindex="2"', 'aria-rowindex="9"'),
    ("landmarks", 'aria-label="Pages"', ""),
    ("headings", "<h1>Page</h1>", ""),
    ("pictures", "<figure>", "<figure><canvas></canvas>"),
]


def rules_of(problems):
    return {problem.split(":")[0] for problem in problems}


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()
        cls.folder.cleanup()

    def problems(self, html):
        path = pathlib.Path(self.folder.name, "page.html")
        path.write_text(html, encoding="utf-8")
        self.browser.driver.get(path.as_uri())
        return self.browser.js(RULES)

    def test_a_fine_page_has_no_fault(self):
        self.assertEqual(self.problems(FINE), [])

    def test_every_rule_finds_its_fault(self):
        names = [line.split(":")[0].strip() for line in RULES.splitlines()
                 if line.startswith("  ") and line.endswith(": (found) => {")]
        self.assertEqual(set(names), set(DEFECTS))
        faults = [(rule, *change) for rule, change in DEFECTS.items()] + MORE_DEFECTS
        for rule, before, after in faults:
            with self.subTest(rule=rule, after=after):
                self.assertIn(before, FINE)
                found = self.problems(FINE.replace(before, after, 1))
                self.assertIn(rule, rules_of(found), found)


class Pages(unittest.TestCase):
    def check_kind(self, kind):
        profile, base = KINDS[kind]
        browser = Browser()
        self.addCleanup(browser.driver.quit)
        with served(profile, base) as server:
            browser.open(server)
            for page in PAGES + (["diff"] if base else []):
                browser.go(page)
                browser.whole_page(1400)
                for theme in ("light", "dark"):
                    with self.subTest(page=page, theme=theme):
                        browser.js("document.documentElement.dataset.theme = arguments[0]", theme)
                        self.assertEqual(browser.js(RULES), [])
                # The row in full covers a part of the page.
                rows = browser.all("tbody tr:not(.spacer)")
                if rows and page in ("ops", "code", "steps", "memory"):
                    browser.js("arguments[0].click()", rows[0])
                    with self.subTest(page=page, details=True):
                        self.assertEqual(browser.js(RULES), [])


for name in KINDS:
    setattr(Pages, f"test_{name}", lambda self, name=name: self.check_kind(name))

# Where the focus is, and whether it can be seen: an outline, of it or of what holds it.
FOCUS = """
const at = document.activeElement;
if (!at || at === document.body) return null;
const box = at.getBoundingClientRect();
const ringed = [at, at.closest('.scroller')].some((one) => {
  const style = one && getComputedStyle(one);
  return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
});
return {what: at.cloneNode(false).outerHTML.slice(0, 200), ringed,
  shown: box.width > 0 && box.height > 0 && box.left >= 0 && box.right <= innerWidth + 1,
  place: at.compareDocumentPosition(document.querySelector('main'))};
"""


class Keyboard(Browsing):
    def test_the_focus_is_seen_and_moves_in_order(self):
        with served("testdata/xspace/syn_gpu2") as server:
            self.browser.open(server)
            for page in ("overview", "memory", "sql", "scope"):
                with self.subTest(page=page):
                    self.browser.go(page)
                    self.walk()

    def walk(self):
        """From the page's start to its end by Tab alone."""
        browser = self.browser
        browser.js("document.activeElement.blur(); getSelection().removeAllRanges();"
                   "getSelection().setPosition(document.body, 0)")
        controls = browser.js("return [...document.querySelectorAll(`a[href], button, input, select,"
                              "textarea, summary, [tabindex='0']`)].filter((e) =>"
                              "e.checkVisibility() && e.tabIndex >= 0).length")
        seen = []
        for _ in range(controls + 5):
            browser.driver.switch_to.active_element.send_keys(Keys.TAB)
            focus = browser.js(FOCUS)
            if focus is None:
                break
            self.assertTrue(focus["ringed"], f"no ring: {focus}")
            self.assertTrue(focus["shown"], f"not in sight: {focus}")
            seen.append(focus["what"])
        self.assertGreaterEqual(len(seen), controls, "controls that Tab does not reach")
        self.assertIn("skip", seen[0])

    def test_the_focus_stays_where_it_was(self):
        browser = self.browser
        with served("testdata/xspace/syn_gpu2") as server:
            browser.open(server)
            browser.find("nav a[href^='#/ops']").send_keys(Keys.ENTER)
            browser.wait(lambda: browser.text("h1") == "Ops", "ops")
            browser.wait_shown()
            self.assertEqual(browser.js("return document.activeElement.textContent"), "Ops")
            self.assertIn("Ops", browser.text(".announced"))
            self.mark()
            browser.find("thead button[data-column=occurrences]").send_keys(Keys.ENTER)
            browser.wait_next()
            self.assertEqual(browser.js("return document.activeElement.dataset.column"),
                             "occurrences")
            self.mark()
            field = browser.find("#option-top")
            field.send_keys("3", Keys.ENTER)
            browser.wait_next()
            self.assertEqual(browser.js("return document.activeElement.id"), "option-top")
            self.assertEqual(len(browser.find("tbody").find_elements(By.TAG_NAME, "tr")), 3)
            self.assertIn("3 rows", browser.text(".announced"))

    def mark(self):
        self.browser.js("document.querySelector('.page').dataset.old = '1'")


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
