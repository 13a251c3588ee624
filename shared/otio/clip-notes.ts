import { assertNever } from '../language/assert-never.ts';
import type { ClipMedium } from './clip-medium.ts';
import { referenceFieldsNotKept } from './known-fields.ts';
import { preservedOfItem } from './preserved-objects.ts';
import {
  DEFAULT_KEY,
  metadataOfMedia,
  otherReferences,
  referencesOf,
  type ClipMedia,
  type MissingMedia,
} from './media-reference.ts';
import { objectsOf, schemaOf, secondsOf, textOf, type OtioObject } from './objects.ts';
import { ownMetadata } from './own-metadata.ts';
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
}

/** Their speed is played. */
const SPEEDS = new Set(['LinearTimeWarp', 'FreezeFrame']);
/** Characters of foreign JSON kept per clip. */
const EXT_LIMIT = 64 * 1024;

export const MARKERS = ['MARKERS_IGNORED', 'Markers have no place in a timeline document.'] as const;

/** The transitions beside a child of a track. */
export function neighborsOf(children: readonly OtioObject[], index: number): Neighbors {
  const isEmpty = (at: number): boolean =>
    children[at] === undefined || schemaOf(children[at]).name === 'Gap';
  const [before, after] = [transitionAt(children, index - 1), transitionAt(children, index + 1)];
  return {
    ...(before && { [isEmpty(index - 2) ? 'fadeIn' : 'before']: before }),
    ...(after && { [isEmpty(index + 2) ? 'fadeOut' : 'after']: after }),
  };
}

function transitionAt(children: readonly OtioObject[], index: number): OtioObject | undefined {
  const item = children[index];
  return item && schemaOf(item).name === 'Transition' && secondsOf(item['in_offset']) !== undefined
    ? item
    : undefined;
}

/** @param named media that a warning has named already; each is named once. */
export function warnOfMedia(clip: OtioObject, media: ClipMedia, named: Set<string>, warn: Warn): void {
  warnOfReferences(clip, warn);
  if (media.alternate) warn('MEDIA_ALTERNATE_USED', 'The active medium is missing; another one was used.');
  if (media.schema === 'GeneratorReference') {
    warn('GENERATOR_UNSUPPORTED', 'A generator became an empty clip.');
  } else if (media.schema === 'ImageSequenceReference') {
    warn('IMAGE_SEQUENCE_UNSUPPORTED', 'An image sequence became an empty clip.');
  }
  const called = media.name || textOf(clip['name']) || 'A medium';
  const key = media.url || called;
  if (media.missing === undefined || named.has(key)) return;
  named.add(key);
  warn(...missingText(media.missing, called));
}

/** Names what of the references is not kept. */
function warnOfReferences(clip: OtioObject, warn: Warn): void {
  const { references, more } = referencesOf(clip);
  if (more > 0) warn('REFERENCES_LEFT_OUT', `${more} more media references of a clip were left out.`);
  for (const [key, reference] of references) {
    const fields = referenceFieldsNotKept(reference);
    if (fields.length > 0) {
      warn(
        'FIELD_NOT_KEPT',
        `${fields.join(', ')} of the medium ${key}: not known here, so it was left out.`,
      );
    }
  }
}

function missingText(missing: MissingMedia, name: string): [code: string, message: string] {
  switch (missing) {
    case 'missing':
      return ['MEDIA_FILE_MISSING', `The file "${name}" was not included.`];
    case 'ambiguous':
      return ['MEDIA_AMBIGUOUS', `More than one file may be "${name}"; none was taken.`];
    case 'rejected':
      return ['MEDIA_REJECTED', `The file "${name}" was refused.`];
    case 'not-stored':
      return ['MEDIA_NOT_STORED', `The file "${name}" was read past and not stored.`];
    default:
      return assertNever(missing);
  }
}

export function warnOfEffects(clip: OtioObject, warn: Warn): void {
  for (const effect of objectsOf(clip['effects'])) {
    const { name } = schemaOf(effect);
    if (SPEEDS.has(name)) continue;
    if (name === 'TimeEffect') {
      warn('TIME_WARP_IGNORED', 'A speed that changes over a clip is not shown.');
    } else if (!ownMetadata(effect) && !isResolveMapped(effect)) {
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
    look: object;
    unnamed: string | undefined;
  },
  warn: Warn,
): Record<string, unknown> | undefined {
  const references = otherReferences(clip, media);
  const mediaMetadata = metadataOfMedia(clip, media);
  const otio = {
    ...preservedOfItem(clip),
    ...(Object.keys(references).length > 0 && { references }),
    ...(media.key !== DEFAULT_KEY && { activeKey: media.key }),
    ...(Object.keys(mediaMetadata).length > 0 && !Object.hasOwn(references, media.key) && { mediaMetadata }),
    ...(state.medium && { medium: state.medium }),
    ...(state.unnamed !== undefined && state.unnamed !== '' && { unnamed: state.unnamed }),
    ...transitions,
    ...(!state.enabled && { enabled: false, look: state.look }),
    ...(state.audioDetached && { audioDetached: true }),
  };
  if (Object.keys(otio).length === 0) return undefined;
  if (JSON.stringify(otio).length <= EXT_LIMIT) return otio;
  warn('METADATA_TRUNCATED', 'The effects, markers and metadata of a clip are too large to keep.');
  // What no person has made goes first.
  let rest: Record<string, unknown> = otio;
  for (const field of ['metadata', 'mediaMetadata']) {
    rest = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== field));
    if (JSON.stringify(rest).length <= EXT_LIMIT) break;
  }
  return Object.keys(rest).length > 0 && JSON.stringify(rest).length <= EXT_LIMIT ? rest : undefined;
}
