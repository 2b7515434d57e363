// Why there is no answer.

import { AnswerError } from "../api";
import { el } from "../dom";

// A profile without what a page is about is no mistake of the user.
function isMissing(error: unknown): boolean {
  return error instanceof AnswerError && error.code !== "" && error.code !== "INVALID_ARGUMENT";
}

export function failure(error: unknown): HTMLElement {
  const isCalm = isMissing(error);
  return el("div", { class: isCalm ? "empty" : "failure", role: isCalm ? "status" : "alert" },
    el("p", {}, error instanceof Error ? error.message : String(error)));
}
