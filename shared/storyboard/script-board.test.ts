import { describe, expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { StoryboardDocument } from './document.ts';
import { appendScript, MAX_SCRIPT_LENGTH, scriptBoard, type ScriptBoard } from './script-board.ts';
import { readScript } from './script-lines.ts';

const boardOf = (text: string): ScriptBoard => {
  const read = scriptBoard(text);
  if (!read.ok) throw new Error(read.problem);
  return read.board;
};

const FOUNTAIN = `Title: The *Lamp*
Author: Somebody

= What nobody sees.

INT. KITCHEN - DAY #12A#

Anna opens the fridge. **Light** falls on her face.
She waits.

ANNA (V.O.)
(softly)
Nothing again.

BEN
Nothing at all?

ANNA
No.

She shuts it. [[too slow?]]

CUT TO:

.FLASHBACK

/* all of this
goes */
!BANG

EXT. STREET – NIGHT

@McKay ^
Taxi!

> THE END <
`;

describe('a script in Fountain', () => {
  test('has its title, scenes by their headings and numbers, and what they are about', () => {
    const { title, scenes } = boardOf(FOUNTAIN);
    expect(title).toBe('The Lamp');
    expect(scenes.map(({ name, description }) => [name, description])).toEqual([
      ['12A · INT. KITCHEN - DAY', 'What nobody sees.'],
      ['FLASHBACK', ''],
      ['EXT. STREET – NIGHT', ''],
    ]);
  });

  test('has a shot for each paragraph with what is said in it, and one for somebody else who speaks', () => {
    const [kitchen, flashback, street] = boardOf(FOUNTAIN).scenes;
    expect(kitchen?.shots.map(({ description }) => description)).toEqual([
      'Anna opens the fridge. Light falls on her face.\nShe waits.\nANNA: Nothing again.',
      'BEN: Nothing at all?',
      'ANNA: No.',
      'She shuts it.',
    ]);
    expect(flashback?.shots.map(({ description }) => description)).toEqual(['BANG']);
    expect(street?.shots.map(({ description }) => description)).toEqual(['McKay: Taxi!', 'THE END']);
  });

  test('estimates seconds by spoken words and the room on the page, in halves', () => {
    const speech = Array.from({ length: 25 }, () => 'word').join(' ');
    const seen = 'x'.repeat(55 * 4);
    const [scene] = boardOf(`INT. A\n\n${seen}\n\nANNA\n${speech}\n\nBrief.\n\n${'y'.repeat(9000)}`).scenes;
    expect(scene?.shots.map(({ seconds }) => seconds)).toEqual([14, 2, 60]);
  });
});

test.each([
  ['INT. KITCHEN - DAY', '', 'INT. KITCHEN - DAY'],
  ['12 EXT. HARBOR - NIGHT 12', '', '12 · EXT. HARBOR - NIGHT'],
  ['I/E CAR - MOVING', '', 'I/E CAR - MOVING'],
  ['INNEN. WOHNUNG - TAG', '', 'INNEN. WOHNUNG - TAG'],
  ['AUßEN/INNEN AUTO - NACHT', '', 'AUßEN/INNEN AUTO - NACHT'],
  ['Scene 4: The harbor', '', '4 · The harbor'],
  ['SZENE 2', '', '2'],
])('"%s" is the heading of a scene', (heading, _empty, name) => {
  expect(boardOf(`${heading}\n\nSomething is seen.`).scenes.map((scene) => scene.name)).toEqual([name]);
});

test.each([
  ['Internal affairs wait.', ['Internal affairs wait.']],
  ['1. A cat.\n\n2. A dog.', ['1. A cat.', '2. A dog.']],
  [
    'A note that [[nothing ends.\n\nA second ]] paragraph.',
    ['A note that [[nothing ends.', 'A second ]] paragraph.'],
  ],
  ['snake_case and 2 * 3 * 4 stay', ['snake_case and 2 * 3 * 4 stay']],
  ['WHO IS THERE?', ['WHO IS THERE?']],
])('plain text is one scene with its paragraphs as shots: %s', (text, descriptions) => {
  const { scenes } = boardOf(text);
  expect(scenes.map(({ shots }) => shots.map(({ description }) => description))).toEqual([descriptions]);
});

test.each([
  ['', 'empty'],
  ['\n \n\t\n', 'empty'],
  ['INT. KITCHEN - DAY', 'empty'],
  ['a'.repeat(MAX_SCRIPT_LENGTH + 1), 'too-long'],
  ['INT. A\n\nB\n\n'.repeat(1001), 'too-many-scenes'],
  ['A\n\n'.repeat(10_001), 'too-many-shots'],
])('what is no board says why', (text, problem) => {
  expect(scriptBoard(text)).toEqual({ ok: false, problem });
});

const FRAGMENTS = [
  'INT. A\n',
  '\n\n',
  'ANNA\n',
  '(x)\n',
  '> y <',
  '> TO:',
  '[[',
  ']]',
  '/*',
  '*/',
  '#',
  '=',
  '~',
  '@b\n',
  '!c',
];

test('any text is read, with no more parts than lines, and no shot without words', () => {
  const fragment = fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 60 }), (fragments) => {
      const text = fragments.join('');
      expect(readScript(text).length).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length);
      const read = scriptBoard(text);
      const shots = read.ok ? read.board.scenes.flatMap((scene) => scene.shots) : [];
      expect(shots.filter(({ description }) => description.trim() === '')).toEqual([]);
    }),
  );
});

test('paragraphs of words are shots, word by word', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const paragraph = fc.array(word, { minLength: 1, maxLength: 9 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 1, maxLength: 9 }), (paragraphs) => {
      fc.pre(
        !/^(?:int|ext|est|i)\b/.test(paragraphs.join('\n')) &&
          !paragraphs.some((text) => /^(?:int|ext|est|innen|aussen|fade|scene|szene)/.test(text)),
      );
      const { scenes } = boardOf(paragraphs.join('\n\n'));
      expect(scenes.flatMap(({ shots }) => shots.map(({ description }) => description))).toEqual(paragraphs);
    }),
  );
});

test('scenes come behind those of the storyboard with ids of their own, and what was there stays', () => {
  const document = StoryboardDocument.parse({
    serviceType: 'storyboard',
    version: 1,
    sequences: [{ id: 'scene-1', name: 'First', shots: [{ id: 'shot-1' }] }],
  });
  let count = 0;
  const next = appendScript(document, boardOf(FOUNTAIN).scenes, () => `new-${(count += 1)}`);
  expect(next.sequences[0]).toEqual(document.sequences[0]);
  expect(next.sequences.map(({ name }) => name)).toEqual([
    'First',
    '12A · INT. KITCHEN - DAY',
    'FLASHBACK',
    'EXT. STREET – NIGHT',
  ]);
  expect(next.sequences[1]?.shots[0]).toMatchObject({ order: 0, durationSeconds: 2 });
  expect(StoryboardDocument.safeParse(next).success).toBe(true);
  const ids = next.sequences.flatMap(({ id, shots }) => [id, ...shots.map((shot) => shot.id)]);
  expect(new Set(ids).size).toBe(ids.length);
});
