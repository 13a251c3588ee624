import type { TextEncoding } from '#shared/reading/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { uploadFile } from '#renderer/uploads/index.ts';
import { plural } from '#renderer/ui/index.ts';
import { number } from '#renderer/words/index.ts';
import { decodeTable } from './decode-table.ts';
import { readTable, type Table } from './read-table.ts';

/** Values for a batch, from wherever a person has them. */

export interface Filled {
  /** What it is called: the file, or what was pasted. */
  name: string;
  table: Table;
  /** Ids of files by the names in cells. */
  files: ReadonlyMap<string, string>;
  /** The file, where its encoding is a guess that may be wrong. */
  guessed?: { file: File; encoding: TextEncoding };
}

/** Values, or a sentence that says what to do. */
export type Filling = { ok: true; filled: Filled } | { ok: false; error: string };

/** Says how far it is, as a sentence. */
type OnProgress = (text: string) => void;

/** @param notes about how the text was read. @throws ApiError, DeskError */
export async function valuesFromText(
  connectionId: string,
  name: string,
  text: string,
  notes: readonly string[] = [],
): Promise<Filling> {
  const reading = await readTable(text);
  if (!reading.ok) return reading;
  const { table } = reading;
  return {
    ok: true,
    filled: {
      name,
      table: { ...table, notes: [...notes, ...table.notes] },
      files: await filesByName(connectionId),
    },
  };
}

/** @param chosen the encoding, where a guess was wrong. @throws ApiError, DeskError */
export async function valuesFromFile(
  connectionId: string,
  file: File,
  chosen?: TextEncoding,
): Promise<Filling> {
  const decoding = await decodeTable(file, chosen);
  if (!decoding.ok) return decoding;
  const filling = await valuesFromText(connectionId, file.name, decoding.text, decoding.notes);
  if (!filling.ok || !decoding.isGuess) return filling;
  return { ok: true, filled: { ...filling.filled, guessed: { file, encoding: decoding.encoding } } };
}

/** Sends the files of a folder; each is a row. Hidden ones are left out. */
export async function valuesFromFolder(
  connectionId: string,
  files: readonly File[],
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Filling> {
  const wanted = files.filter(({ name }) => !name.startsWith('.'));
  if (wanted.length === 0) return { ok: false, error: 'There are no files in this folder. Choose another.' };
  const ids = new Map<string, string>();
  for (const [at, file] of wanted.entries()) {
    onProgress(`Sending file ${number(at + 1)} of ${number(wanted.length)}…`);
    try {
      ids.set(pathOf(file), await uploadFile(connectionId, file, { onProgress: () => undefined, signal }));
    } catch (error) {
      return { ok: false, error: `${file.name} could not be sent: ${describeProblem(error)}` };
    }
  }
  const rows = wanted.map((file) => [pathOf(file)]);
  return {
    ok: true,
    filled: {
      name: plural(rows.length, 'file'),
      table: { columns: ['File'], rows, notes: [] },
      files: ids,
    },
  };
}

/** Below the chosen folder, so that files of one name in two folders differ. */
const pathOf = ({ name, webkitRelativePath }: File): string =>
  webkitRelativePath === '' ? name : webkitRelativePath.split('/').slice(1).join('/');

/** Files of the connection by their names and by their ids. */
async function filesByName(connectionId: string): Promise<Map<string, string>> {
  const { files } = await callDesk('listFiles', { query: { connectionId } });
  return new Map(
    files.flatMap(({ fileId, filename }) => [
      [filename, fileId],
      [fileId, fileId],
    ]),
  );
}
