"""Findings: their order, the tables that bear them out, where their links lead, commands to copy."""

import shlex
import sys
import tempfile

import run
from served import Browsing, served
import traces

SAGEMAKER = "testdata/sagemaker/sm_cpubottleneck"
LOW_GPU = "testdata/sagemaker/sm_lowgpu"
GPU = "testdata/xspace/syn_gpu2"


class Evidence(Browsing):
    def rules(self):
        return self.browser.js("return [...document.querySelectorAll('.report > .report-section')]"
                               ".map((section) => section.dataset.section)")

    def test_findings_stand_in_the_order_of_the_overview(self):
        for profile in (SAGEMAKER, LOW_GPU, GPU):
            with served(profile) as server, self.subTest(profile=profile):
                self.browser.open(server)
                verdicts = next(one for one in self.browser.answer("overview")["sections"]
                                if one["id"] == "verdicts")["rows"]
                titles = self.browser.js("return [...document.querySelectorAll('.finding h3')]"
                                         ".map((title) => title.textContent)")
                self.assertEqual(len(titles), len(verdicts))
                for title, verdict in zip(titles, verdicts):
                    self.assertIn(title.lower()[1:20], verdict["text"].lower())
                rules = list(dict.fromkeys(row["rule"] for row in verdicts if row["severity"] != "info" and row["rule"]))
                self.browser.go("advise")
                shown = [rule for rule in self.rules() if rule in rules]
                self.assertEqual(shown, rules)

    def test_evidence_is_named_and_shown_once(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000] * 6, [1000] * 6, [3000] * 6])) as server:
                self.evidence_of(server)
        for profile in (GPU, SAGEMAKER):
            with served(profile) as server:
                self.evidence_of(server)

    def evidence_of(self, server):
        self.browser.open(server)
        self.browser.go("advise")
        tables = self.browser.js("""
            return [...document.querySelectorAll('.report > .report-section')].map((rule) =>
                [...rule.querySelectorAll('.report-section')].map((section) =>
                    [section.querySelector('h3').textContent, section.querySelector('table').innerText]));""")
        self.assertGreater(sum(len(own) for own in tables), 0)
        for own in tables:
            self.assertEqual(len({text for _, text in own}), len(own), own)
            for title, text in own:
                self.assertNotRegex(title, r"^(Rank|Device) ?\d*$")
                rows = [line for line in text.split("\n") if line.startswith("rank ")]
                if len(rows) > 1:
                    self.assertRegex(title, "by rank$")

    def test_a_bar_of_a_share_is_a_part_of_the_whole(self):
        with served(GPU) as server:
            self.browser.open(server)
            self.browser.go("ops?order_by=self_share&top=3")
            bars = self.browser.js("""
                return [...document.querySelectorAll('td.bar')].map((cell) =>
                    [Number(cell.dataset.value), parseFloat(cell.style.backgroundSize)]);""")
            self.assertGreater(len(bars), 1)
            self.assertNotIn(1, [share for share, _ in bars])
            for share, wide in bars:
                self.assertAlmostEqual(wide, 100 * share, delta=0.01)

    def test_links_lead_to_something_else(self):
        for profile in (SAGEMAKER, LOW_GPU, GPU):
            with served(profile) as server, self.subTest(profile=profile):
                self.browser.open(server)
                # The rule's own finding names the command that bears it out.
                self.browser.wait(lambda: not any(
                    "checkers=LowGPUUtilization" in (link.get_attribute("href") or "")
                    for link in self.browser.all(".finding a.more")), "links to evidence")
                for link in self.browser.all(".finding a.more"):
                    self.assertNotRegex(link.get_attribute("href"), r"#/overview$")

    def test_evidence_in_steps_has_their_chart_and_is_not_grey(self):
        with served("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz") as server:
            self.browser.open(server)
            self.browser.go("steps?select=total_us,input_us&order_by=total_us")
            names = self.browser.js("return [...document.querySelectorAll('tbody tr.mark')].map((row) =>"
                                    "row.cells[0].textContent)")
            self.assertEqual([name for name in names if name != "<outside steps>"], [])
            self.assertNotIn("grey rows", self.browser.text("main"))
            self.assertEqual(len(self.browser.all(".steps-picture")), 1)
            more = self.browser.find(".options details")
            self.assertIsNone(more.get_attribute("open"))
            self.assertIn("select total_us,input_us", more.text)
            self.browser.go("ops?show_name_regexes=ProfilerStep.*")
            self.assertIn("grey rows", self.browser.text("main"))

    def copied(self):
        self.browser.js("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        self.browser.press(".command-bar button")
        return self.browser.wait(lambda: self.browser.js("return window.copied"), "the command")

    def test_evidence_is_of_the_selected_step(self):
        with served(GPU) as server:
            self.browser.open(server)
            steps = self.browser.answer("steps")["rows"]
            number = next(row["number"] for row in steps if row["number"] is not None)
            self.browser.go(f"overview?step={number}")
            links = [link.get_attribute("href") for link in self.browser.all(".finding a.more")]
            self.assertTrue(links)
            for link in links:
                self.assertRegex(link, rf"[?&]step={number}\b")

    def test_a_copied_command_runs_in_a_shell(self):
        with served("testdata/ci/slower.pt.trace.json.gz", "testdata/ci/base.pt.trace.json.gz") as server:
            self.browser.open(server)
            self.browser.go("ops?where=type == 'aten::mm'&top=3")
            words = shlex.split(self.copied())
            self.assertEqual(words[0], "profiler")
            done = run.run(*words[1:], "-format", "json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn('"base_self_us"', done.stdout)
            self.assertIn("aten::mm", done.stdout)


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
