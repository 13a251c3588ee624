// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, Problem, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { openAsItWas } from './trace-output.ts';

let desk: DeskStandIn;
const output = libraryOutput(1);
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('getRunSource', () => ({
    connectionId: output.connectionId,
    runId: output.runId,
    projectId: null,
    projectVersion: null,
    graph: { nodes: [], connections: [] },
    graphProblem: null,
    isExact: true,
    targetNodeIds: [],
    template: null,
  }));
  desk.desk('listRunCopies', () => ({ copies: [] }));
  desk.api(endpoints.projects.create, () => ({
    id: 'prj_copy',
    name: 'Copy',
    nodeCount: 0,
    version: 1,
  }));
  desk.api(endpoints.projects.replaceDocument, () => ({
    projectId: 'prj_copy',
    name: 'Copy',
    version: 2,
    document: { graph: { nodes: [], connections: [] } },
  }));
  desk.api(endpoints.projects.delete, () => undefined);
});
afterEach(() => desk.restore());

it('makes one project however often it is clicked meanwhile', async () => {
  desk.desk('recordRunCopy', () => undefined);
  const opened: string[] = [];
  await Promise.all([1, 2].map(() => openAsItWas(output, (path) => opened.push(path))));
  expect(desk.calls('projects.create')).toHaveLength(1);
  expect(opened).toHaveLength(1);
  expect(opened[0]).toContain('prj_copy');
});

it('takes the project back when it could not be recorded whose run it shows', async () => {
  desk.desk('recordRunCopy', () => {
    throw new Problem(507, 'STORAGE_FULL', 'The disk is full.');
  });
  const opened: string[] = [];
  await openAsItWas(output, (path) => opened.push(path));
  expect(opened).toEqual([]);
  const [removed] = desk.calls('projects.delete');
  expect(removed?.params).toEqual({ project_id: 'prj_copy' });
  expect(removed?.query.get('expectedVersion')).toBe('2');
});
