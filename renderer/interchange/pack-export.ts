import {
  BlobReader,
  BlobWriter,
  configure,
  TextReader,
  ZipReader,
  ZipWriter,
  type Entry,
} from '@zip.js/zip.js';
import type { OtioWarning } from '#shared/api/index.ts';
import type { WrittenFile } from '#shared/interchange/index.ts';
import { timelineToOtio, type ExportedMedia } from '#shared/otio/index.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { hashOf } from '#renderer/model/file-hash.ts';

/** ZIPs that are packed here, in the worker of exports. Media are read from the bundle of the service piece by piece, and stored as they are. */

// Its workers come from addresses that the page's policy does not allow; streams of the browser do the same.
configure({ useWebWorkers: false });

const METADATA_FILES = /^(?:timeline\.otio|export-report\.json)$/i;

/** As `mediumKey` of its clips. */
const keyOf = ({ fileId, filename }: ExportedMedia): string => fileId ?? filename;

/** What is said of an export, as it lies beside it in a ZIP. */
const addReport = (zip: ZipWriter<Blob>, warnings: readonly OtioWarning[]) =>
  zip.add('export-report.json', new TextReader(`${JSON.stringify({ version: 1, warnings }, null, 2)}\n`));

/** Several texts as one ZIP, with the report of them. */
export async function packTexts(
  files: readonly WrittenFile[],
  warnings: readonly OtioWarning[],
): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter('application/zip'));
  await addReport(zip, warnings);
  for (const { name, text } of files) await zip.add(name, new TextReader(text));
  return zip.close();
}

const isFile = (entry: Entry): boolean => !entry.directory && !METADATA_FILES.test(entry.filename);

/**
 * Packs the bundle of a service anew: as `.otioz` (flat `media/`, stored, with `version.txt`), or as an `.otio` beside a
 * media folder.
 * @param bundle as the service sent it, with media under the names that `timelineToOtio` gives them.
 * @param name of the `.otio` in a folder. @param starts frames at which the timecodes of media begin, by `mediumKey`.
 * @throws Error for a bundle that cannot be read.
 */
export async function packBundle(options: {
  document: TimelineDocument;
  bundle: Blob;
  form: 'otioz' | 'folder';
  name: string;
  starts?: readonly (readonly [key: string, frames: number])[];
}): Promise<Blob> {
  const { document, bundle, form, name } = options;
  const starts = new Map(options.starts);
  const reader = new ZipReader(new BlobReader(bundle));
  try {
    const byName = new Map<string, Entry>();
    for (const entry of await reader.getEntries()) {
      const base = entry.filename.split('/').at(-1) ?? '';
      if (isFile(entry) && !byName.has(base.toLowerCase())) byName.set(base.toLowerCase(), entry);
    }
    const named = new Map(timelineToOtio(document).media.map((media) => [keyOf(media), media.name]));
    const entryOf = (key: string) => byName.get((named.get(key) ?? '').toLowerCase());
    const layout = {
      folder: 'media/',
      has: (key: string) => entryOf(key) !== undefined,
      startOf: (key: string) => starts.get(key) ?? 0,
    };
    const zip = new ZipWriter(new BlobWriter('application/zip'));
    if (form === 'otioz') await zip.add('version.txt', new TextReader('1.0.0'));
    const hashes = new Map<string, string>();
    for (const bundled of timelineToOtio(document, layout).media) {
      const key = keyOf(bundled);
      const entry = entryOf(key);
      if (!entry || entry.directory) continue;
      const bytes = await entry.getData(new BlobWriter(), { checkSignature: true });
      await zip.add(`media/${bundled.name}`, new BlobReader(bytes), { level: 0 });
      const hash = await hashOf(bytes);
      if (hash !== null) hashes.set(key, hash);
    }
    const { text, warnings } = timelineToOtio(document, { ...layout, hashOf: (key) => hashes.get(key) });
    await zip.add(form === 'otioz' ? 'content.otio' : `${name}.otio`, new TextReader(text));
    await addReport(zip, warnings);
    return await zip.close();
  } finally {
    await reader.close();
  }
}
