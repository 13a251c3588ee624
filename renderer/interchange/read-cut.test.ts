import { describe, expect, it } from 'vitest';
import { inspectCut, readCut, type CutRequest } from './read-cut.ts';

const EVENT = '001  AX       V     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00';
const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const LIST: CutRequest = {
  bytes: latin(`TITLE: \u00DCberfahrt\r${EVENT}\r* FROM CLIP NAME: CAF\u00C9 \u00C0 C\u00D4T\u00C9.MOV\r`),
  filename: 'list.EDL',
};
const xml = (encoding: string, name: string): CutRequest => ({
  bytes: latin(
    `<?xml version="1.0"${encoding}?>\n<xmeml><sequence><name>a</name><media><video><track><clipitem><name>${name}</name><start>0</start><end>9</end><in>0</in><out>9</out></clipitem></track></video></media></sequence></xmeml>`,
  ),
  filename: 'film.xml',
});

describe('a cut in another format', () => {
  it('says what its reader guessed: the encoding, the rate and the files that it asks for', async () => {
    expect(await inspectCut(LIST)).toEqual({
      ok: true,
      text: { encoding: 'windows-1252', isGuess: true, controls: 0, replaced: 0 },
      rate: expect.objectContaining({ rate: 24, reason: 'numbers' }),
      accented: ['TITLE: Überfahrt', '* FROM CLIP NAME: CAFÉ À CÔTÉ.MOV'],
      files: ['CAFÉ À CÔTÉ.MOV'],
    });
    expect(await inspectCut({ ...LIST, hint: 30_000 / 1001 })).toMatchObject({ rate: { reason: 'project' } });
  });

  it('is read in the encoding and at the rate that a person chose', async () => {
    const found = await readCut({ ...LIST, encoding: 'windows-1251', rate: 50 });
    expect(found).toMatchObject({ ok: true, warnings: [] });
    const root = JSON.parse(found.ok ? found.otio : '{}');
    expect(root.name).toBe('Ьberfahrt');
    expect(root.global_start_time.rate).toBe(50);
  });

  it('says in the report what was guessed where nobody chose', async () => {
    const found = await readCut(LIST);
    expect(found.ok && found.warnings.map(({ code }) => code)).toEqual([
      'TEXT_PUT_RIGHT',
      'EDL_RATE_ASSUMED',
    ]);
  });

  it('in XML is read as its declaration says', async () => {
    expect(await inspectCut(xml(' encoding="ISO-8859-1"', 'caf\u00E9.mov'))).toMatchObject({
      text: { encoding: 'windows-1252', isGuess: false },
      rate: null,
    });
    expect(await readCut(xml(" encoding='macintosh'", 'caf\u008E.mov'))).toMatchObject({
      otio: expect.stringContaining('café.mov'),
    });
    expect(await inspectCut(xml(' encoding="UTF-8"', 'caf\u00E9.mov'))).toMatchObject({
      text: { isGuess: true },
    });
  });

  it('places sources in media by their timecode', async () => {
    const bytes = latin(
      EVENT.replace('00:00:00:00 00:00:02:00', '01:00:02:00 01:00:04:00') + '\n* FROM CLIP NAME: a.mov',
    );
    const start = { frames: 90_000, framesPerSecond: 25, seconds: 3600 };
    const found = await readCut({
      bytes,
      filename: 'a.edl',
      rate: 25,
      media: [['a.mov', { seconds: 20, start }]],
    });
    expect(found).toMatchObject({
      otio: expect.stringMatching(/"available_range":\{[^}]*"duration":\{[^}]*"value":500\}/),
    });
  });

  it.each([
    ['a.edl', 'nothing', 'no edit decision list'],
    ['a.xml', '<fcpxml/>', 'Final Cut Pro X'],
    ['a.xml', '<xmeml>', 'no XML that can be read'],
  ])('that is none is a sentence (%s, %s)', async (filename, text, problem) => {
    const asked = { bytes: latin(text), filename };
    expect(await readCut(asked)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
    expect(await inspectCut(asked)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });

  it.each([
    ['list.edl', LIST.bytes],
    ['film.xml', xml('', 'a').bytes],
  ])('cut anywhere is an answer or a sentence: %s', async (filename, bytes) => {
    const answers = await Promise.all(
      Array.from({ length: bytes.length + 1 }, (_, end) =>
        readCut({ bytes: bytes.subarray(0, end), filename }),
      ),
    );
    const problems = answers.flatMap((found) => (found.ok ? [] : [found.problem]));
    expect(problems.filter((problem) => !/^[A-Z].*\.$/s.test(problem))).toEqual([]);
    const read = answers.flatMap((found) => (found.ok ? [found.otio] : []));
    // What is there of a file is whole: a clip has a length.
    expect(read.filter((otio) => !/"duration":\{[^}]*"value":[1-9]/.test(otio))).toEqual([]);
    expect(answers.at(-1)).toMatchObject({ ok: true });
  });

  it.each([
    ['list.edl', LIST.bytes],
    ['film.xml', xml('', 'a').bytes],
  ])('with any byte changed is an answer or a sentence: %s', { tags: 'rig' }, async (filename, bytes) => {
    const problems = new Set<string>();
    for (let at = 0; at < bytes.length; at += 1) {
      for (const byte of [0, 0x20, 0x39, 0x3c, 0xff]) {
        const found = await readCut({ bytes: bytes.with(at, byte), filename });
        if (!found.ok) problems.add(found.problem);
      }
    }
    expect([...problems].filter((problem) => !/^[A-Z].*\.$/s.test(problem))).toEqual([]);
  });
});
