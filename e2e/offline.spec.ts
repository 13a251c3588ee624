import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { HostRendezvous, rendezvousFileName } from '#shared/desk/host.ts';
import { expect, startApp, test, type RunningApp } from './app.ts';
import { startHostedService, type HostedService } from './hosted-service.ts';
import { ProjectsPage } from './pages/projects.ts';
import { copyPreparedData } from './prepared-data.ts';
import { clientOf, emptyProject, graphOf, useService } from './services.ts';

/** Work goes on while the network is away and while the app is closed. Each story has an app of its own. */

let folder: string;
let hosted: HostedService;
let app: RunningApp;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-offline-'));
  hosted = await startHostedService(join(folder, 'hosted'), [
    '--multipart-threshold',
    String(1024 ** 2),
    '--part-size',
    String(1024 ** 2),
  ]);
  await copyPreparedData(join(folder, 'data'));
  app = await startApp(join(folder, 'data'));
});
test.afterEach(async () => {
  await app.stop();
  await hosted.stop();
  await rm(folder, { recursive: true, force: true });
});

const typesOf = async (address: string) =>
  (await graphOf(clientOf(hosted), address)).nodes.map(({ type }) => type).toSorted();

test('a project opened before is edited offline, through a reload and a restart, and drains on return', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto(app.url);
  await useService(page, hosted, 'Studio');
  const editor = await emptyProject(page);
  await editor.rename('Harbor');
  await editor.addFromPalette('Noise');
  await editor.saved();
  const address = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'All projects' }).click();
  const projects = new ProjectsPage(page);
  await expect(projects.card('Harbor')).toBeVisible();

  await hosted.stop();
  await page.reload();
  await projects.shown();
  await expect(page.getByText(/As of .*, offline\./)).toBeVisible();
  await page.getByRole('button', { name: 'New project' }).first().click();
  await expect(page.getByText(/a new project needs it\. Nothing was changed/).first()).toBeVisible();

  await projects.open('Harbor');
  await editor.shown();
  await expect(editor.node('Noise')).toBeVisible();
  await expect(
    page.getByText(/Studio cannot be reached\. This is the project as it was known/),
  ).toBeVisible();
  await editor.addFromPalette('Gradient');
  await expect(editor.saveState).toHaveText('Offline · 1 change');
  await page.reload();
  await editor.shown();
  await expect(editor.saveState).toHaveText('Offline · 1 change');
  await editor.addFromPalette('Blur');
  await expect(editor.saveState).toHaveText('Offline · 2 changes');
  await editor.run();
  await expect(page.getByText('Not run: a run needs the service').first()).toBeVisible();

  await app.stop();
  app = await startApp(join(folder, 'data'));
  await page.goto('about:blank');
  await page.goto(app.url);
  await projects.shown();
  await projects.open('Harbor');
  await editor.shown();
  await expect(editor.saveState).toHaveText('Offline · 2 changes');
  expect(new URL(page.url()).pathname).toBe(address);

  await hosted.start();
  await editor.saved();
  await expect(page.getByText('Studio answers again').first()).toBeVisible();
  expect(await typesOf(page.url())).toEqual(['image/blur', 'image/gradient', 'image/noise']);
});

test('lists that nobody has opened yet are known without the service, and say how old they are @long', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.goto(app.url);
  /** How many responses of the hosted service to addresses with this part have come whole, as the browser counts them. */
  const wholeAnswersTo = (part: string) =>
    page.evaluate(
      (wanted) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => !name.includes('/api/local/') && name.includes(wanted)).length,
      part,
    );
  await page.evaluate(() => performance.setResourceTimingBufferSize(10_000));
  await useService(page, hosted, 'Studio');
  const editor = await emptyProject(page);
  const listsBefore = await wholeAnswersTo('/projects?');
  await editor.rename('Harbor');
  await expect.poll(() => wholeAnswersTo('/projects?')).toBeGreaterThan(listsBefore);
  for (const part of ['/spend', '/storyboard', '/timeline', '/templates?'])
    await expect.poll(() => wholeAnswersTo(part)).toBeGreaterThan(0);
  const address = new URL(page.url()).pathname;

  await hosted.stop();
  await app.stop();
  app = await startApp(join(folder, 'data'));
  await page.goto('about:blank');
  await page.goto(app.url);
  const age = page.getByText(/^As of .*, offline\./);
  await expect(page.getByRole('link', { name: 'Harbor' }).first()).toBeVisible();
  await expect(age).toBeVisible();
  await page.getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('region', { name: 'All templates' }).getByRole('link').first()).toBeVisible();
  await expect(age).toBeVisible();
  await page.goto(new URL(`${address}/spend`, app.url).href);
  await expect(page.getByText('Nothing was charged yet')).toBeVisible();
  await expect(age).toBeVisible();
});

test('a run that ends while its page is closed is told once, with its outputs @long', async ({ page }) => {
  await page.goto(app.url);
  const editor = await emptyProject(page);
  await editor.addFromPalette('Delay');
  // Long enough to leave the page first, also on a busy machine.
  await editor.field('Seconds', 'Delay').fill('8');
  await page.keyboard.press('Enter');
  await editor.saved();
  const address = page.url();
  await editor.run();
  await expect(page.getByRole('button', { name: /Stop/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'All projects' }).click();
  const notices = page.getByRole('region', { name: 'Runs that finished while you were away' });
  await expect(notices.getByText('Run of “Untitled project” finished')).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await notices.getByRole('button', { name: /Show outputs|Open the project/ }).click();
  await expect(page).toHaveURL(address);
  await editor.shown();
  await expect(notices).toBeHidden();
  await page.reload();
  await editor.shown();
  await expect(page.getByRole('status').first()).toBeVisible();
  await expect(notices).toBeHidden();
});

/** A network that lets so many parts through, then holds every other until it is opened. */
async function partGate(target: string, letThrough: number) {
  const parts: string[] = [];
  const held = new Set<() => void>();
  let open = false;
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const body = await buffer(request);
      if (request.method === 'PUT') {
        if (!open && parts.length >= letThrough) {
          await new Promise<void>((resolve) => held.add(resolve));
          response.destroy();
          return;
        }
        parts.push(new URL(request.url ?? '', target).pathname);
      }
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) {
        if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
          headers.set(name, value);
      }
      const received = await fetch(`${target}${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        ...(body.byteLength > 0 ? { body: new Uint8Array(body) } : {}),
      });
      const text = await received.text();
      const out: Record<string, string> = {};
      for (const name of ['content-type', 'etag', 'preference-applied']) {
        const value = received.headers.get(name);
        if (value !== null) out[name] = value;
      }
      response.writeHead(received.status, out);
      response.end(received.status === 204 ? undefined : text.replaceAll(target, origin));
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    parts,
    holding: () => held.size,
    open() {
      open = true;
      for (const end of held) end();
      held.clear();
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function killApp(dataFolder: string, running: RunningApp): Promise<void> {
  const note = await readFile(join(dataFolder, rendezvousFileName), 'utf8');
  process.kill(HostRendezvous.parse(JSON.parse(note)).processId, 'SIGKILL');
  await running.exitCode;
}

test('an upload goes on after the app was killed, with the parts that are missing and no other @long', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const gate = await partGate(hosted.origin, 3);
  try {
    await page.goto(app.url);
    await useService(page, { ...hosted, origin: gate.origin }, 'Studio far away');
    const editor = await emptyProject(page);
    const sound = join(folder, 'sound.bin');
    await writeFile(sound, randomBytes(6 * 1024 ** 2 + 5));
    await editor.dropFiles([sound]);
    await expect.poll(() => gate.holding(), { timeout: 60_000 }).toBe(3);
    await editor.saved();
    const shown = await percent(page);
    expect(shown).toBeGreaterThan(30);
    const address = new URL(page.url()).pathname;
    await killApp(join(folder, 'data'), app);

    const before = [...gate.parts];
    gate.parts.length = 0;
    gate.open();
    app = await startApp(join(folder, 'data'));
    await page.goto('about:blank');
    await page.goto(app.url);
    // The address has been redeemed once the page shows something.
    await new ProjectsPage(page).shown();
    await page.goto(new URL(address, app.url).href);
    await editor.shown();
    await expect
      .poll(async () => JSON.stringify(await graphOf(clientOf(hosted), page.url())), {
        timeout: 60_000,
      })
      .toMatch(/"value":"[^"]+"/);
    expect(before).toHaveLength(3);
    expect(gate.parts).toHaveLength(4);
    expect(gate.parts.filter((part) => before.includes(part))).toEqual([]);
  } finally {
    gate.close();
  }
});

async function percent(page: Page): Promise<number> {
  return Number(await page.getByRole('progressbar', { name: /^Upload of/ }).getAttribute('aria-valuenow'));
}
