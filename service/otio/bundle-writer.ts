import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportedMedia, OtioExport } from '#shared/otio/index.ts';

/** A file of the library, opened when its turn comes. */
export interface MediaSource {
  sizeBytes: number;
  open(): Readable;
}

/**
 * Streams the ZIP bundle: `timeline.otio`, what was said of it, then the media that there are. Media are stored, not
 * squeezed: they are compressed already. One file is open at a time.
 * @param find the file of the library for a medium; what is missing is left out, as the timeline says.
 */
export function otioBundle(
  exported: OtioExport,
  find: (media: ExportedMedia) => MediaSource | undefined,
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.on('error', (error: Error) => output.destroy(error));
  let current: Readable | undefined;
  // A reader that goes away leaves no file open.
  output.once('close', () => current?.destroy());
  zip.addBuffer(Buffer.from(exported.text), 'timeline.otio');
  const report = { version: 1, warnings: exported.warnings };
  zip.addBuffer(Buffer.from(`${JSON.stringify(report, null, 2)}\n`), 'export-report.json');
  for (const media of exported.media) {
    const source = find(media);
    if (!source) continue;
    zip.addReadStreamLazy(media.name, { compress: false, size: source.sizeBytes }, (callback) => {
      const stream = source.open();
      stream.once('error', (error) => output.destroy(error));
      current = stream;
      callback(null, stream);
    });
  }
  zip.end();
  zip.outputStream.pipe(output);
  return output;
}
