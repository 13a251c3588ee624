import { number, pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { groupLibrary as english } from '../english/group-library.ts';

export const groupLibrary: Translated<typeof english> = {
  title: 'Gruppenbibliothek',
  groups: 'Gruppen',
  manage: 'Gruppen suchen, umbenennen, exportieren und löschen',
  empty:
    'Noch ist nichts gespeichert. Eine Gruppe auf der Arbeitsfläche auswählen und in ihrem Menü „In der Bibliothek speichern…“ wählen, oder eine Datei importieren.',
  search: 'Gruppen suchen',
  noMatch: 'Keine passende Gruppe.',
  importFile: 'Datei importieren…',
  exportFile: (name) => `${name} als Datei exportieren`,
  rename: (name) => `${name} umbenennen`,
  newName: (name) => `Neuer Name von ${name}`,
  delete: (name) => `${name} löschen`,
  deleteQuestion: (name) =>
    `„${name}“ mit allen Versionen löschen? Projekte, die sie verwenden, behalten, was sie haben.`,
  confirmDelete: 'Löschen',
  versionInfo: (version, nodes) => `Version ${version} · ${pluralForm(nodes, ['# Knoten', '# Knoten'])}`,
  imported: (name) => `„${name}“ ist in der Bibliothek`,
  couldNotRead: (problem) => `Die Gruppenbibliothek war nicht lesbar. ${problem}`,
  unavailable: 'Gruppen können hier nicht gespeichert werden.',

  saveTitle: 'In der Bibliothek speichern',
  saveHelp:
    'Knoten, Kabel, Werte und Anschlüsse werden auf diesem Computer gespeichert, für alle Projekte und Dienste.',
  name: 'Name',
  nameFirst: 'Der Gruppe einen Namen geben.',
  saveAsVersion: (version) => `Als Version ${number(version)} speichern`,
  saveAsGroup: 'Als neue Gruppe speichern',
  saved: (name, version) => `„${name}“ ist als Version ${number(version)} in der Bibliothek`,
  saveStep: 'Gruppe in der Bibliothek speichern',
  sizeExceeded: 'Diese Gruppe ist zu groß für die Bibliothek. Zuerst einen Teil herausnehmen.',
  selectGroup: 'Eine Gruppe auswählen oder öffnen, um sie zu speichern.',

  insertStep: (name) => `Gruppe ${name} hinzufügen`,
  missingTypes: (types) =>
    `Diesem Dienst fehlen Knotentypen dieser Gruppe, sie wurde daher nicht eingefügt: ${types}. Mit dem Dienst verwenden, für den sie gemacht ist.`,
  linkedOlder: (name, version) =>
    `Verknüpft mit „${name}“, wie dieses Projekt sie hat, Version ${version}. Eine neuere ist da: „Von ihrer Quelle aktualisieren…“ wählen.`,

  theFile: 'Die Datei',
  makeSmaller: 'Eine kleinere Gruppe exportieren.',
  foreign:
    'Das ist keine Datei mit einer Gruppe. Eine wählen, die aus der Gruppenbibliothek exportiert wurde.',
  newerFormat:
    'Diese Gruppe stammt von einem neueren Patchbay. Patchbay aktualisieren, um sie zu importieren.',
  damaged: (path) =>
    `Diese Datei mit einer Gruppe ist beschädigt${path === '' ? '' : ` bei ${path}`}. Sie noch einmal exportieren.`,
  incomplete:
    'Diese Datei mit einer Gruppe ist unvollständig: Teile der Gruppe fehlen. Sie noch einmal exportieren.',
  recursive:
    'Diese Gruppe enthält sich selbst und lässt sich daher nicht verwenden. Sie dort aus sich herausnehmen, wo sie entstand.',
  templateUnusable: 'Diese Vorlage lässt sich nicht als Gruppe einfügen: Sie hat keine Knoten.',

  newerTile: 'Neue Version',
  updateTitle: (name) => `${name} aktualisieren`,
  upToDate: 'Sie ist, wie ihre Quelle sie hat.',
  sourceMissing: 'Ihre Quelle gibt es nicht mehr: Sie bleibt, wie sie ist.',
  updateInstances: (count) => pluralForm(count, ['# Instanz aktualisieren', '# Instanzen aktualisieren']),
  updated: (count) => pluralForm(count, ['# Instanz ist aktuell', '# Instanzen sind aktuell']),
  updateStep: 'Gruppe aktualisieren',
  inAll: (count) =>
    pluralForm(count, ['Würde sich in der einen Instanz ändern', 'Würde sich in allen # Instanzen ändern']),
  inSome: (numbers, count) =>
    pluralForm(count, [
      `Würde sich in Instanz ${numbers} ändern`,
      `Würde sich in den Instanzen ${numbers} ändern`,
    ]),
  unchanged: 'In den Instanzen ändert sich nichts: Nur die Version wird vermerkt.',
  pinAdded: (pin) => `Der Anschluss ${pin} kommt hinzu`,
  pinRemoved: (pin) => `Der Anschluss ${pin} fällt weg; was er hält, bleibt bei seinem Knoten`,
  keeps: 'Werte ihrer Anschlüsse und Kabel von außen bleiben, wie jede Instanz sie hat.',
  fromTemplate: 'Aus einer Vorlage',
};
