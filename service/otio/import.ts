import type { OtioWarning } from '#shared/api/schemas/timelines.ts';
import { asRecord } from '#shared/document/problems.ts';
import {
  MAX_TRACKS,
  ProjectResolution,
  timelineEnd,
  TimelineClip,
  TimelineTrack,
  type TimelineDocument,
} from '#shared/timeline/index.ts';
import {
  keptJson,
  MARKERS,
  transitionAt,
  warnOfEffects,
  warnOfMedia,
  type Neighbours,
  type Warn,
} from './clip-notes.ts';
import { frameRateOf } from './frame-rate.ts';
import { Keeper, keptGap, keptOfItem, keptOfTimeline, type KeptGap } from './kept-objects.ts';
import { isStill, mediaOfClip, type MediaResolver } from './media-reference.ts';
import {
  childrenOf,
  isPresent,
  KNOWN_VERSIONS,
  objectsOf,
  rangeOf,
  schemaOf,
  snapRate,
  textOf,
  type OtioObject,
  type Range,
} from './objects.ts';
import {
  extOf,
  OWN_CLIP_FIELDS,
  OWN_TRACK_FIELDS,
  ownDuration,
  ownMetadata,
  ownPlace,
} from './own-metadata.ts';
import { invalidOtio, OTIO_LIMITS } from './read-json.ts';
import { isLockedInResolve, resolveLook } from './resolve-effects.ts';
import { rootOf, type OtioRoot } from './root.ts';

/**
 * OpenTimelineIO → Timeline Document v1. Times agree with the official library; what the document has no field for
 * is kept under `ext.otio` where that is small, and named in a warning.
 */

export interface OtioImport {
  document: TimelineDocument;
  warnings: OtioWarning[];
}

/** What is visible, in absolute seconds. */
interface Window {
  from: number;
  to: number;
}

/**
 * Reads an `.otio` file.
 * @param file its text, or what `rootOf` made of it.
 * @param resolve says for each medium which file of the library it is, if any.
 * @throws ApiProblem 400 for a file that is too large, no OTIO, or holds no timeline.
 */
export function otioToTimeline(file: string | OtioRoot, resolve: MediaResolver): OtioImport {
  const { timeline, tracks, several } = typeof file === 'string' ? rootOf(file) : file;
  return new Importer(resolve).run(timeline, tracks, several);
}

class Importer {
  private readonly resolve: MediaResolver;
  private readonly warnings: OtioWarning[] = [];
  private readonly clips: TimelineClip[] = [];
  private readonly tracks: TimelineTrack[] = [];
  private readonly clipIds = new Set<string>();
  private readonly trackIds = new Set<string>();
  private readonly ownPlaces = new Map<string, number>();
  private readonly missingNamed = new Set<string>();
  private frameRate = 24;
  private anyAudio = false;
  private readonly keeper = new Keeper();
  /** A clip is not where our own export put it, or is not of it. */
  private movedSince = false;

  constructor(resolve: MediaResolver) {
    this.resolve = resolve;
  }

  run(timeline: OtioObject, tracks: OtioObject[], several: boolean): OtioImport {
    if (several)
      this.warn('MULTIPLE_TIMELINES', 'The file holds several timelines; the first was read.', null);
    this.frameRate = frameRateOf(timeline, tracks);
    this.anyAudio = tracks.some(
      (track) =>
        textOf(track['kind']) === 'Audio' &&
        childrenOf(track).some((child) => schemaOf(child).name === 'Clip'),
    );
    const stackRange = rangeOf(asRecord(timeline['tracks'])['source_range']);
    const window: Window = stackRange ? { from: 0, to: stackRange.duration } : { from: 0, to: Infinity };
    if (objectsOf(asRecord(timeline['tracks'])['markers']).length > 0) this.warn(...MARKERS, 'tracks');
    const keptTimeline = this.keeper.take(keptOfTimeline(timeline, tracks.filter(isOtherKind)), () =>
      this.truncated('the timeline', null),
    );
    tracks.forEach((track, index) => this.readTop(track, index, -(stackRange?.start ?? 0), window));
    const own = ownMetadata(timeline);
    const ownRate = own?.['frameRate'];
    const frameRate =
      typeof ownRate === 'number' && (snapRate(ownRate) === this.frameRate || this.clips.length === 0)
        ? ownRate
        : this.frameRate;
    const resolution = ProjectResolution.safeParse(own?.['projectResolution']);
    return {
      warnings: this.warnings,
      document: {
        serviceType: 'timeline',
        name: textOf(timeline['name']) || 'Imported timeline',
        version: 1,
        timeline: {
          clips: this.clips,
          tracks: this.tracksInOrder(),
          currentTime: 0,
          playheadPosition: 0,
          projectDuration: Math.max(timelineEnd(this.clips), this.movedSince ? 0 : ownDuration(own)),
          frameRate: frameRate >= 1 && frameRate <= 240 ? frameRate : this.frameRate,
          zoom: 1,
          selectedClipIds: [],
          selectedTrackId: null,
          projectResolution: resolution.success
            ? resolution.data
            : { width: 1920, height: 1080, isAutoDetected: true },
          ...ownPlace(own, { clips: this.clipIds, tracks: this.trackIds }),
          ...extOf(own, keptTimeline),
        },
      },
    };
  }

  /** Our own export writes pictures before sounds; its tracks go back to the places they had. */
  private tracksInOrder(): TimelineTrack[] {
    const place = (track: TimelineTrack) => this.ownPlaces.get(track.id);
    if (!this.tracks.every((track) => place(track) !== undefined)) return this.tracks;
    return this.tracks.toSorted((a, b) => place(a)! - place(b)!);
  }

  private truncated(what: string, path: string | null): void {
    this.warn('METADATA_TRUNCATED', `What other programs say of ${what} is too large to keep.`, path);
  }

  private warn(code: string, message: string, path: string | null): void {
    this.warnings.push({ code, message, path });
  }

  /** A child of the top stack: a track, or an item that becomes a track of its own. */
  private readTop(item: OtioObject, index: number, start: number, window: Window): void {
    const path = `tracks.${index}`;
    const { name: schema } = schemaOf(item);
    if (schema === 'Gap' || schema === 'Transition') return;
    const kind = schema === 'Track' ? textOf(item['kind']) || 'Video' : 'Video';
    if (kind !== 'Video' && kind !== 'Audio') {
      this.warn(
        'UNSUPPORTED_TRACK_KIND',
        `A track of the kind "${kind}" is not shown; an export writes it again.`,
        path,
      );
      return;
    }
    const lanes: string[] = [];
    const own = ownMetadata(item);
    const laneId = (lane: number): string => {
      lanes[lane] ??= this.makeTrack(item, own, index, lane, kind);
      return lanes[lane];
    };
    const trackId = laneId(0);
    const gaps: KeptGap[] = [];
    this.readItem(item, { path, kind, lane: 0, laneId, gaps }, start, window, undefined);
    const track = this.tracks.find(({ id }) => id === trackId);
    if (schema !== 'Track' || !track || track.ext) return;
    const kept = { ...keptOfItem(item), ...(gaps.length > 0 && { gaps }) };
    const taken = this.keeper.take(kept, () => this.truncated('a track', path));
    Object.assign(track, extOf(own, taken));
  }

  private makeTrack(
    item: OtioObject,
    own: Record<string, unknown> | undefined,
    index: number,
    lane: number,
    kind: string,
  ): string {
    const fields = Object.fromEntries(OWN_TRACK_FIELDS.map((field) => [field, own?.[field]]));
    const known = lane === 0 ? TimelineTrack.safeParse(fields) : undefined;
    // Several OTIO tracks that were one track of the document come back as that one.
    if (known?.success && this.trackIds.has(known.data.id)) return known.data.id;
    if (this.tracks.length >= MAX_TRACKS) {
      throw invalidOtio(`The timeline has more than ${MAX_TRACKS} tracks.`);
    }
    const disabled = item['enabled'] === false;
    const title = textOf(item['name']) || `${kind === 'Audio' ? 'A' : 'V'}${index + 1}`;
    const track: TimelineTrack = known?.success
      ? known.data
      : {
          id: freeId(`track-${index + 1}${lane > 0 ? `-layer-${lane + 1}` : ''}`, this.trackIds),
          name: lane > 0 ? `${title} (layer ${lane + 1})` : title,
          height: 64,
          volume: 1,
          locked: isLockedInResolve(item),
          mutedAudio: disabled && kind === 'Audio',
          mutedVideo: disabled && kind === 'Video',
        };
    const ownPlace = own?.['index'];
    if (known?.success && typeof ownPlace === 'number') this.ownPlaces.set(track.id, ownPlace);
    this.trackIds.add(track.id);
    this.tracks.push(track);
    return track.id;
  }

  /** How long an item is; undefined when nothing says so. */
  private durationOf(item: OtioObject): number | undefined {
    const range = rangeOf(item['source_range']);
    if (range) return range.duration;
    switch (schemaOf(item).name) {
      case 'Clip': {
        const media = mediaOfClip(item, this.resolve);
        return media.available?.duration ?? media.found?.durationSeconds;
      }
      case 'Track':
        return childrenOf(item).reduce((sum, child) => sum + this.lengthOnTrack(child), 0);
      case 'Stack':
        return childrenOf(item).reduce((longest, child) => Math.max(longest, this.durationOf(child) ?? 0), 0);
      default:
        return undefined;
    }
  }

  private lengthOnTrack(item: OtioObject): number {
    return schemaOf(item).name === 'Transition' ? 0 : (this.durationOf(item) ?? 0);
  }

  private layersOf(item: OtioObject): number {
    switch (schemaOf(item).name) {
      case 'Stack':
        return childrenOf(item).reduce((sum, child) => sum + this.layersOf(child), 0);
      case 'Track':
        return childrenOf(item).reduce((most, child) => Math.max(most, this.layersOf(child)), 1);
      case 'Clip':
        return 1;
      default:
        return 0;
    }
  }

  private readItem(
    item: OtioObject,
    place: Place,
    start: number,
    window: Window,
    transitions: Neighbours | undefined,
  ): void {
    const { name, version } = schemaOf(item);
    const known = Object.hasOwn(KNOWN_VERSIONS, name) ? KNOWN_VERSIONS[name]! : undefined;
    if (known !== undefined && version > known) {
      this.warn(
        'UNSUPPORTED_SCHEMA_VERSION',
        `${name}.${version} is newer than what this import knows.`,
        place.path,
      );
    }
    switch (name) {
      case 'Clip':
        this.readClip(item, place, start, window, transitions);
        return;
      case 'Gap':
        return;
      case 'Track':
        this.readTrack(item, place, start, window);
        return;
      case 'Stack': {
        const inner = this.narrow(item, start, window);
        let lane = place.lane;
        childrenOf(item).forEach((child, index) => {
          this.readItem(
            child,
            { ...place, path: `${place.path}.children.${index}`, lane },
            inner.start,
            inner.window,
            undefined,
          );
          lane += this.layersOf(child);
        });
        return;
      }
      default:
        this.warn('UNKNOWN_SCHEMA', `An item of the kind "${name || 'unknown'}" was left out.`, place.path);
    }
  }

  /** Where the children of a container begin, and what of them its `source_range` lets through. */
  private narrow(item: OtioObject, start: number, window: Window): { start: number; window: Window } {
    const range: Range | undefined = rangeOf(item['source_range']);
    if (!range) return { start, window };
    return {
      start: start - range.start,
      window: { from: Math.max(window.from, start), to: Math.min(window.to, start + range.duration) },
    };
  }

  private readTrack(track: OtioObject, place: Place, start: number, window: Window): void {
    const inner = this.narrow(track, start, window);
    if (objectsOf(track['markers']).length > 0) this.warn(...MARKERS, place.path);
    const children = childrenOf(track);
    let cursor = inner.start;
    children.forEach((child, index) => {
      const path = `${place.path}.children.${index}`;
      const { name } = schemaOf(child);
      if (name === 'Transition') {
        this.warn('TRANSITION_DROPPED', 'A transition became a cut.', path);
        return;
      }
      if (name === 'Stack' || name === 'Track') {
        this.warn(
          'NESTED_FLATTENED',
          `"${textOf(child['name']) || name}" was flattened into its clips.`,
          path,
        );
      }
      if (isPresent(child['source_range']) && !rangeOf(child['source_range'])) {
        this.warn('INVALID_TIME', 'A source range that is no time was ignored.', `${path}.source_range`);
      }
      const duration = this.lengthOnTrack(child);
      const gap = name === 'Gap' ? keptGap(child, Math.max(0, cursor), duration) : undefined;
      if (gap) place.gaps?.push(gap);
      // What lies in a nest has no place on the track.
      this.readItem(child, { ...place, path, gaps: undefined }, cursor, inner.window, {
        before: transitionAt(children, index - 1),
        after: transitionAt(children, index + 1),
      });
      cursor += duration;
    });
  }

  private readClip(
    clip: OtioObject,
    place: Place,
    start: number,
    window: Window,
    transitions: Neighbours | undefined,
  ): void {
    const { path } = place;
    const media = mediaOfClip(clip, this.resolve);
    const duration = this.durationOf(clip);
    if (duration === undefined) {
      this.warn('MISSING_DURATION', 'The length of a clip is not known; it was left at 0.', path);
    }
    const length = duration ?? 0;
    const from = Math.max(start, window.from);
    const to = Math.min(start + length, window.to);
    if (to < from || (to === from && length > 0)) return;
    if (this.clips.length >= OTIO_LIMITS.clips) {
      throw invalidOtio(`The timeline has more than ${OTIO_LIMITS.clips} clips.`);
    }

    const type = place.kind === 'Audio' ? 'audio' : isStill(media) ? 'image' : 'video';
    const source = rangeOf(clip['source_range']);
    const sourceStart = source?.start ?? media.available?.start ?? 0;
    let head = sourceStart - (media.available?.start ?? 0);
    const probed = media.found?.durationSeconds;
    if (!media.available && probed !== undefined && head >= probed) {
      const shifted = head - (media.found?.startTimecodeSeconds ?? 0);
      if (media.found?.startTimecodeSeconds !== undefined && shifted >= 0 && shifted < probed) head = shifted;
      else
        this.warn('SOURCE_RANGE_OUTSIDE_MEDIA', 'A clip shows a part that its medium does not have.', path);
    }
    const mediaLength = media.available?.duration ?? probed;
    const tail = mediaLength === undefined || type === 'image' ? 0 : Math.max(0, mediaLength - head - length);
    if (head < 0) {
      this.warn('SOURCE_RANGE_OUTSIDE_MEDIA', 'A clip begins before its medium does.', path);
      head = 0;
    }
    const warn: Warn = (code, message) => this.warn(code, message, path);
    warnOfMedia(clip, media, this.missingNamed, warn);
    warnOfEffects(clip, warn);

    const name = textOf(clip['name']);
    const enabled = clip['enabled'] !== false;
    if (!enabled) this.warn('CLIP_DISABLED', 'A disabled clip was made invisible and silent.', path);
    const detached = this.anyAudio && place.kind === 'Video';
    const look = resolveLook(clip, () =>
      this.warn('EFFECT_IGNORED', 'A value that changes over a clip was taken as it is at first.', path),
    );
    const own = this.ownFields(clip, { from, to, head: head + (from - start) });
    const made: TimelineClip = {
      id: freeId(own?.id ?? `clip-${this.clips.length + 1}`, this.clipIds),
      trackId: place.laneId(place.lane),
      name: name || media.name,
      filename: media.found?.filename ?? (media.name || name),
      type,
      storageType: media.found ? 'library' : 'placeholder',
      startTime: from,
      duration: to - from,
      trimStart: head + (from - start),
      trimEnd: tail + (start + length - to),
      opacity: enabled ? (look.opacity ?? 1) : 0,
      volume: enabled && !detached ? (look.volume ?? 1) : 0,
      transform: { rotation: 0, scale: look.scale ?? 1, x: 0, y: 0 },
      ...own,
      ...extOf(
        ownMetadata(clip),
        keptJson(clip, media, transitions, { enabled, audioDetached: detached && !own }, warn),
      ),
    };
    if (own) made.storageType = media.found ? 'library' : 'placeholder';
    if (!enabled) Object.assign(made, { opacity: 0, volume: 0 });
    this.clipIds.add(made.id);
    this.clips.push(made);
  }

  /** What our own export said of a clip; the times only if no other program has moved it since. */
  private ownFields(
    clip: OtioObject,
    read: { from: number; to: number; head: number },
  ): Partial<TimelineClip> | undefined {
    const own = ownMetadata(clip);
    if (!own) {
      this.movedSince = true;
      return undefined;
    }
    const fields = TimelineClip.safeParse({
      ...Object.fromEntries(OWN_CLIP_FIELDS.map((field) => [field, own[field]])),
      trackId: 'any',
    });
    if (!fields.success || this.clipIds.has(fields.data.id)) return undefined;
    const frame = (seconds: number) => Math.round(seconds * this.frameRate);
    const { start, length, head } = asRecord(own['frames']);
    const untouched =
      start === frame(read.from) && length === frame(read.to) - frame(read.from) && head === frame(read.head);
    if (!untouched) this.movedSince = true;
    if (untouched) return Object.fromEntries(OWN_CLIP_FIELDS.map((field) => [field, fields.data[field]]));
    const { id, type, opacity, volume, transform } = fields.data;
    return { id, type, opacity, volume, transform };
  }
}

interface Place {
  path: string;
  kind: 'Video' | 'Audio';
  lane: number;
  laneId: (lane: number) => string;
  /** Takes the gaps of the track at the top. */
  gaps: KeptGap[] | undefined;
}

const KINDS = new Set(['Video', 'Audio', '']);
const isOtherKind = (item: OtioObject): boolean =>
  schemaOf(item).name === 'Track' && !KINDS.has(textOf(item['kind']));

function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  for (let number = 2; ; number += 1) if (!taken.has(`${id}-${number}`)) return `${id}-${number}`;
}
