import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pictureDecoder } from './picture-decoder.ts';

const { signal } = new AbortController();
const folder = await mkdtemp(join(tmpdir(), 'patchbay-decoder-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that says of itself what an ffmpeg would. */
async function program(name: string, help: string): Promise<string> {
  const path = join(folder, name);
  const answers = { '-h': help, '-decoders': ' V....D libvpx-vp9           libvpx VP9' };
  const script = `#!${process.execPath}\nconst answers = ${JSON.stringify(answers)}; console.log(answers[process.argv.find((one) => one in answers)]);`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

const OPAQUE = { codecName: 'avc', hasAlpha: false };
const SEE_THROUGH = { codecName: 'vp9', hasAlpha: true };

test('an ffmpeg that cuts off what containers say is told to leave pictures whole', async () => {
  const newer = await program(
    'newer',
    'Advanced Video options:\n-apply_cropping[:<stream_spec>] <...>  select the cropping to apply',
  );
  expect(await pictureDecoder(newer, OPAQUE, signal)).toEqual(['-apply_cropping', 'codec']);
  expect(await pictureDecoder(newer, SEE_THROUGH, signal)).toEqual([
    '-apply_cropping',
    'codec',
    '-c:v',
    'libvpx-vp9',
  ]);
});

test('one that does not know of it is not told', async () => {
  const older = await program('older', 'Advanced Video options:\n-autorotate  automatically insert filters');
  expect(await pictureDecoder(older, OPAQUE, signal)).toEqual([]);
  expect(await pictureDecoder(older, SEE_THROUGH, signal)).toEqual(['-c:v', 'libvpx-vp9']);
});
