import { layersAt, soundsBetween, type Layer } from '../timeline/compose.ts';
import { pictureTimeAt } from '../timeline/speed.ts';
import type { Context2d, PixelRows } from './canvas.ts';
import {
  coversAll,
  drawFrame,
  isSameFrame,
  mayCover,
  fullPicture,
  type RenderedLayer,
  type LayerContent,
  type Size,
} from './draw.ts';
import type { Film } from './film.ts';
import type { MediaCache } from './media-shelf.ts';
import { addSound, silence, type MixBlock } from './mix.ts';

/** Seconds ahead in which the decoders of coming clips are made, so that a cut does not wait for them. */
const AHEAD = 1;

/** Draws and mixes any moment of a film: what is seen while playing is what is exported. */
export class FilmComposer<Canvas extends Context2d> {
  readonly #mediaCache: MediaCache<Canvas>;
  #film: Film | null = null;
  /** What was drawn last, where only what is needed is drawn. */
  #lastLayers: readonly RenderedLayer<Canvas>[] | null = null;

  constructor(mediaCache: MediaCache<Canvas>) {
    this.#mediaCache = mediaCache;
  }

  setFilm(film: Film): void {
    this.#film = film;
    this.#lastLayers = null;
    this.#mediaCache.setMedia(film.media);
  }

  /** Draws the film at a time, in seconds. @param size pixels of the canvas */
  async draw(context: Canvas, size: Size, time: number): Promise<void> {
    const layers = await this.#layers(time);
    if (layers && this.#film) drawFrame(context, size, this.#film.timeline.projectResolution, layers);
  }

  /**
   * As `draw`, but no more than has to be: one picture just as large as the film is not drawn, nor is what looks as it was
   * drawn last on the same canvas, and what lies wholly below a picture is not even decoded.
   * @returns the pixels of a picture that stands for the frame, good until the next call.
   */
  async drawIfNeeded(context: Canvas, size: Size, time: number): Promise<PixelRows | 'drawn' | 'as-before'> {
    const layers = await this.#layers(time, true);
    if (!layers || !this.#film) return 'as-before';
    const { projectResolution } = this.#film.timeline;
    const full = fullPicture(size, projectResolution, layers);
    if (full) return full;
    if (this.#lastLayers && isSameFrame(this.#lastLayers, layers)) return 'as-before';
    drawFrame(context, size, projectResolution, layers);
    this.#lastLayers = layers;
    return 'drawn';
  }

  async #layers(time: number, onlyVisible = false): Promise<RenderedLayer<Canvas>[] | null> {
    const film = this.#film;
    if (!film) return null;
    this.#mediaCache.beginRound();
    const layers = layersAt(film, time);
    const contents = await (onlyVisible
      ? this.#visibleContents(film, layers)
      : Promise.all(layers.map((layer) => this.#mediaCache.content(layer))));
    this.#warm(film, layers, time);
    return layers.flatMap((layer, index) => {
      const content = contents[index];
      return content ? [{ layer, content }] : [];
    });
  }

  /** What is drawn of layers, from the highest down to one that hides the others; null below it. */
  async #visibleContents(film: Film, layers: readonly Layer[]): Promise<(LayerContent<Canvas> | null)[]> {
    const contents: Promise<LayerContent<Canvas> | null>[] = layers.map(() => Promise.resolve(null));
    for (const [index, layer] of [...layers.entries()].toReversed()) {
      const pending = this.#mediaCache.content(layer);
      contents[index] = pending;
      const isCover =
        index > 0 &&
        mayCover(layer) &&
        coversAll(film.timeline.projectResolution, { layer, content: await pending });
      if (isCover) break;
    }
    return Promise.all(contents);
  }

  #warm(film: Film, layers: readonly Layer[], time: number): void {
    const frame = 1 / film.timeline.frameRate;
    const visited = new Set(layers.map(({ clip }) => clip.id));
    for (const layer of layersAt(film, time + AHEAD)) {
      const { clip } = layer;
      if (visited.has(clip.id) || clip.startTime <= time) continue;
      const upcoming = { clip, sourceTime: pictureTimeAt(clip, clip.startTime, frame) };
      // What cannot be read is said when it is shown.
      void this.#mediaCache.content(upcoming).catch(() => undefined);
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
    const stretches = await Promise.all(spans.map((span) => this.#mediaCache.sound(span)));
    for (const [index, span] of spans.entries()) {
      const stretch = stretches[index];
      if (stretch) addSound(block, span, stretch);
    }
    return block;
  }
}
