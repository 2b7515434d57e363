// Names of points in a plot, where there is room for them, the largest points first.

import { svg, textWidth } from "../dom";
import type { Frame } from "./axis";

export const kHigh = 14; // pixels of a label
const kMostLabels = 12;
const kMostTried = 60; // of the largest points, each of whose places is compared with all others
const kSize = 12; // of letters
const kGap = 4; // pixels between a point and its name
const kFar = [22, 36, 52, 70]; // pixels from a point to a name that a line leads to
const kLeaderFrom = 8; // pixels of distance, from which there is a line

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Dot {
  x: number;
  y: number;
  r: number;
}

interface Place {
  box: Box;
  leader?: [number, number, number, number]; // from the point's edge to the label
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function boxOf({ x, y, r }: Dot): Box {
  return { left: x - r, right: x + r, top: y - r, bottom: y + r };
}

// The numbers of the axes stand outside.
function isInside(box: Box, frame: Frame): boolean {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

function crosses([x1, y1, x2, y2]: [number, number, number, number], { left, right, top, bottom }: Box): boolean {
  let [from, to] = [0, 1];
  for (const [at, by, low, high] of [[x1, x2 - x1, left, right], [y1, y2 - y1, top, bottom]]) {
    if (by === 0 && (at < low || at > high)) return false;
    if (by === 0) continue;
    const [a, b] = [(low - at) / by, (high - at) / by];
    [from, to] = [Math.max(from, Math.min(a, b)), Math.min(to, Math.max(a, b))];
  }
  return from <= to;
}

// Where a label may stand, the best first: beside its point, above and below it, and farther away with a line.
function placesOf({ x, y, r }: Dot, wide: number): Place[] {
  const at = (left: number, middle: number): Box =>
    ({ left, right: left + wide, top: middle - kHigh / 2, bottom: middle + kHigh / 2 });
  const near = r + kGap;
  const places: Place[] = [at(x + near, y), at(x - near - wide, y), at(x - wide / 2, y - near - kHigh / 2),
    at(x - wide / 2, y + near + kHigh / 2)].map((box) => ({ box }));
  for (const far of kFar) {
    for (const [dx, dy] of [[1, -1], [1, 1], [-1, -1], [-1, 1], [0, -1], [0, 1], [2, -1], [2, 1], [-2, -1], [-2, 1]]) {
      const middle = y + dy * (r + far);
      const left = dx === 0 ? x - wide / 2 : dx > 0 ? x + dx * far / 2 : x + dx * far / 2 - wide;
      const box = at(left, middle);
      const end: [number, number] = [Math.max(box.left, Math.min(box.right, x)), dy < 0 ? box.bottom : box.top];
      const long = Math.hypot(end[0] - x, end[1] - y);
      const start: [number, number] = [x + (end[0] - x) * r / long, y + (end[1] - y) * r / long];
      places.push({ box, leader: long - r >= kLeaderFrom ? [...start, ...end] : undefined });
    }
  }
  return places;
}

// `roofAt` says where roofs are at a place, `taken` what else is written. No name lies on a point, on a roof or on
// another name. Halos, which make names readable over lines, lie below the points.
export function labelsOf(texts: string[], dots: Dot[], frame: Frame, roofAt: (px: number) => number[],
  taken: Box[]): Record<"leaders" | "halos" | "texts", SVGElement[]> {
  const boxes = dots.map(boxOf);
  const isOnRoof = (box: Box) => {
    const to = roofAt(box.right);
    return roofAt(box.left).some((from, k) => Math.min(from, to[k]) < box.bottom && Math.max(from, to[k]) > box.top);
  };
  const leaders: [number, number, number, number][] = [];
  const isFree = ({ box, leader }: Place, own: number) => isInside(box, frame) && !taken.some((other) => meet(box, other)) &&
    !isOnRoof(box) && !leaders.some((other) => crosses(other, box)) && !boxes.some((dot) => meet(box, dot)) &&
    !(leader && (taken.some((other) => crosses(leader, other)) ||
      boxes.some((dot, i) => i !== own && !meet(dot, boxes[own]) && crosses(leader, dot))));
  const placed = new Map<string, Place>();
  for (let i = 0; i < Math.min(dots.length, kMostTried) && placed.size < kMostLabels; ++i) {
    if (placed.has(texts[i])) continue;
    const place = placesOf(dots[i], textWidth(texts[i], kSize)).find((one) => isFree(one, i));
    if (!place) continue;
    placed.set(texts[i], place);
    taken.push(place.box);
    if (place.leader) leaders.push(place.leader);
  }
  const written = (kind: string) => [...placed].map(([text, { box }]) =>
    svg("text", { class: kind, x: box.left, y: box.bottom - kHigh / 2 + 4, "aria-hidden": kind === "point-halo" ? "true" : undefined }, text));
  return { leaders: leaders.map(([x1, y1, x2, y2]) => svg("line", { class: "leader", x1, y1, x2, y2 })),
    halos: written("point-halo"), texts: written("point-label") };
}
