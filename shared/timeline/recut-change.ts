import type { TimelineClip } from './document.ts';

export type RecutKind = 'moved' | 'trimmed' | 'new' | 'missing' | 'changed';

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
}
