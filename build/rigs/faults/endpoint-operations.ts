import { API_PREFIX, endpoints, type ApiClient } from '#shared/api/index.ts';
import { apiPath, deskFetch } from '#renderer/desk/index.ts';
import { exportOtio, importOtio } from '#renderer/interchange/otio-requests.ts';
import { addScene } from '#shared/storyboard/editing.ts';
import { validateStoryboard, type StoryboardDocument } from '#shared/storyboard/index.ts';
import type { Operation } from './operation.ts';
import { freshName, makeProject } from './project-operations.ts';
import { retryAfterFault, check, surely, underFault, until, type World } from './world.ts';

/** Reads one at a time, so that each endpoint meets every fault, and OTIO files there and back. */

/** What of two responses has to be the same: signatures and times of their ends are new each time. */
const essence = (response: unknown): string =>
  JSON.stringify(response)
    .replaceAll(/\?[^"]*"/g, '"')
    .replaceAll(/"(\w*[eE]xpiresAt|lastCalled|callCount|updatedAt)":("[^"]*"|\d+|null),?/g, '')
    .replaceAll(/https?:\/\/[^/"]+/g, '');

/** @param prepare makes what is read; what it returns reads it, through the core or straight from the service. */
const read = (
  name: string,
  prepare: (world: World) => Promise<(api: ApiClient) => Promise<unknown>>,
): Operation => ({
  name,
  async play(world, fault) {
    const reads = await prepare(world);
    const readState = () => reads(world.api);
    const first = await underFault(world, fault, name, readState, { immediate: true });
    const observed = await retryAfterFault(world, name, first, readState);
    const expected = await reads(world.direct);
    check(
      essence(observed) === essence(expected),
      `It reads ${essence(observed)}, and there is ${essence(expected)}.`,
    );
  },
});

const ofProject =
  (reads: (api: ApiClient, params: { project_id: string }) => Promise<unknown>) => async (world: World) => {
    const params = { project_id: await makeProject(world, 'read') };
    return (api: ApiClient) => reads(api, params);
  };

async function finishedRun(world: World): Promise<{ run_id: string }> {
  const graph = {
    nodes: [{ id: 'a', type: 'input/text', inputs: { value: { type: 'string', value: 'read' } } }],
    connections: [],
  };
  const { id } = await world.direct(endpoints.runs.create, { body: { graph } });
  const params = { run_id: id };
  await until('the run is over', async () => {
    const { status } = await world.direct(endpoints.runs.get, { params });
    return status === 'succeeded';
  });
  return params;
}

async function endpointOf(world: World): Promise<{ template_id: string; endpoint_id: string }> {
  const { data } = await world.direct(endpoints.templates.list, { query: { hasEndpoint: true } });
  const params = { template_id: data[0]?.templateId ?? '' };
  const ends = await world.direct(endpoints.templates.listEndpoints, { params });
  return { ...params, endpoint_id: ends.data[0]?.endpointId ?? '' };
}

async function boardOf(world: World): Promise<StoryboardDocument> {
  const params = { project_id: await makeProject(world, 'read') };
  const { document } = await world.direct(endpoints.storyboards.get, { params });
  const checked = validateStoryboard(document);
  const board = checked.ok ? addScene('scene', 'shot')(checked.document) : null;
  if (board === null) throw new Error('There is no storyboard to add a scene to.');
  return board;
}

const reads: readonly Operation[] = [
  read('read the balance', () =>
    Promise.resolve(async (api) => (await api(endpoints.account.credits, {})).ledgerUnitVersion),
  ),
  read(
    'read a project',
    ofProject((api, params) => api(endpoints.projects.get, { params })),
  ),
  read(
    'read a document',
    ofProject((api, params) => api(endpoints.projects.getDocument, { params })),
  ),
  read(
    'read spend',
    ofProject((api, params) => api(endpoints.projects.getSpend, { params })),
  ),
  read(
    'read a storyboard',
    ofProject((api, params) => api(endpoints.storyboards.get, { params })),
  ),
  read(
    'read a timeline',
    ofProject((api, params) => api(endpoints.timelines.get, { params })),
  ),
  read('check a storyboard', async (world) => {
    const document = await boardOf(world);
    return (api) => api(endpoints.storyboards.validate, { body: { document } });
  }),
  read('make a timeline of a storyboard', async (world) => {
    const document = await boardOf(world);
    return async (api) => {
      const timelineResponse = await api(endpoints.storyboards.toTimeline, {
        body: { document, frameRate: 25 },
      });
      return { warnings: timelineResponse.warnings, settings: timelineResponse.document.settings };
    };
  }),
  read('list projects', async (world) => {
    const search = freshName(world, `list${world.random.between(1, 1_000_000)}`);
    await world.direct(endpoints.projects.create, { body: { name: search } });
    return (api) => api(endpoints.projects.list, { query: { search } });
  }),
  read('list node types', () =>
    Promise.resolve((api) => api(endpoints.nodeTypes.list, { query: { limit: 50, search: 'text' } })),
  ),
  read('read a node type', () =>
    Promise.resolve((api) => api(endpoints.nodeTypes.get, { params: { node_type: 'text/template' } })),
  ),
  read('read a run', async (world) => {
    const params = await finishedRun(world);
    return (api) => api(endpoints.runs.get, { params });
  }),
  read('list the events of a run', async (world) => {
    const params = await finishedRun(world);
    return (api) => api(endpoints.runs.listEvents, { params, query: { limit: 200 } });
  }),
  read('list templates', () => Promise.resolve((api) => api(endpoints.templates.list, { query: {} }))),
  read('read a template', async (world) => {
    const { template_id } = await endpointOf(world);
    return (api) => api(endpoints.templates.get, { params: { template_id } });
  }),
  read('list the endpoints of a template', async (world) => {
    const { template_id } = await endpointOf(world);
    return (api) => api(endpoints.templates.listEndpoints, { params: { template_id } });
  }),
  read('read the docs of an endpoint', async (world) => {
    const params = await endpointOf(world);
    return async (api) => (await api(endpoints.templates.getEndpointDocs, { params })).inputs;
  }),
  read('read the run of a template', async (world) => {
    const params = await endpointOf(world);
    const { taskId } = await world.direct(endpoints.templates.createRun, {
      params,
      body: { inputs: {} },
      idempotencyKey: crypto.randomUUID(),
    });
    const target = { ...params, task_id: taskId };
    await until('the run of the template is over', async () => {
      const { status } = await world.direct(endpoints.templates.getRun, { params: target });
      return status === 'succeeded' || status === 'failed';
    });
    return async (api) => {
      const { status, outputs } = await api(endpoints.templates.getRun, { params: target });
      return { status, outputs };
    };
  }),
];

/** A timeline of one empty track, as other tools write it. */
const otio = JSON.stringify({
  OTIO_SCHEMA: 'Timeline.1',
  name: 'Cut',
  metadata: {},
  global_start_time: null,
  tracks: {
    OTIO_SCHEMA: 'Stack.1',
    name: 'tracks',
    metadata: {},
    source_range: null,
    effects: [],
    markers: [],
    children: [
      {
        OTIO_SCHEMA: 'Track.1',
        name: 'V1',
        kind: 'Video',
        metadata: {},
        source_range: null,
        effects: [],
        markers: [],
        children: [],
      },
    ],
  },
});

const bring = (name: string, to: 'look' | 'project'): Operation => ({
  name,
  async play(world, fault) {
    const { connectionId, direct } = world;
    const projectId = await makeProject(world, 'otio');
    const press = () =>
      importOtio({
        connectionId,
        file: new File([otio], 'cut.otio'),
        target: to === 'look' ? { to } : { to, projectId },
        // Pages send forms in a way that tells how far they are, which there is none of without a browser.
        send: (path, form, { signal }) => deskFetch(path, { method: 'POST', body: form, signal }),
        onStep: () => undefined,
        signal: new AbortController().signal,
      });
    const first = await underFault(world, fault, name, press, { immediate: true });
    const { response } = await retryAfterFault(world, name, first, press);
    check(response.document['name'] === 'Cut', 'The timeline that was read is another one.');
    const { version } = await direct(endpoints.projects.get, { params: { project_id: projectId } });
    check(to === 'look' ? version === 1 : version > 1, `The project is at version ${version} afterwards.`);
  },
});

const downloadArchive: Operation = {
  name: 'export a timeline',
  async play(world, fault) {
    const projectId = await makeProject(world, 'export');
    const press = async () => {
      const { bundle } = await exportOtio({
        connectionId: world.connectionId,
        projectId,
        onReceived: () => undefined,
        signal: new AbortController().signal,
      });
      return new Uint8Array(await bundle.arrayBuffer());
    };
    const first = await underFault(world, fault, this.name, press, { immediate: true });
    const isComplete = (bytes: Uint8Array) => Buffer.from(bytes).includes(Buffer.from([0x50, 0x4b, 5, 6]));
    if (first.ok) check(isComplete(first.value), 'A bundle that was cut passes for a whole one.');
    check(isComplete(await retryAfterFault(world, this.name, first, press)), 'The bundle is no ZIP file.');
  },
};

/** What the service can do is read before anything is saved by operations. */
const schema: Operation = {
  name: 'read what the service can do',
  async play(world, fault) {
    const readState = async () => {
      const response = await deskFetch(apiPath(world.connectionId, `${API_PREFIX}/openapi.json`));
      if (!response.ok) throw new Error('What the service can do cannot be read now.');
      return ((await response.json()) as { openapi?: string }).openapi;
    };
    const first = await underFault(world, fault, this.name, readState, { immediate: true });
    check(
      (await retryAfterFault(world, this.name, first, readState)) !== undefined,
      'The schema is another document.',
    );
    await surely(world, this.name, readState);
  },
};

export const endpointOperations: readonly Operation[] = [
  ...reads,
  bring('look at a timeline file', 'look'),
  bring('import a timeline file', 'project'),
  downloadArchive,
  schema,
];
