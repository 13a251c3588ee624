import { describe, expect, it } from 'vitest';
import { TimelineClip } from '../timeline/document.ts';
import { MediaCache } from './media-shelf.ts';
import { VideoReader } from './video-reader.ts';

const clipOf = (id: string): TimelineClip =>
  TimelineClip.parse({ id, trackId: 't', filename: 'a.mp4', startTime: 0, duration: 60 });

/** A medium without pictures that says when it is opened and by how many decoders; its clock stands until it is moved. */
function bench(fails: () => boolean = () => false, gate: Promise<void> = Promise.resolve()) {
  let now = 0;
  let begun = 0;
  let opened = 0;
  const mediaCache = new MediaCache({
    clock: () => now,
    words: { nothingToShow: '', nothingToShowNamed: () => '', notInProject: () => '' },
    open: () => {
      opened += 1;
      return Promise.resolve({
        image: null,
        soundFrom: null,
        framesFrom: async function* () {
          begun += 1;
          await gate;
          if (fails()) throw new DOMException('The codec was reclaimed.', 'QuotaExceededError');
          yield* [];
        },
        close: () => undefined,
      });
    },
  });
  mediaCache.setMedia(new Map([['a.mp4', { url: 'media:a' }]]));
  const ask = async (id: string, sourceTime = 0) => {
    const content = await mediaCache.content({ clip: clipOf(id), sourceTime });
    return content.kind === 'placeholder' ? content.words : content.kind;
  };
  return {
    shelf: mediaCache,
    ask,
    begun: () => begun,
    opened: () => opened,
    wait: (seconds: number) => {
      now += seconds;
    },
  };
}

describe('the shelf of media', () => {
  it('makes one decoder for a clip however many ask at once, and opens its medium once', async () => {
    const gate = Promise.withResolvers<void>();
    const { shelf: mediaCache, ask, opened, begun } = bench(undefined, gate.promise);
    const asked = Array.from({ length: 25 }, () => ask('one'));
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    // The others wait for the one that decodes.
    expect(begun()).toBe(1);
    gate.resolve();
    await Promise.all(asked);
    expect(mediaCache.readerCount).toBe(1);
    await Promise.all([ask('one'), ask('two')]);
    expect(mediaCache.readerCount).toBe(2);
    expect(opened()).toBe(1);
  });

  it('gives decoders back in a pause of thirty seconds, and makes them anew after it', async () => {
    const { shelf: mediaCache, ask, begun, wait } = bench();
    await ask('one');
    wait(2);
    await mediaCache.closeIdle();
    expect(mediaCache.readerCount).toBe(1);
    wait(28);
    await mediaCache.closeIdle();
    expect(mediaCache.readerCount).toBe(0);
    const before = begun();
    await ask('one');
    expect(mediaCache.readerCount).toBe(1);
    expect(begun()).toBe(before + 1);
  });

  it('makes a decoder that was taken away anew at once', async () => {
    let failures = 1;
    const { ask, begun } = bench(() => failures-- > 0);
    expect(await ask('one')).toBe('“a.mp4” has no picture.');
    expect(begun()).toBe(2);
  });

  it('says in words what fails again and again, and tries later', async () => {
    let broken = true;
    const { ask, begun, wait } = bench(() => broken);
    expect(await ask('one')).toBe('“a.mp4” cannot be read at the moment. It is tried again.');
    const before = begun();
    await ask('one');
    expect(begun()).toBe(before);
    broken = false;
    wait(6);
    expect(await ask('one')).toBe('“a.mp4” has no picture.');
  });

  it('never holds more than twenty decoders, and says so for a clip too many', async () => {
    const { shelf: mediaCache, ask } = bench();
    mediaCache.beginRound();
    const all: string[] = [];
    for (let clip = 0; clip < 21; clip += 1) all.push(await ask(`clip ${clip}`));
    expect(all.at(-1)).toContain('one video too many');
    expect(mediaCache.readerCount).toBe(20);
    mediaCache.beginRound();
    await ask('another');
    expect(mediaCache.readerCount).toBe(20);
  });
});

/** A film at 25 frames a second whose open frames are counted, read from a service that comes and goes. */
function film() {
  let now = 0;
  let isThere = true;
  let isReclaimed = false;
  const open = new Set<symbol>();
  /** Frames that were read ahead. */
  const AHEAD = 10;
  const mediaCache = new MediaCache({
    clock: () => now,
    words: { nothingToShow: '', nothingToShowNamed: () => '', notInProject: () => '' },
    open: () =>
      Promise.resolve({
        image: null,
        soundFrom: null,
        framesFrom: async function* (from: number) {
          await Promise.resolve();
          if (!isThere) throw new TypeError('Failed to fetch');
          isReclaimed = false;
          let left = AHEAD;
          for (let number = Math.floor(from * 25 + 1e-6); ; number += 1) {
            if (isReclaimed) throw new DOMException('The codec was reclaimed.', 'QuotaExceededError');
            left = isThere ? AHEAD : left - 1;
            if (left < 0) throw new TypeError('Failed to fetch');
            const frame = Symbol(String(number));
            open.add(frame);
            yield {
              timestamp: number / 25,
              width: number,
              height: 1,
              draw: () => undefined,
              close: () => open.delete(frame),
            };
          }
        },
        close: () => undefined,
      }),
  });
  mediaCache.setMedia(new Map([['a.mp4', { url: 'media:a' }]]));
  return {
    shelf: mediaCache,
    open,
    /** The number of the frame that is shown, or words. */
    ask: async (id: string, time: number) => {
      mediaCache.beginRound();
      const content = await mediaCache.content({ clip: clipOf(id), sourceTime: time });
      if (content.kind === 'placeholder') return content.words;
      return content.kind === 'picture' ? content.width : content.kind;
    },
    wait: async (seconds: number) => {
      now += seconds;
      await mediaCache.closeIdle();
    },
    reclaim: () => (isReclaimed = true),
    setService: (there: boolean) => (isThere = there),
  };
}

describe('frames of a decoder', () => {
  it('are all closed in a pause of thirty seconds, and the right one is shown after it', async () => {
    const { ask, open, wait } = film();
    for (let frame = 0; frame < 50; frame += 1) expect(await ask('one', frame / 25)).toBe(frame);
    expect(open.size).toBe(2);
    await wait(30);
    expect(open.size).toBe(0);
    expect(await ask('one', 50 / 25)).toBe(50);
  });

  it('come again when the browser took the decoder away in a hidden minute', async () => {
    const { ask, open, reclaim, wait } = film();
    expect(await ask('one', 1)).toBe(25);
    // Hidden: no draw, no idle check, and the codec is gone.
    reclaim();
    expect(await ask('one', 61)).toBe(1525);
    expect(open.size).toBe(2);
    reclaim();
    expect(await ask('one', 61.04)).toBe(1526);
    await wait(5);
    expect(open.size).toBe(0);
  });

  it('of twelve clips at one cut are those of each, and none is left when they are over', async () => {
    const { shelf: mediaCache, ask, open, wait } = film();
    const times = Array.from({ length: 12 }, (_, clip) => clip * 3);
    mediaCache.beginRound();
    const shown = await Promise.all(
      times.map((time, clip) => mediaCache.content({ clip: clipOf(`clip ${clip}`), sourceTime: time })),
    );
    expect(shown.map((content) => content.kind === 'picture' && content.width)).toEqual(
      times.map((time) => time * 25),
    );
    expect(mediaCache.readerCount).toBe(12);
    expect(open.size).toBe(24);
    await wait(3);
    expect(await ask('after', 0)).toBe(0);
    await wait(3);
    expect(open.size).toBe(2);
    await mediaCache.close();
    expect(open.size).toBe(0);
  });
});

describe('a service that goes in mid-play', () => {
  it('leaves what is read, then words, and pictures again when it is back', async () => {
    const { ask, setService, wait, open } = film();
    expect(await ask('one', 0)).toBe(0);
    setService(false);
    // What was read ahead is shown.
    for (let frame = 1; frame < 9; frame += 1) expect(await ask('one', frame / 25)).toBe(frame);
    const words = '“a.mp4” cannot be read at the moment. It is tried again.';
    expect(await ask('one', 1)).toBe(words);
    expect(open.size).toBe(0);
    setService(true);
    // Not at once: a service that is gone is not asked with every frame.
    expect(await ask('one', 1.04)).toBe(words);
    await wait(6);
    expect(await ask('one', 7)).toBe(175);
  });
});

describe('a reader of frames', () => {
  it('closes every frame that it was given, however it is asked', async () => {
    const open = new Set<number>();
    let ids = 0;
    const reader = new VideoReader(async function* (from: number) {
      await Promise.resolve();
      for (let frame = Math.floor(from * 25); frame < 250; frame += 1) {
        ids += 1;
        const id = ids;
        open.add(id);
        yield { timestamp: frame / 25, close: () => open.delete(id) };
      }
    });
    for (const time of [0, 0.04, 3, 2, 9.96, 20, 0]) {
      const frame = await reader.frameAt(time);
      expect(frame?.timestamp).toBeCloseTo(Math.min(9.96, time), 6);
      expect(open.size).toBeLessThanOrEqual(2);
    }
    await reader.close();
    expect(open.size).toBe(0);
  });
});
