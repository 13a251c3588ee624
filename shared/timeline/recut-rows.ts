import { foldWords, type RecutMedia } from './recut-media.ts';
import type { Row, Shot } from './recut-shots.ts';
import { speedOf } from './speed.ts';

/** Which track of a timeline a track is that came back without its id: the one with which it has the most in common. */

const extentKey = ({ trim, start, end }: Shot): string => `${Math.round(trim)} ${end - start}`;

/** What a clip may have in common with another one, and how much that says. */
function marksOf(shot: Shot, medium: string): [mark: string, weight: number][] {
  const extent: [mark: string, weight: number] = [`${shot.start} to ${shot.end}`, 0.1];
  if (medium === '') return [extent];
  const { clip, dissolve, fadeIn, fadeOut } = shot;
  const name = clip.name === clip.filename ? '' : foldWords(clip.name);
  const position = `${medium} ${extentKey(shot)} at ${shot.start}`;
  return [
    // These tell tracks apart that show the same.
    [`${position} called ${name}`, 1],
    [`${position} as fast as ${speedOf(clip).toFixed(1)}`, 1],
    [`${position} with fades ${[dissolve, fadeIn, fadeOut].join(' ')}`, 1],
    [medium, 1],
    [`${medium} ${extentKey(shot)}`, 2],
    [position, 4],
    extent,
  ];
}

/** A track that came back, and those of its clips that are clips of their own. */
export interface ReturnedRow {
  row: Row;
  shots: readonly Shot[];
}

/**
 * Pairs tracks of one kind. Pure.
 * @returns for each track that came back the one here, as far as there is one.
 */
export function pairRows(
  originals: readonly Row[],
  returns: readonly ReturnedRow[],
  media: RecutMedia,
  isSingleTrack: boolean,
): Map<Row, Row> {
  const byMark = new Map<string, Map<Row, number>>();
  for (const row of originals) {
    for (const shot of row.shots) {
      for (const [mark] of marksOf(shot, media.originalKey(shot.clip))) {
        const rows = byMark.get(mark) ?? new Map<Row, number>();
        byMark.set(mark, rows.set(row, (rows.get(row) ?? 0) + 1));
      }
    }
  }
  const scored = returns.flatMap(({ row, shots }) => {
    const scores = new Map<Row, number>();
    const counts = new Map<string, number>();
    for (const shot of shots) {
      for (const [mark, weight] of marksOf(shot, media.ofReturned(shot.clip))) {
        const count = (counts.get(mark) ?? 0) + 1;
        counts.set(mark, count);
        for (const [candidate, most] of byMark.get(mark) ?? []) {
          if (count <= most) scores.set(candidate, (scores.get(candidate) ?? 0) + weight);
        }
      }
    }
    return [...scores].map(([candidate, score]) => ({ row, candidate, score }));
  });
  const distance = ({ row, candidate }: { row: Row; candidate: Row }) =>
    Math.abs(row.position - candidate.position);
  scored.sort((a, b) => b.score - a.score || distance(a) - distance(b));
  const pairs = new Map<Row, Row>();
  const paired = new Set<Row>();
  const pair = (row: Row, candidate: Row | undefined): void => {
    if (!candidate || pairs.has(row) || paired.has(candidate)) return;
    pairs.set(row, candidate);
    paired.add(candidate);
  };
  for (const { row, candidate } of scored) pair(row, candidate);
  // A list says nothing of the place of its track.
  if (isSingleTrack) return pairs;
  const byPosition = new Map(originals.map((row) => [row.position, row]));
  for (const { row } of returns) pair(row, byPosition.get(row.position));
  return pairs;
}
