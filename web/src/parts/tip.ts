// The box that says what the mouse points at. What it says is in the picture's table, too.

import { el, name, replace } from "../dom";

const tip = el("div", { class: "tip", role: "presentation", hidden: true });

export interface TipLine {
  label: string;
  value: string;
  color?: number; // of the palette
}

export function showTip(event: MouseEvent, title: string, lines: TipLine[]): void {
  if (!tip.isConnected) document.body.append(tip);
  replace(tip, el("b", {}, name(title, 120)), el("dl", {}, ...lines.flatMap((line) => [
    el("dt", { class: line.color === undefined ? undefined : `dot c${line.color}` },
      name(line.label, 60)),
    el("dd", {}, line.value)])));
  tip.hidden = false;
  const left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8);
  const below = event.clientY + 16;
  const top = below + tip.offsetHeight > window.innerHeight
    ? event.clientY - tip.offsetHeight - 10 : below;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${Math.max(4, top)}px`;
}

export function hideTip(): void {
  tip.hidden = true;
}
