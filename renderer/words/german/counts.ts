import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { counts as english } from '../english/counts.ts';

export const counts: Translated<typeof english> = {
  calls: (count) => pluralForm(count, ['# Aufruf', '# Aufrufe']),
  cells: (count) => pluralForm(count, ['# Zelle', '# Zellen']),
  changes: (count) => pluralForm(count, ['# Änderung', '# Änderungen']),
  clips: (count) => pluralForm(count, ['# Clip', '# Clips']),
  columns: (count) => pluralForm(count, ['# Spalte', '# Spalten']),
  commands: (count) => pluralForm(count, ['# Befehl', '# Befehle']),
  edits: (count) => pluralForm(count, ['# Änderung', '# Änderungen']),
  files: (count) => pluralForm(count, ['# Datei', '# Dateien']),
  frames: (count) => pluralForm(count, ['# Bild', '# Bilder']),
  inputs: (count) => pluralForm(count, ['# Eingang', '# Eingänge']),
  models: (count) => pluralForm(count, ['# Modell', '# Modelle']),
  nodes: (count) => pluralForm(count, ['# Knoten', '# Knoten']),
  outputs: (count) => pluralForm(count, ['# Ausgabe', '# Ausgaben']),
  items: (count) => pluralForm(count, ['# Element', '# Elemente']),
  projects: (count) => pluralForm(count, ['# Projekt', '# Projekte']),
  rows: (count) => pluralForm(count, ['# Zeile', '# Zeilen']),
  runs: (count) => pluralForm(count, ['# Lauf', '# Läufe']),
  scenes: (count) => pluralForm(count, ['# Szene', '# Szenen']),
  shots: (count) => pluralForm(count, ['# Shot', '# Shots']),
  uploads: (count) => pluralForm(count, ['# Upload', '# Uploads']),
  values: (count) => pluralForm(count, ['# Wert', '# Werte']),
  wires: (count) => pluralForm(count, ['# Kabel', '# Kabel']),
  equalLines: (count) => pluralForm(count, ['# gleiche Zeile', '# gleiche Zeilen']),
};
