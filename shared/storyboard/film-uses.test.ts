import { expect, it } from 'vitest';
import { validateTimeline } from '../timeline/index.ts';
import { findFilmUses, type CreatedFiles } from './film-uses.ts';
import { validateStoryboard } from './storyboard.ts';
import type { LibraryFile } from './media.ts';

const files: LibraryFile[] = ['boat', 'gull', 'other'].map((name) => ({
  fileId: `file_${name}`,
  filename: `${name}.png`,
  contentType: 'image/png',
}));
const library = new Map(
  files.flatMap((file) => [[file.fileId, file] as const, [file.filename, file] as const]),
);

const made = (more: Partial<Record<keyof CreatedFiles, string[]>>): CreatedFiles => ({
  fileIds: new Set(more.fileIds),
  nodeIds: new Set(more.nodeIds),
  runIds: new Set(more.runIds),
});

const noted = (fileId: string, nodeId: string) => ({
  media: { fileId },
  ext: { patchbay: { version: 1, made: { runId: `run of ${nodeId}`, fileId: 'file_boat', nodeId } } },
});

function film(): Parameters<typeof findFilmUses>[0] {
  const board = validateStoryboard({
    serviceType: 'storyboard',
    version: 1,
    sequences: [
      { id: 'late', order: 2, shots: [{ id: '1', name: 'Gull', panels: [{ media: 'gull.png' }] }] },
      {
        id: 'early',
        order: 1,
        shots: [
          { id: '1', description: 'Boats', panels: [noted('file_boat', 'card')] },
          { id: '2', description: 'Exchanged since', panels: [noted('file_other', 'card')] },
        ],
      },
    ],
  });
  const clip = (id: string, startTime: number, more: object) => ({
    id,
    trackId: 'V1',
    type: 'image',
    startTime,
    duration: 1,
    trimStart: 0,
    trimEnd: 1,
    ...more,
  });
  const timeline = validateTimeline({
    serviceType: 'timeline',
    name: 'Film',
    version: 1,
    timeline: {
      tracks: [{ id: 'V1' }],
      clips: [
        clip('by name', 4, { filename: 'gull.png' }),
        clip('of the shot', 2, {
          filename: 'other.png',
          ext: { patchbay: { version: 1, shotId: 'early/1' } },
        }),
        clip('by id', 0, { filename: 'x', ext: { patchbay: { version: 1, fileId: 'file_boat' } } }),
        clip('another', 6, { filename: 'other.png' }),
      ],
    },
  });
  if (!board.ok || !timeline.ok) throw new Error(JSON.stringify([board, timeline]));
  return { board: board.document, timeline: timeline.document };
}

it('finds shots and clips by their files, in playing order', () => {
  const { shots, clips } = findFilmUses(film(), made({ fileIds: ['file_boat', 'file_gull'] }), library);
  expect(shots).toEqual([
    { shotId: 'early/1', number: '1.1', name: 'Boats', fileId: 'file_boat' },
    { shotId: 'late/1', number: '2.1', name: 'Gull', fileId: 'file_gull' },
  ]);
  expect(clips.map(({ clip, fileId }) => [clip.id, fileId])).toEqual([
    ['by id', 'file_boat'],
    // It was made from the shot, and shows another take now.
    ['of the shot', 'file_other'],
    ['by name', 'file_gull'],
  ]);
});

it('knows what the board notes of its pictures, unless another came in their place', () => {
  const numbers = (more: Parameters<typeof made>[0]) =>
    findFilmUses(film(), made(more), library).shots.map(({ number }) => number);
  expect(numbers({ nodeIds: ['card'] })).toEqual(['1.1']);
  expect(numbers({ runIds: ['run of card'] })).toEqual(['1.1']);
  expect(numbers({ nodeIds: ['else'] })).toEqual([]);
});

it('looks through a project that has neither', () => {
  expect(findFilmUses({ board: null, timeline: null }, made({ fileIds: ['file_boat'] }), library)).toEqual({
    shots: [],
    clips: [],
  });
});
