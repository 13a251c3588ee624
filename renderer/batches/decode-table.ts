import { readTextFile, type TextEncoding } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.batches.decodeTable;

/** Bytes of a table to text. */

const LABELS = {
  maxBytes: 64 * 1024 * 1024,
  hint: t.splitMakeBatchEach,
  kind: t.kind,
};

export type Decoding =
  | { ok: true; text: string; notes: string[]; encoding: TextEncoding; isInferred: boolean }
  /** A sentence that says what to do. */
  | { ok: false; error: string };

/**
 * Reads a table's text.
 * @param file what a person chose. @param encoding that the person chose, where the guess was wrong.
 */
export async function decodeTable(file: Blob, encoding?: TextEncoding): Promise<Decoding> {
  const decoded = await readTextFile(file, LABELS, encoding);
  if (!decoded.ok) return { ok: false, error: decoded.problem };
  const { text, report } = decoded;
  return {
    ok: true,
    text,
    notes: words.textFiles.decoded(report),
    encoding: report.encoding,
    isInferred: report.isGuess,
  };
}
