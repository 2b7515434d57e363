// Names of C++ functions as people say them: without the namespaces, the arguments and the parts of templates
// that all kernels of a library have, so that what differs, such as a functor, is seen.

const kOp = /^\w+::\w+\/(?=.)|^[^<(]*\/(?=void )/; // before the kernel that it ran
const kIsSymbol = /^(?!<)(?:void |[A-Za-z_]\w*::[^/]*[<(]|[A-Za-z_]\w*<.*>\(|[A-Za-z_]\w*\([^()]*[*&<][^()]*\)$)/;
const kShort = 40; // letters, which are seen as a whole
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

// How the texts of a column are shown, of which no two become alike: as short as tells them apart.
export function readableNames(texts: string[]): (text: string) => string {
  const names = new Map<string, string>();
  let rest = [...new Set(texts)].filter((text) => withoutNoise(text) !== text);
  const unnamed = (text: string) => withoutNoise(text).replace(kLambdas, "");
  for (const short of [(text: string) => withoutCallers(unnamed(text)), unnamed, withoutNoise]) {
    const found = new Map<string, string[]>(); // by what is shown
    for (const text of rest) found.set(short(text), [...(found.get(short(text)) ?? []), text]);
    for (const [bare, [first, ...others]] of found) if (others.length === 0) names.set(first, bare);
    rest = rest.filter((text) => !names.has(text));
  }
  return (text) => names.get(text) ?? text;
}
