"""Views with -base, of the same files in another folder: rows are paired whatever the path."""

import pathlib
import shutil
import sys
import tempfile
import unittest

from run import ask, run, run_tests

PROFILES = ["testdata/kineto/torch_mlp", "testdata/kineto/torch_resnetish", "testdata/mlp",
            "testdata/sagemaker/sm_lowgpu", "testdata/xspace/syn_tpu1",
            "testdata/xspace/tf_compute_bound"]
VIEWS = ["buffers", "code", "collectives", "graph", "hlo", "idle", "input", "kernels", "launches",
         "memory", "metrics", "op", "ops", "phases", "roofline", "scope", "steps", "utilization"]


class MovedFiles(unittest.TestCase):
    def test_each_row_is_that_of_the_base(self):
        for profile in PROFILES:
            with tempfile.TemporaryDirectory() as folder:
                moved = shutil.copytree(profile, pathlib.Path(folder) / "moved")
                for view in VIEWS:
                    if run(view, profile).returncode != 0:  # `code` needs Python stacks
                        continue
                    with self.subTest(profile=profile, view=view):
                        report = ask(view, moved, "-base", profile)
                        for table in (report, *report.get("sections", [])):
                            lone = [row["name"] for row in table["rows"]
                                    if row.get("verdict") in ("added", "removed")]
                            self.assertEqual(lone, [])


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
