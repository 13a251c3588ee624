import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { timelineCommands as english } from '../english/timeline-commands.ts';

export const timelineCommands: Translated<typeof english> = {
  captionCommands: {
    addCaption: 'Untertitel hinzufügen',
    caption: 'Untertitel',
    captions: 'Untertitel',
  },
  addFiles: {
    allFiles: 'Alle Dateien',
    outputsOfRuns: 'Ausgaben von Läufen',
    uploads: 'Uploads',
    shotsOfStoryboard: 'Shots des Storyboards',
    filesTimeline: 'Dateien für die Zeitleiste',
    addFiles: 'Dateien hinzufügen',
    findFile: 'Datei suchen',
    find: 'Suchen',
    from: 'Aus',
    searchFindThem: (count) =>
      pluralForm(count, [
        '# weitere Datei. Suchen, um sie zu finden.',
        '# weitere Dateien. Suchen, um sie zu finden.',
      ]),
    fromComputer: 'Von diesem Computer…',
    filesComputer: 'Dateien dieses Computers',
    noName: 'Nichts hier hat das in seinem Namen.',
    noShotStoryboardPicture: 'Noch hat kein Shot des Storyboards ein Bild, ein Video oder Ton.',
    noRunPictureVideo: 'Noch hat kein Lauf ein Bild, ein Video oder eine Audiodatei ergeben.',
    noPicturesVideosSounds:
      'Noch gibt es keine Bilder, Videos oder Audiodateien. Welche in den Graphen einfügen und ausführen oder von diesem Computer auswählen.',
    overwritePlayhead: (name) => `Am Abspielkopf mit ${name} überschreiben`,
    dragTrackPressEnter: (name) =>
      `${name}. Auf eine Spur ziehen, oder mit der Eingabetaste über das legen, was am Abspielkopf liegt.`,
    insertPlayhead: (name) => `${name} am Abspielkopf einfügen`,
  },
  captionFiles: {
    kind: 'Untertitel',
    captions: 'Untertitel',
    importCaptions: 'Untertitel importieren',
    srtVttFile: 'Eine Datei mit der Endung .srt oder .vtt auswählen.',
  },
  useAddMedia: {
    add: (filename) => `${filename} hinzufügen`,
    addFiles: (count) => `${count} Dateien hinzufügen`,
  },
  useClips: {
    shotNotTimeline: 'Dieser Shot ist nicht auf der Zeitleiste',
    goBackStoryboardTimeline: 'Zurück zum Storyboard gehen und ihn mit „Zeitleiste…“ herüberholen.',
  },
  useTimelineCommands: {
    clip: 'Clip',
    addMarker: 'Marker setzen',
    deleteKeyframe: 'Keyframe löschen',
    deleteMarker: 'Marker löschen',
    clips: (count) => `${count} Clips`,
    aFrame: 'Frame halten',
    trim: (clipWords) => `${clipWords} trimmen`,
    duplicate: (words) => `${words} duplizieren`,
    splitPlayhead: 'Am Abspielkopf teilen',
    unlink: (words) => `Verknüpfung lösen: ${words}`,
    link: (words) => `${words} verknüpfen`,
    delete: (words) => `${words} löschen`,
    deleteCloseGap: (words) => `${words} löschen und Lücke schließen`,
  },
};
