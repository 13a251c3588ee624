import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync, truncateSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import { expect, startApp, test } from './app.ts';
import { hasFfmpeg } from './numbered-film.ts';
import { colleague } from './service-client.ts';
import { emptyProject, projectIdIn, stillWorks } from './services.ts';

/** The disk of the data folder is really full: the app says what to do, and goes on when there is room. */

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-full-disk-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('a file that does not fit is explained, and is uploaded when there is room @rig', async ({
  browser,
}) => {
  await onSmallDisk(browser, async (page, filler) => {
    const editor = await emptyProject(page);
    await editor.saved();
    fillDisk(filler);
    const picture = join(folder, 'picture.png');
    await writeFile(picture, randomBytes(3_000_000));
    await editor.dropFiles([picture]);
    const sentence = editor.canvas.getByText(/The disk of this computer is full. Free some space/);
    await expect(sentence).toBeVisible();
    await rm(filler);
    await editor.canvas.getByRole('button', { name: /^What to do about the upload/ }).click();
    await page.getByRole('menuitem', { name: 'Try again' }).click();
    await expect(sentence).toBeHidden();
    await stillWorks(editor);
  });
});

test(
  'edits that cannot be journaled are said to be so, stay, and are journaled by themselves when there is room',
  {
    tag: '@rig',
  },
  async ({ browser }) => {
    await onSmallDisk(browser, async (page, filler) => {
      const editor = await emptyProject(page);
      await editor.addFromPalette('Text');
      await editor.saved();
      // Nothing can be saved: all there is between an edit and its loss is the journal.
      await page.route('**/v1/projects/**', (route) =>
        route.request().method() === 'GET' ? route.continue() : route.abort(),
      );
      fillDisk(filler);
      await noteStates(page);
      // More than what the app itself frees after the disk was filled: journals and caches that become smaller.
      const words = 'x'.repeat(300_000);
      const field = editor.canvas.locator('[data-node] textarea').first();
      await field.fill(words);
      await expect(editor.saveState).toHaveText('Only in this window');
      const trouble = page.getByRole('alert').filter({ hasText: 'The disk of this computer is full.' });
      await expect(trouble).toContainText('Free some space on it. 1 change is in this window only');
      await field.press('Tab');
      await editor.addFromPalette('Noise');
      await expect(trouble).toContainText('2 changes are in this window only');
      expect(await statesSince(page)).not.toContainEqual(expect.stringMatching(/^Saved|^Offline/));

      await rm(filler);
      await expect(trouble).toBeHidden();
      await expect(editor.saveState).toHaveText(/^Saved|^Offline/);
      await page.reload();
      await editor.shown();
      await expect(editor.canvas.locator('[data-node]')).toHaveCount(2);
      await expect(field).toHaveValue(words);
      await page.unroute('**/v1/projects/**');
      await editor.saveState.dispatchEvent('click');
      await editor.saved();
      await expect(editor.canvas.locator('[data-node]')).toHaveCount(2);
    });
  },
);

test(
  'a film whose disk fills while it is made is explained, and is made when there is room',
  {
    tag: '@long',
  },
  async ({ browser }) => {
    test.skip(!(await hasFfmpeg()), 'There is no ffmpeg here that the service makes films with.');
    await onSmallDisk(browser, async (page, filler) => {
      const editor = await emptyProject(page);
      await editor.saved();
      const { call } = await colleague(join(folder, 'disk/data'));
      const params = { project_id: projectIdIn(page.url()) };
      const { version } = await call(endpoints.projects.getDocument, { params });
      // Its sound takes 15 MB, which is more room than the full disk has.
      const clip = { id: 'words', trackId: 'V1', type: 'text', name: 'Words', startTime: 0, duration: 40 };
      const timeline = {
        frameRate: 25,
        projectResolution: { width: 64, height: 36 },
        tracks: [{ id: 'V1', name: 'Titles' }],
        clips: [clip],
      };
      const document = { serviceType: 'timeline', version: 1, name: 'Long words', timeline };
      await call(endpoints.timelines.replace, { params, body: { expectedVersion: version, document } });
      await page.goto(`${page.url().replace(/\/$/, '')}/timeline`);
      const monitor = page.getByRole('region', { name: 'Monitor' });
      const dialog = page.getByRole('dialog', { name: 'Export film' });
      // The entry belongs to the monitor, and can be pressed in the open menu as soon as that is there.
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Export film…' }).click();
      await expect(dialog.getByRole('status')).toContainText('1,000 frames');

      fillDisk(filler, 8);
      await dialog.getByRole('button', { name: 'Export' }).click();
      const exports = monitor.getByRole('list', { name: 'Exports of this film' });
      await expect(exports.getByRole('alert')).toContainText(/disk.*full/i, { timeout: 60_000 });
      await rm(filler);
      await exports.getByRole('button', { name: 'Other choices…' }).click();
      await dialog.getByRole('button', { name: 'Export' }).click();
      await expect(exports.getByRole('status')).toContainText('is exported', { timeout: 120_000 });
    });
  },
);

/** Runs a story in an app of its own whose data folder is on a small disk. `filler` is where a large file may go. */
async function onSmallDisk(
  browser: Browser,
  story: (page: Page, filler: string) => Promise<void>,
): Promise<void> {
  test.setTimeout(240_000);
  const small = join(folder, 'disk');
  test.skip(!mountSmallDisk(small), 'A small disk can be mounted by the administrator of the machine only.');
  const app = await startApp(join(small, 'data'));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.goto(app.url);
    await story(page, join(small, 'filler'));
  } finally {
    await page.close();
    await app.stop();
    await test.info().attach('What the app said', { body: app.output(), contentType: 'text/plain' });
    // What is ending still has files open there; that must not hide how the story went.
    execFileSync('umount', ['--lazy', small]);
  }
}

/** From now on the page writes down each word that it says about saving once something was not journaled. */
async function noteStates(page: Page): Promise<void> {
  await page.evaluate(() => {
    const states: string[] = [];
    Object.assign(window, { states });
    const status = document.querySelector('header [role="status"]')!;
    new MutationObserver(() => {
      const text = status.textContent;
      if (text === 'Only in this window' || states.length > 0) states.push(text);
    }).observe(status, { childList: true, characterData: true, subtree: true });
  });
}

const statesSince = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { states: string[] }).states);

function mountSmallDisk(at: string): boolean {
  try {
    execFileSync('mkdir', ['-p', at]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Writes until nothing fits any more, but for so many megabytes. */
function fillDisk(filler: string, room = 0): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' });
  } catch {
    // It ends because the disk is full.
  }
  if (room > 0) truncateSync(filler, Math.max(0, statSync(filler).size - room * 1024 ** 2));
}
