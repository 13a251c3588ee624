import type { Translated } from '../translated.ts';
import type { appFilm as english } from '../english/app-film.ts';

export const appFilm: Translated<typeof english> = {
  documentHistory: {
    comparedVersion: (title) => `die Version „${title}“`,
    notCompared: 'Diese Version ließ sich nicht vergleichen',
    bringBackVersion: 'Version zurückholen',
    versionBroughtBack: 'Die Version ist wieder da',
    undoBack: 'Mit Rückgängig wird das zurückgenommen.',
    versionCouldNotBrought: 'Diese Version ließ sich nicht zurückholen',
  },
  filmLinks: {
    noRunProjectFile: 'Diese Datei stammt aus keinem Lauf eines Projekts',
    addedFromRunNot: 'Sie kam von anderswo, oder ihr Lauf war auf diesem Computer nicht zu sehen.',
    fileNotFound: 'Nicht gefunden, woraus die Datei entstanden ist',
  },
};
