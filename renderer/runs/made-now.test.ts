import { expect, test } from 'vitest';
import { currentThumbnails } from './made-now.ts';

test('a run that has just ended is shown by the pictures it says it made', () => {
  const file = {
    type: 'file' as const,
    fileId: 'f1',
    filename: 'a.png',
    contentType: 'image/png',
    sizeBytes: 7,
  };
  const sound = { ...file, fileId: 'f2', contentType: 'audio/wav' };
  expect(currentThumbnails('con', { outputs: { Poster: file, Sound: sound } })).toEqual([
    { id: 'Poster', connectionId: 'con', title: 'Poster', kind: 'image', fileId: 'f1' },
  ]);
  expect(currentThumbnails('con', undefined)).toEqual([]);
});
