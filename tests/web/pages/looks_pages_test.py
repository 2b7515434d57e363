"""How the pages look: a picture of each, light and dark, at three widths, and nothing broken in it.

The pictures are kept: bazel-testlogs/tests/web/pages/looks_pages_test/test.outputs."""

import base64
import os
import pathlib
import sys
import tempfile
import unittest

import run
from served import Browser, served

BROKEN = pathlib.Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
WIDTHS = (900, 1400, 3000)
# Of each kind of profile the pages that it has most to show on; together these are all pages.
KINDS = {
    "tfprof": ("testdata/mlp/profile_1055", None,
               ["overview", "code", "scope", "graph", "op", "info"]),
    "kineto": ("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz", None,
               ["overview", "ops", "kernels", "idle"]),
    "xspace": ("testdata/xspace/syn_gpu2", None,
               ["overview", "advise", "memory", "launches", "utilization", "collectives", "sql",
                "ask?_q=ops+-top+3"]),
    "input": ("testdata/xspace/tf_file_input", None, ["input"]),
    "tpu": ("testdata/xspace/syn_tpu1", None, ["overview", "hlo", "op_profile", "roofline", "fleet"]),
    "jax": ("testdata/xspace/jax_bf16_scan", None, ["overview", "buffers"]),
    "sagemaker": ("testdata/sagemaker/sm_cpubottleneck", None,
                  ["overview", "steps", "metrics", "phases"]),
    "metrics": ("testdata/metrics/nvidia_smi/gpu.csv", None, ["metrics"]),
    "compared": ("testdata/ci/slower.pt.trace.json.gz", "testdata/ci/base.pt.trace.json.gz",
                 ["overview", "diff"]),
}


class Looks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        kept = os.environ.get("TEST_UNDECLARED_OUTPUTS_DIR")
        cls.folder = None if kept else tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(kept or cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()
        if cls.folder:
            cls.folder.cleanup()

    def check_kind(self, kind):
        profile, base, pages = KINDS[kind]
        with served(profile, base) as server:
            self.browser.open(server)
            for route in pages:
                self.browser.go(route)
                self.check_page(kind, route.partition("?")[0])

    def check_page(self, kind, page):
        for width in WIDTHS:
            height = self.browser.whole_page(width)
            with self.subTest(page=page, width=width):
                self.assertEqual(self.browser.js(BROKEN), [])
            for theme in ("light", "dark"):
                self.browser.js("document.documentElement.dataset.theme = arguments[0];"
                                "dispatchEvent(new Event('themechange'))", theme)
                self.keep(f"{kind}_{page}_{width}_{theme}.png", width, height)
        with self.subTest(page=page):
            self.assertEqual(self.browser.failure(), "")
            self.assertEqual(self.browser.errors(), [])

    def keep(self, name, width, height):
        self.browser.settled("return 0")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        picture = self.browser.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "format": "png", "optimizeForSpeed": True, "clip": clip})
        (self.out / name).write_bytes(base64.b64decode(picture["data"]))


class Planted(unittest.TestCase):
    def test_what_is_broken_is_found(self):
        fine = "<p style='width: 90px'>Text</p><button>One</button>"
        broken = {
            "wider": "<p style='width: 3000px'>Text</p>",
            "cut": "<p style='width: 20px; overflow: hidden; white-space: nowrap'>A long text</p>",
            "name cut": "<table><tbody><tr><th title='one'>a…b</th></tr></tbody></table>",
            "controls": "<button style='margin-right: -20px'>One</button><button>Two</button>",
            "labels": "<svg role='img' width='90' height='20'><text y='9'>One</text>"
                      "<text y='12'>Two</text></svg>",
            "label outside": "<svg role='img' width='20' height='20'><text y='9'>A long one</text></svg>",
        }
        browser = Browser()
        self.addCleanup(browser.driver.quit)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "page.html")

            def problems(body):
                path.write_text(f"<!doctype html><body>{body}", encoding="utf-8")
                browser.driver.get(path.as_uri())
                return browser.js(BROKEN)

            self.assertEqual(problems(fine), [])
            for what, body in broken.items():
                found = problems(fine + body)
                self.assertTrue(found and found[0].startswith(what), (what, found))


for name in KINDS:
    setattr(Looks, f"test_{name}", lambda self, name=name: self.check_kind(name))

if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
