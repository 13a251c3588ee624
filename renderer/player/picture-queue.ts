import type { FilmWorker } from './ports.ts';

/** Pictures that are drawn ahead. */
const AHEAD = 4;

/** A picture that is later than this is left out, so that what is seen goes with what comes out of the loudspeakers. Frames. */
const MAX_DELAY = 1;

/** Unless nothing else was seen for so long. Frames. */
const STARVED = 12;

/** Drawing that is slower than this many frames is not waited for. */
const MAX_LEAD = 24;

/** Where playing stands. */
interface Position {
  /** The number of the frame that is due. */
  frame: number;
  /** How fast it goes; below zero backwards. */
  speed: number;
  frameRate: number;
  /** Seconds after which there is nothing more. */
  to: number;
  size: { width: number; height: number };
}

/** The next pictures of a film that plays: asked for ahead of time, shown when they are due, left out when they are late. */
export class PictureQueue {
  readonly #worker: FilmWorker;
  #ready = new Map<number, ImageBitmap>();
  #requested = new Set<number>();
  #displayed: number | null = null;
  /** Which frame was due when something was seen last, or when playing began. */
  #displayedAt: number | null = null;
  /** How many frames before they are due pictures have to be asked for, as lately seen. */
  #lead = 0;
  #onTime = 0;

  constructor(worker: FilmWorker) {
    this.#worker = worker;
  }

  /** Forgets what was drawn: playing goes on elsewhere, or otherwise. */
  clear(): void {
    for (const picture of this.#ready.values()) picture.close();
    // What is still being drawn finds its own sets, which nobody looks at any more.
    this.#ready = new Map();
    this.#requested = new Set();
    this.#displayed = null;
    this.#displayedAt = null;
  }

  /** The newest picture that is due and was not taken yet; the caller has it then. */
  shift({ frame, speed }: Pick<Position, 'frame' | 'speed'>): { frame: number; picture: ImageBitmap } | null {
    const direction = Math.sign(speed);
    this.#displayedAt ??= frame;
    const eligible = [...this.#ready]
      .filter(([frameIndex]) => (frameIndex - frame) * direction <= 0)
      .toSorted(([a], [b]) => (b - a) * direction);
    for (const [number] of eligible) this.#ready.delete(number);
    const [latest, ...overdue] = eligible;
    for (const [, picture] of overdue) picture.close();
    if (!latest) return null;
    const [number, picture] = latest;
    if (this.#isDelayed(((frame - number) * direction) / Math.max(1, Math.abs(speed)), frame)) {
      picture.close();
      return null;
    }
    this.#displayed = number;
    this.#displayedAt = frame;
    return { frame: number, picture };
  }

  /** Looks how late a picture is, and asks for the next ones earlier when it is. @param delay frames at usual speed */
  #isDelayed(delay: number, frame: number): boolean {
    if (delay <= MAX_DELAY) {
      this.#onTime += 1;
      // On time for a while, it is tried with less.
      if (this.#onTime > 50 && this.#lead > 0) {
        this.#lead -= 1;
        this.#onTime = 0;
      }
      return false;
    }
    this.#onTime = 0;
    this.#lead = Math.min(MAX_LEAD, this.#lead + Math.ceil(delay) - MAX_DELAY);
    return this.#displayedAt !== null && Math.abs(frame - this.#displayedAt) < STARVED;
  }

  /** Asks for the pictures after the one that is due. */
  request({ frame, speed, frameRate, to, size }: Position): void {
    // At speed most frames are never seen.
    const step = Math.sign(speed) * Math.max(1, Math.round(Math.abs(speed) / 2));
    const [ready, requested] = [this.#ready, this.#requested];
    let next = frame + this.#lead * Math.sign(speed) * Math.max(1, Math.round(Math.abs(speed)));
    while (requested.size + ready.size < AHEAD) {
      while (next === this.#displayed || requested.has(next) || ready.has(next)) next += step;
      if (next < 0 || next / frameRate >= to) return;
      const number = next;
      requested.add(number);
      this.#worker.request('frame', { time: number / frameRate, ...size }).then(
        (picture) => {
          requested.delete(number);
          if (ready === this.#ready) ready.set(number, picture);
          else picture.close();
          return undefined;
        },
        () => requested.delete(number),
      );
    }
  }
}
