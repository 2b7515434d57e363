// How far a table is scrolled: to its active row, and to the side.

import { kRowHeight } from "./spacer";

const kHead = 48; // pixels of the titles and of the scrollbar

// Scrolls as little as it takes to have a row in sight.
export function scrollToRow(scroller: HTMLElement, index: number): void {
  const top = index * kRowHeight;
  const sight = scroller.clientHeight - kHead;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top > scroller.scrollTop + sight - kRowHeight) scroller.scrollTop = top - sight + kRowHeight;
}

// Fades the edge behind which there are more columns.
export function fadeEdge(scroller: HTMLElement, holder: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth, offsetWidth } = scroller;
  holder.style.setProperty("--scrollbar", `${offsetWidth - clientWidth}px`);
  holder.classList.toggle("sideways", scrollWidth > clientWidth + 2);
  holder.classList.toggle("more", scrollLeft + clientWidth < scrollWidth - 2);
}
