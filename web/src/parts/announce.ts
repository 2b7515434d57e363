// What people who do not see the page are told about it.

import { el } from "../dom";

const kSlow = 600; // milliseconds, after which waiting is worth a word

export class Announcer {
  readonly element = el("p", { class: "heard announced", role: "status" });
  private waiting = 0;

  asking(): void {
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => (this.element.textContent = "Asking …"), kSlow);
  }

  shown(text: string): void {
    window.clearTimeout(this.waiting);
    this.element.textContent = text;
  }
}
