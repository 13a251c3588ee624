import type { FileRecord } from '#shared/desk/index.ts';
import { SearchIndex } from '#shared/search/index.ts';
import { mediaKindOf } from '#renderer/uploads/index.ts';
import { compareNames } from '#renderer/words/index.ts';

/** What the Files panel shows of all files, and in which order. */

type FileKind = 'all' | ReturnType<typeof mediaKindOf>;
type FileOrder = 'newest' | 'name' | 'largest' | 'kind';

export interface FileFilter {
  query: string;
  kind: FileKind;
  /** Where they come from: `all`, uploads, or what runs made. */
  origin: 'all' | FileRecord['origin'];
  /** Null: files of all projects. */
  projectId: string | null;
  /** Null: with any tags or none. */
  tag: string | null;
  order: FileOrder;
}

/** Files of equal bytes, or one alone. */
export interface FileGroup {
  /** The first in the order of the list. */
  file: FileRecord;
  /** Names of the others, each once, without that of the first. */
  aliases: readonly string[];
  /** All that are equal, the first included. */
  copies: readonly FileRecord[];
}

const kindOf = ({ filename, contentType }: FileRecord) => mediaKindOf({ name: filename, type: contentType });
const compareCreated = (a: FileRecord, b: FileRecord): number => b.createdAt.localeCompare(a.createdAt);

const compare: Readonly<Record<FileOrder, (a: FileRecord, b: FileRecord) => number>> = {
  newest: compareCreated,
  name: (a, b) => compareNames(a.filename, b.filename) || compareCreated(a, b),
  largest: (a, b) => b.sizeBytes - a.sizeBytes || compareCreated(a, b),
  kind: (a, b) => compareNames(kindOf(a), kindOf(b)) || compareCreated(a, b),
};

/** Equal for files with the same bytes. */
const contentKey = ({ sha256, fileId, contentType }: FileRecord): string =>
  sha256 === undefined ? fileId : `${sha256} ${contentType}`;

/** What a file is found by: its names and tags. */
const textOf = ({ filename, formerName = '', tags = [] }: FileRecord): string =>
  [filename, formerName, ...tags].join('\n');

/** The files that pass a filter, sorted; only its query is still to be applied. */
export interface NarrowedFiles {
  /** The files that match a query, grouped by content; all for an empty one. The index is built at the first query. */
  search(query: string): readonly FileGroup[];
}

/** Files by their content, each list in the order of the files. */
function copiesByContent(files: readonly FileRecord[]): ReadonlyMap<string, readonly FileRecord[]> {
  const groups = new Map<string, FileRecord[]>();
  for (const file of files) {
    const content = contentKey(file);
    const group = groups.get(content);
    if (group) group.push(file);
    else groups.set(content, [file]);
  }
  return groups;
}

/** The group of a file with its copies: first those that were found, then the others. */
function groupOf(file: FileRecord, found: readonly FileRecord[], all: readonly FileRecord[]): FileGroup {
  const copies = [...new Set([file, ...found, ...all])];
  const aliases = new Set(copies.map(({ filename }) => filename));
  aliases.delete(file.filename);
  return { file, aliases: [...aliases], copies };
}

/**
 * Files as the panel shows them. Make one for each list that was read: sorting and indexing cost O(n log n) once for each order and
 * filter, so that each key of a query costs one search of the index.
 */
export class FileList {
  readonly #files: readonly FileRecord[];
  readonly #sorted = new Map<FileOrder, readonly FileRecord[]>();
  /** Groups of one file, which most are: the same object each time. */
  readonly #single = new Map<FileRecord, FileGroup>();

  constructor(files: readonly FileRecord[]) {
    this.#files = files;
  }

  #inOrder(order: FileOrder): readonly FileRecord[] {
    const existing = this.#sorted.get(order);
    if (existing) return existing;
    const sorted = this.#files.toSorted(compare[order]);
    this.#sorted.set(order, sorted);
    return sorted;
  }

  #singleton(file: FileRecord): FileGroup {
    const existing = this.#single.get(file);
    if (existing) return existing;
    const group: FileGroup = { file, aliases: [], copies: [file] };
    this.#single.set(file, group);
    return group;
  }

  /** Groups files by content; a group stands where the first of its files was found. */
  #grouped(
    found: readonly FileRecord[],
    copies: ReadonlyMap<string, readonly FileRecord[]>,
  ): readonly FileGroup[] {
    const foundCopies = copiesByContent(found);
    return [...foundCopies].flatMap(([content, [file, ...duplicates]]) => {
      if (file === undefined) return [];
      const all = copies.get(content) ?? [];
      return [all.length === 1 ? this.#singleton(file) : groupOf(file, duplicates, all)];
    });
  }

  /** @param used ids of files that the open project uses; these belong to it whichever project made them. */
  narrow(filter: Omit<FileFilter, 'query'>, used: Pick<ReadonlySet<string>, 'has'>): NarrowedFiles {
    const { kind, origin, projectId, tag, order } = filter;
    const left = this.#inOrder(order).filter(
      (file) =>
        (projectId === null || file.projectId === projectId || used.has(file.fileId)) &&
        (origin === 'all' || file.origin === origin) &&
        (kind === 'all' || kindOf(file) === kind) &&
        (tag === null || file.tags?.includes(tag) === true),
    );
    const index = new SearchIndex(left, textOf);
    const copies = copiesByContent(left);
    const all = this.#grouped(left, copies);
    return {
      search: (query) => (query.trim() === '' ? all : this.#grouped(index.search(query), copies)),
    };
  }
}

/** The tags of all files, by name. */
export const tagsOf = (files: readonly FileRecord[]): string[] =>
  [...new Set(files.flatMap(({ tags = [] }) => tags))].sort(compareNames);
