import { describe, expect, test } from 'vitest';
import { TimelineDocument } from '../timeline/document.ts';
import type { Context2d } from './canvas.ts';
import { FilmComposer } from './film-composer.ts';
import { MediaCache } from './media-shelf.ts';

const SIZE = { width: 4, height: 2 };

/** A canvas that notes the names of the pictures drawn on it. */
function canvasOf(drawn: string[]): Context2d & { note: (name: string) => void } {
  const nothing = (): undefined => undefined;
  return {
    globalAlpha: 1,
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    font: '',
    textAlign: '',
    textBaseline: '',
    imageSmoothingQuality: '',
    setTransform: nothing,
    translate: nothing,
    rotate: nothing,
    scale: nothing,
    save: nothing,
    restore: nothing,
    fillRect: nothing,
    strokeRect: nothing,
    fillText: nothing,
    measureText: () => ({ width: 0 }),
    note: (name) => void drawn.push(name),
  };
}

/** A film of clips, one a track from the lowest up; which media were opened and what was drawn. */
function filmOf(clips: readonly object[]) {
  const drawn: string[] = [];
  const opened: string[] = [];
  const pixels = { ...SIZE, data: new Uint8ClampedArray(32) };
  const mediaCache = new MediaCache<ReturnType<typeof canvasOf>>({
    clock: () => 0,
    words: { nothingToShow: '', nothingToShowNamed: () => '', notInProject: () => '' },
    open: (url, type) => {
      opened.push(url);
      const draw = (context: ReturnType<typeof canvasOf>) => context.note(url);
      const isOpaque = !url.includes('see-through');
      return Promise.resolve({
        image: type === 'picture' ? { ...SIZE, draw } : null,
        soundFrom: null,
        framesFrom: async function* (from: number) {
          await Promise.resolve();
          for (let number = Math.floor(from * 25 + 1e-6); ; number += 1)
            yield {
              timestamp: number / 25,
              ...SIZE,
              draw: (context: ReturnType<typeof canvasOf>) => draw(context),
              pixels: isOpaque ? pixels : undefined,
              close: () => undefined,
            };
        },
        close: () => undefined,
      });
    },
  });
  const composer = new FilmComposer(mediaCache);
  const names = clips.map((_, index) => `t${index}`);
  const { timeline } = TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      projectResolution: SIZE,
      tracks: names.map((id) => ({ id })),
      clips: clips.map((clip, index) => ({
        id: `c${index}`,
        trackId: `t${index}`,
        startTime: 0,
        duration: 10,
        ...clip,
      })),
    },
  });
  const media = new Map(timeline.clips.map(({ filename }) => [filename, { url: filename }]));
  composer.setFilm({ timeline, media });
  const canvas = canvasOf(drawn);
  return { drawn, opened, at: (time: number) => composer.drawIfNeeded(canvas, SIZE, time), pixels };
}

const below = { filename: 'below.mp4', type: 'video' };

describe('what a picture hides', () => {
  test('is neither decoded nor drawn', async () => {
    const film = filmOf([below, { filename: 'above.mp4', type: 'video' }]);
    expect(await film.at(1)).toBe(film.pixels);
    expect([film.opened, film.drawn]).toEqual([['above.mp4'], []]);
  });

  test('is neither where words stand over both', async () => {
    const film = filmOf([below, { filename: 'above.mp4', type: 'video' }, { type: 'text', name: 'Words' }]);
    expect(await film.at(1)).toBe('drawn');
    expect([film.opened, film.drawn]).toEqual([['above.mp4'], ['above.mp4']]);
  });

  test.each([
    ['smaller than the film', { transform: { scale: 0.5 } }],
    ['moved', { transform: { x: 1 } }],
    ['turned', { transform: { rotation: 90, scale: 4 } }],
    ['faded in', { ext: { patchbay: { version: 1, fadeIn: 5 } } }],
    ['see-through', { filename: 'see-through.webm' }],
  ])('is drawn where the picture is %s', async (_name, fields) => {
    const film = filmOf([below, { filename: 'above.mp4', type: 'video', ...fields }]);
    expect(await film.at(1)).toBe('drawn');
    expect(film.drawn).toHaveLength(2);
    expect(film.drawn[0]).toBe('below.mp4');
  });
});

describe('a frame that looks like the one before', () => {
  test('is drawn once', async () => {
    const film = filmOf([
      { filename: 'a.png', type: 'image' },
      { type: 'text', name: 'Words' },
    ]);
    expect([await film.at(0), await film.at(0.04), await film.at(0.08)]).toEqual([
      'drawn',
      'as-before',
      'as-before',
    ]);
    expect(film.drawn).toEqual(['a.png']);
  });

  test('is drawn again where its picture, its words or their place is another', async () => {
    const moving = filmOf([
      { filename: 'a.mp4', type: 'video', transform: { scale: 0.5 } },
      { type: 'text', name: 'Words' },
    ]);
    expect([await moving.at(0), await moving.at(0.04)]).toEqual(['drawn', 'drawn']);
    const fading = filmOf([
      { filename: 'a.png', type: 'image', ext: { patchbay: { version: 1, fadeIn: 5 } } },
    ]);
    expect([await fading.at(1), await fading.at(2)]).toEqual(['drawn', 'drawn']);
    const other = filmOf([
      { filename: 'a.png', type: 'image' },
      { filename: 'b.png', type: 'image', startTime: 1 },
    ]);
    expect([await other.at(0), await other.at(2)]).toEqual(['drawn', 'drawn']);
    expect(other.drawn).toEqual(['a.png', 'a.png', 'b.png']);
  });
});
