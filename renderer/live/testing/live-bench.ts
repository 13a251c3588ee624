import type { RunOutput } from '#shared/api/index.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
import type { NodeResult, NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { LivePlan } from '../live-plan.ts';
import type { LastPreview } from '#shared/desk/index.ts';
import { SAVE_MS } from '../last-shown.ts';
import { LivePreviews, IDLE_MS } from '../live-previews.ts';
import type { LiveNodeEvent } from '../live-run.ts';

/** A run of a preview that waits for the test. */
interface Asked {
  plan: LivePlan;
  tell: (event: LiveNodeEvent) => void;
  end: () => void;
  signal: AbortSignal;
}

export const picture = (fileId: string): Record<string, RunOutput> => ({
  image: { type: 'image', fileId, contentType: 'image/png' } as RunOutput,
});

/** A photo and a blur below it, whose keys are the text of what the blur holds; runs wait for the test. */
export function openPreviews(stored: readonly LastPreview[] = []) {
  const wires: GraphConnection[] = [{ from: ['photo', 'image'], to: ['blur', 'image'] }];
  let sigma = 0;
  let isTypeKnown = true;
  let edited: (isTyping: boolean) => void = () => undefined;
  let viewMoved: () => void = () => undefined;
  let areKeysSettled = true;
  let side = 320;
  let item: number | null = null;
  let itemSelected: (nodeId: string) => void = () => undefined;
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
      incomingWires: (id) => wires.filter(({ to }) => to[0] === id),
      keyOf,
      peekKey: keyOf,
      areKeysSettled: () => areKeysSettled,
      inView: () => [...nodes.keys()].filter((id) => !hidden.has(id)),
      pictureSide: () => side,
      itemInView: (id) => (id === 'blur' && item !== null ? { path: [item], total: 3 } : null),
      positionsOf: (_id, path) => ({ image: path }),
      onItem(listener) {
        itemSelected = listener;
        return () => (itemSelected = () => undefined);
      },
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
    runs: { table, resultAt: (key) => ran.get(key), isPreviousVisible: () => false },
    runner: {
      run: (plan, tell, signal) =>
        new Promise((end) => {
          asked.push({ plan, tell, end, signal });
          signal.addEventListener('abort', () => end());
        }),
    },
    clock: {
      clock: () => now,
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
    /** The photo holds three files from now on, of which the blur is looked at for one. */
    lookAt: (index: number) => {
      const value = ['file_1', 'file_2', 'file_3'].map((file) => ({ type: 'file', value: file }));
      nodes.set('photo', { id: 'photo', type: 'list/images', inputs: { files: { type: 'list', value } } });
      item = index;
      itemSelected('blur');
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
