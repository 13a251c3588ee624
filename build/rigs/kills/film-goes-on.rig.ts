import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { endpoints, isFileOutput } from '#shared/api/index.ts';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { FILM_NODE_ID } from '#shared/desk/index.ts';
import { filmGraph } from '#renderer/player/film-run-request.ts';
import { createRunStore } from '#renderer/runs/run-store.ts';
import { emulatePage } from '../page-side.ts';
import { isSlice } from '../size.ts';
import { servicePid, startHostProcess } from './host-process.ts';
import { checkDatabases, checkFiles } from './left-behind.ts';

/** A shorter film is made before the page has found the restarted service. The slice leaves it out: it takes too long there. */
const SECONDS = 240;
const ffmpeg = await findFfmpeg();

const { timeline } = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    frameRate: 25,
    projectResolution: { width: 960, height: 540 },
    tracks: [{ id: 't' }],
    clips: [{ id: 'words', trackId: 't', type: 'text', name: 'Still here', startTime: 0, duration: SECONDS }],
  },
});

test.skipIf(ffmpeg === null || isSlice)(
  'a film whose service is killed in the middle of it is made whole, and nothing half-written is left',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-film-goes-on-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
    const data = join(folder, 'data');
    const host = await startHostProcess(folder);
    let stopped = false;
    const stop = async (): Promise<void> => {
      if (!stopped) await host.stop();
      stopped = true;
    };
    onTestFinished(stop);
    onTestFinished(await emulatePage(await host.link()));
    const api = apiFor('local');
    const isReady = () => api(endpoints.account.credits, {}).then(Boolean, () => false);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);

    const choices = {
      format: 'mp4',
      scale: 1,
      frameRate: 25,
      quality: 'high',
      range: { from: 0, to: SECONDS },
    } as const;
    const graph = filmGraph({
      timeline,
      library: new Map(),
      title: 'Film',
      choices,
      captions: 'burnt',
      unreadable: 'stop',
    });
    if (!graph) throw new Error('There is no request for this film.');
    const runs = createRunStore({ connectionId: 'local', projectId: 'none', api, desk: callDesk });
    onTestFinished(() => runs.dispose());
    const end = new Promise((resolve) => runs.onEnd(resolve));
    const { runId } = await runs.start({ graph, targetNodeIds: [FILM_NODE_ID] });
    const shareNow = () => runs.table.get(FILM_NODE_ID)?.progress ?? 0;
    // A short film is soon past its begin again, between two looks at it.
    let lowestShare = 1;
    const stopWatching = runs.store.subscribe(({ runs: all }) => {
      lowestShare = Math.min(lowestShare, all[runId]?.nodes[FILM_NODE_ID]?.progress ?? 0);
    });
    onTestFinished(stopWatching);
    // In the middle of the sound, and in the middle of the pictures.
    for (const share of [0.01, 0.3]) {
      await expect.poll(shareNow, { timeout: 120_000 }).toBeGreaterThan(share);
      const pid = servicePid(folder);
      if (pid === null) throw new Error('There is no service to be killed.');
      process.kill(pid, 'SIGKILL');
      lowestShare = 1;
      await expect.poll(() => servicePid(folder), { timeout: 60_000 }).not.toBe(pid);
      await expect.poll(() => lowestShare, { timeout: 120_000 }).toBeLessThan(Math.max(share, 0.02));
    }

    expect(await end).toMatchObject({ runId, status: 'succeeded' });
    const film = Object.values((await api(endpoints.runs.get, { params: { run_id: runId } })).outputs ?? {});
    const [output] = film;
    if (film.length !== 1 || !output || !isFileOutput(output)) throw new Error('There is not one film.');
    const { downloadUrl } = await api(endpoints.files.downloadUrl, { params: { file_id: output.fileId } });
    expect(await framesOf(downloadUrl)).toBe(SECONDS * 25);
    await stop();
    expect(await checkFiles(data)).toEqual([]);
    expect(checkDatabases(data, ['desk', 'service'])).toEqual([]);
  },
);

/** How many frames of a film can be decoded. */
async function framesOf(url: string): Promise<number> {
  const { stderr } = await promisify(execFile)(ffmpeg ?? '', ['-i', url, '-map', '0:v', '-f', 'null', '-']);
  return Number([...stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1]);
}
