import { Readable } from 'node:stream';
import {
  createUniqueNames,
  extensionOf,
  outputFileName,
  coordinatesText,
  type Batch,
  type BatchItem,
  type BatchOutput,
} from '#shared/desk/index.ts';
import { labelOfKey, uniqueLabels } from '#shared/graph/index.ts';
import type { ZipMember } from '../library/zip-stream.ts';
import { csvStream, type ItemPages } from './results-csv.ts';

/** What the results of a batch are called and hold when they are saved. */

export type BatchToSave = Pick<Batch, 'layout' | 'fields' | 'counts' | 'kind'>;

interface ResultSources {
  /** All items, from an index on. */
  pages: ItemPages;
  /** Those that are done. */
  completedPages: ItemPages;
  openFile: (fileId: string, signal: AbortSignal) => Promise<Readable | Buffer>;
  /** The whole of a text of which the item holds the beginning. @throws when its run is gone */
  fullText: (item: BatchItem, key: string, signal: AbortSignal) => Promise<string>;
}

const extensionOfOutput = ({ filename, type }: BatchOutput): string => {
  if (filename !== undefined) return extensionOf(filename);
  return type === 'json' ? 'json' : 'txt';
};

/** A file name for each output of an item, by the output's key: `0007 Poster.png`. Names of two items always differ. */
function namesOfOutputs(batch: BatchToSave, item: BatchItem): Map<string, string> {
  const unique = createUniqueNames();
  const digits = String(batch.counts.total).length;
  const number = String(item.index + 1).padStart(digits, '0');
  const position = coordinatesText(batch, item);
  const labels = uniqueLabels(item.outputs.map(({ key, label }) => label ?? labelOfKey(key)));
  return new Map(
    item.outputs.map((output, at) => {
      const isSingleOutput = position !== '' && item.outputs.length === 1;
      const segments = [number, position, isSingleOutput ? '' : (labels[at] ?? output.key)].filter(
        (segment) => segment !== '',
      );
      const name = outputFileName({
        project: null,
        output: segments.join(' '),
        version: null,
        extension: extensionOfOutput(output),
      });
      return [output.key, unique(name)];
    }),
  );
}

/** What the table says of the outputs of an item, by key: the name of a file here, or the text itself; no name where the file was dropped. */
function savedTexts(batch: BatchToSave, item: BatchItem): Map<string, string> {
  const names = namesOfOutputs(batch, item);
  const fileName = (key: string): string => (item.hidden ? '' : (names.get(key) ?? ''));
  return new Map(
    item.outputs.map(({ key, fileId, text }) => [key, fileId === undefined ? (text ?? '') : fileName(key)]),
  );
}

/** The same for the cells of a row, which are asked for one after the other. */
export function savedCells(batch: BatchToSave): (item: BatchItem, key: string) => string {
  let last: { item: BatchItem; texts: Map<string, string> } | null = null;
  return (item, key) => {
    if (last?.item !== item) last = { item, texts: savedTexts(batch, item) };
    return last.texts.get(key) ?? '';
  };
}

/**
 * The results as members of a ZIP: a table of all, and a file for each output that is not dropped. They can be gone
 * through again: a download that broke off is begun anew at the same address.
 */
export const resultMembers = (batch: BatchToSave, sources: ResultSources): Iterable<ZipMember> => ({
  [Symbol.iterator]: () => membersOfBatch(batch, sources),
});

function* membersOfBatch(batch: BatchToSave, sources: ResultSources): Generator<ZipMember, void, void> {
  yield {
    name: 'results.csv',
    open: async () => Readable.fromWeb(csvStream(batch, sources.pages, savedCells(batch))),
  };
  let from = 0;
  for (;;) {
    const items = sources.completedPages(from);
    const last = items.at(-1);
    if (last === undefined) return;
    for (const item of items) if (!item.hidden) yield* membersOfItem(batch, item, sources);
    from = last.index + 1;
  }
}

function* membersOfItem(
  batch: BatchToSave,
  item: BatchItem,
  { openFile, fullText }: ResultSources,
): Generator<ZipMember, void, void> {
  const names = namesOfOutputs(batch, item);
  for (const { key, fileId, text = '', isCut } of item.outputs) {
    yield {
      name: names.get(key) ?? key,
      // A stream also of a short text: the ZIP then waits until it is taken, and does not gather all in memory.
      open: async (signal) => {
        if (fileId !== undefined) return openFile(fileId, signal);
        return Readable.from([Buffer.from(isCut ? await fullText(item, key, signal) : text)]);
      },
    };
  }
}
