"""Pages of a comparison: what says that there is a base, and what changed since."""

import sys
import tempfile

import run
from compared import Compared
from served import served
from traces import event, written


class ComparedPages(Compared):
    def test_a_row_says_a_change_as_its_table_does(self):
        self.browser.go("ops")
        self.browser.press("tbody tr")
        ratio = self.browser.answer("ops")["rows"][0]["ratio_self_us"]
        text = self.browser.js("""
            const dt = [...document.querySelectorAll('.details dt')].find((one) => one.textContent === 'self change');
            return dt.nextElementSibling.textContent;""")
        self.assertRegex(text, r"^[+−][\d.]+ %$")
        self.assertAlmostEqual(float(text[:-2].replace("−", "-")), 100 * (ratio - 1), delta=0.06)

    def test_what_changed_stands_first_and_next_to_nothing_last(self):
        answer = next(one for one in self.browser.answer("diff")["sections"] if one["id"] == "ops")
        judged = [row for row in answer["rows"] if row["verdict"]]
        least = 0.01 * max(abs(row["delta_us"]) for row in judged)
        self.browser.go("diff")
        rows = self.browser.js("""
            return [...document.querySelectorAll('[data-section=ops] tbody tr:not(.spacer)')]
                .map((row) => row.cells[0].textContent)""")
        place = {row["name"]: (abs(row["delta_us"]) < least, row["verdict"] in ("same", "unclear"))
                 for row in judged}
        places = [place[name] for name in rows if name in place]
        self.assertEqual(places, sorted(places))
        self.assertGreater(len(places), 3)
        changed = [not is_same for _, is_same in places]
        self.assertIn(True, changed)
        if False in changed:
            self.assertIn("Rows that changed come first", self.browser.text("[data-section=ops]"))

    def test_findings_of_the_new_profile_have_a_heading(self):
        self.browser.go("overview")
        titles = [title.text for title in self.browser.all("main h2") if title.is_displayed()]
        self.assertLess(titles.index("Against the base"), titles.index("Findings in the new profile"))

    def test_hidden_columns_are_named_by_what_they_are(self):
        self.browser.go("ops")
        self.assertRegex(self.browser.text(".left-out"),
                         r"^\d+ columns hidden: (\d+ of the base, )?\d+ of changes, (\d+ of p-values, )?\d+ others?$")

    def test_the_badge_says_which_base(self):
        self.browser.go("overview")
        said = "return document.querySelector('.badge.base').textContent"
        self.assertEqual(self.browser.js(said), f"compared with {self.base}")

    def test_a_page_without_a_change_says_so(self):
        for page, is_compared in {"op_profile": False, "advise": False, "info": False, "overview": True,
                                  "diff": True, "ops": True, "scope": True, "fleet": True}.items():
            with self.subTest(page=page):
                self.browser.go(page)
                self.assertEqual("no change since the base" in self.browser.text("main"), not is_compared)

    def test_what_has_no_rows_says_nothing_of_verdicts(self):
        for page, has_rows in (("ops", True), ("collectives", False)):
            self.browser.go(page)
            self.assertEqual(bool(self.browser.all("tbody tr")), has_rows, page)
            self.assertEqual("Verdicts and p" in self.browser.text("main"), has_rows, page)

    def test_parts_have_names_in_words_in_tables_and_sentences(self):
        answer = self.browser.answer("diff")
        names = [row["name"] for section in answer["sections"] if section["id"] in ("parts", "idle")
                 for row in section["rows"]]
        raw = [name for name in names if "_" in name]
        self.assertIn("idle_launch", raw)
        for page in ("diff", "overview"):
            self.browser.go(page)
            said = self.browser.text("main")
            self.assertIn("32-bit compute on devices +", said)
            self.assertEqual([name for name in raw if name in said], [])

    def test_a_narrow_header_has_the_ends_of_both_paths(self):
        browser = self.browser
        for width in (760, 900):
            browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
            self.addCleanup(browser.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
            browser.go("ops")
            own, base, end = browser.settled("""
                const box = (selector) => document.querySelector(selector).getBoundingClientRect();
                return [box('.profile .cut-path').width, box('.base .cut-path').width,
                        box('.top').right - box('.theme').right];""")
            self.assertGreater(own, 70)
            self.assertGreater(base, 60)
            self.assertGreaterEqual(end, 0)

    def test_memory_has_the_peak_of_the_base(self):
        profile = "testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz"
        with served(profile, profile) as server:
            browser = self.browser_of(server)
            browser.go("memory")
            self.assertIn("the base's peak", browser.text(".picture .legend"))
            self.assertEqual(len(browser.all(".picture path.base-line")), 1)

    def test_what_was_held_stands_beside_its_base_and_its_change(self):
        profile = "testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz"
        with served(profile, profile) as server:
            browser = self.browser_of(server)
            browser.go("memory")
            tables = browser.js("""
                return [...document.querySelectorAll('.report-section table')].map((table) => {
                    const names = [...table.querySelectorAll('thead [data-column]')].map((one) => one.dataset.column);
                    return [names, [...table.querySelectorAll('tbody tr:not(.spacer)')].map((row) =>
                        [...row.cells].map((cell) => cell.textContent))];
                });""")
            compared = [names for names, _ in tables if "base_bytes" in names]
            self.assertGreater(len(compared), 1)
            for names in compared:
                at = names.index("bytes")
                self.assertEqual(names[at:at + 3], ["bytes", "base_bytes", "delta_bytes"])
            for names, rows in tables:
                for at, name in enumerate(names):
                    if name.startswith("p_"):
                        self.assertNotEqual({row[at] for row in rows} - {"–"}, {"1"}, name)

    def test_memory_has_the_course_of_the_base(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, size, apart in (("old", 1000, 1500), ("new", 4000, 1000)):
                events = [event("user_annotation", "ProfilerStep#1", 0, 40_000, 1)]
                events += [event("cpu_op", "aten::mm", apart * i, 500, 1) for i in range(20)]
                events += [{"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1,
                            "tid": 1, "ts": 100 + apart * i, "args": {
                                "Device Type": 0, "Device Id": -1, "Addr": i + 1, "Bytes": size,
                                "Total Allocated": size * (i + 1), "Total Reserved": 0}} for i in range(20)]
                paths.append(written(folder, events, name))
            with served(paths[1], paths[0]) as server:
                browser = self.browser_of(server)
                browser.go("memory")
                own, base = browser.settled("""
                    const ends = (path) => [...path.getAttribute('d').matchAll(/([-\\d.]+) ([-\\d.]+)/g)]
                        .map((match) => match.slice(1).map(Number)).at(-1);
                    const chart = document.querySelector('.picture svg');
                    return ['path.line', 'path.base-course'].map((path) => ends(chart.querySelector(path)));""")
                self.assertGreater(base[0], own[0])  # the base took longer
                self.assertGreater(base[1], own[1])  # and less memory, so that it ends below
                self.assertIn("the base", [item.text for item in browser.all(".picture .legend li")])

    def test_the_overview_says_what_changed(self):
        self.browser.go("overview")
        said = self.browser.answer("diff")["summary"][0]
        first, rest = said.split(" (")[0].split(": ")
        self.assertEqual(self.browser.text(".what-changed h3"), first)
        self.assertIn(rest, self.browser.text(".what-changed .what p"))
        verdict = next(one for one in self.browser.answer("diff")["sections"] if one["id"] == "steps")["rows"][0]["verdict"]
        card = self.browser.find(".what-changed .finding")
        self.assertIn(verdict, card.get_attribute("class").split())
        self.assertEqual(card.find_element("css selector", ".badge").text.lower(), verdict)
        self.assertEqual(self.browser.js("return document.querySelectorAll('.finding')[0] === arguments[0]", card), True)
        self.browser.click(".what-changed a.all")
        self.assertEqual(self.browser.text("h1"), "What changed")


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
