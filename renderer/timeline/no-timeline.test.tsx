import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { listenForHotkeys } from '#renderer/commands/index.ts';
import { projectUndo } from '#renderer/model/project-undo.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { replaceTimeline } from './replace-timeline.ts';
import { TimelinePage } from './timeline-page.tsx';

let desk: DeskStandIn;
let stop = () => {};
/** A session is open for a while after its page: every test has a project of its own. */
let project = 0;
let stored: Record<string, unknown>;
const place = () => ({ connectionId: 'local', projectId: `none_${project}` });

const cut = (...clips: string[]) => ({
  serviceType: 'timeline',
  version: 1,
  name: 'Opening',
  timeline: {
    tracks: clips.length > 0 ? [{ id: 'V1', name: 'Picture' }] : [],
    clips: clips.map((id, index) => ({
      id,
      trackId: 'V1',
      type: 'image',
      name: id,
      filename: `${id}.png`,
      startTime: index,
      duration: 1,
      trimStart: 0,
      trimEnd: 1,
    })),
  },
});

beforeEach(() => {
  project += 1;
  stored = cut();
  let version = 1;
  stop = listenForHotkeys();
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
  const answer = () => ({
    projectId: place().projectId,
    version,
    document: stored,
    summary: { clipCount: 0, trackCount: 0, durationSeconds: 0 },
  });
  desk.api(endpoints.timelines.get, answer);
  desk.api(endpoints.timelines.replace, ({ body }) => {
    stored = (body as { document: Record<string, unknown> }).document;
    version += 1;
    return { ...answer(), mode: 'replace' };
  });
  projectUndo.enter(place());
});
afterEach(() => {
  stop();
  desk.restore();
});

const show = () =>
  renderPage(
    <div style={{ width: 900, height: 480 }}>
      <TimelinePage {...place()} onImport={() => undefined} />
    </div>,
  );
const clip = (id: string) => page.getByRole('button', { name: new RegExp(`^${id},`) });
const none = () => page.getByText('This project has no timeline yet');
const storedClips = () => (stored as ReturnType<typeof cut>).timeline.clips.map(({ id }) => id);

/** A timeline that was made in one step and added to in a second; the service has both. */
async function twoSteps(): Promise<void> {
  await replaceTimeline('local', place().projectId, 'make the timeline', cut('boats'));
  await replaceTimeline('local', place().projectId, 'add gulls', cut('boats', 'gulls'));
}

it('a timeline that was taken back to nothing is made again by keys, with all later steps', async () => {
  await twoSteps();
  await show();
  await expect.element(clip('gulls')).toBeVisible();
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.element(none()).toBeVisible();
  await expect.poll(storedClips).toEqual([]);
  await expect.element(page.getByRole('button', { name: /^Saved v/ })).toBeVisible();

  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(clip('boats')).toBeVisible();
  expect(clip('gulls').elements()).toHaveLength(0);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(clip('gulls')).toBeVisible();
  await expect.poll(storedClips).toEqual(['boats', 'gulls']);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(page.getByText('Nothing to redo')).toBeVisible();
});

it('without a timeline undo and redo have their buttons, which name their steps', async () => {
  await twoSteps();
  await show();
  await page.getByRole('button', { name: 'Undo: add gulls' }).click();
  await page.getByRole('button', { name: 'Undo: make the timeline' }).click();
  await expect.element(none()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Redo: make the timeline' }).click();
  await page.getByRole('button', { name: 'Redo: add gulls' }).click();
  await expect.element(clip('gulls')).toBeVisible();
});

it('a timeline that is not there is made again also when another page asks', async () => {
  await twoSteps();
  const view = await show();
  await expect.element(clip('gulls')).toBeVisible();
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.element(none()).toBeVisible();
  await view.unmount();
  projectUndo.ask(place(), 'timeline', 'redo');
  await show();
  await expect.element(clip('boats')).toBeVisible();
  await expect.element(page.getByText('Made again: make the timeline')).toBeVisible();
});
