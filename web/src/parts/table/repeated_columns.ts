// Columns of a table that say what others of it say.

import { isChange, isNumeric } from "../../format";
import { grouped } from "../../grouped";
import { isTree, numberOf, textOf } from "../../report";
import { titleOf } from "../../titles";
import type { Column, Row, Section } from "../../report";

const kFewRows = 4; // whose numbers may be equal by chance

const kUnits = ["us", "B"]; // of what is measured; counts are often equal, and say different things

// Without what repeats another column in each row: the times of processors where hosts alone worked, the mark of a
// step that took as long, a host that is called after its rank. Those of a query were asked for, and what the rows are
// ranked by stays. `why` gets the sentences about it.
export function withoutEqual(columns: Column[], section: Section, orderBy: string, ranked: string,
  why: string[]): Column[] {
  if (section.rows.length <= kFewRows || section.columns.some(isChange)) return columns;
  const kept = ["name", orderBy, `total_${orderBy}`, ranked];
  const shownFor = new Map<Column, Column>(); // by the one that is left out
  columns.forEach((column, i) => {
    if (column.description === "" || kept.includes(column.name)) return;
    const isShown = (other: Column) => other !== column && !shownFor.has(other);
    const first = isNumeric(column) ? equalNumber(column, columns.slice(0, i).filter(isShown), section)
      : equalPlace(column, columns.filter(isShown), section);
    if (first) shownFor.set(column, first);
  });
  for (const [first, equal] of grouped(shownFor, ([, shown]) => shown)) {
    why.push(`the same as ${titleOf(first)}: ${equal.map(([column]) => titleOf(column)).join(", ")}`);
  }
  return columns.filter((column) => !shownFor.has(column));
}

function equalNumber(column: Column, before: Column[], section: Section): Column | undefined {
  const isOfProcessor = /(^|_)cpu(_|$)/.test(column.name);
  // In a tree the row's own time is compared with its total.
  if (!isOfProcessor && (isTree(section) || !kUnits.includes(column.unit ?? ""))) return undefined;
  return before.find((other) => isNumeric(other) && other.unit === column.unit &&
    section.rows.every((row) => row[other.name] === row[column.name]));
}

// `rank 0`, where a column of ranks has 0.
function equalPlace(column: Column, others: Column[], { rows }: Section): Column | undefined {
  if (column.type !== "string") return undefined;
  return others.find(({ name }) => name !== "name" && rows.every((row) => textOf(row, column.name) ===
    (textOf(row, name) === "" ? "" : `${name} ${textOf(row, name)}`)));
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

// Without p-values that are 1 wherever there are any: that nothing changed is what the changes say.
export function withoutCertain(columns: Column[], rows: Row[], orderBy: string, why: string[]): Column[] {
  const isCertain = ({ name, type }: Column) => type === "number" && /^p_/.test(name) && name !== orderBy &&
    rows.some((row) => row[name] === 1) && rows.every((row) => (row[name] ?? 1) === 1);
  why.push(...columns.filter(isCertain).map((column) => `${titleOf(column)} (1)`));
  return columns.filter((column) => !isCertain(column));
}
