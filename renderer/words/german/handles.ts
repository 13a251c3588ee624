import type { handles as english } from '../english/handles.ts';

const sides = {
  nw: 'Ecke oben links',
  n: 'Obere Kante',
  ne: 'Ecke oben rechts',
  e: 'Rechte Kante',
  se: 'Ecke unten rechts',
  s: 'Untere Kante',
  sw: 'Ecke unten links',
  w: 'Linke Kante',
};

export const handles: typeof english = {
  edits: {
    step: (node) => `${node} am Bild ändern`,
    wired: (input, source) => `${input} kommt von ${source}. Dieses Kabel abziehen, um den Griff zu bewegen.`,
  },
  names: {
    fixed: (name) => `${name}, kommt über ein Kabel`,
    of: {
      crop: { body: 'Ausschnitt', ...sides, focus: 'Bildschwerpunkt' },
      rectangle: { body: 'Rechteck', ...sides },
      focus: { point: 'Bildschwerpunkt' },
      point: { point: 'Punkt' },
      layer: {
        body: 'Ebene',
        nw: sides.nw,
        ne: sides.ne,
        se: sides.se,
        sw: sides.sw,
        rotation: 'Drehung',
      },
      corners: {
        'top-left': sides.nw,
        'top-right': sides.ne,
        'bottom-right': sides.se,
        'bottom-left': sides.sw,
      },
      gradient: { start: 'Anfang', end: 'Ende', middle: 'Ort der Mitte' },
    },
  },
  dialog: {
    on: (node) => `${node} am Bild`,
    stage: 'Bild mit Griffen',
    numbers: 'Zahlen',
    result: 'Ergebnis',
    noResult: 'Den Knoten ausführen, um zu sehen, was herauskommt.',
    finish: 'Fertig',
    lines: 'Drittel',
    fullPicture: 'Ganzes Bild',
    hint: 'Ziehen, oder einen Griff mit den Pfeiltasten bewegen. Umschalt hält Verhältnisse und Richtungen, Alt geht von der Mitte aus, Strg rastet nicht ein.',
    hintColors: 'Die Pipette neben einer Farbe nimmt sie aus dem Bild.',
    from: (source) => `Von ${source}`,
    pick: (input) => `${input} aus dem Bild nehmen`,
    picking: 'Auf das Bild drücken, um dort eine Farbe zu nehmen. Escape beendet es.',
  },
  none: {
    loading: 'Das Bild wird gelesen.',
    'no-picture': 'Noch ist kein Bild da. Eines am Knoten einstecken oder ausführen, was vor ihm liegt.',
    'size-unknown':
      'Von diesem Bild ist nur eine kleine Vorschau da. Einmal ausführen, was vor dem Knoten liegt.',
  },
};
