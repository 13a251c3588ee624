import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { filmUses as english } from '../english/film-uses.ts';

export const filmUses: Translated<typeof english> = {
  title: (name) => `„${name}“ im Film`,
  looking: 'Storyboard und Zeitleiste werden durchsucht',
  failed: 'Der Film wurde nicht durchsucht',
  shots: (count) => pluralForm(count, ['# Shot', '# Shots']),
  clips: (count) => pluralForm(count, ['# Clip', '# Clips']),
  onStoryboard: 'Auf dem Storyboard',
  onTimeline: 'Auf der Zeitleiste',
  shot: (number, name) => (name === '' ? `Shot ${number}` : `Shot ${number}: ${name}`),
  clip: (name, from) => `${name} bei ${from}`,
  unnamed: 'Ein Clip',
  more: (count) => `und ${pluralForm(count, ['# weiterer', '# weitere'])}`,
  nothing: 'Noch nicht im Film',
  nothingYet:
    'Kein Shot und kein Clip dieses Projekts zeigt es. Eine Ausgabe auf einen Shot oder die Zeitleiste ziehen, um sie dort einzusetzen.',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  nodes: (count) => pluralForm(count, ['# Knoten', '# Knoten']),
  run: (time) => `Der Lauf von ${time}`,
  noProject: 'Im Film eines Projekts können nur Dateien sein, die dort entstanden sind.',
};
