// Rows of one name and one shape, as the single launches of a kernel: the first of them, which takes most or is
// what the rows are sorted by, stands for all.

import { el } from "../dom";
import { count, quantity } from "../format";
import { grouped } from "../grouped";
import { currentRoute, hrefWith } from "../route";
import { isTree, numberOf, placeAmongEqual, textOf } from "../report";
import type { Column, Row, Section } from "../report";

const kFewest = 60; // rows, of which none is folded unless many are alike in all but their number
const kMostlyAlike = 0.5; // of the rows
const kManyEqual = 5; // rows of one kind
const kNearlyEqual = 0.05; // of the largest, that their measure differs by
const kParam = "_alike"; // of the address: "each" shows each row

function kindOf(row: Row): string {
  return JSON.stringify([textOf(row, "name"), textOf(row, "shape")]);
}

function measureOf({ columns }: Section): Column | undefined {
  return columns.find(({ name }) => name === "self_us") ?? columns.find(({ name }) => name === "total_us");
}

// Whether rows of one kind are many, and say the same one below the other.
function areEqual(rows: Row[], measure: Column): boolean {
  if (rows.length < kManyEqual || rows.every((row) => placeAmongEqual(row) === "")) return false;
  const values = rows.map((row) => numberOf(row, measure.name));
  return Math.max(...values) - Math.min(...values) <= kNearlyEqual * Math.max(...values);
}

// The section with one row of each kind, which says in `alike` how many more there are.
export function foldAlike(section: Section): Section {
  const { rows } = section;
  if (isTree(section) || currentRoute().params[kParam] === "each") return section;
  const isMany = rows.length > kFewest &&
    rows.filter((row) => placeAmongEqual(row) !== "").length >= kMostlyAlike * rows.length;
  const measure = measureOf(section);
  const kinds = grouped(rows, kindOf);
  const folded = new Map<Row, Row[]>(); // by the first one
  for (const alike of kinds.values()) {
    if (alike.length > 1 && (isMany || (measure && areEqual(alike, measure)))) folded.set(alike[0], alike);
  }
  if (folded.size === 0) return section;
  const left = new Set([...folded.values()].flatMap((alike) => alike.slice(1)));
  return { ...section, rows: rows.filter((row) => !left.has(row)).map((row) => {
    const alike = folded.get(row);
    return alike ? { ...row, alike: alike.length - 1, alike_range: measure ? rangeOf(alike, measure) : "" } : row;
  }) };
}

export function aboutAlike(whole: Section, folded: Section): HTMLElement | null {
  const left = whole.rows.length - folded.rows.length;
  if (left === 0) return null;
  return el("p", { class: "about" }, `Of rows of one name and shape only the first is shown, with its own numbers; “and … more” counts the ` +
    `others, ${count(left, "row")} in all, and says how far their times go. `,
  el("a", { href: hrefWith(currentRoute(), { [kParam]: "each" }) }, "Show each row"));
}

// From the least to the most of a measure; "" if they read alike.
function rangeOf(rows: Row[], { name, unit }: Column): string {
  const values = rows.map((row) => numberOf(row, name)).filter(Number.isFinite);
  if (values.length < 2) return "";
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => quantity(value, unit));
  return least === most ? "" : `${least} to ${most}`;
}

// What a row says of those that it stands for.
export function alikeText({ alike, alike_range: range }: Row): string {
  if (typeof alike !== "number" || alike <= 0) return "";
  return `and ${alike} more${typeof range === "string" && range !== "" ? `, ${range}` : ""}`;
}
