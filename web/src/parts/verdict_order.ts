// The order of rows that are compared: what changed first, then what noise hides, each by the size of its change,
// and last what changed by next to nothing.

import { isTree, numberOf, textOf } from "../report";
import type { Row, Section } from "../report";

const kDelta = /^delta(_us|_bytes)?$/; // of a table that is of changes alone
const kSmallPart = 0.01; // of the largest change
const kUnchanged = ["", "same", "unclear"];

function hasChanged(row: Row): boolean {
  return !kUnchanged.includes(textOf(row, "verdict"));
}

function isOfChanges(section: Section): boolean {
  const has = (pattern: RegExp) => section.columns.some(({ name }) => pattern.test(name));
  return !isTree(section) && has(kDelta) && has(/^verdict$/);
}

// Of what no row explains, which has no verdict, 0: it stays last.
function changeOf(row: Row, { columns }: Section): number {
  const delta = columns.find(({ name }) => kDelta.test(name));
  return delta && textOf(row, "verdict") !== "" ? Math.abs(numberOf(row, delta.name)) || 0 : 0;
}

// By row, whether it changed by next to nothing beside the largest change.
function smallOf(section: Section): boolean[] {
  const sizes = section.rows.map((row) => changeOf(row, section));
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  return sizes.map((size) => size < kSmallPart * largest);
}

// The order of `diff`. Commands print the largest of both kinds, then the others.
export function byVerdict(section: Section): Section {
  if (!isOfChanges(section)) return section;
  const small = smallOf(section);
  const groups: Row[][] = [[], [], [], []];
  section.rows.forEach((row, i) => groups[(small[i] ? 2 : 0) + (hasChanged(row) ? 0 : 1)].push(row));
  const rows = groups.flat();
  return rows.every((row, i) => row === section.rows[i]) ? section : { ...section, rows };
}

// What is said of the order, where there are rows of both kinds; else "".
export function aboutOrder(section: Section): string {
  if (!isOfChanges(section) || !section.rows.some(hasChanged) || section.rows.every(hasChanged)) return "";
  const small = smallOf(section);
  const isLate = section.rows.some((row, i) => small[i] && hasChanged(row));
  return "Rows that changed come first, then those that did not or that noise hides, each by the size of Δ" +
    `${isLate ? "; those that changed by less than 1 % of the largest Δ come after both" : ""}.`;
}
