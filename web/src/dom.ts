// Makes elements. Texts from profiles are set as text, never parsed as markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child) element.append(child);
  }
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

let pen: CanvasRenderingContext2D | null = null;
let family = ""; // of the page's font

// How wide a text will be, in pixels.
export function textWidth(text: string, size: number, weight = 400): number {
  pen = pen ?? document.createElement("canvas").getContext("2d");
  if (!pen) return text.length * size * 0.66;
  family = family || getComputedStyle(document.body).fontFamily;
  pen.font = `${weight} ${size}px ${family}`;
  return pen.measureText(text).width;
}

const kLongestTitle = 2000;

const kBefore = 4; // characters shown before those that tell texts apart
const kMostPlaces = 3; // of a text, that are shown
const kLeastPart = 6; // characters of a part that is shown
// Of a cut text, in three parts and in two.
const kBegin = 0.3, kEnd = 0.25, kHead = 0.6;

// Where a text begins to differ from another one, and how many letters at their ends are the same.
export interface Difference {
  at: number;
  tail: number;
}

// A line of a file, of which the end says most.
const kPlaceInFile = /^\S+\.\w+:\d+$/;

// Cuts a long text in its middle, where names of scopes and kernels differ least. What tells it apart
// from others, as `differs` says, is left in, where its begin and its end do not tell.
export function shorten(text: string, longest: number, differs: Difference[] = []): string {
  if (text.length <= longest) return text;
  if (kPlaceInFile.test(text) && !differs.some(({ tail: same }) => same >= longest - 1)) {
    const end = text.slice(text.length - longest + 1);
    // From a whole folder on, so that all rows of a file read alike.
    return `…${end.slice(Math.max(0, end.indexOf("/")))}`;
  }
  const head = Math.ceil((longest - 1) * kHead);
  const tail = longest - 1 - head;
  // What another text reads, too, if it is cut there.
  const isAlike = (begin: number, end: number) => ({ at, tail: same }: Difference) => at >= begin && same >= end;
  if (!differs.some(isAlike(head, tail))) return `${text.slice(0, head)}…${text.slice(text.length - tail)}`;
  const [begin, end] = [Math.floor(longest * kBegin), Math.floor(longest * kEnd)];
  const places = differs.filter(isAlike(begin, end)).map(({ at }) => at).sort((a, b) => a - b);
  const most = Math.max(1, Math.min(kMostPlaces, Math.floor((longest - begin - end) / kLeastPart)));
  return withParts(text, longest, begin, end, places.slice(-most));
}

// The begin of a text, its end, and a part of it around each place.
function withParts(text: string, longest: number, begin: number, end: number, places: number[]): string {
  const each = Math.max(2, Math.floor((longest - begin - end - places.length - 1) / places.length));
  const last = text.length - end;
  let short = text.slice(0, begin);
  let shown = begin;
  for (const place of places) {
    const from = Math.max(shown, Math.min(place - Math.min(kBefore, each >> 1), last - each));
    const to = Math.min(last, from + each);
    if (from >= to) continue;
    short += from > shown ? `…${text.slice(from, to)}` : text.slice(from, to);
    shown = to;
  }
  return `${short}${shown < last ? "…" : ""}${text.slice(last)}`;
}

const kNarrowest = 3; // pixels of a letter

// Cuts a text in its middle, and only as far as it would take more than so many pixels.
export function fitText(text: string, pixels: number, size = 13, differs: Difference[] = []): string {
  if (text.length * size <= pixels) return text; // no letter is wider than it is high
  const possible = shorten(text, Math.max(4, Math.floor(pixels / kNarrowest)), differs);
  if (textWidth(possible, size) <= pixels) return possible;
  let [fits, tooLong] = [4, possible.length];
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >> 1;
    if (textWidth(shorten(text, middle, differs), size) <= pixels) fits = middle;
    else tooLong = middle;
  }
  return shorten(text, fits, differs);
}

const kFewestShared = 8; // characters

// The folders that all texts begin with, which are left out where one is longer than `longest`.
export function sharedStart(texts: string[], longest: number): string {
  if (!texts.some((text) => text.length > longest)) return "";
  let shared = texts[0];
  for (const text of texts) {
    while (!text.startsWith(shared)) shared = shared.slice(0, -1);
  }
  const start = shared.slice(0, shared.lastIndexOf("/") + 1);
  return start.length < kFewestShared ? "" : start;
}

export function withoutStart(text: string, start: string): string {
  return start !== "" && text.startsWith(start) ? `…${text.slice(start.length)}` : text;
}

// A text from a profile: cut, isolated from the direction of the text around it, in full as a title.
export function name(text: string, longest = 90, whole = text): HTMLElement {
  const short = shorten(text, longest);
  return el("bdi", { title: short === whole ? undefined : shorten(whole, kLongestTitle) }, short);
}

// The same, cut to a width in pixels so that it does not read as those that it `differs` from.
export function fittingName(text: string, pixels: number, whole = text,
  differs: Difference[] = []): HTMLElement {
  const short = fitText(text, pixels, undefined, differs);
  return el("bdi", { title: short === whole ? undefined : shorten(whole, kLongestTitle) }, short);
}

// What a page does when its element is no longer shown.
const cleanups = new WeakMap<Node, (() => void)[]>();

export function onRemoved(element: Node, action: () => void): void {
  cleanups.set(element, [...(cleanups.get(element) ?? []), action]);
}

export function runRemoved(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node: Node | null = root; node; node = walker.nextNode()) {
    cleanups.get(node)?.forEach((action) => action());
  }
}

export const kPaperWidth = 700; // pixels of a portrait page between its margins
const kPaperHalf = 330; // of two charts side by side
const kLeastWidth = 100; // in which something can be drawn

// What happens before the page is printed, and after.
export function onPrint(element: Node, before: () => void, after: () => void): void {
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  onRemoved(element, () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
  });
}

// Calls `draw` with the element's width now and whenever it changes, and with the paper's to print.
export function onWidth(element: HTMLElement, draw: (width: number) => void): void {
  let last = 0;
  onPrint(element, () => draw(element.closest(".charts .picture:not(.wide)") ? kPaperHalf : kPaperWidth),
    () => element.clientWidth >= kLeastWidth && draw(element.clientWidth));
  const observer = new ResizeObserver(() => {
    const width = Math.floor(element.clientWidth);
    if (width < kLeastWidth || width === last) return;
    last = width;
    draw(width);
  });
  observer.observe(element);
  onRemoved(element, () => observer.disconnect());
}

// Calls `fit` when the window or the page around an element becomes higher or lower.
export function onHeight(element: HTMLElement, fit: () => void): void {
  const observer = new ResizeObserver(fit);
  observer.observe(element);
  // What stands above and below it is of its ancestors.
  requestAnimationFrame(() => {
    const page = element.closest(".page");
    if (page) observer.observe(page);
  });
  window.addEventListener("resize", fit);
  onRemoved(element, () => {
    observer.disconnect();
    window.removeEventListener("resize", fit);
  });
}
