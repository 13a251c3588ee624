import { expect, startApp, test } from './app.ts';
import { ProjectsPage } from './pages/projects.ts';

test('a second start joins the running app and ends', async ({ app, dataFolder, page }) => {
  const second = await startApp(dataFolder);
  expect(await second.exitCode).toBe(0);
  expect(new URL(second.url).origin).toBe(new URL(app.url).origin);
  await page.goto(second.url);
  await new ProjectsPage(page).shown();
});

test('an address works once', async ({ app, dataFolder, page, browser }) => {
  void app;
  const joined = await startApp(dataFolder);
  await page.goto(joined.url);
  await new ProjectsPage(page).shown();
  const stranger = await browser.newPage();
  await stranger.goto(joined.url);
  await expect(stranger.getByText('This page is not connected to Patchbay')).toBeVisible();
  // A fresh address put into that very tab changes only what follows the #.
  const again = await startApp(dataFolder);
  await stranger.goto(again.url);
  await new ProjectsPage(stranger).shown();
  await stranger.close();
});
