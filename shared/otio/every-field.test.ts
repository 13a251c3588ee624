import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OtioWarning } from '../api/schemas/timelines.ts';
import { asList, asRecord } from '../document/problems.ts';
import type { TimelineDocument } from '../timeline/index.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';
import { schemaOf, type OtioObject } from './objects.ts';
import { readOtioJson } from './read-json.ts';
import { rootOf, type OtioRoot } from './root.ts';

/**
 * Every field of real files is compared before and after an import and an export; each difference must have its line in
 * one of the two reports.
 */

const shared = join(import.meta.dirname, '../../../shared/otio/samples');
const files = existsSync(shared)
  ? readdirSync(shared, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.otio'))
      .flatMap((name) => {
        try {
          return [{ name, root: rootOf(readFileSync(join(shared, name), 'utf8')) }];
        } catch {
          return [];
        }
      })
  : [];

interface Difference {
  /** In the file. */
  path: string;
  /** Of the clip, track or timeline that it came out as, in the document. */
  place: string;
  field: string;
  before: unknown;
  after: unknown;
}

const DEFAULTS: OtioObject = {
  metadata: {},
  effects: [],
  markers: [],
  enabled: true,
  source_range: null,
  global_start_time: null,
  available_range: null,
  available_image_bounds: null,
  name: '',
  comment: '',
  color: null,
  children: [],
};
const TIME_SCHEMAS = new Set(['RationalTime', 'TimeRange']);

/** An object in the words of today, with defaults where a field is absent or null. */
function today(item: OtioObject): OtioObject {
  const { name: schema } = schemaOf(item);
  const { OTIO_SCHEMA: _schema, OTIO_REF_ID: _id, ...fields } = item;
  if (TIME_SCHEMAS.has(schema)) return item;
  const { media_reference: single, range: oldRange, ...rest } = fields;
  const { patchbay: _own, ...metadata } = asRecord(rest['metadata']);
  return {
    ...rest,
    schema,
    metadata,
    ...(schema === 'Clip' && {
      media_references: rest['media_references'] ?? { DEFAULT_MEDIA: single ?? null },
      active_media_reference_key: rest['active_media_reference_key'] ?? 'DEFAULT_MEDIA',
    }),
    ...(schema === 'Marker' && { marked_range: rest['marked_range'] ?? oldRange }),
    ...(schema === 'Track' && { kind: rest['kind'] ?? 'Video' }),
  };
}

const seconds = (time: unknown): string => {
  const { value, rate } = asRecord(time);
  return typeof value === 'number' && typeof rate === 'number' && rate > 0
    ? `${value / rate} s at ${rate}`
    : 'none';
};
/** Times by what they mean; everything else as it is, with what is empty left out. */
function meaning(value: unknown): unknown {
  const { name } = schemaOf(value);
  if (name === 'RationalTime') return seconds(value);
  if (name === 'TimeRange') {
    const { start_time, duration } = asRecord(value);
    return seconds(duration) === 'none' ? null : `${seconds(start_time)} for ${seconds(duration)}`;
  }
  if (Array.isArray(value)) return value.map(meaning);
  if (typeof value !== 'object' || value === null) return value;
  const item = name === '' ? asRecord(value) : today(asRecord(value));
  return Object.fromEntries(
    Object.entries(item)
      .map(([key, inner]) => [key, meaning(inner ?? (name === '' ? inner : DEFAULTS[key]))] as const)
      .filter(([key, inner]) => JSON.stringify(inner) !== JSON.stringify(meaning(DEFAULTS[key])))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

const SEPARATE = new Set(['children', 'tracks', 'media_references', 'metadata']);

/** Where an item of an exported file lies in the document; items beside clips lie on their track. */
type PlaceOf = (after: OtioObject, around: string) => string;

function placesIn(document: TimelineDocument): PlaceOf {
  const clips = new Map(document.timeline.clips.map(({ id }, index) => [id, `timeline.clips.${index}`]));
  const tracks = new Map(document.timeline.tracks.map(({ id }, index) => [id, `timeline.tracks.${index}`]));
  return (after, around) => {
    const { id: said } = asRecord(asRecord(after['metadata'])['patchbay']);
    const id = typeof said === 'string' ? said : '';
    const { name } = schemaOf(after);
    if (name === 'Clip') return clips.get(id) ?? around;
    return name === 'Track' ? (tracks.get(id) ?? around) : around;
  };
}

interface Look {
  path: string;
  place: string;
  placeOf: PlaceOf;
}

function* differences(before: OtioObject, after: OtioObject, around: Look): Generator<Difference> {
  const { path, placeOf } = around;
  const place = placeOf(after, around.place);
  const [old, now] = [today(before), today(after)];
  for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (SEPARATE.has(field)) continue;
    const values = [old, now].map((item) => meaning(item[field] ?? DEFAULTS[field] ?? null));
    if (text(values[0]) !== text(values[1]))
      yield { path, place, field, before: values[0], after: values[1] };
  }
  const metadata = [old, now].map((item) => text(meaning(item['metadata'])));
  if (metadata[0] !== metadata[1]) {
    yield { path, place, field: 'metadata', before: metadata[0], after: metadata[1] };
  }
  for (const [key, reference] of Object.entries(asRecord(old['media_references']))) {
    const other = asRecord(asRecord(now['media_references'])[key]);
    const missing = { OTIO_SCHEMA: 'MissingReference.1' };
    const look = { path: `${path}.media_references.${key}`, place, placeOf };
    yield* differences(asRecord(reference ?? missing), other, look);
  }
  yield* childDifferences(old, now, { path, place, placeOf });
}

function* childDifferences(
  old: OtioObject,
  now: OtioObject,
  { path, place, placeOf }: Look,
): Generator<Difference> {
  const [was, is] = [asList(old['children']), asList(now['children'])];
  if (was.length !== is.length) {
    yield { path, place, field: 'children', before: was.length, after: is.length };
    return;
  }
  for (const [index, child] of was.entries()) {
    const look = { path: `${path}.children.${index}`, place, placeOf };
    yield* differences(asRecord(child), asRecord(is[index]), look);
  }
}

/** A clip, with its place. */
interface FoundClip {
  clip: OtioObject;
  path: string;
}

/** All clips below an item, as they are listed. @param nested only those within an item on a track. */
function* clipsBelow(item: OtioObject, path: string, nested: boolean): Generator<FoundClip> {
  for (const [index, child] of asList(item['children']).map(asRecord).entries()) {
    const { name } = schemaOf(child);
    const place = `${path}.children.${index}`;
    const isNest = schemaOf(item).name === 'Track' && (name === 'Stack' || name === 'Track');
    if (name === 'Clip' && !nested) yield { clip: child, path: place };
    yield* clipsBelow(child, place, nested && !isNest);
  }
}

/** What becomes of clips within nests, which lie on tracks of their own after that: found again by their name and medium. */
function* nestDifferences(before: OtioObject, after: OtioObject, placeOf: PlaceOf): Generator<Difference> {
  const left = new Map<string, OtioObject[]>();
  for (const { clip } of clipsBelow(after, 'tracks', false)) {
    const key = text(clip['name'] ?? '');
    left.set(key, [...(left.get(key) ?? []), clip]);
  }
  for (const { clip, path } of clipsBelow(before, 'tracks', true)) {
    const same = left.get(text(clip['name'] ?? '')) ?? [];
    // Of several with one name the one with the same metadata.
    const metadata = text(meaning(today(clip)['metadata']));
    const at = same.findIndex((one) => text(meaning(today(one)['metadata'])) === metadata);
    const [found] = same.splice(Math.max(0, at), 1);
    if (found) yield* differences(clip, found, { path, place: 'timeline', placeOf });
    else yield { path, place: 'timeline', field: 'clip of a nest', before: clip['name'], after: 'nothing' };
  }
}

/** Which lines of a report stand for a difference in a field; those of an import stand at its place or below. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  children: [
    'NESTED_FLATTENED',
    'UNKNOWN_SCHEMA',
    'OVERLAP_SPLIT',
    'RANGE_APPLIED',
    'CLIP_OUTSIDE_RANGE',
    'TRANSITION_LOST',
    'TRANSITION_DROPPED',
    'MISSING_DURATION',
    'EMPTY_TIMELINE',
  ],
  source_range: [
    'RANGE_APPLIED',
    'FRAME_ROUNDED',
    'INVALID_TIME',
    'SOURCE_RANGE_OUTSIDE_MEDIA',
    'MISSING_DURATION',
    'NESTED_FLATTENED',
  ],
  metadata: [
    'PLACE_REMOVED',
    'SCHEMA_LEFT_OUT',
    'METADATA_TRUNCATED',
    'NUMBER_ROUNDED',
    'NUMBER_UNREADABLE',
    'NESTED_FLATTENED',
  ],
  effects: ['EFFECT_DROPPED', 'SCHEMA_LEFT_OUT', 'PLACE_REMOVED', 'NUMBER_UNREADABLE'],
  markers: ['MARKER_DROPPED', 'RANGE_APPLIED', 'SCHEMA_LEFT_OUT', 'PLACE_REMOVED'],
  target_url: ['MEDIA_FILE_MISSING', 'MEDIA_RENAMED'],
  target_url_base: ['PLACE_REMOVED'],
  schema: ['MEDIA_FILE_MISSING', 'REFERENCE_DROPPED', 'NESTED_FLATTENED'],
  name: ['PLACE_REMOVED', 'NESTED_FLATTENED'],
  kind: ['TRACK_SPLIT'],
  'clip of a nest': ['CLIP_OUTSIDE_RANGE', 'MISSING_DURATION'],
};

/** Lines that tell of a whole container what became of all that lies in it. */
const OF_CONTAINERS = new Set([
  'NESTED_FLATTENED',
  'RANGE_APPLIED',
  'OVERLAP_SPLIT',
  'CLIP_OUTSIDE_RANGE',
  'EMPTY_TIMELINE',
  'UNKNOWN_SCHEMA',
]);

/** Paths as an import tells them, whose tracks need no word before their number. */
const told = (path: string): string => `${path.replace(/^tracks\.children\./, 'tracks.')}.`;

/** Whether a line stands at an item or one of its own fields; only what became of its children is told at those. */
function standsAt(line: string, item: string, field: string): boolean {
  if (!line.startsWith(item)) return false;
  return field === 'children' || !/^(?:\d+|children)\./.test(line.slice(item.length));
}

/**
 * Whether the reports have a line of one of some codes for a difference: one that stands at its item, or tells of all that lies
 * in a container; or that says of its code that there are more lines than are listed.
 */
function explanations(imported: readonly OtioWarning[], exported: readonly OtioWarning[]) {
  const isMore = ({ path, message }: OtioWarning): boolean =>
    (path ?? null) === null && message.includes('more notes of this kind');
  return ({ path, place, field }: Difference, codes: readonly string[]): boolean => {
    // What is said of a medium may stand at its clip.
    const item = told(path.replace(/\.media_references\..*$/, ''));
    const isThere = (line: OtioWarning): boolean => {
      const at = told(line.path ?? '');
      return standsAt(at, item, field) || (OF_CONTAINERS.has(line.code) && item.startsWith(at));
    };
    const isUnknownField = ({ code, message }: OtioWarning): boolean =>
      code === 'FIELD_NOT_KEPT' && message.split(/[^\w]+/).includes(field);
    return (
      imported.some(
        (line) => (codes.includes(line.code) || isUnknownField(line)) && (isMore(line) || isThere(line)),
      ) || exported.some((line) => codes.includes(line.code) && (isMore(line) || line.path === place))
    );
  };
}

/** Whether a medium that is here goes out under its name, in the folder of the bundle, also where the file had none for it. */
function isInBundle({ field, before, after }: Difference): boolean {
  const nameOf = (url: unknown): string => decodeURI(String(url).split(/[\\/]/).at(-1) ?? '');
  if (field === 'schema') return before === 'MissingReference' && after === 'ExternalReference';
  return (
    field === 'target_url' &&
    typeof after === 'string' &&
    (before === null || nameOf(before) === nameOf(after))
  );
}

/** The differences of a file, come in and gone out again, that no line of the reports stands for. */
function unexplained(
  root: OtioRoot,
  { leaveOut = [], hasMedia = false }: { leaveOut?: readonly string[]; hasMedia?: boolean } = {},
): Difference[] {
  const imported = otioToTimeline(root, ({ name }) =>
    hasMedia ? { filename: name, contentType: 'video/quicktime' } : { missing: 'missing' },
  );
  const exported = timelineToOtio(imported.document);
  const after = asRecord(readOtioJson(exported.text).value);
  const listed = (all: readonly OtioWarning[]) => all.filter(({ code }) => !leaveOut.includes(code));
  const explains = explanations(listed(imported.warnings), listed(exported.warnings));
  const isTimeline = schemaOf(root.timeline).name === 'Timeline';
  const stack = { OTIO_SCHEMA: 'Stack.1', ...asRecord(root.timeline['tracks']), children: root.tracks };
  const placeOf = placesIn(imported.document);
  const whole = { path: 'timeline', place: 'timeline', placeOf };
  const tracks = { path: 'tracks', place: 'timeline', placeOf };
  const found = [
    ...(isTimeline ? differences({ ...root.timeline, children: [] }, after, whole) : []),
    ...differences(isTimeline ? stack : { ...stack, name: 'tracks' }, asRecord(after['tracks']), tracks),
  ];
  const nested = [...nestDifferences(stack, asRecord(after['tracks']), placeOf)];
  // The line of a nest says that it was flattened, not that anything of its clips was lost.
  const ofNests = (codes: readonly string[]) => codes.filter((code) => code !== 'NESTED_FLATTENED');
  return [
    ...found.filter((one) => !explains(one, LINES[one.field] ?? [])),
    ...nested.filter((one) => !explains(one, ofNests(LINES[one.field] ?? []))),
  ].filter((one) => !(hasMedia && isInBundle(one)));
}

const seconds24 = (start: number, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: start * 24 },
  duration: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: duration * 24 },
});
const smallClip = (name: string, fields: object = {}, reference: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  name,
  source_range: seconds24(1, 2),
  metadata: { other: { note: name } },
  media_references: {
    DEFAULT_MEDIA: {
      OTIO_SCHEMA: 'ExternalReference.1',
      name: '',
      target_url: `${name}.mov`,
      available_range: seconds24(0, 10),
      metadata: {},
      ...reference,
    },
  },
  active_media_reference_key: 'DEFAULT_MEDIA',
  ...fields,
});
const smallFilm = (children: object[]): OtioRoot =>
  rootOf(
    JSON.stringify({
      OTIO_SCHEMA: 'Timeline.1',
      name: 'Small',
      metadata: { studio: 'A' },
      tracks: {
        OTIO_SCHEMA: 'Stack.1',
        name: 'tracks',
        metadata: {},
        children: [{ OTIO_SCHEMA: 'Track.1', name: 'V1', kind: 'Video', metadata: {}, children }],
      },
    }),
  );
const secret = { other: { url: 'https://media.example/a.mov?X-Amz-Signature=0123456789abcdef' } };

describe('small files', () => {
  it('lose nothing without a line at what it is about', () => {
    const film = smallFilm([
      smallClip('whole'),
      smallClip('private', { metadata: secret }),
      smallClip('unknown', { extra_field: 5 }),
      smallClip('effect', { effects: [{ OTIO_SCHEMA: 'Studio.4', name: 'glow', metadata: {} }] }),
    ]);
    expect(unexplained(film)).toEqual([]);
    expect(unexplained(film, { hasMedia: true })).toEqual([]);
  });

  it('are found out when a line is missing, also where another clip has one of the same code', () => {
    const film = smallFilm([smallClip('a', { metadata: secret }), smallClip('b', { metadata: secret })]);
    expect(
      unexplained(film, { leaveOut: ['PLACE_REMOVED'] }).map(({ path, field }) => [path, field]),
    ).toEqual([
      ['tracks.children.0.children.0', 'metadata'],
      ['tracks.children.0.children.1', 'metadata'],
    ]);
    const line = { code: 'PLACE_REMOVED', message: '', path: 'timeline.clips.0' };
    const explains = explanations([], [line]);
    const lost = { path: 'tracks.children.0.children.1', field: 'metadata', before: 1, after: 2 };
    expect(explains({ ...lost, place: 'timeline.clips.1' }, ['PLACE_REMOVED'])).toBe(false);
    expect(explains({ ...lost, place: 'timeline.clips.0' }, ['PLACE_REMOVED'])).toBe(true);
  });
});

describe.skipIf(files.length === 0)('real files (skipped where ../shared/otio is missing)', () => {
  it('are nearly all timelines', () => {
    expect(files.length).toBeGreaterThan(30);
  });

  it.each(files)('$name loses nothing without a line', ({ root }) => {
    expect(unexplained(root)).toEqual([]);
  });

  it.each(files)('$name loses nothing of media that are here without a line', ({ root }) => {
    expect(unexplained(root, { hasMedia: true })).toEqual([]);
  });
});
