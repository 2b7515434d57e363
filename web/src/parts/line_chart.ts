// Series over time as lines, one small chart for each group. Where points are means of several
// samples a band shows their range, so that no mean hides what was in between.

import { el, name, onWidth, replace, svg } from "../dom";
import { quantity } from "../format";
import { grouped } from "../grouped";
import type { Section } from "../report";
import { horizontalLines, labelsBelow, tickMarks, ticks, timeTicks } from "./axis";
import type { Frame, Label } from "./axis";
import { aboutLeft, mostOfLine } from "./chosen_lines";
import { aboutOf, chartsOf, runsOf, thinned } from "./courses";
import type { Chart, Course, Finer, Line, Peak } from "./courses";
import { kNoMarks, timeMarks } from "./time_marks";
import type { TimeMarks } from "./time_marks";
import { hideTip, showTip } from "./tip";

const kHeight = 170;
const kTickWidth = 64; // pixels of a label below
const kPointWidth = 2; // pixels, of points with a range
const kMostBands = 2; // that are told apart where they overlap
const kPeakRadius = 3.5;
const kEdge = 24; // pixels from the right edge, in which a label ends at its tick

interface Scales {
  x: (at: number) => number;
  y: (value: number) => number;
}

function xLabels(chart: Chart, frame: Frame, { x }: Scales): Label[] {
  if (!chart.isTimed) {
    return [{ x: frame.left, text: "start", anchor: "start" }, { x: frame.right, text: "end", anchor: "end" }];
  }
  const wanted = Math.max(2, Math.floor((frame.right - frame.left) / kTickWidth));
  return timeTicks(chart.begin, chart.end, wanted).map(({ at, text }) => ({ x: x(at), text,
    anchor: x(at) > frame.right - kEdge ? "end" as const : undefined }));
}

function point(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function baseCourse(base: Course, isTimed: boolean, { x, y }: Scales): string {
  return runsOf(base, isTimed).filter((run) => run.length > 1)
    .map((run) => `M${run.map((i) => point(x(base.at[i]), y(base.values[i]))).join("L")}`).join("");
}

// Runs of points as lines; a point that stands alone is a dot.
function course(line: Line, k: number, isTimed: boolean, isFaint: boolean, { x, y }: Scales): SVGElement[] {
  const runs = runsOf(line, isTimed);
  const { low, high, at, values } = line;
  const to = (series: number[], run: number[]) => run.map((i) => point(x(at[i]), y(series[i])));
  const bands = low && high ? runs.map((run) => run.length > 1
    ? `M${to(high, run).join("L")}L${to(low, run).reverse().join("L")}Z`
    : `M${point(x(at[run[0]]) - 1, y(high[run[0]]))}h2V${y(low[run[0]]).toFixed(1)}h-2Z`) : [];
  const lines = runs.filter((run) => run.length > 1).map((run) => `M${to(values, run).join("L")}`);
  const base = line.base ? baseCourse(line.base, isTimed, { x, y }) : "";
  return [
    // What a level reached for a moment is as thin as that moment, so a range of levels has an edge.
    bands.length > 0 ? svg("path", { d: bands.join(""), class: `band f${k}${isFaint ? " faint" : line.isLevel ? ` edged s${k}` : ""}` }) : null,
    base !== "" ? svg("path", { d: base, class: `base-course s${k}` }) : null,
    lines.length > 0 ? svg("path", { d: lines.join(""), class: `line s${k}` }) : null,
    ...runs.filter((run) => run.length === 1).map(([i]) =>
      svg("circle", { cx: x(at[i]), cy: y(values[i]), r: 2.5, class: `alone f${k}` })),
    line.peak ? svg("circle", { cx: x(line.peak.at), cy: y(line.peak.value), r: kPeakRadius, class: `peak s${k}` }) : null,
  ].filter((element): element is SVGElement => element !== null);
}

function valueText(line: Line, i: number, unit: string | null): string {
  const value = quantity(line.values[i], unit, true);
  if (line.isLevel && line.low && line.high) {
    return `${value} (${quantity(line.low[i], unit, true)} to ${quantity(line.high[i], unit, true)})`;
  }
  const samples = line.samples?.[i] ?? 1;
  if (!(samples > 1)) return value;
  const range = line.low && line.high
    ? `${quantity(line.low[i], unit, true)} to ${quantity(line.high[i], unit, true)}, ` : "";
  return `${value} (${range}mean of ${samples} samples)`;
}

function nearest(line: Course, at: number): number {
  let best = -1;
  line.at.forEach((other, i) => {
    const isNearer = best < 0 || Math.abs(other - at) < Math.abs(line.at[best] - at);
    if (isNearer) best = i;
  });
  return best;
}

// The most that a chart shows.
function mostOf({ lines, base = 0 }: Chart): number {
  return Math.max(1e-9, base, ...lines.flatMap((line) => [mostOfLine(line), ...line.limits ?? []]));
}

const kAll = 100; // percent
const kAbove = 1.05; // times the most is the end of an axis

// The end of each chart's axis, which is one for the same metric of several nodes. Parts of a whole show how far from
// the whole they are.
function axisEnds(charts: Chart[]): Map<Chart, number> {
  const most = new Map<string, number>();
  const keyOf = (chart: Chart) => chart.metric ?? chart.title;
  for (const chart of charts) most.set(keyOf(chart), Math.max(most.get(keyOf(chart)) ?? 0, mostOf(chart)));
  return new Map(charts.map((chart) => {
    const own = most.get(keyOf(chart)) ?? 0;
    return [chart, chart.unit === "%" && own <= kAll ? kAll : kAbove * own];
  }));
}

function draw(host: HTMLElement, chart: Chart, largest: number, width: number, marks: TimeMarks): void {
  const frame: Frame = { left: 62, top: marks.phases.length > 0 ? 20 : 8, right: width - 6,
    bottom: kHeight - 22 };
  const lines = chart.lines.map((line) => thinned(line, (frame.right - frame.left) / kPointWidth));
  const part = (at: number) => Math.max(0, Math.min(1, (at - chart.begin) / (chart.end - chart.begin)));
  const scales: Scales = {
    x: (at) => frame.left + part(at) * (frame.right - frame.left),
    y: (value) => frame.bottom - (Math.max(0, value) / largest) * (frame.bottom - frame.top),
  };
  const show = (event: Event) => {
    const mouse = event as MouseEvent;
    const inside = (mouse.clientX - picture.getBoundingClientRect().left - frame.left) /
      (frame.right - frame.left);
    const at = chart.begin + inside * (chart.end - chart.begin);
    showTip(mouse, chart.title, lines.flatMap((line, k) => {
      const [i, before] = [nearest(line, at), line.base ? nearest(line.base, at) : -1];
      const own = { label: line.label, color: k, value: i < 0 ? "–" : valueText(line, i, chart.unit) };
      return line.base && before >= 0
        ? [own, { label: "in the base", value: quantity(line.base.values[before], chart.unit, true) }] : [own];
    }));
  };
  const labels = xLabels(chart, frame, scales);
  const picture = svg("svg", { width, height: kHeight, viewBox: `0 0 ${width} ${kHeight}`, role: "img", mousemove: show,
    mouseleave: hideTip, "aria-label": `${chart.title} over time. The table has the values.` },
  ...(chart.isTimed ? timeMarks(marks, chart.title, chart, frame) : []),
  horizontalLines(frame, ticks(largest, 4), scales.y, chart.unit),
  ...lines.flatMap((line, k) => course(line, k, chart.isTimed, lines.length > kMostBands, scales)),
  chart.base ? svg("path", { class: "base-line", d: `M${frame.left} ${scales.y(chart.base)}H${frame.right}` }) : null,
  chart.isTimed ? tickMarks(frame, labels) : null,
  labelsBelow(frame, labels));
  const about = [aboutLeft(chart), aboutOf(lines, chart.unit)].filter(Boolean).join(" ");
  replace(host, picture, about ? el("p", { class: "about" }, about) : null);
}

function peakText(peaks: Peak[], unit: string | null): string {
  if (peaks.length > 1) return "the peak of each";
  return `the peak: ${quantity(peaks[0].value, unit, true)} at ${quantity(peaks[0].at, "us", true)}`;
}

export function lineCharts(section: Section, marks: TimeMarks = kNoMarks, finer: Finer = {}):
HTMLElement | null {
  const hasDips = (chart: Chart) => marks.dips.some(({ of }) => of === chart.title);
  const charts = chartsOf(section, finer).sort((a, b) => Number(hasDips(b)) - Number(hasDips(a)));
  if (charts.length === 0) return null;
  const ends = axisEnds(charts);
  const figureOf = (chart: Chart) => {
    const canvas = el("div", { class: "canvas" });
    onWidth(canvas, (width) => draw(canvas, chart, ends.get(chart) ?? 1, width, marks));
    const isDipped = hasDips(chart);
    const hasBase = chart.lines.some(({ base }) => base);
    const peaks = chart.lines.flatMap(({ peak }) => peak ?? []);
    return el("figure", { class: isDipped ? "picture wide" : "picture" },
      el("figcaption", {}, name(chart.title, 80), chart.kind ? ` · ${chart.kind}` : null),
      chart.lines.length > 1 || isDipped || chart.base || hasBase || peaks.length > 0 ? el("ul", { class: "legend" },
        ...chart.lines.length === 1 && peaks.length > 0 && !hasBase ? [] : chart.lines.map(({ label }, k) =>
          el("li", { class: `dot c${k}` }, name(label, 40))),
        hasBase ? el("li", { class: "base-mark dashed" }, "the base") : null,
        peaks.length > 0 ? el("li", { class: "peak-mark" }, peakText(peaks, chart.unit)) : null,
        chart.base ? el("li", { class: "base-mark" }, `the base's peak: ${quantity(chart.base, chart.unit)}`) : null,
        isDipped ? el("li", { class: "dot dip" }, "dip") : null) : null,
      canvas);
  };
  return el("div", { class: charts.length > 1 ? "charts" : "" }, ...byMetric(charts, hasDips).map((group) =>
    group.length === 1 ? figureOf(group[0]) : stacked(group.map(figureOf))));
}

// The charts of one metric together, but for those that take a row of their own.
function byMetric(charts: Chart[], isAlone: (chart: Chart) => boolean): Chart[][] {
  return [...grouped(charts, (chart) => isAlone(chart) ? chart : chart.metric ?? chart).values()];
}

const kPartsOfChart = 3; // rows of the grid: its title, its legend, its picture

// One above the other, so that nodes are compared.
function stacked(figures: HTMLElement[]): HTMLElement {
  const element = el("div", { class: "stacked" }, ...figures);
  element.style.gridRow = `span ${kPartsOfChart * figures.length}`;
  return element;
}
