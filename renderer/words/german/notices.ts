import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { notices as english } from '../english/notices.ts';

export const notices: Translated<typeof english> = {
  more: (count) => pluralForm(count, ['# weiterer Hinweis', '# weitere Hinweise']),
  showMore: 'Mehr anzeigen',
  dismissAll: 'Alle ausblenden',
  stepUndone: (step) => `Rückgängig: ${step}`,
  versionBefore: (step) => `Vorher: ${step}`,
  tooLong: (max) => `Nur die ersten ${max} Zeichen wurden übernommen. Mehr fasst dieses Feld nicht.`,
  saved: (name) => `${name} ist gespeichert`,
  downloaded: (name) => `${name} ist heruntergeladen`,
  downloadedBeside: (fileName) => `Die Einstellungen liegen daneben, in ${fileName}.`,
  versionNotKept: 'Die Version vor diesem Schritt ist nicht im Verlauf',
  runsBehind: (wires, node) =>
    wires === 1
      ? `Ein weiteres Kabel verläuft jetzt hinter „${node}“.`
      : `${wires} weitere Kabel verlaufen jetzt hinter „${node}“.`,
  routeAround: () => 'Außen herum verlegen',
};
