import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

/** What stands in a track in the place of what is cut off, until that is written: as many bytes. */
const TITLE = 'cropped here.';
/** Bottom, top, left and right. Source: RFC 9559, 5.1.4.1.28. */
const CROP_IDS = { bottom: 0xaa, top: 0xbb, left: 0xcc, right: 0xdd };

/** Options of ffmpeg for Matroska into which `crop` writes: no sums of what is changed then. */
const CROPPABLE = ['-write_crc32', '0', '-metadata:s:v', `title=${TITLE}`];

/** Writes into Matroska which rows and columns are not to be seen, in the place of the name of its track. */
async function crop(path: string, edges: NonNullable<MadeMedium['crop']>): Promise<void> {
  const bytes = await readFile(path);
  const name = Buffer.from(`\u0053\u006e\u008d${TITLE}`, 'latin1');
  const at = bytes.indexOf(name);
  const rest = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + name.length)]);
  // The description of pictures begins with their width.
  const video =
    rest.subarray(at).findIndex((byte, index, all) => byte === 0xe0 && all[index + 2] === 0xb0) + at;
  const size = (rest[video + 1] ?? 0) & 0x7f;
  const end = video + 2 + size;
  const elements = Object.entries(edges).flatMap(([edge, value]) => [
    0x54,
    CROP_IDS[edge as keyof typeof CROP_IDS],
    0x81,
    value,
  ]);
  rest[video + 1] = 0x80 | (size + elements.length);
  await writeFile(path, Buffer.concat([rest.subarray(0, end), Buffer.from(elements), rest.subarray(end)]));
}

/** Makes odd media in a folder of its own. @param program ffmpeg */
export async function oddMediaMaker(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-odd-'));
  const base = join(folder, 'base.mp4');
  let based: Promise<unknown> | null = null;
  const ffmpeg = (options: readonly string[]) => run(program, ['-v', 'error', '-y', ...options]);
  const made = new Map<string, Promise<string>>();
  const makeOne = async ({ name, make, matrix, cleanAperture, crop: edges }: MadeMedium): Promise<string> => {
    based ??= ffmpeg([...BASE_ARGUMENTS, base]);
    await based;
    const path = join(folder, name);
    const inputs = make.map((part) => (part === 'BASE' ? base : part));
    await ffmpeg([...inputs, ...(edges ? CROPPABLE : []), path]);
    if (matrix) await turn(path, matrix);
    if (cleanAperture) await cut(path, cleanAperture);
    if (edges) await crop(path, edges);
    return path;
  };
  return {
    folder,
    /** Makes each once. @returns the path of the file. */
    make: (medium: MadeMedium): Promise<string> => {
      const path = made.get(medium.name) ?? makeOne(medium);
      made.set(medium.name, path);
      return path;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
