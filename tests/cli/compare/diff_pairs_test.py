"""`diff`: which rows of both profiles are the same though their names or places changed."""

import re
import sys

from diff_case import DiffCase
from made_trace import made, rows, section
from run import ask, run_tests


class DiffPairs(DiffCase):
    def test_renamed_ops_are_paired_and_listed(self):
        report = self.diff(self.new(suffix=17))
        ops = rows(report, "ops")
        self.assertEqual(len(ops), 5)
        for name, row in ops.items():
            number = int(name.split(".")[1])
            self.assertEqual(row["base_name"], f"fusion.{number - 17}")
        matched = [row for row in section(report, "matched")["rows"] if row["section"] == "ops"]
        self.assertEqual({row["name"] for row in matched}, set(ops))

    def test_kernels_with_other_tile_sizes_are_paired(self):
        base = made(self.folder / "base64.json", 1, kernels="gemm_v{}", tile="_128x64")
        new = self.new(kernels="gemm_v{}", tile="_128x128")
        kernels = rows(ask("diff", new, "-base", base), "kernels")
        self.assertEqual({(name, row["base_name"]) for name, row in kernels.items()},
                         {(f"gemm_v{n}_128x128", f"gemm_v{n}_128x64") for n in range(5)})

    def test_lines_that_moved_are_paired(self):
        base = made(self.folder / "lines.json", 1, lines=True)
        report = ask("diff", self.new(lines=True, shift=3), "-base", base)
        lines = rows(report, "lines")
        for n in range(5):
            row = lines[f"train.py:{10 * (n + 1) + 3} (layer_{n})"]
            self.assertEqual(row["base_name"], f"train.py:{10 * (n + 1)} (layer_{n})")

    def test_lines_of_a_renamed_file_are_paired_by_their_numbers(self):
        paths = []
        for name, seed, file in (("old.json", 1, "train_old.py"), ("new.json", 2, "train_new.py")):
            path = made(self.folder / name, seed, lines=True)
            text = re.sub(r"layer_\d", "forward", path.read_text().replace("train.py", file))
            path.write_text(text)
            paths.append(path)
        verdicts = {row["verdict"] for row in rows(ask("diff", paths[1], "-base", paths[0]), "lines").values()}
        self.assertFalse(verdicts & {"added", "removed"}, verdicts)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
