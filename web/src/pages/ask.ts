// Any command line, for answers that have no page of their own.

import { isFile, startCommand } from "../api";
import { allViews } from "../catalog";
import { el } from "../dom";
import { capital } from "../format";
import { forPage, hrefOfCommand } from "../route";
import { commandBar } from "../parts/command_bar";
import { reportView } from "../parts/report_view";
import type { Context, Page } from "./page";

function commandForm(line: string): HTMLElement {
  const input = el("input", { id: "line", type: "text", value: line, list: "commands",
    spellcheck: "false", autocomplete: "off", placeholder: "ops -top 20" });
  return el("form", { class: "ask", submit: (event) => {
    event.preventDefault();
    location.hash = hrefOfCommand(input.value.trim()) ||
      `#/ask?${new URLSearchParams({ _q: input.value.trim() }).toString()}`;
  } }, el("label", { for: "line" }, "Command"), input,
  el("datalist", { id: "commands" }, ...allViews().map(({ name, summary }) =>
    el("option", { value: name }, summary))),
  el("button", { type: "submit", class: "primary" }, "Run"));
}

// A file is about one command.
export function titleOf(line: string): string {
  const view = line.split(" ")[0];
  return isFile() && view ? capital(view) : "Any command";
}

async function render(host: HTMLElement, context: Context): Promise<void> {
  const line = forPage(context.route.params._q || startCommand());
  host.append(el("header", { class: "page-header" }, el("h1", {}, titleOf(line)),
    isFile() ? null : el("p", { class: "quiet" }, "What the prompt answers, as a page")));
  if (!isFile()) host.append(commandForm(line));
  if (line === "") return;
  const report = await context.ask(line);
  host.append(commandBar(line, report),
    reportView({ report, details: context.details, orderBy: "" }));
}

export const kAskPage: Page = { id: "ask", title: "Any command", group: "Data", render };
