import type { FileRecord } from '#shared/desk/index.ts';
import type { TextEncoding } from '#shared/reading/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { unreadableFormat, unreadableRecord, uploadFile } from '#renderer/uploads/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { decodeTable } from './decode-table.ts';
import { readTable, type Table } from './read-table.ts';

const t = words.batches.readValues;

/** Values for a batch, from wherever a person has them. */

export interface Filled {
  /** What it is called: the file, or what was pasted. */
  name: string;
  table: Table;
  /** Ids of files by the names in cells. */
  files: ReadonlyMap<string, string>;
  /** The file, where its encoding is a guess that may be wrong. */
  inferred?: { file: File; encoding: TextEncoding };
}

/** Values, or a sentence that says what to do. */
export type FilledResult = { ok: true; filled: Filled } | { ok: false; error: string };

/** Says how far it is, as a sentence. */
type OnProgress = (text: string) => void;

/** @param notes about how the text was read. @throws ApiError, DeskError */
export async function valuesFromText(
  connectionId: string,
  name: string,
  text: string,
  notes: readonly string[] = [],
): Promise<FilledResult> {
  const parsed = await readTable(text);
  if (!parsed.ok) return parsed;
  const { table } = parsed;
  const files = await loadFiles(connectionId);
  const read = {
    ...table,
    notes: [...notes, ...table.notes, ...ambiguousNames(table, files), ...unreadableNames(table, files)],
  };
  return { ok: true, filled: { name, table: read, files: idsByName(files) } };
}

/** @param encodingOverride the encoding, where a guess was wrong. @throws ApiError, DeskError */
export async function valuesFromFile(
  connectionId: string,
  file: File,
  encodingOverride?: TextEncoding,
): Promise<FilledResult> {
  const decoding = await decodeTable(file, encodingOverride);
  if (!decoding.ok) return decoding;
  const result = await valuesFromText(connectionId, file.name, decoding.text, decoding.notes);
  if (!result.ok || !decoding.isInferred) return result;
  return { ok: true, filled: { ...result.filled, inferred: { file, encoding: decoding.encoding } } };
}

/** Files of a folder that are said one by one to be of a format nothing here reads. */
const MAX_NOTES = 2;

/** Sends the files of a folder; each is a row. Hidden ones are left out. */
export async function valuesFromFolder(
  connectionId: string,
  files: readonly File[],
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<FilledResult> {
  const visibleFiles = files.filter(({ name }) => !name.startsWith('.'));
  if (visibleFiles.length === 0) return { ok: false, error: t.noFilesFolderAnother };
  const ids = new Map<string, string>();
  const unreadable: string[] = [];
  for (const [at, file] of visibleFiles.entries()) {
    onProgress(t.sendingFile(number(at + 1), number(visibleFiles.length)));
    try {
      const options = { onProgress: () => undefined, signal };
      const sentence = await unreadableFormat(file);
      if (sentence !== null) unreadable.push(sentence);
      addName(ids, pathOf(file), await uploadFile(connectionId, file, options));
    } catch (error) {
      return { ok: false, error: t.couldNot(file.name, describeProblem(error)) };
    }
  }
  const rows = visibleFiles.map((file) => [pathOf(file)]);
  const notes = firstOf(unreadable);
  return {
    ok: true,
    filled: {
      name: words.counts.files(rows.length),
      table: { columns: [t.file], rows, notes },
      files: ids,
    },
  };
}

/** Below the chosen folder, so that files of one name in two folders differ. */
const pathOf = ({ name, webkitRelativePath }: File): string =>
  webkitRelativePath === '' ? name : webkitRelativePath.split('/').slice(1).join('/');

const loadFiles = async (connectionId: string): Promise<FileRecord[]> =>
  (await callDesk('listFiles', { query: { connectionId } })).files.toSorted((a, b) =>
    b.createdAt.localeCompare(a.createdAt),
  );

/** As it is, and with its accents in one piece, as most programs write them: a Mac takes them apart. The first one stays. */
function addName(ids: Map<string, string>, name: string, fileId: string): void {
  for (const spelling of [name, name.normalize('NFC')]) if (!ids.has(spelling)) ids.set(spelling, fileId);
}

/** @param files newest first */
function idsByName(files: readonly FileRecord[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { fileId, filename } of files) {
    addName(ids, filename, fileId);
  }
  for (const { fileId, formerName } of files) {
    if (formerName !== undefined) addName(ids, formerName, fileId);
  }
  for (const { fileId } of files) ids.set(fileId, fileId);
  return ids;
}

/** The first sentences, and how many more there are. */
function firstOf(unreadable: readonly string[]): string[] {
  const further = unreadable.length - MAX_NOTES;
  return [...unreadable.slice(0, MAX_NOTES), ...(further > 0 ? [t.furtherUnreadable(further)] : [])];
}

const namesIn = ({ rows }: Table): Set<string> =>
  new Set(rows.flat().map((cell) => cell.trim().normalize('NFC')));

/** What of the files that cells name is of a format that nothing here reads. @param files newest first */
function unreadableNames(table: Table, files: readonly FileRecord[]): string[] {
  const used = namesIn(table);
  const sentences = files
    .filter(({ fileId, filename }) => used.has(filename.normalize('NFC')) || used.has(fileId))
    .flatMap((file) => unreadableRecord(file) ?? []);
  return firstOf([...new Set(sentences)]);
}

/** Names in cells that several files have, each said once. @param files newest first */
function ambiguousNames(table: Table, files: readonly FileRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const { filename } of files) {
    const name = filename.normalize('NFC');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...namesIn(table)].flatMap((name) => {
    const count = counts.get(name) ?? 0;
    return count > 1 ? [words.lists.sameName(name, count)] : [];
  });
}
