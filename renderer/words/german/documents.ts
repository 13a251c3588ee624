import type { Translated } from '../translated.ts';
import type { documents as english } from '../english/documents.ts';

export const documents: Translated<typeof english> = {
  clashWords: {
    lengthOf: 'Länge',
    trackOf: 'Spur',
    sceneOf: 'Szene',
    positionTime: 'Zeitpunkt',
    startMedium: 'Beginn in der Datei',
    endMedium: 'Ende in der Datei',
    andOverflow: (value) => ` und ${value} weitere`,
    somebodyElseChangedSame: (value) =>
      `Jemand anderes hat inzwischen dasselbe geändert: ${value}. Die eigene Änderung ist geblieben.`,
    youDeletedChangedDelete: (value) =>
      `Was auf einer Seite gelöscht und auf der anderen geändert wurde, ist noch da (${value}). Noch einmal löschen, wenn es weg soll.`,
    unsavedChangesFoundComputer: (kind) =>
      `Auf diesem Computer gibt es ungespeicherte Änderungen (${kind === 'timeline' ? 'Zeitleiste' : 'Storyboard'}), die nicht lesbar sind. Sie bleiben erhalten, zu sehen ist aber die zuletzt gespeicherte Version: Die letzten Änderungen prüfen.`,
  },
  documentBar: {
    reverted: 'Rückgängig gemacht',
    createdRetry: 'Wiederholt',
  },
  readDocument: {
    documentProblemsMost: (count, mAXPROBLEMS) =>
      `Das Dokument hat ${count} Probleme; gesucht werden höchstens ${mAXPROBLEMS}.`,
  },
};
