"""What is shown can be seen: pictures are drawn, no number is cut, controls are alike, and contrasts are those of
WCAG AA."""

import sys

import run
from selenium.webdriver.common.keys import Keys
from served import Pages, served

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

# The contrast of the edge of the first control of a kind against its own ground.
EDGE = """
const light = (text) => text.match(/[\\d.]+/g).map(Number).slice(0, 3).map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const style = getComputedStyle(document.querySelector(arguments[0]));
const [high, low] = [light(style.borderTopColor), light(style.backgroundColor)].sort((a, b) => b - a);
return (high + 0.05) / (low + 0.05);
"""

SMALL = ".command-bar button, .tools button, .picture-tools select, .picture-tools button, .map-choice select"


class Seen(Pages):
    profile = "testdata/xspace/syn_gpu2"

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

    def test_edges_of_controls_are_seen(self):
        browser = self.browser
        browser.go("op_profile")
        for theme in ("light", "dark"):
            browser.js("document.documentElement.dataset.theme = arguments[0]", theme)
            for selector in ("#steps", ".command-bar button", ".picture-tools select"):
                self.assertGreaterEqual(browser.js(EDGE, selector), 3, (theme, selector))
        browser.js("delete document.documentElement.dataset.theme")

    def test_small_controls_have_one_height(self):
        heights = set()
        for page in ("op_profile", "memory"):
            self.browser.go(page)
            self.browser.wait(lambda: self.browser.all(".picture"), "a picture")
            heights.update(self.browser.settled(f"""
                return [...document.querySelectorAll('{SMALL}')]
                    .map((one) => Math.round(one.getBoundingClientRect().height));"""))
        self.assertEqual(heights, {26})

    def test_the_ring_of_a_picture_is_inside(self):
        # What is around a picture cuts what stands beyond it.
        self.browser.go("op_profile")
        picture = self.browser.find(".icicle canvas")
        picture.send_keys(Keys.ARROW_DOWN)
        style, offset = self.browser.js("const { outlineStyle, outlineOffset } = getComputedStyle(arguments[0]);"
                                        "return [outlineStyle, outlineOffset]", picture)
        self.assertEqual(style, "solid")
        self.assertLess(float(offset.removesuffix("px")), 0)

    def test_areas_of_a_map_have_their_names(self):
        browser = self.browser
        with served("testdata/xspace/jax_bf16_scan") as server:
            browser.open(server)
            browser.go("buffers")
            named, cut = browser.settled("""
                const areas = [...document.querySelectorAll('.treemap .area')]
                    .filter((one) => one.clientWidth > 64 && one.clientHeight > 24);
                return [areas.map((one) => one.textContent !== ''),
                        areas.filter((one) => one.querySelector('small')?.scrollWidth > one.clientWidth).length]""")
            self.assertGreater(len(named), 5)
            self.assertTrue(all(named))
            self.assertEqual(cut, 0)
        browser.open(self.server)


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
