import { expect, test } from 'vitest';
import { readCaptions } from './read-captions.ts';

/** What is read, without its report, and how many captions were found to roll. */
function read(text: string): { rolled: number; captions: (readonly [number, number, string])[] } {
  const found = readCaptions(text);
  if (!found.ok) throw new Error(found.problem);
  const { captions, report } = found;
  return { rolled: report.rolled, captions: captions.map(({ from, to, words }) => [from, to, words]) };
}

const time = (seconds: number): string => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;
const cues = (...list: readonly (readonly [from: number, to: number, words: string])[]): string =>
  list.map(([from, to, words]) => `${time(from)} --> ${time(to)}\n${words}\n`).join('\n');

const ROLLED = [
  [0.16, 3.439, 'Linus, do your kids think your job is'],
  [3.439, 5.759, "cool or is dad's job always by"],
  [5.759, 8, 'definition uncool'],
];

test('automatic captions of YouTube show each line once', () => {
  const text = `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:03.429 align:start position:0%
\u0020
Linus,<00:00:00.960><c> do</c><00:00:01.520><c> your</c><c> kids think your job</c><00:00:03.200><c> is</c>

00:00:03.429 --> 00:00:03.439 align:start position:0%
Linus, do your kids think your job is
\u0020

00:00:03.439 --> 00:00:05.749 align:start position:0%
Linus, do your kids think your job is
cool<00:00:03.760><c> or</c><00:00:04.000><c> is</c><c> dad's</c><c> job always</c><00:00:05.040><c> by</c>

00:00:05.749 --> 00:00:05.759 align:start position:0%
cool or is dad's job always by
\u0020

00:00:05.759 --> 00:00:08.000 align:start position:0%
cool or is dad's job always by
definition<00:00:06.000><c> uncool</c>
`;
  expect(read(text)).toEqual({ rolled: 4, captions: ROLLED });
  // yt-dlp makes SubRip of them, without the marks.
  const srt = cues(
    [0.16, 3.429, 'Linus, do your kids think your job is'],
    [3.429, 3.439, 'Linus, do your kids think your job is'],
    [3.439, 5.749, "Linus, do your kids think your job is\ncool or is dad's job always by"],
    [5.749, 5.759, "cool or is dad's job always by"],
    [5.759, 8, "cool or is dad's job always by\ndefinition uncool"],
  );
  expect(read(srt)).toEqual({ rolled: 4, captions: ROLLED });
});

test('captions of television that roll in three rows show each line once', () => {
  const rows = ['one', 'two', 'three', 'four', 'five'];
  const text = cues(
    ...rows.map((_, at) => [at, at + 1, rows.slice(Math.max(0, at - 2), at + 1).join('\n')] as const),
  );
  expect(read(text)).toEqual({ rolled: 4, captions: rows.map((row, at) => [at, at + 1, row]) });
});

test.each<[string, (readonly [number, number, string])[]]>([
  [
    'somebody who says a thing twice',
    [
      [0, 1, 'No!'],
      [1, 2, 'No!\nStop.'],
      [2, 3, 'Stop.'],
      [5, 6, 'Why?'],
    ],
  ],
  [
    'a list that is built up',
    [
      [0, 1, 'Apples'],
      [1, 2, 'Apples\nPears'],
      [2, 3, 'Apples\nPears\nPlums'],
      [3, 4, 'Apples\nPears\nPlums\nFigs'],
    ],
  ],
  [
    'a refrain after a pause',
    [0, 4, 8, 12, 16].map((at) => [at, at + 2, at % 8 === 0 ? 'Row, row\nrow your boat' : 'row your boat']),
  ],
  [
    'a long talk with some repetitions',
    Array.from({ length: 20 }, (_, at) => [at, at + 1, at % 5 === 0 ? 'a\nb' : at % 5 === 1 ? 'b' : `${at}`]),
  ],
])('%s stays as it is', (_what, list) => {
  expect(read(cues(...list))).toEqual({ rolled: 0, captions: list });
});
