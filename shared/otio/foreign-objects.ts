import { asRecord } from '../document/problems.ts';
import { portableName } from '../timeline/portable-name.ts';
import { nameOfUrl } from './media-names.ts';
import { childrenOf, isPresent, objectsOf, schemaOf, textOf, type OtioObject } from './objects.ts';
import { isPrivatePath } from './private-places.ts';
import { Double } from './write-json.ts';

/**
 * Effects and markers of other programs, on their way out. One field of a wrong kind, or one schema it cannot make
 * anywhere inside, and the official library refuses the whole file; so what is written here is known to be read.
 */

/** Takes what of an item does not leave as it came. */
export type Note = (code: string, message: string) => void;

/** A text unless it lets its reader in somewhere, or tells of the folders of this computer. */
function safeText(value: unknown, note: Note): string {
  const raw = textOf(value);
  if (!isPrivatePath(raw)) return raw;
  note('PLACE_REMOVED', 'A folder of this computer, or an address that lets its reader in, was emptied.');
  return '';
}

function timeOf(value: unknown): OtioObject | undefined {
  const { OTIO_SCHEMA, value: count, rate } = asRecord(value);
  return OTIO_SCHEMA === 'RationalTime.1' && typeof count === 'number' && typeof rate === 'number'
    ? { OTIO_SCHEMA, rate: new Double(rate), value: new Double(count) }
    : undefined;
}

/** A range that the official library reads; undefined for anything else. */
export function timeRangeOf(value: unknown): OtioObject | undefined {
  const { OTIO_SCHEMA, start_time, duration } = asRecord(value);
  const [start, length] = [timeOf(start_time), timeOf(duration)];
  return OTIO_SCHEMA === 'TimeRange.1' && start && length
    ? { OTIO_SCHEMA, duration: length, start_time: start }
    : undefined;
}

/** A range that begins so many seconds earlier, in its own rate. */
function shifted(range: OtioObject | undefined, shift: number): OtioObject | undefined {
  const start = asRecord(range?.['start_time']);
  const rate = start['rate'];
  const value = start['value'];
  if (!range || shift === 0 || !(rate instanceof Double) || !(value instanceof Double)) return range;
  return {
    ...range,
    start_time: { ...start, value: new Double(value.value - shift * rate.value) },
  };
}

/** Any JSON; objects of a schema become plain ones, times excepted. */
function simple(value: unknown, note: Note): unknown {
  if (typeof value === 'string') return safeText(value, note);
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    note('NUMBER_ROUNDED', 'A whole number with more than 15 digits was rounded.');
  }
  if (Array.isArray(value)) return value.map((item) => simple(item, note));
  if (typeof value !== 'object' || value === null) return value;
  const time = timeOf(value) ?? timeRangeOf(value);
  if (time) return time;
  const { name } = schemaOf(value);
  if (name !== '')
    note('SCHEMA_LEFT_OUT', `An object of the kind "${name}" in the metadata became a plain one.`);
  return simpleFields(value, note);
}

/** The fields of an object without what makes it one of a schema. */
function simpleFields(value: unknown, note: Note): OtioObject {
  const fields: OtioObject = {};
  for (const [key, inner] of Object.entries(asRecord(value))) {
    if (key !== 'OTIO_SCHEMA' && key !== 'OTIO_REF_ID') fields[key] = simple(inner, note);
  }
  return fields;
}

function common({ metadata, name, ...fields }: OtioObject, note: Note): OtioObject {
  return {
    ...simpleFields(fields, note),
    metadata: simpleFields(metadata, note),
    name: safeText(name, note),
  };
}

/** Effects with a fixed speed, and the speed that one without a number has. */
const SPEEDS: Readonly<Record<string, number>> = { LinearTimeWarp: 1, FreezeFrame: 0 };

function effect(item: OtioObject, note: Note): OtioObject[] {
  const { name, version } = schemaOf(item);
  const hasSpeed = Object.hasOwn(SPEEDS, name);
  if (version !== 1 || !(hasSpeed || name === 'Effect' || name === 'TimeEffect')) {
    note('EFFECT_DROPPED', `An effect of the kind "${name || 'unknown'}" is not known to every program.`);
    return [];
  }
  const speed = item['time_scalar'];
  return [
    {
      ...common(item, note),
      OTIO_SCHEMA: `${name}.1`,
      effect_name: safeText(item['effect_name'], note),
      enabled: item['enabled'] !== false,
      ...(hasSpeed && { time_scalar: new Double(typeof speed === 'number' ? speed : SPEEDS[name]!) }),
    },
  ];
}

function marker(item: OtioObject, note: Note, shift: number): OtioObject[] {
  const { name, version } = schemaOf(item);
  const range = shifted(timeRangeOf(item['marked_range']) ?? timeRangeOf(item['range']), shift);
  if (name !== 'Marker' || version < 1 || version > 3 || !range) {
    note(
      'MARKER_DROPPED',
      'A marker without a time, or of a kind that not every program knows, was left out.',
    );
    return [];
  }
  // Since version 3 a color is an object with a name.
  const color = safeText(item['color'], note) || safeText(asRecord(item['color'])['name'], note);
  const { color: _, ...fields } = common(item, note);
  return [
    {
      ...fields,
      OTIO_SCHEMA: 'Marker.2',
      ...(color !== '' && { color }),
      comment: safeText(item['comment'], note),
      marked_range: range,
      // The library that knows Marker.3 takes a Marker.2 for a Marker.1, and looks for its range under the old name.
      range,
    },
  ];
}

/** Those effects of a list that the official library reads. */
export const writableEffects = (preserved: unknown, note: Note): OtioObject[] =>
  objectsOf(preserved).flatMap((item) => effect(item, note));

/**
 * Those markers of a list that have a time, as `Marker.2`.
 * @param shift seconds that what they mark has moved to the front since they were made.
 */
export const writableMarkers = (preserved: unknown, note: Note, shift = 0): OtioObject[] =>
  objectsOf(preserved).flatMap((item) => marker(item, note, shift));

/** The name of an item, without a place. */
export const writableName = (name: string, note: Note): string => safeText(name, note);

/** Metadata of other programs, as plain JSON without places. */
export const writableMetadata = (preserved: unknown, note: Note): OtioObject => simpleFields(preserved, note);

const text = (item: OtioObject, field: string, note: Note): string => safeText(item[field], note);
const full = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : fallback;

const REFERENCES = new Set([
  'MissingReference',
  'ExternalReference',
  'GeneratorReference',
  'ImageSequenceReference',
]);

/** A media reference that no file of ours stands for; nothing for one of a kind that not every version reads. */
export function writableReference(preserved: unknown, note: Note): OtioObject | undefined {
  const item = asRecord(preserved);
  const { name, version } = schemaOf(item);
  const fields = {
    OTIO_SCHEMA: `${name}.1`,
    metadata: simpleFields(item['metadata'], note),
    name: text(item, 'name', note),
    available_range: timeRangeOf(item['available_range']) ?? null,
    available_image_bounds: null,
  };
  if (version !== 1 || !REFERENCES.has(name)) {
    note(
      'REFERENCE_DROPPED',
      `A reference of the kind "${name || 'unknown'}" is not known to every program.`,
    );
    return undefined;
  }
  switch (name) {
    case 'MissingReference':
      return fields;
    case 'ExternalReference': {
      const url = textOf(item['target_url']);
      const name = portableName(nameOfUrl(url));
      if (name !== url)
        note('MEDIA_RENAMED', `"${nameOfUrl(url)}" was written as "${name}", without its place.`);
      return { ...fields, target_url: name };
    }
    case 'GeneratorReference':
      return {
        ...fields,
        generator_kind: text(item, 'generator_kind', note),
        parameters: simpleFields(item['parameters'], note),
      };
    case 'ImageSequenceReference': {
      if (textOf(item['target_url_base']) !== '') {
        note(
          'PLACE_REMOVED',
          'The folder of an image sequence was emptied; its names and numbers were written.',
        );
      }
      const rate = item['rate'];
      const policy = textOf(item['missing_frame_policy']);
      return {
        ...fields,
        target_url_base: '',
        name_prefix: text(item, 'name_prefix', note),
        name_suffix: text(item, 'name_suffix', note),
        start_frame: full(item['start_frame'], 1),
        frame_step: full(item['frame_step'], 1),
        frame_zero_padding: full(item['frame_zero_padding'], 0),
        rate: new Double(typeof rate === 'number' ? rate : 1),
        missing_frame_policy: ['error', 'hold', 'black'].includes(policy) ? policy : 'error',
      };
    }
    default:
      return undefined;
  }
}

/** A transition, with times that can be read. */
function writableTransition(item: OtioObject, note: Note): OtioObject[] {
  const [inside, outside] = [timeOf(item['in_offset']), timeOf(item['out_offset'])];
  if (!inside || !outside) {
    note('TRANSITION_DROPPED', 'A transition without times was left out.');
    return [];
  }
  const type = text(item, 'transition_type', note);
  return [
    {
      OTIO_SCHEMA: 'Transition.1',
      metadata: simpleFields(item['metadata'], note),
      name: text(item, 'name', note),
      transition_type: type === '' ? 'SMPTE_Dissolve' : type,
      in_offset: inside,
      out_offset: outside,
    },
  ];
}

/** A track, a stack, a clip or a gap that was kept whole; what else it holds is left out. */
export function writableItem(preserved: unknown, note: Note): OtioObject[] {
  const item = asRecord(preserved);
  const { name } = schemaOf(item);
  const fields = {
    metadata: simpleFields(item['metadata'], note),
    name: text(item, 'name', note),
    source_range: timeRangeOf(item['source_range']) ?? null,
    effects: writableEffects(item['effects'], note),
    markers: writableMarkers(item['markers'], note),
    enabled: item['enabled'] !== false,
  };
  switch (name) {
    case 'Gap':
      return [{ OTIO_SCHEMA: 'Gap.1', ...fields }];
    case 'Transition':
      return writableTransition(item, note);
    case 'Stack':
    case 'Track': {
      const children = childrenOf(item).flatMap((child) => writableItem(child, note));
      return [
        {
          OTIO_SCHEMA: `${name}.1`,
          ...fields,
          children,
          ...(name === 'Track' && { kind: text(item, 'kind', note) }),
        },
      ];
    }
    case 'Clip': {
      const references = isPresent(item['media_references'])
        ? asRecord(item['media_references'])
        : { DEFAULT_MEDIA: item['media_reference'] };
      const media = Object.fromEntries(
        Object.entries(references).flatMap(([key, reference]) => {
          const raw = writableReference(reference, note);
          return raw ? [[key, raw]] : [];
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
      note('UNKNOWN_SCHEMA', `An item of the kind "${name || 'unknown'}" was left out.`);
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
export function omitOldRange(item: OtioObject): OtioObject {
  if (item['marked_range'] === undefined) return item;
  const { range: _, ...fields } = item;
  return fields;
}
