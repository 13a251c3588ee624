import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Connection } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionSwitcher } from './connection-switcher.tsx';
import { ConnectionsPage } from './connections-page.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const hosted: Connection = {
  id: 'con_1',
  kind: 'hosted',
  name: 'Studio',
  baseUrl: 'https://api.example.com',
  keyHint: 'a9f3',
  state: 'ready',
  createdAt: '2026-01-01T10:00:00Z',
};
const local: Connection = { ...hosted, id: 'local', kind: 'local', name: 'Local workspace', keyHint: null };

it('asks for what is missing before anything is sent', async () => {
  await renderPage(<ConnectionDialog connection={null} onClose={vi.fn<() => void>()} />);
  await page.getByRole('button', { name: 'Add service' }).click();
  await expect.element(page.getByText('Give the connection a name.')).toBeVisible();
  await expect.element(page.getByText('Enter the API key.')).toBeVisible();
  expect(desk.seen).toEqual([]);
});

it('shows what a test found: the sentence of a failure, then balance and rights', async () => {
  const failed = {
    ok: false,
    problem: 'dns',
    message: 'No computer has this name. Check the address.',
  } as const;
  const nothing = { credits: null, scopes: [], operations: null };
  desk.desk('testConnection', () => ({ ...failed, ...nothing }));
  await renderPage(<ConnectionDialog connection={null} onClose={vi.fn<() => void>()} />);
  await page.getByLabelText('Address').fill('https://nowhere.example');
  await page.getByLabelText('API key').fill('secret');
  await page.getByRole('button', { name: 'Test' }).click();
  await expect.element(page.getByText(failed.message)).toBeVisible();

  desk.desk('testConnection', () => ({
    ok: true,
    problem: null,
    message: 'It works.',
    credits: { microcredits: '12500000', credits: 12.5 },
    scopes: [
      { scope: 'projects:read', allowed: true },
      { scope: 'runs:execute', allowed: false },
      { scope: 'projects:write', allowed: null },
      { scope: 'files:write', allowed: null },
    ],
    operations: null,
  }));
  await page.getByRole('button', { name: 'Test' }).click();
  await expect.element(page.getByText('12.5 credits')).toBeVisible();
  await expect.element(page.getByText('read projects')).toBeVisible();
  // What was not tried is not said to be missing.
  const rights = page.getByRole('list', { name: 'What the key may do' }).getByRole('listitem');
  expect(rights.elements().map((right) => right.textContent)).toEqual(['read projects', 'run']);
  expect(desk.calls('testConnection').at(-1)?.body).toEqual({
    baseUrl: 'https://nowhere.example',
    key: 'secret',
  });
});

it.each([true, false])('begins to use a new service only when it was tested (%s)', async (isTested) => {
  desk.desk('addConnection', () => ({ ...hosted, isTested }));
  desk.desk('activateConnection', () => ({ connections: [local, hosted], activeId: hosted.id }));
  desk.desk('listConnections', () => ({ connections: [local, hosted], activeId: 'local' }));
  const onClose = vi.fn<() => void>();
  await renderPage(<ConnectionDialog connection={null} onClose={onClose} />);
  await page.getByLabelText('Name').fill('Studio');
  await page.getByLabelText('Address').fill('https://api.example.com');
  await page.getByLabelText('API key').fill('secret');
  await page.getByRole('button', { name: 'Add service' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  await vi.waitFor(() => expect(desk.calls('activateConnection')).toHaveLength(isTested ? 1 : 0));
});

it.each([true, false])('tests an untested service once when it is shown (passed: %s)', async (ok) => {
  const message = ok ? 'Connected. The key works.' : 'api.example.com does not answer.';
  let isTested = false;
  desk.desk('listConnections', () => ({
    connections: [local, { ...hosted, isTested }],
    activeId: 'local',
  }));
  desk.desk('testConnection', () => {
    isTested = ok;
    return { ok, problem: ok ? null : 'refused', message, credits: null, scopes: [], operations: null };
  });
  const shown = await renderPage(<ConnectionsPage />);
  await expect.element(page.getByText(message)).toBeVisible();
  await shown.unmount();
  expect(desk.calls('testConnection').map(({ body }) => body)).toEqual([{ id: hosted.id }]);
});

it('tests a service that was added without a test, and says what was found', async () => {
  const message = 'api.example.com does not answer.';
  desk.desk('addConnection', () => ({ ...hosted, isTested: false }));
  desk.desk('listConnections', () => ({ connections: [local, hosted], activeId: 'local' }));
  desk.desk('testConnection', () => ({
    ok: false,
    problem: 'refused',
    message,
    credits: null,
    scopes: [],
    operations: null,
  }));
  await renderPage(<ConnectionDialog connection={null} onClose={vi.fn<() => void>()} />);
  await page.getByLabelText('Name').fill('Studio');
  await page.getByLabelText('Address').fill('https://api.example.com');
  await page.getByLabelText('API key').fill('secret');
  await page.getByRole('button', { name: 'Add service' }).click();
  await expect.element(page.getByText('Studio was added, but its test failed')).toBeVisible();
  expect(desk.calls('testConnection').map(({ body }) => body)).toEqual([{ id: hosted.id }]);
});

it.each([
  ['unreachable', 'Offline'],
  ['not-this-api', 'Unexpected answer'],
] as const)('the switcher says of a service that is %s: %s', async (offlineReason, text) => {
  const offlineSince = '2026-01-01T10:00:00Z';
  desk.desk('listConnections', () => ({
    connections: [local, { ...hosted, offlineSince, offlineReason }],
    activeId: hosted.id,
  }));
  await renderPage(<ConnectionSwitcher onManage={() => {}} onSwitched={() => {}} />);
  await expect.element(page.getByText(text)).toBeVisible();
});

it('says of a service that was never tested that it was not', async () => {
  desk.desk('testConnection', () => new Promise<never>(() => {}));
  desk.desk('listConnections', () => ({
    connections: [local, { ...hosted, isTested: false }],
    activeId: 'local',
  }));
  await renderPage(<ConnectionsPage />);
  await expect.element(page.getByText('Not tested')).toBeVisible();
  const rows = page.getByRole('listitem').elements();
  expect(rows.map((row) => row.textContent.includes('Not tested'))).toEqual([false, true]);
});

it('never shows a saved key, and keeps it when the field stays empty', async () => {
  desk.desk('changeConnection', () => ({ ...hosted, name: 'Atelier' }));
  desk.desk('listConnections', () => ({ connections: [local, hosted], activeId: 'local' }));
  const onClose = vi.fn<() => void>();
  await renderPage(<ConnectionDialog connection={hosted} onClose={onClose} />);
  await expect.element(page.getByLabelText('API key')).toHaveValue('');
  await expect.element(page.getByPlaceholder('Saved, ends in a9f3')).toBeVisible();
  await page.getByLabelText('Name').fill('Atelier');
  await page.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(desk.calls('changeConnection')[0]?.body).toEqual({
    name: 'Atelier',
    baseUrl: 'https://api.example.com',
  });
});

it('lists the local workspace first and asks for a key that is needed', async () => {
  desk.desk('listConnections', () => ({
    connections: [{ ...hosted, state: 'key-needed' }, local],
    activeId: 'local',
  }));
  await renderPage(<ConnectionsPage />);
  await expect.element(page.getByText('Needs its key')).toBeVisible();
  const names = page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
  expect(names[0]).toContain('Local workspace');
  await page.getByRole('button', { name: 'Enter the key' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Edit Studio' })).toBeVisible();
});
