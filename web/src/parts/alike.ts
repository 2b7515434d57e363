// Rows of one name and one shape, as the single launches of a kernel: the first of them, which takes most or is
// what the rows are sorted by, stands for all.

import { el } from "../dom";
import { count } from "../format";
import { currentRoute, hrefWith } from "../route";
import { isTree, placeAmongEqual, textOf } from "../report";
import type { Row, Section } from "../report";

const kFewest = 60; // rows, of which none is folded
const kMostlyAlike = 0.5; // of the rows
const kParam = "_alike"; // of the address: "each" shows each row

function kindOf(row: Row): string {
  return JSON.stringify([textOf(row, "name"), textOf(row, "shape")]);
}

// The section with one row of each kind, which says in `alike` how many more there are.
export function foldAlike(section: Section): Section {
  const { rows } = section;
  const isFolded = !isTree(section) && rows.length > kFewest && currentRoute().params[kParam] !== "each" &&
    rows.filter((row) => placeAmongEqual(row) !== "").length >= kMostlyAlike * rows.length;
  if (!isFolded) return section;
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(kindOf(row), (counts.get(kindOf(row)) ?? 0) + 1);
  const seen = new Set<string>();
  return { ...section, rows: rows.filter((row) => !seen.has(kindOf(row)) && seen.add(kindOf(row)))
    .map((row) => ({ ...row, alike: (counts.get(kindOf(row)) ?? 1) - 1 })) };
}

export function aboutAlike(whole: Section, folded: Section): HTMLElement | null {
  const left = whole.rows.length - folded.rows.length;
  if (left === 0) return null;
  return el("p", { class: "about" }, `Of rows of one name and shape only the first is shown, with its own numbers; “and … more” counts the ` +
    `others, ${count(left, "row")} in all. `,
  el("a", { href: hrefWith(currentRoute(), { [kParam]: "each" }) }, "Show each row"));
}

// What a row says of those that it stands for.
export function alikeText({ alike }: Row): string {
  return typeof alike === "number" && alike > 0 ? `and ${alike} more` : "";
}
