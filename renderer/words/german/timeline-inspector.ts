import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { timelineInspector as english } from '../english/timeline-inspector.ts';

export const timelineInspector: Translated<typeof english> = {
  trackDetails: {
    renameTrack: 'Spur umbenennen',
  },
  clipInspector: {
    title: 'Titel',
    caption: 'Untertitel',
    clip: 'Clip',
    swapUse: 'Take tauschen',
  },
  clipSpeed: {
    changeSpeed: 'Tempo ändern',
    speed: 'Tempo %',
  },
  clipTimes: {
    track: 'Spur',
    inPoint: 'In',
    outPoint: 'Out',
    lengthOf: 'Länge',
    moveClip: 'Clip verschieben',
    renameClip: 'Clip umbenennen',
    slipClip: 'Clip mit Slip verschieben',
    trimClip: 'Clip trimmen',
    writeWords: 'Text schreiben',
    name: 'Name',
    label: 'Start',
    outLabel: 'Ende',
    length: 'Länge',
    sourceFrom: 'Quelle ab',
    label2: (count, trackName) => `${pluralForm(count, ['# Frame', '# Frames'])} auf ${trackName}`,
    words: 'Text',
  },
  clipValues: {
    removeKeyframes: 'Keyframes entfernen',
    setKeyframe: 'Keyframe setzen',
    removeKeyframe2: 'Keyframe entfernen',
    fadeOut2: 'Ausblenden',
    fade: 'Einblenden',
    fields: {
      opacity: 'Deckkraft %',
      volume: 'Lautstärke %',
      x: 'Position X',
      y: 'Position Y',
      scale: 'Skalierung %',
      rotation: 'Drehung °',
    },
    fadeIn: 'Einblendung',
    fadeOut: 'Ausblendung',
    change: (property) => `Wert ändern: ${property}`,
    removeKeyframe: (label) => `Das Keyframe von ${label} entfernen`,
    setKeyframePlayhead: (label) => `Ein Keyframe von ${label} am Abspielkopf setzen`,
    removeAll: (count, label) =>
      pluralForm(count, [`# Keyframe von ${label} entfernen`, `Alle # Keyframes von ${label} entfernen`]),
  },
  markerDetails: {
    changeMarker: 'Marker ändern',
    deleteMarkerStep: 'Marker löschen',
    marker: 'Marker',
    name: 'Name',
    words: 'Text',
    time: 'Zeit',
    length: 'Länge',
    deleteMarker: 'Marker löschen',
    color: 'Farbe',
  },
  timelineFormat: {
    nameTimeline: 'Name der Zeitleiste',
  },
};
