import { describe, expect, it } from 'vitest';
import { frameAt } from '#shared/timeline/compose.ts';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { createPlayhead } from './playhead.ts';
import { Player, type PlayerSettings, type DisplayedPicture } from './player.ts';
import { scriptedOutput, scriptedWorker } from './testing/scripted.ts';

const RATE = 25;
const SETTINGS: PlayerSettings = { size: { width: 160, height: 90 }, volume: 1, muted: false, loop: null };

class Picture implements ImageBitmap {
  readonly width = 160;
  readonly height = 90;
  isClosed = false;
  readonly time: number;
  constructor(time: number) {
    this.time = time;
  }
  close(): void {
    this.isClosed = true;
  }
}

/** A player of a film of a minute whose clock and screen the test moves. */
function bench(settings: Partial<PlayerSettings> = {}, end = 60, frameRate = RATE) {
  const playhead = createPlayhead();
  const { output, played: medium, advance } = scriptedOutput();
  const pictures: Picture[] = [];
  const scripted = scriptedWorker((time) => {
    const picture = new Picture(time);
    pictures.push(picture);
    return picture;
  });
  const visible: ImageBitmap[] = [];
  const shown: DisplayedPicture[] = [];
  let draw: (() => void) | null = null;
  const mayOpen = { now: true };
  const player = new Player(
    {
      playhead,
      worker: scripted.worker,
      openOutput: () => output,
      mayOpenOutput: () => mayOpen.now,
      show: (picture) => visible.push(picture),
      nextDraw: (next) => {
        draw = next;
        return () => (draw = null);
      },
      onFrame: (one) => shown.push(one),
    },
    { ...SETTINGS, ...settings },
  );
  const { timeline } = TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: { frameRate, clips: [], tracks: [] },
  });
  player.setFilm({ timeline, media: new Map() }, end);
  /** Lets what was asked come back. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
  };
  const run = async (seconds: number, step = 1 / 60): Promise<void> => {
    for (let steps = Math.round(seconds / step); steps > 0; steps -= 1) {
      advance(step);
      await settle();
      const now = draw;
      draw = null;
      now?.();
    }
    await settle();
  };
  return {
    player,
    playhead,
    played: medium,
    shown,
    visible,
    pictures,
    scripted,
    run,
    settle,
    advance,
    mayOpen,
  };
}

describe('playing', () => {
  it('keeps pictures within a frame of the sound for a minute, and shows each', async () => {
    const { player, playhead, shown, run, settle } = bench();
    player.toggle();
    await settle();
    await run(59.5);
    expect(playhead.getState().playing).toBe(true);
    for (const { frame, soundAt } of shown) {
      expect(soundAt - frame / RATE).toBeGreaterThanOrEqual(-1e-3);
      expect(soundAt - frame / RATE).toBeLessThan(1 / RATE);
    }
    const frames = shown.map(({ frame }) => frame);
    expect(frames).toEqual(Array.from({ length: frames.length }, (_, index) => index));
    expect(frames.length).toBeGreaterThan(59 * RATE);
  });

  it('gives sound to the clock without a gap, each piece where it belongs', async () => {
    const { player, played: medium, scripted, run, settle } = bench();
    player.toggle();
    await settle();
    await run(10);
    const [first] = medium;
    for (const [index, { at, rate }] of medium.entries()) {
      const asked = scripted.sounds[index]?.request;
      expect(rate).toBe(1);
      expect(at - (first?.at ?? 0)).toBeCloseTo(asked?.from ?? NaN, 6);
    }
    expect(medium.length).toBeGreaterThan(30);
  });

  it('waits where it begins for its first sound, which is played from its beginning', async () => {
    const { player, playhead, played: medium, shown, scripted, run, settle } = bench();
    scripted.holdSounds(true);
    player.toggle();
    await settle();
    await run(2);
    expect(playhead.getState()).toMatchObject({ playing: true, time: 0 });
    scripted.holdSounds(false);
    const [{ request, answer }] = scripted.sounds as [(typeof scripted.sounds)[number]];
    answer({ left: new Float32Array(request.length), right: new Float32Array(request.length) });
    await run(1);
    expect(request.from).toBe(0);
    expect(medium[0]!.at).toBeGreaterThanOrEqual(2);
    expect(playhead.getState().time).toBeGreaterThan(0.9);
    expect(shown[0]).toMatchObject({ frame: 0 });
  });

  it('goes on without a first sound that does not come', async () => {
    const { player, playhead, scripted, run, settle } = bench();
    scripted.holdSounds(true);
    player.toggle();
    await settle();
    await run(8);
    expect(playhead.getState().time).toBeGreaterThan(1);
  });

  it('gives sound to the clock without a gap in a hidden window, which draws once a second', async () => {
    const { player, played: medium, run, settle } = bench();
    player.toggle();
    await settle();
    await run(0.5);
    await run(20, 1);
    const [first] = medium;
    let end = first?.at ?? NaN;
    for (const { at, sound } of medium) {
      expect(at).toBeCloseTo(end, 6);
      end = at + sound.left.length / 48_000;
    }
    expect(end).toBeGreaterThan(20.5);
  });

  it('leaves pictures out when drawing is too slow, and goes on with the sound', async () => {
    const { player, playhead, shown, scripted, run, settle } = bench();
    player.toggle();
    await settle();
    scripted.hold();
    // A picture comes every fifth of a second only: four of five are left out.
    for (let turn = 0; turn < 50; turn += 1) {
      await run(0.2, 0.02);
      const next = scripted.frames.shift();
      next?.answer(new Picture(next.request.time));
      await settle();
    }
    await run(0.02, 0.02);
    expect(playhead.getState().time).toBeGreaterThan(9.5);
    // It learns to ask for them earlier: in the end each is no more than a frame from the sound.
    const late = shown.slice(-10).map(({ frame, soundAt }) => soundAt * RATE - frame);
    expect(Math.max(...late)).toBeLessThan(2 + 1e-6);
    expect(Math.min(...late)).toBeGreaterThan(-1e-6);
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.length).toBeLessThan(100);
  });

  it('stops at the last frame, and begins again from there', async () => {
    const { player, playhead, run, settle } = bench({}, 1);
    player.toggle();
    await settle();
    await run(1.5);
    expect(playhead.getState()).toMatchObject({ playing: false, time: 0.96 });
    player.toggle();
    await settle();
    await run(0.5);
    expect(playhead.getState().time).toBeGreaterThan(0.2);
    expect(playhead.getState().time).toBeLessThan(0.6);
  });

  it('plays a range again and again', async () => {
    const { player, playhead, shown, run, settle } = bench({ loop: { from: 2, to: 3 } });
    player.toggle();
    await settle();
    await run(5);
    expect(playhead.getState().playing).toBe(true);
    const frames = shown.map(({ frame }) => frame);
    expect(Math.min(...frames)).toBe(50);
    expect(Math.max(...frames)).toBeLessThan(75);
    expect(frames.filter((frame) => frame === 50).length).toBeGreaterThan(3);
  });

  it('plays faster and backwards, with the sound of that speed', async () => {
    const { player, playhead, played: medium, run, settle } = bench();
    player.shuttle(1);
    await settle();
    player.shuttle(1);
    await run(5.12);
    expect(player.speed).toBe(2);
    expect(playhead.getState().time).toBeCloseTo(10, 0);
    expect(medium.at(-1)?.rate).toBe(2);
    player.shuttle(-1);
    await run(2.12);
    expect(player.speed).toBe(-1);
    expect(playhead.getState().time).toBeCloseTo(8, 0);
    playhead.pause();
    expect(playhead.getState().playing).toBe(false);
  });

  it('goes on after a pause of thirty seconds from where it stood', async () => {
    const { player, playhead, shown, advance, run, settle } = bench();
    player.toggle();
    await settle();
    await run(2.12);
    player.toggle();
    const { time } = playhead.getState();
    advance(30);
    player.toggle();
    await settle();
    await run(1.12);
    expect(playhead.getState().time).toBeCloseTo(time + 1, 1);
    const last = shown.at(-1);
    expect((last?.soundAt ?? 0) - (last?.frame ?? 0) / RATE).toBeLessThan(1 / RATE);
  });
});

describe('standing', () => {
  it('draws the frame it is sent to, and of many in a row the newest', async () => {
    const { playhead, visible, pictures, settle } = bench();
    await settle();
    for (let time = 0; time < 20; time += 0.5) playhead.seek(time);
    await settle();
    const last = visible.at(-1);
    expect(last instanceof Picture && last.time).toBe(19.48);
    expect(pictures.length).toBeLessThan(10);
  });

  it('plays a short piece of the sound it is sent to, also before it was ever played', async () => {
    const { playhead, played: medium, scripted, settle, mayOpen } = bench();
    // Before anybody clicked or pressed a key a browser lets no sound out.
    mayOpen.now = false;
    playhead.seek(3);
    await settle();
    expect(scripted.sounds).toEqual([]);
    mayOpen.now = true;
    for (const time of [7, 8, 9.5]) playhead.seek(time);
    await settle();
    expect(scripted.sounds.at(-1)?.request).toMatchObject({ from: 9.5, sampleRate: 48_000 });
    // Of many in a row only the last is heard.
    expect(medium).toHaveLength(1);
    expect(medium[0]?.rate).toBe(1);
    const seconds = (medium[0]?.sound.left.length ?? 0) / 48_000;
    expect(seconds).toBeGreaterThan(0.04);
    expect(seconds).toBeLessThan(0.2);
    playhead.seek(9.4);
    await settle();
    expect(medium).toHaveLength(2);
  });

  it.each([1, 23.976, 29.97, 30_000 / 1001, 59.94, 120])(
    'steps onto each frame once, there and back, at %d frames a second',
    (rate) => {
      const { player, playhead } = bench({}, 3600, rate);
      const frames: number[] = [];
      playhead.seek(60);
      for (let step = 0; step < 300; step += 1) {
        player.step(step < 200 ? 1 : -1);
        frames.push(frameAt(playhead.getState().time, rate));
      }
      const first = frameAt(60, rate);
      const expected = Array.from({ length: 300 }, (_, step) => first + (step < 200 ? step + 1 : 399 - step));
      expect(frames).toEqual(expected);
    },
  );

  it('steps by frames and stays within the film', async () => {
    const { player, playhead, settle } = bench({}, 1);
    await settle();
    player.step(-1);
    expect(playhead.getState().time).toBe(0);
    for (let step = 0; step < 3; step += 1) player.step(1);
    expect(playhead.getState().time).toBe(3 / RATE);
    player.step(999);
    expect(playhead.getState().time).toBe(24 / RATE);
  });

  it('gives back every picture that is not shown', async () => {
    const { player, visible, pictures, run, settle } = bench();
    player.toggle();
    await settle();
    await run(3);
    player.toggle();
    player.close();
    await settle();
    const lost = pictures.filter((picture) => !picture.isClosed && !visible.includes(picture));
    expect(lost).toEqual([]);
  });
});
