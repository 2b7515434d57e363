// Rows of sizes as a map: areas are shares of the whole. Each area is a button.

import { el, fittingName, name, onWidth, replace, textWidth } from "../dom";
import { quantity } from "../format";
import { grouped } from "../grouped";
import { hasColumn, numberOf, textOf } from "../report";
import type { Row, Section } from "../report";

const kHeight = 200, kHeightOfMain = 360, kHeightOfSmall = 90; // pixels, the first as in treemap.css
const kMostMaps = 8;
const kFarLarger = 3; // times
const kLeastOfLargest = 0.01; // of the largest map's bytes, for one of its own
const kBeside = 18; // pixels of an area that its label does not have
const kLeastLabel = 40; // pixels of a label that is cut
const kLabelSize = 13, kSizeLabel = 11.5; // of letters

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function isShareOfBytes(section: Section): boolean {
  return hasColumn(section, "bytes") && hasColumn(section, "share") && section.rows.length > 1;
}

// Squarified: fills the box with rows of areas along its shorter side, each as square as possible.
export function squarify(sizes: number[], box: Box): Box[] {
  const boxes: Box[] = [];
  let { x, y, width, height } = box;
  let rest = sizes.reduce((sum, size) => sum + size, 0);
  for (let begin = 0; begin < sizes.length && rest > 0; ) {
    const side = Math.min(width, height);
    const scale = (width * height) / rest;
    let end = begin;
    let sum = 0;
    let worst = Infinity;
    while (end < sizes.length) {
      const next = sum + sizes[end];
      const thickness = (next * scale) / side;
      const ratios = [sizes[begin], sizes[end]].map((size) => {
        const length = (size * scale) / thickness;
        return Math.max(length / thickness, thickness / length);
      });
      const ratio = Math.max(...ratios);
      if (ratio > worst) break;
      worst = ratio;
      sum = next;
      ++end;
    }
    const thickness = (sum * scale) / side;
    let along = 0;
    for (let i = begin; i < end; ++i) {
      const length = (sizes[i] * scale) / thickness;
      boxes.push(width >= height
        ? { x, y: y + along, width: thickness, height: length }
        : { x: x + along, y, width: length, height: thickness });
      along += length;
    }
    if (width >= height) [x, width] = [x + thickness, width - thickness];
    else [y, height] = [y + thickness, height - thickness];
    rest -= sum;
    begin = end;
  }
  return boxes;
}

function draw(host: HTMLElement, rows: Row[], width: number, height: number, onPick: (row: Row) => void): void {
  const boxes = squarify(rows.map((row) => numberOf(row, "bytes")), { x: 0, y: 0, width, height });
  replace(host, ...boxes.map((box, i) => {
    const [text, size] = [textOf(rows[i], "name"), quantity(numberOf(rows[i], "bytes"), "B")];
    const label = `${text}: ${size}`;
    const room = box.width - kBeside;
    // A name of which a few letters are left says nothing: it is the area's title.
    const fits = box.height > 22 && (textWidth(text, kLabelSize) <= room ||
      room >= kLeastLabel);
    const area = el("button", { class: `area c${i % 12}`, title: label.slice(0, 600),
      "aria-label": label.slice(0, 200), click: () => onPick(rows[i]) },
    fits ? fittingName(text, room) : null,
    fits && box.height > 40 && textWidth(size, kSizeLabel) <= room ? el("small", {}, size) : null);
    area.style.left = `${box.x}px`;
    area.style.top = `${box.y}px`;
    area.style.width = `${Math.max(1, box.width - 2)}px`;
    area.style.height = `${Math.max(1, box.height - 2)}px`;
    return area;
  }));
}

// What was there before says nothing of what could be saved, and would fill the map.
const kBefore = "<allocated before>";
// An allocator is one of a device, of a process, in a step; programs are not there at the same time.
const kOwners = ["rank", "device", "allocator", "step", "module", "program_id"];
const kNumbers: Record<string, string> = { rank: "rank", step: "step", program_id: "program" };

// What a row is part of.
function ownerOf(row: Row, columns: string[]): string {
  return columns.map((column) => {
    const text = textOf(row, column);
    const word = /^\d+$/.test(text) ? kNumbers[column] : undefined;
    return word ? `${word} ${text}` : text;
  }).filter((text) => text !== "").join(", ");
}

function map(all: Row[], title: string, owner: string, height: number, onPick: (row: Row) => void): HTMLElement | null {
  const rows = all.filter((row) => numberOf(row, "bytes") > 0 && textOf(row, "name") !== kBefore)
    .sort((a, b) => numberOf(b, "bytes") - numberOf(a, "bytes")).slice(0, 120);
  if (rows.length < 2) return null;
  const before = all.find((row) => textOf(row, "name") === kBefore);
  const said = [title && owner ? `${title} of ${owner}` : title || owner, before ? `without the ${quantity(numberOf(before, "bytes"), "B")} allocated before` : ""];
  const size = quantity(rows.reduce((sum, row) => sum + numberOf(row, "bytes"), 0), "B");
  const caption = [said.filter((text) => text !== "").join(", "), size].filter((text) => text !== "").join(": ");
  const areas = el("div", { class: "treemap" });
  areas.style.height = `${height}px`;
  onWidth(areas, (width) => draw(areas, rows, width, height, onPick));
  return el("figure", { class: "picture" },
    el("figcaption", {}, name(caption, 160)), areas);
}

interface Owner {
  owner: string;
  rows: Row[];
  size: number;
}

// The bytes that a map draws.
function sizeOf(rows: Row[]): number {
  return rows.reduce((sum, row) => sum +
    (textOf(row, "name") === kBefore ? 0 : Math.max(0, numberOf(row, "bytes") || 0)), 0);
}

// Programs that are alike, as one that is compiled again and again, have one map.
function alikeAsOne(owners: Owner[]): (Owner & { count: number })[] {
  const alike = grouped(owners, ({ rows }) => JSON.stringify(rows.map((row) => [row.name, row.bytes, row.shape])));
  return [...alike.values()].map((all) => ({ ...all[0], count: all.length,
    owner: all.length === 1 ? all[0].owner : `${all[0].owner} and ${all.length - 1} alike` }));
}

// A map per allocator or program, of its rows in the section; `title` says what the areas are, unless that stands above.
export function treemap(section: Section, title: string, onPick: (row: Row) => void): HTMLElement | null {
  const owners = kOwners.filter((column) => hasColumn(section, column));
  const groups = grouped(section.rows, (row) => ownerOf(row, owners));
  const sizes = [...groups].map(([owner, rows]) => ({ owner, rows, size: sizeOf(rows) }));
  const largest = sizes.reduce((most, { size }) => Math.max(most, size), 0);
  const large = alikeAsOne(sizes.filter(({ size }) => size >= kLeastOfLargest * largest))
    .sort((a, b) => b.size - a.size);
  // One that is far larger than all others has more parts to name.
  const isMain = large.length > 1 && large[0].size > kFarLarger * large[1].size;
  const maps: HTMLElement[] = [];
  let left = sizes.length;
  for (const { owner, rows, count } of large) {
    if (maps.length === kMostMaps) break;
    left -= count;
    const height = !isMain ? kHeight : maps.length === 0 ? kHeightOfMain : kHeightOfSmall;
    const figure = map(rows, title, owner, height, onPick);
    if (figure) maps.push(figure);
  }
  if (maps.length === 0) return null;
  if (maps.length > 1 && isMain) maps[0].classList.add("wide");
  const charts = el("div", { class: maps.length > 1 ? "charts of-maps" : undefined }, ...maps);
  return left === 0 ? charts : el("div", { class: "maps" }, charts,
    el("p", { class: "about" }, left === 1 ? "1 smaller one is not drawn: see the table"
      : `${left} smaller ones are not drawn: see the table`));
}
