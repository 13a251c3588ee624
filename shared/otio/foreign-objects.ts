import { asRecord } from '../document/problems.ts';
import { portableName } from './media-names.ts';
import { childrenOf, isPresent, objectsOf, schemaOf, textOf, type OtioObject } from './objects.ts';
import { isPrivatePlace } from './private-places.ts';
import { Double } from './write-json.ts';

/**
 * Effects and markers of other programs, on their way out. One field of a wrong kind, or one schema it cannot make
 * anywhere inside, and the official library refuses the whole file; so what is written here is known to be read.
 */

/** A text unless it lets its reader in somewhere, or tells of the folders of this computer. */
const safeText = (value: unknown): string => (isPrivatePlace(textOf(value)) ? '' : textOf(value));

function timeOf(value: unknown): OtioObject | undefined {
  const { OTIO_SCHEMA, value: count, rate } = asRecord(value);
  return OTIO_SCHEMA === 'RationalTime.1' && typeof count === 'number' && typeof rate === 'number'
    ? { OTIO_SCHEMA, rate: new Double(rate), value: new Double(count) }
    : undefined;
}

function timeRangeOf(value: unknown): OtioObject | undefined {
  const { OTIO_SCHEMA, start_time, duration } = asRecord(value);
  const [start, length] = [timeOf(start_time), timeOf(duration)];
  return OTIO_SCHEMA === 'TimeRange.1' && start && length
    ? { OTIO_SCHEMA, duration: length, start_time: start }
    : undefined;
}

/** Any JSON; objects of a schema become plain ones, times excepted. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return safeText(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return timeOf(value) ?? timeRangeOf(value) ?? plainFields(value);
}

function plainFields(value: unknown): OtioObject {
  return Object.fromEntries(
    Object.entries(asRecord(value))
      .filter(([key]) => key !== 'OTIO_SCHEMA' && key !== 'OTIO_REF_ID')
      .map(([key, inner]) => [key, plain(inner)]),
  );
}

const common = (item: OtioObject): OtioObject => ({
  ...plainFields(item),
  metadata: plainFields(item['metadata']),
  name: safeText(item['name']),
});

/** Effects with a fixed speed, and the speed that one without a number has. */
const SPEEDS: Readonly<Record<string, number>> = { LinearTimeWarp: 1, FreezeFrame: 0 };

function effect(item: OtioObject): OtioObject[] {
  const { name, version } = schemaOf(item);
  const hasSpeed = Object.hasOwn(SPEEDS, name);
  if (version !== 1 || !(hasSpeed || name === 'Effect' || name === 'TimeEffect')) return [];
  const speed = item['time_scalar'];
  return [
    {
      ...common(item),
      OTIO_SCHEMA: `${name}.1`,
      effect_name: safeText(item['effect_name']),
      enabled: item['enabled'] !== false,
      ...(hasSpeed && { time_scalar: new Double(typeof speed === 'number' ? speed : SPEEDS[name]!) }),
    },
  ];
}

function marker(item: OtioObject): OtioObject[] {
  const { name, version } = schemaOf(item);
  const range = timeRangeOf(item['marked_range']) ?? timeRangeOf(item['range']);
  if (name !== 'Marker' || version < 1 || version > 3 || !range) return [];
  // Since version 3 a color is an object with a name.
  const color = safeText(item['color']) || safeText(asRecord(item['color'])['name']);
  const { color: _, ...fields } = common(item);
  return [
    {
      ...fields,
      OTIO_SCHEMA: 'Marker.2',
      ...(color !== '' && { color }),
      comment: safeText(item['comment']),
      marked_range: range,
      // The library that knows Marker.3 takes a Marker.2 for a Marker.1, and looks for its range under the old name.
      range,
    },
  ];
}

/** Those effects of a list that the official library reads. */
export const writableEffects = (preserved: unknown): OtioObject[] => objectsOf(preserved).flatMap(effect);

/** Those markers of a list that have a time, as `Marker.2`. */
export const writableMarkers = (preserved: unknown): OtioObject[] => objectsOf(preserved).flatMap(marker);

/** The name of an item, without a place. */
export const writableName = (name: string): string => safeText(name);

/** Metadata of other programs, as plain JSON without places. */
export const writableMetadata = (preserved: unknown): OtioObject => plainFields(preserved);

const text = (item: OtioObject, field: string): string => safeText(item[field]);
const whole = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : otherwise;

/** A media reference that no file of ours stands for; nothing for one of a kind that not every version reads. */
export function writableReference(preserved: unknown): OtioObject | undefined {
  const item = asRecord(preserved);
  const { name, version } = schemaOf(item);
  const fields = {
    OTIO_SCHEMA: `${name}.1`,
    metadata: plainFields(item['metadata']),
    name: text(item, 'name'),
    available_range: timeRangeOf(item['available_range']) ?? null,
    available_image_bounds: null,
  };
  if (version !== 1) return undefined;
  switch (name) {
    case 'MissingReference':
      return fields;
    case 'ExternalReference':
      return { ...fields, target_url: portableName(textOf(item['target_url']), new Set()) };
    case 'GeneratorReference':
      return {
        ...fields,
        generator_kind: text(item, 'generator_kind'),
        parameters: plainFields(item['parameters']),
      };
    case 'ImageSequenceReference': {
      const rate = item['rate'];
      const policy = textOf(item['missing_frame_policy']);
      return {
        ...fields,
        target_url_base: '',
        name_prefix: text(item, 'name_prefix'),
        name_suffix: text(item, 'name_suffix'),
        start_frame: whole(item['start_frame'], 1),
        frame_step: whole(item['frame_step'], 1),
        frame_zero_padding: whole(item['frame_zero_padding'], 0),
        rate: new Double(typeof rate === 'number' ? rate : 1),
        missing_frame_policy: ['error', 'hold', 'black'].includes(policy) ? policy : 'error',
      };
    }
    default:
      return undefined;
  }
}

/** A transition, with times that can be read. */
function writableTransition(item: OtioObject): OtioObject[] {
  const [inside, outside] = [timeOf(item['in_offset']), timeOf(item['out_offset'])];
  if (!inside || !outside) return [];
  const type = text(item, 'transition_type');
  return [
    {
      OTIO_SCHEMA: 'Transition.1',
      metadata: plainFields(item['metadata']),
      name: text(item, 'name'),
      transition_type: type === '' ? 'SMPTE_Dissolve' : type,
      in_offset: inside,
      out_offset: outside,
    },
  ];
}

/** A track, a stack, a clip or a gap that was kept whole; what else it holds is left out. */
export function writableItem(preserved: unknown): OtioObject[] {
  const item = asRecord(preserved);
  const { name } = schemaOf(item);
  const fields = {
    metadata: plainFields(item['metadata']),
    name: text(item, 'name'),
    source_range: timeRangeOf(item['source_range']) ?? null,
    effects: writableEffects(item['effects']),
    markers: writableMarkers(item['markers']),
    enabled: item['enabled'] !== false,
  };
  switch (name) {
    case 'Gap':
      return [{ OTIO_SCHEMA: 'Gap.1', ...fields }];
    case 'Transition':
      return writableTransition(item);
    case 'Stack':
    case 'Track': {
      const children = childrenOf(item).flatMap(writableItem);
      return [
        {
          OTIO_SCHEMA: `${name}.1`,
          ...fields,
          children,
          ...(name === 'Track' && { kind: text(item, 'kind') }),
        },
      ];
    }
    case 'Clip': {
      const references = isPresent(item['media_references'])
        ? asRecord(item['media_references'])
        : { DEFAULT_MEDIA: item['media_reference'] };
      const media = Object.fromEntries(
        Object.entries(references).flatMap(([key, reference]) => {
          const written = writableReference(reference);
          return written ? [[key, written]] : [];
        }),
      );
      const active = textOf(item['active_media_reference_key']);
      const first = Object.keys(media)[0];
      return [
        {
          OTIO_SCHEMA: 'Clip.2',
          ...fields,
          media_references: first === undefined ? { DEFAULT_MEDIA: EMPTY_REFERENCE } : media,
          active_media_reference_key: Object.hasOwn(media, active) ? active : (first ?? 'DEFAULT_MEDIA'),
        },
      ];
    }
    default:
      return [];
  }
}

const EMPTY_REFERENCE: OtioObject = {
  OTIO_SCHEMA: 'MissingReference.1',
  metadata: {},
  name: '',
  available_range: null,
  available_image_bounds: null,
};

/** A marker as it was before `writableMarkers` gave it its range twice. */
export function withoutOldRange(item: OtioObject): OtioObject {
  if (item['marked_range'] === undefined) return item;
  const { range: _, ...fields } = item;
  return fields;
}
