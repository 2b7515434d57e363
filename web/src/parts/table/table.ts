// A table of any section: only the rows in sight are elements, so 200,000 rows scroll.

import { el, kPaperWidth, onHeight, onPrint, onWidth, replace } from "../../dom";
import { isAnnotation } from "../../format";
import type { Section } from "../../report";
import type { ShownColumn } from "./columns";
import { ChosenColumns } from "./fitting_columns";
import { groupColumn, groupSentence } from "./groups";
import { AllRows, isText, TreeRows } from "./rows";
import { MadeRows, type InSight } from "./made_rows";
import { isPlaced, rowElement, type Layout } from "./row_element";
import { rowsInSight, setTall } from "./height";
import type { TableOptions } from "./options";
import { kRowHeight, kTallest } from "./spacer";
import { headerRow } from "./header";
import { moveOf, sidewaysOf } from "./keys";
import { notPrinted, tableTools } from "./tools";
import { printedRows } from "./paper";
import { fadeEdge, scrollToRow } from "./scrolled";
import { fitWidths, isCrowded, narrowed, paperWidths, printedColumns, setWidths } from "./widths";

const kSlack = 40; // pixels that a table need not fill
const kScrollbar = 17; // pixels, with the borders
const kSpare = 6; // rows made above and below those in sight
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
  private readonly chosen: ChosenColumns;
  private around: (HTMLElement | null)[] = []; // above and below the rows
  private cols: HTMLElement[] = [];
  private tallest = kTallest; // rows in sight
  private left = 0; // pixels that are scrolled to the side
  private readonly group: string;
  private readonly grid: HTMLTableElement;
  private readonly holder = el("div", { class: "scroller-holder" }, this.scroller);

  constructor(private readonly section: Section, private readonly options: TableOptions) {
    this.chosen = new ChosenColumns(section, options, options.kept ?? { formats: new Map() });
    this.measure = this.chosen.shown.find((shown) => shown.isMeasure)?.column.name ?? "";
    this.tree = TreeRows.of(section, this.measure);
    this.rows = this.tree ?? new AllRows(section.rows);
    this.group = this.tree ? "" : groupColumn(section, this.measure);
    this.grid = el("table", {
      role: this.tree ? "treegrid" : "grid", "aria-label": options.label, tabindex: 0,
      keydown: (event) => this.onKey(event as KeyboardEvent), focus: () => this.active < 0 && this.activate(0, false),
    });
    this.scroller.append(this.grid);
    this.element.append(this.holder);
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

  // Goes to a row before or after the active one, and shows it in full.
  step(by: number): void {
    const before = this.active;
    this.activate(before + by);
    if (this.active !== before) this.pick();
  }

  private build(): void {
    const { chosen, isPaper } = this;
    chosen.choose(this.all);
    chosen.fit(isPaper ? 0 : this.element.clientWidth - kScrollbar);
    this.columns = isPaper ? printedColumns(chosen.shown, kPaperWidth) : chosen.shown;
    this.cols = this.columns.map(() => el("col"));
    this.grid.dataset.least = String(this.columns.reduce((sum, { width }) => sum + width, 0));
    replace(this.grid, el("colgroup", {}, ...this.cols), el("thead", {}, this.header()), this.body);
    // The rows stay where they are, with the focus and as far as they are scrolled.
    this.around.forEach((one) => one?.remove());
    const tools = isPaper ? null : this.tools();
    const more = isPaper ? notPrinted(this.section.rows.length, this.rows.count(), printedRows(this.rows.count(), this.options, this.columns),
      chosen.shown.length - this.columns.length) : null;
    this.around = [tools, more];
    if (tools) this.holder.before(tools);
    if (more) this.holder.after(more);
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
    if (this.chosen.fit(this.element.clientWidth - kScrollbar)) this.build();
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

  // On paper all rows are elements, up to a limit.
  private print(isPaper: boolean): void {
    this.isPaper = isPaper;
    this.build();
  }

  private onScroll(): void {
    const isSideways = this.scroller.scrollLeft !== this.left;
    if (!this.made.isShown(this.inSight())) this.draw();
    if (isSideways) this.showMore(); // which lays out what was drawn
  }

  private showMore(): void {
    this.left = this.scroller.scrollLeft;
    fadeEdge(this.scroller, this.holder);
  }

  private tools(): HTMLElement | null {
    const { hidden, left } = this.chosen;
    const groups = this.sorted === "" ? groupSentence(this.section, this.group) : "";
    const marks = this.section.rows.slice(0, kTallest).some(isAnnotation);
    if (!this.tree && hidden === "" && groups === "" && !marks && !this.all) return null;
    const setAll = (open: boolean) => () => {
      this.tree?.setAll(open);
      this.refresh();
    };
    return tableTools({ rows: this.section.rows.length, isTree: this.tree !== undefined, hidden, left, groups, marks,
      hasAll: this.all, setAll, toggle: () => {
        this.all = !this.all;
        this.build();
      } });
  }

  private header(): HTMLTableRowElement {
    const { orderBy, onSort, isReversed } = this.options;
    const sorted = onSort ? orderBy : this.sorted;
    return headerRow(this.columns, ({ column: { name, type } }) => ({
      isSorted: sorted !== "" && sorted === this.sortedColumn(name, sorted),
      isDown: onSort ? (type !== "string") !== Boolean(isReversed) : this.down,
    }), this.isPaper ? undefined : (name) => this.sortBy(name));
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
      this.down = this.sorted === column ? !this.down : !isText(this.section, column);
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
    const count = this.rows.count();
    const total = this.isPaper ? printedRows(count, this.options, this.columns) : count;
    if (!this.scroller.classList.contains("long")) return { begin: 0, end: total, total };
    const height = this.scroller.clientHeight || 800;
    const begin = Math.max(0, Math.min(total, Math.floor(this.scroller.scrollTop / kRowHeight)) - kSpare);
    return { begin, end: Math.min(total, begin + Math.ceil(height / kRowHeight) + 2 * kSpare), total };
  }

  private draw(): void {
    this.made.show(this.rows, this.inSight(), (at) => rowElement(this.section, this.tree, at, this),
      (row, index) => this.number(row, index));
  }

  private number(row: HTMLTableRowElement, index: number): void {
    if (!isPlaced(row, this.id, index)) return;
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
    if (scroll && this.scroller.classList.contains("long")) {
      scrollToRow(this.scroller, this.active);
      this.draw();
    }
    this.made.at(this.rows.at(this.active))?.classList.add("active");
    this.grid.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.target !== this.grid) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / kRowHeight) - 2);
    const move = moveOf(event.key, page);
    if (move !== undefined) this.activate(this.active + move);
    else if (event.key === "Enter" || event.key === " ") this.pick();
    else if (event.key === "ArrowRight" && this.tree) this.toggle(this.active, true);
    else if (event.key === "ArrowLeft" && this.tree) this.closeOrUp();
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") this.scroller.scrollLeft += sidewaysOf(event.key);
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
