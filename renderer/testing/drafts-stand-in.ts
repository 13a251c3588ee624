import type { DeskStandIn } from './desk-stand-in.ts';

/** Takes drafts of storyboards and timelines and the steps of undo, and has none of earlier windows. */
export function standInForDrafts(desk: DeskStandIn): void {
  desk.desk('claimDrafts', () => ({ drafts: [] }));
  desk.desk('writeDraft', () => undefined);
  desk.desk('removeDrafts', () => undefined);
  desk.desk('readUndo', () => ({ undo: null }));
  desk.desk('writeUndo', () => undefined);
}
