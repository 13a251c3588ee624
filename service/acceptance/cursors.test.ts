import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints, type EndpointId } from '#shared/api/index.ts';
import { insertTemplate } from '#service/templates/rows.ts';
import { TestService, textNode, type CallOptions } from './harness.ts';
import { createRun, awaitRunEnd } from './run-story.ts';
import { ofThisRun } from '#shared/testing/size.ts';

/** Cursors of every list of the endpoint table: only the very text that the service gave is taken. */

interface Page {
  data: unknown[];
  nextCursor?: string | null;
}

const listIds = allEndpoints
  .filter(({ query, responseKind }) => responseKind === 'json' && query !== undefined && takesCursor(query))
  .map(({ id }) => id);

function takesCursor(query: object): boolean {
  return (
    'shape' in query && typeof query.shape === 'object' && query.shape !== null && 'cursor' in query.shape
  );
}

let service: TestService;
let runId = '';
let otherRunId = '';
beforeAll(async () => {
  service = await TestService.open('in-process');
  for (const name of ['a', 'b', 'c']) await service.createProject({ name, externalUserId: 'me' });
  // Ids of one to three characters more: the bytes of a position leave unused bits in two of three lengths.
  await service.ok('templates.list');
  for (const prefix of ['tpl', 'tplx', 'tplxx']) {
    await insertTemplate(
      { ...service.context, newId: () => service.context.newId(prefix) },
      {
        accountId: service.accountId,
        name: prefix,
        source: 'project',
        graph: { nodes: [], connections: [] },
        inputs: [],
        outputs: [],
      },
    );
  }
  const graph = { nodes: [textNode('words')], connections: [] };
  const runs = [await createRun(service, { graph }), await createRun(service, { graph })];
  for (const { id } of runs) await awaitRunEnd(service, id);
  [runId, otherRunId] = runs.map(({ id }) => id) as [string, string];
});
afterAll(() => service.close());

const call = (id: EndpointId, query: Record<string, string | number>, more: CallOptions = {}) =>
  service.call(id, { params: { run_id: runId }, ...more, query });

async function cursorsOf(id: EndpointId): Promise<string[]> {
  const cursors: string[] = [];
  let cursor: string | null = null;
  do {
    const response = await call(id, cursor === null ? { limit: 1 } : { limit: 1, cursor });
    expect([id, response.status]).toEqual([id, 200]);
    cursor = (response.body as Page).nextCursor ?? null;
    if (cursor !== null) cursors.push(cursor);
  } while (cursor !== null && cursors.length < 6);
  return cursors;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Cuts and additions, which come last. */
const SPECIAL = 15;

/** Every other character at each place of the position and at the last of the signature; cuts and additions. */
function* alterations(cursor: string): Generator<string> {
  const places = [...Array(cursor.indexOf('.')).keys(), cursor.length - 1];
  for (const place of places) {
    for (const character of ALPHABET) {
      if (character === cursor[place]) continue;
      yield cursor.slice(0, place) + character + cursor.slice(place + 1);
    }
  }
  const [position, signature] = cursor.split('.');
  yield* [` ${cursor}`, `${cursor} `, `${cursor}A`, `${cursor}=`, `${cursor}.`, cursor.slice(0, -1)];
  yield* [
    `${position}=.${signature}`,
    `${position}!.${signature}`,
    `${position}\n.${signature}`,
    `.${signature}`,
  ];
  yield* [`${position}.`, position!, signature!, cursor.toUpperCase(), cursor.toLowerCase()];
}

describe('the cursor of a list', () => {
  it('exists in these lists', () => {
    expect(listIds).toEqual(['projects.list', 'nodeTypes.list', 'runs.listEvents', 'templates.list']);
  });

  it.each(listIds)('%s refuses it altered', async (id) => {
    const cursors = await cursorsOf(id);
    expect(cursors.length).toBeGreaterThan(1);
    for (const cursor of cursors) {
      expect((await call(id, { cursor })).status).toBe(200);
      const accepted: string[] = [];
      const all = [...alterations(cursor)];
      const isSpecial = (at: number) => at >= all.length - SPECIAL;
      for (const altered of ofThisRun(all, (_, at) => isSpecial(at) || at % 13 === 0)) {
        const response = await call(id, { cursor: altered });
        if (response.status !== 400 || response.error?.code !== 'INVALID_CURSOR') accepted.push(altered);
      }
      expect(accepted).toEqual([]);
    }
  });

  it.each(listIds)('%s refuses that of another list', async (id) => {
    for (const other of listIds.filter((name) => name !== id)) {
      const [foreign] = await cursorsOf(other);
      expect((await call(id, { cursor: foreign! })).status).toBe(400);
    }
  });

  it('of events is good for one run', async () => {
    const [own] = await cursorsOf('runs.listEvents');
    const response = await call('runs.listEvents', { cursor: own! }, { params: { run_id: otherRunId } });
    expect(response.status).toBe(400);
  });

  it.each(listIds.filter((id) => id !== 'runs.listEvents'))(
    '%s refuses that of another owner or search',
    async (id) => {
      const [own] = await cursorsOf(id);
      const key = await service.newKey({ account: 'another' });
      expect((await call(id, { cursor: own! }, { key })).status).toBe(400);
      expect((await call(id, { cursor: own!, search: 'a' })).status).toBe(400);
    },
  );

  const filters: [EndpointId, string, string][] = [
    ['projects.list', 'externalId', 'x'],
    ['projects.list', 'externalUserId', 'me'],
    ['projects.list', 'externalWorkspaceId', 'x'],
    ['templates.list', 'hasEndpoint', 'true'],
    ['templates.list', 'hasEndpoint', 'false'],
  ];
  it.each(filters)('%s refuses it with the filter %s=%s added', async (id, name, text) => {
    const [own] = await cursorsOf(id);
    expect((await call(id, { cursor: own!, [name]: text })).status).toBe(400);
  });
});
