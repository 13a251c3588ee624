/** What people read in `renderer/timeline/gestures`, by the file that shows it. */
export const timelineGestures = {
  appearance: {
    fadeIn: 'fade in',
    fadeOut: 'fade out',
    moveKeyframe: 'move keyframe',
  },
  drag: {
    copyStep: 'copy',
    moveStep: 'move',
    slipStep: 'slip',
    trimOf: (name: string, clips: string): string => `${name} ${clips}`,
    trim: 'trim',
    rollCut: 'roll cut',
    rippleTrim: 'ripple trim',
    clips: (clips: number): string => `${clips} clips`,
  },
  stepNotices: {
    tracksDidNotMove: 'tracks that did not move along',
    clipsCut: 'clips that were cut',
  },
  useTimelinePointer: {
    splitClip: 'split clip',
    splitAllTracks: 'split all tracks',
  },
} as const;
