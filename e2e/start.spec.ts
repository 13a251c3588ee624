import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { ProjectsPage } from './pages/projects.ts';

test('a second start joins the running app and ends; its address works once @rig', async ({
  app,
  dataFolder,
  page,
  browser,
}) => {
  const joined = await startApp(dataFolder);
  expect(await joined.exitCode).toBe(0);
  expect(new URL(joined.url).origin).toBe(new URL(app.url).origin);
  await page.goto(joined.url);
  await new ProjectsPage(page).shown();
  const stranger = await browser.newPage();
  await stranger.goto(joined.url);
  await expect(stranger.getByText('This page is not connected to Patchbay')).toBeVisible();
  await expect(stranger.getByText(/Run “npm start” again: a Patchbay that is running goes on/)).toBeVisible();
  // A fresh address put into that very tab changes only what follows the #.
  const again = await startApp(dataFolder);
  await stranger.goto(again.url);
  await new ProjectsPage(stranger).shown();
  await stranger.close();
});

test('other tabs of the same browser are let in, also after all were closed @rig', async ({ app, page }) => {
  await page.goto(app.url);
  await new ProjectsPage(page).shown();
  const { origin } = new URL(app.url);
  const second = await page.context().newPage();
  await second.goto(`${origin}/`);
  await new ProjectsPage(second).shown();
  await second.close();
  await page.close();
  const reopened = await second.context().newPage();
  await reopened.goto(`${origin}/`);
  await new ProjectsPage(reopened).shown();
});

/** An origin that only the stories of the profile know. */
async function openOrigin(page: Page): Promise<void> {
  await page
    .context()
    .route('http://profile.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Kept</title>' }),
    );
  await page.goto('http://profile.test/');
}

const kept = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
  }));

test.describe.serial('one profile for all stories of a worker @rig', () => {
  test('a story leaves things in the browser', async ({ page, context }) => {
    await openOrigin(page);
    await context.grantPermissions(['geolocation']);
    await page.evaluate(async () => {
      document.cookie = 'who=me; max-age=3600';
      localStorage.setItem('who', 'me');
      sessionStorage.setItem('who', 'me');
      await new Promise((opened) => (indexedDB.open('who').onsuccess = opened));
    });
    await context.newPage();
    expect(await kept(page)).toEqual({
      cookies: 'who=me',
      local: 1,
      session: 1,
      databases: 1,
      permission: 'granted',
    });
  });

  test('the next one finds none of them', async ({ page, context }) => {
    expect(context.pages()).toEqual([page]);
    await openOrigin(page);
    expect(await kept(page)).toEqual({
      cookies: '',
      local: 0,
      session: 0,
      databases: 0,
      permission: 'prompt',
    });
  });
});
