"""`diff` of several runs, of several ranks, and of few steps: what the noise is taken from."""

import sys

from diff_case import DiffCase
from made_steps import made_steps, noisy
from made_trace import edited, made, rows, section
from run import ask, run_tests


class DiffRuns(DiffCase):
    def runs(self, name, count, slow=1.0, first=10):
        return [made(self.folder / f"{name}{i}.json", first + i, slow=slow, pid=100 + first + i)
                for i in range(count)]

    def diff(self, new, base):
        bases = [word for path in base for word in ("-base", path)]
        paths = [word for path in new for word in ("--profile_path", path)]
        return ask("diff", *paths, *bases)

    def test_three_runs_against_three_cannot_tell(self):
        report = self.diff(self.runs("new", 3, slow=1.5, first=20), self.runs("base", 3))
        step = section(report, "steps")["rows"][0]
        self.assertEqual(step["verdict"], "unclear")
        self.assertIsNone(step["low"])
        self.assertIn("3 runs against 3 can never show a change", report["summary"][0])
        self.assertIn("each new run is longer than any of the base", report["summary"][0])

    def test_four_runs_against_four_can(self):
        report = self.diff(self.runs("new", 4, slow=1.5, first=20), self.runs("base", 4))
        self.assertEqual(section(report, "steps")["rows"][0]["verdict"], "slower")
        self.assertIn("4 runs against 4", report["summary"][0])

    def test_a_run_that_is_slow_throughout_is_named(self):
        base = self.runs("base", 5)
        new = self.runs("new", 5, first=20)
        new[2] = made(self.folder / "slow.json", 30, slow=4, pid=300)
        said = " ".join(self.diff(new, base)["summary"])
        self.assertRegex(said, r"Run \d of 5 of the new profile \(slow\.json\) is slow throughout: ")
        # Three others may be close together by chance.
        self.assertNotIn("slow throughout", " ".join(self.diff(new[:4], base)["summary"]))
        self.assertNotRegex(said, r"Run .* of the base \(")
        self.assertRegex(" ".join(self.diff(base, new)["summary"]), r"Run \d of 5 of the base \(")
        same = self.runs("same", 5, first=40)
        self.assertNotIn("slow throughout", " ".join(self.diff(same, base)["summary"]))
        slower = self.runs("slower", 5, slow=1.5, first=50)
        self.assertNotIn("slow throughout", " ".join(self.diff(slower, base)["summary"]))

    def test_one_run_against_several_compares_steps(self):
        report = self.diff(self.runs("new", 1, slow=1.5, first=20), self.runs("base", 3))
        self.assertIn("whole steps of 1 run against 30 of 3 runs", report["summary"][0])
        self.assertIn("one_run_against_several", [note["id"] for note in report["notes"]])

    def test_one_run_is_not_slower_than_several_that_differ_as_much(self):
        base = [made(self.folder / f"base{i}.json", 10 + i, slow=slow, pid=100 + i)
                for i, slow in enumerate((1.0, 1.3, 1.1, 1.25, 1.05))]
        one = made(self.folder / "one.json", 30, slow=1.35, pid=300)
        report = self.diff([one], base)
        self.assertEqual(section(report, "steps")["rows"][0]["verdict"], "unclear", report["summary"])
        self.assertIn("more runs on each side would tell", report["summary"][0])
        self.assertIn("by how much these 5 differ", str(report["notes"]))
        self.assertNotIn(True, [row["verdict"] == "slower" for row in rows(report, "ops").values()])
        self.assertEqual(section(self.diff(base, [one]), "steps")["rows"][0]["verdict"], "unclear")
        # One of them alone shows no noise between runs.
        report = self.diff([one], base[:1])
        self.assertEqual(section(report, "steps")["rows"][0]["verdict"], "slower")
        far = made(self.folder / "far.json", 31, slow=4, pid=301)
        self.assertEqual(section(self.diff([far], base), "steps")["rows"][0]["verdict"], "slower")

    def test_the_sentence_has_the_interval_of_the_verdict(self):
        # Times vary by parts of themselves: one of twice as long is not far from these three.
        base = [made_steps(self.folder / f"base{i}.json", noisy(i, micros))
                for i, micros in enumerate((1000, 1450, 900))]
        report = self.diff([made_steps(self.folder / "one.json", noisy(9, 2700))], base)
        row = section(report, "steps")["rows"][0]
        self.assertEqual(row["verdict"], "unclear", report["summary"])
        self.assertLess(row["low"], 0)
        self.assertIn("Noise hides whether the typical step changed", report["summary"][0])
        low = 100 * max(-1, row["low"] / row["base"])
        self.assertIn(f"95% interval {low:.1f}% to ", report["summary"][0])

    def test_twenty_bases(self):
        report = self.diff(self.runs("new", 2, first=40), self.runs("base", 20))
        self.assertIn("2 runs against 20", report["summary"][0])

    def test_one_step_each(self):
        base = made(self.folder / "base.json", 1, steps=1)
        new = made(self.folder / "new.json", 2, steps=1, slow=1.5)
        report = ask("diff", new, "-base", base)
        self.assertEqual(section(report, "steps")["rows"][0]["verdict"], "unclear")
        self.assertIn("1 whole step against 1 can never", report["summary"][0])
        self.assertIn("record at least 4 of each", report["summary"][0])

    def test_more_steps_of_one_run_each_say_nothing_of_other_runs(self):
        base = made(self.folder / "base.json", 1, noise=0.1)
        new = made(self.folder / "new.json", 2, noise=0.1, slow=1.1)
        report = ask("diff", new, "-base", base)
        self.assertEqual(section(report, "steps")["rows"][0]["verdict"], "unclear")
        self.assertIn("more steps on each side would show whether these two runs differ",
                      report["summary"][0])
        self.assertTrue(any(text.startswith("One run of each: noise between runs")
                            for text in report["summary"]), report["summary"])

    def test_few_runs_need_four_and_a_small_difference_more(self):
        base = [made(self.folder / f"base{i}.json", 10 + i, slow=slow, pid=100 + i)
                for i, slow in enumerate((1.0, 1.3, 1.1))]
        new = [made(self.folder / f"new{i}.json", 20 + i, slow=slow, pid=200 + i)
               for i, slow in enumerate((1.05, 1.35, 1.15))]
        report = self.diff(new, base)
        self.assertRegex(report["summary"][0], "3 runs against 3 can never show .*: record at least "
                         "4 of each, or rather about [0-9]+ for a difference so small beside the noise")

    def test_ranks_have_steps_of_their_own(self):
        ranks = [made(self.folder / f"rank{i}.json", 1, rank=i, pid=50 + i) for i in range(4)]
        one = made(self.folder / "one.json", 2, rank=0)
        report = self.diff([one], ranks)
        for name in ("ops", "kernels"):
            for row in rows(report, name).values():
                self.assertLess(abs(row["delta_us"]), 0.02 * row["base_us"], (name, row))
        facts = {row["name"]: (row["base"], row["new"])
                 for row in section(report, "environment")["rows"]}
        self.assertEqual(facts["recorded ranks"], ("4", "1"))

    def ranks(self, name, slow, step_us):
        folder = self.folder / name
        folder.mkdir()
        return [made(folder / f"rank{i}.json", 10 * step_us + i, rank=i, pid=50 + i,
                     slow=slow if i == 1 else 1, step_us=step_us, ranks=4) for i in range(4)]

    def test_steps_of_several_ranks_are_named_by_their_numbers(self):
        folder = self.folder / "shifts"
        folder.mkdir()
        new = [made(folder / f"rank{i}.json", 10 + i, rank=i, pid=50 + i, steps=20,
                    step_us=lambda step: 3000 if step >= 12 else 2000) for i in range(4)]
        report = self.diff(new, self.ranks("base", 1, 2000))
        self.assertRegex(" ".join(report["summary"]),
                         "In the new profile a step takes 3 ms since step 12, 2 ms before")

    def test_a_step_of_several_ranks_is_one_sample(self):
        report = self.diff(self.ranks("new", 1, 2001), self.ranks("base", 1, 2000))
        self.assertIn("10 whole steps against 10)", report["summary"][0])
        means = "Times are means over the ranks that recorded a step: 4 in the base, 4 in the new"
        self.assertIn(means, str(report["notes"]))
        self.assertNotIn("means over the ranks", str(self.diff([self.new()], [self.base])["notes"]))

    def test_the_slow_rank_is_named_and_others_wait_for_it(self):
        report = self.diff(self.ranks("new", 2, 2200), self.ranks("base", 1, 2000))
        named = next(text for text in report["summary"] if "ranks" in text)
        self.assertRegex(named, r"^Of 4 ranks only rank 1 \((19|20)\d.* us\) takes longer per step "
                                "outside of collectives, in which the others wait for it")
        self.assertIn("-rank 1", named)
        self.assertRegex(named, r", above all 32-bit compute on devices \(\+(19|20)\d")
        said = " ".join(report["summary"])
        self.assertNotIn("collective_wait", said)
        self.assertNotIn("explain", said)
        self.assertIn("In the mean over the ranks these ops changed most: fusion.1 +", said)
        waits = rows(report, "parts")["collective_wait"]
        self.assertAlmostEqual(waits["delta_us"], 150, delta=15)  # 200 us of three ranks of four

    def test_a_slower_network_is_no_wait_for_ranks(self):
        report = self.diff(self.ranks("new", 1, 2400), self.ranks("base", 1, 2000))
        self.assertRegex(" ".join(report["summary"]),
                         r"Collectives exchange as many bytes as often, but more slowly: without "
                         r"waits for other ranks all_reduce takes 2\.\d+ times as long")
        back = self.diff(self.ranks("back", 1, 2000), self.ranks("slow", 1, 2400))
        self.assertRegex(" ".join(back["summary"]),
                         r"faster: without waits for other ranks all_reduce takes 4\d(\.\d)?% of "
                         "the time")

    def test_links_are_not_blamed_where_ranks_may_wait_for_one_that_is_missing(self):
        new = self.ranks("new", 1, 2400)
        for path in new:
            with edited(path) as trace:
                trace["distributedInfo"] = {**trace["distributedInfo"], "world_size": 5}
        said = " ".join(self.diff(new, self.ranks("base", 1, 2000))["summary"])
        self.assertRegex(said, r"as often: without waits for ranks that were opened, all_reduce "
                         r"takes 2\.\d+ times as long\. But rank 4 is missing in the new profile, "
                         "and the others may be waiting for what was not opened: open the files of "
                         "all ranks before you blame the links")
        self.assertNotIn("Look at the links", said)

    def with_collectives(self, name, step_us, blocks, group_of):
        """Ranks of two hosts, whose collectives run so many blocks in the group of each rank."""
        paths = self.on_hosts(name, 1, step_us)
        for rank, path in enumerate(paths):
            with edited(path) as trace:
                for event in trace["traceEvents"]:
                    if event["name"].startswith("nccl"):
                        event["args"].update({"grid": [blocks, 1, 1], "block": [544, 1, 1],
                                              "Group size": 2, "Process Group Name": group_of(rank)})
        return paths

    def test_what_slows_collectives_is_named_before_the_links(self):
        within = lambda rank: f"group{rank // 2}"
        across = lambda rank: f"group{rank % 2}"
        base = self.with_collectives("base", 2000, 24, within)
        said = " ".join(self.diff(self.with_collectives("wide", 2400, 24, across), base)["summary"])
        self.assertIn("The ranks of a group are on 2 hosts now, before on 1, and data between hosts "
                      "takes other links: groups have other ranks", said)
        self.assertNotIn("blocks", said)
        said = " ".join(self.diff(self.with_collectives("few", 2400, 2, within), base)["summary"])
        self.assertIn("Their kernels have 2 blocks now, before 24: NCCL runs one for each channel", said)
        self.assertNotIn("the links between the ranks", said)

    def on_hosts(self, name, slow, step_us):
        folder = self.folder / name
        folder.mkdir()
        return [made(folder / f"node{i // 2}_{50 + i}.{1750000000000000000 + i}.pt.trace.json",
                     10 * step_us + i, rank=i, pid=50 + i, slow=slow if i >= 2 else 1,
                     step_us=step_us) for i in range(4)]

    def test_the_host_of_all_slow_ranks_is_named(self):
        report = self.diff(self.on_hosts("new", 2, 2200), self.on_hosts("base", 1, 2000))
        named = next(text for text in report["summary"] if "ranks" in text)
        self.assertRegex(named, r"^Of 4 ranks only the 2 of node1 take longer, (19|20)\d.* us per "
                                "step on average outside of collectives")
        self.assertIn("-host node1", named)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
