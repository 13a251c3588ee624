import type { OtioWarning } from '../api/schemas/timelines.ts';

/** Warnings of one code that are listed; the others are counted. */
const MAX_PER_CODE = 200;
const MAX_MESSAGE = 500;
const MAX_PATH = 1000;

const truncate = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

/** Where an item stands in a file: put into words only for those warnings that are listed. */
export interface FileLocation {
  /** The path of the item, or of what it lies in. */
  bounds: string;
  /** Which child of that it is; the thing itself when absent. */
  child?: number;
}

export const pathOf = ({ bounds, child }: FileLocation): string =>
  child === undefined ? bounds : `${bounds}.children.${child}`;

/** Collects warnings, so that no file can make an answer or the memory grow with what is wrong in it. */
export class WarningList {
  readonly #list: OtioWarning[] = [];
  readonly #counts = new Map<string, number>();

  add(code: string, message: string, location: string | FileLocation | null): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > MAX_PER_CODE) return;
    const path = typeof location === 'object' && location !== null ? pathOf(location) : location;
    this.#list.push({
      code,
      message: truncate(message, MAX_MESSAGE),
      path: path === null ? null : truncate(path, MAX_PATH),
    });
  }

  /** The warnings as they came, then for each code how many more there are. */
  all(): OtioWarning[] {
    const additional = [...this.#counts]
      .filter(([, count]) => count > MAX_PER_CODE)
      .map(([code, count]) => ({
        code,
        message: `${count - MAX_PER_CODE} more notes of this kind are not listed.`,
        path: null,
      }));
    return [...this.#list, ...additional];
  }
}

/** Warnings from several places as one list, no longer than any other. */
export function limitedWarnings(warnings: readonly OtioWarning[]): OtioWarning[] {
  const list = new WarningList();
  for (const { code, message, path } of warnings) list.add(code, message, path ?? null);
  return list.all();
}
