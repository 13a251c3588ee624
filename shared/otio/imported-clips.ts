import { asRecord } from '../document/problems.ts';
import { withClipExt } from '../timeline/ext.ts';
import { TimelineClip } from '../timeline/index.ts';
import { preservedJson, warnOfEffects, warnOfMedia, type Neighbors, type Warn } from './clip-notes.ts';
import { mediumOf, type ClipMedium } from './clip-medium.ts';
import { withImportedSpeed } from './clip-speed.ts';
import { trimOf } from './clip-trim.ts';
import type { ItemLengths } from './lengths.ts';
import { isImage, type ClipMedia } from './media-reference.ts';
import type { ItemLocation, WarnAt, Window } from './nest-reader.ts';
import { textOf, type OtioObject } from './objects.ts';
import { withImportedFades } from './own-fades.ts';
import { extOf, PATCHBAY_CLIP_FIELDS, patchbayMetadata } from './own-metadata.ts';
import { invalidOtio, OTIO_LIMITS } from './read-json.ts';
import { resolveEffects } from './resolve-effects.ts';

interface ClipContext {
  lengths: ItemLengths;
  warn: WarnAt;
  frameRate: number;
  /** The timeline has sound of its own, so pictures are silent. */
  anyAudio: boolean;
  /** Ids that clips of our own export have: no new clip may take one before they come. */
  reserved: ReadonlySet<string>;
}

/** A part of the timeline, in seconds. */
interface Span {
  from: number;
  to: number;
}

/** The part of a clip that a window lets through; null when there is none. */
function spanIn(window: Window, start: number, length: number): Span | null {
  const from = Math.max(start, window.from);
  const to = Math.min(start + length, window.to);
  return to < from || (to === from && length > 0) ? null : { from, to };
}

function namesOf(
  clip: OtioObject,
  media: ClipMedia,
): Pick<TimelineClip, 'name' | 'filename' | 'storageType'> {
  const name = textOf(clip['name']);
  return {
    name: name || media.name,
    filename: media.found?.filename ?? (media.name || name),
    storageType: media.found ? 'library' : 'placeholder',
  };
}

/** @param detached its sound is a clip of its own. */
function effectsOf(
  clip: OtioObject,
  detached: boolean,
  warn: Warn,
): Pick<TimelineClip, 'opacity' | 'volume' | 'transform'> {
  const effects = resolveEffects(clip, () =>
    warn('EFFECT_IGNORED', 'A value that changes over a clip was taken as it is at first.'),
  );
  return {
    opacity: effects.opacity ?? 1,
    volume: detached ? 0 : (effects.volume ?? 1),
    transform: { rotation: 0, scale: effects.scale ?? 1, x: 0, y: 0 },
  };
}

/** What our own export said of a clip, but for the look that another program has given it since. */
function withNewEffects(
  clip: OtioObject,
  patchbay: Partial<TimelineClip> | undefined,
): Partial<TimelineClip> | undefined {
  if (!patchbay) return undefined;
  const { opacity, volume, scale } = resolveEffects(clip, () => undefined);
  const isDifferent = (current: number | undefined, was: number | undefined): current is number =>
    current !== undefined && Math.abs(current - (was ?? 1)) > 1e-6;
  return {
    ...patchbay,
    ...(isDifferent(opacity, patchbay.opacity) && { opacity }),
    ...(isDifferent(volume, patchbay.volume) && { volume }),
    ...(patchbay.transform &&
      isDifferent(scale, patchbay.transform.scale) && { transform: { ...patchbay.transform, scale } }),
  };
}

/** What is as it is now, whatever our own export said. */
function finish(created: TimelineClip, enabled: boolean): void {
  if (created.ext === undefined) delete created.ext;
  if (!enabled) created.opacity = created.volume = 0;
}

/** Whether a clip of our own export still asks for the file that it had there, and not for one that another program gave it. */
function requestsFile(patchbay: Record<string, unknown> | undefined, media: ClipMedia): boolean {
  const bundled = patchbay?.['file'];
  return typeof bundled !== 'string' || bundled === media.name;
}

/** The clips of the document that an import makes. */
export class ImportedClips {
  readonly list: TimelineClip[] = [];
  /** The ids of the list, where the file names some: else they are counted, and none can be there already. */
  readonly #used = new Set<string>();
  readonly #context: ClipContext;
  readonly #missingNamed = new Set<string>();
  readonly #sounds = new Set<string>();
  /** Videos that are silent as the timeline has sound of its own, and where each is used. */
  readonly #silentVideos = new Map<string, ItemLocation>();
  /** Tells something of the clip that is being added. */
  readonly #warn: Warn;
  #location: ItemLocation | null = null;
  /** What was kept of the medium of the clip before. */
  #medium: ClipMedium | undefined;
  #isRepositioned = false;

  constructor(context: ClipContext) {
    this.#context = context;
    this.#warn = (code, message) => context.warn(code, message, this.#location);
  }

  get ids(): Set<string> {
    return new Set(this.list.map(({ id }) => id));
  }

  /** A clip is not where our own export put it, or is not of it. */
  get isRepositioned(): boolean {
    return this.#isRepositioned;
  }

  #assertCapacity(): void {
    if (this.list.length >= OTIO_LIMITS.clips) {
      throw invalidOtio(`The timeline has more than ${OTIO_LIMITS.clips} clips.`);
    }
  }

  /** Whether the sound of a clip is on a track of its own, if there is any. A still has none. */
  #isDetached(type: TimelineClip['type']): boolean {
    return this.#context.anyAudio && type === 'video';
  }

  #addSilence(
    type: TimelineClip['type'],
    isSilent: boolean,
    { filename, location }: { filename: string; location: ItemLocation },
  ): void {
    if (type === 'audio') this.#sounds.add(filename);
    else if (isSilent) this.#silentVideos.set(filename, location);
  }

  /** Names videos whose sound is nowhere in the file: it may have been left out there, or never written. */
  warnOfSilentVideos(): void {
    for (const [filename, location] of this.#silentVideos) {
      if (this.#sounds.has(filename)) continue;
      const message = `"${filename}" is silent: the file has sound on tracks of its own, and none of this video.`;
      this.#context.warn('VIDEO_SILENT', message, location);
    }
  }

  add(
    clip: OtioObject,
    location: ItemLocation,
    start: number,
    window: Window,
    transitions: Neighbors | undefined,
  ): void {
    const warn = this.#warn;
    this.#location = location;
    const media = this.#context.lengths.mediaOf(clip);
    const duration = this.#context.lengths.durationOf(clip);
    if (duration === undefined) {
      warn('MISSING_DURATION', 'The length of a clip is not known; it was left at 0.');
    }
    const length = duration ?? 0;
    const span = spanIn(window, start, length);
    if (!span) {
      warn('CLIP_OUTSIDE_RANGE', 'A clip outside the range of its track was left out.');
      return;
    }
    this.#assertCapacity();

    const type = location.kind === 'Audio' ? 'audio' : isImage(media) ? 'image' : 'video';
    const trimmed = { start: span.from - start, end: start + length - span.to };
    const trim = trimOf(clip, media, { length, isImage: type === 'image', trimmed }, warn);
    warnOfMedia(clip, media, this.#missingNamed, warn);
    warnOfEffects(clip, warn);

    const enabled = clip['enabled'] !== false;
    if (!enabled) warn('CLIP_DISABLED', 'A disabled clip was made invisible and silent.');
    const detached = this.#isDetached(type);
    const effects = effectsOf(clip, detached, warn);
    const patchbayAll = patchbayMetadata(clip);
    const patchbay = withNewEffects(clip, this.#patchbayFields(clip, patchbayAll, span, trim.start));
    const { name, filename, storageType } = namesOf(clip, media);
    this.#addSilence(type, detached && !patchbay && media.found !== undefined, { filename, location });
    const medium = mediumOf(clip, media, { head: trim.head, filename, before: this.#medium }, patchbayAll);
    this.#medium = medium;
    const { opacity, volume } = patchbay ? { ...effects, ...patchbay } : effects;
    const preserved = preservedJson(
      clip,
      media,
      transitions,
      {
        enabled,
        audioDetached: detached && !patchbay,
        medium,
        effects: { opacity, volume },
        unnamed: textOf(clip['name']) === '' ? (patchbay?.name ?? name) : undefined,
      },
      warn,
    );
    const created: TimelineClip = {
      id: patchbay?.id ?? this.#freshId(),
      trackId: location.laneId(location.lane),
      name,
      filename,
      type,
      startTime: span.from,
      duration: span.to - span.from,
      trimStart: trim.start,
      trimEnd: trim.end,
      opacity,
      volume,
      transform: effects.transform,
      storageType,
      // Added later it would take an object of its own.
      ext: extOf(patchbayAll, preserved).ext,
    };
    if (patchbay) Object.assign(created, patchbay);
    finish(created, enabled);
    this.#register(created.id);
    const { frameRate } = this.#context;
    const current = withImportedFades(withImportedSpeed(created, clip), patchbayAll, {
      fades: transitions?.patchbay,
      frameRate,
    });
    this.list.push(
      requestsFile(patchbayAll, media) ? current : (withClipExt(current, { fileId: undefined }) ?? current),
    );
  }

  #register(id: string): void {
    if (this.#context.reserved.size > 0) this.#used.add(id);
  }

  #freshId(): string {
    const { reserved } = this.#context;
    for (let number = this.list.length + 1; ; number += 1) {
      const id = `clip-${number}`;
      if (reserved.size === 0 || (!reserved.has(id) && !this.#used.has(id))) return id;
    }
  }

  /** What our own export said of a clip; the times only if no other program has moved it since. */
  #patchbayFields(
    clip: OtioObject,
    patchbay: Record<string, unknown> | undefined,
    read: Span,
    readHead: number,
  ): Partial<TimelineClip> | undefined {
    if (!patchbay) {
      this.#isRepositioned = true;
      return undefined;
    }
    const fields = TimelineClip.safeParse({
      ...Object.fromEntries(PATCHBAY_CLIP_FIELDS.map((field) => [field, patchbay[field]])),
      name: patchbay['name'] ?? textOf(clip['name']),
      trackId: 'any',
    });
    if (!fields.success || this.#used.has(fields.data.id)) return undefined;
    const frame = (seconds: number) => Math.round(seconds * this.#context.frameRate);
    const { start, length, head } = asRecord(patchbay['frames']);
    const untouched =
      start === frame(read.from) && length === frame(read.to) - frame(read.from) && head === frame(readHead);
    if (!untouched) this.#isRepositioned = true;
    if (untouched)
      return Object.fromEntries(PATCHBAY_CLIP_FIELDS.map((field) => [field, fields.data[field]]));
    const { id, type, opacity, volume, transform } = fields.data;
    return { id, type, opacity, volume, transform };
  }
}
