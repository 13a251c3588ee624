/** What people read in `renderer/timeline/clips`, by the file that shows it. */
export const timelineClips = {
  clipView: {
    linked: 'linked',
    writeWords: 'write words',
    words: 'Words',
  },
  keyframeMarks: {
    keyframeAt: (spokenTimecode: string): string => `Keyframe at ${spokenTimecode}`,
    keyframeDragMoveFrame: 'Keyframe. Drag it, move it by a frame with comma and period, or delete it.',
  },
} as const;
