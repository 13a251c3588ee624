// @module-tag long
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { endpoints } from '#shared/api/index.ts';
import type { ConnectionList } from '#shared/desk/index.ts';
import { deskKeys } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { usePrefetch } from '../parts/use-prefetch.ts';

let desk: DeskStandIn;
let client: QueryClient;
beforeEach(() => {
  desk = standInForDesk();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const empty = { data: [], hasMore: false, nextCursor: null };
  desk.api(endpoints.projects.list, () => empty);
  desk.api(endpoints.templates.list, () => empty);
  // A service without billing.
  desk.api(endpoints.account.credits, () => {
    throw new Problem(503, 'BILLING_NOT_ENABLED', 'No billing.');
  });
  desk.desk('listConnections', () => connections(null));
});
afterEach(() => {
  client.clear();
  desk.restore();
});

const connections = (offlineSince: string | null): ConnectionList => ({
  activeId: 'con_1',
  connections: [
    {
      id: 'con_1',
      kind: 'hosted',
      name: 'Studio',
      baseUrl: 'https://studio.example',
      keyHint: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      state: 'ready',
      offlineSince,
      lastResponseAt: offlineSince,
    },
  ],
});

function Page({ projectId }: { projectId: string | null }): ReactElement {
  usePrefetch('con_1', projectId, true);
  return <p>Page</p>;
}
const show = (projectId: string | null) =>
  render(
    <QueryClientProvider client={client}>
      <Page projectId={projectId} />
    </QueryClientProvider>,
  );
const asked = () => desk.seen.filter(({ name }) => name !== 'listConnections').map(({ name }) => name);

it('reads first pages as the pages ask for them, one after another, and not again soon after', async () => {
  const page = await show(null);
  const lists = ['projects.list', 'templates.list', 'account.credits'];
  await vi.waitFor(() => expect(asked()).toEqual(lists));
  // Another query would be another response, and would not be found without the service.
  expect(desk.calls('projects.list')[0]?.query.toString()).toBe('limit=48');
  expect(desk.calls('projects.list')[0]?.headers.get('x-patchbay-accept-cached')).toBe('1');
  await page.unmount();
  await show('prj_1');
  await vi.waitFor(() =>
    expect(asked().slice(3)).toEqual([
      'projects.getSpend',
      'storyboards.get',
      'timelines.get',
      'account.credits',
    ]),
  );
});

it('asks nothing of a service that is away, and everything when it is back', async () => {
  client.setQueryData(deskKeys.connections, connections('2026-01-01T10:00:00.000Z'));
  desk.desk('listConnections', () => connections('2026-01-01T10:00:00.000Z'));
  await show(null);
  // As long as the page itself waits at most: a busy machine is never idle.
  await new Promise((resume) => requestIdleCallback(resume, { timeout: 5_000 }));
  expect(asked()).toEqual([]);
  client.setQueryData(deskKeys.connections, connections(null));
  await vi.waitFor(() => expect(asked()).toContain('templates.list'));
});
