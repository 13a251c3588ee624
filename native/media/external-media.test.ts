import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXTERNAL_FILES } from '#shared/testing/external-media.ts';
import type { ChildTask } from '../child/program.ts';
import { openMedium } from '../film/open-medium.ts';
import { describeMedia, describeMediaByProgram } from './describe-media.ts';
import { inputArguments } from './ffmpeg.ts';
import { mediaProxy } from './media-proxy.ts';
import { mediaProblem } from './media-task.ts';
import { videoFrames } from './video-frames.ts';
import { waveform } from './waveform.ts';

const { signal } = new AbortController();
let folder: string;
let program: string;

/** In the place of ffmpeg: notes that it was started, and decodes nothing. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-external-'));
  program = join(folder, 'ffmpeg');
  await writeFile(program, `#!/bin/sh\ntouch '${join(folder, 'started')}'\n`);
  await chmod(program, 0o755);
});
beforeEach(() => vi.stubEnv('PATCHBAY_FFMPEG', program));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rm(folder, { recursive: true, force: true }));

const task = (input: object): ChildTask => ({
  id: 1,
  input: input as ChildTask['input'],
  inFolder: folder,
  outFolder: folder,
  signal,
  progress: () => undefined,
  log: () => undefined,
  withTimeout: (_milliseconds, work) => work(),
});
const TASKS = {
  facts: () => describeMedia(task({ isPicture: false })),
  'facts by ffmpeg': () => describeMediaByProgram(task({})),
  frames: () => videoFrames(task({ seconds: 1, side: 16, columns: 1, rows: 1, quality: 50 })),
  waveform: () => waveform(task({ seconds: 1, peaks: 10 })),
  proxy: () => mediaProxy(task({ seconds: 1, isSound: false })),
  'proxy of a sound': () => mediaProxy(task({ seconds: 1, isSound: true })),
  'arguments of ffmpeg': () => inputArguments(join(folder, 'original')),
};

describe.each(Object.entries(EXTERNAL_FILES))('%s', (_what, bytes) => {
  beforeAll(() => writeFile(join(folder, 'original'), bytes));

  it.each(Object.keys(TASKS) as (keyof typeof TASKS)[])('is refused before any %s', async (name) => {
    await expect(TASKS[name]()).rejects.toMatchObject({ code: 'EXTERNAL_MEDIA' });
    await expect(access(join(folder, 'started'))).rejects.toThrow('ENOENT');
  });

  it('is no medium of a film, and that says why', async () => {
    await expect(openMedium(join(folder, 'original'), 'timed', { program, folder, signal })).rejects.toThrow(
      'names other files that hold its media',
    );
    await expect(access(join(folder, 'started'))).rejects.toThrow('ENOENT');
  });
});

it('people are told what to do', () => {
  const failed = { kind: 'failed', code: 'EXTERNAL_MEDIA', message: '', defect: null } as const;
  expect(mediaProblem(failed)).toContain('Export it again as one self-contained file');
});
