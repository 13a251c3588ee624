import type { CutMarker } from './cut.ts';

/** Markers as DaVinci Resolve exports them: an event of the list is a marker of the timeline, which the line below it says. */

export type ResolveMarker = Omit<CutMarker, 'at'>;

/** Its colors that OpenTimelineIO does not have, by the nearest that it has. */
const NEAREST: ReadonlyMap<string, string> = new Map([
  ['FUCHSIA', 'MAGENTA'],
  ['ROSE', 'PINK'],
  ['LAVENDER', 'PURPLE'],
  ['SKY', 'CYAN'],
  ['MINT', 'GREEN'],
  ['LEMON', 'YELLOW'],
  ['SAND', 'ORANGE'],
  ['COCOA', 'ORANGE'],
  ['CREAM', 'WHITE'],
]);

/**
 * Reads `Note |C:ResolveColorBlue |M:Name |D:1`; parts may be missing.
 * @returns its note as the comment, and its length in frames.
 */
export function resolveMarkerOf(line: string): ResolveMarker {
  const begin = Math.min(...['|C:', '|M:'].map((mark) => line.indexOf(mark)).filter((at) => at >= 0));
  const nameAt = line.indexOf('|M:');
  // A name may hold a bar, so the length is the last one.
  const lengthAt = line.lastIndexOf('|D:');
  const nameEnd = lengthAt > nameAt ? lengthAt : line.length;
  const color = (/\|C:(?:ResolveColor)?([A-Za-z]{1,20})/.exec(line)?.[1] ?? '').toUpperCase();
  return {
    // A file that was cut off may end in the mark of the length.
    name:
      nameAt < 0
        ? ''
        : line
            .slice(nameAt + 3, nameEnd)
            .replace(/\s\|D?$/, '')
            .trim(),
    comment: Number.isFinite(begin) ? line.slice(0, begin).trim() : '',
    color: NEAREST.get(color) ?? color,
    length: Number(/^\|D:(\d{1,8})/.exec(line.slice(lengthAt))?.[1] ?? 0),
  };
}
