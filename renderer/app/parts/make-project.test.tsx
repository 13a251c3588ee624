import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { makeProject } from './make-project.ts';

const graph = { nodes: [], connections: [] };
const lost = new Problem(502, 'BAD_GATEWAY', 'The response was lost.');
let desk: DeskStandIn;
let version: number;
beforeEach(() => {
  desk = standInForDesk();
  version = 1;
  const project = () => ({ id: 'p', name: 'Poster', version, nodeCount: 0 });
  desk.api(endpoints.projects.create, project);
  desk.api(endpoints.projects.get, project);
  desk.api(endpoints.projects.delete, () => undefined);
});
afterEach(() => desk.restore());

it('is made where the response to its graph was lost and the graph was not', async () => {
  desk.api(endpoints.projects.replaceDocument, () => {
    version = 2;
    throw lost;
  });
  expect(await makeProject('con', 'Poster', graph)).toEqual({ id: 'p', version: 2 });
  expect(desk.calls('projects.delete')).toEqual([]);
});

it.each([
  ['Welcome poster', ['Welcome poster'], 'Welcome poster 2'],
  ['Welcome poster', ['welcome poster', 'Welcome poster 2'], 'Welcome poster 3'],
  ['Shot 3', ['Shot 3', 'Shot 2'], 'Shot 4'],
  ['Welcome poster', ['Welcome poster, old'], 'Welcome poster'],
])('is called %s, beside %j: %s', async (name, taken, expected) => {
  desk.api(endpoints.projects.list, ({ query }) => ({
    data: taken
      .filter((one) => one.toLowerCase().includes((query.get('search') ?? '').toLowerCase()))
      .map((one) => ({ id: one, name: one, version: 1, nodeCount: 0 })),
    hasMore: false,
    nextCursor: null,
  }));
  await makeProject('con', name, null);
  expect(desk.calls('projects.create').map(({ body }) => body)).toEqual([{ name: expected }]);
});

it('keeps its name where the other names cannot be read', async () => {
  desk.api(endpoints.projects.list, () => {
    throw lost;
  });
  await makeProject('con', 'Poster', null);
  expect(desk.calls('projects.create')[0]?.body).toEqual({ name: 'Poster' });
});

it('is taken back where its graph was refused', async () => {
  desk.api(endpoints.projects.replaceDocument, () => {
    throw lost;
  });
  await expect(makeProject('con', 'Poster', graph)).rejects.toThrow('The response was lost.');
  expect(desk.calls('projects.delete')).toHaveLength(1);
});
