import { asRecord } from '#shared/document/problems.ts';
import { objectsOf, schemaOf, textOf, type OtioObject } from './objects.ts';
import { Double } from './write-json.ts';

/**
 * Effects and markers of other programs, on their way out. One field of a wrong kind, or one schema it cannot make
 * anywhere inside, and the official library refuses the whole file; so what is written here is known to be read.
 */

const isPlace = (text: string): boolean => /^(?:[a-z][a-z0-9+.-]*:[/\\]|[/\\~])/i.test(text);
/** A text unless it tells where a file lies or how to get at it. */
const safeText = (value: unknown): string => (isPlace(textOf(value)) ? '' : textOf(value));

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
  // Since version 3 a colour is an object with a name.
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
export const writableEffects = (kept: unknown): OtioObject[] => objectsOf(kept).flatMap(effect);

/** Those markers of a list that have a time, as `Marker.2`. */
export const writableMarkers = (kept: unknown): OtioObject[] => objectsOf(kept).flatMap(marker);

/** A marker as it was before `writableMarkers` gave it its range twice. */
export function withoutOldRange(item: OtioObject): OtioObject {
  if (item['marked_range'] === undefined) return item;
  const { range: _, ...fields } = item;
  return fields;
}
