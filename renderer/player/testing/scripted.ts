import type { Film, Sound } from '#shared/film/film.ts';
import type { JobKind, Jobs } from '../composer/messages.ts';
import type { FilmWorker, SoundOutput } from '../ports.ts';

/** A sound output whose clock a test moves, and that writes down what it is given. */
export function scriptedOutput() {
  const medium: { at: number; rate: number; sound: Sound }[] = [];
  let now = 0;
  let silenced = 0;
  const output: SoundOutput = {
    sampleRate: 48_000,
    now: () => now,
    resume: () => Promise.resolve(),
    play: (sound, at, rate) => medium.push({ at, rate, sound }),
    silence: () => (silenced += 1),
    setVolume: () => undefined,
    levels: () => ({ left: 0, right: 0 }),
    close: () => undefined,
  };
  return {
    output,
    played: medium,
    silenced: () => silenced,
    advance: (seconds: number) => {
      now += seconds;
    },
  };
}

interface Asked<Kind extends JobKind> {
  request: Jobs[Kind]['request'];
  answer: (answer: Jobs[Kind]['answer']) => void;
}

/** A worker that draws nothing: a picture is an object with its time, sound is silence. */
export function scriptedWorker(makePicture: (time: number) => ImageBitmap) {
  const frames: Asked<'frame'>[] = [];
  const sounds: Asked<'sound'>[] = [];
  const films: Film[] = [];
  let holds = false;
  let holdsSounds = false;
  const request = (kind: JobKind, asked: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      if (kind === 'frame') {
        const frame = asked as Jobs['frame']['request'];
        if (holds) frames.push({ request: frame, answer: resolve });
        else resolve(makePicture(frame.time));
        return;
      }
      const sound = asked as Jobs['sound']['request'];
      sounds.push({ request: sound, answer: resolve });
      if (!holdsSounds)
        resolve({ left: new Float32Array(sound.length), right: new Float32Array(sound.length) });
    });
  const worker: FilmWorker = {
    setFilm: (film) => films.push(film),
    request: request as FilmWorker['request'],
    close: () => undefined,
  };
  return {
    worker,
    frames,
    sounds,
    films,
    /** From now on pictures come when the test gives them. */
    hold: () => {
      holds = true;
    },
    /** From now on sounds come when the test gives them; with false, by themselves again. */
    holdSounds: (isHeld: boolean) => {
      holdsSounds = isHeld;
    },
  };
}
