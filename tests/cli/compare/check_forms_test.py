"""`check` with files of budgets, and its forms for CI systems."""

import json
import sys
import xml.etree.ElementTree

from check_case import BROKEN, OK, CheckCase
from made_trace import made
from run import environment, run, run_tests

MLP = "testdata/mlp/profile_1055"

BUDGETS = """
[[budget]]
name = "step time"
require = "steps: median(total_us) <= 1us"
owner = "@training"
why = "The nightly run must finish by morning."

[[budget]]
name = "one op"
view = "op"
rows = "matmul|gelu"
options = "-step 0"
require = "sum(micros) <= 1s"
severity = "warning"

[[budget]]
name = "soft"
require = "steps: max(total_us) <= 1us"
severity = "warning"
"""


class BudgetFiles(CheckCase):
    def setUp(self):
        super().setUp()
        self.profile = self.trace("new.json", [{"matmul": 100}] * 4)

    def test_names_owners_and_severities(self):
        rows = self.rows(self.profile, "-budgets", self.budgets(BUDGETS), status=3)
        self.assertEqual([(row["name"], row["severity"], row["status"]) for row in rows],
                         [("step time", "error", BROKEN), ("soft", "warning", BROKEN),
                          ("one op", "warning", OK)])
        self.assertEqual(rows[0]["owner"], "@training")
        self.assertEqual(rows[0]["why"], "The nightly run must finish by morning.")
        self.assertEqual(rows[2]["requirement"],
                         "op[matmul|gelu] -step 0: sum(micros) <= 1s")

    def test_a_warning_fails_only_if_asked(self):
        path = self.budgets(BUDGETS.replace("<= 1us\"\nowner", "<= 1s\"\nowner"))
        self.rows(self.profile, "-budgets", path)
        self.rows(self.profile, "-budgets", path, "-fail_on", "error")
        self.rows(self.profile, "-budgets", path, "-fail_on", "warning", status=3)
        self.rows(self.profile, "-budgets", self.budgets(BUDGETS), "-fail_on", "nothing")

    def test_together_with_requirements(self):
        rows = self.rows(self.profile, "-budgets", self.budgets(BUDGETS), "-require",
                         "steps: count() == 4", status=3)
        self.assertEqual(len(rows), 4)

    def test_damage(self):
        good = '[[budget]]\nname = "a"\nrequire = "steps: count() == 4"\n'
        for text, said in (
                ("", "has no [[budget]]"),
                ("[budget]\n", "has no [[budget]]"),
                ("budget = 3\n", "has no [[budget]]"),
                ("x = 1\n", "budgets.toml:1: 'x' is not expected"),
                ("[[budget]]\nname = \n", "budgets.toml:2:"),
                ("[[budget]]\nname = \"a\n", "budgets.toml:2:"),
                ("[[budget]]\nname = \"a\"\n", "budgets.toml:1: the budget misses require"),
                ("[[budget]]\nrequire = \"steps: count() == 4\"\n", "the budget misses name"),
                (good + "ownr = \"x\"\n", "budgets.toml:4: 'ownr' is no key of a budget; did you mean "
                                          "'owner'?"),
                (good + "owner = 3\n", "budgets.toml:4: owner must be a text in quotes"),
                (good + "severity = \"bad\"\n", "budgets.toml:4: severity is error or warning, not"),
                (good + "rows = \"x\"\n", "rows and options need view"),
                (good + good, "budgets.toml:4: two budgets are named 'a'"),
                (good.replace("count()", "median(totl_us)"), "budgets.toml:3: 'totl_us' is no column"),
                (good.replace("steps: count()", "count()") + 'view = "stepps"\n',
                 "budgets.toml:4: 'stepps' is no view"),
                (good.replace("count()", "cuont()"), "budgets.toml:3: budget 'a': 'cuont' is no "
                                                     "function at character 8"),
                (good.replace("steps", "stps"), "'stps' is no view"),
                ("[[budget]]\n\x00", "budgets.toml:2:"),
                ("[" * 2000, "budgets.toml:1:"),
                ("# " + "x" * (1 << 20), "larger than 1 MB")):
            with self.subTest(text[:60]):
                self.fails(1, said, self.profile, "-budgets", self.budgets(text))

    def test_a_file_that_cannot_be_read(self):
        self.fails(1, "cannot read the budgets in /nonexistent", self.profile, "-budgets",
                   "/nonexistent")
        self.fails(1, "cannot read the budgets in", self.profile, "-budgets", self.folder)

    def test_invalid_utf8(self):
        path = self.folder / "budgets.toml"
        path.write_bytes(b'[[budget]]\nname = "\xff"\n')
        self.fails(1, "budgets.toml:2:", self.profile, "-budgets", path)


HOSTILE = r"""
[[budget]]
name = "<b>&\"'|`::error::x\n::warning::y\u001b[31m %0A, a:b ]]>"
require = "steps: max(total_us) <= 1us"
why = "<script>alert(1)</script>"

[[budget]]
name = "fine"
require = "steps: max(total_us) <= 1s"

[[budget]]
name = "soft"
severity = "warning"
require = "steps: max(total_us) <= 1us"
"""


class Forms(CheckCase):
    def setUp(self):
        super().setUp()
        self.profile = self.trace("new.json", [{"matmul": 100}] * 4)
        self.path = self.budgets(HOSTILE)

    def shown(self, form, *options, status=3):
        done = run("check", self.profile, "-budgets", self.path, "-format", form, *options)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def test_junit(self):
        suites = xml.etree.ElementTree.fromstring(self.shown("junit"))
        suite = suites.find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("skipped")),
                         ("3", "1", "1"))
        cases = suite.findall("testcase")
        self.assertEqual([case.get("name") for case in cases][1:], ["soft", "fine"])
        self.assertEqual(cases[0].get("name"),
                         "<b>&\"'|`::error::x\n::warning::y[31m %0A, a:b ]]>")
        self.assertIn("125 us, bound 1 us", cases[0].find("failure").get("message"))
        self.assertIn("<script>", cases[0].find("failure").text)
        self.assertIn("warning:", cases[1].find("skipped").get("message"))

    def test_junit_fails_what_fails(self):
        suite = xml.etree.ElementTree.fromstring(self.shown("junit", "-fail_on", "warning"))
        self.assertEqual(suite.get("failures"), "2")

    def test_junit_of_an_error(self):
        done = run("check", self.profile, "-require", "op[<&>]: micros <= 1", "-format", "junit")
        self.assertEqual(done.returncode, 1)
        suite = xml.etree.ElementTree.fromstring(done.stdout)
        self.assertEqual(suite.get("errors"), "1")
        self.assertIn("[<&>]", suite.find(".//error").get("message"))

    def test_github(self):
        lines = self.shown("github").splitlines()
        commands = [line for line in lines if line.startswith("::")]
        self.assertEqual([line.split(" ")[0] for line in commands], ["::error", "::warning"])
        self.assertTrue(commands[0].startswith(
            "::error title=<b>&\"'|`%3A%3Aerror%3A%3Ax%0A%3A%3Awarning%3A%3Ay[31m %250A%2C a%3Ab "
            "]]>::125 us, bound 1 us"), commands[0])
        self.assertNotIn("\x1b", "".join(lines))
        self.assertIn("ok: fine: ", "\n".join(lines))
        self.assertEqual(lines[-1], "2 of 3 requirements are broken.")

    def test_only_workflow_commands_of_github_are_escaped(self):
        done = run("check", self.profile, "-require", "steps: share(total_us) <= 100%", "-format",
                   "github")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("<= 100%: 100.0%, bound 100.0%", done.stdout)
        self.assertNotIn("%25", done.stdout)

    def test_long_names_of_kernels_are_cut(self):
        name = "void at::native::vectorized<" + "c10::BFloat16, " * 40 + "4>({})"
        base = made(self.folder / "base.json", 1, kernels=name)
        new = made(self.folder / "new.json", 2, kernels=name, slow=3, noise=0.05)
        done = run("check", new, "-base", base, "-require", "kernels[.*]: total_us <= base - 50us",
                   "-format", "github")
        line = next(line for line in done.stdout.splitlines() if line.startswith("::error"))
        self.assertIn("void at::native::vectorized<c10", line)
        self.assertLess(len(line), 1000)
        self.assertNotIn("requirement: ", line)  # the title says it

    def test_github_of_an_error(self):
        done = run("check", self.profile, "-require", "op[a%b]: micros <= 1", "-format", "github")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.startswith("::error title=op[a%25b]"), done.stdout)
        self.assertIn("a%25b", done.stdout)

    def test_markdown(self):
        page = self.shown("markdown")
        self.assertTrue(page.startswith("### 2 of 3 requirements are broken\n\n- **broken** "))
        self.assertLess(page.index("- **broken** (warning) soft"), page.index("<details>"))
        self.assertNotIn("<script>", page.replace("\\<script", ""))
        self.assertIn("<details><summary>All requirements (3)</summary>\n\n| name |", page)
        self.assertEqual(page.count("<details>"), page.count("</details>"))
        good = run("check", self.profile, "-require", "steps: count() == 4", "-format", "markdown")
        self.assertTrue(good.stdout.startswith("### The requirement holds\n"), good.stdout)

    def test_what_is_not_judged_hides_nothing(self):
        bad = ("-require", "op[zz]: micros <= 1s")
        page = self.shown("markdown", *bad, status=1)
        self.assertTrue(page.startswith("### 2 of 4 requirements are broken; 1 of 4 requirements is "
                                        "not judged\n\n- **broken** "), page)
        self.assertIn("- **not judged** op\\[zz\\]: micros \\<= 1s: no row of op matches", page)
        suite = xml.etree.ElementTree.fromstring(self.shown("junit", *bad, status=1))
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")),
                         ("4", "1", "1"))
        self.assertIn("\n::error title=op[zz]%3A micros <= 1s::not judged: no row of op",
                      self.shown("github", *bad, status=1))

    def test_other_accelerators_are_a_warning_in_each_form(self):
        base = made(self.folder / "a.json", 1, device="GPU A")
        new = made(self.folder / "b.json", 2, device="GPU B")
        said = ("The base ran on GPU A, the new profile on GPU B: times of different accelerators "
                "are compared")
        bound = ("-base", base, "-require", "steps: median(total_us) <= 2 * base")

        def shown(form, profile, *options):
            done = run("check", profile, *options, "-format", form)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout

        self.assertIn(f"\n- **note** {said}\n", shown("markdown", new, *bound))
        self.assertIn(f"::warning title=check::{said}\n", shown("github", new, *bound))
        self.assertIn(f"note: {said}", shown("junit", new, *bound))
        self.assertIn(said, run("check", new, *bound).stderr)
        same = made(self.folder / "c.json", 3, device="GPU A")
        for form in ("markdown", "github", "junit"):
            self.assertNotIn("The base ran on", shown(form, same, *bound))
            # A number is no comparison.
            self.assertNotIn("The base ran on",
                             shown(form, new, "-base", base, "-require", "steps: count() >= 1"))

    def test_another_batch_is_noted_though_calls_of_the_runtime_take_longest(self):
        def trained(name, batch, fixed=True):
            """The layers of a model, each with inputs of its own, and waits for the device."""
            events, now = [], 1000.0
            for step in range(6):
                begin = now
                for layer in range(8):
                    width = 64 * (layer + 1) if fixed else 64 + 8 * step + layer + batch
                    events.append({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1,
                                   "ts": now, "dur": 50, "args": {
                                       "Input Dims": [[batch, width], [width, 64]],
                                       "Input type": ["float", "float"]}})
                    events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize",
                                   "pid": 1, "tid": 1, "ts": now + 60, "dur": 400, "args": {}})
                    now += 500
                events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{step}",
                               "pid": 1, "tid": 1, "ts": begin, "dur": now - begin})
                now += 5
            path = self.folder / name
            path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}))
            return path

        base, other = trained("a.json", 48), trained("b.json", 64)
        store = self.folder / "a.store"
        run("baseline", base, "-output", f"store:outfile={store}")
        bound = ("-require", "steps: median(total_us) <= 2 * base", "-format", "github")
        said = ("Inputs of aten::mm are 0:48x{0}, 1:{0}x64 in the base, and 0:64x{0}, 1:{0}x64 in the "
                "new profile: times of different work are compared")
        for old in (base, store):
            shown = run("check", other, "-base", old, *bound).stdout
            self.assertIn(f"::warning title=check::{said.format(128)}\n", shown)
        self.assertNotIn("different work", run("check", base, "-base", base, *bound).stdout)
        # Sequences of any length, of which each step has others, are no other batch.
        base, other = trained("c.json", 48, fixed=False), trained("d.json", 64, fixed=False)
        self.assertNotIn("different work", run("check", other, "-base", base, *bound).stdout)

    def test_what_cannot_be_told_is_named_apart(self):
        base = self.trace("base.json", [{"matmul": 50}, {"matmul": 51}, {"matmul": 52}])
        bound = ("-base", base, "-require", "steps: median(total_us) <= base")
        said = "2 of 4 requirements are broken; cannot tell of 1 of 4, and it looks worse"
        page = self.shown("markdown", *bound)
        self.assertTrue(page.startswith(f"### {said}\n"), page)
        self.assertIn("- **cannot tell** steps: median", page)
        lines = self.shown("github", *bound).splitlines()
        self.assertEqual(lines[-1], said + ".")
        suite = xml.etree.ElementTree.fromstring(self.shown("junit", *bound))
        self.assertEqual({one.get("type") for one in suite.iter("failure")},
                         {"broken", "cannot tell"})
        done = run("check", self.profile, *bound)
        self.assertEqual(done.returncode, 3)
        self.assertIn("check: cannot tell of 1 of 1 requirement, and it looks worse", done.stderr)

    def test_value_and_bound_have_a_place_on_a_narrow_screen(self):
        done = run("check", self.profile, "-require", "steps: max(total_us) <= 1us", "-format",
                   "pretty", env=environment(COLUMNS="60"))
        for word in ("broken", "125 us", "1 us"):
            self.assertIn(word, done.stdout)
        # Also where noise is known, and rows are selected by a long command.
        done = run("check", self.profile, "-base", self.profile, "-require",
                   "steps: max(total_us) <= 0.5 * base", "-require",
                   "op[a_name_that_is_far_too_long|.*]: micros <= 0.5 * base", "-format", "pretty",
                   env=environment(COLUMNS="60"))
        self.assertRegex(done.stdout.splitlines()[0], "status +value +bound")

    def test_text_csv_and_pretty(self):
        for form in ("text", "csv", "tsv", "pretty"):
            self.assertIn("broken", self.shown(form))

    def test_findings_of_advise(self):
        done = run("advise", "testdata/gpu_synth/profile_300", "-checkers", "OperationChecker",
                   "-fail_on", "warning", "-format", "junit")
        self.assertEqual(done.returncode, 3)
        suite = xml.etree.ElementTree.fromstring(done.stdout)
        self.assertEqual(suite.get("failures"), "1")
        self.assertEqual(suite.find(".//testcase[failure]").get("classname"), "OperationChecker")
        done = run("advise", "testdata/gpu_synth/profile_300", "-checkers", "OperationChecker",
                   "-format", "github")
        self.assertEqual(done.returncode, 0)
        self.assertIn("::warning title=", done.stdout)

    def test_other_commands_have_no_verdicts(self):
        for command in ("op", "steps", "schema"):
            for form in ("junit", "github"):
                done = run(command, *([] if command == "schema" else [MLP]), "-format", form)
                self.assertEqual(done.returncode, 2, command)
                self.assertIn(f"-format {form} shows verdicts only, and {command} judges nothing: "
                              "overview, ", done.stderr)

    def test_a_format_that_was_set_before_is_passed_over(self):
        done = run(MLP, "-format", "junit", "-c", "op -top 1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("-format junit is passed over: op judges nothing", done.stderr)


if __name__ == "__main__":
    sys.exit(run_tests(sys.modules[__name__]))
