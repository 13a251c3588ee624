// @module-tag rig
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { copiedClips, textOfCopied } from '#shared/timeline/copied-clips.ts';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { reviewRecut } from '../recut/recut-review.ts';
import { COPIED_KEY } from '../model/copied-store.ts';
import { boxOf, button, clip, drag, drop, middle, show, take, timeline } from '../testing/timeline-bench.tsx';

/**
 * Every way by which clips come to lie on others, at many times: either nothing was overwritten, or a message says what was cut
 * and takes exactly that back.
 */

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('mediaUrls', () => ({ urls: [] }));
  desk.desk('keepVersion', () => ({ version: null }));
  desk.desk('mediaFacts', () => ({
    kind: 'video',
    width: 64,
    height: 36,
    seconds: 3,
    framesPerSecond: 25,
    hasSound: true,
  }));
  const copied = timeline([clip('pasted', 'V1', 0, 3, { type: 'video', filename: 'pasted.mp4' })]);
  localStorage.setItem(COPIED_KEY, textOfCopied(copiedClips(copied, new Set(['pasted']))!));
});
afterEach(() => {
  localStorage.removeItem(COPIED_KEY);
  desk.restore();
});

const video = (id: string, from: number, length: number) =>
  clip(id, 'V1', from, length, { type: 'video', filename: `${id}.mp4` });
const caption = (id: string, from: number, length: number) =>
  clip(id, 'C1', from, length, { type: 'text', filename: `${id} words`, trimStart: 0, trimEnd: 0 });

const full = () =>
  timeline(
    [
      video('alpha', 0, 4),
      video('beta', 4, 4),
      video('gamma', 10, 4),
      clip('over', 'V2', 2, 2, { type: 'video', filename: 'over.mp4' }),
      caption('hello', 0, 5),
      caption('again', 5, 5),
      caption('later', 10, 5),
    ],
    {
      tracks: [
        { id: 'V1', name: 'Picture' },
        { id: 'V2', name: 'Titles' },
        { id: 'C1', name: 'Captions', ext: { patchbay: { version: 1, kind: 'captions' } } },
      ],
    },
  );

type Shown = Awaited<ReturnType<typeof show>>;
interface Way {
  /** Puts clips somewhere, at a time. */
  act: (shown: Shown, at: number) => Promise<void> | void;
  /** Seconds that it adds of files that the timeline has already. */
  adds?: Readonly<Record<string, number>>;
  /** It overwrites nothing anywhere. */
  spares?: true;
}

/** Of the files of a timeline, how many seconds are shown. */
function secondsOf({ timeline: { clips } }: TimelineDocument): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const { filename, duration } of clips) seconds.set(filename, (seconds.get(filename) ?? 0) + duration);
  return seconds;
}

function lostNames(before: TimelineDocument, after: TimelineDocument, adds: Way['adds'] = {}): string[] {
  const left = secondsOf(after);
  return [...secondsOf(before)]
    .filter(([file, seconds]) => (left.get(file) ?? 0) < seconds + (adds[file] ?? 0) - 1e-3)
    .map(([file]) => before.timeline.clips.find(({ filename }) => filename === file)?.name ?? file);
}

/** Clips are drawn to scale: where a time lies on the row of a clip. */
function pointAt(seconds: number, on: RegExp) {
  const [alpha, row] = [boxOf(/^alpha/), middle(boxOf(on))];
  return { x: alpha.left + (alpha.width / 4) * seconds, y: row.y };
}

/** The names of clips that messages say to be cut. */
const namesSaid = (): string[] => {
  const said = document.body.textContent.matchAll(/“([^”]+)” is (?:gone|\d+ frames? shorter)/g);
  return [...new Set([...said].map(([, name]) => name ?? ''))].toSorted();
};

const focusTracks = () =>
  page.getByRole('region', { name: 'Timeline', exact: true }).element().focus({ preventScroll: true });

/** Keys at the playhead, with no clip chosen. */
const atPlayhead =
  (keys: string): Way['act'] =>
  async ({ playhead }, at) => {
    playhead.seek(at);
    focusTracks();
    await userEvent.keyboard(keys);
  };

const fromSource =
  (keys: string): Way['act'] =>
  async (shown, at) => {
    await page.getByRole('button', { name: 'Add files' }).click();
    const row = page.getByRole('button', { name: 'Overwrite with take.mp4 at the playhead' });
    await expect.element(row).toBeVisible();
    row.element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(row).not.toBeInTheDocument();
    await atPlayhead(keys)(shown, at);
  };

const listed =
  (name: string): Way['act'] =>
  async ({ playhead }, at) => {
    playhead.seek(at);
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByRole('button', { name }).click();
  };

const dropped =
  (keys: object = {}): Way['act'] =>
  (_shown, at) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('application/x-patchbay-file', JSON.stringify(take));
    const { x, y } = pointAt(at, /^alpha/);
    const point = { bubbles: true, cancelable: true, dataTransfer, clientX: x, clientY: y, altKey: true };
    for (const type of ['dragover', 'drop'])
      document.elementFromPoint(x, y)?.dispatchEvent(new DragEvent(type, { ...point, ...keys }));
  };

/** Drags the clip that lies on the other track by its middle, so that it begins at a time. */
const dragged =
  (copy: boolean): Way['act'] =>
  async (_shown, at) => {
    const to = { x: pointAt(at + 1, /^alpha/).x, y: pointAt(0, /^alpha/).y };
    drag(middle(boxOf(/^over/)), to, { altKey: true });
    const last = { pointerId: 1, clientX: to.x, clientY: to.y, altKey: true, ctrlKey: copy };
    window.dispatchEvent(new PointerEvent('pointermove', last));
    drop();
  };

const selectedClips =
  (name: RegExp, keys: string): Way['act'] =>
  async (_shown, at) => {
    await button(name).click();
    for (let press = 0; press < at; press += 1) await userEvent.keyboard(keys);
  };

/** A clip copied over itself. */
const ontoItself: Way['act'] = (_shown, at) => {
  const from = middle(boxOf(/^beta/));
  const to = { x: from.x + (boxOf(/^beta/).width / 40) * at, y: from.y };
  drag(from, to, { altKey: true });
  window.dispatchEvent(
    new PointerEvent('pointermove', {
      pointerId: 1,
      clientX: to.x,
      clientY: to.y,
      altKey: true,
      ctrlKey: true,
    }),
  );
  drop();
};

const typedStart: Way['act'] = async (_shown, at) => {
  await button(/^gamma/).click();
  const field = page.getByRole('complementary', { name: 'Clip' }).getByLabelText('In', { exact: true });
  await userEvent.fill(field, `00:00:0${at}:00`);
  await userEvent.keyboard('{Enter}');
};

const slower: Way['act'] = async (_shown, at) => {
  await button(/^alpha/).click();
  const field = page.getByRole('complementary', { name: 'Clip' }).getByLabelText('Speed %');
  await userEvent.fill(field, String(100 - at * 10));
  await userEvent.keyboard('{Enter}');
};

const trimmed: Way['act'] = (_shown, at) => {
  const { right, y, height } = boxOf(/^beta/);
  const from = { x: right - 2, y: y + height / 2 };
  drag(from, { x: from.x + at * 10, y: from.y }, { altKey: true });
  drop();
};

/**
 * A new version of the edit, in which a clip is longer, those behind it begin later and another lies elsewhere: taken one change
 * after the other, taken back one after the other, and taken again.
 */
const recutInSteps: Way['act'] = async ({ session }, at) => {
  const current = () => session.getState().document;
  const { timeline: old, ...document } = current();
  const changes: Readonly<Record<string, object>> = {
    alpha: { duration: 5, trimEnd: 1 },
    beta: { startTime: 5 },
    gamma: { startTime: 10 + at },
    over: { startTime: at + 1 },
  };
  const after = {
    ...document,
    timeline: { ...old, clips: old.clips.map((one) => ({ ...one, ...changes[one.id] })) },
  };
  const acceptAll = async (): Promise<TimelineDocument[]> => {
    const stages: TimelineDocument[] = [];
    for (const key of ['gamma', 'over', 'alpha']) {
      stages.push(current());
      const steps = session.steps().length;
      reviewRecut('local', 'p1', {
        filename: 'recut.otio',
        after,
        selected: new Set([key]),
        isImmediate: true,
      });
      await expect.poll(() => session.steps().length).toBeGreaterThan(steps);
    }
    return [...stages, current()];
  };
  const stages = await acceptAll();
  for (const stage of stages.slice(0, -1).toReversed()) {
    session.undo();
    expect(current()).toEqual(stage);
  }
  expect(await acceptAll()).toEqual(stages);
};

const WAYS: Readonly<Record<string, Way>> = {
  pasting: { act: atPlayhead('{Control>}v{/Control}') },
  'pasting in between': { act: atPlayhead('{Control>}{Shift>}v{/Shift}{/Control}'), spares: true },
  'overwriting with a source': { act: fromSource('{F10}') },
  'inserting a source': { act: fromSource('{F9}'), spares: true },
  'overwriting from the list': { act: listed('Overwrite with take.mp4 at the playhead') },
  'inserting from the list': { act: listed('Insert take.mp4 at the playhead'), spares: true },
  dropping: { act: dropped(), spares: true },
  'dropping with Shift': { act: dropped({ shiftKey: true }) },
  'dropping with Ctrl': { act: dropped({ ctrlKey: true }), spares: true },
  dragging: { act: dragged(false) },
  'dragging a copy': { act: dragged(true), adds: { 'over.mp4': 2 } },
  'dragging a copy over itself': { act: ontoItself, adds: { 'beta.mp4': 4 } },
  'moving by keys to the right': { act: selectedClips(/^alpha/, '.') },
  'moving by keys to the left': { act: selectedClips(/^beta/, ',') },
  'typing a start': { act: typedStart },
  'adding a caption': { act: atPlayhead('t{Enter}') },
  'a slower speed': { act: slower },
  trimming: { act: trimmed, spares: true },
  'a new version of the edit, taken and taken back in parts': {
    act: recutInSteps,
    adds: { 'alpha.mp4': 1 },
    spares: true,
  },
};

/** In a clip, in the next, and in a gap: all of them for the first way, one in turn for each other. */
const TIMES = [1, 5, 9];
const PLAYED = Object.entries(WAYS).map(
  ([name, way], index) => [name, way, index === 0 ? TIMES : [TIMES[index % TIMES.length]!]] as const,
);

describe.each(PLAYED)('%s', (_name, { act, adds, spares }, times) => {
  it.each(times)('at %i overwrites nothing unsaid', async (at) => {
    const shown = await show(full());
    const { session } = shown;
    const before = session.getState().document;
    await act(shown, at);
    await expect.poll(() => session.steps().length).toBeGreaterThan(0);
    const lost = lostNames(before, session.getState().document, adds);
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    expect(spares ? lost : []).toEqual([]);
    // Shorter than messages stay.
    await expect.poll(namesSaid, { timeout: 8000 }).toEqual(lost.toSorted());
    expect(undo.elements()).toHaveLength(lost.length > 0 ? 1 : 0);
    const after = session.getState().document;
    if (lost.length > 0) await undo.click();
    expect(session.getState().document).toEqual(lost.length > 0 ? before : after);
  });
});
