// A new answer replaces the elements of the one before; the focus goes to the same control again.

function quoted(text: string): string {
  return `"${CSS.escape(text)}"`;
}

// A selector of the focused control in what is drawn next, or "".
export function focusedControl(): string {
  const at = document.activeElement;
  if (!at || at === document.body) return "";
  if (at.id !== "" && /^[a-z]/.test(at.id) && !/^t\d/.test(at.id)) return `#${CSS.escape(at.id)}`;
  if (at.closest("nav")) return "nav a[aria-current]";
  const column = (at as HTMLElement).dataset.column;
  if (column) return `thead button[data-column=${quoted(column)}]`;
  return at.closest("main") ? "main" : "";
}

export function focusAgain(selector: string): void {
  const lost = !document.activeElement || document.activeElement === document.body;
  if (!lost || selector === "") return;
  const same = document.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>("main");
  same?.focus({ preventScroll: true });
  // Whoever typed goes on at the end.
  if (same instanceof HTMLInputElement && same.type === "text") same.setSelectionRange(same.value.length, same.value.length);
}
