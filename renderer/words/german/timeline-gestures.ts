import type { Translated } from '../translated.ts';
import type { timelineGestures as english } from '../english/timeline-gestures.ts';

export const timelineGestures: Translated<typeof english> = {
  drag: {
    clips: (clips) => `${clips} Clips`,
  },
  stepNotices: {
    tracksDidNotMove: 'Spuren, die nicht mitgewandert sind',
    clipsCut: 'Clips, die geschnitten wurden',
  },
  useTimelinePointer: {
    splitAllTracks: 'Alle Spuren teilen',
  },
};
