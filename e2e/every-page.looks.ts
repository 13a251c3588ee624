import type { Page } from '@playwright/test';
import { allLoaded } from './all-loaded.ts';
import { expect, test } from './app.ts';
import { BUSY_MIDDLE, BUSY_NAME, putBusyProject } from './busy-project.ts';
import { filmMedia } from './film-media.ts';
import { FILM_NAME, putFilm } from './film-project.ts';
import { look } from './look.ts';
import { EditorPage } from './pages/editor.ts';
import { HistoryPanel } from './pages/history.ts';
import { PLACES } from './pages/places.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';

const ZOOMS = [0.08, 0.12, 0.2, 0.3, 0.5, 0.75, 1, 1.5];
/** What each dialog is called by; null is the list of commands itself. */
const DIALOGS = {
  commands: null,
  replace: /^Replace \d+ nodes with…/,
  'save-snippet': /^Save as a snippet…/,
} as const;
const VIEWS = ['Timeline', 'Storyboard', 'Gallery', 'Grids'];

/** Opens a project at a zoom, as if its window had been left there. @param zoom 0.08 for 8 %. */
async function openAt(desk: Page, url: string, zoom: number): Promise<void> {
  const editor = new EditorPage(desk);
  const { width, height } = (await editor.canvas.boundingBox())!;
  await desk.goto(new URL('/', url).href);
  await new ProjectsPage(desk).shown();
  const [connectionId, projectId] = new URL(url).pathname.split('/').slice(2);
  const place = { x: BUSY_MIDDLE.x - width / 2 / zoom, y: BUSY_MIDDLE.y - height / 2 / zoom, zoom };
  await desk.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
    `patchbay.place.${connectionId}.${projectId}`,
    JSON.stringify(place),
  ] as const);
  await desk.goto(url);
  await editor.shown();
  await expect(desk.getByLabel('Zoom level')).toHaveText(`${Math.round(zoom * 100)} %`);
  await allLoaded(desk);
}

test('the canvas at every level of detail, with frames, notes, states and results', async ({
  desk,
  dataFolder,
}) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await putBusyProject((await colleague(dataFolder)).call);
  await desk.reload();
  await projects.open(BUSY_NAME);
  const editor = new EditorPage(desk);
  await editor.shown();
  await look(desk, 'editor-before-run', () => editor.fit());
  await editor.run();
  await expect(editor.runs.getByText('Finished poster').first()).toBeVisible();
  await expect(editor.runs.getByText(/^The proof was refused/).first()).toBeVisible();
  const url = desk.url();
  for (const zoom of ZOOMS) {
    const percent = Math.round(zoom * 100);
    await look(desk, `canvas-${String(percent).padStart(3, '0')}`, () => openAt(desk, url, zoom));
  }
  await look(desk, 'editor-fitted', () => editor.fit());
  await editor.canvas.focus();
  for (const tab of ['Outline', 'Files', 'Nodes']) {
    // In a narrow window a panel is opened there, over the canvas.
    await look(desk, `panel-${tab.toLowerCase()}`, () => desk.getByRole('tab', { name: tab }).click());
  }
  await desk.keyboard.press('ControlOrMeta+f');
  await look(desk, 'find');
});

async function openView(desk: Page, view: string): Promise<void> {
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk
    .getByRole('navigation', { name: 'Views of the project' })
    .getByRole('link', { name: view })
    .click();
  await expect(desk.getByRole('main')).toBeVisible();
  await allLoaded(desk);
}

test('every page', async ({ desk, dataFolder }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  const { call } = await colleague(dataFolder);
  await putFilm(call);
  await projects.open('Welcome poster');
  const editor = new EditorPage(desk);
  await editor.shown();
  await allLoaded(desk);
  await look(desk, 'sample-opened');
  // The run that a new workspace comes with may still go on.
  await expect(editor.runButton).toHaveText(/^Run/);
  await editor.run();
  await editor.runFinished();
  await allLoaded(desk);
  await look(desk, 'sample-run');
  for (const view of ['Timeline', 'Storyboard', 'Grids']) {
    await openView(desk, view);
    await look(desk, `empty-${view.toLowerCase()}`);
  }
  await desk.getByRole('button', { name: 'All projects' }).click();
  await projects.shown();
  for (const place of ['Projects', ...PLACES, 'Shortcuts']) {
    await desk.setViewportSize({ width: 1440, height: 900 });
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
    await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
    await look(desk, `page-${place.toLowerCase()}`);
  }
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
  await desk
    .getByRole('main')
    .getByRole('link', { name: /Title card/ })
    .click();
  await look(desk, 'page-template');
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
  await projects.shown();
  await desk.reload();
  await projects.open(FILM_NAME);
  await editor.shown();
  await look(desk, 'editor-empty');
  await editor.dropFiles(await filmMedia());
  const uploads = desk.getByRole('button', { name: /upload/i });
  await expect(uploads.first()).toBeVisible();
  await expect(uploads).toHaveCount(0, { timeout: 60_000 });
  await look(desk, 'editor-files', () => editor.fit());
  for (const view of VIEWS) {
    await openView(desk, view);
    await look(desk, `view-${view.toLowerCase()}`);
    if (view === 'Timeline') {
      await desk.getByText('Harbor at dusk', { exact: true }).click();
      await allLoaded(desk);
      await look(desk, 'view-timeline-clip');
    }
  }
});

test('runs and history beside the canvas, and the dialogs of the canvas', async ({ desk }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.open('Welcome poster');
  const editor = new EditorPage(desk);
  await editor.shown();
  // The run that a new workspace comes with may still go on.
  await expect(editor.runButton).toHaveText(/^Run/);
  await editor.run();
  await editor.runFinished();
  await look(desk, 'panel-runs', () => editor.fit());
  await desk.setViewportSize({ width: 1440, height: 900 });
  const before = await editor.savedVersion();
  const history = new HistoryPanel(desk);
  await history.open();
  await history.keeps(before);
  await editor.addFromPalette('Sharpen');
  await history.keeps(await editor.savedVersion());
  await look(desk, 'panel-history');
  await desk.setViewportSize({ width: 1440, height: 900 });
  await history.compare(before);
  await look(desk, 'history-compared');
  await desk.keyboard.press('Escape');
  await expect(history.comparison).toBeHidden();
  for (const [name, title] of Object.entries(DIALOGS)) {
    await desk.setViewportSize({ width: 1440, height: 900 });
    await editor.canvas.focus();
    await desk.keyboard.press('ControlOrMeta+a');
    await desk.keyboard.press('ControlOrMeta+k');
    if (title !== null) {
      await desk.getByRole('combobox', { name: 'Search commands' }).fill(name.replace('-', ' '));
      await desk.getByRole('option', { name: title }).first().click();
      await expect(desk.getByRole('combobox', { name: 'Search commands' })).toBeHidden();
    }
    await expect(desk.getByRole('dialog')).toHaveCount(1);
    await look(desk, `dialog-${name}`);
    await desk.keyboard.press('Escape');
    await expect(desk.getByRole('dialog')).toHaveCount(0);
  }
});
