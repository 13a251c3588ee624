import type { DeskStandIn } from './desk-stand-in.ts';

/** Takes edits of storyboards and timelines and the steps of undo, and has none of earlier windows. */
export function standInForDrafts(desk: DeskStandIn): void {
  desk.desk('claimDocument', () => ({
    writing: true,
    base: null,
    entries: [],
    saved: null,
    writes: 0,
    inFlight: [],
    notice: null,
  }));
  desk.desk('writeDocument', () => undefined);
  desk.desk('documentSending', () => undefined);
  desk.desk('acknowledgeDocument', () => undefined);
  desk.desk('leaveDocument', () => undefined);
  desk.desk('listDrafts', () => ({ drafts: [] }));
  desk.desk('removeDrafts', () => undefined);
  desk.desk('readUndo', () => ({ undo: null }));
  desk.desk('writeUndo', () => undefined);
}
