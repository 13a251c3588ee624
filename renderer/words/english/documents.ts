/** What people read in `renderer/documents`, by the file that shows it. */
export const documents = {
  clashWords: {
    lengthOf: 'length',
    trackOf: 'track',
    sceneOf: 'scene',
    positionTime: 'place in time',
    startMedium: 'start in the medium',
    endMedium: 'end in the medium',
    andOverflow: (value: number): string => ` and ${value} more`,
    somebodyElseChangedSame: (value: string): string =>
      `Somebody else changed the same meanwhile: ${value}. Yours was kept.`,
    youDeletedChangedDelete: (value: number): string =>
      `What one of you deleted and the other changed is still there (${value}). Delete it again if it should go.`,
    unsavedChangesFoundComputer: (kind: string): string =>
      `Unsaved changes of this ${kind} were found on this computer and cannot be read. They are kept, but you see the last version that was saved: check your last edits.`,
  },
  documentBar: {
    reverted: 'Undone',
    createdRetry: 'Made again',
  },
  readDocument: {
    documentProblemsMost: (count: number, mAXPROBLEMS: number): string =>
      `The document has ${count} problems, of at most ${mAXPROBLEMS} that are looked for.`,
  },
} as const;
