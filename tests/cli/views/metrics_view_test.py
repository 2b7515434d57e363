"""The views metrics, phases and steps on metrics over time and the work recorded beside them:
metrics_view_test.py PROFILER [TEST...]"""

import gzip
import json
import pathlib
import sys
import tempfile
import unittest

from run import run, run_tests

TESTDATA = pathlib.Path("testdata").resolve()
LOW_GPU = TESTDATA / "sagemaker/sm_lowgpu/profiler-output"
IMBALANCE = TESTDATA / "sagemaker/sm_imbalance/profiler-output"
GPUS = TESTDATA / "metrics/nvidia_smi/gpu.csv"
TRACE = TESTDATA / "metrics/torch_checkpoint/trace.pt.trace.json.gz"
BESIDE = TESTDATA / "metrics/torch_checkpoint/metrics.csv"


def ask(path, command, *more):
    done = run(f"--profile_path={path}", *more, "-c", command + " -format json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def beside(command):
    return ask(TRACE, command, f"--metrics_path={BESIDE}")


def by_name(report):
    return {row["name"]: row for row in report["rows"]}


def traced(name):
    """Durations of a trace's events with that name."""
    with gzip.open(TRACE) as file:
        events = json.load(file)["traceEvents"]
    return [e["dur"] for e in events if e.get("ph") == "X" and e["name"] == name]


class Metrics(unittest.TestCase):

    def test_inputs_are_rows_apart(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        gpus = pathlib.Path(folder.name, "gpu.csv")  # during the job's time
        gpus.write_text(GPUS.read_text().replace("2026/11/22 02:3", "2023/11/15 14:5"))
        alone = {(r["name"], r["dimension"]): r for r in ask(LOW_GPU, "metrics")["rows"]}
        report = ask(LOW_GPU, "metrics", f"--metrics_path={gpus}")
        gpu0 = [r for r in report["rows"]
                if (r["name"], r["dimension"]) == ("gpu0", "GPUUtilization")]
        self.assertEqual(sorted(r["count"] for r in gpu0), [240, 960])
        self.assertEqual({pathlib.Path(r["origin"]).name for r in gpu0}, {"system", "gpu.csv"})
        self.assertIn(alone["gpu0", "GPUUtilization"]["mean"], [r["mean"] for r in gpu0])
        keys = [tuple(r["key"]) for r in report["rows"]]
        self.assertEqual(len(keys), len(set(keys)))
        self.assertEqual({r["origin"] for r in report["rows"] if r["kind"] == "cpu"}, {None})
        self.assertNotIn("origin", ask(LOW_GPU, "metrics")["rows"][0])
        nodes = ask(LOW_GPU, "metrics -by node", f"--metrics_path={gpus}")["rows"]
        counts = {r["count"] for r in nodes if r["name"] == "GPUUtilization"}
        self.assertEqual(counts, {1920, 480})

    def test_two_tables_of_one_node(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for value in (10, 90):
                paths.append(pathlib.Path(folder, f"{value}.csv"))
                paths[-1].write_text(f"time,node,cpu_percent\n1795314933,a,{value}\n")
            done = run("metrics", *(f"--metrics_path={path}" for path in paths), "-format", "json")
        rows = json.loads(done.stdout)["rows"]
        self.assertEqual([(r["mean"], pathlib.Path(r["origin"]).name) for r in rows],
                         [(10, "10.csv"), (90, "90.csv")])

    def test_over_time_has_the_rows_shown(self):
        for options in ("-order_by p95 -top 3", "-where 'mean > 25'", "-show_name_regexes gpu.*"):
            report = ask(LOW_GPU, f"metrics {options}")
            keys = [r["key"] for r in report["rows"]]
            self.assertTrue(keys)
            self.assertEqual(keys, [r["key"] for r in report["sections"][0]["rows"]], options)

    def test_units_are_never_mixed(self):
        rows = by_name(beside("metrics -by kind"))
        self.assertEqual(rows["process_cpu_percent"]["unit"], "percent")
        self.assertEqual(rows["process_rss_bytes"]["unit"], "bytes")
        self.assertLess(rows["process_cpu_percent"]["max"], 200)
        gpus = run("metrics", f"--metrics_path={GPUS}", "-by", "kind", "-format", "json")
        rows = json.loads(gpus.stdout)["rows"]
        self.assertEqual([r["unit"] for r in rows], [None, "W", "bytes", "percent"])
        self.assertEqual(len({tuple(r["key"]) for r in rows}), len(rows))
        gpu = by_name(ask(LOW_GPU, "metrics -by kind"))["gpu"]
        self.assertEqual(gpu["dimension"], "GPUMemoryUtilization, GPUUtilization")

    def test_of_steps(self):
        [step] = ask(LOW_GPU, "steps -step 100 -select total_us")["rows"]
        rows = ask(LOW_GPU, "metrics -step 100..109")["rows"]
        # Sampled once a second.
        seconds = 10 * step["total_us"] / 1e6
        self.assertTrue(all(abs(r["count"] - seconds) <= 3 for r in rows), (seconds, rows))
        spans = ask(LOW_GPU, "metrics -step 100..109 -every 5s")["rows"]
        self.assertEqual(sum(r["count"] for r in spans), sum(r["count"] for r in rows))
        with tempfile.TemporaryDirectory() as folder:
            late = pathlib.Path(folder, "late.csv")
            late.write_text("time,cpu_percent\n1895314933,1\n")
            report = ask(TRACE, "metrics -step 9", f"--metrics_path={late}")
        self.assertEqual(report["rows"], [])
        self.assertIn("no_samples_in_steps", [note["id"] for note in report["notes"]])

    def test_columns_that_say_nothing_more_are_left_out(self):
        self.assertNotIn("begin_us", ask(LOW_GPU, "metrics")["rows"][0])
        self.assertIn("begin_us", ask(LOW_GPU, "metrics -every 10s")["rows"][0])
        head = run(f"--profile_path={LOW_GPU}", "-c", "metrics -by node").stdout.splitlines()[0]
        self.assertNotIn("dimension", head)
        head = run(f"--profile_path={LOW_GPU}", "-c", "metrics").stdout.splitlines()[0]
        self.assertIn("dimension", head)

    def test_in_what_users_marked(self):
        rows = {r["phase"]: r for r in
                beside("metrics -by phase -show_name_regexes process_cpu_percent")["rows"]}
        self.assertLess(rows["save_checkpoint"]["mean"], 10)
        self.assertGreater(rows["backward"]["mean"], 50)
        self.assertNotIn("ProfilerStep#9", rows)


class Phases(unittest.TestCase):

    def test_times_of_ops_are_added_up(self):
        rows = by_name(beside("phases -by metric"))
        for name in ("aten::t", "aten::fill_"):
            self.assertAlmostEqual(rows[name]["total_us"], sum(traced(name)), delta=1)

    def test_what_users_marked(self):
        rows = by_name(beside("phases -by process"))
        self.assertLessEqual({"ProfilerStep", "load_batch", "forward", "backward", "update",
                              "save_checkpoint"}, set(rows))
        self.assertFalse([name for name in rows if name.startswith(("ProfilerStep#", "thread"))])
        self.assertEqual(rows["save_checkpoint"]["count"], len(traced("save_checkpoint")))
        self.assertAlmostEqual(rows["save_checkpoint"]["total_us"],
                               sum(traced("save_checkpoint")), delta=1)
        self.assertEqual(rows["ProfilerStep"]["count"], 57)
        self.assertIn("ProfilerStep", by_name(beside("phases -by metric")))

    def test_by_node(self):
        rows = ask(IMBALANCE, "phases -by node")["rows"]
        self.assertEqual([(r["node"], r["count"]) for r in rows],
                         [("algo-1", 711), ("algo-2", 711)])
        self.assertNotIn("node", ask(IMBALANCE, "phases")["rows"][0])

    def test_the_time_around_some_steps_is_not_told(self):
        self.assertEqual(ask(LOW_GPU, "phases")["sections"][0]["id"], "job")
        self.assertEqual(ask(LOW_GPU, "phases -step 100..110").get("sections", []), [])

    def test_a_wrong_by_lists_what_views_take(self):
        done = run(f"--profile_path={LOW_GPU}", "-c", "phases -by prcess")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("phase, node, metric and process in phases", done.stderr)
        done = run(f"--profile_path={LOW_GPU}", "-c", "phases -by rank")
        self.assertIn("phases takes phase, node, metric and process", done.stderr)


class Steps(unittest.TestCase):

    def test_a_wrong_zone_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = BESIDE.read_text().splitlines()
            moved = [lines[0]]
            for line in lines[1:]:
                time, rest = line.split(",", 1)
                moved.append(f"{float(time) + 3600},{rest}")
            path = pathlib.Path(folder, "moved.csv")
            path.write_text("\n".join(moved) + "\n")
            report = ask(TRACE, "steps", f"--metrics_path={path}")
        self.assertIn("metrics_apart", [note["id"] for note in report["notes"]])
        self.assertNotIn("metrics_apart", [note["id"] for note in beside("steps")["notes"]])

    def test_the_mean_is_over_all_devices_of_the_host(self):
        """Also for series that were sampled for a shorter time, or at other times."""
        with tempfile.TemporaryDirectory() as folder:
            with gzip.open(TRACE) as file:
                events = json.load(file)
            [step] = [e for e in events["traceEvents"]
                      if e.get("ph") == "X" and e["name"] == "ProfilerStep#9"
                      and e.get("cat") == "user_annotation"]
            begin = events["baseTimeNanoseconds"] / 1e9 + step["ts"] / 1e6
            end = begin + step["dur"] / 1e6
            rows = ["time,name,dimension,value"]
            inside = []
            for i in range(40):
                for core, late in (("cpu0", 0), ("cpu1", 0), ("cpu2", 0.01)):
                    if core == "cpu1" and i >= 22:
                        continue
                    at = begin - 2 + i * 0.1 + late
                    value = i * 2 + int(core[-1])
                    rows.append(f"{at:.6f},{core},CPUUtilization,{value}")
                    if begin <= at < end:
                        inside.append(value)
            path = pathlib.Path(folder, "m.csv")
            path.write_text("\n".join(rows) + "\n")
            [row] = ask(TRACE, "steps -step 9", f"--metrics_path={path}")["rows"]
        self.assertGreater(len(inside), 30)
        self.assertAlmostEqual(row["cpu_utilization"], sum(inside) / len(inside), places=6)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
