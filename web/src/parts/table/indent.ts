// How far the name of a row in a tree stands to the right.

const kTwist = 16; // pixels of the sign before a name
const kIndent = 14; // of a level
const kMostLevels = 24; // that are indented

// Pixels left of the sign.
export function levelIndent(depth: number): number {
  return Math.min(depth, kMostLevels) * kIndent;
}

// Pixels left of the name.
export function indentOf(depth: number): number {
  return levelIndent(depth) + kTwist;
}
