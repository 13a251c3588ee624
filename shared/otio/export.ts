import type { OtioWarning } from '../api/schemas/timelines.ts';
import { asRecord } from '../document/problems.ts';
import { sameValue } from '../graph/stable-json.ts';
import type { TimelineClip, TimelineDocument, TimelineTrack } from '../timeline/index.ts';
import { availableRange, importedMedium, sourceRange, type ClipMedium } from './clip-medium.ts';
import {
  writableEffects,
  writableItem,
  writableMarkers,
  writableMetadata,
  writableName,
  writableReference,
} from './foreign-objects.ts';
import { portableName } from './media-names.ts';
import { DEFAULT_KEY } from './media-reference.ts';
import { objectsOf, secondsOf, snapRate, type OtioObject } from './objects.ts';
import { NAMESPACE, OWN_CLIP_FIELDS, OWN_TIMELINE_FIELDS, OWN_TRACK_FIELDS } from './own-metadata.ts';
import { withClipLook } from './resolve-effects.ts';
import { WarningList } from './warnings.ts';
import { Double, writeOtioJson } from './write-json.ts';

/** Timeline Document v1 → OpenTimelineIO, in schemas that every version of the official library reads. */

interface ExportedMedia {
  /** In the file library. */
  filename: string;
  /** Beside `timeline.otio` in the bundle. */
  name: string;
}

export interface OtioExport {
  /** The text of `timeline.otio`. */
  text: string;
  /** Files to put beside it, each once. */
  media: ExportedMedia[];
  warnings: OtioWarning[];
}

interface PlacedClip {
  clip: TimelineClip;
  path: string;
  /** Frames. */
  start: number;
  end: number;
}

type Kind = 'Video' | 'Audio';

/** @param document a checked document. */
export function timelineToOtio(document: TimelineDocument): OtioExport {
  return new Exporter(document).run();
}

class Exporter {
  private readonly document: TimelineDocument;
  private readonly rate: number;
  private readonly media = new Map<string, string>();
  /** The names of files that are not here, by the names they came with. */
  private readonly absent = new Map<string, string>();
  private readonly takenNames = new Set(['timeline.otio']);
  private readonly warnings = new WarningList();

  constructor(document: TimelineDocument) {
    this.document = document;
    this.rate = snapRate(document.timeline.frameRate) ?? document.timeline.frameRate;
  }

  run(): OtioExport {
    const { timeline, name } = this.document;
    const preserved = preservedOtio(timeline);
    const stack = asRecord(preserved['stack']);
    const start = secondsOf(preserved['globalStartTime']);
    const byTrack = new Map<string, PlacedClip[]>(timeline.tracks.map((track) => [track.id, []]));
    timeline.clips.forEach((clip, index) => {
      const start = this.frame(clip.startTime);
      const end = Math.max(start + 1, this.frame(clip.startTime + clip.duration));
      byTrack.get(clip.trackId)?.push({ clip, path: `timeline.clips.${index}`, start, end });
    });
    const tracksOf = (kind: Kind) =>
      timeline.tracks.flatMap((track, index) => this.tracks(track, index, byTrack.get(track.id) ?? [], kind));
    const text = writeOtioJson({
      OTIO_SCHEMA: 'Timeline.1',
      metadata: {
        ...writableMetadata(preserved['metadata']),
        [NAMESPACE]: {
          frameRate: timeline.frameRate,
          projectResolution: timeline.projectResolution,
          projectDuration: timeline.projectDuration,
          ...Object.fromEntries(OWN_TIMELINE_FIELDS.map((field) => [field, timeline[field]])),
          ...ownExt(timeline.ext),
        },
      },
      name,
      global_start_time: start === undefined ? null : this.time(this.frame(start)),
      tracks: {
        ...this.container(
          'Stack.1',
          'tracks',
          [
            ...tracksOf('Video'),
            ...tracksOf('Audio'),
            ...objectsOf(preserved['tracks']).flatMap(writableItem),
          ],
          writableMetadata(stack['metadata']),
        ),
        effects: writableEffects(stack['effects']),
        markers: writableMarkers(stack['markers']),
      },
    });
    return {
      text: `${text}\n`,
      media: Array.from(this.media, ([filename, bundled]) => ({ filename, name: bundled })),
      warnings: this.warnings.all(),
    };
  }

  private frame(seconds: number): number {
    return Math.round(seconds * this.rate);
  }

  private time(frames: number): OtioObject {
    return { OTIO_SCHEMA: 'RationalTime.1', rate: new Double(this.rate), value: new Double(frames) };
  }

  private range(start: number, duration: number): OtioObject {
    return { OTIO_SCHEMA: 'TimeRange.1', duration: this.time(duration), start_time: this.time(start) };
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
    const placed = all.filter(({ clip }) => (clip.type === 'audio') === (kind === 'Audio'));
    // A track without clips is written once: as it came, else as a picture track.
    const preserved = preservedOtio(track);
    const emptyKind = preserved['kind'] === 'Audio' ? 'Audio' : 'Video';
    if (placed.length === 0 && (kind !== emptyKind || all.length > 0)) return [];
    const enabled = !(kind === 'Audio' ? track.mutedAudio : track.mutedVideo);
    return this.lanes(placed).map((lane, number) => ({
      ...this.container(
        'Track.1',
        number === 0 ? track.name : `${track.name} (overlap ${number + 1})`,
        this.children(lane, number === 0 ? objectsOf(preserved['gaps']) : []),
        {
          ...(number === 0 && writableMetadata(preserved['metadata'])),
          [NAMESPACE]: {
            ...Object.fromEntries(OWN_TRACK_FIELDS.map((field) => [field, track[field]])),
            index,
            enabled,
            ...ownExt(track.ext),
          },
        },
      ),
      ...(number === 0 && {
        effects: writableEffects(preserved['effects']),
        markers: writableMarkers(preserved['markers']),
      }),
      enabled,
      kind,
    }));
  }

  /** Clips without overlap, each in the first lane that is free; less than a frame of overlap is none. */
  private lanes(placed: readonly PlacedClip[]): PlacedClip[][] {
    const lanes: PlacedClip[][] = [[]];
    const sorted = placed.toSorted(
      (a, b) => a.clip.startTime - b.clip.startTime || (a.clip.id < b.clip.id ? -1 : 1),
    );
    for (const one of sorted) {
      const free = lanes.find((lane) => {
        const last = lane.at(-1);
        if (!last || last.end <= one.start) return true;
        // Clips shorter than a frame get one all the same; many of them must not push the next ones further and further.
        if (last.end > one.start + 1) return false;
        return last.clip.startTime + last.clip.duration - one.clip.startTime < 1 / this.rate;
      });
      const last = free?.at(-1);
      const start = Math.max(one.start, free ? (last?.end ?? 0) : one.start);
      const moved = { ...one, start, end: Math.max(one.end, start + 1) };
      if (free) free.push(moved);
      else {
        lanes.push([moved]);
        this.warn('OVERLAP_SPLIT', 'Clips that overlap went to tracks of their own.', one.path);
      }
    }
    return lanes;
  }

  private children(lane: readonly PlacedClip[], gaps: readonly OtioObject[]): OtioObject[] {
    const children: OtioObject[] = [];
    let end = 0;
    lane.forEach((one, index) => {
      if (one.start > end) children.push(this.gap(end, one.start - end, gaps));
      children.push(...this.transition(lane[index - 1], one), this.clip(one));
      children.push(...this.fade(one, 'fadeOut', lane[index + 1]?.start === one.end));
      end = one.end;
    });
    const last = this.preservedGap(end, undefined, gaps);
    if (last) children.push(this.gap(end, Math.max(1, this.frame(Number(last['duration']))), gaps));
    return children;
  }

  /** What an import kept of a gap that is still there. */
  private preservedGap(
    start: number,
    frames: number | undefined,
    gaps: readonly OtioObject[],
  ): OtioObject | undefined {
    return gaps.find(({ start: from, duration }) => {
      if (typeof from !== 'number' || typeof duration !== 'number' || this.frame(from) !== start)
        return false;
      return frames === undefined || this.frame(from + duration) === start + frames;
    });
  }

  private gap(start: number, frames: number, gaps: readonly OtioObject[]): OtioObject {
    const preserved = this.preservedGap(start, frames, gaps);
    return {
      OTIO_SCHEMA: 'Gap.1',
      metadata: writableMetadata(preserved?.['metadata']),
      name: '',
      source_range: this.range(0, frames),
      effects: writableEffects(preserved?.['effects']),
      markers: writableMarkers(preserved?.['markers']),
      enabled: true,
    };
  }

  /** A transition that an import kept, if both of its clips are still there, side by side and long enough. */
  private transition(before: PlacedClip | undefined, after: PlacedClip): OtioObject[] {
    const preserved = preservedOtio(after.clip)['before'];
    if (preserved === undefined) return this.fade(after, 'fadeIn', before?.end === after.start);
    const { into, outOf } = offsetsOf(preserved);
    const fits =
      before?.end === after.start &&
      sameValue(preservedOtio(before.clip)['after'], preserved) &&
      into !== undefined &&
      outOf !== undefined &&
      into >= 0 &&
      outOf >= 0 &&
      into <= before.clip.duration &&
      outOf <= after.clip.duration;
    if (!fits) {
      this.warn('TRANSITION_DROPPED', 'A transition no longer fits its clips.', after.path);
      return [];
    }
    return [this.transitionObject(preserved, into, outOf)];
  }

  /** A transition from or to nothing that an import kept, if there still is nothing and the clip is long enough. */
  private fade({ clip, path }: PlacedClip, field: 'fadeIn' | 'fadeOut', hasNeighbor: boolean): OtioObject[] {
    const preserved = preservedOtio(clip)[field];
    if (preserved === undefined) return [];
    const { into, outOf } = offsetsOf(preserved);
    const inClip = field === 'fadeIn' ? outOf : into;
    const fits = !hasNeighbor && into !== undefined && outOf !== undefined && inClip !== undefined;
    if (!fits || into < 0 || outOf < 0 || inClip > clip.duration) {
      this.warn('TRANSITION_DROPPED', 'A fade no longer fits its clip.', path);
      return [];
    }
    return [this.transitionObject(preserved, into, outOf)];
  }

  private transitionObject(preserved: unknown, into: number, outOf: number): OtioObject {
    const { transition_type: type, name, metadata } = asRecord(preserved);
    return {
      OTIO_SCHEMA: 'Transition.1',
      metadata: writableMetadata(metadata),
      name: typeof name === 'string' ? name : '',
      transition_type: typeof type === 'string' ? type : 'SMPTE_Dissolve',
      in_offset: this.time(this.frame(into)),
      out_offset: this.time(this.frame(outOf)),
    };
  }

  private clip({ clip, path, start, end }: PlacedClip): OtioObject {
    const head = this.frame(clip.trimStart);
    const preserved = preservedOtio(clip);
    const medium = importedMedium(clip);
    // Made visible or audible since, it is no longer what came in disabled.
    const disabled = preserved['enabled'] === false && clip.opacity === 0 && clip.volume === 0;
    const activeKey = typeof preserved['activeKey'] === 'string' ? preserved['activeKey'] : DEFAULT_KEY;
    return {
      OTIO_SCHEMA: 'Clip.2',
      metadata: {
        ...writableMetadata(preserved['metadata']),
        [NAMESPACE]: {
          ...Object.fromEntries(OWN_CLIP_FIELDS.map((field) => [field, clip[field]])),
          ...(disabled && asRecord(preserved['look'])),
          frames: { start, length: end - start, head },
          ...(medium && { medium: true }),
          ...ownExt(clip.ext),
        },
      },
      name: clip.name,
      source_range: medium
        ? sourceRange(clip, medium, { rate: this.rate, head, frames: end - start })
        : this.range(head, end - start),
      effects: writableEffects(
        disabled ? preserved['effects'] : withClipLook(objectsOf(preserved['effects']), clip),
      ),
      markers: writableMarkers(preserved['markers']),
      enabled: !disabled,
      media_references: {
        ...writableReferences(preserved['references']),
        [activeKey]: this.reference(clip, head + (end - start) + this.frame(clip.trimEnd), path, activeKey),
      },
      active_media_reference_key: activeKey,
    };
  }

  private reference(clip: TimelineClip, frames: number, path: string, key: string): OtioObject {
    const preserved = preservedOtio(clip);
    const common = { metadata: writableMetadata(preserved['mediaMetadata']), available_image_bounds: null };
    // A generator or an image sequence, which no file of ours stands for.
    const fileless = clip.storageType === 'placeholder' ? asRecord(preserved['references'])[key] : undefined;
    const written = fileless === undefined ? undefined : writableReference(fileless);
    const medium = importedMedium(clip);
    const available = medium ? availableRange(medium) : clip.type === 'image' ? null : this.range(0, frames);
    if (written) return { ...written, available_range: available };
    if (clip.filename === '' || clip.storageType === 'placeholder') {
      if (medium?.url !== undefined) return this.absentReference(common, medium, medium.url, path);
      this.warn('MEDIA_FILE_MISSING', 'A clip without a file was written as missing.', path);
      const name = medium?.name ?? (clip.filename === '' ? '' : portableName(clip.filename, new Set()));
      const range = medium ? available : null;
      return {
        OTIO_SCHEMA: 'MissingReference.1',
        ...common,
        name: writableName(name),
        available_range: range,
      };
    }
    let name = this.media.get(clip.filename);
    if (name === undefined) {
      name = portableName(clip.filename, this.takenNames);
      this.media.set(clip.filename, name);
    }
    return {
      OTIO_SCHEMA: 'ExternalReference.1',
      ...common,
      name: medium ? writableName(medium.name) : name,
      available_range: available,
      target_url: name,
    };
  }

  /** A file that is not here, by the name and range that its own program knows it by. */
  private absentReference(common: OtioObject, medium: ClipMedium, url: string, path: string): OtioObject {
    this.warn('MEDIA_FILE_MISSING', 'The file of a clip is not here; its name and range were written.', path);
    let name = this.absent.get(url);
    // No file of the bundle may pass for it.
    if (name === undefined) this.absent.set(url, (name = portableName(url, this.takenNames)));
    return {
      OTIO_SCHEMA: 'ExternalReference.1',
      ...common,
      name: writableName(medium.name),
      available_range: availableRange(medium),
      target_url: name,
    };
  }

  private warn(code: string, message: string, path: string): void {
    this.warnings.add(code, message, path);
  }
}

/** How far a transition reaches to both sides of its cut, in seconds. */
function offsetsOf(transition: unknown): { into: number | undefined; outOf: number | undefined } {
  const { in_offset, out_offset } = asRecord(transition);
  return { into: secondsOf(in_offset), outOf: secondsOf(out_offset) };
}

const preservedOtio = (item: { ext?: Record<string, unknown> | undefined }): Record<string, unknown> =>
  asRecord(item.ext?.['otio']);

/** The `ext` of an item without what came from OTIO, which goes to its own places. */
function ownExt(ext: Record<string, unknown> | undefined): { ext?: OtioObject } {
  const { otio: _otio, ...rest } = ext ?? {};
  return Object.keys(rest).length > 0 ? { ext: writableMetadata(rest) } : {};
}

const writableReferences = (preserved: unknown): OtioObject =>
  Object.fromEntries(
    Object.entries(asRecord(preserved)).flatMap(([key, reference]) => {
      const written = writableReference(reference);
      return written ? [[key, written]] : [];
    }),
  );
