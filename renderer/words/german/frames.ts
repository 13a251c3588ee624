import { pluralForm, withCounts, formatList, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { frames as english } from '../english/frames.ts';

/** Two by their names, more by their number. */
const named = (names: readonly string[]): string =>
  names.length > 2
    ? `${number(names.length)} weitere`
    : formatList(withCounts(names.map((name) => `„${name}“`)));

export const frames: Translated<typeof english> = {
  duplicateStep: 'Duplizieren',
  resizeStep: 'Größe ändern',
  holds: (nodes) => (nodes === 0 ? 'Nichts darin' : pluralForm(nodes, ['# Knoten', '# Knoten'])),
  running: (count) => pluralForm(count, ['# läuft', '# laufen']),
  failed: (count) => `${count} fehlgeschlagen`,
  collapsed: (title, info) => `Rahmen: ${title}, eingeklappt, ${info}`,
  pin: (pin, node) => `${pin} · ${node}`,
  tookIn: (names) =>
    names.length === 1
      ? `„${names[0]}“ liegt auch im Rahmen und gehört deshalb dazu.`
      : `${named(names)} liegen auch im Rahmen und gehören deshalb dazu.`,
  reachIn: (names) =>
    names.length === 1
      ? `„${names[0]}“ ragt in den Rahmen und gehört nicht dazu.`
      : `${named(names)} ragen in den Rahmen und gehören nicht dazu.`,
  moveOut: () => 'Hinausrücken',
  lockedStay: (count) =>
    count === 1 ? 'Was gesperrt ist, bleibt im Rahmen.' : `${count} gesperrte bleiben im Rahmen.`,
  named: (kind, label, isLocked) => `${kind}: ${label}${isLocked ? ', gesperrt' : ''}`,
  isLocked: (names, withItems) =>
    names.length === 1
      ? `${names[0]} ist gesperrt und bleibt, wie es ist. Auswählen und L drücken, um zu entsperren.`
      : `${names.length} ${withItems ? 'Elemente' : 'Knoten'} sind gesperrt und bleiben, wie sie sind. Auswählen und L drücken, um zu entsperren.`,
  staysPut: 'Gesperrt, bleibt an seiner Stelle. L entsperrt.',
  nothingToCollapse: 'In diesem Rahmen liegt nichts, das sich einklappen ließe.',
  shownAgain: 'Was im Rahmen war, ist wieder zu sehen.',
  states: 'Zustände',
  mute: 'Stummschalten',
  freeze: 'Einfrieren',
  lock: 'Sperren',
  nothingInCommon:
    'Sie haben kein gemeinsames Feld. Die Schaltflächen oben und das Menü der rechten Maustaste wirken auf alle.',
  selected: (count) => (count === 1 ? 'Rahmen' : `${count} Rahmen und Notizen ausgewählt`),
  framesHelp:
    'Was hier umgeschaltet wird, gilt für alles darin. Eingeklappt ist es eine Kachel mit den Anschlüssen, die hinausführen.',
  title: 'Titel des ausgewählten Rahmens',
};
