import type { Translated } from '../translated.ts';
import type { model as english } from '../english/model.ts';

export const model: Translated<typeof english> = {
  modelFailures: {
    connectModel: 'Modell verbinden',
    openModels: 'Modelle öffnen',
  },
  nodeRunState: {
    pending: 'wartet',
    running: 'läuft',
    complete: 'fertig',
    reused: 'wiederverwendet',
    failed: 'fehlgeschlagen',
    skipped: 'übersprungen',
    notRun: 'nicht ausgeführt',
    reusedFromLastRun: 'aus dem letzten Lauf übernommen',
  },
  numberLimits: {
    integerSteps: 'ganze Schritte',
    label: (min, max) => `${min} bis ${max}`,
    orOverflow: (min) => `${min} oder mehr`,
    orLess: (max) => `${max} oder weniger`,
    stepsOf: (step) => `Schritten von ${step}`,
    label2: (range, steps) => `${range}, in ${steps}`,
    label3: (steps) => `In ${steps}`,
  },
  readJson: {
    theText: 'Der Text',
    shortenIt: 'Kürzen.',
    numberQuotesKeepText: (literal) =>
      `${literal} ist hier zu lang für eine Zahl. In Anführungszeichen setzen, um es als Text zu behalten.`,
  },
  storedList: {
    theList: 'Die Liste',
  },
  undoOrderStorage: {
    steps: 'Schritte',
  },
};
