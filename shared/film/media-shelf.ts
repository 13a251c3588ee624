import type { Layer, SoundSpan } from '../timeline/compose.ts';
import { clipExt, mediumKey } from '../timeline/ext.ts';
import type { TimelineClip } from '../timeline/document.ts';
import type { Context2d } from './canvas.ts';
import type { LayerContent } from './draw.ts';
import {
  Undecodable,
  UnreadableClip,
  type Frame,
  type Medium,
  type MissingWords,
  type OpenMedium,
} from './film.ts';
import { SoundReader, type SoundStretch } from './sound-reader.ts';
import { VideoReader } from './video-reader.ts';

export interface MediaCacheOptions<Canvas extends Context2d> {
  open: (url: string, type: 'picture' | 'timed') => Promise<OpenMedium<Canvas>>;
  /** Seconds, of any clock. */
  clock: () => number;
  words: MissingWords;
  /** Media that cannot be read end the work, in place of words in the picture. Those that are missing never do. */
  isStrict?: boolean;
}

/** Decoders at once. Browsers take them away from those that hold too many. */
const MAX_READERS = 20;
const MAX_MEDIA = 32;
/** Seconds after which a decoder that nobody asks is given back: browsers take it away after ten. */
const IDLE = 4;
/** Seconds until what failed is tried again. */
const RETRY = 5;

interface Reader<Canvas extends Context2d> {
  frames: VideoReader<Frame<Canvas>> | null;
  sounds: SoundReader | null;
  usedAt: number;
  usedIn: number;
  /** Requests to one decoder wait for each other. */
  line: Promise<unknown>;
}

interface Preserved<Canvas extends Context2d> {
  medium: Promise<OpenMedium<Canvas>>;
  usedIn: number;
}

/**
 * The media of a film, opened when they are wanted, with a decoder a clip. Decoders are given back when nobody asks them for a
 * while, and made anew when the browser took them away.
 */
export class MediaCache<Canvas extends Context2d> {
  readonly #options: MediaCacheOptions<Canvas>;
  #media: ReadonlyMap<string, Medium> = new Map();
  readonly #open = new Map<string, Preserved<Canvas>>();
  readonly #readers = new Map<string, Reader<Canvas>>();
  readonly #failures = new Map<string, { at: number; words: string }>();
  #round = 0;

  constructor(options: MediaCacheOptions<Canvas>) {
    this.#options = options;
  }

  /** Where media are, by the names that clips give them. */
  setMedia(media: ReadonlyMap<string, Medium>): void {
    this.#media = media;
    this.#failures.clear();
  }

  /** A new picture is drawn: what the one before used may be put away. */
  beginRound(): void {
    this.#round += 1;
  }

  /** How many decoders there are. */
  get readerCount(): number {
    return this.#readers.size;
  }

  /** What is drawn of a layer. A picture is good until the same clip is asked for again. @throws UnreadableClip where it is strict */
  async content({ clip, sourceTime }: Pick<Layer, 'clip' | 'sourceTime'>): Promise<LayerContent<Canvas>> {
    if (clip.type === 'text') return { kind: 'title', words: clipExt(clip).text ?? clip.name };
    const name = clip.name || clip.filename || 'This clip';
    const url = this.#addressOf(clip);
    if (typeof url !== 'string') return { kind: 'placeholder', words: url.missing };
    const failure = this.#failureOf(url);
    if (failure !== null) return this.#placeholder(failure);
    let failed: string | null = null;
    const picture = await this.#picture(clip, url, sourceTime).catch((error: unknown) => {
      failed = this.#fail(url, name, error);
      return null;
    });
    return picture ?? this.#placeholder(failed ?? `“${name}” has no picture.`);
  }

  /** The sound of a span, null where there is none or it cannot be had. @throws UnreadableClip where it is strict */
  async sound(span: SoundSpan): Promise<SoundStretch | null> {
    const { clip, sourceFrom, sourceTo } = span;
    const url = this.#addressOf(clip);
    if (typeof url !== 'string') return null;
    const failure = this.#failureOf(url);
    if (failure !== null) return this.#silence(failure);
    try {
      const { soundFrom } = await this.#medium(url, 'timed');
      if (!soundFrom) return null;
      const make = (): Partial<Reader<Canvas>> => ({ sounds: new SoundReader(soundFrom) });
      return await this.#request(`sound ${clip.id} ${url}`, make, async ({ sounds }) => {
        return (await sounds?.between(sourceFrom, sourceTo)) ?? null;
      });
    } catch (error) {
      return this.#silence(this.#fail(url, clip.name || clip.filename, error));
    }
  }

  /** @throws UnreadableClip where none is to be shown */
  #placeholder(words: string): LayerContent<Canvas> {
    if (this.#options.isStrict === true) throw new UnreadableClip(words);
    return { kind: 'placeholder', words };
  }

  /** @throws UnreadableClip where none is to be heard */
  #silence(words: string): null {
    if (this.#options.isStrict === true) throw new UnreadableClip(words);
    return null;
  }

  async #picture(clip: TimelineClip, url: string, sourceTime: number): Promise<LayerContent<Canvas> | null> {
    const { image, framesFrom } = await this.#medium(url, clip.type === 'image' ? 'picture' : 'timed');
    if (image) return { kind: 'picture', ...image };
    if (!framesFrom) return null;
    const make = (): Partial<Reader<Canvas>> => ({ frames: new VideoReader(framesFrom) });
    const frame = await this.#request(`frames ${clip.id} ${url}`, make, async ({ frames }) => {
      return (await frames?.frameAt(sourceTime)) ?? null;
    });
    if (!frame) return null;
    return {
      kind: 'picture',
      width: frame.width,
      height: frame.height,
      // The very same for the same frame, so that what was drawn already is known again.
      draw: frame.draw,
      pixels: frame.pixels,
    };
  }

  #addressOf(clip: TimelineClip): string | { missing: string } {
    const name = clip.filename || clip.name;
    if (clip.storageType === 'placeholder' || clip.filename === '') {
      return {
        missing: name ? this.#options.words.nothingToShowNamed(name) : this.#options.words.nothingToShow,
      };
    }
    const medium = this.#media.get(mediumKey(clip));
    if (!medium) return { missing: this.#options.words.notInProject(clip.filename) };
    return 'url' in medium ? medium.url : medium;
  }

  #medium(url: string, type: 'picture' | 'timed'): Promise<OpenMedium<Canvas>> {
    const key = `${type} ${url}`;
    const existing = this.#open.get(key);
    const kept = existing ?? { medium: this.#options.open(url, type), usedIn: this.#round };
    kept.usedIn = this.#round;
    // Again at the end: the oldest stand first.
    this.#open.delete(key);
    this.#open.set(key, kept);
    if (!existing) {
      kept.medium.catch(() => this.#open.delete(key));
      this.#evictMedia();
    }
    return kept.medium;
  }

  #evictMedia(): void {
    for (const [key, { medium, usedIn }] of this.#open) {
      if (this.#open.size <= MAX_MEDIA) return;
      const isRead = [...this.#readers.keys()].some((reader) => reader.endsWith(key.slice(key.indexOf(' '))));
      if (isRead || usedIn === this.#round) continue;
      this.#open.delete(key);
      void medium.then(({ close }) => close()).catch(() => undefined);
    }
  }

  /** Asks a decoder; one that fails is made anew once, since browsers take decoders away. */
  async #request<Answer>(
    key: string,
    make: () => Partial<Reader<Canvas>>,
    read: (reader: Reader<Canvas>) => Promise<Answer>,
  ): Promise<Answer> {
    if (!this.#readers.has(key)) await this.#makeSpace();
    // Somebody else may have made it meanwhile: two would each hold a decoder, and one of them for ever.
    let reader = this.#readers.get(key);
    if (!reader) {
      reader = { frames: null, sounds: null, usedAt: 0, usedIn: 0, line: Promise.resolve(), ...make() };
      this.#readers.set(key, reader);
    }
    const activeReader = reader;
    activeReader.usedIn = this.#round;
    activeReader.usedAt = this.#options.clock();
    const answer = activeReader.line.then(() => read(activeReader).catch(() => read(activeReader)));
    activeReader.line = answer.catch(() => undefined);
    return answer;
  }

  async #makeSpace(): Promise<void> {
    const byAge = [...this.#readers].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, reader] of byAge) {
      if (this.#readers.size < MAX_READERS) return;
      if (reader.usedIn !== this.#round) await this.#closeReader(key, reader);
    }
    if (this.#readers.size >= MAX_READERS)
      throw new Undecodable('is one video too many at this moment of the film');
  }

  async #closeReader(key: string, reader: Reader<Canvas>): Promise<void> {
    this.#readers.delete(key);
    await reader.line;
    await Promise.all([reader.frames?.close(), reader.sounds?.close()]);
  }

  /** Gives back the decoders that nobody has asked for a while. */
  async closeIdle(): Promise<void> {
    const before = this.#options.clock() - IDLE;
    const idle = [...this.#readers].filter(([, { usedAt }]) => usedAt < before);
    await Promise.all(idle.map(([key, reader]) => this.#closeReader(key, reader)));
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    await Promise.all([...this.#readers].map(([key, reader]) => this.#closeReader(key, reader)));
    const media = [...this.#open.values()];
    this.#open.clear();
    for (const { medium } of media) await medium.then(({ close }) => close()).catch(() => undefined);
  }

  #failureOf(url: string): string | null {
    const failure = this.#failures.get(url);
    return failure && this.#options.clock() - failure.at < RETRY ? failure.words : null;
  }

  #fail(url: string, name: string, error: unknown): string {
    const words =
      error instanceof Undecodable
        ? `“${name}” ${error.message}.`
        : this.#options.isStrict === true
          ? `“${name}” cannot be read.`
          : `“${name}” cannot be read at the moment. It is tried again.`;
    this.#failures.set(url, { at: this.#options.clock(), words });
    return words;
  }
}
