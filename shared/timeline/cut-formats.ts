import type { RecutDifference } from './recut-change.ts';

/**
 * The formats in which an edit comes from another program and goes to one: one row says of each how its files are called and what
 * they can say. A new one is a row here and one in `shared/interchange/formats.ts`, with its reader and writer.
 */

/** What a format can say of clips. What it cannot say, nobody can have changed in it. */
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

interface CutFormat {
  /** Of its files, lower case and with the dot. */
  endings: readonly string[];
  /** A file with this ending may as well be something else: it is taken for an edit only where nothing else is meant. */
  isAmbiguous?: boolean;
  /** What follows the name of the timeline in the name of what is exported. */
  exportEnding?: string;
  rules: FormatRules;
}

export const CUT_FORMATS = {
  otio: {
    endings: ['.otio', '.otioz', '.zip'],
    rules: {
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
  },
  xml: {
    endings: ['.xml'],
    exportEnding: '.xml',
    isAmbiguous: true,
    rules: {
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
  },
  edl: {
    endings: ['.edl'],
    // A list for each track.
    exportEnding: ' EDL.zip',
    rules: {
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
  },
} as const satisfies Readonly<Record<string, CutFormat>>;

export type CutFormatName = keyof typeof CUT_FORMATS;

/** Formats of which services read nothing: their files are made into OpenTimelineIO before they are sent. */
export type ForeignFormat = Exclude<CutFormatName, 'otio'>;

const isForeign = (name: string): name is ForeignFormat =>
  name !== 'otio' && Object.hasOwn(CUT_FORMATS, name);
export const FOREIGN_FORMATS: readonly ForeignFormat[] = Object.keys(CUT_FORMATS).filter(isForeign);

const formatsByEnding = new Map(
  Object.entries<CutFormat>(CUT_FORMATS).flatMap(([name, { endings }]) =>
    endings.map((ending) => [ending, name as CutFormatName] as const),
  ),
);

/** The endings of files that may hold an edit, and those of them that mean nothing else. */
export const CUT_ENDINGS: readonly string[] = [...formatsByEnding.keys()];
export const CERTAIN_ENDINGS: readonly string[] = CUT_ENDINGS.filter((ending) => {
  const format: CutFormat = CUT_FORMATS[formatsByEnding.get(ending) ?? 'otio'];
  return !format.isAmbiguous;
});

/** A folder that is an edit with its media, as editing programs write it; no file has this ending. */
export const FOLDER_ENDING = '.otiod';

/** Forms in which a timeline leaves with its media, packed by the service. */
export const BUNDLE_FORMATS = ['otioz', 'zip', 'folder'] as const;
export type BundleFormat = (typeof BUNDLE_FORMATS)[number];
export type ExportFormat = BundleFormat | ForeignFormat;

/** The format that a file has by its name; null where it is no edit. */
export const cutFormatOf = (filename: string): CutFormatName | null =>
  formatsByEnding.get(/\.[^.]+$/.exec(filename)?.[0].toLowerCase() ?? '') ?? null;

/** The format of a file that has to be made into OpenTimelineIO; null for others. */
export function foreignFormatOf(filename: string): ForeignFormat | null {
  const format = cutFormatOf(filename);
  return format === 'otio' ? null : format;
}
