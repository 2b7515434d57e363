// The room of rows that are not in sight, and so are no elements.

import { el } from "../../dom";

export const kRowHeight = 26; // pixels
export const kTallest = 24; // rows in sight of a table, unless it says otherwise

export function spacer(rows: number): HTMLElement[] {
  if (rows <= 0) return [];
  const cell = el("td");
  cell.style.height = `${rows * kRowHeight}px`;
  return [el("tr", { class: "spacer", "aria-hidden": "true" }, cell)];
}
