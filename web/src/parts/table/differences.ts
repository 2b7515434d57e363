// Where long texts differ, so that what is cut of them is not what tells them apart.

import type { Difference } from "../../dom";

const kLong = 10; // characters, which are rarely cut
const kMostTexts = 5000; // that are compared
const kNear = 24; // neighbours in the alphabet that each is compared with, on either side

// For each long text the places at which it begins to differ from those most like it.
function differencesOf(texts: string[]): Map<string, Difference[]> {
  const sorted = [...new Set(texts.slice(0, kMostTexts))].sort();
  const shared = sorted.map((text, i) => i === 0 ? 0 : sharedLength(text, sorted[i - 1]));
  const found = new Map<string, Difference[]>();
  sorted.forEach((text, i) => {
    if (text.length <= kLong) return;
    const tails = new Map<number, number>(); // the longest, by place
    const add = (at: number, other: string) => {
      if (at > 0) tails.set(at, Math.max(tails.get(at) ?? 0, sharedTail(text, other)));
    };
    // What is shared with a neighbour further away is the least that is shared on the way to it.
    for (let k = i, least = Infinity; k > 0 && k > i - kNear && least > 0; --k) {
      add(least = Math.min(least, shared[k]), sorted[k - 1]);
    }
    for (let k = i + 1, least = Infinity; k < sorted.length && k < i + kNear && least > 0; ++k) {
      add(least = Math.min(least, shared[k]), sorted[k]);
    }
    const places = [...tails].map(([at, tail]) => ({ at, tail })).filter(({ tail }) => tail > 0);
    if (places.length > 0) found.set(text, places);
  });
  return found;
}

function sharedLength(a: string, b: string): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) ++n;
  return n;
}

function sharedTail(a: string, b: string): number {
  let n = 0;
  while (n < a.length && n < b.length && a[a.length - 1 - n] === b[b.length - 1 - n]) ++n;
  return n;
}

// Few tables have to cut any text, so what tells texts apart is looked for when one is cut.
export function differencesWhenCut(texts: () => string[]): (text: string) => Difference[] {
  let found: Map<string, Difference[]> | undefined;
  return (text) => (found ??= differencesOf(texts())).get(text) ?? [];
}
