import type { TimelineClip } from './document.ts';
import { isNameless, type RecutMedia } from './recut-media.ts';
import type { Row, Shot } from './recut-shots.ts';

/** Which clip of a timeline a clip is that came back. */

export type Pairs = Map<Shot, Shot>;

interface Pairing {
  media: RecutMedia;
  /** The track here of each that came back, as a word that both have. */
  returnedRowKey: (row: Row) => string;
  rowKey: (row: Row) => string;
  /** Clips came back with their ids. */
  hasIds: boolean;
}

const extentKey = ({ trim, start, end }: Shot): string => `${Math.round(trim)} ${end - start}`;

type KeyOf = (shot: Shot, medium: string, row: string) => string;

/** From what says most of a clip to what says least. */
const KEYS: readonly KeyOf[] = [
  (shot, medium, row) => `${medium} ${extentKey(shot)} ${row} ${shot.start}`,
  (shot, medium, row) => `${medium} ${extentKey(shot)} ${row}`,
  (shot, medium) => `${medium} ${extentKey(shot)}`,
  (shot, medium, row) => `${medium} ${row} ${shot.start} ${shot.end}`,
  (_shot, medium, row) => `${medium} ${row}`,
  (_shot, medium) => medium,
];

/** Pairs clips by a key, the nearest in time first. */
function pairBy(
  originals: Set<Shot>,
  returns: readonly Shot[],
  pairs: Pairs,
  keys: { originals: (shot: Shot) => string | null; returns: (shot: Shot) => string | null },
): void {
  const open = Map.groupBy(originals, keys.originals);
  for (const shot of returns) {
    const key = pairs.has(shot) ? null : keys.returns(shot);
    const candidates = key === null ? undefined : open.get(key);
    if (!candidates || candidates.length === 0) continue;
    let best = 0;
    for (let index = 1; index < candidates.length; index += 1) {
      const distance = Math.abs(candidates[index]!.start - shot.start);
      if (distance < Math.abs(candidates[best]!.start - shot.start)) best = index;
    }
    const [nearest] = candidates.splice(best, 1);
    pairs.set(shot, nearest!);
    originals.delete(nearest!);
  }
}

/** Ids that imports count up where a file names none. */
export const GENERATED_ID = /^(?:clip-\d+|track-\d+(?:-layer-\d+)?)$/;

/** Pairs clips by the ids that they came back with. A stranger can have got the id of a clip. */
export function pairById(originals: Set<Shot>, returns: readonly Shot[], media: RecutMedia): Pairs {
  const pairs: Pairs = new Map();
  const byId = new Map(Array.from(originals, (shot) => [shot.clip.id, shot]));
  for (const shot of returns) {
    const original = byId.get(shot.clip.id);
    if (!original || !originals.has(original) || !isSame(original.clip, shot.clip, media)) continue;
    pairs.set(shot, original);
    originals.delete(original);
  }
  return pairs;
}

/** Of a clip itself the name or the medium has stayed; a text has neither, once its words are others. */
const isSame = (original: TimelineClip, clip: TimelineClip, media: RecutMedia): boolean =>
  (original.type === 'text' && clip.type === 'text' && !GENERATED_ID.test(clip.id)) ||
  (original.name === clip.name && clip.name !== '') ||
  original.filename === clip.filename ||
  media.originalKey(original) === media.ofReturned(clip);

/** Clips of one kind that came back without ids are known by what they show, and by their places. */
export function pairByContent(
  originals: Set<Shot>,
  returns: readonly Shot[],
  pairs: Pairs,
  { media, returnedRowKey, rowKey, hasIds }: Pairing,
): void {
  for (const keyOf of KEYS) {
    pairBy(originals, returns, pairs, {
      originals: (shot) => keyed(keyOf, shot, media.originalKey(shot.clip), rowKey(shot.row)),
      returns: (shot) => keyed(keyOf, shot, media.ofReturned(shot.clip), returnedRowKey(shot.row)),
    });
  }
  // With ids those that are left are strangers.
  if (hasIds) return;
  // One that lies where another one lay, as long as that, has taken its place.
  const positionKey = (shot: Shot, row: string): string => `${row} ${shot.start} ${shot.end}`;
  pairBy(originals, returns, pairs, {
    originals: (shot) => `${shot.clip.type === 'text'} ${positionKey(shot, rowKey(shot.row))}`,
    returns: (shot) => `${isText(shot.clip)} ${positionKey(shot, returnedRowKey(shot.row))}`,
  });
}

const isText = (clip: TimelineClip): boolean => clip.type === 'text' || isNameless(clip);

const keyed = (keyOf: KeyOf, shot: Shot, medium: string, row: string): string | null =>
  medium === '' ? null : keyOf(shot, medium, row);
