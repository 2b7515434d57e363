// Which pages have nothing to show of a profile: a page that was shown tells, and the others are asked
// for one row each while nothing else is asked.

import { AnswerError, askOnce } from "./api";
import { isFlag, obeys } from "./catalog";
import { formatCommand, parseCommand } from "./command";
import { holdsRows } from "./report";
import type { Report } from "./report";
import { startLines } from "./route";

const kMostMs = 3000; // that all questions may take; the pages of larger profiles tell when they are shown
const kPause = 150; // between two, so that what a user asks comes first
const kNothing = ["NOT_FOUND", "FAILED_PRECONDITION"];

// Whether an error says that the profile does not hold what was asked for.
export function saysNothing(error: unknown): boolean {
  return error instanceof AnswerError && kNothing.includes(error.code);
}

// Notes that say that rows are not what a page is for: ops that nothing connects, and one rank alone.
const kNothingOf: Record<string, string> = { graph: "no_edges", fleet: "nothing_to_compare" };

// Whether an answer has what its page shows.
export function holdsPage(page: string, report: Partial<Report>): boolean {
  return holdsRows(report) && !(report.notes ?? []).some(({ id }) => id === kNothingOf[page]);
}

class EmptyPages {
  private readonly known = new Map<string, boolean>();
  private spent = 0; // milliseconds

  has(page: string): boolean {
    return this.known.get(page) ?? false;
  }

  // Returns whether that was not known before.
  tell(page: string, isEmpty: boolean): boolean {
    const before = this.has(page);
    this.known.set(page, isEmpty);
    return before !== isEmpty;
  }

  // Asks for the pages that are not known, and calls `changed` when one of them is empty.
  async askAll(pages: string[], signal: AbortSignal, changed: () => void): Promise<void> {
    for (const page of pages) {
      const [line] = startLines(page);
      if (line === undefined || this.known.has(page)) continue;
      await new Promise((resolve) => setTimeout(resolve, kPause));
      if (signal.aborted || this.spent > kMostMs) return;
      const begin = performance.now();
      try {
        if (this.tell(page, !(await holdsOne(page, line, signal)))) changed();
      } catch {
        return; // another page is shown, or the program has ended
      }
      this.spent += performance.now() - begin;
    }
  }
}

export const emptyPages = new EmptyPages();

async function holdsOne(page: string, line: string, signal: AbortSignal): Promise<boolean> {
  const command = parseCommand(line, isFlag);
  if (obeys(command.view, "top")) command.options.top = "1";
  try {
    return holdsPage(page, await askOnce(formatCommand(command), signal));
  } catch (error) {
    if (error instanceof AnswerError && error.code !== "") return !saysNothing(error);
    throw error;
  }
}
