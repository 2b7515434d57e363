// The rows of a table that are shown: all, or those of a tree whose parents are open.

import type { Row, Section } from "../../report";
import { isAnnotation } from "../../format";
import { compareTexts, isOutside, isTree } from "../../report";

const kOpenAtOnce = 60; // a tree of so few rows is open as a whole

export interface RowList {
  count(): number;
  at(index: number): number; // the row's place in the section
}

export class AllRows implements RowList {
  private order: number[] | undefined;

  constructor(private readonly rows: Row[]) {}

  count(): number {
    return this.rows.length;
  }

  at(index: number): number {
    return this.order ? this.order[index] : index;
  }

  // Sorts the rows where they are: of sections, which no option sorts.
  sort(column: string, down: boolean): void {
    const keyed = this.rows.map((row, i) => ({ value: row[column], i, isLast: isAnnotation(row) || isOutside(row) }));
    const sign = down ? -1 : 1;
    keyed.sort((a, b) => {
      if (a.isLast !== b.isLast) return Number(a.isLast) - Number(b.isLast);
      if (a.value === null || b.value === null || a.value === b.value) {
        return Number(a.value === null) - Number(b.value === null) || a.i - b.i;
      }
      if (typeof a.value === "number" && typeof b.value === "number") {
        return sign * (a.value - b.value);
      }
      return sign * compareTexts(String(a.value), String(b.value));
    });
    this.order = keyed.map(({ i }) => i);
  }
}

// Texts are sorted from A to Z at first, numbers from the largest.
export function isText({ columns }: Section, column: string): boolean {
  return columns.some(({ name, type }) => name === column && type === "string");
}

// Rows stand after their parents, so the rows below one follow it without a gap.
export class TreeRows implements RowList {
  readonly depth: Int32Array;
  readonly parent: Int32Array;
  readonly end: Int32Array; // after the last row below
  private readonly open: Uint8Array;
  private shown: number[] = [];

  constructor(readonly section: Section, measure: string) {
    const rows = section.rows;
    const n = rows.length;
    this.depth = new Int32Array(n);
    this.parent = new Int32Array(n);
    this.end = new Int32Array(n);
    this.open = new Uint8Array(n);
    for (let i = 0; i < n; ++i) {
      const parent = rows[i].parent;
      // A row that names no row before it is a root.
      this.parent[i] = typeof parent === "number" && parent >= 0 && parent < i ? parent : -1;
      this.depth[i] = this.parent[i] < 0 ? 0 : this.depth[this.parent[i]] + 1;
      this.end[i] = i + 1;
    }
    for (let i = n - 1; i > 0; --i) {
      const parent = this.parent[i];
      if (parent >= 0) this.end[parent] = Math.max(this.end[parent], this.end[i]);
    }
    if (n <= kOpenAtOnce) this.open.fill(1);
    else this.openHottest(measure);
    this.list();
  }

  static of(section: Section, measure: string): TreeRows | undefined {
    return isTree(section) ? new TreeRows(section, measure) : undefined;
  }

  count(): number {
    return this.shown.length;
  }

  at(index: number): number {
    return this.shown[index];
  }

  indexOf(row: number): number {
    return this.shown.indexOf(row);
  }

  hasChildren(row: number): boolean {
    return this.end[row] > row + 1;
  }

  isOpen(row: number): boolean {
    return this.open[row] === 1;
  }

  toggle(row: number, open = !this.isOpen(row)): void {
    this.open[row] = open ? 1 : 0;
    this.list();
  }

  setAll(open: boolean): void {
    this.open.fill(open ? 1 : 0);
    for (let i = 0; i < this.parent.length; ++i) if (this.parent[i] < 0) this.open[i] = 1;
    this.list();
  }

  // Opens the rows above a row, so that it is shown.
  reveal(row: number): void {
    for (let up = this.parent[row]; up >= 0; up = this.parent[up]) this.open[up] = 1;
    this.list();
  }

  children(row: number): number[] {
    const children = [];
    for (let i = row + 1; i < this.end[row]; i = this.end[i]) children.push(i);
    return children;
  }

  // Opens the roots, and follows the largest child down.
  private openHottest(measure: string): void {
    const value = (row: number) => Number(this.section.rows[row][measure]) || 0;
    for (let i = 0; i < this.end.length; i = this.end[i]) this.open[i] = 1;
    let at = 0;
    while (at < this.end.length && this.hasChildren(at)) {
      this.open[at] = 1;
      at = this.children(at).reduce((best, row) => (value(row) > value(best) ? row : best), at + 1);
    }
  }

  private list(): void {
    const shown = [];
    for (let i = 0; i < this.end.length; ) {
      shown.push(i);
      i = this.open[i] ? i + 1 : this.end[i];
    }
    this.shown = shown;
  }
}
