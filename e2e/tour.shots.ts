import { join, resolve } from 'node:path';
import { allLoaded } from './all-loaded.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { HistoryPanel } from './pages/history.ts';
import { ConnectionsPage } from './pages/connections.ts';
import { ProjectsPage } from './pages/projects.ts';
import { photograph } from './photograph.ts';
import { filmMedia } from './film-media.ts';
import { FILM_NAME, putFilm } from './film-project.ts';
import { colleague, createKey, serviceOrigin } from './service-client.ts';

/** The pictures of README and docs: the steps as a newcomer sees them, light and dark, in a large and in a small window. */

const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 1024, height: 700 };

const folder = resolve(import.meta.dirname, '../docs/screenshots');

for (const theme of ['light', 'dark'] as const) {
  test(`the tour, ${theme}`, async ({ desk, dataFolder }) => {
    await desk.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const shot = async (name: string) => {
      await allLoaded(desk);
      // The pointer and its tooltips stay out of the picture.
      await desk.mouse.move(720, 896);
      await desk.screenshot({ path: join(folder, `${name}-${theme}.png`) });
      await desk.setViewportSize(SMALL);
      await desk.mouse.move(510, 699);
      await settled();
      await desk.screenshot({ path: join(folder, 'small', `${name}-${theme}.png`) });
      await desk.setViewportSize(LARGE);
      await settled();
    };
    /** Two frames after the window changed its size everything stands where it belongs. */
    const settled = () =>
      desk.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const projects = new ProjectsPage(desk);
    await projects.shown();
    await projects.open('Welcome poster');
    const editor = new EditorPage(desk);
    await editor.shown();
    // The run that a new workspace comes with may still go on.
    await expect(editor.runButton).toHaveText(/^Run/);
    await editor.run();
    await editor.runFinished();
    await expect(editor.outputs.locator('img').first()).toBeVisible();
    await editor.fit();
    await shot('editor');

    await editor.outputs
      .getByRole('button', { name: /at full size/ })
      .first()
      .click();
    await expect(desk.getByRole('dialog').getByRole('img').first()).toBeVisible();
    await shot('output');
    await desk.keyboard.press('Escape');

    await editor.outputs.getByRole('button', { name: /Apply outputs/ }).click();
    await expect(desk.getByRole('dialog', { name: 'Apply outputs to the project' })).toBeVisible();
    await shot('apply');
    await desk.keyboard.press('Escape');

    await desk.keyboard.press('ControlOrMeta+Shift+b');
    const before = await editor.savedVersion();
    const history = new HistoryPanel(desk);
    await history.open();
    await history.keeps(before);
    await editor.addFromPalette('Sharpen');
    const after = await editor.savedVersion();
    await history.keeps(after);
    await history.compare(before);
    // From the change back to the graph around it.
    for (let step = 0; step < 3; step += 1) {
      await history.comparison.getByRole('button', { name: 'Zoom out' }).click();
    }
    await expect(desk.getByText('Added to the canvas')).toBeHidden({ timeout: 15_000 });
    await shot('history');
    await desk.keyboard.press('Escape');
    await expect(history.comparison).toBeHidden();
    await editor.canvas.focus();
    await desk.keyboard.press('ControlOrMeta+z');
    await editor.saved();

    await desk.getByRole('button', { name: 'All projects' }).click();
    await projects.shown();
    await projects.create();
    await editor.shown();
    await editor.rename('Dusk study');
    await editor.dropFiles([await photograph()], { x: 0.28, y: 0.35 });
    await editor.dragFromPalette('Blur', { x: 0.74, y: 0.3 });
    await editor.saved();
    await editor.startWire('dusk-14mp.jpg.image', 'Blur.image');
    await desk.screenshot({ path: join(folder, `wiring-${theme}.png`) });
    await desk.mouse.up();
    // The card of a project shows the graph as its history has it.
    await history.keeps(await editor.savedVersion());
    await desk.getByRole('button', { name: 'All projects' }).click();
    await projects.shown();
    await shot('projects');

    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
    await desk
      .getByRole('main')
      .getByRole('link', { name: /Title card/ })
      .click();
    await desk.getByRole('button', { name: 'Run', exact: true }).click();
    // The list has pictures of its own: the run has ended when the result has its buttons.
    await expect(desk.getByRole('main').getByText(/^Done/).first()).toBeVisible();
    await allLoaded(desk);
    await shot('template');

    for (const place of ['Gallery', 'Queue', 'Help']) {
      await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
      await expect(desk.getByRole('heading', { level: 1, name: place })).toBeVisible();
      const picture = desk.getByRole('main').locator('img').first();
      if (place === 'Gallery') await expect(picture).toBeVisible();
      await shot(place.toLowerCase());
    }

    await putFilm((await colleague(dataFolder)).call);
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await projects.shown();
    await desk.reload();
    await projects.open(FILM_NAME);
    await editor.shown();
    await editor.dropFiles(await filmMedia());
    const uploads = desk.getByRole('button', { name: /upload/i });
    await expect(uploads.first()).toBeVisible();
    await expect(uploads).toHaveCount(0, { timeout: 60_000 });
    await desk.goto(`${new URL(desk.url()).href.replace(/\/$/, '')}/timeline`);
    await expect(desk.getByText('Opening', { exact: true }).first()).toBeVisible();
    await expect(desk.getByText(/missing file/)).toHaveCount(0);
    await expect(desk.getByRole('button', { name: /^Play/ }).first()).toBeEnabled();
    // Frames and waveforms along the clips are made after the files are there.
    await expect
      .poll(() => desk.locator('[data-track] [style*="background-image"]').count())
      .toBeGreaterThanOrEqual(12);
    await expect(desk.locator('[data-track] svg[preserveAspectRatio="none"]')).toHaveCount(3);
    await allLoaded(desk);
    await shot('timeline');
    await desk
      .getByRole('button', { name: 'All projects' })
      .or(desk.getByRole('link', { name: 'All projects' }))
      .click();
    await projects.shown();

    const connections = new ConnectionsPage(desk);
    await connections.visit();
    await connections.startAdding();
    await connections.enter({
      name: 'Studio',
      address: await serviceOrigin(dataFolder),
      key: await createKey(dataFolder, [
        '--scopes',
        'projects:read,projects:write,runs:execute,account_credits:read',
      ]),
    });
    await connections.test();
    await expect(connections.dialog.getByText(/Balance/)).toBeVisible();
    await shot('connection');
  });
}
