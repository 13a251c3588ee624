import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asList, asRecord } from '../document/problems.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';
import { schemaOf, type OtioObject } from './objects.ts';
import { readOtioJson } from './read-json.ts';
import { rootOf } from './root.ts';

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

function* differences(before: OtioObject, after: OtioObject, path: string): Generator<Difference> {
  const [old, now] = [today(before), today(after)];
  for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (SEPARATE.has(field)) continue;
    const values = [old, now].map((item) => meaning(item[field] ?? DEFAULTS[field] ?? null));
    if (text(values[0]) !== text(values[1])) yield { path, field, before: values[0], after: values[1] };
  }
  const metadata = [old, now].map((item) => text(meaning(item['metadata'])));
  if (metadata[0] !== metadata[1]) {
    yield { path, field: 'metadata', before: metadata[0], after: metadata[1] };
  }
  for (const [key, reference] of Object.entries(asRecord(old['media_references']))) {
    const other = asRecord(asRecord(now['media_references'])[key]);
    const missing = { OTIO_SCHEMA: 'MissingReference.1' };
    yield* differences(asRecord(reference ?? missing), other, `${path}.media_references.${key}`);
  }
  yield* childDifferences(old, now, path);
}

function* childDifferences(old: OtioObject, now: OtioObject, path: string): Generator<Difference> {
  const [was, is] = [asList(old['children']), asList(now['children'])];
  if (was.length !== is.length) {
    yield { path, field: 'children', before: was.length, after: is.length };
    return;
  }
  for (const [index, child] of was.entries()) {
    yield* differences(asRecord(child), asRecord(is[index]), `${path}.children.${index}`);
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
function* nestDifferences(before: OtioObject, after: OtioObject): Generator<Difference> {
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
    if (found) yield* differences(clip, found, path);
    else yield { path, field: 'clip of a nest', before: clip['name'], after: 'nothing' };
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

describe.skipIf(files.length === 0)('real files (skipped where ../shared/otio is missing)', () => {
  it('are nearly all timelines', () => {
    expect(files.length).toBeGreaterThan(30);
  });

  it.each(files)('$name loses nothing without a line', ({ root }) => {
    const imported = otioToTimeline(root, () => ({ missing: 'missing' }));
    const exported = timelineToOtio(imported.document);
    const after = asRecord(readOtioJson(exported.text).value);
    const isAt = (place: string | null, path: string) =>
      place === null || `${path}.`.startsWith(`${place}.`) || place.startsWith(`${path}.`);
    // Lines of an export name places of the document, those of an import places of the file.
    const has = (codes: readonly string[], path: string) =>
      imported.warnings.some(
        (line) =>
          codes.includes(line.code) && isAt(line.path ?? null, path.replace('tracks.children.', 'tracks.')),
      ) || exported.warnings.some(({ code }) => codes.includes(code));

    const isTimeline = schemaOf(root.timeline).name === 'Timeline';
    const stack = { OTIO_SCHEMA: 'Stack.1', ...asRecord(root.timeline['tracks']), children: root.tracks };
    const found = [
      ...(isTimeline ? differences({ ...root.timeline, children: [] }, after, 'timeline') : []),
      ...differences(isTimeline ? stack : { ...stack, name: 'tracks' }, asRecord(after['tracks']), 'tracks'),
    ];
    const nested = [...nestDifferences(stack, asRecord(after['tracks']))];
    const named = new Set(
      imported.warnings
        .filter(({ code }) => code === 'FIELD_NOT_KEPT')
        .flatMap(({ message }) => message.split(/[^\w]+/)),
    );
    const unexplained = found.filter(
      ({ field, path }) => !named.has(field) && !has(LINES[field] ?? [], path),
    );
    expect(unexplained).toEqual([]);

    // The line of a nest says that it was flattened, not that anything of its clips was lost.
    const inNests = nested.filter(
      ({ field, path }) =>
        !named.has(field) &&
        !has(
          (LINES[field] ?? []).filter((code) => code !== 'NESTED_FLATTENED'),
          path,
        ),
    );
    expect(inNests).toEqual([]);
  });
});
