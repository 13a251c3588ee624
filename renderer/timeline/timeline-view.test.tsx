import { useSyncExternalStore, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord, Upload } from '#shared/desk/index.ts';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { clipExt, timelineExt } from '#shared/timeline/ext.ts';
import { createPlayhead } from '#renderer/player/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { createMemorySession, type MemorySession } from './testing/memory-session.ts';
import { TimelineView } from './timeline-view.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const clip = (id: string, trackId: string, startTime: number, duration: number, change = {}) => ({
  id,
  trackId,
  name: id,
  storageType: 'placeholder',
  startTime,
  duration,
  trimStart: 2,
  trimEnd: 2,
  ...change,
});

const timeline = (clips: object[], fields = {}) =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [
        { id: 'V1', name: 'Picture' },
        { id: 'V2', name: 'Titles' },
      ],
      clips,
      ...fields,
    },
  });

const two = () => [clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10)];

const take: FileRecord = {
  fileId: 'file_take',
  connectionId: 'local',
  projectId: null,
  filename: 'take.mp4',
  contentType: 'video/mp4',
  sizeBytes: 9,
  origin: 'run',
  createdAt: '2026-11-20T10:00:00.000Z',
};
const library = new Map([
  [take.filename, take],
  [take.fileId, take],
]);

function Shown({ session, playhead }: { session: MemorySession; playhead: Playhead }): ReactElement {
  const { document } = useSyncExternalStore(session.subscribe, session.getState);
  return (
    <div style={{ width: 1000, height: 480 }}>
      <TimelineView
        connectionId="local"
        projectId="p1"
        document={document}
        library={library}
        session={session}
        playhead={playhead}
      />
    </div>
  );
}
type Playhead = ReturnType<typeof createPlayhead>;

async function show(document = timeline(two())) {
  const session = createMemorySession(document);
  const playhead = createPlayhead();
  await renderPage(<Shown session={session} playhead={playhead} />);
  await expect.element(page.getByRole('list', { name: 'Picture' })).toBeVisible();
  return { session, playhead };
}

const button = (name: RegExp) => page.getByRole('button', { name });
const boxOf = (name: RegExp) => button(name).element().getBoundingClientRect();
const clipOf = (session: MemorySession, id: string) =>
  session.getState().document.timeline.clips.find((one) => one.id === id);

/** Presses at a point, moves in steps and lets go. */
function drag(from: { x: number; y: number }, to: { x: number; y: number }, keys: object = {}): void {
  const target = document.elementFromPoint(from.x, from.y);
  const at = (x: number, y: number) => ({
    bubbles: true,
    cancelable: true,
    pointerId: 1,
    button: 0,
    clientX: x,
    clientY: y,
    ...keys,
  });
  target?.dispatchEvent(new PointerEvent('pointerdown', at(from.x, from.y)));
  for (const part of [0.3, 0.7, 1]) {
    window.dispatchEvent(
      new PointerEvent('pointermove', at(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)),
    );
  }
}
const drop = () => window.dispatchEvent(new PointerEvent('pointerup', { pointerId: 1 }));
const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

describe('dragging', () => {
  it('moves a clip until it snaps to another, and says to what', async () => {
    const { session } = await show();
    const second = boxOf(/^second/);
    const scale = second.width / 10;
    const from = middle(second);
    drag(from, { x: from.x - scale * 5 + 4, y: from.y });
    await expect.element(page.getByText('End of first')).toBeVisible();
    // While it is dragged, nothing is changed yet.
    expect(clipOf(session, 'second')?.startTime).toBe(10);
    drop();
    await expect.poll(() => clipOf(session, 'second')?.startTime).toBe(5);
    expect(session.steps()).toEqual(['move clip']);
  });

  it('moves to another track, and Escape gives it up', async () => {
    const { session } = await show();
    const second = boxOf(/^second/);
    const titles = page.getByRole('list', { name: 'Titles' }).element().getBoundingClientRect();
    const to = { x: second.x + second.width / 2, y: titles.y + titles.height / 2 };
    drag(middle(second), to);
    button(/^second/)
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    drop();
    expect(session.steps()).toEqual([]);
    drag(middle(second), to);
    drop();
    await expect.poll(() => clipOf(session, 'second')?.trackId).toBe('V2');
  });

  it('trims at an edge as far as the medium goes', async () => {
    const { session } = await show();
    const second = boxOf(/^second/);
    const edge = { x: second.right - 3, y: second.y + 20 };
    drag(edge, { x: edge.x + 400, y: edge.y });
    drop();
    await expect.poll(() => clipOf(session, 'second')?.duration).toBe(12);
    expect(clipOf(session, 'second')?.trimEnd).toBe(0);
  });

  it('draws a box around clips', async () => {
    const { session } = await show();
    const first = boxOf(/^first/);
    const second = boxOf(/^second/);
    drag({ x: first.right + 10, y: first.bottom - 2 }, { x: second.x + 20, y: first.y + 10 });
    drop();
    await expect.element(button(/^second/)).toHaveAttribute('aria-pressed', 'true');
    await expect.element(button(/^first/)).toHaveAttribute('aria-pressed', 'false');
    expect(session.steps()).toEqual([]);
  });

  it('wakes what is dragged and nothing else', async () => {
    await show();
    await button(/^second/).click();
    const first = button(/^first/).element().parentElement;
    const changed: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changed.push(...records));
    const second = boxOf(/^second/);
    drag(middle(second), { x: second.x + 20, y: second.y + 10 });
    observer.observe(first!, { attributes: true, subtree: true, childList: true });
    await expect.poll(() => boxOf(/^second/).x).not.toBe(second.x);
    drop();
    expect(changed).toEqual([]);
    observer.disconnect();
  });
});

describe('keys', () => {
  it('split at the playhead, delete with and without the gap, and trim to the playhead', async () => {
    const { session, playhead } = await show();
    await button(/^second/).click();
    playhead.seek(14);
    await userEvent.keyboard('s');
    expect(session.getState().document.timeline.clips).toHaveLength(3);
    await userEvent.keyboard('{Delete}');
    expect(clipOf(session, 'second')).toBeUndefined();
    session.undo();
    await button(/^first/).click();
    await userEvent.keyboard('{Shift>}{Delete}{/Shift}');
    expect(clipOf(session, 'second')?.startTime).toBe(5);
    session.undo();
    await button(/^first/).click();
    playhead.seek(3);
    await userEvent.keyboard(']');
    expect(clipOf(session, 'first')?.duration).toBe(3);
    await userEvent.keyboard('.');
    expect(clipOf(session, 'first')?.startTime).toBeCloseTo(0.04);
    await userEvent.keyboard('..');
    expect(session.steps().filter((name) => name === 'move clip')).toHaveLength(1);
  });

  it('copy and paste at the playhead, and a marker there', async () => {
    const { session, playhead } = await show();
    await button(/^first/).click();
    await userEvent.keyboard('{Control>}c{/Control}');
    playhead.seek(30);
    await userEvent.keyboard('{Control>}v{/Control}m');
    expect(session.getState().document.timeline.clips.map(({ startTime }) => startTime)).toEqual([0, 10, 30]);
    expect(timelineExt(session.getState().document).markers?.map(({ time }) => time)).toEqual([30]);
  });
});

describe('the inspector', () => {
  it('sets times, values, fades and keyframes of the clip', async () => {
    const { session, playhead } = await show();
    await button(/^second/).click();
    const fade = page.getByLabelText('Fade in');
    await userEvent.fill(fade, '1.5');
    await userEvent.keyboard('{Enter}');
    expect(clipExt(clipOf(session, 'second')!).fadeIn).toBe(1.52);
    const opacity = page.getByLabelText('Opacity %', { exact: true });
    await userEvent.fill(opacity, '50');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => clipOf(session, 'second')?.opacity).toBe(0.5);
    playhead.seek(12);
    await page.getByRole('button', { name: 'Set a keyframe of Opacity % at the playhead' }).click();
    expect(clipExt(clipOf(session, 'second')!).keyframes?.opacity).toEqual([
      { at: 2, value: 0.5, ease: 'linear' },
    ]);
  });
});

describe('tracks', () => {
  it('are locked: their clips stay', async () => {
    const { session } = await show();
    await page.getByRole('button', { name: 'Lock Picture' }).click();
    expect(session.getState().document.timeline.tracks[0]?.locked).toBe(true);
    const second = boxOf(/^second/);
    drag(middle(second), { x: second.x + 300, y: second.y + 10 });
    drop();
    expect(session.steps()).toEqual(['lock track']);
  });
});

/** A drag over the beginning of the second clip. */
function over(dataTransfer: DataTransfer, type: 'dragover' | 'drop', keys: object = {}): void {
  const { x, y } = boxOf(/^second/);
  const at = { bubbles: true, cancelable: true, dataTransfer, clientX: x, clientY: y + 10, ...keys };
  button(/^second/)
    .element()
    .dispatchEvent(new DragEvent(type, at));
}

describe('files', () => {
  beforeEach(() => {
    desk.desk('mediaFacts', () => ({
      kind: 'video',
      width: 64,
      height: 36,
      seconds: 3,
      framesPerSecond: 25,
      hasSound: true,
    }));
    desk.desk('mediaUrls', () => ({ urls: [] }));
  });

  it('are inserted at the playhead from the list', async () => {
    const { session, playhead } = await show();
    playhead.seek(5);
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByRole('button', { name: 'Insert take.mp4 at the playhead' }).click();
    await expect.poll(() => clipOf(session, 'second')?.startTime).toBe(13);
    expect(session.getState().document.timeline.clips.at(-1)).toMatchObject({
      filename: 'take.mp4',
      startTime: 5,
      duration: 3,
      ext: { patchbay: { version: 1, fileId: 'file_take' } },
    });
  });

  it('are dragged onto a track, over what lies there', async () => {
    const { session } = await show();
    const transfer = new DataTransfer();
    transfer.setData('application/x-patchbay-file', JSON.stringify(take));
    over(transfer, 'dragover');
    await expect.element(page.getByText(/^Overwrite here/)).toBeVisible();
    over(transfer, 'drop');
    await expect.element(page.getByText(/^Overwrite here/)).not.toBeInTheDocument();
    await expect.poll(() => clipOf(session, 'second')?.startTime).toBe(13);
    expect(session.steps()).toEqual(['add take.mp4']);
  });

  it('come from the desktop: they are uploaded, and those that are no media are named', async () => {
    const started: Upload = {
      id: 'up_1',
      connectionId: 'local',
      projectId: null,
      nodeId: null,
      input: null,
      settled: false,
      filename: 'sea.png',
      contentType: 'image/png',
      sizeBytes: 3,
      receivedBytes: 3,
      sentBytes: 3,
      progress: 1,
      problem: null,
      state: 'done',
      fileId: 'file_sea.png',
      error: null,
      retryable: false,
      createdAt: '2026-01-01T00:00:00Z',
    };
    desk.upload(() => started);
    desk.desk('getUpload', () => started);
    desk.desk('settleUpload', () => started);
    const { session } = await show();
    const transfer = new DataTransfer();
    transfer.items.add(new File(['abc'], 'sea.png', { type: 'image/png' }));
    transfer.items.add(new File(['abc'], 'notes.txt', { type: 'text/plain' }));
    over(transfer, 'drop', { ctrlKey: true });
    await expect.poll(() => session.steps()).toEqual(['add sea.png']);
    expect(session.getState().document.timeline.clips.at(-1)).toMatchObject({
      type: 'image',
      startTime: 10,
      ext: { patchbay: { fileId: 'file_sea.png' } },
    });
    expect(clipOf(session, 'second')?.startTime).toBe(15);
    await expect.element(page.getByText('notes.txt is no picture, video or sound.').first()).toBeVisible();
  });

  it('are shots of the storyboard as well, as long as those are', async () => {
    desk.api(endpoints.storyboards.get, () => ({
      projectId: 'p1',
      version: 1,
      document: {
        serviceType: 'storyboard',
        version: 1,
        sequences: [
          {
            id: 's',
            shots: [
              { id: '1', name: 'The kettle', durationSeconds: 2, panels: [{ id: 'p', media: 'file_take' }] },
              { id: '2', name: 'No picture' },
            ],
          },
        ],
      },
      summary: { sceneCount: 1, shotCount: 2, mediaCount: 1 },
    }));
    const { session } = await show();
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('option', { name: 'Shots of the storyboard' }).click();
    await page.getByRole('button', { name: 'Insert The kettle at the playhead' }).click();
    await expect
      .poll(() => session.getState().document.timeline.clips.at(-1))
      .toMatchObject({ name: 'The kettle', filename: 'take.mp4', duration: 2, trimEnd: 1 });
  });
});
