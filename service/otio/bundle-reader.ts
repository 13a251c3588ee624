import { open, readFile, stat } from 'node:fs/promises';
import { pipeline, Transform, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import * as yauzl from 'yauzl';
import { PICTURE_HEAD_BYTES, unreadablePicture } from '#shared/film/unreadable-picture.ts';
import type { OtioWarning } from '#shared/api/schemas/timelines.ts';
import { ArchiveError, readDirectory, type DirectoryLimits } from '#shared/archive/directory.ts';
import {
  invalidOtio,
  matchMedia,
  mediaCandidates,
  mediaNames,
  OTIO_LIMITS,
  otioMediaUrls,
  rootOf,
  TimelineFileRefused,
  type OtioRoot,
} from '#shared/otio/index.ts';
import { Problem } from '#service/problems/problem.ts';

/**
 * An uploaded `.otio` or ZIP, open for reading. Of a ZIP the directory is checked as a whole before any byte is
 * inflated, then the `.otio` is read, and only members it refers to can be opened at all.
 */

export interface ArchiveLimits extends DirectoryLimits {
  /** Inflated bytes of the `.otio` and of all media it refers to. */
  totalBytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { entries: 10_000, totalBytes: 8 * 1024 ** 3, ratio: 250 };

export interface BundledMedia {
  /** The path inside the archive. Never used as a path on disk. */
  name: string;
  sizeBytes: number;
  open(): Promise<Readable>;
}

export interface OtioUpload {
  root: OtioRoot;
  /** It is an archive that may bring its media along. */
  isBundle: boolean;
  /** What each URL of the timeline stands for inside the archive; a URL that is missing here is not in it. */
  media: ReadonlyMap<string, BundledMedia | 'ambiguous'>;
  warnings: OtioWarning[];
  close(): void;
}

const invalidArchive = (reason: string): TimelineFileRefused =>
  invalidOtio(`The ZIP was refused: ${reason}. Pack it again and try once more.`);

/** Members, without folders and what systems add by themselves. */
async function membersOf(zip: yauzl.ZipFile, limits: ArchiveLimits): Promise<yauzl.Entry[]> {
  const entries = await readDirectory(zip, limits).catch((error: unknown) => {
    throw error instanceof ArchiveError ? invalidArchive(error.message) : error;
  });
  return entries.filter(
    ({ fileName }) => !fileName.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(fileName),
  );
}

/** What exports put beside the timeline and its media. */
const SIDECAR_FILES = /^(?:version\.txt|export-report\.json)$/;

const depthOf = (name: string): number => name.split('/').length;

/** The timeline of an archive: the highest one, ours or an `.otioz`'s first. */
function selectTimeline(entries: readonly yauzl.Entry[], warnings: OtioWarning[]): yauzl.Entry {
  const rank = ({ fileName }: yauzl.Entry) => (/(?:^|\/)(?:timeline|content)\.otio$/i.test(fileName) ? 0 : 1);
  const timelines = entries
    .filter(({ fileName }) => /\.otio$/i.test(fileName))
    .toSorted(
      (a, b) =>
        depthOf(a.fileName) - depthOf(b.fileName) || rank(a) - rank(b) || (a.fileName < b.fileName ? -1 : 1),
    );
  const [first] = timelines;
  if (!first)
    throw invalidOtio('The ZIP holds no .otio file. Choose the one that the timeline was exported to.');
  if (timelines.length > 1) {
    warnings.push({
      code: 'MULTIPLE_TIMELINES',
      message: `The ZIP holds several timelines; "${first.fileName}" was read.`,
      path: null,
    });
  }
  return first;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidOtio('The timeline is not UTF-8 text. Export it again from the program it came from.');
  }
}

const sizeLimitExceeded = (limit: number): Problem =>
  Problem.of('OTIO_TOO_LARGE', `Unpacked, the upload would exceed ${limit} bytes.`, {
    limitBytes: limit,
  });

/**
 * Opens an upload that lies in a file; close it when done.
 * @throws TimelineFileRefused for what is neither OTIO nor an honest ZIP with one; Problem OTIO_TOO_LARGE for one that
 * unpacks too large.
 */
export async function openOtioUpload(
  path: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<OtioUpload> {
  const handle = await open(path, 'r');
  const magic = Buffer.alloc(4);
  try {
    await handle.read(magic, 0, 4, 0);
  } finally {
    await handle.close();
  }
  if (magic.toString('latin1', 0, 2) !== 'PK') {
    if ((await stat(path)).size > OTIO_LIMITS.bytes) throw sizeLimitExceeded(OTIO_LIMITS.bytes);
    return {
      root: rootOf(decodeText(await readFile(path))),
      isBundle: false,
      media: new Map(),
      warnings: [],
      close: () => undefined,
    };
  }
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    // What concerns an entry comes with it; a late error, as of closing the file, has nobody else to hear it.
    zip.on('error', () => undefined);
  } catch (error) {
    throw Object.assign(invalidArchive('it is damaged'), { cause: error });
  }
  try {
    return await readArchive(zip, limits);
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Ends with an error when the bytes are not those that were packed: the reader of ZIPs does not look. */
function checksummed(source: Readable, expected: number): Readable {
  let sum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      sum = crc32(chunk, sum);
      callback(null, chunk);
    },
    flush: (callback) => callback(sum === expected ? null : new Error('The checksum of a member is wrong.')),
  });
  pipeline(source, check, () => undefined);
  return check;
}

/** Names of pictures, as which phones also write what nothing here reads. */
const PICTURE_NAME = /\.(?:hei[cf]s?|hif|jxl|jpe?g?|jfif|png|avif|webp)$/i;

/** The first bytes of a member; none where it cannot be unpacked, which is said when it is stored. */
async function headOf(source: Readable): Promise<Uint8Array> {
  try {
    for await (const bytes of source) return (bytes as Buffer).subarray(0, PICTURE_HEAD_BYTES);
  } catch {
    // Said with its media.
  }
  return new Uint8Array();
}

async function readArchive(zip: yauzl.ZipFile, limits: ArchiveLimits): Promise<OtioUpload> {
  const warnings: OtioWarning[] = [];
  const byName = new Map<string, yauzl.Entry>();
  for (const entry of await membersOf(zip, limits)) {
    if (byName.has(entry.fileName)) {
      warnings.push({
        code: 'DUPLICATE_ENTRY',
        message: `"${entry.fileName}" is in the ZIP twice; the first was used.`,
        path: entry.fileName,
      });
    } else {
      byName.set(entry.fileName, entry);
    }
  }
  const timeline = selectTimeline([...byName.values()], warnings);
  if (timeline.uncompressedSize > OTIO_LIMITS.bytes) throw sizeLimitExceeded(OTIO_LIMITS.bytes);
  let root: OtioRoot;
  try {
    const bytes = await buffer(await zip.openReadStreamPromise(timeline));
    if (crc32(bytes) !== timeline.crc32) throw invalidArchive('its timeline is damaged');
    root = rootOf(decodeText(bytes));
  } catch (error) {
    if (error instanceof TimelineFileRefused) throw error;
    throw invalidArchive('its timeline cannot be unpacked');
  }

  const names = mediaNames([...byName.keys()].filter((name) => name !== timeline.fileName));
  const folder = timeline.fileName.slice(0, timeline.fileName.lastIndexOf('/') + 1);
  const media = new Map<string, BundledMedia | 'ambiguous'>();
  const used = new Set<string>();
  let total = timeline.uncompressedSize;
  for (const url of otioMediaUrls(root)) {
    const match = matchMedia(mediaCandidates(url, folder), names);
    if (match === undefined) continue;
    if (match === 'ambiguous') {
      media.set(url, match);
      continue;
    }
    const entry = byName.get(match.name)!;
    if (!used.has(match.name)) total += entry.uncompressedSize;
    if (total > limits.totalBytes) throw sizeLimitExceeded(limits.totalBytes);
    if (!used.has(match.name) && PICTURE_NAME.test(match.name)) {
      const unreadable = unreadablePicture(await headOf(await zip.openReadStreamPromise(entry)));
      if (unreadable !== null)
        warnings.push({
          code: 'MEDIA_FORMAT_UNREADABLE',
          message: `"${match.name}" is ${unreadable}, which cannot be read here. Save it as JPEG and put that in its place.`,
          path: match.name,
        });
    }
    used.add(match.name);
    media.set(url, {
      name: match.name,
      sizeBytes: entry.uncompressedSize,
      // The library ends the stream with an error once more, or fewer, bytes come out than the directory says.
      open: async () => checksummed(await zip.openReadStreamPromise(entry), entry.crc32),
    });
  }
  for (const name of byName.keys()) {
    if (name !== timeline.fileName && !used.has(name) && !SIDECAR_FILES.test(name.slice(folder.length))) {
      warnings.push({
        code: 'UNREFERENCED_MEDIA',
        message: `The timeline does not use "${name}".`,
        path: name,
      });
    }
  }
  return { root, isBundle: true, media, warnings, close: () => zip.close() };
}
