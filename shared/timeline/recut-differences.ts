import { asList, asRecord } from '../document/problems.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { nameOfWords, wordsOfClip } from './captions.ts';
import type { TimelineClip } from './document.ts';
import { CLIP_FIELDS, KEYED_PROPERTIES } from './clip-fields.ts';
import { clipExt, fixedValue, type ClipExt } from './ext.ts';
import type { RecutDifference } from './recut-change.ts';
import type { FormatRules } from './cut-formats.ts';
import { foldWords, isNameless } from './recut-media.ts';
import type { Shot } from './recut-shots.ts';
import { speedOf } from './speed.ts';
import { fadesOf, type Fades } from './transitions.ts';

/** Which difference a field of Patchbay's own is; all other fields are `rest`. */
const EXT_DIFFERENCES: Partial<Record<keyof ClipExt, RecutDifference>> = {
  dissolve: 'dissolve',
  fadeIn: 'fades',
  fadeOut: 'fades',
  fadeInPart: 'fades',
  fadeOutPart: 'fades',
  keyframes: 'keyframes',
  text: 'words',
  fileId: 'medium',
};

/** Compared by what plays (`speedOf`) and not by what is stored. */
const EFFECTIVE_FIELDS: ReadonlySet<string> = new Set(['speed']);

/** Differences in Patchbay's own fields that other programs can make: they have fades and dissolves as well. */
const FOREIGN_EDITS: ReadonlySet<RecutDifference> = new Set<RecutDifference>(['dissolve', 'fades']);

/** Levels and factors closer than this are the same: they went through rounded numbers. */
const TOLERANCE = 1e-3;

/** Whether a clip has no name but that of its file. */
const hasFileName = ({ name, filename }: TimelineClip): boolean => name === '' || name === filename;

/** Differences in name, speed, levels and transform. */
function valueDifferences(before: TimelineClip, after: TimelineClip): RecutDifference[] {
  const found: RecutDifference[] = [];
  const isDifferent = (old: number, current: number): boolean => Math.abs(old - current) > TOLERANCE;
  if (before.name !== after.name && !(hasFileName(before) && hasFileName(after))) found.push('name');
  if (isDifferent(speedOf(before), speedOf(after))) found.push('speed');
  if (isDifferent(before.opacity, after.opacity)) found.push('opacity');
  if (isDifferent(before.volume, after.volume)) found.push('volume');
  const isTransformDifferent = KEYED_PROPERTIES.some((property) => {
    const field = CLIP_FIELDS[property];
    if (field.stored !== 'transform') return false;
    return isDifferent(fixedValue(before, property, field), fixedValue(after, property, field));
  });
  if (isTransformDifferent) found.push('transform');
  return found;
}

function extDifferences(before: TimelineClip, after: TimelineClip): Set<RecutDifference> {
  const found = new Set<RecutDifference>();
  const [old, current]: Record<string, unknown>[] = [clipExt(before), clipExt(after)];
  const names: Readonly<Record<string, RecutDifference | undefined>> = EXT_DIFFERENCES;
  for (const field of new Set([...Object.keys(old ?? {}), ...Object.keys(current ?? {})])) {
    if (!EFFECTIVE_FIELDS.has(field) && !jsonEqual(old?.[field], current?.[field]))
      found.add(names[field] ?? 'rest');
  }
  return found;
}

/**
 * Compares a clip with the same one in another version of the timeline, where every field is known. Pure.
 * @returns each difference once; position, trim and track are compared elsewhere.
 */
export function differencesOfVersion(before: TimelineClip, after: TimelineClip): RecutDifference[] {
  const found = new Set([...valueDifferences(before, after), ...extDifferences(before, after)]);
  if (before.filename !== after.filename || before.type !== after.type) found.add('medium');
  const remaining = ({ ext }: TimelineClip) => ({ ...asRecord(ext), patchbay: null });
  const isDifferent = !jsonEqual(remaining(before), remaining(after)) && !found.has('speed');
  if (before.storageType !== after.storageType || isDifferent) found.add('rest');
  return [...found];
}

const sameFades = (a: Fades, b: Fades): boolean =>
  a.dissolve === b.dissolve && Math.abs(a.lead + a.fadeIn - b.lead - b.fadeIn) < TOLERANCE;

/**
 * Compares a clip with one that came back from another program with Patchbay's metadata. Of Patchbay's own fields only fades,
 * dissolves and words are compared: no other program changes the rest. Pure.
 * @returns each difference once; position, trim, track and medium are compared elsewhere.
 */
export function differencesOfReturn(before: TimelineClip, after: TimelineClip): RecutDifference[] {
  const extFades =
    after.ext?.['patchbay'] === undefined
      ? []
      : [...extDifferences(before, after)].filter((item) => FOREIGN_EDITS.has(item));
  const [fadesBefore, fadesAfter] = [fadesOf(before), fadesOf(after)];
  // A dissolve that another program added is none of Patchbay's own fields.
  const hasNewDissolve =
    after.ext?.['otio'] !== undefined &&
    extFades.length === 0 &&
    fadesAfter.dissolve &&
    !sameFades(fadesBefore, fadesAfter);
  const hasNewWords = before.type === 'text' && wordsReturned(before, after) !== wordsOfClip(before);
  // The name of a text follows its words.
  const values = valueDifferences(before, after).filter((item) => !hasNewWords || item !== 'name');
  return [
    ...values,
    ...extFades,
    ...(hasNewDissolve ? (['dissolve'] as const) : []),
    ...(hasNewWords ? (['words'] as const) : []),
  ];
}

/**
 * The words of a text that came back with what Patchbay wrote of it. Other programs see its name alone: where that held all
 * words and is another one now, it says them.
 */
export function wordsReturned(before: TimelineClip, after: TimelineClip): string {
  const [was, is] = [wordsOfClip(before), wordsOfClip(after)];
  const isFullText = foldWords(was) === foldWords(before.name);
  return was === is && isFullText && after.name !== before.name && after.name !== '' ? after.name : is;
}

/** A clip and the one that came back for it, both as the format writes them, with what the format can say. */
export interface ReturnedShot {
  original: Shot;
  returned: Shot;
  rules: FormatRules;
  frameRate: number;
  /** How loud the clip is; null where nothing says it. */
  volume: number | null;
}

/** Whether a level changed. A format that does not write levels says nothing by leaving one out. */
function hasLevelChanged(
  original: TimelineClip,
  was: number,
  is: number,
  { impliesDefaults }: FormatRules,
): boolean {
  if (Math.abs(was - is) <= TOLERANCE) return false;
  return impliesDefaults || is !== 1 || hasResolveEffects(original);
}

/** Effects of DaVinci Resolve are exported as they came, so one that is missing was removed there. */
const hasResolveEffects = ({ ext }: TimelineClip): boolean =>
  asList(asRecord(ext?.['otio'])['effects']).some(
    (effect) => asRecord(asRecord(effect)['metadata'])['Resolve_OTIO'] !== undefined,
  );

function levelDifferences({
  original: { clip: original },
  returned: { clip: returned },
  rules,
  volume,
}: ReturnedShot): RecutDifference[] {
  const found: RecutDifference[] = [];
  if (original.type === 'text') return found;
  if (original.type !== 'audio') {
    if (hasLevelChanged(original, original.opacity, returned.opacity, rules)) found.push('opacity');
    if (hasLevelChanged(original, original.transform.scale, returned.transform.scale, rules))
      found.push('transform');
  }
  // A still has no sound.
  if (original.type !== 'image' && volume !== null) {
    if (hasLevelChanged(original, Math.min(original.volume, rules.maxVolume), volume, rules))
      found.push('volume');
  }
  return found;
}

function fadeDifferences({ original, returned, rules }: ReturnedShot): RecutDifference[] {
  const found: RecutDifference[] = [];
  const isDifferent = (was: number | null, is: number | null): boolean =>
    was !== null && is !== null && Math.abs(Math.min(was, rules.maxDissolve) - is) > 1;
  if (isDifferent(original.dissolve, returned.dissolve)) found.push('dissolve');
  const hasFadesOnly = original.dissolve === 0 && returned.dissolve === 0;
  if (
    hasFadesOnly &&
    (isDifferent(original.fadeIn, returned.fadeIn) || isDifferent(original.fadeOut, returned.fadeOut))
  )
    found.push('fades');
  return found;
}

/** Whether the words of a text changed. Where it came back as another type, its name holds its words. */
function haveWordsChanged({
  original: { clip: original },
  returned: { clip: returned },
}: ReturnedShot): boolean {
  if (original.type !== 'text') return false;
  if (returned.type === 'text') return foldWords(wordsOfClip(original)) !== foldWords(wordsOfClip(returned));
  return (
    hasNameChanged(original, returned) && foldWords(original.name) === nameOfWords(wordsOfClip(original))
  );
}

function hasNameChanged(original: TimelineClip, returned: TimelineClip): boolean {
  if (hasFileName(original) && (hasFileName(returned) || isNameless(returned))) return false;
  return foldWords(original.name) !== foldWords(returned.name);
}

/**
 * Compares a clip with one that came back without Patchbay's metadata, in what the format can say. Pure.
 * @returns each difference once; position, trim, track and medium are compared elsewhere.
 */
export function differencesOfForeign(shots: ReturnedShot): RecutDifference[] {
  const { original, returned, rules, frameRate } = shots;
  const found: RecutDifference[] = [];
  if (haveWordsChanged(shots)) found.push('words');
  else if (hasNameChanged(original.clip, returned.clip)) found.push('name');
  const isMoving = original.clip.type === 'video' || original.clip.type === 'audio';
  const speeds = [speedOf(original.clip), speedOf(returned.clip)] as const;
  // A list has the end that fades out as an event of its own.
  const length = returned.end - returned.start - (returned.fadeOut ?? 0);
  if (isMoving && Math.abs(speeds[0] - speeds[1]) > rules.speedTolerance(frameRate, length))
    found.push('speed');
  found.push(...levelDifferences(shots), ...fadeDifferences(shots));
  return found.filter((item) => rules.fields.has(item));
}

/** Pairs the clips of two versions: in these a clip keeps its id, whatever it shows. */
export function pairsById(
  before: readonly TimelineClip[],
  after: readonly TimelineClip[],
): Map<TimelineClip, TimelineClip> {
  const byId = new Map(before.map((clip) => [clip.id, clip]));
  return new Map(
    after.flatMap((clip) => {
      const original = byId.get(clip.id);
      return original ? [[clip, original] as const] : [];
    }),
  );
}
