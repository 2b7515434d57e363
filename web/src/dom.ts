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

// Cuts a long text in its middle, where names of scopes and kernels differ least. What stands at the
// places `shown` is left in.
export function shorten(text: string, longest: number, shown: number[] = []): string {
  if (text.length <= longest) return text;
  const head = Math.ceil((longest - 1) * 0.6);
  const tail = longest - 1 - head;
  const cutOut = shown.filter((at) => at >= head && at < text.length - tail);
  if (cutOut.length === 0) return `${text.slice(0, head)}…${text.slice(text.length - tail)}`;
  return withParts(text, longest, cutOut);
}

// The begin of a text, and a part of it around each place.
function withParts(text: string, longest: number, places: number[]): string {
  const start = Math.floor(longest * 0.35);
  const each = Math.max(2, Math.floor((longest - start - places.length - 1) / places.length));
  let short = text.slice(0, start);
  let end = start; // of what is shown
  for (const place of places) {
    const from = Math.max(end, place - Math.min(kBefore, each >> 1));
    short += from > end ? `…${text.slice(from, from + each)}` : text.slice(from, from + each);
    end = Math.min(text.length, from + each);
  }
  return end < text.length ? `${short}…` : short;
}

const kNarrowest = 3; // pixels of a letter

// Cuts a text in its middle, and only as far as it would take more than so many pixels.
export function fitText(text: string, pixels: number, size = 13, shown: number[] = []): string {
  if (text.length * size <= pixels) return text; // no letter is wider than it is high
  const possible = shorten(text, Math.max(4, Math.floor(pixels / kNarrowest)), shown);
  if (textWidth(possible, size) <= pixels) return possible;
  let [fits, tooLong] = [4, possible.length];
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >> 1;
    if (textWidth(shorten(text, middle, shown), size) <= pixels) fits = middle;
    else tooLong = middle;
  }
  return shorten(text, fits, shown);
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

// The same, cut to a width in pixels; what stands at the places `shown` is left in.
export function fittingName(text: string, pixels: number, whole = text,
  shown: number[] = []): HTMLElement {
  const short = fitText(text, pixels, undefined, shown);
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
  onPrint(element, () => draw(element.closest(".charts > .picture:not(.wide)") ? kPaperHalf : kPaperWidth),
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
