"""Metrics with bad clocks, cells or origins: metric_damage_test.py PROFILER [TEST...]"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from run import PROFILER, run, run_tests

TESTDATA = pathlib.Path("testdata").resolve()
LOW_GPU = TESTDATA / "sagemaker/sm_lowgpu"
GPU_CSV = TESTDATA / "metrics/nvidia_smi/gpu.csv"
TRACE = TESTDATA / "metrics/torch_checkpoint/trace.pt.trace.json.gz"
DAY_S = 86400


def metrics(*arguments):
    """The rows, and the messages on stderr."""
    done = run("metrics", *arguments, "-format", "json")
    assert done.returncode == 0, done.stderr
    found = []
    for row in json.loads(done.stdout)["rows"]:
        found.append({"name": row["name"], **row.get("values", row)})
    return found, done.stderr


def line(time, node="algo-1", value=3):
    return json.dumps({"Type": "gpu", "Name": "gpu0", "Dimension": "GPUUtilization",
                       "Value": value, "NodeId": node, "Timestamp": time}) + "\n"


class Damage(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def recording(self, name, begin, shift=0):
        """A folder of three files with ten samples each."""
        for i in range(0, 30, 10):
            moved = shift if i == 10 else 0
            self.write(f"{name}/profiler-output/system/incremental/2023111607/"
                       f"{begin + i}.algo-1.json",
                       "".join(line(begin + moved + i + j) for j in range(10)))
        return self.folder / name

    def column(self, text, name="x"):
        path = self.write("m.csv", text)
        found, said = metrics(path)
        return {row["name"]: row for row in found}.get(name), said


class Clocks(Damage):

    def test_one_stray_file_that_sorts_first_costs_itself(self):
        shutil.copytree(LOW_GPU, self.folder / "job")
        before, _ = metrics(LOW_GPU)
        hours = next((self.folder / "job").rglob("incremental"))
        (hours / "2010010100").mkdir()
        (hours / "2010010100/1262304000.algo-2.json").write_text(line(1262304000, "algo-2"))
        rows, said = metrics(self.folder / "job")
        self.assertEqual(rows, before)
        self.assertIn("wrong_clock, 1 time", said)

    def test_recordings_of_different_years_are_read_together(self):
        early = self.recording("early", 1700120580)
        late = self.recording("late", 1700120580 + 200 * DAY_S)
        rows, said = metrics(early, late)
        self.assertEqual(sum(row["count"] for row in rows), 60)
        self.assertNotIn("wrong_clock", said)

    def test_a_jump_of_a_day_is_told_of_its_file(self):
        _, said = metrics(self.recording("good", 1700120580))
        self.assertEqual(said, "")
        rows, said = metrics(self.recording("job", 1700120580, DAY_S))
        self.assertEqual(rows[0]["count"], 30)
        self.assertIn("1700120590.algo-1.json", said)
        self.assertIn("clock_jump, 10 times", said)

    def test_a_row_with_a_wrong_clock_costs_itself_wherever_it_stands(self):
        for wrong in range(21):
            times = [f"{1700120580 + i},2\n" for i in range(21)]
            times[wrong] = "2010-01-01T00:00:00Z,1\n"
            x, said = self.column("time,x\n" + "".join(times))
            self.assertEqual((x["count"], x["min"]), (20, 2), wrong)
            self.assertIn("far_row_time, 1 time", said)

    def test_numbers_count_what_the_name_of_the_column_says(self):
        for unit, scale in (("s", 1), ("ms", 1000), ("us", 10**6), ("ns", 10**9)):
            rows = "".join(f"{int(scale * i / 2)},{i}\n" for i in range(0, 10, 2))
            path = self.write("m.csv", f"time_{unit},x\n{rows}")
            done = run("info", path)
            self.assertRegex(done.stdout, r"time_span +- +4\.?0* s", unit)


class Cells(Damage):

    def test_one_bad_cell_costs_itself(self):
        for bad in ("inf", "-inf", "nan", "1e999", "oops"):
            for at in (0, 3):
                cells = ["5"] * 8
                cells[at] = bad
                x, said = self.column("time,x,y\n" + "".join(
                    f"{1700120580 + i},{cell},1\n" for i, cell in enumerate(cells)))
                self.assertEqual((x["count"], x["mean"]), (7, 5), (bad, at))
                self.assertIn("bad_number, 1 time", said)

    def test_a_column_of_texts_is_none(self):
        x, _ = self.column("time,x,y\n" + "".join(
            f"{1700120580 + i},A100,1\n" for i in range(8)))
        self.assertIsNone(x)

    def test_shares_below_zero_are_left_out_and_what_may_be_negative_stays(self):
        text = "time,gpu_util,x\n1700120580,-5,-5\n1700120581,7,7\n"
        rows, said = metrics(self.write("m.csv", text))
        least = {row["dimension"]: row["min"] for row in rows}
        self.assertEqual(least, {"GPUUtilization": 7, "x": -5})
        self.assertIn("negative_value, 1 time", said)

    def test_repeated_samples_count_once(self):
        x, _ = self.column("time,x\n" + "1700120580,5\n" * 3 + "1700120580,6\n1700120581,5\n")
        self.assertEqual(x["count"], 3)

    def test_equal_values_of_two_ranks_are_no_repeats(self):
        rows = "time,host,rank,x\n" + "1700120580,a,0,5\n1700120580,a,1,5\n" * 2
        found, _ = metrics(self.write("m.csv", rows))
        self.assertEqual([(row["name"], row["dimension"], row["count"]) for row in found],
                         [("rank 0", "x", 1), ("rank 1", "x", 1)])

    def test_gpus_of_ranks_are_devices(self):
        for ranks, gpus in ((("0", "1"), ["gpu0", "gpu1"]), (("3",), ["gpu0"])):
            rows = "".join(f"1700120580,a,{rank},5\n" for rank in ranks)
            found, _ = metrics(self.write("m.csv", "time,host,rank,gpu_util\n" + rows))
            self.assertEqual([row["name"] for row in found], gpus)

    def test_very_many_columns_take_no_longer_for_it(self):
        names = ",".join(f"cpu{i}_idle" for i in range(60000))
        head = self.write("m.jsonl", '{"time":1700120580,"cpu0_idle":1}\n{"time":1700120581,' +
                          ",".join(f'"{name}":1' for name in names.split(",")) + "}\n")
        done = subprocess.run([PROFILER, "info", head], capture_output=True, check=False,
                              timeout=20)
        self.assertEqual(done.returncode, 0)


class Origins(Damage):

    def test_metrics_of_another_year_are_not_of_the_folders_node(self):
        alone, _ = metrics(LOW_GPU)
        rows, _ = metrics(LOW_GPU, f"--metrics_path={GPU_CSV}")
        self.assertEqual([row for row in rows if row["node"] == "algo-1"], alone)
        begin = 1700120600
        near = self.write("near.csv", "time,x\n" + "".join(
            f"{begin + i},{i}\n" for i in range(5)))
        node = self.recording("job", begin - 20)
        rows, _ = metrics(node, f"--metrics_path={near}")
        self.assertEqual({row["node"] for row in rows}, {"algo-1"})

    def test_a_list_of_files(self):
        files = [self.write(f"{name}.csv", f"time,{name}\n1700120580,1\n") for name in "ab"]
        rows, _ = metrics(f"--metrics_path={files[0]},{files[1]}")
        self.assertEqual({row["name"] for row in rows}, {"a", "b"})

    def test_what_holds_no_metrics_is_told(self):
        alone, _ = metrics(GPU_CSV)
        rows, said = metrics(GPU_CSV, f"--metrics_path={TRACE}")
        self.assertEqual(rows, alone)
        self.assertIn("no_metrics, 1 time", said)
        done = run("metrics", f"--metrics_path={TRACE}")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("--profile_path", done.stderr)

    def test_settings_alone_are_told(self):
        settings = next(TESTDATA.rglob("profilerconfig.json"))
        self.assertIn("only_settings", run("info", settings).stderr)
        self.assertNotIn("only_settings", run("info", LOW_GPU).stderr)


class Values(Damage):

    def test_limits_with_units(self):
        path = self.write("m.csv", "time,memory_bytes\n" + "".join(
            f"{1700120580 + i},{int(1e9 * (2 if i in (4, 5) else 1))}\n" for i in range(10)))
        asked = ["dips", path, "-metric", "memory_bytes", "-above"]
        with_unit, plain = run(*asked, "1.5GB"), run(*asked, "1500000000")
        self.assertEqual(with_unit.returncode, 0, with_unit.stderr)
        self.assertEqual(with_unit.stdout, plain.stdout)
        self.assertEqual(run(*asked, "1.5s").returncode, 2)

    def test_thresholds_as_a_list(self):
        both = "LowGPUUtilization.patience=200,LowGPUUtilization.threshold_p95=1"
        one, two = both.split(",")
        asked = ["advise", LOW_GPU, "-checkers", "LowGPUUtilization"]
        as_list = run(*asked, "-threshold", both)
        self.assertEqual(as_list.returncode, 0, as_list.stderr)
        self.assertEqual(as_list.stdout, run(*asked, "-threshold", one, "-threshold", two).stdout)
        self.assertNotEqual(as_list.stdout, run(*asked, "-threshold", one).stdout)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
