import { expect, it } from 'vitest';
import { sentences } from '../sentences.ts';
import { sentenceTranslator } from './sentence.ts';

it('says whole sentences, and those with names and numbers in them', () => {
  expect(sentences.translate('The upload was canceled.')).toBe('Der Upload wurde abgebrochen.');
  expect(sentences.translate('“My “Sky”.png” is empty. Choose a file with something in it.')).toBe(
    '„My “Sky”.png“ ist leer. Eine Datei mit Inhalt auswählen.',
  );
  expect(sentences.translate('image does not fit text')).toBe('Bild passt nicht zu Text');
});

it('says a sentence within a sentence, and labels of pins in it', () => {
  expect(sentences.translate('Cannot connect Sky to Blur: would make a cycle.')).toBe(
    'Sky lässt sich nicht mit Blur verbinden: würde einen Kreis ergeben.',
  );
  expect(sentences.translate('Strength must be a number, but is text.')).toBe(
    'Stärke muss eine Zahl sein, ist aber Text.',
  );
});

it('says where in a timeline a problem lies', () => {
  expect(
    sentences.translate(
      'The file describes a timeline that cannot be kept. In clip 2 “Kettle” of track V1: Q0q is long',
    ),
  ).toBe(
    'Die Datei beschreibt eine Zeitleiste, die sich nicht aufbewahren lässt. In Clip 2 „Kettle“ der Spur V1: Q0q is long',
  );
});

it('leaves what it does not know, empty texts and very long ones as they are', () => {
  for (const text of [
    '',
    'This service sleeps on Sundays.',
    'The upload was canceled',
    `“${'a'.repeat(1e6)}”`,
  ])
    expect(sentences.translate(text)).toBe(text);
});

it('ends on texts that are all gaps, and takes the sentence that says most', () => {
  const say = sentenceTranslator(
    [
      ['{0} {1}', '{1} {0}'],
      ['{0} of {1}', '{0} von {1}'],
    ],
    (word) => word,
  );
  expect(say('a of b')).toBe('a von b');
  expect(say('x '.repeat(1000)).length).toBe(2000);
});
