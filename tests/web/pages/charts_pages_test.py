"""Charts say no more and no less than their numbers: memory, bars of steps, ranks by step."""

import json
import pathlib
import re
import sys
import tempfile
import unittest

from selenium.webdriver.common.keys import Keys

import run
from served import Browser, served
import traces

TORCH = "testdata/kineto/torch_mlp/rank0.5.pt.trace.json.gz"


def points(path):
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([-\d.]+) ([-\d.]+)", path)]


class Charts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()

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
            path = pathlib.Path(folder, "trace.pt.trace.json")
            path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}), encoding="utf-8")
            with served(path) as server:
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

    def test_a_roof_is_inside_the_axes_where_all_ops_are_right_of_its_ridge(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.compute_bound(folder)) as server:
                self.browser.open(server)
                self.browser.go("roofline")
                roof, right, axes, heights = self.browser.settled("""
                    const chart = document.querySelector('.picture svg');
                    const lines = [...chart.querySelectorAll('.axis line')].map((line) =>
                        ['x1', 'x2', 'y1', 'y2'].map((name) => Number(line.getAttribute(name))));
                    const path = chart.querySelector('path.roof').getAttribute('d');
                    return [path, Number(/H([\\d.]+)/.exec(path)[1]),
                            [Math.min(...lines.map((line) => line[0])), Math.max(...lines.map((line) => line[1]))],
                            [Math.min(...lines.map((line) => line[2])), Math.max(...lines.map((line) => line[3]))]];""")
                (start, low), (ridge, peak) = points(roof)
                self.assertTrue(axes[0] <= start < ridge < right <= axes[1], (roof, axes))
                self.assertTrue(heights[0] <= peak < low <= heights[1], (roof, heights))

    def test_points_of_one_name_have_their_shapes(self):
        shapes = [[[4096, 2048], [2048, 2048]], [[64, 2048], [2048, 2048]]]
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.products(folder, [("gemm_kernel", "c10::BFloat16", shape) for shape in shapes])) as server:
                self.browser.open(server)
                self.browser.whole_page(1440)
                self.addCleanup(self.browser.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
                self.browser.go("roofline")
                wanted = ["m=4096 n=2048 k=2048 BFloat16", "m=64 n=2048 k=2048 BFloat16"]
                labels, cells = self.browser.settled("""
                    const at = [...document.querySelectorAll('thead button')].findIndex((one) => one.dataset.column === 'shape');
                    return [[...document.querySelectorAll('.point-label')].map((one) => one.textContent),
                            [...document.querySelectorAll('[data-section=roofline] tbody tr:not(.spacer)')]
                                .map((row) => row.cells[at].textContent)];""")
                self.assertEqual(sorted(labels), [f"aten::mm {shape}" for shape in wanted])
                self.assertEqual(sorted(cells), wanted)

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

    def test_each_roof_is_named_where_precisions_differ(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = traces.compute_bound(folder, {
                "ampere_bf16_s16816gemm_bf16_128x128": "c10::BFloat16",
                "sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tensor16x8x8": "float"})
            with served(trace) as server:
                self.browser.open(server)
                self.browser.go("roofline")
                names, roofs = self.browser.settled("""
                    return [[...document.querySelectorAll('.roof-label')].map((one) => one.textContent),
                            [...document.querySelectorAll('path.roof')].map((one) => one.getAttribute('d'))];""")
                self.assertEqual(names, ["NVIDIA H100 80GB HBM3", "NVIDIA H100 80GB HBM3, TF32"])
                (_, usual), (_, half) = [points(roof)[1] for roof in roofs]
                self.assertLess(usual, half)  # pixels from the top

    def test_no_point_hides_another_and_what_has_none_is_counted(self):
        with served("testdata/xspace/syn_tpu1") as server:
            self.browser.open(server)
            self.browser.go("roofline?order_by=name")
            radii, axis, labels = self.browser.settled("""
                const chart = document.querySelector('.picture svg');
                const bottoms = [...chart.querySelectorAll('.axis line')].map((one) => Number(one.getAttribute('y2')));
                return [[...chart.querySelectorAll('circle')].map((one) => Number(one.getAttribute('r'))),
                        Math.max(...bottoms),
                        [...chart.querySelectorAll('.point-label')].map((one) => Number(one.getAttribute('y')))];""")
            self.assertGreater(len(radii), 2)
            self.assertEqual(radii, sorted(radii, reverse=True))
            self.assertEqual([y for y in labels if y > axis], [])
            rows = self.browser.answer("roofline -order_by name")["rows"]
            unknown = len(rows) - len(radii)
            said = " ".join(item.text for item in self.browser.all(".picture .about"))
            if unknown:
                self.assertRegex(said, rf"^Without a point: {unknown} rows? of the table")
            else:
                self.assertEqual(said, "")

    def heights_of_steps(self):
        return self.browser.settled("""
            const spans = new Map();
            for (const path of document.querySelectorAll('.steps-picture path[class^=f]')) {
              for (const [, x, height] of path.getAttribute('d')
                  .matchAll(/M([\\d.]+) [\\d.]+h[\\d.]+v([\\d.]+)/g)) {
                spans.set(x, (spans.get(x) ?? 0) + Number(height));
              }
            }
            return [...spans].sort((a, b) => a[0] - b[0]).map(([, height]) => height);""")

    def test_many_long_steps_are_drawn_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            times = [5000, 1000, 1000, 4000, 1000, 1000, 4500, 1000]
            with served(traces.fleet(folder, [times])) as server:
                self.browser.open(server)
                self.browser.go("steps")
                heights = self.heights_of_steps()
                for height, time in zip(heights, times, strict=True):
                    self.assertAlmostEqual(height / max(heights), time / max(times), delta=0.02)
                self.assertEqual(self.browser.all(".break"), [])

    def test_one_far_longer_step_is_cut_where_it_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            times = [9000] + [1000] * 11
            with served(traces.fleet(folder, [times])) as server:
                self.browser.open(server)
                self.browser.go("steps")
                self.assertEqual(len(self.browser.all(".break")), 1)
                self.assertIn("↑ 9 ms", self.browser.text(".steps-picture"))
                heights = self.heights_of_steps()
                self.assertLess(heights[0], heights[1] * 1.5)
                self.assertIn("bar shortened", self.browser.text(".legend"))

    def test_a_shortened_bar_has_its_parts_in_proportion(self):
        with served("testdata/mlp/profile_1055") as server:
            self.browser.open(server)
            heights = self.browser.settled("""
                const first = (path) => path.getAttribute('d')
                    .match(/^M([\\d.]+) [\\d.]+h[\\d.]+v([\\d.]+)/).slice(1).map(Number);
                return [...document.querySelectorAll('.steps-picture path[class^=f]')].map(first)
                    .filter(([x], i, all) => x === all[0][0]).map(([, height]) => height);""")
            step = self.browser.answer("steps")["rows"][0]
            parts = [step[part] for part in ("input_us", "host_compute_us", "other_us")]
            self.assertGreater(step["total_us"], 100_000)
            for height, part in zip(heights, [part for part in parts if part > 0]):
                self.assertAlmostEqual(height / sum(heights), part / step["total_us"], delta=0.02)

    def test_steps_that_share_a_pixel_are_their_mean_and_range(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[800, 1000, 1200, 1000] * 600])) as server:
                self.browser.open(server)
                self.browser.go("steps")
                about = self.browser.text(".picture .canvas .about")
                of = int(re.fullmatch(r"Mean and range of up to (\d+) steps per bar\.", about).group(1))
                self.assertGreater(of, 1)
                heights = self.heights_of_steps()
                self.assertEqual(len(heights), -(-2400 // of))
                (lines,) = self.browser.settled("return [...document.querySelectorAll('.step-range')]"
                                               ".map((path) => path.getAttribute('d'))")
                ranges = [float(low) - float(high) for high, low in re.findall(r" ([\d.]+)V([\d.]+)", lines)]
                self.assertEqual(len(ranges), len(heights))
                self.assertLess(max(heights) - min(heights), max(ranges))
                # All steps of a bar are chosen.
                picture = self.browser.find(".steps-picture")
                self.browser.js("document.querySelector('.page').dataset.old = '1'")
                picture.send_keys(Keys.ARROW_RIGHT, Keys.ENTER)
                self.browser.wait_next()
                self.assertEqual(self.browser.hash(), f"#/steps?step=0..{of - 1}")
                self.assertEqual(len(self.heights_of_steps()), of)
                self.browser.go(f"overview?step=0..{of - 1}")
                self.assertEqual(len(self.browser.all(".chosen")), 1)

    def test_steps_have_round_numbers_below(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000] * 300])) as server:
                self.browser.open(server)
                labels = self.browser.settled("return [...document.querySelectorAll('.steps-picture text')]"
                                              ".map((text) => text.textContent)")
                numbers = [int(label) for label in labels if label.isdigit() and label != "0"]
                self.assertGreater(len(numbers), 4)
                self.assertEqual([number for number in numbers if number % 10 != 0], [])

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

    def test_the_selected_step_has_its_label(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.fleet(folder, [[1000] * 300])) as server:
                self.browser.open(server)
                self.browser.go("overview?step=3")
                self.assertIn("step 3 (300 recorded)", self.browser.text(".facts"))
                labels, band = self.browser.settled("""
                    return [[...document.querySelectorAll('.steps-picture text')].map((text) => text.textContent),
                            Number(document.querySelector('.chosen').getAttribute('height'))];""")
                self.assertIn("3", labels)
                self.assertNotIn("0", labels[labels.index("3") - 1:])
                self.assertLess(band, 200)

    def test_steps_of_unknown_parts_have_bars_and_round_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.marked(folder, 2, 140)) as server:
                self.browser.open(server)
                self.browser.go("overview")
                bars, labels = self.browser.settled("""
                    const chart = document.querySelector('[data-section=steps] svg');
                    return [[...chart.querySelectorAll(':scope > path')].map((one) => one.getAttribute('d')).join(''),
                            [...chart.querySelectorAll('text')].map((one) => one.textContent)];""")
                self.assertEqual(bars.count("M"), 280)
                numbers = [int(text) for text in labels if text.isdigit() and int(text) > 0]
                self.assertGreater(len(numbers), 4)
                self.assertEqual({number % 10 for number in numbers}, {0})

    def test_layers_are_told_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            events = [traces.event("user_annotation", "ProfilerStep#1", 0, 24000, 1)]
            for layer in range(24):
                events += [traces.event("python_function", f"nn.Module: DecoderLayer_{layer}", 1000 * layer, 990, 1,
                                        **{"Python id": layer + 1, "Python module id": layer}),
                           traces.event("cpu_op", "aten::mm", 1000 * layer + 10, 900, 1)]
            path = pathlib.Path(folder, "trace.pt.trace.json")
            path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}), encoding="utf-8")
            with served(path) as server:
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
            path = pathlib.Path(folder, "trace.pt.trace.json")
            path.write_text(json.dumps({"schemaVersion": 1, "traceEvents": events}), encoding="utf-8")
            with served(path) as server:
                self.browser.open(server)
                self.browser.go("memory")
                ticks = self.browser.settled("return [...document.querySelectorAll('.picture svg .axis text')]"
                                             ".map((text) => text.textContent).filter((text) => / m?s$/.test(text))")
                self.assertTrue(ticks)
                self.assertEqual([tick for tick in ticks if not re.fullmatch(r"9\.\d{3} s", tick)], [])
                cells = self.browser.js("return [...document.querySelectorAll('[data-section=over_time] td')]"
                                        ".map((cell) => cell.textContent)")
                self.assertTrue([cell for cell in cells if re.fullmatch(r"9\.7\d{3}", cell)], cells)

    def test_a_bar_says_of_which_rank_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            times = [[1000 + 10 * step for step in range(9)]] * 3  # 27 bars
            with served(traces.fleet(folder, times)) as server:
                self.browser.open(server)
                self.browser.go("overview")
                labels = self.browser.settled("return [...document.querySelectorAll('.steps-picture text')]"
                                              ".map((text) => text.textContent)")
                self.assertEqual([label.replace("rank ", "") for label in labels if label in
                                  ("0", "1", "2", "rank 0", "rank 1", "rank 2")][-27:], ["0", "1", "2"] * 9)
                self.assertEqual([label for label in labels if label.startswith("step ")],
                                 [f"step {number}" for number in range(9)])

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
