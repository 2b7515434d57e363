// Columns of a table that say what others of it say.

import { isChange, isNumeric } from "../../format";
import { numberOf } from "../../report";
import { titleOf } from "../../titles";
import type { Column, Row, Section } from "../../report";

const kFewRows = 4; // whose numbers may be equal by chance

// Without the times of processors that are in each row what another column says: on hosts alone all time is
// theirs. `why` gets the sentences about it.
export function withoutEqual(columns: Column[], section: Section, orderBy: string, why: string[]): Column[] {
  if (section.rows.length <= kFewRows || section.columns.some(isChange)) return columns;
  const numbers = columns.filter(isNumeric);
  const equal = new Map<Column, Column[]>(); // by the one that is shown
  for (const column of numbers) {
    if (!/(^|_)cpu(_|$)/.test(column.name)) continue;
    if (column.name === orderBy || column.name === `total_${orderBy}`) continue;
    const first = numbers.slice(0, numbers.indexOf(column)).find((other) => other.unit === column.unit &&
      ![...equal.values()].flat().includes(other) && section.rows.every((row) => row[other.name] === row[column.name]));
    if (first) equal.set(first, [...equal.get(first) ?? [], column]);
  }
  for (const [first, others] of equal) why.push(`the same as ${titleOf(first)}: ${others.map(titleOf).join(", ")}`);
  const left = [...equal.values()].flat();
  return columns.filter((column) => !left.includes(column));
}

// Whether a column counts the rows as they stand. Asked once: sorted in another way they no longer do.
export function countsRows({ name }: Column, rows: Row[]): boolean {
  return name === "position" && rows.every((row, i) => numberOf(row, name) === i + 1);
}

// What is compared and nothing: base, value and change are left out together.
export function emptyStems(section: Section): Set<string> {
  const names = new Set(section.columns.map(({ name }) => name));
  const isNothing = (name: string) => section.rows.every((row) => !row[name]);
  return new Set([...names].filter((name) => names.has(`base_${name}`) && names.has(`delta_${name}`) &&
    isNothing(name) && isNothing(`base_${name}`)));
}

export function isZero(rows: Row[], column: string): boolean {
  return rows.some((row) => row[column] === 0) && rows.every((row) => !row[column]);
}
