// The address is the state: #/PAGE?OPTION=VALUE. Options of the page's command have their own names,
// what is only about the picture has a name that begins with `_`.

import { hasAnswer, isFile } from "./api";
import { isFlag, obeys as obeysOption } from "./catalog";
import { formatCommand, parseCommand } from "./command";
import type { Command } from "./command";
import pageCommands from "./pages.json";

export interface Route {
  page: string;
  params: Record<string, string>;
}

const kCommands: Record<string, string[]> = pageCommands;

export function currentRoute(): Route {
  return routeOf(location.hash);
}

export function routeOf(hash: string): Route {
  const text = hash.replace(/^#\/?/, "");
  const mark = text.indexOf("?");
  const page = mark < 0 ? text : text.slice(0, mark);
  const params: Record<string, string> = {};
  if (mark >= 0) {
    for (const [name, value] of new URLSearchParams(text.slice(mark + 1))) params[name] = value;
  }
  return { page: page || "overview", params };
}

export function href(page: string, params: Record<string, string> = {}): string {
  const query = new URLSearchParams(params).toString();
  return query === "" ? `#/${page}` : `#/${page}?${query}`;
}

function changed(changes: Record<string, string | null>): string {
  const route = currentRoute();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete route.params[name];
    else route.params[name] = value;
  }
  return href(route.page, route.params);
}

// Changes parts of the address; null removes a part. What is only about a picture replaces the
// address, so that Back goes to the answer before.
export function change(changes: Record<string, string | null>): void {
  if (Object.keys(changes).every((name) => name.startsWith("_"))) {
    history.replaceState(history.state, "", changed(changes));
  } else {
    location.hash = changed(changes);
  }
}

export const kRowParam = "_row"; // of the address: the key of the row that is shown

// The first row that is shown has an entry of its own, so that Back goes to the page as it was before, and the
// next one takes its place.
export function goToRow(key: string | null): void {
  if (key === null || kRowParam in currentRoute().params) change({ [kRowParam]: key });
  else history.pushState({ isOfRow: true }, "", changed({ [kRowParam]: key }));
}

// The same as Back, if the row has an entry of its own.
export function leaveRow(): void {
  if (history.state?.isOfRow) history.back();
  else change({ [kRowParam]: null });
}

// Whether two addresses are of one page, with another row or none.
export function differsInRow(before: string, after: string): boolean {
  if (before === after) return false;
  const [one, other] = [before, after].map((url) => {
    const { page, params: { [kRowParam]: _, ...params } } = routeOf(new URL(url).hash);
    return href(page, params);
  });
  return one === other;
}

// Sorts the answer by a column. Commands sort one way, so the page turns their rows around.
export function sortBy(column: string, before: string): void {
  const isAgain = column === before && !isReversed();
  location.hash = changed({ order_by: column, _reversed: isAgain ? "true" : null });
}

export function isReversed(): boolean {
  return currentRoute().params._reversed === "true";
}

export function startLines(page: string): string[] {
  return kCommands[page] ?? [];
}

// Options that go along from page to page.
export const kCarried = ["step", "source"];

// Those of them that the address has.
export function carriedOf(route: Route): Record<string, string> {
  const carried = kCarried.filter((name) => route.params[name]);
  return Object.fromEntries(carried.map((name) => [name, route.params[name]]));
}

// The page's command: what it asks at its start, with the options of the address. What a page before
// left is passed over in views that do not obey it.
export function commandOf(
  route: Route,
  obeys: (view: string, option: string) => boolean,
): Command {
  const command = parseCommand(startLines(route.page)[0] ?? route.page, isFlag);
  for (const [name, value] of Object.entries(route.params)) {
    const passed = kCarried.includes(name) && !obeys(command.view, name);
    if (!name.startsWith("_") && !passed) command.options[name] = value;
  }
  return command;
}

// A command without what only a terminal obeys: answers to a page are JSON.
export function forPage(line: string): string {
  const command = parseCommand(line, isFlag);
  if (!("format" in command.options)) return line;
  delete command.options.format;
  return formatCommand(command);
}

// Where a command is answered: the page of its view, with its options in place of the page's own. "" if
// nothing answers it.
export function hrefOfCommand(line: string): string {
  const command = parseCommand(line, isFlag);
  delete command.options.format;
  if ("output" in command.options) return "";
  if (command.view === "sql") return isFile() ? "" : href("sql", { _q: command.query });
  const start = startLines(command.view)[0];
  if (start === undefined || command.query !== "") {
    return hasAnswer(forPage(line)) ? href("ask", { _q: forPage(line) }) : "";
  }
  const params: Record<string, string> = {};
  for (const name of Object.keys(parseCommand(start, isFlag).options)) params[name] = "";
  const options = { ...params, ...command.options };
  return hasAnswer(formatCommand({ ...command, options })) ? href(command.view, options)
    : hrefInFile(command, start);
}

// The same with the options that go along from page to page, where this page and the command obey them, and
// the command names none of its own.
export function hrefFromHere(line: string): string {
  const command = parseCommand(line, isFlag);
  const { view } = parseCommand(startLines(currentRoute().page)[0] ?? currentRoute().page, isFlag);
  for (const [name, value] of Object.entries(carriedOf(currentRoute()))) {
    if (!obeysOption(view, name)) continue;
    if (!(name in command.options) && obeysOption(command.view, name)) command.options[name] = value;
  }
  return hrefOfCommand(formatCommand(command)) || hrefOfCommand(line);
}

// A file holds what pages ask at their start, which has the rows of the view's bare command, and of
// `advise` the findings of each rule.
function hrefInFile({ view, options }: Command, start: string): string {
  if (!hasAnswer(start)) return "";
  const names = Object.keys(options);
  if (names.length === 0) return href(view);
  const isOneRule = view === "advise" && names.length === 1 && /^\w+$/.test(options.checkers ?? "");
  return isOneRule ? href(view, { _rule: options.checkers }) : "";
}

// The same page's address after some options changed, for links.
export function hrefWith(route: Route, changes: Record<string, string>): string {
  return href(route.page, { ...route.params, ...changes });
}

