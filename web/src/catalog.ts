// What can be asked: views with their columns, options, and the tables of SQL.

import type { Column } from "./report";

export interface ViewInfo {
  name: string;
  summary: string;
  options: string[];
  columns: Column[];
  by?: string[]; // the values of -by
}

export interface OptionInfo {
  name: string;
  value: string; // the form of its value: N, REGEX,..., or words with `|` between them
  default: string;
  choices?: string[];
  description: string;
}

export interface TableInfo {
  name: string;
  description?: string;
  is_function?: boolean;
  columns: Column[];
}

export interface Catalog {
  views: ViewInfo[];
  options: OptionInfo[];
  tables: TableInfo[];
}

let catalog: Catalog = { views: [], options: [], tables: [] };
let views = new Map<string, ViewInfo>();
let options = new Map<string, OptionInfo>();

export function setCatalog(loaded: Catalog): void {
  catalog = loaded;
  views = new Map(loaded.views.map((view) => [view.name, view]));
  options = new Map(loaded.options.map((option) => [option.name, option]));
}

export function viewInfo(name: string): ViewInfo | undefined {
  return views.get(name);
}

export function optionInfo(name: string): OptionInfo | undefined {
  return options.get(name);
}

export function tables(): TableInfo[] {
  return catalog.tables;
}

export function allViews(): ViewInfo[] {
  return catalog.views;
}

export function obeys(view: string, option: string): boolean {
  return views.get(view)?.options.includes(option) ?? false;
}

export function isFlag(option: string): boolean {
  const info = options.get(option);
  return info !== undefined && (info.default === "false" || info.default === "true");
}
