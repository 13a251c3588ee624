import { endpoints } from '#shared/api/index.ts';
import { expect, startApp, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';

const ROUNDS = 5;

test('a browser that is killed again and again loses nothing that was saved @rig', async ({
  playwright,
  launchOptions,
  app,
  dataFolder,
}) => {
  void app;
  test.setTimeout(300_000);
  // The same number is edited in each round, and the browser killed as soon as the edit counts as saved.
  let address: string | null = null;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const server = await playwright.chromium.launchServer(launchOptions);
    const browser = await playwright.chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const joined = await startApp(dataFolder);
    await joined.exitCode;
    await page.goto(joined.url);
    const projects = new ProjectsPage(page);
    await projects.shown();
    const editor = new EditorPage(page);
    if (address === null) {
      await projects.create();
      await editor.shown();
      await editor.addFromPalette('Blur');
      await editor.saved();
      address = new URL(page.url()).pathname;
    } else {
      await page.goto(new URL(address, joined.url).href);
      await editor.shown();
    }
    const sigma = editor.node('Blur').getByRole('spinbutton').first();
    if (round > 1) await expect(sigma).toHaveValue(String(round - 1));
    const version = await editor.savedVersion();
    await sigma.fill(String(round));
    await sigma.press('Enter');
    // “Saved locally” is the promise; on a fast machine it is saved already.
    await expect
      .poll(async () => {
        const text = await editor.saveState.innerText();
        return text.startsWith('Saved locally') || Number(/^Saved v(\d+)/.exec(text)?.[1] ?? 0) > version;
      })
      .toBe(true);
    await expect(sigma).toHaveValue(String(round));
    const gone = new Promise((done) => server.process().once('exit', done));
    server.process().kill('SIGKILL');
    await gone;
  }
  const { call } = await colleague(dataFolder);
  const projectId = address!.split('/').pop()!;
  const stored = await call(endpoints.projects.getDocument, { params: { project_id: projectId } });
  expect(stored.document.graph.nodes).toHaveLength(1);
  expect([ROUNDS - 1, ROUNDS]).toContain(stored.document.graph.nodes[0]?.inputs?.['sigma']?.value);
});
