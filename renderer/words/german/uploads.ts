import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { uploads as english } from '../english/uploads.ts';

export const uploads: Translated<typeof english> = {
  droppedFiles: {
    mostFileMay: (name, bytes, bytes2) => `${name} hat ${bytes}. Höchstens darf eine Datei ${bytes2} haben.`,
    cannotReadSaveFolder: (name) =>
      `${name} ist nicht lesbar. In einem Ordner auf diesem Computer speichern und von dort ablegen.`,
    emptyBytesFileSomething: (name) => `${name} ist leer (0 Byte). Eine Datei mit Inhalt auswählen.`,
    cannotReadCopyFolder: (name) =>
      `${name} ist nicht lesbar. In einen eigenen Ordner kopieren und erneut ablegen.`,
    folderNoFiles: 'Im Ordner sind keine Dateien.',
    onlyFirstFiles: (mAXFILES) => `Nur die ersten ${mAXFILES} Dateien wurden genommen.`,
  },
  freeSpaceDialog: {
    freed: (count) => pluralForm(count, ['# Datei wurde gelöscht.', '# Dateien wurden gelöscht.']),
    keptFiles: (count) =>
      pluralForm(count, [
        '# Datei wird von Projekten verwendet und wurde behalten.',
        '# Dateien werden von Projekten verwendet und wurden behalten.',
      ]),
    freeSpace: 'Platz schaffen',
    uploadNeedsFilesProjects: (bytes) =>
      `Der Upload braucht ${bytes}. Dateien, die Projekte verwenden, werden nie gelöscht.`,
    selected: (bytes) => `${bytes} ausgewählt`,
    tryUploadRetry: 'Upload erneut versuchen',
    deleteFiles: 'Dateien löschen',
    delete: (count) => pluralForm(count, ['# Datei löschen', '# Dateien löschen']),
    filesCouldNotRead: 'Die Dateien waren nicht lesbar',
    computerKnowsNoFiles: 'Dieser Computer kennt keine Dateien dieses Kontos',
  },
  recoveryActions: {
    uploaded: 'Hochgeladen',
    freeSpace: 'Platz schaffen…',
    selectSmallerFile: 'Kleinere Datei auswählen…',
    selectAnotherFile: 'Andere Datei auswählen…',
    selectFileRetry: 'Datei erneut auswählen…',
    selectAnotherService: 'Anderen Dienst wählen',
    enterKey: 'Schlüssel eingeben',
    checkingFile: 'Datei wird geprüft',
    uploading: (percent) => `Lädt hoch: ${percent}`,
    waitsService: (percent) => `Wartet bei ${percent} auf den Dienst`,
    pausedAt: (percent) => `Pausiert bei ${percent}`,
    uploadDidNotWork: 'Der Upload hat nicht geklappt.',
  },
  uploadFile: {
    uploadDidNotWork: 'Der Upload hat nicht geklappt. Erneut versuchen.',
  },
  uploadQueue: {
    uploadDidNotWork: 'Der Upload hat nicht geklappt. Erneut versuchen.',
    uploadCanceled: 'Upload abgebrochen.',
  },
  uploadsTray: {
    canceled: 'Abgebrochen',
    uploaded: 'Hochgeladen',
    failed: (failed) => `${failed} fehlgeschlagen`,
    didNotWork: 'Das hat nicht geklappt',
    uploads: 'Uploads',
    cancel: (filename) => `${filename} abbrechen`,
    waits: (bytes) => `${bytes} · wartet, bis es an der Reihe ist`,
    pause: (filename) => `${filename} anhalten`,
    resume: (filename) => `${filename} fortsetzen`,
    tryRetry: (filename) => `${filename} erneut versuchen`,
    applyDisabledList: (filename) => `${filename} aus der Liste nehmen`,
    uploadOf: (filename) => `Upload von ${filename}`,
    label: (bytes, bytes2) => `${bytes} von ${bytes2}`,
    inTheQueue: (bytes) => `${bytes} · in der Warteschlange`,
    serviceChecks: (bytes) => `${bytes} · der Dienst prüft`,
    paused: (amount) => `${amount} · pausiert`,
    waitsService: (amount) => `${amount} · wartet auf den Dienst`,
    uploadDidNotWork: 'Der Upload hat nicht geklappt. Erneut versuchen.',
  },
};
