import type { TranslatedCommandWords } from '../words.ts';
import { filmCommandWords } from './film-commands.ts';
import { graphCommands } from './graph-commands.ts';
import { groupCommands } from './group-commands.ts';
import { projectCommands } from './project-commands.ts';
import { germanReasons } from './reasons.ts';

const ALIGN = 'Ausrichten und verteilen';

/** What people read of commands, menus and keys, in German (`docs/german.md`). */
export const germanCommandWords: TranslatedCommandWords = {
  commands: { ...projectCommands, ...graphCommands, ...groupCommands, ...filmCommandWords },
  menus: {
    file: { title: 'Projekte und Dateien' },
    edit: { title: 'Bearbeiten', submenus: { align: ALIGN } },
    view: { title: 'Ansicht' },
    run: { title: 'Ausführen' },
    help: { title: 'Hilfe' },
    node: { title: 'Ein Knoten', submenus: { align: ALIGN } },
    pin: { title: 'Ein Anschluss' },
    'node-type': { title: 'Ein Knotentyp' },
    wire: { title: 'Ein Kabel' },
    'canvas-item': { title: 'Ein Rahmen, eine Notiz oder Linie' },
    canvas: { title: 'Die Arbeitsfläche' },
    'run-button': { title: 'Mehr zum Ausführen' },
    'run-entry': { title: 'Ein Lauf in der Liste der Läufe' },
    'run-output': { title: 'Eine Ausgabe unter der Arbeitsfläche' },
    'grid-cell': { title: 'Eine Zelle eines Rasters' },
    'gallery-output': { title: 'Eine Ausgabe in der Galerie' },
    'timeline-clip': { title: 'Ein Clip der Zeitleiste' },
    'timeline-track': { title: 'Eine Spur der Zeitleiste' },
    'timeline-ruler': { title: 'Das Lineal der Zeitleiste' },
    export: { title: 'Export einer Zeitleiste' },
    shot: { title: 'Ein Shot' },
    'new-project': { title: 'Mehr Arten zu beginnen' },
    project: { title: 'Ein Projekt' },
    more: { title: 'Mehr zum Projekt', submenus: { theme: 'Erscheinungsbild' } },
    theme: { title: 'Erscheinungsbild' },
  },
  scopes: {
    page: { title: 'Auf jeder Seite', keys: [] },
    canvas: { title: 'Auf der Arbeitsfläche', keys: ['Halten und ziehen: Ansicht verschieben'] },
    sidePanel: {
      title: 'In einer Leiste neben der Arbeitsfläche',
      keys: ['Zurück zur Arbeitsfläche; eine Leiste, die darüberliegt, wird geschlossen'],
    },
    outline: { title: 'In der Gliederung', keys: ['Zu einem anderen Knoten'] },
    palette: {
      title: 'In der Knotenpalette',
      keys: [
        'Durch die Knotentypen gehen',
        'Zur Überschrift des Knotentyps, die seine Liste einklappt',
        'Ersten gefundenen Knotentyp hinzufügen',
      ],
    },
    files: {
      title: 'In den Dateien',
      keys: [
        'Zu einer anderen Datei',
        'Datei auf der Arbeitsfläche hinzufügen',
        'Datei genau ansehen',
        'Datei umbenennen',
        'Datei löschen',
      ],
    },
    items: {
      title: 'An den Elementen eines Knotens',
      keys: ['Ein anderes Element zeigen', 'Das Element genau ansehen'],
    },
    number: {
      title: 'In einem Zahlenfeld',
      keys: [
        'Einen Schritt hinauf oder hinunter; mit Umschalt zehn, mit Alt ein Zehntel',
        'Die Zahl übernehmen, oder was eine Rechnung wie 1920/2 oder 2 s ergibt',
        'Beim Ziehen, oder wo sie abgelehnt ist: zurück zur Zahl davor',
      ],
    },
    handles: {
      title: 'An einem Griff auf einem Bild',
      keys: [
        'Um ein Pixel verschieben; mit Umschalt zehn',
        'Fertig',
        'Beim Ziehen: zurück zum Anfang; sonst schließen',
      ],
    },
    curves: {
      title: 'An einer Gradationskurve',
      keys: [
        'Punkt verschieben; mit Umschalt um zehn Stufen',
        'Zum Punkt davor oder dahinter',
        'Punkt hinzufügen',
        'Punkt herausnehmen',
      ],
    },
    history: { title: 'Im Verlauf', keys: ['Zu einer anderen Version'] },
    runs: { title: 'In den Läufen eines Projekts', keys: [] },
    runOutputs: { title: 'An den Ausgaben unter der Arbeitsfläche', keys: [] },
    queue: { title: 'In der Warteschlange', keys: ['Zu einem anderen Lauf'] },
    comparison: { title: 'In einem Vergleich', keys: ['Ansicht verschieben'] },
    output: { title: 'An einer Ausgabe in voller Größe', keys: ['Vorige oder nächste Ausgabe', 'Schließen'] },
    player: { title: 'In einem Player neben der Arbeitsfläche', keys: [] },
    mask: {
      title: 'Wo eine Maske gezeichnet wird',
      keys: [
        'Pinsel',
        'Radierer',
        'Lasso',
        'Füllen',
        'Maskieren oder wegnehmen',
        'Pinsel kleiner oder größer; mit Umschalt weicher oder härter',
        'Maske umkehren',
        'Maske in Schwarzweiß oder über dem Bild sehen',
        'Verkleinern, vergrößern, einpassen, eigene Größe',
        'Halten und ziehen: Ansicht verschieben',
        'Rückgängig oder wiederholen',
        'Maske sichern',
        'Strich verwerfen oder schließen',
      ],
    },
    gallery: {
      title: 'In der Galerie',
      keys: [
        'Zu einer anderen Ausgabe; mit Umschalt alle dazwischen auswählen',
        'Ausgabe auswählen oder nicht',
        'Alle aufgeführten auswählen',
      ],
    },
    compared: {
      title: 'In einem Vergleich von Ausgaben',
      keys: ['Während es blinkt: die andere', 'Zurück'],
    },
    grid: { title: 'In einem Raster von Ergebnissen', keys: ['Zu einer anderen Zelle'] },
    projects: {
      title: 'In den Projekten',
      keys: ['Zu einem anderen Projekt', 'Projekt auswählen oder nicht'],
    },
    templates: { title: 'In den Vorlagen', keys: ['Zu einer anderen Vorlage'] },
    timeline: { title: 'In der Zeitleiste', keys: [] },
    monitor: { title: 'Am Monitor', keys: [] },
    storyboard: {
      title: 'Im Storyboard',
      keys: [
        'Von Shot zu Shot; mit Umschalt alle dazwischen auswählen',
        'Schreiben, was im Shot geschieht',
        'Vom Text zurück zum Shot, oder Auswahl aufheben',
      ],
    },
    animatic: {
      title: 'Im Animatic eines Storyboards',
      keys: [
        'Abspielen oder Pause',
        'Pause',
        'Vorwärts oder rückwärts abspielen; noch einmal: schneller',
        'Zum Shot davor oder dahinter',
        'Zum Anfang oder zum Ende',
      ],
    },
  },
  reasons: germanReasons,
  unavailable: (title) => `„${title}“ ist hier gerade nicht möglich.`,
};
