import { FRAME_TOLERANCE } from './tolerance.ts';

/** A decoded frame; it holds memory of the decoder until it is closed. */
export interface DecodedFrame {
  /** Seconds from the beginning of the medium. */
  timestamp: number;
  close: () => void;
}

/** Seconds that are decoded on the way to a later frame; beyond them it is quicker to begin at a key frame again. */
const DECODE_THROUGH = 1.5;

/**
 * The frames of one medium for one clip, by their time and never by their number: films of variable rate show what belongs
 * there. It keeps the frame that is shown and the next one; the decoder reads ahead a little.
 */
export class VideoReader<Frame extends DecodedFrame> {
  readonly #framesFrom: (time: number) => AsyncGenerator<Frame, void, unknown>;
  #frames: AsyncGenerator<Frame, void, unknown> | null = null;
  #current: Frame | null = null;
  #next: Frame | null = null;

  /** @param framesFrom frames in order, the first being the one that is shown at the time */
  constructor(framesFrom: (time: number) => AsyncGenerator<Frame, void, unknown>) {
    this.#framesFrom = framesFrom;
  }

  /**
   * The frame that is shown at a time: the last that begins no later, else the first there is. It belongs to the reader and
   * is good until the next call.
   * @throws what the decoder throws; the reader is closed then and can be asked again.
   */
  async frameAt(time: number): Promise<Frame | null> {
    const at = time + FRAME_TOLERANCE;
    try {
      if (!this.#reaches(at)) await this.#begin(at);
      while (this.#next && this.#next.timestamp <= at) {
        this.#current?.close();
        this.#current = this.#next;
        this.#next = null;
        this.#next = await this.#pull();
      }
      return this.#current;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #reaches(at: number): boolean {
    if (!this.#frames || !this.#current || at < this.#current.timestamp) return false;
    return this.#next === null || at <= this.#next.timestamp + DECODE_THROUGH;
  }

  async #begin(at: number): Promise<void> {
    await this.close();
    this.#frames = this.#framesFrom(at);
    this.#current = await this.#pull();
    this.#next = await this.#pull();
  }

  async #pull(): Promise<Frame | null> {
    const step = await this.#frames?.next();
    return step === undefined || step.done === true ? null : step.value;
  }

  /** Gives back the decoder and its frames. */
  async close(): Promise<void> {
    const frames = this.#frames;
    this.#frames = null;
    this.#current?.close();
    this.#next?.close();
    this.#current = null;
    this.#next = null;
    // A decoder that the browser took away fails once more when it is closed.
    await frames?.return().catch(() => undefined);
  }
}
