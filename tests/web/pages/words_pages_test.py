"""What pages say: titles of findings, headings, labels of pictures."""

import re
import sys
import unittest

import run
from selenium.webdriver.common.by import By
from served import Browser, served


class Words(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()

    def texts(self, selector):
        return self.browser.js("return [...document.querySelectorAll(arguments[0])]"
                               ".map((element) => element.textContent.trim())", selector)

    def test_titles_of_findings_keep_names_and_values(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            self.browser.go("advise")
            said = [row["text"] for section in self.browser.answer("advise")["sections"]
                    for row in section["rows"]]
            lines = [text for text in said if re.match(r"\S+\.py:\d+:", text)]
            self.assertGreater(len(lines), 0)
            titles = self.texts(".finding h3")
            for line in lines:
                self.assertIn(line, titles)
            # Names of scopes are as they were written.
            names = [text.split(": ")[1].split(",")[0] for text in said if text.startswith("top 1 graph node")]
            for name in names:
                self.assertTrue(any(text.startswith(name + ",") for text in self.texts(".finding p")), name)

    def test_headings_are_words(self):
        for profile in ("testdata/sagemaker/sm_cpubottleneck", "testdata/xspace/syn_gpu2"):
            with served(profile) as server:
                self.browser.open(server)
                for route in ("advise", "ask?_q=report", "overview"):
                    self.browser.go(route)
                    headings = self.texts(".report-section > h2, .report-section > h3, .quiet-sections b")
                    for heading in headings:
                        with self.subTest(profile=profile, route=route, heading=heading):
                            self.assertNotRegex(heading.split(": ")[0], r"_|//|[a-z][A-Z]{2}|[A-Z][a-z]+[A-Z]")

    def test_headings_of_findings_say_something(self):
        verb = r"\b(is|are|was|were|takes?|bound|waits?|come|comes|has|have|did|do|warms|ran|run|runs)\b|^Top \d"
        for profile in ("testdata/xspace/syn_gpu2", "testdata/sagemaker/sm_cpubottleneck"):
            with served(profile) as server:
                self.browser.open(server)
                self.browser.go("advise")
                for item in self.browser.all(".finding .what"):
                    heading = item.find_element(By.TAG_NAME, "h3").text
                    if item.find_elements(By.CSS_SELECTOR, "p:not(.quiet)") and ": " not in heading:
                        self.assertRegex(heading, re.compile(verb, re.I))

    def test_commands_for_a_terminal_stand_apart(self):
        with served("testdata/sagemaker/sm_cpubottleneck") as server:
            self.browser.open(server)
            lists = self.browser.js("""return [...document.querySelectorAll('.next')].map((list) =>
                [...list.children].map((item) => item.querySelector('a') !== null))""")
            self.assertEqual([set(one) for one in lists], [{True}, {False}])

    def test_parts_of_a_step_have_one_name(self):
        with served("testdata/xspace/syn_gpu2") as server:
            self.browser.open(server)
            self.browser.go("overview")
            legend = self.texts(".legend li.dot")
            rows = self.texts("[data-section=step_time] tbody td:first-child")
            self.assertLessEqual(set(legend), set(rows))

    def test_a_roofline_has_ticks_on_both_axes(self):
        with served("testdata/xspace/syn_tpu1") as server:
            self.browser.open(server)
            self.browser.go("roofline")
            labels = self.texts(".picture .axis text")
            self.assertGreaterEqual(sum(label.endswith("FLOP/s") for label in labels), 3, labels)
            self.assertGreaterEqual(sum(re.fullmatch(r"[\d.,]+", label) is not None for label in labels), 3)

    def test_what_a_cut_bar_takes_stands_above_it(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            self.browser.go("overview")
            middles = self.browser.js("""
                const middle = (element) => {
                  const box = element.getBoundingClientRect();
                  return box.left + box.width / 2;
                };
                const texts = [...document.querySelectorAll('.steps-picture text')];
                return [texts.find((text) => text.textContent.startsWith('↑')),
                        texts.find((text) => text.textContent === '1')].map(middle);""")
            self.assertAlmostEqual(*middles, delta=2)


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
