import { NAMESPACE } from '../otio/own-metadata.ts';
import type { Cut, CutClip, CutMarker, CutTrack, CutTransition } from './cut.ts';

/** A cut as the text of an `.otio` file, which every service reads. */

/** Where EDL programs keep what OpenTimelineIO has no field for. */
export const EDL_METADATA = 'cmx_3600';

/** Characters of one caption, as many as a timeline takes. */
const MAX_WORDS = 10_000;

type Json = Record<string, unknown>;

const time = (value: number, rate: number): Json => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
const range = (start: number, duration: number, rate: number): Json => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: time(duration, rate),
  start_time: time(start, rate),
});

const marker = ({ name, comment, color, at, length }: CutMarker, rate: number): Json => ({
  OTIO_SCHEMA: 'Marker.2',
  metadata: {},
  name,
  comment,
  ...(color !== '' && { color }),
  marked_range: range(at, length, rate),
});

/** Opacity and volume in the words of DaVinci Resolve, which an import reads into the fields of a clip. */
const resolveEffect = (effect: string, parameter: string, value: number): Json => ({
  OTIO_SCHEMA: 'Effect.1',
  name: '',
  effect_name: 'Resolve Effect',
  enabled: true,
  metadata: {
    Resolve_OTIO: {
      'Effect Name': effect,
      Enabled: true,
      Parameters: [{ 'Parameter ID': parameter, 'Parameter Value': value, 'Key Frames': {} }],
    },
  },
});

const decibels = (factor: number): number => (factor <= 0.00001 ? -100 : 20 * Math.log10(factor));

function effects({ speed, opacity, volume }: CutClip): Json[] {
  return [
    ...(speed === 1
      ? []
      : [
          {
            OTIO_SCHEMA: speed === 0 ? 'FreezeFrame.1' : 'LinearTimeWarp.1',
            name: '',
            effect_name: '',
            enabled: true,
            metadata: {},
            time_scalar: speed,
          },
        ]),
    ...(opacity === 1 ? [] : [resolveEffect('Composite', 'opacity', opacity * 100)]),
    ...(volume === 1 ? [] : [resolveEffect('Fairlight Clip Volume and Fades', 'volume', decibels(volume))]),
  ];
}

/** A nest is a stack, which an import flattens to the clips that are seen of it. */
function nest(item: CutClip, { tracks, rate: patchbayRate, markers }: Cut, rate: number): Json {
  return {
    OTIO_SCHEMA: 'Stack.1',
    metadata: {},
    name: item.name,
    source_range: range(item.sourceIn, item.duration, rate),
    effects: effects(item),
    markers: [
      ...markers.map((each) => marker(each, patchbayRate)),
      ...item.markers.map((each) => marker(each, rate)),
    ],
    enabled: item.enabled,
    children: tracks.map((each) => track(each, patchbayRate)),
  };
}

/** What an import of ours reads as a caption or title; to others it is a clip without a file. */
const textClip = ({ text = '', name, path }: CutClip): Json => ({
  [NAMESPACE]: {
    id: `text ${path}`.slice(0, 190),
    type: 'text',
    name,
    startTime: 0,
    duration: 1,
    ext: { patchbay: { version: 1, text: text.slice(0, MAX_WORDS) } },
  },
});

/** A name as an address: a name with a sign that addresses read otherwise is encoded. */
const addressOf = (file: string): string => (/[%#?:]/.test(file) ? encodeURIComponent(file) : file);

function clip(item: CutClip, rate: number): Json {
  if (item.nest) return nest(item, item.nest, rate);
  const { name, duration, sourceIn, medium, reel, declaredSpeed, enabled, markers, comments } = item;
  const edl = {
    ...(reel !== '' && { reel }),
    ...(declaredSpeed && { speed: { ...declaredSpeed } }),
    ...(comments.length > 0 && { comments }),
  };
  return {
    OTIO_SCHEMA: 'Clip.2',
    metadata: {
      ...(Object.keys(edl).length > 0 && { [EDL_METADATA]: edl }),
      ...(item.text !== undefined && textClip(item)),
    },
    name,
    source_range: range(sourceIn, duration, rate),
    effects: effects(item),
    markers: markers.map((each) => marker(each, rate)),
    enabled,
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: medium.file === '' ? 'MissingReference.1' : 'ExternalReference.1',
        metadata: {},
        name: medium.file || name,
        available_range: medium.length === null ? null : range(medium.start, medium.length, rate),
        available_image_bounds: null,
        ...(medium.file !== '' && { target_url: addressOf(medium.file) }),
      },
    },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
}

const transition = ({ inOffset, outOffset, type }: CutTransition, rate: number): Json => ({
  OTIO_SCHEMA: 'Transition.1',
  metadata: {},
  name: '',
  transition_type: type,
  in_offset: time(inOffset, rate),
  out_offset: time(outOffset, rate),
});

function track({ kind, name, enabled, locked, clips, transitions }: CutTrack, rate: number): Json {
  const children: Json[] = [];
  const at = new Map(transitions.map((item) => [item.editPoint, item]));
  const join = (frame: number): void => {
    const item = at.get(frame);
    if (item) children.push(transition(item, rate));
    at.delete(frame);
  };
  let end = 0;
  for (const entry of clips) {
    join(end);
    if (entry.recordIn > end) {
      children.push({
        OTIO_SCHEMA: 'Gap.1',
        metadata: {},
        name: '',
        source_range: range(0, entry.recordIn - end, rate),
      });
      join(entry.recordIn);
    }
    children.push(clip(entry, rate));
    end = entry.recordIn + entry.duration;
  }
  join(end);
  const areCaptions = clips.length > 0 && clips.every(({ text }) => text !== undefined);
  return {
    OTIO_SCHEMA: 'Track.1',
    metadata: {
      ...(locked && { Resolve_OTIO: { Locked: true } }),
      ...(areCaptions && { [NAMESPACE]: { ext: { patchbay: { version: 1, kind: 'captions' } } } }),
    },
    name,
    kind,
    enabled,
    source_range: null,
    effects: [],
    markers: [],
    children,
  };
}

/** The text of an `.otio` file. */
export function otioOfCut({ name, rate, start, tracks, markers }: Cut): string {
  return JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name,
    global_start_time: time(start, rate),
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      metadata: {},
      name: 'tracks',
      source_range: null,
      effects: [],
      markers: markers.map((each) => marker(each, rate)),
      enabled: true,
      children: tracks.map((item) => track(item, rate)),
    },
  });
}
