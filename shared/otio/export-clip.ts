import { asRecord } from '../document/problems.ts';
import { clipExt, mediumKey } from '../timeline/ext.ts';
import { speedOf, type TimelineClip } from '../timeline/index.ts';
import { availableRange, importedMedium, sourceRange, type ClipMedium } from './clip-medium.ts';
import { otioRangeOf, patchbayExt, preservedOtio } from './export-parts.ts';
import {
  writableEffects,
  writableMarkers,
  writableMetadata,
  writableName,
  writableReference,
  type Note,
} from './foreign-objects.ts';
import { portableName } from '../timeline/portable-name.ts';
import { nameOfUrl } from './media-names.ts';
import { DEFAULT_KEY } from './media-reference.ts';
import type { WarnAt } from './nest-reader.ts';
import { objectsOf, type OtioObject } from './objects.ts';
import { withClipSpeed } from './clip-speed.ts';
import type { ImportedFades } from './own-fades.ts';
import { NAMESPACE, PATCHBAY_CLIP_FIELDS } from './own-metadata.ts';
import { unwritableEffects, withClipEffects } from './resolve-effects.ts';

/** A clip and the frames that it takes on its OTIO track. */
export interface PlacedClip {
  clip: TimelineClip;
  /** In the document, for warnings. */
  path: string;
  start: number;
  end: number;
}

export interface ExportedMedia {
  /** In the file library. */
  filename: string;
  /** Which of the files with this name, where clips say so. */
  fileId?: string;
  /** Beside `timeline.otio` in the bundle. */
  name: string;
}

/** How media lie in a bundle of another form than the API's, whose media stand beside `timeline.otio`. */
export interface MediaLayout {
  /** With a slash at its end. */
  folder: string;
  /** Whether a medium is in the bundle, by its `mediumKey`; other references become missing ones. */
  has: (key: string) => boolean;
  /** The timecode of the first frame of a medium, in frames of the timeline; 0 where it has none. */
  startOf?: (key: string) => number;
  /** SHA-256 of the bytes of a medium in hex, so that it is found again under any name. */
  hashOf?: (key: string) => string | undefined;
}

/** How media are named. */
export interface MediaNaming {
  layout?: MediaLayout | undefined;
  /** Names stay as they are in the library: no file goes along that could bear another. */
  keepsNames?: boolean;
}

/** Less than this many frames off, a time is whole. */
const NEARLY = 1e-3;

/** Writes clips with their media references, and collects which files have to go along. */
export class ClipWriter {
  readonly #rate: number;
  readonly #warn: WarnAt;
  /** By `mediumKey`: several files may have one name. */
  readonly #media = new Map<string, ExportedMedia>();
  /** The names of files that are not here, by the names they came with. */
  readonly #absent = new Map<string, string>();
  readonly #usedNames = new Set(['timeline.otio']);
  readonly #layout: MediaLayout | undefined;
  readonly #keepsNames: boolean;

  /** @param rate frames a second. */
  constructor(rate: number, warn: WarnAt, { layout, keepsNames = false }: MediaNaming) {
    this.#rate = rate;
    this.#warn = warn;
    this.#layout = layout;
    this.#keepsNames = keepsNames;
  }

  /** The files of the clips so far, each once. */
  get media(): ExportedMedia[] {
    return [...this.#media.values()];
  }

  /** @param fades of its own that transitions beside it stand for. */
  write({ clip, path, start, end }: PlacedClip, fades: ImportedFades): OtioObject {
    const note: Note = (code, message) => this.#warn(code, message, path);
    const head = this.#frame(clip.trimStart);
    const preserved = preservedOtio(clip);
    const medium = importedMedium(clip);
    // Made visible or audible since, it is no longer what came in disabled.
    const disabled = preserved['enabled'] === false && clip.opacity === 0 && clip.volume === 0;
    const activeKey = typeof preserved['activeKey'] === 'string' ? preserved['activeKey'] : DEFAULT_KEY;
    const effects = objectsOf(preserved['effects']);
    this.#noteOfTimes(clip, { start, end, hasMedium: medium !== undefined }, note);
    if (!disabled) noteEffects(clip, effects, note);
    const frames =
      head + this.#frame(((end - start) / this.#rate) * Math.abs(speedOf(clip))) + this.#frame(clip.trimEnd);
    const name = preserved['unnamed'] === clip.name ? '' : clip.name;
    return {
      OTIO_SCHEMA: 'Clip.2',
      metadata: {
        ...writableMetadata(preserved['metadata'], note),
        [NAMESPACE]: {
          ...patchbayFields(clip, name),
          ...(disabled && asRecord(preserved['look'])),
          frames: { start, length: end - start, head },
          ...((fades.in ?? fades.out) !== undefined && { fades }),
          ...(medium && { medium: true }),
          ...this.#bundledName(clip, note),
          ...patchbayExt(clip.ext, note),
        },
      },
      name,
      source_range: medium
        ? sourceRange(clip, medium, { rate: this.#rate, head, frames: end - start })
        : this.#range(this.#startOf(clip) + head, end - start),
      effects: writableEffects(
        withClipSpeed(disabled ? effects : withClipEffects(effects, clip), clip),
        note,
      ),
      markers: writableMarkers(preserved['markers'], note),
      enabled: !disabled,
      media_references: {
        ...writableReferences(preserved['references'], activeKey, note),
        [activeKey]: this.#reference(clip, { frames, key: activeKey, medium }, note),
      },
      active_media_reference_key: activeKey,
    };
  }

  #frame(seconds: number): number {
    return Math.round(seconds * this.#rate);
  }

  /** Stills and what has no file have no timecode. */
  #startOf(clip: TimelineClip): number {
    const hasFile = clip.filename !== '' && clip.storageType !== 'placeholder' && clip.type !== 'image';
    return hasFile ? (this.#layout?.startOf?.(mediumKey(clip)) ?? 0) : 0;
  }

  #range(start: number, duration: number): OtioObject {
    return otioRangeOf({ start, duration, rate: this.#rate });
  }

  #noteOfTimes(
    clip: TimelineClip,
    raw: { start: number; end: number; hasMedium: boolean },
    note: Note,
  ): void {
    const { startTime, duration, trimStart } = clip;
    const isInteger = (frames: number) => Math.abs(frames - Math.round(frames)) < NEARLY;
    const isAsItWas =
      Math.abs(raw.start - startTime * this.#rate) < NEARLY &&
      Math.abs(raw.end - (startTime + duration) * this.#rate) < NEARLY &&
      (raw.hasMedium || isInteger(trimStart * this.#rate));
    if (!isAsItWas) note('FRAME_ROUNDED', 'A clip between two frames was written to whole ones.');
  }

  #reference(
    clip: TimelineClip,
    { frames, key, medium }: { frames: number; key: string; medium: ClipMedium | undefined },
    note: Note,
  ): OtioObject {
    const preserved = preservedOtio(clip);
    const common = {
      metadata: writableMetadata(preserved['mediaMetadata'], note),
      available_image_bounds: null,
    };
    // A generator or an image sequence, which no file of ours stands for.
    const fileless = clip.storageType === 'placeholder' ? asRecord(preserved['references'])[key] : undefined;
    const raw = fileless === undefined ? undefined : writableReference(fileless, note);
    const available = medium
      ? availableRange(medium)
      : clip.type === 'image'
        ? null
        : this.#range(this.#startOf(clip), frames);
    if (raw) return { ...raw, available_range: available };
    if (clip.filename === '' || clip.storageType === 'placeholder') {
      if (medium?.url !== undefined) return this.#absentReference(common, medium, medium.url, note);
      noteOfNoFile(clip, note);
      const named = this.#keepsNames ? clip.filename : portableName(clip.filename);
      const name = medium?.name ?? (clip.filename === '' ? '' : named);
      return {
        OTIO_SCHEMA: 'MissingReference.1',
        ...common,
        name: writableName(name, note),
        available_range: medium ? available : null,
      };
    }
    const name = this.#nameOf(clip, note);
    if (this.#layout && !this.#layout.has(mediumKey(clip))) {
      note('MEDIA_FILE_MISSING', `"${clip.filename}" is not in the bundle, so it was written as missing.`);
      return { OTIO_SCHEMA: 'MissingReference.1', ...common, name, available_range: available };
    }
    return {
      OTIO_SCHEMA: 'ExternalReference.1',
      ...common,
      metadata: this.#withHash(clip, common.metadata),
      name: medium ? writableName(medium.name, note) : name,
      available_range: available,
      target_url: `${this.#layout?.folder ?? ''}${name}`,
    };
  }

  /** The metadata of a medium with what its bytes are now; what an import said of them may be of another medium. */
  #withHash(clip: TimelineClip, metadata: OtioObject): OtioObject {
    const { [NAMESPACE]: _, ...remaining } = metadata;
    const sha256 = this.#layout?.hashOf?.(mediumKey(clip));
    return sha256 === undefined ? remaining : { ...remaining, [NAMESPACE]: { sha256 } };
  }

  /** The name of a file in the bundle. */
  #nameOf(clip: TimelineClip, note: Note): string {
    const { filename } = clip;
    const existing = this.#media.get(mediumKey(clip));
    if (existing !== undefined) return existing.name;
    const name = this.#keepsNames ? filename : portableName(filename, this.#usedNames);
    if (name !== filename) note('MEDIA_RENAMED', `"${filename}" is "${name}" in the bundle.`);
    const { fileId } = clipExt(clip);
    this.#media.set(mediumKey(clip), { filename, name, ...(fileId !== undefined && { fileId }) });
    return name;
  }

  /** Under which name the file of a clip was bundled: the clip means that file only while it still asks for this name. */
  #bundledName(clip: TimelineClip, note: Note): { file?: string } {
    const isBundled = clipExt(clip).fileId !== undefined && clip.storageType !== 'placeholder';
    return isBundled && clip.filename !== '' ? { file: this.#nameOf(clip, note) } : {};
  }

  /** A file that is not here, by the name and range that its own program knows it by. */
  #absentReference(common: OtioObject, medium: ClipMedium, url: string, note: Note): OtioObject {
    note('MEDIA_FILE_MISSING', 'The file of a clip is not here; its name and range were written.');
    let name = this.#absent.get(url);
    // No file of the bundle may pass for it.
    if (name === undefined)
      this.#absent.set(url, (name = this.#keepsNames ? nameOfUrl(url) : portableName(url, this.#usedNames)));
    const raw = {
      ...common,
      name: writableName(medium.name, note),
      available_range: availableRange(medium),
    };
    // What is in no bundle may not be named as if it were.
    if (this.#layout) return { OTIO_SCHEMA: 'MissingReference.1', ...raw, name: raw.name || name };
    return { OTIO_SCHEMA: 'ExternalReference.1', ...raw, target_url: name };
  }
}

/** Texts and captions are made of no file; nobody has to look for one. */
function noteOfNoFile({ type, filename }: TimelineClip, note: Note): void {
  if (type === 'text' && filename === '') return;
  note('MEDIA_FILE_MISSING', 'A clip without a file was written as missing.');
}

/** What every clip has unless somebody changed it: left out, a sixth of the text of a long film. */
const USUAL: Readonly<Record<string, unknown>> = {
  trimStart: 0,
  trimEnd: 0,
  opacity: 1,
  volume: 1,
};

/** What only an import of our own reads. @param raw the name that the clip has for everybody. */
function patchbayFields(clip: TimelineClip, raw: string): OtioObject {
  const fields: OtioObject = {};
  for (const field of PATCHBAY_CLIP_FIELDS) {
    const value = clip[field];
    const isSpecified = field === 'name' ? value === raw : field === 'transform' && isStraight(clip);
    if (!isSpecified && value !== USUAL[field]) fields[field] = value;
  }
  return fields;
}

const isStraight = ({ transform: { rotation, scale, x, y } }: TimelineClip): boolean =>
  rotation === 0 && scale === 1 && x === 0 && y === 0;

/** Names what of a clip only Patchbay reads again. */
function noteEffects(clip: TimelineClip, effects: readonly OtioObject[], note: Note): void {
  if (clip.type === 'text') note('TEXT_NOT_SHOWN', 'A text is a clip without a file for other programs.');
  const skipped = unwritableEffects(clip, effects);
  if (skipped.length > 0) {
    note('LOOK_NOT_SHOWN', `${skipped.join(', ')}: kept in the file, and other programs do not show it.`);
  }
}

const writableReferences = (preserved: unknown, activeKey: string, note: Note): OtioObject =>
  Object.fromEntries(
    Object.entries(asRecord(preserved)).flatMap(([key, reference]) => {
      const raw = key === activeKey ? undefined : writableReference(reference, note);
      return raw ? [[key, raw]] : [];
    }),
  );
