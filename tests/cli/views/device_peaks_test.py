"""-device_peaks: what devices can do, as the user knows it.

Run as: device_peaks_test.py PROFILER [TEST...]
"""

import json
import pathlib
import sys
import tempfile
import unittest

from run import ask, run, run_tests

PROFILE = "testdata/xspace/syn_gpu1"
TPU = "testdata/xspace/syn_tpu1"


class DevicePeaks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "peaks.toml"

    def given(self, text):
        self.path.write_text(text)
        return "-device_peaks", str(self.path)

    def roof(self, *args):
        answer = ask("roofline", PROFILE, *args)
        (roof,) = [section for section in answer["sections"] if section["id"] == "roofs"]
        return roof["rows"][0]

    def test_they_count_before_what_the_table_says(self):
        before = self.roof()
        roof = self.roof(*self.given('[[device]]\nmodel = "Nvidia 8.0"\nteraflops = 100\n'))
        self.assertEqual(roof["peak_flops_per_second"], 100e12)
        self.assertEqual(roof["peak_bytes_per_second"], before["peak_bytes_per_second"])
        roof = self.roof(*self.given('[[device]]\nmodel = "H100"\nteraflops = 100\n'))
        self.assertEqual(roof, before)

    def test_the_first_that_fits_counts(self):
        roof = self.roof(*self.given("""
            [[device]]
            model = "Nvidia"
            memory_gigabytes = 1
            [[device]]
            model = "Nvidia 8.0"
            teraflops = 2
            memory_gigabytes = 3
        """))
        self.assertEqual(roof["peak_bytes_per_second"], 1e9)
        self.assertNotEqual(roof["peak_flops_per_second"], 2e12)

    def test_shares_are_of_them(self):
        (row,) = ask("op_profile", TPU, "-max_depth", "1")["rows"][:1]
        roofs = [section for section in ask("roofline", TPU)["sections"] if section["id"] == "roofs"]
        model = roofs[0]["rows"][0]["name"]
        teraflops = roofs[0]["rows"][0]["peak_flops_per_second"] / 1e12
        given = self.given(f'[[device]]\nmodel = {json.dumps(model)}\nteraflops = {teraflops * 2}\n')
        (halved,) = ask("op_profile", TPU, "-max_depth", "1", *given)["rows"][:1]
        shares = [row["flops_utilization"] for row in (row, halved)]
        self.assertGreater(shares[0], 0)
        self.assertAlmostEqual(shares[0], 2 * shares[1], places=6)

    def error(self, text):
        done = run("roofline", PROFILE, *self.given(text))
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        return done.stderr.replace(str(self.path), "F")

    def test_errors_name_the_line(self):
        self.assertIn("F:3: 'teraflop' is no key of a device; did you mean 'teraflops'?",
                      self.error('[[device]]\nmodel = "A"\nteraflop = 1\n'))
        self.assertIn("F:3: teraflops must be a number above 0",
                      self.error('[[device]]\nmodel = "A"\nteraflops = -1\n'))
        self.assertIn("F:1: the device misses model", self.error("[[device]]\nteraflops = 1\n"))
        self.assertIn("F:1: the device has no peak", self.error('[[device]]\nmodel = "A"\n'))
        self.assertIn("F:1: 'x' is not expected", self.error("x = 1\n"))
        self.assertIn("F has no [[device]]", self.error(""))
        self.assertIn("F:1: ", self.error("[[device\n"))

    def test_a_missing_file(self):
        done = run("roofline", PROFILE, "-device_peaks", str(self.path))
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot read the peaks in", done.stderr)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
