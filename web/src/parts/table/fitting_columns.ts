// Which columns a table shows at first: those that have room beside one another, so that it need not be
// scrolled to the side.

import { isFlag } from "../../catalog";
import { parseCommand } from "../../command";
import { grouped } from "../../grouped";
import { isTree } from "../../report";
import type { Column, Section } from "../../report";
import { titleOf } from "../../titles";
import { chooseColumns, kLeastName, type ColumnChoice, type Kept, type ShownColumn } from "./columns";
import type { TableOptions } from "./options";
import { leastOf } from "./widths";

// A value, its base and its change. Of what changed the names say no value: base_us, new_us, delta_us, ratio.
function groupOf(name: string): string {
  if (/^((base|new|delta)(_us|_bytes|_micros)?|ratio)$/.test(name)) return "change";
  if (name === "base_name") return name; // what a row was called
  return /^(low|high)(_|$)/.test(name) ? "range" : name.replace(/^(total_)?(base|delta|ratio)_(?=.)/, "$1");
}

const kMostOfName = 0.4; // of the width, where columns are left out for a name
const kComfort = 0.5; // of what a text gives way, that it keeps before a column is left out

// The pixels that columns take so that their texts say something.
function comfortOf(columns: ShownColumn[]): number {
  return leastOf(columns) + columns.reduce((sum, { least, width }) => sum + (width - least) * kComfort, 0);
}

// The columns, from the left, that `width` has room for. In any case the name, the measure, or what is
// compared first, and those that `isAsked` for, then those that tell rows of one name apart; what is compared is
// shown or left out together.
function fittingColumns(columns: ShownColumn[], width: number, isAsked: (name: string) => boolean): ShownColumn[] {
  if (leastOf(columns) <= width) return columns;
  const narrow = columns.map((shown) => narrowName(shown, width));
  const all = [...grouped(narrow, ({ isBlank, column: { name } }) => isBlank ? `blank ${name}` : groupOf(name)).values()];
  const isMeasured = narrow.some(({ isMeasure }) => isMeasure);
  const compared = isMeasured ? undefined : all.slice(1).find((group) => group.length > 1);
  const kept = new Set(all.filter((group, i) => i === 0 || group === compared ||
    group.some(({ isMeasure, column: { name } }) => isMeasure || name === "verdict" || isAsked(name))));
  for (const group of all.filter((one) => one.some(({ isBeside }) => isBeside))) {
    if (leastOf([...kept, group].flat()) <= width) kept.add(group);
  }
  let room = width - comfortOf([...kept].flat());
  for (const group of all.filter((one) => !kept.has(one))) {
    room -= comfortOf(group);
    if (room < 0) break;
    kept.add(group);
  }
  const shown = new Set([...kept].flat());
  return narrow.filter((one) => shown.has(one));
}

// Long names do not take the room of all numbers.
function narrowName(shown: ShownColumn, width: number): ShownColumn {
  if (shown.column.name !== "name") return shown;
  const most = Math.max(kLeastName, kMostOfName * width);
  return { ...shown, least: Math.min(shown.least, most), width: Math.min(shown.width, most) };
}

// The columns that a table shows, of those that say something or of all.
export class ChosenColumns {
  shown: ShownColumn[] = [];
  hidden = ""; // a sentence about those that are left out, or ""
  left: Column[] = []; // these
  private choice: ColumnChoice;
  private isOfAll = false;
  private readonly asked: Set<string>; // names of columns in the question

  constructor(private readonly section: Section, private readonly options: TableOptions, private readonly kept: Kept) {
    const { select = "", where = "" } = parseCommand(options.question ?? "", isFlag).options;
    this.asked = new Set([...`${select} ${where}`.match(/\w+/g) ?? [], ...isTree(section) ? [] : [options.orderBy]]);
    this.choice = chooseColumns(section, options.orderBy, false, kept);
    this.shown = this.choice.shown;
  }

  choose(isOfAll: boolean): void {
    this.isOfAll = isOfAll;
    this.choice = chooseColumns(this.section, this.options.orderBy, isOfAll, this.kept);
  }

  // Takes those that fit a width; returns whether they are others than before. Without a width it takes all.
  fit(width: number): boolean {
    const { shown, hidden, left } = this.choice;
    const before = this.shown;
    const isWhole = this.isOfAll || !(width > 0) || !shown.some(({ column }) => column.name === "name");
    this.shown = isWhole ? shown : fittingColumns(shown, width, (name) => this.asked.has(name));
    const out = shown.filter(({ column }) => !this.shown.some((one) => one.column === column));
    this.left = [...left, ...out.map(({ column }) => column)];
    this.hidden = [out.length > 0 ? `no room for ${out.map(({ column }) => titleOf(column)).join(", ")}` : "", hidden]
      .filter((text) => text !== "").join("; ");
    return this.shown.length !== before.length || this.shown.some(({ column, least }, i) =>
      column !== before[i].column || least !== before[i].least);
  }
}
