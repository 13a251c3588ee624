import { describe, expect, it } from 'vitest';
import { captionLines, readCaptionLines, readCaptions } from './read-captions.ts';

/** What is made to take long takes as many steps as it is long. Steps are counted, as time says nothing on a busy machine. */

const HEAD = '00:00:01,000 --> 00:00:09,000';

/** How often a line of a file is looked at, for each line of it. */
function looksPerLine(source: readonly string[]): number {
  let looks = 0;
  const counted = new Proxy(source, {
    get(target, key, receiver) {
      looks += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  readCaptionLines(counted, false);
  return looks / source.length;
}

const many = (count: number, lineOf: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => lineOf(index));
const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;

describe('lines of captions are looked at as often however many there are', () => {
  it.each<[string, (count: number) => string[]]>([
    ['in one cue', (count) => [HEAD, ...many(count, () => 'a')]],
    ['that are empty', (count) => [HEAD, 'a', ...many(count, () => '')]],
    ['that are empty or not by turns', (count) => [HEAD, ...many(count, (index) => (index % 2 ? '' : '7'))]],
    ['of times alone', (count) => many(count, (index) => `00:${clock(index % 3000)},000 --> 01:00:00,000`)],
    ['of numbers alone', (count) => many(count, (index) => String(index + 1))],
    ['that are none of captions', (count) => many(count, () => '--> , : ;')],
  ])('%s', (_what, linesOf) => {
    const figures = [1, 4, 16].map((size) => looksPerLine(linesOf(1000 * size)));
    expect(Math.max(...figures)).toBeLessThan(12);
    expect(figures[2]! / figures[0]!).toBeLessThan(1.1);
  });
});

describe('what says nothing is not kept', () => {
  it.each(['\n', '\r\n', '\r', ' \t\n'])('of many empty lines: %j', (end) => {
    const text = `1\n${HEAD}\nHello\n${end.repeat(20_000)}2\n00:00:10,000 --> 00:00:11,000\nthere`;
    expect(captionLines(text).length).toBeLessThan(12);
    expect(readCaptions(text)).toMatchObject({
      ok: true,
      captions: [{ words: 'Hello' }, { words: 'there' }],
      report: { joined: 0, emptyCount: 0 },
    });
  });

  it('of one cue beyond the most that a caption has, which is counted', () => {
    const read = readCaptions(`1\n${HEAD}\n${'<i>a</i>\n'.repeat(100_000)}`);
    expect(read).toMatchObject({ ok: true, report: { cut: 1 } });
    expect(read.ok && read.captions[0]!.words.length).toBeLessThanOrEqual(10_000);
  });
});
