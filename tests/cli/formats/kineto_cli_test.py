"""PyTorch's traces on the real binary: answers of views, rules and exporters.

Run as: kineto_cli_test.py PROFILER [TEST...]
"""

import gzip
import json
import pathlib
import shlex
import sys
import tempfile
import unittest

from run import run, run_tests

TESTDATA = pathlib.Path("testdata/kineto").resolve()
LOADER = TESTDATA / "torch_loader_bound/rank0.6.pt.trace.json"
MLP = TESTDATA / "torch_mlp/rank0.5.pt.trace.json.gz"
RESNET = TESTDATA / "torch_resnetish/rank0.5.pt.trace.json.gz"
TRACES = (LOADER, MLP, RESNET)
VIEWS = ("overview", "info", "advise", "steps", "scope", "graph", "op", "ops", "kernels",
         "utilization", "idle", "launches", "trace -top 5")
TORCH_TOLERANCE_US = 0.02  # per call: torch sums microseconds with three decimals


def ask(path, command):
    done = run(f"--profile_path={path}", "-c", command + " -format json")
    return json.loads(done.stdout)


def sections(path, command):
    return {section["id"]: section["rows"] for section in ask(path, command)["sections"]}


def torch_answers(trace):
    """The key_averages of torch.profiler for the trace."""
    return json.loads((trace.parent / "expected/key_averages_rank0.json").read_text())


class RecordedTraces(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_every_view_answers(self):
        for trace in TRACES:
            for view in VIEWS:
                done = run(f"--profile_path={trace}", "-c", view)
                self.assertEqual(done.returncode, 0, (trace, view, done.stderr))
                self.assertTrue(done.stdout, (trace, view))
                for line in done.stderr.splitlines():
                    self.assertTrue(line.startswith(("profiler: warning: ", "profiler: note: ")),
                                    line)

    def test_ops_are_those_that_torch_adds_up(self):
        for trace in TRACES:
            ours = {row["name"]: row for row in ask(trace, "ops")["rows"]}
            compared = 0
            for key in torch_answers(trace):
                row = ours.get(key["key"])
                # Torch counts an op inside an op of the same name once.
                if row is None or row["occurrences"] != key["count"]:
                    continue
                within = TORCH_TOLERANCE_US * key["count"]
                self.assertAlmostEqual(row["total_us"], key["cpu_time_total"], delta=within)
                self.assertAlmostEqual(row["self_us"], key["self_cpu_time_total"], delta=within)
                compared += 1
            self.assertGreater(compared, 0.8 * len(torch_answers(trace)))

    def test_a_machine_without_a_gpu_is_no_loss(self):
        self.assertEqual(run("op", LOADER, "-strict").stderr, "")
        self.assertIn("gpuGetDeviceCount failed", run("info", LOADER).stdout)
        # Any other error of the recorder is a loss.
        other = self.folder / "t.json"
        other.write_text(LOADER.read_text().replace("failed with code 100", "failed with code 2"))
        answer = run("op", other, "-strict")
        self.assertIn("recorder_error", answer.stderr)
        self.assertEqual(answer.returncode, 1)

    def test_steps_and_what_they_wait_for(self):
        rows = [row for row in ask(LOADER, "steps")["rows"] if row["number"] is not None]
        self.assertEqual([row["name"] for row in rows], [f"ProfilerStep#{i}" for i in range(1, 6)])
        for row in rows:
            self.assertGreater(row["input_us"], 0.65 * row["total_us"])
            self.assertLess(row["input_us"], row["total_us"])
        self.assertFalse(any(row["input_us"] for row in ask(MLP, "steps")["rows"]))

    def test_overview_says_what_is_slow_and_what_it_suggests_answers(self):
        page = sections(LOADER, "overview")
        self.assertEqual([row["name"] for row in page["verdicts"]], ["highly_input_bound"])
        self.assertEqual(page["top_ops"][0]["name"], "aten::tanh")  # a user's marks are no ops
        for trace in TRACES:
            page = sections(trace, "overview")
            self.assertFalse([row["name"] for row in page["top_ops"]
                              if row["name"].startswith("ProfilerStep#")])
            suggested = [row["name"] for row in page["next"]]
            self.assertIn("advise", suggested)
            for command in suggested:
                done = run(f"--profile_path={trace}", *shlex.split(f"-c {shlex.quote(command)}"))
                self.assertEqual(done.returncode, 0, (trace, command, done.stderr))
                self.assertGreater(len(done.stdout.splitlines()), 1, (trace, command))

    def test_info_says_what_to_record_in_pytorch_s_words(self):
        columns = {row["name"]: row for row in sections(LOADER, "info")["columns"]}
        for column, remedy in (("bytes", "profile(profile_memory=True)"),
                               ("accelerator_micros", "ProfilerActivity.CUDA"),
                               ("code_traces", "profile(with_stack=True)")):
            self.assertIn(remedy, columns[column]["why"])
        self.assertNotIn("RunOptions", run("info", LOADER).stdout)
        columns = {row["name"]: row for row in sections(MLP, "info")["columns"]}
        self.assertIn("`memory` shows those", columns["bytes"]["why"])
        self.assertNotEqual(columns["code_traces"]["recorded"], "no")

    def test_code_has_lines_of_python_where_stacks_were_recorded(self):
        names = {row["name"].split(":")[0] for row in ask(MLP, "code -max_depth 100")["rows"]}
        self.assertTrue({"rec_torch.py", "adam.py"} <= names, sorted(names)[:20])
        self.assertIn("without Python stacks; torch.profiler.profile(with_stack=True) records them",
                      run("code", LOADER).stderr)

    def test_advise_on_a_slow_loader(self):
        found = sections(LOADER, "advise")
        bound = found["InputChecker"][0]
        self.assertEqual(bound["severity"], "warning")
        self.assertIn("num_workers", bound["text"])
        self.assertNotIn("tf.data", bound["text"])
        self.assertGreater(bound["saves_us"], 17_000)
        self.assertEqual(ask(LOADER, bound["command"])["rows"][0]["occurrences"], 5)
        self.assertEqual(run("advise", LOADER, "-checkers", "InputChecker", "-fail_on",
                             "warning").returncode, 3)
        done = run("advise", LOADER, "-checkers", "InputChecker", "-fail_on", "warning",
                   "-threshold", "InputChecker.moderate=0.95")
        self.assertEqual(done.returncode, 0)

    def test_a_written_timeline_has_each_event_and_opens_again(self):
        for trace in TRACES:
            out = self.folder / "timeline.json"
            done = run(f"--profile_path={trace}", "-c", f"trace -output timeline:outfile={out}")
            self.assertEqual(done.returncode, 0, done.stderr)
            written = [e for e in json.loads(out.read_text())["traceEvents"] if e["ph"] == "X"]
            opener = gzip.open if trace.suffix == ".gz" else open
            with opener(trace, "rt", encoding="utf-8") as file:
                recorded = [e for e in json.load(file)["traceEvents"] if e["ph"] == "X"]
            self.assertEqual(len(written), len(recorded))
            self.assertEqual(run("ops", out, "-top", "1").returncode, 0)

    def test_pprof_of_code_and_scope(self):
        for command in ("code", "scope"):
            out = self.folder / f"{command}.pb.gz"
            done = run(f"--profile_path={MLP}", "-c", f"{command} -output pprof:outfile={out}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(b"aten::sqrt", gzip.decompress(out.read_bytes()))


def rank_trace(rank, compute_us):
    """One of two ranks on one machine: three steps, each with twenty small kernels, a copy from
    pageable memory, a synchronization in between, and an all-reduce until the step's end."""
    events, correlation = [], 0

    def add(category, name, begin, time, tid=1, **args):
        on_device = category in ("kernel", "gpu_memcpy")
        events.append({"ph": "X", "cat": category, "name": name, "pid": rank if on_device else 77,
                       "tid": 7 if on_device else tid, "ts": begin, "dur": time, "args": args})

    def launch(call, begin, kernel, name, start, time, **args):
        nonlocal correlation
        correlation += 1
        add("cuda_runtime", call, begin, 4, correlation=correlation)
        add(kernel, name, start, time, device=rank, stream=7, correlation=correlation, **args)

    for step in range(1, 4):
        base = 10_000 * step
        add("user_annotation", f"ProfilerStep#{step}", base, 9_000)
        add("cpu_op", "aten::to", base + 10, 120)
        launch("cudaMemcpyAsync", base + 15, "gpu_memcpy", "Memcpy HtoD (Pageable -> Device)",
               base + 20, 400, bytes=4_000_000)
        for i in range(20):
            begin = base + 500 + 20 * i
            add("cpu_op", "aten::mul", begin, 8)
            launch("cudaLaunchKernel", begin + 2, "kernel", "mul_kernel", begin + 12, 2)
        launch("cudaLaunchKernel", base + 940, "kernel", "sum_kernel", base + 950, 60)
        add("cpu_op", "aten::item", base + 950, 70)
        add("cuda_runtime", "cudaStreamSynchronize", base + 955, 60, correlation=0)
        add("cpu_op", "aten::mm", base + 2_000, 10)
        launch("cudaLaunchKernel", base + 2_002, "kernel", "gemm", base + 2_010, compute_us)
        add("user_annotation", "nccl:all_reduce", base + 2_100, 20)
        start = base + 2_010 + compute_us
        launch("cudaLaunchKernel", base + 2_105, "kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
               start, base + 8_000 - start)
    properties = [{"id": i, "name": "NVIDIA H100", "totalGlobalMem": 80 << 30} for i in range(2)]
    return {"deviceProperties": properties, "traceEvents": events,
            "distributedInfo": {"backend": "nccl", "rank": rank, "world_size": 2}}


class TwoRanks(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        for rank, compute_us in enumerate((2_000, 4_000)):
            path = cls.folder / f"rank{rank}.pt.trace.json"
            path.write_text(json.dumps(rank_trace(rank, compute_us)), encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def findings(self, *options):
        done = run("advise", self.folder, "-format", "json", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {row["name"]: row for section in json.loads(done.stdout)["sections"]
                for row in section["rows"]}

    def test_what_is_slow_and_on_which_rank(self):
        found = self.findings()
        self.assertEqual(found["straggler"]["subject"], "rank 1")
        self.assertNotIn("waited_for", found)  # it is not named twice
        self.assertIn("mostly all_reduce", found["communication_bound"]["text"])
        self.assertIn("in cudaStreamSynchronize by aten::item", found["synchronizations"]["text"])
        self.assertIn("most of it in aten::to", found["pageable_copies"]["text"])
        self.assertNotIn("launch_bound", found)
        bound = self.findings("-threshold", "LaunchChecker.waiting=0.01")["launch_bound"]
        self.assertIn("aten::mul launches most kernels (60 of", bound["text"])
        self.assertNotIn("work_without_call", found)
        self.assertNotIn("time_share", found)  # host ops start the device's work
        for row in found.values():
            if row["command"]:
                done = run(f"--profile_path={self.folder}", "-c", row["command"])
                self.assertEqual(done.returncode, 0, (row["command"], done.stderr))

    def test_hosts_are_known_by_the_names_that_torch_gives_files(self):
        for time in (1732600000000, 1732600000000000000):  # of older PyTorch in milliseconds
            with self.subTest(time), tempfile.TemporaryDirectory() as folder:
                for rank in range(2):
                    path = pathlib.Path(folder) / f"node{rank}_{100 + rank}.{time}.pt.trace.json"
                    path.write_text(json.dumps(rank_trace(rank, 2_000)), encoding="utf-8")
                rows = ask(folder, "steps -by rank -select host")["rows"]
                self.assertEqual([row["host"] for row in rows], ["node0", "node1"])

    def test_thresholds_take_effect(self):
        self.assertIn("straggler", self.findings())
        self.assertNotIn("straggler", self.findings("-threshold", "JobChecker.straggler=0.5"))
        # The op that waits takes 70 us of a step, and no more could be saved.
        self.assertNotIn("synchronizes", self.findings())
        waits = self.findings("-threshold", "SynchronizationChecker.share=0.001")["synchronizes"]
        self.assertEqual(waits["saves_us"], 70)
        no_straggler = ("-threshold", "JobChecker.straggler=0.5")
        self.assertEqual(self.findings(*no_straggler)["waited_for"]["subject"], "rank 1")
        self.assertNotIn("waited_for", self.findings(*no_straggler, "-threshold",
                                                     "JobChecker.waited_for=0.5"))
        copies = self.findings("-threshold", "CopyChecker.share=0.5")["pageable_copies"]
        self.assertEqual(copies["severity"], "info")
        self.assertEqual(self.findings()["pageable_copies"]["severity"], "warning")

    def test_overview_knows_each_rank_s_own_device(self):
        page = sections(self.folder, "overview")
        self.assertEqual([(row["name"], row["rank"]) for row in page["devices"]],
                         [("/device:GPU:0", 0), ("/device:GPU:1", 1)])
        verdicts = {row["name"] for row in page["verdicts"]}
        self.assertIn("communication_bound", verdicts)
        self.assertNotIn("idle_devices", verdicts)
        busy = {row["name"]: row["busy_us"] for row in ask(self.folder, "utilization")["rows"]}
        self.assertEqual({row["name"]: row["busy_us"] for row in page["devices"]}, busy)

    def test_copies_are_known_by_their_names_alone(self):
        names = ("Memcpy HtoD (Host -> Device)", "Memcpy DtoH (Device -> Host)", "Memcpy DtoD",
                 "CopyHostToDevice", "CopyDeviceToHost", "CopyDeviceToDevice", "Memcpy PtoP")
        events = [{"ph": "X", "cat": "gpu_memcpy", "name": name, "pid": 0, "tid": 7, "ts": 100 * i,
                   "dur": 10, "args": {"device": 0, "stream": 7}} for i, name in enumerate(names)]
        events.append({"ph": "X", "cat": "kernel", "name": "memcpy_like_kernel", "pid": 0, "tid": 7,
                       "ts": 5000, "dur": 10, "args": {"device": 0, "stream": 7}})
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "trace.json"
            path.write_text(json.dumps({"traceEvents": events}), encoding="utf-8")
            row = ask(path, "utilization")["rows"][0]
        self.assertEqual((row["copy_us"], row["compute_us"]), (10 * len(names), 10))

    def test_work_whose_launch_is_missing_is_told(self):
        trace = rank_trace(0, 2_000)
        trace["traceEvents"] = [e for e in trace["traceEvents"]
                                if e["cat"] != "cuda_runtime" or e["ts"] < 20_000]
        path = self.folder / "cut" / "rank0.json"
        path.parent.mkdir()
        self.addCleanup(path.parent.rmdir)
        self.addCleanup(path.unlink)
        path.write_text(json.dumps(trace), encoding="utf-8")
        done = run("advise", path, "-checkers", "CaptureChecker", "-fail_on", "warning")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("of 67% of GPU time the call that started it was not recorded", done.stdout)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
