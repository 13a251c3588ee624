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
  saysLength: boolean;
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
  /** All references of the clip. */
  all: ClipReferences;
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
  more: number;
}

/** The references of a clip by their keys. */
function referencesOf(clip: OtioObject): ClipReferences {
  if (schemaOf(clip).version < 2 && !isPresent(clip['media_references'])) {
    const reference = clip['media_reference'];
    return { references: isPresent(reference) ? [[DEFAULT_KEY, asRecord(reference)]] : [], more: 0 };
  }
  const all = asRecord(clip['media_references']);
  const active = textOf(clip['active_media_reference_key']) || DEFAULT_KEY;
  if (hasOnly(all, active)) return { references: [[active, asRecord(all[active])]], more: 0 };
  const keys = new Set([active, DEFAULT_KEY]);
  let more = 0;
  for (const key in all) {
    if (keys.size < MAX_REFERENCES) keys.add(key);
    else if (!keys.has(key)) more += 1;
  }
  const references = [...keys]
    .filter((key) => Object.hasOwn(all, key) && isPresent(all[key]))
    .map((key): [string, OtioObject] => [key, asRecord(all[key])]);
  return { references, more };
}

/** Whether an object has one field, this one, and a value in it. */
function hasOnly(object: OtioObject, key: string): boolean {
  for (const own in object) if (own !== key) return false;
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
    return question ? [{ ...question, saysLength: rangeOf(reference['available_range']) !== undefined }] : [];
  });

/** The medium of a clip: the active reference, or the first other one whose file is there. */
export function mediaOfClip(clip: OtioObject, resolve: MediaResolver): ClipMedia {
  const all = referencesOf(clip);
  const { references } = all;
  const active = mediaOf(references[0] ?? [DEFAULT_KEY, {}], all, resolve);
  if (references.length < 2 || active.found || active.missing === undefined) return active;
  const other = references
    .slice(1)
    .map((reference) => mediaOf(reference, all, resolve))
    .find((media) => media.found);
  return other ? { ...other, alternate: true } : active;
}

function mediaOf(
  [key, reference]: [string, OtioObject],
  all: ClipReferences,
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
export function otherReferences({ all, key: active }: ClipMedia): Record<string, OtioObject> | undefined {
  const others = all.references.filter(([key, reference]) => key !== active || isFileless(reference));
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}

const isFileless = (reference: OtioObject): boolean =>
  questionOf(reference) === undefined && schemaOf(reference).name !== 'MissingReference';

const STILLS = /\.(?:png|jpe?g|webp|gif|avif|heic|tiff?|bmp|exr|dpx|tga|psd|svg)$/i;

/** Whether a medium on a picture track is a still. */
export const isStill = (media: ClipMedia): boolean =>
  media.schema !== 'ImageSequenceReference' &&
  (media.found ? media.found.contentType.startsWith('image/') : STILLS.test(media.name));
