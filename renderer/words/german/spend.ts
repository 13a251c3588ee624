import type { Translated } from '../translated.ts';
import type { spend as english } from '../english/spend.ts';

export const spend: Translated<typeof english> = {
  spentHere: 'In diesem Projekt ausgegeben',
  perhaps: 'Vielleicht außerdem berechnet',
  kinds: {
    model: 'Modell, wie berechnet',
    usage: 'Modell, nach Verbrauch',
    estimated: 'Modell, geschätzt',
    node: 'Knoten',
    perhaps: 'Vielleicht berechnet',
  },
  nothingCosts: 'Hier kostet nichts etwas',
  nothingCostsHint:
    'Alle Knoten laufen kostenlos auf diesem Computer. Ein Modell mit Preis, verbunden unter Modelle, wird hier aufgeführt.',
  left: 'Guthaben des Kontos',
  unit: 'Credits',
  projectGone: 'Dieses Projekt gibt es nicht mehr',
  projectGoneHint: 'Es wurde gelöscht oder gehört zu einem anderen Konto.',
  unreadable: 'Die Kosten waren nicht lesbar',
  nothing: 'Noch wurde nichts berechnet',
  nothingHint:
    'Knoten, die einen bezahlten Anbieter nutzen, kosten bei jedem Lauf. Hier steht dann, was jeder gekostet hat.',
  byProvider: 'Nach Dienst',
  byCharge: 'Nach Art',
  byNode: 'Nach Knoten',
  recent: 'Letzte Abbuchungen',
  copyNodes: 'Knoten als CSV kopieren',
  copyCharges: 'Abbuchungen als CSV kopieren',
  copiedNodes: 'Kosten nach Knoten als CSV kopiert',
  copiedCharges: 'Letzte Abbuchungen als CSV kopiert',
  notCopied: 'Nichts wurde kopiert',
  notCopiedHint: 'Die Zwischenablage hat es nicht angenommen. In die Seite klicken und erneut versuchen.',
  columns: {
    node: 'Knoten',
    lastUsed: 'Zuletzt verwendet',
    runs: 'Bezahlte Läufe',
    credits: 'Credits',
    when: 'Wann',
    provider: 'Dienst',
    model: 'Modell',
    kind: 'Art',
    reason: 'Anmerkung',
  },
  balance: (amount, age) => `${amount} Credits Guthaben${age}`,
  asOf: (time) => `, Stand ${time}, offline`,
};
