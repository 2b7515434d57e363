// Answers that a page shows beside its own.

import { AnswerError, hasAnswer } from "../api";
import { isFlag, obeys } from "../catalog";
import { formatCommand, parseCommand } from "../command";
import { carriedOf } from "../route";
import type { Report } from "../report";
import type { Context } from "./page";

// An answer that the page may do without, with the options that go along from page to page, except
// those named.
export async function maybe(context: Context, line: string,
  except: string[] = []): Promise<Report | undefined> {
  const command = parseCommand(line, isFlag);
  for (const [option, value] of Object.entries(carriedOf(context.route))) {
    if (!except.includes(option) && obeys(command.view, option)) command.options[option] = value;
  }
  const asked = formatCommand(command);
  if (!hasAnswer(asked)) return undefined;
  try {
    return await context.ask(asked);
  } catch (error) {
    if (error instanceof AnswerError) return undefined;
    throw error;
  }
}

// Asked for now and used later: what goes wrong is told where it is used.
export function begun<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}
