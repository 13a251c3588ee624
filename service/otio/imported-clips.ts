import { asRecord } from '#shared/document/problems.ts';
import { TimelineClip } from '#shared/timeline/index.ts';
import { preservedJson, warnOfEffects, warnOfMedia, type Neighbors, type Warn } from './clip-notes.ts';
import { freeId } from './free-id.ts';
import { durationOf } from './lengths.ts';
import { isStill, mediaOfClip, type MediaResolver } from './media-reference.ts';
import type { Place, WarnAt, Window } from './nest-reader.ts';
import { rangeOf, textOf, type OtioObject } from './objects.ts';
import { extOf, OWN_CLIP_FIELDS, ownMetadata } from './own-metadata.ts';
import { invalidOtio, OTIO_LIMITS } from './read-json.ts';
import { resolveLook } from './resolve-effects.ts';

interface ClipContext {
  resolve: MediaResolver;
  warn: WarnAt;
  frameRate: number;
  /** The timeline has sound of its own, so pictures are silent. */
  anyAudio: boolean;
}

/** The clips of the document that an import makes. */
export class ImportedClips {
  readonly ids = new Set<string>();
  readonly list: TimelineClip[] = [];
  readonly #context: ClipContext;
  readonly #missingNamed = new Set<string>();
  #movedSince = false;

  constructor(context: ClipContext) {
    this.#context = context;
  }

  /** A clip is not where our own export put it, or is not of it. */
  get movedSince(): boolean {
    return this.#movedSince;
  }

  add(
    clip: OtioObject,
    place: Place,
    start: number,
    window: Window,
    transitions: Neighbors | undefined,
  ): void {
    const { path } = place;
    const media = mediaOfClip(clip, this.#context.resolve);
    const duration = durationOf(clip, this.#context.resolve);
    if (duration === undefined) {
      this.#context.warn('MISSING_DURATION', 'The length of a clip is not known; it was left at 0.', path);
    }
    const length = duration ?? 0;
    const from = Math.max(start, window.from);
    const to = Math.min(start + length, window.to);
    if (to < from || (to === from && length > 0)) return;
    if (this.list.length >= OTIO_LIMITS.clips) {
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
        this.#context.warn(
          'SOURCE_RANGE_OUTSIDE_MEDIA',
          'A clip shows a part that its medium does not have.',
          path,
        );
    }
    const mediaLength = media.available?.duration ?? probed;
    const tail = mediaLength === undefined || type === 'image' ? 0 : Math.max(0, mediaLength - head - length);
    if (head < 0) {
      this.#context.warn('SOURCE_RANGE_OUTSIDE_MEDIA', 'A clip begins before its medium does.', path);
      head = 0;
    }
    const warn: Warn = (code, message) => this.#context.warn(code, message, path);
    warnOfMedia(clip, media, this.#missingNamed, warn);
    warnOfEffects(clip, warn);

    const name = textOf(clip['name']);
    const enabled = clip['enabled'] !== false;
    if (!enabled) this.#context.warn('CLIP_DISABLED', 'A disabled clip was made invisible and silent.', path);
    const detached = this.#context.anyAudio && place.kind === 'Video';
    const look = resolveLook(clip, () =>
      this.#context.warn(
        'EFFECT_IGNORED',
        'A value that changes over a clip was taken as it is at first.',
        path,
      ),
    );
    const own = this.#ownFields(clip, { from, to, head: head + (from - start) });
    const made: TimelineClip = {
      id: freeId(own?.id ?? `clip-${this.list.length + 1}`, this.ids),
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
        preservedJson(clip, media, transitions, { enabled, audioDetached: detached && !own }, warn),
      ),
    };
    if (own) made.storageType = media.found ? 'library' : 'placeholder';
    if (!enabled) Object.assign(made, { opacity: 0, volume: 0 });
    this.ids.add(made.id);
    this.list.push(made);
  }

  /** What our own export said of a clip; the times only if no other program has moved it since. */
  #ownFields(
    clip: OtioObject,
    read: { from: number; to: number; head: number },
  ): Partial<TimelineClip> | undefined {
    const own = ownMetadata(clip);
    if (!own) {
      this.#movedSince = true;
      return undefined;
    }
    const fields = TimelineClip.safeParse({
      ...Object.fromEntries(OWN_CLIP_FIELDS.map((field) => [field, own[field]])),
      trackId: 'any',
    });
    if (!fields.success || this.ids.has(fields.data.id)) return undefined;
    const frame = (seconds: number) => Math.round(seconds * this.#context.frameRate);
    const { start, length, head } = asRecord(own['frames']);
    const untouched =
      start === frame(read.from) && length === frame(read.to) - frame(read.from) && head === frame(read.head);
    if (!untouched) this.#movedSince = true;
    if (untouched) return Object.fromEntries(OWN_CLIP_FIELDS.map((field) => [field, fields.data[field]]));
    const { id, type, opacity, volume, transform } = fields.data;
    return { id, type, opacity, volume, transform };
  }
}
