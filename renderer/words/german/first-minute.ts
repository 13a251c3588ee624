import type { Translated } from '../translated.ts';
import type { firstMinute as english } from '../english/first-minute.ts';

export const firstMinute: Translated<typeof english> = {
  hints: {
    add: 'Auf die Arbeitsfläche doppelklicken oder {editor.quick-add} drücken, um einen Knoten hinzuzufügen.',
    connect: 'Von einem Anschluss rechts an einem Knoten zu einem links an einem anderen ziehen.',
    run: 'Einen Wert ändern, Ausführen drücken, oder {run.start}, und die Knoten zeigen, was herauskommt.',
    runLive:
      'Einen Wert ändern: Die Knoten zeigen sofort, was herauskommt. Ausführen drücken, oder {run.start}, um es unter Ausgaben zu behalten.',
  },
  takeTour: 'Tour beginnen',
  hideHints: 'Hinweise ausblenden',
  tour: {
    name: 'Tour',
    canvas: {
      title: 'Die Arbeitsfläche',
      text: 'Ein Knoten macht eine Sache; Kabel geben sein Ergebnis an den nächsten weiter. {view.fit} zeigt alles, {editor.find} findet einen Knoten.',
    },
    nodes: {
      title: 'Knoten und Dateien',
      text: 'Einen Knoten von hier auf die Arbeitsfläche ziehen oder auf ein Kabel. Fotos, Filme und Audiodateien lassen sich von außen auf der Arbeitsfläche ablegen.',
    },
    details: {
      title: 'Werte und Ergebnisse',
      text: 'Ist ein Knoten ausgewählt, stehen seine Werte und Ergebnisse hier; die meisten lassen sich auch am Knoten selbst setzen. Läufe und Verlauf sind daneben.',
    },
    run: {
      title: 'Ausführen',
      text: 'Ausführen berechnet, was sich geändert hat, und verwendet den Rest wieder. Ist Live an, folgen Vorschauen schon beim Tippen.',
    },
    saved: {
      title: 'Nichts geht verloren',
      text: 'Änderungen werden laufend gespeichert. {edit.undo} nimmt sie zurück, auch nach einem Neustart. {help.open} öffnet die Hilfe.',
    },
  },
};
