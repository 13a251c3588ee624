import type { OtioWarning } from '../api/schemas/timelines.ts';
import { asRecord } from '../document/problems.ts';
import { ProjectResolution, timelineEnd, type TimelineDocument } from '../timeline/index.ts';
import { MARKERS } from './clip-notes.ts';
import { fieldsNotPreserved } from './known-fields.ts';
import { frameRateOf } from './frame-rate.ts';
import { ImportedClips } from './imported-clips.ts';
import { ItemLengths } from './lengths.ts';
import { ImportedTracks } from './imported-tracks.ts';
import {
  Preserver,
  preservedOfContainer,
  preservedOfTimeline,
  type PreservedGap,
} from './preserved-objects.ts';
import type { MediaResolver } from './media-reference.ts';
import { NestReader, type WarnAt, type Window } from './nest-reader.ts';
import { childrenOf, rangeOf, schemaOf, snapRate, textOf, type OtioObject } from './objects.ts';
import { stackMarkers, withVisibleMarkers } from './own-markers.ts';
import { extOf, patchbayDuration, patchbayMetadata, timelineRange } from './own-metadata.ts';
import { patchbayClipIds, rootOf, type OtioRoot } from './root.ts';
import { WarningList } from './warnings.ts';

/**
 * OpenTimelineIO → Timeline Document v1. Times agree with the official library; what the document has no field for
 * is kept under `ext.otio` where that is small, and named in a warning.
 */

export interface OtioImport {
  document: TimelineDocument;
  warnings: OtioWarning[];
}

/**
 * Reads an `.otio` file.
 * @param file its text, or what `rootOf` made of it.
 * @param resolve says for each medium which file of the library it is, if any.
 * @throws TimelineFileRefused for a file that is too large, no OTIO, or holds no timeline.
 */
export function otioToTimeline(file: string | OtioRoot, resolve: MediaResolver): OtioImport {
  const root = typeof file === 'string' ? rootOf(file) : file;
  const { timeline, tracks: tops, multiple } = root;
  const warnings = new WarningList();
  const warn: WarnAt = (code, message, location) => warnings.add(code, message, location);
  if (multiple) warn('MULTIPLE_TIMELINES', 'The file holds several timelines; the first was read.', null);

  warnOfRoot(root, warn);
  const frameRate = frameRateOf(timeline, tops);
  const anyAudio = tops.some(
    (track) =>
      textOf(track['kind']) === 'Audio' && childrenOf(track).some((child) => schemaOf(child).name === 'Clip'),
  );
  const stackRange = rangeOf(asRecord(timeline['tracks'])['source_range']);
  const window: Window = { from: 0, to: stackRange ? stackRange.duration : Infinity };
  const patchbay = patchbayMetadata(timeline);
  const markers = stackMarkers(asRecord(timeline['tracks']), patchbay, frameRate);
  if (markers.preserved.length > 0) warn(...MARKERS, 'tracks');
  const preserver = new Preserver();
  const name = textOf(timeline['name']) || 'Imported timeline';
  const preservedTimeline = preserver.store(
    {
      ...preservedOfTimeline(timeline, tops.filter(isForeignKind), markers.preserved),
      ...(textOf(timeline['name']) === '' && { unnamed: name }),
    },
    () => warnOfTruncated(warn, 'the timeline', null),
  );

  const lengths = new ItemLengths(resolve);
  const clips = new ImportedClips({ lengths, warn, frameRate, anyAudio, reserved: patchbayClipIds(root) });
  const tracks = new ImportedTracks();
  const nests = new NestReader(lengths, warn, (clip, location, start, displayed, neighbors) =>
    clips.add(clip, location, start, displayed, neighbors),
  );
  const segments = { tracks, nests, preserver, warn };
  tops.forEach((item, index) => readTop(segments, item, index, -(stackRange?.start ?? 0), window));
  clips.warnOfSilentVideos();

  const patchbayRate = patchbay?.['frameRate'];
  const rate =
    typeof patchbayRate === 'number' && (snapRate(patchbayRate) === frameRate || clips.list.length === 0)
      ? patchbayRate
      : frameRate;
  const resolution = ProjectResolution.safeParse(patchbay?.['projectResolution']);
  const document: TimelineDocument = {
    serviceType: 'timeline',
    name,
    version: 1,
    timeline: {
      clips: clips.list,
      tracks: tracks.inOrder(),
      currentTime: 0,
      playheadPosition: 0,
      projectDuration: Math.max(
        timelineEnd(clips.list),
        clips.isRepositioned ? 0 : patchbayDuration(patchbay),
      ),
      frameRate: rate >= 1 && rate <= 240 ? rate : frameRate,
      zoom: 1,
      selectedClipIds: [],
      selectedTrackId: null,
      projectResolution: resolution.success
        ? resolution.data
        : { width: 1920, height: 1080, isAutoDetected: true },
      ...(patchbay && timelineRange(patchbay, { clips: clips.ids, tracks: tracks.ids })),
      ...extOf(patchbay, preservedTimeline),
    },
  };
  return { warnings: warnings.all(), document: withVisibleMarkers(document, markers.visible, frameRate) };
}

/** Names what of the whole file could not be read as it stands. */
function warnOfRoot({ timeline, tracks, notNumbers }: OtioRoot, warn: WarnAt): void {
  const stack = timeline['tracks'];
  if (tracks.length === 0) {
    const isList = Array.isArray(asRecord(stack)['children']);
    warn(
      'EMPTY_TIMELINE',
      isList ? 'The timeline has no tracks.' : 'The timeline holds no list of tracks.',
      'tracks',
    );
  }
  if (rangeOf(asRecord(stack)['source_range'])) {
    warn('RANGE_APPLIED', 'What the range of the whole does not show was cut off its clips.', 'tracks');
  }
  if (notNumbers > 0) {
    warn(
      'NUMBER_UNREADABLE',
      `${notNumbers} values that are no numbers (NaN, Infinity) were read as none.`,
      null,
    );
  }
  for (const [item, path] of [
    [timeline, null],
    [asRecord(stack), 'tracks'],
  ] as const) {
    const fields = fieldsNotPreserved(item);
    if (fields.length > 0) {
      warn('FIELD_NOT_KEPT', `${fields.join(', ')}: not known here, so it was left out.`, path);
    }
  }
}

interface ImportedTimeline {
  tracks: ImportedTracks;
  nests: NestReader;
  preserver: Preserver;
  warn: WarnAt;
}

/** Reads a child of the top stack: a track, or an item that becomes a track of its own. */
function readTop(
  { tracks, nests, preserver, warn }: ImportedTimeline,
  item: OtioObject,
  index: number,
  start: number,
  window: Window,
): void {
  const path = `tracks.${index}`;
  const { name: schema } = schemaOf(item);
  if (schema === 'Gap' || schema === 'Transition') return;
  const kind = schema === 'Track' ? textOf(item['kind']) || 'Video' : 'Video';
  if (kind !== 'Video' && kind !== 'Audio') {
    warn(
      'UNSUPPORTED_TRACK_KIND',
      `A track of the kind "${kind}" is not shown; an export writes it again.`,
      path,
    );
    return;
  }
  const lanes: string[] = [];
  const patchbay = patchbayMetadata(item);
  const laneId = (lane: number): string => {
    lanes[lane] ??= tracks.add(item, patchbay, index, lane, kind);
    return lanes[lane];
  };
  const trackId = laneId(0);
  const gaps: PreservedGap[] = [];
  nests.read(item, { bounds: path, kind, lane: 0, laneId, gaps }, start, window, undefined);
  const track = tracks.find(trackId);
  if (schema !== 'Track' || !track || track.ext) return;
  const preserved = {
    ...preservedOfContainer(item),
    ...(schema === 'Track' && textOf(item['name']) === '' && { unnamed: track.name }),
    ...(gaps.length > 0 && { gaps }),
    // A track with clips has the kind of its clips.
    ...(kind === 'Audio' && !hasClip(item) && { kind }),
  };
  const used = preserver.store(preserved, () => warnOfTruncated(warn, 'a track', path));
  Object.assign(track, extOf(patchbay, used));
}

function warnOfTruncated(warn: WarnAt, label: string, path: string | null): void {
  warn('METADATA_TRUNCATED', `What other programs say of ${label} is too large to keep.`, path);
}

const hasClip = (item: OtioObject): boolean =>
  schemaOf(item).name === 'Clip' || childrenOf(item).some(hasClip);

const KINDS = new Set(['Video', 'Audio', '']);
const isForeignKind = (item: OtioObject): boolean =>
  schemaOf(item).name === 'Track' && !KINDS.has(textOf(item['kind']));
