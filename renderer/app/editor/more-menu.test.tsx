// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { commands } from '#renderer/commands/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Credits } from '../parts/credits.tsx';
import { OverflowMenu } from '../pages/more-menu.tsx';
import { ProjectViews } from './project-views.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.api(endpoints.account.credits, () => ({
    balanceCents: 100,
    balanceDollars: 1,
    balanceMicrocredits: '10000000000',
    ledgerUnitVersion: 1,
    managedProviderReceivableMicrocredits: '0',
    paygBalanceCents: 100,
    paygBalanceDollars: 1,
    paygBalanceMicrocredits: '10000000000',
    subscriptionBalanceCents: 0,
    subscriptionBalanceDollars: 0,
    subscriptionBalanceMicrocredits: '0',
    subscriptionMonthlyGrantCents: 0,
    subscriptionMonthlyGrantMicrocredits: '0',
    subscriptionRolloverCapCents: 0,
    subscriptionRolloverCapMicrocredits: '0',
  }));
});
afterEach(async () => {
  desk.restore();
  await page.viewport(1440, 900);
});

async function show(): Promise<void> {
  await renderPage(
    <>
      <ProjectViews connectionId="hosted" projectId="prj_1" view="graph" />
      <Credits connectionId="hosted" />
      <OverflowMenu connectionId="hosted" />
    </>,
  );
}

const inBar = page.getByRole('button', { name: /10,000 credits/ });
const inMenu = page.getByRole('menuitem', { name: '10,000 credits left in the account' });

it('says what is left in the bar, and in the menu where the bar has no room for it', async () => {
  const context = commands.provide({ projectSelected: true });
  await show();
  const other = page.getByRole('menuitem', { name: 'Export project…' });
  await page.viewport(1440, 900);
  await expect.element(inBar).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(other).toBeVisible();
  await expect.element(inMenu).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(other).not.toBeInTheDocument();
  await page.viewport(1024, 700);
  await expect.element(inBar).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(inMenu).toBeVisible();
  context.remove();
});

it('what is left leads to what was spent', async () => {
  await page.viewport(1440, 900);
  await show();
  await inBar.click();
  await expect.poll(() => location.pathname).toMatch(/\/spend$/);
});

it('has a page of what was spent among the views only where something can cost', async () => {
  const spend = page.getByRole('link', { name: 'Spend' });
  const typesWith = (source: string) => () => ({
    data: [{ type: 'ai/image', title: 'Make an image', source }],
    hasMore: false,
    nextCursor: null,
  });
  const local = (view: 'graph' | 'spend') => (
    <ProjectViews connectionId="local" projectId="prj_1" view={view} />
  );
  desk.api(endpoints.nodeTypes.list, typesWith('built-in?Acme=abc'));
  const free = await renderPage(local('graph'));
  await vi.waitFor(() => expect(desk.calls('nodeTypes.list')).toHaveLength(1));
  await expect.element(page.getByRole('link', { name: 'Grids' })).toBeVisible();
  expect(spend.query()).toBeNull();
  await free.unmount();
  // It is there while it is open: the palette leads to it everywhere.
  const open = await renderPage(local('spend'));
  await expect.element(spend).toHaveAttribute('aria-current', 'page');
  await open.unmount();
  desk.api(endpoints.nodeTypes.list, typesWith('built-in?Acme=abc$30000000'));
  await renderPage(local('graph'));
  await expect.element(spend).toBeVisible();
});
