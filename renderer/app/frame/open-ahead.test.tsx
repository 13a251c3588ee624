// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { projectPath, projectViewPath } from '#shared/desk/index.ts';
import { prefetchDocument, queryClient, consumePrefetched } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { openAhead } from './open-ahead.ts';

let desk: DeskStandIn;
beforeEach(() => {
  // This page has signed in before.
  sessionStorage.setItem('patchbay.bearer', 'secret');
  desk = standInForDesk();
  const never = () => new Promise<never>(() => undefined);
  desk.desk('getSettings', never);
  desk.desk('listConnections', never);
  desk.api(endpoints.projects.getDocument, ({ params }) => ({
    projectId: params['project_id']!,
    name: 'Poster',
    version: 4,
    document: { graph: { nodes: [], connections: [] } },
  }));
});
afterEach(() => {
  vi.useRealTimers();
  void consumePrefetched('local', 'prj_9');
  queryClient.clear();
  desk.restore();
  sessionStorage.clear();
});
const asked = () => desk.seen.map(({ name }) => name);

it('the document is asked for before the settings and the connections have answered, with the credential', async () => {
  void openAhead(projectPath('local', 'prj_9'));
  await vi.waitFor(() => expect(asked()).toContain('getSettings'));
  expect(asked()[0]).toBe('projects.getDocument');
  expect(desk.calls('projects.getDocument')[0]?.headers.get('authorization')).toBe('Bearer secret');
  // The editor takes it once, and whoever opens the project after it reads anew.
  await expect(consumePrefetched('local', 'prj_9')).resolves.toMatchObject({ response: { version: 4 } });
  expect(consumePrefetched('local', 'prj_9')).toBeNull();
});

it('a document that nobody took is asked for again after a while', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  prefetchDocument('local', 'prj_9');
  await vi.waitFor(() => expect(asked()).toEqual(['projects.getDocument']));
  prefetchDocument('local', 'prj_9');
  expect(asked()).toHaveLength(1);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(10_000);
    prefetchDocument('local', 'prj_9');
    expect(asked()).toHaveLength(2);
  });
});

it('a document that was read ahead is given to its own project alone', async () => {
  void openAhead(projectPath('local', 'prj_9'));
  await vi.waitFor(() => expect(asked()).toContain('projects.getDocument'));
  expect(consumePrefetched('con_1', 'prj_9')).toBeNull();
});

it('other pages ask for no document', async () => {
  void openAhead(projectViewPath('local', 'prj_9', 'timeline'));
  await vi.waitFor(() => expect(asked()).toContain('listConnections'));
  expect(asked()).not.toContain('projects.getDocument');
});
