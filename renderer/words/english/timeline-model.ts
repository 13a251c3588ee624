/** What people read in `renderer/timeline/model`, by the file that shows it. */
export const timelineModel = {
  addFile: {
    theFile: 'The file',
    dragRetry: 'Drag it again.',
  },
  snapping: {
    clip: 'a clip',
    theBeginning: 'The beginning',
    startOf: (name: string): string => `Start of ${name}`,
    endOf: (name: string): string => `End of ${name}`,
    marker: (name: string): string => `Marker ${name}`,
    marker2: 'Marker',
    playhead: 'Playhead',
  },
} as const;
