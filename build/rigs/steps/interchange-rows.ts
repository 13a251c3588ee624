import { edlRateOf, otioOfCut, offsetInMedia, readEdl, readFcpXml } from '#shared/interchange/index.ts';
import { otioToTimeline, timelineToOtio } from '#shared/otio/index.ts';
import { decodeTable } from '#renderer/batches/decode-table.ts';
import { readTable } from '#renderer/batches/read-table.ts';
import { readCaptions } from '#shared/timeline/read-captions.ts';
import { list, many, type StepsRow } from './row.ts';

/** Files of other programs in the shapes that take readers longest. */

const resolve = () => ({ missing: 'missing' as const });

/** All that becomes of a cut until it is written again. */
function throughTimeline(otio: string): void {
  const { document } = otioToTimeline(otio, resolve);
  timelineToOtio(document);
}

const two = (value: number): string => String(value).padStart(2, '0');
const timecode = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}:00`;
const event = (at: number, { edit = 'C', length = 1 } = {}): string =>
  `001  AX       V     ${edit}        00:00:00:00 ${timecode(length)} ${timecode(at)} ${timecode(at + length)}\n`;

const edl = (base: number, linesOf: (count: number) => string): StepsRow => ({
  base,
  prepare(count) {
    const text = `TITLE: T\nFCM: NON-DROP FRAME\n\n${linesOf(count)}`;
    return () => {
      edlRateOf(text, 25);
      const { cut } = readEdl(text, 'T', 25);
      throughTimeline(otioOfCut(offsetInMedia(cut, new Map(), () => undefined)));
    };
  },
});

const RATE = '<rate><timebase>25</timebase><ntsc>FALSE</ntsc></rate>';
const clipItem = (start: number, end: number, inner = ''): string =>
  `<clipitem id="c"><name>n</name>${RATE}<start>${start}</start><end>${end}</end><in>0</in><out>25</out>${inner}</clipitem>`;
const sequence = (id: string, tracks: string): string =>
  `<sequence id="${id}"><name>S</name>${RATE}<media><video>${tracks}</video></media></sequence>`;

const xml = (base: number, contentOf: (count: number) => string): StepsRow => ({
  base,
  prepare(count) {
    const text = `<?xml version="1.0"?><xmeml version="4">${contentOf(count)}</xmeml>`;
    return () => {
      const { cut } = readFcpXml(text, 'T');
      throughTimeline(otioOfCut(cut));
    };
  },
});
const singleTrack = (items: string): string => sequence('s', `<track>${items}</track>`);

const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 24, value });
const range = (start: number, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start),
  duration: time(duration),
});
const clip = (fields: object = {}) => ({
  OTIO_SCHEMA: 'Clip.1',
  name: 'a',
  source_range: range(0, 24),
  media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'a.mov' },
  ...fields,
});
const track = (children: unknown[], fields: object = {}) => ({
  OTIO_SCHEMA: 'Track.1',
  kind: 'Video',
  name: 'V',
  children,
  ...fields,
});
const stack = (children: unknown[], fields: object = {}) => ({ OTIO_SCHEMA: 'Stack.1', children, ...fields });

const otio = (base: number, tracksOf: (count: number) => object): StepsRow => ({
  base,
  prepare(count) {
    const text = JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: 'C', tracks: tracksOf(count) });
    return () => throughTimeline(text);
  },
});
const table = (base: number, textOf: (count: number) => string): StepsRow => ({
  base,
  async prepare(count) {
    const decoded = await decodeTable(new Blob([textOf(count)]));
    if (!decoded.ok) throw new Error(decoded.error);
    return () => readTable(decoded.text);
  },
});

const captions = (base: number, textOf: (count: number) => string): StepsRow => ({
  base,
  prepare(count) {
    const text = textOf(count);
    return () => readCaptions(text);
  },
});
const cue = (from: string, to: string, words: string): string => `00:${from} --> 00:${to}\n${words}\n\n`;

export const interchangeRows: Readonly<Record<string, StepsRow>> = {
  'edl, cuts one after another': edl(150, (count) => many(count, (at) => event(at))),
  'edl, cuts at one frame': edl(60, (count) => many(count, () => event(0))),
  'edl, clips of no length': edl(150, (count) => many(count, () => event(5, { length: 0 }))),
  'edl, dissolves at one frame': edl(60, (count) =>
    many(count, () => event(3) + event(4, { edit: 'D    025' })),
  ),
  'edl, dissolves in a row': edl(60, (count) => many(count, (at) => event(at, { edit: 'D    012' }))),
  'edl, each clip overlaps the next': edl(60, (count) => many(count, (at) => event(at, { length: 900 }))),
  'edl, remarks of one event': edl(
    300,
    (count) => event(0) + many(count, (at) => `* FROM CLIP NAME: ${at}.mov\n* SOURCE FILE: ${at}\n`),
  ),
  'edl, speeds of one event': edl(
    300,
    (count) => event(0) + many(count, () => 'M2   AX  025.0  00:00:00:00\n'),
  ),
  'edl, markers of one event': edl(
    300,
    (count) => event(0) + many(count, () => '* LOC: 00:00:00:00 RED x\n'),
  ),
  'edl, one long line': edl(1000, (count) => event(0) + '* FROM CLIP NAME: ' + 'a '.repeat(count) + '\n'),
  'edl, lines that are none': edl(400, (count) => event(0) + many(count, (at) => `nothing ${at}\n`)),
  'edl, blanks': edl(2000, (count) => `${event(0)}001${' '.repeat(count)}`),

  'xml, clips in a row': xml(40, (count) =>
    singleTrack(many(count, (at) => clipItem(at * 25, at * 25 + 25))),
  ),
  'xml, clips at one frame': xml(40, (count) => singleTrack(many(count, () => clipItem(0, 25)))),
  'xml, clips of no length': xml(40, (count) => singleTrack(many(count, () => clipItem(5, 5)))),
  'xml, clips that name one file': xml(40, (count) =>
    singleTrack(
      `${clipItem(0, 25, `<file id="f"><name>a</name>${RATE}</file>`)}${many(count, (at) => clipItem(at * 25 + 25, at * 25 + 50, '<file id="f"/>'))}`,
    ),
  ),
  'xml, files of one id': xml(40, (count) =>
    singleTrack(
      many(count, (at) => clipItem(at * 25, at * 25 + 25, `<file id="f"><name>${at}</name>${RATE}</file>`)),
    ),
  ),
  'xml, files that name each other': xml(40, (count) =>
    singleTrack(
      many(count, (at) =>
        clipItem(at * 25, at * 25 + 25, `<masterclipid>m${at}</masterclipid><file id="f${at}"/>`),
      ),
    ),
  ),
  'xml, transitions between clips below them': xml(40, (count) =>
    singleTrack(
      many(
        count,
        (at) =>
          `${clipItem(-1, -1)}<transitionitem>${RATE}<start>${at * 25}</start><end>${at * 25 + 10}</end></transitionitem>`,
      ),
    ),
  ),
  'xml, transitions at one frame': xml(60, (count) =>
    singleTrack(
      clipItem(0, 5) +
        many(count, () => `<transitionitem>${RATE}<start>0</start><end>10</end></transitionitem>`),
    ),
  ),
  'xml, tracks': xml(10, (count) =>
    sequence(
      's',
      many(count, () => `<track>${clipItem(0, 25)}</track>`),
    ),
  ),
  'xml, sequences of one id': xml(40, (count) =>
    many(count, () => sequence('s', `<track>${clipItem(0, 25)}</track>`)),
  ),
  'xml, one nest in every clip': xml(20, (count) =>
    sequence(
      'main',
      `<track>${many(count, (at) => clipItem(at * 25, at * 25 + 25, '<sequence id="n"/>'))}</track>`,
    ).replace(
      '</media>',
      `</media><bin><children>${sequence('n', `<track>${clipItem(0, 25)}</track>`)}</children></bin>`,
    ),
  ),
  'xml, markers of one clip': xml(60, (count) =>
    singleTrack(
      clipItem(
        0,
        25,
        many(count, () => '<marker><name>m</name><in>1</in><out>-1</out></marker>'),
      ),
    ),
  ),
  'xml, filters of one clip': xml(60, (count) =>
    singleTrack(
      clipItem(
        0,
        25,
        many(
          count,
          () =>
            '<filter><effect><effectid>opacity</effectid><parameter><parameterid>opacity</parameterid><value>5</value></parameter></effect></filter>',
        ),
      ),
    ),
  ),
  'xml, fields of one clip': xml(200, (count) =>
    singleTrack(
      clipItem(
        0,
        25,
        many(count, (at) => `<x${at}/>`),
      ),
    ),
  ),
  'xml, attributes of one element': xml(200, (count) =>
    singleTrack(clipItem(0, 25)).replace('<sequence', `<sequence ${many(count, (at) => `a${at}="1" `)}`),
  ),
  'xml, one long text': xml(1000, (count) =>
    singleTrack(clipItem(0, 25, `<comments>${'a\n'.repeat(count)}</comments>`)),
  ),
  'xml, texts in pieces': xml(200, (count) =>
    singleTrack(clipItem(0, 25, `<name>${'a<b/>'.repeat(count)}</name>`)),
  ),
  'xml, references': xml(400, (count) =>
    singleTrack(clipItem(0, 25, `<name>${'&amp;'.repeat(count)}</name>`)),
  ),

  'otio, clips in a row': otio(60, (count) => stack([track(list(count, () => clip()))])),
  'otio, clips of no length': otio(60, (count) =>
    stack([track(list(count, () => clip({ source_range: range(0, 0) })))]),
  ),
  'otio, tracks': otio(25, (count) => stack(list(count, () => track([clip()])))),
  'otio, gaps': otio(80, (count) =>
    stack([track(list(count, () => ({ OTIO_SCHEMA: 'Gap.1', source_range: range(0, 1) })))]),
  ),
  'otio, transitions everywhere': otio(40, (count) =>
    stack([
      track(
        list(count, () => [
          clip(),
          {
            OTIO_SCHEMA: 'Transition.1',
            transition_type: 'SMPTE_Dissolve',
            in_offset: time(5),
            out_offset: time(5),
          },
        ]).flat(),
      ),
    ]),
  ),
  'otio, markers of one clip': otio(60, (count) =>
    stack([
      track([
        clip({
          markers: list(count, () => ({ OTIO_SCHEMA: 'Marker.2', name: 'm', marked_range: range(1, 1) })),
        }),
      ]),
    ]),
  ),
  'otio, markers of the timeline': otio(60, (count) =>
    stack([track([clip()])], {
      markers: list(count, () => ({ OTIO_SCHEMA: 'Marker.2', name: 'm', marked_range: range(1, 1) })),
    }),
  ),
  'otio, effects of one clip': otio(60, (count) =>
    stack([
      track([
        clip({ effects: list(count, () => ({ OTIO_SCHEMA: 'LinearTimeWarp.1', name: '', time_scalar: 1 })) }),
      ]),
    ]),
  ),
  'otio, stacks side by side': otio(30, (count) =>
    stack([track(list(count, () => stack([track([clip()]), track([clip(), clip()])])))]),
  ),
  'otio, metadata of one object': otio(300, (count) =>
    stack([track([clip({ metadata: Object.fromEntries(list(count, (at) => [`k${at}`, [at]])) })])]),
  ),
  'otio, ids of ours that are equal': otio(40, (count) =>
    stack([
      track(
        list(count, () =>
          clip({
            metadata: {
              'service-timeline': { id: 'same', type: 'video' },
              patchbay: { id: 'same', type: 'video' },
            },
          }),
        ),
      ),
    ]),
  ),
  'otio, media of one clip': otio(60, (count) =>
    stack([
      track([
        clip({
          media_reference: undefined,
          media_references: Object.fromEntries(
            list(count, (at) => [`r${at}`, { OTIO_SCHEMA: 'ExternalReference.1', target_url: `${at}.mov` }]),
          ),
          active_media_reference_key: 'r0',
        }),
      ]),
    ]),
  ),
  'otio, fields that nobody knows': otio(200, (count) =>
    stack([track([clip(Object.fromEntries(list(count, (at) => [`x${at}`, at])))])]),
  ),

  'csv, rows': table(1500, (count) => `a,b\n${'1,2\n'.repeat(count)}`),
  'csv, columns of one name': table(15, (count) => `${'a,'.repeat(count)}a\n1\n`),
  'csv, rows without cells': table(1500, (count) => `a,b\n1,2\n${'\n'.repeat(count)}`),
  'csv, rows of one cell': table(1500, (count) => `a,b,c,d\n${'1\n'.repeat(count)}`),
  'csv, quotes that are never closed': table(1500, (count) => `a,b\n${'x,   "\n'.repeat(count)}`),
  'csv, a quote in each cell': table(1500, (count) => `a,b\n${'"x"y,""""\n'.repeat(count)}`),
  'csv, one long cell': table(10_000, (count) => `a,b\n"${'""'.repeat(count)}",1\n`),
  'csv, blanks before quotes': table(2000, (count) => `a,b\n${`${' '.repeat(20)}"x\n`.repeat(count / 10)}`),
  'csv, one long line of quotes': table(3000, (count) => `a;"${'"" ,'.repeat(count)}`),

  'captions, in a row': captions(300, (count) =>
    many(count, (at) => cue(`00:0${at % 10}.000`, '01:00.000', 'Hi')),
  ),
  'captions, all at one time': captions(300, (count) =>
    many(count, () => cue('00:01.000', '00:02.000', 'Hi')),
  ),
  'captions, nothing but times': captions(300, (count) =>
    many(count, () => '00:00:01.000 --> 00:00:02.000\n'),
  ),
  'captions, numbers alone': captions(2000, (count) => many(count, (at) => `${at}\n`)),
  'captions, blank lines': captions(
    4000,
    (count) =>
      `${cue('00:01.000', '00:02.000', 'Hi')}${'\n'.repeat(count)}${cue('00:03.000', '00:04.000', 'Hi')}`,
  ),
  'captions, one long line': captions(
    3000,
    (count) => `00:00:01.000 --> 00:00:02.000\n${'< <b '.repeat(count)}\n`,
  ),
  'captions, one cue of many lines': captions(3000, (count) =>
    cue('00:01.000', '00:02.000', 'a{\\b &amp'.concat('\nb').repeat(count)),
  ),
  'captions, notes': captions(1000, (count) => `WEBVTT\n\n${'NOTE\nx\n\n'.repeat(count)}`),
};
