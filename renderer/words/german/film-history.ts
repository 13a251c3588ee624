import { withCounts } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { filmHistory as english } from '../english/film-history.ts';

export const filmHistory: Translated<typeof english> = {
  steps: (names) => {
    const joined = withCounts(names).join(', ');
    return `${joined.charAt(0).toUpperCase()}${joined.slice(1)}`;
  },
  button: 'Verlauf',
  title: 'Verlauf des Projekts',
  comparedVersion: (title) => `die Version „${title}“`,
  notCompared: 'Diese Version ließ sich nicht vergleichen',
  filmHistory: {
    allKinds: 'Ganzes Projekt',
    versionCouldNotBrought: 'Diese Version ließ sich nicht zurückholen',
    versionsOf: 'Versionen von',
    eachStretchWorkProject:
      'Jeder Abschnitt der Arbeit am Projekt wird hier gespeichert, auf diesem Computer.',
    bringingVersionBackStep:
      'Das Zurückholen einer Version ist ein Schritt, der sich rückgängig machen lässt.',
    versionsCouldNotRead: 'Die Versionen waren nicht lesbar',
    versionsBeingRead: 'Die Versionen werden gelesen',
    versions: 'Versionen',
    showOlderVersions: 'Ältere Versionen anzeigen',
    compare: (title, contents) => `${title} vergleichen, ${contents}`,
    bringBack: (title, contents) => `${title} zurückholen, ${contents}`,
  },
  versionRow: {
    things: { graph: 'Graph', storyboard: 'Storyboard', timeline: 'Zeitleiste' },
    reasons: { saved: 'Hier gespeichert', found: 'Wie vorgefunden', before: 'Wie es vorher war' },
    historyNotChanged: 'Der Verlauf wurde nicht geändert',
    nameVersion: 'Name der Version',
    compare: (title, contentsOf) => `${title} vergleichen, ${contentsOf}`,
    bringBack: (title, contentsOf) => `${title} zurückholen, ${contentsOf}`,
    overflowVersion: (title, version) => `Mehr zu ${title}, Version ${version}`,
    name: 'Benennen…',
    rename: 'Umbenennen…',
    removeName: 'Namen entfernen',
    deleteFromHistory: 'Aus dem Verlauf löschen',
  },
};
