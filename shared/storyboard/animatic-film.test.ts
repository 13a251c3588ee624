import { expect, test } from 'vitest';
import { layersAt, soundsBetween } from '../timeline/compose.ts';
import { TimelineDocument } from '../timeline/index.ts';
import { animaticFilm } from './animatic-film.ts';
import { validateStoryboard } from './storyboard.ts';

const contentTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  mp4: 'video/mp4',
  wav: 'audio/wav',
};
const find = ({ filename = '' }: { filename?: string }) => ({
  fileId: filename,
  filename,
  contentType: contentTypes[filename.split('.').at(-1) ?? ''] ?? '',
});

function boardOf(shots: unknown[]) {
  const checked = validateStoryboard({
    serviceType: 'storyboard',
    version: 1,
    sequences: [{ id: 's', shots }],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}
const shot = (id: string, durationSeconds: number, ...media: string[]) => ({
  id,
  durationSeconds,
  panels: media.map((medium) => ({ media: medium })),
});
const sounds = (timeline: ReturnType<typeof animaticFilm>, from: number, to: number) =>
  soundsBetween({ timeline }, from, to).map(({ clip, from: start, to: end }) => [clip.filename, start, end]);

test('the sounds and videos of a shot play for as long as it does', () => {
  const film = animaticFilm(
    boardOf([shot('a', 2, 'a.png', 'steps.wav'), shot('b', 3, 'sea.mp4', 'late.mp4'), shot('c', 1)]),
    find,
    null,
  );
  expect(film.projectDuration).toBe(6);
  expect(sounds(film, 0, 6)).toEqual([
    ['sea.mp4', 2, 5],
    ['steps.wav', 0, 2],
  ]);
  expect(layersAt({ timeline: film }, 3).map(({ clip }) => clip.filename)).toEqual(['sea.mp4']);
  expect(layersAt({ timeline: film }, 1)).toEqual([]);
});

test('the sound of the timeline goes along with the shot it lies over, and its pictures stay away', () => {
  const board = boardOf([shot('a', 4), shot('b', 3)]);
  const clip = (id: string, trackId: string, startTime: number, type: string, shotId?: string) => ({
    id,
    trackId,
    filename: `${id}.x`,
    type,
    startTime,
    duration: 2,
    ...(shotId !== undefined && { ext: { patchbay: { version: 1, shotId } } }),
  });
  const made = TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      // Made when the first shot was as long as two seconds.
      clips: [
        clip('one', 'V', 0, 'video', 'a'),
        clip('two', 'V', 2, 'video', 'b'),
        clip('music', 'A', 0, 'audio'),
        clip('bell', 'A', 2.5, 'audio'),
        clip('muted', 'M', 0, 'audio'),
        clip('overlay', 'O', 0, 'video'),
      ],
      tracks: [{ id: 'V' }, { id: 'A' }, { id: 'M', mutedAudio: true }, { id: 'O' }],
      ext: { patchbay: { version: 1, board: { trackId: 'V', clips: [] } } },
    },
  });
  const film = animaticFilm(board, find, made);
  expect(sounds(film, 0, 7)).toEqual([
    ['music.x', 0, 2],
    ['bell.x', 4.5, 6.5],
    ['overlay.x', 0, 2],
  ]);
  expect(layersAt({ timeline: film }, 1)).toEqual([]);
});
