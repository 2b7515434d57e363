// Columns whose numbers are compared with one another have one unit: the least, the middle and the
// greatest of the same thing, its base and its new value, the ends of a range.

import { NumberFormat, isNumeric } from "../../format";
import type { Column, Row } from "../../report";

const kStatistic = /^(.*_)?(min|mean|median|max|average|avg|deviation|std|p\d+)(_us|_bytes|_micros)?$/;
const kChange = /^(delta|low|high)(_us|_bytes)?$/;
const kPairs = [/^(base|new)(_us|_bytes)?$/, /^(begin|end)_us$/];
// Of a family the first of these sets the unit.
const kMiddle = [/median/, /(^|_)(mean|average|avg)/, /^delta/, /^base/];

function familyOf(column: Column): string {
  if (!isNumeric(column) || column.unit === null || column.unit === "1") return "";
  if (kChange.test(column.name)) return `change ${column.unit}`;
  const pair = kPairs.findIndex((names) => names.test(column.name));
  if (pair >= 0) return `pair ${pair} ${column.unit}`;
  const found = kStatistic.exec(column.name);
  return found ? `${found[1] ?? ""}statistic ${column.unit}` : "";
}

export interface FamilyFormat {
  like: NumberFormat;
  hasItsDigits: boolean; // not of statistics: a deviation may be far smaller than the mean
}

// What sets the unit of each column of a family of several.
export function familyFormats(columns: Column[], rows: Row[]): Map<Column, FamilyFormat> {
  const families = new Map<string, Column[]>();
  for (const column of columns) {
    const family = familyOf(column);
    if (family !== "") families.set(family, [...(families.get(family) ?? []), column]);
  }
  const formats = new Map<Column, FamilyFormat>();
  for (const [family, members] of families) {
    if (members.length < 2) continue;
    const middle = kMiddle.map((pattern) => members.find(({ name }) => pattern.test(name)))
      .find((column) => column) ?? members[members.length - 1];
    const like = new NumberFormat(middle, rows);
    const hasItsDigits = !/statistic/.test(family);
    for (const column of members) formats.set(column, { like, hasItsDigits });
  }
  return formats;
}
