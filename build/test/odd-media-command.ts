import { readFile } from 'node:fs/promises';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { makeable, oddMediaMaker } from '#native/testing/make-odd-medium.ts';
import { ODD_MEDIA, ODD_PICTURES, ODD_SOUNDS } from '#shared/testing/odd-media.ts';

let maker: ReturnType<typeof oddMediaMaker> | null = null;

/**
 * For tests in a page: makes one of the odd media beside it.
 * @returns its bytes in Base64, null without ffmpeg or its encoders.
 */
export async function oddMedium(_context: unknown, name: string): Promise<string | null> {
  const program = await findFfmpeg();
  const [medium] = (await makeable(program, [...ODD_MEDIA, ...ODD_PICTURES, ...ODD_SOUNDS])).filter(
    (one) => one.name === name,
  );
  if (program === null || !medium) return null;
  maker ??= oddMediaMaker(program);
  const path = await (await maker).make(medium);
  return (await readFile(path)).toString('base64');
}

/** Takes the folder of the files away. */
export async function closeOddMedia(): Promise<void> {
  const made = maker;
  maker = null;
  await (await made)?.close();
}
