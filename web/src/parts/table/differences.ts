// Where long texts differ, so that what is cut of them is not what tells them apart.

const kLong = 30; // characters, which are rarely cut
const kMostTexts = 5000; // that are compared
const kNear = 40; // neighbours in the alphabet that each is compared with, on either side
const kMostPlaces = 3; // of a text

// For each long text the places at which it begins to differ from those most like it, the first first.
export function differencesOf(texts: string[]): Map<string, number[]> {
  const sorted = [...new Set(texts.slice(0, kMostTexts))].sort();
  const shared = sorted.map((text, i) => i === 0 ? 0 : sharedLength(text, sorted[i - 1]));
  const found = new Map<string, number[]>();
  sorted.forEach((text, i) => {
    if (text.length <= kLong) return;
    const places = new Set<number>();
    // What is shared with a neighbour further away is the least that is shared on the way to it.
    for (let k = i, least = Infinity; k > 0 && k > i - kNear; --k) {
      places.add(least = Math.min(least, shared[k]));
    }
    for (let k = i + 1, least = Infinity; k < sorted.length && k < i + kNear; ++k) {
      places.add(least = Math.min(least, shared[k]));
    }
    const deepest = [...places].filter((place) => place > 0).sort((a, b) => b - a).slice(0, kMostPlaces);
    if (deepest.length > 0) found.set(text, deepest.reverse());
  });
  return found;
}

function sharedLength(a: string, b: string): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) ++n;
  return n;
}
