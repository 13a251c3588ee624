import type { TrackChange } from '#shared/timeline/edits/index.ts';

/** What a person does with tracks. */
export interface TrackChanges {
  /** @param gesture changes with the same one are one step. */
  change: (trackId: string, name: string, change: TrackChange, gesture?: string) => void;
  solo: (trackId: string, solo: boolean) => void;
}
