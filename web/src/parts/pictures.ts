import { Report, Section } from "../report";
import { Table } from "./table";
export function picturesOf(_report: Report, _section: Section, _table: Table): HTMLElement[] { return []; }
