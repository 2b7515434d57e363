"""XSpace files on the real binary: compressed, in folders of runs, of several hosts.

Run as: xspace_cli_test.py PROFILER [TEST...]
"""

import gzip
import json
import pathlib
import shutil
import sys
import tempfile
import unittest

from run import run, run_tests

TESTDATA = pathlib.Path("testdata/xspace").resolve()
GPU1 = TESTDATA / "syn_gpu1/host0.xplane.pb"
GPU2 = TESTDATA / "syn_gpu2/host0.xplane.pb"
TPU = TESTDATA / "syn_tpu1/host0.xplane.pb"


def ask(path, *args):
    answer = run(f"--profile_path={path}", "-format", "json", *args)
    return json.loads(answer.stdout)


def section(path, name, *args):
    report = ask(path, "-c", "info", *args)
    return next(s for s in report["sections"] if s["id"] == name)["rows"]


def op_runs(path, *args):
    """How often each op ran, on host and device."""
    rows = ask(path, "-c", "ops", *args)["rows"]
    return {(row["placement"], row["name"]): row["occurrences"] for row in rows}


class XSpaceFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def put(self, name, source):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        return path

    def test_a_packed_file_answers_as_the_plain_one(self):
        packed = self.folder / "h.xplane.pb.gz"
        packed.write_bytes(gzip.compress(GPU1.read_bytes()))
        answer = run(f"--profile_path={packed}", "-c", "ops")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        plain = self.put("h.xplane.pb", GPU1)
        self.assertEqual(answer.stdout, run(f"--profile_path={plain}", "-c", "ops").stdout)

    def test_a_packed_file_of_several_members_is_one(self):
        whole = GPU1.read_bytes()
        packed = self.folder / "h.xplane.pb.gz"
        packed.write_bytes(gzip.compress(whole[:9999]) + gzip.compress(whole[9999:]))
        self.assertEqual(op_runs(packed), op_runs(GPU1))

    def test_a_packed_file_that_is_cut_says_so(self):
        packed = self.folder / "h.xplane.pb.gz"
        whole = gzip.compress(GPU1.read_bytes())
        packed.write_bytes(whole[:len(whole) // 2])
        answer = run(f"--profile_path={packed}", "-c", "ops")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("cut short", answer.stderr)

    def test_a_packed_file_that_is_damaged_says_so(self):
        packed = self.folder / "h.xplane.pb.gz"
        whole = bytearray(gzip.compress(GPU1.read_bytes()))
        whole[-6] ^= 0xFF  # breaks the checksum
        packed.write_bytes(whole)
        answer = run(f"--profile_path={packed}", "-c", "ops")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("damaged", answer.stderr)

    def test_what_fills_the_memory_is_refused(self):
        bomb = self.folder / "h.xplane.pb.gz"
        with gzip.open(bomb, "wb", compresslevel=1) as out:
            out.write(GPU1.read_bytes())
            # An endless plane: a bytes field that is longer than the limit for unpacking.
            for _ in range(1100):
                out.write(bytes(1 << 20))
        answer = run(f"--profile_path={bomb}", "-c", "ops")
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stderr, r"unpacks to more than \d+ MiB")

    def test_a_folder_of_a_run_is_all_its_hosts(self):
        self.put("plugins/profile/run_1/a.xplane.pb", GPU1)
        packed = self.put("plugins/profile/run_1/b.xplane.pb.gz", GPU2)
        packed.write_bytes(gzip.compress(GPU2.read_bytes()))
        (self.folder / "plugins/profile/run_1/notes.txt").write_text("of no kind")
        for folder in ("", "plugins/profile", "plugins/profile/run_1"):
            with self.subTest(folder=folder):
                hosts = [row["host"] for row in section(self.folder / folder, "files")]
                self.assertEqual(sorted(hosts), ["synth-host-1", "synth-host-2"])

    def test_of_a_log_folder_the_newest_run_is_read(self):
        runs = [self.put(f"plugins/profile/run_{number}/a.xplane.pb", source).parent
                for number, source in enumerate((GPU1, GPU2, TPU))]
        for folder in (self.folder, runs[0].parent):
            with self.subTest(folder=folder):
                files = section(folder, "files")
                self.assertEqual([row["run"] for row in files], ["run_2"])
                answer = run(f"--profile_path={folder}", "-strict", "-c", "ops")
                self.assertEqual(answer.returncode, 0, answer.stderr)
                self.assertIn("another run of the log folder was left out", answer.stderr)
                for left_out in runs[:2]:
                    self.assertIn(str(left_out), answer.stderr)
                self.assertEqual(answer.stdout, run(f"--profile_path={TPU}", "-c", "ops").stdout)

    def test_runs_that_are_named_are_read_together(self):
        self.put("plugins/profile/run_1/a.xplane.pb", GPU1)
        self.put("plugins/profile/run_2/a.xplane.pb", GPU2)
        runs = str(self.folder / "plugins/profile/run_")
        for paths in ([f"{runs}1", f"{runs}2"], [f"{runs}*/*.pb"]):
            with self.subTest(paths=paths):
                answer = run(*(f"--profile_path={path}" for path in paths), "-format", "json", "-c",
                             "info")
                self.assertEqual(answer.stderr, "")
                files = next(s for s in json.loads(answer.stdout)["sections"] if s["id"] == "files")
                self.assertEqual([row["run"] for row in files["rows"]], ["run_1", "run_2"])

    def test_a_copy_of_a_file_counts_once(self):
        one, two = (self.put(f"plugins/profile/run/{host}.xplane.pb", GPU1) for host in "ab")
        other = self.put("c.xplane.pb", GPU1)
        other.write_bytes(GPU1.read_bytes()[:-1] + b"x")  # of the same size
        alone = run(f"--profile_path={GPU1}", "-c", "steps").stdout
        for paths in ([one.parent], [one, two]):
            with self.subTest(paths=paths):
                answer = run(*(f"--profile_path={path}" for path in paths), "-c", "steps")
                self.assertEqual(answer.stdout, alone)
                self.assertIn("the same recording was given twice", answer.stderr)
        both = run(f"--profile_path={one}", f"--profile_path={other}", "-c", "steps")
        self.assertNotIn("twice", both.stderr)

    def test_devices_of_equal_names_are_of_their_hosts(self):
        self.put("a.xplane.pb", GPU1)
        self.put("b.xplane.pb", GPU2)
        devices = section(self.folder, "devices")
        self.assertEqual(
            sorted((row["host"], row["name"]) for row in devices),
            [("synth-host-1", "/device:GPU:0"), ("synth-host-1", "/host:CPU"),
             ("synth-host-2", "/device:GPU:0"), ("synth-host-2", "/device:GPU:1"),
             ("synth-host-2", "/host:CPU")])

    def test_host_selects(self):
        self.put("a.xplane.pb", GPU1)
        self.put("b.xplane.pb", GPU2)
        self.assertEqual(op_runs(self.folder, "-host", "synth-host-1"), op_runs(GPU1))
        self.assertEqual(op_runs(self.folder, "-host", ".*-2"), op_runs(GPU2))

    def test_device_selects(self):
        both, one = op_runs(GPU2), op_runs(GPU2, "-device", ".*GPU:0")
        self.assertEqual({place for place, _ in one}, {"device"})
        for op, count in one.items():
            self.assertLessEqual(count, both[op])
        other = op_runs(GPU2, "-device", ".*GPU:1")
        for op in one.keys() & other.keys():
            self.assertEqual(one[op] + other[op], both[op])

    def test_ops_without_a_type_have_a_row_that_says_so(self):
        names = [row["name"] for row in ask(GPU1, "-c", "op")["rows"]]
        self.assertIn("<no type>", names)
        self.assertNotIn("", names)

    def test_a_rank_that_no_file_has_selects_nothing(self):
        self.assertEqual(op_runs(GPU1, "-rank", "3"), {})

    def test_a_pipe_is_read(self):
        answer = run("--profile_path=/dev/stdin", "-c", "ops", stdin=GPU1.read_bytes())
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(answer.stdout.decode(), run(f"--profile_path={GPU1}", "-c", "ops").stdout)

    def test_each_host_has_its_own_clock(self):
        self.put("a.xplane.pb", TESTDATA / "jax_bf16_scan/host0.xplane.pb")
        self.put("b.xplane.pb", TESTDATA / "tf_input_bound/host0.xplane.pb")
        zeros = [row["time_zero"] for row in section(self.folder, "files")]
        self.assertEqual(zeros, ["2026-11-21T11:47:50.986913404Z",
                                 "2026-11-21T11:30:54.213377516Z"])

    def test_tpu_cores_are_devices(self):
        kinds = {row["name"]: row["kind"] for row in section(TPU, "devices")}
        self.assertEqual(kinds, {"/host:CPU": "cpu", "/device:TPU:0": "tpu",
                                 "/device:TPU:1": "tpu"})
        models = {row["name"]: row["model"] for row in section(TPU, "devices")}
        self.assertEqual(models["/device:TPU:0"], "TPU v4")


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
