import { describe, expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { captionsOfSegments, captionsOfText } from './speech-captions.ts';

const words = (text: string, seconds = 0.4) =>
  text.split(' ').map((word, at) => ({ text: word, from: at * seconds, to: at * seconds + seconds * 0.9 }));

describe('captions of what was said', () => {
  it('take sentences as they are, and put words together to their end', () => {
    expect(captionsOfSegments([{ text: ' Good evening. ', from: 1, to: 2.5 }])).toEqual([
      { from: 1, to: 2.5, words: 'Good evening.' },
    ]);
    expect(captionsOfSegments(words('Good evening. We begin now.')).map((caption) => caption.words)).toEqual([
      'Good evening.',
      'We begin now.',
    ]);
  });

  it('end at a pause, and are in two lines where one is too long', () => {
    const [first, second] = captionsOfSegments([
      { text: 'We walked up the hill at dusk, and nobody said a word', from: 0, to: 3 },
      { text: 'at all', from: 5, to: 6 },
    ]);
    expect(first?.words).toBe('We walked up the hill at dusk,\nand nobody said a word');
    expect(second?.words).toBe('at all');
  });

  it('part what is longer than six seconds or two lines, each with its share of the time', () => {
    const long = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
    const captions = captionsOfSegments([{ text: long, from: 10, to: 30 }]);
    expect(captions.length).toBeGreaterThan(3);
    expect(captions[0]?.from).toBe(10);
    expect(captions.at(-1)?.to).toBeCloseTo(30);
    expect(captions.map((caption) => caption.words.replaceAll('\n', ' ')).join(' ')).toBe(long);
  });

  it('put no spaces between letters that are written without', () => {
    expect(
      captionsOfSegments([
        { text: '山に', from: 0, to: 1 },
        { text: '登る', from: 1, to: 2 },
      ]),
    ).toEqual([{ from: 0, to: 2, words: '山に登る' }]);
  });

  it('of a text without times are spread over the sound, or by how fast people speak', () => {
    expect(captionsOfText('Hello there.', 4)).toEqual([{ from: 0, to: 4, words: 'Hello there.' }]);
    expect(captionsOfText('', 4)).toEqual([]);
    expect(captionsOfText('x'.repeat(30), null)[0]?.to).toBeCloseTo(2);
  });

  it('whatever a model tells, are in order, overlap nowhere and lose no word', () => {
    const segment = fc.record({
      text: fc.constantFrom('One', 'two.', 'a longer part of a sentence', ' ', 'drei'),
      from: fc.oneof(fc.double({ min: 0, max: 60, noNaN: true }), fc.constantFrom(Number.NaN, -1)),
      to: fc.oneof(fc.double({ min: 0, max: 60, noNaN: true }), fc.constantFrom(Number.NaN, -1)),
    });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 30 }), (segments) => {
        const captions = captionsOfSegments(segments);
        for (const [at, caption] of captions.entries()) {
          expect(caption.to).toBeGreaterThan(caption.from);
          const next = captions[at + 1];
          // Those that begin together cannot but overlap.
          const limit = next === undefined || next.from === caption.from ? Infinity : next.from;
          expect(caption.to).toBeLessThanOrEqual(Math.max(limit, caption.from + 0.05) + 1e-9);
        }
        const usable = segments.filter(({ text, from, to }) => text.trim() !== '' && from >= 0 && to >= 0);
        const said = (list: readonly string[]) => list.join(' ').split(/\s+/).filter(Boolean).toSorted();
        expect(said(captions.map((caption) => caption.words))).toEqual(said(usable.map(({ text }) => text)));
      }),
    );
  });
});
