// Rows that come in groups, and fall by their measure in each group alone: device rows, then host rows.

import { isAnnotation } from "../../format";
import { titleOf } from "../../titles";
import { numberOf, textOf } from "../../report";
import type { Section } from "../../report";

const kMostGroups = 3;
const kLongestName = 20; // letters of a group
const kMostRows = 5000; // which are looked at

// The column that groups the rows, or "".
export function groupColumn(section: Section, measure: string): string {
  if (measure === "") return "";
  const rows = section.rows.slice(0, kMostRows).filter((row) => !isAnnotation(row));
  const values = rows.map((row) => numberOf(row, measure));
  const rises = values.map((value, i) => i > 0 && value > values[i - 1] ? i : 0).filter((i) => i > 0);
  if (rises.length === 0 || rises.length >= kMostGroups) return "";
  const column = section.columns.find(({ name, type }) => {
    if (type !== "string" || name === "name") return false;
    const texts = rows.map((row) => textOf(row, name));
    const begins = texts.map((text, i) => i === 0 || text !== texts[i - 1] ? i : -1).filter((i) => i >= 0);
    const names = new Set(texts);
    // Each group stands in one place, and only where one begins may a value rise.
    return begins.length > 1 && begins.length <= kMostGroups && names.size === begins.length &&
      [...names].every((text) => text !== "" && text.length <= kLongestName) &&
      rises.every((i) => begins.includes(i));
  });
  return column?.name ?? "";
}

export function groupSentence(section: Section, group: string): string {
  const column = section.columns.find(({ name }) => name === group);
  if (!column) return "";
  const rows = section.rows.slice(0, kMostRows).filter((row) => !isAnnotation(row));
  const values = [...new Set(rows.map((row) => textOf(row, group)))];
  return `sorted in groups of ${titleOf(column)}: ${values.join(", then ")}`;
}
