// Which pages have nothing to show of a profile: a page that was shown tells, and the others are asked
// for one row each while nothing else is asked.

import { AnswerError, askOnce } from "./api";
import { isFlag, obeys } from "./catalog";
import { formatCommand, parseCommand } from "./command";
import { holdsRows } from "./report";
import type { Report } from "./report";
import { plainSentence } from "./parts/notes";
import { startLines } from "./route";

const kMostMs = 3000; // that all questions may take; the pages of larger profiles tell when they are shown
const kPause = 5; // milliseconds between two, so that what a user asks comes first
const kNothing = ["NOT_FOUND", "FAILED_PRECONDITION"];

// Whether an error says that the profile does not hold what was asked for.
export function saysNothing(error: unknown): error is AnswerError {
  return error instanceof AnswerError && kNothing.includes(error.code);
}

// Notes that say that rows are not what a page is for: ops that nothing connects, and one rank alone.
const kNothingOf: Record<string, string> = { graph: "no_edges", fleet: "nothing_to_compare" };

// Why a page of this answer has nothing to show, as the answer says it; "" if it has something.
export function whyEmpty(page: string, report: Partial<Report>): string {
  const { rows, notes = [] } = report;
  const isOfOthers = notes.some(({ id }) => id === kNothingOf[page]);
  if (holdsRows(report) && !isOfOthers) return "";
  if (page === "graph" && isOfOthers) return "This profile does not say which op feeds which";
  if (page === "fleet" && rows?.length === 1) return "This profile is of one rank, which has no other to be compared with";
  return (notes.find(({ id }) => id === "empty") ?? notes[0])?.text || "This profile holds nothing of this";
}

class EmptyPages {
  private readonly known = new Map<string, string>(); // why each has nothing to show; "" if it has something
  private spent = 0; // milliseconds
  private isComplete = false;
  private store = ""; // what the profile's pages are kept under

  // Takes what was known of this profile before the page was loaded again.
  open(profile: string): void {
    this.store = `why pages are empty of ${profile}`;
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.store) ?? "[]") as [string, string][];
      for (const [page, why] of kept) this.known.set(page, why);
      this.isComplete = kept.length > 0;
    } catch {
      // The browser keeps nothing, or something else.
    }
  }

  private keep(): void {
    if (this.store === "" || !this.isComplete) return;
    try {
      sessionStorage.setItem(this.store, JSON.stringify([...this.known]));
    } catch {
      // Then the pages are asked for again.
    }
  }

  // The menu is as it is from its start until all pages are known, so that it changes once.
  settle(): void {
    this.isComplete = true;
    this.keep();
  }

  isSettled(): boolean {
    return this.isComplete;
  }

  has(page: string): boolean {
    return Boolean(this.known.get(page));
  }

  // Why a page has nothing to show, as a sentence without its marks of commands.
  why(page: string): string {
    return plainSentence(this.known.get(page) ?? "");
  }

  // `why` is "" of a page that has something to show.
  tell(page: string, why: string): void {
    this.known.set(page, why);
    this.keep();
  }

  // Asks for the pages that are not known, and calls `changed` once, so that the menu changes at once.
  async askAll(pages: string[], signal: AbortSignal, changed: () => void): Promise<void> {
    if (!(await this.askUnknown(pages, signal))) return;
    this.settle();
    changed();
  }

  // Returns whether all are known now.
  private async askUnknown(pages: string[], signal: AbortSignal): Promise<boolean> {
    for (const page of pages) {
      const [line] = startLines(page);
      if (line === undefined || this.known.has(page)) continue;
      await new Promise((resolve) => setTimeout(resolve, kPause));
      if (signal.aborted) return false;
      if (this.spent > kMostMs) break;
      const begin = performance.now();
      try {
        this.tell(page, await askWhyEmpty(page, line, signal));
      } catch {
        return false; // another page is shown, or the program has ended
      }
      this.spent += performance.now() - begin;
    }
    return true;
  }
}

export const emptyPages = new EmptyPages();

async function askWhyEmpty(page: string, line: string, signal: AbortSignal): Promise<string> {
  const command = parseCommand(line, isFlag);
  if (obeys(command.view, "top")) command.options.top = "1";
  try {
    return whyEmpty(page, await askOnce(formatCommand(command), signal));
  } catch (error) {
    if (error instanceof AnswerError && error.code !== "") return saysNothing(error) ? error.message : "";
    throw error;
  }
}
