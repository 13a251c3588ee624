import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { webStreamOf } from '../web-stream.ts';

/** One member of a ZIP that is written as it is read. */
export interface ZipMember {
  /** Safe and unique within the ZIP. */
  name: string;
  /** The folder it lies in, a safe name; at the top of the ZIP without one. */
  folder?: string | undefined;
  /** Opens its bytes; asked for when its turn comes. @throws when there are none, which leaves the member out. */
  open: (signal: AbortSignal) => Promise<Readable | Buffer>;
}

const NOTE_NAME = 'Not included.txt';

/**
 * A ZIP as a stream: one member is open at a time, and nothing of it lies on the disk. Media are stored, not squeezed.
 * What cannot be opened is named in a text file at its end.
 * @param reasonOf a sentence for people, of what `open` threw.
 */
export function zipStream(
  members: Iterable<ZipMember>,
  reasonOf: (error: unknown) => string,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const stop = new AbortController();
  // Typed as the least a stream can be; it is one that can be read.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('The ZIP failed.')),
  );

  async function addAll(): Promise<void> {
    const missing: string[] = [];
    for (const { name: fileName, folder, open } of members) {
      const name = folder === undefined ? fileName : `${folder}/${fileName}`;
      if (stop.signal.aborted) return;
      let content: Readable | Buffer;
      try {
        content = await open(stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return;
        missing.push(`${name}: ${reasonOf(error)}`);
        continue;
      }
      if (content instanceof Readable) {
        zip.addReadStream(content, name, { compress: false });
        await finished(content, { writable: false });
      } else zip.addBuffer(content, name, { compress: false });
    }
    if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\r\n')}\r\n`), NOTE_NAME);
    zip.end();
  }

  output.once('close', () => stop.abort());
  addAll().catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('The ZIP failed.')),
  );
  return webStreamOf(output);
}
