// The call of an op among the lines of Python that lead to it: `<built-in method sqrt of Tensor object>` of
// aten::sqrt. An op names the line of the user's script, which may be far above its call.

import { numberOf, textOf } from "../report";
import type { Section } from "../report";

const kParam = "_call"; // of the address
const kCall = /^<built-in (?:method|function) (\w+)/;

export function hrefWithCall(href: string, op = ""): string {
  return op === "" || !href.includes("?") ? href : `${href}&${new URLSearchParams({ [kParam]: op }).toString()}`;
}

function bare(name: string): string {
  return name.replace(/^.*::/, "").replace(/^_+|_+$/g, "");
}

// The row of the call that the address asks for: of several the one that takes most. undefined if there is none.
export function calledRow(section: Section, params: Record<string, string>, measure: string): number | undefined {
  const op = bare(params[kParam] ?? "");
  if (op === "") return undefined;
  let best: number | undefined;
  section.rows.forEach((row, i) => {
    if (bare(kCall.exec(textOf(row, "name"))?.[1] ?? "") !== op) return;
    if (best === undefined || numberOf(row, measure) > numberOf(section.rows[best], measure)) best = i;
  });
  return best;
}
