import { expect, test } from 'vitest';
import type { RunOutput } from '#shared/api/index.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
import type { NodeResult, NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { LivePlan } from './live-plan.ts';
import type { LastPreview } from '#shared/desk/index.ts';
import { SAVE_MS } from './last-shown.ts';
import { LivePreviews, IDLE_MS } from './live-previews.ts';
import type { LiveNodeEvent } from './live-run.ts';

interface Asked {
  plan: LivePlan;
  tell: (event: LiveNodeEvent) => void;
  end: () => void;
  signal: AbortSignal;
}

const picture = (fileId: string): Record<string, RunOutput> => ({
  image: { type: 'image', fileId, contentType: 'image/png' } as RunOutput,
});

/** A photo and a blur below it, whose keys are the text of what the blur holds; runs wait for the test. */
function open(stored: readonly LastPreview[] = []) {
  const wires: GraphConnection[] = [{ from: ['photo', 'image'], to: ['blur', 'image'] }];
  let sigma = 0;
  let isTypeKnown = true;
  let edited: (isTyping: boolean) => void = () => undefined;
  let viewMoved: () => void = () => undefined;
  let areKeysSettled = true;
  let side = 320;
  const hidden = new Set<string>();
  let keysChanged: (ids: ReadonlySet<string>) => void = () => undefined;
  const keyOf = (id: string) => (id === 'photo' ? 'photo' : isTypeKnown ? `blur ${sigma}` : null);
  const nodes = new Map<string, GraphNode>([
    ['photo', { id: 'photo', type: 'input/image', inputs: {} }],
    ['blur', { id: 'blur', type: 'image/blur', inputs: {} }],
  ]);
  const ran = new Map<string, NodeResult>();
  const table: NodeRunTable = {
    get: () => undefined,
    resultOf: (_id, key) => (key === null ? undefined : ran.get(key)),
    subscribe: () => () => undefined,
    subscribeAll: () => () => undefined,
  };
  const asked: Asked[] = [];
  const due: (() => void)[] = [];
  const resting: (() => void)[] = [];
  const saving: (() => void)[] = [];
  const saved: LastPreview[][] = [];
  let now = 0;
  const previews = new LivePreviews({
    document: {
      node: (id) => nodes.get(id),
      wiresInto: (id) => wires.filter(({ to }) => to[0] === id),
      keyOf,
      peekKey: keyOf,
      areKeysSettled: () => areKeysSettled,
      inView: () => [...nodes.keys()].filter((id) => !hidden.has(id)),
      pictureSide: () => side,
      onView(listener) {
        viewMoved = listener;
        return () => (viewMoved = () => undefined);
      },
      onEdit(listener) {
        edited = listener;
        return () => (edited = () => undefined);
      },
      onKeys(listener) {
        keysChanged = listener;
        return () => (keysChanged = () => undefined);
      },
    },
    types: { isLive: () => true, requiredInputs: () => [] },
    runs: { table, resultAt: (key) => ran.get(key), isEarlierShown: () => false },
    runner: {
      run: (plan, tell, signal) =>
        new Promise((end) => {
          asked.push({ plan, tell, end, signal });
          signal.addEventListener('abort', () => end());
        }),
    },
    clock: {
      now: () => now,
      after(ms, then) {
        const step = (): void => {
          now += ms;
          then();
        };
        const timers = ms === IDLE_MS ? resting : ms === SAVE_MS ? saving : due;
        timers.push(step);
        return () => {
          if (timers.includes(step)) timers.splice(timers.indexOf(step), 1);
        };
      },
    },
    last: { load: () => Promise.resolve(stored), save: (shown) => void saved.push(shown) },
  });
  const leave = previews.open();
  previews.allow(true);
  return {
    previews,
    asked,
    ran,
    due,
    saved,
    leave,
    /** No preview follows for a while. */
    saveDue: () => {
      for (const step of saving.splice(0)) step();
    },
    /** Nothing changes for a while. */
    rest: () => {
      for (const step of resting.splice(0)) step();
    },
    /** Somebody else sets the blur, or a grid writes its winner back. */
    changedElsewhere: async (value: number) => {
      sigma = value;
      keysChanged(new Set(['blur']));
      await Promise.resolve();
    },
    /** Edits the blur, in the order in which the document tells of it. */
    edit: async (value: number, { isTyping = false } = {}) => {
      sigma = value;
      keysChanged(new Set(['blur']));
      edited(isTyping);
      await Promise.resolve();
    },
    /** Scrolls so that the blur is out of view, or in it again. */
    scroll: (isBlurShown: boolean) => {
      if (isBlurShown) hidden.delete('blur');
      else hidden.add('blur');
      viewMoved();
    },
    /** Zooms so that pictures are shown at this size. */
    zoom: (shownSide: number) => {
      side = shownSide;
      viewMoved();
    },
    /** Edits something far above the blur, whose key comes a moment later. */
    editFarAbove: async (value: number) => {
      areKeysSettled = false;
      keysChanged(new Set(['far']));
      edited(false);
      await Promise.resolve();
      sigma = value;
      areKeysSettled = true;
      keysChanged(new Set(['blur']));
      await Promise.resolve();
    },
    /** The type of the blur is read. */
    learnType: async (isKnown: boolean) => {
      isTypeKnown = isKnown;
      keysChanged(new Set(['blur']));
      await Promise.resolve();
    },
    shown: () => previews.table.resultOf('blur', `blur ${sigma}`),
    made: (fileId: string, more: Partial<LiveNodeEvent> = {}): LiveNodeEvent =>
      ({
        kind: 'made',
        nodeId: 'blur',
        runId: 'run',
        outputs: picture(fileId),
        isReusable: false,
        durationMs: 20,
        ...more,
      }) as LiveNodeEvent,
    /** All that follows from what was said so far has happened. */
    settle: async () => {
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
    },
  };
}

test('an edit is previewed without a run; of those meanwhile the newest is', async () => {
  const { edit, asked, made, shown, settle, previews } = open();
  await edit(1);
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
  await edit(2);
  await edit(3);
  expect(asked).toHaveLength(1);
  asked[0]!.tell(made('one'));
  // Not what the node is now, but shown as current while that is on its way.
  expect(shown()).toMatchObject({ outputs: picture('one'), key: 'blur 3', isPreview: true });
  asked[0]!.end();
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]!.tell(made('three'));
  asked[1]!.end();
  await settle();
  expect(shown()).toMatchObject({ outputs: picture('three'), key: 'blur 3' });
  expect(asked).toHaveLength(2);

  // Undone: what was made before is there.
  await edit(1);
  expect(shown()).toMatchObject({ outputs: picture('one'), key: 'blur 1' });
  await settle();
  expect(asked).toHaveLength(2);
  expect(previews.results.isReusable('blur 1')).toBe(false);
});

test('what a run has made is shown before a preview of it, and is not made again', async () => {
  const { edit, asked, ran, shown, settle } = open();
  ran.set('blur 5', { runId: 'real', outputs: picture('full'), key: 'blur 5' });
  await edit(5);
  await settle();
  expect(asked).toHaveLength(0);
  expect(shown()?.runId).toBe('real');
});

test('a node that fails says so while it is as it is, and is not tried again until it is edited', async () => {
  const { edit, asked, settle, previews } = open();
  await edit(1);
  asked[0]!.tell({ kind: 'failed', nodeId: 'blur', code: 'TOO_LARGE', message: 'Too large.' });
  asked[0]!.end();
  await settle();
  expect(previews.table.get('blur')).toMatchObject({ phase: 'failed', message: 'Too large.', key: 'blur 1' });
  expect(asked).toHaveLength(1);
  await edit(2);
  expect(previews.table.get('blur')).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test('a node that the service keeps for Run is asked for once, and nothing is said of it', async () => {
  const { edit, asked, settle, previews } = open();
  await edit(1);
  asked[0]!.tell({ kind: 'failed', nodeId: 'blur', code: 'NOT_IN_LIVE_PREVIEW', message: 'By Run only.' });
  asked[0]!.end();
  await settle();
  expect(previews.table.get('blur')).toBeUndefined();
  await edit(2);
  await settle();
  expect(asked).toHaveLength(1);
});

test('stop and a run of a person end what is under way; the run of a person over, it is made again', async () => {
  const { edit, asked, settle, previews, made, shown } = open();
  await edit(1);
  previews.stop();
  expect(asked[0]!.signal.aborted).toBe(true);
  await settle();
  expect(asked).toHaveLength(1);
  await edit(2);
  previews.allow(false);
  expect(asked[1]!.signal.aborted).toBe(true);
  await settle();
  previews.allow(true);
  await settle();
  expect(asked).toHaveLength(3);
  asked[2]!.tell(made('two'));
  expect(shown()).toMatchObject({ outputs: picture('two') });
});

test('typing is previewed after a pause', async () => {
  const { edit, asked, due } = open();
  await edit(1, { isTyping: true });
  expect(asked).toHaveLength(0);
  due.at(-1)!();
  expect(asked).toHaveLength(1);
});

test('a type that took too long again and again is left out and named, until previews are switched on again', async () => {
  const { edit, asked, made, settle, previews } = open();
  for (const sigma of [1, 2, 3, 4, 5]) {
    await edit(sigma);
    asked.at(-1)!.tell(made(`file ${sigma}`, { durationMs: 900 }));
    asked.at(-1)!.end();
    await settle();
  }
  expect(previews.status.slowTypes).toEqual(['image/blur']);
  await edit(6);
  await settle();
  expect(asked).toHaveLength(5);
  previews.refresh();
  expect(asked).toHaveLength(6);
});

test('a node whose type is read after the edit is previewed then; what is read without an edit is not', async () => {
  const { edit, asked, learnType, settle } = open();
  await learnType(false);
  await learnType(true);
  expect(asked).toHaveLength(0);
  await learnType(false);
  await edit(1);
  await settle();
  expect(asked).toHaveLength(0);
  await learnType(true);
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
});

test('what an edit has changed out of view is made when it comes into view and the view rests; nothing else is', async () => {
  const { scroll, edit, asked, due } = open();
  scroll(false);
  scroll(true);
  expect(due).toHaveLength(0);

  scroll(false);
  await edit(4);
  expect(asked.flatMap(({ plan }) => plan.targetNodeIds)).not.toContain('blur');
  for (const { end } of asked) end();
  await Promise.resolve();
  await Promise.resolve();
  const before = asked.length;
  scroll(true);
  expect(asked).toHaveLength(before);
  due.at(-1)?.();
  expect(asked.at(-1)?.plan.targetNodeIds).toContain('blur');
  expect(asked).toHaveLength(before + 1);
});

test('a preview is made as large as it is shown: again when it is shown larger, and not when it is shown smaller', async () => {
  const { previews, edit, zoom, asked, ran, due, made, settle, shown } = open();
  ran.set('photo', { runId: 'real', outputs: picture('photo'), key: 'photo' });
  previews.resultsRead();
  await edit(1);
  expect(asked.map(({ plan }) => plan.side)).toEqual([320]);
  asked[0]!.tell(made('small'));
  asked[0]!.end();
  await settle();
  zoom(640);
  expect(asked).toHaveLength(1);
  due.at(-1)!();
  expect(asked.map(({ plan }) => plan.side)).toEqual([320, 640]);
  // Until it is there the smaller one stays.
  expect(shown()).toMatchObject({ outputs: picture('small'), key: 'blur 1' });
  asked[1]!.tell(made('large'));
  asked[1]!.end();
  await settle();
  due.length = 0;
  for (const side of [320, 640]) {
    zoom(side);
    for (const step of due.splice(0)) step();
    await settle();
    expect(asked).toHaveLength(2);
  }
  expect(shown()).toMatchObject({ outputs: picture('large'), key: 'blur 1' });
});

test('what is reused for a run below it is taken once: it wakes nobody who shows it already', async () => {
  const { previews, edit, asked, made, settle } = open();
  const photo = (fileId: string) => made(fileId, { nodeId: 'photo', durationMs: null });
  await edit(1);
  asked[0]!.tell(photo('first'));
  let woken = 0;
  previews.table.subscribe('photo', () => (woken += 1));
  asked[0]!.end();
  await settle();
  woken = 0;
  await edit(2);
  asked[1]!.tell(photo('second'));
  expect(woken).toBe(0);
  expect(previews.table.resultOf('photo', 'photo')).toMatchObject({ outputs: picture('first') });
});

test('what lies so far below an edit that its key comes later is made as well', async () => {
  const { editFarAbove, asked } = open();
  await editFarAbove(5);
  expect(asked.flatMap(({ plan }) => plan.targetNodeIds)).toContain('blur');
});

test('what is stale in view is previewed without an edit once the results of runs are read and nothing changes', async () => {
  const { previews, rest, asked, ran, settle, made } = open();
  rest();
  expect(asked).toHaveLength(0);
  ran.set('photo', { runId: 'real', outputs: picture('photo'), key: 'photo' });
  previews.resultsRead();
  expect(asked).toHaveLength(0);
  rest();
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
  asked[0]!.tell(made('zero'));
  asked[0]!.end();
  await settle();
  previews.resultsRead();
  rest();
  expect(asked).toHaveLength(1);
});

test('what comes into view without a preview is made when the view rests, also while another one is made', async () => {
  const { previews, rest, scroll, asked, due, ran, settle, made, edit } = open();
  ran.set('photo', { runId: 'real', outputs: picture('photo'), key: 'photo' });
  scroll(false);
  previews.resultsRead();
  rest();
  expect(asked).toHaveLength(0);
  scroll(true);
  expect(asked).toHaveLength(0);
  due.at(-1)?.();
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
  // It leaves while it is made, and its value is another one when it is back.
  scroll(false);
  asked[0]!.tell(made('zero'));
  await edit(7);
  scroll(true);
  due.at(-1)?.();
  asked[0]!.end();
  await settle();
  for (const step of due.splice(0)) step();
  rest();
  await settle();
  expect(asked.at(-1)?.plan.targetNodeIds).toEqual(['blur']);
  expect(asked.length).toBeGreaterThan(1);
});

test('what is current is not previewed, nor what somebody else changes before a pause', async () => {
  const { previews, rest, asked, ran, changedElsewhere } = open();
  ran.set('photo', { runId: 'real', outputs: picture('photo'), key: 'photo' });
  ran.set('blur 0', { runId: 'real', outputs: picture('full'), key: 'blur 0' });
  previews.resultsRead();
  rest();
  expect(asked).toHaveLength(0);
  await changedElsewhere(4);
  expect(asked).toHaveLength(0);
  rest();
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
});

test('nothing is previewed without an edit while previews are off or after a stop, and it is when they are on again', () => {
  const { previews, rest, asked } = open();
  previews.allow(false);
  previews.resultsRead();
  rest();
  expect(asked).toHaveLength(0);
  previews.allow(true);
  previews.stop();
  rest();
  expect(asked).toHaveLength(0);
  previews.allow(false);
  previews.allow(true);
  rest();
  expect(asked).toHaveLength(1);
});

const storedBlur = (key: string, fileId: string): LastPreview => ({
  nodeId: 'blur',
  key,
  side: 640,
  runId: 'run_before',
  outputs: picture(fileId),
});

test('a node shows at once what it showed when the project was open before, and is not previewed again for it', async () => {
  const { previews, asked, rest } = open([
    storedBlur('blur 0', 'before'),
    { ...storedBlur('x', 'y'), nodeId: 'gone' },
  ]);
  await Promise.resolve();
  await Promise.resolve();
  expect(previews.table.resultOf('blur', 'blur 0')).toMatchObject({
    outputs: picture('before'),
    isPreview: true,
  });
  // Also before its key is known.
  expect(previews.table.resultOf('blur', null)).toMatchObject({ outputs: picture('before') });
  expect(previews.table.resultOf('gone', 'x')).toBeUndefined();
  previews.resultsRead();
  rest();
  expect(asked.flatMap(({ plan }) => plan.targetNodeIds)).not.toContain('blur');
});

test('what a run has made comes before what was shown when the project was open before', async () => {
  const { previews, ran } = open([storedBlur('blur 7', 'before')]);
  await Promise.resolve();
  await Promise.resolve();
  ran.set('blur 0', { runId: 'run_1', key: 'blur 0', outputs: picture('ran') });
  expect(previews.table.resultOf('blur', 'blur 0')).toMatchObject({ outputs: picture('ran') });
  ran.clear();
  // Another key: what was shown is older than the graph.
  expect(previews.table.resultOf('blur', 'blur 0')).toMatchObject({
    outputs: picture('before'),
    key: 'blur 7',
  });
});

test('what is shown is stored once no other preview follows, and when the project is left', async () => {
  const { asked, edit, saved, saveDue, leave } = open();
  const made = (fileId: string): LiveNodeEvent => ({
    kind: 'made',
    nodeId: 'blur',
    runId: 'run_1',
    outputs: picture(fileId),
    isReusable: false,
    durationMs: 10,
  });
  await edit(3);
  asked[0]?.tell(made('one'));
  asked[0]?.tell(made('two'));
  expect(saved).toEqual([]);
  saveDue();
  const shown = (fileId: string) => [
    { nodeId: 'blur', key: 'blur 3', side: 320, runId: 'run_1', outputs: picture(fileId) },
  ];
  expect(saved).toEqual([shown('two')]);
  asked[0]?.tell(made('three'));
  leave();
  expect(saved).toEqual([shown('two'), shown('three')]);
  leave();
  expect(saved).toHaveLength(2);
});
