import { endpoints, isFileOutput, type EditableGraph } from '#shared/api/index.ts';
import { FILM_NODE_ID, type ProjectVersion } from '#shared/desk/index.ts';
import { applyRecut, compareRecut, keyOf, TimelineDocument } from '#shared/timeline/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { filmGraph } from '#renderer/player/film-run-request.ts';
import { createRunStore } from '#renderer/runs/run-store.ts';
import type { RunState } from '#renderer/runs/run-state.ts';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import type { Operation } from './operation.ts';
import { makeProject } from './project-operations.ts';
import {
  act,
  retryAfterFault,
  check,
  checkSentence,
  countOf,
  startLying,
  surely,
  underFault,
  until,
} from './world.ts';
import type { World } from './world.ts';

/** Films that a run makes, and timelines that are kept before a step that changes much of them. */

const SIZE = { width: 64, height: 36 };
const SECONDS = 0.4;

const timelineOf = (words: string, count: number): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    name: 'Cut',
    timeline: {
      frameRate: 25,
      projectResolution: SIZE,
      tracks: [{ id: 't' }],
      clips: Array.from({ length: count }, (_, index) => ({
        id: `c${index}`,
        trackId: 't',
        type: 'text',
        name: `${words} ${index}`,
        startTime: index * SECONDS,
        duration: SECONDS,
      })),
    },
  });

/** The film of a run: of a length in bytes that the service knows, whole, and of the kind that was asked for. */
async function checkFilm(world: World, url: string, sizeBytes: number | null): Promise<void> {
  const bytes = await world.directBytes(url);
  check(sizeBytes === null || bytes.length === sizeBytes, 'The film is cut short.');
  check(Buffer.from(bytes.subarray(4, 8)).toString() === 'ftyp', 'The film is no MP4.');
}

/** The request of a film that nobody made before. */
function filmRequest(world: World): { graph: EditableGraph; targetNodeIds: string[] } {
  const { timeline } = timelineOf(`${world.name} ${world.random.between(0, 1_000_000_000)}`, 1);
  const graph = filmGraph({
    timeline,
    library: new Map(),
    title: 'Film',
    choices: {
      format: 'mp4',
      scale: 1,
      frameRate: 25,
      quality: 'medium',
      range: { from: 0, to: SECONDS },
    },
    captions: 'burnt',
    unreadable: 'stop',
  });
  if (!graph) throw new Error('There is no request for this film.');
  world.tally.runs += 1;
  return { graph, targetNodeIds: [FILM_NODE_ID] };
}

/** The film as its page has it once the run is over: whole at the service, or a sentence why there is none. */
async function checkOutputs(world: World, run: RunState): Promise<void> {
  if ((await findFfmpeg()) === null) {
    check(run.status === 'failed', 'A film was made without ffmpeg.');
    checkSentence(world, exportFilm.name, run.failure?.message ?? '');
    return;
  }
  check(run.status === 'succeeded', `The film ended as ${run.status}.`);
  const film = run.nodes[FILM_NODE_ID]?.outputs?.['film'];
  if (!film || !isFileOutput(film)) throw new Error('The page of a film that was made has no film.');
  const params = { file_id: film.fileId };
  const { downloadUrl } = await world.direct(endpoints.files.downloadUrl, { params });
  const { sizeBytes } = await world.direct(endpoints.files.get, { params });
  await checkFilm(world, downloadUrl, sizeBytes);
}

const exportFilm: Operation = {
  name: 'export a film',
  streams: true,
  async play(world, fault) {
    const { connectionId, api } = world;
    const projectId = await makeProject(world, 'film');
    const runs = createRunStore({ connectionId, projectId, api, desk: callDesk, wait: world.delay.wait });
    const finished: RunState[] = [];
    runs.onEnd((run) => finished.push(run));
    const request = filmRequest(world);
    let presses = 0;
    const press = () => {
      presses += 1;
      return runs.start(request);
    };
    try {
      startLying(world, fault);
      const first = await act(world, this.name, press);
      const isCompleted = () => finished.length > 0;
      // Lied to from the first event to some later one, or throughout.
      if (first.ok) await until('the film is made', isCompleted, 1500).catch(() => undefined);
      world.proxy.beHonest();
      const { runId } = await retryAfterFault(world, this.name, first, press);
      await until('its page learns that the film is made', () => finished.some((run) => run.runId === runId));
      check(finished.filter((run) => run.runId === runId).length === 1, 'The end of a film is told twice.');
      const run = finished.find((candidate) => candidate.runId === runId);
      if (run) await checkOutputs(world, run);
      const count = countOf(world, 'SELECT count(*) AS count FROM runs WHERE project_id = ?', projectId);
      check(count <= presses, `${count} runs came of ${presses} presses.`);
    } finally {
      world.proxy.beHonest();
      runs.dispose();
    }
  },
};

const keepBefore: Operation = {
  name: 'keep a timeline before a re-cut',
  async play(world, fault) {
    const projectId = await makeProject(world, 'kept timeline');
    const project = { connectionId: world.connectionId, projectId };
    const params = { project_id: projectId };
    const before = timelineOf(world.name, 3);
    const cut = timelineOf(`${world.name} cut`, 2);
    await world.direct(endpoints.timelines.replace, {
      params,
      body: { expectedVersion: 1, document: before },
    });
    const recut = compareRecut(before, cut);
    const document = applyRecut(before, cut, recut, new Set(recut.changes.map(keyOf)));
    const idempotencyKey = crypto.randomUUID();
    const name = 'Before: take changes of a cut';
    const keep = () =>
      callDesk('keepVersion', {
        params: project,
        body: { kind: 'timeline', name, version: 2, document: { ...before } },
      });
    const press = () =>
      world.api(endpoints.timelines.replace, {
        params,
        body: { document, expectedVersion: 2 },
        idempotencyKey,
      });
    // The version is kept on this computer: no network can keep it from that.
    startLying(world, fault);
    await keep();
    const first = await underFault(world, fault, this.name, press);
    await retryAfterFault(world, this.name, first, press);
    const storedList = await storedVersions(project, name);
    check(storedList.length === 1, `The timeline was kept ${storedList.length} times before the step.`);
    const [version] = storedList;
    if (!version) return;
    const read = await callDesk('getVersion', { params: { ...project, versionId: version.id } });
    const stored = TimelineDocument.parse('document' in read ? read.document : null);
    check(
      JSON.stringify(stored.timeline.clips) === JSON.stringify(before.timeline.clips),
      'The timeline that was kept is not the one before the step.',
    );
    // It is brought back, and what was there since is in the history as well.
    const current = await world.direct(endpoints.timelines.get, { params });
    await surely(world, this.name, () =>
      world.api(endpoints.timelines.replace, {
        params,
        body: { document: stored, expectedVersion: current.version },
        idempotencyKey: crypto.randomUUID(),
      }),
    );
    const back = await world.direct(endpoints.timelines.get, { params });
    const names = TimelineDocument.parse(back.document).timeline.clips.map((clip) => clip.name);
    check(
      names.join() === before.timeline.clips.map((clip) => clip.name).join(),
      'The kept version did not come back.',
    );
    check((await storedVersions(project, name)).length === 1, 'The kept version is gone.');
  },
};

const storedVersions = async (
  params: { connectionId: string; projectId: string },
  name: string,
): Promise<ProjectVersion[]> =>
  (await callDesk('listVersions', { params, query: { kind: 'timeline' } })).versions.filter(
    (version) => version.name === name,
  );

export const filmOperations: readonly Operation[] = [exportFilm, keepBefore];
