import type { RefObject } from 'react';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import type { TimelineEdit } from '#shared/timeline/edits/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import type { EditStore } from './edit-store.ts';
import type { TrackRow } from './layout.ts';
import type { TimelineScale } from './use-timeline-scale.ts';

/** What the gestures of a timeline work on, as of the newest render. */
export interface PointerContext {
  document: TimelineDocument;
  rows: readonly TrackRow[];
  lanes: TimelineScale;
  store: EditStore;
  playhead: Playhead;
  /** Makes an edit that can be taken back; null: the timeline is only looked at. */
  change: ((name: string, edit: TimelineEdit) => void) | null;
  /** Takes the newest edit back. */
  undo: () => void;
  /** While a pointer is down. @returns to be called when it is up. */
  pause: () => () => void;
  rowsElement: RefObject<HTMLDivElement | null>;
}

/** What is done while a pointer is down. */
export interface Gesture {
  /** Of the pointer and of the view, again and again. */
  move: (event: { clientX: number; clientY: number; altKey: boolean; copy: boolean }) => void;
  /** @param committed whether it counts, or was given up. @param dragged whether the pointer has moved at all. */
  end: (committed: boolean, dragged: boolean) => void;
}
