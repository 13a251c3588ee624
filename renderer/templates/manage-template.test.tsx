// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ManagedTemplate } from '#shared/administration/index.ts';
import { startDeskEvents } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ManageTemplate } from './manage-template.tsx';

let desk: DeskStandIn;
let state: ManagedTemplate;
beforeEach(() => {
  state = {
    templateId: 'tpl_1',
    projectId: 'prj_1',
    hasProject: true,
    isBehind: true,
    endpoints: [
      {
        endpointId: 'end_1',
        name: 'Card',
        isActive: true,
        keyPrefix: 'pbe_abcde',
        callCount: 2,
        lastCalledAt: '2026-01-01T10:00:00Z',
      },
    ],
    calls: [
      {
        runId: 'run_2',
        endpointId: 'end_1',
        caller: 'external',
        status: 'succeeded',
        createdAt: '2026-01-01T10:00:00Z',
        executionTimeMs: 340,
        externalUserId: 'ann',
        externalWorkspaceId: null,
      },
      {
        runId: 'run_1',
        endpointId: 'end_1',
        caller: 'owner',
        status: 'failed',
        createdAt: '2026-01-01T09:00:00Z',
        executionTimeMs: null,
        externalUserId: null,
        externalWorkspaceId: null,
      },
    ],
  };
  desk = standInForDesk();
  desk.desk('getManagedTemplate', () => state);
  desk.desk('listConnections', () => ({ connections: [], activeId: 'local' }));
});
afterEach(() => desk.restore());

const button = (name: string) => page.getByRole('button', { name });
const show = async (connectionId = 'local', hasForm = true) => {
  const onOpenProject = vi.fn<(projectId: string) => void>();
  const onDeleted = vi.fn<() => void>();
  await renderPage(
    <ManageTemplate
      connectionId={connectionId}
      templateId="tpl_1"
      name="Card"
      onOpenProject={onOpenProject}
      onDeleted={onDeleted}
      hasForm={hasForm}
    />,
  );
  return { onOpenProject, onDeleted };
};

it('tells who called when and what became of it, and that the project has changed', async () => {
  await show();
  const calls = page.getByRole('table', { name: 'Calls' });
  await expect.element(calls.getByText('ann')).toBeVisible();
  await expect.element(calls.getByText('You')).toBeVisible();
  await expect.element(page.getByText(/key begins with pbe_abcde · 2 calls/)).toBeVisible();
  await expect.element(page.getByText(/The project was changed since/)).toBeVisible();
});

it('tells of a call that this computer has just seen', async () => {
  await show();
  await expect.element(page.getByText(/2 calls/)).toBeVisible();
  state = { ...state, endpoints: state.endpoints.map((endpoint) => ({ ...endpoint, callCount: 3 })) };
  const at = '2026-01-01T11:00:00Z';
  const run = {
    connectionId: 'local',
    runId: 'run_3',
    projectId: null,
    templateId: 'tpl_1',
    endpointId: 'end_1',
    status: 'succeeded',
    createdAt: at,
    updatedAt: at,
    projectVersion: null,
    executionTimeMs: 5,
    creditsUsedMicrocredits: null,
    lastEventId: null,
  };
  const answered = window.fetch;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  window.fetch = async (given, init) =>
    new URL(given instanceof Request ? given.url : String(given), location.href).pathname === '/desk/events'
      ? new Response(readable)
      : answered(given, init);
  const ending = new AbortController();
  const events = startDeskEvents(ending.signal);
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode(`data: ${JSON.stringify({ type: 'run', run })}\n\n`));
  await expect.element(page.getByText(/3 calls/)).toBeVisible();
  ending.abort();
  await Promise.all([events, writer.close()]);
});

it('renews a key after a question and shows it once, and switches an endpoint off', async () => {
  await show();
  desk.desk('renewEndpointKey', () => ({ endpointId: 'end_1', key: 'pbe_new-key' }));
  await button('Renew key').click();
  await expect.element(page.getByText('Renew the key of Card?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew key' }).click();
  await expect.element(page.getByLabelText('Key of the endpoint')).toHaveTextContent('pbe_new-key');
  desk.desk('switchEndpoint', ({ body }) => {
    const { isActive } = body as { isActive: boolean };
    state = { ...state, endpoints: state.endpoints.map((endpoint) => ({ ...endpoint, isActive })) };
    return undefined;
  });
  await page.getByRole('switch', { name: 'On' }).click();
  await expect.element(page.getByText('Off')).toBeVisible();
});

it('opens a template without a form as a project, and deletes it after a question', async () => {
  const { onOpenProject, onDeleted } = await show('local', false);
  desk.desk('openTemplate', () => ({ projectId: 'prj_9' }));
  await button('Actions for Card').click();
  await page.getByRole('menuitem', { name: 'Open as a project' }).click();
  await expect.poll(() => onOpenProject.mock.calls).toEqual([['prj_9']]);
  desk.desk('deleteTemplate', () => undefined);
  await button('Actions for Card').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await button('Delete template').click();
  await expect.poll(() => onDeleted.mock.calls).toHaveLength(1);
});

it('says of a hosted service that it does this itself', async () => {
  await show('con_1');
  await expect.element(page.getByText(/its API has no call for it/)).toBeVisible();
  expect(desk.seen.map(({ name }) => name)).not.toContain('getManagedTemplate');
});
