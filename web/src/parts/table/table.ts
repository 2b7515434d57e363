// A table of any section: only the rows in sight are elements, so 200,000 rows scroll.

import { el, kPaperWidth, onHeight, onPrint, onWidth, replace } from "../../dom";
import { isAnnotation } from "../../format";
import type { Section } from "../../report";
import { chooseColumns, type Kept, type ShownColumn } from "./columns";
import { groupColumn, groupSentence } from "./groups";
import { AllRows, TreeRows } from "./rows";
import { MadeRows, type InSight } from "./made_rows";
import { rowElement, type Layout } from "./row_element";
import { rowsInSight, setTall } from "./height";
import type { TableOptions } from "./options";
import { kRowHeight, kTallest } from "./spacer";
import { headerCell } from "./header";
import { notPrinted, tableTools } from "./tools";
import { fitWidths, isCrowded, narrowed, paperWidths, printedColumns, setWidths } from "./widths";

const kSlack = 40; // pixels that a table need not fill
const kSideways = 160; // pixels that an arrow key moves
const kSpare = 6; // rows made above and below those in sight
const kMostPrinted = 400; // rows
let tables = 0;

export class Table implements Layout {
  readonly element = el("div", { class: "table-part" });
  readonly tree: TreeRows | undefined;
  readonly measure: string; // the column that rows are sorted by, or ""
  columns: ShownColumn[] = [];
  widths: number[] = [];
  isCrowded = false;
  isPaper = false;
  private readonly rows: AllRows | TreeRows;
  private readonly id = `t${++tables}`;
  private readonly scroller = el("div", { class: "scroller" });
  private readonly body = el("tbody");
  private readonly made = new MadeRows(this.body);
  private active = -1;
  private all = false;
  private sorted = "";
  private down = true;
  private kept: Kept = { formats: new Map() };
  private cols: HTMLElement[] = [];
  private tallest = kTallest; // rows in sight
  private left = 0; // pixels that are scrolled to the side
  private readonly group: string;
  private grid = el("table");
  private readonly holder = el("div", { class: "scroller-holder" }, this.scroller);

  constructor(private readonly section: Section, private readonly options: TableOptions) {
    if (options.kept) this.kept = options.kept;
    const first = chooseColumns(section, options.orderBy, false, this.kept);
    this.measure = first.shown.find((shown) => shown.isMeasure)?.column.name ?? "";
    this.tree = TreeRows.of(section, this.measure);
    this.rows = this.tree ?? new AllRows(section.rows);
    this.group = this.tree ? "" : groupColumn(section, this.measure);
    this.scroller.addEventListener("scroll", () => this.onScroll(), { passive: true });
    this.body.addEventListener("click", (event) => this.onClick(event));
    onWidth(this.element, () => this.fit());
    onHeight(this.element, () => this.setHeight());
    onPrint(this.holder, () => this.print(true), () => this.print(false));
    this.build();
  }

  // Makes a row of the section the active one.
  showRow(row: number): void {
    this.tree?.reveal(row);
    this.refresh();
    this.activate(this.tree ? this.tree.indexOf(row) : row);
  }

  private build(): void {
    const choice = chooseColumns(this.section, this.options.orderBy, this.all, this.kept);
    this.columns = this.isPaper ? printedColumns(choice.shown, kPaperWidth) : choice.shown;
    this.cols = this.columns.map(() => el("col"));
    this.grid = el("table", {
      role: this.tree ? "treegrid" : "grid",
      "aria-label": this.options.label,
      "data-least": this.columns.reduce((sum, { width }) => sum + width, 0),
      tabindex: 0,
      keydown: (event) => this.onKey(event as KeyboardEvent),
      focus: () => this.active < 0 && this.activate(0, false),
    }, el("colgroup", {}, ...this.cols), el("thead", {}, this.header()), this.body);
    replace(this.scroller, this.grid);
    replace(this.element, this.tools(choice.hidden), this.holder,
      this.isPaper ? notPrinted(this.section.rows.length, this.rows.count(), kMostPrinted,
        choice.shown.length - this.columns.length) : null);
    this.layOut(this.isPaper ? kPaperWidth : this.room());
    this.refresh();
  }

  private layOut(width: number): void {
    this.isCrowded = !this.isPaper && isCrowded(this.columns, width);
    this.grid.classList.toggle("crowded", this.isCrowded);
    this.widths = this.isPaper ? paperWidths(this.columns, width)
      : fitWidths(this.isCrowded ? narrowed(this.columns) : this.columns, width);
    setWidths(this.grid, this.cols, this.widths, this.isPaper ? width : undefined);
    const all = this.widths.reduce((sum, pixels) => sum + pixels, 0);
    const around = this.scroller.offsetWidth - this.scroller.clientWidth;
    this.holder.style.maxWidth = !this.isPaper && all < width - kSlack ? `${all + around}px` : "";
  }

  // The width that the table may take: without the scroller's border and its scrollbar.
  private room(): number {
    return this.element.clientWidth - (this.scroller.offsetWidth - this.scroller.clientWidth);
  }

  private fit(): void {
    if (this.isPaper) return;
    this.setHeight();
    const before = this.widths.join();
    this.layOut(this.room());
    if (this.widths.join() !== before) this.refresh();
    this.showMore();
  }

  // Again when the window or what stands above the table changes its height.
  private setHeight(): void {
    if (this.isPaper || !this.scroller.isConnected) return;
    const tallest = rowsInSight(this.scroller, this.rows.count(), this.options.fills ?? false);
    if (tallest === this.tallest) return;
    this.tallest = tallest;
    this.list();
  }

  // On paper all rows are elements, up to a limit, and their names are whole.
  private print(isPaper: boolean): void {
    this.isPaper = isPaper;
    this.build();
  }

  private onScroll(): void {
    const isSideways = this.scroller.scrollLeft !== this.left;
    if (!this.made.isShown(this.inSight())) this.draw();
    if (isSideways) this.showMore(); // which lays out what was drawn
  }

  // Fades the edge behind which there are more columns.
  private showMore(): void {
    const { scrollLeft, scrollWidth, clientWidth, offsetWidth } = this.scroller;
    this.left = scrollLeft;
    this.holder.style.setProperty("--scrollbar", `${offsetWidth - clientWidth}px`);
    this.holder.classList.toggle("sideways", scrollWidth > clientWidth + 2);
    this.holder.classList.toggle("more", scrollLeft + clientWidth < scrollWidth - 2);
  }

  private tools(hidden: string): HTMLElement | null {
    const groups = this.sorted === "" ? groupSentence(this.section, this.group) : "";
    const marks = this.section.rows.slice(0, kTallest).some(isAnnotation);
    if (!this.tree && hidden === "" && groups === "" && !marks && !this.all) return null;
    const setAll = (open: boolean) => () => {
      this.tree?.setAll(open);
      this.refresh();
    };
    return tableTools({ rows: this.section.rows.length, isTree: this.tree !== undefined, hidden, groups, marks,
      hasAll: this.all, setAll, toggle: () => {
        this.all = !this.all;
        this.build();
      } });
  }

  private header(): HTMLTableRowElement {
    const hasUnits = this.columns.some(({ format }) => Boolean(format?.label));
    return el("tr", { "aria-rowindex": 1 }, ...this.columns.map((shown) => {
      const sorted = this.options.onSort ? this.options.orderBy : this.sorted;
      return headerCell(shown, {
        isSorted: sorted !== "" && sorted === this.sortedColumn(shown.column.name, sorted),
        isDown: this.options.onSort
          ? (shown.column.name !== "name") !== Boolean(this.options.isReversed) : this.down,
      }, hasUnits, () => this.sortBy(shown.column.name));
    }));
  }

  // Of trees the totals show the order, not the row's own values.
  private sortedColumn(column: string, sorted: string): string {
    if (!this.tree || sorted === "name") return column;
    return column === `total_${sorted}` ? sorted : "";
  }

  private sortBy(column: string): void {
    if (this.options.onSort) {
      this.options.onSort(column);
    } else if (this.rows instanceof AllRows) {
      this.down = this.sorted === column ? !this.down : column !== "name";
      this.sorted = column;
      this.rows.sort(column, this.down);
      this.build();
    }
  }

  private refresh(): void {
    this.made.clear();
    this.list();
    this.showMore();
  }

  // Draws the rows that are shown now; those that were before are left as they are.
  private list(): void {
    // Rows of prose differ in height, so all of them are made.
    const isLong = !this.isPaper && this.rows.count() > this.tallest && !this.columns.some((shown) => shown.isProse);
    setTall(this.scroller, this.holder, isLong ? this.tallest : undefined);
    this.grid.setAttribute("aria-rowcount", String(this.rows.count() + 1));
    this.draw();
  }

  private inSight(): InSight {
    const total = Math.min(this.rows.count(), this.isPaper ? kMostPrinted : Infinity);
    if (!this.scroller.classList.contains("long")) return { begin: 0, end: total, total };
    const height = this.scroller.clientHeight || 800;
    const begin = Math.max(0, Math.min(total, Math.floor(this.scroller.scrollTop / kRowHeight)) - kSpare);
    return { begin, end: Math.min(total, begin + Math.ceil(height / kRowHeight) + 2 * kSpare), total };
  }

  private draw(): void {
    this.made.show(this.rows, this.inSight(), (at) => rowElement(this.section, this.tree, at, this),
      (row, index) => this.number(row, index));
  }

  // What a row says of its place among those that are shown.
  private number(row: HTMLTableRowElement, index: number): void {
    const id = `${this.id}-${index}`;
    if (row.id === id) return;
    row.id = id;
    row.setAttribute("aria-rowindex", String(index + 2));
    row.classList.toggle("active", index === this.active);
    if (this.group === "") return;
    const [before, own] = [Math.max(0, index - 1), index].map((i) => this.section.rows[this.rows.at(i)]);
    row.classList.toggle("group", this.sorted === "" && before[this.group] !== own[this.group]);
  }

  private onClick(event: Event): void {
    const target = event.target as Element;
    const row = target.closest("tr");
    if (!row || row.id === "" || target.closest("a")) return;
    const index = Number(row.getAttribute("aria-rowindex")) - 2;
    if (target.closest(".twist") && this.tree) this.toggle(index);
    else {
      this.activate(index, false);
      this.pick();
    }
  }

  private toggle(index: number, open?: boolean): void {
    const at = this.rows.at(index);
    if (!this.tree?.hasChildren(at)) return;
    const active = this.active < 0 ? -1 : this.rows.at(this.active);
    this.tree.toggle(at, open);
    this.made.forget(at);
    this.list();
    if (active < 0) return;
    // The same row stays the active one, or what it is below if it is no longer shown.
    const place = this.tree.indexOf(active);
    this.activate(place < 0 ? this.tree.indexOf(at) : place, false);
  }

  private pick(): void {
    if (this.active < 0) return;
    const at = this.rows.at(this.active);
    this.options.onPick?.(this.section.rows[at], at);
  }

  private activate(index: number, scroll = true): void {
    if (this.rows.count() === 0) return;
    this.body.querySelector("tr.active")?.classList.remove("active");
    this.active = Math.max(0, Math.min(this.rows.count() - 1, index));
    const top = this.active * kRowHeight;
    const sight = this.scroller.clientHeight - 48;
    if (scroll && this.scroller.classList.contains("long")) {
      if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
      else if (top > this.scroller.scrollTop + sight - kRowHeight) {
        this.scroller.scrollTop = top - sight + kRowHeight;
      }
      this.draw();
    }
    this.made.at(this.rows.at(this.active))?.classList.add("active");
    this.grid.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.target !== this.grid) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / kRowHeight) - 2);
    const moves: Record<string, number> = {
      ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    };
    if (event.key in moves) this.activate(this.active + moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.pick();
    else if (event.key === "ArrowRight" && this.tree) this.toggle(this.active, true);
    else if (event.key === "ArrowLeft" && this.tree) this.closeOrUp();
    else if (event.key === "ArrowRight") this.scroller.scrollLeft += kSideways;
    else if (event.key === "ArrowLeft") this.scroller.scrollLeft -= kSideways;
    else return;
    event.preventDefault();
  }

  private closeOrUp(): void {
    const at = this.rows.at(this.active);
    if (!this.tree || at === undefined) return;
    if (this.tree.isOpen(at) && this.tree.hasChildren(at)) this.toggle(this.active, false);
    else if (this.tree.parent[at] >= 0) this.activate(this.tree.indexOf(this.tree.parent[at]));
  }
}
