// Asks for answers: of the server, or of the data inside a page that is a single file.

import { shellCommand, splitWords } from "./command";
import type { Report, State } from "./report";
import type { Catalog } from "./catalog";

// TypeScript 4.8 does not know it yet.
declare class DecompressionStream {
  constructor(format: string);
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

interface Refusal {
  error?: { message?: string; code?: string };
}

interface Embedded {
  answers: Record<string, Report & Refusal>;
  state: State;
  catalog: Catalog;
  start: string;
}

let embedded: Embedded | undefined;
const answers = new Map<string, Report & Refusal>(); // of `embedded`, by the words of their commands

// Commands are the same however their words are quoted.
function wordsOf(line: string): string {
  return JSON.stringify(splitWords(line));
}

export class AnswerError extends Error {
  // `code` is Abseil's name of the status of a command that failed, or "".
  constructor(message: string, readonly code = "") {
    super(message);
  }
}

async function unpack(base64: string): Promise<Embedded> {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text()) as Embedded;
}

// Must end before anything is asked. Returns whether the page is a file.
export async function openData(): Promise<boolean> {
  const data = document.getElementById("data");
  if (data?.textContent) embedded = await unpack(data.textContent);
  for (const [line, report] of Object.entries(embedded?.answers ?? {})) answers.set(wordsOf(line), report);
  return embedded !== undefined;
}

export function isFile(): boolean {
  return embedded !== undefined;
}

// The command whose answer a file is about.
export function startCommand(): string {
  return embedded?.start ?? "";
}

export function hasAnswer(line: string): boolean {
  return !embedded || answers.has(wordsOf(line));
}

// The first command of those that a file answers which begins so.
export function heldCommand(start: string): string | undefined {
  return Object.keys(embedded?.answers ?? {}).find((line) => line.startsWith(start));
}

// The answer that a file holds, which may be without rows.
export function answerIn(line: string): Partial<Report> & Refusal {
  return answers.get(wordsOf(line)) ?? {};
}

// Milliseconds until the next try, while the profile is being opened or many questions wait.
const kPatience = 300;

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const response = await request(path, signal);
    if (response.ok) return (await response.json()) as T;
    const isBusy = response.status === 503 || response.status === 429;
    if (!isBusy) throw await errorOf(response);
    await new Promise((resolve) => setTimeout(resolve, kPatience));
  }
}

async function request(path: string, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(path, { signal, credentials: "same-origin" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new AnswerError(
      "The program does not answer: it has ended. Start it again with `profiler serve`, and reload.",
    );
  }
}

async function errorOf(response: Response): Promise<AnswerError> {
  try {
    const { error } = (await response.json()) as Refusal;
    if (error?.message) return new AnswerError(error.message, error.code);
  } catch {
    // Not ours: the status says what is known.
  }
  return new AnswerError(`The server answered with status ${response.status}.`);
}

// Answers are kept: going back must not ask again. The oldest make room.
const kKept = 24;
const kept = new Map<string, Report>();
const pending = new Map<string, Promise<Report>>(); // questions of the page that is shown

export async function ask(line: string, signal?: AbortSignal): Promise<Report> {
  if (embedded) {
    const answer = answers.get(wordsOf(line));
    if (answer) return answered(answer);
    throw new AnswerError(`This file does not hold that answer. To get it: ${shellCommand(line)}, ` +
      "or open the profile with `profiler serve`.");
  }
  const known = kept.get(line);
  if (known) return known;
  const asked = askServer(line, signal);
  pending.set(line, asked);
  let report: Report;
  try {
    report = await asked;
  } finally {
    if (pending.get(line) === asked) pending.delete(line);
  }
  kept.set(line, report);
  if (kept.size > kKept) kept.delete(kept.keys().next().value as string);
  return report;
}

// Keeps nothing; what a page has asked for, or is asking for, is not asked again.
export async function askOnce(line: string, signal?: AbortSignal): Promise<Report> {
  return kept.get(line) ?? pending.get(line) ?? askServer(line, signal);
}

async function askServer(line: string, signal?: AbortSignal): Promise<Report> {
  // A command that fails is an answer, too: browsers report other statuses as faults of the page.
  const path = `/api/answer?error_status=200&q=${encodeURIComponent(line)}`;
  return answered(await get<Report & Refusal>(path, signal));
}

function answered(report: Report & Refusal): Report {
  if (report.error) throw new AnswerError(report.error.message ?? "", report.error.code);
  return report;
}

export function askState(): Promise<State> {
  return embedded ? Promise.resolve(embedded.state) : get<State>("/api/state");
}

export function askCatalog(): Promise<Catalog> {
  return embedded ? Promise.resolve(embedded.catalog) : get<Catalog>("/api/catalog");
}
