import { layersAt, soundsBetween, type Layer } from '../timeline/compose.ts';
import { pictureTimeAt } from '../timeline/speed.ts';
import type { Context2d } from './canvas.ts';
import { drawFrame } from './draw.ts';
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
  async draw(context: Canvas, size: { width: number; height: number }, time: number): Promise<void> {
    const film = this.#film;
    if (!film) return;
    this.#shelf.beginRound();
    const layers = layersAt(film, time);
    const contents = await Promise.all(layers.map((layer) => this.#shelf.content(layer)));
    drawFrame(
      context,
      size,
      film.timeline.projectResolution,
      layers.flatMap((layer, index) => {
        const content = contents[index];
        return content ? [{ layer, content }] : [];
      }),
    );
    this.#warm(film, layers, time);
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
