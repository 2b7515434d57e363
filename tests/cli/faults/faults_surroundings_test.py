"""Unusual environments: variables, terminals, locales, names, clocks, on the real binary.

Run as: faults_surroundings_test.py PROFILER [TEST...]
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from faulty import FaultTest
from hostile_tensorflow import exec_of, profile_proto
from run import PROFILER, environment, is_sanitized, run_tests
from terminal import Terminal
from wire import field, message

CLOCK_OF_1970 = pathlib.Path("tests/cli/faults/clock_of_1970.so").resolve()
TESTDATA = pathlib.Path("testdata").resolve()
PROFILE = str(TESTDATA / "mlp/profile_1055")
XSPACE = str(TESTDATA / "xspace/tf_input_bound/host0.xplane.pb")
VIEWS = ("op scope graph code ops kernels hlo utilization idle launches collectives memory metrics "
         "phases overview steps trace report info advise").split()
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class SurroundingsTest(FaultTest):
    def setUp(self):
        super().setUp()
        self.profiler = PROFILER

    def prompt(self, env, **more):
        """The output of a command at the prompt, and the exit status."""
        with Terminal(PROFILER, PROFILE, env=env, **more) as terminal:
            terminal.expect("tfprof> ")
            terminal.send("op -order_by micros -max_depth 0 -select occurrence\r")
            terminal.expect("Relu ")
            terminal.expect("tfprof> ")
            terminal.send("quit\r")
            return terminal.wait()


class EnvironmentTest(SurroundingsTest):
    def test_none_at_all(self):
        want = self.run_with("op", PROFILE).stdout
        done = self.run_with("op", PROFILE, env={"X": ""})
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, want, ""))

    def test_no_home(self):
        for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            env = environment()
            env.pop(name, None)
            self.assertEqual(self.prompt(env), 0)
        env = environment(HOME="")
        for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            env.pop(name, None)
        self.assertEqual(self.prompt(env, cwd=self.folder), 0)
        self.assertEqual(self.listed(), [])  # the working directory is unchanged
        done = self.run_with(PROFILE, stdin="op > ~/x\n", env=env, cwd=self.folder)
        self.assertEqual(done.returncode, 1)

    def test_home_that_is_not_there(self):
        env = environment(HOME=str(self.folder / "none"), XDG_STATE_HOME="relative")
        env.pop("XDG_CONFIG_HOME")
        self.assertEqual(self.prompt(env, cwd=self.folder), 0)

    def test_folder_of_the_history_that_cannot_be_written(self):
        locked = self.folder / "locked"
        locked.mkdir(mode=0o555)
        (self.folder / "file").write_text("")
        for state in (locked, self.folder / "file", pathlib.Path("/proc"), pathlib.Path("/dev/null")):
            self.assertEqual(self.prompt(environment(XDG_STATE_HOME=str(state))), 0)
        self.assertEqual(self.listed(), ["file", "locked"])

    def test_history_is_for_its_user_only(self):
        state = self.folder / "state"
        old = os.umask(0o000)
        try:
            self.prompt(environment(XDG_STATE_HOME=str(state), TERM="xterm"))
        finally:
            os.umask(old)
        history = state / "profiler/history"
        self.assertEqual(history.stat().st_mode & 0o777, 0o600)
        self.assertEqual(history.parent.stat().st_mode & 0o777, 0o700)

    def test_terminals_of_no_or_little_skill(self):
        for term in (None, "", "dumb", "unknown", "x" * 5000, "../../etc/passwd"):
            env = environment()
            env.pop("TERM", None)
            if term is not None:
                env["TERM"] = term
            self.assertEqual(self.prompt(env), 0, term)


class WidthTest(SurroundingsTest):
    def show(self, columns, locale_name, *args):
        with Terminal(PROFILER, *args, env=environment(TERM="xterm", LC_ALL=locale_name),
                      columns=columns, rows=1) as terminal:
            status = terminal.wait()
            return status, ESCAPES.sub("", terminal.seen)

    def test_every_view_on_narrow_and_wide_ones(self):
        for path in (PROFILE, XSPACE):
            for columns in (1, 2, 1000, 65535):
                lines = [word for view in VIEWS for word in ("-c", f"{view} -format pretty")]
                status, seen = self.show(columns, "C", path, "-keep_going", *lines)
                self.assertIn(status, (0, 1))
                self.assertTrue(seen)
                self.assertNotIn("internal error", seen)

    def test_rows_fit(self):
        for name in ("C", "C.UTF-8"):
            status, seen = self.show(1000, name, "scope", PROFILE, "-format", "pretty")
            self.assertEqual(status, 0)
            self.assertLessEqual(max(map(len, seen.splitlines())), 1000)

    def test_size_that_is_not_told(self):
        for columns in ("0", "-5", "1", "99999999999999999999", "x", "80x", "5000"):
            done = self.run_with("scope", PROFILE, "-format", "pretty",
                                 env=environment(COLUMNS=columns))
            self.assertEqual(done.returncode, 0)
        self.assertEqual(self.show(0, "C", "scope", PROFILE, "-format", "pretty")[0], 0)

    def test_prompt_on_narrow_and_wide_ones(self):
        for columns in (1, 2, 9, 1000):
            with Terminal(PROFILER, PROFILE, env=environment(TERM="xterm"), columns=columns,
                          rows=2) as terminal:
                terminal.send("op -order_by micros -max_depth 0\rhel\t\x7f\x7f\x7f\r")
                terminal.send("quit\r")
                self.assertEqual(terminal.wait(), 0)


class NamesTest(SurroundingsTest):
    BAD = b"b\xff\xfe\xc3(\xed\xa0\x80d"  # invalid: stray bytes, cut characters, a surrogate

    def test_file_names(self):
        path = os.fsencode(self.folder) + b"/" + self.BAD
        shutil.copy(PROFILE, path)
        want = self.run_with("op", PROFILE).stdout
        for name in (path, os.fsencode(self.folder)):
            self.assertEqual(self.run_with("op", name).stdout, want)
        done = self.run_with("info", path, "-format", "json")
        self.assertEqual(done.returncode, 0)
        json.loads(done.stdout)
        done = self.run_with("op", path + b"x")
        self.check(done, 1, r"b\xff\xfe\xc3(\xed\xa0\x80dx")

    def test_files_that_are_written(self):
        path = os.fsencode(self.folder) + b"/" + self.BAD
        done = self.run_with("op", PROFILE, "-output", b"file:outfile=" + path)
        self.check(done, 0)
        self.assertEqual(os.listdir(os.fsencode(self.folder)), [self.BAD])

    def test_arguments(self):
        for args in ((b"op" + self.BAD, PROFILE), (b"op", PROFILE, b"-" + self.BAD),
                     (b"op", PROFILE, b"-order_by", self.BAD), (b"op", PROFILE, b"-where", self.BAD),
                     (b"op", PROFILE, b"-show_name_regexes", self.BAD)):
            done = self.run_with(*args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
        done = self.run_with(PROFILE, stdin="op -step \udcff\udc80\n".encode(
            "utf-8", "surrogateescape").decode("latin-1"))
        self.assertEqual(done.returncode, 1)

    def test_profiles(self):
        """Every format of every view stays well formed."""
        name = self.BAD
        fields = message((1, name), (5, name), (9, name), (6, b"/device:CPU:0"), (13, 0))
        frame = field(10, field(1, message((2, 1), (6, 1), (7, 1), (8, 1))))
        path = self.folder / "profile"
        path.write_bytes(profile_proto([fields + exec_of((1, 5)) + frame], [(1, name)]))
        for view in VIEWS:
            for form in ("text", "json", "csv", "tsv", "markdown", "pretty"):
                done = self.run_with(view, str(path), "-format", form, "-compat", "off")
                self.assertIn(done.returncode, (0, 1), (view, form))
                if form == "json":
                    json.loads(done.stdout)
        # On a terminal the bytes are escaped.
        with Terminal(PROFILER, "scope", str(path), "-compat", "off",
                      env=environment(TERM="xterm")) as terminal:
            terminal.wait()
            self.assertIn(r"b\xff\xfe\xc3(\xed\xa0\x80d", terminal.seen)


class LocaleTest(SurroundingsTest):
    NUMBERS = ["op", PROFILE, "-format", "json", "-where", "micros >= 20.5us", "-min_micros", "20"]

    def test_names_of_locales(self):
        """The format of numbers is the same in all locales."""
        want = self.run_with(*self.NUMBERS, env=environment(LC_ALL="C")).stdout
        for name in ("de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "no_such_locale"):
            env = environment(LC_ALL=name, LC_NUMERIC=name, LANG=name)
            self.assertEqual(self.run_with(*self.NUMBERS, env=env).stdout, want)

    def test_decimal_commas_of_a_locale_that_is_there(self):
        made = subprocess.run(["localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8",
                               str(self.folder / "de_DE.UTF-8")], capture_output=True, check=False)
        self.assertLessEqual(made.returncode, 1, made.stderr)  # 1: with warnings
        german = environment(LC_ALL="de_DE.UTF-8", LOCPATH=str(self.folder))
        printed = subprocess.run(["/usr/bin/printf", "%.1f", "1,5"], env=german, capture_output=True,
                                 text=True, check=False).stdout
        self.assertEqual(printed, "1,5")  # check that the locale works
        self.assertEqual(self.run_with(*self.NUMBERS, env=german).stdout,
                         self.run_with(*self.NUMBERS, env=environment(LC_ALL="C")).stdout)


class ClockTest(SurroundingsTest):
    def test_wall_clock_of_1970(self):
        if is_sanitized(PROFILER):
            self.skipTest("a sanitizer must be the first that is loaded")
        env = environment(LD_PRELOAD=str(CLOCK_OF_1970))
        year = subprocess.run(["date", "-u", "+%Y"], env=env, capture_output=True, text=True,
                              check=True).stdout
        self.assertEqual(year, "1970\n")  # check that the clock works
        for view in ("op", "info", "trace", "advise"):
            done, want = self.run_with(view, XSPACE, env=env), self.run_with(view, XSPACE)
            self.assertEqual((done.returncode, done.stdout, done.stderr),
                             (0, want.stdout, want.stderr))
        self.assertEqual(self.prompt(env), 0)

    def test_files_of_1970(self):
        path = self.folder / "profile"
        shutil.copy(PROFILE, path)
        os.utime(path, (0, 0))
        self.assertEqual(self.run_with("op", str(path)).stdout, self.run_with("op", PROFILE).stdout)
        os.utime(path, (-5, -5))
        self.check(self.run_with("op", str(path)), 0)

    def test_zones(self):
        for view in ("info", "trace", "steps"):
            want = self.run_with(view, XSPACE).stdout
            for zone in ("", "UTC0", "XXX-14", "America/New_York", "no/such", ":/etc/passwd", "x" * 999):
                done = self.run_with(view, XSPACE, env=environment(TZ=zone))
                self.assertEqual(done.stdout.count("\n"), want.count("\n"))
                self.assertEqual(done.returncode, 0)

    def test_times_in_profiles_that_begin_in_1970(self):
        """A device without a clock records such times."""
        path = self.folder / "trace.json"
        events = [{"ph": "X", "pid": 1, "tid": 1, "cat": "cpu_op", "name": "a", "ts": i, "dur": 1}
                  for i in range(5)]
        for base in (0, -1, 1):
            path.write_text(json.dumps({"baseTimeNanoseconds": base, "traceEvents": events}))
            for view in ("op", "trace", "steps", "info"):
                self.assertEqual(self.run_with(view, str(path)).returncode, 0)


class NetworkTest(SurroundingsTest):
    def test_nothing_reaches_out_to_a_network(self):
        """`serve` waits for who asks it; nothing asks another machine."""
        if is_sanitized(PROFILER):
            self.skipTest("a sanitizer's runtime is in it")
        listed = subprocess.run(["nm", "--dynamic", "--undefined-only", PROFILER],
                                capture_output=True, text=True, check=True).stdout
        called = {line.split()[-1].split("@")[0] for line in listed.splitlines()}
        self.assertIn("open", {name.removesuffix("64") for name in called})
        self.assertEqual(called & {"connect", "sendto", "recvfrom", "getaddrinfo",
                                   "gethostbyname"}, set())


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
