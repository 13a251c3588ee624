import { asRecord } from '../document/problems.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { TimelineClip } from './document.ts';
import { clipExt, type ClipExt } from './ext.ts';
import type { RecutDifference } from './recut-change.ts';
import { speedOf } from './speed.ts';
import { fadesOf, type Fades } from './transitions.ts';

/** What we keep of a clip, by what people call it; all other fields are the rest. */
const OWN: Partial<Record<keyof ClipExt, RecutDifference>> = {
  dissolve: 'dissolve',
  fadeIn: 'fades',
  fadeOut: 'fades',
  fadeInPart: 'fades',
  fadeOutPart: 'fades',
  keyframes: 'keyframes',
  text: 'words',
  fileId: 'medium',
};

/** Said of the clip as it plays, not of the field that holds it. */
const PLAYED: ReadonlySet<string> = new Set(['speed']);

/** What other programs write of a dissolve or a fade. */
const TRAVELLING: ReadonlySet<RecutDifference> = new Set<RecutDifference>(['dissolve', 'fades']);

/** Levels and factors closer than this are the same: they went through rounded numbers. */
const NEAR = 1e-3;

/** What every format can say of a clip: its name, speed and look. */
function playedDifferences(before: TimelineClip, after: TimelineClip): RecutDifference[] {
  const found: RecutDifference[] = [];
  const isOther = (old: number, now: number): boolean => Math.abs(old - now) > NEAR;
  // A clip without a name of its own is called by its file.
  const isPlain = ({ name, filename }: TimelineClip): boolean => name === '' || name === filename;
  if (before.name !== after.name && !(isPlain(before) && isPlain(after))) found.push('name');
  if (isOther(speedOf(before), speedOf(after))) found.push('speed');
  if (isOther(before.opacity, after.opacity)) found.push('opacity');
  if (isOther(before.volume, after.volume)) found.push('volume');
  const fields = ['rotation', 'scale', 'x', 'y'] as const;
  if (fields.some((field) => isOther(before.transform[field], after.transform[field])))
    found.push('transform');
  return found;
}

function ownDifferences(before: TimelineClip, after: TimelineClip): Set<RecutDifference> {
  const found = new Set<RecutDifference>();
  const [old, now]: Record<string, unknown>[] = [clipExt(before), clipExt(after)];
  const names: Readonly<Record<string, RecutDifference | undefined>> = OWN;
  for (const field of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
    if (!PLAYED.has(field) && !jsonEqual(old?.[field], now?.[field])) found.add(names[field] ?? 'rest');
  }
  return found;
}

/**
 * What is otherwise of a clip of another version of the timeline, in which nothing was lost. Pure.
 * @returns each difference once, without place, part and track.
 */
export function differencesOfVersion(before: TimelineClip, after: TimelineClip): RecutDifference[] {
  const found = new Set([...playedDifferences(before, after), ...ownDifferences(before, after)]);
  if (before.filename !== after.filename || before.type !== after.type) found.add('medium');
  const others = ({ ext }: TimelineClip) => ({ ...asRecord(ext), patchbay: null });
  const isOther = !jsonEqual(others(before), others(after)) && !found.has('speed');
  if (before.storageType !== after.storageType || isOther) found.add('rest');
  return [...found];
}

const sameFades = (a: Fades, b: Fades): boolean =>
  a.dissolve === b.dissolve && Math.abs(a.lead + a.fadeIn - b.lead - b.fadeIn) < NEAR;

/**
 * What is otherwise of a clip that came back from another program. Of what only Patchbay keeps, fades and dissolves are
 * compared, and these only where the file has what Patchbay wrote: where it has not, nobody can have changed them. Pure.
 * @returns each difference once, without place, part, track and medium.
 */
export function differencesOfReturn(before: TimelineClip, after: TimelineClip): RecutDifference[] {
  const own =
    after.ext?.['patchbay'] === undefined
      ? []
      : [...ownDifferences(before, after)].filter((one) => TRAVELLING.has(one));
  const [was, is] = [fadesOf(before), fadesOf(after)];
  // Without what Patchbay wrote, transitions that another program added say something all the same.
  const came = after.ext?.['otio'] !== undefined && own.length === 0 && is.dissolve && !sameFades(was, is);
  return [...playedDifferences(before, after), ...own, ...(came ? (['dissolve'] as const) : [])];
}

/** Pairs the clips of two versions: in these a clip keeps its id, whatever it shows. */
export function pairsById(
  before: readonly TimelineClip[],
  after: readonly TimelineClip[],
): Map<TimelineClip, TimelineClip> {
  const byId = new Map(before.map((clip) => [clip.id, clip]));
  return new Map(
    after.flatMap((clip) => {
      const known = byId.get(clip.id);
      return known ? [[clip, known] as const] : [];
    }),
  );
}
