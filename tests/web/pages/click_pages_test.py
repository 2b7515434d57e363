"""What users do on pages: from the overview down to a line and to SQL, sorting, filtering, keys."""

import shlex
import sys
import unittest

import run
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from served import Browser, Served, served

PROFILE = "testdata/xspace/syn_gpu2"
TREE = "testdata/mlp/profile_1055"


class Pages(unittest.TestCase):
    profile = None

    @classmethod
    def setUpClass(cls):
        cls.server = Served(cls.profile)
        cls.browser = Browser()
        cls.browser.open(cls.server)

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()
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


class Tables(Pages):
    profile = PROFILE

    def test_numbers_are_the_commands(self):
        for page, line in {"ops": "ops", "kernels": "kernels", "steps": "steps",
                           "op_profile": "op_profile", "utilization": "utilization"}.items():
            with self.subTest(page=page):
                self.browser.go(page)
                self.assertEqual(self.browser.command(), line)
                self.check_numbers(line)

    def test_from_the_overview_down_to_sql(self):
        browser = self.browser
        browser.go("overview")
        picture = browser.find(".steps-picture")
        picture.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        browser.js("document.querySelector('.page').dataset.old = '1'")
        picture.send_keys(Keys.ENTER)
        browser.wait_next()
        self.assertIn("step=2", browser.hash())
        self.assertEqual(browser.command(), "overview -step 2")
        browser.click("nav a[href^='#/ops']")
        self.assertEqual(browser.command(), "ops -step 2")
        self.check_numbers("ops -step 2")
        browser.find("tbody tr").click()
        details = browser.find(".details")
        self.assertTrue(details.is_displayed())
        name = details.find_element(By.TAG_NAME, "h2").text
        links = {link.text: link for link in details.find_elements(By.CSS_SELECTOR, ".links a")}
        self.assertIn("In SQL", links)
        browser.js("document.querySelector('.page').dataset.old = '1'")
        links["In SQL"].click()
        browser.wait_next()
        self.assertEqual(browser.text("h1"), "SQL")
        self.assertIn(name, browser.text("tbody"))
        browser.js("document.querySelector('.page').dataset.old = '1'; history.back()")
        browser.wait_next()
        self.assertEqual(browser.text("h1"), "Ops")
        self.assertEqual(browser.errors(), [])

    def test_sorting_and_filtering_are_options(self):
        browser = self.browser
        browser.go("ops")
        browser.click("thead button[data-column=occurrences]")
        self.assertEqual(browser.command(), "ops -order_by occurrences")
        self.check_numbers("ops -order_by occurrences")
        field = browser.find("#option-show_name_regexes")
        browser.js("document.querySelector('.page').dataset.old = '1'")
        field.send_keys(".*MatMul.*", Keys.ENTER)
        browser.wait_next()
        line = "ops -order_by occurrences -show_name_regexes '.*MatMul.*'"
        self.assertEqual(browser.command(), line)
        self.check_numbers(line)
        # The address is the state: it survives a reload.
        browser.driver.refresh()
        browser.wait_shown()
        self.assertEqual(browser.command(), line)

    def test_the_same_header_again_turns_the_order_around(self):
        browser = self.browser
        browser.go("ops")
        for _ in range(2):
            browser.click("thead button[data-column=occurrences]")
        self.assertEqual(browser.command(), "ops -order_by occurrences")
        rows = browser.answer("ops -order_by occurrences")["rows"]
        shown = [row["occurrences"] for row in browser.numbers()]
        self.assertEqual(shown, [row["occurrences"] for row in rows[::-1]][:len(shown)])
        self.assertEqual(browser.find("th[aria-sort]").get_attribute("aria-sort"), "ascending")
        browser.click("thead button[data-column=occurrences]")
        self.assertEqual(browser.find("th[aria-sort]").get_attribute("aria-sort"), "descending")

    def test_forms_for_terminals_are_left_out(self):
        browser = self.browser
        browser.go("ask?_q=" + "kernels+-top+2+-format+markdown")
        self.assertEqual(browser.failure(), "")
        self.assertEqual(browser.command(), "kernels -top 2")

    def test_every_next_command_leads_somewhere(self):
        browser = self.browser
        browser.go("overview")
        links = [link.get_attribute("href") for link in browser.all(".next a")]
        self.assertGreater(len(links), 5)
        for link in links:
            with self.subTest(link=link):
                browser.go(link.partition("#/")[2])
                self.assertEqual(browser.failure(), "")
        # A command whose form is the point is to copy.
        browser.go("overview")
        for item in browser.all(".next li"):
            if "-format" in item.text:
                self.assertEqual(len(item.find_elements(By.TAG_NAME, "button")), 1)

    def test_what_a_profile_does_not_hold_is_said(self):
        self.browser.go("code")
        self.assertIn("No code trace information", self.browser.text("[role=status]"))
        self.assertEqual(self.browser.failure(), "")
        self.assertEqual(self.browser.errors(), [])

    def test_a_wrong_option_is_explained(self):
        browser = self.browser
        browser.go("ops?where=nonsense")
        self.assertIn("nonsense", browser.failure())
        self.assertEqual(browser.errors(), [])

    def test_sql_completes_and_answers(self):
        browser = self.browser
        browser.go("sql")
        query = browser.find("#query")
        query.clear()
        query.send_keys("SELECT COUNT(*) AS n FROM kern")
        browser.wait(lambda: browser.all(".completions button"), "completion")
        query.send_keys(Keys.TAB)
        self.assertIn("kernels", query.get_attribute("value"))
        query.clear()
        query.send_keys("SELECT COUNT(*) AS n FROM ops")
        browser.js("document.querySelector('.page').dataset.old = '1'")
        query.send_keys(Keys.CONTROL, Keys.ENTER)
        browser.wait_next()
        expected = browser.answer("sql 'SELECT COUNT(*) AS n FROM ops'")["rows"][0]["n"]
        self.assertEqual(browser.numbers()[0]["n"], expected)

    def test_a_map_is_of_what_is_chosen(self):
        browser = self.browser
        browser.go("memory")
        browser.wait(lambda: browser.all(".treemap .area"), "the map")
        areas = len(browser.all(".treemap .area"))
        Select(browser.find(".map-choice select")).select_by_visible_text(
            "What was held at the peak, by scope")
        browser.wait(lambda: 1 < len(browser.all(".treemap .area")) < areas, "the map by scope")
        browser.find(".treemap .area").click()
        self.assertEqual(browser.text(".details h2"), "model/block_0")
        # The address is the state: it survives a reload.
        browser.driver.refresh()
        browser.wait_shown()
        browser.wait(lambda: 1 < len(browser.all(".treemap .area")) < areas, "the map by scope")

    def test_pages_of_findings_link_to_their_evidence(self):
        browser = self.browser
        browser.go("overview")
        # Straight to what bears it out, not to the finding once more.
        command = browser.wait(lambda: self.evidence(browser), "the links to the evidence")
        browser.click(".finding a.more")
        self.assertNotIn("advise", browser.command())
        self.assertEqual(shlex.split(browser.command()), shlex.split(command))
        self.assertEqual(browser.failure(), "")

    def evidence(self, browser):
        command = browser.find(".finding a.more").get_attribute("title")
        return "" if command.startswith("advise") else command

    def test_pictures_are_drawn(self):
        browser = self.browser
        for page, picture in {"overview": ".steps-picture path", "memory": ".treemap .area",
                              "op_profile": ".icicle canvas"}.items():
            with self.subTest(page=page):
                browser.go(page)
                browser.wait(lambda: browser.all(picture), picture)

    def test_no_number_is_cut(self):
        for page in ("ops", "steps", "kernels", "roofline", "memory"):
            with self.subTest(page=page):
                self.browser.go(page)
                self.assertEqual(self.browser.js(CUT), [])

    def test_dark_has_contrast(self):
        browser = self.browser
        for theme in ("light", "dark"):
            browser.js("document.documentElement.dataset.theme = arguments[0]", theme)
            for selector in ("h1", ".quiet", "nav a", "td", ".badge"):
                browser.go("overview")
                self.assertGreaterEqual(browser.js(CONTRAST, selector), 4.5, (theme, selector))
        browser.js("delete document.documentElement.dataset.theme")


# Numbers that are wider than their cells.
CUT = """
return [...document.querySelectorAll('td.number')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent);
"""

# The contrast of an element's text against the first ground below it, as WCAG computes it.
CONTRAST = """
const parse = (text) => text.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
let element = document.querySelector(arguments[0]);
const ink = light(parse(getComputedStyle(element).color));
let ground = [0, 0, 0, 0];
while (element && (ground.length > 3 && ground[3] === 0)) {
  ground = parse(getComputedStyle(element).backgroundColor);
  element = element.parentElement;
}
const [high, low] = [ink, light(ground)].sort((a, b) => b - a);
return (high + 0.05) / (low + 0.05);
"""


class Trees(Pages):
    profile = TREE

    def test_a_tree_by_keys_alone(self):
        browser = self.browser
        browser.go("scope")
        table = browser.find("table[role=treegrid]")
        before = int(table.get_attribute("aria-rowcount"))
        browser.find(".tools button").click()  # Open all
        self.check_numbers("scope -max_depth 30 -order_by micros")
        browser.go("scope")
        table = browser.find("table[role=treegrid]")
        browser.js("arguments[0].focus()", table)
        table.send_keys(Keys.HOME, Keys.ARROW_LEFT)
        self.assertEqual(table.get_attribute("aria-rowcount"), "2")
        table.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(int(table.get_attribute("aria-rowcount")), before)
        table.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        self.assertTrue(browser.find(".details").is_displayed())
        browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertFalse(browser.find(".details").is_displayed())
        self.assertEqual(browser.driver.switch_to.active_element.get_attribute("role"), "treegrid")

    def test_every_control_is_reached_by_tab(self):
        browser = self.browser
        browser.go("scope")
        browser.js("document.querySelector('.skip').focus()")
        seen = []
        for _ in range(60):
            browser.driver.switch_to.active_element.send_keys(Keys.TAB)
            element = browser.driver.switch_to.active_element
            seen.append(element.get_attribute("role") or element.tag_name)
            if seen[-1] == "treegrid":
                break
        self.assertIn("treegrid", seen)
        self.assertIn("select", seen)
        self.assertGreater(seen.count("a"), 20)

    def test_a_row_shows_what_is_around_it(self):
        browser = self.browser
        browser.go("code")
        browser.find("tbody tr:nth-child(4)").click()
        lists = {item.find_element(By.TAG_NAME, "h3").text:
                 [button.text for button in item.find_elements(By.TAG_NAME, "button")]
                 for item in browser.all(".details .neighbours")}
        rows = browser.answer("code -max_depth 60 -order_by micros")["rows"]
        self.assertEqual(lists["Above it"], [rows[2]["name"], rows[1]["name"]])
        below = [row["name"] for row in rows if row["parent"] == 3]
        below_title = next(title for title in lists if title.startswith("Below it"))
        self.assertEqual(lists[below_title][0], below[0])
        browser.all(".details .neighbours:last-of-type button")[0].click()
        self.assertEqual(browser.text(".details h2"), below[0])

    def test_a_panel_goes_from_row_to_row_beside_the_table(self):
        with served("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz") as server:
            browser = self.browser
            browser.open(server)
            self.addCleanup(browser.open, self.server)
            browser.go("ops")
            names = [row["name"] for row in browser.answer("ops")["rows"]]
            table = browser.find("table")
            table.send_keys(Keys.ENTER)
            self.assertEqual(browser.text(".details h2"), names[0])
            for at in (1, 2, 3):
                browser.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
                self.assertEqual(browser.text(".details h2"), names[at])
            browser.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
            self.assertEqual(browser.text(".details h2"), names[2])
            self.assertIn(names[2], browser.text("tr.active"))
            over, values = browser.settled("""
                const panel = document.querySelector('.details');
                const bar = document.querySelector('.command-bar').getBoundingClientRect();
                return [bar.right - panel.getBoundingClientRect().left,
                        [...panel.querySelectorAll('dd')].map((one) => one.textContent)];""")
            self.assertLessEqual(over, 0)
            self.assertNotIn("–", values)
            self.assertIn("Not recorded: ", browser.text(".details .unknown"))
            browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
            self.assertEqual(browser.js("return document.activeElement.tagName"), "TABLE")

    def test_the_line_of_an_op_leads_to_its_call(self):
        with served("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz") as server:
            browser = self.browser
            browser.open(server)
            self.addCleanup(browser.open, self.server)
            browser.go("ops?show_name_regexes=aten::sqrt")
            browser.find("tbody td").click()
            browser.js("[...document.querySelectorAll('.details a')].find((link) => link.textContent === "
                       "'Its line').id = 'its-line'")
            browser.click("#its-line")
            browser.wait(lambda: browser.all("tr.active"), "an active row")
            self.assertIn("<built-in method sqrt", browser.text("tr.active"))
            self.assertIn("_single_tensor_adam", browser.text("tbody"))

    def test_only_rows_in_sight_are_made(self):
        browser = self.browser
        browser.go("code")
        browser.find(".tools button").click()  # Open all
        rows = int(browser.find("table").get_attribute("aria-rowcount"))
        self.assertGreater(rows, 1000)
        self.assertLess(len(browser.all("tbody tr")), 100)
        browser.js("const s = document.querySelector('.scroller'); s.scrollTop = s.scrollHeight")
        last = self.browser.answer("code -max_depth 60 -order_by micros")["rows"][-1]["name"]
        browser.wait(lambda: last in browser.text("tbody"), "the last row")


class Compared(unittest.TestCase):
    def test_counts_are_no_shares(self):
        with served(PROFILE, "testdata/xspace/syn_gpu1") as server:
            browser = Browser()
            browser.open(server)
            browser.go("diff")
            titles = {button.get_attribute("data-column"): button.text
                      for button in browser.all("thead button")}
            for column in ("more_steps", "base_runs", "new_runs"):
                self.assertNotIn("%", titles[column])
            # Nobody records so many.
            self.assertIn(">10,000", browser.text(".report"))
            browser.driver.quit()


class Several(unittest.TestCase):
    def test_one_of_several_profiles_is_chosen(self):
        with served(PROFILE, more=["testdata/xspace/syn_gpu1"]) as server:
            browser = Browser()
            browser.open(server)
            browser.go("steps")
            self.assertEqual({row["host"] for row in browser.answer("steps")["rows"]},
                             {"synth-host-1", "synth-host-2"})
            browser.choose("#source", "testdata/xspace/syn_gpu1")
            line = browser.command()
            self.assertIn("-source", line)
            hosts = {row["host"] for row in browser.answer(line)["rows"]}
            self.assertEqual(hosts, {"synth-host-1"})
            # It stays from page to page.
            browser.click("nav a[href^='#/ops']")
            self.assertIn("-source", browser.command())
            self.assertEqual(browser.errors(), [])
            browser.driver.quit()


class Ends(unittest.TestCase):
    def test_two_tabs_and_a_server_that_ends(self):
        server = Served(TREE)
        browser = Browser()
        browser.open(server)
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.open(server)
        browser.go("ops")
        browser.driver.switch_to.window(first)
        browser.go("steps")
        self.assertEqual(browser.failure(), "")
        server.close()
        browser.go("op")
        self.assertIn("profiler serve", browser.failure())
        # What was answered before is still there.
        browser.go("steps")
        self.assertEqual(browser.failure(), "")
        browser.driver.quit()


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
