import { asRecord } from '../document/problems.ts';
import type { TimelineDocument } from './document.ts';
import type { RecutDifference } from './recut-change.ts';

/** What each format in which a cut comes home can say of its clips. What it cannot say, nobody can have changed in it. */

export type RecutFormat = 'otio' | 'xml' | 'edl';

export interface FormatRules {
  /** What it says of a clip that Patchbay did not write into it, beside its place and its part. */
  fields: ReadonlySet<RecutDifference>;
  /** Opacity, volume and scale that it does not say are the usual ones; else they are not known. */
  impliesDefaults: boolean;
  /** Each track is a file of its own: a file says nothing of the other tracks. */
  isSingleTrack: boolean;
  /** The cut of a dissolve is read in its middle, wherever it was. */
  movesCuts: boolean;
  /** Files go by their names alone. */
  namesMedia: boolean;
  /** Speeds closer than this are the same. @param frameRate frames a second. @param length in frames. */
  speedTolerance: (frameRate: number, length: number) => number;
  /** Frames of a medium by which its first one may be off. */
  trimTolerance: (speed: number) => number;
  maxVolume: number;
  /** Frames of the longest dissolve. */
  maxDissolve: number;
}

const EPSILON = 1e-3;
const HALF = 0.5 + 1e-6;

const always: readonly RecutDifference[] = ['medium', 'track', 'name', 'words', 'speed', 'dissolve', 'fades'];

export const RECUT_FORMATS: Readonly<Record<RecutFormat, FormatRules>> = {
  otio: {
    fields: new Set([...always, 'opacity', 'volume', 'transform']),
    impliesDefaults: false,
    isSingleTrack: false,
    movesCuts: false,
    namesMedia: false,
    speedTolerance: () => EPSILON,
    // Half a frame of the timeline is more of a medium that plays faster.
    trimTolerance: (speed) => Math.max(HALF, Math.abs(speed) / 2 + 1e-6),
    maxVolume: Infinity,
    maxDissolve: Infinity,
  },
  xml: {
    fields: new Set([...always, 'opacity', 'volume']),
    impliesDefaults: true,
    isSingleTrack: false,
    movesCuts: true,
    namesMedia: true,
    speedTolerance: () => EPSILON,
    // In and out count as a clip plays.
    trimTolerance: (speed) => HALF + Math.abs(speed) / 2,
    maxVolume: 3.98109,
    maxDissolve: Infinity,
  },
  edl: {
    fields: new Set(always),
    impliesDefaults: false,
    isSingleTrack: true,
    movesCuts: true,
    namesMedia: true,
    // Frames a second with one digit behind the point, or whole frames of the source.
    speedTolerance: (frameRate, length) =>
      EPSILON + Math.max(0.05 / Math.max(1, Math.round(frameRate)), 0.5 / Math.max(1, length)),
    trimTolerance: (speed) => HALF + Math.abs(speed) / 2,
    maxVolume: Infinity,
    maxDissolve: 999,
  },
};

/** The format that a file has by its name. */
export function recutFormatOf(filename: string): RecutFormat {
  if (/\.edl$/i.test(filename)) return 'edl';
  return /\.xml$/i.test(filename) ? 'xml' : 'otio';
}

/** Where readers of lists keep the reel of each event. */
const EDL_METADATA = 'cmx_3600';

/** The format that a cut seems to have come in, where nobody says it: each event of a list has a reel. */
export function likelyFormat({ timeline }: TimelineDocument): RecutFormat {
  const isEvent = (ext: unknown): boolean =>
    asRecord(asRecord(asRecord(ext)['otio'])['metadata'])[EDL_METADATA] !== undefined;
  return timeline.clips.length > 0 && timeline.clips.every(({ ext }) => isEvent(ext)) ? 'edl' : 'otio';
}
