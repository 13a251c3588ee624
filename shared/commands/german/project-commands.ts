import type { TranslatedCommandWords } from '../words.ts';
import type { fileCommands } from '../file-commands.ts';
import type { galleryCommands } from '../gallery-commands.ts';
import type { gridCommands } from '../grid-commands.ts';
import type { outputCommands } from '../output-commands.ts';
import type { runCommands } from '../run-commands.ts';
import type { runListCommands } from '../run-list-commands.ts';
import type { viewCommands } from '../view-commands.ts';

type Commands = Pick<
  TranslatedCommandWords['commands'],
  | keyof typeof fileCommands
  | keyof typeof viewCommands
  | keyof typeof runCommands
  | keyof typeof runListCommands
  | keyof typeof outputCommands
  | keyof typeof galleryCommands
  | keyof typeof gridCommands
>;

/** Projects, runs and outputs, and what is seen of them. */
export const projectCommands: Commands = {
  'project.new': { title: 'Neues Projekt' },
  'project.new-from-photo': { title: 'Neues Projekt aus einem Foto…' },
  'project.new-from-text': { title: 'Neues Projekt aus Text' },
  'project.new-storyboard': { title: 'Neues Projekt mit Storyboard' },
  'project.new-film': { title: 'Neues Projekt mit Film' },
  'go.projects': { title: 'Alle Projekte' },
  'project.open': { title: 'Projekt öffnen' },
  'project.rename': { title: 'Projekt umbenennen' },
  'project.delete': { title: 'Projekt löschen' },
  'editor.add-files': { title: 'Dateien hinzufügen…' },
  'project.import': { title: 'Projekt importieren…' },
  'project.export': { title: 'Projekt exportieren…' },
  'project.duplicate': { title: 'Projekt duplizieren' },
  'project.publish': { title: 'Als Vorlage veröffentlichen…', words: 'teilen Formular' },
  'timeline.import': { title: 'Schnitt importieren…', words: 'otio edl xml Zeitleiste' },
  'timeline.export': { title: 'OTIO, EDL oder XML exportieren…' },
  'go.templates': { title: 'Vorlagen' },
  'go.models': { title: 'Modelle' },
  'go.gallery': { title: 'Galerie aller Projekte' },
  'go.batches': { title: 'Stapel', words: 'Tabelle csv Zeilen batch' },
  'go.queue': { title: 'Warteschlange' },
  'go.connections': { title: 'Verbindungen' },
  'go.settings': { title: 'Einstellungen', words: 'Optionen Voreinstellungen' },

  'app.command-palette': { title: 'Befehlspalette…' },
  'view.pane': { title: 'Nächster oder voriger Teil des Fensters' },
  'view.graph': { title: 'Graph' },
  'view.timeline': { title: 'Zeitleiste' },
  'view.storyboard': { title: 'Storyboard' },
  'view.spend': { title: 'Kosten' },
  'view.gallery': { title: 'Galerie' },
  'view.zoom-in': { title: 'Vergrößern' },
  'view.zoom-out': { title: 'Verkleinern' },
  'view.zoom-reset': { title: 'Auf 100\u00A0% zoomen' },
  'view.fit': { title: 'Alles einpassen' },
  'view.fit-selection': { title: 'Auswahl einpassen' },
  'view.canvas-alone': { title: 'Nur die Arbeitsfläche' },
  'view.palette': { title: 'Knotenpalette' },
  'view.outline': { title: 'Gliederung', words: 'leiste liste der knoten' },
  'view.files': { title: 'Dateien', words: 'leiste bibliothek uploads ausgaben' },
  'view.switches': { title: 'Schalter: stumm, eingefroren, gesperrt' },
  'view.inspector': { title: 'Inspektor' },
  'view.runs': { title: 'Läufe' },
  'view.history': { title: 'Verlauf' },
  'view.chat': { title: 'Fragen', words: 'leiste modell assistent chat frage vorschlagen' },
  'version.name': { title: 'Version benennen…' },
  'version.delete': { title: 'Version löschen' },
  'versions.close': { title: 'Vergleich schließen' },
  'view.outputs': { title: 'Ausgaben' },
  'view.minimap': { title: 'Übersichtskarte' },
  'view.heat': {
    title: 'Wärmekarte der Läufe',
    words: 'Knoten färben Zeit Kosten Fehlschläge Wiederverwendung langsam teuer',
  },
  'view.theme-system': { title: 'Erscheinungsbild: wie das System' },
  'view.theme-light': { title: 'Erscheinungsbild: hell' },
  'view.theme-dark': { title: 'Erscheinungsbild: dunkel' },

  'run.start': {
    title: 'Ausführen',
    words: 'starten Lauf generieren rendern',
    dynamicTitle: ({ activeRuns }) => (activeRuns > 0 ? 'Anhalten' : 'Ausführen'),
  },
  'run.another': { title: 'Weiteren Lauf starten' },
  'run.to-here': {
    title: 'Bis hier ausführen',
    words: 'Gruppe',
    dynamicTitle: ({ selectedNodes, selectedGroups, openGroups }) => {
      if (selectedNodes > 0)
        return selectedNodes > 1 ? 'Bis zu diesen Knoten ausführen' : 'Bis hier ausführen';
      if (selectedGroups > 1) return 'Diese Gruppen ausführen';
      return selectedGroups + openGroups > 0 ? 'Diese Gruppe ausführen' : 'Bis hier ausführen';
    },
  },
  'run.on-screen': { title: 'Ohne Speichern ausführen' },
  'run.live': { title: 'Live-Vorschau' },
  'run.cancel': {
    title: 'Lauf anhalten',
    words: 'abbrechen stoppen',
    dynamicTitle: ({ activeRuns }) => (activeRuns > 1 ? 'Gezeigten Lauf anhalten' : 'Lauf anhalten'),
  },
  'run.find-in-film': { title: 'In Storyboard und Zeitleiste suchen' },
  'run.apply': { title: 'Ausgaben übernehmen…' },
  'help.open': { title: 'Hilfe' },
  'help.tour': { title: 'Tour beginnen' },
  'help.shortcuts': { title: 'Tastenkürzel' },
  'help.diagnostics': { title: 'Diagnose speichern…' },

  'runs.show': {
    title: 'Lauf auf der Arbeitsfläche zeigen',
    dynamicTitle: () => 'Auf der Arbeitsfläche zeigen',
  },
  'runs.mark': {
    title: 'Lauf zum Vergleichen markieren oder nicht',
    dynamicTitle: () => 'Zum Vergleichen markieren',
  },
  'runs.compare': { title: 'Markierte Läufe vergleichen' },
  'runs.as-it-was': {
    title: 'Graph des Laufs öffnen, wie er war',
    dynamicTitle: () => 'Öffnen, wie es war',
  },
  'runs.find-in-film': {
    title: 'Ergebnisse des Laufs in Storyboard und Zeitleiste suchen',
    dynamicTitle: () => 'In Storyboard und Zeitleiste suchen',
  },
  'runs.stop': { title: 'Diesen Lauf anhalten' },
  'run-output.open': {
    title: 'Ausgabe des Laufs in voller Größe öffnen',
    dynamicTitle: () => 'In voller Größe öffnen',
  },
  'run-output.mark': {
    title: 'Ausgabe des Laufs zum Vergleichen markieren oder nicht',
    dynamicTitle: () => 'Zum Vergleichen markieren',
  },
  'run-output.compare': {
    title: 'Ausgaben des Laufs vergleichen',
    dynamicTitle: ({ runOutputsMarked }) =>
      runOutputsMarked > 0 ? 'Markierte Ausgaben vergleichen' : 'Alle Ausgaben vergleichen',
  },
  'run-output.star': {
    title: 'Stern an der Ausgabe des Laufs setzen oder entfernen',
    dynamicTitle: ({ runOutputStarred }) => (runOutputStarred === true ? 'Stern entfernen' : 'Stern setzen'),
  },
  'run-output.find-in-film': {
    title: 'Ausgabe des Laufs in Storyboard und Zeitleiste suchen',
    dynamicTitle: () => 'In Storyboard und Zeitleiste suchen',
  },
  'run-output.copy': { title: 'Ausgabe des Laufs kopieren', dynamicTitle: () => 'Kopieren' },
  'run-output.save': { title: 'Ausgabe des Laufs speichern unter…', dynamicTitle: () => 'Speichern unter…' },

  'output.ground': { title: 'Hintergrund des Bildes wechseln' },
  'output.copy-color': { title: 'Farbe unter dem Zeiger kopieren' },
  'output.compare': { title: 'Vergleichen mit…' },
  'output.star': { title: 'Stern an der Ausgabe setzen' },
  'output.copy': { title: 'Ausgabe kopieren' },
  'output.save': { title: 'Ausgabe speichern unter…' },
  'output.open': { title: 'Mit dem System öffnen' },
  'output.details': { title: 'Details der Ausgabe' },
  'player.toggle': { title: 'Abspielen oder Pause' },
  'player.previous-frame': { title: 'Ein Frame zurück' },
  'player.next-frame': { title: 'Ein Frame weiter' },
  'player.loop': { title: 'Immer wieder abspielen' },
  'player.mute': { title: 'Ton ein oder aus' },
  'compare.side-by-side': { title: 'Nebeneinander vergleichen' },
  'compare.slider': { title: 'Mit Schieber vergleichen' },
  'compare.blink': { title: 'Durch Blinken vergleichen' },
  'compare.difference': { title: 'Unterschied zeigen' },

  'gallery.open': { title: 'Ausgabe in voller Größe öffnen' },
  'gallery.compare': { title: 'Ausgewähltes vergleichen' },
  'gallery.details': { title: 'Details zeigen oder schließen', dynamicTitle: () => 'Details' },
  'gallery.star': {
    title: 'Stern an Ausgewähltem setzen oder entfernen',
    dynamicTitle: ({ galleryStarred }) => (galleryStarred ? 'Stern entfernen' : 'Stern setzen'),
  },
  'gallery.note': { title: 'Notiz zur Ausgabe schreiben', dynamicTitle: () => 'Notiz schreiben' },
  'gallery.collect': {
    title: 'Ausgewähltes einer Sammlung hinzufügen…',
    dynamicTitle: () => 'Einer Sammlung hinzufügen…',
  },
  'gallery.save': {
    title: 'Ausgewähltes speichern unter…',
    dynamicTitle: ({ galleryOutputs }) => (galleryOutputs > 1 ? 'Als ZIP speichern' : 'Speichern unter…'),
  },
  'gallery.copy': { title: 'Ausgewähltes kopieren', dynamicTitle: () => 'Kopieren' },
  'gallery.as-it-was': {
    title: 'Graph der Ausgabe öffnen, wie er war',
    dynamicTitle: () => 'Öffnen, wie es war',
  },
  'gallery.again': {
    title: 'Ausgabe mit einer Änderung noch einmal erstellen…',
    dynamicTitle: () => 'Noch einmal mit einer Änderung…',
  },
  'gallery.remake': {
    title: 'Gewählte Ausgaben mit einer Änderung neu machen…',
    dynamicTitle: () => 'Einmal ändern, neu machen…',
  },
  'gallery.find-in-film': {
    title: 'Ausgabe in Storyboard und Zeitleiste suchen',
    dynamicTitle: () => 'In Storyboard und Zeitleiste suchen',
  },
  'gallery.hide': {
    title: 'Ausgewähltes ausblenden oder wieder zeigen',
    dynamicTitle: ({ galleryHidden }) => (galleryHidden ? 'Wieder zeigen' : 'Ausblenden'),
  },
  'gallery.delete': { title: 'Ausgewähltes löschen…', dynamicTitle: () => 'Löschen…' },
  'gallery.choose-none': { title: 'Auswahl der Ausgaben aufheben' },

  'run.vary': { title: 'Variieren…', words: 'Varianten Variationen xy vergleichen Werte' },
  'view.grids': { title: 'Raster' },
  'grid.open': { title: 'Ergebnis genau ansehen' },
  'grid.choose': { title: 'Ergebnis zum Vergleich auswählen oder nicht' },
  'grid.compare': { title: 'Ausgewählte Ergebnisse oder die mit Stern vergleichen' },
  'grid.star': {
    title: 'Stern am Ergebnis setzen oder entfernen',
    dynamicTitle: ({ gridStarred }) => (gridStarred ? 'Stern entfernen' : 'Stern am Ergebnis setzen'),
  },
  'grid.drop': {
    title: 'Ergebnis verwerfen oder zurückholen',
    dynamicTitle: ({ gridDropped }) => (gridDropped ? 'Ergebnis zurückholen' : 'Ergebnis verwerfen'),
  },
  'grid.skip': { title: 'Zelle auslassen oder doch ausführen' },
  'grid.undo': { title: 'Letzte Markierung zurücknehmen' },
  'grid.apply': { title: 'Diese Werte im Graphen verwenden' },
};
