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
export function saysNothing(error: unknown): boolean {
  return error instanceof AnswerError && kNothing.includes(error.code);
}

// Notes that say that rows are not what a page is for: ops that nothing connects, and one rank alone.
const kNothingOf: Record<string, string> = { graph: "no_edges", fleet: "nothing_to_compare" };
const kUnknownWhy = "This profile holds nothing of this";

// Why a page of this answer has nothing to show: the answer says it.
export function whyOf(page: string, { rows, notes = [] }: Partial<Report>): string {
  if (page === "graph" && notes.some(({ id }) => id === kNothingOf.graph)) {
    return "This profile does not say which op feeds which";
  }
  if (page === "fleet" && rows?.length === 1) return "This profile is of one rank, which has no other to be compared with";
  return (notes.find(({ id }) => id === "empty") ?? notes[0])?.text ?? kUnknownWhy;
}

// Whether an answer has what its page shows.
export function holdsPage(page: string, report: Partial<Report>): boolean {
  return holdsRows(report) && !(report.notes ?? []).some(({ id }) => id === kNothingOf[page]);
}

class EmptyPages {
  private readonly known = new Map<string, boolean>();
  private readonly reasons = new Map<string, string>(); // of those that have nothing to show
  private spent = 0; // milliseconds
  private isComplete = false;
  private store = ""; // what the profile's pages are kept under

  // Takes what was known of this profile before the page was loaded again.
  open(profile: string): void {
    this.store = `empty pages of ${profile}`;
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.store) ?? "[]") as [string, boolean, string?][];
      for (const [page, isEmpty, why] of kept) {
        this.known.set(page, isEmpty);
        if (why) this.reasons.set(page, why);
      }
      this.isComplete = kept.length > 0;
    } catch {
      // The browser keeps nothing, or something else.
    }
  }

  private keep(): void {
    if (this.store === "" || !this.isComplete) return;
    try {
      sessionStorage.setItem(this.store, JSON.stringify([...this.known].map(([page, isEmpty]) =>
        [page, isEmpty, this.reasons.get(page)])));
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
    return this.known.get(page) ?? false;
  }

  // Why a page has nothing to show, as a sentence without its marks of commands.
  why(page: string): string {
    return plainSentence(this.reasons.get(page) ?? kUnknownWhy);
  }

  // Returns whether that was not known before. `why` is said of a page with nothing to show.
  tell(page: string, isEmpty: boolean, why = ""): boolean {
    const before = this.has(page);
    this.known.set(page, isEmpty);
    if (isEmpty && why !== "") this.reasons.set(page, why);
    this.keep();
    return before !== isEmpty;
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
        const why = await whyNothing(page, line, signal);
        this.tell(page, why !== undefined, why);
      } catch {
        return false; // another page is shown, or the program has ended
      }
      this.spent += performance.now() - begin;
    }
    return true;
  }
}

export const emptyPages = new EmptyPages();

// Why a page has nothing to show; undefined if it has something.
async function whyNothing(page: string, line: string, signal: AbortSignal): Promise<string | undefined> {
  const command = parseCommand(line, isFlag);
  if (obeys(command.view, "top")) command.options.top = "1";
  try {
    const report = await askOnce(formatCommand(command), signal);
    return holdsPage(page, report) ? undefined : whyOf(page, report);
  } catch (error) {
    if (error instanceof AnswerError && error.code !== "") return saysNothing(error) ? error.message : undefined;
    throw error;
  }
}
