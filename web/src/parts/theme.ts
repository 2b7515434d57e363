// Light and dark: as the system has it, until the user chooses.

import { el } from "../dom";
import { capital } from "../format";

const kThemes = ["auto", "light", "dark"];
const kKey = "profiler-theme";

function stored(): string {
  try {
    return localStorage.getItem(kKey) ?? "auto";
  } catch {
    return "auto"; // a file may have no storage
  }
}

function show(theme: string): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  window.dispatchEvent(new Event("themechange"));
}

function apply(theme: string): void {
  show(theme);
  try {
    localStorage.setItem(kKey, theme);
  } catch {
    // The choice holds until the page is closed.
  }
}

export function themeButton(): HTMLElement {
  const select = el("select", { "aria-label": "Theme", class: "theme" },
    ...kThemes.map((theme) => el("option", { value: theme },
      capital(theme))));
  select.value = stored();
  apply(select.value);
  // What is painted has the colours of its time.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    window.dispatchEvent(new Event("themechange")));
  window.addEventListener("beforeprint", () => show("light")); // paper is white
  window.addEventListener("afterprint", () => show(select.value));
  select.addEventListener("change", () => apply(select.value));
  return select;
}
