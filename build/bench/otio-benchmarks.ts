import { otioToTimeline, timelineToOtio } from '#shared/otio/index.ts';
import { median, type Figure } from './measure.ts';

/** Reading and writing OpenTimelineIO of 500, 5,000 and 20,000 clips, beside plain JSON of the same text. */

/** Rounds that are measured: more of the short ones, which other programs meet most. */
const ROUNDS = 7;
const MEASURED_CLIPS = 50_000;
/** Clips that are read before: the engine compiles what it has run often enough. */
const WARM_UP_CLIPS = 20_000;
const TRACKS = 5;
const CLIPS = [500, 5000, 20_000];

const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 24, value });
const range = (start: number, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: time(duration),
  start_time: time(start),
});

function clip(index: number): object {
  const name = `shot_${String(index).padStart(5, '0')}`;
  return {
    OTIO_SCHEMA: 'Clip.2',
    metadata: {
      cmx_3600: { reel: `A${index}`, comments: ['* NOTE'] },
      studio: { path: '/shots/sq01', take: index % 7 },
    },
    name,
    source_range: range(86_400 + index, 48),
    effects: [],
    markers:
      index % 10 === 0
        ? [
            {
              OTIO_SCHEMA: 'Marker.2',
              metadata: {},
              name: 'Here',
              color: 'RED',
              comment: '',
              marked_range: range(86_410 + index, 1),
            },
          ]
        : [],
    enabled: true,
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: 'ExternalReference.1',
        metadata: { codec: 'prores' },
        name,
        available_range: range(86_400, 10_000),
        available_image_bounds: null,
        target_url: `${name}.mov`,
      },
    },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
}

function timeline(clips: number): string {
  const gap = {
    OTIO_SCHEMA: 'Gap.1',
    metadata: {},
    name: '',
    source_range: range(0, 12),
    effects: [],
    markers: [],
    enabled: true,
  };
  const tracks = Array.from({ length: TRACKS }, (_, track) => ({
    OTIO_SCHEMA: 'Track.1',
    metadata: {},
    name: `V${track + 1}`,
    source_range: null,
    effects: [],
    markers: [],
    enabled: true,
    kind: 'Video',
    children: Array.from({ length: clips / TRACKS }, (__, index) =>
      index % 20 === 19 ? [gap, clip(index)] : [clip(index)],
    ).flat(),
  }));
  const tops = {
    OTIO_SCHEMA: 'Stack.1',
    metadata: {},
    name: 'tracks',
    source_range: null,
    effects: [],
    markers: [],
    enabled: true,
    children: tracks,
  };
  return JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: 'Film',
    global_start_time: time(86_400),
    tracks: tops,
  });
}

function measured(work: () => unknown): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Two figures for each length. */
export function otioFigures(): Figure[] {
  return CLIPS.flatMap((clips) => {
    const text = timeline(clips);
    const read = () => otioToTimeline(text, () => ({ missing: 'missing' })).document;
    const document = read();
    const output = timelineToOtio(document).text;
    const times: Record<'plainIn' | 'in' | 'plainOut' | 'out', number[]> = {
      plainIn: [],
      in: [],
      plainOut: [],
      out: [],
    };
    const warmUp = Math.ceil(WARM_UP_CLIPS / clips);
    const rounds = warmUp + Math.max(ROUNDS, MEASURED_CLIPS / clips);
    for (let round = 0; round < rounds; round += 1) {
      const jsonReadTime = measured(() => JSON.stringify(JSON.parse(text)));
      const readTime = measured(read);
      const jsonWriteTime = measured(() => JSON.stringify(JSON.parse(output)));
      const out = measured(() => timelineToOtio(document));
      if (round < warmUp) continue;
      times.plainIn.push(jsonReadTime);
      times.in.push(readTime);
      times.plainOut.push(jsonWriteTime);
      times.out.push(out);
    }
    const figure = (name: string, measuredTimes: number[], reference: number[], target: string): Figure => {
      const [measuredMedian, referenceMedian] = [median(measuredTimes), median(reference)];
      return {
        name: `${name} of ${clips} clips`,
        measured: { label: name, value: measuredMedian, unit: 'ms' },
        reference: { label: 'JSON.parse + JSON.stringify', value: referenceMedian, unit: 'ms' },
        ratio: measuredMedian / referenceMedian,
        target: target,
      };
    };
    return [
      figure('OTIO import', times.in, times.plainIn, '≤ 2'),
      figure('OTIO export', times.out, times.plainOut, '≤ 4'),
    ];
  });
}
