// The rows of a table that are elements: those in sight, between the room of the others.

import { replace } from "../../dom";
import type { RowList } from "./rows";
import { Spacer } from "./spacer";

export interface InSight {
  begin: number;
  end: number; // after the last one
  total: number;
}

export class MadeRows {
  private readonly made = new Map<number, HTMLTableRowElement>(); // by the row's place in the section
  private readonly above = new Spacer();
  private readonly below = new Spacer();
  private shown: InSight = { begin: 0, end: 0, total: 0 };

  constructor(private readonly body: HTMLElement) {}

  isShown({ begin, end, total }: InSight): boolean {
    return begin === this.shown.begin && end === this.shown.end && total === this.shown.total;
  }

  at(place: number): HTMLTableRowElement | undefined {
    return this.made.get(place);
  }

  clear(): void {
    this.made.clear();
    replace(this.body);
  }

  forget(place: number): void {
    this.made.get(place)?.remove();
    this.made.delete(place);
  }

  // Rows that stay in sight are left where they are: laying them out anew takes a frame.
  show(rows: RowList, sight: InSight, make: (place: number) => HTMLTableRowElement,
    number: (row: HTMLTableRowElement, index: number) => void): void {
    const { begin, end, total } = this.shown = sight;
    const kept = new Set<number>();
    for (let i = begin; i < end; ++i) kept.add(rows.at(i));
    for (const place of this.made.keys()) if (!kept.has(place)) this.forget(place);
    this.above.take(this.body, begin, "afterbegin");
    this.below.take(this.body, total - end, "beforeend");
    let next = this.body.firstElementChild;
    if (begin > 0) next = next?.nextElementSibling ?? null;
    for (let i = begin; i < end; ++i) {
      const place = rows.at(i);
      const row = this.made.get(place) ?? make(place);
      this.made.set(place, row);
      number(row, i);
      if (row === next) next = next.nextElementSibling;
      else this.body.insertBefore(row, next);
    }
  }
}
