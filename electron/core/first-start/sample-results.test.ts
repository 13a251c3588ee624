import { builtProgram } from '#native/testing/built-program.ts';
import { expect, test } from 'vitest';
import { API_PREFIX, createApiClient, isFileOutput, type PublicRunDetail } from '#shared/api/index.ts';
import type { RunRecord } from '#shared/desk/index.ts';
import { germanText } from '#shared/starters/german.ts';
import { posterGraph, translateGraph } from '#shared/starters/index.ts';
import { createSpawnLauncher } from '../local-service/spawn-launcher.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestCore, type TestCore } from '../testing/test-core.ts';
import { createTestLog } from '../testing/test-log.ts';
import type { CoreOptions } from '../options.ts';
import { createSignal } from '../signal.ts';
import { openSampleResults } from './sample-results.ts';

/** The core with the real local service: what a new workspace holds before anybody has opened it. */

const entry = builtProgram(new URL('../../../service/main.ts', import.meta.url), 'service/main.js');
const start = (folder: string, language: string) =>
  startTestCore({
    folder,
    sampleLanguages: () => [language],
    launchService: createSpawnLauncher({ entry, log: createTestLog() }),
  });

const runsOf = async (desk: TestCore): Promise<RunRecord[]> =>
  ((await desk.read('GET', '/desk/runs?connectionId=local')) as { runs: RunRecord[] }).runs;

test(
  'a new workspace has the sample’s results, of one whole run that nobody is told of and none is made of again',
  { tags: 'rig', timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    const desk = await start(folder, 'de-AT');
    await expect
      .poll(async () => (await runsOf(desk)).map(({ status }) => status), { timeout: 60_000 })
      .toEqual(['succeeded']);
    const [{ runId, projectId }] = (await runsOf(desk)) as [RunRecord];
    const run = (await desk.read('GET', `/api/local/v1/runs/${runId}`)) as PublicRunDetail;
    expect(run.error).toBeNull();
    expect(Object.values(run.outputs ?? {}).some(isFileOutput)).toBe(true);
    const { data } = (await desk.read('GET', '/api/local/v1/projects')) as {
      data: { id: string; name: string }[];
    };
    expect(data.map(({ id, name }) => [id, name])).toEqual([[projectId, 'Willkommensposter']]);
    expect(await desk.read('GET', '/desk/runs/unseen')).toEqual({ runs: [] });
    await desk.core.close();

    const again = await start(folder, 'de-AT');
    await again.read('GET', '/api/local/v1/projects');
    expect(await runsOf(again)).toHaveLength(1);
  },
);

const asMade = { id: 'prj_1', name: 'Welcome poster', nodeCount: 10 };

test.each([
  ['as it came', [asMade], posterGraph, 1],
  ['in German', [asMade], translateGraph(posterGraph, germanText), 1],
  ['of two projects', [asMade, { ...asMade, id: 'prj_2' }], posterGraph, 0],
  ['that somebody changed', [asMade], { ...posterGraph, nodes: posterGraph.nodes.slice(1) }, 0],
  ['that is gone', [], posterGraph, 0],
])('the sample %s is run only where it is as it came and alone', async (_how, projects, graph, runs) => {
  const keyCreated = createSignal<string>();
  const asked: string[] = [];
  const log = createTestLog();
  openSampleResults(
    { log, options: { sampleLanguages: () => ['en'] } as Partial<CoreOptions> as CoreOptions },
    {
      signals: { keyCreated },
      api: () =>
        createApiClient(async ({ method, path }) => {
          asked.push(`${method} ${path.split('?')[0]}`);
          if (method === 'POST')
            return Response.json({ error: { code: 'X', message: 'Enough.' } }, { status: 500 });
          return path.includes('/document')
            ? Response.json({ projectId: 'prj_1', name: asMade.name, version: 2, document: { graph } })
            : Response.json({ data: projects, hasMore: false, nextCursor: null });
        }),
    },
  );
  await keyCreated.emit('local');
  expect(asked.filter((call) => call.startsWith('POST'))).toEqual(
    runs === 0 ? [] : [`POST ${API_PREFIX}/runs`],
  );
});
