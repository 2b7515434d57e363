// Which keys go to which row.

// How far a key moves from the active row of a table that shows `page` rows; undefined of another key.
export function moveOf(key: string, page: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
  };
  return moves[key];
}

const kSideways = 160; // pixels that an arrow key moves

export function sidewaysOf(key: string): number {
  return key === "ArrowRight" ? kSideways : -kSideways;
}
