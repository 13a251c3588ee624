import type { DeskStandIn } from './desk-stand-in.ts';

/** Takes drafts of storyboards and timelines, and has none of earlier windows. */
export function standInForDrafts(desk: DeskStandIn): void {
  desk.desk('claimDrafts', () => ({ drafts: [] }));
  desk.desk('writeDraft', () => undefined);
  desk.desk('removeDrafts', () => undefined);
}
