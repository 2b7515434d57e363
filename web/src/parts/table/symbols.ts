// Names of C++ functions as people say them: without the namespaces, the arguments and the parts of templates
// that all kernels of a library have, so that what differs, such as a functor, is seen.

import { grouped } from "../../grouped";

const kOp = /^\w+::\w+\/(?=.)|^[^<(]*\/(?=void )/; // before the kernel that it ran
const kIsSymbol = /^(?!<)(?:void |[A-Za-z_]\w*::[^/]*[<(]|[A-Za-z_]\w*<.*>\(|[A-Za-z_]\w*\([^()*&<]*[*&<][^()]*\)$)/;
const kShort = 40; // letters, which are seen as a whole
const kLongest = 2000; // letters, of a name that is read
const kMostTexts = 5000; // that are told apart
const kClone = / \[clone [^\]]*\]$/; // which of a function's copies ran
const kNoise: [RegExp, string][] = [
  [/^void /, ""],
  [/\(anonymous namespace\)::|<unnamed>::/g, ""],
  [/\{lambda\([^{}]*\)#(\d+)\}/g, "λ$1"],
  [/::operator\(\)\([^()]*\) const/g, ""],
  [/\([^()]*\)(?=::λ)/g, ""],
  [/\([^()]*\)(?=::λ)/g, ""], // of what had such arguments itself
  // Ops are called by their whole names.
  [/\b(?!aten::|c10d::)[A-Za-z_]\w*::(?=[A-Za-z_])/g, ""],
  // How elements are reached, which follows from their types and shapes.
  [/, (?:array<char ?\*, ?\d+(?:ul)?>|(?:Trivial)?OffsetCalculator<[^<>]*>|(?:Load|Store)With(?:out)?Cast(?:<\d+>)?)/g, ""],
  [/(\d)ul\b/g, "$1"],
  [/ >/g, ">"],
];

// Without the arguments at its end, which repeat the template's.
function withoutArguments(text: string): string {
  if (!text.endsWith(")")) return text;
  let depth = 0;
  for (let i = text.length - 1; i > 0; --i) {
    if (text[i] === ")") ++depth;
    else if (text[i] === "(" && --depth === 0) return /[\w>]/.test(text[i - 1]) ? text.slice(0, i) : text;
  }
  return text;
}

export function withoutNoise(text: string): string {
  if (text.length > kLongest) return text;
  const op = kOp.exec(text)?.[0] ?? "";
  const symbol = text.slice(op.length).replace(kClone, "");
  if (symbol.length <= kShort || !kIsSymbol.test(symbol)) return text;
  const called = withoutArguments(symbol);
  // A function that is no template has its namespaces: its own name may be that of many.
  const bare = !called.includes("<") ? called.replace(/^void /, "")
    : kNoise.reduce((rest, [noise, by]) => rest.replace(noise, by), called);
  return bare === "" ? text : op + bare;
}

// What calls a functor for each element says less than the functor.
const kCaller = /\bgpu_kernel_impl(?:_nocast)?</;

// Without the numbers that a template begins with, such as the size of a block, and without callers.
function withoutCallers(text: string): string {
  let bare = text.replace(/<(?:\d+, )+(?=[A-Za-z_])/, "<");
  for (let at = bare.search(kCaller); at >= 0; at = bare.search(kCaller)) {
    const begin = bare.indexOf("<", at);
    let [end, depth] = [begin, 0];
    for (; end < bare.length; ++end) {
      if (bare[end] === "<") ++depth;
      else if (bare[end] === ">" && --depth === 0) break;
    }
    bare = bare.slice(0, at) + bare.slice(begin + 1, end) + bare.slice(end + 1);
  }
  return bare;
}

const kLambdas = /(?:::)?(?:λ\d+(?:::)?)+/g; // without a name of their own

// How the texts of rows are shown, of which no two become alike: as short as tells them apart.
export function readableNames<RowT>(rows: RowT[], textIn: (row: RowT) => string): (text: string) => string {
  const texts = new Set<string>();
  for (const row of rows) {
    if (texts.add(textIn(row)).size > kMostTexts) return (text) => text;
  }
  const plain = new Map<string, string>(); // without noise, of texts that have some
  for (const text of texts) {
    const bare = withoutNoise(text);
    if (bare !== text) plain.set(text, bare);
  }
  const names = new Map<string, string>();
  const taken = new Set(texts); // any of them may be shown as it is
  const unnamed = (bare: string) => bare.replace(kLambdas, "");
  for (const short of [(bare: string) => withoutCallers(unnamed(bare)), unnamed, (bare: string) => bare]) {
    const unknown = [...plain].filter(([text]) => !names.has(text));
    for (const [shown, alike] of grouped(unknown, ([, bare]) => short(bare))) {
      if (alike.length > 1 || shown === "" || taken.has(shown)) continue;
      names.set(alike[0][0], shown);
      taken.add(shown);
    }
  }
  return (text) => names.get(text) ?? text;
}
