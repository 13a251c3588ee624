import { expect, it } from 'vitest';
import { noteLinks, noteSegments } from './note-parts.ts';

it('addresses become links without the end of their sentence, and nothing is lost', () => {
  const text =
    'See https://example.com/a?b=1, then (http://example.org/c). Not javascript:alert(1) or file:///x';
  expect(noteLinks(text)).toEqual(['https://example.com/a?b=1', 'http://example.org/c']);
  expect(
    noteSegments(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

it.each(['', 'مرحبا', '🎬', 'https://', 'https://https://'])('reads %j', (text) => {
  expect(
    noteSegments(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
