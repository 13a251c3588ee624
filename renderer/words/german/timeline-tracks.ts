import type { Translated } from '../translated.ts';
import type { timelineTracks as english } from '../english/timeline-tracks.ts';

export const timelineTracks: Translated<typeof english> = {
  playheadLine: {
    playhead: 'Abspielkopf',
  },
  trackCommands: {
    deleteTrack: 'Spur löschen',
    lockTrack: 'Spur sperren',
    unlockTrack: 'Spur entsperren',
    hideTrack: 'Spur ausblenden',
    showTrack: 'Spur einblenden',
    soloTrack: 'Solo für die Spur',
    muteTrack: 'Spur stummschalten',
    unmuteTrack: 'Spur wieder einschalten',
    closeGaps: 'Lücken schließen',
    moveTrackUp: 'Spur nach oben',
    moveTrackDown: 'Spur nach unten',
  },
  trackHead: {
    lockTrack: 'Spur sperren',
    unlockTrack: 'Spur entsperren',
    muteTrack: 'Spur stummschalten',
    unmuteTrack: 'Spur wieder einschalten',
    hideTrack: 'Spur ausblenden',
    showTrack: 'Spur einblenden',
    renameTrack: 'Spur umbenennen',
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
