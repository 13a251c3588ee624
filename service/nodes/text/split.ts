import { defineNode } from '../define-node.ts';
import { boolean, number, text } from '../pins.ts';
import { MATCH_CASE, MODE, splitAt } from './pattern.ts';

export const textSplit = defineNode({
  type: 'text/split',
  title: 'Split',
  description:
    'Cuts a text into pieces at a separator. Gives the list, one piece of it by number (1 is the first, -1 the last), and how many there are.',
  icon: 'split',
  tags: ['cut', 'lines', 'list', 'separate', 'regex'],
  inputs: {
    text: text('Text', { multiline: true, default: '' }),
    separator: text('Separator', { multiline: true, default: '\n' }),
    piece: number('Piece', { min: -100_000, max: 100_000, step: 1, default: 1 }),
    skipEmpty: boolean('Leave out empty', { default: false }),
    mode: MODE,
    matchCase: MATCH_CASE,
  },
  outputs: {
    list: { label: 'List', type: 'json' },
    piece: { label: 'Piece', type: 'text' },
    count: { label: 'Count', type: 'number' },
  },
  run({ text, separator, piece, skipEmpty, mode, matchCase }) {
    const all = text === '' ? [] : splitAt(text, { find: separator, mode, matchCase });
    const list = skipEmpty ? all.filter((segment) => segment.trim() !== '') : all;
    const selected = piece === 0 ? undefined : list.at(piece > 0 ? piece - 1 : piece);
    return { list, piece: selected ?? '', count: list.length };
  },
});
