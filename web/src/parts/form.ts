// The options of a command as a form, made from the catalog. Its values go into the address.

import { el, name } from "../dom";
import { isFlag, optionInfo, viewInfo } from "../catalog";
import { nameRegex, parseCommand } from "../command";
import type { Command } from "../command";
import { count } from "../format";
import { currentRoute, kCarried, startLines } from "../route";
import { isFile } from "../api";

// Options that say where an answer goes or how the program runs, and what the page has by itself.
const kNotHere = ["output", "format", "timing", "no_pager", "max_memory", "timeout", "base", "no_args",
  "compat", "rules_file", "budgets", "device_peaks", "query_file", "fail_on"];
// Shown first, without opening the form.
const kFirst = ["show_name_regexes", "where", "order_by", "top", "max_depth", "by", "stat", "around",
  "module"];

// Regexes that whole names must match.
const kNames = ["show_name_regexes", "hide_name_regexes"];

// A function as findings name it, `file.py(21): f`; Lines has it as `file.py:21:f`.
const kFunction = /^(\S+\.pyx?)\((\d+)\): (\S+)$/;

// Plain words are meant to be anywhere in a name.
function containing(value: string): string {
  const [, file, line, own] = kFunction.exec(value.trim()) ?? [];
  if (own) return `.*${nameRegex(file)}(\\(${line}\\): |:${line}:)${nameRegex(own)}.*`;
  return value.split(",").map((word) => /^[\w:\/ -]+$/.test(word) ? `.*${word}.*` : word).join(",");
}

type Apply = (changes: Record<string, string | null>) => void;

function choicesOf(option: string, view: string): string[] {
  const info = optionInfo(option);
  if (option === "order_by") return viewInfo(view)?.columns.map((column) => column.name) ?? [];
  if (option === "by") return viewInfo(view)?.by ?? [];
  if (info?.choices && info.choices.length > 0) return info.choices;
  return info && /^[a-z_0-9]+(\|[a-z_0-9]+)+$/.test(info.value) ? info.value.split("|") : [];
}

// What the page's command has by itself, which the user did not ask for; "" if the address says otherwise.
function ownValue(option: string): string {
  const { page, params } = currentRoute();
  return option in params ? "" : parseCommand(startLines(page)[0] ?? "", isFlag).options[option] ?? "";
}

const kOwnTexts: Record<string, (value: number) => string> = {
  top: (value) => `up to ${count(value, "row")}`,
  max_depth: (value) => `up to ${count(value, "level")}`,
};

function placeholderOf(option: string, view: string): string {
  const own = ownValue(option);
  if (own !== "") return kOwnTexts[option]?.(Number(own)) ?? own;
  const info = optionInfo(option);
  const isTree = viewInfo(view)?.columns.some(({ name }) => name === "depth");
  if (option === "by") return "";
  if (option === "order_by" && !isTree) return "column";
  return info?.default || info?.value || "";
}

function field(option: string, command: Command, apply: Apply): HTMLElement {
  const info = optionInfo(option);
  const id = `option-${option}`;
  const given = command.options[option] ?? "";
  const value = given === ownValue(option) ? "" : given;
  const label = labelOf(option);
  if (isFlag(option)) {
    const box = el("input", { type: "checkbox", id, name: option });
    box.checked = value === "true";
    box.addEventListener("change", () => apply({ [option]: box.checked ? "true" : null }));
    return el("div", { class: "field flag", title: info?.description }, box,
      el("label", { for: id }, label));
  }
  const choices = choicesOf(option, command.view);
  if (option === "by" && choices.length > 0) {
    const select = el("select", { id, name: option }, el("option", { value: "" }, "default"),
      ...choices.map((choice) => el("option", { value: choice }, choice)));
    select.value = value;
    select.addEventListener("change", () => apply({ by: select.value }));
    return el("div", { class: "field", title: info?.description }, el("label", { for: id }, label),
      select);
  }
  const list = choices.length > 0 ? `${id}-list` : undefined;
  const input = el("input", {
    type: "text",
    id,
    name: option,
    list,
    value,
    placeholder: placeholderOf(option, command.view),
    spellcheck: "false",
    autocomplete: "off",
  });
  input.addEventListener("change", () => apply({ [option]: kNames.includes(option)
    ? containing(input.value) : input.value }));
  return el("div", { class: "field", title: info?.description },
    el("label", { for: id }, label), input,
    list ? el("datalist", { id: list }, ...choices.map((choice) => el("option", { value: choice })))
      : null);
}

const kMostSet = 120; // letters of options that are set

function labelOf(option: string): string {
  return option === "by" ? "group by" : option.replace(/_/g, " ").replace(/ regexes$/, "");
}

function wordsOfSet(option: string, { options }: Command): string {
  return isFlag(option) ? labelOf(option) : `${labelOf(option)} ${options[option]}`;
}

export function optionForm(command: Command, apply: Apply): HTMLElement | null {
  const view = viewInfo(command.view);
  if (!view || isFile()) return null;
  const options = view.options.filter((option) => !kNotHere.includes(option));
  const first = kFirst.filter((option) => options.includes(option));
  const rest = options.filter((option) => !first.includes(option) && option !== "step");
  const set = rest.filter((option) => command.options[option] && !kCarried.includes(option));
  const make = (option: string) => field(option, command, apply);
  return el("form", {
    class: "options",
    "aria-label": `Options of ${command.view}`,
    submit: (event) => event.preventDefault(),
  },
  el("div", { class: "fields" }, ...first.map(make)),
  rest.length > 0
    ? el("details", {}, el("summary", {}, `${rest.length} more options`, ...set.length > 0
      ? [": ", name(set.map((option) => wordsOfSet(option, command)).join(", "), kMostSet)] : []),
      el("div", { class: "fields" }, ...rest.map(make)))
    : null);
}
