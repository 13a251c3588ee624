import type { TimelineDocument } from '#shared/timeline/document.ts';
import { addTrack, type TimelineEdit, type TrackChange } from '#shared/timeline/edits/index.ts';
import type { TrackKind } from '#shared/timeline/ext.ts';
import { words } from '#renderer/words/index.ts';
import { layoutTracks } from './layout.ts';

/** What a person does with tracks. */
export interface TrackChanges {
  /** @param gesture changes with the same one are one step. */
  change: (trackId: string, name: string, change: TrackChange, gesture?: string) => void;
  solo: (trackId: string, solo: boolean) => void;
  /** Adds an empty track, and chooses it. */
  add: (kind: TrackKind) => void;
}

/** Adds an empty track that is called after its kind and its number among those of its kind. */
export const addTrackOfKind =
  (id: string, kind: TrackKind): TimelineEdit =>
  (document: TimelineDocument) => {
    const count = layoutTracks(document).filter((row) => isOfKind(row.kind, kind)).length;
    return addTrack({ id, name: `${words.clips.trackOfKind[kind]} ${count + 1}`, kind })(document);
  };

/** Pictures may come onto a track that is empty, too. */
const isOfKind = (existing: TrackKind | 'empty', kind: TrackKind): boolean =>
  existing === 'empty' ? kind === 'picture' : existing === kind;
