import type { KeyedProperty } from '#shared/timeline/clip-fields.ts';
import { pluralForm } from '../forms.ts';

/** What people read in `renderer/timeline/inspector`, by the file that shows it. */
export const timelineInspector = {
  trackDetails: {
    renameTrack: 'rename track',
  },
  clipInspector: {
    title: 'Title',
    caption: 'Caption',
    clip: 'Clip',
    swapUse: 'swap the take',
  },
  clipSpeed: {
    changeSpeed: 'change speed',
    speed: 'Speed %',
  },
  clipTimes: {
    track: 'Track',
    inPoint: 'In',
    outPoint: 'Out',
    lengthOf: 'Length',
    moveClip: 'move clip',
    renameClip: 'rename clip',
    slipClip: 'slip clip',
    trimClip: 'trim clip',
    writeWords: 'write words',
    name: 'Name',
    label: 'In',
    outLabel: 'Out',
    length: 'Length',
    sourceFrom: 'Source from',
    label2: (count: number, trackName: string): string =>
      `${pluralForm(count, ['# frame', '# frames'])} on ${trackName}`,
    words: 'Words',
  },
  clipValues: {
    removeKeyframes: 'remove keyframes',
    setKeyframe: 'set keyframe',
    removeKeyframe2: 'remove keyframe',
    fadeOut2: 'fade out',
    fade: 'fade in',
    fields: {
      opacity: 'Opacity %',
      volume: 'Volume %',
      x: 'Position X',
      y: 'Position Y',
      scale: 'Scale %',
      rotation: 'Rotation °',
    } satisfies Record<KeyedProperty, string>,
    fadeIn: 'Fade in',
    fadeOut: 'Fade out',
    change: (property: string): string => `change ${property}`,
    removeKeyframe: (label: string): string => `Remove the keyframe of ${label}`,
    setKeyframePlayhead: (label: string): string => `Set a keyframe of ${label} at the playhead`,
    removeAll: (count: number, label: string): string =>
      `Remove all ${pluralForm(count, ['# keyframe', '# keyframes'])} of ${label}`,
  },
  markerDetails: {
    changeMarker: 'change marker',
    deleteMarkerStep: 'delete marker',
    marker: 'Marker',
    name: 'Name',
    words: 'Words',
    time: 'Time',
    length: 'Length',
    deleteMarker: 'Delete marker',
    color: 'Color',
  },
  timelineFormat: {
    nameTimeline: 'name of timeline',
  },
} as const;
