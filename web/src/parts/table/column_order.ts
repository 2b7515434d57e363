// Which column a table is about, and in which order columns stand.

import { isAnnotation, isChange, isNumeric } from "../../format";
import { isOutside, isTree, textOf } from "../../report";
import type { Column, Row, Section } from "../../report";

// What a reader looks for first stands beside the name, what only places a row stands last.
const kFirst = [/^(verdict|severity|status)$/, /^total_us$/, /^(self_|busy_)?share$/, /efficiency|utilization/,
  /^bound_by$/, /^(flops|bytes|hbm_bytes)_per_s/];
const kLast = [/^(position|program_id|ordinal|rank)$/];

// The measure that rows are sorted by: the column that falls from row to row.
export function measureOf(section: Section, columns: Column[], orderBy: string): string {
  const numbers = columns.filter((column) => isNumeric(column) && !isChange(column));
  // Of trees the totals fall from row to row.
  const total = isTree(section) ? numbers.find(({ name }) => name === `total_${orderBy}`) : undefined;
  const asked = total ?? numbers.find(({ name }) => name === orderBy);
  if (asked) return asked.name;
  if (columns.some(isChange)) return "";
  const paired = columns.map((column) => pairedWith(column, numbers)).find((column) => column);
  if (paired) return paired.name;
  const rows = section.rows.slice(0, 60);
  const falls = (column: Column) =>
    rows.every((row, i) => i === 0 || !(Number(row[column.name]) > Number(rows[i - 1][column.name])));
  // Points in time fall or rise by themselves.
  const candidates = numbers.filter((column) => (column.unit === "us" || column.unit === "B") &&
    !isMoment(column));
  // The totals of a tree are what its rows are looked at for.
  const whole = isTree(section) ? candidates.find(({ name, unit }) => /^total_/.test(name) &&
    unit === "us") : undefined;
  if (whole) return whole.name;
  return candidates.find((column) => rows.length > 1 && falls(column))?.name ?? "";
}

function isMoment(column: Column): boolean {
  return /(^|_)(begin|end|start|peak|at|from|to|first|last)_us$/.test(column.name);
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

// A text that says of no row more than its name does.
export function repeatsName(column: Column, rows: Row[]): boolean {
  if (kNumbers.includes(column.name) && rows.length > 1) {
    return rows.every((row) => isOutside(row) ||
      /\d+$/.exec(textOf(row, "name"))?.[0] === /\d+$/.exec(textOf(row, column.name))?.[0]);
  }
  if (column.type !== "string" || rows.length < 2) return false;
  return rows.every((row) => {
    if (isAnnotation(row)) return true;
    const [own, text] = [textOf(row, "name"), textOf(row, column.name)];
    return text === "" || own === text || own.startsWith(`${text}/`);
  }) && rows.some((row) => textOf(row, column.name) !== "");
}

// What rows are sorted by stands beside their names, as in the program's own tables.
export function order(columns: Column[], measure: string): void {
  // Of a query's columns the user chose the order.
  if (!columns.some(({ name }) => name === "name")) return;
  const rank = ({ name }: Column): number => {
    if (name === "name") return -2;
    const first = kFirst.findIndex((pattern) => pattern.test(name));
    if (first === 0) return -1.5; // a verdict
    if (name === measure) return -1;
    if (kLast.some((pattern) => pattern.test(name))) return kFirst.length + 1;
    return first < 0 ? kFirst.length : first;
  };
  columns.sort((a, b) => rank(a) - rank(b));
}
