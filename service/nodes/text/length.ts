import { defineNode } from '../define-node.ts';
import { text } from '../pins.ts';

export const textLength = defineNode({
  type: 'text/length',
  title: 'Length',
  description:
    'Counts the characters, words and lines of a text. Accented letters and emoji count as one character.',
  icon: 'ruler-dimension-line',
  tags: ['count', 'characters', 'words', 'lines', 'size'],
  inputs: { text: text('Text', { multiline: true, default: '' }) },
  outputs: {
    characters: { label: 'Characters', type: 'number' },
    words: { label: 'Words', type: 'number' },
    lines: { label: 'Lines', type: 'number' },
  },
  run({ text }) {
    return {
      characters: count(new Intl.Segmenter().segment(text), () => true),
      words: count(
        new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text),
        (token) => token.isWordLike === true,
      ),
      lines: text === '' ? 0 : text.split(/\r\n|\r|\n/).length,
    };
  },
});

function count(segments: Intl.Segments, counts: (segment: Intl.SegmentData) => boolean): number {
  let total = 0;
  for (const segment of segments) if (counts(segment)) total += 1;
  return total;
}
