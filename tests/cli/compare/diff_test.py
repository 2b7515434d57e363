"""`diff NEW -base OLD`: whether what changed is found, and nothing else."""

import json
import re
import sys

from diff_case import DiffCase
from made_trace import edited, made, rows, section
from run import ask, run, run_tests

KINETO = "testdata/kineto/torch_resnetish/rank0.5.pt.trace.json.gz"


class Diff(DiffCase):
    def test_the_same_file_is_the_same(self):
        report = self.diff(self.base)
        for name in ("steps", "parts", "ops", "idle", "kernels", "launches"):
            verdicts = {row["verdict"] for row in rows(report, name).values()}
            self.assertEqual(verdicts, {"same"}, name)
        self.assertIn("did not change", report["summary"][0])
        self.assertEqual(len(report["summary"]), 1)

    def test_a_slow_op_is_named(self):
        report = self.diff(self.new(slow=1.2))
        step = section(report, "steps")["rows"][0]
        self.assertEqual(step["verdict"], "slower")
        self.assertLess(step["low"], 40)
        self.assertGreater(step["high"], 40)
        slower = [row for row in rows(report, "ops").values() if row["verdict"] == "slower"]
        self.assertEqual([row["name"] for row in slower], ["fusion.1"])
        self.assertAlmostEqual(slower[0]["delta_us"], 40, delta=4)
        self.assertRegex(report["summary"][0], r"^The typical step is 2\.\d% slower between these two runs: 1\.\d+ ms, "
                         r"before 1\.\d+ ms \(95% interval \+.*, p .*; 10 whole steps against 10\)$")
        self.assertRegex(report["summary"][1], r"^Ops that explain it: fusion\.1 \+.* us \([\d.]+%")

    def test_a_step_of_twice_the_time_or_more_is_told_as_a_factor(self):
        summary = self.diff(self.new(slow=20))["summary"]
        self.assertRegex(summary[0], r"^The typical step is \d[\d.]* times as long between these two runs: .*, "
                         r"before .* "
                         r"\(95% interval \d[\d.]* to \d[\d.]* times, p [^%]*\)$")

    def test_the_step_since_which_ranks_take_longer_is_named_by_its_number(self):
        def recorded(name, durations):
            folder = self.folder / name
            folder.mkdir()
            for rank in (0, 1):
                events, begin = [], 1000.0
                for number, duration in enumerate(durations):
                    ids = {"ph": "X", "pid": 1, "tid": 1}
                    events.append({**ids, "cat": "user_annotation",
                                   "name": f"ProfilerStep#{number + 100}", "ts": begin,
                                   "dur": duration})
                    events.append({**ids, "cat": "cpu_op", "name": "aten::mm", "ts": begin + 10,
                                   "dur": duration - 20})
                    begin += duration
                (folder / f"rank{rank}.pt.trace.json").write_text(json.dumps(
                    {"schemaVersion": 1, "deviceProperties": [], "traceEvents": events,
                     "distributedInfo": {"rank": rank, "world_size": 2}}))
            return folder

        base = recorded("ranks_before", [1000 + number % 3 for number in range(20)])
        new = recorded("ranks_after", [(1000 if number < 10 else 1500) + number % 3
                                       for number in range(20)])
        summary = " ".join(ask("diff", new, "-base", base)["summary"])
        self.assertRegex(summary, "a step takes 1.5 ms since step 110, 1 ms before")
        grows = recorded("ranks_growing", [1000 + 25 * number for number in range(20)])
        summary = " ".join(ask("diff", grows, "-base", base)["summary"])
        self.assertIn("In the new profile steps get longer all the time: 1 ms at first, 1.48 ms at "
                      "last", summary)
        self.assertNotIn("since step", summary)

    def test_times_of_devices_that_were_not_recorded_are_unknown(self):
        known, unknown = (f"testdata/gpu_synth/{name}profile_300" for name in ("", "nostream_"))
        for new, base, missing, there in ((known, unknown, "base_us", "new_us"),
                                          (unknown, known, "new_us", "base_us")):
            report = ask("diff", new, "-base", base)
            row = rows(report, "parts")["device_compute_32"]
            self.assertIsNone(row[missing])
            self.assertGreater(row[there], 3000)
            self.assertEqual((row["delta_us"], row.get("verdict") or None), (None, None))
            self.assertIn("device_compute_32 (the " + ("base" if missing == "base_us" else "new "
                          "profile") + " recorded no times of its devices)",
                          " ".join(report["summary"]))
            parts = section(report, "parts")["rows"]
            step = section(report, "steps")["rows"][0]
            self.assertAlmostEqual(sum(row["delta_us"] or 0 for row in parts), step["delta"],
                                   places=6)

    def test_every_table_of_times_adds_up_to_the_step(self):
        report = self.diff(self.new(slow=1.5, gap=30.0))
        step = section(report, "steps")["rows"][0]
        for name in ("parts", "ops", "idle", "kernels", "launches"):
            table = section(report, name)["rows"]
            self.assertEqual(table[-1]["name"], "<unexplained>")
            self.assertAlmostEqual(sum(row["delta_us"] for row in table), step["delta"], places=6)
            self.assertAlmostEqual(sum(row["share"] for row in table), 1, places=6)

    def test_turned_around_it_is_faster(self):
        new = self.new(slow=1.2)
        there = section(self.diff(new), "steps")["rows"][0]
        back = section(ask("diff", self.base, "-base", new), "steps")["rows"][0]
        self.assertEqual((there["verdict"], back["verdict"]), ("slower", "faster"))
        self.assertAlmostEqual(there["delta"], -back["delta"], places=6)
        self.assertAlmostEqual(there["low"], -back["high"], places=6)
        self.assertAlmostEqual(there["p_value"], back["p_value"], places=9)

    def test_a_line_whose_python_takes_longer(self):
        base = made(self.folder / "lines.json", 1, lines=True, gap=60.0)
        new = self.new(lines=True, gap=60.0)
        with edited(new) as trace:
            for event in trace["traceEvents"]:
                if event["name"] == "train.py(30): layer_2":
                    event["dur"] += 30
        row = rows(ask("diff", new, "-base", base), "lines")["train.py:30 (layer_2)"]
        self.assertEqual(row["verdict"], "slower")
        self.assertAlmostEqual(row["delta_us"], 30, delta=4)

    def with_python_between_ops(self, name, seed, gap):
        """A job without accelerators whose Python takes all of the gaps between ops."""
        path = made(self.folder / name, seed, gpu=False, gap=gap)
        with edited(path) as trace:
            trace["traceEvents"] += [
                {"ph": "X", "cat": "python_function", "name": "train.py(7): tokenize", "pid": 1, "tid": 1,
                 "ts": event["ts"] + event["dur"], "dur": gap - 21, "args": {"Python id": i}}
                for i, event in enumerate(trace["traceEvents"]) if event["cat"] == "cpu_op"]
        return path

    def test_a_line_explains_what_no_op_does(self):
        new = self.with_python_between_ops("python_new.json", 2, gap=200.0)
        old = self.with_python_between_ops("python_old.json", 1, gap=25.0)
        report = ask("diff", new, "-base", old)
        self.assertRegex(report["summary"][1],
                         r"^Lines of code that explain it: train\.py:7 \(tokenize\) \+")

    def with_validation(self, name, validates, mark="validate", slow=1.0):
        """Steps of two ops, after which some of them run the same ops in a mark."""
        events, now = [], 1000.0

        def event(category, name, begin, time):
            events.append({"ph": "X", "cat": category, "name": name, "pid": 1, "tid": 1, "ts": begin, "dur": time})

        for step in range(8):
            time = slow * (1000.0 + 3 * step)
            event("user_annotation", f"ProfilerStep#{step}", now, time * (2 if validates else 1) + 30)
            for part in range(2 if validates else 1):
                begin = now + 10 + part * time
                event("user_annotation", mark if part == 1 else "train", begin - 2, 0.97 * time)
                event("cpu_op", "aten::mm", begin, 0.6 * time)
                event("cpu_op", "aten::gelu", begin + 0.6 * time, 0.35 * time)
            now += time * (2 if validates else 1) + 40
        path = self.folder / name
        path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}))
        return path

    def test_a_new_mark_is_named_before_the_ops_in_it(self):
        new, old = self.with_validation("new.json", True), self.with_validation("old.json", False)
        self.assertRegex(ask("diff", new, "-base", old)["summary"][1],
                         r"^validate, with all that it calls, explains [89]\d(\.\d)?% of it: "
                         r"\+[\d.]+ us a step \(added\)\. Ops: aten::mm ")
        self.assertRegex(ask("diff", old, "-base", new)["summary"][1],
                         r"^validate, with all that it calls, explains [89]\d(\.\d)?% of it: "
                         r"-[\d.]+ us a step \(removed\)\. Ops: aten::mm ")

    def test_a_renamed_scope_explains_nothing(self):
        # Without the old mark the new one would be nearly all of what the steps take longer.
        new = self.with_validation("new.json", True, slow=2.0)
        old = self.with_validation("old.json", True, mark="evaluate")
        report = ask("diff", new, "-base", old)
        self.assertEqual(section(report, "steps")["rows"][0]["verdict"], "slower")
        self.assertNotIn("scope that explains", " ".join(report["summary"]))

    def test_forms_for_people_judge_what_they_show_as_all_rows_are_judged(self):
        base = made(self.folder / "many_base.json", 1, steps=40, noise=0.03)
        new = made(self.folder / "many_new.json", 2, steps=40, noise=0.03, slow=1.2)
        every = rows(ask("diff", new, "-base", base), "ops")
        self.assertNotIn(None, [row["verdict"] for row in every.values()])
        row = every["fusion.1"]
        told = [row["verdict"], *(f"{row[name]:+.1f}" for name in ("delta_us", "low", "high"))]
        for form in ("text", "pretty", "markdown"):
            shown = run("diff", new, "-base", base, "-format", form).stdout
            (line,) = [line for line in shown.splitlines()
                       if "fusion.1" in line and "k_" not in line and "slower" in line]
            for text in told:
                self.assertIn(text, line, form)
            self.assertIn("4 ops unchanged or unclear", shown)

    def test_a_removed_op(self):
        report = self.diff(self.new(gone=4))
        removed = [row["name"] for row in rows(report, "ops").values()
                   if row["verdict"] == "removed"]
        self.assertEqual(removed, ["fusion.4"])
        self.assertRegex(report["summary"][1], r"fusion\.4 -\d+\.\d us")
        self.assertIn("removed", report["summary"][1])

    def test_the_largest_op_is_told_also_where_it_went_the_other_way(self):
        base = made(self.folder / "slow.json", 1, slow=3.0)
        new = self.new(gap=200.0)
        new.write_text(re.sub(r"fusion\.([1-4])", r"other_\1", new.read_text()))
        report = ask("diff", new, "-base", base)
        self.assertEqual(section(report, "steps")["rows"][0]["verdict"], "slower")
        self.assertRegex(report["summary"][1],
                         r"^Ops that changed most: other_4 \+.*added\); against it fusion\.1 "
                         r"-[\d.]+ us \(removed\)")

    def test_parts_that_changed_are_told_though_noise_hides_the_step(self):
        base = made(self.folder / "noisy.json", 1, noise=0.6)
        report = ask("diff", made(self.folder / "new.json", 2, noise=0.6, gap=60.0), "-base", base)
        self.assertIn("Noise hides", report["summary"][0])
        self.assertRegex(report["summary"][1], r"^Parts that changed all the same: [a-z ]+ \+[\d.]+ ")

    def test_steps_of_several_batches(self):
        new = self.new()
        with edited(new) as trace:
            for event in trace["traceEvents"]:
                name, _, number = event["name"].partition("#")
                if name == "ProfilerStep":
                    event["name"] = f"{name}#{16 * int(number)}"
        text = ("the numbers of successive steps differ by 1 in the base and by 16 in the new "
                "profile. If they count batches, as with Keras' steps_per_execution, a step of one "
                "is more batches than a step of the other")
        said = [note["text"] for note in self.diff(new)["notes"] if note["id"] == "unlike_steps"]
        self.assertRegex(said[0], f"^{text}: a batch takes 10\\d\\.\\d us, before 1\\.6\\d ms$")
        checked = ask("check", new, "-base", self.base, "-require", "steps: median(total_us) <= 9ms")
        self.assertIn(text, [note["text"] for note in checked["notes"]])
        # Of two steps it is not known what lies between their numbers.
        few = made(self.folder / "few.json", 2, steps=2)
        of_few = ask("diff", few, "-base", new)["notes"]
        self.assertNotIn("unlike_steps", [note["id"] for note in of_few])
        alike = [note["id"] for note in self.diff(self.new())["notes"]]
        self.assertNotIn("unlike_steps", alike)

    def test_idle_time_that_grew(self):
        report = self.diff(self.new(gap=60.0))
        idle = rows(report, "idle")
        self.assertEqual(idle["idle_launch"]["verdict"], "slower")
        self.assertAlmostEqual(idle["idle_launch"]["delta_us"], 4 * 35, delta=10)  # within the step
        self.assertAlmostEqual(idle["idle_other"]["delta_us"], 35, delta=10)  # at its end
        self.assertNotEqual(idle["busy"]["verdict"], "slower")

    def with_waits(self, category, name):
        """A job that waits after each of its ops."""
        path = made(self.folder / "waits.json", 1, gap=125.0)
        with edited(path) as trace:
            trace["traceEvents"] += [
                {"ph": "X", "cat": category, "name": name, "pid": 1, "tid": 1,
                 "ts": event["ts"] + event["dur"] + 2, "dur": 90, "args": {"Python id": 1000 + i}}
                for i, event in enumerate(trace["traceEvents"]) if event["cat"] == "cpu_op"]
        return path

    def test_waits_of_hosts_that_are_gone(self):
        base, new = self.with_waits("cuda_runtime", "cudaStreamSynchronize"), self.new()
        counts = ("Calls on hosts that run more or less often: cudaStreamSynchronize {} times a step "
                  "({} before)")
        self.assertIn(counts.format(0, 5), ask("diff", new, "-base", base)["summary"])
        self.assertIn(counts.format(5, 0), ask("diff", base, "-base", new)["summary"])
        # Python may not have been recorded.
        base = self.with_waits("python_function", "array.py(12): block_until_ready")
        self.assertNotIn("Calls on hosts", " ".join(ask("diff", new, "-base", base)["summary"]))

    def test_top(self):
        report = self.diff(self.new(slow=1.2), "-top", "2")
        names = [row["name"] for row in section(report, "ops")["rows"]]
        self.assertEqual(len(names), 3)
        self.assertEqual((names[0], names[-1]), ("fusion.1", "<unexplained>"))

    def test_at_the_prompt(self):
        done = run(KINETO, "-base", KINETO, stdin="diff -format json\nop -top 1\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout.splitlines()[0])["view"], "diff")


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
