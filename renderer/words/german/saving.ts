import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { saving as english } from '../english/saving.ts';

const changes = (count: number): string => pluralForm(count, ['# Änderung', '# Änderungen']);

export const saving: Translated<typeof english> = {
  saved: (version) => `Gespeichert v${version}`,
  locally: 'Lokal gespeichert',
  locallyDetail: 'Auf diesem Computer gespeichert; geht gleich an den Dienst.',
  saving: 'Speichert',
  toDisk: 'Die Änderung wird auf diesem Computer gespeichert.',
  toService: 'Die Änderung ist unterwegs zum Dienst.',
  offline: 'Offline',
  offlineWaiting: (pendingCount) => (pendingCount === 0 ? 'Offline' : `Offline · ${changes(pendingCount)}`),
  offlineDetail:
    'Der Dienst ist nicht erreichbar. Änderungen werden auf diesem Computer gespeichert und gesendet, sobald er wieder da ist.',
  offlineToDisk:
    'Der Dienst ist nicht erreichbar. Änderungen werden gesendet, sobald er wieder da ist; die neueste wird gerade auf diesem Computer gespeichert.',
  unreachable: (isOnDisk) =>
    `Der Dienst ist nicht erreichbar. Die Änderungen ${isOnDisk ? 'sind auf diesem Computer und ' : ''}werden gesendet, sobald er wieder da ist.`,
  notSaved: 'Nicht gespeichert',
  tryAgain: 'Drücken, um es erneut zu versuchen.',
  tryAgainOrUndo: 'Drücken, um es erneut zu versuchen, oder rückgängig machen.',
  untilKey: 'Bis es einen neuen gibt, werden Änderungen auf diesem Computer gespeichert.',
  onDisk: 'Die Änderungen sind auf diesem Computer gespeichert.',
  beingSaved: 'Die neueste Änderung wird gerade auf diesem Computer gespeichert.',
  onlyHere: 'Nur in diesem Fenster',
  inWindowOnly: (reason) =>
    `${reason} Bis dahin sind die Änderungen nur in diesem Fenster: Offen lassen, der Rest geschieht von selbst.`,
  countedInWindowOnly: (reason, pendingCount) =>
    `${reason} Bis dahin ${pendingCount === 1 ? 'ist' : 'sind'} ${changes(pendingCount)} nur in diesem Fenster.`,
  textsJoined: (fields) =>
    `Jemand anderes hat inzwischen im selben Text geschrieben: ${fields}. Beide Texte sind da: Durchsehen.`,
  alsoWritten:
    'Auch jemand anderes hat hier geschrieben. Der fremde Text erscheint, wenn das Feld verlassen wird.',
  older: 'Älter beim Dienst',
  olderDetail: (theirs, version) =>
    `Der Dienst hat Version ${theirs}, dieses Fenster hatte Version ${version}. Nichts wird gesendet, bis gewählt ist.`,
  olderTitle: 'Der Dienst ist auf eine ältere Version zurückgegangen',
  olderQuestion: (theirs, version) =>
    `Der Dienst ist auf Version ${theirs} dieses Projekts zurückgegangen; hier ist es bei Version ${version}. Vielleicht wurde es aus einer Sicherung wiederhergestellt. Nichts wird überschrieben, bis gewählt ist.`,
  olderButton: (theirs) => `Version ${theirs} verwenden`,
  keepNewer: 'Behalten, was hier ist',
  postpone: 'Später entscheiden',
  noRoom: 'Das Laufwerk dieses Computers ist voll. Platz darauf schaffen.',
  noResponse:
    'Patchbay antwortet auf diesem Computer nicht, daher lässt sich nichts auf das Laufwerk schreiben. Es wird weiter versucht; bleibt es so, Patchbay neu starten.',
};
