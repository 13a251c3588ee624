import type { Translated } from '../translated.ts';
import type { origins as english } from '../english/origins.ts';

export const origins: Translated<typeof english> = {
  by: {
    createdByNode: (title) => `Erstellt von \u2068${title}\u2069,`,
    cannotRunRetry: 'Erneut ausführen geht gerade nicht',
    createdBy: 'Entstanden in',
    showNode: 'Knoten anzeigen',
    showRun: 'Lauf anzeigen',
    runRetry: 'Erneut ausführen…',
    label: 'Takes',
    used: (when) => `Der verwendete Take, vom ${when}`,
    applyUse: (when) => `Den Take vom ${when} verwenden`,
  },
};
