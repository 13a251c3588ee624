import type { TimelineClip } from './document.ts';

export type RecutKind = 'moved' | 'trimmed' | 'new' | 'missing' | 'changed';

/** What of a clip a version of the timeline can have otherwise, beside its place, part and look. */
export type RecutDifference = 'medium' | 'dissolve' | 'fades' | 'keyframes' | 'words' | 'rest';

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
  /** Empty unless versions are compared, of which each clip has all that is its own. */
  differs: readonly RecutDifference[];
}
