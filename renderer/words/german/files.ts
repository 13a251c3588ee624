import { pluralForm, withCounts, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { files as english } from '../english/files.ts';

export const files: Translated<typeof english> = {
  search: 'Dateien suchen',
  scope: 'Dateien von',
  thisProject: 'Dieses Projekt',
  allProjects: 'Alle Projekte',
  origin: 'Woher sie kommen',
  origins: { all: 'Hochgeladen und erzeugt', upload: 'Hochgeladen', run: 'Aus Läufen' },
  kind: 'Art der Datei',
  kinds: { all: 'Alle Arten', image: 'Bilder', video: 'Videos', audio: 'Audiodateien', file: 'Andere' },
  order: 'Reihenfolge',
  orders: { newest: 'Neueste', name: 'Nach Name', largest: 'Größte', kind: 'Nach Art' },
  tag: 'Stichwort',
  anyTag: 'Jedes Stichwort',
  list: 'Dateien',
  none: 'Noch keine Dateien',
  noneText: 'Fotos, Audiodateien oder andere Dateien auf der Arbeitsfläche ablegen.',
  noMatch: 'Keine passende Datei',
  elsewhere: 'In allen Projekten suchen',
  also: (names) => `auch ${names.join(', ')}`,
  look: 'Genau ansehen',
  save: 'Kopie speichern…',
  copyId: 'ID kopieren',
  copyLink: 'Link kopieren',
  idCopied: 'Die ID der Datei ist kopiert',
  linkCopied: 'Ein Link ist kopiert. Er öffnet die Datei eine Stunde lang, auch ohne Schlüssel.',
  notCopied: 'Nichts wurde kopiert',
  rename: 'Umbenennen…',
  renameTitle: 'Datei umbenennen',
  renameText:
    'Auf diesem Computer. Der Dienst und andere kennen sie unter dem Namen, mit dem sie gekommen ist.',
  name: 'Name',
  tags: 'Stichwörter…',
  tagsTitle: (name) => `Stichwörter von ${name}`,
  tagsText: 'Wörter mit Kommas dazwischen, auf diesem Computer.',
  tagsField: 'Stichwörter',
  delete: 'Löschen…',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: 'Sie ist dann für alle vom Dienst verschwunden. Das lässt sich nicht rückgängig machen.',
  deleteUsed: 'Sie kann gelöscht werden, sobald nichts sie mehr verwendet.',
  deleteNow: 'Datei löschen',
  looking: 'Es wird gesucht, wo sie verwendet wird…',
  usedByNodes: (nodes) => `Verwendet von ${nodes}`,
  usedByProjects: (names) => `Verwendet in ${withCounts(names).join(', ')}. Zuerst dort herausnehmen.`,
  usedByTemplates: (names) =>
    `Teil der ${pluralForm(names.length, ['Vorlage', 'Vorlagen'])} ${withCounts(names).join(', ')}. Bleibt, solange es sie gibt.`,
  usedHere: (names) =>
    `Auf der Arbeitsfläche verwendet von ${withCounts(names).join(', ')}. Zuerst den Knoten löschen oder ihm eine andere Datei geben.`,
  copiesTitle: (name) => `${name} und gleiche Dateien löschen?`,
  copiesText: (count) =>
    `${number(count)} Dateien haben denselben Inhalt. Auswählen, welche davon beim Dienst gelöscht werden, für alle; das lässt sich nicht rückgängig machen.`,
  copies: 'Gleiche Dateien',
  copyUnused: 'Nichts verwendet sie.',
  moreCopies: (count) =>
    `${pluralForm(count, ['# weitere ist', '# weitere sind'])} hier nicht aufgeführt. Zuerst diese löschen.`,
  deleteMany: (count) => pluralForm(count, ['# Datei löschen', '# Dateien löschen']),
  deletedMany: (count) => pluralForm(count, ['# Datei wurde gelöscht', '# Dateien wurden gelöscht']),
  notDeletedMany: (count) =>
    pluralForm(count, ['# Datei wurde nicht gelöscht', '# Dateien wurden nicht gelöscht']),
  unused: 'Kein Projekt und keine Vorlage verwendet sie.',
  unknownUses:
    'Andere Projekte werden nicht durchsucht: Der Dienst lehnt ab, wenn eines davon sie verwendet.',
  deleted: (name) => `${name} wurde gelöscht`,
  notDeleted: (name) => `${name} wurde nicht gelöscht`,
  notChanged: 'Die Datei wurde nicht geändert',
};
