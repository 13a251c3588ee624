import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  access,
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { BASE_ARGUMENTS, type MadeMedium } from '#shared/testing/odd-media.ts';

const run = promisify(execFile);

/** Those media that an ffmpeg has the encoders for; none without one. */
export async function makeable<Medium extends MadeMedium>(
  program: string | null,
  media: readonly Medium[],
): Promise<Medium[]> {
  if (program === null) return [];
  const { stdout } = await run(program, ['-v', 'error', '-encoders']);
  return media.filter(({ needs = [] }) => needs.every((encoder) => stdout.includes(` ${encoder} `)));
}

/** Bytes from the type of a track header to its matrix. Source: ISO/IEC 14496-12, 8.3.2. */
const TO_MATRIX = 44;

/** Writes into the header of the first track how its pictures are to be turned; ffmpeg does not do it in all its versions. */
async function turn(path: string, [a, b, c, d, x, y]: NonNullable<MadeMedium['matrix']>): Promise<void> {
  const bytes = await readFile(path);
  const at = bytes.indexOf('tkhd', 0, 'latin1') + TO_MATRIX;
  for (const [index, value] of [a, b, 0, c, d, 0, x, y].entries())
    bytes.writeInt32BE(value * 65_536, at + index * 4);
  await writeFile(path, bytes);
}

/** A screen of Display P3 from 0.005 to 1000 nits, and 1000 and 400 nits of light. Source: PNG, third edition, 11.3.2.7 and 8. */
const MASTERED = [
  ['mDCV', '8a48396c21340ee10b9d3aae3e4a1d1c3d13409200989680000000323d1340'],
  ['cLLi', '00989680003d0900'],
] as const;

const chunk = (type: string, content: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const bytes = Buffer.alloc(8 + body.length);
  bytes.writeUInt32BE(content.length);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), 4 + body.length);
  return bytes;
};

/** Behind the signature and the header of a PNG. */
const BEHIND_HEADER = 8 + 25;

/** Writes into a PNG how its numbers are meant, which this ffmpeg does not do. */
async function nameColors(
  path: string,
  { primaries, transfer, isMastered }: NonNullable<MadeMedium['cicp']>,
) {
  const points = Buffer.from([primaries, transfer, 0, 1]).toString('hex');
  await addChunks(path, [['cICP', points], ...(isMastered ? MASTERED : [])]);
}

/** Takes away what an AVIF says of its colors beside its stream: readers pass over a box of that name. */
async function freeColors(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.write('free', bytes.indexOf('colrnclx', 0, 'latin1'), 'latin1');
  await writeFile(path, bytes);
}

/** Writes chunks behind the header of a PNG. */
async function addChunks(path: string, chunks: NonNullable<MadeMedium['chunks']>): Promise<void> {
  const bytes = await readFile(path);
  const [head, rest] = [bytes.subarray(0, BEHIND_HEADER), bytes.subarray(BEHIND_HEADER)];
  const written = chunks.map(([type, content]) => chunk(type, Buffer.from(content, 'hex')));
  await writeFile(path, Buffer.concat([head, ...written, rest]));
}

/** Boxes around the description of pictures. */
const AROUND_PICTURES = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1'];

/** Writes a clean aperture behind all else that is said of pictures, which lies behind them. Source: ISO/IEC 14496-12, 12.1.4. */
async function cut(path: string, { width, height }: NonNullable<MadeMedium['cleanAperture']>): Promise<void> {
  const bytes = await readFile(path);
  const box = Buffer.alloc(40);
  box.writeUInt32BE(box.length);
  box.write('clap', 4, 'latin1');
  for (const [index, value] of [width, 1, height, 1, 0, 1, 0, 1].entries())
    box.writeUInt32BE(value, 8 + index * 4);
  let from = 0;
  let end = 0;
  for (const type of AROUND_PICTURES) {
    from = bytes.indexOf(type, from, 'latin1');
    const size = bytes.readUInt32BE(from - 4);
    end = from - 4 + size;
    bytes.writeUInt32BE(size + box.length, from - 4);
  }
  await writeFile(path, Buffer.concat([bytes.subarray(0, end), box, bytes.subarray(end)]));
}

/** What stands in a track in the place of what is said of its pictures, until that is written: as many bytes. */
const TITLE = 'cropped here.';
/** Bottom, top, left and right. Source: RFC 9559, 5.1.4.1.28. */
const CROP_IDS = { bottom: 0xaa, top: 0xbb, left: 0xcc, right: 0xdd };

/** Options of ffmpeg for Matroska into which that is written: no sums of what is changed then. */
const DESCRIBABLE = ['-write_crc32', '0', '-metadata:s:v', `title=${TITLE}`];

/** Which rows and columns are not to be seen. */
const cropElements = (edges: NonNullable<MadeMedium['crop']>): number[] =>
  Object.entries(edges).flatMap(([edge, value]) => [
    0x54,
    CROP_IDS[edge as keyof typeof CROP_IDS],
    0x81,
    value,
  ]);

/** By how much pictures are to be turned, in a flat projection, and two bytes of nothing. Source: RFC 9559, 5.1.4.1.28.41. */
function rollElements(degrees: number): number[] {
  const value = Buffer.alloc(4);
  value.writeFloatBE(degrees);
  return [0x76, 0x70, 0x8b, 0x76, 0x71, 0x81, 0, 0x76, 0x75, 0x84, ...value, 0xec, 0x80];
}

/** Writes what Matroska says of its pictures, in the place of the name of its track: as many bytes. */
async function describePictures(path: string, elements: readonly number[]): Promise<void> {
  const bytes = await readFile(path);
  const name = Buffer.from(`\u0053\u006e\u008d${TITLE}`, 'latin1');
  const at = bytes.indexOf(name);
  const rest = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + name.length)]);
  // The description of pictures begins with their width.
  const video =
    rest.subarray(at).findIndex((byte, index, all) => byte === 0xe0 && all[index + 2] === 0xb0) + at;
  const size = (rest[video + 1] ?? 0) & 0x7f;
  const end = video + 2 + size;
  rest[video + 1] = 0x80 | (size + elements.length);
  await writeFile(path, Buffer.concat([rest.subarray(0, end), Buffer.from(elements), rest.subarray(end)]));
}

/** Writes another file behind the end of one. */
async function append(path: string, make: (path: string) => Promise<unknown>): Promise<void> {
  const second = join(dirname(path), `second-${basename(path)}`);
  await make(second);
  await appendFile(path, await readFile(second));
}

/** Media that were made, for all tests and runs; each lies in a folder named after all that it was made by. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/patchbay-odd-media');

/** What makes a medium besides its own arguments: this version of ffmpeg, and this file. */
async function makerKey(program: string): Promise<string> {
  const [{ stdout }, source] = await Promise.all([
    run(program, ['-version']),
    readFile(import.meta.filename, 'utf8'),
  ]);
  return `${stdout}\n${source}`;
}

/**
 * Makes odd media, each once for all tests on this computer: to encode them takes longer than to look at most of them.
 * @param program ffmpeg. @returns `folder`, for what else a test makes
 */
export async function oddMediaMaker(program: string, cache = CACHE) {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-odd-'));
  const by = await makerKey(program);
  const ffmpeg = (options: readonly string[]) => run(program, ['-v', 'error', '-y', ...options]);
  const made = new Map<string, Promise<string>>();
  let base: Promise<string> | null = null;
  /** @param write makes the file at a path. @returns where it lies. */
  const cached = async (
    name: string,
    description: unknown,
    write: (path: string) => Promise<void>,
  ): Promise<string> => {
    const key = createHash('sha256')
      .update(JSON.stringify([by, name, description]))
      .digest('hex');
    const path = join(cache, key.slice(0, 32), name);
    const isMade = await access(path).then(
      () => true,
      () => false,
    );
    if (isMade) return path;
    const temporary = join(folder, name);
    await write(temporary);
    await mkdir(dirname(path), { recursive: true });
    // Beside it first: another process sees the whole of it or nothing.
    const beside = `${path}.${randomUUID()}`;
    await copyFile(temporary, beside);
    await rename(beside, path);
    return path;
  };
  const makeBase = (): Promise<string> =>
    cached('base.mp4', BASE_ARGUMENTS, async (path) => void (await ffmpeg([...BASE_ARGUMENTS, path])));
  const makeOne = ({ name, make, appended, ...written }: MadeMedium): Promise<string> => {
    const { matrix, cleanAperture, crop, roll, cicp, chunks, hasColorsInStream } = written;
    const description = [BASE_ARGUMENTS, make, appended, written];
    return cached(name, description, async (path) => {
      base ??= makeBase();
      const basePath = await base;
      const inputs = (options: readonly string[]) =>
        options.map((part) => (part === 'BASE' ? basePath : part));
      await ffmpeg([...inputs(make), ...(crop || roll ? DESCRIBABLE : []), path]);
      if (appended) await append(path, (second) => ffmpeg([...inputs(appended), second]));
      if (matrix) await turn(path, matrix);
      if (cleanAperture) await cut(path, cleanAperture);
      if (crop) await describePictures(path, cropElements(crop));
      if (roll) await describePictures(path, rollElements(roll));
      if (cicp) await nameColors(path, cicp);
      if (chunks) await addChunks(path, chunks);
      if (hasColorsInStream) await freeColors(path);
    });
  };
  return {
    folder,
    /** Makes each once. @returns the path of the file, which is not to be changed. */
    make: (medium: MadeMedium): Promise<string> => {
      const path = made.get(medium.name) ?? makeOne(medium);
      made.set(medium.name, path);
      return path;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
