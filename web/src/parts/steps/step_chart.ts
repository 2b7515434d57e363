// A bar per step, stacked by what its time goes to.

import { el, onWidth, replace, shorten, svg, textWidth } from "../../dom";
import { capital, quantity } from "../../format";
import { titleOf } from "../../titles";
import { numberOf, textOf } from "../../report";
import type { Column, Row, Section } from "../../report";
import { horizontalLines, labelsBelow, ticks } from "../axis";
import type { Frame } from "../axis";
import { isSelected, pooled, stepsText, type StepBar } from "./pooled";
import { inReadableOrder, kApart, labelledSteps, placeLabels, placeOf, placesOf, stepsOf, type StepBars } from "./step_places";
import { hideTip, showTip } from "../tip";

const kHeight = 220;
// Colours of the parts in the order of the columns: hosts are blue, devices green, the rest is grey.
const kColors = [7, 6, 1, 0, 9, 5, 10, 2, 3, 4, 11];
const kUnknown = 11; // the colour of steps of which nothing is known but how long they took
const kMarkSize = 11.5; // of letters
// A few bars longer than so many medians are shortened, or all others would be flat. Their parts are in
// proportion.
const kCut = 3;
const kMostCut = 0.1; // of the bars
const kFlat = 2.2; // times the highest of the others, from which these would be flat
const kLines = 4;
const kMostAbove = 1.3; // times the highest bar, at which a line above it leaves little white
const kRankRow = 16; // pixels of the row of ranks above that of steps
const kLabelApart = 40; // pixels from the middle of a label to that of the next
const kBreak = 7; // pixels of the gap that shows where a bar is cut

// The columns that a step's total is split into say so.
function partsOf(columns: Column[]): Column[] {
  return columns.filter((column) => column.description.startsWith("of the total") &&
    !/^(base|delta|ratio)_/.test(column.name));
}

export function holdsSteps(columns: Column[]): boolean {
  const names = columns.map((column) => column.name);
  return names.includes("total_us") && names.includes("number") && partsOf(columns).length > 1;
}

export function isStepTable(section: Section): boolean {
  return holdsSteps(section.columns);
}

interface Bars {
  rows: Row[];
  parts: { column: Column; color: number }[];
  most: number; // the axis ends here
}

const kBase = "base_total_us";

// 0 if it is not known.
function baseOf(row: Row): number {
  const base = numberOf(row, kBase);
  return base > 0 ? base : 0;
}

// Whether the time of the base's step is within the axis.
function hasBaseLine(bars: Bars, row: Row): boolean {
  return baseOf(row) > 0 && baseOf(row) <= bars.most;
}

function barsOf(section: Section): Bars {
  const rows = section.rows.filter((row) =>
    Number.isFinite(numberOf(row, "number")) && numberOf(row, "total_us") > 0);
  const known = partsOf(section.columns)
    .map((column, i) => ({ column, color: kColors[i] ?? 8 }))
    .filter(({ column }) => rows.some((row) => numberOf(row, column.name) > 0));
  const parts = known.length > 0 ? known : section.columns.filter(({ name }) => name === "total_us")
    .map((column) => ({ column, color: kUnknown }));
  const totals = rows.map((row) => numberOf(row, "total_us")).sort((a, b) => a - b);
  const median = totals[Math.floor(totals.length / 2)] ?? 0;
  // A step of the base may be longer than all others.
  const tops = rows.map((row) => Math.max(numberOf(row, "total_us"), baseOf(row))).sort((a, b) => a - b);
  const largest = tops[tops.length - 1] ?? 0;
  const rest = tops.filter((top) => top <= kCut * median);
  const cut = tops.length - rest.length;
  const tallest = rest[rest.length - 1] ?? median;
  const isCut = cut > 0 && cut <= Math.max(1, tops.length * kMostCut) && largest > kFlat * tallest;
  // Bars that are cut reach above all others, to their break; else a line stands above the highest.
  const [, step] = ticks(largest, kLines);
  const above = step ? Math.ceil(largest / step) * step : largest;
  return { rows, parts, most: isCut ? tallest * 1.25 : above <= kMostAbove * largest ? above : largest * 1.04 };
}

function legend(bars: Bars): HTMLElement {
  return el("ul", { class: "legend" }, ...bars.parts.map(({ column, color }) =>
    el("li", { class: `dot c${color}`, title: column.description }, titleOf(column))),
  bars.rows.some((row) => hasBaseLine(bars, row)) ? el("li", { class: "base-mark" }, "the base's step") : null,
  bars.rows.some((row) => row.outlier === true) ? el("li", { class: "mark" }, "▾ outlier") : null,
  bars.rows.some((row) => numberOf(row, "total_us") > bars.most)
    ? el("li", { class: "mark" }, "↑ bar shortened, its parts in proportion, with its whole time") : null);
}

function tipLines(bars: Bars, { row, low, high, begin, end }: StepBar) {
  const isMean = end - begin > 1;
  const lines = [{ label: isMean ? "mean total" : "total", value: quantity(numberOf(row, "total_us"), "us") } as
    { label: string; value: string; color?: number }];
  if (isMean) lines.push({ label: "range", value: `${quantity(low, "us")} – ${quantity(high, "us")}` });
  if (baseOf(row) > 0) lines.push({ label: "base", value: quantity(baseOf(row), "us") });
  for (const { column, color } of bars.parts) {
    const value = numberOf(row, column.name);
    if (value > 0) lines.push({ label: titleOf(column), value: quantity(value, "us"), color });
  }
  if (placeOf(row)) lines.push({ label: placeOf(row), value: "" });
  if (row.outlier === true) lines.push({ label: "outlier", value: "yes" });
  if (row.partial === true) lines.push({ label: "partial", value: "yes" });
  return lines;
}

// Steps that stand beside each other, with the end of the last one.
function runsOf(steps: StepBars[]): (StepBars & { last: number })[] {
  const runs: (StepBars & { last: number })[] = [];
  for (const step of steps) {
    const before = runs[runs.length - 1];
    if (before && before.last === step.begin) before.last = step.end;
    else runs.push({ ...step, last: step.end });
  }
  return runs;
}

function draw(host: HTMLElement, all: Bars, width: number, selected: string,
  onStep?: (step: string) => void): void {
  const n = all.rows.length;
  const [left, right] = [64, width - 8];
  const pitch = (right - left) / n;
  const bars = { ...all, rows: inReadableOrder(all.rows, pitch) };
  const drawn = pooled(bars.rows, pitch, bars.parts.map(({ column }) => column.name));
  const most = Math.max(...drawn.map(({ begin, end }) => end - begin)); // steps of a bar
  const bar = Math.max(1, Math.min(pitch * 0.82, 64));
  const x = (i: number) => left + i * pitch + (pitch - bar) / 2;
  const steps = stepsOf(bars.rows);
  const places = steps.length === n ? placesOf(bars.rows) : [];
  const ranks = placeLabels(bars.rows, steps, pitch, (i) => x(i) + bar / 2);
  const frame: Frame = { left, top: 16, right, bottom: kHeight - (places.length + ranks.length > 0 ? 44 : 26) };
  const y = (value: number) =>
    frame.bottom - (Math.min(value, bars.most) / bars.most) * (frame.bottom - frame.top);
  const paths = bars.parts.map(() => "");
  let base = ""; // lines at the times of the base's steps, which do not meet
  const marks: SVGElement[] = [];
  let marked = 0; // up to here, in pixels
  let ranges = ""; // of the totals of a bar's steps
  const startOf = (one: StepBar) => most > 1 ? left + one.begin * pitch : x(one.begin);
  const widthOf = (one: StepBar) => most > 1 ? (one.end - one.begin) * pitch : bar;
  for (const one of drawn) {
    const { row, low, high } = one;
    const [from, wide] = [startOf(one), widthOf(one)];
    const rect = (top: number, bottom: number) => `M${from.toFixed(2)} ${top.toFixed(2)}h${wide.toFixed(2)}` +
      `v${(bottom - top).toFixed(2)}h${(-wide).toFixed(2)}z`;
    let sum = 0;
    const scale = Math.min(1, bars.most / numberOf(row, "total_us"));
    bars.parts.forEach(({ column }, k) => {
      const value = numberOf(row, column.name) * scale;
      if (!(value > 0) || sum >= bars.most) return;
      paths[k] += rect(y(sum + value), y(sum));
      sum += value;
    });
    const middle = from + wide / 2;
    if (high > low) ranges += `M${middle.toFixed(2)} ${y(high).toFixed(2)}V${y(low).toFixed(2)}`;
    const line = Math.min(wide + 4, Math.max(wide, pitch));
    if (hasBaseLine(bars, row)) {
      base += `M${(middle - line / 2).toFixed(2)} ${y(baseOf(row)).toFixed(2)}h${line.toFixed(2)}`;
    }
    if (high > bars.most) {
      marks.push(svg("path", { class: "break", d: `M${from - 2} ${frame.top + 2 * kBreak}l${wide + 4} ${-kBreak}` }));
    }
    if (high > bars.most && pitch >= 3) {
      const text = `↑ ${quantity(high, "us")}${row.outlier === true ? " ▾" : ""}`;
      const half = textWidth(text, kMarkSize, 600) / 2 + 2;
      const at = Math.max(half, Math.min(width - half, middle));
      const isFree = at - half > marked;
      marks.push(svg("text", { class: "cut", x: isFree ? at : middle, y: frame.top - 4, "text-anchor": "middle" },
        isFree ? text : middle - kMarkSize / 2 > marked ? "↑" : ""));
      marked = isFree ? at + half : Math.max(marked, middle + kMarkSize / 2);
    } else if (row.outlier === true) {
      marks.push(svg("text", { class: "cut", x: middle, y: y(high) - 3, "text-anchor": "middle" },
        "▾"));
    }
  }
  const labelOf = ({ number, begin, end }: StepBars) =>
    ({ x: (x(begin) + x(end - 1) + bar) / 2, text: ranks.length > 0 ? `step ${number}` : number });
  // The selected step has its label in the place of those that it would touch.
  const chosen = runsOf(steps.filter(({ number }) => isSelected(selected, number)));
  const own = chosen.map(labelOf);
  const labels = labelledSteps(steps, Math.max(2, Math.floor(width / 60))).map(labelOf)
    .filter((label) => own.every((one) => Math.abs(one.x - label.x) > kLabelApart))
    .concat(own).sort((a, b) => a.x - b.x);
  const cursor = svg("rect", { class: "cursor", y: frame.top,
    height: frame.bottom - frame.top, visibility: "hidden" });
  let at = -1;
  const point = (i: number) => {
    at = Math.max(0, Math.min(drawn.length - 1, i));
    cursor.setAttribute("x", String(startOf(drawn[at]) - 2));
    cursor.setAttribute("width", String(widthOf(drawn[at]) + 4));
    cursor.setAttribute("visibility", "visible");
  };
  // Of a step on several places there may be bars in one group, or in several.
  const bands = chosen.map(({ begin, last }) =>
    svg("rect", { class: "cursor chosen", x: x(begin) - 3, y: 0, width: x(last - 1) - x(begin) + bar + 6,
      height: frame.bottom }));
  const indexAt = (event: MouseEvent) => {
    const box = (picture as SVGElement).getBoundingClientRect();
    const row = Math.floor((event.clientX - box.left - frame.left) / pitch);
    return drawn.filter(({ begin }) => begin <= row).length - 1;
  };
  const stepsAt = () => stepsText(bars.rows.slice(drawn[at].begin, drawn[at].end));
  const choose = () => at >= 0 && onStep?.(stepsAt());
  const limits = places.map(({ begin, place }) => svg("g", { class: "axis" },
    begin === 0 ? null : svg("line", { class: "limit", x1: x(begin) - (pitch - bar) / 2,
      x2: x(begin) - (pitch - bar) / 2, y1: frame.top, y2: kHeight }),
    svg("text", { x: x(begin), y: frame.bottom + 36 }, shorten(place, 30))));
  const about = most > 1 ? `mean and range of up to ${most} steps per bar` : "";
  const picture = svg("svg", {
    width, height: kHeight, viewBox: `0 0 ${width} ${kHeight}`, role: "img", tabindex: onStep ? 0 : undefined,
    class: onStep ? "steps-picture choosable" : "steps-picture",
    "aria-label": `Time of ${n} steps by part${about === "" ? "" : `, ${about}`}${base === "" ? "" : ", with lines at the times of the base's steps"}` +
      `${onStep ? "; arrow keys move, Enter selects a step" : ""}. The table of steps has the numbers.`,
    mousemove: (event) => {
      const mouse = event as MouseEvent;
      point(indexAt(mouse));
      const { row, begin, end } = drawn[at];
      showTip(mouse, end - begin > 1 ? `steps ${shorten(stepsAt(), 40)}` : textOf(row, "name"), tipLines(bars, drawn[at]));
    },
    mouseleave: () => {
      cursor.setAttribute("visibility", "hidden");
      hideTip();
    },
    click: (event) => {
      point(indexAt(event as MouseEvent));
      hideTip();
      choose();
    },
    keydown: (event) => {
      const key = (event as KeyboardEvent).key;
      if (key === "ArrowRight") point(at + 1);
      else if (key === "ArrowLeft") point(at - 1);
      else if (key === "Enter") choose();
      else return;
      event.preventDefault();
    },
  }, horizontalLines(frame, ticks(bars.most, kLines), y, "us"), ...bands, cursor,
  ...bars.parts.map(({ color }, k) => svg("path", { d: paths[k], class: `f${color}` })),
  ranges === "" ? null : svg("path", { class: "step-range", d: ranges }),
  base === "" ? null : svg("path", { class: "base-line", d: base }),
  ...marks, labelsBelow(frame, ranks, kApart), ranks.length > 0 && /^\d/.test(ranks[0].text)
    ? labelsBelow(frame, [{ x: left - 10, text: "rank", anchor: "end" }]) : null,
  labelsBelow({ ...frame, bottom: frame.bottom + (ranks.length > 0 ? kRankRow : 0) }, labels), ...limits);
  replace(host, picture, about === "" ? null : el("p", { class: "about" }, `${capital(about)}.`));
}

// Without `onStep` no step can be chosen: a file holds one answer.
export function stepChart(section: Section, selected: string, onStep?: (step: string) => void):
HTMLElement | null {
  const bars = barsOf(section);
  if (bars.rows.length < 2) return null;
  const canvas = el("div", { class: "canvas" });
  const element = el("figure", { class: "picture" }, legend(bars), canvas);
  onWidth(canvas, (width) => draw(canvas, bars, width, selected, onStep));
  return element;
}
