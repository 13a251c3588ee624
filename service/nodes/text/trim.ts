import { defineNode } from '../define-node.ts';
import { boolean, choice, number, text } from '../pins.ts';

export const textTrim = defineNode({
  type: 'text/trim',
  title: 'Trim',
  description:
    'Removes blank space at the ends of a text; on request also doubled spaces inside, and what is beyond a length. A length of 0 keeps everything.',
  icon: 'scissors-line-dashed',
  tags: ['whitespace', 'strip', 'clean', 'shorten', 'truncate'],
  inputs: {
    text: text('Text', { multiline: true, default: '' }),
    sides: choice('Sides', ['both', 'start', 'end'], { default: 'both' }),
    collapse: boolean('Single spaces', { default: false }),
    length: number('Length', { min: 0, max: 1_000_000, step: 1, default: 0 }),
    ending: text('Ending', { default: '…', maxLength: 100, exposed: false }),
  },
  outputs: { text: { label: 'Text', type: 'text' } },
  run({ text, sides, collapse, length, ending }) {
    const spaced = collapse ? text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n') : text;
    const trimmed = { both: spaced.trim(), start: spaced.trimStart(), end: spaced.trimEnd() }[sides];
    return { text: length === 0 ? trimmed : shorten(trimmed, length, ending) };
  },
});

/** Counts letters as people see them, so that no emoji or accent is cut in two. */
function shorten(text: string, length: number, ending: string): string {
  if (text.length <= length) return text;
  const segments: string[] = [];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (segments.length === length) return segments.join('').trimEnd() + ending;
    segments.push(segment);
  }
  return text;
}
