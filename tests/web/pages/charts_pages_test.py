"""Charts say no more and no less than their numbers: memory, ranks by step, layers."""

import re
import sys
import tempfile

import run
from served import Browsing, points, served
import traces

TORCH = "testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz"


class Charts(Browsing):
    def test_memory_shows_what_was_freed_and_ends_where_it_ended(self):
        with served(TORCH) as server:
            self.browser.open(server)
            self.browser.go("memory")
            answer = self.browser.answer("memory")
            course = next(one for one in answer["sections"] if one["id"] == "over_time")["rows"][0]
            row = answer["rows"][0]
            self.assertEqual(course["allocated_last_bytes"][-1], row["at_end_bytes"])
            self.assertEqual(max(course["allocated_bytes"]), row["peak_bytes"])
            self.assertGreater(len(course["allocated_bytes"]), 100)
            line, band, ticks = self.browser.settled("""
                const chart = document.querySelector('.picture svg');
                const zero = [...chart.querySelectorAll('.axis text')].find((text) => text.textContent === '0');
                return [chart.querySelector('path.line').getAttribute('d'),
                        chart.querySelector('path.band').getAttribute('d'),
                        Number(zero.getAttribute('y')) - 4];""")
            heights = [ticks - y for _, y in points(band)]
            scale = row["peak_bytes"] / max(heights)
            self.assertAlmostEqual((ticks - points(line)[-1][1]) * scale, row["at_end_bytes"],
                                   delta=scale)
            self.assertAlmostEqual(min(heights) * scale, min(course["allocated_least_bytes"]), delta=scale)
            self.assertIn("the line is the level at its end", self.browser.text(".picture .about"))
            # One series stands for the three in the table.
            names = self.browser.js("return [...document.querySelectorAll('[data-section=over_time] "
                                    "thead button')].map((one) => one.dataset.column)")
            self.assertNotIn("allocated_last_bytes", names)

    def test_the_peak_of_memory_is_marked_where_no_span_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            events, held = [traces.event("user_annotation", "ProfilerStep#1", 0, 40_000, 1)], 0
            for i in range(4000):
                size = 9000 if i == 3501 else -9000 if i == 3502 else 1
                held += size
                events.append({"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1,
                               "ts": 10 * i, "args": {"Device Type": 0, "Device Id": -1, "Bytes": size,
                                                      "Addr": 99_999 if abs(size) == 9000 else i + 1,
                                                      "Total Allocated": held, "Total Reserved": 0}})
            with served(traces.written(folder, events)) as server:
                self.browser.open(server)
                self.browser.go("memory")
                answer = self.browser.answer("memory")
                row = answer["rows"][0]
                course = next(one for one in answer["sections"] if one["id"] == "over_time")["rows"][0]
                self.assertLess(max(course["allocated_last_bytes"]), row["peak_bytes"])
                line, (x, y), zero, edge = self.browser.settled("""
                    const chart = document.querySelector('.picture svg');
                    const peak = chart.querySelector('circle.peak'), band = getComputedStyle(chart.querySelector('.band'));
                    const zero = [...chart.querySelectorAll('.axis text')].find((text) => text.textContent === '0');
                    return [chart.querySelector('path.line').getAttribute('d'),
                            ['cx', 'cy'].map((name) => Number(peak.getAttribute(name))), Number(zero.getAttribute('y')) - 4,
                            band.stroke !== 'none' && Number(band.strokeOpacity) * Number(band.opacity)];""")
                drawn = points(line)
                scale = row["at_end_bytes"] / (zero - drawn[-1][1])
                self.assertAlmostEqual((zero - y) * scale, row["peak_bytes"], delta=2 * scale)
                part = (row["peak_us"] - course["begin_us"]) / (course["end_us"] - course["begin_us"])
                self.assertAlmostEqual((x - drawn[0][0]) / (drawn[-1][0] - drawn[0][0]), part, delta=0.01)
                self.assertGreater(edge, 0.7)
                self.assertIn("the peak: 12.5 KB at 35", self.browser.text(".picture .legend"))

    def test_programs_have_one_name_and_a_picture_of_their_size(self):
        with served("testdata/xspace/jax_bf16_scan") as server:
            self.browser.open(server)
            self.browser.go("buffers")
            lines, about, maps = self.browser.settled("""
                const chart = document.querySelector('.picture');
                return [[...chart.querySelectorAll('.legend .dot')].map((one) => one.textContent),
                        chart.querySelector('.about').textContent,
                        [...document.querySelectorAll('.of-maps .picture')].map((one) => [
                            one.querySelector('figcaption').textContent,
                            one.querySelector('.treemap').getBoundingClientRect().height])];""")
            programs = next(one for one in self.browser.answer("buffers")["sections"] if one["id"] == "modules")["rows"]
            most = max(row["peak_bytes"] for row in programs)
            self.assertEqual(set(lines), {f"{row['name']}, program {row['program_id']}" for row in programs
                                          if row["peak_bytes"] >= 0.02 * most and len(row["over_run_bytes"]) > 1})
            self.assertRegex(about, r"^\d+ more stay below 2 % of the highest\.$")
            for title, _ in maps[:2]:
                self.assertRegex(title, "Buffers of .*, program [0-9]+: ")
            self.assertGreater(maps[0][1], 3 * max(height for _, height in maps[1:]))

    def test_the_rank_that_others_wait_for_is_red(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.waiting(folder, [400, 400, 900, 400])) as server:
                self.browser.open(server)
                self.browser.go("fleet")
                self.assertIn("The others wait for rank 2", self.browser.text(".heat-legend"))
                red = self.browser.settled("""
                    const canvas = document.querySelector('.picture canvas');
                    const pen = canvas.getContext('2d');
                    return [0, 1, 2, 3].map((row) => {
                      const [r, , b] = pen.getImageData(165, 24 * row + 12, 1, 1).data;
                      return r - b;
                    });""")
                self.assertGreater(red[2], 60)
                self.assertLess(max(red[0], red[1], red[3]), 20)

    def test_the_system_changes_the_colours_of_what_is_painted(self):
        paint = """
            const canvas = document.querySelector('.picture canvas');
            return [...canvas.getContext('2d').getImageData(200, 12, 1, 1).data].slice(0, 3);"""
        media = "Emulation.setEmulatedMedia"
        self.addCleanup(self.browser.driver.execute_cdp_cmd, media, {"features": []})
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000] * 4] * 2)) as server:
                self.browser.open(server)
                self.browser.go("fleet")
                seen = []
                for scheme in ("light", "dark"):
                    self.browser.driver.execute_cdp_cmd(media, {"features": [
                        {"name": "prefers-color-scheme", "value": scheme}]})
                    seen.append(sum(self.browser.settled(paint)))
                self.assertGreater(seen[0], 600)
                self.assertLess(seen[1], 200)

    def test_layers_are_told_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            events = [traces.event("user_annotation", "ProfilerStep#1", 0, 24000, 1)]
            for layer in range(24):
                events += [traces.event("python_function", f"nn.Module: DecoderLayer_{layer}", 1000 * layer, 990, 1,
                                        **{"Python id": layer + 1, "Python module id": layer}),
                           traces.event("cpu_op", "aten::mm", 1000 * layer + 10, 900, 1)]
            with served(traces.written(folder, events)) as server:
                self.browser.open(server)
                self.browser.go("scope")
                drawn = self.browser.settled("""
                    const pen = CanvasRenderingContext2D.prototype, own = pen.fillText, drawn = [];
                    pen.fillText = function (text, ...more) { drawn.push(text); own.call(this, text, ...more); };
                    dispatchEvent(new Event('themechange'));
                    pen.fillText = own;
                    return drawn;""")
                layers = [text for text in drawn if re.search(r"_\d+$", text)]
                self.assertEqual(len(set(layers)), 24, drawn)

    def test_moments_far_from_the_begin_are_told_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            events = [traces.event("user_annotation", "ProfilerStep#1", 9_700_000, 20_000, 1)]
            events += [traces.event("cpu_op", "aten::mm", 9_700_000 + 1000 * i, 500, 1) for i in range(20)]
            events += [{"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1,
                        "ts": 9_700_100 + 1000 * i, "args": {"Device Type": 0, "Device Id": -1, "Addr": i + 1,
                        "Bytes": 4096, "Total Allocated": 4096 * (i + 1), "Total Reserved": 0}} for i in range(20)]
            events.append(traces.event("cpu_op", "aten::ones", 0, 10, 1))
            with served(traces.written(folder, events)) as server:
                self.browser.open(server)
                self.browser.go("memory")
                ticks = self.browser.settled("return [...document.querySelectorAll('.picture svg .axis text')]"
                                             ".map((text) => text.textContent).filter((text) => / m?s$/.test(text))")
                self.assertTrue(ticks)
                self.assertEqual([tick for tick in ticks if not re.fullmatch(r"9\.\d{3} s", tick)], [])
                cells = self.browser.js("return [...document.querySelectorAll('[data-section=over_time] td')]"
                                        ".map((cell) => cell.textContent)")
                self.assertTrue([cell for cell in cells if re.fullmatch(r"9\.7\d{3}", cell)], cells)

    def test_ranks_are_coloured_by_how_far_they_are_from_the_median(self):
        def strongest():
            return self.browser.settled("""
                const canvas = document.querySelector('.picture canvas');
                const pen = canvas.getContext('2d');
                const { data } = pen.getImageData(150, 0, canvas.width - 150, canvas.height - 22);
                let most = 0;
                for (let i = 0; i < data.length; i += 4) {
                  const apart = Math.max(data[i], data[i + 1], data[i + 2]) -
                      Math.min(data[i], data[i + 1], data[i + 2]);
                  if (data[i + 3] > 0) most = Math.max(most, apart * data[i + 3] / 255);
                }
                return most;""")

        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000, 2000], [1010, 2020], [990, 1990]])) as server:
                self.browser.open(server)
                self.browser.go("fleet")
                healthy = strongest()
                self.assertRegex(self.browser.text(".heat-legend"),
                                 r"(?s)−20 % or less\s+\+20 % or more.*median of the step.*ms to .*ms")
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000, 2000], [1000, 2000], [1500, 3000]])) as server:
                self.browser.open(server)
                self.browser.go("fleet")
                self.assertGreater(strongest(), 4 * healthy)
                self.browser.press(".meanings summary")
                meaning = self.browser.text(".meanings[open]")
                self.assertIn("only waits for other ranks", meaning)
                self.assertNotIn("Of -by rank", meaning)
                self.assertIn("+50 % or more", self.browser.text(".heat-legend"))


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
