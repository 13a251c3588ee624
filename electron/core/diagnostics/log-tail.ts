import { open } from 'node:fs/promises';
import type { Redactor } from './redact.ts';

/** Bytes of the log's end that are looked at. */
const TAIL_BYTES = 512 * 1024;
/** Fields of a log line that say nothing about a person. */
const FIELDS: ReadonlySet<string> = new Set(
  (
    'level time msg requestId method status attempt ms name code pid ' +
    'connectionId projectId uploadId problem offline file pending stack'
  ).split(' '),
);

/** The last lines of the app's own log, without anything that is not on the list. */
export async function readLogTail(path: string, redactor: Redactor): Promise<Record<string, unknown>[]> {
  let text: string;
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const start = Math.max(0, size - TAIL_BYTES);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
      text = buffer.subarray(0, bytesRead).toString('utf8');
      // The first line may have been cut.
      if (start > 0) text = text.slice(text.indexOf('\n') + 1);
    } finally {
      await file.close();
    }
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      const entry: unknown = JSON.parse(line);
      if (typeof entry !== 'object' || entry === null) return [];
      const allowed = Object.entries(entry).filter(([name]) => FIELDS.has(name));
      return [
        Object.fromEntries(
          allowed.map(([name, value]) => [name, typeof value === 'string' ? redactor.scrub(value) : value]),
        ),
      ];
    } catch {
      return [];
    }
  });
}
