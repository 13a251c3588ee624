// @module-tag rig
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChildTask } from '../child/program.ts';
import { openContainer } from '../decoders/mediabunny.ts';
import { openMedium } from '../film/open-medium.ts';
import { largePng } from '../testing/hostile-media.ts';
import { playlistsOf } from '../testing/playlists.ts';
import { wavOf } from '../testing/sample-media.ts';
import { describeMedia } from './describe-media.ts';
import { findFfmpeg, inputArguments, readFfmpegOutput } from './ffmpeg.ts';

const ffmpeg = await findFfmpeg();
const folder = mkdtempSync(join(tmpdir(), 'patchbay-playlists-'));
const original = join(folder, 'original');
const { signal } = new AbortController();

beforeAll(() => {
  const sound = wavOf(2, () => 0.5);
  writeFileSync(join(folder, 'film.wav'), sound);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const describeOriginal = () =>
  describeMedia({ input: { isPicture: false }, inFolder: folder } as unknown as ChildTask);

it('the file beside the playlists can be read', async () => {
  const input = await openContainer(join(folder, 'film.wav'));
  expect(await input.computeDuration()).toBe(2);
  input.dispose();
});

describe.each(Object.entries(playlistsOf('film.wav')))('%s', (_what, text) => {
  beforeAll(() => writeFileSync(original, text));

  it('is no media', async () => {
    await expect(describeOriginal()).rejects.toMatchObject({ code: 'NOT_MEDIA' });
  });

  it.skipIf(ffmpeg === null)('is no medium of a film, and nothing that ffmpeg opens', async () => {
    await expect(openMedium(original, 'timed', { program: ffmpeg!, folder, signal })).rejects.toThrow(
      'is no film or sound that can be read here',
    );
    const bytes: Buffer[] = [];
    const output = ['-f', 's16le', 'pipe:1'];
    await expect(
      readFfmpegOutput(ffmpeg!, [...(await inputArguments(original)), ...output], {
        onData: (chunk) => bytes.push(chunk),
        signal,
      }),
    ).rejects.toThrow('Invalid');
    expect(bytes).toEqual([]);
  });
});

it.skipIf(ffmpeg === null)('a name that looks like numbered pictures opens none of them', async () => {
  writeFileSync(join(folder, 'picture-1.png'), largePng(8, 8));
  const pattern = join(folder, 'picture-%d.png');
  await expect(inputArguments(pattern)).rejects.toThrow('no such file');
  writeFileSync(pattern, 'no picture');
  const options = [...(await inputArguments(pattern)), '-f', 'null', '-'];
  await expect(readFfmpegOutput(ffmpeg!, options, { onData: () => {}, signal })).rejects.toThrow('Invalid');
});
