"""Trees: by keys alone, a row with what is around it, and no more elements than are in sight."""

import re
import sys

import run
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from served import Pages, served


class Trees(Pages):
    profile = "testdata/mlp/profile_1055"

    def test_a_tree_by_keys_alone(self):
        browser = self.browser
        browser.go("scope")
        table = browser.find("table[role=treegrid]")
        before = int(table.get_attribute("aria-rowcount"))
        browser.press(".tools button")  # Open all
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

    def test_a_tree_stands_beside_its_picture_where_there_is_room(self):
        browser = self.browser
        browser.go("scope")
        for width, is_beside in ((1400, False), (3000, True)):
            browser.whole_page(width)
            picture, table = browser.settled("""
                return [document.querySelector('.icicle'), document.querySelector('.scroller')]
                    .map((one) => one.getBoundingClientRect().left)""")
            self.assertEqual(table > picture + 300, is_beside, width)
        browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

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
        browser.press("tbody tr:nth-child(4)")
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
            browser.press("tbody td")
            browser.js("[...document.querySelectorAll('.details a')].find((link) => link.textContent === "
                       "'Its line').id = 'its-line'")
            browser.click("#its-line")
            browser.wait(lambda: browser.all("tr.active"), "an active row")
            self.assertIn("<built-in method sqrt", browser.text("tr.active"))
            self.assertIn("_single_tensor_adam", browser.text("tbody"))

    def test_a_line_without_a_text_has_no_loose_colon(self):
        with served("testdata/xspace/syn_tpu1") as server:
            self.browser.open(server)
            self.browser.go("code")
            self.assertTrue(any(row["name"].endswith(":") for row in self.browser.answer("code -max_depth 60")["rows"]))
            drawn = self.browser.js("""
                const drawn = [], before = CanvasRenderingContext2D.prototype.fillText;
                CanvasRenderingContext2D.prototype.fillText = function (text) { drawn.push(text); };
                dispatchEvent(new Event("themechange"));
                CanvasRenderingContext2D.prototype.fillText = before;
                return drawn;""")
            self.assertTrue(drawn)
            self.assertEqual([text for text in drawn if text.endswith(":")], [])

    def test_names_in_the_picture_are_cut_in_their_middle(self):
        with served("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz") as server:
            browser = self.browser_of(server)
            browser.go("scope")
            drawn = browser.js("""
                const drawn = [], before = CanvasRenderingContext2D.prototype.fillText;
                CanvasRenderingContext2D.prototype.fillText = function (text) { drawn.push(text); };
                dispatchEvent(new Event("themechange"));
                CanvasRenderingContext2D.prototype.fillText = before;
                return drawn;""")
            cut = [text for text in drawn if "…" in text]
            self.assertTrue(cut, drawn)
            for text in [one for one in cut if not re.fullmatch(r"[+−]?…[_.]?\d+", one)]:  # of layers
                self.assertGreaterEqual(len(text), 6)
                self.assertRegex(text, "^[^…].*…[^…]")

    def test_only_rows_in_sight_are_made(self):
        browser = self.browser
        browser.go("code")
        browser.press(".tools button")  # Open all
        rows = int(browser.find("table").get_attribute("aria-rowcount"))
        self.assertGreater(rows, 1000)
        self.assertLess(len(browser.all("tbody tr")), 100)
        browser.js("const s = document.querySelector('.scroller'); s.scrollTop = s.scrollHeight")
        last = self.browser.answer("code -max_depth 60 -order_by micros")["rows"][-1]["name"]
        browser.wait(lambda: last in browser.text("tbody"), "the last row")


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
