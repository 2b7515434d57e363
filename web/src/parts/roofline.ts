// Ops against what the device can do: work per byte and work per second, both logarithmic.

import { el, name, onWidth, replace, shorten, svg, textWidth } from "../dom";
import { count, quantity } from "../format";
import { hasColumn, numberOf, sectionOf, textOf } from "../report";
import type { Report, Row, Section } from "../report";
import { grouped } from "../grouped";
import { logTicks } from "./axis";
import type { Frame } from "./axis";
import { kHigh, labelsOf } from "./point_labels";
import type { Box, Dot } from "./point_labels";
import { readableNames } from "./table/symbols";
import { hideTip, showTip } from "./tip";

const kHeight = 380;
const kMostPoints = 2000;
const kLabel = 32; // letters
const kLabelOfShape = 56; // with the shape
const kRoofLabel = 60;
const kLeft = 92; // pixels of the axis
const kRightOfRidge = 2; // times its place, that the flat part of a roof goes on at least

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
  points: Row[]; // the largest first, so that smaller ones lie on them
  rows: number; // without those of the base alone
  known: number; // rows that could be points
  roofs: Roof[];
  low: [number, number];
  high: [number, number];
}

// By which points are larger.
function timeOf(row: Row): number {
  return numberOf(row, "self_us") || 0;
}

function plotOf(section: Section, report: Report): Plot {
  const own = section.rows.filter((row) => textOf(row, "verdict") !== "removed");
  const known = own.filter((row) => numberOf(row, "operational_intensity") > 0 &&
    numberOf(row, "flops_per_second") > 0);
  const points = [...known].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, kMostPoints);
  const roofs = (sectionOf(report, "roofs")?.rows ?? []).map((row) => ({
    label: textOf(row, "name"),
    flops: numberOf(row, "peak_flops_per_second"),
    bytes: numberOf(row, "peak_bytes_per_second"),
  })).filter(({ flops, bytes }) => flops > 0 && bytes > 0);
  const xs = points.map((row) => numberOf(row, "operational_intensity"));
  const ys = points.map((row) => numberOf(row, "flops_per_second"));
  // The ridge is in the picture, wherever the points are: a roof has both of its parts.
  for (const roof of roofs) {
    const ridge = roof.flops / roof.bytes;
    xs.push(ridge, ridge * kRightOfRidge);
    ys.push(roof.flops * 1.5);
  }
  return { points, rows: own.length, known: known.length, roofs,
    low: [Math.min(...xs) / 2, Math.min(...ys) / 2],
    high: [Math.max(...xs) * 2, Math.max(...ys) * 1.5] };
}

function draw(host: HTMLElement, plot: Plot, width: number, onPick: (row: Row) => void): void {
  const frame: Frame = { left: kLeft, top: 10, right: width - 12, bottom: kHeight - 38 };
  const part = (value: number, axis: 0 | 1) => Math.log(value / plot.low[axis]) /
    Math.log(plot.high[axis] / plot.low[axis]);
  const x = (value: number) => frame.left + part(value, 0) * (frame.right - frame.left);
  const y = (value: number) => frame.bottom - part(value, 1) * (frame.bottom - frame.top);
  const largest = Math.max(...plot.points.map(timeOf), 1e-9);
  const radius = (row: Row) => 3 + 9 * Math.sqrt(timeOf(row) / largest);
  const roofs = plot.roofs.map((roof) => {
    const ridge = roof.flops / roof.bytes;
    const start = Math.max(plot.low[0], plot.low[1] / roof.bytes);
    return svg("path", { class: "roof", d: `M${x(start)} ${y(start * roof.bytes)}` +
      `L${x(ridge)} ${y(roof.flops)}H${frame.right}` });
  });
  const points = plot.points.map((row) => svg("circle", {
    cx: x(numberOf(row, "operational_intensity")),
    cy: y(numberOf(row, "flops_per_second")),
    r: radius(row),
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
  const dots = plot.points.map((row): Dot => ({ x: x(numberOf(row, "operational_intensity")),
    y: y(numberOf(row, "flops_per_second")), r: radius(row) }));
  const roofAt = (px: number): number[] => plot.roofs.map((roof) => y(Math.min(roof.flops, roof.bytes * plot.low[0] *
    (plot.high[0] / plot.low[0]) ** ((px - frame.left) / (frame.right - frame.left)))));
  const named = plot.roofs.length < 2 ? [] : plot.roofs.map((roof) =>
    ({ text: shorten(roof.label, kRoofLabel), bottom: y(roof.flops) }));
  const roofLabels = named.map(({ text, bottom }) => svg("text", {
    class: "point-label roof-label", x: frame.right - 4, y: bottom - 5, "text-anchor": "end" }, text));
  const taken = named.map(({ text, bottom }): Box => ({ left: frame.right - 4 - textWidth(text, 12), right: frame.right,
    top: bottom - kHigh - 4, bottom }));
  const labels = labelsOf(textsOf(plot.points), dots, frame, roofAt, taken);
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
  ...roofs, ...labels.leaders, ...labels.halos, ...points, ...labels.texts, ...roofLabels));
}

// What points are called: rows of one name are told apart by their shapes.
function textsOf(points: Row[]): string[] {
  const readable = readableNames(points, (row) => textOf(row, "name"));
  const names = points.map((row) => shorten(textOf(row, "category") || readable(textOf(row, "name")), kLabel));
  const counts = grouped(names, (own) => own);
  return names.map((own, i) => (counts.get(own)?.length ?? 0) < 2 ? own
    : shorten(`${own} ${textOf(points[i], "shape")}`.trim(), kLabelOfShape));
}

// Why the table has more rows than there are points.
function aboutOthers({ points, rows, known }: Plot): HTMLElement | null {
  const parts = [];
  if (rows > known) {
    parts.push(`${count(rows - known, "row")} of the table, as the float operations or bytes are 0 or not known`);
  }
  if (known > points.length) parts.push(`${count(known - points.length, "row")} that took less time`);
  return parts.length > 0 ? el("p", { class: "about" }, `Without a point: ${parts.join("; ")}.`) : null;
}

// `section` has the rows of the table below.
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
      ...plot.roofs.map((roof) => el("li", {}, "roof of ", name(roof.label, 60), `: ${quantity(roof.flops,
        "flop/s")}, ${quantity(roof.bytes, "B/s")}`))), canvas, aboutOthers(plot));
}
