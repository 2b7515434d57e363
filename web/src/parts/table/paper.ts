// How much of a table paper has.

import type { ShownColumn } from "./columns";
import type { TableOptions } from "./options";
import { kTallest } from "./spacer";

const kMostPrinted = 400; // rows
const kPrintedWhole = 40; // rows of a table among others that is printed as a whole

// The rows that are printed of `rows`. A table that its page is about is read on paper; of others there are as
// many rows as the screen shows at first, so that ten of them do not fill twenty pages. Prose, which the screen
// shows to its end, has no such limit.
export function printedRows(rows: number, { fills }: TableOptions, columns: ShownColumn[]): number {
  if (fills || columns.some(({ isProse }) => isProse)) return Math.min(rows, kMostPrinted);
  return rows <= kPrintedWhole ? rows : kTallest;
}
