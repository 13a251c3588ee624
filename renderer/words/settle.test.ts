import { expect, it } from 'vitest';
import { settleWords } from './settle.ts';

// Runs in a process of its own: the language is settled once, before the texts are loaded.
it('has the texts of a language with its numbers, counts and lists', async () => {
  await settleWords('de-DE');
  const { words, LANGUAGE, formatList, number, withCounts } = await import('./index.ts');
  expect([LANGUAGE, words.common.save]).toEqual(['de', 'Speichern']);
  expect(number(1200)).toBe('1.200');
  expect(formatList(['Blur', 'Tint', 'Crop'])).toBe('Blur, Tint und Crop');
  expect(withCounts(['Photo', 'Sky', 'Photo'])).toEqual(['Photo (2-mal)', 'Sky']);
  expect(words.gallery.outputs(1)).toBe('1 Ausgabe');
  expect(['Local workspace', 'Studio'].map(words.desk.localName)).toEqual(['Arbeitsbereich', 'Studio']);
});
