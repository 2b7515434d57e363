// What the parts of a step are called, in tables and in sentences alike: as the columns of `steps`.

import { viewInfo } from "../catalog";
import { titleOf } from "../titles";
import type { Report, Section } from "../report";

const kParts = /^(a part of the step|what accelerators do)$/; // what a table says its rows are

// Rows that are the parts of a step have the titles of their columns.
export function partTitle(text: string): string {
  const own = text.replace(/_us$/, "");
  const column = viewInfo("steps")?.columns.find(({ name: other }) => other === `${own}_us`);
  return column && own !== "" ? titleOf(column) : text;
}

// Whether the names of a section's rows are words of the program's own.
export function namesParts({ columns }: Section): boolean {
  return columns.some(({ name, description }) => name === "name" && kParts.test(description));
}

// A sentence of an answer that names parts as its tables do.
export function withPartNames(line: string, { sections }: Report): string {
  const rows = (sections ?? []).filter(namesParts).flatMap((section) => section.rows);
  const titles = new Map(rows.map(({ name }) => String(name)).filter((name) => name.includes("_"))
    .map((name) => [name, partTitle(name).replace(/_/g, " ")]));
  return line.replace(/\b[a-z]+(?:_[a-z\d]+)+\b/g, (word) => titles.has(word) ? `“${titles.get(word)}”` : word);
}
