import type { Translated } from '../translated.ts';
import type { timelineGestures as english } from '../english/timeline-gestures.ts';

export const timelineGestures: Translated<typeof english> = {
  appearance: {
    fadeIn: 'Einblenden',
    fadeOut: 'Ausblenden',
    moveKeyframe: 'Keyframe verschieben',
  },
  drag: {
    copyStep: 'Kopieren',
    moveStep: 'Verschieben',
    slipStep: 'Slip',
    trimOf: (name, clips) => `${clips}: ${name}`,
    trim: 'Trimmen',
    rollCut: 'Schnitt verschieben',
    rippleTrim: 'Mit Ripple trimmen',
    clips: (clips) => `${clips} Clips`,
  },
  stepNotices: {
    tracksDidNotMove: 'Spuren, die nicht mitgewandert sind',
    clipsCut: 'Clips, die geschnitten wurden',
  },
  useTimelinePointer: {
    splitClip: 'Clip teilen',
    splitAllTracks: 'Alle Spuren teilen',
  },
};
