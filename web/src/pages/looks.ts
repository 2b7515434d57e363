// Asks for what says how a page's table looks before it is sorted or filtered, where the page was opened
// at an address that does both.

import { isFile } from "../api";
import { obeys } from "../catalog";
import { formatCommand } from "../command";
import { noteLooks, unknownLooks } from "../parts/table/kept";
import { commandOf, kCarried } from "../route";
import { maybe } from "./beside";
import type { Context } from "./page";

export async function askLooks(context: Context): Promise<void> {
  if (isFile()) return;
  const asked = unknownLooks(context.route).map((route) => {
    const command = commandOf(route, obeys);
    return { route, orderBy: command.options.order_by ?? "", report: maybe(context, formatCommand(command), kCarried) };
  });
  for (const { route, orderBy, report } of asked) {
    const answer = await report;
    if (answer) noteLooks(route, answer, orderBy);
  }
}
