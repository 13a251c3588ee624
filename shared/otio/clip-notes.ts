import { asRecord } from '../document/problems.ts';
import { assertNever } from '../language/assert-never.ts';
import type { ClipMedium } from './clip-medium.ts';
import { referenceFieldsNotPreserved } from './known-fields.ts';
import { preservedOfItem } from './preserved-objects.ts';
import { DEFAULT_KEY, inactiveReferences, type ClipMedia, type MissingMedia } from './media-reference.ts';
import { fitsLength } from './json-length.ts';
import { isEmpty, objectsOf, schemaOf, secondsOf, textOf, type OtioObject } from './objects.ts';
import { patchbayFadesAt, patchbayFadeSide, type ReadFades } from './own-fades.ts';
import { patchbayMetadata } from './own-metadata.ts';
import { isResolveMapped } from './resolve-effects.ts';

/** What a clip of another program says that a timeline document cannot show: named in warnings, kept where small. */

export type Warn = (code: string, message: string) => void;

/** The transitions at the two ends of a clip. */
export interface Neighbors {
  before?: OtioObject;
  after?: OtioObject;
  /** From nothing, and to nothing. */
  fadeIn?: OtioObject;
  fadeOut?: OtioObject;
  /** Fades that were made here. */
  patchbay?: ReadFades;
}

/** Their speed is played. */
const SPEEDS = new Set(['LinearTimeWarp', 'FreezeFrame']);
/** Characters of foreign JSON kept per clip. */
const EXT_LIMIT = 64 * 1024;

export const MARKERS = ['MARKERS_IGNORED', 'Markers have no place in a timeline document.'] as const;

/** The transitions beside a child of a track; undefined where there are none. */
export function neighborsOf(children: readonly OtioObject[], index: number): Neighbors | undefined {
  if (!isTransition(children[index - 1]) && !isTransition(children[index + 1])) return undefined;
  const before = transitionAt(children, index - 1);
  const after = transitionAt(children, index + 1);
  const fades = patchbayFadesAt(children, index);
  const hasFades = (fades.in ?? fades.out) !== undefined;
  if (!before && !after && !hasFades) return undefined;
  const isBare = (at: number): boolean => children[at] === undefined || schemaOf(children[at]).name === 'Gap';
  return {
    ...(before && { [isBare(index - 2) ? 'fadeIn' : 'before']: before }),
    ...(after && { [isBare(index + 2) ? 'fadeOut' : 'after']: after }),
    ...(hasFades && { patchbay: fades }),
  };
}

const isTransition = (item: OtioObject | undefined): item is OtioObject =>
  item !== undefined && schemaOf(item).name === 'Transition';

function transitionAt(children: readonly OtioObject[], index: number): OtioObject | undefined {
  const item = children[index];
  if (!isTransition(item) || patchbayFadeSide(children, index) !== undefined) return undefined;
  return secondsOf(item['in_offset']) === undefined ? undefined : item;
}

/** @param named media that a warning has named already; each is named once. */
export function warnOfMedia(clip: OtioObject, media: ClipMedia, named: Set<string>, warn: Warn): void {
  warnOfReferences(media, warn);
  if (media.alternate) warn('MEDIA_ALTERNATE_USED', 'The active medium is missing; another one was used.');
  if (media.schema === 'GeneratorReference') {
    warn('GENERATOR_UNSUPPORTED', 'A generator became an empty clip.');
  } else if (media.schema === 'ImageSequenceReference') {
    warn('IMAGE_SEQUENCE_UNSUPPORTED', 'An image sequence became an empty clip.');
  }
  const called = media.name || textOf(clip['name']) || 'A medium';
  const key = media.url || called;
  if (media.missing === undefined || named.has(key)) return;
  // Texts and captions are made of no file; nobody has to look for one.
  if (media.name === '' && patchbayMetadata(clip)?.['type'] === 'text') return;
  named.add(key);
  warn(MISSING[media.missing], missingText(media.missing, called));
}

/** Schemas of programs for speeds that change over a clip; OpenTimelineIO itself has only their common parent. */
const TIMING = /^TimeEffect$|Time(Warp|Remap|Map|Curve)|Retime|Speed/;

const changingSpeed = (effect: OtioObject): [code: string, message: string] => {
  const name = textOf(effect['effect_name']) || textOf(effect['name']) || schemaOf(effect).name;
  const what = `The speed of a clip changes as "${name}" says, which is not shown: it plays at one speed.`;
  return ['TIME_WARP_IGNORED', `${what} The effect leaves as it came.`];
};

/** Names what of the references is not kept. */
function warnOfReferences({ all, key: active, reference: only }: ClipMedia, warn: Warn): void {
  if (!all) {
    warnOfReferenceFields(active, only, warn);
    return;
  }
  const { references, additional } = all;
  if (additional > 0)
    warn('REFERENCES_LEFT_OUT', `${additional} more media references of a clip were left out.`);
  for (const [key, reference] of references) warnOfReferenceFields(key, reference, warn);
}

function warnOfReferenceFields(key: string, reference: OtioObject, warn: Warn): void {
  const fields = referenceFieldsNotPreserved(reference);
  if (fields.length === 0) return;
  warn('FIELD_NOT_KEPT', `${fields.join(', ')} of the medium ${key}: not known here, so it was left out.`);
}

const MISSING: Readonly<Record<MissingMedia, string>> = {
  missing: 'MEDIA_FILE_MISSING',
  ambiguous: 'MEDIA_AMBIGUOUS',
  rejected: 'MEDIA_REJECTED',
  'not-stored': 'MEDIA_NOT_STORED',
};

function missingText(missing: MissingMedia, name: string): string {
  switch (missing) {
    case 'missing':
      return `The file "${name}" was not included.`;
    case 'ambiguous':
      return `More than one file may be "${name}"; none was taken.`;
    case 'rejected':
      return `The file "${name}" was refused.`;
    case 'not-stored':
      return `The file "${name}" was read past and not stored.`;
    default:
      return assertNever(missing);
  }
}

export function warnOfEffects(clip: OtioObject, warn: Warn): void {
  for (const effect of objectsOf(clip['effects'])) {
    const { name } = schemaOf(effect);
    if (SPEEDS.has(name)) {
      const scalar = effect['time_scalar'];
      const isSpeed = name === 'FreezeFrame' || scalar === undefined || Number.isFinite(scalar);
      if (!isSpeed) warn(...changingSpeed(effect));
    } else if (TIMING.test(name)) warn(...changingSpeed(effect));
    else if (!patchbayMetadata(effect) && !isResolveMapped(effect)) {
      warn('EFFECT_IGNORED', `The effect "${textOf(effect['effect_name']) || name}" is not shown.`);
    }
  }
  if (objectsOf(clip['markers']).length > 0) warn(...MARKERS);
}

/** What goes under `ext.otio` of a clip for the export. */
export function preservedJson(
  clip: OtioObject,
  media: ClipMedia,
  transitions: Neighbors | undefined,
  state: {
    enabled: boolean;
    audioDetached: boolean;
    medium: ClipMedium | undefined;
    effects: object;
    unnamed: string | undefined;
  },
  warn: Warn,
): Record<string, unknown> | undefined {
  const references = inactiveReferences(media);
  const mediaMetadata = asRecord(media.reference['metadata']);
  // Field by field: spread into each other, these took longer than all else of a clip.
  const otio: Record<string, unknown> = preservedOfItem(clip);
  if (references) otio['references'] = references;
  if (media.key !== DEFAULT_KEY) otio['activeKey'] = media.key;
  if (!isEmpty(mediaMetadata) && !(references && Object.hasOwn(references, media.key))) {
    otio['mediaMetadata'] = mediaMetadata;
  }
  if (state.medium) otio['medium'] = state.medium;
  if (state.unnamed !== undefined && state.unnamed !== '') otio['unnamed'] = state.unnamed;
  if (transitions) {
    const { patchbay: _patchbay, ...preserved } = transitions;
    Object.assign(otio, preserved);
  }
  if (!state.enabled) Object.assign(otio, { enabled: false, look: state.effects });
  if (state.audioDetached) otio['audioDetached'] = true;
  if (isEmpty(otio)) return undefined;
  if (fitsLength(otio, EXT_LIMIT)) return otio;
  warn('METADATA_TRUNCATED', 'The effects, markers and metadata of a clip are too large to keep.');
  // What no person has made goes first.
  let remaining: Record<string, unknown> = otio;
  for (const field of ['metadata', 'mediaMetadata']) {
    remaining = Object.fromEntries(Object.entries(remaining).filter(([name]) => name !== field));
    if (fitsLength(remaining, EXT_LIMIT)) break;
  }
  return !isEmpty(remaining) && fitsLength(remaining, EXT_LIMIT) ? remaining : undefined;
}
