import type { Translated } from '../translated.ts';
import type { canvas as english } from '../english/canvas.ts';

export const canvas: Translated<typeof english> = {
  label: (project) =>
    `Arbeitsfläche von ${project}. Pfeiltasten gehen von Knoten zu Knoten, Tab fügt einen hinzu, die Leertaste zeigt, was der ausgewählte ergeben hat, die Eingabetaste öffnet den Inspektor. Umschalt+Tab und F6 verlassen die Arbeitsfläche.`,
  nothingToLookAt: 'Bei diesem Knoten gibt es noch nichts zu sehen. Tab fügt einen Knoten dahinter hinzu.',
  selectToLook: 'Einen Knoten auswählen, um sein Ergebnis zu sehen. Tab fügt einen Knoten hinzu.',
  connect: {
    title: (node, pin) => `${node} · ${pin} verbinden`,
    description: (side) =>
      side === 'input'
        ? 'Anschlüsse, die zu diesem Eingang passen, freie zuerst. Die Eingabetaste nimmt den ersten.'
        : 'Anschlüsse, die zu diesem Ausgang passen, freie zuerst. Die Eingabetaste nimmt den ersten.',
    replaces: 'ersetzt ein Kabel',
    isNeeded: 'muss gesetzt sein',
    noneFits:
      'In diesem Projekt passt kein Anschluss. Tab auf der Arbeitsfläche fügt einen passenden Knoten hinzu.',
    noneFound: (query) => `Kein passender Anschluss heißt „${query}“.`,
  },
};
