import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { CutFormatName } from '#shared/timeline/cut-formats.ts';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import type { TimelineEdit } from '#shared/timeline/edits/index.ts';
import {
  applyRecut,
  compareRecut,
  countSelected,
  planRecut,
  type Recut,
  type RecutChange,
} from '#shared/timeline/recut.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { timelineKeyOf } from '../tracks/track-uploads.ts';

/** A cut that came home and stands over the timeline that it left as, until its changes are taken or it is closed. */
interface Review {
  /** Whose timeline it is compared with, by `timelineKeyOf`. */
  timelineKey: string;
  filename: string;
  after: TimelineDocument;
  /** Of the file; else what it seems to be. */
  format?: CutFormatName;
  /** It is another version of this timeline, and has been in no other program. */
  isVersion?: boolean;
  /** Keys of the changes to take. */
  selected: ReadonlySet<string>;
  /** They are taken as soon as the timeline is shown. */
  isImmediate: boolean;
}

const open = createStore<{ review: Review | null }>(() => ({ review: null }));

/** Shows a cut that came home on the timeline of a project, or takes what is chosen of it there; both once that is shown. */
export const reviewRecut = (
  connectionId: string,
  projectId: string,
  review: Omit<Review, 'timelineKey'>,
): void => open.setState({ review: { timelineKey: timelineKeyOf(connectionId, projectId), ...review } });

const close = (): void => open.setState({ review: null });

/** What is shown of a review. */
export interface ActiveReview {
  filename: string;
  after: TimelineDocument;
  recut: Recut;
  selected: ReadonlySet<string>;
  /** What is taken beyond what is chosen, and what is not; empty where nothing needs room. */
  note: string;
  select: (selected: ReadonlySet<string>) => void;
  accept: () => void;
  close: () => void;
}

/** The clips of a timeline, and those of a cut that stands over it. */
export const reviewedClips = (
  clips: readonly TimelineClip[],
  review: ActiveReview | null,
): readonly TimelineClip[] => (review ? [...clips, ...review.after.timeline.clips] : clips);

type Change = (name: string, edit: TimelineEdit) => void;

/** What people are told of a part that needs room. */
function noteOf(
  before: TimelineDocument,
  after: TimelineDocument,
  recut: Recut,
  selected: ReadonlySet<string>,
): string {
  const { rippled, unshifted } = planRecut(before, after, recut, selected);
  const namesOf = (changes: Iterable<RecutChange>) =>
    Array.from(changes, ({ name }) => name || words.recut.unnamed);
  return [
    ...(rippled.length > 0 ? [words.recut.along(namesOf(rippled))] : []),
    ...(unshifted.size > 0 ? [words.recut.inPlace(namesOf(unshifted))] : []),
  ].join(' ');
}

/** Takes changes as one step, compared with the timeline as it is when that is made. */
function commitChanges(
  change: Change,
  { after, selected, filename, isVersion, format }: Omit<Review, 'timelineKey'>,
  count: number,
  note: string,
): void {
  change(words.recut.step(count), (before) =>
    applyRecut(before, after, compareRecut(before, after, isVersion, format), selected),
  );
  close();
  showToast({ kind: 'ok', title: words.recut.took(count), description: note || filename });
}

/** The review of a timeline, compared with it as it is now; null while there is none. */
export function useRecutReview(
  connectionId: string,
  projectId: string | null,
  document: TimelineDocument,
  change: Change | null,
): ActiveReview | null {
  const timelineKey = timelineKeyOf(connectionId, projectId);
  const review = useStore(open, (state) => (state.review?.timelineKey === timelineKey ? state.review : null));
  const recut = useMemo(
    () => (review ? compareRecut(document, review.after, review.isVersion, review.format) : null),
    [document, review],
  );
  const count = recut && review ? countSelected(recut, review.selected) : 0;
  const note = useMemo(
    () => (review && recut ? noteOf(document, review.after, recut, review.selected) : ''),
    [document, review, recut],
  );
  useEffect(() => {
    if (review?.isImmediate && change) commitChanges(change, review, count, note);
  }, [review, change, count, note]);
  if (!review || !recut || !change || review.isImmediate) return null;
  return {
    filename: review.filename,
    after: review.after,
    recut,
    selected: review.selected,
    note,
    select: (selected) => open.setState({ review: { ...review, selected } }),
    accept: () => commitChanges(change, review, count, note),
    close,
  };
}
