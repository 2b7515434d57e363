"""Metrics over time beside a profile and alone: metrics_path_test.py PROFILER [TEST...]"""

import datetime
import gzip
import json
import pathlib
import sys
import tempfile
import unittest

from run import ask, run, run_tests

TESTDATA = pathlib.Path("testdata").resolve()
METRICS = TESTDATA / "metrics"
TRACE = METRICS / "torch_checkpoint/trace.pt.trace.json.gz"
BESIDE = METRICS / "torch_checkpoint/metrics.csv"
CHECKPOINTS = 6


def rows(report):
    """Each row's name and columns."""
    found = []
    for row in report["rows"]:
        found.append({"name": row["name"], **row.get("values", row)})
    return found


def metrics(*arguments):
    """The rows by (name, dimension)."""
    return {(row["name"], row["dimension"]): row for row in rows(ask("metrics", *arguments))}


def notes(report):
    return {note["id"]: note["text"] for note in report.get("notes", [])}


class MetricsPath(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_beside_a_trace(self):
        found = metrics(f"--profile_path={TRACE}", f"--metrics_path={BESIDE}")
        self.assertEqual(found["CPUUtilization", "CPUUtilization"]["count"], 518)
        self.assertIn(("cpu1", "CPUUtilization"), found)
        self.assertIn(("MemoryUsedPercent", "MemoryUsedPercent"), found)
        self.assertEqual(found["process_cpu_percent", "process_cpu_percent"]["min"], 0)

    def test_on_one_time_axis(self):
        """The process is idle while the trace waits for its checkpoint."""
        inputs = [f"--profile_path={TRACE}", f"--metrics_path={BESIDE}"]
        with gzip.open(TRACE) as trace:
            events = json.load(trace)
        with open(BESIDE, encoding="ascii") as csv:
            first = float(csv.readlines()[1].split(",")[0])
        checked = 0
        for event in events["traceEvents"]:
            if event.get("name") != "save_checkpoint" or event.get("ph") != "X":
                continue
            begin = events["baseTimeNanoseconds"] / 1e9 + event["ts"] / 1e6 - first
            window = [f"-from={begin + 0.25:.3f}s", f"-to={begin + 0.85:.3f}s"]
            found = metrics(*inputs, *window)["process_cpu_percent", "process_cpu_percent"]
            self.assertLess(found["max"], 12, window)
            self.assertGreaterEqual(found["count"], 4)
            ran = rows(ask("ops", *inputs, *window, "-top", "1"))
            self.assertEqual(ran[0]["name"], "save_checkpoint")
            checked += 1
        self.assertEqual(checked, CHECKPOINTS)

    def test_changes_nothing_else(self):
        for profile in (TRACE, TESTDATA / "mlp/profile_100"):
            if not profile.exists():
                profile = sorted(TESTDATA.glob("mlp/profile_*"))[0]
            for command in ("op", "ops", "scope"):
                alone = run(command, f"--profile_path={profile}")
                beside = run(command, f"--profile_path={profile}", f"--metrics_path={BESIDE}")
                self.assertEqual(alone.stdout, beside.stdout, (profile, command))

    def test_alone(self):
        for option in ("metrics_path", "profile_path"):
            found = metrics(f"--{option}={BESIDE}")
            self.assertEqual(found["cpu0", "CPUUtilization"]["unit"], "percent")
        files = rows(ask("info", f"--metrics_path={BESIDE}")["sections"][0])
        self.assertEqual(files[0]["format"], "metric_table")

    def test_rules_read_them(self):
        done = run("advise", f"--profile_path={TRACE}",
                   f"--metrics_path={METRICS}/nvidia_smi/gpu.csv", "-threshold",
                   "LowGPUUtilization.patience=10", "-checkers", "LowGPUUtilization")
        self.assertIn("gpu0: utilization fluctuates", done.stdout)
        self.assertIn("gpu1: utilization fluctuates", done.stdout)

    def test_gpus_and_processors_of_one_host(self):
        gpus = self.write("gpu.csv", "timestamp, index, utilization.gpu [%]\n" + "".join(
            f"2026/11/22 02:35:{i:02}, 0, 5 %\n" for i in range(40)))
        cpus = self.write("cpu.csv", "time,host,cpu_percent\n" + "".join(
            f"2026-11-22T02:35:{i:02}Z,vm,99\n" for i in range(40)))
        report = ask("advise", f"--metrics_path={gpus}", f"--metrics_path={cpus}", "-threshold",
                     "CPUBottleneck.patience=5", "-checkers", "CPUBottleneck")
        self.assertIn("cpu_bottleneck", json.dumps(report))
        nodes = {row["node"] for row in metrics(f"--metrics_path={gpus}",
                                                f"--metrics_path={cpus}").values()}
        self.assertEqual(nodes, {"vm"})

    def test_hosts_that_nvidia_smi_does_not_name(self):
        """GPUs of equal numbers at the same time are of several hosts, named by their files."""
        def smi(name, first, use):
            return self.write(name, "timestamp, index, utilization.gpu [%]\n" + "".join(
                f"2026/11/22 02:35:{first + i:02}, {gpu}, {use + i % 3} %\n"
                for i in range(20) for gpu in (0, 1)))

        def nodes(*paths):
            found = ask("metrics", *(f"--metrics_path={path}" for path in paths))
            return {(row["node"] or "", row["name"]) for row in rows(found)}

        one, other = smi("h1.csv", 0, 90), smi("h2.csv", 5, 20)
        self.assertEqual(nodes(one, other),
                         {("h1", "gpu0"), ("h1", "gpu1"), ("h2", "gpu0"), ("h2", "gpu1")})
        later = smi("h1_part2.csv", 30, 20)
        self.assertEqual(nodes(one, later), {("", "gpu0"), ("", "gpu1")})
        self.assertEqual({node for node, _ in nodes(one, other, later)}, {"h1", "h2"})
        copy = smi("copy.csv", 0, 90)
        self.assertEqual({node for node, _ in nodes(one, copy)}, {""})

    def test_nvidia_smi(self):
        done = run("metrics", f"--metrics_path={METRICS}/nvidia_smi/gpu.csv", "-format", "json")
        found = {(row["name"], row["dimension"]): row for row in rows(json.loads(done.stdout))}
        self.assertEqual(found["gpu0", "GPUUtilization"]["count"], 240)
        self.assertEqual(found["gpu1", "memory.total"]["mean"], 40960 * 2**20)
        self.assertAlmostEqual(found["gpu0", "GPUMemoryUtilization"]["min"], 100 * 20000 / 40960,
                               places=3)
        self.assertNotIn(("gpu1", "power.draw"), found)
        self.assertEqual(done.returncode, 0)  # as for a file that is being written

    def test_folder_of_sysstat_and_dool(self):
        found = metrics(f"--metrics_path={METRICS}/sysstat", f"--metrics_path={METRICS}/dool")
        self.assertEqual({row["node"] for row in found.values()}, {"vm"})
        for key in (("cpu0", "CPUUtilization"), ("eth0", "received"), ("sent", "sent"),
                    ("I/OWaitPercentage", "I/OWaitPercentage"),
                    ("MemoryUsedPercent", "MemoryUsedPercent"), ("1m", "1m")):
            self.assertIn(key, found)

    def test_same_values_as_text_and_as_csv(self):
        by = [metrics(f"--metrics_path={METRICS}/sysstat/{file}")
              for file in ("sar.txt", "sadf.csv")]
        self.assertEqual(by[0], by[1])

    def test_sagemaker_lines(self):
        folder = TESTDATA / "sagemaker/sm_lowgpu"
        system = next(folder.glob("**/system"))
        found = metrics(f"--profile_path={TRACE}", f"--metrics_path={system}")
        self.assertIn(("gpu0", "GPUUtilization"), found)

    def test_zone(self):
        local = self.write("gpu.csv", "timestamp, index, utilization.gpu [%]\n" + "".join(
            f"2026/11/22 04:{35 + i // 60}:{i % 60:02}, 0, 5 %\n" for i in range(30, 90)))
        inputs = [f"--profile_path={TRACE}", f"--metrics_path={local}"]
        for view in ("metrics", "info"):
            told = notes(ask(view, *inputs))
            self.assertIn("begin after what ran by 1 h 59 min", told["metrics_apart"])
            self.assertIn("--metrics_utc_offset=+02:00 puts", told["metrics_apart"])
            self.assertNotIn("metrics_apart",
                             notes(ask(view, *inputs, "--metrics_utc_offset=+02:00")))
        for offset, us, found_by in ((["--metrics_utc_offset=+02:00"], -7200e6,
                                      "--metrics_utc_offset"),
                                     ([], 0, "no zone in the file: taken as UTC")):
            files = rows(ask("info", *inputs, *offset)["sections"][0])
            metric = next(file for file in files if file["format"] == "metric_table")
            self.assertEqual(metric["clock_offset_us"], us)
            self.assertEqual(metric["clock_offset_found_by"], found_by)
        wrong = run("metrics", *inputs, "--metrics_utc_offset=CEST")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("it is like +02:00", wrong.stderr)

    def test_beside_profiles_of_other_formats(self):
        xspace = TESTDATA / "xspace/jax_bf16_scan/host0.xplane.pb"
        run_meta = [f"--graph_path={TESTDATA}/mlp/graph.pb",
                    f"--run_meta_path={TESTDATA}/mlp/run_meta_1050.pb"]
        for inputs in ([f"--profile_path={xspace}"], run_meta,
                       [f"--profile_path={TESTDATA}/mlp/profile_1055"]):
            zero = rows(ask("info", *inputs)["sections"][0])[0]["time_zero"]
            zero = datetime.datetime.fromisoformat(zero[:26] + "+00:00").timestamp()
            same = self.write("same.csv", f"time,cpu_percent\n{zero:.6f},5\n{zero + 2:.6f},6\n")
            after = self.write("after.csv", f"time,cpu_percent\n{zero + 86400:.6f},5\n")
            self.assertEqual(notes(ask("metrics", *inputs, f"--metrics_path={same}")), {})
            report = ask("metrics", *inputs, f"--metrics_path={after}")
            self.assertIn("begin after what ran by 23 h 59 min", notes(report)["metrics_apart"])
            self.assertNotIn("clocks_not_known", notes(report))

    def test_without_a_wall_clock(self):
        relative = self.write("m.csv", "time,cpu_percent\n1.5,1\n2.5,2\n")
        told = notes(ask("metrics", f"--profile_path={TRACE}", f"--metrics_path={relative}"))
        self.assertIn("has no time of day", told["clocks_not_known"])

    def test_what_is_no_table(self):
        path = self.write("m.csv", "a,b\n1,2\n")
        done = run("metrics", f"--profile_path={TRACE}", f"--metrics_path={path}")
        self.assertIn("no column is named time", done.stderr)
        self.assertEqual(done.returncode, 1)  # the trace was read
        done = run("metrics", f"--metrics_path={path}")
        self.assertIn("no column is named time", done.stderr)
        self.assertNotEqual(done.returncode, 0)
        done = run("metrics", f"--metrics_path={self.folder}/none.csv")
        self.assertIn("none.csv", done.stderr)
        self.assertNotEqual(done.returncode, 0)

    def test_bad_rows_are_counted(self):
        path = self.write("m.csv", "time,cpu_percent\n1795314933,1\nnow,2\n1795314935\n"
                                   "1795314936,much\n1795314937,5\n")
        done = run("metrics", f"--metrics_path={path}", "-format", "json")
        found = rows(json.loads(done.stdout))
        self.assertEqual(found[0]["count"], 2)
        for problem in ("bad_row,", "bad_row_time", "bad_number"):
            self.assertIn(problem, done.stderr)
        self.assertEqual(run("info", f"--metrics_path={path}", "--strict").returncode, 1)

    def test_through_a_store(self):
        store = self.folder / "all.store"
        done = run("op", f"--profile_path={TRACE}", f"--metrics_path={BESIDE}", "-output",
                   f"store:outfile={store}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(metrics(f"--profile_path={store}"),
                         metrics(f"--profile_path={TRACE}", f"--metrics_path={BESIDE}"))

    def test_packed(self):
        path = self.folder / "m.csv.gz"
        with gzip.open(path, "wb") as packed:
            packed.write(BESIDE.read_bytes())
        self.assertEqual(metrics(f"--metrics_path={path}"), metrics(f"--metrics_path={BESIDE}"))

    def test_cut_anywhere(self):
        whole = BESIDE.read_bytes()[:400]
        for cut in range(85, len(whole), 7):
            path = self.folder / "cut.csv"
            path.write_bytes(whole[:cut])
            done = run("metrics", f"--metrics_path={path}")
            self.assertEqual(done.returncode, 0, (cut, done.stderr))


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
