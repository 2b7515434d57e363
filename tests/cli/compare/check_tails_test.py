"""`check` and `diff` where some steps changed and the typical one did not, and where the base is
noisy or was split by the shell."""

import json
import pathlib
import random
import sys

from check_case import BROKEN, OK, UNCLEAR, CheckCase
from made_steps import noisy
from made_trace import made
from run import ask, run, run_tests


def some_slow(seed, slow, steps=10):
    """Steps of about 20 ms, of which those in `slow` take 30 ms."""
    noise = random.Random(seed)
    return [{"matmul": (30_000 if step in slow else 20_000) * noise.gauss(1, 0.002)}
            for step in range(steps)]


class Tails(CheckCase):
    def test_a_few_slow_steps_break_what_is_asked_of_them(self):
        pair = self.pair(some_slow(1, ()), some_slow(2, (1, 4, 6, 9)))
        for function, status in (("mean", BROKEN), ("p95", BROKEN), ("max", BROKEN), ("median", OK)):
            with self.subTest(function):
                row = self.row(*pair, "-require", f"steps: {function}(total_us) <= 1.03 * base",
                               status=3 if status == BROKEN else 0)
                self.assertEqual(row["status"], status)
                if status == BROKEN:
                    self.assertLess(row["p_value"], 0.05)
                    self.assertIn(f"of the {function} itself, 10 steps against 10", row["reason"])

    def test_one_slow_step_is_no_more_than_noise(self):
        pair = self.pair(some_slow(1, ()), some_slow(2, (4,)))
        row = self.row(*pair, "-require", "steps: p95(total_us) <= 1.03 * base")
        self.assertEqual(row["status"], UNCLEAR)
        self.assertGreater(row["p_value"], 0.05)

    def test_slow_steps_of_both_are_equal(self):
        pair = self.pair(some_slow(1, (0, 3, 5, 8)), some_slow(2, (1, 4, 6, 9)))
        for function in ("mean", "p95", "max"):
            row = self.row(*pair, "-require", f"steps: {function}(total_us) <= 1.03 * base")
            self.assertEqual(row["status"], OK)

    def test_fewer_fast_steps_break_a_least_value(self):
        pair = self.pair(some_slow(1, range(10)), some_slow(2, (0, 2, 3, 5, 7, 8)))
        row = self.row(*pair, "-require", "steps: mean(total_us) >= 0.98 * base", status=3)
        self.assertEqual(row["status"], BROKEN)

    def test_diff_says_that_the_mean_changed(self):
        new, _, base = self.pair(some_slow(1, ()), some_slow(2, (1, 4, 6, 9)))
        said = " ".join(ask("diff", new, "-base", base)["summary"])
        self.assertRegex(said, r"The mean step is \d+(\.\d)?% longer: 24(\.\d+)? ms, before 20(\.\d+)? ms")
        self.assertRegex(said, r"[45] of 10 steps are longer than any of the base")

    def test_diff_tells_of_a_single_step_that_is_far_longer(self):
        far = some_slow(2, ())
        far[5] = {"matmul": 200_000}
        new, _, base = self.pair(some_slow(1, ()), far)
        said = " ".join(ask("diff", new, "-base", base)["summary"])
        self.assertRegex(said, r"One of 10 steps takes 200(\.\d+)? ms, those of the base at most 20"
                               r"(\.\d+)? ms: the mean step is 38(\.\d+)? ms, before 20(\.\d+)? ms")

    def test_diff_calls_far_longer_steps_no_noise(self):
        far = some_slow(2, ())
        far[2] = far[5] = {"matmul": 100_000}
        new, _, base = self.pair(some_slow(1, ()), far)
        said = " ".join(ask("diff", new, "-base", base)["summary"])
        self.assertIn("2 of 10 steps are more than twice as long as any of the base: `advise "
                      "-checkers StepChecker` of the new profile says what runs in them", said)

    def test_diff_is_silent_on_a_mean_that_changed_as_the_step_did(self):
        new, _, base = self.pair(noisy(1, 1000), noisy(2, 1200))
        self.assertNotIn("The mean step", " ".join(ask("diff", new, "-base", base)["summary"]))

    def test_a_broken_requirement_by_strict_noise_says_so(self):
        pair = self.pair(some_slow(1, ()), some_slow(2, (4,)))
        row = self.row(*pair, "-require", "steps: p95(total_us) <= 1.03 * base", "-strict_noise",
                       status=3)
        self.assertIn("because of -strict_noise", row["reason"])


class Bases(CheckCase):
    def runs(self, name, times):
        return [self.trace(f"{name}{i}.json", noisy(i, time)) for i, time in enumerate(times)]

    def test_a_base_whose_runs_lie_far_apart_is_told(self):
        base = self.runs("base", (1000, 2000, 4000, 9000, 14000))
        new = self.runs("new", (1000, 2000, 4000, 9000, 14000))
        row = self.row(*new, *[word for path in base for word in ("-base", path)], "-require",
                       "steps: median(total_us) <= 1.05 * base")
        self.assertEqual(row["status"], OK)
        self.assertRegex(row["reason"], r"Runs of the base lie between 1\.0\d* ms and 1[34](\.\d+)? ms: "
                                        r"a change by less than \d+% of their median may not be seen")

    def test_a_pattern_that_the_shell_expanded_is_refused(self):
        base = self.runs("old", (1000, 1000, 1000))
        new = self.runs("new", (1200, 1200, 1200))
        rule = ("-require", "steps: median(total_us) <= 1.05 * base")
        for words in ((*new, "-base", *base), (f"-base={base[0]}", *base[1:], *new),
                      (*new, "--base", *base)):
            done = run("check", *words, *rule)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn("If the shell expanded a pattern, quote it: -base '", done.stderr)
            self.assertIn("/old*.json'", done.stderr)
        for words in ((*new, "-base", base[0]), ("-base", base[0], new[0]), (base[1], "-base", base[0]),
                      ("-base", base[0], base[1])):
            self.assertNotEqual(run("check", *words, *rule).returncode, 2)

    def test_steps_that_nobody_marked_are_told(self):
        marked = made(self.folder / "marked.json", 1)
        trace = json.loads(pathlib.Path(marked).read_text())
        events = [event for event in trace["traceEvents"]
                  if not event["name"].startswith("ProfilerStep")]
        bare = self.folder / "bare.json"
        bare.write_text(json.dumps({**trace, "traceEvents": events}))
        rule = ("-require", "steps: median(total_us) <= 1.5 * base", "-format", "json")
        for new, base, sides in ((bare, bare, ("the base", "the new profile")),
                                 (marked, marked, ())):
            notes = json.loads(run("check", new, "-base", base, *rule).stdout)["notes"]
            said = [note["text"] for note in notes if note["id"] == "inferred_steps"]
            self.assertEqual(len(said), len(sides))
            for side, text in zip(sides, said):
                self.assertIn(f"10 steps of {side} are inferred from calls that repeat", text)
        kept = run("baseline", bare, "-output", f"store:outfile={self.folder / 'bare.store'}")
        self.assertIn("10 steps (inferred, as none was marked), median", kept.stdout)

    def test_runs_of_one_process_have_no_ranks(self):
        def word(paths, option):
            return [word for path in paths for word in (option, path)]
        new = self.runs("new", (1000, 1000, 1500, 1000, 1500))
        base = self.runs("old", (1000, 990, 1010, 1000, 1005))
        said = " ".join(ask("diff", *word(new, "--profile_path"), *word(base, "-base"))["summary"])
        self.assertNotIn("ranks", said)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
