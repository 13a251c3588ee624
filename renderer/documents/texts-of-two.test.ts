import { expect, test } from 'vitest';
import { withNotes } from '#shared/storyboard/notes.ts';
import { storyboardKind, timelineKind } from './document-kind.ts';

/** Every text of a storyboard and a timeline that two can write in at once: both texts are there afterwards. */

function storyboard(text: string) {
  const panels = [{ id: 'p1', name: text, description: text }];
  const shot = { id: 's1', name: text, description: text, transition: 'cut', panels };
  const sequences = [{ id: 'q1', name: text, description: text, shots: [withNotes(shot, text) ?? shot] }];
  const checked = storyboardKind.check({
    serviceType: 'storyboard',
    version: 1,
    name: text || ' ',
    sequences,
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}

function timeline(text: string) {
  const marker = { id: 'm1', time: 1, duration: 0, name: text, words: text, color: 'red' };
  const checked = timelineKind.check({
    serviceType: 'timeline',
    version: 1,
    name: text || ' ',
    timeline: {
      tracks: [{ id: 'v1', name: text }],
      clips: [
        {
          id: 'c1',
          trackId: 'v1',
          type: 'text',
          name: text,
          startTime: 0,
          duration: 1,
          ext: { patchbay: { version: 1, text } },
        },
      ],
      ext: { patchbay: { version: 1, markers: [marker] } },
    },
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}

/** All texts of a document that somebody wrote. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes('lamp') || value.includes('dog') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

test.each([
  [
    'storyboard',
    storyboardKind.merge(storyboard(''), storyboard('A dog barks'), storyboard('The lamp is lit')),
    8,
  ],
  ['timeline', timelineKind.merge(timeline(''), timeline('A dog barks'), timeline('The lamp is lit')), 6],
] as const)('of a %s', (_kind, { document, clashes }, count) => {
  const texts = textsOf(document);
  expect(texts).toHaveLength(count);
  for (const text of texts) expect(text).toMatch(/^The lamp is lit\sA dog barks$/);
  expect(new Set(clashes.map(({ how }) => how))).toEqual(new Set(['texts-joined']));
});
