// Ops against what the device can do: work per byte and work per second, both logarithmic.

import { el, name, onWidth, replace, shorten, svg, textWidth } from "../dom";
import { quantity } from "../format";
import { hasColumn, numberOf, sectionOf, textOf } from "../report";
import type { Report, Row, Section } from "../report";
import { logTicks } from "./axis";
import type { Frame } from "./axis";
import { hideTip, showTip } from "./tip";

const kHeight = 380;
const kMostPoints = 2000;
const kMostLabels = 12;
const kLabel = 32; // letters
const kBeside = 15, kHigh = 14; // pixels

export function isRoofline(section: Section): boolean {
  return hasColumn(section, "operational_intensity") && hasColumn(section, "flops_per_second");
}

const kBoundBy = [
  { of: (bound: string) => bound === "compute", fill: "f1", dot: "c1", title: "bound by compute" },
  { of: (bound: string) => bound !== "" && bound !== "unknown", fill: "f0", dot: "c0", title: "bound by memory" },
];

// Empty if it is not known.
function fillOf(row: Row): string {
  return kBoundBy.find(({ of }) => of(textOf(row, "bound_by")))?.fill ?? "";
}

interface Roof {
  label: string;
  flops: number;
  bytes: number;
}

interface Plot {
  points: Row[];
  roofs: Roof[];
  low: [number, number];
  high: [number, number];
}

function plotOf(section: Section, report: Report): Plot {
  const points = section.rows.filter((row) => numberOf(row, "operational_intensity") > 0 &&
    numberOf(row, "flops_per_second") > 0).slice(0, kMostPoints);
  const roofs = (sectionOf(report, "roofs")?.rows ?? []).map((row) => ({
    label: textOf(row, "name"),
    flops: numberOf(row, "peak_flops_per_second"),
    bytes: numberOf(row, "peak_bytes_per_second"),
  })).filter(({ flops, bytes }) => flops > 0 && bytes > 0);
  const xs = points.map((row) => numberOf(row, "operational_intensity"));
  const ys = points.map((row) => numberOf(row, "flops_per_second"));
  for (const roof of roofs) {
    xs.push(roof.flops / roof.bytes * 10);
    ys.push(roof.flops * 1.5);
  }
  return { points, roofs,
    low: [Math.min(...xs) / 2, Math.min(...ys) / 2],
    high: [Math.max(...xs) * 2, Math.max(...ys) * 1.5] };
}

function draw(host: HTMLElement, plot: Plot, width: number, onPick: (row: Row) => void): void {
  const frame: Frame = { left: 92, top: 10, right: width - 12, bottom: kHeight - 38 };
  const part = (value: number, axis: 0 | 1) => Math.log(value / plot.low[axis]) /
    Math.log(plot.high[axis] / plot.low[axis]);
  const x = (value: number) => frame.left + part(value, 0) * (frame.right - frame.left);
  const y = (value: number) => frame.bottom - part(value, 1) * (frame.bottom - frame.top);
  const largest = Math.max(...plot.points.map((row) => numberOf(row, "self_us")), 1e-9);
  const roofs = plot.roofs.map((roof) => {
    const ridge = roof.flops / roof.bytes;
    const start = Math.max(plot.low[0], plot.low[1] / roof.bytes);
    return svg("path", { class: "roof", d: `M${x(start)} ${y(start * roof.bytes)}` +
      `L${x(ridge)} ${y(roof.flops)}H${frame.right}` });
  });
  const points = plot.points.map((row) => svg("circle", {
    cx: x(numberOf(row, "operational_intensity")),
    cy: y(numberOf(row, "flops_per_second")),
    r: 3 + 9 * Math.sqrt((numberOf(row, "self_us") || 0) / largest),
    class: `point ${fillOf(row)}`,
    mousemove: (event) => showTip(event as MouseEvent, textOf(row, "name"), [
      { label: "FLOP per byte", value: quantity(numberOf(row, "operational_intensity"), null) },
      { label: "rate", value: quantity(numberOf(row, "flops_per_second"), "flop/s") },
      { label: "self time", value: quantity(numberOf(row, "self_us"), "us") },
      { label: "of its roof", value: quantity(numberOf(row, "roofline_efficiency"), "1") },
      { label: "bound by", value: textOf(row, "bound_by") }]),
    mouseleave: hideTip,
    click: () => onPick(row),
  }));
  const xTicks = logTicks(plot.low[0], plot.high[0]);
  const yTicks = logTicks(plot.low[1], plot.high[1]);
  const labels = labelsOf(plot, (row) => [x(numberOf(row, "operational_intensity")),
    y(numberOf(row, "flops_per_second"))], frame.right);
  replace(host, svg("svg", { width, height: kHeight, viewBox: `0 0 ${width} ${kHeight}`, role: "img",
    "aria-label": "Roofline: rate against work per byte. The table below has the numbers." },
  svg("g", { class: "axis" },
    ...xTicks.flatMap((value) => [
      svg("line", { x1: x(value), x2: x(value), y1: frame.top, y2: frame.bottom }),
      svg("text", { x: x(value), y: frame.bottom + 16, "text-anchor": "middle" },
        quantity(value, null))]),
    ...yTicks.flatMap((value) => [
      svg("line", { x1: frame.left, x2: frame.right, y1: y(value), y2: y(value) }),
      svg("text", { x: frame.left - 8, y: y(value) + 4, "text-anchor": "end" },
        quantity(value, "flop/s"))]),
    svg("text", { x: (frame.left + frame.right) / 2, y: kHeight - 4, "text-anchor": "middle" },
      "FLOP per byte of memory")),
  ...roofs, ...points, ...labels));
}

// An op's points lie near each other: the largest has the op's name, where there is room.
function labelsOf({ points }: Plot, at: (row: Row) => [number, number], right: number): SVGElement[] {
  const named = new Set<string>();
  const taken: [number, number, number][] = []; // left, right, height
  const labels: SVGElement[] = [];
  const bySize = [...points].sort((a, b) => (numberOf(b, "self_us") || 0) - (numberOf(a, "self_us") || 0));
  for (const row of bySize) {
    const text = shorten(textOf(row, "category") || textOf(row, "name"), kLabel);
    if (named.has(text) || labels.length >= kMostLabels) continue;
    const [x, y] = at(row);
    const wide = textWidth(text, 12);
    const isLeft = x + kBeside + wide > right;
    const begin = isLeft ? x - kBeside - wide : x + kBeside;
    if (taken.some(([from, to, high]) => begin < to && from < begin + wide && Math.abs(high - y) < kHigh)) continue;
    named.add(text);
    taken.push([begin, begin + wide, y]);
    labels.push(svg("text", { class: "point-label", x: begin, y: y + 4 }, text));
  }
  return labels;
}

export function roofline(section: Section, report: Report, onPick: (row: Row) => void):
HTMLElement | null {
  const plot = plotOf(section, report);
  if (plot.points.length === 0) return null;
  const bounds = new Set(plot.points.map(fillOf));
  const canvas = el("div", { class: "canvas" });
  onWidth(canvas, (width) => draw(canvas, plot, width, onPick));
  return el("figure", { class: "picture" },
    el("ul", { class: "legend" },
      ...kBoundBy.filter(({ fill }) => bounds.has(fill)).map(({ dot, title }) =>
        el("li", { class: `dot ${dot}` }, title)),
      el("li", {}, "larger: takes more time"),
      bounds.has("") ? el("li", {}, "grey: what bounds it is not known") : null,
      ...plot.roofs.map((roof) => el("li", {}, "roof: ", name(roof.label, 60), ` ${quantity(roof.flops,
        "flop/s")}, ${quantity(roof.bytes, "B/s")}`))), canvas);
}
