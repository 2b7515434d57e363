// Series over time as lines, one small chart for each group.

import { el, name, onWidth, replace, svg } from "../dom";
import { quantity, scaleFor } from "../format";
import { hasColumn, numberOf, seriesOf, textOf } from "../report";
import type { Column, Row, Section } from "../report";
import { horizontalLines, labelsBelow, ticks } from "./axis";
import type { Frame, Label } from "./axis";
import { kNoMarks, timeMarks } from "./time_marks";
import type { TimeMarks } from "./time_marks";
import { hideTip, showTip } from "./tip";

interface Line {
  label: string;
  values: number[];
}

interface Chart {
  title: string;
  unit: string | null;
  begin: number; // microseconds; NaN if not known
  end: number;
  lines: Line[];
}

const kHeight = 170;
const kMostLines = 10;

function groupOf(row: Row, column: Column): string {
  const parts = ["dimension", "node", "allocator"].map((part) => textOf(row, part));
  const group = parts.filter((part) => part !== "").join(" · ");
  return hasName(column) ? `${column.name.replace(/^per_step_/, "by step: ").replace(/_bytes$/, "").replace(/_/g, " ")}` +
    `${group ? ` · ${group}` : ""}` : group;
}

function hasName(column: Column): boolean {
  return column.name !== "values";
}

function chartsOf(section: Section): Chart[] {
  const charts = new Map<string, Chart>();
  for (const column of section.columns.filter(({ type }) => type === "series")) {
    for (const row of section.rows) {
      const values = seriesOf(row, column.name);
      if (values.filter(Number.isFinite).length < 2) continue;
      const title = groupOf(row, column);
      const chart = charts.get(title) ?? { title, unit: column.unit, lines: [],
        begin: hasColumn(section, "begin_us") ? numberOf(row, "begin_us") : NaN,
        end: hasColumn(section, "end_us") ? numberOf(row, "end_us") : NaN };
      if (chart.lines.length < kMostLines) chart.lines.push({ label: textOf(row, "name"), values });
      charts.set(title, chart);
    }
  }
  return [...charts.values()];
}

function xLabels(chart: Chart, frame: Frame): Label[] {
  const isTimed = Number.isFinite(chart.begin) && chart.end > chart.begin;
  const { factor, label } = scaleFor("us", chart.end);
  return [0, 0.5, 1].filter((part) => isTimed || part !== 0.5).map((part) => {
    const time = (chart.begin + part * (chart.end - chart.begin)) / factor;
    return {
      x: frame.left + part * (frame.right - frame.left),
      text: !isTimed ? (part === 0 ? "start" : "end") : time === 0 ? "0"
        : `${Number(time.toPrecision(3))} ${label}`,
      anchor: part === 0 ? "start" as const : part === 1 ? "end" as const : undefined,
    };
  });
}

function draw(host: HTMLElement, chart: Chart, width: number, marks: TimeMarks): void {
  const frame: Frame = { left: 62, top: marks.phases.length > 0 ? 20 : 8, right: width - 6,
    bottom: kHeight - 22 };
  const largest = Math.max(...chart.lines.map(({ values }) =>
    Math.max(...values.filter(Number.isFinite))), 1e-9) * 1.05;
  const y = (value: number) => frame.bottom - (value / largest) * (frame.bottom - frame.top);
  const x = (i: number, n: number) => frame.left + (i / Math.max(1, n - 1)) * (frame.right - frame.left);
  const path = ({ values }: Line) => {
    let move = true;
    return values.map((value, i) => {
      if (!Number.isFinite(value)) {
        move = true;
        return "";
      }
      const start = move ? "M" : "L";
      move = false;
      return `${start}${x(i, values.length).toFixed(1)} ${y(Math.max(0, value)).toFixed(1)}`;
    }).join("");
  };
  const point = (event: Event) => {
    const mouse = event as MouseEvent;
    const part = (mouse.clientX - picture.getBoundingClientRect().left - frame.left) /
      (frame.right - frame.left);
    showTip(mouse, chart.title, chart.lines.map(({ label, values }, k) => {
      const at = Math.round(Math.max(0, Math.min(1, part)) * (values.length - 1));
      return { label, color: k, value: quantity(values[at], chart.unit, true) };
    }));
  };
  const picture = svg("svg", { width, height: kHeight, role: "img", mousemove: point,
    mouseleave: hideTip, "aria-label": `${chart.title} over time. The table has the values.` },
  ...timeMarks(marks, chart.title, chart, frame),
  horizontalLines(frame, ticks(largest, 3), y, chart.unit),
  ...chart.lines.map((line, k) => svg("path", { d: path(line), class: `line s${k}` })),
  labelsBelow(frame, xLabels(chart, frame)));
  replace(host, picture);
}

export function lineCharts(section: Section, marks: TimeMarks = kNoMarks): HTMLElement | null {
  const charts = chartsOf(section);
  if (charts.length === 0) return null;
  return el("div", { class: charts.length > 1 ? "charts" : "" }, ...charts.map((chart) => {
    const canvas = el("div", { class: "canvas" });
    onWidth(canvas, (width) => draw(canvas, chart, width, marks));
    const many = chart.lines.length > 1;
    return el("figure", { class: "picture" }, el("figcaption", {}, name(chart.title, 80)),
      many ? el("ul", { class: "legend" }, ...chart.lines.map(({ label }, k) =>
        el("li", { class: `dot c${k}` }, name(label, 40))),
      marks.dips.some(({ of }) => of === chart.title) ? el("li", { class: "dot dip" }, "dip") : null)
      : null, canvas);
  }));
}
