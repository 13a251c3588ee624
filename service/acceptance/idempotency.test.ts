import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints, type EndpointId } from '#shared/api/index.ts';
import { TestService, textNode, type CallOptions } from './harness.ts';

/** Every endpoint that takes an Idempotency-Key, by the endpoint table: what one keeps, all keep. */

interface Write {
  /** A request that succeeds, and changes something, each time it is made anew. */
  make: (service: TestService) => Promise<CallOptions>;
  /** Another body for the same place. */
  other: (options: CallOptions) => CallOptions['body'];
}

const form = (content: string) => {
  const made = new FormData();
  made.set('file', new Blob([content], { type: 'text/plain' }), 'note.txt');
  return made;
};
const onProject = async (service: TestService, body: object): Promise<CallOptions> => {
  const { id, version } = await service.createProject();
  return { params: { project_id: id }, body: { expectedVersion: version, ...body } };
};
const changed = (change: object) => (options: CallOptions) => ({ ...(options.body as object), ...change });
const storyboard = (name: string) => ({ serviceType: 'storyboard', name, version: 1, sequences: [] });
const timeline = (name: string) => ({
  serviceType: 'timeline',
  name,
  version: 1,
  timeline: { clips: [], tracks: [] },
});

const WRITES: Partial<Record<EndpointId, Write>> = {
  'projects.create': {
    make: async () => ({ body: { name: 'Once' } }),
    other: changed({ name: 'Twice' }),
  },
  'projects.replaceDocument': {
    make: (service) =>
      onProject(service, { document: { graph: { nodes: [textNode('a')], connections: [] } } }),
    other: changed({ name: 'Other' }),
  },
  'projects.patchDocument': {
    make: (service) => onProject(service, { operations: [{ op: 'addNode', node: textNode('a') }] }),
    other: changed({ operations: [] }),
  },
  'files.upload': {
    make: async () => ({ body: form('one') }),
    other: () => form('two'),
  },
  'files.createUpload': {
    make: async () => ({ body: { filename: 'a.bin', sizeBytes: 10 } }),
    other: changed({ sizeBytes: 11 }),
  },
  'runs.create': {
    make: async () => ({ body: { graph: { nodes: [textNode('a')], connections: [] } } }),
    other: changed({ externalId: 'x' }),
  },
  'runs.applyToProject': {
    make: async (service) => {
      const { id } = await service.createProject();
      const params = { project_id: id };
      const graph = {
        nodes: [textNode('a', `text ${id}`), { id: 'o', type: 'output/value', inputs: {} }],
        connections: [{ from: ['a', 'text'], to: ['o', 'value'] }],
      };
      await service.ok('projects.replaceDocument', {
        params,
        body: { expectedVersion: 1, document: { graph } },
      });
      const run = await service.ok('runs.create', { body: { projectId: id } });
      await service.engine.whenIdle();
      return { params: { run_id: run.id }, body: { expectedVersion: 2 } };
    },
    other: changed({ outputKeys: ['none'] }),
  },
  'templates.createRun': {
    make: async (service) => {
      const { data } = await service.ok('templates.list', { query: { search: 'title card' } });
      const params = {
        template_id: data[0]!.templateId,
        endpoint_id: data[0]!.endpoints![0]!.endpointId,
      };
      return { params, body: {} };
    },
    other: changed({ externalId: 'x' }),
  },
  'storyboards.replace': {
    make: (service) => onProject(service, { document: storyboard('Once') }),
    other: changed({ document: storyboard('Other') }),
  },
  'timelines.replace': {
    make: (service) => onProject(service, { document: timeline('Once') }),
    other: changed({ document: timeline('Other') }),
  },
};

const keyed = allEndpoints.filter(({ idempotent }) => idempotent).map(({ id }) => id);

describe('a request with an Idempotency-Key', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.open('http');
  });
  afterAll(() => service.close());

  /** Everything that writes count by: rows that a second effect would add to or change. */
  const state = async () => {
    const { db } = service.context;
    const tables = ['projects', 'files', 'uploads', 'runs', 'template_runs', 'ledger'];
    const counts = await Promise.all(tables.map((table) => service.count(table)));
    return [...counts, (await db.get('SELECT SUM(version) AS n FROM projects'))?.['n']];
  };
  /** Signed URLs carry the port, which changes with a restart. */
  const withoutPort = (text: string) => text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');

  it('is known to this test for every endpoint of the table that takes one', () => {
    expect(Object.keys(WRITES).sort()).toEqual([...keyed].sort());
  });

  it.each(keyed)('%s is carried out once, however often and whenever it comes', async (id) => {
    const { make, other } = WRITES[id]!;
    const options = { ...(await make(service)), headers: { 'idempotency-key': `once for ${id}` } };
    await service.engine.whenIdle();
    const before = await state();
    // All at the same time.
    const responses = await Promise.all(Array.from({ length: 4 }, () => service.call(id, options)));
    const [{ status, text }] = responses as [(typeof responses)[0]];
    expect([id, status < 300, text]).toEqual([id, true, expect.any(String)]);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(3);
    await service.engine.whenIdle();
    const after = await state();
    expect(after).not.toEqual(before);

    const error = await service.refused(id, 409, { ...options, body: other(options) });
    expect(error.code).toBe('IDEMPOTENCY_CONFLICT');
    await service.restart();
    const late = await service.call(id, options);
    expect([late.status, withoutPort(late.text)]).toEqual([status, withoutPort(text)]);
    expect(late.headers.get('idempotency-replayed')).toBe('true');
    await service.engine.whenIdle();
    expect(await state()).toEqual(after);
  });
});
