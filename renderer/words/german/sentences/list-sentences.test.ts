import { expect, it } from 'vitest';
import { sentences } from '../sentences.ts';

it('says in German how many items failed and why the first did, and how far a contact sheet is', () => {
  const reason = 'holiday-07.png is damaged: its pixels cannot be read.';
  const translated = sentences.translate(`3 of 90 items failed. holiday-07 × gold: ${reason}`);
  expect(translated).toMatch(/^3 von 90 Elementen fehlgeschlagen\. holiday-07 × gold: /);
  expect(sentences.translate('Image 4 of 44')).toBe('Bild 4 von 44');
});
