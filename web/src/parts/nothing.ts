// Rows that say nothing: in a tree directly below its root, with nothing below them, and 0 in all columns; and
// devices on which nothing ran.

import { isNumeric } from "../format";
import { hasColumn, isTree } from "../report";
import type { Row, Section } from "../report";

const kStructure = ["depth", "parent"];

// The section without them, unless it would be empty; `nothing` says how many there were.
export function withoutNothing(section: Section): Section {
  if (!isTree(section)) return section;
  const numbers = section.columns.filter((column) => isNumeric(column) && !kStructure.includes(column.name));
  const hasBelow = new Set(section.rows.map(({ parent }) => parent));
  const isNothing = section.rows.map((row, i) => row.depth === 1 && !hasBelow.has(i) &&
    numbers.some(({ name }) => row[name] === 0) && numbers.every(({ name }) => !row[name]));
  const nothing = isNothing.filter(Boolean).length;
  if (nothing === 0 || nothing + 1 >= section.rows.length) return section;
  const places = new Map<unknown, number>();
  section.rows.forEach((_, i) => isNothing[i] || places.set(i, places.size));
  const rows = section.rows.filter((_, i) => !isNothing[i])
    .map((row) => ({ ...row, parent: places.get(row.parent) ?? row.parent }));
  return { ...section, rows, nothing };
}

// A recorder lists all devices of a host, whichever of them its process used.
export function withoutUnused(section: Section): Section {
  if (!hasColumn(section, "tracks") || !hasColumn(section, "events")) return section;
  const isUsed = (row: Row) => row.tracks !== 0 || row.events !== 0;
  const rows = section.rows.filter(isUsed);
  if (rows.length === 0 || rows.length === section.rows.length) return section;
  return { ...section, rows, nothing: section.rows.length - rows.length };
}
