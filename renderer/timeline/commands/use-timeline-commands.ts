import type { TimelineDocument } from '#shared/timeline/document.ts';
import {
  addDissolves,
  addMarker,
  closeGaps,
  closeGapsInStep,
  deleteClips,
  deleteInStep,
  detachSound,
  dissolveState,
  duplicateClips,
  editableClips,
  endOf,
  frameOf,
  freezeClips,
  hasAttachedSound,
  linkClips,
  removeDissolves,
  removeMarker,
  removeKeyframesAt,
  rippleDelete,
  splitClips,
  trimClips,
  unlinkClips,
  withLinked,
  type Placement,
} from '#shared/timeline/edits/index.ts';
import { clipExt } from '#shared/timeline/ext.ts';
import { timelineEnd } from '#shared/timeline/timeline.ts';
import { useCommands, type CommandCall } from '#renderer/commands/index.ts';
import { sayBriefly } from '#renderer/ui/index.ts';
import { words as catalog } from '#renderer/words/index.ts';
import { clipboardCommands } from './clipboard-commands.ts';
import { captionCommands } from './caption-commands.ts';
import { selectedGap } from '../clips/gap-mark.tsx';
import { trackCommands } from '../tracks/track-commands.ts';
import type { EditState, EditStore, Tool } from '../model/edit-store.ts';
import { changed, changeInStep } from '../gestures/step-notices.ts';
import { nudge } from '../gestures/nudge.ts';
import type { AddMedia } from './use-add-media.ts';
import {
  isMarkerSelected,
  shotIdOf,
  useTimelineContext,
  type TimelineContextOptions,
} from './use-timeline-context.ts';
import { newId } from '../gestures/use-timeline-pointer.ts';

const t = catalog.timelineCommands.useTimelineCommands;

export interface TimelineCommandContext extends TimelineContextOptions {
  /** Puts files on tracks. */
  media: AddMedia;
  /** Goes from clip to clip by a key. */
  walk: (call: CommandCall) => void;
  /** Gives up a drag. @returns whether there was one. */
  cancel: () => boolean;
  /** Takes the newest edit back. */
  undo: () => void;
}

const texts = catalog.clips;
const STEP = 1.5;
const clipWords = (count: number): string => (count === 1 ? t.clip : t.clips(count));

/** Handles the commands of a timeline, and says which of them can be used. */
export function useTimelineCommands(context: TimelineCommandContext): void {
  useTimelineContext(context);
  const { store, playhead, lanes, cancel } = context;
  const { scale, zoomTo, laneX } = lanes;
  useCommands('timeline', {
    'view.zoom-in': ({ client }) => zoomTo(scale * STEP, client && laneX(client.x)),
    'view.zoom-out': ({ client }) => zoomTo(scale / STEP, client && laneX(client.x)),
    'view.fit': () => zoomTo(null),
    ...toolCommands(store),
    ...clipCommands(context),
    ...playheadCommands(context),
    ...trackCommands(context),
    ...captionCommands(context),
    'timeline.walk': context.walk,
    'timeline.show-shot': () => {
      const { selected, fromId } = store.getState();
      const shotId = shotIdOf(context.document, selected, fromId);
      if (shotId !== undefined) context.onShowShot?.(shotId);
    },
    'timeline.run-again': () => store.setState({ originRequest: 'again' }),
    'timeline.takes': () => store.setState({ originRequest: 'takes' }),
    'timeline.find-file': () => store.setState(({ selected }) => ({ relinkRequest: selected })),
    'timeline.relink': () => store.setState({ relinkRequest: 'all' }),
    'timeline.freeze': () =>
      context.change?.(t.aFrame, freezeClips(store.getState().selected, playhead.getState().time)),
    'timeline.dissolve': () => {
      const { selected } = store.getState();
      if (dissolveState(context.document, selected) === 'has')
        context.change?.(texts.stepRemoveDissolve, removeDissolves(selected));
      else context.change?.(texts.stepAddDissolve, addDissolves(selected));
    },
    'timeline.insert-source': () => addSource(context, 'insert'),
    'timeline.overwrite-source': () => addSource(context, 'overwrite'),
    'timeline.close-gap': () => closeGap(context),
    'timeline.detach-sound': () => detach(context),
    'timeline.select-all': () =>
      store.setState({ selected: new Set(context.document.timeline.clips.map(({ id }) => id)) }),
    'timeline.cancel': () => {
      if (cancel()) return;
      // The razor is put away first: what is selected is not what it cuts.
      if (store.getState().tool === 'razor') store.setState({ tool: 'select' });
      else store.setState({ selected: new Set(), markerId: null, gap: null });
    },
    'timeline.marker': () => {
      const id = `marker-${crypto.randomUUID()}`;
      context.change?.(t.addMarker, addMarker({ id, time: playhead.getState().time }));
      const { activeElement } = window.document;
      const focused = activeElement instanceof HTMLElement ? activeElement : null;
      store.setState({ markerId: id, editingMarker: { id, focused } });
    },
  });
}

/** Takes the sound of the selected videos apart; it is selected with them, so that the two move together. */
function detach({ document, store, change }: TimelineCommandContext): void {
  const { selected } = store.getState();
  const count = document.timeline.clips.filter(
    (clip) => selected.has(clip.id) && hasAttachedSound(clip),
  ).length;
  const result = changed(change, texts.stepDetachSound(count), detachSound(selected, newId));
  if (result) store.setState({ selected: withLinked(result.after, selected) });
}

/** Puts the file that was looked at last in at the playhead. */
function addSource({ store, playhead, media }: TimelineCommandContext, placement: Placement): void {
  const { source, trackId, keepsStep } = store.getState();
  const target = { trackId, at: playhead.getState().time, placement, keepsStep };
  if (source) media.add(source.file, target, source.shot);
}

/** Lets what is later move up into the chosen gap, else into the one at the playhead on the chosen track. */
function closeGap(context: TimelineCommandContext): void {
  const { document, store, playhead, change } = context;
  const gap = selectedGap(document, store.getState());
  const trackId = gap?.trackId ?? store.getState().trackId;
  if (trackId === null) return;
  const at = gap?.from ?? playhead.getState().time;
  const isClosed = store.getState().keepsStep
    ? changeInStep(context, texts.stepCloseGap, closeGapsInStep([trackId], at))
    : changed(change, texts.stepCloseGap, closeGaps([trackId], at)) !== null;
  if (!isClosed) sayBriefly(texts.noGap);
  store.setState({ gap: null });
}

function toolCommands(store: EditStore) {
  const use = (tool: Tool) => () => store.setState({ tool });
  return {
    'timeline.tool-select': use('select'),
    'timeline.tool-ripple': use('ripple'),
    'timeline.tool-roll': use('roll'),
    'timeline.tool-slip': use('slip'),
    'timeline.tool-razor': use('razor'),
    'timeline.keep-step': () => store.setState(({ keepsStep }) => ({ keepsStep: !keepsStep })),
    'timeline.snap': () => store.setState(({ snapping }) => ({ snapping: !snapping })),
  };
}

function clipCommands(context: TimelineCommandContext) {
  const { document, store, playhead, change } = context;
  const selectedIds = (): string[] => [...store.getState().selected];
  const words = (): string => clipWords(store.getState().selected.size);
  const time = (): number => playhead.getState().time;
  const none: Partial<EditState> = { selected: new Set() };
  const trimTo = (edge: 'start' | 'end') => () => {
    // Only what lies under the playhead has something to trim up to it.
    const clips = editableClips(document, selectedIds()).filter(
      (clip) => clip.startTime < time() && endOf(clip) > time(),
    );
    change?.(t.trim(clipWords(clips.length)), (before) =>
      clips.reduce<TimelineDocument | null>((current, clip) => {
        const at = edge === 'start' ? clip.startTime : endOf(clip);
        return trimClips({ ids: [clip.id], edge, by: time() - at })(current ?? before) ?? current;
      }, null),
    );
  };
  return {
    ...clipboardCommands(context),
    'timeline.duplicate': () =>
      change?.(t.duplicate(words()), duplicateClips(selectedIds(), newId, store.getState().keepsStep)),
    'timeline.split': () => {
      const under = withLinked(document, selectedIds());
      const isUnder = document.timeline.clips.some(
        (clip) => under.has(clip.id) && clip.startTime < time() && endOf(clip) > time(),
      );
      change?.(t.splitPlayhead, splitClips(time(), isUnder ? under : null, newId));
    },
    'timeline.trim-start': trimTo('start'),
    'timeline.trim-end': trimTo('end'),
    'timeline.nudge-left': () => nudge(context, -1),
    'timeline.nudge-right': () => nudge(context, 1),
    'timeline.link': () => {
      const linked = document.timeline.clips.some(
        (clip) => store.getState().selected.has(clip.id) && clipExt(clip).linkId !== undefined,
      );
      if (linked) change?.(t.unlink(words()), unlinkClips(selectedIds()));
      else change?.(t.link(words()), linkClips(selectedIds(), `link-${crypto.randomUUID()}`));
    },
    'timeline.delete': () => {
      const { keyframe } = store.getState();
      if (keyframe) {
        change?.(t.deleteKeyframe, removeKeyframesAt(keyframe.clipId, keyframe.at));
        store.setState({ keyframe: null });
        return;
      }
      if (isMarkerSelected(document, store.getState())) {
        change?.(t.deleteMarker, removeMarker(store.getState().markerId ?? ''));
        store.setState({ markerId: null });
        return;
      }
      if (selectedGap(document, store.getState())) return closeGap(context);
      change?.(t.delete(words()), deleteClips(selectedIds()));
      store.setState(none);
    },
    'timeline.ripple-delete': () => {
      if (selectedGap(document, store.getState())) return closeGap(context);
      const { keepsStep } = store.getState();
      const name = t.deleteCloseGap(words());
      if (keepsStep) changeInStep(context, name, deleteInStep(selectedIds()));
      else change?.(name, rippleDelete(selectedIds()));
      store.setState(none);
    },
  };
}

/** The times of all cuts, in order. */
const cutsOf = ({ timeline }: TimelineDocument): number[] =>
  [...new Set([0, ...timeline.clips.flatMap((clip) => [clip.startTime, endOf(clip)])])].toSorted(
    (a, b) => a - b,
  );

function playheadCommands({ document, playhead, lanes }: TimelineCommandContext) {
  const go = (time: number) => {
    playhead.seek(time);
    lanes.reveal(time);
  };
  const tolerance = frameOf(document) / 2;
  return {
    'timeline.go-start': () => go(0),
    'timeline.go-end': () => go(timelineEnd(document.timeline.clips)),
    'timeline.previous-cut': () =>
      go(cutsOf(document).findLast((time) => time < playhead.getState().time - tolerance) ?? 0),
    'timeline.next-cut': () => {
      const next = cutsOf(document).find((time) => time > playhead.getState().time + tolerance);
      if (next !== undefined) go(next);
    },
  };
}
