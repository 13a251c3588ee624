import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { projectFiles as english } from '../english/project-files.ts';

export const projectFiles: Translated<typeof english> = {
  importedHas: (contents) => `enthält ${contents}.`,
  projectExportDialog: {
    exportWord: 'Exportieren',
    versionAsFile: (version, nodes) =>
      `${version}, ${pluralForm(nodes, ['# Knoten', '# Knoten'])}, als .patchbay-Datei.`,
    exportedSomethingMissing: 'Exportiert, aber nicht vollständig',
    exportVersion: 'Version exportieren',
    exportProject: 'Projekt exportieren',
    fileSavedNot: 'Die Datei ist gespeichert. Das ist nicht darin:',
    media: 'Medien',
    keysSignedAddressesNever: 'Schlüssel und signierte Adressen sind nie in der Datei.',
    withMedia: 'Mit Medien',
    imagesVideoSoundProject: 'Bilder, Videos und Ton, die das Projekt verwendet, sind in der Datei.',
    label: 'Ohne',
    fileImportedServiceFinds:
      'Eine kleine Datei. Beim Importieren in diesen Dienst finden sich ihre Medien wieder; anderswo fehlen sie.',
    version: (version) => `Version ${version}`,
    patchbayFileGraphStoryboard:
      'Eine .patchbay-Datei mit Graph, Storyboard und Zeitleiste. Hier oder bei einem anderen Dienst importieren.',
    exported: (name) => `${name} ist exportiert`,
    screenCouldNotSaved: (describeProblem) =>
      `Was auf dem Bildschirm ist, ließ sich vorher nicht speichern. ${describeProblem}`,
  },
  projectImportDialog: {
    importWord: 'Importieren',
    projectImported: 'Projekt importiert',
    openProject: 'Projekt öffnen',
    import: (count) => `Ohne ${pluralForm(count, ['# Knoten', '# Knoten'])} importieren`,
    couldNotIncluded: 'Das konnte nicht aufgenommen werden:',
  },
  transferProgress: {
    readingProject: 'Projekt wird gelesen',
    fetchingMedia: 'Medien werden geladen',
    writingFile: 'Datei wird geschrieben',
    checkingFile: 'Datei wird geprüft',
    uploadingMedia: 'Medien werden hochgeladen',
    theProject: 'Projekt wird angelegt',
    readingFile: 'Datei wird gelesen',
    fetchingMedia2: 'Medien werden geladen',
    uploadingMedia2: 'Medien werden hochgeladen',
    label: (bytes, bytes2) => `${bytes} von ${bytes2}`,
    couldNotIncluded: 'Was nicht aufgenommen werden konnte',
  },
};
