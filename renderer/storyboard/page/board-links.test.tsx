// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { MediaRequest } from '#shared/desk/index.ts';
import { sendIntent } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { StoryboardPage } from './storyboard-page.tsx';

let desk: DeskStandIn;
/** A session is open for a while after its page: every test has a project of its own. */
let project = 0;
beforeEach(() => {
  project += 1;
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({
    files: [
      {
        connectionId: 'local',
        fileId: 'file_1',
        filename: 'kettle.mp4',
        contentType: 'video/mp4',
        sizeBytes: 4,
        origin: 'run',
        projectId: null,
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    ],
  }));
});
afterEach(() => desk.restore());

/** Two scenes that have a shot of the same id. */
const scenes = [
  { id: 'a', shots: [{ id: '1', description: 'Kettle', panels: [{ media: { fileId: 'file_1' } }] }] },
  {
    id: 'b',
    shots: Array.from({ length: 40 }, (_, index) => ({ id: String(index + 1), description: `S${index}` })),
  },
];

async function show(sequences: unknown[]) {
  desk.api(endpoints.storyboards.get, () => ({
    projectId: `links_${project}`,
    version: 1,
    document: { serviceType: 'storyboard', version: 1, sequences },
    summary: { mediaCount: 0, sceneCount: sequences.length, shotCount: 0 },
  }));
  const links = {
    toTimeline: vi.fn<(shotId: string | null) => void>(),
    toNode: vi.fn<(fileId: string) => void>(),
    toRun: vi.fn<(fileId: string) => void>(),
  };
  await renderPage(
    <div style={{ height: 500 }}>
      <StoryboardPage connectionId="local" projectId={`links_${project}`} links={links} />
    </div>,
  );
  return links;
}
const frame = (number: string) => page.getByRole('button', { name: new RegExp(`^Frame of shot ${number}:`) });

function onTimeline(shotId: string) {
  desk.api(endpoints.timelines.get, () => ({
    projectId: `links_${project}`,
    version: 1,
    document: {
      serviceType: 'timeline',
      version: 1,
      timeline: {
        tracks: [{ id: 'V1' }],
        clips: [
          {
            id: 'clip',
            trackId: 'V1',
            startTime: 0,
            duration: 2,
            ext: { patchbay: { version: 1, shotId } },
          },
        ],
      },
    },
    summary: { clipCount: 1, durationSeconds: 2, mediaCount: 0, trackCount: 1 },
  }));
}

it('leads from a shot to its clips, and to the node and run that made its picture', async () => {
  onTimeline('a/1');
  const links = await show(scenes);
  await frame('1.1').click();
  await userEvent.keyboard('t');
  await expect.poll(() => links.toTimeline.mock.calls).toEqual([['a/1']]);
  await frame('1.1').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show the node that made the picture' }).click();
  expect(links.toNode).toHaveBeenCalledWith('file_1', null);
  await frame('1.1').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show the run that made the picture' }).click();
  expect(links.toRun).toHaveBeenCalledWith('file_1', null);
  await frame('2.2').click({ button: 'right' });
  await expect.element(page.getByRole('menuitem', { name: /^Show on the timeline/ })).toBeVisible();
  expect(page.getByRole('menuitem', { name: /that made the picture/ }).elements()).toHaveLength(0);
});

it('stays on the board and says so where a shot is not on the timeline', async () => {
  onTimeline('a/1');
  const links = await show(scenes);
  await frame('2.2').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Show on the timeline/ }).click();
  await expect.element(page.getByText('This shot is not on the timeline').first()).toBeVisible();
  expect(links.toTimeline).not.toHaveBeenCalled();
  // Another shot is shown, and what was said of the first is over.
  await frame('1.1').click();
  await userEvent.keyboard('t');
  await expect.poll(() => links.toTimeline.mock.calls).toEqual([['a/1']]);
  await expect.element(page.getByText('This shot is not on the timeline')).not.toBeInTheDocument();
});

it('leads to the timeline where it cannot be read: its page says why', async () => {
  desk.api(endpoints.timelines.get, () => new Promise<never>(() => undefined));
  const links = await show(scenes);
  await frame('2.2').click();
  await userEvent.keyboard('t');
  await expect.poll(() => links.toTimeline.mock.calls).toEqual([['2']]);
});

it('opens what brings a shot to the timeline from the message that it is not there', async () => {
  onTimeline('a/1');
  await show(scenes);
  await frame('2.2').click();
  await userEvent.keyboard('t');
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Timeline…' })
    .click();
  await expect
    .element(page.getByRole('dialog', { name: 'Bring the storyboard to the timeline' }))
    .toBeVisible();
});

it('offers no maker of a picture that no run is known to have made', async () => {
  const panels = [{ media: { fileId: 'file_9', filename: 'photo.png' } }];
  desk.desk('mediaUrls', () => ({ urls: [] }));
  await show([{ id: 'a', shots: [{ id: '1', description: 'Kettle', panels }] }]);
  await frame('1.1').click({ button: 'right' });
  await expect.element(page.getByRole('menuitem', { name: /^Show on the timeline/ })).toBeVisible();
  expect(page.getByRole('menuitem', { name: /that made the picture/ }).elements()).toHaveLength(0);
});

it('selects the shot that the timeline asked for and brings it into view', async () => {
  sendIntent({ kind: 'show-shot', connectionId: 'local', projectId: `links_${project}`, shotId: '40' });
  await show(scenes);
  await expect.element(frame('2.40')).toHaveFocus();
  await expect.element(frame('2.40')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(frame('2.40')).toBeInViewport();
});

it.each([{ sequences: scenes }, { sequences: [] }])('says when that shot is gone', async ({ sequences }) => {
  sendIntent({ kind: 'show-shot', connectionId: 'local', projectId: `links_${project}`, shotId: 'gone' });
  await show(sequences);
  await expect.poll(() => document.body.textContent).toContain('no longer on the storyboard');
});

it('shows each shot its own file where several have one name, the newest first to choose from', async () => {
  const file = (fileId: string, createdAt: string) => ({
    connectionId: 'local',
    fileId,
    filename: 'poster.png',
    contentType: 'image/png',
    sizeBytes: 4,
    origin: 'run' as const,
    projectId: null,
    createdAt,
  });
  desk.desk('listFiles', () => ({
    files: [file('old', '2026-01-01T00:00:00.000Z'), file('new', '2026-01-02T00:00:00.000Z')],
  }));
  const asked: string[] = [];
  desk.desk('mediaUrls', ({ body }) => ({
    urls: MediaRequest.parse(body).items.map(({ source }) => {
      const fileId = 'fileId' in source ? source.fileId : '';
      asked.push(fileId);
      return { url: `data:,#${fileId}`, downloadUrl: 'data:,' };
    }),
  }));
  const panel = (fileId: string) => ({ panels: [{ media: { fileId } }] });
  await show([{ id: 'a', shots: [{ id: '1', ...panel('old') }, { id: '2', ...panel('new') }, { id: '3' }] }]);
  await expect.poll(() => new Set(asked)).toEqual(new Set(['old', 'new']));
  expect(page.getByText('File not found here').elements()).toHaveLength(0);
  await frame('1.3').click();
  await userEvent.keyboard('p');
  await expect
    .element(page.getByRole('dialog').getByRole('img').first())
    .toHaveAttribute('src', 'data:,#new');
});
