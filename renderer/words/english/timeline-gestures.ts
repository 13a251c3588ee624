/** What people read in `renderer/timeline/gestures`, by the file that shows it. */
export const timelineGestures = {
  drag: {
    clips: (clips: number): string => `${clips} clips`,
  },
  stepNotices: {
    tracksDidNotMove: 'tracks that did not move along',
    clipsCut: 'clips that were cut',
  },
  useTimelinePointer: {
    splitAllTracks: 'split all tracks',
  },
} as const;
