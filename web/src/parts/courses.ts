// What charts over time draw: the rows of a section as lines, those of one group in one chart. Points
// are means of equal spans of time, levels at their ends, or a value each.

import { capital, quantity } from "../format";
import { grouped } from "../grouped";
import { addLine, withChosenLines } from "./chosen_lines";
import type { Growing } from "./chosen_lines";
import { besideEqual, hasColumn, numberOf, seriesOf, textOf } from "../report";
import type { Column, Row, Section } from "../report";

export interface Course {
  at: number[];
  values: number[];
}

// The most that there was, and when.
export interface Peak {
  at: number;
  value: number;
}

export interface Line {
  label: string;
  at: number[]; // microseconds, or the place among the steps
  values: number[]; // NaN where nothing was recorded
  low?: number[];
  high?: number[];
  samples?: number[]; // of each point
  limits?: [number, number]; // of all samples, where points do not have their own
  isLevel?: boolean; // points are what was there when their spans ended
  base?: Course; // the same of the base
  peak?: Peak;
}

export interface Chart {
  title: string;
  kind: string; // what the title's metric is of, where the title does not say so
  unit: string | null;
  isTimed: boolean;
  begin: number;
  end: number;
  lines: Line[];
  rows?: number; // that its lines stand for, with those that are not drawn
  left?: number; // rows whose lines are not drawn
  flat?: number; // of these, lines that would lie on zero
  base?: number; // the most of the base, if there is one
  metric?: string; // by which charts of several nodes are compared
}

// Answers beside the section of means: the rows of the table, and means with extremes of shorter spans.
export interface Finer {
  main?: Section;
  spans?: Section;
}

const kUnits: Record<string, string> = { percent: "%", bytes: "B" };

// Of columns whose names say too little without their tables.
const kTitles: Record<string, string> = { over_run_bytes: "Bytes held while each program runs" };

// What is allocated, and the highest level of it in the base.
const kLevels = "allocated_bytes", kBasePeak = "base_peak_bytes";
const kPeak = "peak_bytes", kPeakAt = "peak_us"; // of it

function hasName(column: Column): boolean {
  return column.name !== "values";
}

function groupOf(row: Row, column: Column): string {
  const parts = ["dimension", "node", "allocator"].map((part) => textOf(row, part));
  const group = parts.filter((part) => part !== "").join(" · ");
  if (!hasName(column)) return group;
  const own = kTitles[column.name];
  if (own) return own;
  const words = column.name.replace(/^per_step_/, "by step: ").replace(/_bytes$/, "").replace(/_/g, " ");
  return `${capital(words)}${group ? ` · ${group}` : ""}`;
}

// Of metrics whose names say little the table says what they are of: the network, of Algorithm.
function kindOf(title: string, row: Row | undefined): string {
  const kind = row ? textOf(row, "kind") : "";
  return title.toLowerCase().includes(kind.toLowerCase()) ? "" : kind;
}

// What a chart of a metric shares with those of the same metric on other nodes.
function metricOf(row: Row, unit: string | null): string | undefined {
  const own = textOf(row, "dimension");
  return own === "" || textOf(row, "node") === "" ? undefined : JSON.stringify([own, textOf(row, "kind"), unit]);
}

function keyOf(row: Row): string {
  return JSON.stringify(row.key ?? null);
}

// Spans of equal length, with how the values in each are spread.
export function isSpans(section: Section): boolean {
  return ["key", "begin_us", "mean", "min", "max", "count"].every((name) => hasColumn(section, name));
}

// Spans by the key of the row they are of; a span's own key ends with its begin.
function spansByKey(section: Section | undefined): Map<string, Row[]> {
  return grouped(section?.rows ?? [], ({ key }) => JSON.stringify(Array.isArray(key) ? key.slice(0, -1) : null));
}

function lineOfSpans(label: string, rows: Row[], span: number): Line {
  const column = (name: string) => rows.map((row) => numberOf(row, name));
  return { label, at: column("begin_us").map((begin) => begin + span / 2), values: column("mean"),
    low: column("min"), high: column("max"), samples: column("count") };
}

function lineOfMeans(label: string, values: number[], begin: number, end: number, isTimed: boolean,
  of: Row | undefined): Line {
  const n = values.length;
  const at = values.map((_, i) => isTimed ? begin + ((i + 0.5) / n) * (end - begin) : i);
  const recorded = values.filter(Number.isFinite).length;
  const each = of && recorded > 0 ? numberOf(of, "count") / recorded : NaN;
  const [low, high] = of ? [numberOf(of, "min"), numberOf(of, "max")] : [NaN, NaN];
  return { label, at, values, samples: each > 1 ? values.map(() => Math.round(each)) : undefined,
    limits: each > 1 && high >= low ? [low, high] : undefined };
}

// Columns of what was least and last in each span, of which a third column has what was most.
const kSpread = /_(least|last)(_[a-z]+)?$/;

export function isSpread(column: Column): boolean {
  return column.type === "series" && kSpread.test(column.name);
}

function spreadOf(row: Row, column: Column, which: string): number[] {
  return seriesOf(row, column.name.replace(/(_[a-z]+)$/, `_${which}$1`));
}

// What was there when each span ended, between the most and the least in it.
function lineOfLevels(label: string, row: Row, column: Column, begin: number, end: number):
Line | undefined {
  if (!/_[a-z]+$/.test(column.name)) return undefined; // no name that the others' names are made of
  const [least, last] = ["least", "last"].map((which) => spreadOf(row, column, which));
  const most = seriesOf(row, column.name);
  if (last.length === 0 || last.length !== most.length || least.length !== most.length) return undefined;
  const at = last.map((_, i) => begin + ((i + 1) / last.length) * (end - begin));
  return { label, at, values: last, low: least, high: most, isLevel: true };
}

// The course of the base, in its own time.
function baseOf(row: Row, column: Column, isTimed: boolean): Course | undefined {
  const base = { ...column, name: `base_${column.name}` };
  const values = seriesOf(row, base.name);
  const [begin, end] = [numberOf(row, "base_begin_us"), numberOf(row, "base_end_us")];
  if (values.filter(Number.isFinite).length < 2 || isTimed !== end > begin) return undefined;
  return (isTimed && lineOfLevels("", row, base, begin, end)) || lineOfMeans("", values, begin, end, isTimed, undefined);
}

// What the table says was the most, which levels at the ends of spans miss.
function peakOf(of: Row | undefined, column: Column, begin: number, end: number): Peak | undefined {
  if (!of || column.name !== kLevels) return undefined;
  const [at, value] = [numberOf(of, kPeakAt), numberOf(of, kPeak)];
  return at >= begin && at <= end && value > 0 ? { at, value } : undefined;
}

// The length of spans that follow one another.
function spanOf(section: Section | undefined): number {
  let least = Infinity;
  for (const rows of spansByKey(section).values()) {
    for (let i = 1; i < rows.length; ++i) {
      const apart = numberOf(rows[i], "begin_us") - numberOf(rows[i - 1], "begin_us");
      if (apart > 0) least = Math.min(least, apart);
    }
  }
  return Number.isFinite(least) ? least : 0;
}

// What the points of lines are.
export function aboutOf(lines: Line[], unit: string | null): string {
  if (lines.some(({ isLevel }) => isLevel)) {
    return "Each point is a span of time: the line is the level at its end, the band the range from its lowest to its highest level.";
  }
  const samples = lines.flatMap((line) => line.samples ?? []).filter(Number.isFinite);
  if (samples.length === 0) return "";
  const sorted = samples.sort((a, b) => a - b);
  const [usual, most] = [sorted[sorted.length >> 1], sorted[sorted.length - 1]];
  const isRange = lines.some(({ low }) => low !== undefined);
  if (most <= 1) return "Each point is a sample.";
  const of = usual === most ? `${most} samples` : `up to ${most} samples`;
  if (isRange) return `Mean and range of ${of} per point.`;
  const limits = lines.flatMap((line) => line.limits ?? []);
  const range = limits.length > 0 ? `; samples go from ${quantity(Math.min(...limits), unit, true)} to ` +
    quantity(Math.max(...limits), unit, true) : "";
  return `Mean of about ${usual} samples per point${range}.`;
}

// How a table of spans, as -every makes, goes over time.
function chartsOfSpans(section: Section): Chart[] {
  const span = spanOf(section);
  const charts = new Map<string, Growing>();
  for (const rows of spansByKey(section).values()) {
    const title = groupOf(rows[0], { name: "values", unit: null, type: "series", description: "" });
    const line = lineOfSpans(textOf(rows[0], "name"), rows, span);
    const unit = kUnits[textOf(rows[0], "unit")] ?? null;
    add(charts, title, kindOf(title, rows[0]), unit, line,
      numberOf(rows[0], "begin_us"), numberOf(rows[rows.length - 1], "begin_us") + span, true, metricOf(rows[0], unit));
  }
  return [...charts.values()].map(withChosenLines);
}

function add(charts: Map<string, Growing>, title: string, kind: string, unit: string | null, line: Line,
  begin: number, end: number, isTimed: boolean, metric?: string): void {
  const growing: Growing = charts.get(title) ??
    { chart: { title, kind, unit, isTimed, begin, end, metric, lines: [] }, counts: [], places: new Map() };
  const { chart } = growing;
  addLine(growing, line);
  const moments = [begin, end, ...line.base?.at ?? []];
  [chart.begin, chart.end] = [Math.min(chart.begin, ...moments), Math.max(chart.end, ...moments)];
  charts.set(title, growing);
}

const kRemoved = "removed"; // a row of the base alone

// A series of the base stands beside that of the new profile, and is drawn with it.
function isBase({ name }: Column, section: Section): boolean {
  return name.startsWith("base_") && hasColumn(section, name.slice("base_".length));
}

export function chartsOf(section: Section, finer: Finer = {}): Chart[] {
  if (isSpans(section)) return chartsOfSpans(section);
  const spans = spansByKey(finer.spans);
  const span = spanOf(finer.spans);
  const rowOf = new Map((finer.main?.rows ?? []).map((row) => [keyOf(row), row]));
  const charts = new Map<string, Growing>();
  for (const column of section.columns.filter((one) => one.type === "series" && !isSpread(one) && !isBase(one, section))) {
    for (const row of section.rows) {
      const values = seriesOf(row, column.name);
      if (values.filter(Number.isFinite).length < 2) continue;
      let [begin, end] = [numberOf(row, "begin_us"), numberOf(row, "end_us")];
      const isTimed = Number.isFinite(begin) && end > begin;
      if (!isTimed) [begin, end] = [0, Math.max(1, values.length - 1)];
      const fine = spans.get(keyOf(row));
      const of = rowOf.get(keyOf(row));
      if (of && textOf(of, "verdict") === kRemoved) continue; // its course is that of the base
      const label = `${textOf(row, "name")}${besideEqual(row)}`;
      const unit = column.unit ?? (of ? kUnits[textOf(of, "unit")] : undefined) ?? null;
      const title = groupOf(row, column);
      const base = of && column.name === kLevels ? numberOf(of, kBasePeak) : NaN;
      const line = fine ? lineOfSpans(label, fine, span)
        : (isTimed && lineOfLevels(label, row, column, begin, end)) ||
          lineOfMeans(label, values, begin, end, isTimed, of);
      add(charts, title, kindOf(title, of), unit, { ...line, base: baseOf(row, column, isTimed), peak: isTimed ? peakOf(of, column, begin, end) : undefined }, begin, end, isTimed,
        metricOf(row, unit));
      const chart = charts.get(title)?.chart;
      if (chart && base > 0) chart.base = Math.max(chart.base ?? 0, base);
    }
  }
  return [...charts.values()].map(withChosenLines);
}

// A line of at most so many points: neighbours become one, with their mean, or of levels the last,
// and their range.
export function thinned(line: Line, most: number): Line {
  const { low, high, isLevel } = line;
  const samples = isLevel ? line.values.map(() => 1) : line.samples;
  const each = Math.ceil(line.values.length / Math.max(1, most));
  if (each < 2 || !low || !high || !samples) return line;
  const thin = { label: line.label, isLevel, base: line.base, peak: line.peak, at: [] as number[], values: [] as number[], low: [] as number[],
    high: [] as number[], samples: [] as number[] };
  for (let i = 0; i < line.values.length; i += each) {
    const part = (of: number[]) => of.slice(i, i + each);
    const weights = part(samples);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const mean = (of: number[]) => isLevel ? part(of)[weights.length - 1]
      : part(of).reduce((sum, value, k) => sum + value * weights[k], 0) / all;
    thin.at.push(mean(line.at));
    thin.values.push(mean(line.values));
    thin.low.push(Math.min(...part(low)));
    thin.high.push(Math.max(...part(high)));
    thin.samples.push(all);
  }
  return thin;
}

// A gap this many times as long as points are usually apart was not recorded.
const kGap = 2.5;

// The points of a line, in runs without a gap.
export function runsOf({ at, values }: Course, isTimed: boolean): number[][] {
  const recorded = values.map((_, i) => i).filter((i) => Number.isFinite(values[i]));
  const apart = recorded.slice(1).map((i, k) => at[i] - at[recorded[k]]).sort((a, b) => a - b);
  const most = isTimed ? kGap * (apart[apart.length >> 1] ?? 0) : 1;
  const runs: number[][] = [];
  recorded.forEach((i, k) => {
    if (k > 0 && at[i] - at[recorded[k - 1]] <= most) runs[runs.length - 1].push(i);
    else runs.push([i]);
  });
  return runs;
}
