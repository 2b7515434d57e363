"""What users do on pages: from the overview down to a line and to SQL, sorting, filtering."""

import shlex
import sys

import run
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from served import Pages


class Tables(Pages):
    profile = "testdata/xspace/syn_gpu2"

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
        browser.press("tbody tr")
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

    def test_a_row_says_of_each_value_what_it_is(self):
        browser = self.browser
        browser.go("idle")
        browser.press("tbody tr")
        labels = browser.js("return [...document.querySelectorAll('.details dt')].map((one) => one.textContent)")
        self.assertGreater(len(labels), 3)
        self.assertEqual(len(labels), len(set(labels)))

    def test_the_address_has_the_row_that_is_shown(self):
        browser = self.browser
        browser.go("ops")
        browser.press("tbody tr:nth-of-type(2)")
        name = browser.text(".details h2")
        browser.driver.refresh()
        browser.wait_shown()
        browser.wait(lambda: browser.text(".details h2") == name, "the row again")
        self.assertIn("active", browser.find("tbody tr:nth-of-type(2)").get_attribute("class"))
        self.assertTrue(browser.js("return document.querySelector('.details').contains(document.activeElement) === false"))
        browser.find(".details .close").send_keys(Keys.ESCAPE)
        self.assertFalse(browser.find(".details").is_displayed())
        browser.wait(lambda: "_row" not in browser.hash(), "the address without the row")

    def test_back_goes_from_a_row_to_the_table_as_it_was_sorted(self):
        browser = self.browser
        browser.go("ops")
        browser.click("thead button[data-column=occurrences]")
        shown = lambda: browser.find(".details").is_displayed()
        back = lambda: browser.js("history.back()")
        for leave in (back, lambda: browser.press(".details .close")):
            # The next row takes the place of the one before.
            browser.press("tbody tr:nth-of-type(2)")
            browser.press("tbody tr:nth-of-type(3)")
            name = browser.text(".details h2")
            browser.js("document.querySelector('.page').dataset.same = '1'")
            leave()
            browser.wait(lambda: browser.hash() == "#/ops?order_by=occurrences", "the sorted table")
            browser.wait(lambda: not shown(), "the table alone")
            browser.js("history.forward()")
            browser.wait(lambda: shown() and browser.text(".details h2") == name, "the row again")
            back()
            browser.wait(lambda: not shown(), "the table alone")
            self.assertEqual(browser.js("return document.querySelector('.page').dataset.same"), "1")
        browser.js("document.querySelector('.page').dataset.old = '1'; history.back()")
        browser.wait_next()
        self.assertEqual(browser.hash(), "#/ops")

    def test_the_focus_of_a_page_has_no_ring_and_that_of_a_field_goes_on_at_its_end(self):
        browser = self.browser
        browser.go("ops")
        field = browser.find("#option-where")
        browser.js("document.querySelector('.page').dataset.old = '1'")
        field.send_keys("self_us > 1", Keys.ENTER)
        browser.wait_next()
        at, value = browser.settled("return [document.activeElement.selectionStart, document.activeElement.value]")
        self.assertEqual(value, "self_us > 1")
        self.assertEqual(at, len(value))
        browser.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)  # so that the focus is seen
        self.assertEqual(browser.js("document.querySelector('main').focus();"
                                    "return getComputedStyle(document.querySelector('main')).outlineStyle"), "none")

    def test_what_is_said_of_one_step_is_not_per_step(self):
        browser = self.browser
        browser.go("overview")
        self.assertIn("per step", browser.text(".finding .gain"))
        browser.go("overview?step=2")
        gains = [one.text for one in browser.all(".finding .gain") if "save" in one.text]
        self.assertGreater(len(gains), 0)
        for gain in gains:
            self.assertIn("in this step", gain)

    def test_a_note_on_a_row_that_is_left_out_is_too(self):
        browser = self.browser
        browser.go("scope")
        answer = browser.answer(browser.command())
        self.assertIn("outside_steps_is_total", [note["id"] for note in answer["notes"]])
        self.assertEqual({row["total_micros"] for row in answer["rows"] if row["name"] == "<outside steps>"}, {0})
        self.assertNotIn("<outside steps>", browser.text("main"))

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
        browser.press(".treemap .area")
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


class Calls(Pages):
    profile = "testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz"

    def test_a_row_offers_what_has_rows(self):
        browser = self.browser
        for kind, is_offered in (("PythonFunction", False), ("aten::addmm", True)):
            browser.go("op")
            browser.js("""[...document.querySelectorAll('tbody tr')]
                .find((row) => row.cells[0].textContent === arguments[0]).click()""", kind)
            offered = lambda: any(link.text == "Ops of this type" for link in browser.all(".details .links a"))
            browser.wait(lambda: offered() == is_offered, "the links")

    def test_a_note_on_one_row_stands_below_the_table(self):
        browser = self.browser
        browser.go("scope")
        note, table, meanings = browser.settled("""
            const note = [...document.querySelectorAll('.notes li')]
                .find((one) => one.textContent.includes('no other row includes it'));
            return [note, document.querySelector('.scroller'), document.querySelector('.meanings')]
                .map((one) => one.getBoundingClientRect().top)""")
        self.assertGreater(note, table)
        self.assertLess(note, meanings)
        self.assertEqual(*browser.js("return ['.of-rows li', '.about'].map((one) =>"
                                     "getComputedStyle(document.querySelector(one)).fontSize)"))


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
