"""Every page of a profile of each kind loads, without a complaint of the browser."""

import sys
import unittest

import run
from served import PAGES, Browser, served

BROWSER = None
# A profile, the base it is compared with, and its pages.
KINDS = {
    "tfprof": ("testdata/mlp/profile_1055", None, PAGES),
    "kineto": ("testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz", None, PAGES),
    "xspace": ("testdata/xspace/syn_gpu2", None, PAGES),
    "tpu": ("testdata/xspace/syn_tpu1", None,
            ["overview", "hlo", "op_profile", "roofline", "steps", "utilization", "collectives"]),
    "jax": ("testdata/xspace/jax_bf16_scan", None, ["overview", "buffers", "memory", "hlo", "code"]),
    "sagemaker": ("testdata/sagemaker/sm_imbalance", None,
                  ["overview", "steps", "metrics", "phases", "fleet", "advise", "info"]),
    "metrics": ("testdata/metrics/nvidia_smi/gpu.csv", None, PAGES),
    "compared": ("testdata/ci/slower.pt.trace.json.gz", "testdata/ci/base.pt.trace.json.gz",
                 PAGES + ["diff"]),
}


class AllPages(unittest.TestCase):
    def setUp(self):
        global BROWSER
        BROWSER = BROWSER or Browser()

    def check_kind(self, kind):
        profile, base, pages = KINDS[kind]
        with served(profile, base) as server:
            BROWSER.open(server)
            for page in pages:
                with self.subTest(page=page):
                    BROWSER.go(page)
                    self.check_page(page)

    def check_page(self, page):
        # A page whose view cannot answer says why, which is no failure.
        self.assertEqual(BROWSER.failure(), "")
        self.assertEqual(BROWSER.errors(), [])
        self.assertTrue(BROWSER.text("h1"))
        wide = BROWSER.js("return document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(wide, 0, "the page is wider than the window")
        nameless = BROWSER.js("""return [...document.querySelectorAll('button, input, select, a')]
            .filter((item) => item.offsetParent && !item.textContent.trim() &&
                !item.getAttribute('aria-label') && !(item.labels && item.labels.length))
            .map((item) => item.outerHTML)""")
        self.assertEqual(nameless, [], "controls without a name")


for name in KINDS:
    setattr(AllPages, f"test_{name}", lambda self, name=name: self.check_kind(name))

if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
