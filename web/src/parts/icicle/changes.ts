// How the parts of a tree that is compared with a base are coloured: by their change, as cells of tables are.

import { el } from "../../dom";
import { quantity } from "../../format";
import { numberOf } from "../../report";
import { titleOf } from "../../titles";
import type { Column, Row, Section } from "../../report";
import { changeClass } from "../table/cells";
import { isJudged } from "../table/judged";

const kSmall = 0.1; // of the base; what changed less is pale

export interface Compared {
  base: Column;
  delta: Column;
  isJudged: boolean; // the verdicts are about it
}

// The columns of the base and of the change of what a picture is of, if it is compared.
export function comparedBy(section: Section, measure: Column): Compared | undefined {
  const stem = measure.name.replace(/^total_(base_|delta_)?/, "");
  const [base, delta] = ["base", "delta"].map((part) =>
    section.columns.find(({ name }) => name === `total_${part}_${stem}`));
  return base && delta ? { base, delta, isJudged: isJudged(delta, section.columns) } : undefined;
}

interface Kind {
  id: string; // of the legend's dot
  fill: string; // a colour of the theme
  sign: string; // before a name, so that the colour is not all that says it
  title: string;
}

const kWorse: Kind = { id: "more", fill: "--error", sign: "▲ ", title: "more than in the base" };
const kBetter: Kind = { id: "less", fill: "--fine", sign: "▼ ", title: "less than in the base" };
const kSame: Kind = { id: "level", fill: "--p8", sign: "", title: "no clear change" };
const kKinds = [kWorse, kBetter, kSame];

export interface Change {
  kind: Kind;
  isSmall: boolean;
}

export function changeOf(row: Row, { base, delta }: Compared): Change {
  const change = numberOf(row, delta.name);
  const found = Number.isFinite(change) ? changeClass(delta, change, row) : "";
  const kind = found === "worse" ? kWorse : found === "better" ? kBetter : kSame;
  return { kind, isSmall: kind !== kSame && Math.abs(change) < kSmall * numberOf(row, base.name) };
}

export function legendOfChanges(): HTMLElement {
  return el("ul", { class: "legend" }, ...kKinds.map(({ id, sign, title }) =>
    el("li", { class: `dot ${id}` }, `${sign}${title}`)), el("li", {}, ...[kWorse, kBetter].map(({ id }) =>
    el("span", { class: `dot ${id} pale` })), `pale: by less than ${100 * kSmall} %`));
}

// How changes are painted, in colours of the theme: as the legend's dots are (series.css).
export function paintOf(style: CSSStyleDeclaration): (change: Change) => { fill: string; alpha: number } {
  const of = (name: string) => style.getPropertyValue(name).trim();
  const fills = new Map(kKinds.map((kind) => [kind, of(kind.fill)]));
  const [strong, pale, level] = ["--strong", "--pale", "--level"].map((name) => Number(of(name)));
  return ({ kind, isSmall }) => ({ fill: fills.get(kind) ?? "", alpha: kind === kSame ? level : isSmall ? pale : strong });
}

// What the tip of a part says of its base.
export function comparedFacts(row: Row, { base, delta }: Compared): { label: string; value: string }[] {
  const text = (column: Column) => quantity(numberOf(row, column.name), column.unit, column.type === "integer");
  return [{ label: titleOf(base), value: text(base) },
    { label: titleOf(delta), value: `${numberOf(row, delta.name) > 0 ? "+" : ""}${text(delta)}` }];
}
