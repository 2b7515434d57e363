// The shell: navigation, the address, one page at a time.

import {
  answerIn, ask, askCatalog, askState, hasAnswer, isFile, openData, startCommand,
} from "./api";
import { obeys, setCatalog } from "./catalog";
import { el, name, replace, runRemoved, sharedStart, withoutStart } from "./dom";
import { Details } from "./parts/details";
import { commandBar } from "./parts/command_bar";
import { failure } from "./parts/failure";
import type { Page } from "./pages/page";
import { titleOf } from "./pages/ask";
import { kDiffPage, kPages } from "./pages/registry";
import {
  carriedOf, change, commandOf, currentRoute, differsInRow, href, hrefOfCommand, routeOf, startLines,
} from "./route";
import type { Route } from "./route";
import { formatCommand, nameRegex, setOpened } from "./command";
import type { Command } from "./command";
import { holdsRows } from "./report";
import type { Report, State } from "./report";
import { Announcer } from "./parts/announce";
import { emptyPages, saysNothing, whyEmpty } from "./empty_pages";
import { focusAgain, focusedControl } from "./parts/focus";
import { count } from "./format";
import { themeButton } from "./parts/theme";
import { hideTip } from "./parts/tip";

const announcer = new Announcer();
const details = new Details();
const main = el("main", { id: "main", tabindex: -1 });
const nav = el("nav", { "aria-label": "Pages" });
const scope = el("div", { class: "scope" });
let pages = kPages;
let asking = new AbortController();
let profiles: string[] = []; // paths
let hasBase = false;

// A file holds pages as they are at their start.
function carriedTo(page: string, carried: Record<string, string>): Record<string, string> {
  const line = formatCommand(commandOf({ page, params: carried }, obeys));
  return hasAnswer(line) ? carried : {};
}

function drawNav(current: string, carried: Record<string, string>): void {
  const groups = [...new Set(pages.map((page) => page.group))];
  replace(nav, ...groups.map((group) => el("section", {}, el("h2", {}, group),
    el("ul", {}, ...pages.filter((page) => page.group === group).map((page) => el("li", {},
      el("a", {
        href: href(page.id, carriedTo(page.id, carried)),
        "aria-current": page.id === current ? "page" : undefined,
        "data-page": page.id,
      }, page.title)))))));
  markEmpty();
}

// The links stay as they are, as one may have the focus. Until all pages are known all of them are quiet, so
// that none turns grey under the user's eyes.
function markEmpty(): void {
  nav.classList.toggle("unsettled", !emptyPages.isSettled());
  for (const link of nav.querySelectorAll<HTMLElement>("[data-page]")) {
    const isEmpty = emptyPages.isSettled() && emptyPages.has(link.dataset.page ?? "");
    link.classList.toggle("without", isEmpty);
    link.title = isEmpty ? emptyPages.why(link.dataset.page ?? "") : "";
  }
}

// Of a folder or an archive all files.
function sourceRegex(path: string): string {
  return `${nameRegex(path.replace(/\/+$/, ""))}([/:!].*)?`;
}

// Several profiles are one answer, unless one of them is chosen.
function sourceChoice(source: string): (HTMLElement | null)[] {
  if (profiles.length < 2) return [];
  const start = sharedStart(profiles, 40);
  const select = el("select", { id: "source" }, el("option", { value: "" }, `all ${profiles.length}`),
    ...profiles.map((path) => el("option", { value: sourceRegex(path), title: path }, withoutStart(path, start))));
  select.value = source;
  select.title = select.selectedOptions[0]?.title ?? ""; // a long path is cut
  select.addEventListener("change", () => change({ source: select.value || null }));
  return [el("label", { for: "source" }, "Profile"), select];
}

// What all pages are about: the profile and the steps that are selected.
function drawScope(step: string, source: string): void {
  const input = el("input", {
    id: "steps", type: "text", value: step, placeholder: "all", size: 8, spellcheck: "false",
    autocomplete: "off",
    title: "These training steps only: 7, 2..5, 1,3,8 or last",
  });
  input.addEventListener("change", () => change({ step: input.value || null }));
  replace(scope, ...sourceChoice(source), el("label", { for: "steps" }, "Steps"), input,
    step ? el("button", { click: () => change({ step: null }), "aria-label": "All steps" }, "All")
      : null);
}

// An address that no link has. A file shows what it was asked for in place of a page that it does not hold.
function noPage(id: string): Page {
  return { id: "", title: "No such page", group: "", render: async (host) => {
    host.append(failure(new Error(`There is no page "${id.slice(0, 80)}"${isFile() ? " in this file" : ""}. ` +
      "The menu has all pages.")));
  } };
}

function countOf(report: Report): number {
  if (!holdsRows(report)) return 0;
  return report.rows?.length ?? (report.sections ?? []).reduce((sum, { rows }) => sum + rows.length, 0);
}

// The page of what a file was asked for.
function ownPage(): Page {
  return pages.find(({ id }) => id === "ask") ?? pages[0];
}

// A page of a file that holds others.
function notHeld({ id, title }: Page): Page {
  return { id, title, group: "", render: async (host) => {
    host.append(el("header", { class: "page-header" }, el("h1", {}, title)),
      el("p", { class: "empty" }, id === "sql"
        ? "A file answers no queries: open the profile with `profiler serve`, or ask on the command line."
        : "This file does not hold this page: open the profile with `profiler serve`."));
  } };
}

// A file holds answers in the order of their commands, which the page sorts as the server would.
function inFile(route: Route, command: Command): { command: Command; sortHere: string } {
  const orderBy = route.params.order_by ?? "";
  if (!isFile() || orderBy === "" || hasAnswer(formatCommand(command))) return { command, sortHere: "" };
  const { order_by: _, ...params } = route.params;
  const plain = commandOf({ page: route.page, params }, obeys);
  return hasAnswer(formatCommand(plain)) ? { command: plain, sortHere: orderBy } : { command, sortHere: "" };
}

async function show(): Promise<void> {
  asking.abort();
  asking = new AbortController();
  const signal = asking.signal;
  const route = currentRoute();
  const known = kPages.find(({ id }) => id === route.page);
  const isHeld = hasAnswer(formatCommand(commandOf(route, obeys))) || route.page === "ask";
  const page = pages.find(({ id }) => id === route.page) ??
    (!isFile() || !known ? noPage(route.page) : isHeld ? ownPage() : notHeld(known));
  const carried = carriedOf(route);
  const focused = focusedControl();
  announcer.asking();
  drawNav(page.id, carried);
  drawScope(carried.step ?? "", carried.source ?? "");
  details.close();
  hideTip();
  runRemoved(main);
  const host = el("div", { class: `page page-${page.id}`, "aria-busy": "true" });
  replace(main, host);
  main.classList.add("waiting");
  document.title = `${page.title} – profiler`;
  const { command, sortHere } = inFile(route, commandOf(route, obeys));
  const line = formatCommand(command);
  let own: string | undefined; // the first question
  let rows: number | undefined; // of its answer
  let why: string | undefined; // the page has nothing to show; "" if it has something
  try {
    await page.render(host, { route, command, line, sortHere, details, hasBase, ask: async (text) => {
      own ??= text;
      const report = await ask(text, signal);
      if (text === own) [rows, why] = [countOf(report), whyEmpty(page.id, report)];
      return report;
    } });
  } catch (error) {
    if (signal.aborted) return;
    if (saysNothing(error)) [rows, why] = [0, why === "" ? "" : error.message];
    host.append(failure(error), commandBar(line));
  }
  if (signal.aborted) return;
  main.classList.remove("waiting");
  // A page that asks nothing of its own, as for a query, may hold something else.
  const isOwn = startLines(page.id).length > 0 && Object.keys(route.params).length === 0;
  if (why !== undefined && isOwn) emptyPages.tell(page.id, why);
  markEmpty();
  focusAgain(focused);
  announcer.shown(rows === undefined ? page.title : `${page.title}: ${count(rows, "row")}`);
  host.setAttribute("aria-busy", "false");
  if (!isFile()) void emptyPages.askAll(pages.map(({ id }) => id), signal, markEmpty);
}

// The end of a path says which profile it is, so its begin is cut where there is no room for both.
function cutPath(text: string): HTMLElement {
  return el("span", { class: "cut-path" }, el("bdi", { dir: "ltr" }, text));
}

const kMostPrinted = 600; // letters of paths

function baseBadge(paths: string[]): HTMLElement {
  const all = paths.join(", ");
  return el("span", { class: "badge base", title: `Compared with ${all}` },
    el("span", { class: "compared" }, "compared with "), cutPath(paths.length > 1 ? `${paths.length} bases` : all));
}

// Paper has no bar with the profile.
function printedProfile(names: string, base: string[]): HTMLElement {
  return el("p", { class: "printed printed-profile" }, "Profile: ", name(names, kMostPrinted),
    ...base.length > 0 ? [el("br"), "Compared with: ", name(base.join(", "), kMostPrinted)] : []);
}

function shell(state: State): HTMLElement {
  const names = (state.inputs ?? state.profiles.map((profile) => profile.name)).join(", ");
  return el("div", { class: "shell" },
    el("header", { class: "top" },
      el("a", { class: "brand", href: "#/overview" }, "profiler"),
      el("span", { class: "profile", title: names }, cutPath(names)),
      state.has_base ? baseBadge(state.base ?? []) : null,
      isFile() ? null : scope, themeButton()),
    printedProfile(names, state.base ?? []), nav, main, details.element, announcer.element);
}

const kPoll = 100; // milliseconds

async function whenOpen(app: Element): Promise<State> {
  for (;;) {
    const state = await askState();
    if (state.error) throw new Error(state.error.message);
    if (!state.opening) return state;
    const done = state.done_permille === undefined ? "" : ` (${Math.floor(state.done_permille / 10)} %)`;
    replace(app, el("p", { class: "opening", role: "status" },
      `Opening the profile${state.doing ? `: ${state.doing}` : ""}${done} …`));
    await new Promise((resolve) => setTimeout(resolve, kPoll));
  }
}

// The address of a file's own answer: a page's, or that of any command.
function startHref(): string {
  const first = startCommand();
  const own = hrefOfCommand(first);
  return own !== "" && hasAnswer(formatCommand(commandOf(routeOf(own), obeys))) ? own : href("ask", { _q: first });
}

// A file has the pages whose answers it holds, and opens at the answer that it was asked for. What no
// page shows stands in the menu under its own name, as a file answers no other command.
function openFile(): void {
  const start = startHref();
  const held = pages.filter(({ id }) => id !== "ask" && startLines(id).slice(0, 1).some(hasAnswer));
  const isHeld = held.some(({ id }) => id === routeOf(start).page);
  pages = pages.filter((page) => page.id === "ask" ? !isHeld : held.includes(page)).map((page) =>
    page.id === "ask" ? { ...page, title: titleOf(startCommand()), group: "Start" } : page);
  for (const { id } of pages) {
    const [own] = startLines(id);
    const held = own ? answerIn(own) : undefined;
    if (held) emptyPages.tell(id, held.error?.message ?? whyEmpty(id, held));
  }
  emptyPages.settle();
  if (location.hash === "") history.replaceState(null, "", start);
}

async function start(): Promise<void> {
  const app = document.getElementById("app") as HTMLElement;
  try {
    await openData();
    const [state, catalog] = await Promise.all([whenOpen(app), askCatalog()]);
    setCatalog(catalog);
    hasBase = state.has_base;
    if (hasBase) pages = [pages[0], kDiffPage, ...pages.slice(1)];
    profiles = state.inputs ?? [];
    setOpened(profiles, state.base ?? []);
    if (isFile()) openFile();
    else emptyPages.open(JSON.stringify([state.profiles, profiles, state.base ?? [], state.version]));
    replace(app, shell(state));
  } catch (error) {
    replace(app, el("p", { class: "failure", role: "alert" }, String((error as Error).message)));
    return;
  }
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  window.addEventListener("hashchange", ({ oldURL, newURL }) => {
    if (!differsInRow(oldURL, newURL) || !details.follow()) void show();
  });
  await show();
}

void start();
