import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BASE_ARGUMENTS, type OddMedium } from '#shared/testing/odd-media.ts';

const run = promisify(execFile);
const listed = new Map<string, Promise<string>>();

/** Makes odd media in a folder of its own. @param program ffmpeg */
export async function oddMediaMaker(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-odd-'));
  const base = join(folder, 'base.mp4');
  let based: Promise<unknown> | null = null;
  const ffmpeg = (options: readonly string[]) => run(program, ['-v', 'error', '-y', ...options]);
  return {
    folder,
    /** @returns the path of the file, null where this ffmpeg lacks an encoder for it. */
    make: async ({ name, make, needs = [] }: Pick<OddMedium, 'name' | 'make' | 'needs'>) => {
      const known = listed.get(program) ?? run(program, ['-v', 'error', '-encoders']).then(({ stdout }) => stdout);
      listed.set(program, known);
      const encoders = await known;
      if (needs.some((encoder) => !encoders.includes(` ${encoder} `))) return null;
      based ??= ffmpeg([...BASE_ARGUMENTS, base]);
      await based;
      const path = join(folder, name);
      await ffmpeg([...make.map((part) => (part === 'BASE' ? base : part)), path]);
      return path;
    },
    read: (path: string) => readFile(path),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
