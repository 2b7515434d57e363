// The shapes of an answer, as docs/report.schema.json describes them.

import { isAnnotation } from "./format";

export interface Column {
  name: string;
  unit: string | null; // us, B, 1, %, flop/s, B/s; null: not a number with a unit
  type: string;
  description: string;
}

export type Row = Record<string, unknown>;

export interface Note {
  id: string;
  severity: string;
  text: string;
}

export interface Section {
  id: string;
  title: string;
  columns: Column[];
  rows: Row[];
  totals?: Row;
  hidden_rows?: { count: number; reason: string | null };
  values_are?: string;
  sections?: Section[];
  notes: Note[];
  isEvidence?: boolean; // of a finding
  nothing?: number; // rows that are left out, as they say nothing
}

export interface Report {
  command: string;
  view: string;
  summary?: string[];
  columns?: Column[];
  rows?: Row[];
  totals?: Row;
  hidden_rows?: { count: number; reason: string | null };
  values_are?: string;
  sections?: Section[];
  inputs: string[];
  base?: string[];
  notes: Note[];
}

export interface State {
  inputs?: string[]; // as they were named
  profiles: { name: string; format?: string; kind?: string }[];
  has_base: boolean;
  base?: string[]; // as its paths were named
  opening: boolean;
  doing?: string; // what opening is busy with
  done_permille?: number;
  error?: { message: string }; // why nothing is open
  version: string;
}

const kPlaces = ["depth", "parent"]; // of a row in its tree

// The report's own table as a section, or nothing for reports of sections alone.
export function mainSection(report: Report): Section | undefined {
  if (!report.columns || !report.rows) return undefined;
  return {
    id: report.view,
    title: "",
    columns: report.columns,
    rows: isOnlyRoot(report) ? [] : report.rows,
    totals: report.totals,
    hidden_rows: report.hidden_rows,
    values_are: report.values_are,
    notes: [],
  };
}

export function sectionOf(report: Report, id: string): Section | undefined {
  return report.sections?.find((section) => section.id === id);
}

// A tree without anything has its root all the same, with a note about it or without a number.
function isOnlyRoot({ rows, columns, notes }: Partial<Report>): boolean {
  const [root] = rows ?? [];
  if (rows?.length !== 1) return false;
  const hasNumber = () => (columns ?? []).some(({ name }) => !kPlaces.includes(name) && typeof root[name] === "number");
  return (notes ?? []).some(({ id }) => id === "empty") || (isRoot(root) && !hasNumber());
}

export function holdsRows(report: Partial<Report>): boolean {
  if (isOnlyRoot(report)) return false;
  return (report.rows ?? []).length > 0 ||
    (report.sections ?? []).some((section) => section.rows.length > 0);
}

// What all rows of a tree are below, whose name is tfprof's.
export function isRoot(row: Row): boolean {
  return row.name === "_TFProfRoot" && row.depth === 0;
}

export function isTree(section: Section): boolean {
  return (
    section.columns.some((column) => column.name === "depth") &&
    section.columns.some((column) => column.name === "parent")
  );
}

// Time that no total above it includes: outside all steps, or in which nothing ran.
export function isOutside(row: Row): boolean {
  return row.name === "<outside steps>" || (row.name === "IDLE" && row.depth === 1);
}

// Rows the other way around; in trees siblings. What no total includes stays last.
export function reversedRows(section: Section): Row[] {
  const lastIsOutside = (a: Row, b: Row) => Number(isOutside(a)) - Number(isOutside(b));
  if (!isTree(section)) return [...section.rows].reverse().sort(lastIsOutside);
  return siblings(section, (rows) => rows.sort((a, b) =>
    lastIsOutside(section.rows[b], section.rows[a])));
}

const kMostAbove = 3; // levels

const kTexts = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

// As people sort: 2 before 10, and letters whatever their case.
export function compareTexts(a: string, b: string): number {
  return kTexts.compare(a, b) || Number(a > b) - Number(a < b);
}

// Rows by a column of texts; in trees siblings. What no total includes stays last.
export function rowsByText(section: Section, column: string, isReversed: boolean): Row[] {
  const sign = isReversed ? -1 : 1;
  const compare = (a: Row, b: Row) => Number(isOutside(a)) - Number(isOutside(b)) ||
    sign * compareTexts(textOf(a, column), textOf(b, column));
  if (!isTree(section)) return [...section.rows].sort(compare);
  return siblings(section, (rows) => rows.sort((a, b) => compare(section.rows[b], section.rows[a])));
}

// Columns of times and places, of which the program puts the earliest first (ColumnRole::kBegin).
const kEarliestFirst = ["begin_us", "live_from"];

// Rows by a column of numbers as the program sorts them, the largest or the earliest first and unknown ones
// last, in the groups of another column; marks come last.
export function rowsByNumber(section: Section, column: string, group: string): Row[] {
  const groups = [...new Set(section.rows.map((row) => textOf(row, group)))];
  const placeOf = (row: Row) => isOutside(row) || isAnnotation(row) ? groups.length : groups.indexOf(textOf(row, group));
  const sign = kEarliestFirst.includes(column) ? -1 : 1;
  const valueOf = (row: Row) => {
    const value = typeof row[column] === "boolean" ? Number(row[column]) : numberOf(row, column);
    return Number.isFinite(value) ? sign * value : -Infinity;
  };
  return section.rows.map((row) => ({ row, place: placeOf(row), value: valueOf(row) }))
    .sort((a, b) => a.place - b.place || (a.value === b.value ? 0 : b.value - a.value)).map(({ row }) => row);
}

// The rows of a tree with those last among their siblings that `isLast`.
export function withLast(section: Section, isLast: (row: Row) => boolean): Row[] {
  if (!section.rows.some(isLast)) return section.rows;
  return siblings(section, (rows) => rows.reverse().sort((a, b) =>
    Number(isLast(section.rows[b])) - Number(isLast(section.rows[a]))));
}

// The rows of a tree; `turned` sorts siblings in place, of which the last comes first.
function siblings(section: Section, turned: (rows: number[]) => number[]): Row[] {
  const below = section.rows.map(() => [] as number[]);
  const waiting: number[] = [];
  section.rows.forEach(({ parent }, i) =>
    (typeof parent === "number" && parent >= 0 && parent < i ? below[parent] : waiting).push(i));
  const place = new Map<unknown, number>(); // of a row, among the reversed ones
  const rows: Row[] = [];
  turned(waiting);
  for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
    const row = section.rows[i];
    place.set(i, rows.length);
    rows.push({ ...row, parent: place.get(row.parent) ?? row.parent });
    for (const row of turned(below[i])) waiting.push(row);
  }
  return rows;
}

function parentOf(rows: Row[], { parent }: Row): Row | undefined {
  return typeof parent === "number" && parent >= 0 ? rows[parent] : undefined;
}

// The nearest row above one in a tree whose name its own name begins with.
function beginOf(rows: Row[], row: Row): Row | undefined {
  const own = textOf(row, "name");
  let at = parentOf(rows, row);
  for (let i = 0; at && i < kMostAbove; ++i, at = parentOf(rows, at)) {
    if (own.startsWith(`${textOf(at, "name")}/`)) return at;
  }
  return undefined;
}

const kMostArePaths = 0.8; // of the rows of a tree of paths
const pathTrees = new WeakMap<Row[], boolean>();

// Whether the rows of a tree are below what their names begin with, as scopes are. In a graph of data the
// names of two ops begin alike by chance.
function arePaths(rows: Row[]): boolean {
  const known = pathTrees.get(rows);
  if (known !== undefined) return known;
  const below = rows.filter((row) => {
    const parent = parentOf(rows, row);
    return parent !== undefined && !isRoot(parent);
  });
  const paths = below.filter((row) => beginOf(rows, row) !== undefined);
  const found = paths.length >= kMostArePaths * below.length;
  pathTrees.set(rows, found);
  return found;
}

// The row above one in a tree whose name its own name begins with, or the one directly above; none in trees
// whose names are no paths.
export function aboveOf(rows: Row[], row: Row): Row | undefined {
  if (!arePaths(rows)) return undefined;
  return beginOf(rows, row) ?? parentOf(rows, row);
}

export function hasColumn(section: Section, name: string): boolean {
  return section.columns.some((column) => column.name === name);
}

export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

// Of rows of one name the answer's key says which one it is: #2.
export function placeAmongEqual(row: Row): string {
  const last = Array.isArray(row.key) ? String(row.key[row.key.length - 1]) : "";
  return /^#\d+$/.test(last) && textOf(row, "name") !== last ? last : "";
}

// What else tells a row of a name that several rows have: the program that it is of, or its place among them.
export function besideEqual(row: Row): string {
  const place = placeAmongEqual(row);
  const program = textOf(row, "program_id");
  return program !== "" ? `, program ${program}` : place === "" ? "" : ` ${place}`;
}

// A cell as a number; NaN if nothing was recorded.
export function numberOf(row: Row, column: string): number {
  const value = row[column];
  return typeof value === "number" ? value : NaN;
}

export function seriesOf(row: Row, column: string): number[] {
  const value = row[column];
  if (!Array.isArray(value)) return [];
  return value.map((item) => (typeof item === "number" ? item : NaN));
}
