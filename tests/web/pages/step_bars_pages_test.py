"""The bars of steps: which are drawn whole, what they are of, and what is written below them."""

import re
import sys
import tempfile

from selenium.webdriver.common.keys import Keys

import run
from served import Browsing, served
import traces


class StepBars(Browsing):
    def heights_of_steps(self):
        return self.browser.settled("""
            const spans = new Map();
            for (const path of document.querySelectorAll('.steps-picture path[class^=f]')) {
              for (const [, x, height] of path.getAttribute('d')
                  .matchAll(/M([\\d.]+) [\\d.]+h[\\d.]+v([\\d.]+)/g)) {
                spans.set(x, (spans.get(x) ?? 0) + Number(height));
              }
            }
            return [...spans].sort((a, b) => a[0] - b[0]).map(([, height]) => height);""")

    def test_many_long_steps_are_drawn_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            times = [5000, 1000, 1000, 4000, 1000, 1000, 4500, 1000]
            with served(traces.fleet(folder, [times])) as server:
                self.browser.open(server)
                self.browser.go("steps")
                heights = self.heights_of_steps()
                for height, time in zip(heights, times, strict=True):
                    self.assertAlmostEqual(height / max(heights), time / max(times), delta=0.02)
                self.assertEqual(self.browser.all(".break"), [])

    def test_one_far_longer_step_is_cut_where_it_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            times = [9000] + [1000] * 11
            with served(traces.fleet(folder, [times])) as server:
                self.browser.open(server)
                self.browser.go("steps")
                self.assertEqual(len(self.browser.all(".break")), 1)
                self.assertIn("↑ 9 ms", self.browser.text(".steps-picture"))
                heights = self.heights_of_steps()
                self.assertLess(heights[0], heights[1] * 1.5)
                self.assertIn("bar shortened", self.browser.text(".legend"))

    def test_a_shortened_bar_has_its_parts_in_proportion(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            heights = self.browser.settled("""
                const first = (path) => path.getAttribute('d')
                    .match(/^M([\\d.]+) [\\d.]+h[\\d.]+v([\\d.]+)/).slice(1).map(Number);
                return [...document.querySelectorAll('.steps-picture path[class^=f]')].map(first)
                    .filter(([x], i, all) => x === all[0][0]).map(([, height]) => height);""")
            step = self.browser.answer("steps")["rows"][0]
            parts = [step[part] for part in ("input_us", "host_compute_us", "other_us")]
            self.assertGreater(step["total_us"], 100_000)
            for height, part in zip(heights, [part for part in parts if part > 0]):
                self.assertAlmostEqual(height / sum(heights), part / step["total_us"], delta=0.02)

    def test_steps_that_share_a_pixel_are_their_mean_and_range(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[800, 1000, 1200, 1000] * 600])) as server:
                self.browser.open(server)
                self.browser.go("steps")
                about = self.browser.text(".picture .canvas .about")
                of = int(re.fullmatch(r"Mean and range of up to (\d+) steps per bar\.", about).group(1))
                self.assertGreater(of, 1)
                heights = self.heights_of_steps()
                self.assertEqual(len(heights), -(-2400 // of))
                (lines,) = self.browser.settled("return [...document.querySelectorAll('.step-range')]"
                                               ".map((path) => path.getAttribute('d'))")
                ranges = [float(low) - float(high) for high, low in re.findall(r" ([\d.]+)V([\d.]+)", lines)]
                self.assertEqual(len(ranges), len(heights))
                self.assertLess(max(heights) - min(heights), max(ranges))
                # All steps of a bar are chosen.
                picture = self.browser.find(".steps-picture")
                self.browser.js("document.querySelector('.page').dataset.old = '1'")
                picture.send_keys(Keys.ARROW_RIGHT, Keys.ENTER)
                self.browser.wait_next()
                self.assertEqual(self.browser.hash(), f"#/steps?step=0..{of - 1}")
                self.assertEqual(len(self.heights_of_steps()), of)
                self.browser.go(f"overview?step=0..{of - 1}")
                self.assertEqual(len(self.browser.all(".chosen")), 1)

    def test_steps_have_round_numbers_below(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000] * 300])) as server:
                self.browser.open(server)
                labels = self.browser.settled("return [...document.querySelectorAll('.steps-picture text')]"
                                              ".map((text) => text.textContent)")
                numbers = [int(label) for label in labels if label.isdigit() and label != "0"]
                self.assertGreater(len(numbers), 4)
                self.assertEqual([number for number in numbers if number % 10 != 0], [])

    def test_the_selected_step_has_its_label(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000] * 300])) as server:
                self.browser.open(server)
                self.browser.go("overview?step=3")
                self.assertIn("step 3 (300 recorded)", self.browser.text(".facts"))
                labels, band = self.browser.settled("""
                    return [[...document.querySelectorAll('.steps-picture text')].map((text) => text.textContent),
                            Number(document.querySelector('.chosen').getAttribute('height'))];""")
                self.assertIn("3", labels)
                self.assertNotIn("0", labels[labels.index("3") - 1:])
                self.assertLess(band, 200)

    def test_steps_of_unknown_parts_have_bars_and_round_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.marked(folder, 2, 140)) as server:
                self.browser.open(server)
                self.browser.go("overview")
                bars, labels = self.browser.settled("""
                    const chart = document.querySelector('[data-section=steps] svg');
                    return [[...chart.querySelectorAll(':scope > path')].map((one) => one.getAttribute('d')).join(''),
                            [...chart.querySelectorAll('text')].map((one) => one.textContent)];""")
                self.assertEqual(bars.count("M"), 280)
                numbers = [int(text) for text in labels if text.isdigit() and int(text) > 0]
                self.assertGreater(len(numbers), 4)
                self.assertEqual({number % 10 for number in numbers}, {0})

    def test_a_bar_says_of_which_rank_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            times = [[1000 + 10 * step for step in range(9)]] * 3  # 27 bars
            with served(traces.fleet(folder, times)) as server:
                self.browser.open(server)
                self.browser.go("overview")
                labels = self.browser.settled("return [...document.querySelectorAll('.steps-picture text')]"
                                              ".map((text) => text.textContent)")
                self.assertEqual([label.replace("rank ", "") for label in labels if label in
                                  ("0", "1", "2", "rank 0", "rank 1", "rank 2")][-27:], ["0", "1", "2"] * 9)
                self.assertEqual([label for label in labels if label.startswith("step ")],
                                 [f"step {number}" for number in range(9)])


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
