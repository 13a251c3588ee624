import type { TimelineClip } from './document.ts';

export type RecutKind = 'moved' | 'trimmed' | 'new' | 'missing' | 'changed';

/** What of a clip can be otherwise beside its place in time and the part of its medium that it shows. */
export type RecutDifference =
  | 'medium'
  | 'track'
  | 'name'
  | 'speed'
  | 'opacity'
  | 'volume'
  | 'transform'
  | 'dissolve'
  | 'fades'
  | 'keyframes'
  | 'words'
  | 'rest';

/** What became of one clip. */
export interface RecutChange {
  kind: RecutKind;
  /** One clip has one change: of the clip here, else of the new one. */
  id: string;
  name: string;
  /** The clip here; null for a new one. */
  before: TimelineClip | null;
  /** The clip as it came back; null for one that is missing. */
  after: TimelineClip | null;
  /** All that is otherwise, whatever the kind says first; empty for clips that are new or missing. */
  differs: readonly RecutDifference[];
}
