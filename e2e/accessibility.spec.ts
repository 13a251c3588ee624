import type { Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { ConnectionsPage } from './pages/connections.ts';
import { EditorPage } from './pages/editor.ts';
import { openNewProject } from './pages/new-project.ts';
import { HistoryPanel } from './pages/history.ts';
import { PLACES } from './pages/places.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';
import { cutControls } from './cut-controls.ts';
import { violations } from './violations.ts';

// Each story goes through many pages, and every look at one takes a second or more of the processor.
test.describe.configure({ timeout: 300_000 });

/** Where nothing costs it has no tab, and is opened as a command. */
async function openSpend(desk: Page): Promise<void> {
  await desk.keyboard.press('ControlOrMeta+k');
  await desk.getByRole('combobox', { name: 'Search commands' }).fill('Spend');
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('Nothing costs anything here').first()).toBeVisible();
}

test('no page has an accessibility violation', async ({ desk }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  expect(await violations(desk)).toEqual([]);
  for (const place of ['Queue', 'Connections', 'Shortcuts', 'Settings']) {
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
    await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await violations(desk)).toEqual([]);
  }
});

test('no part of the editor has an accessibility violation @rig', async ({ desk }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.open('Welcome poster');
  const editor = new EditorPage(desk);
  await editor.shown();
  expect(await violations(desk)).toEqual([]);
  await editor.run();
  await editor.runFinished();
  await expect(editor.outputs.locator('img').first()).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await editor.outputs
    .getByRole('button', { name: /at full size/ })
    .first()
    .click();
  const lightbox = desk.getByRole('dialog', { name: /^Poster/ });
  await expect(lightbox.getByRole('img').first()).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await editor.outputs.getByRole('button', { name: /Apply outputs/ }).click();
  await expect(desk.getByRole('dialog', { name: 'Apply outputs to the project' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('ControlOrMeta+k');
  await desk.getByRole('combobox', { name: 'Search commands' }).fill('Publish as');
  await desk.keyboard.press('Enter');
  const publishing = desk.getByRole('region', { name: 'Publish as a template' });
  await expect(desk.getByRole('button', { name: /^Input: / }).first()).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await publishing.getByRole('button', { name: 'Cancel' }).click();
  await expect(publishing).toBeHidden();
  for (const tab of ['Outline', 'Files', 'Switches']) {
    await desk.getByRole('tab', { name: tab }).click();
    expect(await violations(desk)).toEqual([]);
  }
  await desk.getByRole('tab', { name: 'Runs' }).click();
  await desk
    .getByRole('list', { name: 'Runs of this project' })
    .getByRole('button')
    .first()
    .click({ button: 'right' });
  await expect(desk.getByRole('menu')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('menu')).toBeHidden();
  // The name of a wire is asked for where its tag stands.
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+a');
  await desk.keyboard.press('n');
  await desk.getByRole('tab', { name: 'Outline' }).click();
  await desk
    .getByRole('button', { name: /^Wire: / })
    .first()
    .click();
  await editor.canvas.focus();
  await desk.keyboard.press('F2');
  await expect(desk.getByRole('textbox', { name: 'Name' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('ControlOrMeta+z');
  await desk.keyboard.press('ControlOrMeta+k');
  await expect(desk.getByRole('combobox', { name: 'Search commands' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
});

/** At 200 % of a common window, and in the smallest window on a screen of today. */
const SMALL_WINDOWS = [
  { width: 720, height: 450 },
  { width: 1024, height: 700 },
];

test.describe('in small windows', () => {
  test.use({ deviceScaleFactor: 2 });

  /** What is cut of what is shown, in each small window. */
  async function cutInSmallWindows(desk: Page): Promise<string[]> {
    const found: string[] = [];
    for (const size of SMALL_WINDOWS) {
      await desk.setViewportSize(size);
      found.push(...(await cutControls(desk)).map((what) => `${size.width} pixels: ${what}`));
    }
    return found;
  }

  test('nothing is cut and nothing scrolls sideways on any page, and panels lie over the canvas @long', async ({
    desk,
  }) => {
    const projects = new ProjectsPage(desk);
    await projects.shown();
    expect(await cutInSmallWindows(desk)).toEqual([]);
    const main = desk.getByRole('navigation', { name: 'Main' });
    for (const place of [...PLACES, 'Shortcuts']) {
      await main.getByRole('link', { name: place }).click();
      await expect(desk.getByRole('heading', { level: 1 })).toHaveText(
        place === 'Shortcuts' ? 'Keyboard shortcuts' : place,
      );
      expect(await cutInSmallWindows(desk)).toEqual([]);
    }
    await main.getByRole('link', { name: 'Templates' }).click();
    await desk
      .getByRole('list', { name: 'Templates' })
      .getByRole('link', { name: /Title card/ })
      .click();
    await expect(desk.getByRole('tab', { name: 'Run here' })).toBeVisible();
    expect(await cutInSmallWindows(desk)).toEqual([]);
    await main.getByRole('link', { name: 'Projects' }).click();
    await projects.open('Welcome poster');
    await new EditorPage(desk).shown();
    expect(await cutInSmallWindows(desk)).toEqual([]);
    await desk.setViewportSize(SMALL_WINDOWS[0]!);
    const canvas = desk.getByRole('region', { name: 'Canvas', exact: true });
    const width = (await canvas.boundingBox())!.width;
    expect(width).toBeGreaterThan(600);
    for (const panel of ['Nodes', 'Outline', 'Files', 'Switches', 'Inspector', 'Runs', 'History']) {
      await desk.getByRole('button', { name: panel, exact: true }).click();
      const tab = desk.getByRole('tab', { name: panel });
      await expect(tab).toBeVisible();
      expect((await canvas.boundingBox())!.width).toBe(width);
      expect(await cutControls(desk)).toEqual([]);
      await tab.focus();
      await desk.keyboard.press('Escape');
      await expect(tab).toBeHidden();
    }
    for (const view of ['Timeline', 'Storyboard', 'Gallery', 'Grids']) {
      await desk
        .getByRole('navigation', { name: 'Views of the project' })
        .getByRole('link', { name: view })
        .click();
      await expect(desk.getByRole('main')).toBeVisible();
      expect(await cutInSmallWindows(desk)).toEqual([]);
    }
    await openSpend(desk);
    expect(await cutInSmallWindows(desk)).toEqual([]);
  });
});

test('no page of models has an accessibility violation @long', async ({ desk }) => {
  await new ProjectsPage(desk).shown();
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Connect a model' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Connect a model' }).click();
  await expect(desk.getByRole('dialog').getByLabel('API key')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
});

test('no template page has an accessibility violation @long', async ({ desk }) => {
  await new ProjectsPage(desk).shown();
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Templates' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk
    .getByRole('list', { name: 'Templates' })
    .getByRole('link', { name: /Title card/ })
    .click();
  await desk.getByRole('tab', { name: 'Call from elsewhere' }).click();
  await expect(desk.getByLabel('Request in curl')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('tab', { name: 'Run here' }).click();
  await desk.getByRole('main').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(desk.getByRole('list', { name: 'Outputs' }).locator('img').first()).toBeVisible({
    timeout: 60_000,
  });
  expect(await violations(desk)).toEqual([]);
});

test('no view of a project has an accessibility violation @rig', async ({ desk, dataFolder }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  await new EditorPage(desk).shown();
  const views = desk.getByRole('navigation', { name: 'Views of the project' });
  const view = async (title: string, shows: string) => {
    await views.getByRole('link', { name: title }).click();
    await expect(desk.getByText(shows).first()).toBeVisible();
    expect(await violations(desk)).toEqual([]);
  };
  await view('Timeline', 'no timeline yet');
  await view('Storyboard', 'no storyboard yet');
  await openSpend(desk);
  expect(await violations(desk)).toEqual([]);

  await desk.keyboard.press('ControlOrMeta+k');
  await desk.getByRole('combobox', { name: 'Search commands' }).fill('Import an edit');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('dialog', { name: 'Import an edit' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');

  const other = await colleague(dataFolder);
  const projectId = new URL(desk.url()).pathname.split('/').at(-2)!;
  const params = { project_id: projectId };
  const before = await other.call(endpoints.projects.getDocument, { params });
  const timeline = {
    tracks: [
      { id: 'V1', name: 'Picture' },
      { id: 'A1', name: 'Music' },
    ],
    clips: [
      { id: 'a', trackId: 'V1', name: 'Opening', filename: 'a.mov', startTime: 0, duration: 4 },
      { id: 'b', trackId: 'V1', filename: 'b.mov', startTime: 6, duration: 4, storageType: 'placeholder' },
      { id: 'c', trackId: 'A1', name: 'Song', filename: 'c.wav', startTime: 0, duration: 10 },
    ],
  };
  const timed = await other.call(endpoints.timelines.replace, {
    params,
    body: { expectedVersion: before.version, document: { serviceType: 'timeline', version: 1, timeline } },
  });
  const sequences = [
    {
      id: 'kitchen',
      name: 'Kitchen',
      description: 'Low light.',
      shots: [
        { id: '1', description: 'She looks up from the kettle.' },
        { id: '2', panels: [{ media: 'https://example.com/k.png' }] },
      ],
    },
  ];
  await other.call(endpoints.storyboards.replace, {
    params,
    body: {
      expectedVersion: timed.version,
      document: { serviceType: 'storyboard', version: 1, sequences },
    },
  });
  await desk.reload();
  await view('Timeline', 'Opening');
  await desk.getByRole('button', { name: /^Opening/ }).click();
  await expect(desk.getByText('a.mov', { exact: true }).first()).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  for (const size of SMALL_WINDOWS) {
    await desk.setViewportSize(size);
    expect(await cutControls(desk)).toEqual([]);
  }
  await desk.getByRole('link', { name: 'Storyboard' }).click();
  await expect(desk.getByRole('article', { name: /^Shot 1\.1, 3 s: She looks up/ })).toBeVisible();
  expect(await cutControls(desk)).toEqual([]);
  await desk.setViewportSize({ width: 1440, height: 900 });
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(desk.getByRole('dialog', { name: 'Animatic' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
});

test('the history and its comparison have no accessibility violation @long', async ({ desk }) => {
  const editor = await openNewProject(desk);
  const opened = await editor.savedVersion();
  const history = new HistoryPanel(desk);
  await history.open();
  await history.keeps(opened);
  await editor.dragFromPalette('Blur', { x: 0.5, y: 0.4 });
  await editor.saved();
  await history.compare(opened);
  await expect(history.change('Blur')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
});

test('no dialog of projects and connections has an accessibility violation @long', async ({ desk }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.search('nothing is called this');
  await expect(projects.list).toBeHidden();
  expect(await violations(desk)).toEqual([]);
  await projects.search('');
  await projects.askToDelete('Welcome poster');
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  const connections = new ConnectionsPage(desk);
  await connections.visit();
  await desk.getByRole('button', { name: 'Add a hosted service' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Add a hosted service' });
  await expect(dialog).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9');
  await dialog.getByLabel('API key').fill('key');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await dialog.getByLabel('Name').fill('Nowhere');
  await expect(dialog.getByRole('button', { name: 'Test' })).toBeEnabled();
  expect(await violations(desk)).toEqual([]);
});

test.describe('what a story asks of its browser @rig', () => {
  const isDark = (page: Page) => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);

  test('is light and wide where it asks for nothing', async ({ page }) => {
    expect(await isDark(page)).toBe(false);
    expect(await page.evaluate(() => innerWidth)).toBe(1440);
  });

  test.describe('is dark and narrow', () => {
    test.use({ colorScheme: 'dark', viewport: { width: 800, height: 600 } });
    test('where it asks for that', async ({ page }) => {
      expect(await isDark(page)).toBe(true);
      expect(await page.evaluate(() => innerWidth)).toBe(800);
    });
  });
});
