import { readFile } from 'node:fs/promises';
import { permitNativeCode } from '#native/decoders/guard.ts';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { makeable, oddMediaMaker } from '#native/testing/make-odd-medium.ts';
import { displayedPicture, proxyOf, referenceFrames } from '#native/testing/reference-frames.ts';
import { ODD_MEDIA, ODD_PICTURES, ODD_SOUNDS, type OddMedium } from '#shared/testing/odd-media.ts';

let maker: ReturnType<typeof oddMediaMaker> | null = null;

/** Makes one of the odd media; null without ffmpeg or its encoders. */
async function createMedium<Medium extends { name: string; make: readonly string[]; contentType: string }>(
  media: readonly Medium[],
  name: string,
) {
  const program = await findFfmpeg();
  const [medium] = (await makeable(program, media)).filter((candidate) => candidate.name === name);
  if (program === null || !medium) return null;
  maker ??= oddMediaMaker(program);
  const { make, folder } = await maker;
  return { medium, path: await make(medium), making: { program, folder } };
}

/**
 * For tests in a page: makes one of the odd media beside it.
 * @returns its bytes in Base64, null without ffmpeg or its encoders.
 */
export async function oddMedium(_context: unknown, name: string): Promise<string | null> {
  const file = await createMedium([...ODD_MEDIA, ...ODD_PICTURES, ...ODD_SOUNDS], name);
  if (file === null) return null;
  permitNativeCode();
  const { path, medium, making } = file;
  const isPicture = medium.contentType.startsWith('image/');
  const { bytes } = isPicture
    ? await displayedPicture(path, medium, making)
    : { bytes: await readFile(path) };
  return bytes.toString('base64');
}

/** One of the odd media as the monitor is given it, and plays it, with what films and nodes draw of it. Bytes and pixels are Base64. */
export interface OddReference {
  bytes: string;
  contentType: string;
  frames: { time: number; film: string; node: string | null }[];
}

/** @returns null without ffmpeg or its encoders. */
export async function oddReference(_context: unknown, name: string): Promise<OddReference | null> {
  const file = await createMedium<OddMedium>([...ODD_MEDIA, ...ODD_PICTURES], name);
  if (!file) return null;
  permitNativeCode();
  const { medium, path, making } = file;
  const { contentType } = medium;
  const decodedReference =
    medium.byProxy === true
      ? await proxyOf(path, medium, making)
      : medium.type === 'image'
        ? await displayedPicture(path, medium, making)
        : { bytes: await readFile(path), contentType };
  const frames = await referenceFrames(path, medium, making);
  return {
    bytes: decodedReference.bytes.toString('base64'),
    contentType: decodedReference.contentType,
    frames: frames.map(({ time, film, node }) => ({
      time,
      film: film.toString('base64'),
      node: node && node.toString('base64'),
    })),
  };
}

/** Takes the folder of the files away. */
export async function closeOddMedia(): Promise<void> {
  const closing = maker;
  maker = null;
  await (await closing)?.close();
}
