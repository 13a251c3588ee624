import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { timelineInspector as english } from '../english/timeline-inspector.ts';

export const timelineInspector: Translated<typeof english> = {
  clipInspector: {
    clip: 'Clip',
    swapUse: 'Take tauschen',
  },
  clipSpeed: {
    speed: 'Tempo %',
  },
  clipTimes: {
    name: 'Name',
    label: 'Start',
    outLabel: 'Ende',
    length: 'Länge',
    sourceFrom: 'Quelle ab',
    label2: (count, trackName) => `${pluralForm(count, ['# Frame', '# Frames'])} auf ${trackName}`,
    words: 'Text',
  },
  clipValues: {
    opacity: 'Deckkraft %',
    volume: 'Lautstärke %',
    positionX: 'Position X',
    positionY: 'Position Y',
    scale: 'Skalierung %',
    rotation: 'Drehung °',
    fadeIn: 'Einblendung',
    fadeOut: 'Ausblendung',
    change: (property) => `Wert ändern: ${property}`,
    removeKeyframe: (label) => `Das Keyframe von ${label} entfernen`,
    setKeyframePlayhead: (label) => `Ein Keyframe von ${label} am Abspielkopf setzen`,
    removeAll: (count, label) =>
      pluralForm(count, [`# Keyframe von ${label} entfernen`, `Alle # Keyframes von ${label} entfernen`]),
  },
  markerDetails: {
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
