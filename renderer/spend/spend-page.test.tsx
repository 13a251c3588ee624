// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints, type PublicProjectSpendSummary } from '#shared/api/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { SpendPage } from './spend-page.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.api(endpoints.account.credits, () => {
    throw new Problem(403, 'FORBIDDEN', 'The key lacks account_credits:read.');
  });
});
afterEach(() => desk.restore());

const spend = (change: Partial<PublicProjectSpendSummary> = {}): PublicProjectSpendSummary => ({
  projectId: 'prj_1',
  totalCredits: 0,
  totalMicrocredits: '0',
  byChargeType: {},
  byChargeTypeMicrocredits: {},
  byProvider: {},
  byProviderMicrocredits: {},
  byNode: [],
  recentRuns: [],
  ...change,
});
const show = (connectionId = 'hosted') =>
  renderPage(<SpendPage connectionId={connectionId} projectId="prj_1" />);

it('shows amounts exactly, and no balance to a key that may not see it', async () => {
  desk.api(endpoints.projects.getSpend, () =>
    spend({
      totalMicrocredits: '1234567',
      byProviderMicrocredits: { openai: '1234560', ollama: '7' },
      byNode: [
        {
          nodeId: 'n1',
          nodeTitle: 'Sky',
          billedRuns: 3,
          credits: 1,
          microcredits: '1234567',
          nodeType: 'ai/image',
        },
      ],
    }),
  );
  await show();
  await expect.element(page.getByText('1.234567 credits')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'By service' }).getByText('0.000007')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^Sky .*1\.234567$/ })).toBeVisible();
  await expect.element(page.getByText('Left in the account')).not.toBeInTheDocument();
});

it('says what would be here while nothing was charged', async () => {
  desk.api(endpoints.projects.getSpend, () => spend());
  await show();
  await expect.element(page.getByText('Nothing was charged yet')).toBeVisible();
});

it('says why the spend could not be read, and reads it again', async () => {
  let fails = true;
  desk.api(endpoints.projects.getSpend, () => {
    if (fails) throw new Problem(403, 'FORBIDDEN', 'The key lacks projects:read.');
    return spend();
  });
  await show();
  await expect.element(page.getByRole('alert').getByText(/projects:read/)).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Nothing was charged yet')).toBeVisible();
});

it('what was perhaps charged stands beside what was spent, in plain words and in no sum', async () => {
  const line = {
    nodeId: 'n1',
    nodeTitle: 'Sky',
    credits: 30,
    microcredits: '30000000',
    kind: 'run',
    model: 'm',
    provider: 'Acme',
  };
  desk.api(endpoints.nodeTypes.list, () => ({
    data: [{ type: 'ai/image', title: 'Make an image', source: 'built-in?Acme=abc$30000000' }],
    hasMore: false,
    nextCursor: null,
  }));
  desk.api(endpoints.projects.getSpend, () =>
    spend({
      totalMicrocredits: '30000000',
      byChargeTypeMicrocredits: { provider: '30000000' },
      byProviderMicrocredits: { Acme: '30000000' },
      recentRuns: [
        { ...line, id: 'l1', chargeType: 'provider', reason: 'Execution of Sky' },
        { ...line, id: 'l2', chargeType: 'perhaps_charged', reason: 'Its answer is lost' },
      ],
    }),
  );
  await show('local');
  await expect.element(page.getByText('Perhaps charged besides')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Perhaps charged Its answer is lost/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Acme m Model/ })).toBeVisible();
  expect(document.body.textContent).not.toMatch(/Execution of|Left in the account|By kind/);
});

it('a workspace where nothing costs says so instead of amounts', async () => {
  desk.api(endpoints.nodeTypes.list, () => ({
    data: [{ type: 'input/text', title: 'Text', source: 'built-in+live' }],
    hasMore: false,
    nextCursor: null,
  }));
  desk.api(endpoints.projects.getSpend, () => spend());
  await show('local');
  await expect.element(page.getByText('Nothing costs anything here')).toBeVisible();
  expect(document.body.textContent).not.toContain('Spent in this project');
});
