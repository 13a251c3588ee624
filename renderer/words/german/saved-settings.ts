import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { savedSettings as english } from '../english/saved-settings.ts';

export const savedSettings: Translated<typeof english> = {
  filesNeeded: '. Dateien, die der Graph verwendet, müssen dort sein.',
  ofProject: ' aus ',
  readSettings: {
    settingsFile: 'Der Teil dieser Datei mit den Einstellungen',
    addFile: 'Als Datei hinzufügen.',
  },
  savedSettingsDialog: {
    carriesSettings: 'enthält die Einstellungen, aus denen sie entstand.',
    leftOut: (count) =>
      pluralForm(count, [
        '# Wert wurde beim Speichern ausgelassen: Schlüssel, signierte Adressen oder Orte auf einem Computer.',
        '# Werte wurden beim Speichern ausgelassen: Schlüssel, signierte Adressen oder Orte auf einem Computer.',
      ]),
    openCreated: 'Öffnen, woraus es entstanden ist?',
    addFile: 'Als Datei hinzufügen',
    positionGraph: 'In diesen Graphen einsetzen',
    openNewProject: 'Als neues Projekt öffnen',
    addFileCanvasGraph:
      '„Als Datei hinzufügen“ legt nur die Datei auf die Arbeitsfläche. „In diesen Graphen einsetzen“ legt die Knoten, aus denen sie entstanden ist, neben die vorhandenen und ändert keinen davon.',
    openNewProjectMakes: '„Als neues Projekt öffnen“ legt ein Projekt an in ',
    newProject: 'Ein neues Projekt entsteht in ',
    someInputsMayHad: 'Manche Eingänge können damals andere Werte gehabt haben.',
    anOutput: 'Eine Ausgabe',
    version: (version) => `, Version ${version}`,
  },
  settingsDrop: {
    settingsCannot: 'Die Einstellungen lassen sich nicht öffnen',
    fileCarriesNoSettings: 'Diese Datei enthält keine Einstellungen',
    workDropCanvasProject:
      'Um damit zu arbeiten, auf der Arbeitsfläche eines Projekts, auf einem Shot oder einer Zeitleiste ablegen.',
  },
};
