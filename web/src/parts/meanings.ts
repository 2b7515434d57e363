// What the columns of a table mean, and the names by which an option takes them.

import { el } from "../dom";
import { titleOf } from "../titles";
import type { Section } from "../report";

const kNotAsked = ["key", "depth", "parent", "accounted"];

// With which option a column is there, which the reader sees.
const kOfOption = /^Of -by [a-z]+(?:(?:, | and )-by [a-z]+)*: /;

export function meanings(section: Section): HTMLElement | null {
  const columns = section.columns.filter(({ name, description }) => !kNotAsked.includes(name) && description);
  if (columns.length < 2) return null;
  return el("details", { class: "meanings" },
    el("summary", {}, "What the columns mean, and the names to type"),
    el("dl", {}, ...columns.flatMap((column) => [
      el("dt", {}, titleOf(column), " ", el("code", {}, column.name)),
      el("dd", {}, column.description.replace(kOfOption, ""))])));
}
