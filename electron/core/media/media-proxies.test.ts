// @module-tag long
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { brokenMp4 } from '#native/testing/hostile-media.ts';
import type { MediaFacts, MediaProxy } from '#shared/desk/index.ts';
import { file, startMediaService, urlOf, type ServedFile } from '../testing/media-service.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

const ffmpeg = await findFfmpeg();
const served = (contentType: string, bytes: Buffer): ServedFile => ({ filename: 'f', contentType, bytes });

/** A film that ffmpeg makes from a description of its input and the options of its output. */
function filmOf(name: string, input: string, options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'film-'));
  try {
    const path = join(folder, name);
    const made = spawnSync(ffmpeg!, ['-v', 'error', '-f', 'lavfi', '-i', input, ...options, path]);
    if (made.status !== 0) throw new Error(String(made.stderr));
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function start(files: Record<string, ServedFile>) {
  const service = await startMediaService(files, (_asked, response) => void response.writeHead(204).end());
  const desk = await startTestCore({ launchService: launcherOf(service.origin) });
  const ask = async (name: string, fileId: string, more: object = {}): Promise<unknown> =>
    (await desk.ask('POST', `/desk/media/${name}`, { connectionId: 'local', fileId, ...more })).json();
  const status = async (fileId: string, more: object = {}) =>
    (await ask('proxy', fileId, more)) as MediaProxy;
  return {
    desk,
    status,
    facts: async (fileId: string) => (await ask('facts', fileId)) as MediaFacts,
    made: (fileId: string) =>
      vi.waitFor(async () => {
        const now = await status(fileId);
        expect(now.state).not.toBe('making');
        return now;
      }, 60_000),
    proxy: async (fileId: string) =>
      desk.core.media(new Request((await urlOf(desk, file(fileId), 'proxy')).url)),
  };
}

describe.skipIf(ffmpeg === null)('a proxy, with ffmpeg', () => {
  test('of a film that browsers cannot decode is a small one that they can, upright', async () => {
    const odd = filmOf('odd.avi', 'testsrc2=s=1600x1200:r=25:d=0.24', ['-c:v', 'mpeg4']);
    const { status, made, proxy } = await start({ odd: served('video/x-msvideo', odd) });
    expect((await proxy('odd')).status).toBe(404);
    expect(await status('odd')).toEqual({ state: 'making', part: 0 });
    expect(await made('odd')).toEqual({ state: 'ready' });
    const response = await proxy('odd');
    expect(response.headers.get('content-type')).toMatch(/^video\/(mp4|webm)$/);
    const small = Buffer.from(await response.arrayBuffer());
    const again = await start({ small: served('video/mp4', small) });
    expect(await again.facts('small')).toMatchObject({
      kind: 'video',
      width: 960,
      height: 720,
      framesPerSecond: 25,
    });
  });

  test('keeps the times of a film of variable rate, which its facts tell', { tags: 'rig' }, async () => {
    // Frame 7 and those after it come half a second late.
    const input = "testsrc2=s=320x180:r=25:d=1,setpts='PTS+if(gt(N,6),0.5/TB,0)'";
    const uneven = filmOf('uneven.mkv', input, ['-c:v', 'mpeg4', '-fps_mode', 'vfr']);
    const even = filmOf('even.mkv', 'testsrc2=s=320x180:r=30000/1001:d=1', ['-c:v', 'mpeg4']);
    const { facts, made, proxy } = await start({
      uneven: served('video/x-matroska', uneven),
      even: served('video/x-matroska', even),
    });
    expect(await facts('uneven')).toMatchObject({ isVariable: true });
    expect(await facts('even')).toMatchObject({ isVariable: false });
    expect(await made('uneven')).toEqual({ state: 'ready' });
    const small = Buffer.from(await (await proxy('uneven')).arrayBuffer());
    const again = await start({ small: served('video/mp4', small) });
    const about = await again.facts('small');
    expect(about).toMatchObject({ isVariable: true });
    expect(about.kind === 'video' && about.seconds).toBeCloseTo(1.5, 1);
  });

  test('of what is no film says so once, and tries again when it is asked to', { tags: 'rig' }, async () => {
    const { status, made } = await start({ broken: served('video/mp4', brokenMp4()) });
    const failed = await made('broken');
    expect(failed).toMatchObject({ state: 'failed' });
    expect(failed.state === 'failed' && failed.message).toMatch(/^This file could not be read/);
    expect(await status('broken')).toEqual(failed);
    expect((await status('broken', { again: true })).state).toBe('making');
  });

  test('goes with the file that it was made of', { tags: 'rig' }, async () => {
    const odd = filmOf('odd.avi', 'testsrc2=s=64x64:r=25:d=0.2', ['-c:v', 'mpeg4']);
    const { desk, made, proxy } = await start({ odd: served('video/x-msvideo', odd) });
    expect(await made('odd')).toEqual({ state: 'ready' });
    expect((await proxy('odd')).status).toBe(200);
    expect((await desk.ask('DELETE', '/api/local/v1/files/odd')).status).toBe(204);
    await expect.poll(async () => (await proxy('odd')).status).toBe(404);
  });
});
