import { expect, it } from 'vitest';
import type { ProjectFace } from '#shared/desk/index.ts';
import { sortProjects, type ProjectOrder } from './project-order.ts';

const project = (id: string, name: string, createdAt: string) => ({
  id,
  name,
  nodeCount: 1,
  createdAt,
  updatedAt: '2026-01-05T00:00:00Z',
});
const projects = [
  project('a', 'Poster 10', '2026-01-01T00:00:00Z'),
  project('b', 'poster 9', '2026-01-03T00:00:00Z'),
  project('c', 'Album', '2026-01-02T00:00:00Z'),
];
const face = (projectId: string, openedAt: string | null): [string, ProjectFace] => [
  projectId,
  { projectId, coverFileId: null, isChosen: false, sketch: null, film: null, openedAt },
];
const faces = new Map([
  face('a', null),
  face('b', '2026-01-01T00:00:00Z'),
  face('c', '2026-01-02T00:00:00Z'),
]);

it('sorts by name as people count, by age, and by what was opened last', () => {
  const ids = (order: ProjectOrder) => sortProjects(projects, order, faces).map(({ id }) => id);
  expect(ids('recent')).toEqual(['a', 'b', 'c']);
  expect(ids('name')).toEqual(['c', 'b', 'a']);
  expect(ids('created')).toEqual(['b', 'c', 'a']);
  expect(ids('opened')).toEqual(['c', 'b', 'a']);
});
