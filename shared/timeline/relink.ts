import { asRecord } from '../document/problems.ts';
import type { TimelineClip, TimelineDocument } from './document.ts';
import { clipExt, mediumKey, mediumOf } from './ext.ts';

/** Media that clips ask for and that are not here, and how sure it is that a file is one of them. */

export type MediumKind = 'image' | 'video' | 'audio';

/** A medium that clips ask for, with what they say of it. */
export interface MissingMedium {
  key: string;
  /** The name of its file, or of the clip where it has none. */
  name: string;
  kind: MediumKind;
  clipIds: string[];
  /** Seconds; 0 where nothing is said of it. */
  length: number;
  /** Whether it is that long, and not at least. */
  isLengthExact: boolean;
  /** Frames a second of the medium, where an import said so. */
  rate: number | null;
  /** Of its bytes in hex, where an export wrote it. */
  sha256: string | null;
  /** Whether it stands for a shot of the storyboard that never had a picture, and no file was lost. */
  isShot: boolean;
}

/** A file that may be a missing medium. What is not known is null. */
export interface Candidate {
  id: string;
  name: string;
  kind: MediumKind;
  seconds: number | null;
  framesPerSecond: number | null;
  sha256: string | null;
}

/** How sure it is, the surest first. */
const MATCHES = ['hash', 'name-and-length', 'name', 'similar'] as const;
export type Match = (typeof MATCHES)[number];

/** Frames by which a length may differ: programs count them in other ways. */
const LENGTH_TOLERANCE = 0.1;
const SHA256 = /^[0-9a-f]{64}$/i;

/**
 * Media of a timeline that are not here, each once, in the order of the film.
 * @param library files that are known, by id and by name; null where that is not known yet.
 */
export function missingMedia(
  { timeline }: Pick<TimelineDocument, 'timeline'>,
  library: ReadonlyMap<string, unknown> | null,
): MissingMedium[] {
  const missing = new Map<string, MissingMedium>();
  for (const clip of timeline.clips) {
    if (!isMissing(clip, library)) continue;
    const key = mediumKey(clip) || clip.id;
    const existing = missing.get(key);
    const reported = reportedOf(clip);
    if (!existing) {
      const kind = clip.type === 'text' ? 'video' : clip.type;
      missing.set(key, {
        key,
        name: clip.filename || clip.name,
        kind,
        clipIds: [clip.id],
        ...reported,
        isShot: isEmptyShot(clip),
      });
      continue;
    }
    existing.clipIds.push(clip.id);
    if (existing.kind === 'audio' && clip.type === 'video') existing.kind = 'video';
    if (reported.isLengthExact === existing.isLengthExact)
      existing.length = Math.max(existing.length, reported.length);
    else if (reported.isLengthExact) [existing.length, existing.isLengthExact] = [reported.length, true];
    existing.rate ??= reported.rate;
    existing.sha256 ??= reported.sha256;
  }
  return [...missing.values()];
}

/** Whether the file that a clip asks for was not found; words ask for none. */
export const isPlaceholder = ({ type, storageType }: Pick<TimelineClip, 'type' | 'storageType'>): boolean =>
  type !== 'text' && storageType === 'placeholder';

/** Whether a clip stands for a shot of the storyboard that never had a picture. */
export const isEmptyShot = (clip: TimelineClip): boolean =>
  isPlaceholder(clip) && clip.filename === '' && clipExt(clip).shotId !== undefined;

function isMissing(clip: TimelineClip, library: ReadonlyMap<string, unknown> | null): boolean {
  if (clip.type === 'text') return false;
  if (isPlaceholder(clip)) return !isGenerated(clip);
  return library !== null && clip.filename !== '' && mediumOf(clip, library) === undefined;
}

/** Bars, a plain color: what a program draws has no file. */
function isGenerated(clip: TimelineClip): boolean {
  const otio = asRecord(clip.ext?.['otio']);
  const key = typeof otio['activeKey'] === 'string' ? otio['activeKey'] : 'DEFAULT_MEDIA';
  const schema = asRecord(asRecord(otio['references'])[key])['OTIO_SCHEMA'];
  return typeof schema === 'string' && schema.startsWith('GeneratorReference');
}

/** What a clip says of its medium. */
function reportedOf(clip: TimelineClip): Pick<MissingMedium, 'length' | 'isLengthExact' | 'rate' | 'sha256'> {
  const otio = asRecord(clip.ext?.['otio']);
  const medium = asRecord(otio['medium']);
  const available = rangeIn(medium['available']);
  const used = clip.type === 'image' ? 0 : clip.trimStart + clip.duration + clip.trimEnd;
  const hash = asRecord(asRecord(otio['mediaMetadata'])['patchbay'])['sha256'];
  return {
    length: clip.type === 'image' ? 0 : (available?.seconds ?? used),
    // An import that was told no length knows only what is shown.
    isLengthExact: clip.type !== 'image' && (available !== null || otio['medium'] === undefined),
    rate: available?.rate ?? rangeIn(medium['source'])?.rate ?? null,
    sha256: typeof hash === 'string' && SHA256.test(hash) ? hash.toLowerCase() : null,
  };
}

/** Seconds and rate of a range as an import stores it. */
function rangeIn(value: unknown): { seconds: number; rate: number } | null {
  const { value: count, rate } = asRecord(asRecord(value)['duration']);
  const isSound = typeof count === 'number' && typeof rate === 'number' && rate > 0 && count >= 0;
  return isSound ? { seconds: count / rate, rate } : null;
}

const simpleName = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** What of a name stays when a file is copied, converted or numbered. */
const stemOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .replace(/(?:[\s._-]*(?:\(\d{1,3}\)|copy|proxy|final|(?<=[\s._-])\d{1,2}))+$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

const MIN_STEM = 4;

function areSimilar(a: string, b: string): boolean {
  const [item, candidate] = [stemOf(a), stemOf(b)];
  if (item === '' || candidate === '') return false;
  if (item === candidate) return true;
  return (
    Math.min(item.length, candidate.length) >= MIN_STEM &&
    (item.startsWith(candidate) || candidate.startsWith(item))
  );
}

const canReplace = (kind: MediumKind, candidate: MediumKind): boolean =>
  kind === 'audio' ? candidate !== 'image' : candidate !== 'audio';

/** Whether a file is as long as clips say; null where one of the two is not known. */
export function isSameLength(
  medium: Pick<MissingMedium, 'length' | 'isLengthExact' | 'rate'>,
  { seconds }: Pick<Candidate, 'seconds'>,
): boolean | null {
  if (seconds === null || medium.length === 0) return null;
  const tolerance = Math.max(LENGTH_TOLERANCE, 1.5 / (medium.rate ?? 24));
  if (!medium.isLengthExact) return seconds > medium.length - tolerance ? null : false;
  return Math.abs(seconds - medium.length) <= tolerance;
}

/** How sure it is that a file is a missing medium. Null: nothing speaks for it. */
function matchOf(medium: MissingMedium, candidate: Candidate): Match | null {
  if (medium.sha256 !== null && candidate.sha256?.toLowerCase() === medium.sha256) return 'hash';
  if (!canReplace(medium.kind, candidate.kind)) return null;
  if (simpleName(medium.name) === simpleName(candidate.name)) {
    return isSameLength(medium, candidate) === true ? 'name-and-length' : 'name';
  }
  return areSimilar(medium.name, candidate.name) ? 'similar' : null;
}

/** The files that may be a missing medium, the surest first, and of equal ones those of its length. */
export function matchesOf<C extends Candidate>(
  medium: MissingMedium,
  candidates: readonly C[],
): { candidate: C; match: Match }[] {
  const rank = (match: Match, candidate: C): number =>
    MATCHES.indexOf(match) * 3 + [true, null, false].indexOf(isSameLength(medium, candidate));
  return candidates
    .flatMap((candidate) => {
      const match = matchOf(medium, candidate);
      return match ? [{ candidate, match, rank: rank(match, candidate) }] : [];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ candidate, match }) => ({ candidate, match }));
}
