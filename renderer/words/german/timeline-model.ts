import type { Translated } from '../translated.ts';
import type { timelineModel as english } from '../english/timeline-model.ts';

export const timelineModel: Translated<typeof english> = {
  addFile: {
    theFile: 'Die Datei',
    dragRetry: 'Noch einmal ziehen.',
  },
  snapping: {
    clip: 'ein Clip',
    theBeginning: 'Der Anfang',
    startOf: (name) => `Beginn: ${name}`,
    endOf: (name) => `Ende: ${name}`,
    marker: (name) => `Marker ${name}`,
    marker2: 'Marker',
    playhead: 'Abspielkopf',
  },
};
