"""Any view with -base: what holds of each view's comparison."""

import functools
import json
import random
import sys

import jsonschema

from run import ask, run, run_tests
from view_diff_case import Made, by_key

XSPACE = "testdata/xspace/tf_compute_bound"
TFPROF = "testdata/mlp/profile_1055"
GPU = "testdata/gpu_synth/profile_300"
VIEWS = ["scope", "graph", "code", "op", "ops", "kernels", "hlo", "utilization", "idle", "launches",
         "collectives", "memory", "metrics", "dips", "phases", "steps"]

with open("docs/report.schema.json", encoding="utf-8") as schema_file:
    VALIDATOR = jsonschema.Draft202012Validator(json.load(schema_file))


def tables(report):
    return ([report] if report["columns"] else []) + report.get("sections", [])


@functools.cache
def answers(view, profile):
    """Whether the view has an answer about the profile: `code` needs Python stacks."""
    return run(view, profile).returncode == 0


class EveryView(Made):
    """Properties of each view's comparison."""

    def pairs(self):
        chance = random.Random(7)
        yield self.base, self.new(slow={chance.randrange(6): 1 + chance.random()}, gone=(2,))
        yield self.base, self.new(steps=7, first=3)
        yield TFPROF, TFPROF
        yield GPU, TFPROF
        yield XSPACE, XSPACE

    def answers(self):
        for base, new in self.pairs():
            for view in VIEWS:
                if not answers(view, base) or not answers(view, new):
                    continue
                done = run(view, new, "-base", base, "-format", "json", "-max_depth", "99999") \
                    if view in ("scope", "graph", "code", "op") \
                    else run(view, new, "-base", base, "-format", "json")
                with self.subTest(view=view, base=base, new=new):
                    self.assertEqual(done.returncode, 0, done.stderr)
                    yield view, base, new, json.loads(done.stdout)

    def test_valid_json(self):
        for _, _, _, report in self.answers():
            VALIDATOR.validate(report)

    def test_changes_are_differences(self):
        for _, _, _, report in self.answers():
            for table in tables(report):
                names = {column["name"] for column in table["columns"]}
                for name in names:
                    if f"delta_{name}" not in names or f"base_{name}" not in names:
                        continue
                    for row in table["rows"]:
                        x, y, d = row[f"base_{name}"], row[name], row[f"delta_{name}"]
                        if x is not None and y is not None:
                            self.assertAlmostEqual(d, y - x, delta=1e-5 + 1e-9 * abs(x), msg=name)

    def test_the_same_profile_is_the_same(self):
        for base in (self.base, TFPROF, XSPACE):
            for view in VIEWS:
                if not answers(view, base):
                    continue
                report = ask(view, base, "-base", base)
                for table in tables(report):
                    for row in table["rows"]:
                        with self.subTest(view=view, base=base, row=row["name"]):
                            self.assertIn(row.get("verdict", "same"), ("same",))

    def test_turned_around(self):
        for base, new in [(self.base, self.new(slow={1: 1.4}, gone=(2,)))]:
            for view in VIEWS:
                if not answers(view, base):
                    continue
                there = ask(view, new, "-base", base, "-match", "exact")
                back = ask(view, base, "-base", new, "-match", "exact")
                for one, other in zip(tables(there), tables(back)):
                    others = by_key(other)
                    self.assertEqual(set(by_key(one)), set(others))
                    for key, row in by_key(one).items():
                        for name, value in row.items():
                            if not name.startswith(("delta_", "total_delta_")):
                                continue
                            opposite = others[key][name]
                            with self.subTest(view=view, row=key, column=name):
                                if value is None:
                                    self.assertIsNone(opposite)
                                else:
                                    self.assertAlmostEqual(value, -opposite, places=4)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
