import type { Film, Sound } from '#shared/film/film.ts';
import type { JobKind, Jobs } from './composer/messages.ts';

/** The composer of one film, at work beside the page. */
export interface FilmWorker {
  /** What is asked from now on is about this film. */
  setFilm: (film: Film) => void;
  /** @throws Error when it could not be done, with the reason of the signal when that ended it */
  request: <Kind extends JobKind>(
    kind: Kind,
    payload: Jobs[Kind]['request'],
    options?: { signal?: AbortSignal; onProgress?: (completed: number, total: number) => void },
  ) => Promise<Jobs[Kind]['answer']>;
  close: () => void;
}

/** The clock that films are played by, and where their sound goes. All times are seconds. */
export interface SoundOutput {
  sampleRate: number;
  /** The time of what is coming out of the loudspeakers now. */
  now: () => number;
  /** Lets the clock run; browsers want a person's click or key before. */
  resume: () => Promise<void>;
  /** Sounds begin at a time of the clock. @param rate how fast it is played; a sound that is late begins within */
  play: (sound: Sound, at: number, rate: number) => void;
  /** Ends every sound that was given. */
  silence: () => void;
  setVolume: (volume: number) => void;
  /** The loudest of the last moment on each side, from 0 to 1 and above where it is cut off. */
  levels: () => { left: number; right: number };
  close: () => void;
}
