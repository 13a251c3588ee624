import { layersAt, soundsBetween, type Layer } from '../timeline/compose.ts';
import { pictureTimeAt } from '../timeline/speed.ts';
import type { Context2d, PixelRows } from './canvas.ts';
import { drawFrame, wholePicture, type DrawnLayer, type Size } from './draw.ts';
import type { Film } from './film.ts';
import type { MediaShelf } from './media-shelf.ts';
import { addSound, silence, type MixBlock } from './mix.ts';

/** Seconds ahead in which the decoders of coming clips are made, so that a cut does not wait for them. */
const AHEAD = 1;

/** Draws and mixes any moment of a film: what is seen while playing is what is exported. */
export class FilmComposer<Canvas extends Context2d> {
  readonly #shelf: MediaShelf<Canvas>;
  #film: Film | null = null;

  constructor(shelf: MediaShelf<Canvas>) {
    this.#shelf = shelf;
  }

  setFilm(film: Film): void {
    this.#film = film;
    this.#shelf.setMedia(film.media);
  }

  /** Draws the film at a time, in seconds. @param size pixels of the canvas */
  async draw(context: Canvas, size: Size, time: number): Promise<void> {
    const layers = await this.#layers(time);
    if (layers && this.#film) drawFrame(context, size, this.#film.timeline.projectResolution, layers);
  }

  /**
   * As `draw`, but what is one picture just as large, and nothing else, is not drawn.
   * @returns the pixels of that picture, good until the next call; null where it was drawn.
   */
  async drawUnlessWhole(context: Canvas, size: Size, time: number): Promise<PixelRows | null> {
    const layers = await this.#layers(time);
    if (!layers || !this.#film) return null;
    const { projectResolution } = this.#film.timeline;
    const whole = wholePicture(size, projectResolution, layers);
    if (!whole) drawFrame(context, size, projectResolution, layers);
    return whole;
  }

  async #layers(time: number): Promise<DrawnLayer<Canvas>[] | null> {
    const film = this.#film;
    if (!film) return null;
    this.#shelf.beginRound();
    const layers = layersAt(film, time);
    const contents = await Promise.all(layers.map((layer) => this.#shelf.content(layer)));
    this.#warm(film, layers, time);
    return layers.flatMap((layer, index) => {
      const content = contents[index];
      return content ? [{ layer, content }] : [];
    });
  }

  #warm(film: Film, layers: readonly Layer[], time: number): void {
    const frame = 1 / film.timeline.frameRate;
    const seen = new Set(layers.map(({ clip }) => clip.id));
    for (const layer of layersAt(film, time + AHEAD)) {
      const { clip } = layer;
      if (seen.has(clip.id) || clip.startTime <= time) continue;
      void this.#shelf.content({ clip, sourceTime: pictureTimeAt(clip, clip.startTime, frame) });
    }
  }

  /**
   * The sound of a piece of the film.
   * @param first number of its first sample, from the beginning of the film. @param length samples
   */
  async mix(first: number, length: number, sampleRate: number): Promise<MixBlock> {
    const block = silence(first, length, sampleRate);
    if (!this.#film) return block;
    const spans = soundsBetween(this.#film, first / sampleRate, (first + length) / sampleRate);
    const stretches = await Promise.all(spans.map((span) => this.#shelf.sound(span)));
    for (const [index, span] of spans.entries()) {
      const stretch = stretches[index];
      if (stretch) addSound(block, span, stretch);
    }
    return block;
  }
}
