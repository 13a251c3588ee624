import type { Translated } from '../translated.ts';
import type { timelineTracks as english } from '../english/timeline-tracks.ts';

export const timelineTracks: Translated<typeof english> = {
  playheadLine: {
    playhead: 'Abspielkopf',
  },
  trackCommands: {
    closeGaps: 'Lücken schließen',
    moveTrackUp: 'Spur nach oben',
    moveTrackDown: 'Spur nach unten',
  },
  trackHead: {
    nameTrack: 'Name der Spur',
    hide: (name) => `${name} ausblenden`,
    mute: (name) => `${name} stummschalten`,
    solo: (name) => `${name} allein abspielen`,
    lock: (name) => `${name} sperren`,
  },
  trackUploads: {
    notPictureVideoSound: (name) => `${name} ist kein Bild, kein Video und keine Audiodatei.`,
    fileNotAdded: 'Eine Datei wurde nicht hinzugefügt',
    filesNotAdded: (count) => `${count} Dateien wurden nicht hinzugefügt`,
  },
};
