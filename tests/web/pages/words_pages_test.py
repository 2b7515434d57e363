"""What pages say: titles of findings, headings, labels of pictures."""

import re
import sys
import tempfile

import run
import traces
from selenium.webdriver.common.by import By
from served import Browsing, served


class Words(Browsing):
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
                self.assertTrue(any(f": {name}," in title for title in titles), name)

    def test_a_column_has_the_title_of_its_own_view(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            self.browser.go("info")
            titles = self.texts("[data-section=steps] thead button")
            self.assertTrue(any(title.startswith("last") for title in titles), titles)
            self.assertFalse(any("came last" in title for title in titles), titles)

    def test_a_row_has_links_to_what_the_profile_holds(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            grey = "a.without[data-page=kernels]"
            self.browser.wait(lambda: self.browser.all(grey), "the pages without rows")
            self.browser.go("ops")
            self.browser.js("document.querySelector('tbody tr:not(.spacer) td').click()")
            self.browser.wait(lambda: self.browser.all(".details .links a"), "the row")
            links = self.texts(".details .links a")
            self.assertIn("In its scope", links)
            self.assertNotIn("Its kernels", links)
            self.assertNotIn("Its launches", links)
            scope = next(link for link in self.browser.all(".details .links a") if link.text == "In its scope")
            command = scope.get_attribute("title")
            self.assertGreater(len(self.browser.answer(command)["rows"]), 1)

    def test_findings_that_only_tell_are_folded(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            self.browser.go("advise")
            rule = "[data-section=ExpensiveOperationChecker]"
            rows = next(section["rows"] for section in self.browser.answer("advise")["sections"]
                        if section["id"] == "ExpensiveOperationChecker")
            seen = self.texts(f"{rule} div > .findings > .finding")
            self.assertEqual(self.texts(f"{rule} summary"), [f"{len(rows) - len(seen)} more, for information only"])
            self.assertEqual(len(self.texts(f"{rule} .finding")), len(rows))

    def test_a_graph_without_data_flow_is_grey(self):
        with served("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz") as server:
            self.browser.open(server)
            self.browser.wait(lambda: {"graph", "fleet"} <= {link.get_attribute("data-page") for link in
                                                             self.browser.all("nav a.without")}, "grey pages")

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
        verb = (r"\b(is|are|was|were|takes?|bound|waits?|come|comes|has|have|did|do|warms|ran|run|runs)\b"
                r"|^Peak memory \d")
        for profile in ("testdata/xspace/syn_gpu2", "testdata/sagemaker/sm_cpubottleneck"):
            with served(profile) as server:
                self.browser.open(server)
                self.browser.go("advise")
                for item in self.browser.all(".finding .what"):
                    heading = item.find_element(By.TAG_NAME, "h3").text
                    if item.find_elements(By.CSS_SELECTOR, "p:not(.quiet)") and ": " not in heading:
                        self.assertRegex(heading, re.compile(verb, re.I))

    def test_headings_of_findings_are_one_clause(self):
        for profile in ("testdata/xspace/syn_gpu2", "testdata/sagemaker/sm_lowgpu"):
            with served(profile) as server:
                self.browser.open(server)
                self.browser.go("advise")
                for heading in self.texts(".finding h3"):
                    with self.subTest(heading=heading):
                        self.assertNotRegex(re.sub(r"\([^()]*\)", "", heading), r"; |\. ")
                for text in self.texts(".finding p:not(.quiet)"):
                    self.assertNotRegex(text, r"^[.;:,]")
                    self.assertRegex(text, r"[A-Za-z]")  # a share alone is part of the heading

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

    def test_the_overview_of_a_snapshot_says_what_is_held(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.held(folder, {"make": 3000000, "load": 1000000})) as server:
                self.browser.open(server)
                text = self.browser.text(".page")
                said = self.browser.answer("overview")["sections"][0]["rows"][-1]
                self.assertEqual(said["name"], "memory")
                self.assertIn(f"Memory: {said['text']}", text)
                self.assertIn("What was held when the snapshot was taken, by op", text)

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
