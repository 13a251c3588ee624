import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { DeskError } from '../desk-error.ts';
import { webStreamOf } from '../web-stream.ts';
import type { Spool, Spooled } from './spool.ts';

/** One member of a ZIP that is written as it is read. */
export interface ZipMember {
  /** Safe and unique within the ZIP. */
  name: string;
  /** The folder it lies in, a safe name; at the top of the ZIP without one. */
  folder?: string | undefined;
  /** Opens its bytes; asked for when its turn comes. @throws when there are none, which leaves the member out. */
  open: (signal: AbortSignal) => Promise<Readable | Buffer>;
}

/** Who follows a ZIP on its way. */
export interface ZipWatch {
  /** Aborted, the ZIP breaks off, which its reader sees as an error. */
  signal: AbortSignal;
  /** Called once. A reader that leaves has canceled it. */
  onEnd(end: 'done' | 'failed' | 'canceled'): void;
}

const NOTE_NAME = 'Not included.txt';

/**
 * A ZIP as a stream. Each member is read to its end before the ZIP has any of it, so that one that breaks off is left
 * out and the others come whole. Media are stored, not squeezed. What could not be read is named in a text file at its end.
 * @param reasonOf a sentence for people, of what a member threw.
 * @param spool where a member lies until it is whole.
 */
export function zipStream(
  members: Iterable<ZipMember>,
  reasonOf: (error: unknown) => string,
  spool: Spool,
  watch?: ZipWatch,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const stop = new AbortController();
  // Typed as the least a stream can be; it is one that can be read.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('The ZIP failed.')),
  );

  /** @returns when the reader of the ZIP has taken it. */
  async function add(content: Spooled, name: string): Promise<void> {
    const bytes = content.stream();
    const leave = () => bytes.destroy();
    output.once('close', leave);
    zip.addReadStream(bytes, name, { compress: false, size: content.size });
    try {
      await finished(bytes, { writable: false });
    } finally {
      output.off('close', leave);
    }
  }

  async function addAll(): Promise<void> {
    const missing: string[] = [];
    for (const { name: fileName, folder, open } of members) {
      const name = folder === undefined ? fileName : `${folder}/${fileName}`;
      if (stop.signal.aborted) return;
      let content: Spooled;
      try {
        content = await spool.read(await open(stop.signal), stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return;
        missing.push(`${name}: ${reasonOf(error)}`);
        continue;
      }
      try {
        await add(content, name);
      } finally {
        // What cannot be removed now is removed at the next start.
        await content.discard().catch(() => undefined);
      }
    }
    if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\r\n')}\r\n`), NOTE_NAME);
    zip.end();
  }

  const abortStream = () =>
    output.destroy(new DeskError('INVALID_REQUEST', 'The ZIP was canceled. Save the outputs again.'));
  watch?.signal.addEventListener('abort', abortStream, { once: true });
  output.once('close', () => {
    stop.abort();
    watch?.signal.removeEventListener('abort', abortStream);
    if (output.readableEnded) watch?.onEnd('done');
    else watch?.onEnd(output.errored === null || watch.signal.aborted ? 'canceled' : 'failed');
  });
  addAll().catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('The ZIP failed.')),
  );
  return webStreamOf(output);
}
