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
  fileIds: readonly string[];
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

/** Equal bytes stand once, where the first of them stands. */
function grouped(files: readonly FileRecord[]): ShownFile[] {
  const groups = new Map<string, FileRecord[]>();
  for (const file of files) {
    const key = file.sha256 === undefined ? file.fileId : `${file.sha256} ${file.contentType}`;
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  return [...groups.values()].flatMap(([file, ...others]) =>
    file === undefined
      ? []
      : [
          {
            file,
            otherNames: [...new Set(others.map(({ filename }) => filename))].filter(
              (name) => name !== file.filename,
            ),
            fileIds: [file, ...others].map(({ fileId }) => fileId),
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
  return grouped(searchTexts(left, query, textOf).toSorted(compare[order]));
}

/** The tags of all files, by name. */
export const tagsOf = (files: readonly FileRecord[]): string[] =>
  [...new Set(files.flatMap(({ tags = [] }) => tags))].sort(names.compare);
