import type { Translated } from '../translated.ts';
import type { common as english } from '../english/common.ts';

export const common: Translated<typeof english> = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  connections: 'Verbindungen',
  dismiss: 'Ausblenden',
  finished: 'Fertig',
  outputs: 'Ausgaben',
  save: 'Speichern',
  storyboard: 'Storyboard',
  tryRetry: 'Erneut versuchen',
  readOlder: 'Auch ältere durchsuchen',
  untitledProject: 'Projekt ohne Namen',
};
