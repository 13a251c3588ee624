import { useEffect } from 'react';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import type { NewId, RippleEdit, TimelineEdit } from '#shared/timeline/edits/index.ts';
import { dismissToast, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditStore } from '../model/edit-store.ts';

const t = words.timelineGestures.stepNotices;

/**
 * Messages about an edit that was just made. They leave with their cause: when it is undone, when something else is edited, and
 * what is about tracks in step when that is switched.
 */

const BLOCKED_NOTICE = t.tracksDidNotMove;
const CUT = t.clipsCut;

/** Seconds that are no difference. */
const SAME = 1e-6;

/** What an edit was made with. */
export interface Editing {
  store: EditStore;
  /** Null: the timeline is only looked at. */
  change: ((name: string, edit: TimelineEdit, gesture?: string) => void) | null;
  /** Takes the newest edit back. */
  undo: () => void;
}

/** A timeline before and after an edit. */
export interface Created {
  before: TimelineDocument;
  after: TimelineDocument;
  /** Ids of the parts that clips were cut in; left out where nothing but parts was added. */
  splitIds?: ReadonlySet<string>;
}

/** Makes an edit. @returns the document before and after it; null where it changed nothing. */
export function changed(
  change: Editing['change'],
  name: string,
  edit: TimelineEdit,
  gesture?: string,
): Created | null {
  let result: Created | null = null;
  change?.(
    name,
    (before) => {
      const after = edit(before);
      result = after && { before, after };
      return after;
    },
    gesture,
  );
  return result;
}

/**
 * Says which tracks had no room to stay in step; nothing where all had.
 * @param after the timeline after the edit. @param blocked ids of tracks
 */
export function notifyBlocked(
  { store }: Pick<Editing, 'store'>,
  after: TimelineDocument,
  blocked: readonly string[],
): void {
  if (blocked.length === 0) return;
  const { tracks } = after.timeline;
  const names = tracks.filter(({ id }) => blocked.includes(id)).map(({ id, name }) => name || id);
  showToast({
    id: BLOCKED_NOTICE,
    title: words.clips.stuck(names),
    description: words.clips.stuckWhy,
    timeout: 10_000,
  });
  store.setState({ lastNotice: after });
}

/** A clip that others were put over. */
interface CutClip {
  clip: TimelineClip;
  /** How many clips are left of it; 0 where it is gone. */
  remaining: number;
  /** Seconds of it that are covered. */
  covered: number;
}

/** Whether a clip is a part that was cut from another; parts behind the first have new ids. */
const isSegmentOf = (segment: TimelineClip, { trackId, startTime, duration, filename }: TimelineClip) =>
  segment.trackId === trackId &&
  segment.startTime > startTime - SAME &&
  segment.startTime + segment.duration < startTime + duration + SAME &&
  segment.filename === filename;

/** Clips that are shorter, in parts or gone after others were put over them. @param excluded ids of those others */
function cutClips({ before, after, splitIds }: Created, excluded: ReadonlySet<string>): CutClip[] {
  const previousIds = new Set(before.timeline.clips.map(({ id }) => id));
  const current = new Map(after.timeline.clips.map((clip) => [clip.id, clip]));
  const created = after.timeline.clips.filter(
    ({ id }) => !previousIds.has(id) && (splitIds?.has(id) ?? true),
  );
  return before.timeline.clips.flatMap((clip) => {
    if (excluded.has(clip.id)) return [];
    const first = current.get(clip.id);
    if (first && first.duration >= clip.duration - SAME) return [];
    const left = [...(first ? [first] : []), ...created.filter((segment) => isSegmentOf(segment, clip))];
    const covered = left.reduce((seconds, { duration }) => seconds - duration, clip.duration);
    return [{ clip, remaining: left.length, covered }];
  });
}

/**
 * Says which clips were cut by putting others over them, with a button that takes it back; nothing where none was.
 * @param created the timeline before the first of several edits that are one step, and after the last.
 * @param excluded ids of clips that lie elsewhere now.
 */
export function notifyCut(
  { store, undo }: Pick<Editing, 'store' | 'undo'>,
  created: Created,
  excluded: ReadonlySet<string>,
): void {
  const cut = cutClips(created, excluded);
  if (cut.length === 0) return;
  const { frameRate } = created.before.timeline;
  const texts = cut.map(({ clip, remaining, covered }) => {
    const name = clip.name || words.boardUpdate.clip;
    if (remaining === 0) return words.clips.coveredAll(name);
    return words.clips.covered(name, Math.round(covered * frameRate), remaining);
  });
  showToast({
    id: CUT,
    title: texts.length > 3 ? words.clips.coveredMany(texts.length) : texts.join(' '),
    description: words.clips.coveredWhy,
    action: { label: words.clips.undo, run: undo },
  });
  store.setState({ lastNotice: created.after });
}

const NONE: ReadonlySet<string> = new Set();

/** Says which clips were cut by putting new ones over them; nothing where none was. */
export const notifyCutByNew = (segments: Pick<Editing, 'store' | 'undo'>, result: Created): void =>
  notifyCut(segments, result, NONE);

/** Ids of new clips, and which of them were given to parts of clips that were cut. */
export function partingIds(newId: () => string): { newId: NewId; splitIds: ReadonlySet<string> } {
  const splitIds = new Set<string>();
  const createId: NewId = (of) => {
    const id = newId();
    if (of === 'part') splitIds.add(id);
    return id;
  };
  return { newId: createId, splitIds };
}

/**
 * Makes an edit that puts new clips over others, and says which of those were cut.
 * @param edit made with the ids of what it adds. @returns the timeline before and after it; null where it changed nothing.
 */
export function changeOver(
  segments: Editing,
  name: string,
  newId: () => string,
  edit: (newId: NewId) => TimelineEdit,
): Created | null {
  const ids = partingIds(newId);
  const created = changed(segments.change, name, edit(ids.newId));
  if (created) notifyCutByNew(segments, { ...created, splitIds: ids.splitIds });
  return created;
}

/** Makes an edit that keeps all tracks in step, and says which had no room for it. @returns whether it changed anything. */
export function changeInStep(
  segments: Pick<Editing, 'store' | 'change'>,
  name: string,
  edit: RippleEdit,
): boolean {
  let blocked: readonly string[] = [];
  const created = changed(segments.change, name, (before) => {
    const rippled = edit(before);
    blocked = rippled?.stuck ?? [];
    return rippled?.document ?? null;
  });
  if (created) notifyBlocked(segments, created.after, blocked);
  return created !== null;
}

/** Lets the messages about an edit leave with their cause. */
export function useStepNotices(store: EditStore, document: TimelineDocument): void {
  useEffect(() => {
    const { lastNotice, lastNudge } = store.getState();
    // What was edited meanwhile ends the step, also where it is taken back.
    if (lastNudge !== null && lastNudge.document !== document) store.setState({ lastNudge: null });
    if (lastNotice === null || lastNotice === document) return;
    dismissToast(BLOCKED_NOTICE);
    dismissToast(CUT);
    store.setState({ lastNotice: null });
  }, [store, document]);
  useEffect(() => {
    const stop = store.subscribe((current, before) => {
      if (current.keepsStep !== before.keepsStep) dismissToast(BLOCKED_NOTICE);
    });
    return () => {
      stop();
      dismissToast(BLOCKED_NOTICE);
      dismissToast(CUT);
    };
  }, [store]);
}
