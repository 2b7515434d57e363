// What a page is, and what it is given.

import type { Command } from "../command";
import type { Route } from "../route";
import type { Report } from "../report";
import type { Details } from "../parts/details";

export interface Context {
  route: Route;
  command: Command;
  line: string;
  sortHere: string; // the column by which the page sorts the answer that a file holds, or ""
  details: Details;
  hasBase: boolean;
  ask(line: string): Promise<Report>;
}

export interface Page {
  id: string;
  title: string;
  group: string;
  // Draws into `host`; an error thrown is shown in its place.
  render(host: HTMLElement, context: Context): Promise<void>;
}
