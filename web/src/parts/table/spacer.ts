// The room of rows that are not in sight, and so are no elements.

import { el } from "../../dom";

export const kRowHeight = 26; // pixels
export const kTallest = 24; // rows in sight of a table, before the window says how many

export class Spacer {
  private readonly cell = el("td");
  private readonly row = el("tr", { class: "spacer", "aria-hidden": "true" }, this.cell);
  private rows = -1;

  // Takes the room of so many rows at an end of `body`. It is no element where it takes none.
  take(body: HTMLElement, rows: number, end: "afterbegin" | "beforeend"): void {
    if (rows !== this.rows) this.cell.style.height = `${rows * kRowHeight}px`;
    this.rows = rows;
    if (rows <= 0) this.row.remove();
    else if (this.row.parentNode !== body) body.insertAdjacentElement(end, this.row);
  }
}
