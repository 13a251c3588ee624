import { frameAt } from '#shared/timeline/compose.ts';
import type { Film } from '#shared/film/film.ts';
import type { FilmWorker, SoundOutput } from './ports.ts';
import { PictureQueue } from './picture-queue.ts';
import type { Playhead } from './playhead.ts';

/** A picture that was shown while playing, for whoever looks at how well it went. Times are seconds. */
export interface DisplayedPicture {
  frame: number;
  /** Where the sound was at that moment. */
  soundAt: number;
}

export interface PlayerOptions {
  playhead: Playhead;
  worker: FilmWorker;
  /** Opened at the first sound: browsers want a person's click or key before. */
  openOutput: () => SoundOutput;
  /** Whether there was such a click or key: scrubbing opens the sound then as well. */
  mayOpenOutput: () => boolean;
  /** Shows a picture; it is given away. */
  show: (picture: ImageBitmap) => void;
  /** Calls back when the screen is drawn next. @returns cancels it */
  nextDraw: (draw: () => void) => () => void;
  onFrame?: (picture: DisplayedPicture) => void;
}

export interface PlayerSettings {
  /** Pixels that pictures are drawn with. */
  size: { width: number; height: number };
  volume: number;
  muted: boolean;
  /** Played again and again; null: to the end. */
  loop: { from: number; to: number } | null;
}

/** How many seconds of sound are given to the clock ahead, in pieces of this length. */
const SOUND_AHEAD = 1.2;
const SOUND_CHUNK = 0.3;
/** Seconds between the wish to play and the first sound. */
const LEAD = 0.12;
/** Seconds that the film waits for its first sound, which may have to be fetched; after that it goes on without. */
const FIRST_SOUND_TIMEOUT = 5;
/** Seconds between a first sound that is late and its start. */
const DELAYED_LEAD = 0.02;
const SCRUB_SECONDS = 0.09;
const SPEEDS = [1, 2, 4, 8] as const;

/** Where a film and the clock met. */
interface Anchor {
  clock: number;
  film: number;
}

/**
 * Plays a film: sound is given to the clock ahead of time, and pictures follow what comes out. When drawing is too slow,
 * pictures are left out and the sound goes on.
 */
export class Player {
  readonly #options: PlayerOptions;
  #film: Film | null = null;
  #end = 0;
  #settings: PlayerSettings;
  #output: SoundOutput | null = null;
  #speed = 1;
  #anchor: Anchor | null = null;
  /** Each start of playing has its number: what was asked for an earlier one is thrown away. */
  #generation = 0;
  #soundTo = 0;
  #soundRequested = false;
  /** The film stands where it begins until its first sound is there: else that would be over when it comes. */
  #awaitsSound = false;
  readonly #pictures: PictureQueue;
  #isFrameRequested = false;
  #isFrameBusy = false;
  #cancelDraw: (() => void) | null = null;
  #jumps: number;
  #wasPlaying = false;
  readonly #unsubscribe: () => void;

  constructor(options: PlayerOptions, settings: PlayerSettings) {
    this.#options = options;
    this.#settings = settings;
    this.#pictures = new PictureQueue(options.worker);
    this.#jumps = options.playhead.getState().jumps;
    this.#unsubscribe = options.playhead.subscribe(() => this.#onPlayhead());
  }

  /** @param end seconds at which the film is over */
  setFilm(film: Film, end: number): void {
    this.#film = film;
    this.#end = end;
    this.#options.worker.setFilm(film);
    this.#beginAnew();
  }

  setSettings(settings: PlayerSettings): void {
    const { size, loop } = this.#settings;
    this.#settings = settings;
    this.#output?.setVolume(this.#volume);
    if (size.width !== settings.size.width || size.height !== settings.size.height) this.#requestFrame();
    if (loop?.from !== settings.loop?.from || loop?.to !== settings.loop?.to) this.#beginAnew();
  }

  /** How fast it plays; below zero backwards. */
  get speed(): number {
    return this.#speed;
  }

  /** J and L: plays that way; the same again is faster. @param direction 1 on, -1 back */
  shuttle(direction: 1 | -1): void {
    const { playhead } = this.#options;
    const same = playhead.getState().playing && Math.sign(this.#speed) === direction;
    const faster = SPEEDS.find((speed) => speed > Math.abs(this.#speed)) ?? SPEEDS.at(-1) ?? 1;
    this.#speed = direction * (same ? faster : 1);
    if (playhead.getState().playing) this.#beginAnew();
    else playhead.play();
  }

  toggle(): void {
    const { playhead } = this.#options;
    if (playhead.getState().playing) playhead.pause();
    else {
      this.#speed = 1;
      playhead.play();
    }
  }

  /** Pauses, and goes so many frames on or back. */
  step(frames: number): void {
    const { playhead } = this.#options;
    playhead.pause();
    const rate = this.#rate;
    const frame = Math.max(0, Math.min(this.#lastFrame, frameAt(playhead.getState().time, rate) + frames));
    playhead.seek(frame / rate);
  }

  /** How loud it is now. */
  levels(): { left: number; right: number } {
    return this.#output?.levels() ?? { left: 0, right: 0 };
  }

  close(): void {
    this.#unsubscribe();
    this.#stop();
    this.#output?.close();
    this.#film = null;
  }

  get #rate(): number {
    return this.#film?.timeline.frameRate ?? 25;
  }

  get #lastFrame(): number {
    return Math.max(0, Math.ceil(this.#end * this.#rate - 1e-3) - 1);
  }

  get #volume(): number {
    return this.#settings.muted ? 0 : this.#settings.volume;
  }

  #onPlayhead(): void {
    const { playing, jumps, time } = this.#options.playhead.getState();
    const jumped = jumps !== this.#jumps;
    this.#jumps = jumps;
    if (playing !== this.#wasPlaying) {
      this.#wasPlaying = playing;
      if (playing) void this.#start();
      else this.#stop();
      return;
    }
    if (!jumped) return;
    if (playing) this.#beginAnew();
    else {
      this.#requestFrame();
      void this.#scrub(time);
    }
  }

  async #start(): Promise<void> {
    const { playhead } = this.#options;
    const { loop } = this.#settings;
    const { time } = playhead.getState();
    const from = loop?.from ?? 0;
    const to = loop?.to ?? this.#end;
    // At the end it begins again, as people expect of a player.
    if (this.#speed > 0 && (time >= to - 1 / this.#rate || time < from)) playhead.advance(from);
    if (this.#speed < 0 && (time <= from || time > to)) playhead.advance(to);
    const output = this.#openOutput();
    await output.resume().catch(() => undefined);
    if (playhead.getState().playing) this.#beginAnew();
  }

  #openOutput(): SoundOutput {
    if (!this.#output) {
      this.#output = this.#options.openOutput();
      this.#output.setVolume(this.#volume);
    }
    return this.#output;
  }

  #stop(): void {
    this.#generation += 1;
    this.#anchor = null;
    this.#output?.silence();
    this.#cancelDraw?.();
    this.#cancelDraw = null;
    this.#pictures.clear();
    this.#speed = this.#speed < 0 ? -1 : 1;
    if (this.#film) this.#requestFrame();
  }

  /** Goes on from where the playhead is: after a jump, an edit, a change of speed. */
  #beginAnew(): void {
    const { playing, time } = this.#options.playhead.getState();
    if (!playing || !this.#output) {
      this.#requestFrame();
      return;
    }
    this.#generation += 1;
    this.#output.silence();
    this.#pictures.clear();
    this.#anchor = { clock: this.#output.now() + LEAD, film: time };
    this.#soundTo = time;
    this.#soundRequested = false;
    this.#awaitsSound = true;
    this.#cancelDraw?.();
    this.#tick();
  }

  /** Where in the film what is comes out now is. */
  #filmTime(anchor: Anchor, output: SoundOutput): number {
    if (this.#awaitsSound) return anchor.film;
    return anchor.film + Math.max(0, output.now() - anchor.clock) * this.#speed;
  }

  /** The film begins to go; later than was meant where its first sound was late. */
  #endWait(output: SoundOutput): void {
    if (!this.#awaitsSound || !this.#anchor) return;
    this.#awaitsSound = false;
    const { clock, film } = this.#anchor;
    this.#anchor = { clock: Math.max(clock, output.now() + DELAYED_LEAD), film };
  }

  #tick(): void {
    const { nextDraw, playhead } = this.#options;
    const output = this.#output;
    if (!this.#anchor || !output) return;
    if (output.now() - this.#anchor.clock > FIRST_SOUND_TIMEOUT) this.#endWait(output);
    const anchor = this.#anchor;
    const time = this.#filmTime(anchor, output);
    const { loop } = this.#settings;
    const to = loop && playhead.getState().time < loop.to ? loop.to : this.#end;
    if ((this.#speed > 0 && time >= to) || (this.#speed < 0 && time <= (loop?.from ?? 0))) {
      this.#atEnd(to);
      return;
    }
    playhead.advance(time);
    this.#showPictures(time, to);
    this.#requestSound(output, time, to);
    this.#cancelDraw = nextDraw(() => this.#tick());
  }

  #atEnd(to: number): void {
    const { playhead } = this.#options;
    const { loop } = this.#settings;
    if (loop) playhead.advance(this.#speed > 0 ? loop.from : loop.to);
    else playhead.advance(this.#speed > 0 ? Math.min(to, this.#lastFrame / this.#rate) : 0);
    if (loop) this.#beginAnew();
    else playhead.pause();
  }

  #showPictures(time: number, to: number): void {
    const frame = frameAt(time, this.#rate);
    const next = this.#pictures.shift({ frame, speed: this.#speed });
    if (next) {
      this.#options.show(next.picture);
      this.#options.onFrame?.({ frame: next.frame, soundAt: time });
    }
    const { size } = this.#settings;
    this.#pictures.request({ frame, speed: this.#speed, frameRate: this.#rate, to, size });
  }

  #requestSound(output: SoundOutput, time: number, to: number): void {
    const anchor = this.#anchor;
    if (!anchor) return;
    const direction = Math.sign(this.#speed);
    const ahead = (this.#soundTo - time) * direction;
    if (this.#soundRequested || ahead > SOUND_AHEAD * Math.abs(this.#speed)) return;
    const chunkDuration = Math.min(
      SOUND_CHUNK * Math.abs(this.#speed),
      direction > 0 ? to - this.#soundTo : this.#soundTo,
    );
    const length = Math.round(chunkDuration * output.sampleRate);
    if (length <= 0) {
      this.#endWait(output);
      return;
    }
    const generation = this.#generation;
    const start = this.#soundTo;
    const from = direction > 0 ? start : start - length / output.sampleRate;
    this.#soundRequested = true;
    this.#options.worker.request('sound', { from, length, sampleRate: output.sampleRate }).then(
      (sound) => {
        if (generation !== this.#generation) return undefined;
        if (direction < 0) {
          sound.left.reverse();
          sound.right.reverse();
        }
        this.#endWait(output);
        const { clock, film } = this.#anchor ?? anchor;
        output.play(sound, clock + (start - film) / this.#speed, Math.abs(this.#speed));
        this.#soundTo = start + (direction * length) / output.sampleRate;
        this.#soundRequested = false;
        // A hidden window draws seldom: the sound is not asked for by its draws alone.
        this.#requestSound(output, this.#filmTime({ clock, film }, output), to);
        return undefined;
      },
      () => {
        if (generation !== this.#generation) return;
        this.#soundRequested = false;
        this.#endWait(output);
      },
    );
  }

  /** The picture where the playhead stands; of several wishes only the newest is drawn. */
  #requestFrame(): void {
    this.#isFrameRequested = true;
    if (!this.#isFrameBusy) void this.#drawFrame();
  }

  async #drawFrame(): Promise<void> {
    this.#isFrameBusy = true;
    while (this.#isFrameRequested && this.#film) {
      this.#isFrameRequested = false;
      const rate = this.#rate;
      const frame = Math.min(this.#lastFrame, frameAt(this.#options.playhead.getState().time, rate));
      const picture = await this.#options.worker
        .request('frame', { time: frame / rate, ...this.#settings.size })
        .catch(() => null);
      if (picture === null) continue;
      if (this.#options.playhead.getState().playing) picture.close();
      else this.#options.show(picture);
    }
    this.#isFrameBusy = false;
  }

  /** A short piece of sound where somebody drags the playhead. */
  async #scrub(time: number): Promise<void> {
    if (!this.#film || (!this.#output && !this.#options.mayOpenOutput())) return;
    const isFirst = this.#output === null;
    const output = this.#openOutput();
    this.#generation += 1;
    const generation = this.#generation;
    if (isFirst) await output.resume().catch(() => undefined);
    if (generation !== this.#generation) return;
    const length = Math.round(SCRUB_SECONDS * output.sampleRate);
    const sound = await this.#options.worker
      .request('sound', { from: time, length, sampleRate: output.sampleRate })
      .catch(() => null);
    if (!sound || generation !== this.#generation) return;
    soften(sound.left);
    soften(sound.right);
    output.silence();
    output.play(sound, output.now() + 0.02, 1);
  }
}

/** Lets a short sound come up and go down, so that it does not click. */
function soften(samples: Float32Array): void {
  const ramp = Math.min(480, samples.length >> 1);
  for (let at = 0; at < ramp; at += 1) {
    const factor = at / ramp;
    samples[at] = (samples[at] ?? 0) * factor;
    const end = samples.length - 1 - at;
    samples[end] = (samples[end] ?? 0) * factor;
  }
}
