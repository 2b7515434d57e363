// The command that gives the same answer, to copy, and the answer as a file.

import { shellCommand } from "../command";
import { el, shorten } from "../dom";
import { mainSection } from "../report";
import type { Report, Section } from "../report";

function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = Array.isArray(value) ? value.map(String).join("/") : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

function csvOf(section: Section): string {
  const names = section.columns.map((column) => column.name);
  const lines = [names.map(csvCell).join(",")];
  for (const row of section.rows) lines.push(names.map((name) => csvCell(row[name])).join(","));
  return lines.join("\n") + "\n";
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Press Ctrl+C"; // the text is selected
    const code = button.parentElement?.querySelector("code");
    if (code) getSelection()?.selectAllChildren(code);
  }
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

export function copyButton(line: string): HTMLElement {
  const command = shellCommand(line);
  const button = el("button", { title: `Copy for a shell: ${shorten(command, 1000)}` }, "Copy");
  button.addEventListener("click", () => void copy(button, command));
  return button;
}

export function commandBar(line: string, report?: Report): HTMLElement {
  const bar = el("div", { class: "command-bar" },
    el("span", { class: "quiet" }, "Command"),
    el("code", { title: shorten(line, 2000) }, line), copyButton(line));
  if (!report) return bar;
  const section = mainSection(report);
  if (section && section.rows.length > 0) {
    bar.append(el("button", {
      title: "Save the table as CSV",
      click: () => save(`${report.view}.csv`, "text/csv", csvOf(section)),
    }, "CSV"));
  }
  bar.append(el("button", {
    title: "Save the answer as JSON",
    click: () => save(`${report.view}.json`, "application/json", JSON.stringify(report)),
  }, "JSON"));
  return bar;
}
