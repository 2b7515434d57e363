// Finds what keeps people from using the page with a keyboard or a screen reader, or from reading it:
// rules of WCAG 2.2 AA that a program can check, as axe-core does. Returns texts `RULE: ELEMENT`.
//
// A rule is a function of `found(element, more)`; tests/web/pages/accessible_pages_test.py has a
// defect for each.

const kRoles = new Set(["alert", "alertdialog", "application", "button", "cell", "checkbox",
  "columnheader", "combobox", "dialog", "figure", "grid", "gridcell", "group", "heading", "img", "link",
  "list", "listbox", "listitem", "log", "menu", "menuitem", "none", "note", "option", "presentation",
  "progressbar", "radio", "region", "row", "rowgroup", "rowheader", "search", "slider", "status",
  "switch", "tab", "table", "tablist", "tabpanel", "textbox", "timer", "toolbar", "tooltip", "tree",
  "treegrid", "treeitem"]);
const kIdrefs = ["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns",
  "aria-activedescendant", "aria-details", "for", "list"];
const kControls = "button, a[href], input, select, textarea, summary, [role=button], [role=link]";
const kFocusable = `${kControls}, [tabindex]`;
const kNameless = ["DIV", "SPAN", "P", "CODE", "B", "I", "SMALL", "TD", "BDI", "DD", "DT", "LI"];
const kLeastTarget = 24; // pixels

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function isShown(element) {
  if (element.closest("[hidden]")) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible" &&
    element.checkVisibility();
}

const isHiddenFromReaders = (element) => element.closest("[aria-hidden=true]") !== null;

// What a screen reader calls an element, in short.
function nameOf(element) {
  const labelled = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
  if (labelled) return labelled;
  const own = (element.getAttribute("aria-label") ?? "").trim();
  if (own) return own;
  const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(" ").trim();
  if (labels) return labels;
  if (["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName)) return "";
  const copy = element.cloneNode(true);
  for (const hidden of all("[aria-hidden=true]", copy)) hidden.remove();
  const text = copy.textContent.trim() || all("img[alt]", copy).map(({ alt }) => alt).join(" ").trim();
  return text || element.querySelector(":scope > title")?.textContent || (element.getAttribute("title") ?? "");
}

// --- Colours.

function parseColor(text) {
  const numbers = (text.match(/-?[\d.]+(e-?\d+)?%?/g) ?? []).map((word) =>
    word.endsWith("%") ? Number(word.slice(0, -1)) / 100 : Number(word));
  if (text === "transparent" || numbers.length < 3) return [0, 0, 0, 0];
  const isUnit = text.startsWith("color(");
  const [r, g, b] = numbers.slice(0, 3).map((part) => (isUnit ? part * 255 : part));
  return [r, g, b, numbers[3] ?? 1];
}

const over = ([r, g, b, a], ground) =>
  [r, g, b].map((part, i) => part * a + ground[i] * (1 - a)).concat(1);

function luminance(color) {
  const [r, g, b] = color.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

// What an element lays on those below it; asked for many times.
const layers = new Map();

function layerOf(element) {
  let layer = layers.get(element);
  if (layer) return layer;
  const style = getComputedStyle(element);
  const opacity = Number(style.opacity) *
    (element.parentElement ? layerOf(element.parentElement).opacity : 1);
  const isShape = element instanceof SVGElement && !(element instanceof SVGSVGElement) &&
    element.tagName !== "text";
  const [r, g, b, a] = parseColor(isShape ? style.fill : style.backgroundColor);
  layer = { opacity, color: [r, g, b, a * opacity] };
  layers.set(element, layer);
  return layer;
}

// The colour behind a point of an element, or null where something covers the point.
function groundAt(element, x, y) {
  const stack = document.elementsFromPoint(x, y);
  const top = stack.findIndex((other) => other === element || element.contains(other));
  const at = stack.indexOf(element);
  if (at < 0 || top !== 0) return null;
  return stack.slice(at).reverse().reduce((ground, below) => over(layerOf(below).color, ground),
    over(layerOf(document.documentElement).color, [255, 255, 255]));
}

function inkOf(element, pseudo) {
  const style = getComputedStyle(element, pseudo);
  const [r, g, b, a] = parseColor(element instanceof SVGElement ? style.fill : style.color);
  return [r, g, b, a * layerOf(element).opacity];
}

function isReadable(element, ink, box) {
  const style = getComputedStyle(element);
  const size = parseFloat(style.fontSize);
  const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  const y = box.top + box.height / 2;
  for (const part of [0.04, 0.5, 0.96]) {
    const ground = groundAt(element, box.left + part * box.width, y);
    if (ground === null) continue;
    const ratio = contrast(over(ink, ground), ground);
    if (ratio < least - 0.005) return ratio;
  }
  return null;
}

const kMostAlike = 4;

function looksOf(element) {
  const parts = [];
  for (let at = element; at && parts.length < 5; at = at.parentElement) {
    const place = at.tagName === "TD" ? at.cellIndex : "";
    parts.push(`${at.tagName}${place}.${at.getAttribute("class") ?? ""}`);
  }
  return parts.join(" ");
}

// --- Rules.

const kRules = {
  language: (found) => {
    if (!/^[a-z]{2}/.test(document.documentElement.lang)) found(document.documentElement);
  },

  title: (found) => {
    if (document.title.trim() === "") found(document.documentElement);
  },

  zoom: (found) => {
    const view = document.querySelector("meta[name=viewport]");
    if (/user-scalable\s*=\s*no|maximum-scale\s*=\s*1/.test(view?.content ?? "")) found(view);
  },

  duplicate_id: (found) => {
    const seen = new Set();
    for (const element of all("[id]")) {
      if (seen.has(element.id)) found(element);
      seen.add(element.id);
    }
  },

  tabindex: (found) => {
    for (const element of all("[tabindex]")) if (element.tabIndex > 0) found(element);
  },

  reference: (found) => {
    for (const attribute of kIdrefs) {
      for (const element of all(`[${attribute}]`)) {
        for (const id of element.getAttribute(attribute).split(/\s+/).filter(Boolean)) {
          if (!document.getElementById(id)) found(element, `${attribute}=${id}`);
        }
      }
    }
    for (const link of all("a[href^='#']:not([href^='#/'])")) {
      if (!document.getElementById(link.getAttribute("href").slice(1))) found(link);
    }
  },

  role: (found) => {
    for (const element of all("[role]")) {
      if (!kRoles.has(element.getAttribute("role"))) found(element);
    }
  },

  control_name: (found) => {
    for (const element of all(kFocusable)) {
      if (element.tabIndex < 0 && !element.matches(kControls)) continue;
      if (isShown(element) && nameOf(element) === "") found(element);
    }
  },

  // A name is read only of elements with a role.
  useless_name: (found) => {
    for (const element of all("[aria-label]:not([role])")) {
      if (kNameless.includes(element.tagName)) found(element);
    }
  },

  nested_control: (found) => {
    for (const element of all(kControls)) {
      const inner = element.querySelector(kFocusable);
      if (inner) found(element);
    }
  },

  hidden_focus: (found) => {
    for (const element of all("[aria-hidden=true]")) {
      const inside = [element, ...all(kFocusable, element)].find((one) =>
        one.matches(kFocusable) && one.tabIndex >= 0 && isShown(one));
      if (inside) found(inside);
    }
  },

  target_size: (found) => {
    for (const element of all("button, select, input, textarea, summary")) {
      // Areas of a map are as large as what they show; their table has rows for all.
      if (!isShown(element) || element.closest(".treemap")) continue;
      const label = element.labels?.[0];
      const box = element.getBoundingClientRect();
      const height = Math.max(box.height, element.type === "checkbox" && label ? kLeastTarget : 0);
      if (height < kLeastTarget - 4.5 || box.width < 13) found(element, `${box.width} x ${box.height}`);
    }
  },

  headings: (found) => {
    const headings = all("h1, h2, h3, h4, h5, h6").filter(isShown);
    if (headings.filter(({ tagName }) => tagName === "H1").length !== 1) found(document.body, "one h1");
    let before = 0;
    for (const heading of headings) {
      const level = Number(heading.tagName[1]);
      if (heading.textContent.trim() === "") found(heading);
      if (before > 0 && level > before + 1) found(heading, `after h${before}`);
      before = level;
    }
  },

  landmarks: (found) => {
    if (all("main").length !== 1) found(document.body, "one main");
    const names = new Set();
    for (const element of all("nav, aside, form[aria-label], section[aria-label]").filter(isShown)) {
      const name = `${element.tagName} ${nameOf(element).slice(0, 80)}`;
      if (element.matches("nav, aside") && !element.getAttribute("aria-label") &&
          !element.getAttribute("aria-labelledby")) found(element, "no name");
      if (names.has(name)) found(element, "named twice");
      names.add(name);
    }
    const places = "header, nav, main, aside, footer, .skip, [role=status], [role=alert], [role=tooltip], noscript, script, style";
    for (const { parent } of textNodes()) {
      if (!parent.closest(places)) found(parent, "outside of all landmarks");
    }
  },

  skip_link: (found) => {
    const first = all(kFocusable).find((element) => element.tabIndex >= 0 && element.checkVisibility());
    const target = first?.getAttribute("href") ?? "";
    if (!target.startsWith("#") || !document.getElementById(target.slice(1))) found(first ?? document.body);
  },

  tables: (found) => {
    for (const table of all("table")) {
      if (!table.getAttribute("aria-label") && !table.caption) found(table, "no name");
      const heads = all("thead th", table);
      if (heads.length === 0 && table.getAttribute("role") !== "presentation") found(table, "no heads");
      for (const head of heads) {
        if (head.scope !== "col") found(head, "no scope");
        if (head.textContent.trim() === "") found(head, "empty");
        const sort = head.getAttribute("aria-sort");
        if (sort !== null && !["ascending", "descending"].includes(sort)) found(head, sort);
      }
      if (heads.filter((head) => head.hasAttribute("aria-sort")).length > 1) found(table, "sorted twice");
      const rows = Number(table.getAttribute("aria-rowcount") ?? Infinity);
      for (const row of all("tr[aria-rowindex]", table)) {
        if (!(Number(row.getAttribute("aria-rowindex")) <= rows)) found(row, "beyond aria-rowcount");
      }
      for (const row of all("tbody tr:not([aria-hidden])", table)) {
        if (row.cells.length !== heads.length) found(row, "cells without heads");
      }
    }
    for (const row of all("[aria-level], tr[aria-expanded]")) {
      if (!row.closest("[role=treegrid], [role=tree]")) found(row, "a level outside of a tree");
    }
  },

  lists: (found) => {
    for (const list of all("ul, ol")) {
      if ([...list.children].some(({ tagName }) => tagName !== "LI")) found(list);
    }
    for (const list of all("dl")) {
      if ([...list.children].some(({ tagName }) => !["DT", "DD", "DIV"].includes(tagName))) found(list);
    }
  },

  pictures: (found) => {
    for (const picture of all("canvas, svg, img")) {
      if (!isShown(picture) || isHiddenFromReaders(picture)) continue;
      const isNamed = picture.tagName === "IMG" ? picture.hasAttribute("alt")
        : ["img", "application"].includes(picture.getAttribute("role")) && nameOf(picture) !== "";
      if (!isNamed) found(picture);
    }
    for (const figure of all("figure")) {
      if (isShown(figure) && !figure.closest("main, aside")?.querySelector("table, dl")) {
        found(figure, "no table of the same");
      }
    }
  },

  live_region: (found) => {
    const regions = all("[role=status], [aria-live=polite]").filter((one) => !one.closest("[hidden]"));
    if (regions.length === 0) found(document.body, "loading is not announced");
  },

  scrolling: (found) => {
    for (const element of all("body *")) {
      const style = getComputedStyle(element);
      const scrolls = (/auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1) ||
        (/auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1);
      if (!scrolls || !isShown(element)) continue;
      const inside = [element, ...all(kFocusable, element)].some((one) =>
        one.matches(kFocusable) && one.tabIndex >= 0);
      if (!inside) found(element);
    }
  },

  contrast: (found) => {
    // Of texts that look alike, as cells of a table do, the first ones.
    const alike = new Map();
    for (const { parent, box } of textNodes()) {
      if (parent.closest(":disabled, [aria-disabled=true], option")) continue;
      const looks = looksOf(parent);
      alike.set(looks, (alike.get(looks) ?? 0) + 1);
      if (alike.get(looks) > kMostAlike) continue;
      const ratio = isReadable(parent, inkOf(parent), box);
      if (ratio !== null) found(parent, ratio.toFixed(2));
    }
    for (const input of all("input[placeholder]:placeholder-shown").filter(isShown)) {
      const ratio = isReadable(input, inkOf(input, "::placeholder"), input.getBoundingClientRect());
      if (ratio !== null) found(input, `placeholder ${ratio.toFixed(2)}`);
    }
  },
};

// Texts that are seen, with where they are.
function textNodes() {
  const nodes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === "" || !isShown(parent)) continue;
    range.selectNodeContents(node);
    const box = range.getClientRects()[0];
    if (box && box.width > 0 && box.height > 0) nodes.push({ parent, box });
  }
  return nodes;
}

function described(element) {
  const own = element.cloneNode(false).outerHTML.slice(0, 160);
  return `${own} "${element.textContent.trim().slice(0, 40)}"`;
}

const kMostOfARule = 5;
const problems = [];
for (const [rule, check] of Object.entries(kRules)) {
  let count = 0;
  check((element, more = "") => {
    if (++count <= kMostOfARule) problems.push(`${rule}: ${more} ${described(element)}`);
  });
  if (count > kMostOfARule) problems.push(`${rule}: ${count - kMostOfARule} more`);
}
return problems;
