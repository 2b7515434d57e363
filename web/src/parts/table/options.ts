// What a table is asked for besides its section.

import type { Row } from "../../report";
import type { Kept } from "./columns";

export interface TableOptions {
  label: string;
  orderBy: string;
  question?: string; // the command; the columns that it names are shown in any case
  isReversed?: boolean;
  onSort?: (column: string) => void; // without it the table sorts its own rows
  onPick?: (row: Row, index: number) => void;
  fills?: boolean; // the page is about it, so that it is as tall as the window allows
  kept?: Kept; // of the same table, sorted otherwise
}
