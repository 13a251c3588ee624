import { pluralForm } from '../forms.ts';

/** A script that becomes scenes and shots. */
export const script = {
  kindOfFile: 'a script',
  fileHint: 'Choose a script as plain text.',
  title: 'Storyboard from a script',
  description:
    'Paste a script or open it as a file (Fountain or plain text). Headings such as “INT. KITCHEN - DAY” begin scenes; each paragraph becomes a shot with what is said in it. Lengths are estimated. Change what you like before you add them.',
  script: 'Script',
  placeholder: 'INT. KITCHEN - DAY\n\nAnna opens the fridge.\n\nANNA\nNothing again.',
  file: 'File with a script',
  openFile: 'Open a script…',
  list: 'Scenes and shots',
  scene: (number: number): string => `Scene ${number}`,
  includeScene: (number: number): string => `Add scene ${number}`,
  nameOfScene: (number: number): string => `Name of scene ${number}`,
  includeShot: (number: string): string => `Add shot ${number}`,
  wordsOfShot: (number: string): string => `What happens in shot ${number}`,
  secondsOfShot: (number: string): string => `Seconds of shot ${number}`,
  /** @param length of all, written out. */
  sums: (scenes: number, shots: number, length: string): string =>
    `${pluralForm(scenes, ['# scene', '# scenes'])}, ${pluralForm(shots, ['# shot', '# shots'])}, about ${length}`,
  add: (shots: number): string =>
    shots === 0 ? 'Add to the storyboard' : pluralForm(shots, ['Add # shot', 'Add # shots']),
  added: (scenes: number, shots: number): string =>
    `${pluralForm(scenes, ['# scene', '# scenes'])} with ${pluralForm(shots, ['# shot', '# shots'])} added`,
  step: 'add scenes of a script',
  emptyReason: 'Paste a script or open one first.',
  uncheckedReason: 'No shot is ticked. Tick those that you want.',
  problems: {
    empty:
      'There is nothing in it that could be seen: only headings, notes or empty lines. Paste the script with its action.',
    'too-long':
      'The script is longer than 4 million letters. Bring it in parts, such as one episode at a time.',
    'too-many-scenes': 'The script has more than 1,000 scenes. Bring it in parts, such as one act at a time.',
    'too-many-shots':
      'The script has more than 10,000 paragraphs. Bring it in parts, such as one act at a time.',
  },
} as const;
