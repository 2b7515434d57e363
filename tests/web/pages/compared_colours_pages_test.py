"""Colours of a comparison: only what is judged has one, and pictures have those of their legend."""

import sys

import run
from compared import Compared


class ComparedColours(Compared):
    def test_changes_of_totals_have_colours(self):
        self.browser.go("scope")
        slower = [row for row in self.browser.answer(self.browser.text(".command-bar code"))["rows"]
                  if row["verdict"] == "slower"]
        self.assertTrue(slower)
        self.assertTrue(self.browser.settled("return document.querySelectorAll('td.worse').length > 0"))

    def test_what_is_not_judged_has_no_colour(self):
        self.browser.go("steps")
        verdicts = {row["verdict"] for row in self.browser.answer("steps")["rows"]}
        self.assertLessEqual(verdicts, {None, "same"})
        self.assertEqual(self.browser.settled(
            "return document.querySelectorAll('td.worse, td.better').length"), 0)

    def test_an_icicle_is_coloured_by_change(self):
        self.browser.go("scope")
        legend = self.browser.text(".icicle .legend")
        for said in ("more than in the base", "less than in the base", "no clear change", "pale: by less than 10"):
            self.assertIn(said, legend)
        worse, fills, measures = self.browser.settled("""
            const pen = CanvasRenderingContext2D.prototype, own = pen.fillRect, fills = new Set();
            pen.fillRect = function (...box) { fills.add(this.fillStyle); own.apply(this, box); };
            dispatchEvent(new Event('themechange'));
            pen.fillRect = own;
            return [getComputedStyle(document.documentElement).getPropertyValue('--error').trim(), [...fills],
                    [...document.querySelectorAll('.icicle option')].map((option) => option.value)];""")
        # The scopes that took longer, which a test above finds.
        self.assertIn(worse, fills)
        self.assertLessEqual(len(fills), 3)
        self.assertEqual([name for name in measures if "ratio" in name], [])

    def test_an_icicle_is_painted_as_its_legend_says(self):
        for theme in ("light", "dark"):
            self.browser.go("scope")
            self.browser.js("document.documentElement.dataset.theme = arguments[0]", theme)
            self.addCleanup(self.browser.js, "delete document.documentElement.dataset.theme")
            painted, dots, text = self.browser.settled("""
                const pen = CanvasRenderingContext2D.prototype, own = pen.fillRect, fills = new Set();
                pen.fillRect = function (...box) { fills.add(`${this.fillStyle} ${this.globalAlpha}`); own.apply(this, box); };
                dispatchEvent(new Event('themechange'));
                pen.fillRect = own;
                const style = getComputedStyle(document.documentElement);
                const numbers = (color) => {
                  const test = document.createElement('canvas').getContext('2d');
                  test.fillStyle = color;
                  test.fillRect(0, 0, 1, 1);
                  return [...test.getImageData(0, 0, 1, 1).data].slice(0, 3);
                };
                const paper = numbers(style.getPropertyValue('--paper'));
                const mixed = (fill) => {
                  const [color, alpha] = fill.split(' ');
                  return numbers(color).map((value, i) => alpha * value + (1 - alpha) * paper[i]);
                };
                const dots = [...document.querySelectorAll('.icicle .dot')].map((dot) =>
                    numbers(getComputedStyle(dot, '::before').backgroundColor));
                return [[...fills].map(mixed), dots, numbers(style.getPropertyValue('--text'))];""")
            light = lambda color: sum(weight * ((c / 255 + 0.055) / 1.055) ** 2.4
                                      for weight, c in zip((0.2126, 0.7152, 0.0722), color))
            self.assertEqual(len(dots), 5)
            for fill in painted:
                with self.subTest(theme=theme, fill=fill):
                    near = [dot for dot in dots if max(abs(a - b) for a, b in zip(dot, fill)) <= 2.5]
                    self.assertTrue(near, dots)
                    low, high = sorted((light(fill), light(text)))
                    self.assertGreater((high + 0.05) / (low + 0.05), 4.4)
            # A strong change is as far from the paper as texts allow.
            low, high = sorted((light(dots[0]), light(text)))
            self.assertLess((high + 0.05) / (low + 0.05), 6)

    def test_only_what_the_verdicts_are_about_has_a_colour(self):
        self.browser.go("scope")
        coloured = self.browser.settled("""
            const names = [...document.querySelectorAll('thead button')].map((button) => button.dataset.column);
            return [...document.querySelectorAll('td.number.worse, td.number.better')]
                .map((cell) => names[cell.cellIndex]);""")
        self.assertTrue(coloured)
        self.assertLessEqual(set(coloured), {"total_delta_micros", "total_ratio_micros"})
        # Sorted by another measure, it is that which is judged.
        self.browser.go("ops?order_by=total_us")
        coloured = self.browser.settled("""
            const names = [...document.querySelectorAll('thead button')].map((button) => button.dataset.column);
            return [...document.querySelectorAll('td.number.worse, td.number.better')]
                .map((cell) => names[cell.cellIndex]);""")
        self.assertLessEqual(set(coloured), {"delta_total_us", "ratio_total_us"})


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
