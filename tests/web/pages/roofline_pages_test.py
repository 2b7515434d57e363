"""Rooflines: roofs lie inside their axes, and points are named and counted."""

import sys
import tempfile

import run
from served import Browsing, points, served
import traces


class Roofline(Browsing):
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

    def test_names_lie_on_no_point(self):
        shapes = [[[2048 + 256 * i, 2048], [2048, 2048]] for i in range(9)]
        with tempfile.TemporaryDirectory() as folder:
            with served(traces.products(folder, [("gemm_kernel", "c10::BFloat16", shape) for shape in shapes])) as server:
                self.browser.open(server)
                self.browser.go("roofline")
                labels, met, isAbove, far = self.browser.settled("""
                    const chart = document.querySelector('.picture svg');
                    const [labels, points, halos] = ['.point-label', 'circle.point', '.point-halo'].map((kind) =>
                        [...chart.querySelectorAll(kind)]);
                    const boxes = points.map((one) => one.getBBox());
                    const met = labels.filter((label) => {
                        const own = label.getBBox();
                        return boxes.some((box) => box.x < own.x + own.width && own.x < box.x + box.width &&
                            box.y + 2 < own.y + own.height && own.y < box.y + box.height - 2);
                    });
                    // No mark in a picture covers those that come after it.
                    const isAbove = halos.every((halo) => points.every((one) =>
                        halo.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING));
                    const ticks = [...chart.querySelectorAll('.axis line')].map((one) => Number(one.getAttribute('x2')));
                    const right = Math.max(...points.map((one) => Number(one.getAttribute('cx'))));
                    return [labels.map((one) => one.textContent), met.map((one) => one.textContent), isAbove,
                            right / Math.max(...ticks)];""")
                self.assertEqual(met, [])
                self.assertTrue(isAbove)
                self.assertGreater(len(labels), 2)
                self.assertNotIn("aten::mm", labels)  # others of this name have their shapes
                self.assertGreater(far, 0.7)  # the picture ends not far from the last point

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


if __name__ == "__main__":
    sys.exit(run.run_tests(sys.modules[__name__]))
