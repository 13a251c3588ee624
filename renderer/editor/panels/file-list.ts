import type { FileRecord } from '#shared/desk/index.ts';
import { searchTexts } from '#shared/search/index.ts';
import { mediaKindOf } from '#renderer/uploads/index.ts';

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
export interface ShownFile {
  /** The first in the order of the list. */
  file: FileRecord;
  /** Names of the others, each once, without that of the first. */
  otherNames: readonly string[];
  /** All that are equal, the first included. */
  copies: readonly FileRecord[];
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const kindOf = ({ filename, contentType }: FileRecord) => mediaKindOf({ name: filename, type: contentType });
const newest = (a: FileRecord, b: FileRecord): number => b.createdAt.localeCompare(a.createdAt);

const compare: Readonly<Record<FileOrder, (a: FileRecord, b: FileRecord) => number>> = {
  newest,
  name: (a, b) => names.compare(a.filename, b.filename) || newest(a, b),
  largest: (a, b) => b.sizeBytes - a.sizeBytes || newest(a, b),
  kind: (a, b) => kindOf(a).localeCompare(kindOf(b)) || newest(a, b),
};

/** Equal for files of equal bytes. */
const contentOf = ({ sha256, fileId, contentType }: FileRecord): string =>
  sha256 === undefined ? fileId : `${sha256} ${contentType}`;

/**
 * Equal bytes stand once, where the first of them that was found stands.
 * @param files all that a search looks through: equal ones are named, and their uses counted, though they have another name.
 */
function grouped(found: readonly FileRecord[], files: readonly FileRecord[]): ShownFile[] {
  const groups = new Map<string, Set<FileRecord>>();
  for (const file of found) {
    const group = groups.get(contentOf(file));
    if (group) group.add(file);
    else groups.set(contentOf(file), new Set([file]));
  }
  for (const file of files) groups.get(contentOf(file))?.add(file);
  return [...groups.values()].flatMap(([file, ...others]) =>
    file === undefined
      ? []
      : [
          {
            file,
            otherNames: [...new Set(others.map(({ filename }) => filename))].filter(
              (name) => name !== file.filename,
            ),
            copies: [file, ...others],
          },
        ],
  );
}

/** What a file is found by: its names and tags. */
const textOf = ({ filename, formerName = '', tags = [] }: FileRecord): string =>
  [filename, formerName, ...tags].join('\n');

/**
 * The files that a filter leaves, sorted, equal ones once. Each file once through all of it: O(n log n).
 * @param used files that the open project holds, from wherever they come.
 */
export function shownFiles(
  files: readonly FileRecord[],
  filter: FileFilter,
  used: ReadonlySet<string>,
): ShownFile[] {
  const { kind, origin, projectId, tag, order, query } = filter;
  const left = files.filter(
    (file) =>
      (projectId === null || file.projectId === projectId || used.has(file.fileId)) &&
      (origin === 'all' || file.origin === origin) &&
      (kind === 'all' || kindOf(file) === kind) &&
      (tag === null || file.tags?.includes(tag) === true),
  );
  return grouped(searchTexts(left, query, textOf).toSorted(compare[order]), left);
}

/** The tags of all files, by name. */
export const tagsOf = (files: readonly FileRecord[]): string[] =>
  [...new Set(files.flatMap(({ tags = [] }) => tags))].sort(names.compare);
