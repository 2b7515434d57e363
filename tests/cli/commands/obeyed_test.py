"""Each command with each option: what a command does not take is refused, and what it takes changes
its answer on some profile."""

import json
import pathlib
import sys
import tempfile
import unittest

from run import ask, run, run_tests

PROFILES = [
    "testdata/mlp/profile_1055",
    "testdata/gpu_synth/profile_300",
    "testdata/dist/profile_6",
    "testdata/kineto/torch_resnetish/rank0.5.pt.trace.json",
    "testdata/sagemaker/sm_imbalance",
    "testdata/xspace/syn_gpu1/host0.xplane.pb",
    "testdata/xspace/syn_tpu1/host0.xplane.pb",
    "testdata/xspace/jax_bf16_scan/host0.xplane.pb",
]

# A value of each option that changes an answer, or several for different commands.
VALUES = {
    "max_depth": ["1"], "step": ["1", "last"], "order_by": ["micros", "total_us", "begin_us", "avg_us", "idle_us", "peak_us", "p99",
                                                               "occurrences", "bytes"],
    "account_type_regexes": ["nosuch"], "start_name_regexes": ["nosuch"],
    "trim_name_regexes": [".*"], "show_name_regexes": ["nosuch"], "hide_name_regexes": [".*"],
    "account_displayed_op_only": ["true"], "source": ["nosuch"], "host": ["nosuch"],
    "rank": ["77"], "device": ["nosuch"], "stat": ["max"], "where": ["name == 'nosuch'"],
    "top": ["1"], "from": ["300us", "10ms"], "to": ["300us", "10ms"], "around": [".*"],
    "module": ["jit__normal"],
    "show_idle": ["true"], "per_call": ["true"], "bandwidth": ["1GB/s"], "parameters": ["10"],
    "metric": ["CPUUtilization"], "below": ["50"], "above": ["50"], "for": ["3s"],
    "checkers": ["JobChecker"], "fail_on": ["warning"], "every": ["1s"],
    "tolerance": ["2%"], "match": ["exact"],
    "by": ["rank", "host", "node", "phase", "metric", "process", "kind", "category"],
    "of": ["steps: max(total_us)"],
    "threshold": ["JobChecker.imbalance=3", "InputChecker.high=0.9"],
    "select": ["bytes", "total_us", "duration_us", "total_us,count", "mean", "samples",
               "kernels", "busy_us", "self_us"],
}
# Options without which another has no effect.
ALWAYS = {"dips": "-above 10", "check": "-require 'op: sum(micros) >= 0'",
          "sql": "'SELECT ops.name AS name, COUNT(*) AS occurrences, MIN(begin) AS micros FROM events "
                 "JOIN ops ON ops.id = op GROUP BY ops.id'"}
BESIDE = {("dips", "below"): "", ("dips", "above"): "", ("collectives", "parameters"): "-bandwidth 1GB/s",
          ("steps", "bandwidth"): "-by device",
          ("scope", "account_displayed_op_only"): "-min_micros 10"}
# Options whose effect other tests show: it is not in an answer to compare, or needs a profile of its
# own.
ELSEWHERE = {"step_event", "rules_file", "threshold", "fail_on", "tables", "options", "metric",
             "sample_type", "device_peaks", "base", "tolerance", "match", "require", "budgets", "strict_noise",
             "query_file", "key"}
# No profile of testdata has two allocators, and none of these two ops of an input pipeline. Without
# a place that matches, diff has no steps, check no rows and trend no values, and they fail.
WITHOUT_EFFECT = {("memory", "order_by"), ("input", "order_by"), ("input", "top"),
                  ("diff", "source"), ("diff", "host"), ("diff", "rank"),
                  ("diff", "device"), ("check", "source"), ("check", "host"), ("check", "rank"),
                  ("check", "device"), ("trend", "source"), ("trend", "host"),
                  ("trend", "rank"), ("trend", "device")}


def values_of(row):
    if row["name"].startswith("min_"):
        return ["1000000000"]
    return VALUES.get(row["name"], [])


def commands_and_options():
    rows = ask("schema", "-options")["rows"]
    commands = max((row["commands"] for row in rows), key=len)
    of_commands = [row for row in rows if row["given"] == "commands" or row["commands"]]
    return commands, [row for row in of_commands if len(row["commands"]) < len(commands)]


class Refused(unittest.TestCase):
    def test_every_command_with_every_option(self):
        commands, options = commands_and_options()
        self.assertGreater(len(commands), 15)
        for row in options:
            value = values_of(row)[:1] or (["true"] if not row["value"] else ["x"])
            for command in commands:
                takes = command in row["commands"] or command in row["accepted_by"]
                if takes:
                    continue
                with self.subTest(command=command, option=row["name"]):
                    done = run(command, PROFILES[0], f"-{row['name']}={value[0]}")
                    if row["name"] in ("step_event", "threshold"):
                        self.assertEqual(done.returncode, 2, done.stderr)
                        continue
                    self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                    if not row["commands"]:  # only exporters or `schema` obey it
                        continue
                    self.assertIn(f"{command} does not take -{row['name']}", done.stderr)
                    if 2 * len(row["commands"]) <= len(commands):
                        for one in row["commands"]:
                            self.assertIn(one, done.stderr)

    def test_values_of_by(self):
        done = run("steps", PROFILES[0], "-by", "node")
        self.assertEqual(done.returncode, 2)
        self.assertIn("steps does not take -by node: metrics and phases do", done.stderr)
        self.assertIn("steps takes rank, host and device", done.stderr)

    def test_options_of_exporters(self):
        with tempfile.TemporaryDirectory() as folder:
            out = f"{folder}/out"
            done = run("op", PROFILES[0], "-top", "3", "-output", f"store:outfile={out}")
            self.assertEqual(done.returncode, 2)
            self.assertIn("-output store does not take -top", done.stderr)
            done = run("op", PROFILES[0], "-merge_steps")
            self.assertEqual(done.returncode, 2)
            self.assertIn("-merge_steps is for -output timeline", done.stderr)
            done = run("graph", PROFILES[0], "-merge_steps", "-output", f"timeline:outfile={out}")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_options_of_built_in_commands(self):
        for command in ("help op -top 3", "quit -top 3", "schema op -stat max"):
            done = run(PROFILES[0], "-c", command)
            self.assertEqual(done.returncode, 2, command)
        self.assertEqual(run("schema", "op", "-top", "3").returncode, 0)


class Obeyed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.commands, cls.options = commands_and_options()

    def answers(self, command, folder):
        """The commands' answers by option and value, on each profile, and those without."""
        asked = [(row["name"], value) for row in self.options
                 if command in row["commands"] for value in values_of(row)]
        always = ALWAYS.get(command, "")
        for profile in PROFILES:
            lines = [f"{command} {always}"]
            for name, value in asked:
                lines.append(f'{command} {BESIDE.get((command, name), always)} "-{name}={value}"')
            script = "".join(f"{line} -format json > {folder}/{i}\n" for i, line in enumerate(lines))
            base = ["-base", profile] if command == "diff" else []
            run(profile, *base, "-keep_going", stdin=script)
            found = [pathlib.Path(folder, str(i)) for i in range(len(lines))]
            texts = [json.loads(path.read_text()) if path.exists() else None for path in found]
            for path in found:
                path.unlink(missing_ok=True)
            for answer in texts:
                if answer is not None:
                    del answer["command"]
            yield texts[0], dict(zip(asked, texts[1:]))

    def test_an_option_that_is_taken_changes_an_answer(self):
        for command in self.commands:
            changed = set()
            with tempfile.TemporaryDirectory() as folder:
                for plain, answers in self.answers(command, folder):
                    if plain is None:
                        continue
                    changed |= {name for (name, _), answer in answers.items()
                                if answer is not None and answer != plain}
            for row in self.options:
                is_told_elsewhere = (row["name"] in ELSEWHERE or
                                     (command, row["name"]) in WITHOUT_EFFECT)
                if command in row["commands"] and not is_told_elsewhere:
                    with self.subTest(command=command, option=row["name"]):
                        self.assertIn(row["name"], changed)


class PassedOver(unittest.TestCase):
    def test_options_that_were_set_before(self):
        done = run(PROFILES[0], stdin="set -stat median -by rank\nops\nkernels\nop\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        told = [line for line in done.stderr.splitlines() if "is passed over" in line]
        self.assertEqual(told, ["profiler: note: -stat median is passed over: ops does not take it",
                                "profiler: note: -by rank is passed over: ops does not take it"])

    def test_options_for_several_commands(self):
        done = run(PROFILES[0], "-top", "2", "-order_by", "micros", "-c", "info", "-c", "op")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("note: -top 2 is passed over: info does not take it", done.stderr)
        self.assertEqual(ask("op", PROFILES[0], "-top", "2", "-order_by", "micros")["rows"][0]["name"],
                         "Relu")

    def test_json_tells_it_among_the_notes(self):
        done = run(PROFILES[0], "-stat", "median", "-format", "json", "-c", "ops", "-c", "kernels")
        first, second = (json.loads(line) for line in done.stdout.splitlines())
        self.assertEqual([note["id"] for note in first["notes"]].count("option_passed_over"), 1)
        self.assertEqual([note["id"] for note in second["notes"]].count("option_passed_over"), 0)

    def test_an_order_that_the_table_lacks(self):
        done = run(PROFILES[0], stdin="set -order_by micros\nsteps\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("-order_by micros is passed over: steps has no such column", done.stderr)
        self.assertEqual(run("steps", PROFILES[0], "-order_by", "micros").returncode, 2)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
