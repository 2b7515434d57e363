// The order of rows that are compared: what changed first, then what noise hides, each by the size of its change.

import { isTree, textOf } from "../report";
import type { Row, Section } from "../report";

const kDelta = /^delta(_us|_bytes)?$/; // of a table that is of changes alone
const kUnchanged = ["", "same", "unclear"];

function hasChanged(row: Row): boolean {
  return !kUnchanged.includes(textOf(row, "verdict"));
}

function isOfChanges(section: Section): boolean {
  const has = (pattern: RegExp) => section.columns.some(({ name }) => pattern.test(name));
  return !isTree(section) && has(kDelta) && has(/^verdict$/);
}

// Commands print the largest of both kinds, then the others.
export function byVerdict(section: Section): Section {
  if (!isOfChanges(section)) return section;
  const rows = [...section.rows.filter(hasChanged), ...section.rows.filter((row) => !hasChanged(row))];
  return rows.every((row, i) => row === section.rows[i]) ? section : { ...section, rows };
}

// What is said of the order, where there are rows of both kinds; else "".
export function aboutOrder(section: Section): string {
  if (!isOfChanges(section) || !section.rows.some(hasChanged) || section.rows.every(hasChanged)) return "";
  return "Rows that changed come first, then those that did not or that noise hides, each by the size of Δ.";
}
