import { asRecord } from '../document/problems.ts';
import { withClipExt } from '../timeline/ext.ts';
import type { TimelineClip } from '../timeline/index.ts';
import { schemaOf, secondsOf, textOf, type OtioObject } from './objects.ts';
import { patchbayMetadata } from './own-metadata.ts';

/**
 * Fades and dissolves that were made here leave as transitions, so that other programs play them, and come home as fades.
 * The clip's own metadata says how many frames each was given: what is no longer so was changed by another program.
 */

export type FadeSide = 'in' | 'out';

/** Frames of the fades of a clip that transitions stand for. */
export type ImportedFades = Partial<Record<FadeSide, number>>;

/** Seconds of the transitions at the two ends of a clip that stand for its own fades. */
export type ReadFades = Partial<Record<FadeSide, number>>;

/** Of which clip beside it a transition is the fade: of the one behind it (`in`), or before it (`out`), as that clip says. */
export function patchbayFadeSide(children: readonly OtioObject[], index: number): FadeSide | undefined {
  const item = children[index];
  if (!item || schemaOf(item).name !== 'Transition') return undefined;
  // Another kind of transition was put there by another program.
  if (!['SMPTE_Dissolve', ''].includes(textOf(item['transition_type']))) return undefined;
  const hasFade = (at: number, side: FadeSide): boolean => {
    const clip = children[at];
    return clip !== undefined && typeof asRecord(patchbayMetadata(clip)?.['fades'])[side] === 'number';
  };
  if (hasFade(index + 1, 'in')) return 'in';
  return hasFade(index - 1, 'out') ? 'out' : undefined;
}

/** The fades of a child of a track that transitions beside it stand for. */
export function patchbayFadesAt(children: readonly OtioObject[], index: number): ReadFades {
  const fades: ReadFades = {};
  for (const [at, side] of [
    [index - 1, 'in'],
    [index + 1, 'out'],
  ] as const) {
    if (patchbayFadeSide(children, at) !== side) continue;
    const { in_offset, out_offset } = asRecord(children[at]);
    fades[side] = (secondsOf(in_offset) ?? 0) + (secondsOf(out_offset) ?? 0);
  }
  return fades;
}

const FIELDS = { in: 'fadeIn', out: 'fadeOut' } as const;

/** The clip with its fades as the file has them: longer or shorter ones of another program, and without those it took away. */
export function withImportedFades(
  clip: TimelineClip,
  patchbay: Record<string, unknown> | undefined,
  read: { fades: ReadFades | undefined; frameRate: number },
): TimelineClip {
  if (patchbay?.['fades'] === undefined) return clip;
  const raw = asRecord(patchbay['fades']);
  let current = clip;
  for (const side of ['in', 'out'] as const) {
    const frames = raw[side];
    const seconds = read.fades?.[side];
    if (typeof frames !== 'number') continue;
    if (seconds !== undefined && Math.round(seconds * read.frameRate) === frames) continue;
    const change = {
      [FIELDS[side]]: seconds,
      // It is no part of a longer one any more.
      [`${FIELDS[side]}Part`]: undefined,
      ...(seconds === undefined && side === 'in' && { dissolve: undefined }),
    };
    current = withClipExt(current, change) ?? current;
  }
  return current;
}
