// How tall a table is: as the window allows, so that there is one scrollbar where one is enough.

import { kRowHeight } from "./spacer";

const kFrame = 110; // pixels of the window that a table leaves to what is around it
const kFoot = 200; // pixels of what stands below a table that is seen with it
const kEdge = 30; // pixels below a table that others follow
const kPageFoot = 32; // pixels below a page, and of rounding
const kFewest = 12; // rows of a table that scrolls
const kHalf = 0.5; // of the window, for a table among others

// Pixels of what is around the rows: the titles of the columns, whose lines are as many as they need, the borders
// and a scrollbar below. Only so is no row cut in half.
function headOf(scroller: HTMLElement): number {
  const titles = scroller.querySelector("thead")?.offsetHeight ?? 0;
  return titles + scroller.offsetHeight - scroller.clientHeight;
}

// Shows so many rows at a time, or all.
export function setTall(scroller: HTMLElement, holder: HTMLElement, rows: number | undefined): void {
  const isLong = rows !== undefined;
  scroller.style.height = isLong ? `${rows * kRowHeight + headOf(scroller)}px` : "";
  scroller.classList.toggle("long", isLong);
  holder.classList.toggle("long", isLong);
}

function rowsIn(pixels: number, head: number): number {
  return Math.max(kFewest, Math.floor((pixels - head) / kRowHeight));
}

// How many of its rows a table shows at a time. `fills`: it is what its page is about; others are shown
// whole if the window is high enough for that.
export function rowsInSight(element: HTMLElement, rows: number, fills: boolean): number {
  const room = window.innerHeight - kFrame;
  const head = headOf(element);
  const whole = rowsIn(room, head);
  if (!fills) return rows <= whole ? rows : rowsIn(room * kHalf, head);
  const page = element.closest(".page");
  if (!page) return whole;
  const box = element.getBoundingClientRect();
  const top = box.top + window.scrollY;
  // What begins in the lower half is scrolled to.
  if (top > window.innerHeight * kHalf) return whole;
  const below = page.getBoundingClientRect().bottom - box.bottom + kPageFoot;
  return rowsIn(window.innerHeight - top - (below <= kFoot ? below : kEdge), head);
}
