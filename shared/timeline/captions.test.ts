import { describe, expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { captionsOf, writeCaptions } from './captions.ts';
import { TimelineDocument } from './document.ts';
import { addCaption, addCaptions, setWords } from './edits/index.ts';
import { clipExt, trackExt } from './ext.ts';
import { writableWords } from './caption-words.ts';
import { readCaptions, type CaptionReport } from './read-captions.ts';

const NOTHING: CaptionReport = {
  emptyCount: 0,
  zeroLengthCount: 0,
  covered: 0,
  truncatedCount: 0,
  joined: 0,
  unseparated: 0,
  unsorted: 0,
  styled: 0,
  rolled: 0,
  cut: 0,
};
const read = (text: string) => {
  const found = readCaptions(text);
  return found.ok ? found : { captions: found.problem, report: {} };
};
const srt = `\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>The kettle</i>\r\nsings & steams\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,0\r\n{\\an8}Up here\r\n`;
const vtt = `WEBVTT - Film

STYLE
::cue { color: red }

NOTE a remark

intro
00:03.000 --> 00:04.000 align:start
<v Ann>Later &lt;here&gt;

01:00.500 --> 01:00.500
nothing

00:01.000 --> 00:02.000
First`;

const document = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: { frameRate: 25, tracks: [{ id: 'V1' }], clips: [] },
});
const ids = () => {
  let count = 0;
  return () => `n${(count += 1)}`;
};

describe('caption files', () => {
  it('are read as SubRip and WebVTT, without marks, in order of time', () => {
    expect(read(srt).captions).toEqual([
      { from: 1, to: 2.5, words: 'The kettle\nsings & steams' },
      { from: 3, to: 4, words: 'Up here' },
    ]);
    expect(read(vtt)).toMatchObject({
      captions: [
        { from: 1, to: 2, words: 'First' },
        { from: 3, to: 4, words: 'Later <here>' },
      ],
      report: { zeroLengthCount: 1, styled: 1, unsorted: 1 },
    });
  });

  it.each(['\u200E', '\u202A', '\u2060', '\u200B', '\uFEFF\uFEFF'])(
    'are read with signs that nobody sees before them: %j',
    (sign) => {
      const words = (text: string) => readCaptions(text).ok && read(sign + text).captions;
      const later = [{ from: 3, to: 4, words: 'Later <here>' }];
      expect(words(srt.slice(1))).toEqual(read(srt).captions);
      expect(words(vtt)).toMatchObject([{ words: 'First' }, ...later]);
    },
  );

  it.each([
    '',
    'no captions',
    '\0\0\0',
    '{"a": 1}',
    'x'.repeat(10_000_001),
    '1\n00:00:02,000 --> 00:00:01,000\nback',
  ])('are refused in words when there is nothing to read (%#)', (text) => {
    expect(readCaptions(text)).toMatchObject({ ok: false, problem: expect.stringContaining('.srt or .vtt') });
  });

  it('of more captions than anybody watches are refused', () => {
    expect(readCaptions('00:01.000 --> 00:02.000\nx\n\n'.repeat(20_001))).toMatchObject({ ok: false });
  });

  it.each<[string, string, string[], Partial<CaptionReport>]>([
    [
      'words between < and > that are no tags',
      '1\n00:00:01,000 --> 00:00:02,000\nI <3 you and you >> me\n\n2\n00:00:03,000 --> 00:00:04,000\nIf x < 3 and y > 2 then\n<narration>雨</narration>',
      ['I <3 you and you >> me', 'If x < 3 and y > 2 then\n<narration>雨</narration>'],
      { styled: 0 },
    ],
    [
      'tags that both forms know',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<b>a</b><i.loud>b</i><u>c</u><s>d</s><font color="red">e</font><c.yellow.bg>f</c><v.first Ann>g</v><lang en>h</lang><ruby>i<rt>j</rt></ruby><00:00:01.500>k{\\an8}l<br/>m',
      ['abcdefghijkl\nm'],
      { styled: 1 },
    ],
    [
      'tags of pages, in any form',
      '1\n00:00:01,000 --> 00:00:02,000\n<em>Just</em> <STRONG class="x">before</STRONG> lunch<p><span style="color:#fff">one</span></p><div>day</div><small>,</small> <center>a</center>\n\n2\n00:00:03,000 --> 00:00:04,000\n<p>First</p><p>Second</p>\n\n3\n00:00:05,000 --> 00:00:06,000\n<spanner> <emma> <press> a<p and 1<small\n<A> and <Del> are keys, <a href="x">this</a> a link',
      [
        'Just before lunch\none\nday\n, a',
        'First\nSecond',
        '<spanner> <emma> <press> a<p and 1<small\n<A> and <Del> are keys, this a link',
      ],
      { styled: 2 },
    ],
    [
      'blocks of WebVTT in small letters',
      'WEBVTT\n\nregion\nid:bill\nwidth:40%\n\nSTYLE\n::cue { color: red }\n/* no words */\n\nNOTE\nMachine-generated.\n\n1\n00:01.000 --> 00:02.000 region:fred align:left\n[music]\n\nNOTE Now they speak\n\n2\n00:03.000 --> 00:04.000\n<em>Just</em> before lunch',
      ['[music]', 'Just before lunch'],
      { styled: 1 },
    ],
    [
      'character references',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nDon&#39;t say &quot;caf&eacute;&quot; &amp; go &apos;&#x2665;&hearts;&#146; &nosuch; &#xFFFFFFF; A&B',
      ['Don\'t say "café" & go \'♥♥’ &nosuch; \uFFFD A&B'],
      {},
    ],
    [
      'no empty lines between cues',
      '1\n00:00:01,000 --> 00:00:02,000\nFirst words\n2\n00:00:03,000 --> 00:00:04,000\nSecond words\n3\n00:00:05,000 --> 00:00:06,000\nThird',
      ['First words', 'Second words', 'Third'],
      { unseparated: 2 },
    ],
    [
      'numbers that do not follow each other, and a last line that is one',
      '7\n00:00:01,000 --> 00:00:02,000\nTake\n42\n\n9\n00:00:03,000 --> 00:00:04,000\nof\n\n12\n\n\n00:00:05,000 --> 00:00:06,000\n99',
      ['Take\n42', 'of', '99'],
      {},
    ],
    [
      'an empty line within a cue',
      '1\n00:00:01,000 --> 00:00:02,000\n- Where is he?\n\n- On the quay.\n\n2\n00:00:03,000 --> 00:00:04,000\nx',
      ['- Where is he?\n- On the quay.', 'x'],
      { joined: 1 },
    ],
    [
      'spare empty lines, and none of numbers',
      '\n\n1\n\n00:00:01,000 --> 00:00:02,000\n\nOne\n\n\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n\n00:00:05,000 --> 00:00:06,000\nThree',
      ['One', 'Two', 'Three'],
      { joined: 0, unseparated: 0 },
    ],
    [
      'blocks of WebVTT, and names of cues',
      'WEBVTT\n\nREGION\nid:a\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000\nOne\n\nNOTE\nof several\nlines\n\nNOTE one\n\noutro\n00:03.000 --> 00:04.000\nNOTE this\n\nmore',
      ['One', 'NOTE this\nmore'],
      { joined: 1 },
    ],
    [
      'the heads of the segments that a stream was saved from',
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nOne\n\n\uFEFFWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:03.000 --> 00:04.000\nWEBVTT is a form\n\nWEBVTT - Film\nKind: captions\nLanguage: en\n\n2\n00:05.000 --> 00:06.000\nThree\n\nWEBVTT\n',
      ['One', 'WEBVTT is a form', 'Three'],
      { joined: 0 },
    ],
    [
      'line ends of one sign',
      '1\r00:00:01,000 --> 00:00:02,000\rOne\rline\r\r2\r00:00:03,000 --> 00:00:04,000\rTwo',
      ['One\nline', 'Two'],
      {},
    ],
    [
      'overlapping, covered, empty and endless ones',
      '00:00:01,000 --> 00:00:05,000\na\n\n00:00:04,000 --> 00:00:06,000\nb\n\n00:00:05,000 --> 00:00:05,500\nc\n\n00:00:07,000 --> 00:00:08,000\n\n00:00:09,000 --> 00:00:09,000\nd\n\n00:00:07,000 --> 00:00:08,000\ne',
      ['a', 'b', 'e'],
      { truncatedCount: 1, covered: 1, emptyCount: 1, zeroLengthCount: 1, unsorted: 0 },
    ],
    [
      'marks of writing direction before numbers and times',
      '\u200E1\n\u200E00:00:01,000 --> 00:00:02,000\nאחד\n\n\u200F2\n\u200F00:00:03,000 --> 00:00:04,000\n\u200Fשתיים',
      ['אחד', '\u200Fשתיים'],
      { joined: 0, unseparated: 0 },
    ],
    [
      'times before the beginning',
      '1\n-00:00:03,000 --> -00:00:02,000\ngone\n\n2\n-00:00:01,000 --> 00:00:02,000\nhere',
      ['here'],
      { zeroLengthCount: 1 },
    ],
    [
      'marks that converters leave behind',
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{\\fad(100,100)}Up\\Nhere\\hnow\n\n2\n00:00:03,000 --> 00:00:04,000\n{b}Bold{/b} {i}and{/i} <font color="#fff" face=\'A B\'>thin</font>\n\n3\n00:00:05,000 --> 00:00:06,000\n{y:i}{c:$0000ff}Old[br]marks {left} [door]\n\n4\n00:00:07,000 --> 00:00:08,000\n{\\p1}m 0 0 l 100 0 100 100{\\p0}Drawn',
      ['Up\nhere now', 'Bold and thin', 'Old\nmarks {left} [door]', 'Drawn'],
      { styled: 4 },
    ],
    [
      'folders',
      '1\n00:00:01,000 --> 00:00:02,000\nC:\\New\\Names\\host',
      ['C:\\New\\Names\\host'],
      { styled: 0 },
    ],
    [
      'times that a comma parts',
      '0:00:01.000,0:00:02.500\nOne\ntwo\n\n0:00:03.000,0:00:04.000\nThree',
      ['One\ntwo', 'Three'],
      { joined: 0 },
    ],
    [
      'numbers of WebVTT around a cue without words, and a voice that begins with an arrow',
      'WEBVTT\n\n1\n00:19.866 --> 00:29.800\nOne\n\n2\n00:29.933 --> 00:37.500\n\n3\n00:37.600 --> 00:43.601\n<v ->Two</v>\n\n4\n00:43.666 --> 00:46.500\nThree',
      ['One', 'Two', 'Three'],
      { emptyCount: 1, styled: 1 },
    ],
    [
      'clock times that are said',
      '1\n00:00:01,000 --> 00:00:02,000\nJump to 00:01:23,456 in the recording.\n\n2\n00:00:03,000 --> 00:00:04,000\n00:01:23,456\n\n3\n00:00:05,000 --> 00:00:06,000\nMeet at 10:00:00,000 to 11:00:00,000',
      ['Jump to 00:01:23,456 in the recording.', '00:01:23,456', 'Meet at 10:00:00,000 to 11:00:00,000'],
      { unseparated: 0, unsorted: 0 },
    ],
    [
      'a line of times among the words, as lessons on captions have it',
      '1\n00:00:01,000 --> 00:00:02,000\nWrite the times as\n00:01:23,456 --> 00:01:25,000\nand save.\n\n2\n00:00:03,000 --> 00:00:04,000\nThen go on.\n00:00:00,500 --> 00:00:00,900\n\n3\n00:00:05,000 --> 00:00:06,000\nDone',
      [
        'Write the times as\n00:01:23,456 --> 00:01:25,000\nand save.',
        'Then go on.\n00:00:00,500 --> 00:00:00,900',
        'Done',
      ],
      { unseparated: 0, unsorted: 0 },
    ],
    [
      'a cue that lost its number and its empty line',
      '1\n00:00:01,000 --> 00:00:02,000\nOne\n00:00:03,000 --> 00:00:04,000\nTwo\n\n3\n00:00:05,000 --> 00:00:06,000\nThree',
      ['One', 'Two', 'Three'],
      { unseparated: 1 },
    ],
    ['words on the line of times', '1\n00:00:01,000 --> 00:00:02,000 Hello\nthere', ['Hello\nthere'], {}],
    ['places on the line of times', '1\n00:00:01,000 --> 00:00:02,000 X1:10 X2:20\nHello', ['Hello'], {}],
  ])('are read with %s', (_, text, words, report) => {
    const found = read(text);
    expect(found).toMatchObject({ report });
    expect(Array.isArray(found.captions) && found.captions.map((caption) => caption.words)).toEqual(words);
  });

  it.each([
    ['00:00:01.500 --> 00:00:02.250', 1.5, 2.25],
    ['00:01,5 --> 00:02,25', 1.5, 2.25],
    ['1:2:3,004 --> 1:2:4', 3723.004, 3724],
    ['100:00:00,000 --> 100:00:01,000', 360_000, 360_001],
    ['00:00:01:500 --> 00:00:02:250', 1.5, 2.25],
    ['00: 00: 01, 500 -> 00: 00: 02, 250', 1.5, 2.25],
    ['  00:00:01,500-->00:00:02,250  ', 1.5, 2.25],
    ['00:90:00,000 –> 00:90:01,000', 5400, 5401],
    ['00:00:01,  500 -->  00:00:02,   250', 1.5, 2.25],
    ['\u200E00:00:01,500 \u200E-->\u200E 00:00:02,250\u200F', 1.5, 2.25],
    ['\u202B٠٠:٠٠:٠١٫٥٠٠ --> ٠٠:٠٠:٠٢،٢٥٠\u202C', 1.5, 2.25],
    ['۰۰:۰۰:۰۱,۵۰۰ --> ۰۰:۰۰:۰۲,۲۵۰', 1.5, 2.25],
    ['００：００：０１，５００　-->　００：００：０２，２５０', 1.5, 2.25],
    ['-00:00:01,000 --> 00:00:02,250', 0, 2.25],
  ])('are read with times as in %s', (line, from, to) => {
    expect(read(`1\n${line}\nx`).captions).toEqual([
      { from: expect.closeTo(from, 6), to: expect.closeTo(to, 6), words: 'x' },
    ]);
  });

  it('come back as they were written, whatever the words', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 40, unit: 'grapheme' }),
      fc
        .array(
          fc.constantFrom(
            '<3',
            '<b>',
            '</i>',
            '&amp;',
            '&',
            '&#39;',
            '-->',
            '\n',
            '\n\n',
            '{\\an8}',
            '{b}',
            '{y:i}',
            '\\N',
            'C:\\New',
            '\\h',
            '[br]',
            '42',
            'NOTE',
            'STYLE',
            ' ',
            'WEBVTT',
            '00:00:01,000 --> 00:00:02,000',
            '1:0 -> 2:0',
            '<00:01:02.000>',
            '<br>',
            'é',
            '1',
            '2',
            '٢',
            '1:0 ',
            '2:0',
            '−>',
            '-＞',
            '-\u200B>',
            '0:00:01.00,0:00:02.00',
            '\r',
          ),
          { maxLength: 9 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('srt' as const, 'vtt' as const),
        (texts, form) => {
          const captions = texts
            .map((words, index) => ({
              from: index * 3600.125,
              to: index * 3600.125 + 1,
              words: writableWords(words),
            }))
            .filter(({ words }) => words !== '');
          fc.pre(captions.length > 0);
          expect(read(writeCaptions(captions, form))).toEqual({
            ok: true,
            captions: captions.map(({ from, to, words }) => ({
              from: expect.closeTo(from, 6),
              to: expect.closeTo(to, 6),
              words,
            })),
            report: NOTHING,
          });
        },
      ),
    );
  });

  it.each([
    '1:0 −> 2:0',
    '1:0 -＞ 2:0',
    '1:0 ﹣> 2:0',
    '1:0 -\u200B> 2:0',
    '\u200E1:0 -＞ 2:0',
    '0:00:01.00,0:00:02.00',
    'It stands\n1:0 −> 2:0\nat half-time, at −5 °C',
  ])('with words that read like times come back whole: %s', (words) => {
    const captions = [
      { from: 0, to: 1, words },
      { from: 2, to: 3, words: 'twenty−two' },
    ];
    for (const form of ['srt', 'vtt'] as const)
      expect(read(writeCaptions(captions, form))).toEqual({ ok: true, captions, report: NOTHING });
  });

  it('leave as SubRip without references that players would show', () => {
    const words = 'Tom & Jerry <3 you > me';
    expect(writeCaptions([{ from: 0, to: 1, words }], 'srt')).toContain(`\n${words}\n`);
    expect(writeCaptions([{ from: 0, to: 1, words: 'a <b>' }], 'srt')).toContain('a &lt;b>');
  });

  it.each([srt, vtt])('with any sign changed are captions with a length, or a sentence (%#)', (whole) => {
    const changed = Array.from(whole, (_, at) =>
      ['\0', ' ', '9', '\n', '<', '-', '{', '\uFFFD'].map(
        (sign) => whole.slice(0, at) + sign + whole.slice(at + 1),
      ),
    ).flat();
    const read = changed.map((text) => readCaptions(text));
    expect(read.flatMap((found) => (found.ok ? [] : [found.problem]))).toEqual([]);
    const captions = read.flatMap((found) => (found.ok ? found.captions : []));
    expect(captions.filter(({ from, to, words }) => to <= from || words === '')).toEqual([]);
  });

  it.each([srt, vtt])('cut anywhere are captions or a sentence, and no times become words (%#)', (whole) => {
    const parts = Array.from({ length: whole.length + 1 }, (_, end) => readCaptions(whole.slice(0, end)));
    const problems = new Set(parts.flatMap((part) => (part.ok ? [] : [part.problem])));
    expect([...problems]).toEqual(['No captions were found in the file. Choose an .srt or .vtt file.']);
    const captions = parts.flatMap((part) => (part.ok ? part.captions : []));
    expect(captions.filter(({ from, to, words }) => to <= from || /-->|\d:\d/.test(words))).toEqual([]);
    expect(parts.at(-1)).toMatchObject({ ok: true });
  });

  it('that are shown at exactly one time are one, with the words of all; the same words stand once', () => {
    const together = (...words: string[]) =>
      words.map((each) => `00:41.166 --> 00:44.461 line:80%\n${each}`).join('\n\n');
    const found = read(`WEBVTT\n\n${together('So you have come', 'to the master?', 'to the master?')}`);
    expect(found).toMatchObject({
      captions: [{ from: 41.166, to: 44.461, words: 'So you have come\nto the master?' }],
      report: { covered: 1 },
    });
    const many = read(
      `WEBVTT\n\n${together(...Array.from({ length: 40 }, (_, at) => `${at} ${'x'.repeat(500)}`))}`,
    );
    expect(many).toMatchObject({ report: { cut: 1, covered: 0 } });
    expect(many.captions).toHaveLength(1);
  });

  it('numbers that stand twice, with a blank line between, belong to no words', () => {
    const twice =
      '1\n00:00:01,000 --> 00:00:02,000\nK-A-R\n\n2\n\n2\n00:00:03,000 --> 00:00:04,000\nA-N-T\n\n3\n\n\n3\n00:00:05,000 --> 00:00:06,000\nE\n';
    const found = read(twice);
    expect(found.captions).toEqual([
      { from: 1, to: 2, words: 'K-A-R' },
      { from: 3, to: 4, words: 'A-N-T' },
      { from: 5, to: 6, words: 'E' },
    ]);
    expect(found.report).toEqual(NOTHING);
    // A number that is said stays.
    const said =
      '1\n00:00:01,000 --> 00:00:02,000\nHow many?\n\n3\n\n2\n00:00:03,000 --> 00:00:04,000\nFour\n';
    expect(read(said).captions).toMatchObject([{ words: 'How many?\n3' }, { words: 'Four' }]);
  });
});

describe('captions on a timeline', () => {
  it('are a track of their own, from frame to frame, and go out again', () => {
    const after = addCaptions(
      [
        { from: 1.01, to: 2, words: 'One' },
        { from: 1.5, to: 3, words: 'Two' },
        { from: 2.5, to: 2.9, words: 'under the other' },
      ],
      { id: 'C', name: 'English' },
      ids(),
    )(document)!;
    expect(trackExt(after.timeline.tracks[1]!).kind).toBe('captions');
    expect(captionsOf(after, 'C')).toEqual([
      { from: 1, to: 2, words: 'One' },
      { from: 2, to: 3, words: 'Two' },
    ]);
    expect(TimelineDocument.safeParse(after).success).toBe(true);
    expect(addCaptions([], { id: 'C', name: '' }, ids())(document)).toBeNull();
  });

  it('are added one by one, and their words changed', () => {
    const first = addCaption({ id: 'c1', trackId: null, at: 4 }, 'Hello', ids())(document)!;
    const second = addCaption({ id: 'c2', trackId: 'V1', at: 5 }, 'Again', ids())(first)!;
    expect(second.timeline.tracks).toHaveLength(2);
    const changed = setWords(['c1', 'V1'], 'Hello\nyou')(second)!;
    expect(changed.timeline.clips.map((clip) => [clip.name, clipExt(clip).text, clip.duration])).toEqual([
      ['Hello you', 'Hello\nyou', 1],
      ['Again', 'Again', 2],
    ]);
    expect(setWords(['none'], 'x')(second)).toBeNull();
  });
});
