// Which part of a finding's sentence is its headline, and how that is set.

import { el, shorten } from "../dom";
import { sentence } from "./notes";

// What makes words a heading, in findings: a verb, or a rank.
const kVerb = /\b(are|come|comes|did|do|has|have|is|ran|run|runs|sleeps?|take|takes|waits?|warms|was|were|bound)\b/;
const kLongestSubject = 60; // letters, of what says nothing yet
const kLongestShown = 400;

interface Spans {
  outer: string; // the text with blanks for what stands in parentheses, which are as long
  inner: [number, number][]; // the parentheses
}

// What stands in parentheses explains a word before it, and ends no heading.
function spansOf(text: string): Spans {
  const inner: [number, number][] = [];
  const open: number[] = [];
  for (let i = 0; i < text.length; ++i) {
    if (text[i] === "(") open.push(i);
    else if (text[i] === ")" && open.length > 0) {
      const begin = open.pop() as number;
      if (open.length === 0) inner.push([begin, i + 1]);
    }
  }
  let outer = text;
  for (const [begin, end] of inner) outer = outer.slice(0, begin) + " ".repeat(end - begin) + outer.slice(end);
  return { outer, inner };
}

// Colons that end a part of a sentence: `file.py(26): step` is the name of a function.
function colonsOf(text: string, { outer }: Spans): number[] {
  return [...outer.matchAll(/: /g)].map(({ index }) => index as number)
    .filter((at) => !/\.pyx?\(\d+\)$/.test(text.slice(0, at)));
}

function lengthOf(outer: string): number {
  return outer.replace(/ +/g, " ").trim().length;
}

// The ends of clauses and sentences, and colons, in their order.
function marksOf(text: string, spans: Spans): number[] {
  const ends = [...spans.outer.matchAll(/; |(?<!\b(?:e\.g|i\.e|vs|etc))\. /g)].map(({ index }) => index as number);
  return [...colonsOf(text, spans), ...ends].sort((a, b) => a - b);
}

// The first clause is the finding, what follows explains it. Before a colon that follows the subject alone
// ("both rank 0 and rank 1: ...") nothing is said yet.
export function split(text: string): [string, string] {
  const spans = spansOf(text);
  for (const mark of marksOf(text, spans)) {
    const before = spans.outer.slice(0, mark);
    const [said, rest] = halves(text, mark);
    const isColon = spans.outer[mark] === ":";
    // A bare number says nothing alone.
    if (!/\p{L}/u.test(rest)) return [isColon ? text : `${said}, ${rest}`, ""];
    if (!isColon) return [said, rest];
    // `file.py:8:step, cpu: 12 ms`: a label after a comma begins a list of values.
    if (/, [a-z]+$/.test(before)) return [text, ""];
    const isSubject = !kVerb.test(before) && lengthOf(before) <= kLongestSubject;
    const isWord = !before.trim().includes(" "); // it says too little alone
    if (!isSubject && !isWord) return [said, rest];
  }
  return [text, ""];
}

function halves(text: string, mark: number): [string, string] {
  return [text.slice(0, mark), text.slice(mark + 2)];
}

const kAside = 24; // letters in parentheses that are no part of what is seen first

// A headline, with what stands in long parentheses in lighter letters.
export function headline(text: string): HTMLElement {
  const element = el("bdi");
  const whole = shorten(text, kLongestShown);
  let end = 0;
  for (const [from, to] of spansOf(whole).inner.filter(([from, to]) => to - from > kAside)) {
    if (from > end) element.append(sentence(whole.slice(end, from), end === 0));
    element.append(el("span", { class: "aside" }, sentence(whole.slice(from, to), false)));
    end = to;
  }
  if (end < whole.length) element.append(sentence(whole.slice(end), end === 0));
  return element;
}
