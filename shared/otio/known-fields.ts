import { schemaOf, type OtioObject } from './objects.ts';

/** Which fields of OTIO objects an import reads or keeps; others are named in a warning, so that none goes unnoticed. */

const ITEM = [
  'OTIO_SCHEMA',
  'OTIO_REF_ID',
  'name',
  'metadata',
  'source_range',
  'effects',
  'markers',
  'enabled',
];
const REFERENCE = ['OTIO_SCHEMA', 'OTIO_REF_ID', 'name', 'metadata', 'available_range'];

const STANDARD_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    Timeline: ['OTIO_SCHEMA', 'OTIO_REF_ID', 'name', 'metadata', 'global_start_time', 'tracks'],
    Stack: [...ITEM, 'children'],
    Track: [...ITEM, 'children', 'kind'],
    Gap: ITEM,
    Clip: [...ITEM, 'media_reference', 'media_references', 'active_media_reference_key'],
    Transition: [
      'OTIO_SCHEMA',
      'OTIO_REF_ID',
      'name',
      'metadata',
      'transition_type',
      'in_offset',
      'out_offset',
    ],
    MissingReference: REFERENCE,
    ExternalReference: [...REFERENCE, 'target_url'],
    GeneratorReference: [...REFERENCE, 'generator_kind', 'parameters'],
    ImageSequenceReference: [
      ...REFERENCE,
      'target_url_base',
      'name_prefix',
      'name_suffix',
      'start_frame',
      'frame_step',
      'frame_zero_padding',
      'rate',
      'missing_frame_policy',
    ],
  }).map(([name, fields]) => [name, new Set(fields)]),
);
const MAX_NAMED = 8;
const NONE: readonly string[] = [];

/** The fields of an item with a value that an import does not keep; a few of them by name. */
export function fieldsNotPreserved(item: OtioObject): readonly string[] {
  const { name } = schemaOf(item);
  return Object.hasOwn(STANDARD_FIELDS, name) ? unknownFields(item, STANDARD_FIELDS[name]!) : NONE;
}

/** As `fieldsNotKept`, of a media reference: of one of an unknown kind only what all have in common is kept. */
export function referenceFieldsNotPreserved(reference: OtioObject): readonly string[] {
  const { name } = schemaOf(reference);
  return unknownFields(
    reference,
    Object.hasOwn(STANDARD_FIELDS, name) ? STANDARD_FIELDS[name]! : new Set(REFERENCE),
  );
}

function unknownFields(item: OtioObject, existing: ReadonlySet<string>): readonly string[] {
  let remaining: string[] | undefined;
  for (const key in item) {
    if (existing.has(key) || item[key] === null || !Object.hasOwn(item, key)) continue;
    (remaining ??= []).push(key);
    if (remaining.length === MAX_NAMED) break;
  }
  return remaining ?? NONE;
}
