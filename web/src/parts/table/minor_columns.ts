// Which columns of a comparison of many measures say little beside the others.

import { isNumeric } from "../../format";
import { numberOf } from "../../report";
import type { Column, Row } from "../../report";
import { titleOf } from "../../titles";
import { isOneStatistic, stemOf } from "./families";

const kMostWhole = 2; // measures that are compared and have all of their columns
const kChanged = 0.1; // of a measure of its own kind, or of the change of the first one of the same unit
const kSame = 0.01; // between changes that say the same

// Whether the change of a measure says something that the change of the first one does not.
function isNewsBeside(stem: Column, lead: Column, rows: Row[]): boolean {
  if (isOneStatistic(stem.name, lead.name)) return false;
  const ratios = rows.map((row) => [numberOf(row, `ratio_${stem.name}`), numberOf(row, `ratio_${lead.name}`)])
    .filter(([own, first]) => Number.isFinite(own) && Number.isFinite(first));
  if (ratios.every(([own, first]) => Math.abs(own - first) <= kSame * first)) return false;
  if (stem.unit !== lead.unit) return ratios.some(([own]) => Math.abs(own - 1) > kChanged);
  return rows.some((row) => Math.abs(numberOf(row, `delta_${stem.name}`)) >
    kChanged * Math.abs(numberOf(row, `delta_${lead.name}`)));
}

// Where many measures are compared one is shown with its base, its difference and its change, and of the
// others the changes that say more. `why` gets the sentences about it.
export function withoutMinor(columns: Column[], orderBy: string | undefined, rows: Row[], why: string[]): Column[] {
  const names = new Set(columns.map(({ name }) => name));
  // Not the name, of which a row that was renamed has its base's, too.
  const stems = columns.filter(isNumeric).map(({ name }) => name).filter((name) => names.has(`base_${name}`));
  if (orderBy === undefined || stems.length <= kMostWhole) return columns;
  // What the verdicts are about has a p-value.
  const lead = stems.find((name) => name === stemOf(orderBy)) ?? stems.find((name) => names.has(`p_${name}`)) ?? stems[0];
  const first = columns.find(({ name }) => name === lead);
  if (!first) return columns;
  const silent = columns.filter((column) => column !== first && stems.includes(column.name) &&
    names.has(`ratio_${column.name}`) && !isNewsBeside(column, first, rows));
  const isMinor = ({ name }: Column) => name !== orderBy && (stems.some((stem) => stem !== lead &&
    (name === `base_${stem}` || name === `p_${stem}` || (name === `delta_${stem}` && names.has(`ratio_${stem}`)))) ||
    silent.some((column) => name === `ratio_${column.name}`));
  const left = columns.filter((column) => !isMinor(column));
  if (left.length < columns.length) why.push(`only ${titleOf(first)} is shown with its base and Δ`);
  if (silent.length > 0) why.push(`not shown: how ${silent.map(titleOf).join(", ")} changed`);
  return left;
}
