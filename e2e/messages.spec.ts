import type { Page } from '@playwright/test';
import { pagePaths, projectViewNames, projectViewPath } from '#shared/desk/places.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';

// It goes through all pages twice.
test.describe.configure({ timeout: 300_000 });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];

/** What a message says, after a command that there is on every page. */
const SAID = 'Diagnostics saved';

async function cause(desk: Page): Promise<void> {
  const search = desk.getByRole('combobox', { name: 'Search commands' });
  await desk.keyboard.press('ControlOrMeta+k');
  await search.fill('Save diagnostics');
  await desk
    .getByRole('option', { name: /Save diagnostics/ })
    .first()
    .click();
  await expect(search).toBeHidden();
}

/** What is wrong with where a message lies: cut by the window, under something, or over a control; empty where nothing is. */
const trouble = (desk: Page) =>
  desk.evaluate(() => {
    const region = document.querySelector('[data-toasts]');
    const found: string[] = [];
    for (const message of region?.children ?? []) {
      const box = message.getBoundingClientRect();
      if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
        found.push('cut by the window');
      const points = [0.03, 0.5, 0.97].flatMap((x) =>
        [0.05, 0.5, 0.95].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
      );
      for (const [x, y] of points) {
        const [top, ...below] = document.elementsFromPoint(x, y);
        if (top === undefined || !message.contains(top)) found.push(`under ${top?.outerHTML.slice(0, 120)}`);
        const control = below
          .find((element) => !region?.contains(element))
          ?.closest('a[href], button, input, textarea, [role="option"], [role="tab"]');
        if (control) found.push(`over ${control.outerHTML.slice(0, 120)}`);
      }
    }
    return [...new Set(found)];
  });

/** F6 with Shift leads to messages as to every other part of the window. */
async function dismissByKeys(desk: Page): Promise<void> {
  const message = desk.locator('[data-toasts]').getByText(SAID);
  for (let part = 0; part < 12; part++) {
    await desk.keyboard.press('Shift+F6');
    if ((await desk.locator('[data-toasts] :focus').count()) > 0) break;
  }
  // The message itself, which is read out then, and its button.
  const dismiss = desk.locator('[data-toasts]').getByRole('button', { name: 'Dismiss' });
  await desk.keyboard.press('Tab');
  await expect(dismiss).toBeFocused({ timeout: 1000 });
  await desk.keyboard.press('Enter');
  await expect(message).toBeHidden();
}

test('a message on every page is seen whole, covers nothing that is pressed, and is closed by keys @long', async ({
  desk,
}) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.open('Welcome poster');
  await new EditorPage(desk).shown();
  const [connectionId = '', projectId = ''] = new URL(desk.url()).pathname.split('/').slice(2);
  const paths = [
    new URL(desk.url()).pathname,
    ...projectViewNames.map((view) => projectViewPath(connectionId, projectId, view)),
    ...Object.values(pagePaths),
  ];
  for (const path of paths) {
    await desk.goto(new URL(path, desk.url()).href);
    await expect(desk.getByRole('main').first()).toBeVisible();
    for (const size of SIZES) {
      await test.step(`${path} at ${size.width}`, async () => {
        await desk.setViewportSize(size);
        // On a slow machine the message may be gone before it was looked at; then there is another one.
        await expect(async () => {
          await cause(desk);
          await expect(desk.locator('[data-toasts]').getByText(SAID)).toBeVisible();
          await expect.poll(() => trouble(desk), { timeout: 3000 }).toEqual([]);
          await dismissByKeys(desk);
        }).toPass({ timeout: 60_000 });
      });
    }
  }
});
