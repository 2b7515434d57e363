"""One of several profiles, two tabs of one server, and a server that ends."""

import sys
import tempfile
import unittest

import run
from served import Browser, Served, served
import traces


class Several(unittest.TestCase):
    def test_one_of_several_profiles_is_chosen(self):
        with served("testdata/xspace/syn_gpu2", more=["testdata/xspace/syn_gpu1"]) as server:
            browser = Browser()
            browser.open(server)
            browser.go("steps")
            self.assertEqual({row["host"] for row in browser.answer("steps")["rows"]},
                             {"synth-host-1", "synth-host-2"})
            browser.choose("#source", "testdata/xspace/syn_gpu1")
            # A long path is cut, and its title has the whole.
            self.assertEqual(browser.find("#source").get_attribute("title"), "testdata/xspace/syn_gpu1")
            line = browser.command()
            self.assertIn("-source", line)
            hosts = {row["host"] for row in browser.answer(line)["rows"]}
            self.assertEqual(hosts, {"synth-host-1"})
            # It stays from page to page.
            browser.click("nav a[href^='#/ops']")
            self.assertIn("-source", browser.command())
            self.assertEqual(browser.errors(), [])
            browser.driver.quit()

    def test_devices_that_ranks_used_are_listed_with_their_ranks(self):
        with tempfile.TemporaryDirectory() as folder, served(traces.devices(folder)) as server:
            browser = Browser()
            browser.open(server)
            browser.go("info")
            listed = next(one for one in browser.answer("info")["sections"] if one["id"] == "devices")["rows"]
            used = [[row["name"], str(row["rank"])] for row in listed if row["events"] > 0]
            self.assertLess(len(used), len(listed))
            shown = browser.js("""
                return [...document.querySelectorAll('[data-section=devices] tbody tr:not(.spacer)')]
                    .map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent))""")
            self.assertEqual(shown, used)
            self.assertIn(f"{len(listed) - len(used)} rows without events not shown",
                          browser.text("[data-section=devices]"))
            browser.driver.quit()

    def test_bars_of_many_ranks_have_their_ranks_below(self):
        with tempfile.TemporaryDirectory() as folder, served(traces.fleet(folder, [[1000] * 6] * 8)) as server:
            browser = Browser()
            browser.open(server)
            browser.whole_page(900)
            texts = browser.settled("return [...document.querySelectorAll('.steps-picture text')]"
                                    ".map((text) => text.textContent)")
            self.assertEqual([text for text in texts if text in "1234567"][:7], list("1234567"))
            browser.driver.quit()

    def test_the_bars_of_all_ranks_in_the_selected_step_are_framed(self):
        frames = """
            const bars = [...document.querySelector('.steps-picture > path').getAttribute('d').matchAll(/M([\\d.]+) /g)]
                .map((move) => Number(move[1]));
            return [...document.querySelectorAll('.steps-picture .chosen')].map((frame) => {
              const begin = Number(frame.getAttribute('x'));
              const end = begin + Number(frame.getAttribute('width'));
              return bars.filter((x) => x >= begin + 2.9 && x < end - 3.1).length;
            });"""
        with tempfile.TemporaryDirectory() as folder, served(traces.fleet(folder, [[1000] * 6] * 4)) as server:
            browser = Browser()
            browser.open(server)
            browser.go("overview?step=2")
            self.assertEqual(browser.settled(frames), [4])
            browser.driver.quit()
        # Where bars have no room for their ranks, a rank's steps stand together.
        with tempfile.TemporaryDirectory() as folder, served(traces.fleet(folder, [[1000] * 150] * 2)) as server:
            browser = Browser()
            browser.open(server)
            browser.go("overview?step=20")
            self.assertEqual(browser.settled(frames), [1, 1])
            texts = browser.js("return [...document.querySelectorAll('.steps-picture text')]"
                               ".map((text) => text.textContent)")
            self.assertEqual([text for text in texts if text.startswith("rank")], ["rank 0", "rank 1"])
            self.assertEqual(texts.count("100"), 2)
            browser.driver.quit()

    def test_waits_that_were_not_recorded_are_not_told_as_own_work(self):
        with tempfile.TemporaryDirectory() as folder, served(traces.fleet(folder, [[1000] * 6] * 2)) as server:
            browser = Browser()
            browser.open(server)
            browser.go("fleet")
            self.assertEqual(browser.text(".picture figcaption"), "Time of each step, by rank")
            legend = browser.text(".heat-legend")
            self.assertIn("no communication was recorded, so the time that a rank waits for others is in its steps", legend)
            self.assertIn("as they do where ranks wait for each other", legend)
            browser.driver.quit()
        with tempfile.TemporaryDirectory() as folder, served(traces.waiting(folder, [400, 400, 900])) as server:
            browser = Browser()
            browser.open(server)
            browser.go("fleet")
            self.assertEqual(browser.text(".picture figcaption"), "Own work of each step, by rank")
            self.assertIn("own work is a step without communication", browser.text(".heat-legend"))
            browser.driver.quit()

    def test_each_step_has_the_label_of_its_first_rank(self):
        steps = 6
        with tempfile.TemporaryDirectory() as folder, served(traces.fleet(folder, [[1000] * steps] * 16)) as server:
            browser = Browser()
            browser.open(server)
            browser.whole_page(900)
            zero, rank = browser.settled("""
                const texts = [...document.querySelectorAll('.steps-picture text')];
                const rank = texts.find((text) => text.textContent === 'rank').getAttribute('y');
                return [texts.filter((text) => text.getAttribute('y') === rank && text.textContent === '0').length,
                        rank];""")
            self.assertIsNotNone(rank)
            self.assertEqual(zero, steps)
            browser.driver.quit()


class Ends(unittest.TestCase):
    def test_two_tabs_and_a_server_that_ends(self):
        server = Served("testdata/mlp/profile_1055")
        browser = Browser()
        browser.open(server)
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.open(server)
        browser.go("ops")
        browser.driver.switch_to.window(first)
        browser.go("steps")
        self.assertEqual(browser.failure(), "")
        server.close()
        browser.go("op")
        self.assertIn("profiler serve", browser.failure())
        # What was answered before is still there.
        browser.go("steps")
        self.assertEqual(browser.failure(), "")
        browser.driver.quit()


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
