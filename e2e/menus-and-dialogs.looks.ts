import type { Locator, Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import { allLoaded } from './all-loaded.ts';
import { expect, test } from './app.ts';
import { filmMedia } from './film-media.ts';
import { FILM_NAME, putFilm } from './film-project.ts';
import { look } from './look.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';

/** As long as names get before a field cuts them in every window. */
const LONG_NAME =
  'Poster series for the harbor festival of next year, second draft with all corrections that the printer asked for on Friday';

const floating = (desk: Page): Locator =>
  desk.getByRole('menu').or(desk.getByRole('dialog')).or(desk.getByRole('alertdialog'));

/** Opens menus or dialogs one after the other, each by what its picture is called, and photographs them. */
async function lookAtEach(
  desk: Page,
  openings: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  for (const [name, open] of Object.entries(openings)) {
    await test.step(name, async () => {
      await desk.setViewportSize({ width: 1440, height: 900 });
      await open();
      await expect(floating(desk).first()).toBeVisible();
      await look(desk, name);
      // One that stands over another, and a note of the pointer, take an Escape of their own.
      await expect(async () => {
        await desk.keyboard.press('Escape');
        await expect(floating(desk)).toHaveCount(0, { timeout: 500 });
      }).toPass();
    });
  }
  await desk.setViewportSize({ width: 1440, height: 900 });
}

async function run(desk: Page, command: string): Promise<void> {
  const search = desk.getByRole('combobox', { name: 'Search commands' });
  await desk.keyboard.press('ControlOrMeta+k');
  await search.fill(command);
  await desk.getByRole('option', { name: command }).first().click();
  await expect(search).toBeHidden();
}

const right = (where: Locator) => where.click({ button: 'right' });

test('menus and dialogs of the pages, with a long name', async ({ desk, dataFolder }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  const { call } = await colleague(dataFolder);
  await call(endpoints.projects.create, { body: { name: LONG_NAME } });
  await desk.reload();
  await projects.shown();
  await lookAtEach(desk, {
    'menu-begin': () => desk.getByRole('button', { name: 'More ways to begin' }).click(),
    'menu-project': () => right(projects.card(LONG_NAME)),
    'dialog-delete-project': () => projects.askToDelete(LONG_NAME),
    'dialog-export-project': async () => {
      await right(projects.card(LONG_NAME));
      await desk.getByRole('menuitem', { name: 'Export project…' }).click();
    },
    'dialog-import-project': () => desk.getByRole('button', { name: 'Import…' }).click(),
    'menu-connections': () => desk.getByRole('complementary').getByRole('button').first().click(),
  });
  const visit = (place: string) =>
    desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
  await lookAtEach(desk, {
    'dialog-connection': async () => {
      await visit('Connections');
      await desk.getByRole('button', { name: 'Add a hosted service' }).click();
    },
    'dialog-connection-refused': async () => {
      await desk.getByRole('button', { name: 'Add a hosted service' }).click();
      const dialog = desk.getByRole('dialog');
      await dialog.getByLabel('Name').fill(LONG_NAME);
      await dialog.getByLabel('Address').fill('http://127.0.0.1:9');
      await dialog.getByLabel('API key').fill('key');
      await dialog.getByRole('button', { name: 'Test' }).click();
      await expect(dialog.getByText(/does not answer/)).toBeVisible();
    },
    'dialog-model': async () => {
      await visit('Models');
      await desk.getByRole('button', { name: 'Connect a model' }).click();
    },
    'dialog-keys': async () => {
      await visit('Shortcuts');
      await desk
        .getByRole('main')
        .getByRole('button', { name: /^Change/ })
        .first()
        .click();
    },
  });
});

test('menus of the canvas, and an output at full size', async ({ desk }) => {
  await new ProjectsPage(desk).open('Welcome poster');
  const editor = new EditorPage(desk);
  await editor.shown();
  // The run that a new workspace comes with may still go on.
  await expect(editor.runButton).toHaveText(/^Run/);
  await editor.run();
  await editor.runFinished();
  await allLoaded(desk);
  const title = editor.canvas.locator('[data-node] [data-title]').first();
  const output = editor.outputs.getByRole('button', { name: /full size/ }).first();
  await lookAtEach(desk, {
    'menu-node': () => right(title),
    'menu-selection': async () => {
      await editor.canvas.focus();
      await desk.keyboard.press('ControlOrMeta+a');
      await right(title);
    },
    'menu-run': () => desk.getByRole('button', { name: 'More ways to run' }).click(),
    'menu-more': () => desk.getByRole('button', { name: 'More', exact: true }).click(),
    'menu-node-type': () => right(desk.locator('[data-node-type]').nth(3)),
    'menu-output': () => right(output),
    viewer: () => output.click(),
    'viewer-details': async () => {
      await output.click();
      await desk.keyboard.press('i');
    },
    'dialog-apply': () => editor.outputs.getByRole('button', { name: /^Apply/ }).click(),
    'dialog-vary': async () => {
      await title.click();
      await run(desk, 'Vary…');
    },
  });
});

test('menus and dialogs of the timeline and the storyboard', async ({ desk, dataFolder }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await putFilm((await colleague(dataFolder)).call);
  await desk.reload();
  await projects.open(FILM_NAME);
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.dropFiles(await filmMedia());
  const uploads = desk.getByRole('button', { name: /upload/i });
  await expect(uploads.first()).toBeVisible();
  await expect(uploads).toHaveCount(0, { timeout: 60_000 });
  const show = async (view: string) => {
    await desk
      .getByRole('navigation', { name: 'Views of the project' })
      .getByRole('link', { name: view })
      .click();
    await allLoaded(desk);
  };
  await show('Timeline');
  const exporting = desk.getByRole('button', { name: 'Export', exact: true });
  await lookAtEach(desk, {
    'menu-clip': () => right(desk.getByText('Harbor at dusk', { exact: true }).first()),
    'menu-track': () => right(desk.getByText('Titles', { exact: true }).first()),
    'menu-export': () => exporting.click(),
    'dialog-export-film': async () => {
      await exporting.click();
      await desk.getByRole('menuitem', { name: 'Export film…' }).click();
    },
    'dialog-export-cut': async () => {
      await exporting.click();
      await desk.getByRole('menuitem', { name: /^Export OTIO/ }).click();
    },
    'dialog-import-cut': () => desk.getByRole('button', { name: 'Import an edit…' }).click(),
    'history-of-film': () => desk.getByRole('button', { name: 'History of the project' }).click(),
  });
  await show('Storyboard');
  await lookAtEach(desk, {
    'menu-shot': () => desk.getByRole('button', { name: 'More for shot 1.1' }).click(),
    'dialog-to-timeline': () => desk.getByRole('button', { name: 'Timeline…' }).click(),
  });
});
