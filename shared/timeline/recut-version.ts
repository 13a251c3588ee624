import { asRecord } from '../document/problems.ts';
import { sameJson } from '../document/same.ts';
import type { RecutDifference } from './recut-change.ts';
import type { TimelineClip } from './document.ts';
import { clipExt, type ClipExt } from './ext.ts';

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

/** What other programs cannot change of a clip, and a version of the timeline can have otherwise. Pure. */
export function differencesOf(before: TimelineClip, after: TimelineClip): RecutDifference[] {
  const found = new Set<RecutDifference>();
  if (before.filename !== after.filename || before.type !== after.type) found.add('medium');
  const [old, now]: Record<string, unknown>[] = [clipExt(before), clipExt(after)];
  const names: Readonly<Record<string, RecutDifference | undefined>> = OWN;
  for (const field of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
    if (!sameJson(old?.[field], now?.[field])) found.add(names[field] ?? 'rest');
  }
  const others = ({ ext }: TimelineClip) => ({ ...asRecord(ext), patchbay: null });
  if (before.storageType !== after.storageType || !sameJson(others(before), others(after))) found.add('rest');
  return [...found];
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
