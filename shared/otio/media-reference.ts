import { typeOfName } from '../http/content-types.ts';
import { asRecord } from '../document/problems.ts';
import { nameOfUrl } from './media-names.ts';
import { isPresent, rangeOf, schemaOf, textOf, type OtioObject, type Range } from './objects.ts';

/** The key of a clip's only reference. */
export const DEFAULT_KEY = 'DEFAULT_MEDIA';

/** A medium as the importer of a timeline asks for it. */
export interface MediaQuestion {
  /** `target_url` as written. */
  url: string;
  /** The last part of it, or the name of the reference. */
  name: string;
}

/** A medium that a clip may be asking for. */
export interface ClipQuestion extends MediaQuestion {
  /** The reference says how long the medium is. */
  hasLength: boolean;
}

/** A medium that is there. */
export interface FoundMedia {
  /** The name in the file library. */
  filename: string;
  contentType: string;
  durationSeconds?: number;
  /** Hash of its bytes, for who wants to look into them. */
  blob?: string;
  /** Where the timecode of the file starts, in seconds. */
  startTimecodeSeconds?: number;
}

/** Why there is no file: it was not sent, two may be meant, it was refused, or storing was not asked for. */
export type MissingMedia = 'missing' | 'ambiguous' | 'rejected' | 'not-stored';
export type MediaAnswer = FoundMedia | { missing: MissingMedia };
export type MediaResolver = (question: MediaQuestion) => MediaAnswer;

export interface ClipMedia {
  /** The name under which the clip has this reference. */
  key: string;
  /** The reference as the file has it. */
  reference: OtioObject;
  /** All references of the clip; undefined where it has this one alone, as nearly all have. */
  all: ClipReferences | undefined;
  schema: string;
  /** The last part of the URL, else the name of the reference. */
  name: string;
  /** As the file has it. */
  referenceName: string;
  url: string;
  available: Range | undefined;
  /** `available_range` as written. */
  availableRange: unknown;
  found: FoundMedia | undefined;
  /** Why there is none; undefined when there is, or when the reference is of a kind that has no file. */
  missing: MissingMedia | undefined;
  alternate: boolean;
}

/** References of one clip that are read; real ones have a handful. */
const MAX_REFERENCES = 50;

export interface ClipReferences {
  /** The active one first. */
  references: [key: string, reference: OtioObject][];
  /** How many more there are. */
  additional: number;
}

const hasSingleReference = (clip: OtioObject): boolean =>
  schemaOf(clip).version < 2 && !isPresent(clip['media_references']);

const activeKeyOf = (clip: OtioObject): string => textOf(clip['active_media_reference_key']) || DEFAULT_KEY;

/** The key of the reference that a clip has alone; undefined where it has none, or several. */
function onlyKeyOf(clip: OtioObject): string | undefined {
  if (hasSingleReference(clip)) return isPresent(clip['media_reference']) ? DEFAULT_KEY : undefined;
  const active = activeKeyOf(clip);
  return hasOnly(asRecord(clip['media_references']), active) ? active : undefined;
}

/** The reference that `onlyKeyOf` has found. */
const onlyReference = (clip: OtioObject, key: string): OtioObject =>
  asRecord(hasSingleReference(clip) ? clip['media_reference'] : asRecord(clip['media_references'])[key]);

/** The references of a clip by their keys. */
function referencesOf(clip: OtioObject): ClipReferences {
  const only = onlyKeyOf(clip);
  if (only !== undefined) return { references: [[only, onlyReference(clip, only)]], additional: 0 };
  if (hasSingleReference(clip)) return { references: [], additional: 0 };
  const all = asRecord(clip['media_references']);
  const active = activeKeyOf(clip);
  const keys = new Set([active, DEFAULT_KEY]);
  let more = 0;
  for (const key in all) {
    if (keys.size < MAX_REFERENCES) keys.add(key);
    else if (!keys.has(key)) more += 1;
  }
  const references = [...keys]
    .filter((key) => Object.hasOwn(all, key) && isPresent(all[key]))
    .map((key): [string, OtioObject] => [key, asRecord(all[key])]);
  return { references, additional: more };
}

/** Whether an object has one field, this one, and a value in it. */
function hasOnly(object: OtioObject, key: string): boolean {
  for (const patchbay in object) if (patchbay !== key) return false;
  return Object.hasOwn(object, key) && isPresent(object[key]);
}

/** Every URL that a clip may be asking for, to know what to unpack before the timeline is read. */
export const urlsOfClip = (clip: OtioObject): string[] =>
  referencesOf(clip)
    .references.map(([, reference]) => textOf(reference['target_url']).trim())
    .filter((url) => url !== '');

/** What a reference asks for; undefined for one of a kind that has no file. */
function questionOf(reference: OtioObject): MediaQuestion | undefined {
  const schema = schemaOf(reference).name || 'MissingReference';
  const url = textOf(reference['target_url']).trim();
  const name = nameOfUrl(url) || textOf(reference['name']);
  return schema === 'ExternalReference' || (schema === 'MissingReference' && name !== '')
    ? { url: url || name, name }
    : undefined;
}

/** Every medium that `mediaOfClip` may ask for. */
export const questionsOfClip = (clip: OtioObject): ClipQuestion[] =>
  referencesOf(clip).references.flatMap(([, reference]) => {
    const question = questionOf(reference);
    return question ? [{ ...question, hasLength: rangeOf(reference['available_range']) !== undefined }] : [];
  });

/** The medium of a clip: the active reference, or the first other one whose file is there. */
export function mediaOfClip(clip: OtioObject, resolve: MediaResolver): ClipMedia {
  const only = onlyKeyOf(clip);
  if (only !== undefined) return mediaOf(only, onlyReference(clip, only), undefined, resolve);
  const all = referencesOf(clip);
  const { references } = all;
  const [key, reference] = references[0] ?? [DEFAULT_KEY, {}];
  const active = mediaOf(key, reference, all, resolve);
  if (references.length < 2 || active.found || active.missing === undefined) return active;
  const candidate = references
    .slice(1)
    .map(([name, second]) => mediaOf(name, second, all, resolve))
    .find((media) => media.found);
  return candidate ? { ...candidate, alternate: true } : active;
}

function mediaOf(
  key: string,
  reference: OtioObject,
  all: ClipReferences | undefined,
  resolve: MediaResolver,
): ClipMedia {
  const question = questionOf(reference);
  const answer = question && resolve(question);
  const found = answer && 'filename' in answer ? answer : undefined;
  const schema = schemaOf(reference).name || 'MissingReference';
  const kindWithFile = schema !== 'GeneratorReference' && schema !== 'ImageSequenceReference';
  const url = textOf(reference['target_url']).trim();
  const referenceName = textOf(reference['name']);
  return {
    key,
    reference,
    all,
    schema,
    name: question?.name ?? (nameOfUrl(url) || referenceName),
    referenceName,
    url,
    available: rangeOf(reference['available_range']),
    availableRange: reference['available_range'],
    found,
    missing: found || !kindWithFile ? undefined : answer && 'missing' in answer ? answer.missing : 'missing',
    alternate: false,
  };
}

/** The references of a clip that its medium does not stand for: other ones, and those of kinds without a file. */
export function inactiveReferences({
  all,
  key: active,
  reference: only,
}: ClipMedia): Record<string, OtioObject> | undefined {
  if (!all) return isFileless(only) ? { [active]: only } : undefined;
  const remaining = all.references.filter(([key, reference]) => key !== active || isFileless(reference));
  return remaining.length > 0 ? Object.fromEntries(remaining) : undefined;
}

function isFileless(reference: OtioObject): boolean {
  const { name } = schemaOf(reference);
  if (name === 'ExternalReference' || name === 'MissingReference') return false;
  return questionOf(reference) === undefined;
}

/** Pictures of other programs, which nothing here reads. */
const FOREIGN_IMAGES = /\.(?:exr|dpx|tga|psd)$/i;
const isImageName = (name: string): boolean =>
  FOREIGN_IMAGES.test(name) || typeOfName(name).startsWith('image/');

/** Whether a medium on a picture track is a still. */
export const isImage = (media: ClipMedia): boolean =>
  media.schema !== 'ImageSequenceReference' &&
  (media.found ? media.found.contentType.startsWith('image/') : isImageName(media.name));
