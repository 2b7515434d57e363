// Columns whose numbers are compared with one another have one unit and as many decimals: the least, the
// middle and the greatest of the same thing, its base, its new value and its change, the ends of a range.

import { NumberFormat, isAnnotation, isChange, isNumeric } from "../../format";
import { grouped } from "../../grouped";
import type { Column, Row } from "../../report";

const kStatistic = /^(.*_)?(min|mean|median|max|average|avg|deviation|std|p\d+)(_us|_bytes|_micros)?$/;
const kCompared = /^(base|new|delta|low|high)(_us|_bytes)?$/;
const kPlaces = /^(micros|accelerator_micros|cpu_micros)$/; // of an op's time
const kEnds = /^(begin|end)_us$/, kLength = /^duration_us$/;
const kFarShorter = 100; // times
// Of a family the first of these sets the unit.
const kMiddle = [/^micros$/, /median/, /(^|_)(mean|average|avg)/, /^base/, /^delta/, kLength];

// `isCompared`: a column may have its base and its change beside it.
function familyOf(column: Column, isCompared: boolean): string {
  if (!isNumeric(column) || column.unit === null || column.unit === "1") return "";
  if (kCompared.test(column.name)) return `compared ${column.unit}`;
  if (kPlaces.test(column.name)) return "places us";
  if (kEnds.test(column.name)) return `ends ${column.unit}`;
  const stem = isCompared ? stemOf(column.name) : column.name;
  const found = kStatistic.exec(stem);
  if (found) return `${found[1] ?? ""}statistic ${column.unit}`;
  return isCompared ? `compared ${stem} ${column.unit}` : "";
}

// Whether two columns are of the same thing: its mean and its maximum.
export function isOneStatistic(a: string, b: string): boolean {
  const [own, other] = [a, b].map((name) => kStatistic.exec(name));
  return own !== null && other !== null && (own[1] ?? "") === (other[1] ?? "");
}

// What a column of a comparison is about: total_us of base_total_us, delta_total_us, ratio_total_us.
export function stemOf(name: string): string {
  return name.replace(/^(base|delta|ratio)_(?=.)/, "");
}

// What sets the unit and the decimals of each column of a family of several.
// `beside`: by unit, the format of what stands beside them.
export function familyFormats(columns: Column[], rows: Row[], beside: Map<string, NumberFormat>): Map<Column, NumberFormat> {
  const isCompared = columns.some(isChange);
  const most = (name: string) => rows.reduce((all, row) => Math.max(all, Number(row[name]) || 0), 0);
  const isAsLong = most("duration_us") * kFarShorter >= most("begin_us");
  const families = grouped(columns, (column) =>
    isAsLong && kLength.test(column.name) ? "ends us" : familyOf(column, isCompared));
  const formats = new Map<Column, NumberFormat>();
  for (const [family, members] of families) {
    if (family === "" || members.length < 2) continue;
    const filled = members.filter(({ name }) => rows.some((row) => Number(row[name]) !== 0));
    const middle = kMiddle.map((pattern) => filled.find(({ name }) => pattern.test(name)))
      .find((column) => column) ?? members[members.length - 1];
    const largest = Math.max(...members.map(({ name }) => mostInSight(name, rows)));
    // Means of what another column adds up are far less: 176 µs, not 0.18 ms.
    const lead = beside.get(middle.unit ?? "");
    const isOfSum = !isCompared && lead !== undefined && !members.includes(lead.column) &&
      members.every(({ name }) => kStatistic.test(name));
    const scale = new NumberFormat(middle, rows, undefined, true, lead, [middle.name], largest, isOfSum);
    const like = new NumberFormat(middle, rows, scale, false, undefined, members.map(({ name }) => name));
    for (const column of members) formats.set(column, like);
  }
  return formats;
}

const kInSight = 24; // rows

function mostInSight(name: string, rows: Row[]): number {
  return rows.filter((row) => !isAnnotation(row)).slice(0, kInSight)
    .reduce((most, row) => Math.max(most, Math.abs(Number(row[name]) || 0)), 0);
}

// By unit, the column whose scale the others have where their numbers stay readable: the measure, or the
// first one.
export function leadingFormats(columns: Column[], measure: string, rows: Row[]): Map<string, NumberFormat> {
  const formats = new Map<string, NumberFormat>();
  for (const column of [...columns].sort((a, b) => Number(b.name === measure) - Number(a.name === measure))) {
    if (!isNumeric(column) || isChange(column) || !column.unit || formats.has(column.unit)) continue;
    if (rows.some((row) => Number(row[column.name]) > 0)) formats.set(column.unit, new NumberFormat(column, rows));
  }
  return formats;
}
