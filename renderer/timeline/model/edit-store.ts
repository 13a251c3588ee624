import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import type { ClipFile, ShotFields } from './add-file.ts';

export type Tool = 'select' | 'ripple' | 'roll' | 'slip' | 'razor';

/** A line over all tracks, where an edge has snapped to something. */
export interface Guide {
  time: number;
  reason: string;
  /** Where files are held over the tracks: the track under the pointer, null below them, and the side that has room. */
  drop?: { trackId: string | null; side: 'before' | 'after' };
}

/** Where a clip is drawn while it is dragged. */
export interface DragPosition {
  startTime: number;
  duration: number;
  trackId: string;
}

export interface DragPreview {
  positions: ReadonlyMap<string, DragPosition>;
  /** Everything on these tracks from a time on is drawn so many seconds further. */
  shifts: readonly { trackId: string; from: number; by: number }[];
  /** What the drag does, and where that is said: at the edge or clip that the pointer holds. */
  label: string;
  at: { time: number; trackId: string };
  /** The frames on both sides of what is trimmed, to be seen in the monitor. */
  edges: readonly DraggedEdge[];
}

/** The first or last frame of a clip, as it would be. */
export interface DraggedEdge {
  clip: TimelineClip;
  edge: 'start' | 'end';
  /** Seconds of the timeline, and of the medium. */
  time: number;
  mediumTime: number;
}

/** Pixels from the beginning of the lanes and the top of the rows. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Presses of the frame keys that are one step: they move the same clips, or the same keyframes, and nothing comes between. */
export interface LastNudge {
  /** What is moved; equal for the same clips, or the same keyframes. */
  label: string;
  /** The name of their gesture; no other presses have it. */
  gesture: string;
  /** How many frames later all of them move it. */
  frames: number;
  /** The document before the first press, and since the last. */
  before: TimelineDocument;
  document: TimelineDocument;
}

/** What a person is doing with an open timeline; nothing of it is stored. */
export interface EditState {
  tool: Tool;
  snapping: boolean;
  /** What ripples moves what is later on all tracks that are not locked. */
  keepsStep: boolean;
  selected: ReadonlySet<string>;
  /** The clip that the arrow keys go on from. */
  fromId: string | null;
  /** The track that commands are about. */
  trackId: string | null;
  /** The track whose name is being written. */
  editingTrackId: string | null;
  /** The caption or title whose words are being written. */
  editingId: string | null;
  /** The one whose words are written because it was just added: Escape takes it back. */
  newWordsId: string | null;
  /** The gap that was chosen: its track, and a time in it. It counts while no clip is selected. */
  gap: { trackId: string; at: number } | null;
  /** The file that was looked at last among those to be added, and what it takes over from a shot. */
  source: { file: ClipFile; shot: ShotFields | null } | null;
  /** The clips that are being dragged. */
  dragging: ReadonlySet<string>;
  /** How clips lie while they are dragged. */
  preview: DragPreview | null;
  guide: Guide | null;
  /** A fade that is being dragged, in seconds. */
  fadeDrag: { clipId: string; fade: 'fadeIn' | 'fadeOut'; seconds: number } | null;
  /** The keyframes on one frame of a clip that keys are about, in seconds from its start, and where they are being dragged to. */
  keyframe: { clipId: string; at: number; to: number } | null;
  /** What the frame keys have moved last. */
  lastNudge: LastNudge | null;
  /** The document that a message is about which leaves when there is another. */
  lastNotice: TimelineDocument | null;
  marquee: Box | null;
  /** The marker whose words are open. */
  markerId: string | null;
  /** The marker that was just put in, whose name takes the focus, and what had the focus before. */
  editingMarker: { id: string; focused: HTMLElement | null } | null;
  /** What is asked of what made the clip that is shown: to run it again, or to show its takes. */
  originRequest: 'again' | 'takes' | null;
  /** Missing files are looked for: those of some clips, or all. */
  relinkRequest: ReadonlySet<string> | 'all' | null;
}

export type EditStore = StoreApi<EditState>;

/** One thing is chosen at a time: a marker ends the choice of clips and of a gap, and these close the marker. */
function enforceSingleSelection(store: EditStore): void {
  store.subscribe((current, before) => {
    if (current.markerId !== null && current.markerId !== before.markerId) {
      store.setState({ selected: new Set(), gap: null, keyframe: null });
    } else if (
      current.markerId !== null &&
      ((current.selected !== before.selected && current.selected.size > 0) ||
        (current.gap !== before.gap && current.gap !== null) ||
        current.trackId !== before.trackId)
    ) {
      store.setState({ markerId: null });
    }
  });
}

/** What a person does with a timeline that was just opened. */
export function createEditStore(): EditStore {
  const store = createStore<EditState>(() => ({
    tool: 'select',
    snapping: true,
    keepsStep: true,
    selected: new Set(),
    fromId: null,
    trackId: null,
    editingTrackId: null,
    editingId: null,
    newWordsId: null,
    gap: null,
    source: null,
    dragging: new Set(),
    preview: null,
    guide: null,
    fadeDrag: null,
    keyframe: null,
    lastNudge: null,
    lastNotice: null,
    marquee: null,
    markerId: null,
    editingMarker: null,
    originRequest: null,
    relinkRequest: null,
  }));
  enforceSingleSelection(store);
  return store;
}
