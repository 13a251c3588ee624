import { pluralForm, withCounts, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { files as english } from '../english/files.ts';

export const files: Translated<typeof english> = {
  search: 'Dateien suchen',
  scope: 'Dateien von',
  thisProject: 'Dieses Projekt',
  allProjects: 'Alle Projekte',
  origin: 'Woher sie kommen',
  origins: { all: 'Jede Herkunft', upload: 'Hochgeladen', run: 'Aus Läufen' },
  kind: 'Art der Datei',
  kinds: { all: 'Alle Arten', image: 'Bilder', video: 'Videos', audio: 'Audiodateien', file: 'Andere' },
  order: 'Reihenfolge',
  orders: { newest: 'Neueste', name: 'Nach Name', largest: 'Größte', kind: 'Nach Art' },
  tag: 'Stichwort',
  anyTag: 'Jedes Stichwort',
  list: 'Dateien',
  none: 'Noch keine Dateien',
  noneText: 'Fotos, Audiodateien oder andere Dateien auf der Arbeitsfläche ablegen.',
  noneHere: 'Noch keine Dateien in diesem Projekt',
  noMatch: 'Keine passende Datei',
  elsewhere: 'In allen Projekten suchen',
  also: (names) => `auch ${names.join(', ')}`,
  equalFiles: (count) => pluralForm(count, { one: '# gleiche Datei', other: '# gleiche Dateien' }),
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
  unusedFiles: {
    open: 'Nirgends verwendete Dateien…',
    title: 'Nirgends verwendete Dateien',
    text: 'Hochgeladene Dateien, die kein Projekt und keine Vorlage des Dienstes verwendet und die nichts auf diesem Computer zurückbringen kann. Sie werden für alle gelöscht; das lässt sich nicht rückgängig machen.',
    list: 'Nirgends verwendete Dateien',
    reasonList: 'Was bleibt',
    none: 'Jede hochgeladene Datei wird irgendwo verwendet.',
    onlyLocal: 'Nur der lokale Arbeitsbereich sagt, was seine Dateien verwendet.',
    noSelection: 'Zuerst eine Datei auswählen.',
    found: (count, size) =>
      `${pluralForm(count, { one: '# Datei wird nirgends verwendet', other: '# Dateien werden nirgends verwendet' })}; die ausgewählten belegen ${size}.`,
    more: (count) =>
      `${pluralForm(count, { one: '# weitere wird', other: '# weitere werden' })} mitgelöscht.`,
    remove: (count) => pluralForm(count, { one: '# Datei löschen', other: '# Dateien löschen' }),
    reasons: {
      project: (count) =>
        `${pluralForm(count, { one: '# Datei bleibt: Ein Projekt verwendet sie', other: '# Dateien bleiben: Projekte verwenden sie' })}.`,
      template: (count) =>
        `${pluralForm(count, { one: '# Datei bleibt: Eine Vorlage enthält sie', other: '# Dateien bleiben: Vorlagen enthalten sie' })}.`,
      running: (count) =>
        `${pluralForm(count, { one: '# Datei bleibt: Ein Lauf liest sie gerade', other: '# Dateien bleiben: Läufe lesen sie gerade' })}.`,
      history: (count) =>
        `${pluralForm(count, { one: '# Datei bleibt: Eine Version im Verlauf zeigt sie', other: '# Dateien bleiben: Versionen im Verlauf zeigen sie' })}.`,
      undo: (count) =>
        `${pluralForm(count, { one: '# Datei bleibt: Rückgängig kann sie zurückbringen', other: '# Dateien bleiben: Rückgängig kann sie zurückbringen' })}.`,
      batch: (count) =>
        `${pluralForm(count, { one: '# Datei bleibt: Ein Raster oder Stapel enthält sie', other: '# Dateien bleiben: Raster oder Stapel enthalten sie' })}.`,
      run: (count) =>
        `${pluralForm(count, { one: '# Datei bleibt: Ein Ergebnis in der Galerie entstand aus ihr', other: '# Dateien bleiben: Ergebnisse in der Galerie entstanden aus ihnen' })}.`,
      snippet: (count) =>
        `${pluralForm(count, { one: '# Datei bleibt: Ein Baustein enthält sie', other: '# Dateien bleiben: Bausteine enthalten sie' })}.`,
      group: (count) =>
        `${pluralForm(count, { one: '# Datei bleibt: Eine Gruppe der Bibliothek enthält sie', other: '# Dateien bleiben: Gruppen der Bibliothek enthalten sie' })}.`,
    },
  },
  missedBy: {
    history: 'Eine Version im Verlauf verwendet diese Datei.',
    undo: 'Rückgängig auf der Arbeitsfläche kann einen Knoten zurückholen, der diese Datei verwendet, oder eine noch nicht gespeicherte Änderung verwendet sie. Ist die Datei gelöscht, ist dieser Knoten leer.',
    batch: 'Ein Raster oder Stapel verwendet diese Datei.',
    run: 'Ein Ergebnis in der Galerie entstand aus dieser Datei und lässt sich ohne sie nicht noch einmal erzeugen.',
    snippet: 'Ein Baustein verwendet diese Datei.',
    group: 'Eine Gruppe der Bibliothek verwendet diese Datei.',
  },
  missedAsAbove: (uses) => `Wie oben: ${uses}.`,
  missedBriefly: {
    history: 'Version im Verlauf',
    undo: 'Rückgängig oder eine noch nicht gespeicherte Änderung',
    batch: 'Raster oder Stapel',
    run: 'Ergebnis in der Galerie',
    snippet: 'Baustein',
    group: 'Gruppe der Bibliothek',
  },
  unused: 'Kein Projekt und keine Vorlage verwendet sie.',
  isResult: 'Sie ist ein Ergebnis: Ihre Kachel in der Galerie hat danach kein Bild und keinen Inhalt mehr.',
  unknownUses:
    'Andere Projekte werden nicht durchsucht: Der Dienst lehnt ab, wenn eines davon sie verwendet.',
  deleted: (name) => `${name} wurde gelöscht`,
  notDeleted: (name) => `${name} wurde nicht gelöscht`,
  notChanged: 'Die Datei wurde nicht geändert',
};
