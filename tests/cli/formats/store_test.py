"""-output store on the real binary: a store gives the same answers as its inputs.

Run as: store_test.py PROFILER [TEST...]
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from run import run, run_tests

TESTDATA = os.path.abspath("testdata")
PROTO = os.path.abspath("proto/store.proto")
TIMEOUT_S = 60

QUESTIONS = [
    "op -order_by micros -select micros,bytes,params,float_ops,occurrence,input_shapes,device",
    "op -compat off -account_type_regexes .*MatMul.* -order_by occurrence",
    "scope -max_depth 100 -select micros,bytes,params,tensor_value,op_types",
    "scope -step 2 -order_by accelerator_micros",
    "graph -max_depth 100 -order_by bytes",
    "code -max_depth 100 -show_name_regexes .*py.*",
    "code -compat off -max_depth 4 -order_by cpu_micros",
    "op -stat median -top 5",
    "scope -stat mean_all",
    "info",
    "steps",
    "advise",
]


def data(*names):
    return [os.path.join(TESTDATA, name) for name in names]


# Inputs from testdata/: good and bad profiles, runs as recorded, checkpoints, several inputs.
def cases():
    for path in sorted(pathlib.Path(TESTDATA).glob("*/*profile_*")):
        yield [str(path)]
    for model, steps in (("mlp", (1, 1050, 1051)), ("resnet", (5, 15)), ("dist", (3, 6)),
                         ("gpu_synth", (100, 200))):
        run_metas = ",".join(data(*(f"{model}/run_meta_{step}.pb" for step in steps)))
        run = [f"--graph_path={data(model + '/graph.pb')[0]}", f"--run_meta_path={run_metas}",
               f"--op_log_path={data(model + '/op_log.pb')[0]}"]
        yield run
        checkpoint = pathlib.Path(TESTDATA, model, "model.ckpt.index")
        if checkpoint.exists():
            yield run + [f"--checkpoint_path={checkpoint}"]
    mlp = data("mlp/graph.pb", "checkpoint/parts.ckpt")
    yield [f"--graph_path={mlp[0]}", f"--checkpoint_path={mlp[1]}"]
    yield data("dist/profile_6", "mlp/profile_1055", "lstm/profile_4")
    yield data("lstm/cf2_profile_2", "lstm/profile_4")
    yield data("mlp/profile_1055") + [f"--run={'mine'}"] + data("resnet/profile_15")


def ask(inputs, *more):
    """The answers to all questions in text and JSON, without the names of the inputs."""
    lines = []
    for question in QUESTIONS:
        lines += ["-c", question, "-c", question + " -format json"]
    done = run(*inputs, *lines, "-keep_going", *more)
    assert done.returncode in (0, 1), done.stderr
    stdout = []
    for line in done.stdout.splitlines():
        if line.startswith('{"'):
            answer = json.loads(line)
            answer.pop("inputs", None)  # errors have none
            line = json.dumps(answer)
        stdout.append(line)
    return done.returncode, stdout, done.stderr


def worked(*inputs):
    """The time by op type, for types that took any."""
    rows = json.loads(run("op", *inputs, "-max_depth", "1000", "-format", "json").stdout)["rows"]
    return {row["name"]: row["micros"] for row in rows if row["micros"]}


class StoreTest(unittest.TestCase):
    maxDiff = 2000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = str(self.folder / "a.store")

    def write(self, *inputs, path=None, status=0):
        done = run("op", *inputs, "-output", f"store:outfile={path or self.path}")
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_every_profile_answers_the_same_from_its_store(self):
        for inputs in cases():
            with self.subTest(inputs=[os.path.relpath(name, TESTDATA) for name in inputs]):
                want = ask(inputs)
                if pathlib.Path(self.path).exists():
                    os.unlink(self.path)
                run("op", *inputs, "-output", f"store:outfile={self.path}")
                if not pathlib.Path(self.path).exists():
                    self.assertEqual(want[0], 1)  # there was nothing to write
                    continue
                named = [name for name in inputs if name.startswith("--run=")]
                self.assertEqual(ask([self.path] + named), want)

    def test_two_hosts_in_one_store_and_more_beside_it(self):
        a, b, c = data("dist/profile_6", "mlp/profile_1055", "resnet/profile_15")
        self.write(a, b)
        self.assertEqual(ask([self.path]), ask([a, b]))
        self.assertEqual(ask([self.path, c]), ask([a, b, c]))
        other = str(self.folder / "other.store")
        self.write(c, path=other)
        self.assertEqual(ask([other, self.path]), ask([a, b, c]))
        # Overwrites its own input, which is read first.
        self.write(self.path, c)
        self.assertEqual(ask([self.path]), ask([a, b, c]))
        # A source that is in the store already is listed again; its executions count once.
        self.write(self.path, b)
        self.assertEqual(worked(self.path), worked(a, b, c))

    def test_runs_stay_apart_until_they_are_named_one(self):
        a, b = data("mlp/profile_1055", "resnet/profile_15")
        self.write(a, b)
        want, got = ask([a, b, "--run=mine"]), ask([self.path, "--run=mine"])
        self.assertEqual(got, want)
        self.assertNotEqual(want[1], ask([a, b])[1])
        c = str(self.folder / "c")
        with open(a, "rb") as other, open(c, "wb") as out:
            out.write(other.read() + b"\xf8\x07\x01")  # adds a field, as a copy would not count
        self.assertEqual(ask([self.path, c]), ask([a, b, c]))

    def test_banner_and_notes(self):
        done = self.write(*data("mlp/profile_1055"))
        self.assertEqual(done.stdout, f"store written to {self.path} (1 source, 262 ops, 9 steps)\n")
        self.assertEqual(done.stderr, "")
        done = self.write(*data("mlp/profile_1055"), "-account_type_regexes", "MatMul")
        self.assertIn("all ops are in it", done.stderr)
        done = self.write(*data("mlp/profile_1055"), "-format", "json")
        self.assertEqual(json.loads(done.stdout)["files"],
                         [{"path": self.path, "bytes": os.stat(self.path).st_size}])
        self.assertIn("store:outfile=", run("help", "output").stdout)

    def test_selected_steps_sources_and_devices(self):
        profile = data("mlp/profile_1055")
        self.write(*profile, "-step", "2")
        for view in ("op", "scope"):
            want, got = run(view, *profile, "-step", "2"), run(view, self.path)
            self.assertEqual(got.stdout, want.stdout)
        self.assertIn("-step 3 was not recorded", run("op", self.path, "-step", "3").stderr)
        two = data("mlp/profile_1055", "resnet/profile_15")
        for narrow in (["-source", ".*mlp.*"], ["-device", ".*cpu:0"], ["-host", ".*task:0"],
                       ["-rank", "0"]):
            self.write(*two, *narrow)
            # Ops that ran elsewhere are in the store as ops that did not run.
            want, got = (worked(*inputs) for inputs in (two + narrow, [self.path]))
            self.assertEqual(got, want, narrow)
            self.assertTrue(got)
        self.write(*two, "-source", ".*mlp.*")
        narrow = os.stat(self.path).st_size
        self.write(*two)
        self.assertLess(narrow, os.stat(self.path).st_size)
        done = self.write(*profile, "-step", "77", path=self.folder / "none", status=1)
        self.assertIn("-step 77 was not recorded", done.stderr)
        self.assertFalse((self.folder / "none").exists())

    def test_what_was_lost_before_is_told_again(self):
        self.write(*data("bad/profile_truncated"), status=1)
        want, got = run("op", *data("bad/profile_truncated")), run("op", self.path)
        self.assertEqual((got.returncode, got.stdout, got.stderr),
                         (1, want.stdout, want.stderr))
        self.assertIn("it was cut short", got.stderr)

    def test_tensor_values_without_the_checkpoint(self):
        folder = self.folder / "gone"
        shutil.copytree(os.path.join(TESTDATA, "mlp"), folder)
        inputs = [f"--graph_path={folder}/graph.pb", f"--checkpoint_path={folder}/model.ckpt"]
        question = ["scope", "-select", "tensor_value", "-max_depth", "100", "-format", "json"]
        want = json.loads(run(*question, *inputs).stdout)
        self.write(*inputs)
        shutil.rmtree(folder)
        got = json.loads(run(*question, self.path).stdout)
        self.assertEqual(got["rows"], want["rows"])
        self.assertTrue(any(row["tensor_value"] for row in got["rows"]))

    def test_damaged_stores(self):
        self.write(*data("gpu_synth/profile_300"))
        whole = pathlib.Path(self.path).read_bytes()
        for name, damaged, words in (
                ("cut", whole[:-7], "cut or damaged"),
                ("changed", whole[:5000] + b"!" + whole[5001:], "cut or damaged"),
                ("header", whole[:8], "cut or damaged"),
                ("newer", whole[:7] + b"\x09" + whole[8:],
                 "was written by a newer profiler (format 9); this one reads up to 2"),
                ("magic", whole[:7], "no profiler store"),
        ):
            with self.subTest(name):
                pathlib.Path(self.path).write_bytes(damaged)
                done = run("op", self.path, "-output", f"store:outfile={self.folder}/again")
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertEqual(os.listdir(self.folder), ["a.store"])

    def test_a_damaged_one_beside_others(self):
        good = data("mlp/profile_1055")
        pathlib.Path(self.path).write_bytes(b"\x89PFSTR\n\x01")
        done = run("op", *good, self.path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("it was left out; the other inputs were read", done.stderr)
        self.assertEqual(done.stdout, run("op", *good).stdout)

    def test_whole_or_not_at_all(self):
        pathlib.Path(self.path).write_text("as it was")
        self.write(*data("mlp/profile_1055"), "-step", "99", status=1)
        self.assertEqual(pathlib.Path(self.path).read_text(), "as it was")
        self.write(*data("mlp/profile_1055"), path=f"{self.path}/x", status=1)
        self.assertEqual(os.listdir(self.folder), ["a.store"])

    def test_under_the_wrong_flag(self):
        self.write(*data("mlp/profile_1055"))
        done = run("op", f"--graph_path={self.path}")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is a profiler store, which is given with --profile_path", done.stderr)
        self.assertEqual(run("op", self.path, "-input_format", "store").returncode, 0)
        done = run("op", *data("mlp/profile_1055"), "-input_format", "store")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no profiler store", done.stderr)

    def test_no_args(self):
        # The offsets of raw arguments are recorded for a run: without them the store is shorter.
        inputs = [f"--graph_path={data('mlp/graph.pb')[0]}",
                  f"--run_meta_path={data('mlp/run_meta_1.pb')[0]}"]
        self.write(*inputs)
        with_args = os.stat(self.path).st_size
        self.write(*inputs, "-no_args")
        self.assertLess(os.stat(self.path).st_size, with_args)
        self.assertEqual(ask([self.path]), ask(inputs))

    def test_protoc_reads_what_is_in_it(self):
        self.write(*data("bad/profile_ok"))
        command = (f"tail -c +9 {self.path} | zstd -dc | protoc --proto_path={os.path.dirname(PROTO)}"
                   f" --decode=profiler.store.Store {PROTO}")
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True,
                              text=True, timeout=TIMEOUT_S, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("header {\n  format: 1\n}\n"))
        for word in ("recorded_execs {", "events {", "end {", '  text: "MatMul"'):
            self.assertIn(word, done.stdout)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
