import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { script as english } from '../english/script.ts';

export const script: Translated<typeof english> = {
  kindOfFile: 'ein Drehbuch',
  fileHint: 'Ein Drehbuch als einfachen Text wählen.',
  title: 'Storyboard aus einem Drehbuch',
  description:
    'Ein Drehbuch einfügen oder als Datei öffnen (Fountain oder einfacher Text). Überschriften wie „INNEN. KÜCHE - TAG“ beginnen Szenen; jeder Absatz wird ein Shot mit dem, was darin gesagt wird. Die Längen sind geschätzt. Alles lässt sich ändern, bevor es hinzukommt.',
  script: 'Drehbuch',
  placeholder: 'INNEN. KÜCHE - TAG\n\nAnna öffnet den Kühlschrank.\n\nANNA\nWieder nichts.',
  file: 'Datei mit einem Drehbuch',
  openFile: 'Drehbuch öffnen…',
  list: 'Szenen und Shots',
  scene: (number) => `Szene ${number}`,
  includeScene: (number) => `Szene ${number} hinzufügen`,
  nameOfScene: (number) => `Name von Szene ${number}`,
  includeShot: (number) => `Shot ${number} hinzufügen`,
  wordsOfShot: (number) => `Was in Shot ${number} geschieht`,
  secondsOfShot: (number) => `Sekunden von Shot ${number}`,
  sums: (scenes, shots, length) =>
    `${pluralForm(scenes, ['# Szene', '# Szenen'])}, ${pluralForm(shots, ['# Shot', '# Shots'])}, etwa ${length}`,
  add: (shots) =>
    shots === 0
      ? 'Zum Storyboard hinzufügen'
      : pluralForm(shots, ['# Shot hinzufügen', '# Shots hinzufügen']),
  added: (scenes, shots) =>
    `${pluralForm(scenes, ['# Szene', '# Szenen'])} mit ${pluralForm(shots, ['# Shot', '# Shots'])} hinzugefügt`,
  step: 'Szenen eines Drehbuchs hinzufügen',
  emptyReason: 'Erst ein Drehbuch einfügen oder öffnen.',
  uncheckedReason: 'Kein Shot ist angehakt. Die gewünschten anhaken.',
  problems: {
    empty:
      'Es steht nichts darin, was zu sehen wäre: nur Überschriften, Notizen oder leere Zeilen. Das Drehbuch mit seiner Handlung einfügen.',
    'too-long': 'Das Drehbuch ist länger als 4 Millionen Zeichen. In Teilen einfügen, etwa Folge für Folge.',
    'too-many-scenes': 'Das Drehbuch hat mehr als 1.000 Szenen. In Teilen einfügen, etwa Akt für Akt.',
    'too-many-shots': 'Das Drehbuch hat mehr als 10.000 Absätze. In Teilen einfügen, etwa Akt für Akt.',
  },
};
