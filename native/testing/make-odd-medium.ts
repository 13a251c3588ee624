import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
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

/** Makes odd media in a folder of its own. @param program ffmpeg */
export async function oddMediaMaker(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-odd-'));
  const base = join(folder, 'base.mp4');
  let based: Promise<unknown> | null = null;
  const ffmpeg = (options: readonly string[]) => run(program, ['-v', 'error', '-y', ...options]);
  return {
    /** @returns the path of the file. */
    make: async ({ name, make }: MadeMedium): Promise<string> => {
      based ??= ffmpeg([...BASE_ARGUMENTS, base]);
      await based;
      const path = join(folder, name);
      await ffmpeg([...make.map((part) => (part === 'BASE' ? base : part)), path]);
      return path;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
