import { BlobReader, BlobWriter, configure, ZipWriter } from '@zip.js/zip.js';
import { OTIO_LIMITS, TimelineFileRefused } from '#shared/otio/index.ts';
import { readTextFile } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';
import { isOtiodName, timelineIn, type OtioFolder } from './otio-folder.ts';

const t = words.interchange.packFolder;

// Its workers come from addresses that the page's policy does not allow; streams of the browser do the same.
configure({ useWebWorkers: false });

/** How a medium may be named in the text: as it is, or as in an address. */
const namesOf = (name: string): string[] => [name, encodeURI(name), encodeURIComponent(name)];

/**
 * Packs the folder of a timeline as an `.otioz`, which services read: the timeline, and its media as they are. Of a folder
 * that is no `.otiod` only what the timeline names goes along, as anything may lie there.
 * @throws TimelineFileRefused for a folder without a timeline, or one too large.
 */
export async function packFolder(
  folder: OtioFolder,
  { onProgress, signal }: { onProgress: (progress: number) => void; signal: AbortSignal },
): Promise<File> {
  const timeline = timelineIn(folder);
  const decoded = await readTextFile(timeline.file, {
    maxBytes: OTIO_LIMITS.bytes,
    hint: t.exportShorter,
    kind: words.interchange.timelineKind,
  });
  if (!decoded.ok) throw new TimelineFileRefused(decoded.problem);
  const { text, report } = decoded;
  const isComplete = isOtiodName(folder.name);
  const isNamed = (path: string): boolean =>
    isComplete || namesOf(path.split('/').at(-1) ?? '').some((name) => text.includes(name));
  const media = folder.files.filter(
    ({ path }) => path !== timeline.path && !/\.otio$|^version\.txt$/i.test(path) && isNamed(path),
  );
  const all = media.reduce((sum, { file }) => sum + file.size, 1);
  const zip = new ZipWriter(new BlobWriter('application/zip'), { signal });
  // Services read UTF-8 alone.
  const content = report.encoding === 'utf-8' ? timeline.file : new Blob([text]);
  await zip.add('content.otio', new BlobReader(content));
  let packed = 0;
  for (const { path, file } of media) {
    signal.throwIfAborted();
    await zip.add(path, new BlobReader(file), { level: 0 });
    packed += file.size;
    onProgress(packed / all);
  }
  return new File([await zip.close()], `${folder.name.replace(/\.otiod$/i, '')}.otioz`);
}
