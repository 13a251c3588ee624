import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';
import { violations } from './violations.ts';
import type { PublicRunDetail } from '#shared/api/index.ts';

/** Runs that the local service has under way at once. */
const SLOTS = 16;

interface BrowserNotices {
  notices: { title: string; body: string }[];
}

/** Stands in for the browser's notices and for a person who looks elsewhere. */
const lookElsewhere = (page: Page) =>
  page.addInitScript(() => {
    const shown: BrowserNotices['notices'] = [];
    Object.assign(window, { notices: shown });
    class NoticeStandIn extends EventTarget {
      static readonly permission = 'granted';
      constructor(title: string, options: { body: string }) {
        super();
        shown.push({ title, body: options.body });
      }
      close(): void {}
    }
    Object.assign(window, { Notification: NoticeStandIn });
    document.hasFocus = () => false;
  });

/** Sends what the page may send. @returns the parsed body. */
async function asThePage(page: Page) {
  const request = await page.waitForRequest((sent) => sent.headers()['authorization'] !== undefined);
  const authorization = request.headers()['authorization'] ?? '';
  return (path: string, body: unknown, headers: Record<string, string> = {}) =>
    page.evaluate(
      async (sent) => {
        const response = await fetch(sent.path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': crypto.randomUUID(),
            ...sent.headers,
          },
          body: JSON.stringify(sent.body),
        });
        return (await response.json()) as Pick<PublicRunDetail, 'id'>;
      },
      { path, body, headers: { authorization, ...headers } },
    );
}

test('everything that runs stands in one queue: one that waits goes first, one is stopped, and the end is notified @long', async ({
  desk,
}) => {
  await lookElsewhere(desk);
  await openNewProject(desk);
  const [, projectId = ''] = /\/projects\/local\/([^/?#]+)/.exec(desk.url()) ?? [];
  const sending = asThePage(desk);
  await desk.reload();
  const send = await sending;
  const start = (seconds: number) =>
    send(
      '/api/local/v1/runs',
      {
        graph: {
          nodes: [
            { id: 'wait', type: 'control/delay', inputs: { seconds: { type: 'number', value: seconds } } },
          ],
          connections: [],
        },
      },
      { 'x-patchbay-run-of-project': projectId },
    );
  const runs: string[] = [];
  for (let at = 0; at < SLOTS + 2; at += 1) runs.push((await start(600)).id);
  await expect(desk).toHaveTitle(/^\(18\)/);

  await desk.keyboard.press('ControlOrMeta+Shift+L');
  await expect(desk.getByRole('heading', { name: 'Queue' })).toBeVisible();
  await expect(desk.getByText('16 running, 2 waiting').first()).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  const row = (number: number) => desk.getByRole('listitem').filter({ hasText: `Run ${number} of` });
  const list = desk.getByRole('list', { name: 'Now and next' });
  await list.getByRole('button', { name: /^Stop Run 1 of/ }).focus();
  // By keyboard to the end of the list.
  for (let at = 0; at < SLOTS + 1; at += 1) await desk.keyboard.press('ArrowDown');
  await expect(row(18)).toContainText('2nd in line');
  await expect(row(17)).toContainText('Starts next');
  await row(18)
    .getByRole('button', { name: /to the front/ })
    .click();
  await expect(row(18)).toContainText('Starts next');
  await expect(row(17)).toContainText('2nd in line');
  const [, project = ''] = /“(.+?)”/.exec((await row(18).textContent()) ?? '') ?? [];

  // A place becomes free: the one that was moved begins, and the older one still waits.
  await list.evaluate((element) => element.parentElement?.scrollTo(0, 0));
  await row(1).getByRole('button', { name: /^Stop/ }).click();
  const ended = desk.getByRole('list', { name: 'Recently finished' });
  await expect(ended.getByText(`Run 1 of “${project}”`)).toBeVisible();
  await list.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
  await expect(row(18)).toContainText('Running');
  await expect(row(17)).toContainText('Starts next');

  for (const id of runs.slice(1)) await send(`/api/local/v1/runs/${id}/cancel`, {});
  await expect(desk.getByText('Nothing is running').first()).toBeVisible();
  await expect(desk).toHaveTitle('Queue – Patchbay');

  // One that ends by itself while the person looks elsewhere is notified, once.
  await start(0);
  const finished = () =>
    desk.evaluate(() =>
      (window as unknown as BrowserNotices).notices.filter(({ title }) => title.endsWith('finished')),
    );
  // Those that were stopped may be notified late.
  await expect
    .poll(async () => (await finished()).map(({ title }) => title))
    .toEqual([expect.stringMatching(/^Run of “.+” finished$/)]);
});
