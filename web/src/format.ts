// Numbers for people: one unit for a column, as the program's pretty form has, exact in the title.

import type { Column, Row } from "./report";

interface Scale {
  factor: number; // a value is divided by it
  label: string;
}

const kTimes: Scale[] = [
  { factor: 60e6, label: "min" },
  { factor: 1e6, label: "s" },
  { factor: 1e3, label: "ms" },
  { factor: 1, label: "µs" },
  { factor: 1e-3, label: "ns" },
];
const kThousands = ["", "k", "M", "G", "T", "P"];

function thousands(base: string, thousand = "k"): Scale[] {
  return kThousands.map((prefix, i) => ({ factor: 1000 ** i, label: (i === 1 ? thousand : prefix) + base })).reverse();
}

const kScales: Record<string, Scale[]> = {
  us: kTimes,
  B: thousands("B", "K"), // as the program's sentences write it
  "B/s": thousands("B/s", "K"),
  "flop/s": thousands("FLOP/s"),
  flop: thousands("FLOP"),
};

// Work is counted, but its numbers are too long for counts.
export function unitOf(column: Column): string | null {
  return column.unit !== "flop/s" && /(^|_)flops$/.test(column.name) ? "flop" : column.unit;
}

export function scaleFor(unit: string | null, largest: number): Scale {
  const size = Math.abs(largest);
  if (unit === "us") {
    // Minutes read worse than seconds until there are several.
    const scale = kTimes.find(({ factor, label }) => size >= factor * (label === "min" ? 10 : 1));
    return size === 0 ? kTimes[3] : scale ?? kTimes[4];
  }
  const scales = unit === null ? undefined : kScales[unit];
  if (!scales) return { factor: 1, label: unit === "%" ? "%" : "" };
  return scales.find(({ factor }) => size >= factor) ?? scales[scales.length - 1];
}

const formats = new Map<number, Intl.NumberFormat>();

function fixed(value: number, digits: number): string {
  let format = formats.get(digits);
  if (!format) {
    format = new Intl.NumberFormat("en-US", {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(digits, format);
  }
  return format.format(value);
}

function digitsFor(typical: number): number {
  return typical >= 9.995 ? 1 : typical >= 0.995 ? 2 : 3;
}

const kMostDigits = 3;
const kFew = 0.2; // of the values, which may be too small for the digits of the others

// For the middle of sorted values; more if several would be as good as nothing otherwise, and fewer where
// the largest would have too many.
function fittingDigits(sorted: number[]): number {
  const [middle, most] = [sorted[sorted.length >> 1] ?? 0, sorted[sorted.length - 1] ?? 0];
  const usual = Math.min(digitsFor(middle), most >= 1000 ? 1 : most >= 10 ? 2 : kMostDigits);
  const fits = (digits: number) =>
    sorted.filter((size) => size < 10 ** -digits / 2).length <= kFew * sorted.length;
  for (let digits = usual; digits <= (most >= 10 ? 2 : kMostDigits); ++digits) {
    if (fits(digits)) return digits;
  }
  return usual;
}

function tidy(value: number, digits: number): string {
  if (value === 0) return "0";
  const least = 10 ** -digits;
  if (Math.abs(value) < least / 2) return value < 0 ? kNearlyNone : `<${least}`;
  return fixed(value, digits).replace("-", "−");
}

// Of numbers without a unit those are counts, such as calls per step, that these words name.
const kCounts = /(^|_)(steps|runs|calls|transfers|occurrences|count|events|launches|flops)$/;

export function isShare(column: Column): boolean {
  return column.unit === "1" && column.type === "number" &&
    (/share/.test(column.name) || !kCounts.test(column.name));
}

export function isNumeric(column: Column): boolean {
  return column.type === "number" || column.type === "integer";
}

export function isChange(column: Column): boolean {
  return /^(total_)?delta(_|$)/.test(column.name);
}

// Whether the moments of some rows are close together, far from the begin of the recording.
function areClose(column: Column, rows: Row[]): boolean {
  const moments = rows.slice(0, kInSight).flatMap((row) => [column.name, "begin_us", "end_us"].map((name) => Number(row[name])))
    .filter((at) => at > 0);
  const latest = Math.max(...moments);
  return moments.length > 0 && latest - Math.min(...moments) < kCloseTogether * latest;
}

export function isRatio(column: Column): boolean {
  return /^(total_)?ratio(_|$)/.test(column.name);
}

// A point in time.
export function isMoment(column: Column): boolean {
  return /(^|_)(begin|end|start|peak|at|from|to|first|last)_us$/.test(column.name);
}

function isProbability(column: Column): boolean {
  return column.unit === null && column.type === "number" && /^p_/.test(column.name) &&
    !/^p_?\d/.test(column.name);
}

// Counts that are means may be whole in one row and not in another.
function isCount(column: Column): boolean {
  return kCounts.test(column.name) && (column.unit === "1" || column.unit === null);
}

// So many more steps or runs that nobody records them.
const kMost: Record<string, number> = { more_steps: 10000, more_runs: 100 };
const kInSight = 24; // rows that a table shows at first

// What a user marked spans ops, so its times say nothing about the size of theirs. Marks that stand for
// work, as those of collectives do, have a share of all work, or ran on a device.
export function isAnnotation(row: Row): boolean {
  const isWork = typeof row.self_share === "number" || row.placement === "device";
  return (row.type === "user_annotation" && !isWork) ||
    (row.number === undefined && !isStep(row) && /^ProfilerStep[#*]/.test(String(row.name)));
}

// A row of a step has its number as its key, whichever columns are chosen.
function isStep({ key, name }: Row): boolean {
  return Array.isArray(key) && key.length > 0 && String(name).endsWith(`#${key[key.length - 1]}`);
}

const kMillisecond = 1e3; // microseconds
const kCloseTogether = 0.05; // of their time: moments are told apart by more digits
const kMoreOfMoments = 2;
const kLargest = 1e4; // that a unit is good for
const kLargestOfSingle = 1e5; // where the usual value is what rows are looked at for
const kLong = 1e3; // from which a unit is left for the next one, in which the usual value is not too small
const kLeastOfNext = 0.01;
const kLeastBeside = 0.05; // of the usual value, in a unit that is another column's
export const kNearlyNone = "≈0"; // a change too small for the digits of its column

// Formats the numbers of one column alike: one unit, as many decimals, by the rows seen first.
export class NumberFormat {
  readonly label: string;
  private readonly scale: Scale;
  private readonly digits: number;
  private readonly isMixed: boolean; // of rows that measure different things
  private readonly isCount: boolean;

  // `like` is of a column with the same unit, whose scale it has, and whose digits; `beside` of one whose
  // scale it has where its numbers can be read in it. The digits fit the columns `all`, the scale the `largest`.
  // `isOfSum`: the usual value sets the scale, as of single kernels beside their sums.
  constructor(readonly column: Column, rows: Row[], like?: NumberFormat, hasItsDigits = true, beside?: NumberFormat,
    all: string[] = [column.name], largest = 0, isOfSum = false) {
    const own = rows.filter((row) => !isAnnotation(row));
    const sizesOf = (from: Row[]) => from.flatMap((row) => all.map((name) => Math.abs(Number(row[name]) || 0)))
      .filter((size) => size > 0 && Number.isFinite(size)).sort((a, b) => a - b);
    let sizes = sizesOf(own.slice(0, kInSight));
    if (sizes.length === 0) sizes = sizesOf(own.length > 0 ? own : rows);
    const middle = sizes[sizes.length >> 1] ?? 0;
    const most = Math.max(sizes[sizes.length - 1] ?? 0, largest);
    const unit = unitOf(column);
    this.scale = scaleFor(unit, middle);
    // A few much larger ones must still be short enough to read.
    const next = scaleFor(unit, most);
    const isLong = most / this.scale.factor >= (isOfSum ? kLargestOfSingle : kLargest);
    if (isLong) this.scale = scaleFor(unit, most / (kLargest / 1000));
    else if (most / this.scale.factor >= kLong && middle >= (isOfSum ? 1 : kLeastOfNext) * next.factor) this.scale = next;
    if (like) this.scale = like.scale;
    else if (beside && middle >= (isOfSum ? 1 : kLeastBeside) * beside.scale.factor && most < kLargest * beside.scale.factor) this.scale = beside.scale;
    const isNarrow = isMoment(column) && this.scale.factor >= kMillisecond && areClose(column, own);
    const isWhole = sizes.every((size) => Number.isInteger(size / this.scale.factor));
    this.digits = isWhole ? 0 : fittingDigits(sizes.map((size) => size / this.scale.factor)) + (isNarrow ? kMoreOfMoments : 0);
    if (like && hasItsDigits) this.digits = like.digits;
    this.isMixed = most > 1e4 * (sizes[0] ?? 0);
    const isFactor = isRatio(column) && rows.some((row) => Number(row[column.name]) - 1 >= kAsFactor);
    this.label = isFactor ? "% or ×" : isShare(column) || isRatio(column) ? "%" : this.scale.label;
    this.isCount = isCount(column) && this.scale.factor === 1;
  }

  text(value: number): string {
    const { column, scale } = this;
    if (isRatio(column)) return changeText(value - 1);
    if (isProbability(column)) return probability(value);
    const most = kMost[column.name];
    if (most !== undefined && value > most) return `>${fixed(most, 0)}`;
    const least = scale.factor * Math.min(1 / 200, 10 ** -this.digits / 2);
    if (isChange(column) && value !== 0 && Math.abs(value) < least) return kNearlyNone;
    const text = this.plain(value);
    return isChange(column) ? withSign(text) : text;
  }

  private plain(value: number): string {
    const { column } = this;
    if (isShare(column)) return tidy(value * 100, 1);
    if (unitOf(column) === null && column.type === "integer") return String(value);
    if (column.unit === null && this.isMixed) return plain(value);
    if (this.isCount) return tidy(value, this.digits).replace(/\.0+$/, "");
    if (column.type === "integer" && this.scale.factor === 1) return tidy(value, 0);
    return tidy(value / this.scale.factor, this.digits);
  }
}

const kAsFactor = 100; // from so many times on, a factor reads better than percents: as in the program's text

// A change in percent, whose column says so, or as a factor.
function changeText(part: number): string {
  if (part >= kAsFactor) return `×${fixed(1 + part, 0)}`;
  return withSign(tidy(part * 100, Math.abs(part) < 9.9995 ? 1 : 0));
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// A quotient of new and old as a change with its unit.
export function changeOf(ratio: number): string {
  const text = changeText(ratio - 1);
  return text.startsWith("×") ? text : `${text} %`;
}

function withSign(text: string): string {
  return /^[<≈−0]/.test(text) && !/^0\./.test(text) ? text : `+${text}`;
}

function probability(value: number): string {
  if (value < 0.0001) return "<0.0001";
  return value >= 0.9995 ? "1" : String(Number(value.toPrecision(3)));
}

function plain(value: number): string {
  if (Number.isInteger(value)) return fixed(value, 0).replace("-", "−");
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4;
  return fixed(value, digits).replace("-", "−");
}

// A single value with its unit.
export function quantity(value: number, unit: string | null, isWhole = false): string {
  if (!Number.isFinite(value)) return "–";
  if (unit === "1" && !isWhole) return `${tidy(value * 100, 1)} %`;
  if (unit === "1" || unit === null) {
    return plain(value).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  }
  const scale = scaleFor(unit, value);
  const scaled = value / scale.factor;
  const digits = scaled >= 100 || Number.isInteger(scaled) ? 0 : scaled >= 10 ? 1 : 2;
  return `${tidy(scaled, digits)} ${scale.label}`.trim();
}

// Sentences of the program write microseconds in ASCII.
export function withMicro(text: string): string {
  return text.replace(/(\d) us\b/g, "$1 µs");
}

// The exact value, for a title.
export function exact(value: unknown, unit: string | null): string {
  if (value === null || value === undefined) return "not recorded";
  const label = unit === "us" ? "µs" : unit;
  return label && label !== "1" ? `${String(value)} ${label}` : String(value);
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${fixed(n, 0)} ${n === 1 ? one : many}`;
}
