"""Inputs that change, vanish or fail while they are read, on the real binary.

Run as: faults_input_test.py PROFILER [TEST...]
"""

import gzip
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import threading

import hostile_chrome
import hostile_others
import hostile_tensorflow
import hostile_xspace
from faulty import TIMEOUT_S, FaultTest, obey_permissions, wait_until
from run import PROFILER, environment, run_tests

TESTDATA = pathlib.Path("testdata").resolve()
SMALL = str(TESTDATA / "bad/profile_ok")
GRAPH = TESTDATA / "mlp/graph.pb"


class InputTest(FaultTest):
    def setUp(self):
        super().setUp()
        self.profiler = PROFILER

    def file(self, name, content=b""):
        path = self.folder / name
        path.write_bytes(content)
        return path


class ChangedTest(InputTest):
    """Files that are mapped and read in place, changed while they are read."""

    def read_while(self, path, change, *args):
        """Applies `change` to the file while the program, which has begun to read it, is
        stopped."""
        content = path.read_bytes()
        for _ in range(20):
            process = self.start("op", *args, "-format", "csv", "-top", "1")
            maps = pathlib.Path("/proc", str(process.pid), "maps")
            if wait_until(lambda: str(path) in maps.read_text(), process):
                process.send_signal(signal.SIGSTOP)
                change()
                process.send_signal(signal.SIGCONT)
                out, err = process.communicate(timeout=TIMEOUT_S)
                # Several files are looked at before they are read, to find twins.
                is_too_early = b"is not a profile this program knows" in err
                if not is_too_early and (process.returncode != 0 or b"grown_file" in err):
                    return process.returncode, out.decode(), err.decode()
            process.communicate()
            path.write_bytes(content)
        raise AssertionError("it was never caught reading")

    def test_cut(self):
        for name, content in (("profile", hostile_tensorflow.distinct_strings(200_000)),
                              ("x.xplane.pb", hostile_xspace.distinct_event_names(200_000)),
                              ("trace.json", hostile_chrome.distinct_slices(200_000)),
                              ("metrics.csv", hostile_others.wide_table(50, 300_000))):
            for left in (0, len(content) // 2):
                with self.subTest(name=name, left=left):
                    path = self.file(name, content)
                    option = "--metrics_path=" if name.endswith("csv") else "--profile_path="
                    status, out, err = self.read_while(
                        path, lambda path=path, left=left: os.truncate(path, left), option + str(path))
                    self.assertEqual((status, out), (1, ""), err)
                    self.assertRegex(err, rf"^profiler: '{path}' was cut, or its disk failed, while "
                                     rf"it was read \(it had {len(content)} bytes at first\): .*\n$")

    def test_cut_when_packed(self):
        content = hostile_chrome.distinct_slices(300_000)
        path = self.file("trace.json.gz", gzip.compress(content, compresslevel=1))
        status, out, err = self.read_while(path, lambda: os.truncate(path, 5000), str(path))
        self.assertEqual((status, out), (1, ""), err)
        self.assertIn("was cut", err)

    def test_graph_that_is_cut(self):
        path = self.file("graph.pb", GRAPH.read_bytes() * 50)
        status, out, err = self.read_while(path, lambda: os.truncate(path, 10),
                                           f"--graph_path={path}")
        self.assertEqual((status, out), (1, ""), err)
        self.assertIn("was cut", err)

    def test_one_of_several(self):
        """The other files are read."""
        path = self.file("profile", hostile_tensorflow.distinct_strings(200_000))
        status, out, err = self.read_while(path, lambda: os.truncate(path, 10), SMALL, str(path))
        self.assertEqual(status, 1)
        self.assertIn("MatMul", out)
        self.assertIn("unreadable_input", err)
        self.assertIn("was cut", err)

    def test_written_over(self):
        content = hostile_tensorflow.distinct_strings(200_000)
        path = self.file("profile", content)

        def write_over():
            with open(path, "r+b") as file:
                file.write(content[::-1])
        status, out, err = self.read_while(path, write_over, str(path))
        self.assertEqual((status, out), (1, ""), err)
        self.assertIn("was written over while it was read", err)

    def test_grown(self):
        path = self.file("trace.json", hostile_chrome.distinct_slices(200_000))

        def add():
            with open(path, "ab") as file:
                file.write(b"\n" * 100)
        status, out, err = self.read_while(path, add, str(path))
        self.assertEqual(status, 0, err)
        self.assertIn("op", out)
        self.assertIn("the file grew while it was read", err)

    def test_replaced_and_removed(self):
        """A file that was replaced or removed is still read to its end."""
        path = self.file("profile", hostile_tensorflow.distinct_strings(200_000))
        want = self.run_with("op", str(path)).stdout
        for change in (lambda: os.replace(self.file("other", b"x"), path), lambda: os.unlink(path)):
            process = self.start("op", str(path))
            wait_until(lambda: str(path) in pathlib.Path("/proc", str(process.pid), "maps").read_text(),
                       process)
            change()
            out, err = process.communicate(timeout=TIMEOUT_S)
            self.assertEqual((process.returncode, out.decode()), (0, want), err)
            path.write_bytes(hostile_tensorflow.distinct_strings(200_000))

    def test_checkpoint_that_is_cut_between_questions(self):
        for file in TESTDATA.glob("mlp/model.ckpt.*"):
            shutil.copy(file, self.folder)
        data = next(self.folder.glob("*.data-*"))
        question = b"scope -account_type_regexes _checkpoint_variables -select tensor_value\n"
        with subprocess.Popen(
                [PROFILER, f"--graph_path={GRAPH}", f"--checkpoint_path={self.folder}/model.ckpt"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=environment()) as process:
            process.stdin.write(question)
            process.stdin.flush()
            process.stdout.read(100)
            os.truncate(data, 0)
            _, err = process.communicate(question * 2, timeout=TIMEOUT_S)
        self.assertIn(process.returncode, (0, 1), err)


class UnreadableTest(InputTest):
    def test_no_files_at_all(self):
        for path, why in (
                (self.folder / "none", "there is no such file"),
                (f"{SMALL}/below", "there is no such file"),
                (self.folder / ("n" * 300), "File name too long"),
                ("/dev/zero", "is a device"), ("/dev/null", "is a device"),
                ("/proc/self/mem", "is empty"),
                (self.file("empty"), "is empty"),
                (self.folder, "is a folder")):
            self.check(self.run_with("op", str(path)), 1, why)

    def test_socket(self):
        path = str(self.folder / "socket")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path)
            self.check(self.run_with("op", path), 1, path)

    def test_files_that_cannot_be_mapped(self):
        path = "/sys/kernel/mm/transparent_hugepage/enabled"  # reports a wrong size
        if not os.path.exists(path):
            self.skipTest("there is no such file here")
        self.check(self.run_with("op", path), 1, path)

    def test_circle_of_links(self):
        link = self.folder / "link"
        link.symlink_to("link")
        self.check(self.run_with("op", str(link)), 1, "Too many levels of symbolic links")

    def test_permissions(self):
        path = self.file("secret", pathlib.Path(SMALL).read_bytes())
        path.chmod(0)
        for option in ("--profile_path", "--graph_path", "--metrics_path"):
            done = self.run_with("op", f"{option}={path}", preexec=obey_permissions)
            self.check(done, 1, "secret' may not be read (Permission denied)")
        done = self.run_with("op", SMALL, str(path), preexec=obey_permissions)
        self.assertEqual(done.returncode, 1)
        self.assertIn("may not be read", done.stderr)
        self.assertIn("Profile:", done.stdout)

    def test_folders(self):
        closed = self.folder / "closed"
        closed.mkdir()
        shutil.copy(SMALL, closed / "profile_1")
        for mode in (0o000, 0o311):
            closed.chmod(mode)
            done = self.run_with("op", str(closed), preexec=obey_permissions)
            self.check(done, 1, "Permission denied")
        closed.chmod(0o644)  # can be listed, but no file in it can be opened
        done = self.run_with("op", str(closed), preexec=obey_permissions)
        closed.chmod(0o755)
        self.check(done, 1, "closed")
        self.check(self.run_with("op", str(closed)), 0)
        (closed / "below").mkdir(mode=0)  # the other files are read
        done = self.run_with("op", str(closed), preexec=obey_permissions)
        self.assertIn("Profile:", done.stdout)
        self.check(done, 1, "cannot be listed: Permission denied")

    def test_scripts_and_rules(self):
        for path in ("/proc/self/mem", str(self.folder), str(self.folder / "none")):
            self.check(self.run_with(SMALL, "-f", path), 2, "cannot read the script")
            self.check(self.run_with("advise", SMALL, "-rules_file", path), 1, path)


def open_files(pid):
    """The paths of the process's open files. Files that it closes meanwhile are skipped."""
    paths = []
    for link in pathlib.Path("/proc", str(pid), "fd").iterdir():
        try:
            paths.append(os.readlink(link))
        except FileNotFoundError:
            pass
    return paths


class PipeTest(InputTest):
    def test_writer_that_goes(self):
        """The answer is that of a cut file."""
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        content = (TESTDATA / "mlp/profile_1055").read_bytes()
        for length in (0, 1, 5000, len(content) - 1):
            writer = threading.Thread(target=lambda n=length: pipe.write_bytes(content[:n]))
            writer.start()
            done = self.run_with("info", str(pipe))
            writer.join()
            self.assertEqual(done.returncode, 1, length)
            cut = self.run_with("info", str(self.file("cut", content[:length])))
            self.assertEqual(cut.stderr.replace("/cut", "/pipe"), done.stderr)

    def test_stdin(self):
        with open(SMALL, "rb") as file:
            done = subprocess.run([PROFILER, "op", "/dev/stdin"], stdin=file, capture_output=True,
                                  env=environment(), timeout=TIMEOUT_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.run_with("op", "/dev/stdin", stdin="no profile\n")
        self.check(done, 1, "'/dev/stdin' is")

    def test_signal_ends_the_wait(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        fd = os.open(pipe, os.O_RDWR)
        self.addCleanup(os.close, fd)
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("op", str(pipe))
            wait_until(lambda: str(pipe) in open_files(process.pid), process)
            for _ in range(2):  # the first signal may come before the program waits
                process.send_signal(number)
                try:
                    process.wait(1)
                except subprocess.TimeoutExpired:
                    pass
            self.assertEqual(process.wait(TIMEOUT_S), 128 + number)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
