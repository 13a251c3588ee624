import type { PanelOrigin } from '#shared/storyboard/made.ts';

/** What of the board leads to other pages; who composes the pages says how. */
export interface BoardLinks {
  /** @param shotId what a shot is called on a timeline, for its clips; null for the timeline as it is. */
  toTimeline: (shotId: string | null) => void;
  /** To the node that made a file, or the template. @param origin what the board itself remembers of that. */
  toNode: (fileId: string, origin: PanelOrigin | null) => void;
  /** To the run that made a file. */
  toRun: (fileId: string, origin: PanelOrigin | null) => void;
}
