import { describe, expect, it } from 'vitest';
import { otioToTimeline, timelineToOtio } from '../otio/index.ts';
import type { Cut, CutClip } from './cut.ts';
import { cutOfOtio } from './cut-from-otio.ts';
import { otioOfCut } from './cut-to-otio.ts';
import { readFcpXml } from './xml-read.ts';
import { writeFcpXml } from './xml-write.ts';

/** FCP 7 XML as Premiere and the format's description have it, what other readers got wrong, and what is made to harm. */

const RATE = '<rate><timebase>24</timebase><ntsc>FALSE</ntsc></rate>';
const file = (fields: string) =>
  `<file id="f1"><name>one.mov</name><pathurl>file://localhost/Volumes/x/my%20one.mov</pathurl>${fields}</file>`;
const clip = (start: number, end: number, from: number, more = '', name = 'shot') =>
  `<clipitem id="c-${start}-${end}-${from}"><name>${name}</name>${RATE}<start>${start}</start><end>${end}</end><in>${from}</in><out>${from + (end === -1 || start === -1 ? 60 : end - start)}</out>${more}</clipitem>`;
const transition = (start: number, end: number, alignment = 'center') =>
  `<transitionitem><start>${start}</start><end>${end}</end><alignment>${alignment}</alignment>${RATE}<effect><name>Cross Dissolve</name></effect></transitionitem>`;
const sequence = (video: string, audio = '', more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE xmeml>\n<xmeml version="4"><sequence id="s"><name>Cut &amp; run</name>${RATE}<timecode>${RATE}<string>01:00:00:00</string><frame>86400</frame></timecode><media><video><format><samplecharacteristics><width>1280</width><height>720</height></samplecharacteristics></format>${video}</video><audio>${audio}</audio></media>${more}</sequence></xmeml>`;
const track = (items: string) => `<track>${items}<enabled>TRUE</enabled><locked>FALSE</locked></track>`;
const read = (text: string) => readFcpXml(text, 'file');
const clipsOf = (text: string): CutClip[] => read(text).cut.tracks.flatMap(({ clips }) => clips);
const codesOf = (text: string) => read(text).warnings.map(({ code }) => code);
const speed = (value: number, reverse = 'FALSE') =>
  `<filter><effect><effectid>timeremap</effectid><parameter><parameterid>speed</parameterid><value>${value}</value></parameter><parameter><parameterid>reverse</parameterid><value>${reverse}</value></parameter></effect></filter>`;

const throughDocument = (cut: Cut): Cut => {
  const { document } = otioToTimeline(otioOfCut(cut), () => ({ missing: 'missing' }));
  return cutOfOtio(JSON.parse(timelineToOtio(document).text), () => undefined);
};

describe('FCP 7 XML that is read', () => {
  it('has clips, media, their timecode, markers, levels and what is switched off', () => {
    const medium = file(`${RATE}<duration>480</duration><timecode>${RATE}<frame>86400</frame></timecode>`);
    const level =
      '<filter><effect><effectid>opacity</effectid><parameter><parameterid>opacity</parameterid><value>50</value></parameter></effect></filter>';
    const marker = '<marker><name>Here</name><comment>why</comment><in>30</in><out>-1</out></marker>';
    const { cut, warnings } = read(
      sequence(
        track(clip(0, 48, 24, medium + level + marker)) +
          track(clip(10, 20, 0, '<enabled>FALSE</enabled><file id="f1"/>')),
        `<track>${clip(0, 48, 24, '<file id="f1"/>')}<enabled>FALSE</enabled><locked>TRUE</locked></track>`,
        '<marker><name>All</name><in>5</in><out>9</out></marker>',
      ),
    );
    expect(cut).toMatchObject({ name: 'Cut & run', rate: 24, start: 86_400, width: 1280, height: 720 });
    expect(cut.markers).toMatchObject([{ name: 'All', at: 5, length: 4 }]);
    expect(cut.tracks).toMatchObject([
      {
        name: 'V1',
        clips: [
          {
            name: 'shot',
            recordIn: 0,
            duration: 48,
            sourceIn: 86_424,
            medium: { file: 'my one.mov', start: 86_400, length: 480 },
            opacity: 0.5,
            markers: [{ name: 'Here', comment: 'why', at: 86_430, length: 0 }],
          },
        ],
      },
      { name: 'V2', clips: [{ enabled: false, medium: { file: 'my one.mov' } }] },
      { name: 'A1', enabled: false, locked: true, clips: [{ recordIn: 0 }] },
    ]);
    expect(warnings).toEqual([]);
  });

  it('takes media that count in another rate than the sequence', () => {
    const medium = file(
      '<rate><timebase>30</timebase><ntsc>TRUE</ntsc></rate><duration>300</duration><timecode><frame>1800</frame></timecode>',
    );
    const [one] = clipsOf(sequence(track(clip(0, 48, 0, medium))));
    expect(one!.medium).toMatchObject({ start: Math.round((1800 * 24 * 1001) / 30_000), length: 240 });
  });

  it('takes clips whose in and out count in another rate, each medium in its own', () => {
    const ntsc = '<rate><timebase>30</timebase><ntsc>TRUE</ntsc></rate>';
    const medium = file(`<rate><timebase>60</timebase></rate><duration>600</duration>`);
    const item = clip(24, 48, 0, medium)
      .replace(RATE, ntsc)
      .replace('<in>0</in><out>24</out>', '<in>60</in><out>90</out>');
    expect(clipsOf(sequence(track(item)))).toMatchObject([
      { recordIn: 24, duration: 24, sourceIn: 48, medium: { length: 240 } },
    ]);
  });

  it('finds the place of clips that lie below transitions', () => {
    const { cut } = read(
      sequence(
        track(
          clip(0, -1, 0, '', 'a') +
            transition(48, 60) +
            clip(-1, 108, 100, '', 'b') +
            transition(96, 108, 'end-black'),
        ),
      ),
    );
    expect(cut.tracks[0]!.clips).toMatchObject([
      { name: 'a', recordIn: 0, duration: 54, sourceIn: 0 },
      { name: 'b', recordIn: 54, duration: 54, sourceIn: 106 },
    ]);
    expect(cut.tracks[0]!.transitions).toEqual([
      { editPoint: 54, inOffset: 6, outOffset: 6, type: 'SMPTE_Dissolve' },
      { editPoint: 108, inOffset: 12, outOffset: 0, type: 'SMPTE_Dissolve' },
    ]);
  });

  it('has speeds, with in and out as they are played', () => {
    const [fast, back] = clipsOf(
      sequence(track(clip(0, 48, 10, speed(200)) + clip(48, 72, 10, speed(50, 'TRUE')))),
    );
    expect(fast).toMatchObject({ speed: 2, sourceIn: 20, duration: 48 });
    expect(back).toMatchObject({ speed: -0.5, sourceIn: 5, duration: 24 });
  });

  it('keeps what follows a placeholder of no length and no rate in its place', () => {
    const none = '<rate><timebase>0</timebase><ntsc>FALSE</ntsc></rate>';
    const slug = `<file id="f0"><name>Slug</name><duration>0</duration>${none}</file>`;
    for (const range of ['<in>0</in><out>360</out>', '<in>0</in><out>0</out>', '']) {
      const placeholder = `<clipitem id="c0"><name>Slug</name><duration>0</duration>${none}<start>0</start><end>360</end>${range}${slug}</clipitem>`;
      const { cut, warnings } = read(sequence(track(placeholder + clip(360, 400, 10, file(RATE)))));
      expect(warnings).toEqual([]);
      const { document } = otioToTimeline(otioOfCut(cut), () => ({ missing: 'missing' }));
      expect(
        document.timeline.clips.map(({ name, startTime, duration, trimStart }) => [
          name,
          ...[startTime, duration, trimStart].map((seconds) => Math.round(seconds * 24)),
        ]),
      ).toEqual([
        ['Slug', 0, 360, 0],
        ['shot', 360, 40, 10],
      ]);
    }
  });

  it('reads times that are written with a fraction of nothing', () => {
    const text = sequence(track(clip(0, 48, 24))).replace('<in>24</in>', '<in>24.0</in>');
    expect(clipsOf(text)[0]!.sourceIn).toBe(24);
  });

  it.each([
    [
      'effects',
      clip(0, 9, 0, '<filter><effect><name>Blur</name><effectid>blur</effectid></effect></filter>'),
      'EFFECT_DROPPED',
    ],
    [
      'speeds that change over a clip',
      clip(
        0,
        9,
        0,
        speed(200).replace(
          '</effect>',
          '<parameter><parameterid>variablespeed</parameterid><value>1</value></parameter></effect>',
        ),
      ),
      'EFFECT_IGNORED',
    ],
    ['links', clip(0, 9, 0, '<link/><link/>'), 'LINKS_LEFT_OUT'],
    ['nests that are not there', clip(0, 9, 0, '<sequence id="gone"/>'), 'NESTED_FLATTENED'],
    ['unknown fields', clip(0, 9, 0, '<hologram/>'), 'FIELD_NOT_KEPT'],
    ['places that are none', clip(-1, 9, 0), 'INVALID_TIME'],
    ['transitions beside nothing', transition(5, 9), 'TRANSITION_LOST'],
    ['generators', '<generatoritem><start>0</start><end>9</end></generatoritem>', 'GENERATOR_UNSUPPORTED'],
    ['overlaps', clip(0, 9, 0) + clip(5, 14, 0), 'OVERLAP_SPLIT'],
  ])('says what it does not take: %s', (_, items, code) => {
    expect(codesOf(sequence(track(items)))).toContain(code);
  });

  it.each([
    ['no XML', 'TITLE: cut', /no XML/],
    ['cut off', sequence('').slice(0, 200), /no XML/],
    ['another program’s', '<fcpxml version="1.9"/>', /Final Cut Pro X/],
    ['a page', '<html/>', /no timeline/],
    ['without a sequence', '<xmeml version="4"/>', /no sequence/],
    ['deep', `<xmeml>${'<bin>'.repeat(500)}`, /nested deeper/],
    [
      'an entity that grows',
      '<!DOCTYPE xmeml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xmeml>&b;</xmeml>',
      /no XML/,
    ],
    [
      'an entity from a file',
      '<!DOCTYPE xmeml [<!ENTITY a SYSTEM "file:///etc/passwd">]><xmeml>&a;</xmeml>',
      /no XML/,
    ],
  ])('is refused when it is %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('keeps attributes that are named like what objects have, and takes nothing from them', () => {
    const text = sequence(track(clip(0, 9, 0))).replace(
      '<sequence id="s">',
      '<sequence __proto__="x" constructor="y">',
    );
    expect(clipsOf(text)).toHaveLength(1);
  });
});

describe('sequences within clips of FCP 7 XML', () => {
  const nested = (video: string, audio = '', more = '') =>
    `<sequence id="inner"><name>Inner</name>${more || RATE}<media><video>${video}</video><audio>${audio}</audio></media></sequence>`;
  const inside = (text: string) => {
    const { cut } = read(text);
    const { document, warnings } = otioToTimeline(otioOfCut(cut), () => ({ missing: 'missing' }));
    const nameOf = new Map(document.timeline.tracks.map(({ id }, index) => [id, index]));
    return {
      codes: warnings.map(({ code }) => code),
      clips: document.timeline.clips.map((one) => ({
        name: one.name,
        track: nameOf.get(one.trackId),
        from: Math.round(one.startTime * 24),
        to: Math.round((one.startTime + one.duration) * 24),
        source: Math.round(one.trimStart * 24),
        opacity: one.opacity,
      })),
    };
  };
  const two =
    track(clip(0, 48, 10, '', 'low') + clip(48, 96, 0, '', 'next')) + track(clip(40, 60, 5, '', 'high'));

  it('become the clips that are seen of them, on as many tracks', () => {
    // From 24 frames on of the nest, for 48, at 100.
    const { clips, codes } = inside(
      sequence(track(clip(0, 100, 0) + clip(100, 148, 24, nested(two), 'Nest'))),
    );
    expect(clips).toMatchObject([
      { name: 'shot', from: 0, to: 100, track: 0 },
      { name: 'low', from: 100, to: 124, source: 34, track: 0 },
      { name: 'next', from: 124, to: 148, source: 0, track: 0 },
      { name: 'high', from: 116, to: 136, source: 5, track: 1 },
    ]);
    expect(codes).toContain('NESTED_FLATTENED');
    expect(codes).not.toContain('INVALID_TIME');
  });

  it('are described once, and shown again by their ids, pictures and sounds apart', () => {
    const sounds = `<track>${clip(0, 96, 0, '', 'left')}<outputchannelindex>1</outputchannelindex></track><track>${clip(0, 96, 0, '', 'right')}<outputchannelindex>2</outputchannelindex></track>`;
    const channel = (number: number) =>
      `<sourcetrack><mediatype>audio</mediatype><trackindex>${number}</trackindex></sourcetrack>`;
    const { clips } = inside(
      sequence(
        track(clip(0, 96, 0, nested(track(clip(0, 96, 0, '', 'low')), sounds))),
        track(clip(0, 96, 0, `<sequence id="inner"/>${channel(1)}`)) +
          track(clip(0, 96, 0, `<sequence id="inner"/>${channel(2)}`)),
      ),
    );
    expect(clips.map(({ name }) => name)).toEqual(['low', 'left', 'right']);
  });

  it('count in their own rate', () => {
    const slow = '<rate><timebase>12</timebase><ntsc>FALSE</ntsc></rate>';
    const items =
      clip(0, 12, 0, '', 'first').replace(RATE, slow) + clip(12, 36, 0, '', 'second').replace(RATE, slow);
    const { clips } = inside(sequence(track(clip(0, 48, 0, nested(track(items), '', slow)))));
    expect(clips).toMatchObject([
      { name: 'first', from: 0, to: 24 },
      { name: 'second', from: 24, to: 48 },
    ]);
  });

  it('are off and fainter as their clip is', () => {
    const level =
      '<filter><effect><effectid>opacity</effectid><parameter><parameterid>opacity</parameterid><value>50</value></parameter></effect></filter>';
    const off = '<enabled>FALSE</enabled>';
    const one = track(clip(0, 48, 0, '', 'low'));
    expect(inside(sequence(track(clip(0, 48, 0, nested(one) + level)))).clips).toMatchObject([
      { opacity: 0.5 },
    ]);
    expect(
      inside(sequence(track(clip(0, 48, 0, nested(two) + off)))).clips.map(({ opacity }) => opacity),
    ).toEqual([0, 0]);
  });

  it('are not taken for the film where a bin lists them first', () => {
    const outer = sequence(track(clip(0, 96, 0, '<sequence id="inner"/>')));
    const text = outer.replace(
      '<sequence id="s">',
      `<bin><children>${nested(two)}</children></bin><sequence id="s">`,
    );
    expect(read(text).cut.name).toBe('Cut & run');
    expect(inside(text).clips.map(({ name }) => name)).toEqual(['low', 'next', 'high']);
  });

  it('never go on without end', () => {
    const itself = nested(track(clip(0, 48, 0, '<sequence id="inner"/>')));
    expect(codesOf(sequence(track(clip(0, 48, 0, itself))))).toContain('NESTED_FLATTENED');
    const level = (id: number) =>
      `<sequence id="s${id}"><media><video><track>${`<clipitem><start>0</start><end>9</end><in>0</in><out>9</out><sequence id="s${id - 1}"/></clipitem>`.repeat(40)}</track></video></media></sequence>`;
    const bomb = `<bin><children>${[1, 2, 3, 4, 5].map(level).join('')}<sequence id="s0"><media><video>${track(clip(0, 9, 0))}</video></media></sequence></children></bin>`;
    const text = sequence(track(clip(0, 9, 0, '<sequence id="s5"/>'))).replace(
      '<sequence id="s">',
      `${bomb}<sequence id="s">`,
    );
    expect(() => read(text)).toThrow(/nested sequences/);
  });
});

describe('FCP 7 XML that is written', () => {
  const medium = file(`${RATE}<duration>480</duration><timecode>${RATE}<frame>86400</frame></timecode>`);
  const level =
    '<filter><effect><effectid>audiolevels</effectid><parameter><parameterid>level</parameterid><value>0.5</value></parameter></effect></filter>';
  const whole = sequence(
    track(
      clip(0, -1, 24, medium, 'a &lt;1&gt;') +
        transition(48, 60) +
        clip(-1, 108, 100, '<file id="f1"/>', 'b') +
        transition(96, 108, 'end-black'),
    ) + track(clip(12, 36, 10, speed(200)) + clip(36, 60, 10, speed(50, 'TRUE'))),
    track(clip(0, 48, 24, `<enabled>FALSE</enabled>${level}`)),
    '<marker><name>All</name><in>5</in><out>9</out></marker>',
  );
  const bare = ({ tracks, ...cut }: Cut) => ({
    ...cut,
    tracks: tracks.map(({ clips, ...one }) => ({
      ...one,
      clips: clips.map(({ path: _path, medium: { file: of, start }, ...each }) => ({
        ...each,
        of,
        start: [each.recordIn, start],
      })),
    })),
  });

  it('comes back as it was', () => {
    const { cut } = read(whole);
    const notes: string[] = [];
    const text = writeFcpXml(cut, (code) => notes.push(code));
    expect(bare(read(text).cut)).toEqual(bare(cut));
    expect(notes).toEqual([]);
    expect(read(text).warnings).toEqual([]);
  });

  it('comes back as it was through the document of a project', () => {
    const { cut } = read(whole);
    const text = writeFcpXml(throughDocument(cut), () => undefined);
    const back = read(text).cut;
    const times = ({ tracks }: Cut) =>
      tracks.map(({ name, clips, transitions }) => ({
        name,
        transitions,
        clips: clips.map(({ recordIn, duration, sourceIn, speed: fast, enabled }) => ({
          start: recordIn,
          length: duration,
          source: sourceIn,
          fast,
          enabled,
        })),
      }));
    expect(times(back)).toEqual(times(cut));
    expect(back.tracks[2]!.clips[0]!.volume).toBeCloseTo(0.5, 5);
  });

  it('describes each medium once, and has a format, without which Resolve shows nothing', () => {
    const text = writeFcpXml(read(whole).cut, () => undefined);
    expect(text.match(/<pathurl>/g)).toHaveLength(1);
    expect(text).toMatch(/<video>\s*<format>\s*<samplecharacteristics>/);
    expect(text).toContain('a &lt;1&gt;');
  });

  it.each([
    [24_000 / 1001, '<timebase>24</timebase>', 'TRUE'],
    [30_000 / 1001, '<timebase>30</timebase>', 'TRUE'],
    [25, '<timebase>25</timebase>', 'FALSE'],
  ])('writes %f as whole frames and what NTSC makes of them', (rate, timebase, ntsc) => {
    const text = writeFcpXml({ ...read(whole).cut, rate }, () => undefined);
    expect(text).toContain(timebase);
    expect(text).toContain(`<ntsc>${ntsc}</ntsc>`);
    expect(read(text).cut.rate).toBeCloseTo(rate, 9);
  });

  it('says what it leaves out', () => {
    const { cut } = read(whole);
    const [first] = cut.tracks;
    Object.assign(first!, { name: 'Plates' });
    Object.assign(first!.transitions[0]!, { type: 'Star wipe', inOffset: 2 });
    first!.clips[0]!.comments.push('* note');
    cut.markers[0]!.color = 'RED';
    const notes = new Set<string>();
    writeFcpXml({ ...cut, rate: 12.5 }, (code) => notes.add(code));
    expect(notes).toEqual(
      new Set(['NAME_LEFT', 'TRANSITION_CHANGED', 'METADATA_LEFT', 'COLOR_LEFT', 'RATE_ROUNDED']),
    );
  });
});
