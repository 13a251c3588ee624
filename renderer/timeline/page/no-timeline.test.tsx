import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Upload } from '#shared/desk/index.ts';
import { listenForHotkeys } from '#renderer/commands/index.ts';
import { projectUndo } from '#renderer/model/project-undo.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { replaceTimeline } from '../model/replace-timeline.ts';
import { idsOfClips, storedCut, storeTimeline, type StoredTimeline } from '../testing/stored-timeline.ts';
import { TimelinePage } from './timeline-page.tsx';

let desk: DeskStandIn;
let stop = () => {};
/** A session is open for a while after its page: every test has a project of its own. */
let project = 0;
let stored: StoredTimeline;
const place = () => ({ connectionId: 'local', projectId: `none_${project}` });

beforeEach(() => {
  project += 1;
  stored = { document: storedCut(), version: 1 };
  stop = listenForHotkeys();
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
  storeTimeline(desk, stored, () => place().projectId);
  projectUndo.enter(place());
});
afterEach(() => {
  stop();
  desk.restore();
});

/** A video of this computer that has arrived. */
const uploadOf = (filename: string): Upload => ({
  id: 'up_1',
  connectionId: 'local',
  projectId: null,
  nodeId: null,
  input: null,
  settled: false,
  filename,
  contentType: 'video/mp4',
  sizeBytes: 3,
  receivedBytes: 3,
  sentBytes: 3,
  progress: 1,
  problem: null,
  state: 'done',
  fileId: 'file_sea.mp4',
  error: null,
  retryable: false,
  createdAt: '2026-01-01T00:00:00Z',
});

const show = () =>
  renderPage(
    <div style={{ width: 900, height: 480 }}>
      <TimelinePage {...place()} onImport={() => undefined} />
    </div>,
  );
const clip = (id: string) => page.getByRole('button', { name: new RegExp(`^${id},`) });
const none = () => page.getByText('This project has no timeline yet');
const storedClips = () => idsOfClips(stored.document);

/** A timeline that was made in one step and added to in a second; the service has both. */
async function twoSteps(): Promise<void> {
  await replaceTimeline('local', place().projectId, 'make the timeline', storedCut('boats'));
  await replaceTimeline('local', place().projectId, 'add gulls', storedCut('boats', 'gulls'));
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
  projectUndo.request(place(), 'timeline', 'redo');
  await show();
  await expect.element(clip('boats')).toBeVisible();
  await expect.element(page.getByText('Made again: make the timeline')).toBeVisible();
});

it('files that are let go where there is no timeline yet show that they are on their way until their clips are there', async () => {
  const { promise: sent, resolve: send } = Promise.withResolvers<undefined>();
  const { promise: read, resolve: finish } = Promise.withResolvers<undefined>();
  const upload = uploadOf('sea.mp4');
  desk.upload(async () => {
    await sent;
    return upload;
  });
  desk.desk('getUpload', () => upload);
  desk.desk('settleUpload', () => upload);
  desk.desk('mediaUrls', () => ({ urls: [] }));
  desk.desk('mediaFacts', async () => {
    await read;
    return { kind: 'video', width: 64, height: 36, seconds: 3, framesPerSecond: 25, hasSound: false };
  });
  await show();
  await expect.element(none()).toBeVisible();
  const transfer = new DataTransfer();
  transfer.items.add(new File(['abc'], 'sea.mp4', { type: 'video/mp4' }));
  none()
    .element()
    .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
  await expect.element(page.getByText(/^Uploading sea\.mp4/)).toBeVisible();
  send(undefined);
  await expect.element(page.getByText('Reading sea.mp4')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel the upload' })).not.toBeInTheDocument();
  finish(undefined);
  await expect.element(clip('sea.mp4')).toBeVisible();
  await expect.element(page.getByText('Reading sea.mp4')).not.toBeInTheDocument();
});
