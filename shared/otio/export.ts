import type { OtioWarning } from '../api/schemas/timelines.ts';
import { asRecord } from '../document/problems.ts';
import type { TimelineDocument, TimelineTrack } from '../timeline/index.ts';
import { framesOfClip, lanesOf } from '../timeline/lanes.ts';
import {
  ClipWriter,
  type ExportedMedia,
  type MediaLayout,
  type MediaNaming,
  type PlacedClip,
} from './export-clip.ts';
import { PreservedGaps } from './export-gaps.ts';
import { otioTimeOf, patchbayExt, preservedOtio } from './export-parts.ts';
import { TransitionWriter } from './export-transitions.ts';
import {
  writableEffects,
  writableItem,
  writableMarkers,
  writableMetadata,
  type Note,
} from './foreign-objects.ts';
import type { WarnAt } from './nest-reader.ts';
import { objectsOf, secondsOf, snapRate, type OtioObject } from './objects.ts';
import { patchbayMarkers } from './own-markers.ts';
import { NAMESPACE, PATCHBAY_TIMELINE_FIELDS, PATCHBAY_TRACK_FIELDS } from './own-metadata.ts';
import { isTooLarge, OTIO_LIMITS } from './read-json.ts';
import { WarningList } from './warnings.ts';
import { writeOtioJson } from './write-json.ts';

/** Timeline Document v1 → OpenTimelineIO, in schemas that every version of the official library reads. */

export interface OtioExport {
  /** The text of `timeline.otio`. */
  text: string;
  /** Files to put beside it, each once. */
  media: ExportedMedia[];
  warnings: OtioWarning[];
}

const KINDS = ['Video', 'Audio'] as const;
type Kind = (typeof KINDS)[number];

/**
 * @param document a checked document.
 * @param layout where media lie in the bundle, if not beside the text.
 */
export function timelineToOtio(document: TimelineDocument, layout?: MediaLayout): OtioExport {
  return new Exporter(document, { layout }).run();
}

/** As OpenTimelineIO that is made into another format: no files go along, so their names stay as they are. */
export const timelineToNamedOtio = (document: TimelineDocument): OtioExport =>
  new Exporter(document, { keepsNames: true }).run();

class Exporter {
  private readonly document: TimelineDocument;
  private readonly rate: number;
  private readonly clips: ClipWriter;
  private readonly transitions: TransitionWriter;
  private readonly warnings = new WarningList();

  constructor(document: TimelineDocument, naming: MediaNaming) {
    this.document = document;
    this.rate = snapRate(document.timeline.frameRate) ?? document.timeline.frameRate;
    const warn: WarnAt = (code, message, path) => this.warnings.add(code, message, path);
    this.clips = new ClipWriter(this.rate, warn, naming);
    this.transitions = new TransitionWriter(this.rate, warn);
  }

  run(): OtioExport {
    const { timeline, name } = this.document;
    const preserved = preservedOtio(timeline);
    const stack = asRecord(preserved['stack']);
    const start = secondsOf(preserved['globalStartTime']);
    const byTrack = new Map<string, PlacedClip[]>(timeline.tracks.map((track) => [track.id, []]));
    timeline.clips.forEach((clip, index) => {
      const path = `timeline.clips.${index}`;
      byTrack.get(clip.trackId)?.push({ clip, path, ...framesOfClip(clip, this.rate) });
    });
    const note = this.noteAt('timeline');
    const items = timeline.tracks.flatMap((track, index) => {
      const positioned = byTrack.get(track.id) ?? [];
      return KINDS.flatMap((kind) => this.tracks(track, index, positioned, kind));
    });
    const text = writeOtioJson({
      OTIO_SCHEMA: 'Timeline.1',
      metadata: {
        ...writableMetadata(preserved['metadata'], note),
        [NAMESPACE]: {
          frameRate: timeline.frameRate,
          projectResolution: timeline.projectResolution,
          projectDuration: timeline.projectDuration,
          ...Object.fromEntries(PATCHBAY_TIMELINE_FIELDS.map((field) => [field, timeline[field]])),
          ...patchbayExt(timeline.ext, note),
        },
      },
      name: givenName(name, preserved),
      global_start_time: start === undefined ? null : this.startTime(preserved['globalStartTime'], start),
      tracks: {
        ...this.container(
          'Stack.1',
          typeof stack['name'] === 'string' ? stack['name'] : 'tracks',
          [...items, ...objectsOf(preserved['tracks']).flatMap((item) => writableItem(item, note))],
          writableMetadata(stack['metadata'], note),
        ),
        effects: writableEffects(stack['effects'], note),
        markers: [
          ...writableMarkers(patchbayMarkers(this.document, this.rate), note),
          ...writableMarkers(stack['markers'], note, shiftOf(stack)),
        ],
        enabled: stack['enabled'] !== false,
      },
    });
    if (isTooLarge(`${text}\n`)) {
      const most = `${OTIO_LIMITS.bytes / 1024 / 1024} MB, the most that an import reads`;
      note('TOO_LARGE_TO_IMPORT', `The timeline is larger than ${most}. Split it before you export it.`);
    }
    return {
      text: `${text}\n`,
      media: this.clips.media,
      warnings: this.warnings.all(),
    };
  }

  /** The timecode that the timeline begins with: as it came, if that is whole frames of its rate or none of them. */
  private startTime(preserved: unknown, seconds: number): OtioObject {
    const { value, rate } = asRecord(preserved);
    return typeof value === 'number' && typeof rate === 'number'
      ? otioTimeOf(value, rate)
      : this.time(this.frame(seconds));
  }

  private frame(seconds: number): number {
    return Math.round(seconds * this.rate);
  }

  private time(frames: number): OtioObject {
    return otioTimeOf(frames, this.rate);
  }

  private container(schema: string, name: string, children: OtioObject[], metadata: OtioObject): OtioObject {
    return {
      OTIO_SCHEMA: schema,
      metadata,
      name,
      source_range: null,
      effects: [],
      markers: [],
      enabled: true,
      children,
    };
  }

  /** The OTIO tracks of one kind that a track of the document becomes: more than one where clips overlap. */
  private tracks(track: TimelineTrack, index: number, all: readonly PlacedClip[], kind: Kind): OtioObject[] {
    const positioned = all.filter(({ clip }) => (clip.type === 'audio') === (kind === 'Audio'));
    // A track without clips is written once: as it came, else as a picture track.
    const preserved = preservedOtio(track);
    const emptyKind = preserved['kind'] === 'Audio' ? 'Audio' : 'Video';
    if (positioned.length === 0 && (kind !== emptyKind || all.length > 0)) return [];
    const enabled = !(kind === 'Audio' ? track.mutedAudio : track.mutedVideo);
    const path = `timeline.tracks.${index}`;
    const note = this.noteAt(path);
    if (kind === 'Audio' && positioned.length > 0 && positioned.length < all.length) {
      note('TRACK_SPLIT', 'A track of pictures and sounds became two, one of each.');
    }
    const onSplit = ({ path: at }: PlacedClip): void =>
      this.warn('OVERLAP_SPLIT', 'Clips that overlap went to tracks of their own.', at);
    return lanesOf(positioned, this.rate, onSplit).map((lane, number) => ({
      ...this.container(
        'Track.1',
        number === 0 ? givenName(track.name, preserved) : `${track.name} (overlap ${number + 1})`,
        this.children(lane, number === 0 ? objectsOf(preserved['gaps']) : [], path),
        {
          ...(number === 0 && writableMetadata(preserved['metadata'], note)),
          [NAMESPACE]: {
            ...Object.fromEntries(PATCHBAY_TRACK_FIELDS.map((field) => [field, track[field]])),
            index,
            enabled,
            ...patchbayExt(track.ext, note),
          },
        },
      ),
      ...(number === 0 && {
        effects: writableEffects(preserved['effects'], note),
        markers: writableMarkers(preserved['markers'], note, shiftOf(preserved)),
      }),
      enabled,
      kind,
    }));
  }

  private children(
    lane: readonly PlacedClip[],
    preserved: readonly OtioObject[],
    path: string,
  ): OtioObject[] {
    const gaps = new PreservedGaps(preserved, this.rate, this.noteAt(path));
    const children: OtioObject[] = [];
    let end = 0;
    lane.forEach((item, index) => {
      if (item.start > end) children.push(...gaps.between(end, item.start));
      const neighbors = { before: lane[index - 1], next: lane[index + 1] };
      const { before, after, fades } = this.transitions.write(item, neighbors);
      children.push(...before, this.clips.write(item, fades), ...after);
      end = item.end;
    });
    children.push(...gaps.after(end));
    const { unexportedCount } = gaps;
    if (unexportedCount > 0) {
      this.warn(
        'GAP_CHANGED',
        `${unexportedCount} gaps that carried markers or metadata are no longer there.`,
        path,
      );
    }
    return children;
  }

  private noteAt(path: string): Note {
    return (code, message) => this.warn(code, message, path);
  }

  private warn(code: string, message: string, path: string): void {
    this.warnings.add(code, message, path);
  }
}

/** A name, or none where an import had to think of one. */
const givenName = (name: string, preserved: OtioObject): string =>
  preserved['unnamed'] === name ? '' : name;

const shiftOf = ({ shift }: OtioObject): number => (typeof shift === 'number' ? shift : 0);
