import type { Translated } from '../translated.ts';
import type { costs as english } from '../english/costs.ts';

export const costs: Translated<typeof english> = {
  limitDialog: {
    noCredits: '0 Credits',
    askedAbove: (amount) =>
      `Vor Läufen über ${amount} oder von unbekannten Kosten wird gefragt, wie eingestellt.`,
    runAboveYourLimit: 'Über dem Limit ausführen?',
    doNotRun: 'Nicht ausführen',
    run: 'Ausführen',
    limitSettingsEachConnection: 'Das Limit steht in den Einstellungen, für jede Verbindung.',
  },
};
