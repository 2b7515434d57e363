"""The page of metrics: what its charts draw is what was recorded."""

import pathlib
import re
import shlex
import sys
import tempfile

import run
from selenium.webdriver.common.by import By
from served import Pages, points, served

PROFILE = "testdata/sagemaker/sm_cpubottleneck"
GPU = "GPUUtilization · algo-1"

# The lines, bands and single points of a chart, as numbers.
DRAWN = """
const chart = [...document.querySelectorAll('.charts .picture')]
    .find((one) => one.querySelector('figcaption').textContent === arguments[0]);
return {lines: [...chart.querySelectorAll('path.line')].map((path) => path.getAttribute('d')),
        bands: [...chart.querySelectorAll('path.band')].map((path) => path.getAttribute('d')),
        alone: chart.querySelectorAll('circle.alone').length,
        about: chart.querySelector('.about')?.textContent,
        labels: [...chart.querySelectorAll('.axis text')].map((text) => text.textContent)};
"""


def heights(path):
    return [y for _, y in points(path)]


class Metrics(Pages):
    profile = PROFILE

    def drawn(self, route, chart=GPU):
        self.browser.go(route)
        self.browser.wait(lambda: self.browser.all(".charts svg"), "charts")
        self.assertEqual(self.browser.errors(), [])
        return self.browser.js(DRAWN, chart)

    def test_nodes_are_compared_on_one_axis_below_each_other(self):
        with served("testdata/sagemaker/sm_imbalance") as server:
            browser = self.browser_of(server)
            browser.go("metrics")
            browser.wait(lambda: browser.all(".charts svg"), "charts")
            groups = browser.settled("""
                return [...document.querySelectorAll('.stacked')].map((group) =>
                    [...group.querySelectorAll('.picture')].map((one) => [
                        one.querySelector('figcaption').textContent, one.getBoundingClientRect().left,
                        [...one.querySelectorAll('.axis text[text-anchor=end]')].map((text) => text.textContent)]));""")
            self.assertGreater(len(groups), 3)
            for one, other in groups:
                self.assertEqual(one[0].replace("algo-1", "algo-2"), other[0])
                self.assertEqual(one[1:], other[1:])
            usage = next(group for group in groups if group[0][0].startswith("CPUUtilization"))
            self.assertIn("100 %", usage[0][2])

    def test_lines_in_cells_say_how_high_they_are(self):
        with served("testdata/sagemaker/sm_imbalance") as server:
            browser = self.browser_of(server)
            browser.go("metrics")
            shown = browser.js("""
                return [...document.querySelectorAll('.spark')].map((line) =>
                    /^up to ([\\d.,]+)/.exec(line.nextSibling?.textContent ?? '')?.[1]);""")
            self.assertGreater(len(shown), 3)
            series = next(one for one in browser.answer("metrics")["sections"] if one["id"] == "over_time")["rows"]
            for text, row in zip(shown, series):
                most = max(value for value in row["values"] if value is not None)
                self.assertAlmostEqual(float(text.replace(",", "")), most, delta=0.006 * abs(most) + 1e-9)
            self.assertEqual(browser.all(".picture figcaption small"), [])

    def test_a_band_shows_the_range_that_means_hide(self):
        chart = self.drawn("metrics")
        self.assertEqual(len(chart["bands"]), 2)  # two GPUs
        rows = [row for row in self.browser.answer("metrics")["rows"]
                if row["dimension"] == "GPUUtilization"]
        # The plot is 140 or so pixels high, from 0 to a little above the greatest value.
        plot = self.browser.js(
            "const lines = [...document.querySelectorAll('.charts .picture.wide .axis line')]"
            ".map((line) => Number(line.getAttribute('y1'))); return Math.max(...lines);")
        for band, row in zip(chart["bands"], rows):
            ys = heights(band)
            scale = (plot - min(ys)) / row["max"]
            self.assertAlmostEqual((plot - max(ys)) / scale, row["min"], delta=1)
        self.assertRegex(chart["about"], r"^Mean and range of \d+ samples per point\.$")

    def test_few_samples_are_all_drawn(self):
        chart = self.drawn("metrics?step=100..110")
        count = self.browser.answer("metrics -step 100..110")["rows"][0]["count"]
        for line in chart["lines"]:
            self.assertEqual(len(heights(line)), count)
        self.assertEqual(chart["about"], "Each point is a sample.")

    def test_a_sample_alone_is_a_dot_and_gaps_are_not_bridged(self):
        # Spans far shorter than the samples are apart make no line of their own.
        chart = self.drawn("metrics?every=1s&where=count>0&step=100,101,300,301")
        runs = len(re.findall("M", "".join(chart["lines"]))) + chart["alone"]
        self.assertGreaterEqual(runs, 4)  # two stretches of two GPUs

    def test_times_are_round(self):
        labels = self.drawn("metrics")["labels"]
        times = [label for label in labels if label.endswith(" min")]
        self.assertGreater(len(times), 2)
        for label in times:
            self.assertRegex(label, r"^\d+ min$")

    def test_phases_and_dips_are_on_the_axis_of_the_metrics(self):
        browser = self.browser
        browser.go("metrics")
        browser.wait(lambda: browser.all(".phase rect"), "phases")
        for chart in browser.all(".charts .picture"):
            title = chart.find_element(By.TAG_NAME, "figcaption").text
            dips = chart.find_elements(By.CSS_SELECTOR, "rect.dip")
            self.assertEqual(len(dips) > 0, title == GPU, title)
        phases = browser.answer("phases")["sections"][0]["rows"]
        self.assertEqual(browser.js("return [...document.querySelector('.charts svg')"
                                    ".querySelectorAll('.phase title')].map((t) => t.textContent)"),
                         [row["name"].replace("_", " ") for row in phases])
        self.assertEqual(browser.errors(), [])

    def test_dips_are_seen_apart(self):
        self.drawn("metrics")
        spans = self.browser.js("""
            return [...document.querySelectorAll('.picture.wide rect.dip')].map((dip) =>
                [Number(dip.getAttribute('x')), Number(dip.getAttribute('width'))]);""")
        starts = sorted({round(x, 1): width for x, width in spans}.items())
        gaps = [after[0] - before[0] - before[1] for before, after in zip(starts, starts[1:])]
        self.assertGreater(sum(gap > 1 for gap in gaps), len(starts) / 2)

    def test_dips_do_not_cover_the_curves(self):
        self.drawn("metrics")
        heights = self.browser.js("""
            return [...document.querySelectorAll('.picture.wide rect.dip')].map((dip) =>
                Number(dip.getAttribute('height')));""")
        self.assertGreater(len(heights), 0)
        self.assertLess(max(heights), 10)

    def test_phases_with_the_work_of_gpus_are_no_host_compute(self):
        self.browser.go("steps")
        parts = [item.text for item in self.browser.all(".legend .dot")]
        self.assertIn("framework phases (host and GPU)", parts)
        self.assertNotIn("host compute", parts)

    def test_evidence_of_each_finding_is_shown(self):
        browser = self.browser
        browser.go("advise")
        links = [(link.get_attribute("href"), link.get_attribute("title"))
                 for link in browser.all(".finding a.more")]
        self.assertTrue(any("-format" in command for _, command in links), links)
        for link, command in links:
            with self.subTest(command=command):
                browser.go(link.partition("#/")[2])
                self.assertEqual(browser.failure(), "")
                words = shlex.split(command)
                self.assertEqual(browser.command().split()[0], words[0])
                self.assertNotIn("-format", browser.command())

    def test_of_many_lines_those_are_drawn_that_differ(self):
        # Two GPUs work far less than the others, and stand behind the tenth.
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "gpu.csv")
            path.write_text("timestamp, index, utilization.gpu [%]\n" + "".join(
                f"2026/11/22 02:35:{second:02}.017, {gpu}, {(2 if gpu in (12, 15) else 80) + second * (gpu + 1) % 17} %\n"
                for second in range(40) for gpu in range(16)), encoding="utf-8")
            with served(path) as server:
                browser = self.browser_of(server)
                browser.go("metrics")
                rows = browser.answer("metrics")["rows"]
                self.assertEqual(len(rows), 16)
                names = [item.text for item in browser.all(".picture .legend .dot")]
                self.assertEqual(len(names), 10)
                idle = [row["name"] for row in rows if row["mean"] < 50]
                self.assertEqual(len(idle), 2)
                self.assertLessEqual(set(idle), set(names))
                self.assertIn("10 of 16 are drawn: the median one, and those whose means are furthest from it.",
                              browser.text(".picture .about"))


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
