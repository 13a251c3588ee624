import type { Locator, Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';
import { colleague } from './service-client.ts';

const clipNamed = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}, Video`) });
const field = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name: 'Clip' }).getByLabel(name, { exact: true });
async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).press('Enter');
}

test('two windows edit one timeline at once: both edits stay, in both', async ({ desk, dataFolder }) => {
  await openNewProject(desk);
  const projectPath = new URL(desk.url()).pathname.replace(/\/$/, '');
  const { call } = await colleague(dataFolder);
  const params = { project_id: projectPath.split('/').pop() ?? '' };
  const { version } = await call(endpoints.projects.getDocument, { params });
  const clip = (id: string, startTime: number) => {
    return {
      id,
      trackId: 'V1',
      name: id,
      filename: `${id}.mov`,
      startTime,
      duration: 4,
      trimStart: 2,
      trimEnd: 2,
    };
  };
  const timeline = {
    frameRate: 25,
    tracks: [{ id: 'V1', name: 'Picture' }],
    clips: [clip('Kettle', 0), clip('Window', 6)],
  };
  await call(endpoints.timelines.replace, {
    params,
    body: { expectedVersion: version, document: { serviceType: 'timeline', version: 1, timeline } },
  });
  await desk.goto(new URL(`${projectPath}/timeline`, desk.url()).href);
  await clipNamed(desk, 'Window').click();
  const popup = desk.waitForEvent('popup');
  await desk.evaluate(() => void window.open(location.href));
  const second = await popup;
  await clipNamed(second, 'Window').click();

  // The same clip at once: moved here, made half transparent there. And two clips, one each.
  await Promise.all([type(desk, 'In', '00:00:10:00'), type(second, 'Opacity %', '50')]);
  await expect(clipNamed(second, 'Window')).toHaveAccessibleName(/from 10 seconds/);
  await expect(field(desk, 'Opacity %')).toHaveValue('50');
  await clipNamed(second, 'Kettle').click();
  await Promise.all([type(desk, 'Length', '3'), type(second, 'Length', '2')]);
  const stored = async () => {
    const { document } = await call(endpoints.timelines.get, { params });
    const { clips } = (document as { timeline: { clips: (typeof timeline.clips)[number][] } }).timeline;
    return clips.map(({ id, startTime, duration, ...more }) => [
      id,
      startTime,
      duration,
      'opacity' in more ? more.opacity : 1,
    ]);
  };
  const both = [
    ['Kettle', 0, 2, 1],
    ['Window', 10, 3, 0.5],
  ];
  await expect.poll(stored).toEqual(both);
  for (const page of [desk, second]) {
    await expect(clipNamed(page, 'Kettle')).toHaveAccessibleName(/from 0 seconds, 2 seconds/);
    await expect(clipNamed(page, 'Window')).toHaveAccessibleName(/from 10 seconds, 3 seconds/);
  }
  await second.close();
  await desk.reload();
  await expect(clipNamed(desk, 'Window')).toHaveAccessibleName(/from 10 seconds, 3 seconds/);
  expect(await stored()).toEqual(both);
});
