// Which column a table is about, and in which order columns stand.

import { isAnnotation, isChange, isMoment, isNumeric, isShare } from "../../format";
import { isOutside, isTree, numberOf, textOf } from "../../report";
import type { Column, Row, Section } from "../../report";
import type { Lead } from "./columns";

// What a reader looks for first stands beside the name, what only places a row stands last.
const kFirst = [/^(verdict|severity|status)$/, /^sentence$/, /^total_us$/, /^(self_|busy_)?share$/, /efficiency|utilization/,
  /^bound_by$/, /^(flops|bytes|hbm_bytes)_per_s/];
const kInSight = 24; // rows
const kLast = [/^cumulative_/, /^(position|program_id|ordinal|rank)$/, /^(registers|shared|block|grid)(_|$)/];

const kFewestSorted = 6; // rows in which a column does not fall by chance
const kFewestSteps = 4; // to lower values among them
const kFewestOfEvidence = 4; // rows, of which it is plain by which of several falling columns they are sorted

// The measure that rows are sorted by: that of -order_by, or what their shares are of, or the column
// that falls from row to row. "" if there is none.
export function measureOf(section: Section, columns: Column[], orderBy: string): string {
  const isBase = ({ name }: Column) => /^(total_)?base_/.test(name);
  const numbers = columns.filter((column) => isNumeric(column) && !isChange(column) &&
    !(isBase(column) && section.columns.some(isChange)));
  // Of trees the totals fall from row to row.
  const total = isTree(section) ? numbers.find(({ name }) => name === `total_${orderBy}`) : undefined;
  const asked = total ?? numbers.find(({ name }) => name === orderBy);
  if (asked) return asked.name;
  if (columns.some(isChange)) return "";
  const rows = section.rows.filter((row) => !isOutside(row) && !isAnnotation(row));
  const fewest = section.isEvidence ? 1 : kFewestSteps;
  const falls = (column: Column) => {
    const steps = rows.map((row, i) => i === 0 ? 0 : numberOf(rows[i - 1], column.name) -
      numberOf(row, column.name)).filter(Number.isFinite);
    return steps.every((step) => step >= 0) && steps.filter((step) => step > 0).length >= fewest;
  };
  // Evidence is sorted by what its finding is about.
  if (section.isEvidence) {
    const falling = numbers.filter((column) => isSize(column) && falls(column));
    return rows.length < kFewestOfEvidence && falling.length > 1 ? "" : falling[0]?.name ?? "";
  }
  const paired = columns.map((column) => pairedWith(column, numbers)).find((column) => column);
  if (paired) return paired.name;
  // Points in time fall or rise by themselves.
  const candidates = numbers.filter((column) => (column.unit === "us" || column.unit === "B") &&
    !isMoment(column));
  // The totals of a tree are what its rows are looked at for.
  const whole = isTree(section) ? candidates.find(({ name, unit }) => /^total_/.test(name) &&
    unit === "us") : undefined;
  if (whole) return whole.name;
  return rows.length < kFewestSorted ? "" : candidates.find(falls)?.name ?? "";
}

function isSize(column: Column): boolean {
  return ((column.unit === "us" || column.unit === "B") && !isMoment(column)) || isShare(column);
}

// The column whose share another column is.
function pairedWith(share: Column, numbers: Column[]): Column | undefined {
  const whole = /^(?:(.*)_)?share$/.exec(share.name);
  if (!whole) return undefined;
  const sizes = numbers.filter((column) => (column.unit === "us" || column.unit === "B") &&
    !isMoment(column));
  if (whole[1] === undefined) return sizes[0];
  return sizes.find(({ name }) => name === `${whole[1]}_us` || name === `${whole[1]}_bytes`);
}

const kNumbers = ["number", "step"]; // of a step, which its name ends with
const kRank = "rank"; // by which devices of one name are told apart

// A text that says of no row more than its name does. Of marks it may say that they are marks, if it says
// the same of all of them.
export function repeatsName(column: Column, rows: Row[]): boolean {
  if (kNumbers.includes(column.name) && rows.length > 1) {
    const numberIn = (text: string) => /\d+$/.exec(text)?.[0];
    const isNumber = rows.every((row) => isOutside(row) || (numberIn(textOf(row, "name")) !== undefined &&
      numberIn(textOf(row, "name")) === numberIn(textOf(row, column.name))));
    if (isNumber) return true;
  }
  if (column.type !== "string" || rows.length < 2) return false;
  const marks = rows.filter(isAnnotation);
  const isOfMarks = new Set(marks.map((row) => textOf(row, column.name))).size === 1 && marks.length < rows.length;
  return rows.every((row) => {
    if (isOfMarks && isAnnotation(row)) return true;
    const [own, text] = [textOf(row, "name"), textOf(row, column.name)];
    return text === "" || own === text || own.startsWith(`${text}/`);
  }) && rows.some((row) => textOf(row, column.name) !== "");
}

const kShort = 34; // letters of a text that stands beside a name, such as a shape
const kMostBeside = 2;

// The columns by which rows of one name are told apart, as few as it takes of those that are short.
export function besideNames(columns: Column[], all: Row[]): string[] {
  const rows = all.slice(0, kInSight);
  const texts = columns.filter((column) => column.name !== "name" &&
    (column.type === "string" || kNumbers.includes(column.name) || column.name === kRank) &&
    rows.every((row) => textOf(row, column.name).length <= kShort));
  const chosen: Column[] = [];
  const kinds = (more: Column[]) => new Set(rows.map((row) =>
    JSON.stringify([{ name: "name" } as Column, ...more].map(({ name }) => textOf(row, name))))).size;
  let told = kinds([]);
  while (told < rows.length && chosen.length < kMostBeside) {
    const counts = texts.map((column) => kinds([...chosen, column]));
    const most = Math.max(told, ...counts);
    if (most === told) break;
    chosen.push(texts[counts.indexOf(most)]);
    told = most;
  }
  return chosen.map(({ name }) => name);
}

const kMost = 0.5, kSome = 0.1; // of the rows
// What few rows have, and all are looked at for.
const kSparse = /efficiency|utilization|^bound_by$/;

// Whether rows that are seen first have a value.
function isFilled({ name }: Column, rows: Row[]): boolean {
  const seen = rows.slice(0, kInSight);
  const filled = seen.filter((row) => row[name] !== null && row[name] !== undefined).length;
  return filled >= (kSparse.test(name) ? kSome : kMost) * seen.length;
}

// The columns of which the rows that are seen first have nothing.
export function blankColumns(columns: Column[], rows: Row[]): string[] {
  const seen = rows.slice(0, kInSight);
  return columns.filter(({ name }) => seen.every((row) => textOf(row, name) === "")).map(({ name }) => name);
}

// What is compared: the value, its base, its change.
function besideEachOther(columns: Column[], blank: string[]): void {
  const names = columns.map(({ name }) => name);
  for (const name of names) {
    const others = ["base", "delta", "ratio"].map((prefix) => columns.find((column) =>
      column.name === `${prefix}_${name}` || (/^total_/.test(name) && column.name === name.replace(/^total_/, `total_${prefix}_`))))
      .filter((one): one is Column => one !== undefined && one.name !== name && !blank.includes(one.name));
    if (others.length === 0) continue;
    for (const other of others) columns.splice(columns.indexOf(other), 1);
    columns.splice(columns.findIndex((column) => column.name === name) + 1, 0, ...others);
  }
}

// Whether the verdicts are about a column, which then has a p-value. Of trees the totals are what rows are
// looked at for.
function isJudged(name: string, columns: Column[]): boolean {
  const has = (other: string) => columns.some((column) => column.name === other);
  return has(`p_${name}`) && !has(`total_${name}`);
}

// What rows are sorted by stands beside their names, as in the program's own tables.
export function order(columns: Column[], { measure, beside, blank }: Lead, rows: Row[], isCompared: boolean): void {
  // Of a query's columns the user chose the order.
  if (!columns.some(({ name }) => name === "name")) return;
  const rank = (column: Column): number => {
    const { name } = column;
    if (name === "name") return -2;
    const first = kFirst.findIndex((pattern) => pattern.test(name));
    if (first === 0) return -1.5; // a verdict
    if (name === "share" && isCompared) return kFirst.length;
    if (name === measure || (isCompared && isJudged(name, columns))) return -1;
    if (beside.includes(name)) return -0.5;
    if (isCompared && blank.includes(name)) return kFirst.length + 2;
    if (kLast.some((pattern) => pattern.test(name))) return kFirst.length + 1;
    // Where not all fit, those that most rows lack are out of sight.
    if (!isFilled(column, rows) && !isCompared) return kFirst.length + 2;
    return first < 0 ? kFirst.length : first;
  };
  columns.sort((a, b) => rank(a) - rank(b));
  if (isCompared) besideEachOther(columns, blank);
}
