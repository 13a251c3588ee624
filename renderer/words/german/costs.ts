import type { Translated } from '../translated.ts';
import type { costs as english } from '../english/costs.ts';

export const costs: Translated<typeof english> = {
  limitDialog: {
    runAboveYourLimit: 'Über dem Limit ausführen?',
    doNotRun: 'Nicht ausführen',
    run: 'Ausführen',
    limitSettingsEachConnection: 'Das Limit steht in den Einstellungen, für jede Verbindung.',
  },
};
