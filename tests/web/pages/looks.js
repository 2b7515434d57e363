// Finds what looks broken: a page wider than its window, texts that are cut without saying what they
// are, controls and labels on top of each other. Returns texts `WHAT: ELEMENT`.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const kControls = "button, a[href], input, select, textarea, summary";
const kSlack = 1.5; // pixels

const isShown = (element) => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && element.checkVisibility({ checkVisibilityCSS: true });
};

const problems = [];
const found = (what, element, more = "") => problems.push(
  `${what}: ${more} ${element.cloneNode(false).outerHTML.slice(0, 140)} "${element.textContent.trim().slice(0, 40)}"`);

// A box as far as the elements that scroll or clip around it show it.
function seenBox(element) {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    if (getComputedStyle(at).overflow === "visible") continue;
    const box = at.getBoundingClientRect();
    [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
    [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
  }
  return { left, top, right, bottom };
}

const overlaps = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > kSlack &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > kSlack;

const wide = document.documentElement.scrollWidth - innerWidth;
if (wide > 0) found("wider than the window", document.documentElement, `${wide} pixels`);

for (const element of all("body *")) {
  if (element.closest("svg, .heard, .skip") || !isShown(element)) continue;
  const style = getComputedStyle(element);
  const isField = element.matches("input, textarea, select");
  if (!["hidden", "clip"].includes(style.overflowX) || isField) continue;
  const isCut = element.scrollWidth > element.clientWidth + kSlack && element.clientWidth > 0;
  const says = element.closest("[title]") ?? element.querySelector("[title]");
  if (isCut && !says && element.textContent.trim() !== "") found("cut without a title", element);
}

const kFewLetters = 12; // with which a name can be told
for (const element of all("tbody tr > :first-child").filter(isShown)) {
  const text = element.textContent.trim();
  if (text.includes("…") && text.length < kFewLetters) found("name cut to a few letters", element);
}

const controls = all(kControls).filter(isShown)
  .filter((element) => !element.closest(".skip, .treemap"))
  .map((element) => ({ element, box: seenBox(element) }))
  .filter(({ box }) => box.right > box.left && box.bottom > box.top);
const isFixed = (element) => element.closest(".details, .top, thead") !== null;
controls.forEach(({ element, box }, i) => {
  for (const other of controls.slice(i + 1)) {
    if (element.contains(other.element) || isFixed(element) !== isFixed(other.element)) continue;
    if (overlaps(box, other.box)) found("controls overlap", element, other.element.outerHTML.slice(0, 80));
  }
});

for (const picture of all("svg[role=img]").filter(isShown)) {
  const frame = picture.getBoundingClientRect();
  // A halo is the same label again, below the points.
  const labels = all("text:not(.point-halo)", picture).filter(({ textContent }) => textContent !== "")
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  labels.forEach(({ element, box }, i) => {
    if (box.left < frame.left - kSlack || box.right > frame.right + kSlack) found("label outside", element);
    for (const other of labels.slice(i + 1)) {
      if (overlaps(box, other.box)) found("labels overlap", element, other.element.textContent);
    }
  });
}
return problems.slice(0, 12);
