import { expect, it } from 'vitest';
import { ApiError, endpoints, type ApiClient } from '#shared/api/index.ts';
import type { KnownProject } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { openSession } from './open-session.ts';
import { recreateProject } from './recreate-project.ts';

const graph: Graph = {
  nodes: [{ id: 'text', type: 'input/text', inputs: { value: { type: 'string', value: 'one' } } }],
  connections: [],
};
const known: KnownProject = {
  details: { name: 'Titles', externalId: 'shot-12', metadata: { client: 'North' } },
  storyboard: { serviceType: 'storyboard', version: 1, sequences: [{ id: 'a' }] },
  timeline: { serviceType: 'timeline', version: 1, tracks: [{ id: 'b' }] },
};

interface Sent {
  id: string;
  body: Record<string, unknown>;
  idempotencyKey: string;
}

/** A session, and a service on which its project is made anew. */
async function start(meanwhile: { carrying?: () => void; refused?: string } = {}) {
  const ports = standIn(graph);
  const sent: Sent[] = [];
  let version = 1;
  const api = (async (endpoint: { id: string }, args: Omit<Sent, 'id'>) => {
    if (endpoint.id === endpoints.projects.get.id) return { id: 'prj_new', version };
    sent.push({ id: endpoint.id, body: args.body, idempotencyKey: args.idempotencyKey });
    await Promise.resolve();
    if (endpoint.id === meanwhile.refused) {
      throw new ApiError({ status: 400, code: 'INVALID_DOCUMENT', message: 'No.' });
    }
    const { expectedVersion } = args.body;
    if (expectedVersion !== undefined && expectedVersion !== version) {
      throw new ApiError({ status: 409, code: 'CONFLICT', message: 'The project changed.' });
    }
    if (expectedVersion !== undefined) version += 1;
    return { id: 'prj_new', version };
  }) as unknown as ApiClient;
  const session = await openSession(ports);
  Object.assign(session.ports, {
    api,
    cachedProject: () => Promise.resolve(known),
    journal: {
      ...ports.journal,
      carryHistory: () => {
        meanwhile.carrying?.();
        return Promise.resolve();
      },
    },
  });
  const type = (value: string) => session.setInput('text', 'value', { type: 'string', value });
  return { session, sent, type };
}
const put = ({ sent }: { sent: readonly Sent[] }) =>
  sent.map(({ id, body }) => [id, body['expectedVersion'] ?? null]);

it('brings over all that is known of the project, and the graph last', async () => {
  const world = await start();
  expect(await recreateProject(world.session, 'Titles, renamed')).toEqual({ projectId: 'prj_new', left: [] });
  expect(world.sent[0]?.body).toEqual({ ...known.details, name: 'Titles, renamed' });
  expect(put(world)).toEqual([
    ['projects.create', null],
    ['storyboards.replace', 1],
    ['timelines.replace', 2],
    ['projects.replaceDocument', 3],
  ]);
  expect(world.sent.slice(1, 3).map(({ body }) => body['document'])).toEqual([
    known.storyboard,
    known.timeline,
  ]);
  world.session.dispose();
});

it('what is edited while it is on its way goes there too', async () => {
  let edit = (): void => undefined;
  const world = await start({ carrying: () => edit() });
  edit = () => void world.type('two');
  await recreateProject(world.session, 'Titles');
  const last = world.sent.at(-1)?.body['document'] as { graph: Graph };
  expect(last.graph.nodes[0]?.inputs?.['value']?.value).toBe('two');
  expect(world.session.sync.state.pending).toEqual([]);
  world.session.dispose();
});

it('what the service does not take beside the graph is said, and pressed again it makes no second project', async () => {
  const world = await start({ refused: 'storyboards.replace' });
  expect((await recreateProject(world.session, 'Titles')).left).toEqual(['its storyboard']);
  await recreateProject(world.session, 'Titles');
  const creations = world.sent.filter(({ id }) => id === 'projects.create');
  expect(creations).toHaveLength(2);
  expect(
    new Set(creations.map(({ body, idempotencyKey }) => JSON.stringify([body, idempotencyKey]))).size,
  ).toBe(1);
  world.session.dispose();
});
