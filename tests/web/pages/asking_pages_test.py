"""What a page asks when its form or its headers are used, and what stays as it was."""

import sys
import tempfile

import run
from selenium.webdriver.common.keys import Keys
from served import Pages, served
import traces

# How a page that holds nothing looks in the menu, frame by frame.
LOOKS = """
window.looks = new Set();
const look = () => {
  const link = document.querySelector("nav a[href='#/buffers']");
  const { color, font } = link ? getComputedStyle(link) : {};
  if (link) window.looks.add(`${color} ${font}`);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


class Asking(Pages):
    profile = "testdata/xspace/syn_gpu2"

    def test_plain_words_are_parts_of_names(self):
        browser = self.browser
        browser.go("ops")
        field = browser.find("#option-show_name_regexes")
        browser.js("document.querySelector('.page').dataset.old = '1'")
        field.send_keys("MatMul", Keys.ENTER)
        browser.wait_next()
        self.assertEqual(browser.command(), "ops -show_name_regexes '.*MatMul.*'")
        self.assertIn("MatMul", browser.text("tbody"))
        # What is wrong is shown as a shell takes it.
        browser.go("ops?show_name_regexes=(")
        self.assertIn("bad regex", browser.failure())
        self.assertEqual(browser.command(), "ops -show_name_regexes '('")

    def test_sorting_leaves_columns_and_units_where_they_are(self):
        browser = self.browser
        heads = ("return [...document.querySelectorAll('thead button')].map((one) => "
                 "[one.dataset.column, one.querySelector('small')?.textContent])")
        browser.go("ops")
        before = browser.js(heads)
        for column in ("occurrences", "avg_us", "name"):
            browser.click(f"thead button[data-column={column}]")
            self.assertEqual(browser.js(heads), before)

    def test_names_are_sorted_by_name(self):
        browser = self.browser
        browser.go("ops?order_by=name")
        names = [row["name"] for row in browser.answer("ops -order_by name")["rows"]]
        self.assertEqual(names, sorted(names))
        self.assertEqual(browser.find("th[aria-sort]").get_attribute("aria-sort"), "ascending")
        # The page sorts them as people do: 2 before 10, letters whatever their case.
        expected, shown = browser.js("""
            const like = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
            const cells = [...document.querySelectorAll('tbody tr:not(.spacer) td:first-child bdi')];
            return [arguments[0].sort(like.compare), cells.map((cell) => cell.title || cell.textContent)]""", names)
        self.assertEqual(shown, expected[:len(shown)])

    def test_an_arrow_says_which_way_texts_are_sorted(self):
        for page, direction in (("ops?order_by=type", "ascending"), ("ops?order_by=type&_reversed=true", "descending"),
                                ("ops?order_by=self_us", "descending")):
            self.browser.go(page)
            self.assertEqual(self.browser.find("th[aria-sort]").get_attribute("aria-sort"), direction, page)

    def test_what_the_page_asks_by_itself_is_no_value_of_the_form(self):
        field = "const one = document.getElementById(`option-${arguments[0]}`); return [one.value, one.placeholder]"
        self.browser.go("scope")
        self.assertIn("-top 20000", self.browser.command())
        self.assertEqual(self.browser.js(field, "top"), ["", "up to 20,000 rows"])
        self.assertEqual(self.browser.js(field, "max_depth"), ["", "up to 30 levels"])
        self.browser.go("scope?top=20000")
        self.assertEqual(self.browser.js(field, "top")[0], "20000")

    def test_a_page_that_holds_nothing_is_grey_before_it_is_shown(self):
        browser = self.browser
        self.assertEqual(browser.answer("buffers").get("rows", []), [])
        browser.go("overview")
        browser.wait(lambda: "without" in (browser.find("nav a[href='#/buffers']").get_attribute("class") or ""))
        self.assertNotIn("without", browser.find("nav a[href='#/overview']").get_attribute("class") or "")

    def test_a_grey_entry_says_what_to_record(self):
        with tempfile.TemporaryDirectory() as folder, served(traces.fleet(folder, [[1000] * 6])) as server:
            browser = self.browser_of(server)
            browser.wait(lambda: browser.all("nav a.without[data-page=code]"))
            title = {page: browser.find(f"nav [data-page={page}]").get_attribute("title")
                     for page in ("code", "memory", "fleet", "ops")}
            self.assertIn("with_stack=True", title["code"])
            self.assertIn("profile_memory=True", title["memory"])
            self.assertIn("one rank", title["fleet"])
            self.assertEqual(title["ops"], "")
            browser.driver.refresh()  # kept for the next load
            browser.wait_shown()
            browser.wait(lambda: browser.all("nav a.without[data-page=code]"))
            self.assertEqual(browser.find("nav [data-page=code]").get_attribute("title"), title["code"])

    def test_a_query_without_rows_says_nothing_of_the_profile(self):
        with served("testdata/metrics/nvidia_smi/gpu.csv") as server:
            browser = self.browser_of(server)
            browser.go("sql")
            # No op was recorded, so the first query is about what was.
            self.assertIn("metrics_view()", browser.find("#query").get_attribute("value"))
            self.assertGreater(len(browser.all("tbody tr")), 0)
            browser.go("scope")
            self.assertIn("No rows", browser.text(".answer"))
            browser.go("overview")
            browser.wait(lambda: browser.all("nav a.without[href='#/scope']"))
            self.assertEqual(browser.all("nav a.without[href='#/sql']"), [])

    def test_a_grey_entry_is_grey_from_its_first_frame(self):
        browser = self.browser
        asked = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LOOKS})
        self.addCleanup(browser.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", asked)
        grey = "nav a.without[href='#/buffers']"
        browser.go("overview")
        browser.wait(lambda: browser.all(grey), "the pages without rows")
        browser.js("sessionStorage.clear()")  # as if it were opened for the first time
        browser.driver.refresh()
        browser.wait_shown()
        browser.wait(lambda: browser.all(grey), "the pages without rows, again")
        self.assertEqual(len(browser.settled("return [...window.looks]")), 1)


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
