// How far the name of a row in a tree stands to the right.

export const kTwist = 16; // pixels of the sign before a name
const kIndent = 14; // of a level
const kFullLevels = 12; // that are indented so much, and those below them less
const kDeepIndent = 5;
const kMostLevels = 24; // that are indented
const kPaperIndent = 5, kDeepPaperIndent = 2; // on paper, where letters are smaller

// Pixels left of the sign.
export function levelIndent(depth: number, isPaper = false): number {
  const full = Math.min(depth, kFullLevels);
  return full * (isPaper ? kPaperIndent : kIndent) +
    (Math.min(depth, kMostLevels) - full) * (isPaper ? kDeepPaperIndent : kDeepIndent);
}

// Pixels left of the name.
export function indentOf(depth: number): number {
  return levelIndent(depth) + kTwist;
}
