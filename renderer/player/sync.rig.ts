import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { startFilmWorker } from './film-worker-client.ts';
import { createPlayhead, type Playhead } from './playhead.ts';
import { Player } from './player.ts';
import type { FilmWorker, SoundOutput } from './ports.ts';
import { openSoundOutput } from './sound-output.ts';
import { beepsIn, readNumber } from '#shared/testing/burnt-in.ts';
import { makeTestFilm } from './testing/test-film.ts';

const RATE = 25;
const SECONDS = 66;
const SIZE = { width: 320, height: 180 };

/** Longer than a browser leaves a decoder to those who do not use it. Seconds. */
const LONG_PAUSE = 30;

/** Writes down at which time of the clock beeps come out. */
function listening(output: SoundOutput, beeps: number[]): SoundOutput {
  return {
    ...output,
    play: (sound, at, rate) => {
      for (const second of beepsIn(sound.left, output.sampleRate)) {
        const beep = at + second / rate;
        // One that lies over two pieces of sound is one.
        if (beep - (beeps.at(-1) ?? -Infinity) > 0.2) beeps.push(beep);
      }
      output.play(sound, at, rate);
    },
  };
}

describe('a film of a minute with a number in each frame and a beep each second', () => {
  let worker: FilmWorker;
  let player: Player;
  let playhead: Playhead;
  let output: SoundOutput | null = null;
  const beeps: number[] = [];
  const shown: { number: number; clock: number }[] = [];

  beforeAll(async () => {
    const url = URL.createObjectURL(await makeTestFilm({ seconds: SECONDS, frameRate: RATE }));
    const { timeline } = TimelineDocument.parse({
      serviceType: 'timeline',
      version: 1,
      timeline: {
        frameRate: RATE,
        projectResolution: SIZE,
        tracks: [{ id: 't' }],
        clips: [{ id: 'a', trackId: 't', filename: 'a.webm', startTime: 0, duration: SECONDS }],
      },
    });
    const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d', {
      willReadFrequently: true,
    });
    if (!context) throw new Error('There is no canvas.');
    worker = startFilmWorker();
    playhead = createPlayhead();
    player = new Player(
      {
        playhead,
        worker,
        mayOpenOutput: () => true,
        openOutput: () => {
          output = listening(openSoundOutput(), beeps);
          return output;
        },
        show: (picture) => {
          const clock = output?.now() ?? 0;
          context.drawImage(picture, 0, 0);
          picture.close();
          shown.push({ number: readNumber(context.getImageData(0, 0, SIZE.width, SIZE.height)), clock });
        },
        nextDraw: (draw) => {
          const request = requestAnimationFrame(draw);
          return () => cancelAnimationFrame(request);
        },
      },
      { size: SIZE, volume: 1, muted: false, loop: null },
    );
    player.setFilm({ timeline, media: new Map([['a.webm', { url }]]) }, SECONDS);
    const button = document.createElement('button');
    button.textContent = 'Play';
    document.body.append(button);
    // Browsers give sound to pages that somebody pressed something in.
    await userEvent.click(button);
  }, 600_000);
  afterAll(() => {
    player.close();
    worker.close();
  });

  const play = async (from: number, to: number): Promise<void> => {
    playhead.seek(from);
    beeps.length = 0;
    player.toggle();
    await vi.waitFor(() => expect(playhead.getState().time).toBeGreaterThan(from));
    shown.length = 0;
    await vi.waitFor(() => expect(playhead.getState().time).toBeGreaterThan(to), {
      timeout: 1000 * (to - from) * 4,
      interval: 250,
    });
    playhead.pause();
  };

  /** How many frames each picture was before or behind the sound; the first beep is that of a whole second. */
  const apart = (firstBeep: number): number[] =>
    shown.flatMap(({ number, clock }) => {
      const index = beeps.findLastIndex((beep) => beep <= clock);
      if (index === -1) return [];
      const second = firstBeep + index + clock - (beeps[index] ?? 0);
      return [number - Math.floor(second * RATE)];
    });

  it('is played for 60 seconds with picture and sound no more than a frame apart', async () => {
    await play(0, 60);
    const frames = apart(0);
    expect(beeps.length).toBeGreaterThanOrEqual(60);
    expect(Math.min(...frames)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...frames)).toBeLessThanOrEqual(1);
    // Pictures are left out where the machine is slow; a few each second are the least that plays.
    expect(frames.length).toBeGreaterThan(180);
  });

  it('shows the right frame wherever it is scrubbed to', async () => {
    let seed = 7;
    for (let turn = 0; turn < 200; turn += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const frame = seed % (SECONDS * RATE);
      playhead.seek(frame / RATE);
      await vi.waitFor(() => expect(shown.at(-1)?.number).toBe(frame), { timeout: 60_000, interval: 5 });
    }
  });

  it('goes on in step after a pause in which its decoders were given back', async () => {
    const began = performance.now();
    await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(1000 * LONG_PAUSE), {
      timeout: 60_000,
      interval: 500,
    });
    await play(20, 26);
    const frames = apart(20);
    expect(frames.length).toBeGreaterThan(15);
    expect(Math.min(...frames)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...frames)).toBeLessThanOrEqual(1);
  });
});
