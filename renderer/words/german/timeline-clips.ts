import type { Translated } from '../translated.ts';
import type { timelineClips as english } from '../english/timeline-clips.ts';

export const timelineClips: Translated<typeof english> = {
  clipView: {
    linked: 'verknüpft',
    writeWords: 'Text schreiben',
    words: 'Text',
  },
  keyframeMarks: {
    keyframeAt: (spokenTimecode) => `Keyframe bei ${spokenTimecode}`,
    keyframeDragMoveFrame: 'Keyframe. Ziehen, mit Komma und Punkt um einen Frame verschieben oder löschen.',
  },
};
