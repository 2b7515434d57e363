// Command lines: a view, its options and, for `sql`, the query. Words are quoted as the program's
// own prompt reads them (cli/words.h): a quote protects blanks, and nothing is special inside it. What
// is special to a shell is quoted, too, so that a command may be copied to either.

export interface Command {
  view: string;
  options: Record<string, string>;
  query: string; // of sql
}

export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word = "";
  let inWord = false;
  let mayOpen = true;
  for (let i = 0; i < line.length; ++i) {
    const c = line[i];
    if (/\s/.test(c)) {
      if (inWord) words.push(word);
      word = "";
      inWord = false;
      mayOpen = true;
    } else if ((c === "'" || c === '"') && mayOpen) {
      const end = line.indexOf(c, i + 1);
      const stop = end < 0 ? line.length : end;
      word += line.slice(i + 1, stop);
      inWord = true;
      i = stop;
    } else {
      word += c;
      inWord = true;
      mayOpen = c === "=" || c === ",";
    }
  }
  if (inWord) words.push(word);
  return words;
}

export function quote(word: string): string {
  if (/^[\w.,:=/@%+-]+$/.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  if (!word.includes('"')) return `"${word}"`;
  // Quoted parts may follow one another, so each part takes the quotes that it does not contain.
  return word.split("'").map((part) => `'${part}'`).join(`"'"`);
}

// A word for a shell, in which double quotes protect less.
function shellWord(word: string): string {
  if (/^[\w.,:=/@%+-]+$/.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return /["$`\\!]/.test(word) ? `'${word.replace(/'/g, `'\\''`)}'` : `"${word}"`;
}

// The paths of what is open, and of the base that it is compared with, as they were named.
let [opened, base]: string[][] = [[], []];

export function setOpened(paths: string[], basePaths: string[]): void {
  [opened, base] = [paths, basePaths];
}

// What a shell runs for the answer to a command.
export function shellCommand(line: string): string {
  const paths = opened.length > 0 ? opened.map(shellWord) : ["PROFILE"];
  const compared = base.flatMap((path) => ["-base", shellWord(path)]);
  return ["profiler", ...paths, ...compared, "-c", shellWord(line)].join(" ");
}

const kFlagValues = ["true", "false"];

// `isFlag` says whether an option needs no value.
export function parseCommand(line: string, isFlag: (option: string) => boolean): Command {
  const words = splitWords(line);
  const command: Command = { view: words.shift() ?? "", options: {}, query: "" };
  const rest: string[] = [];
  while (words.length > 0) {
    const word = words.shift() as string;
    const option = /^--?([a-z_]+)(=([\s\S]*))?$/.exec(word);
    if (!option) {
      rest.push(word);
    } else if (option[2] !== undefined) {
      command.options[option[1]] = option[3];
    } else if (isFlag(option[1]) && !kFlagValues.includes(words[0])) {
      command.options[option[1]] = "true";
    } else {
      command.options[option[1]] = words.shift() ?? "";
    }
  }
  command.query = rest.join(" ");
  return command;
}

export function formatCommand(command: Command): string {
  const words = [command.view];
  for (const [name, value] of Object.entries(command.options)) {
    if (value !== "") words.push(`-${name} ${quote(value)}`);
  }
  if (command.query !== "") words.push(quote(command.query));
  return words.join(" ");
}

// A name as a regex that matches this name only, which may be one of a list.
export function nameRegex(name: string): string {
  return name.replace(/[\\^$.|?*+()[\]{},]/g, (c) => (c === "," ? "\\x2c" : `\\${c}`));
}

// A text as a constant of -where or of SQL.
export function sqlText(text: string): string {
  return `'${text.replace(/'/g, "''")}'`;
}
