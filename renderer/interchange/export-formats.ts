import type { OtioWarning } from '#shared/api/index.ts';
import {
  CUT_CODECS,
  cutOfOtio,
  startFrames,
  withMedia,
  type MediumInfo,
  type Note,
  type WrittenFile,
} from '#shared/interchange/index.ts';
import { timelineToNamedOtio, timelineToOtio, WarningList } from '#shared/otio/index.ts';
import { mediumKey, soundingTracks } from '#shared/timeline/ext.ts';
import { hasAttachedSound } from '#shared/timeline/edits/index.ts';
import {
  BUNDLE_FORMATS,
  CUT_FORMATS,
  FOREIGN_FORMATS,
  type BundleFormat,
  type ExportFormat,
  type ForeignFormat,
} from '#shared/timeline/cut-formats.ts';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/index.ts';
import { words } from '#renderer/words/index.ts';
import { pathLabeler } from './export-places.ts';

/** The forms in which a timeline leaves. */
export const EXPORT_FORMATS: readonly ExportFormat[] = [...BUNDLE_FORMATS, ...FOREIGN_FORMATS];

/** Whether a form is written by the window alone; the others need the service, which has the media. */
export const isLocalFormat = (format: ExportFormat): format is ForeignFormat =>
  FOREIGN_FORMATS.some((name) => name === format);

/** What will be written, before any of it is: what there is of it to tell, and its text where no media go along. */
export interface ExportPlan {
  /** Their paths are places in words. */
  warnings: OtioWarning[];
  files: WrittenFile[];
  /** Frames at which the timecodes of media begin, by `mediumKey`, for a bundle. */
  starts?: [key: string, frames: number][];
}

const fileName = (document: TimelineDocument): string =>
  document.name
    .replaceAll(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
    .trim()
    .slice(0, 100) || 'timeline';

/**
 * Says what an export in a form would be.
 * @param document a checked document.
 * @param missingMedia media whose files are no longer in the library, by `mediumKey`.
 * @param media what is known of the others, by `mediumKey`.
 */
export function planExport(
  document: TimelineDocument,
  format: ExportFormat,
  missingMedia: ReadonlySet<string> = new Set(),
  media: ReadonlyMap<string, MediumInfo> = new Map(),
): ExportPlan {
  // A bundle says of each medium that it lacks whose clips that leaves without one.
  const bundle = { folder: 'media/', has: (key: string) => !missingMedia.has(key) };
  const { text, warnings } = isLocalFormat(format)
    ? timelineToNamedOtio(document)
    : timelineToOtio(document, bundle);
  const named = (all: OtioWarning[]): OtioWarning[] => {
    const nameOf = pathLabeler(document, text);
    return all.map((warning) => (warning.path ? { ...warning, path: nameOf(warning.path) } : warning));
  };
  const list = new WarningList();
  const note: Note = (code, message, path) => list.add(code, message, path);
  if (!isLocalFormat(format)) {
    const { frameRate } = document.timeline;
    const starts = [...media].flatMap(([key, { start }]): [string, number][] =>
      start ? [[key, startFrames(start, frameRate)]] : [],
    );
    noteOfSound(document, media, (path, filename) =>
      note('SOUND_NOT_SHOWN', words.clips.soundStaysHere(filename), path),
    );
    return { warnings: named([...warnings, ...list.all()]), files: [], starts };
  }
  // What only OpenTimelineIO has a place for is of no interest to who writes another format.
  const reportedCodes = new Set([
    'FRAME_ROUNDED',
    'OVERLAP_SPLIT',
    'TRACK_SPLIT',
    'TRANSITION_DROPPED',
    'DISSOLVE_PLAYS_ON',
  ]);
  for (const { code, message, path } of warnings)
    if (reportedCodes.has(code)) note(code, message, path ?? null);
  const codec = CUT_CODECS[format];
  if (codec.findsMedia) noteMissingMedia(document, missingMedia, note);
  if (!codec.hasVideoSound)
    noteOfSound(document, media, (path, filename) =>
      note('SOUND_NOT_WRITTEN', words.clips.soundStays(filename), path),
    );
  const { clips } = document.timeline;
  const mediaByClip = new Map(clips.map((clip) => [clip.id, media.get(mediumKey(clip)) ?? {}]));
  const sounding = codec.hasVideoSound ? soundingClips(document) : [];
  const cut = withMedia(
    cutOfOtio(JSON.parse(text), note),
    mediaByClip,
    new Set(sounding.map(({ id }) => id)),
  );
  const files = codec.write(cut, fileName(document), note);
  return { warnings: named(list.all()), files };
}

/** Media that another program is given by name, and that nobody could send along. */
function noteMissingMedia(
  { timeline }: TimelineDocument,
  missingMedia: ReadonlySet<string>,
  note: Note,
): void {
  for (const [index, clip] of timeline.clips.entries()) {
    if (clip.storageType === 'placeholder' || !missingMedia.has(mediumKey(clip))) continue;
    note('MEDIA_FILE_MISSING', words.clips.goneFromLibrary(clip.filename), `timeline.clips.${index}`);
  }
}

/** Videos with sound that is played. One that was detached is a clip of its own. */
function soundingClips(document: TimelineDocument): TimelineClip[] {
  const sounding = soundingTracks(document);
  return document.timeline.clips.filter(
    (clip) => hasAttachedSound(clip) && clip.filename !== '' && sounding.has(clip.trackId),
  );
}

/** Tracks of pictures have no place for the sound of videos, in lists and in OpenTimelineIO. */
function noteOfSound(
  document: TimelineDocument,
  media: ReadonlyMap<string, MediumInfo>,
  note: (path: string, filename: string) => void,
): void {
  const sounding = new Set(soundingClips(document));
  for (const [index, clip] of document.timeline.clips.entries()) {
    if (!sounding.has(clip) || media.get(mediumKey(clip))?.hasSound === false) continue;
    note(`timeline.clips.${index}`, clip.filename);
  }
}

/** What follows the timeline's name; no two are the same, so that one export does not take the place of another. */
const BUNDLE_ENDINGS: Readonly<Record<BundleFormat, string>> = {
  otioz: '.otioz',
  zip: '.zip',
  folder: ' OTIO.zip',
};

/** The name of the file that a person gets; a single list is called as its track is. */
export const exportName = (document: TimelineDocument, format: ExportFormat): string =>
  `${fileName(document)}${isLocalFormat(format) ? CUT_FORMATS[format].exportEnding : BUNDLE_ENDINGS[format]}`;

/** The name of the `.otio` in a folder. */
export const otioName = (document: TimelineDocument): string => fileName(document);
